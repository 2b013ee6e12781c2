/* ls-explain-private.h: what the files of the explanations share
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-explain.h"
#include "ls-selection-private.h"

G_BEGIN_DECLS

LsExplanation *ls_explanation_new                  (LsExplanationKind  kind,
                                                    guint32            task);
void           ls_explanation_set_clause           (LsExplanation     *self,
                                                    LsClause           clause,
                                                    guint              first_step,
                                                    guint              last_step);
void           ls_explanation_set_selection_clause (LsExplanation     *self,
                                                    gboolean           scheduler,
                                                    guint              flags);
void           ls_explanation_say                  (GString           *text,
                                                    const char        *format,
                                                    ...) G_GNUC_PRINTF (2, 3);
char          *ls_explanation_dup_rule             (LsState           *state,
                                                    const LsNextTask  *next);
void           ls_explanation_set_described        (LsExplanation     *self,
                                                    LsState           *state,
                                                    const LsNextTask  *described);
char          *ls_explanation_dup_queue            (LsState           *state,
                                                    guint32            queue,
                                                    LsQueueType        queue_type);
void           ls_explanation_append_why_next      (GString           *text,
                                                    LsState           *state,
                                                    const LsNextTask  *next);
void           ls_explanation_append_running       (GString           *text,
                                                    LsState           *state);
gboolean       ls_explanation_describe_next        (LsState           *state,
                                                    LsNextTask        *next);
void           ls_explanation_add_raise            (LsState           *state,
                                                    LsExplanation     *self);
void           ls_explanation_add_agent            (LsState           *state,
                                                    LsExplanation     *self);

G_END_DECLS
