/* ls-window-panes.c: how large the panes of a window are, and its size
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-window-private.h"

/* The stage gets what the panes around it leave, so the sizes of these are what is remembered: they hold for windows of any
 * size. */

static int
get_extent (GtkWidget *widget)
{
  GtkOrientation orientation = gtk_orientable_get_orientation (GTK_ORIENTABLE (widget));

  return orientation == GTK_ORIENTATION_HORIZONTAL ? gtk_widget_get_width (widget) : gtk_widget_get_height (widget);
}

/* What the handle takes. */
static int
get_handle_extent (GtkWidget *paned)
{
  int extent = get_extent (paned);
  gboolean horizontal = gtk_orientable_get_orientation (GTK_ORIENTABLE (paned)) == GTK_ORIENTATION_HORIZONTAL;

  for (GtkWidget *child = gtk_widget_get_first_child (paned); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      if (child != gtk_paned_get_start_child (GTK_PANED (paned)) && child != gtk_paned_get_end_child (GTK_PANED (paned)))
        return horizontal ? gtk_widget_get_width (child) : gtk_widget_get_height (child);
    }
  return extent > 0 ? 1 : 0;
}

static void
set_end_extent (GtkWidget *paned,
                int        extent,
                int        of)
{
  if (of - extent > 0)
    gtk_paned_set_position (GTK_PANED (paned), of - extent - get_handle_extent (paned));
}

/**
 * ls_window_restore_panes:
 * @self: a window
 *
 * Gives the panes the sizes that they had in the window that was closed last. Before the window has a size it does so for
 * the one that it is likely to get.
 */
void
ls_window_restore_panes (LsWindow *self)
{
  int program = g_settings_get_int (self->settings, "program-width");
  int inspector = g_settings_get_int (self->settings, "inspector-width");
  int events = g_settings_get_int (self->settings, "events-height");

  gtk_paned_set_position (GTK_PANED (self->left), program);
  if (gtk_widget_get_width (self->left) > 0)
    {
      int width = gtk_widget_get_width (self->left) - get_handle_extent (self->left);

      if (gtk_widget_get_visible (self->left_pane))
        width -= program;
      set_end_extent (self->right, inspector, width);
      set_end_extent (self->vertical, events, gtk_widget_get_height (self->vertical));
    }
  else
    {
      set_end_extent (self->right, inspector, g_settings_get_int (self->settings, "window-width") - program);
      /* The header takes some of the height. */
      set_end_extent (self->vertical, events, g_settings_get_int (self->settings, "window-height") - 47);
    }
}

/**
 * ls_window_restore_shown:
 * @self: a window
 *
 * Shows the panes, and the page below the stage, that the window that was closed last showed.
 */
void
ls_window_restore_shown (LsWindow *self)
{
  static const char *const keys[] = { "show-program", "show-inspector", "show-events" };
  g_autofree char *page = g_settings_get_string (self->settings, "bottom-page");

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    g_action_group_change_action_state (G_ACTION_GROUP (self), keys[i],
                                        g_variant_new_boolean (g_settings_get_boolean (self->settings, keys[i])));
  if (gtk_stack_get_child_by_name (GTK_STACK (self->bottom_stack), page) != NULL)
    gtk_stack_set_visible_child_name (GTK_STACK (self->bottom_stack), page);
}

static void
save_extent (LsWindow   *self,
             const char *key,
             GtkWidget  *pane,
             gboolean    is_width)
{
  int extent = is_width ? gtk_widget_get_width (pane) : gtk_widget_get_height (pane);
  int width, height;

  gtk_widget_get_size_request (pane, &width, &height);
  if (gtk_widget_get_mapped (pane) && extent >= (is_width ? width : height))
    g_settings_set_int (self->settings, key, extent);
}

/**
 * ls_window_save_size:
 * @self: a window
 *
 * Remembers the sizes of the window and of the panes that it shows, for the next one.
 */
void
ls_window_save_size (LsWindow *self)
{
  int width, height;

  /* A narrow window has no room for what people want. */
  if (!self->narrow)
    {
      save_extent (self, "program-width", self->left_pane, TRUE);
      save_extent (self, "inspector-width", self->right_pane, TRUE);
      g_settings_set_boolean (self->settings, "show-program", gtk_widget_get_visible (self->left_pane));
      g_settings_set_boolean (self->settings, "show-inspector", gtk_widget_get_visible (self->right_pane));
    }
  g_settings_set_boolean (self->settings, "show-events", gtk_widget_get_visible (self->bottom_pane));
  g_settings_set_string (self->settings, "bottom-page",
                         gtk_stack_get_visible_child_name (GTK_STACK (self->bottom_stack)));
  save_extent (self, "events-height", self->bottom_pane, FALSE);

  g_settings_set_boolean (self->settings, "window-maximized", gtk_window_is_maximized (GTK_WINDOW (self)));
  if (gtk_window_is_maximized (GTK_WINDOW (self)))
    return;
  gtk_window_get_default_size (GTK_WINDOW (self), &width, &height);
  if (width > 0 && height > 0)
    {
      g_settings_set_int (self->settings, "window-width", width);
      g_settings_set_int (self->settings, "window-height", height);
    }
}
