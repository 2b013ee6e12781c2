/* test-real-workers.c: workers on threads of their own, with nobody to say who goes next
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "script-util.h"
#include "test-consistency.h"

#include <time.h>

/* A program here prints the same whatever order its agents go in. */
typedef struct
{
  const char *name;
  const char *script;
  const char *output;
} Program;

/* Three workers that each do this with data, and then say so. */
#define WORKERS(body, end) \
  "let left = 3; for (let i = 0; i < 3; i++) { const w = new Worker (`onmessage = ({ data }) => {" body "; postMessage (1); };`);" \
  "w.postMessage (data); w.onmessage = () => { if (--left === 0) {" end "} }; }"

static const Program programs[] = {
  { "messages",
    "const w = new Worker (`onmessage = e => postMessage (e.data.concat (name)); postMessage ('hello');`, { name: 'me' });"
    "w.onmessage = e => { log (e.data); if (e.data === 'hello') w.postMessage (['a', 1n, null]); };",
    "hello\na,1,,me\n" },
  { "operations",
    "const data = new Int32Array (new SharedArrayBuffer (16));"
    WORKERS ("for (let k = 0; k < 500; k++) { Atomics.add (data, 1, 1); Atomics.sub (data, 2, 2); Atomics.xor (data, 3, 1 << k % 8); }",
             "log (data[1], Atomics.load (data, 2), data[3]);"),
    "1500 -3000 15\n" },
  /* Bytes that others write beside one's own stay. */
  { "bytes",
    "const data = new Uint8Array (new SharedArrayBuffer (301)), next = new Int32Array (new SharedArrayBuffer (4));"
    "let left = 3; for (let i = 0; i < 3; i++) { const w = new Worker (`onmessage = ({ data: [data, next, i] }) => {"
    "for (let k = i; k < 301; k += 3) { data[k] += k; Atomics.add (next, 0, 1); } postMessage (1); };`);"
    "w.postMessage ([data, next, i]); w.onmessage = () => { if (--left === 0) log (data.every ((x, k) => x === k % 256), next[0]); }; }",
    "true 301\n" },
  /* What a lock guards is written without Atomics. */
  { "async-lock",
    "const data = new SharedArrayBuffer (32);"
    WORKERS ("const lock = new AsyncLock (data), cells = new Int32Array (data);"
             "for (let k = 0; k < 200; k++) { lock.lock (); cells[2]++; cells[7] = cells[2]; lock.unlock (); }",
             "const cells = new Int32Array (data); log (cells[2], cells[7], cells[0]);"),
    "600 600 0\n" },
  { "fair-lock",
    "const data = new SharedArrayBuffer (32);"
    WORKERS ("const lock = new FairLock (data), cells = new Int32Array (data);"
             "for (let k = 0; k < 200; k++) { lock.lock (); cells[2]++; lock.unlock (); }",
             "const lock = new FairLock (data); lock.executeLocked (() => log (new Int32Array (data)[2]));"),
    "600\n" },
  { "execute-locked",
    "const data = new SharedArrayBuffer (32), lock = new AsyncLock (data), cells = new Int32Array (data);"
    "(async () => { for (let k = 0; k < 50; k++) await lock.executeLocked (() => { cells[2]++; }); }) ();"
    WORKERS ("const lock = new AsyncLock (data), cells = new Int32Array (data);"
             "(async () => { for (let k = 0; k < 50; k++) await lock.executeLocked (() => { cells[2]++; }); Atomics.add (cells, 1, 1);"
             "Atomics.notify (cells, 1); }) ()", "")
    "(async () => { for (let n; (n = Atomics.load (cells, 1)) < 3;) await Atomics.waitAsync (cells, 1, n).value;"
    "await lock.executeLocked (() => { if (cells[2] >= 150) log ('all'); }); }) ();",
    "all\n" },
  { "waits",
    "const data = new BigInt64Array (new SharedArrayBuffer (32));"
    "const w = new Worker (`onmessage = ({ data }) => { log (Atomics.wait (data, 0, 1n)); log (Atomics.wait (data, 0, 0n, 2));"
    "Atomics.store (data, 1, 1n); Atomics.notify (data, 1); log (Atomics.wait (data, 0, 0n)); };`);"
    "w.postMessage (data); try { Atomics.wait (data, 0, 0n); } catch (e) { log (e.name); }"
    "Atomics.waitAsync (data, 1, 0n).value.then (async x => { log (x); for (; Atomics.notify (data, 0) === 0;) await scheduler.yield (); });",
    NULL },
  { "terminate",
    "const data = new Int32Array (new SharedArrayBuffer (32));"
    "const sleeps = new Worker (`onmessage = ({ data }) => { Atomics.add (data, 0, 1); Atomics.notify (data, 0); Atomics.wait (data, 1, 0); log ('never'); }`);"
    "const loops = new Worker (`onmessage = ({ data }) => { Atomics.add (data, 0, 1); Atomics.notify (data, 0); for (;;); }`);"
    "sleeps.postMessage (data); loops.postMessage (data);"
    "(async () => { for (let n; (n = Atomics.load (data, 0)) < 2;) await Atomics.waitAsync (data, 0, n).value;"
    "sleeps.terminate (); loops.terminate (); log ('on'); }) ();",
    "on\n" },
  /* Who wakes it then has come too late. */
  { "terminate-and-notify",
    "const data = new Int32Array (new SharedArrayBuffer (32)); let n = 0;"
    "for (let i = 0; i < 3; i++) { const w = new Worker (`onmessage = ({ data: [data, i] }) => { postMessage (1);"
    "try { Atomics.wait (data, i, 0); } finally { log ('never'); } }`);"
    "w.postMessage ([data, i]); w.onmessage = () => setTimeout (() => { w.terminate (); Atomics.notify (data, i); if (++n === 3) log ('on'); }, 10); }",
    "on\n" },
  { "grows",
    "const data = new SharedArrayBuffer (4, { maxByteLength: 64 });"
    "const w = new Worker (`onmessage = ({ data }) => { data.grow (16); const a = new Int32Array (data); a[3] = 7; Atomics.store (a, 0, 1);"
    "postMessage (1); }`); w.postMessage (data);"
    "w.onmessage = () => { const a = new Int32Array (data); log (Atomics.load (a, 0), a.length, a[3]); };",
    "1 4 7\n" },
  { "throws",
    "const w = new Worker (`throw new Error ('oops')`); w.onerror = e => { log (e.message); e.preventDefault (); };",
    "Uncaught Error: oops\n" },
  { "nested",
    "new Worker (`const w = new Worker ('postMessage (new SharedArrayBuffer (8))'); w.onmessage = e => postMessage (e.data);`)"
    ".onmessage = e => log (e.data.byteLength);",
    "8\n" },
  { "ports",
    "const echo = () => new Worker (`onmessage = ({ data, ports: [port] }) => { port.onmessage = e => port.postMessage (e.data + 1, [...e.ports]);"
    "if (data) postMessage (0, [port]); };`);"
    "const one = echo (), other = echo (), { port1, port2 } = new MessageChannel (), list = [];"
    "for (let i = 0; i < 100; i++) port1.postMessage (i);"
    "one.postMessage (true, [port2]);"
    "one.onmessage = ({ ports: [port] }) => { other.postMessage (false, [port]); for (let i = 100; i < 200; i++) port1.postMessage (i); };"
    "port1.onmessage = ({ data }) => { if (list.push (data) === 200) { log (list.every ((x, i) => x === i + 1)); port1.close (); } };",
    "true\n" },
  /* A worker counts from when it was made, whenever its thread begins. */
  { "time",
    "const before = performance.now (), w = new Worker (`onmessage = () => postMessage (performance.now ());`);"
    "w.onmessage = ({ data }) => log (data >= 20, data <= performance.now () - before); work (20); w.postMessage (0);",
    "true true\n" },
  { "closes", "const w = new Worker (`postMessage (1); close (); postMessage (2);`); w.onmessage = e => log (e.data);", "1\n2\n" },
  { "alone", "setTimeout (() => log ('late'), 2); log (typeof Atomics);", "object\nlate\n" },
};

