/* ls-page-join.c: finds the tasks of the model in the browser's own queues
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "config.h"

#include "ls-page-photograph-private.h"

#include <math.h>
#include <string.h>

#include "ls-preset.h"

/* The browser says nowhere which task of a page its own is, so the order does: among the tasks of one priority it is that of
 * posting, in both. The same goes for delayed ones by the end of their delay. A class is what can be told apart. */
#define CLASS_TIMERS (2 * LS_N_EFFECTIVE_PRIORITIES)
#define N_CLASSES (CLASS_TIMERS + 1)

/* Returns what a page has done to post a task, by the file of Chromium that the place is in. */
LsPhotographSource
ls_photograph_task_get_source (const LsPhotographTask *self)
{
  if (strstr (self->posted_from, "/dom_task.cc") != NULL || strstr (self->posted_from, "/dom_task_continuation.cc") != NULL)
    return LS_PHOTOGRAPH_SOURCE_SCHEDULER;
  if (strstr (self->posted_from, "/dom_timer.cc") != NULL)
    return LS_PHOTOGRAPH_SOURCE_TIMER;
  return LS_PHOTOGRAPH_SOURCE_OTHER;
}

/* Returns the effective priority that tasks of a queue have, LS_N_EFFECTIVE_PRIORITIES for none. */
static guint
find_effective_priority (guint priority)
{
  const LsPreset *preset = ls_preset_lookup ("blink");

  for (guint i = 0; i < LS_N_EFFECTIVE_PRIORITIES; i++)
    if (preset->effective_priority_ranks[i] == priority)
      return i;
  return LS_N_EFFECTIVE_PRIORITIES;
}

/* Returns the class of a task of the browser, N_CLASSES for one that no page has posted. */
static guint
classify_task (const LsPhotographQueue *queue,
               const LsPhotographTask  *task)
{
  const LsPhotographSource source = ls_photograph_task_get_source (task);
  const guint effective = find_effective_priority (queue->priority);
  const gboolean is_delayed = task->place == LS_PHOTOGRAPH_DELAYED || task->place == LS_PHOTOGRAPH_DUE;

  if (task->is_cancelled || source == LS_PHOTOGRAPH_SOURCE_OTHER)
    return N_CLASSES;
  if (source == LS_PHOTOGRAPH_SOURCE_TIMER)
    return CLASS_TIMERS;
  if (effective == LS_N_EFFECTIVE_PRIORITIES)
    return N_CLASSES;
  return effective + (is_delayed ? LS_N_EFFECTIVE_PRIORITIES : 0);
}

static guint
classify_waiting (const LsPageWaiting *self)
{
  if (self->effective_priority == LS_N_EFFECTIVE_PRIORITIES)
    return CLASS_TIMERS;
  return self->effective_priority + (self->is_delayed ? LS_N_EFFECTIVE_PRIORITIES : 0);
}

static gboolean
is_delayed (guint class)
{
  return class >= LS_N_EFFECTIVE_PRIORITIES;
}

static int
compare_doubles (double a,
                 double b)
{
  return (a > b) - (a < b);
}

/* Delayed tasks: by the end of the delay. Chromium keeps that of tasks without one as 0. */
static int
compare_delayed (gconstpointer a,
                 gconstpointer b)
{
  const LsPhotographTask *one = *(const LsPhotographTask *const *) a, *other = *(const LsPhotographTask *const *) b;

  if (one->due_in != other->due_in)
    return compare_doubles (one->due_in, other->due_in);
  return (one->sequence > other->sequence) - (one->sequence < other->sequence);
}

static int
compare_posted (gconstpointer a,
                gconstpointer b)
{
  const LsPhotographTask *one = *(const LsPhotographTask *const *) a, *other = *(const LsPhotographTask *const *) b;

  return (one->sequence > other->sequence) - (one->sequence < other->sequence);
}

static int
compare_waiting_delayed (gconstpointer a,
                         gconstpointer b)
{
  const LsPageWaiting *one = *(const LsPageWaiting *const *) a, *other = *(const LsPageWaiting *const *) b;

  if (one->due_in != other->due_in)
    return compare_doubles (one->due_in, other->due_in);
  return (one->task > other->task) - (one->task < other->task);
}

static int
compare_waiting_posted (gconstpointer a,
                        gconstpointer b)
{
  const LsPageWaiting *one = *(const LsPageWaiting *const *) a, *other = *(const LsPageWaiting *const *) b;

  return (one->task > other->task) - (one->task < other->task);
}

static char *
dup_name (LsTrace *trace,
          guint32  text)
{
  const char *name = text != 0 ? ls_trace_get_text (trace, text) : NULL;

  return g_strdup (name != NULL ? name : "");
}

