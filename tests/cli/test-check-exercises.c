/* test-check-exercises.c: “loopscope-cli check” for lessons with exercises
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "cli-util.h"

/* A lesson about "work (9)", which is to work for 5 ms at most, and says so. */
static char *
make_lesson (const char *solution,
             const char *more)
{
  return g_strdup_printf ("{\"format\":\"loopscope-session\",\"version\":1,\"program\":{\"kind\":\"javascript\","
                          "\"source\":\"work (9); log ('a');\"},\"lesson\":{\"id\":\"x\",\"pages\":[{\"title\":\"T\",\"text\":[\"P\"],"
                          "\"expectations\":[{\"longestTurn\":{\"atLeast\":9}}],"
                          "\"exercise\":{\"text\":\"Be quick\",\"expectations\":[{\"longestTurn\":{\"atMost\":5}},"
                          "{\"title\":\"It says a\",\"log\":[\"a\"]}],\"solution\":{\"source\":\"%s\"}%s}}]}}", solution, more);
}

static CliResult *
check (CliFixture *fixture,
       const char *solution,
       const char *more)
{
  g_autofree char *text = make_lesson (solution, more);
  g_autofree char *path = cli_write (fixture->dir, "a.loopscope", text, -1);
  const char *arguments[] = { "check", "--budget=1000", path, NULL };

  return cli_runv (arguments, NULL, 0);
}

static const struct
{
  const char *name;
  const char *solution;
  const char *more;
  int         status;
  const char *found[3];
} cases[] = {
  { "right", "work (5); log ('a');", "", 0,
    { "1..5\n", ": Page 1, T: Be quick\nok 4 - ", "ok 5 - " } },
  { "done-before", "work (5); log ('a');", ",\"source\":\"work (2); log ('a');\"", 1,
    { "\nnot ok 3 - ", ": Page 1, T: Be quick\n  ---\n  message: \"the program does all of it before it is changed\"\n", "\nok 5 - " } },
  { "not-done", "work (6); log ('a');", "", 1,
    { "\nok 3 - ", ": Page 1, T: The longest turn takes 5 ms at most\n  ---\n  message: \"the turn of “main.js” took 6 ms, from 0 ms to 6 ms\"",
      "\nok 5 - " } },
  { "loses-something", "work (5);", "", 1, { "\nok 4 - ", "\nnot ok 5 - ", ": Page 1, T: It says a\n" } },
  { "endless", "setInterval (() => work (1)); log ('a');", "", 1,
    { "\nnot ok 3 - ", "  message: \"the program of the solution does not come to its end\"\n", "\nok 5 - " } },
  { "wrong", "work (", "", 1, { "\nnot ok 3 - ", "main.js:1:", "\nnot ok 5 - " } },
};

static void
test_exercise (CliFixture    *fixture,
               gconstpointer  data)
{
  guint i = GPOINTER_TO_UINT (data);
  g_autoptr (CliResult) result = check (fixture, cases[i].solution, cases[i].more);

  for (guint n = 0; n < G_N_ELEMENTS (cases[i].found); n++)
    if (strstr (result->out, cases[i].found[n]) == NULL)
      g_error ("expected “%s” in: %s", cases[i].found[n], result->out);
  g_assert_cmpint (result->status, ==, cases[i].status);
}

/* Questions that the runs can answer, on pages where they cannot. */
static void
test_questions (CliFixture    *fixture,
                gconstpointer  data)
{
  static const char lesson[] =
    "{\"format\":\"loopscope-session\",\"version\":1,\"program\":{\"kind\":\"javascript\",\"source\":\"console.log ('a');\"},"
    "\"lesson\":{\"id\":\"x\",\"pages\":["
    "{\"title\":\"T\",\"text\":[\"P\"],\"question\":{\"text\":\"Which?\",\"presets\":[\"blink\",\"gecko\"]}},"
    "{\"title\":\"U\",\"text\":[\"Q\"],\"question\":{\"text\":\"Pick it\",\"pick\":\"next\",\"becuase\":\"x\"}}]}}";
  static const char *const found[] = {
    "message: \"the runs do not differ: Chromium and Firefox print the same\"",
    "message: \"only “main.js” waits where the page begins, expected two tasks at least to choose from\"",
  };
  g_autofree char *path = cli_write (fixture->dir, "a.loopscope", lesson, -1);
  const char *arguments[] = { "check", path, NULL };
  g_autoptr (CliResult) result = cli_runv (arguments, NULL, 0);

  for (guint i = 0; i < G_N_ELEMENTS (found); i++)
    if (strstr (result->out, found[i]) == NULL)
      g_error ("expected “%s” in: %s", found[i], result->out);
  g_assert_nonnull (strstr (result->err, "a.loopscope: /lesson/pages/1/question/becuase: found a member that means nothing there"));
  g_assert_cmpint (result->status, ==, 1);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/check-exercises/", cases[i].name, NULL);

      g_test_add (path, CliFixture, GUINT_TO_POINTER (i), cli_set_up, test_exercise, cli_tear_down);
    }

  g_test_add ("/check-exercises/questions", CliFixture, NULL, cli_set_up, test_questions, cli_tear_down);

  return g_test_run ();
}
