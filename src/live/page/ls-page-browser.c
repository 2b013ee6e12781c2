/* ls-page-browser.c: a browser that is started to be watched
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "config.h"

#include "ls-page-browser-firefox-private.h"

#include <fcntl.h>
#include <glib-unix.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

/* How long a browser may take to end by itself, then at a request of the system. Nobody misses what it would have kept. */
#define CLOSE_MS 1000
#define TERMINATE_MS 500
/* How often, and after which time, a profile is removed once more that something has been written to meanwhile. */
#define MAX_REMOVALS 20
#define REMOVAL_US 25000
/* A profile has some hundred files; more levels are none of ours. */
#define MAX_DEPTH 64

struct _LsPageBrowser
{
  GSubprocess         *process;
  char                *profile;
  int                  from, to;    /* -1: taken, or there is none */
  LsPageBrowserKind    kind;
  LsPageFirefoxOutput *output;
};

/* Returns (transfer full) (nullable) where the first of a browser's names in PATH is. */
char *
ls_page_browser_find (LsPageBrowserKind kind)
{
  static const char *const names[][5] = {
    [LS_PAGE_BROWSER_CHROMIUM] = { "chromium", "chromium-browser", "google-chrome", "google-chrome-stable" },
    [LS_PAGE_BROWSER_FIREFOX] = { "firefox", "firefox-esr" },
  };

  for (guint i = 0; names[kind][i] != NULL; i++)
    {
      char *path = g_find_program_in_path (names[kind][i]);

      if (path != NULL)
        return path;
    }
  return NULL;
}

static gboolean
has_display (void)
{
  const char *const names[] = { "DISPLAY", "WAYLAND_DISPLAY" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_getenv (names[i]) != NULL && *g_getenv (names[i]) != '\0')
      return TRUE;
  return FALSE;
}

/* Removes a folder and what is in it. Links are removed, not followed. Returns whether it is gone. */
static gboolean
remove_folder (GFile *folder,
               guint  depth)
{
  g_autoptr (GFileEnumerator) children =
    g_file_enumerate_children (folder, G_FILE_ATTRIBUTE_STANDARD_NAME "," G_FILE_ATTRIBUTE_STANDARD_TYPE,
                               G_FILE_QUERY_INFO_NOFOLLOW_SYMLINKS, NULL, NULL);
  GFileInfo *info;
  GFile *child;

  while (children != NULL && depth < MAX_DEPTH && g_file_enumerator_iterate (children, &info, &child, NULL, NULL) && info != NULL)
    {
      if (g_file_info_get_file_type (info) == G_FILE_TYPE_DIRECTORY)
        remove_folder (child, depth + 1);
      else
        g_file_delete (child, NULL, NULL);
    }
  return g_file_delete (folder, NULL, NULL) || !g_file_query_exists (folder, NULL);
}

static GPtrArray *
make_arguments (const char *program,
                const char *profile,
                gboolean    is_headless)
{
  static const char *const always[] = {
    "--remote-debugging-pipe", "--no-first-run", "--no-default-browser-check", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-quic",
  };
  GPtrArray *arguments = g_ptr_array_new_with_free_func (g_free);

  g_ptr_array_add (arguments, g_strdup (program));
  for (guint i = 0; i < G_N_ELEMENTS (always); i++)
    g_ptr_array_add (arguments, g_strdup (always[i]));
  g_ptr_array_add (arguments, g_strconcat ("--user-data-dir=", profile, NULL));
  if (is_headless || !has_display ())
    {
      g_ptr_array_add (arguments, g_strdup ("--headless=new"));
      g_ptr_array_add (arguments, g_strdup ("--disable-gpu"));
    }
  /* Chromium's sandbox refuses to work for root, and Chromium to work without it unless it is told. */
  if (geteuid () == 0)
    g_ptr_array_add (arguments, g_strdup ("--no-sandbox"));
  g_ptr_array_add (arguments, g_strdup ("about:blank"));
  g_ptr_array_add (arguments, NULL);
  return arguments;
}

/* Makes a group of the browser and its helpers. */
static void
lead_group (gpointer user_data)
{
  setsid ();
}

static gboolean
launch_chromium (LsPageBrowser  *self,
                 const char     *program,
                 gboolean        is_headless,
                 GError        **error)
{
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_SILENCE |
                                                                        G_SUBPROCESS_FLAGS_STDERR_SILENCE);
  g_autoptr (GPtrArray) arguments = make_arguments (program, self->profile, is_headless);
  int to[2], from[2];

  if (!g_unix_open_pipe (to, FD_CLOEXEC, error))
    return FALSE;
  g_subprocess_launcher_take_fd (launcher, to[0], 3);
  self->to = to[1];
  if (!g_unix_open_pipe (from, FD_CLOEXEC, error))
    return FALSE;
  g_subprocess_launcher_take_fd (launcher, from[1], 4);
  self->from = from[0];
  /* What it leaves behind where it is ended goes with the profile. */
  g_subprocess_launcher_setenv (launcher, "TMPDIR", self->profile, TRUE);
  g_subprocess_launcher_set_child_setup (launcher, lead_group, NULL, NULL);
  self->process = g_subprocess_launcher_spawnv (launcher, (const char *const *) arguments->pdata, error);
  return self->process != NULL;
}

/* Likewise; and nothing else would tell Firefox that this process is gone. */
static void
end_with_parent (gpointer user_data)
{
  lead_group (user_data);
  prctl (PR_SET_PDEATHSIG, SIGTERM);
}

