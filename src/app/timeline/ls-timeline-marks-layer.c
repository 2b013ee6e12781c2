/* ls-timeline-marks-layer.c: draws what happened at once
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-timeline-layers.h"

#include "ls-bisection-private.h"
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
  switch (record->kind)
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
    case LS_RECORD_FRAME:
      *look = (Look) { "▲", 3, painter->warning };
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

/* Returns the place of a choice on the axis. */
static guint64
get_departure_time (LsTimelineModel   *model,
                    const LsDeparture *departure)
{
  if (ls_timeline_model_get_by_step (model))
    return ls_timeline_model_get_position_time (model, departure->position + 1);
  return departure->time;
}

/* Returns the index of the first choice at @from or later that the model has not forgotten. */
static guint
find_departure (LsTimelineModel *model,
                LsDepartures    *departures,
                double           from)
{
  LsBisection search = { 0, ls_departures_get_n_kept (departures) };

  while (ls_bisection_next (&search))
    {
      const LsDeparture *departure = ls_departures_get (departures, search.middle);

      ls_bisection_tell (&search, departure->position < ls_timeline_model_get_start (model) ||
                                  get_departure_time (model, departure) < from);
    }
  return search.low;
}

/**
 * ls_timeline_draw_choices:
 * @painter: a painter
 * @places: the top of the row of each track, NAN for those that are not to be drawn
 *
 * Marks the tasks that the loop of a recording chose though its preset would have chosen others, on all tracks of tasks at once.
 */
void
ls_timeline_draw_choices (LsTimelinePainter *painter,
                          const double      *places)
{
  LsPlayer *player = ls_timeline_scene_get_player (painter->scene);
  LsTimelineModel *model = ls_timeline_scene_get_model (painter->scene);
  LsTimeAxis *axis = ls_timeline_scene_get_axis (painter->scene);
  const double from = ls_time_axis_get_from (axis);
  const guint n_tracks = ls_timeline_model_get_n_tracks (model);
  g_autofree double *last = NULL;   /* the mark that was drawn last on each track */
  LsDepartures *departures;

  if (player == NULL || !ls_state_is_recorded (ls_player_get_state (player)))
    return;
  departures = ls_choices_get_departures (ls_choices_of (player));
  last = g_new (double, n_tracks);
  for (guint track = 0; track < n_tracks; track++)
    last[track] = -INFINITY;
  for (guint i = find_departure (model, departures, from); i < ls_departures_get_n_kept (departures); i++)
    {
      const LsDeparture *departure = ls_departures_get (departures, i);
      const guint64 time = get_departure_time (model, departure);
      const LsTimelineTask *task;
      const LsTimelineAgent *agent;
      guint track;
      double x;

      /* The model may not have read that far yet. */
      if (departure->position >= ls_timeline_model_get_n_read (model) || time > from + ls_time_axis_get_span (axis))
        break;
      task = ls_timeline_model_get_task (model, departure->chosen);
      agent = task != NULL && task->span != 0 ? ls_timeline_model_find_agent (model, task->agent) : NULL;
      track = agent != NULL ? agent->first_track + task->track : n_tracks;
      if (track >= n_tracks || isnan (places[track]))
        continue;
      x = ls_timeline_painter_to_x (painter, time);
      if (x - last[track] < DISTANCE)
        continue;
      last[track] = x;
      draw_mark (painter, "◆", x, places[track], &painter->warning);
    }
}
