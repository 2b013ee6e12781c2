/* SPDX-License-Identifier: GPL-3.0-or-later */

#include <string.h>

#include "ls-expectation-watch.h"
#include "ls-lesson-check.h"
#include "session-util.h"

/* Lessons: what is wrong with files of them, what is right in those that come with the program, and that a mistake in what
 * they teach is found. */

#define LOG(text) "{\"op\":\"log\",\"text\":\"" text "\"}"
#define TASK(name, options) "{\"op\":\"postTask\",\"name\":\"" name "\"" options ",\"body\":[" LOG (name) "]}"
#define HIGH ",\"priority\":\"user-blocking\""
#define LOW ",\"priority\":\"background\""
#define RAISE "{\"at\":{\"turn\":1},\"do\":{\"op\":\"setPriority\",\"controller\":\"c\",\"priority\":\"user-blocking\"}}"

#define STEPS \
  "{\"op\":\"controller\",\"name\":\"c\",\"priority\":\"background\"}," TASK ("a", "") "," TASK ("b", ",\"signal\":\"c\"") \
  "," TASK ("late", ",\"delay\":10")

#define TWICE TASK ("a", "") "," TASK ("b", "") "," TASK ("a", "")
#define PARTS \
  "{\"op\":\"postTask\",\"name\":\"parts\",\"body\":[{\"op\":\"yield\"},{\"op\":\"yield\"},{\"op\":\"throw\",\"message\":\"x\"}]}"
#define RESULT(task, state) "\"result\":{\"task\":\"" task "\",\"state\":\"" state "\"}"

#define QUESTION(answers) "\"question\":{\"text\":\"Which?\",\"answers\":[" answers "]}"
#define RIGHT(more) "{\"text\":\"yes\",\"right\":true,\"because\":\"so\"" more "}"
#define WRONG(more) "{\"text\":\"no\",\"because\":\"not so\"" more "}"
#define TO_DO(until, solution) "\"task\":{\"text\":\"Do it\",\"until\":" until ",\"solution\":{" solution "}}"
#define PAGE(more) "{\"title\":\"T\",\"text\":[\"P\"]" more "}"
#define LESSON(pages) "\"lesson\":{\"id\":\"x\",\"pages\":[" pages "]}"

