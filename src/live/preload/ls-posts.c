/* ls-posts.c: hears who attaches, changes and destroys sources
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-preload-private.h"

EXPORT GSource *
g_source_new (GSourceFuncs *funcs,
              guint         size)
{
  NEED_GLIB ();
  return ls_glib.g_source_new (IS_WATCHED ? ls_kinds_wrap (funcs) : funcs, size);
}

EXPORT void
g_source_set_funcs (GSource      *source,
                    GSourceFuncs *funcs)
{
  NEED_GLIB ();
  ls_glib.g_source_set_funcs (source, IS_WATCHED ? ls_kinds_wrap (funcs) : funcs);
}

EXPORT GSource *
g_main_context_find_source_by_funcs_user_data (GMainContext *context,
                                               GSourceFuncs *funcs,
                                               gpointer      data)
{
  GSource *source;

  NEED_GLIB ();
  source = ls_glib.g_main_context_find_source_by_funcs_user_data (context, funcs, data);
  return source != NULL ? source
                        : ls_glib.g_main_context_find_source_by_funcs_user_data (context, ls_kinds_wrap (funcs), data);
}

static gboolean
destroy_found (GSource  *source,
               uint64_t  caller)
{
  if (source == NULL)
    return FALSE;
  if (IS_WATCHED)
    ls_watched_tell_change (LS_WIRE_DESTROYED, source->context, source->source_id, caller, 0, 0);
  ls_glib.g_source_destroy (source);
  return TRUE;
}

EXPORT gboolean
g_source_remove_by_funcs_user_data (GSourceFuncs *funcs,
                                    gpointer      data)
{
  NEED_GLIB ();
  return destroy_found (g_main_context_find_source_by_funcs_user_data (NULL, funcs, data), CALLER);
}

EXPORT gboolean
g_source_remove_by_user_data (gpointer data)
{
  NEED_GLIB ();
  return destroy_found (ls_glib.g_main_context_find_source_by_user_data (NULL, data), CALLER);
}

/* Like GLib's, which destroys one source at most. */
EXPORT gboolean
g_idle_remove_by_data (gpointer data)
{
  GSourceFuncs *idle;

  NEED_GLIB ();
  idle = ls_kinds_get_idle ();
  if (idle == NULL)
    return ls_glib.g_idle_remove_by_data (data);
  return destroy_found (ls_glib.g_main_context_find_source_by_funcs_user_data (NULL, idle, data), CALLER);
}

static uint32_t
get_interval (GSource *source)
{
  const gint64 ready_time = ls_glib.g_source_get_ready_time (source);
  struct timespec now;
  gint64 left;

  if (ready_time < 0)
    return LS_WIRE_NO_INTERVAL;
  clock_gettime (CLOCK_MONOTONIC, &now);
  left = ready_time - (now.tv_sec * 1000000ll + now.tv_nsec / 1000);
  return left <= 0 ? 0 : (uint32_t) MIN ((left + 999) / 1000, LS_WIRE_NO_INTERVAL - 1);
}

/* Returns the name that somebody has given a source: GLib's own say what kind it is. */
const char *
ls_posts_get_name (GSource    *source,
                   LsWireSort  sort)
{
  static const char *const own[LS_WIRE_N_SORTS] = {
    [LS_WIRE_SORT_IDLE] = "GIdleSource", [LS_WIRE_SORT_CHILD] = "GChildWatchSource",
  };

  if (source->name == NULL || (own[sort] != NULL && strcmp (source->name, own[sort]) == 0))
    return NULL;
  return source->name;
}

