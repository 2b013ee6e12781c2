/* test-codes.c: tasks of steps whose bodies are JavaScript
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "script-util.h"

#include "ls-source-check.h"

#define AT(turn, microtask) "{\"at\":{\"turn\":" #turn ",\"microtask\":" #microtask "},\"do\":"
#define JS(text, more) "{\"op\":\"postTask\",\"javascript\":\"" text "\"" more "}"
#define LOG(text) "{\"op\":\"log\",\"text\":\"" text "\"}"
#define CONTROLLER(name, priority) "{\"op\":\"controller\",\"name\":\"" name "\",\"priority\":\"" priority "\"}"

static LsSession *
steps_session_new (const char *main,
                   const char *members)
{
  g_autofree char *text = g_strdup_printf ("{\"format\":\"loopscope-session\",\"version\":1,%s%s\"program\":{\"kind\":\"steps\","
                                           "\"main\":[%s]}}", members != NULL ? members : "", members != NULL ? "," : "", main);
  g_autoptr (GError) error = NULL;
  LsSession *session = ls_session_new_from_data ("test", text, -1, &error);

  g_assert_no_error (error);
  return session;
}

/* With a trace and without, and in single steps. */
static void
assert_prints (LsSession  *session,
               const char *expected)
{
  for (guint i = 0; i < 3; i++)
    {
      LsRunnerOptions options = LS_RUNNER_OPTIONS_INIT;
      ScriptOutput output;
      g_autoptr (LsRunner) runner = NULL;

      options.without_trace = i > 0;
      runner = script_runner_new (session, &options, &output);
      if (i == 2)
        while (ls_runner_step (runner, NULL))
          ;
      else
        ls_runner_run_to_end (runner, NULL);
      g_assert_cmpstr (output.text->str, ==, expected);
      g_assert_cmpstr (ls_runner_get_message (runner), ==, NULL);
      g_assert_cmpint (ls_runner_get_state (runner), ==, LS_RUNNER_FINISHED);
      g_assert_cmpuint (ls_runner_get_unapplied_actions (runner)->len, ==, 0);
      script_output_clear (&output);
    }
}

typedef struct
{
  const char *name;
  const char *main;
  const char *expected;
} Program;

