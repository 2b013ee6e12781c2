/* test-leave.c: programs whose watcher is gone, or does not look
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "hold-fixture.h"

/* Whoever watched is gone in some way while the program was held: it goes on. */
static void
assert_goes_on (Fixture *self,
                gint64   since)
{
  double ms;

  for (guint i = 0; i < 5; i++)
    wait_for_letter (self, 't');
  ms = (g_get_monotonic_time () - since) / 1000.0;
  g_test_message ("it went on after %.0f ms", ms);
  if (g_test_perf ())
    g_assert_cmpfloat (ms, <, 500);
}

static void
test_leave (Fixture       *self,
            gconstpointer  mode)
{
  wait_for_turns (self, 3);
  ls_live_run_hold (LS_LIVE_RUN (self->watch));
  wait_for_held (self, 0);
  read_all (self, 0);
  ls_live_run_stop (LS_LIVE_RUN (self->watch));
  g_assert_false (ls_live_run_is_held (LS_LIVE_RUN (self->watch)));
  assert_goes_on (self, g_get_monotonic_time ());
}

/* Waits until the program has done all that it was asked for. */
static void
wait_for_obedience (Fixture *self)
{
  const guint32 late = wait_for_task (self, "late");

  g_assert_true (ls_watch_set_priority (self->watch, late, G_PRIORITY_DEFAULT_IDLE + 1, NULL));
  while (ls_watch_get_priority (self->watch, late, NULL) != G_PRIORITY_DEFAULT_IDLE + 1)
    g_main_context_iteration (NULL, TRUE);
}

/* What was to run at once waits as before. */
static void
test_leave_run (Fixture       *self,
                gconstpointer  mode)
{
  const guint32 later = wait_for_task (self, "later"), far = wait_for_task (self, "far");

  ls_live_run_hold (LS_LIVE_RUN (self->watch));
  wait_for_held (self, 0);
  g_assert_true (ls_watch_run_now (self->watch, later, NULL));
  g_assert_true (ls_watch_run_now (self->watch, far, NULL));
  wait_for_obedience (self);
  ls_live_run_stop (LS_LIVE_RUN (self->watch));
  for (guint i = 0; i < 100; i++)
    g_assert_cmpint (read_letter (self), ==, 't');
}

/* The same where another thread notices first that the watcher has left: it may have run once by then. */
static void
test_leave_naps (Fixture       *self,
                 gconstpointer  mode)
{
  const guint32 later = wait_for_task (self, "later");

  ls_live_run_hold (LS_LIVE_RUN (self->watch));
  hold_before (self, "nap");
  g_assert_true (ls_watch_run_now (self->watch, later, NULL));
  wait_for_obedience (self);
  ls_live_run_let_go (LS_LIVE_RUN (self->watch));
  while (ls_live_run_is_held (LS_LIVE_RUN (self->watch)))
    g_main_context_iteration (NULL, TRUE);
  ls_live_run_stop (LS_LIVE_RUN (self->watch));
  for (guint n_naps = 0, n_runs = 0; n_naps < 4;)
    {
      const char letter = read_letter (self);

      n_naps += letter == 't';
      n_runs += letter == '!' || letter == 'R';
      g_assert_cmpuint (n_runs, <=, 1);
    }
}

/* Holds a program and says so. */
static int
hold_for_ever (const char *path)
{
  const char *const arguments[] = { g_getenv ("LS_TEST_WATCHED"), "ticks", path, NULL };
  g_autoptr (LsWatch) watch = ls_watch_new ();

  g_assert_true (ls_watch_launch (watch, arguments, NULL));
  ls_live_run_hold (LS_LIVE_RUN (watch));
  while (!ls_live_run_is_held (LS_LIVE_RUN (watch)))
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpint (write (STDOUT_FILENO, "h", 1), ==, 1);
  while (!ls_live_run_has_ended (LS_LIVE_RUN (watch)))
    g_main_context_iteration (NULL, TRUE);
  return 0;
}

