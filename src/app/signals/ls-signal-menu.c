/* ls-signal-menu.c: what can be done with a signal, in a menu
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-signal-tree-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "ls-action.h"
#include "ls-breakpoint.h"
#include "ls-menu.h"
#include "ls-text.h"

static const LsSignalState *
get_signal (LsSignalTree *self)
{
  return ls_state_get_signal (ls_player_get_state (self->player), self->menu_signal);
}

static void
abort_cb (GSimpleAction *action,
          GVariant      *parameter,
          gpointer       user_data)
{
  LsSignalTree *self = user_data;

  gtk_widget_activate_action (GTK_WIDGET (self), "win.abort", "(us)", self->menu_signal, "");
}

static void
priority_cb (GSimpleAction *action,
             GVariant      *value,
             gpointer       user_data)
{
  LsSignalTree *self = user_data;
  LsTaskPriority priority;

  if (ls_task_priority_from_string (g_variant_get_string (value, NULL), &priority))
    gtk_widget_activate_action (GTK_WIDGET (self), "win.set-priority", "(uu)", self->menu_signal, (guint32) priority);
}

static void
what_if_cb (GSimpleAction *action,
            GVariant      *value,
            gpointer       user_data)
{
  LsSignalTree *self = user_data;
  LsTaskPriority priority;

  if (ls_task_priority_from_string (g_variant_get_string (value, NULL), &priority))
    gtk_widget_activate_action (GTK_WIDGET (self), "win.what-if-priority", "(uu)", self->menu_signal,
                                (guint32) priority);
}

static const char *
get_name (LsSignalTree *self)
{
  LsState *state = ls_player_get_state (self->player);
  const LsSignalState *signal = get_signal (self);

  return signal != NULL && signal->name != 0 ? ls_trace_get_text (ls_state_get_trace (state), signal->name) : "";
}

/* Returns a pattern that matches only this name. */
static char *
escape_pattern (const char *name)
{
  GString *text = g_string_new (NULL);

  for (const char *p = name; *p != '\0'; p++)
    {
      if (strchr ("*?\\", *p) != NULL)
        g_string_append_c (text, '\\');
      g_string_append_c (text, *p);
    }
  return g_string_free (text, FALSE);
}

static void
add_breakpoint (LsSignalTree *self,
                LsBreakKind   kind)
{
  g_autoptr (LsBreakRule) rule = ls_break_rule_new (kind);
  g_autofree char *json = NULL;

  rule->signal = escape_pattern (get_name (self));
  json = ls_break_rule_to_json (rule);
  gtk_widget_activate_action (GTK_WIDGET (self), "win.add-breakpoint", "s", json);
}

static void
break_priority_cb (GSimpleAction *action,
                   GVariant      *parameter,
                   gpointer       user_data)
{
  add_breakpoint (user_data, LS_BREAK_PRIORITY_CHANGE);
}

static void
break_abort_cb (GSimpleAction *action,
                GVariant      *parameter,
                gpointer       user_data)
{
  add_breakpoint (user_data, LS_BREAK_ABORT);
}

static void
timeline_cb (GSimpleAction *action,
             GVariant      *parameter,
             gpointer       user_data)
{
  LsSignalTree *self = user_data;

  gtk_widget_activate_action (GTK_WIDGET (self), "win.show-signal-in-timeline", "u", self->menu_signal);
}

static void
copy_cb (GSimpleAction *action,
         GVariant      *parameter,
         gpointer       user_data)
{
  LsSignalTree *self = user_data;
  g_autofree char *name = ls_text_format_signal (ls_player_get_state (self->player), self->menu_signal);

  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), name);
}

static const GActionEntry entries[] = {
  { "abort", abort_cb },
  { "priority", NULL, "s", "''", priority_cb },
  { "what-if", what_if_cb, "s" },
  { "break-priority", break_priority_cb },
  { "break-abort", break_abort_cb },
  { "timeline", timeline_cb },
  { "copy", copy_cb },
};

static void
enable (LsSignalTree *self,
        const char   *name,
        gboolean      enabled)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self->menu_actions), name);

  g_simple_action_set_enabled (G_SIMPLE_ACTION (action), enabled);
}

