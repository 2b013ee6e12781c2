/* ls-timeline-ruler.c: the times and marks above the tracks of a timeline
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-timeline-ruler.h"

#include <glib/gi18n.h>
#include <math.h>

#include "ls-timeline-layers.h"

#define TICK_DISTANCE 90.0
#define FLAG_WIDTH 9
#define FLAG_HEIGHT 5
/* The height below the labels for the flags and for the handle of the playhead, in pixels. It keeps the labels free of both. */
#define LANE (2 * FLAG_HEIGHT + 2)
#define NEAR 6.0
/* The ruler draws at most this many flags. The user could not tell more apart. */
#define MAX_MARKS 500

/**
 * LsTimelineRuler:
 *
 * The ruler shows the times of a timeline's axis, and the session's bookmarks and notes as flags. The flag of a bookmark is filled,
 * and the flag of a note is an outline. A drag travels in time. A click on a flag goes to its step. The ruler emits "edit-mark"
 * when the user wants to edit the mark of a step.
 */
struct _LsTimelineRuler
{
  GtkWidget        parent_instance;

  LsTimelineScene *scene;
  LsDebugger      *debugger;
  LsLayoutCache   *texts;
  double           drag_x;
};

G_DEFINE_FINAL_TYPE (LsTimelineRuler, ls_timeline_ruler, GTK_TYPE_WIDGET)

static LsSession *
get_session (LsTimelineRuler *self)
{
  return self->debugger != NULL ? ls_debugger_get_session (self->debugger) : NULL;
}

/* Gets the time when a step ended. Returns FALSE if the run has not reached the step, or the trace no longer keeps it. */
static gboolean
get_time (LsTimelineRuler *self,
          guint32          step,
          guint64         *time)
{
  LsTimelineModel *model = ls_timeline_scene_get_model (self->scene);
  LsTrace *trace = ls_timeline_model_get_trace (model);

  *time = 0;
  if (step == 0)
    return trace == NULL || ls_trace_get_start (trace) == 0;
  if (trace == NULL || step > ls_trace_get_n_steps (trace) ||
      ls_player_has_forgotten_step (ls_timeline_scene_get_player (self->scene), step))
    return FALSE;
  *time = ls_timeline_model_get_time (model, ls_trace_find_step (trace, step) - 1);
  return TRUE;
}

/**
 * ls_timeline_ruler_get_place:
 * @self: a ruler
 * @step: a step
 * @x: (out): the place of the step, in pixels
 *
 * Returns: whether the step has been recorded and is visible
 */
gboolean
ls_timeline_ruler_get_place (LsTimelineRuler *self,
                             guint32          step,
                             double          *x)
{
  LsTimeAxis *axis = ls_timeline_scene_get_axis (self->scene);
  double left, width;
  guint64 time;

  *x = 0;
  ls_timeline_get_area (GTK_WIDGET (self), &left, &width);
  if (!get_time (self, step, &time))
    return FALSE;
  *x = left + ls_time_axis_to_x (axis, time, width);
  return *x >= left - 1 && *x <= left + width;
}

/* Marks */

static const LsMark *
get_mark (LsSession *session,
          guint      index,
          gboolean  *is_note)
{
  guint n_bookmarks = ls_session_get_n_bookmarks (session);

  *is_note = index >= n_bookmarks;
  return *is_note ? ls_session_get_note (session, index - n_bookmarks) : ls_session_get_bookmark (session, index);
}

static guint
count_marks (LsSession *session)
{
  return session != NULL ? ls_session_get_n_bookmarks (session) + ls_session_get_n_notes (session) : 0;
}

/* Gets the place of a mark's flag. If the run is now too short for the mark's step, the flag is at the end. */
static gboolean
get_place_of_mark (LsTimelineRuler *self,
                   const LsMark    *mark,
                   double          *x)
{
  guint32 step = mark->step;

  if (ls_debugger_is_over (self->debugger))
    step = MIN (step, ls_trace_get_n_steps (ls_player_get_trace (ls_debugger_get_player (self->debugger))));
  return ls_timeline_ruler_get_place (self, step, x);
}

/**
 * ls_timeline_ruler_find_mark:
 * @self: a ruler
 * @x: pixels
 * @step: (out): the step of the flag
 *
 * Returns: whether there is a flag at @x
 */