static void
real_options (LsRunnerOptions *options,
              gboolean         without_trace)
{
  static const LsRunnerOptions defaults = LS_RUNNER_OPTIONS_INIT;

  *options = defaults;
  options->is_real = TRUE;
  options->without_trace = without_trace;
}

static void
test_program (gconstpointer data)
{
  const Program *program = data;
  const char *const scripts[] = { program->script, NULL };
  g_autoptr (LsSession) session = script_session_new (scripts, NULL);

  /* Making the machines takes most of the time: those that use all there is run without a trace too. */
  const guint n_runs = strstr (program->name, "lock") != NULL || program->output == NULL ? 2 : 1;

  for (guint i = 0; i < n_runs; i++)
    {
      ScriptOutput output = { NULL };
      LsRunnerOptions options;
      g_autoptr (LsRunner) runner = NULL;

      real_options (&options, i % 2 == 1);
      runner = script_runner_new (session, &options, &output);
      g_assert_true (ls_runner_run_to_end (runner, NULL));
      g_assert_cmpstr (ls_runner_get_message (runner), ==, NULL);
      if (program->output != NULL)
        g_assert_cmpstr (output.text->str, ==, program->output);
      else
        g_assert_true (g_str_equal (output.text->str, "TypeError\nnot-equal\ntimed-out\nok\nok\n") ||
                       g_str_equal (output.text->str, "not-equal\nTypeError\ntimed-out\nok\nok\n") ||
                       g_str_equal (output.text->str, "not-equal\ntimed-out\nTypeError\nok\nok\n"));
      test_assert_consistent (ls_runner_get_trace (runner));
      g_clear_object (&runner);
      script_output_clear (&output);
    }
}

