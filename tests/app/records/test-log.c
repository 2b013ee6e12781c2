/* test-log.c: the log, whose repeats are one row
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "test-window-util.h"

#include "ls-fold-button.h"
#include "ls-log-view.h"

static const char program[] =
  "console.log('begin');\n"
  "for (let i = 0; i < 50; i++) console.log('again');\n"
  "for (let i = 0; i < 3; i++) console.warn('careful');\n"
  "console.log('again');\n"
  "console.log('again');\n"
  "console.log('end');\n";

typedef struct
{
  LsWindow  *window;
  LsLogView *log;
  GtkWidget *list;
} Shown;

static Shown
show (const char *text)
{
  Shown shown = { .window = test_window_new_program (text, 1200, 900) };

  shown.log = LS_LOG_VIEW (test_window_get_child (shown.window, "log"));
  shown.list = test_ui_find (GTK_WIDGET (shown.log), GTK_TYPE_LIST_VIEW, "list");
  test_window_activate (shown.window, "win.show-view", "s", "log");
  ls_player_to_end (test_window_get_player (shown.window));
  test_window_wait (shown.window);
  return shown;
}

static guint
count_rows (Shown *shown)
{
  return g_list_model_get_n_items (G_LIST_MODEL (gtk_list_view_get_model (GTK_LIST_VIEW (shown->list))));
}

/* Finds the n-th button that says how often a line repeats. */
static GtkWidget *
find_button (GtkWidget *root,
             guint     *n)
{
  if (LS_IS_FOLD_BUTTON (root) && gtk_widget_get_mapped (root) && (*n)-- == 0)
    return root;
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_button (child, n);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static GtkWidget *
get_button (Shown *shown,
            guint  n)
{
  GtkWidget *button;

  test_ui_settle (shown->list);
  button = find_button (shown->list, &n);
  g_assert_nonnull (button);
  return button;
}

static void
assert_title (Shown      *shown,
              const char *expected)
{
  GtkStackPage *page = gtk_stack_get_page (GTK_STACK (test_window_get_child (shown->window, "bottom_stack")),
                                           GTK_WIDGET (shown->log));

  test_ui_wait_for (g_strcmp0 (gtk_stack_page_get_title (page), expected) == 0);
}

static void
test_fold (void)
{
  Shown shown = show (program);
  GtkWidget *button, *row;
  g_autofree char *name = NULL;

  test_ui_wait_for (ls_log_view_get_n_lines (shown.log) == 57);
  g_assert_cmpuint (count_rows (&shown), ==, 6);
  /* The tab counts lines, not rows. */
  assert_title (&shown, "Log 57");
  button = get_button (&shown, 0);
  g_assert_cmpstr (gtk_button_get_label (GTK_BUTTON (button)), ==, "×50");
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, "Show all 50 lines");
  row = gtk_widget_get_parent (gtk_widget_get_parent (button));
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, "again, 0 ms, main.js:2, 50 times");
  g_assert_cmpstr (gtk_button_get_label (GTK_BUTTON (get_button (&shown, 1))), ==, "×3");

  /* Unfolds, and folds again. */
  g_signal_emit_by_name (button, "clicked");
  g_assert_cmpuint (count_rows (&shown), ==, 55);
  g_assert_cmpuint (ls_log_view_get_n_lines (shown.log), ==, 57);
  button = get_button (&shown, 0);
  gtk_test_accessible_assert_state (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_STATE_EXPANDED, TRUE);
  g_signal_emit_by_name (button, "clicked");
  g_assert_cmpuint (count_rows (&shown), ==, 6);

  /* A row goes to its first line. */
  g_signal_emit_by_name (shown.list, "activate", 2);
  test_window_wait (shown.window);
  {
    LsRecord record;

    ls_trace_get_record (ls_player_get_trace (test_window_get_player (shown.window)),
                         ls_player_get_position (test_window_get_player (shown.window)) - 1, &record);
    g_assert_cmpint (record.kind, ==, LS_RECORD_LOG);
    g_assert_cmpint (record.level, ==, 2);
  }
  test_window_close (shown.window);
}

