/* ls-runner.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-runner-private.h"

#include <glib/gi18n-lib.h>

#include "ls-plain-type-private.h"
#include "ls-session-live.h"
#include "ls-session-private.h"
#include "ls-settings-private.h"

LS_DEFINE_PLAIN_TYPE (LsRunnerOptions, ls_runner_options)

/**
 * LsRunner:
 *
 * A run of a session: a fresh engine, the session's program on it, its actions done at their moments, and a trace of it
 * all. The same session gives the same trace, byte for byte, with the virtual clock. A runner belongs to the thread that
 * made it; its trace may be read from any thread. [class@EngineThread] runs one beside a main loop.
 */
G_DEFINE_FINAL_TYPE (LsRunner, ls_runner, G_TYPE_OBJECT)

static void
ls_runner_dispose (GObject *object)
{
  LsRunner *self = LS_RUNNER (object);
  LsRunnerDriver *driver = self->driver;

  if (driver != NULL)
    driver->klass->stop (driver);
  ls_runner_free_program (self);
  g_clear_pointer (&self->interpreter, ls_interpreter_free);
  g_clear_pointer (&self->codes, g_array_unref);
  g_clear_pointer (&self->code_places, g_hash_table_unref);
  g_clear_object (&self->loop);
  self->driver = NULL;
  if (driver != NULL)
    driver->klass->free (driver);
  g_clear_pointer (&self->agents, ls_agent_program_unref);

  G_OBJECT_CLASS (ls_runner_parent_class)->dispose (object);
}

static void
ls_runner_finalize (GObject *object)
{
  LsRunner *self = LS_RUNNER (object);

  g_clear_object (&self->session);
  g_clear_object (&self->trace);
  g_clear_pointer (&self->settings, ls_settings_free);
  ls_runner_free_actions (self);
  g_clear_pointer (&self->unapplied, g_ptr_array_unref);
  for (guint i = 0; self->refused != NULL && i < self->program_options->n_breakpoints; i++)
    g_free (self->refused[i]);
  g_free (self->refused);
  g_free (self->script_error);
  g_clear_pointer (&self->program_options, ls_program_options_free);
  g_clear_error (&self->start_error);
  g_clear_pointer (&self->broken, g_ptr_array_unref);
  g_free (self->message);
  g_free (self->probed);

  G_OBJECT_CLASS (ls_runner_parent_class)->finalize (object);
}

static void
ls_runner_class_init (LsRunnerClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = ls_runner_dispose;
  object_class->finalize = ls_runner_finalize;
}

static void
ls_runner_init (LsRunner *self)
{
  self->unapplied = g_ptr_array_new_with_free_func ((GDestroyNotify) ls_action_unref);
}

/* Writes a record of the session itself; its other members are those of @record. */
void
ls_runner_emit (LsRunner       *self,
                const LsRecord *record,
                const char     *text)
{
  const LsRunnerDriverClass *klass = self->driver->klass;
  LsProbe *probe = klass->get_probe != NULL ? klass->get_probe (self->driver) : ls_event_loop_get_probe (self->loop);
  LsRecord whole = *record;

  whole.time = ls_runner_get_time (self);
  whole.text = ls_probe_intern (probe, text);
  whole.clause = record->clause != 0 ? record->clause : LS_CLAUSE_SESSION;
  whole.priority = LS_TASK_PRIORITY_NONE;
  ls_probe_emit (probe, &whole);
}

/* Sets why the run ends. @message: (transfer full): a sentence */
void
ls_runner_take_message (LsRunner *self,
                        char     *message)
{
  g_free (self->message);
  self->message = message;
}

/* Does the user's actions whose moment is the statement that begins. Returns: (transfer full) (nullable): what the statement is to
 * wait for */
LsPromise *
ls_runner_note_statement (LsRunner     *self,
                          LsActivation *activation)
{
  if (!ls_runner_has_actions (self))
    return NULL;
  return ls_runner_apply_actions (self, self->interpreter->statement, activation);
}

static LsPromise *
on_statement (LsActivation *activation,
              gpointer      user_data)
{
  return ls_runner_note_statement (user_data, activation);
}

