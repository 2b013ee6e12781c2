/* test-runnable-queues.c: which queue is next
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "ls-runnable-queues-private.h"

#define N_QUEUES 60

/* The oldest task of the queues with the highest priority, found by looking at all of them. */
static LsTask *
find_next (LsRunnableQueue *queues)
{
  LsRunnableQueue *best = NULL;

  for (guint i = 0; i < N_QUEUES; i++)
    if (queues[i].tasks.head != NULL &&
        (best == NULL || queues[i].effective_priority > best->effective_priority ||
         (queues[i].effective_priority == best->effective_priority && queues[i].tasks.head->order < best->tasks.head->order)))
      best = &queues[i];
  return best != NULL ? best->tasks.head : NULL;
}

static LsTask *
get_random_task (LsRunnableQueue *queue)
{
  LsTask *task = queue->tasks.head;

  for (guint i = g_test_rand_int_range (0, queue->tasks.length); i > 0; i--)
    task = task->in.link.next;
  return task;
}

/* Tasks come, run, and go from the middle; queues get other priorities. */
static void
test_random (void)
{
  LsRunnableQueues all = { 0 };
  LsRunnableQueue queues[N_QUEUES] = { 0 };
  gsize n_tasks = 0;
  guint64 order = 0;

  for (guint i = 0; i < N_QUEUES; i++)
    ls_runnable_queues_set_priority (&all, &queues[i], LS_TASK_PRIORITY_BACKGROUND);
  for (guint round = 0; round < 100000; round++)
    {
      LsRunnableQueue *queue = &queues[g_test_rand_int_range (0, N_QUEUES)];
      const gint32 what = g_test_rand_int_range (0, 100);
      LsTask *task = NULL;

      if (what < 45)
        {
          task = g_new0 (LsTask, 1);
          task->order = ++order;
          ls_runnable_queues_push (&all, queue, g_steal_pointer (&task));
          n_tasks++;
        }
      else if (what < 65 && (queue = ls_runnable_queues_peek (&all)) != NULL)
        task = ls_runnable_queues_pop (&all, queue);
      else if (what < 95 && queue != NULL && queue->tasks.head != NULL)
        {
          task = what < 80 ? queue->tasks.head : get_random_task (queue);
          ls_runnable_queues_remove_task (&all, queue, task);
        }
      else if (what >= 95)
        ls_runnable_queues_set_priority (&all, queue, g_test_rand_int_range (1, LS_N_TASK_PRIORITIES + 1));
      if (task != NULL)
        n_tasks--;
      g_free (task);

      queue = ls_runnable_queues_peek (&all);
      g_assert_true ((queue != NULL ? queue->tasks.head : NULL) == find_next (queues));
      g_assert_cmpuint (all.n_tasks, ==, n_tasks);
    }
  for (LsRunnableQueue *queue; (queue = ls_runnable_queues_peek (&all)) != NULL;)
    g_free (ls_runnable_queues_pop (&all, queue));
  g_assert_cmpuint (all.n_tasks, ==, 0);
  ls_runnable_queues_clear (&all);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/runnable-queues/random", test_random);

  return g_test_run ();
}