static const Program programs[] = {
  { "runs", JS ("log ('js', 1 + 1)", "") "," LOG ("main"), "main\njs 2\n" },
  { "empty", JS ("", ",\"as\":\"p\"") ",{\"op\":\"await\",\"promise\":\"p\"}," LOG ("after"), "after\n" },
  { "shares-a-realm", JS ("globalThis.n = 7; var own = 1", "") "," JS ("log (n, typeof own)", ""), "7 undefined\n" },
  { "returns", JS ("return 'v'", ",\"as\":\"p\"") ",{\"op\":\"await\",\"promise\":\"p\"}," LOG ("${value}"), "v\n" },
  { "returns-after-await", JS ("await 0; return { a: [1] }", ",\"as\":\"p\"") ",{\"op\":\"await\",\"promise\":\"p\"},"
    LOG ("${value}"), "{ a: [ 1 ] }\n" },
  { "throws-to-steps", JS ("await 0; throw 'r'", ",\"as\":\"p\"") ",{\"op\":\"try\",\"body\":[{\"op\":\"await\","
    "\"promise\":\"p\"}],\"catch\":[" LOG ("caught ${error}") "]}", "caught r\n" },
  { "priorities", JS ("log ('background')", ",\"priority\":\"background\"") "," JS ("log ('visible')", "") ","
    JS ("log ('blocking')", ",\"priority\":\"user-blocking\""), "blocking\nvisible\nbackground\n" },
  { "yield-inherits-priority", JS ("log (1); await scheduler.yield (); log (2)", ",\"priority\":\"background\"") ","
    "{\"op\":\"postTask\",\"body\":[{\"op\":\"work\",\"ms\":1}," LOG ("steps") "],\"priority\":\"background\"},"
    "{\"op\":\"timer\",\"ms\":0,\"body\":[{\"op\":\"postTask\",\"body\":[" LOG ("visible") "]}]}",
    "visible\n1\n2\nsteps\n" },
  { "yield-follows-signal", CONTROLLER ("c", "background") ","
    JS ("log (1); await scheduler.yield (); log (2)", ",\"signal\":\"c\"") ","
    "{\"op\":\"postTask\",\"body\":[" LOG ("visible") ",{\"op\":\"setPriority\",\"controller\":\"c\",\"priority\":\"user-blocking\"}]},"
    "{\"op\":\"postTask\",\"body\":[" LOG ("visible 2") "]}", "visible\n1\n2\nvisible 2\n" },
  { "yield-is-aborted", CONTROLLER ("c", "background") ","
    JS ("try { for (;;) { work (1); await scheduler.yield () } } catch (e) { log (e, performance.now () > 3) }", ",\"signal\":\"c\"")
    ",{\"op\":\"timer\",\"ms\":5,\"body\":[{\"op\":\"abort\",\"controller\":\"c\",\"reason\":\"r\"}]}", "r true\n" },
  { "aborted-while-queued", CONTROLLER ("c", "background") ","
    JS ("log ('never')", ",\"signal\":\"c\",\"as\":\"p\"") ",{\"op\":\"abort\",\"controller\":\"c\",\"reason\":\"r\"},"
    "{\"op\":\"try\",\"body\":[{\"op\":\"await\",\"promise\":\"p\"}],\"catch\":[" LOG ("${error}") "]}", "r\n" },
  { "posted-to-aborted", "{\"op\":\"abortedSignal\",\"name\":\"s\",\"reason\":\"r\"},"
    JS ("log ('never')", ",\"signal\":\"s\",\"as\":\"p\"")
    ",{\"op\":\"try\",\"body\":[{\"op\":\"await\",\"promise\":\"p\"}],\"catch\":[" LOG ("${error}") "]}", "r\n" },
  { "posts-inside", JS ("scheduler.postTask (() => log ('inner')); log ('outer')", ""), "outer\ninner\n" },
  { "delay", JS ("log (performance.now ().toFixed (0))", ",\"delay\":7.9"), "7\n" },
  { "count-and-every", JS ("log (performance.now ().toFixed (0))", ",\"count\":4,\"every\":2.5,\"delay\":1"), "1\n3\n6\n8\n" },
  { "count-of-nothing", JS ("log ('never')", ",\"count\":0") "," LOG ("end"), "end\n" },
  { "huge-delay", JS ("log ('never')", ",\"delay\":1e300,\"as\":\"p\"") ",{\"op\":\"try\",\"body\":[{\"op\":\"await\","
    "\"promise\":\"p\"}],\"catch\":[" LOG ("refused") "]}", "refused\n" },
  { "in-a-body", "{\"op\":\"postTask\",\"body\":[{\"op\":\"repeat\",\"times\":2,\"body\":[" JS ("log ('js')", "") "]}]}", "js\njs\n" },
  { "microtasks-in-order", JS ("log (1); Promise.resolve ().then (() => log (3)); queueMicrotask (() => log (4)); log (2)", "") ","
    JS ("log (5)", ""), "1\n2\n3\n4\n5\n" },
  { "sloppy", JS ("log (this === globalThis, arguments.length, typeof new.target)", ""), "true 0 undefined\n" },
  { "comment-at-the-end", JS ("log (1) // no more", ""), "1\n" },
};

static void
test_program (gconstpointer data)
{
  const Program *test = data;
  g_autoptr (LsSession) session = steps_session_new (test->main, NULL);

  assert_prints (session, test->expected);
}

/* On top of a program in JavaScript: its realm, what its scripts declare, its signals. */
static const char script[] = "const c = new TaskController ({ priority: 'background' });\n"
                             "var greeting = 'hello';\n"
                             "const lexical = 'seen';\n"
                             "addEventListener ('unhandledrejection', e => { log ('unhandled', e.reason.message); e.preventDefault (); });\n"
                             "scheduler.postTask (() => log ('low'), { signal: c.signal }).catch (e => log (e));\n"
                             "scheduler.postTask (() => log ('middle'));\n";

