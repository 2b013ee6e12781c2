/* SPDX-License-Identifier: GPL-3.0-or-later */

#include <string.h>

#include "lesson-util.h"
#include "ls-order-key-private.h"

/* Pages of lessons that ask for an order: the run has the key. */

#define LOG(text) "{\"op\":\"log\",\"text\":\"" text "\"}"
#define TASK(name, options) "{\"op\":\"postTask\",\"name\":\"" name "\"" options ",\"body\":[" LOG (name) "," LOG (name " ends") "]}"
/* They run in the order c, a, b. */
#define STEPS \
  LOG ("begin") "," TASK ("a", "") "," TASK ("b", ",\"priority\":\"background\"") "," TASK ("c", ",\"priority\":\"user-blocking\"") "," \
  LOG ("twice") "," LOG ("twice")
#define PAGE(more) "{\"title\":\"T\",\"text\":[\"P\"],\"at\":{\"turn\":1}" more "}"
#define ASK(more) ",\"question\":{\"text\":\"In which order?\"," more "}"
#define LESSON(page) "\"lesson\":{\"id\":\"x\",\"pages\":[" page "]}"
#define ANSWERS "\"answers\":[{\"text\":\"a\",\"because\":\"b\",\"right\":true},{\"text\":\"c\",\"because\":\"d\"}]"

static const struct
{
  const char *name;
  const char *question;
  const char *problem;   /* what the message says after "test: /lesson/pages/0/question" */
} bad[] = {
  { "lines", ASK ("\"lines\":\"a\""), "/lines: found “a”" },
  { "one", ASK ("\"lines\":[\"a\"]"), "/lines: found 1 lines, expected 2 to 12" },
  { "many", ASK ("\"tasks\":[\"a\",\"b\",\"c\",\"d\",\"e\",\"f\",\"g\",\"h\",\"i\",\"j\",\"k\",\"l\",\"m\"]"),
    "/tasks: found 13 tasks, expected 2 to 12" },
  { "empty", ASK ("\"lines\":[\"a\",\"\"]"), "/lines/1: found no text" },
  { "twice", ASK ("\"lines\":[\"a\",\"b\",\"a\"]"), "/lines: found “a” twice, expected it once" },
  { "both", ASK ("\"lines\":[\"a\",\"b\"],\"tasks\":[\"a\",\"b\"]"),
    ": found several, expected one of “answers”, “lines”, “tasks”, “bars”, “pick” and “presets”" },
  { "answers", ASK ("\"lines\":[\"a\",\"b\"]," ANSWERS),
    ": found several, expected one of “answers”, “lines”, “tasks”, “bars”, “pick” and “presets”" },
  { "because", ASK ("\"lines\":[\"a\",\"b\"],\"because\":1"), "/because: found 1" },
  { "hints", ASK ("\"tasks\":[\"a\",\"b\"],\"hints\":[\"a\"]"),
    "/hints: found it on a question that shows no hints, expected one with “bars”, “pick” or “presets”" },
  { "hints-of-answers", ASK (ANSWERS ",\"hints\":[\"a\"]"), "/hints: found it on a question that shows no hints" },
};

static void
test_bad (gconstpointer data)
{
  guint i = GPOINTER_TO_UINT (data);

  lesson_assert_bad_question (STEPS, bad[i].question, bad[i].problem);
}

