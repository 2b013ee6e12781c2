/* test-page-watch-firefox.c: watches pages in what stands in for Firefox
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "photograph-fixture.h"
#include "stand-in-fixture.h"

/* A document that comes back from sleep is the one that it was, and what it had to tell meanwhile is there; nonsense is counted. */
static void
test_back (Fixture       *self,
           gconstpointer  data)
{
  watch (self, LS_PAGE_WATCH_NONE);
  g_assert_cmpuint (ls_page_watch_get_n_agents (self->watch), ==, 1);
  g_assert_cmpuint (ls_trace_get_n_turns (ls_live_run_get_trace (LS_LIVE_RUN (self->watch))), ==, 1);
  g_assert_cmpuint (ls_live_run_get_n_lost (LS_LIVE_RUN (self->watch)), ==, 1);
}

/* One that is gone is another than the one that follows. The model is that of Firefox. */
static void
test_gone (Fixture       *self,
           gconstpointer  data)
{
  watch (self, LS_PAGE_WATCH_NONE);
  g_assert_cmpuint (ls_page_watch_get_n_agents (self->watch), ==, 2);
  g_assert_cmpuint (ls_trace_get_n_turns (ls_live_run_get_trace (LS_LIVE_RUN (self->watch))), ==, 1);
  g_assert_true (has_text (ls_live_run_get_trace (LS_LIVE_RUN (self->watch)), "gecko"));
}

static void
test_worker (Fixture       *self,
             gconstpointer  data)
{
  watch (self, LS_PAGE_WATCH_NONE);
  g_assert_cmpuint (ls_page_watch_get_n_agents (self->watch), ==, 1);
  g_assert_cmpuint (ls_page_watch_get_n_closed (self->watch), ==, 1);
}

/* The trace has what a page has told before its process was gone. */
static void
test_crashed (Fixture       *self,
              gconstpointer  data)
{
  g_autofree char *problem = NULL;
  g_autoptr (GPtrArray) targets = NULL;

  watch (self, LS_PAGE_WATCH_NONE);
  targets = ls_page_watch_list_targets (self->watch);
  g_assert_cmpuint (targets->len, ==, 1);
  g_assert_true (((const LsPageTarget *) g_ptr_array_index (targets, 0))->has_crashed);
  problem = ls_live_run_dup_problem (LS_LIVE_RUN (self->watch));
  g_assert_cmpstr (problem, ==, "A page crashed: http://page/x");
  g_assert_cmpuint (ls_trace_get_n_turns (ls_live_run_get_trace (LS_LIVE_RUN (self->watch))), ==, 1);
}

/* What it refuses is said, and the browser is not left alone for that. */
static void
test_refused (Fixture       *self,
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
test_record (Fixture       *self,
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
  g_assert_nonnull (strstr (joined, "--browser joins one that runs"));
  g_setenv ("PATH", "/nowhere", TRUE);
  g_assert_cmpint (run ((const char *const[]) { cli, "record", "--page=http://page/", "--firefox", "--output", output, NULL }, &none),
                   ==, 3);
  g_assert_nonnull (strstr (none, "There is no Firefox"));
}

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
  ls_page_watch_abort (self->watch, 1, NULL);
  wait_for_act (self, list, "controller\n");
  expected = g_strdup_printf ("%u: Firefox cannot hold a page\n"
                              "%u: The page does not take the command: SyntaxError: no token\n"
                              "%u: The signal has no controller\n",
                              (guint) first - 1, (guint) first, (guint) first + 1);
  g_assert_cmpstr (list->str, ==, expected);
}

/* Its queues cannot be photographed, and whoever wants that is told. */
static void
test_photograph (Fixture       *self,
                 gconstpointer  data)
{
  g_autoptr (GError) error = NULL;

  wait_for_agents (self);
  g_assert_null (photograph_take (self->watch, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED);
  g_assert_nonnull (strstr (error->message, "Firefox"));
  ls_live_run_stop (LS_LIVE_RUN (self->watch));
  wait_for_end (self);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add ("/page-watch-firefox/page", Fixture, FIREFOX "page", set_up, test_page, tear_down);
  g_test_add ("/page-watch-firefox/cut", Fixture, FIREFOX "cut", set_up, test_page, tear_down);
  g_test_add ("/page-watch-firefox/full-urls", Fixture, FIREFOX "page", set_up, test_full_urls, tear_down);
  g_test_add ("/page-watch-firefox/hostile", Fixture, FIREFOX "hostile", set_up, test_hostile, tear_down);
  g_test_add ("/page-watch-firefox/back", Fixture, FIREFOX "back", set_up, test_back, tear_down);
  g_test_add ("/page-watch-firefox/gone", Fixture, FIREFOX "gone", set_up, test_gone, tear_down);
  g_test_add ("/page-watch-firefox/worker", Fixture, FIREFOX "worker", set_up, test_worker, tear_down);
  g_test_add ("/page-watch-firefox/crashed", Fixture, FIREFOX "crashed", set_up, test_crashed, tear_down);
  g_test_add ("/page-watch-firefox/record", Fixture, FIREFOX "worker", set_up, test_record, tear_down);
  g_test_add ("/page-watch-firefox/refused", Fixture, FIREFOX "refused", set_up, test_refused, tear_down);
  g_test_add ("/page-watch-firefox/acts", Fixture, FIREFOX "acts", set_up, test_acts, tear_down);
  g_test_add ("/page-watch-firefox/joined", Fixture, FIREFOX "joined", set_up, test_joined, tear_down);
  g_test_add ("/page-watch-firefox/keeps", Fixture, FIREFOX "keeps", set_up, test_keeps, tear_down);
  g_test_add ("/page-watch-firefox/photograph", Fixture, FIREFOX "acts", set_up, test_photograph, tear_down);

  return g_test_run ();
}
