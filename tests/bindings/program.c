/* program.c: the program of the test of bindings, in C
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <loopscope.h>

static LsScheduler *scheduler;

static LsCompletion
say (const LsValue *argument,
     LsValue       *result,
     gpointer       text)
{
  g_print ("%s\n", (const char *) text);
  return LS_COMPLETION_NORMAL;
}

static LsCompletion
answer (const LsValue *argument,
        LsValue       *result,
        gpointer       user_data)
{
  ls_value_set_number (result, 42);
  return LS_COMPLETION_NORMAL;
}

static LsCompletion
fail (const LsValue *argument,
      LsValue       *result,
      gpointer       user_data)
{
  ls_value_take_exception (result, ls_exception_new ("RangeError", "too far"));
  return LS_COMPLETION_THROW;
}

static LsCompletion
say_value (const LsValue *argument,
           LsValue       *result,
           gpointer       user_data)
{
  g_autofree char *text = ls_value_to_string (argument);

  g_print ("value %s\n", text);
  ls_value_set_string (result, "done");
  return LS_COMPLETION_NORMAL;
}

static LsCompletion
say_reason (const LsValue *argument,
            LsValue       *result,
            gpointer       user_data)
{
  g_autofree char *text = ls_value_to_string (argument);

  g_print ("reason %s\n", text);
  return LS_COMPLETION_NORMAL;
}

static LsCompletion
yield_once (const LsValue *argument,
            LsValue       *result,
            gpointer       user_data)
{
  g_autoptr (LsPromise) yielded = NULL;
  g_autoptr (LsPromise) then = NULL;

  g_print ("before yield\n");
  yielded = ls_scheduler_yield (scheduler, NULL);
  then = ls_promise_then (yielded, say, (gpointer) "after yield", NULL);
  return LS_COMPLETION_NORMAL;
}

static LsPromise *
post (LsCallback      callback,
      const char     *text,
      LsTaskPriority  priority)
{
  const LsPostTaskOptions options = { .priority = priority };

  return ls_scheduler_post_task (scheduler, callback, (gpointer) text, NULL, &options);
}

/* An option that is not set is not given: the task has the signal's priority. */
static LsPromise *
post_with_signal (LsCallback     callback,
                  const char    *text,
                  LsAbortSignal *signal)
{
  const LsPostTaskOptions options = { .signal = signal };

  return ls_scheduler_post_task (scheduler, callback, (gpointer) text, NULL, &options);
}

static void
on_prioritychange (LsTaskSignal   *signal,
                   LsTaskPriority  previous)
{
  g_print ("prioritychange from %s to %s\n", ls_task_priority_to_string (previous),
           ls_task_priority_to_string (ls_task_signal_get_priority (signal)));
}

static void
on_aborted (LsAbortSignal *signal)
{
  g_print ("aborted %s\n", ls_abort_signal_get_aborted (signal) ? "yes" : "no");
}

static void
on_abort (LsAbortSignal *signal)
{
  g_autofree char *text = ls_value_to_string (ls_abort_signal_get_reason (signal));

  g_print ("abort %s\n", text);
}

int
main (void)
{
  g_autoptr (LsEventLoop) loop = ls_event_loop_new (LS_CLOCK_VIRTUAL);
  g_autoptr (LsTaskController) controller = ls_task_controller_new (loop, LS_TASK_PRIORITY_USER_BLOCKING, NULL);
  g_autoptr (GPtrArray) promises = g_ptr_array_new_with_free_func ((GDestroyNotify) ls_promise_unref);
  LsAbortSignal *signal = ls_abort_controller_get_signal (LS_ABORT_CONTROLLER (controller));
  g_autoptr (LsPromise) answered = NULL;
  g_autoptr (LsPromise) said = NULL;
  g_autoptr (LsPromise) failed = NULL;
  g_autoptr (LsPromise) aborted = NULL;

  scheduler = ls_scheduler_new (loop, NULL);
  g_signal_connect (signal, "prioritychange", G_CALLBACK (on_prioritychange), NULL);
  g_signal_connect (signal, "notify::aborted", G_CALLBACK (on_aborted), NULL);
  g_signal_connect (signal, "abort", G_CALLBACK (on_abort), NULL);

  g_ptr_array_add (promises, post (say, "background", LS_TASK_PRIORITY_BACKGROUND));
  g_ptr_array_add (promises, post_with_signal (say, "of the signal", signal));
  g_ptr_array_add (promises, post (yield_once, NULL, LS_TASK_PRIORITY_USER_VISIBLE));
  g_ptr_array_add (promises, post (say, "user-blocking", LS_TASK_PRIORITY_USER_BLOCKING));
  answered = post (answer, NULL, LS_TASK_PRIORITY_USER_VISIBLE);
  said = ls_promise_then (answered, say_value, NULL, NULL);
  g_ptr_array_add (promises, ls_promise_then (said, say_value, NULL, NULL));
  failed = post (fail, NULL, LS_TASK_PRIORITY_USER_VISIBLE);
  g_ptr_array_add (promises, ls_promise_catch (failed, say_reason, NULL, NULL));
  ls_event_loop_set_timeout (loop, 5, NULL, say, (gpointer) "timer", NULL);
  ls_task_controller_set_priority (controller, LS_TASK_PRIORITY_BACKGROUND, NULL);
  ls_event_loop_run (loop, 1000);

  aborted = post_with_signal (say, "never", signal);
  g_ptr_array_add (promises, ls_promise_then_full (aborted, say, (gpointer) "never", NULL, say_reason, NULL, NULL));
  ls_abort_controller_abort (LS_ABORT_CONTROLLER (controller), NULL);
  ls_event_loop_run (loop, 1000);
  g_print ("time %" G_GUINT64_FORMAT "\n", ls_event_loop_get_time (loop));

  g_clear_object (&scheduler);
  return 0;
}
