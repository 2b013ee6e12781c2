/* test-debugger-steps.c: stepping through what is asynchronous, and through agents
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-place.h"
#include "ls-script.h"
#include "test-program.h"

#define ASYNC                        \
  "async function a(x) {\n"          \
  "  await null;\n"                  \
  "  x++;\n"                         \
  "  return x;\n"                    \
  "}\n"                              \
  "function* g() {\n"                \
  "  yield 1;\n"                     \
  "  yield 2;\n"                     \
  "}\n"                              \
  "async function main() {\n"        \
  "  const n = await a(1);\n"        \
  "  for (const v of g())\n"         \
  "    [v].forEach(y => {\n"         \
  "      console.log(y);\n"          \
  "    });\n"                        \
  "  console.log(n);\n"              \
  "}\n"                              \
  "main();\n"

/* Over, into, out of and back through what is asynchronous, a generator and a callback, to both ends. */
static void
test_steps_async (void)
{
  g_autoptr (LsDebugger) debugger = test_program_new (ASYNC);
  LsPlayer *player = ls_debugger_get_player (debugger);
  static const struct { LsSteppingKind kind; gboolean backwards; const char *lines; } kinds[] = {
    { LS_STEPPING_INTO, FALSE, "18 11 2 3 4 12 7 13 14 8 13 14 16 0 " },
    { LS_STEPPING_OVER, FALSE, "18 3 4 12 13 13 16 0 " },
    { LS_STEPPING_OUT, FALSE, "18 3 12 0 " },
    { LS_STEPPING_INTO, TRUE, "16 14 13 8 14 13 7 12 4 3 2 11 18 0 " },
    { LS_STEPPING_OVER, TRUE, "16 13 13 12 11 18 0 " },
    { LS_STEPPING_OUT, TRUE, "16 18 0 " },
  };

  /* All of it is recorded. */
  test_program_to_end (debugger);
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      const gboolean backwards = kinds[i].backwards;
      g_autoptr (GString) lines = g_string_new (NULL);

      (backwards ? test_program_to_end : test_program_to_start) (debugger);
      for (guint n = 0; n < 100 && (backwards ? ls_player_get_position (player) > 0 : !ls_player_is_at_end (player)); n++)
        {
          test_program_step (debugger, kinds[i].kind, kinds[i].backwards);
          g_string_append_printf (lines, "%u ", test_program_get_line (debugger));
        }
      g_assert_cmpstr (lines->str, ==, kinds[i].lines);
      /* And not beyond. */
      if (!backwards)
        test_program_step (debugger, kinds[i].kind, kinds[i].backwards);
      g_assert_true (backwards || ls_player_is_at_end (player));
    }
}

#define SUSPENDED                                     \
  "const wait = n => new Promise(r => setTimeout(r, n));\n" \
  "async function run(n) {\n"                         \
  "  await wait(n);\n"                                \
  "  for (let i = 0; i < 2; await wait(5))\n"         \
  "    i++;\n"                                        \
  "  return await n;\n"                               \
  "}\n"                                               \
  "function* slices() {\n"                            \
  "  yield 1;\n"                                      \
  "  yield 2;\n"                                      \
  "}\n"                                               \
  "async function main() {\n"                         \
  "  await run(10);\n"                                \
  "  console.log('done');\n"                          \
  "}\n"                                               \
  "run(7);\n"                                         \
  "main();\n"                                         \
  "const it = slices();\n"                            \
  "const slice = () => {\n"                           \
  "  if (!it.next().done)\n"                          \
  "    setTimeout(slice);\n"                          \
  "};\n"                                              \
  "slice();\n"

