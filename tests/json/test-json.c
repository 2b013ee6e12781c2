/* SPDX-License-Identifier: GPL-3.0-or-later */

#include <string.h>

#include "ls-json-members-private.h"

/* The writer, trees and tables of members. What the parser refuses is in the tests of sessions. */

static JsonNode *
parse (const char *text)
{
  g_autoptr (GError) error = NULL;
  JsonNode *node = ls_json_parse ("test", text, strlen (text), NULL, &error);

  g_assert_no_error (error);
  return node;
}

static void
assert_json (JsonNode   *node,
             const char *expected)
{
  g_autofree char *text = ls_json_format_compact (node);

  g_assert_cmpstr (text, ==, expected);
}

static void
write_all (LsJsonWriter *json)
{
  ls_json_begin (json, NULL, '{', TRUE);
  ls_json_string (json, "text", "a\"\\\n\x01\xc2\x9b\xe2\x80\xaeé");
  ls_json_string (json, "none", NULL);
  ls_json_id (json, "id", 0);
  ls_json_int (json, "int", -3);
  ls_json_time (json, "never", G_MAXUINT64);
  ls_json_time (json, "time", 1230);
  ls_json_begin (json, "empty", '[', TRUE);
  ls_json_end (json, ']');
  ls_json_begin (json, "row", '{', FALSE);
  ls_json_bool (json, "yes", TRUE);
  ls_json_raw (json, "raw", "[1]");
  ls_json_end (json, '}');
  ls_json_end (json, '}');
}

/* Output has no character in it that steers a terminal; a file has as few escapes as JSON allows. */
static void
test_styles (void)
{
  g_autofree char *output = NULL;
  g_autofree char *file = NULL;
  LsJsonWriter json;

  ls_json_writer_init (&json);
  write_all (&json);
  output = ls_json_writer_finish (&json);
  g_assert_cmpstr (output, ==, "{\n  \"text\": \"a\\\"\\\\\\u000a\\u0001\\u009b\\u202eé\",\n  \"none\": null,\n  \"id\": null,\n"
                   "  \"int\": -3,\n  \"never\": null,\n  \"time\": 1.23,\n  \"empty\": [],\n"
                   "  \"row\": {\"yes\": true, \"raw\": [1]}\n}");

  ls_json_writer_init (&json);
  json.is_file = TRUE;
  write_all (&json);
  file = ls_json_writer_finish (&json);
  g_assert_cmpstr (file, ==, "{\n  \"text\": \"a\\\"\\\\\\n\\u0001\xc2\x9b\xe2\x80\xaeé\",\n  \"none\": null,\n  \"id\": null,\n"
                   "  \"int\": -3,\n  \"never\": null,\n  \"time\": 1.23,\n  \"empty\": [\n  ],\n"
                   "  \"row\": { \"yes\": true, \"raw\": [1] }\n}");
}

/* What fits into 100 bytes stays on a line: an array of 92 characters after `  "a": ` does, one more does not. */
static void
test_lines (void)
{
  for (guint length = 91; length <= 92; length++)
    {
      g_autofree char *text = g_strnfill (length - 2, 'x');
      g_autofree char *source = g_strdup_printf ("{\"a\":[\"%s\"]}", text);
      g_autofree char *expected = g_strdup_printf (length == 91 ? "{\n  \"a\": [\"%s\"]\n}\n" : "{\n  \"a\": [\n    \"%s\"\n  ]\n}\n", text);
      g_autoptr (JsonNode) node = parse (source);
      g_autofree char *written = NULL;
      gsize size;

      written = ls_json_format (node, &size);
      g_assert_cmpstr (written, ==, expected);
      g_assert_cmpuint (size, ==, strlen (expected));
    }
}

static void
test_numbers (void)
{
  g_autoptr (JsonNode) node = parse ("[0.1, 0.30000000000000004, 1e300, -0, 1e2, 9007199254740993]");

  assert_json (node, "[0.1, 0.30000000000000004, 1e+300, -0, 100, 9007199254740993]");
}

