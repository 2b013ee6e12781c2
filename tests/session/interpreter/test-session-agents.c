/* test-session-agents.c: programs whose steps share memory: what each operation does, seen through the log, and who goes when
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "ls-what-if.h"
#include "session-agents-util.h"
#include "test-trace-times.h"

typedef struct
{
  const char *name;
  const char *main;
  const char *bodies;
  const char *log;
} Program;

#define CONTROLLER(name) OP ("controller", "\"name\":\"" name "\"")
#define POST(name) OP ("postTask", "\"name\":\"" name "\",\"body\":[{\"op\":\"work\",\"ms\":1}]")
#define TRY(body) "{\"op\":\"try\",\"body\":[" body "],\"catch\":[" LOG ("${error}") "]}"

static const Program programs[] = {
  { "store-load", MEMORY ("m", 2) "," OP ("store", AT ("m") ",\"index\":1,\"value\":5") "," OP ("load", AT ("m") ",\"index\":\"1\",\"as\":\"x\"")
    "," LOG ("${x} ${value}"), "", "5 5" },
  { "arithmetic", MEMORY ("m", 1) "," OP ("add", AT ("m") ",\"value\":12,\"as\":\"a\"") "," OP ("sub", AT ("m") ",\"value\":2,\"as\":\"b\"")
    "," OP ("and", AT ("m") ",\"value\":6,\"as\":\"c\"") "," OP ("or", AT ("m") ",\"value\":9,\"as\":\"d\"")
    "," OP ("xor", AT ("m") ",\"value\":3,\"as\":\"e\"") "," OP ("exchange", AT ("m") ",\"value\":-1,\"as\":\"f\"")
    "," OP ("load", AT ("m") ",\"as\":\"g\"") "," LOG ("${a} ${b} ${c} ${d} ${e} ${f} ${g}"), "", "0 12 10 2 11 8 -1" },
  { "compare-exchange", MEMORY ("m", 1) "," OP ("compareExchange", AT ("m") ",\"expected\":0,\"replacement\":7,\"as\":\"a\"")
    "," OP ("compareExchange", AT ("m") ",\"expected\":0,\"replacement\":8,\"as\":\"b\"") "," OP ("load", AT ("m") ",\"as\":\"c\"")
    "," LOG ("${a} ${b} ${c}"), "", "0 7 7" },
  { "wraps", OP ("memory", "\"name\":\"m\",\"length\":1,\"type\":\"Int8Array\"") "," OP ("store", AT ("m") ",\"value\":200")
    "," OP ("load", AT ("m")) "," LOG ("${value}") "," OP ("store", AT ("m") ",\"value\":\"none\"") "," OP ("load", AT ("m")) ","
    LOG ("${value}"), "", "-56|0" },
  { "big", OP ("memory", "\"name\":\"m\",\"length\":1,\"type\":\"BigInt64Array\"") "," OP ("store", AT ("m") ",\"value\":9007199254740993")
    "," OP ("add", AT ("m") ",\"value\":\"-2\",\"as\":\"x\"") "," OP ("load", AT ("m")) "," LOG ("${x} ${value}") ","
    TRY (OP ("store", AT ("m") ",\"value\":\"1.5\"")), "", "9007199254740993 9007199254740991|SyntaxError: “1.5” is no whole number" },
  { "no-element", MEMORY ("m", 1) "," TRY (OP ("load", AT ("m") ",\"index\":1")) "," TRY (OP ("load", AT ("m") ",\"index\":\"-1\"")), "",
    "RangeError: *|RangeError: *" },
  { "too-much-memory", TRY (MEMORY ("m", 4194305)) "," TRY (MEMORY ("n", 18446744073709551615)) "," LOG ("on"), "",
    "RangeError: A run may have 16 MB of shared memory|RangeError: A run may have 16 MB of shared memory|on" },
  /* Each block takes 64 bytes more, until nothing is left. */
  { "too-much-memory-in-all", MEMORY ("m", 2097152) "," TRY (MEMORY ("n", 2097152)) "," MEMORY ("o", 2097136) ","
    TRY (MEMORY ("p", 1)) "," MEMORY ("q", 0) "," OP ("store", AT ("o") ",\"index\":2097135,\"value\":3") ","
    OP ("load", AT ("o") ",\"index\":2097135") "," LOG ("${value}"), "",
    "RangeError: A run may have 16 MB of shared memory|RangeError: A run may have 16 MB of shared memory|3" },
  { "main-cannot-wait", MEMORY ("m", 1) "," TRY (OP ("wait", AT ("m") ",\"value\":0")) "," OP ("asyncLock", "\"name\":\"l\"," AT ("m")) ","
    OP ("lock", "\"lock\":\"l\"") "," TRY (OP ("lock", "\"lock\":\"l\"")) "," OP ("unlock", "\"lock\":\"l\"") ","
    TRY (OP ("unlock", "\"lock\":\"l\"")), "", "TypeError: *|TypeError: *|Error: Tried to unlock while not holding the lock" },
  { "not-waitable", OP ("memory", "\"name\":\"m\",\"length\":1,\"type\":\"Uint32Array\"") ","
    WORKER ("w", "[" TRY (OP ("wait", AT ("m") ",\"value\":0")) "," TRY (OP ("asyncLock", "\"name\":\"l\"," AT ("m"))) "]"), "",
    "TypeError: *|TypeError: A lock is an element of an Int32Array" },
  { "wait", MEMORY ("m", 1) "," WORKER ("w", "[" OP ("wait", AT ("m") ",\"value\":1,\"as\":\"a\"") ","
    OP ("wait", AT ("m") ",\"value\":0,\"timeout\":5,\"as\":\"b\"") "," LOG ("${a} ${b} ${time}") ","
    OP ("wait", AT ("m") ",\"value\":0,\"as\":\"c\"") "," LOG ("${c}") "]") ",{\"op\":\"timer\",\"ms\":20,\"body\":["
    OP ("notify", AT ("m") ",\"as\":\"n\"") "," LOG ("${n} woken") "]}", "", "not-equal timed-out 5|1 woken|ok" },
  { "wait-async", MEMORY ("m", 1) "," OP ("waitAsync", AT ("m") ",\"value\":1,\"as\":\"p\"") ",{\"op\":\"await\",\"promise\":\"p\"},"
    LOG ("${value}") "," OP ("waitAsync", AT ("m") ",\"value\":0,\"timeout\":0,\"as\":\"p\"") ",{\"op\":\"await\",\"promise\":\"p\"},"
    LOG ("${value}") "," OP ("waitAsync", AT ("m") ",\"value\":0,\"as\":\"p\"") "," WORKER ("w", "[" OP ("notify", AT ("m")) "]")
    ",{\"op\":\"await\",\"promise\":\"p\"}," LOG ("${value}"), "", "not-equal|timed-out|ok" },
  { "execute-locked", MEMORY ("m", 1) "," OP ("asyncLock", "\"name\":\"l\"," AT ("m")) "," OP ("executeLocked", "\"lock\":\"l\",\"body\":["
    OP ("load", AT ("m")) "," LOG ("${value}") "],\"as\":\"p\"") ",{\"op\":\"await\",\"promise\":\"p\"}," OP ("load", AT ("m")) ","
    LOG ("${value}"), "", "1|0" },
  { "fair-lock", MEMORY ("m", 1) "," OP ("fairLock", "\"name\":\"l\"," AT ("m")) "," WORKER ("a", "\"b\"") "," WORKER ("b", "\"b\""),
    "\"b\":[" OP ("lock", "\"lock\":\"l\"") "," LOG ("in") "," OP ("unlock", "\"lock\":\"l\"") "]", "in|in" },
  { "messages", "{\"op\":\"onMessage\",\"body\":[" LOG ("main: ${value}") "]}," WORKER ("w", "[{\"op\":\"onMessage\",\"body\":["
    LOG ("w: ${value}") "," OP ("postMessage", "\"to\":\"main\",\"value\":\"re ${value}\"") "]}]") ","
    OP ("postMessage", "\"to\":\"w\",\"value\":4.5") "," OP ("postMessage", "\"to\":\"w\""), "",
    "w: 4.5|w: undefined|main: re 4.5|main: re undefined" },
  { "messages-to-sleepers", MEMORY ("m", 1) ",{\"op\":\"onMessage\",\"body\":[" LOG ("main ${time}") "]},"
    WORKER ("w", "[{\"op\":\"onMessage\",\"body\":[" LOG ("w ${time}") "," OP ("wait", AT ("m") ",\"value\":0,\"timeout\":5") ","
    OP ("postMessage", "\"to\":\"main\"") "]}]") ",{\"op\":\"timer\",\"ms\":20,\"body\":[" OP ("postMessage", "\"to\":\"w\"") "]}", "",
    "w 20|main 25" },
  { "messages-in-vain", WORKER ("w", "[" OP ("postMessage", "\"to\":\"main\"") "]") "," OP ("terminate", "\"worker\":\"w\"") ","
    OP ("postMessage", "\"to\":\"w\"") "," LOG ("on"), "", "on" },
  { "terminate", MEMORY ("m", 1) "," WORKER ("w", "[" LOG ("waits") "," OP ("wait", AT ("m") ",\"value\":0") "," LOG ("never") "]")
    ",{\"op\":\"timer\",\"ms\":1,\"body\":[" OP ("terminate", "\"worker\":\"w\"") "," OP ("notify", AT ("m") ",\"as\":\"n\"") ","
    LOG ("${n}") "]}", "", "waits|1" },
  { "own-names", "{\"op\":\"let\",\"as\":\"x\",\"value\":1}," WORKER ("w", "[" TRY (LOG ("${x}")) "," TRY (OP ("load", AT ("m"))) "]") ","
    MEMORY ("m", 1), "", "ReferenceError: “x” has not been made yet|ReferenceError: “m” has not been made yet" },
  { "if", "{\"op\":\"if\",\"value\":1,\"equals\":\"1\",\"then\":[" LOG ("then") "],\"else\":[" LOG ("never") "]},"
    "{\"op\":\"if\",\"value\":true,\"equals\":false,\"then\":[" LOG ("never") "],\"else\":[" LOG ("else") "]},"
    "{\"op\":\"if\",\"value\":1,\"equals\":2,\"then\":[]}," TRY ("{\"op\":\"if\",\"value\":1,\"equals\":\"${x}\",\"then\":[]}"), "",
    "then|else|ReferenceError: “x” has not been made yet" },
  { "loop", "{\"op\":\"let\",\"as\":\"i\",\"value\":0},{\"op\":\"loop\",\"body\":[{\"op\":\"let\",\"as\":\"i\",\"value\":\"${i}\",\"plus\":1},"
    "{\"op\":\"if\",\"value\":\"${i}\",\"equals\":3,\"then\":[{\"op\":\"break\"}]}," LOG ("${i}") "]}," LOG ("end"), "", "1|2|end" },
  { "break-through-finally", "{\"op\":\"repeat\",\"times\":3,\"body\":[{\"op\":\"try\",\"body\":[{\"op\":\"break\"}],\"finally\":["
    LOG ("finally") "]}," LOG ("never") "]}," LOG ("end"), "", "finally|end" },
  { "break-out-of-nothing", TRY ("{\"op\":\"break\"}") ",{\"op\":\"loop\",\"body\":[" TRY ("{\"op\":\"call\",\"body\":\"b\"}") ",{\"op\":\"break\"}]}",
    "\"b\":[{\"op\":\"break\"}]", "SyntaxError: There is no loop to break out of|SyntaxError: There is no loop to break out of" },
  { "yields", MEMORY ("m", 1) "," WORKER ("w", "[{\"op\":\"yield\"}," OP ("notify", AT ("m")) "," LOG ("w") "]") ",{\"op\":\"yield\"},"
    LOG ("main"), "", "main|w" },
};

