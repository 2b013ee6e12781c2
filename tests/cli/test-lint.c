/* SPDX-License-Identifier: GPL-3.0-or-later */

#include <string.h>

#include <json-glib/json-glib.h>

#include "cli-util.h"

/* lint, statistics and export: commands that look at a whole run. */

#define TWO_LINTS "{ \"op\": \"controller\", \"name\": \"c\" }, { \"op\": \"work\", \"ms\": 60 }"
#define FINE "{ \"op\": \"postTask\", \"name\": \"decode\", \"priority\": \"background\", \"body\": [{ \"op\": \"work\", \"ms\": 3 }] }"
#define ENDLESS "{ \"op\": \"repeat\", \"times\": 1000, \"body\": [{ \"op\": \"work\", \"ms\": 0 }] }"

static CliResult *
run (const char *arguments,
     const char *steps,
     const char *more)
{
  g_autofree char *session = cli_session (steps, more);

  return cli_run (arguments, session);
}

static JsonNode *
parse (const char *text)
{
  g_autoptr (GError) error = NULL;
  JsonNode *node = json_from_string (text, &error);

  g_assert_no_error (error);
  return node;
}

static void
test_lint (void)
{
  g_autoptr (CliResult) result = run ("lint -", TWO_LINTS, "");
  g_autoptr (CliResult) fine = run ("lint -", FINE, "");

  g_assert_cmpint (result->status, ==, 1);
  g_assert_cmpstr (result->err, ==, "");
  g_assert_true (g_str_has_prefix (result->out, "standard input: long-task: Task 1 “main” held the thread for 60 ms, "));
  g_assert_nonnull (strstr (result->out, "standard input: unused-signal: No task was posted with signal 1 “c”"));
  cli_assert_ended (fine, 0, "", "");
}

static void
test_lint_suppressed (void)
{
  g_autoptr (CliResult) one = run ("lint --suppress=long-task -", TWO_LINTS, "");
  g_autoptr (CliResult) both = run ("lint --suppress=long-task --suppress unused-signal -", TWO_LINTS, "");
  g_autoptr (CliResult) by_session = run ("lint --suppress=long-task -", TWO_LINTS,
                                          ", \"lints\": {\"suppress\": [{\"kind\": \"unused-signal\", \"name\": \"c\"}]}");
  g_autoptr (CliResult) unknown = run ("lint --suppress=x -", TWO_LINTS, "");
  g_autoptr (CliResult) kind = run ("export --format=csv --kind=x -", TWO_LINTS, "");

  g_assert_cmpint (one->status, ==, 1);
  g_assert_null (strstr (one->out, "long-task"));
  cli_assert_ended (both, 0, "", "");
  cli_assert_ended (by_session, 0, "", "");
  g_assert_cmpint (unknown->status, ==, 2);
  g_assert_true (g_str_has_prefix (unknown->err, "loopscope-cli: “x” is not a kind of lint; expected one of: starved-task, "));
  g_assert_true (g_str_has_prefix (kind->err, "loopscope-cli: “x” is not a kind of record; expected one of: none, loop-"));
}

static void
test_lint_json (void)
{
  g_autoptr (CliResult) result = run ("lint --json --suppress=long-task -", TWO_LINTS, "");
  g_autoptr (JsonNode) node = parse (result->out);
  JsonObject *file = json_node_get_object (node), *lint;

  g_assert_cmpint (result->status, ==, 1);
  g_assert_cmpstr (json_object_get_string_member (file, "file"), ==, "standard input");
  g_assert_cmpint (json_object_get_int_member (file, "suppressed"), ==, 1);
  g_assert_cmpint (json_array_get_length (json_object_get_array_member (file, "lints")), ==, 1);
  lint = json_array_get_object_element (json_object_get_array_member (file, "lints"), 0);
  g_assert_cmpstr (json_object_get_string_member (lint, "kind"), ==, "unused-signal");
  g_assert_cmpstr (json_object_get_string_member (lint, "name"), ==, "c");
  g_assert_cmpint (json_object_get_int_member (lint, "count"), ==, 1);
}

static void
test_lint_problems (void)
{
  g_autoptr (CliResult) bad = cli_run ("lint -", "{\"x");
  g_autoptr (CliResult) budget = run ("lint --budget=100 -", ENDLESS, "");
  g_autoptr (CliResult) none = cli_run ("lint", NULL);

  g_assert_cmpint (bad->status, ==, 3);
  g_assert_cmpint (budget->status, ==, 4);
  g_assert_cmpint (none->status, ==, 2);
}

