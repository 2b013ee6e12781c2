/* ls-event-loop.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-event-loop-private.h"

#include "ls-probe-outlet-private.h"
#include "ls-promise-private.h"

/**
 * LsEventLoop:
 *
 * An event loop as HTML and Chromium have it: task queues of many types, each with four work queues, timers, microtasks, idle
 * callbacks and a clock. Schedulers ([class@Scheduler]) add their task queues to it. A preset says which queue is served first.
 *
 * Drive it by hand with [method@EventLoop.step] or [method@EventLoop.run], or let a [struct@GLib.MainContext] drive it with
 * [method@EventLoop.attach]. A loop belongs to the thread that made it. Other threads call [method@EventLoop.post_from_thread].
 */
G_DEFINE_FINAL_TYPE (LsEventLoop, ls_event_loop, G_TYPE_OBJECT)

G_DEFINE_QUARK (ls-event-loop-error-quark, ls_event_loop_error)

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
  if (self->owns_probe)
    ls_probe_outlet->close (self->probe);

  G_OBJECT_CLASS (ls_event_loop_parent_class)->finalize (object);
}

static void
ls_event_loop_class_init (LsEventLoopClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = ls_event_loop_dispose;
  object_class->finalize = ls_event_loop_finalize;
}

/* What nobody catches is printed, unless the program says otherwise. */
static void
warn_of_exception (LsEventLoop   *self,
                   const LsValue *exception,
                   LsPromise     *promise,
                   gpointer       user_data)
{
  g_autofree char *text = ls_value_to_string (exception);

  if (promise != NULL)
    g_warning ("Unhandled rejection of promise %u: %s", ls_promise_get_id (promise), text);
  else
    g_warning ("Uncaught exception: %s", text);
}

static void
ls_event_loop_init (LsEventLoop *self)
{
  self->report = warn_of_exception;
  self->thread = pthread_self ();
  self->next_enqueue_order = 1;
  self->numbers = &self->own_numbers;
  self->quantum = LS_DEFAULT_QUANTUM;
  self->timers = g_hash_table_new (NULL, NULL);
  self->idle_callbacks = g_hash_table_new (NULL, NULL);
  self->rejections = g_ptr_array_new_with_free_func ((GDestroyNotify) ls_promise_unref);
  ls_pool_init (&self->task_pool, sizeof (LsPlainTask));
  self->space = ls_loop_space_new (self, sizeof (LsPromise), sizeof (LsReaction));
}

/**
 * ls_event_loop_new:
 * @clock: the kind of clock
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
                      .object = preset->experiments, .value = self->edition, .level = self->clock,
                      .clause = LS_CLAUSE_PRESET);
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
 * @clock: the kind of clock
 * @preset: (nullable): a table, or %NULL for %LS_DEFAULT_PRESET; the loop copies the table and not its strings
 * @edition: the text of the specification that the schedulers follow
 * @probe: (nullable): the probe that the loop reports to; must outlive the loop
 *
 * Returns: (transfer full): a loop
 */
LsEventLoop *
ls_event_loop_new_with_preset (LsClockKind     clock,
                               const LsPreset *preset,
                               LsEdition       edition,
                               LsProbe        *probe)
{
  return ls_event_loop_new_sharing (clock, preset, edition, probe, NULL, NULL);
}

/* Makes a loop of an agent cluster. The loop reads and advances @shared_clock (nullable, µs) and takes its numbers from @numbers
 * (nullable); both hold for the records of its preset already. They must outlive the loop, or its ls_event_loop_stop_sharing().
 * */
LsEventLoop *
ls_event_loop_new_sharing (LsClockKind     clock,
                           const LsPreset *preset,
                           LsEdition       edition,
                           LsProbe        *probe,
                           guint64        *shared_clock,
                           LsNumberSpace  *numbers)
{
  LsEventLoop *self = g_object_new (LS_TYPE_EVENT_LOOP, NULL);

  self->clock = clock;
  self->clock_start = g_get_monotonic_time ();
  self->preset = preset != NULL ? *preset : *ls_preset_lookup (NULL);
  self->edition = edition;
  self->probe = probe;
  /* The loops of a cluster that reports nothing are a model's, and there may be thousands of them. */
  if (G_UNLIKELY (ls_probe_outlet != NULL) && (probe != NULL || numbers == NULL))
    {
      self->probe = ls_probe_outlet->open (probe, clock == LS_CLOCK_MONOTONIC ? (gint64) self->clock_start : -1);
      self->owns_probe = probe == NULL && self->probe != NULL;
    }
  if (numbers != NULL)
    {
      ls_event_loop_share (self, shared_clock, numbers);
      /* The agents of a model throw what they are made to throw. Who runs them asks for it. */
      self->report = NULL;
    }
  for (guint i = 0; i < LS_N_QUEUE_TYPES; i++)
    {
      self->preset.queue_ranks[i] = MIN (self->preset.queue_ranks[i], LS_PRESET_MAX_RANKS - 1);
      self->queues[i].rank = self->preset.queue_ranks[i];
    }
  for (guint i = 0; i < LS_N_EFFECTIVE_PRIORITIES; i++)
    self->preset.effective_priority_ranks[i] = MIN (self->preset.effective_priority_ranks[i], LS_PRESET_MAX_RANKS - 1);
  if (self->probe != NULL)
    event_loop_report_preset (self);
  return self;
}

/* Joins @clock and @numbers. The things that the loop has made so far keep their numbers. */
void
ls_event_loop_share (LsEventLoop   *self,
                     guint64       *clock,
                     LsNumberSpace *numbers)
{
  if (self->numbers == numbers)
    return;
  ls_event_loop_write_numbers (self);
  for (gsize i = 0; i < sizeof *numbers / sizeof (guint32); i++)
    {
      guint32 *shared = (guint32 *) numbers + i;

      *shared = MAX (*shared, *((const guint32 *) self->numbers + i));
    }
  self->numbers = numbers;
  *clock = MAX (*clock, self->now);
  self->now = *clock;
  self->shared_clock = clock;
  ls_event_loop_read_numbers (self);
}

/* Copies the shared clock and numbers. From here on the loop counts by itself. */
void
ls_event_loop_stop_sharing (LsEventLoop *self)
{
  if (self->numbers == &self->own_numbers)
    return;
  self->own_numbers = *self->numbers;
  self->numbers = &self->own_numbers;
  self->now = *self->shared_clock;
  self->shared_clock = NULL;
}

/* A language host counts promises by itself while it runs. Other loops have made promises meanwhile. */
void
ls_event_loop_read_numbers (LsEventLoop *self)
{
  if (self->foreign_jobs.last_promise != NULL)
    *self->foreign_jobs.last_promise = self->numbers->last_promise;
}

void
ls_event_loop_write_numbers (LsEventLoop *self)
{
  if (self->foreign_jobs.last_promise != NULL)
    self->numbers->last_promise = MAX (self->numbers->last_promise, *self->foreign_jobs.last_promise);
}

/**
 * ls_event_loop_get_edition:
 * @self: a loop
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

/**
 * ls_event_loop_get_time:
 * @self: a loop
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
 * HTML: report an exception. The callback that calls this goes on.
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
