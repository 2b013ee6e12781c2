/* test-commands.c: commands, their keys, and where both are told
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "test-window-util.h"

#include "ls-actions.h"
#include "ls-command-palette.h"
#include "ls-commands.h"
#include "ls-shortcuts.h"
#include "ls-timeline-chart.h"

static gboolean
is_offered (const char *action)
{
  const LsCommand *command = ls_commands_find (action);

  return command != NULL && !command->is_hidden;
}

static gboolean
is_for_things (const char *action)
{
  static const char *const names[] = { "win.set-priority", "win.abort", "win.let-agent-go", "win.open-uri", "win.open-example", "win.commands",
                                       "win.save-tab", "win.cancel-opening", "win.cancel-trace", "win.open-lesson", "win.lesson-answer",
                                       "win.show-why", "win.show-in-timeline", "win.add-breakpoint", "win.why-then",
                                       "win.why-before", "win.show-place", "win.new-program", "win.paste",
                                       "win.go-to-step", "win.preferences", "win.what-if-priority", "win.what-if-yield",
                                       "win.show-signal-in-timeline", "app.speed", "app.restore-unsaved",
                                       "app.discard-unsaved", "app.undo-discard", "app.watch", "app.watch-page", "app.watch-node",
                                       "app.watch-program" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (names[i], action))
      return TRUE;
  return FALSE;
}

/* Whatever can be done can be found in the palette, but for what needs a thing to do it to, which is a parameter or selected. */
static void
test_commands_complete (void)
{
  LsWindow *window = test_window_new (NULL, 1360, 860);
  g_auto (GStrv) own = g_action_group_list_actions (G_ACTION_GROUP (window));
  g_auto (GStrv) of_app = g_action_group_list_actions (G_ACTION_GROUP (test_window_get_app ()));
  const char *name, *property;
  const GVariantType *type;
  GType owner;

  for (guint i = 0; gtk_widget_class_query_action (GTK_WIDGET_GET_CLASS (window), i, &owner, &name, &type, &property); i++)
    if (g_str_has_prefix (name, "win.") && type == NULL && !is_for_things (name) && !is_offered (name))
      g_error ("%s is no command of the palette", name);
  for (guint i = 0; own[i] != NULL; i++)
    {
      g_autofree char *full = g_strconcat ("win.", own[i], NULL);
      gboolean needs_thing = g_action_group_get_action_parameter_type (G_ACTION_GROUP (window), own[i]) != NULL &&
                             g_action_group_get_action_state_type (G_ACTION_GROUP (window), own[i]) == NULL;

      if (!needs_thing && !is_for_things (full) && !is_offered (full))
        g_error ("%s is no command of the palette", full);
    }
  for (guint i = 0; of_app[i] != NULL; i++)
    {
      g_autofree char *full = g_strconcat ("app.", of_app[i], NULL);

      if (!is_for_things (full) && !is_offered (full))
        g_error ("%s is no command of the palette", full);
    }
  test_window_close (window);
}

static void
check_groups (LsWindow *window,
              gboolean  has_session)
{
  static const struct
  {
    const char *pane;
    const char *action;
    gboolean    needs_session;
  } owners[] = {
    { "program", "show-place", FALSE }, { "lesson", "lesson-next", TRUE }, { "why", "show-why", FALSE },
    { "events", "search", TRUE },       { "what_if", "what-if", TRUE },    { "explore", "explore", TRUE },
    { "breakpoints", "new-breakpoint", FALSE }, { "rerun", "what-if-yield", TRUE },
  };
  g_autoptr (GPtrArray) groups = ls_session_view_list_actions (ls_window_get_view (window));
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  g_assert_cmpuint (groups->len, ==, G_N_ELEMENTS (owners) + 1);
  for (guint i = 0; i < groups->len; i++)
    {
      GActionMap *group = g_ptr_array_index (groups, i);
      g_auto (GStrv) names = g_action_group_list_actions (G_ACTION_GROUP (group));

      for (guint j = 0; names[j] != NULL; j++)
        {
          g_assert_true (g_hash_table_add (seen, g_strdup (names[j])));
          g_assert_true (g_action_map_lookup_action (G_ACTION_MAP (window), names[j]) ==
                         g_action_map_lookup_action (group, names[j]));
        }
    }
  for (guint i = 0; i < G_N_ELEMENTS (owners); i++)
    {
      GActionGroup *group = G_ACTION_GROUP (ls_actions_get (test_window_get_child (window, owners[i].pane)));
      /* A session that is neither a lesson nor a recording. */
      gboolean is_other = g_str_equal (owners[i].pane, "lesson") || g_str_equal (owners[i].pane, "rerun");

      g_assert_true (g_ptr_array_find (groups, group, NULL));
      g_assert_true (g_action_group_has_action (group, owners[i].action));
      g_assert_cmpint (g_action_group_get_action_enabled (group, owners[i].action), ==,
                       !owners[i].needs_session || (has_session && !is_other));
    }
}

