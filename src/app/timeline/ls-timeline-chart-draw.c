/* ls-timeline-chart-draw.c: draws the tracks of a timeline
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-timeline-chart-private.h"

#include <math.h>

static void
draw_row (LsTimelinePainter   *painter,
          const LsTimelineRow *row,
          double               y)
{
  LsTimelineModel *model = ls_timeline_scene_get_model (painter->scene);
  const LsTrack *track;

  if (row->track == LS_TIMELINE_ROW_SIGNALS)
    {
      ls_timeline_draw_marks (painter, ls_timeline_model_get_signal_marks (model), FALSE, y);
      return;
    }
  track = ls_timeline_model_get_track (model, row->track);
  if (track->kind == LS_TRACK_SIGNAL)
    {
      ls_timeline_draw_signal (painter, track, y);
      return;
    }
  if (track->kind == LS_TRACK_QUEUED)
    {
      ls_timeline_draw_queued (painter, ls_timeline_model_find_agent (model, track->agent)->queued, y);
      return;
    }
  if (track->kind == LS_TRACK_IDLE)
    ls_timeline_draw_gaps (painter, ls_timeline_model_find_agent (model, track->agent)->gaps, y);
  ls_timeline_draw_tasks (painter, track, y);
  ls_timeline_draw_marks (painter, track->marks, ls_track_is_recorded (track), y);
}

static void
draw_name (LsTimelineChart     *self,
           LsTimelinePainter   *painter,
           guint                index,
           const LsTimelineRow *row,
           double               y)
{
  int whole = gtk_widget_get_width (painter->widget);
  double width = whole - painter->width;
  double x = painter->left > 0 ? 0 : painter->width;
  LsTimelineModel *model = ls_timeline_scene_get_model (self->scene);
  const LsTrack *track = row->track != LS_TIMELINE_ROW_SIGNALS ? ls_timeline_model_get_track (model, row->track) : NULL;
  gboolean is_grouped = track != NULL && track->kind < LS_N_TRACKS && !row->pinned &&
                        ls_timeline_model_get_n_agents (model) > 1;
  gboolean is_head = is_grouped && track->kind == LS_TRACK_BATON;
  g_autofree char *name = is_head      ? ls_timeline_model_format_agent_briefly (model, track->agent)
                          : is_grouped ? ls_timeline_model_format_kind (model, row->track)
                                       : ls_timeline_scene_format_row (self->scene, row->track);
  g_autofree char *text = NULL;
  GdkRGBA color = painter->color;
  GdkRGBA line = painter->color;

  if (row->track == LS_TIMELINE_ROW_SIGNALS)
    text = g_strdup_printf ("%s %s", ls_timeline_scene_is_expanded (self->scene) ? "▾" : "▸", name);
  else if (is_head)
    text = g_strdup_printf ("%s %s", ls_timeline_scene_is_folded (self->scene, track->agent) ? "▸" : "▾", name);
  else if (is_grouped)
    /* The name is indented below the name of its agent. */
    text = g_strdup_printf ("\342\200\203%s", name);
  else
    text = row->pinned ? g_strdup_printf ("⚲ %s", name) : g_steal_pointer (&name);
  color.alpha *= painter->high_contrast || is_head ? 1 : 0.75;
  line.alpha *= painter->high_contrast ? 0.6 : 0.12;
  if ((int) index == self->cursor && gtk_widget_has_visible_focus (GTK_WIDGET (self)))
    {
      GdkRGBA accent = painter->accent;

      accent.alpha *= 0.18;
      ls_timeline_painter_fill (painter, 0, y, whole, painter->row_height - 1, &accent);
    }
  /* The name begins where lines of text begin, which is on the right in right-to-left languages. */
  if (gtk_widget_get_direction (painter->widget) == GTK_TEXT_DIR_RTL)
    {
      int text_width;

      ls_layout_cache_get (painter->texts, painter->widget, text, MAX (4, width - 16), &text_width, NULL);
      x += width - 20 - text_width;
    }
  ls_timeline_painter_draw_text (painter, text, x + 10, y, MAX (4, width - 16), painter->row_height, &color);
  ls_timeline_painter_fill (painter, 0, y + painter->row_height - 1, whole, 1, &line);
}

static void
draw_range (LsTimelineChart   *self,
            LsTimelinePainter *painter)
{
  int height = gtk_widget_get_height (painter->widget);
  GdkRGBA color = painter->accent;
  guint64 from, to;
  double left, right;

  if (!ls_timeline_scene_get_range (self->scene, &from, &to))
    return;
  left = MAX (ls_timeline_painter_to_x (painter, from), painter->left - 2);
  right = MIN (ls_timeline_painter_to_x (painter, to), painter->left + painter->width + 2);
  if (right < left)
    return;
  ls_timeline_painter_fill (painter, left, 0, 1, height, &color);
  ls_timeline_painter_fill (painter, right - 1, 0, 1, height, &color);
  color.alpha *= 0.15;
  ls_timeline_painter_fill (painter, left, 0, right - left, height, &color);
}