static void
test_statistics (void)
{
  g_autoptr (CliResult) text = run ("statistics -", FINE, "");
  g_autoptr (CliResult) json = run ("statistics --json -", FINE, "");
  g_autoptr (JsonNode) node = parse (json->out);
  JsonObject *root = json_node_get_object (node);
  JsonObject *totals = json_object_get_object_member (root, "totals");
  JsonArray *groups = json_object_get_array_member (root, "groups");

  g_assert_cmpint (text->status, ==, 0);
  g_assert_true (g_str_has_prefix (text->out, "2 turns, 0 microtasks, 2 posted, 0 removed, 0 threw\n3.000 ms busy, "));
  g_assert_cmpint (json->status, ==, 0);
  g_assert_cmpint (json_object_get_int_member (totals, "turns"), ==, 2);
  g_assert_cmpfloat (json_object_get_double_member (totals, "busy"), ==, 3);
  /* All, background, and two queues. */
  g_assert_cmpint (json_array_get_length (groups), ==, 4);
  for (guint i = 0; i < 4; i++)
    g_assert_cmpint (json_object_get_int_member (json_object_get_object_member (json_array_get_object_element (groups, i),
                                                                                "running"), "maxTask"), >, 0);
}

static void
test_export (void)
{
  g_autoptr (CliResult) csv = run ("export --format=csv --kind=task-posted -", FINE, "");
  g_autoptr (CliResult) json = run ("export --format=json --priority=background --text=DECODE -", FINE, "");
  g_autoptr (CliResult) lines = run ("export --format=jsonl --task=2 -", FINE, "");
  g_autoptr (JsonNode) node = parse (json->out);

  g_assert_cmpint (csv->status, ==, 0);
  g_assert_true (g_str_has_prefix (csv->out, "position,time_ms,kind,"));
  g_assert_nonnull (strstr (csv->out, ",task-posted,2,0,0,decode,background,"));
  g_assert_cmpint (json->status, ==, 0);
  g_assert_cmpint (json_array_get_length (json_node_get_array (node)), >, 3);
  g_assert_cmpint (lines->status, ==, 0);
  g_assert_nonnull (strstr (lines->out, "\"kind\": \"work\""));
  g_assert_null (strstr (lines->out, "\"kind\": \"loop-started\""));
}

static void
test_export_usage (void)
{
  static const char *const arguments[] = {
    "export -", "export --format=x -", "export --format=csv --kind=x -", "export --format=csv --priority=x -",
    "export --format=csv --task=x -", "export --format=csv --signal=0 -", "export --format=csv",
  };

  for (guint i = 0; i < G_N_ELEMENTS (arguments); i++)
    {
      g_autoptr (CliResult) result = run (arguments[i], FINE, "");

      g_assert_cmpint (result->status, ==, 2);
      g_assert_cmpstr (result->out, ==, "");
    }
}

#ifdef LS_HAVE_SCRIPT
/* Examples in JavaScript: nothing is wrong but what they are about. */
static void
test_script_examples (void)
{
  static const struct
  {
    const char *name, *lint;
  } examples[] = {
    { "js-abort-tree", NULL }, { "js-all-kinds", NULL }, { "js-gallery", NULL },
    { "js-lock", NULL }, { "js-wait", NULL },
    { "js-starvation", ": continuation-starvation: Task 3 “save” waited " },
  };

  for (guint i = 0; i < G_N_ELEMENTS (examples); i++)
    {
      g_autofree char *path = g_strdup_printf ("%s/data/sessions/%s.loopscope", g_getenv ("LS_TEST_SOURCE_ROOT"),
                                               examples[i].name);
      const char *arguments[] = { "lint", path, NULL };
      g_autoptr (CliResult) result = cli_runv (arguments, NULL, 0);

      g_assert_cmpint (result->status, ==, examples[i].lint != NULL);
      if (examples[i].lint != NULL)
        g_assert_nonnull (strstr (result->out, examples[i].lint));
      else
        g_assert_cmpstr (result->out, ==, "");
    }
}