static const struct
{
  const char *name;
  const char *lesson;
  const char *problem;   /* what the message says after "test: " */
} bad[] = {
  { "array", "\"lesson\":[]", "/lesson: found an array" },
  { "no-id", "\"lesson\":{\"pages\":[" PAGE ("") "]}", "/lesson/id: found nothing" },
  { "id", "\"lesson\":{\"id\":\"Ä\",\"pages\":[" PAGE ("") "]}", "/lesson/id: found “Ä”, expected 1 to 64" },
  { "number", "\"lesson\":{\"id\":\"x\",\"number\":0,\"pages\":[" PAGE ("") "]}", "/lesson/number: found 0" },
  { "minutes", "\"lesson\":{\"id\":\"x\",\"minutes\":\"5\",\"pages\":[" PAGE ("") "]}", "/lesson/minutes: found “5”" },
  { "no-pages", LESSON (""), "/lesson/pages: found 0 pages" },
  { "no-title", LESSON ("{\"text\":[\"P\"]}"), "/lesson/pages/0/title: found nothing" },
  { "no-text", LESSON ("{\"title\":\"T\",\"text\":[]}"), "/lesson/pages/0/text: found 0 paragraphs" },
  { "empty-text", LESSON ("{\"title\":\"T\",\"text\":[\"\"]}"), "/lesson/pages/0/text/0: found no text" },
  { "place", LESSON (PAGE (",\"look\":[\"why\",\"left\"]")), "/lesson/pages/0/look/1: found “left”" },
  { "no-moment", LESSON (PAGE (",\"at\":{}")), "/lesson/pages/0/at: found an object" },
  { "two-moments", LESSON (PAGE (",\"at\":{\"step\":1,\"turn\":1}")), "/lesson/pages/0/at: found several" },
  { "moment", LESSON (PAGE (",\"at\":{\"timeMs\":-1}")), "/lesson/pages/0/at/timeMs: found -1" },
  { "action", LESSON (PAGE (",\"actions\":[{}]")), "/lesson/pages/0/actions/0/at: found nothing" },
  { "expectation", LESSON (PAGE (",\"expectations\":[{}]")), "/lesson/pages/0/expectations/0: found none" },
  { "one-answer", LESSON (PAGE ("," QUESTION (RIGHT ("")))), "/lesson/pages/0/question/answers: found 1 answers" },
  { "none-right", LESSON (PAGE ("," QUESTION (WRONG ("") "," WRONG ("")))),
    "/lesson/pages/0/question/answers: found 0 with “right”" },
  { "two-right", LESSON (PAGE ("," QUESTION (RIGHT ("") "," RIGHT ("")))),
    "/lesson/pages/0/question/answers: found 2 with “right”" },
  { "no-because", LESSON (PAGE ("," QUESTION ("{\"text\":\"x\"}," RIGHT ("")))),
    "/lesson/pages/0/question/answers/0/because: found nothing" },
  { "holds", LESSON (PAGE ("," QUESTION (RIGHT (",\"holds\":{\"next\":1}") "," WRONG ("")))),
    "/lesson/pages/0/question/answers/0/holds/next: found 1" },
  { "lines-backwards", LESSON (PAGE (",\"lines\":[6,5]")), "/lesson/pages/0/lines: found line 6 before line 5" },
  { "reveal", LESSON (PAGE (",\"question\":{\"text\":\"x\",\"reveal\":{},\"answers\":[" RIGHT ("") "," WRONG ("") "]}")),
    "/lesson/pages/0/question/reveal: found an object" },
  { "hide", LESSON (PAGE (",\"hide\":[\"next\",\"all\"]," QUESTION (RIGHT ("") "," WRONG ("")))),
    "/lesson/pages/0/hide/1: found “all”, expected “next”, “why” or “future”" },
  { "hide-text", LESSON (PAGE (",\"hide\":\"next\"," QUESTION (RIGHT ("") "," WRONG ("")))), "/lesson/pages/0/hide: found “next”" },
  { "hide-next", LESSON (PAGE (",\"hide\":[\"next\",\"why\"]," QUESTION (RIGHT ("") "," WRONG ("")))),
    "/lesson/pages/0/hide: found “next” without “future”" },
  { "hide-nothing", LESSON (PAGE (",\"hide\":[]")), "/lesson/pages/0/hide: found it on a page that asks nothing" },
  { "clause", LESSON (PAGE (",\"question\":{\"text\":\"x\",\"clause\":\"none\",\"answers\":[]}")),
    "/lesson/pages/0/question/clause: found “none”" },
  { "no-until", LESSON (PAGE (",\"task\":{\"text\":\"x\"}")), "/lesson/pages/0/task/until: found nothing" },
  { "until", LESSON (PAGE ("," TO_DO ("{\"finished\":true}", ""))), "/lesson/pages/0/task/until: found an expectation that has no moment" },
  { "until-at", LESSON (PAGE ("," TO_DO ("{\"next\":\"a\",\"at\":{\"step\":1}}", ""))),
    "/lesson/pages/0/task/until: found “at”" },
  { "solution", LESSON (PAGE ("," TO_DO ("{\"next\":\"a\"}", "\"actions\":{}"))),
    "/lesson/pages/0/task/solution/actions: found an object" },
  { "signal", "\"expectations\":[{\"signal\":{\"name\":\"c\"}}]", "/expectations/0/signal: found neither" },
  { "signal-at", "\"expectations\":[{\"signal\":{\"name\":\"c\",\"aborted\":true},\"at\":{}}]",
    "/expectations/0/at/step: found nothing" },
  { "posted", "\"expectations\":[{\"posted\":{\"priority\":\"high\"}}]", "/expectations/0/posted/priority: found “high”" },
};

static void
test_bad (gconstpointer data)
{
  guint i = GPOINTER_TO_UINT (data);
  g_autofree char *expected = g_strconcat ("test: ", bad[i].problem, NULL);

  session_assert_refused (STEPS, bad[i].lesson, expected);
}

