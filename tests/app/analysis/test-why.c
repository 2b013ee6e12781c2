/* test-why.c: explanations in the window: now, then, and before
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "test-window-util.h"

#include <string.h>

#include "ls-explain.h"
#include "ls-why-card.h"

static GtkWidget *
find_button (LsWindow   *window,
             const char *id)
{
  GtkWidget *button = test_ui_find (test_window_get_child (window, "why"), GTK_TYPE_BUTTON, id);

  return button != NULL ? button : test_ui_find (test_window_get_child (window, "why"), GTK_TYPE_MENU_BUTTON, id);
}

static const char *
get_title (LsWindow *window)
{
  return gtk_label_get_label (GTK_LABEL (test_ui_find (test_window_get_child (window, "why"), GTK_TYPE_LABEL, "title")));
}

static GtkWidget *
get_details (LsWindow *window)
{
  return test_ui_find (test_window_get_child (window, "why"), GTK_TYPE_EXPANDER, "details");
}

/* A task that has run by now. */
static guint32
find_finished (LsWindow *window,
               guint32   after)
{
  LsState *state = ls_player_get_state (test_window_get_player (window));

  for (guint32 id = after + 1; id <= ls_state_get_n_tasks (state); id++)
    if (ls_state_get_task (state, id)->status == LS_TASK_STATUS_FINISHED)
      return id;
  g_error ("no task has run");
}

static void
test_why_now (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);
  GtkWidget *table;
  g_autofree char *text = NULL;

  test_window_go_to (window, 29);
  test_ui_settle (GTK_WIDGET (window));
  gtk_expander_set_expanded (GTK_EXPANDER (get_details (window)), TRUE);
  table = test_ui_find (test_window_get_child (window, "why"), GTK_TYPE_GRID, "table");
  test_ui_wait_for (gtk_widget_get_mapped (table));
  gtk_test_accessible_assert_role (GTK_ACCESSIBLE (table), GTK_ACCESSIBLE_ROLE_TABLE);
  g_assert_nonnull (test_ui_find (table, GTK_TYPE_LABEL, "✓"));
  g_assert_nonnull (test_ui_find (table, GTK_TYPE_LABEL, "1 task · chosen"));
  g_assert_false (gtk_widget_get_visible (find_button (window, "then")));
  g_assert_false (gtk_widget_get_visible (find_button (window, "back")));

  text = ls_why_card_dup_text (LS_WHY_CARD (test_window_get_child (window, "why")));
  g_assert_true (g_str_has_prefix (text, get_title (window)));
  g_assert_nonnull (strstr (text, "✓"));
  g_assert_nonnull (strstr (text, "§2.4.3"));
  g_assert_nonnull (strstr (text, ls_clause_get_text (LS_CLAUSE_SELECT_NEXT_QUEUE)));
  g_assert_nonnull (strstr (text, " runs next: "));
  test_ui_save_picture (GTK_WIDGET (window), "why-now");

  /* Copying does what it says. */
  g_signal_emit_by_name (find_button (window, "copy"), "clicked");
  g_assert_true (gdk_clipboard_is_local (gtk_widget_get_clipboard (test_window_get_child (window, "why"))));
  gtk_expander_set_expanded (GTK_EXPANDER (get_details (window)), FALSE);
  test_window_close (window);
}

