/* ls-watched.c: what the watcher is told of contexts and sources
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-preload-private.h"

#include <pthread.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define MAX_CONTEXTS 1024
#define KNOWN_BYTES (LS_KNOWN_WORDS * sizeof (uint64_t))
#define MAX_FIRST 65536
#define MAX_LAST 262144

static LsContext contexts[MAX_CONTEXTS];
/* Where there are more at a time. It has no address, and the watcher does not take its number. */
static LsContext others = { .number = MAX_CONTEXTS };
static _Atomic unsigned n_contexts;
static pthread_mutex_t adding = PTHREAD_MUTEX_INITIALIZER;

static _Atomic uint64_t *
make_known (void)
{
  void *memory = mmap (NULL, KNOWN_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

  return memory != MAP_FAILED ? memory : NULL;
}

void
ls_watched_on_fork (void)
{
  pthread_mutex_init (&adding, NULL);
}

/* A watcher has come that knows nothing. */
void
ls_watched_forget (void)
{
  for (unsigned i = 0; i < n_contexts; i++)
    if (contexts[i].known != NULL)
      madvise ((void *) contexts[i].known, KNOWN_BYTES, MADV_DONTNEED);
}

/* Tells of the sources of a context of the calling thread, which were attached while nobody watched. GLib gives out numbers in
 * order; where there were very many, only the first and the last ones are looked for. Others are found when the loop looks at
 * them. */
static void
tell_all (LsContext *self)
{
  GSource *probe = ls_glib.g_idle_source_new ();
  const guint last = ls_glib.g_source_attach (probe, self->pointer);

  ls_glib.g_source_destroy (probe);
  ls_glib.g_source_unref (probe);
  for (guint id = 1; id < last; id++)
    {
      GSource *source;

      if (id == MAX_FIRST && last > MAX_FIRST + MAX_LAST)
        id = last - MAX_LAST;
      source = ls_glib.g_main_context_find_source_by_id (self->pointer, id);
      if (source == NULL || (source->flags & G_HOOK_FLAG_ACTIVE) == 0)
        continue;
      /* g_source_set_funcs() wants one that is not attached. */
      source->source_funcs = ls_kinds_wrap ((GSourceFuncs *) source->source_funcs);
      if (!ls_watched_is_known (self, id))
        ls_watched_tell_found (source);
    }
}

static LsContext *
find_context (void *pointer)
{
  for (unsigned i = n_contexts; i-- > 0;)
    if (contexts[i].pointer == pointer)
      return &contexts[i];
  return NULL;
}

/* Gives a context a number. The address may have been that of another one, which is gone: then it gets the number of that, and the
 * watcher hears that it is another one. */
LsContext *
ls_watched_add_context (void *pointer)
{
  LsContext *self;

  pthread_mutex_lock (&adding);
  self = find_context (pointer);
  if (self != NULL)
    {
      self->use++;
      if (self->known != NULL)
        madvise ((void *) self->known, KNOWN_BYTES, MADV_DONTNEED);
      self->generation = ls_ring_writer_generation;
    }
  else if (n_contexts < MAX_CONTEXTS)
    {
      self = &contexts[n_contexts];
      self->number = n_contexts;
      self->known = make_known ();
      self->pointer = pointer;
      self->generation = ls_ring_writer_generation;
      n_contexts++;
    }
  else
    self = &others;
  pthread_mutex_unlock (&adding);
  return self;
}

void
ls_watched_tell_context (LsContext *context)
{
  LsThread *thread = ls_ring_writer_get_thread ();
  LsWireContext *record = thread != NULL ? ls_ring_writer_reserve (thread, LS_WIRE_CONTEXT, 1) : NULL;

  if (record == NULL)
    return;
  record->head.context = context->number;
  record->head.source = 0;
  record->head.time = ls_ring_writer_now ();
  record->pointer = (uintptr_t) context->pointer;
  record->use = context->use;
  record->is_default = context->pointer == ls_preload_default_context;
  record->tid = thread->ring->tid;
  ls_ring_writer_commit (thread);
}

/* Returns the context at @pointer. Each thread tells of it once. */
LsContext *
ls_watched_find_context (LsThread *thread,
                         void     *pointer)
{
  LsContext *self = find_context (pointer);

  if (self == NULL)
    {
      self = ls_watched_add_context (pointer);
      if (self == &others)
        return self;
      /* Nobody saw how its sources were attached. */
      self->generation = ls_listener_has_joined ? 0 : self->generation;
    }
  thread->last_context = self;
  ls_watched_tell_context (self);
  if (self->generation != ls_ring_writer_generation && ls_glib.g_main_context_is_owner (pointer))
    {
      self->generation = ls_ring_writer_generation;
      tell_all (self);
    }
  return self;
}

/* The watcher knows a source from now on. Of very old ones nobody knows: they count as known. */
static void
mark_known (LsContext *context,
            uint32_t   id)
{
  const uint64_t bit = 1ull << (id % 32), tag = (uint64_t) (id / 32) << 32;
  _Atomic uint64_t *word;
  uint64_t old;

  if (ls_watched_is_known (context, id))
    return;
  word = &context->known[id / 32 % LS_KNOWN_WORDS];
  old = atomic_load_explicit (word, memory_order_relaxed);
  while (!atomic_compare_exchange_weak (word, &old, (old >> 32 == id / 32 ? old : tag) | bit))
    ;
}

/* Gets what a source calls. Only GLib's own way to keep functions can be looked into. */
void
ls_watched_get_callback (GSource  *source,
                         uint64_t *callback,
                         uint64_t *data)
{
  GSourceFunc function = NULL;
  gpointer user_data = NULL;

  if (source->callback_funcs != NULL && source->callback_funcs == ls_preload_callback_funcs)
    source->callback_funcs->get (source->callback_data, source, &function, &user_data);
  *callback = (uintptr_t) function;
  *data = (uintptr_t) user_data;
}

/* Tells of a source. The caller has filled in @source but for the head's kind, size and context. */
void
ls_watched_tell_source (LsWireKind    kind,
                        GMainContext *context,
                        LsWireSource *source)
{
  LsThread *thread = ls_ring_writer_get_thread ();
  LsContext *own;
  LsWireSource *record;

  if (thread == NULL)
    return;
  own = ls_watched_get_context (thread, ls_preload_or_default (context));
  if (kind == LS_WIRE_FOUND && ls_watched_is_known (own, source->head.source))
    return;
  /* Where there is no room, the loop tells of it when it next looks at it. */
  record = ls_ring_writer_reserve (thread, kind, 2);
  if (record == NULL)
    return;
  mark_known (own, source->head.source);
  source->head.kind = kind;
  source->head.n_units = 2;
  source->head.context = own->number;
  *record = *source;
  ls_ring_writer_commit (thread);
}

/* Tells of a source that somebody has attached unseen. On the loop's own thread. */
void
ls_watched_tell_found (GSource *source)
{
  LsWireSource record = { .head = { .source = source->source_id, .time = ls_ring_writer_now () }, .priority = source->priority,
                          .interval = LS_WIRE_NO_INTERVAL, .sort = ls_kinds_get_sort (source->source_funcs) };
  const char *name;

  ls_watched_get_callback (source, &record.callback, &record.data);
  record.functions = (uintptr_t) ls_kinds_unwrap (source->source_funcs);
  name = ls_posts_get_name (source, record.sort);
  record.name = name != NULL ? ls_ring_writer_tell_text (name) : 0;
  ls_watched_tell_source (LS_WIRE_FOUND, source->context, &record);
  if (source->name != NULL)
    ls_frames_look_at_name (source->name);
  if (record.sort != LS_WIRE_SORT_IDLE && ls_glib.g_source_get_ready_time (source) >= 0)
    ls_watched_tell_ready (source->context, source->source_id, 0, ls_glib.g_source_get_ready_time (source));
}

/* Tells when a source is due. */
void
ls_watched_tell_ready (GMainContext *context,
                       uint32_t      id,
                       uint64_t      caller,
                       int64_t       ready_time)
{
  LsThread *thread = ls_ring_writer_get_thread ();
  LsContext *own;
  LsWireReadyTime *record;

  if (thread == NULL)
    return;
  own = ls_watched_get_context (thread, ls_preload_or_default (context));
  record = ls_ring_writer_reserve (thread, LS_WIRE_READY_TIME, 1);
  if (record == NULL)
    return;
  record->head.context = own->number;
  record->head.source = id;
  record->head.time = ls_ring_writer_now ();
  record->ready_time = ready_time;
  record->caller = caller;
  ls_ring_writer_commit (thread);
}

void
ls_watched_tell_change (LsWireKind    kind,
                        GMainContext *context,
                        uint32_t      id,
                        uint64_t      caller,
                        int32_t       value,
                        uint32_t      text)
{
  LsThread *thread = ls_ring_writer_get_thread ();
  LsContext *own;
  LsWireChange *record;

  if (thread == NULL)
    return;
  own = ls_watched_get_context (thread, ls_preload_or_default (context));
  if (kind == LS_WIRE_DESTROYED)
    ls_watched_note_end (thread, own, id);
  record = ls_ring_writer_reserve (thread, kind, 1);
  if (record == NULL)
    return;
  record->head.context = own->number;
  record->head.source = id;
  record->head.time = ls_ring_writer_now ();
  record->caller = caller;
  record->value = value;
  record->text = text;
  ls_ring_writer_commit (thread);
}

/* Tells that a source is gone, if the calling thread has not just told that it ended. The watcher leaves a second end alone. */
void
ls_watched_tell_freed (GSource *source)
{
  LsThread *thread;
  const LsContext *own;

  if (source->context == NULL || (thread = ls_ring_writer_get_thread ()) == NULL)
    return;
  own = ls_watched_get_context (thread, source->context);
  if (LIKELY (thread->ended == source->source_id && thread->ended_context == LS_WIRE_CONTEXT_USE (own->number, own->use)))
    return;
  if (own != &others && ls_watched_is_known ((LsContext *) own, source->source_id))
    ls_watched_tell_change (LS_WIRE_DESTROYED, source->context, source->source_id, 0, 0, 0);
}
