/* ls-recording-driver.c: goes through what was recorded
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-runner-driver-private.h"

#include "ls-replay.h"
#include "ls-trace-file.h"
#include "ls-runner-private.h"
#include "ls-session-recording.h"
#include "ls-state.h"
#include "ls-trace-part-private.h"
#include "ls-trace-private.h"

/* Nothing runs: what was recorded, or a trace from a file, comes into the trace of the runner step by step. So everything that can
 * be done to a run can be done to it: going to a step or a time, budgets, cancelling. */

#define BATCH_STEPS 256

/* As many records as there are between two of a trace's first keyframes. */
#define RECORDS_AHEAD 16384

typedef struct
{
  LsRunnerDriver  parent;
  LsProbe        *probe;
  LsReplay       *replay;     /* of a recording, */
  LsTrace        *source;     /* (unowned): or a trace that is copied */
  gsize           position;   /* of the next record of it */
  guint32         step;       /* the step that ended before it */
  LsState        *ahead;      /* follows the trace, so that it has its keyframes before somebody goes to its end */
} LsRecordingDriver;

/* Traces from files */

static void
copy_records (LsRecordingDriver *self,
              gsize              end)
{
  ls_trace_copy_records (self->source, self->probe, self->position, end);
  self->position = MAX (self->position, end);
}

/* Returns where the first step begins: what comes before is how the loops were made, and what the program begins with. */
static gsize
find_first_step (LsTrace *trace)
{
  gsize position = ls_trace_get_start (trace);
  gsize n_records;

  for (; position < ls_trace_get_length (trace); position += n_records)
    {
      const LsRecord *records = ls_trace_peek_records (trace, position, &n_records);

      for (gsize i = 0; i < n_records; i++)
        switch (records[i].kind)
          {
          case LS_RECORD_QUEUE_RELOADED:
          case LS_RECORD_TASK_SELECTED:
          case LS_RECORD_TASK_STARTED:
          case LS_RECORD_CLOCK_ADVANCED:
          case LS_RECORD_ACTION:
          case LS_RECORD_AGENT_RUN:
            return position + i;
          default:
            break;
          }
    }
  return position;
}

static gboolean
copy_step (LsRecordingDriver *self)
{
  if (self->position >= ls_trace_get_length (self->source))
    return FALSE;
  self->step++;
  copy_records (self, ls_trace_find_step (self->source, self->step));
  return TRUE;
}

static guint64
get_time_at (LsTrace *trace,
             gsize    position)
{
  LsRecord record;

  ls_trace_get_record (trace, position, &record);
  return record.time;
}

/* Both */

static gboolean
recording_start (LsRunnerDriver  *driver,
                 GError         **error)
{
  LsRecordingDriver *self = (LsRecordingDriver *) driver;
  LsRunner *runner = driver->runner;

  if (self->source != NULL)
    {
      ls_trace_copy_texts (self->source, self->probe, 1);
      ls_trace_begin_like (runner->trace, self->source);
      self->position = ls_trace_get_start (self->source);
      copy_records (self, find_first_step (self->source));
      self->step = ls_trace_get_step_at (self->source, self->position);
    }
  else
    {
      guint n_threads;
      const guint *threads = ls_session_get_recording_threads (runner->session, &n_threads);

      self->replay = ls_replay_new (ls_session_get_recording (runner->session), threads, n_threads, self->probe);
      ls_trace_set_recording (runner->trace, ls_session_get_recording (runner->session), threads, n_threads);
      ls_replay_step (self->replay);
    }
  ls_probe_publish (self->probe);
  self->ahead = ls_state_new (runner->trace);
  return TRUE;
}

static gboolean
take_step (LsRecordingDriver *self)
{
  return self->replay != NULL ? ls_replay_step (self->replay) : copy_step (self);
}

