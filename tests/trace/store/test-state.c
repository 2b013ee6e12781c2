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

static void
test_beginning (LsTrace       **trace,
                gconstpointer   data)
{
  g_autoptr (LsState) state = ls_state_new (*trace);
  guint32 n, abort_source = 1, priority_source = 1;

  g_assert_cmpuint (ls_state_get_position (state), ==, 0);
  g_assert_cmpuint (ls_state_get_time (state), ==, 0);
  g_assert_cmpuint (ls_state_get_turn (state), ==, 0);
  g_assert_cmpuint (ls_state_get_microtask (state), ==, 0);
  g_assert_cmpuint (ls_state_get_statement (state), ==, 0);
  g_assert_cmpuint (ls_state_get_step (state), ==, 0);
  g_assert_null (ls_state_get_preset (state));
  g_assert_cmpuint (ls_state_get_running_task (state), ==, 0);
  g_assert_cmpuint (ls_state_get_next_task (state), ==, 0);
  g_assert_cmpuint (ls_state_get_next_queue (state), ==, 0);
  g_assert_false (ls_state_get_scheduling_state (state, &abort_source, &priority_source));
  g_assert_cmpuint (abort_source + priority_source, ==, 0);
  g_assert_cmpuint (ls_state_get_n_tasks (state), ==, 0);
  g_assert_null (ls_state_get_task (state, 0));
  g_assert_null (ls_state_get_task (state, 1));
  g_assert_null (ls_state_get_queue (state, 1));
  g_assert_null (ls_state_get_signal (state, 1));
  g_assert_null (ls_state_get_timer (state, 1));
  g_assert_null (ls_state_get_microtask_state (state, 1));
  g_assert_null (ls_state_get_loop_queue (state, 2));
  g_assert_null (ls_state_get_loop_queue (state, 1000));
  g_assert_cmpuint (ls_state_get_first_microtask (state, &n), ==, 0);
  g_assert_cmpuint (n, ==, 0);
  g_assert_cmpuint (ls_state_get_delayed_tasks (state)->length, ==, 0);
  g_assert_cmpuint (ls_state_get_scheduler_name (state, 1), ==, 0);
}

