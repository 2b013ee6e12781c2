/* ls-session-view-explore.c: exploring the schedules of the agents
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-session-view-private.h"

#include <glib/gi18n.h>

#include "ls-explore-pane.h"

/* The tab says how much was found. */
static void
on_n_findings (LsSessionView *self)
{
  GtkStackPage *page = gtk_stack_get_page (GTK_STACK (self->bottom_stack), self->explore);
  guint n_findings = ls_explore_pane_get_n_findings (LS_EXPLORE_PANE (self->explore));
  /* Translators: the title of a tab, with how much was found */
  g_autofree char *title = n_findings > 0 ? g_strdup_printf (_("Explore (%u)"), n_findings) : g_strdup (_("Explore"));

  gtk_stack_page_set_title (page, title);
}

static void
on_saved (LsSessionView *self)
{
  ls_session_view_add_toast (self, adw_toast_new (_("Saved")));
}

static void
explore_action (GtkWidget  *widget,
                const char *name,
                GVariant   *parameter)
{
  LsSessionView *self = LS_SESSION_VIEW (widget);

  ls_session_view_show_pane (self, "show-events");
  gtk_stack_set_visible_child (GTK_STACK (self->bottom_stack), self->explore);
  gtk_widget_child_focus (self->explore, GTK_DIR_TAB_FORWARD);
}

/**
 * ls_session_view_install_explore_actions:
 * @widget_class: the view's class
 *
 * Installs the action that shows the pane that explores.
 */
void
ls_session_view_install_explore_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.explore", NULL, explore_action);
}

/**
 * ls_session_view_connect_explore:
 * @self: a view
 *
 * Connects the pane that explores.
 */
void
ls_session_view_connect_explore (LsSessionView *self)
{
  ls_explore_pane_set_debugger (LS_EXPLORE_PANE (self->explore), self->debugger);
  g_signal_connect_object (self->explore, "notify::n-findings", G_CALLBACK (on_n_findings), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->explore, "open-session", G_CALLBACK (ls_session_view_open_beside), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->explore, "used", G_CALLBACK (ls_session_view_offer_undo), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->explore, "saved", G_CALLBACK (on_saved), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->explore, "report", G_CALLBACK (ls_session_view_report), self, G_CONNECT_SWAPPED);
}
