/* ls-window-dnd.c: files that are dropped on the window
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-window-private.h"

static gboolean
are_scripts (GSList *files)
{
  for (GSList *link = files; link != NULL; link = link->next)
    {
      g_autofree char *name = g_file_get_basename (link->data);

      if (name == NULL || !ls_session_path_is_script (name))
        return FALSE;
    }
  return TRUE;
}

static void
open_as_program (LsWindow *self,
                 GSList   *files)
{
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);

  for (GSList *link = files; link != NULL; link = link->next)
    g_ptr_array_add (paths, g_file_is_native (link->data) ? g_file_get_path (link->data) : g_file_get_uri (link->data));
  g_ptr_array_add (paths, NULL);
  ls_session_view_open_scripts (self->view, (const char *const *) paths->pdata);
}

/**
 * ls_window_drop_files:
 * @self: a window
 * @files: (element-type GFile): what was dropped
 *
 * Opens what was dropped: several scripts as one program, in the order in which they came; several sessions in windows
 * of their own.
 *
 * Returns: whether it was taken
 */
gboolean
ls_window_drop_files (LsWindow *self,
                      GSList   *files)
{
  if (files == NULL || self->view == NULL)
    return FALSE;
  if (files->next != NULL && are_scripts (files))
    {
      open_as_program (self, files);
      return TRUE;
    }
  ls_window_open (self, files->data);
  for (GSList *link = files->next; link != NULL; link = link->next)
    {
      LsWindow *window = ls_window_new (gtk_window_get_application (GTK_WINDOW (self)));

      gtk_window_present (GTK_WINDOW (window));
      ls_window_open (window, link->data);
    }
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

/**
 * ls_window_add_drop_target:
 * @self: a window
 *
 * Lets files be dropped anywhere on the window.
 */
void
ls_window_add_drop_target (LsWindow *self)
{
  GtkDropTarget *target = gtk_drop_target_new (GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);

  g_signal_connect (target, "drop", G_CALLBACK (on_drop), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (target));
}
