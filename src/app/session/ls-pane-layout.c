/* ls-pane-layout.c: which panes of a view are shown, and how large they are
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-pane-layout.h"

#include "ls-stage.h"

#define PROGRAM_MINIMUM 220
#define HEADER_HEIGHT 47

/* In lower views a lesson gets what the panes at the bottom can do without. */
#define LOW_HEIGHT 620
#define LEAST_BOTTOM 150

/* Above its program a lesson has so much, or this part of the height if that is more. */
#define LESSON_HEIGHT 380
#define LESSON_PART 0.72

/* So in lower views does an exercise, which shares the height with the program. */
#define LOW_EXERCISE_HEIGHT 900

/* A lower program shows no line. */
#define PROGRAM_LEAST 100

/* The part of the height that is above the timeline at least, for the program and the explanation: also if the stage needs less. A
 * lesson above the program needs more. */
#define LEAST_TOP 0.45
#define LEAST_TOP_OF_LESSON 0.7

/* On the screen of a laptop. */
#define SMALL_HEIGHT 800
#define LEAST_TOP_OF_SMALL_LESSON 0.8

/* The part of the width of a narrow view that the program takes at most, so that the stage keeps most of it. */
#define NARROW_PROGRAM 0.45

/* A divider that the user moves to within so many pixels of where it would be by itself is there by itself. */
#define SNAP 10

/**
 * LsPaneLayout:
 *
 * Gives the panes of a view their sizes, and remembers these for the next view. The widths of the panes grow with the view. The
 * stage is as high as what it shows, and the panes at the bottom get the rest, unless the user has moved the divider.
 *
 * In a narrow view the inspector lies over the stage.
 */
struct _LsPaneLayout
{
  GObject    parent_instance;

