/* ls-event-loop-microtask.c: the microtasks of a loop, §4.1.4
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-event-loop-private.h"

/* Reserves a place at the end of the queue. The caller fills it in. */
LsMicrotask *
ls_event_loop_push_microtask (LsEventLoop      *self,
                              LsMicrotaskKind   kind,
                              LsMicrotaskSteps  steps,
                              guint32           promise,
                              guint32           name)
{
  LsMicrotask *microtask = ls_microtask_queue_push (&self->microtasks);

  *microtask = (LsMicrotask) { .steps = steps, .id = ++self->numbers->last_microtask };
  if (self->foreign_jobs.run != NULL)
    microtask->after = *self->foreign_jobs.enqueued;
  if (self->probe != NULL)
    {
      const LsClause clause = kind == LS_MICROTASK_CALLBACK   ? LS_CLAUSE_QUEUE_MICROTASK
                              : kind == LS_MICROTASK_THENABLE ? LS_CLAUSE_ECMA_THENABLE_JOB
                                                              : LS_CLAUSE_HOST_ENQUEUE_PROMISE_JOB;

      ls_event_loop_emit (self, .kind = LS_RECORD_MICROTASK_QUEUED, .subject = microtask->id, .object = promise,
                          .value = kind, .text = name, .clause = clause);
    }
  return microtask;
}

/* Runs the oldest microtask with its captured state, §4.1.4 step 5 and §4.1.6. */
static void
event_loop_run_own_microtask (LsEventLoop *self)
{
  LsMicrotask microtask = ls_microtask_queue_pop (&self->microtasks);
  gboolean threw;

  self->turn_microtasks++;
  if (self->probe != NULL)
    {
      LsRecord record = { .kind = LS_RECORD_MICROTASK_STARTED,
                          .time = self->now,
                          .subject = microtask.id,
                          .clause = LS_CLAUSE_HTML_MICROTASK_CHECKPOINT };

      ls_continuation_state_describe (microtask.shown_state, &record);
      ls_probe_emit (self->probe, &record);
    }
  threw = microtask.steps (self, &microtask, TRUE);
  ls_event_loop_emit (self, .kind = LS_RECORD_MICROTASK_FINISHED, .subject = microtask.id,
                      .flags = threw ? LS_RECORD_FLAG_THREW : 0, .clause = LS_CLAUSE_HTML_MICROTASK_CHECKPOINT);
}

/* Runs the oldest microtasks: one at least if there is any, and @max at most. The loop runs several at once only where nobody can
 * tell the difference: foreign jobs in a row. Returns whether any ran. */
gboolean
ls_event_loop_run_microtasks_at_once (LsEventLoop *self,
                                      guint32      max)
{
  guint32 n = ls_event_loop_count_foreign_jobs (self);

  /* HTML: the event loop's currently running task is now a microtask, and no task afterwards. */
  if (self->preset.microtasks_reset_timer_nesting && ls_event_loop_has_microtasks (self))
    self->timer_nesting_level = 0;
  if (self->microtasks.length > 0)
    {
      const LsMicrotask *first = &self->microtasks.items[self->microtasks.first];

      n = n > 0 ? MIN (n, first->after - *self->foreign_jobs.begun) : 0;
      if (n == 0)
        {
          event_loop_run_own_microtask (self);
          return TRUE;
        }
    }
  else if (n > 0)
    n = max;   /* and the jobs that they enqueue */
  if (n == 0)
    return FALSE;

  n = MIN (n, max);
  if (n == 1)
    {
      self->turn_microtasks++;
      return self->foreign_jobs.run (self, 1, self->foreign_jobs.data) > 0;
    }
  n = self->foreign_jobs.run (self, n, self->foreign_jobs.data);
  self->turn_microtasks += n;
  return n > 0;
}

/* The steps of a microtask of queueMicrotask(). */
static gboolean
run_microtask_callback (LsEventLoop *loop,
                        LsMicrotask *microtask,
                        gboolean     run)
{
  const gboolean keeps_ambient = loop->preset.loses_state_queue_microtask;
  LsCallback callback = (LsCallback) microtask->a;
  GDestroyNotify destroy = (GDestroyNotify) microtask->c;
  LsCompletion completion = LS_COMPLETION_NORMAL;

  if (run)
    {
      g_auto (LsValue) result = LS_VALUE_INIT;

      if (!keeps_ambient)
        ls_event_loop_set_continuation_state (loop, microtask->state);
      completion = callback (&microtask->argument, &result, microtask->b);
      ls_event_loop_note_time (loop);
      if (completion == LS_COMPLETION_THROW)
        ls_event_loop_report_exception (loop, &result);
      if (!keeps_ambient)
        ls_event_loop_set_continuation_state (loop, NULL);
    }
  if (destroy != NULL)
    destroy (microtask->b);
  ls_continuation_state_unref (microtask->state);
  return completion == LS_COMPLETION_THROW;
}

/**
 * ls_event_loop_queue_microtask:
 * @self: a loop
 * @name: (nullable): a name for people
 * @callback: the function that runs
 * @user_data: data for @callback
 * @destroy: (nullable): called with @user_data once the microtask is done or dropped
 *
 * Queues a microtask (§4.1.4). The microtask runs with a clone of the current continuation state.
 *
 * Returns: its number
 */
guint32
ls_event_loop_queue_microtask (LsEventLoop    *self,
                               const char     *name,
                               LsCallback      callback,
                               gpointer        user_data,
                               GDestroyNotify  destroy)
{
  LsMicrotask *microtask;

  g_return_val_if_fail (LS_IS_EVENT_LOOP (self), 0);
  g_return_val_if_fail (callback != NULL, 0);
  LS_ASSERT_LOOP_THREAD (self);

  if (self->shut_down)
    {
      if (destroy != NULL)
        destroy (user_data);
      return 0;
    }
  microtask = ls_event_loop_push_microtask (self, LS_MICROTASK_CALLBACK, run_microtask_callback, 0,
                                            ls_probe_intern (self->probe, name));
  /* Deviation for presets that model it: Firefox runs queueMicrotask() callbacks with the ambient state. */
  if (!self->preset.loses_state_queue_microtask)
    microtask->state = ls_continuation_state_ref (self->continuation_state);
  microtask->shown_state = microtask->state;
  microtask->a = (gpointer) callback;
  microtask->b = user_data;
  microtask->c = (gpointer) destroy;
  ls_event_loop_notice_work (self);
  return microtask->id;
}