gboolean
ls_timeline_ruler_find_mark (LsTimelineRuler *self,
                             double           x,
                             guint32         *step)
{
  LsSession *session = get_session (self);
  double best = FLAG_WIDTH + NEAR;

  for (guint i = 0; i < MIN (count_marks (session), MAX_MARKS); i++)
    {
      gboolean is_note;
      const LsMark *mark = get_mark (session, i, &is_note);
      double place;

      /* The flag is drawn to the right of its place. */
      if (get_place_of_mark (self, mark, &place) && x >= place - 2 && x - place < best)
        {
          best = x - place;
          *step = mark->step;
        }
    }
  return best < FLAG_WIDTH + NEAR;
}

static gboolean
on_query_tooltip (LsTimelineRuler *self,
                  int              x,
                  int              y,
                  gboolean         keyboard,
                  GtkTooltip      *tooltip)
{
  LsSession *session = get_session (self);
  g_autoptr (GString) text = g_string_new (NULL);
  guint32 step;

  if (keyboard || self->scene == NULL || !ls_timeline_ruler_find_mark (self, x, &step))
    return FALSE;
  for (guint i = 0; i < count_marks (session); i++)
    {
      gboolean is_note;
      const LsMark *mark = get_mark (session, i, &is_note);

      if (mark->step == step)
        g_string_append_printf (text, "%s%s", text->len > 0 ? "\n" : "", mark->text);
      if (mark->step == step && ls_mark_follower_is_lost (ls_debugger_get_marks (self->debugger), mark, is_note))
        g_string_append_printf (text, "\n%s", _("What this refers to does not happen in this run"));
    }
  gtk_tooltip_set_text (tooltip, text->str);
  return TRUE;
}

/* Drawing */

/* Returns the height of the part with the labels, in pixels. */
static double
get_labels_height (GtkWidget *widget)
{
  return gtk_widget_get_height (widget) - LANE;
}

static void
draw_times (LsTimelinePainter *painter,
            double             height)
{
  LsTimeAxis *axis = ls_timeline_scene_get_axis (painter->scene);
  const gboolean by_step = ls_timeline_model_get_by_step (ls_timeline_scene_get_model (painter->scene));
  const double least = by_step ? LS_TIMELINE_STEP : 0;
  double step = MAX (ls_time_axis_get_step (axis, painter->width, TICK_DISTANCE), least);
  double from = ls_time_axis_get_from (axis);
  double to = from + ls_time_axis_get_span (axis);
  GdkRGBA color = painter->color;
  GdkRGBA line = painter->color;

  color.alpha *= painter->high_contrast ? 1 : 0.7;
  line.alpha *= painter->high_contrast ? 0.8 : 0.25;
  for (double time = floor (from / step) * step; time <= to; time += step)
    {
      double x = floor (ls_timeline_painter_to_x (painter, time));
      const guint n_steps = time / LS_TIMELINE_STEP + 0.5;
      g_autofree char *text = by_step ? g_strdup_printf (_("Step %u"), n_steps) : ls_time_axis_format (time, step);

      int text_width;

      ls_layout_cache_get (painter->texts, painter->widget, text, -1, &text_width, NULL);
      ls_timeline_painter_fill (painter, x, height - 7, 1, 7, &line);
      /* A number is drawn as a whole or not at all, since a part of it would be another number. */
      if (x + 4 + text_width <= painter->left + painter->width && (x + 4 >= painter->left || time == 0))
        ls_timeline_painter_draw_text (painter, text, x + 4, 0, -1, height, &color);
    }
}

static void
draw_marks (LsTimelineRuler   *self,
            LsTimelinePainter *painter,
            double             height)
{
  LsSession *session = get_session (self);

  /* The flag of a bookmark is above the flag of a note, so that both of a step are visible. */
  for (guint i = 0; i < MIN (count_marks (session), MAX_MARKS); i++)
    {
      gboolean is_note;
      const LsMark *mark = get_mark (session, i, &is_note);
      const double top = height - LANE + (is_note ? FLAG_HEIGHT : 0);
      GskRoundedRect flag;
      double x;

      if (!get_place_of_mark (self, mark, &x))
        continue;
      x = floor (x);
      ls_timeline_painter_fill (painter, x, top, 1.5, height - top, &painter->accent);
      gsk_rounded_rect_init_from_rect (&flag, &GRAPHENE_RECT_INIT (x, top, FLAG_WIDTH, FLAG_HEIGHT), 0);
      if (is_note)
        gtk_snapshot_append_border (painter->snapshot, &flag, (float[4]) { 1, 1, 1, 1 },
                                    (GdkRGBA[4]) { painter->accent, painter->accent, painter->accent,
                                                   painter->accent });
      else
        gtk_snapshot_append_color (painter->snapshot, &painter->accent, &flag.bounds);
    }
}