/* Each pane has a group with its own actions, and the window has those of the view that is shown. */
static void
test_commands_groups (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);
  LsSessionView *first = ls_window_get_view (window);

  check_groups (window, TRUE);
  ls_window_add_view (window);
  g_assert_true (ls_window_get_view (window) != first);
  check_groups (window, FALSE);
  ls_window_show_view (window, first);
  check_groups (window, TRUE);
  test_window_close (window);
}

static char *
normalize (const char *key)
{
  guint keyval;
  GdkModifierType modifiers;

  if (!gtk_accelerator_parse (key, &keyval, &modifiers))
    g_error ("%s is no key", key);
  return gtk_accelerator_name (keyval, modifiers);
}

/* A key does one thing in one place, each thing is there once, and the sections come one after the other. */
static void
test_commands_table (void)
{
  guint n_commands;
  const LsCommand *commands = ls_commands_get (&n_commands);
  g_autoptr (GHashTable) keys = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) actions = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) titles = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < n_commands; i++)
    {
      const LsCommand *command = &commands[i];

      g_assert_cmpint (command->section, >=, i > 0 ? commands[i - 1].section : 0);
      g_assert_nonnull (ls_commands_get_section_title (command->section));
      if (command->action != NULL)
        {
          g_assert_true (g_hash_table_add (actions, (gpointer) command->action));
          g_assert_true (g_hash_table_add (titles, (gpointer) command->title));
        }
      else
        {
          g_assert_nonnull (command->there);
        }
      for (guint j = 0; command->everywhere[j] != NULL; j++)
        if (!g_hash_table_add (keys, normalize (command->everywhere[j])))
          g_error ("%s is used twice", command->everywhere[j]);
      for (guint j = 0; command->window[j] != NULL; j++)
        if (!g_hash_table_add (keys, normalize (command->window[j])))
          g_error ("%s is used twice", command->window[j]);
      if (command->there != NULL && command->section != LS_COMMANDS_TIMELINE)
        if (!g_hash_table_add (keys, normalize (command->there)))
          g_error ("%s is used twice", command->there);
    }
}

/* The application has the keys that the table says, and no others. */
static void
test_commands_application (void)
{
  LsWindow *window = test_window_new (NULL, 1360, 860);
  GtkApplication *app = GTK_APPLICATION (test_window_get_app ());
  g_auto (GStrv) described = gtk_application_list_action_descriptions (app);
  guint n_commands, n_with_keys = 0;
  const LsCommand *commands = ls_commands_get (&n_commands);

  for (guint i = 0; i < n_commands; i++)
    {
      g_auto (GStrv) keys = NULL;

      if (commands[i].everywhere[0] == NULL)
        continue;
      n_with_keys++;
      keys = gtk_application_get_accels_for_action (app, commands[i].action);
      g_assert_cmpuint (g_strv_length (keys), ==, g_strv_length ((char **) commands[i].everywhere));
      for (guint j = 0; keys[j] != NULL; j++)
        {
          g_autofree char *expected = normalize (commands[i].everywhere[j]);

          g_assert_cmpstr (keys[j], ==, expected);
        }
    }
  g_assert_cmpuint (g_strv_length (described), ==, n_with_keys);
  test_window_close (window);
}

static const LsCommand *
find_window_key (const char *key)
{
  guint n_commands;
  const LsCommand *commands = ls_commands_get (&n_commands);

  for (guint i = 0; i < n_commands; i++)
    for (guint j = 0; commands[i].window[j] != NULL; j++)
      {
        g_autofree char *name = normalize (commands[i].window[j]);

        if (g_str_equal (name, key))
          return &commands[i];
      }
  return NULL;
}

