/* test-comparison-text.c: two runs side by side, as text
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "ls-comparison.h"
#include "record-writer.h"

typedef struct
{
  const char    *name;
  LsTaskPriority priority;
  guint64        selected;   /* ms; 0: removed */
  const char    *log;
} Task;

/* All tasks are queued at once. One of no priority is of the loop's input queue. */
static LsTrace *
write_trace (const Task *tasks,
             guint       n_tasks)
{
  LsTrace *trace = ls_trace_new ();

  writer_time = 0;
  for (guint i = LS_TASK_PRIORITY_BACKGROUND; i <= LS_TASK_PRIORITY_USER_BLOCKING; i++)
    write_record (trace, QUEUE_CREATED, .subject = i, .value = 1, .priority = i);
  for (guint i = 0; i < n_tasks; i++)
    if (tasks[i].priority == LS_TASK_PRIORITY_NONE)
      write_record (trace, TASK_INCOMING, .subject = i + 1, .value = i + 1, .queue = LS_QUEUE_TYPE_INPUT,
                    .text = text_of (trace, tasks[i].name));
    else
      {
        write_record (trace, TASK_POSTED, .subject = i + 1, .text = text_of (trace, tasks[i].name), .priority = tasks[i].priority);
        write_record (trace, TASK_QUEUED, .subject = i + 1, .object = tasks[i].priority, .value = i + 1, .priority = tasks[i].priority,
                      .queue = LS_QUEUE_TYPE_WEB_SCHEDULING);
      }
  for (guint i = 0; i < n_tasks; i++)
    {
      if (tasks[i].selected == 0)
        {
          write_record (trace, TASK_REMOVED, .subject = i + 1);
          continue;
        }
      writer_time = tasks[i].selected * 1000;
      write_record (trace, TASK_SELECTED, .subject = i + 1, .value = i + 1, .priority = tasks[i].priority,
                    .queue = tasks[i].priority == LS_TASK_PRIORITY_NONE ? LS_QUEUE_TYPE_INPUT : LS_QUEUE_TYPE_WEB_SCHEDULING);
      write_record (trace, TASK_STARTED, .subject = i + 1);
      if (tasks[i].log != NULL)
        write_record (trace, LOG, .text = text_of (trace, tasks[i].log));
      write_record (trace, TASK_FINISHED, .subject = i + 1);
      write_record (trace, TURN_ENDED, .value = i + 1);
    }
  publish (trace);
  return trace;
}

static void
assert_text (LsTrace    *left,
             LsTrace    *right,
             const char *left_title,
             const char *right_title,
             const char *expected)
{
  g_autoptr (LsComparison) comparison = ls_comparison_new (left, right);
  g_autofree char *text = ls_comparison_to_text (comparison, left_title, right_title);

  g_assert_cmpstr (text, ==, expected);
}

static const Task left_tasks[] = {
  { "click", LS_TASK_PRIORITY_NONE, 2, "clicked" },
  { "style", LS_TASK_PRIORITY_USER_VISIBLE, 3, NULL },
  { "layout", LS_TASK_PRIORITY_USER_BLOCKING, 4, NULL },
  { "漢字", LS_TASK_PRIORITY_USER_BLOCKING, 5, NULL },
  { "gone", LS_TASK_PRIORITY_USER_VISIBLE, 0, NULL },
  { "report", LS_TASK_PRIORITY_BACKGROUND, 12, "done" },
};

static const Task right_tasks[] = {
  { "click", LS_TASK_PRIORITY_NONE, 3, "clicked" },
  { "style", LS_TASK_PRIORITY_BACKGROUND, 3, NULL },
  { "漢字", LS_TASK_PRIORITY_USER_BLOCKING, 4, NULL },
  { "layout", LS_TASK_PRIORITY_USER_BLOCKING, 5, NULL },
  { "new", LS_TASK_PRIORITY_USER_VISIBLE, 7, "new" },
  { "report", LS_TASK_PRIORITY_BACKGROUND, 12, NULL },
};