static void
draw_playhead (LsTimelinePainter *painter,
               double             height)
{
  double x = floor (ls_timeline_painter_to_x (painter, painter->now));

  ls_timeline_painter_fill (painter, x - 1, height - LANE, 2, LANE, &painter->accent);
  for (int i = 0; i < 5; i++)
    ls_timeline_painter_fill (painter, x - 5 + i, height - 6 + i, 10 - 2 * i, 1, &painter->accent);
  ls_timeline_painter_fill (painter, x - 5, height - LANE + 1, 10, LANE - 7, &painter->accent);
}

static void
ls_timeline_ruler_snapshot (GtkWidget   *widget,
                            GtkSnapshot *snapshot)
{
  LsTimelineRuler *self = LS_TIMELINE_RULER (widget);
  int height = gtk_widget_get_height (widget);
  LsTimelinePainter painter;
  GdkRGBA line;
  guint64 from, to;

  if (self->scene == NULL)
    return;
  ls_timeline_painter_init (&painter, widget, snapshot, self->scene, self->texts);
  line = painter.color;
  line.alpha *= painter.high_contrast ? 0.8 : 0.15;
  ls_timeline_painter_fill (&painter, 0, height - 1, gtk_widget_get_width (widget), 1, &line);
  gtk_snapshot_push_clip (snapshot, &GRAPHENE_RECT_INIT (painter.left, 0, painter.width, height));
  if (ls_timeline_scene_get_range (self->scene, &from, &to))
    {
      GdkRGBA color = painter.accent;
      double left = MAX (ls_timeline_painter_to_x (&painter, from), painter.left - 2);
      double right = MIN (ls_timeline_painter_to_x (&painter, to), painter.left + painter.width + 2);

      color.alpha *= 0.3;
      ls_timeline_painter_fill (&painter, left, 0, MAX (0, right - left), height - 1, &color);
    }
  draw_times (&painter, get_labels_height (widget));
  draw_playhead (&painter, height);
  draw_marks (self, &painter, height);
  gtk_snapshot_pop (snapshot);
}

static void
ls_timeline_ruler_measure (GtkWidget      *widget,
                           GtkOrientation  orientation,
                           int             for_size,
                           int            *minimum,
                           int            *natural,
                           int            *minimum_baseline,
                           int            *natural_baseline)
{
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    *minimum = *natural = 200;
  else
    *minimum = *natural = ceil (ls_timeline_get_row_height (widget)) - 4 + LANE;
}

/* Pointers */

static void
on_drag_begin (LsTimelineRuler *self,
               double           x,
               double           y,
               GtkGesture      *gesture)
{
  LsPlayer *player = self->scene != NULL ? ls_timeline_scene_get_player (self->scene) : NULL;
  guint32 step;

  self->drag_x = x;
  if (player == NULL)
    return;
  if (ls_timeline_ruler_find_mark (self, x, &step))
    {
      ls_player_set_running (player, FALSE);
      ls_player_step_to (player, step);
    }
  else
    {
      ls_timeline_seek_soon (GTK_WIDGET (self), self->scene, ls_timeline_to_time (GTK_WIDGET (self), self->scene, x));
    }
}

static void
on_drag_update (LsTimelineRuler *self,
                double           offset_x,
                double           offset_y,
                GtkGesture      *gesture)
{
  /* A small tremble of the pointer does not count as a drag, so a click on a flag keeps the flag's step. */
  if (self->scene == NULL || ls_timeline_scene_get_player (self->scene) == NULL || fabs (offset_x) < 3)
    return;
  gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_CLAIMED);
  ls_timeline_seek_soon (GTK_WIDGET (self), self->scene,
                         ls_timeline_to_time (GTK_WIDGET (self), self->scene, self->drag_x + offset_x));
}

static void
on_secondary (LsTimelineRuler *self,
              int              n_press,
              double           x,
              double           y)
{
  LsPlayer *player = self->scene != NULL ? ls_timeline_scene_get_player (self->scene) : NULL;
  guint32 step;

  if (player == NULL)
    return;
  if (!ls_timeline_ruler_find_mark (self, x, &step))
    {
      ls_timeline_scene_seek (self->scene, ls_timeline_to_time (GTK_WIDGET (self), self->scene, x));
      step = ls_player_get_step (player);
    }
  g_signal_emit_by_name (self, "edit-mark", step);
}

