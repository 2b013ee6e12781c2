/* ls-timeline-marks-layer.c: draws what happened at once
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-timeline-layers.h"

#include "ls-choices.h"

#include <math.h>

/* Marks that are closer than this, in pixels, become one. The most important one is drawn. */
#define DISTANCE 9.0
#define MAX_COMPARED 64

typedef struct
{
  const char *shape;
  guint       weight;       /* the larger, the more important */
  GdkRGBA     color;
} Look;

static void
get_look (LsTimelinePainter *painter,
          const LsRecord    *record,
          Look              *look)
{
  *look = (Look) { "▼", 1, painter->color };
  switch ((LsRecordKind) record->kind)
    {
    case LS_RECORD_SIGNAL_PRIORITY:
      look->weight = 2;
      break;
    /* A mark of a recorded program. */
    case LS_N_RECORD_KINDS:
      look->shape = "•";
      break;
    case LS_RECORD_SIGNAL_PRIORITY_REFUSED:
      *look = (Look) { "▽", 3, painter->error };
      break;
    case LS_RECORD_SIGNAL_ABORTED:
    case LS_RECORD_EXCEPTION:
    case LS_RECORD_PROMISE_UNHANDLED:
      *look = (Look) { "✕", 4, painter->error };
      break;
    case LS_RECORD_TIMER_INSTALLED:
    case LS_RECORD_IDLE_REQUESTED:
      look->shape = "▽";
      look->color.alpha *= 0.7;
      break;
    case LS_RECORD_TIMER_CLEARED:
    case LS_RECORD_IDLE_CANCELLED:
      look->shape = "✕";
      look->weight = 2;
      break;
    case LS_RECORD_LOG:
      if (record->level == 2)
        *look = (Look) { "▲", 2, painter->warning };
      else if (record->level == 3)
        *look = (Look) { "✕", 3, painter->error };
      else
        look->shape = "•";
      break;
    default:
      break;
    }
}

/**
 * ls_timeline_draw_marks:
 * @painter: a painter
 * @marks: (element-type LsTimeMark): marks
 * @are_events: whether they are events of a recording, and not records
 * @y: the top of the row
 *
 * Draws the events without a duration: changes of priorities, aborts, timers that were set, and printed lines.
 */
void
ls_timeline_draw_marks (LsTimelinePainter *painter,
                        const GArray      *marks,
                        gboolean           are_events,
                        double             y)
{
  LsTimeAxis *axis = ls_timeline_scene_get_axis (painter->scene);
  LsTrace *trace = ls_timeline_model_get_trace (ls_timeline_scene_get_model (painter->scene));
  double margin = DISTANCE * ls_time_axis_get_span (axis) / painter->width;
  double last = ls_time_axis_get_from (axis) + ls_time_axis_get_span (axis) + margin;
  guint index = ls_time_marks_find (marks, MAX (0, ls_time_axis_get_from (axis) - margin));

  while (index < marks->len)
    {
      const LsTimeMark *first = &g_array_index (marks, LsTimeMark, index);
      guint next = ls_time_marks_find (marks, first->time + (guint64) ceil (MAX (margin, 1)));
      Look best = { NULL };
      int width, height;
      PangoLayout *layout;
      double x;

      if (first->time > last)
        break;
      for (guint i = index; i < MIN (next, index + MAX_COMPARED); i++)
        {
          LsRecord record = { .kind = LS_N_RECORD_KINDS };
          Look look;

          if (!are_events)
            ls_trace_get_record (trace, g_array_index (marks, LsTimeMark, i).record, &record);
          get_look (painter, &record, &look);
          if (best.shape == NULL || look.weight > best.weight)
            best = look;
        }
      if (first->time >= painter->now)
        best.color.alpha *= 0.6;
      layout = ls_layout_cache_get (painter->texts, painter->widget, best.shape, -1, &width, &height);
      x = ls_timeline_painter_to_x (painter, first->time);
      gtk_snapshot_save (painter->snapshot);
      gtk_snapshot_translate (painter->snapshot,
                              &GRAPHENE_POINT_INIT (round (x - width / 2.0),
                                                    (int) (y + (painter->row_height - height) / 2)));
      gtk_snapshot_append_layout (painter->snapshot, layout, &best.color);
      gtk_snapshot_restore (painter->snapshot);
      index = MAX (next, index + 1);
    }
}

/* Draws a mark in the middle of a row. */
static void
draw_mark (LsTimelinePainter *painter,
           const char        *shape,
           double             x,
           double             y,
           const GdkRGBA     *color)
{
  int width, height;
  PangoLayout *layout = ls_layout_cache_get (painter->texts, painter->widget, shape, -1, &width, &height);

  gtk_snapshot_save (painter->snapshot);
  gtk_snapshot_translate (painter->snapshot, &GRAPHENE_POINT_INIT (round (x - width / 2.0),
                                                                   (int) (y + (painter->row_height - height) / 2)));
  gtk_snapshot_append_layout (painter->snapshot, layout, color);
  gtk_snapshot_restore (painter->snapshot);
}

/**
 * ls_timeline_draw_choices:
 * @painter: a painter
 * @track: a track of tasks
 * @y: the top of the row
 *
 * Marks the tasks of @track that the loop of a recording chose though its preset would have chosen others.
 */
void
ls_timeline_draw_choices (LsTimelinePainter *painter,
                          const LsTrack     *track,
                          double             y)
{
  LsPlayer *player = ls_timeline_scene_get_player (painter->scene);
  LsTimelineModel *model = ls_timeline_scene_get_model (painter->scene);
  LsTimeAxis *axis = ls_timeline_scene_get_axis (painter->scene);
  const double from = ls_time_axis_get_from (axis);
  LsChoices *choices;
  LsDepartures *departures;
  double last = -DISTANCE;

  if (player == NULL || !ls_state_is_recorded (ls_player_get_state (player)))
    return;
  choices = ls_choices_of (player);
  departures = ls_choices_get_departures (choices);
  for (guint i = ls_timeline_model_get_by_step (model) ? 0 : ls_choices_find_time (choices, MAX (0, from));
       i < ls_departures_get_n_kept (departures); i++)
    {
      const LsDeparture *departure = ls_departures_get (departures, i);
      const LsTimelineTask *task = ls_timeline_model_get_task (model, departure->chosen);
      guint64 time;
      double x;

      /* The model has not read that far yet, or has forgotten it. */
      if (departure->position < ls_timeline_model_get_start (model))
        continue;
      if (departure->position >= ls_timeline_model_get_n_read (model))
        break;
      time = ls_timeline_model_get_time (model, departure->position);
      if (time > from + ls_time_axis_get_span (axis))
        break;
      if (task == NULL || task->span == 0 || task->agent != track->agent || task->track != track->kind)
        continue;
      x = ls_timeline_painter_to_x (painter, time);
      if (x < painter->left || x - last < DISTANCE)
        continue;
      last = x;
      draw_mark (painter, "◆", x, y, &painter->warning);
    }
}
