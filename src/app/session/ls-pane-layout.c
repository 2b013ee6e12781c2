/* ls-pane-layout.c: which panes of a view are shown, and how large they are
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-pane-layout.h"

#define PROGRAM_MINIMUM 220
#define HEADER_HEIGHT 47

/* In lower views a lesson gets what the panes at the bottom can do without. */
#define LOW_HEIGHT 620
#define LEAST_BOTTOM 150
#define LESSON_HEIGHT 380

/* A lower program shows no line. */
#define PROGRAM_LEAST 100

/**
 * LsPaneLayout:
 *
 * Gives the panes of a view their sizes, and remembers these for the next view. The stage gets what the panes around it leave, so
 * the sizes of these are remembered: they hold for windows of any size.
 */
struct _LsPaneLayout
{
  GObject    parent_instance;

  GSettings *settings;
  LsPanes    panes;         /* (unowned): of the view that owns the layout */
  gboolean   has_sizes;     /* the panes have got their sizes */
  gboolean   is_low;        /* there is a lesson, and not enough height for it and for what is at the bottom */
  int        full_bottom;   /* height of what is at the bottom before that */
  int        height;        /* of the view */
  gboolean   has_lesson;
  guint      source;
};

G_DEFINE_FINAL_TYPE (LsPaneLayout, ls_pane_layout, G_TYPE_OBJECT)

static int
get_extent (GtkPaned *paned)
{
  GtkOrientation orientation = gtk_orientable_get_orientation (GTK_ORIENTABLE (paned));

  return gtk_widget_get_size (GTK_WIDGET (paned), orientation);
}

/* Returns what the handle takes. */
static int
get_handle_extent (GtkPaned *paned)
{
  GtkOrientation orientation = gtk_orientable_get_orientation (GTK_ORIENTABLE (paned));
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (paned));

  for (; child != NULL; child = gtk_widget_get_next_sibling (child))
    if (child != gtk_paned_get_start_child (paned) && child != gtk_paned_get_end_child (paned))
      return gtk_widget_get_size (child, orientation);
  return get_extent (paned) > 0 ? 1 : 0;
}

static void
set_end_extent (GtkPaned *paned,
                int       extent,
                int       of)
{
  if (of - extent > 0)
    gtk_paned_set_position (paned, of - extent - get_handle_extent (paned));
}

/* Gives the panes the sizes that they had in the window that was closed last. Before the view has a size it does so for the one
 * that the view is likely to get. */
static void
restore (LsPaneLayout *self)
{
  int program = g_settings_get_int (self->settings, "program-width");
  int inspector = g_settings_get_int (self->settings, "inspector-width");
  int events = g_settings_get_int (self->settings, "events-height");
  int width = get_extent (self->panes.left);

  gtk_paned_set_position (self->panes.left, program);
  if (width > 0)
    {
      width -= get_handle_extent (self->panes.left);
      if (gtk_widget_get_visible (self->panes.program_pane))
        width -= program;
      set_end_extent (self->panes.right, inspector, width);
      set_end_extent (self->panes.vertical, events, get_extent (self->panes.vertical));
    }
  else
    {
      set_end_extent (self->panes.right, inspector, g_settings_get_int (self->settings, "window-width") - program);
      set_end_extent (self->panes.vertical, events, g_settings_get_int (self->settings, "window-height") - HEADER_HEIGHT);
    }
}

/* Whether there is no room for the text of the lesson beside what is below it. */
static gboolean
needs_height (LsPaneLayout *self)
{
  return self->height < LOW_HEIGHT && self->has_lesson;
}

/* Leaves as much as possible to a lesson in a low view; afterwards what is at the bottom has the height that it had. */
static void
update_height (LsPaneLayout *self)
{
  int height = get_extent (self->panes.vertical);

  if (height == 0 || self->is_low == needs_height (self))
    return;
  self->is_low = !self->is_low;
  if (self->is_low)
    self->full_bottom = height - gtk_paned_get_position (self->panes.vertical) - get_handle_extent (self->panes.vertical);
  set_end_extent (self->panes.vertical, self->is_low ? LEAST_BOTTOM : self->full_bottom, height);
  /* LOW_HEIGHT is more than there is: the lesson gets all of it. */
  gtk_paned_set_position (self->panes.lessons, self->is_low ? LOW_HEIGHT : LESSON_HEIGHT);
}

/* Returns the width that the program needs to be seen whole, in pixels, or 0 if it has it or there is no room for that. */
static int
get_needed_width (LsPaneLayout *self)
{
  GtkPaned *left = self->panes.left;
  int minimum, rest;

  if (!gtk_widget_get_mapped (self->panes.program_pane))
    return 0;
  gtk_widget_measure (self->panes.program_pane, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL, NULL);
  if (gtk_paned_get_position (left) >= minimum)
    return 0;
  gtk_widget_measure (GTK_WIDGET (self->panes.right), GTK_ORIENTATION_HORIZONTAL, -1, &rest, NULL, NULL, NULL);
  return minimum + rest + get_handle_extent (left) <= get_extent (left) ? minimum : 0;
}

static gboolean
update_cb (gpointer user_data)
{
  LsPaneLayout *self = user_data;
  int width;

  self->source = 0;
  if (!self->has_sizes)
    restore (self);
  self->has_sizes = TRUE;
  update_height (self);
  /* Text that is larger than when the divider was moved needs more width. */
  width = get_needed_width (self);
  if (width > 0)
    gtk_paned_set_position (self->panes.left, width);
  return G_SOURCE_REMOVE;
}

static void
ls_pane_layout_dispose (GObject *object)
{
  LsPaneLayout *self = LS_PANE_LAYOUT (object);

  g_clear_handle_id (&self->source, g_source_remove);
  g_clear_object (&self->settings);

  G_OBJECT_CLASS (ls_pane_layout_parent_class)->dispose (object);
}

