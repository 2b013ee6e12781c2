/* ls-pane-layout.c: which panes of a view are shown, and how large they are
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-pane-layout-private.h"

#include "ls-stage.h"

#define PROGRAM_MINIMUM 220
#define HEADER_HEIGHT 47

/* A window manager gives a window its size back within so many µs. */
#define RESTORING_TIME (2 * G_USEC_PER_SEC)

/* The part of the height that is above the timeline at least, for the program and the explanation: also if the stage needs less. A
 * lesson, whose program is below the stage, needs more. */
#define LEAST_TOP 0.45
#define LEAST_TOP_OF_LESSON 0.7

#define LEAST_TOP_OF_SMALL_LESSON 0.75

/* A divider that the user moves to within so many pixels of where it would be by itself is there by itself. */
#define SNAP 10

/**
 * LsPaneLayout:
 *
 * Gives the panes of a view their sizes, and remembers these for the next view. The widths of the panes grow with the view. The
 * stage is as high as what it shows, and the panes at the bottom get the rest, unless the user has moved the divider.
 *
 * In a narrow view the inspector lies over the stage. A lesson takes the place of the program, which is below the stage meanwhile:
 * so text and question have all of the height, and lines of the program all of the width that the stage has.
 */
G_DEFINE_FINAL_TYPE (LsPaneLayout, ls_pane_layout, G_TYPE_OBJECT)

int
ls_pane_layout_get_extent (GtkPaned *paned)
{
  GtkOrientation orientation = gtk_orientable_get_orientation (GTK_ORIENTABLE (paned));

  return gtk_widget_get_size (GTK_WIDGET (paned), orientation);
}

/* Returns what the handle takes. */
int
ls_pane_layout_get_handle_extent (GtkPaned *paned)
{
  GtkOrientation orientation = gtk_orientable_get_orientation (GTK_ORIENTABLE (paned));
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (paned));

  for (; child != NULL; child = gtk_widget_get_next_sibling (child))
    if (child != gtk_paned_get_start_child (paned) && child != gtk_paned_get_end_child (paned))
      return gtk_widget_get_size (child, orientation);
  return ls_pane_layout_get_extent (paned) > 0 ? 1 : 0;
}

/* Gives what is at the end of @paned @extent pixels as soon as @paned has @of. GTK moves a divider in proportion when the size of
 * its paned changes. The position makes up for that. */
void
ls_pane_layout_set_end_extent (GtkPaned *paned,
                               int       extent,
                               int       of)
{
  int handle = ls_pane_layout_get_handle_extent (paned);
  double position = of - extent - handle;

  if (position <= 0)
    return;
  if (ls_pane_layout_get_extent (paned) > handle && of > handle)
    position *= (double) (ls_pane_layout_get_extent (paned) - handle) / (of - handle);
  gtk_paned_set_position (paned, position + 0.5);
}

/* Gives the program and the inspector the widths that they had in a view of @of pixels. In a wider one they are wider. */
static void
set_widths (LsPaneLayout *self,
            int           program,
            int           inspector,
            int           of)
{
  int width = ls_pane_layout_get_extent (self->panes.left);

  /* Before the view has a size it gets the widths for the size that it is likely to get. */
  if (width == 0)
    width = g_settings_get_int (self->settings, "window-width");
  if (width > of)
    {
      program = program * (gint64) width / of;
      inspector = inspector * (gint64) width / of;
    }
  if (self->is_narrow)
    program = MIN (program, width * LS_PANE_LAYOUT_NARROW_PROGRAM);
  gtk_paned_set_position (self->panes.left, program);
  width -= ls_pane_layout_get_handle_extent (self->panes.left);
  if (gtk_widget_get_visible (self->panes.program_pane))
    width -= program;
  ls_pane_layout_set_end_extent (self->panes.right, inspector, width);
}

static void
restore_widths (LsPaneLayout *self)
{
  set_widths (self, g_settings_get_int (self->settings, "program-width"), g_settings_get_int (self->settings, "inspector-width"),
              g_settings_get_int (self->settings, "panes-width"));
}

/* Returns what the stage needs to show all of its page, or 0 if it is not seen. The divider must not move to and fro while a
 * program runs, so a page that needs less than before leaves it where it is. */
int
ls_pane_layout_get_natural_height (LsPaneLayout *self)
{
  if (gtk_widget_get_width (self->panes.stage) == 0)
    return self->natural;
  return MAX (self->natural, ls_stage_get_natural_height (LS_STAGE (self->panes.stage)));
}

