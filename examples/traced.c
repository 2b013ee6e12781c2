/* traced.c: a program whose loop keeps a trace of all that it does
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * cc traced.c $(pkg-config --cflags --libs loopscope-1) -o traced
 *
 * traced          runs
 * traced FILE     runs, and saves the trace
 */

#include <loopscope.h>

static LsCompletion
decode (const LsValue *argument,
        LsValue       *result,
        gpointer       user_data)
{
  g_usleep (2000);
  return LS_COMPLETION_NORMAL;
}

static LsCompletion
quit (const LsValue *argument,
      LsValue       *result,
      gpointer       main_loop)
{
  g_main_loop_quit (main_loop);
  return LS_COMPLETION_NORMAL;
}

static void
post (LsScheduler    *scheduler,
      const char     *name,
      LsAbortSignal  *signal,
      LsTaskPriority  priority,
      LsCallback      callback,
      gpointer        user_data)
{
  const LsPostTaskOptions options = { .signal = signal, .priority = priority, .name = name };

  ls_promise_unref (ls_scheduler_post_task (scheduler, callback, user_data, NULL, &options));
}

static void
print_signals (LsTrace *trace)
{
  g_autoptr (LsStatistics) statistics = ls_statistics_new (trace);
  g_autofree guint32 *keys = NULL;
  guint n_keys;

  while (ls_statistics_advance (statistics, 1000))
    ;
  keys = ls_statistics_list_keys (statistics, LS_STATISTICS_SIGNAL, &n_keys);
  for (guint i = 0; i < n_keys; i++)
    {
      g_autofree char *name = ls_statistics_get_key_name (statistics, LS_STATISTICS_SIGNAL, keys[i]);
      LsDurationStatistics waits;

      if (ls_statistics_get (statistics, LS_STATISTICS_SIGNAL, keys[i], LS_DURATION_WAITING, &waits))
        g_print ("%s: %" G_GUINT64_FORMAT " tasks\n", name, waits.count);
    }
}

int
main (int    argc,
      char **argv)
{
  g_autoptr (GMainLoop) main_loop = g_main_loop_new (NULL, FALSE);
  g_autoptr (LsTrace) trace = ls_trace_new ();
  /* Keep it as long as it is to run: neither the main context nor the scheduler does. */
  g_autoptr (LsEventLoop) loop = ls_event_loop_new_with_preset (LS_CLOCK_MONOTONIC, NULL, LS_EDITION_2025, ls_trace_get_probe (trace));
  g_autoptr (LsScheduler) scheduler = ls_scheduler_new (loop, NULL);
  g_autoptr (LsTaskController) page = ls_task_controller_new (loop, LS_TASK_PRIORITY_BACKGROUND, "page");
  g_autoptr (LsTaskController) leaving = ls_task_controller_new (loop, LS_TASK_PRIORITY_NONE, "leaving");
  LsAbortSignal *signals[] = { ls_abort_controller_get_signal (LS_ABORT_CONTROLLER (leaving)) };
  g_autoptr (LsTaskSignal) both = NULL;
  g_autoptr (GError) error = NULL;

  ls_event_loop_attach (loop, NULL);

  /* It is aborted with “leaving”, and has the priority of “page”. Statistics show it by its name. */
  both = ls_task_signal_any_with_source (loop, signals, G_N_ELEMENTS (signals), ls_task_controller_get_task_signal (page));
  ls_abort_signal_set_name (LS_ABORT_SIGNAL (both), "page, until leaving");

  post (scheduler, "decode", LS_ABORT_SIGNAL (both), LS_TASK_PRIORITY_NONE, decode, NULL);
  post (scheduler, "decode", LS_ABORT_SIGNAL (both), LS_TASK_PRIORITY_NONE, decode, NULL);
  post (scheduler, "tap", NULL, LS_TASK_PRIORITY_USER_BLOCKING, decode, NULL);
  post (scheduler, "quit", NULL, LS_TASK_PRIORITY_BACKGROUND, quit, main_loop);
  g_main_loop_run (main_loop);

  print_signals (trace);
  if (argc > 1)
    {
      g_autoptr (GFile) file = g_file_new_for_path (argv[1]);

      if (!ls_trace_save (trace, file, NULL, NULL, NULL, NULL, &error))
        g_printerr ("%s\n", error->message);
    }
  return error != NULL;
}
