/* ls-event-loop.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-event-loop-private.h"

#include "ls-promise-private.h"

/**
 * LsEventLoop:
 *
 * An event loop as HTML and Chromium have it: task queues of many types, each with four work queues, timers,
 * microtasks, idle callbacks and a clock. Schedulers (`LsScheduler`) add their task queues to it. A preset says which
 * queue is served first.
 *
 * Drive it by hand with ls_event_loop_step() or ls_event_loop_run(), or let a #GMainContext drive it with
 * ls_event_loop_attach(). It belongs to the thread that made it; ls_event_loop_post_from_thread() is for the others.
 */
G_DEFINE_FINAL_TYPE (LsEventLoop, ls_event_loop, G_TYPE_OBJECT)

G_DEFINE_QUARK (ls-event-loop-error-quark, ls_event_loop_error)

/* In µs. Times up to it are exact in JSON as well. */
#define END_OF_TIME (G_GUINT64_CONSTANT (1) << 53)

static void
ls_event_loop_dispose (GObject *object)
{
  ls_event_loop_shut_down (LS_EVENT_LOOP (object));

  G_OBJECT_CLASS (ls_event_loop_parent_class)->dispose (object);
}

static void
ls_event_loop_finalize (GObject *object)
{
  LsEventLoop *self = LS_EVENT_LOOP (object);

  if (self->report_destroy != NULL)
    self->report_destroy (self->report_data);
  g_clear_pointer (&self->context, g_main_context_unref);
  g_clear_pointer (&self->timers, g_hash_table_unref);
  g_clear_pointer (&self->idle_callbacks, g_hash_table_unref);
  g_clear_pointer (&self->rejections, g_ptr_array_unref);
  ls_runnable_queues_clear (&self->scheduler_queues);
  ls_wake_up_queue_clear (&self->wake_ups);
  ls_microtask_queue_clear (&self->microtasks);
  ls_pool_clear (&self->task_pool);
  self->space->loop = NULL;
  g_clear_pointer (&self->space, ls_loop_space_unref);

  G_OBJECT_CLASS (ls_event_loop_parent_class)->finalize (object);
}

static void
ls_event_loop_class_init (LsEventLoopClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = ls_event_loop_dispose;
  object_class->finalize = ls_event_loop_finalize;
}

static void
ls_event_loop_init (LsEventLoop *self)
{
  self->thread = pthread_self ();
  self->next_enqueue_order = 1;
  self->quantum = LS_DEFAULT_QUANTUM;
  self->timers = g_hash_table_new (NULL, NULL);
  self->idle_callbacks = g_hash_table_new (NULL, NULL);
  self->rejections = g_ptr_array_new_with_free_func ((GDestroyNotify) ls_promise_unref);
  ls_pool_init (&self->task_pool, sizeof (LsPlainTask));
  self->space = ls_loop_space_new (self);
}

/**
 * ls_event_loop_new:
 * @clock: which clock
 *
 * Returns: (transfer full): a loop with the default preset and edition, without a probe
 */
LsEventLoop *
ls_event_loop_new (LsClockKind clock)
{
  return ls_event_loop_new_with_preset (clock, NULL, LS_EDITION_2025, NULL);
}

static void
event_loop_report_rule (LsEventLoop  *self,
                        LsPresetRule  rule,
                        guint         value)
{
  if (value > 0)
    ls_event_loop_emit (self, .kind = LS_RECORD_PRESET_RULE, .subject = rule, .value = value,
                        .text = ls_probe_intern (self->probe, ls_preset_rule_to_string (rule)),
                        .clause = LS_CLAUSE_PRESET);
}