/* A filter folds what is left of it. */
static void
test_filter (void)
{
  Shown shown = show (program);
  GtkWidget *level = test_ui_find (GTK_WIDGET (shown.log), GTK_TYPE_DROP_DOWN, "level");

  test_ui_wait_for (ls_log_view_get_n_lines (shown.log) == 57);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (level), 2);
  test_ui_wait_for (ls_log_view_get_n_lines (shown.log) == 3);
  g_assert_cmpuint (count_rows (&shown), ==, 1);
  assert_title (&shown, "Log 3");
  gtk_drop_down_set_selected (GTK_DROP_DOWN (level), 0);
  test_ui_wait_for (ls_log_view_get_n_lines (shown.log) == 57);
  g_assert_cmpuint (count_rows (&shown), ==, 6);
  test_window_close (shown.window);
}

/* Another place is another line, even with the same text. */
static void
test_places (void)
{
  Shown shown = show ("console.log('x');\nconsole.log('x');\nfor (let i = 0; i < 2; i++) console.log('x');\n");

  test_ui_wait_for (ls_log_view_get_n_lines (shown.log) == 4);
  g_assert_cmpuint (count_rows (&shown), ==, 3);
  test_window_close (shown.window);
}

/* Returns the label whose text begins so. */
static GtkWidget *
find_text (GtkWidget  *root,
           const char *begin)
{
  if (GTK_IS_LABEL (root) && gtk_widget_get_mapped (root) && g_str_has_prefix (gtk_label_get_text (GTK_LABEL (root)), begin))
    return root;
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_text (child, begin);

      if (found != NULL)
        return found;
    }
  return NULL;
}

/* The place is beside its line, and only a text that is cut has a tooltip. */
static void
test_rows (void)
{
  Shown shown = show ("console.log('short');\nconsole.log('long '.repeat(100));\n");
  GtkWidget *text, *place;
  graphene_rect_t bounds;

  test_ui_wait_for (ls_log_view_get_n_lines (shown.log) == 2);
  test_ui_settle (shown.list);
  text = find_text (shown.list, "short");
  g_assert_false (test_ui_has_tooltip (text));
  place = gtk_widget_get_last_child (gtk_widget_get_parent (text));
  g_assert_true (gtk_widget_compute_bounds (place, text, &bounds));
  g_assert_cmpfloat (bounds.origin.x - gtk_widget_get_width (text), <, 60);
  g_assert_true (test_ui_has_tooltip (find_text (shown.list, "long ")));
  test_window_close (shown.window);
}

/* A hundred thousand lines are a list like any other. */
static void
test_many (void)
{
  Shown shown = show ("for (let i = 0; i < 100000; i++) console.log(i % 7 < 3 ? 'same' : `line ${i}`);\n");
  gint64 begun;

  test_ui_wait_for (ls_log_view_get_n_lines (shown.log) == 100000);
  g_assert_cmpuint (count_rows (&shown), ==, 100000 - 2 * 14286 + (100000 % 7 < 3 ? 3 - 100000 % 7 : 0));
  begun = g_get_monotonic_time ();
  for (guint i = 0; i < 10; i++)
    {
      g_signal_emit_by_name (get_button (&shown, 0), "clicked");
      test_ui_settle (shown.list);
    }
  g_test_message ("%.1f ms to unfold or fold, with a frame", (g_get_monotonic_time () - begun) / 10000.0);
  test_window_close (shown.window);
}

/* The first line is not at the edge: the outline around a log that a lesson talks about would cross it. */
static void
test_edge (void)
{
  Shown shown = show (program);
  graphene_rect_t row, log;

  test_ui_settle (GTK_WIDGET (shown.window));
  g_assert_true (gtk_widget_compute_bounds (gtk_widget_get_first_child (shown.list), GTK_WIDGET (shown.window), &row));
  g_assert_true (gtk_widget_compute_bounds (gtk_widget_get_parent (shown.list), GTK_WIDGET (shown.window), &log));
  g_assert_cmpfloat (row.origin.y, >=, log.origin.y + 3);
  g_assert_cmpfloat (row.origin.y, <=, log.origin.y + 8);
  test_window_close (shown.window);
}

int
main (int   argc,
      char *argv[])
{
  test_window_init (&argc, &argv);

  g_test_add_func ("/log/fold", test_fold);
  g_test_add_func ("/log/filter", test_filter);
  g_test_add_func ("/log/places", test_places);
  g_test_add_func ("/log/rows", test_rows);
  g_test_add_func ("/log/many", test_many);
  g_test_add_func ("/log/edge", test_edge);

  return g_test_run ();
}
