/* SPDX-License-Identifier: GPL-3.0-or-later */

#include <string.h>

#include "lesson-util.h"
#include "ls-pick-key-private.h"

/* Pages of lessons that ask to pick the task that is next: the run has the key. */

#define TASK(name, options) "{\"op\":\"postTask\",\"name\":\"" name "\"" options ",\"body\":[{\"op\":\"work\",\"ms\":2}]}"
/* They run in the order c, a, b, and d once its delay is over. */
#define STEPS \
  TASK ("a", "") "," TASK ("b", ",\"priority\":\"background\"") "," TASK ("c", ",\"priority\":\"user-blocking\"") "," \
  TASK ("d", ",\"delay\":50")
#define PAGE(at, more) "{\"title\":\"T\",\"text\":[\"P\"],\"at\":{\"turn\":" at "}" more "}"
#define ASK(more) ",\"question\":{\"text\":\"Pick it\"," more "}"
#define PICK ASK ("\"pick\":\"next\"")
#define LESSON(page) "\"lesson\":{\"id\":\"x\",\"pages\":[" page "]}"

static const struct
{
  const char *name;
  const char *question;
  const char *problem;   /* what the message says after "test: /lesson/pages/0/question" */
} bad[] = {
  { "last", ASK ("\"pick\":\"last\""), "/pick: found “last”, expected “next”" },
  { "number", ASK ("\"pick\":1"), "/pick: found 1" },
  { "both", ASK ("\"pick\":\"next\",\"lines\":[\"a\",\"b\"]"),
    ": found several, expected one of “answers”, “lines”, “tasks”, “bars”, “pick” and “presets”" },
  { "because", ASK ("\"pick\":\"next\",\"because\":\"\""), "/because: found no text" },
  { "hints", ASK ("\"pick\":\"next\",\"hints\":[\"\"]"), "/hints/0: found no text" },
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
    session_new (STEPS, "", LESSON (PAGE ("1", ASK ("\"pick\":\"next\",\"because\":\"So it is.\",\"hints\":[\"H\",\"I\"]"))));
  const LsLessonPage *page = ls_lesson_get_page (ls_session_get_lesson (session), 0);
  g_autofree char *text = ls_session_to_data (session, NULL);
  g_autoptr (LsSession) again = ls_session_new_from_data ("again", text, -1, NULL);
  g_autofree char *written = ls_session_to_data (again, NULL);

  g_assert_true (page->picks_next);
  g_assert_cmpuint (page->answers->len, ==, 0);
  g_assert_null (page->rows[0]);
  g_assert_null (page->presets[0]);
  g_assert_cmpstr (page->because, ==, "So it is.");
  g_assert_cmpuint (g_strv_length (page->hints), ==, 2);
  g_assert_cmpuint (page->hides, ==, LS_LESSON_HIDES_ALL);
  g_assert_cmpuint (ls_lesson_count_checks (ls_session_get_lesson (session)), ==, 2);
  g_assert_cmpstr (written, ==, text);
}

static const struct
{
  const char *name;
  const char *page;
  const char *fault;   /* NULL for none */
} faults[] = {
  { "right", PAGE ("1", PICK), NULL },
  { "delayed", PAGE ("3", PICK), NULL },
  { "not-posted", PAGE ("0", PICK), "only “main” waits where the page begins, expected two tasks at least to choose from" },
  { "alone", PAGE ("4", PICK), "only “d” waits where the page begins, expected two tasks at least to choose from" },
  { "nothing", PAGE ("5", PICK), "no task is next where the page begins" },
};

static void
test_fault (gconstpointer data)
{
  guint i = GPOINTER_TO_UINT (data);
  g_autofree char *lesson = g_strconcat ("\"lesson\":{\"id\":\"x\",\"pages\":[", faults[i].page, "]}", NULL);
  g_autoptr (LsSession) session = session_new (STEPS, "", lesson);

  lesson_assert_fault (session, "Page 1, T: Pick it", faults[i].fault);
}

static LsPickKey *
make_key (LsSession *session,
          guint      turn)
{
  const LsLessonMoment moment = { LS_LESSON_MOMENT_TURN, turn };
  g_autoptr (LsRunner) runner = ls_runner_new (session, NULL, NULL);
  gsize scanned = 0, position = 0;

  ls_runner_run_to_end (runner, NULL);
  g_assert_true (ls_lesson_moment_find (&moment, ls_runner_get_trace (runner), &scanned, &position));
  return ls_pick_key_new (ls_runner_get_trace (runner), position);
}