static void
ls_pane_layout_class_init (LsPaneLayoutClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ls_pane_layout_dispose;
}

static void
ls_pane_layout_init (LsPaneLayout *self)
{
}

/**
 * ls_pane_layout_new:
 * @settings: what remembers the sizes
 * @panes: the widgets, which live longer than the layout
 *
 * Returns: a layout, which gives the panes their sizes
 */
LsPaneLayout *
ls_pane_layout_new (GSettings     *settings,
                    const LsPanes *panes)
{
  LsPaneLayout *self = g_object_new (LS_TYPE_PANE_LAYOUT, NULL);

  self->settings = g_object_ref (settings);
  self->panes = *panes;
  /* Only a lesson may take room that the program needs. */
  g_object_bind_property (panes->lesson, "visible", panes->lessons, "shrink-end-child", G_BINDING_SYNC_CREATE);
  restore (self);
  return self;
}

/* GTK will move a divider whose upper or left side grows with the window by as much as the window has grown since the paned was
 * seen last. The position makes up for that. */
static void
copy_position (GtkPaned *paned,
               GtkPaned *from)
{
  int position = gtk_paned_get_position (from);

  if (get_extent (paned) > 0 && gtk_paned_get_resize_start_child (paned))
    position -= get_extent (from) - get_extent (paned);
  gtk_paned_set_position (paned, MAX (position, 0));
}

/**
 * ls_pane_layout_copy:
 * @self: the layout of a view that is shown in the place of another
 * @from: that of the other one
 *
 * Gives the panes the sizes that they had in the view that was seen before.
 */
void
ls_pane_layout_copy (LsPaneLayout *self,
                     LsPaneLayout *from)
{
  if (get_extent (from->panes.left) == 0)
    return;
  self->has_sizes = TRUE;
  copy_position (self->panes.left, from->panes.left);
  copy_position (self->panes.right, from->panes.right);
  copy_position (self->panes.vertical, from->panes.vertical);
}

static void
save_extent (LsPaneLayout   *self,
             const char     *key,
             GtkWidget      *pane,
             GtkOrientation  orientation)
{
  int extent = gtk_widget_get_size (pane, orientation);
  int width, height;

  gtk_widget_get_size_request (pane, &width, &height);
  if (gtk_widget_get_mapped (pane) && extent >= (orientation == GTK_ORIENTATION_HORIZONTAL ? width : height))
    g_settings_set_int (self->settings, key, extent);
}

/**
 * ls_pane_layout_save:
 * @self: the layout of a view that was shown
 * @narrow: whether the window is narrower than people want
 *
 * Remembers the sizes for the next window.
 */
void
ls_pane_layout_save (LsPaneLayout *self,
                     gboolean      narrow)
{
  if (!narrow)
    {
      save_extent (self, "program-width", self->panes.program_pane, GTK_ORIENTATION_HORIZONTAL);
      save_extent (self, "inspector-width", self->panes.inspector_pane, GTK_ORIENTATION_HORIZONTAL);
    }
  g_settings_set_string (self->settings, "bottom-page", gtk_stack_get_visible_child_name (self->panes.bottom));
  if (!self->is_low)
    save_extent (self, "events-height", self->panes.bottom_pane, GTK_ORIENTATION_VERTICAL);
}

/**
 * ls_pane_layout_allocate:
 * @self: the layout of a view that has just got its size
 * @height: its height in pixels
 * @has_lesson: whether there is a lesson in it
 *
 * Changes sizes, in a moment, that do not fit any more.
 */
void
ls_pane_layout_allocate (LsPaneLayout *self,
                         int           height,
                         gboolean      has_lesson)
{
  self->height = height;
  self->has_lesson = has_lesson;
  if (self->source != 0 || get_extent (self->panes.left) == 0 ||
      (self->has_sizes && self->is_low == needs_height (self) && get_needed_width (self) == 0))
    return;
  /* No widget may change its size while sizes are allocated. */
  self->source = g_idle_add_full (G_PRIORITY_HIGH_IDLE, update_cb, self, NULL);
}

/**
 * ls_pane_layout_set_shown:
 * @self: a layout
 * @action: the window's action for the pane: "show-program", "show-inspector" or "show-events"
 * @shown: whether to show it
 *
 * Shows or hides a pane.
 */
void
ls_pane_layout_set_shown (LsPaneLayout *self,
                          const char   *action,
                          gboolean      shown)
{
  GtkWidget *pane = g_str_equal (action, "show-program")     ? self->panes.program_pane
                    : g_str_equal (action, "show-inspector") ? self->panes.inspector_pane
                                                             : self->panes.bottom_pane;

  gtk_widget_set_visible (pane, shown);
  /* The pane may have lost its width in a window that became too small. */
  if (pane == self->panes.program_pane && gtk_paned_get_position (self->panes.left) < PROGRAM_MINIMUM)
    gtk_paned_set_position (self->panes.left, g_settings_get_int (self->settings, "program-width"));
}

/**
 * ls_pane_layout_reveal_program:
 * @self: a layout
 *
 * Gives the program half of the height where a lesson has taken all of it.
 */
void
ls_pane_layout_reveal_program (LsPaneLayout *self)
{
  GtkPaned *lessons = self->panes.lessons;
  GtkWidget *program = self->panes.program;

  /* A program that the divider has hidden keeps the height that it had. */
  if (gtk_widget_get_visible (self->panes.lesson) &&
      (!gtk_widget_get_child_visible (program) || gtk_widget_get_height (program) < PROGRAM_LEAST))
    gtk_paned_set_position (lessons, get_extent (lessons) / 2);
}
