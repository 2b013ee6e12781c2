/* test-widgets.c: what holds for all widgets: templates, names, lifetime
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "test-window-util.h"

#include "ls-abort-popover.h"
#include "ls-action-dialog.h"
#include "ls-answers-dialog.h"
#include "ls-post-task-dialog.h"
#include "ls-preferences.h"
#include "ls-relayout.h"
#include "ls-break-dialog.h"
#include "ls-javascript-editor.h"
#include "ls-steps-editor.h"
#include "ls-breakpoint-popover.h"
#include "ls-command-palette.h"
#include "ls-find-bar.h"
#include "ls-picture-dialog.h"
#include "ls-script-view.h"
#include "ls-shortcuts.h"
#include "ls-finding-row.h"
#include "ls-lesson-answer-field.h"
#include "ls-lesson-answers-field.h"
#include "ls-lesson-presets-log.h"
#include "ls-lesson-writer.h"
#include "ls-lint-row.h"
#include "ls-statistics-row.h"
#include "ls-signal-dialog.h"
#include "ls-task-popover.h"
#include "ls-unsaved-list.h"
#include "ls-vote-dialog.h"
#include "ls-vote-row.h"
#include "ls-node-dialog.h"
#include "ls-page-dialog.h"
#include "ls-page-view.h"
#include "ls-photograph-dialog.h"
#include "ls-running-list.h"
#include "ls-vote-dialog.h"
#include "ls-vote-row.h"
#include "ls-watch-dialog.h"
#include "ls-window-private.h"

#define RESOURCES "/io/github/loopscope/Loopscope/"

static char *
get_template_class (const char *text)
{
  g_autoptr (GRegex) regex = g_regex_new ("<template class=\"(\\w+)\"", 0, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;

  return g_regex_match (regex, text, 0, &match) ? g_match_info_fetch (match, 1) : NULL;
}

/* A list makes rows for what its scrolled window shows. In one that does not scroll itself, because something around it does,
 * it would end after some two hundred rows. */
