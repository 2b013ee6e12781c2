/* ls-step-control.c: steps that decide which steps come next: repeat, choose, call, await
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-interpreter-private.h"

static LsCompletion
call_back_rejected (const LsValue *argument,
                    LsValue       *result,
                    gpointer       user_data)
{
  LsCallbackData *callback = user_data;

  return ls_interpreter_call (callback->interpreter, callback->rejected, FALSE, argument, result);
}

static LsOutcome
run_repeat (LsStep        *self,
            LsInterpreter *interpreter,
            LsActivation  *activation,
            LsValue       *value)
{
  LsBody *body = ls_interpreter_find_body (interpreter, self, LS_MEMBER_BODY);
  guint64 times = ls_step_get_count (self, LS_MEMBER_TIMES, 0);

  if (times > 0 && ls_body_get_n_steps (body) > 0)
    ls_activation_push (activation, LS_FRAME_REPEAT, body)->remaining = times - 1;
  return LS_OUTCOME_NORMAL;
}

/* Compares values as text: 1 and "1" are equal. */
static gboolean
is_equal (const LsValue *a,
          const LsValue *b)
{
  g_autofree char *first = ls_value_to_string (a);
  g_autofree char *second = ls_value_to_string (b);

  return g_strcmp0 (first, second) == 0;
}

static LsOutcome
run_if (LsStep        *self,
        LsInterpreter *interpreter,
        LsActivation  *activation,
        LsValue       *value)
{
  g_auto (LsValue) expected = LS_VALUE_INIT;
  LsBody *body;

  if (!ls_step_get_scalar (self, LS_MEMBER_VALUE, activation, value))
    return LS_OUTCOME_THROW;
  if (!ls_step_get_scalar (self, LS_MEMBER_EQUALS, activation, &expected))
    {
      ls_value_clear (value);
      ls_value_copy (&expected, value);
      return LS_OUTCOME_THROW;
    }
  body = ls_interpreter_find_body (interpreter, self, is_equal (value, &expected) ? LS_MEMBER_THEN : LS_MEMBER_ELSE);
  if (body != NULL)
    ls_activation_push (activation, LS_FRAME_BLOCK, body);
  return LS_OUTCOME_NORMAL;
}

static LsOutcome
run_loop (LsStep        *self,
          LsInterpreter *interpreter,
          LsActivation  *activation,
          LsValue       *value)
{
  LsBody *body = ls_interpreter_find_body (interpreter, self, LS_MEMBER_BODY);

  ls_activation_push (activation, LS_FRAME_REPEAT, body)->remaining = G_MAXUINT64;
  return LS_OUTCOME_NORMAL;
}

static LsOutcome
run_break (LsStep        *self,
           LsInterpreter *interpreter,
           LsActivation  *activation,
           LsValue       *value)
{
  return LS_OUTCOME_BREAK;
}

static LsOutcome
run_await (LsStep        *self,
           LsInterpreter *interpreter,
           LsActivation  *activation,
           LsValue       *value)
{
  g_autoptr (LsPromise) promise = ls_step_find_promise (self, interpreter, value);

  if (promise == NULL)
    return LS_OUTCOME_THROW;
  ls_value_set_promise (value, promise);
  return LS_OUTCOME_AWAIT;
}

static LsOutcome
run_then (LsStep        *self,
          LsInterpreter *interpreter,
          LsActivation  *activation,
          LsValue       *value)
{
  LsBody *fulfilled = ls_interpreter_find_body (interpreter, self, LS_MEMBER_FULFILLED);
  LsBody *rejected = ls_interpreter_find_body (interpreter, self, LS_MEMBER_REJECTED);
  LsBody *finally = ls_interpreter_find_body (interpreter, self, LS_MEMBER_FINALLY);
  g_autoptr (LsPromise) promise = ls_step_find_promise (self, interpreter, value);

  if (promise == NULL)
    return LS_OUTCOME_THROW;

  if (fulfilled != NULL || rejected != NULL)
    {
      LsCallbackData *callback = ls_callback_data_new (interpreter, fulfilled);
      LsPromise *derived;

      callback->rejected = rejected;
      derived = ls_promise_then (promise, fulfilled != NULL ? ls_step_call_back : NULL,
                                 rejected != NULL ? call_back_rejected : NULL, callback, g_free);
      ls_promise_unref (promise);
      promise = derived;
    }
  if (finally != NULL)
    {
      LsPromise *derived = ls_promise_finally (promise, ls_step_call_back, ls_callback_data_new (interpreter, finally), g_free);

      ls_promise_unref (promise);
      promise = derived;
    }

  ls_step_name_promise (self, interpreter, promise);
  return LS_OUTCOME_NORMAL;
}

