/* ls-session-view-panes.c: which panes are shown, and how large they are
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-session-view-private.h"

#define PROGRAM_MINIMUM 220
#define LOW_HEIGHT 620
#define LEAST_BOTTOM 150
#define LESSON_HEIGHT 380
/* What is lower shows no line of a program. */
#define PROGRAM_LEAST 100

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
 * ls_session_view_restore_panes:
 * @self: a view
 *
 * Gives the panes the sizes that they had in the window that was closed last. Before the view has a size it does so for
 * the one that it is likely to get.
 */
void
ls_session_view_restore_panes (LsSessionView *self)
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

/* When it is seen again, a divider whose upper or left side grows with the window is moved by as much as the window has grown
 * since it was seen last. */
static void
copy_position (GtkWidget *paned,
               GtkWidget *from)
{
  int position = gtk_paned_get_position (GTK_PANED (from));

  if (get_extent (paned) > 0 && gtk_paned_get_resize_start_child (GTK_PANED (paned)))
    position -= get_extent (from) - get_extent (paned);
  gtk_paned_set_position (GTK_PANED (paned), MAX (position, 0));
}

/**
 * ls_session_view_copy_panes:
 * @self: a view that is shown in the place of another
 * @from: the other one
 *
 * Gives the panes the sizes that they had in the view that was seen before.
 */
void
ls_session_view_copy_panes (LsSessionView *self,
                            LsSessionView *from)
{
  if (gtk_widget_get_width (from->left) == 0)
    return;
  self->has_panes = TRUE;
  copy_position (self->left, from->left);
  copy_position (self->right, from->right);
  copy_position (self->vertical, from->vertical);
}

static GtkWidget *
get_pane (LsSessionView *self,
          const char    *action)
{
  return g_str_equal (action, "show-program")     ? self->left_pane
         : g_str_equal (action, "show-inspector") ? self->right_pane
                                                  : self->bottom_pane;
}

/**
 * ls_session_view_set_pane_shown:
 * @self: a view
 * @action: the window's action for the pane: "show-program", "show-inspector" or "show-events"
 * @shown: whether to show it
 *
 * Shows or hides a pane.
 */
void
ls_session_view_set_pane_shown (LsSessionView *self,
                                const char    *action,
                                gboolean       shown)
{
  GtkWidget *pane = get_pane (self, action);

  gtk_widget_set_visible (pane, shown);
  /* A window that became too small may have taken its room. */
  if (pane == self->left_pane && gtk_paned_get_position (GTK_PANED (self->left)) < PROGRAM_MINIMUM)
    gtk_paned_set_position (GTK_PANED (self->left), g_settings_get_int (self->settings, "program-width"));
}

/**
 * ls_session_view_show_program:
 * @self: a view
 *
 * Shows the program, also where a lesson has taken all of its height: then each has half of it.
 */
void
ls_session_view_show_program (LsSessionView *self)
{
  ls_session_view_show_pane (self, "show-program");
  /* What the divider has hidden keeps the height that it had. */
  if (gtk_widget_get_visible (self->lesson) &&
      (!gtk_widget_get_child_visible (self->program) || gtk_widget_get_height (self->program) < PROGRAM_LEAST))
    gtk_paned_set_position (GTK_PANED (self->lesson_paned), gtk_widget_get_height (self->lesson_paned) / 2);
}

/**
 * ls_session_view_needs_height:
 * @self: a view
 *
 * Returns: whether it is so low that there is no room for the text of the lesson beside what is below it
 */
gboolean
ls_session_view_needs_height (LsSessionView *self)
{
  return gtk_widget_get_height (GTK_WIDGET (self)) < LOW_HEIGHT && ls_session_view_has_lesson (self);
}

/**
 * ls_session_view_update_height:
 * @self: a view
 *
 * Leaves as much as possible to a lesson in a low view; afterwards what is below has the height that it had.
 */
void
ls_session_view_update_height (LsSessionView *self)
{
  int height = gtk_widget_get_height (self->vertical);

  if (height == 0 || self->is_low == ls_session_view_needs_height (self))
    return;
  self->is_low = !self->is_low;
  if (self->is_low)
    self->full_bottom = height - gtk_paned_get_position (GTK_PANED (self->vertical)) - get_handle_extent (self->vertical);
  set_end_extent (self->vertical, self->is_low ? LEAST_BOTTOM : self->full_bottom, height);
  /* All of it, where that is more than there is. */
  gtk_paned_set_position (GTK_PANED (self->lesson_paned), self->is_low ? LOW_HEIGHT : LESSON_HEIGHT);
}

/**
 * ls_session_view_needs_width:
 * @self: a view
 *
 * Returns: the width that the program needs to be seen whole, in pixels, or 0 if it has it or there is no room for that
 */
int
ls_session_view_needs_width (LsSessionView *self)
{
  int minimum, rest;

  if (!gtk_widget_get_mapped (self->left_pane))
    return 0;
  gtk_widget_measure (self->left_pane, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL, NULL);
  if (gtk_paned_get_position (GTK_PANED (self->left)) >= minimum)
    return 0;
  gtk_widget_measure (self->right, GTK_ORIENTATION_HORIZONTAL, -1, &rest, NULL, NULL, NULL);
  return minimum + rest + get_handle_extent (self->left) <= get_extent (self->left) ? minimum : 0;
}

/**
 * ls_session_view_update_width:
 * @self: a view
 *
 * Gives the program the width that it needs, as with text that is larger than when the divider was moved.
 */
void
ls_session_view_update_width (LsSessionView *self)
{
  int width = ls_session_view_needs_width (self);

  if (width > 0)
    gtk_paned_set_position (GTK_PANED (self->left), width);
}

static void
save_extent (LsSessionView   *self,
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
 * ls_session_view_save_panes:
 * @self: a view that was shown
 * @narrow: whether its window has no room for what people want
 *
 * Remembers the sizes of the panes that it shows, for the next window.
 */
void
ls_session_view_save_panes (LsSessionView *self,
                            gboolean       narrow)
{
  if (!narrow)
    {
      save_extent (self, "program-width", self->left_pane, TRUE);
      save_extent (self, "inspector-width", self->right_pane, TRUE);
    }
  g_settings_set_string (self->settings, "bottom-page",
                         gtk_stack_get_visible_child_name (GTK_STACK (self->bottom_stack)));
  if (!self->is_low)
    save_extent (self, "events-height", self->bottom_pane, FALSE);
}
