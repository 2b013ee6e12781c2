/* SPDX-License-Identifier: GPL-3.0-or-later */

#include <string.h>

#include "lesson-util.h"
#include "ls-pick-key-private.h"
#include "test-moment.h"

/* Pages of lessons that ask to pick the task that is next: the run has the key. It has pages about its moments as well, that ask which
 * task is next. */

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
  g_assert_true (g_str_has_prefix (mistake, "Task 4 “c” runs first: user-blocking comes before background (task 3 “b”)."));
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

/* Returns the JSON of a page about the end of a turn of a session's run, which is right. */
static char *
write_moment (LsSession *session,
              guint      turn)
{
  g_autoptr (LsRunner) runner = runner_new (session);
  g_autoptr (JsonNode) node = NULL;
  g_autoptr (LsSession) lesson = NULL;
  gsize position;

  ls_runner_run_to_end (runner, NULL);
  position = moment_find_turn (ls_runner_get_trace (runner), turn);
  lesson = moment_lesson_new (session, ls_runner_get_trace (runner), &position, 1);
  moment_assert_right (lesson, "moment");
  node = ls_lesson_page_new_for_moment (session, ls_runner_get_trace (runner), position);
  return g_strdelimit (json_to_string (node, FALSE), "\"", '\'');
}

/* What a page says of a moment, and what it does not say: which task comes next. */
static void
test_moment (void)
{
  g_autoptr (LsSession) session = session_new (STEPS, "", "\"title\":\"\"");
  g_autofree char *page = write_moment (session, 1);

  g_assert_cmpstr (page, ==, "{'title':'After “main”','text':['`main` has run.','4 tasks wait, the oldest first: `a` (`user-visible`), `b` "
                   "(`background`), `c` (`user-blocking`), `d` (`user-visible`, due in 50 ms).'],'look':['stage','why'],'at':{'turn':1},"
                   "'question':{'text':'Which task runs next?','clause':'select-next-queue','step':5,'answers':["
                   "{'text':'a','because':'`a` waits for `c`: `user-blocking` comes before `user-visible`.','holds':{'next':'a'}},"
                   "{'text':'b','because':'`b` waits for `c`: `user-blocking` comes before `background`.','holds':{'next':'b'}},"
                   "{'text':'c','right':true,'because':'`c` runs next: `user-blocking` comes before `user-visible` (`a`).','holds':{'next':'c'}},"
                   "{'text':'d','because':'`d` waits for its delay to end, in 50 ms (at 50 ms).','holds':{'next':'d'}}]}}");
}

#define LOG(name) "{\"op\":\"postTask\",\"name\":\"" name "\",\"body\":[{\"op\":\"log\",\"text\":\"1\"},{\"op\":\"log\",\"text\":\"2\"}]}"

static const struct
{
  const char *name;
  const char *steps;
  const char *members;
  guint       turn;
  const char *found;     /* in the JSON of the page */
  const char *missing;   /* (nullable): not there */
} moments[] = {
  { "start", STEPS, "\"title\":\"\"", 0,
    "{'title':'The start','text':['Nothing has run yet.','One task waits: `main` (*default*).'],'look':['main-thread','why'],'at':{'turn':0}}", NULL },
  { "end", STEPS, "\"title\":\"\"", 5,
    "{'title':'After “d”','text':['`d` has run.','Nothing waits.'],'look':['stage'],'at':{'turn':5}}", NULL },
  { "one", STEPS, "\"title\":\"\"", 4, "'One task waits: `d` (`user-visible`, due in 44 ms).'", "question" },
  { "log", LOG ("a") "," TASK ("b", ""), "\"title\":\"\"", 2, "'`a` has run. It has printed “1”, “2”.'", NULL },
  { "due", TASK ("a", "") "," TASK ("b", ",\"delay\":1"), "\"title\":\"\"", 2, "One task waits: `b` (`user-visible`).'],'look':['stage','why'],'at':{'turn':2}", NULL },
  { "same-names", STEPS "," TASK ("a", ""), "\"title\":\"\"", 1,
    "'text':'Pick the task that runs next.','clause':'select-next-queue','step':5,'pick':'next','because':'`c` runs next: ", "answers" },
  { "markup", STEPS "," TASK ("*e*", ""), "\"title\":\"\"", 1, "'pick':'next'", "answers" },
  { "code", STEPS "," TASK ("`e`", ""), "\"title\":\"\"", 1, "“`e`” (`user-visible`)", "answers" },
  { "control", STEPS "," TASK ("e\\u202e", ""), "\"title\":\"\"", 1, "'pick':'next'", "answers" },
  { "continuation", TASK ("a", "") ",{\"op\":\"yield\"}", "\"title\":\"\"", 1, "`main` ↻ (continuation, `user-visible`)", NULL },
  { "clock", STEPS, "\"settings\":{\"clock\":\"monotonic\"}", 1, "`d` (`user-visible`, delayed)", "due in" },
  { "actions", STEPS, "\"actions\":[{\"at\":{\"turn\":1},\"do\":" TASK ("e", "") "}]", 2,
    "'actions':[{'at':{'turn':1},'do':{'op':'postTask','name':'e','body':[{'op':'work','ms':2}]}}]", NULL },
};