static guint
attach (GSource      *source,
        GMainContext *context,
        uint64_t      caller)
{
  LsWireSource record = { 0 };
  LsWireKind kind = LS_WIRE_ATTACHED;
  const char *given;
  guint id;

  /* Once it is attached, its loop may find it. A ring takes a while to make. */
  ls_ring_writer_get_thread ();
  /* Another thread may have dispatched and freed the source by the time it is attached. */
  record.sort = ls_kinds_get_sort (source->source_funcs);
  record.functions = (uintptr_t) ls_kinds_unwrap (source->source_funcs);
  record.priority = source->priority;
  record.interval = get_interval (source);
  record.caller = caller;
  ls_watched_get_callback (source, &record.callback, &record.data);
  given = ls_posts_get_name (source, record.sort);
  if (ls_calls_look_at_source (source, &record))
    {
      kind = LS_WIRE_RETURNED;
      /* GLib says that it knows no name. */
      if (given != NULL && (record.data != 0 || record.caller != 0) && strcmp (given, LS_CALLS_UNNAMED) == 0)
        given = NULL;
    }
  record.name = given != NULL ? ls_ring_writer_tell_text (given) : 0;
  record.head.time = ls_ring_writer_now ();
  id = ls_glib.g_source_attach (source, context);
  record.head.source = id;
  if (id != 0)
    ls_watched_tell_source (kind, context, &record);
  return id;
}

EXPORT guint
g_source_attach (GSource      *source,
                 GMainContext *context)
{
  NEED_GLIB ();
  /* What GLib is going to complain of. */
  if (!IS_WATCHED || source == NULL || source->context != NULL)
    return ls_glib.g_source_attach (source, context);
  return attach (source, context, CALLER);
}

/* Attaches an idle source for somebody. */
void
ls_posts_add_idle (GMainContext   *context,
                   int             priority,
                   GSourceFunc     function,
                   gpointer        data,
                   GDestroyNotify  notify,
                   uint64_t        caller)
{
  GSource *source = ls_glib.g_idle_source_new ();

  ls_glib.g_source_set_priority (source, priority);
  ls_glib.g_source_set_callback (source, function, data, notify);
  attach (source, context, caller);
  ls_glib.g_source_unref (source);
}

static uint64_t
begin_post (void)
{
  /* Once the source is attached, its loop may find it. A ring takes a while to make. */
  ls_ring_writer_get_thread ();
  return ls_ring_writer_now ();
}

/* Tells of a source that was attached to the default context since @time. Returns its @id. */
static guint
end_post (guint      id,
          uint64_t   time,
          uint64_t   caller,
          LsWireSort sort,
          int        priority,
          uintptr_t  function,
          uintptr_t  data,
          uint32_t   interval)
{
  LsWireSource record = { .head = { .source = id, .time = time }, .sort = sort, .priority = priority, .callback = function,
                          .data = data, .interval = interval, .caller = caller };

  if (id != 0)
    ls_watched_tell_source (LS_WIRE_ATTACHED, NULL, &record);
  return id;
}

/* Calls GLib's function, and tells of the source that it has attached to the default context. */
#define POST(call, its_sort, its_priority, function, its_data, its_interval) \
  G_STMT_START \
  { \
    NEED_GLIB (); \
    if (LIKELY (!IS_WATCHED)) \
      return ls_glib.call; \
    const uint64_t time = begin_post (); \
    return end_post (ls_glib.call, time, CALLER, its_sort, its_priority, (uintptr_t) (function), (uintptr_t) (its_data), \
                     its_interval); \
  } \
  G_STMT_END

#define SECONDS(n) ((n) < LS_WIRE_NO_INTERVAL / 1000 ? (n) * 1000 : LS_WIRE_NO_INTERVAL - 1)

EXPORT guint
g_idle_add (GSourceFunc function,
            gpointer    data)
{
  POST (g_idle_add (function, data), LS_WIRE_SORT_IDLE, G_PRIORITY_DEFAULT_IDLE, function, data, 0);
}

EXPORT guint
g_idle_add_full (gint           priority,
                 GSourceFunc    function,
                 gpointer       data,
                 GDestroyNotify notify)
{
  POST (g_idle_add_full (priority, function, data, notify), LS_WIRE_SORT_IDLE, priority, function, data, 0);
}

EXPORT guint
g_idle_add_once (GSourceOnceFunc function,
                 gpointer        data)
{
  POST (g_idle_add_once (function, data), LS_WIRE_SORT_IDLE, G_PRIORITY_DEFAULT_IDLE, function, data, 0);
}

