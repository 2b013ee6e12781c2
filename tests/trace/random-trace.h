/* random-trace.h: a small engine that does random things and reports them as a real one would
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "record-writer.h"

#define RANDOM_MAX_SIGNALS 4096

typedef struct
{
  LsTrace *trace;
  GRand *rand;
  gsize n_records;
  guint32 n_tasks, n_queues, n_signals, n_microtasks, n_timers, order, turn;
  guint32 queue_of[RANDOM_MAX_SIGNALS][2];       /* by signal and whether continuation */
  guint32 task_signal[RANDOM_MAX_SIGNALS];       /* numbers of signals that can be used */
  guint n_task_signals;
  guint8 priority_of[RANDOM_MAX_SIGNALS];
  gboolean aborted[RANDOM_MAX_SIGNALS];
  LsState *state;                                /* follows at the end, to know what is queued */
} RandomEngine;

#define emit(self, kind, ...) \
  G_STMT_START { (self)->n_records++; write_record ((self)->trace, kind, __VA_ARGS__); } G_STMT_END

static inline guint32
random_below (RandomEngine *self,
              guint32       n)
{
  return g_rand_int_range (self->rand, 0, n);
}

static inline void
random_follow (RandomEngine *self)
{
  publish (self->trace);
  ls_state_seek (self->state, G_MAXSIZE);
}

static inline void
random_start (RandomEngine *self,
              LsTrace      *trace,
              guint32       seed)
{
  static const guint8 ranks[] = { 9, 8, 7, 6, 5, 4 };

  *self = (RandomEngine) { .trace = trace, .rand = g_rand_new_with_seed (seed), .state = ls_state_new (trace) };
  writer_time = 0;
  emit (self, LOOP_STARTED, .text = text_of (trace, "blink"), .value = LS_EDITION_2025);
  for (guint i = 0; i < G_N_ELEMENTS (ranks); i++)
    emit (self, PRESET_PRIORITY, .value = i, .level = ranks[i]);
  emit (self, PRESET_QUEUE, .queue = LS_QUEUE_TYPE_INPUT, .level = 1, .text = text_of (trace, "Highest"));
  emit (self, PRESET_QUEUE, .queue = LS_QUEUE_TYPE_DEFAULT, .level = 7, .text = text_of (trace, "Normal"));
  emit (self, PRESET_QUEUE, .queue = LS_QUEUE_TYPE_FRAME_THROTTLEABLE, .level = 7);
  emit (self, SCHEDULER_CREATED, .subject = 1, .text = text_of (trace, "window"));
  for (guint i = LS_TASK_PRIORITY_BACKGROUND; i <= LS_TASK_PRIORITY_USER_BLOCKING; i++)
    {
      emit (self, SIGNAL_CREATED, .subject = ++self->n_signals, .priority = i,
            .flags = LS_RECORD_FLAG_TASK_SIGNAL | LS_RECORD_FLAG_FIXED | LS_RECORD_FLAG_INTERNAL);
      self->priority_of[self->n_signals] = i;
      self->task_signal[self->n_task_signals++] = self->n_signals;
    }
}

static inline void
random_create_signal (RandomEngine *self)
{
  guint32 id = self->n_signals + 1;
  g_autofree char *name = g_strdup_printf ("c%u.signal", id);
  guint32 source = random_below (self, 3) == 0 ? self->task_signal[random_below (self, self->n_task_signals)] : 0;

  if (id >= RANDOM_MAX_SIGNALS)
    return;
  self->n_signals = id;
  self->priority_of[id] = source != 0 ? self->priority_of[source] : LS_TASK_PRIORITY_BACKGROUND + random_below (self, 3);
  emit (self, SIGNAL_CREATED, .subject = id, .object = source, .text = text_of (self->trace, name),
        .priority = self->priority_of[id],
        .flags = LS_RECORD_FLAG_TASK_SIGNAL | (source != 0 ? LS_RECORD_FLAG_DEPENDENT : LS_RECORD_FLAG_CONTROLLER));
  if (source != 0)
    emit (self, SIGNAL_ABORT_SOURCE, .subject = id, .object = source);
  self->task_signal[self->n_task_signals++] = id;
}

static inline void
random_queue_task (RandomEngine *self,
                   guint32       task,
                   guint32       signal,
                   gboolean      continuation)
{
  guint32 *queue = &self->queue_of[signal][continuation];
  guint8 flags = continuation ? LS_RECORD_FLAG_CONTINUATION : 0;

  if (*queue == 0)
    {
      *queue = ++self->n_queues;
      emit (self, QUEUE_CREATED, .subject = *queue, .object = signal, .value = 1,
            .priority = self->priority_of[signal], .flags = flags);
    }
  emit (self, TASK_QUEUED, .subject = task, .object = *queue, .value = ++self->order, .flags = flags,
        .priority = self->priority_of[signal], .queue = LS_QUEUE_TYPE_WEB_SCHEDULING);
}

