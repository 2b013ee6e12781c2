/* test-background.c: programs that close their connections, go on in the background, or make way for others
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>

#include "ls-record.h"
#include "ls-state.h"
#include "watch-util.h"

static LsWatch *
watch_program (const char *what,
               const char *n)
{
  const char *const arguments[] = { g_getenv ("LS_TEST_WATCHED_BACKGROUND"), what, n, NULL };

  return watch_to_end (arguments, 0);
}

/* All dispatches are there, whatever happens to the connection meanwhile. */
static void
test_closes (void)
{
  g_autoptr (LsWatch) watch = watch_program ("closes", "400");
  g_autofree char *problem = ls_live_run_dup_problem (LS_LIVE_RUN (watch));
  LsTrace *trace = ls_live_run_get_trace (LS_LIVE_RUN (watch));

  g_assert_cmpuint (ls_trace_get_n_turns (trace), ==, 400);
  g_assert_cmpuint (ls_watch_get_n_processes (watch), ==, 1);
  g_assert_nonnull (problem);
  g_assert_nonnull (strstr (problem, "closed its connection"));
}

/* It ends before it could have connected again. */
static void
test_closes_and_ends (void)
{
  g_autoptr (LsWatch) watch = watch_program ("closes", "3");

  g_assert_cmpuint (ls_trace_get_n_turns (ls_live_run_get_trace (LS_LIVE_RUN (watch))), ==, 3);
  g_assert_cmpuint (ls_watch_get_n_processes (watch), ==, 1);
}

static void
test_background (gconstpointer what)
{
  g_autoptr (LsWatch) watch = watch_program (what, "400");
  g_autofree char *problem = ls_live_run_dup_problem (LS_LIVE_RUN (watch));

  g_assert_cmpuint (ls_trace_get_n_turns (ls_live_run_get_trace (LS_LIVE_RUN (watch))), ==, 400);
  g_assert_cmpuint (ls_watch_get_n_processes (watch), ==, 2);
  g_assert_nonnull (problem);
  g_assert_nonnull (strstr (problem, "goes on in the background"));
}

/* What was started may start others: the one to look at is there, and has its whole name, which the system cuts. */
static void
test_next_program (void)
{
  g_autofree char *folder = g_dir_make_tmp ("next-XXXXXX", NULL);
  g_autofree char *script = g_build_filename (folder, "the-script-that-comes-next", NULL);
  g_autofree char *line = g_strdup_printf ("#!%s ticks\n", g_getenv ("LS_TEST_WATCHED"));
  g_autofree char *note = g_build_filename (folder, "pid", NULL);
  const char *const arguments[] = { "sh", "-c", "\"$1\" order; echo $$ > \"$3\"; exec \"$2\"", "sh", g_getenv ("LS_TEST_WATCHED"), script, note,
                                    NULL };
  g_autoptr (LsWatch) watch = ls_watch_new ();
  LsLiveRun *run = LS_LIVE_RUN (watch);
  g_autoptr (GError) error = NULL;
  g_autoptr (LsState) state = ls_state_new (ls_live_run_get_trace (run));
  g_autofree char *pid = NULL;

  g_assert_true (g_file_set_contents_full (script, line, -1, G_FILE_SET_CONTENTS_NONE, 0700, &error));
  g_assert_no_error (error);
  g_assert_true (ls_watch_launch (watch, arguments, &error));
  g_assert_no_error (error);
  while (ls_live_run_get_main_agent (run) < 2)
    {
      g_main_context_iteration (NULL, TRUE);
      g_assert_false (ls_live_run_has_ended (run));
    }
  ls_state_seek (state, G_MAXSIZE);
  g_assert_cmpstr (ls_trace_get_text (ls_live_run_get_trace (run), ls_state_get_agent (state, 2)->name), ==,
                   "the-script-that-comes-next");
  g_assert_true (g_file_get_contents (note, &pid, NULL, &error));
  g_assert_no_error (error);
  kill (g_ascii_strtoll (pid, NULL, 10), SIGKILL);
  while (!ls_live_run_has_ended (run))
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpuint (ls_live_run_get_main_agent (run), ==, 2);
  g_unlink (note);
  g_unlink (script);
  g_rmdir (folder);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/background/closes", test_closes);
  g_test_add_func ("/background/closes-and-ends", test_closes_and_ends);
  g_test_add_data_func ("/background/daemon", "daemon", test_background);
  g_test_add_data_func ("/background/forks", "forks", test_background);
  g_test_add_func ("/background/next-program", test_next_program);

  return g_test_run ();
}
