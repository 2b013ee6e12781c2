/* test-lifetime.c: a window that is closed leaves nothing alive, whatever was shown or done in it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "test-lifetime.h"

#include "ls-explore-pane.h"
#include "ls-stage.h"
#include "ls-unsaved-list.h"
#include "ls-window-private.h"

static GHashTable *alive;   /* widget or object → name of its type */

static void
on_gone (gpointer object)
{
  g_hash_table_remove (alive, object);
}

/* Until it is finalized: who only ran dispose has told all weak references. */
void
test_lifetime_watch_object (gpointer object)
{
  if (g_hash_table_insert (alive, object, (gpointer) G_OBJECT_TYPE_NAME (object)))
    g_object_set_data_full (object, "test-lifetime", object, on_gone);
}

static void
watch (GtkWidget *widget)
{
  /* The toolkit has one of these for the whole display. */
  if (g_str_equal (G_OBJECT_TYPE_NAME (widget), "GtkTooltipWindow"))
    return;
  test_lifetime_watch_object (widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    watch (child);
}

void
test_lifetime_watch_window (LsWindow *window)
{
  watch (GTK_WIDGET (window));
  test_lifetime_watch_object (ls_window_get_debugger (window));
  test_lifetime_watch_object (test_window_get_player (window));
  if (!ls_window_has_session (window))
    return;
  test_lifetime_watch_object (ls_player_get_trace (test_window_get_player (window)));
  test_lifetime_watch_object (ls_debugger_get_session (ls_window_get_debugger (window)));
}

static gboolean
is_late_tooltip (const char *message)
{
  return g_str_has_suffix (message, "assertion 'GDK_IS_SURFACE (surface)' failed");
}

static void
on_critical (const char     *domain,
             GLogLevelFlags  level,
             const char     *message,
             gpointer        user_data)
{
  if (is_late_tooltip (message))
    g_test_message ("%s", message);
  else
    g_log_default_handler (domain, level, message, user_data);
}

static gboolean
on_fatal (const char     *domain,
          GLogLevelFlags  level,
          const char     *message,
          gpointer        user_data)
{
  return !is_late_tooltip (message);
}

/* When what is under the pointer goes while GTK 4.8 waits before it shows a tooltip, it looks for one all the same, and
 * complains. */
static void
expect_late_tooltips (void)
{
  static const char *const domains[] = { "Gdk", "Gtk" };

  for (guint i = 0; i < G_N_ELEMENTS (domains); i++)
    g_log_set_handler (domains[i], G_LOG_LEVEL_CRITICAL | G_LOG_FLAG_FATAL, on_critical, NULL);
}

static void
assert_all_gone (const char *what)
{
  GHashTableIter iter;
  gpointer name;
  gint64 end = g_get_monotonic_time () + 60 * G_USEC_PER_SEC;

  g_test_log_set_fatal_handler (on_fatal, NULL);
  /* Threads finish what they have begun. */
  while (g_hash_table_size (alive) > 0 && g_get_monotonic_time () < end)
    if (!g_main_context_iteration (NULL, FALSE))
      g_thread_yield ();
  g_hash_table_iter_init (&iter, alive);
  while (g_hash_table_iter_next (&iter, NULL, &name))
    g_test_message ("%s: still alive: %s", what, (const char *) name);
  if (g_hash_table_size (alive) > 0)
    g_error ("%s: %u objects stay alive", what, g_hash_table_size (alive));
}

void
test_lifetime_close_window (LsWindow   *window,
                            const char *what)
{
  test_lifetime_watch_window (window);
  g_assert_cmpuint (g_hash_table_size (alive), >, 200);
  gtk_window_close (GTK_WINDOW (window));
  assert_all_gone (what);
}

LsWindow *
test_lifetime_open_window (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);

  test_window_activate (window, "win.to-end", NULL);
  test_window_go_to (window, 12);
  test_ui_settle (GTK_WIDGET (window));
  return window;
}

static void
watch_place (LsWindow   *window,
             GtkWidget  *place,
             const char *name)
{
  watch (place);
}

/* All panes were shown, one after the other. */
static void
test_lifetime_panes (void)
{
  LsWindow *window = test_lifetime_open_window ();

  test_places_foreach_pane (window, watch_place);
  test_lifetime_close_window (window, "panes");
}

/* Closed while the dialog is open. */
static void
test_lifetime_dialogs (void)
{
  for (guint i = 0; i < test_places_get_n_dialogs (); i++)
    {
      LsWindow *window = test_lifetime_open_window ();
      const char *name = test_places_open_dialog (window, i);

      watch (ls_window_get_dialog (window));
      test_lifetime_close_window (window, name);
    }
}

/* All dialogs were opened and closed before. */
static void
test_lifetime_closed_dialogs (void)
{
  LsWindow *window = test_lifetime_open_window ();

  test_places_foreach_dialog (window, watch_place);
  test_lifetime_close_window (window, "closed dialogs");
}