/* Programs in JavaScript that show lints, and twins that nearly do. */
static void
test_scripts (void)
{
  static const struct
  {
    const char *source, *lint;
  } scripts[] = {
    { "scheduler.postTask(async () => { await scheduler.postTask(() => work(5), {priority: 'background'}); console.log(1) },"
      " {priority: 'user-blocking'})", ": priority-inversion: " },
    { "scheduler.postTask(async () => { await scheduler.postTask(() => work(5), {priority: 'user-blocking'}); console.log(1) },"
      " {priority: 'user-blocking'})", NULL },
    { "new TaskController()", ": unused-signal: " },
    { "const c = new TaskController(); scheduler.postTask(() => 1, {signal: c.signal})", NULL },
    { "Promise.reject(new Error('boom'))", ": unhandled-rejection: " },
    { "Promise.reject(new Error('boom')).catch(() => 1)", NULL },
    { "const c = new TaskController(); c.abort(); scheduler.postTask(() => 1, {signal: c.signal}).catch(() => 1)",
      ": aborted-post: " },
    { "scheduler.postTask(() => 1, {delay: 0.5})", ": short-delay: " },
    { "scheduler.postTask(() => 1, {delay: 1.5})", NULL },
    { "const c = new TaskController(); scheduler.postTask(() => 1, {signal: c.signal}).then(() => c.abort())", NULL },
    { "let n = 0; (function again () { if (n++ < 10000) queueMicrotask(again) })()", ": endless-microtasks: " },
    { "let n = 0; (function again () { if (n++ < 9000) queueMicrotask(again) })()", NULL },
    { "const c = new TaskController(); c.signal.onprioritychange = () => { try { c.setPriority('background') } catch {} };"
      " c.setPriority('user-blocking')", ": recursive-set-priority: " },
    { "scheduler.postTask(() => 1,\n {prioirty: 'background'})",
      ": unknown-option: Option “prioirty” at program.js:1 is ignored: scheduler.postTask() has no such option. Did you mean "
      "“priority”? It occurred at 0 ms.\n" },
    { "scheduler.postTask(() => 1, {priority: 'background', delay: 1, signal: AbortSignal.timeout(100)})", NULL },
    { "scheduler.postTask(() => 1, {name: 'a'})",
      ": unknown-option: Option “name” at program.js:1 is ignored: scheduler.postTask() has no such option. It occurred at" },
    { "for (let i = 0; i < 3; i++)\n  scheduler.postTask(() => 1, {delayMs: 1})", "Did you mean “delay”? It occurred 3 times" },
    { "scheduler.postTask(() => 1, Object.defineProperty({}, 'prioirty', {value: 1}))", NULL },
    { "scheduler.postTask(() => 1, Object.create({prioirty: 1}))", NULL },
    { "const c = new TaskController({Priority: 'background'}); scheduler.postTask(() => 1, {signal: c.signal})",
      "Option “Priority” at program.js:1 is ignored: new TaskController() has no such option. Did you mean “priority”?" },
    { "const s = TaskSignal.any([], {prio: 'background'}); scheduler.postTask(() => 1, {signal: s})",
      "Option “prio” at program.js:1 is ignored: TaskSignal.any() has no such option. Did you mean “priority”?" },
    { "requestIdleCallback(() => 1, {tiemout: 5})",
      "Option “tiemout” at program.js:1 is ignored: requestIdleCallback() has no such option. Did you mean “timeout”?" },
    { "addEventListener('x', () => 1, {signel: null})",
      "Option “signel” at program.js:1 is ignored: addEventListener() has no such option. Did you mean “signal”?" },
    { "addEventListener('x', () => 1, {mine: 1, once: true, passive: true, capture: true})", NULL },
    { "scheduler.yield({prioirty: 'background'})", NULL },
  };
  g_autofree char *dir = cli_temp_dir ();

  for (guint i = 0; i < G_N_ELEMENTS (scripts); i++)
    {
      g_autofree char *path = cli_write (dir, "program.js", scripts[i].source, -1);
      const char *arguments[] = { "lint", path, NULL };
      g_autoptr (CliResult) result = cli_runv (arguments, NULL, 0);

      g_test_message ("%s: %s", scripts[i].source, result->out);
      g_assert_cmpint (result->status, ==, scripts[i].lint != NULL);
      if (scripts[i].lint != NULL)
        g_assert_nonnull (strstr (result->out, scripts[i].lint));
    }
  cli_remove_dir (g_steal_pointer (&dir));
}

/* The edition says whether yield() has options, and what their members are. */
static void
test_options_of_yield (void)
{
  char *dir = cli_temp_dir ();
  g_autofree char *path = cli_write (dir, "program.js", "scheduler.yield({sigal: 'inherit', priority: 'background'})", -1);
  const char *arguments[] = { "lint", "--edition=2023-yield-options", "--json", path, NULL };
  g_autoptr (CliResult) result = cli_runv (arguments, NULL, 0);

  g_assert_cmpint (result->status, ==, 1);
  g_assert_nonnull (strstr (result->out, "\"kind\": \"unknown-option\", \"subject\": \"option\", \"id\": 0, \"name\": \"sigal\""));
  g_assert_nonnull (strstr (result->out, "\"otherName\": \"signal\""));
  g_assert_nonnull (strstr (result->out, "\"message\": \"program.js:1\""));
  g_assert_nonnull (strstr (result->out, "\"title\": \"Unknown option: option “sigal”\""));
  cli_remove_dir (dir);
}
#endif

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/lint/text", test_lint);
  g_test_add_func ("/lint/suppressed", test_lint_suppressed);
  g_test_add_func ("/lint/json", test_lint_json);
  g_test_add_func ("/lint/problems", test_lint_problems);
#ifdef LS_HAVE_SCRIPT
  g_test_add_func ("/lint/script-examples", test_script_examples);
  g_test_add_func ("/lint/scripts", test_scripts);
  g_test_add_func ("/lint/options-of-yield", test_options_of_yield);
#endif
  g_test_add_func ("/statistics", test_statistics);
  g_test_add_func ("/export/formats", test_export);
  g_test_add_func ("/export/usage", test_export_usage);

  return g_test_run ();
}
