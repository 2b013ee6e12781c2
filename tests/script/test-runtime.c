/* test-runtime.c: programs in JavaScript as the session sees them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <stdio.h>

#include <glib/gstdio.h>

#include "ls-engine-thread.h"
#include "ls-program-runtime.h"
#include "ls-script-realm-private.h"
#include "sanitized.h"
#include "script-util.h"

#define SCRIPTS(...) ((const char *const[]) { __VA_ARGS__, NULL })

/* Output */

static void
test_levels (void)
{
  script_assert_prints (SCRIPTS ("console.log ('a'); console.warn ('b'); console.error ('c'); console.info ('d');"
                                 "console.debug ('e'); setTimeout (() => console.warn ('f'));"),
                        NULL, "a\nwarn b\nerror c\ninfo d\ndebug e\nwarn f\n");
}

typedef struct
{
  const char *name;
  const char *scripts[4];
  const char *expected;
} Printed;

static const Printed errors[] = {
  { "script", { "log (1);\n  throw new Error ('x');" }, "1\nuncaught main.js:2:9: Uncaught Error: x\n" },
  { "type-error", { "\n\nnull.x;" }, NULL },
  { "no-error", { "throw { a: 1 };" }, NULL },
  { "second-script", { "function f () {\n  throw new TypeError ('y');\n}", "log (2);\n f ();" },
    "2\nuncaught main.js:2:9: Uncaught TypeError: y\n" },
  { "scripts-go-on", { "throw new Error ('a');", "throw new Error ('b');", "log ('c');" },
    "uncaught main.js:1:7: Uncaught Error: a\nuncaught script-2.js:1:7: Uncaught Error: b\nc\n" },
  { "timer", { "setTimeout (() => {\n  throw new RangeError ('t');\n});" },
    "uncaught main.js:2:9: Uncaught RangeError: t\n" },
  { "microtask", { "queueMicrotask (() => { throw new Error ('m'); });" }, "uncaught main.js:1:31: Uncaught Error: m\n" },
  { "async", { "async function f () {\n  await null;\n  throw new Error ('z');\n}\nf ();" },
    "uncaught main.js:3:9: Uncaught (in promise) Error: z\n" },
  { "arrow", { "const f = async x => { await x; throw new Error (x); };\nf (1);" },
    "uncaught main.js:1:39: Uncaught (in promise) Error: 1\n" },
  { "no-error-place", { "log (1);\n  throw 5;" }, "1\nuncaught main.js:2:3: Uncaught 5\n" },
  { "no-error-in-promise", { "(async () => { await 1;\n throw null; }) ();" }, "uncaught main.js:2:2: Uncaught (in promise) null\n" },
  { "no-error-in-worker", { "new Worker (() => {\n setTimeout (() => { throw 6; }); });" }, "uncaught main.js:2:22: Uncaught 6\n" },
  { "text", { "log (1);\nsetTimeout ('1;\\n throw 7');" }, "1\nuncaught main.js:2 > setTimeout:2:2: Uncaught 7\n" },
  { "text-error", { "setTimeout ('x.y');" }, "uncaught main.js:1 > setTimeout:1:1: Uncaught ReferenceError: Can't find variable: x\n" },
  { "rejection", { "Promise.reject (5);" }, "uncaught Uncaught (in promise) 5\n" },
  { "handled-late", { "const p = Promise.reject (5); queueMicrotask (() => p.catch (() => log ('handled')));" }, "handled\n" },
  { "task", { "scheduler.postTask (() => {\n throw new Error ('t'); });" },
    "uncaught main.js:2:8: Uncaught (in promise) Error: t\n" },
  { "listener", { "addEventListener ('x', () => { throw new Error ('l') });\ndispatchEvent (new Event ('x')); log (1);" },
    "uncaught main.js:1:38: Uncaught Error: l\n1\n" },
  { "eval-syntax", { "try { eval ('let let'); } catch (e) { log (e.name) }" }, "SyntaxError\n" },
};

static void
test_error (gconstpointer data)
{
  const Printed *test = data;

  if (test->expected == NULL)
    {
      g_autoptr (LsSession) session = script_session_new (test->scripts, NULL);
      ScriptOutput output;

      script_run (session, NULL, &output);
      g_assert_true (g_str_has_prefix (output.text->str, "uncaught "));
      g_assert_cmpint (output.state, ==, LS_RUNNER_FINISHED);
      script_output_clear (&output);
    }
  else
    script_assert_prints (test->scripts, NULL, test->expected);
}

