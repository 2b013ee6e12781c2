/* test-debugger-stop.c: programs that do not end are stopped, and leave nothing behind
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <stdlib.h>
#include <time.h>

#include "ls-script.h"
#include "sanitized.h"
#include "test-program.h"
#include "test-engine-threads.h"
#include "test-time.h"

/* In µs. Half a second is what people may wait; the machine may be busy with other tests. */
#define MAX_WAIT (1000 * 1000)
#define MAX_FRAME (300 * 1000)  /* of processor time */

/* More than a program comes to. */
#define NO_BUDGET G_MAXUINT32

/* Milliseconds from one frame to the next. */
#define FRAME 16

typedef struct
{
  const char *name;
  const char *text;
  const char *place;    /* where it is stopped, NULL if it may be anywhere */
  gboolean    close;    /* whether to drop the debugger too while it runs */
} Program;

static const Program endless[] = {
  { "loop", "let i = 0;\nwhile (true) i++;\n", "main.js:2", TRUE },
  { "empty-loop", "const a = 1;\nwhile (a);\n", "main.js:2" },
  { "recursion", "function f() {\n  try { f(); } finally { f(); }\n}\nf();\n", "main.js:2" },
  { "promises", "(function f() {\n  Promise.resolve().then(f);\n})();\n", "main.js:2" },
  { "microtasks", "(function f() {\n  queueMicrotask(f);\n})();\n", "main.js:2" },
  { "await", "(async () => {\n  for (;;)\n    await 0;\n})();\n", "main.js:3", TRUE },
  { "timers", "(function f() {\n  setTimeout(f);\n})();\n", "main.js:2", TRUE },
  { "tasks", "(function f() {\n  scheduler.postTask(f);\n  scheduler.postTask(f);\n})();\n", NULL },
  { "interval", "setInterval(() => {});\n", NULL },
  { "regex", "const a = 'a'.repeat(50);\nlet x = 1;\n/^(a+)+$/.test(a + 'b');\n", "main.js:3", TRUE },
  { "memory", "const a = [];\nfor (;;)\n  a.push('x'.repeat(1 << 28) + a.length);\n", "main.js:3", TRUE },
  { "generator", "function* g() {\n  for (;;)\n    yield 1;\n}\nfor (const x of g())\n  ;\n", NULL },
  { "clock", "while (performance.now() < Infinity)\n  ;\n", "main.js:2" },
  { "log", "for (;;)\n  console.log('x');\n", "main.js:2", TRUE },
  { "sort", "[3, 2, 1].sort(() => {\n  for (;;)\n    ;\n});\n", "main.js:3" },
  { "catch", "for (;;)\n  try { while (true); } catch { } finally { while (true); }\n", NULL },
  { "natives", "for (;;)\n  Array.from({ length: 1e6 }).sort();\n", "main.js:2" },
  { "bigint", "const n = 7n ** 300000n;\nfor (;;)\n  String(n);\n", NULL },
};

/* What the debugger's thread computes from one frame to the next. */
typedef struct
{
  gint64 last;
  gint64 worst;
} Frames;

static gboolean
frame_cb (gpointer user_data)
{
  Frames *frames = user_data;
  struct timespec time;
  gint64 now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  now = time.tv_sec * G_USEC_PER_SEC + time.tv_nsec / 1000;
  if (frames->last != 0)
    frames->worst = MAX (frames->worst, now - frames->last);
  frames->last = now;
  return G_SOURCE_CONTINUE;
}

/* A debugger with a program that no budget ends, before its first step. */
static LsDebugger *
open_endless (const char *text)
{
  LsDebugger *debugger = ls_debugger_new ();

  ls_debugger_set_budgets (debugger, NO_BUDGET, NO_BUDGET, NO_BUDGET, 0);
  test_program_follow (debugger);
  g_assert_true (ls_debugger_open_text (debugger, "main.js", text, NULL));
  return debugger;
}

static char *
get_message (LsDebugger *debugger)
{
  g_autofree char *place = NULL;

  return ls_debugger_get_message (debugger, &place);
}

/* Returns whether the run is over and was stopped at @expected. */
static gboolean
was_stopped_at (LsDebugger *debugger,
                const char *expected)
{
  g_autofree char *place = NULL;
  g_autofree char *message = ls_debugger_get_message (debugger, &place);
  LsPlace parsed;

  return message != NULL && strstr (message, expected) != NULL && ls_place_parse (&parsed, place) &&
         parsed.line == (guint) atoi (strchr (expected, ':') + 1);
}

static void
wait_for_statement (LsDebugger *debugger)
{
  test_wait_for (ls_trace_get_length (ls_player_get_trace (ls_debugger_get_player (debugger))) > 20 ||
                 !ls_debugger_get_working (debugger));
}

