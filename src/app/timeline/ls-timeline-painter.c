/* ls-timeline-painter.c: what the layers of a timeline draw with
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-timeline-layers.h"

#include <adwaita.h>

#include "ls-compat.h"

/* How wide the column with the names is: so many characters, but not more than a part of the whole. */
#define NAME_CHARS 20
#define NAME_PART 0.28
#define ROW_PADDING 8
#define FAR 4000.0
#define HEAD 5.0

static const char *const track_colors[LS_N_TRACKS] = {
  [LS_TRACK_USER_BLOCKING] = "priority_user_blocking", [LS_TRACK_USER_VISIBLE] = "track_user_visible",
  [LS_TRACK_BACKGROUND] = "priority_background",       [LS_TRACK_RENDERING] = "track_rendering",
  [LS_TRACK_TIMERS] = "track_timers",                  [LS_TRACK_IDLE] = "track_idle",
  [LS_TRACK_OTHER] = "track_other",                    [LS_TRACK_MICROTASKS] = "track_microtasks",
  [LS_TRACK_LOG] = "track_other",                      [LS_TRACK_BATON] = "track_baton",
  [LS_TRACK_WAITS] = "track_waits",                    [LS_TRACK_PROMISES] = "track_promises",
};

static PangoFontMetrics *
get_metrics (GtkWidget *widget)
{
  PangoContext *context = gtk_widget_get_pango_context (widget);

  return pango_context_get_metrics (context, NULL, NULL);
}

/**
 * ls_timeline_get_row_height:
 * @widget: a part of a timeline
 *
 * Returns: how high a row is in its font
 */
double
ls_timeline_get_row_height (GtkWidget *widget)
{
  PangoFontMetrics *metrics = get_metrics (widget);
  int height = PANGO_PIXELS_CEIL (pango_font_metrics_get_ascent (metrics) + pango_font_metrics_get_descent (metrics));

  pango_font_metrics_unref (metrics);
  return height + ROW_PADDING;
}

/**
 * ls_timeline_get_area:
 * @widget: a part of a timeline
 * @left: (out): where time begins
 * @width: (out): how wide it is
 *
 * Says which part of each row has time in it. The names are where lines of text begin; time goes from left to right in
 * every language, as in recordings and scores.
 */
void
ls_timeline_get_area (GtkWidget *widget,
                      double    *left,
                      double    *width)
{
  PangoFontMetrics *metrics = get_metrics (widget);
  double names = NAME_CHARS * pango_font_metrics_get_approximate_char_width (metrics) / (double) PANGO_SCALE;
  int whole = gtk_widget_get_width (widget);

  pango_font_metrics_unref (metrics);
  names = MIN ((int) names, (int) (whole * NAME_PART));
  *left = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL ? 0 : names;
  *width = MAX (1, whole - names);
}

/**
 * ls_timeline_painter_init:
 * @self: a painter
 * @widget: what is drawn
 * @snapshot: where to draw
 * @scene: what to draw
 * @texts: texts in @widget's style
 *
 * Prepares for a frame.
 */
void
ls_timeline_painter_init (LsTimelinePainter *self,
                          GtkWidget         *widget,
                          GtkSnapshot       *snapshot,
                          LsTimelineScene   *scene,
                          LsLayoutCache     *texts)
{
  LsPlayer *player = ls_timeline_scene_get_player (scene);
  guint32 selected = 0;

  *self = (LsTimelinePainter) { .widget = widget, .snapshot = snapshot, .scene = scene, .texts = texts };
  ls_timeline_get_area (widget, &self->left, &self->width);
  self->row_height = ls_timeline_get_row_height (widget);
  self->now = ls_timeline_scene_get_now (scene);
  if (player != NULL && ls_player_get_selection (player, &selected) == LS_SELECTION_TASK)
    self->selected = selected;
  self->high_contrast = adw_style_manager_get_high_contrast (adw_style_manager_get_default ());
  ls_compat_get_color (widget, &self->color);
  ls_compat_lookup_color (widget, "accent_bg_color", &self->accent);
  ls_compat_lookup_color (widget, "error_color", &self->error);
  ls_compat_lookup_color (widget, "warning_color", &self->warning);
  for (guint i = 0; i < LS_N_TRACKS; i++)
    ls_compat_lookup_color (widget, track_colors[i], &self->tracks[i]);
}

/**
 * ls_timeline_painter_to_x:
 * @self: a painter
 * @time: µs
 *
 * Returns: where @time is in the widget; for one that is far outside, somewhere outside, because renderers' numbers are not
 *   as wide as time is
 */
