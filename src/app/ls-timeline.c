/* ls-timeline.c: when which priority had its turn
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-timeline.h"

#include <glib/gi18n.h>

#include "ls-compat.h"
#include "ls-span-list.h"
#include "ls-text.h"

#define LABEL_WIDTH 120
#define TRACK_HEIGHT 23
#define MARGIN 12
#define MAX_ZOOM 10000.0

/**
 * LsTimeline:
 *
 * A track for each priority, one for what the loop's other queues and one for what the microtasks did, and one for the
 * priority of each of the first controllers' signals, over the whole run as far as it is known. The playhead is the player's position; dragging it travels in time. Turning the wheel with
 * Control pressed zooms, without it pans.
 */
struct _LsTimeline
{
  GtkWidget   parent_instance;

  LsPlayer   *player;
  LsSpanList *spans;
  double      zoom;           /* 1 shows the whole run */
  double      offset;         /* µs at the left edge */
};

static const char *const track_names[] = { NC_ ("track", "user-blocking"), NC_ ("track", "user-visible"),
                                           NC_ ("track", "background"), NC_ ("track", "Other sources"),
                                           NC_ ("track", "Microtasks") };

static const char *const track_colors[] = { "priority_user_blocking", "track_user_visible", "priority_background",
                                            "track_other", "track_microtasks" };

G_DEFINE_FINAL_TYPE (LsTimeline, ls_timeline, GTK_TYPE_WIDGET)

static double
get_end (LsTimeline *self)
{
  return MAX (1.0, ls_player_get_end_time (self->player));
}

static double
get_chart_width (LsTimeline *self)
{
  return MAX (1, gtk_widget_get_width (GTK_WIDGET (self)) - LABEL_WIDTH - MARGIN);
}

/* Pixels for each µs. */
static double
get_scale (LsTimeline *self)
{
  return get_chart_width (self) * self->zoom / get_end (self);
}

static double
time_to_x (LsTimeline *self,
           double      time)
{
  double x = (time - self->offset) * get_scale (self);

  if (gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL)
    return gtk_widget_get_width (GTK_WIDGET (self)) - LABEL_WIDTH - x;
  return LABEL_WIDTH + x;
}

static double
x_to_time (LsTimeline *self,
           double      x)
{
  if (gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL)
    x = gtk_widget_get_width (GTK_WIDGET (self)) - x;
  return CLAMP (self->offset + (x - LABEL_WIDTH) / get_scale (self), 0, get_end (self));
}

static void
lookup_color (LsTimeline *self,
              const char *name,
              GdkRGBA    *color)
{
  ls_compat_lookup_color (GTK_WIDGET (self), name, color);
}

static void
draw_text (LsTimeline    *self,
           GtkSnapshot   *snapshot,
           const char    *text,
           double         x,
           double         y,
           double         width,
           const GdkRGBA *color)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), text);
  int height;

  pango_layout_set_width (layout, width * PANGO_SCALE);
  pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_END);
  pango_layout_get_pixel_size (layout, NULL, &height);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT (x, y + (TRACK_HEIGHT - height) / 2));
  gtk_snapshot_append_layout (snapshot, layout, color);
  gtk_snapshot_restore (snapshot);
}

static void
draw_span (LsTimeline    *self,
           GtkSnapshot   *snapshot,
           const LsSpan  *span,
           double         left,
           double         right,
           const GdkRGBA *color)
{
  GdkRGBA text = { 1, 1, 1, 1 };
  double y = span->track * TRACK_HEIGHT + 3;
  GskRoundedRect rect;

  gsk_rounded_rect_init_from_rect (&rect, &GRAPHENE_RECT_INIT (left, y, MAX (1, right - left - 1), TRACK_HEIGHT - 6),
                                   right - left > 6 ? 3 : 0);
  gtk_snapshot_push_rounded_clip (snapshot, &rect);
  gtk_snapshot_append_color (snapshot, color, &rect.bounds);
  if (span->track >= LS_N_TRACKS && right - left > 60)
    {
      /* Its colour is not the only sign. */
      ls_compat_get_color (GTK_WIDGET (self), &text);
      draw_text (self, snapshot, ls_task_priority_to_string (span->priority), left + 5, y - 3, right - left - 8, &text);
    }
  if (right - left > 34 && span->task != 0)
    {
      LsState *names = ls_player_get_names (self->player, 0);
      g_autofree char *name = ls_text_format_task (names, span->task);

      /* What is still to come is pale, and white on it could not be read. */
      if (color->alpha < 1)
        ls_compat_get_color (GTK_WIDGET (self), &text);
      draw_text (self, snapshot, name, left + 5, y - 3, right - left - 8, &text);
    }
  gtk_snapshot_pop (snapshot);
}

