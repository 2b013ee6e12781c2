/* ls-timeline-minimap.c: the whole run, below the tracks of a timeline
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-timeline-minimap.h"

#include <glib/gi18n.h>
#include <math.h>

#include "ls-timeline-layers.h"

#define COLUMN 2.0
#define EDGE 6.0

typedef enum
{
  DRAG_NONE,
  DRAG_MOVE,
  DRAG_FROM,
  DRAG_TO
} DragKind;

/**
 * LsTimelineMinimap:
 *
 * The minimap shows the whole run: how busy the loop was, in the colours of the tracks, the part that the chart shows, and the
 * position. The user can drag that part, or drag its ends to make it longer or shorter. A click elsewhere moves the part there.
 */
struct _LsTimelineMinimap
{
  GtkWidget        parent_instance;

  LsTimelineScene *scene;
  LsLayoutCache   *texts;
  GskRenderNode   *density;          /* drawing of the run */
  gsize            density_read;     /* number of records in the drawing */
  double           density_total;    /* µs */
  double           density_begin;    /* µs */
  int              density_width, density_height;

  DragKind         drag;
  double           drag_from, drag_span;
};

G_DEFINE_FINAL_TYPE (LsTimelineMinimap, ls_timeline_minimap, GTK_TYPE_WIDGET)

static double
get_total (LsTimelineMinimap *self)
{
  return ls_time_axis_get_total (ls_timeline_scene_get_axis (self->scene));
}

/* Draws a line for each agent: when it ran, and, as a thinner line, when it waited. If there is too little room, several agents
 * share a line. */
static void
draw_agents (LsTimelineMinimap *self,
             LsTimelinePainter *painter,
             double             height)
{
  LsTimelineModel *model = ls_timeline_scene_get_model (self->scene);
  LsTimeAxis *axis = ls_timeline_scene_get_axis (self->scene);
  const guint n_agents = ls_timeline_model_get_n_agents (model);
  const guint n_lines = MIN (n_agents, MAX ((guint) ((height - 4) / 2), 1));
  const double line = (height - 4) / n_lines;
  const double each = get_total (self) * COLUMN / painter->width;
  const guint64 begin = ls_time_axis_get_begin (axis);
  const double lead = floor ((begin - ls_time_axis_get_start (axis)) * COLUMN / each);

  for (guint i = 0; i < n_agents; i++)
    {
      static const LsTrackKind kinds[] = { LS_TRACK_WAITS, LS_TRACK_BATON };
      const LsTimelineAgent *agent = ls_timeline_model_get_agent (model, i);
      const double y = 2 + (guint64) i * n_lines / n_agents * line;

      for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
        {
          const LsSpanList *spans = ls_timeline_model_get_track (model, agent->first_track + kinds[k])->spans;
          const guint n = ls_span_list_get_n (spans);
          guint index = ls_span_list_get_first (spans);

          /* The loop goes from span to span, so that an agent with few spans costs little. */
          while (index < n)
            {
              const LsSpan *span = ls_span_list_get (spans, index);
              const guint64 start = MAX (span->start, begin) - begin;
              const guint64 end = (span->end == LS_TIME_NEVER ? MAX (ls_timeline_model_get_end (model), span->start) : span->end);
              const double x = floor (start / each) * COLUMN;
              const double to = MAX (x + COLUMN, ceil ((MAX (end, begin) - begin) / each) * COLUMN);

              if (x + lead > painter->width)
                break;
              ls_timeline_painter_fill (painter, painter->left + lead + x, kinds[k] == LS_TRACK_WAITS ? y + line / 4 : y, to - x,
                                        MAX (1, kinds[k] == LS_TRACK_WAITS ? line / 2 - 1 : line - 1), &painter->tracks[kinds[k]]);
              index = MAX (index + 1, ls_span_list_find_starting (spans, begin + ceil (to / COLUMN * each), index + 1));
              /* A span that began in the last column and continues after it is drawn as well. */
              if (index - 1 > 0 && index - 1 > ls_span_list_get_first (spans))
                {
                  const LsSpan *last = ls_span_list_get (spans, index - 1);

                  if (last != span && (last->end == LS_TIME_NEVER || last->end > begin + to / COLUMN * each))
                    index--;
                }
            }
        }
    }
}

