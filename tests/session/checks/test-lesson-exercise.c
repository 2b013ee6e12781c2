/* SPDX-License-Identifier: GPL-3.0-or-later */

#include <string.h>

#include "ls-lesson-check.h"
#include "session-util.h"

/* Exercises of lessons, as files have them. Programs in JavaScript are run by the tests of loopscope-cli. */

#define GOALS "\"expectations\":[{\"longestTurn\":{\"atMost\":5}},{\"never\":[\"lost\"]}]"
#define SOLUTION "\"solution\":{\"source\":\"work (1)\"}"
#define EXERCISE(more) "\"exercise\":{\"text\":\"Do it\"," more "}"
#define PAGE(more) "{\"title\":\"T\",\"text\":[\"P\"]" more "}"
#define LESSON(pages) "\"lesson\":{\"id\":\"x\",\"pages\":[" pages "]}"

static char *
dup_text (const char *lesson)
{
  return g_strdup_printf ("{\"format\":\"loopscope-session\",\"version\":1,\"program\":{\"kind\":\"javascript\","
                          "\"source\":\"work (9)\"},%s}", lesson);
}

static LsSession *
read_lesson (const char *lesson)
{
  g_autofree char *text = dup_text (lesson);
  g_autoptr (GError) error = NULL;
  LsSession *session = ls_session_new_from_data ("test", text, -1, &error);

  g_assert_no_error (error);
  return session;
}

static const struct
{
  const char *name;
  const char *lesson;
  const char *problem;   /* what the message says after "test: /lesson/pages/0/exercise" */
} bad[] = {
  { "array", LESSON (PAGE (",\"exercise\":[]")), ": found an array, expected an object with “text”, “expectations” and “solution”" },
  { "no-text", LESSON (PAGE (",\"exercise\":{" GOALS "," SOLUTION "}")), "/text: found nothing" },
  { "no-goals", LESSON (PAGE ("," EXERCISE (SOLUTION))), "/expectations: found nothing" },
  { "empty-goals", LESSON (PAGE ("," EXERCISE ("\"expectations\":[]," SOLUTION))),
    "/expectations: found 0 expectations, expected 1 to 20" },
  { "goal", LESSON (PAGE ("," EXERCISE ("\"expectations\":[{\"longestTurn\":5}]," SOLUTION))),
    "/expectations/0/longestTurn: found 5, expected an object with “atMost”" },
  { "no-solution", LESSON (PAGE ("," EXERCISE (GOALS))), "/solution: found nothing" },
  { "solution", LESSON (PAGE ("," EXERCISE (GOALS ",\"solution\":\"work (1)\""))), "/solution: found “work (1)”, expected an object with “source”" },
  { "no-source", LESSON (PAGE ("," EXERCISE (GOALS ",\"solution\":{}"))), "/solution/source: found nothing" },
  { "empty-source", LESSON (PAGE ("," EXERCISE (GOALS ",\"solution\":{\"source\":\"\"}"))), "/solution/source: found “”, expected text" },
  { "source", LESSON (PAGE ("," EXERCISE (GOALS "," SOLUTION ",\"source\":[]"))), "/source: found an array, expected text" },
  { "hints", LESSON (PAGE ("," EXERCISE (GOALS "," SOLUTION ",\"hints\":\"so\""))), "/hints: found “so”" },
  { "hint", LESSON (PAGE ("," EXERCISE (GOALS "," SOLUTION ",\"hints\":[\"so\",\"\"]"))), "/hints/1: found no text" },
  { "question", LESSON (PAGE (",\"question\":{\"text\":\"Q\",\"answers\":[{\"text\":\"a\",\"because\":\"b\",\"right\":true},"
                              "{\"text\":\"c\",\"because\":\"d\"}]}," EXERCISE (GOALS "," SOLUTION))),
    ": found it beside a “question”, expected one of both" },
  { "task", LESSON (PAGE (",\"task\":{\"text\":\"x\",\"until\":{\"ran\":\"a\"}}," EXERCISE (GOALS "," SOLUTION))),
    ": found it beside a “task”, expected one of both" },
};

