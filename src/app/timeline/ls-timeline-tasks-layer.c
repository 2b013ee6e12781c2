/* ls-timeline-tasks-layer.c: draws what ran
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-timeline-layers.h"

#include <glib/gi18n.h>
#include <math.h>

#include "ls-text.h"

#define PADDING 3
#define RADIUS 3
/* The smallest bar, in pixels. A pixel between two bars tells them apart. */
#define MIN_BAR 3.0
#define GAP 1.0
/* Spans that are narrower than a bar share columns of this width, in pixels. The more of its time a column's spans cover, the
 * darker the column is. */
#define COLUMN MIN_BAR
#define LEVELS 4
/* The space on both sides of a label, in pixels. A bar narrower than MIN_TEXT has no label. */
#define LABEL_START 4
#define LABEL_END 2
#define MIN_TEXT 16
/* Neighbours with the same name become one bar where they are narrower than MAX_GROUPED, in pixels, and no further apart than
 * MAX_APART. A group has at least MIN_GROUP tasks and room for a label. A frame looks at no more than MAX_LOOKED spans of a
 * track. */
#define MAX_GROUPED 20.0
#define MAX_APART 3.0
#define MIN_GROUP 3
#define MIN_GROUP_WIDTH 44.0
#define MAX_LOOKED 1024
#define MAX_WAITS 100
/* Spans after the position keep this part of their colour's opacity. */
#define FUTURE 0.45
#define PALE 0.35

typedef struct
{
  double  from, to;      /* pixels */
  GdkRGBA color;
} Run;

static void
flush_run (LsTimelinePainter *painter,
           Run               *run,
           double             y)
{
  if (run->to > run->from)
    ls_timeline_painter_fill (painter, run->from, y + PADDING, run->to - run->from, painter->row_height - 2 * PADDING,
                              &run->color);
  run->from = run->to = 0;
}

static void
add_column (LsTimelinePainter *painter,
            Run               *run,
            double             x,
            const GdkRGBA     *color,
            double             y)
{
  if (run->to != x || !gdk_rgba_equal (&run->color, color))
    {
      flush_run (painter, run, y);
      run->from = x;
      run->color = *color;
    }
  run->to = x + COLUMN;
}

/* Dims the colour of a column. The less of the column is covered, the paler it is, but it always stays visible. */
static void
dim (GdkRGBA *color,
     double   part)
{
  double level = ceil (CLAMP (part, 0, 1) * LEVELS) / LEVELS;

  color->alpha *= 0.5 + 0.5 * level;
}

static void
get_colors (LsTimelinePainter *painter,
            const LsTrack     *track,
            const LsSpan      *span,
            GdkRGBA           *color,
            GdkRGBA           *text)
{
  static const LsTrackKind of_priorities[LS_N_TASK_PRIORITIES + 1] = {
    [LS_TASK_PRIORITY_BACKGROUND] = LS_TRACK_BACKGROUND,
    [LS_TASK_PRIORITY_USER_VISIBLE] = LS_TRACK_USER_VISIBLE,
    [LS_TASK_PRIORITY_USER_BLOCKING] = LS_TRACK_USER_BLOCKING,
  };

  if (track->kind == LS_TRACK_SIGNAL)
    {
      guint priority = ls_timeline_model_get_priority (ls_timeline_scene_get_model (painter->scene), track, span);

      *color = ls_task_priority_is_valid (priority) ? painter->tracks[of_priorities[priority]]
                                                    : painter->tracks[LS_TRACK_OTHER];
      color->alpha *= PALE;
      *text = painter->color;
      return;
    }
  *color = painter->tracks[track->kind];
  *text = (GdkRGBA) { 1, 1, 1, 1 };
  if (track->kind == LS_TRACK_PHASES &&
      ls_timeline_model_get_n_missed (ls_timeline_scene_get_model (painter->scene), track, span, NULL) > 0)
    *color = painter->warning;
  if (ls_track_is_recorded (track))
    ls_timeline_get_recorded_colors (painter, track, span, color, text);
  /* Spans after the position are pale. White text on them would be unreadable. */
  if (span->start >= painter->now)
    {
      color->alpha *= FUTURE;
      *text = painter->color;
    }
}

