/* ls-step-agents.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-agent-program-private.h"

#include "ls-atomics-private.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Steps on shared memory, locks and values. */

/* Turns the error of an operation into an exception; if the agent was terminated, ends its program. */
LsOutcome
ls_step_fail (const LsStepRun *run,
              GError          *error)
{
  const char *name = "Error";

  if (g_error_matches (error, LS_ATOMICS_ERROR, LS_ATOMICS_ERROR_TERMINATED))
    {
      run->interpreter->stopped = TRUE;
      return LS_OUTCOME_STOP;
    }
  if (g_error_matches (error, LS_ATOMICS_ERROR, LS_ATOMICS_ERROR_TYPE))
    name = "TypeError";
  else if (g_error_matches (error, LS_ATOMICS_ERROR, LS_ATOMICS_ERROR_RANGE))
    name = "RangeError";
  return ls_step_throw (run, name, error->message);
}

LsOutcome
ls_step_throw (const LsStepRun *run,
               const char      *name,
               const char      *message)
{
  ls_value_take_exception (run->value, ls_exception_new (name, message));
  return LS_OUTCOME_THROW;
}

/* ECMAScript's StringToNumber for decimal numbers. Returns NaN for other text. */
static double
number_of_text (const char *text)
{
  g_autofree char *stripped = g_strstrip (g_strdup (text));
  const char *digits = *stripped == '-' || *stripped == '+' ? stripped + 1 : stripped;
  char *rest;
  double number;

  if (*stripped == '\0')
    return 0;
  if (g_str_equal (digits, "Infinity"))
    return *stripped == '-' ? -INFINITY : INFINITY;
  if (!g_ascii_isdigit (*digits) && *digits != '.')
    return NAN;
  number = g_ascii_strtod (stripped, &rest);
  return *rest == '\0' && strpbrk (digits, "xX") == NULL ? number : NAN;
}

/* Reads an integer of 64 bits, wrapped as BigInt.asIntN() does. Returns FALSE if @text is none. */
static gboolean
big_of_text (const char *text,
             gint64     *integer)
{
  g_autofree char *stripped = g_strstrip (g_strdup (text));
  const gboolean is_negative = *stripped == '-';
  const char *digit = stripped + (is_negative || *stripped == '+');
  guint64 sum = 0;

  if (*digit == '\0' && *stripped != '\0')
    return FALSE;
  for (; *digit != '\0'; digit++)
    {
      if (!g_ascii_isdigit (*digit))
        return FALSE;
      sum = sum * 10 + (*digit - '0');
    }
  *integer = (gint64) (is_negative ? -sum : sum);
  return TRUE;
}

/* Reads a member as an element of @type. Returns FALSE where the step throws. */
static gboolean
get_operand (const LsStepRun *run,
             LsStepMember     member,
             LsElementType    type,
             gint64          *operand)
{
  g_autofree char *text = ls_step_expand (run, member, run->value);

  if (text == NULL)
    return FALSE;
  if (!ls_element_type_is_big (type))
    *operand = ls_element_type_from_number (type, number_of_text (text));
  else if (!big_of_text (text, operand))
    {
      ls_value_take_exception (run->value, ls_exception_new_printf ("SyntaxError", "“%.100s” is no whole number", text));
      return FALSE;
    }
  return TRUE;
}

static gboolean
get_index (const LsStepRun *run,
           guint64         *index)
{
  g_autofree char *text = ls_step_expand (run, LS_MEMBER_INDEX, run->value);
  g_autoptr (GError) error = NULL;

  if (text == NULL)
    return FALSE;
  if (ls_to_index (number_of_text (text), index, &error))
    return TRUE;
  ls_step_fail (run, error);
  return FALSE;
}

/* Keeps a result under its name, and as ${value}. */
static void
keep (const LsStepRun *run,
      const LsValue   *result)
{
  const char *as = ls_step_get_text (run->step, LS_MEMBER_AS);

  ls_value_clear (&run->activation->value);
  ls_value_copy (result, &run->activation->value);
  if (as != NULL)
    ls_value_copy (result, &ls_program_scope_set (run->interpreter, as, LS_NAMED_VALUE)->value);
}

