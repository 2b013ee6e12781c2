/* test-debug.c: acting, editing, breakpoints and evaluation together, in windows with JavaScript
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>

#include "test-window-util.h"

#include "ls-script-buffer.h"
#include "ls-program-pane.h"
#include "ls-window-private.h"

#define PROGRAM                                        \
  "const c = new TaskController();\n"                  \
  "function add(a, b) {\n"                             \
  "  const sum = a + b;\n"                             \
  "  return sum;\n"                                    \
  "}\n"                                                \
  "scheduler.postTask(function first() {\n"            \
  "  for (let i = 0; i < 3; i++)\n"                    \
  "    console.log(add(i, 1));\n"                      \
  "}, { signal: c.signal });\n"                        \
  "scheduler.postTask(() => console.warn('second'));\n"

static LsProgramPane *
get_pane (LsWindow *window)
{
  return LS_PROGRAM_PANE (window->view->program);
}

static LsScriptBuffer *
get_buffer (LsWindow *window)
{
  return ls_script_view_get_buffer (ls_program_pane_get_view (get_pane (window)));
}

static char *
get_shown_text (LsWindow *window)
{
  return ls_script_buffer_get_all (get_buffer (window));
}

static const char *
get_session_text (LsWindow *window)
{
  return ls_script_get_text (ls_program_get_script (ls_session_get_program (test_window_get_session (window)), 0));
}

static guint
get_line (LsWindow *window)
{
  gboolean done = FALSE;
  guint line = ls_script_buffer_get_current_line (get_buffer (window), &done);

  return done ? 0 : line;
}

static void
type_at (LsWindow   *window,
         guint       line,
         const char *text)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (get_buffer (window));
  GtkTextIter iter;

  ls_script_buffer_get_iter (get_buffer (window), &iter, line, 1);
  gtk_text_buffer_begin_user_action (buffer);
  gtk_text_buffer_insert (buffer, &iter, text, -1);
  gtk_text_buffer_end_user_action (buffer);
}

static void
set_cursor (LsWindow *window,
            guint     line)
{
  GtkTextIter iter;

  ls_script_buffer_get_iter (get_buffer (window), &iter, line, 1);
  gtk_text_buffer_place_cursor (GTK_TEXT_BUFFER (get_buffer (window)), &iter);
}

static guint
get_n_actions (LsWindow *window)
{
  return ls_session_get_n_actions (test_window_get_session (window));
}

static char *
get_trace_hash (LsWindow *window)
{
  test_window_activate (window, "win.to-end", NULL);
  return ls_trace_hash (ls_player_get_trace (window->view->player));
}

/* Changes are undone in the order in which they were made, whatever they changed. */
static void
test_debug_undo_order (void)
{
  LsWindow *window = test_window_new_program (PROGRAM, 1360, 860);
  guint32 signal = test_window_find_signal (window, "c");
  g_autofree char *shown = NULL;

  test_window_activate (window, "win.set-priority", "(uu)", signal, (guint32) LS_TASK_PRIORITY_BACKGROUND);
  g_assert_cmpuint (get_n_actions (window), ==, 1);
  type_at (window, 1, "// typed\n");
  test_window_activate (window, "win.run-again", NULL);
  g_assert_cmpuint (get_n_actions (window), ==, 1);
  g_assert_true (g_str_has_prefix (get_session_text (window), "// typed"));
  test_window_activate (window, "win.abort", "(us)", signal, "");
  g_assert_cmpuint (get_n_actions (window), ==, 2);
  gtk_widget_grab_focus (window->view->stage);

  test_window_activate (window, "win.undo", NULL);
  g_assert_cmpuint (get_n_actions (window), ==, 1);
  g_assert_true (g_str_has_prefix (get_session_text (window), "// typed"));
  test_window_activate (window, "win.undo", NULL);
  g_assert_cmpuint (get_n_actions (window), ==, 1);
  g_assert_cmpstr (get_session_text (window), ==, PROGRAM);
  shown = get_shown_text (window);
  g_assert_cmpstr (shown, ==, PROGRAM);
  g_assert_false (ls_program_pane_get_differs (get_pane (window)));
  test_window_activate (window, "win.undo", NULL);
  g_assert_cmpuint (get_n_actions (window), ==, 0);
  g_assert_cmpstr (get_session_text (window), ==, PROGRAM);

  test_window_activate (window, "win.redo", NULL);
  g_assert_cmpuint (get_n_actions (window), ==, 1);
  test_window_activate (window, "win.redo", NULL);
  g_assert_true (g_str_has_prefix (get_session_text (window), "// typed"));
  test_window_activate (window, "win.redo", NULL);
  g_assert_cmpuint (get_n_actions (window), ==, 2);
  g_free (shown);
  shown = get_shown_text (window);
  g_assert_true (g_str_has_prefix (shown, "// typed"));
  test_window_close (window);
}

