/* test-stop.c: programs that do not end are ended
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <pthread.h>
#include <time.h>

#include "ls-engine-thread.h"
#include "ls-script.h"
#include "program-cases.h"
#include "sanitized.h"
#include "script-util.h"
#include "test-time.h"

/* How long a run may go on after it was cancelled, in µs of its thread's processor time: the machine may be busy. */
#define MAX_REACTION (G_USEC_PER_SEC / 2)

/* Where a regular expression is matched JavaScriptCore alone can end it, which takes longer. */
#define MAX_REACTION_OF_MATCH (3 * G_USEC_PER_SEC / 2)

/* And where it is to be stopped by that. */
#define MAX_TIME_OF_MATCH (4 * G_USEC_PER_SEC)

/* What a default budget leaves to a program, likewise. */
#define MAX_TIME (12 * G_USEC_PER_SEC)

/* What the limits of 1, 3 and 5 s are divided by where they are short. */
#define DIVISOR 5

typedef enum
{
  NOT_CANCELLED = 1 << 0,  /* ends too soon to be cancelled */
  MATCHES = 1 << 1,        /* a regular expression */
  ENDS = 1 << 2,           /* ends by itself: something in it fails as for lack of memory */
  IS_SLOW = 1 << 3,        /* JavaScriptCore takes seconds to give up on it */
  TRACED_BUDGET = 1 << 4,  /* is run with a trace until its default budget ends it */
  BUDGET = 1 << 5,         /* and without */
  USUAL_LIMITS = 1 << 6,   /* with the limits of time that users have: for each limit one program */
  SHORT_LIMITS = 1 << 7    /* with shorter ones, as has what matches */
} EndlessFlags;

typedef struct
{
  const char   *name;
  const char   *script;
  EndlessFlags  flags;
  guint64       step_budget;  /* a smaller one than the default, which would end it in the same way, or 0 */
} Endless;

