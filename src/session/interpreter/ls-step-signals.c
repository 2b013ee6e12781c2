/* ls-step-signals.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-interpreter-private.h"

/* Steps on controllers and signals. */

static LsCompletion
call_back_event (LsEvent  *event,
                 LsValue  *result,
                 gpointer  user_data)
{
  LsCallbackData *callback = user_data;
  g_auto (LsValue) argument = LS_VALUE_INIT;
  g_auto (LsValue) returned = LS_VALUE_INIT;
  LsCompletion completion;

  if (g_str_equal (event->type, "prioritychange"))
    ls_value_set_string (&argument, ls_task_priority_to_string (event->previous_priority));
  else
    ls_value_copy (ls_abort_signal_get_reason (event->target), &argument);

  /* A listener that does nothing counts as well. */
  ls_interpreter_count (callback->interpreter, 1);
  completion = ls_interpreter_call (callback->interpreter, callback->body, FALSE, &argument, &returned);
  if (completion == LS_COMPLETION_THROW)
    ls_value_copy (&returned, result);
  return completion;
}

LsOutcome
ls_step_run_controller (const LsStepRun *run)
{
  const char *name = ls_step_get_text (run->step, LS_MEMBER_NAME);
  LsTaskPriority priority = ls_step_get_count (run->step, LS_MEMBER_PRIORITY, LS_TASK_PRIORITY_USER_VISIBLE);

  ls_program_scope_set (run->interpreter, name, LS_NAMED_CONTROLLER)->controller =
    LS_ABORT_CONTROLLER (ls_task_controller_new (run->interpreter->loop, priority, name));
  return LS_OUTCOME_NORMAL;
}

LsOutcome
ls_step_run_abort_controller (const LsStepRun *run)
{
  const char *name = ls_step_get_text (run->step, LS_MEMBER_NAME);

  ls_program_scope_set (run->interpreter, name, LS_NAMED_ABORT_CONTROLLER)->controller =
    ls_abort_controller_new (run->interpreter->loop, name);
  return LS_OUTCOME_NORMAL;
}

/* Gives @signal (transfer full) the name that the step says. */
static LsOutcome
name_signal (const LsStepRun *run,
             LsAbortSignal   *signal)
{
  const char *name = ls_step_get_text (run->step, LS_MEMBER_NAME);

  ls_abort_signal_set_name (signal, name);
  ls_program_scope_set (run->interpreter, name, LS_NAMED_SIGNAL)->signal = signal;
  return LS_OUTCOME_NORMAL;
}

LsOutcome
ls_step_run_any (const LsStepRun *run)
{
  char **names = ls_step_find_value (run->step, LS_MEMBER_SIGNALS)->names;
  const char *source = ls_step_get_text (run->step, LS_MEMBER_PRIORITY_SOURCE);
  LsTaskPriority priority = ls_step_get_count (run->step, LS_MEMBER_PRIORITY, LS_TASK_PRIORITY_USER_VISIBLE);
  gsize n_signals = g_strv_length (names);
  g_autofree LsAbortSignal **signals = g_new0 (LsAbortSignal *, n_signals + 1);
  LsAbortSignal *priority_source = NULL;
  LsAbortSignal *signal;

  ls_interpreter_count (run->interpreter, n_signals);
  for (gsize i = 0; i < n_signals; i++)
    {
      signals[i] = ls_program_scope_find_signal (run->interpreter, names[i], run->value);
      if (signals[i] == NULL)
        return LS_OUTCOME_THROW;
    }

  if (source != NULL)
    {
      priority_source = ls_program_scope_find_signal (run->interpreter, source, run->value);
      if (priority_source == NULL)
        return LS_OUTCOME_THROW;
      if (!LS_IS_TASK_SIGNAL (priority_source))
        {
          ls_value_take_exception (run->value, ls_exception_new_printf ("TypeError", "“%s” has no priority to follow", source));
          return LS_OUTCOME_THROW;
        }
    }

  if (g_strcmp0 (ls_step_get_text (run->step, LS_MEMBER_KIND), "abort") == 0)
    signal = ls_abort_signal_any (run->interpreter->loop, signals, n_signals);
  else if (priority_source != NULL)
    signal = LS_ABORT_SIGNAL (ls_task_signal_any_with_source (run->interpreter->loop, signals, n_signals,
                                                              LS_TASK_SIGNAL (priority_source)));
  else
    signal = LS_ABORT_SIGNAL (ls_task_signal_any (run->interpreter->loop, signals, n_signals, priority));

  return name_signal (run, signal);
}

LsOutcome
ls_step_run_timeout_signal (const LsStepRun *run)
{
  double ms = ls_step_get_number (run->step, LS_MEMBER_MS, 0);

  return name_signal (run, ls_abort_signal_new_timeout (run->interpreter->loop, ms < 0x1p53 ? (guint64) ms
                                                                                    : G_GUINT64_CONSTANT (1) << 53));
}

