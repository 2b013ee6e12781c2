/* test-page-watch.c: watches pages in a browser, or in what stands in for one
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "ls-page-watch.h"
#include "test-records.h"

/* What begins so is for a stand-in for Firefox. */
#define FIREFOX "firefox "

typedef struct
{
  char        *folder;     /* has the program that stands in for Chromium, and its log */
  char        *log;
  char        *link;       /* to it, with the name of the browser */
  char        *path;       /* as it was */
  gboolean     is_firefox;
  LsPageWatch *watch;
} Fixture;

static void
set_up (Fixture       *self,
        gconstpointer  data)
{
  g_autofree char *program = NULL, *path = NULL;
  const char *what = data;

  self->is_firefox = g_str_has_prefix (what, FIREFOX);
  what += self->is_firefox ? strlen (FIREFOX) : 0;
  program = g_test_build_filename (G_TEST_DIST, "live", self->is_firefox ? "fake-firefox.py" : "fake-browser.py", NULL);
  self->folder = g_dir_make_tmp ("page-watch-XXXXXX", NULL);
  self->log = g_build_filename (self->folder, "log", NULL);
  self->link = g_build_filename (self->folder, self->is_firefox ? "firefox" : "chromium", NULL);
  self->path = g_strdup (g_getenv ("PATH"));
  path = g_strconcat (self->folder, ":", self->path, NULL);
  g_assert_no_errno (symlink (program, self->link));
  g_setenv ("PATH", path, TRUE);
  g_setenv ("FAKE_BROWSER", what, TRUE);
  g_setenv ("FAKE_BROWSER_LOG", self->log, TRUE);
  g_setenv ("TMPDIR", self->folder, TRUE);
  self->watch = ls_page_watch_new ();
}

static void
tear_down (Fixture       *self,
           gconstpointer  data)
{
  g_clear_object (&self->watch);
  g_setenv ("PATH", self->path, TRUE);
  g_unsetenv ("TMPDIR");
  g_unlink (self->link);
  g_unlink (self->log);
  /* No profile is left in it. */
  g_assert_no_errno (g_rmdir (self->folder));
  g_free (self->folder);
  g_free (self->link);
  g_free (self->log);
  g_free (self->path);
}

static void
launch (Fixture          *self,
        LsPageWatchFlags  flags)
{
  g_autoptr (GError) error = NULL;

  flags |= self->is_firefox ? LS_PAGE_WATCH_FIREFOX : 0;
  g_assert_true (ls_page_watch_launch (self->watch, "http://page/x?token=1", flags, &error));
  g_assert_no_error (error);
}

static void
wait_for_end (Fixture *self)
{
  while (!ls_live_run_has_ended (LS_LIVE_RUN (self->watch)))
    g_main_context_iteration (NULL, TRUE);
  test_check_records (ls_live_run_get_trace (LS_LIVE_RUN (self->watch)));
}

static void
watch (Fixture          *self,
       LsPageWatchFlags  flags)
{
  launch (self, flags);
  wait_for_end (self);
}

static gboolean
has_text (LsTrace    *trace,
          const char *text)
{
  for (guint i = 1; i <= ls_trace_get_n_texts (trace); i++)
    if (ls_trace_get_text (trace, i) != NULL && strstr (ls_trace_get_text (trace, i), text) != NULL)
      return TRUE;
  return FALSE;
}

static void
test_page (Fixture       *self,
           gconstpointer  data)
{
  g_autofree char *problem = NULL;

  watch (self, LS_PAGE_WATCH_NONE);
  problem = ls_live_run_dup_problem (LS_LIVE_RUN (self->watch));
  g_assert_cmpstr (problem, ==, NULL);
  g_assert_cmpuint (ls_trace_get_n_turns (ls_live_run_get_trace (LS_LIVE_RUN (self->watch))), ==, 1);
  g_assert_cmpuint (ls_page_watch_get_n_agents (self->watch), ==, 1);
  g_assert_true (has_text (ls_live_run_get_trace (LS_LIVE_RUN (self->watch)), "http://page/x"));
  g_assert_false (has_text (ls_live_run_get_trace (LS_LIVE_RUN (self->watch)), "token"));
}

static void
test_full_urls (Fixture       *self,
                gconstpointer  data)
{
  watch (self, LS_PAGE_WATCH_FULL_URLS);
  g_assert_true (has_text (ls_live_run_get_trace (LS_LIVE_RUN (self->watch)), "token=1"));
}

