/* ls-comparison-timeline-draw.c: two runs, one below the other, in pictures and in words
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-comparison-timeline-private.h"

#include <glib/gi18n.h>
#include <math.h>

#include "ls-bisection-private.h"
#include "ls-compat.h"
#include "ls-text.h"

/* A mark below a bar says that its task has moved. */
#define MARK_HEIGHT 3.0
#define COLUMN 2.0

/* Draws a mark below the bars whose tasks have moved. Bars that begin in the same column share one. */
static void
draw_marks (LsTimelinePainter *painter,
            const GArray      *marks,
            double             y)
{
  LsTimeAxis *axis = ls_timeline_scene_get_axis (painter->scene);
  const double right = painter->left + painter->width;
  const guint64 from = MAX (0, ls_time_axis_get_from (axis));
  LsBisection search = { 0, marks->len };
  guint index;

  /* A bar that began before the visible time may go on in it. */
  while (ls_bisection_next (&search))
    ls_bisection_tell (&search, g_array_index (marks, LsComparisonTimelineMark, search.middle).end < from);
  index = search.low;
  while (index < marks->len)
    {
      const LsComparisonTimelineMark *mark = &g_array_index (marks, LsComparisonTimelineMark, index);
      const double x = ls_timeline_painter_to_x (painter, mark->start);
      const double width = ls_timeline_painter_to_x (painter, mark->end) - x - 1;
      const guint64 next = ceil (MAX (0, ls_time_axis_to_time (axis, x + COLUMN - painter->left, painter->width)));

      if (x > right)
        break;
      ls_timeline_painter_fill (painter, x, y + painter->row_height - MARK_HEIGHT, MAX (MARK_HEIGHT, width), MARK_HEIGHT,
                                &painter->warning);
      search = (LsBisection) { index + 1, marks->len };
      while (ls_bisection_next (&search))
        ls_bisection_tell (&search, g_array_index (marks, LsComparisonTimelineMark, search.middle).start < next);
      index = search.low;
    }
}

static void
draw_text (LsComparisonTimeline *self,
           LsTimelinePainter    *painter,
           const char           *text,
           double                y,
           double                width,
           double                opacity)
{
  const int whole = gtk_widget_get_width (GTK_WIDGET (self));
  GdkRGBA color = painter->color;
  double x = 10;

  color.alpha *= painter->high_contrast ? 1 : opacity;
  /* A name begins where lines of text begin. */
  if (gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL)
    {
      int text_width;

      ls_layout_cache_get (self->texts, GTK_WIDGET (self), text, width, &text_width, NULL);
      x = whole - 10 - text_width;
    }
  ls_timeline_painter_draw_text (painter, text, x, y, width, painter->row_height, &color);
}

/* The title of a run says what the marks are. */
static char *
format_title (LsComparisonTimeline *self,
              LsComparisonSide      side)
{
  const guint n = self->sides[side].n_marked;

  if (side == LS_COMPARISON_LEFT)
    return g_strdup (_("This run"));
  if (n == 0)
    return g_strdup (_("With the change"));
  return g_strdup_printf (ngettext ("With the change · ▂ %u task at another place or priority",
                                    "With the change · ▂ %u tasks at another place or priority", n), n);
}

static void
draw_side (LsComparisonTimeline *self,
           GtkSnapshot          *snapshot,
           LsComparisonSide      side,
           guint32               task)
{
  const int width = gtk_widget_get_width (GTK_WIDGET (self));
  g_autofree char *title = NULL;
  LsTimelinePainter painter;
  GdkRGBA line;

  ls_timeline_painter_init (&painter, GTK_WIDGET (self), snapshot, self->sides[side].scene, self->texts);
  painter.selected = task;
  line = painter.color;
  line.alpha *= painter.high_contrast ? 0.6 : 0.12;
  title = format_title (self, side);
  draw_text (self, &painter, title, ls_comparison_timeline_get_row_y (self, side, 0) - painter.row_height, width - 20, 1);
  ls_timeline_painter_fill (&painter, 0, ls_comparison_timeline_get_row_y (self, side, 0) - 1, width, 1, &line);
  for (guint i = 0; i < self->rows->len; i++)
    {
      const LsComparisonTimelineRow *row = get_row (self, i);
      const LsTrack *track = ls_comparison_timeline_get_track (self, side, i);
      const LsComparisonSide named = track != NULL ? side : !side;
      const LsTimelineAgent *agent = ls_timeline_model_find_agent (get_model (self, named), row->agent);
      g_autofree char *name = ls_timeline_model_format_track (get_model (self, named), agent->first_track + row->kind);
      const double y = ls_comparison_timeline_get_row_y (self, side, i);

      draw_text (self, &painter, name, y, MAX (4, width - painter.width - 16), 0.75);
      ls_timeline_painter_fill (&painter, 0, y + painter.row_height - 1, width, 1, &line);
      if (track == NULL)
        continue;
      gtk_snapshot_push_clip (snapshot, &GRAPHENE_RECT_INIT (painter.left, y, painter.width, painter.row_height));
      ls_timeline_draw_tasks (&painter, track, y);
      draw_marks (&painter, g_ptr_array_index (self->sides[side].marks, i), y);
      gtk_snapshot_pop (snapshot);
    }
}

