/* test-page-firefox.c: watches pages in Firefox, where there is one
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "ls-state.h"
#include "page-fixture.h"
#include "photograph-fixture.h"

/* A page, a frame, and a frame of another site: all from their first statement on. Nobody is let into the worker, which is said. */
static void
test_workers (Fixture       *self,
              gconstpointer  data)
{
  LsPagePrediction prediction;

  launch (self, "worker.html", LS_PAGE_WATCH_NONE);
  wait_for_texts (self, (const char *const[]) { "inPage", "inFrame", "inOtherSite", NULL });
  while (ls_page_watch_get_n_closed (self->watch) == 0)
    g_main_context_iteration (NULL, TRUE);
  stop (self);
  g_assert_false (has_text (self, "inWorker"));
  g_assert_cmpuint (ls_page_watch_get_n_agents (self->watch), ==, 3);
  ls_page_watch_get_prediction (self->watch, &prediction);
  g_assert_cmpuint (prediction.n_same, >, 2);
  g_assert_cmpuint (prediction.n_different, ==, 0);
  g_assert_cmpuint (prediction.n_unsure, ==, 0);
}

/* A page that never rests does what it is told: what waited in it runs, or goes away. */
static void
test_acts (Fixture       *self,
           gconstpointer  data)
{
  launch (self, "waiting.html", LS_PAGE_WATCH_NONE);
  while (find_waiting (self, "low") == 0 || find_waiting (self, "doomed") == 0 || find_waiting (self, "fixed") == 0)
    g_main_context_iteration (NULL, TRUE);
  ls_page_watch_set_priority (self->watch, find_waiting (self, "fixed"), LS_TASK_PRIORITY_USER_BLOCKING);
  while (self->refusal == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_assert_nonnull (strstr (self->refusal, "no signal"));
  ls_page_watch_post (self->watch, 1, ")", LS_TASK_PRIORITY_USER_BLOCKING);
  while (strstr (self->refusal, "SyntaxError") == NULL)
    g_main_context_iteration (NULL, TRUE);
  ls_page_watch_set_priority (self->watch, find_waiting (self, "low"), LS_TASK_PRIORITY_USER_BLOCKING);
  ls_page_watch_abort (self->watch, find_waiting (self, "doomed"), "enough");
  ls_page_watch_post (self->watch, 1, "globalThis.scheduler.postTask(function posted() {})", LS_TASK_PRIORITY_USER_BLOCKING);
  wait_for_texts (self, (const char *const[]) { "enough", "posted", NULL });
  while (find_waiting (self, "low") != 0 || find_waiting (self, "doomed") != 0)
    g_main_context_iteration (NULL, TRUE);
  stop (self);
}

/* Nothing can be held, nor its queues be photographed, and whoever wants that is told. */
static void
test_hold (Fixture       *self,
           gconstpointer  data)
{
  g_autoptr (GError) error = NULL;

  launch (self, "steps.html", LS_PAGE_WATCH_NONE);
  g_assert_false (ls_live_run_can_hold (LS_LIVE_RUN (self->watch)));
  ls_live_run_hold (LS_LIVE_RUN (self->watch));
  while (self->refusal == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpstr (self->refusal, ==, "Firefox cannot hold a page");
  g_assert_false (ls_live_run_is_to_hold (LS_LIVE_RUN (self->watch)));
  g_clear_pointer (&self->refusal, g_free);
  ls_page_watch_set_breakpoints (self->watch, (const char *const[]) { "first", NULL });
  while (self->refusal == NULL)
    g_main_context_iteration (NULL, TRUE);
  wait_for_texts (self, (const char *const[]) { "last", NULL });
  g_assert_null (photograph_take (self->watch, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED);
  g_assert_nonnull (strstr (error->message, "Firefox"));
  stop (self);
}

/* A text is there before the agent that has told it. */
static void
wait_for_agents (Fixture *self,
                 guint    n)
{
  while (ls_page_watch_get_n_agents (self->watch) < n)
    g_main_context_iteration (NULL, TRUE);
}

/* A page that the user has left and comes back to is the same document, which goes on. */
static void
test_back (Fixture       *self,
           gconstpointer  data)
{
  launch (self, "leave.html", LS_PAGE_WATCH_NONE);
  wait_for_texts (self, (const char *const[]) { "first", NULL });
  wait_for_agents (self, 1);
  ls_page_watch_post (self->watch, 1, "location = 'frame.html'", LS_TASK_PRIORITY_USER_VISIBLE);
  wait_for_texts (self, (const char *const[]) { "inOtherSite", NULL });
  wait_for_agents (self, 2);
  ls_page_watch_post (self->watch, 2, "history.back()", LS_TASK_PRIORITY_USER_VISIBLE);
  wait_for_texts (self, (const char *const[]) { "back", NULL });
  ls_page_watch_post (self->watch, 1, "globalThis.scheduler.postTask(function again() {})", LS_TASK_PRIORITY_USER_VISIBLE);
  wait_for_texts (self, (const char *const[]) { "again", NULL });
  stop (self);
  g_assert_cmpuint (ls_page_watch_get_n_agents (self->watch), ==, 2);
}

/* A page that does nothing but its own work ends with the watch. */
static void
test_endless (Fixture       *self,
              gconstpointer  data)
{
  launch (self, "flood.html", LS_PAGE_WATCH_NONE);
  wait_for_texts (self, (const char *const[]) { "flood", NULL });
  stop (self);
}

/* What cannot be opened is said. */
static void
test_nowhere (Fixture       *self,
              gconstpointer  data)
{
  g_autofree char *problem = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (ls_page_watch_launch (self->watch, "http://nowhere.invalid/", LS_PAGE_WATCH_HEADLESS | LS_PAGE_WATCH_FIREFOX, &error));
  while (problem == NULL)
    {
      g_main_context_iteration (NULL, TRUE);
      problem = ls_live_run_dup_problem (LS_LIVE_RUN (self->watch));
    }
  g_assert_nonnull (strstr (problem, "NS_ERROR_UNKNOWN_HOST"));
  stop (self);
}

/* Joining */

typedef struct
{
  GSubprocess      *process;
  GDataInputStream *lines;
  char             *profile;
  char             *port;
} Browser;

static void
start_browser (Browser    *self,
               const char *address)
{
  static const char notice[] = "WebDriver BiDi listening on ws://127.0.0.1:";
  g_autofree char *program = g_find_program_in_path ("firefox");
  g_autoptr (GError) error = NULL;

  if (program == NULL)
    program = g_find_program_in_path ("firefox-esr");
  self->profile = g_dir_make_tmp ("page-firefox-XXXXXX", NULL);
  self->process = g_subprocess_new (G_SUBPROCESS_FLAGS_STDERR_PIPE | G_SUBPROCESS_FLAGS_STDOUT_SILENCE, &error, program, "--headless",
                                    "--no-remote", "--profile", self->profile, "--remote-debugging-port=0", address, NULL);
  g_assert_no_error (error);
  self->lines = g_data_input_stream_new (g_subprocess_get_stderr_pipe (self->process));
  while (self->port == NULL)
    {
      g_autofree char *line = g_data_input_stream_read_line (self->lines, NULL, NULL, &error);

      g_assert_no_error (error);
      g_assert_nonnull (line);
      if (g_str_has_prefix (line, notice))
        self->port = g_strdup (line + strlen (notice));
    }
}

static void
end_browser (Browser *self)
{
  g_autoptr (GSubprocess) removing = NULL;

  /* It goes on after the watches. */
  g_assert_nonnull (g_subprocess_get_identifier (self->process));
  g_subprocess_send_signal (self->process, SIGTERM);
  g_assert_true (g_subprocess_wait (self->process, NULL, NULL));
  removing = g_subprocess_new (G_SUBPROCESS_FLAGS_NONE, NULL, "rm", "-r", self->profile, NULL);
  g_assert_true (g_subprocess_wait_check (removing, NULL, NULL));
  g_object_unref (self->lines);
  g_object_unref (self->process);
  g_free (self->profile);
  g_free (self->port);
}

/* Its pages are taken over, and go on. Another watch is refused as long as there is one, and welcome afterwards. */
static void
test_joined (Fixture       *self,
             gconstpointer  data)
{
  g_autofree char *address = g_strdup_printf ("http://127.0.0.1:%u/steps.html", self->port);
  g_autoptr (LsPageWatch) second = ls_page_watch_new ();
  g_autoptr (LsPageWatch) third = ls_page_watch_new ();
  g_autoptr (GPtrArray) targets = NULL;
  g_autofree char *problem = NULL;
  g_autoptr (GError) error = NULL;
  Browser browser = { 0 };

  start_browser (&browser, address);
  g_assert_true (ls_page_watch_join (self->watch, browser.port, NULL, LS_PAGE_WATCH_NONE, &error));
  wait_for_texts (self, (const char *const[]) { "first", "last", NULL });
  g_assert_false (ls_live_run_can_hold (LS_LIVE_RUN (self->watch)));
  targets = ls_page_watch_list_targets (self->watch);
  g_assert_cmpuint (targets->len, ==, 1);
  g_assert_true (((LsPageTarget *) g_ptr_array_index (targets, 0))->is_late);

  g_assert_true (ls_page_watch_join (second, browser.port, NULL, LS_PAGE_WATCH_NONE, &error));
  while (!ls_live_run_has_ended (LS_LIVE_RUN (second)))
    g_main_context_iteration (NULL, TRUE);
  problem = ls_live_run_dup_problem (LS_LIVE_RUN (second));
  g_assert_nonnull (problem);
  g_assert_nonnull (strstr (problem, "one at a time"));

  stop (self);
  g_assert_true (ls_page_watch_join (third, browser.port, address, LS_PAGE_WATCH_NONE, &error));
  while (ls_page_watch_get_n_agents (third) < 2)
    {
      g_assert_false (ls_live_run_has_ended (LS_LIVE_RUN (third)));
      g_main_context_iteration (NULL, TRUE);
    }
  ls_live_run_stop (LS_LIVE_RUN (third));
  while (!ls_live_run_has_ended (LS_LIVE_RUN (third)))
    g_main_context_iteration (NULL, TRUE);
  end_browser (&browser);
}

int
main (int    argc,
      char **argv)
{
  static const PageTest tests[] = {
    { "random", test_random }, { "delays", test_delays }, { "workers", test_workers }, { "acts", test_acts }, { "hold", test_hold },
    { "back", test_back }, { "endless", test_endless }, { "nowhere", test_nowhere }, { "joined", test_joined },
  };

  g_test_init (&argc, &argv, NULL);

  return run_in_browser ("page-firefox", LS_PAGE_WATCH_FIREFOX, tests, G_N_ELEMENTS (tests));
}