static GMenuModel *
make_menu (LsSignalTree *self)
{
  const LsSignalState *signal = get_signal (self);
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) act = g_menu_new ();
  g_autoptr (GMenu) stop = g_menu_new ();
  g_autoptr (GMenu) more = g_menu_new ();
  gboolean is_task_signal = signal->flags & LS_RECORD_FLAG_TASK_SIGNAL;
  gboolean is_controlled = signal->flags & LS_RECORD_FLAG_CONTROLLER && !signal->aborted &&
                           ls_action_name_signal (ls_player_get_state (self->player), self->menu_signal, NULL) != NULL;
  gboolean has_name = *get_name (self) != '\0';
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self->menu_actions), "priority");

  /* Only a controller can change its signal's priority. A signal that follows another gets its priority from there. */
  if (is_task_signal && is_controlled)
    {
      g_simple_action_set_state (G_SIMPLE_ACTION (action),
                                 g_variant_new_string (ls_task_priority_to_string (signal->priority)));
      ls_menu_append_priorities (act, _("Change _Priority"), "signal.priority");
      ls_menu_append_priorities (act, _("_What If It Were … From Here?"), "signal.what-if");
    }
  g_menu_append (act, _("_Abort"), "signal.abort");
  g_menu_append (stop, _("_Break on prioritychange"), "signal.break-priority");
  g_menu_append (stop, _("Break _on Abort"), "signal.break-abort");
  g_menu_append (more, _("Show in _Timeline"), "signal.timeline");
  g_menu_append (more, _("_Copy Name"), "signal.copy");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (act));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (stop));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (more));

  enable (self, "abort", is_controlled);
  enable (self, "priority", is_task_signal && is_controlled);
  enable (self, "what-if", is_task_signal && is_controlled && has_name);
  enable (self, "break-priority", is_task_signal && has_name);
  enable (self, "break-abort", has_name);
  return G_MENU_MODEL (menu);
}

static gboolean
show_menu (LsSignalTree *self,
           GtkWidget    *row)
{
  g_autoptr (GMenuModel) model = NULL;

  if (self->player == NULL || row == NULL || !ls_menu_point_to (self->menu, row))
    return FALSE;
  self->menu_signal = ls_signal_row_get_signal (LS_SIGNAL_ROW (row));
  if (get_signal (self) == NULL)
    return FALSE;
  model = make_menu (self);
  ls_menu_popup (self->menu, model);
  return TRUE;
}

static GtkWidget *
find_row_at (LsSignalTree *self,
             double        x,
             double        y)
{
  GtkWidget *widget = gtk_widget_pick (GTK_WIDGET (self), x, y, GTK_PICK_DEFAULT);

  if (widget == NULL)
    return NULL;
  if (LS_IS_SIGNAL_ROW (widget) || gtk_widget_get_ancestor (widget, LS_TYPE_SIGNAL_ROW) != NULL)
    return LS_IS_SIGNAL_ROW (widget) ? widget : gtk_widget_get_ancestor (widget, LS_TYPE_SIGNAL_ROW);
  /* The edge of a row belongs to the list's own widget. */
  widget = gtk_widget_get_first_child (widget);
  return LS_IS_SIGNAL_ROW (widget) ? widget : NULL;
}

static void
on_pressed (LsSignalTree *self,
            int           n_press,
            double        x,
            double        y)
{
  show_menu (self, find_row_at (self, x, y));
}

static void
on_long_press (LsSignalTree *self,
               double        x,
               double        y)
{
  show_menu (self, find_row_at (self, x, y));
}

/* Shows the menu of the row that has the focus. */
static gboolean
menu_key_cb (GtkWidget *widget,
             GVariant  *arguments,
             gpointer   user_data)
{
  GtkRoot *root = gtk_widget_get_root (widget);
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;
  GtkWidget *row = focus != NULL ? gtk_widget_get_first_child (focus) : NULL;

  return LS_IS_SIGNAL_ROW (row) && show_menu (LS_SIGNAL_TREE (widget), row);
}

void
ls_signal_tree_class_init_menu (GtkWidgetClass *widget_class)
{
  /* GTK's usual Shift+F10 is left out, since it steps back. */
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Menu, 0, menu_key_cb, NULL);
}

void
ls_signal_tree_init_menu (LsSignalTree *self)
{
  GtkGesture *click = gtk_gesture_click_new ();
  GtkGesture *press = gtk_gesture_long_press_new ();

  self->menu_actions = g_simple_action_group_new ();
  g_action_map_add_action_entries (G_ACTION_MAP (self->menu_actions), entries, G_N_ELEMENTS (entries), self);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "signal", G_ACTION_GROUP (self->menu_actions));
  self->menu = gtk_popover_menu_new_from_model (NULL);
  gtk_widget_set_parent (self->menu, GTK_WIDGET (self));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->menu), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Signal"), -1);

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  g_signal_connect_object (click, "pressed", G_CALLBACK (on_pressed), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  gtk_gesture_single_set_touch_only (GTK_GESTURE_SINGLE (press), TRUE);
  g_signal_connect_object (press, "pressed", G_CALLBACK (on_long_press), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (press));
}

void
ls_signal_tree_dispose_menu (LsSignalTree *self)
{
  gtk_widget_insert_action_group (GTK_WIDGET (self), "signal", NULL);
  g_clear_object (&self->menu_actions);
}