static void
show_other_stage (LsWindow *window)
{
  test_window_activate (window, "win.other-stage", NULL);
  test_ui_settle (GTK_WIDGET (window));
}

/* With a task that can be compared with others. */
static void
show_past (LsWindow *window)
{
  test_window_activate (window, "win.to-end", NULL);
  ls_player_select (test_window_get_player (window), LS_SELECTION_TASK, 6);
  test_ui_settle (GTK_WIDGET (window));
}

/* With the page of agents and what they share. */
static LsWindow *
open_agents (void)
{
  LsWindow *window = test_window_new ("atomics-condition.loopscope", 1360, 860);

  test_window_go_to (window, 5);
  g_assert_true (ls_stage_show_page (LS_STAGE (test_window_get_child (window, "stage")), "atomics"));
  test_ui_settle (GTK_WIDGET (window));
  return window;
}

/* Closed while a popover is open, whatever opens it: menus, choosers, the preset's table. Where a window has none any more that was not
 * open, it goes on to what else it can show, and is closed without one in the end. */
static void
test_lifetime_popovers (void)
{
  static const struct
  {
    LsWindow *(*open) (void);
    void      (*show[2]) (LsWindow *window);
  } places[] = {
    { test_lifetime_open_window, { show_other_stage, show_past } },
    { open_agents, { NULL, NULL } },
  };
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    {
      guint n_shown = 0;

      for (gboolean goes_on = TRUE; goes_on;)
        {
          LsWindow *window = places[i].open ();
          const char *name = "no popover";
          GtkWidget *popover;

          if (n_shown > 0)
            places[i].show[n_shown - 1] (window);
          while ((popover = test_places_open_popover (window, seen, &name)) == NULL && n_shown < G_N_ELEMENTS (places[i].show) &&
                 places[i].show[n_shown] != NULL)
            places[i].show[n_shown++] (window);
          goes_on = popover != NULL;
          test_lifetime_close_window (window, name);
        }
    }
  g_assert_cmpuint (g_hash_table_size (seen), >, 10);
  g_assert_true (g_hash_table_contains (seen, "GtkPopover of preset in LsStage"));
  g_assert_true (g_hash_table_contains (seen, "GtkPopover of before in LsWrapBox"));
}

static GtkWidget *
find_by_type_name (GtkWidget  *root,
                   const char *name)
{
  if (g_str_equal (G_OBJECT_TYPE_NAME (root), name))
    return root;
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_by_type_name (child, name);

      if (found != NULL)
        return found;
    }
  return NULL;
}

/* Closed while agents are shown. */
static void
test_lifetime_agents (void)
{
  LsWindow *window = open_agents ();
  GtkWidget *stage = test_window_get_child (window, "stage");

  gtk_widget_child_focus (test_ui_find (stage, GTK_TYPE_WIDGET, "atomics"), GTK_DIR_TAB_FORWARD);
  test_ui_settle (GTK_WIDGET (window));
  test_lifetime_close_window (window, "agents");
}

/* Closed while the menu of a tab is open. */
static void
test_lifetime_tab_menu (void)
{
  LsWindow *window = test_lifetime_open_window ();
  GtkWidget *tab, *menu = NULL;

  ls_window_add_view (window);
  test_ui_settle (GTK_WIDGET (window));
  tab = find_by_type_name (test_window_get_part (window, "tab_bar"), "AdwTab");
  g_assert_true (gtk_widget_activate_action (tab, "menu.popup", NULL));
  test_ui_wait_for ((menu = test_ui_find (test_window_get_part (window, "tab_bar"), GTK_TYPE_POPOVER_MENU, NULL)) != NULL);
  test_ui_wait_for (gtk_widget_get_mapped (menu));
  g_assert_nonnull (window->menu_page);
  test_lifetime_close_window (window, "tab menu");
}

/* The user is asked what is to become of so many sessions. */
static LsWindow *
open_question (guint n_sessions)
{
  LsWindow *window = test_lifetime_open_window ();

  for (guint i = 0; i < n_sessions; i++)
    {
      if (i > 0)
        {
          ls_window_add_view (window);
          test_window_activate (window, "win.open-empty", NULL);
        }
      ls_session_set_note (test_window_get_session (window), 1, "mine");
      g_signal_emit_by_name (ls_window_get_debugger (window), "changed");
    }
  test_lifetime_watch_window (window);
  gtk_window_close (GTK_WINDOW (window));
  test_ui_wait_for (test_window_find_question (window) != NULL);
  watch (test_window_find_question (window));
  return window;
}

/* Taken away with a question that nobody has answered. */
static void
test_lifetime_question (void)
{
  for (guint n = 1; n <= 2; n++)
    {
      LsWindow *window = open_question (n);

      gtk_window_destroy (GTK_WINDOW (window));
      assert_all_gone ("question");
    }
}

/* Closed with the answer to the question what is to become of several sessions. */
static void
test_lifetime_unsaved (void)
{
  LsWindow *window = open_question (2);

  g_assert_nonnull (test_ui_find (test_window_find_question (window), LS_TYPE_UNSAVED_LIST, NULL));
  test_window_answer (window, "_Discard All");
  assert_all_gone ("unsaved");
}

