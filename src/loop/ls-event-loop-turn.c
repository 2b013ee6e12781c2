/* ls-event-loop-turn.c: the processing model, §4.1.3: delayed tasks, choosing, running, microtasks
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-event-loop-private.h"

/* How many foreign jobs run before the loop looks whether it has been shut down. */
#define MAX_JOBS_AT_ONCE 4096

/* Into the delayed incoming queue. @delay in µs; @timer for the record. */
void
ls_event_loop_delay_task (LsEventLoop *self,
                          LsTask      *task,
                          guint64      delay,
                          guint32      timer,
                          guint32      name)
{
  ls_event_loop_check_incoming (self);
  ls_event_loop_update_clock (self);
  /* A timer without timeout passes through delayed incoming like any other, as the article walks through it, but it
   * keeps its place among the tasks that are posted meanwhile: Chromium posts it as an immediate task. Idle callbacks
   * stand behind those that have waited for longer. */
  if (delay == 0 && task->queue_type != LS_QUEUE_TYPE_WEB_SCHEDULING && task->queue_type != LS_QUEUE_TYPE_IDLE)
    {
      task->order = ls_event_loop_take_enqueue_order (self);
      task->keeps_place = TRUE;
    }
  self->queues[task->queue_type].n_delayed_incoming++;
  task->work_queue = LS_WORK_QUEUE_DELAYED_INCOMING;
  ls_wake_up_queue_add (&self->wake_ups, task,
                        delay <= END_OF_TIME - self->now ? self->now + delay : LS_TIME_NEVER);
  if (self->probe != NULL)
    ls_event_loop_emit (self, .kind = LS_RECORD_TASK_DELAYED, .subject = task->id, .object = timer,
                        .value = ls_saturate (delay), .text = name, .queue = task->queue_type,
                        .flags = timer != 0 ? LS_RECORD_FLAG_TIMER : 0, .clause = LS_CLAUSE_BLINK_WAKE_UP_QUEUE);
  ls_event_loop_notice_work (self);
}

/* Out of the delayed incoming queue, before its time. */
void
ls_event_loop_withdraw_delayed_task (LsEventLoop *self,
                                     LsTask      *task)
{
  ls_wake_up_queue_remove (&self->wake_ups, task);
  self->queues[task->queue_type].n_delayed_incoming--;
}

LsTask *
ls_event_loop_pop_delayed_task (LsEventLoop *self)
{
  LsTask *task = ls_wake_up_queue_pop (&self->wake_ups);

  self->queues[task->queue_type].n_delayed_incoming--;
  return task;
}

/* Takes a delayed or queued task of the loop away and drops it. */
void
ls_event_loop_remove_task (LsEventLoop *self,
                           LsTask      *task,
                           guint32      signal,
                           LsClause     clause)
{
  if (task->is_delayed)
    ls_event_loop_withdraw_delayed_task (self, task);
  else if (task->is_queued)
    ls_loop_queue_remove (self, task);
  if (self->probe != NULL)
    ls_event_loop_emit (self, .kind = LS_RECORD_TASK_REMOVED, .subject = task->id, .object = signal, .clause = clause,
                        .queue = task->queue_type);
  task->klass->drop (self, task);
}

/* Chromium's WakeUpQueue: delayed tasks whose time has come, in the order of their times. */
static void
event_loop_move_ready_delayed_tasks (LsEventLoop *self)
{
  while (ls_wake_up_queue_get_next (&self->wake_ups) <= self->now)
    {
      LsTask *task = ls_event_loop_pop_delayed_task (self);

      task->klass->due (self, task);
    }
  if (self->idle_wants_period || (self->next_idle_period > 0 && self->now >= self->next_idle_period))
    ls_idle_period_begin (self);
}

gboolean
ls_event_loop_has_runnable (LsEventLoop *self)
{
  return self->ready_queues != 0 || self->scheduler_queues.non_empty != 0;
}

/* A turn's end is reported where no other turn follows at once: the record of a selection says as much. */
void
ls_event_loop_report_turn_end (LsEventLoop *self)
{
  if (!self->must_report_turn_end)
    return;
  self->must_report_turn_end = FALSE;
  ls_event_loop_emit (self, .kind = LS_RECORD_TURN_ENDED, .value = self->turn, .clause = LS_CLAUSE_EVENT_LOOP);
}

/* The rank of what this loop would run now, or LS_NO_RANK. What is left of a turn goes before everything. */
guint8
ls_event_loop_peek_rank (LsEventLoop *self)
{
  if (self->shut_down || self->in_callback)
    return LS_NO_RANK;
  ls_event_loop_report_turn_end (self);
  ls_event_loop_check_incoming (self);
  ls_event_loop_update_clock (self);
  event_loop_move_ready_delayed_tasks (self);
  if (self->in_turn || ls_event_loop_has_microtasks (self) || ls_event_loop_has_rejections (self))
    return 0;
  return ls_task_queue_selector_peek_rank (self);
}