static void
test_program (gconstpointer data)
{
  const Program *program = data;
  g_autoptr (LsSession) session = session_new (program->main, program->bodies, "");
  g_autoptr (LsRunner) runner = runner_new (session);
  g_autoptr (LsRunner) other = NULL, untraced = NULL;
  g_autofree char *first = NULL, *second = NULL;
  g_autofree char *log = NULL;
  LsRunnerOptions options = LS_RUNNER_OPTIONS_INIT;

  g_assert_true (ls_runner_run_to_end (runner, NULL));
  test_assert_times (ls_runner_get_trace (runner));
  log = joined_log (runner);
  if (!g_pattern_match_simple (program->log, log))
    g_assert_cmpstr (log, ==, program->log);

  /* The same, step by step */
  other = runner_new (session);
  while (ls_runner_step (other, NULL))
    ;
  first = ls_trace_hash (ls_runner_get_trace (runner));
  second = ls_trace_hash (ls_runner_get_trace (other));
  g_assert_cmpstr (first, ==, second);
  g_assert_cmpuint (ls_runner_get_n_steps (runner), ==, ls_trace_get_n_steps (ls_runner_get_trace (runner)));

  /* Without a trace the callbacks of the loops are steps. */
  options.without_trace = TRUE;
  untraced = ls_runner_new (session, &options, NULL);
  g_assert_true (ls_runner_run_to_end (untraced, NULL));
  g_assert_cmpuint (ls_runner_get_n_steps (untraced), ==,
                    count_records (ls_runner_get_trace (runner), LS_RECORD_TASK_STARTED, NULL) +
                      count_records (ls_runner_get_trace (runner), LS_RECORD_MICROTASK_STARTED, NULL));
}

