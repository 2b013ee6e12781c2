/* ls-event-loop-turn.c: the processing model, §4.1.3: delayed tasks, choice, run, microtasks
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-event-loop-private.h"

#include "ls-loop-marks-private.h"
#include "ls-probe-outlet-private.h"
#include "ls-queue-type-private.h"

/* How many foreign jobs run before the loop checks whether it has been shut down. */
#define MAX_JOBS_AT_ONCE 4096

/* Whether a frame is being made, or a task of the compositor waits to make one. */
gboolean
ls_event_loop_expects_frame (LsEventLoop *self)
{
  const LsLoopQueue *queue = &self->queues[LS_QUEUE_TYPE_COMPOSITOR];

  return self->in_frame || queue->immediate_incoming.length > 0 || queue->immediate_work.length > 0 ||
         queue->delayed_work.length > 0 || queue->n_delayed_incoming > 0;
}

/* Keeps @task until the end of the turn of the next frame, or of the one that is being made. */
void
ls_event_loop_wait_for_frame (LsEventLoop *self,
                              LsTask      *task)
{
  ls_task_fifo_push (&self->frame_waiters, task);
  task->is_queued = FALSE;
  task->waits_for_frame = TRUE;
}

void
ls_event_loop_stop_waiting_for_frame (LsEventLoop *self,
                                      LsTask      *task)
{
  ls_task_fifo_remove (&self->frame_waiters, task);
  task->waits_for_frame = FALSE;
}

static void
event_loop_end_frame (LsEventLoop *self)
{
  self->in_frame = FALSE;
  while (self->frame_waiters.head != NULL)
    {
      LsTask *task = self->frame_waiters.head;

      ls_task_fifo_remove (&self->frame_waiters, task);
      task->klass->due (self, task);
    }
}

/* Moves the delayed tasks whose time has come, in the order of their times. */
static void
event_loop_end_delays (LsEventLoop *self)
{
  /* Queueing a task calls ls_event_loop_end_delays_in_parallel(). */
  if (self->is_ending_delays)
    return;
  self->is_ending_delays = TRUE;
  while (ls_wake_up_queue_get_next (&self->wake_ups) <= self->now)
    {
      LsTask *task = ls_event_loop_pop_delayed_task (self);

      /* By the letter a timer that is due is no active timer any more, and gives time back. But its task waits for this period. */
      if (ls_queue_type_is_foreseen (task->queue_type))
        self->idle_period_end = MIN (self->idle_period_end, task->in.delayed.due);
      task->klass->due (self, task);
    }
  self->is_ending_delays = FALSE;
}

/* HTML, run steps after a timeout: the steps run in parallel, so a task whose delay ends during a turn is older than what the turn
 * posts from then on. The loop calls this function before each task gets its enqueue order, and after work. */
void
ls_event_loop_end_delays_in_parallel (LsEventLoop *self)
{
  ls_event_loop_update_clock (self);
  event_loop_end_delays (self);
}

/* Idle callbacks that wait for the frame after input have no period before it. */
static gboolean
event_loop_wants_idle_period (LsEventLoop *self,
                              guint64      now)
{
  return (self->idle_wants_period || (self->next_idle_period > 0 && now >= self->next_idle_period)) &&
         ls_discrete_input_is_queue_enabled (self, LS_QUEUE_TYPE_IDLE);
}

/* Chromium's WakeUpQueue: moves the tasks between turns. */
static void
event_loop_move_ready_delayed_tasks (LsEventLoop *self)
{
  event_loop_end_delays (self);
  if (event_loop_wants_idle_period (self, self->now))
    ls_idle_period_begin (self);
}

gboolean
ls_event_loop_has_runnable (LsEventLoop *self)
{
  return ls_task_queue_selector_has_runnable (self);
}

/* The loop reports the end of a turn only where no other turn follows at once: otherwise the record of the next selection says as
 * much. */
void
ls_event_loop_report_turn_end (LsEventLoop *self)
{
  if (!self->must_report_turn_end)
    return;
  self->must_report_turn_end = FALSE;
  ls_event_loop_emit (self, .kind = LS_RECORD_TURN_ENDED, .value = self->turn, .clause = LS_CLAUSE_EVENT_LOOP);
}