/* Draws a bar for each column. It stacks the tracks. The height of a track is the part of the column's time that its tasks ran. */
static void
draw_density (LsTimelineMinimap *self,
              LsTimelinePainter *painter,
              double             height)
{
  static const LsTrackKind kinds[] = { LS_TRACK_USER_BLOCKING, LS_TRACK_USER_VISIBLE, LS_TRACK_BACKGROUND,
                                       LS_TRACK_RENDERING, LS_TRACK_TIMERS, LS_TRACK_IDLE, LS_TRACK_OTHER };
  LsTimelineModel *model = ls_timeline_scene_get_model (self->scene);
  double each = get_total (self) * COLUMN / painter->width;
  LsTimeAxis *axis = ls_timeline_scene_get_axis (self->scene);
  guint64 begin = ls_time_axis_get_begin (axis);
  double lead = floor ((begin - ls_time_axis_get_start (axis)) * COLUMN / each);
  double bars[G_N_ELEMENTS (kinds)];

  for (double x = 0; x + lead < painter->width; x += COLUMN)
    {
      guint64 from = begin + x / COLUMN * each;
      guint64 to = MAX (from + 1, begin + (x / COLUMN + 1) * each);
      double y = height - 2;

      if (from > ls_timeline_model_get_end (model))
        break;
      for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
        {
          const LsSpanList *spans = ls_timeline_model_get_track (model, kinds[i])->spans;

          bars[i] = 0;
          if (ls_span_list_is_empty (spans))
            continue;
          bars[i] = ls_span_list_sum (spans, from, to) * (height - 6) / (to - from);
          bars[i] = bars[i] > 0 ? MAX (1, round (bars[i])) : 0;
          y -= bars[i];
          if (bars[i] > 0)
            ls_timeline_painter_fill (painter, painter->left + lead + x, y, COLUMN, bars[i], &painter->tracks[kinds[i]]);
        }
    }
}

/* Draws the run again if the old drawing is outdated. While the model reads a long run, a drawing serves for several frames. */
static void
update_density (LsTimelineMinimap *self,
                int                height)
{
  LsTimelineModel *model = ls_timeline_scene_get_model (self->scene);
  LsPlayer *player = ls_timeline_scene_get_player (self->scene);
  gsize n_read = ls_timeline_model_get_n_read (model);
  int width = gtk_widget_get_width (GTK_WIDGET (self));
  gboolean is_all = player == NULL || n_read >= ls_player_get_length (player);
  LsTimelinePainter painter;
  GtkSnapshot *snapshot;

  if (self->density != NULL && width == self->density_width && height == self->density_height &&
      (n_read == self->density_read ||
       (!is_all && n_read >= self->density_read && n_read - self->density_read < 1000000)) &&
      ls_time_axis_get_begin (ls_timeline_scene_get_axis (self->scene)) == self->density_begin &&
      get_total (self) <= self->density_total * (is_all ? 1 : 1.02) && get_total (self) >= self->density_total)
    return;
  snapshot = gtk_snapshot_new ();
  ls_timeline_painter_init (&painter, GTK_WIDGET (self), snapshot, self->scene, self->texts);
  if (ls_timeline_model_get_n_agents (model) > 1)
    draw_agents (self, &painter, height);
  else
    draw_density (self, &painter, height);
  g_clear_pointer (&self->density, gsk_render_node_unref);
  self->density = gtk_snapshot_free_to_node (snapshot);
  self->density_read = n_read;
  self->density_total = get_total (self);
  self->density_begin = ls_time_axis_get_begin (ls_timeline_scene_get_axis (self->scene));
  self->density_width = width;
  self->density_height = height;
}

static void
ls_timeline_minimap_snapshot (GtkWidget   *widget,
                              GtkSnapshot *snapshot)
{
  LsTimelineMinimap *self = LS_TIMELINE_MINIMAP (widget);
  int height = gtk_widget_get_height (widget);
  LsTimelinePainter painter;
  LsTimeAxis *axis;
  GskRoundedRect part;
  GdkRGBA shade, line;
  double left, right, total, start;

  if (self->scene == NULL)
    return;
  axis = ls_timeline_scene_get_axis (self->scene);
  total = get_total (self);
  start = ls_time_axis_get_start (axis);
  update_density (self, height);
  ls_timeline_painter_init (&painter, widget, snapshot, self->scene, self->texts);
  line = shade = painter.color;
  line.alpha *= painter.high_contrast ? 0.8 : 0.15;
  ls_timeline_painter_fill (&painter, 0, 0, gtk_widget_get_width (widget), 1, &line);
  gtk_snapshot_push_clip (snapshot, &GRAPHENE_RECT_INIT (painter.left, 0, painter.width, height));
  if (self->density != NULL)
    gtk_snapshot_append_node (snapshot, self->density);

  left = painter.left + (ls_time_axis_get_from (axis) - start) / total * painter.width;
  right = left + ls_time_axis_get_span (axis) / total * painter.width;
  shade.alpha *= 0.08;
  ls_timeline_painter_fill (&painter, painter.left, 1, MAX (0, left - painter.left), height, &shade);
  ls_timeline_painter_fill (&painter, right, 1, MAX (0, painter.left + painter.width - right), height, &shade);
  line = painter.color;
  line.alpha *= painter.high_contrast ? 1 : 0.5;
  gsk_rounded_rect_init_from_rect (&part, &GRAPHENE_RECT_INIT (left, 1, MAX (3, right - left), height - 1), 2);
  gtk_snapshot_append_border (snapshot, &part, (float[4]) { 1, 1, 1, 1 }, (GdkRGBA[4]) { line, line, line, line });
  ls_timeline_painter_fill (&painter, floor (painter.left + MIN (1, (painter.now - start) / total) * painter.width) - 1, 1, 2,
                            height, &painter.accent);
  gtk_snapshot_pop (snapshot);
}