double
ls_timeline_painter_to_x (LsTimelinePainter *self,
                          double             time)
{
  double x = ls_time_axis_to_x (ls_timeline_scene_get_axis (self->scene), time, self->width);

  return self->left + CLAMP (x, -FAR, self->width + FAR);
}

/**
 * ls_timeline_painter_draw_text:
 * @self: a painter
 * @text: a text
 * @x: where it begins
 * @y: where the place for it begins
 * @width: how wide it may be
 * @height: how high the place for it is
 * @color: its colour
 *
 * Draws a line of text in the middle of its height, as much of it as there is room for.
 */
void
ls_timeline_painter_draw_text (LsTimelinePainter *self,
                               const char        *text,
                               double             x,
                               double             y,
                               double             width,
                               double             height,
                               const GdkRGBA     *color)
{
  int text_height;
  PangoLayout *layout = ls_layout_cache_get (self->texts, self->widget, text, width, NULL, &text_height);

  gtk_snapshot_save (self->snapshot);
  gtk_snapshot_translate (self->snapshot, &GRAPHENE_POINT_INIT ((int) x, (int) (y + (height - text_height) / 2)));
  gtk_snapshot_append_layout (self->snapshot, layout, color);
  gtk_snapshot_restore (self->snapshot);
}

void
ls_timeline_painter_fill (LsTimelinePainter *self,
                          double             x,
                          double             y,
                          double             width,
                          double             height,
                          const GdkRGBA     *color)
{
  gtk_snapshot_append_color (self->snapshot, color, &GRAPHENE_RECT_INIT (x, y, width, height));
}

/**
 * ls_timeline_painter_draw_arrow:
 * @self: a painter
 * @cr: where to draw it
 * @x1: where it comes from
 * @y1: where the row is that it comes from
 * @x2: where it leads
 * @y2: where the row is that it leads to
 * @is_dashed: whether its line is
 *
 * Draws an arrow, unless it is beside what is seen.
 */
void
ls_timeline_painter_draw_arrow (LsTimelinePainter *self,
                                cairo_t           *cr,
                                double             x1,
                                double             y1,
                                double             x2,
                                double             y2,
                                gboolean           is_dashed)
{
  const gboolean same_row = y1 == y2;
  const double bend = CLAMP ((x2 - x1) / 2, 6, 60);

  if ((x1 < self->left && x2 < self->left) || (x1 > self->left + self->width && x2 > self->left + self->width))
    return;
  y1 += same_row ? 4 : self->row_height / 2;
  y2 += same_row ? 4 : self->row_height / 2;

  if (is_dashed)
    cairo_set_dash (cr, (double[2]) { 4, 2 }, 2, 0);
  else
    cairo_set_dash (cr, NULL, 0, 0);
  if (!same_row && x2 - x1 < 3 * HEAD && x2 >= x1)
    {
      const double direction = y2 > y1 ? 1 : -1;

      /* Straight to the edge of the other row. */
      y2 -= direction * (self->row_height / 2 - 3);
      cairo_move_to (cr, x1, y1);
      cairo_line_to (cr, x2, y2 - direction * HEAD);
      cairo_stroke (cr);
      cairo_move_to (cr, x2, y2);
      cairo_rel_line_to (cr, -HEAD / 2 - 1, -direction * (HEAD + 1));
      cairo_rel_line_to (cr, HEAD + 2, 0);
      cairo_close_path (cr);
      cairo_fill (cr);
      cairo_arc (cr, x1, y1, 2, 0, 2 * G_PI);
      cairo_fill (cr);
      return;
    }
  cairo_move_to (cr, x1, y1);
  if (same_row)
    cairo_curve_to (cr, x1 + bend / 2, y1 - 6, x2 - HEAD - bend / 2, y2 - 6, x2 - HEAD, y2);
  else
    cairo_curve_to (cr, x1 + bend, y1, x2 - HEAD - bend, y2, x2 - HEAD, y2);
  cairo_stroke (cr);
  cairo_move_to (cr, x2, y2);
  cairo_rel_line_to (cr, -HEAD - 1, -HEAD / 2 - 1);
  cairo_rel_line_to (cr, 0, HEAD + 2);
  cairo_close_path (cr);
  cairo_fill (cr);
  cairo_arc (cr, x1, y1, 2, 0, 2 * G_PI);
  cairo_fill (cr);
}