/* Everything that the text has: what differs first, the logs, the totals, and the tasks in two columns. */
static void
test_text (void)
{
  g_autoptr (LsTrace) left = write_trace (left_tasks, G_N_ELEMENTS (left_tasks));
  g_autoptr (LsTrace) right = write_trace (right_tasks, G_N_ELEMENTS (right_tasks));

  assert_text (left, right, "before", "after",
               "left: before\n"
               "right: after\n"
               "“style” ran at priority user-visible on the left and background on the right, at 3 ms and 3 ms. The first "
               "2 tasks are the same in both runs. Then on the left: “layout” (user-blocking) at 4 ms; on the right: "
               "“漢字” (user-blocking) at 4 ms. “layout” ran 1 place later on the right. “漢字” ran 1 place later on the left.\n"
               "  left: “layout” ran first: it was queued before “漢字”, which was also user-blocking.\n"
               "  right: “漢字” ran first: it was queued before “layout”, which was also user-blocking.\n"
               "The logs differ from line 2: “done” on the left, “new” on the right.\n"
               "\n"
               "                                         left            right\n"
               "  time                                  12 ms            12 ms\n"
               "  tasks                                     5                6\n"
               "  tasks removed                             1                0\n"
               "  lines printed                             2                2\n"
               "  longest wait                          12 ms            12 ms\n"
               "  wait, user-blocking                  4.5 ms           4.5 ms\n"
               "  wait, user-visible                     3 ms             7 ms\n"
               "  wait, background                      12 ms           7.5 ms\n"
               "  wait, queues of the loop               2 ms             3 ms\n"
               "\n"
               "~ 1 click, input, 2 ms                         | 1 click, input, 3 ms\n"
               "! 2 style, user-visible, 3 ms                  | 2 style, background, 3 ms\n"
               "* 3 layout, user-blocking, 4 ms (+1)\n"
               "~ 4 漢字, user-blocking, 5 ms                  | 3 漢字, user-blocking, 4 ms\n"
               "*                                              | 4 layout, user-blocking, 5 ms (+1)\n"
               ">                                              | 5 new, user-visible, 7 ms\n"
               "  5 report, background, 12 ms                  | 6 report, background, 12 ms\n");
}

/* Of more than seven tasks in a row that are the same those near a difference are shown. */
static void
test_long (void)
{
  Task tasks[25];
  g_autoptr (LsTrace) left = NULL, right = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (tasks); i++)
    tasks[i] = (Task) { "t", i < 2 ? LS_TASK_PRIORITY_NONE : LS_TASK_PRIORITY_USER_VISIBLE, i + 1, NULL };
  tasks[8].priority = LS_TASK_PRIORITY_BACKGROUND;
  left = write_trace (tasks, G_N_ELEMENTS (tasks));
  tasks[8].priority = LS_TASK_PRIORITY_USER_VISIBLE;
  tasks[16].priority = LS_TASK_PRIORITY_USER_BLOCKING;
  right = write_trace (tasks, G_N_ELEMENTS (tasks));
  assert_text (left, right, NULL, "after",
               "left: \n"
               "right: after\n"
               "“t” ran at priority background on the left and user-visible on the right, at 9 ms and 9 ms.\n"
               "\n"
               "                                         left            right\n"
               "  time                                  25 ms            25 ms\n"
               "  tasks                                    25               25\n"
               "  tasks removed                             0                0\n"
               "  lines printed                             0                0\n"
               "  longest wait                          25 ms            25 ms\n"
               "  wait, user-blocking                    0 ms            17 ms\n"
               "  wait, user-visible                14.227 ms        13.863 ms\n"
               "  wait, background                       9 ms             0 ms\n"
               "  wait, queues of the loop             1.5 ms           1.5 ms\n"
               "\n"
               "  … 5 identical tasks\n"
               "  6 t, user-visible, 6 ms                      | 6 t, user-visible, 6 ms\n"
               "  7 t, user-visible, 7 ms                      | 7 t, user-visible, 7 ms\n"
               "  8 t, user-visible, 8 ms                      | 8 t, user-visible, 8 ms\n"
               "! 9 t, background, 9 ms                        | 9 t, user-visible, 9 ms\n"
               "  10 t, user-visible, 10 ms                    | 10 t, user-visible, 10 ms\n"
               "  11 t, user-visible, 11 ms                    | 11 t, user-visible, 11 ms\n"
               "  12 t, user-visible, 12 ms                    | 12 t, user-visible, 12 ms\n"
               "  13 t, user-visible, 13 ms                    | 13 t, user-visible, 13 ms\n"
               "  14 t, user-visible, 14 ms                    | 14 t, user-visible, 14 ms\n"
               "  15 t, user-visible, 15 ms                    | 15 t, user-visible, 15 ms\n"
               "  16 t, user-visible, 16 ms                    | 16 t, user-visible, 16 ms\n"
               "! 17 t, user-visible, 17 ms                    | 17 t, user-blocking, 17 ms\n"
               "  18 t, user-visible, 18 ms                    | 18 t, user-visible, 18 ms\n"
               "  19 t, user-visible, 19 ms                    | 19 t, user-visible, 19 ms\n"
               "  20 t, user-visible, 20 ms                    | 20 t, user-visible, 20 ms\n"
               "  … 5 identical tasks\n");
}

/* Of the same runs there is not more to say. */
static void
test_same (void)
{
  g_autoptr (LsTrace) left = write_trace (left_tasks, G_N_ELEMENTS (left_tasks));
  g_autoptr (LsTrace) right = write_trace (left_tasks, G_N_ELEMENTS (left_tasks));

  assert_text (left, right, NULL, NULL, "The 5 tasks are the same and ran in the same order at the same times.\n");
  assert_text (left, right, "before", NULL,
               "left: before\nright: \nThe 5 tasks are the same and ran in the same order at the same times.\n");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/comparison-text/text", test_text);
  g_test_add_func ("/comparison-text/long", test_long);
  g_test_add_func ("/comparison-text/same", test_same);
  return g_test_run ();
}
