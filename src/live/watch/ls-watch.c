/* ls-watch.c: watches the main loops of a program that runs
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "config.h"

#include "ls-watch-private.h"

#include <gio/gunixsocketaddress.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

/* A frame. */
#define DRAIN_MS 16

/**
 * LsWatch:
 *
 * Starts a program with a library that tells what its main loops do, and makes a trace of that while it runs. The program is as
 * it is otherwise, and never waits for the watch. What it starts is watched as well. Records are read in each frame of the main
 * context in which the watch was made.
 */

enum
{
  CHANGED,
  ENDED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (LsWatch, ls_watch, G_TYPE_OBJECT)

static gboolean
drain_cb (gpointer user_data)
{
  LsWatch *self = user_data;

  ls_watch_drain (self);
  /* Whoever tells so much at once soon has no room any more. */
  g_source_set_ready_time (self->draining, g_get_monotonic_time () + (self->is_busy ? 0 : DRAIN_MS * 1000));
  return G_SOURCE_CONTINUE;
}

static gboolean
listen_for_programs (LsWatch  *self,
                     GError  **error)
{
  g_autoptr (GSocketAddress) address = NULL;

  self->folder = g_build_filename (g_get_user_runtime_dir (), "loopscope-XXXXXX", NULL);
  if (g_mkdtemp_full (self->folder, 0700) == NULL)
    {
      g_free (self->folder);
      self->folder = g_dir_make_tmp ("loopscope-XXXXXX", error);
      if (self->folder == NULL)
        return FALSE;
    }
  self->path = g_build_filename (self->folder, "watch", NULL);
  address = g_unix_socket_address_new (self->path);
  self->listener = g_socket_new (G_SOCKET_FAMILY_UNIX, G_SOCKET_TYPE_SEQPACKET, G_SOCKET_PROTOCOL_DEFAULT, error);
  if (self->listener == NULL || !g_socket_bind (self->listener, address, FALSE, error) || !g_socket_listen (self->listener, error))
    return FALSE;
  g_socket_set_blocking (self->listener, FALSE);
  self->accepting = g_socket_create_source (self->listener, G_IO_IN, NULL);
  g_source_set_callback (self->accepting, G_SOURCE_FUNC (ls_watch_accept), self, NULL);
  g_source_attach (self->accepting, g_main_context_get_thread_default ());
  return TRUE;
}

static void
clear_source (GSource **source)
{
  if (*source != NULL)
    g_source_destroy (*source);
  g_clear_pointer (source, g_source_unref);
}

static void
stop_listening (LsWatch *self)
{
  clear_source (&self->accepting);
  g_clear_object (&self->listener);
  if (self->path != NULL)
    g_unlink (self->path);
  if (self->folder != NULL)
    g_rmdir (self->folder);
  g_clear_pointer (&self->path, g_free);
  g_clear_pointer (&self->folder, g_free);
}

static void
end_watch (LsWatch *self)
{
  if (self->has_ended)
    return;
  self->has_ended = TRUE;
  /* It may have said something right before its end. */
  while (ls_watch_drain (self))
    ;
  while (self->processes->len > 0)
    ls_watch_finish_program (self, g_ptr_array_index (self->processes, 0));
  clear_source (&self->draining);
  stop_listening (self);
  g_signal_emit (self, signals[ENDED], 0);
}

static void
waited_cb (GObject      *object,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (LsWatch) self = user_data;
  g_autoptr (GError) error = NULL;

  if (!g_subprocess_wait_finish (G_SUBPROCESS (object), result, &error))
    return;
  self->wait_status = g_subprocess_get_status (G_SUBPROCESS (object));
  end_watch (self);
}

static void
ls_watch_dispose (GObject *object)
{
  LsWatch *self = LS_WATCH (object);

  if (self->waiting != NULL)
    g_cancellable_cancel (self->waiting);
  g_clear_object (&self->waiting);
  clear_source (&self->draining);
  g_ptr_array_set_size (self->rings, 0);
  g_ptr_array_set_size (self->processes, 0);
  stop_listening (self);
  g_clear_object (&self->subprocess);
  g_clear_pointer (&self->writer, ls_live_writer_free);
  g_clear_object (&self->trace);

  G_OBJECT_CLASS (ls_watch_parent_class)->dispose (object);
}

static void
ls_watch_finalize (GObject *object)
{
  LsWatch *self = LS_WATCH (object);

  g_ptr_array_unref (self->rings);
  g_ptr_array_unref (self->symbols);
  g_ptr_array_unref (self->processes);
  g_free (self->problem);

  G_OBJECT_CLASS (ls_watch_parent_class)->finalize (object);
}

static void
ls_watch_class_init (LsWatchClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ls_watch_dispose;
  G_OBJECT_CLASS (klass)->finalize = ls_watch_finalize;

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
  self->writer = ls_live_writer_new (ls_trace_get_probe (self->trace));
  self->processes = g_ptr_array_new_with_free_func (ls_watch_free_program);
  self->rings = g_ptr_array_new_with_free_func (ls_watch_free_ring);
  self->symbols = g_ptr_array_new_with_free_func ((GDestroyNotify) ls_symbols_free);
  ls_watch_begin_clock (self);
}

/* Returns (transfer full) a watch of nothing yet. */
LsWatch *
ls_watch_new (void)
{
  return g_object_new (LS_TYPE_WATCH, NULL);
}

/* Returns (transfer full) (nullable) the library that goes into programs. */
static char *
find_library (void)
{
  const char *const places[] = { g_getenv ("LOOPSCOPE_PRELOAD"), LS_PRELOAD_PATH, LS_BUILT_PRELOAD_PATH };

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    if (places[i] != NULL && g_path_is_absolute (places[i]) && g_file_test (places[i], G_FILE_TEST_IS_REGULAR))
      return g_strdup (places[i]);
  return NULL;
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
  g_autoptr (GSubprocessLauncher) launcher = NULL;
  g_autofree char *library = find_library ();
  g_autofree char *preload = NULL;
  g_autofree char *trace = NULL;
  const char *others = g_getenv ("LD_PRELOAD");

  g_return_val_if_fail (LS_IS_WATCH (self), FALSE);
  g_return_val_if_fail (self->subprocess == NULL && arguments != NULL && arguments[0] != NULL, FALSE);

  if (library == NULL)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, _("The library that watches programs is missing: %s"), LS_PRELOAD_PATH);
      return FALSE;
    }
  if (!listen_for_programs (self, error))
    return FALSE;
  preload = others != NULL && *others != '\0' ? g_strdup_printf ("%s:%s", library, others) : g_strdup (library);
  trace = g_strdup_printf ("unix:%s", self->path);
  launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDIN_INHERIT);
  g_subprocess_launcher_setenv (launcher, "LD_PRELOAD", preload, TRUE);
  g_subprocess_launcher_setenv (launcher, "LOOPSCOPE_TRACE", trace, TRUE);
  self->subprocess = g_subprocess_launcher_spawnv (launcher, arguments, error);
  if (self->subprocess == NULL)
    {
      stop_listening (self);
      return FALSE;
    }
  self->draining = g_timeout_source_new (DRAIN_MS);
  g_source_set_callback (self->draining, drain_cb, self, NULL);
  g_source_attach (self->draining, g_main_context_get_thread_default ());
  self->waiting = g_cancellable_new ();
  g_subprocess_wait_async (self->subprocess, self->waiting, waited_cb, g_object_ref (self));
  return TRUE;
}