/* Whether something has come, or become due, that ls_event_loop_peek_rank() would take in. */
gboolean
ls_event_loop_has_news (LsEventLoop *self)
{
  const guint64 now = self->shared_clock != NULL ? MAX (*self->shared_clock, self->now) : self->now;

  if (self->shut_down || self->in_callback)
    return FALSE;
  return ls_event_loop_has_incoming (self) || self->idle_wants_period ||
         (self->next_idle_period > 0 && now >= self->next_idle_period) || ls_wake_up_queue_get_next (&self->wake_ups) <= now;
}

/* Whether there is something to run, of what has been taken in. Nothing is reported. */
gboolean
ls_event_loop_has_work (LsEventLoop *self)
{
  if (self->shut_down || self->in_callback)
    return FALSE;
  return self->in_turn || ls_event_loop_has_microtasks (self) || ls_event_loop_has_rejections (self) ||
         ls_event_loop_has_runnable (self);
}

/* Nothing is runnable: a virtual clock goes on to the next wake-up. A group's clock is the group's. */
static gboolean
event_loop_advance_clock (LsEventLoop *self)
{
  const guint64 next = ls_wake_up_queue_get_next (&self->wake_ups);

  ls_event_loop_report_turn_end (self);
  if (self->clock != LS_CLOCK_VIRTUAL || self->shared_clock != NULL || next == LS_TIME_NEVER)
    return FALSE;
  if (next > self->now)
    {
      const guint64 passed = next - self->now;

      self->now = next;
      if (self->probe != NULL)
        ls_event_loop_emit (self, .kind = LS_RECORD_CLOCK_ADVANCED, .value = ls_saturate (passed),
                            .clause = LS_CLAUSE_BLINK_WAKE_UP_QUEUE);
    }
  event_loop_move_ready_delayed_tasks (self);
  return TRUE;
}

/* Running */

static LsTask *
event_loop_take_task (LsEventLoop *self,
                      LsChoice    *choice)
{
  LsTask *task;

  if (choice->scheduler_queue != NULL)
    return ls_runnable_queues_pop (&self->scheduler_queues, choice->scheduler_queue);
  task = choice->fifo->head;
  ls_loop_queue_remove (self, task);
  return task;
}

static void
event_loop_report_selection (LsEventLoop    *self,
                             const LsTask   *task,
                             const LsChoice *choice)
{
  const LsRunnableQueue *queue = choice->scheduler_queue;

  if (queue != NULL)
    ls_event_loop_emit (self, .kind = LS_RECORD_TASK_SELECTED, .subject = task->id, .object = queue->id,
                        .value = self->turn, .queue = LS_QUEUE_TYPE_WEB_SCHEDULING, .level = choice->rank,
                        .priority = queue->priority,
                        .flags = choice->flags | (queue->is_continuation ? LS_RECORD_FLAG_CONTINUATION : 0),
                        .clause = LS_CLAUSE_SELECT_NEXT_QUEUE, .step = 6);
  else
    ls_event_loop_emit (self, .kind = LS_RECORD_TASK_SELECTED, .subject = task->id, .value = self->turn,
                        .queue = choice->type, .level = choice->rank, .flags = choice->flags,
                        .clause = LS_CLAUSE_EVENT_LOOP, .step = 2);
}

static void
event_loop_run_task (LsEventLoop    *self,
                     const LsChoice *choice,
                     LsTask         *task)
{
  const guint32 id = task->id;

  self->in_turn = TRUE;
  self->in_callback = TRUE;
  self->turn++;
  self->turn_microtasks = 0;
  self->current_task = id;
  self->current_name = task->name;
  self->current_queue = choice->scheduler_queue;
  if (self->probe == NULL)
    {
      if (choice->scheduler_queue == NULL)
        ls_task_queue_selector_note_taken (self, task);
      task->klass->run (self, task);
      self->in_callback = FALSE;
      return;
    }

  self->must_report_turn_end = FALSE;
  event_loop_report_selection (self, task, choice);
  if (choice->scheduler_queue == NULL)
    ls_task_queue_selector_note_taken (self, task);
  /* Scheduler tasks report their start themselves, with the scheduling state that they set. */
  if (choice->scheduler_queue == NULL)
    ls_event_loop_emit (self, .kind = LS_RECORD_TASK_STARTED, .subject = id, .queue = choice->type,
                        .clause = LS_CLAUSE_EVENT_LOOP, .step = 2);
  self->callback_threw = FALSE;
  task->klass->run (self, task);
  ls_event_loop_update_clock (self);
  ls_event_loop_emit (self, .kind = LS_RECORD_TASK_FINISHED, .subject = id,
                      .flags = self->callback_threw ? LS_RECORD_FLAG_THREW : 0, .clause = LS_CLAUSE_EVENT_LOOP,
                      .step = 2);
  self->in_callback = FALSE;
}