static void
test_limits (void)
{
  g_autoptr (GString) many = g_string_new ("\"x\":[0");
  g_autoptr (GString) lines = g_string_new ("\"a\"");
  g_autofree char *members = NULL;
  g_autofree char *text = NULL;
  g_autofree char *long_lines = NULL;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 50000; i++)
    g_string_append (many, ",0");
  members = g_strconcat (many->str, "]," LESSON (PAGE ("")), NULL);
  text = session_text (STEPS, "", members);
  g_assert_null (ls_session_new_from_data ("test", text, -1, &error));
  g_assert_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_LIMIT);
  g_assert_true (g_str_has_prefix (error->message, "test: /lesson: found more than 50000 values"));
  g_clear_error (&error);

  for (guint i = 0; i < 1000; i++)
    g_string_append (lines, ",\"a\"");
  long_lines = g_strconcat ("\"lesson\":{\"id\":\"x\",\"pages\":[" "{\"title\":\"T\",\"text\":[\"P\"],\"expectations\":"
                            "[{\"order\":[", lines->str, "]}]}]}", NULL);
  g_free (text);
  text = session_text (STEPS, "", long_lines);
  g_assert_null (ls_session_new_from_data ("test", text, -1, &error));
  g_assert_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_LIMIT);
}

static const char good[] =
  "\"lesson\":{\"id\":\"good-1\",\"number\":3,\"minutes\":5,\"pages\":["
  PAGE (",\"look\":[\"stage\",\"why\"],\"at\":{\"turn\":1},"
        "\"question\":{\"text\":\"Which?\",\"clause\":\"select-next-queue\",\"step\":2,\"answers\":["
        WRONG (",\"holds\":{\"next\":\"b\"}") "," RIGHT (",\"holds\":{\"next\":\"a\"}") "]}") ","
  PAGE (",\"at\":{\"turn\":1}," TO_DO ("{\"signal\":{\"name\":\"c\",\"priority\":\"user-blocking\"}}",
        "\"actions\":[" RAISE "],\"expectations\":[{\"order\":[\"b\",\"a\"]}]")) ","
  PAGE (",\"at\":{\"step\":2},\"actions\":[" RAISE "],\"expectations\":[{\"next\":\"b\"}]") ","
  PAGE (",\"at\":{\"timeMs\":5},\"expectations\":[{\"ran\":\"b\"},{\"notRan\":\"c\"}]")
  "]}";

static void
test_read (void)
{
  g_autoptr (LsSession) session = session_new (STEPS, "", good);
  LsLesson *lesson = ls_session_get_lesson (session);
  g_autofree char *text = ls_session_to_data (session, NULL);
  g_autofree char *second = NULL;
  g_autoptr (LsSession) again = ls_session_new_from_data ("again", text, -1, NULL);
  const LsLessonPage *page;
  const LsLessonAnswer *answer;

  g_assert_cmpstr (ls_lesson_get_id (lesson), ==, "good-1");
  g_assert_cmpuint (ls_lesson_get_number (lesson), ==, 3);
  g_assert_cmpuint (ls_lesson_get_minutes (lesson), ==, 5);
  g_assert_cmpuint (ls_lesson_get_n_pages (lesson), ==, 4);
  g_assert_null (ls_lesson_get_page (lesson, 4));

  page = ls_lesson_get_page (lesson, 0);
  g_assert_cmpstr (page->title, ==, "T");
  g_assert_cmpstr (page->text[0], ==, "P");
  g_assert_null (page->text[1]);
  g_assert_cmpuint (page->look, ==, LS_LESSON_PLACE_STAGE | LS_LESSON_PLACE_WHY);
  g_assert_cmpint (page->at.kind, ==, LS_LESSON_MOMENT_TURN);
  g_assert_cmpuint (page->at.value, ==, 1);
  g_assert_cmpstr (page->question, ==, "Which?");
  g_assert_cmpint (page->clause, ==, LS_CLAUSE_SELECT_NEXT_QUEUE);
  g_assert_cmpuint (page->clause_step, ==, 2);
  g_assert_cmpuint (page->answers->len, ==, 2);
  answer = g_ptr_array_index (page->answers, 0);
  g_assert_false (answer->is_right);
  g_assert_cmpstr (answer->because, ==, "not so");
  answer = g_ptr_array_index (page->answers, 1);
  g_assert_true (answer->is_right);
  g_assert_cmpuint (page->hides, ==, LS_LESSON_HIDES_ALL);
  g_assert_cmpuint (ls_lesson_get_page (lesson, 1)->hides, ==, 0);
  g_assert_null (page->task);
  g_assert_cmpstr (ls_lesson_get_page (lesson, 1)->task, ==, "Do it");
  g_assert_null (ls_lesson_get_page (lesson, 1)->hint);
  g_assert_cmpuint (ls_lesson_get_page (lesson, 3)->at.value, ==, 5000);

  second = ls_session_to_data (again, NULL);
  g_assert_cmpstr (second, ==, text);
  g_assert_cmpuint (ls_lesson_get_n_pages (ls_session_get_lesson (again)), ==, 4);
}

