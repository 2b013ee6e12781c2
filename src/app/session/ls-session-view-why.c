/* ls-session-view-why.c: asking why, and what if
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-session-view-private.h"

#include <glib/gi18n.h>

#include "ls-what-if-pane.h"
#include "ls-why-card.h"

static void
why_then_action (GtkWidget  *widget,
                 const char *name,
                 GVariant   *parameter)
{
  LsSessionView *self = LS_SESSION_VIEW (widget);
  guint32 task = g_variant_get_uint32 (parameter);

  ls_session_view_show_pane (self, "show-inspector");
  ls_player_select (self->player, LS_SELECTION_TASK, task);
  ls_why_card_explain_then (LS_WHY_CARD (self->why), task);
}

static void
why_before_action (GtkWidget  *widget,
                   const char *name,
                   GVariant   *parameter)
{
  LsSessionView *self = LS_SESSION_VIEW (widget);
  guint32 task, other;

  g_variant_get (parameter, "(uu)", &task, &other);
  ls_session_view_show_pane (self, "show-inspector");
  ls_player_select (self->player, LS_SELECTION_TASK, task);
  ls_why_card_explain_before (LS_WHY_CARD (self->why), task, other);
}

static void
what_if_action (GtkWidget  *widget,
                const char *name,
                GVariant   *parameter)
{
  LsSessionView *self = LS_SESSION_VIEW (widget);

  ls_player_set_running (self->player, FALSE);
  ls_session_view_show_pane (self, "show-events");
  gtk_stack_set_visible_child_name (GTK_STACK (self->bottom_stack), "what-if");
  gtk_widget_child_focus (self->what_if, GTK_DIR_TAB_FORWARD);
}

static void
show_signal_in_timeline_action (GtkWidget  *widget,
                                const char *name,
                                GVariant   *parameter)
{
  LsSessionView *self = LS_SESSION_VIEW (widget);

  ls_session_view_show_pane (self, "show-events");
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
  LsSessionView *self = LS_SESSION_VIEW (widget);
  guint32 signal, priority;

  g_variant_get (parameter, "(uu)", &signal, &priority);
  if (priority >= LS_N_TASK_PRIORITIES)
    return;
  what_if_action (widget, name, NULL);
  ls_what_if_pane_set_signal (LS_WHAT_IF_PANE (self->what_if), signal, priority);
  ls_what_if_pane_run (LS_WHAT_IF_PANE (self->what_if));
}

/**
 * ls_session_view_open_beside:
 * @self: a view in a window
 * @session: a session that was made of the one that is shown
 *
 * Shows @session in a tab of its own, not saved yet, at its first step.
 */
void
ls_session_view_open_beside (LsSessionView *self,
                             LsSession     *session)
{
  LsSessionView *view = ls_session_view_ask_for_view (self);
  g_autoptr (GError) error = NULL;

  ls_session_set_modified (session, TRUE);
  if (ls_debugger_open_session (view->debugger, session, NULL, &error))
    ls_player_step (view->player);
  else
    ls_session_view_report (view, error->message);
}

/**
 * ls_session_view_connect_what_if:
 * @self: a view
 *
 * Connects the pane that runs the session with something changed.
 */
void
ls_session_view_connect_what_if (LsSessionView *self)
{
  ls_what_if_pane_set_debugger (LS_WHAT_IF_PANE (self->what_if), self->debugger);
  g_signal_connect_object (self->what_if, "open-session", G_CALLBACK (ls_session_view_open_beside), self, G_CONNECT_SWAPPED);
}

/**
 * ls_session_view_install_why_actions:
 * @widget_class: the view's class
 *
 * Installs the actions that explain the past and that run it with something changed.
 */
void
ls_session_view_install_why_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.why-then", "u", why_then_action);
  gtk_widget_class_install_action (widget_class, "win.why-before", "(uu)", why_before_action);
  gtk_widget_class_install_action (widget_class, "win.show-signal-in-timeline", "u", show_signal_in_timeline_action);
  gtk_widget_class_install_action (widget_class, "win.what-if", NULL, what_if_action);
  gtk_widget_class_install_action (widget_class, "win.what-if-priority", "(uu)", what_if_priority_action);
}