/* Links the selected task's bars. */
static void
draw_link (LsComparisonTimeline *self,
           GtkSnapshot          *snapshot,
           const guint32         tasks[LS_COMPARISON_TIMELINE_N_SIDES])
{
  graphene_rect_t from, to;
  double left, width;
  cairo_t *cr;
  GdkRGBA color;

  if (!ls_comparison_timeline_get_place (self, LS_COMPARISON_LEFT, tasks[LS_COMPARISON_LEFT], &from) ||
      !ls_comparison_timeline_get_place (self, LS_COMPARISON_RIGHT, tasks[LS_COMPARISON_RIGHT], &to))
    return;
  ls_timeline_get_area (GTK_WIDGET (self), &left, &width);
  ls_compat_get_color (GTK_WIDGET (self), &color);
  gtk_snapshot_push_clip (snapshot, &GRAPHENE_RECT_INIT (left, 0, width, gtk_widget_get_height (GTK_WIDGET (self))));
  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (left, 0, width, gtk_widget_get_height (GTK_WIDGET (self))));
  gdk_cairo_set_source_rgba (cr, &color);
  cairo_set_line_width (cr, 1.5);
  cairo_set_dash (cr, (double[2]) { 4, 3 }, 2, 0);
  cairo_move_to (cr, from.origin.x + from.size.width / 2, from.origin.y + from.size.height);
  cairo_line_to (cr, to.origin.x + to.size.width / 2, to.origin.y);
  cairo_stroke (cr);
  cairo_destroy (cr);
  gtk_snapshot_pop (snapshot);
}

/* Draws a frame. */
void
ls_comparison_timeline_snapshot (GtkWidget   *widget,
                                 GtkSnapshot *snapshot)
{
  LsComparisonTimeline *self = LS_COMPARISON_TIMELINE (widget);
  guint32 tasks[LS_COMPARISON_TIMELINE_N_SIDES];

  if (!self->has_rows)
    return;
  ls_comparison_timeline_get_selected (self, tasks);
  for (LsComparisonSide side = 0; side < LS_COMPARISON_TIMELINE_N_SIDES; side++)
    draw_side (self, snapshot, side, tasks[side]);
  draw_link (self, snapshot, tasks);
}

/**
 * ls_comparison_timeline_describe:
 * @self: a timeline
 * @row: a row of the comparison
 *
 * Returns: (transfer full): the name of its task and when it started in each of the runs
 */
char *
ls_comparison_timeline_describe (LsComparisonTimeline *self,
                                 guint32               row)
{
  g_autofree char *name = NULL;
  g_autofree char *left = NULL;
  g_autofree char *right = NULL;
  LsComparisonRow data, other;

  ls_comparison_get_row (self->comparison, row, &data);
  if (data.other_row != LS_COMPARISON_NONE)
    {
      ls_comparison_get_row (self->comparison, data.other_row, &other);
      if (data.left.task == 0)
        data.left = other.left;
      else
        data.right = other.right;
    }
  name = ls_comparison_dup_name (self->comparison, data.left.task != 0 ? LS_COMPARISON_LEFT : LS_COMPARISON_RIGHT,
                                 data.left.task != 0 ? &data.left : &data.right);
  left = data.left.task != 0 ? ls_text_format_time (data.left.started_at) : NULL;
  right = data.right.task != 0 ? ls_text_format_time (data.right.started_at) : NULL;
  if (right == NULL)
    /* Translators: the name of a task, then the time at which it started */
    return g_strdup_printf (_("%s\nThis run: %s\nWith the change: never"), name, left);
  if (left == NULL)
    /* Translators: the name of a task, then the time at which it started */
    return g_strdup_printf (_("%s\nThis run: never\nWith the change: %s"), name, right);
  /* Translators: the name of a task, then the times at which it started */
  return g_strdup_printf (_("%s\nThis run: %s\nWith the change: %s"), name, left, right);
}
