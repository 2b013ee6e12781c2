/* tsan-glib.c: tells the thread sanitizer what GLib orders
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <dlfcn.h>
#include <gio/gio.h>
#include <pthread.h>
#include <sanitizer/tsan_interface.h>

/* GLib is not built with the sanitizer, which does not see its locks, nor that a source is dispatched after it was attached. A test that
 * has threads of GLib's links this: these functions stand before GLib's. */

#define REAL(name) ((__typeof__ (&name)) find (&places[name##_place], #name))
#define NAMES(X) \
  X (g_mutex_lock) X (g_mutex_trylock) X (g_mutex_unlock) X (g_cond_wait) X (g_cond_wait_until) X (g_object_unref) \
  X (g_source_set_callback) X (g_source_attach) X (g_once_init_leave) X (g_rec_mutex_lock) X (g_rec_mutex_unlock) \
  X (g_async_queue_push) X (g_async_queue_pop) X (g_async_queue_try_pop) \
  X (g_atomic_ref_count_dec) X (g_task_run_in_thread) X (g_task_propagate_pointer)

enum
{
#define X(name) name##_place,
  NAMES (X)
#undef X
  N_PLACES
};

static void *places[N_PLACES];

static void *
find (void       **place,
      const char  *name)
{
  void *function = __atomic_load_n (place, __ATOMIC_ACQUIRE);

  if (function == NULL)
    {
      function = dlsym (RTLD_NEXT, name);
      __atomic_store_n (place, function, __ATOMIC_RELEASE);
    }
  return function;
}

void
g_mutex_lock (GMutex *mutex)
{
  REAL (g_mutex_lock) (mutex);
  __tsan_acquire (mutex);
}

gboolean
g_mutex_trylock (GMutex *mutex)
{
  if (!REAL (g_mutex_trylock) (mutex))
    return FALSE;
  __tsan_acquire (mutex);
  return TRUE;
}

void
g_mutex_unlock (GMutex *mutex)
{
  __tsan_release (mutex);
  REAL (g_mutex_unlock) (mutex);
}

void
g_rec_mutex_lock (GRecMutex *mutex)
{
  REAL (g_rec_mutex_lock) (mutex);
  __tsan_acquire (mutex);
}

void
g_rec_mutex_unlock (GRecMutex *mutex)
{
  __tsan_release (mutex);
  REAL (g_rec_mutex_unlock) (mutex);
}

void
g_cond_wait (GCond  *cond,
             GMutex *mutex)
{
  __tsan_release (mutex);
  REAL (g_cond_wait) (cond, mutex);
  __tsan_acquire (mutex);
}

gboolean
g_cond_wait_until (GCond  *cond,
                   GMutex *mutex,
                   gint64  end)
{
  gboolean in_time;

  __tsan_release (mutex);
  in_time = REAL (g_cond_wait_until) (cond, mutex, end);
  __tsan_acquire (mutex);
  return in_time;
}

void
g_async_queue_push (GAsyncQueue *queue,
                    gpointer     data)
{
  __tsan_release (queue);
  REAL (g_async_queue_push) (queue, data);
}

gpointer
g_async_queue_pop (GAsyncQueue *queue)
{
  gpointer data = REAL (g_async_queue_pop) (queue);

  __tsan_acquire (queue);
  return data;
}

gpointer
g_async_queue_try_pop (GAsyncQueue *queue)
{
  gpointer data = REAL (g_async_queue_try_pop) (queue);

  __tsan_acquire (queue);
  return data;
}

static void
run_task (GTask        *task,
          gpointer      source,
          gpointer      data,
          GCancellable *cancellable)
{
  GTaskThreadFunc func = (GTaskThreadFunc) g_object_get_data (G_OBJECT (task), "tsan-func");

  __tsan_acquire (task);
  func (task, source, data, cancellable);
  __tsan_release (task);
}

/* A thread of GLib's gets a task after whoever has made it. */
void
g_task_run_in_thread (GTask           *task,
                      GTaskThreadFunc  func)
{
  g_object_set_data (G_OBJECT (task), "tsan-func", (gpointer) func);
  __tsan_release (task);
  REAL (g_task_run_in_thread) (task, run_task);
}

gpointer
g_task_propagate_pointer (GTask   *task,
                          GError **error)
{
  __tsan_acquire (task);
  return REAL (g_task_propagate_pointer) (task, error);
}

/* Whoever drops the last reference comes after all that others have done with the object. */
gboolean
(g_atomic_ref_count_dec) (gatomicrefcount *count)
{
  __tsan_release ((void *) count);
  __tsan_acquire ((void *) count);
  return REAL (g_atomic_ref_count_dec) (count);
}

void
(g_object_unref) (gpointer object)
{
  __tsan_release (object);
  __tsan_acquire (object);
  REAL (g_object_unref) (object);
}

void
(g_once_init_leave) (volatile void *location,
                     gsize          result)
{
  REAL (g_once_init_leave) (location, result);
  /* The value is the same; the sanitizer sees this one. */
  __atomic_store_n ((volatile gsize *) location, result, __ATOMIC_RELEASE);
}

typedef struct
{
  GSourceFunc    func;
  gpointer       data;
  GDestroyNotify notify;
} Callback;

/* Who dispatches a source comes after all that attaching it has allocated, and frees that. */
static pthread_mutex_t attaching = PTHREAD_MUTEX_INITIALIZER;

guint
g_source_attach (GSource      *source,
                 GMainContext *context)
{
  guint id;

  pthread_mutex_lock (&attaching);
  id = REAL (g_source_attach) (source, context);
  pthread_mutex_unlock (&attaching);
  return id;
}

static gboolean
call (gpointer data)
{
  Callback *self = data;

  pthread_mutex_lock (&attaching);
  pthread_mutex_unlock (&attaching);
  __tsan_acquire (self);
  return self->func (self->data);
}

static void
end (gpointer data)
{
  Callback *self = data;

  __tsan_acquire (self);
  if (self->notify != NULL)
    self->notify (self->data);
  g_free (self);
}

void
g_source_set_callback (GSource        *source,
                       GSourceFunc     func,
                       gpointer        data,
                       GDestroyNotify  notify)
{
  Callback *self;

  /* Others have callbacks with more arguments, and stay on one thread. */
  if (source->source_funcs != &g_idle_funcs && source->source_funcs != &g_timeout_funcs)
    {
      REAL (g_source_set_callback) (source, func, data, notify);
      return;
    }
  self = g_new (Callback, 1);
  *self = (Callback) { func, data, notify };
  /* Nobody calls it before the source is attached. */
  REAL (g_source_set_callback) (source, call, self, end);
  __tsan_release (self);
}
