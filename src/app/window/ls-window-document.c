/* ls-window-document.c: opening sessions in a window
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-window-private.h"

#include <glib/gi18n.h>

#include "ls-compat.h"
#include "ls-files.h"
#include "ls-menu.h"

/* Lists the recent sessions in the menu beside Open. */
void
ls_window_update_recent (LsWindow *self)
{
  g_autoptr (GPtrArray) recent = ls_files_list_recent (g_settings_get_int (self->settings, "recent-max"));
  g_autoptr (GMenu) menu = g_menu_new ();

  for (guint i = 0; i < recent->len; i++)
    {
      LsFilesEntry *entry = g_ptr_array_index (recent, i);
      g_autofree char *uri = g_file_get_uri (entry->file);
      g_autofree char *label = ls_menu_escape (entry->title);

      ls_menu_append (menu, label, "win.open-uri", g_variant_new_string (uri));
    }
  if (recent->len == 0)
    g_menu_append (menu, _("No recent sessions"), "win.no-recent");
  adw_split_button_set_menu_model (ADW_SPLIT_BUTTON (self->open), G_MENU_MODEL (menu));
}

/* Returns the tab (transfer none) (nullable) that has @file already or reads it, in any window, and that window in @window. */
LsSessionView *
ls_window_find_open (GFile     *file,
                     LsWindow **window)
{
  GtkApplication *application = GTK_APPLICATION (g_application_get_default ());

  for (GList *link = gtk_application_get_windows (application); link != NULL; link = link->next)
    for (int i = 0; LS_IS_WINDOW (link->data) && i < ls_window_get_n_views (link->data); i++)
      {
        LsSessionView *view = ls_window_get_nth_view (link->data, i);
        GFile *own = ls_debugger_get_file (ls_session_view_get_debugger (view));

        *window = link->data;
        if ((own != NULL && g_file_equal (own, file)) || ls_session_file_is_opening (ls_session_view_get_file (view), file))
          return view;
      }
  return NULL;
}

static void
open_file (LsWindow *self,
           GFile    *file,
           gboolean  example)
{
  LsWindow *window = NULL;
  LsSessionView *there = example ? NULL : ls_window_find_open (file, &window);
  LsSessionView *view;

  if (there != NULL)
    {
      ls_window_show_view (window, there);
      gtk_window_present (GTK_WINDOW (window));
      return;
    }
  if (ls_session_view_is_untouched (self->view))
    {
      ls_session_view_open (self->view, file, example);
      return;
    }
  view = ls_window_make_view (self);
  ls_session_view_set_opener (view, self->view);
  ls_session_view_open (view, file, example);
  ls_window_insert_view (self, view, ls_window_get_n_views (self));
}

/* Closes the tab of a session that cannot be opened. The tab from which it was opened says why in @message (nullable). Returns
 * FALSE if it is the only one. */
gboolean
ls_window_drop_view (LsWindow      *self,
                     LsSessionView *view,
                     const char    *message)
{
  AdwTabView *tabs = ADW_TAB_VIEW (self->tabs);
  LsSessionView *opener = ls_session_view_get_opener (view);

  if (ls_window_get_n_views (self) <= 1)
    return FALSE;
  if (view == self->view && opener != NULL && gtk_widget_is_ancestor (GTK_WIDGET (opener), self->tabs))
    ls_window_show_view (self, opener);
  adw_tab_view_close_page (tabs, adw_tab_view_get_page (tabs, GTK_WIDGET (view)));
  if (message != NULL)
    ls_session_view_report (self->view, message);
  return TRUE;
}

/**
 * ls_window_open:
 * @self: a window
 * @file: a session file
 *
 * Shows @file: where it is open already, else in the tab that is shown if there is nothing in it yet, else in one of its own.
 */
void
ls_window_open (LsWindow *self,
                GFile    *file)
{
  g_return_if_fail (LS_IS_WINDOW (self) && self->view != NULL);

  open_file (self, file, FALSE);
}

static gboolean
are_scripts (GFile **files,
             guint   n_files)
{
  for (guint i = 0; i < n_files; i++)
    {
      g_autofree char *name = g_file_get_basename (files[i]);

      if (name == NULL || !ls_session_path_is_script (name))
        return FALSE;
    }
  return TRUE;
}

/**
 * ls_window_open_files:
 * @self: a window
 * @files: (array length=n_files): what was dropped, or named on the command line
 * @n_files: how many
 *
 * Opens several files: scripts as one program, in the order in which they come; sessions in tabs of their own.
 */
