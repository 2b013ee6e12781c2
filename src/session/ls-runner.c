/* ls-runner.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-runner.h"

#include "ls-interpreter-private.h"
#include "ls-runner-private.h"
#include "ls-session-private.h"

#include <string.h>

#define WAIT_SLICE 10   /* ms between looks at the cancellable while nothing is due */

/**
 * LsRunner:
 *
 * A run of a session: a fresh engine, the session's program on it, its actions done at their moments, and a trace of it
 * all. The same session gives the same trace, byte for byte, with the virtual clock. A runner belongs to the thread that
 * made it; its trace may be read from any thread. #LsEngineThread runs one beside a main loop.
 */
struct _LsRunner
{
  GObject            parent_instance;

  LsSession         *session;
  LsTrace           *trace;
  LsEventLoop       *loop;
  LsInterpreter     *interpreter;
  LsInterpreterHost  host;
  LsSettings        *settings;
  GPtrArray         *actions;      /* Pending, in the order of their stamps */
  guint              next_action;
  GPtrArray         *unapplied;    /* LsAction */
  GCancellable      *cancellable;  /* of the call that is under way */
  LsRunnerState      state;
  char              *message;
  guint32            n_steps;
  gsize              start;        /* position in the trace at which the first step begins */
};

/* An action that is to be done. */
typedef struct
{
  LsAction *action;
  LsStamp   stamp;
  guint     index;
  LsBody   *body;    /* its one step */
} Pending;

G_DEFINE_FINAL_TYPE (LsRunner, ls_runner, G_TYPE_OBJECT)

static void
pending_free (gpointer data)
{
  Pending *pending = data;

  ls_action_unref (pending->action);
  ls_body_unref (pending->body);
  g_free (pending);
}

static int
compare_pending (gconstpointer a,
                 gconstpointer b)
{
  const Pending *first = *(const Pending *const *) a;
  const Pending *second = *(const Pending *const *) b;
  int order = ls_stamp_compare (&first->stamp, &second->stamp);

  return order != 0 ? order : (first->index > second->index) - (first->index < second->index);
}

static void
ls_runner_dispose (GObject *object)
{
  LsRunner *self = LS_RUNNER (object);

  g_clear_pointer (&self->interpreter, ls_interpreter_free);
  g_clear_object (&self->loop);

  G_OBJECT_CLASS (ls_runner_parent_class)->dispose (object);
}

static void
ls_runner_finalize (GObject *object)
{
  LsRunner *self = LS_RUNNER (object);

  g_clear_object (&self->session);
  g_clear_object (&self->trace);
  g_clear_pointer (&self->settings, ls_settings_free);
  g_clear_pointer (&self->actions, g_ptr_array_unref);
  g_clear_pointer (&self->unapplied, g_ptr_array_unref);
  g_free (self->message);

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
  self->actions = g_ptr_array_new_with_free_func (pending_free);
  self->unapplied = g_ptr_array_new_with_free_func ((GDestroyNotify) ls_action_unref);
}

static void
emit (LsRunner     *self,
      LsRecordKind  kind,
      guint32       subject,
      const char   *text)
{
  LsProbe *probe = ls_event_loop_get_probe (self->loop);
  LsRecord record = {
    .time = ls_event_loop_get_time (self->loop),
    .kind = kind,
    .subject = subject,
    .text = ls_probe_intern (probe, text),
    .clause = LS_CLAUSE_SESSION,
    .priority = LS_TASK_PRIORITY_NONE,
  };

  ls_probe_emit (probe, &record);
}

static void
end_run (LsRunner      *self,
         LsRunnerState  state)
{
  while (self->next_action < self->actions->len)
    {
      Pending *pending = g_ptr_array_index (self->actions, self->next_action++);

      g_ptr_array_add (self->unapplied, ls_action_ref (pending->action));
    }

  self->state = state;
  ls_probe_publish (ls_event_loop_get_probe (self->loop));
}

static void
exceed (LsRunner   *self,
        const char *format,
        ...) G_GNUC_PRINTF (2, 3);

