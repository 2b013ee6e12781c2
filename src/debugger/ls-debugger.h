/* ls-debugger.h: the session that a window works on, its run and its undo
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "ls-action.h"
#include "ls-breakpoint.h"
#include "ls-lesson-edit-private.h"
#include "ls-mark-follower.h"
#include "ls-recording.h"
#include "ls-undo.h"
#include "ls-live-run.h"

G_BEGIN_DECLS

/**
 * LS_DEBUGGER_DEFAULT_KEPT_RECORDS:
 *
 * How many of the last records of a run are kept if neither the session nor the user sets it.
 */
#define LS_DEBUGGER_DEFAULT_KEPT_RECORDS 5000000

#define LS_TYPE_DEBUGGER (ls_debugger_get_type ())
G_DECLARE_FINAL_TYPE (LsDebugger, ls_debugger, LS, DEBUGGER, GObject)

/**
 * LsDebuggerKeepFunc:
 * @shown: the session as it is shown
 * @base: (nullable): what the lesson has in the place of the run of @shown, which is that of a page; %NULL if @user_data knows
 * @user_data: what ls_debugger_set_keep() was given
 *
 * Returns: (transfer full): what the session's file is to have: @shown, or a copy of it with the run of its lesson
 */
typedef LsSession *(*LsDebuggerKeepFunc) (LsSession *shown,
                                          LsSession *base,
                                          gpointer   user_data);

LsDebugger *ls_debugger_new             (void);
LsPlayer   *ls_debugger_get_player      (LsDebugger       *self);
LsSession  *ls_debugger_get_session     (LsDebugger       *self);
LsMarkFollower *ls_debugger_get_marks   (LsDebugger       *self);
gboolean    ls_debugger_open_empty      (LsDebugger       *self,
                                         GError          **error);
gboolean    ls_debugger_open_text       (LsDebugger       *self,
                                         const char       *name,
                                         const char       *text,
                                         GError          **error);
gboolean    ls_debugger_open_session    (LsDebugger       *self,
                                         LsSession        *session,
                                         GFile            *file,
                                         GError          **error);
void        ls_debugger_set_budgets     (LsDebugger       *self,
                                         guint64           steps,
                                         guint64           time,
                                         guint64           records,
                                         guint64           kept_records);
gboolean    ls_debugger_is_over         (LsDebugger       *self);
void        ls_debugger_get_budgets     (LsDebugger       *self,
                                         guint64          *steps,
                                         guint64          *time,
                                         guint64          *records,
                                         guint64          *kept_records);
gboolean    ls_debugger_run_again       (LsDebugger       *self,
                                         GError          **error);
gboolean    ls_debugger_run_for_real    (LsDebugger       *self,
                                         GError          **error);
gboolean    ls_debugger_is_real         (LsDebugger       *self);
LsClockKind ls_debugger_get_clock       (LsDebugger       *self);
void        ls_debugger_stop            (LsDebugger       *self);
gboolean    ls_debugger_get_working     (LsDebugger       *self);
gboolean    ls_debugger_is_javascript   (LsDebugger       *self);
gboolean    ls_debugger_is_empty        (LsDebugger       *self);
gboolean    ls_debugger_is_recorded     (LsDebugger       *self);
gboolean    ls_debugger_can_change      (LsDebugger       *self,
                                         GError          **error);
LsRecording *ls_debugger_get_recording  (LsDebugger       *self);
gboolean    ls_debugger_show_threads    (LsDebugger       *self,
                                         const guint      *threads,
                                         guint             n_threads,
                                         GError          **error);
LsBreakpoints *ls_debugger_get_breakpoints (LsDebugger    *self);
char       *ls_debugger_get_failure     (LsDebugger       *self,
                                         char            **script,
                                         guint            *line,
                                         guint            *column);
gboolean    ls_debugger_can_evaluate    (LsDebugger       *self);
void        ls_debugger_evaluate_async  (LsDebugger       *self,
                                         const char       *expression,
                                         GCancellable     *cancellable,
                                         GAsyncReadyCallback callback,
                                         gpointer          user_data);
char       *ls_debugger_evaluate_finish (LsDebugger       *self,
                                         GAsyncResult     *result,
                                         gboolean         *threw,
                                         GError          **error);
void        ls_debugger_check_async     (LsDebugger       *self,
                                         GPtrArray        *expectations,
                                         GCancellable     *cancellable,
                                         GAsyncReadyCallback callback,
                                         gpointer          user_data);
GPtrArray  *ls_debugger_check_finish    (LsDebugger       *self,
                                         GAsyncResult     *result,
                                         char            **problem,
                                         GError          **error);
