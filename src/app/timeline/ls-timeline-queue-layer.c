/* ls-timeline-queue-layer.c: draws how many tasks were queued
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-timeline-layers.h"

#include <math.h>

/* A column, in pixels, shows the greatest length of its time. */
#define COLUMN 2.0
#define PADDING 2
#define AREA 0.4
#define FUTURE 0.55

/* From the bottom up. */
static const struct
{
  LsTaskPriority priority;
  LsTrackKind    color;
} layers[] = {
  { LS_TASK_PRIORITY_BACKGROUND, LS_TRACK_BACKGROUND },
  { LS_TASK_PRIORITY_USER_VISIBLE, LS_TRACK_USER_VISIBLE },
  { LS_TASK_PRIORITY_USER_BLOCKING, LS_TRACK_USER_BLOCKING },
};

/* A stretch of columns with the same length. */
typedef struct
{
  double        from, to;      /* pixels */
  LsQueueLength length;
} Stretch;

static gboolean
is_same (const LsQueueLength *one,
         const LsQueueLength *other)
{
  for (guint i = 0; i < LS_N_TASK_PRIORITIES; i++)
    if (one->by_priority[i] != other->by_priority[i])
      return FALSE;
  return TRUE;
}

/* Finds the stretches of the visible time. Where nothing changes for long, a stretch takes one look. */
static GArray *
find_stretches (LsTimelinePainter    *painter,
                const LsQueueLengths *queued)
{
  LsTimelineModel *model = ls_timeline_scene_get_model (painter->scene);
  LsTimeAxis *axis = ls_timeline_scene_get_axis (painter->scene);
  const double begin = MAX (painter->left, ls_timeline_painter_to_x (painter, ls_timeline_model_get_start_time (model)));
  const double end = MIN (painter->left + painter->width, ls_timeline_painter_to_x (painter, ls_timeline_model_get_end (model)));
  GArray *stretches = g_array_new (FALSE, FALSE, sizeof (Stretch));

  for (double x = begin; x < end;)
    {
      const guint64 from = MAX (0, ls_time_axis_to_time (axis, x - painter->left, painter->width));
      const guint64 to = MAX (from + 1, ls_time_axis_to_time (axis, x + COLUMN - painter->left, painter->width));
      const guint64 next = ls_queue_lengths_find_next (queued, from);
      Stretch stretch = { .from = x, .to = x + COLUMN };

      if (next >= to)
        {
          ls_queue_lengths_get (queued, from, &stretch.length);
          stretch.to = next == LS_TIME_NEVER ? end : MIN (end, MAX (x + 1, ls_timeline_painter_to_x (painter, next)));
        }
      else
        {
          ls_queue_lengths_find_most (queued, from, to, &stretch.length);
        }
      stretch.to = MIN (stretch.to, end);
      if (stretches->len > 0 && is_same (&g_array_index (stretches, Stretch, stretches->len - 1).length, &stretch.length))
        g_array_index (stretches, Stretch, stretches->len - 1).to = stretch.to;
      else
        g_array_append_val (stretches, stretch);
      x = MAX (stretch.to, x + 0.5);
    }
  return stretches;
}

/* Draws the areas of the priorities on top of each other, and a line above them. */
static void
draw_areas (LsTimelinePainter *painter,
            cairo_t           *cr,
            const GArray      *stretches,
            double             bottom,
            double             scale,
            double             opacity)
{
  for (guint layer = 0; layer < G_N_ELEMENTS (layers); layer++)
    {
      GdkRGBA color = painter->tracks[layers[layer].color];

      color.alpha *= opacity * (painter->high_contrast ? 1 : AREA);
      gdk_cairo_set_source_rgba (cr, &color);
      for (guint i = 0; i < stretches->len; i++)
        {
          const Stretch *stretch = &g_array_index (stretches, Stretch, i);
          const guint32 n_tasks = stretch->length.by_priority[layers[layer].priority];
          guint32 below = 0;

          for (guint j = 0; j < layer; j++)
            below += stretch->length.by_priority[layers[j].priority];
          if (n_tasks > 0)
            cairo_rectangle (cr, stretch->from, bottom - (below + n_tasks) * scale, stretch->to - stretch->from, n_tasks * scale);
        }
      cairo_fill (cr);
    }
}

static void
draw_line (LsTimelinePainter *painter,
           cairo_t           *cr,
           const GArray      *stretches,
           double             bottom,
           double             scale,
           double             opacity)
{
  GdkRGBA color = painter->color;

  color.alpha *= opacity * 0.6;
  gdk_cairo_set_source_rgba (cr, &color);
  cairo_set_line_width (cr, 1);
  for (guint i = 0; i < stretches->len; i++)
    {
      const Stretch *stretch = &g_array_index (stretches, Stretch, i);
      const double y = floor (bottom - ls_queue_length_get_total (&stretch->length) * scale) + 0.5;

      if (i == 0)
        cairo_move_to (cr, stretch->from, y);
      else
        cairo_line_to (cr, stretch->from, y);
      cairo_line_to (cr, stretch->to, y);
    }
  cairo_stroke (cr);
}

/**
 * ls_timeline_draw_queued:
 * @painter: a painter
 * @queued: how many tasks were queued
 * @y: the top of the row, in pixels
 *
 * Draws how many tasks were queued: an area for each priority, one on top of the other. The greatest length of the run fills the
 * row.
 */
void
ls_timeline_draw_queued (LsTimelinePainter    *painter,
                         const LsQueueLengths *queued,
                         double                y)
{
  const guint32 most = ls_queue_lengths_get_most (queued);
  const double bottom = y + painter->row_height - 1;
  const double right = painter->left + painter->width;
  const double now = CLAMP (ls_timeline_painter_to_x (painter, painter->now), painter->left, right);
  g_autoptr (GArray) stretches = NULL;
  double scale;
  cairo_t *cr;

  if (most == 0)
    return;
  scale = (painter->row_height - 1 - PADDING) / most;
  stretches = find_stretches (painter, queued);
  cr = gtk_snapshot_append_cairo (painter->snapshot,
                                  &GRAPHENE_RECT_INIT (painter->left, y, painter->width, painter->row_height));
  for (guint part = 0; part < 2; part++)
    {
      const double from = part == 0 ? painter->left : now;
      const double to = part == 0 ? now : right;

      if (to <= from)
        continue;
      cairo_save (cr);
      cairo_rectangle (cr, from, y, to - from, painter->row_height);
      cairo_clip (cr);
      draw_areas (painter, cr, stretches, bottom, scale, part == 0 ? 1 : FUTURE);
      draw_line (painter, cr, stretches, bottom, scale, part == 0 ? 1 : FUTURE);
      cairo_restore (cr);
    }
  cairo_destroy (cr);
}
