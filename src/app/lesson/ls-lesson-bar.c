/* ls-lesson-bar.c: a task that the learner places in time
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-lesson-bar.h"

#include <glib/gi18n.h>
#include <math.h>

#include "ls-compat.h"
#include "ls-text.h"
#include "ls-widget.h"

/**
 * LsLessonBar:
 *
 * A span of time with the bar of one task, as long as its turn. It is dragged, or moved with the arrow keys. “moved”, with where it
 * is to start and whether it was dragged there, is emitted then; nothing else moves it by itself. Once it is answered, the bar of
 * the run is below that of the learner.
 */
struct _LsLessonBar
{
  GtkWidget   parent_instance;

  GtkWidget  *own;           /* the learner's bar */
  GtkWidget  *time;          /* when that starts and ends */
  GtkWidget  *right;         /* the bar of the run; visible once it is answered */

  guint       index;
  char       *name;
  guint64     length;        /* µs */
  guint64     begin, end;    /* µs: of the span */
  guint64     unit;          /* µs: between two lines of the grid */
  guint64     start;         /* µs, or LS_BARS_NOWHERE */
  guint64     right_start;   /* µs, or LS_BARS_NOWHERE before it is answered */
  guint64     grabbed;       /* µs: how far behind the start of the bar it was taken */
};

#define RUN_HEIGHT 12
#define GAP 2
#define MIN_WIDTH 4      /* of a bar */
#define GRAB 6           /* pixels beside a bar that belong to it */

#define KEY_STEP 1000
#define LARGE_KEY_STEP 10000

static gboolean set_value (GtkAccessible *accessible,
                           double         value);

G_DEFINE_FINAL_TYPE_WITH_CODE (LsLessonBar, ls_lesson_bar, GTK_TYPE_WIDGET,
                               ls_compat_add_accessible_range (g_define_type_id, set_value))

static double
to_x (LsLessonBar *self,
      guint64      time)
{
  return (double) (time - self->begin) * gtk_widget_get_width (GTK_WIDGET (self)) / (self->end - self->begin);
}

static guint64
get_shown_start (LsLessonBar *self)
{
  return self->start != LS_BARS_NOWHERE ? self->start : self->begin;
}

/* Asks for a move, within the span. The last place is at a whole millisecond as well, so that keys go on from one. @time: µs */
static void
move (LsLessonBar *self,
      double       time,
      gboolean     is_dragged)
{
  const guint64 last = (self->end - self->length) / KEY_STEP * KEY_STEP;

  if (self->right_start == LS_BARS_NOWHERE)
    g_signal_emit_by_name (self, "moved", (guint64) CLAMP (time, self->begin, MAX (self->begin, last)), is_dragged);
}

/* What assistive technology sets: ms. */
static gboolean
set_value (GtkAccessible *accessible,
           double         value)
{
  move (LS_LESSON_BAR (accessible), value * 1000, FALSE);
  return TRUE;
}

static gboolean
on_key (LsLessonBar     *self,
        guint            keyval,
        guint            keycode,
        GdkModifierType  state)
{
  const GdkModifierType modifiers = state & gtk_accelerator_get_default_mod_mask ();
  const gint64 step = modifiers == GDK_SHIFT_MASK ? LARGE_KEY_STEP : KEY_STEP;

  if ((modifiers & ~GDK_SHIFT_MASK) != 0 || self->right_start != LS_BARS_NOWHERE)
    return GDK_EVENT_PROPAGATE;
  switch (keyval)
    {
    case GDK_KEY_Left:
    case GDK_KEY_KP_Left:
      move (self, (double) get_shown_start (self) - step, FALSE);
      return GDK_EVENT_STOP;
    case GDK_KEY_Right:
    case GDK_KEY_KP_Right:
      move (self, (double) get_shown_start (self) + step, FALSE);
      return GDK_EVENT_STOP;
    case GDK_KEY_Home:
    case GDK_KEY_KP_Home:
      move (self, self->begin, FALSE);
      return GDK_EVENT_STOP;
    default:
      return GDK_EVENT_PROPAGATE;
    }
}