typedef struct
{
  const char *what;
  const char *action;
} Work;

/* Closed while something goes on: what was begun ends, and holds nothing. */
static void
test_lifetime_work (void)
{
  static const Work works[] = {
    { "while it runs", "win.run" },
    { "while it goes to the end", "win.to-end" },
    { "while it looks for a breakpoint", "win.to-breakpoint" },
    { "while events are searched", "win.search" },
    { "while it is changed", "win.undo" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (works); i++)
    {
      LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);

      test_lifetime_watch_window (window);
      gtk_widget_activate_action (GTK_WIDGET (window), works[i].action, NULL);
      test_lifetime_close_window (window, works[i].what);
    }
}

/* Closed while a changed run goes on beside this one. */
static void
test_lifetime_what_if (void)
{
  LsWindow *window = test_lifetime_open_window ();
  GtkWidget *run;

  gtk_stack_set_visible_child (GTK_STACK (test_window_get_child (window, "bottom_stack")), test_window_get_child (window, "what_if_page"));
  test_ui_settle (GTK_WIDGET (window));
  run = test_ui_find (test_window_get_child (window, "what_if"), GTK_TYPE_BUTTON, "Run and Compare");
  if (run == NULL)
    run = test_ui_find (test_window_get_child (window, "what_if"), GTK_TYPE_BUTTON, "_Run and Compare");
  g_assert_nonnull (run);
  g_signal_emit_by_name (run, "clicked");
  test_lifetime_close_window (window, "what if");
}

/* Closed while its agents are explored beside. */
static void
test_lifetime_explore (void)
{
  LsWindow *window = test_window_new ("atomics-lock.loopscope", 1360, 860);

  test_window_activate (window, "win.explore", NULL);
  ls_explore_pane_start (LS_EXPLORE_PANE (test_window_get_child (window, "explore")));
  g_assert_true (ls_exploration_get_running (ls_explore_pane_get_exploration (LS_EXPLORE_PANE (test_window_get_child (window, "explore")))));
  test_lifetime_close_window (window, "explore");
}

#ifdef LS_HAVE_SCRIPT
/* Closed in the middle of a lesson. */
static void
test_lifetime_lesson (void)
{
  LsWindow *window = test_window_new (NULL, 1360, 860);
  g_autofree char *path = g_build_filename (g_getenv ("LS_TEST_SOURCE_ROOT"), "data", "lessons",
                                            "02-priorities.loopscope", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  ls_session_view_open (ls_window_get_view (window), file, FALSE);
  test_window_wait_for_opening (window);
  test_ui_wait_for (gtk_widget_get_mapped (test_window_get_child (window, "lesson")));
  test_ui_settle (GTK_WIDGET (window));
  test_lifetime_close_window (window, "lesson");
}
#endif

/* Closed before a session was read to its end. */
static void
test_lifetime_reading (void)
{
  LsWindow *window = test_window_new (NULL, 1360, 860);
  g_autoptr (GFile) file = test_window_get_example (TEST_EXAMPLE);

  ls_window_open (window, file);
  g_assert_nonnull (ls_session_file_get_opening (ls_session_view_get_file (ls_window_get_view (window))));
  test_lifetime_watch_object (ls_session_file_get_opening (ls_session_view_get_file (ls_window_get_view (window))));
  test_lifetime_close_window (window, "reading");
}

int
main (int   argc,
      char *argv[])
{
  int status;

  test_window_init (&argc, &argv);
  alive = g_hash_table_new (NULL, NULL);
  expect_late_tooltips ();

  g_test_add_func ("/lifetime/panes", test_lifetime_panes);
  g_test_add_func ("/lifetime/dialogs", test_lifetime_dialogs);
  g_test_add_func ("/lifetime/closed-dialogs", test_lifetime_closed_dialogs);
  g_test_add_func ("/lifetime/popovers", test_lifetime_popovers);
  test_lifetime_add_stage ();
  g_test_add_func ("/lifetime/agents", test_lifetime_agents);
  g_test_add_func ("/lifetime/tab-menu", test_lifetime_tab_menu);
  g_test_add_func ("/lifetime/question", test_lifetime_question);
  g_test_add_func ("/lifetime/unsaved", test_lifetime_unsaved);
  g_test_add_func ("/lifetime/work", test_lifetime_work);
  g_test_add_func ("/lifetime/what-if", test_lifetime_what_if);
  g_test_add_func ("/lifetime/explore", test_lifetime_explore);
  g_test_add_func ("/lifetime/reading", test_lifetime_reading);

#ifdef LS_HAVE_SCRIPT
  g_test_add_func ("/lifetime/lesson", test_lifetime_lesson);
  test_lifetime_add_script ();
#endif

  status = g_test_run ();
  g_clear_pointer (&alive, g_hash_table_unref);
  return status;
}
