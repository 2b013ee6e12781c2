/* ls-event-loop.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-event-loop-private.h"
#include "ls-promise-private.h"

/**
 * ls_event_loop_error_quark:
 *
 * Gets the domain of errors of event loops.
 *
 * Returns: the number of the domain
 */
G_DEFINE_QUARK (ls-event-loop-error-quark, ls_event_loop_error)

/**
 * ls_event_loop_get_edition:
 * @self: a loop
 *
 * Gets the text of the specification that its schedulers follow.
 *
 * Returns: the text of the specification that its schedulers follow
 */
LsEdition
ls_event_loop_get_edition (LsEventLoop *self)
{
  g_return_val_if_fail (LS_IS_EVENT_LOOP (self), LS_EDITION_2025);

  return self->edition;
}

/**
 * ls_event_loop_get_experiments:
 * @self: a loop
 *
 * Gets the experiments that are on.
 *
 * Returns: the experiments that are on; a loop has those of its preset's table
 */
LsExperiments
ls_event_loop_get_experiments (LsEventLoop *self)
{
  g_return_val_if_fail (LS_IS_EVENT_LOOP (self), LS_EXPERIMENT_NONE);

  return self->preset.experiments;
}

/**
 * ls_event_loop_get_clock_kind:
 * @self: a loop
 *
 * Tells which clock the loop has.
 *
 * Returns: its clock
 */
LsClockKind
ls_event_loop_get_clock_kind (LsEventLoop *self)
{
  g_return_val_if_fail (LS_IS_EVENT_LOOP (self), LS_CLOCK_VIRTUAL);

  return self->clock;
}

/**
 * ls_event_loop_get_preset: (skip)
 * @self: a loop
 *
 * Gets the table of the preset.
 *
 * Returns: (transfer none): the table of the preset
 */
const LsPreset *
ls_event_loop_get_preset (LsEventLoop *self)
{
  g_return_val_if_fail (LS_IS_EVENT_LOOP (self), NULL);

  return &self->preset;
}

/**
 * ls_event_loop_get_probe: (skip)
 * @self: a loop
 *
 * Gets the probe that the loop reports to.
 *
 * Returns: (transfer none) (nullable): the probe that the loop reports to
 */
LsProbe *
ls_event_loop_get_probe (LsEventLoop *self)
{
  g_return_val_if_fail (LS_IS_EVENT_LOOP (self), NULL);

  return self->probe;
}

/* Time */

void
ls_event_loop_update_clock (LsEventLoop *self)
{
  if (self->clock == LS_CLOCK_MONOTONIC)
    self->now = g_get_monotonic_time () - self->clock_start;
  else if (self->shared_clock != NULL && *self->shared_clock > self->now)
    {
      const guint64 passed = *self->shared_clock - self->now;

      self->now = *self->shared_clock;
      ls_event_loop_emit (self, .kind = LS_RECORD_CLOCK_ADVANCED, .value = ls_saturate (passed),
                          .clause = LS_CLAUSE_TIMING_SIDE_CHANNEL);
    }
}

/* Where code of the program has run within a turn, the records after it have the time that it has taken. */
void
ls_event_loop_note_time (LsEventLoop *self)
{
  if (self->clock == LS_CLOCK_MONOTONIC && self->probe != NULL)
    ls_event_loop_update_clock (self);
}

/**
 * ls_event_loop_get_time:
 * @self: a loop
 *
 * Gets the time of the loop's clock.
 *
 * Returns: the time in µs since the loop was made
 */
guint64
ls_event_loop_get_time (LsEventLoop *self)
{
  g_return_val_if_fail (LS_IS_EVENT_LOOP (self), 0);

  ls_event_loop_update_clock (self);
  return self->now;
}

/**
 * ls_event_loop_work:
 * @self: a loop
 * @duration: in µs
 *
 * Works for a while; for callbacks. The virtual clock goes on by @duration; with the monotonic clock the function waits. Time
 * ends at 2^53 µs, after 285 years: there the virtual clock stops, and longer delays never end.
 */
void
ls_event_loop_work (LsEventLoop *self,
                    guint64      duration)
{
  g_return_if_fail (LS_IS_EVENT_LOOP (self));
  LS_ASSERT_LOOP_THREAD (self);

  if (self->clock == LS_CLOCK_MONOTONIC)
    {
      const guint64 start = ls_event_loop_get_time (self);

      while (ls_event_loop_get_time (self) - start < duration)
        ;
    }
  else
    {
      ls_event_loop_update_clock (self);
      self->now += MIN (duration, END_OF_TIME - self->now);
      if (self->shared_clock != NULL)
        *self->shared_clock = self->now;
    }
  ls_event_loop_emit (self, .kind = LS_RECORD_WORK, .value = ls_saturate (duration), .clause = LS_CLAUSE_SESSION);
  ls_event_loop_check_delays (self);
}

/**
 * ls_event_loop_get_next_wake_up:
 * @self: a loop
 *
 * Tells when the next delayed task is due.
 *
 * Returns: the time at which the next delayed task is due, in µs of the loop's time, or %LS_TIME_NEVER
 */
guint64
ls_event_loop_get_next_wake_up (LsEventLoop *self)
{
  g_return_val_if_fail (LS_IS_EVENT_LOOP (self), LS_TIME_NEVER);

  return ls_wake_up_queue_get_next (&self->wake_ups);
}

/**
 * ls_event_loop_is_idle:
 * @self: a loop
 *
 * Tells whether nothing is left to do.
 *
 * Returns: whether nothing is left to do: the loop has no queued or delayed task and no microtask
 */
