/* SPDX-License-Identifier: GPL-3.0-or-later */

#include <stdio.h>
#include <string.h>

#include "cli-util.h"

#define LOG(text) "{ \"op\": \"log\", \"text\": \"" text "\" }"
#define EXPECT(expectations) ", \"expectations\": [ " expectations " ]"
#define PASSES "{ \"title\": \"it says main\", \"log\": [ \"main\" ] }"
#define FAILS "{ \"title\": \"it says other\", \"log\": [ \"other\" ] }"
#define ENDLESS "{ \"op\": \"timer\", \"ms\": 1, \"repeat\": true, \"body\": [] }"

typedef struct
{
  char      *dir;
  GPtrArray *arguments;
} Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  fixture->dir = cli_temp_dir ();
  fixture->arguments = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (fixture->arguments, g_strdup ("check"));
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  g_ptr_array_unref (fixture->arguments);
  cli_remove_dir (fixture->dir);
}

static void
add_text (Fixture    *fixture,
          const char *name,
          const char *text)
{
  g_ptr_array_add (fixture->arguments, cli_write (fixture->dir, name, text, -1));
}

static void
add_session (Fixture    *fixture,
             const char *name,
             const char *steps,
             const char *more)
{
  g_autofree char *session = cli_session (steps, more);

  add_text (fixture, name, session);
}

/* Runs the check, and replaces the folder's name in what it prints by “DIR”. */
static CliResult *
check (Fixture *fixture)
{
  CliResult *result;
  g_autoptr (GString) out = NULL;

  g_ptr_array_add (fixture->arguments, NULL);
  result = cli_runv ((const char * const *) fixture->arguments->pdata, NULL, 0);

  out = g_string_new (result->out);
  g_string_replace (out, fixture->dir, "DIR", 0);
  g_free (result->out);
  result->out = g_string_free (g_steal_pointer (&out), FALSE);

  return result;
}

/* Whether what was printed is TAP: a version, a plan, as many tests in order, diagnostics only after failed ones. */
static void
assert_tap (const char *out)
{
  g_auto (GStrv) lines = g_strsplit (out, "\n", -1);
  gboolean in_diagnostics = FALSE;
  guint plan, number, n_tests = 0;
  gboolean failed = FALSE;

  g_assert_cmpstr (lines[0], ==, "TAP version 13");
  g_assert_cmpint (sscanf (lines[1], "1..%u", &plan), ==, 1);
  for (guint i = 2; lines[i] != NULL; i++)
    {
      if (in_diagnostics)
        {
          in_diagnostics = !g_str_equal (lines[i], "  ...");
          if (in_diagnostics)
            g_assert_true (g_str_has_prefix (lines[i], "  message: \"") && g_str_has_suffix (lines[i], "\""));
        }
      else if (g_str_equal (lines[i], "  ---"))
        {
          g_assert_true (failed);
          in_diagnostics = TRUE;
        }
      else if (lines[i][0] != '\0')
        {
          failed = g_str_has_prefix (lines[i], "not ");
          g_assert_cmpint (sscanf (lines[i] + (failed ? 4 : 0), "ok %u - ", &number), ==, 1);
          g_assert_cmpuint (number, ==, ++n_tests);
        }
      else
        g_assert_null (lines[i + 1]);
    }
  g_assert_false (in_diagnostics);
  g_assert_cmpuint (n_tests, ==, plan);
}

static void
test_pass (Fixture       *fixture,
           gconstpointer  data)
{
  g_autoptr (CliResult) result = NULL;

  add_session (fixture, "a.loopscope", LOG ("main"), EXPECT (PASSES));
  result = check (fixture);
  cli_assert_ended (result, 0, "TAP version 13\n1..1\nok 1 - DIR/a.loopscope: it says main\n", "");
}

static void
test_fail (Fixture       *fixture,
           gconstpointer  data)
{
  g_autoptr (CliResult) result = NULL;

  add_session (fixture, "a.loopscope", LOG ("main"), EXPECT (PASSES "," FAILS "," PASSES));
  result = check (fixture);

  g_assert_cmpint (result->status, ==, 1);
  g_assert_cmpstr (result->err, ==, "");
  assert_tap (result->out);
  g_assert_nonnull (strstr (result->out, "\n1..3\nok 1 - DIR/a.loopscope: it says main\n"
                                         "not ok 2 - DIR/a.loopscope: it says other\n  ---\n  message: \""));
  g_assert_nonnull (strstr (result->out, "\n  ...\nok 3 - DIR/a.loopscope: it says main\n"));
}