/* "title: message" of those that failed, separated by "|". */
static char *
failures_of (LsSession *session)
{
  g_autoptr (GPtrArray) results = ls_session_check_lesson (session, NULL, NULL);
  GString *string = g_string_new (NULL);

  g_assert_cmpuint (results->len, ==, ls_lesson_count_checks (ls_session_get_lesson (session)));
  for (guint i = 0; i < results->len; i++)
    {
      const LsCheckResult *result = g_ptr_array_index (results, i);

      g_assert_cmpint (result->passed, ==, result->message == NULL);
      if (!result->passed)
        g_string_append_printf (string, "%s%s: %s", string->len > 0 ? "|" : "", result->title, result->message);
    }
  return g_string_free (string, FALSE);
}

/* A change of the good lesson, and what is said of it. */
static const struct
{
  const char *name;
  const char *pointer;
  const char *json;
  const char *failures;
} mistakes[] = {
  { "none", "/title", "\"x\"", "" },
  { "wrong-answer", "/program/main/2/priority", "\"user-blocking\"",
    "Page 1, T: Which?: the answer “no” is marked as wrong, but: The next task is “b”" },
  { "neither-answer", "/program/main/3", TASK ("d", HIGH),
    "Page 1, T: Which?: the answer “yes” is marked as right, but: The next task is “a”: found “d”" },
  { "moment", "/lesson/pages/0/at/turn", "99",
    "Page 1, T: its moment comes: the moment of this page never comes|"
    "Page 1, T: Which?: the moment of this page never comes" },
  { "reveal", "/lesson/pages/0/question/reveal", "{\"turn\":1}", "" },
  { "reveal-never", "/lesson/pages/0/question/reveal", "{\"turn\":99}", "Page 1, T: Which?: the moment of “reveal” never comes" },
  { "reveal-before", "/lesson/pages/0/question/reveal", "{\"turn\":0}",
    "Page 1, T: Which?: the moment of “reveal” is before that of the page" },
  { "lines", "/lesson/pages/1/lines", "[1,2]",
    "Page 2, T: its lines are in the program: the first script has 0 lines, expected line 2" },
  { "action", "/lesson/pages/2/actions/0/at/turn", "99",
    "Page 3, T: its moment comes: the moment of an action of this page never comes|"
    "Page 3, T: The next task is “b”: the moment of an action of this page never comes" },
  { "claim", "/lesson/pages/3/expectations/0/ran", "\"e\"", "Page 4, T: The task “e” runs: it did not run" },
  { "done-before", "/lesson/pages/1/task/until/signal/priority", "\"background\"",
    "Page 2, T: Do it: the task is already done when the page begins" },
  { "done-by-itself", "/lesson/pages/1/task/until", "{\"ran\":\"late\"}",
    "Page 2, T: Do it: it comes true without any action" },
  { "not-done", "/lesson/pages/1/task/solution/actions/0/do/priority", "\"user-visible\"",
    "Page 2, T: Do it: the task is not done after the solution|"
    "Page 2, T: Tasks start in the order “b”, “a”: found the order “a”, “b”" },
  { "consequence", "/lesson/pages/1/task/solution/expectations/0/order", "[\"a\",\"b\"]",
    "Page 2, T: Tasks start in the order “a”, “b”: found the order “b”, “a”" },
};

static void
test_mistake (gconstpointer data)
{
  guint i = GPOINTER_TO_UINT (data);
  g_autoptr (LsSession) session = session_new (STEPS, "", good);
  g_autoptr (GError) error = NULL;
  g_autofree char *failures = NULL;

  ls_session_replace (session, mistakes[i].pointer, mistakes[i].json, &error);
  g_assert_no_error (error);
  failures = failures_of (session);
  g_assert_cmpstr (failures, ==, mistakes[i].failures);
}

