/* ls-watch.c: watches the main loops of a program that runs
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "config.h"

#include "ls-watch.h"

#include "ls-watcher-private.h"

/**
 * LsWatch:
 *
 * Starts a program with a library that tells what its main loops do, and makes a trace of that while it runs. The program is as
 * it is otherwise, and never waits for the watch. What it starts is watched as well.
 *
 * All the work is done on a thread of the watch's own: it reads, looks symbols up and writes the trace, which any thread may read
 * while it grows. The functions of the watch belong to the thread that made it. Signals are emitted there, by its default main
 * context, and once for all that has happened since the last time.
 */
struct _LsWatch
{
  GObject    parent_instance;

  LsTrace   *trace;
  LsWatcher *watcher;
  gboolean   has_begun, has_ended;
};

enum
{
  CHANGED,
  ENDED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (LsWatch, ls_watch, G_TYPE_OBJECT)

static void
on_events (LsWatcherEvents events,
           gpointer        user_data)
{
  g_autoptr (LsWatch) self = g_object_ref (user_data);

  if ((events & LS_WATCHER_CHANGED) != 0)
    g_signal_emit (self, signals[CHANGED], 0);
  if ((events & LS_WATCHER_ENDED) == 0 || self->has_ended)
    return;
  self->has_ended = TRUE;
  g_signal_emit (self, signals[ENDED], 0);
}

static void
ls_watch_dispose (GObject *object)
{
  LsWatch *self = LS_WATCH (object);

  g_clear_pointer (&self->watcher, ls_watcher_free);
  g_clear_object (&self->trace);

  G_OBJECT_CLASS (ls_watch_parent_class)->dispose (object);
}

static void
ls_watch_class_init (LsWatchClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ls_watch_dispose;

  /**
   * LsWatch::changed:
   * @self: a watch
   *
   * The trace has more records.
   */
  signals[CHANGED] = g_signal_new ("changed", LS_TYPE_WATCH, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  /**
   * LsWatch::ended:
   * @self: a watch
   *
   * The program that was started is over, and all that it told is in the trace.
   */
  signals[ENDED] = g_signal_new ("ended", LS_TYPE_WATCH, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ls_watch_init (LsWatch *self)
{
  self->trace = ls_trace_new ();
  self->watcher = ls_watcher_new (self->trace, on_events, self);
}

/**
 * ls_watch_new:
 *
 * Returns: (transfer full): a watch of nothing yet, which belongs to the calling thread. When it is freed, it stops.
 */
LsWatch *
ls_watch_new (void)
{
  return g_object_new (LS_TYPE_WATCH, NULL);
}

/**
 * ls_watch_launch:
 * @self: a watch of nothing yet
 * @arguments: a program, looked for in PATH, and its arguments
 * @error: return location for an error
 *
 * Starts a program and watches it. It has the standard streams and the environment of this one, and LD_PRELOAD and LOOPSCOPE_TRACE
 * besides.
 *
 * Returns: %FALSE with @error set if it could not be started
 */
gboolean
ls_watch_launch (LsWatch            *self,
                 const char *const  *arguments,
                 GError            **error)
{
  g_return_val_if_fail (LS_IS_WATCH (self), FALSE);
  g_return_val_if_fail (!self->has_begun && arguments != NULL && arguments[0] != NULL, FALSE);

  self->has_begun = ls_watcher_launch (self->watcher, arguments, error);
  return self->has_begun;
}

/**
 * ls_watch_stop:
 * @self: a watch
 *
 * Watches no more. The program goes on, if it is not over, as if nobody had watched it. All that it has told by now is in the trace
 * when this returns, and [signal@Watch::ended] has been emitted.
 */
void
ls_watch_stop (LsWatch *self)
{
  g_return_if_fail (LS_IS_WATCH (self));

  on_events (ls_watcher_stop (self->watcher) | LS_WATCHER_ENDED, self);
}

/**
 * ls_watch_has_ended:
 * @self: a watch
 *
 * Returns: whether nothing more comes: from [signal@Watch::ended] on
 */
gboolean
ls_watch_has_ended (LsWatch *self)
{
  g_return_val_if_fail (LS_IS_WATCH (self), TRUE);

  return self->has_ended;
}

/**
 * ls_watch_get_trace:
 * @self: a watch
 *
 * Returns: (transfer none): what was seen until now. It grows while the program runs, and any thread may read it.
 */
LsTrace *
ls_watch_get_trace (LsWatch *self)
{
  g_return_val_if_fail (LS_IS_WATCH (self), NULL);

  return self->trace;
}

static LsWatcherStatus
get_status (LsWatch *self)
{
  LsWatcherStatus status;

  ls_watcher_get_status (self->watcher, &status);
  return status;
}

/**
 * ls_watch_get_wait_status:
 * @self: a watch
 *
 * Returns: how the program ended, as waitpid() says it; 0 as long as it has not
 */
int
ls_watch_get_wait_status (LsWatch *self)
{
  g_return_val_if_fail (LS_IS_WATCH (self), 0);

  return get_status (self).wait_status;
}

/**
 * ls_watch_get_n_processes:
 * @self: a watch
 *
 * Returns: how many programs with GLib have told something: the one that was started, and those that it has started
 */
guint
ls_watch_get_n_processes (LsWatch *self)
{
  g_return_val_if_fail (LS_IS_WATCH (self), 0);

  return get_status (self).n_processes;
}

/**
 * ls_watch_get_n_lost:
 * @self: a watch
 *
 * Returns: how many records there was no room for
 */
guint64
ls_watch_get_n_lost (LsWatch *self)
{
  g_return_val_if_fail (LS_IS_WATCH (self), 0);

  return get_status (self).n_lost;
}

/**
 * ls_watch_get_problem:
 * @self: a watch
 *
 * Returns: (nullable): a sentence that says why something is missing
 */
const char *
ls_watch_get_problem (LsWatch *self)
{
  g_return_val_if_fail (LS_IS_WATCH (self), NULL);

  return get_status (self).problem;
}