/* Who waits for ever, and where */
static void
test_deadlock (void)
{
  const char *const scripts[] = { "const cells = new Int32Array (new SharedArrayBuffer (16));"
                                  "new Worker (`onmessage = ({ data }) => Atomics.wait (data, 3, 0);`, { name: 'w' }).postMessage (cells);", NULL };
  g_autoptr (LsSession) session = script_session_new (scripts, NULL);
  ScriptOutput output = { NULL };
  LsRunnerOptions options;

  real_options (&options, FALSE);
  script_run (session, &options, &output);
  g_assert_cmpint (output.state, ==, LS_RUNNER_FINISHED);
  g_assert_cmpstr (output.message, ==, "Deadlock: these agents wait, and none is left to wake them: “w” at cells[3]");
  script_output_clear (&output);
}

static void
test_budgets (void)
{
  static const char *const members[] = { "\"settings\":{\"budget\":{\"steps\":20000}}", "\"settings\":{\"budget\":{\"timeMs\":200}}",
                                         "\"settings\":{\"budget\":{\"records\":20000}}" };
  const char *const scripts[] = { "const a = new Int32Array (new SharedArrayBuffer (16));"
                                  "for (let i = 0; i < 2; i++) new Worker (`onmessage = ({ data }) => { for (;;) Atomics.add (data, 0, 1); }`).postMessage (a);"
                                  "setInterval (() => { }, 1);", NULL };

  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    {
      g_autoptr (LsSession) session = script_session_new (scripts, members[i]);
      ScriptOutput output = { NULL };
      LsRunnerOptions options;

      real_options (&options, FALSE);
      script_run (session, &options, &output);
      g_assert_cmpint (output.state, ==, LS_RUNNER_BUDGET_EXCEEDED);
      g_assert_true (g_str_has_prefix (output.message, "The run was stopped: it reached its budget of 20"));
      script_output_clear (&output);
    }
}