/* How many of the keys of @controller are those that the table gives to the same action. */
static guint
check_window_keys (GtkShortcutController *controller)
{
  GListModel *shortcuts = G_LIST_MODEL (controller);
  guint n = 0;

  for (guint i = 0; i < g_list_model_get_n_items (shortcuts); i++)
    {
      g_autoptr (GtkShortcut) shortcut = g_list_model_get_item (shortcuts, i);
      GtkShortcutAction *action = gtk_shortcut_get_action (shortcut);
      GtkShortcutTrigger *trigger = gtk_shortcut_get_trigger (shortcut);
      g_autofree char *key = NULL;
      const char *name;

      if (!GTK_IS_KEYVAL_TRIGGER (trigger))
        continue;
      /* Keys that type a character ask first whether they are commands now. */
      if (GTK_IS_NAMED_ACTION (action))
        name = gtk_named_action_get_action_name (GTK_NAMED_ACTION (action));
      else if (GTK_IS_CALLBACK_ACTION (action) && gtk_shortcut_get_arguments (shortcut) != NULL &&
               g_variant_is_of_type (gtk_shortcut_get_arguments (shortcut), G_VARIANT_TYPE ("(s)")))
        g_variant_get (gtk_shortcut_get_arguments (shortcut), "(&s)", &name);
      else
        continue;
      if (!g_str_has_prefix (name, "win.") || g_str_equal (name, "win.paste"))
        continue;
      key = gtk_accelerator_name (gtk_keyval_trigger_get_keyval (GTK_KEYVAL_TRIGGER (trigger)),
                                  gtk_keyval_trigger_get_modifiers (GTK_KEYVAL_TRIGGER (trigger)));
      /* Those of the application are here as well. */
      if (find_window_key (key) == NULL)
        {
          g_assert_nonnull (ls_commands_find (name));
          g_assert_nonnull (ls_commands_find (name)->everywhere[0]);
          continue;
        }
      g_assert_cmpstr (find_window_key (key)->action, ==, name);
      n++;
    }
  return n;
}

/* The window has the keys that the table says, and no others. */
static void
test_commands_window (void)
{
  LsWindow *window = test_window_new (NULL, 1360, 860);
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (GTK_WIDGET (window));
  guint n_commands, n_keys = 0, n_found = 0;
  const LsCommand *commands = ls_commands_get (&n_commands);

  for (guint i = 0; i < n_commands; i++)
    n_keys += g_strv_length ((char **) commands[i].window);
  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_SHORTCUT_CONTROLLER (controller))
        n_found += check_window_keys (GTK_SHORTCUT_CONTROLLER (controller));
    }
  g_assert_cmpuint (n_found, ==, n_keys);
  test_window_close (window);
}

/* What a widget takes itself does something there. */
static void
test_commands_there (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);
  GtkWidget *chart = test_ui_find (test_window_get_child (window, "timeline"), LS_TYPE_TIMELINE_CHART, NULL);
  guint n_commands;
  const LsCommand *commands = ls_commands_get (&n_commands);

  test_window_go_to (window, 12);
  for (guint i = 0; i < n_commands; i++)
    {
      guint keyval;
      GdkModifierType modifiers;

      if (commands[i].section != LS_COMMANDS_TIMELINE)
        continue;
      gtk_accelerator_parse (commands[i].there, &keyval, &modifiers);
      if (!test_ui_press (chart, keyval, modifiers))
        g_error ("the timeline does not know %s", commands[i].there);
    }
  test_window_close (window);
}

static GtkWidget *
find_title (GtkWidget  *root,
            const char *title)
{
  if (ADW_IS_PREFERENCES_ROW (root) && g_str_equal (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (root)), title))
    return root;
  if (GTK_IS_LIST_BOX_ROW (root) && !ADW_IS_PREFERENCES_ROW (root) && test_ui_find (root, GTK_TYPE_LABEL, title) != NULL)
    return root;
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_title (child, title);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static guint
count_rows (GtkWidget *root,
            gboolean   only_keys)
{
  guint n = ADW_IS_ACTION_ROW (root) || (GTK_IS_LIST_BOX_ROW (root) && !only_keys);

  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL; child = gtk_widget_get_next_sibling (child))
    n += count_rows (child, only_keys);
  return n;
}