/* Over what suspends a call, the same call goes on, whatever runs meanwhile; out of it, what waits for it does. */
static void
test_steps_suspended (void)
{
  g_autoptr (LsDebugger) debugger = test_program_new (SUSPENDED);
  static const struct { guint line; guint n_times; LsSteppingKind kind; gboolean backwards; const char *lines; const char *value; } kinds[] = {
    /* run(7) */
    { 3, 1, LS_STEPPING_OVER, FALSE, "4 5 5 6 ", "7" },
    { 6, 1, LS_STEPPING_OVER, TRUE, "5 5 4 3 16 ", NULL },
    /* run(10), which main() waits for */
    { 3, 2, LS_STEPPING_OVER, FALSE, "4 5 5 6 ", "10" },
    { 3, 2, LS_STEPPING_OUT, FALSE, "14 0 ", NULL },
    { 5, 1, LS_STEPPING_OUT, FALSE, "4 ", NULL },
    { 5, 2, LS_STEPPING_OUT, FALSE, "14 ", NULL },
    { 13, 1, LS_STEPPING_OVER, FALSE, "14 0 ", NULL },
    { 14, 1, LS_STEPPING_OVER, TRUE, "13 17 16 ", NULL },
    { 14, 1, LS_STEPPING_OUT, TRUE, "17 0 ", NULL },
    /* The caller of a generator waits for it, and then another one. */
    { 9, 1, LS_STEPPING_OVER, FALSE, "10 ", NULL },
    { 9, 1, LS_STEPPING_OUT, FALSE, "21 ", NULL },
    { 10, 1, LS_STEPPING_OVER, TRUE, "9 20 ", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autoptr (GString) lines = g_string_new (NULL);

      test_program_to_start (debugger);
      for (guint n = 0; n < kinds[i].n_times; n++)
        test_program_run_to (debugger, kinds[i].line);
      g_assert_cmpuint (test_program_get_line (debugger), ==, kinds[i].line);
      while (lines->len < strlen (kinds[i].lines))
        {
          test_program_step (debugger, kinds[i].kind, kinds[i].backwards);
          g_string_append_printf (lines, "%u ", test_program_get_line (debugger));
        }
      g_test_message ("row %u from %u: %s", i, kinds[i].line, lines->str);
      g_assert_cmpstr (lines->str, ==, kinds[i].lines);
      if (kinds[i].value != NULL)
        {
          g_autofree char *value = test_program_evaluate (debugger, "n");

          g_assert_cmpstr (value, ==, kinds[i].value);
        }
    }
}

#define AGENTS                                                   \
  "const m = new Int32Array(new SharedArrayBuffer(8));\n"       \
  "function work() {\n"                                         \
  "  onmessage = ({ data }) => {\n"                             \
  "    Atomics.wait(data, 0, 0);\n"                             \
  "    add(data);\n"                                            \
  "    close();\n"                                              \
  "  };\n"                                                      \
  "  function add(data) {\n"                                    \
  "    Atomics.add(data, 1, 1);\n"                              \
  "  }\n"                                                       \
  "}\n"                                                         \
  "const worker = new Worker(`(${work})()`);\n"                 \
  "worker.postMessage(m);\n"                                    \
  "setTimeout(function later() {\n"                             \
  "  Atomics.notify(m, 0);\n"                                   \
  "  console.log(m[1]);\n"                                      \
  "}, 5);\n"

/* Goes to a statement and steps on from there. */
static char *
step_from (LsDebugger     *debugger,
           const char     *place,
           LsSteppingKind  kind,
           gboolean        backwards)
{
  LsPlayer *player = ls_debugger_get_player (debugger);
  LsTrace *trace = ls_player_get_trace (player);
  GString *places = g_string_new (NULL);
  LsRecord record;
  gsize i = 0;

  do
    ls_trace_get_record (trace, i++, &record);
  while (record.kind != LS_RECORD_STATEMENT || !g_str_has_prefix (ls_trace_get_text (trace, record.text), place));
  ls_player_seek (player, i);
  test_program_wait (debugger);
  for (;;)
    {
      guint32 text;

      test_program_step (debugger, kind, backwards);
      if (backwards ? ls_player_get_position (player) == 0 : ls_player_is_at_end (player))
        break;
      text = ls_state_get_statement_text (ls_player_get_state (player));
      g_string_append_printf (places, "%s ", text != 0 ? ls_trace_get_text (trace, text) : "none");
    }
  return g_string_free (places, FALSE);
}

/* An agent is stepped by itself, whatever others do while it waits and after it. */
static void
test_steps_agents (void)
{
  g_autoptr (LsDebugger) debugger = test_program_new (AGENTS);
  static const struct { const char *place; LsSteppingKind kind; gboolean backwards; const char *places; } kinds[] = {
    { "main.js:1:", LS_STEPPING_OVER, FALSE, "main.js:12:1 main.js:13:1 main.js:14:1 main.js:15:3 main.js:16:3 " },
    { "main.js:15:", LS_STEPPING_OVER, FALSE, "main.js:16:3 " },
    { "main.js:15:", LS_STEPPING_OVER, TRUE, "main.js:14:1 main.js:13:1 main.js:12:1 main.js:1:1 " },
    { "worker 1:3:", LS_STEPPING_OVER, FALSE, "worker 1:4:5 worker 1:5:5 " },
    { "worker 1:3:", LS_STEPPING_INTO, FALSE, "worker 1:4:5 worker 1:8:5 worker 1:5:5 " },
    { "worker 1:8:", LS_STEPPING_OUT, FALSE, "worker 1:5:5 " },
    { "worker 1:4:", LS_STEPPING_OVER, TRUE, "worker 1:3:5 worker 1:1:1 " },
  };

  test_program_to_end (debugger);
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autofree char *places = step_from (debugger, kinds[i].place, kinds[i].kind, kinds[i].backwards);

      g_test_message ("row %u from %s: %s", i, kinds[i].place, places);
      g_assert_cmpstr (places, ==, kinds[i].places);
    }
}