static void
drag_to (LsLessonBar *self,
         double       x)
{
  const double span = self->end - self->begin;
  const double time = self->begin + x * span / MAX (1, gtk_widget_get_width (GTK_WIDGET (self))) - self->grabbed;

  move (self, round (time / KEY_STEP) * KEY_STEP, TRUE);
}

/* A bar is taken where it is; beside it, it comes to the pointer. */
static void
on_drag_begin (LsLessonBar *self,
               double       x)
{
  const guint64 start = get_shown_start (self);
  const double from = to_x (self, start), width = MAX (to_x (self, start + self->length) - from, MIN_WIDTH);

  gtk_widget_grab_focus (GTK_WIDGET (self));
  self->grabbed = 0;
  if (x < from - GRAB || x > from + width + GRAB)
    drag_to (self, x);
  else if (x > from)
    self->grabbed = MIN (ls_lesson_bar_get_time (self, x - from), self->length);
}

static void
on_drag_update (LsLessonBar    *self,
                double          x,
                double          y,
                GtkGestureDrag *drag)
{
  double begin;

  if (gtk_gesture_drag_get_start_point (drag, &begin, NULL))
    drag_to (self, begin + x);
}

static void
ls_lesson_bar_measure (GtkWidget      *widget,
                       GtkOrientation  orientation,
                       int             for_size,
                       int            *minimum,
                       int            *natural,
                       int            *minimum_baseline,
                       int            *natural_baseline)
{
  LsLessonBar *self = LS_LESSON_BAR (widget);

  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum = 120;
      *natural = 240;
      return;
    }
  gtk_widget_measure (self->time, orientation, -1, minimum, NULL, NULL, NULL);
  *minimum = MAX (*minimum + 2 * GAP, LS_LESSON_BAR_HEIGHT);
  if (gtk_widget_get_visible (self->right))
    *minimum += RUN_HEIGHT + GAP;
  *natural = *minimum;
}

static void
allocate (GtkWidget *child,
          double     x,
          double     width,
          int        y,
          int        height)
{
  GtkAllocation allocation = { round (x), y, MAX (MIN_WIDTH, round (x + width) - round (x)), height };
  int least;

  gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  allocation.width = MAX (allocation.width, least);
  gtk_widget_measure (child, GTK_ORIENTATION_VERTICAL, -1, &least, NULL, NULL, NULL);
  allocation.height = MAX (allocation.height, least);
  gtk_widget_size_allocate (child, &allocation, -1);
}

static void
ls_lesson_bar_size_allocate (GtkWidget *widget,
                             int        width,
                             int        height,
                             int        baseline)
{
  LsLessonBar *self = LS_LESSON_BAR (widget);
  const double per_time = (double) width / (self->end - self->begin);
  const double x = (get_shown_start (self) - self->begin) * per_time;
  const int row = gtk_widget_get_visible (self->right) ? height - RUN_HEIGHT - GAP : height;
  int text_width;

  allocate (self->own, x, self->length * per_time, GAP, row - 2 * GAP);
  if (gtk_widget_get_visible (self->time))
    {
      const double end = x + MAX (self->length * per_time, MIN_WIDTH);

      gtk_widget_measure (self->time, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &text_width, NULL, NULL);
      /* The time stands behind the bar, or before it where there is no room; else it stands on it. */
      allocate (self->time, end + GAP + text_width <= width ? end + GAP : MAX (0, x - GAP - text_width), text_width,
                GAP, row - 2 * GAP);
    }
  if (gtk_widget_get_visible (self->right))
    allocate (self->right, (self->right_start - self->begin) * per_time, self->length * per_time, row, RUN_HEIGHT);
}

