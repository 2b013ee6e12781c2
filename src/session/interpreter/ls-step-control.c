/* ls-step-control.c: steps that decide which steps come next: repeat, choose, call, await
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-interpreter-private.h"
#include "ls-promise-private.h"

static LsCompletion
call_back_rejected (const LsValue *argument,
                    LsValue       *result,
                    gpointer       user_data)
{
  LsCallbackData *callback = user_data;

  return ls_interpreter_call (callback->interpreter, callback->rejected, FALSE, argument, result);
}

LsOutcome
ls_step_run_repeat (const LsStepRun *run)
{
  LsBody *body = ls_step_find_body (run, LS_MEMBER_BODY);
  guint64 times = ls_step_get_count (run->step, LS_MEMBER_TIMES, 0);

  if (times > 0 && ls_body_get_n_steps (body) > 0)
    ls_activation_push (run->activation, LS_FRAME_REPEAT, body)->remaining = times - 1;
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

LsOutcome
ls_step_run_if (const LsStepRun *run)
{
  g_auto (LsValue) expected = LS_VALUE_INIT;
  LsBody *body;

  if (!ls_step_get_scalar (run, LS_MEMBER_VALUE, run->value))
    return LS_OUTCOME_THROW;
  if (!ls_step_get_scalar (run, LS_MEMBER_EQUALS, &expected))
    {
      ls_value_clear (run->value);
      ls_value_copy (&expected, run->value);
      return LS_OUTCOME_THROW;
    }
  body = ls_step_find_body (run, is_equal (run->value, &expected) ? LS_MEMBER_THEN : LS_MEMBER_ELSE);
  if (body != NULL)
    ls_activation_push (run->activation, LS_FRAME_BLOCK, body);
  return LS_OUTCOME_NORMAL;
}

LsOutcome
ls_step_run_loop (const LsStepRun *run)
{
  LsBody *body = ls_step_find_body (run, LS_MEMBER_BODY);

  ls_activation_push (run->activation, LS_FRAME_REPEAT, body)->remaining = G_MAXUINT64;
  return LS_OUTCOME_NORMAL;
}

LsOutcome
ls_step_run_break (const LsStepRun *run)
{
  return LS_OUTCOME_BREAK;
}

LsOutcome
ls_step_run_await (const LsStepRun *run)
{
  g_autoptr (LsPromise) promise = ls_step_find_promise (run);

  if (promise == NULL)
    return LS_OUTCOME_THROW;
  ls_value_set_promise (run->value, promise);
  return LS_OUTCOME_AWAIT;
}

LsOutcome
ls_step_run_then (const LsStepRun *run)
{
  LsBody *fulfilled = ls_step_find_body (run, LS_MEMBER_FULFILLED);
  LsBody *rejected = ls_step_find_body (run, LS_MEMBER_REJECTED);
  LsBody *finally = ls_step_find_body (run, LS_MEMBER_FINALLY);
  g_autoptr (LsPromise) promise = ls_step_find_promise (run);

  if (promise == NULL)
    return LS_OUTCOME_THROW;

  if (fulfilled != NULL || rejected != NULL)
    {
      LsCallbackData *callback = ls_callback_data_new (run, fulfilled);
      LsPromise *derived;

      callback->rejected = rejected;
      derived = ls_promise_then_both (promise, fulfilled != NULL ? ls_step_call_back : NULL,
                                      rejected != NULL ? call_back_rejected : NULL, callback, g_free);
      ls_promise_unref (promise);
      promise = derived;
    }
  if (finally != NULL)
    {
      LsPromise *derived = ls_promise_finally (promise, ls_step_call_back, ls_callback_data_new (run, finally), g_free);

      ls_promise_unref (promise);
      promise = derived;
    }

  ls_step_name_promise (run, promise);
  return LS_OUTCOME_NORMAL;
}

LsOutcome
ls_step_run_throw (const LsStepRun *run)
{
  g_autofree char *message = ls_step_expand (run, LS_MEMBER_MESSAGE, run->value);

  if (message != NULL)
    ls_value_take_exception (run->value, ls_exception_new ("Error", message));
  return LS_OUTCOME_THROW;
}

LsOutcome
ls_step_run_return (const LsStepRun *run)
{
  return ls_step_get_scalar (run, LS_MEMBER_VALUE, run->value) ? LS_OUTCOME_RETURN : LS_OUTCOME_THROW;
}

LsOutcome
ls_step_run_try (const LsStepRun *run)
{
  LsBody *body = ls_step_find_body (run, LS_MEMBER_BODY);

  ls_activation_push (run->activation, LS_FRAME_TRY, body)->step = run->step;
  return LS_OUTCOME_NORMAL;
}

LsOutcome
ls_step_run_call (const LsStepRun *run)
{
  ls_activation_push (run->activation, LS_FRAME_CALL, ls_step_find_body (run, LS_MEMBER_BODY));
  return LS_OUTCOME_NORMAL;
}

LsOutcome
ls_step_run_async (const LsStepRun *run)
{
  LsBody *body = ls_step_find_body (run, LS_MEMBER_BODY);
  g_auto (LsValue) result = LS_VALUE_INIT;

  ls_interpreter_call (run->interpreter, body, TRUE, NULL, &result);
  if (result.type == LS_VALUE_PROMISE)
    ls_step_name_promise (run, result.as.promise);
  return LS_OUTCOME_NORMAL;
}
