/* SPDX-License-Identifier: GPL-3.0-or-later */

#include <string.h>

#include "lesson-util.h"
#include "ls-bars-key-private.h"

/* Pages of lessons that ask when tasks run: the run has the key. */

#define WORK(ms) "{\"op\":\"work\",\"ms\":" ms "}"
#define TASK(name, options, ms) "{\"op\":\"postTask\",\"name\":\"" name "\"" options ",\"body\":[" WORK (ms) "]}"
/* a runs from 5 to 15 ms, c from 15 to 17, d (which can run from 12 on) from 17 to 20, b from 20 to 23, late from 40 to 44. */
#define STEPS \
  WORK ("5") "," TASK ("a", "", "10") "," TASK ("b", ",\"priority\":\"background\"", "3") "," \
  TASK ("c", ",\"priority\":\"user-blocking\",\"delay\":6", "2") "," TASK ("d", ",\"delay\":7", "3") "," \
  TASK ("late", ",\"delay\":35", "4") "," TASK ("twice", ",\"delay\":60", "1") "," TASK ("twice", ",\"delay\":60", "1") "," \
  TASK ("quick", ",\"delay\":70", "0") "," TASK ("half", ",\"delay\":80", "0.5") "," TASK ("after", ",\"delay\":80", "2")
#define PAGE(more) "{\"title\":\"T\",\"text\":[\"P\"],\"at\":{\"turn\":1}" more "}"
#define ASK(more) ",\"question\":{\"text\":\"When?\"," more "}"
#define LESSON(page) "\"lesson\":{\"id\":\"x\",\"pages\":[" page "]}"

static const struct
{
  const char *name;
  const char *question;
  const char *problem;   /* what the message says after "test: /lesson/pages/0/question" */
} bad[] = {
  { "text", ASK ("\"bars\":\"a\""), "/bars: found “a”" },
  { "one", ASK ("\"bars\":[\"a\"]"), "/bars: found 1 tasks, expected 2 to 12" },
  { "twice", ASK ("\"bars\":[\"a\",\"b\",\"a\"]"), "/bars: found “a” twice, expected it once" },
  { "both", ASK ("\"bars\":[\"a\",\"b\"],\"tasks\":[\"a\",\"b\"]"),
    ": found several, expected one of “answers”, “lines”, “tasks”, “bars”, “pick” and “presets”" },
  { "tolerance", ASK ("\"bars\":[\"a\",\"b\"],\"toleranceMs\":-1"), "/toleranceMs: found -1" },
  { "hints", ASK ("\"bars\":[\"a\",\"b\"],\"hints\":[1]"), "/hints/0: found 1" },
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
    session_new (STEPS, "", LESSON (PAGE (ASK ("\"bars\":[\"a\",\"c\"],\"toleranceMs\":3,\"because\":\"So it is.\",\"hints\":[\"h\"]")) ","
                                    PAGE (ASK ("\"bars\":[\"a\",\"c\"]")) "," PAGE (ASK ("\"tasks\":[\"a\",\"c\"]"))));
  LsLesson *lesson = ls_session_get_lesson (session);
  const LsLessonPage *page = ls_lesson_get_page (lesson, 0);
  g_autofree char *text = ls_session_to_data (session, NULL);
  g_autoptr (LsSession) again = ls_session_new_from_data ("again", text, -1, NULL);
  g_autofree char *written = ls_session_to_data (again, NULL);

  g_assert_true (page->rows_are_bars);
  g_assert_false (page->rows_are_tasks);
  g_assert_cmpuint (g_strv_length (page->rows), ==, 2);
  g_assert_cmpuint (page->tolerance, ==, 3000);
  g_assert_cmpstr (page->because, ==, "So it is.");
  g_assert_cmpstr (page->hints[0], ==, "h");
  g_assert_cmpuint (page->hides, ==, LS_LESSON_HIDES_ALL);
  page = ls_lesson_get_page (lesson, 1);
  g_assert_cmpuint (page->tolerance, ==, 1000);
  g_assert_null (page->hints[0]);
  g_assert_false (ls_lesson_get_page (lesson, 2)->rows_are_bars);
  g_assert_cmpuint (ls_lesson_count_checks (lesson), ==, 6);
  g_assert_cmpstr (written, ==, text);
}