static void
event_loop_report_preset (LsEventLoop *self)
{
  const LsPreset *preset = &self->preset;

  ls_event_loop_emit (self, .kind = LS_RECORD_LOOP_STARTED, .text = ls_probe_intern (self->probe, preset->name),
                      .value = self->edition, .level = self->clock, .clause = LS_CLAUSE_PRESET);
  for (guint i = 0; i < LS_N_QUEUE_TYPES; i++)
    if (ls_queue_type_is_valid (i))
      ls_event_loop_emit (self, .kind = LS_RECORD_PRESET_QUEUE, .queue = i, .level = preset->queue_ranks[i],
                          .text = ls_probe_intern (self->probe, preset->rank_names[preset->queue_ranks[i]]),
                          .clause = LS_CLAUSE_PRESET);
  for (guint i = 0; i < LS_N_EFFECTIVE_PRIORITIES; i++)
    {
      const guint8 rank = preset->effective_priority_ranks[i];

      ls_event_loop_emit (self, .kind = LS_RECORD_PRESET_PRIORITY, .value = i, .level = rank,
                          .text = ls_probe_intern (self->probe, preset->rank_names[rank]), .clause = LS_CLAUSE_PRESET);
    }
  event_loop_report_rule (self, LS_PRESET_RULE_MAX_DELAYED_PICKS, preset->max_delayed_picks);
  event_loop_report_rule (self, LS_PRESET_RULE_FAIR_AFTER, preset->fair_after);
}

/**
 * ls_event_loop_new_with_preset: (skip)
 * @clock: which clock
 * @preset: (nullable): a table, copied (its strings are not); %NULL for %LS_DEFAULT_PRESET
 * @edition: which text of the specification schedulers follow
 * @probe: (nullable): where to report; must outlive the loop
 *
 * Returns: (transfer full): a loop
 */
LsEventLoop *
ls_event_loop_new_with_preset (LsClockKind     clock,
                               const LsPreset *preset,
                               LsEdition       edition,
                               LsProbe        *probe)
{
  LsEventLoop *self = g_object_new (LS_TYPE_EVENT_LOOP, NULL);

  self->clock = clock;
  self->clock_start = g_get_monotonic_time ();
  self->preset = preset != NULL ? *preset : *ls_preset_lookup (NULL);
  self->edition = edition;
  self->probe = probe;
  for (guint i = 0; i < LS_N_QUEUE_TYPES; i++)
    {
      self->preset.queue_ranks[i] = MIN (self->preset.queue_ranks[i], LS_PRESET_MAX_RANKS - 1);
      self->queues[i].rank = self->preset.queue_ranks[i];
    }
  for (guint i = 0; i < LS_N_EFFECTIVE_PRIORITIES; i++)
    self->preset.effective_priority_ranks[i] = MIN (self->preset.effective_priority_ranks[i], LS_PRESET_MAX_RANKS - 1);
  if (probe != NULL)
    event_loop_report_preset (self);
  return self;
}

/**
 * ls_event_loop_get_edition:
 * @self: a loop
 *
 * Returns: which text of the specification its schedulers follow
 */
LsEdition
ls_event_loop_get_edition (LsEventLoop *self)
{
  g_return_val_if_fail (LS_IS_EVENT_LOOP (self), LS_EDITION_2025);

  return self->edition;
}

/**
 * ls_event_loop_get_clock_kind:
 * @self: a loop
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
 * Returns: (transfer none): its table
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
 * Returns: (transfer none) (nullable): where it reports
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
      if (self->probe != NULL)
        ls_event_loop_emit (self, .kind = LS_RECORD_CLOCK_ADVANCED, .value = ls_saturate (passed),
                            .clause = LS_CLAUSE_TIMING_SIDE_CHANNEL);
    }
}

/**
 * ls_event_loop_get_time:
 * @self: a loop
 *
 * Returns: µs since the loop was made
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
 * What a callback calls to work for a while: the virtual clock goes on, the monotonic one is waited for. Time ends at
 * 2^53 µs, after 285 years: there the virtual clock stops, and what is delayed for longer never becomes due.
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
  if (self->probe != NULL)
    ls_event_loop_emit (self, .kind = LS_RECORD_WORK, .value = ls_saturate (duration), .clause = LS_CLAUSE_SESSION);
}

/**
 * ls_event_loop_get_next_wake_up:
 * @self: a loop
 *
 * Returns: when the next delayed task is due, in µs of the loop's time, or %LS_TIME_NEVER
 */
guint64
ls_event_loop_get_next_wake_up (LsEventLoop *self)
{
  g_return_val_if_fail (LS_IS_EVENT_LOOP (self), LS_TIME_NEVER);

  return ls_wake_up_queue_get_next (&self->wake_ups);
}

/* Tasks */

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
   * keeps its place among the tasks that are posted meanwhile: Chromium posts it as an immediate task. */
  if (delay == 0 && task->queue_type != LS_QUEUE_TYPE_WEB_SCHEDULING)
    task->order = ls_event_loop_take_enqueue_order (self);
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