/* A change makes another tree, and leaves the one before as it was. */
static void
test_replace (void)
{
  static const struct { const char *pointer; const char *expected; } cases[] = {
    { "", "7" },
    { "/a", "{ \"a\": 7, \"b/~\": { \"c\": null } }" },
    { "/a/1", "{ \"a\": [1, 7], \"b/~\": { \"c\": null } }" },
    { "/a/-", "{ \"a\": [1, 2, 7], \"b/~\": { \"c\": null } }" },
    { "/b~1~0/c", "{ \"a\": [1, 2], \"b/~\": { \"c\": 7 } }" },
    { "/d", "{ \"a\": [1, 2], \"b/~\": { \"c\": null }, \"d\": 7 }" },
    { "/a/3", NULL },
    { "/d/e", NULL },
    { "a", NULL },
  };
  g_autoptr (JsonNode) root = parse ("{\"a\":[1,2],\"b/~\":{\"c\":null}}");
  g_autoptr (JsonNode) value = parse ("7");
  g_autoptr (JsonNode) without = ls_json_with_member (root, "a", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (JsonNode) replaced = ls_json_replace (root, cases[i].pointer, value, &error);

      if (cases[i].expected != NULL)
        assert_json (replaced, cases[i].expected);
      else
        g_assert_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_INVALID);
    }
  assert_json (without, "{ \"b/~\": { \"c\": null } }");
  assert_json (root, "{ \"a\": [1, 2], \"b/~\": { \"c\": null } }");
}

typedef struct
{
  char      *text;
  char      *word;
  char      *prose;
  gboolean   flag;
  guint32    count;
  guint64    big;
  guint64    time;
  GPtrArray *list;
} Thing;

static gpointer
read_element (LsJsonReader *reader,
              JsonNode     *node)
{
  return g_strdup (ls_json_reader_string (reader, node, "a word"));
}

static const char *const words[] = { "one", "two", NULL };

static const LsJsonMember inner[] = {
  { .name = "big", .type = LS_JSON_COUNT64, .offset = G_STRUCT_OFFSET (Thing, big), .is_dropped = TRUE },
  { .name = "time", .type = LS_JSON_TIME, .offset = G_STRUCT_OFFSET (Thing, time), .minimum = 1, .otherwise = 5000,
    .expected = "more than nothing" },
  { NULL }
};

static const LsJsonMember members[] = {
  { .name = "text", .type = LS_JSON_TEXT, .is_required = TRUE, .is_filled = TRUE, .offset = G_STRUCT_OFFSET (Thing, text) },
  { .name = "word", .type = LS_JSON_TEXT, .offset = G_STRUCT_OFFSET (Thing, word), .among = words, .expected = "one or two" },
  { .name = "flag", .type = LS_JSON_FLAG, .offset = G_STRUCT_OFFSET (Thing, flag), .otherwise = TRUE },
  { .name = "count", .type = LS_JSON_COUNT, .offset = G_STRUCT_OFFSET (Thing, count), .minimum = 1, .maximum = 9, .otherwise = 4 },
  { .name = "in", .type = LS_JSON_OBJECT, .members = inner, .expected = "an object" },
  { NULL }
};

static const LsJsonMember others[] = {
  { .name = "prose", .type = LS_JSON_PROSE, .offset = G_STRUCT_OFFSET (Thing, prose), .maximum = 3 },
  { .name = "list", .type = LS_JSON_LIST, .offset = G_STRUCT_OFFSET (Thing, list), .minimum = 1, .maximum = 2, .words = "words",
    .read_element = read_element },
  { NULL }
};

static void
thing_clear (Thing *self)
{
  g_free (self->text);
  g_free (self->word);
  g_free (self->prose);
  g_ptr_array_unref (self->list);
}

/* Returns what is wrong with @text, NULL for nothing. */
static char *
read_thing (const char         *text,
            const LsJsonMember *table,
            Thing              *thing)
{
  g_autoptr (JsonNode) node = parse (text);
  g_autoptr (GError) error = NULL;
  LsJsonReader reader;

  *thing = (Thing) { .flag = TRUE, .count = 4, .time = 5000, .list = g_ptr_array_new_with_free_func (g_free) };
  ls_json_reader_init (&reader, "test", NULL);
  g_assert_cmpint (ls_json_read_object (&reader, node, "a thing", table, thing), ==, reader.error == NULL);
  return ls_json_reader_finish (&reader, &error) ? NULL : g_strdup (error->message);
}

