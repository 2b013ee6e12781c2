/* ls-breakpoint.h: the breakpoints of a session
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-break-rule.h"
#include "ls-program-runtime.h"
#include "ls-session.h"

G_BEGIN_DECLS

/**
 * LS_SESSION_MAX_BREAKPOINTS:
 *
 * How many breakpoints a session has at most.
 */
#define LS_SESSION_MAX_BREAKPOINTS 1000

/* The list is part of the session, which emits "changed" after each change. For undo, callers call ls_undo_push() with
 * LS_SESSION_PART_BREAKPOINTS before it. */

LS_AVAILABLE_IN_1_0
guint              ls_session_get_n_breakpoints       (LsSession          *self);
LS_AVAILABLE_IN_1_0
const LsBreakRule *ls_session_get_breakpoint          (LsSession          *self,
                                                       guint               index);
LS_AVAILABLE_IN_1_0
GPtrArray         *ls_session_dup_breakpoints         (LsSession          *self);
LS_AVAILABLE_IN_1_0
gboolean           ls_session_insert_breakpoint       (LsSession          *self,
                                                       guint               index,
                                                       const LsBreakRule  *rule,
                                                       GError            **error);
LS_AVAILABLE_IN_1_0
gboolean           ls_session_replace_breakpoint      (LsSession          *self,
                                                       guint               index,
                                                       const LsBreakRule  *rule,
                                                       GError            **error);
LS_AVAILABLE_IN_1_0
gboolean           ls_session_remove_breakpoint       (LsSession          *self,
                                                       guint               index);
LS_AVAILABLE_IN_1_0
gboolean           ls_session_set_breakpoint_enabled  (LsSession          *self,
                                                       guint               index,
                                                       gboolean            enabled);
LS_AVAILABLE_IN_1_0
gboolean           ls_session_set_breakpoints         (LsSession          *self,
                                                       GPtrArray          *rules,
                                                       GError            **error);
LS_AVAILABLE_IN_1_0
int                ls_session_find_line_breakpoint    (LsSession          *self,
                                                       const char         *script,
                                                       guint               line);
LS_AVAILABLE_IN_1_0
guint              ls_session_move_breakpoints        (LsSession          *self,
                                                       const char         *script,
                                                       guint               first,
                                                       guint               n_removed,
                                                       guint               n_added);
LS_AVAILABLE_IN_1_0
LsProgramOptions  *ls_session_get_conditions          (LsSession          *self,
                                                       GArray            **indices);

LS_AVAILABLE_IN_1_0
char              *ls_break_rule_to_json              (const LsBreakRule  *self);
LS_AVAILABLE_IN_1_0
LsBreakRule       *ls_break_rule_new_from_json        (const char         *json,
                                                       GError            **error);

G_END_DECLS
