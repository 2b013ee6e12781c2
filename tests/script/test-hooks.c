/* test-hooks.c: what statement hooks, conditions and probes make of sources
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "ls-script-transformer-private.h"
#include "script-util.h"

static char *
member_to_string (JsonObject *object,
                  const char *member)
{
  return json_object_has_member (object, member) ? json_to_string (json_object_get_member (object, member), FALSE)
                                                 : g_strdup ("[]");
}

/* The options of a case, with statement hooks, and numbers for breakpoints and probes that have none. */
static char *
make_options (JsonObject *test)
{
  JsonObject *options = json_object_get_object_member (test, "options");
  static const char *const lists[] = { "breakpoints", "probes" };
  g_autoptr(JsonNode) node = json_node_new (JSON_NODE_OBJECT);

  json_object_set_boolean_member (options, "statements", TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    if (json_object_has_member (options, lists[i]))
      {
        JsonArray *list = json_object_get_array_member (options, lists[i]);

        for (guint j = 0; j < json_array_get_length (list); j++)
          {
            JsonObject *item = json_array_get_object_element (list, j);

            if (!json_object_has_member (item, "index"))
              json_object_set_int_member (item, "index", j);
            if (i == 1 && !json_object_has_member (item, "statement"))
              json_object_set_int_member (item, "statement", 0);
          }
      }
  json_node_set_object (node, options);
  return json_to_string (node, FALSE);
}

static guint
count_breakpoints (JsonObject *test)
{
  JsonObject *options = json_object_get_object_member (test, "options");

  return json_object_has_member (options, "breakpoints")
             ? json_array_get_length (json_object_get_array_member (options, "breakpoints"))
             : 0;
}

static void
test_case (gconstpointer data)
{
  JsonObject *test = (gpointer) data;
  g_autofree char *options = make_options (test);
  g_autofree char *expected = member_to_string (test, "statements");
  JSStringRef source = JSStringCreateWithUTF8CString (json_object_get_string_member (test, "source"));
  g_autoptr(LsScriptTransformed) made = ls_script_transformer_run (source, options, count_breakpoints (test), NULL, NULL);
  g_autoptr(GString) statements = g_string_new ("[");
  g_autofree char *code = NULL;
  gsize size;

  g_assert_nonnull (made);
  g_assert_cmpstr (made->message, ==, NULL);
  size = JSStringGetMaximumUTF8CStringSize (made->code);
  code = g_malloc (size);
  JSStringGetUTF8CString (made->code, code, size);
  g_assert_cmpstr (code, ==, json_object_get_string_member (test, "code"));
  for (guint i = 0; i + 2 < made->statements->len; i += 3)
    g_string_append_printf (statements, "%s[%d,%d,%d]", i > 0 ? "," : "", g_array_index (made->statements, gint32, i),
                            g_array_index (made->statements, gint32, i + 1),
                            g_array_index (made->statements, gint32, i + 2));
  g_string_append_c (statements, ']');
  g_assert_cmpstr (statements->str, ==, expected);
  for (guint i = 0; i < count_breakpoints (test); i++)
    {
      JsonNode *node = json_array_get_element (json_object_get_array_member (test, "breakpointErrors"), i);
      const char *refused = made->refused != NULL && i < made->refused->len ? g_ptr_array_index (made->refused, i) : NULL;

      g_assert_cmpstr (refused, ==, json_node_is_null (node) ? NULL : json_node_get_string (node));
    }
  JSStringRelease (source);
}

int
main (int   argc,
      char *argv[])
{
  g_autofree char *path = g_build_filename (g_getenv ("LS_TEST_SOURCE_ROOT"), "tests", "script", "transform", "hooks.json",
                                            NULL);
  g_autoptr(JsonParser) parser = json_parser_new ();
  g_autoptr(GError) error = NULL;
  JsonArray *cases;

  g_test_init (&argc, &argv, NULL);
  ls_script_register ();

  json_parser_load_from_file (parser, path, &error);
  g_assert_no_error (error);
  cases = json_node_get_array (json_parser_get_root (parser));
  g_assert_cmpuint (json_array_get_length (cases), >, 5);
  ls_script_transformer_start ();
  g_assert_true (ls_script_transformer_load (NULL));
  for (guint i = 0; i < json_array_get_length (cases); i++)
    {
      g_autofree char *name = g_strdup_printf ("/hooks/%u", i);

      g_test_add_data_func (name, json_array_get_object_element (cases, i), test_case);
    }

  return g_test_run ();
}