/* Who goes */

#define LETTERS WORKER ("a", "[" LOG ("a1") "," OP ("load", AT ("m")) "," LOG ("a2") "]") "," \
                WORKER ("b", "[" LOG ("b1") "," OP ("load", AT ("m")) "," LOG ("b2") "]")

static void
test_schedule (void)
{
  const guint32 agents[] = { 1, 3, 2, 3, 2 };
  const guint32 no_agent = LS_SESSION_MAX_AGENT_NUMBER + 1;
  g_autoptr (LsSession) session = session_new (MEMORY ("m", 1) "," LETTERS, "", "\"schedule\":[1,2,3,2,3]");
  g_autoptr (LsRunner) first = runner_new (session);
  g_autoptr (LsRunner) second = NULL;
  g_autoptr (LsRunner) third = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *first_log = NULL, *second_log = NULL, *third_log = NULL;
  g_autoptr (LsSettings) settings = NULL;
  const guint32 *schedule;
  gsize length;

  ls_runner_run_to_end (first, NULL);
  first_log = joined_log (first);
  g_assert_cmpstr (first_log, ==, "a1|b1|a2|b2");

  g_assert_true (ls_session_set_schedule (session, agents, G_N_ELEMENTS (agents), &error));
  schedule = ls_session_get_schedule (session, &length);
  g_assert_cmpmem (schedule, length * sizeof *schedule, agents, sizeof agents);

  /* Other settings leave it as it is. */
  settings = ls_settings_copy (ls_session_get_settings (session));
  settings->step_budget++;
  ls_session_set_settings (session, settings);
  schedule = ls_session_get_schedule (session, &length);
  g_assert_cmpmem (schedule, length * sizeof *schedule, agents, sizeof agents);
  second = runner_new (session);
  ls_runner_run_to_end (second, NULL);
  second_log = joined_log (second);
  g_assert_cmpstr (second_log, ==, "b1|a1|b2|a2");

  g_assert_false (ls_session_set_schedule (session, &no_agent, 1, &error));
  g_assert_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_INVALID);
  g_assert_true (ls_session_set_schedule (session, NULL, 0, NULL));
  ls_session_get_schedule (session, &length);
  g_assert_cmpuint (length, ==, 0);
  third = runner_new (session);
  ls_runner_run_to_end (third, NULL);
  third_log = joined_log (third);
  g_assert_cmpstr (third_log, ==, "a1|a2|b1|b2");
}