static void
test_unknown_name (void)
{
  g_autoptr (LsSession) session = session_new (STEPS, "", good);
  g_autoptr (LsSession) page = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *failures = NULL;

  g_assert_true (ls_session_replace (session, "/lesson/pages/2/actions/0/do/controller", "\"d\"", &error));
  page = ls_session_new_for_page (session, 2, FALSE, &error);
  g_assert_null (page);
  g_assert_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_UNKNOWN_NAME);
  failures = failures_of (session);
  if (!g_str_has_prefix (failures, "Page 3, T: its moment comes: session: /actions/0/do/controller: found "))
    g_error ("%s", failures);
}

static void
test_pages (void)
{
  g_autoptr (LsSession) session = session_new (STEPS, "", good);
  g_autoptr (LsSession) first = ls_session_new_for_page (session, 0, FALSE, NULL);
  g_autoptr (LsSession) second = ls_session_new_for_page (session, 1, FALSE, NULL);
  g_autoptr (LsSession) solved = ls_session_new_for_page (session, 1, TRUE, NULL);
  g_autoptr (LsSession) third = ls_session_new_for_page (session, 2, FALSE, NULL);
  g_autoptr (LsSession) back = ls_session_new_for_page (third, 0, FALSE, NULL);
  LsSettings *settings = ls_settings_copy (ls_session_get_settings (session));

  g_assert_true (ls_session_runs_like (session, first));
  g_assert_true (ls_session_runs_like (first, second));
  g_assert_false (ls_session_runs_like (first, solved));
  g_assert_true (ls_session_runs_like (solved, third));
  g_assert_true (ls_session_runs_like (back, session));
  g_assert_cmpuint (ls_session_get_n_actions (third), ==, 1);
  g_assert_cmpuint (ls_session_get_n_actions (session), ==, 0);

  ls_session_set_settings (first, settings);
  g_assert_true (ls_session_runs_like (first, second));
  g_free (settings->preset);
  settings->preset = g_strdup ("fair");
  ls_session_set_settings (first, settings);
  g_assert_false (ls_session_runs_like (first, second));
  ls_settings_free (settings);
  g_assert_true (ls_session_replace (second, "/program/main/1/name", "\"other\"", NULL));
  g_assert_false (ls_session_runs_like (second, session));
}

static void
test_moments (void)
{
  g_autoptr (LsSession) session = session_new (STEPS, "", "");
  g_autoptr (LsRunner) runner = runner_new (session);
  LsTrace *trace = ls_runner_get_trace (runner);
  g_autoptr (LsState) state = NULL;
  gsize position, scanned;
  guint n_turns = 4;

  /* Nothing has run, so that no moment but the first one can be known. */
  for (guint i = 0; i <= n_turns; i++)
    {
      LsLessonMoment moment = { LS_LESSON_MOMENT_TURN, i };

      scanned = 0;
      g_assert_false (ls_lesson_moment_find (&moment, trace, &scanned, &position));
    }

  ls_runner_run_to_end (runner, NULL);
  state = ls_state_new (trace);
  for (guint i = 0; i <= n_turns; i++)
    {
      LsLessonMoment moment = { LS_LESSON_MOMENT_TURN, i };

      scanned = 0;
      g_assert_true (ls_lesson_moment_find (&moment, trace, &scanned, &position));
      ls_state_seek (state, position);
      g_assert_cmpuint (ls_state_get_turn (state), ==, i);
      ls_state_seek (state, position + 1);
      if (i < n_turns && i != 3)
        g_assert_cmpuint (ls_state_get_turn (state), ==, i + 1);
    }

  for (guint i = 1; i <= ls_trace_get_n_steps (trace); i++)
    {
      LsLessonMoment moment = { LS_LESSON_MOMENT_STEP, i };

      scanned = 0;
      g_assert_true (ls_lesson_moment_find (&moment, trace, &scanned, &position));
      g_assert_cmpuint (position, ==, ls_trace_find_step (trace, i));
    }

  for (guint ms = 0; ms <= 10; ms++)
    {
      LsLessonMoment moment = { LS_LESSON_MOMENT_TIME, ms * 1000 };

      scanned = 0;
      if (ms == 10)
        g_assert_false (ls_lesson_moment_find (&moment, trace, &scanned, &position));
      else
        {
          g_assert_true (ls_lesson_moment_find (&moment, trace, &scanned, &position));
          ls_state_seek (state, position);
          g_assert_cmpuint (ls_state_get_time (state), <=, ms * 1000);
          ls_state_seek (state, position + 1);
          g_assert_cmpuint (ls_state_get_time (state), >, ms * 1000);
        }
    }
}