/* The caller's thread goes on, the program is stopped where that is said, and another one can run at once. */
static void
test_stop (gconstpointer data)
{
  const Program *program = data;
  LsDebugger *debugger = open_endless (program->text);
  LsPlayer *player = ls_debugger_get_player (debugger);
  g_autofree char *message = NULL;
  Frames frames = { 0 };
  guint frame = g_timeout_add (FRAME, frame_cb, &frames);
  gint64 start;

  g_object_add_weak_pointer (G_OBJECT (debugger), (gpointer *) &debugger);
  ls_player_to_end (player);
  g_assert_true (ls_debugger_get_working (debugger));
  wait_for_statement (debugger);
  start = g_get_monotonic_time ();
  while (g_get_monotonic_time () - start < 100 * 1000)
    g_main_context_iteration (NULL, TRUE);

  start = g_get_monotonic_time ();
  ls_debugger_stop (debugger);
  test_wait_for (!ls_debugger_get_working (debugger));
  test_assert_in_time (g_get_monotonic_time () - start, MAX_WAIT);
  g_test_message ("stopped in %" G_GINT64_FORMAT " µs", g_get_monotonic_time () - start);
  test_wait_for ((message = get_message (debugger)) != NULL);
  g_test_message ("%s", message);
  g_assert_null (strstr (message, " after "));
  if (program->place != NULL)
    test_wait_for (was_stopped_at (debugger, program->place));
  g_assert_false (ls_debugger_get_working (debugger));
  test_program_wait (debugger);
  test_wait_for (ls_player_is_at_end (player));

  start = g_get_monotonic_time ();
  test_program_edit (debugger, "console.log('another');\n");
  g_assert_null (get_message (debugger));
  test_wait_for (test_has_logged (ls_player_get_trace (ls_debugger_get_player (debugger)), "another"));
  test_assert_in_time (g_get_monotonic_time () - start, MAX_WAIT);
  test_assert_in_time (frames.worst, MAX_FRAME);
  g_test_message ("longest frame: %" G_GINT64_FORMAT " µs of computing", frames.worst);
  g_source_remove (frame);

  g_object_unref (debugger);
  g_assert_null (debugger);
  test_wait_for (test_count_engine_threads () == 0);
}

/* Dropped while it runs, it leaves nothing behind. */
static void
test_close (gconstpointer data)
{
  const Program *program = data;
  LsDebugger *debugger = open_endless (program->text);
  LsPlayer *player = ls_debugger_get_player (debugger);
  gint64 start;

  g_object_add_weak_pointer (G_OBJECT (debugger), (gpointer *) &debugger);
  g_object_add_weak_pointer (G_OBJECT (player), (gpointer *) &player);
  ls_player_to_end (player);
  wait_for_statement (debugger);
  start = g_get_monotonic_time ();
  g_object_unref (debugger);
  test_assert_in_time (g_get_monotonic_time () - start, MAX_WAIT);
  g_assert_null (debugger);
  g_assert_null (player);
  test_wait_for (test_count_engine_threads () == 0);
}

/* A budget ends a run as the user does: with the line. */
static void
test_budget (void)
{
  g_autoptr (LsDebugger) debugger = test_program_open ("const a = 1;\nwhile (a)\n  ;\n");
  g_autofree char *message = NULL;

  ls_player_step (ls_debugger_get_player (debugger));
  test_wait_for ((message = get_message (debugger)) != NULL);
  g_assert_true (g_str_has_prefix (message, "main.js:3: The run was stopped: it reached its budget of 10000000 steps"));
}

/* Agents that nobody orders end with the debugger. */
static void
test_close_real (void)
{
  LsDebugger *debugger =
      open_endless ("new Worker(`const cells = new Int32Array(new SharedArrayBuffer(4)); for (;;) Atomics.wait(cells, 0, 0, 5);`);\n"
                    "new Worker(`setInterval(() => {}, 5)`);\n");

  g_assert_true (ls_debugger_run_for_real (debugger, NULL));
  test_wait_for (ls_debugger_get_working (debugger));
  g_object_unref (debugger);
  test_wait_for (test_count_engine_threads () == 0);
}

int
main (int   argc,
      char *argv[])
{
  test_program_init (&argc, &argv);
  ls_script_register ();

  /* All of them end in the same way; a sanitizer sees it with some. */
  for (guint i = 0; i < G_N_ELEMENTS (endless); i += IS_SANITIZED ? 4 : 1)
    {
      g_autofree char *stop = g_strconcat ("/debugger/stop/", endless[i].name, NULL);
      g_autofree char *close = g_strconcat ("/debugger/close/", endless[i].name, NULL);

      g_test_add_data_func (stop, &endless[i], test_stop);
      if (endless[i].close)
        g_test_add_data_func (close, &endless[i], test_close);
    }
  g_test_add_func ("/debugger/budget", test_budget);
  g_test_add_func ("/debugger/close-real", test_close_real);

  return g_test_run ();
}
