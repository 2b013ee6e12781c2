/* ls-debugger-run.c: the run of the session, on a thread of its own
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-debugger-private.h"

#include <glib/gi18n.h>

#include "ls-place.h"
#include "ls-session-recording.h"

#define MAX_RECORDS_BACK 100000
/* How many records most steps have at most. */
#define RECORDS_OF_STEP 20

/* Emits "working-changed" if there is something to stop and was not, or the other way round. */
static void
update_working (LsDebugger *self)
{
  gboolean working = ls_engine_thread_get_working (self->thread);

  if (working == self->working)
    return;
  self->working = working;
  g_signal_emit_by_name (self, "working-changed");
}

static gboolean
more_cb (guint32  step,
         gpointer user_data)
{
  LsDebugger *self = user_data;

  ls_engine_thread_ensure (self->thread, step);
  update_working (self);
  return ls_engine_thread_get_running (self->thread);
}

/* The follower of marks may have waited for more of the run. */
static void
emit_stopped (LsDebugger *self)
{
  ls_mark_follower_wake (self->marks);
  g_signal_emit_by_name (self, "stopped");
}

static void
on_progress (LsDebugger *self)
{
  update_working (self);
  ls_debugger_take_outcomes (self);
  ls_player_wake (self->player);
  /* A program that could not be interrupted has added to the trace, which says better where it was stopped. */
  if (!ls_engine_thread_get_running (self->thread) &&
      ls_engine_thread_get_state (self->thread) == LS_RUNNER_CANCELLED)
    {
      if (ls_player_get_position (self->player) >= ls_player_get_length (self->player))
        ls_player_to_end (self->player);
      emit_stopped (self);
    }
}

static void
on_finished (LsDebugger *self)
{
  update_working (self);
  ls_debugger_take_outcomes (self);
  ls_player_wake (self->player);
  emit_stopped (self);
}

/* Sets what is wrong with conditions, which the run tells at its beginning. */
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

/* Lists the conditions for the run, and numbers the breakpoints as its records will. */
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

/* Sets the user's budgets in a session that has none of its own. What was recorded is there already, and is shown as a whole. */
static void
apply_budgets (LsDebugger *self,
               LsSession  *session)
{
  g_autoptr (LsSettings) settings = NULL;
  guint64 default_steps = ls_debugger_is_javascript (self) ? LS_SETTINGS_DEFAULT_JAVASCRIPT_STEP_BUDGET
                                                           : LS_SETTINGS_DEFAULT_STEP_BUDGET;

  if (ls_session_is_recorded (session))
    return;
  settings = ls_settings_copy (ls_session_get_settings (session));
  if (self->step_budget > 0 && settings->step_budget == default_steps)
    settings->step_budget = self->step_budget;
  if (self->time_budget > 0 && settings->time_budget == LS_SETTINGS_DEFAULT_TIME_BUDGET)
    settings->time_budget = self->time_budget;
  if (self->record_budget > 0 && settings->record_budget == LS_SETTINGS_DEFAULT_RECORD_BUDGET)
    settings->record_budget = self->record_budget;
  if (settings->kept_records == 0)
    settings->kept_records = self->kept_records > 0 ? MAX (self->kept_records, LS_SETTINGS_LEAST_KEPT_RECORDS)
                                                    : LS_DEBUGGER_DEFAULT_KEPT_RECORDS;
  ls_session_set_settings (session, settings);
}

/* Runs for real have the monotonic clock, and other runs of several agents the virtual one. */
static LsClockKind
choose_clock (LsSession *session,
              gboolean   is_real)
{
  if (is_real)
    return LS_CLOCK_MONOTONIC;
  return ls_session_has_agents (session) ? LS_CLOCK_VIRTUAL : ls_session_get_settings (session)->clock;
}

/* How many steps to run before they are shown. The records of steps ahead must not push out those of the step that is shown; a
 * recording can go to its end, since all records of it are kept. */
static guint32
choose_ahead (LsSession *session)
{
  const guint64 kept_records = ls_session_get_settings (session)->kept_records;

  if (ls_session_is_recorded (session))
    return G_MAXUINT32;
  return MIN (kept_records / RECORDS_OF_STEP, LS_ENGINE_THREAD_DEFAULT_AHEAD);
}

