/* ls-trace-growth.c: a trace that others follow while it grows
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-trace-growth-private.h"

#include <errno.h>
#include <string.h>
#include <time.h>

void
ls_trace_growth_init (LsTraceGrowth *self)
{
  pthread_condattr_t attributes;

  pthread_mutex_init (&self->lock, NULL);
  pthread_condattr_init (&attributes);
  pthread_condattr_setclock (&attributes, CLOCK_MONOTONIC);
  pthread_cond_init (&self->grown, &attributes);
  pthread_condattr_destroy (&attributes);
}

void
ls_trace_growth_clear (LsTraceGrowth *self)
{
  g_clear_pointer (&self->held, g_array_unref);
  pthread_cond_destroy (&self->grown);
  pthread_mutex_destroy (&self->lock);
}

/* Returns whether that is new. Called with the lock. */
static gboolean
keep_held (LsTraceGrowth *self,
           const guint32 *tasks,
           guint          n_tasks)
{
  const guint n_before = self->held != NULL ? self->held->len : 0;

  if (n_before == n_tasks && (n_tasks == 0 || memcmp (self->held->data, tasks, n_tasks * sizeof *tasks) == 0))
    return FALSE;
  if (self->held == NULL)
    self->held = g_array_new (FALSE, FALSE, sizeof *tasks);
  g_array_set_size (self->held, 0);
  if (n_tasks > 0)
    g_array_append_vals (self->held, tasks, n_tasks);
  __atomic_add_fetch (&self->held_serial, 1, __ATOMIC_RELEASE);
  return TRUE;
}

/**
 * ls_trace_set_growing:
 * @self: a trace
 * @grows: whether its writer is going to add to it
 *
 * Says that what the trace has is not all yet, so that whoever goes through it waits at its end for more. Wakes all who wait. Any
 * thread may call this.
 */
void
ls_trace_set_growing (LsTrace  *self,
                      gboolean  grows)
{
  LsTraceGrowth *growth;

  g_return_if_fail (LS_IS_TRACE (self));

  growth = ls_trace_get_growth (self);
  pthread_mutex_lock (&growth->lock);
  growth->grows = grows;
  if (!grows)
    keep_held (growth, NULL, 0);
  pthread_cond_broadcast (&growth->grown);
  pthread_mutex_unlock (&growth->lock);
}

/**
 * ls_trace_get_growing:
 * @self: a trace
 *
 * May be called by any thread. A trace whose writer has said nothing does not grow: the run that makes it tells how far it is.
 *
 * Returns: whether its writer is going to add to it
 */
gboolean
ls_trace_get_growing (LsTrace *self)
{
  LsTraceGrowth *growth;
  gboolean grows;

  g_return_val_if_fail (LS_IS_TRACE (self), FALSE);

  growth = ls_trace_get_growth (self);
  pthread_mutex_lock (&growth->lock);
  grows = growth->grows;
  pthread_mutex_unlock (&growth->lock);
  return grows;
}

/**
 * ls_trace_set_controllable:
 * @self: a trace
 * @is_controllable: whether the controllers in it do what somebody here wants, as long as it grows
 *
 * Says that who looks at the trace can also change priorities in it and abort. Any thread may call this.
 */
void
ls_trace_set_controllable (LsTrace  *self,
                           gboolean  is_controllable)
{
  LsTraceGrowth *growth;

  g_return_if_fail (LS_IS_TRACE (self));

  growth = ls_trace_get_growth (self);
  pthread_mutex_lock (&growth->lock);
  growth->is_controllable = is_controllable;
  pthread_mutex_unlock (&growth->lock);
}

/**
 * ls_trace_get_controllable:
 * @self: a trace
 *
 * May be called by any thread.
 *
 * Returns: whether it grows, and its controllers do what somebody here wants
 */
gboolean
ls_trace_get_controllable (LsTrace *self)
{
  LsTraceGrowth *growth;
  gboolean is_controllable;

  g_return_val_if_fail (LS_IS_TRACE (self), FALSE);

  growth = ls_trace_get_growth (self);
  pthread_mutex_lock (&growth->lock);
  is_controllable = growth->grows && growth->is_controllable;
  pthread_mutex_unlock (&growth->lock);
  return is_controllable;
}

/* Returns whether a page that is watched, or was here, has told what it has. */
gboolean
ls_trace_is_of_page (LsTrace *self)
{
  LsTraceGrowth *growth = ls_trace_get_growth (self);
  gboolean is_controllable;

  pthread_mutex_lock (&growth->lock);
  is_controllable = growth->is_controllable;
  pthread_mutex_unlock (&growth->lock);
  return is_controllable;
}

