/* ls-signal-menu.c: what can be done with a signal, in a menu
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-signal-tree-private.h"

#include <glib/gi18n.h>

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

static void
add_breakpoint (LsSignalTree *self,
                LsBreakKind   kind)
{
  g_autoptr (LsBreakRule) rule = ls_break_rule_new (kind);
  g_autofree char *json = NULL;

  rule->signal = ls_break_pattern_escape (get_name (self));
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

static GMenuModel *
make_menu (LsSignalTree *self)
{
  const LsSignalState *signal = get_signal (self);
  LsState *state = ls_player_get_state (self->player);
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) act = g_menu_new ();
  g_autoptr (GMenu) stop = g_menu_new ();
  g_autoptr (GMenu) more = g_menu_new ();
  const gboolean is_live = ls_trace_get_controllable (ls_state_get_trace (state));
  gboolean is_task_signal = signal->flags & LS_RECORD_FLAG_TASK_SIGNAL;
  gboolean is_controlled = signal->flags & LS_RECORD_FLAG_CONTROLLER && !signal->aborted &&
                           (is_live || ls_action_name_signal (state, self->menu_signal, NULL) != NULL);
  gboolean has_name = *get_name (self) != '\0';
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self->menu_actions), "priority");

  /* Only a controller can change its signal's priority. A signal that follows another gets its priority from there. */
  if (is_task_signal && is_controlled)
    {
      g_simple_action_set_state (G_SIMPLE_ACTION (action),
                                 g_variant_new_string (ls_task_priority_to_string (signal->priority)));
      ls_menu_append_priorities (act, _("Change _Priority"), "signal.priority");
      ls_menu_append_priorities (act, _("_What If: Another Priority From Here"), "signal.what-if");
    }
  g_menu_append (act, _("_Abort"), "signal.abort");
  g_menu_append (stop, _("_Break on prioritychange"), "signal.break-priority");
  g_menu_append (stop, _("Break _on Abort"), "signal.break-abort");
  g_menu_append (more, _("Show in _Timeline"), "signal.timeline");
  g_menu_append (more, _("_Copy Name"), "signal.copy");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (act));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (stop));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (more));

  ls_menu_enable (self->menu_actions, "abort", is_controlled);
  ls_menu_enable (self->menu_actions, "priority", is_task_signal && is_controlled);
  ls_menu_enable (self->menu_actions, "what-if", is_task_signal && is_controlled && has_name && !is_live);
  ls_menu_enable (self->menu_actions, "break-priority", is_task_signal && has_name);
  ls_menu_enable (self->menu_actions, "break-abort", has_name);
  return G_MENU_MODEL (menu);
}

static GtkWidget *
find_row (GtkWidget *widget)
{
  GtkWidget *row;

  if (widget == NULL || LS_IS_SIGNAL_ROW (widget))
    return widget;
  row = gtk_widget_get_ancestor (widget, LS_TYPE_SIGNAL_ROW);
  if (row != NULL)
    return row;
  /* The edge of a row belongs to the list's own widget, and so does the focus. */
  widget = gtk_widget_get_first_child (widget);
  return LS_IS_SIGNAL_ROW (widget) ? widget : NULL;
}

static gboolean
show_menu (GtkWidget *widget,
           GtkWidget *part)
{
  LsSignalTree *self = LS_SIGNAL_TREE (widget);
  GtkWidget *row = find_row (part);
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

void
ls_signal_tree_init_menu (LsSignalTree *self)
{
  self->menu_actions = g_simple_action_group_new ();
  g_action_map_add_action_entries (G_ACTION_MAP (self->menu_actions), entries, G_N_ELEMENTS (entries), self);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "signal", G_ACTION_GROUP (self->menu_actions));
  self->menu = ls_menu_attach (GTK_WIDGET (self), _("Signal"), show_menu);
}

void
ls_signal_tree_dispose_menu (LsSignalTree *self)
{
  gtk_widget_insert_action_group (GTK_WIDGET (self), "signal", NULL);
  g_clear_object (&self->menu_actions);
}
