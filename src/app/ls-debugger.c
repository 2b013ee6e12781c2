/* ls-debugger.c: the session that a window works on, its run and its undo
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-debugger.h"

#include <glib/gi18n.h>

#include "ls-engine-thread.h"
#include "ls-session-evaluate.h"
#include "ls-session-history.h"

/**
 * LsDebugger:
 *
 * A session and everything that happens to it in a window: it is read, run ahead on a thread of its own, changed by
 * actions at the player's position, and saved. "changed" tells of another title, file, or state of undo; "session-changed"
 * of another session or program; "restarting" and "restarted" of a run from the start, before and after; "stopped" of
 * the end of a run.
 *
 * Undo goes over actions, which an #LsSessionHistory keeps, and over settings, which are kept here.
 */
struct _LsDebugger
{
  GObject           parent_instance;

  LsPlayer         *player;
  LsSession        *session;
  LsSessionHistory *history;
  LsSession        *running;       /* what the thread runs */
  LsBreakpoints    *breakpoints;
  LsEngineThread   *thread;
  GFile            *file;          /* NULL if never saved */
  GPtrArray        *undo;          /* (element-type Change), the last is next */
  GPtrArray        *redo;
};

typedef struct
{
  char       *label;
  LsSettings *settings;     /* those to go back to, NULL if it was an action */
  guint32     action;       /* index of the action */
} Change;

enum
{
  CHANGED,
  SESSION_CHANGED,
  RESTARTING,
  RESTARTED,
  STOPPED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (LsDebugger, ls_debugger, G_TYPE_OBJECT)

static void
change_free (gpointer data)
{
  Change *change = data;

  g_clear_pointer (&change->settings, ls_settings_free);
  g_free (change->label);
  g_free (change);
}

static Change *
last_change (GPtrArray *changes)
{
  return changes->len > 0 ? g_ptr_array_index (changes, changes->len - 1) : NULL;
}

static gboolean
more_cb (guint32  step,
         gpointer user_data)
{
  LsDebugger *self = user_data;

  ls_engine_thread_ensure (self->thread, step);
  return ls_engine_thread_get_running (self->thread);
}

static void
on_progress (LsDebugger *self)
{
  g_signal_emit_by_name (self->player, "wake");
}

static void
on_finished (LsDebugger *self)
{
  g_signal_emit_by_name (self->player, "wake");
  g_signal_emit (self, signals[STOPPED], 0);
}

/* What is wrong with a condition is known when the run begins. */
static void
on_breakpoints_refused (LsDebugger *self)
{
  for (guint i = 0; i < ls_breakpoints_get_n (self->breakpoints); i++)
    {
      int index = ls_breakpoints_get (self->breakpoints, i)->index;

      ls_breakpoints_set_error (self->breakpoints, i,
                                index >= 0 ? ls_engine_thread_get_breakpoint_error (self->thread, index) : NULL);
    }
}

/* The conditions that the run is to look at, and by which numbers it will tell of them. */
static GArray *
list_conditions (LsDebugger *self)
{
  GArray *conditions = g_array_new (FALSE, FALSE, sizeof (LsBreakpoint));

  for (guint i = 0; i < ls_breakpoints_get_n (self->breakpoints); i++)
    {
      const LsBreakpointState *breakpoint = ls_breakpoints_get (self->breakpoints, i);
      gboolean is_known = breakpoint->enabled && breakpoint->condition != NULL && breakpoint->run_line > 0;

      ls_breakpoints_set_index (self->breakpoints, i, is_known ? (int) conditions->len : -1);
      if (is_known)
        {
          LsBreakpoint condition = { .script = breakpoint->script, .line = breakpoint->run_line,
                                     .condition = breakpoint->condition };

          g_array_append_val (conditions, condition);
        }
    }

  return conditions;
}

/* Runs the session from its start. The thread gets a copy: the window's may change at any time. */
static gboolean
restart (LsDebugger  *self,
         GError     **error)
{
  g_autoptr (LsSession) copy = ls_session_copy (self->session);
  g_autoptr (GArray) conditions = NULL;
  LsProgramOptions program_options = { 0 };
  LsRunnerOptions options = LS_RUNNER_OPTIONS_INIT;

  ls_engine_thread_stop (self->thread);
  g_signal_emit (self, signals[RESTARTING], 0);
  conditions = list_conditions (self);
  program_options.breakpoints = (LsBreakpoint *) conditions->data;
  program_options.n_breakpoints = conditions->len;
  options.program_options = &program_options;
  if (!ls_engine_thread_start (self->thread, copy, &options, error))
    return FALSE;
  g_set_object (&self->running, copy);
  ls_player_set_trace (self->player, ls_engine_thread_get_trace (self->thread), more_cb, self);
  g_signal_emit (self, signals[RESTARTED], 0);
  return TRUE;
}

/* The run that knows the new conditions is shown at the moment at which the old one was. */
static void
on_conditions_changed (LsDebugger *self)
{
  LsMoment moment;

  if (self->session == NULL || !ls_debugger_is_javascript (self))
    return;
  ls_player_get_moment (self->player, &moment);
  if (restart (self, NULL))
    ls_player_seek_moment (self->player, &moment);
}

static void
on_session_notify (LsDebugger *self)
{
  g_signal_emit (self, signals[CHANGED], 0);
}

static gboolean
take_session (LsDebugger  *self,
              LsSession   *session,
              GFile       *file,
              GError     **error)
{
  g_autoptr (LsSession) owned = session;

  if (self->session != NULL)
    g_signal_handlers_disconnect_by_data (self->session, self);
  g_set_object (&self->session, session);
  g_set_object (&self->file, file);
  g_clear_object (&self->history);
  self->history = ls_session_history_new (session);
  g_ptr_array_set_size (self->undo, 0);
  g_ptr_array_set_size (self->redo, 0);
  g_signal_connect_swapped (session, "notify", G_CALLBACK (on_session_notify), self);
  ls_player_select (self->player, LS_SELECTION_NONE, 0);
  ls_breakpoints_clear (self->breakpoints);

  if (!restart (self, error))
    return FALSE;
  g_signal_emit (self, signals[SESSION_CHANGED], 0);
  g_signal_emit (self, signals[CHANGED], 0);
  return TRUE;
}

static void
ls_debugger_dispose (GObject *object)
{
  LsDebugger *self = LS_DEBUGGER (object);

  if (self->session != NULL)
    g_signal_handlers_disconnect_by_data (self->session, self);
  if (self->breakpoints != NULL)
    g_signal_handlers_disconnect_by_data (self->breakpoints, self);
  if (self->thread != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->thread, self);
      ls_engine_thread_stop (self->thread);
    }
  if (self->player != NULL)
    {
      ls_player_set_breakpoints (self->player, NULL);
      ls_player_set_trace (self->player, NULL, NULL, NULL);
    }
  g_clear_object (&self->thread);
  g_clear_object (&self->history);
  g_clear_object (&self->session);
  g_clear_object (&self->running);
  g_clear_object (&self->breakpoints);
  g_clear_object (&self->player);
  g_clear_object (&self->file);