static void
ls_lesson_bar_snapshot (GtkWidget   *widget,
                        GtkSnapshot *snapshot)
{
  LsLessonBar *self = LS_LESSON_BAR (widget);
  GdkRGBA color;

  ls_compat_get_color (widget, &color);
  color.alpha *= 0.2;
  for (guint64 time = self->begin; time <= self->end; time += self->unit)
    {
      const float x = MIN (floor (to_x (self, time)), gtk_widget_get_width (widget) - 1);

      gtk_snapshot_append_color (snapshot, &color, &GRAPHENE_RECT_INIT (x, 0, 1, gtk_widget_get_height (widget)));
    }
  gtk_widget_snapshot_child (widget, self->own, snapshot);
  gtk_widget_snapshot_child (widget, self->right, snapshot);
  gtk_widget_snapshot_child (widget, self->time, snapshot);
}

static void
ls_lesson_bar_dispose (GObject *object)
{
  LsLessonBar *self = LS_LESSON_BAR (object);

  g_clear_pointer (&self->own, gtk_widget_unparent);
  g_clear_pointer (&self->time, gtk_widget_unparent);
  g_clear_pointer (&self->right, gtk_widget_unparent);

  G_OBJECT_CLASS (ls_lesson_bar_parent_class)->dispose (object);
}

static void
ls_lesson_bar_finalize (GObject *object)
{
  g_free (LS_LESSON_BAR (object)->name);

  G_OBJECT_CLASS (ls_lesson_bar_parent_class)->finalize (object);
}

static void
ls_lesson_bar_class_init (LsLessonBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_lesson_bar_dispose;
  G_OBJECT_CLASS (klass)->finalize = ls_lesson_bar_finalize;
  widget_class->measure = ls_lesson_bar_measure;
  widget_class->size_allocate = ls_lesson_bar_size_allocate;
  widget_class->snapshot = ls_lesson_bar_snapshot;
  gtk_widget_class_set_css_name (widget_class, "lesson-bar");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_SLIDER);

  /**
   * LsLessonBar::moved:
   * @self: a bar
   * @start: where it is to start, in µs
   * @is_dragged: whether the pointer is there, which is not exact
   *
   * The learner wants it there.
   */
  g_signal_new ("moved", LS_TYPE_LESSON_BAR, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2, G_TYPE_UINT64, G_TYPE_BOOLEAN);
}

static GtkWidget *
add_part (LsLessonBar *self,
          GType        type,
          const char  *class)
{
  GtkWidget *part = g_object_new (type, "accessible-role", GTK_ACCESSIBLE_ROLE_PRESENTATION, "can-target", FALSE, NULL);

  gtk_widget_add_css_class (part, class);
  gtk_widget_set_parent (part, GTK_WIDGET (self));
  return part;
}

