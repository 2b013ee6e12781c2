/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ls-state.h"
#include "session-util.h"
#include "test-consistency.h"

/* Runs whose agents have a thread each and the real clock. What order they go in is not known, so a program here says the same
 * whatever it is, or its trace is held against itself. */

#define OP(name, members) "{\"op\":\"" name "\"," members "}"
#define LOG(text) "{\"op\":\"log\",\"text\":\"" text "\"}"
#define MEMORY(name, length) OP ("memory", "\"name\":\"" name "\",\"length\":" #length)
#define AT(name) "\"memory\":\"" name "\""
#define WORKER(name, body) OP ("worker", "\"name\":\"" name "\",\"body\":" body)
#define TRY(body) "{\"op\":\"try\",\"body\":[" body "],\"catch\":[" LOG ("${error}") "]}"
#define REPEAT(times, body) "{\"op\":\"repeat\",\"times\":" #times ",\"body\":[" body "]}"
#define FOREVER(body) "{\"op\":\"loop\",\"body\":[" body "]}"

static LsRunner *
real_new (LsSession          *session,
          LsRunnerOutputFunc  output,
          gpointer            data)
{
  LsRunnerOptions options = LS_RUNNER_OPTIONS_INIT;
  g_autoptr (GError) error = NULL;
  LsRunner *runner;

  options.is_real = TRUE;
  options.output = output;
  options.output_data = data;
  options.without_trace = output != NULL;
  runner = ls_runner_new (session, &options, &error);
  g_assert_no_error (error);
  return runner;
}

typedef struct
{
  const char *name;
  const char *main;
  const char *bodies;
  const char *log;
} Program;

static const Program programs[] = {
  { "alone", MEMORY ("m", 1) "," OP ("add", AT ("m") ",\"value\":3") "," OP ("load", AT ("m")) "," LOG ("${value}") ","
    TRY (OP ("wait", AT ("m") ",\"value\":3")), "", "3|TypeError: The agent cannot block: only a wait that is asynchronous is allowed here" },
  { "wait", MEMORY ("m", 2) "," WORKER ("w", "[" OP ("wait", AT ("m") ",\"value\":1,\"as\":\"a\"") ","
    OP ("wait", AT ("m") ",\"value\":0,\"timeout\":2,\"as\":\"b\"") "," LOG ("${a} ${b}") ","
    OP ("waitAsync", AT ("m") ",\"index\":1,\"value\":0,\"as\":\"p\"") "," OP ("postMessage", "\"to\":\"main\"") ","
    OP ("wait", AT ("m") ",\"value\":0,\"as\":\"c\"") "," LOG ("${c}") ",{\"op\":\"await\",\"promise\":\"p\"}," LOG ("async ${value}") "]")
    ",{\"op\":\"onMessage\",\"body\":[" OP ("notify", AT ("m") ",\"index\":1,\"as\":\"n\"") "," FOREVER (OP ("notify", AT ("m") ",\"as\":\"k\"")
    ",{\"op\":\"if\",\"value\":\"${k}\",\"equals\":1,\"then\":[{\"op\":\"break\"}]}")
    "]}", "", "not-equal timed-out|ok|async ok" },
  { "messages", "{\"op\":\"onMessage\",\"body\":[" LOG ("main: ${value}") "]}," WORKER ("w", "[{\"op\":\"onMessage\",\"body\":["
    OP ("postMessage", "\"to\":\"main\",\"value\":\"re ${value}\"") "]}]") ","
    OP ("postMessage", "\"to\":\"w\",\"value\":4.5") "," OP ("postMessage", "\"to\":\"w\""), "", "main: re 4.5|main: re undefined" },
  { "terminate", MEMORY ("m", 1) "," WORKER ("w", "[" OP ("store", AT ("m") ",\"value\":1") "," OP ("wait", AT ("m") ",\"value\":1") ","
    LOG ("never") "]") "," WORKER ("x", "[" OP ("store", AT ("m") ",\"value\":1") "," FOREVER ("") "]") ","
    FOREVER (OP ("load", AT ("m") ",\"as\":\"v\"") ",{\"op\":\"if\",\"value\":\"${v}\",\"equals\":1,\"then\":[{\"op\":\"break\"}]}") ","
    OP ("terminate", "\"worker\":\"w\"") "," OP ("terminate", "\"worker\":\"x\"") "," OP ("postMessage", "\"to\":\"x\"") "," LOG ("on"), "", "on" },
  { "timers", MEMORY ("m", 1) "," WORKER ("w", "[{\"op\":\"timer\",\"ms\":3,\"body\":[" OP ("store", AT ("m") ",\"value\":1") ","
    OP ("notify", AT ("m")) "]}]") "," OP ("waitAsync", AT ("m") ",\"value\":0,\"as\":\"p\"") ",{\"op\":\"await\",\"promise\":\"p\"},"
    OP ("load", AT ("m") ",\"as\":\"v\"") "," LOG ("${value}"), "", "1" },
  { "timeouts", MEMORY ("m", 1) "," OP ("waitAsync", AT ("m") ",\"value\":0,\"timeout\":3,\"as\":\"p\"") ","
    WORKER ("w", "[" OP ("wait", AT ("m") ",\"value\":0,\"timeout\":1") "]") ",{\"op\":\"await\",\"promise\":\"p\"}," LOG ("${value}"), "",
    "timed-out" },
  { "throws", WORKER ("w", "[{\"op\":\"throw\",\"message\":\"boom\"}]"), "", "" },
  /* A few megabytes of text count once, however often it is asked how much there is. */
  { "text", MEMORY ("m", 1) ",{\"op\":\"let\",\"as\":\"v\",\"value\":\"x\"}," REPEAT (23, "{\"op\":\"let\",\"as\":\"v\",\"value\":\"${v}${v}\"}") ","
    REPEAT (100000, "{\"op\":\"let\",\"as\":\"n\",\"value\":1}") "," LOG ("done"), "", "done" },
  { "many", "{\"op\":\"let\",\"as\":\"n\",\"value\":0}," TRY (REPEAT (300, "{\"op\":\"call\",\"body\":\"b\"},"
    "{\"op\":\"let\",\"as\":\"n\",\"value\":\"${n}\",\"plus\":1}")) "," LOG ("${n}"), "\"b\":[" WORKER ("w", "[]") "]",
    "RangeError: A run may have 256 agents at once, and 4095 in all|255" },
};

