/* ls-script-jsc.c: what the API of JavaScriptCore says in several calls
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "ls-script-jsc-private.h"

#include <string.h>

/* The longest text that leaves JavaScript, in characters. */
#define MAX_TEXT (64 * 1024 * 1024)

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

/* Returns how many UTF-16 code units @text has, which is UTF-8 but may have U+0000. */
static gsize
count_units (const char *text,
             gsize       length)
{
  gsize n = 0;

  for (gsize i = 0; i < length; i++)
    n += ((guchar) text[i] & 0xc0) != 0x80 ? ((guchar) text[i] >= 0xf0 ? 2 : 1) : 0;
  return n;
}

/* As JSStringGetUTF8CString(), where that stops: half of a pair of surrogates becomes U+FFFD, as where browsers print it. */
static char *
convert_units (JSStringRef  string,
               gsize       *length)
{
  const uint16_t *units = JSStringGetCharactersPtr (string);
  const gsize n = JSStringGetLength (string);
  GString *text = g_string_sized_new (n + 16);

  for (gsize i = 0; i < n; i++)
    if ((units[i] & 0xf800) != 0xd800)
      g_string_append_unichar (text, units[i]);
    else if (units[i] < 0xdc00 && i + 1 < n && (units[i + 1] & 0xfc00) == 0xdc00)
      {
        g_string_append_unichar (text, 0x10000 + ((gunichar) (units[i] & 0x3ff) << 10) + (units[i + 1] & 0x3ff));
        i++;
      }
    else
      g_string_append_unichar (text, 0xfffd);
  *length = text->len;
  return g_string_free (text, FALSE);
}

/* Returns: (transfer full): all of @string, and in @length the number of its bytes: there may be U+0000 among them */
char *
ls_jsc_string_to_utf8 (JSStringRef  string,
                       gsize       *length)
{
  const gsize size = JSStringGetMaximumUTF8CStringSize (string);
  g_autofree char *text = g_malloc (size);
  const gsize written = JSStringGetUTF8CString (string, text, size);

  if (written == 0 || count_units (text, written - 1) != JSStringGetLength (string))
    return convert_units (string, length);
  *length = written - 1;
  return g_steal_pointer (&text);
}

/* Returns: (transfer full) (nullable): @value as text. U+0000 becomes U+2400, because texts are C strings. */
char *
ls_jsc_to_utf8 (JSContextRef context,
                JSValueRef   value)
{
  JSStringRef string = JSValueToStringCopy (context, value, NULL);
  g_autofree char *text = NULL;
  gsize length;

  if (string == NULL)
    return NULL;
  if (JSStringGetLength (string) > MAX_TEXT)
    {
      text = g_strdup_printf ("(a string of %" G_GSIZE_FORMAT " characters)", JSStringGetLength (string));
      JSStringRelease (string);
      return g_steal_pointer (&text);
    }
  text = ls_jsc_string_to_utf8 (string, &length);
  JSStringRelease (string);
  if (strlen (text) != length)
    {
      GString *shown = g_string_sized_new (length);

      for (gsize i = 0; i < length; i++)
        if (text[i] != '\0')
          g_string_append_c (shown, text[i]);
        else
          g_string_append (shown, "\342\220\200");
      return g_string_free (shown, FALSE);
    }
  return g_utf8_validate (text, length, NULL) ? g_steal_pointer (&text) : g_utf8_make_valid (text, length);
}