static LsSettings *
make_settings (LsSession             *session,
               const LsRunnerOptions *options)
{
  LsSettings *settings = ls_settings_copy (ls_session_get_settings (session));

  /* Whatever was recorded has an end. */
  if (ls_session_is_recorded (session))
    settings->step_budget = settings->record_budget = settings->time_budget = G_MAXUINT64;
  if (options == NULL)
    return settings;

  if (options->preset != NULL)
    {
      g_free (settings->preset);
      settings->preset = g_strdup (options->preset);
    }
  if (options->sets_edition)
    settings->edition = options->edition;
  if (options->sets_experiments)
    settings->experiments = options->experiments & LS_EXPERIMENTS_ALL;
  if (options->sets_clock)
    settings->clock = options->clock;
  if (options->is_real)
    settings->clock = LS_CLOCK_MONOTONIC;
  if (options->step_budget > 0)
    settings->step_budget = options->step_budget;
  if (options->record_budget > 0)
    settings->record_budget = options->record_budget;
  if (options->time_budget > 0)
    settings->time_budget = options->time_budget;
  if (options->memory_budget > 0)
    settings->memory_budget = options->memory_budget;
  if (options->kept_records > 0)
    settings->kept_records = options->kept_records;

  return settings;
}

/* A recording goes as it went: another clock is one more thing that it cannot have. */
static gboolean
asks_for_other_run (const LsRunnerOptions *options)
{
  return options->preset != NULL || options->sets_edition || options->sets_experiments ||
         (options->sets_clock && options->clock == LS_CLOCK_MONOTONIC) || options->is_real || options->task != 0;
}

gboolean
ls_runner_options_check (LsSession              *session,
                         const LsRunnerOptions  *options,
                         GError                **error)
{
  if (options != NULL && asks_for_other_run (options) && ls_session_refuse_recorded (session, error))
    return FALSE;
  if (options == NULL || options->preset == NULL || ls_preset_lookup (options->preset) != NULL)
    return TRUE;

  g_set_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_RUN,
               _("found the preset “%s”, expected “blink”, “spec”, “blink-2021”, “gecko” or “fair”"), options->preset);
  return FALSE;
}

/* Tells of what neither a program of steps nor the user's actions catch. */
static void
on_report (LsEventLoop   *loop,
           const LsValue *exception,
           LsPromise     *promise,
           gpointer       user_data)
{
  g_autofree char *text = ls_value_to_string (exception);

  ls_runner_show (user_data, promise != NULL ? LS_RUNNER_OUTPUT_REJECTION : LS_RUNNER_OUTPUT_EXCEPTION, text);
}

static LsRunnerDriver *
create_driver (LsRunner *self,
               gboolean  is_real)
{
  if (ls_session_get_live_run (self->session) != NULL)
    return ls_live_driver_new (self);
  if (ls_session_is_recorded (self->session))
    return ls_recording_driver_new (self);
  if (!ls_session_has_agents (self->session))
    return ls_single_driver_new (self);
  return is_real ? ls_threads_driver_new (self) : ls_cluster_driver_new (self);
}

static gboolean
set_up (LsRunner               *self,
        LsSession              *session,
        const LsRunnerOptions  *options,
        LsTrace                *trace,
        GCancellable           *cancellable,
        GError                **error)
{
  gboolean started;

  self->session = ls_session_copy (session);
  self->trace = g_object_ref (trace);
  self->settings = make_settings (session, options);
  ls_settings_get_preset (self->settings, &self->preset);
  self->without_trace = options != NULL && options->without_trace && !ls_session_is_recorded (session);
  self->main_can_block = options != NULL && options->main_can_block;
  if (!ls_session_is_recorded (session) && !ls_runner_add_codes (self, error))
    return FALSE;
  self->driver = create_driver (self, options != NULL && options->is_real);
  if (options != NULL)
    {
      self->output = options->output;
      self->output_data = options->output_data;
      if (options->task != 0 && ls_task_priority_is_valid (options->task_priority))
        ls_event_loop_set_other_priority (self->loop, options->task, options->task_priority);
    }
  self->host = (LsInterpreterHost) {
    .statement = on_statement,
    .may_go_on = ls_runner_may_go_on,
    .log = self->output != NULL ? ls_runner_log : NULL,
    .post_javascript = ls_runner_post_javascript,
    .report = self->output != NULL ? on_report : NULL,
    .user_data = self,
  };
  if (self->driver->klass->adapt_host != NULL)
    self->driver->klass->adapt_host (self->driver, &self->host);
  self->interpreter = ls_interpreter_new (self->loop, ls_session_get_program (self->session), &self->host);
  ls_runner_add_actions (self, options != NULL ? options->followed_turns : NULL);
  if (options != NULL && options->program_options != NULL)
    {
      self->program_options = ls_program_options_copy (options->program_options);
      self->refused = g_new0 (char *, MAX (self->program_options->n_breakpoints, 1));
    }
  ls_event_loop_set_report_func (self->loop, self->output != NULL ? on_report : NULL, self, NULL);
  self->cancellable = cancellable;
  started = self->driver->klass->start (self->driver, error);
  self->cancellable = NULL;
  self->start = ls_trace_get_length (trace);

  return started;
}

