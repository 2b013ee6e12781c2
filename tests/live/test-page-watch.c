/* test-page-watch.c: watches pages in a browser, or in what stands in for one
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "ls-state.h"
#include "photograph-fixture.h"
#include "stand-in-fixture.h"

/* Signals are called as the variables are that the page makes them for: the browser is asked for the script once. */
static void
test_scripts (Fixture       *self,
              gconstpointer  data)
{
  LsTrace *trace = ls_live_run_get_trace (LS_LIVE_RUN (self->watch));
  g_autoptr (LsState) state = NULL;
  g_autofree char *log = NULL;
  g_autoptr (GError) error = NULL;
  guint first_line;
  static const char *const names[] = { "loader", "key", NULL, NULL, NULL, NULL, NULL };

  g_assert_null (ls_page_watch_load_script (self->watch, "http://page/a.js", 3, &first_line, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_clear_error (&error);
  watch (self, LS_PAGE_WATCH_NONE);
  g_assert_null (ls_page_watch_load_script (self->watch, "http://page/a.js", 3, &first_line, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  state = ls_state_new (trace);
  ls_state_seek (state, G_MAXSIZE);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_assert_cmpstr (ls_trace_get_text (trace, ls_state_get_signal (state, i + 1)->name), ==, names[i]);
  g_assert_false (has_text (trace, "token"));
  g_assert_true (g_file_get_contents (self->log, &log, NULL, NULL));
  g_assert_nonnull (strstr (log, "script 7\n"));
  g_assert_null (strstr (strstr (log, "script 7\n") + 1, "script 7\n"));
  g_assert_nonnull (strstr (log, "script 9\n"));
  g_assert_null (strstr (log, "script 8\n"));
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
test_refused (Fixture       *self,
              gconstpointer  data)
{
  watch (self, LS_PAGE_WATCH_NONE);
  assert_problem (self, "net::ERR_NAME_NOT_RESOLVED");
}

/* Whoever gives a command learns that the page has done it, or why not; whoever holds pages does not learn of those that go away. */
static void
test_acts (Fixture       *self,
           gconstpointer  data)
{
  g_autoptr (GString) list = g_string_new (NULL);
  g_autofree char *expected = NULL;
  guint64 first;

  list_acts (self, list);
  wait_for_agents (self);
  ls_live_run_hold (LS_LIVE_RUN (self->watch));
  first = ls_page_watch_post (self->watch, 1, ")", LS_TASK_PRIORITY_BACKGROUND);
  ls_page_watch_set_priority (self->watch, 1, LS_TASK_PRIORITY_BACKGROUND);
  ls_page_watch_abort (self->watch, 1, "why");
  ls_page_watch_abort (self->watch, 1, NULL);
  ls_page_watch_abort (self->watch, 1, "fine");
  wait_for_act (self, list, "done\n");
  expected = g_strdup_printf ("%u: The page does not take the command: SyntaxError: no token\n"
                              "%u: The page does not take the command\n"
                              "%u: The page does not take the command\n"
                              "%u: The signal has no controller\n"
                              "%u: done\n",
                              (guint) first, (guint) first + 1, (guint) first + 2, (guint) first + 3, (guint) first + 4);
  g_assert_cmpstr (list->str, ==, expected);
  /* Nobody is there any more. */
  g_assert_cmpuint (ls_page_watch_abort (self->watch, 1, NULL), ==, 0);
}

/* A page that is closed instead of an answer. */
static void
test_closes (Fixture       *self,
             gconstpointer  data)
{
  g_autoptr (GString) list = g_string_new (NULL);

  list_acts (self, list);
  wait_for_agents (self);
  ls_page_watch_abort (self->watch, 1, NULL);
  while (list->len == 0)
    g_main_context_iteration (NULL, TRUE);
  g_assert_nonnull (strstr (list->str, "is gone"));
  ls_live_run_stop (LS_LIVE_RUN (self->watch));
  wait_for_end (self);
}

/* Returns (transfer full) (nullable) the photograph. @code: of the error that is expected where there is none */
static LsPagePhotograph *
photograph (Fixture *self,
            int      code)
{
  g_autoptr (GError) error = NULL;
  LsPagePhotograph *taken = photograph_take (self->watch, &error);

  if (taken == NULL)
    g_assert_error (error, G_IO_ERROR, code);
  return taken;
}

/* Something else records the browser. */
static void
test_recorded (Fixture       *self,
               gconstpointer  data)
{
  wait_for_agents (self);
  g_assert_null (photograph (self, G_IO_ERROR_BUSY));
  ls_live_run_stop (LS_LIVE_RUN (self->watch));
  wait_for_end (self);
  g_assert_null (photograph (self, G_IO_ERROR_NOT_CONNECTED));
}

/* A recording is no recording, or is not given. */
static void
test_garbage (Fixture       *self,
              gconstpointer  data)
{
  g_autoptr (LsPagePhotograph) empty = NULL;

  wait_for_agents (self);
  empty = photograph (self, 0);
  g_assert_cmpuint (empty->threads->len, ==, 1);
  g_assert_false (((const LsPhotographThread *) g_ptr_array_index (empty->threads, 0))->has_answered);
  g_assert_null (photograph (self, G_IO_ERROR_INVALID_DATA));
  g_assert_null (photograph (self, G_IO_ERROR_INVALID_DATA));
  ls_live_run_stop (LS_LIVE_RUN (self->watch));
  wait_for_end (self);
}

static void
test_silent (Fixture       *self,
             gconstpointer  data)
{
  watch (self, LS_PAGE_WATCH_NONE);
  assert_problem (self, "ended before");
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

/* Whether a process that nobody may have waited for has ended. */
static gboolean
is_over (const char *pid)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/stat", atoi (pid));
  g_autofree char *text = NULL;

  return !g_file_get_contents (path, &text, NULL, NULL) || strstr (text, ") Z ") != NULL;
}

static gboolean
has_crashed (Fixture *self)
{
  g_autoptr (GPtrArray) targets = ls_page_watch_list_targets (self->watch);

  return targets->len == 1 && ((const LsPageTarget *) g_ptr_array_index (targets, 0))->has_crashed;
}

static guint
get_status (Fixture *self)
{
  g_autoptr (GPtrArray) targets = ls_page_watch_list_targets (self->watch);

  g_assert_cmpuint (targets->len, ==, 1);
  return ((const LsPageTarget *) g_ptr_array_index (targets, 0))->status;
}

/* The status is that of the document that was opened, and stays as long as the page shows it. The browser tells of no other document
 * longer than it has to. */
static void
test_status (Fixture       *self,
             gconstpointer  data)
{
  const gboolean comes = g_str_equal (data, "status") || g_str_equal (data, "status-late") || strstr (data, "RESPONSE_CODE") != NULL;
  g_autofree char *log = NULL;

  wait_for_agents (self);
  g_assert_cmpuint (get_status (self), ==, comes ? 404 : 0);
  ls_page_watch_abort (self->watch, 1, NULL);
  while (get_status (self) != 0)
    g_main_context_iteration (NULL, TRUE);
  ls_live_run_stop (LS_LIVE_RUN (self->watch));
  wait_for_end (self);
  g_assert_true (g_file_get_contents (self->log, &log, NULL, NULL));
  g_assert_nonnull (strstr (log, "A1 Network.enable\n"));
  g_assert_nonnull (strstr (strstr (log, "A1 Page.navigate\n"), "A1 Network.disable\n"));
}

/* Before a page goes on, it is asked for what it has not told, wherever it goes. */
static void
test_long_address (Fixture       *self,
                   gconstpointer  data)
{
  launch (self, LS_PAGE_WATCH_NONE);
  wait_for_end (self);
  g_assert_cmpuint (ls_trace_get_n_turns (ls_live_run_get_trace (LS_LIVE_RUN (self->watch))), ==, 1);
}

/* A page that crashes stays in the list, and nothing of it can be acted on. */
static void
test_crashes (Fixture       *self,
              gconstpointer  data)
{
  g_autoptr (GString) list = g_string_new (NULL);

  list_acts (self, list);
  launch (self, LS_PAGE_WATCH_NONE);
  while (!has_crashed (self))
    g_main_context_iteration (NULL, TRUE);
  ls_page_watch_abort (self->watch, 1, NULL);
  while (list->len == 0)
    g_main_context_iteration (NULL, TRUE);
  g_assert_nonnull (strstr (list->str, "is gone"));
  g_assert_false (ls_live_run_is_held (LS_LIVE_RUN (self->watch)));
  ls_live_run_stop (LS_LIVE_RUN (self->watch));
  wait_for_end (self);
  assert_problem (self, "A page crashed");
}

/* A browser that does not end is ended, with its helpers. */
static void
test_hangs (Fixture       *self,
            gconstpointer  data)
{
  g_autofree char *log = NULL;
  const char *helper;

  launch (self, LS_PAGE_WATCH_NONE);
  while (ls_page_watch_get_n_agents (self->watch) == 0)
    g_main_context_iteration (NULL, TRUE);
  ls_live_run_stop (LS_LIVE_RUN (self->watch));
  wait_for_end (self);
  g_assert_true (g_file_get_contents (self->log, &log, NULL, NULL));
  helper = strstr (log, "helper ");
  g_assert_nonnull (helper);
  while (!is_over (helper + strlen ("helper ")))
    g_usleep (1000);
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

/* Returns (transfer full) what is said of a port where nobody can be joined. */
static char *
refuse (guint port)
{
  g_autofree char *address = g_strdup_printf ("%u", port);
  g_autoptr (LsPageWatch) pages = ls_page_watch_new ();
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);

  g_signal_connect_swapped (pages, "ended", G_CALLBACK (g_main_loop_quit), loop);
  g_assert_true (ls_page_watch_join (pages, address, NULL, LS_PAGE_WATCH_NONE, NULL));
  g_main_loop_run (loop);
  return ls_live_run_dup_problem (LS_LIVE_RUN (pages));
}

static void
test_nobody (void)
{
  g_autoptr (GSocketListener) listener = g_socket_listener_new ();
  const guint port = g_socket_listener_add_any_inet_port (listener, NULL, NULL);
  g_autofree char *expected = g_strdup_printf ("Nothing listens at 127.0.0.1:%u", port);
  g_autofree char *problem = NULL;

  g_socket_listener_close (listener);
  problem = refuse (port);
  g_assert_cmpstr (problem, ==, expected);
}

static gboolean
greet_cb (GSocketService    *service,
          GSocketConnection *connection,
          GObject           *source,
          gpointer           user_data)
{
  const char *greeting = user_data;

  g_assert_true (g_output_stream_write_all (g_io_stream_get_output_stream (G_IO_STREAM (connection)), greeting, strlen (greeting),
                                            NULL, NULL, NULL));
  g_assert_true (g_io_stream_close (G_IO_STREAM (connection), NULL, NULL));
  return TRUE;
}

/* There are more events than a page can make, and messages that are longer than any may be: nothing stops, and what is lost is counted. */
static void
test_storm (Fixture       *self,
            gconstpointer  data)
{
  guint64 n_turns;

  watch (self, LS_PAGE_WATCH_NONE);
  n_turns = ls_trace_get_n_turns (ls_live_run_get_trace (LS_LIVE_RUN (self->watch)));
  g_test_message ("%" G_GUINT64_FORMAT " turns, %" G_GUINT64_FORMAT " lost", n_turns, ls_live_run_get_n_lost (LS_LIVE_RUN (self->watch)));
  g_assert_cmpuint (n_turns + ls_live_run_get_n_lost (LS_LIVE_RUN (self->watch)), >=, 200000);
  g_assert_cmpuint (n_turns, >, 10000);
}

/* Something else listens there: another protocol, a server without browser, one with an answer that nobody expects. */
static void
test_others (void)
{
  static const char *const greetings[] = {
    "SSH-2.0-OpenSSH_9.2\r\n",
    "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nConnection: close\r\n\r\n[1]",
    "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nConnection: close\r\n\r\n{",
    "",
  };

  for (guint i = 0; i < G_N_ELEMENTS (greetings); i++)
    {
      /* With a limit of threads, one that ends would start the service again, after it was closed. */
      g_autoptr (GSocketService) service = g_threaded_socket_service_new (-1);
      const guint port = g_socket_listener_add_any_inet_port (G_SOCKET_LISTENER (service), NULL, NULL);
      g_autofree char *expected = g_strdup_printf ("Neither a browser nor Node.js can be joined at 127.0.0.1:%u: ", port);
      g_autofree char *problem = NULL;

      g_signal_connect (service, "run", G_CALLBACK (greet_cb), (gpointer) greetings[i]);
      g_socket_service_start (service);
      problem = refuse (port);
      g_test_message ("%s", problem);
      g_assert_true (g_str_has_prefix (problem, expected));
      g_assert_cmpuint (strlen (problem), >, strlen (expected));
      g_socket_service_stop (service);
      g_socket_listener_close (G_SOCKET_LISTENER (service));
    }
}

int
main (int    argc,
      char **argv)
{
  static const char *const statuses[] = { "status", "status-late", "status-net::ERR_HTTP_RESPONSE_CODE_FAILURE",
                                          "status-net::ERR_ABORTED", "status-net::ERR_CONNECTION_REFUSED", "status-invalid", "status-never" };

  g_test_init (&argc, &argv, NULL);

  g_test_add ("/page-watch/page", Fixture, "page", set_up, test_page, tear_down);
  g_test_add ("/page-watch/scripts", Fixture, "scripts", set_up, test_scripts, tear_down);
  g_test_add ("/page-watch/full-urls", Fixture, "page", set_up, test_full_urls, tear_down);
  g_test_add ("/page-watch/worker", Fixture, "worker", set_up, test_worker, tear_down);
  g_test_add ("/page-watch/navigated", Fixture, "navigated", set_up, test_navigated, tear_down);
  g_test_add ("/page-watch/hostile", Fixture, "hostile", set_up, test_hostile, tear_down);
  g_test_add ("/page-watch/refused", Fixture, "refused", set_up, test_refused, tear_down);
  g_test_add ("/page-watch/acts", Fixture, "acts", set_up, test_acts, tear_down);
  g_test_add ("/page-watch/closes", Fixture, "closes", set_up, test_closes, tear_down);
  g_test_add ("/page-watch/recorded", Fixture, "recorded", set_up, test_recorded, tear_down);
  g_test_add ("/page-watch/garbage", Fixture, "garbage", set_up, test_garbage, tear_down);
  g_test_add ("/page-watch/joined", Fixture, "joined", set_up, test_joined, tear_down);
  g_test_add ("/page-watch/storm", Fixture, "storm", set_up, test_storm, tear_down);
  g_test_add ("/page-watch/keeps", Fixture, "keeps", set_up, test_keeps, tear_down);
  for (guint i = 0; i < G_N_ELEMENTS (statuses); i++)
    {
      g_autofree char *path = g_strconcat ("/page-watch/", statuses[i], NULL);

      g_test_add (path, Fixture, statuses[i], set_up, test_status, tear_down);
    }
  g_test_add ("/page-watch/long-address", Fixture, "long-address", set_up, test_long_address, tear_down);
  g_test_add ("/page-watch/crashes", Fixture, "crashes", set_up, test_crashes, tear_down);
  g_test_add ("/page-watch/hangs", Fixture, "hangs", set_up, test_hangs, tear_down);
  g_test_add ("/page-watch/silent", Fixture, "silent", set_up, test_silent, tear_down);
  g_test_add ("/page-watch/no-browser", Fixture, "page", set_up, test_no_browser, tear_down);
  g_test_add_func ("/page-watch/addresses", test_addresses);
  g_test_add_func ("/page-watch/nobody", test_nobody);
  g_test_add_func ("/page-watch/others", test_others);

  return g_test_run ();
}
