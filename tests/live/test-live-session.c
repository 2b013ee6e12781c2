/* test-live-session.c: sessions that show a program while it runs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-engine-thread.h"
#include "ls-runner.h"
#include "ls-session-live.h"
#include "ls-watch.h"
#include "ls-session-recording.h"

/* Returns a session that shows "watched MODE", which has begun. */
static LsSession *
watch_mode (const char *mode)
{
  const char *const arguments[] = { g_getenv ("LS_TEST_WATCHED"), mode, NULL };
  g_autoptr (LsWatch) watch = ls_watch_new ();
  g_autoptr (GError) error = NULL;

  g_assert_true (ls_watch_launch (watch, arguments, &error));
  g_assert_no_error (error);
  return ls_session_new_for_live_run (LS_LIVE_RUN (watch), "watched");
}

static void
on_finished (LsEngineThread *thread,
             gboolean       *has_finished)
{
  *has_finished = TRUE;
}

/* The run is the trace of the watch, and over when the program is. */
static void
test_run (void)
{
  g_autoptr (LsSession) session = watch_mode ("order");
  LsTrace *trace = ls_live_run_get_trace (ls_session_get_live_run (session));
  g_autoptr (LsEngineThread) thread = ls_engine_thread_new ();
  gboolean has_finished = FALSE;

  g_assert_cmpstr (ls_session_get_title (session), ==, "watched");
  g_assert_false (ls_session_get_modified (session));
  g_signal_connect (thread, "finished", G_CALLBACK (on_finished), &has_finished);
  ls_engine_thread_set_ahead (thread, G_MAXUINT32);
  g_assert_true (ls_engine_thread_start (thread, session, NULL, NULL));
  g_assert_true (ls_engine_thread_get_trace (thread) == trace);
  while (!has_finished)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpint (ls_engine_thread_get_state (thread), ==, LS_RUNNER_FINISHED);
  g_assert_cmpuint (ls_engine_thread_get_n_steps (thread), ==, 3);
  g_assert_false (ls_trace_get_growing (trace));

  /* Again it is the same run. */
  has_finished = FALSE;
  g_assert_true (ls_engine_thread_start (thread, session, NULL, NULL));
  g_assert_true (ls_engine_thread_get_trace (thread) == trace);
  while (!has_finished)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpuint (ls_engine_thread_get_n_steps (thread), ==, 3);
}

/* Nobody can make it run in another way. */
static void
test_refused (void)
{
  g_autoptr (LsSession) session = watch_mode ("order");
  g_autoptr (LsSession) copy = ls_session_copy (session);
  LsRunnerOptions options = LS_RUNNER_OPTIONS_INIT;
  g_autoptr (GError) error = NULL;

  g_assert_true (ls_session_is_recorded (session));
  g_assert_null (ls_session_get_recording (session));
  g_assert_null (ls_session_get_recorded_trace (session));
  g_assert_true (ls_session_get_live_run (copy) == ls_session_get_live_run (session));
  options.preset = "gecko";
  g_assert_null (ls_runner_new (session, &options, &error));
  g_assert_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_RUN);
  g_assert_cmpstr (error->message, ==, "This program runs on its own: it cannot run again or in another way here");
}

/* A run can be left at any time, also while nothing happens; the watch goes on. */
static void
test_leave (void)
{
  g_autoptr (LsWatch) watch = ls_watch_new ();
  g_autoptr (LsSession) session = ls_session_new_for_live_run (LS_LIVE_RUN (watch), "nothing yet");
  LsTrace *trace = ls_live_run_get_trace (LS_LIVE_RUN (watch));
  g_autoptr (LsEngineThread) thread = ls_engine_thread_new ();
  gboolean has_finished = FALSE;

  ls_trace_set_growing (trace, TRUE);
  g_signal_connect (thread, "finished", G_CALLBACK (on_finished), &has_finished);
  g_assert_true (ls_engine_thread_start (thread, session, NULL, NULL));
  ls_engine_thread_interrupt (thread);
  while (!has_finished)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpint (ls_engine_thread_get_state (thread), ==, LS_RUNNER_CANCELLED);
  g_assert_true (ls_engine_thread_start (thread, session, NULL, NULL));
  ls_engine_thread_stop (thread);
  g_assert_true (ls_trace_get_growing (trace));
  g_assert_cmpuint (ls_trace_get_length (trace), ==, 0);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/live-session/run", test_run);
  g_test_add_func ("/live-session/refused", test_refused);
  g_test_add_func ("/live-session/leave", test_leave);
  return g_test_run ();
}