static char *
get_text (LsTimelinePainter *painter,
          const LsTrack     *track,
          const LsSpan      *span)
{
  LsTimelineModel *model = ls_timeline_scene_get_model (painter->scene);
  guint priority;

  if (track->kind == LS_TRACK_MICROTASKS || track->kind == LS_TRACK_BATON)
    return NULL;
  if (track->kind == LS_TRACK_WAITS)
    return ls_timeline_model_format_wait (model, span->record);
  if (track->kind == LS_TRACK_PROMISES)
    return g_strdup_printf (ngettext ("%u promise", "%u promises", span->subject), span->subject);
  if (track->kind == LS_TRACK_PHASES)
    return ls_timeline_model_format_phase (model, track, span);
  if (ls_track_is_recorded (track))
    return ls_timeline_model_format_event (model, track, span->subject);
  if (track->kind != LS_TRACK_SIGNAL)
    return ls_timeline_model_format_task (model, span->subject);
  /* The priority is also written out, so that the colour is not its only sign. */
  priority = ls_timeline_model_get_priority (model, track, span);
  return ls_task_priority_is_valid (priority) ? g_strdup (ls_task_priority_to_string (priority)) : NULL;
}

/* Draws a bar from @left to @right with the label @text. */
static void
draw_bar (LsTimelinePainter *painter,
          const LsTrack     *track,
          const LsSpan      *span,
          double             left,
          double             right,
          double             y,
          const char        *text,
          gboolean           is_selected)
{
  const double height = painter->row_height - 2 * PADDING;
  double shown_left = MAX (left, painter->left);
  double shown_right = MIN (right, painter->left + painter->width);
  GdkRGBA color, text_color;
  GskRoundedRect rect;

  get_colors (painter, track, span, &color, &text_color);
  gsk_rounded_rect_init_from_rect (&rect,
                                   &GRAPHENE_RECT_INIT (left, y + PADDING, MAX (MIN_BAR, right - left - GAP), height),
                                   right - left > 3 * RADIUS ? RADIUS : 0);
  gtk_snapshot_push_rounded_clip (painter->snapshot, &rect);
  gtk_snapshot_append_color (painter->snapshot, &color, &rect.bounds);
  if (ls_track_is_recorded (track) || track->kind == LS_TRACK_PHASES)
    ls_timeline_draw_parts (painter, track, span, y + PADDING, height);
  if (text != NULL)
    {
      /* A mark comes before the label of a signal. */
      shown_left += track->kind == LS_TRACK_SIGNAL ? 9 : LABEL_START;
      ls_timeline_painter_draw_label (painter, text, shown_left, y, shown_right - shown_left - LABEL_END, painter->row_height,
                                      &text_color);
    }
  gtk_snapshot_pop (painter->snapshot);
  if (is_selected || painter->high_contrast)
    {
      float line = is_selected ? 2 : 1;

      gtk_snapshot_append_border (painter->snapshot, &rect, (float[4]) { line, line, line, line },
                                  (GdkRGBA[4]) { painter->color, painter->color, painter->color, painter->color });
    }
}

static void
draw_span (LsTimelinePainter *painter,
           const LsTrack     *track,
           const LsSpan      *span,
           double             left,
           double             right,
           double             y)
{
  const double shown = MIN (right, painter->left + painter->width) - MAX (left, painter->left);
  g_autofree char *text = shown >= MIN_TEXT ? get_text (painter, track, span) : NULL;

  draw_bar (painter, track, span, left, right, y, text,
            track->kind < LS_TRACK_MICROTASKS && painter->selected != 0 && span->subject == painter->selected);
}

/* Whether two neighbours on a track can be parts of the same group. They are narrow, have the same name and lie on the same side of
 * the position. */
