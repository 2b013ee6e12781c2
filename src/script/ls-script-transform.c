/* ls-script-transform.c: programs are rewritten before they run, and places in them are found again
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "ls-script-realm-private.h"

#include "ls-event-loop-private.h"
#include "ls-program-script.h"

#include <string.h>

/* Makes numbers of what the transformation returns, in typed arrays that C can read. */
static const char adapter[] =
    "(function (transform) { 'use strict';"
    " const pack = (list, f) => { const a = new Int32Array(list.length * 3);"
    "   for (let i = 0; i < list.length; i++) f(a, i * 3, list[i]); return a; };"
    " const forC = function (source, options) {"
    "   const result = transform(source, options === undefined ? {} : JSON.parse(options));"
    "   if (result.error) return result;"
    "   return { code: result.code, isModule: result.isModule,"
    "            map: Int32Array.from(result.map || []), n: (result.functions || []).length,"
    "            statements: pack(result.statements || [], (a, i, s) => {"
    "              a[i] = s.line; a[i + 1] = s.column; a[i + 2] = s.function; }),"
    "            texts: Array.from(result.texts || []) };"
    " };"
    " const forPrograms = function (source, options) {"
    "   const result = transform(source, JSON.parse(options));"
    "   return JSON.stringify(result.error ? { error: result.error }"
    "                                      : { code: result.code, texts: Array.from(result.texts || []) }); };"
    " return { forC, forPrograms }; })";

/* acorn and the transformation live in a context of their own: programs cannot reach them. */
gboolean
ls_script_load_transformer (LsScriptRealm  *self,
                            GError        **error)
{
  JSObjectRef global;
  JSStringRef source;
  JSValueRef acorn, transform, adapt;

  if (self->transform != NULL)
    return TRUE;
  self->transformer = JSGlobalContextCreateInGroup (self->group, NULL);
  global = JSContextGetGlobalObject (self->transformer);
  if (ls_script_prelude_evaluate (self, self->transformer, "acorn.js", error) == NULL)
    return FALSE;
  acorn = ls_script_prelude_get (self->transformer, global, "acorn");
  transform = (JSValueRef) ls_script_prelude_evaluate (self, self->transformer, "transform.js", error);
  if (transform == NULL)
    return FALSE;
  transform = JSObjectCallAsFunction (self->transformer, (JSObjectRef) transform, NULL, 1, &acorn, NULL);
  source = JSStringCreateWithUTF8CString (adapter);
  adapt = JSEvaluateScript (self->transformer, source, NULL, NULL, 1, NULL);
  JSStringRelease (source);
  if (transform != NULL && adapt != NULL)
    transform = JSObjectCallAsFunction (self->transformer, (JSObjectRef) adapt, NULL, 1, &transform, NULL);
  if (transform != NULL && JSValueIsObject (self->transformer, transform))
    {
      self->transform_text = (JSObjectRef) ls_script_prelude_get (self->transformer, (JSObjectRef) transform, "forPrograms");
      JSValueProtect (self->transformer, (JSValueRef) self->transform_text);
      transform = ls_script_prelude_get (self->transformer, (JSObjectRef) transform, "forC");
    }
  if (transform == NULL || !JSValueIsObject (self->transformer, transform))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "transform.js cannot be used");
      return FALSE;
    }
  JSValueProtect (self->transformer, transform);
  self->transform = (JSObjectRef) transform;
  return TRUE;
}

static guint
get_number (LsScriptRealm *self,
            JSObjectRef    object,
            const char    *name)
{
  return ls_script_realm_to_uint (self, ls_script_prelude_get (self->transformer, object, name));
}

/* The numbers of a typed array. */
static const gint32 *
get_numbers (LsScriptRealm *self,
             JSObjectRef    object,
             const char    *name,
             gsize         *n)
{
  JSObjectRef array = (JSObjectRef) ls_script_prelude_get (self->transformer, object, name);

  *n = JSObjectGetTypedArrayLength (self->transformer, array, NULL);
  return JSObjectGetTypedArrayBytesPtr (self->transformer, array, NULL);
}

static void
find_lines (GArray     *lines,
            const char *text)
{
  guint32 offset = 0;

  g_array_append_val (lines, offset);
  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      const gunichar c = g_utf8_get_char (p);

      offset += c > 0xffff ? 2 : 1;
      if (c == '\n' || c == 0x2028 || c == 0x2029 || (c == '\r' && p[1] != '\n'))
        g_array_append_val (lines, offset);
    }
}

