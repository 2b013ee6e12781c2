/* test-records.h: whether the records of a recording follow from each other
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "test-trace-times.h"

/* What the records say of a task must follow from what they said before. */
typedef enum
{
  TEST_UNKNOWN = 0,
  TEST_POSTED,
  TEST_DELAYED,
  TEST_READY,
  TEST_RUNNING,
  TEST_OVER
} TestStatus;

typedef struct
{
  guint32 task, turn, n_microtasks;
  gboolean in_turn, has_started, has_finished;
} TestLoop;

static inline void
test_begin_turn (TestLoop       *loop,
                 guint8         *tasks,
                 const LsRecord *record)
{
  g_assert_false (loop->in_turn);
  g_assert_cmpuint (record->value, ==, loop->turn + 1);
  g_assert_cmpuint (tasks[record->subject], ==, TEST_READY);
  tasks[record->subject] = TEST_RUNNING;
  *loop = (TestLoop) { .in_turn = TRUE, .task = record->subject, .turn = record->value };
}

/* Whether records follow from those before them. Returns how many tasks wait at the end. */
static inline guint
test_check_records (LsTrace *trace)
{
  g_autofree guint8 *tasks = g_new0 (guint8, ls_trace_get_length (trace) + 2);
  g_autofree guint8 *queues = g_new0 (guint8, ls_trace_get_length (trace) + 2);
  TestLoop loops[4096] = { 0 }, *loop = &loops[1];
  guint n_waiting = 0, n_queues = 0;

  test_assert_times (trace);
  for (gsize i = 0; i < ls_trace_get_length (trace); i++)
    {
      LsRecord record;

      ls_trace_get_record (trace, i, &record);
      switch (record.kind)
        {
        case LS_RECORD_AGENT_RUN:
          g_assert_true (record.subject > 0 && record.subject < G_N_ELEMENTS (loops));
          g_assert_true (loop != &loops[record.subject]);
          loop = &loops[record.subject];
          break;
        case LS_RECORD_TASK_POSTED:
          g_assert_cmpuint (tasks[record.subject], ==, TEST_UNKNOWN);
          tasks[record.subject] = TEST_POSTED;
          break;
        case LS_RECORD_TASK_DELAYED:
          g_assert_cmpuint (tasks[record.subject], <=, TEST_POSTED);
          tasks[record.subject] = TEST_DELAYED;
          break;
        case LS_RECORD_TASK_DUE:
          g_assert_cmpuint (tasks[record.subject], ==, TEST_DELAYED);
          tasks[record.subject] = record.value == 0 ? TEST_POSTED : TEST_READY;
          break;
        case LS_RECORD_QUEUE_CREATED:
          g_assert_cmpuint (record.subject, ==, n_queues + 1);
          queues[++n_queues] = 1 + ((record.flags & LS_RECORD_FLAG_CONTINUATION) != 0);
          break;
        case LS_RECORD_TASK_QUEUED:
          g_assert_cmpuint (tasks[record.subject], ==, TEST_POSTED);
          g_assert_true (record.object > 0 && record.object <= n_queues);
          g_assert_cmpuint (queues[record.object], ==, 1 + ((record.flags & LS_RECORD_FLAG_CONTINUATION) != 0));
          tasks[record.subject] = TEST_READY;
          break;
        case LS_RECORD_TASK_INCOMING:
          g_assert_cmpuint (tasks[record.subject], ==, TEST_UNKNOWN);
          tasks[record.subject] = TEST_READY;
          break;
        case LS_RECORD_TASK_REMOVED:
          g_assert_true (tasks[record.subject] == TEST_READY || tasks[record.subject] == TEST_DELAYED);
          tasks[record.subject] = TEST_OVER;
          break;
        case LS_RECORD_TASK_SELECTED:
          test_begin_turn (loop, tasks, &record);
          break;
        case LS_RECORD_TASK_STARTED:
          g_assert_true (loop->in_turn && !loop->has_started && loop->task == record.subject);
          loop->has_started = TRUE;
          break;
        case LS_RECORD_TASK_FINISHED:
          g_assert_true (loop->has_started && !loop->has_finished && loop->task == record.subject);
          loop->has_finished = TRUE;
          break;
        case LS_RECORD_MICROTASK_STARTED:
          g_assert_true (loop->in_turn && loop->n_microtasks == 0);
          loop->n_microtasks = 1;
          break;
        case LS_RECORD_MICROTASK_FINISHED:
          g_assert_cmpuint (loop->n_microtasks, ==, 1);
          loop->n_microtasks = 0;
          break;
        case LS_RECORD_TURN_ENDED:
          g_assert_true (loop->in_turn && loop->has_finished && loop->n_microtasks == 0 && loop->turn == record.value);
          tasks[loop->task] = TEST_OVER;
          loop->in_turn = FALSE;
          break;
        default:
          break;
        }
    }
  for (guint i = 1; i < G_N_ELEMENTS (loops); i++)
    g_assert_false (loops[i].in_turn);
  for (gsize i = 0; i < ls_trace_get_length (trace) + 2; i++)
    n_waiting += tasks[i] == TEST_POSTED || tasks[i] == TEST_DELAYED || tasks[i] == TEST_READY;
  return n_waiting;
}
