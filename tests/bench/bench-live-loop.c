/* bench-live-loop.c: a program that uses the library, and whose event loop has much to do
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <loopscope.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static LsScheduler *scheduler;
static guint n_left;

static LsCompletion post_next (const LsValue *argument,
                               LsValue       *result,
                               gpointer       data);

static void
post (void)
{
  static const LsPostTaskOptions options = { .priority = LS_TASK_PRIORITY_USER_VISIBLE, .name = "task" };

  ls_promise_unref (ls_scheduler_post_task (scheduler, post_next, NULL, NULL, &options));
}

static LsCompletion
post_next (const LsValue *argument,
           LsValue       *result,
           gpointer       data)
{
  if (--n_left > 0)
    post ();
  return LS_COMPLETION_NORMAL;
}

/* Of all threads: one of them tells the watcher. */
static double
get_ns (void)
{
  struct timespec now;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &now);
  return now.tv_sec * 1e9 + now.tv_nsec;
}

static void
run (LsEventLoop *loop,
     guint        n)
{
  n_left = n;
  post ();
  while (n_left > 0 && ls_event_loop_step (loop) != LS_STEP_NOTHING)
    ;
}

/* bench-live-loop WHAT N FILE: writes the processor time for each task, in ns. "traced": the program has a trace of its own */
int
main (int   argc,
      char *argv[])
{
  const guint n = argc > 3 ? atoi (argv[2]) : 0;
  g_autoptr (LsTrace) trace = NULL;
  g_autoptr (LsEventLoop) loop = NULL;
  g_autofree char *text = NULL;
  double begin;

  if (n == 0)
    return 2;
  if (strcmp (argv[1], "traced") == 0)
    trace = ls_trace_new ();
  loop = ls_event_loop_new_with_preset (LS_CLOCK_MONOTONIC, NULL, LS_EDITION_2025, trace != NULL ? ls_trace_get_probe (trace) : NULL);
  scheduler = ls_scheduler_new (loop, "main");
  /* What is done only once is not measured. */
  run (loop, n);
  begin = get_ns ();
  run (loop, n);
  text = g_strdup_printf ("%.2f", (get_ns () - begin) / n);
  g_clear_object (&scheduler);
  return g_file_set_contents (argv[3], text, -1, NULL) ? 0 : 1;
}