/* A turn that no other one follows at once has an end of its own. */
static void
test_moments_of_ended_turns (void)
{
  g_autoptr (LsSession) session = session_new (TASK ("late", ",\"delay\":10"), "", "");
  g_autoptr (LsRunner) runner = runner_new (session);
  LsTrace *trace = ls_runner_get_trace (runner);

  ls_runner_run_to_end (runner, NULL);
  for (guint i = 0; i <= 3; i++)
    {
      LsLessonMoment moment = { LS_LESSON_MOMENT_TURN, i };
      gsize scanned = 0, position;
      LsRecord record;

      g_assert_cmpint (ls_lesson_moment_find (&moment, trace, &scanned, &position), ==, i < 3);
      if (i == 3)
        break;
      ls_trace_get_record (trace, i > 0 ? position - 1 : position, &record);
      g_assert_cmpuint (record.kind, ==, i > 0 ? LS_RECORD_TURN_ENDED : LS_RECORD_TASK_SELECTED);
      g_assert_cmpuint (record.value, ==, MAX (i, 1));
    }
}

/* What is watched, and after which steps it holds: from the first of them up to, but without, the second. */
static const struct
{
  const char *name;
  const char *until;
  guint       from, to;
} watched[] = {
  { "ran", "{\"ran\":\"b\"}", 5, 99 },
  { "never-ran", "{\"ran\":\"d\"}", 99, 99 },
  { "order", "{\"order\":[\"a\",\"b\"]}", 5, 99 },
  { "order-one", "{\"order\":[\"a\"]}", 3, 99 },
  { "order-wrong", "{\"order\":[\"b\",\"a\"]}", 99, 99 },
  { "order-nothing", "{\"order\":[]}", 0, 99 },
  { "log", "{\"logContains\":[\"a\",\"b\"]}", 5, 99 },
  { "log-wrong", "{\"logContains\":[\"b\",\"a\"]}", 99, 99 },
  { "result", "{\"result\":{\"task\":\"a\",\"state\":\"fulfilled\"}}", 3, 99 },
  { "result-wrong", "{\"result\":{\"task\":\"a\",\"state\":\"rejected\"}}", 99, 99 },
  { "next", "{\"next\":\"b\"}", 3, 5 },
  { "signal", "{\"signal\":{\"name\":\"c\",\"priority\":\"user-visible\"}}", 2, 99 },
  { "signal-background", "{\"signal\":{\"name\":\"c\",\"priority\":\"background\",\"aborted\":false}}", 1, 2 },
  { "signal-aborted", "{\"signal\":{\"name\":\"c\",\"aborted\":true}}", 6, 99 },
  { "signal-none", "{\"signal\":{\"name\":\"d\",\"aborted\":false}}", 99, 99 },
  { "posted", "{\"posted\":{}}", 4, 99 },
  { "posted-name", "{\"posted\":{\"name\":\"m*\"}}", 4, 99 },
  { "posted-by-program", "{\"posted\":{\"name\":\"a\"}}", 99, 99 },
  { "posted-priority", "{\"posted\":{\"priority\":\"user-visible\"}}", 4, 99 },
  { "posted-priority-wrong", "{\"posted\":{\"priority\":\"background\"}}", 99, 99 },
  { "posted-signal", "{\"posted\":{\"signal\":\"c\"}}", 4, 99 },
  { "posted-delay", "{\"posted\":{\"delay\":7}}", 4, 99 },
  { "posted-delay-wrong", "{\"posted\":{\"delay\":8}}", 99, 99 },
};