/* WebIDL, invoke a callback function: cleaning up after running script performs a microtask checkpoint, and only then do
 * the steps go on that called the callback. Called by a task that has such steps and has left microtasks behind. */
void
ls_event_loop_finish_later (LsEventLoop   *self,
                            LsTask        *task,
                            LsCompletion   completion,
                            const LsValue *value)
{
  self->unfinished = task;
  self->unfinished_completion = completion;
  ls_value_copy (value, &self->unfinished_value);
  self->unfinished_state = ls_continuation_state_ref (self->continuation_state);
}

static void
event_loop_finish_task (LsEventLoop *self)
{
  LsTask *task = g_steal_pointer (&self->unfinished);

  /* The callback's checkpoint is over. */
  ls_event_loop_notify_foreign_rejections (self);
  self->in_callback = TRUE;
  /* By the letter the microtasks leave none behind. A thenable that the callback returned is called with the task's
   * state all the same, as in Chromium. */
  ls_event_loop_set_continuation_state (self, self->unfinished_state);
  ls_continuation_state_unref (g_steal_pointer (&self->unfinished_state));
  task->klass->finish (self, task, self->unfinished_completion, &self->unfinished_value);
  self->in_callback = FALSE;
  ls_value_clear (&self->unfinished_value);
}

static void
event_loop_end_turn (LsEventLoop *self)
{
  if (ls_event_loop_has_rejections (self))
    ls_event_loop_notify_rejections (self);
  self->in_turn = FALSE;
  self->timer_nesting_level = 0;
  self->idle_deadline = 0;
  self->idle_timed_out = FALSE;
  if (self->next_idle_period > 0)
    ls_idle_period_end_turn (self);
  self->current_task = 0;
  self->current_name = 0;
  self->must_report_turn_end = self->probe != NULL;
}

/* Chooses and runs the next task. */
static LsStepResult
event_loop_start_turn (LsEventLoop *self)
{
  LsChoice choice;
  LsTask *task;

  /* What ended the turn before may have ended the loop. */
  if (self->shut_down)
    return LS_STEP_NOTHING;
  ls_event_loop_check_incoming (self);
  if (self->wake_ups.length > 0 || self->idle_wants_period || self->next_idle_period > 0)
    {
      ls_event_loop_update_clock (self);
      event_loop_move_ready_delayed_tasks (self);
    }
  while (!ls_task_queue_selector_choose (self, &choice))
    if (!event_loop_advance_clock (self))
      return self->wake_ups.length > 0 && self->clock == LS_CLOCK_MONOTONIC ? LS_STEP_WAITING : LS_STEP_NOTHING;

  if (self->probe != NULL)
    ls_event_loop_update_clock (self);
  task = event_loop_take_task (self, &choice);
  event_loop_run_task (self, &choice, task);
  return LS_STEP_TASK;
}

/* The public functions that run something are framed by these: the loop stays, and a shutdown from inside waits. */
static gboolean
event_loop_enter (LsEventLoop *self)
{
  if (self->shut_down || self->in_callback)
    return FALSE;
  g_object_ref (self);
  return TRUE;
}

static void
event_loop_leave (LsEventLoop *self)
{
  ls_event_loop_report_turn_end (self);
  ls_probe_publish (self->probe);
  if (self->shut_down)
    ls_event_loop_empty (self);
  g_object_unref (self);
}

/**
 * ls_event_loop_step:
 * @self: a loop
 *
 * Runs one step: a microtask of the turn if there is one; else the turn ends, the next task is selected (§4.1.3) and
 * its steps run. A virtual clock goes on where nothing else is left to do. Does nothing when called from inside a
 * callback of the loop.
 *
 * Returns: what was done
 */
