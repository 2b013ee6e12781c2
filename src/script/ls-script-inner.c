/* ls-script-inner.c: scripts that programs run, and realms that they make
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "ls-script-realm-private.h"

/* How many realms a program may make: each takes a megabyte or two. */
#define MAX_REALMS 64

/* runScript (code): evaluates transformed code as a classic script of the function's own realm. Returns its value; throws what
 * that throws */
LS_SCRIPT_NATIVE (native_run_script)
{
  JSStringRef code;
  JSValueRef value;

  ls_script_realm_enter_native ();
  if (n_arguments < 1)
    return JSValueMakeUndefined (context);
  code = JSValueToStringCopy (context, arguments[0], exception);
  if (code == NULL)
    return JSValueMakeUndefined (context);
  value = JSEvaluateScript (context, code, NULL, NULL, 1, exception);
  JSStringRelease (code);
  return value != NULL ? value : JSValueMakeUndefined (context);
}

/* createRealm (inner) → whether there is one more: `inner.host` gets what is each realm's own, and the prelude is run for it */
LS_SCRIPT_LOCKED_NATIVE (native_create_realm)
{
  static const LsScriptNative natives[] = {
    { "runScript", native_run_script },
  };
  LsScriptRealm *self = ls_script_realm_enter_native ();
  g_autoptr (GError) error = NULL;
  JSGlobalContextRef inner_context;
  JSObjectRef inner, host;

  if (n_arguments < 1 || self->inner->len >= MAX_REALMS)
    return JSValueMakeBoolean (context, FALSE);
  inner = (JSObjectRef) arguments[0];
  inner_context = JSGlobalContextCreateInGroup (self->group, NULL);
  g_ptr_array_add (self->inner, inner_context);
  host = (JSObjectRef) ls_script_prelude_get (context, inner, "host");
  for (gsize i = 0; i < G_N_ELEMENTS (natives); i++)
    {
      JSStringRef name = JSStringCreateWithUTF8CString (natives[i].name);

      ls_script_prelude_set (self, host, natives[i].name,
                             (JSValueRef) JSObjectMakeFunctionWithCallback (inner_context, name, natives[i].callback), 0);
      JSStringRelease (name);
    }
  if (ls_script_prelude_load_inner (self, inner_context, inner, &error))
    return JSValueMakeBoolean (context, TRUE);
  if (!self->is_stopped)
    ls_script_realm_stop (self, error->message);
  return ls_script_realm_throw_stop (self, exception);
}

/* collectGarbage() */
LS_SCRIPT_NATIVE (native_collect_garbage)
{
  ls_script_realm_enter_native ();
  JSGarbageCollect (context);
  return JSValueMakeUndefined (context);
}

void
ls_script_inner_add_natives (LsScriptRealm *self,
                             JSObjectRef    host)
{
  static const LsScriptNative natives[] = {
    { "collectGarbage", native_collect_garbage },
    { "createRealm", native_create_realm },
    { "runScript", native_run_script },
  };

  ls_script_realm_add_natives (self, host, natives, G_N_ELEMENTS (natives));
}
