/* test-lifetime.c: a window that is closed leaves nothing alive, whatever was shown or done in it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "test-places.h"
#include "test-stage-util.h"

#include "ls-explore-pane.h"
#include "ls-find-bar.h"
#include "ls-stage-private.h"
#include "ls-task-chip.h"
#include "ls-unsaved-list.h"
#include "ls-window-private.h"

static GHashTable *alive;   /* widget or object → name of its type */

static void
on_gone (gpointer object)
{
  g_hash_table_remove (alive, object);
}

/* Until it is finalized: who only ran dispose has told all weak references. */
static void
watch_object (gpointer object)
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
  watch_object (widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    watch (child);
}

static void
watch_window (LsWindow *window)
{
  watch (GTK_WIDGET (window));
  watch_object (window->view->debugger);
  watch_object (window->view->player);
  if (!ls_window_has_session (window))
    return;
  watch_object (ls_player_get_trace (window->view->player));
  watch_object (ls_debugger_get_session (window->view->debugger));
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

static void
close_window (LsWindow   *window,
              const char *what)
{
  watch_window (window);
  g_assert_cmpuint (g_hash_table_size (alive), >, 200);
  gtk_window_close (GTK_WINDOW (window));
  assert_all_gone (what);
}

static LsWindow *
open_window (void)
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
  LsWindow *window = open_window ();

  test_places_foreach_pane (window, watch_place);
  close_window (window, "panes");
}

/* Closed while the dialog is open. */
static void
test_lifetime_dialogs (void)
{
  for (guint i = 0;; i++)
    {
      LsWindow *window = open_window ();
      const char *name;

      if (!test_places_open_dialog (window, i, &name))
        {
          close_window (window, "no dialog");
          break;
        }
      watch (window->dialog);
      close_window (window, name);
    }
}

/* All dialogs were opened and closed before. */
static void
test_lifetime_closed_dialogs (void)
{
  LsWindow *window = open_window ();

  test_places_foreach_dialog (window, watch_place);
  close_window (window, "closed dialogs");
}

static LsWindow *
open_other_stage (void)
{
  LsWindow *window = open_window ();

  test_window_activate (window, "win.other-stage", NULL);
  test_ui_settle (GTK_WIDGET (window));
  return window;
}

/* With a task that can be compared with others. */
static LsWindow *
open_past (void)
{
  LsWindow *window = open_window ();

  test_window_activate (window, "win.to-end", NULL);
  ls_player_select (window->view->player, LS_SELECTION_TASK, 6);
  test_ui_settle (GTK_WIDGET (window));
  return window;
}

/* With the page of agents and what they share. */
static LsWindow *
open_agents (void)
{
  LsWindow *window = test_window_new ("atomics-condition.loopscope", 1360, 860);

  test_window_go_to (window, 5);
  g_assert_true (ls_stage_show_page (LS_STAGE (window->view->stage), "atomics"));
  test_ui_settle (GTK_WIDGET (window));
  return window;
}

/* Closed while a popover is open, whatever opens it: menus, choosers, the preset's table. */
static void
test_lifetime_popovers (void)
{
  LsWindow *(*const opens[]) (void) = { open_window, open_other_stage, open_past, open_agents };
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (opens); i++)
    for (gboolean goes_on = TRUE; goes_on;)
      {
        LsWindow *window = opens[i]();
        const char *name = "no popover";
        GtkWidget *popover = test_places_open_popover (window, seen, &name);

        goes_on = popover != NULL;
        close_window (window, name);
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

/* Chips are used again: some are not shown. */
static GtkWidget *
find_chip (GtkWidget *root)
{
  if (LS_IS_TASK_CHIP (root) && gtk_widget_get_mapped (root))
    return root;
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_chip (child);

      if (found != NULL)
        return found;
    }
  return NULL;
}

/* The pointer rests on a chip. */
static void
hover (LsStage   *stage,
       GtkWidget *chip)
{
  test_stage_hover (stage, chip);
  g_assert_cmpuint (stage->card_delay, !=, 0);
}

/* Closed while the card of a chip is about to come, is there, or has made room for the chip's menu. */
static void
test_lifetime_chip (void)
{
  static const char *const whats[] = { "card to come", "card", "chip's menu" };

  for (guint i = 0; i < G_N_ELEMENTS (whats); i++)
    {
      LsWindow *window = open_window ();
      LsStage *stage = LS_STAGE (window->view->stage);

      GtkWidget *chip = find_chip (GTK_WIDGET (stage));

      g_assert_nonnull (chip);
      g_assert_true (gtk_widget_grab_focus (chip));
      hover (stage, chip);
      /* The pointer that there is may come into the window. */
      while (i > 0 && !gtk_widget_get_visible (stage->card))
        {
          if (stage->card_delay == 0)
            hover (stage, chip);
          test_ui_wait_for (gtk_widget_get_visible (stage->card) || stage->card_delay == 0);
        }
      if (i == 2)
        {
          g_assert_true (test_ui_press (GTK_WIDGET (stage), GDK_KEY_Menu, 0));
          test_ui_wait_for (gtk_widget_get_mapped (stage->menu));
        }
      close_window (window, whats[i]);
    }
}

