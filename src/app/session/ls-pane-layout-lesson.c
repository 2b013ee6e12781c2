/* ls-pane-layout-lesson.c: where a lesson and its program are
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-pane-layout-private.h"

#include "ls-program-pane.h"
#include "ls-stage.h"

/* In lower views a lesson gets what the panes at the bottom can do without. For text of the usual size, as all heights here. */
#define LOW_HEIGHT 620

/* So in lower views does an exercise, whose program needs its height. */
#define LOW_EXERCISE_HEIGHT 900

/* The width of a lesson's text, for text of the usual size. */
#define LESSON_WIDTH 380

/* A view that is narrower has no more width for it: the stage needs its own. */
#define SMALL_WIDTH 1400

/* In such a view a lesson leaves this to the inspector, since what waits is to be seen whole on the stage. */
#define SMALL_INSPECTOR 280

/* So high is what is at the bottom while there is nothing to be seen. */
#define EMPTY_BOTTOM 84

/* The part of the height that the program of a lesson has at least, below the stage, and that of an exercise. */
#define PROGRAM_PART 0.34
#define EXERCISE_PART 0.55

/* The part that it has at least where the page looks at the stage, or says which lines are to be seen. */
#define LEAST_PROGRAM_PART 0.24

/* The stage beside a lesson may have so many pixels more or fewer than its part of the height, so that no row of it is cut: half of
 * the highest row. */
#define MOST_SNAPPED 52

/* A lower program shows no line. */
#define PROGRAM_LEAST 100

static double
get_text_scale (LsPaneLayout *self)
{
  int dpi;

  g_object_get (gtk_widget_get_settings (self->panes.stage), "gtk-xft-dpi", &dpi, NULL);
  return MAX (dpi / (96.0 * PANGO_SCALE), 1);
}

/* Returns the height of the view in pixels of text of the usual size: text that is twice as large needs twice as much. */
int
ls_pane_layout_get_text_height (LsPaneLayout *self)
{
  return self->height / get_text_scale (self);
}

/* Returns the least height of what is at the bottom of a view of @height. */
int
ls_pane_layout_get_least_bottom (LsPaneLayout *self,
                                 int           height)
{
  return self->bottom_empty ? EMPTY_BOTTOM * get_text_scale (self) : MAX (LS_PANE_LAYOUT_LEAST_BOTTOM, height / 5);
}

/* Whether there is no room for the text of the lesson beside what is below it. */
static gboolean
needs_height (LsPaneLayout *self)
{
  return self->has_lesson && ls_pane_layout_get_text_height (self) < (self->is_exercise ? LOW_EXERCISE_HEIGHT : LOW_HEIGHT);
}

/* Whether the lesson has no width for text of the size that text has now. */
static gboolean
needs_lesson_width (LsPaneLayout *self)
{
  return self->has_lesson && gtk_widget_get_mapped (self->panes.lesson) && self->text_scale != get_text_scale (self);
}

/* Returns where the divider would be without the lesson, or 0 if it is where the user has moved it meanwhile. */
int
ls_pane_layout_get_left_before (LsPaneLayout *self)
{
  const double scale = self->left_extent > 0 ? (double) ls_pane_layout_get_extent (self->panes.left) / self->left_extent : 1;

  return self->left > 0 && ABS (gtk_paned_get_position (self->panes.left) - self->left_set * scale) <= 2 ? self->left * scale : 0;
}

/* Whether the inspector is there with another width than it has got beside the lesson: the user has moved its divider. */
static gboolean
is_inspector_moved (LsPaneLayout *self)
{
  GtkWidget *inspector = self->panes.inspector_pane;

  return self->inspector_before > 0 && gtk_widget_get_mapped (inspector) &&
         ABS (gtk_widget_get_width (inspector) - self->inspector_set) > 2;
}

/* Returns how wide the inspector would be without the lesson, or 0 if the user has moved its divider meanwhile. */
int
ls_pane_layout_get_inspector_before (LsPaneLayout *self)
{
  return is_inspector_moved (self) ? 0 : self->inspector_before;
}

static int
get_least_width (GtkWidget *widget)
{
  int minimum;

  gtk_widget_measure (widget, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL, NULL);
  return minimum;
}

