/* ls-kinds.c: hears when sources of all kinds are dispatched
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-preload-private.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>

/* GLib exports the tables of six kinds, and compares sources with their addresses, so the tables themselves are changed. Sources
 * of other kinds get a copy of their table. Both hear of sources that were attached where no wrapper could see it: libglib calls
 * its own functions directly, and interpreters look functions up. */

#define BUILTINS(X) \
  X (idle, LS_WIRE_SORT_IDLE) X (timeout, LS_WIRE_SORT_TIMEOUT) X (child_watch, LS_WIRE_SORT_CHILD) X (io_watch, LS_WIRE_SORT_IO) \
  X (unix_fd_source, LS_WIRE_SORT_FD) X (unix_signal, LS_WIRE_SORT_SIGNAL)

#define MAX_TABLES 1024
#define WRAPPED_MAGIC 0x6c6f6f7073636f70ull
#define CHECK_TICKS 300000000      /* a tenth of a second or so */

typedef struct
{
  GSourceFuncs *patched, real;
} Builtin;

typedef struct
{
  GSourceFuncs        copy, real;
  const GSourceFuncs *of;
  uint64_t            magic;
} Wrapped;

typedef gboolean (*Dispatch) (GSource     *source,
                              GSourceFunc  callback,
                              gpointer     data);

#define X(name, sort) static Builtin builtin_##name;
BUILTINS (X)
#undef X