/* Returns the rank of the next task, or LS_NO_RANK. The rest of a turn goes before everything: its rank is 0. */
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

/* Whether ls_event_loop_peek_rank() would take in a new or a due task. */
gboolean
ls_event_loop_has_news (LsEventLoop *self)
{
  const guint64 now = self->shared_clock != NULL ? MAX (*self->shared_clock, self->now) : self->now;

  if (self->shut_down || self->in_callback)
    return FALSE;
  return ls_event_loop_has_incoming (self) || event_loop_wants_idle_period (self, now) ||
         ls_wake_up_queue_get_next (&self->wake_ups) <= now;
}

/* Whether the loop has something to run among the tasks that it has taken in. Reports nothing. */
gboolean
ls_event_loop_has_work (LsEventLoop *self)
{
  if (self->shut_down || self->in_callback)
    return FALSE;
  return self->in_turn || ls_event_loop_has_microtasks (self) || ls_event_loop_has_rejections (self) ||
         ls_event_loop_has_runnable (self);
}

/* Moves a virtual clock on to the next wake-up where nothing is runnable. The clock of a group is the group's to move. */
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
  self->in_frame = choice->scheduler_queue == NULL && choice->type == LS_QUEUE_TYPE_COMPOSITOR;
  self->turn_is_discrete_input = task->is_discrete;
  if (G_UNLIKELY (self->marks != NULL))
    ls_loop_marks_begin (self->marks, self, task, choice);
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
  /* A scheduler task reports its start itself, with the scheduling state that it sets. */
  if (choice->scheduler_queue == NULL)
    ls_event_loop_emit (self, .kind = LS_RECORD_TASK_STARTED, .subject = id, .queue = choice->type,
                        .clause = LS_CLAUSE_EVENT_LOOP, .step = 2);
  self->callback_threw = FALSE;
  /* Somebody outside of the process wants to see a task that goes on for long, or ends the process. */
  if (G_UNLIKELY (ls_probe_outlet != NULL))
    ls_probe_publish (self->probe);
  task->klass->run (self, task);
  ls_event_loop_update_clock (self);
  ls_event_loop_emit (self, .kind = LS_RECORD_TASK_FINISHED, .subject = id,
                      .flags = self->callback_threw ? LS_RECORD_FLAG_THREW : 0, .clause = LS_CLAUSE_EVENT_LOOP,
                      .step = 2);
  self->in_callback = FALSE;
}

/* WebIDL, invoke a callback function: cleaning up after running script performs a microtask checkpoint, and only then do the
 * steps that called the callback go on. A task calls this function if it has such steps and its callback has left microtasks
 * behind. */
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

  /* The checkpoint after the callback is over. */
  ls_event_loop_notify_foreign_rejections (self);
  self->in_callback = TRUE;
  /* By the letter of the specification there is no state left after the microtasks. Like Chromium, the loop sets the state of the
   * task again, so a thenable that the callback returned is called with it. */
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
  ls_discrete_input_end_turn (self);
  if (self->in_frame)
    event_loop_end_frame (self);
  self->current_task = 0;
  self->current_name = 0;
  if (G_UNLIKELY (self->marks != NULL))
    ls_loop_marks_end (self->marks);
  self->must_report_turn_end = self->probe != NULL;
}