static const Endless endless[] = {
  { "empty-loop", "for (;;);", TRACED_BUDGET },
  { "loop", "let i = 0; while (true) i++;" },
  { "loop-of-statements", "let i = 0; while (true) { i++; i--; i += 2; }" },
  { "do-while", "do { } while (true)" },
  { "nested-loops", "for (let i = 0; ; i++) for (let j = 0; j < i; j++) { }" },
  { "loop-in-expression", "const f = () => true; while (f ());" },
  { "recursion-that-is-caught", "function f () { try { f () } catch { f () } } f ();", BUDGET },
  { "recursion-in-loop", "function f () { f () } for (;;) try { f () } catch { }" },
  { "mutual-recursion", "function a () { try { b () } finally { b () } } function b () { try { a () } finally { a () } } a ();" },
  { "microtasks", "function f () { queueMicrotask (f) } f ();", BUDGET },
  { "promise-jobs", "function f () { Promise.resolve ().then (f) } f ();" },
  { "awaits", "(async () => { for (;;) await null; }) ();" },
  { "await-of-thenable", "const t = { then (f) { f (t) } }; (async () => { await t; }) ();" },
  { "async-generator", "(async () => { async function* g () { for (;;) yield 1; } for await (const x of g ()); }) ();" },
  { "generator", "function* g () { for (;;) yield 1; } for (const x of g ());" },
  { "spread-generator", "function* g () { for (;;) yield 1; } [...g ()];" },
  { "iterator", "for (const x of { [Symbol.iterator] () { return { next () { return { done: false } } } } });" },
  { "array-from-iterator", "Array.from ({ [Symbol.iterator] () { return { next () { return { done: false } } } } });" },
  { "map-that-grows", "const m = new Map ([[0, 0]]); m.forEach ((v, k) => { m.delete (k); m.set (k + 1, 0); });" },
  { "timers", "setInterval (() => { }, 0); for (;;);" },
  { "tasks", "function f () { scheduler.postTask (f) } f (); for (;;);" },
  { "catch", "for (;;) try { for (;;); } catch { }", TRACED_BUDGET },
  { "finally", "function f () { try { for (;;); } finally { f (); } } f ();" },
  { "finally-that-loops", "try { for (;;); } finally { for (;;); }" },
  { "finally-that-continues", "for (;;) { try { for (;;); } finally { continue } }", TRACED_BUDGET },
  { "catch-in-async", "(async () => { for (;;) try { for (;;) await 0; } catch { } }) ();" },
  { "generator-finally", "function* g () { try { for (;;) yield; } finally { for (;;); } } for (const x of g ()) for (;;);" },
  { "sort", "[3, 1, 2].sort (() => { for (;;); });" },
  { "sort-that-is-long", "const a = Array.from ({ length: 100000 }, (_, i) => i); for (;;) a.sort ((x, y) => y - x);" },
  { "proxy", "const p = new Proxy ({ }, { get () { for (;;); } }); p.x;" },
  { "proxy-has", "const p = new Proxy ({ }, { has () { for (;;); } }); 'x' in p;" },
  { "proxy-own-keys", "Object.keys (new Proxy ({ }, { ownKeys () { for (;;); } }));" },
  { "getter", "({ get x () { for (;;); } }).x;" },
  { "setter", "({ set x (v) { for (;;); } }).x = 1;" },
  { "to-string", "`${{ toString () { for (;;); } }}`" },
  { "to-primitive", "+{ [Symbol.toPrimitive] () { for (;;); } };" },
  { "json-stringify", "JSON.stringify ({ toJSON () { for (;;); } });" },
  { "json-reviver", "JSON.parse ('[1]', () => { for (;;); });" },
  { "replace-callback", "'aaa'.replace (/a/g, () => { for (;;); });" },
  { "array-callbacks", "[1].map (() => [1].forEach (() => [1].reduce (() => { for (;;); }, 0)));" },
  { "reflect-apply", "Reflect.apply (() => { for (;;); }, null, []);" },
  { "class-fields", "class A { x = (() => { for (;;); }) () } new A ();" },
  { "static-block", "class A { static { for (;;); } }" },
  { "tagged-template", "((s) => { for (;;); }) `x`;" },
  { "default-parameter", "((x = (() => { for (;;); }) ()) => x) ();" },
  { "destructuring", "const { x = (() => { for (;;); }) () } = { };" },
  { "with", "with ({ get x () { for (;;); } }) x;" },
  { "symbol-species", "class A extends Array { static get [Symbol.species] () { for (;;); } } new A (3).map (x => x);" },
  { "promise-executor", "new Promise (() => { for (;;); });" },
  { "then-callback", "Promise.resolve ().then (() => { for (;;); });" },
  { "thenable", "Promise.resolve ({ then () { for (;;); } });" },
  { "thenable-getter", "Promise.resolve ({ get then () { for (;;); } });" },
  { "eval", "eval ('for (;;);');" },
  { "indirect-eval", "(0, eval) ('for (;;);');" },
  { "function-constructor", "new Function ('for (;;);') ();" },
  { "async-function-constructor", "(async () => { }).constructor ('for (;;) await 0;') ();" },
  { "timer-text", "setTimeout ('for (;;);');" },
  { "timer", "setTimeout (() => { for (;;); }, 5);" },
  { "idle-callback", "requestIdleCallback (() => { for (;;); });" },
  { "animation-frame", "requestAnimationFrame (() => { for (;;); });" },
  { "message", "const c = new MessageChannel (); c.port1.onmessage = () => { for (;;); }; c.port2.postMessage (1);" },
  { "post-task", "scheduler.postTask (() => { for (;;); });" },
  { "after-yield", "scheduler.postTask (async () => { await scheduler.yield (); for (;;); });" },
  { "listener", "addEventListener ('x', () => { for (;;); }); dispatchEvent (new Event ('x'));" },
  { "abort-listener", "const c = new AbortController (); c.signal.onabort = () => { for (;;); }; c.abort ();" },
  { "timeout-listener", "AbortSignal.timeout (5).onabort = () => { for (;;); };" },
  { "priority-listener", "const c = new TaskController (); c.signal.onprioritychange = () => { for (;;); };"
                         " c.setPriority ('background');" },
  { "error-listener", "onerror = () => { for (;;); }; throw 1;" },
  { "rejection-listener", "onunhandledrejection = () => { for (;;); }; Promise.reject (1);" },
  { "getter-of-options", "scheduler.postTask (() => { }, { get priority () { for (;;); } });" },
  { "structured-clone", "structuredClone ({ get x () { for (;;); } });" },
  { "console-getter", "console.table ([{ get x () { for (;;); } }]); for (;;);" },
  { "console-loop", "for (;;) console.count ();" , NOT_CANCELLED },
  { "work", "for (;;) work (1);" },
  { "work-for-ever", "work (Infinity); for (;;);", NOT_CANCELLED },
  { "clock", "while (performance.now () >= 0);" },
  { "date", "while (Date.now () >= 0);" },
  { "bigint", "let b = 3n; for (;;) b = b * b % (2n ** 4096n);" },
  { "regexp-test", "for (;;) /(a+)+$/.test ('a'.repeat (40) + 'b');", MATCHES | BUDGET | USUAL_LIMITS },
  { "regexp-exec", "for (;;) /(a+)+$/.exec ('a'.repeat (40) + 'b');", MATCHES | TRACED_BUDGET },
  { "regexp-match", "for (;;) ('a'.repeat (40) + 'b').match (/(a+)+$/);", MATCHES },
  { "regexp-match-all", "for (;;) [...('a'.repeat (40) + 'b').matchAll (/(a+)+$/g)];", MATCHES },
  { "regexp-replace", "for (;;) ('a'.repeat (40) + 'b').replace (/(a+)+$/, '');", MATCHES },
  { "regexp-replace-all", "for (;;) ('a'.repeat (40) + 'b').replaceAll (/(a+)+$/g, '');", MATCHES },
  { "regexp-search", "for (;;) ('a'.repeat (40) + 'b').search (/(a+)+$/);", MATCHES },
  { "regexp-split", "for (;;) ('a'.repeat (40) + 'b').split (/(a+)+$/);", MATCHES },
  { "regexp-back-reference", "for (;;) /^(a+)+\\1+$/.test ('a'.repeat (40) + 'b');", MATCHES | IS_SLOW | BUDGET },
  { "regexp-without-end", "/\\s+$/.test (' '.repeat (2e6) + 'x')", MATCHES | BUDGET | TRACED_BUDGET },
  { "regexp-without-end-or-group", "/a*a*a*a*a*a*a*b/.exec ('a'.repeat (5000))", MATCHES },
  { "regexp-without-end-of-sixteen-bits", "('\u2014'.repeat (2e6) + 'x').replace (/\u2014+$/u, '')", MATCHES },
  { "regexp-without-end-in-listener", "const c = new AbortController (); c.signal.onabort = () => {"
                                      " ('x' + ' '.repeat (2e6) + 'x').split (/\\s+$/); }; setTimeout (() => {"
                                      " try { c.abort (); } finally { console.log ('finally'); } })",
    MATCHES | BUDGET | TRACED_BUDGET },
  { "regexp-without-end-in-job", "Promise.resolve (' '.repeat (2e6) + 'x').then (s => s.search (/\\s+$/))", MATCHES },
  { "regexp-without-end-in-message", "const c = new MessageChannel (); c.port1.onmessage = e => /\\s+$/.test (e.data);"
                                     " c.port2.postMessage (' '.repeat (2e6) + 'x');", MATCHES | TRACED_BUDGET },
  { "regexp-without-end-in-text", "eval ('/\\\\s+$/.test (\" \".repeat (2e6) + 1)')", MATCHES },
  { "regexp-without-end-in-worker", "new Worker (() => { /\\s+$/.test (' '.repeat (2e6) + 'x') });", NOT_CANCELLED | BUDGET },
  { "string-rope", "let s = 'x'; for (;;) s += s;", ENDS },
  { "string-rope-that-is-caught", "for (;;) try { let s = 'x'; for (;;) s += s; } catch { }" },
  { "string-repeat", "for (;;) try { 'x'.repeat (2 ** 30) } catch { }" },
  { "string-join", "const s = 'x'.repeat (2 ** 20); for (;;) try { Array (1024).fill (s).join (s) } catch { }" },
  { "string-pad", "for (;;) try { 'x'.padEnd (2 ** 30) } catch { }" },
  { "arrays", "const a = []; while (1) a.push (new Array (1e6));" },
  { "filled-arrays", "const a = []; while (1) a.push (new Array (1e6).fill (1.5));" },
  { "buffers", "const a = []; while (1) a.push (new Uint8Array (1e8).fill (1));", BUDGET },
  { "objects", "let o = null; while (1) o = { o };" },
  { "closures", "let f = null; for (;;) { const g = f; f = () => g; }" },
  { "promises", "const a = []; for (;;) a.push (new Promise (() => { }));" },
  { "posted-tasks", "for (;;) scheduler.postTask (() => { });" },
  { "set-timers", "for (;;) setTimeout (() => { }, 1000);" },
  { "controllers", "for (;;) new TaskController ();" },
  { "listeners", "const e = new EventTarget (); for (;;) e.addEventListener ('x', () => { });" },
  { "errors-that-make-errors", "addEventListener ('error', () => { throw 2 }); addEventListener ('unhandledrejection', () => {"
                               " Promise.reject (1) }); Promise.reject (0); throw 1", BUDGET, 1000000 },
  { "map-that-is-printed", "const m = new Map ([[0, 0]]); m.forEach ((v, k) => { m.set (k + 1, v + 1); console.log (m); });",
    BUDGET | SHORT_LIMITS },
  { "workers", "function f () { const w = new Worker (() => { postMessage (1); close (); }); w.onmessage = f } f ();",
    NOT_CANCELLED | BUDGET, 500 },
  { "workers-in-a-loop", "for (;;) try { new Worker (() => { close (); }).terminate (); } catch { }" },
  { "workers-that-never-run", "function f () { new Worker (() => { }).terminate (); setTimeout (f); } f ();", NOT_CANCELLED | BUDGET },
  { "microtasks-that-multiply", "function f () { queueMicrotask (f); queueMicrotask (f) } f ();" },
};