/* At any moment: while they are made as well. */
static void
test_cancel (void)
{
  const char *const scripts[] = { "const a = new Int32Array (new SharedArrayBuffer (16));"
                                  "for (const source of ['for (;;);', 'Atomics.wait (data, 0, 0)', 'for (;;) Atomics.add (data, 1, 1)', 'for (;;) log (1)'])"
                                  "new Worker (`onmessage = ({ data }) => { ${source} }`).postMessage (a);"
                                  "for (;;);", NULL };
  g_autoptr (LsSession) session = script_session_new (scripts, NULL);

  for (guint i = 0; i < 4; i++)
    {
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      ScriptOutput output = { NULL };
      LsRunnerOptions options;
      g_autoptr (LsRunner) runner = NULL;

      real_options (&options, i % 2 == 1);
      runner = script_runner_new (session, &options, &output);
      ls_runner_run_for (runner, i * 30000, cancellable);
      g_cancellable_cancel (cancellable);
      if (i < 2)
        {
          g_assert_false (ls_runner_run_to_end (runner, cancellable));
          g_assert_cmpint (ls_runner_get_state (runner), ==, LS_RUNNER_CANCELLED);
        }
      g_clear_object (&runner);
      script_output_clear (&output);
    }
}

/* While many of them are made at once: nobody waits until they all are, and nobody sees what the program does then. */
static void
test_cancel_many (void)
{
  const char *const scripts[] = { "for (let i = 0; i < 60; i++) try { new Worker ('for (;;);'); } catch (e) { log (e.message); }", NULL };
  g_autoptr (LsSession) session = script_session_new (scripts, NULL);

  for (guint i = 0; i < 3; i++)
    {
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      ScriptOutput output = { NULL };
      LsRunnerOptions options;
      g_autoptr (LsRunner) runner = NULL;
      clock_t start;

      real_options (&options, TRUE);
      runner = script_runner_new (session, &options, &output);
      ls_runner_run_for (runner, 20000 * (i + 1), cancellable);
      g_cancellable_cancel (cancellable);
      start = clock ();
      g_assert_false (ls_runner_run_to_end (runner, cancellable));
      if (g_test_perf ())
        g_assert_cmpfloat ((double) (clock () - start) / CLOCKS_PER_SEC, <, 1);
      g_assert_cmpint (ls_runner_get_state (runner), ==, LS_RUNNER_CANCELLED);
      g_assert_cmpstr (output.text->str, ==, "");
      g_clear_object (&runner);
      script_output_clear (&output);
    }
}

/* A script that cannot be read is no program, on whichever thread that is found. */
static void
test_unreadable (void)
{
  const char *const scripts[] = { "new Worker ('');\nlet let = 1;", NULL };
  g_autoptr (LsSession) session = script_session_new (scripts, NULL);
  g_autoptr (GError) error = NULL;
  LsRunnerOptions options;

  real_options (&options, FALSE);
  g_assert_null (ls_runner_new (session, &options, &error));
  g_assert_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_PROGRAM);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  ls_script_register ();

  for (guint i = 0; i < G_N_ELEMENTS (programs); i++)
    {
      g_autofree char *path = g_strconcat ("/real-workers/", programs[i].name, NULL);

      g_test_add_data_func (path, &programs[i], test_program);
    }
  g_test_add_func ("/real-workers/deadlock", test_deadlock);
  g_test_add_func ("/real-workers/budgets", test_budgets);
  g_test_add_func ("/real-workers/cancel", test_cancel);
  g_test_add_func ("/real-workers/cancel-many", test_cancel_many);
  g_test_add_func ("/real-workers/unreadable", test_unreadable);

  return g_test_run ();
}
