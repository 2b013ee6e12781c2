/* SPDX-License-Identifier: GPL-3.0-or-later */

#include <string.h>

#include <json-glib/json-glib.h>

#include "cli-util.h"

/* Frames are served before user-blocking tasks by the specification's preset, and not by Chromium's. */
#define STEPS \
  "{ \"op\": \"controller\", \"name\": \"c\", \"priority\": \"background\" }," \
  "{ \"op\": \"postTask\", \"signal\": \"c\", \"name\": \"later\", \"body\": [{ \"op\": \"log\", \"text\": \"later\" }] }," \
  "{ \"op\": \"postTask\", \"priority\": \"user-blocking\", \"name\": \"first\", \"body\": [{ \"op\": \"work\", \"ms\": 1 }] }," \
  "{ \"op\": \"postTask\", \"priority\": \"user-blocking\", \"name\": \"sooner\", \"body\": [{ \"op\": \"log\", \"text\": \"sooner\" }] }," \
  "{ \"op\": \"post\", \"queue\": \"compositor\", \"name\": \"paint\", \"body\": [{ \"op\": \"log\", \"text\": \"paint\" }] }"

static CliResult *
compare (const char *arguments)
{
  g_autofree char *session = cli_session (STEPS, "");
  g_autofree char *line = g_strconcat ("compare - ", arguments, NULL);

  return cli_run (line, session);
}

static void
test_same (void)
{
  g_autoptr (CliResult) result = compare ("--with-preset=blink");
  g_autoptr (CliResult) json = compare ("--with-preset=blink --json");

  cli_assert_ended (result, 0,
                    "left: standard input, preset blink, edition 2025\n"
                    "right: standard input, preset blink, edition 2025\n"
                    "The 5 tasks are the same and ran in the same order at the same times.\n", "");
  g_assert_cmpint (json->status, ==, 0);
  g_assert_true (g_str_has_prefix (json->out, "{\n  \"same\": true,\n  \"firstDifference\": null,\n"));
}

static void
test_preset (void)
{
  g_autoptr (CliResult) result = compare ("--with-preset=spec");
  g_autoptr (CliResult) other = compare ("--with-preset=blink --preset=spec");
  static const char expected[] =
    "The first task is the same in both runs. Then on the left: “first” (user-blocking) at 0 ms; on the right: “paint” "
    "(compositor) at 0 ms. “first” ran 1 place later on the right. “paint” ran 2 places later on the left.\n";

  g_assert_cmpint (result->status, ==, 1);
  g_assert_cmpstr (result->err, ==, "");
  g_assert_nonnull (strstr (result->out, expected));
  g_assert_nonnull (strstr (result->out, "  left: “first” ran first: "));
  g_assert_nonnull (strstr (result->out, "  right: “paint” ran first: rank 0 (urgent) comes before rank "));
  g_assert_nonnull (strstr (result->out, "\nThe logs differ from line 1: “sooner” on the left, “paint” on the right.\n"));
  g_assert_nonnull (strstr (result->out, "\n  1 main, default, 0 ms                        | 1 main, default, 0 ms\n"
                                         "*                                              | 2 paint, compositor, 0 ms (-2)\n"
                                         "  2 first, user-blocking, 0 ms                 | 3 first, user-blocking, 0 ms\n"
                                         "  3 sooner, user-blocking, 1 ms                | 4 sooner, user-blocking, 1 ms\n"
                                         "* 4 paint, compositor, 1 ms (-2)\n"
                                         "  5 later, background, 1 ms                    | 5 later, background, 1 ms\n"));

  g_assert_cmpint (other->status, ==, 1);
  g_assert_nonnull (strstr (other->out, "\nThe logs differ from line 1: “paint” on the left, “sooner” on the right.\n"));
}