EXPORT guint
g_timeout_add (guint       interval,
               GSourceFunc function,
               gpointer    data)
{
  POST (g_timeout_add (interval, function, data), LS_WIRE_SORT_TIMEOUT, G_PRIORITY_DEFAULT, function, data, interval);
}

EXPORT guint
g_timeout_add_full (gint           priority,
                    guint          interval,
                    GSourceFunc    function,
                    gpointer       data,
                    GDestroyNotify notify)
{
  POST (g_timeout_add_full (priority, interval, function, data, notify), LS_WIRE_SORT_TIMEOUT, priority, function, data, interval);
}

EXPORT guint
g_timeout_add_once (guint           interval,
                    GSourceOnceFunc function,
                    gpointer        data)
{
  POST (g_timeout_add_once (interval, function, data), LS_WIRE_SORT_TIMEOUT, G_PRIORITY_DEFAULT, function, data, interval);
}

EXPORT guint
g_timeout_add_seconds (guint       interval,
                       GSourceFunc function,
                       gpointer    data)
{
  POST (g_timeout_add_seconds (interval, function, data), LS_WIRE_SORT_TIMEOUT, G_PRIORITY_DEFAULT, function, data,
        SECONDS (interval));
}

EXPORT guint
g_timeout_add_seconds_full (gint           priority,
                            guint          interval,
                            GSourceFunc    function,
                            gpointer       data,
                            GDestroyNotify notify)
{
  POST (g_timeout_add_seconds_full (priority, interval, function, data, notify), LS_WIRE_SORT_TIMEOUT, priority, function, data,
        SECONDS (interval));
}

EXPORT guint
g_timeout_add_seconds_once (guint           interval,
                            GSourceOnceFunc function,
                            gpointer        data)
{
  POST (g_timeout_add_seconds_once (interval, function, data), LS_WIRE_SORT_TIMEOUT, G_PRIORITY_DEFAULT, function, data,
        SECONDS (interval));
}

EXPORT guint
g_child_watch_add (GPid            pid,
                   GChildWatchFunc function,
                   gpointer        data)
{
  POST (g_child_watch_add (pid, function, data), LS_WIRE_SORT_CHILD, G_PRIORITY_DEFAULT, function, data, LS_WIRE_NO_INTERVAL);
}

EXPORT guint
g_child_watch_add_full (gint            priority,
                        GPid            pid,
                        GChildWatchFunc function,
                        gpointer        data,
                        GDestroyNotify  notify)
{
  POST (g_child_watch_add_full (priority, pid, function, data, notify), LS_WIRE_SORT_CHILD, priority, function, data,
        LS_WIRE_NO_INTERVAL);
}

EXPORT guint
g_io_add_watch (GIOChannel   *channel,
                GIOCondition  condition,
                GIOFunc       function,
                gpointer      data)
{
  POST (g_io_add_watch (channel, condition, function, data), LS_WIRE_SORT_IO, G_PRIORITY_DEFAULT, function, data,
        LS_WIRE_NO_INTERVAL);
}

EXPORT guint
g_io_add_watch_full (GIOChannel    *channel,
                     gint           priority,
                     GIOCondition   condition,
                     GIOFunc        function,
                     gpointer       data,
                     GDestroyNotify notify)
{
  POST (g_io_add_watch_full (channel, priority, condition, function, data, notify), LS_WIRE_SORT_IO, priority, function, data,
        LS_WIRE_NO_INTERVAL);
}

EXPORT guint
g_unix_fd_add (gint              fd,
               GIOCondition      condition,
               GUnixFDSourceFunc function,
               gpointer          data)
{
  POST (g_unix_fd_add (fd, condition, function, data), LS_WIRE_SORT_FD, G_PRIORITY_DEFAULT, function, data, LS_WIRE_NO_INTERVAL);
}