/* Returns where the divider above the panes at the bottom belongs. */
static int
get_wanted_top (LsPaneLayout *self)
{
  int height = ls_pane_layout_get_extent (self->panes.vertical);
  int most = height - ls_pane_layout_get_least_bottom (self, height) - ls_pane_layout_get_handle_extent (self->panes.vertical);
  double part = !self->has_lesson                                                     ? LEAST_TOP
                : ls_pane_layout_get_text_height (self) < LS_PANE_LAYOUT_SMALL_HEIGHT ? LEAST_TOP_OF_SMALL_LESSON
                                                                                      : LEAST_TOP_OF_LESSON;

  if (height == 0)
    height = g_settings_get_int (self->settings, "window-height") - HEADER_HEIGHT;
  else if (self->is_low || self->bottom_empty)
    return most;
  if (self->top > 0)
    return most > 0 ? MIN (self->top, height - LS_PANE_LAYOUT_LEAST_BOTTOM) : self->top;
  return MAX (MIN (MAX (ls_pane_layout_get_natural_height (self), (int) (height * part)), most), 1);
}

static void
set_top (LsPaneLayout *self,
         int           top)
{
  self->set_position = top;
  self->set_extent = ls_pane_layout_get_extent (self->panes.vertical);
  gtk_paned_set_position (self->panes.vertical, top);
}

/* A divider that moves while the size of the view stays is moved by the user. */
static void
on_top_moved (LsPaneLayout *self)
{
  int position = gtk_paned_get_position (self->panes.vertical);
  int wanted;

  if (!self->has_sizes || self->is_low || self->bottom_empty || position == self->set_position ||
      ls_pane_layout_get_extent (self->panes.vertical) != self->set_extent || !gtk_widget_get_mapped (self->panes.bottom_pane))
    return;
  self->top = 0;
  wanted = get_wanted_top (self);
  self->top = ABS (position - wanted) > SNAP ? position : 0;
  self->set_position = position;
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
  return minimum + rest + ls_pane_layout_get_handle_extent (left) <= ls_pane_layout_get_extent (left) ? minimum : 0;
}

/* Whether the divider above the panes at the bottom is not where it belongs. */
static gboolean
needs_top (LsPaneLayout *self)
{
  return gtk_widget_get_mapped (self->panes.bottom_pane) && get_wanted_top (self) != gtk_paned_get_position (self->panes.vertical);
}

/* Gives the panes what they had before the presentation, in proportion to the width that the view has now. */
static void
restore_held (LsPaneLayout *self)
{
  const LsPaneSizes *held = &self->held;

  if (self->is_narrow)
    {
      self->program = held->program;
      self->inspector = held->inspector;
      self->width = held->width;
    }
  else
    {
      set_widths (self, held->program, held->inspector, held->width);
    }
  ls_pane_layout_restore_lesson (self);
}

/* The window gets its size back a moment after the presentation has ended, and the inspector may come back beside the stage, whose
 * divider GTK moves in proportion to when it was there last. */
static gboolean
restore_cb (GtkWidget     *overlay,
            GdkFrameClock *clock,
            gpointer       user_data)
{
  LsPaneLayout *self = user_data;
  GtkWidget *inspector = self->panes.inspector_pane;

  if (g_get_monotonic_time () > self->restoring_until)
    return G_SOURCE_REMOVE;
  if (self->is_narrow || ls_pane_layout_get_extent (self->panes.left) != self->held.width)
    return G_SOURCE_CONTINUE;
  restore_held (self);
  return gtk_widget_get_visible (inspector) && ABS (gtk_widget_get_width (inspector) - self->held.inspector) > 1;
}

void
ls_pane_layout_update_sizes (LsPaneLayout *self)
{
  int width;

  if (!self->has_sizes)
    restore_widths (self);
  self->has_sizes = TRUE;
  ls_pane_layout_update_lesson (self);
  if (needs_top (self))
    {
      self->natural = ls_pane_layout_get_natural_height (self);
      set_top (self, get_wanted_top (self));
    }
  self->set_extent = ls_pane_layout_get_extent (self->panes.vertical);
  /* Text that is larger than when the divider was moved needs more width. */
  width = get_needed_width (self);
  if (width > 0)
    gtk_paned_set_position (self->panes.left, width);
}

static gboolean
update_cb (gpointer user_data)
{
  LsPaneLayout *self = user_data;

  self->source = 0;
  self->is_settled = TRUE;
  ls_pane_layout_update_sizes (self);
  return G_SOURCE_REMOVE;
}

static void
queue_update (LsPaneLayout *self)
{
  if (self->source == 0 && self->has_sizes)
    self->source = g_idle_add_full (G_PRIORITY_HIGH_IDLE, update_cb, self, NULL);
}

