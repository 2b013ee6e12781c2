/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "record-writer.h"

#include "ls-selection-private.h"
#include "ls-state-private.h"

#define TASK(state, id) (ls_state_get_task (state, id))
#define STATUS(state, id) (TASK (state, id)->status)

/* The task that the loop would choose at this very position. */
static guint32
choose_now (LsState *state)
{
  LsNextTask next;

  ls_selection_find_next (ls_state_get_world (state), &next);
  return next.task;
}

static void
fixture_set_up (LsTrace       **trace,
                gconstpointer   data)
{
  writer_time = 0;
  *trace = ls_trace_new ();
}

static void
fixture_tear_down (LsTrace       **trace,
                   gconstpointer   data)
{
  g_assert_finalize_object (*trace);
}

/* Signal 1 is a controller's of priority user-visible, queue 1 its queue. */
static void
write_queue (LsTrace *trace)
{
  write_record (trace, SIGNAL_CREATED, .subject = 1, .priority = LS_TASK_PRIORITY_USER_VISIBLE,
                .text = text_of (trace, "c1.signal"),
                .flags = LS_RECORD_FLAG_TASK_SIGNAL | LS_RECORD_FLAG_CONTROLLER);
  write_record (trace, QUEUE_CREATED, .subject = 1, .object = 1, .value = 1, .priority = LS_TASK_PRIORITY_USER_VISIBLE);
}

static void
post (LsTrace *trace,
      guint32  task,
      guint32  queue,
      guint32  order)
{
  write_record (trace, TASK_POSTED, .subject = task, .object = 1, .text = text_of (trace, "job"));
  write_record (trace, TASK_QUEUED, .subject = task, .object = queue, .value = order,
                .priority = LS_TASK_PRIORITY_USER_VISIBLE, .queue = LS_QUEUE_TYPE_WEB_SCHEDULING);
}

/* A queue has its effective priority from the beginning, and is runnable while it has tasks. One that comes back with tasks is so at
 * once. */
static void
test_queue_created (LsTrace       **trace,
                    gconstpointer   data)
{
  g_autoptr (LsState) state = NULL;

  for (guint32 i = 0; i < LS_N_EFFECTIVE_PRIORITIES; i++)
    write_record (*trace, QUEUE_CREATED, .subject = i + 1, .object = i + 10, .value = 7, .priority = ls_task_priority_from_effective (i),
                  .flags = i % 2 != 0 ? LS_RECORD_FLAG_CONTINUATION : 0);
  post (*trace, 1, 6, 1);
  write_record (*trace, QUEUE_REMOVED, .subject = 6);
  write_record (*trace, QUEUE_CREATED, .subject = 6, .priority = LS_TASK_PRIORITY_USER_BLOCKING);
  state = state_at_end (*trace);
  g_assert_true (ls_state_get_queue (state, 6)->is_runnable);
  g_assert_cmpuint (ls_state_get_queue (state, 6)->effective_priority, ==, 4);

  ls_state_seek (state, LS_N_EFFECTIVE_PRIORITIES + 3);
  g_assert_false (ls_state_get_queue (state, 6)->is_runnable);
  ls_state_seek (state, LS_N_EFFECTIVE_PRIORITIES);
  for (guint32 i = 0; i < LS_N_EFFECTIVE_PRIORITIES; i++)
    {
      const LsQueueState *queue = ls_state_get_queue (state, i + 1);

      g_assert_cmpuint (queue->id, ==, i + 1);
      g_assert_cmpuint (queue->signal, ==, i + 10);
      g_assert_cmpuint (queue->scheduler, ==, 7);
      g_assert_cmpuint (queue->priority, ==, ls_task_priority_from_effective (i));
      g_assert_cmpint (queue->is_continuation, ==, i % 2);
      g_assert_cmpuint (queue->effective_priority, ==, i);
      g_assert_true (queue->exists);
      g_assert_false (queue->is_runnable);
    }
}