static void
test_bad (gconstpointer data)
{
  guint i = GPOINTER_TO_UINT (data);
  g_autofree char *text = dup_text (bad[i].lesson);
  g_autoptr (GError) error = NULL;
  g_autoptr (LsSession) session = ls_session_new_from_data ("test", text, -1, &error);
  g_autofree char *expected = g_strconcat ("test: /lesson/pages/0/exercise", bad[i].problem, NULL);

  g_assert_null (session);
  if (!g_str_has_prefix (error->message, expected))
    g_error ("found “%s”, expected “%s”", error->message, expected);
}

/* The window does not edit steps. */
static void
test_steps (void)
{
  g_autofree char *text = session_text ("", "", LESSON (PAGE ("") "," PAGE ("," EXERCISE (GOALS "," SOLUTION))));
  g_autoptr (GError) error = NULL;
  g_autoptr (LsSession) session = ls_session_new_from_data ("test", text, -1, &error);

  g_assert_null (session);
  g_assert_cmpstr (error->message, ==,
                   "test: /lesson/pages/1/exercise: found it in a lesson about a program of steps, expected a program in JavaScript");
}

static void
test_read (void)
{
  g_autoptr (LsSession) session =
    read_lesson (LESSON (PAGE ("," EXERCISE (GOALS "," SOLUTION ",\"hints\":[\"one\",\"two\"]")) "," PAGE ("")));
  const LsLessonPage *page = ls_lesson_get_page (ls_session_get_lesson (session), 0);
  g_autofree char *text = ls_session_to_data (session, NULL);
  g_autofree char *written = NULL;
  g_autoptr (LsSession) again = ls_session_new_from_data ("again", text, -1, NULL);

  g_assert_cmpstr (page->exercise, ==, "Do it");
  g_assert_cmpuint (page->goals->len, ==, 2);
  g_assert_cmpint (ls_expectation_get_kind (g_ptr_array_index (page->goals, 1)), ==, LS_EXPECTATION_NEVER);
  g_assert_cmpuint (g_strv_length (page->hints), ==, 2);
  g_assert_cmpstr (page->hints[1], ==, "two");
  g_assert_cmpuint (page->hides, ==, 0);
  /* The moment, the exercise, and both goals; then the other page's moment. */
  g_assert_cmpuint (ls_lesson_count_checks (ls_session_get_lesson (session)), ==, 5);

  page = ls_lesson_get_page (ls_session_get_lesson (session), 1);
  g_assert_null (page->exercise);
  g_assert_cmpuint (page->goals->len, ==, 0);
  g_assert_null (page->hints[0]);

  written = ls_session_to_data (again, NULL);
  g_assert_cmpstr (written, ==, text);
}

static const char *
get_source (LsSession *session)
{
  return ls_script_get_text (ls_program_get_script (ls_session_get_program (session), 0));
}

/* An exercise may have a program of its own, and is solved by another. */
static void
test_programs (void)
{
  g_autoptr (LsSession) session =
    read_lesson (LESSON (PAGE ("," EXERCISE (GOALS "," SOLUTION)) "," PAGE ("," EXERCISE (GOALS "," SOLUTION ",\"source\":\"work (7)\"")) ","
                         PAGE ("")));
  static const struct { const char *given, *solved; } expected[] = {
    { "work (9)", "work (1)" }, { "work (7)", "work (1)" }, { "work (9)", "work (9)" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      g_autoptr (LsSession) given = ls_session_new_for_page (session, i, FALSE, NULL);
      g_autoptr (LsSession) solved = ls_session_new_for_page (session, i, TRUE, NULL);
      g_autoptr (LsSession) taken = ls_session_copy (session);

      g_assert_cmpstr (get_source (given), ==, expected[i].given);
      g_assert_cmpstr (get_source (solved), ==, expected[i].solved);
      g_assert_true (ls_session_take_run (taken, solved, NULL));
      g_assert_cmpstr (get_source (taken), ==, expected[i].solved);
    }
  g_assert_cmpstr (get_source (session), ==, "work (9)");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autofree char *path = g_strconcat ("/lesson-exercise/bad/", bad[i].name, NULL);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_bad);
    }
  g_test_add_func ("/lesson-exercise/steps", test_steps);
  g_test_add_func ("/lesson-exercise/read", test_read);
  g_test_add_func ("/lesson-exercise/programs", test_programs);

  return g_test_run ();
}
