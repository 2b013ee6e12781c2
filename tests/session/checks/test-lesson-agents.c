/* SPDX-License-Identifier: GPL-3.0-or-later */

#include <string.h>

#include "ls-lesson-check.h"
#include "session-util.h"

/* What is expected of memory, of the holders of a lock and of agents; and tasks of lessons that are done by letting one agent go
 * before another. */

#define GUEST \
  "{\"op\":\"lock\",\"lock\":\"l\"},{\"op\":\"add\",\"memory\":\"m\",\"index\":1,\"value\":1}," \
  "{\"op\":\"sub\",\"memory\":\"m\",\"index\":1,\"value\":1},{\"op\":\"unlock\",\"lock\":\"l\"}"
#define WORKER(name, body) "{\"op\":\"worker\",\"name\":\"" name "\",\"body\":[" body "]}"

/* “cat” unlocks what it has not locked. */
#define STEPS \
  "{\"op\":\"memory\",\"name\":\"m\",\"length\":2},{\"op\":\"asyncLock\",\"name\":\"l\",\"memory\":\"m\"}," WORKER ("ant", GUEST) "," \
  WORKER ("bee", GUEST) "," WORKER ("cat", "{\"op\":\"unlock\",\"lock\":\"l\"}")

/* “ant” has the lock, “bee” waits, “cat” unlocks, and “bee” gets the lock as well. */
#define BROKEN "[1,1,2,2,2,4,3,3]"
#define BROKEN_FOR_TWO "[1,1,2,2,2,4,3,3,3,4,4,3,3]"
#define IN_VAIN "[1,1,2]"

#define HOLDERS(more) "{\"holders\":{\"memory\":\"m\"" more "}}"
#define MEMORY(more) "{\"memory\":{\"name\":\"m\",\"index\":1" more "}}"
#define AGENT(name, state, more) "{\"agent\":{\"name\":\"" name "\",\"is\":\"" state "\"}" more "}"

#define PAGE(more) "{\"title\":\"T\",\"text\":[\"P\"]" more "}"
#define TASK(until, solution) ",\"task\":{\"text\":\"Do it\",\"until\":" until ",\"solution\":{" solution "}}"
#define LESSON(pages) "\"lesson\":{\"id\":\"x\",\"pages\":[" pages "]}"

static const struct
{
  const char *name;
  const char *members;
  const char *problem;   /* what the message says after "test: " */
} bad[] = {
  { "holders", "\"expectations\":[{\"holders\":{\"memory\":\"m\"}}]", "/expectations/0/holders: found neither, expected" },
  { "holders-memory", "\"expectations\":[{\"holders\":{\"memory\":1,\"atLeast\":2}}]", "/expectations/0/holders/memory: found 1" },
  { "no-memory", "\"expectations\":[{\"holders\":{\"atLeast\":2}}]", "/expectations/0/holders/memory: found nothing" },
  { "agent", "\"expectations\":[{\"agent\":\"ant\"}]", "/expectations/0/agent: found “ant”, expected an object with “name” and “is”" },
  { "no-state", "\"expectations\":[{\"agent\":{\"name\":\"ant\"}}]", "/expectations/0/agent/is: found nothing" },
  { "state", "\"expectations\":[" AGENT ("ant", "asleep", "") "]", "/expectations/0/agent/is: found “asleep”, expected “running”" },
  { "two", "\"expectations\":[{\"agent\":{},\"holders\":{}}]", "/expectations/0: found both “holders” and “agent”" },
  { "until-most", LESSON (PAGE (TASK (HOLDERS (",\"atMost\":2"), ""))),
    "/lesson/pages/0/task/until: found “holders” that are about the whole run" },
  { "until-none", LESSON (PAGE (TASK (HOLDERS (",\"atLeast\":0"), ""))),
    "/lesson/pages/0/task/until: found “holders” that are about the whole run" },
  { "until-at", LESSON (PAGE (TASK (AGENT ("ant", "idle", ",\"at\":{\"step\":1}"), ""))), "/lesson/pages/0/task/until: found “at”" },
  { "schedule", LESSON (PAGE (",\"schedule\":[0]")), "/lesson/pages/0/schedule/0: found 0, expected the number of an agent, from 1 to 4095" },
  { "solved", LESSON (PAGE (TASK (HOLDERS (",\"atLeast\":2"), "\"schedule\":2"))), "/lesson/pages/0/task/solution/schedule: found 2" },
  { "hints", LESSON (PAGE (",\"task\":{\"text\":\"x\",\"until\":{\"ran\":\"a\"},\"hint\":\"a\",\"hints\":[\"b\"]}")),
    "/lesson/pages/0/task: found both “hint” and “hints”" },
  { "question-with-hints",
    LESSON (PAGE (",\"question\":{\"text\":\"Q\",\"pick\":\"next\",\"hints\":[\"h\"]},\"task\":{\"text\":\"x\",\"until\":{\"ran\":\"a\"}}")),
    "/lesson/pages/0/task: found it beside a “question” that has “hints”" },
  { "source", LESSON (PAGE ("") "," PAGE (",\"task\":{\"text\":\"x\",\"until\":{\"ran\":\"a\"},\"source\":\"work (1)\"}")),
    "/lesson/pages/1/task: found a “source” in a lesson about a program of steps" },
};