static const Program actions[] = {
  { "globals", AT (1, 0) JS ("log (greeting, lexical, typeof script)", "") "}", "middle\nhello seen undefined\nlow\n" },
  { "signal", AT (1, 0) JS ("log ('mine'); await scheduler.yield (); log ('again')", ",\"signal\":\"c\"") "}",
    "middle\nlow\nmine\nagain\n" },
  { "signal-raised", AT (1, 0) JS ("log ('mine')", ",\"signal\":\"c\"") "},"
    AT (1, 0) "{\"op\":\"setPriority\",\"controller\":\"c\",\"priority\":\"user-blocking\"}}", "low\nmine\nmiddle\n" },
  { "signal-aborted", AT (1, 0) JS ("log ('never')", ",\"signal\":\"c\"") "},"
    AT (1, 0) "{\"op\":\"abort\",\"controller\":\"c\",\"reason\":\"r\"}}", "r\nmiddle\nunhandled undefined\n" },
  { "program-sees-rejection", AT (1, 0) JS ("throw new Error ('x')", ",\"priority\":\"user-blocking\"") "}",
    "middle\nunhandled x\nlow\n" },
  { "at-statement", "{\"at\":{\"turn\":2,\"statement\":1},\"do\":" JS ("log ('mine')", ",\"priority\":\"user-blocking\"") "}",
    "middle\nmine\nlow\n" },
  { "inside-of-another", AT (1, 0) JS ("log ('mine 1'); log ('mine 2')", ",\"priority\":\"user-blocking\"") "},"
    "{\"at\":{\"turn\":2,\"statement\":2},\"do\":" LOG ("between") "}", "mine 1\nbetween\nmine 2\nmiddle\nlow\n" },
  { "names-of-its-own", AT (1, 0) JS ("const mine = new TaskController (); globalThis.keep = mine; "
                                      "mine.signal.onabort = () => log ('aborted')", ",\"priority\":\"user-blocking\"") "},"
    AT (2, 0) "{\"op\":\"abort\",\"controller\":\"mine\"}}", "aborted\nmiddle\nlow\n" },
};

static void
test_action (gconstpointer data)
{
  const Program *test = data;
  const char *const scripts[] = { script, NULL };
  g_autofree char *members = g_strdup_printf ("\"actions\":[%s]", test->main);
  g_autoptr (LsSession) session = script_session_new (scripts, members);

  assert_prints (session, test->expected);
}

/* The same task, posted by the program: the records tell no difference but the names of places. */
static void
test_as_posted_by_the_program (void)
{
  static const char body[] = "log (1); await scheduler.yield (); scheduler.postTask (() => log (2)); await null; return 3";
  g_autofree char *by_script = g_strdup_printf ("const c = new TaskController (); scheduler.postTask (async function task () { %s }, "
                                                "{ signal: c.signal })", body);
  g_autofree char *members = g_strdup_printf ("\"actions\":[" AT (1, 0) "{\"op\":\"postTask\",\"javascript\":\"%s\","
                                              "\"signal\":\"c\"}}]", body);
  const char *const scripts[2][2] = { { by_script, NULL }, { "const c = new TaskController ();", NULL } };
  char *seen[2] = { NULL, NULL };

  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (LsSession) session = script_session_new (scripts[i], i == 0 ? NULL : members);
      ScriptOutput output;
      g_autoptr (LsRunner) runner = script_runner_new (session, NULL, &output);
      LsTrace *trace = ls_runner_get_trace (runner);
      g_autoptr (GString) text = g_string_new (NULL);
      gboolean is_there = FALSE;

      ls_runner_run_to_end (runner, NULL);
      for (gsize j = 0; j < ls_trace_get_length (trace); j++)
        {
          LsRecord record;

          ls_trace_get_record (trace, j, &record);
          is_there = is_there || record.kind == LS_RECORD_TASK_POSTED;
          if (is_there && record.kind != LS_RECORD_STATEMENT && record.kind != LS_RECORD_ACTION_FINISHED &&
              record.kind != LS_RECORD_TASK_FINISHED)
            g_string_append_printf (text, "%d %u %u %u\n", record.kind, record.subject, record.object, record.priority);
        }
      g_assert_true (is_there);
      seen[i] = g_string_free (g_steal_pointer (&text), FALSE);
      script_output_clear (&output);
    }
  g_assert_cmpstr (seen[0], ==, seen[1]);
  g_free (seen[0]);
  g_free (seen[1]);
}

static char *
run_for_uncaught (LsSession *session)
{
  ScriptOutput output;

  script_run (session, NULL, &output);
  g_clear_pointer (&output.message, g_free);
  return g_string_free (g_steal_pointer (&output.text), FALSE);
}