static void
add_statements (LsScriptRealm *self,
                JSObjectRef    result,
                guint32        script)
{
  const gint32 *numbers;
  gsize n;

  numbers = get_numbers (self, result, "statements", &n);
  for (gsize i = 0; i + 2 < n; i += 3)
    {
      LsScriptStatement statement = { .script = script, .line = numbers[i], .column = numbers[i + 1],
                                      .function = numbers[i + 2] };

      g_array_append_val (self->statements, statement);
    }
  self->n_functions += get_number (self, result, "n");
}

static void
add_source (LsScriptRealm *self,
            const char    *url,
            const char    *source,
            JSObjectRef    result,
            JSStringRef    code)
{
  LsScriptSource *added = g_new0 (LsScriptSource, 1);
  const gint32 *numbers;
  g_autofree char *text = NULL;
  gsize n, size;

  added->url = g_strdup (url);
  added->map = g_array_new (FALSE, FALSE, sizeof (guint32));
  added->code_lines = g_array_new (FALSE, FALSE, sizeof (guint32));
  added->source_lines = g_array_new (FALSE, FALSE, sizeof (guint32));
  numbers = get_numbers (self, result, "map", &n);
  g_array_append_vals (added->map, numbers, n / 2 * 2);
  size = JSStringGetMaximumUTF8CStringSize (code);
  text = g_malloc (size);
  JSStringGetUTF8CString (code, text, size);
  find_lines (added->code_lines, text);
  find_lines (added->source_lines, source);
  g_ptr_array_add (self->sources, added);
}

/* The prelude shows functions with the text that the program has for them. */
static void
add_texts (LsScriptRealm *self,
           JSValueRef     source,
           JSValueRef     code,
           JSValueRef     texts)
{
  const JSValueRef arguments[3] = { source, code, texts };

  ls_script_realm_call (self, LS_SCRIPT_HOOK_ADD_SCRIPT, 3, arguments);
}

/* Finds the place in the source that a place in the transformed code was made of. Lines and columns count from 1. */
gboolean
ls_script_locate (LsScriptRealm *self,
                  const char    *url,
                  guint         *line,
                  guint         *column)
{
  for (guint i = self->sources->len; i > 0; i--)
    {
      const LsScriptSource *source = g_ptr_array_index (self->sources, i - 1);
      guint32 offset;
      guint low = 0, high;

      if (!g_str_equal (source->url, url) || *line == 0 || *line > source->code_lines->len || source->map->len < 2)
        continue;
      offset = g_array_index (source->code_lines, guint32, *line - 1) + (*column > 0 ? *column - 1 : 0);
      high = source->map->len / 2;
      while (high - low > 1)
        {
          const guint middle = (low + high) / 2;

          if (g_array_index (source->map, guint32, middle * 2) <= offset)
            low = middle;
          else
            high = middle;
        }
      {
        const guint32 code = g_array_index (source->map, guint32, low * 2);
        guint32 place = g_array_index (source->map, guint32, low * 2 + 1);

        if (offset > code)
          place += offset - code;
        /* Not beyond what follows: inserted text has no place of its own. */
        if (low + 1 < source->map->len / 2)
          place = MIN (place, MAX (g_array_index (source->map, guint32, low * 2 + 3), g_array_index (source->map, guint32, low * 2 + 1)));
        low = 0;
        high = source->source_lines->len;
        while (high - low > 1)
          {
            const guint middle = (low + high) / 2;

            if (g_array_index (source->source_lines, guint32, middle) <= place)
              low = middle;
            else
              high = middle;
          }
        *line = low + 1;
        *column = place - g_array_index (source->source_lines, guint32, low) + 1;
      }
      return TRUE;
    }
  return FALSE;
}

static LsScript *
find_script (LsScriptRealm *self,
             const char    *url)
{
  const guint n = ls_program_get_n_scripts (self->host->program);

  for (guint i = 0; i < n; i++)
    {
      LsScript *script = ls_program_get_script (self->host->program, i);

      if (g_str_equal (ls_script_get_name (script), url))
        return script;
    }
  return NULL;
}

static gboolean
load_refinement (LsScriptRealm *self)
{
  JSValueRef refine, acorn;

  if (self->refine != NULL)
    return TRUE;
  if (!ls_script_load_transformer (self, NULL))
    return FALSE;
  acorn = ls_script_prelude_get (self->transformer, JSContextGetGlobalObject (self->transformer), "acorn");
  refine = (JSValueRef) ls_script_prelude_evaluate (self, self->transformer, "positions.js", NULL);
  if (refine != NULL)
    refine = JSObjectCallAsFunction (self->transformer, (JSObjectRef) refine, NULL, 1, &acorn, NULL);
  if (refine == NULL)
    return FALSE;
  JSValueProtect (self->transformer, refine);
  self->refine = (JSObjectRef) refine;
  return TRUE;
}

