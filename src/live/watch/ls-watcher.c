/* ls-watcher.c: the thread that watches programs
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "config.h"

#include "ls-joinable-private.h"
#include "ls-source-private.h"
#include "ls-watcher-private.h"

#include <dlfcn.h>
#include <gio/gunixsocketaddress.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

/* A frame. */
#define DRAIN_MS 16

/* Once in so many frames it is looked whether a program that was joined has event loops by now. */
#define DRAINS_BETWEEN_LOOKS 16

/* Telling the maker */

static gboolean
tell_cb (gpointer user_data)
{
  LsWatcher *self = user_data;
  LsWatcherEvents events;

  g_mutex_lock (&self->lock);
  events = self->events;
  self->events = 0;
  g_clear_pointer (&self->telling, g_source_unref);
  g_mutex_unlock (&self->lock);
  /* This may be the last time that somebody wants to know, so the watcher may be gone afterwards. */
  self->func (events, self->user_data);
  return G_SOURCE_REMOVE;
}

/* Tells the maker, on its own thread, once for all that has happened until it listens. */
void
ls_watcher_tell (LsWatcher       *self,
                 LsWatcherEvents  events)
{
  g_mutex_lock (&self->lock);
  self->events |= events;
  if (self->telling == NULL)
    {
      self->telling = g_idle_source_new ();
      g_source_set_priority (self->telling, G_PRIORITY_DEFAULT);
      g_source_set_static_name (self->telling, "LsWatch");
      g_source_set_callback (self->telling, tell_cb, self, NULL);
      g_source_attach (self->telling, self->makers);
    }
  g_mutex_unlock (&self->lock);
}

/* Takes what the maker is still to be told of. */
static LsWatcherEvents
steal_events (LsWatcher *self)
{
  LsWatcherEvents events;

  g_mutex_lock (&self->lock);
  events = self->events;
  self->events = 0;
  ls_clear_source (&self->telling);
  g_mutex_unlock (&self->lock);
  return events;
}

/* The thread */

/* A program that carries one library may begin later to use the other, or be a little slower to listen there. */
static void
look_for_used (LsWatcher *self)
{
  g_autoptr (GSocket) socket = NULL;

  if (self->pid == 0 || self->has_used || self->programs->len == 0 || self->n_drains++ % DRAINS_BETWEEN_LOOKS != 0)
    return;
  socket = ls_joinable_connect_used (self->pid);
  self->has_used = socket != NULL;
  if (socket != NULL)
    ls_watcher_add_program (self, socket, self->pid);
}

static gboolean
drain_cb (gpointer user_data)
{
  LsWatcher *self = user_data;

  look_for_used (self);
  ls_watcher_look_at_background (self);
  ls_watcher_drain (self);
  /* Whoever tells so much at once soon has no room any more. */
  g_source_set_ready_time (self->draining, g_get_monotonic_time () + (self->is_busy ? 0 : DRAIN_MS * 1000));
  return G_SOURCE_CONTINUE;
}

static void
waited_cb (GObject      *object,
           GAsyncResult *result,
           gpointer      user_data)
{
  LsWatcher *self = user_data;
  g_autoptr (GError) error = NULL;

  if (g_subprocess_wait_finish (G_SUBPROCESS (object), result, &error))
    {
      g_mutex_lock (&self->lock);
      self->status.wait_status = g_subprocess_get_status (G_SUBPROCESS (object));
      g_mutex_unlock (&self->lock);
    }
  g_clear_object (&self->waiting);
  if (!self->is_over)
    self->is_over = error != NULL || !ls_watcher_goes_on (self);
}

static void
stop_listening (LsWatcher *self)
{
  g_clear_object (&self->listener);
  if (self->path != NULL)
    g_unlink (self->path);
  if (self->folder != NULL)
    g_rmdir (self->folder);
  g_clear_pointer (&self->path, g_free);
  g_clear_pointer (&self->folder, g_free);
}