static void
draw_spans (LsTimeline  *self,
            GtkSnapshot *snapshot,
            double       now)
{
  GdkRGBA colors[LS_N_TRACKS];
  double last[LS_N_TRACKS + LS_MAX_SIGNAL_TRACKS];
  GdkRGBA signal_colors[LS_N_TASK_PRIORITIES];
  guint n_spans;
  const LsSpan *spans = ls_span_list_get (self->spans, &n_spans);
  const double width = get_chart_width (self) + MARGIN;
  const double scale = get_scale (self);
  gboolean rtl = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;

  for (guint i = 0; i < LS_N_TRACKS; i++)
    lookup_color (self, track_colors[i], &colors[i]);
  for (guint i = 0; i < LS_N_TASK_PRIORITIES; i++)
    {
      lookup_color (self, track_colors[LS_TASK_PRIORITY_USER_BLOCKING - i], &signal_colors[i]);
      signal_colors[i].alpha = 0.35;
    }
  for (guint i = 0; i < G_N_ELEMENTS (last); i++)
    last[i] = -1;
  for (guint i = 0; i < n_spans; i++)
    {
      const LsSpan *span = &spans[i];
      double from = (span->start - self->offset) * scale;
      double to = (span->end - self->offset) * scale;
      double left;
      gboolean is_signal = span->track >= LS_N_TRACKS;
      GdkRGBA color;

      if (is_signal && span->priority >= LS_N_TASK_PRIORITIES)
        continue;

      /* What is outside, and what would only paint a pixel that has been painted, costs nothing. */
      if (to < 0 || from > width || (to - from < 1 && (int) to == (int) last[span->track]))
        continue;
      color = is_signal ? signal_colors[span->priority] : colors[span->track];
      left = time_to_x (self, rtl ? span->end : span->start);
      last[span->track] = to;
      if (span->start >= now && !is_signal)
        color.alpha *= 0.45;
      draw_span (self, snapshot, span, left, left + MAX (2, to - from), &color);
    }
}

static guint
get_n_tracks (LsTimeline *self)
{
  return LS_N_TRACKS + ls_span_list_get_n_signals (self->spans);
}

static char *
get_track_name (LsTimeline *self,
                guint       track)
{
  guint32 signal;

  if (track < LS_N_TRACKS)
    return g_strdup (g_dpgettext2 (NULL, "track", track_names[track]));
  signal = ls_span_list_get_signal (self->spans, track - LS_N_TRACKS);
  return ls_text_format_signal (ls_player_get_names (self->player, 0), signal);
}

static void
draw_labels (LsTimeline  *self,
             GtkSnapshot *snapshot)
{
  GdkRGBA color, line;
  int width = gtk_widget_get_width (GTK_WIDGET (self));
  gboolean rtl = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;

  ls_compat_get_color (GTK_WIDGET (self), &color);
  line = color;
  line.alpha = 0.15;
  color.alpha = 0.7;
  for (guint i = 0; i < get_n_tracks (self); i++)
    {
      g_autofree char *name = get_track_name (self, i);

      draw_text (self, snapshot, name,
                 rtl ? width - LABEL_WIDTH + 10 : 10, i * TRACK_HEIGHT, LABEL_WIDTH - 20, &color);
      gtk_snapshot_append_color (snapshot, &line, &GRAPHENE_RECT_INIT (0, (i + 1) * TRACK_HEIGHT - 1, width, 1));
    }
}