/* Programs that cannot be parsed do not run; the message has the place. */
static void
test_syntax (void)
{
  static const struct
  {
    const char *source;
    const char *place;
  } cases[] = {
    { "log (1);\nlet a = ;", "main.js:2:9: SyntaxError: " },
    { "export { a };", "main.js:1:10: SyntaxError: Export 'a' is not defined" },
    { "log (1);\n  { export default 1; }", "main.js:2:5: SyntaxError: 'import' and 'export' may only appear at the top level" },
    { "async () => {\n  await 1", "main.js:2:10: SyntaxError: " },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    for (guint traced = 0; traced < 2; traced++)
      {
        g_autoptr (LsSession) session = script_session_new_simple (cases[i].source);
        g_autoptr (GError) error = NULL;
        LsRunnerOptions options = LS_RUNNER_OPTIONS_INIT;

        options.without_trace = !traced;
        if (i == 0 && !traced)
          continue;
        g_assert_null (ls_runner_new (session, &options, &error));
        g_assert_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_PROGRAM);
        if (!g_str_has_prefix (error->message, cases[i].place))
          g_error ("%s, expected %s", error->message, cases[i].place);
      }
}

/* What the public JSON files of the transformation's errors say holds of sessions too. */
static void
test_syntax_table (void)
{
  g_autofree char *path = g_build_filename (g_getenv ("LS_TEST_SOURCE_ROOT"), "tests", "script", "transform", "errors.json",
                                            NULL);
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (GError) error = NULL;
  JsonArray *cases;

  json_parser_load_from_file (parser, path, &error);
  g_assert_no_error (error);
  cases = json_node_get_array (json_parser_get_root (parser));
  g_assert_cmpuint (json_array_get_length (cases), >, 10);
  for (guint i = 0; i < json_array_get_length (cases); i += TIMES (1, 4))
    {
      JsonObject *test = json_array_get_object_element (cases, i);
      const char *source = json_object_get_string_member (test, "source");
      const gint64 line = json_object_get_int_member_with_default (test, "line", 0);
      g_autoptr (LsSession) session = script_session_new_simple (source);
      g_autoptr (GError) failure = NULL;
      g_autoptr (LsRunner) runner = ls_runner_new (session, NULL, &failure);

      if (line == 0)
        g_assert_no_error (failure);
      else
        {
          g_autofree char *expected = g_strdup_printf ("main.js:%d:%d: SyntaxError: %s", (int) line,
                                                       (int) json_object_get_int_member (test, "column"),
                                                       json_object_get_string_member (test, "message"));

          g_assert_nonnull (failure);
          g_assert_cmpstr (failure->message, ==, expected);
        }
    }
}

/* Actions and expectations */

static void
test_actions (void)
{
  static const char script[] = "const c = new TaskController ({ priority: 'background' });\n"
                               "scheduler.postTask (() => log ('low'), { signal: c.signal }).catch (() => { });\n"
                               "scheduler.postTask (() => log ('middle'));\n"
                               "scheduler.postTask (() => log ('never'), { signal: c.signal }).catch (e => log (e.name));\n";

  script_assert_prints (SCRIPTS (script),
                        "\"actions\":[{\"at\":{\"turn\":1,\"microtask\":0},"
                        "\"do\":{\"op\":\"setPriority\",\"controller\":\"c\",\"priority\":\"user-blocking\"}}]",
                        "low\nnever\nmiddle\n");
  script_assert_prints (SCRIPTS (script),
                        "\"actions\":[{\"at\":{\"turn\":1,\"microtask\":0},\"do\":{\"op\":\"abort\",\"controller\":\"c\"}}]",
                        "AbortError\nmiddle\n");
}