static gboolean
belong_together (LsTimelinePainter *painter,
                 const LsSpan      *before,
                 const LsSpan      *after)
{
  LsTimelineModel *model = ls_timeline_scene_get_model (painter->scene);
  const double scale = painter->width / ls_time_axis_get_span (ls_timeline_scene_get_axis (painter->scene));
  guint32 name;

  if (before->end == LS_TIME_NEVER || after->end == LS_TIME_NEVER || (after->start - before->end) * scale >= MAX_APART ||
      (before->end - before->start) * scale >= MAX_GROUPED || (after->end - after->start) * scale >= MAX_GROUPED ||
      (before->start >= painter->now) != (after->start >= painter->now))
    return FALSE;
  name = ls_timeline_model_get_task_name (model, after->subject);
  return name != 0 && name == ls_timeline_model_get_task_name (model, before->subject);
}

/* Finds the group of neighbours that has the span at @index: the first span, and the one after the last. @n_looked counts the spans
 * that this frame has looked at. A group that is larger than the frame can look at is none. */
static void
find_group (LsTimelinePainter *painter,
            const LsTrack     *track,
            guint              index,
            guint             *first,
            guint             *end,
            guint             *n_looked)
{
  const guint n = ls_span_list_get_n (track->spans);

  for (*first = index; *first > ls_span_list_get_first (track->spans) && *n_looked < MAX_LOOKED; --*first, ++*n_looked)
    if (!belong_together (painter, ls_span_list_get (track->spans, *first - 1), ls_span_list_get (track->spans, *first)))
      break;
  for (*end = index + 1; *end < n && *n_looked < MAX_LOOKED; ++*end, ++*n_looked)
    if (!belong_together (painter, ls_span_list_get (track->spans, *end - 1), ls_span_list_get (track->spans, *end)))
      break;
  if (*n_looked >= MAX_LOOKED)
    *first = *end = index;
}

/* Draws the group of neighbours from @index to before @end as one bar. Returns FALSE if the group is too small. */
static gboolean
draw_group (LsTimelinePainter *painter,
            const LsTrack     *track,
            guint              index,
            guint              end,
            double             y)
{
  LsTimelineModel *model = ls_timeline_scene_get_model (painter->scene);
  const LsSpan *first = ls_span_list_get (track->spans, index);
  const double left = ls_timeline_painter_to_x (painter, first->start);
  g_autofree char *name = NULL;
  g_autofree char *text = NULL;
  double right;

  if (end < index + MIN_GROUP)
    return FALSE;
  right = ls_timeline_painter_to_x (painter, ls_span_list_get (track->spans, end - 1)->end);
  if (right - left < MIN_GROUP_WIDTH)
    return FALSE;
  name = ls_timeline_model_format_task (model, first->subject);
  /* Translators: the name of several tasks that ran one after the other, and how many they are */
  text = g_strdup_printf (_("%s ×%u"), name, end - index);
  draw_bar (painter, track, first, left, right, y, text, FALSE);
  return TRUE;
}

/* Draws how long a task could have run but had to wait. */
static void
draw_wait (LsTimelinePainter *painter,
           const LsSpan      *span,
           const GdkRGBA     *color,
           double             y)
{
  LsTimelineModel *model = ls_timeline_scene_get_model (painter->scene);
  const LsTimelineTask *task = ls_timeline_model_get_task (model, span->subject);
  double from, to;

  if (task == NULL || task->ready == 0)
    return;
  from = MAX (painter->left - 2, ls_timeline_painter_to_x (painter, ls_timeline_model_get_time (model, task->ready - 1)));
  to = MIN (painter->left + painter->width + 2, ls_timeline_painter_to_x (painter, span->start));
  if (to - from < 2)
    return;
  ls_timeline_painter_fill (painter, from, y + painter->row_height - 8, 1, 7, color);
  ls_timeline_painter_fill (painter, from, y + painter->row_height - 2, to - from, 1, color);
}

