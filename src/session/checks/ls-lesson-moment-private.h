/* ls-lesson-moment-private.h: a page of a lesson about a moment of a run
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-json-private.h"
#include "ls-session.h"
#include "ls-state.h"

G_BEGIN_DECLS

JsonNode *ls_lesson_page_new_for_moment (LsSession  *session,
                                         LsTrace    *trace,
                                         gsize       position);

/* What the page says, in a file of its own. */
char     *ls_lesson_moment_say_task     (LsState    *state,
                                         guint32     id);
char     *ls_lesson_moment_say_past     (LsState    *state,
                                         char      **title);
char     *ls_lesson_moment_say_waiting  (LsState    *state,
                                         GArray     *waiting,
                                         gboolean    has_times);
char     *ls_lesson_moment_to_prose     (LsState    *state,
                                         const char *sentence,
                                         GArray     *tasks);

G_END_DECLS
