/* test-run.c: programs that do not end, in the window
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "test-engine-threads.h"
#include "test-time.h"
#include "test-script-util.h"

#include <stdlib.h>
#include <time.h>

#include "ls-program-pane.h"

/* In µs. Half a second is what people may wait; the machine may be busy with other tests. */
#define MAX_WAIT (1000 * 1000)
#define MAX_FRAME (300 * 1000)  /* of processor time */

typedef struct
{
  const char *name;
  const char *text;
  const char *place;    /* where it is stopped, NULL if it may be anywhere */
  gboolean    close;    /* whether to close the window too while it runs */
} Program;

/* One that leaves nothing for the window to show, and two that flood it. How all that does not end is stopped does not depend on
 * the window: see tests/debugger/test-debugger-stop.c. */
static const Program endless[] = {
  { "loop", "let i = 0;\nwhile (true) i++;\n", "main.js:2", TRUE },
  { "tasks", "(function f() {\n  scheduler.postTask(f);\n  scheduler.postTask(f);\n})();\n", NULL },
  { "log", "for (;;)\n  console.log('x');\n", "main.js:2", TRUE },
};

/* What the window's thread computes from one frame to the next. */
typedef struct
{
  gint64 last;
  gint64 worst;
} Frames;

static gint64
get_cpu_time (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return now.tv_sec * G_USEC_PER_SEC + now.tv_nsec / 1000;
}

static gboolean
frame_cb (GtkWidget     *widget,
          GdkFrameClock *clock,
          gpointer       user_data)
{
  Frames *frames = user_data;
  gint64 now = get_cpu_time ();

  if (frames->last != 0)
    frames->worst = MAX (frames->worst, now - frames->last);
  frames->last = now;
  return G_SOURCE_CONTINUE;
}

static void
set_text (LsWindow   *window,
          const char *text)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (test_script_get_buffer (window));
  GtkTextIter start, end;

  gtk_text_buffer_begin_user_action (buffer);
  gtk_text_buffer_get_bounds (buffer, &start, &end);
  gtk_text_buffer_delete (buffer, &start, &end);
  gtk_text_buffer_insert (buffer, &start, text, -1);
  gtk_text_buffer_end_user_action (buffer);
}

static const char *
get_banner (LsWindow *window)
{
  if (!gtk_revealer_get_reveal_child (GTK_REVEALER (test_window_get_child (window, "banner"))))
    return NULL;
  return gtk_label_get_text (GTK_LABEL (test_window_get_child (window, "banner_label")));
}

static void
wait_for_statement (LsWindow *window)
{
  test_ui_wait_for (ls_trace_get_length (ls_player_get_trace (test_window_get_player (window))) > 20 ||
                    !ls_debugger_get_working (ls_window_get_debugger (window)));
}

static LsWindow *
new_window (const char *text)
{
  LsWindow *window = test_window_new (NULL, 1360, 860);

  g_assert_true (ls_debugger_open_text (ls_window_get_debugger (window), "main.js", text, NULL));
  return window;
}

