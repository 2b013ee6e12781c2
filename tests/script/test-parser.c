/* test-parser.c: what is made fast in parser.js reads programs as acorn itself does, right ones and wrong ones
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <gio/gio.h>

#include "ls-script.h"
#include "ls-script-jsc-private.h"

#define RESOURCES "/io/github/loopscope/Loopscope/script/"

/* How many changes each program is tried with. */
#define CHANGES 10

/* Returns the number of texts that were compared, or what differs. */
static const char driver[] =
    "(function (shared, source, changes) {"
    " const pieces = [' ', ',', '(', ')', '{', '}', '=>', 'async ', 'await ', 'yield ', '...', '=', '**', '++', '?.', '`', 'in ', 'of ', 'let ',"
    "                 '\\n', '/', '#x', '[', ']', ';', ':', '\"', 'new ', '\\\\u0061', '\\u00e9', 'eval', 'arguments', 'static ', '#', '1', '-->'];"
    " const read = (Class, text, sourceType) => {"
    "   try {"
    "     const options = { ecmaVersion: 'latest', preserveParens: true, allowHashBang: true, sourceType };"
    "     return JSON.stringify(Class.parse(text, options), (key, value) =>"
    "       typeof value === 'bigint' ? String(value) : value && value.type && !Array.isArray(value)"
    "         ? Object.fromEntries(Object.entries(value).sort((a, b) => a[0] < b[0] ? -1 : 1)) : value);"
    "   } catch (e) { return e.message + ' at ' + e.pos; } };"
    " let seed = 1, n = 0;"
    " const random = limit => { seed = seed * 48271 % 2147483647; return seed % limit; };"
    " for (let i = 0; i <= changes; i++) {"
    "   let text = source;"
    "   if (i > 0) { const at = random(text.length + 1);"
    "     text = text.slice(0, at) + pieces[random(pieces.length)] + text.slice(at + random(5)); }"
    "   for (const type of ['script', 'module']) {"
    "     const ours = read(shared.Parser, text, type), theirs = read(shared.PlainParser, text, type);"
    "     n++;"
    "     if (ours !== theirs) return ours + '\\n' + theirs + '\\n' + text; } }"
    " return n; })";

typedef struct
{
  JSGlobalContextRef context;
  JSValueRef         shared;
  JSValueRef         driver;
} Fixture;

static JSValueRef
evaluate (Fixture    *self,
          const char *text)
{
  JSStringRef source = JSStringCreateWithUTF8CString (text);
  JSValueRef value = JSEvaluateScript (self->context, source, NULL, NULL, 1, NULL);

  JSStringRelease (source);
  g_assert_nonnull (value);
  return value;
}

static JSValueRef
evaluate_resource (Fixture    *self,
                   const char *name)
{
  g_autofree char *path = g_strconcat (RESOURCES, name, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = g_resources_lookup_data (path, G_RESOURCE_LOOKUP_FLAGS_NONE, &error);

  g_assert_no_error (error);
  return evaluate (self, g_bytes_get_data (bytes, NULL));
}

static Fixture *
fixture_new (void)
{
  Fixture *self = g_new0 (Fixture, 1);
  JSValueRef function;

  self->context = JSGlobalContextCreateInGroup (NULL, NULL);
  evaluate_resource (self, "acorn.js");
  self->shared = evaluate (self, "({ acorn })");
  JSValueProtect (self->context, self->shared);
  function = evaluate_resource (self, "parser.js");
  g_assert_nonnull (JSObjectCallAsFunction (self->context, (JSObjectRef) function, NULL, 1, &self->shared, NULL));
  self->driver = evaluate (self, driver);
  JSValueProtect (self->context, self->driver);
  return self;
}

static void
test_program (gconstpointer data)
{
  const char *file = data;
  Fixture *self = fixture_new ();
  g_autofree char *source = NULL;
  g_autoptr (GError) error = NULL;
  JSStringRef text;
  JSValueRef arguments[3], result;

  g_file_get_contents (file, &source, NULL, &error);
  g_assert_no_error (error);
  text = JSStringCreateWithUTF8CString (source);
  arguments[0] = self->shared;
  arguments[1] = JSValueMakeString (self->context, text);
  arguments[2] = JSValueMakeNumber (self->context, CHANGES);
  JSStringRelease (text);
  result = JSObjectCallAsFunction (self->context, (JSObjectRef) self->driver, NULL, 3, arguments, NULL);
  g_assert_nonnull (result);
  if (JSValueIsString (self->context, result))
    {
      JSStringRef string = JSValueToStringCopy (self->context, result, NULL);
      const gsize size = JSStringGetMaximumUTF8CStringSize (string);
      g_autofree char *difference = g_malloc (size);

      JSStringGetUTF8CString (string, difference, size);
      JSStringRelease (string);
      g_error ("%s", difference);
    }
  g_assert_cmpfloat (JSValueToNumber (self->context, result, NULL), ==, 2 * (CHANGES + 1));
  JSGlobalContextRelease (self->context);
  g_free (self);
}

int
main (int   argc,
      char *argv[])
{
  const char *root = g_getenv ("LS_TEST_SOURCE_ROOT");
  static const char *const folders[] = { "transform", "promise", "console" };

  g_test_init (&argc, &argv, NULL);
  ls_script_register ();
  g_assert_nonnull (root);
  for (guint i = 0; i < G_N_ELEMENTS (folders); i++)
    {
      g_autofree char *path = g_build_filename (root, "tests", "script", folders[i], NULL);
      g_autoptr (GError) error = NULL;
      g_autoptr (GDir) dir = g_dir_open (path, 0, &error);

      g_assert_no_error (error);
      for (const char *name = g_dir_read_name (dir); name != NULL; name = g_dir_read_name (dir))
        if (g_str_has_suffix (name, ".js"))
          {
            g_autofree char *test = g_strdup_printf ("/parser/%s/%s", folders[i], name);

            g_test_add_data_func_full (test, g_build_filename (path, name, NULL), test_program, g_free);
          }
    }
  return g_test_run ();
}
