/* ls-live-driver.c: follows what runs elsewhere
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-runner-driver-private.h"

#include "ls-runner-private.h"
#include "ls-session-live.h"
#include "ls-state.h"

/* Nothing runs here: the trace of the runner is the one that a watch writes. So a run of this driver only waits for more of it, and
 * ends when the watch has ended. Each step takes all that there is. */

/* How long a step waits for records, in µs. The caller looks in between whether it is to stop. */
#define WAIT G_USEC_PER_SEC

/* As many records as there are between two of a trace's first keyframes. */
#define RECORDS_AHEAD 16384

typedef struct
{
  LsRunnerDriver  parent;
  LsTrace        *own;        /* takes what the runner itself has to say: the watch alone writes into its trace */
  gsize           length;     /* as last looked */
  LsState        *ahead;      /* follows the trace, so that it has its keyframes before somebody goes to its end */
} LsLiveDriver;

static gboolean
live_start (LsRunnerDriver  *driver,
            GError         **error)
{
  LsLiveDriver *self = (LsLiveDriver *) driver;

  self->ahead = ls_state_new (driver->runner->trace);
  return TRUE;
}

static gboolean
live_step (LsRunnerDriver *driver,
           gboolean        wait)
{
  LsLiveDriver *self = (LsLiveDriver *) driver;
  LsRunner *runner = driver->runner;
  /* First whether it grows: what comes between the two looks is not missed. */
  const gboolean grows = ls_trace_get_growing (runner->trace);

  if (!ls_runner_begin_step (runner))
    return FALSE;
  if (ls_trace_get_length (runner->trace) <= self->length && !grows)
    {
      ls_runner_end (runner, LS_RUNNER_FINISHED);
      return FALSE;
    }
  ls_trace_wait (runner->trace, self->length, WAIT, runner->cancellable);
  self->length = ls_trace_get_length (runner->trace);
  runner->n_steps = ls_trace_get_n_steps (runner->trace);
  if (self->length - ls_state_get_position (self->ahead) >= RECORDS_AHEAD)
    ls_state_seek (self->ahead, G_MAXSIZE);
  return TRUE;
}

static void
live_stop (LsRunnerDriver *driver)
{
}

static void
live_free (LsRunnerDriver *driver)
{
  LsLiveDriver *self = (LsLiveDriver *) driver;

  g_clear_pointer (&self->ahead, ls_state_unref);
  g_clear_object (&self->own);
  g_free (self);
}

static guint64
live_get_time (LsRunnerDriver *driver)
{
  LsLiveDriver *self = (LsLiveDriver *) driver;
  LsRecord record;

  if (self->length == 0)
    return 0;
  ls_trace_get_record (driver->runner->trace, self->length - 1, &record);
  return record.time;
}

static gboolean
live_is_idle_until (LsRunnerDriver *driver,
                    guint64         time)
{
  return FALSE;
}

static LsProbe *
live_get_probe (LsRunnerDriver *driver)
{
  return ls_trace_get_probe (((LsLiveDriver *) driver)->own);
}

static const LsRunnerDriverClass live_driver_class = {
  .start = live_start,
  .step = live_step,
  .stop = live_stop,
  .free = live_free,
  .get_time = live_get_time,
  .is_idle_until = live_is_idle_until,
  .get_probe = live_get_probe,
};

/* The loop of the runner has nothing to do, and records nothing. */
LsRunnerDriver *
ls_live_driver_new (LsRunner *runner)
{
  LsLiveDriver *self = g_new0 (LsLiveDriver, 1);

  self->parent = (LsRunnerDriver) { &live_driver_class, runner };
  self->own = ls_trace_new ();
  runner->loop = ls_event_loop_new_with_preset (LS_CLOCK_VIRTUAL, &runner->preset, runner->settings->edition, NULL);
  return &self->parent;
}