/* An error's place in the source, as ls_script_locate() has it, becomes the one that browsers show. */
void
ls_script_refine (LsScriptRealm *self,
                  const char    *url,
                  gboolean       is_reference,
                  guint         *line,
                  guint         *column)
{
  LsScript *script = find_script (self, url);
  JSValueRef arguments[5], result;
  JSStringRef string;

  if (script == NULL || !load_refinement (self))
    return;
  string = JSStringCreateWithUTF8CString (url);
  arguments[0] = JSValueMakeString (self->transformer, string);
  JSStringRelease (string);
  string = JSStringCreateWithUTF8CString (ls_script_get_text (script));
  arguments[1] = JSValueMakeString (self->transformer, string);
  JSStringRelease (string);
  arguments[2] = JSValueMakeNumber (self->transformer, *line);
  arguments[3] = JSValueMakeNumber (self->transformer, *column);
  arguments[4] = JSValueMakeBoolean (self->transformer, is_reference);
  result = JSObjectCallAsFunction (self->transformer, self->refine, NULL, G_N_ELEMENTS (arguments), arguments, NULL);
  if (result == NULL || !JSValueIsObject (self->transformer, result))
    return;
  *line = ls_script_realm_to_uint (self, JSObjectGetPropertyAtIndex (self->transformer, (JSObjectRef) result, 0, NULL));
  *column = ls_script_realm_to_uint (self, JSObjectGetPropertyAtIndex (self->transformer, (JSObjectRef) result, 1, NULL));
}

/* Rewrites @source.
 *
 * Returns: (transfer full) (nullable): the code, or NULL with @error set where it cannot be parsed */
JSStringRef
ls_script_transform (LsScriptRealm *self,
                     const char    *url,
                     const char    *source,
                     const char    *options,
                     GError       **error)
{
  JSValueRef arguments[2];
  JSValueRef exception = NULL;
  JSValueRef result, code;
  JSStringRef string;

  if (!ls_script_load_transformer (self, error))
    return NULL;
  string = JSStringCreateWithUTF8CString (source);
  arguments[0] = JSValueMakeString (self->transformer, string);
  JSStringRelease (string);
  string = JSStringCreateWithUTF8CString (options);
  arguments[1] = JSValueMakeString (self->transformer, string);
  JSStringRelease (string);
  result = JSObjectCallAsFunction (self->transformer, self->transform, NULL, 2, arguments, &exception);
  if (exception != NULL)
    {
      g_autofree char *text = ls_script_realm_to_utf8 (self, exception);

      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "%s: %s", url, text);
      return NULL;
    }
  code = ls_script_prelude_get (self->transformer, (JSObjectRef) result, "error");
  if (JSValueIsObject (self->transformer, code))
    {
      g_autofree char *message = ls_script_realm_to_utf8 (self, ls_script_prelude_get (self->transformer,
                                                                                       (JSObjectRef) code, "message"));

      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "%s:%u:%u: SyntaxError: %s", url,
                   get_number (self, (JSObjectRef) code, "line"), get_number (self, (JSObjectRef) code, "column"), message);
      return NULL;
    }
  code = ls_script_prelude_get (self->transformer, (JSObjectRef) result, "code");
  string = JSValueToStringCopy (self->transformer, code, NULL);
  add_source (self, url, source, (JSObjectRef) result, string);
  add_statements (self, (JSObjectRef) result, self->sources->len - 1);
  add_texts (self, arguments[0], code, ls_script_prelude_get (self->transformer, (JSObjectRef) result, "texts"));
  return string;
}

/* Rewrites code that the program compiles, for the prelude.
 *
 * Returns: (transfer full) (nullable): JSON text of the result, or NULL where it cannot be had */
JSStringRef
ls_script_transform_text (LsScriptRealm *self,
                          JSStringRef    source,
                          JSStringRef    options)
{
  JSValueRef arguments[2], result;

  if (!ls_script_load_transformer (self, NULL))
    return NULL;
  arguments[0] = JSValueMakeString (self->transformer, source);
  arguments[1] = JSValueMakeString (self->transformer, options);
  result = JSObjectCallAsFunction (self->transformer, self->transform_text, NULL, 2, arguments, NULL);
  return result != NULL ? JSValueToStringCopy (self->transformer, result, NULL) : NULL;
}