static inline void
random_post (RandomEngine *self)
{
  guint32 signal = self->task_signal[random_below (self, self->n_task_signals)];
  gboolean continuation = random_below (self, 4) == 0;
  guint32 delay = !continuation && random_below (self, 5) == 0 ? random_below (self, 10000) + 1 : 0;
  guint32 task = ++self->n_tasks;
  g_autofree char *name = g_strdup_printf ("job %u", task % 50);

  if (self->aborted[signal])
    return;
  emit (self, TASK_POSTED, .subject = task, .object = signal, .value = delay, .text = text_of (self->trace, name),
        .flags = continuation ? LS_RECORD_FLAG_CONTINUATION : 0);
  if (delay > 0)
    emit (self, TASK_DELAYED, .subject = task, .value = delay * 1000, .queue = LS_QUEUE_TYPE_WEB_SCHEDULING);
  else
    random_queue_task (self, task, signal, continuation);
}

static inline void
random_post_to_loop (RandomEngine *self)
{
  static const LsQueueType types[] = { LS_QUEUE_TYPE_INPUT, LS_QUEUE_TYPE_DEFAULT };
  guint32 task = ++self->n_tasks;

  if (random_below (self, 2) == 0)
    {
      emit (self, TASK_INCOMING, .subject = task, .value = ++self->order, .text = text_of (self->trace, "event"),
            .queue = types[random_below (self, 2)]);
      return;
    }
  self->n_timers++;
  emit (self, TIMER_INSTALLED, .subject = self->n_timers, .object = task, .value = 10, .level = 1,
        .queue = LS_QUEUE_TYPE_FRAME_THROTTLEABLE);
  emit (self, TASK_DELAYED, .subject = task, .object = self->n_timers, .value = random_below (self, 20000),
        .queue = LS_QUEUE_TYPE_FRAME_THROTTLEABLE, .flags = LS_RECORD_FLAG_TIMER);
}

static inline void
random_set_priority (RandomEngine *self)
{
  guint32 signal = self->task_signal[random_below (self, self->n_task_signals)];
  guint8 previous = self->priority_of[signal], priority = LS_TASK_PRIORITY_BACKGROUND + random_below (self, 3);

  if (signal <= 3)
    return;
  self->priority_of[signal] = priority;
  emit (self, SIGNAL_PRIORITY, .subject = signal, .value = previous, .priority = priority);
  for (guint i = 0; i < 2; i++)
    if (self->queue_of[signal][i] != 0)
      emit (self, QUEUE_PRIORITY, .subject = self->queue_of[signal][i], .priority = priority);
  emit (self, EVENT_BEGIN, .subject = signal, .text = text_of (self->trace, "prioritychange"));
  emit (self, EVENT_END, .subject = signal, .text = text_of (self->trace, "prioritychange"));
}

/* Ends a queue's entry in the map if it is empty. */
static inline void
random_clean_queue (RandomEngine *self,
                    guint32       id)
{
  const LsQueueState *queue;

  random_follow (self);
  queue = ls_state_get_queue (self->state, id);
  if (queue == NULL || queue->tasks.length > 0 || !queue->exists)
    return;
  self->queue_of[queue->signal][queue->is_continuation] = 0;
  emit (self, QUEUE_REMOVED, .subject = id);
}

static inline void
random_abort (RandomEngine *self)
{
  guint32 signal = self->task_signal[random_below (self, self->n_task_signals)];
  guint32 queues[2] = { self->queue_of[signal][0], self->queue_of[signal][1] };

  if (signal <= 3 || self->aborted[signal])
    return;
  self->aborted[signal] = TRUE;
  emit (self, SIGNAL_ABORTED, .subject = signal, .text = text_of (self->trace, "AbortError"));
  random_follow (self);
  for (guint i = 0; i < 2; i++)
    {
      const LsQueueState *queue = ls_state_get_queue (self->state, queues[i]);
      guint32 task = queue != NULL ? queue->tasks.first : 0;

      while (task != 0)
        {
          emit (self, TASK_REMOVED, .subject = task, .object = signal);
          task = ls_state_get_task (self->state, task)->next;
        }
      if (queue != NULL)
        random_clean_queue (self, queues[i]);
    }
}

static inline void
random_microtask (RandomEngine *self)
{
  guint32 id = ++self->n_microtasks;

  emit (self, MICROTASK_QUEUED, .subject = id, .value = LS_MICROTASK_REACTION, .text = text_of (self->trace, "then"));
  if (random_below (self, 3) == 0)
    emit (self, MICROTASK_QUEUED, .subject = ++self->n_microtasks, .value = LS_MICROTASK_AWAIT);
  for (; id <= self->n_microtasks; id++)
    {
      emit (self, MICROTASK_STARTED, .subject = id, .object = 0, .value = 2);
      emit (self, MICROTASK_FINISHED, .subject = id);
    }
}