/* Edits that have not run are kept through acting and undo. */
static void
test_debug_edits_are_kept (void)
{
  LsWindow *window = test_window_new_program (PROGRAM, 1360, 860);
  guint32 signal = test_window_find_signal (window, "c");
  g_autofree char *shown = NULL;

  type_at (window, 1, "// typed\n");
  test_window_activate (window, "win.set-priority", "(uu)", signal, (guint32) LS_TASK_PRIORITY_BACKGROUND);
  gtk_widget_grab_focus (window->view->stage);
  test_window_activate (window, "win.undo", NULL);
  test_window_activate (window, "win.redo", NULL);
  g_assert_cmpuint (get_n_actions (window), ==, 1);
  shown = get_shown_text (window);
  g_assert_cmpstr (shown, ==, "// typed\n" PROGRAM);
  g_assert_cmpstr (get_session_text (window), ==, PROGRAM);
  g_assert_true (ls_program_pane_get_differs (get_pane (window)));
  test_window_activate (window, "win.run-again", NULL);
  g_assert_cmpstr (get_session_text (window), ==, "// typed\n" PROGRAM);
  test_window_close (window);
}

/* In the middle of a function, with what the present statement is, and then through time. */
static void
test_debug_act_at_statement (void)
{
  LsWindow *window = test_window_new_program (PROGRAM, 1360, 860);
  static const char *const acts[] = { "win.set-priority", "win.yield", "win.abort" };

  for (guint i = 0; i < G_N_ELEMENTS (acts); i++)
    {
      guint32 signal;
      gsize position;
      g_autofree char *before = get_trace_hash (window);
      g_autofree char *after = NULL;
      g_autofree char *again = NULL;

      test_window_activate (window, "win.to-start", NULL);
      set_cursor (window, 4);
      test_window_activate (window, "win.run-to-cursor", NULL);
      g_assert_cmpuint (get_line (window), ==, 4);
      position = ls_player_get_position (window->view->player);
      signal = test_window_find_signal (window, "c");
      if (i == 0)
        test_window_activate (window, acts[i], "(uu)", signal, (guint32) LS_TASK_PRIORITY_BACKGROUND);
      else if (i == 1)
        test_window_activate (window, acts[i], NULL);
      else
        test_window_activate (window, acts[i], "(us)", signal, "enough");
      g_assert_cmpuint (get_n_actions (window), ==, 1);
      g_assert_cmpuint (ls_player_get_position (window->view->player), >, position);
      after = get_trace_hash (window);
      g_assert_cmpstr (after, !=, before);

      test_window_activate (window, "win.to-start", NULL);
      test_window_activate (window, "win.run-to-cursor", NULL);
      g_assert_cmpuint (get_line (window), ==, 4);
      g_assert_cmpuint (ls_player_get_position (window->view->player), ==, position);
      test_window_activate (window, "win.step-statement", NULL);
      g_assert_cmpuint (get_line (window), ==, 8);
      test_window_activate (window, "win.step-statement-back", NULL);
      g_assert_cmpuint (get_line (window), ==, 4);

      gtk_widget_grab_focus (window->view->stage);
      test_window_activate (window, "win.undo", NULL);
      g_assert_cmpuint (get_n_actions (window), ==, 0);
      again = get_trace_hash (window);
      g_assert_cmpstr (again, ==, before);
      test_window_activate (window, "win.redo", NULL);
      g_free (again);
      again = get_trace_hash (window);
      g_assert_cmpstr (again, ==, after);
      test_window_activate (window, "win.undo", NULL);
    }
  test_window_close (window);
}

/* Actions whose moment is gone with an edit are told of, kept, and come back with undo. */
static void
test_debug_lost_moments (void)
{
  LsWindow *window = test_window_new_program (PROGRAM, 1360, 860);
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (get_buffer (window));
  GtkTextIter start, end;
  g_autofree char *shown = NULL;

  test_window_activate (window, "win.step-task", NULL);
  test_window_activate (window, "win.step-task", NULL);
  test_window_activate (window, "win.set-priority", "(uu)", test_window_find_signal (window, "c"),
                        (guint32) LS_TASK_PRIORITY_BACKGROUND);
  gtk_text_buffer_get_bounds (buffer, &start, &end);
  gtk_text_buffer_delete (buffer, &start, &end);
  gtk_text_buffer_insert (buffer, &start, "console.log(1);\n", -1);
  test_window_activate (window, "win.run-again", NULL);
  test_ui_wait_for (gtk_revealer_get_reveal_child (GTK_REVEALER (window->view->banner)));
  g_assert_cmpuint (get_n_actions (window), ==, 1);
  gtk_widget_grab_focus (window->view->stage);
  test_window_activate (window, "win.undo", NULL);
  g_assert_false (gtk_revealer_get_reveal_child (GTK_REVEALER (window->view->banner)));
  g_assert_cmpuint (get_n_actions (window), ==, 1);
  shown = get_shown_text (window);
  g_assert_cmpstr (shown, ==, PROGRAM);
  test_window_close (window);
}