static void
ls_timeline_snapshot (GtkWidget   *widget,
                      GtkSnapshot *snapshot)
{
  LsTimeline *self = LS_TIMELINE (widget);
  GdkRGBA accent;
  double now, x;
  int width = gtk_widget_get_width (widget);
  int height = gtk_widget_get_height (widget);
  gboolean rtl = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;

  if (self->player == NULL)
    return;
  now = ls_state_get_time (ls_player_get_state (self->player));
  /* For the names of what is still to come. */
  ls_player_get_names (self->player, ls_player_get_length (self->player));
  draw_labels (self, snapshot);

  gtk_snapshot_push_clip (snapshot, &GRAPHENE_RECT_INIT (rtl ? 0 : LABEL_WIDTH, 0, width - LABEL_WIDTH, height));
  draw_spans (self, snapshot, now);
  lookup_color (self, "accent_bg_color", &accent);
  x = time_to_x (self, now);
  gtk_snapshot_append_color (snapshot, &accent, &GRAPHENE_RECT_INIT ((int) x, 0, 2, height));
  gtk_snapshot_pop (snapshot);
}

static void
ls_timeline_measure (GtkWidget      *widget,
                     GtkOrientation  orientation,
                     int             for_size,
                     int            *minimum,
                     int            *natural,
                     int            *minimum_baseline,
                     int            *natural_baseline)
{
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum = LABEL_WIDTH + 100;
      *natural = 800;
    }
  else
    {
      *minimum = *natural = get_n_tracks (LS_TIMELINE (widget)) * TRACK_HEIGHT;
    }
}

static void
update_accessible (LsTimeline *self)
{
  double now = ls_state_get_time (ls_player_get_state (self->player));
  g_autofree char *text = ls_text_format_time (now);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self),
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_MIN, 0.0,
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_MAX, get_end (self),
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_NOW, now,
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, text,
                                  -1);
}

static void
on_changed (LsTimeline *self)
{
  gtk_widget_queue_draw (GTK_WIDGET (self));
  update_accessible (self);
}

static void
on_grew (LsTimeline *self)
{
  guint n_tracks = get_n_tracks (self);

  ls_span_list_read (self->spans, ls_player_get_trace (self->player), ls_player_get_length (self->player));
  if (get_n_tracks (self) != n_tracks)
    gtk_widget_queue_resize (GTK_WIDGET (self));
  on_changed (self);
}

static void
on_trace_changed (LsTimeline *self)
{
  ls_span_list_clear (self->spans);
  self->zoom = 1;
  self->offset = 0;
  on_grew (self);
}

/* The end of the last step that was over at @time. */
static gsize
find_position (LsTimeline *self,
               guint64     time)
{
  LsTrace *trace = ls_player_get_trace (self->player);
  gsize low = 0;
  gsize high = ls_player_get_length (self->player);

  while (low < high)
    {
      gsize middle = low + (high - low) / 2;
      LsRecord record;

      ls_trace_get_record (trace, middle, &record);
      if (record.time <= time)
        low = middle + 1;
      else
        high = middle;
    }

  return ls_trace_find_step (trace, ls_trace_get_step_at (trace, low));
}

static void
seek_to_x (LsTimeline *self,
           double      x)
{
  if (self->player == NULL)
    return;
  ls_player_set_running (self->player, FALSE);
  ls_player_seek (self->player, find_position (self, x_to_time (self, x)));
}

static void
on_drag_begin (LsTimeline *self,
               double      x,
               double      y)
{
  gtk_widget_grab_focus (GTK_WIDGET (self));
  seek_to_x (self, x);
}

static void
on_drag_update (LsTimeline     *self,
                double          offset_x,
                double          offset_y,
                GtkGestureDrag *gesture)
{
  double x, y;

  gtk_gesture_drag_get_start_point (gesture, &x, &y);
  seek_to_x (self, x + offset_x);
}

