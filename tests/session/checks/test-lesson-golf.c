/* SPDX-License-Identifier: GPL-3.0-or-later */

#include <string.h>

#include "ls-action.h"
#include "ls-lesson-check.h"
#include "ls-stamp.h"
#include "session-util.h"

/* Pages of lessons with a goal that is to be reached with few actions. */

#define TASK(name, options) "{\"op\":\"postTask\",\"name\":\"" name "\"" options ",\"body\":[]}"
/* They run in the order a, b. */
#define STEPS \
  "{\"op\":\"controller\",\"name\":\"one\"}," TASK ("a", "") "," TASK ("b", ",\"signal\":\"one\"")
#define SET(turn, priority) \
  "{\"at\":{\"turn\":" turn "},\"do\":{\"op\":\"setPriority\",\"controller\":\"one\",\"priority\":\"" priority "\"}}"
#define GOALS "\"expectations\":[{\"order\":[\"b\",\"a\"]}]"
#define SOLUTION(actions) "\"solution\":{\"actions\":[" actions "]}"
#define GOLF(more) "\"golf\":{\"text\":\"Do it\"," more "}"
#define PAGE(more) "{\"title\":\"T\",\"text\":[\"P\"]" more "}"
#define LESSON(pages) "\"lesson\":{\"id\":\"x\",\"pages\":[" pages "]}"
#define RAISE SET ("1", "user-blocking")

static const struct
{
  const char *name;
  const char *page;
  const char *problem;   /* what the message says after "test: /lesson/pages/0/golf" */
} bad[] = {
  { "array", PAGE (",\"golf\":[]"), ": found an array, expected an object with “text”, “expectations” and “solution”" },
  { "no-goals", PAGE ("," GOLF (SOLUTION (RAISE))), "/expectations: found nothing" },
  { "no-solution", PAGE ("," GOLF (GOALS)), "/solution: found nothing" },
  { "no-actions", PAGE ("," GOLF (GOALS ",\"solution\":{}")), "/solution/actions: found 0 actions, expected 1 to 10" },
  { "source", PAGE ("," GOLF (GOALS ",\"solution\":{\"source\":\"\"}")), "/solution/actions: found 0 actions, expected 1 to 10" },
  { "many", PAGE ("," GOLF (GOALS "," SOLUTION (RAISE "," RAISE "," RAISE "," RAISE "," RAISE "," RAISE "," RAISE "," RAISE "," RAISE ","
                            RAISE "," RAISE))), "/solution/actions: found 11 actions, expected 1 to 10" },
  { "hint", PAGE ("," GOLF (GOALS "," SOLUTION (RAISE) ",\"hints\":[\"\"]")), "/hints/0: found no text" },
  { "question", PAGE (",\"question\":{\"text\":\"Q\",\"tasks\":[\"a\",\"b\"]}," GOLF (GOALS "," SOLUTION (RAISE))),
    ": found it beside a “question”, expected one of both" },
  { "task", PAGE (",\"task\":{\"text\":\"x\",\"until\":{\"ran\":\"a\"}}," GOLF (GOALS "," SOLUTION (RAISE))),
    ": found it beside a “task”, expected one of both" },
};

static void
test_bad (gconstpointer data)
{
  guint i = GPOINTER_TO_UINT (data);
  g_autofree char *lesson = g_strdup_printf ("\"lesson\":{\"id\":\"x\",\"pages\":[%s]}", bad[i].page);
  g_autofree char *expected = g_strconcat ("test: /lesson/pages/0/golf", bad[i].problem, NULL);

  session_assert_refused (STEPS, lesson, expected);
}