void        ls_debugger_take_saved      (LsDebugger       *self,
                                         LsSession        *copy,
                                         LsSession        *shown);
GFile      *ls_debugger_get_file        (LsDebugger       *self);
gboolean    ls_debugger_get_modified    (LsDebugger       *self);
char       *ls_debugger_get_message     (LsDebugger       *self,
                                         char            **place);

gboolean    ls_debugger_act             (LsDebugger       *self,
                                         LsStep           *step,
                                         const char       *label,
                                         GError          **error);
gboolean    ls_debugger_change_action   (LsDebugger       *self,
                                         guint             index,
                                         const LsStamp    *stamp,
                                         LsStep           *step,
                                         const char       *label,
                                         GError          **error);
gboolean    ls_debugger_switch_action   (LsDebugger       *self,
                                         guint             index,
                                         gboolean          enabled,
                                         const char       *label,
                                         GError          **error);
gboolean    ls_debugger_remove_action   (LsDebugger       *self,
                                         guint             index,
                                         const char       *label,
                                         GError          **error);
void        ls_debugger_get_action_outcome (LsDebugger    *self,
                                         guint             index,
                                         LsActionOutcome  *outcome);
void        ls_debugger_go_to_action    (LsDebugger       *self,
                                         guint             index);
void        ls_debugger_begin_edit      (LsDebugger       *self,
                                         const char       *label);
gboolean    ls_debugger_add_breakpoint  (LsDebugger       *self,
                                         const LsBreakRule *rule,
                                         const char       *label,
                                         GError          **error);
void        ls_debugger_begin_change    (LsDebugger       *self,
                                         LsSessionParts    parts,
                                         const char       *label);
gboolean    ls_debugger_replace_breakpoint (LsDebugger    *self,
                                         guint             index,
                                         const LsBreakRule *rule,
                                         const char       *label,
                                         GError          **error);
gboolean    ls_debugger_take_run        (LsDebugger       *self,
                                         LsSession        *wanted,
                                         const char       *label,
                                         GError          **error);
gboolean    ls_debugger_take_page_run   (LsDebugger       *self,
                                         LsSession        *wanted,
                                         gboolean          has_program,
                                         const char       *label,
                                         GError          **error);
void        ls_debugger_keep_run        (LsDebugger       *self,
                                         LsSession        *base,
                                         gboolean          has_program);
gboolean    ls_debugger_keeps_run       (LsDebugger       *self,
                                         gboolean         *has_program);
LsSession  *ls_debugger_dup_kept        (LsDebugger       *self);
LsSession  *ls_debugger_dup_kept_with   (LsDebugger       *self,
                                         LsSession        *shown);
gboolean    ls_debugger_has_learners_work (LsDebugger     *self);
void        ls_debugger_set_keep        (LsDebugger       *self,
                                         LsDebuggerKeepFunc keep,
                                         gpointer          user_data);
guint       ls_debugger_get_undo_depth  (LsDebugger       *self);
void        ls_debugger_set_run_mark    (LsDebugger       *self,
                                         guint             mark);
guint       ls_debugger_get_run_mark    (LsDebugger       *self);
gboolean    ls_debugger_let_agent_go    (LsDebugger       *self,
                                         guint32           agent,
                                         const char       *label,
                                         GError          **error);
gboolean    ls_debugger_take_schedule   (LsDebugger       *self,
                                         const guint32    *agents,
                                         gsize             length,
                                         const char       *label,
                                         GError          **error);
gboolean    ls_debugger_change_settings (LsDebugger       *self,
                                         const LsSettings *settings,
                                         const char       *label,
                                         GError          **error);
gboolean    ls_debugger_edit_lesson     (LsDebugger       *self,
                                         const LsLessonEdit *edit,
                                         const char       *label,
                                         gboolean          continues,
                                         GError          **error);
gboolean    ls_debugger_set_marks       (LsDebugger       *self,
                                         guint32           step,
                                         const char       *bookmark,
                                         const char       *note,
                                         const char       *label);
LsLiveRun  *ls_debugger_get_live_run    (LsDebugger       *self);
gboolean    ls_debugger_is_live         (LsDebugger       *self);
void        ls_debugger_finish_leaving  (void);
const char *ls_debugger_get_undo_label  (LsDebugger       *self);
const char *ls_debugger_get_redo_label  (LsDebugger       *self);
gboolean    ls_debugger_undo            (LsDebugger       *self);
gboolean    ls_debugger_redo            (LsDebugger       *self);

G_END_DECLS