gboolean
ls_event_loop_is_idle (LsEventLoop *self)
{
  g_return_val_if_fail (LS_IS_EVENT_LOOP (self), TRUE);

  return !ls_event_loop_has_runnable (self) && self->wake_ups.length == 0 && !ls_event_loop_has_microtasks (self) &&
         !ls_event_loop_has_incoming (self);
}

/**
 * ls_event_loop_get_turn:
 * @self: a loop
 *
 * Counts the turns that have begun. A turn is a task and its microtasks.
 *
 * Returns: the number of the last turn that has begun, from 1, or 0 before the first
 */
guint32
ls_event_loop_get_turn (LsEventLoop *self)
{
  g_return_val_if_fail (LS_IS_EVENT_LOOP (self), 0);

  return self->turn;
}

/**
 * ls_event_loop_get_turn_microtasks:
 * @self: a loop
 *
 * Counts the microtasks of the last turn that have begun.
 *
 * Returns: how many microtasks of the last turn have begun
 */
guint32
ls_event_loop_get_turn_microtasks (LsEventLoop *self)
{
  g_return_val_if_fail (LS_IS_EVENT_LOOP (self), 0);

  return self->turn_microtasks;
}

/**
 * ls_event_loop_get_n_queued_tasks:
 * @self: a loop
 *
 * Counts the tasks of all schedulers that could run.
 *
 * Returns: the number of scheduler tasks in queues, without the delayed ones
 */
guint64
ls_event_loop_get_n_queued_tasks (LsEventLoop *self)
{
  g_return_val_if_fail (LS_IS_EVENT_LOOP (self), 0);

  return self->scheduler_queues.n_tasks;
}

/**
 * ls_event_loop_get_n_microtasks:
 * @self: a loop
 *
 * Counts the queued microtasks.
 *
 * Returns: the number of queued microtasks
 */
guint
ls_event_loop_get_n_microtasks (LsEventLoop *self)
{
  g_return_val_if_fail (LS_IS_EVENT_LOOP (self), 0);

  return self->microtasks.length + ls_event_loop_count_foreign_jobs (self);
}

/* Errors that nobody catches */

/**
 * ls_event_loop_set_report_func:
 * @self: a loop
 * @func: (nullable): a function for exceptions and unhandled rejections; %NULL if nobody is to be told
 * @user_data: data for @func
 * @destroy: (nullable): called with @user_data when another function is set or the loop ends
 *
 * Sets who is told of exceptions that nobody catches and of rejections that nobody handles. Without a call of this function,
 * the loop prints them with g_warning(); a loop of an [class@AgentCluster] tells nobody.
 */
void
ls_event_loop_set_report_func (LsEventLoop    *self,
                               LsReportFunc    func,
                               gpointer        user_data,
                               GDestroyNotify  destroy)
{
  GDestroyNotify old_destroy;
  gpointer old_data;

  g_return_if_fail (LS_IS_EVENT_LOOP (self));
  LS_ASSERT_LOOP_THREAD (self);

  old_destroy = self->report_destroy;
  old_data = self->report_data;
  self->report = func;
  self->report_data = user_data;
  self->report_destroy = destroy;
  if (old_destroy != NULL)
    old_destroy (old_data);
}

/**
 * ls_event_loop_report_exception:
 * @self: a loop
 * @exception: the exception
 *
 * Tells of an exception that nobody catches, as HTML's “report an exception” does. The callback that calls this goes on.
 */
void
ls_event_loop_report_exception (LsEventLoop   *self,
                                const LsValue *exception)
{
  g_return_if_fail (LS_IS_EVENT_LOOP (self));
  LS_ASSERT_LOOP_THREAD (self);

  self->callback_threw = TRUE;
  if (self->probe != NULL)
    {
      g_autofree char *text = ls_value_to_string (exception);

      ls_event_loop_emit (self, .kind = LS_RECORD_EXCEPTION, .text = ls_probe_intern (self->probe, text),
                          .clause = LS_CLAUSE_HTML_REPORT_EXCEPTION);
    }
  if (self->report != NULL)
    self->report (self, exception, NULL, self->report_data);
}

/* HTML: notify about rejected promises, for those of the language host, at the end of each checkpoint. The host queues a task
 * that tells of each. */
void
ls_event_loop_notify_foreign_rejections (LsEventLoop *self)
{
  const gboolean was_in_callback = self->in_callback;

  if (self->foreign_jobs.run == NULL || *self->foreign_jobs.n_rejections == 0)
    return;
  self->in_callback = TRUE;
  self->foreign_jobs.notify_rejections (self, self->foreign_jobs.data);
  self->in_callback = was_in_callback;
}

/* The same at the end of a turn, and for the promises of the loop. The loop reports at once and queues no task: a program has no
 * event to handle here. */
void
ls_event_loop_notify_rejections (LsEventLoop *self)
{
  g_autoptr (GPtrArray) rejections = g_steal_pointer (&self->rejections);

  self->rejections = g_ptr_array_new_with_free_func ((GDestroyNotify) ls_promise_unref);
  self->in_callback = TRUE;
  for (guint i = 0; i < rejections->len && !self->shut_down; i++)
    ls_promise_report_unhandled (g_ptr_array_index (rejections, i));
  self->in_callback = FALSE;
  ls_event_loop_notify_foreign_rejections (self);
}

/* Moves a virtual clock on by @duration (µs) without a record. Each look at the clock takes a little time, so a program that
 * waits for it comes to an end. */
void
ls_event_loop_pass_time (LsEventLoop *self,
                         guint64      duration)
{
  if (self->clock != LS_CLOCK_VIRTUAL)
    return;
  ls_event_loop_update_clock (self);
  self->now += MIN (duration, END_OF_TIME - self->now);
  if (self->shared_clock != NULL)
    *self->shared_clock = self->now;
}