/* Gives the inspector its width beside a lesson, unless the user has chosen one. Its least width, which grows with the text, is not
 * chosen. What the lesson has won or lost is the stage's. */
static void
set_inspector_width (LsPaneLayout *self)
{
  GtkWidget *inspector = self->panes.inspector_pane;
  const int width = gtk_widget_get_width (inspector);
  const int rest = self->left_extent - self->left_set - ls_pane_layout_get_handle_extent (self->panes.left);

  if (self->is_narrow)
    return;
  if (self->inspector_is_set && is_inspector_moved (self) && width != get_least_width (inspector))
    {
      ls_pane_layout_set_end_extent (self->panes.right, width, rest);
      return;
    }
  if (self->inspector_before == 0)
    self->inspector_before = g_settings_get_int (self->settings, "inspector-width");
  self->inspector_set = self->inspector_before;
  if (self->left_extent < SMALL_WIDTH)
    self->inspector_set = MIN (self->inspector_set, SMALL_INSPECTOR * self->text_scale);
  self->inspector_is_set = gtk_widget_get_mapped (inspector);
  if (self->inspector_is_set)
    ls_pane_layout_set_end_extent (self->panes.right, self->inspector_set, rest);
}

/* While it is not there, GTK does not move its divider as the stage gets other sizes. */
static gboolean
needs_inspector (LsPaneLayout *self)
{
  return self->has_lesson && !self->is_narrow && self->inspector_before > 0 && !self->inspector_is_set &&
         gtk_widget_get_mapped (self->panes.inspector_pane);
}

/* Gives a lesson the width that its text needs, for which the stage makes room. It has it until the user moves the divider. */
static void
set_lesson_width (LsPaneLayout *self)
{
  const int before = ls_pane_layout_get_left_before (self);
  int wanted;

  self->text_scale = get_text_scale (self);
  self->left = before > 0 ? before : gtk_paned_get_position (self->panes.left);
  self->left_extent = ls_pane_layout_get_extent (self->panes.left);
  wanted = LESSON_WIDTH * self->text_scale;
  if (self->left_extent >= SMALL_WIDTH)
    wanted = MAX (wanted, self->left);
  self->left_set = MIN (wanted, self->left_extent * LS_PANE_LAYOUT_NARROW_PROGRAM);
  gtk_paned_set_position (self->panes.left, self->left_set);
  set_inspector_width (self);
}

static int
measure_least (GtkWidget *widget)
{
  int minimum;

  gtk_widget_measure (widget, GTK_ORIENTATION_VERTICAL, -1, &minimum, NULL, NULL, NULL);
  return minimum;
}

/* Returns a height near @height at which no row of the stage is cut. It stays what it is while rows grow: the divider must not move
 * to and fro while a program runs. */
static int
snap_stage (LsPaneLayout *self,
            int           height)
{
  if (height != self->snap_of)
    self->snapped = ls_stage_snap_height (LS_STAGE (self->panes.stage), height, MOST_SNAPPED * get_text_scale (self));
  self->snap_of = height;
  return self->snapped;
}

/* Returns where the divider belongs between the stage and the program of a lesson below it. */
static int
get_wanted_stage (LsPaneLayout *self)
{
  const int height = ls_pane_layout_get_extent (self->panes.center) - ls_pane_layout_get_handle_extent (self->panes.center);
  const int lines = self->n_lines > 0 ? ls_program_pane_measure_lines (LS_PROGRAM_PANE (self->panes.program), self->n_lines) : 0;
  const double part = self->is_exercise                    ? EXERCISE_PART
                      : self->looks_at_stage || lines > 0 ? LEAST_PROGRAM_PART
                                                          : PROGRAM_PART;
  const int natural = ls_pane_layout_get_natural_height (self);
  int program = MAX (height * part, measure_least (self->panes.program));

  if (!self->looks_at_stage)
    program = MAX (program, lines);
  return MAX (natural > height - program ? MIN (natural, snap_stage (self, height - program)) : natural,
              measure_least (self->panes.stage));
}

static gboolean
needs_stage (LsPaneLayout *self)
{
  return self->has_lesson && !self->stage_moved && gtk_widget_get_mapped (self->panes.program) &&
         get_wanted_stage (self) != self->stage;
}

