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
#define MAX_UNLOOKED 63            /* dispatches */

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

static pthread_mutex_t wrapping = PTHREAD_MUTEX_INITIALIZER;
static Wrapped *tables[MAX_TABLES];
static gboolean hears_ends;

void
ls_kinds_on_fork (void)
{
  pthread_mutex_init (&wrapping, NULL);
}

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
tell_dispatch (LsThread   *thread,
               LsWireKind  kind,
               uint16_t    context,
               uint32_t    source,
               int         priority,
               uint64_t    due,
               gboolean    stays,
               uint64_t    time)
{
  LsWireDispatch *record = ls_ring_writer_reserve (thread, kind, 1);

  if (UNLIKELY (record == NULL))
    return;
  record->head.context = context;
  record->head.source = source;
  record->head.time = time;
  record->due = due;
  record->priority = priority;
  record->stays = stays;
  ls_ring_writer_commit (thread);
}

/* When a source is due again that stays: GLib sets that for timeouts alone. */
static uint64_t
get_due (GSource    *source,
         LsWireSort  sort)
{
  const gint64 time = sort == LS_WIRE_SORT_TIMEOUT ? ls_glib.g_source_get_ready_time (source) : 0;

  return MAX (time, 0);
}

/* A loop that always has something of a high priority to do does not poll, and yet is to be joined. The clock takes longer to look
 * at than many a callback takes: so only some dispatches do, the fewer the faster they follow each other. */
__attribute__ ((noinline)) static gboolean
look_at_clock (GSource  *source,
               unsigned *n_unlooked)
{
  static __thread uint64_t last __attribute__ ((tls_model ("initial-exec")));
  static __thread uint64_t looked __attribute__ ((tls_model ("initial-exec")));
  static __thread unsigned n_dispatches __attribute__ ((tls_model ("initial-exec")));
  const uint64_t now = ls_ring_writer_now ();

  n_dispatches = now - last < CHECK_TICKS / 8 ? MIN (n_dispatches * 2 + 1, MAX_UNLOOKED) : 0;
  *n_unlooked = n_dispatches;
  last = now;
  if (source->context != ls_preload_default_context || now - looked < CHECK_TICKS)
    return FALSE;
  looked = now;
  return ls_loops_look_for_watcher (source->context);
}

static inline gboolean
look_for_watcher (GSource *source)
{
  static __thread unsigned n_unlooked __attribute__ ((tls_model ("initial-exec")));

  if (LIKELY (n_unlooked > 0))
    {
      n_unlooked--;
      return FALSE;
    }
  return look_at_clock (source, &n_unlooked);
}

static gboolean
dispatch_watched (GSource     *source,
                  GSourceFunc  callback,
                  gpointer     data,
                  Dispatch     real,
                  LsWireSort   sort)
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

  if (UNLIKELY ((thread = ls_ring_writer_get_thread ()) == NULL))
    return real (source, callback, data);

  its_context = source->context;
  context = ls_watched_get_context (thread, its_context);
  id = source->source_id;
  number = context->number;
  if (UNLIKELY (!ls_watched_is_known (context, id)))
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
  thread->woke_at = 0;
  tell_dispatch (thread, LS_WIRE_BEGIN, number, id, priority, 0, TRUE, time);

  stays = real (source, callback, data);

  /* It may have forked. */
  if (UNLIKELY (ls_ring_writer_own != thread))
    return stays;
  thread->loop_context = outer_context;
  thread->n_dispatches = n_outer;
  tell_dispatch (thread, LS_WIRE_END, number, id, priority, stays ? get_due (source, sort) : 0, stays, ls_ring_writer_now ());
  if (!stays)
    ls_watched_note_end (thread, context, id);
  return stays;
}

static inline gboolean
dispatch (GSource     *source,
          GSourceFunc  callback,
          gpointer     data,
          Dispatch     real,
          LsWireSort   sort)
{
  if (!IS_WATCHED && (LIKELY (ls_listener_fd < 0) || !look_for_watcher (source)))
    return real (source, callback, data);
  return dispatch_watched (source, callback, data, real, sort);
}

/* Each iteration of the loop comes here for each source that is ready to be looked at. */
static inline void
look_at (GSource *source)
{
  LsThread *thread;

  if (IS_WATCHED && source->context != NULL && (thread = ls_ring_writer_get_thread ()) != NULL &&
      UNLIKELY (!ls_watched_is_known (ls_watched_get_context (thread, source->context), source->source_id)))
    ls_watched_tell_found (source);
}

/* Idle sources are always ready, and timeouts when their time has come. */
#define MAY_BE_READY(sort) ((sort) != LS_WIRE_SORT_IDLE && (sort) != LS_WIRE_SORT_TIMEOUT)

