/* yielding.c: long work that lets what is more urgent go first
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * cc yielding.c $(pkg-config --cflags --libs loopscope-1) -o yielding
 */

#include <loopscope.h>

typedef struct
{
  LsEventLoop *loop;
  LsScheduler *scheduler;
  guint        next_row;
} Work;

static LsCompletion
tap (const LsValue *argument,
     LsValue       *result,
     gpointer       user_data)
{
  g_print ("tap\n");
  return LS_COMPLETION_NORMAL;
}

/* Draws a few rows, then goes on in a continuation. It comes before other tasks of its priority, and after more urgent ones. */
static LsCompletion
draw_rows (const LsValue *argument,
           LsValue       *result,
           gpointer       user_data)
{
  Work *work = user_data;
  g_autoptr (LsPromise) yielded = NULL;
  g_autoptr (LsPromise) rest = NULL;

  g_print ("rows %u to %u\n", work->next_row, work->next_row + 9);
  work->next_row += 10;
  ls_event_loop_work (work->loop, 8000);
  if (work->next_row == 10)
    {
      const LsPostTaskOptions urgent = { .priority = LS_TASK_PRIORITY_USER_BLOCKING };
      g_autoptr (LsPromise) tapped = ls_scheduler_post_task (work->scheduler, tap, NULL, NULL, &urgent);
    }
  if (work->next_row == 30)
    return LS_COMPLETION_NORMAL;

  yielded = ls_scheduler_yield (work->scheduler, NULL);
  rest = ls_promise_then (yielded, draw_rows, work, NULL);
  /* The result of the task is that of the rest. */
  ls_value_set_promise (result, rest);
  return LS_COMPLETION_NORMAL;
}

static LsCompletion
other_task (const LsValue *argument,
            LsValue       *result,
            gpointer       user_data)
{
  g_print ("another task\n");
  return LS_COMPLETION_NORMAL;
}

int
main (void)
{
  /* A virtual clock: the program takes no time, and prints the same at each run. */
  g_autoptr (LsEventLoop) loop = ls_event_loop_new (LS_CLOCK_VIRTUAL);
  g_autoptr (LsScheduler) scheduler = ls_scheduler_new (loop, NULL);
  Work work = { loop, scheduler, 0 };
  g_autoptr (LsPromise) drawn = ls_scheduler_post_task (scheduler, draw_rows, &work, NULL, NULL);
  g_autoptr (LsPromise) other = ls_scheduler_post_task (scheduler, other_task, NULL, NULL, NULL);

  ls_event_loop_run (loop, G_MAXUINT64);
  g_print ("%" G_GUINT64_FORMAT " ms\n", ls_event_loop_get_time (loop) / 1000);
  return 0;
}