static void
ls_lesson_bar_init (LsLessonBar *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkGesture *drag = gtk_gesture_drag_new ();

  self->start = self->right_start = LS_BARS_NOWHERE;
  self->own = add_part (self, GTK_TYPE_BOX, "own");
  self->right = add_part (self, GTK_TYPE_BOX, "run");
  self->time = add_part (self, GTK_TYPE_LABEL, "caption");
  gtk_widget_set_visible (self->right, FALSE);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  g_signal_connect_swapped (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect_swapped (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_hexpand (GTK_WIDGET (self), TRUE);
  /* Time goes to the right in each language. */
  gtk_widget_set_direction (GTK_WIDGET (self), GTK_TEXT_DIR_LTR);
}

/* Returns (transfer full) where the bar is, in words. */
static char *
describe (LsLessonBar *self,
          guint64      start)
{
  g_autofree char *from = NULL, *to = NULL;

  if (start == LS_BARS_NOWHERE)
    return g_strdup (_("not placed yet"));
  from = ls_text_format_time (start);
  to = ls_text_format_time (start + self->length);
  /* Translators: two times, when something starts and when it ends */
  return g_strdup_printf (_("from %s to %s"), from, to);
}

/**
 * ls_lesson_bar_new:
 * @index: which bar it is of those that the page has
 * @name: the task
 * @length: how long its turn is, in µs
 * @begin: where the span of time begins, in µs
 * @end: where it ends, @length after @begin at least
 * @unit: how far apart the lines of the grid are
 *
 * Returns: (transfer floating): a bar that is not placed
 */
GtkWidget *
ls_lesson_bar_new (guint       index,
                   const char *name,
                   guint64     length,
                   guint64     begin,
                   guint64     end,
                   guint64     unit)
{
  LsLessonBar *self = g_object_new (LS_TYPE_LESSON_BAR, NULL);

  self->index = index;
  self->name = g_strdup (name);
  self->length = length;
  self->begin = begin;
  self->end = end;
  self->unit = unit;
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_VALUE_MIN, begin / 1000.0,
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_MAX, end / 1000.0, -1);
  g_free (ls_lesson_bar_set_start (self, LS_BARS_NOWHERE));
  return GTK_WIDGET (self);
}

/**
 * ls_lesson_bar_get_index:
 * @self: a bar
 *
 * Returns: which bar it is of those that the page has
 */
guint
ls_lesson_bar_get_index (LsLessonBar *self)
{
  return self->index;
}

/**
 * ls_lesson_bar_get_time:
 * @self: a bar
 * @pixels: a width on the screen
 *
 * Returns: how much time that is, in µs
 */
guint64
ls_lesson_bar_get_time (LsLessonBar *self,
                        double       pixels)
{
  return pixels * (self->end - self->begin) / MAX (1, gtk_widget_get_width (GTK_WIDGET (self)));
}

/**
 * ls_lesson_bar_set_start:
 * @self: a bar
 * @start: where it starts, in µs, or %LS_BARS_NOWHERE
 *
 * Places the bar.
 *
 * Returns: (transfer full): its place in words
 */
char *
ls_lesson_bar_set_start (LsLessonBar *self,
                         guint64      start)
{
  g_autofree char *length = ls_text_format_time (self->length), *time = NULL;
  char *words = describe (self, start);

  self->start = start;
  if (start != LS_BARS_NOWHERE)
    /* Translators: a span of time in milliseconds, such as “20–50 ms” */
    time = g_strdup_printf (_("%g–%g ms"), start / 1000.0, (start + self->length) / 1000.0);
  ls_widget_show_text (self->time, time);
  ls_widget_set_class (self->own, "nowhere", start == LS_BARS_NOWHERE);
  ls_widget_set_tooltip (GTK_WIDGET (self), start == LS_BARS_NOWHERE ? _("Not placed yet: drag it, or press Home if it belongs here")
                                                                     : NULL);
  /* Translators: a task, how long it takes, where it is in time, such as “from 5 ms to 8 ms” or “not placed yet” */
  ls_widget_name (GTK_WIDGET (self), _("%s, %s long, %s"), self->name, length, words);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_VALUE_NOW, get_shown_start (self) / 1000.0,
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, words, -1);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
  return words;
}

/**
 * ls_lesson_bar_set_answer:
 * @self: a bar
 * @right: where the run has it, in µs; %LS_BARS_NOWHERE as long as nobody may know
 * @is_right: whether the learner has placed it there
 *
 * Shows the bar of the run below that of the learner, who cannot move it as long as it is there.
 */
void
ls_lesson_bar_set_answer (LsLessonBar *self,
                          guint64      right,
                          gboolean     is_right)
{
  const gboolean is_answered = right != LS_BARS_NOWHERE;
  g_autofree char *where = is_answered ? describe (self, right) : NULL;
  g_autofree char *wrong = is_answered ? g_strdup_printf (_("Not in its place: in the run it is %s"), where) : NULL;

  self->right_start = right;
  gtk_widget_set_visible (self->right, is_answered);
  ls_widget_set_class (self->own, "right", is_answered && is_right);
  ls_widget_set_class (self->own, "wrong", is_answered && !is_right);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  !is_answered ? "" : is_right ? _("In its place") : wrong, -1);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}