  G_OBJECT_CLASS (ls_debugger_parent_class)->dispose (object);
}

static void
ls_debugger_finalize (GObject *object)
{
  LsDebugger *self = LS_DEBUGGER (object);

  g_clear_pointer (&self->undo, g_ptr_array_unref);
  g_clear_pointer (&self->redo, g_ptr_array_unref);

  G_OBJECT_CLASS (ls_debugger_parent_class)->finalize (object);
}

static void
ls_debugger_class_init (LsDebuggerClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = ls_debugger_dispose;
  object_class->finalize = ls_debugger_finalize;

  signals[CHANGED] = g_signal_new ("changed", LS_TYPE_DEBUGGER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                   0);
  signals[SESSION_CHANGED] = g_signal_new ("session-changed", LS_TYPE_DEBUGGER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                           G_TYPE_NONE, 0);
  signals[RESTARTING] = g_signal_new ("restarting", LS_TYPE_DEBUGGER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                      G_TYPE_NONE, 0);
  signals[RESTARTED] = g_signal_new ("restarted", LS_TYPE_DEBUGGER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                     0);
  signals[STOPPED] = g_signal_new ("stopped", LS_TYPE_DEBUGGER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                   0);
}

static void
ls_debugger_init (LsDebugger *self)
{
  self->player = ls_player_new ();
  self->breakpoints = ls_breakpoints_new ();
  ls_player_set_breakpoints (self->player, self->breakpoints);
  g_signal_connect_swapped (self->breakpoints, "conditions-changed", G_CALLBACK (on_conditions_changed), self);
  self->thread = ls_engine_thread_new ();
  self->undo = g_ptr_array_new_with_free_func (change_free);
  self->redo = g_ptr_array_new_with_free_func (change_free);
  g_signal_connect_swapped (self->thread, "progress", G_CALLBACK (on_progress), self);
  g_signal_connect_swapped (self->thread, "breakpoints-refused", G_CALLBACK (on_breakpoints_refused), self);
  g_signal_connect_swapped (self->thread, "finished", G_CALLBACK (on_finished), self);
}

