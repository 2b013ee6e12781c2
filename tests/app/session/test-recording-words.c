/* test-recording-words.c: what the window says where a recording has no program
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "test-window-util.h"

#include "ls-agent-card.h"
#include "ls-source-card.h"
#include "ls-stage.h"
#include "ls-summary-view.h"
#include "ls-text-block.h"

static LsWindow *
open_sample (const char *name)
{
  g_autofree char *path = g_build_filename (g_getenv ("LS_TEST_SOURCE_ROOT"), "tests", "recording", "samples", name, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  LsWindow *window = test_window_new (NULL, 1300, 850);

  test_window_open (window, file);
  g_assert_true (ls_window_has_session (window));
  test_ui_wait_for (!ls_player_is_pending (test_window_get_player (window)));
  test_ui_wait_for (!ls_debugger_get_working (ls_window_get_debugger (window)));
  return window;
}

/* The button names what the recording is compared with, and says why nobody can choose. */
static void
test_preset (void)
{
  static const struct
  {
    const char *sample;
    const char *preset;
    const char *reason;
  } cases[] = {
    { "shop-firefox.json.gz", "Firefox", "As Recorded" },
    { "real-page.json.gz", "Chromium", "As Recorded" },
    { "node.json.gz", "None", "No Preset" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      LsWindow *window = open_sample (cases[i].sample);
      GtkWidget *button = test_ui_find (test_window_get_part (window, "preset"), GTK_TYPE_MENU_BUTTON, NULL);

      g_assert_nonnull (strstr (gtk_menu_button_get_label (GTK_MENU_BUTTON (button)), cases[i].preset));
      g_assert_nonnull (strstr (gtk_widget_get_tooltip_text (button), cases[i].reason));
      g_assert_false (gtk_widget_get_sensitive (test_window_get_part (window, "preset")));
      test_window_close (window);
    }
}

/* The preset is known where the trace has forgotten its beginning. */
static void
test_forgotten_preset (void)
{
  LsWindow *window = open_sample ("shop-devtools.json.gz");
  LsPlayer *player = test_window_get_player (window);
  GtkWidget *button = test_ui_find (test_window_get_part (window, "preset"), GTK_TYPE_MENU_BUTTON, NULL);

  ls_player_to_end (player);
  test_window_wait (window);
  g_assert_true (ls_trace_forget (ls_player_get_trace (player), 1));
  g_signal_emit_by_name (ls_window_get_view (window), "settings-changed");
  g_assert_nonnull (strstr (gtk_menu_button_get_label (GTK_MENU_BUTTON (button)), "Chromium"));
  test_window_close (window);
}

static void
test_panes (void)
{
  LsWindow *window = open_sample ("workers.json.gz");
  GtkWidget *stage = test_window_get_child (window, "stage");
  GtkWidget *card;

  g_assert_true (test_ui_shows (test_window_get_child (window, "recording"), "Nov 22 13:00:31 2026"));
  test_ui_wait_for (test_ui_shows (test_window_get_child (window, "actions"), "stays as it is"));
  g_assert_false (test_ui_shows (test_window_get_child (window, "actions"), "You can post"));
  g_assert_true (test_ui_shows (test_window_get_child (window, "breakpoints"), "No breakpoints."));
  g_assert_false (test_ui_shows (test_window_get_child (window, "breakpoints"), "line of code"));

  ls_stage_show_page (LS_STAGE (stage), "atomics");
  test_window_wait (window);
  card = test_ui_find (stage, LS_TYPE_AGENT_CARD, NULL);
  g_assert_nonnull (card);
  g_assert_true (test_ui_shows (card, "Main thread"));
  g_assert_false (test_ui_shows (stage, "Cannot block"));
  g_assert_false (test_ui_shows (stage, "No memory accessed yet"));
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (gtk_widget_get_template_child (card, LS_TYPE_AGENT_CARD, "go"))));
  test_window_close (window);
}