static void
begin_drag (LsTimelineMinimap *self,
            double             x)
{
  LsTimeAxis *axis = self->scene != NULL ? ls_timeline_scene_get_axis (self->scene) : NULL;
  double left, width, from_x, to_x;

  if (axis == NULL)
    return;
  ls_timeline_get_area (GTK_WIDGET (self), &left, &width);
  from_x = left + (ls_time_axis_get_from (axis) - ls_time_axis_get_start (axis)) / get_total (self) * width;
  to_x = from_x + ls_time_axis_get_span (axis) / get_total (self) * width;
  self->drag = DRAG_MOVE;
  if (fabs (x - from_x) <= EDGE && fabs (x - from_x) <= fabs (x - to_x))
    self->drag = DRAG_FROM;
  else if (fabs (x - to_x) <= EDGE)
    self->drag = DRAG_TO;
  else if (x < from_x || x > to_x)
    ls_time_axis_pan (axis, ls_time_axis_get_start (axis) + (x - left) / width * get_total (self) -
                                ls_time_axis_get_span (axis) / 2 - ls_time_axis_get_from (axis));
  self->drag_from = ls_time_axis_get_from (axis);
  self->drag_span = ls_time_axis_get_span (axis);
}

static void
update_drag (LsTimelineMinimap *self,
             double             offset)
{
  LsTimeAxis *axis = self->scene != NULL ? ls_timeline_scene_get_axis (self->scene) : NULL;
  double left, width, time;

  if (axis == NULL)
    return;
  ls_timeline_get_area (GTK_WIDGET (self), &left, &width);
  time = offset / width * get_total (self);
  switch (self->drag)
    {
    case DRAG_MOVE:
      ls_time_axis_pan (axis, self->drag_from + time - ls_time_axis_get_from (axis));
      break;
    case DRAG_FROM:
      ls_time_axis_show (axis, MIN (MAX (ls_time_axis_get_start (axis), self->drag_from + time),
                              self->drag_from + self->drag_span),
                         self->drag_from + self->drag_span);
      break;
    case DRAG_TO:
      ls_time_axis_show (axis, self->drag_from, MAX (self->drag_from, self->drag_from + self->drag_span + time));
      break;
    case DRAG_NONE:
    default:
      break;
    }
}

static void
on_drag_end (LsTimelineMinimap *self)
{
  self->drag = DRAG_NONE;
}

/* Drops the drawing, since other rows make it invalid. */
static void
on_rows_changed (LsTimelineMinimap *self)
{
  g_clear_pointer (&self->density, gsk_render_node_unref);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
ls_timeline_minimap_css_changed (GtkWidget         *widget,
                                 GtkCssStyleChange *change)
{
  LsTimelineMinimap *self = LS_TIMELINE_MINIMAP (widget);

  GTK_WIDGET_CLASS (ls_timeline_minimap_parent_class)->css_changed (widget, change);
  g_clear_pointer (&self->density, gsk_render_node_unref);
}

static void
ls_timeline_minimap_dispose (GObject *object)
{
  LsTimelineMinimap *self = LS_TIMELINE_MINIMAP (object);

  g_clear_object (&self->scene);
  g_clear_pointer (&self->density, gsk_render_node_unref);

  G_OBJECT_CLASS (ls_timeline_minimap_parent_class)->dispose (object);
}

static void
ls_timeline_minimap_class_init (LsTimelineMinimapClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_timeline_minimap_dispose;
  widget_class->snapshot = ls_timeline_minimap_snapshot;
  widget_class->css_changed = ls_timeline_minimap_css_changed;

  gtk_widget_class_set_css_name (widget_class, "minimap");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
ls_timeline_minimap_init (LsTimelineMinimap *self)
{
  GtkGesture *drag = gtk_gesture_drag_new ();

  self->texts = ls_layout_cache_new (GTK_WIDGET (self));
  gtk_widget_set_size_request (GTK_WIDGET (self), 200, 26);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _("The whole run"), -1);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  g_signal_connect_swapped (drag, "drag-begin", G_CALLBACK (begin_drag), self);
  g_signal_connect_swapped (drag, "drag-update", G_CALLBACK (update_drag), self);
  g_signal_connect_swapped (drag, "drag-end", G_CALLBACK (on_drag_end), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
}

/**
 * ls_timeline_minimap_set_scene:
 * @self: a minimap without a scene
 * @scene: the scene to show
 *
 * Shows the whole run of @scene.
 */
void
ls_timeline_minimap_set_scene (LsTimelineMinimap *self,
                               LsTimelineScene   *scene)
{
  g_return_if_fail (self->scene == NULL);

  self->scene = g_object_ref (scene);
  g_signal_connect_object (scene, "changed", G_CALLBACK (gtk_widget_queue_draw), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (scene, "rows-changed", G_CALLBACK (on_rows_changed), self, G_CONNECT_SWAPPED);
}
