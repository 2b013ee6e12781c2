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

static LsOutcome
run_controller (LsStep        *self,
                LsInterpreter *interpreter,
                LsActivation  *activation,
                LsValue       *value)
{
  const char *name = ls_step_get_text (self, LS_MEMBER_NAME);
  LsTaskPriority priority = ls_step_get_count (self, LS_MEMBER_PRIORITY, LS_TASK_PRIORITY_USER_VISIBLE);

  ls_program_scope_set (interpreter, name, LS_NAMED_CONTROLLER)->controller =
    LS_ABORT_CONTROLLER (ls_task_controller_new (interpreter->loop, priority, name));
  return LS_OUTCOME_NORMAL;
}

static LsOutcome
run_abort_controller (LsStep        *self,
                      LsInterpreter *interpreter,
                      LsActivation  *activation,
                      LsValue       *value)
{
  const char *name = ls_step_get_text (self, LS_MEMBER_NAME);

  ls_program_scope_set (interpreter, name, LS_NAMED_ABORT_CONTROLLER)->controller =
    ls_abort_controller_new (interpreter->loop, name);
  return LS_OUTCOME_NORMAL;
}

/* Gives @signal (transfer full) the name that the step says. */
static LsOutcome
name_signal (LsStep        *self,
             LsInterpreter *interpreter,
             LsAbortSignal *signal)
{
  const char *name = ls_step_get_text (self, LS_MEMBER_NAME);

  ls_abort_signal_set_name (signal, name);
  ls_program_scope_set (interpreter, name, LS_NAMED_SIGNAL)->signal = signal;
  return LS_OUTCOME_NORMAL;
}

static LsOutcome
run_any (LsStep        *self,
         LsInterpreter *interpreter,
         LsActivation  *activation,
         LsValue       *value)
{
  char **names = ls_step_find_value (self, LS_MEMBER_SIGNALS)->names;
  const char *source = ls_step_get_text (self, LS_MEMBER_PRIORITY_SOURCE);
  LsTaskPriority priority = ls_step_get_count (self, LS_MEMBER_PRIORITY, LS_TASK_PRIORITY_USER_VISIBLE);
  gsize n_signals = g_strv_length (names);
  g_autofree LsAbortSignal **signals = g_new0 (LsAbortSignal *, n_signals + 1);
  LsAbortSignal *priority_source = NULL;
  LsAbortSignal *signal;

  ls_interpreter_count (interpreter, n_signals);
  for (gsize i = 0; i < n_signals; i++)
    {
      signals[i] = ls_program_scope_find_signal (interpreter, names[i], value);
      if (signals[i] == NULL)
        return LS_OUTCOME_THROW;
    }

  if (source != NULL)
    {
      priority_source = ls_program_scope_find_signal (interpreter, source, value);
      if (priority_source == NULL)
        return LS_OUTCOME_THROW;
      if (!LS_IS_TASK_SIGNAL (priority_source))
        {
          ls_value_take_exception (value, ls_exception_new_printf ("TypeError", "“%s” has no priority to follow", source));
          return LS_OUTCOME_THROW;
        }
    }

  if (g_strcmp0 (ls_step_get_text (self, LS_MEMBER_KIND), "abort") == 0)
    signal = ls_abort_signal_any (interpreter->loop, signals, n_signals);
  else if (priority_source != NULL)
    signal = LS_ABORT_SIGNAL (ls_task_signal_any_with_source (interpreter->loop, signals, n_signals,
                                                              LS_TASK_SIGNAL (priority_source)));
  else
    signal = LS_ABORT_SIGNAL (ls_task_signal_any (interpreter->loop, signals, n_signals, priority));

  return name_signal (self, interpreter, signal);
}

static LsOutcome
run_timeout_signal (LsStep        *self,
                    LsInterpreter *interpreter,
                    LsActivation  *activation,
                    LsValue       *value)
{
  double ms = ls_step_get_number (self, LS_MEMBER_MS, 0);

  return name_signal (self, interpreter,
                      ls_abort_signal_new_timeout (interpreter->loop, ms < 0x1p53 ? (guint64) ms
                                                                                  : G_GUINT64_CONSTANT (1) << 53));
}

static LsOutcome
run_aborted_signal (LsStep        *self,
                    LsInterpreter *interpreter,
                    LsActivation  *activation,
                    LsValue       *value)
{
  gboolean has_reason = ls_step_find_value (self, LS_MEMBER_REASON) != NULL;
  g_autofree char *text = ls_step_expand (self, LS_MEMBER_REASON, activation, value);
  g_auto (LsValue) reason = LS_VALUE_INIT;

  if (text == NULL)
    return LS_OUTCOME_THROW;
  if (has_reason)
    ls_value_set_string (&reason, text);
  return name_signal (self, interpreter,
                      ls_abort_signal_new_aborted (interpreter->loop, has_reason ? &reason : NULL));
}

static LsOutcome
run_set_priority (LsStep        *self,
                  LsInterpreter *interpreter,
                  LsActivation  *activation,
                  LsValue       *value)
{
  LsNamed *named = ls_program_scope_find (interpreter, ls_step_get_text (self, LS_MEMBER_CONTROLLER),
                                          LS_NAMED_CONTROLLER, value);
  g_autoptr (LsTaskController) controller = NULL;
  g_autoptr (GError) error = NULL;

  if (named == NULL)
    return LS_OUTCOME_THROW;

  controller = LS_TASK_CONTROLLER (g_object_ref (named->controller));
  if (ls_task_controller_set_priority (controller, ls_step_get_count (self, LS_MEMBER_PRIORITY, 0), &error))
    return LS_OUTCOME_NORMAL;

  ls_value_take_exception (value,
                           ls_exception_new (g_error_matches (error, LS_SCHEDULER_ERROR, LS_SCHEDULER_ERROR_TYPE)
                                               ? "TypeError" : "NotAllowedError", error->message));
  return LS_OUTCOME_THROW;
}