/* Keys of what needs a program say that a recording has none, others say nothing. */
static void
test_keys (void)
{
  LsWindow *window = open_sample ("real-page.json.gz");
  GtkWidget *toasts = test_window_get_child (window, "toasts");

  test_window_activate (window, "win.say-refusal", "s", "step-back");
  test_window_wait (window);
  g_assert_false (test_ui_shows (toasts, "Not possible in a recording"));
  g_assert_true (test_ui_press (test_window_get_child (window, "stage"), GDK_KEY_F11, 0));
  test_ui_wait_for (test_ui_shows (toasts, "Not possible in a recording"));
  test_window_close (window);
}

/* The statistics have what the command line tells, and the count of a row is that of all its tasks. */
static void
test_statistics (void)
{
  LsWindow *window = open_sample ("real-page.json.gz");
  GtkWidget *pane = test_window_get_child (window, "statistics");

  test_window_activate (window, "win.show-view", "s", "statistics");
  gtk_expander_set_expanded (GTK_EXPANDER (test_ui_find (test_ui_find (pane, LS_TYPE_SUMMARY_VIEW, NULL), GTK_TYPE_EXPANDER, NULL)),
                             TRUE);
  test_ui_wait_for (test_ui_shows (pane, "Tasks: 46 posted · 41 run · 5 removed"));
  g_assert_true (test_ui_shows (pane, "Continuations: 13 posted · 12 run · 1 removed"));
  g_assert_true (test_ui_shows (pane, "changed priority"));
  g_assert_true (test_ui_shows (pane, "Tasks that yield: "));
  test_ui_wait_for (test_ui_shows (pane, "318 tasks\n64 waits known"));
  g_assert_true (test_ui_shows (pane, "254 waits unknown"));
  test_window_close (window);
}

/* Goes to where a task or microtask has just begun. Returns (transfer full) what the stage says of what runs. */
static char *
dup_running (LsWindow    *window,
             LsRecordKind kind,
             guint32      subject)
{
  LsPlayer *player = test_window_get_player (window);
  LsTrace *trace = ls_player_get_trace (player);
  GtkWidget *card = test_ui_find (test_window_get_child (window, "stage"), LS_TYPE_SOURCE_CARD, "running");
  LsRecord record;
  gsize i = 0;
  char *text = NULL;

  do
    {
      g_assert_cmpuint (i, <, ls_trace_get_length (trace));
      ls_trace_get_record (trace, i++, &record);
    }
  while (record.kind != kind || record.subject != subject);
  ls_player_seek (player, i);
  test_window_wait (window);
  g_object_get (test_ui_find (card, LS_TYPE_TEXT_BLOCK, NULL), "label", &text, NULL);
  return text;
}

/* yield() goes on with the priority that was recorded, whether or not a signal has it. Where nobody knows, the stage says nothing. */
static void
test_yield (void)
{
  static const struct
  {
    LsRecordKind kind;
    guint32      subject;
    const char  *text;
  } cases[] = {
    { LS_RECORD_TASK_STARTED, 122, "yield() here goes on as background" },
    { LS_RECORD_TASK_STARTED, 205, "yield() here goes on as user-visible" },
    { LS_RECORD_TASK_STARTED, 164, "yield() here goes on as Signal 4, unless Signal 4 aborts it" },
    { LS_RECORD_MICROTASK_STARTED, 15, "Microtask then() callback #15" },
    { LS_RECORD_TASK_STARTED, 170, "" },
    { LS_RECORD_TASK_STARTED, 207, "yield() here goes on as background" },
    { LS_RECORD_MICROTASK_STARTED, 17, "Microtask idle #17\nyield() here goes on as background" },
  };
  LsWindow *window = open_sample ("page-signals.json.gz");

  ls_player_to_end (test_window_get_player (window));
  test_window_wait (window);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = dup_running (window, cases[i].kind, cases[i].subject);

      g_assert_cmpstr (text, ==, cases[i].text);
    }
  test_window_close (window);
}

int
main (int   argc,
      char *argv[])
{
  test_window_init (&argc, &argv);
  g_test_add_func ("/recording-words/preset", test_preset);
  g_test_add_func ("/recording-words/forgotten-preset", test_forgotten_preset);
  g_test_add_func ("/recording-words/panes", test_panes);
  g_test_add_func ("/recording-words/keys", test_keys);
  g_test_add_func ("/recording-words/statistics", test_statistics);
  g_test_add_func ("/recording-words/yield", test_yield);
  return g_test_run ();
}
