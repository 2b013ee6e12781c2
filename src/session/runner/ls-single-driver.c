/* ls-single-driver.c: a run with one agent, on the thread of the runner
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-runner-driver-private.h"

#include "ls-event-loop-private.h"

#include "ls-runner-private.h"

#define BATCH_TURNS 64
#define BATCH_STEPS 256   /* where each is recorded, or looked at */
#define WAIT_SLICE 10   /* ms between looks at the cancellable while nothing is due */

typedef struct
{
  LsRunnerDriver parent;
  guint          n_turns;   /* of the batch */
  gint64         end;       /* likewise, of the monotonic clock */
  gboolean       more;      /* whether there may be steps after it */
} LsSingleDriver;

static gboolean
single_start (LsRunnerDriver  *driver,
              GError         **error)
{
  LsRunner *self = driver->runner;

  if (ls_runner_needs_runtime (self) && !ls_runner_create_program (self, error))
    return FALSE;
  if (ls_program_get_kind (self->interpreter->program) == LS_PROGRAM_STEPS)
    ls_interpreter_start (self->interpreter, "main");
  ls_probe_publish (ls_event_loop_get_probe (self->loop));
  return TRUE;
}

/* Waits for a moment of the monotonic clock, at which nothing is due yet. Returns FALSE if it was cancelled. */
static gboolean
wait_for_wake_up (LsRunner *self)
{
  guint64 due = ls_event_loop_get_next_wake_up (self->loop);
  guint64 now = ls_event_loop_get_time (self->loop);
  guint64 wait = due > now ? (due - now + 999) / 1000 : 0;
  GPollFD fd;

  wait = MIN (wait, WAIT_SLICE);
  ls_runner_show (self, LS_RUNNER_OUTPUT_PAUSE, NULL);
  if (self->cancellable != NULL && g_cancellable_make_pollfd (self->cancellable, &fd))
    {
      g_poll (&fd, 1, wait);
      g_cancellable_release_fd (self->cancellable);
      return !g_cancellable_is_cancelled (self->cancellable);
    }

  g_usleep (wait * 1000);
  return TRUE;
}

static gboolean
single_step (LsRunnerDriver *driver,
             gboolean        wait)
{
  LsRunner *self = driver->runner;
  LsStepResult result;

  if (!ls_runner_begin_step (self))
    return FALSE;
  self->interpreter->statement_limit = self->settings->step_budget - MIN (self->n_steps, self->settings->step_budget);
  self->interpreter->check_at = MIN (self->interpreter->check_at, self->interpreter->statement_limit);
  ls_runner_apply_actions (self, 0, NULL);
  if (self->state > LS_RUNNER_RUNNING || !ls_runner_check_next_wake_up (self))
    return FALSE;

  do
    result = ls_event_loop_step_and_settle (self->loop);
  while (result == LS_STEP_WAITING && wait_for_wake_up (self) && wait);

  /* Microtasks run within a task as well, after each of its listeners. */
  if (result == LS_STEP_TASK)
    self->n_steps += 1 + ls_event_loop_get_turn_microtasks (self->loop);
  else if (result == LS_STEP_MICROTASK)
    self->n_steps++;
  if (self->runtime != NULL)
    ls_runner_check_program (self);
  if (self->state > LS_RUNNER_RUNNING)
    {
      ls_probe_publish (ls_event_loop_get_probe (self->loop));
      return TRUE;
    }
  if (result == LS_STEP_NOTHING)
    ls_runner_end (self, LS_RUNNER_FINISHED);
  else if (result != LS_STEP_WAITING)
    ls_runner_check_budgets (self);

  return result == LS_STEP_TASK || result == LS_STEP_MICROTASK || (result == LS_STEP_WAITING && !wait);
}

/* A runtime that is entered at some cost is entered once. */
static void
single_enter (LsRunnerDriver  *driver,
              void           (*func) (gpointer data),
              gpointer         data)
{
  LsRunner *self = driver->runner;

  if (self->runtime != NULL && self->runtime->enter != NULL)
    self->runtime->enter (self->program_run, func, data);
  else
    func (data);
}

/* The stack of an error has whatever was entered: so the script that a run begins with is entered by itself, as in a browser. */
static gboolean
is_at_start (LsRunner *self)
{
  return self->n_steps == 0;
}

/* Whole turns can run where nobody looks at single steps. */
static gboolean
can_batch (LsRunner *self)
{
  return self->runtime != NULL && !self->program_host.counts_statements && !ls_runner_has_actions (self) &&
         ls_event_loop_get_probe (self->loop) == NULL;
}

