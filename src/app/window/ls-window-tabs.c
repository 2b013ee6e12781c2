/* ls-window-tabs.c: the tabs of a window
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-window-private.h"

#include <glib/gi18n.h>

#include "ls-application.h"
#include "ls-transport.h"

static void update_tab_actions (LsWindow *self);

static GFile *
get_file (LsSessionView *view)
{
  return ls_debugger_get_file (ls_session_view_get_debugger (view));
}

static AdwTabPage *
get_page (LsWindow      *self,
          LsSessionView *view)
{
  return adw_tab_view_get_page (ADW_TAB_VIEW (self->tabs), GTK_WIDGET (view));
}

/* The toolkit names neither its tabs, nor their buttons, nor the list that newer versions have them in. Such a list is named
 * instead of the bar. */
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
  else if (gtk_accessible_get_accessible_role (accessible) == GTK_ACCESSIBLE_ROLE_TAB_LIST)
    {
      gtk_accessible_update_property (accessible, GTK_ACCESSIBLE_PROPERTY_LABEL, _("Sessions"), -1);
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    name_tabs (child);
}

static void
name_page (LsWindow   *self,
           AdwTabPage *page)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (adw_tab_page_get_child (page)), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  adw_tab_page_get_title (page), -1);
  name_tabs (self->tab_bar);
}