static void
exceed (LsRunner   *self,
        const char *format,
        ...)
{
  va_list args;

  g_free (self->message);
  va_start (args, format);
  self->message = g_strdup_vprintf (format, args);
  va_end (args);

  self->interpreter->stopped = TRUE;
  emit (self, LS_RECORD_LIMIT, 0, self->message);
  end_run (self, LS_RUNNER_BUDGET_EXCEEDED);
}

static void
exceed_time (LsRunner *self)
{
  exceed (self, "The run was stopped after %" G_GUINT64_FORMAT " ms of its own time, which is its budget",
          self->settings->time_budget / 1000);
}

/* Holds the run against its budgets. FALSE if it is over. */
static gboolean
check_budgets (LsRunner *self)
{
  const LsSettings *settings = self->settings;

  if (self->n_steps + self->interpreter->n_statements >= settings->step_budget)
    exceed (self, "The run was stopped after %" G_GUINT64_FORMAT " steps and statements, which is its budget",
            settings->step_budget);
  else if (ls_event_loop_get_time (self->loop) >= settings->time_budget)
    exceed_time (self);
  else if (ls_event_loop_get_probe (self->loop) != NULL &&
           ls_trace_get_length (self->trace) >= settings->record_budget)
    exceed (self, "The run was stopped after %" G_GUINT64_FORMAT " records, which is its budget",
            settings->record_budget);
  else if (self->interpreter->n_text_bytes > LS_INTERPRETER_MAX_TEXT)
    exceed (self, "The run was stopped after %d MB of text, which is as much as a run may make",
            LS_INTERPRETER_MAX_TEXT / (1024 * 1024));

  return self->state <= LS_RUNNER_RUNNING;
}

/* The interpreter asks now and then. */
static gboolean
may_go_on (gpointer user_data)
{
  LsRunner *self = user_data;

  if (self->state > LS_RUNNER_RUNNING)
    return FALSE;

  if (self->cancellable != NULL && g_cancellable_is_cancelled (self->cancellable))
    {
      g_free (self->message);
      self->message = g_strdup ("The run was cancelled");
      end_run (self, LS_RUNNER_CANCELLED);
      return FALSE;
    }

  ls_probe_publish (ls_event_loop_get_probe (self->loop));
  return check_budgets (self);
}

static void
apply_action (LsRunner      *self,
              Pending       *pending,
              LsActivation  *within,
              LsPromise    **promise)
{
  g_autofree char *text = ls_step_describe (ls_action_get_step (pending->action));

  emit (self, LS_RECORD_ACTION, pending->index, text);
  ls_interpreter_perform (self->interpreter, pending->body, within, promise);
  emit (self, LS_RECORD_ACTION_FINISHED, pending->index, NULL);
  self->n_steps++;
}

/* Does the actions whose moment is now; those whose moment has passed will not come. */
static LsPromise *
apply_actions (LsRunner     *self,
               guint32       statement,
               LsActivation *within)
{
  LsPromise *promise = NULL;
  LsStamp now = {
    .turn = ls_event_loop_get_turn (self->loop),
    .microtask = ls_event_loop_get_turn_microtasks (self->loop),
    .statement = statement,
  };

  while (self->next_action < self->actions->len)
    {
      Pending *pending = g_ptr_array_index (self->actions, self->next_action);
      int order = ls_stamp_compare (&pending->stamp, &now);

      if (order > 0)
        break;
      self->next_action++;
      if (order < 0)
        g_ptr_array_add (self->unapplied, ls_action_ref (pending->action));
      else
        {
          LsPromise *awaited = NULL;

          apply_action (self, pending, within, &awaited);
          if (awaited != NULL)
            {
              g_clear_pointer (&promise, ls_promise_unref);
              promise = awaited;
            }
        }
    }

  return promise;
}

static LsPromise *
on_statement (LsActivation *activation,
              gpointer      user_data)
{
  LsRunner *self = user_data;

  if (self->next_action >= self->actions->len)
    return NULL;
  return apply_actions (self, self->interpreter->statement, activation);
}

