/* ls-preload-private.h: what the files of the preloaded library share
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <glib.h>
#include <glib-unix.h>
#include <poll.h>
#include <stdint.h>

#include "ls-listener.h"
#include "ls-ring-writer.h"

#if !GLIB_CHECK_VERSION (2, 78, 0)
guint g_timeout_add_seconds_once (guint interval, GSourceOnceFunc function, gpointer data);
#endif

#define EXPORT __attribute__ ((visibility ("default")))
#define CALLER ((uint64_t) (uintptr_t) __builtin_return_address (0))

/* GLib's own functions: those of this library stand before them. */
#define GLIB_FUNCTIONS(X) \
  X (g_source_new) X (g_source_set_funcs) X (g_source_attach) X (g_source_destroy) X (g_source_remove) \
  X (g_source_remove_by_user_data) X (g_idle_remove_by_data) X (g_main_context_find_source_by_funcs_user_data) \
  X (g_main_context_find_source_by_user_data) X (g_source_set_priority) X (g_source_set_name) X (g_source_set_static_name) \
  X (g_source_set_name_by_id) X (g_source_get_ready_time) X (g_source_set_ready_time) \
  X (g_main_context_find_source_by_id) X (g_source_add_unix_fd) X (g_source_remove_unix_fd) \
  X (g_source_ref) X (g_source_unref) X (g_source_set_callback) \
  X (g_idle_add) X (g_idle_add_full) X (g_idle_add_once) X (g_idle_source_new) \
  X (g_timeout_add) X (g_timeout_add_full) X (g_timeout_add_once) \
  X (g_timeout_add_seconds) X (g_timeout_add_seconds_full) X (g_timeout_add_seconds_once) \
  X (g_child_watch_add) X (g_child_watch_add_full) X (g_io_add_watch) X (g_io_add_watch_full) \
  X (g_unix_fd_add) X (g_unix_fd_add_full) X (g_unix_signal_add) X (g_unix_signal_add_full) \
  X (g_main_loop_run) X (g_main_loop_get_context) X (g_main_context_new) X (g_main_context_iteration) \
  X (g_main_context_default) X (g_main_context_is_owner) X (g_main_context_invoke_full) X (g_main_context_acquire) \
  X (g_main_context_release) X (g_main_context_get_thread_default) X (g_error_new_valist)

typedef struct
{
#define X(name) __typeof__ (&name) name;
  GLIB_FUNCTIONS (X)
#undef X
} LsGlib;

extern LsGlib         ls_glib;
extern int            ls_preload_is_ready;           /* GLib is there */
extern GMainContext  *ls_preload_default_context;
extern uintptr_t      ls_preload_text_begin, ls_preload_text_end;         /* of libglib */
extern const void    *ls_preload_callback_funcs;     /* of sources with a function and data */

gboolean ls_preload_start      (void);
gboolean ls_preload_find_text  (const void *function,
                                uintptr_t  *begin,
                                uintptr_t  *end);
void     ls_preload_look_again (void);
uintptr_t ls_preload_get_base  (void);
void    *ls_preload_find_own   (const char *name);

#define NEED_GLIB() \
  G_STMT_START \
  { \
    if (UNLIKELY (!ls_preload_is_ready)) \
      ls_preload_start (); \
  } \
  G_STMT_END

#define IS_WATCHED UNLIKELY (atomic_load_explicit (&ls_ring_writer_is_active, memory_order_relaxed))

/* ls-watched.c */

/* A GMainContext. */
typedef struct
{
  _Atomic (void *)  pointer;
  uint16_t          number;
  _Atomic uint16_t  use;        /* how many had its number before, as they had its address */
  _Atomic uint64_t *known;      /* which of its sources the watcher knows */
  unsigned          generation; /* of the watcher that all its sources were told to */
} LsContext;

LsContext *ls_watched_find_context (LsThread     *thread,
                                    void         *pointer);
LsContext *ls_watched_add_context  (void         *pointer);
void       ls_watched_forget       (void);
void       ls_watched_on_fork      (void);
void       ls_watched_tell_context (LsContext    *context);
void       ls_watched_tell_source  (LsWireKind    kind,
                                    GMainContext *context,
                                    LsWireSource *source);
void       ls_watched_tell_found   (GSource      *source);
void       ls_watched_tell_freed   (GSource      *source);
void       ls_watched_tell_change  (LsWireKind    kind,
                                    GMainContext *context,
                                    uint32_t      id,
                                    uint64_t      caller,
                                    int32_t       value,
                                    uint32_t      text);