static void
update_page (LsWindow   *self,
             AdwTabPage *page)
{
  LsSessionView *view = LS_SESSION_VIEW (adw_tab_page_get_child (page));
  GFile *file = get_file (view);
  g_autofree char *title = ls_session_view_make_title (view);
  g_autofree char *place = file != NULL ? g_file_get_parse_name (file) : NULL;
  g_autofree char *tooltip = place != NULL ? g_markup_escape_text (place, -1) : g_strdup ("");

  if (g_strcmp0 (adw_tab_page_get_title (page), title) != 0)
    {
      adw_tab_page_set_title (page, title);
      name_page (self, page);
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
    {
      ls_window_update_header (self);
      update_tab_actions (self);
    }
}

static void
on_attention (LsWindow      *self,
              LsSessionView *view)
{
  if (view != self->view)
    adw_tab_page_set_needs_attention (get_page (self, view), TRUE);
}

static LsSessionView *
on_wants_view (LsWindow *self)
{
  return g_object_ref (ls_window_add_view (self));
}

static gboolean
on_wants_dialog (LsWindow      *self,
                 GtkWidget     *content,
                 const char    *title,
                 int            width,
                 int            height,
                 LsSessionView *view)
{
  return view == self->view && ls_window_present_dialog (self, content, title, width, height);
}

static void
on_wants_pane (LsWindow      *self,
               const char    *action,
               LsSessionView *view)
{
  if (view == self->view)
    ls_window_set_shown (self, action, TRUE);
}

static void
on_lesson_changed (LsWindow      *self,
                   LsSessionView *view)
{
  if (view == self->view)
    ls_window_update_lesson (self);
}

static gboolean
on_gives_way (LsWindow      *self,
              const char    *message,
              LsSessionView *view)
{
  return ls_window_drop_view (self, view, message);
}

static const struct
{
  const char *signal;
  GCallback   handler;
} handlers[] = {
  { "status-changed", G_CALLBACK (on_status_changed) },
  { "attention", G_CALLBACK (on_attention) },
  { "wants-view", G_CALLBACK (on_wants_view) },
  { "wants-dialog", G_CALLBACK (on_wants_dialog) },
  { "wants-pane", G_CALLBACK (on_wants_pane) },
  { "gives-way", G_CALLBACK (on_gives_way) },
  { "lesson-changed", G_CALLBACK (on_lesson_changed) },
};

static void
follow (LsWindow  *self,
        GtkWidget *view)
{
  for (guint i = 0; i < G_N_ELEMENTS (handlers); i++)
    g_signal_connect_object (view, handlers[i].signal, handlers[i].handler, self, G_CONNECT_SWAPPED);
}

static void
stop_following (LsWindow  *self,
                GtkWidget *view)
{
  for (guint i = 0; i < G_N_ELEMENTS (handlers); i++)
    g_signal_handlers_disconnect_by_func (view, handlers[i].handler, self);
}

/* The header bar and the actions of the window are for the selected tab. */
static void
on_selected (LsWindow *self)
{
  AdwTabPage *page = adw_tab_view_get_selected_page (ADW_TAB_VIEW (self->tabs));
  LsSessionView *view = page != NULL ? LS_SESSION_VIEW (adw_tab_page_get_child (page)) : NULL;
  g_autoptr (LsSessionView) before = self->view != NULL ? g_object_ref (self->view) : NULL;

  if (view == self->view)
    return;
  if (before != NULL)
    ls_session_view_set_shown (before, FALSE);
  g_set_object (&self->view, view);
  g_signal_group_set_target (self->view_signals, view);
  ls_window_set_view_actions (self, view, before);
  ls_transport_set_player (LS_TRANSPORT (self->transport), view != NULL ? ls_session_view_get_player (view) : NULL);
  if (view == NULL)
    {
      /* The window would look later for a focus that has moved to another window with the tab. */
      gtk_window_set_focus (GTK_WINDOW (self), NULL);
      return;
    }
  if (before != NULL)
    ls_pane_layout_copy (ls_session_view_get_layout (view), ls_session_view_get_layout (before));
  adw_tab_page_set_needs_attention (page, FALSE);
  ls_window_apply_shown (self);
  ls_window_update_lesson (self);
  ls_session_view_set_shown (view, TRUE);
  ls_window_update_settings (self);
  ls_window_update_header (self);
  update_tab_actions (self);
}

/* Tells each session where it is to be again after a crash. */
static void
update_places (LsWindow *self)
{
  for (int i = 0; i < ls_window_get_n_views (self); i++)
    ls_journal_keeper_set_place (ls_session_view_get_keeper (ls_window_get_nth_view (self, i)), self->id, i);
}

static void
update_tab_actions (LsWindow *self)
{
  static const char *const names[] = { "win.close-other-tabs", "win.move-tab-to-window", "win.next-tab",
                                       "win.previous-tab", "win.move-tab-forward", "win.move-tab-back" };
  AdwTabPage *page = ls_window_get_target_page (self);
  LsSessionView *view = page != NULL ? LS_SESSION_VIEW (adw_tab_page_get_child (page)) : NULL;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    gtk_widget_action_set_enabled (GTK_WIDGET (self), names[i], ls_window_get_n_views (self) > 1);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.save-tab", view != NULL && ls_session_view_has_session (view));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.copy-path",
                                 view != NULL && get_file (view) != NULL);
}

static void
on_page_attached (LsWindow   *self,
                  AdwTabPage *page,
                  int         position)
{
  follow (self, adw_tab_page_get_child (page));
  name_page (self, page);
  update_page (self, page);
  update_places (self);
  update_tab_actions (self);
}

/* A window closes when its last tab has moved to another one. */
static gboolean
close_empty_cb (gpointer user_data)
{
  LsWindow *self = user_data;

  if (self->id != NULL && ls_window_get_n_views (self) == 0)
    gtk_window_close (GTK_WINDOW (self));
  return G_SOURCE_REMOVE;
}

static void
on_page_detached (LsWindow   *self,
                  AdwTabPage *page,
                  int         position)
{
  stop_following (self, adw_tab_page_get_child (page));
  if (self->menu_page == page)
    self->menu_page = NULL;
  update_places (self);
  update_tab_actions (self);
  /* The toolkit is not done with the tab yet. */
  if (ls_window_get_n_views (self) == 0)
    g_idle_add_full (G_PRIORITY_HIGH_IDLE, close_empty_cb, g_object_ref (self), g_object_unref);
}

