/* test-rerun.c: what if, asked of a recording in the window
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "test-window-util.h"

#include "ls-comparison-view.h"
#include "ls-rerun-pane.h"

static LsWindow *
open_sample (const char *name,
             int         width,
             int         height)
{
  g_autofree char *path = g_build_filename (g_getenv ("LS_TEST_SOURCE_ROOT"), "tests", "recording", "samples", name, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  LsWindow *window = test_window_new (NULL, width, height);

  test_window_open (window, file);
  g_assert_true (ls_window_has_session (window));
  test_ui_wait_for (!ls_player_is_pending (test_window_get_player (window)));
  test_ui_wait_for (!ls_debugger_get_working (ls_window_get_debugger (window)));
  return window;
}

static GtkWidget *
get_part (GtkWidget  *pane,
          const char *name)
{
  return GTK_WIDGET (gtk_widget_get_template_child (pane, LS_TYPE_RERUN_PANE, name));
}

static const char *
get_text (GtkWidget  *pane,
          const char *name)
{
  return gtk_label_get_text (GTK_LABEL (get_part (pane, name)));
}

static GtkWidget *
show_pane (LsWindow *window)
{
  GtkWidget *pane = test_window_get_child (window, "rerun");

  test_window_activate (window, "win.what-if", NULL);
  test_ui_wait_for (gtk_widget_get_mapped (pane));
  return pane;
}

static void
ask (GtkWidget  *pane,
     guint       kind,
     const char *name)
{
  LsComparisonView *comparison = LS_COMPARISON_VIEW (get_part (pane, "comparison"));

  gtk_drop_down_set_selected (GTK_DROP_DOWN (get_part (pane, "kind")), kind);
  gtk_editable_set_text (GTK_EDITABLE (get_part (pane, "name")), name);
  ls_rerun_pane_run (LS_RERUN_PANE (pane));
  g_assert_null (ls_comparison_view_get_comparison (comparison));
  test_ui_wait_for (ls_comparison_view_get_comparison (comparison) != NULL);
}

/* How far the model can be trusted stands there before anything is asked. */
static void
test_first (void)
{
  LsWindow *window = open_sample ("shop-devtools.json.gz", 1300, 850);
  GtkWidget *pane = show_pane (window);
  GtkWidget *trust = get_part (pane, "trust");

  g_assert_true (gtk_widget_get_visible (trust));
  test_ui_wait_for (strstr (get_text (pane, "conclusions"), "You can trust") != NULL);
  g_assert_true (gtk_expander_get_expanded (GTK_EXPANDER (trust)));
  g_assert_nonnull (strstr (get_text (pane, "agreement"), "run in the recorded order"));
  g_assert_nonnull (strstr (get_text (pane, "agreement"), "At their recorded times: other (504), frame ("));
  g_assert_nonnull (strstr (get_text (pane, "agreement"), "inferred change of priority: decode (14)"));
  g_assert_null (strstr (get_text (pane, "agreement"), "You can trust"));
  g_assert_null (ls_comparison_view_get_comparison (LS_COMPARISON_VIEW (get_part (pane, "comparison"))));

  ask (pane, 0, "decode*");
  g_assert_false (gtk_expander_get_expanded (GTK_EXPANDER (trust)));
  g_assert_false (gtk_widget_get_visible (get_part (pane, "report")));
  test_window_close (window);
}

/* A question that is taken back, or cannot be asked, leaves the pane as it was before. */
static void
test_no_answer (void)
{
  LsWindow *window = open_sample ("shop-devtools.json.gz", 1300, 850);
  GtkWidget *pane = show_pane (window);

  gtk_editable_set_text (GTK_EDITABLE (get_part (pane, "name")), "decode*");
  ls_rerun_pane_run (LS_RERUN_PANE (pane));
  g_assert_true (gtk_widget_get_visible (get_part (pane, "cancel")));
  g_signal_emit_by_name (test_ui_find (get_part (pane, "cancel"), GTK_TYPE_BUTTON, NULL), "clicked");
  g_assert_false (gtk_widget_get_visible (get_part (pane, "cancel")));
  g_assert_cmpstr (get_text (pane, "conclusions"), ==, "Running the recorded tasks without a change…");
  test_ui_wait_for (strstr (get_text (pane, "conclusions"), "You can trust") != NULL);
  test_window_close (window);

  /* A name is missing. */
  window = open_sample ("shop-devtools.json.gz", 1300, 850);
  pane = show_pane (window);
  gtk_editable_set_text (GTK_EDITABLE (get_part (pane, "name")), "decode*");
  ls_rerun_pane_run (LS_RERUN_PANE (pane));
  gtk_editable_set_text (GTK_EDITABLE (get_part (pane, "name")), "");
  ls_rerun_pane_run (LS_RERUN_PANE (pane));
  test_ui_wait_for (strstr (get_text (pane, "conclusions"), "You can trust") != NULL);
  g_assert_nonnull (strstr (get_text (pane, "error"), "Which tasks?"));
  test_window_close (window);
}