typedef struct
{
  const Endless *program;
  gboolean       traced;
  LsClockKind    clock;
} Case;

/* Most of the time of an endless program goes to waiting for its limit, so one program shows each of the usual limits, and the others
 * are ended in the same way by a shorter one. With -m slow all have the usual ones. Returns the step budget, 0 for the default one. */
static guint64
set_limits (const Endless *program)
{
  const gboolean is_short = (program->flags & (MATCHES | SHORT_LIMITS)) != 0 && (program->flags & USUAL_LIMITS) == 0;

  if (g_test_slow ())
    return 0;
  ls_script_shorten_limits (is_short ? DIVISOR : 1);
  return program->step_budget;
}

static gint64
get_time (clockid_t clock)
{
  struct timespec time;

  g_assert_cmpint (clock_gettime (clock, &time), ==, 0);
  return time.tv_sec * G_USEC_PER_SEC + time.tv_nsec / 1000;
}

/* A thread that runs a session until it is cancelled. */
typedef struct
{
  LsSession       *session;
  LsRunnerOptions  options;
  GCancellable    *cancellable;
  GMutex           mutex;
  GCond            cond;
  gboolean         is_running;
  clockid_t        clock;
  gint64           end;       /* µs of its processor time */
  LsRunnerState    state;
  char            *message;
} Run;