static void
limit_offset (LsTimeline *self)
{
  double visible = get_end (self) / self->zoom;

  self->offset = CLAMP (self->offset, 0, get_end (self) - visible);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
zoom_by (LsTimeline *self,
         double      factor)
{
  double now = ls_state_get_time (ls_player_get_state (self->player));
  double x = (now - self->offset) * get_scale (self);

  /* The playhead stays where it is. */
  self->zoom = CLAMP (self->zoom * factor, 1, MAX_ZOOM);
  self->offset = now - x / get_scale (self);
  limit_offset (self);
}

static gboolean
on_scroll (LsTimeline               *self,
           double                    dx,
           double                    dy,
           GtkEventControllerScroll *controller)
{
  GdkModifierType state = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (controller));

  if (self->player == NULL)
    return FALSE;
  if (state & GDK_CONTROL_MASK)
    {
      zoom_by (self, dy < 0 ? 1.25 : 0.8);
    }
  else
    {
      self->offset += (dx + dy) * 40 / get_scale (self);
      limit_offset (self);
    }
  return TRUE;
}

static gboolean
on_key (GtkWidget *widget,
        GVariant  *arguments,
        gpointer   user_data)
{
  LsTimeline *self = LS_TIMELINE (widget);
  const char *what = g_variant_get_string (arguments, NULL);
  gboolean rtl = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;

  if (g_str_equal (what, "in") || g_str_equal (what, "out"))
    zoom_by (self, g_str_equal (what, "in") ? 1.25 : 0.8);
  else if (g_str_equal (what, rtl ? "right" : "left"))
    ls_player_step_back (self->player);
  else
    ls_player_step (self->player);
  return TRUE;
}

static void
ls_timeline_dispose (GObject *object)
{
  LsTimeline *self = LS_TIMELINE (object);

  if (self->player != NULL)
    g_signal_handlers_disconnect_by_data (self->player, self);
  g_clear_object (&self->player);

  G_OBJECT_CLASS (ls_timeline_parent_class)->dispose (object);
}

static void
ls_timeline_finalize (GObject *object)
{
  g_clear_pointer (&LS_TIMELINE (object)->spans, ls_span_list_free);

  G_OBJECT_CLASS (ls_timeline_parent_class)->finalize (object);
}

static void
ls_timeline_class_init (LsTimelineClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_timeline_dispose;
  G_OBJECT_CLASS (klass)->finalize = ls_timeline_finalize;
  widget_class->snapshot = ls_timeline_snapshot;
  widget_class->measure = ls_timeline_measure;

  gtk_widget_class_set_css_name (widget_class, "timeline");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_SLIDER);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Left, 0, on_key, "s", "left");
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Right, 0, on_key, "s", "right");
  gtk_widget_class_add_binding (widget_class, GDK_KEY_a, 0, on_key, "s", "left");
  gtk_widget_class_add_binding (widget_class, GDK_KEY_d, 0, on_key, "s", "right");
  gtk_widget_class_add_binding (widget_class, GDK_KEY_w, 0, on_key, "s", "in");
  gtk_widget_class_add_binding (widget_class, GDK_KEY_s, 0, on_key, "s", "out");
}

static void
ls_timeline_init (LsTimeline *self)
{
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkEventController *scroll = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);

  self->spans = ls_span_list_new ();
  self->zoom = 1;
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  g_signal_connect_swapped (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect_swapped (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  g_signal_connect_swapped (scroll, "scroll", G_CALLBACK (on_scroll), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  gtk_widget_add_controller (GTK_WIDGET (self), scroll);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Timeline"), -1);
}

/**
 * ls_timeline_set_player:
 * @self: a timeline
 * @player: whose trace to show
 *
 * Shows @player's trace and position.
 */
void
ls_timeline_set_player (LsTimeline *self,
                        LsPlayer   *player)
{
  g_return_if_fail (self->player == NULL);

  self->player = g_object_ref (player);
  g_signal_connect_swapped (player, "changed", G_CALLBACK (on_changed), self);
  g_signal_connect_swapped (player, "grew", G_CALLBACK (on_grew), self);
  g_signal_connect_swapped (player, "trace-changed", G_CALLBACK (on_trace_changed), self);
  on_trace_changed (self);
}
