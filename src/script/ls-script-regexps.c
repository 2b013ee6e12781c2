/* ls-script-regexps.c: whether regular expressions have been decided, or given up on
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "ls-script-realm-private.h"

/* Makes the realm in which matches are verified, the first time that one is.
 *
 * Returns: whether there is one */
static gboolean
prepare (LsScriptRealm *self)
{
  g_autoptr (GError) error = NULL;

  if (self->verify != NULL)
    return TRUE;
  if (self->verifying == NULL)
    self->verifying = JSGlobalContextCreateInGroup (self->group, NULL);
  self->verify = ls_script_prelude_evaluate (self, self->verifying, "regexps-verify.js", &error);
  if (self->verify == NULL)
    return FALSE;
  JSValueProtect (self->verifying, (JSValueRef) self->verify);
  return TRUE;
}

/* verifyMatch (regexp, text, lastIndex, all): ends the program if JavaScriptCore has given up on what it says does not match,
 * see regexps-verify.js */
LS_SCRIPT_LOCKED_NATIVE (native_verify_match, 0)
{
  JSValueRef decided = NULL;
  gint64 taken;

  /* Whoever is to end anyhow need not wait for it. */
  ls_script_watchdog_check (self);
  if (!self->is_stopped)
    {
      ls_script_watchdog_suspend (self);
      if (prepare (self))
        decided = JSObjectCallAsFunction (self->verifying, self->verify, NULL, n_arguments, arguments, exception);
      taken = ls_script_watchdog_resume (self);
      /* What is thrown is that the stack is full. */
      if (decided == NULL && *exception != NULL)
        return NULL;
      if (decided == NULL || !JSValueToBoolean (context, decided))
        ls_script_watchdog_stop_match (self, taken);
    }
  return self->is_stopped ? ls_script_realm_throw_stop (self, exception) : NULL;
}

const LsScriptNative ls_script_regexps_natives[] = {
  { "verifyMatch", native_verify_match },
  { NULL },
};

void
ls_script_regexps_free (LsScriptRealm *self)
{
  if (self->verify != NULL)
    JSValueUnprotect (self->verifying, (JSValueRef) self->verify);
  g_clear_pointer (&self->verifying, JSGlobalContextRelease);
}