/* What was done is the same after saving and opening. */
static void
test_debug_save (void)
{
  g_autofree char *dir = g_dir_make_tmp ("loopscope-test-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (dir, "s.loopscope", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  LsWindow *window = test_window_new_program (PROGRAM, 1360, 860);
  LsWindow *other = test_window_new (NULL, 1360, 860);
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;

  set_cursor (window, 8);
  test_window_activate (window, "win.run-to-cursor", NULL);
  test_window_activate (window, "win.set-priority", "(uu)", test_window_find_signal (window, "c"),
                        (guint32) LS_TASK_PRIORITY_BACKGROUND);
  type_at (window, 11, "console.log('last');\n");
  test_window_activate (window, "win.run-again", NULL);
  before = get_trace_hash (window);
  g_assert_true (ls_debugger_save (window->view->debugger, file, NULL));

  ls_session_view_open (other->view, file, FALSE);
  test_window_wait_for_opening (other);
  test_window_wait (other);
  after = get_trace_hash (other);
  g_assert_cmpstr (after, ==, before);
  g_assert_cmpuint (get_n_actions (other), ==, 1);
  test_window_close (other);
  test_window_close (window);
  g_unlink (path);
  g_rmdir (dir);
}

static char *
evaluate (LsWindow   *window,
          const char *expression)
{
  GtkWidget *entry = test_ui_find (test_ui_find (window->view->program, g_type_from_name ("LsWatchList"), NULL),
                                   GTK_TYPE_ENTRY, NULL);
  GtkWidget *result = test_ui_find (window->view->program, GTK_TYPE_LABEL, "result");

  gtk_editable_set_text (GTK_EDITABLE (entry), expression);
  g_signal_emit_by_name (entry, "activate");
  test_ui_wait_for (g_strcmp0 (gtk_label_get_text (GTK_LABEL (result)), "…") != 0);
  return g_strdup (gtk_label_get_text (GTK_LABEL (result)));
}

static guint
to_breakpoint (LsWindow *window)
{
  test_window_activate (window, "win.to-breakpoint", NULL);
  return ls_player_is_at_end (window->view->player) ? 0 : get_line (window);
}

static void
add_condition (LsWindow   *window,
               guint       line,
               const char *condition)
{
  LsBreakpoints *breakpoints = ls_debugger_get_breakpoints (window->view->debugger);

  ls_breakpoints_add (breakpoints, "main.js", line, line);
  ls_breakpoints_set_condition (breakpoints, "main.js", line, condition);
  test_window_wait (window);
}

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
test_debug_async (void)
{
  LsWindow *window = test_window_new_program (ASYNC, 1360, 860);
  static const struct { const char *action; const char *lines; } kinds[] = {
    { "win.step-statement", "18 11 2 3 4 12 7 13 14 8 13 14 16 0 " },
    { "win.step-over", "18 3 4 12 13 13 16 0 " },
    { "win.step-out", "18 3 12 0 " },
    { "win.step-statement-back", "16 14 13 8 14 13 7 12 4 3 2 11 18 0 " },
    { "win.step-over-back", "16 13 13 12 11 18 0 " },
    { "win.step-out-back", "16 18 0 " },
  };

  /* All of it is recorded. */
  test_window_activate (window, "win.to-end", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      const gboolean backwards = g_str_has_suffix (kinds[i].action, "-back");
      g_autoptr (GString) lines = g_string_new (NULL);

      test_window_activate (window, backwards ? "win.to-end" : "win.to-start", NULL);
      for (guint n = 0; n < 100 && (backwards ? ls_player_get_position (window->view->player) > 0
                                              : !ls_player_is_at_end (window->view->player)); n++)
        {
          test_window_activate (window, kinds[i].action, NULL);
          g_string_append_printf (lines, "%u ", get_line (window));
        }
      g_assert_cmpstr (lines->str, ==, kinds[i].lines);
      /* And not beyond. */
      if (!backwards)
        test_window_activate (window, kinds[i].action, NULL);
      g_assert_true (backwards || ls_player_is_at_end (window->view->player));
    }
  test_window_close (window);
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
test_debug_suspended (void)
{
  LsWindow *window = test_window_new_program (SUSPENDED, 1360, 860);
  static const struct { guint line; guint n_times; const char *action; const char *lines; const char *value; } kinds[] = {
    /* run(7) */
    { 3, 1, "win.step-over", "4 5 5 6 ", "7" },
    { 6, 1, "win.step-over-back", "5 5 4 3 16 ", NULL },
    /* run(10), which main() waits for */
    { 3, 2, "win.step-over", "4 5 5 6 ", "10" },
    { 3, 2, "win.step-out", "14 0 ", NULL },
    { 5, 1, "win.step-out", "4 ", NULL },
    { 5, 2, "win.step-out", "14 ", NULL },
    { 13, 1, "win.step-over", "14 0 ", NULL },
    { 14, 1, "win.step-over-back", "13 17 16 ", NULL },
    { 14, 1, "win.step-out-back", "17 0 ", NULL },
    /* The caller of a generator waits for it, and then another one. */
    { 9, 1, "win.step-over", "10 ", NULL },
    { 9, 1, "win.step-out", "21 ", NULL },
    { 10, 1, "win.step-over-back", "9 20 ", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autoptr (GString) lines = g_string_new (NULL);

      test_window_activate (window, "win.to-start", NULL);
      set_cursor (window, kinds[i].line);
      for (guint n = 0; n < kinds[i].n_times; n++)
        test_window_activate (window, "win.run-to-cursor", NULL);
      g_assert_cmpuint (get_line (window), ==, kinds[i].line);
      while (lines->len < strlen (kinds[i].lines))
        {
          test_window_activate (window, kinds[i].action, NULL);
          g_string_append_printf (lines, "%u ", get_line (window));
        }
      g_test_message ("%s from %u: %s", kinds[i].action, kinds[i].line, lines->str);
      g_assert_cmpstr (lines->str, ==, kinds[i].lines);
      if (kinds[i].value != NULL)
        {
          g_autofree char *value = evaluate (window, "n");

          g_assert_cmpstr (value, ==, kinds[i].value);
        }
    }
  test_window_close (window);
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
step_from (LsWindow   *window,
           const char *place,
           const char *action,
           gboolean    backwards)
{
  LsPlayer *player = window->view->player;
  LsTrace *trace = ls_player_get_trace (player);
  GString *places = g_string_new (NULL);
  LsRecord record;
  gsize i = 0;

  do
    ls_trace_get_record (trace, i++, &record);
  while (record.kind != LS_RECORD_STATEMENT || !g_str_has_prefix (ls_trace_get_text (trace, record.text), place));
  ls_player_seek (player, i);
  test_window_wait (window);
  for (;;)
    {
      guint32 text;

      test_window_activate (window, action, NULL);
      if (backwards ? ls_player_get_position (player) == 0 : ls_player_is_at_end (player))
        break;
      text = ls_state_get_statement_text (ls_player_get_state (player));
      g_string_append_printf (places, "%s ", text != 0 ? ls_trace_get_text (trace, text) : "none");
    }
  return g_string_free (places, FALSE);
}

/* An agent is stepped by itself, whatever others do while it waits and after it. */
static void
test_debug_agents (void)
{
  LsWindow *window = test_window_new_program (AGENTS, 1360, 860);
  static const struct { const char *place; const char *action; const char *places; } kinds[] = {
    { "main.js:1:", "win.step-over", "main.js:12:1 main.js:13:1 main.js:14:1 main.js:15:3 main.js:16:3 " },
    { "main.js:15:", "win.step-over", "main.js:16:3 " },
    { "main.js:15:", "win.step-over-back", "main.js:14:1 main.js:13:1 main.js:12:1 main.js:1:1 " },
    { "worker 1:3:", "win.step-over", "worker 1:4:5 worker 1:5:5 " },
    { "worker 1:3:", "win.step-statement", "worker 1:4:5 worker 1:8:5 worker 1:5:5 " },
    { "worker 1:8:", "win.step-out", "worker 1:5:5 " },
    { "worker 1:4:", "win.step-over-back", "worker 1:3:5 worker 1:1:1 " },
  };

  test_window_activate (window, "win.to-end", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autofree char *places = step_from (window, kinds[i].place, kinds[i].action, g_str_has_suffix (kinds[i].action, "-back"));

      g_test_message ("%s from %s: %s", kinds[i].action, kinds[i].place, places);
      g_assert_cmpstr (places, ==, kinds[i].places);
    }
  test_window_close (window);
}

/* A breakpoint in what is stepped over, or out of, stops there, forwards and back, and says so. */
static void
test_debug_breakpoints_on_way (void)
{
  static const struct { guint start; guint n_times; const char *action; guint line; guint without; } steps[] = {
    { 8, 1, "win.step-over", 3, 8 },
    { 4, 1, "win.step-over", 8, 8 },
    { 8, 1, "win.step-out", 3, 10 },
    { 8, 1, "win.step-task", 3, 0 },
    { 10, 2, "win.step-over-back", 3, 8 },
    { 10, 2, "win.step-task-back", 0, 0 },
    { 3, 1, "win.step-statement", 4, 4 },
  };
  LsWindow *window = test_window_new_program (PROGRAM, 1360, 860);
  LsBreakpoints *breakpoints = ls_debugger_get_breakpoints (window->view->debugger);

  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    for (guint with = 0; with < 2; with++)
      {
        g_autofree char *reason = NULL;

        if (with)
          ls_breakpoints_add (breakpoints, "main.js", 3, 3);
        test_window_activate (window, "win.to-start", NULL);
        set_cursor (window, steps[i].start);
        for (guint n = 0; n < steps[i].n_times; n++)
          test_window_activate (window, "win.run-to-cursor", NULL);
        g_assert_cmpuint (get_line (window), ==, steps[i].start);
        test_window_activate (window, steps[i].action, NULL);
        reason = ls_player_get_break_reason (window->view->player);
        g_test_message ("%s from %u: %u", steps[i].action, steps[i].start, get_line (window));
        if (with || steps[i].without != 0)
          g_assert_cmpuint (get_line (window), ==, with ? steps[i].line : steps[i].without);
        g_assert_true ((reason != NULL) == (with && steps[i].line == 3));
        ls_breakpoints_clear (breakpoints);
      }
  test_window_close (window);
}

/* Conditions that do not answer as they should: the program runs as without them. */
static void
test_debug_conditions (void)
{
  static const struct { const char *condition; guint n_stops; } conditions[] = {
    { "a === 1", 1 }, { "true", 3 }, { "a = 5, false", 0 }, { "nothing.x", 0 }, { "(() => { throw 1 })()", 0 },
    { "(", 0 }, { "a /* ", 0 }, { "a) || (1", 0 }, { "console.log('x')", 0 }, { "new Promise(() => {})", 3 },
    { "a // comment", 2 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (conditions); i++)
    {
      LsWindow *window = test_window_new_program (PROGRAM, 1360, 860);
      guint n = 0;

      add_condition (window, 3, conditions[i].condition);
      test_window_activate (window, "win.to-start", NULL);
      while (n < 10 && to_breakpoint (window) != 0)
        n++;
      g_assert_cmpuint (n, ==, conditions[i].n_stops);
      test_window_close (window);
    }
}

/* A condition that does not end ends the run, as all that does not end. */
static void
test_debug_endless_condition (void)
{
  LsWindow *window = test_window_new_program (PROGRAM, 1360, 860);

  add_condition (window, 3, "(() => { while (true); })()");
  ls_player_to_end (window->view->player);
  test_window_activate (window, "win.stop", NULL);
  test_ui_wait_for (gtk_revealer_get_reveal_child (GTK_REVEALER (window->view->banner)));
  g_assert_nonnull (strstr (gtk_label_get_text (GTK_LABEL (window->view->banner_label)), "main.js:3"));
  ls_breakpoints_remove (ls_debugger_get_breakpoints (window->view->debugger), "main.js", 3);
  test_window_activate (window, "win.run-again", NULL);
  test_window_activate (window, "win.to-end", NULL);
  g_assert_false (gtk_revealer_get_reveal_child (GTK_REVEALER (window->view->banner)));
  test_window_close (window);
}

/* In lines without code, in a comment, in code that never runs. */
static void
test_debug_breakpoint_lines (void)
{
  LsWindow *window = test_window_new_program ("// comment\n"
                                              "\n"
                                              "let a = 1;\n"
                                              "if (a === 2) {\n"
                                              "  a = 3;\n"
                                              "}\n"
                                              "\n"
                                              "a = 4;\n"
                                              "// end\n",
                                              1360, 860);
  LsBreakpoints *breakpoints = ls_debugger_get_breakpoints (window->view->debugger);
  static const struct { guint line; guint moved; guint stop; } lines[] = {
    { 1, 3, 3 }, { 2, 3, 3 }, { 3, 3, 3 }, { 4, 4, 4 }, { 5, 5, 0 }, { 6, 8, 8 }, { 7, 8, 8 }, { 8, 8, 8 }, { 9, 8, 8 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      set_cursor (window, lines[i].line);
      test_window_activate (window, "win.toggle-breakpoint", NULL);
      g_assert_cmpuint (ls_breakpoints_get_n (breakpoints), ==, 1);
      test_ui_wait_for (ls_breakpoints_get (breakpoints, 0)->line == lines[i].moved);
      test_window_activate (window, "win.to-start", NULL);
      g_assert_cmpuint (to_breakpoint (window), ==, lines[i].stop);
      ls_breakpoints_clear (breakpoints);
    }
  /* One that comes from elsewhere stays where it is, and stops where it can. */
  ls_breakpoints_add (breakpoints, "main.js", 6, 6);
  {
    GtkTextIter end;

    gtk_text_buffer_get_end_iter (test_window_get_text (window), &end);
    gtk_text_buffer_insert (test_window_get_text (window), &end, "\n", -1);
  }
  g_assert_cmpuint (ls_breakpoints_get (breakpoints, 0)->line, ==, 6);
  g_assert_cmpuint (ls_breakpoints_get (breakpoints, 0)->run_line, ==, 8);
  test_window_close (window);
}

/* Undo brings a breakpoint back where its line is in the text as it is then; and undo of the edit takes it along. */
static void
test_debug_breakpoint_undo (void)
{
  LsWindow *window = test_window_new_program ("let a = 1;\n"
                                              "a = 2;\n"
                                              "a = 3;\n"
                                              "a = 4;\n",
                                              1360, 860);
  LsBreakpoints *breakpoints = ls_debugger_get_breakpoints (window->view->debugger);
  GtkTextBuffer *text = test_window_get_text (window);
  GtkTextIter iter, end;

  ls_breakpoints_add (breakpoints, "main.js", 2, 2);
  ls_breakpoints_add (breakpoints, "main.js", 4, 4);
  ls_breakpoints_remove (breakpoints, "main.js", 4);

  gtk_text_buffer_get_iter_at_line (text, &iter, 2);
  gtk_text_buffer_insert (text, &iter, "// one\n// two\n", -1);
  gtk_text_buffer_get_start_iter (text, &iter);
  gtk_text_buffer_insert (text, &iter, "// zero\n", -1);
  g_assert_cmpuint (ls_breakpoints_get_n (breakpoints), ==, 1);
  g_assert_cmpuint (ls_breakpoints_get (breakpoints, 0)->line, ==, 3);
  g_assert_true (ls_debugger_undo (window->view->debugger));
  g_assert_cmpuint (ls_breakpoints_get_n (breakpoints), ==, 2);
  g_assert_cmpuint (ls_breakpoints_get (breakpoints, 0)->line, ==, 3);
  g_assert_cmpuint (ls_breakpoints_get (breakpoints, 1)->line, ==, 7);

  /* From the middle of a line on it stays, and what is taken away takes lines back. */
  gtk_text_buffer_get_iter_at_line_offset (text, &iter, 6, 2);
  gtk_text_buffer_insert (text, &iter, "\n", -1);
  g_assert_cmpuint (ls_breakpoints_get (breakpoints, 1)->line, ==, 7);
  gtk_text_buffer_get_start_iter (text, &iter);
  gtk_text_buffer_get_iter_at_line (text, &end, 1);
  gtk_text_buffer_delete (text, &iter, &end);
  g_assert_cmpuint (ls_breakpoints_get (breakpoints, 0)->line, ==, 2);
  g_assert_true (ls_debugger_redo (window->view->debugger));
  g_assert_cmpuint (ls_breakpoints_get_n (breakpoints), ==, 1);
  g_assert_cmpuint (ls_breakpoints_get (breakpoints, 0)->line, ==, 2);
  g_assert_true (ls_debugger_undo (window->view->debugger));
  g_assert_cmpuint (ls_breakpoints_get (breakpoints, 1)->line, ==, 6);

  /* The text that runs is another one; undo gives back the old one, with the breakpoints at its lines. */
  gtk_text_buffer_set_text (text, "// x\nlet a = 1;\na = 2;\na = 3;\na = 4;\n", -1);
  ls_breakpoints_clear (breakpoints);
  ls_breakpoints_add (breakpoints, "main.js", 4, 0);
  test_window_activate (window, "win.run-again", NULL);
  test_window_wait (window);
  while (ls_debugger_get_undo_label (window->view->debugger) != NULL &&
         ls_script_buffer_get_n_lines (LS_SCRIPT_BUFFER (test_window_get_text (window))) == 6)
    {
      guint n = ls_breakpoints_get_n (breakpoints);

      g_assert_true (ls_debugger_undo (window->view->debugger));
      test_window_wait (window);
      if (n == 1 && ls_script_buffer_get_n_lines (LS_SCRIPT_BUFFER (test_window_get_text (window))) == 5)
        {
          g_assert_cmpuint (ls_breakpoints_get_n (breakpoints), ==, 1);
          g_assert_cmpuint (ls_breakpoints_get (breakpoints, 0)->line, ==, 3);
        }
    }
  g_assert_cmpuint (ls_script_buffer_get_n_lines (LS_SCRIPT_BUFFER (test_window_get_text (window))), ==, 5);
  test_window_close (window);
}

/* What is typed is read; what is wrong with it is said and underlined without its being run. */
static void
test_debug_syntax_while_typing (void)
{
  LsWindow *window = test_window_new_program ("let a = 1;\nconsole.log(a);\n", 1360, 860);
  GtkTextBuffer *text = test_window_get_text (window);
  GtkWidget *syntax = test_ui_find (GTK_WIDGET (window), GTK_TYPE_BUTTON, "syntax");
  GtkTextIter iter;

  gtk_text_buffer_get_iter_at_line (text, &iter, 1);
  gtk_text_buffer_insert (text, &iter, "let b = (;\n", -1);
  test_ui_wait_for (gtk_widget_get_visible (syntax));
  g_assert_cmpstr (gtk_label_get_label (GTK_LABEL (gtk_button_get_child (GTK_BUTTON (syntax)))), ==, "Line 2: Unexpected token");
  g_assert_cmpuint (ls_script_buffer_get_error_line (LS_SCRIPT_BUFFER (text)), ==, 2);
  gtk_text_buffer_get_start_iter (text, &iter);
  gtk_text_buffer_place_cursor (text, &iter);
  g_signal_emit_by_name (syntax, "clicked");
  gtk_text_buffer_get_iter_at_mark (text, &iter, gtk_text_buffer_get_insert (text));
  g_assert_cmpint (gtk_text_iter_get_line (&iter), ==, 1);
  gtk_text_buffer_get_iter_at_line_offset (text, &iter, 1, 9);
  gtk_text_buffer_insert (text, &iter, "2)", -1);
  g_assert_false (gtk_widget_get_visible (syntax));
  g_assert_cmpuint (ls_script_buffer_get_error_line (LS_SCRIPT_BUFFER (text)), ==, 0);
  test_window_close (window);
}

/* A run stops at it at any speed, and goes on from there when it is taken away. */
static void
test_debug_breakpoint_while_playing (void)
{
  LsWindow *window = test_window_new_program (PROGRAM, 1360, 860);
  static const double speeds[] = { 0.01, 1, 1000, LS_SPEED_MAXIMUM };

  for (guint i = 0; i < G_N_ELEMENTS (speeds); i++)
    {
      test_window_activate (window, "win.to-start", NULL);
      set_cursor (window, 3);
      test_window_activate (window, "win.toggle-breakpoint", NULL);
      ls_player_set_speed (window->view->player, speeds[i]);
      for (guint j = 0; j < 2; j++)
        {
          gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
          test_ui_wait_for (!ls_player_get_running (window->view->player));
          g_assert_cmpuint (get_line (window), ==, 3);
        }
      test_window_activate (window, "win.toggle-breakpoint", NULL);
      g_assert_cmpuint (get_line (window), ==, 3);
      gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
      test_ui_wait_for (!ls_player_get_running (window->view->player));
      g_assert_true (ls_player_is_at_end (window->view->player));
    }
  test_window_close (window);
}

/* Nothing that is asked harms the run or the window. */
static void
test_debug_evaluate (void)
{
  static const struct { const char *expression; const char *result; } expressions[] = {
    { "a + b", "1" },
    { "c.signal.priority", "'user-visible'" },
    { "(() => { while (true); })()", "The program was stopped after 3 s of computing in one callback" },
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
  LsWindow *window = test_window_new_program (PROGRAM, 1360, 860);
  g_autofree char *before = get_trace_hash (window);
  g_autofree char *after = NULL;

  test_window_activate (window, "win.to-start", NULL);
  set_cursor (window, 4);
  test_window_activate (window, "win.run-to-cursor", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (expressions); i++)
    {
      g_autofree char *result = evaluate (window, expressions[i].expression);

      g_assert_true (g_utf8_validate (result, -1, NULL));
      g_assert_cmpuint (strlen (result), <, 20000);
      if (expressions[i].result != NULL)
        g_assert_cmpstr (result, ==, expressions[i].result);
      g_assert_cmpuint (get_line (window), ==, 4);
      test_ui_settle (GTK_WIDGET (window));
    }
  after = get_trace_hash (window);
  g_assert_cmpstr (after, ==, before);
  test_window_close (window);
}

/* The answer to a question is never that to the one before, which is not waited for. */
static void
test_debug_ask_again (void)
{
  LsWindow *window = test_window_new_program (PROGRAM, 1360, 860);
  GtkWidget *entry = test_ui_find (test_ui_find (window->view->program, g_type_from_name ("LsWatchList"), NULL),
                                   GTK_TYPE_ENTRY, NULL);
  g_autofree char *value = NULL;

  set_cursor (window, 4);
  test_window_activate (window, "win.run-to-cursor", NULL);
  gtk_editable_set_text (GTK_EDITABLE (entry), "(() => { while (true); })()");
  g_signal_emit_by_name (entry, "activate");
  gtk_editable_set_text (GTK_EDITABLE (entry), "40 + 1");
  g_signal_emit_by_name (entry, "activate");
  value = evaluate (window, "40 + 2");
  g_assert_cmpstr (value, ==, "42");
  test_window_close (window);
}

/* Closed while an expression is evaluated, a window leaves nothing behind. */
static void
test_debug_close_while_evaluating (void)
{
  LsWindow *window = test_window_new_program (PROGRAM, 1360, 860);
  LsDebugger *debugger = window->view->debugger;
  GtkWidget *entry = test_ui_find (test_ui_find (window->view->program, g_type_from_name ("LsWatchList"), NULL),
                                   GTK_TYPE_ENTRY, NULL);

  set_cursor (window, 4);
  test_window_activate (window, "win.run-to-cursor", NULL);
  gtk_editable_set_text (GTK_EDITABLE (entry), "(() => { while (true); })()");
  g_signal_emit_by_name (entry, "activate");
  g_object_add_weak_pointer (G_OBJECT (window), (gpointer *) &window);
  g_object_add_weak_pointer (G_OBJECT (debugger), (gpointer *) &debugger);
  gtk_window_close (GTK_WINDOW (window));
  test_ui_wait_for (window == NULL && debugger == NULL);
}

/* Each has its own program, breakpoints, position and end. */
static void
test_debug_two_windows (void)
{
  LsWindow *one = test_window_new_program (PROGRAM, 1360, 860);
  LsWindow *two = test_window_new_program ("let i = 0;\nfor (;;)\n  i++;\n", 1360, 860);
  g_autofree char *value = NULL;

  set_cursor (one, 3);
  test_window_activate (one, "win.toggle-breakpoint", NULL);
  g_assert_cmpuint (ls_breakpoints_get_n (ls_debugger_get_breakpoints (two->view->debugger)), ==, 0);
  ls_debugger_run_again (two->view->debugger, NULL);
  ls_player_to_end (two->view->player);
  test_window_activate (one, "win.to-start", NULL);
  g_assert_cmpuint (to_breakpoint (one), ==, 3);
  value = evaluate (one, "a + 7");
  g_assert_cmpstr (value, ==, "7");
  /* Its budget may have ended it. */
  if (ls_debugger_get_working (two->view->debugger))
    test_window_activate (two, "win.stop", NULL);
  test_ui_wait_for (!ls_debugger_get_working (two->view->debugger));
  g_assert_false (gtk_revealer_get_reveal_child (GTK_REVEALER (one->view->banner)));
  g_assert_cmpuint (get_line (one), ==, 3);
  test_window_close (two);
  g_assert_cmpuint (to_breakpoint (one), ==, 3);
  g_clear_pointer (&value, g_free);
  value = evaluate (one, "a");
  g_assert_cmpstr (value, ==, "1");
  test_window_close (one);
}

/* What is in lists has names of its own, made of what it shows. */
static void
test_debug_names (void)
{
  LsWindow *window = test_window_new_program (PROGRAM, 1360, 860);
  GtkWidget *watches = test_ui_find (window->view->program, g_type_from_name ("LsWatchList"), NULL);
  GtkWidget *entry = test_ui_find (watches, GTK_TYPE_ENTRY, NULL);
  GtkWidget *list = test_ui_find (watches, GTK_TYPE_LIST_BOX, "list");
  GtkWidget *place;

  set_cursor (window, 4);
  test_window_activate (window, "win.run-to-cursor", NULL);
  gtk_editable_set_text (GTK_EDITABLE (entry), "sum");
  g_signal_emit_by_name (test_ui_find (watches, GTK_TYPE_BUTTON, "Watch This Expression"), "clicked");
  test_ui_wait_for (test_ui_find (list, GTK_TYPE_LABEL, "1") != NULL);
  gtk_test_accessible_assert_property (gtk_widget_get_first_child (list), GTK_ACCESSIBLE_PROPERTY_LABEL, "sum: 1");

  gtk_stack_set_visible_child_name (GTK_STACK (window->view->bottom_stack), "log");
  test_window_activate (window, "win.to-end", NULL);
  test_ui_wait_for ((place = test_ui_find (window->view->log, GTK_TYPE_BUTTON, "main.js:10")) != NULL);
  gtk_test_accessible_assert_property (gtk_widget_get_parent (gtk_widget_get_parent (place)),
                                       GTK_ACCESSIBLE_PROPERTY_LABEL, "second, 0 ms, main.js:10");
  test_window_close (window);
}

int
main (int   argc,
      char *argv[])
{
  test_window_init (&argc, &argv);

  g_test_add_func ("/debug/undo-order", test_debug_undo_order);
  g_test_add_func ("/debug/edits-are-kept", test_debug_edits_are_kept);
  g_test_add_func ("/debug/act-at-statement", test_debug_act_at_statement);
  g_test_add_func ("/debug/lost-moments", test_debug_lost_moments);
  g_test_add_func ("/debug/save", test_debug_save);
  g_test_add_func ("/debug/async", test_debug_async);
  g_test_add_func ("/debug/suspended", test_debug_suspended);
  g_test_add_func ("/debug/agents", test_debug_agents);
  g_test_add_func ("/debug/conditions", test_debug_conditions);
  g_test_add_func ("/debug/endless-condition", test_debug_endless_condition);
  g_test_add_func ("/debug/breakpoints-on-way", test_debug_breakpoints_on_way);
  g_test_add_func ("/debug/breakpoint-lines", test_debug_breakpoint_lines);
  g_test_add_func ("/debug/breakpoint-undo", test_debug_breakpoint_undo);
  g_test_add_func ("/debug/syntax-while-typing", test_debug_syntax_while_typing);
  g_test_add_func ("/debug/breakpoint-while-playing", test_debug_breakpoint_while_playing);
  g_test_add_func ("/debug/evaluate", test_debug_evaluate);
  g_test_add_func ("/debug/ask-again", test_debug_ask_again);
  g_test_add_func ("/debug/close-while-evaluating", test_debug_close_while_evaluating);
  g_test_add_func ("/debug/two-windows", test_debug_two_windows);
  g_test_add_func ("/debug/names", test_debug_names);

  return g_test_run ();
}