/* Draws how late each timer was, unless there are too many to tell apart. */
static void
draw_waits (LsTimelinePainter *painter,
            const LsTrack     *track,
            double             y)
{
  LsTimeAxis *axis = ls_timeline_scene_get_axis (painter->scene);
  double from = MAX (0, ls_time_axis_get_from (axis));
  guint first = ls_span_list_find (track->spans, from);
  guint end = ls_span_list_find_starting (track->spans, from + ls_time_axis_get_span (axis), first);

  /* The next timer runs after the visible time, but its wait may begin within it. */
  end = MIN (end + 1, ls_span_list_get_n (track->spans));
  if (end - first > MAX_WAITS)
    return;
  for (guint i = first; i < end; i++)
    draw_wait (painter, ls_span_list_get (track->spans, i), &painter->tracks[LS_TRACK_TIMERS], y);
}

/* Draws all spans that begin in the column at @x as one. Returns the index of the first span after them. */
static guint
draw_column (LsTimelinePainter *painter,
             const LsTrack     *track,
             guint              index,
             double             x,
             Run               *run,
             double             y)
{
  LsTimeAxis *axis = ls_timeline_scene_get_axis (painter->scene);
  double from = ls_time_axis_to_time (axis, x - painter->left, painter->width);
  double to = ls_time_axis_to_time (axis, x - painter->left + COLUMN, painter->width);
  guint64 end = MAX (ceil (to), 0);
  guint next = ls_span_list_find_starting (track->spans, end, index);
  const LsSpan *first = ls_span_list_get (track->spans, index);
  const LsSpan *last;
  GdkRGBA color, text;
  double covered;

  next = MAX (next, index + 1);
  last = ls_span_list_get (track->spans, next - 1);
  /* A last span that is longer is drawn by itself. */
  if (next - 1 > index && last->end - last->start > (guint64) MAX ((to - from) * (MIN_BAR + GAP) / COLUMN, 1))
    {
      next--;
      last = ls_span_list_get (track->spans, next - 1);
    }
  covered = last->before + (MIN (last->end, end) - MIN (last->start, end)) - first->before;
  get_colors (painter, track, last, &color, &text);
  /* A single span keeps its full colour, however short it is. */
  if (next - index > 1)
    dim (&color, covered / MAX (to - from, 1));
  add_column (painter, run, x, &color, y);
  return next;
}

static void
draw_spans (LsTimelinePainter *painter,
            const LsTrack     *track,
            double             y)
{
  LsTimelineModel *model = ls_timeline_scene_get_model (painter->scene);
  LsTimeAxis *axis = ls_timeline_scene_get_axis (painter->scene);
  const double right_edge = painter->left + painter->width;
  guint n = ls_span_list_get_n (track->spans);
  guint index = ls_span_list_find (track->spans, MAX (0, ls_time_axis_get_from (axis)));
  const guint64 end = MAX (0, ls_time_axis_get_from (axis) + ls_time_axis_get_span (axis));
  const guint visible_end = ls_span_list_find_starting (track->spans, end, index);
  guint n_looked = 0, single_to = 0;
  Run run = { 0 };

  /* Where there are too many to look at there is no room for labels either. */
  if (visible_end - index >= MAX_LOOKED)
    n_looked = MAX_LOOKED;
  while (index < n)
    {
      const LsSpan *span = ls_span_list_get (track->spans, index);
      double span_end = span->end == LS_TIME_NEVER ? MAX (span->start, ls_timeline_model_get_end (model)) : span->end;
      double left = ls_timeline_painter_to_x (painter, span->start);
      double right = ls_timeline_painter_to_x (painter, span_end);

      if (left > right_edge)
        break;
      if (track->kind < LS_TRACK_MICROTASKS && index >= single_to && right - left < MAX_GROUPED && n_looked < MAX_LOOKED)
        {
          guint first;

          find_group (painter, track, index, &first, &single_to, &n_looked);
          if (draw_group (painter, track, first, single_to, y))
            {
              flush_run (painter, &run, y);
              index = single_to;
              continue;
            }
        }
      if (right - left >= MIN_BAR + GAP)
        {
          flush_run (painter, &run, y);
          draw_span (painter, track, span, left, right, y);
          index++;
        }
      else
        {
          double x = painter->left + floor ((left - painter->left) / COLUMN) * COLUMN;

          index = draw_column (painter, track, index, x, &run, y);
        }
    }
  flush_run (painter, &run, y);

  /* The selected task stays visible, even if its span is less than a pixel wide. */
  if (painter->selected != 0 && track->kind < LS_TRACK_MICROTASKS)
    {
      const LsTimelineTask *task = ls_timeline_model_get_task (model, painter->selected);

      const LsSpan *span = ls_timeline_model_get_task_span (model, painter->selected);

      if (span != NULL && task->track == track->kind && task->agent == track->agent)
        {
          double x = ls_timeline_painter_to_x (painter, span->start);

          draw_wait (painter, span, &painter->color, y);
          ls_timeline_painter_fill (painter, x - 1, y + 1, 2, painter->row_height - 2, &painter->color);
        }
    }
}