LsDebugger *
ls_debugger_new (void)
{
  return g_object_new (LS_TYPE_DEBUGGER, NULL);
}

/**
 * ls_debugger_get_player:
 * @self: a debugger
 *
 * Returns: (transfer none): the position at which the session's run is shown
 */
LsPlayer *
ls_debugger_get_player (LsDebugger *self)
{
  return self->player;
}

/**
 * ls_debugger_get_session:
 * @self: a debugger
 *
 * Returns: (transfer none) (nullable): the session, %NULL before the first one was opened
 */
LsSession *
ls_debugger_get_session (LsDebugger *self)
{
  return self->session;
}

/**
 * ls_debugger_open:
 * @self: a debugger
 * @file: a session file
 * @error: return location for an error
 *
 * Reads @file and starts its run.
 *
 * Returns: %FALSE with @error set if that did not work; the session that was open before is then still open
 */
gboolean
ls_debugger_open (LsDebugger  *self,
                  GFile       *file,
                  GError     **error)
{
  g_autoptr (LsSession) session = ls_session_new_from_file (file, NULL, error);

  return session != NULL && take_session (self, g_steal_pointer (&session), file, error);
}

/**
 * ls_debugger_open_example:
 * @self: a debugger
 * @file: a session file
 * @error: return location for an error
 *
 * Reads @file as ls_debugger_open() does, but as a template: saving asks for another file.
 *
 * Returns: %FALSE with @error set if that did not work
 */
gboolean
ls_debugger_open_example (LsDebugger  *self,
                          GFile       *file,
                          GError     **error)
{
  g_autoptr (LsSession) session = ls_session_new_from_file (file, NULL, error);

  return session != NULL && take_session (self, g_steal_pointer (&session), NULL, error);
}

/**
 * ls_debugger_open_empty:
 * @self: a debugger
 * @error: return location for an error
 *
 * Starts with a session that has an empty program.
 *
 * Returns: %FALSE with @error set if that did not work
 */
gboolean
ls_debugger_open_empty (LsDebugger  *self,
                        GError     **error)
{
  LsSession *session = ls_session_new ();

  ls_session_set_title (session, _("New Session"));
  ls_session_set_modified (session, FALSE);
  return take_session (self, session, NULL, error);
}

/**
 * ls_debugger_open_text:
 * @self: a debugger
 * @name: name of the script
 * @text: a program in JavaScript
 * @error: return location for an error
 *
 * Starts with a session that has a program and no file.
 *
 * Returns: %FALSE with @error set if that did not work
 */
gboolean
ls_debugger_open_text (LsDebugger  *self,
                       const char  *name,
                       const char  *text,
                       GError     **error)
{
  g_autoptr (LsSession) session = ls_session_new_for_text (name, text, error);

  if (session == NULL)
    return FALSE;
  ls_session_set_modified (session, FALSE);
  return take_session (self, g_steal_pointer (&session), NULL, error);
}

/**
 * ls_debugger_run_again:
 * @self: a debugger
 * @error: return location for an error
 *
 * Runs the session as it is now from its start, to the first breakpoint, or else to the end of the first step.
 *
 * Returns: %FALSE with @error set if that did not work
 */
gboolean
ls_debugger_run_again (LsDebugger  *self,
                       GError     **error)
{
  g_return_val_if_fail (self->session != NULL, FALSE);

  ls_player_select (self->player, LS_SELECTION_NONE, 0);
  if (!restart (self, error))
    return FALSE;
  g_signal_emit (self, signals[SESSION_CHANGED], 0);
  if (ls_breakpoints_is_active (self->breakpoints))
    ls_player_step_by (self->player, LS_STEPPING_BREAKPOINT, FALSE);
  else
    ls_player_step (self->player);
  return TRUE;
}