/* Errors have lines and columns of the text, on the first line and on others. */
static void
test_places (void)
{
  static const char *const cases[][2] = {
    { "undefinedName", "uncaught /program/main/0/javascript:1:1: Uncaught (in promise) ReferenceError: " },
    { "log (1);\\n  null.x;", "1\nuncaught /program/main/0/javascript:2:8: Uncaught (in promise) TypeError: " },
    { "throw 5", "uncaught /program/main/0/javascript:1:1: Uncaught (in promise) 5" },
    { "await 0;\\n throw 6", "uncaught /program/main/0/javascript:2:2: Uncaught (in promise) 6" },
    { "await 0;\\n\\n throw new Error ('e');", "uncaught /program/main/0/javascript:3:8: Uncaught (in promise) Error: e" },
    { "const f = () => { throw new Error ('in') }; setTimeout (f)", "uncaught /program/main/0/javascript:1:25: Uncaught Error: in" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *step = g_strdup_printf (JS ("%s", ""), cases[i][0]);
      g_autoptr (LsSession) session = steps_session_new (step, NULL);
      g_autofree char *text = run_for_uncaught (session);

      g_assert_true (g_str_has_prefix (text, cases[i][1]) || (g_print ("# %s", text), FALSE));
    }
}

static void
test_syntax_errors (void)
{
  static const char *const cases[][2] = {
    { "foo (", ":1:6: SyntaxError: Unexpected token" },
    { "ok ();\\n  }", ":2:4: SyntaxError: Unexpected token" },
    { "}), (function(){", ":1:1: SyntaxError: Unexpected token" },
    { "/* x", ":1:1: SyntaxError: Unterminated comment" },
    { "'use strict';\\nwith (a) {}", ":2:1: SyntaxError: 'with' in strict mode" },
    { "let a; let a", ":1:12: SyntaxError: Identifier 'a' has already been declared" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *step = g_strdup_printf (JS ("%s", ""), cases[i][0]);
      g_autoptr (LsSession) session = steps_session_new (step, NULL);
      g_autofree char *expected = g_strconcat ("/program/main/0/javascript", cases[i][1], NULL);
      g_autoptr (GError) error = NULL;

      g_assert_null (ls_runner_new (session, NULL, &error));
      g_assert_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_PROGRAM);
      g_assert_cmpstr (error->message, ==, expected);
    }
}

/* An endless body is ended by the budget, and by who does not want to wait. */
static void
test_endless (void)
{
  g_autoptr (LsSession) session = steps_session_new (JS ("for (;;) log.length", ""), "\"settings\":{\"budget\":{\"steps\":5000}}");
  ScriptOutput output;

  script_run (session, NULL, &output);
  g_assert_cmpint (output.state, ==, LS_RUNNER_BUDGET_EXCEEDED);
  g_assert_nonnull (strstr (output.message, "5000 steps and statements"));
  script_output_clear (&output);
}

static gpointer
cancel (gpointer data)
{
  g_cancellable_cancel (data);
  return NULL;
}

static void
test_cancelled (void)
{
  g_autoptr (LsSession) session = steps_session_new (JS ("for (;;) ;", ""), "\"settings\":{\"budget\":{\"steps\":1000000000}}");
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  ScriptOutput output;
  g_autoptr (LsRunner) runner = script_runner_new (session, NULL, &output);
  GThread *thread = g_thread_new ("cancel", cancel, cancellable);

  ls_runner_run_to_end (runner, cancellable);
  g_thread_join (thread);
  g_assert_cmpint (ls_runner_get_state (runner), !=, LS_RUNNER_FINISHED);
  script_output_clear (&output);
}

/* The file that is saved gives the same trace. */
static void
test_replay (void)
{
  static const char text[] = AT (1, 0) JS ("const t = performance.now ();\\nawait scheduler.yield ();\\nlog (Math.random ())",
                                           ",\"count\":3,\"every\":10,\"signal\":\"c\"") "}";
  g_autofree char *members = g_strdup_printf ("\"actions\":[%s]", text);
  g_autoptr (LsSession) session = steps_session_new (CONTROLLER ("c", "background"), members);
  g_autofree char *data = ls_session_to_data (session, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (LsSession) again = ls_session_new_from_data ("again", data, -1, &error);
  char *hashes[2] = { NULL, NULL };

  g_assert_no_error (error);
  g_assert_nonnull (strstr (data, "\"javascript\": \"const t = performance.now ();\\nawait"));
  for (guint i = 0; i < 2; i++)
    {
      ScriptOutput output;
      g_autoptr (LsRunner) runner = script_runner_new (i == 0 ? session : again, NULL, &output);

      ls_runner_run_to_end (runner, NULL);
      hashes[i] = ls_trace_hash (ls_runner_get_trace (runner));
      script_output_clear (&output);
    }
  g_assert_cmpstr (hashes[0], ==, hashes[1]);
  g_free (hashes[0]);
  g_free (hashes[1]);
}

/* Conditions of breakpoints, and expressions, find their lines in the text. */
static void
test_breakpoints (void)
{
  g_autoptr (LsSession) session = steps_session_new (JS ("let i = 1;\\nfor (; i < 4; i++)\\n  log (i);", ""), NULL);
  const LsBreakpoint breakpoints[] = {
    { .script = "/program/main/0/javascript", .line = 3, .condition = "i === 2" },
    { .script = "/program/main/0/javascript", .line = 1, .condition = "true" },
    { .script = "/program/main/0/javascript", .line = 1, .condition = "1 +" },
  };
  const LsProgramOptions program_options = { .breakpoints = breakpoints, .n_breakpoints = G_N_ELEMENTS (breakpoints) };
  LsRunnerOptions options = LS_RUNNER_OPTIONS_INIT;
  ScriptOutput output;
  g_autoptr (LsRunner) runner = NULL;
  g_autoptr (GString) seen = g_string_new (NULL);

  options.program_options = &program_options;
  runner = script_runner_new (session, &options, &output);
  ls_runner_run_to_end (runner, NULL);
  for (gsize i = 0; i < ls_trace_get_length (ls_runner_get_trace (runner)); i++)
    {
      LsRecord record;

      ls_trace_get_record (ls_runner_get_trace (runner), i, &record);
      if (record.kind == LS_RECORD_BREAKPOINT)
        g_string_append_printf (seen, "%u %s|", record.subject, ls_trace_get_text (ls_runner_get_trace (runner), record.text));
    }
  g_assert_cmpstr (seen->str, ==, "1 /program/main/0/javascript:1:1|0 /program/main/0/javascript:3:3|");
  g_assert_nonnull (ls_runner_get_breakpoint_error (runner, 2));
  script_output_clear (&output);
}

static void
test_evaluate (void)
{
  g_autoptr (LsSession) session = steps_session_new (JS ("let i = 40; i += 2; log (i)", ""), NULL);
  const LsStamp stamp = { .turn = 2, .statement = 3 };
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *value = NULL;
  gboolean threw;

  ls_session_evaluate_async (session, NULL, &stamp, "/program/main/0/javascript", 1, 21, "i", NULL, script_take_result, &result);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  value = ls_session_evaluate_finish (session, result, &threw, &error);
  g_assert_no_error (error);
  g_assert_false (threw);
  g_assert_cmpstr (value, ==, "42");
}

static LsSourceCheck *
check (const char *source,
       gboolean    is_body)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  LsSourceCheck *found;

  ls_source_check_async (source, is_body ? NULL : "main.js", NULL, script_take_result, &result);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  found = ls_source_check_finish (result, &error);
  g_assert_no_error (error);
  return found;
}

/* What is found out about texts while nobody waits: errors, and lines to stop at. */
static void
test_check (void)
{
  static const struct
  {
    const char *source;
    gboolean    is_body;
    guint       line, column;
    const char *lines;
  } cases[] = {
    { "", FALSE, 0, 0, "" },
    { "// nothing\n\n", FALSE, 0, 0, "" },
    { "const a = 1;\nfunction f () {\n  // here\n  log (a);\n}\n\nf ();\n", FALSE, 0, 0, "1 4 7" },
    { "if (a) {\n  b ();\n}\nelse\n  c ();\n", FALSE, 0, 0, "1 2 5" },
    { "await 1;\nlog (\n  2);\n", FALSE, 0, 0, "1 2" },
    { "let a = (;", FALSE, 1, 10, "" },
    { "a ();\nb (", FALSE, 2, 4, "" },
    { "return 1;", FALSE, 1, 1, "" },
    { "return await 1;\n  \nlog ();", TRUE, 0, 0, "1 3" },
    { "\n  \xf0\x9f\x98\x80", TRUE, 2, 3, "" },
    { "a (", TRUE, 1, 4, "" },
  };
  g_autoptr (LsSourceCheck) last = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (LsSourceCheck) found = check (cases[i].source, cases[i].is_body);
      g_autoptr (GString) lines = g_string_new (NULL);

      for (guint j = 0; j < found->n_lines; j++)
        g_string_append_printf (lines, "%s%u", j > 0 ? " " : "", found->lines[j]);
      g_assert_cmpuint (found->line, ==, cases[i].line);
      g_assert_cmpuint (found->column, ==, cases[i].column);
      g_assert_cmpint (found->message != NULL, ==, cases[i].line > 0);
      g_assert_cmpstr (lines->str, ==, cases[i].lines);
    }

  last = check (cases[2].source, FALSE);
  g_assert_cmpuint (ls_source_check_find_line (last, 1), ==, 1);
  g_assert_cmpuint (ls_source_check_find_line (last, 2), ==, 4);
  g_assert_cmpuint (ls_source_check_find_line (last, 5), ==, 7);
  g_assert_cmpuint (ls_source_check_find_line (last, 9), ==, 7);
  g_clear_pointer (&last, ls_source_check_free);
  last = check ("// only this", FALSE);
  g_assert_cmpuint (ls_source_check_find_line (last, 1), ==, 0);
}