/* The sentence is always there; the queues and the clause are folded at first, and stay as they are from card to card. */
static void
test_why_details (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);
  GtkWidget *why = test_window_get_child (window, "why");
  GtkWidget *details = get_details (window);
  GtkWidget *table = test_ui_find (gtk_expander_get_child (GTK_EXPANDER (details)), GTK_TYPE_GRID, "table");
  GtkWidget *text = test_ui_find (why, GTK_TYPE_LABEL, "text");
  GtkWidget *other;

  test_window_go_to (window, 29);
  test_ui_settle (GTK_WIDGET (window));
  g_assert_true (gtk_widget_get_mapped (text));
  g_assert_nonnull (strstr (gtk_label_get_label (GTK_LABEL (text)), " runs next: "));
  g_assert_true (gtk_widget_get_mapped (details));
  g_assert_false (gtk_expander_get_expanded (GTK_EXPANDER (details)));
  g_assert_false (gtk_widget_get_mapped (table));
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (details), GTK_ACCESSIBLE_PROPERTY_LABEL, "Details");
  g_assert_true (gtk_test_accessible_has_state (GTK_ACCESSIBLE (details), GTK_ACCESSIBLE_STATE_EXPANDED));

  /* What Return and Space do. */
  g_assert_true (gtk_widget_grab_focus (details));
  g_assert_true (gtk_widget_activate (details));
  test_ui_wait_for (gtk_widget_get_mapped (table));
  gtk_test_accessible_assert_state (GTK_ACCESSIBLE (details), GTK_ACCESSIBLE_STATE_EXPANDED, TRUE);
  g_assert_true (gtk_widget_get_mapped (test_ui_find (why, GTK_TYPE_LABEL, "clause")));
  g_assert_cmpstr (gtk_label_get_label (GTK_LABEL (test_ui_find (why, GTK_TYPE_LABEL, "clause"))), ==,
                   ls_clause_get_text (LS_CLAUSE_SELECT_NEXT_QUEUE));
  /* That of another session follows. */
  other = g_object_ref_sink (g_object_new (LS_TYPE_WHY_CARD, NULL));
  g_assert_true (gtk_expander_get_expanded (GTK_EXPANDER (test_ui_find (other, GTK_TYPE_EXPANDER, "details"))));
  g_object_unref (other);

  /* Another card: the table is that of the new position. A card without details has no expander. */
  test_window_go_to (window, 3);
  test_ui_settle (GTK_WIDGET (window));
  g_assert_true (gtk_widget_get_mapped (table));
  g_assert_nonnull (test_ui_find (table, GTK_TYPE_LABEL, "input"));
  test_window_activate (window, "win.why-before", "(uu)", 3, 9999);
  g_assert_false (gtk_widget_get_visible (details));
  test_window_go_to (window, 4);
  ls_player_select (test_window_get_player (window), LS_SELECTION_TASK, 3);
  ls_player_select (test_window_get_player (window), LS_SELECTION_NONE, 0);
  test_ui_settle (GTK_WIDGET (window));
  g_assert_true (gtk_expander_get_expanded (GTK_EXPANDER (details)));
  g_assert_true (gtk_widget_get_mapped (details));

  gtk_expander_set_expanded (GTK_EXPANDER (details), FALSE);
  test_ui_wait_for (!gtk_widget_get_mapped (table));
  gtk_test_accessible_assert_state (GTK_ACCESSIBLE (details), GTK_ACCESSIBLE_STATE_EXPANDED, FALSE);
  test_window_close (window);
}

/* Why then: at the position where it was selected, which moving does not change; another selection does. */
static void
test_why_then (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);
  LsPlayer *player = test_window_get_player (window);
  g_autofree char *title = NULL;
  gsize position;
  guint32 task;

  test_window_activate (window, "win.to-end", NULL);
  test_window_wait (window);
  task = find_finished (window, 3);
  ls_player_select (player, LS_SELECTION_TASK, task);
  g_assert_true (g_str_has_suffix (get_title (window), " has run"));
  g_assert_true (gtk_widget_get_visible (find_button (window, "then")));
  g_signal_emit_by_name (find_button (window, "then"), "clicked");
  g_assert_true (g_str_has_prefix (get_title (window), "Why does "));
  g_assert_true (gtk_widget_get_visible (find_button (window, "go")));
  title = g_strdup (get_title (window));

  test_window_activate (window, "win.step-back", NULL);
  g_assert_cmpstr (get_title (window), ==, title);

  position = ls_explain_find_selection (ls_player_get_trace (player), task);
  g_signal_emit_by_name (find_button (window, "go"), "clicked");
  g_assert_cmpuint (ls_player_get_position (player), ==, position);
  g_assert_cmpuint (ls_state_get_next_task (ls_player_get_state (player)), ==, task);
  g_assert_false (gtk_widget_get_visible (find_button (window, "go")));

  g_signal_emit_by_name (find_button (window, "back"), "clicked");
  g_assert_false (gtk_widget_get_visible (find_button (window, "back")));
  test_window_activate (window, "win.why-then", "u", task);
  g_assert_true (gtk_widget_get_visible (find_button (window, "back")));
  ls_player_select (player, LS_SELECTION_NONE, 0);
  g_assert_false (gtk_widget_get_visible (find_button (window, "back")));
  test_window_close (window);
}