/* At each position of a run any agent can be let go next: what came before stays, and it goes if it can. */
static void
test_let_go (void)
{
  g_autoptr (LsSession) session = session_new (MEMORY ("m", 1) "," LETTERS, "", "");
  g_autoptr (LsRunner) runner = runner_new (session);
  LsTrace *trace = ls_runner_get_trace (runner);
  guint n_logs = 0;

  ls_runner_run_to_end (runner, NULL);
  for (gsize position = 0; position <= ls_trace_get_length (trace); position++)
    for (guint32 agent = 1; agent <= 3; agent++)
      {
        g_autoptr (LsSession) copy = ls_session_copy (session);
        g_autoptr (LsRunner) other = NULL;
        LsTrace *changed;
        const guint32 *schedule;
        gsize length, n_choices = 0;

        g_assert_true (ls_session_let_go_next (copy, trace, position, agent, NULL));
        schedule = ls_session_get_schedule (copy, &length);
        for (gsize i = 0; i < position; i++)
          {
            LsRecord record;

            ls_trace_get_record (trace, i, &record);
            n_choices += record.kind == LS_RECORD_AGENT_RUN && record.level > 1;
          }
        g_assert_cmpuint (length, ==, n_choices + 1);
        g_assert_cmpuint (schedule[n_choices], ==, agent);
        other = runner_new (copy);
        ls_runner_run_to_end (other, NULL);
        changed = ls_runner_get_trace (other);
        for (gsize i = 0; i < position; i++)
          {
            LsRecord a, b;

            ls_trace_get_record (trace, i, &a);
            ls_trace_get_record (changed, i, &b);
            g_assert_cmpuint (a.kind, ==, b.kind);
            g_assert_cmpuint (a.subject, ==, b.subject);
          }
        for (gsize i = position; i < ls_trace_get_length (changed); i++)
          {
            LsRecord record;

            ls_trace_get_record (changed, i, &record);
            if (record.kind != LS_RECORD_AGENT_RUN || record.level < 2)
              continue;
            if (agent != 1)
              n_logs += record.subject == agent;
            break;
          }
      }
  g_assert_cmpuint (n_logs, >, 20);
}

/* An agent that is not there does not go, and nothing else comes of it. */
static void
test_schedule_astray (void)
{
  g_autoptr (LsSession) session = session_new (MEMORY ("m", 1) "," LETTERS, "", "\"schedule\":[9,256,9,9,9,9,9,9,9,9,9]");
  g_autoptr (LsRunner) runner = runner_new (session);
  g_autofree char *log = NULL;

  g_assert_true (ls_runner_run_to_end (runner, NULL));
  log = joined_log (runner);
  g_assert_cmpstr (log, ==, "a1|a2|b1|b2");
}

