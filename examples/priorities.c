/* priorities.c: signals: the priority of what waits changes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * cc priorities.c $(pkg-config --cflags --libs loopscope-1) -o priorities
 */

#include <loopscope.h>

static LsCompletion
decode (const LsValue *argument,
        LsValue       *result,
        gpointer       name)
{
  g_print ("decoding %s\n", (const char *) name);
  return LS_COMPLETION_NORMAL;
}

static void
on_prioritychange (LsTaskSignal   *signal,
                   LsTaskPriority  previous,
                   gpointer        user_data)
{
  g_print ("%s instead of %s\n", ls_task_priority_to_string (ls_task_signal_get_priority (signal)),
           ls_task_priority_to_string (previous));
}

static void
post_decode (LsScheduler   *scheduler,
             LsAbortSignal *signal,
             const char    *name)
{
  const LsPostTaskOptions options = { .signal = signal, .name = name };
  g_autoptr (LsPromise) decoded = ls_scheduler_post_task (scheduler, decode, (gpointer) name, NULL, &options);
}

int
main (void)
{
  g_autoptr (LsEventLoop) loop = ls_event_loop_new (LS_CLOCK_VIRTUAL);
  g_autoptr (LsScheduler) scheduler = ls_scheduler_new (loop, NULL);
  g_autoptr (LsTaskController) next_page = ls_task_controller_new (loop, LS_TASK_PRIORITY_BACKGROUND, "next page");
  g_autoptr (LsTaskController) this_page = ls_task_controller_new (loop, LS_TASK_PRIORITY_USER_VISIBLE, "this page");

  post_decode (scheduler, ls_abort_controller_get_signal (LS_ABORT_CONTROLLER (next_page)), "picture 3");
  post_decode (scheduler, ls_abort_controller_get_signal (LS_ABORT_CONTROLLER (next_page)), "picture 4");
  post_decode (scheduler, ls_abort_controller_get_signal (LS_ABORT_CONTROLLER (this_page)), "picture 1");
  g_signal_connect (ls_task_controller_get_task_signal (next_page), "prioritychange", G_CALLBACK (on_prioritychange), NULL);

  /* The user turns the page: all tasks with the signal move at once, in their order. */
  ls_task_controller_set_priority (next_page, LS_TASK_PRIORITY_USER_BLOCKING, NULL);
  ls_event_loop_run (loop, G_MAXUINT64);
  return 0;
}
