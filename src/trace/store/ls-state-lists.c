/* ls-state-lists.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-state-lists-private.h"

#include "ls-bisection-private.h"

typedef struct
{
  guint32 id;
  guint32 order;
  guint8 effective_priority;
} QueueItem;

static int
compare_queue_items (gconstpointer a,
                     gconstpointer b)
{
  const QueueItem *x = a, *y = b;

  if (x->effective_priority != y->effective_priority)
    return x->effective_priority > y->effective_priority ? -1 : 1;
  if (x->order != y->order)
    return x->order < y->order ? -1 : 1;
  return x->id < y->id ? -1 : x->id > y->id;
}

/* The scheduler task queues that are in their scheduler's map or hold tasks (guint32): by effective priority, the
 * highest first, then by oldest task, the empty ones last. */
GArray *
ls_state_list_queues (LsState *state)
{
  g_autoptr (GArray) items = g_array_new (FALSE, FALSE, sizeof (QueueItem));
  GArray *ids = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 n_queues = ls_state_get_n_queues (state);

  for (guint32 id = 1; id <= n_queues; id++)
    {
      const LsQueueState *queue = ls_state_get_queue (state, id);
      QueueItem item = { id, G_MAXUINT32, 0 };

      if (queue == NULL || (!queue->exists && queue->tasks.length == 0))
        continue;
      item.effective_priority = queue->effective_priority;
      if (queue->tasks.first != 0)
        item.order = ls_state_get_task (state, queue->tasks.first)->enqueue_order;
      g_array_append_val (items, item);
    }

  g_array_sort (items, compare_queue_items);
  for (guint i = 0; i < items->len; i++)
    g_array_append_val (ids, g_array_index (items, QueueItem, i).id);

  return ids;
}

static int
compare_dependencies (gconstpointer a,
                      gconstpointer b)
{
  const LsDependency *x = a, *y = b;

  if (x->source != y->source)
    return x->source < y->source ? -1 : 1;
  return x->dependent < y->dependent ? -1 : x->dependent > y->dependent;
}

static void
add_dependency (GArray  *dependencies,
                guint32  source,
                guint32  dependent)
{
  LsDependency dependency = { source, dependent };

  if (source != 0)
    g_array_append_val (dependencies, dependency);
}

/* Which signal follows which, for priority or for abort (LsDependency): by source, then by dependent, each pair once. */
GArray *
ls_state_list_dependents (LsState *state)
{
  GArray *dependencies = g_array_new (FALSE, FALSE, sizeof (LsDependency));
  guint32 n_signals = ls_state_get_n_signals (state);
  guint n = 0;

  for (guint32 id = 1; id <= n_signals; id++)
    {
      const LsSignalState *signal = ls_state_get_signal (state, id);
      const guint32 *sources;
      guint n_sources;

      if (signal == NULL || !signal->exists)
        continue;
      add_dependency (dependencies, signal->source, id);
      sources = ls_state_get_abort_sources (state, id, &n_sources);
      for (guint i = 0; i < n_sources; i++)
        add_dependency (dependencies, sources[i], id);
    }

  g_array_sort (dependencies, compare_dependencies);
  for (guint i = 0; i < dependencies->len; i++)
    {
      LsDependency *all = (LsDependency *) dependencies->data;

      if (n == 0 || compare_dependencies (&all[n - 1], &all[i]) != 0)
        all[n++] = all[i];
    }
  g_array_set_size (dependencies, n);

  return dependencies;
}

/* Where the dependents of @source begin. */
guint
ls_dependencies_find (const GArray *dependencies,
                      guint32       source)
{
  LsBisection search = { 0, dependencies->len };

  while (ls_bisection_next (&search))
    ls_bisection_tell (&search, g_array_index (dependencies, LsDependency, search.middle).source < source);

  return search.low;
}
