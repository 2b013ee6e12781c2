/* test-names.c: what the trace calls callbacks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "script-util.h"

static gboolean
has_name (LsRecordKind kind)
{
  return kind == LS_RECORD_TASK_POSTED || kind == LS_RECORD_TIMER_INSTALLED || kind == LS_RECORD_IDLE_REQUESTED ||
         kind == LS_RECORD_MICROTASK_QUEUED;
}

/* Runs a program and returns the names of its tasks, timers, idle callbacks and microtasks, each on a line. */
static char *
list_names (const char *const *scripts,
            const char        *members)
{
  g_autoptr (LsSession) session = script_session_new (scripts, members);
  ScriptOutput output;
  g_autoptr (LsRunner) runner = script_runner_new (session, NULL, &output);
  LsTrace *trace = ls_runner_get_trace (runner);
  g_autoptr (GString) names = g_string_new (NULL);

  ls_runner_run_to_end (runner, NULL);
  for (gsize i = 0; i < ls_trace_get_length (trace); i++)
    {
      LsRecord record;

      ls_trace_get_record (trace, i, &record);
      if (has_name (record.kind) && record.text != 0)
        g_string_append_printf (names, "%s\n", ls_trace_get_text (trace, record.text));
    }
  script_output_clear (&output);
  return g_string_free (g_steal_pointer (&names), FALSE);
}

/* Returns the first name in a program of one call. */
static char *
name_of (const char *program)
{
  const char *const scripts[] = { program, NULL };
  g_autofree char *names = list_names (scripts, NULL);
  char *end = strchr (names, '\n');

  return end != NULL ? g_strndup (names, end - names) : g_strdup (names);
}