static AdwTabView *
on_create_window (LsWindow *self)
{
  LsWindow *window = ls_window_new_without_tabs (gtk_window_get_application (GTK_WINDOW (self)));

  gtk_window_present (GTK_WINDOW (window));
  return ADW_TAB_VIEW (window->tabs);
}

static void
on_setup_menu (LsWindow   *self,
               AdwTabPage *page)
{
  self->menu_page = page;
  update_tab_actions (self);
}

/* Returns the tab (transfer none) (nullable) whose menu is shown, or else the one that is selected. */
AdwTabPage *
ls_window_get_target_page (LsWindow *self)
{
  return self->menu_page != NULL ? self->menu_page : adw_tab_view_get_selected_page (ADW_TAB_VIEW (self->tabs));
}

static void
new_tab_action (LsWindow   *self,
                const char *name,
                GVariant   *parameter)
{
  ls_window_add_view (self);
}

static void
move_to_window_action (LsWindow   *self,
                       const char *name,
                       GVariant   *parameter)
{
  AdwTabPage *page = ls_window_get_target_page (self);

  if (page != NULL && ls_window_get_n_views (self) > 1)
    adw_tab_view_transfer_page (ADW_TAB_VIEW (self->tabs), page, on_create_window (self), 0);
}

static void
copy_path_action (LsWindow   *self,
                  const char *name,
                  GVariant   *parameter)
{
  AdwTabPage *page = ls_window_get_target_page (self);
  LsSessionView *view = page != NULL ? LS_SESSION_VIEW (adw_tab_page_get_child (page)) : NULL;
  GFile *file = view != NULL ? get_file (view) : NULL;
  g_autofree char *path = file != NULL ? g_file_get_parse_name (file) : NULL;

  if (path != NULL)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), path);
}

static void
save_tab_action (LsWindow   *self,
                 const char *name,
                 GVariant   *parameter)
{
  AdwTabPage *page = ls_window_get_target_page (self);

  if (page == NULL)
    return;
  ls_window_show_view (self, LS_SESSION_VIEW (adw_tab_page_get_child (page)));
  gtk_widget_activate_action (GTK_WIDGET (self->view), "win.save", NULL);
}

/* The first tab comes after the last one. */
static void
switch_tab_action (LsWindow   *self,
                   const char *name,
                   GVariant   *parameter)
{
  AdwTabView *tabs = ADW_TAB_VIEW (self->tabs);
  AdwTabPage *page = adw_tab_view_get_selected_page (tabs);
  int n_pages = adw_tab_view_get_n_pages (tabs);
  int place = page != NULL ? adw_tab_view_get_page_position (tabs, page) : 0;

  if (n_pages == 0)
    return;
  place = (place + (g_str_equal (name, "win.next-tab") ? 1 : n_pages - 1)) % n_pages;
  adw_tab_view_set_selected_page (tabs, adw_tab_view_get_nth_page (tabs, place));
}

static void
move_tab_action (LsWindow   *self,
                 const char *name,
                 GVariant   *parameter)
{
  AdwTabPage *page = ls_window_get_target_page (self);

  if (page == NULL)
    return;
  if (g_str_equal (name, "win.move-tab-forward"))
    adw_tab_view_reorder_forward (ADW_TAB_VIEW (self->tabs), page);
  else
    adw_tab_view_reorder_backward (ADW_TAB_VIEW (self->tabs), page);
}

const LsWindowAction ls_window_tab_actions[] = {
  { "win.new-tab", NULL, new_tab_action },
  { "win.move-tab-to-window", NULL, move_to_window_action },
  { "win.copy-path", NULL, copy_path_action },
  { "win.save-tab", NULL, save_tab_action },
  { "win.next-tab", NULL, switch_tab_action },
  { "win.previous-tab", NULL, switch_tab_action },
  { "win.move-tab-forward", NULL, move_tab_action },
  { "win.move-tab-back", NULL, move_tab_action },
  { NULL },
};

