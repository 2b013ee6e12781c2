/* ls-task-summary.c: counts of what became of the tasks of a trace
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-task-summary-private.h"

#include "ls-plain-type-private.h"

LS_DEFINE_PLAIN_TYPE (LsLongTasks, ls_long_tasks)
LS_DEFINE_PLAIN_TYPE (LsLoopSummary, ls_loop_summary)
LS_DEFINE_PLAIN_TYPE (LsTaskCounts, ls_task_counts)
LS_DEFINE_PLAIN_TYPE (LsYieldChains, ls_yield_chains)

/**
 * LsTaskSummary:
 *
 * What became of the tasks and continuations of a trace: how many there were of which priority, when they were posted and when they
 * ran; how long they waited, what a recording does not say counted apart; how late delays and timers ended; how tasks yield; which
 * tasks took more than 50 ms.
 *
 * It reads a trace from its beginning, a number of records at a time, so that an idle handler or a thread can drive it while the
 * trace grows. Its memory follows what is alive at a time. It belongs to one thread at a time.
 */

G_DEFINE_FINAL_TYPE (LsTaskSummary, ls_task_summary, G_TYPE_OBJECT)

static void
ls_task_summary_finalize (GObject *object)
{
  LsTaskSummary *self = LS_TASK_SUMMARY (object);

  for (guint i = 0; i < 2; i++)
    for (guint priority = 0; priority <= LS_N_TASK_PRIORITIES; priority++)
      ls_durations_clear (&self->waits[i][priority]);
  ls_durations_clear (&self->late_delays);
  ls_durations_clear (&self->late_timers);
  ls_id_map_clear (&self->tasks);
  ls_id_map_clear (&self->chains);
  ls_id_map_clear (&self->signals);
  ls_id_map_clear (&self->dynamic_queues);
  ls_id_map_clear (&self->agents);
  ls_trace_cursor_clear (&self->cursor);
  g_hash_table_unref (self->long_tasks);
  g_clear_object (&self->trace);

  G_OBJECT_CLASS (ls_task_summary_parent_class)->finalize (object);
}

static void
ls_task_summary_class_init (LsTaskSummaryClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ls_task_summary_finalize;
}

static void
ls_task_summary_init (LsTaskSummary *self)
{
  ls_id_map_init (&self->tasks, sizeof (SummaryTask));
  ls_id_map_init (&self->chains, sizeof (SummaryChain));
  ls_id_map_init (&self->signals, sizeof (guint8));
  ls_id_map_init (&self->dynamic_queues, sizeof (guint8));
  ls_id_map_init (&self->agents, sizeof (LsLoopSummary));
  ls_trace_cursor_init (&self->cursor, &self->loop, sizeof self->loop);
  self->long_tasks = g_hash_table_new_full (NULL, NULL, NULL, g_free);
}

/**
 * ls_task_summary_new:
 * @trace: a trace
 *
 * Prepares a summary of a trace.
 *
 * Returns: (transfer full): a summary of @trace, that has read nothing yet
 */
LsTaskSummary *
ls_task_summary_new (LsTrace *trace)
{
  LsTaskSummary *self;

  g_return_val_if_fail (LS_IS_TRACE (trace), NULL);

  self = g_object_new (LS_TYPE_TASK_SUMMARY, NULL);
  self->trace = g_object_ref (trace);
  return self;
}

/**
 * ls_task_summary_get_trace:
 * @self: a summary
 *
 * Gets its trace.
 *
 * Returns: (transfer none): its trace
 */
LsTrace *
ls_task_summary_get_trace (LsTaskSummary *self)
{
  g_return_val_if_fail (LS_IS_TASK_SUMMARY (self), NULL);

  return self->trace;
}

/**
 * ls_task_summary_get_counts:
 * @self: a summary
 * @continuations: whether continuations of yield() are meant, or tasks of postTask()
 * @counts: (out caller-allocates): how many there are
 *
 * Counts tasks, or continuations, by what became of them.
 */
void
ls_task_summary_get_counts (LsTaskSummary *self,
                            gboolean       continuations,
                            LsTaskCounts  *counts)
{
  const SummaryTask *task;
  guint32 i = 0, id;

  g_return_if_fail (LS_IS_TASK_SUMMARY (self));
  g_return_if_fail (counts != NULL);

  *counts = self->counts[continuations != FALSE];
  while ((task = ls_id_map_next (&self->tasks, &i, &id)) != NULL)
    counts->n_waiting += task->is_scheduler_task && task->is_continuation == (continuations != FALSE);
}

static gboolean
get_durations (LsDurations          *durations,
               LsDurationStatistics *statistics)
{
  ls_durations_get (durations, statistics);
  return statistics->count > 0;
}