/* Those that have ended do not count, but their numbers are gone. */
static void
test_ended (void)
{
  static const struct { guint n; const char *log; } runs[] = {
    { 600, "600" },
    { 4200, "RangeError: A run may have 256 agents at once, and 4095 in all|4094" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (runs); i++)
    {
      g_autofree char *main_steps = g_strdup_printf (
        "{\"op\":\"let\",\"as\":\"n\",\"value\":0}," TRY ("{\"op\":\"repeat\",\"times\":%u,\"body\":["
        "{\"op\":\"call\",\"body\":\"b\"},{\"op\":\"let\",\"as\":\"n\",\"value\":\"${n}\",\"plus\":1}]}") "," LOG ("${n}"), runs[i].n);
      g_autoptr (LsSession) session = session_new (main_steps, "\"b\":[" WORKER ("w", "[]") "," OP ("terminate", "\"worker\":\"w\"") "]",
                                                   "\"settings\":{\"budget\":{\"steps\":1000000000}}");
      g_autoptr (LsRunner) runner = real_new (session, NULL, NULL);
      g_autofree char *log = NULL;

      g_assert_true (ls_runner_run_to_end (runner, NULL));
      log = joined_log (runner);
      g_assert_cmpstr (log, ==, runs[i].log);
    }
}

static void
test_program (gconstpointer data)
{
  const Program *program = data;
  g_autoptr (LsSession) session = session_new (program->main, program->bodies, "\"settings\":{\"budget\":{\"steps\":1000000000}}");

  for (guint i = 0; i < 5; i++)
    {
      g_autoptr (LsRunner) runner = real_new (session, NULL, NULL);
      g_autoptr (LsState) state = NULL;
      g_autofree char *log = NULL;

      g_assert_true (ls_runner_run_to_end (runner, NULL));
      g_assert_cmpstr (ls_runner_get_message (runner), ==, NULL);
      log = joined_log (runner);
      g_assert_cmpstr (log, ==, program->log);
      test_assert_consistent (ls_runner_get_trace (runner));
      state = ls_state_new (ls_runner_get_trace (runner));
      ls_state_seek (state, ls_trace_get_length (ls_runner_get_trace (runner)));
    }
}

/* Thousands of operations of several threads on one element that a lock guards, and on one that none does. */
static void
test_lock (gconstpointer data)
{
  const char *kind = data;
  g_autofree char *lock = g_strdup_printf ("{\"op\":\"%s\",\"name\":\"l\",\"memory\":\"m\"}", kind);
  g_autofree char *main_steps = g_strconcat (MEMORY ("m", 3), ",", lock, ",", WORKER ("a", "\"b\""), ",", WORKER ("b", "\"b\""), ",",
                                             WORKER ("c", "\"b\""), ",", REPEAT (150,
                                             OP ("executeLocked", "\"lock\":\"l\",\"body\":[{\"op\":\"call\",\"body\":\"increment\"}],\"as\":\"p\"")
                                             ",{\"op\":\"await\",\"promise\":\"p\"}"), NULL);
  g_autoptr (LsSession) session =
    session_new (main_steps,
                 "\"increment\":[" OP ("load", AT ("m") ",\"index\":1,\"as\":\"v\"") ",{\"op\":\"let\",\"as\":\"v\",\"value\":\"${v}\",\"plus\":1},"
                 OP ("store", AT ("m") ",\"index\":1,\"value\":\"${v}\"") "],"
                 "\"b\":[" REPEAT (150, OP ("lock", "\"lock\":\"l\"") ",{\"op\":\"call\",\"body\":\"increment\"},"
                 OP ("unlock", "\"lock\":\"l\"") "," OP ("add", AT ("m") ",\"index\":2,\"value\":1")) "]",
                 "\"expectations\":[{\"memory\":{\"name\":\"m\",\"index\":1,\"equals\":600}},"
                 "{\"memory\":{\"name\":\"m\",\"index\":2,\"equals\":450}},"
                 "{\"memory\":{\"name\":\"m\",\"index\":1,\"atMost\":600,\"always\":true}},"
                 "{\"memory\":{\"name\":\"m\",\"index\":2,\"atMost\":449,\"always\":true}},"
                 "{\"unlocked\":\"l\"},{\"nobodyWaits\":true}]");
  g_autoptr (LsRunner) runner = real_new (session, NULL, NULL);
  g_autoptr (GPtrArray) results = NULL;

  g_assert_true (ls_runner_run_to_end (runner, NULL));
  g_assert_cmpstr (ls_runner_get_message (runner), ==, NULL);
  test_assert_consistent (ls_runner_get_trace (runner));
  results = ls_runner_check (runner);
  g_assert_cmpuint (results->len, ==, 6);
  for (guint i = 0; i < results->len; i++)
    {
      const LsCheckResult *result = g_ptr_array_index (results, i);

      if (i != 3)
        g_assert_cmpstr (result->message, ==, NULL);
      else
        g_assert_true (g_str_has_prefix (result->message, "found 450 once agent “"));
    }
}

/* Who waits for ever, and where */
static void
test_deadlock (void)
{
  g_autoptr (LsSession) session =
    session_new (MEMORY ("m", 4) "," WORKER ("a", "[" OP ("wait", AT ("m") ",\"index\":2,\"value\":0") "]") "," WORKER ("b", "[]") ","
                 WORKER ("c", "[" OP ("wait", AT ("m") ",\"value\":0,\"timeout\":1") "," OP ("wait", AT ("m") ",\"index\":3,\"value\":0") "]"),
                 "", "\"expectations\":[{\"nobodyWaits\":false}]");
  g_autoptr (LsRunner) runner = real_new (session, NULL, NULL);
  g_autoptr (GPtrArray) results = NULL;

  g_assert_true (ls_runner_run_to_end (runner, NULL));
  g_assert_cmpstr (ls_runner_get_message (runner), ==,
                   "Deadlock: these agents wait, and none is left to wake them: “a” at m[2], “c” at m[3]");
  test_assert_consistent (ls_runner_get_trace (runner));
  results = ls_runner_check (runner);
  g_assert_true (((LsCheckResult *) g_ptr_array_index (results, 0))->passed);
}

static void
assert_stopped (const char *main_steps,
                const char *budget,
                const char *message)
{
  g_autofree char *members = g_strdup_printf ("\"settings\":{\"budget\":{%s}}", budget);
  g_autoptr (LsSession) session = session_new (main_steps, "", members);
  g_autoptr (LsRunner) runner = real_new (session, NULL, NULL);
  const char *text = NULL;

  g_assert_false (ls_runner_run_to_end (runner, NULL));
  g_assert_cmpint (ls_runner_get_state (runner), ==, LS_RUNNER_BUDGET_EXCEEDED);
  g_assert_cmpstr (ls_runner_get_message (runner), ==, message);
  g_assert_cmpuint (count_records (ls_runner_get_trace (runner), LS_RECORD_LIMIT, &text), ==, 1);
  g_assert_cmpstr (text, ==, message);
  test_assert_consistent (ls_runner_get_trace (runner));
}

#define SPINS MEMORY ("m", 1) "," WORKER ("a", "[" FOREVER (OP ("load", AT ("m"))) "]") "," \
              WORKER ("b", "[" OP ("wait", AT ("m") ",\"value\":0") "]") "," WORKER ("c", "[" FOREVER ("{\"op\":\"yield\"}") "]")

static void
test_budgets (void)
{
  assert_stopped (SPINS, "\"steps\":2000", "The run was stopped: it reached its budget of 2000 steps and statements");
  assert_stopped (SPINS, "\"records\":2000", "The run was stopped: it reached its budget of 2000 records");
  assert_stopped (SPINS, "\"timeMs\":20", "The run was stopped: it reached its budget of 20 ms of loop time");
  /* Out of reach: it does not wait for that. */
  assert_stopped (MEMORY ("m", 1) "," WORKER ("a", "[" OP ("wait", AT ("m") ",\"value\":0,\"timeout\":36000000") "]"),
                  "\"timeMs\":3600000", "The run was stopped: it reached its budget of 3600000 ms of loop time");
}

/* At any moment */
static void
test_cancel (void)
{
  g_autoptr (LsSession) session = session_new (SPINS, "", "");

  for (guint n = 0; n < 20; n++)
    {
      g_autoptr (LsRunner) runner = real_new (session, NULL, NULL);
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();

      ls_runner_run_for (runner, n * 200, cancellable);
      g_cancellable_cancel (cancellable);
      if (n % 2 == 0)
        g_assert_false (ls_runner_run_to_end (runner, cancellable));
      test_assert_consistent (ls_runner_get_trace (runner));
    }
}

static void
on_output (LsRunner       *runner,
           LsRunnerOutput  kind,
           const char     *text,
           gpointer        data)
{
  GPtrArray *lines = data;

  if (kind != LS_RUNNER_OUTPUT_PAUSE)
    g_ptr_array_add (lines, g_strdup (text));
}

/* Output of all threads comes on the runner's, each one's in its order, however much it is. */
static void
test_output (void)
{
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (LsSession) session =
    session_new (WORKER ("a", "[" REPEAT (6000, LOG ("a")) "," LOG ("A") "]") "," WORKER ("b", "[" REPEAT (6000, LOG ("b")) "," LOG ("B") "]"),
                 "", "");
  g_autoptr (LsRunner) runner = real_new (session, on_output, lines);
  guint n_a = 0, n_b = 0;

  g_assert_true (ls_runner_run_to_end (runner, NULL));
  g_assert_cmpuint (lines->len, ==, 12002);
  for (guint i = 0; i < lines->len; i++)
    {
      const char *line = g_ptr_array_index (lines, i);

      n_a += g_str_equal (line, "a");
      n_b += g_str_equal (line, "b");
      if (g_str_equal (line, "A"))
        g_assert_cmpuint (n_a, ==, 6000);
      if (g_str_equal (line, "B"))
        g_assert_cmpuint (n_b, ==, 6000);
    }
}

/* Dropped while they print what nobody takes. */
static void
test_output_dropped (void)
{
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (LsSession) session = session_new (WORKER ("a", "[" FOREVER (LOG ("a")) "]"), "", "");
  g_autoptr (LsRunner) runner = real_new (session, on_output, lines);

  ls_runner_run_for (runner, 1000, NULL);
}

/* Without workers it is a run on the real clock. */
static void
test_one (void)
{
  g_autoptr (LsSession) session = session_new ("{\"op\":\"timer\",\"ms\":2,\"body\":[" LOG ("late") "]}," LOG ("early"), "", "");
  g_autoptr (LsRunner) runner = real_new (session, NULL, NULL);
  g_autofree char *log = NULL;

  g_assert_true (ls_runner_run_to_end (runner, NULL));
  log = joined_log (runner);
  g_assert_cmpstr (log, ==, "early|late");
  g_assert_cmpuint (ls_runner_get_time (runner), >=, 2000);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (programs); i++)
    {
      g_autofree char *path = g_strconcat ("/real/", programs[i].name, NULL);

      g_test_add_data_func (path, &programs[i], test_program);
    }
  g_test_add_data_func ("/real/async-lock", "asyncLock", test_lock);
  g_test_add_data_func ("/real/fair-lock", "fairLock", test_lock);
  g_test_add_func ("/real/ended", test_ended);
  g_test_add_func ("/real/deadlock", test_deadlock);
  g_test_add_func ("/real/budgets", test_budgets);
  g_test_add_func ("/real/cancel", test_cancel);
  g_test_add_func ("/real/output", test_output);
  g_test_add_func ("/real/output-dropped", test_output_dropped);
  g_test_add_func ("/real/one", test_one);

  return g_test_run ();
}