void       ls_watched_tell_ready   (GMainContext *context,
                                    uint32_t      id,
                                    uint64_t      caller,
                                    int64_t       ready_time);
void       ls_watched_get_callback (GSource      *source,
                                    uint64_t     *callback,
                                    uint64_t     *data);

static inline LsContext *
ls_watched_get_context (LsThread *thread,
                        void     *pointer)
{
  LsContext *last = thread->last_context;

  if (LIKELY (last != NULL && atomic_load_explicit (&last->pointer, memory_order_relaxed) == pointer))
    return last;
  return ls_watched_find_context (thread, pointer);
}

/* What the watcher calls a context that something is to be done in. */
static inline uint32_t
ls_watched_get_key (LsThread     *thread,
                    GMainContext *pointer)
{
  const LsContext *context = ls_watched_get_context (thread, pointer);

  return LS_WIRE_CONTEXT_USE (context->number, context->use);
}

#define LS_KNOWN_WORDS (1u << 15)     /* each has the bits of 32 sources, and above these says which */

/* Returns whether the watcher knows a source. */
static inline gboolean
ls_watched_is_known (LsContext *context,
                     uint32_t   id)
{
  uint64_t word;

  if (UNLIKELY (context->known == NULL))
    return TRUE;
  word = atomic_load_explicit (&context->known[id / 32 % LS_KNOWN_WORDS], memory_order_relaxed);
  return word >> 32 > id / 32 || (word >> 32 == id / 32 && (word >> (id % 32) & 1) != 0);
}

/* The watcher hears that a source of @context has ended. */
static inline void
ls_watched_note_end (LsThread        *thread,
                     const LsContext *context,
                     uint32_t         id)
{
  thread->ended = id;
  thread->ended_context = LS_WIRE_CONTEXT_USE (context->number, context->use);
}

/* ls-calls.c */
#define LS_CALLS_UNNAMED "[gio] (unnamed) complete_in_idle_cb"

gboolean ls_calls_look_at_source (GSource      *source,
                                  LsWireSource *record);

/* ls-frames.c */
void ls_frames_listen (void);

/* A source of this name means that there is a frame clock of GTK. */
static inline void
ls_frames_look_at_name (const char *name)
{
  if (UNLIKELY (strncmp (name, "[gtk", 4) == 0 && strstr (name, "gdk_frame_clock_") != NULL))
    ls_frames_listen ();
}

/* ls-posts.c */
const char *ls_posts_get_name (GSource    *source,
                               LsWireSort  sort);
void ls_posts_add_idle (GMainContext   *context,
                        int             priority,
                        GSourceFunc     function,
                        gpointer        data,
                        GDestroyNotify  notify,
                        uint64_t        caller);

/* ls-ready.c */
void ls_ready_start       (void);
void ls_ready_on_fork     (void);
void ls_ready_on_prepared (GSource  *source);
void ls_ready_on_checked  (GSource  *source,
                           gboolean  is_ready);

/* ls-late.c */
extern int ls_late_is_on;
void ls_late_patch      (void);
void ls_late_look_again (void);

/* ls-loops.c */
gboolean ls_loops_look_for_watcher (GMainContext *context);

/* ls-kinds.c */
void                ls_kinds_patch         (void);
void                ls_kinds_on_fork       (void);
LsWireSort          ls_kinds_get_sort      (const GSourceFuncs *funcs);
GSourceFuncs       *ls_kinds_get_idle      (void);
GSourceFuncs       *ls_kinds_wrap          (GSourceFuncs       *funcs);
void                ls_kinds_hear_ends     (void);
const GSourceFuncs *ls_kinds_unwrap        (const GSourceFuncs *funcs);

/* ls-commands.c */
gboolean ls_commands_obey (LsThread     *thread,
                           GMainContext *context);
gboolean ls_commands_look (LsThread     *thread,
                           GSource      *source);

/* Whether the watcher wants something of the thread. */
static inline gboolean
ls_commands_are_there (LsThread *thread)
{
  return atomic_load_explicit (&ls_ring_writer_control->attention, memory_order_relaxed) != thread->attention;
}

static inline GMainContext *
ls_preload_or_default (GMainContext *context)
{
  return context != NULL ? context : ls_preload_default_context;
}
