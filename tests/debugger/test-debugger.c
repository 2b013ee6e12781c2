/* test-debugger.c: acting, editing and evaluation together, in programs in JavaScript
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-script.h"
#include "ls-session-file.h"
#include "remove-tree.h"
#include "sanitized.h"
#include "test-program.h"

static guint
get_n_actions (LsDebugger *debugger)
{
  return ls_session_get_n_actions (ls_debugger_get_session (debugger));
}

static void
act (LsDebugger *debugger,
     LsStep     *step)
{
  g_autoptr (GError) error = NULL;

  ls_debugger_act (debugger, step, "act", &error);
  g_assert_no_error (error);
  test_program_wait (debugger);
  ls_step_unref (step);
}

/* The user acts on top of a program. */
static void
test_debugger_act (void)
{
  g_autoptr (LsDebugger) debugger = test_program_new (TEST_SCRIPT);

  g_assert_true (ls_session_is_plain_script (ls_debugger_get_session (debugger)));
  act (debugger, ls_step_new_set_priority ("c", LS_TASK_PRIORITY_BACKGROUND));
  g_assert_cmpuint (get_n_actions (debugger), ==, 1);
  g_assert_false (ls_session_is_plain_script (ls_debugger_get_session (debugger)));
  g_assert_true (ls_debugger_undo (debugger));
  g_assert_cmpuint (get_n_actions (debugger), ==, 0);
}

/* In the middle of a function, with what the present statement is, and then through time. */
static void
test_debugger_act_at_statement (void)
{
  g_autoptr (LsDebugger) debugger = test_program_new (TEST_SCRIPT);
  LsPlayer *player = ls_debugger_get_player (debugger);

  for (guint i = 0; i < 3; i++)
    {
      gsize position;
      g_autofree char *before = test_program_get_hash (debugger);
      g_autofree char *after = NULL;
      g_autofree char *again = NULL;

      test_program_to_start (debugger);
      test_program_run_to (debugger, 4);
      g_assert_cmpuint (test_program_get_line (debugger), ==, 4);
      position = ls_player_get_position (player);
      act (debugger, i == 0   ? ls_step_new_set_priority ("c", LS_TASK_PRIORITY_BACKGROUND)
                     : i == 1 ? ls_step_new_yield ()
                              : ls_step_new_abort ("c", "enough"));
      g_assert_cmpuint (get_n_actions (debugger), ==, 1);
      g_assert_cmpuint (ls_player_get_position (player), >, position);
      after = test_program_get_hash (debugger);
      g_assert_cmpstr (after, !=, before);

      test_program_to_start (debugger);
      test_program_run_to (debugger, 4);
      g_assert_cmpuint (test_program_get_line (debugger), ==, 4);
      g_assert_cmpuint (ls_player_get_position (player), ==, position);
      test_program_step (debugger, LS_STEPPING_INTO, FALSE);
      g_assert_cmpuint (test_program_get_line (debugger), ==, 8);
      test_program_step (debugger, LS_STEPPING_INTO, TRUE);
      g_assert_cmpuint (test_program_get_line (debugger), ==, 4);

      g_assert_true (ls_debugger_undo (debugger));
      test_program_wait (debugger);
      g_assert_cmpuint (get_n_actions (debugger), ==, 0);
      again = test_program_get_hash (debugger);
      g_assert_cmpstr (again, ==, before);
      g_assert_true (ls_debugger_redo (debugger));
      test_program_wait (debugger);
      g_free (again);
      again = test_program_get_hash (debugger);
      g_assert_cmpstr (again, ==, after);
      g_assert_true (ls_debugger_undo (debugger));
      test_program_wait (debugger);
    }
}