static void
test_json (void)
{
  g_autoptr (CliResult) result = compare ("--with-preset=spec --json");
  g_autoptr (JsonNode) node = NULL;
  g_autoptr (GError) error = NULL;
  JsonObject *object, *row;
  JsonArray *rows;

  g_assert_cmpint (result->status, ==, 1);
  node = json_from_string (result->out, &error);
  g_assert_no_error (error);
  object = json_node_get_object (node);
  g_assert_false (json_object_get_boolean_member (object, "same"));
  g_assert_cmpint (json_object_get_int_member (object, "firstRow"), ==, 1);
  g_assert_cmpstr (json_object_get_string_member (json_object_get_object_member (object, "log"), "right"), ==, "paint");
  g_assert_cmpint (json_object_get_int_member (json_object_get_object_member (object, "counts"), "moved"), ==, 1);
  g_assert_cmpint (json_object_get_int_member (json_object_get_object_member (object, "left"), "tasks"), ==, 5);
  rows = json_object_get_array_member (object, "rows");
  g_assert_cmpuint (json_array_get_length (rows), ==, 6);
  row = json_array_get_object_element (rows, 1);
  g_assert_cmpstr (json_object_get_string_member (row, "kind"), ==, "moved");
  g_assert_false (json_object_has_member (row, "left"));
  g_assert_cmpint (json_object_get_int_member (row, "movedBy"), ==, -2);
  g_assert_cmpint (json_object_get_int_member (row, "otherRow"), ==, 4);
  g_assert_cmpstr (json_object_get_string_member (json_object_get_object_member (row, "right"), "name"), ==, "paint");
}

static void
test_set_priority (void)
{
  g_autoptr (CliResult) result = compare ("--set-priority=c=user-blocking@1");
  g_autoptr (CliResult) unknown = compare ("--set-priority=d=user-blocking@1");
  g_autoptr (CliResult) early = compare ("--set-priority=c=user-blocking@0");
  g_autoptr (CliResult) late = compare ("--set-priority=c=user-blocking@1000");

  g_assert_cmpint (result->status, ==, 1);
  g_assert_nonnull (strstr (result->out, "preset blink, edition 2025, “c” user-blocking from 0 ms on\n"));
  g_assert_nonnull (strstr (result->out, "Then on the left: “first” (user-blocking) at 0 ms; on the right: “later” "
                                         "(user-blocking) at 0 ms."));

  cli_assert_ended (unknown, 2, "", "loopscope-cli: There is no signal named “d” at this position\n"
                                    "Try “loopscope-cli compare --help”.\n");
  cli_assert_ended (early, 2, "", "loopscope-cli: There is no signal named “c” at this position\n"
                                  "Try “loopscope-cli compare --help”.\n");
  g_assert_cmpint (late->status, ==, 2);
  g_assert_true (g_str_has_prefix (late->err, "loopscope-cli: There is no step 1000: the last step of standard input is "));
}

static void
test_experiment (void)
{
  g_autoptr (CliResult) result = compare ("--with-experiment=wait --with-experiment=render");
  g_autoptr (CliResult) off = compare ("--experiment=wait --with-experiment=none");

  /* The program uses neither, so both sides are the same. */
  g_assert_cmpint (result->status, ==, 0);
  g_assert_nonnull (strstr (result->out, "right: standard input, preset blink, edition 2025, experiments wait, render\n"));
  g_assert_cmpint (off->status, ==, 0);
  g_assert_nonnull (strstr (off->out, "left: standard input, preset blink, edition 2025, experiments wait\n"
                                      "right: standard input, preset blink, edition 2025\n"));
}