static void
begin_joined (LsWatcher *self)
{
  if (self->joined != NULL)
    ls_watcher_add_program (self, self->joined, self->pid);
  self->has_used = self->joined_used != NULL;
  if (self->joined_used != NULL)
    ls_watcher_add_program (self, self->joined_used, self->pid);
  g_clear_object (&self->joined);
  g_clear_object (&self->joined_used);
  ls_watcher_set_problem (self, _("The program ran before it was joined: what it did until then is not known"));
}

/* gdb is done. */
static void
put_in_cb (GObject      *object,
           GAsyncResult *result,
           gpointer      user_data)
{
  LsWatcher *self = user_data;
  g_autoptr (GError) error = NULL;
  g_autofree char *output = NULL;
  g_autofree char *problem = NULL;

  if (g_subprocess_communicate_utf8_finish (G_SUBPROCESS (object), result, &output, NULL, &error))
    problem = ls_joinable_explain (self->pid, output);
  else
    problem = g_strdup (error->message);
  if (problem == NULL && !ls_joinable_connect (self->pid, &self->joined, &self->joined_used, &error))
    problem = g_strdup (error->message);
  g_clear_object (&self->waiting);
  /* The maker does not want to know any more. */
  if (self->is_over)
    return;
  g_mutex_lock (&self->lock);
  self->status.is_joining = FALSE;
  g_mutex_unlock (&self->lock);
  ls_watcher_tell (self, LS_WATCHER_HELD);
  if (problem == NULL)
    {
      begin_joined (self);
      return;
    }
  ls_watcher_set_problem (self, problem);
  self->is_over = TRUE;
}

static void
begin (LsWatcher *self)
{
  self->draining = g_timeout_source_new (DRAIN_MS);
  g_source_set_callback (self->draining, drain_cb, self, NULL);
  g_source_attach (self->draining, self->context);
  if (self->listener != NULL)
    {
      self->accepting = g_socket_create_source (self->listener, G_IO_IN, NULL);
      g_source_set_callback (self->accepting, G_SOURCE_FUNC (ls_watcher_accept), self, NULL);
      g_source_attach (self->accepting, self->context);
    }
  if (self->joined != NULL || self->joined_used != NULL)
    begin_joined (self);
  if (self->subprocess == NULL)
    return;
  self->waiting = g_cancellable_new ();
  if (self->pid != 0)
    g_subprocess_communicate_utf8_async (self->subprocess, NULL, self->waiting, put_in_cb, self);
  else
    g_subprocess_wait_async (self->subprocess, self->waiting, waited_cb, self);
}

/* Reads what was said right before the end. */
static void
finish (LsWatcher *self)
{
  ls_watcher_drain_all (self);
  while (self->programs->len > 0)
    ls_watcher_finish_program (self, g_ptr_array_index (self->programs, 0));
  ls_clear_source (&self->draining);
  ls_clear_source (&self->accepting);
  stop_listening (self);
  /* Its callback has to come before the watcher may go. */
  if (self->waiting != NULL)
    g_cancellable_cancel (self->waiting);
  while (self->waiting != NULL)
    g_main_context_iteration (self->context, TRUE);
}

static gpointer
run (gpointer data)
{
  LsWatcher *self = data;

  g_main_context_push_thread_default (self->context);
  begin (self);
  while (!self->is_over)
    g_main_context_iteration (self->context, TRUE);
  finish (self);
  ls_trace_set_growing (self->trace, FALSE);
  g_main_context_pop_thread_default (self->context);
  ls_watcher_tell (self, LS_WATCHER_ENDED);
  return NULL;
}

/* Whoever follows the trace waits for its records as long as the thread is there. */
static void
start_thread (LsWatcher *self)
{
  ls_trace_set_growing (self->trace, TRUE);
  self->thread = g_thread_new ("ls-watch", run, self);
}

static gboolean
stop_cb (gpointer user_data)
{
  LsWatcher *self = user_data;

  self->is_over = TRUE;
  return G_SOURCE_REMOVE;
}