/* Each kind of expectation can pass and fail. */
static void
test_kinds (Fixture       *fixture,
            gconstpointer  data)
{
  static const char steps[] =
    LOG ("main") ", { \"op\": \"controller\", \"name\": \"c\" },"
    "{ \"op\": \"postTask\", \"name\": \"a\", \"body\": [ " LOG ("in a") ", { \"op\": \"work\", \"ms\": 1 }, { \"op\": \"return\", \"value\": 3 } ] },"
    "{ \"op\": \"postTask\", \"name\": \"b\", \"body\": [ { \"op\": \"throw\", \"message\": \"x\" } ] }";
  static const char more[] = EXPECT (
    "{ \"log\": [ \"main\", \"in a\" ] }, { \"log\": [ \"main\" ] },"
    "{ \"logContains\": [ \"in a\" ] }, { \"logContains\": [ \"in a\", \"main\" ] },"
    "{ \"order\": [ \"a\", \"b\" ] }, { \"order\": [ \"b\", \"a\" ] },"
    "{ \"ran\": \"a\" }, { \"ran\": \"c\" },"
    "{ \"notRan\": \"c\" }, { \"notRan\": \"a\" },"
    "{ \"result\": { \"task\": \"b\", \"state\": \"rejected\" } },"
    "{ \"result\": { \"task\": \"a\", \"state\": \"rejected\" } },"
    "{ \"next\": \"a\", \"at\": { \"step\": 1 } }, { \"next\": \"b\", \"at\": { \"step\": 1 } },"
    "{ \"unhandledRejections\": 1 }, { \"unhandledRejections\": 0 },"
    "{ \"finished\": true }, { \"finished\": false },"
    "{ \"signal\": { \"name\": \"c\", \"priority\": \"background\", \"aborted\": false } },"
    "{ \"signal\": { \"name\": \"c\", \"aborted\": true } },"
    "{ \"signal\": { \"name\": \"c\", \"priority\": \"user-visible\" }, \"at\": { \"step\": 1 } },"
    "{ \"signal\": { \"name\": \"c\", \"priority\": \"user-visible\" } },"
    "{ \"posted\": { \"priority\": \"user-visible\", \"delay\": 2 } }, { \"posted\": { \"name\": \"a\" } },"
    "{ \"waited\": { \"task\": \"a\", \"atMost\": 0 } }, { \"waited\": { \"task\": \"b\", \"atMost\": 0.5 } },"
    "{ \"uncaught\": [ \"Error: x\" ] }, { \"uncaught\": [] },"
    "{ \"waited\": { \"task\": \"b\", \"atLeast\": 1 } }, { \"waited\": { \"task\": \"a\", \"atLeast\": 0.5 } },"
    "{ \"longestTurn\": { \"atMost\": 1 } }, { \"longestTurn\": { \"atMost\": 0.5 } },"
    "{ \"longestTurn\": { \"atLeast\": 1 } }, { \"missedFrames\": { \"atMost\": 5 } },"
    "{ \"never\": [ \"out\", \"in b\" ] }, { \"never\": [ \"out\", \"in a\" ] }")
    ", \"actions\": [ { \"at\": { \"turn\": 1 }, \"do\": { \"op\": \"postTask\", \"name\": \"mine\", \"delay\": 2, \"body\": [] } },"
    "{ \"at\": { \"turn\": 2 }, \"do\": { \"op\": \"setPriority\", \"controller\": \"c\", \"priority\": \"background\" } } ]";
  g_autoptr (CliResult) result = NULL;

  add_session (fixture, "a.loopscope", steps, more);
  result = check (fixture);

  g_assert_cmpint (result->status, ==, 1);
  assert_tap (result->out);
  for (guint i = 1; i <= 36; i++)
    {
      g_autofree char *expected = g_strdup_printf ("\n%sok %u - ", i % 2 == 0 ? "not " : "", i);

      if (strstr (result->out, expected) == NULL)
        g_error ("expected “%s” in: %s", expected + 1, result->out);
    }
}

#define LESSON(moment, until) \
  ", \"lesson\": { \"id\": \"x\", \"pages\": [ { \"title\": \"T\", \"text\": [ \"x\" ], \"at\": { \"turn\": " #moment " }," \
  "\"task\": { \"text\": \"Do\", \"until\": { \"ran\": \"" until "\" } } } ] }"

