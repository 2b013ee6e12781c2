/* test-stage-sources.c: the stage of a GLib program's main loops
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "test-window-util.h"

#include "ls-stage-private.h"
#include "ls-task-chip.h"
#include "ls-thread-row.h"
#include "ls-thread-stage.h"
#include "ls-why-card.h"

/* A window with the trace of three idle sources of different priorities, after the first of them. */
static LsWindow *
open_trace (void)
{
  g_autofree char *path = g_build_filename (g_getenv ("LS_TEST_SOURCE_ROOT"), "tests", "live", "main-loop.json.gz", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  LsWindow *window = test_window_new (NULL, 1300, 850);

  test_window_open (window, file);
  g_assert_true (ls_window_has_session (window));
  test_ui_wait_for (!ls_player_is_pending (test_window_get_player (window)));
  return window;
}

static const char *
get_label (GtkWidget  *widget,
           const char *id)
{
  return gtk_label_get_label (GTK_LABEL (test_ui_find (widget, GTK_TYPE_LABEL, id)));
}

static GtkWidget *
find_row (LsStage    *stage,
          const char *name)
{
  GtkWidget *label = test_ui_find (stage->thread, GTK_TYPE_LABEL, name);

  g_assert_nonnull (label);
  return gtk_widget_get_ancestor (label, LS_TYPE_THREAD_ROW);
}

static gboolean
is_page_visible (LsStage    *stage,
                 const char *name)
{
  GtkStack *pages = GTK_STACK (stage->pages);

  return gtk_stack_page_get_visible (gtk_stack_get_page (pages, gtk_stack_get_child_by_name (pages, name)));
}

/* The stage shows priorities instead of an engine's queues, and offers no page that has nothing to show. */
static void
test_priorities (void)
{
  LsWindow *window = open_trace ();
  LsStage *stage = LS_STAGE (test_ui_find (GTK_WIDGET (window), LS_TYPE_STAGE, NULL));
  GtkWidget *row;

  g_assert_cmpstr (ls_stage_get_page (stage), ==, "thread");
  g_assert_false (is_page_visible (stage, "scheduler"));
  g_assert_false (is_page_visible (stage, "atomics"));
  g_assert_false (ls_stage_show_page (stage, "atomics"));
  g_assert_false (gtk_widget_get_visible (stage->preset));
  g_assert_cmpstr (get_label (stage->thread, "rank_title"), ==, "Priority");
  g_assert_null (test_ui_find (stage->thread, GTK_TYPE_LABEL, "user-blocking"));
  g_assert_false (test_ui_shows (stage->thread, "No recent timers"));

  /* Two of three wait. */
  row = find_row (stage, "DEFAULT_IDLE");
  g_assert_cmpstr (get_label (row, "rank"), ==, "200");
  g_assert_cmpuint (test_ui_count (row, LS_TYPE_TASK_CHIP), ==, 1);
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, "Priority 200, 1 source");
  g_assert_cmpuint (test_ui_count (find_row (stage, "DEFAULT"), LS_TYPE_TASK_CHIP), ==, 1);
  g_assert_cmpuint (test_ui_count (find_row (stage, "HIGH"), LS_TYPE_TASK_CHIP), ==, 0);
  test_ui_save_picture (GTK_WIDGET (window), "sources");
  test_window_close (window);
}

/* Sources have no effective priority besides their own. */
static void
test_why (void)
{
  LsWindow *window = open_trace ();
  GtkWidget *card, *expander;

  card = test_ui_find (GTK_WIDGET (window), LS_TYPE_WHY_CARD, NULL);
  expander = test_ui_find (card, GTK_TYPE_EXPANDER, NULL);
  gtk_expander_set_expanded (GTK_EXPANDER (expander), TRUE);
  test_window_wait (window);
  g_assert_nonnull (test_ui_find (card, GTK_TYPE_LABEL, "Priority"));
  g_assert_null (test_ui_find (card, GTK_TYPE_LABEL, "Rank"));
  g_assert_nonnull (test_ui_find (card, GTK_TYPE_LABEL, "1 task · priority 200, after priority 0"));
  test_window_close (window);
}

int
main (int   argc,
      char *argv[])
{
  test_window_init (&argc, &argv);

  g_test_add_func ("/stage/sources/priorities", test_priorities);
  g_test_add_func ("/stage/sources/why", test_why);

  return g_test_run ();
}