/* Comments are told from what looks like one, also in TypeScript, in modules and behind letters of several bytes. */
static void
test_check_comments (void)
{
  static const struct
  {
    const char *source;
    const char *script;
    const char *comments;
  } cases[] = {
    { "// one\nlog ('// no', `// no ${1 // two\n}`, /[/]/ ); // three\r\n/* // no */", "main.js", "1:// one 2:// two 3:// three" },
    { "#! no\n/* no\n*/ // \xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\xe2\x80\xa8'\xf0\x9f\x98\x80' // last", "main.js", "3:// \xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80 4:// last" },
    { "import './a.js'; // one\nawait 1; // two", "main.js", "1:// one 2:// two" },
    { "const a: number = 1; // one\n", "main.ts", "1:// one" },
    { "let a = (; // one", "main.js", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (LsSourceCheck) found = ls_source_check_wait (cases[i].source, cases[i].script, &error);
      g_autoptr (GString) comments = g_string_new (NULL);

      g_assert_no_error (error);
      if (found->message != NULL && strstr (found->message, "typescript.js") != NULL)
        continue;
      for (guint j = 0; j < found->n_comments; j++)
        {
          const LsSourceComment *comment = &found->comments[j];

          g_string_append_printf (comments, "%s%u:", j > 0 ? " " : "", comment->line);
          g_string_append_len (comments, cases[i].source + comment->start, comment->end - comment->start);
        }
      g_assert_cmpstr (comments->str, ==, cases[i].comments);
    }
}

/* Of those that are asked for one after the other the older ones, which nobody wants to know of any more, end at once. */
static void
test_check_cancelled (void)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GAsyncResult) first = NULL;
  g_autoptr (GAsyncResult) second = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (LsSourceCheck) found = NULL;

  ls_source_check_async ("a (", FALSE, cancellable, script_take_result, &first);
  g_cancellable_cancel (cancellable);
  ls_source_check_async ("a ()", FALSE, NULL, script_take_result, &second);
  while (first == NULL || second == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_assert_null (ls_source_check_finish (first, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  found = ls_source_check_finish (second, NULL);
  g_assert_nonnull (found);
  g_assert_null (found->message);
}

static void
test_too_many (void)
{
  g_autoptr (GString) main = g_string_new (NULL);
  g_autoptr (LsSession) session = NULL;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 10001; i++)
    g_string_append_printf (main, "%s" JS ("", ""), i > 0 ? "," : "");
  session = steps_session_new (main->str, NULL);
  g_assert_null (ls_runner_new (session, NULL, &error));
  g_assert_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_LIMIT);
}