static void
add_actions (LsRunner *self)
{
  for (guint i = 0; i < ls_session_get_n_actions (self->session); i++)
    {
      Pending *pending = g_new0 (Pending, 1);
      LsStep *step;

      pending->action = ls_action_ref (ls_session_get_action (self->session, i));
      pending->index = i;
      ls_action_get_stamp (pending->action, &pending->stamp);

      step = ls_action_get_step (pending->action);
      pending->body = g_new0 (LsBody, 1);
      g_atomic_ref_count_init (&pending->body->ref_count);
      pending->body->pointer = g_strdup (ls_step_get_pointer (step));
      pending->body->steps = g_ptr_array_new_with_free_func ((GDestroyNotify) ls_step_unref);
      g_ptr_array_add (pending->body->steps, ls_step_ref (step));
      g_ptr_array_add (self->actions, pending);
    }

  g_ptr_array_sort (self->actions, compare_pending);
}

static LsSettings *
make_settings (LsSession             *session,
               const LsRunnerOptions *options)
{
  LsSettings *settings = ls_settings_copy (ls_session_get_settings (session));

  if (options == NULL)
    return settings;

  if (options->preset != NULL)
    {
      g_free (settings->preset);
      settings->preset = g_strdup (options->preset);
    }
  if (options->edition >= 0)
    settings->edition = options->edition;
  if (options->clock >= 0)
    settings->clock = options->clock;
  if (options->step_budget > 0)
    settings->step_budget = options->step_budget;
  if (options->record_budget > 0)
    settings->record_budget = options->record_budget;
  if (options->time_budget > 0)
    settings->time_budget = options->time_budget;

  return settings;
}

static void
make_preset (const LsSettings *settings,
             LsPreset         *preset)
{
  *preset = *ls_preset_lookup (settings->preset);
  for (guint i = 0; i < LS_N_QUEUE_TYPES; i++)
    if (settings->queue_ranks[i] != LS_SETTINGS_RANK_OF_PRESET)
      preset->queue_ranks[i] = settings->queue_ranks[i];
  for (guint i = 0; i < LS_N_EFFECTIVE_PRIORITIES; i++)
    if (settings->effective_ranks[i] != LS_SETTINGS_RANK_OF_PRESET)
      preset->effective_priority_ranks[i] = settings->effective_ranks[i];
}

gboolean
ls_runner_options_check (const LsRunnerOptions  *options,
                         GError                **error)
{
  if (options == NULL || options->preset == NULL || ls_preset_lookup (options->preset) != NULL)
    return TRUE;

  g_set_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_RUN,
               "found the preset “%s”, expected “blink”, “spec”, “blink-2021”, “gecko” or “fair”", options->preset);
  return FALSE;
}

/* @options were checked. The thread that calls this is the run's. */
LsRunner *
ls_runner_new_with_trace (LsSession             *session,
                          const LsRunnerOptions *options,
                          LsTrace               *trace)
{
  LsRunner *self = g_object_new (LS_TYPE_RUNNER, NULL);
  LsPreset preset;

  self->session = ls_session_copy (session);
  self->trace = g_object_ref (trace);
  self->settings = make_settings (session, options);
  make_preset (self->settings, &preset);
  self->loop = ls_event_loop_new_with_preset (self->settings->clock, &preset, self->settings->edition,
                                              options != NULL && options->without_trace ? NULL
                                                                                        : ls_trace_get_probe (trace));
  self->host = (LsInterpreterHost) { .statement = on_statement, .may_go_on = may_go_on, .user_data = self };
  self->interpreter = ls_interpreter_new (self->loop, ls_session_get_program (self->session), &self->host);
  add_actions (self);
  ls_interpreter_start (self->interpreter);
  ls_probe_publish (ls_event_loop_get_probe (self->loop));
  self->start = ls_trace_get_length (trace);

  return self;
}

/**
 * ls_runner_new:
 * @session: a session; the runner keeps a copy
 * @options: (nullable): how to run it
 * @error: return location for an error of %LS_SESSION_ERROR
 *
 * Makes an engine for @session on this thread. Nothing runs yet.
 *
 * Returns: (transfer full): the runner, or %NULL with @error set where @options name an unknown preset
 */