/* A worker that waits is watched from its first statement on, and not before. */
static void
test_worker (Fixture       *self,
             gconstpointer  data)
{
  g_autofree char *log = NULL;
  g_autoptr (GString) worker = g_string_new (NULL);
  g_auto (GStrv) lines = NULL;

  watch (self, LS_PAGE_WATCH_NONE);
  g_assert_cmpuint (ls_trace_get_n_turns (ls_live_run_get_trace (LS_LIVE_RUN (self->watch))), ==, 1);
  g_assert_true (g_file_get_contents (self->log, &log, NULL, NULL));
  lines = g_strsplit (log, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    if (g_str_has_prefix (lines[i], "B2 "))
      g_string_append_printf (worker, "%s ", lines[i] + 3);
  g_assert_cmpstr (worker->str, ==, "Runtime.enable Runtime.setMaxCallStackSizeToCapture Runtime.addBinding Debugger.enable "
                                    "Target.setAutoAttach Debugger.setInstrumentationBreakpoint "
                                    "Runtime.runIfWaitingForDebugger Runtime.evaluate Debugger.disable Debugger.enable ");
}

/* What a page that changes its process forgets is set up again, and the page is opened once. */
static void
test_navigated (Fixture       *self,
                gconstpointer  data)
{
  g_autofree char *log = NULL;
  g_auto (GStrv) parts = NULL, opened = NULL;

  watch (self, LS_PAGE_WATCH_NONE);
  g_assert_cmpuint (ls_trace_get_n_turns (ls_live_run_get_trace (LS_LIVE_RUN (self->watch))), ==, 1);
  g_assert_true (g_file_get_contents (self->log, &log, NULL, NULL));
  parts = g_strsplit (log, "A1 Page.addScriptToEvaluateOnNewDocument", -1);
  opened = g_strsplit (log, "A1 Page.navigate", -1);
  g_assert_cmpuint (g_strv_length (parts), ==, 3);
  g_assert_cmpuint (g_strv_length (opened), ==, 2);
}

static void
test_hostile (Fixture       *self,
              gconstpointer  data)
{
  watch (self, LS_PAGE_WATCH_NONE);
  g_assert_cmpuint (ls_trace_get_n_turns (ls_live_run_get_trace (LS_LIVE_RUN (self->watch))), ==, 2);
  g_assert_cmpuint (ls_page_watch_get_n_agents (self->watch), <=, 1024);
  g_assert_cmpuint (ls_live_run_get_n_lost (LS_LIVE_RUN (self->watch)), >, 0);
}

static void
assert_problem (Fixture    *self,
                const char *part)
{
  g_autofree char *problem = ls_live_run_dup_problem (LS_LIVE_RUN (self->watch));

  g_assert_nonnull (problem);
  g_assert_nonnull (strstr (problem, part));
}

static void
test_refused (Fixture       *self,
              gconstpointer  data)
{
  watch (self, LS_PAGE_WATCH_NONE);
  assert_problem (self, "net::ERR_NAME_NOT_RESOLVED");
}

static void
refused_cb (LsPageWatch *watch,
            const char  *why,
            GString     *list)
{
  g_string_append_printf (list, "%s\n", why);
}

/* @list: gets what is refused */
static void
launch_to_act (Fixture *self,
               GString *list)
{
  g_signal_connect (self->watch, "refused", G_CALLBACK (refused_cb), list);
  launch (self, LS_PAGE_WATCH_NONE);
  while (ls_page_watch_get_n_agents (self->watch) == 0)
    g_main_context_iteration (NULL, TRUE);
}

/* Watches until that is refused. */
static void
wait_for_refusal (Fixture    *self,
                  GString    *list,
                  const char *last)
{
  while (strstr (list->str, last) == NULL)
    g_main_context_iteration (NULL, TRUE);
  ls_live_run_stop (LS_LIVE_RUN (self->watch));
  wait_for_end (self);
}

/* Whoever gives a command learns why the page does not take it; whoever holds pages does not learn of those that go away. */
static void
test_acts (Fixture       *self,
           gconstpointer  data)
{
  g_autoptr (GString) list = g_string_new (NULL);

  launch_to_act (self, list);
  ls_live_run_hold (LS_LIVE_RUN (self->watch));
  ls_page_watch_post (self->watch, 1, ")", LS_TASK_PRIORITY_BACKGROUND);
  ls_page_watch_set_priority (self->watch, 1, LS_TASK_PRIORITY_BACKGROUND);
  ls_page_watch_abort (self->watch, 1, "why");
  ls_page_watch_abort (self->watch, 1, NULL);
  wait_for_refusal (self, list, "controller\n");
  g_assert_cmpstr (list->str, ==, "The page does not take the command: SyntaxError: no token\n"
                                  "The page does not take the command\n"
                                  "The page does not take the command\n"
                                  "The signal has no controller\n");
}

/* A browser is found by its port, even where it says in parts where its WebSocket is. It goes on afterwards: nobody hangs up before
 * its pages, and frames that come meanwhile, know that nobody listens any more. */
static void
test_joined (Fixture       *self,
             gconstpointer  data)
{
  g_autofree char *port = NULL, *log = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GSubprocess) browser = g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_SILENCE, &error,
                                                      self->link, NULL);
  g_autoptr (GDataInputStream) lines = NULL;

  g_assert_no_error (error);
  lines = g_data_input_stream_new (g_subprocess_get_stdout_pipe (browser));
  port = g_data_input_stream_read_line (lines, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (ls_page_watch_join (self->watch, port, NULL, LS_PAGE_WATCH_NONE, &error));
  while (ls_page_watch_get_n_agents (self->watch) == 0)
    {
      g_assert_false (ls_live_run_has_ended (LS_LIVE_RUN (self->watch)));
      g_main_context_iteration (NULL, TRUE);
    }
  ls_live_run_stop (LS_LIVE_RUN (self->watch));
  wait_for_end (self);
  g_assert_true (g_subprocess_wait_check (browser, NULL, &error));
  g_assert_true (g_file_get_contents (self->log, &log, NULL, NULL));
  if (self->is_firefox)
    {
      g_assert_true (g_str_has_suffix (log, "session.end\n"));
      return;
    }
  g_assert_nonnull (strstr (log, "left 1\n"));
  g_assert_nonnull (strstr (log, "left 2\n"));
}

