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
  g_autoptr (JsonNode) node = json_node_new (JSON_NODE_OBJECT);

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
count (JsonObject *test,
       const char *list)
{
  JsonObject *options = json_object_get_object_member (test, "options");

  return json_object_has_member (options, list) ? json_array_get_length (json_object_get_array_member (options, list)) : 0;
}

/* Behind which statement's hook the code looks at a breakpoint's condition; -1 where it looks at none. */
static gint64
find_statement (const char *code,
                guint       breakpoint)
{
  g_autofree char *text = g_strdup_printf ("__ls.hit(%u,", breakpoint);
  const char *hit = strstr (code, text);
  g_autofree char *before = hit != NULL ? g_strndup (code, hit - code) : NULL;
  const char *at = before != NULL ? g_strrstr (before, "__ls.at(") : NULL;

  return at != NULL ? g_ascii_strtoll (at + strlen ("__ls.at("), NULL, 10) : -1;
}

/* What was refused, from @first on, is what the list of the case says. */
static void
assert_refused (const LsScriptTransformed *made,
                guint                      first,
                JsonArray                 *expected,
                guint                      length)
{
  g_assert_cmpuint (json_array_get_length (expected), ==, length);
  for (guint i = 0; i < length; i++)
    {
      JsonNode *node = json_array_get_element (expected, i);
      const char *refused = made->refused != NULL && first + i < made->refused->len
                                ? g_ptr_array_index (made->refused, first + i)
                                : NULL;

      g_assert_cmpstr (refused, ==, json_node_is_null (node) ? NULL : json_node_get_string (node));
    }
}

/* Each condition that is none is said to be none; the others are in the code, behind their statement. */
static void
assert_breakpoints (JsonObject *test,
                    const char *code)
{
  JsonArray *statements = json_object_get_array_member (test, "breakpoints");
  JsonArray *errors = json_object_get_array_member (test, "breakpointErrors");

  g_assert_cmpuint (json_array_get_length (statements), ==, json_array_get_length (errors));
  for (guint i = 0; i < json_array_get_length (statements); i++)
    {
      JsonNode *node = json_array_get_element (statements, i);
      const gboolean is_there = !json_node_is_null (node) && json_array_get_null_element (errors, i);

      g_assert_cmpint (find_statement (code, i), ==, is_there ? json_node_get_int (node) : -1);
    }
}

static void
test_case (gconstpointer data)
{
  JsonObject *test = (gpointer) data;
  const guint n_breakpoints = count (test, "breakpoints"), n_probes = count (test, "probes");
  g_autofree char *options = make_options (test);
  g_autofree char *expected = member_to_string (test, "statements");
  JSStringRef source = JSStringCreateWithUTF8CString (json_object_get_string_member (test, "source"));
  g_autoptr (LsScriptTransformed) made = ls_script_transformer_run (source, options, n_breakpoints + n_probes, NULL,
                                                                        NULL);
  g_autoptr (GString) statements = g_string_new ("[");
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
  assert_breakpoints (test, code);
  assert_refused (made, 0, json_object_get_array_member (test, "breakpointErrors"), n_breakpoints);
  assert_refused (made, n_breakpoints, json_object_get_array_member (test, "probeErrors"), n_probes);
  JSStringRelease (source);
}

int
main (int   argc,
      char *argv[])
{
  g_autofree char *path = g_build_filename (g_getenv ("LS_TEST_SOURCE_ROOT"), "tests", "script", "transform", "hooks.json",
                                            NULL);
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (GError) error = NULL;
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