/* Another page of the stage, or another session, may need less height than the one before. */
static void
forget_natural (LsPaneLayout *self)
{
  self->natural = 0;
  queue_update (self);
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
  self->top = g_settings_get_int (settings, "stage-height");
  restore_widths (self);
  set_top (self, get_wanted_top (self));
  g_signal_connect_object (panes->vertical, "notify::position", G_CALLBACK (on_top_moved), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (panes->center, "notify::position", G_CALLBACK (ls_pane_layout_note_stage), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (panes->stage, "page-changed", G_CALLBACK (forget_natural), self, G_CONNECT_SWAPPED);
  return self;
}

/* GTK will move a divider when it gets a size that differs from the one that it had when it was seen last: in proportion. The
 * position makes up for that. */
static void
copy_position (GtkPaned *paned,
               GtkPaned *from)
{
  int position = gtk_paned_get_position (from);

  if (ls_pane_layout_get_extent (paned) > 0 && ls_pane_layout_get_extent (from) > 0)
    position = (gint64) position * ls_pane_layout_get_extent (paned) / ls_pane_layout_get_extent (from);
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
  if (ls_pane_layout_get_extent (from->panes.left) == 0)
    return;
  self->has_sizes = TRUE;
  copy_position (self->panes.left, from->panes.left);
  copy_position (self->panes.right, from->panes.right);
  self->top = from->top;
  self->held = from->held;
  self->natural = from->natural;
  self->program = from->program;
  self->inspector = from->inspector;
  self->width = from->width;
  set_top (self, from->top > 0 ? from->top : get_wanted_top (self));
}

static void
save_extent (LsPaneLayout *self,
             const char   *key,
             GtkWidget    *pane)
{
  int width;

  gtk_widget_get_size_request (pane, &width, NULL);
  if (gtk_widget_get_mapped (pane) && gtk_widget_get_width (pane) >= width)
    g_settings_set_int (self->settings, key, gtk_widget_get_width (pane));
}

/**
 * ls_pane_layout_save:
 * @self: the layout of a view that was shown
 *
 * Remembers the sizes for the next window.
 */
void
ls_pane_layout_save (LsPaneLayout *self)
{
  int width = ls_pane_layout_get_extent (self->panes.left);
  int before = g_settings_get_int (self->settings, "panes-width");

  /* What a narrow window shows is not what the user has chosen. */
  if (!self->is_narrow && width > 0)
    {
      /* A pane that is not seen keeps its size, in proportion. */
      g_settings_set_int (self->settings, "program-width",
                          MAX (g_settings_get_int (self->settings, "program-width") * MAX ((double) width / before, 1), PROGRAM_MINIMUM));
      g_settings_set_int (self->settings, "inspector-width",
                          g_settings_get_int (self->settings, "inspector-width") * MAX ((double) width / before, 1));
      save_extent (self, "program-width", self->panes.program_pane);
      if (ls_pane_layout_get_left_before (self) > 0)
        g_settings_set_int (self->settings, "program-width", ls_pane_layout_get_left_before (self));
      save_extent (self, "inspector-width", self->panes.inspector_pane);
      if (ls_pane_layout_get_inspector_before (self) > 0)
        g_settings_set_int (self->settings, "inspector-width", ls_pane_layout_get_inspector_before (self));
      g_settings_set_int (self->settings, "panes-width", width);
    }
  g_settings_set_string (self->settings, "bottom-page", gtk_stack_get_visible_child_name (self->panes.bottom));
  g_settings_set_int (self->settings, "stage-height", self->top);
}

/**
 * ls_pane_layout_allocate:
 * @self: the layout of a view that has just got its size
 * @height: its height in pixels
 *
 * Changes sizes, in a moment, that do not fit any more.
 */
void
ls_pane_layout_allocate (LsPaneLayout *self,
                         int           height)
{
  if (height != self->height)
    self->natural = 0;
  self->height = height;
  if (self->source != 0 || ls_pane_layout_get_extent (self->panes.left) == 0)
    return;
  if (self->has_sizes && !ls_pane_layout_needs_lesson (self) && !needs_top (self) &&
      get_needed_width (self) == 0)
    return;
  /* No widget may change its size while sizes are allocated. */
  self->source = g_idle_add_full (G_PRIORITY_HIGH_IDLE, update_cb, self, NULL);
}

/* Prepares for the program to appear or disappear: the stage makes room or takes it, the inspector stays as it is. */
static void
show_program (LsPaneLayout *self,
              gboolean      shown)
{
  int width = ls_pane_layout_get_extent (self->panes.left);
  int program = gtk_paned_get_position (self->panes.left);

  /* The pane may have lost its width in a window that became too small. */
  if (shown && (self->is_narrow || program < PROGRAM_MINIMUM))
    program = g_settings_get_int (self->settings, "program-width");
  if (shown && self->is_narrow && width > 0)
    program = MIN (program, width * LS_PANE_LAYOUT_NARROW_PROGRAM);
  if (shown)
    gtk_paned_set_position (self->panes.left, program);
  if (!self->is_narrow && width > 0 && gtk_widget_get_mapped (self->panes.inspector_pane))
    ls_pane_layout_set_end_extent (self->panes.right, gtk_widget_get_width (self->panes.inspector_pane),
                                   shown ? width - program - ls_pane_layout_get_handle_extent (self->panes.left) : width);
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

  if (pane == self->panes.program_pane && shown != gtk_widget_get_visible (pane))
    show_program (self, shown);
  if (pane == self->panes.bottom_pane && shown && !gtk_widget_get_visible (pane))
    {
      /* GTK moves the divider here, not the user. */
      self->set_extent = -1;
      queue_update (self);
    }
  gtk_widget_set_visible (pane, shown);
  if (pane == self->panes.program_pane && self->has_lesson)
    gtk_widget_set_visible (self->panes.program, shown);
}

/**
 * ls_pane_layout_set_narrow:
 * @self: a layout
 * @narrow: whether the view has too little width for three panes side by side
 *
 * Lays the inspector over the stage, or puts it back beside it with the widths that there were before.
 */
void
ls_pane_layout_set_narrow (LsPaneLayout *self,
                           gboolean      narrow)
{
  g_autoptr (GtkWidget) pane = g_object_ref (self->panes.inspector_pane);

  if (narrow == self->is_narrow)
    return;
  self->is_narrow = narrow;
  if (narrow)
    {
      self->program = self->has_sizes ? gtk_widget_get_width (self->panes.program_pane) : 0;
      self->inspector = gtk_widget_get_width (pane);
      self->width = ls_pane_layout_get_extent (self->panes.left);
      gtk_paned_set_end_child (self->panes.right, NULL);
      gtk_widget_set_halign (pane, GTK_ALIGN_END);
      gtk_overlay_add_overlay (self->panes.overlay, pane);
    }
  else
    {
      gtk_overlay_remove_overlay (self->panes.overlay, pane);
      gtk_widget_set_halign (pane, GTK_ALIGN_FILL);
      gtk_paned_set_end_child (self->panes.right, pane);
      if (self->program > 0 && self->inspector > 0 && self->width > 0)
        set_widths (self, self->program, self->inspector, self->width);
      else
        restore_widths (self);
    }
  if (narrow)
    gtk_widget_add_css_class (pane, "flap");
  else
    gtk_widget_remove_css_class (pane, "flap");
}

/**
 * ls_pane_layout_set_tiny:
 * @self: a layout
 * @tiny: whether the view has too little width for all words
 *
 * Leaves out words.
 */
void
ls_pane_layout_set_tiny (LsPaneLayout *self,
                         gboolean      tiny)
{
  ls_stage_set_short_titles (LS_STAGE (self->panes.stage), tiny);
}

/**
 * ls_pane_layout_is_narrow:
 * @self: a layout
 *
 * Returns: whether the inspector lies over the stage: see ls_pane_layout_set_narrow()
 */
gboolean
ls_pane_layout_is_narrow (LsPaneLayout *self)
{
  return self->is_narrow;
}

/**
 * ls_pane_layout_hold:
 * @self: the layout of a view that is to be presented
 *
 * Remembers the sizes of the panes for ls_pane_layout_restore().
 */
void
ls_pane_layout_hold (LsPaneLayout *self)
{
  int inspector = gtk_widget_get_width (self->panes.inspector_pane);

  if (inspector == 0)
    inspector = g_settings_get_int (self->settings, "inspector-width");
  self->held = (LsPaneSizes){
    .program = self->is_narrow ? self->program : gtk_paned_get_position (self->panes.left),
    .inspector = self->is_narrow ? self->inspector : inspector,
    .width = self->is_narrow ? self->width : ls_pane_layout_get_extent (self->panes.left),
    .top = self->top,
    .stage = self->stage_set,
    .stage_moved = self->stage_moved,
    .has_lesson = self->has_lesson,
    .left = self->left,
    .left_set = self->left_set,
    .left_extent = self->left_extent,
  };
  self->restoring_until = 0;
}

/**
 * ls_pane_layout_restore:
 * @self: the layout of a view that was presented
 *
 * Gives the panes the sizes back that they had before, if that is known.
 */
void
ls_pane_layout_restore (LsPaneLayout *self)
{
  if (self->held.width == 0)
    return;
  self->top = self->held.top;
  self->natural = 0;
  self->restoring_until = g_get_monotonic_time () + RESTORING_TIME;
  restore_held (self);
  gtk_widget_add_tick_callback (GTK_WIDGET (self->panes.overlay), restore_cb, g_object_ref (self), g_object_unref);
}