static void
miss (LsPhotographThread  *self,
      const LsPageWaiting *waiting,
      LsTrace             *trace)
{
  LsPhotographMissing *missing = g_atomic_rc_box_new0 (LsPhotographMissing);

  *missing = (LsPhotographMissing) { .task = waiting->task, .name = dup_name (trace, waiting->text),
                                     .effective_priority = waiting->effective_priority };
  g_ptr_array_add (self->missing, missing);
}

/* Where one side has more, it has more of what is old: what was posted before the page was watched, in the browser. */
static void
join_class (LsPhotographThread *self,
            GPtrArray          *tasks,
            GPtrArray          *waiting,
            gboolean            by_delay,
            LsTrace            *trace)
{
  const guint n = MIN (tasks->len, waiting->len);

  g_ptr_array_sort (tasks, by_delay ? compare_delayed : compare_posted);
  g_ptr_array_sort (waiting, by_delay ? compare_waiting_delayed : compare_waiting_posted);
  for (guint i = 1; i <= n; i++)
    {
      LsPhotographTask *task = g_ptr_array_index (tasks, tasks->len - i);
      const LsPageWaiting *known = g_ptr_array_index (waiting, waiting->len - i);

      task->task = known->task;
      g_free (task->name);
      task->name = dup_name (trace, known->text);
      task->age = known->age;
    }
  self->n_joined += n;
  self->n_unknown += tasks->len - n;
  for (guint i = 0; i < waiting->len - n; i++)
    miss (self, g_ptr_array_index (waiting, i), trace);
}

/**
 * ls_photograph_thread_join:
 * @self: a thread with its queues
 * @waiting: (element-type LsPageWaiting): what waits in the model, in all its pages and workers
 * @trace: that has the names
 *
 * Says of the tasks of the queues which of the trace they are. Frames, idle callbacks and messages are not joined: the browser has
 * no task for each of them.
 */
void
ls_photograph_thread_join (LsPhotographThread *self,
                           GArray             *waiting,
                           LsTrace            *trace)
{
  GPtrArray *tasks[N_CLASSES], *known[N_CLASSES];

  for (guint i = 0; i < N_CLASSES; i++)
    {
      tasks[i] = g_ptr_array_new ();
      known[i] = g_ptr_array_new ();
    }
  for (guint i = 0; i < self->queues->len; i++)
    {
      LsPhotographQueue *queue = g_ptr_array_index (self->queues, i);

      for (guint j = 0; j < queue->tasks->len; j++)
        {
          const guint class = classify_task (queue, g_ptr_array_index (queue->tasks, j));

          if (class < N_CLASSES)
            g_ptr_array_add (tasks[class], g_ptr_array_index (queue->tasks, j));
        }
    }
  for (guint i = 0; i < waiting->len; i++)
    {
      LsPageWaiting *entry = &g_array_index (waiting, LsPageWaiting, i);

      g_ptr_array_add (known[classify_waiting (entry)], entry);
    }
  for (guint i = 0; i < N_CLASSES; i++)
    {
      join_class (self, tasks[i], known[i], is_delayed (i), trace);
      g_ptr_array_unref (tasks[i]);
      g_ptr_array_unref (known[i]);
    }
}

/* Those with tasks first, then by priority, then as the browser says them. */
static int
compare_queues (gconstpointer a,
                gconstpointer b)
{
  const LsPhotographQueue *one = *(const LsPhotographQueue *const *) a, *other = *(const LsPhotographQueue *const *) b;
  const gboolean one_is_empty = ls_photograph_queue_get_n_tasks (one) == 0;
  const gboolean other_is_empty = ls_photograph_queue_get_n_tasks (other) == 0;

  if (one_is_empty != other_is_empty)
    return one_is_empty - other_is_empty;
  if (one->priority != other->priority)
    return one->priority < other->priority ? -1 : 1;
  return strcmp (one->name, other->name);
}

static int
compare_tasks (gconstpointer a,
               gconstpointer b)
{
  const LsPhotographTask *one = *(const LsPhotographTask *const *) a, *other = *(const LsPhotographTask *const *) b;
  const gboolean one_waits = one->place == LS_PHOTOGRAPH_DELAYED, other_waits = other->place == LS_PHOTOGRAPH_DELAYED;

  if (one_waits != other_waits)
    return one_waits - other_waits;
  if (one_waits)
    return compare_delayed (a, b);
  if (one->order != other->order)
    return one->order < other->order ? -1 : 1;
  return (one->sequence > other->sequence) - (one->sequence < other->sequence);
}

/* Puts the queues, and the tasks in each of them, into the order in which they are shown. */
void
ls_photograph_thread_sort (LsPhotographThread *self)
{
  g_ptr_array_sort (self->queues, compare_queues);
  for (guint i = 0; i < self->queues->len; i++)
    g_ptr_array_sort (((LsPhotographQueue *) g_ptr_array_index (self->queues, i))->tasks, compare_tasks);
}