/* The maker's side */

/**
 * ls_watcher_new:
 * @trace: where everything is written; the watcher's thread is its only writer
 * @func: told of what happens, on the thread that calls this
 *
 * Returns: (transfer full): a watcher of nothing yet
 */
LsWatcher *
ls_watcher_new (LsTrace       *trace,
                LsWatcherFunc  func,
                gpointer       user_data)
{
  LsWatcher *self = g_new0 (LsWatcher, 1);

  self->trace = g_object_ref (trace);
  self->func = func;
  self->user_data = user_data;
  self->makers = g_main_context_ref_thread_default ();
  self->context = g_main_context_new ();
  self->writer = ls_live_writer_new (ls_trace_get_probe (trace));
  self->programs = g_ptr_array_new_with_free_func (ls_watched_program_free);
  self->rings = g_ptr_array_new_with_free_func (ls_watched_ring_free);
  self->symbols = g_ptr_array_new_with_free_func ((GDestroyNotify) ls_symbols_free);
  g_mutex_init (&self->lock);
  ls_watcher_begin_clock (self);
  return self;
}

/* Stops and frees a watcher. On the thread that made it. */
void
ls_watcher_free (LsWatcher *self)
{
  ls_watcher_stop (self);
  stop_listening (self);
  g_clear_object (&self->subprocess);
  g_clear_object (&self->joined);
  g_clear_object (&self->joined_used);
  g_ptr_array_unref (self->rings);
  g_ptr_array_unref (self->programs);
  g_ptr_array_unref (self->symbols);
  ls_live_writer_free (self->writer);
  g_main_context_unref (self->context);
  g_main_context_unref (self->makers);
  g_object_unref (self->trace);
  g_free (self->status.problem);
  g_free (self->status.name);
  g_free (self->folder_of_program);
  g_strfreev (self->environment);
  g_mutex_clear (&self->lock);
  g_free (self);
}

static gboolean
listen_for_programs (LsWatcher  *self,
                     GError    **error)
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
  return TRUE;
}

/* Where the library is: beside a program that lies where it was built, and beside an installed libloopscope, wherever that is. */
#define PRELOAD_IN_BUILD "../live/preload/libloopscope-preload.so"
#define PRELOAD_INSTALLED "loopscope/libloopscope-preload.so"

/* Returns (transfer full) (nullable) where the library is beside the library that this function is in. */
static char *
find_installed (void)
{
  g_autofree char *folder = NULL;
  Dl_info info;

  /* In a program that has the library in it, this is how the program was called. */
  if (dladdr (find_installed, &info) == 0 || info.dli_fname == NULL || !g_path_is_absolute (info.dli_fname))
    return NULL;
  folder = g_path_get_dirname (info.dli_fname);
  return g_canonicalize_filename (PRELOAD_INSTALLED, folder);
}

/* Returns (transfer full) (nullable) the library that goes into programs. */
static char *
find_library (void)
{
  g_autofree char *program = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *folder = program != NULL ? g_path_get_dirname (program) : NULL;
  g_autofree char *built = folder != NULL ? g_canonicalize_filename (PRELOAD_IN_BUILD, folder) : NULL;
  g_autofree char *installed = find_installed ();
  const char *const places[] = { g_getenv ("LOOPSCOPE_PRELOAD"), installed, LS_PRELOAD_PATH, built };

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    if (places[i] != NULL && g_path_is_absolute (places[i]) && g_file_test (places[i], G_FILE_TEST_IS_REGULAR))
      return g_strdup (places[i]);
  return NULL;
}

static gboolean
check_library (const char  *library,
               GError     **error)
{
  if (library == NULL)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, _("The library that watches programs is missing: %s"), LS_PRELOAD_PATH);
  return library != NULL;
}

/* Sets where a program will be started. Both may be NULL: as this one. */
void
ls_watcher_set_surroundings (LsWatcher          *self,
                             const char         *folder,
                             const char *const  *environment)
{
  g_free (self->folder_of_program);
  self->folder_of_program = g_strdup (folder);
  g_strfreev (self->environment);
  self->environment = g_strdupv ((char **) environment);
}

