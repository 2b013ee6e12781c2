/* ls-window-analysis.c: the panes that look at the whole run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-window-private.h"

#include <glib/gi18n.h>

#include "ls-lints-pane.h"
#include "ls-statistics-pane.h"

/* The tab says how many there are. */
static void
on_n_lints (LsWindow *self)
{
  GtkStackPage *page = gtk_stack_get_page (GTK_STACK (self->bottom_stack), self->lints);
  guint n_lints = ls_lints_pane_get_n_lints (LS_LINTS_PANE (self->lints));
  /* Translators: the title of a tab, with how many lints there are */
  g_autofree char *title = n_lints > 0 ? g_strdup_printf (_("Lints (%u)"), n_lints) : g_strdup (_("Lints"));

  gtk_stack_page_set_title (page, title);
}

static void
show_view_action (GtkWidget  *widget,
                  const char *name,
                  GVariant   *parameter)
{
  LsWindow *self = LS_WINDOW (widget);
  const char *view = parameter != NULL ? g_variant_get_string (parameter, NULL) : strrchr (name, '-') + 1;
  GtkWidget *page = gtk_stack_get_child_by_name (GTK_STACK (self->bottom_stack), view);

  if (page == NULL)
    return;
  g_action_group_change_action_state (G_ACTION_GROUP (self), "show-events", g_variant_new_boolean (TRUE));
  gtk_stack_set_visible_child (GTK_STACK (self->bottom_stack), page);
  gtk_widget_child_focus (page, GTK_DIR_TAB_FORWARD);
}

/**
 * ls_window_install_analysis_actions:
 * @widget_class: the window's class
 *
 * Installs the actions that show panes at the bottom.
 */
void
ls_window_install_analysis_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.show-view", "s", show_view_action);
  gtk_widget_class_install_action (widget_class, "win.show-view-lints", NULL, show_view_action);
  gtk_widget_class_install_action (widget_class, "win.show-view-statistics", NULL, show_view_action);
}

/**
 * ls_window_connect_analysis:
 * @self: a window
 *
 * Lets the panes look at the window's run.
 */
void
ls_window_connect_analysis (LsWindow *self)
{
  g_signal_connect_object (self->lints, "notify::n-lints", G_CALLBACK (on_n_lints), self, G_CONNECT_SWAPPED);
  ls_lints_pane_set_debugger (LS_LINTS_PANE (self->lints), self->debugger);
  ls_statistics_pane_set_player (LS_STATISTICS_PANE (self->statistics), self->player);
}
