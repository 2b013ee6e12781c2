/* test-background.c: programs that close their connections, or go on in the background
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

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

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/background/closes", test_closes);
  g_test_add_func ("/background/closes-and-ends", test_closes_and_ends);
  g_test_add_data_func ("/background/daemon", "daemon", test_background);
  g_test_add_data_func ("/background/forks", "forks", test_background);

  return g_test_run ();
}