static void
test_read (void)
{
  static const struct { const LsJsonMember *table; const char *text; const char *message; } cases[] = {
    { members, "[]", "test: /: found an array, expected a thing" },
    { members, "{}", "test: /text: found nothing, expected text" },
    { members, "{\"text\":\"\"}", "test: /text: found “”, expected text" },
    { members, "{\"text\":\"a\",\"word\":\"x\"}", "test: /word: found “x”, expected one or two" },
    { members, "{\"text\":\"a\",\"flag\":1}", "test: /flag: found 1, expected true or false" },
    { members, "{\"text\":\"a\",\"count\":0}", "test: /count: found 0, expected a whole number from 1 to 9" },
    { members, "{\"text\":\"a\",\"count\":10}", "test: /count: found 10, expected a whole number from 1 to 9" },
    { members, "{\"text\":\"a\",\"in\":{\"time\":0}}", "test: /in/time: found 0, expected more than nothing" },
    { members, "{\"text\":\"a\",\"in\":{\"big\":4294967296}}",
      "test: /in/big: found 4294967296, expected a whole number from 0 to 4294967295" },
    { others, "{\"prose\":\"\"}", "test: /prose: found no text, expected some" },
    { others, "{\"prose\":\"éééé\"}", "test: /prose: found 4 characters, expected at most 3" },
    { others, "{\"list\":[]}", "test: /list: found 0 words, expected 1 to 2" },
    { others, "{\"list\":[\"a\",\"b\",\"c\"]}", "test: /list: found 3 words, expected 1 to 2" },
    { others, "{\"list\":[\"a\",2]}", "test: /list/1: found 2, expected a word" },
    { others, "{\"list\":[\"a\",\"b\"],\"prose\":\"ééé\"}", NULL },
  };
  Thing thing;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *message = read_thing (cases[i].text, cases[i].table, &thing);

      g_assert_cmpstr (message, ==, cases[i].message);
      thing_clear (&thing);
    }

  g_assert_null (read_thing ("{\"text\":\"a\",\"word\":\"two\",\"flag\":false,\"count\":9,\"in\":{\"big\":3,\"time\":0.5}}", members,
                             &thing));
  g_assert_cmpstr (thing.word, ==, "two");
  g_assert_false (thing.flag);
  g_assert_cmpuint (thing.count, ==, 9);
  g_assert_cmpuint (thing.big, ==, 3);
  g_assert_cmpuint (thing.time, ==, 500);
  thing_clear (&thing);
}

/* What need not be said is left out, unless the object says it already; what nobody knows stays. */
static void
test_write (void)
{
  static const struct { const char *read; const char *previous; const char *expected; } cases[] = {
    { "{\"text\":\"a\"}", "{}", "{ \"text\": \"a\" }" },
    { "{\"text\":\"a\",\"word\":\"one\"}", "{}", "{ \"text\": \"a\" }" },
    { "{\"text\":\"a\",\"word\":\"two\",\"flag\":false,\"count\":1,\"in\":{\"big\":1,\"time\":2.5}}", "{}",
      "{ \"text\": \"a\", \"word\": \"two\", \"flag\": false, \"count\": 1, \"in\": { \"big\": 1, \"time\": 2.5 } }" },
    { "{\"text\":\"a\"}", "{\"x\":1,\"count\":2,\"flag\":false,\"in\":{\"time\":1,\"big\":7}}",
      "{ \"x\": 1, \"count\": 4, \"flag\": true, \"in\": { \"time\": 5 }, \"text\": \"a\" }" },
    { "{\"text\":\"a\"}", "{\"in\":{\"big\":7}}", "{ \"text\": \"a\" }" },
    { "{\"text\":\"a\"}", "{\"in\":{\"big\":7,\"y\":[]}}", "{ \"in\": { \"y\": [] }, \"text\": \"a\" }" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (JsonNode) previous = parse (cases[i].previous);
      g_autofree char *before = ls_json_format_compact (previous);
      g_autoptr (JsonNode) node = NULL;
      JsonObject *object = ls_json_copy_object (json_node_get_object (previous));
      Thing thing;

      g_assert_null (read_thing (cases[i].read, members, &thing));
      if (thing.word == NULL)
        thing.word = g_strdup ("one");
      ls_json_write_members (object, members, &thing);
      node = ls_json_take_object (object);
      assert_json (node, cases[i].expected);
      assert_json (previous, before);
      thing_clear (&thing);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/json/styles", test_styles);
  g_test_add_func ("/json/lines", test_lines);
  g_test_add_func ("/json/numbers", test_numbers);
  g_test_add_func ("/json/replace", test_replace);
  g_test_add_func ("/json/read", test_read);
  g_test_add_func ("/json/write", test_write);
  return g_test_run ();
}
