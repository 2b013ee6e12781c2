/* ls-timeline-input.c: what pointers and keys do to a timeline
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-timeline-chart-private.h"

#include <glib/gi18n.h>
#include <math.h>

#include "ls-compat.h"

#define ZOOM_STEP 1.25
/* A key pans by this part of the view. */
#define PAN_PART 0.15
/* A pointer that moves further than this, in pixels, drags. */
#define CLICK_DISTANCE 4.0
/* The end of a range snaps to the edge of a span that is nearer than this, in pixels. */
#define SNAP_DISTANCE 6.0
/* A drag that begins nearer to the playhead than this, in pixels, drags the playhead. */
#define PLAYHEAD_DISTANCE 5.0
/* A click of a wheel scrolls by this many pixels. */
#define WHEEL_PIXELS 48.0

typedef enum
{
  DRAG_NONE,
  DRAG_TIME,
  DRAG_RANGE,
  DRAG_EXTEND,
  DRAG_PAN
} DragKind;

static LsTimeAxis *
get_axis (LsTimelineChart *self)
{
  return ls_timeline_scene_get_axis (self->scene);
}

static LsPlayer *
get_player (LsTimelineChart *self)
{
  return self->scene != NULL ? ls_timeline_scene_get_player (self->scene) : NULL;
}

static double
to_time (LsTimelineChart *self,
         double           x)
{
  return ls_timeline_to_time (GTK_WIDGET (self), self->scene, x);
}

/* Converts a distance in pixels into a duration in µs. */
static double
to_duration (LsTimelineChart *self,
             double           distance)
{
  double left, width;

  ls_timeline_get_area (GTK_WIDGET (self), &left, &width);
  return distance * ls_time_axis_get_span (get_axis (self)) / width;
}

/* Returns the time at a place. If an edge of the span there is near, it returns the time of the edge. */
static double
snap (LsTimelineChart *self,
      double           x,
      double           y)
{
  double time = to_time (self, x);
  double near = to_duration (self, SNAP_DISTANCE);
  double best = time;
  LsTimelineHit hit;

  ls_timeline_chart_hit (self, x, y, &hit);
  if (hit.row < 0 || hit.span == NULL)
    return time;
  if (fabs (hit.span->start - time) < near)
    best = hit.span->start;
  if (hit.span->end != LS_TIME_NEVER && fabs (hit.span->end - time) < MIN (near, best == time ? near : fabs (best - time)))
    best = hit.span->end;
  return best;
}

/* Tells assistive technology what the range has. */
static void
announce_range (LsTimelineChart *self)
{
  g_autofree char *text = ls_timeline_scene_describe_range (self->scene);

  if (text != NULL)
    ls_compat_announce (GTK_WIDGET (self), text);
}

/* Pointers */

static void
go_to_record (LsTimelineChart *self,
              gsize            position)
{
  LsPlayer *player = get_player (self);

  ls_player_set_running (player, FALSE);
  ls_player_seek (player, position + 1);
}

/**
 * ls_timeline_chart_click:
 * @self: a chart
 * @x: pixels
 * @y: pixels
 *
 * Handles a click. It selects the task that ran at the place and goes to the task's start, or goes to the time.
 */
void
ls_timeline_chart_click (LsTimelineChart *self,
                         double           x,
                         double           y)
{
  LsTimelineScene *scene = self->scene;
  const LsTrack *track = NULL;
  LsTimelineHit hit;

  ls_timeline_chart_hit (self, x, y, &hit);
  if (hit.row >= 0 && hit.track != LS_TIMELINE_ROW_SIGNALS)
    track = ls_timeline_model_get_track (ls_timeline_scene_get_model (scene), hit.track);
  ls_timeline_scene_clear_range (scene);
  ls_timeline_chart_set_cursor (self, hit.row);
  if (hit.row < 0)
    {
      ls_timeline_chart_seek_soon (self, to_time (self, x));
      return;
    }
  if (hit.is_name)
    {
      if (hit.track == LS_TIMELINE_ROW_SIGNALS)
        ls_timeline_scene_set_expanded (scene, !ls_timeline_scene_is_expanded (scene));
      else if (track->kind == LS_TRACK_SIGNAL)
        ls_player_select (get_player (self), LS_SELECTION_SIGNAL, track->signal);
      else if (track->kind == LS_TRACK_BATON)
        ls_timeline_scene_set_folded (scene, track->agent, !ls_timeline_scene_is_folded (scene, track->agent));
      return;
    }
  if (track != NULL && ls_track_is_recorded (track))
    {
      ls_timeline_chart_seek_soon (self, hit.span != NULL ? hit.span->start : to_time (self, x));
    }
  else if (hit.mark != G_MAXUINT32)
    {
      go_to_record (self, hit.mark);
    }
  else if (hit.span != NULL && track != NULL && track->kind != LS_TRACK_SIGNAL)
    {
      go_to_record (self, hit.span->record);
      if (track->kind <= LS_TRACK_MICROTASKS)
        ls_player_select (get_player (self),
                          track->kind == LS_TRACK_MICROTASKS ? LS_SELECTION_MICROTASK : LS_SELECTION_TASK,
                          hit.span->subject);
    }
  else
    {
      ls_timeline_chart_seek_soon (self, to_time (self, x));
    }
}