static void
test_why_before (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);
  LsPlayer *player = test_window_get_player (window);
  GtkWidget *before, *chooser, *search, *list;
  g_autofree char *text = NULL;
  guint32 task, other;
  g_autofree char *number = NULL;

  test_window_activate (window, "win.to-end", NULL);
  test_window_wait (window);
  task = find_finished (window, 2);
  other = find_finished (window, task);
  ls_player_select (player, LS_SELECTION_TASK, task);
  before = find_button (window, "before");
  g_assert_true (gtk_widget_get_visible (before));
  gtk_menu_button_popup (GTK_MENU_BUTTON (before));
  chooser = gtk_popover_get_child (gtk_menu_button_get_popover (GTK_MENU_BUTTON (before)));
  test_ui_wait_for (gtk_widget_get_mapped (chooser));
  search = test_ui_find (chooser, GTK_TYPE_SEARCH_ENTRY, "search");
  list = test_ui_find (chooser, GTK_TYPE_LIST_BOX, "list");
  number = g_strdup_printf ("%u", other);
  gtk_editable_set_text (GTK_EDITABLE (search), "there is no task like this");
  test_ui_wait_for (gtk_list_box_get_row_at_index (GTK_LIST_BOX (list), 0) == NULL);
  gtk_editable_set_text (GTK_EDITABLE (search), number);
  test_ui_wait_for (gtk_list_box_get_row_at_index (GTK_LIST_BOX (list), 0) != NULL);
  g_signal_emit_by_name (search, "activate");
  g_assert_true (g_str_has_prefix (get_title (window), "Why does "));
  g_assert_true (gtk_widget_get_visible (find_button (window, "back")));
  text = ls_why_card_dup_text (LS_WHY_CARD (test_window_get_child (window, "why")));
  g_assert_nonnull (strstr (text, "It is selected at "));
  test_ui_save_picture (GTK_WIDGET (window), "why-before");

  test_window_activate (window, "win.why-before", "(uu)", task, 9999);
  g_assert_cmpstr (get_title (window), ==, "There is no task 9999");
  test_window_close (window);
}

/* Opens what has a search of its own in a popover, and presses Escape there. Returns how many there were. */
static guint
stop_searches (GtkWidget *widget)
{
  guint n = 0;

  if (!gtk_widget_get_mapped (widget))
    return 0;
  if (GTK_IS_MENU_BUTTON (widget) && gtk_widget_is_sensitive (widget))
    {
      GtkWidget *popover, *search;

      gtk_menu_button_popup (GTK_MENU_BUTTON (widget));
      popover = GTK_WIDGET (gtk_menu_button_get_popover (GTK_MENU_BUTTON (widget)));
      search = popover != NULL ? test_ui_find (popover, GTK_TYPE_SEARCH_ENTRY, NULL) : NULL;
      if (search != NULL)
        {
          test_ui_wait_for (gtk_widget_get_mapped (search));
          g_signal_emit_by_name (search, "stop-search");
          test_ui_wait_for (!gtk_widget_get_mapped (search));
          n++;
        }
      gtk_menu_button_popdown (GTK_MENU_BUTTON (widget));
      return n;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    n += stop_searches (child);
  return n;
}

static void
test_escape (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);

  test_window_go_to (window, 7);
  ls_player_select (test_window_get_player (window), LS_SELECTION_TASK,
                    ls_state_get_running_task (ls_player_get_state (test_window_get_player (window))));
  test_ui_settle (GTK_WIDGET (window));
  /* Of a queue, of a lane, of what it is to be compared with, of the tracks. */
  g_assert_cmpuint (stop_searches (GTK_WIDGET (window)), >=, 4);
  gtk_stack_set_visible_child_name (GTK_STACK (test_window_get_child (window, "bottom_stack")), "events");
  test_ui_settle (GTK_WIDGET (window));
  g_assert_cmpuint (stop_searches (gtk_stack_get_visible_child (GTK_STACK (test_window_get_child (window, "bottom_stack")))), >=, 1);
  test_window_close (window);
}

int
main (int   argc,
      char *argv[])
{
  test_window_init (&argc, &argv);

  g_test_add_func ("/why/now", test_why_now);
  g_test_add_func ("/why/details", test_why_details);
  g_test_add_func ("/why/then", test_why_then);
  g_test_add_func ("/why/before", test_why_before);
  g_test_add_func ("/why/escape", test_escape);

  return g_test_run ();
}