static gboolean
start (LsDebugger  *self,
       gboolean     is_real,
       GError     **error)
{
  g_autoptr (LsSession) copy = ls_session_copy (self->session);
  LsTrace *before = ls_player_get_trace (self->player);
  g_autoptr (GArray) conditions = NULL;
  g_autoptr (GArray) followed = ls_debugger_list_followed_turns (self);
  const guint *threads;
  guint n_threads;
  LsProgramOptions program_options = { 0 };
  LsRunnerOptions options = LS_RUNNER_OPTIONS_INIT;

  if (before != NULL)
    ls_mark_follower_leave (self->marks, before);
  ls_engine_thread_stop (self->thread);
  apply_budgets (self, copy);
  ls_engine_thread_set_ahead (self->thread, choose_ahead (copy));
  g_signal_emit_by_name (self, "restarting");
  conditions = list_conditions (self);
  program_options.breakpoints = (LsBreakpoint *) conditions->data;
  program_options.n_breakpoints = conditions->len;
  options.program_options = &program_options;
  options.is_real = is_real;
  if (!is_real && followed->len > 0)
    options.followed_turns = followed;
  self->outcomes = NULL;
  if (!ls_engine_thread_start (self->thread, copy, &options, error))
    return FALSE;
  g_set_object (&self->running, copy);
  self->is_real = is_real;
  ls_mark_follower_set_active (self->marks, !is_real);
  self->clock = choose_clock (copy, is_real);
  threads = ls_session_get_recording_threads (copy, &n_threads);
  ls_player_set_recording (self->player, ls_session_get_recording (copy), threads, n_threads);
  ls_player_set_trace (self->player, ls_engine_thread_get_trace (self->thread), more_cb, self);
  g_signal_emit_by_name (self, "restarted");
  update_working (self);
  return TRUE;
}

/* Runs a copy of the session from its start, since the window may change the session at any time. */
gboolean
ls_debugger_restart (LsDebugger  *self,
                     GError     **error)
{
  return start (self, FALSE, error);
}

/* Runs the session again and shows the moment that was shown. */
static void
run_again_here (LsDebugger *self)
{
  LsMoment moment;

  ls_player_get_moment (self->player, &moment);
  if (ls_debugger_restart (self, NULL))
    ls_player_seek_moment (self->player, &moment);
}

/* Makes a run that knows the conditions of the breakpoints as they are now. */
void
ls_debugger_apply_conditions (LsDebugger *self)
{
  if (self->session != NULL && ls_debugger_is_javascript (self))
    run_again_here (self);
}

/**
 * ls_debugger_set_budgets:
 * @self: a debugger
 * @steps: how many steps and statements, 0 for the default
 * @time: how far the loop's time may go, in µs, likewise
 * @records: how many records, likewise
 * @kept_records: how many of the last of them are kept at least, 0 for %LS_DEBUGGER_DEFAULT_KEPT_RECORDS
 *
 * Sets budgets for sessions that have none of their own. Runs the session again if they change, unless it was recorded.
 */
void
ls_debugger_set_budgets (LsDebugger *self,
                         guint64     steps,
                         guint64     time,
                         guint64     records,
                         guint64     kept_records)
{
  if (self->step_budget == steps && self->time_budget == time && self->record_budget == records &&
      self->kept_records == kept_records)
    return;
  self->step_budget = steps;
  self->time_budget = time;
  self->record_budget = records;
  self->kept_records = kept_records;
  if (self->session != NULL && !ls_debugger_is_recorded (self))
    run_again_here (self);
}

/**
 * ls_debugger_get_budgets:
 * @self: a debugger
 * @steps: (out): how many steps and statements the run may take, 0 if nothing has run
 * @time: (out): how far its time may go, in µs, likewise
 * @records: (out): how many records it may make, likewise
 * @kept_records: (out): how many of the last of them are kept, likewise
 *
 * Gets the budgets of the run, so that another run can have the same.
 */
void
ls_debugger_get_budgets (LsDebugger *self,
                         guint64    *steps,
                         guint64    *time,
                         guint64    *records,
                         guint64    *kept_records)
{
  const LsSettings *settings = self->running != NULL ? ls_session_get_settings (self->running) : NULL;

  *steps = settings != NULL ? settings->step_budget : 0;
  *time = settings != NULL ? settings->time_budget : 0;
  *records = settings != NULL ? settings->record_budget : 0;
  *kept_records = settings != NULL ? settings->kept_records : 0;
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
  if (!ls_debugger_restart (self, error))
    return FALSE;
  g_signal_emit_by_name (self, "session-changed");
  if (ls_player_get_curtain (self->player) != 0)
    return TRUE;
  if (ls_breakpoints_is_active (self->breakpoints))
    ls_player_step_by (self->player, LS_STEPPING_BREAKPOINT, FALSE);
  else
    ls_player_step_by (self->player, LS_STEPPING_TURN, FALSE);
  return TRUE;
}

/**
 * ls_debugger_run_for_real:
 * @self: a debugger
 * @error: return location for an error
 *
 * Runs the session on the real clock, each agent on a thread of its own, and follows the run. The next change of the session runs
 * it as usual again.
 *
 * Returns: %FALSE with @error set if that did not work
 */
gboolean
ls_debugger_run_for_real (LsDebugger  *self,
                          GError     **error)
{
  g_return_val_if_fail (self->session != NULL, FALSE);

  if (!ls_debugger_can_change (self, error))
    return FALSE;
  ls_player_select (self->player, LS_SELECTION_NONE, 0);
  if (!start (self, TRUE, error))
    return FALSE;
  g_signal_emit_by_name (self, "session-changed");
  ls_player_to_end (self->player);
  return TRUE;
}

/* Returns whether the run that is shown is one of ls_debugger_run_for_real(). */
gboolean
ls_debugger_is_real (LsDebugger *self)
{
  return self->is_real;
}