static void
test_bad (gconstpointer data)
{
  guint i = GPOINTER_TO_UINT (data);
  g_autofree char *expected = g_strconcat ("test: ", bad[i].problem, NULL);

  session_assert_refused (STEPS, bad[i].members, expected);
}

/* What is expected of the run under a schedule, and what is said of it. */
static const struct
{
  const char *name;
  const char *schedule;
  const char *expectation;
  const char *said;
} found[] = {
  { "alone", "[]", HOLDERS (",\"atMost\":1"), "At most 1 agent holds the lock at m[0] at once: yes" },
  { "not-two", "[]", HOLDERS (",\"atLeast\":2"), "At least 2 agents hold the lock at m[0] at once: found 1: ant" },
  { "two", BROKEN, HOLDERS (",\"atLeast\":2"), "At least 2 agents hold the lock at m[0] at once: yes" },
  { "not-alone", BROKEN, HOLDERS (",\"atMost\":1"), "At most 1 agent holds the lock at m[0] at once: found 2: ant, bee" },
  { "between", BROKEN, HOLDERS (",\"atLeast\":2,\"atMost\":3"), "From 2 to 3 agents hold the lock at m[0] at once: yes" },
  { "elsewhere", BROKEN, HOLDERS (",\"index\":1,\"atLeast\":1"), "At least 1 agent holds the lock at m[1] at once: nobody has got it" },
  { "idle", "[]", AGENT ("main", "idle", ""), "Agent “main” is idle: yes" },
  { "early", "[]", AGENT ("bee", "idle", ",\"at\":{\"step\":1}"), "At step 1: Agent “bee” is idle: there is no agent “bee”" },
  { "late", "[]", AGENT ("bee", "idle", ",\"at\":{\"step\":999}"), "At step 999: Agent “bee” is idle: the run has only" },
  { "other-state", "[]", AGENT ("bee", "waiting", ""), "Agent “bee” is waiting: it is idle" },
};

static void
test_found (gconstpointer data)
{
  guint i = GPOINTER_TO_UINT (data);
  g_autofree char *members = g_strdup_printf ("\"schedule\":%s,\"expectations\":[%s]", found[i].schedule, found[i].expectation);
  g_autoptr (LsSession) session = session_new (STEPS, "", members);
  g_autoptr (LsRunner) runner = runner_new (session);
  g_autoptr (GPtrArray) results = NULL;
  g_autofree char *said = NULL;
  const LsCheckResult *result;

  ls_runner_run_to_end (runner, NULL);
  results = ls_runner_check (runner);
  result = g_ptr_array_index (results, 0);
  said = g_strdup_printf ("%s: %s", result->title, result->passed ? "yes" : result->message);
  if (!g_str_has_prefix (said, found[i].said))
    g_error ("found “%s”, expected “%s”", said, found[i].said);
}

/* A task, and what is wrong with it. */
static const struct
{
  const char *name;
  const char *until;
  const char *more;      /* of the solution */
  const char *problem;   /* NULL for none */
} tasks[] = {
  { "holders", HOLDERS (",\"atLeast\":2"), "\"schedule\":" BROKEN, NULL },
  { "holders-in-vain", HOLDERS (",\"atLeast\":2"), "\"schedule\":" IN_VAIN, "the task is not done after the solution" },
  { "holders-by-itself", HOLDERS (",\"atLeast\":1"), "\"schedule\":" BROKEN, "it comes true without any action" },
  { "agent", AGENT ("bee", "waiting", ""), "\"schedule\":" BROKEN, NULL },
  { "agent-in-vain", AGENT ("ant", "waiting", ""), "\"schedule\":" BROKEN, "the task is not done after the solution" },
  { "memory", MEMORY (",\"atLeast\":2"), "\"schedule\":" BROKEN_FOR_TWO, NULL },
  { "memory-in-vain", MEMORY (",\"atLeast\":3"), "\"schedule\":" BROKEN_FOR_TWO, "the task is not done after the solution" },
  { "memory-by-itself", MEMORY (",\"equals\":1"), "\"schedule\":" BROKEN, "it comes true without any action" },
  { "not-followed", HOLDERS (",\"atLeast\":2"), "\"schedule\":[4,4]", "/schedule/0 cannot be followed: there is no agent 4 then" },
};