static void
test_timer (LsTrace       **trace,
            gconstpointer   data)
{
  g_autoptr (LsState) state = ls_state_new (*trace);
  const LsTimerState *timer;

  write_record (*trace, TIMER_INSTALLED, .subject = 1, .object = 1, .value = 4, .level = 6,
                .text = text_of (*trace, "tick"), .queue = LS_QUEUE_TYPE_FRAME_THROTTLEABLE,
                .flags = LS_RECORD_FLAG_REPEATING | LS_RECORD_FLAG_CLAMPED);
  write_record (*trace, TASK_DELAYED, .subject = 1, .object = 1, .value = 4000,
                .queue = LS_QUEUE_TYPE_FRAME_THROTTLEABLE, .flags = LS_RECORD_FLAG_TIMER);
  writer_time = 4000;
  write_record (*trace, TASK_DUE, .subject = 1, .value = 7, .queue = LS_QUEUE_TYPE_FRAME_THROTTLEABLE);
  write_record (*trace, TASK_SELECTED, .subject = 1, .value = 1, .queue = LS_QUEUE_TYPE_FRAME_THROTTLEABLE,
                .flags = LS_RECORD_FLAG_DELAYED_WORK);
  write_record (*trace, TIMER_FIRED, .subject = 1, .object = 1, .level = 7);                        /* 4 */
  write_record (*trace, TASK_DELAYED, .subject = 2, .object = 1, .value = 4000,
                .queue = LS_QUEUE_TYPE_FRAME_THROTTLEABLE, .flags = LS_RECORD_FLAG_TIMER);
  write_record (*trace, TIMER_CLEARED, .subject = 1);
  write_record (*trace, TASK_REMOVED, .subject = 2);
  write_record (*trace, TIMER_INSTALLED, .subject = 2, .object = 3, .value = 1);
  write_record (*trace, TIMER_FIRED, .subject = 2, .object = 3, .level = 1);
  publish (*trace);

  ls_state_seek (state, 3);
  timer = ls_state_get_timer (state, 1);
  g_assert_true (timer->active && timer->repeating && timer->clamped);
  g_assert_cmpuint (timer->timeout, ==, 4);
  g_assert_cmpuint (timer->nesting_level, ==, 6);
  g_assert_cmpuint (timer->task, ==, 1);
  g_assert_true (TASK (state, 1)->is_timer);
  g_assert_cmpuint (TASK (state, 1)->timer, ==, 1);
  g_assert_cmpuint (TASK (state, 1)->work_queue, ==, LS_WORK_QUEUE_DELAYED_WORK);
  g_assert_cmpuint (TASK (state, 1)->enqueue_order, ==, 7);
  g_assert_cmpuint (ls_state_get_delayed_tasks (state)->length, ==, 0);
  g_assert_cmpuint (choose_now (state), ==, 1);

  ls_state_seek (state, 6);
  timer = ls_state_get_timer (state, 1);
  g_assert_true (timer->active);
  g_assert_cmpuint (timer->nesting_level, ==, 7);
  g_assert_cmpuint (timer->task, ==, 2);

  ls_state_seek (state, 8);
  g_assert_false (ls_state_get_timer (state, 1)->active);
  g_assert_cmpint (STATUS (state, 2), ==, LS_TASK_STATUS_REMOVED);
  g_assert_cmpuint (ls_state_get_delayed_tasks (state)->length, ==, 0);

  ls_state_seek (state, 10);
  g_assert_false (ls_state_get_timer (state, 2)->active);
  g_assert_cmpuint (ls_state_get_n_timers (state), ==, 2);
}