/* The actions of the solution are the par. A program of steps does, as it is not changed. */
static void
test_read (void)
{
  g_autoptr (LsSession) session =
    session_new (STEPS, "", LESSON (PAGE ("," GOLF (GOALS "," SOLUTION (RAISE "," SET ("2", "background")) ",\"hints\":[\"one\"]")) "," PAGE ("")));
  const LsLessonPage *page = ls_lesson_get_page (ls_session_get_lesson (session), 0);
  g_autofree char *text = ls_session_to_data (session, NULL);
  g_autoptr (LsSession) again = ls_session_new_from_data ("again", text, -1, NULL);
  g_autofree char *written = ls_session_to_data (again, NULL);

  g_assert_cmpuint (page->par, ==, 2);
  g_assert_cmpstr (page->exercise, ==, "Do it");
  g_assert_cmpuint (page->goals->len, ==, 1);
  g_assert_cmpstr (page->hints[0], ==, "one");
  g_assert_cmpuint (ls_lesson_get_page (ls_session_get_lesson (session), 1)->par, ==, 0);
  g_assert_cmpuint (ls_lesson_count_checks (ls_session_get_lesson (session)), ==, 4);
  g_assert_cmpstr (written, ==, text);
}

static const struct
{
  const char *name;
  const char *page;
  const char *fault;    /* NULL for none */
  gboolean    is_done;  /* the goal is reached with the solution */
} faults[] = {
  { "right", PAGE ("," GOLF (GOALS "," SOLUTION (RAISE))), NULL, TRUE },
  { "reached", PAGE (",\"actions\":[" RAISE "]," GOLF (GOALS "," SOLUTION (SET ("1", "user-visible")))),
    "all of it comes about without any action", FALSE },
  { "needless", PAGE ("," GOLF (GOALS "," SOLUTION (RAISE "," SET ("2", "background")))),
    "all of it comes about without action 2 of the solution as well", TRUE },
  { "wrong", PAGE ("," GOLF (GOALS "," SOLUTION (SET ("1", "background")))), NULL, FALSE },
};

static void
test_fault (gconstpointer data)
{
  guint i = GPOINTER_TO_UINT (data);
  g_autofree char *lesson = g_strdup_printf ("\"lesson\":{\"id\":\"x\",\"pages\":[%s]}", faults[i].page);
  g_autoptr (LsSession) session = session_new (STEPS, "", lesson);
  g_autoptr (GPtrArray) results = ls_session_check_lesson (session, NULL, NULL);
  const LsCheckResult *result = g_ptr_array_index (results, 1);

  g_assert_cmpuint (results->len, ==, 3);
  g_assert_true (g_str_has_prefix (result->title, "Page 1, T: Do it (par "));
  g_assert_cmpstr (result->message, ==, faults[i].fault);
  g_assert_true (((LsCheckResult *) g_ptr_array_index (results, 2))->passed == faults[i].is_done);
}

static void
assert_own (LsSession *session,
            LsSession *given,
            guint      expected)
{
  guint n_actions;

  g_assert_true (ls_session_count_own_actions (session, given, &n_actions));
  g_assert_cmpuint (n_actions, ==, expected);
}

/* What is added, changed or taken out counts, once each. */
static void
test_count (void)
{
  g_autoptr (LsSession) session =
    session_new (STEPS, "", LESSON (PAGE (",\"actions\":[" RAISE "]," GOLF (GOALS "," SOLUTION (SET ("2", "background"))))));
  g_autoptr (LsSession) other = session_new (STEPS "," TASK ("c", ""), "", "\"title\":\"\"");
  g_autoptr (LsSession) given = ls_session_new_for_page (session, 0, FALSE, NULL);
  g_autoptr (LsSession) solved = ls_session_new_for_page (session, 0, TRUE, NULL);
  guint n_actions;

  assert_own (given, given, 0);
  assert_own (solved, given, 1);
  /* The first is moved, so it is another one. */
  g_assert_true (ls_session_replace_action (solved, 0, &(LsStamp) { .turn = 2 }, NULL, NULL, NULL));
  assert_own (solved, given, 2);
  g_assert_true (ls_session_remove_action (solved, 1, NULL));
  assert_own (solved, given, 1);
  g_assert_true (ls_session_remove_action (solved, 0, NULL));
  assert_own (solved, given, 1);
  g_assert_false (ls_session_count_own_actions (other, given, &n_actions));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    session_add_case ("lesson-golf", "bad", bad[i].name, i, test_bad);
  for (guint i = 0; i < G_N_ELEMENTS (faults); i++)
    session_add_case ("lesson-golf", "fault", faults[i].name, i, test_fault);
  g_test_add_func ("/lesson-golf/read", test_read);
  g_test_add_func ("/lesson-golf/count", test_count);

  return g_test_run ();
}