LsWireSort
ls_kinds_get_sort (const GSourceFuncs *funcs)
{
#define X(name, sort) \
  if (funcs == builtin_##name.patched) \
    return sort;
  BUILTINS (X)
#undef X
  return LS_WIRE_SORT_CUSTOM;
}

static void
tell_dispatch (LsThread    *thread,
               LsWireKind   kind,
               uint16_t     context,
               uint32_t     source,
               int          priority,
               GSourceFunc  callback,
               gboolean     stays,
               uint64_t     time)
{
  LsWireDispatch *record = ls_ring_writer_reserve (thread, kind, 1);

  if (UNLIKELY (record == NULL))
    return;
  record->head.context = context;
  record->head.source = source;
  record->head.time = time;
  record->callback = (uintptr_t) callback;
  record->priority = priority;
  record->stays = stays;
  ls_ring_writer_commit (thread);
}

/* A loop that always has something of a high priority to do does not poll, and yet is to be joined. */
static gboolean
look_for_watcher (GSource *source)
{
  static uint64_t looked;
  const uint64_t now = ls_ring_writer_now ();

  if (source->context != ls_preload_default_context || now - looked < CHECK_TICKS)
    return FALSE;
  looked = now;
  return ls_loops_look_for_watcher (source->context);
}

static gboolean
dispatch (GSource     *source,
          GSourceFunc  callback,
          gpointer     data,
          Dispatch     real)
{
  LsThread *thread;
  LsContext *context;
  GMainContext *its_context;
  void *outer_context;
  unsigned n_outer;
  uint32_t id;
  uint16_t number;
  int priority;
  uint64_t time;
  gboolean stays;

  if (!IS_WATCHED && (LIKELY (ls_listener_fd < 0) || !look_for_watcher (source)))
    return real (source, callback, data);
  if (UNLIKELY ((thread = ls_ring_writer_get_thread ()) == NULL))
    return real (source, callback, data);

  its_context = source->context;
  context = ls_watched_get_context (thread, its_context);
  id = source->source_id;
  number = context->number;
  if (UNLIKELY (!ls_watched_is_known (context, id, 0)))
    ls_watched_tell_found (source);
  if (UNLIKELY (ls_commands_are_there (thread)) && !ls_commands_look (thread, source))
    return G_SOURCE_REMOVE;
  priority = source->priority;
  outer_context = thread->loop_context;
  n_outer = thread->n_dispatches;
  thread->loop_context = its_context;
  thread->n_dispatches = n_outer + 1;
  time = ls_ring_writer_now ();
  /* A loop that never sleeps is to notice as well that nobody watches any more. */
  if (UNLIKELY (time - thread->looked > CHECK_TICKS))
    {
      thread->looked = time;
      ls_ring_writer_check ();
    }
  tell_dispatch (thread, LS_WIRE_BEGIN, number, id, priority, callback, TRUE, time);

  stays = real (source, callback, data);

  /* It may have forked. */
  if (UNLIKELY (ls_ring_writer_own != thread))
    return stays;
  thread->loop_context = outer_context;
  thread->n_dispatches = n_outer;
  tell_dispatch (thread, LS_WIRE_END, number, id, priority, callback, stays, ls_ring_writer_now ());
  return stays;
}

/* Each iteration of the loop comes here for each source that is ready to be looked at. */
static inline void
look_at (GSource *source)
{
  LsThread *thread;

  if (IS_WATCHED && source->context != NULL && (thread = ls_ring_writer_get_thread ()) != NULL &&
      UNLIKELY (!ls_watched_is_known (ls_watched_get_context (thread, source->context), source->source_id, 0)))
    ls_watched_tell_found (source);
}

#define X(name, sort) \
  static gboolean \
  name##_dispatch (GSource     *source, \
                   GSourceFunc  callback, \
                   gpointer     data) \
  { \
    return dispatch (source, callback, data, builtin_##name.real.dispatch); \
  } \
  static gboolean \
  name##_prepare (GSource *source, \
                  gint    *timeout) \
  { \
    look_at (source); \
    if (builtin_##name.real.prepare != NULL) \
      return builtin_##name.real.prepare (source, timeout); \
    *timeout = -1; \
    return FALSE; \
  }
BUILTINS (X)
#undef X

/* Changes the tables that GLib exports. */
void
ls_kinds_patch (void)
{
  void *glib = dlopen ("libglib-2.0.so.0", RTLD_LAZY | RTLD_NOLOAD);

  if (glib == NULL)
    return;
#define X(name, sort) \
  builtin_##name.patched = dlsym (glib, "g_" #name "_funcs"); \
  if (builtin_##name.patched != NULL) \
    { \
      builtin_##name.real = *builtin_##name.patched; \
      builtin_##name.patched->dispatch = name##_dispatch; \
      builtin_##name.patched->prepare = name##_prepare; \
    }
  BUILTINS (X)
#undef X
  dlclose (glib);
}

/* Returns the table of idle sources, NULL while nobody can watch. */
GSourceFuncs *
ls_kinds_get_idle (void)
{
  return builtin_idle.patched;
}

static gboolean
wrapped_dispatch (GSource     *source,
                  GSourceFunc  callback,
                  gpointer     data)
{
  return dispatch (source, callback, data, ((const Wrapped *) source->source_funcs)->real.dispatch);
}

static gboolean
wrapped_prepare (GSource *source,
                 gint    *timeout)
{
  const Wrapped *self = (const Wrapped *) source->source_funcs;

  look_at (source);
  if (self->real.prepare != NULL)
    return self->real.prepare (source, timeout);
  *timeout = -1;
  return FALSE;
}

static gboolean
is_wrapped (const GSourceFuncs *funcs)
{
  return funcs->dispatch == wrapped_dispatch && ((const Wrapped *) funcs)->magic == WRAPPED_MAGIC;
}

/* Returns the table that @funcs is a copy of. */
const GSourceFuncs *
ls_kinds_unwrap (const GSourceFuncs *funcs)
{
  return is_wrapped (funcs) ? ((const Wrapped *) funcs)->of : funcs;
}

/* Returns a copy of a table, made once, that hears of dispatches. Where there are too many tables, one is left alone. */
GSourceFuncs *
ls_kinds_wrap (GSourceFuncs *funcs)
{
  static Wrapped *tables[MAX_TABLES];
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  const unsigned first = (unsigned) (((uintptr_t) funcs >> 3) * 2654435761u % MAX_TABLES);
  Wrapped *self = NULL;
  unsigned i;

  if (funcs == NULL || ls_kinds_get_sort (funcs) != LS_WIRE_SORT_CUSTOM || is_wrapped (funcs))
    return funcs;
  pthread_mutex_lock (&lock);
  /* A library that was unloaded may have left its address to another one. */
  for (i = 0; i < MAX_TABLES && (self = tables[(first + i) % MAX_TABLES]) != NULL; i++)
    if (self->of == funcs && memcmp (&self->real, funcs, sizeof *funcs) == 0)
      break;
  if (self == NULL && i < MAX_TABLES && (self = calloc (1, sizeof *self)) != NULL)
    {
      self->copy = self->real = *funcs;
      self->of = funcs;
      self->magic = WRAPPED_MAGIC;
      self->copy.dispatch = wrapped_dispatch;
      self->copy.prepare = wrapped_prepare;
      tables[(first + i) % MAX_TABLES] = self;
    }
  else if (i == MAX_TABLES)
    {
      self = NULL;
    }
  pthread_mutex_unlock (&lock);
  return self != NULL ? &self->copy : funcs;
}
