/* ls-timeline-queue-layer.c: draws how many tasks were queued
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-timeline-layers.h"

#include <math.h>

/* A column, in pixels, shows the greatest length of its time. */
#define COLUMN 3.0
#define PADDING 2
#define AREA 0.4
#define LINE 0.6
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

/* A stretch of columns that look the same. */
typedef struct
{
  double        from, to;      /* pixels */
  LsQueueLength length;
} Stretch;

/* Whether two lengths look the same, pixel by pixel. */
static gboolean
looks_same (const LsQueueLength *one,
            const LsQueueLength *other,
            double               scale)
{
  guint32 of_one = 0, of_other = 0;

  for (guint i = 0; i < G_N_ELEMENTS (layers); i++)
    {
      of_one += one->by_priority[layers[i].priority];
      of_other += other->by_priority[layers[i].priority];
      if (of_one != of_other && round (of_one * scale) != round (of_other * scale))
        return FALSE;
    }
  return TRUE;
}

/* Finds the stretches of the visible time. Where nothing changes for long, a stretch takes one look. */
static GArray *
find_stretches (LsTimelinePainter    *painter,
                const LsQueueLengths *queued,
                double                scale)
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
      if (stretches->len > 0 && looks_same (&g_array_index (stretches, Stretch, stretches->len - 1).length, &stretch.length, scale))
        g_array_index (stretches, Stretch, stretches->len - 1).to = stretch.to;
      else
        g_array_append_val (stretches, stretch);
      x = MAX (stretch.to, x + 0.5);
    }
  return stretches;
}

/* Draws the areas of the priorities on top of each other between two places, and a line above them. The edges are whole pixels, so
 * that no seams show between neighbours. */
static void
draw_stretch (LsTimelinePainter   *painter,
              const LsQueueLength *length,
              double               left,
              double               right,
              double               bottom,
              double               scale,
              double               opacity)
{
  GdkRGBA line = painter->color;
  guint32 below = 0;

  if (right <= left)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (layers); i++)
    {
      const guint32 n_tasks = length->by_priority[layers[i].priority];
      const double top = round (bottom - (below + n_tasks) * scale);
      const double height = round (bottom - below * scale) - top;
      GdkRGBA color = painter->tracks[layers[i].color];

      color.alpha *= opacity * (painter->high_contrast ? 1 : AREA);
      if (n_tasks > 0 && height > 0)
        ls_timeline_painter_fill (painter, left, top, right - left, height, &color);
      below += n_tasks;
    }
  line.alpha *= opacity * LINE;
  ls_timeline_painter_fill (painter, left, MAX (round (bottom - below * scale) - 1, bottom - painter->row_height), right - left, 1,
                            &line);
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
  const double bottom = floor (y + painter->row_height - 1);
  const double now = floor (ls_timeline_painter_to_x (painter, painter->now));
  g_autoptr (GArray) stretches = NULL;
  double scale;

  if (most == 0)
    return;
  scale = (painter->row_height - 1 - PADDING) / most;
  stretches = find_stretches (painter, queued, scale);
  for (guint i = 0; i < stretches->len; i++)
    {
      const Stretch *stretch = &g_array_index (stretches, Stretch, i);
      const double from = floor (stretch->from);
      const double to = i + 1 < stretches->len ? floor (stretch->to) : ceil (stretch->to);
      const double middle = CLAMP (now, from, to);

      /* What is after the position is paler. */
      draw_stretch (painter, &stretch->length, from, middle, bottom, scale, 1);
      draw_stretch (painter, &stretch->length, middle, to, bottom, scale, FUTURE);
    }
}