/* Chooses and runs the next task. */
static LsStepResult
event_loop_start_turn (LsEventLoop *self)
{
  LsChoice choice;
  LsTask *task;

  /* A callback at the end of the last turn may have ended the loop. */
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

/* Each public function that runs something calls event_loop_enter() first and event_loop_leave() last: the loop stays alive
 * meanwhile, and a shutdown from inside takes effect at the end. */
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

static LsStepResult
event_loop_step (LsEventLoop *self)
{
  if (!ls_event_loop_has_microtasks (self) && self->in_turn)
    event_loop_end_turn (self);
  else if (!ls_event_loop_has_microtasks (self) && ls_event_loop_has_rejections (self))
    ls_event_loop_notify_rejections (self);

  /* A callback that was told of a rejection may have queued microtasks: they run before the next task. */
  if (!ls_event_loop_has_microtasks (self) || self->shut_down)
    return event_loop_start_turn (self);

  self->in_callback = TRUE;
  ls_event_loop_run_microtasks_at_once (self, 1);
  self->in_callback = FALSE;
  if (self->unfinished != NULL && !ls_event_loop_has_microtasks (self) && !self->shut_down)
    event_loop_finish_task (self);
  return LS_STEP_MICROTASK;
}

/**
 * ls_event_loop_step:
 * @self: a loop
 *
 * Runs one step: the next microtask of the turn if there is one. Otherwise the turn ends, the loop selects the next task (§4.1.3)
 * and runs its steps. A virtual clock goes on where nothing else is left to do. Inside a callback of the loop the function does
 * nothing.
 *
 * Returns: what the loop did
 */
LsStepResult
ls_event_loop_step (LsEventLoop *self)
{
  LsStepResult result;

  g_return_val_if_fail (LS_IS_EVENT_LOOP (self), LS_STEP_NOTHING);
  LS_ASSERT_LOOP_THREAD (self);

  if (!event_loop_enter (self))
    return LS_STEP_NOTHING;
  result = event_loop_step (self);
  event_loop_leave (self);
  return result;
}

/* Makes known what can be next: a turn without microtasks ends, the tasks of other threads come in, and the delays that are over
 * end. All that would happen when the next turn begins. */
static void
event_loop_settle (LsEventLoop *self)
{
  while (!self->shut_down && !ls_event_loop_has_microtasks (self) && (self->in_turn || ls_event_loop_has_rejections (self)))
    if (self->in_turn)
      event_loop_end_turn (self);
    else
      ls_event_loop_notify_rejections (self);
  if (self->shut_down || self->in_turn || ls_event_loop_has_microtasks (self))
    return;

  ls_event_loop_check_incoming (self);
  ls_event_loop_update_clock (self);
  event_loop_move_ready_delayed_tasks (self);
  /* A frame to come can be raised by the input that ran. */
  if ((self->ready_queues & (1u << LS_QUEUE_TYPE_COMPOSITOR)) != 0 ||
      self->queues[LS_QUEUE_TYPE_COMPOSITOR].n_delayed_incoming > 0)
    ls_task_queue_selector_update_compositor (self);
  if (!ls_event_loop_has_runnable (self))
    ls_event_loop_report_turn_end (self);
}

/* As ls_event_loop_step(), and what is known then of the next turn. All of it is published at once. */
LsStepResult
ls_event_loop_step_and_settle (LsEventLoop *self)
{
  LsStepResult result;

  if (!event_loop_enter (self))
    return LS_STEP_NOTHING;
  result = event_loop_step (self);
  if (result == LS_STEP_TASK || result == LS_STEP_MICROTASK)
    event_loop_settle (self);
  else
    ls_event_loop_report_turn_end (self);
  ls_probe_publish (self->probe);
  if (self->shut_down)
    ls_event_loop_empty (self);
  g_object_unref (self);
  return result;
}

/* Ends the turn after ls_event_loop_step(), if no microtasks are left. Otherwise the turn would end when the next one begins. */
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
  /* With a probe one at a time: records are in the order of events. */
  const guint32 at_once = self->probe != NULL ? 1 : MAX_JOBS_AT_ONCE;

  do
    {
      self->in_callback = TRUE;
      while (!self->shut_down && ls_event_loop_run_microtasks_at_once (self, at_once))
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
 * Runs microtasks until there are none (HTML: perform a microtask checkpoint). Inside a callback of the loop the function does
 * nothing: the loop performs the checkpoint when the callback has returned.
 *
 * Call it outside of the loop's callbacks, in a handler of a GTK signal for instance, where the handlers of promises that have just
 * been settled are to run before the next line and not when the main context comes to the loop. A callback of
 * [method@Promise.await_async] or [method@Scheduler.post_task_async] may still run later: that is for [class@Gio.Task] to decide.
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

/* Runs a whole turn, between event_loop_enter() and event_loop_leave(). */
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
 * Runs one whole turn: the rest of a turn that is under way, then a task and its microtasks.
 *
 * Returns: whether the loop ran anything
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
 * @max_turns: the highest number of turns
 *
 * Runs whole turns until nothing is runnable (nor delayed, with the virtual clock) or @max_turns are done. With the monotonic
 * clock the function does not wait: see [method@EventLoop.attach].
 *
 * Returns: the number of turns
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
