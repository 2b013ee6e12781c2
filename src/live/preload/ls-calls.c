/* ls-calls.c: hears which GTasks return, and what g_main_context_invoke() calls at once
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-preload-private.h"

#include <dlfcn.h>
#include <gio/gio.h>
#include <stdarg.h>

/* A GTask that returns attaches an idle source that tells its callback. Where its context has iterated since the task was made, and
 * dispatches on this thread, the callback is called at once instead. libgio calls its own functions directly: of its own tasks only
 * the sources are seen. */

/* A task that is being returned. */
typedef struct _Return Return;
struct _Return
{
  Return     *outer;
  GTask      *task;
  uint64_t    tag;
  uint64_t    caller;
  LsThread   *thread;        /* NULL: its callback cannot be called at once */
  uint64_t    began;
  uint32_t    name;          /* text, 0 for none */
  gboolean    is_attached;   /* its source */
};

/* The task that this thread has returned last, from within a function that a pool of threads runs. Its source is attached when the
 * function ends. */
typedef struct
{
  uint64_t task;    /* only to compare: it may be gone */
  uint64_t tag;
  uint64_t caller;
} Returned;

/* What threads run for tasks, each where its task says; one that finds its place taken takes it. */
#define N_IN_THREADS 256
typedef struct
{
  _Atomic uint64_t task;
  _Atomic uint64_t function;
} InThread;

static InThread in_threads[N_IN_THREADS];

static __thread Return *innermost __attribute__ ((tls_model ("initial-exec")));
static __thread Returned returned __attribute__ ((tls_model ("initial-exec")));
static uintptr_t gio_begin, gio_end;      /* the functions of libgio */
static _Atomic uint64_t completes;        /* what such sources call, once one was seen */

static void *
find_in_gio (const char *name)
{
  void *gio = dlopen ("libgio-2.0.so.0", RTLD_LAZY | RTLD_NOLOAD);
  void *function = gio != NULL ? dlsym (gio, name) : NULL;

  if (gio != NULL)
    dlclose (gio);
  return function;
}