/* Whether the playhead is at @x. It takes precedence over a measurement, but only if the visible part includes it. */
static gboolean
is_at_playhead (LsTimelineChart *self,
                double           x)
{
  double left, width, place;

  ls_timeline_get_area (GTK_WIDGET (self), &left, &width);
  place = left + ls_time_axis_to_x (get_axis (self), ls_timeline_scene_get_now (self->scene), width);
  return x >= left && x < left + width && fabs (x - place) <= PLAYHEAD_DISTANCE;
}

static void
on_drag_begin (LsTimelineChart *self,
               double           x,
               double           y,
               GtkGesture      *gesture)
{
  GdkModifierType state = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture));
  LsTimelineHit hit;

  self->drag = DRAG_NONE;
  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (get_player (self) == NULL)
    return;
  ls_timeline_chart_hit (self, x, y, &hit);
  if (hit.is_name)
    return;
  self->drag_time = is_at_playhead (self, x) ? hit.time : snap (self, x, y);
  self->drag_from = ls_time_axis_get_from (get_axis (self));
  if (gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (gesture)) == GDK_BUTTON_MIDDLE ||
      (state & GDK_CONTROL_MASK))
    self->drag = DRAG_PAN;
  else if (state & GDK_SHIFT_MASK)
    self->drag = DRAG_EXTEND;
  else
    self->drag = is_at_playhead (self, x) ? DRAG_TIME : DRAG_RANGE;
}

static void
on_drag_update (LsTimelineChart *self,
                double           offset_x,
                double           offset_y,
                GtkGesture      *gesture)
{
  double x, y;

  if (self->drag == DRAG_NONE || !gtk_gesture_drag_get_start_point (GTK_GESTURE_DRAG (gesture), &x, &y))
    return;
  if (fabs (offset_x) > CLICK_DISTANCE)
    gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_CLAIMED);
  else if (gtk_gesture_get_sequence_state (gesture, gtk_gesture_get_last_updated_sequence (gesture)) !=
           GTK_EVENT_SEQUENCE_CLAIMED)
    return;

  switch (self->drag)
    {
    case DRAG_TIME:
      ls_timeline_chart_seek_soon (self, to_time (self, x + offset_x));
      break;
    case DRAG_RANGE:
    case DRAG_EXTEND:
      ls_timeline_scene_set_range (self->scene, self->drag_time,
                                   snap (self, x + offset_x, y + offset_y));
      break;
    case DRAG_PAN:
      ls_time_axis_pan (get_axis (self),
                        self->drag_from - to_duration (self, offset_x) - ls_time_axis_get_from (get_axis (self)));
      break;
    case DRAG_NONE:
    default:
      break;
    }
}

static void
on_drag_end (LsTimelineChart *self,
             double           offset_x,
             double           offset_y,
             GtkGesture      *gesture)
{
  double x, y;

  if (get_player (self) != NULL && self->drag != DRAG_PAN && fabs (offset_x) <= CLICK_DISTANCE &&
      fabs (offset_y) <= CLICK_DISTANCE && gtk_gesture_drag_get_start_point (GTK_GESTURE_DRAG (gesture), &x, &y))
    {
      if (self->drag == DRAG_EXTEND)
        ls_timeline_scene_extend_range (self->scene, self->drag_time);
      else
        ls_timeline_chart_click (self, x, y);
    }
  else if (self->drag == DRAG_RANGE || self->drag == DRAG_EXTEND)
    {
      announce_range (self);
    }
  self->drag = DRAG_NONE;
}