static void
set_element (LsValue       *value,
             LsElementType  type,
             gint64         element)
{
  g_autofree char *digits = NULL;

  if (!ls_element_type_is_big (type))
    {
      ls_value_set_number (value, element);
      return;
    }
  /* Doubles have no more than 53 bits. */
  digits = type == LS_ELEMENT_BIGUINT64 ? g_strdup_printf ("%" G_GUINT64_FORMAT, (guint64) element)
                                        : g_strdup_printf ("%" G_GINT64_FORMAT, element);
  ls_value_set_string (value, digits);
}

LsOutcome
ls_step_run_memory (const LsStepRun *run)
{
  const char *name = ls_step_get_text (run->step, LS_MEMBER_NAME);
  const LsElementType type = ls_step_get_count (run->step, LS_MEMBER_TYPE, LS_ELEMENT_INT32);
  const guint64 length = ls_step_get_count (run->step, LS_MEMBER_LENGTH, 0);
  const gsize size = ls_element_type_get_size (type);
  LsAgentProgram *agents = run->interpreter->agents;
  g_autoptr (GError) error = NULL;
  LsSharedMemory *memory;
  LsNamed *named;

  if (length > LS_AGENT_PROGRAM_MAX_MEMORY / size || !ls_agent_program_reserve (agents, length * size))
    return ls_step_throw (run, "RangeError", "A run may have 16 MB of shared memory");
  memory = ls_agent_program_create_memory (agents, length * size, name, &error);
  if (memory == NULL)
    return ls_step_fail (run, error);
  named = ls_program_scope_set (run->interpreter, name, LS_NAMED_MEMORY);
  named->memory = memory;
  ls_typed_array_init (&named->array, memory, type, 0, length, NULL);
  ls_agent_program_note_place (agents, name, &named->array, 0, FALSE);
  return LS_OUTCOME_NORMAL;
}

/* Does an operation on an element. */
static LsOutcome
run_operation (const LsStepRun *run,
               LsNamed         *place,
               guint64          index)
{
  const gboolean compares = run->step->op == LS_STEP_OP_COMPARE_EXCHANGE;
  const LsTypedArray array = place->array;
  g_autoptr (LsSharedMemory) memory = ls_shared_memory_ref (place->memory);
  g_autoptr (GError) error = NULL;
  g_auto (LsValue) result = LS_VALUE_INIT;
  gint64 operand = 0, replacement = 0, old;

  G_STATIC_ASSERT (LS_STEP_OP_COMPARE_EXCHANGE - LS_STEP_OP_LOAD == LS_OPERATION_COMPARE_EXCHANGE - LS_OPERATION_LOAD);

  if (run->step->op != LS_STEP_OP_LOAD &&
      !get_operand (run, compares ? LS_MEMBER_EXPECTED : LS_MEMBER_VALUE, array.type, &operand))
    return LS_OUTCOME_THROW;
  if (compares && !get_operand (run, LS_MEMBER_REPLACEMENT, array.type, &replacement))
    return LS_OUTCOME_THROW;
  ls_interpreter_report_state (run->interpreter, run->activation);
  old = ls_atomics_operate (&array, index, run->step->op - LS_STEP_OP_LOAD + LS_OPERATION_LOAD, operand, replacement, &error);
  if (error != NULL)
    return ls_step_fail (run, error);
  if (run->step->op == LS_STEP_OP_STORE)
    old = operand;
  set_element (&result, array.type, old);
  keep (run, &result);
  return LS_OUTCOME_NORMAL;
}

