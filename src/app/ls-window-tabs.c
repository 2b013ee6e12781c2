/* ls-window-tabs.c: the tabs of a window
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-window-private.h"

#include <glib/gi18n.h>

#include "ls-transport.h"

static AdwTabPage *
get_page (LsWindow      *self,
          LsSessionView *view)
{
  return adw_tab_view_get_page (ADW_TAB_VIEW (self->tabs), GTK_WIDGET (view));
}

/* The toolkit gives neither its tabs nor the buttons on them a name. */
static void
name_tabs (GtkWidget *widget)
{
  GtkAccessible *accessible = GTK_ACCESSIBLE (widget);

  if (g_str_equal (G_OBJECT_TYPE_NAME (widget), "AdwTab") &&
      g_object_class_find_property (G_OBJECT_GET_CLASS (widget), "page") != NULL)
    {
      g_autoptr (AdwTabPage) page = NULL;

      g_object_get (widget, "page", &page, NULL);
      if (page != NULL)
        gtk_accessible_update_property (accessible, GTK_ACCESSIBLE_PROPERTY_LABEL, adw_tab_page_get_title (page), -1);
    }
  else if (GTK_IS_BUTTON (widget))
    {
      gtk_accessible_update_property (accessible, GTK_ACCESSIBLE_PROPERTY_LABEL, _("Close Tab"), -1);
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    name_tabs (child);
}

static void
update_page (LsWindow   *self,
             AdwTabPage *page)
{
  LsSessionView *view = LS_SESSION_VIEW (adw_tab_page_get_child (page));
  GFile *file = ls_debugger_get_file (view->debugger);
  g_autofree char *title = ls_session_view_make_title (view);
  g_autofree char *place = file != NULL ? g_file_get_parse_name (file) : NULL;
  g_autofree char *tooltip = place != NULL ? g_markup_escape_text (place, -1) : g_strdup ("");

  if (g_strcmp0 (adw_tab_page_get_title (page), title) != 0)
    {
      adw_tab_page_set_title (page, title);
      gtk_accessible_update_property (GTK_ACCESSIBLE (view), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
      name_tabs (self->tab_bar);
    }
  adw_tab_page_set_tooltip (page, tooltip);
  adw_tab_page_set_loading (page, ls_session_view_is_busy (view));
}

static void
on_status_changed (LsWindow      *self,
                   LsSessionView *view)
{
  update_page (self, get_page (self, view));
  if (view == self->view)
    ls_window_update_header (self);
}

static void
on_attention (LsWindow      *self,
              LsSessionView *view)
{
  if (view != self->view)
    adw_tab_page_set_needs_attention (get_page (self, view), TRUE);
}

/* The header bar, the actions and what else the window has for one session are those of the selected one. */
static void
on_selected (LsWindow *self)
{
  AdwTabPage *page = adw_tab_view_get_selected_page (ADW_TAB_VIEW (self->tabs));
  LsSessionView *view = page != NULL ? LS_SESSION_VIEW (adw_tab_page_get_child (page)) : NULL;
  g_autoptr (LsSessionView) before = self->view != NULL ? g_object_ref (self->view) : NULL;

  if (view == self->view)
    return;
  if (before != NULL)
    ls_session_view_set_window (before, NULL);
  g_set_object (&self->view, view);
  ls_transport_set_player (LS_TRANSPORT (self->transport), view != NULL ? view->player : NULL);
  if (view == NULL)
    return;
  if (before != NULL)
    ls_session_view_copy_panes (view, before);
  adw_tab_page_set_needs_attention (page, FALSE);
  ls_window_apply_shown (self);
  ls_session_view_set_window (view, self);
  ls_session_view_update_actions (view);
  ls_window_update_header (self);
}

static void
on_page_attached (LsWindow   *self,
                  AdwTabPage *page,
                  int         position)
{
  GtkWidget *view = adw_tab_page_get_child (page);

  g_signal_connect_object (view, "status-changed", G_CALLBACK (on_status_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (view, "attention", G_CALLBACK (on_attention), self, G_CONNECT_SWAPPED);
  update_page (self, page);
}

static void
on_page_detached (LsWindow   *self,
                  AdwTabPage *page,
                  int         position)
{
  GtkWidget *view = adw_tab_page_get_child (page);

  g_signal_handlers_disconnect_by_func (view, on_status_changed, self);
  g_signal_handlers_disconnect_by_func (view, on_attention, self);
}

/**
 * ls_window_init_tabs:
 * @self: a window
 *
 * Follows the tabs from now on.
 */
void
ls_window_init_tabs (LsWindow *self)
{
  /* In a program these keys move the cursor. */
  adw_tab_view_remove_shortcuts (ADW_TAB_VIEW (self->tabs),
                                 ADW_TAB_VIEW_SHORTCUT_CONTROL_HOME | ADW_TAB_VIEW_SHORTCUT_CONTROL_END |
                                   ADW_TAB_VIEW_SHORTCUT_CONTROL_SHIFT_HOME | ADW_TAB_VIEW_SHORTCUT_CONTROL_SHIFT_END);
  g_signal_connect_object (self->tabs, "page-attached", G_CALLBACK (on_page_attached), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->tabs, "page-detached", G_CALLBACK (on_page_detached), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->tabs, "notify::selected-page", G_CALLBACK (on_selected), self, G_CONNECT_SWAPPED);
}

/**
 * ls_window_dispose_tabs:
 * @self: a window that goes away
 *
 * Lets go of the view that is shown.
 */
void
ls_window_dispose_tabs (LsWindow *self)
{
  if (self->view != NULL)
    ls_session_view_set_window (self->view, NULL);
  g_clear_object (&self->view);
}

/**
 * ls_window_add_view:
 * @self: a window
 *
 * Adds a tab that welcomes, after the others, and shows it.
 *
 * Returns: (transfer none): what the tab has
 */
LsSessionView *
ls_window_add_view (LsWindow *self)
{
  LsSessionView *view = ls_session_view_new ();
  AdwTabPage *page = adw_tab_view_append (ADW_TAB_VIEW (self->tabs), GTK_WIDGET (view));

  adw_tab_view_set_selected_page (ADW_TAB_VIEW (self->tabs), page);
  ls_session_view_update_unsaved (view);
  return view;
}

int
ls_window_get_n_views (LsWindow *self)
{
  return adw_tab_view_get_n_pages (ADW_TAB_VIEW (self->tabs));
}

/**
 * ls_window_get_nth_view:
 * @self: a window
 * @index: of a tab, from the left one in languages that are written from the left
 *
 * Returns: (transfer none): what the tab has
 */
LsSessionView *
ls_window_get_nth_view (LsWindow *self,
                        int       index)
{
  AdwTabPage *page = adw_tab_view_get_nth_page (ADW_TAB_VIEW (self->tabs), index);

  return LS_SESSION_VIEW (adw_tab_page_get_child (page));
}
