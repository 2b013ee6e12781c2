/* ls-window-document.c: opening sessions in a window, and closing it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-window-private.h"

#include <glib/gi18n.h>

#include "ls-compat.h"
#include "ls-files.h"

/**
 * ls_window_update_recent:
 * @self: a window
 *
 * Lists the recent sessions in the menu beside Open.
 */
void
ls_window_update_recent (LsWindow *self)
{
  g_autoptr (GPtrArray) recent = ls_files_list_recent (g_settings_get_int (self->settings, "recent-max"));
  g_autoptr (GMenu) menu = g_menu_new ();

  for (guint i = 0; i < recent->len; i++)
    {
      LsFilesEntry *entry = g_ptr_array_index (recent, i);
      g_autofree char *uri = g_file_get_uri (entry->file);
      g_autoptr (GMenuItem) item = NULL;
      g_auto (GStrv) parts = g_strsplit (entry->title, "_", -1);
      g_autofree char *label = g_strjoinv ("__", parts);

      item = g_menu_item_new (label, NULL);
      g_menu_item_set_action_and_target (item, "win.open-uri", "s", uri);
      g_menu_append_item (menu, item);
    }
  if (recent->len == 0)
    g_menu_append (menu, _("No recent sessions"), "win.no-recent");
  adw_split_button_set_menu_model (ADW_SPLIT_BUTTON (self->open), G_MENU_MODEL (menu));
}

/**
 * ls_window_open:
 * @self: a window
 * @file: a session file
 *
 * Opens @file, after asking what is to become of changes that are not saved.
 */
void
ls_window_open (LsWindow *self,
                GFile    *file)
{
  g_return_if_fail (LS_IS_WINDOW (self) && self->view != NULL);

  ls_session_view_open (self->view, file, FALSE);
}

static void
on_confirmed (LsSessionView *view,
              gpointer       user_data)
{
  LsWindow *self = user_data;

  self->discard = TRUE;
  gtk_window_close (GTK_WINDOW (self));
}

/**
 * ls_window_keep_journals:
 * @self: a window that is about to be closed
 *
 * Leaves what is not saved for the next start, so that there is no need to ask.
 */
void
ls_window_keep_journals (LsWindow *self)
{
  for (int i = 0; i < ls_window_get_n_views (self); i++)
    ls_session_view_keep_journal (ls_window_get_nth_view (self, i));
}

/**
 * ls_window_confirm_close:
 * @self: a window
 *
 * Returns: whether the window may close now; if not, the user has been asked
 */
gboolean
ls_window_confirm_close (LsWindow *self)
{
  if (self->view == NULL || !ls_session_view_get_modified (self->view) || self->view->keeps_journal)
    return TRUE;
  ls_session_view_confirm (self->view, on_confirmed, self);
  return FALSE;
}

static void
on_file_chosen (GFile    *file,
                gpointer  user_data)
{
  g_autoptr (LsWindow) self = user_data;

  if (file != NULL)
    ls_window_open (self, file);
}

static void
open_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();

  gtk_file_filter_set_name (filter, _("Sessions and programs"));
  gtk_file_filter_add_pattern (filter, "*" LS_SESSION_SUFFIX);
  gtk_file_filter_add_pattern (filter, "*.js");
  gtk_file_filter_add_pattern (filter, "*.mjs");
  gtk_file_filter_add_pattern (filter, "*.cjs");
  ls_compat_open_file (GTK_WINDOW (widget), _("Open Session"), filter, on_file_chosen, g_object_ref (widget));
}

static void
open_uri_action (GtkWidget  *widget,
                 const char *name,
                 GVariant   *parameter)
{
  LsWindow *self = LS_WINDOW (widget);
  g_autoptr (GFile) file = g_file_new_for_uri (g_variant_get_string (parameter, NULL));

  if (self->view != NULL)
    ls_session_view_open (self->view, file, g_str_equal (name, "win.open-example"));
}

/**
 * ls_window_install_document_actions:
 * @widget_class: the window's class
 *
 * Installs the actions that open.
 */
void
ls_window_install_document_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.open", NULL, open_action);
  gtk_widget_class_install_action (widget_class, "win.open-uri", "s", open_uri_action);
  gtk_widget_class_install_action (widget_class, "win.open-example", "s", open_uri_action);
}