static void
update_links (LsTimelineChart *self,
              guint32          task)
{
  LsTimelineModel *model = ls_timeline_scene_get_model (self->scene);

  if (task == self->links_task && ls_timeline_model_get_n_read (model) == self->links_read)
    return;
  g_array_unref (self->links);
  self->links = ls_timeline_collect_links (model, task);
  self->links_task = task;
  self->links_read = ls_timeline_model_get_n_read (model);
}

/* Returns (transfer full) a place for each track, none of which is known. */
static double *
make_places (guint n_tracks)
{
  double *places = g_new (double, n_tracks);

  for (guint track = 0; track < n_tracks; track++)
    places[track] = NAN;
  return places;
}

static void
draw_links (LsTimelineChart   *self,
            LsTimelinePainter *painter)
{
  guint n_rows;
  const LsTimelineRow *rows = ls_timeline_scene_get_rows (self->scene, &n_rows);
  LsTimelineModel *model = ls_timeline_scene_get_model (self->scene);
  LsTimeAxis *axis = ls_timeline_scene_get_axis (self->scene);
  double from = ls_time_axis_get_from (axis);
  g_autoptr (GArray) of_tracks = g_array_new (FALSE, FALSE, sizeof (LsTimelineLink));
  const gboolean has_agents = ls_timeline_model_get_n_agents (model) > 1;
  /* With a single agent, tracks of signals have no arrows. */
  const guint n_tracks = has_agents ? ls_timeline_model_get_n_tracks (model) : LS_N_TRACKS;
  g_autofree double *places = make_places (n_tracks);

  for (guint i = 0; i < n_rows; i++)
    {
      if (rows[i].track >= n_tracks)
        continue;
      places[rows[i].track] = ls_timeline_chart_get_row_y (self, i);
      if (rows[i].pinned)
        ls_timeline_collect_track_links (model, rows[i].track, MAX (0, from), from + ls_time_axis_get_span (axis),
                                         of_tracks);
    }
  update_links (self, painter->selected);
  if (has_agents)
    ls_timeline_draw_arrows (painter, places);
  ls_timeline_draw_links (painter, of_tracks, places);
  ls_timeline_draw_links (painter, self->links, places);
}

/* Draws those rows from @first to before @end that are visible. With @names, it draws their names instead of their content. */
static void
draw_rows (LsTimelineChart   *self,
           LsTimelinePainter *painter,
           guint              first,
           guint              end,
           gboolean           names)
{
  guint n_rows;
  const LsTimelineRow *rows = ls_timeline_scene_get_rows (self->scene, &n_rows);
  int height = gtk_widget_get_height (painter->widget);
  const guint n_tracks = ls_timeline_model_get_n_tracks (ls_timeline_scene_get_model (self->scene));
  g_autofree double *places = NULL;

  if (!names && first < MIN (end, n_rows))
    places = make_places (n_tracks);
  for (guint i = first; i < MIN (end, n_rows); i++)
    {
      double y = ls_timeline_chart_get_row_y (self, i);

      if (y + painter->row_height < 0 || y > height)
        continue;
      if (names)
        draw_name (self, painter, i, &rows[i], y);
      else
        {
          draw_row (painter, &rows[i], y);
          if (rows[i].track < n_tracks)
            places[rows[i].track] = y;
        }
    }
  if (places != NULL)
    ls_timeline_draw_choices (painter, places);
}

/* Draws a frame of the chart. */
void
ls_timeline_chart_snapshot (GtkWidget   *widget,
                            GtkSnapshot *snapshot)
{
  LsTimelineChart *self = LS_TIMELINE_CHART (widget);
  int height = gtk_widget_get_height (widget);
  LsTimelinePainter painter;
  graphene_rect_t area;
  guint n_pinned;
  double pinned;

  if (self->scene == NULL)
    return;
  ls_timeline_painter_init (&painter, widget, snapshot, self->scene, self->texts);
  n_pinned = ls_timeline_chart_count_pinned (self);
  pinned = n_pinned * painter.row_height;
  area = GRAPHENE_RECT_INIT (painter.left, 0, painter.width, height);

  draw_rows (self, &painter, 0, n_pinned, TRUE);
  gtk_snapshot_push_clip (snapshot, &GRAPHENE_RECT_INIT (0, pinned, gtk_widget_get_width (widget), height));
  draw_rows (self, &painter, n_pinned, G_MAXUINT, TRUE);
  gtk_snapshot_pop (snapshot);

  gtk_snapshot_push_clip (snapshot, &area);
  draw_range (self, &painter);
  draw_rows (self, &painter, 0, n_pinned, FALSE);
  gtk_snapshot_push_clip (snapshot, &GRAPHENE_RECT_INIT (painter.left, pinned, painter.width, height));
  draw_rows (self, &painter, n_pinned, G_MAXUINT, FALSE);
  gtk_snapshot_pop (snapshot);
  draw_links (self, &painter);
  ls_timeline_painter_fill (&painter, floor (ls_timeline_painter_to_x (&painter, painter.now)) - 1, 0, 2, height,
                            &painter.accent);
  gtk_snapshot_pop (snapshot);
}