/* A change that fails says nothing of what runs without it. */
static void
test_failure (void)
{
  LsWindow *window = open_sample ("shop-devtools.json.gz", 1300, 850);
  GtkWidget *pane = show_pane (window);
  GtkSpinButton *scale = GTK_SPIN_BUTTON (get_part (pane, "scale"));

  gtk_drop_down_set_selected (GTK_DROP_DOWN (get_part (pane, "kind")), 4);
  gtk_spin_button_set_range (scale, 0, 1e6);
  gtk_spin_button_set_value (scale, 1e6);
  ls_rerun_pane_run (LS_RERUN_PANE (pane));
  test_ui_wait_for (gtk_widget_get_visible (get_part (pane, "error")));
  test_ui_wait_for (strstr (get_text (pane, "conclusions"), "You can trust") != NULL);
  g_assert_nonnull (strstr (get_text (pane, "error"), "scale"));
  test_window_close (window);
}

/* What can be said of few tasks without priorities is said, and a name that fits nothing. */
static void
test_untrustworthy (void)
{
  LsWindow *window = open_sample ("node.json.gz", 1300, 850);
  GtkWidget *pane = show_pane (window);

  test_ui_wait_for (strstr (get_text (pane, "conclusions"), "do not trust") != NULL);
  g_assert_nonnull (strstr (get_text (pane, "conclusions"), "Only 5 tasks were posted by others"));
  ask (pane, 0, "nosuch*");
  g_assert_nonnull (strstr (get_text (pane, "report"), "has a name that matches “nosuch*”"));
  ask (pane, 3, "nobody");
  g_assert_nonnull (strstr (get_text (pane, "report"), "has a name that matches “nobody”"));
  test_window_close (window);
}

/* A task's menu fills the form; all tasks yield if no name is given. */
static void
test_yields (void)
{
  LsWindow *window = open_sample ("shop-cut.json.gz", 1300, 850);
  GtkWidget *pane = test_window_get_child (window, "rerun");
  LsComparisonView *comparison = LS_COMPARISON_VIEW (get_part (pane, "comparison"));

  test_window_activate (window, "win.what-if-yield", "s", "onFilter");
  test_ui_wait_for (gtk_widget_get_mapped (pane));
  g_assert_cmpuint (gtk_drop_down_get_selected (GTK_DROP_DOWN (get_part (pane, "kind"))), ==, 2);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (get_part (pane, "name"))), ==, "onFilter");
  g_assert_true (gtk_widget_get_visible (get_part (pane, "name")));
  g_assert_true (gtk_widget_has_focus (GTK_WIDGET (gtk_editable_get_delegate (GTK_EDITABLE (get_part (pane, "every"))))));
  g_assert_null (ls_comparison_view_get_comparison (comparison));
  ask (pane, 2, "onFilter");
  g_assert_nonnull (strstr (get_text (pane, "report"), "Tasks that yield now: 1; yields in them: "));
  g_assert_nonnull (strstr (get_text (pane, "report"), "Cannot yield, because it is the frame’s own rendering work: “onFilter”"));

  ask (pane, 2, "");
  g_assert_nonnull (strstr (get_text (pane, "report"), "“frame”"));
  test_window_close (window);
}

/* Nothing is cut off in a small window, whatever is shown: a pane that has little height must not ask for more width. */
static void
test_small (void)
{
  LsWindow *window = open_sample ("workers.json.gz", 800, 600);
  GtkWidget *pane = show_pane (window);

  test_ui_wait_for (strstr (get_text (pane, "conclusions"), "trust") != NULL);
  for (int i = 0; i < 4; i++)
    {
      graphene_rect_t bounds;

      if (i == 2)
        ask (pane, 0, "nosuch*");
      gtk_expander_set_expanded (GTK_EXPANDER (get_part (pane, "trust")), i % 2 == 0);
      for (int height = 60; height < 500; height += 20)
        {
          int width;

          gtk_widget_measure (pane, GTK_ORIENTATION_HORIZONTAL, height, &width, NULL, NULL, NULL);
          g_assert_cmpint (width, <=, 780);
        }
      g_assert_true (gtk_widget_compute_bounds (pane, GTK_WIDGET (window), &bounds));
      g_assert_cmpfloat (bounds.origin.x, >=, 0);
      g_assert_cmpfloat (bounds.origin.x + bounds.size.width, <=, 800);
      g_assert_cmpfloat (bounds.origin.y + bounds.size.height, <=, 600);
    }
  test_window_close (window);
}

int
main (int   argc,
      char *argv[])
{
  test_window_init (&argc, &argv);

  g_test_add_func ("/rerun/first", test_first);
  g_test_add_func ("/rerun/no-answer", test_no_answer);
  g_test_add_func ("/rerun/failure", test_failure);
  g_test_add_func ("/rerun/untrustworthy", test_untrustworthy);
  g_test_add_func ("/rerun/yields", test_yields);
  g_test_add_func ("/rerun/small", test_small);

  return g_test_run ();
}
