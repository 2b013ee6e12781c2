/* ls-window-actions.c: what the user can do in a window
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-menu.h"
#include "ls-window-private.h"

#include <string.h>

#include <glib/gi18n.h>

#include "ls-command-palette.h"
#include "ls-commands.h"
#include "ls-compat.h"
#include "ls-help.h"
#include "ls-preferences.h"
#include "ls-shortcuts.h"
#include "ls-speed.h"

/* Shows @content in a dialog above the window. Sizes are in pixels; a @height of -1 is what @content asks for. Returns FALSE if
 * there is a dialog already. */
gboolean
ls_window_present_dialog (LsWindow   *self,
                          GtkWidget  *content,
                          const char *title,
                          int         width,
                          int         height)
{
  if (self->dialog != NULL)
    return FALSE;
  g_set_weak_pointer (&self->dialog, content);
  ls_compat_present_dialog (GTK_WIDGET (self), content, title, width, height);
  return TRUE;
}

/**
 * ls_window_get_dialog:
 * @self: a window
 *
 * Returns: (transfer none) (nullable): what the dialog above the window shows, %NULL if there is none
 */
GtkWidget *
ls_window_get_dialog (LsWindow *self)
{
  return self->dialog;
}

static void
on_command (LsWindow   *self,
            const char *action)
{
  g_autofree char *name = NULL;
  g_autoptr (GVariant) target = NULL;

  /* The palette has closed, but lives a while longer, and the command may show a dialog of its own. */
  g_clear_weak_pointer (&self->dialog);
  if (g_action_parse_detailed_name (action, &name, &target, NULL))
    gtk_widget_activate_action_variant (GTK_WIDGET (self), name, target);
}

static void
commands_action (LsWindow   *self,
                 const char *name,
                 GVariant   *parameter)
{
  g_autofree char *problem = NULL;
  GtkWidget *palette;

  if (self->dialog != NULL)
    return;
  problem = self->view != NULL ? ls_session_view_dup_yield_problem (self->view) : NULL;
  palette = ls_command_palette_new (GTK_WIDGET (self), problem);
  g_signal_connect_object (palette, "command", G_CALLBACK (on_command), self, G_CONNECT_SWAPPED);
  ls_window_present_dialog (self, palette, _("Commands"), 500, -1);
}

static void
shortcuts_action (LsWindow   *self,
                  const char *name,
                  GVariant   *parameter)
{
  if (self->dialog == NULL)
    ls_window_present_dialog (self, g_object_new (LS_TYPE_SHORTCUTS, NULL), _("Keyboard Shortcuts"), 480, 610);
}

static void
help_action (LsWindow   *self,
             const char *name,
             GVariant   *parameter)
{
  ls_help_show (GTK_WINDOW (self));
}

static void
on_speed_chosen (LsWindow   *self,
                 const char *speed)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "app.speed", "s", speed);
}

static void
preferences_action (LsWindow   *self,
                    const char *name,
                    GVariant   *parameter)
{
  GtkWidget *preferences;

  if (self->dialog != NULL)
    return;
  preferences = ls_preferences_new (self->settings);
  g_signal_connect_object (preferences, "speed-chosen", G_CALLBACK (on_speed_chosen), self, G_CONNECT_SWAPPED);
  ls_window_present_dialog (self, preferences, _("Preferences"), 520, 570);
}

/* Inserts the action groups of @view in the place of those of @before: their actions are among the window's own, as “win.NAME”.
 * Either may be NULL. */
void
ls_window_set_view_actions (LsWindow      *self,
                            LsSessionView *view,
                            LsSessionView *before)
{
  g_autoptr (GPtrArray) groups = ls_session_view_list_actions (view != NULL ? view : before);

  for (guint i = 0; i < groups->len; i++)
    {
      GActionMap *actions = g_ptr_array_index (groups, i);
      g_auto (GStrv) names = g_action_group_list_actions (G_ACTION_GROUP (actions));

      /* All views have actions of the same names. */
      for (guint j = 0; names[j] != NULL; j++)
        if (view != NULL)
          g_action_map_add_action (G_ACTION_MAP (self), g_action_map_lookup_action (actions, names[j]));
        else
          g_action_map_remove_action (G_ACTION_MAP (self), names[j]);
    }
}

/* Text gets one of these sizes, as a part of what it has in other applications. */
static const double zooms[] = { 0.5, 0.67, 0.75, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3 };