static gboolean
on_scroll (LsTimelineChart          *self,
           double                    dx,
           double                    dy,
           GtkEventControllerScroll *controller)
{
  GdkModifierType state = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (controller));
  gboolean is_wheel = gtk_event_controller_scroll_get_unit (controller) == GDK_SCROLL_UNIT_WHEEL;
  double pixels = is_wheel ? WHEEL_PIXELS : 1;
  LsTimelineHit hit;

  if (get_player (self) == NULL)
    return FALSE;
  if (state & GDK_CONTROL_MASK)
    {
      ls_time_axis_zoom (get_axis (self), pow (ZOOM_STEP, -dy * pixels / WHEEL_PIXELS), to_time (self, self->pointer_x));
      return TRUE;
    }
  ls_timeline_chart_hit (self, self->pointer_x, self->pointer_y, &hit);
  /* Over the names, or with Shift, the wheel scrolls the rows. */
  if (hit.is_name)
    return FALSE;
  if (state & GDK_SHIFT_MASK)
    {
      GtkAdjustment *adjustment = self->adjustments[GTK_ORIENTATION_VERTICAL];

      if (adjustment != NULL)
        gtk_adjustment_set_value (adjustment, gtk_adjustment_get_value (adjustment) + (dx + dy) * pixels);
      return TRUE;
    }
  ls_time_axis_pan (get_axis (self), to_duration (self, (dx + dy) * pixels));
  return TRUE;
}

static void
on_motion (LsTimelineChart *self,
           double           x,
           double           y)
{
  self->pointer_x = x;
  self->pointer_y = y;
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), get_player (self) != NULL && is_at_playhead (self, x) ? "col-resize" : NULL);
}

static void
on_pinch_begin (LsTimelineChart  *self,
                GdkEventSequence *sequence,
                GtkGesture       *gesture)
{
  self->pinch_scale = 1;
}

static void
on_pinch (LsTimelineChart *self,
          double           scale,
          GtkGesture      *gesture)
{
  double x = 0, y = 0;

  if (get_player (self) == NULL || scale <= 0)
    return;
  gtk_gesture_get_bounding_box_center (gesture, &x, &y);
  ls_time_axis_zoom (get_axis (self), scale / self->pinch_scale, to_time (self, x));
  self->pinch_scale = scale;
}

/* Keys */

/* Goes to the next or previous span of the row that the keyboard acts on. */
static void
go_to_span (LsTimelineChart *self,
            int              direction)
{
  LsTimelineScene *scene = self->scene;
  LsPlayer *player = get_player (self);
  int cursor = self->cursor;
  guint n_rows;
  const LsTimelineRow *rows = ls_timeline_scene_get_rows (scene, &n_rows);
  const LsTrack *track;
  gsize position = ls_player_get_position (player);
  guint low, high;

  if (cursor < 0 || rows[cursor].track == LS_TIMELINE_ROW_SIGNALS)
    return;
  track = ls_timeline_model_get_track (ls_timeline_scene_get_model (scene), rows[cursor].track);
  if (ls_track_is_recorded (track))
    {
      ls_timeline_chart_go_to_event (self, rows[cursor].track, direction);
      return;
    }
  low = ls_span_list_get_first (track->spans);
  high = ls_span_list_get_n (track->spans);
  /* Finds the first span that begins at or after the position. It compares records, since several spans may have the same time. */
  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if ((gsize) ls_span_list_get (track->spans, middle)->record + 1 <= position)
        low = middle + 1;
      else
        high = middle;
    }
  if (direction < 0)
    {
      const guint first = ls_span_list_get_first (track->spans);

      if (low > first && (gsize) ls_span_list_get (track->spans, low - 1)->record + 1 == position)
        low--;
      if (low == first)
        return;
      low--;
    }
  if (low >= ls_span_list_get_n (track->spans))
    return;
  go_to_record (self, ls_span_list_get (track->spans, low)->record);
  if (track->kind < LS_TRACK_MICROTASKS)
    ls_player_select (player, LS_SELECTION_TASK, ls_span_list_get (track->spans, low)->subject);
}