static void
test_silent (Fixture       *self,
             gconstpointer  data)
{
  watch (self, LS_PAGE_WATCH_NONE);
  assert_problem (self, "ended before");
}

/* Firefox */

/* A document that comes back from sleep is the one that it was, and what it had to tell meanwhile is there; nonsense is counted. */
static void
test_firefox_back (Fixture       *self,
                   gconstpointer  data)
{
  watch (self, LS_PAGE_WATCH_NONE);
  g_assert_cmpuint (ls_page_watch_get_n_agents (self->watch), ==, 1);
  g_assert_cmpuint (ls_trace_get_n_turns (ls_live_run_get_trace (LS_LIVE_RUN (self->watch))), ==, 1);
  g_assert_cmpuint (ls_live_run_get_n_lost (LS_LIVE_RUN (self->watch)), ==, 1);
}

/* One that is gone is another than the one that follows. The model is that of Firefox. */
static void
test_firefox_gone (Fixture       *self,
                   gconstpointer  data)
{
  watch (self, LS_PAGE_WATCH_NONE);
  g_assert_cmpuint (ls_page_watch_get_n_agents (self->watch), ==, 2);
  g_assert_cmpuint (ls_trace_get_n_turns (ls_live_run_get_trace (LS_LIVE_RUN (self->watch))), ==, 1);
  g_assert_true (has_text (ls_live_run_get_trace (LS_LIVE_RUN (self->watch)), "gecko"));
}

static void
test_firefox_worker (Fixture       *self,
                     gconstpointer  data)
{
  watch (self, LS_PAGE_WATCH_NONE);
  g_assert_cmpuint (ls_page_watch_get_n_agents (self->watch), ==, 1);
  g_assert_cmpuint (ls_page_watch_get_n_closed (self->watch), ==, 1);
}

/* The trace has what a page has told before its process was gone. */
static void
test_firefox_crashed (Fixture       *self,
                      gconstpointer  data)
{
  g_autofree char *problem = NULL;

  watch (self, LS_PAGE_WATCH_NONE);
  problem = ls_live_run_dup_problem (LS_LIVE_RUN (self->watch));
  g_assert_cmpstr (problem, ==, "A page crashed: http://page/x");
  g_assert_cmpuint (ls_trace_get_n_turns (ls_live_run_get_trace (LS_LIVE_RUN (self->watch))), ==, 1);
}