  GSettings *settings;
  LsPanes    panes;         /* (unowned): of the view that owns the layout */
  gboolean   has_sizes;     /* the panes have got their sizes */
  gboolean   is_low;        /* there is a lesson, and not enough height for it and for what is at the bottom */
  gboolean   is_narrow;
  int        height;        /* of the view */
  int        top;           /* the height of the stage that the user has chosen, or 0 */
  int        natural;       /* the height that the stage on screen has needed at most */
  int        set_position;  /* of the vertical divider: as the layout has set it */
  int        set_extent;    /* the height for which it did so */
  int        program;       /* widths before the view became narrow, or 0 */
  int        inspector;
  int        width;
  gboolean   has_lesson;
  gboolean   had_lesson;    /* when the lesson got its height */
  double     exercise;      /* the part of the height that an exercise needs, 0 without one */
  double     had_exercise;  /* likewise, when the lesson got its height */
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

/* Gives what is at the end of @paned @extent pixels as soon as @paned has @of. GTK moves a divider in proportion when the size of
 * its paned changes. The position makes up for that. */
static void
set_end_extent (GtkPaned *paned,
                int       extent,
                int       of)
{
  int handle = get_handle_extent (paned);
  double position = of - extent - handle;

  if (position <= 0)
    return;
  if (get_extent (paned) > handle && of > handle)
    position *= (double) (get_extent (paned) - handle) / (of - handle);
  gtk_paned_set_position (paned, position + 0.5);
}

/* Gives the program and the inspector the widths that they had in a view of @of pixels. In a wider one they are wider. */
static void
set_widths (LsPaneLayout *self,
            int           program,
            int           inspector,
            int           of)
{
  int width = get_extent (self->panes.left);

  /* Before the view has a size it gets the widths for the size that it is likely to get. */
  if (width == 0)
    width = g_settings_get_int (self->settings, "window-width");
  if (width > of)
    {
      program = program * (gint64) width / of;
      inspector = inspector * (gint64) width / of;
    }
  if (self->is_narrow)
    program = MIN (program, width * NARROW_PROGRAM);
  gtk_paned_set_position (self->panes.left, program);
  width -= get_handle_extent (self->panes.left);
  if (gtk_widget_get_visible (self->panes.program_pane))
    width -= program;
  set_end_extent (self->panes.right, inspector, width);
}

static void
restore_widths (LsPaneLayout *self)
{
  set_widths (self, g_settings_get_int (self->settings, "program-width"), g_settings_get_int (self->settings, "inspector-width"),
              g_settings_get_int (self->settings, "panes-width"));
}

/* Whether there is no room for the text of the lesson beside what is below it. */
static gboolean
needs_height (LsPaneLayout *self)
{
  return self->has_lesson && self->height < (self->exercise > 0 ? LOW_EXERCISE_HEIGHT : LOW_HEIGHT);
}

/* Returns what the stage needs to show all of its page, or 0 if it is not seen. The divider must not move to and fro while a
 * program runs, so a page that needs less than before leaves it where it is. */
static int
get_natural_height (LsPaneLayout *self)
{
  if (gtk_widget_get_width (self->panes.stage) == 0)
    return self->natural;
  return MAX (self->natural, ls_stage_get_natural_height (LS_STAGE (self->panes.stage)));
}

/* Returns where the divider above the panes at the bottom belongs. */
static int
get_wanted_top (LsPaneLayout *self)
{
  int height = get_extent (self->panes.vertical);
  int most = height - MAX (LEAST_BOTTOM, height / 5) - get_handle_extent (self->panes.vertical);
  double part = !self->has_lesson ? LEAST_TOP : self->height < SMALL_HEIGHT ? LEAST_TOP_OF_SMALL_LESSON : LEAST_TOP_OF_LESSON;

  if (height == 0)
    height = g_settings_get_int (self->settings, "window-height") - HEADER_HEIGHT;
  else if (self->is_low)
    return height - LEAST_BOTTOM - get_handle_extent (self->panes.vertical);
  if (self->top > 0)
    return most > 0 ? MIN (self->top, height - LEAST_BOTTOM) : self->top;
  return MAX (MIN (MAX (get_natural_height (self), (int) (height * part)), most), 1);
}

static void
set_top (LsPaneLayout *self,
         int           top)
{
  self->set_position = top;
  self->set_extent = get_extent (self->panes.vertical);
  gtk_paned_set_position (self->panes.vertical, top);
}

/* A divider that moves while the size of the view stays is moved by the user. */
static void
on_top_moved (LsPaneLayout *self)
{
  int position = gtk_paned_get_position (self->panes.vertical);
  int wanted;

  if (!self->has_sizes || self->is_low || position == self->set_position ||
      get_extent (self->panes.vertical) != self->set_extent || !gtk_widget_get_mapped (self->panes.bottom_pane))
    return;
  self->top = 0;
  wanted = get_wanted_top (self);
  self->top = ABS (position - wanted) > SNAP ? position : 0;
  self->set_position = position;
}

static gboolean
needs_lesson (LsPaneLayout *self)
{
  return self->has_lesson != self->had_lesson || self->exercise != self->had_exercise || self->is_low != needs_height (self);
}

/* Shares the height between an exercise and its program; in a narrow view they also get all the width that they may. */
static void
share_height (LsPaneLayout *self)
{
  const int width = get_extent (self->panes.left) * NARROW_PROGRAM;

  /* Of the height that the divider below is about to give them. */
  gtk_paned_set_position (self->panes.lessons, get_wanted_top (self) * self->exercise);
  if (self->is_narrow && gtk_paned_get_position (self->panes.left) < width)
    gtk_paned_set_position (self->panes.left, width);
}

/* Gives a lesson its height when it comes, since the divider may have had no room for that before, and as much as possible in a low
 * view. */
static void
update_lesson (LsPaneLayout *self)
{
  if (get_extent (self->panes.vertical) == 0 || !needs_lesson (self))
    return;
  self->had_lesson = self->has_lesson;
  self->had_exercise = self->exercise;
  self->is_low = needs_height (self);
  if (self->exercise > 0)
    share_height (self);
  /* LOW_HEIGHT is more than there is: the lesson gets all of it. */
  else
    gtk_paned_set_position (self->panes.lessons,
                            self->is_low ? LOW_HEIGHT : MAX (LESSON_HEIGHT, get_wanted_top (self) * LESSON_PART));
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

/* Whether the divider above the panes at the bottom is not where it belongs. */
static gboolean
needs_top (LsPaneLayout *self)
{
  return gtk_widget_get_mapped (self->panes.bottom_pane) && get_wanted_top (self) != gtk_paned_get_position (self->panes.vertical);
}

static gboolean
update_cb (gpointer user_data)
{
  LsPaneLayout *self = user_data;
  int width;

  self->source = 0;
  if (!self->has_sizes)
    restore_widths (self);
  self->has_sizes = TRUE;
  update_lesson (self);
  if (needs_top (self))
    {
      self->natural = get_natural_height (self);
      set_top (self, get_wanted_top (self));
    }
  self->set_extent = get_extent (self->panes.vertical);
  /* Text that is larger than when the divider was moved needs more width. */
  width = get_needed_width (self);
  if (width > 0)
    gtk_paned_set_position (self->panes.left, width);
  return G_SOURCE_REMOVE;
}

/* Another page of the stage, or another session, may need less height than the one before. */
static void
forget_natural (LsPaneLayout *self)
{
  self->natural = 0;
  if (self->source == 0 && self->has_sizes)
    self->source = g_idle_add_full (G_PRIORITY_HIGH_IDLE, update_cb, self, NULL);
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
  self->top = g_settings_get_int (settings, "stage-height");
  restore_widths (self);
  set_top (self, get_wanted_top (self));
  g_signal_connect_object (panes->vertical, "notify::position", G_CALLBACK (on_top_moved), self, G_CONNECT_SWAPPED);
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

  if (get_extent (paned) > 0 && get_extent (from) > 0)
    position = (gint64) position * get_extent (paned) / get_extent (from);
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
  self->top = from->top;
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
  int width = get_extent (self->panes.left);
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
      save_extent (self, "inspector-width", self->panes.inspector_pane);
      g_settings_set_int (self->settings, "panes-width", width);
    }
  g_settings_set_string (self->settings, "bottom-page", gtk_stack_get_visible_child_name (self->panes.bottom));
  g_settings_set_int (self->settings, "stage-height", self->top);
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
  if (height != self->height)
    self->natural = 0;
  self->height = height;
  self->has_lesson = has_lesson;
  if (self->source != 0 || get_extent (self->panes.left) == 0 ||
      (self->has_sizes && !needs_lesson (self) && !needs_top (self) && get_needed_width (self) == 0))
    return;
  /* No widget may change its size while sizes are allocated. */
  self->source = g_idle_add_full (G_PRIORITY_HIGH_IDLE, update_cb, self, NULL);
}

/**
 * ls_pane_layout_set_exercise:
 * @self: a layout
 * @part: which part of the height a page needs that has an exercise; the rest is for the program. 0 for a page without one
 *
 * Gives an exercise and its program their heights, when sizes are allocated next.
 */
void
ls_pane_layout_set_exercise (LsPaneLayout *self,
                             double        part)
{
  self->exercise = part;
}

/* Prepares for the program to appear or disappear: the stage makes room or takes it, the inspector stays as it is. */
static void
show_program (LsPaneLayout *self,
              gboolean      shown)
{
  int width = get_extent (self->panes.left);
  int program = gtk_paned_get_position (self->panes.left);

  /* The pane may have lost its width in a window that became too small. */
  if (shown && (self->is_narrow || program < PROGRAM_MINIMUM))
    program = g_settings_get_int (self->settings, "program-width");
  if (shown && self->is_narrow && width > 0)
    program = MIN (program, width * NARROW_PROGRAM);
  if (shown)
    gtk_paned_set_position (self->panes.left, program);
  if (!self->is_narrow && width > 0 && gtk_widget_get_mapped (self->panes.inspector_pane))
    set_end_extent (self->panes.right, gtk_widget_get_width (self->panes.inspector_pane),
                    shown ? width - program - get_handle_extent (self->panes.left) : width);
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
  gtk_widget_set_visible (pane, shown);
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
      self->width = get_extent (self->panes.left);
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