/**
 * ls_trace_set_held: (skip)
 * @self: a trace
 * @tasks: (array length=n_tasks) (nullable): the tasks before which threads or pages are held, the one that goes on first at the
 *   beginning; 0 for something that is no task of the trace
 * @n_tasks: how many are held
 *
 * Says before what the program or page is held whose trace it is: what comes next at the end of the trace is a fact then. The
 * writer calls this after it has published the records that came before. It holds until the trace does not grow any more, and where
 * a task has been selected or removed meanwhile, nobody believes it.
 *
 * Returns: whether that is new
 */
gboolean
ls_trace_set_held (LsTrace       *self,
                   const guint32 *tasks,
                   guint          n_tasks)
{
  LsTraceGrowth *growth;
  gboolean is_new;

  g_return_val_if_fail (LS_IS_TRACE (self), FALSE);

  growth = ls_trace_get_growth (self);
  pthread_mutex_lock (&growth->lock);
  is_new = keep_held (growth, tasks, n_tasks);
  pthread_mutex_unlock (&growth->lock);
  return is_new;
}

/**
 * ls_trace_list_held: (skip)
 * @self: a trace
 *
 * May be called by any thread.
 *
 * Returns: (transfer full) (nullable): as given to ls_trace_set_held(); %NULL where nothing is held
 */
GArray *
ls_trace_list_held (LsTrace *self)
{
  LsTraceGrowth *growth;
  GArray *held = NULL;

  g_return_val_if_fail (LS_IS_TRACE (self), NULL);

  growth = ls_trace_get_growth (self);
  pthread_mutex_lock (&growth->lock);
  if (growth->held != NULL && growth->held->len > 0)
    held = g_array_copy (growth->held);
  pthread_mutex_unlock (&growth->lock);
  return held;
}

/* Changes when what is held does. May be called by any thread. */
guint
ls_trace_get_held_serial (LsTrace *self)
{
  return __atomic_load_n (&ls_trace_get_growth (self)->held_serial, __ATOMIC_ACQUIRE);
}

/**
 * ls_trace_tell_growth:
 * @self: a trace
 *
 * Wakes those who wait for more records. The writer calls this after it has published some; once for many is enough.
 */
void
ls_trace_tell_growth (LsTrace *self)
{
  LsTraceGrowth *growth;

  g_return_if_fail (LS_IS_TRACE (self));

  growth = ls_trace_get_growth (self);
  pthread_mutex_lock (&growth->lock);
  pthread_cond_broadcast (&growth->grown);
  pthread_mutex_unlock (&growth->lock);
}

static void
on_cancelled (GCancellable *cancellable,
              LsTrace      *self)
{
  ls_trace_tell_growth (self);
}

/**
 * ls_trace_wait:
 * @self: a trace
 * @length: a number of records
 * @duration: how long to wait at most, in µs
 * @cancellable: (nullable): ends the wait
 *
 * Waits until the trace has more than @length records, or will not get them. Not for the thread that writes.
 *
 * Returns: whether it has more
 */
gboolean
ls_trace_wait (LsTrace      *self,
               gsize         length,
               guint64       duration,
               GCancellable *cancellable)
{
  LsTraceGrowth *growth;
  struct timespec until;
  gulong handler = 0;

  g_return_val_if_fail (LS_IS_TRACE (self), FALSE);

  growth = ls_trace_get_growth (self);
  clock_gettime (CLOCK_MONOTONIC, &until);
  until.tv_sec += duration / G_USEC_PER_SEC;
  until.tv_nsec += duration % G_USEC_PER_SEC * 1000;
  if (until.tv_nsec >= 1000000000)
    {
      until.tv_sec++;
      until.tv_nsec -= 1000000000;
    }
  if (cancellable != NULL)
    handler = g_cancellable_connect (cancellable, G_CALLBACK (on_cancelled), self, NULL);
  pthread_mutex_lock (&growth->lock);
  while (growth->grows && ls_trace_get_length (self) <= length && !g_cancellable_is_cancelled (cancellable) &&
         pthread_cond_timedwait (&growth->grown, &growth->lock, &until) != ETIMEDOUT)
    ;
  pthread_mutex_unlock (&growth->lock);
  g_cancellable_disconnect (cancellable, handler);
  return ls_trace_get_length (self) > length;
}