/* What it refuses is said, and the browser is not left alone for that. */
static void
test_firefox_refused (Fixture       *self,
                      gconstpointer  data)
{
  static const struct
  {
    const char *what, *problem;
  } cases[] = {
    { "taken", "one at a time" }, { "strange", "cannot be watched: xxx" }, { "old", "cannot be watched: script.addPreloadScript" },
    { "refused", "NS_ERROR_UNKNOWN_HOST" }, { "silent", "ended before" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_test_message ("%s", cases[i].what);
      g_setenv ("FAKE_BROWSER", cases[i].what, TRUE);
      g_object_unref (self->watch);
      self->watch = ls_page_watch_new ();
      watch (self, LS_PAGE_WATCH_NONE);
      assert_problem (self, cases[i].problem);
    }
}

/* Returns how the command line ended. */
static int
run (const char *const  *arguments,
     char              **errors)
{
  g_autoptr (GSubprocess) process = g_subprocess_newv (arguments, G_SUBPROCESS_FLAGS_STDOUT_SILENCE | G_SUBPROCESS_FLAGS_STDERR_PIPE,
                                                       NULL);

  g_assert_true (g_subprocess_communicate_utf8 (process, NULL, NULL, NULL, errors, NULL));
  return g_subprocess_get_exit_status (process);
}

/* The command line starts it, says what it could not watch, and refuses what does not go together. */
static void
test_firefox_record (Fixture       *self,
                     gconstpointer  data)
{
  g_autofree char *output = g_build_filename (self->folder, "page.json.gz", NULL);
  g_autofree char *errors = NULL, *alone = NULL, *joined = NULL, *none = NULL;
  const char *cli = g_getenv ("LS_TEST_CLI");

  g_assert_cmpint (run ((const char *const[]) { cli, "record", "--page=http://page/", "--firefox", "--output", output, NULL }, &errors),
                   ==, 0);
  g_assert_nonnull (strstr (errors, "1 worker was not watched: Firefox lets nobody into workers"));
  g_assert_no_errno (g_unlink (output));
  g_assert_cmpint (run ((const char *const[]) { cli, "record", "--firefox", NULL }, &alone), ==, 2);
  g_assert_cmpint (run ((const char *const[]) { cli, "record", "--firefox", "--browser=9222", NULL }, &joined), ==, 2);
  g_assert_nonnull (strstr (joined, "--firefox does not apply"));
  g_setenv ("PATH", "/nowhere", TRUE);
  g_assert_cmpint (run ((const char *const[]) { cli, "record", "--page=http://page/", "--firefox", "--output", output, NULL }, &none),
                   ==, 3);
  g_assert_nonnull (strstr (none, "There is no Firefox"));
}

static void
test_firefox_acts (Fixture       *self,
                   gconstpointer  data)
{
  g_autoptr (GString) list = g_string_new (NULL);

  launch_to_act (self, list);
  ls_live_run_hold (LS_LIVE_RUN (self->watch));
  ls_page_watch_post (self->watch, 1, ")", LS_TASK_PRIORITY_BACKGROUND);
  ls_page_watch_abort (self->watch, 1, NULL);
  wait_for_refusal (self, list, "controller\n");
  g_assert_cmpstr (list->str, ==, "Firefox cannot hold a page\n"
                                  "The page does not take the command: SyntaxError: no token\n"
                                  "The signal has no controller\n");
}

static void
test_no_browser (Fixture       *self,
                 gconstpointer  data)
{
  g_autoptr (GError) error = NULL;

  g_setenv ("PATH", "/nowhere", TRUE);
  g_assert_false (ls_page_watch_launch (self->watch, "http://page/", LS_PAGE_WATCH_NONE, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_clear_error (&error);
  g_assert_false (ls_page_watch_launch (self->watch, "http://page/", LS_PAGE_WATCH_FIREFOX, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_assert_nonnull (strstr (error->message, "Firefox"));
}

/* Only this machine's browsers are joined. */
static void
test_addresses (void)
{
  static const struct
  {
    const char *address;
    int         code;
  } cases[] = {
    { "example.org:9222", G_IO_ERROR_PERMISSION_DENIED }, { "10.0.0.1:9222", G_IO_ERROR_PERMISSION_DENIED },
    { "ws://192.168.1.2:9222/devtools", G_IO_ERROR_PERMISSION_DENIED }, { "http://127.0.0.1.example.org:80", G_IO_ERROR_PERMISSION_DENIED },
    { "http://0.0.0.0:9222", G_IO_ERROR_PERMISSION_DENIED }, { "http://user@127.0.0.1:9222", G_IO_ERROR_INVALID_ARGUMENT },
    { "http://127.0.0.1@example.org:9222", G_IO_ERROR_INVALID_ARGUMENT }, { "", G_IO_ERROR_INVALID_ARGUMENT },
    { "localhost", G_IO_ERROR_INVALID_ARGUMENT }, { "file:///etc/passwd", G_IO_ERROR_INVALID_ARGUMENT },
    { "wss://127.0.0.1:9222/", G_IO_ERROR_INVALID_ARGUMENT }, { "99999999", G_IO_ERROR_INVALID_ARGUMENT },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (LsPageWatch) pages = ls_page_watch_new ();
      g_autoptr (GError) error = NULL;

      g_test_message ("%s", cases[i].address);
      g_assert_false (ls_page_watch_join (pages, cases[i].address, NULL, LS_PAGE_WATCH_NONE, &error));
      g_assert_error (error, G_IO_ERROR, cases[i].code);
    }
}

/* Nobody listens there. */
static void
test_nobody (void)
{
  g_autoptr (GSocketListener) listener = g_socket_listener_new ();
  const guint port = g_socket_listener_add_any_inet_port (listener, NULL, NULL);
  g_autofree char *address = g_strdup_printf ("%u", port);
  g_autoptr (LsPageWatch) pages = ls_page_watch_new ();
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  g_autofree char *problem = NULL;

  g_socket_listener_close (listener);
  g_signal_connect_swapped (pages, "ended", G_CALLBACK (g_main_loop_quit), loop);
  g_assert_true (ls_page_watch_join (pages, address, NULL, LS_PAGE_WATCH_NONE, NULL));
  g_main_loop_run (loop);
  problem = ls_live_run_dup_problem (LS_LIVE_RUN (pages));
  g_assert_nonnull (problem);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add ("/page-watch/page", Fixture, "page", set_up, test_page, tear_down);
  g_test_add ("/page-watch/full-urls", Fixture, "page", set_up, test_full_urls, tear_down);
  g_test_add ("/page-watch/worker", Fixture, "worker", set_up, test_worker, tear_down);
  g_test_add ("/page-watch/navigated", Fixture, "navigated", set_up, test_navigated, tear_down);
  g_test_add ("/page-watch/hostile", Fixture, "hostile", set_up, test_hostile, tear_down);
  g_test_add ("/page-watch/refused", Fixture, "refused", set_up, test_refused, tear_down);
  g_test_add ("/page-watch/acts", Fixture, "acts", set_up, test_acts, tear_down);
  g_test_add ("/page-watch/joined", Fixture, "joined", set_up, test_joined, tear_down);
  g_test_add ("/page-watch/silent", Fixture, "silent", set_up, test_silent, tear_down);
  g_test_add ("/page-watch/no-browser", Fixture, "page", set_up, test_no_browser, tear_down);
  g_test_add ("/page-watch/firefox/page", Fixture, FIREFOX "page", set_up, test_page, tear_down);
  g_test_add ("/page-watch/firefox/cut", Fixture, FIREFOX "cut", set_up, test_page, tear_down);
  g_test_add ("/page-watch/firefox/full-urls", Fixture, FIREFOX "page", set_up, test_full_urls, tear_down);
  g_test_add ("/page-watch/firefox/hostile", Fixture, FIREFOX "hostile", set_up, test_hostile, tear_down);
  g_test_add ("/page-watch/firefox/back", Fixture, FIREFOX "back", set_up, test_firefox_back, tear_down);
  g_test_add ("/page-watch/firefox/gone", Fixture, FIREFOX "gone", set_up, test_firefox_gone, tear_down);
  g_test_add ("/page-watch/firefox/worker", Fixture, FIREFOX "worker", set_up, test_firefox_worker, tear_down);
  g_test_add ("/page-watch/firefox/crashed", Fixture, FIREFOX "crashed", set_up, test_firefox_crashed, tear_down);
  g_test_add ("/page-watch/firefox/record", Fixture, FIREFOX "worker", set_up, test_firefox_record, tear_down);
  g_test_add ("/page-watch/firefox/refused", Fixture, FIREFOX "refused", set_up, test_firefox_refused, tear_down);
  g_test_add ("/page-watch/firefox/acts", Fixture, FIREFOX "acts", set_up, test_firefox_acts, tear_down);
  g_test_add ("/page-watch/firefox/joined", Fixture, FIREFOX "joined", set_up, test_joined, tear_down);
  g_test_add_func ("/page-watch/addresses", test_addresses);
  g_test_add_func ("/page-watch/nobody", test_nobody);

  return g_test_run ();
}
