/* test-cancellable.c: AbortSignal and GCancellable
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <ls-abort-controller.h>
#include <ls-cancellable.h>

static void
test_signal_cancels (void)
{
  g_autoptr (LsEventLoop) loop = ls_event_loop_new (LS_CLOCK_VIRTUAL);
  g_autoptr (LsAbortController) controller = ls_abort_controller_new (loop, NULL);
  g_autoptr (LsAbortSignal) aborted = ls_abort_signal_new_aborted (loop, NULL);
  LsAbortSignal *signal = ls_abort_controller_get_signal (controller);
  GCancellable *cancellable = ls_abort_signal_get_cancellable (signal);

  g_assert_true (ls_abort_signal_get_cancellable (signal) == cancellable);
  g_assert_false (g_cancellable_is_cancelled (cancellable));
  ls_abort_controller_abort (controller, NULL);
  g_assert_true (g_cancellable_is_cancelled (cancellable));
  g_assert_true (g_cancellable_is_cancelled (ls_abort_signal_get_cancellable (aborted)));
}

static gpointer
cancel (gpointer cancellable)
{
  g_cancellable_cancel (cancellable);
  return NULL;
}

static void
test_cancels_signal (void)
{
  g_autoptr (LsEventLoop) loop = ls_event_loop_new (LS_CLOCK_VIRTUAL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (LsAbortSignal) signal = ls_abort_signal_new_for_cancellable (loop, cancellable);
  g_autoptr (LsAbortSignal) late = NULL;

  g_assert_false (ls_abort_signal_get_aborted (signal));
  g_cancellable_cancel (cancellable);
  g_assert_true (ls_abort_signal_get_aborted (signal));
  g_assert_cmpstr (ls_exception_get_name (ls_value_get_exception (ls_abort_signal_get_reason (signal))), ==, "AbortError");
  late = ls_abort_signal_new_for_cancellable (loop, cancellable);
  g_assert_true (ls_abort_signal_get_aborted (late));
}

/* A thread that cancels does not touch the signal: its own thread does, soon. */
static void
test_other_thread (void)
{
  g_autoptr (LsEventLoop) loop = ls_event_loop_new (LS_CLOCK_VIRTUAL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (LsAbortSignal) signal = ls_abort_signal_new_for_cancellable (loop, cancellable);

  g_thread_join (g_thread_new ("canceller", cancel, cancellable));
  g_assert_false (ls_abort_signal_get_aborted (signal));
  while (!ls_abort_signal_get_aborted (signal))
    g_main_context_iteration (NULL, TRUE);
}

/* Neither keeps the other one alive. */
static void
test_lifetime (void)
{
  g_autoptr (LsEventLoop) loop = ls_event_loop_new (LS_CLOCK_VIRTUAL);
  g_autoptr (LsAbortController) controller = ls_abort_controller_new (loop, NULL);
  GCancellable *cancellable = g_cancellable_new ();
  LsAbortSignal *signal = ls_abort_signal_new_for_cancellable (loop, cancellable);
  gpointer of_signal = ls_abort_signal_get_cancellable (ls_abort_controller_get_signal (controller));

  g_object_add_weak_pointer (of_signal, &of_signal);
  g_assert_finalize_object (signal);
  g_cancellable_cancel (cancellable);
  g_assert_finalize_object (cancellable);
  g_assert_finalize_object (g_steal_pointer (&controller));
  g_assert_null (of_signal);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cancellable/signal-cancels", test_signal_cancels);
  g_test_add_func ("/cancellable/cancels-signal", test_cancels_signal);
  g_test_add_func ("/cancellable/other-thread", test_other_thread);
  g_test_add_func ("/cancellable/lifetime", test_lifetime);
  return g_test_run ();
}