/* Ends the run if a budget is used up. */
static void
check_budgets (LsRecordingDriver *self)
{
  LsRunner *runner = self->parent.runner;
  g_autofree char *message = ls_runner_find_exceeded (runner, runner->n_steps, self->parent.klass->get_time (&self->parent),
                                                      ls_trace_get_length (runner->trace), 0);

  if (message == NULL)
    return;
  ls_runner_stop (runner, message);
  ls_probe_publish (self->probe);
}

/* Takes at most @n_steps steps. Returns FALSE if the run is over. */
static gboolean
take_steps (LsRunnerDriver *driver,
            guint           n_steps)
{
  LsRecordingDriver *self = (LsRecordingDriver *) driver;
  LsRunner *runner = driver->runner;
  const LsSettings *settings = runner->settings;
  gboolean more = TRUE;

  if (!ls_runner_begin_step (runner))
    return FALSE;
  n_steps = MIN (n_steps, settings->step_budget - MIN (runner->n_steps, settings->step_budget - 1));
  for (guint i = 0; more && i < n_steps && (i == 0 || driver->klass->get_time (driver) < settings->time_budget); i++)
    more = take_step (self);
  ls_probe_publish (self->probe);
  if (ls_trace_get_length (runner->trace) - ls_state_get_position (self->ahead) >= RECORDS_AHEAD)
    ls_state_seek (self->ahead, G_MAXSIZE);
  runner->n_steps = ls_trace_get_n_steps (runner->trace);
  if (settings->kept_records > 0)
    ls_trace_forget (runner->trace, settings->kept_records);
  if (more)
    check_budgets (self);
  else
    ls_runner_end (runner, LS_RUNNER_FINISHED);
  return more;
}

static gboolean
recording_step (LsRunnerDriver *driver,
                gboolean        wait)
{
  return take_steps (driver, 1);
}

static gboolean
recording_run (LsRunnerDriver *driver,
               gint64          end)
{
  return take_steps (driver, BATCH_STEPS);
}

static void
recording_stop (LsRunnerDriver *driver)
{
}

static void
recording_free (LsRunnerDriver *driver)
{
  LsRecordingDriver *self = (LsRecordingDriver *) driver;

  g_clear_pointer (&self->replay, ls_replay_free);
  g_clear_pointer (&self->ahead, ls_state_unref);
  g_free (self);
}

static guint64
recording_get_time (LsRunnerDriver *driver)
{
  LsRecordingDriver *self = (LsRecordingDriver *) driver;

  if (self->replay != NULL)
    return ls_replay_get_time (self->replay);
  return self->position > ls_trace_get_start (self->source) ? get_time_at (self->source, self->position - 1) : 0;
}

static gboolean
recording_is_idle_until (LsRunnerDriver *driver,
                         guint64         time)
{
  LsRecordingDriver *self = (LsRecordingDriver *) driver;

  if (self->replay != NULL)
    return ls_replay_get_next_time (self->replay) > time;
  return self->position < ls_trace_get_length (self->source) && get_time_at (self->source, self->position) > time;
}

static LsProbe *
recording_get_probe (LsRunnerDriver *driver)
{
  return ((LsRecordingDriver *) driver)->probe;
}

static const LsRunnerDriverClass recording_driver_class = {
  .start = recording_start,
  .step = recording_step,
  .run = recording_run,
  .stop = recording_stop,
  .free = recording_free,
  .get_time = recording_get_time,
  .is_idle_until = recording_is_idle_until,
  .get_probe = recording_get_probe,
};

/* The loop of the runner has nothing to do, and records nothing. */
LsRunnerDriver *
ls_recording_driver_new (LsRunner *runner)
{
  LsRecordingDriver *self = g_new0 (LsRecordingDriver, 1);

  self->parent = (LsRunnerDriver) { &recording_driver_class, runner };
  self->probe = ls_trace_get_probe (runner->trace);
  self->source = ls_session_get_recorded_trace (runner->session);
  runner->loop = ls_event_loop_new_with_preset (LS_CLOCK_VIRTUAL, &runner->preset, runner->settings->edition, NULL);
  return &self->parent;
}
