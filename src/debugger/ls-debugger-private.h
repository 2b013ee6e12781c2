/* ls-debugger-private.h: what the files of the debugger share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-debugger.h"

#include "ls-engine-thread.h"
#include "ls-undo-private.h"

G_BEGIN_DECLS

struct _LsDebugger
{
  GObject           parent_instance;

  LsPlayer         *player;
  LsSession        *session;
  GSignalGroup     *session_signals;
  LsUndo           *undo;          /* its data: (element-type LsDebuggerChange) */
  LsSession        *running;       /* what the thread runs */
  gboolean          is_real;       /* the run is one for real, which does not repeat */
  LsClockKind       clock;         /* of the run */
  LsBreakpoints    *breakpoints;
  LsEngineThread   *thread;
  gboolean          working;       /* as last announced */
  gboolean          syncing;       /* the session takes over @breakpoints, or they take over the session's */
  GFile            *file;          /* NULL if never saved */
  guint64           step_budget;   /* for sessions without budgets of their own; 0 for the default */
  guint64           time_budget;
  guint64           record_budget;
  guint64           kept_records;
  LsMarkFollower   *marks;
  GArray           *known;         /* (element-type LsKnownAction): of each action of the session */
  GPtrArray        *shown;         /* (element-type LsSession): of the threads of the recording that have been shown; or NULL */
  LsSession        *base;          /* (nullable): what the lesson has in the place of the run of a page */
  gboolean          has_program;   /* the page has a program of its own as well */
  gboolean          is_written;    /* its author is at work */
  guint             run_mark;      /* of the run that the session has, or 0; undo brings it back */
  LsDebuggerKeepFunc keep;         /* (nullable): says what the file is to have while the lesson is read */
  gpointer          keep_data;
  JsonNode         *learner;       /* (nullable): what the file says that the learner has made */
  gpointer          outcomes;      /* (unowned): the outcomes of the thread that were taken last */
};

void     ls_debugger_tell_undo      (LsDebugger  *self);
void     ls_debugger_tell_changed   (LsDebugger  *self);

/* ls-debugger-run.c */
void     ls_debugger_init_run       (LsDebugger  *self);
gboolean ls_debugger_restart        (LsDebugger  *self,
                                     GError     **error);
void     ls_debugger_apply_conditions (LsDebugger *self);

/* ls-debugger-breakpoints.c */
void     ls_debugger_init_breakpoints (LsDebugger *self);
gboolean ls_debugger_load_breakpoints (LsDebugger *self);
void     ls_debugger_follow_program (LsDebugger  *self,
                                     LsProgram   *before);

/* ls-debugger-recording.c */
void     ls_debugger_forget_threads (LsDebugger  *self,
                                     LsSession   *session);

/* ls-debugger-live.c */
void     ls_debugger_leave_live_run (LsDebugger *self);
char    *ls_debugger_describe_live_end (LsDebugger *self);

/* ls-debugger-changes.c */
LsUndoEntry *ls_debugger_remember   (LsDebugger     *self,
                                     const char     *label,
                                     LsSessionParts  parts);
void     ls_debugger_add_change     (LsDebugger     *self,
                                     LsUndoEntry    *before);
void     ls_debugger_note_action    (LsUndoEntry *before,
                                     guint32      action);
gboolean ls_debugger_add_and_restart (LsDebugger *self,
                                     LsUndoEntry *before,
                                     GError     **error);

/* ls-debugger-lesson.c */
gboolean ls_debugger_guess_program  (LsDebugger *self);
void     ls_debugger_note_learner   (LsDebugger *self,
                                     LsSession  *session);

/* ls-debugger-actions.c */
void     ls_debugger_init_actions   (LsDebugger  *self);
void     ls_debugger_forget_actions (LsDebugger  *self);
GArray  *ls_debugger_dup_actions    (LsDebugger  *self);
void     ls_debugger_swap_actions   (LsDebugger  *self,
                                     GArray     **known);
GArray  *ls_debugger_list_followed_turns (LsDebugger *self);
gboolean ls_debugger_insert_action  (LsDebugger  *self,
                                     const LsStamp *stamp,
                                     LsStep      *step,
                                     guint       *index,
                                     GError     **error);
void     ls_debugger_take_outcomes  (LsDebugger  *self);

G_END_DECLS