static void
test_watch (gconstpointer data)
{
  guint i = GPOINTER_TO_UINT (data);
  g_autofree char *members = g_strdup_printf (
    "\"actions\":[{\"at\":{\"turn\":1},\"do\":{\"op\":\"setPriority\",\"controller\":\"c\",\"priority\":\"user-visible\"}},"
    "{\"at\":{\"turn\":2},\"do\":" TASK ("mine", ",\"signal\":\"c\",\"delay\":7") "},"
    "{\"at\":{\"turn\":3},\"do\":{\"op\":\"abort\",\"controller\":\"c\"}}],\"lesson\":{\"id\":\"x\",\"pages\":[{\"title\":"
    "\"T\",\"text\":[\"P\"],\"task\":{\"text\":\"x\",\"until\":%s}}]}", watched[i].until);
  g_autoptr (LsSession) session = session_new (STEPS, "", members);
  LsExpectation *until = ls_lesson_get_page (ls_session_get_lesson (session), 0)->until;
  g_autoptr (LsRunner) runner = runner_new (session);
  LsTrace *trace = ls_runner_get_trace (runner);
  g_autoptr (LsExpectationWatch) growing = ls_expectation_watch_new (until, trace);
  g_autoptr (LsExpectationWatch) whole = NULL;
  g_autoptr (LsState) state = ls_state_new (trace);
  guint n_more = 0;

  /* As the trace grows, then from the end backwards. */
  do
    {
      guint32 step = ls_trace_get_n_steps (trace);

      while (ls_expectation_watch_advance (growing, 3))
        ;
      ls_state_seek (state, ls_trace_find_step (trace, step));
      g_assert_cmpint (ls_expectation_watch_holds (growing, state), ==, step >= watched[i].from && step < watched[i].to);
    }
  while (ls_runner_step (runner, NULL));

  g_assert_cmpuint (ls_trace_get_n_steps (trace), >=, 6);
  whole = ls_expectation_watch_new (until, trace);
  while (ls_expectation_watch_advance (whole, 1))
    n_more++;
  for (int step = ls_trace_get_n_steps (trace); step >= 0; step--)
    {
      ls_state_seek (state, ls_trace_find_step (trace, step));
      g_assert_cmpint (ls_expectation_watch_holds (whole, state), ==,
                       (guint) step >= watched[i].from && (guint) step < watched[i].to);
    }
  g_assert_cmpuint (n_more, <=, ls_trace_get_length (trace));
  /* One record at a time: a step has several. */
  if (ls_expectation_get_kind (until) != LS_EXPECTATION_NEXT && ls_expectation_get_kind (until) != LS_EXPECTATION_SIGNAL)
    g_assert_cmpuint (n_more, >=, MIN (watched[i].from, ls_trace_get_n_steps (trace)));
}