/* The window goes on, the button stops the program and says where, and another one can run at once. */
static void
test_stop (gconstpointer data)
{
  const Program *program = data;
  LsWindow *window = new_window (program->text);
  LsWindow *gone = window;
  LsDebugger *debugger = ls_window_get_debugger (window);
  GtkWidget *stop = test_ui_find (test_window_get_part (window, "transport"), GTK_TYPE_BUTTON, "stop");
  Frames frames = { 0 };
  guint tick = gtk_widget_add_tick_callback (GTK_WIDGET (window), frame_cb, &frames, NULL);
  gint64 start;

  g_object_add_weak_pointer (G_OBJECT (window), (gpointer *) &gone);
  g_object_add_weak_pointer (G_OBJECT (debugger), (gpointer *) &debugger);
  ls_player_to_end (test_window_get_player (window));
  g_assert_true (gtk_widget_get_sensitive (stop));
  wait_for_statement (window);
  start = g_get_monotonic_time ();
  while (g_get_monotonic_time () - start < 100 * 1000)
    g_main_context_iteration (NULL, TRUE);

  start = g_get_monotonic_time ();
  g_signal_emit_by_name (stop, "clicked");
  test_ui_wait_for (!ls_debugger_get_working (ls_window_get_debugger (window)));
  test_assert_in_time (g_get_monotonic_time () - start, MAX_WAIT);
  g_test_message ("stopped in %" G_GINT64_FORMAT " µs", g_get_monotonic_time () - start);
  test_ui_wait_for (get_banner (window) != NULL);
  g_test_message ("%s", get_banner (window));
  if (program->place != NULL)
    test_ui_wait_for (strstr (get_banner (window), program->place) != NULL);
  g_assert_false (gtk_widget_get_sensitive (stop));
  test_window_wait (window);
  test_ui_wait_for (ls_player_is_at_end (test_window_get_player (window)));
  if (program->place != NULL)
    {
      g_assert_true (gtk_widget_get_visible (test_window_get_child (window, "banner_place")));
      g_signal_emit_by_name (test_window_get_child (window, "banner_place"), "clicked");
      test_ui_wait_for (ls_script_view_get_cursor_line (ls_program_pane_get_view (LS_PROGRAM_PANE (test_window_get_child (window, "program")))) ==
                        (guint) (strchr (program->place, ':')[1] - '0'));
    }

  set_text (window, "console.log('another');\n");
  start = g_get_monotonic_time ();
  test_window_activate (window, "win.run-again", NULL);
  g_assert_null (get_banner (window));
  test_ui_wait_for (test_has_logged (ls_player_get_trace (test_window_get_player (window)), "another"));
  test_assert_in_time (g_get_monotonic_time () - start, MAX_WAIT);
  test_assert_in_time (frames.worst, MAX_FRAME);
  g_test_message ("longest frame: %" G_GINT64_FORMAT " µs of computing", frames.worst);
  gtk_widget_remove_tick_callback (GTK_WIDGET (window), tick);

  test_window_close (window);
  test_ui_wait_for (gone == NULL && debugger == NULL);
  test_ui_wait_for (test_count_engine_threads () == 0);
}

/* Closed while it runs, it leaves nothing behind. */
static void
test_close (gconstpointer data)
{
  const Program *program = data;
  LsWindow *window = new_window (program->text);
  LsDebugger *debugger = ls_window_get_debugger (window);
  LsPlayer *player = test_window_get_player (window);
  gint64 start;

  g_object_add_weak_pointer (G_OBJECT (window), (gpointer *) &window);
  g_object_add_weak_pointer (G_OBJECT (debugger), (gpointer *) &debugger);
  g_object_add_weak_pointer (G_OBJECT (player), (gpointer *) &player);
  ls_player_to_end (player);
  wait_for_statement (window);
  start = g_get_monotonic_time ();
  gtk_window_close (GTK_WINDOW (window));
  test_ui_wait_for (window == NULL);
  test_assert_in_time (g_get_monotonic_time () - start, MAX_WAIT);
  test_ui_wait_for (debugger == NULL && player == NULL);
  test_ui_wait_for (test_count_engine_threads () == 0);
}

/* Before anything of the program runs: while it is read. */
static void
test_close_at_once (void)
{
  LsWindow *window = new_window ("while (true);\n");

  g_object_add_weak_pointer (G_OBJECT (window), (gpointer *) &window);
  gtk_window_close (GTK_WINDOW (window));
  test_ui_wait_for (window == NULL);
  test_ui_wait_for (test_count_engine_threads () == 0);
}

