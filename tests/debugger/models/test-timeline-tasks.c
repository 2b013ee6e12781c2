/* test-timeline-tasks.c: tasks by number
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-timeline-tasks.h"

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsTimelineTasks, ls_timeline_tasks_free)

static void
assert_range (LsTimelineTasks *tasks,
              guint32          first,
              guint32          end)
{
  g_assert_cmpuint (ls_timeline_tasks_get_first (tasks), ==, first);
  g_assert_cmpuint (ls_timeline_tasks_get_n (tasks), ==, end - first);
  g_assert_null (ls_timeline_tasks_get (tasks, first - 1));
  g_assert_null (ls_timeline_tasks_get (tasks, end));
  for (guint32 task = first; task < end; task++)
    g_assert_cmpuint (ls_timeline_tasks_get (tasks, task)->posted, ==, task % 3 == 0 ? task : 0);
}

/* Writes each third, so that the others have to be zero. */
static void
add (LsTimelineTasks *tasks,
     guint32          first,
     guint32          end)
{
  for (guint32 task = first; task < end; task++)
    if (task % 3 == 0)
      ls_timeline_tasks_add (tasks, task)->posted = task;
  ls_timeline_tasks_add (tasks, end - 1);
}

static void
test_grow_and_drop (void)
{
  g_autoptr (LsTimelineTasks) tasks = ls_timeline_tasks_new ();
  LsTimelineTask *kept;

  g_assert_null (ls_timeline_tasks_get (tasks, 0));
  ls_timeline_tasks_clear (tasks, 7);
  g_assert_null (ls_timeline_tasks_get (tasks, 7));
  add (tasks, 7, 10000);
  assert_range (tasks, 7, 10000);

  /* What is there stays where it is. */
  kept = ls_timeline_tasks_get (tasks, 9999);
  add (tasks, 10000, 50000);
  assert_range (tasks, 7, 50000);
  ls_timeline_tasks_drop (tasks, 3);
  assert_range (tasks, 10, 50000);
  ls_timeline_tasks_drop (tasks, 1023);
  assert_range (tasks, 1033, 50000);
  ls_timeline_tasks_drop (tasks, 8000);
  assert_range (tasks, 9033, 50000);
  g_assert_true (ls_timeline_tasks_get (tasks, 9999) == kept);
}

/* As many as fill blocks, to the last one. */
static void
test_drop_all (void)
{
  g_autoptr (LsTimelineTasks) tasks = ls_timeline_tasks_new ();

  ls_timeline_tasks_clear (tasks, 1);
  for (guint i = 0; i < 3; i++)
    {
      guint32 first = ls_timeline_tasks_get_first (tasks);

      add (tasks, first, first + 2048 + i);
      ls_timeline_tasks_drop (tasks, 2048 + i);
      assert_range (tasks, first + 2048 + i, first + 2048 + i);
    }
  ls_timeline_tasks_clear (tasks, 1000000);
  add (tasks, 1000000, 1000001);
  assert_range (tasks, 1000000, 1000001);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/timeline-tasks/grow-and-drop", test_grow_and_drop);
  g_test_add_func ("/timeline-tasks/drop-all", test_drop_all);
  return g_test_run ();
}