/* What is expected of several tasks of one name, and of one in parts, while a run is watched and when it is over. */
static void
test_watch_names (void)
{
  static const struct
  {
    const char *main_steps;
    const char *expectation;
    gboolean    holds;
  } runs[] = {
    { TWICE, "\"order\":[\"a\",\"b\",\"a\"]", TRUE }, { TWICE, "\"order\":[\"a\",\"b\"]", TRUE },
    { TWICE, "\"order\":[\"a\",\"a\"]", TRUE }, { TWICE, "\"order\":[\"a\",\"a\",\"b\"]", FALSE },
    { TWICE, "\"order\":[\"a\",\"b\",\"a\",\"a\"]", FALSE }, { TWICE, "\"order\":[\"b\",\"a\"]", FALSE },
    { PARTS, RESULT ("parts", "rejected"), TRUE }, { PARTS, RESULT ("parts", "fulfilled"), FALSE },
    { PARTS "," TASK ("parts", ""), RESULT ("parts", "fulfilled"), FALSE },
    { TASK ("parts", "") "," PARTS, RESULT ("parts", "fulfilled"), TRUE },
    { TASK ("parts", "") "," PARTS, RESULT ("parts", "rejected"), FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (runs); i++)
    {
      g_autofree char *members = g_strdup_printf ("\"expectations\":[{%s}]", runs[i].expectation);
      g_autoptr (LsSession) session = session_new (runs[i].main_steps, "", members);
      g_autoptr (LsRunner) runner = runner_new (session);
      g_autoptr (LsExpectationWatch) watch = ls_expectation_watch_new (ls_session_get_expectation (session, 0),
                                                                       ls_runner_get_trace (runner));
      g_autoptr (LsState) state = ls_state_new (ls_runner_get_trace (runner));
      g_autoptr (GPtrArray) results = NULL;

      ls_runner_run_to_end (runner, NULL);
      results = ls_runner_check (runner);
      g_assert_cmpint (((LsCheckResult *) g_ptr_array_index (results, 0))->passed, ==, runs[i].holds);
      while (ls_expectation_watch_advance (watch, 3))
        ;
      ls_state_seek (state, G_MAXSIZE);
      g_assert_cmpint (ls_expectation_watch_holds (watch, state), ==, runs[i].holds);
    }
}

static void
test_can_be_watched (void)
{
  guint n = 0;

  for (LsExpectationKind kind = LS_EXPECTATION_LOG; kind <= LS_EXPECTATION_POSTED; kind++)
    n += ls_expectation_kind_can_be_watched (kind);
  g_assert_cmpuint (n, ==, 7);
}

/* The lessons that come with the program: of a length that can be read in one go, with something to answer or to do on each page, and at
 * the end a page that sums up. Each answer can be held against a run; that it comes out right is what “loopscope-cli check” looks at. */
static void
test_lesson (gconstpointer data)
{
  const char *path = data;
  g_autofree char *base = g_path_get_basename (path);
  g_autofree char *expected = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (LsSession) session = ls_session_new_from_path (path, &error);
  g_autofree char *contents = NULL;
  g_autofree char *written = NULL;
  LsLesson *lesson;

  g_assert_no_error (error);
  g_assert_cmpuint (strlen (ls_session_get_title (session)), >, 5);
  g_assert_cmpuint (strlen (ls_session_get_description (session)), >, 100);
  g_assert_true (g_file_get_contents (path, &contents, NULL, NULL));
  written = ls_session_to_data (session, NULL);
  g_assert_cmpstr (written, ==, contents);

  lesson = ls_session_get_lesson (session);
  g_assert_nonnull (lesson);
  expected = g_strdup_printf ("%02u-%s.loopscope", ls_lesson_get_number (lesson), ls_lesson_get_id (lesson));
  g_assert_cmpstr (base, ==, expected);
  g_assert_cmpuint (ls_lesson_get_minutes (lesson), >, 0);
  g_assert_cmpuint (ls_lesson_get_minutes (lesson), <=, 15);
  g_assert_cmpuint (ls_lesson_get_n_pages (lesson), >=, 5);
  g_assert_cmpuint (ls_lesson_get_n_pages (lesson), <=, 9);

  for (guint i = 0; i < ls_lesson_get_n_pages (lesson); i++)
    {
      const LsLessonPage *page = ls_lesson_get_page (lesson, i);
      gboolean is_last = i + 1 == ls_lesson_get_n_pages (lesson);

      g_assert_true (is_last == (page->question == NULL && page->task == NULL && page->exercise == NULL));
      g_assert_true (!is_last || page->expectations->len > 0);
      for (guint j = 0; j < page->answers->len; j++)
        g_assert_nonnull (((LsLessonAnswer *) g_ptr_array_index (page->answers, j))->holds);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_autofree char *folder = g_build_filename (g_getenv ("LS_TEST_SOURCE_ROOT"), "data", "lessons", NULL);
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autofree char *path = g_strconcat ("/lesson/bad/", bad[i].name, NULL);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_bad);
    }
  for (guint i = 0; i < G_N_ELEMENTS (mistakes); i++)
    {
      g_autofree char *path = g_strconcat ("/lesson/mistake/", mistakes[i].name, NULL);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_mistake);
    }
  for (guint i = 0; i < G_N_ELEMENTS (watched); i++)
    {
      g_autofree char *path = g_strconcat ("/lesson/watch/", watched[i].name, NULL);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_watch);
    }
  while ((name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, ".loopscope"))
      {
        g_autofree char *path = g_strconcat ("/lesson/data/", name, NULL);

        g_ptr_array_add (paths, g_build_filename (folder, name, NULL));
        g_test_add_data_func (path, g_ptr_array_index (paths, paths->len - 1), test_lesson);
      }
  g_assert_cmpuint (paths->len, ==, 22);
  g_test_add_func ("/lesson/limits", test_limits);
  g_test_add_func ("/lesson/read", test_read);
  g_test_add_func ("/lesson/unknown-name", test_unknown_name);
  g_test_add_func ("/lesson/pages", test_pages);
  g_test_add_func ("/lesson/moments", test_moments);
  g_test_add_func ("/lesson/moments/ended-turns", test_moments_of_ended_turns);
  g_test_add_func ("/lesson/can-be-watched", test_can_be_watched);
  g_test_add_func ("/lesson/watch-names", test_watch_names);

  return g_test_run ();
}