static void
test_signals (LsTrace       **trace,
              gconstpointer   data)
{
  g_autoptr (LsState) state = ls_state_new (*trace);
  const LsSignalState *signal;
  const guint32 *sources;
  guint n_sources;

  write_queue (*trace);                                                                                  /* 0, 1 */
  write_record (*trace, SIGNAL_CREATED, .subject = 2, .text = text_of (*trace, "page"));                 /* 2 */
  write_record (*trace, SIGNAL_CREATED, .subject = 3, .object = 1, .priority = LS_TASK_PRIORITY_USER_VISIBLE,
                .flags = LS_RECORD_FLAG_TASK_SIGNAL | LS_RECORD_FLAG_DEPENDENT);
  write_record (*trace, SIGNAL_ABORT_SOURCE, .subject = 3, .object = 1);
  write_record (*trace, SIGNAL_ABORT_SOURCE, .subject = 2, .object = 1);
  write_record (*trace, SIGNAL_ABORT_SOURCE, .subject = 3, .object = 2);                                 /* 6 */
  write_record (*trace, SIGNAL_NAMED, .subject = 3, .text = text_of (*trace, "any"));
  write_record (*trace, SIGNAL_LISTENERS, .subject = 3, .value = 2, .text = text_of (*trace, "abort"));
  write_record (*trace, SIGNAL_LISTENERS, .subject = 3, .value = 3, .text = text_of (*trace, "prioritychange"));
  write_record (*trace, SIGNAL_LISTENERS, .subject = 3, .value = 1, .text = text_of (*trace, "abort"));
  write_record (*trace, SIGNAL_PRIORITY, .subject = 3, .object = 1, .value = LS_TASK_PRIORITY_USER_VISIBLE,
                .priority = LS_TASK_PRIORITY_BACKGROUND);                                                /* 11 */
  write_record (*trace, EVENT_BEGIN, .subject = 3, .text = text_of (*trace, "prioritychange"));
  write_record (*trace, SIGNAL_PRIORITY_REFUSED, .subject = 3, .priority = LS_TASK_PRIORITY_USER_BLOCKING);
  write_record (*trace, EVENT_END, .subject = 3, .text = text_of (*trace, "prioritychange"));            /* 14 */
  write_record (*trace, SIGNAL_ABORTED, .subject = 3, .object = 1, .text = text_of (*trace, "enough"));
  write_record (*trace, SIGNAL_FINALIZED, .subject = 3);                                                 /* 16 */
  publish (*trace);

  ls_state_seek (state, 11);
  signal = ls_state_get_signal (state, 3);
  g_assert_true (signal->exists);
  g_assert_cmpuint (signal->source, ==, 1);
  g_assert_cmpuint (signal->priority, ==, LS_TASK_PRIORITY_USER_VISIBLE);
  g_assert_cmpuint (signal->previous_priority, ==, LS_TASK_PRIORITY_NONE);
  g_assert_cmpuint (signal->flags, ==, LS_RECORD_FLAG_TASK_SIGNAL | LS_RECORD_FLAG_DEPENDENT);
  g_assert_cmpuint (signal->created_record, ==, 3);
  g_assert_cmpuint (signal->aborted_record, ==, G_MAXUINT64);
  g_assert_cmpuint (signal->n_listeners, ==, 4);
  g_assert_cmpstr (ls_trace_get_text (*trace, signal->name), ==, "any");
  g_assert_cmpuint (ls_state_get_signal (state, 2)->priority, ==, LS_TASK_PRIORITY_NONE);
  sources = ls_state_get_abort_sources (state, 3, &n_sources);
  g_assert_cmpuint (n_sources, ==, 2);
  g_assert_cmpuint (signal->n_abort_sources, ==, 2);
  g_assert_cmpuint (sources[0], ==, 1);
  g_assert_cmpuint (sources[1], ==, 2);
  ls_state_get_abort_sources (state, 99, &n_sources);
  g_assert_cmpuint (n_sources, ==, 0);

  ls_state_seek (state, 14);
  signal = ls_state_get_signal (state, 3);
  g_assert_cmpuint (signal->priority, ==, LS_TASK_PRIORITY_BACKGROUND);
  g_assert_cmpuint (signal->previous_priority, ==, LS_TASK_PRIORITY_USER_VISIBLE);
  g_assert_cmpuint (signal->priority_record, ==, 11);
  g_assert_true (signal->dispatching);

  ls_state_seek (state, 16);
  signal = ls_state_get_signal (state, 3);
  g_assert_false (signal->dispatching);
  g_assert_true (signal->aborted);
  g_assert_cmpuint (signal->aborted_by, ==, 1);
  g_assert_cmpuint (signal->aborted_record, ==, 15);
  g_assert_cmpstr (ls_trace_get_text (*trace, signal->reason), ==, "enough");
  g_assert_true (signal->exists);

  ls_state_seek (state, 17);
  g_assert_false (ls_state_get_signal (state, 3)->exists);
  g_assert_cmpuint (ls_state_get_n_signals (state), ==, 3);
}