static LsTask *
event_loop_pop_delayed_task (LsEventLoop *self)
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
      LsTask *task = event_loop_pop_delayed_task (self);

      task->klass->due (self, task);
    }
}

gboolean
ls_event_loop_has_runnable (LsEventLoop *self)
{
  return self->ready_queues != 0 || self->scheduler_queues.non_empty != 0;
}

/* A turn's end is reported where no other turn follows at once: the record of a selection says as much. */
static void
event_loop_report_turn_end (LsEventLoop *self)
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
  event_loop_report_turn_end (self);
  ls_event_loop_check_incoming (self);
  ls_event_loop_update_clock (self);
  event_loop_move_ready_delayed_tasks (self);
  if (self->in_turn || self->microtasks.length > 0 || self->rejections->len > 0)
    return 0;
  return ls_task_queue_selector_peek_rank (self);
}

/* Nothing is runnable: a virtual clock goes on to the next wake-up. A group's clock is the group's. */
static gboolean
event_loop_advance_clock (LsEventLoop *self)
{
  const guint64 next = ls_wake_up_queue_get_next (&self->wake_ups);

  event_loop_report_turn_end (self);
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
}

static void
event_loop_finish_task (LsEventLoop *self)
{
  LsTask *task = g_steal_pointer (&self->unfinished);

  self->in_callback = TRUE;
  task->klass->finish (self, task, self->unfinished_completion, &self->unfinished_value);
  self->in_callback = FALSE;
  ls_value_clear (&self->unfinished_value);
}

static void
event_loop_end_turn (LsEventLoop *self)
{
  if (self->rejections->len > 0)
    ls_event_loop_notify_rejections (self);
  self->in_turn = FALSE;
  self->timer_nesting_level = 0;
  self->idle_deadline = 0;
  self->idle_timed_out = FALSE;
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
  if (self->wake_ups.length > 0)
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

static void event_loop_empty (LsEventLoop *self);

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
  event_loop_report_turn_end (self);
  ls_probe_publish (self->probe);
  if (self->shut_down)
    event_loop_empty (self);
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

  if (self->microtasks.length == 0 && self->in_turn)
    event_loop_end_turn (self);
  else if (self->microtasks.length == 0 && self->rejections->len > 0)
    ls_event_loop_notify_rejections (self);

  /* Who was told of a rejection may have left microtasks behind: they come before the next task. */
  if (self->microtasks.length > 0 && !self->shut_down)
    {
      self->in_callback = TRUE;
      ls_event_loop_run_microtask (self);
      self->in_callback = FALSE;
      if (self->unfinished != NULL && self->microtasks.length == 0 && !self->shut_down)
        event_loop_finish_task (self);
      result = LS_STEP_MICROTASK;
    }
  else
    result = event_loop_start_turn (self);
  event_loop_leave (self);
  return result;
}

