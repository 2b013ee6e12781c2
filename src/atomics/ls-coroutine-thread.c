/* ls-coroutine-thread.c: a coroutine on a thread that runs only while it has the baton
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include <pthread.h>

#include "ls-coroutine-private.h"

typedef struct
{
  LsCoroutine     base;
  char           *name;
  GThread        *thread;
  pthread_mutex_t mutex;    /* no GMutex: the thread sanitizer knows this one */
  pthread_cond_t  cond;
  gboolean        has_baton; /* guarded by the mutex */
} LsThreadCoroutine;

static void
thread_coroutine_wait (LsThreadCoroutine *self,
                       gboolean           has_baton)
{
  while (self->has_baton != has_baton)
    pthread_cond_wait (&self->cond, &self->mutex);
}

static gpointer
thread_coroutine_main (gpointer data)
{
  LsThreadCoroutine *self = data;

  pthread_mutex_lock (&self->mutex);
  thread_coroutine_wait (self, TRUE);
  pthread_mutex_unlock (&self->mutex);
  self->base.func (self->base.data);
  self->base.has_returned = TRUE;
  pthread_mutex_lock (&self->mutex);
  self->has_baton = FALSE;
  pthread_cond_signal (&self->cond);
  pthread_mutex_unlock (&self->mutex);
  return NULL;
}

static void
thread_coroutine_resume (LsCoroutine *base)
{
  LsThreadCoroutine *self = (LsThreadCoroutine *) base;

  if (!base->is_started)
    {
      base->is_started = TRUE;
      self->thread = g_thread_new (self->name, thread_coroutine_main, self);
    }
  pthread_mutex_lock (&self->mutex);
  self->has_baton = TRUE;
  pthread_cond_signal (&self->cond);
  thread_coroutine_wait (self, FALSE);
  pthread_mutex_unlock (&self->mutex);
}

static void
thread_coroutine_yield (LsCoroutine *base)
{
  LsThreadCoroutine *self = (LsThreadCoroutine *) base;

  pthread_mutex_lock (&self->mutex);
  self->has_baton = FALSE;
  pthread_cond_signal (&self->cond);
  thread_coroutine_wait (self, TRUE);
  pthread_mutex_unlock (&self->mutex);
}

static void
thread_coroutine_free (LsCoroutine *base)
{
  LsThreadCoroutine *self = (LsThreadCoroutine *) base;

  if (self->thread != NULL)
    g_thread_join (self->thread);
  pthread_mutex_destroy (&self->mutex);
  pthread_cond_destroy (&self->cond);
  g_free (self->name);
  g_free (self);
}

static const LsCoroutineClass thread_coroutine_class = { thread_coroutine_resume, thread_coroutine_yield, thread_coroutine_free };

/* Makes a coroutine on a thread of its own. Use it for data that belongs to one thread, such as the virtual machine of a
 * language. */
LsCoroutine *
ls_coroutine_new_thread (const char      *name,
                         LsCoroutineFunc  func,
                         gpointer         data)
{
  LsThreadCoroutine *self = g_new0 (LsThreadCoroutine, 1);

  self->base.klass = &thread_coroutine_class;
  self->base.func = func;
  self->base.data = data;
  self->name = g_strdup (name);
  pthread_mutex_init (&self->mutex, NULL);
  pthread_cond_init (&self->cond, NULL);
  return &self->base;
}