LsRunner *
ls_runner_new (LsSession              *session,
               const LsRunnerOptions  *options,
               GError                **error)
{
  g_autoptr(LsTrace) trace = NULL;

  g_return_val_if_fail (LS_IS_SESSION (session), NULL);

  if (!ls_runner_options_check (options, error))
    return NULL;

  trace = ls_trace_new ();
  return ls_runner_new_with_trace (session, options, trace);
}

/* Nothing is due yet at the monotonic clock. FALSE if it was cancelled. */
static gboolean
wait_for_wake_up (LsRunner *self)
{
  guint64 due = ls_event_loop_get_next_wake_up (self->loop);
  guint64 now = ls_event_loop_get_time (self->loop);
  guint64 wait = due > now ? (due - now + 999) / 1000 : 0;
  GPollFD fd;

  wait = MIN (wait, WAIT_SLICE);
  if (self->cancellable != NULL && g_cancellable_make_pollfd (self->cancellable, &fd))
    {
      g_poll (&fd, 1, wait);
      g_cancellable_release_fd (self->cancellable);
      return !g_cancellable_is_cancelled (self->cancellable);
    }

  g_usleep (wait * 1000);
  return TRUE;
}

/* Whether the next thing to happen is a wake-up after @time. */
static gboolean
nothing_until (LsRunner *self,
                guint64   time)
{
  if (ls_event_loop_get_next_wake_up (self->loop) <= time || ls_event_loop_get_n_microtasks (self->loop) > 0 ||
      ls_event_loop_get_n_queued_tasks (self->loop) > 0)
    return FALSE;

  for (guint i = 0; i < LS_N_QUEUE_TYPES; i++)
    if (ls_queue_type_is_valid (i) &&
        (ls_event_loop_get_queue_length (self->loop, i, LS_WORK_QUEUE_IMMEDIATE_INCOMING) > 0 ||
         ls_event_loop_get_queue_length (self->loop, i, LS_WORK_QUEUE_IMMEDIATE_WORK) > 0 ||
         ls_event_loop_get_queue_length (self->loop, i, LS_WORK_QUEUE_DELAYED_WORK) > 0))
      return FALSE;

  return !ls_event_loop_is_idle (self->loop);
}

/* What comes next may be out of reach: then nobody needs to wait for it. FALSE if the run is over. */
static gboolean
check_next_wake_up (LsRunner *self)
{
  guint64 budget = self->settings->time_budget;

  if (ls_event_loop_get_next_wake_up (self->loop) >= budget && nothing_until (self, budget - 1))
    exceed_time (self);

  return self->state <= LS_RUNNER_RUNNING;
}

static gboolean
step (LsRunner *self,
      gboolean  wait)
{
  LsStepResult result;

  if (self->state > LS_RUNNER_RUNNING)
    return FALSE;
  if (self->cancellable != NULL && g_cancellable_is_cancelled (self->cancellable))
    return FALSE;

  self->state = LS_RUNNER_RUNNING;
  self->interpreter->statement_limit = self->settings->step_budget - MIN (self->n_steps, self->settings->step_budget);
  self->interpreter->check_at = MIN (self->interpreter->check_at, self->interpreter->statement_limit);
  apply_actions (self, 0, NULL);
  if (self->state > LS_RUNNER_RUNNING || !check_next_wake_up (self))
    return FALSE;

  do
    result = ls_event_loop_step (self->loop);
  while (result == LS_STEP_WAITING && wait_for_wake_up (self) && wait);

  if (result == LS_STEP_TASK || result == LS_STEP_MICROTASK)
    self->n_steps++;
  if (self->state > LS_RUNNER_RUNNING)
    {
      ls_probe_publish (ls_event_loop_get_probe (self->loop));
      return TRUE;
    }
  if (result == LS_STEP_NOTHING)
    end_run (self, LS_RUNNER_FINISHED);
  else if (result != LS_STEP_WAITING)
    check_budgets (self);

  return result == LS_STEP_TASK || result == LS_STEP_MICROTASK || (result == LS_STEP_WAITING && !wait);
}