/* An action at a statement follows its function's task over a change that comes before it. */
static void
test_debugger_follow (void)
{
  g_autoptr (LsDebugger) debugger = test_program_new (TEST_SCRIPT);
  LsSession *session = ls_debugger_get_session (debugger);
  g_autofree char *hash = NULL;
  g_autofree char *again = NULL;
  LsActionOutcome outcome;
  LsStamp before;

  test_program_run_to (debugger, 4);
  act (debugger, ls_step_new_set_priority ("c", LS_TASK_PRIORITY_BACKGROUND));
  ls_action_get_stamp (ls_session_get_action (session, 0), &before);
  test_wait_for (ls_debugger_is_over (debugger));
  test_program_to_start (debugger);
  ls_player_step (ls_debugger_get_player (debugger));
  test_program_wait (debugger);
  act (debugger, ls_step_new_post_work (1, "mine", LS_TASK_PRIORITY_USER_BLOCKING, NULL, 0));
  test_wait_for (ls_debugger_is_over (debugger));

  g_assert_cmpuint (get_n_actions (debugger), ==, 2);
  ls_debugger_get_action_outcome (debugger, 1, &outcome);
  g_assert_cmpint (outcome.result, ==, LS_ACTION_DONE);
  g_assert_true (ls_action_get_enabled (ls_session_get_action (session, 1), NULL));
  g_assert_cmpuint (outcome.stamp.turn, ==, before.turn + 1);
  g_assert_cmpuint (outcome.stamp.statement, ==, before.statement);

  /* It is there now, and stays there. */
  hash = test_program_get_hash (debugger);
  g_assert_true (ls_debugger_run_again (debugger, NULL));
  test_wait_for (ls_debugger_is_over (debugger));
  again = test_program_get_hash (debugger);
  g_assert_cmpstr (again, ==, hash);
}

