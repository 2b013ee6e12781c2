/* ls-window-dnd.c: files that are dropped on the window
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-window-private.h"

/**
 * ls_window_drop_file:
 * @self: a window
 * @file: what was dropped
 *
 * Opens what was dropped.
 *
 * Returns: %TRUE, it was taken
 */
gboolean
ls_window_drop_file (LsWindow *self,
                     GFile    *file)
{
  ls_window_open (self, file);
  return TRUE;
}

static gboolean
on_drop (GtkDropTarget *target,
         const GValue  *value,
         double         x,
         double         y,
         LsWindow      *self)
{
  GSList *files;

  if (!G_VALUE_HOLDS (value, GDK_TYPE_FILE_LIST))
    return FALSE;
  files = g_value_get_boxed (value);
  return files != NULL && ls_window_drop_file (self, files->data);
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