static void
test_killed (Fixture       *self,
             gconstpointer  mode)
{
  const char *const arguments[] = { "/proc/self/exe", "--hold", self->path, NULL };
  g_autoptr (GError) error = NULL;
  GPid pid;
  gint64 since;
  int output, status;
  char letter;

  g_assert_true (g_spawn_async_with_pipes (NULL, (char **) arguments, NULL, G_SPAWN_DO_NOT_REAP_CHILD, NULL, NULL, &pid, NULL, &output, NULL,
                                           &error));
  g_assert_no_error (error);
  g_assert_cmpint (read (output, &letter, 1), ==, 1);
  read_all (self, 0);
  since = g_get_monotonic_time ();
  g_assert_cmpint (kill (pid, SIGKILL), ==, 0);
  assert_goes_on (self, since);
  g_assert_cmpint (waitpid (pid, &status, 0), ==, pid);
  close (output);
}

/* Watches a program, and stands still from the moment on at which that is there. */
static int
watch_slowly (const char *path)
{
  const char *const arguments[] = { g_getenv ("LS_TEST_WATCHED"), "flood", path, NULL };
  g_autoptr (LsWatch) watch = ls_watch_new ();

  g_assert_true (ls_watch_launch (watch, arguments, NULL));
  while (ls_watch_get_n_processes (watch) == 0)
    g_thread_yield ();
  g_assert_cmpint (write (STDOUT_FILENO, "h", 1), ==, 1);
  raise (SIGSTOP);
  while (!ls_live_run_has_ended (LS_LIVE_RUN (watch)))
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpint (ls_watch_get_wait_status (watch), ==, 0);
  g_assert_cmpuint (ls_trace_get_n_turns (ls_live_run_get_trace (LS_LIVE_RUN (watch))), >, 0);
  g_assert_cmpuint (ls_trace_get_n_lost (ls_live_run_get_trace (LS_LIVE_RUN (watch))), ==,
                    ls_live_run_get_n_lost (LS_LIVE_RUN (watch)));
  return ls_live_run_get_n_lost (LS_LIVE_RUN (watch)) > 0 ? 0 : 1;
}

/* The program never waits for a watcher that does not read: what does not fit is lost, and counted. */
static void
test_slow (Fixture       *self,
           gconstpointer  mode)
{
  const char *const arguments[] = { "/proc/self/exe", "--slow", self->path, NULL };
  g_autoptr (GError) error = NULL;
  GPid pid;
  int output, status;
  char letter;

  g_assert_true (g_spawn_async_with_pipes (NULL, (char **) arguments, NULL, G_SPAWN_DO_NOT_REAP_CHILD, NULL, NULL, &pid, NULL,
                                           &output, NULL, &error));
  g_assert_no_error (error);
  g_assert_cmpint (read (output, &letter, 1), ==, 1);
  g_assert_cmpint (waitpid (pid, &status, WUNTRACED), ==, pid);
  g_assert_true (WIFSTOPPED (status));
  wait_for_letter (self, 'd');
  g_assert_cmpint (kill (pid, SIGCONT), ==, 0);
  g_assert_cmpint (waitpid (pid, &status, 0), ==, pid);
  g_assert_cmpint (status, ==, 0);
  close (output);
}

int
main (int    argc,
      char **argv)
{
  if (argc == 3 && strcmp (argv[1], "--hold") == 0)
    return hold_for_ever (argv[2]);
  if (argc == 3 && strcmp (argv[1], "--slow") == 0)
    return watch_slowly (argv[2]);
  g_test_init (&argc, &argv, NULL);

  g_test_add ("/leave/stop", Fixture, "ticks", set_up, test_leave, tear_down);
  g_test_add ("/leave/run", Fixture, "starving", set_up, test_leave_run, tear_down);
  g_test_add ("/leave/naps", Fixture, "naps", set_up, test_leave_naps, tear_down);
  g_test_add ("/leave/killed", Fixture, NULL, set_up, test_killed, tear_down);
  g_test_add ("/leave/slow", Fixture, NULL, set_up, test_slow, tear_down);

  return g_test_run ();
}