static void
test_check (void)
{
  g_autoptr (LsSession) session = script_session_new (
       SCRIPTS ("scheduler.postTask (function low () { log ('low') }, { priority: 'background' });"
                "scheduler.postTask (function high () { log ('high') }, { priority: 'user-blocking' });"),
       "\"expectations\":[{\"log\":[\"high\",\"low\"]},{\"order\":[\"high\",\"low\"]},{\"order\":[\"low\",\"high\"]}]");
  g_autoptr (GPtrArray) results = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_false (ls_session_check (session, NULL, &results, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (results->len, ==, 3);
  g_assert_true (((LsCheckResult *) results->pdata[0])->passed);
  g_assert_true (((LsCheckResult *) results->pdata[1])->passed);
  g_assert_false (((LsCheckResult *) results->pdata[2])->passed);
}

/* Expressions */

static void
test_evaluate (void)
{
  static const char script[] = "function f (a) {\n"
                               "  let b = a + 1;\n"
                               "  return b;\n"
                               "}\n"
                               "f.call ({ x: 7 }, 2);\n"
                               "(async () => {\n"
                               "  const local = 'l';\n"
                               "  await null;\n"
                               "  log (local);\n"
                               "}) ();\n"
                               "const g = y => y * 2;\n"
                               "g (21);\n";
  static const struct
  {
    guint       line;
    const char *expression;
    const char *expected;
    gboolean    threw;
  } cases[] = {
    { 3, "b", "3", FALSE },
    { 3, "this.x", "7", FALSE },
    { 3, "arguments.length", "1", FALSE },
    { 9, "local", "'l'", FALSE },
    { 3, "nothing", NULL, TRUE },
    { 12, "g (1)", "2", FALSE },
  };
  g_autoptr (LsSession) session = script_session_new_simple (script);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *text = NULL;
      gboolean threw = FALSE;

      text = script_evaluate (session, cases[i].line, 1, cases[i].expression, &threw, &error);
      g_assert_no_error (error);
      g_assert_cmpint (threw, ==, cases[i].threw);
      if (cases[i].expected != NULL)
        g_assert_cmpstr (text, ==, cases[i].expected);
    }
}

static void
test_breakpoints (void)
{
  g_autoptr (LsSession) session = script_session_new_simple ("for (let i = 0; i < 5; i++)\n  log (i);");
  LsBreakpoint breakpoint = { .script = "main.js", .line = 2, .condition = "i % 2 == 0" };
  LsProgramOptions program_options = { .breakpoints = &breakpoint, .n_breakpoints = 1 };
  LsRunnerOptions options = LS_RUNNER_OPTIONS_INIT;
  g_autoptr (LsRunner) runner = NULL;
  ScriptOutput output;
  guint n = 0;

  options.program_options = &program_options;
  runner = script_runner_new (session, &options, &output);
  ls_runner_run_to_end (runner, NULL);
  for (gsize i = 0; i < ls_trace_get_length (ls_runner_get_trace (runner)); i++)
    {
      LsRecord record;

      ls_trace_get_record (ls_runner_get_trace (runner), i, &record);
      n += record.kind == LS_RECORD_BREAKPOINT;
    }
  g_assert_cmpuint (n, ==, 3);
  script_output_clear (&output);
}

/* Determinism */

/* Of JavaScriptCore's C API. */
void JSSynchronousGarbageCollectForDebugging (JSContextRef context);

static const LsProgramRuntime *runtime;
static LsScriptRealm *last_realm;

static gpointer
create_realm (LsProgramHost  *host,
              GError        **error)
{
  last_realm = runtime->create (host, error);
  return last_realm;
}

/* @collect: (nullable): called between the steps */
static char *
hash_of_run (LsSession *session,
             void     (*collect) (JSContextRef context))
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  LsProgramRuntime told;
  ScriptOutput output;
  g_autoptr (LsRunner) runner = NULL;
  LsTrace *trace;

  runtime = ls_program_runtime_lookup ("javascript");
  told = *runtime;
  told.create = create_realm;
  ls_program_runtime_register (&told);
  runner = script_runner_new (session, NULL, &output);
  trace = ls_runner_get_trace (runner);
  while (ls_runner_step (runner, NULL))
    if (collect != NULL)
      collect (last_realm->context);
  ls_program_runtime_register (runtime);
  for (gsize i = 0; i < ls_trace_get_length (trace); i++)
    {
      LsRecord record;
      const char *text;

      ls_trace_get_record (trace, i, &record);
      text = record.text != 0 ? ls_trace_get_text (trace, record.text) : "";
      record.text = 0;
      g_checksum_update (checksum, (const guchar *) &record, sizeof record);
      g_checksum_update (checksum, (const guchar *) text, strlen (text));
    }
  g_checksum_update (checksum, (const guchar *) output.text->str, output.text->len);
  script_output_clear (&output);
  return g_strdup (g_checksum_get_string (checksum));
}

