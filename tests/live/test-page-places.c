/* test-page-places.c: where in its scripts a page has posted tasks, and what it calls its signals
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "page-writer-fixture.h"

#include "ls-state.h"
#include "ls-state-format.h"
#include "test-records.h"

#include <string.h>

/* Returns the position of the first record of a kind. */
static gsize
find_record (LsTrace      *trace,
             LsRecordKind  kind)
{
  LsRecord record;

  for (gsize i = 0; i < ls_trace_get_length (trace); i++)
    {
      ls_trace_get_record (trace, i, &record);
      if (record.kind == kind)
        return i;
    }
  g_assert_not_reached ();
}

/* Each post that tells its stack has a place, at once after what it does; an interval at each of its rounds. */
static void
test_places (Fixture       *self,
             gconstpointer  data)
{
  const gboolean is_full = GPOINTER_TO_INT (data);
  g_autoptr (LsState) state = NULL;
  g_autofree char *json = NULL;
  LsTaskPlace place;

  self->is_full = is_full;
  tell (self, "[1," BEGIN
              ",2,10,1,-1,0,0,\"posted\",0,\"Error\\n    at load (http://me:secret@page/a.js?token=1:3:7)\\n    at async http://page/b.js:9:2\""
              ",7,10,2,3,5,\"interval\",0,\"Error\\n    at http://page/a.js:4:1\",0"
              ",7,10,3,4,0,\"frame\",0,\"Error\\n    at new Thing (http://page/a.js:5:1)\",0"
              ",2,10,4,-1,0,0,\"native\",0,\"Error\\n    at Array.forEach (<anonymous>)\""
              ",2,10,5,-1,0,0,\"evil\",0,\"at x (eval at y (http://page/a.js:1:1), <anonymous>:1:1)\\nat :1:1\\nat a:0:1\\nat a:1:99999999999\""
              ",4,20,1,0,3,20,6,1,\"at posted (http://page/a.js:8:2)\",5,25,1,0,0,0,0,4,60,2,3,5,60,2,0,0,0,0,4,70,3,4,5,70,3,0,0,0,0]");
  list_details (self, "task-place",
                is_full
                  ? "task-place  task 1 “posted”  in load  at “http://me:secret@page/a.js?token=1:3:7” · recorded\n"
                    "task-place  task 2 “interval”  at “http://page/a.js:4:1” · recorded\n"
                    "task-place  task 6 “posted ↻”  in posted  at “http://page/a.js:8:2” · recorded\n"
                    "task-place  task 7 “interval”  at “http://page/a.js:4:1” · recorded\n"
                    "task-place  task 3 “frame”  in new Thing  at “http://page/a.js:5:1” · recorded\n"
                  : "task-place  task 1 “posted”  in load  at “http://page/a.js:3:7” · recorded\n"
                    "task-place  task 2 “interval”  at “http://page/a.js:4:1” · recorded\n"
                    "task-place  task 6 “posted ↻”  in posted  at “http://page/a.js:8:2” · recorded\n"
                    "task-place  task 7 “interval”  at “http://page/a.js:4:1” · recorded\n"
                    "task-place  task 3 “frame”  in new Thing  at “http://page/a.js:5:1” · recorded\n");
  state = ls_state_new (self->trace);
  ls_state_seek (state, G_MAXSIZE);
  g_assert_true (ls_state_find_place (state, 1, &place));
  g_assert_cmpstr (place.function, ==, "load");
  g_assert_cmpstr (place.callers, ==, is_full ? "load (http://me:secret@page/a.js?token=1:3:7)\nhttp://page/b.js:9:2"
                                              : "load (http://page/a.js:3:7)\nhttp://page/b.js:9:2");
  g_assert_true (ls_state_find_place (state, 7, &place));
  g_assert_null (place.function);
  g_assert_null (place.callers);
  g_assert_true (ls_state_find_place (state, 3, &place));
  g_assert_false (ls_state_find_place (state, 4, &place));
  g_assert_false (ls_state_find_place (state, 5, &place));
  g_assert_false (ls_state_find_place (state, 0, &place));
  /* At the end the document is gone, and its tasks. */
  ls_state_seek (state, find_record (self->trace, LS_RECORD_TASK_PLACE) + 1);
  json = ls_state_to_json (state);
  g_assert_nonnull (strstr (json, "\"place\": {"));
  test_check_records (self->trace);
}