static void
select_running (LsTimelineChart *self)
{
  LsPlayer *player = get_player (self);
  guint32 task = ls_state_get_running_task (ls_player_get_state (player));

  if (task != 0)
    ls_player_select (player, LS_SELECTION_TASK, task);
}

/* Folds or unfolds the rows of an agent, if the keyboard is on the agent's main row. */
static gboolean
toggle_folded (LsTimelineChart *self)
{
  LsTimelineScene *scene = self->scene;
  int cursor = self->cursor;
  guint n_rows;
  const LsTimelineRow *rows = ls_timeline_scene_get_rows (scene, &n_rows);
  const LsTrack *track;
  gboolean folded;
  g_autofree char *name = NULL;
  g_autofree char *text = NULL;

  if (cursor < 0 || rows[cursor].track == LS_TIMELINE_ROW_SIGNALS)
    return FALSE;
  track = ls_timeline_model_get_track (ls_timeline_scene_get_model (scene), rows[cursor].track);
  if (track->kind != LS_TRACK_BATON)
    return FALSE;
  folded = !ls_timeline_scene_is_folded (scene, track->agent);
  name = ls_timeline_model_format_agent (ls_timeline_scene_get_model (scene), track->agent);
  /* Translators: the name of an agent (a worker, or the main one); the timeline now hides or shows the agent's rows */
  text = g_strdup_printf (folded ? _("%s, collapsed") : _("%s, expanded"), name);
  ls_timeline_scene_set_folded (scene, track->agent, folded);
  ls_compat_announce (GTK_WIDGET (self), text);
  return TRUE;
}

typedef enum
{
  KEY_STEP,
  KEY_END,
  KEY_EXTEND,
  KEY_SPAN,
  KEY_ROW,
  KEY_SELECT,
  KEY_ZOOM,
  KEY_PAN,
  KEY_FIT,
  KEY_ZOOM_TO_SELECTION,
  KEY_CLEAR
} Key;

/* Arguments are the key and its direction: 1 goes on, to the right, down or closer, and -1 the other way. */
static gboolean
on_key (GtkWidget *widget,
        GVariant  *arguments,
        gpointer   user_data)
{
  LsTimelineChart *self = LS_TIMELINE_CHART (widget);
  LsPlayer *player = get_player (self);
  LsTimelineScene *scene = self->scene;
  int direction;
  guint64 from, to;
  guint key;

  if (player == NULL)
    return FALSE;
  g_variant_get (arguments, "(ui)", &key, &direction);
  switch ((Key) key)
    {
    case KEY_STEP:
      ls_player_step_by (player, LS_STEPPING_TURN, direction < 0);
      break;
    case KEY_END:
      if (direction < 0)
        ls_player_to_start (player);
      else
        ls_player_to_end (player);
      break;
    case KEY_EXTEND:
      ls_timeline_scene_step_range (scene, direction < 0);
      announce_range (self);
      break;
    case KEY_SPAN:
      go_to_span (self, direction);
      break;
    case KEY_ROW:
      ls_timeline_chart_set_cursor (self, MAX (0, self->cursor + direction));
      break;
    case KEY_SELECT:
      if (!toggle_folded (self))
        select_running (self);
      break;
    case KEY_ZOOM:
      ls_timeline_zoom (scene, direction < 0 ? 1 / ZOOM_STEP : ZOOM_STEP);
      break;
    case KEY_PAN:
      ls_time_axis_pan (get_axis (self), direction * ls_time_axis_get_span (get_axis (self)) * PAN_PART);
      break;
    case KEY_FIT:
      ls_time_axis_fit (get_axis (self));
      break;
    case KEY_ZOOM_TO_SELECTION:
      ls_timeline_scene_zoom_to_selection (scene);
      break;
    case KEY_CLEAR:
      /* If there is no range to clear, the key is left to other widgets. */
      if (!ls_timeline_scene_get_range (scene, &from, &to))
        return FALSE;
      ls_timeline_scene_clear_range (scene);
      break;
    default:
      return FALSE;
    }
  return TRUE;
}