/**
 * ls_watch_stop:
 * @self: a watch
 *
 * Watches no more. The program goes on, if it is not over, as if nobody had watched it.
 */
void
ls_watch_stop (LsWatch *self)
{
  g_return_if_fail (LS_IS_WATCH (self));

  if (self->waiting != NULL)
    g_cancellable_cancel (self->waiting);
  end_watch (self);
}

/* Returns whether nothing more comes. */
gboolean
ls_watch_has_ended (LsWatch *self)
{
  return self->has_ended;
}

/* Returns (transfer none) what was seen until now. It grows while the program runs. */
LsTrace *
ls_watch_get_trace (LsWatch *self)
{
  return self->trace;
}

/* Returns how the program ended, as waitpid() says it; 0 as long as it has not. */
int
ls_watch_get_wait_status (LsWatch *self)
{
  return self->wait_status;
}

/* Returns how many programs with GLib have told something: the one that was started, and those that it has started. */
guint
ls_watch_get_n_processes (LsWatch *self)
{
  return self->n_processes;
}

/* Returns how many records there was no room for. */
guint64
ls_watch_get_n_lost (LsWatch *self)
{
  guint64 n_lost = self->n_lost;

  for (guint i = 0; i < self->rings->len; i++)
    n_lost += ((LsWatchedRing *) g_ptr_array_index (self->rings, i))->n_lost;
  return n_lost;
}

/* Returns (nullable) a sentence that says why something is missing. */
const char *
ls_watch_get_problem (LsWatch *self)
{
  return self->problem;
}