static void
zoom_action (LsWindow   *self,
             const char *name,
             GVariant   *parameter)
{
  double zoom = g_settings_get_double (self->settings, "text-zoom");
  double next = 1;

  if (ls_window_zoom_presentation (self, g_str_equal (name, "win.text-larger") ? 1 : g_str_equal (name, "win.text-smaller") ? -1 : 0))
    return;
  if (g_str_equal (name, "win.text-larger"))
    {
      next = zooms[G_N_ELEMENTS (zooms) - 1];
      for (guint i = G_N_ELEMENTS (zooms); i-- > 0;)
        if (zooms[i] > zoom + 0.001)
          next = zooms[i];
    }
  else if (g_str_equal (name, "win.text-smaller"))
    {
      next = zooms[0];
      for (guint i = 0; i < G_N_ELEMENTS (zooms); i++)
        if (zooms[i] < zoom - 0.001)
          next = zooms[i];
    }
  g_settings_set_double (self->settings, "text-zoom", next);
}

const LsWindowAction ls_window_basic_actions[] = {
  { "win.text-larger", NULL, zoom_action },
  { "win.text-smaller", NULL, zoom_action },
  { "win.text-normal", NULL, zoom_action },
  { "win.shortcuts", NULL, shortcuts_action },
  { "win.help", NULL, help_action },
  { "win.commands", NULL, commands_action },
  { "win.preferences", NULL, preferences_action },
  { NULL },
};

static const LsWindowAction *const tables[] = {
  ls_window_basic_actions, ls_window_document_actions, ls_window_focus_actions, ls_window_tab_actions, ls_window_close_actions,
};

/* Installs the window's actions, and the keys of all. */
void
ls_window_install_actions (GtkWidgetClass *widget_class)
{
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    for (const LsWindowAction *entry = tables[i]; entry->name != NULL; entry++)
      gtk_widget_class_install_action (widget_class, entry->name, entry->parameter,
                                       (GtkWidgetActionActivateFunc) entry->activate);

  ls_commands_install_bindings (widget_class);
  /* Pasting is no command: it does nothing unless the clipboard has a program. */
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_v, GDK_CONTROL_MASK, "win.paste", NULL);
}

static void
change_speed (GSimpleAction *action,
              GVariant      *value,
              gpointer       user_data)
{
  LsWindow *self = user_data;
  const char *speed = g_variant_get_string (value, NULL);

  g_simple_action_set_state (action, value);
  g_settings_set_string (self->settings, "run-speed", speed);
  if (self->view != NULL)
    ls_speed_apply (speed, ls_session_view_get_player (self->view));
  ls_window_show_speed (self, speed);
}

/* Sets the speed of all that runs in the window: see ls_speed_list(). */
void
ls_window_set_speed (LsWindow   *self,
                     const char *speed)
{
  for (int i = 0; i < ls_window_get_n_views (self); i++)
    ls_speed_apply (speed, ls_session_view_get_player (ls_window_get_nth_view (self, i)));
  g_action_group_change_action_state (G_ACTION_GROUP (self), "speed", g_variant_new_string (speed));
}

static void
change_setting (GSimpleAction *action,
                GVariant      *value,
                gpointer       user_data)
{
  LsWindow *self = user_data;
  g_autoptr (GVariant) state = g_action_get_state (G_ACTION (action));

  if (self->view != NULL && !g_variant_equal (value, state))
    ls_session_view_change_setting (self->view, g_action_get_name (G_ACTION (action)), g_variant_get_string (value, NULL));
}

static void
change_experiment (GSimpleAction *action,
                   GVariant      *value,
                   gpointer       user_data)
{
  LsWindow *self = user_data;
  g_autoptr (GVariant) state = g_action_get_state (G_ACTION (action));

  if (self->view != NULL && !g_variant_equal (value, state))
    ls_session_view_change_experiment (self->view, g_action_get_name (G_ACTION (action)) + strlen (LS_WINDOW_EXPERIMENT),
                                       g_variant_get_boolean (value));
}

static void
change_visibility (GSimpleAction *action,
                   GVariant      *value,
                   gpointer       user_data)
{
  LsWindow *self = user_data;
  const char *name = g_action_get_name (G_ACTION (action));

  g_simple_action_set_state (action, value);
  if (!self->sets_shown)
    ls_window_note_choice (self, name);
  if (self->view != NULL)
    ls_pane_layout_set_shown (ls_session_view_get_layout (self->view), name, g_variant_get_boolean (value));
}