static gpointer
run_thread (gpointer data)
{
  Run *self = data;
  ScriptOutput output;
  g_autoptr (LsRunner) runner = script_runner_new (self->session, &self->options, &output);

  g_mutex_lock (&self->mutex);
  g_assert_cmpint (pthread_getcpuclockid (pthread_self (), &self->clock), ==, 0);
  self->is_running = TRUE;
  g_cond_signal (&self->cond);
  g_mutex_unlock (&self->mutex);

  ls_runner_run_to_end (runner, self->cancellable);
  self->state = ls_runner_get_state (runner);
  self->message = g_strdup (ls_runner_get_message (runner));
  self->end = get_time (CLOCK_THREAD_CPUTIME_ID);
  script_output_clear (&output);
  return NULL;
}

static void
test_cancel (gconstpointer data)
{
  const Case *test = data;
  g_autoptr (LsSession) session = script_session_new_simple (test->program->script);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  const gint64 max = (test->program->flags & MATCHES) != 0 ? MAX_REACTION_OF_MATCH : MAX_REACTION;
  Run run = { .session = session, .options = LS_RUNNER_OPTIONS_INIT, .cancellable = cancellable };
  GThread *thread;
  gint64 begin, cancelled;

  set_limits (test->program);
  run.options.without_trace = !test->traced;
  run.options.sets_clock = TRUE;
  run.options.clock = test->clock;
  g_mutex_init (&run.mutex);
  g_cond_init (&run.cond);
  thread = g_thread_new ("run", run_thread, &run);
  g_mutex_lock (&run.mutex);
  while (!run.is_running)
    g_cond_wait (&run.cond, &run.mutex);
  g_mutex_unlock (&run.mutex);

  /* Right into what it does: it has computed for some time then. */
  begin = get_time (run.clock);
  for (guint i = 0; i < 100 && get_time (run.clock) - begin < 20000; i++)
    g_usleep (1000);
  cancelled = get_time (run.clock);
  g_cancellable_cancel (cancellable);
  g_thread_join (thread);
  /* Between two steps it stays running, and could go on. */
  if (run.state != LS_RUNNER_BUDGET_EXCEEDED && run.state != LS_RUNNER_RUNNING)
    g_assert_cmpint (run.state, ==, LS_RUNNER_CANCELLED);
  g_test_message ("%" G_GINT64_FORMAT " ms", (run.end - cancelled) / 1000);
  test_assert_in_time (run.end - cancelled, max);
  g_free (run.message);
  g_mutex_clear (&run.mutex);
  g_cond_clear (&run.cond);
}