static gboolean
on_scroll (LsTimelineRuler          *self,
           double                    dx,
           double                    dy,
           GtkEventControllerScroll *controller)
{
  GdkModifierType state = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (controller));
  LsTimeAxis *axis;

  if (self->scene == NULL)
    return FALSE;
  axis = ls_timeline_scene_get_axis (self->scene);
  if (state & GDK_CONTROL_MASK)
    ls_time_axis_zoom (axis, pow (1.25, -dy), ls_time_axis_get_from (axis) + ls_time_axis_get_span (axis) / 2);
  else
    ls_time_axis_pan (axis, (dx + dy) * 0.04 * ls_time_axis_get_span (axis));
  return TRUE;
}

static void
ls_timeline_ruler_css_changed (GtkWidget         *widget,
                               GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (ls_timeline_ruler_parent_class)->css_changed (widget, change);
  ls_layout_cache_clear (LS_TIMELINE_RULER (widget)->texts);
}

static void
ls_timeline_ruler_system_setting_changed (GtkWidget        *widget,
                                          GtkSystemSetting  setting)
{
  GTK_WIDGET_CLASS (ls_timeline_ruler_parent_class)->system_setting_changed (widget, setting);
  ls_layout_cache_clear (LS_TIMELINE_RULER (widget)->texts);
  gtk_widget_queue_resize (widget);
}

static void
ls_timeline_ruler_dispose (GObject *object)
{
  LsTimelineRuler *self = LS_TIMELINE_RULER (object);

  g_clear_object (&self->scene);
  g_clear_object (&self->debugger);

  G_OBJECT_CLASS (ls_timeline_ruler_parent_class)->dispose (object);
}

static void
ls_timeline_ruler_class_init (LsTimelineRulerClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_timeline_ruler_dispose;
  widget_class->snapshot = ls_timeline_ruler_snapshot;
  widget_class->measure = ls_timeline_ruler_measure;
  widget_class->css_changed = ls_timeline_ruler_css_changed;
  widget_class->system_setting_changed = ls_timeline_ruler_system_setting_changed;

  g_signal_new ("edit-mark", LS_TYPE_TIMELINE_RULER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  gtk_widget_class_set_css_name (widget_class, "ruler");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
ls_timeline_ruler_init (LsTimelineRuler *self)
{
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkGesture *secondary = gtk_gesture_click_new ();
  GtkEventController *scroll = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);

  self->texts = ls_layout_cache_new (GTK_WIDGET (self));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Times and marks"), -1);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  g_signal_connect (self, "query-tooltip", G_CALLBACK (on_query_tooltip), NULL);
  g_signal_connect_swapped (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect_swapped (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (secondary), GDK_BUTTON_SECONDARY);
  g_signal_connect_swapped (secondary, "pressed", G_CALLBACK (on_secondary), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (secondary));
  g_signal_connect_swapped (scroll, "scroll", G_CALLBACK (on_scroll), self);
  gtk_widget_add_controller (GTK_WIDGET (self), scroll);
}

/**
 * ls_timeline_ruler_set_scene:
 * @self: a ruler without a scene
 * @scene: the scene whose times to show
 *
 * Shows the times of @scene.
 */
void
ls_timeline_ruler_set_scene (LsTimelineRuler *self,
                             LsTimelineScene *scene)
{
  g_return_if_fail (self->scene == NULL);

  self->scene = g_object_ref (scene);
  g_signal_connect_object (scene, "changed", G_CALLBACK (gtk_widget_queue_draw), self, G_CONNECT_SWAPPED);
}

/**
 * ls_timeline_ruler_set_debugger:
 * @self: a ruler without a debugger
 * @debugger: the debugger whose session has the marks
 *
 * Shows the bookmarks and notes of @debugger's session.
 */
void
ls_timeline_ruler_set_debugger (LsTimelineRuler *self,
                                LsDebugger      *debugger)
{
  g_return_if_fail (self->debugger == NULL);

  self->debugger = g_object_ref (debugger);
  g_signal_connect_object (debugger, "changed", G_CALLBACK (gtk_widget_queue_draw), self, G_CONNECT_SWAPPED);
}