/* What there is to look through for the end of a step is looked through in more than one frame, if there is much of it. */
static void
test_steps_long (void)
{
  g_autoptr (LsDebugger) debugger = test_program_new ("let s = 0;\n"
                                                      "function sum() {\n"
                                                      "  for (let i = 0; i < 600000; i++)\n"
                                                      "    s += i;\n"
                                                      "}\n"
                                                      "sum();\n"
                                                      "s = 1;\n");
  LsPlayer *player = ls_debugger_get_player (debugger);

  test_program_to_end (debugger);
  g_assert_cmpuint (ls_trace_get_length (ls_player_get_trace (player)), >, 600000);
  test_program_to_start (debugger);
  for (guint i = 0; i < 10 && test_program_get_line (debugger) != 4; i++)
    test_program_step (debugger, LS_STEPPING_INTO, FALSE);
  g_assert_cmpuint (test_program_get_line (debugger), ==, 4);
  ls_player_step_by (player, LS_STEPPING_OUT, FALSE);
  g_assert_true (ls_player_is_pending (player));
  test_program_wait (debugger);
  g_assert_cmpuint (test_program_get_line (debugger), ==, 7);
}

/* Between turns the program is where the last turn ended, and nowhere after a turn without code of the program's. */
static void
test_steps_marks (void)
{
  g_autoptr (LsDebugger) debugger = test_program_new (
    "scheduler.postTask(async function first() {\n"
    "  await scheduler.yield();\n"
    "  return 1;\n"
    "});\n"
    "setTimeout(Math.max, 1);\n"
    "scheduler.postTask(() => f()).catch(() => 7);\n"
    "function f() {\n"
    "  throw new Error('x'); }\n");
  LsPlayer *player = ls_debugger_get_player (debugger);
  LsTrace *trace = ls_player_get_trace (player);
  g_autoptr (GString) marks = g_string_new (NULL);
  gboolean done = FALSE;
  guint32 text;

  test_program_to_end (debugger);
  test_program_to_start (debugger);
  g_assert_cmpuint (ls_place_find_current (ls_player_get_state (player), &done), ==, 0);
  while (!ls_player_is_at_end (player))
    {
      ls_player_step (player);
      test_program_wait (debugger);
      text = ls_place_find_current (ls_player_get_state (player), &done);
      g_assert_true (done || text != 0);
      g_string_append_printf (marks, "%s%s ", text != 0 ? ls_trace_get_text (trace, text) : "none", done ? "" : "!");
    }
  /* A continuation goes on in a microtask, before which its task has run no statement. Nothing runs for the timer. */
  g_assert_cmpstr (marks->str, ==, "main.js:6:1 main.js:2:3 main.js:2:3 none main.js:3:3 main.js:3:3 main.js:8:3 main.js:6:43 none ");

  /* A statement that has begun is not over, wherever its turn is. */
  test_program_to_start (debugger);
  test_program_step (debugger, LS_STEPPING_INTO, FALSE);
  text = ls_place_find_current (ls_player_get_state (player), &done);
  g_assert_cmpstr (ls_trace_get_text (trace, text), ==, "main.js:1:1");
  g_assert_false (done);
}

int
main (int   argc,
      char *argv[])
{
  test_program_init (&argc, &argv);
  ls_script_register ();

  g_test_add_func ("/debugger/steps/async", test_steps_async);
  g_test_add_func ("/debugger/steps/suspended", test_steps_suspended);
  g_test_add_func ("/debugger/steps/agents", test_steps_agents);
  g_test_add_func ("/debugger/steps/long", test_steps_long);
  g_test_add_func ("/debugger/steps/marks", test_steps_marks);

  return g_test_run ();
}