static void
run_turns (gpointer data)
{
  LsSingleDriver *driver = data;
  LsRunner *self = driver->parent.runner;
  const LsSettings *settings = self->settings;

  driver->n_turns = 0;
  while (driver->n_turns < BATCH_TURNS && self->state <= LS_RUNNER_RUNNING)
    {
      guint64 next = ls_event_loop_get_next_wake_up (self->loop);

      if (next >= settings->time_budget && next < G_MAXUINT64 && !ls_runner_check_next_wake_up (self))
        break;
      if (!ls_event_loop_run_turn (self->loop))
        break;
      driver->n_turns++;
      self->n_steps += 1 + ls_event_loop_get_turn_microtasks (self->loop);
      if (self->runtime->watches_itself)
        self->n_free_steps += ls_event_loop_get_turn_microtasks (self->loop);
      if (self->runtime->get_stop_message != NULL)
        ls_runner_check_program (self);
      if (self->n_steps - self->n_free_steps + self->interpreter->n_statements >= settings->step_budget ||
          ls_event_loop_get_time (self->loop) >= settings->time_budget)
        break;
    }
}

/* Runs some turns, and counts their steps afterwards. */
static gboolean
run_batch (LsSingleDriver *driver)
{
  LsRunner *self = driver->parent.runner;

  if (!ls_runner_begin_step (self))
    return FALSE;
  self->in_batch = TRUE;
  if (is_at_start (self))
    run_turns (driver);
  else
    single_enter (&driver->parent, run_turns, driver);
  if (self->state <= LS_RUNNER_RUNNING)
    ls_runner_check_budgets (self);
  self->in_batch = FALSE;

  /* Nothing ran: the run is at its end, or waits for something. */
  if (driver->n_turns == 0 && self->state <= LS_RUNNER_RUNNING)
    return single_step (&driver->parent, TRUE);
  return self->state <= LS_RUNNER_RUNNING;
}

static void
take_steps (gpointer data)
{
  LsSingleDriver *driver = data;
  guint n = 0;

  do
    driver->more = driver->parent.runner->state <= LS_RUNNER_RUNNING && single_step (&driver->parent, FALSE);
  while (driver->more && ++n < BATCH_STEPS && g_get_monotonic_time () < driver->end);
}

static gboolean
single_run (LsRunnerDriver *driver,
            gint64          end)
{
  LsSingleDriver *self = (LsSingleDriver *) driver;
  LsRunner *runner = driver->runner;

  if (can_batch (runner))
    return run_batch (self);
  if (runner->runtime == NULL || runner->runtime->enter == NULL)
    return single_step (driver, TRUE);
  if (is_at_start (runner))
    return single_step (driver, FALSE);
  self->end = end;
  single_enter (driver, take_steps, self);
  return self->more;
}

static void
single_stop (LsRunnerDriver *driver)
{
  LsRunner *self = driver->runner;

  if (self->runtime != NULL && self->state <= LS_RUNNER_RUNNING)
    self->state = LS_RUNNER_CANCELLED;
}

static guint64
single_get_time (LsRunnerDriver *driver)
{
  return ls_event_loop_get_time (driver->runner->loop);
}

static gboolean
single_is_idle_until (LsRunnerDriver *driver,
                      guint64         time)
{
  LsEventLoop *loop = driver->runner->loop;

  if (ls_event_loop_get_next_wake_up (loop) <= time || ls_event_loop_get_n_microtasks (loop) > 0 ||
      ls_event_loop_get_n_queued_tasks (loop) > 0)
    return FALSE;

  for (guint i = 0; i < LS_N_QUEUE_TYPES; i++)
    if (ls_queue_type_is_valid (i) && (ls_event_loop_get_queue_length (loop, i, LS_WORK_QUEUE_IMMEDIATE_INCOMING) > 0 ||
                                       ls_event_loop_get_queue_length (loop, i, LS_WORK_QUEUE_IMMEDIATE_WORK) > 0 ||
                                       ls_event_loop_get_queue_length (loop, i, LS_WORK_QUEUE_DELAYED_WORK) > 0))
      return FALSE;

  return !ls_event_loop_is_idle (loop);
}

static const LsRunnerDriverClass single_driver_class = {
  .start = single_start,
  .step = single_step,
  .run = single_run,
  .enter = single_enter,
  .stop = single_stop,
  .free = (void (*) (LsRunnerDriver *)) g_free,
  .get_time = single_get_time,
  .is_idle_until = single_is_idle_until,
};

LsRunnerDriver *
ls_single_driver_new (LsRunner *runner)
{
  LsSingleDriver *self = g_new0 (LsSingleDriver, 1);

  self->parent = (LsRunnerDriver) { &single_driver_class, runner };
  runner->loop = ls_event_loop_new_with_preset (runner->settings->clock, &runner->preset, runner->settings->edition,
                                                runner->without_trace ? NULL : ls_trace_get_probe (runner->trace));
  runner->loop->is_run_by_hand = TRUE;
  runner->loop->may_be_neglected = FALSE;
  return &self->parent;
}