static void
test_microtasks (LsTrace       **trace,
                 gconstpointer   data)
{
  g_autoptr (LsState) state = ls_state_new (*trace);
  const LsMicrotaskState *microtask;
  guint32 n, abort_source, priority_source;

  write_queue (*trace);
  post (*trace, 1, 1, 1);
  write_record (*trace, TASK_SELECTED, .subject = 1, .object = 1, .value = 1);
  write_record (*trace, TASK_STARTED, .subject = 1);
  for (guint i = 1; i <= 3; i++)
    write_record (*trace, MICROTASK_QUEUED, .subject = i, .object = i * 10, .value = LS_MICROTASK_AWAIT);   /* 6 … 8 */
  write_record (*trace, TASK_FINISHED, .subject = 1);
  write_record (*trace, MICROTASK_STARTED, .subject = 1, .object = 3, .value = 4);                          /* 10 */
  write_record (*trace, STATEMENT, .value = 1);
  write_record (*trace, MICROTASK_FINISHED, .subject = 1);                                                  /* 12 */
  write_record (*trace, MICROTASK_STARTED, .subject = 2);
  write_record (*trace, MICROTASK_FINISHED, .subject = 2);
  post (*trace, 2, 1, 2);
  write_record (*trace, TURN_ENDED, .value = 1);
  write_record (*trace, TASK_SELECTED, .subject = 2, .object = 1, .value = 2);
  publish (*trace);

  ls_state_seek (state, 9);
  g_assert_cmpuint (ls_state_get_first_microtask (state, &n), ==, 1);
  g_assert_cmpuint (n, ==, 3);
  microtask = ls_state_get_microtask_state (state, 2);
  g_assert_cmpint (microtask->status, ==, LS_TASK_STATUS_QUEUED);
  g_assert_cmpint (microtask->kind, ==, LS_MICROTASK_AWAIT);
  g_assert_cmpuint (microtask->promise, ==, 20);
  g_assert_cmpuint (microtask->queued_record, ==, 7);
  g_assert_cmpuint (microtask->next, ==, 3);

  ls_state_seek (state, 12);
  g_assert_cmpuint (ls_state_get_running_microtask (state), ==, 1);
  g_assert_cmpuint (ls_state_get_running_task (state), ==, 1);
  g_assert_cmpuint (ls_state_get_first_microtask (state, &n), ==, 2);
  g_assert_cmpuint (n, ==, 2);
  g_assert_true (ls_state_get_scheduling_state (state, &abort_source, &priority_source));
  g_assert_cmpuint (abort_source, ==, 3);
  g_assert_cmpuint (priority_source, ==, 4);
  g_assert_cmpuint (ls_state_get_statement (state), ==, 1);
  g_assert_cmpuint (ls_state_get_microtask (state), ==, 0);
  g_assert_cmpint (ls_state_get_microtask_state (state, 1)->status, ==, LS_TASK_STATUS_RUNNING);

  ls_state_seek (state, 15);
  g_assert_cmpuint (ls_state_get_microtask (state), ==, 2);
  g_assert_cmpuint (ls_state_get_running_microtask (state), ==, 0);
  g_assert_cmpuint (ls_state_get_statement (state), ==, 0);
  g_assert_cmpuint (ls_state_get_step (state), ==, 3);
  g_assert_cmpint (ls_state_get_microtask_state (state, 1)->status, ==, LS_TASK_STATUS_FINISHED);
  g_assert_cmpuint (ls_state_get_first_microtask (state, NULL), ==, 3);

  ls_state_seek (state, 19);
  g_assert_cmpuint (ls_state_get_microtask (state), ==, 0);
  g_assert_cmpuint (ls_state_get_turn (state), ==, 2);
}

static void
test_starved_queue (LsTrace       **trace,
                    gconstpointer   data)
{
  g_autoptr (LsState) state = ls_state_new (*trace);

  write_record (*trace, PRESET_QUEUE, .queue = LS_QUEUE_TYPE_COMPOSITOR, .level = 7);
  write_record (*trace, PRESET_QUEUE, .queue = LS_QUEUE_TYPE_DEFAULT, .level = 6);
  write_record (*trace, TASK_INCOMING, .subject = 1, .value = 1, .queue = LS_QUEUE_TYPE_COMPOSITOR);
  write_record (*trace, TASK_INCOMING, .subject = 2, .value = 2, .queue = LS_QUEUE_TYPE_DEFAULT);
  write_record (*trace, QUEUE_STARVED, .queue = LS_QUEUE_TYPE_COMPOSITOR, .value = 100, .level = 3);
  write_record (*trace, QUEUE_STARVED, .queue = LS_QUEUE_TYPE_COMPOSITOR, .value = 0, .level = 7);
  publish (*trace);

  ls_state_seek (state, 4);
  g_assert_cmpuint (choose_now (state), ==, 2);
  g_assert_cmpuint (ls_state_get_loop_queue (state, LS_QUEUE_TYPE_COMPOSITOR)->boosted_rank, ==, 255);

  ls_state_seek (state, 5);
  g_assert_cmpuint (choose_now (state), ==, 1);
  g_assert_cmpuint (ls_state_get_rank (state, LS_QUEUE_TYPE_COMPOSITOR), ==, 3);
  g_assert_cmpuint (ls_state_get_loop_queue (state, LS_QUEUE_TYPE_COMPOSITOR)->boosted_rank, ==, 3);
  g_assert_cmpuint (ls_state_get_loop_queue (state, LS_QUEUE_TYPE_COMPOSITOR)->starved_ms, ==, 100);

  ls_state_seek (state, 6);
  g_assert_cmpuint (choose_now (state), ==, 2);
  g_assert_cmpuint (ls_state_get_rank (state, LS_QUEUE_TYPE_COMPOSITOR), ==, 7);
}