/**
 * ls_timeline_draw_tasks:
 * @painter: a painter
 * @track: a track of tasks or microtasks
 * @y: the top of the track's row, in pixels
 *
 * Draws the tasks that ran.
 */
void
ls_timeline_draw_tasks (LsTimelinePainter *painter,
                        const LsTrack     *track,
                        double             y)
{
  if (track->kind == LS_TRACK_TIMERS)
    draw_waits (painter, track, y);
  draw_spans (painter, track, y);
}

/**
 * ls_timeline_draw_signal:
 * @painter: a painter
 * @track: a track of a signal
 * @y: the top of the track's row, in pixels
 *
 * Draws the priorities that a signal had, and when they changed.
 */
void
ls_timeline_draw_signal (LsTimelinePainter *painter,
                         const LsTrack     *track,
                         double             y)
{
  draw_spans (painter, track, y);
  ls_timeline_draw_marks (painter, track->marks, FALSE, y);
}

/**
 * ls_timeline_draw_gaps:
 * @painter: a painter
 * @gaps: the times when there was nothing to do
 * @y: the top of the row
 *
 * Draws the times when there was nothing to do.
 */
void
ls_timeline_draw_gaps (LsTimelinePainter *painter,
                       const LsSpanList  *gaps,
                       double             y)
{
  LsTimeAxis *axis = ls_timeline_scene_get_axis (painter->scene);
  const double right_edge = painter->left + painter->width;
  const double middle = y + painter->row_height / 2;
  guint n = ls_span_list_get_n (gaps);
  guint index = ls_span_list_find (gaps, MAX (0, ls_time_axis_get_from (axis)));
  double drawn = painter->left;
  GdkRGBA color = painter->color;

  color.alpha *= 0.35;
  while (index < n)
    {
      const LsSpan *span = ls_span_list_get (gaps, index);
      double left = ls_timeline_painter_to_x (painter, span->start);
      double right = ls_timeline_painter_to_x (painter, span->end);

      if (left > right_edge)
        break;
      /* A gap is a line with ends, to look different from a task. */
      if (right - left >= MIN_BAR + GAP)
        {
          ls_timeline_painter_fill (painter, left, middle - 4, 1, 8, &color);
          ls_timeline_painter_fill (painter, left + 1, middle - 0.5, MAX (0, right - left - 3), 1, &color);
          ls_timeline_painter_fill (painter, right - 2, middle - 4, 1, 8, &color);
          drawn = right;
          index++;
        }
      else
        {
          if (left >= drawn)
            {
              ls_timeline_painter_fill (painter, left, middle - 0.5, COLUMN, 1, &color);
              drawn = left + COLUMN;
            }
          index = ls_span_list_find_starting (gaps,
                                              ceil (MAX (0, ls_time_axis_to_time (axis, drawn - painter->left,
                                                                                  painter->width))),
                                              index + 1);
        }
    }
}