EXPORT guint
g_unix_fd_add_full (gint              priority,
                    gint              fd,
                    GIOCondition      condition,
                    GUnixFDSourceFunc function,
                    gpointer          data,
                    GDestroyNotify    notify)
{
  POST (g_unix_fd_add_full (priority, fd, condition, function, data, notify), LS_WIRE_SORT_FD, priority, function, data,
        LS_WIRE_NO_INTERVAL);
}

EXPORT guint
g_unix_signal_add (gint        signum,
                   GSourceFunc function,
                   gpointer    data)
{
  POST (g_unix_signal_add (signum, function, data), LS_WIRE_SORT_SIGNAL, G_PRIORITY_DEFAULT, function, data, LS_WIRE_NO_INTERVAL);
}

EXPORT guint
g_unix_signal_add_full (gint           priority,
                        gint           signum,
                        GSourceFunc    function,
                        gpointer       data,
                        GDestroyNotify notify)
{
  POST (g_unix_signal_add_full (priority, signum, function, data, notify), LS_WIRE_SORT_SIGNAL, priority, function, data,
        LS_WIRE_NO_INTERVAL);
}

EXPORT void
g_source_destroy (GSource *source)
{
  NEED_GLIB ();
  if (IS_WATCHED && source != NULL && source->context != NULL && (source->flags & G_HOOK_FLAG_ACTIVE) != 0)
    ls_watched_tell_change (LS_WIRE_DESTROYED, source->context, source->source_id, CALLER, 0, 0);
  ls_glib.g_source_destroy (source);
}

EXPORT gboolean
g_source_remove (guint tag)
{
  NEED_GLIB ();
  /* GLib's warns where there is no such source. */
  if (!IS_WATCHED || tag == 0 || !destroy_found (ls_glib.g_main_context_find_source_by_id (NULL, tag), CALLER))
    return ls_glib.g_source_remove (tag);
  return TRUE;
}

EXPORT void
g_source_set_priority (GSource *source,
                       gint     priority)
{
  NEED_GLIB ();
  if (IS_WATCHED && source != NULL && source->context != NULL && source->priority != priority)
    ls_watched_tell_change (LS_WIRE_PRIORITY, source->context, source->source_id, CALLER, priority, 0);
  ls_glib.g_source_set_priority (source, priority);
}

EXPORT void
g_source_set_ready_time (GSource *source,
                         gint64   ready_time)
{
  NEED_GLIB ();
  /* Once it is set, the loop's thread may dispatch and free the source. */
  if (IS_WATCHED && source != NULL && source->context != NULL && ls_glib.g_source_get_ready_time (source) != ready_time)
    ls_watched_tell_ready (source->context, source->source_id, CALLER, ready_time);
  ls_glib.g_source_set_ready_time (source, ready_time);
}

static void
tell_name (GSource    *source,
           const char *name,
           uint64_t    caller)
{
  if (!IS_WATCHED || source == NULL || source->context == NULL || name == NULL)
    return;
  ls_watched_tell_change (LS_WIRE_NAMED, source->context, source->source_id, caller, 0, ls_ring_writer_tell_text (name));
  ls_frames_look_at_name (name);
}

EXPORT void
g_source_set_name (GSource    *source,
                   const char *name)
{
  NEED_GLIB ();
  ls_glib.g_source_set_name (source, name);
  tell_name (source, name, CALLER);
}

/* The macro of the same name sets static names where the compiler knows them. */
#undef g_source_set_static_name
EXPORT void
g_source_set_static_name (GSource    *source,
                          const char *name)
{
  NEED_GLIB ();
  ls_glib.g_source_set_static_name (source, name);
  tell_name (source, name, CALLER);
}

EXPORT void
g_source_set_name_by_id (guint       tag,
                         const char *name)
{
  NEED_GLIB ();
  ls_glib.g_source_set_name_by_id (tag, name);
  if (!IS_WATCHED || name == NULL)
    return;
  ls_watched_tell_change (LS_WIRE_NAMED, NULL, tag, CALLER, 0, ls_ring_writer_tell_text (name));
  ls_frames_look_at_name (name);
}
