/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "record-writer.h"

#define TASK(state, id) (ls_state_get_task (state, id))
#define STATUS(state, id) (TASK (state, id)->status)

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
  g_assert_cmpuint (ls_state_get_next_task (state), ==, 0);

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
  g_assert_cmpuint (ls_state_get_next_task (state), ==, 2);

  ls_state_seek (state, 8);
  g_assert_cmpuint (ls_state_get_queue (state, 2)->effective_priority, ==, 1);
  g_assert_cmpuint (ls_state_get_next_task (state), ==, 1);
  g_assert_cmpuint (ls_state_get_next_queue (state), ==, 1);

  /* A queue out of the map is not considered. */
  ls_state_seek (state, 9);
  g_assert_false (ls_state_get_queue (state, 1)->exists);
  g_assert_cmpuint (ls_state_get_next_task (state), ==, 2);
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
  g_assert_cmpuint (ls_state_get_next_task (state), ==, 0);

  ls_state_seek (state, 5);
  g_assert_cmpint (STATUS (state, 1), ==, LS_TASK_STATUS_POSTED);
  g_assert_cmpuint (ls_state_get_delayed_tasks (state)->length, ==, 0);

  ls_state_seek (state, 6);
  g_assert_cmpint (STATUS (state, 1), ==, LS_TASK_STATUS_QUEUED);
  g_assert_cmpuint (ls_state_get_next_task (state), ==, 1);
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
  g_assert_cmpuint (ls_state_get_next_task (state), ==, 1);
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
  g_assert_cmpuint (ls_state_get_next_task (state), ==, 2);
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
  g_assert_cmpuint (ls_state_get_next_task (state), ==, 1);

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
  g_assert_cmpuint (ls_state_get_next_task (state), ==, 2);
  g_assert_cmpuint (ls_state_get_loop_queue (state, LS_QUEUE_TYPE_COMPOSITOR)->boosted_rank, ==, 255);

  ls_state_seek (state, 5);
  g_assert_cmpuint (ls_state_get_next_task (state), ==, 1);
  g_assert_cmpuint (ls_state_get_rank (state, LS_QUEUE_TYPE_COMPOSITOR), ==, 3);
  g_assert_cmpuint (ls_state_get_loop_queue (state, LS_QUEUE_TYPE_COMPOSITOR)->boosted_rank, ==, 3);
  g_assert_cmpuint (ls_state_get_loop_queue (state, LS_QUEUE_TYPE_COMPOSITOR)->starved_ms, ==, 100);

  ls_state_seek (state, 6);
  g_assert_cmpuint (ls_state_get_next_task (state), ==, 2);
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
      g_assert_cmpuint (ls_state_get_next_task (state), ==, expected[i]);
    }

  write_record (*trace, TASK_REMOVED, .subject = 3);
  write_record (*trace, TASK_REMOVED, .subject = 2);
  post (*trace, 4, 2, 7);
  publish (*trace);
  ls_state_seek (state, G_MAXSIZE);
  g_assert_cmpuint (ls_state_get_next_task (state), ==, 9);
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
  ADD ("/state/timer", test_timer);
  ADD ("/state/signals", test_signals);
  ADD ("/state/microtasks", test_microtasks);
  ADD ("/state/starved-queue", test_starved_queue);
  ADD ("/state/next-between-queues", test_next_between_queues);
  ADD ("/state/default-ranks", test_default_ranks);
  ADD ("/state/outlive-each-other", test_states_outlive_each_other);
  ADD ("/state/follows-a-growing-trace", test_follows_a_growing_trace);
#undef ADD

  return g_test_run ();
}