static void
check_lists (GtkWidget *widget)
{
  /* The toolkit's own list of the one item that is chosen. */
  if (ADW_IS_COMBO_ROW (widget))
    return;
  if (GTK_IS_LIST_BASE (widget) || GTK_IS_COLUMN_VIEW (widget))
    {
      GtkWidget *parent = gtk_widget_get_parent (widget);
      GtkPolicyType policy = GTK_POLICY_NEVER;

      if (GTK_IS_SCROLLED_WINDOW (parent))
        gtk_scrolled_window_get_policy (GTK_SCROLLED_WINDOW (parent), NULL, &policy);
      if (policy == GTK_POLICY_NEVER && !GTK_IS_COLUMN_VIEW (parent))
        g_error ("%s “%s” in %s does not scroll", G_OBJECT_TYPE_NAME (widget),
                 gtk_buildable_get_buildable_id (GTK_BUILDABLE (widget)), G_OBJECT_TYPE_NAME (parent));
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    check_lists (child);
}

/* Each template makes its widget; what a template gets wrong is a critical message, which ends a test. */
static void
test_widgets_templates (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);
  g_auto (GStrv) names = g_resources_enumerate_children (RESOURCES, 0, NULL);
  guint n_templates = 0;

  g_type_ensure (LS_TYPE_ABORT_POPOVER);
  g_type_ensure (LS_TYPE_ACTION_DIALOG);
  g_type_ensure (LS_TYPE_ANSWERS_DIALOG);
  g_type_ensure (LS_TYPE_POST_TASK_DIALOG);
  g_type_ensure (LS_TYPE_PICTURE_DIALOG);
  g_type_ensure (LS_TYPE_PREFERENCES);
  g_type_ensure (LS_TYPE_SIGNAL_DIALOG);
  g_type_ensure (LS_TYPE_COMMAND_PALETTE);
  g_type_ensure (LS_TYPE_BREAK_DIALOG);
  g_type_ensure (LS_TYPE_BREAKPOINT_POPOVER);
  g_type_ensure (LS_TYPE_FIND_BAR);
  g_type_ensure (LS_TYPE_SCRIPT_VIEW);
  g_type_ensure (LS_TYPE_SHORTCUTS);
  g_type_ensure (LS_TYPE_JAVASCRIPT_EDITOR);
  g_type_ensure (LS_TYPE_FINDING_ROW);
  g_type_ensure (LS_TYPE_LESSON_ANSWER_FIELD);
  g_type_ensure (LS_TYPE_LESSON_ANSWERS_FIELD);
  g_type_ensure (LS_TYPE_LESSON_PRESETS_LOG);
  g_type_ensure (LS_TYPE_LESSON_WRITER);
  g_type_ensure (LS_TYPE_LINT_ROW);
  g_type_ensure (LS_TYPE_STATISTICS_ROW);
  g_type_ensure (LS_TYPE_STEP_FIELD);
  g_type_ensure (LS_TYPE_STEP_LIST);
  g_type_ensure (LS_TYPE_STEP_ROW);
  g_type_ensure (LS_TYPE_STEPS_EDITOR);
  g_type_ensure (LS_TYPE_TASK_POPOVER);
  g_type_ensure (LS_TYPE_UNSAVED_LIST);
  g_type_ensure (LS_TYPE_VOTE_DIALOG);
  g_type_ensure (LS_TYPE_VOTE_ROW);
  g_type_ensure (LS_TYPE_NODE_DIALOG);
  g_type_ensure (LS_TYPE_PAGE_DIALOG);
  g_type_ensure (LS_TYPE_PAGE_VIEW);
  g_type_ensure (LS_TYPE_PHOTOGRAPH_DIALOG);
  g_type_ensure (LS_TYPE_RUNNING_LIST);
  g_type_ensure (LS_TYPE_LESSON_PRESETS_LOG);
  g_type_ensure (LS_TYPE_LESSON_WRITER);
  g_type_ensure (LS_TYPE_VOTE_DIALOG);
  g_type_ensure (LS_TYPE_VOTE_ROW);
  g_type_ensure (LS_TYPE_WATCH_DIALOG);
  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autofree char *path = g_strconcat (RESOURCES, names[i], NULL);
      g_autoptr (GBytes) bytes = NULL;
      g_autofree char *class_name = NULL;
      GtkWidget *widget;
      GType type;

      if (!g_str_has_suffix (names[i], ".ui"))
        continue;
      bytes = g_resources_lookup_data (path, 0, NULL);
      class_name = get_template_class (g_bytes_get_data (bytes, NULL));
      g_assert_nonnull (class_name);
      type = g_type_from_name (class_name);
      if (type == 0)
        g_error ("%s: class %s is not known; g_type_ensure() it here", names[i], class_name);
      if (type == LS_TYPE_WINDOW)
        continue;
      widget = g_object_ref_sink (g_object_new (type, NULL));
      g_assert_nonnull (gtk_widget_get_first_child (widget));
      check_lists (widget);
      /* Boxes pass on that their children want to grow: whoever uses the widget says whether it does. */
      if ((gtk_widget_compute_expand (widget, GTK_ORIENTATION_HORIZONTAL) && !gtk_widget_get_hexpand_set (widget)) ||
          (gtk_widget_compute_expand (widget, GTK_ORIENTATION_VERTICAL) && !gtk_widget_get_vexpand_set (widget)))
        g_error ("%s: %s wants to grow by itself; set hexpand or vexpand to False in its template", names[i], class_name);
      g_object_add_weak_pointer (G_OBJECT (widget), (gpointer *) &widget);
      g_object_unref (widget);
      if (widget != NULL)
        g_error ("%s stays alive", class_name);
      n_templates++;
    }
  g_assert_cmpuint (n_templates, >, 20);
  test_window_close (window);
}

/* Deprecated classes in templates give no compiler warning, so they are looked for here. */
static void
test_widgets_deprecated (void)
{
  static const char *const never[] = { "GtkDialog", "GtkTreeView", "GtkComboBox", "GtkStatusbar", "GtkInfoBar",
                                       "AdwFlap", "AdwLeaflet", "AdwSqueezer", "GtkShortcutsWindow",
                                       "GtkFileChooser", "AdwAboutWindow", "AdwMessageDialog", "GtkColorButton",
                                       "GtkFontButton", "GtkAppChooser", "GtkVolumeButton", "GtkLockButton" };
  g_auto (GStrv) names = g_resources_enumerate_children (RESOURCES, 0, NULL);

  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autofree char *path = g_strconcat (RESOURCES, names[i], NULL);
      g_autoptr (GBytes) bytes = g_resources_lookup_data (path, 0, NULL);

      for (guint j = 0; g_str_has_suffix (names[i], ".ui") && j < G_N_ELEMENTS (never); j++)
        {
          g_autofree char *class_name = g_strdup_printf ("class=\"%s", never[j]);

          if (g_strstr_len (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), class_name) != NULL)
            g_error ("%s uses %s", names[i], never[j]);
        }
    }
}