static void
test_task (gconstpointer data)
{
  guint i = GPOINTER_TO_UINT (data);
  g_autofree char *members = g_strdup_printf (LESSON (PAGE (TASK ("%s", "%s"))), tasks[i].until, tasks[i].more);
  g_autoptr (LsSession) session = session_new (STEPS, "", members);
  g_autoptr (GPtrArray) results = ls_session_check_lesson (session, NULL, NULL);
  const LsCheckResult *result = g_ptr_array_index (results, 1);

  g_assert_cmpuint (results->len, ==, 2);
  g_assert_cmpstr (result->title, ==, "Page 1, T: Do it");
  if (tasks[i].problem == NULL ? !result->passed : result->passed || !g_str_has_prefix (result->message, tasks[i].problem))
    g_error ("found “%s”, expected “%s”", result->message, tasks[i].problem);
}

static void
assert_schedule (LsSession  *session,
                 const char *expected)
{
  g_autoptr (GString) found_numbers = g_string_new ("[");
  gsize length;
  const guint32 *agents = ls_session_get_schedule (session, &length);

  for (gsize i = 0; i < length; i++)
    g_string_append_printf (found_numbers, "%s%u", i > 0 ? "," : "", agents[i]);
  g_string_append_c (found_numbers, ']');
  g_assert_cmpstr (found_numbers->str, ==, expected);
}

/* A page has the schedule of the session unless it has one of its own, and a task another one that does it. */
static void
test_schedules (void)
{
  g_autoptr (LsSession) session =
    session_new (STEPS, "", "\"schedule\":[1]," LESSON (PAGE ("") "," PAGE (",\"schedule\":[1,2]" TASK (HOLDERS (",\"atLeast\":2"),
                 "\"schedule\":[1,3]")) "," PAGE (",\"schedule\":[]" TASK (HOLDERS (",\"atLeast\":2"), ""))));
  static const char *const expected[][2] = { { "[1]", "[1]" }, { "[1,2]", "[1,3]" }, { "[]", "[]" } };
  const LsLessonPage *page = ls_lesson_get_page (ls_session_get_lesson (session), 1);

  g_assert_true (page->is_solved_by_schedule);
  g_assert_false (ls_lesson_get_page (ls_session_get_lesson (session), 2)->is_solved_by_schedule);
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      g_autoptr (LsSession) given = ls_session_new_for_page (session, i, FALSE, NULL);
      g_autoptr (LsSession) solved = ls_session_new_for_page (session, i, TRUE, NULL);
      g_autoptr (LsSession) taken = ls_session_copy (session);

      assert_schedule (given, expected[i][0]);
      assert_schedule (solved, expected[i][1]);
      g_assert_true (ls_session_runs_like (given, solved) == g_str_equal (expected[i][0], expected[i][1]));
      g_assert_true (ls_session_take_run (taken, solved, NULL));
      g_assert_true (ls_session_runs_like (taken, solved));
    }
}

/* One hint is the first of a list. */
static void
test_hints (void)
{
  g_autoptr (LsSession) session =
    session_new (STEPS, "", LESSON (PAGE (",\"task\":{\"text\":\"x\",\"until\":{\"ran\":\"a\"},\"hint\":\"one\"}") ","
                                    PAGE (",\"task\":{\"text\":\"x\",\"until\":{\"ran\":\"a\"},\"hints\":[\"one\",\"two\"]}")));
  const LsLessonPage *one = ls_lesson_get_page (ls_session_get_lesson (session), 0);
  const LsLessonPage *two = ls_lesson_get_page (ls_session_get_lesson (session), 1);

  g_assert_cmpuint (g_strv_length (one->hints), ==, 1);
  g_assert_cmpstr (one->hints[0], ==, "one");
  g_assert_cmpuint (g_strv_length (two->hints), ==, 2);
  g_assert_cmpstr (two->hints[1], ==, "two");
}

static void
add_tests (const char       *folder,
           gconstpointer     first,
           gsize             size,
           guint             n,
           GTestDataFunc     test)
{
  for (guint i = 0; i < n; i++)
    {
      const char *name = *(const char *const *) ((const char *) first + i * size);

      session_add_case ("lesson-agents", folder, name, i, test);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  add_tests ("bad", bad, sizeof *bad, G_N_ELEMENTS (bad), test_bad);
  add_tests ("found", found, sizeof *found, G_N_ELEMENTS (found), test_found);
  add_tests ("task", tasks, sizeof *tasks, G_N_ELEMENTS (tasks), test_task);
  g_test_add_func ("/lesson-agents/schedules", test_schedules);
  g_test_add_func ("/lesson-agents/hints", test_hints);

  return g_test_run ();
}
