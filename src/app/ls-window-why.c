/* ls-window-why.c: asking why, and what if
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-window-private.h"

#include <glib/gi18n.h>

#include "ls-what-if-pane.h"
#include "ls-why-card.h"

static void
show_card (LsWindow *self)
{
  g_action_group_change_action_state (G_ACTION_GROUP (self), "show-inspector", g_variant_new_boolean (TRUE));
}

static void
why_then_action (GtkWidget  *widget,
                 const char *name,
                 GVariant   *parameter)
{
  LsWindow *self = LS_WINDOW (widget);
  guint32 task = g_variant_get_uint32 (parameter);

  show_card (self);
  ls_player_select (self->player, LS_SELECTION_TASK, task);
  ls_why_card_explain_then (LS_WHY_CARD (self->why), task);
}

static void
why_before_action (GtkWidget  *widget,
                   const char *name,
                   GVariant   *parameter)
{
  LsWindow *self = LS_WINDOW (widget);
  guint32 task, other;

  g_variant_get (parameter, "(uu)", &task, &other);
  show_card (self);
  ls_player_select (self->player, LS_SELECTION_TASK, task);
  ls_why_card_explain_before (LS_WHY_CARD (self->why), task, other);
}

static void
what_if_action (GtkWidget  *widget,
                const char *name,
                GVariant   *parameter)
{
  LsWindow *self = LS_WINDOW (widget);

  ls_player_set_running (self->player, FALSE);
  g_action_group_change_action_state (G_ACTION_GROUP (self), "show-events", g_variant_new_boolean (TRUE));
  gtk_stack_set_visible_child_name (GTK_STACK (self->bottom_stack), "what-if");
  gtk_widget_child_focus (self->what_if, GTK_DIR_TAB_FORWARD);
}

static void
show_signal_in_timeline_action (GtkWidget  *widget,
                                const char *name,
                                GVariant   *parameter)
{
  LsWindow *self = LS_WINDOW (widget);

  g_action_group_change_action_state (G_ACTION_GROUP (self), "show-events", g_variant_new_boolean (TRUE));
  gtk_stack_set_visible_child_name (GTK_STACK (self->bottom_stack), "timeline");
  ls_player_select (self->player, LS_SELECTION_SIGNAL, g_variant_get_uint32 (parameter));
  gtk_widget_grab_focus (self->timeline);
}

/* Asks at once: what if this signal had that priority from here on? */
static void
what_if_priority_action (GtkWidget  *widget,
                         const char *name,
                         GVariant   *parameter)
{
  LsWindow *self = LS_WINDOW (widget);
  guint32 signal, priority;

  g_variant_get (parameter, "(uu)", &signal, &priority);
  if (priority >= LS_N_TASK_PRIORITIES)
    return;
  what_if_action (widget, name, NULL);
  ls_what_if_pane_set_signal (LS_WHAT_IF_PANE (self->what_if), signal, priority);
  ls_what_if_pane_run (LS_WHAT_IF_PANE (self->what_if));
}

static void
on_open_session (LsWindow  *self,
                 LsSession *session)
{
  LsWindow *window = ls_window_new (gtk_window_get_application (GTK_WINDOW (self)));
  g_autoptr (GError) error = NULL;

  ls_session_set_modified (session, TRUE);
  gtk_window_present (GTK_WINDOW (window));
  if (ls_debugger_open_session (window->debugger, session, NULL, &error))
    ls_player_step (window->player);
  else
    ls_window_report (window, error->message);
}

/**
 * ls_window_connect_what_if:
 * @self: a window
 *
 * Connects the pane that runs the session with something changed.
 */
void
ls_window_connect_what_if (LsWindow *self)
{
  ls_what_if_pane_set_debugger (LS_WHAT_IF_PANE (self->what_if), self->debugger);
  g_signal_connect_object (self->what_if, "open-session", G_CALLBACK (on_open_session), self, G_CONNECT_SWAPPED);
}

/**
 * ls_window_install_why_actions:
 * @widget_class: the window's class
 *
 * Installs the actions that explain the past and that run it with something changed.
 */
void
ls_window_install_why_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.why-then", "u", why_then_action);
  gtk_widget_class_install_action (widget_class, "win.why-before", "(uu)", why_before_action);
  gtk_widget_class_install_action (widget_class, "win.show-signal-in-timeline", "u", show_signal_in_timeline_action);
  gtk_widget_class_install_action (widget_class, "win.what-if", NULL, what_if_action);
  gtk_widget_class_install_action (widget_class, "win.what-if-priority", "(uu)", what_if_priority_action);
}