/**
 * ls_debugger_get_clock:
 * @self: a debugger
 *
 * Returns: the clock of the run that is shown, which need not be the one that the session's settings name
 */
LsClockKind
ls_debugger_get_clock (LsDebugger *self)
{
  return self->clock;
}

/**
 * ls_debugger_is_over:
 * @self: a debugger
 *
 * Returns: whether the run has come to its end, so that its trace will not grow
 */
gboolean
ls_debugger_is_over (LsDebugger *self)
{
  return !ls_engine_thread_get_running (self->thread);
}

/**
 * ls_debugger_stop:
 * @self: a debugger
 *
 * Ends the run where it is. A player that runs or moves goes to its end. "stopped" is emitted within half a second, whatever the
 * program does. A program that runs elsewhere is not watched any more, and goes on. Does nothing if nothing runs.
 */
void
ls_debugger_stop (LsDebugger *self)
{
  if (!ls_engine_thread_get_working (self->thread))
    return;
  if (ls_player_get_running (self->player) || ls_player_is_pending (self->player))
    ls_player_to_end (self->player);
  /* What was seen until now is still to come, and then the run ends. */
  if (ls_debugger_is_live (self))
    ls_debugger_leave_live_run (self);
  else
    ls_engine_thread_interrupt (self->thread);
}

/**
 * ls_debugger_get_working:
 * @self: a debugger
 *
 * Returns: whether the program runs, so that it can be stopped; %FALSE if it is far enough ahead of what is shown
 */
gboolean
ls_debugger_get_working (LsDebugger *self)
{
  return self->working;
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
  if (message == NULL || ls_player_get_curtain (self->player) != 0 ||
      (state != LS_RUNNER_FAILED && state != LS_RUNNER_BUDGET_EXCEEDED))
    return NULL;
  if (ls_engine_thread_get_place (self->thread, &found, line, column))
    *script = g_strdup (ls_script_get_name (found));
  return g_strdup (message);
}

/* Finds the statement in which the run was stopped: the last one of the agent that ran last. */
static gboolean
find_last_place (LsDebugger *self,
                 LsPlace    *place)
{
  LsTrace *trace = ls_player_get_trace (self->player);
  gsize position = ls_trace_get_length (trace);
  gsize first = position > MAX_RECORDS_BACK ? position - MAX_RECORDS_BACK : 0;
  LsRecord record;

  return ls_place_find_statement_before (trace, position, first, &record) != G_MAXSIZE && record.text != 0 &&
         ls_place_parse (place, ls_trace_get_text (trace, record.text));
}

/**
 * ls_debugger_get_message:
 * @self: a debugger
 * @place: (out) (transfer full) (nullable): where that was, as ls_place_parse() reads it
 *
 * Returns: (transfer full) (nullable): why the run ended and which actions it left out; %NULL if nothing was left to run
 */
char *
ls_debugger_get_message (LsDebugger  *self,
                         char       **place)
{
  LsRunnerState state = ls_engine_thread_get_state (self->thread);
  const char *message = ls_engine_thread_get_message (self->thread);
  GPtrArray *unapplied = ls_engine_thread_get_unapplied_actions (self->thread);
  guint n_unapplied = unapplied != NULL ? unapplied->len : 0;
  LsPlace last = { 0 };
  g_autofree char *shown = NULL;

  *place = NULL;
  if (ls_engine_thread_get_running (self->thread) || ls_player_get_curtain (self->player) != 0)
    return NULL;
  if (ls_debugger_get_live_run (self) != NULL)
    return ls_debugger_describe_live_end (self);
  if (state == LS_RUNNER_BUDGET_EXCEEDED || state == LS_RUNNER_CANCELLED)
    {
      if (find_last_place (self, &last))
        {
          *place = g_strdup (last.script);
          shown = ls_place_format (&last);
        }
      if (state == LS_RUNNER_CANCELLED && shown != NULL)
        /* Translators: a script and a line */
        return g_strdup_printf (_("The run was stopped at %s"), shown);
      if (state == LS_RUNNER_CANCELLED)
        return g_strdup (_("The run was stopped"));
      /* Translators: a script and a line, then why a run was stopped there */
      return shown != NULL ? g_strdup_printf (_("%s: %s"), shown, message) : g_strdup (message);
    }
  /* A deadlock of a run for real. */
  if (state == LS_RUNNER_FINISHED && message != NULL)
    return g_strdup (message);
  if (n_unapplied > 0)
    return g_strdup_printf (ngettext ("%u action was skipped in this run; see Actions",
                                      "%u actions were skipped in this run; see Actions", n_unapplied),
                            n_unapplied);
  return g_strdup (ls_engine_thread_get_schedule_problem (self->thread));
}

void
ls_debugger_init_run (LsDebugger *self)
{
  self->thread = ls_engine_thread_new ();
  g_signal_connect_object (self->thread, "progress", G_CALLBACK (on_progress), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->thread, "breakpoints-refused", G_CALLBACK (on_breakpoints_refused), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->thread, "finished", G_CALLBACK (on_finished), self, G_CONNECT_SWAPPED);
}