static void
test_lesson (Fixture       *fixture,
             gconstpointer  data)
{
  static const char steps[] = "{ \"op\": \"postTask\", \"name\": \"a\", \"body\": [] }";
  g_autoptr (CliResult) result = NULL;

  add_session (fixture, "a.loopscope", steps, LESSON (1, "a"));
  add_session (fixture, "b.loopscope", steps, EXPECT (PASSES) LESSON (1, "b"));
  add_session (fixture, "c.loopscope", steps, LESSON (9, "a"));
  result = check (fixture);

  g_assert_cmpint (result->status, ==, 1);
  g_assert_cmpstr (result->err, ==, "");
  assert_tap (result->out);
  g_assert_true (g_str_has_prefix (result->out, "TAP version 13\n1..7\n"
                                   "ok 1 - DIR/a.loopscope: Page 1, T: its moment comes\n"
                                   "ok 2 - DIR/a.loopscope: Page 1, T: Do\n"
                                   "not ok 3 - DIR/b.loopscope: it says main\n"));
  g_assert_nonnull (strstr (result->out, "\nok 4 - DIR/b.loopscope: Page 1, T: its moment comes\n"
                                         "not ok 5 - DIR/b.loopscope: Page 1, T: Do\n  ---\n"
                                         "  message: \"the task is not done after the solution\"\n"));
  g_assert_nonnull (strstr (result->out, "\nnot ok 6 - DIR/c.loopscope: Page 1, T: its moment comes\n"));
  g_assert_nonnull (strstr (result->out, "\nnot ok 7 - "));
}

static void
test_several_files (Fixture       *fixture,
                    gconstpointer  data)
{
  g_autoptr (CliResult) result = NULL;

  add_session (fixture, "a.loopscope", LOG ("main"), EXPECT (PASSES "," PASSES));
  add_session (fixture, "b.loopscope", LOG ("main"), "");
  add_session (fixture, "c.loopscope", LOG ("main"), EXPECT (FAILS));
  result = check (fixture);

  g_assert_cmpint (result->status, ==, 1);
  assert_tap (result->out);
  g_assert_nonnull (strstr (result->out, "\n1..4\n"));
  g_assert_nonnull (strstr (result->out, "\nok 3 - DIR/b.loopscope # SKIP it has no expectations\n"));
  g_assert_nonnull (strstr (result->out, "\nnot ok 4 - DIR/c.loopscope: it says other\n"));
}

/* A bad file is a test that failed; the others are checked all the same. */
static void
test_bad_file (Fixture       *fixture,
               gconstpointer  data)
{
  g_autoptr (CliResult) result = NULL;

  add_text (fixture, "a.loopscope", "[]");
  add_session (fixture, "b.loopscope", LOG ("main"), EXPECT (PASSES));
  add_session (fixture, "c.loopscope", LOG ("main"), EXPECT (FAILS));
  result = check (fixture);

  g_assert_cmpint (result->status, ==, 3);
  assert_tap (result->out);
  g_assert_nonnull (strstr (result->out, "\n1..3\nnot ok 1 - DIR/a.loopscope\n  ---\n  message: \"DIR/a.loopscope: /: "));
  g_assert_nonnull (strstr (result->out, "\nok 2 - DIR/b.loopscope: it says main\n"));
}

static void
test_standard_input (Fixture       *fixture,
                     gconstpointer  data)
{
  g_autofree char *session = cli_session (LOG ("main"), EXPECT (PASSES));
  g_autoptr (CliResult) result = cli_run ("check -", session);

  cli_assert_ended (result, 0, "TAP version 13\n1..1\nok 1 - standard input: it says main\n", "");
}

static void
test_budget (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr (CliResult) result = NULL;

  g_ptr_array_add (fixture->arguments, g_strdup ("--budget=50"));
  add_session (fixture, "a.loopscope", ENDLESS, EXPECT ("{ \"notRan\": \"x\" }"));
  add_session (fixture, "b.loopscope", LOG ("main"), EXPECT (FAILS));
  result = check (fixture);

  g_assert_cmpint (result->status, ==, 4);
  assert_tap (result->out);
  g_assert_true (g_str_has_prefix (result->err, "loopscope-cli: "));
  g_assert_nonnull (strstr (result->err, "a.loopscope: "));
}

/* Whoever expects that a run does not end has no reason to complain. */
static void
test_budget_expected (Fixture       *fixture,
                      gconstpointer  data)
{
  g_autoptr (CliResult) result = NULL;

  g_ptr_array_add (fixture->arguments, g_strdup ("--budget=50"));
  add_session (fixture, "a.loopscope", ENDLESS, EXPECT ("{ \"title\": \"endless\", \"finished\": false }"));
  result = check (fixture);

  cli_assert_ended (result, 0, "TAP version 13\n1..1\nok 1 - DIR/a.loopscope: endless\n", "");
}