/* Returns (transfer full) what a run of @session is recorded in. What is live has a trace, which is the run. */
LsTrace *
ls_runner_make_trace (LsSession *session)
{
  LsLiveRun *live_run = ls_session_get_live_run (session);

  return live_run != NULL ? g_object_ref (ls_live_run_get_trace (live_run)) : ls_trace_new ();
}

/* Makes a runner on the thread that is to run it, with @options that were checked. @cancellable also ends reading the program,
 * which may take long. */
LsRunner *
ls_runner_new_with_trace (LsSession              *session,
                          const LsRunnerOptions  *options,
                          LsTrace                *trace,
                          GCancellable           *cancellable,
                          GError                **error)
{
  g_autoptr (LsRunner) self = g_object_new (LS_TYPE_RUNNER, NULL);

  return set_up (self, session, options, trace, cancellable, error) ? g_steal_pointer (&self) : NULL;
}

/* Makes a runner for an explorer, which steps the cluster itself from the main agent's first step on. Nothing is recorded in
 * @trace. If the program cannot be read, or is stopped, its agent reports that as a finding. */
LsRunner *
ls_runner_new_explored (LsSession  *session,
                        LsTrace    *trace,
                        GError    **error)
{
  const LsRunnerOptions options = { .without_trace = TRUE };
  g_autoptr (LsRunner) self = g_object_new (LS_TYPE_RUNNER, NULL);

  self->is_explored = TRUE;
  return set_up (self, session, &options, trace, NULL, error) ? g_steal_pointer (&self) : NULL;
}

/**
 * ls_runner_new:
 * @session: a session; the runner keeps a copy
 * @options: (nullable): how to run it
 * @error: return location for an error of %LS_SESSION_ERROR
 *
 * Makes an engine for @session on this thread. Nothing runs yet. Of a session that shows a recording the runner goes through what
 * was recorded; of one that shows a program that runs elsewhere, it follows what the watch sees.
 *
 * Returns: (transfer full): the runner, or %NULL with @error set if @options name an unknown preset or the program cannot be
 *   run: a script is no JavaScript, or this build has nothing that runs it; or if a recording is to run in another way
 */
LsRunner *
ls_runner_new (LsSession              *session,
               const LsRunnerOptions  *options,
               GError                **error)
{
  g_autoptr (LsTrace) trace = NULL;

  g_return_val_if_fail (LS_IS_SESSION (session), NULL);

  if (!ls_runner_options_check (session, options, error))
    return NULL;

  trace = ls_runner_make_trace (session);
  return ls_runner_new_with_trace (session, options, trace, NULL, error);
}

/**
 * ls_runner_get_session:
 * @self: a runner
 *
 * Gets the runner's copy of its session.
 *
 * Returns: (transfer none): the runner's copy of its session
 */
LsSession *
ls_runner_get_session (LsRunner *self)
{
  g_return_val_if_fail (LS_IS_RUNNER (self), NULL);

  return self->session;
}

/**
 * ls_runner_get_trace:
 * @self: a runner
 *
 * Gets the trace of the run.
 *
 * Returns: (transfer none): what has happened so far; any thread may read it
 */
LsTrace *
ls_runner_get_trace (LsRunner *self)
{
  g_return_val_if_fail (LS_IS_RUNNER (self), NULL);

  return self->trace;
}