/**
 * ls_debugger_is_javascript:
 * @self: a debugger
 *
 * Returns: whether the session's program is JavaScript
 */
gboolean
ls_debugger_is_javascript (LsDebugger *self)
{
  return self->session != NULL &&
         ls_program_get_kind (ls_session_get_program (self->session)) == LS_PROGRAM_JAVASCRIPT;
}

/**
 * ls_debugger_get_breakpoints:
 * @self: a debugger
 *
 * Returns: (transfer none): the breakpoints of the session's scripts
 */
LsBreakpoints *
ls_debugger_get_breakpoints (LsDebugger *self)
{
  return self->breakpoints;
}

/**
 * ls_debugger_get_failure:
 * @self: a debugger
 * @script: (out) (transfer full) (nullable): the script, %NULL if the place is not known
 * @line: (out): the line in the text that runs, from 1
 * @column: (out): the column, from 1
 *
 * Returns: (transfer full) (nullable): why the program could not be run or was stopped, and where
 */
char *
ls_debugger_get_failure (LsDebugger  *self,
                         char       **script,
                         guint       *line,
                         guint       *column)
{
  LsRunnerState state = ls_engine_thread_get_state (self->thread);
  const char *message = ls_engine_thread_get_message (self->thread);
  g_autoptr (LsScript) found = NULL;

  *script = NULL;
  *line = *column = 0;
  if (message == NULL || (state != LS_RUNNER_FAILED && state != LS_RUNNER_BUDGET_EXCEEDED))
    return NULL;
  if (ls_engine_thread_get_place (self->thread, &found, line, column))
    *script = g_strdup (ls_script_get_name (found));
  return g_strdup (message);
}

/**
 * ls_debugger_can_evaluate:
 * @self: a debugger
 *
 * Returns: whether the position is at a statement, so that expressions have a meaning there
 */
gboolean
ls_debugger_can_evaluate (LsDebugger *self)
{
  LsState *state = ls_player_get_state (self->player);
  guint32 text = ls_state_get_statement_text (state);
  LsPlace place;

  return self->running != NULL && ls_debugger_is_javascript (self) && text != 0 &&
         ls_place_parse (&place, ls_trace_get_text (ls_state_get_trace (state), text));
}

