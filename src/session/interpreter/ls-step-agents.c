/* ls-step-agents.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-agent-program-private.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Steps on shared memory, locks and values. */

/* Turns the error of an operation into an exception; if the agent was terminated, ends its program. */
LsOutcome
ls_step_fail (LsInterpreter *interpreter,
              GError        *error,
              LsValue       *value)
{
  const char *name = "Error";

  if (g_error_matches (error, LS_ATOMICS_ERROR, LS_ATOMICS_ERROR_TERMINATED))
    {
      interpreter->stopped = TRUE;
      return LS_OUTCOME_STOP;
    }
  if (g_error_matches (error, LS_ATOMICS_ERROR, LS_ATOMICS_ERROR_TYPE))
    name = "TypeError";
  else if (g_error_matches (error, LS_ATOMICS_ERROR, LS_ATOMICS_ERROR_RANGE))
    name = "RangeError";
  ls_value_clear (value);
  ls_value_take_exception (value, ls_exception_new (name, error->message));
  return LS_OUTCOME_THROW;
}

LsOutcome
ls_step_throw (LsValue    *value,
               const char *name,
               const char *message)
{
  ls_value_clear (value);
  ls_value_take_exception (value, ls_exception_new (name, message));
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

/* Reads a member as an element of @type. Returns FALSE with *@value set to an exception. */
static gboolean
get_operand (LsStep        *self,
             LsStepMember   member,
             LsActivation  *activation,
             LsElementType  type,
             gint64        *operand,
             LsValue       *value)
{
  g_autofree char *text = ls_step_expand (self, member, activation, value);

  if (text == NULL)
    return FALSE;
  if (!ls_element_type_is_big (type))
    *operand = ls_element_type_from_number (type, number_of_text (text));
  else if (!big_of_text (text, operand))
    {
      ls_value_take_exception (value, ls_exception_new_printf ("SyntaxError", "“%.100s” is no whole number", text));
      return FALSE;
    }
  return TRUE;
}

static gboolean
get_index (LsStep        *self,
           LsActivation  *activation,
           guint64       *index,
           LsInterpreter *interpreter,
           LsValue       *value)
{
  g_autofree char *text = ls_step_expand (self, LS_MEMBER_INDEX, activation, value);
  g_autoptr (GError) error = NULL;

  if (text == NULL)
    return FALSE;
  if (ls_to_index (number_of_text (text), index, &error))
    return TRUE;
  ls_step_fail (interpreter, error, value);
  return FALSE;
}

/* Keeps a result under its name, and as ${value}. */
static void
keep (LsStep        *self,
      LsInterpreter *interpreter,
      LsActivation  *activation,
      const LsValue *result)
{
  const char *as = ls_step_get_text (self, LS_MEMBER_AS);

  ls_value_clear (&activation->value);
  ls_value_copy (result, &activation->value);
  if (as != NULL)
    ls_value_copy (result, &ls_program_scope_set (interpreter, as, LS_NAMED_VALUE)->value);
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

static LsOutcome
run_memory (LsStep        *self,
            LsInterpreter *interpreter,
            LsValue       *value)
{
  const char *name = ls_step_get_text (self, LS_MEMBER_NAME);
  const LsElementType type = ls_step_get_count (self, LS_MEMBER_TYPE, LS_ELEMENT_INT32);
  const guint64 length = ls_step_get_count (self, LS_MEMBER_LENGTH, 0);
  const gsize size = ls_element_type_get_size (type);
  LsAgentProgram *agents = interpreter->agents;
  g_autoptr (GError) error = NULL;
  LsSharedMemory *memory;
  LsNamed *named;

  if (length > LS_AGENT_PROGRAM_MAX_MEMORY / size || !ls_agent_program_reserve (agents, length * size))
    return ls_step_throw (value, "RangeError", "A run may have 16 MB of shared memory");
  memory = ls_agent_program_create_memory (agents, length * size, name, &error);
  if (memory == NULL)
    return ls_step_fail (interpreter, error, value);
  named = ls_program_scope_set (interpreter, name, LS_NAMED_MEMORY);
  named->memory = memory;
  ls_typed_array_init (&named->array, memory, type, 0, length, NULL);
  ls_agent_program_note_place (agents, name, &named->array, 0, FALSE);
  return LS_OUTCOME_NORMAL;
}

static gint64
do_operation (LsStepOp             op,
              const LsTypedArray  *array,
              guint64              index,
              gint64               operand,
              gint64               replacement,
              GError             **error)
{
  switch ((guint) op)
    {
    case LS_STEP_OP_LOAD:
      return ls_atomics_load (array, index, error);
    case LS_STEP_OP_STORE:
      return ls_atomics_store (array, index, operand, error);
    case LS_STEP_OP_ADD:
      return ls_atomics_add (array, index, operand, error);
    case LS_STEP_OP_SUB:
      return ls_atomics_sub (array, index, operand, error);
    case LS_STEP_OP_AND:
      return ls_atomics_and (array, index, operand, error);
    case LS_STEP_OP_OR:
      return ls_atomics_or (array, index, operand, error);
    case LS_STEP_OP_XOR:
      return ls_atomics_xor (array, index, operand, error);
    case LS_STEP_OP_EXCHANGE:
      return ls_atomics_exchange (array, index, operand, error);
    case LS_STEP_OP_COMPARE_EXCHANGE:
      return ls_atomics_compare_exchange (array, index, operand, replacement, error);
    default:
      g_return_val_if_reached (0);
    }
}

/* Does an operation on an element. */
static LsOutcome
run_operation (LsStep        *self,
               LsInterpreter *interpreter,
               LsActivation  *activation,
               LsNamed       *place,
               guint64        index,
               LsValue       *value)
{
  const gboolean compares = self->op == LS_STEP_OP_COMPARE_EXCHANGE;
  const LsTypedArray array = place->array;
  g_autoptr (LsSharedMemory) memory = ls_shared_memory_ref (place->memory);
  g_autoptr (GError) error = NULL;
  g_auto (LsValue) result = LS_VALUE_INIT;
  gint64 operand = 0, replacement = 0, old;

  if (self->op != LS_STEP_OP_LOAD &&
      !get_operand (self, compares ? LS_MEMBER_EXPECTED : LS_MEMBER_VALUE, activation, array.type, &operand, value))
    return LS_OUTCOME_THROW;
  if (compares && !get_operand (self, LS_MEMBER_REPLACEMENT, activation, array.type, &replacement, value))
    return LS_OUTCOME_THROW;
  ls_interpreter_report_state (interpreter, activation);
  old = do_operation (self->op, &array, index, operand, replacement, &error);
  if (error != NULL)
    return ls_step_fail (interpreter, error, value);
  set_element (&result, array.type, old);
  keep (self, interpreter, activation, &result);
  return LS_OUTCOME_NORMAL;
}

static LsOutcome
run_wait (LsStep        *self,
          LsInterpreter *interpreter,
          LsActivation  *activation,
          LsNamed       *place,
          guint64        index,
          LsValue       *value)
{
  const LsTypedArray array = place->array;
  const double timeout = ls_step_get_number (self, LS_MEMBER_TIMEOUT, INFINITY);
  g_autoptr (LsSharedMemory) memory = ls_shared_memory_ref (place->memory);
  g_autoptr (LsPromise) promise = NULL;
  g_autoptr (GError) error = NULL;
  g_auto (LsValue) result = LS_VALUE_INIT;
  LsWaitResult waited;
  gint64 expected;

  if (!get_operand (self, LS_MEMBER_VALUE, activation, array.type, &expected, value))
    return LS_OUTCOME_THROW;
  ls_interpreter_report_state (interpreter, activation);
  if (self->op == LS_STEP_OP_WAIT)
    waited = ls_atomics_wait (&array, index, expected, timeout, NULL, &error);
  else
    waited = ls_atomics_wait_async (&array, index, expected, timeout, &promise, &error);
  if (waited == LS_WAIT_FAILED)
    return ls_step_fail (interpreter, error, value);
  if (self->op == LS_STEP_OP_WAIT || promise == NULL)
    ls_value_set_string (&result, ls_wait_result_to_string (waited));
  if (self->op == LS_STEP_OP_WAIT)
    keep (self, interpreter, activation, &result);
  else
    {
      ls_interpreter_note_number (interpreter, waited);
      if (promise == NULL)
        promise = ls_promise_new_resolved (interpreter->loop, &result);
      ls_step_name_promise (self, interpreter, promise);
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
run_notify (LsStep        *self,
            LsInterpreter *interpreter,
            LsActivation  *activation,
            LsNamed       *place,
            guint64        index,
            LsValue       *value)
{
  const LsTypedArray array = place->array;
  const guint n_async_waits = ls_agent_get_n_async_waits (interpreter->agent);
  g_autoptr (LsSharedMemory) memory = ls_shared_memory_ref (place->memory);
  g_autoptr (GError) error = NULL;
  g_auto (LsValue) result = LS_VALUE_INIT;
  guint64 n;

  ls_interpreter_report_state (interpreter, activation);
  n = ls_atomics_notify (&array, index, ls_step_get_count (self, LS_MEMBER_COUNT, LS_NOTIFY_ALL), &error);
  if (error != NULL)
    return ls_step_fail (interpreter, error, value);
  note_resolved (interpreter, n_async_waits);
  ls_value_set_number (&result, n);
  keep (self, interpreter, activation, &result);
  return LS_OUTCOME_NORMAL;
}

static LsOutcome
run_new_lock (LsStep        *self,
              LsInterpreter *interpreter,
              LsNamed       *place,
              guint64        index,
              LsValue       *value)
{
  const char *name = ls_step_get_text (self, LS_MEMBER_NAME);
  const gboolean is_fair = self->op == LS_STEP_OP_FAIR_LOCK;
  g_autoptr (LsSharedMemory) memory = ls_shared_memory_ref (place->memory);
  g_autoptr (GError) error = NULL;
  LsNamed *named;
  gpointer lock;

  if (place->array.type != LS_ELEMENT_INT32)
    return ls_step_throw (value, "TypeError", "A lock is an element of an Int32Array");
  lock = is_fair ? (gpointer) ls_fair_lock_new (memory, index, &error) : (gpointer) ls_async_lock_new (memory, index, &error);
  if (lock == NULL)
    return ls_step_fail (interpreter, error, value);
  named = ls_program_scope_set (interpreter, name, LS_NAMED_LOCK);
  named->lock = lock;
  named->is_fair = is_fair;
  named->memory = g_steal_pointer (&memory);
  ls_agent_program_note_place (interpreter->agents, name, &place->array, index, TRUE);
  return LS_OUTCOME_NORMAL;
}

/* Steps on a place in shared memory. */
static LsOutcome
run_at_place (LsStep        *self,
              LsInterpreter *interpreter,
              LsActivation  *activation,
              LsValue       *value)
{
  LsNamed *place = ls_program_scope_find (interpreter, ls_step_get_text (self, LS_MEMBER_MEMORY), LS_NAMED_MEMORY, value);
  guint64 index;

  if (place == NULL || !get_index (self, activation, &index, interpreter, value))
    return LS_OUTCOME_THROW;
  switch ((guint) self->op)
    {
    case LS_STEP_OP_WAIT:
    case LS_STEP_OP_WAIT_ASYNC:
      return run_wait (self, interpreter, activation, place, index, value);
    case LS_STEP_OP_NOTIFY:
      return run_notify (self, interpreter, activation, place, index, value);
    case LS_STEP_OP_ASYNC_LOCK:
    case LS_STEP_OP_FAIR_LOCK:
      return run_new_lock (self, interpreter, place, index, value);
    default:
      return run_operation (self, interpreter, activation, place, index, value);
    }
}

static LsOutcome
run_locking (LsStep        *self,
             LsInterpreter *interpreter,
             LsActivation  *activation,
             LsValue       *value)
{
  LsNamed *named = ls_program_scope_find (interpreter, ls_step_get_text (self, LS_MEMBER_LOCK), LS_NAMED_LOCK, value);
  const guint n_async_waits = ls_agent_get_n_async_waits (interpreter->agent);
  g_autoptr (GError) error = NULL;
  gboolean is_fair, ok;
  gpointer lock;

  if (named == NULL)
    return LS_OUTCOME_THROW;
  is_fair = named->is_fair;
  lock = is_fair ? (gpointer) ls_fair_lock_ref (named->lock) : (gpointer) ls_async_lock_ref (named->lock);
  ls_interpreter_report_state (interpreter, activation);
  if (self->op == LS_STEP_OP_EXECUTE_LOCKED)
    {
      LsCallbackData *callback = ls_callback_data_new (interpreter, ls_interpreter_find_body (interpreter, self, LS_MEMBER_BODY));
      g_autoptr (LsPromise) promise = NULL;

      if (is_fair)
        promise = ls_fair_lock_execute_locked (lock, ls_step_call_back, callback, g_free);
      else
        promise = ls_async_lock_execute_locked (lock, ls_step_call_back, callback, g_free);
      ls_step_name_promise (self, interpreter, promise);
      ls_interpreter_note_number (interpreter, ls_agent_get_n_async_waits (interpreter->agent));
      ok = TRUE;
    }
  else if (self->op == LS_STEP_OP_LOCK)
    ok = is_fair ? ls_fair_lock_lock (lock, &error) : ls_async_lock_lock (lock, &error);
  else
    {
      ok = is_fair ? ls_fair_lock_unlock (lock, &error) : ls_async_lock_unlock (lock, &error);
      note_resolved (interpreter, n_async_waits);
    }
  if (is_fair)
    ls_fair_lock_unref (lock);
  else
    ls_async_lock_unref (lock);
  if (!ok)
    return ls_step_fail (interpreter, error, value);
  return ls_agent_is_terminated (interpreter->agent) ? LS_OUTCOME_STOP : LS_OUTCOME_NORMAL;
}

static LsOutcome
run_let (LsStep        *self,
         LsInterpreter *interpreter,
         LsActivation  *activation,
         LsValue       *value)
{
  g_autofree char *text = NULL;

  if (!ls_step_get_scalar (self, LS_MEMBER_VALUE, activation, value))
    return LS_OUTCOME_THROW;
  if (ls_step_find_value (self, LS_MEMBER_PLUS) != NULL)
    {
      g_autofree char *plus = NULL;
      g_auto (LsValue) error = LS_VALUE_INIT;
      double sum;

      plus = ls_step_expand (self, LS_MEMBER_PLUS, activation, &error);
      if (plus == NULL)
        {
          ls_value_clear (value);
          ls_value_copy (&error, value);
          return LS_OUTCOME_THROW;
        }
      text = ls_value_to_string (value);
      sum = number_of_text (text) + number_of_text (plus);
      ls_value_clear (value);
      ls_value_set_number (value, sum);
    }
  ls_value_copy (value, &ls_program_scope_set (interpreter, ls_step_get_text (self, LS_MEMBER_AS), LS_NAMED_VALUE)->value);
  return LS_OUTCOME_NORMAL;
}

static LsOutcome
run_pause (LsInterpreter *interpreter,
           LsActivation  *activation,
           LsValue       *value)
{
  g_autoptr (GError) error = NULL;

  ls_interpreter_report_state (interpreter, activation);
  return ls_atomics_pause (&error) ? LS_OUTCOME_NORMAL : ls_step_fail (interpreter, error, value);
}

/* Runs a step on shared memory, locks or values; see ls_step_run(). */
LsOutcome
ls_step_run_on_agents (LsStep        *self,
                       LsInterpreter *interpreter,
                       LsActivation  *activation,
                       LsValue       *value)
{
  if (self->op == LS_STEP_OP_LET)
    return run_let (self, interpreter, activation, value);
  g_return_val_if_fail (interpreter->agents != NULL, LS_OUTCOME_STOP);

  switch ((guint) self->op)
    {
    case LS_STEP_OP_MEMORY:
      return run_memory (self, interpreter, value);
    case LS_STEP_OP_PAUSE:
      return run_pause (interpreter, activation, value);
    case LS_STEP_OP_LOCK:
    case LS_STEP_OP_UNLOCK:
    case LS_STEP_OP_EXECUTE_LOCKED:
      return run_locking (self, interpreter, activation, value);
    default:
      return run_at_place (self, interpreter, activation, value);
    }
}