static LsOutcome
run_throw (LsStep        *self,
           LsInterpreter *interpreter,
           LsActivation  *activation,
           LsValue       *value)
{
  g_autofree char *message = ls_step_expand (self, LS_MEMBER_MESSAGE, activation, value);

  if (message != NULL)
    ls_value_take_exception (value, ls_exception_new ("Error", message));
  return LS_OUTCOME_THROW;
}

static LsOutcome
run_return (LsStep        *self,
            LsInterpreter *interpreter,
            LsActivation  *activation,
            LsValue       *value)
{
  return ls_step_get_scalar (self, LS_MEMBER_VALUE, activation, value) ? LS_OUTCOME_RETURN : LS_OUTCOME_THROW;
}

static LsOutcome
run_try (LsStep        *self,
         LsInterpreter *interpreter,
         LsActivation  *activation,
         LsValue       *value)
{
  LsBody *body = ls_interpreter_find_body (interpreter, self, LS_MEMBER_BODY);

  ls_activation_push (activation, LS_FRAME_TRY, body)->step = self;
  return LS_OUTCOME_NORMAL;
}

static LsOutcome
run_call (LsStep        *self,
          LsInterpreter *interpreter,
          LsActivation  *activation,
          LsValue       *value)
{
  ls_activation_push (activation, LS_FRAME_CALL, ls_interpreter_find_body (interpreter, self, LS_MEMBER_BODY));
  return LS_OUTCOME_NORMAL;
}

static LsOutcome
run_async (LsStep        *self,
           LsInterpreter *interpreter,
           LsActivation  *activation,
           LsValue       *value)
{
  LsBody *body = ls_interpreter_find_body (interpreter, self, LS_MEMBER_BODY);
  g_auto (LsValue) result = LS_VALUE_INIT;

  ls_interpreter_call (interpreter, body, TRUE, NULL, &result);
  if (result.type == LS_VALUE_PROMISE)
    ls_step_name_promise (self, interpreter, result.as.promise);
  return LS_OUTCOME_NORMAL;
}

/* Runs a step that decides which steps come next; see ls_step_run(). */
LsOutcome
ls_step_run_control (LsStep        *self,
                     LsInterpreter *interpreter,
                     LsActivation  *activation,
                     LsValue       *value)
{
  switch ((guint) self->op)
    {
    case LS_STEP_OP_REPEAT:
      return run_repeat (self, interpreter, activation, value);
    case LS_STEP_OP_IF:
      return run_if (self, interpreter, activation, value);
    case LS_STEP_OP_LOOP:
      return run_loop (self, interpreter, activation, value);
    case LS_STEP_OP_BREAK:
      return run_break (self, interpreter, activation, value);
    case LS_STEP_OP_AWAIT:
      return run_await (self, interpreter, activation, value);
    case LS_STEP_OP_THEN:
      return run_then (self, interpreter, activation, value);
    case LS_STEP_OP_THROW:
      return run_throw (self, interpreter, activation, value);
    case LS_STEP_OP_RETURN:
      return run_return (self, interpreter, activation, value);
    case LS_STEP_OP_TRY:
      return run_try (self, interpreter, activation, value);
    case LS_STEP_OP_CALL:
      return run_call (self, interpreter, activation, value);
    case LS_STEP_OP_ASYNC:
      return run_async (self, interpreter, activation, value);
    default:
      g_return_val_if_reached (LS_OUTCOME_STOP);
    }
}
