/* test-comparison-names.c: traces with many names
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "ls-comparison.h"
#include "record-writer.h"

#define N_TASKS 3000

/* A trace of tasks that each have a name of their own. */
static LsTrace *
trace_of_names (const char *last)
{
  LsTrace *trace = ls_trace_new ();

  writer_time = 0;
  for (guint i = 1; i <= N_TASKS; i++)
    {
      g_autofree char *name = i < N_TASKS ? g_strdup_printf ("name %u", i) : g_strdup (last);

      write_record (trace, TASK_POSTED, .subject = i, .text = text_of (trace, name), .priority = LS_TASK_PRIORITY_USER_VISIBLE);
      write_record (trace, TASK_QUEUED, .subject = i, .object = 2, .value = i, .priority = LS_TASK_PRIORITY_USER_VISIBLE,
                    .queue = LS_QUEUE_TYPE_WEB_SCHEDULING);
    }
  for (guint i = 1; i <= N_TASKS; i++)
    {
      write_record (trace, TASK_SELECTED, .subject = i, .value = i, .priority = LS_TASK_PRIORITY_USER_VISIBLE, .queue = LS_QUEUE_TYPE_WEB_SCHEDULING);
      write_record (trace, TASK_STARTED, .subject = i);
      write_record (trace, TASK_FINISHED, .subject = i);
    }
  write_record (trace, TURN_ENDED, .value = N_TASKS);
  publish (trace);
  return trace;
}

/* Names are told apart, however many there are. */
static void
test_many (void)
{
  g_autoptr (LsTrace) left = trace_of_names ("x");
  g_autoptr (LsTrace) same = trace_of_names ("x");
  g_autoptr (LsTrace) right = trace_of_names ("y");
  g_autoptr (LsComparison) equal = ls_comparison_new (left, same);
  g_autoptr (LsComparison) comparison = ls_comparison_new (left, right);

  g_assert_true (ls_comparison_is_same (equal));
  g_assert_false (ls_comparison_is_same (comparison));
  g_assert_cmpuint (ls_comparison_get_first_difference (comparison), ==, N_TASKS - 1);
  g_assert_cmpuint (ls_comparison_get_n_rows (comparison), ==, N_TASKS + 1);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/comparison-names/many", test_many);

  return g_test_run ();
}