static LsOutcome
run_abort (LsStep        *self,
           LsInterpreter *interpreter,
           LsActivation  *activation,
           LsValue       *value)
{
  LsNamed *named = ls_program_scope_find (interpreter, ls_step_get_text (self, LS_MEMBER_CONTROLLER),
                                          LS_NAMED_ANY_CONTROLLER, value);
  gboolean has_reason = ls_step_find_value (self, LS_MEMBER_REASON) != NULL;
  g_autoptr (LsAbortController) controller = NULL;
  g_autofree char *text = NULL;
  g_auto (LsValue) reason = LS_VALUE_INIT;

  if (named == NULL)
    return LS_OUTCOME_THROW;
  controller = g_object_ref (named->controller);
  text = ls_step_expand (self, LS_MEMBER_REASON, activation, value);
  if (text == NULL)
    return LS_OUTCOME_THROW;

  if (has_reason)
    ls_value_set_string (&reason, text);
  ls_abort_controller_abort (controller, has_reason ? &reason : NULL);
  return LS_OUTCOME_NORMAL;
}

static LsOutcome
run_throw_if_aborted (LsStep        *self,
                      LsInterpreter *interpreter,
                      LsActivation  *activation,
                      LsValue       *value)
{
  LsAbortSignal *signal = ls_program_scope_find_signal (interpreter, ls_step_get_text (self, LS_MEMBER_SIGNAL), value);

  if (signal == NULL || ls_abort_signal_throw_if_aborted (signal, value) == LS_COMPLETION_THROW)
    return LS_OUTCOME_THROW;
  return LS_OUTCOME_NORMAL;
}

static const char *
get_event (LsStep *self)
{
  return g_str_equal (ls_step_get_text (self, LS_MEMBER_EVENT), "abort") ? "abort" : "prioritychange";
}

static LsOutcome
run_on (LsStep        *self,
        LsInterpreter *interpreter,
        LsActivation  *activation,
        LsValue       *value)
{
  LsAbortSignal *signal = ls_program_scope_find_signal (interpreter, ls_step_get_text (self, LS_MEMBER_SIGNAL), value);
  LsBody *body = ls_interpreter_find_body (interpreter, self, LS_MEMBER_BODY);
  const char *as = ls_step_get_text (self, LS_MEMBER_AS);
  LsCallbackData *callback;
  guint id = 0;

  if (signal == NULL)
    return LS_OUTCOME_THROW;

  callback = ls_callback_data_new (interpreter, body);
  if (ls_step_get_count (self, LS_MEMBER_HANDLER, FALSE))
    ls_abort_signal_set_handler (signal, get_event (self), call_back_event, callback, g_free);
  else
    id = ls_abort_signal_add_listener (signal, get_event (self), call_back_event,
                                       ls_step_get_count (self, LS_MEMBER_ONCE, FALSE) ? LS_LISTENER_ONCE
                                                                                       : LS_LISTENER_NONE,
                                       callback, g_free);
  if (as != NULL)
    {
      LsNamed *named = ls_program_scope_set (interpreter, as, LS_NAMED_LISTENER);

      named->signal = g_object_ref (signal);
      named->event = get_event (self);
      named->id = id;
    }

  return LS_OUTCOME_NORMAL;
}

static LsOutcome
run_off (LsStep        *self,
         LsInterpreter *interpreter,
         LsActivation  *activation,
         LsValue       *value)
{
  LsNamed *named = ls_program_scope_find (interpreter, ls_step_get_text (self, LS_MEMBER_LISTENER),
                                          LS_NAMED_LISTENER, value);

  if (named == NULL)
    return LS_OUTCOME_THROW;
  if (named->id != 0)
    ls_abort_signal_remove_listener (named->signal, named->id);
  else
    ls_abort_signal_set_handler (named->signal, named->event, NULL, NULL, NULL);
  return LS_OUTCOME_NORMAL;
}

/* Runs a step on controllers or signals; see ls_step_run(). */
LsOutcome
ls_step_run_on_signals (LsStep        *self,
                        LsInterpreter *interpreter,
                        LsActivation  *activation,
                        LsValue       *value)
{
  switch ((guint) self->op)
    {
    case LS_STEP_OP_CONTROLLER:
      return run_controller (self, interpreter, activation, value);
    case LS_STEP_OP_ABORT_CONTROLLER:
      return run_abort_controller (self, interpreter, activation, value);
    case LS_STEP_OP_ANY:
      return run_any (self, interpreter, activation, value);
    case LS_STEP_OP_TIMEOUT_SIGNAL:
      return run_timeout_signal (self, interpreter, activation, value);
    case LS_STEP_OP_ABORTED_SIGNAL:
      return run_aborted_signal (self, interpreter, activation, value);
    case LS_STEP_OP_SET_PRIORITY:
      return run_set_priority (self, interpreter, activation, value);
    case LS_STEP_OP_ABORT:
      return run_abort (self, interpreter, activation, value);
    case LS_STEP_OP_THROW_IF_ABORTED:
      return run_throw_if_aborted (self, interpreter, activation, value);
    case LS_STEP_OP_ON:
      return run_on (self, interpreter, activation, value);
    case LS_STEP_OP_OFF:
      return run_off (self, interpreter, activation, value);
    default:
      g_return_val_if_reached (LS_OUTCOME_STOP);
    }
}