static void
test_same_trace (void)
{
  g_autoptr (LsSession) session = script_session_new_simple (
       "log (new Date ().toString (), new Date ().getTimezoneOffset (), Math.random (), Intl.DateTimeFormat ().format ());\n"
       "log (new Date (2020, 0, 1).getTime (), Intl.DateTimeFormat ().resolvedOptions ().timeZone);\n"
       "for (let i = 0; i < 20000; i++) new TaskController ().signal.onabort = () => { };\n"
       "const r = new FinalizationRegistry (x => log ('gone', x));\n"
       "let w; { let o = { }; r.register (o, 1); w = new WeakRef (o); o = null; }\n"
       "setTimeout (() => { new Array (1e6).fill (0).map (x => ({ x })); }, 10);\n"
       "setTimeout (() => { log (w.deref () !== undefined); }, 20);\n"
       "setTimeout (() => { log ('end'); }, 5000);\n");
  g_autofree char *first = hash_of_run (session, NULL);
  g_autofree char *second = hash_of_run (session, NULL);

  g_assert_cmpstr (first, ==, second);
}

/* Nor does it matter when garbage is collected. */
static void
test_same_trace_with_garbage (void)
{
  g_autoptr (LsSession) session = script_session_new_simple (
       "let n = 0, kept = new TaskController ({ priority: 'background' });\n"
       "const signals = [];\n"
       "kept.signal.onprioritychange = () => log ('priority', kept.signal.priority);\n"
       "async function work () {\n"
       "  const c = new TaskController ();\n"
       "  const any = TaskSignal.any ([c.signal, kept.signal]);\n"
       "  any.addEventListener ('abort', () => { n++; });\n"
       "  scheduler.postTask (() => { n++; }, { signal: any }).catch (e => { n += e.name.length; });\n"
       "  await scheduler.yield ();\n"
       "  c.abort ({ toString () { return 'why' } });\n"
       "  AbortSignal.timeout (3).onabort = () => { n++; };\n"
       "}\n"
       "for (let i = 0; i < 40; i++) scheduler.postTask (work, { signal: kept.signal });\n"
       "setTimeout (() => kept.setPriority ('user-blocking'), 2);\n"
       "const w = new WeakRef ({ });\n"
       "setTimeout (() => { log (n, w.deref () !== undefined); Promise.reject (new Error ('e')); }, 50);\n");
  g_autofree char *first = hash_of_run (session, NULL);
  g_autofree char *second = hash_of_run (session, JSGarbageCollect);
  g_autofree char *third = hash_of_run (session, JSSynchronousGarbageCollectForDebugging);

  g_assert_cmpstr (first, ==, second);
  g_assert_cmpstr (first, ==, third);
}