static LsOutcome
run_wait (const LsStepRun *run,
          LsNamed         *place,
          guint64          index)
{
  const LsTypedArray array = place->array;
  const double timeout = ls_step_get_number (run->step, LS_MEMBER_TIMEOUT, INFINITY);
  g_autoptr (LsSharedMemory) memory = ls_shared_memory_ref (place->memory);
  g_autoptr (LsPromise) promise = NULL;
  g_autoptr (GError) error = NULL;
  g_auto (LsValue) result = LS_VALUE_INIT;
  LsWaitResult waited;
  gint64 expected;

  if (!get_operand (run, LS_MEMBER_VALUE, array.type, &expected))
    return LS_OUTCOME_THROW;
  ls_interpreter_report_state (run->interpreter, run->activation);
  if (run->step->op == LS_STEP_OP_WAIT)
    waited = ls_atomics_wait (&array, index, expected, timeout, NULL, &error);
  else
    waited = ls_atomics_wait_async (&array, index, expected, timeout, &promise, &error);
  if (waited == LS_WAIT_FAILED)
    return ls_step_fail (run, error);
  if (run->step->op == LS_STEP_OP_WAIT || promise == NULL)
    ls_value_set_string (&result, ls_wait_result_to_string (waited));
  if (run->step->op == LS_STEP_OP_WAIT)
    keep (run, &result);
  else
    {
      ls_interpreter_note_number (run->interpreter, waited);
      if (promise == NULL)
        promise = ls_promise_new_resolved (run->interpreter->loop, &result);
      ls_step_name_promise (run, promise);
    }
  return LS_OUTCOME_NORMAL;
}

/* A notification may have resolved promises of the agent itself, and so have changed its loop. */
static void
note_resolved (LsInterpreter *interpreter,
               guint          n_async_waits)
{
  const guint n_resolved = n_async_waits - MIN (n_async_waits, ls_agent_get_n_async_waits (interpreter->agent));

  if (n_resolved > 0)
    ls_interpreter_note_number (interpreter, (guint64) n_resolved << 8);
}

static LsOutcome
run_notify (const LsStepRun *run,
            LsNamed         *place,
            guint64          index)
{
  const LsTypedArray array = place->array;
  const guint n_async_waits = ls_agent_get_n_async_waits (run->interpreter->agent);
  g_autoptr (LsSharedMemory) memory = ls_shared_memory_ref (place->memory);
  g_autoptr (GError) error = NULL;
  g_auto (LsValue) result = LS_VALUE_INIT;
  guint64 n;

  ls_interpreter_report_state (run->interpreter, run->activation);
  n = ls_atomics_notify (&array, index, ls_step_get_count (run->step, LS_MEMBER_COUNT, LS_NOTIFY_ALL), &error);
  if (error != NULL)
    return ls_step_fail (run, error);
  note_resolved (run->interpreter, n_async_waits);
  ls_value_set_number (&result, n);
  keep (run, &result);
  return LS_OUTCOME_NORMAL;
}

static LsOutcome
run_new_lock (const LsStepRun *run,
              LsNamed         *place,
              guint64          index)
{
  const char *name = ls_step_get_text (run->step, LS_MEMBER_NAME);
  const gboolean is_fair = run->step->op == LS_STEP_OP_FAIR_LOCK;
  g_autoptr (LsSharedMemory) memory = ls_shared_memory_ref (place->memory);
  g_autoptr (GError) error = NULL;
  LsNamed *named;
  gpointer lock;

  if (place->array.type != LS_ELEMENT_INT32)
    return ls_step_throw (run, "TypeError", "A lock is an element of an Int32Array");
  lock = is_fair ? (gpointer) ls_fair_lock_new (memory, index, &error) : (gpointer) ls_async_lock_new (memory, index, &error);
  if (lock == NULL)
    return ls_step_fail (run, error);
  named = ls_program_scope_set (run->interpreter, name, LS_NAMED_LOCK);
  named->lock = lock;
  named->is_fair = is_fair;
  named->memory = g_steal_pointer (&memory);
  ls_agent_program_note_place (run->interpreter->agents, name, &place->array, index, TRUE);
  return LS_OUTCOME_NORMAL;
}