static void
test_budget (gconstpointer data)
{
  const Case *test = data;
  g_autoptr (LsSession) session = script_session_new_simple (test->program->script);
  LsRunnerOptions options = LS_RUNNER_OPTIONS_INIT;
  const gint64 begin = get_time (CLOCK_THREAD_CPUTIME_ID);
  gint64 taken;
  ScriptOutput output;

  options.step_budget = set_limits (test->program);
  options.without_trace = !test->traced;
  options.sets_clock = TRUE;
  options.clock = test->clock;
  script_run (session, &options, &output);
  taken = get_time (CLOCK_THREAD_CPUTIME_ID) - begin;
  g_test_message ("%" G_GINT64_FORMAT " ms: %s", taken / 1000, output.message);
  if ((test->program->flags & ENDS) != 0)
    {
      g_assert_cmpint (output.state, ==, LS_RUNNER_FINISHED);
      g_assert_nonnull (strstr (output.text->str, "Out of memory"));
    }
  else
    {
      g_assert_cmpint (output.state, ==, LS_RUNNER_BUDGET_EXCEEDED);
      g_assert_true (g_str_has_prefix (output.message, "The run was stopped: ") ||
                     g_str_has_prefix (output.message, "The program was stopped"));
    }
  test_assert_in_time (taken, MAX_TIME);
  script_output_clear (&output);
}

/* The Stop button does not wait for a regular expression. */
static void
test_engine_thread (void)
{
  g_autoptr (LsSession) session = script_session_new_simple ("for (;;) /^(a+)+\\1+$/.exec ('a'.repeat (40) + 'b');");
  g_autoptr (LsEngineThread) engine = ls_engine_thread_new ();
  g_autoptr (GError) error = NULL;
  gint64 begin;

  ls_script_shorten_limits (1);
  g_assert_true (ls_engine_thread_start (engine, session, NULL, &error));
  g_assert_no_error (error);
  ls_engine_thread_ensure (engine, 10);
  while (ls_trace_get_length (ls_engine_thread_get_trace (engine)) < 3)
    g_usleep (1000);
  begin = g_get_monotonic_time ();
  ls_engine_thread_stop (engine);
  test_assert_in_time (g_get_monotonic_time () - begin, G_USEC_PER_SEC / 2);
  g_assert_cmpint (ls_engine_thread_get_state (engine), ==, LS_RUNNER_CANCELLED);
}

/* How much JavaScriptCore remembers of a match before it gives up, in bytes instead of 128 MB: a match is over in 20 ms then. */
#define MAX_MATCH_MEMORY "16777216"

/* Everything that matches, with each kind of expression that has too many ways to try: R, and G which is global, S is what it
 * is matched with. The first kind needs too much memory, the others take too long. */
