/* ls-name-matcher.h: finds tasks and signals by name and number
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-trace.h"

G_BEGIN_DECLS

typedef struct _LsNameMatcher LsNameMatcher;

LsNameMatcher *ls_name_matcher_new      (void);
void           ls_name_matcher_free     (LsNameMatcher *self);
void           ls_name_matcher_set_text (LsNameMatcher *self,
                                         const char    *text);
gboolean       ls_name_matcher_is_empty (LsNameMatcher *self);
gboolean       ls_name_matcher_matches  (LsNameMatcher *self,
                                         LsTrace       *trace,
                                         guint32        id,
                                         guint32        name);

G_END_DECLS