static const struct
{
  const char *name;
  const char *question;
  const char *fault;   /* NULL for none */
} faults[] = {
  { "bars", ASK ("\"bars\":[\"a\",\"b\",\"late\"]"), NULL },
  { "several", ASK ("\"bars\":[\"a\",\"twice\"]"), "“twice” runs 2 times, so its bar has no place of its own" },
  { "never", ASK ("\"bars\":[\"a\",\"x\"]"), "“x” never runs to its end, so it has no bar" },
  { "short", ASK ("\"bars\":[\"a\",\"quick\"]"), "“quick” takes no time, so its bar has no length" },
  { "wide", ASK ("\"bars\":[\"a\",\"c\"],\"toleranceMs\":1000"), "“a” is right wherever it is placed, expected a smaller “toleranceMs”" },
  { "exact", ASK ("\"bars\":[\"a\",\"late\"],\"toleranceMs\":0"), NULL },
  { "beside", ASK ("\"bars\":[\"half\",\"after\"],\"toleranceMs\":0"),
    "“after” starts at 85.5 ms, and is placed at whole milliseconds, expected a “toleranceMs” of 1 at least" },
  { "near", ASK ("\"bars\":[\"half\",\"after\"]"), NULL },
  { "before", ",\"at\":{\"turn\":2}" ASK ("\"bars\":[\"a\",\"b\"]"), "“a” has begun already where the page begins" },
};

static void
test_fault (gconstpointer data)
{
  guint i = GPOINTER_TO_UINT (data);
  g_autofree char *lesson = g_strconcat ("\"lesson\":{\"id\":\"x\",\"pages\":[{\"title\":\"T\",\"text\":[\"P\"]",
                                         faults[i].question, "}]}", NULL);
  g_autoptr (LsSession) session = session_new (STEPS, "", lesson);

  lesson_assert_fault (session, "Page 1, T: When?", faults[i].fault);
}

static const char *const names[] = { "a", "b", "c", "d", "late", NULL };

static LsBarsKey *
make_key (LsRunner **runner)
{
  g_autoptr (LsSession) session = session_new (STEPS, "", "\"title\":\"\"");

  *runner = ls_runner_new (session, NULL, NULL);
  ls_runner_run_to_end (*runner, NULL);
  return ls_bars_key_new (names, ls_runner_get_trace (*runner), 0);
}

/* The span has room on both sides, and its end does not tell where the last bar ends. */
static void
test_key (void)
{
  static const guint64 expected[][2] = { { 5000, 10000 }, { 20000, 3000 }, { 15000, 2000 }, { 17000, 3000 }, { 40000, 4000 } };
  g_autoptr (LsRunner) runner = NULL;
  g_autoptr (LsBarsKey) key = make_key (&runner);
  guint64 begin, end;

  g_assert_cmpuint (ls_bars_key_get_n_bars (key), ==, G_N_ELEMENTS (expected));
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      g_assert_cmpuint (ls_bars_key_get_bar (key, i)->start, ==, expected[i][0]);
      g_assert_cmpuint (ls_bars_key_get_bar (key, i)->length, ==, expected[i][1]);
    }
  g_assert_null (ls_bars_key_find_fault (key, 0));
  g_assert_cmpuint (ls_bars_key_get_span (key, &begin, &end), ==, 10000);
  g_assert_cmpuint (begin, ==, 0);
  g_assert_cmpuint (end, ==, 60000);
  g_assert_true (ls_bars_key_is_right (key, 1, 21000, 1000));
  g_assert_true (ls_bars_key_is_right (key, 1, 19000, 1000));
  g_assert_false (ls_bars_key_is_right (key, 1, 18999, 1000));
  g_assert_false (ls_bars_key_is_right (key, 1, LS_BARS_NOWHERE, 1000));
}