/* The list of keyboard shortcuts has what has a key, with it. */
static void
test_commands_shortcuts (void)
{
  GtkWidget *shortcuts = g_object_ref_sink (g_object_new (LS_TYPE_SHORTCUTS, NULL));
  guint n_commands, n_with_keys = 0;
  const LsCommand *commands = ls_commands_get (&n_commands);

  for (guint i = 0; i < n_commands; i++)
    {
      const char *key = ls_command_get_key (&commands[i]);
      g_autofree char *label = key != NULL ? ls_command_dup_key_label (key) : NULL;
      GtkWidget *row = find_title (shortcuts, commands[i].title);

      if (key == NULL)
        continue;
      n_with_keys++;
      g_assert_nonnull (row);
      /* Steps are in two sections. */
      if (commands[i].section != LS_COMMANDS_TIMELINE)
        g_assert_nonnull (test_ui_find (row, GTK_TYPE_LABEL, label));
    }
  g_assert_cmpuint (count_rows (shortcuts, TRUE), ==, n_with_keys);
  g_assert_nonnull (test_ui_find (find_title (shortcuts, "Find next"), GTK_TYPE_LABEL, "F3"));
  g_object_unref (shortcuts);
}

/* The palette has what has an action, with the key if there is one. */
static void
test_commands_palette (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);
  guint n_commands, n_offered = 0;
  const LsCommand *commands = ls_commands_get (&n_commands);
  GtkWidget *list;

  test_window_activate (window, "win.commands", NULL);
  test_ui_wait_for (ls_window_get_dialog (window) != NULL);
  list = test_ui_find (ls_window_get_dialog (window), GTK_TYPE_LIST_BOX, "list");
  for (guint i = 0; i < n_commands; i++)
    {
      const char *key = ls_command_get_key (&commands[i]);
      g_autofree char *label = key != NULL ? ls_command_dup_key_label (key) : NULL;
      GtkWidget *row = find_title (list, commands[i].title);

      if (commands[i].action == NULL || commands[i].is_hidden)
        continue;
      n_offered++;
      g_assert_nonnull (row);
      if (label != NULL)
        g_assert_nonnull (test_ui_find (row, GTK_TYPE_LABEL, label));
    }
  /* One more goes to the step of the number that is typed. */
  g_assert_cmpuint (count_rows (list, FALSE), ==, n_offered + 1);
  test_window_close_dialog (window);
  test_window_close (window);
}

static guint n_tooltips;

/* “On to the next record (.)”: what a tooltip says of a key is the key of the action, in the group of a pane or the window's. */
static void
check_tooltips (GtkWidget *widget)
{
  const char *tooltip = gtk_widget_get_tooltip_text (widget);
  const char *action = GTK_IS_ACTIONABLE (widget) ? gtk_actionable_get_action_name (GTK_ACTIONABLE (widget)) : NULL;
  const char *name = action != NULL ? strchr (action, '.') : NULL;
  g_autofree char *own = name != NULL ? g_strconcat ("win", name, NULL) : NULL;
  const LsCommand *command = own != NULL ? ls_commands_find (own) : NULL;
  const char *key = command != NULL && g_str_equal (command->action, own) ? ls_command_get_key (command) : NULL;

  if (tooltip != NULL && key != NULL && g_str_has_suffix (tooltip, ")"))
    {
      g_autofree char *label = ls_command_dup_key_label (key);
      g_autofree char *end = g_strdup_printf ("(%s)", label);

      if (!g_str_has_suffix (tooltip, end))
        g_error ("“%s” is wrong: the key of %s is %s", tooltip, action, label);
      n_tooltips++;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    check_tooltips (child);
}

static void
test_commands_tooltips (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);

  check_tooltips (GTK_WIDGET (window));
  g_assert_cmpuint (n_tooltips, >, 1);
  test_window_close (window);
}

int
main (int   argc,
      char *argv[])
{
  test_window_init (&argc, &argv);

  g_test_add_func ("/commands/complete", test_commands_complete);
  g_test_add_func ("/commands/groups", test_commands_groups);
  g_test_add_func ("/commands/table", test_commands_table);
  g_test_add_func ("/commands/application", test_commands_application);
  g_test_add_func ("/commands/window", test_commands_window);
  g_test_add_func ("/commands/there", test_commands_there);
  g_test_add_func ("/commands/shortcuts", test_commands_shortcuts);
  g_test_add_func ("/commands/palette", test_commands_palette);
  g_test_add_func ("/commands/tooltips", test_commands_tooltips);

  return g_test_run ();
}