/* Where a queue of the loop stands between the effective priorities. */
static void
test_next_between_queues (LsTrace       **trace,
                          gconstpointer   data)
{
  g_autoptr (LsState) state = ls_state_new (*trace);
  guint8 priorities[] = { LS_TASK_PRIORITY_BACKGROUND, LS_TASK_PRIORITY_USER_VISIBLE, LS_TASK_PRIORITY_USER_BLOCKING };
  guint32 expected[] = { 1, 1, 2, 3 };

  for (guint i = 0; i < LS_N_EFFECTIVE_PRIORITIES; i++)
    write_record (*trace, PRESET_PRIORITY, .value = i, .level = 9 - i);
  write_record (*trace, PRESET_QUEUE, .queue = LS_QUEUE_TYPE_DEFAULT, .level = 7);
  for (guint i = 0; i < 3; i++)
    write_record (*trace, QUEUE_CREATED, .subject = i + 1, .value = 1, .priority = priorities[i]);
  write_record (*trace, TASK_INCOMING, .subject = 9, .value = 5, .queue = LS_QUEUE_TYPE_DEFAULT);    /* 10 */
  post (*trace, 1, 1, 1);
  post (*trace, 2, 2, 4);
  post (*trace, 3, 3, 6);
  publish (*trace);

  /* Background ranks below the queue of the loop; user-visible has the same rank and the older task. */
  expected[1] = 9;
  for (guint i = 1; i < G_N_ELEMENTS (expected); i++)
    {
      ls_state_seek (state, 11 + 2 * i);
      g_assert_cmpuint (choose_now (state), ==, expected[i]);
    }

  write_record (*trace, TASK_REMOVED, .subject = 3);
  write_record (*trace, TASK_REMOVED, .subject = 2);
  post (*trace, 4, 2, 7);
  publish (*trace);
  ls_state_seek (state, G_MAXSIZE);
  g_assert_cmpuint (choose_now (state), ==, 9);
}

/* Without a preset of its own a trace is read as if it were "spec". */
static void
test_default_ranks (LsTrace       **trace,
                    gconstpointer   data)
{
  g_autoptr (LsState) state = ls_state_new (*trace);
  guint loop_rank = ls_state_get_rank (state, LS_QUEUE_TYPE_FRAME_THROTTLEABLE);

  g_assert_cmpuint (ls_state_get_effective_priority_rank (state, 5), <, ls_state_get_effective_priority_rank (state, 4));
  g_assert_cmpuint (ls_state_get_effective_priority_rank (state, 3), <, loop_rank);
  g_assert_cmpuint (ls_state_get_effective_priority_rank (state, 2), ==, loop_rank);
  g_assert_cmpuint (ls_state_get_effective_priority_rank (state, 1), >, loop_rank);
  g_assert_cmpuint (ls_state_get_rank (state, 3), ==, 255);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

#define ADD(path, function) g_test_add (path, LsTrace *, NULL, fixture_set_up, function, fixture_tear_down)
  ADD ("/state-things/queue-created", test_queue_created);
  ADD ("/state-things/timer", test_timer);
  ADD ("/state-things/signals", test_signals);
  ADD ("/state-things/microtasks", test_microtasks);
  ADD ("/state-things/starved-queue", test_starved_queue);
  ADD ("/state-things/next-between-queues", test_next_between_queues);
  ADD ("/state-things/default-ranks", test_default_ranks);
#undef ADD

  return g_test_run ();
}