/* Where a, b, c, d and “late” were put, in ms, and what is wrong with it. */
static const struct
{
  const char *name;
  gint64      given[5];   /* -1 for nowhere */
  guint       wrong;
  const char *mistake;    /* what it begins with, NULL for none */
} answers[] = {
  { "right", { 5, 20, 15, 17, 40 }, G_MAXUINT, NULL },
  { "near", { 6, 19, 15, 18, 39 }, G_MAXUINT, NULL },
  { "busy", { 5, 20, 11, 17, 40 }, 2, "“c” starts at 15 ms, not at 11 ms. Until 15 ms, “a” runs, and nothing interrupts it." },
  { "lost", { 5, 17, 15, 17, 40 }, 1, "“b” starts at 20 ms, not at 17 ms. Task 5 “d” runs first" },
  { "order", { 5, 15, 18, 20, 40 }, 2, "“c” starts at 15 ms, not at 18 ms. Task 4 “c” runs first" },
  { "first", { 7, 18, 15, 21, 40 }, 0, "“a” starts at 5 ms, not at 7 ms. " },
  { "delayed", { 5, 20, 15, 17, 23 }, 4, "“late” starts at 40 ms, not at 23 ms. It cannot run before 40 ms." },
  { "nowhere", { 5, 20, 15, -1, 40 }, 3, "“d” starts at 17 ms." },
};

static void
test_answer (gconstpointer data)
{
  guint i = GPOINTER_TO_UINT (data);
  g_autoptr (LsRunner) runner = NULL;
  g_autoptr (LsBarsKey) key = make_key (&runner);
  g_autoptr (GArray) given = g_array_new (FALSE, FALSE, sizeof (guint64));
  g_autofree char *mistake = NULL;
  guint wrong;

  for (guint n = 0; n < G_N_ELEMENTS (answers[i].given); n++)
    {
      guint64 start = answers[i].given[n] >= 0 ? (guint64) answers[i].given[n] * 1000 : LS_BARS_NOWHERE;

      g_array_append_val (given, start);
    }
  mistake = ls_bars_key_find_mistake (key, given, 1000, &wrong);
  g_assert_cmpuint (wrong, ==, answers[i].wrong);
  if (answers[i].mistake == NULL)
    g_assert_null (mistake);
  else if (mistake == NULL || !g_str_has_prefix (mistake, answers[i].mistake))
    g_error ("found “%s”, expected “%s”", mistake, answers[i].mistake);
}

/* A page that shows what comes later shows the places. */
static void
test_visible (void)
{
  g_autoptr (LsSession) session = session_new (STEPS, "", LESSON (PAGE (ASK ("\"bars\":[\"a\",\"c\"]") ",\"hide\":[\"why\"]")));
  g_autoptr (GPtrArray) found = ls_session_find_visible_answers (session, NULL, NULL);

  g_assert_cmpuint (found->len, ==, 1);
  g_assert_nonnull (strstr (g_ptr_array_index (found, 0), "the answer “a, c” can be seen before it is given"));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    session_add_case ("lesson-bars", "bad", bad[i].name, i, test_bad);
  for (guint i = 0; i < G_N_ELEMENTS (faults); i++)
    session_add_case ("lesson-bars", "fault", faults[i].name, i, test_fault);
  for (guint i = 0; i < G_N_ELEMENTS (answers); i++)
    session_add_case ("lesson-bars", "answer", answers[i].name, i, test_answer);
  g_test_add_func ("/lesson-bars/read", test_read);
  g_test_add_func ("/lesson-bars/key", test_key);
  g_test_add_func ("/lesson-bars/visible", test_visible);

  return g_test_run ();
}
