/* ls-live-targets.c: which source of which program a task is
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "config.h"

#include "ls-live-writer-types-private.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>

/* Whoever looks at the trace knows tasks, and asks from another thread than the writer's. Only tasks that wait are here. */

/* A source that gets another priority goes on as another task. The old ones lead to it as well, this many of them. */
#define MAX_PREVIOUS 16

void
ls_live_targets_init (LsLiveTargets *self)
{
  g_mutex_init (&self->lock);
  ls_id_map_init (&self->targets, sizeof (LsLiveTarget));
  self->foreign = g_array_new (FALSE, FALSE, sizeof (LsLiveRange));
}

void
ls_live_targets_clear (LsLiveTargets *self)
{
  ls_id_map_clear (&self->targets);
  g_array_unref (self->foreign);
  g_mutex_clear (&self->lock);
}

/* Notes that @n tasks from @first on are those of a program's own event loop. All that were noted before have lower numbers. */
void
ls_live_targets_add_foreign (LsLiveTargets *self,
                             guint32        first,
                             guint32        n)
{
  const LsLiveRange range = { first, first + n - 1 };
  LsLiveRange *last;

  g_mutex_lock (&self->lock);
  last = self->foreign->len > 0 ? &g_array_index (self->foreign, LsLiveRange, self->foreign->len - 1) : NULL;
  if (last != NULL && last->last + 1 == first)
    last->last = range.last;
  else
    g_array_append_val (self->foreign, range);
  g_mutex_unlock (&self->lock);
}

static int
compare_ranges (gconstpointer a,
                gconstpointer b)
{
  const LsLiveRange *range = a, *wanted = b;

  return (range->first > wanted->first) - (range->last < wanted->first);
}

/* Whether a task is one of a program's own event loop. Under the lock. */
static gboolean
is_foreign (LsLiveTargets *self,
            guint32        task)
{
  return g_array_binary_search (self->foreign, &(const LsLiveRange) { task, task }, compare_ranges, NULL);
}

/* Adds a task. @previous: the one that the source was until now, or 0 */
void
ls_live_targets_add (LsLiveTargets       *self,
                     guint32              task,
                     const LsLiveTarget  *target,
                     guint32              previous)
{
  LsLiveTarget *place;
  guint32 last = task;

  g_mutex_lock (&self->lock);
  self->n_tasks = MAX (self->n_tasks, task);
  place = ls_id_map_add (&self->targets, task);
  *place = *target;
  place->previous = previous;
  for (guint n = 0; previous != 0; n++)
    {
      LsLiveTarget *old = ls_id_map_get (&self->targets, previous);
      const guint32 before = old != NULL ? old->previous : 0;

      if (old != NULL && n < MAX_PREVIOUS)
        {
          old->priority = target->priority;
          last = previous;
        }
      else
        {
          ls_id_map_remove (&self->targets, previous);
          place = ls_id_map_get (&self->targets, last);
          place->previous = 0;
        }
      previous = before;
    }
  g_mutex_unlock (&self->lock);
}

/* Removes a task that waits no more, and all that led to it. */
void
ls_live_targets_remove (LsLiveTargets *self,
                        guint32        task)
{
  g_mutex_lock (&self->lock);
  while (task != 0)
    {
      const LsLiveTarget *target = ls_id_map_get (&self->targets, task);
      const guint32 previous = target != NULL ? target->previous : 0;

      ls_id_map_remove (&self->targets, task);
      task = previous;
    }
  g_mutex_unlock (&self->lock);
}

/* A task that waits has another priority, in the same queue. */
void
ls_live_targets_set_priority (LsLiveTargets *self,
                              guint32        task,
                              int            priority)
{
  g_mutex_lock (&self->lock);
  while (task != 0)
    {
      LsLiveTarget *target = ls_id_map_get (&self->targets, task);

      task = 0;
      if (target != NULL)
        {
          target->priority = priority;
          task = target->previous;
        }
    }
  g_mutex_unlock (&self->lock);
}

/**
 * ls_live_writer_end_process:
 * @self: a writer
 * @process: a program that is over
 *
 * Nothing can be done with the tasks of the program any more, and it is no longer the one to look at where there is another.
 */
void
ls_live_writer_end_process (LsLiveWriter  *self,
                            LsLiveProcess *process)
{
  g_mutex_lock (&self->targets.lock);
  process->is_gone = TRUE;
  g_mutex_unlock (&self->targets.lock);
  for (guint i = 0; self->main_process == process && i < self->processes->len; i++)
    {
      LsLiveProcess *other = g_ptr_array_index (self->processes, i);

      if (!other->is_gone && other->main_agent != 0)
        self->main_process = other;
    }
}

/**
 * ls_live_writer_find_target:
 * @self: a writer
 * @task: the number of a task in the trace
 * @target: (out caller-allocates): the source that it is
 * @error: return location for an error
 *
 * May be called by any thread.
 *
 * Returns: %FALSE with @error set if the task does not wait any more, or its program is over
 */
gboolean
ls_live_writer_find_target (LsLiveWriter  *self,
                            guint32        task,
                            LsLiveTarget  *target,
                            GError       **error)
{
  const LsLiveTarget *found;
  gboolean is_known, is_other, is_gone = FALSE;

  g_mutex_lock (&self->targets.lock);
  is_known = task != 0 && task <= self->targets.n_tasks;
  found = ls_id_map_get (&self->targets.targets, task);
  is_other = is_foreign (&self->targets, task);
  if (found != NULL)
    {
      *target = *found;
      is_gone = found->process->is_gone;
    }
  g_mutex_unlock (&self->targets.lock);

  if (is_other)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                 _("Task %u belongs to an event loop of the program: it can be watched, but not held or changed"), task);
  else if (!is_known)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, _("No task has the number %u"), task);
  else if (found == NULL)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, _("Task %u is no longer waiting: it has already run, or was removed"), task);
  else if (is_gone)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_CLOSED, _("The program of task %u has ended"), task);
  return found != NULL && !is_gone;
}

/**
 * ls_live_writer_hold:
 * @self: a writer
 * @thread: one that is held, and whose records are all written
 * @source: an LS_WIRE_SOURCE(), before the dispatch of which it is held
 * @time: in µs
 *
 * Returns: the task that the source is, which waits by now; 0 if nothing is known of the source
 */
guint32
ls_live_writer_hold (LsLiveWriter *self,
                     LsLiveThread *thread,
                     guint64       source,
                     guint64       time)
{
  const guint number = (source >> 32) & G_MAXUINT16;
  const guint32 id = (guint32) source;
  GPtrArray *contexts = thread->process->contexts;
  LsLiveContext *context = number < contexts->len ? g_ptr_array_index (contexts, number) : NULL;
  LsLiveSource *found;

  ls_live_writer_flush (self, G_MAXUINT64);
  found = context != NULL ? ls_id_map_get (&context->sources, id) : NULL;
  if (found == NULL)
    return 0;
  time -= MIN (time, self->start);
  ls_live_writer_end_delays (self, time);
  self->now = MAX (self->now, time);
  if (found->task == 0)
    ls_live_writer_add_task (self, context, id, found, self->now, LS_RECORD_FLAG_OUTSIDE);
  else if (found->is_delayed)
    ls_live_writer_end_delay (self, context, found, found->due != LS_LIVE_NEVER);
  return found->task;
}
