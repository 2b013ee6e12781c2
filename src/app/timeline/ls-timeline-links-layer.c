/* ls-timeline-links-layer.c: draws who posted what
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-timeline-layers.h"

#include <math.h>

/* With more links than these limits allow, the picture would be unreadable. */
#define MAX_ANCESTORS 32
#define MAX_CHILDREN 24
#define MAX_CHAIN 64
#define MAX_SCANNED 20000
#define MAX_OF_TRACK 150

static gboolean
is_continuation (LsTimelineModel      *model,
                 const LsTimelineTask *task)
{
  LsRecord record;

  ls_trace_get_record (ls_timeline_model_get_trace (model), task->posted - 1, &record);
  return (record.kind == LS_RECORD_TASK_POSTED || record.kind == LS_RECORD_TASK_QUEUED) &&
         (record.flags & LS_RECORD_FLAG_CONTINUATION);
}

static void
add_link (LsTimelineModel *model,
          guint32          task,
          GArray          *links)
{
  const LsTimelineTask *data = ls_timeline_model_get_task (model, task);
  LsTimelineLink link = { 0 };

  if (data == NULL || data->posted == 0 || data->span == 0 || data->poster == 0 || data->poster == task)
    return;
  link.from = data->poster;
  link.to = task;
  link.time = ls_timeline_model_get_time (model, data->posted - 1);
  link.is_continuation = is_continuation (model, data);
  g_array_append_val (links, link);
}

/* Adds the tasks that @task posted. Returns a continuation of @task, or 0 if there is none. */
static guint32
add_children (LsTimelineModel *model,
              guint32          task,
              gboolean         only_continuation,
              GArray          *links)
{
  LsTrace *trace = ls_timeline_model_get_trace (model);
  const LsSpan *span = ls_timeline_model_get_task_span (model, task);
  gsize end, n_children = 0;
  guint32 continuation = 0;

  if (span == NULL)
    return 0;
  end = MIN (ls_timeline_model_get_n_read (model), (gsize) span->record + MAX_SCANNED);
  for (gsize i = (gsize) span->record + 1; i < end; i++)
    {
      const LsTimelineTask *child;
      LsRecord record;

      ls_trace_get_record (trace, i, &record);
      if (record.kind == LS_RECORD_TURN_ENDED || record.kind == LS_RECORD_TASK_SELECTED)
        break;
      if (record.kind != LS_RECORD_TASK_POSTED && record.kind != LS_RECORD_TASK_QUEUED &&
          record.kind != LS_RECORD_TASK_INCOMING && record.kind != LS_RECORD_TASK_DELAYED)
        continue;
      child = ls_timeline_model_get_task (model, record.subject);
      if (child == NULL || child->posted != i + 1 || child->poster != task)
        continue;
      if (continuation == 0 && is_continuation (model, child))
        {
          continuation = record.subject;
          add_link (model, record.subject, links);
        }
      else if (!only_continuation && n_children++ < MAX_CHILDREN)
        {
          add_link (model, record.subject, links);
        }
    }
  return continuation;
}

/**
 * ls_timeline_collect_links:
 * @model: a model
 * @task: a task, 0 for none
 *
 * Finds the links of a task. They lead to the task that posted it and to that task's ancestors, to the tasks that it posted, and to
 * its continuations.
 *
 * Returns: (transfer full) (element-type LsTimelineLink): the links
 */
GArray *
ls_timeline_collect_links (LsTimelineModel *model,
                           guint32          task)
{
  GArray *links = g_array_new (FALSE, FALSE, sizeof (LsTimelineLink));
  guint32 ancestor = task;

  if (task == 0)
    return links;
  for (guint i = 0; i < MAX_ANCESTORS && ancestor != 0; i++)
    {
      const LsTimelineTask *data = ls_timeline_model_get_task (model, ancestor);

      add_link (model, ancestor, links);
      ancestor = data != NULL ? data->poster : 0;
    }
  task = add_children (model, task, FALSE, links);
  for (guint i = 0; i < MAX_CHAIN && task != 0; i++)
    task = add_children (model, task, TRUE, links);
  return links;
}

/**
 * ls_timeline_collect_track_links:
 * @model: a model
 * @track: a track
 * @from: start of the time, in µs
 * @to: end of the time, in µs
 * @links: (element-type LsTimelineLink): the array to add links to
 *
 * Finds the links to the tasks of @track that ran between two times. If there are too many, it adds none.
 */
void
ls_timeline_collect_track_links (LsTimelineModel *model,
                                 guint            track,
                                 guint64          from,
                                 guint64          to,
                                 GArray          *links)
{
  const LsTrack *data = ls_timeline_model_get_track (model, track);
  const LsSpanList *spans = data->spans;
  guint first = ls_span_list_find (spans, from);
  guint end = ls_span_list_find_starting (spans, to, first);

  if (data->kind >= LS_TRACK_MICROTASKS || end - first > MAX_OF_TRACK)
    return;
  for (guint i = first; i < end; i++)
    add_link (model, ls_span_list_get (spans, i)->subject, links);
}

static void
draw_link (LsTimelinePainter    *painter,
           const LsTimelineLink *link,
           const double         *rows,
           cairo_t              *cr)
{
  LsTimelineModel *model = ls_timeline_scene_get_model (painter->scene);
  const guint from = ls_timeline_model_get_task_track (model, link->from);
  const guint to = ls_timeline_model_get_task_track (model, link->to);
  const LsSpan *span = ls_timeline_model_get_task_span (model, link->to);

  if (from == G_MAXUINT || to == G_MAXUINT || span == NULL || isnan (rows[from]) || isnan (rows[to]))
    return;
  ls_timeline_painter_draw_arrow (painter, cr, ls_timeline_painter_to_x (painter, link->time), rows[from],
                                  ls_timeline_painter_to_x (painter, span->start), rows[to], link->is_continuation);
}

/**
 * ls_timeline_draw_links:
 * @painter: a painter
 * @links: (element-type LsTimelineLink): links
 * @rows: the position of each track's row, NaN for a track that is not shown
 *
 * Draws arrows from the places where tasks were posted to the places where they ran. Arrows to continuations are dashed.
 */
void
ls_timeline_draw_links (LsTimelinePainter *painter,
                        const GArray      *links,
                        const double      *rows)
{
  int height = gtk_widget_get_height (painter->widget);
  cairo_t *cr;

  if (links->len == 0)
    return;
  cr = gtk_snapshot_append_cairo (painter->snapshot,
                                  &GRAPHENE_RECT_INIT (painter->left, 0, painter->width, height));
  gdk_cairo_set_source_rgba (cr, &painter->color);
  cairo_set_line_width (cr, 1.25);
  for (guint i = 0; i < links->len; i++)
    draw_link (painter, &g_array_index (links, LsTimelineLink, i), rows, cr);
  cairo_destroy (cr);
}