/* Follows the tabs from now on. */
void
ls_window_init_tabs (LsWindow *self)
{
  self->id = g_uuid_string_random ();
  self->view_signals = g_signal_group_new (LS_TYPE_SESSION_VIEW);
  g_signal_group_connect_swapped (self->view_signals, "title-changed", G_CALLBACK (ls_window_update_title), self);
  g_signal_group_connect_swapped (self->view_signals, "settings-changed", G_CALLBACK (ls_window_update_settings), self);
  /* These keys move the cursor in a program. */
  adw_tab_view_remove_shortcuts (ADW_TAB_VIEW (self->tabs),
                                 ADW_TAB_VIEW_SHORTCUT_CONTROL_HOME | ADW_TAB_VIEW_SHORTCUT_CONTROL_END |
                                   ADW_TAB_VIEW_SHORTCUT_CONTROL_SHIFT_HOME | ADW_TAB_VIEW_SHORTCUT_CONTROL_SHIFT_END);
  g_signal_connect_object (self->tabs, "page-attached", G_CALLBACK (on_page_attached), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->tabs, "page-detached", G_CALLBACK (on_page_detached), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->tabs, "page-reordered", G_CALLBACK (update_places), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->tabs, "create-window", G_CALLBACK (on_create_window), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->tabs, "setup-menu", G_CALLBACK (on_setup_menu), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->tabs, "notify::selected-page", G_CALLBACK (on_selected), self, G_CONNECT_SWAPPED);
}

/* Lets go of the view that is shown. */
void
ls_window_dispose_tabs (LsWindow *self)
{
  if (self->id == NULL)
    return;
  g_signal_handlers_disconnect_by_data (self->tabs, self);
  for (int i = 0; i < ls_window_get_n_views (self); i++)
    stop_following (self, GTK_WIDGET (ls_window_get_nth_view (self, i)));
  if (self->view != NULL)
    {
      ls_session_view_set_shown (self->view, FALSE);
      ls_window_set_view_actions (self, NULL, self->view);
    }
  g_clear_object (&self->view_signals);
  g_clear_object (&self->view);
  g_clear_pointer (&self->id, g_free);
}

/**
 * ls_window_show_view:
 * @self: a window
 * @view: a view in it
 *
 * Selects the tab of @view.
 */
void
ls_window_show_view (LsWindow      *self,
                     LsSessionView *view)
{
  adw_tab_view_set_selected_page (ADW_TAB_VIEW (self->tabs), get_page (self, view));
}

/* Adds a tab at @place for @view, which no window has, and shows it. */
void
ls_window_insert_view (LsWindow      *self,
                       LsSessionView *view,
                       int            place)
{
  adw_tab_view_insert (ADW_TAB_VIEW (self->tabs), GTK_WIDGET (view), CLAMP (place, 0, ls_window_get_n_views (self)));
  ls_window_show_view (self, view);
}

/* Returns a view (transfer floating) that is to get a tab. */
LsSessionView *
ls_window_make_view (LsWindow *self)
{
  GApplication *application = g_application_get_default ();

  return ls_session_view_new (LS_IS_APPLICATION (application) ? ls_application_get_journals (LS_APPLICATION (application)) : NULL);
}

LsSessionView *
ls_window_add_view_at (LsWindow *self,
                       int       place)
{
  LsSessionView *view = ls_window_make_view (self);

  ls_window_insert_view (self, view, place);
  ls_session_view_update_unsaved (view);
  return view;
}

/**
 * ls_window_add_view:
 * @self: a window
 *
 * Adds a tab with the welcome page after the others, and shows it.
 *
 * Returns: (transfer none): what the tab has
 */
LsSessionView *
ls_window_add_view (LsWindow *self)
{
  return ls_window_add_view_at (self, ls_window_get_n_views (self));
}

/**
 * ls_window_get_n_views:
 * @self: a window
 *
 * Returns: how many tabs it has
 */
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
