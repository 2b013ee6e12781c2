/* test-machine.c: virtual machines that realms use one after the other
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "script-util.h"

#include "ls-script-machine-private.h"
#include "ls-script-memory-private.h"

/* Of JavaScriptCore's C API. */
void JSSynchronousGarbageCollectForDebugging (JSContextRef context);
JSObjectRef JSGetMemoryUsageStatistics (JSContextRef context);

static void
test_kept (void)
{
  LsScriptMachine *machines[6], *again[4];
  LsScriptMachine *stopped = ls_script_machine_take ();
  guint n_used = 0;

  for (guint i = 0; i < G_N_ELEMENTS (machines); i++)
    {
      machines[i] = ls_script_machine_take ();
      for (guint j = 0; j < i; j++)
        g_assert_true (machines[i] != machines[j]);
    }
  ls_script_machine_give (machines[0], TRUE);
  ls_script_machine_give (stopped, FALSE);
  g_assert_true (ls_script_machine_take () == machines[0]);

  /* Only four are kept. */
  for (guint i = 0; i < G_N_ELEMENTS (machines); i++)
    ls_script_machine_give (machines[i], TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (again); i++)
    {
      again[i] = ls_script_machine_take ();
      for (guint j = 0; j < G_N_ELEMENTS (again); j++)
        n_used += again[i] == machines[j];
    }
  g_assert_cmpuint (n_used, ==, G_N_ELEMENTS (again));
  for (guint i = 0; i < G_N_ELEMENTS (again); i++)
    ls_script_machine_give (again[i], TRUE);
}

/* A machine serves some realms only, since it remembers the code of their programs as well. */
static void
test_replaced (void)
{
  LsScriptMachine *machine = ls_script_machine_take ();
  guint n = 0;

  ls_script_machine_give (machine, FALSE);
  machine = ls_script_machine_take ();
  for (guint n_realms = machine->n_realms; n_realms == machine->n_realms; n_realms++, n++)
    {
      g_assert_cmpuint (n, <, 100);
      ls_script_machine_give (machine, TRUE);
      machine = ls_script_machine_take ();
    }
  g_assert_cmpuint (n, >, 1);
  /* It serves none after the process has grown. */
  machine->memory = ls_script_get_memory () - 80 * 1024 * 1024;
  machine->n_realms = 7;
  ls_script_machine_give (machine, TRUE);
  machine = ls_script_machine_take ();
  g_assert_cmpuint (machine->n_realms, !=, 8);
  ls_script_machine_give (machine, TRUE);
}

static void
run (const char *script,
     const char *expected)
{
  g_autoptr (LsSession) session = script_session_new_simple (script);
  ScriptOutput output;

  script_run (session, NULL, &output);
  g_assert_cmpstr (output.text->str, ==, expected);
  script_output_clear (&output);
}

/* Collects the garbage of the machine that the last realm has used. Returns what JavaScriptCore counts there. */
static unsigned
collect (const char *count)
{
  LsScriptMachine *machine = ls_script_machine_take ();
  JSGlobalContextRef context = JSGlobalContextCreateInGroup (machine->group, NULL);
  unsigned n;

  JSSynchronousGarbageCollectForDebugging (context);
  n = ls_jsc_to_uint (context, ls_jsc_get (context, (JSValueRef) JSGetMemoryUsageStatistics (context), count));
  JSGlobalContextRelease (context);
  ls_script_machine_give (machine, TRUE);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  return n;
}

/* What a program leaves, the next one does not find. */
static void
test_nothing_left (void)
{
  static const char look[] =
      "log (typeof left, Array.prototype.map.name, RegExp.$1 === '', Object.prototype.left, 'x'.at (0), Error.left);";

  run ("globalThis.left = 1; Object.prototype.left = 2; Error.left = 3; Array.prototype.map = function other () {};\n"
       "String.prototype.at = () => 'at'; /(.)/.test ('a'); self.onerror = () => log ('error of the first');\n"
       "addEventListener ('unhandledrejection', () => log ('rejection of the first')); log (RegExp.$1);", "a\n");
  run (look, "undefined map true undefined x undefined\n");
  run ("throw 1", "uncaught main.js:1:1: Uncaught 1\n");
  run ("Promise.reject (2)", "uncaught Uncaught (in promise) 2\n");
}

/* JavaScriptCore may collect objects after their realm has gone. A realm protects a hundred values and leaves none of them protected;
 * JavaScriptCore itself protects a few for the code that it remembers. */
static void
test_garbage (void)
{
  static const char script[] =
      "const signals = [], blocks = [];\n"
      "for (let i = 0; i < 100; i++) {\n"
      "  signals.push (new TaskController ()); blocks.push (new Int32Array (new SharedArrayBuffer (8)));\n"
      "  Atomics.add (blocks[i], 0, 1); signals[i].signal.onabort = () => { };\n"
      "}\n"
      "const worker = new Worker ('data:text/javascript,onmessage = e => { Atomics.notify (e.data, 0); postMessage (1); }');\n"
      "worker.onmessage = e => log (e.data);\n"
      "worker.postMessage (blocks[0]);\n"
      "const registry = new FinalizationRegistry (x => log ('gone', x));\n"
      "for (let i = 0; i < 100; i++) registry.register ({ i }, i);\n"
      "for (let i = 0; i < 50; i++) new Array (1e4).fill (0).map (i => ({ i }));\n"
      "signals[0].abort ();\n"
      "scheduler.postTask (() => { }, { signal: signals[0].signal }).catch (e => log (e.name));\n"
      "new Promise (() => { }).then (() => log ('never'));\n";
  unsigned n = 0;

  for (guint i = 0; i < 8; i++)
    {
      run (script, "AbortError\n1\n");
      if (i < 2)
        n = collect ("protectedObjectCount");
      else
        g_assert_cmpuint (collect ("protectedObjectCount"), <, n + 6);
      /* The context that collects has one. The stack may still point at others. */
      g_assert_cmpuint (collect ("globalObjectCount"), <=, 4);
    }
}

/* The stop of one program does not stop the next one. */
static void
test_after_stop (void)
{
  LsRunnerOptions options = LS_RUNNER_OPTIONS_INIT;
  g_autoptr (LsSession) session = script_session_new_simple ("for (;;) log (1);");
  ScriptOutput output;

  options.step_budget = 100;
  for (guint i = 0; i < 3; i++)
    {
      script_run (session, &options, &output);
      g_assert_cmpint (output.state, ==, LS_RUNNER_BUDGET_EXCEEDED);
      script_output_clear (&output);
      run ("let n = 0; for (let i = 0; i < 1000; i++) n += i; log (n);", "499500\n");
    }
}

static gpointer
run_on_thread (gpointer data)
{
  run ("setTimeout (() => log ('timer'), 5); log ('here');", "here\ntimer\n");
  return NULL;
}

/* A machine that one thread has made serves others. */
static void
test_threads (void)
{
  run_on_thread (NULL);
  for (guint i = 0; i < 6; i++)
    {
      GThread *first = g_thread_new ("first", run_on_thread, NULL);
      GThread *second = g_thread_new ("second", run_on_thread, NULL);

      run_on_thread (NULL);
      g_thread_join (first);
      g_thread_join (second);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  ls_script_register ();

  g_test_add_func ("/machine/kept", test_kept);
  g_test_add_func ("/machine/replaced", test_replaced);
  g_test_add_func ("/machine/nothing-left", test_nothing_left);
  g_test_add_func ("/machine/garbage", test_garbage);
  g_test_add_func ("/machine/after-stop", test_after_stop);
  g_test_add_func ("/machine/threads", test_threads);

  return g_test_run ();
}