static const struct
{
  guint           keyval;
  GdkModifierType modifiers;
  Key             key;
  int             direction;
} keys[] = {
  { GDK_KEY_Left, 0, KEY_STEP, -1 },
  { GDK_KEY_Right, 0, KEY_STEP, 1 },
  { GDK_KEY_KP_Left, 0, KEY_STEP, -1 },
  { GDK_KEY_KP_Right, 0, KEY_STEP, 1 },
  { GDK_KEY_Home, 0, KEY_END, -1 },
  { GDK_KEY_End, 0, KEY_END, 1 },
  { GDK_KEY_Left, GDK_SHIFT_MASK, KEY_EXTEND, -1 },
  { GDK_KEY_Right, GDK_SHIFT_MASK, KEY_EXTEND, 1 },
  { GDK_KEY_Left, GDK_CONTROL_MASK, KEY_SPAN, -1 },
  { GDK_KEY_Right, GDK_CONTROL_MASK, KEY_SPAN, 1 },
  { GDK_KEY_Up, 0, KEY_ROW, -1 },
  { GDK_KEY_Down, 0, KEY_ROW, 1 },
  { GDK_KEY_Return, 0, KEY_SELECT },
  { GDK_KEY_KP_Enter, 0, KEY_SELECT },
  { GDK_KEY_w, 0, KEY_ZOOM, 1 },
  { GDK_KEY_plus, 0, KEY_ZOOM, 1 },
  { GDK_KEY_plus, GDK_SHIFT_MASK, KEY_ZOOM, 1 },
  { GDK_KEY_equal, 0, KEY_ZOOM, 1 },
  { GDK_KEY_KP_Add, 0, KEY_ZOOM, 1 },
  { GDK_KEY_s, 0, KEY_ZOOM, -1 },
  { GDK_KEY_minus, 0, KEY_ZOOM, -1 },
  { GDK_KEY_KP_Subtract, 0, KEY_ZOOM, -1 },
  { GDK_KEY_a, 0, KEY_PAN, -1 },
  { GDK_KEY_d, 0, KEY_PAN, 1 },
  { GDK_KEY_f, 0, KEY_FIT },
  { GDK_KEY_0, 0, KEY_FIT },
  { GDK_KEY_KP_0, 0, KEY_FIT },
  { GDK_KEY_z, 0, KEY_ZOOM_TO_SELECTION },
  { GDK_KEY_Escape, 0, KEY_CLEAR },
};

/**
 * ls_timeline_install_keys:
 * @widget_class: the chart's class
 *
 * Installs the keys of the chart. Time runs from left to right in every language, and so do the keys.
 */
void
ls_timeline_install_keys (GtkWidgetClass *widget_class)
{
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    gtk_widget_class_add_binding (widget_class, keys[i].keyval, keys[i].modifiers, on_key, "(ui)", keys[i].key,
                                  keys[i].direction);
}

/**
 * ls_timeline_add_gestures:
 * @self: a chart
 *
 * Adds the gestures of the chart. A drag measures: it selects a range. A drag of the playhead travels in time. A click with Shift
 * extends the range. A drag with Control or with the middle button pans. The wheel pans. With Control it zooms at the pointer.
 */
void
ls_timeline_add_gestures (LsTimelineChart *self)
{
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkGesture *middle = gtk_gesture_drag_new ();
  GtkGesture *pinch = gtk_gesture_zoom_new ();
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *scroll = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
  GtkGesture *drags[] = { drag, middle };

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (middle), GDK_BUTTON_MIDDLE);
  for (guint i = 0; i < G_N_ELEMENTS (drags); i++)
    {
      g_signal_connect_swapped (drags[i], "drag-begin", G_CALLBACK (on_drag_begin), self);
      g_signal_connect_swapped (drags[i], "drag-update", G_CALLBACK (on_drag_update), self);
      g_signal_connect_swapped (drags[i], "drag-end", G_CALLBACK (on_drag_end), self);
      gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drags[i]));
    }
  g_signal_connect_swapped (pinch, "begin", G_CALLBACK (on_pinch_begin), self);
  g_signal_connect_swapped (pinch, "scale-changed", G_CALLBACK (on_pinch), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (pinch));
  g_signal_connect_swapped (motion, "motion", G_CALLBACK (on_motion), self);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
  g_signal_connect_swapped (scroll, "scroll", G_CALLBACK (on_scroll), self);
  gtk_widget_add_controller (GTK_WIDGET (self), scroll);
}