/* Closed while agents are shown. */
static void
test_lifetime_agents (void)
{
  LsWindow *window = open_agents ();

  gtk_widget_child_focus (LS_STAGE (window->view->stage)->atomics, GTK_DIR_TAB_FORWARD);
  test_ui_settle (GTK_WIDGET (window));
  close_window (window, "agents");
}

/* Closed while the menu of a tab is open. */
static void
test_lifetime_tab_menu (void)
{
  LsWindow *window = open_window ();
  GtkWidget *tab, *menu = NULL;

  ls_window_add_view (window);
  test_ui_settle (GTK_WIDGET (window));
  tab = find_by_type_name (window->tab_bar, "AdwTab");
  g_assert_true (gtk_widget_activate_action (tab, "menu.popup", NULL));
  test_ui_wait_for ((menu = test_ui_find (window->tab_bar, GTK_TYPE_POPOVER_MENU, NULL)) != NULL);
  test_ui_wait_for (gtk_widget_get_mapped (menu));
  g_assert_nonnull (window->menu_page);
  close_window (window, "tab menu");
}

/* The user is asked what is to become of so many sessions. */
static LsWindow *
open_question (guint n_sessions)
{
  LsWindow *window = open_window ();

  for (guint i = 0; i < n_sessions; i++)
    {
      if (i > 0)
        {
          ls_window_add_view (window);
          test_window_activate (window, "win.open-empty", NULL);
        }
      ls_session_set_note (test_window_get_session (window), 1, "mine");
      g_signal_emit_by_name (window->view->debugger, "changed");
    }
  watch_window (window);
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

      watch_window (window);
      gtk_widget_activate_action (GTK_WIDGET (window), works[i].action, NULL);
      close_window (window, works[i].what);
    }
}

/* Closed while a changed run goes on beside this one. */
static void
test_lifetime_what_if (void)
{
  LsWindow *window = open_window ();
  GtkWidget *run;

  gtk_stack_set_visible_child (GTK_STACK (window->view->bottom_stack), window->view->what_if);
  test_ui_settle (GTK_WIDGET (window));
  run = test_ui_find (window->view->what_if, GTK_TYPE_BUTTON, "Run and Compare");
  if (run == NULL)
    run = test_ui_find (window->view->what_if, GTK_TYPE_BUTTON, "_Run and Compare");
  g_assert_nonnull (run);
  g_signal_emit_by_name (run, "clicked");
  close_window (window, "what if");
}

/* Closed while its agents are explored beside. */
static void
test_lifetime_explore (void)
{
  LsWindow *window = test_window_new ("atomics-lock.loopscope", 1360, 860);

  test_window_activate (window, "win.explore", NULL);
  ls_explore_pane_start (LS_EXPLORE_PANE (window->view->explore));
  g_assert_true (ls_exploration_get_running (ls_explore_pane_get_exploration (LS_EXPLORE_PANE (window->view->explore))));
  close_window (window, "explore");
}