/* The call is where the text has a “|”, which is not part of it. */
static void
test_variables (void)
{
  static const struct
  {
    const char *text, *name;
  } cases[] = {
    { "const tc = |new TaskController();", "tc" },
    { "const tc = new |TaskController();", "tc" },
    { "a;\nlet b,\r\n  c =\n    |new X", "c" },
    { "this.controller = |new X", "controller" },
    { "this.#hidden = |new X", "hidden" },
    { "class A { own = |new X }", "own" },
    { "f({ key: |new X })", "key" },
    { "f({ one, 'two': |new X })", "two" },
    { "x = TaskSignal.|any([])", "x" },
    { "x = globalThis?.TaskSignal.|any([])", "x" },
    { "x ?" "?= |new X", "x" },
    { "x ||= |new X", "x" },
    { "const { signal } = |new X", "signal" },
    { "const { signal: mine } = |new X", "mine" },
    { "𝒳 = '𝒳𝒳'; größe = |new X", "größe" },
    { "const $_1 = |new X", "$_1" },
    { "a\xe2\x80\xa8z = |new X", "z" },
    { "|new X", NULL },
    { "f(|new X)", NULL },
    { "return |new X", NULL },
    { "() => |new X", NULL },
    { "a == |new X", NULL },
    { "a += |new X", NULL },
    { "a < |new X", NULL },
    { "a ? b : |new X", NULL },
    { "switch (a) { default: |new X }", NULL },
    { "const { a, b } = |new X", NULL },
    { "list[0] = |new X", NULL },
    { "renew |X", NULL },
    { "= |new X", NULL },
    { "\"key: |new X", NULL },
    { "'|new X", NULL },
    { ".|x", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const char *bar = strrchr (cases[i].text, '|');
      g_autofree char *before = g_strndup (cases[i].text, bar - cases[i].text);
      g_autofree char *text = g_strconcat (before, bar + 1, NULL);
      g_autofree gunichar2 *units = NULL;
      g_autofree char *name = NULL;
      const char *line = before;
      guint n_lines = 0;
      glong n_units;

      for (const char *end; (end = strpbrk (line, "\n\r\xe2")) != NULL; n_lines++)
        line = end + (*end == '\r' ? 2 : (guchar) *end == 0xe2 ? 3 : 1);
      units = g_utf8_to_utf16 (line, -1, NULL, &n_units, NULL);
      g_test_message ("%s", cases[i].text);
      name = ls_page_find_variable (text, n_lines, n_units);
      g_assert_cmpstr (name, ==, cases[i].name);
    }
  g_assert_null (ls_page_find_variable ("a = new X", 1, 0));
  g_assert_null (ls_page_find_variable ("a = new X", 0, 100));
  g_assert_null (ls_page_find_variable ("", 0, 0));
}

/* A page with other stacks each time, and names that are too long. */
static void
test_many_places (Fixture       *self,
                  gconstpointer  data)
{
  g_autofree char *name = g_strnfill (100000, 'f');
  g_autofree char *stack = g_strdup_printf ("at %s (http://page/a.js:1:1)", name);
  gint64 number = ls_page_writer_take_stack (self->writer, stack, strlen (stack), FALSE);
  const LsPagePlace *place = ls_page_writer_get_place (self->writer, number);
  guint n;

  g_assert_cmpuint (strlen (ls_trace_get_text (self->trace, place->function)), ==, 128);
  for (n = 1; number != 0; n++)
    {
      g_autofree char *other = g_strdup_printf ("at http://page/a.js:%u:1", n);

      number = ls_page_writer_take_stack (self->writer, other, strlen (other), FALSE);
    }
  g_assert_cmpuint (n, >, 10000);
  g_assert_cmpuint (n, <, 100000);
  g_assert_cmpint (ls_page_writer_take_stack (self->writer, stack, strlen (stack), FALSE), ==, 1);
  g_assert_null (ls_page_writer_get_place (self->writer, 0));
  g_assert_null (ls_page_writer_get_place (self->writer, n + 1));
  g_assert_null (ls_page_writer_get_place (self->writer, -1));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/page-places/places", Fixture, GINT_TO_POINTER (FALSE), set_up, test_places, tear_down);
  g_test_add ("/page-places/full", Fixture, GINT_TO_POINTER (TRUE), set_up, test_places, tear_down);
  g_test_add ("/page-places/many", Fixture, NULL, set_up, test_many_places, tear_down);
  g_test_add_func ("/page-places/variables", test_variables);
  return g_test_run ();
}