static gboolean
needs_name (GtkWidget *widget)
{
  switch (gtk_accessible_get_accessible_role (GTK_ACCESSIBLE (widget)))
    {
    case GTK_ACCESSIBLE_ROLE_BUTTON:
    case GTK_ACCESSIBLE_ROLE_TEXT_BOX:
    case GTK_ACCESSIBLE_ROLE_SEARCH_BOX:
    case GTK_ACCESSIBLE_ROLE_COMBO_BOX:
    case GTK_ACCESSIBLE_ROLE_SLIDER:
    case GTK_ACCESSIBLE_ROLE_SPIN_BUTTON:
    case GTK_ACCESSIBLE_ROLE_REGION:
    case GTK_ACCESSIBLE_ROLE_CHECKBOX:
    case GTK_ACCESSIBLE_ROLE_LIST_ITEM:
      return TRUE;
    case GTK_ACCESSIBLE_ROLE_GROUP:
      return g_str_has_prefix (G_OBJECT_TYPE_NAME (widget), "LsLine");
    default:
      return FALSE;
    }
}

static gboolean
has_name (GtkWidget *widget)
{
  GtkAccessible *accessible = GTK_ACCESSIBLE (widget);

  return gtk_test_accessible_has_property (accessible, GTK_ACCESSIBLE_PROPERTY_LABEL) ||
         gtk_test_accessible_has_relation (accessible, GTK_ACCESSIBLE_RELATION_LABELLED_BY);
}

/* Widgets that belong to the toolkit's own ones are named by these. */
static gboolean
is_internal (GtkWidget *widget)
{
  static const char *const owners[] = { "GtkSearchEntry", "GtkEntry", "GtkMenuButton", "GtkDropDown", "GtkSpinButton",
                                        "AdwEntryRow", "AdwComboRow", "GtkWindowControls", "GtkModelButton",
                                        "GtkPopoverMenu", "GtkColumnViewTitle", "AdwToastWidget", "GtkText",
                                        "AdwActionRow", "GtkStackSwitcher", "AdwExpanderRow", "AdwClamp" };

  for (GtkWidget *parent = gtk_widget_get_parent (widget); parent != NULL; parent = gtk_widget_get_parent (parent))
    for (guint i = 0; i < G_N_ELEMENTS (owners); i++)
      if (g_str_equal (G_OBJECT_TYPE_NAME (parent), owners[i]))
        return TRUE;
  return FALSE;
}

static char *
format_ancestors (GtkWidget *widget)
{
  GString *text = g_string_new (NULL);

  for (GtkWidget *parent = gtk_widget_get_parent (widget); parent != NULL; parent = gtk_widget_get_parent (parent))
    g_string_append_printf (text, "%s%s", text->len > 0 ? " in " : "", G_OBJECT_TYPE_NAME (parent));
  return g_string_free (text, FALSE);
}