static const struct
{
  const char *name, *pattern, *text;
} too_many[] = {
  { "memory", "(?:a|bb)+$", "'a'.repeat (1e6) + 'c'" },
  { "alternation", "(?:a|aa)+$", "'a'.repeat (40) + 'b'" },
  { "nested", "(a+)+$", "'a'.repeat (40) + 'b'" },
  { "back-reference", "^(a+)+\\1+$", "'a'.repeat (40) + 'b'" },
  { "lookbehind", "(?<=c(?:a|aa)+)b", "'a'.repeat (40) + 'b'" },
  { "lookahead", "(?=(?:a|aa)+$)", "'a'.repeat (40) + 'b'" },
  { "any", "(?:.*)*x", "'a'.repeat (40) + 'b'" },
};

static const struct
{
  const char *name, *script;
} matches[] = {
  { "exec", "R.exec (S)" },
  { "exec-global", "for (let m; m = G.exec (S););" },
  { "exec-called", "Reflect.apply (RegExp.prototype.exec, R, [S])" },
  { "exec-of-subclass", "new (class extends RegExp { }) (R).exec (S)" },
  { "exec-sticky", "new RegExp (R.source, 'y').exec (S)" },
  { "exec-of-subclass-with-exec", "S.match (new (class extends RegExp { exec (s) { return super.exec (s); } }) (R))" },
  { "exec-that-was-replaced", "const { exec } = RegExp.prototype; RegExp.prototype.exec = function (s) { return exec.call (this, s); }; R.test (S)" },
  { "exec-in-callback", "'a'.replace (/a/, () => R.exec (S))" },
  { "exec-in-nested-callback", "'a'.replace (/a/, () => 'b'.replace (/b/g, x => x) + R.exec (S))" },
  { "exec-after-callback-that-throws", "try { 'a'.replace (/a/, () => { throw 1; }) } catch { } R.exec (S)" },
  { "exec-of-frozen", "Object.freeze (RegExp.prototype); S.match (R)" },
  { "exec-in-promise-job", "Promise.resolve ().then (() => console.log ('matched', R.exec (S))); throw 'away'" },
  { "exec-that-is-caught", "try { R.exec (S) } catch { } finally { console.log ('finally') }" },
  { "test", "R.test (S)" },
  { "match", "S.match (R)" },
  { "match-text", "S.match (R.source)" },
  { "match-global", "S.match (G)" },
  { "match-all", "for (const m of S.matchAll (G));" },
  { "replace", "S.replace (R, '')" },
  { "replace-callback", "S.replace (R, () => '')" },
  { "replace-sticky", "S.replace (new RegExp (R.source, 'y'), '')" },
  { "replace-all", "S.replaceAll (G, '')" },
  { "search", "S.search (R)" },
  { "search-text", "S.search (R.source)" },
  { "search-of-subclass", "S.search (new (class extends RegExp { }) (R))" },
  { "split", "S.split (R)" },
  { "symbol-match", "R[Symbol.match] (S)" },
  { "symbol-match-all", "G[Symbol.matchAll] (S).next ()" },
  { "symbol-replace", "R[Symbol.replace] (S, '')" },
  { "symbol-search", "R[Symbol.search] (S)" },
  { "symbol-split", "R[Symbol.split] (S)" },
};

/* What JavaScriptCore gives up on in another way, or what has matched before. Each would find nothing else, or no more. PATTERN
 * stands for one of the first two kinds. */