/* The application quits while programs run in two windows and an expression is evaluated in one. */
static void
test_quit (void)
{
  LsWindow *windows[2];
  LsDebugger *debuggers[2];
  GtkWidget *entry;
  gint64 start;

  windows[0] = new_window ("let i = 0;\nsetTimeout(() => {\n  while (true) i++;\n});\n");
  windows[1] = new_window ("while (true);\n");
  for (guint i = 0; i < 2; i++)
    {
      debuggers[i] = ls_window_get_debugger (windows[i]);
      g_object_add_weak_pointer (G_OBJECT (windows[i]), (gpointer *) &windows[i]);
      g_object_add_weak_pointer (G_OBJECT (debuggers[i]), (gpointer *) &debuggers[i]);
    }
  test_window_activate (windows[0], "win.step-statement", NULL);
  entry = test_ui_find (test_ui_find (test_window_get_child (windows[0], "program"), g_type_from_name ("LsWatchList"), NULL), GTK_TYPE_ENTRY, NULL);
  gtk_editable_set_text (GTK_EDITABLE (entry), "(() => { while (true); })()");
  g_signal_emit_by_name (entry, "activate");
  for (guint i = 0; i < 2; i++)
    {
      ls_player_to_end (test_window_get_player (windows[i]));
      wait_for_statement (windows[i]);
    }
  start = g_get_monotonic_time ();
  g_action_group_activate_action (G_ACTION_GROUP (test_window_get_app ()), "quit", NULL);
  test_ui_wait_for (windows[0] == NULL && windows[1] == NULL);
  test_ui_wait_for (debuggers[0] == NULL && debuggers[1] == NULL);
  test_ui_wait_for (test_count_engine_threads () == 0);
  test_assert_in_time (g_get_monotonic_time () - start, MAX_WAIT);
  g_test_message ("quit in %" G_GINT64_FORMAT " µs", g_get_monotonic_time () - start);
}

static void
test_stop_at_once (void)
{
  LsWindow *window = new_window ("while (true);\n");

  ls_player_step (test_window_get_player (window));
  test_window_activate (window, "win.stop", NULL);
  test_ui_wait_for (get_banner (window) != NULL);
  test_window_close (window);
}

/* A budget ends a run as the button does: with the line. */
static void
test_budget (void)
{
  LsWindow *window = new_window ("const a = 1;\nwhile (a)\n  ;\n");

  ls_debugger_set_budgets (ls_window_get_debugger (window), 1000, 0, 0, 0);
  ls_player_step (test_window_get_player (window));
  test_ui_wait_for (get_banner (window) != NULL);
  g_assert_true (g_str_has_prefix (get_banner (window), "main.js:3: The run was stopped: it reached its budget of 1000 steps"));
  test_window_close (window);
}

/* What ends by itself leaves nothing to stop, and what waits for the view neither. */
static void
test_idle (void)
{
  LsWindow *window = new_window ("let i = 0;\nsetInterval(() => i++);\n");
  GtkWidget *stop = test_ui_find (test_window_get_part (window, "transport"), GTK_TYPE_BUTTON, "stop");

  ls_player_step (test_window_get_player (window));
  test_ui_wait_for (!gtk_widget_get_sensitive (stop));
  g_assert_cmpuint (ls_trace_get_n_steps (ls_player_get_trace (test_window_get_player (window))), >=, 10000);
  g_assert_null (get_banner (window));
  test_window_activate (window, "win.step", NULL);
  ls_player_to_end (test_window_get_player (window));
  test_ui_wait_for (gtk_widget_get_sensitive (stop));
  test_window_activate (window, "win.stop", NULL);
  test_ui_wait_for (get_banner (window) != NULL);
  test_window_close (window);
}

static void
assert_clock (LsWindow   *window,
              const char *label,
              const char *tooltip)
{
  g_assert_cmpstr (gtk_menu_button_get_label (GTK_MENU_BUTTON (test_window_get_part (window, "clock"))), ==, label);
  g_assert_cmpstr (gtk_widget_get_tooltip_text (test_window_get_part (window, "clock")), ==, tooltip);
}