static void
test_moment_case (gconstpointer data)
{
  const guint i = GPOINTER_TO_UINT (data);
  g_autoptr (LsSession) session = session_new (moments[i].steps, "", moments[i].members);
  g_autofree char *page = write_moment (session, moments[i].turn);

  if (strstr (page, moments[i].found) == NULL)
    g_error ("found “%s”, expected “%s”", page, moments[i].found);
  if (moments[i].missing != NULL)
    g_assert_null (strstr (page, moments[i].missing));
}

/* Returns (transfer full) the numbers of the tasks to choose from, of 20 that wait; the right one with a mark. @priorities: that of each:
 * “.” for “background”, “v” for “user-visible”, “b” for “user-blocking” */
static char *
list_chosen (const char *priorities)
{
  g_autoptr (GString) steps = g_string_new (NULL);
  g_autoptr (LsSession) session = NULL;
  g_autofree char *page = NULL;
  GString *chosen = g_string_new (NULL);

  for (guint i = 0; priorities[i] != '\0'; i++)
    g_string_append_printf (steps, "%s{\"op\":\"postTask\",\"name\":\"t%02u\",\"priority\":\"%s\",\"body\":[]}", i > 0 ? "," : "", i,
                            priorities[i] == 'b' ? "user-blocking" : priorities[i] == 'v' ? "user-visible" : "background");
  session = session_new (steps->str, "", "\"title\":\"\"");
  page = write_moment (session, 1);
  g_assert_nonnull (strstr (page, "'20 tasks wait. The oldest are `t00` ("));
  for (guint i = 0; priorities[i] != '\0'; i++)
    {
      g_autofree char *answer = g_strdup_printf ("'text':'t%02u','", i);
      const char *found = strstr (page, answer);

      if (found != NULL)
        g_string_append_printf (chosen, "%u%s ", i, g_str_has_prefix (found + strlen (answer), "right") ? "!" : "");
    }
  return g_string_free (chosen, FALSE);
}

/* Of many tasks the next one can be chosen, the oldest, the most urgent of the others, and two more. */
static void
test_moment_many (void)
{
  static const char *const cases[][2] = {
    { ".........v.....b.b..", "0 1 2 15! 17 " },
    { ".........v.....b....", "0 1 2 9 15! " },
    { "....................", "0! 1 2 3 4 " },
    { "v...................", "0! 1 2 3 4 " },
    { "v..................b", "0 1 2 3 19! " },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *chosen = list_chosen (cases[i][0]);

      g_assert_cmpstr (chosen, ==, cases[i][1]);
    }
}