static void
set_stage (LsPaneLayout *self,
           int           position)
{
  self->stage_set = position;
  self->center_extent = ls_pane_layout_get_extent (self->panes.center);
  gtk_paned_set_position (self->panes.center, position);
}

/* A divider that moves while the sizes of what it divides stay together is moved by the user. */
void
ls_pane_layout_note_stage (LsPaneLayout *self)
{
  const int position = gtk_paned_get_position (self->panes.center);

  if (!self->has_lesson || position == self->stage_set || ls_pane_layout_get_extent (self->panes.center) != self->center_extent)
    return;
  self->stage_set = position;
  self->stage_moved = TRUE;
}

gboolean
ls_pane_layout_needs_lesson (LsPaneLayout *self)
{
  if (!gtk_widget_get_mapped (self->panes.inspector_pane))
    self->inspector_is_set = FALSE;
  return needs_lesson_width (self) || needs_inspector (self) || needs_stage (self) || self->is_low != needs_height (self) ||
         self->is_exercise != self->had_exercise;
}

static void
update_program (LsPaneLayout *self)
{
  ls_program_pane_set_low (LS_PROGRAM_PANE (self->panes.program),
                           self->has_lesson && !self->is_exercise &&
                           ls_pane_layout_get_text_height (self) < LS_PANE_LAYOUT_SMALL_HEIGHT);
}

/* Gives a lesson and its program their sizes. */
void
ls_pane_layout_update_lesson (LsPaneLayout *self)
{
  if (ls_pane_layout_get_extent (self->panes.vertical) == 0 || !ls_pane_layout_needs_lesson (self))
    return;
  self->is_low = needs_height (self);
  update_program (self);
  if (needs_lesson_width (self))
    set_lesson_width (self);
  if (needs_inspector (self))
    {
      self->inspector_is_set = TRUE;
      gtk_paned_set_position (self->panes.right, ls_pane_layout_get_extent (self->panes.right) - self->inspector_set -
                                                 ls_pane_layout_get_handle_extent (self->panes.right));
    }
  self->stage_moved = self->stage_moved && self->is_exercise == self->had_exercise;
  self->had_exercise = self->is_exercise;
  if (!needs_stage (self))
    return;
  self->natural = ls_pane_layout_get_natural_height (self);
  self->stage = get_wanted_stage (self);
  set_stage (self, self->stage);
}

/* Puts the program below the stage, where @below says so, or back. */
static void
move_program (LsPaneLayout *self,
              gboolean      below)
{
  g_autoptr (GtkWidget) program = g_object_ref (self->panes.program);

  if (below)
    {
      gtk_box_remove (self->panes.program_box, program);
      gtk_paned_set_end_child (self->panes.center, program);
      gtk_widget_set_visible (program, gtk_widget_get_visible (self->panes.program_pane));
    }
  else
    {
      gtk_paned_set_end_child (self->panes.center, NULL);
      gtk_box_append (self->panes.program_box, program);
      gtk_widget_set_visible (program, TRUE);
    }
}

/**
 * ls_pane_layout_set_lesson:
 * @self: a layout
 * @has_lesson: whether there is a lesson, which takes the place of the program
 * @is_exercise: whether its page has an exercise, in which the program is to be changed
 *
 * Gives a lesson and its program their places, and their sizes when sizes are allocated next.
 */
void
ls_pane_layout_set_lesson (LsPaneLayout *self,
                           gboolean      has_lesson,
                           gboolean      is_exercise)
{
  int inspector;

  self->is_exercise = is_exercise;
  if (has_lesson == self->has_lesson)
    return;
  self->has_lesson = has_lesson;
  self->is_settled = FALSE;
  self->stage_moved = FALSE;
  self->stage = 0;
  self->text_scale = 0;
  inspector = has_lesson                  ? 0
              : is_inspector_moved (self) ? gtk_widget_get_width (self->panes.inspector_pane)
                                          : self->inspector_before;
  move_program (self, has_lesson);
  if (!has_lesson && ls_pane_layout_get_left_before (self) > 0)
    gtk_paned_set_position (self->panes.left, ls_pane_layout_get_left_before (self));
  if (inspector > 0 && !self->is_narrow)
    ls_pane_layout_set_end_extent (self->panes.right, inspector,
                                   ls_pane_layout_get_extent (self->panes.left) - gtk_paned_get_position (self->panes.left) -
                                   ls_pane_layout_get_handle_extent (self->panes.left));
  self->left = 0;
  self->inspector_before = 0;
  update_program (self);
}