/* Threads that nobody orders: what they did is shown to its end, and the next run is one as usual. */
static void
test_real (void)
{
  static const guint32 schedule[] = { 1, 2, 1 };
  gsize length;
  LsWindow *window = new_window ("const cells = new Int32Array(new SharedArrayBuffer(8));\n"
                                 "new Worker(`onmessage = e => Atomics.wait(e.data, 1, 0);`, { name: 'w' }).postMessage(cells);\n");
  LsRecord record;

  assert_clock (window, "Virtual clock", "Clock of the session");
  test_window_activate (window, "win.run-for-real", NULL);
  g_assert_true (ls_debugger_is_real (ls_window_get_debugger (window)));
  assert_clock (window, "Real clock", "Clock of this run; the session uses another one");
  test_ui_wait_for (get_banner (window) != NULL);
  g_assert_cmpstr (get_banner (window), ==, "Deadlock: these agents wait, and none is left to wake them: “w” at cells[1]");
  ls_trace_get_record (ls_player_get_trace (test_window_get_player (window)), 0, &record);
  g_assert_cmpuint (record.kind, ==, LS_RECORD_LOOP_STARTED);
  g_assert_cmpuint (record.level, ==, LS_CLOCK_MONOTONIC);
  test_ui_wait_for (ls_player_get_position (test_window_get_player (window)) == ls_trace_get_length (ls_player_get_trace (test_window_get_player (window))));
  g_assert_false (ls_debugger_can_evaluate (ls_window_get_debugger (window)));

  /* Nobody chose there, so that no choice can be another one: the session keeps its schedule. */
  g_assert_true (ls_session_set_schedule (test_window_get_session (window), schedule, G_N_ELEMENTS (schedule), NULL));
  test_window_activate (window, "win.let-agent-go", "u", 2);
  g_assert_true (ls_debugger_is_real (ls_window_get_debugger (window)));
  g_assert_nonnull (ls_session_get_schedule (test_window_get_session (window), &length));
  g_assert_cmpuint (length, ==, G_N_ELEMENTS (schedule));

  test_window_activate (window, "win.run-again", NULL);
  g_assert_false (ls_debugger_is_real (ls_window_get_debugger (window)));
  g_assert_null (get_banner (window));
  assert_clock (window, "Virtual clock", "Clock of the session");

  /* Agents that go one after the other have the virtual clock whatever the session has. */
  g_action_group_change_action_state (G_ACTION_GROUP (window), "clock", g_variant_new_string ("monotonic"));
  test_window_wait (window);
  assert_clock (window, "Virtual clock", "Clock of this run; the session uses another one");
  test_window_activate (window, "win.run-for-real", NULL);
  assert_clock (window, "Real clock", "Clock of the session");
  test_window_close (window);
}

/* The button ends them all. */
static void
test_stop_real (void)
{
  LsWindow *window = new_window ("new Worker(`const cells = new Int32Array(new SharedArrayBuffer(4)); for (;;) Atomics.wait(cells, 0, 0, 5);`);\n"
                                 "new Worker(`setInterval(() => {}, 5)`);\n");
  GtkWidget *stop = test_ui_find (test_window_get_part (window, "transport"), GTK_TYPE_BUTTON, "stop");

  /* It goes on: there is nothing to wait for. */
  gtk_widget_activate_action (GTK_WIDGET (window), "win.run-for-real", NULL);
  test_ui_wait_for (gtk_widget_get_sensitive (stop));
  test_window_activate (window, "win.stop", NULL);
  test_ui_wait_for (get_banner (window) != NULL);
  g_assert_true (g_str_has_prefix (get_banner (window), "The run was stopped"));
  test_window_close (window);
  test_ui_wait_for (test_count_engine_threads () == 0);
}

int
main (int   argc,
      char *argv[])
{
  test_window_init (&argc, &argv);

  for (guint i = 0; i < G_N_ELEMENTS (endless); i++)
    {
      g_autofree char *stop = g_strconcat ("/run/stop/", endless[i].name, NULL);
      g_autofree char *close = g_strconcat ("/run/close/", endless[i].name, NULL);

      g_test_add_data_func (stop, &endless[i], test_stop);
      if (endless[i].close)
        g_test_add_data_func (close, &endless[i], test_close);
    }
  g_test_add_func ("/run/close-at-once", test_close_at_once);
  g_test_add_func ("/run/quit", test_quit);
  g_test_add_func ("/run/stop-at-once", test_stop_at_once);
  g_test_add_func ("/run/budget", test_budget);
  g_test_add_func ("/run/idle", test_idle);
  g_test_add_func ("/run/real", test_real);
  g_test_add_func ("/run/stop-real", test_stop_real);

  return g_test_run ();
}