/* Where it is run does not matter either: programs find UTC. */
static void
test_time_zone (void)
{
  g_autofree char *folder = g_dir_make_tmp ("loopscope-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "zone.js", NULL);
  const char *const arguments[] = { g_getenv ("LS_TEST_CLI"), "run", path, NULL };
  g_auto (GStrv) environment = g_environ_setenv (g_get_environ (), "TZ", "Asia/Tokyo", TRUE);
  g_autofree char *output = NULL;
  g_autoptr (GError) error = NULL;
  int status;

  g_assert_true (g_file_set_contents (path, "log (new Date (2020, 0, 1).getTime (), new Date ().getTimezoneOffset (),"
                                      " Intl.DateTimeFormat ().resolvedOptions ().timeZone);", -1, &error));
  g_spawn_sync (NULL, (char **) arguments, environment, G_SPAWN_DEFAULT, NULL, NULL, &output, NULL, &status, &error);
  g_assert_no_error (error);
  g_assert_cmpint (status, ==, 0);
  g_assert_cmpstr (output, ==, "1577836800000 0 UTC\n");
  g_unlink (path);
  g_rmdir (folder);
}

/* Without end programs call themselves as often as the stack allows, and can go on then. */
static void
test_stack (void)
{
  script_assert_prints (SCRIPTS ("let depth = 0;\n"
                                 "function f () { depth++; f (); }\n"
                                 "try { f (); } catch (e) { log (e instanceof RangeError, depth > 1000); }\n"
                                 "scheduler.postTask (() => f ()).catch (e => log (e.name));\n"
                                 "setTimeout (() => log ('end'), 5);"),
                        NULL, "true true\nRangeError\nend\n");
}

/* What is not shared cannot be waited on, and who cannot block cannot wait. */
static void
test_atomics (void)
{
  script_assert_prints (SCRIPTS ("for (const buffer of [new ArrayBuffer (16), new ArrayBuffer (16, { maxByteLength: 32 }), new SharedArrayBuffer (16)])\n"
                                 "  try { Atomics.wait (new Int32Array (buffer), 0, 0); } catch (e) { log (e.name); }\n"
                                 "log (typeof SharedArrayBuffer, typeof WebAssembly);"),
                        NULL, "TypeError\nTypeError\nTypeError\nfunction undefined\n");
}

/* A script that another one names is for workers; others run in the main agent. */
static void
test_scripts_of_workers (void)
{
  const char *const *scripts = SCRIPTS ("const w = new Worker ('./script-2.js');\n"
                                        "w.onmessage = e => { log ('main', e.data); w.terminate (); };\n"
                                        "const v = new Worker (\"script-4.js\", { name: 'v' });\n"
                                        "v.onerror = e => { log (e.message, e.filename, e.lineno, e.colno); return false; };",
                                        "importScripts ('script-3.js', `script-3.js`); postMessage ([typeof window, n, twice (n)]);",
                                        "var n = (globalThis.n ?? 0) + 1; async function f () { } log (n, f.name); function twice (x) { return x * 2; }",
                                        "\n  null.x;",
                                        "log ('fifth', typeof n);");

  script_assert_prints (scripts, NULL, "fifth undefined\n1 f\n2 f\nmain undefined,2,4\nUncaught TypeError: null is not an object "
                        "(evaluating 'null.x') script-4.js 2 8\n");
}

/* Of several scripts those run that can be read. The error of another is reported in its turn. */
static void
test_unreadable_script (void)
{
  const char *const *scripts = SCRIPTS ("log (1);\n"
                                        "addEventListener ('error', e => {\n"
                                        "  log (e.message, e.filename, e.lineno, e.colno, e.error instanceof SyntaxError);\n"
                                        "  e.preventDefault ();\n"
                                        "});",
                                        "log (2);\nlet a = ;", "log (3);");
  g_autoptr (LsSession) session = script_session_new (scripts, NULL);
  g_autoptr (LsRunner) runner = ls_runner_new (session, NULL, NULL);

  g_assert_nonnull (runner);
  g_assert_cmpstr (ls_runner_get_script_error (runner), ==, "script-2.js:2:9: SyntaxError: Unexpected token");
  script_assert_prints (scripts, NULL, "1\nUncaught SyntaxError: Unexpected token script-2.js 2 9 true\n3\n");
}

/* A program that cannot be run, as the window sees it. */
static void
test_engine_thread (void)
{
  g_autoptr (LsSession) session = script_session_new (SCRIPTS ("log (2);\nlet a = ;"), NULL);
  g_autoptr (LsEngineThread) engine = ls_engine_thread_new ();
  g_autoptr (LsScript) script = NULL;
  g_autoptr (GError) error = NULL;
  guint line = 0, column = 0;

  g_assert_true (ls_engine_thread_start (engine, session, NULL, &error));
  g_assert_no_error (error);
  while (ls_engine_thread_get_running (engine))
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpint (ls_engine_thread_get_state (engine), ==, LS_RUNNER_FAILED);
  g_assert_true (g_str_has_prefix (ls_engine_thread_get_message (engine), "main.js:2:9: SyntaxError: "));
  g_assert_true (ls_engine_thread_get_place (engine, &script, &line, &column));
  g_assert_cmpstr (ls_script_get_name (script), ==, "main.js");
  g_assert_cmpuint (line, ==, 2);
  g_assert_cmpuint (column, ==, 9);
}

/* Nothing outside */

static void
test_globals (void)
{
  script_assert_prints (SCRIPTS ("const names = ['$vm', 'load', 'readFile', 'read', 'print', 'run', 'quit', 'gc', 'process', 'require',"
                                 " 'fetch', 'XMLHttpRequest', 'WebSocket', 'host', 'realm', 'imports',"
                                 " 'document', 'localStorage', 'indexedDB', 'importScripts', 'createGlobalObject', 'readline'];\n"
                                 "for (const n of names) if (n in globalThis) log (n);\n"
                                 "log (Object.keys (globalThis).includes ('__ls'));"),
                        NULL, "false\n");
}

/* Realms */

static gpointer
run_some (gpointer data)
{
  for (guint i = 0; i < 3; i++)
    script_assert_prints (SCRIPTS ("scheduler.postTask (async () => { await scheduler.yield (); log ('a'); }); log ('b');"),
                          NULL, "b\na\n");
  return NULL;
}

static void
test_threads (void)
{
  GThread *threads[4];

  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("run", run_some, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_thread_join (threads[i]);
}

/* Several on one thread, step by step in turn. */
static void
test_alternating (void)
{
  g_autoptr (LsSession) session = script_session_new_simple (
       "let n = 0; const c = new TaskController ();\n"
       "(async () => { for (let i = 0; i < 20; i++) { await scheduler.yield (); n++; } log (n); }) ();\n"
       "setTimeout (() => c.abort (), 5); c.signal.onabort = () => log ('abort');");
  LsRunner *runners[4];
  ScriptOutput outputs[4];
  gboolean more = TRUE;

  for (guint i = 0; i < G_N_ELEMENTS (runners); i++)
    runners[i] = script_runner_new (session, NULL, &outputs[i]);
  while (more)
    {
      more = FALSE;
      for (guint i = 0; i < G_N_ELEMENTS (runners); i++)
        if (ls_runner_step (runners[i], NULL))
          more = TRUE;
    }
  for (guint i = 0; i < G_N_ELEMENTS (runners); i++)
    {
      g_assert_cmpstr (outputs[i].text->str, ==, "20\nabort\n");
      g_object_unref (runners[i]);
      script_output_clear (&outputs[i]);
    }
}

static gsize
get_memory (void)
{
  g_autofree char *text = NULL;
  unsigned long size, resident = 0;

  g_assert_true (g_file_get_contents ("/proc/self/statm", &text, NULL, NULL));
  g_assert_cmpint (sscanf (text, "%lu %lu", &size, &resident), ==, 2);
  return resident * 4096;
}

/* Realms that are gone take no memory. */
static void
test_many_realms (void)
{
  g_autoptr (LsSession) session = script_session_new_simple ("new TaskController (); log (new Array (1000).fill (0).length);");
  gsize before = 0;

  for (guint i = 0; i < TIMES (200, 60); i++)
    {
      ScriptOutput output;

      script_run (session, NULL, &output);
      g_assert_cmpstr (output.text->str, ==, "1000\n");
      script_output_clear (&output);
      if (i == 40)
        before = get_memory ();
    }
  g_test_message ("%d MB before, %d MB after", (int) (before >> 20), (int) (get_memory () >> 20));
  g_assert_cmpuint (get_memory (), <, before + 100 * 1024 * 1024);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  ls_script_register ();

  g_test_add_func ("/runtime/levels", test_levels);
  for (guint i = 0; i < G_N_ELEMENTS (errors); i++)
    {
      g_autofree char *path = g_strconcat ("/runtime/errors/", errors[i].name, NULL);

      g_test_add_data_func (path, &errors[i], test_error);
    }
  g_test_add_func ("/runtime/syntax", test_syntax);
  g_test_add_func ("/runtime/syntax/table", test_syntax_table);
  g_test_add_func ("/runtime/actions", test_actions);
  g_test_add_func ("/runtime/check", test_check);
  g_test_add_func ("/runtime/evaluate", test_evaluate);
  g_test_add_func ("/runtime/breakpoints", test_breakpoints);
  g_test_add_func ("/runtime/same-trace", test_same_trace);
  g_test_add_func ("/runtime/same-trace/garbage", test_same_trace_with_garbage);
  g_test_add_func ("/runtime/time-zone", test_time_zone);
  g_test_add_func ("/runtime/stack", test_stack);
  g_test_add_func ("/runtime/atomics", test_atomics);
  g_test_add_func ("/runtime/scripts-of-workers", test_scripts_of_workers);
  g_test_add_func ("/runtime/engine-thread", test_engine_thread);
  g_test_add_func ("/runtime/unreadable-script", test_unreadable_script);
  g_test_add_func ("/runtime/globals", test_globals);
  g_test_add_func ("/runtime/threads", test_threads);
  g_test_add_func ("/runtime/alternating", test_alternating);
  g_test_add_func ("/runtime/many-realms", test_many_realms);

  return g_test_run ();
}