static inline gboolean
call_prepare (GSource            *source,
              gint               *timeout,
              const GSourceFuncs *funcs)
{
  if (funcs->prepare != NULL)
    return funcs->prepare (source, timeout);
  *timeout = -1;
  return FALSE;
}

static gboolean
prepare_watched (GSource            *source,
                 gint               *timeout,
                 const GSourceFuncs *funcs,
                 LsWireSort          sort)
{
  gboolean is_ready;

  look_at (source);
  is_ready = call_prepare (source, timeout, funcs);
  if (is_ready && MAY_BE_READY (sort) && IS_WATCHED)
    ls_ready_on_prepared (source);
  return is_ready;
}

/* Asks a source of a kind with @funcs whether it is ready. */
static inline gboolean
prepare (GSource            *source,
         gint               *timeout,
         const GSourceFuncs *funcs,
         LsWireSort          sort)
{
  return LIKELY (!IS_WATCHED) ? call_prepare (source, timeout, funcs) : prepare_watched (source, timeout, funcs, sort);
}

/* Asks again, after the loop has looked at descriptors. */
static inline gboolean
check (GSource            *source,
       const GSourceFuncs *funcs)
{
  const gboolean is_ready = funcs->check != NULL && funcs->check (source);

  if (IS_WATCHED)
    ls_ready_on_checked (source, is_ready);
  return is_ready;
}

/* A source is freed. Nobody may have seen how it ended: an interpreter looks functions up, and libglib calls its own directly. */
static inline void
finalize (GSource            *source,
          const GSourceFuncs *funcs)
{
  if (IS_WATCHED)
    ls_watched_tell_freed (source);
  if (funcs->finalize != NULL)
    funcs->finalize (source);
}

#define X(name, sort) \
  static gboolean \
  name##_dispatch (GSource     *source, \
                   GSourceFunc  callback, \
                   gpointer     data) \
  { \
    return dispatch (source, callback, data, builtin_##name.real.dispatch, sort); \
  } \
  static gboolean \
  name##_prepare (GSource *source, \
                  gint    *timeout) \
  { \
    return prepare (source, timeout, &builtin_##name.real, sort); \
  } \
  G_GNUC_UNUSED static gboolean \
  name##_check (GSource *source) \
  { \
    return check (source, &builtin_##name.real); \
  } \
  static void \
  name##_finalize (GSource *source) \
  { \
    finalize (source, &builtin_##name.real); \
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
      if (MAY_BE_READY (sort)) \
        builtin_##name.patched->check = name##_check; \
    }
  BUILTINS (X)
#undef X
  dlclose (glib);
}

static void wrapped_finalize (GSource *source);

/* Somebody watches. From now on the tables of all kinds hear when a source is freed. GLib takes longer then, so no program pays
 * for it that nobody has watched. GLib looks twice whether a kind wants to hear, so that stays when the watcher has left. */
void
ls_kinds_hear_ends (void)
{
  pthread_mutex_lock (&wrapping);
  if (!hears_ends)
    {
#define X(name, sort) \
  if (builtin_##name.patched != NULL) \
    __atomic_store_n (&builtin_##name.patched->finalize, name##_finalize, __ATOMIC_RELAXED);
      BUILTINS (X)
#undef X
      for (unsigned i = 0; i < MAX_TABLES; i++)
        if (tables[i] != NULL)
          __atomic_store_n (&tables[i]->copy.finalize, wrapped_finalize, __ATOMIC_RELAXED);
      hears_ends = TRUE;
    }
  pthread_mutex_unlock (&wrapping);
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
  return dispatch (source, callback, data, ((const Wrapped *) source->source_funcs)->real.dispatch, LS_WIRE_SORT_CUSTOM);
}

static gboolean
wrapped_prepare (GSource *source,
                 gint    *timeout)
{
  return prepare (source, timeout, &((const Wrapped *) source->source_funcs)->real, LS_WIRE_SORT_CUSTOM);
}

static gboolean
wrapped_check (GSource *source)
{
  return check (source, &((const Wrapped *) source->source_funcs)->real);
}

static void
wrapped_finalize (GSource *source)
{
  finalize (source, &((const Wrapped *) source->source_funcs)->real);
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
  const unsigned first = (unsigned) (((uintptr_t) funcs >> 3) * 2654435761u % MAX_TABLES);
  Wrapped *self = NULL;
  unsigned i;

  if (funcs == NULL || ls_kinds_get_sort (funcs) != LS_WIRE_SORT_CUSTOM || is_wrapped (funcs))
    return funcs;
  pthread_mutex_lock (&wrapping);
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
      self->copy.check = wrapped_check;
      if (hears_ends)
        self->copy.finalize = wrapped_finalize;
      tables[(first + i) % MAX_TABLES] = self;
    }
  else if (i == MAX_TABLES)
    {
      self = NULL;
    }
  pthread_mutex_unlock (&wrapping);
  return self != NULL ? &self->copy : funcs;
}