/* The run says what is next, and why the others are not. */
static void
test_answer (void)
{
  static const char *const reasons[] = { "“c” runs next: ", "“a” waits for “c”: ", "“b” waits for “c”: ", "“d” waits" };
  g_autoptr (LsSession) session = session_new (STEPS, "", "\"title\":\"\"");
  g_autoptr (LsPickKey) key = make_key (session, 1);
  g_autofree char *none = ls_pick_key_find_mistake (key, ls_pick_key_get_next (key));
  g_autofree char *mistake = NULL, *ran = NULL, *name = ls_pick_key_dup_next_name (key);

  g_assert_cmpstr (name, ==, "c");
  g_assert_null (none);
  g_assert_cmpuint (ls_pick_key_get_n_waiting (key), ==, G_N_ELEMENTS (reasons));
  for (guint i = 0; i < G_N_ELEMENTS (reasons); i++)
    if (!g_str_has_prefix (ls_pick_key_get_waiting (key, i)->reason, reasons[i]))
      g_error ("found “%s”, expected “%s”", ls_pick_key_get_waiting (key, i)->reason, reasons[i]);
  mistake = ls_pick_key_find_mistake (key, ls_pick_key_get_waiting (key, 2)->task);
  g_assert_true (g_str_has_prefix (mistake, "Task 4 “c” ran first: user-blocking comes before background (task 3 “b”)."));
  /* The main script has run. */
  ran = ls_pick_key_find_mistake (key, 1);
  g_assert_nonnull (ran);
}

/* Of thousands of tasks, only some are explained. */
static void
test_many (void)
{
  g_autoptr (LsSession) session =
    session_new ("{\"op\":\"postTask\",\"name\":\"a\",\"count\":3000,\"body\":[]}", "", "\"title\":\"\"");
  g_autoptr (LsPickKey) key = make_key (session, 1);
  g_autofree char *mistake = ls_pick_key_find_mistake (key, ls_pick_key_get_waiting (key, 2999)->task);

  g_assert_cmpuint (ls_pick_key_get_n_waiting (key), ==, 3000);
  g_assert_nonnull (ls_pick_key_get_waiting (key, LS_PICK_MAX_REASONS - 1)->reason);
  g_assert_null (ls_pick_key_get_waiting (key, LS_PICK_MAX_REASONS)->reason);
  g_assert_nonnull (mistake);
}

/* A task that is next, but that nobody has posted yet, has no chip. */
static void
test_not_posted (void)
{
  g_autoptr (LsSession) session = session_new ("{\"op\":\"work\",\"ms\":2}," STEPS, "", "\"title\":\"\"");
  g_autoptr (LsRunner) runner = ls_runner_new (session, NULL, NULL);
  g_autoptr (LsPickKey) key = NULL;
  g_autofree char *fault = NULL;
  LsRecord record;
  gsize position = 0;

  ls_runner_run_to_end (runner, NULL);
  do
    ls_trace_get_record (ls_runner_get_trace (runner), position++, &record);
  while (record.kind != LS_RECORD_TASK_STARTED);
  key = ls_pick_key_new (ls_runner_get_trace (runner), position);
  fault = ls_pick_key_find_fault (key);
  g_assert_cmpstr (fault, ==, "“c” is next, but has not been posted where the page begins");
}

/* A page that shows what is next, or why, shows what to pick. */
static void
test_visible (void)
{
  g_autoptr (LsSession) session =
    session_new (STEPS, "", LESSON (PAGE ("1", PICK) "," PAGE ("1", PICK ",\"hide\":[\"why\",\"future\"]") ","
                                    PAGE ("1", PICK ",\"hide\":[\"next\",\"future\"]")));
  g_autoptr (GPtrArray) found = ls_session_find_visible_answers (session, NULL, NULL);

  g_assert_cmpuint (found->len, ==, 2);
  g_assert_cmpstr (g_ptr_array_index (found, 0), ==, "Page 2, T: the answer “c” can be seen before it is given: the page shows which task is "
                   "next: “hide” has no “next”");
  g_assert_cmpstr (g_ptr_array_index (found, 1), ==, "Page 3, T: the answer “c” can be seen before it is given: the page shows why a task is "
                   "next: “hide” has no “why”");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    session_add_case ("lesson-pick", "bad", bad[i].name, i, test_bad);
  for (guint i = 0; i < G_N_ELEMENTS (faults); i++)
    session_add_case ("lesson-pick", "fault", faults[i].name, i, test_fault);
  g_test_add_func ("/lesson-pick/read", test_read);
  g_test_add_func ("/lesson-pick/not-posted", test_not_posted);
  g_test_add_func ("/lesson-pick/answer", test_answer);
  g_test_add_func ("/lesson-pick/many", test_many);
  g_test_add_func ("/lesson-pick/visible", test_visible);

  return g_test_run ();
}