static void
test_read (void)
{
  g_autoptr (LsSession) session =
    session_new (STEPS, "", LESSON (PAGE (ASK ("\"lines\":[\"a\",\"c\"],\"because\":\"So it is.\"")) ","
                                    PAGE (ASK ("\"tasks\":[\"a\",\"c\",\"x\"]")) "," PAGE (ASK (ANSWERS))));
  LsLesson *lesson = ls_session_get_lesson (session);
  const LsLessonPage *page = ls_lesson_get_page (lesson, 0);
  g_autofree char *text = ls_session_to_data (session, NULL);
  g_autoptr (LsSession) again = ls_session_new_from_data ("again", text, -1, NULL);
  g_autofree char *written = ls_session_to_data (again, NULL);

  g_assert_cmpuint (g_strv_length (page->rows), ==, 2);
  g_assert_cmpstr (page->rows[1], ==, "c");
  g_assert_false (page->rows_are_tasks);
  g_assert_cmpstr (page->because, ==, "So it is.");
  g_assert_cmpuint (page->answers->len, ==, 0);
  g_assert_cmpuint (page->hides, ==, LS_LESSON_HIDES_ALL);
  page = ls_lesson_get_page (lesson, 1);
  g_assert_cmpuint (g_strv_length (page->rows), ==, 3);
  g_assert_true (page->rows_are_tasks);
  g_assert_null (page->because);
  g_assert_null (ls_lesson_get_page (lesson, 2)->rows[0]);
  g_assert_cmpuint (ls_lesson_count_checks (lesson), ==, 6);
  g_assert_cmpstr (written, ==, text);
}

static const struct
{
  const char *name;
  const char *question;
  const char *fault;   /* NULL for none */
} faults[] = {
  { "lines", ASK ("\"lines\":[\"a\",\"b\",\"c\",\"x\"]"), NULL },
  { "tasks", ASK ("\"tasks\":[\"a\",\"b\",\"a ends\"]"), NULL },
  { "comes-twice", ASK ("\"lines\":[\"a\",\"twice\",\"b\"]"), "“twice” comes 2 times, so it has no place of its own" },
  { "comes-before", ASK ("\"lines\":[\"a\",\"begin\",\"b\"]"), "“begin” has come already where the page begins" },
  { "one-comes", ASK ("\"lines\":[\"a\",\"x\",\"y\"]"), "1 of them comes, expected two at least" },
};

static void
test_fault (gconstpointer data)
{
  guint i = GPOINTER_TO_UINT (data);
  g_autofree char *lesson = g_strconcat ("\"lesson\":{\"id\":\"x\",\"pages\":[{\"title\":\"T\",\"text\":[\"P\"],\"at\":{\"turn\":1}",
                                         faults[i].question, "}]}", NULL);
  g_autoptr (LsSession) session = session_new (STEPS, "", lesson);

  lesson_assert_fault (session, "Page 1, T: In which order?", faults[i].fault);
}

/* What has not come may still come where a run was stopped. */
static void
test_endless (void)
{
  const char *const rows[] = { "a", "x", "b", NULL };
  g_autoptr (LsSession) session = session_new (STEPS, "", "\"title\":\"\"");
  g_autoptr (LsRunner) runner = ls_runner_new (session, NULL, NULL);
  g_autoptr (LsOrderKey) key = NULL;
  g_autofree char *fault = NULL;

  ls_runner_run_to_end (runner, NULL);
  key = ls_order_key_new (rows, FALSE, ls_runner_get_trace (runner));
  g_assert_null (ls_order_key_find_fault (key, 0, TRUE));
  fault = ls_order_key_find_fault (key, 0, FALSE);
  g_assert_cmpstr (fault, ==, "“x” has not come, but the run has not come to its end either");
}

/* An answer to the rows a, b, c, x and "a ends", and what is wrong with it. */
static const struct
{
  const char *name;
  guint       given[5];
  guint       n_given;
  guint       first, second;
  const char *mistake;   /* what it begins with, NULL for none */
} answers[] = {
  { "right", { 2, 0, 4, 1 }, 4, G_MAXUINT, G_MAXUINT, NULL },
  { "priority", { 0, 4, 2, 1 }, 4, 2, 0, "“c” comes before “a”. Task 4 “c” runs first" },
  { "callback", { 2, 4, 0, 1 }, 4, 0, 4, "“a” comes before “a ends”. The same callback prints both, one after the other." },
  { "never", { 2, 0, 3, 4, 1 }, 5, 4, 3, "“x” never comes." },
  { "never-at-the-end", { 2, 0, 4, 1, 3 }, 5, G_MAXUINT, 3, "“x” never comes." },
  { "comes", { 2, 0, 4 }, 3, 1, G_MAXUINT, "“b” does come, at 0 ms." },
  { "nothing", { 0 }, 0, 2, G_MAXUINT, "“c” does come, at 0 ms." },
};