/* What was done is the same after saving and opening. */
static void
test_debugger_save (void)
{
  g_autofree char *dir = g_dir_make_tmp ("loopscope-test-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (dir, "s.loopscope", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;
  g_autoptr (LsDebugger) debugger = test_program_new (TEST_SCRIPT);
  g_autoptr (LsSessionFile) session_file = ls_session_file_new (debugger);
  g_autoptr (LsDebugger) other = ls_debugger_new ();
  g_autoptr (LsSession) saved = NULL;
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;

  test_program_run_to (debugger, 8);
  act (debugger, ls_step_new_set_priority ("c", LS_TASK_PRIORITY_BACKGROUND));
  test_program_edit (debugger, TEST_SCRIPT "console.log('last');\n");
  test_program_wait (debugger);
  before = test_program_get_hash (debugger);
  ls_session_file_save_async (session_file, file, NULL, NULL);
  ls_session_file_finish (session_file);
  g_assert_false (ls_debugger_get_modified (debugger));

  saved = ls_session_new_from_file (file, NULL, &error);
  g_assert_no_error (error);
  test_program_follow (other);
  g_assert_true (ls_debugger_open_session (other, saved, file, &error));
  after = test_program_get_hash (other);
  g_assert_cmpstr (after, ==, before);
  g_assert_cmpuint (get_n_actions (other), ==, 1);
  test_remove_tree (dir);
}

/* Nothing that is asked harms the run. */
static void
test_debugger_evaluate (void)
{
  static const struct { const char *expression; const char *result; } expressions[] = {
    { "a + b", "1" },
    { "c.signal.priority", "'user-visible'" },
    { "(() => { while (true); })()", "The program was stopped: a callback ran for more than 3 s" },
    { "'x'.repeat(1 << 28)", NULL },
    { "'x'.repeat(1 << 20)", NULL },
    { "Array(1e6).fill(7)", NULL },
    { "/^(a+)+$/.test('a'.repeat(60) + 'b')", NULL },
    { "(function f() { f(); })()", "SyntaxError: Functions and classes cannot be made here" },
    { "a = 100", "100" },
    { "a", "0" },
    { "{ x: 1 }", "{ x: 1 }" },
    { "{}", "{}" },
    { "{ x: 1 };", "{ x: 1 }" },
    { "a + b; ", "1" },
    { "let x = 1", "SyntaxError: Only an expression can be evaluated, no statement" },
    { "if (a) b", "SyntaxError: Only an expression can be evaluated, no statement" },
    { "function f() {}", "SyntaxError: Functions and classes cannot be made here" },
    { "class {}", "SyntaxError: Functions and classes cannot be made here" },
    { "({ get x() { throw 1; }, y: { z: { w: { v: {} } } } })", NULL },
    { "new Proxy({}, { get() { throw 1; }, ownKeys() { for (;;); } })", NULL },
    { "(() => { const o = {}; o.o = o; return o; })()", NULL },
    { "({ toString() { for (;;); }, [Symbol.toPrimitive]() { for (;;); } })", NULL },
    { "await 1", NULL },
    { "yield", NULL },
    { "throw 1", "SyntaxError: Only an expression can be evaluated, no statement" },
    { "a;b", "SyntaxError: Only an expression can be evaluated, no statement" },
    { ")", "SyntaxError: Unexpected token" },
    { "}", "SyntaxError: Unexpected token" },
    { "`${", "SyntaxError: Unexpected token" },
    { "import('x')", NULL },
    { "Symbol('s')", NULL },
    { "console.log('evaluated')", "undefined" },
    { "Object.defineProperty(globalThis, 'console', { get() { throw 1; } })", NULL },
    { "'\\u0000\\ud800 \\u202e'", NULL },
    { "undefined", "undefined" },
  };
  g_autoptr (LsDebugger) debugger = test_program_new (TEST_SCRIPT);
  g_autofree char *before = test_program_get_hash (debugger);
  g_autofree char *after = NULL;

  test_program_to_start (debugger);
  test_program_run_to (debugger, 4);
  /* A sanitizer sees some of them, and none that computes for seconds. */
  for (guint i = 0; i < G_N_ELEMENTS (expressions); i += IS_SANITIZED ? 4 : 1)
    {
      g_autofree char *result = test_program_evaluate (debugger, expressions[i].expression);

      g_assert_true (g_utf8_validate (result, -1, NULL));
      g_assert_cmpuint (strlen (result), <, 20000);
      if (expressions[i].result != NULL)
        g_assert_cmpstr (result, ==, expressions[i].result);
      g_assert_cmpuint (test_program_get_line (debugger), ==, 4);
    }
  after = test_program_get_hash (debugger);
  g_assert_cmpstr (after, ==, before);
}

/* Also inside a microtask, which is a moment of its own. */
static void
test_debugger_evaluate_await (void)
{
  g_autoptr (LsDebugger) debugger = test_program_new ("async function f(x) {\n"
                                                      "  await scheduler.yield();\n"
                                                      "  x++;\n"
                                                      "  return x;\n"
                                                      "}\n"
                                                      "f(6);\n");
  g_autofree char *value = NULL;

  test_program_run_to (debugger, 4);
  g_assert_cmpuint (test_program_get_line (debugger), ==, 4);
  value = test_program_evaluate (debugger, "x");
  g_assert_cmpstr (value, ==, "7");
}

/* Each has its own program, breakpoints, position and end. */
static void
test_debugger_two (void)
{
  g_autoptr (LsDebugger) one = test_program_new (TEST_SCRIPT);
  LsDebugger *two = test_program_open ("let i = 0;\nfor (;;)\n  i++;\n");
  g_autofree char *value = NULL;
  g_autofree char *message = NULL;
  g_autofree char *place = NULL;

  ls_breakpoints_add (ls_debugger_get_breakpoints (one), "main.js", 3, 3);
  g_assert_cmpuint (ls_breakpoints_get_n (ls_debugger_get_breakpoints (two)), ==, 0);
  ls_player_to_end (ls_debugger_get_player (two));
  test_program_to_start (one);
  g_assert_cmpuint (test_program_to_breakpoint (one), ==, 3);
  value = test_program_evaluate (one, "a + 7");
  g_assert_cmpstr (value, ==, "7");
  ls_debugger_stop (two);
  test_wait_for (!ls_debugger_get_working (two));
  message = ls_debugger_get_message (one, &place);
  g_assert_null (message);
  g_assert_cmpuint (test_program_get_line (one), ==, 3);
  g_object_unref (two);
  g_assert_cmpuint (test_program_to_breakpoint (one), ==, 3);
  g_clear_pointer (&value, g_free);
  value = test_program_evaluate (one, "a");
  g_assert_cmpstr (value, ==, "1");
}

int
main (int   argc,
      char *argv[])
{
  test_program_init (&argc, &argv);
  ls_script_register ();

  g_test_add_func ("/debugger/act", test_debugger_act);
  g_test_add_func ("/debugger/act-at-statement", test_debugger_act_at_statement);
  g_test_add_func ("/debugger/follow", test_debugger_follow);
  g_test_add_func ("/debugger/save", test_debugger_save);
  g_test_add_func ("/debugger/evaluate", test_debugger_evaluate);
  g_test_add_func ("/debugger/evaluate-await", test_debugger_evaluate_await);
  g_test_add_func ("/debugger/two", test_debugger_two);

  return g_test_run ();
}