static const struct
{
  const char *name, *script;
} given_up[] = {
  { "search", "S.search (/PATTERN|[bc]$/)" },
  { "memory", "/^(?:a|b)+$/.test ('a'.repeat (3e6))" },
  { "memory-of-captures", "/^(a)*$/.exec ('a'.repeat (3e6))" },
  { "memory-in-replace", "'a'.repeat (3e6).replace (/^(?:a|b)+$/g, '')" },
  { "memory-in-split", "'a'.repeat (3e6).split (/^(?:a|b)+$/)" },
  { "second-exec", "const r = /x|PATTERN/g; r.exec ('x' + S); r.exec ('x' + S)" },
  { "second-exec-sticky", "const r = /x|PATTERN/y; r.exec ('x' + S); r.exec ('x' + S)" },
  { "second-match", "('x' + S).match (/x|PATTERN/g)" },
  { "second-match-all", "[...('x' + S).matchAll (/x|PATTERN/g)]" },
  { "second-replace", "('x' + S).replace (/x|PATTERN/g, '')" },
  { "second-replace-callback", "('x' + S).replace (/x|PATTERN/g, () => '')" },
  { "second-replace-all", "('x' + S).replaceAll (/x|PATTERN/g, '')" },
  { "second-split", "('x' + S).split (/x|PATTERN/)" },
  { "second-split-limited", "('x' + S).split (/x|PATTERN/, 9)" },
  { "last-index", "G.lastIndex = 3; G.test (S)" },
  { "last-index-sticky", "const r = /PATTERN/y; r.lastIndex = 3; r.test (S)" },
  { "last-index-of-object", "G.lastIndex = { valueOf: () => 3 }; G.test (S)" },
  { "ignore-case", "S.toUpperCase ().match (/PATTERN/i)" },
  { "unicode", "S.match (/PATTERN/u)" },
  { "unicode-sets", "S.match (/(?:PATTERN)[[a]--[b]]?/v)" },
  { "sixteen-bits", "('\u2014' + S).match (/PATTERN/)" },
  { "negative-look-ahead", "S.match (/(?!PATTERN)/)" },
  { "with-proxies", "new Proxy ({}, {}); R.exec (S)" },
  { "own-exec", "R.exec = RegExp.prototype.exec; S.match (R)" },
  { "after-harmless", "const r = /b/; for (let i = 0; i < 1e5; i++) r.test ('a'); S.match (R)" },
  { "compile", "const r = /x/; for (let i = 0; i < 1e5; i++) r.test ('a'); r.compile ('PATTERN'); r.test (S)" },
  { "in-job", "queueMicrotask (() => { S.match (R); console.log ('matched'); }); throw 'away'" },
};

static void
test_match (gconstpointer data)
{
  const char *script = data;
  g_autoptr (LsSession) session = script_session_new_simple (script);
  LsRunnerOptions options = LS_RUNNER_OPTIONS_INIT;
  const gint64 begin = get_time (CLOCK_THREAD_CPUTIME_ID);
  gint64 taken;
  ScriptOutput output;

  ls_script_shorten_limits (1);
  options.without_trace = TRUE;
  script_run (session, &options, &output);
  taken = get_time (CLOCK_THREAD_CPUTIME_ID) - begin;
  g_test_message ("%" G_GINT64_FORMAT " ms: %s", taken / 1000, output.message);
  g_assert_cmpint (output.state, ==, LS_RUNNER_BUDGET_EXCEEDED);
  g_assert_true (g_str_has_prefix (output.message, "The program was stopped: a regular expression ran for "));
  g_assert_null (strstr (output.text->str, "matched"));
  g_assert_null (strstr (output.text->str, "finally"));
  test_assert_in_time (taken, MAX_TIME_OF_MATCH);
  script_output_clear (&output);
}

/* At the beginning of the text there is no b. */
static gboolean
is_easy (const char *name,
         const char *kind)
{
  return g_str_has_suffix (name, "-sticky") && g_str_equal (kind, "lookbehind");
}

static void
add_match (const char *name,
           const char *kind,
           guint       how,
           const char *script)
{
  g_autofree char *path = g_strdup_printf ("/stop/match/%s/%s", name, kind);

  g_test_add_data_func_full (path,
                             g_strdup_printf ("const S = %s, R = /%s/, G = /%s/g;\n%s;\nconsole.log ('matched');",
                                              too_many[how].text, too_many[how].pattern, too_many[how].pattern, script),
                             test_match, g_free);
}

/* The first with each kind, all with the kind that is given up on soonest, and with -m slow each with each. */
static void
add_matches (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (matches); i++)
    for (guint j = 0; j < G_N_ELEMENTS (too_many); j++)
      if ((g_test_slow () || i == 0 || j == 0) && !is_easy (matches[i].name, too_many[j].name))
        add_match (matches[i].name, too_many[j].name, j, matches[i].script);
  for (guint i = 0; i < G_N_ELEMENTS (given_up); i++)
    for (guint j = 0; j < (g_test_slow () ? 2 : 1); j++)
      {
        g_autoptr (GString) script = g_string_new (given_up[i].script);
        g_autofree char *kind = g_strdup_printf ("given-up/%s", too_many[j].name);

        g_string_replace (script, "PATTERN", too_many[j].pattern, 0);
        add_match (given_up[i].name, kind, j, script->str);
      }
  /* Where something else matches nonetheless. */
  add_match ("given-up", "another", 1, "S.search (/(?:a|aa)+$|b$/)");
}