static void
test_two_files (void)
{
  g_autofree char *dir = cli_temp_dir ();
  g_autofree char *one_text = cli_session (STEPS, "");
  g_autofree char *two_text = cli_session (STEPS ", { \"op\": \"work\", \"ms\": 1 }", "");
  g_autofree char *one = cli_write (dir, "one.loopscope", one_text, -1);
  g_autofree char *two = cli_write (dir, "two.loopscope", two_text, -1);
  g_autofree char *line = g_strdup_printf ("compare %s %s", one, two);
  g_autofree char *missing = g_strdup_printf ("compare %s %s.not", one, two);
  g_autofree char *budget = g_strdup_printf ("compare %s %s --budget=3", one, two);
  g_autoptr (CliResult) result = cli_run (line, NULL);
  g_autoptr (CliResult) bad = cli_run (missing, NULL);
  g_autoptr (CliResult) stopped = cli_run (budget, NULL);

  g_assert_cmpint (result->status, ==, 1);
  g_assert_nonnull (strstr (result->out, "The order is the same. “first” is the first task that started at different times: at "
                                         "0 ms on the left and at 1 ms on the right.\n"));
  g_assert_cmpint (bad->status, ==, 3);
  g_assert_cmpstr (bad->out, ==, "");
  g_assert_cmpint (stopped->status, ==, 4);
  g_assert_nonnull (strstr (stopped->err, "one.loopscope: The run was stopped: it reached its budget of 3 steps"));
  cli_remove_dir (g_steal_pointer (&dir));
}

static const struct
{
  const char *name, *arguments, *message;
} misuses[] = {
  { "nothing", "a", "Nothing to compare with; expected a second file, --with-preset, --with-edition, --with-experiment or "
    "--set-priority" },
  { "no-file", "--with-preset=spec", "No file given; expected a session file or “-” for standard input" },
  { "three-files", "a b c", "Unexpected argument “c”; expected at most two files" },
  { "preset", "a --with-preset=turbo", "“turbo” is not a preset; expected one of: blink, spec, blink-2021, gecko, fair" },
  { "edition", "a --with-edition=1999", "“1999” is not an edition; expected one of: 2025, 2023-yield-options" },
  { "misspelt-preset", "a --with-preset=fiar", "“fiar” is not a preset; did you mean “fair”?" },
  { "misspelt-edition", "a --with-edition=2026", "“2026” is not an edition; did you mean “2025”?" },
  { "misspelt-experiment", "a --with-experiment=rendre", "“rendre” is not an experiment; did you mean “render”?" },
  { "misspelt-priority", "a --set-priority=c=user-blokcing@1", "“user-blokcing” is not a priority; did you mean “user-blocking”?" },
  { "experiment", "a --with-experiment=sleep",
    "“sleep” is not an experiment; expected one of: wait, render, currentTaskSignal, priorityInheritance, none" },
  { "set-priority", "a --set-priority=c", "--set-priority is “c”; expected SIGNAL=PRIORITY@STEP" },
  { "set-priority-nobody", "a --set-priority==background@1", "--set-priority is “=background@1”; expected SIGNAL=PRIORITY@STEP" },
  { "set-priority-step", "a --set-priority=c=background@x",
    "--set-priority is “x”; expected a whole number from 0 to 4294967295" },
  { "set-priority-priority", "a --set-priority=c=high@1",
    "“high” is not a priority; expected one of: user-blocking, user-visible, background" },
  { "set-priority-files", "a b --set-priority=c=background@1", "--set-priority works with a single file only" },
};

static void
test_misuse (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (misuses); i++)
    {
      g_autofree char *line = g_strconcat ("compare ", misuses[i].arguments, NULL);
      g_autofree char *expected = g_strdup_printf ("loopscope-cli: %s\nTry “loopscope-cli compare --help”.\n",
                                                   misuses[i].message);
      g_autoptr (CliResult) result = cli_run (line, NULL);

      cli_assert_ended (result, 2, "", expected);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/cli/compare/same", test_same);
  g_test_add_func ("/cli/compare/preset", test_preset);
  g_test_add_func ("/cli/compare/json", test_json);
  g_test_add_func ("/cli/compare/set-priority", test_set_priority);
  g_test_add_func ("/cli/compare/experiment", test_experiment);
  g_test_add_func ("/cli/compare/two-files", test_two_files);
  g_test_add_func ("/cli/compare/misuse", test_misuse);

  return g_test_run ();
}