/* The real function of libgio that this one stands before. */
#define NEED_GIO(name) \
  static __typeof__ (&name) real; \
  NEED_GLIB (); \
  if (UNLIKELY (real == NULL) && (real = (__typeof__ (real)) find_in_gio (#name)) == NULL) \
    real = (__typeof__ (real)) dlsym (RTLD_NEXT, #name)

static gpointer
get_tag (GTask *task)
{
  static __typeof__ (&g_task_get_source_tag) get;

  if (UNLIKELY (get == NULL) && (get = (__typeof__ (get)) find_in_gio ("g_task_get_source_tag")) == NULL)
    return NULL;
  return get (task);
}

static const char *
get_name (GTask *task)
{
  static __typeof__ (&g_task_get_name) get;

  if (UNLIKELY (get == NULL) && (get = (__typeof__ (get)) find_in_gio ("g_task_get_name")) == NULL)
    return NULL;
  return get (task);
}

static GMainContext *
get_context (GTask *task)
{
  static __typeof__ (&g_task_get_context) get;

  if (UNLIKELY (get == NULL) && (get = (__typeof__ (get)) find_in_gio ("g_task_get_context")) == NULL)
    return NULL;
  return get (task);
}

static gboolean
is_in_gio (uint64_t function)
{
  if (UNLIKELY (gio_begin == 0) && !ls_preload_find_text (find_in_gio ("g_task_new"), &gio_begin, &gio_end))
    return FALSE;
  return function >= gio_begin && function < gio_end;
}

/* Looks whether a source that is going to be attached tells that a GTask has returned, and says in @record which one. */
gboolean
ls_calls_look_at_source (GSource      *source,
                         LsWireSource *record)
{
  const uint64_t known = atomic_load_explicit (&completes, memory_order_relaxed);

  if (LIKELY (record->sort != LS_WIRE_SORT_IDLE || record->callback == 0 || (known != 0 && record->callback != known)) ||
      (known == 0 && !is_in_gio (record->callback)))
    return FALSE;
  if (innermost != NULL && record->data == (uintptr_t) innermost->task && !innermost->is_attached)
    {
      innermost->is_attached = TRUE;
      record->data = innermost->tag;
      record->caller = innermost->caller;
      atomic_store_explicit (&completes, record->callback, memory_order_relaxed);
    }
  else if (returned.task != 0 && record->data == returned.task)
    {
      record->data = returned.tag;
      record->caller = returned.caller;
      returned.task = 0;
    }
  else if (known != 0 || (source->name != NULL && strcmp (source->name, LS_CALLS_UNNAMED) == 0))
    {
      record->data = (uintptr_t) get_tag ((GTask *) (uintptr_t) record->data);
      record->caller = 0;
      atomic_store_explicit (&completes, record->callback, memory_order_relaxed);
    }
  else
    {
      return FALSE;
    }
  return TRUE;
}

/* Tells what was called at once. @text: its name, or 0 */
static void
tell_call (LsThread *thread,
           uint64_t  began,
           uint64_t  function,
           uint32_t  text)
{
  LsWireCall *record = ls_ring_writer_reserve (thread, LS_WIRE_CALLED, 1);

  if (record == NULL)
    return;
  record->head.context = thread->loop_context != NULL ? ls_watched_get_context (thread, thread->loop_context)->number : 0;
  record->head.source = text;
  record->head.time = ls_ring_writer_now ();
  record->began = began;
  record->function = function;
  ls_ring_writer_commit (thread);
}

/* GTask */

static InThread *
get_in_thread (const GTask *task)
{
  return &in_threads[((uintptr_t) task >> 4) % N_IN_THREADS];
}

/* Returns the function that a thread runs for the task, 0 where that is not known. It is forgotten. */
static uint64_t
take_function (const GTask *task)
{
  InThread *self = get_in_thread (task);
  uint64_t expected = (uintptr_t) task;
  uint64_t function;

  if (LIKELY (atomic_load_explicit (&self->task, memory_order_relaxed) != expected))
    return 0;
  function = atomic_load (&self->function);
  return atomic_compare_exchange_strong (&self->task, &expected, 0) ? function : 0;
}

EXPORT void
g_task_run_in_thread (GTask           *task,
                      GTaskThreadFunc  function)
{
  NEED_GIO (g_task_run_in_thread);
  if (IS_WATCHED && task != NULL)
    {
      InThread *self = get_in_thread (task);

      atomic_store (&self->task, 0);
      atomic_store (&self->function, (uintptr_t) function);
      atomic_store (&self->task, (uintptr_t) task);
    }
  real (task, function);
}

static void
begin_return (Return   *self,
              GTask    *task,
              uint64_t  caller)
{
  LsThread *thread = ls_ring_writer_own;
  const uint64_t function = take_function (task);
  const char *name;

  /* What it does last may be a jump: then the caller seems to be libgio, which has called it. The watcher takes an address for one
   * that a call returns to. */
  if (is_in_gio (caller))
    caller = function != 0 ? function + 1 : 0;
  *self = (Return) { .outer = innermost, .task = task, .tag = (uintptr_t) get_tag (task), .caller = caller };
  innermost = self;
  /* A thread without a loop of its own has nothing to call. */
  if (thread == NULL || thread->n_dispatches == 0 || thread->loop_context != get_context (task))
    return;
  name = get_name (task);
  self->name = name != NULL ? ls_ring_writer_tell_text (name) : 0;
  self->thread = thread;
  self->began = ls_ring_writer_now ();
}

/* The task may be gone by now, and this may be another process. */
static void
end_return (const Return *self)
{
  innermost = self->outer;
  if (self->is_attached)
    return;
  if (self->thread == NULL)
    returned = (Returned) { .task = (uintptr_t) self->task, .tag = self->tag, .caller = self->caller };
  else if (IS_WATCHED && ls_ring_writer_own == self->thread)
    tell_call (self->thread, self->began, self->tag != 0 ? self->tag : self->caller, self->name);
}

/* Returns a task with GLib's function, and tells of its callback if that is called now. */
#define RETURN(task, its_caller, call) \
  G_STMT_START \
  { \
    if (LIKELY (!IS_WATCHED) || task == NULL) \
      { \
        call; \
        return; \
      } \
    Return self; \
    begin_return (&self, task, its_caller); \
    call; \
    end_return (&self); \
  } \
  G_STMT_END

EXPORT void
g_task_return_boolean (GTask    *task,
                       gboolean  result)
{
  NEED_GIO (g_task_return_boolean);
  RETURN (task, CALLER, real (task, result));
}

EXPORT void
g_task_return_int (GTask  *task,
                   gssize  result)
{
  NEED_GIO (g_task_return_int);
  RETURN (task, CALLER, real (task, result));
}

EXPORT void
g_task_return_pointer (GTask          *task,
                       gpointer        result,
                       GDestroyNotify  notify)
{
  NEED_GIO (g_task_return_pointer);
  RETURN (task, CALLER, real (task, result, notify));
}

EXPORT void
g_task_return_value (GTask  *task,
                     GValue *result)
{
  NEED_GIO (g_task_return_value);
  RETURN (task, CALLER, real (task, result));
}

static void
return_error (GTask    *task,
              GError   *error,
              uint64_t  caller)
{
  NEED_GIO (g_task_return_error);
  RETURN (task, caller, real (task, error));
}

EXPORT void
g_task_return_error (GTask  *task,
                     GError *error)
{
  return_error (task, error, CALLER);
}

/* As GLib does it. */
EXPORT void
g_task_return_new_error (GTask      *task,
                         GQuark      domain,
                         gint        code,
                         const char *format,
                         ...)
{
  GError *error;
  va_list arguments;

  NEED_GLIB ();
  va_start (arguments, format);
  error = ls_glib.g_error_new_valist (domain, code, format, arguments);
  va_end (arguments);
  return_error (task, error, CALLER);
}

/* g_main_context_invoke() */

/* GLib attaches a source itself, where no wrapper sees who does, and since when it waits. So it is done here, in GLib's way. */
static void
invoke (GMainContext   *context,
        int             priority,
        GSourceFunc     function,
        gpointer        data,
        GDestroyNotify  notify,
        uint64_t        caller)
{
  LsThread *thread = ls_ring_writer_own;
  const uint64_t began = ls_ring_writer_now ();

  context = ls_preload_or_default (context);
  if (ls_glib.g_main_context_is_owner (context))
    {
      ls_glib.g_main_context_invoke_full (context, priority, function, data, notify);
    }
  else if (ls_preload_or_default (ls_glib.g_main_context_get_thread_default ()) == context &&
           ls_glib.g_main_context_acquire (context))
    {
      while (function (data))
        ;
      ls_glib.g_main_context_release (context);
      if (notify != NULL)
        notify (data);
    }
  else
    {
      ls_posts_add_idle (context, priority, function, data, notify, caller);
      return;
    }
  /* Whoever does it outside of all dispatches does not hold up a loop. */
  if (thread != NULL && ls_ring_writer_own == thread && thread->n_dispatches > 0 && IS_WATCHED)
    tell_call (thread, began, (uintptr_t) function, 0);
}

EXPORT void
g_main_context_invoke_full (GMainContext   *context,
                            gint            priority,
                            GSourceFunc     function,
                            gpointer        data,
                            GDestroyNotify  notify)
{
  NEED_GLIB ();
  if (!IS_WATCHED || function == NULL)
    ls_glib.g_main_context_invoke_full (context, priority, function, data, notify);
  else
    invoke (context, priority, function, data, notify, CALLER);
}

EXPORT void
g_main_context_invoke (GMainContext *context,
                       GSourceFunc   function,
                       gpointer      data)
{
  NEED_GLIB ();
  if (!IS_WATCHED || function == NULL)
    ls_glib.g_main_context_invoke_full (context, G_PRIORITY_DEFAULT, function, data, NULL);
  else
    invoke (context, G_PRIORITY_DEFAULT, function, data, NULL, CALLER);
}