/* Long programs that come to an end are not stopped. */
static void
test_long (gconstpointer data)
{
  g_autoptr (LsSession) session = script_session_new_simple (data);
  LsRunnerOptions options = LS_RUNNER_OPTIONS_INIT;
  ScriptOutput output;

  ls_script_shorten_limits (1);
  options.without_trace = TRUE;
  script_run (session, &options, &output);
  g_assert_cmpstr (output.message, ==, NULL);
  g_assert_cmpstr (output.text->str, ==, "end\n");
  script_output_clear (&output);
}

/* A program runs with a trace or without, and with either clock. Each runs in at least one of these ways, and those that match in just
 * one. With -m slow all run in all ways, which takes minutes. */
static gboolean
is_run_so (guint    i,
           gboolean traced,
           gboolean is_virtual)
{
  const gboolean is_match = (endless[i].flags & MATCHES) != 0;

  if (g_test_slow ())
    return TRUE;
  if (is_virtual)
    return traced == (i % 2 != 0) || (i % 4 == 0 && !is_match && !IS_SANITIZED);
  return i % 8 == (traced ? 0 : 4) && !is_match && !IS_SANITIZED;
}

/* A limit of time takes seconds to be reached: each once. */
static gboolean
has_budget_so (EndlessFlags flags,
               gboolean     traced)
{
  if ((flags & ENDS) != 0)
    return TRUE;
  if ((flags & (TRACED_BUDGET | BUDGET | MATCHES)) == 0)
    return FALSE;
  if (g_test_slow ())
    return TRUE;
  if (IS_SANITIZED)
    return traced && (flags & TRACED_BUDGET) != 0;
  return (flags & (traced ? TRACED_BUDGET : BUDGET)) != 0;
}

static void
add_cases (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (endless); i++)
    for (guint how = 0; how < 4; how++)
      {
        const gboolean traced = how % 2 != 0, is_virtual = how < 2;
        const Case test = { .program = &endless[i], .traced = traced,
                            .clock = is_virtual ? LS_CLOCK_VIRTUAL : LS_CLOCK_MONOTONIC };
        g_autofree char *tail = g_strdup_printf ("%s/%s%s", endless[i].name, traced ? "traced" : "untraced",
                                                 is_virtual ? "" : "/monotonic");
        g_autofree char *cancel = g_strdup_printf ("/stop/cancel/%s", tail);
        g_autofree char *budget = g_strdup_printf ("/stop/budget/%s", tail);

        if ((endless[i].flags & (NOT_CANCELLED | ENDS | IS_SLOW)) == 0 && is_run_so (i, traced, is_virtual))
          g_test_add_data_func_full (cancel, g_memdup2 (&test, sizeof test), test_cancel, g_free);
        if (is_virtual && has_budget_so (endless[i].flags, traced))
          g_test_add_data_func_full (budget, g_memdup2 (&test, sizeof test), test_budget, g_free);
      }
}

int
main (int   argc,
      char *argv[])
{
  g_setenv ("JSC_maxRegExpStackSize", MAX_MATCH_MEMORY, TRUE);
  g_test_init (&argc, &argv, NULL);
  ls_script_register ();
  add_cases ();
  add_matches ();
  g_test_add_func ("/stop/engine-thread", test_engine_thread);
  g_test_add_data_func ("/stop/long/sort", "let s = 1; const a = Array.from ({ length: 1e6 }, () => s = s * 16807 % 2147483647);"
                        " a.sort ((x, y) => x - y); console.log ('end');", test_long);
  g_test_add_data_func ("/stop/long/awaits", "(async () => { for (let i = 0; i < 1e7; i++) await i; console.log ('end'); }) ();",
                        test_long);

  return g_test_run ();
}
