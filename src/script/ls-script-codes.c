/* ls-script-codes.c: tasks of steps whose bodies are JavaScript
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "ls-script-realm-private.h"

#include "ls-event-loop-private.h"

/* The realm makes an async function of each code at its top level before anything runs. The prelude posts it as the program
 * itself would. So results, states, errors and places are the same as for any task of the program. */

/* Returns: (transfer full): a function with @source as its body; its lines keep their numbers */
char *
ls_script_code_wrap (const char *source)
{
  return g_strconcat (LS_SCRIPT_BODY_PREFIX, source, LS_SCRIPT_BODY_SUFFIX, NULL);
}

static JSObjectRef
make_function (LsScriptRealm  *self,
               JSStringRef     code,
               const char     *name,
               GError        **error)
{
  JSValueRef exception = NULL;
  JSValueRef value;

  ls_script_realm_begin_loading (self);
  value = ls_jsc_evaluate (self->context, code, name, &exception);
  ls_script_realm_end_loading (self);
  if (exception != NULL || value == NULL || !JSValueIsObject (self->context, value))
    {
      g_autofree char *text = exception != NULL ? ls_jsc_to_utf8 (self->context, exception) : NULL;

      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "%s:1:1: %s", name, text != NULL ? text : "No function");
      return NULL;
    }
  JSValueProtect (self->context, value);
  return (JSObjectRef) value;
}

/* Makes functions of all codes. */
gboolean
ls_script_prepare_codes (LsScriptRealm  *self,
                         GError        **error)
{
  if (self->host->n_codes == 0)
    return TRUE;
  self->functions = g_new0 (JSObjectRef, self->host->n_codes);
  for (guint i = 0; i < self->host->n_codes; i++)
    {
      const LsProgramCode *code = &self->host->codes[i];
      g_autoptr (GArray) breakpoints = g_array_new (FALSE, FALSE, sizeof (guint));
      g_autofree char *options = ls_script_make_options (self, code->name, TRUE, LS_SCRIPT_GOAL_ANY, breakpoints);
      JSStringRef text = ls_script_transform (self, code->name, code->source, TRUE, LS_SCRIPT_GOAL_ANY, options, breakpoints,
                                              error);

      if (text == NULL)
        return FALSE;
      self->functions[i] = make_function (self, text, code->name, error);
      JSStringRelease (text);
      if (self->functions[i] == NULL)
        return FALSE;
    }
  return TRUE;
}

void
ls_script_free_codes (LsScriptRealm *self)
{
  for (guint i = 0; self->functions != NULL && i < self->host->n_codes; i++)
    if (self->functions[i] != NULL && !self->is_abandoned)
      JSValueUnprotect (self->context, (JSValueRef) self->functions[i]);
  g_clear_pointer (&self->functions, g_free);
}

/* postCode (function, signal, isTaskSignal, priority, delay, name, result): signal and result are numbers, 0 for none */
void
ls_script_post_code (gpointer                 realm,
                     guint                    code,
                     const LsPostTaskOptions *options,
                     LsPromise               *result)
{
  LsScriptRealm *self = realm;
  JSValueRef arguments[7];
  guint number = 0;

  g_return_if_fail (code < self->host->n_codes);

  if (result != NULL)
    {
      number = ++self->last_result;
      g_hash_table_insert (self->results, GUINT_TO_POINTER (number), ls_promise_ref (result));
    }
  arguments[0] = (JSValueRef) self->functions[code];
  arguments[1] = JSValueMakeNumber (self->context, options->signal != NULL ? ls_abort_signal_get_id (options->signal) : 0);
  arguments[2] = JSValueMakeBoolean (self->context, LS_IS_TASK_SIGNAL (options->signal));
  arguments[3] = JSValueMakeNumber (self->context, options->priority);
  arguments[4] = JSValueMakeNumber (self->context, options->delay);
  arguments[5] = ls_script_realm_string (self, options->name != NULL ? options->name : "");
  arguments[6] = JSValueMakeNumber (self->context, number);
  self->adopting = options->signal;
  ls_script_realm_call (self, LS_SCRIPT_HOOK_POST_CODE, G_N_ELEMENTS (arguments), arguments);
  self->adopting = NULL;
}

/* Yields at the statement that has begun, as the program itself would. */
void
ls_script_yield_by_hand (gpointer    realm,
                         const char *signal,
                         const char *priority)
{
  LsScriptRealm *self = realm;
  JSValueRef arguments[2];

  arguments[0] = ls_script_realm_string (self, signal != NULL ? signal : "");
  arguments[1] = ls_script_realm_string (self, priority != NULL ? priority : "");
  ls_script_realm_call (self, LS_SCRIPT_HOOK_YIELD, G_N_ELEMENTS (arguments), arguments);
}

/* adopt () → a handle of the signal that the code is posted with */
LS_SCRIPT_NATIVE (native_adopt, 0)
{
  return self->adopting != NULL ? ls_script_handle_adopt (self, self->adopting) : NULL;
}

static void
to_ls_value (LsScriptRealm *self,
             JSValueRef     value,
             LsValue       *result)
{
  if (JSValueIsUndefined (self->context, value) || JSValueIsNull (self->context, value))
    return;
  if (JSValueIsString (self->context, value))
    {
      g_autofree char *text = ls_jsc_to_utf8 (self->context, value);

      ls_value_set_string (result, text != NULL ? text : "");
    }
  else if (JSValueIsNumber (self->context, value))
    ls_value_set_number (result, JSValueToNumber (self->context, value, NULL));
  else if (JSValueIsBoolean (self->context, value))
    ls_value_set_boolean (result, JSValueToBoolean (self->context, value));
  else
    ls_script_realm_to_ls_value (self, value, result);
}

/* settleResult (number, isRejected, value): the result of a task, for the promise of a step */
LS_SCRIPT_NATIVE (native_settle_result, 3)
{
  g_auto (LsValue) value = LS_VALUE_INIT;
  gpointer key;
  LsPromise *promise;

  key = GUINT_TO_POINTER (ls_jsc_to_uint (self->context, arguments[0]));
  promise = g_hash_table_lookup (self->results, key);
  if (promise == NULL)
    return NULL;
  ls_promise_ref (promise);
  g_hash_table_remove (self->results, key);
  to_ls_value (self, arguments[2], &value);
  if (JSValueToBoolean (context, arguments[1]))
    ls_promise_reject (promise, &value);
  else
    ls_promise_resolve (promise, &value);
  ls_promise_unref (promise);
  return NULL;
}

const LsScriptNative ls_script_codes_natives[] = {
  { "adopt", native_adopt },
  { "settleResult", native_settle_result },
  { NULL },
};