/* Starts a program and the thread that watches it. */
gboolean
ls_watcher_launch (LsWatcher          *self,
                   const char *const  *arguments,
                   GError            **error)
{
  g_autoptr (GSubprocessLauncher) launcher = NULL;
  g_autofree char *library = find_library ();
  g_autofree char *preload = NULL;
  g_autofree char *trace = NULL;
  const char *others = self->environment != NULL ? g_environ_getenv (self->environment, "LD_PRELOAD") : g_getenv ("LD_PRELOAD");

  if (arguments[0][0] == '\0')
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, _("Expected the name of a program"));
      return FALSE;
    }
  if (!check_library (library, error))
    return FALSE;
  if (!listen_for_programs (self, error))
    {
      stop_listening (self);
      return FALSE;
    }
  preload = others != NULL && *others != '\0' ? g_strdup_printf ("%s:%s", library, others) : g_strdup (library);
  trace = g_strdup_printf ("unix:%s", self->path);
  launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDIN_INHERIT);
  if (self->environment != NULL)
    g_subprocess_launcher_set_environ (launcher, self->environment);
  if (self->folder_of_program != NULL)
    g_subprocess_launcher_set_cwd (launcher, self->folder_of_program);
  g_subprocess_launcher_setenv (launcher, "LD_PRELOAD", preload, TRUE);
  g_subprocess_launcher_setenv (launcher, "LOOPSCOPE_TRACE", trace, TRUE);
  self->subprocess = g_subprocess_launcher_spawnv (launcher, arguments, error);
  if (self->subprocess == NULL)
    {
      stop_listening (self);
      return FALSE;
    }
  start_thread (self);
  return TRUE;
}

/* Starts the thread that watches a program which runs already. */
gboolean
ls_watcher_join (LsWatcher  *self,
                 guint       pid,
                 GError    **error)
{
  g_autofree char *library = find_library ();
  g_auto (GStrv) command = NULL;
  gboolean listens;

  if (!ls_joinable_check (pid, &listens, error))
    return FALSE;
  if (listens)
    {
      if (!ls_joinable_connect (pid, &self->joined, &self->joined_used, error))
        return FALSE;
    }
  else
    {
      if (!check_library (library, error) || (command = ls_joinable_get_gdb (pid, library, error)) == NULL)
        return FALSE;
      self->subprocess = g_subprocess_newv ((const char *const *) command,
                                            G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_MERGE, error);
      if (self->subprocess == NULL)
        return FALSE;
      self->status.is_joining = TRUE;
    }
  self->pid = pid;
  start_thread (self);
  return TRUE;
}

/* Reads what programs have told by now, and nothing more. Waits for the end of the thread, and returns what nobody was told of. */
LsWatcherEvents
ls_watcher_stop (LsWatcher *self)
{
  g_autoptr (GSource) source = NULL;

  if (self->thread == NULL)
    return steal_events (self);
  source = g_idle_source_new ();
  g_source_set_priority (source, G_PRIORITY_HIGH);
  g_source_set_callback (source, stop_cb, self, NULL);
  g_source_attach (source, self->context);
  g_thread_join (g_steal_pointer (&self->thread));
  return steal_events (self);
}

/* Gets what is known by now. The problem stays the watcher's, and never changes once there is one. */
void
ls_watcher_get_status (LsWatcher       *self,
                       LsWatcherStatus *status)
{
  g_mutex_lock (&self->lock);
  *status = self->status;
  g_mutex_unlock (&self->lock);
}

/* Returns (transfer full) (nullable) what the program is called that runs; NULL before one has told something. */
char *
ls_watcher_dup_name (LsWatcher *self)
{
  char *name;

  g_mutex_lock (&self->lock);
  name = g_strdup (self->status.name);
  g_mutex_unlock (&self->lock);
  return name;
}
