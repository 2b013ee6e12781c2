/* ls-ready.c: hears when sources that wait for something are ready
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-preload-private.h"

#include <pthread.h>

/* A source of a kind of its own says in check() or prepare() whether it is ready, and of descriptors that it has added with
 * g_source_add_unix_fd() GLib looks at what poll() has said. So do we, in check(), where that is still to be seen. Where GLib keeps
 * them is its own; what is expected is looked at once, and if it is not there, readiness counts as unknown. */

/* The beginning of GLib's GSourcePrivate. */
typedef struct
{
  GSList  *children;
  GSource *parent;
  gint64   ready_time;
  GSList  *fds;            /* (element-type GPollFD) */
} Private;

#define PROBE_FD 0x5c0be
#define PROBE_TIME 0x6c6f6f7073636f70ll

static gboolean knows_fds;
static pthread_mutex_t changing = PTHREAD_MUTEX_INITIALIZER;

void
ls_ready_on_fork (void)
{
  pthread_mutex_init (&changing, NULL);
}

/* Looks whether GLib keeps descriptors where they are expected. */
void
ls_ready_start (void)
{
  GSource *source = ls_glib.g_idle_source_new ();
  const Private *private = (const Private *) source->priv;
  gpointer tag = ls_glib.g_source_add_unix_fd (source, PROBE_FD, 0);

  ls_glib.g_source_set_ready_time (source, PROBE_TIME);
  knows_fds = private != NULL && private->ready_time == PROBE_TIME && private->fds != NULL && private->fds->data == tag &&
              private->fds->next == NULL && ((const GPollFD *) tag)->fd == PROBE_FD;
  ls_glib.g_source_unref (source);
}

/* Any thread may change the descriptors of a source while its loop looks at them. */
EXPORT gpointer
g_source_add_unix_fd (GSource      *source,
                      gint          fd,
                      GIOCondition  events)
{
  gpointer tag;

  NEED_GLIB ();
  if (!IS_WATCHED)
    return ls_glib.g_source_add_unix_fd (source, fd, events);
  pthread_mutex_lock (&changing);
  tag = ls_glib.g_source_add_unix_fd (source, fd, events);
  pthread_mutex_unlock (&changing);
  return tag;
}

EXPORT void
g_source_remove_unix_fd (GSource  *source,
                         gpointer  tag)
{
  NEED_GLIB ();
  if (!IS_WATCHED)
    {
      ls_glib.g_source_remove_unix_fd (source, tag);
      return;
    }
  pthread_mutex_lock (&changing);
  ls_glib.g_source_remove_unix_fd (source, tag);
  pthread_mutex_unlock (&changing);
}

static gboolean
has_events (const GSource *source)
{
  gboolean found = FALSE;

  if (!knows_fds || ((const Private *) source->priv)->fds == NULL)
    return FALSE;
  pthread_mutex_lock (&changing);
  for (const GSList *l = ((const Private *) source->priv)->fds; l != NULL && !found; l = l->next)
    found = ((const GPollFD *) l->data)->revents != 0;
  pthread_mutex_unlock (&changing);
  return found;
}

static void
tell (LsThread *thread,
      GSource  *source,
      uint64_t  time,
      gboolean  is_exact)
{
  const uint16_t number = ls_watched_get_context (thread, source->context)->number;
  LsWireReady *record = ls_ring_writer_reserve (thread, LS_WIRE_READY, 1);

  if (record == NULL)
    return;
  record->head.context = number;
  record->head.source = source->source_id;
  record->head.time = time;
  record->is_exact = is_exact;
  ls_ring_writer_commit (thread);
}

/* The prepare() of a source has said that it is ready: nobody knows since when. */
void
ls_ready_on_prepared (GSource *source)
{
  LsThread *thread = source->context != NULL ? ls_ring_writer_get_thread () : NULL;

  if (thread != NULL)
    tell (thread, source, ls_ring_writer_now (), FALSE);
}

/* The loop has looked at the descriptors, and the check() of a source has said whether it is ready. If the loop has slept, nothing
 * was ready before. */
void
ls_ready_on_checked (GSource  *source,
                     gboolean  is_ready)
{
  LsThread *thread = source->context != NULL ? ls_ring_writer_get_thread () : NULL;

  if (thread == NULL || (!is_ready && (thread->n_polled <= 0 || !has_events (source))))
    return;
  if (thread->woke_at != 0)
    tell (thread, source, thread->woke_at, TRUE);
  else
    tell (thread, source, ls_ring_writer_now (), FALSE);
}