/* Any position is good for a page, of any run. */
static void
test_moment_positions (void)
{
  g_autoptr (LsSession) session = session_new (STEPS ",{\"op\":\"microtask\",\"body\":[{\"op\":\"log\",\"text\":\"m\"}]}", "", "\"title\":\"\"");
  g_autoptr (LsRunner) runner = runner_new (session), fresh = runner_new (session);
  LsTrace *trace = ls_runner_get_trace (runner);
  const gsize beyond[] = { G_MAXSIZE, 0 };
  g_autoptr (LsSession) some = NULL, none = NULL;

  ls_runner_run_to_end (runner, NULL);
  for (gsize i = 0; i <= ls_trace_get_length (trace); i++)
    {
      g_autoptr (LsSession) lesson = moment_lesson_new (session, trace, &i, 1);
      const LsLessonPage *page = ls_lesson_get_page (ls_session_get_lesson (lesson), 0);

      moment_assert_right (lesson, "positions");
      /* Within a turn all tasks wait for its end, which is no reason. */
      for (guint j = 0; j < page->answers->len; j++)
        {
          const LsLessonAnswer *answer = g_ptr_array_index (page->answers, j);

          g_assert_true ((strstr (answer->because, "runs next") != NULL) == answer->is_right);
        }
    }
  some = moment_lesson_new (session, trace, beyond, 2);
  moment_assert_right (some, "beyond");
  none = moment_lesson_new (session, ls_runner_get_trace (fresh), beyond, 2);
  moment_assert_right (none, "fresh");
}

/* A page that is written before the run has ended knows what comes next, or does not ask. */
static void
test_moment_live (void)
{
  g_autoptr (LsSession) session =
    session_new (STEPS, "", "\"actions\":[{\"at\":{\"turn\":2},\"do\":" TASK ("f", ",\"priority\":\"background\"") "},"
                            "{\"at\":{\"turn\":2},\"do\":" TASK ("e", ",\"priority\":\"user-blocking\"") "}]");
  g_autoptr (LsRunner) runner = runner_new (session);
  guint n_asked = 0;

  do
    {
      const gsize position = ls_trace_get_length (ls_runner_get_trace (runner));
      g_autoptr (LsSession) lesson = moment_lesson_new (session, ls_runner_get_trace (runner), &position, 1);

      moment_assert_right (lesson, "live");
      n_asked += ls_lesson_get_page (ls_session_get_lesson (lesson), 0)->question != NULL;
    }
  while (ls_runner_step (runner, NULL));
  g_assert_cmpuint (n_asked, ==, 4);
}

/* A page has no room for more than 100 actions. */
static void
test_moment_actions (void)
{
  g_autoptr (GString) actions = g_string_new ("\"actions\":[");
  g_autoptr (LsSession) session = NULL, copy = NULL;
  g_autofree char *few = NULL, *none = NULL;
  const char *const off = "{\"at\":{\"turn\":1},\"do\":{\"op\":\"log\",\"text\":\"x\"},\"enabled\":false},";

  for (guint i = 0; i < 60; i++)
    g_string_append (actions, off);
  for (guint i = 0; i < 100; i++)
    g_string_append_printf (actions, "%s{\"at\":{\"turn\":1},\"do\":{\"op\":\"log\",\"text\":\"on\"}}", i > 0 ? "," : "");
  g_string_append_c (actions, ']');
  session = session_new (STEPS, "", actions->str);
  few = write_moment (session, 2);
  g_assert_nonnull (strstr (few, "'on'"));
  g_assert_null (strstr (few, "'x'"));
  g_string_insert (actions, strlen ("\"actions\":["), "{\"at\":{\"turn\":1},\"do\":{\"op\":\"log\",\"text\":\"on\"}},");
  copy = session_new (STEPS, "", actions->str);
  none = write_moment (copy, 2);
  g_assert_true (g_str_has_suffix (none, "'look':['stage','why']}"));
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
  for (guint i = 0; i < G_N_ELEMENTS (moments); i++)
    session_add_case ("lesson-pick", "moments", moments[i].name, i, test_moment_case);
  g_test_add_func ("/lesson-pick/moment", test_moment);
  g_test_add_func ("/lesson-pick/moment/many", test_moment_many);
  g_test_add_func ("/lesson-pick/moment/positions", test_moment_positions);
  g_test_add_func ("/lesson-pick/moment/live", test_moment_live);
  g_test_add_func ("/lesson-pick/moment/actions", test_moment_actions);

  return g_test_run ();
}