LsStepResult
ls_event_loop_step (LsEventLoop *self)
{
  LsStepResult result;

  g_return_val_if_fail (LS_IS_EVENT_LOOP (self), LS_STEP_NOTHING);
  LS_ASSERT_LOOP_THREAD (self);

  if (!event_loop_enter (self))
    return LS_STEP_NOTHING;

  if (!ls_event_loop_has_microtasks (self) && self->in_turn)
    event_loop_end_turn (self);
  else if (!ls_event_loop_has_microtasks (self) && ls_event_loop_has_rejections (self))
    ls_event_loop_notify_rejections (self);

  /* Who was told of a rejection may have left microtasks behind: they come before the next task. */
  if (ls_event_loop_has_microtasks (self) && !self->shut_down)
    {
      self->in_callback = TRUE;
      ls_event_loop_run_microtasks_at_once (self, 1);
      self->in_callback = FALSE;
      if (self->unfinished != NULL && !ls_event_loop_has_microtasks (self) && !self->shut_down)
        event_loop_finish_task (self);
      result = LS_STEP_MICROTASK;
    }
  else
    result = event_loop_start_turn (self);
  event_loop_leave (self);
  return result;
}

/* After ls_event_loop_step(): ends the turn now, if no microtasks are left, and not when the next one begins. */
void
ls_event_loop_finish_turn (LsEventLoop *self)
{
  if (!self->in_turn || ls_event_loop_has_microtasks (self) || !event_loop_enter (self))
    return;
  event_loop_end_turn (self);
  event_loop_leave (self);
}

static void
event_loop_run_microtasks (LsEventLoop *self)
{
  /* Records are in the order of what happens. */
  const guint32 at_once = self->probe != NULL ? 1 : MAX_JOBS_AT_ONCE;

  do
    {
      self->in_callback = TRUE;
      while (!self->shut_down && ls_event_loop_run_microtasks_at_once (self, at_once) > 0)
        ;
      self->in_callback = FALSE;
      if (self->unfinished != NULL && !self->shut_down)
        event_loop_finish_task (self);
    }
  while (ls_event_loop_has_microtasks (self) && !self->shut_down);
  if (ls_event_loop_has_rejections (self))
    ls_event_loop_notify_rejections (self);
}

/**
 * ls_event_loop_perform_microtask_checkpoint:
 * @self: a loop
 *
 * Runs microtasks until there are none (HTML: perform a microtask checkpoint). Does nothing inside a callback of the
 * loop: the checkpoint comes when that has returned.
 */
void
ls_event_loop_perform_microtask_checkpoint (LsEventLoop *self)
{
  g_return_if_fail (LS_IS_EVENT_LOOP (self));
  LS_ASSERT_LOOP_THREAD (self);

  if (!event_loop_enter (self))
    return;
  event_loop_run_microtasks (self);
  event_loop_leave (self);
}

/* A whole turn, between event_loop_enter() and event_loop_leave(). */
static gboolean
event_loop_turn (LsEventLoop *self)
{
  gboolean ran = FALSE;

  if (G_UNLIKELY (self->in_turn || ls_event_loop_has_microtasks (self) || ls_event_loop_has_rejections (self)))
    {
      event_loop_run_microtasks (self);
      if (self->in_turn)
        event_loop_end_turn (self);
      ran = TRUE;
    }
  if (event_loop_start_turn (self) == LS_STEP_TASK)
    {
      if (ls_event_loop_has_microtasks (self) || ls_event_loop_has_rejections (self))
        event_loop_run_microtasks (self);
      event_loop_end_turn (self);
      ran = TRUE;
    }
  return ran;
}

/**
 * ls_event_loop_run_turn:
 * @self: a loop
 *
 * Runs one whole turn: the rest of one that is under way, a task, its microtasks.
 *
 * Returns: whether anything ran
 */
gboolean
ls_event_loop_run_turn (LsEventLoop *self)
{
  gboolean ran;

  g_return_val_if_fail (LS_IS_EVENT_LOOP (self), FALSE);
  LS_ASSERT_LOOP_THREAD (self);

  if (!event_loop_enter (self))
    return FALSE;
  ran = event_loop_turn (self);
  event_loop_leave (self);
  return ran;
}

/**
 * ls_event_loop_run:
 * @self: a loop
 * @max_turns: how many turns at most
 *
 * Runs whole turns until nothing is runnable (nor delayed, with the virtual clock) or @max_turns were run. With the
 * monotonic clock it does not wait: see [method@EventLoop.attach].
 *
 * Returns: how many turns were run
 */
guint64
ls_event_loop_run (LsEventLoop *self,
                   guint64      max_turns)
{
  guint64 n = 0;

  g_return_val_if_fail (LS_IS_EVENT_LOOP (self), 0);
  LS_ASSERT_LOOP_THREAD (self);

  if (!event_loop_enter (self))
    return 0;
  while (n < max_turns && !self->shut_down && event_loop_turn (self))
    {
      n++;
      ls_probe_publish (self->probe);
    }
  event_loop_leave (self);
  return n;
}