/**
 * ls_runner_get_state:
 * @self: a runner
 *
 * Tells how far the run is.
 *
 * Returns: how far the run is
 */
LsRunnerState
ls_runner_get_state (LsRunner *self)
{
  g_return_val_if_fail (LS_IS_RUNNER (self), LS_RUNNER_READY);

  return self->state;
}

/**
 * ls_runner_get_message:
 * @self: a runner
 *
 * Tells why the run was stopped.
 *
 * Returns: (transfer none) (nullable): why the run was stopped, one sentence; %NULL if it was not
 */
const char *
ls_runner_get_message (LsRunner *self)
{
  g_return_val_if_fail (LS_IS_RUNNER (self), NULL);

  return self->message;
}

/**
 * ls_runner_get_n_steps:
 * @self: a runner
 *
 * Counts the steps that are done.
 *
 * Returns: how many steps are done
 */
guint32
ls_runner_get_n_steps (LsRunner *self)
{
  g_return_val_if_fail (LS_IS_RUNNER (self), 0);

  /* Steps of several agents end in other places as well, which the trace knows. */
  if (self->agent != NULL && !self->without_trace)
    return ls_trace_get_n_steps (self->trace);
  return __atomic_load_n (&self->n_steps, __ATOMIC_RELAXED);
}

/**
 * ls_runner_find_step:
 * @self: a runner
 * @step: number of a step, from 1; 0 is the beginning
 *
 * As [method@Trace.find_step], but the beginning is where the main script is queued already.
 *
 * Returns: the position in the trace after the step's last record; the length where there are fewer steps
 */
gsize
ls_runner_find_step (LsRunner *self,
                     guint32   step)
{
  g_return_val_if_fail (LS_IS_RUNNER (self), 0);

  return step > 0 ? ls_trace_find_step (self->trace, step) : self->start;
}

/**
 * ls_runner_get_time:
 * @self: a runner
 *
 * Gets the time of the loop.
 *
 * Returns: the loop's time, in µs
 */
guint64
ls_runner_get_time (LsRunner *self)
{
  g_return_val_if_fail (LS_IS_RUNNER (self), 0);

  return self->driver->klass->get_time (self->driver);
}

/**
 * ls_runner_get_n_log_lines:
 * @self: a runner
 *
 * Counts the lines that the program has logged.
 *
 * Returns: how many lines the program has logged; 0 in a run without a trace whose options have an output function
 */
guint
ls_runner_get_n_log_lines (LsRunner *self)
{
  g_return_val_if_fail (LS_IS_RUNNER (self), 0);

  return self->interpreter->log->len;
}

/**
 * ls_runner_get_log_line:
 * @self: a runner
 * @index: less than ls_runner_get_n_log_lines()
 *
 * Gets a line that the program has logged.
 *
 * Returns: (transfer none) (nullable): what the program logged
 */
const char *
ls_runner_get_log_line (LsRunner *self,
                        guint     index)
{
  g_return_val_if_fail (LS_IS_RUNNER (self), NULL);

  return index < self->interpreter->log->len ? g_ptr_array_index (self->interpreter->log, index) : NULL;
}

/**
 * ls_runner_get_unapplied_actions:
 * @self: a runner
 *
 * Gets the actions that could not be done.
 *
 * Returns: (transfer none) (element-type LsAction): the actions that could not be done; [method@Runner.get_action_outcome] says
 *   why
 */
GPtrArray *
ls_runner_get_unapplied_actions (LsRunner *self)
{
  g_return_val_if_fail (LS_IS_RUNNER (self), NULL);

  return self->unapplied;
}

/**
 * ls_runner_dup_schedule_problem:
 * @self: a runner
 *
 * Says where the run did not follow the session's schedule because the agent that was to go could not. The program may have changed
 * since the schedule was made.
 *
 * Returns: (transfer full) (nullable): a sentence in the language of the locale about the first such place, after its JSON pointer,
 *   and how many more there were so far; %NULL where the schedule was followed
 */
char *
ls_runner_dup_schedule_problem (LsRunner *self)
{
  g_return_val_if_fail (LS_IS_RUNNER (self), NULL);

  return self->driver->klass->dup_schedule_problem != NULL ? self->driver->klass->dup_schedule_problem (self->driver) : NULL;
}