/* As ls_runner_step(), but does not wait longer than a moment where nothing is due; returns TRUE then as well. */
gboolean
ls_runner_try_step (LsRunner     *self,
                    GCancellable *cancellable)
{
  gboolean more;

  self->cancellable = cancellable;
  more = step (self, FALSE);
  self->cancellable = NULL;
  return more;
}

/**
 * ls_runner_step:
 * @self: a runner
 * @cancellable: (nullable): ends a step that does not end by itself; the run cannot go on then
 *
 * Does the actions whose moment it is, and then one step: a microtask if the turn has one, else the turn ends and the
 * next task runs. With the monotonic clock, waits until something is due.
 *
 * Returns: %FALSE if there was nothing to do, or the run is over or cancelled
 */
gboolean
ls_runner_step (LsRunner     *self,
                GCancellable *cancellable)
{
  gboolean stepped;

  g_return_val_if_fail (LS_IS_RUNNER (self), FALSE);

  self->cancellable = cancellable;
  stepped = step (self, TRUE);
  self->cancellable = NULL;
  return stepped;
}

/**
 * ls_runner_run_to_step:
 * @self: a runner
 * @step: a number of steps, as ls_trace_get_n_steps() counts them
 * @cancellable: (nullable): ends the run
 *
 * Runs until at least so many steps are done, or the run is over.
 *
 * Returns: %FALSE if the run ended before
 */
gboolean
ls_runner_run_to_step (LsRunner     *self,
                       guint32       n_steps,
                       GCancellable *cancellable)
{
  g_return_val_if_fail (LS_IS_RUNNER (self), FALSE);

  while (self->n_steps < n_steps)
    if (!ls_runner_step (self, cancellable))
      break;

  return self->n_steps >= n_steps;
}

/**
 * ls_runner_run_to_time:
 * @self: a runner
 * @time: a loop time, in µs
 * @cancellable: (nullable): ends the run
 *
 * Runs every step that begins at @time or before it.
 *
 * Returns: %FALSE if the run ended before
 */
gboolean
ls_runner_run_to_time (LsRunner     *self,
                       guint64       time,
                       GCancellable *cancellable)
{
  g_return_val_if_fail (LS_IS_RUNNER (self), FALSE);

  while (ls_event_loop_get_time (self->loop) <= time && !nothing_until (self, time))
    if (!ls_runner_step (self, cancellable))
      return FALSE;

  return self->state <= LS_RUNNER_RUNNING;
}

/**
 * ls_runner_run_to_end:
 * @self: a runner
 * @cancellable: (nullable): ends the run
 *
 * Runs until nothing is left to run or a budget is used up.
 *
 * Returns: whether nothing is left to run
 */
gboolean
ls_runner_run_to_end (LsRunner     *self,
                      GCancellable *cancellable)
{
  g_return_val_if_fail (LS_IS_RUNNER (self), FALSE);

  while (ls_runner_step (self, cancellable))
    ;

  return self->state == LS_RUNNER_FINISHED;
}

/**
 * ls_runner_get_session:
 * @self: a runner
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
 * Returns: how many steps are done
 */
guint32
ls_runner_get_n_steps (LsRunner *self)
{
  g_return_val_if_fail (LS_IS_RUNNER (self), 0);

  return self->n_steps;
}

/**
 * ls_runner_find_step:
 * @self: a runner
 * @step: number of a step, from 1; 0 is the beginning
 *
 * As ls_trace_find_step(), but the beginning is where the main script is queued already.
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
 * Returns: the loop's time, in µs
 */
guint64
ls_runner_get_time (LsRunner *self)
{
  g_return_val_if_fail (LS_IS_RUNNER (self), 0);

  return ls_event_loop_get_time (self->loop);
}

/**
 * ls_runner_get_n_log_lines:
 * @self: a runner
 *
 * Returns: how many lines the program has logged
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
 * Returns: (transfer none) (element-type LsAction): the actions whose moment never came
 */
GPtrArray *
ls_runner_get_unapplied_actions (LsRunner *self)
{
  g_return_val_if_fail (LS_IS_RUNNER (self), NULL);

  return self->unapplied;
}
