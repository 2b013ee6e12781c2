/* ls-script-jsc.c: what the API of JavaScriptCore says in several calls
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "ls-script-jsc-private.h"

void
ls_jsc_set (JSContextRef  context,
            JSObjectRef   object,
            const char   *name,
            JSValueRef    value,
            unsigned      attributes)
{
  JSStringRef string = JSStringCreateWithUTF8CString (name);

  JSObjectSetProperty (context, object, string, value, attributes, NULL);
  JSStringRelease (string);
}

JSValueRef
ls_jsc_get (JSContextRef  context,
            JSValueRef    object,
            const char   *name)
{
  JSStringRef string = JSStringCreateWithUTF8CString (name);
  JSValueRef value = JSObjectGetProperty (context, (JSObjectRef) object, string, NULL);

  JSStringRelease (string);
  return value;
}

/* Makes a function that calls @callback. */
JSObjectRef
ls_jsc_make_function (JSContextRef                    context,
                      const char                     *name,
                      JSObjectCallAsFunctionCallback  callback)
{
  JSStringRef string = JSStringCreateWithUTF8CString (name);
  JSObjectRef function = JSObjectMakeFunctionWithCallback (context, string, callback);

  JSStringRelease (string);
  return function;
}

/* Evaluates @code, whose place is line 1 of @url. */
JSValueRef
ls_jsc_evaluate (JSContextRef  context,
                 JSStringRef   code,
                 const char   *url,
                 JSValueRef   *exception)
{
  JSStringRef string = JSStringCreateWithUTF8CString (url);
  JSValueRef value = JSEvaluateScript (context, code, NULL, string, 1, exception);

  JSStringRelease (string);
  return value;
}

/* Returns a number from the prelude, 0 if the value is none. */
unsigned
ls_jsc_to_uint (JSContextRef context,
                JSValueRef   value)
{
  const double number = value != NULL ? JSValueToNumber (context, value, NULL) : 0;

  return number >= 0 && number <= UINT32_MAX ? (unsigned) number : 0;
}