/* Closed in the middle of a lesson. */
static void
test_lifetime_lesson (void)
{
  LsWindow *window = test_window_new (NULL, 1360, 860);
  g_autofree char *path = g_build_filename (g_getenv ("LS_TEST_SOURCE_ROOT"), "data", "lessons",
                                            "02-priorities.loopscope", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  ls_session_view_open (window->view, file, FALSE);
  test_window_wait_for_opening (window);
  test_ui_wait_for (gtk_widget_get_mapped (window->view->lesson));
  test_ui_settle (GTK_WIDGET (window));
  close_window (window, "lesson");
}

/* Closed before a session was read to its end. */
static void
test_lifetime_reading (void)
{
  LsWindow *window = test_window_new (NULL, 1360, 860);
  g_autoptr (GFile) file = test_window_get_example (TEST_EXAMPLE);

  ls_window_open (window, file);
  g_assert_nonnull (ls_session_file_get_opening (window->view->file));
  watch_object (ls_session_file_get_opening (window->view->file));
  close_window (window, "reading");
}

#ifdef LS_HAVE_SCRIPT

#define PROGRAM                                     \
  "async function work (name) {\n"                  \
  "  console.log (name);\n"                         \
  "  await scheduler.yield ();\n"                   \
  "  console.log (name, 'again');\n"                \
  "}\n"                                             \
  "scheduler.postTask (() => work ('a'));\n"        \
  "scheduler.postTask (() => work ('b'));\n"

static void
go_to_line (LsWindow *window,
            guint     line)
{
  GtkTextIter iter;

  gtk_text_buffer_get_iter_at_line (test_window_get_text (window), &iter, line - 1);
  gtk_text_buffer_place_cursor (test_window_get_text (window), &iter);
}

static void
show_program (LsWindow *window)
{
}

static void
edit_program (LsWindow *window)
{
  GtkTextBuffer *text = test_window_get_text (window);
  GtkTextIter iter;

  for (guint i = 0; i < 20; i++)
    {
      gtk_text_buffer_get_start_iter (text, &iter);
      gtk_text_buffer_insert (text, &iter, "let a = `x${1}`; // text\n", -1);
    }
  gtk_text_buffer_undo (text);
  test_ui_settle (GTK_WIDGET (window));
}

/* What is typed is still to be read. */
static void
edit_and_go (LsWindow *window)
{
  gtk_text_buffer_insert_at_cursor (test_window_get_text (window), "(", -1);
}

/* What is selected can be pasted elsewhere, and is kept for that. */
static void
select_text (LsWindow *window)
{
  GtkTextBuffer *text = test_window_get_text (window);
  GtkTextIter start, end;

  gtk_text_buffer_get_bounds (text, &start, &end);
  gtk_text_buffer_select_range (text, &start, &end);
  test_ui_settle (GTK_WIDGET (window));
}

static void
break_program (LsWindow *window)
{
  go_to_line (window, 2);
  test_window_activate (window, "win.toggle-breakpoint", NULL);
  test_window_activate (window, "win.to-breakpoint", NULL);
  test_ui_settle (GTK_WIDGET (window));
}

static void
ask_for_condition (LsWindow *window)
{
  go_to_line (window, 4);
  test_window_activate (window, "win.edit-breakpoint", NULL);
  test_ui_settle (GTK_WIDGET (window));
}

static void
find_in_program (LsWindow *window)
{
  GtkWidget *bar;
  GtkWidget *entry;

  test_window_activate (window, "win.find", NULL);
  bar = test_ui_find (GTK_WIDGET (window), LS_TYPE_FIND_BAR, NULL);
  g_assert_nonnull (bar);
  entry = test_ui_find (bar, GTK_TYPE_SEARCH_ENTRY, NULL);
  g_assert_nonnull (entry);
  gtk_editable_set_text (GTK_EDITABLE (entry), "work");
  test_ui_settle (GTK_WIDGET (window));
}

static void
change_scheme (LsWindow *window)
{
  AdwStyleManager *styles = adw_style_manager_get_default ();

  adw_style_manager_set_color_scheme (styles, ADW_COLOR_SCHEME_FORCE_DARK);
  test_ui_settle (GTK_WIDGET (window));
  adw_style_manager_set_color_scheme (styles, ADW_COLOR_SCHEME_DEFAULT);
  test_ui_settle (GTK_WIDGET (window));
}

static void
open_another (LsWindow *window)
{
  g_assert_true (ls_debugger_open_text (ls_window_get_debugger (window), "other.js", "console.log (1);\n", NULL));
  test_window_wait (window);
  test_ui_settle (GTK_WIDGET (window));
}

/* Closed with a program in JavaScript, whatever was done with its text. */
static void
test_lifetime_script (void)
{
  static const struct
  {
    const char  *what;
    void       (*acts[4]) (LsWindow *window);
    gboolean     selects;   /* GTK 4.8 keeps a buffer of which something was selected for ever */
  } cases[] = {
    { "shown", { show_program } },
    { "edited", { edit_program, break_program, change_scheme, open_another } },
    { "asked for a condition, edited just before", { ask_for_condition, edit_and_go } },
    { "searched", { select_text, find_in_program }, TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      LsWindow *window = test_window_new_program (PROGRAM, 1360, 860);

      if (!cases[i].selects)
        watch_object (test_window_get_text (window));
      for (guint j = 0; j < G_N_ELEMENTS (cases[i].acts) && cases[i].acts[j] != NULL; j++)
        cases[i].acts[j] (window);
      watch_window (window);
      window->view->discard = TRUE;
      close_window (window, cases[i].what);
    }
}

#endif

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
  g_test_add_func ("/lifetime/chip", test_lifetime_chip);
  g_test_add_func ("/lifetime/agents", test_lifetime_agents);
  g_test_add_func ("/lifetime/tab-menu", test_lifetime_tab_menu);
  g_test_add_func ("/lifetime/question", test_lifetime_question);
  g_test_add_func ("/lifetime/unsaved", test_lifetime_unsaved);
  g_test_add_func ("/lifetime/work", test_lifetime_work);
  g_test_add_func ("/lifetime/what-if", test_lifetime_what_if);
  g_test_add_func ("/lifetime/explore", test_lifetime_explore);
  g_test_add_func ("/lifetime/lesson", test_lifetime_lesson);
  g_test_add_func ("/lifetime/reading", test_lifetime_reading);

#ifdef LS_HAVE_SCRIPT
  g_test_add_func ("/lifetime/script", test_lifetime_script);
#endif

  status = g_test_run ();
  g_clear_pointer (&alive, g_hash_table_unref);
  return status;
}