static guint
check_names (GtkWidget *widget)
{
  guint n_checked = 0;

  if (!gtk_widget_get_visible (widget))
    return 0;
  if (needs_name (widget) && !is_internal (widget))
    {
      if (!has_name (widget))
        g_error ("%s “%s” in %s has no accessible name", G_OBJECT_TYPE_NAME (widget),
                 gtk_buildable_get_buildable_id (GTK_BUILDABLE (widget)), format_ancestors (widget));
      n_checked++;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    n_checked += check_names (child);

  return n_checked;
}

#ifdef LS_HAVE_SCRIPT
/* The first item of the list in a pane. */
static void
assert_item_is_called (LsWindow   *window,
                       const char *pane,
                       const char *name)
{
  GtkWidget *list = test_ui_find (test_ui_find (GTK_WIDGET (window), g_type_from_name (pane), NULL), GTK_TYPE_LIST_VIEW,
                                  NULL);

  gtk_test_accessible_assert_property (gtk_widget_get_first_child (list), GTK_ACCESSIBLE_PROPERTY_LABEL, name);
}
#endif

static void
test_widgets_names (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);

  test_window_go_to (window, 8);
  test_window_activate (window, "win.search", NULL);
  test_ui_settle (GTK_WIDGET (window));
  g_assert_cmpuint (check_names (GTK_WIDGET (window)), >, 30);

  test_window_activate (window, "win.post-task", NULL);
  g_assert_cmpuint (check_names (ls_window_get_dialog (window)), >, 1);
  test_window_close_dialog (window);
  test_window_activate (window, "win.add-signal", NULL);
  g_assert_cmpuint (check_names (ls_window_get_dialog (window)), >, 1);
  test_window_close_dialog (window);
  test_window_close (window);

#ifdef LS_HAVE_SCRIPT
  window = test_window_new_program ("const controller = new TaskController();\n"
                                    "controller.signal.onabort = () => log('aborted');\n"
                                    "const any = TaskSignal.any([controller.signal]);\n"
                                    "scheduler.postTask(() => console.log('ran'), { signal: any });\n",
                                    1360, 860);
  test_window_activate (window, "win.to-end", NULL);
  test_ui_settle (GTK_WIDGET (window));
  g_assert_cmpuint (check_names (GTK_WIDGET (window)), >, 30);
  assert_item_is_called (window, "LsSignalTree", "controller, user-visible, 1 listener");
  test_window_close (window);
#endif

  window = test_window_new (NULL, 1360, 860);
  check_names (GTK_WIDGET (window));
  test_window_close (window);
}

static void
on_gone (gpointer  data,
         GObject  *object)
{
  g_hash_table_remove (data, object);
}

static void
watch (GHashTable *alive,
       GtkWidget  *widget)
{
  /* The toolkit has one of these for the whole display. */
  if (g_str_equal (G_OBJECT_TYPE_NAME (widget), "GtkTooltipWindow"))
    return;
  g_hash_table_insert (alive, widget, (gpointer) G_OBJECT_TYPE_NAME (widget));
  g_object_weak_ref (G_OBJECT (widget), on_gone, alive);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    watch (alive, child);
}

static void
watch_object (GHashTable *alive,
              gpointer    object)
{
  g_hash_table_insert (alive, object, (gpointer) G_OBJECT_TYPE_NAME (object));
  g_object_weak_ref (G_OBJECT (object), on_gone, alive);
}

/* A closed window leaves nothing alive: no widget, no debugger, no trace. */
static void
test_widgets_lifetime (void)
{
  g_autoptr (GHashTable) alive = g_hash_table_new (NULL, NULL);
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);
  GHashTableIter iter;
  gpointer name;

  test_window_activate (window, "win.to-end", NULL);
  test_window_go_to (window, 12);
  test_window_activate (window, "win.search", NULL);
  test_ui_settle (GTK_WIDGET (window));

  watch (alive, GTK_WIDGET (window));
  watch_object (alive, ls_window_get_debugger (window));
  watch_object (alive, test_window_get_player (window));
  watch_object (alive, ls_player_get_trace (test_window_get_player (window)));
  watch_object (alive, ls_debugger_get_session (ls_window_get_debugger (window)));
  g_assert_cmpuint (g_hash_table_size (alive), >, 200);

  gtk_window_close (GTK_WINDOW (window));
  for (guint i = 0; i < 100 && g_hash_table_size (alive) > 0; i++)
    g_main_context_iteration (NULL, TRUE);
  g_hash_table_iter_init (&iter, alive);
  while (g_hash_table_iter_next (&iter, NULL, &name))
    g_test_message ("still alive: %s", (const char *) name);
  g_assert_cmpuint (g_hash_table_size (alive), ==, 0);
}

static void
assert_whole (LsWindow  *window,
              GtkWidget *widget)
{
  graphene_rect_t bounds;
  int minimum;

  g_assert_true (gtk_widget_compute_bounds (widget, GTK_WIDGET (window), &bounds));
  gtk_widget_measure (widget, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL, NULL);
  g_assert_cmpfloat (bounds.origin.x, >=, 0);
  g_assert_cmpfloat (bounds.origin.x + bounds.size.width, <=, gtk_widget_get_width (GTK_WIDGET (window)));
  g_assert_cmpfloat (bounds.size.width, >=, minimum);
}