static void
test_escaped (Fixture       *fixture,
              gconstpointer  data)
{
  g_autoptr (CliResult) result = NULL;

  add_session (fixture, "a#\n.loopscope", LOG ("\\\"ma\\u001b\\nin\\\""),
               EXPECT ("{ \"title\": \"a # TODO\\n\\u001b[1m\", \"log\": [ \"x\" ] }"));
  result = check (fixture);

  g_assert_cmpint (result->status, ==, 1);
  assert_tap (result->out);
  g_assert_nonnull (strstr (result->out, "\nnot ok 1 - DIR/a\\#\\n.loopscope: a \\# TODO\\n\\u001b[1m\n"));
  g_assert_null (strchr (result->out, '\x1b'));
}

static void
test_preset (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr (CliResult) result = NULL;

  g_ptr_array_add (fixture->arguments, g_strdup ("--preset=gecko"));
  g_ptr_array_add (fixture->arguments, g_strdup ("--edition=2023-yield-options"));
  add_session (fixture, "a.loopscope", LOG ("main"), EXPECT (PASSES));
  result = check (fixture);
  g_assert_cmpint (result->status, ==, 0);
}

/* What “check --json” says of a session without and with what is expected, and of one that cannot be read. */
static void
test_json (Fixture       *fixture,
           gconstpointer  data)
{
  g_autoptr (CliResult) result = NULL;

  g_ptr_array_add (fixture->arguments, g_strdup ("--json"));
  add_session (fixture, "a\x01.loopscope", LOG ("main"), EXPECT (PASSES "," FAILS));
  add_session (fixture, "b.loopscope", LOG ("main"), "");
  add_text (fixture, "c.loopscope", "[]");
  result = check (fixture);

  cli_assert_ended (result, 3, "{\"tests\": [\n"
                    "    {\"file\": \"DIR/a\\u0001.loopscope\", \"title\": \"it says main\", \"outcome\": \"passed\"},\n"
                    "    {\"file\": \"DIR/a\\u0001.loopscope\", \"title\": \"it says other\", \"outcome\": \"failed\", "
                    "\"message\": \"line 1: found “main”, expected “other”\"},\n"
                    "    {\"file\": \"DIR/b.loopscope\", \"outcome\": \"skipped\", \"message\": \"it has no expectations\"},\n"
                    "    {\"file\": \"DIR/c.loopscope\", \"outcome\": \"broken\", "
                    "\"message\": \"DIR/c.loopscope: /: found an array, expected an object with “format”: “loopscope-session”\"}\n"
                    "  ], \"passed\": 1, \"failed\": 1, \"skipped\": 1, \"broken\": 1}\n", "");
}

/* Another reader of XML finds as many tests as there are, and texts that XML cannot hold do no harm. */
static void
test_junit (Fixture       *fixture,
            gconstpointer  data)
{
  static const char reader[] =
    "import sys, xml.etree.ElementTree as tree\n"
    "root = tree.parse(sys.argv[1]).getroot()\n"
    "print(root.tag, root.get('tests'), root.get('failures'), root.get('errors'), root.get('skipped'))\n"
    "for suite in root:\n"
    "  print(suite.get('name').split('/')[-1], suite.get('tests'))\n"
    "  for test in suite:\n"
    "    print(test.get('name').split('/')[-1], [(e.tag, e.get('message')[-30:]) for e in test])\n";
  g_autofree char *junit = g_build_filename (fixture->dir, "junit.xml", NULL);
  const char *argv[] = { "python3", "-c", reader, junit, NULL };
  g_autoptr (CliResult) result = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *out = NULL;

  g_ptr_array_add (fixture->arguments, g_strdup ("--junit"));
  g_ptr_array_add (fixture->arguments, g_strdup (junit));
  add_session (fixture, "a<&\x01.loopscope", LOG ("ma\\u001b\\n<in>"), EXPECT (PASSES "," PASSES));
  add_session (fixture, "b.loopscope", LOG ("main"), EXPECT (PASSES));
  add_session (fixture, "c.loopscope", LOG ("main"), "");
  add_text (fixture, "d.loopscope", "[]");
  result = check (fixture);

  g_assert_cmpint (result->status, ==, 3);
  assert_tap (result->out);
  g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, &out, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (out, ==, "testsuites 5 2 1 1\n"
                   "a<&\\u0001.loopscope 2\n"
                   "it says main [('failure', '\\\\u001b\\\\n<in>”, expected “main”')]\n"
                   "it says main [('failure', '\\\\u001b\\\\n<in>”, expected “main”')]\n"
                   "b.loopscope 1\nit says main []\n"
                   "c.loopscope 1\nc.loopscope [('skipped', 'it has no expectations')]\n"
                   "d.loopscope 1\nd.loopscope [('error', ' “format”: “loopscope-session”')]\n");
}