/* Where it does not go, and why, is said. */
static void
test_schedule_problem (void)
{
  static const struct
  {
    const char *main, *schedule, *problem;
  } cases[] = {
    { LETTERS, "[]", NULL },
    { LETTERS, "[1,2,2]", NULL },
    { LETTERS, "[1,9]", "/schedule/1 cannot be followed: there is no agent 9 then; agent 2 runs instead" },
    { LETTERS, "[1,9,4095]", "/schedule/1 cannot be followed: there is no agent 9 then; agent 2 runs instead; 1 more entry cannot be followed either" },
    { LETTERS, "[9,9,9]", "/schedule/0 cannot be followed: there is no agent 9 then; agent 1 runs instead; 2 more entries cannot be followed either" },
    { WORKER ("c", "[" OP ("wait", AT ("m") ",\"value\":0") "]") "," LETTERS, "[2,2,2,2]",
      "/schedule/2 cannot be followed: agent 2 is waiting then; agent 1 runs instead; 1 more entry cannot be followed either" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *schedule = g_strdup_printf ("\"schedule\":%s", cases[i].schedule);
      g_autofree char *main = g_strdup_printf (MEMORY ("m", 1) ",%s", cases[i].main);
      g_autoptr (LsSession) session = session_new (main, "", schedule);
      g_autoptr (LsRunner) runner = runner_new (session);
      g_autofree char *problem = NULL;

      g_assert_true (ls_runner_run_to_end (runner, NULL));
      problem = ls_runner_dup_schedule_problem (runner);
      g_assert_cmpstr (problem, ==, cases[i].problem);
    }
}

/* What the user does is done by the main agent, also when that has nothing else to do. */
static void
test_actions (void)
{
  g_autoptr (LsSession) session =
    session_new (MEMORY ("m", 1) "," WORKER ("w", "[" OP ("wait", AT ("m") ",\"value\":0,\"as\":\"x\"") "," LOG ("${x}") "]"), "",
                 "\"actions\":[{\"at\":{\"turn\":1},\"do\":{\"op\":\"notify\",\"memory\":\"m\"}},"
                 "{\"at\":{\"turn\":9},\"do\":{\"op\":\"yield\"}}]");
  g_autoptr (LsRunner) runner = runner_new (session);
  g_autofree char *log = NULL;

  g_assert_true (ls_runner_run_to_end (runner, NULL));
  log = joined_log (runner);
  g_assert_cmpuint (count_records (ls_runner_get_trace (runner), LS_RECORD_ACTION, NULL), ==, 1);
  g_assert_cmpuint (ls_runner_get_unapplied_actions (runner)->len, ==, 1);
  g_assert_cmpuint (ls_runner_get_n_steps (runner), ==, ls_trace_get_n_steps (ls_runner_get_trace (runner)));
  /* The action came before the worker waited, or after it: both are fine, but the one that it is stays so. */
  g_assert_true (g_str_equal (log, "ok") || g_str_equal (log, ""));
}

/* What never ends */

static void
assert_stopped (const char *main_steps,
                const char *members,
                const char *message)
{
  g_autoptr (LsSession) session = session_new (main_steps, "", members);
  g_autoptr (LsRunner) runner = runner_new (session);

  g_assert_false (ls_runner_run_to_end (runner, NULL));
  g_assert_cmpint (ls_runner_get_state (runner), ==, LS_RUNNER_BUDGET_EXCEEDED);
  g_assert_cmpstr (ls_runner_get_message (runner), ==, message);
}

static void
test_budgets (void)
{
  const char *steps = "The run was stopped: it reached its budget of 1000 steps and statements";

  assert_stopped (MEMORY ("m", 1) "," WORKER ("a", "[{\"op\":\"loop\",\"body\":[" OP ("load", AT ("m")) "]}]"),
                  "\"settings\":{\"budget\":{\"steps\":1000}}", steps);
  assert_stopped (MEMORY ("m", 1) ",{\"op\":\"loop\",\"body\":[]}", "\"settings\":{\"budget\":{\"steps\":1000}}", steps);
  assert_stopped (WORKER ("a", "[{\"op\":\"loop\",\"body\":[]}]") "," WORKER ("b", "[{\"op\":\"loop\",\"body\":[]}]"),
                  "\"settings\":{\"budget\":{\"steps\":1000}}", steps);
  assert_stopped (MEMORY ("m", 1) "," WORKER ("a", "[{\"op\":\"loop\",\"body\":[" OP ("wait", AT ("m") ",\"value\":0,\"timeout\":1") "]}]"),
                  "\"settings\":{\"budget\":{\"timeMs\":30}}",
                  "The run was stopped: it reached its budget of 30 ms of loop time");
  assert_stopped (MEMORY ("m", 1) "," WORKER ("a", "[{\"op\":\"loop\",\"body\":[" OP ("load", AT ("m")) "]}]"),
                  "\"settings\":{\"budget\":{\"records\":500}}", "The run was stopped: it reached its budget of 500 records");
}

/* A run that is dropped in the middle, with agents that wait, go round in circles and have things on their way. */
static void
test_dropped (void)
{
  g_autoptr (LsSession) session =
    session_new (MEMORY ("m", 1) "," WORKER ("a", "[" OP ("wait", AT ("m") ",\"value\":0") "]") ","
                 WORKER ("b", "[{\"op\":\"loop\",\"body\":[" OP ("load", AT ("m")) "]}]") ","
                 WORKER ("c", "[{\"op\":\"timer\",\"ms\":5,\"repeat\":true,\"body\":[{\"op\":\"postTask\",\"body\":[]}]}]")
                 "," OP ("waitAsync", AT ("m") ",\"value\":0,\"as\":\"p\"") ",{\"op\":\"await\",\"promise\":\"p\"}", "", "");

  for (guint n = 0; n < 60; n++)
    {
      g_autoptr (LsRunner) runner = runner_new (session);

      for (guint i = 0; i < n; i++)
        g_assert_true (ls_runner_step (runner, NULL));
    }
}

/* More agents than there may be */
static void
test_many (void)
{
  g_autoptr (LsSession) session =
    session_new ("{\"op\":\"let\",\"as\":\"n\",\"value\":0}," TRY ("{\"op\":\"repeat\",\"times\":300,\"body\":[{\"op\":\"call\",\"body\":\"b\"},"
                 "{\"op\":\"let\",\"as\":\"n\",\"value\":\"${n}\",\"plus\":1}]}") "," LOG ("${n}"),
                 "\"b\":[" WORKER ("w", "[]") "]", "");
  g_autoptr (LsRunner) runner = runner_new (session);
  g_autofree char *log = NULL;

  g_assert_true (ls_runner_run_to_end (runner, NULL));
  log = joined_log (runner);
  g_assert_cmpstr (log, ==, "RangeError: A run may have 256 agents at once, and 4095 in all|255");
}

/* Who has ended does not count, but numbers are not given again. */
static void
test_many_ended (void)
{
  static const struct
  {
    const char *times, *log;
  } cases[] = {
    { "1000", "1000" },
    { "5000", "RangeError: A run may have 256 agents at once, and 4095 in all|4094" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *loop =
        g_strdup_printf (TRY ("{\"op\":\"repeat\",\"times\":%s,\"body\":[{\"op\":\"call\",\"body\":\"b\"},"
                              "{\"op\":\"let\",\"as\":\"n\",\"value\":\"${n}\",\"plus\":1}]}"), cases[i].times);
      g_autofree char *main = g_strdup_printf ("{\"op\":\"let\",\"as\":\"n\",\"value\":0},%s," LOG ("${n}"), loop);
      g_autoptr (LsSession) session = session_new (main, "\"b\":[" WORKER ("w", "[]") "," OP ("terminate", "\"worker\":\"w\"") "]",
                                                   "\"settings\":{\"budget\":{\"steps\":1000000000}}");
      g_autoptr (LsRunner) runner = runner_new (session);
      g_autofree char *log = NULL;

      g_assert_true (ls_runner_run_to_end (runner, NULL));
      log = joined_log (runner);
      g_assert_cmpstr (log, ==, cases[i].log);
    }
}

/* Listeners that call each other on an agent's stack */
static void
test_deep (void)
{
  g_autoptr (LsSession) session =
    session_new (WORKER ("w", "\"b\""), "\"b\":[{\"op\":\"async\",\"body\":\"b\",\"as\":\"q\"}," LOG ("x") "]", "");
  g_autoptr (LsRunner) runner = runner_new (session);

  g_assert_true (ls_runner_run_to_end (runner, NULL));
  g_assert_cmpuint (ls_runner_get_n_log_lines (runner), >, 100);
}

/* Expectations */

static void
assert_checked (const char *main_steps,
                const char *expectation,
                const char *message)
{
  g_autofree char *members = g_strdup_printf ("\"expectations\":[%s]", expectation);
  g_autoptr (LsSession) session = session_new (main_steps, "", members);
  g_autoptr (GPtrArray) results = NULL;
  const LsCheckResult *result;

  g_assert_cmpint (ls_session_check (session, NULL, &results, NULL), ==, message == NULL);
  result = g_ptr_array_index (results, 0);
  g_assert_cmpstr (result->message, ==, message);
}

#define TWO_ONE MEMORY ("m", 2) "," OP ("store", AT ("m") ",\"index\":1,\"value\":2") "," OP ("store", AT ("m") ",\"index\":1,\"value\":1")
#define EXPECT_MEMORY(rest) "{\"memory\":{\"name\":\"m\",\"index\":1," rest "}}"

static void
test_expectations (void)
{
  assert_checked (TWO_ONE, EXPECT_MEMORY ("\"equals\":1"), NULL);
  assert_checked (TWO_ONE, EXPECT_MEMORY ("\"equals\":2"), "found 1");
  assert_checked (TWO_ONE, EXPECT_MEMORY ("\"atLeast\":0,\"atMost\":1"), NULL);
  assert_checked (TWO_ONE, EXPECT_MEMORY ("\"atLeast\":2"), "found 1");
  assert_checked (TWO_ONE, EXPECT_MEMORY ("\"atMost\":1,\"always\":true"), "found 2 once agent “main” had run");
  assert_checked (TWO_ONE, EXPECT_MEMORY ("\"atMost\":2,\"always\":true"), NULL);
  assert_checked (TWO_ONE, "{\"memory\":{\"name\":\"m\",\"index\":2,\"equals\":0}}", "there is no m[2]");
  assert_checked (TWO_ONE, "{\"memory\":{\"name\":\"x\",\"equals\":0}}", "there is no x[0]");
  assert_checked (LOG ("x"), "{\"memory\":{\"name\":\"x\",\"equals\":0}}", "the run has no shared memory");
  assert_checked (TWO_ONE "," OP ("asyncLock", "\"name\":\"l\",\"index\":1," AT ("m")), "{\"unlocked\":\"l\"}", "it is locked");
  assert_checked (TWO_ONE "," OP ("asyncLock", "\"name\":\"l\"," AT ("m")), "{\"unlocked\":\"l\"}", NULL);
  assert_checked (TWO_ONE, "{\"unlocked\":\"m\"}", "there is no lock “m”");
  assert_checked (TWO_ONE, "{\"nobodyWaits\":true}", NULL);
  assert_checked (TWO_ONE "," OP ("waitAsync", AT ("m") ",\"value\":0"), "{\"nobodyWaits\":true}", "found 1 waiting");
  assert_checked (TWO_ONE "," OP ("waitAsync", AT ("m") ",\"value\":0"), "{\"nobodyWaits\":false}", NULL);
  assert_checked (TWO_ONE, "{\"nobodyWaits\":false}", "no agent waits");
}

#define BIG(value) OP ("memory", "\"name\":\"m\",\"length\":2,\"type\":\"BigUint64Array\"") "," \
                   OP ("store", AT ("m") ",\"index\":1,\"value\":" value)

/* Elements that may be larger than any bound */
static void
test_expect_big (void)
{
  assert_checked (BIG ("5"), EXPECT_MEMORY ("\"equals\":5"), NULL);
  assert_checked (BIG ("5"), EXPECT_MEMORY ("\"atLeast\":5,\"atMost\":5"), NULL);
  assert_checked (BIG ("5"), EXPECT_MEMORY ("\"atLeast\":-1"), NULL);
  assert_checked (BIG ("5"), EXPECT_MEMORY ("\"atLeast\":6"), "found 5");
  assert_checked (BIG ("5"), EXPECT_MEMORY ("\"atMost\":4"), "found 5");
  assert_checked (BIG ("5"), EXPECT_MEMORY ("\"atMost\":-1"), "found 5");
  assert_checked (BIG ("0"), EXPECT_MEMORY ("\"atMost\":4"), NULL);
  assert_checked (BIG ("-1"), EXPECT_MEMORY ("\"equals\":-1"), "found 18446744073709551615");
  assert_checked (BIG ("-1"), EXPECT_MEMORY ("\"equals\":9223372036854775807"), "found 18446744073709551615");
  assert_checked (BIG ("-1"), EXPECT_MEMORY ("\"atLeast\":-2,\"atMost\":7"), "found 18446744073709551615");
  assert_checked (BIG ("-1"), EXPECT_MEMORY ("\"atLeast\":5"), NULL);
}

/* What is done by hand anywhere is done in the main agent, just there if it runs: whoever has the baton or is looked at. */
static void
test_action_anywhere (void)
{
  g_autoptr (LsSession) session = session_new (MEMORY ("m", 1) ","
    WORKER ("w", "[{\"op\":\"repeat\",\"times\":9,\"body\":[" POST ("t") "]}]") ","
    "{\"op\":\"timer\",\"ms\":5,\"body\":[" LOG ("${time}") "]}", "\"b\":[]", "");
  g_autoptr (LsRunner) runner = runner_new (session);
  g_autoptr (LsState) state = NULL;
  guint n_of_worker = 0;

  ls_runner_run_to_end (runner, NULL);
  state = ls_state_new (ls_runner_get_trace (runner));
  for (gsize position = 0; position <= ls_trace_get_length (ls_runner_get_trace (runner)); position++)
    {
      g_autoptr (LsSession) changed = ls_session_copy (session);
      g_autoptr (LsStep) step = ls_step_new_post_task ("b", "by hand", LS_TASK_PRIORITY_USER_BLOCKING, NULL, 0);
      g_autoptr (LsRunner) other = NULL;
      g_autoptr (GError) error = NULL;
      guint32 turn;
      LsStamp stamp;

      ls_state_set_agent (state, position % 3);
      ls_state_seek (state, position);
      ls_stamp_init_for_action (&stamp, state);
      g_assert_cmpuint (ls_state_get_asked_agent (state), ==, position % 3);
      ls_state_set_agent (state, 1);
      turn = ls_state_get_turn (state);
      g_assert_cmpuint (stamp.turn, ==, turn);
      ls_state_set_agent (state, 0);
      n_of_worker += ls_state_get_turn (state) > turn;

      g_assert_true (ls_session_insert_action_at (changed, &stamp, step, NULL, &error));
      g_assert_no_error (error);
      other = runner_new (changed);
      g_assert_true (ls_runner_run_to_end (other, NULL));
      g_assert_cmpuint (ls_runner_get_unapplied_actions (other)->len, ==, 0);
      g_assert_cmpuint (count_records (ls_runner_get_trace (other), LS_RECORD_ACTION, NULL), ==, 1);
    }
  g_assert_cmpuint (n_of_worker, >, 20);
}

/* A name in an action is the main agent's, whatever workers call by it. */
static void
test_names (void)
{
  g_autoptr (LsSession) session = session_new ("{\"op\":\"call\",\"body\":\"both\"}," MEMORY ("m", 1) ","
    WORKER ("w", "[{\"op\":\"call\",\"body\":\"both\"}," CONTROLLER ("d") "]"), "\"both\":[" CONTROLLER ("c") "]", "");
  g_autoptr (LsRunner) runner = runner_new (session);
  g_autoptr (LsState) state = NULL;
  g_autoptr (GError) error = NULL;
  guint32 of_main, of_worker;

  ls_runner_run_to_end (runner, NULL);
  state = ls_state_new (ls_runner_get_trace (runner));
  ls_state_seek (state, ls_trace_get_length (ls_runner_get_trace (runner)));
  of_main = ls_what_if_find_signal (state, "c", &error);
  g_assert_no_error (error);
  g_assert_cmpuint (ls_state_get_signal (state, of_main)->agent, ==, 1);
  g_assert_cmpstr (ls_action_name_signal (state, of_main, &error), ==, "c");
  g_assert_no_error (error);
  g_assert_true (ls_what_if_can_change (state, of_main, &error));

  of_worker = ls_what_if_find_signal (state, "d", &error);
  g_assert_cmpuint (ls_state_get_signal (state, of_worker)->agent, ==, 2);
  g_assert_null (ls_action_name_signal (state, of_worker, &error));
  g_assert_cmpstr (error->message, ==,
                   "“d” belongs to a worker; actions run in the main agent, which has no access to it");
  g_clear_error (&error);
  g_assert_false (ls_what_if_can_change (state, of_worker, &error));
  g_assert_nonnull (error);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (programs); i++)
    {
      g_autofree char *path = g_strconcat ("/agents/programs/", programs[i].name, NULL);

      g_test_add_data_func (path, &programs[i], test_program);
    }
  g_test_add_func ("/agents/schedule", test_schedule);
  g_test_add_func ("/agents/schedule-astray", test_schedule_astray);
  g_test_add_func ("/agents/schedule-astray/said", test_schedule_problem);
  g_test_add_func ("/agents/let-go", test_let_go);
  g_test_add_func ("/agents/actions", test_actions);
  g_test_add_func ("/agents/actions/anywhere", test_action_anywhere);
  g_test_add_func ("/agents/actions/names", test_names);
  g_test_add_func ("/agents/budgets", test_budgets);
  g_test_add_func ("/agents/dropped", test_dropped);
  g_test_add_func ("/agents/many", test_many);
  g_test_add_func ("/agents/many/ended", test_many_ended);
  g_test_add_func ("/agents/deep", test_deep);
  g_test_add_func ("/agents/expectations", test_expectations);
  g_test_add_func ("/agents/expectations/big", test_expect_big);
  return g_test_run ();
}