static void
test_loop_started (LsTrace       **trace,
                   gconstpointer   data)
{
  g_autoptr (LsState) state = NULL;

  write_record (*trace, LOOP_STARTED, .text = text_of (*trace, "blink"), .value = LS_EDITION_2023_YIELD_OPTIONS);
  write_record (*trace, PRESET_QUEUE, .queue = LS_QUEUE_TYPE_INPUT, .level = 1, .text = text_of (*trace, "Highest"));
  write_record (*trace, PRESET_PRIORITY, .value = 5, .level = 4, .text = text_of (*trace, "HighContinuation"));
  write_record (*trace, SCHEDULER_CREATED, .subject = 1, .text = text_of (*trace, "window"));
  state = state_at_end (*trace);

  g_assert_cmpstr (ls_state_get_preset (state), ==, "blink");
  g_assert_cmpint (ls_state_get_edition (state), ==, LS_EDITION_2023_YIELD_OPTIONS);
  g_assert_cmpuint (ls_state_get_rank (state, LS_QUEUE_TYPE_INPUT), ==, 1);
  g_assert_cmpuint (ls_state_get_effective_priority_rank (state, 5), ==, 4);
  g_assert_cmpstr (ls_state_get_rank_name (state, 1), ==, "Highest");
  g_assert_cmpstr (ls_state_get_rank_name (state, 4), ==, "HighContinuation");
  g_assert_null (ls_state_get_rank_name (state, 200));
  g_assert_cmpstr (ls_trace_get_text (*trace, ls_state_get_scheduler_name (state, 1)), ==, "window");
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

static void
test_life_of_a_task (LsTrace       **trace,
                     gconstpointer   data)
{
  g_autoptr (LsState) state = ls_state_new (*trace);
  const LsTaskState *task;
  guint32 abort_source, priority_source;

  write_queue (*trace);                                                        /* 0, 1 */
  writer_time = 1000;
  write_record (*trace, TASK_POSTED, .subject = 1, .object = 1, .text = text_of (*trace, "job"),
                .priority = LS_TASK_PRIORITY_BACKGROUND);                      /* 2 */
  writer_time = 2000;
  write_record (*trace, TASK_QUEUED, .subject = 1, .object = 1, .value = 9);   /* 3 */
  writer_time = 3000;
  write_record (*trace, TASK_SELECTED, .subject = 1, .object = 1, .value = 4,
                .priority = LS_TASK_PRIORITY_USER_VISIBLE);                    /* 4 */
  writer_time = 4000;
  write_record (*trace, TASK_STARTED, .subject = 1, .object = 1, .value = 2);  /* 5 */
  write_record (*trace, STATEMENT, .value = 1, .text = text_of (*trace, "/a"));
  write_record (*trace, STATEMENT, .value = 2, .text = text_of (*trace, "/b"));
  writer_time = 5000;
  write_record (*trace, TASK_FINISHED, .subject = 1, .flags = LS_RECORD_FLAG_THREW);   /* 8 */
  write_record (*trace, TURN_ENDED, .value = 4);
  publish (*trace);

  ls_state_seek (state, 2);
  g_assert_null (TASK (state, 1));

  ls_state_seek (state, 3);
  task = TASK (state, 1);
  g_assert_cmpint (task->status, ==, LS_TASK_STATUS_POSTED);
  g_assert_cmpuint (task->posted_at, ==, 1000);
  g_assert_cmpuint (task->posted_record, ==, 2);
  g_assert_cmpuint (task->signal, ==, 1);
  g_assert_cmpuint (task->priority, ==, LS_TASK_PRIORITY_BACKGROUND);
  g_assert_cmpuint (task->posted_by, ==, 0);
  g_assert_cmpuint (task->due_at, ==, LS_TIME_NEVER);
  g_assert_cmpuint (task->queued_at, ==, LS_TIME_NEVER);
  g_assert_cmpuint (task->started_record, ==, G_MAXUINT64);
  g_assert_true (task->is_scheduler_task);
  g_assert_cmpstr (ls_trace_get_text (*trace, task->name), ==, "job");
  /* It is foreseen, as the trace goes on. */
  g_assert_cmpuint (ls_state_get_next_task (state), ==, 1);
  g_assert_cmpuint (choose_now (state), ==, 0);

  ls_state_seek (state, 4);
  task = TASK (state, 1);
  g_assert_cmpint (task->status, ==, LS_TASK_STATUS_QUEUED);
  g_assert_cmpuint (task->queue, ==, 1);
  g_assert_cmpuint (task->enqueue_order, ==, 9);
  g_assert_cmpuint (task->queued_at, ==, 2000);
  g_assert_cmpuint (ls_state_get_queue (state, 1)->tasks.length, ==, 1);
  g_assert_cmpuint (ls_state_get_queue (state, 1)->tasks.first, ==, 1);
  g_assert_true (ls_state_get_queue (state, 1)->is_runnable);
  g_assert_cmpuint (ls_state_get_next_task (state), ==, 1);
  g_assert_cmpuint (ls_state_get_next_queue (state), ==, 1);

  ls_state_seek (state, 5);
  task = TASK (state, 1);
  g_assert_cmpint (task->status, ==, LS_TASK_STATUS_RUNNING);
  g_assert_cmpuint (task->turn, ==, 4);
  g_assert_cmpuint (task->priority, ==, LS_TASK_PRIORITY_USER_VISIBLE);
  g_assert_cmpuint (task->started_at, ==, LS_TIME_NEVER);
  g_assert_cmpuint (ls_state_get_running_task (state), ==, 1);
  g_assert_cmpuint (ls_state_get_turn (state), ==, 4);
  g_assert_cmpuint (ls_state_get_queue (state, 1)->tasks.length, ==, 0);
  g_assert_false (ls_state_get_queue (state, 1)->is_runnable);
  g_assert_false (ls_state_get_scheduling_state (state, NULL, NULL));

  ls_state_seek (state, 6);
  task = TASK (state, 1);
  g_assert_cmpuint (task->started_at, ==, 4000);
  g_assert_cmpuint (task->started_record, ==, 5);
  g_assert_cmpuint (task->priority_source, ==, 2);
  g_assert_true (ls_state_get_scheduling_state (state, &abort_source, &priority_source));
  g_assert_cmpuint (abort_source, ==, 1);
  g_assert_cmpuint (priority_source, ==, 2);
  g_assert_cmpuint (ls_state_get_statement (state), ==, 0);

  ls_state_seek (state, 8);
  g_assert_cmpuint (ls_state_get_statement (state), ==, 2);
  g_assert_cmpstr (ls_trace_get_text (*trace, ls_state_get_statement_text (state)), ==, "/b");

  ls_state_seek (state, 9);
  task = TASK (state, 1);
  g_assert_cmpint (task->status, ==, LS_TASK_STATUS_RUNNING);
  g_assert_cmpuint (task->finished_at, ==, 5000);
  g_assert_true (task->threw);
  g_assert_false (ls_state_get_scheduling_state (state, NULL, NULL));
  g_assert_cmpuint (ls_state_get_statement_text (state), ==, 0);
  g_assert_cmpuint (ls_state_get_step (state), ==, 1);
  g_assert_cmpuint (ls_state_get_time (state), ==, 5000);

  ls_state_seek (state, 10);
  g_assert_cmpint (STATUS (state, 1), ==, LS_TASK_STATUS_FINISHED);
  g_assert_cmpuint (ls_state_get_running_task (state), ==, 0);
  g_assert_cmpuint (ls_state_get_turn (state), ==, 4);
}

static void
test_posted_by (LsTrace       **trace,
                gconstpointer   data)
{
  g_autoptr (LsState) state = NULL;

  write_queue (*trace);
  post (*trace, 1, 1, 1);
  write_record (*trace, TASK_SELECTED, .subject = 1, .object = 1, .value = 1);
  write_record (*trace, TASK_STARTED, .subject = 1);
  post (*trace, 2, 1, 2);
  state = state_at_end (*trace);

  g_assert_cmpuint (TASK (state, 2)->posted_by, ==, 1);
  g_assert_false (ls_state_get_scheduling_state (state, NULL, NULL));
}

static void
test_queue_keeps_enqueue_order (LsTrace       **trace,
                                gconstpointer   data)
{
  g_autoptr (LsState) state = NULL;
  const LsQueueState *queue;

  write_queue (*trace);
  post (*trace, 1, 1, 10);
  post (*trace, 2, 1, 12);
  post (*trace, 3, 1, 11);
  post (*trace, 4, 1, 13);
  write_record (*trace, TASK_REMOVED, .subject = 2, .object = 1);
  state = state_at_end (*trace);

  queue = ls_state_get_queue (state, 1);
  g_assert_cmpuint (queue->tasks.length, ==, 3);
  g_assert_cmpuint (queue->tasks.first, ==, 1);
  g_assert_cmpuint (TASK (state, 1)->next, ==, 3);
  g_assert_cmpuint (TASK (state, 3)->next, ==, 4);
  g_assert_cmpuint (TASK (state, 3)->previous, ==, 1);
  g_assert_cmpuint (TASK (state, 4)->next, ==, 0);
  g_assert_cmpuint (queue->tasks.last, ==, 4);
  g_assert_cmpint (STATUS (state, 2), ==, LS_TASK_STATUS_REMOVED);
  g_assert_cmpuint (TASK (state, 2)->removed_by, ==, 1);
  g_assert_cmpuint (TASK (state, 2)->next, ==, 0);
}

static void
test_queues (LsTrace       **trace,
             gconstpointer   data)
{
  g_autoptr (LsState) state = ls_state_new (*trace);
  const LsQueueState *queue;

  write_queue (*trace);
  write_record (*trace, QUEUE_CREATED, .subject = 2, .value = 1, .priority = LS_TASK_PRIORITY_USER_BLOCKING,
                .flags = LS_RECORD_FLAG_CONTINUATION);
  post (*trace, 1, 1, 1);
  post (*trace, 2, 2, 2);                                                                              /* 3 … 6 */
  write_record (*trace, QUEUE_PRIORITY, .subject = 2, .priority = LS_TASK_PRIORITY_BACKGROUND);        /* 7 */
  write_record (*trace, QUEUE_REMOVED, .subject = 1);                                                  /* 8 */
  publish (*trace);

  ls_state_seek (state, 7);
  queue = ls_state_get_queue (state, 2);
  g_assert_cmpuint (queue->signal, ==, 0);
  g_assert_cmpuint (queue->scheduler, ==, 1);
  g_assert_true (queue->is_continuation);
  g_assert_true (queue->exists);
  g_assert_cmpuint (queue->effective_priority, ==, 5);
  g_assert_cmpuint (ls_state_get_queue (state, 1)->signal, ==, 1);
  g_assert_cmpuint (ls_state_get_queue (state, 1)->effective_priority, ==, 2);
  g_assert_cmpuint (choose_now (state), ==, 2);

  ls_state_seek (state, 8);
  g_assert_cmpuint (ls_state_get_queue (state, 2)->effective_priority, ==, 1);
  g_assert_cmpuint (choose_now (state), ==, 1);

  /* A queue out of the map is not considered. */
  ls_state_seek (state, 9);
  g_assert_false (ls_state_get_queue (state, 1)->exists);
  g_assert_cmpuint (choose_now (state), ==, 2);
  g_assert_cmpuint (ls_state_get_n_queues (state), ==, 2);
}

/* Queues of one priority get tasks in an order that is not that of their numbers, lose the first, and get others again. */
static void
test_oldest_queues (LsTrace       **trace,
                    gconstpointer   data)
{
  static const guint32 queues_of_tasks[] = { 3, 1, 4, 2, 5, 3, 1 };
  g_autoptr (LsState) state = NULL;
  guint32 queues[LS_STATE_MAX_OLDEST_QUEUES];
  guint n_queues, n_tasks;

  for (guint i = 1; i <= 6; i++)
    write_record (*trace, QUEUE_CREATED, .subject = i, .priority = LS_TASK_PRIORITY_USER_VISIBLE);
  for (guint i = 0; i < G_N_ELEMENTS (queues_of_tasks); i++)
    post (*trace, i + 1, queues_of_tasks[i], 10 + i);
  write_record (*trace, TASK_REMOVED, .subject = 1, .object = 3);
  write_record (*trace, TASK_REMOVED, .subject = 3, .object = 4);
  post (*trace, 8, 4, 20);
  state = state_at_end (*trace);

  g_assert_cmpuint (ls_state_get_queue (state, 3)->first_order, ==, 15);
  g_assert_cmpuint (ls_state_get_queue (state, 4)->first_order, ==, 20);
  g_assert_cmpuint (ls_state_find_oldest_queues (state, 2, queues, 3, &n_queues, &n_tasks), ==, 3);
  g_assert_cmpmem (queues, 3 * sizeof *queues, ((guint32[]) { 1, 2, 5 }), 3 * sizeof *queues);
  g_assert_cmpuint (n_queues, ==, 5);
  g_assert_cmpuint (n_tasks, ==, 6);
  g_assert_cmpuint (ls_state_find_oldest_queues (state, 2, queues, G_N_ELEMENTS (queues), NULL, NULL), ==, 5);
  g_assert_cmpmem (queues, 5 * sizeof *queues, ((guint32[]) { 1, 2, 5, 3, 4 }), 5 * sizeof *queues);
  g_assert_cmpuint (ls_state_find_oldest_queues (state, 2, queues, 0, &n_queues, NULL), ==, 0);
  g_assert_cmpuint (n_queues, ==, 5);
  g_assert_cmpuint (ls_state_find_oldest_queues (state, 4, queues, 3, &n_queues, &n_tasks), ==, 0);
  g_assert_cmpuint (n_queues + n_tasks, ==, 0);
  g_assert_cmpuint (ls_state_get_next_queue (state), ==, 1);
}

static void
test_delayed_scheduler_task (LsTrace       **trace,
                             gconstpointer   data)
{
  g_autoptr (LsState) state = ls_state_new (*trace);
  const LsTaskList *web;

  writer_time = 1000;
  write_queue (*trace);
  write_record (*trace, TASK_POSTED, .subject = 1, .value = 20);
  write_record (*trace, TASK_DELAYED, .subject = 1, .value = 20000, .queue = LS_QUEUE_TYPE_WEB_SCHEDULING);
  writer_time = 21000;
  write_record (*trace, TASK_DUE, .subject = 1, .queue = LS_QUEUE_TYPE_WEB_SCHEDULING);
  write_record (*trace, TASK_QUEUED, .subject = 1, .object = 1, .value = 1);
  publish (*trace);

  ls_state_seek (state, 4);
  g_assert_cmpint (STATUS (state, 1), ==, LS_TASK_STATUS_DELAYED);
  g_assert_cmpuint (TASK (state, 1)->due_at, ==, 21000);
  g_assert_cmpuint (TASK (state, 1)->delay, ==, 20);
  g_assert_cmpuint (ls_state_get_delayed_tasks (state)->first, ==, 1);
  web = &ls_state_get_loop_queue (state, LS_QUEUE_TYPE_WEB_SCHEDULING)->work_queues[LS_WORK_QUEUE_DELAYED_INCOMING];
  g_assert_cmpuint (web->first, ==, 1);
  g_assert_cmpuint (choose_now (state), ==, 0);

  ls_state_seek (state, 5);
  g_assert_cmpint (STATUS (state, 1), ==, LS_TASK_STATUS_POSTED);
  g_assert_cmpuint (ls_state_get_delayed_tasks (state)->length, ==, 0);

  ls_state_seek (state, 6);
  g_assert_cmpint (STATUS (state, 1), ==, LS_TASK_STATUS_QUEUED);
  g_assert_cmpuint (choose_now (state), ==, 1);
}

/* µs saturate, ms do not. */
static void
test_long_delays (LsTrace       **trace,
                  gconstpointer   data)
{
  g_autoptr (LsState) state = NULL;

  writer_time = 1000;
  write_record (*trace, TASK_POSTED, .subject = 1, .value = 7200000);
  write_record (*trace, TASK_DELAYED, .subject = 1, .value = G_MAXUINT32, .queue = LS_QUEUE_TYPE_WEB_SCHEDULING);
  write_record (*trace, TIMER_INSTALLED, .subject = 1, .object = 2, .value = 8000000, .queue = LS_QUEUE_TYPE_DEFAULT);
  write_record (*trace, TASK_DELAYED, .subject = 2, .object = 1, .value = G_MAXUINT32, .queue = LS_QUEUE_TYPE_DEFAULT);
  write_record (*trace, TASK_DELAYED, .subject = 3, .value = G_MAXUINT32, .queue = LS_QUEUE_TYPE_DEFAULT);
  writer_time = G_MAXUINT64 - 5;
  write_record (*trace, TASK_DELAYED, .subject = 4, .value = 1000, .queue = LS_QUEUE_TYPE_DEFAULT);
  state = state_at_end (*trace);

  g_assert_cmpuint (TASK (state, 1)->due_at, ==, 7200001000);
  g_assert_cmpuint (TASK (state, 2)->due_at, ==, 8000001000);
  g_assert_cmpuint (TASK (state, 3)->due_at, ==, 1000 + (guint64) G_MAXUINT32);
  g_assert_cmpuint (TASK (state, 4)->due_at, ==, G_MAXUINT64 - 1);
}

static void
test_loop_queue (LsTrace       **trace,
                 gconstpointer   data)
{
  g_autoptr (LsState) state = ls_state_new (*trace);
  const LsLoopQueueState *queue;

  for (guint i = 1; i <= 3; i++)
    write_record (*trace, TASK_INCOMING, .subject = i, .value = i, .text = text_of (*trace, "click"),
                  .queue = LS_QUEUE_TYPE_INPUT, .flags = i == 2 ? LS_RECORD_FLAG_DISCRETE : 0);
  write_record (*trace, QUEUE_RELOADED, .value = 3, .queue = LS_QUEUE_TYPE_INPUT);
  write_record (*trace, TASK_INCOMING, .subject = 4, .value = 4, .queue = LS_QUEUE_TYPE_INPUT);
  write_record (*trace, TASK_SELECTED, .subject = 1, .value = 1, .queue = LS_QUEUE_TYPE_INPUT);
  publish (*trace);

  ls_state_seek (state, 3);
  queue = ls_state_get_loop_queue (state, LS_QUEUE_TYPE_INPUT);
  g_assert_cmpuint (queue->type, ==, LS_QUEUE_TYPE_INPUT);
  g_assert_cmpuint (queue->work_queues[LS_WORK_QUEUE_IMMEDIATE_INCOMING].length, ==, 3);
  g_assert_cmpint (STATUS (state, 2), ==, LS_TASK_STATUS_INCOMING);
  g_assert_true (TASK (state, 2)->discrete);
  g_assert_false (TASK (state, 2)->is_scheduler_task);
  g_assert_cmpuint (choose_now (state), ==, 1);
  g_assert_cmpuint (ls_state_get_next_queue (state), ==, 0);

  ls_state_seek (state, 5);
  queue = ls_state_get_loop_queue (state, LS_QUEUE_TYPE_INPUT);
  g_assert_cmpuint (queue->work_queues[LS_WORK_QUEUE_IMMEDIATE_INCOMING].length, ==, 1);
  g_assert_cmpuint (queue->work_queues[LS_WORK_QUEUE_IMMEDIATE_WORK].length, ==, 3);
  g_assert_cmpuint (queue->work_queues[LS_WORK_QUEUE_IMMEDIATE_WORK].first, ==, 1);
  g_assert_cmpint (STATUS (state, 2), ==, LS_TASK_STATUS_QUEUED);
  g_assert_cmpuint (TASK (state, 2)->work_queue, ==, LS_WORK_QUEUE_IMMEDIATE_WORK);
  g_assert_cmpint (STATUS (state, 4), ==, LS_TASK_STATUS_INCOMING);

  ls_state_seek (state, 6);
  queue = ls_state_get_loop_queue (state, LS_QUEUE_TYPE_INPUT);
  g_assert_cmpuint (queue->work_queues[LS_WORK_QUEUE_IMMEDIATE_WORK].first, ==, 2);
  g_assert_cmpuint (choose_now (state), ==, 2);
}

/* Posted with delays that make every insertion one at the front, far from where a quick look finds its place. */
static void
test_delayed_order (LsTrace       **trace,
                    gconstpointer   data)
{
  g_autoptr (LsState) state = NULL;
  const LsTaskList *lists[2];
  guint n = 500;

  for (guint i = 1; i <= n; i++)
    write_record (*trace, TASK_DELAYED, .subject = i, .value = i % 2 == 0 ? 1000 - i : 5000 + i / 10 * 10,
                  .queue = i % 3 == 0 ? LS_QUEUE_TYPE_DEFAULT : LS_QUEUE_TYPE_OTHER);
  state = state_at_end (*trace);

  lists[0] = ls_state_get_delayed_tasks (state);
  lists[1] = &ls_state_get_loop_queue (state, LS_QUEUE_TYPE_OTHER)->work_queues[LS_WORK_QUEUE_DELAYED_INCOMING];
  g_assert_cmpuint (lists[0]->length, ==, n);
  g_assert_cmpuint (lists[1]->length, ==, n - n / 3);
  for (guint k = 0; k < 2; k++)
    {
      guint32 id = lists[k]->first, last = 0;
      guint n_found = 0;

      while (id != 0)
        {
          if (last != 0 && TASK (state, last)->due_at == TASK (state, id)->due_at)
            g_assert_cmpuint (last, <, id);
          else if (last != 0)
            g_assert_cmpuint (TASK (state, last)->due_at, <, TASK (state, id)->due_at);
          last = id;
          n_found++;
          id = k == 0 ? TASK (state, id)->next_delayed : TASK (state, id)->next;
        }
      g_assert_cmpuint (n_found, ==, lists[k]->length);
    }
}

static void
test_states_outlive_each_other (LsTrace       **trace,
                                gconstpointer   data)
{
  LsState *first = ls_state_new (*trace), *second = ls_state_new (*trace);

  for (guint i = 1; i <= 40000; i++)
    write_record (*trace, TASK_POSTED, .subject = i);
  publish (*trace);
  ls_state_seek (first, 40000);
  ls_state_seek (second, 39000);
  ls_state_unref (first);
  g_assert_cmpuint (TASK (second, 30000)->posted_record, ==, 29999);
  ls_state_seek (second, 100);
  g_assert_null (TASK (second, 101));
  ls_state_unref (second);
}

static void
test_follows_a_growing_trace (LsTrace       **trace,
                              gconstpointer   data)
{
  g_autoptr (LsState) state = ls_state_new (*trace);

  for (guint i = 1; i <= 100; i++)
    {
      write_record (*trace, TASK_POSTED, .subject = i);
      ls_state_seek (state, G_MAXSIZE);
      g_assert_cmpuint (ls_state_get_position (state), ==, i - 1);
      publish (*trace);
      ls_state_seek (state, G_MAXSIZE);
      g_assert_cmpuint (ls_state_get_position (state), ==, i);
      g_assert_nonnull (TASK (state, i));
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

#define ADD(path, function) g_test_add (path, LsTrace *, NULL, fixture_set_up, function, fixture_tear_down)
  ADD ("/state/beginning", test_beginning);
  ADD ("/state/loop-started", test_loop_started);
  ADD ("/state/life-of-a-task", test_life_of_a_task);
  ADD ("/state/posted-by", test_posted_by);
  ADD ("/state/queue-keeps-enqueue-order", test_queue_keeps_enqueue_order);
  ADD ("/state/queues", test_queues);
  ADD ("/state/oldest-queues", test_oldest_queues);
  ADD ("/state/delayed-scheduler-task", test_delayed_scheduler_task);
  ADD ("/state/long-delays", test_long_delays);
  ADD ("/state/loop-queue", test_loop_queue);
  ADD ("/state/delayed-order", test_delayed_order);
  ADD ("/state/outlive-each-other", test_states_outlive_each_other);
  ADD ("/state/follows-a-growing-trace", test_follows_a_growing_trace);
#undef ADD

  return g_test_run ();
}