/**
 * ls_pane_layout_set_page:
 * @self: a layout with a lesson
 * @looks_at_stage: whether the page looks at the stage, which it is to see whole
 * @n_lines: how many lines of the program it is about, which are to be seen, if there is room; 0 if it does not say
 *
 * Gives stage and program the heights that a page needs. A divider that the user has moved for another page goes back.
 */
void
ls_pane_layout_set_page (LsPaneLayout *self,
                         gboolean      looks_at_stage,
                         guint         n_lines)
{
  self->looks_at_stage = looks_at_stage;
  self->n_lines = n_lines;
  self->stage_moved = FALSE;
  self->stage = 0;
  self->snap_of = 0;
}

/**
 * ls_pane_layout_begin_page:
 * @self: a layout with a lesson
 *
 * Measures the stage again, which shows the moment of the page by now: rows may have other heights than those of the page before.
 */
void
ls_pane_layout_begin_page (LsPaneLayout *self)
{
  self->natural = 0;
  self->stage = 0;
  self->snap_of = 0;
  self->bottom_used = FALSE;
}

/**
 * ls_pane_layout_set_bottom_empty:
 * @self: a layout
 * @is_empty: whether a lesson has nothing to be seen at the bottom
 *
 * Gives that little room, until there is something: then it keeps its room on this page, for the divider must not move to and fro.
 */
void
ls_pane_layout_set_bottom_empty (LsPaneLayout *self,
                                 gboolean      is_empty)
{
  self->bottom_used |= !is_empty;
  is_empty = is_empty && !self->bottom_used && self->has_lesson;
  if (is_empty == self->bottom_empty)
    return;
  self->bottom_empty = is_empty;
  gtk_widget_set_size_request (self->panes.bottom_pane, -1, is_empty ? -1 : LS_PANE_LAYOUT_LEAST_BOTTOM);
}

/**
 * ls_pane_layout_reveal_program:
 * @self: a layout
 *
 * Gives the program of a lesson half of the height where the user has left it none.
 */
void
ls_pane_layout_reveal_program (LsPaneLayout *self)
{
  if (self->has_lesson && gtk_widget_get_height (self->panes.program) < PROGRAM_LEAST)
    gtk_paned_set_position (self->panes.center, ls_pane_layout_get_extent (self->panes.center) / 2);
}

/**
 * ls_pane_layout_settle:
 * @self: the layout of a view that has just got its size
 * @height: its height in pixels
 *
 * Gives the panes of a lesson their sizes before they are seen with others.
 *
 * Returns: whether sizes have to be allocated again, for dividers have moved
 */
gboolean
ls_pane_layout_settle (LsPaneLayout *self,
                       int           height)
{
  GtkPaned *paned[] = { self->panes.vertical, self->panes.left, self->panes.center, self->panes.right };
  int before[G_N_ELEMENTS (paned)];
  gboolean moved = FALSE;

  if (self->is_settled || !self->has_lesson || ls_pane_layout_get_extent (self->panes.left) == 0)
    return FALSE;
  self->height = height;
  for (guint i = 0; i < G_N_ELEMENTS (paned); i++)
    before[i] = gtk_paned_get_position (paned[i]);
  ls_pane_layout_update_sizes (self);
  for (guint i = 0; i < G_N_ELEMENTS (paned); i++)
    moved |= gtk_paned_get_position (paned[i]) != before[i];
  self->is_settled = !moved;
  return moved;
}

/* Gives a lesson the sizes back that it had before the presentation, unless it has come since then. */
void
ls_pane_layout_restore_lesson (LsPaneLayout *self)
{
  const LsPaneSizes *held = &self->held;

  self->stage = 0;
  self->stage_moved = held->stage_moved && held->has_lesson && self->has_lesson;
  if (self->stage_moved)
    set_stage (self, held->stage);
  if (!self->has_lesson || !held->has_lesson)
    return;
  self->left = held->left;
  self->left_set = held->left_set;
  self->left_extent = held->left_extent;
  self->text_scale = get_text_scale (self);
}