static void
change_presenting (GSimpleAction *action,
                   GVariant      *value,
                   gpointer       user_data)
{
  ls_window_set_presenting (user_data, g_variant_get_boolean (value));
}

/* Says at the item of the menu why nothing can yield: an item has no tooltip. Called before the menu is shown. */
static void
prepare_menu (GtkMenuButton *button,
              gpointer       user_data)
{
  LsWindow *self = user_data;
  GMenuModel *menu = gtk_menu_button_get_menu_model (button);
  g_autofree char *problem = self->view != NULL ? ls_session_view_dup_yield_problem (self->view) : NULL;
  g_autofree char *escaped = problem != NULL ? ls_menu_escape (problem) : NULL;
  /* Translators: why nothing can yield */
  g_autofree char *with_reason = escaped != NULL ? g_strdup_printf (_("_Yield: %s"), escaped) : NULL;
  const char *label = with_reason != NULL ? with_reason : _("_Yield From the Running Task");

  for (int i = 0; i < g_menu_model_get_n_items (menu); i++)
    {
      g_autoptr (GMenuModel) section = g_menu_model_get_item_link (menu, i, G_MENU_LINK_SECTION);

      for (int j = 0; section != NULL && j < g_menu_model_get_n_items (section); j++)
        {
          g_autofree char *action = NULL;
          g_autofree char *shown = NULL;

          if (!g_menu_model_get_item_attribute (section, j, G_MENU_ATTRIBUTE_ACTION, "s", &action) ||
              !g_str_equal (action, "win.yield") ||
              !g_menu_model_get_item_attribute (section, j, G_MENU_ATTRIBUTE_LABEL, "s", &shown) || g_str_equal (shown, label))
            continue;
          g_menu_remove (G_MENU (section), j);
          g_menu_insert (G_MENU (section), j, label, "win.yield");
          return;
        }
    }
}

static const GActionEntry entries[] = {
  { "speed", NULL, "s", "'2/s'", change_speed },
  { "preset", NULL, "s", "''", change_setting },
  { "edition", NULL, "s", "''", change_setting },
  { "clock", NULL, "s", "''", change_setting },
  { LS_WINDOW_EXPERIMENT "wait", NULL, NULL, "false", change_experiment },
  { LS_WINDOW_EXPERIMENT "render", NULL, NULL, "false", change_experiment },
  { LS_WINDOW_EXPERIMENT "currentTaskSignal", NULL, NULL, "false", change_experiment },
  { LS_WINDOW_EXPERIMENT "priorityInheritance", NULL, NULL, "false", change_experiment },
  { "present", NULL, NULL, "false", change_presenting },
  { "show-program", NULL, NULL, "true", change_visibility },
  { "show-inspector", NULL, NULL, "true", change_visibility },
  { "show-events", NULL, NULL, "true", change_visibility },
};

/* Adds the actions that have a state. */
void
ls_window_add_actions (LsWindow *self)
{
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  gtk_menu_button_set_create_popup_func (GTK_MENU_BUTTON (self->menu), prepare_menu, self, NULL);
}

/* Returns whether the pane of @action is shown: "show-program", "show-inspector" or "show-events". */
gboolean
ls_window_get_shown (LsWindow   *self,
                     const char *action)
{
  g_autoptr (GVariant) state = g_action_group_get_action_state (G_ACTION_GROUP (self), action);

  return g_variant_get_boolean (state);
}

void
ls_window_set_shown (LsWindow   *self,
                     const char *action,
                     gboolean    shown)
{
  self->sets_shown = TRUE;
  g_action_group_change_action_state (G_ACTION_GROUP (self), action, g_variant_new_boolean (shown));
  self->sets_shown = FALSE;
}

/* Shows in the view the panes that the window shows. */
void
ls_window_apply_shown (LsWindow *self)
{
  static const char *const names[] = { "show-program", "show-inspector", "show-events" };

  ls_pane_layout_set_narrow (ls_session_view_get_layout (self->view), self->narrow);
  ls_pane_layout_set_tiny (ls_session_view_get_layout (self->view), self->room == LS_ROOM_TINY);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    ls_pane_layout_set_shown (ls_session_view_get_layout (self->view), names[i], ls_window_get_shown (self, names[i]));
}