/* Steps on a place in shared memory. */
LsOutcome
ls_step_run_at_place (const LsStepRun *run)
{
  LsNamed *place = ls_step_find (run, LS_MEMBER_MEMORY, LS_NAMED_MEMORY);
  guint64 index;

  if (place == NULL || !get_index (run, &index))
    return LS_OUTCOME_THROW;
  switch ((guint) run->step->op)
    {
    case LS_STEP_OP_WAIT:
    case LS_STEP_OP_WAIT_ASYNC:
      return run_wait (run, place, index);
    case LS_STEP_OP_NOTIFY:
      return run_notify (run, place, index);
    case LS_STEP_OP_ASYNC_LOCK:
    case LS_STEP_OP_FAIR_LOCK:
      return run_new_lock (run, place, index);
    default:
      return run_operation (run, place, index);
    }
}

LsOutcome
ls_step_run_locking (const LsStepRun *run)
{
  LsNamed *named = ls_step_find (run, LS_MEMBER_LOCK, LS_NAMED_LOCK);
  const guint n_async_waits = ls_agent_get_n_async_waits (run->interpreter->agent);
  g_autoptr (GError) error = NULL;
  gboolean is_fair, ok;
  gpointer lock;

  if (named == NULL)
    return LS_OUTCOME_THROW;
  is_fair = named->is_fair;
  lock = is_fair ? (gpointer) ls_fair_lock_ref (named->lock) : (gpointer) ls_async_lock_ref (named->lock);
  ls_interpreter_report_state (run->interpreter, run->activation);
  if (run->step->op == LS_STEP_OP_EXECUTE_LOCKED)
    {
      LsCallbackData *callback = ls_callback_data_new (run, ls_step_find_body (run, LS_MEMBER_BODY));
      g_autoptr (LsPromise) promise = NULL;

      if (is_fair)
        promise = ls_fair_lock_execute_locked (lock, ls_step_call_back, callback, g_free);
      else
        promise = ls_async_lock_execute_locked (lock, ls_step_call_back, callback, g_free);
      ls_step_name_promise (run, promise);
      ls_interpreter_note_number (run->interpreter, ls_agent_get_n_async_waits (run->interpreter->agent));
      ok = TRUE;
    }
  else if (run->step->op == LS_STEP_OP_LOCK)
    ok = is_fair ? ls_fair_lock_lock (lock, &error) : ls_async_lock_lock (lock, &error);
  else
    {
      ok = is_fair ? ls_fair_lock_unlock (lock, &error) : ls_async_lock_unlock (lock, &error);
      note_resolved (run->interpreter, n_async_waits);
    }
  if (is_fair)
    ls_fair_lock_unref (lock);
  else
    ls_async_lock_unref (lock);
  if (!ok)
    return ls_step_fail (run, error);
  return ls_agent_is_terminated (run->interpreter->agent) ? LS_OUTCOME_STOP : LS_OUTCOME_NORMAL;
}

LsOutcome
ls_step_run_let (const LsStepRun *run)
{
  g_autofree char *text = NULL;
  LsNamed *named;

  if (!ls_step_get_scalar (run, LS_MEMBER_VALUE, run->value))
    return LS_OUTCOME_THROW;
  if (ls_step_find_value (run->step, LS_MEMBER_PLUS) != NULL)
    {
      g_autofree char *plus = NULL;
      g_auto (LsValue) error = LS_VALUE_INIT;
      double sum;

      plus = ls_step_expand (run, LS_MEMBER_PLUS, &error);
      if (plus == NULL)
        {
          ls_value_clear (run->value);
          ls_value_copy (&error, run->value);
          return LS_OUTCOME_THROW;
        }
      text = ls_value_to_string (run->value);
      sum = number_of_text (text) + number_of_text (plus);
      ls_value_clear (run->value);
      ls_value_set_number (run->value, sum);
    }
  named = ls_program_scope_set (run->interpreter, ls_step_get_text (run->step, LS_MEMBER_AS), LS_NAMED_VALUE);
  ls_value_copy (run->value, &named->value);
  return LS_OUTCOME_NORMAL;
}

LsOutcome
ls_step_run_pause (const LsStepRun *run)
{
  g_autoptr (GError) error = NULL;

  ls_interpreter_report_state (run->interpreter, run->activation);
  return ls_atomics_pause (&error) ? LS_OUTCOME_NORMAL : ls_step_fail (run, error);
}