/* A file that cannot be written is told, whatever the tests say. */
static void
test_junit_unwritable (Fixture       *fixture,
                       gconstpointer  data)
{
  g_autofree char *option = g_strdup_printf ("--junit=%s/none/junit.xml", fixture->dir);
  g_autoptr (CliResult) result = NULL;
  g_autoptr (CliResult) output = cli_run ("check --junit=- x.loopscope", NULL);

  g_ptr_array_add (fixture->arguments, g_steal_pointer (&option));
  add_session (fixture, "a.loopscope", LOG ("main"), EXPECT (FAILS));
  result = check (fixture);

  g_assert_cmpint (result->status, ==, 5);
  g_assert_nonnull (strstr (result->err, "none/junit.xml: Could not save the file: "));
  assert_tap (result->out);
  g_assert_cmpint (output->status, ==, 2);
  g_assert_cmpstr (output->out, ==, "");
}

/* Each file is checked with each preset. */
static void
test_all_presets (Fixture       *fixture,
                  gconstpointer  data)
{
  static const char *const names[] = { "blink", "spec", "blink-2021", "gecko", "fair" };
  g_autoptr (CliResult) result = NULL;
  g_autoptr (CliResult) other = cli_run ("state --step=1 --preset=all -", "");

  g_ptr_array_add (fixture->arguments, g_strdup ("--preset=all"));
  add_session (fixture, "a.loopscope", LOG ("main"), EXPECT (PASSES));
  add_session (fixture, "b.loopscope", "{ \"op\": \"timer\", \"ms\": 0, \"name\": \"t\", \"body\": [] },"
               "{ \"op\": \"post\", \"queue\": \"compositor\", \"name\": \"c\", \"body\": [] }",
               EXPECT ("{ \"order\": [ \"t\", \"c\" ] }"));
  result = check (fixture);

  assert_tap (result->out);
  g_assert_nonnull (strstr (result->out, "\n1..10\n"));
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *first = g_strdup_printf ("\nok %u - DIR/a.loopscope (%s): it says main\n", 2 * i + 1, names[i]);

      g_assert_nonnull (strstr (result->out, first));
    }
  g_assert_nonnull (strstr (result->out, "\nok 2 - DIR/b.loopscope (blink): Tasks"));
  g_assert_nonnull (strstr (result->out, "\nnot ok 4 - DIR/b.loopscope (spec): Tasks"));
  g_assert_cmpint (result->status, ==, 1);

  g_assert_cmpint (other->status, ==, 2);
  g_assert_nonnull (strstr (other->err, "“all” is not a preset; expected one of: "));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add ("/check/pass", Fixture, NULL, set_up, test_pass, tear_down);
  g_test_add ("/check/fail", Fixture, NULL, set_up, test_fail, tear_down);
  g_test_add ("/check/kinds", Fixture, NULL, set_up, test_kinds, tear_down);
  g_test_add ("/check/lesson", Fixture, NULL, set_up, test_lesson, tear_down);
  g_test_add ("/check/several-files", Fixture, NULL, set_up, test_several_files, tear_down);
  g_test_add ("/check/bad-file", Fixture, NULL, set_up, test_bad_file, tear_down);
  g_test_add ("/check/standard-input", Fixture, NULL, set_up, test_standard_input, tear_down);
  g_test_add ("/check/budget", Fixture, NULL, set_up, test_budget, tear_down);
  g_test_add ("/check/budget-expected", Fixture, NULL, set_up, test_budget_expected, tear_down);
  g_test_add ("/check/escaped", Fixture, NULL, set_up, test_escaped, tear_down);
  g_test_add ("/check/preset", Fixture, NULL, set_up, test_preset, tear_down);
  g_test_add ("/check/json", Fixture, NULL, set_up, test_json, tear_down);
  g_test_add ("/check/junit", Fixture, NULL, set_up, test_junit, tear_down);
  g_test_add ("/check/junit-unwritable", Fixture, NULL, set_up, test_junit_unwritable, tear_down);
  g_test_add ("/check/all-presets", Fixture, NULL, set_up, test_all_presets, tear_down);

  return g_test_run ();
}