/* A callback, which is never called, and its name. */
static void
test_names_of_callbacks (void)
{
  static const struct
  {
    const char *callback;
    const char *name;
  } cases[] = {
    /* Its own name */
    { "function own () { other (); }", "own" },
    { "({ method () { other (); } }).method", "method" },
    { "(class { static render () { } }).render", "render" },
    { "(function own () { }).bind (null).bind (null)", "own" },
    { "new Proxy (new Proxy (function own () { }, {}), {})", "own" },
    { "Math.max", "max" },
    { "class Widget { }", "Widget" },

    /* What it calls */
    { "() => decode(image)", "decode(image)" },
    { "async () => decode(image)", "decode(image)" },
    { "async () => await decode(image)", "decode(image)" },
    { "() => void decode(image)", "decode(image)" },
    { "image => { return decode(image); }", "decode(image)" },
    { "function () { 'use strict'; ; decode(image); other(); }", "decode(image)" },
    { "async () => { await save(doc); close(); }", "save(doc)" },
    { "() => { function inner() { return 1; } inner(2); }", "inner(2)" },
    { "() => (async () => { await save(doc); })()", "save(doc)" },
    { "async () => { await scheduler.yield(); decode(image); }", "decode(image)" },
    { "async () => { await scheduler.yield(); }", "scheduler.yield()" },
    { "() => this.layers?.draw?.(1)", "this.layers?.draw?.(1)" },
    { "() => new Image(1)", "new Image(1)" },
    { "(first = () => other()) => decode(first)", "decode(first)" },
    { "({ async ['']() { decode(image); } })['']", "decode(image)" },
    { "class { }", "class { }" },
    { "function* () { yield 1; }", "yield 1" },
    { "() => decode(/[)]/, `a ${`b`}`, ')')", "decode(/[)]/, `a ${`b`}`, ')')" },
    { "() => decode (\n  image, // one\n  /* two */ parts,\n)", "decode (image, parts)" },
    { "() => load(url)\n    .then(draw)", "load(url).then(draw)" },

    /* A long call makes its arguments shorter, the last ones first */
    { "() => decode(image.parts, image.width, image.height)", "decode(image.parts, …)" },
    { "() => scheduler.postTask(() => decode(image), options)", "scheduler.postTask(…, options)" },
    { "() => scheduler.postTask(() => decode(image), { priority: 'background' })", "scheduler.postTask(…)" },
    { "() => setTimeout(() => decode(image), 10)", "setTimeout(…, 10)" },
    { "() => fetch(url + query).then(reply => reply.json()).catch(report)", "fetch(url + query).then(…)" },
    { "() => new Promise(resolve => setTimeout(resolve, 1)).then(draw)", "new Promise(…)" },
    { "() => the.renderer.of.all.layers.in.the.window.draw(image)", "the.renderer.of.all.layers.in…" },

    /* The first words of other code */
    { "function () { total += 1; }", "total += 1" },
    { "() => { total += 1; decode(total); }", "total += 1" },
    { "() => total > 1", "total > 1" },
    { "() => { let x = await1(image); }", "let x = await1(image)" },
    { "() => { for (const part of image.parts) { decode(part); } }", "for (const part of image.parts)…" },
    { "() => { if (total > 3) { decode(4); decode(5); decode(6); } }", "if (total > 3) { decode(4)… }" },
    { "() => { const { a, b } = decode(image, parts, total); }", "const { a, b } = decode(image…)" },
    { "() => { throw new Error('a text that is longer than a name'); }", "throw new Error(…)" },

    /* A value alone says little */
    { "() => {}", "() => {}" },
    { "() => 1", "() => 1" },
    { "() => image", "() => image" },
    { "async function () { }", "async function () { }" },
    { "() => 'a text that is much longer than a name may be'", "() => 'a text that is much long…" },

    /* Code that a program makes while it runs */
    { "eval('() => decode(1)')", "decode(1)" },
    { "eval('async () => { await decode(1); }')", "decode(1)" },
    { "new Function('decode(1); other();')", "decode(1)" },
    { "new Function('await1', 'return async () => await1()')()", "await1()" },

    /* What has no code of the program's */
    { "(() => decode(image)).bind(null)", "(anonymous)" },
    { "(() => { let f; new Promise(resolve => f = resolve); return f; })()", "resolve" },
    { "(() => { let f; new Promise((resolve, reject) => f = reject); return f; })()", "reject" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *program = g_strdup_printf (
        "scheduler.postTask (%s, { signal: AbortSignal.timeout (0), delay: 9 }).catch (() => { });", cases[i].callback);
      g_autofree char *name = name_of (program);

      if (!g_str_equal (name, cases[i].name))
        g_test_fail_printf ("%s is called “%s”, not “%s”", cases[i].callback, name, cases[i].name);
      g_assert_cmpint (g_utf8_strlen (name, -1), <=, 32);
    }
}

/* All that takes a callback names it. */
static void
test_names_everywhere (void)
{
  static const char *const scripts[] = {
    "const decode = image => image;\n"
    "setTimeout(() => decode(1));\n"
    "setTimeout('decode(2); decode(3);', 1);\n"
    "setTimeout('', 1);\n"
    "const id = setInterval(() => decode(3), 2);\n"
    "requestIdleCallback(() => decode(4));\n"
    "queueMicrotask(() => decode(5));\n"
    "Promise.resolve(6).then(value => decode(value));\n"
    "new Promise(resolve => setTimeout(resolve, 3));\n"
    "scheduler.postTask(() => decode(7)).catch(() => decode(8));\n",
    "clearInterval(id);", NULL
  };
  g_autofree char *names = list_names (scripts, NULL);

  g_assert_cmpstr (names, ==,
                   "decode(1)\n"
                   "decode(2)\n"
                   "decode(3)\n"
                   "decode(4)\n"
                   "decode(5)\n"
                   "decode(value)\n"
                   "resolve\n"
                   "decode(7)\n"
                   "catch()\n");
}

/* What has nothing to call for what has become of its promise is called after what it skips. */
static void
test_names_of_skipped (void)
{
  static const char *const scripts[] = {
    "const f = value => value;\n"
    "Promise.resolve().then(f.bind(null, 1)).catch(f);\n"
    "Promise.reject(1).then(f).finally(function tidy() { }).catch(() => log(1));\n"
    "Promise.resolve(1).catch(f).then(null, f).then();\n", NULL
  };
  g_autofree char *names = list_names (scripts, NULL);

  g_assert_cmpstr (names, ==, "f\nthen()\ncatch()\ncatch()\ntidy\ncatch()\nthen()\nlog(1)\n");
}

/* What is called is not taken for what is skipped, whatever its name is. */
static void
test_names_like_skipped (void)
{
  static const char *const scripts[] = {
    "const then = () => 1, methods = { 'catch()'() { } };\n"
    "Promise.resolve().then(() => then()).then(methods['catch()']);\n"
    "queueMicrotask(() => then());\n", NULL
  };
  g_autofree char *names = list_names (scripts, NULL);

  g_assert_cmpstr (names, ==, "then()\n");
}

/* A continuation has the name of its task, also where the task has a name by its code. */
static void
test_names_of_continuations (void)
{
  static const char *const scripts[] = {
    "const decode = image => image;\n"
    "scheduler.postTask(async () => { await scheduler.yield(); decode(1); await scheduler.yield(); });\n", NULL
  };
  g_autofree char *names = list_names (scripts, NULL);

  g_assert_cmpstr (names, ==, "decode(1)\ndecode(1)\ndecode(1)\n");
}

/* Names of modules' and TypeScript's functions come from what is written there. */
static void
test_names_in_modules (void)
{
  static const char *const scripts[] = {
    "export const decode = url => url;\n"
    "scheduler.postTask(() => decode(import.meta.url));\n"
    "await 0;\n"
    "scheduler.postTask(async () => { await decode(1); });\n", NULL
  };
  g_autofree char *names = list_names (scripts, NULL);

  g_assert_cmpstr (names, ==, "decode(import.meta.url)\ndecode(1)\n");
}

/* No code of a program runs for a name, and what programs see of their functions stays. */
static void
test_names_are_not_seen (void)
{
  static const char program[] =
    "const log = [];\n"
    "const trap = name => () => { log.push(name); throw new Error(name); };\n"
    "const f = () => 1;\n"
    "const hidden = (() => () => decode(1))();\n"
    "Object.defineProperty(f, 'name', { get: trap('getter') });\n"
    "hidden.toString = trap('toString');\n"
    "const p = new Proxy(hidden, { get: trap('get'), has: trap('has'), getOwnPropertyDescriptor: trap('descriptor'),\n"
    "                              apply() { return 5; } });\n"
    "for (const key of ['slice', 'startsWith', 'indexOf', 'replace']) String.prototype[key] = trap(key);\n"
    "RegExp.prototype.exec = trap('exec');\n"
    "Map.prototype.get = Map.prototype.set = trap('map');\n"
    "JSON.parse = JSON.stringify = trap('json');\n"
    "Object.prototype.name = 'no'; Object.prototype.kind = 'no';\n"
    "delete Function.prototype.name;\n"
    "Function.prototype.toString = trap('text');\n"
    "scheduler.postTask(f); scheduler.postTask(hidden).catch(() => { }); scheduler.postTask(p);\n"
    "setTimeout(hidden.bind(null), 1e9); clearTimeout(1);\n"
    "console.log(log.length, hidden.name === '', Object.hasOwn(hidden, 'name'));\n";
  const char *const scripts[] = { program, NULL };
  g_autoptr (LsSession) session = script_session_new (scripts, NULL);
  ScriptOutput output;
  g_autoptr (LsRunner) runner = script_runner_new (session, NULL, &output);
  g_autofree char *names = list_names (scripts, NULL);

  ls_runner_run_to_end (runner, NULL);
  g_assert_cmpstr (output.text->str, ==, "0 true true\n");
  g_assert_true (g_str_has_prefix (names, "() => 1\ndecode(1)\ndecode(1)\n(anonymous)\n"));
  script_output_clear (&output);
}

/* A program may make functions without end. */
static void
test_names_of_many (void)
{
  static const char *const scripts[] = {
    "for (let i = 0; i < 5000; i++) scheduler.postTask(new Function('f(' + i + ')')).catch(() => {});\n", NULL
  };
  g_autofree char *names = list_names (scripts, NULL);

  g_assert_nonnull (strstr (names, "f(0)\nf(1)\n"));
  g_assert_nonnull (strstr (names, "f(4998)\nf(4999)\n"));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ls_script_register ();
  g_test_add_func ("/script/names/callbacks", test_names_of_callbacks);
  g_test_add_func ("/script/names/everywhere", test_names_everywhere);
  g_test_add_func ("/script/names/skipped", test_names_of_skipped);
  g_test_add_func ("/script/names/like-skipped", test_names_like_skipped);
  g_test_add_func ("/script/names/continuations", test_names_of_continuations);
  g_test_add_func ("/script/names/modules", test_names_in_modules);
  g_test_add_func ("/script/names/not-seen", test_names_are_not_seen);
  g_test_add_func ("/script/names/many", test_names_of_many);
  return g_test_run ();
}