static void
test_answer (gconstpointer data)
{
  guint i = GPOINTER_TO_UINT (data);
  const char *const rows[] = { "a", "b", "c", "x", "a ends", NULL };
  g_autoptr (LsSession) session = session_new (STEPS, "", "\"title\":\"\"");
  g_autoptr (LsRunner) runner = ls_runner_new (session, NULL, NULL);
  g_autoptr (GArray) given = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (LsOrderKey) key = NULL;
  g_autofree char *mistake = NULL;
  guint first, second;

  ls_runner_run_to_end (runner, NULL);
  key = ls_order_key_new (rows, FALSE, ls_runner_get_trace (runner));
  g_array_append_vals (given, answers[i].given, answers[i].n_given);
  mistake = ls_order_key_find_mistake (key, given, &first, &second);
  g_assert_cmpuint (first, ==, answers[i].first);
  g_assert_cmpuint (second, ==, answers[i].second);
  if (answers[i].mistake == NULL)
    g_assert_null (mistake);
  else if (!g_str_has_prefix (mistake, answers[i].mistake))
    g_error ("found “%s”, expected “%s”", mistake, answers[i].mistake);
}

/* Tasks come when they start; lines of the same text are no tasks. */
static void
test_tasks (void)
{
  const char *const rows[] = { "a", "b", "a ends", "c", NULL };
  const guint expected[] = { 3, 0, 1 };
  g_autoptr (LsSession) session = session_new (STEPS, "", "\"title\":\"\"");
  g_autoptr (LsRunner) runner = ls_runner_new (session, NULL, NULL);
  g_autoptr (GArray) given = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (LsOrderKey) key = NULL;
  g_autofree char *mistake = NULL;
  const guint wrong[] = { 3, 1, 0 };
  guint first, second;

  ls_runner_run_to_end (runner, NULL);
  key = ls_order_key_new (rows, TRUE, ls_runner_get_trace (runner));
  g_assert_cmpuint (ls_order_key_get_n_coming (key), ==, G_N_ELEMENTS (expected));
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    g_assert_cmpuint (ls_order_key_get_coming (key, i), ==, expected[i]);
  g_assert_cmpuint (ls_order_key_get_row (key, 2)->n_times, ==, 0);
  g_array_append_vals (given, wrong, G_N_ELEMENTS (wrong));
  mistake = ls_order_key_find_mistake (key, given, &first, &second);
  g_assert_true (g_str_has_prefix (mistake, "“a” comes before “b”. Task 2 “a” runs first"));
}

/* A page that shows what comes later shows the order. */
static void
test_visible (void)
{
  g_autoptr (LsSession) session =
    session_new (STEPS, "", LESSON (PAGE (ASK ("\"lines\":[\"a\",\"c\"]")) "," PAGE (ASK ("\"lines\":[\"a\",\"c\"]") ",\"hide\":[\"why\"]")));
  g_autoptr (GPtrArray) found = ls_session_find_visible_answers (session, NULL, NULL);

  g_assert_cmpuint (found->len, ==, 1);
  g_assert_cmpstr (g_ptr_array_index (found, 0), ==, "Page 2, T: the answer “a, c” can be seen before it is given: the page shows what comes "
                   "later: “hide” has no “future”");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    session_add_case ("lesson-order", "bad", bad[i].name, i, test_bad);
  for (guint i = 0; i < G_N_ELEMENTS (faults); i++)
    session_add_case ("lesson-order", "fault", faults[i].name, i, test_fault);
  for (guint i = 0; i < G_N_ELEMENTS (answers); i++)
    session_add_case ("lesson-order", "answer", answers[i].name, i, test_answer);
  g_test_add_func ("/lesson-order/read", test_read);
  g_test_add_func ("/lesson-order/endless", test_endless);
  g_test_add_func ("/lesson-order/tasks", test_tasks);
  g_test_add_func ("/lesson-order/visible", test_visible);

  return g_test_run ();
}