/**
 * ls_task_summary_get_waits:
 * @self: a summary
 * @continuations: whether continuations of yield() are meant, or tasks of postTask()
 * @priority: the priority with which they were posted and ran; %LS_TASK_PRIORITY_NONE for tasks whose priority changed while they
 *   waited
 * @waits: (out caller-allocates): how long they waited from when they could run
 *
 * Gets how long tasks, or continuations, waited.
 *
 * Returns: whether there are such tasks
 */
gboolean
ls_task_summary_get_waits (LsTaskSummary        *self,
                           gboolean              continuations,
                           LsTaskPriority        priority,
                           LsDurationStatistics *waits)
{
  g_return_val_if_fail (LS_IS_TASK_SUMMARY (self), FALSE);
  g_return_val_if_fail (waits != NULL, FALSE);

  if (!ls_task_priority_is_valid (priority))
    priority = LS_TASK_PRIORITY_NONE;
  return get_durations (&self->waits[continuations != FALSE][priority], waits);
}

/**
 * ls_task_summary_get_late_delays:
 * @self: a summary
 * @late: (out caller-allocates): how long after the end of their delay tasks of postTask() ran
 *
 * Gets how late delayed tasks ran.
 *
 * Returns: whether there are such tasks
 */
gboolean
ls_task_summary_get_late_delays (LsTaskSummary        *self,
                                 LsDurationStatistics *late)
{
  g_return_val_if_fail (LS_IS_TASK_SUMMARY (self), FALSE);
  g_return_val_if_fail (late != NULL, FALSE);

  return get_durations (&self->late_delays, late);
}

/**
 * ls_task_summary_get_late_timers:
 * @self: a summary
 * @late: (out caller-allocates): how long after their time timers fired
 *
 * Gets how late timers fired.
 *
 * Returns: whether there are timers
 */
gboolean
ls_task_summary_get_late_timers (LsTaskSummary        *self,
                                 LsDurationStatistics *late)
{
  g_return_val_if_fail (LS_IS_TASK_SUMMARY (self), FALSE);
  g_return_val_if_fail (late != NULL, FALSE);

  return get_durations (&self->late_timers, late);
}

/**
 * ls_task_summary_get_chains:
 * @self: a summary
 * @chains: (out caller-allocates): how tasks yielded
 *
 * Gets how tasks have yielded.
 */
void
ls_task_summary_get_chains (LsTaskSummary *self,
                            LsYieldChains *chains)
{
  g_return_if_fail (LS_IS_TASK_SUMMARY (self));
  g_return_if_fail (chains != NULL);

  *chains = self->yields;
}

static int
compare_long_tasks (gconstpointer a,
                    gconstpointer b)
{
  const LsLongTasks *x = a, *y = b;

  if (x->total != y->total)
    return x->total > y->total ? -1 : 1;
  return x->position < y->position ? -1 : x->position > y->position;
}

/**
 * ls_task_summary_list_long: (skip)
 * @self: a summary
 * @n_names: (out): how many names there are
 *
 * Lists the tasks that took more than 50 ms.
 *
 * Returns: (transfer full) (array length=n_names): tasks that took more than 50 ms by name, those that took most together first;
 *   free with g_free()
 */
LsLongTasks *
ls_task_summary_list_long (LsTaskSummary *self,
                           guint         *n_names)
{
  GArray *list = g_array_new (TRUE, FALSE, sizeof (LsLongTasks));
  GHashTableIter iter;
  gpointer value;

  *n_names = 0;
  g_return_val_if_fail (LS_IS_TASK_SUMMARY (self), (LsLongTasks *) (gpointer) g_array_free (list, FALSE));

  g_hash_table_iter_init (&iter, self->long_tasks);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    g_array_append_vals (list, value, 1);
  g_array_sort (list, compare_long_tasks);
  *n_names = list->len;
  return (LsLongTasks *) (gpointer) g_array_free (list, FALSE);
}

static int
compare_loops (gconstpointer a,
               gconstpointer b)
{
  const LsLoopSummary *x = a, *y = b;

  return x->agent < y->agent ? -1 : x->agent > y->agent;
}

/**
 * ls_task_summary_list_loops: (skip)
 * @self: a summary
 * @n_loops: (out): how many loops there are
 *
 * Lists the event loops.
 *
 * Returns: (transfer full) (array length=n_loops): the loops of all agents; free with g_free()
 */
LsLoopSummary *
ls_task_summary_list_loops (LsTaskSummary *self,
                            guint         *n_loops)
{
  GArray *list = g_array_new (TRUE, FALSE, sizeof (LsLoopSummary));
  const LsLoopSummary *loop;
  guint32 i = 0, id;

  *n_loops = 0;
  g_return_val_if_fail (LS_IS_TASK_SUMMARY (self), (LsLoopSummary *) (gpointer) g_array_free (list, FALSE));

  while ((loop = ls_id_map_next (&self->agents, &i, &id)) != NULL)
    g_array_append_vals (list, loop, 1);
  g_array_sort (list, compare_loops);
  *n_loops = list->len;
  return (LsLoopSummary *) (gpointer) g_array_free (list, FALSE);
}