/* Panes fold in a narrow window, and come back. */
static void
test_widgets_narrow (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 800, 600);

  test_ui_wait_for (!gtk_widget_get_visible (test_window_get_child (window, "left_pane")));
  g_assert_false (gtk_widget_get_visible (test_window_get_child (window, "right_pane")));
  g_assert_true (gtk_widget_get_visible (test_window_get_child (window, "stage")));
  g_assert_true (test_ui_press (test_window_get_child (window, "stage"), GDK_KEY_F9, 0));
  g_assert_true (gtk_widget_get_visible (test_window_get_child (window, "left_pane")));
  test_ui_settle (GTK_WIDGET (window));
  g_assert_cmpint (gtk_widget_get_width (GTK_WIDGET (window)), <=, 800);
  assert_whole (window, test_window_get_child (window, "left_pane"));
  /* The other one lies over the stage. */
  g_assert_true (test_ui_press (test_window_get_child (window, "stage"), GDK_KEY_F9, GDK_SHIFT_MASK));
  g_assert_true (gtk_widget_get_visible (test_window_get_child (window, "left_pane")));
  test_ui_settle (GTK_WIDGET (window));
  assert_whole (window, test_window_get_child (window, "right_pane"));
  test_window_close (window);
}

/* No pane is cut off in a window that has room for them all. */
static void
test_widgets_whole (void)
{
  static const int widths[] = { 1024, 1280, 1360 };

  for (guint i = 0; i < G_N_ELEMENTS (widths); i++)
    {
      LsWindow *window = test_window_new (TEST_EXAMPLE, widths[i], 768);

      test_window_go_to (window, 3);
      test_ui_settle (GTK_WIDGET (window));
      assert_whole (window, test_window_get_child (window, "left_pane"));
      assert_whole (window, test_window_get_child (window, "stage"));
      assert_whole (window, test_window_get_child (window, "right_pane"));
      test_window_close (window);
    }
}

/* A scrolled window whose bar comes and goes while it is allocated alone, below what keeps its size and beside what does not: what is
 * above it is shown in each frame. The toolkit warns of what it does not show. */
static void
test_widgets_relayout (void)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *label = gtk_label_new ("label"), *stack = gtk_stack_new ();
  GtkWidget *paned = gtk_paned_new (GTK_ORIENTATION_HORIZONTAL), *scroller = gtk_scrolled_window_new (), *text = gtk_text_view_new ();
  GtkWindow *window = GTK_WINDOW (gtk_window_new ());

  gtk_text_buffer_set_text (gtk_text_view_get_buffer (GTK_TEXT_VIEW (text)), "a line that is wider than sixty pixels", -1);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), text);
  gtk_paned_set_start_child (GTK_PANED (paned), scroller);
  gtk_paned_set_end_child (GTK_PANED (paned), gtk_label_new (NULL));
  gtk_stack_add_child (GTK_STACK (stack), paned);
  gtk_widget_set_vexpand (stack, TRUE);
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), stack);
  gtk_window_set_child (window, box);
  gtk_window_set_default_size (window, 600, 300);
  ls_relayout_watch (window);
  gtk_window_present (window);
  test_ui_settle (GTK_WIDGET (window));
  for (guint i = 0; i < 10; i++)
    {
      gtk_paned_set_position (GTK_PANED (paned), i % 2 == 0 ? 60 : 500);
      gtk_widget_queue_resize (label);
      test_ui_settle (GTK_WIDGET (window));
    }
  gtk_window_destroy (window);
}

int
main (int   argc,
      char *argv[])
{
  test_window_init (&argc, &argv);

  g_test_add_func ("/widgets/templates", test_widgets_templates);
  g_test_add_func ("/widgets/deprecated", test_widgets_deprecated);
  g_test_add_func ("/widgets/names", test_widgets_names);
  g_test_add_func ("/widgets/lifetime", test_widgets_lifetime);
  g_test_add_func ("/widgets/narrow", test_widgets_narrow);
  g_test_add_func ("/widgets/whole", test_widgets_whole);
  g_test_add_func ("/widgets/relayout", test_widgets_relayout);

  return g_test_run ();
}