static void
event_loop_run_microtasks (LsEventLoop *self)
{
  do
    {
      self->in_callback = TRUE;
      while (!self->shut_down && ls_event_loop_run_microtask (self))
        ;
      self->in_callback = FALSE;
      if (self->unfinished != NULL && !self->shut_down)
        event_loop_finish_task (self);
    }
  while (self->microtasks.length > 0 && !self->shut_down);
  if (self->rejections->len > 0)
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

  if (G_UNLIKELY (self->in_turn || self->microtasks.length > 0 || self->rejections->len > 0))
    {
      event_loop_run_microtasks (self);
      if (self->in_turn)
        event_loop_end_turn (self);
      ran = TRUE;
    }
  if (event_loop_start_turn (self) == LS_STEP_TASK)
    {
      if (self->microtasks.length > 0 || self->rejections->len > 0)
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
 * monotonic clock it does not wait: see ls_event_loop_attach().
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

/**
 * ls_event_loop_is_idle:
 * @self: a loop
 *
 * Returns: whether nothing is left to do: no task queued or delayed, no microtask
 */
gboolean
ls_event_loop_is_idle (LsEventLoop *self)
{
  g_return_val_if_fail (LS_IS_EVENT_LOOP (self), TRUE);

  return !ls_event_loop_has_runnable (self) && self->wake_ups.length == 0 && self->microtasks.length == 0 &&
         !ls_event_loop_has_incoming (self);
}

/**
 * ls_event_loop_get_turn:
 * @self: a loop
 *
 * Returns: the number of the last turn that has begun, from 1; 0 before the first
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
 * Returns: how many microtasks of that turn have begun
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
 * Returns: how many scheduler tasks are in queues; delayed ones do not count
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
 * Returns: how many microtasks are queued
 */
guint
ls_event_loop_get_n_microtasks (LsEventLoop *self)
{
  g_return_val_if_fail (LS_IS_EVENT_LOOP (self), 0);

  return self->microtasks.length;
}

/* Errors that nobody catches */

/**
 * ls_event_loop_set_report_func:
 * @self: a loop
 * @func: (nullable): told of exceptions and unhandled rejections
 * @user_data: for @func
 * @destroy: (nullable): called with @user_data when another is set or the loop ends
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
 * @exception: what was thrown
 *
 * HTML: report an exception. Nothing is interrupted by it.
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

/* HTML: notify about rejected promises. The report is made at once, not as a task of its own: what is told here has no
 * event that a program could handle. */
void
ls_event_loop_notify_rejections (LsEventLoop *self)
{
  g_autoptr (GPtrArray) rejections = g_steal_pointer (&self->rejections);

  self->rejections = g_ptr_array_new_with_free_func ((GDestroyNotify) ls_promise_unref);
  self->in_callback = TRUE;
  for (guint i = 0; i < rejections->len && !self->shut_down; i++)
    ls_promise_report_unhandled (g_ptr_array_index (rejections, i));
  self->in_callback = FALSE;
}

/* The end */

static void
event_loop_drop_fifo (LsEventLoop *self,
                      LsTaskFifo  *fifo)
{
  while (fifo->head != NULL)
    {
      LsTask *task = fifo->head;

      ls_task_fifo_remove (fifo, task);
      task->klass->drop (self, task);
    }
}

static void
event_loop_drop_tasks (LsEventLoop *self)
{
  LsRunnableQueue *queue;

  while ((queue = ls_runnable_queues_peek (&self->scheduler_queues)) != NULL)
    {
      LsTask *task = ls_runnable_queues_pop (&self->scheduler_queues, queue);

      task->klass->drop (self, task);
    }
  for (guint i = 0; i < LS_N_QUEUE_TYPES; i++)
    {
      event_loop_drop_fifo (self, &self->queues[i].immediate_incoming);
      event_loop_drop_fifo (self, &self->queues[i].immediate_work);
      event_loop_drop_fifo (self, &self->queues[i].delayed_work);
    }
  self->ready_queues = 0;
  while (self->wake_ups.length > 0)
    {
      LsTask *task = event_loop_pop_delayed_task (self);

      task->klass->drop (self, task);
    }
}

static void
event_loop_empty (LsEventLoop *self)
{
  if (self->is_emptied)
    return;
  self->is_emptied = TRUE;
  ls_event_loop_close_incoming (self);
  ls_dom_timers_shut_down (self);
  ls_idle_callbacks_shut_down (self);
  event_loop_drop_tasks (self);
  while (self->microtasks.length > 0)
    {
      LsMicrotask microtask = ls_microtask_queue_pop (&self->microtasks);

      microtask.steps (self, &microtask, FALSE);
    }
  if (self->unfinished != NULL)
    {
      LsTask *task = g_steal_pointer (&self->unfinished);

      task->klass->drop (self, task);
      ls_value_clear (&self->unfinished_value);
    }
  ls_promises_shut_down (self);
  ls_event_loop_set_continuation_state (self, NULL);
  g_ptr_array_set_size (self->rejections, 0);
  if (self->scheduling_destroy != NULL)
    self->scheduling_destroy (g_steal_pointer (&self->scheduling));
}

/**
 * ls_event_loop_shut_down:
 * @self: a loop
 *
 * Ends the loop: everything that is queued, delayed or registered is dropped, and nothing runs or is taken any more.
 * From inside a callback it takes effect when that returns. Called when the loop is disposed of; call it yourself to
 * break reference cycles between the loop and what its callbacks hold.
 */
void
ls_event_loop_shut_down (LsEventLoop *self)
{
  g_return_if_fail (LS_IS_EVENT_LOOP (self));

  /* What is dropped may hold the last reference. */
  g_object_ref (self);
  self->shut_down = TRUE;
  ls_event_loop_detach (self);
  if (!self->in_callback)
    event_loop_empty (self);
  g_object_unref (self);
}