void
ls_window_open_files (LsWindow  *self,
                      GFile    **files,
                      guint      n_files)
{
  g_autoptr (GPtrArray) paths = NULL;

  if (n_files < 2 || !are_scripts (files, n_files))
    {
      for (guint i = 0; i < n_files; i++)
        ls_window_open (self, files[i]);
      return;
    }
  paths = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < n_files; i++)
    g_ptr_array_add (paths, g_file_is_native (files[i]) ? g_file_get_path (files[i]) : g_file_get_uri (files[i]));
  g_ptr_array_add (paths, NULL);
  ls_session_view_open_scripts (ls_session_view_get_free (self->view), (const char *const *) paths->pdata);
}

/**
 * ls_window_drop_files:
 * @self: a window
 * @files: (element-type GFile): what was dropped
 *
 * Opens what was dropped, see ls_window_open_files().
 *
 * Returns: whether it was taken
 */
gboolean
ls_window_drop_files (LsWindow *self,
                      GSList   *files)
{
  g_autoptr (GPtrArray) array = g_ptr_array_new ();

  if (files == NULL || self->view == NULL)
    return FALSE;
  for (GSList *link = files; link != NULL; link = link->next)
    g_ptr_array_add (array, link->data);
  ls_window_open_files (self, (GFile **) array->pdata, array->len);
  return TRUE;
}

static gboolean
on_drop (GtkDropTarget *target,
         const GValue  *value,
         double         x,
         double         y,
         LsWindow      *self)
{
  return G_VALUE_HOLDS (value, GDK_TYPE_FILE_LIST) && ls_window_drop_files (self, g_value_get_boxed (value));
}

/* Lets files be dropped anywhere on the window. */
void
ls_window_add_drop_target (LsWindow *self)
{
  GtkDropTarget *target = gtk_drop_target_new (GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);

  g_signal_connect (target, "drop", G_CALLBACK (on_drop), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (target));
}

static void
on_file_chosen (GFile    *file,
                gpointer  user_data)
{
  g_autoptr (LsWindow) self = user_data;

  if (file != NULL && self->view != NULL)
    ls_window_open (self, file);
}

/* Returns (transfer full) a filter for files whose names end so. */
static GtkFileFilter *
make_filter (const char        *name,
             const char *const *first,
             const char *const *second)
{
  GtkFileFilter *filter = gtk_file_filter_new ();

  gtk_file_filter_set_name (filter, name);
  for (guint i = 0; first[i] != NULL; i++)
    gtk_file_filter_add_suffix (filter, first[i]);
  for (guint i = 0; second != NULL && second[i] != NULL; i++)
    gtk_file_filter_add_suffix (filter, second[i]);
  return filter;
}

/* The content of a file says what it is, whatever its name is: so all files are offered, too. */
static void
open_action (LsWindow   *self,
             const char *name,
             GVariant   *parameter)
{
  static const char *const programs[] = { "loopscope", "loopscope-course", "js", "mjs", "cjs", "ts", "mts", "cts", NULL };
  static const char *const recordings[] = { "json", "gz", "pftrace", "perfetto-trace", "trace", NULL };
  g_autoptr (GtkFileFilter) all = make_filter (_("Sessions, programs and recordings"), programs, recordings);
  g_autoptr (GtkFileFilter) only_programs = make_filter (_("Sessions and programs"), programs, NULL);
  g_autoptr (GtkFileFilter) only_recordings = make_filter (_("Recordings"), recordings, NULL);
  g_autoptr (GtkFileFilter) any = gtk_file_filter_new ();

  gtk_file_filter_set_name (any, _("All files"));
  gtk_file_filter_add_pattern (any, "*");
  ls_compat_open_file (GTK_WINDOW (self), _("Open Session or Recording"),
                       (GtkFileFilter *[]) { all, only_programs, only_recordings, any, NULL }, on_file_chosen, g_object_ref (self));
}

static void
open_uri_action (LsWindow   *self,
                 const char *name,
                 GVariant   *parameter)
{
  g_autoptr (GFile) file = g_file_new_for_uri (g_variant_get_string (parameter, NULL));

  if (self->view != NULL)
    open_file (self, file, g_str_equal (name, "win.open-example"));
}

const LsWindowAction ls_window_document_actions[] = {
  { "win.open", NULL, open_action },
  { "win.open-uri", "s", open_uri_action },
  { "win.open-example", "s", open_uri_action },
  { NULL },
};
