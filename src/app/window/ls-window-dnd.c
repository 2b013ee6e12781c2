/* ls-window-dnd.c: files that are dropped on the window
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-window-private.h"

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