LsOutcome
ls_step_run_aborted_signal (const LsStepRun *run)
{
  gboolean has_reason = ls_step_find_value (run->step, LS_MEMBER_REASON) != NULL;
  g_autofree char *text = ls_step_expand (run, LS_MEMBER_REASON, run->value);
  g_auto (LsValue) reason = LS_VALUE_INIT;

  if (text == NULL)
    return LS_OUTCOME_THROW;
  if (has_reason)
    ls_value_set_string (&reason, text);
  return name_signal (run, ls_abort_signal_new_aborted (run->interpreter->loop, has_reason ? &reason : NULL));
}

LsOutcome
ls_step_run_set_priority (const LsStepRun *run)
{
  LsNamed *named = ls_step_find (run, LS_MEMBER_CONTROLLER, LS_NAMED_CONTROLLER);
  const LsTaskPriority priority = ls_step_get_count (run->step, LS_MEMBER_PRIORITY, LS_TASK_PRIORITY_NONE);
  g_autoptr (LsTaskController) controller = NULL;
  g_autoptr (GError) error = NULL;

  if (named == NULL)
    return LS_OUTCOME_THROW;

  controller = LS_TASK_CONTROLLER (g_object_ref (named->controller));
  if (ls_task_controller_set_priority (controller, priority, &error))
    return LS_OUTCOME_NORMAL;

  ls_value_take_exception (run->value,
                           ls_exception_new (g_error_matches (error, LS_SCHEDULER_ERROR, LS_SCHEDULER_ERROR_TYPE)
                                               ? "TypeError" : "NotAllowedError", error->message));
  return LS_OUTCOME_THROW;
}

LsOutcome
ls_step_run_abort (const LsStepRun *run)
{
  LsNamed *named = ls_step_find (run, LS_MEMBER_CONTROLLER, LS_NAMED_ANY_CONTROLLER);
  gboolean has_reason = ls_step_find_value (run->step, LS_MEMBER_REASON) != NULL;
  g_autoptr (LsAbortController) controller = NULL;
  g_autofree char *text = NULL;
  g_auto (LsValue) reason = LS_VALUE_INIT;

  if (named == NULL)
    return LS_OUTCOME_THROW;
  controller = g_object_ref (named->controller);
  text = ls_step_expand (run, LS_MEMBER_REASON, run->value);
  if (text == NULL)
    return LS_OUTCOME_THROW;

  if (has_reason)
    ls_value_set_string (&reason, text);
  ls_abort_controller_abort (controller, has_reason ? &reason : NULL);
  return LS_OUTCOME_NORMAL;
}

LsOutcome
ls_step_run_throw_if_aborted (const LsStepRun *run)
{
  LsAbortSignal *signal = ls_step_find_signal (run, LS_MEMBER_SIGNAL);

  if (signal == NULL || ls_abort_signal_throw_if_aborted (signal, run->value) == LS_COMPLETION_THROW)
    return LS_OUTCOME_THROW;
  return LS_OUTCOME_NORMAL;
}

static const char *
get_event (LsStep *self)
{
  return g_str_equal (ls_step_get_text (self, LS_MEMBER_EVENT), "abort") ? "abort" : "prioritychange";
}

LsOutcome
ls_step_run_on (const LsStepRun *run)
{
  LsAbortSignal *signal = ls_step_find_signal (run, LS_MEMBER_SIGNAL);
  LsBody *body = ls_step_find_body (run, LS_MEMBER_BODY);
  const char *as = ls_step_get_text (run->step, LS_MEMBER_AS);
  LsCallbackData *callback;
  guint id = 0;

  if (signal == NULL)
    return LS_OUTCOME_THROW;

  callback = ls_callback_data_new (run, body);
  if (ls_step_get_count (run->step, LS_MEMBER_HANDLER, FALSE))
    ls_abort_signal_set_handler (signal, get_event (run->step), call_back_event, callback, g_free);
  else
    id = ls_abort_signal_add_listener (signal, get_event (run->step), call_back_event,
                                       ls_step_get_count (run->step, LS_MEMBER_ONCE, FALSE) ? LS_LISTENER_ONCE
                                                                                       : LS_LISTENER_NONE,
                                       callback, g_free);
  if (as != NULL)
    {
      LsNamed *named = ls_program_scope_set (run->interpreter, as, LS_NAMED_LISTENER);

      named->signal = g_object_ref (signal);
      named->event = get_event (run->step);
      named->id = id;
    }

  return LS_OUTCOME_NORMAL;
}

LsOutcome
ls_step_run_off (const LsStepRun *run)
{
  LsNamed *named = ls_step_find (run, LS_MEMBER_LISTENER, LS_NAMED_LISTENER);

  if (named == NULL)
    return LS_OUTCOME_THROW;
  if (named->id != 0)
    ls_abort_signal_remove_listener (named->signal, named->id);
  else
    ls_abort_signal_set_handler (named->signal, named->event, NULL, NULL, NULL);
  return LS_OUTCOME_NORMAL;
}