/* Everything whose time has come. */
static inline void
random_due (RandomEngine *self)
{
  guint32 id;

  random_follow (self);
  while ((id = ls_state_get_delayed_tasks (self->state)->first) != 0
         && ls_state_get_task (self->state, id)->due_at <= writer_time)
    {
      const LsTaskState *task = ls_state_get_task (self->state, id);
      guint32 signal = task->signal;

      if (task->is_scheduler_task)
        {
          emit (self, TASK_DUE, .subject = id, .queue = LS_QUEUE_TYPE_WEB_SCHEDULING);
          if (self->aborted[signal])
            emit (self, TASK_REMOVED, .subject = id, .object = signal);
          else
            random_queue_task (self, id, signal, FALSE);
        }
      else
        emit (self, TASK_DUE, .subject = id, .value = ++self->order, .queue = task->queue_type);
      random_follow (self);
    }
}

static inline void
random_turn (RandomEngine *self)
{
  const LsTaskState *task;
  guint32 id, queue;

  random_due (self);
  for (guint type = 0; type < LS_N_QUEUE_TYPES; type++)
    {
      const LsLoopQueueState *loop_queue = ls_state_get_loop_queue (self->state, type);

      if (loop_queue != NULL && loop_queue->work_queues[LS_WORK_QUEUE_IMMEDIATE_INCOMING].length > 0
          && loop_queue->work_queues[LS_WORK_QUEUE_IMMEDIATE_WORK].length == 0)
        emit (self, QUEUE_RELOADED, .queue = type,
              .value = loop_queue->work_queues[LS_WORK_QUEUE_IMMEDIATE_INCOMING].length);
    }
  random_follow (self);

  id = ls_state_has_runnable_task (self->state) ? ls_state_get_next_task (self->state) : 0;
  queue = ls_state_get_next_queue (self->state);
  if (id == 0)
    {
      writer_time += 1000;
      emit (self, CLOCK_ADVANCED, .value = 1000);
      return;
    }
  task = ls_state_get_task (self->state, id);
  emit (self, TASK_SELECTED, .subject = id, .object = queue, .value = ++self->turn, .queue = task->queue_type,
        .flags = task->is_continuation ? LS_RECORD_FLAG_CONTINUATION : 0);
  if (task->is_timer)
    emit (self, TIMER_FIRED, .subject = task->timer, .object = id, .level = 1);
  emit (self, TASK_STARTED, .subject = id, .object = task->signal, .value = task->signal);
  emit (self, STATEMENT, .subject = 1, .value = 1, .text = text_of (self->trace, "/program/0"));
  for (guint n = random_below (self, 4); n > 0; n--)
    random_post (self);
  if (random_below (self, 5) == 0)
    random_post_to_loop (self);
  if (random_below (self, 40) == 0)
    random_set_priority (self);
  if (random_below (self, 60) == 0)
    random_create_signal (self);
  if (random_below (self, 200) == 0)
    random_abort (self);
  writer_time += random_below (self, 300);
  emit (self, WORK, .value = 10);
  emit (self, TASK_FINISHED, .subject = id);
  if (random_below (self, 3) == 0)
    random_microtask (self);
  if (queue != 0)
    random_clean_queue (self, queue);
  emit (self, TURN_ENDED, .value = self->turn);
}

/* Appends at least so many records to an empty trace. */
static inline void
write_random_trace (LsTrace *trace,
                    gsize    n_records,
                    guint32  seed)
{
  g_autofree RandomEngine *self = g_new (RandomEngine, 1);

  random_start (self, trace, seed);
  for (guint i = 0; i < 20; i++)
    random_create_signal (self);
  for (guint i = 0; i < 50; i++)
    random_post (self);
  while (self->n_records < n_records)
    random_turn (self);
  publish (trace);

  ls_state_unref (self->state);
  g_rand_free (self->rand);
}

/* Appends the records of another trace, up to that many. */
static inline void
copy_records (LsTrace *trace,
              LsTrace *whole,
              gsize    length)
{
  const LsRecord *records;
  gsize n_records;

  if (ls_trace_get_n_texts (trace) == 0)
    for (guint i = 1; i <= ls_trace_get_n_texts (whole); i++)
      text_of (trace, ls_trace_get_text (whole, i));
  for (gsize position = ls_trace_get_length (trace); position < length; position += n_records)
    {
      records = ls_trace_peek_records (whole, position, &n_records);
      n_records = MIN (n_records, length - position);
      for (gsize i = 0; i < n_records; i++)
        write_full (trace, records[i]);
    }
  publish (trace);
}