static gboolean
launch_firefox (LsPageBrowser  *self,
                const char     *program,
                gboolean        is_headless,
                GError        **error)
{
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_SILENCE |
                                                                        G_SUBPROCESS_FLAGS_STDERR_PIPE);
  const char *arguments[] = { program, "--no-remote", "--new-instance", "--profile", self->profile, "--remote-debugging-port=0",
                              "about:blank", is_headless || !has_display () ? "--headless" : NULL, NULL };

  if (!ls_page_firefox_write_profile (self->profile, error))
    return FALSE;
  g_subprocess_launcher_setenv (launcher, "TMPDIR", self->profile, TRUE);
  g_subprocess_launcher_setenv (launcher, "MOZ_CRASHREPORTER_DISABLE", "1", TRUE);
  /* Else Firefox goes to Mozilla's settings whatever its preferences say. */
  g_subprocess_launcher_setenv (launcher, "MOZ_REMOTE_SETTINGS_DEVTOOLS", "1", TRUE);
  g_subprocess_launcher_set_child_setup (launcher, end_with_parent, NULL, NULL);
  self->process = g_subprocess_launcher_spawnv (launcher, arguments, error);
  return self->process != NULL;
}

/**
 * ls_page_browser_launch:
 * @kind: which
 * @is_headless: whether it shows no window even if there is a screen
 * @error: return location for an error
 *
 * Starts the first of the browser's names that is in PATH. The thread that calls this must live as long as the program.
 *
 * Returns: (transfer full) (nullable): the browser, or %NULL with @error set
 */
LsPageBrowser *
ls_page_browser_launch (LsPageBrowserKind   kind,
                        gboolean            is_headless,
                        GError            **error)
{
  g_autoptr (LsPageBrowser) self = g_new0 (LsPageBrowser, 1);
  g_autofree char *program = ls_page_browser_find (kind);

  self->from = self->to = -1;
  self->kind = kind;
  if (program == NULL)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
                           kind == LS_PAGE_BROWSER_FIREFOX
                             ? _("There is no Firefox: expected firefox or firefox-esr in PATH")
                             : _("There is no Chromium: expected chromium, chromium-browser or google-chrome in PATH"));
      return NULL;
    }
  self->profile = g_dir_make_tmp ("loopscope-page-XXXXXX", error);
  if (self->profile == NULL ||
      !(kind == LS_PAGE_BROWSER_FIREFOX ? launch_firefox : launch_chromium) (self, program, is_headless, error))
    return NULL;
  return g_steal_pointer (&self);
}

/* Returns whether it listens at an address that it has yet to say; else it has pipes. */
gboolean
ls_page_browser_listens (LsPageBrowser *self)
{
  return self->kind == LS_PAGE_BROWSER_FIREFOX;
}

/* Reads what a browser that listens says, in the default main context of this thread. */
void
ls_page_browser_read (LsPageBrowser             *self,
                      const LsPageBrowserEvents *events)
{
  self->output = ls_page_firefox_output_new (g_subprocess_get_stderr_pipe (self->process), events);
}

static gboolean
waited_cb (gpointer user_data)
{
  *(gboolean *) user_data = TRUE;
  return G_SOURCE_REMOVE;
}

static void
ended_cb (GObject      *object,
          GAsyncResult *result,
          gpointer      user_data)
{
  gboolean *has_ended = user_data;

  g_subprocess_wait_finish (G_SUBPROCESS (object), result, NULL);
  *has_ended = TRUE;
}

/* Waits until the browser is over: it is asked, then told, then ended. */
static void
end_process (GSubprocess *process)
{
  g_autoptr (GMainContext) context = g_main_context_new ();
  const char *identifier = g_subprocess_get_identifier (process);
  const int leader = identifier != NULL ? atoi (identifier) : 0;
  gboolean has_ended = FALSE;

  g_main_context_push_thread_default (context);
  g_subprocess_wait_async (process, NULL, ended_cb, &has_ended);
  for (guint step = 0; !has_ended; step++)
    {
      g_autoptr (GSource) waiting = g_timeout_source_new (step == 0 ? CLOSE_MS : TERMINATE_MS);
      gboolean is_over = FALSE;

      g_source_set_callback (waiting, waited_cb, &is_over, NULL);
      g_source_attach (waiting, context);
      while (!has_ended && !is_over)
        g_main_context_iteration (context, TRUE);
      g_source_destroy (waiting);
      if (!has_ended && step == 0)
        g_subprocess_send_signal (process, SIGTERM);
      else if (!has_ended)
        g_subprocess_force_exit (process);
    }
  g_main_context_pop_thread_default (context);
  /* Its helpers may be stopped as it was, or still write to the profile. */
  if (leader > 0)
    kill (-leader, SIGKILL);
}

/* Waits for the end of the browser, which the caller has asked for or brings about by closing its pipes. Removes its profile. */
void
ls_page_browser_free (LsPageBrowser *self)
{
  if (self->from >= 0)
    close (self->from);
  if (self->to >= 0)
    close (self->to);
  if (self->process != NULL)
    end_process (self->process);
  g_clear_pointer (&self->output, ls_page_firefox_output_free);
  g_clear_object (&self->process);
  if (self->profile != NULL)
    {
      g_autoptr (GFile) folder = g_file_new_for_path (self->profile);

      /* What has been killed may be at its last write. */
      for (guint i = 0; i < MAX_REMOVALS && !remove_folder (folder, 0); i++)
        g_usleep (REMOVAL_US);
    }
  g_free (self->profile);
  g_free (self);
}

/* Returns the descriptor to read messages from; the caller closes it. */
int
ls_page_browser_take_from (LsPageBrowser *self)
{
  const int fd = self->from;

  self->from = -1;
  return fd;
}

/* Returns the descriptor to write messages to; likewise. */
int
ls_page_browser_take_to (LsPageBrowser *self)
{
  const int fd = self->to;

  self->to = -1;
  return fd;
}