static void
evaluated_cb (GObject      *object,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;
  gboolean threw = FALSE;
  char *text = ls_session_evaluate_finish (LS_SESSION (object), result, &threw, &error);

  if (text == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  g_task_set_task_data (task, GINT_TO_POINTER (threw), NULL);
  g_task_return_pointer (task, text, g_free);
}

/**
 * ls_debugger_evaluate_async:
 * @self: a debugger
 * @expression: an expression
 * @cancellable: (nullable): ends it
 * @callback: called when it is done
 * @user_data: goes to @callback
 *
 * Finds out what @expression is at the statement at which the position is.
 */
void
ls_debugger_evaluate_async (LsDebugger          *self,
                            const char          *expression,
                            GCancellable        *cancellable,
                            GAsyncReadyCallback  callback,
                            gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  LsState *state = ls_player_get_state (self->player);
  g_autofree char *script = NULL;
  LsStamp stamp;
  LsPlace place;

  if (!ls_debugger_can_evaluate (self))
    {
      g_task_return_new_error (task, LS_SESSION_ERROR, LS_SESSION_ERROR_RUN, "%s",
                               _("No statement runs at this position. Step to one first."));
      return;
    }
  ls_place_parse (&place, ls_trace_get_text (ls_state_get_trace (state), ls_state_get_statement_text (state)));
  script = ls_place_dup_script (&place);
  ls_stamp_init_from_state (&stamp, state);
  ls_session_evaluate_async (self->running, NULL, &stamp, script, place.line, place.column, expression, cancellable,
                             evaluated_cb, g_steal_pointer (&task));
}

/**
 * ls_debugger_evaluate_finish:
 * @self: a debugger
 * @result: the result
 * @threw: (out): whether the expression threw: then the text is what it threw
 * @error: return location for an error
 *
 * Returns: (transfer full): what the expression is, %NULL with @error set if that could not be found out
 */
char *
ls_debugger_evaluate_finish (LsDebugger    *self,
                             GAsyncResult  *result,
                             gboolean      *threw,
                             GError       **error)
{
  *threw = GPOINTER_TO_INT (g_task_get_task_data (G_TASK (result)));
  return g_task_propagate_pointer (G_TASK (result), error);
}

/**
 * ls_debugger_save:
 * @self: a debugger
 * @file: where to
 * @error: return location for an error
 *
 * Saves the session, which is @file's from then on.
 *
 * Returns: %FALSE with @error set if that did not work; the file is then as it was
 */
gboolean
ls_debugger_save (LsDebugger  *self,
                  GFile       *file,
                  GError     **error)
{
  g_return_val_if_fail (self->session != NULL, FALSE);

  if (!ls_session_save (self->session, file, error))
    return FALSE;
  g_set_object (&self->file, file);
  ls_session_set_modified (self->session, FALSE);
  g_signal_emit (self, signals[CHANGED], 0);
  return TRUE;
}

/**
 * ls_debugger_get_file:
 * @self: a debugger
 *
 * Returns: (transfer none) (nullable): the session's file
 */
GFile *
ls_debugger_get_file (LsDebugger *self)
{
  return self->file;
}

gboolean
ls_debugger_get_modified (LsDebugger *self)
{
  return self->session != NULL && ls_session_get_modified (self->session);
}

/**
 * ls_debugger_get_message:
 * @self: a debugger
 *
 * Returns: (transfer full) (nullable): why the run ended, and what was not done in it, if there is more to say than that
 *   nothing was left to run
 */
char *
ls_debugger_get_message (LsDebugger *self)
{
  GPtrArray *unapplied = ls_engine_thread_get_unapplied_actions (self->thread);
  guint n_unapplied = unapplied != NULL ? unapplied->len : 0;

  if (ls_engine_thread_get_state (self->thread) == LS_RUNNER_BUDGET_EXCEEDED)
    return g_strdup (ls_engine_thread_get_message (self->thread));
  if (n_unapplied > 0)
    return g_strdup_printf (ngettext ("%u action was made at a moment that this run does not come to",
                                      "%u actions were made at moments that this run does not come to", n_unapplied),
                            n_unapplied);
  return NULL;
}

static void
push_change (LsDebugger *self,
             const char *label,
             LsSettings *settings,
             guint32     action)
{
  Change *change = g_new0 (Change, 1);

  change->label = g_strdup (label);
  change->settings = settings;
  change->action = action;
  g_ptr_array_add (self->undo, change);
  g_ptr_array_set_size (self->redo, 0);
}

static void
finish_change (LsDebugger *self)
{
  g_signal_emit (self, signals[SESSION_CHANGED], 0);
  g_signal_emit (self, signals[CHANGED], 0);
}

/**
 * ls_debugger_act:
 * @self: a debugger
 * @step: what to do
 * @label: what undo is to call it
 * @error: return location for an error
 *
 * Does @step at the player's position, as an action of the session. What was done later in the old future is dropped;
 * undo brings it back. The player moves to the end of the action.
 *
 * Returns: %FALSE with @error set if @step is not possible; nothing has changed then
 */
gboolean
ls_debugger_act (LsDebugger  *self,
                 LsStep      *step,
                 const char  *label,
                 GError     **error)
{
  LsState *state = ls_player_get_state (self->player);
  LsStamp stamp;
  g_autoptr (LsSession) trial = NULL;
  guint32 action;

  g_return_val_if_fail (self->session != NULL, FALSE);

  ls_stamp_init_from_state (&stamp, state);

  /* On a copy first, because the history remembers before it is known whether there is something to remember. */
  trial = ls_session_copy (self->session);
  if (!ls_session_insert_action_at (trial, &stamp, step, NULL, error))
    return FALSE;

  ls_player_set_running (self->player, FALSE);
  ls_session_history_push (self->history, label);
  if (!ls_session_insert_action_at (self->session, &stamp, step, NULL, error))
    return FALSE;
  action = ls_session_get_n_actions (self->session) - 1;
  push_change (self, label, NULL, action);
  if (!restart (self, error))
    return FALSE;
  ls_player_seek_when_reached (self->player, LS_RECORD_ACTION_FINISHED, action);
  finish_change (self);
  return TRUE;
}

static gboolean
apply_settings (LsDebugger        *self,
                const LsSettings  *settings,
                GError           **error)
{
  guint32 step = ls_player_get_step (self->player);

  ls_session_set_settings (self->session, settings);
  if (!restart (self, error))
    return FALSE;
  ls_player_step_to (self->player, step);
  return TRUE;
}

/**
 * ls_debugger_change_settings:
 * @self: a debugger
 * @settings: the new settings
 * @label: what undo is to call it
 * @error: return location for an error
 *
 * Runs the session with other settings; the player stays at its step.
 *
 * Returns: %FALSE with @error set if the session does not run with them
 */
gboolean
ls_debugger_change_settings (LsDebugger        *self,
                             const LsSettings  *settings,
                             const char        *label,
                             GError           **error)
{
  g_return_val_if_fail (self->session != NULL, FALSE);

  push_change (self, label, ls_settings_copy (ls_session_get_settings (self->session)), 0);
  if (!apply_settings (self, settings, error))
    return FALSE;
  finish_change (self);
  return TRUE;
}

/**
 * ls_debugger_get_undo_label:
 * @self: a debugger
 *
 * Returns: (nullable): what undo would undo, %NULL for nothing
 */
const char *
ls_debugger_get_undo_label (LsDebugger *self)
{
  Change *change = last_change (self->undo);

  return change != NULL ? change->label : NULL;
}

/**
 * ls_debugger_get_redo_label:
 * @self: a debugger
 *
 * Returns: (nullable): what redo would do again, %NULL for nothing
 */
const char *
ls_debugger_get_redo_label (LsDebugger *self)
{
  Change *change = last_change (self->redo);

  return change != NULL ? change->label : NULL;
}

/* Where in the trace an action begins: the same place in any run that has the same actions before it. */
static gsize
find_action (LsDebugger *self,
             guint32     action)
{
  LsTrace *trace = ls_player_get_trace (self->player);
  gsize length = ls_trace_get_length (trace);
  gsize position = 0;

  while (position < length)
    {
      gsize n_records = 0;
      const LsRecord *records = ls_trace_peek_records (trace, position, &n_records);

      if (n_records == 0)
        break;
      for (gsize i = 0; i < n_records; i++)
        if (records[i].kind == LS_RECORD_ACTION && records[i].subject == action)
          return position + i;
      position += n_records;
    }

  return G_MAXSIZE;
}

static void
move_change (GPtrArray *from,
             GPtrArray *to)
{
  g_ptr_array_add (to, g_ptr_array_steal_index (from, from->len - 1));
}

static void
swap_settings (LsDebugger *self,
               Change     *change)
{
  g_autoptr (LsSettings) settings = g_steal_pointer (&change->settings);

  change->settings = ls_settings_copy (ls_session_get_settings (self->session));
  apply_settings (self, settings, NULL);
}

/**
 * ls_debugger_undo:
 * @self: a debugger
 *
 * Takes the last change back, and with it brings back the future that it replaced. The player goes to where it was made.
 *
 * Returns: %FALSE if there is nothing to undo
 */
gboolean
ls_debugger_undo (LsDebugger *self)
{
  Change *change = last_change (self->undo);

  if (change == NULL)
    return FALSE;
  ls_player_set_running (self->player, FALSE);

  if (change->settings != NULL)
    {
      swap_settings (self, change);
    }
  else
    {
      gsize position = find_action (self, change->action);
      gsize before = ls_player_get_position (self->player);

      if (!ls_session_history_undo (self->history) || !restart (self, NULL))
        return FALSE;
      ls_player_seek_when_long (self->player, MIN (before, position));
    }

  move_change (self->undo, self->redo);
  finish_change (self);
  return TRUE;
}

/**
 * ls_debugger_redo:
 * @self: a debugger
 *
 * Does again what was undone last.
 *
 * Returns: %FALSE if there is nothing to redo
 */
gboolean
ls_debugger_redo (LsDebugger *self)
{
  Change *change = last_change (self->redo);

  if (change == NULL)
    return FALSE;
  ls_player_set_running (self->player, FALSE);

  if (change->settings != NULL)
    {
      swap_settings (self, change);
    }
  else
    {
      if (!ls_session_history_redo (self->history) || !restart (self, NULL))
        return FALSE;
      ls_player_seek_when_reached (self->player, LS_RECORD_ACTION_FINISHED, change->action);
    }

  move_change (self->redo, self->undo);
  finish_change (self);
  return TRUE;
}