int
main (int   argc,
      char *argv[])
{
  g_setenv ("TZ", "UTC", TRUE);
  g_test_init (&argc, &argv, NULL);
  ls_script_register ();

  for (guint i = 0; i < G_N_ELEMENTS (programs); i++)
    {
      g_autofree char *path = g_strconcat ("/codes/steps/", programs[i].name, NULL);

      g_test_add_data_func (path, &programs[i], test_program);
    }
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    {
      g_autofree char *path = g_strconcat ("/codes/actions/", actions[i].name, NULL);

      g_test_add_data_func (path, &actions[i], test_action);
    }
  g_test_add_func ("/codes/as-posted-by-the-program", test_as_posted_by_the_program);
  g_test_add_func ("/codes/places", test_places);
  g_test_add_func ("/codes/syntax-errors", test_syntax_errors);
  g_test_add_func ("/codes/endless", test_endless);
  g_test_add_func ("/codes/cancelled", test_cancelled);
  g_test_add_func ("/codes/replay", test_replay);
  g_test_add_func ("/codes/breakpoints", test_breakpoints);
  g_test_add_func ("/codes/evaluate", test_evaluate);
  g_test_add_func ("/codes/check", test_check);
  g_test_add_func ("/codes/check-comments", test_check_comments);
  g_test_add_func ("/codes/check-cancelled", test_check_cancelled);
  g_test_add_func ("/codes/too-many", test_too_many);

  return g_test_run ();
}
