/* ls-timeline-painter.c: what the layers of a timeline draw with
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-timeline-layers.h"

#include <adwaita.h>

#include "ls-compat.h"

/* The width of the column with the names: this many characters, but at most this part of the widget. */
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
  [LS_TRACK_LOG] = "track_other",                      [LS_TRACK_QUEUED] = "track_other",
  [LS_TRACK_PHASES] = "track_frames",
  [LS_TRACK_INPUT] = "track_input",                    [LS_TRACK_FRAMES] = "track_frames",
  [LS_TRACK_LONG_TASKS] = "priority_user_blocking",    [LS_TRACK_BROWSER] = "track_other",
  [LS_TRACK_TIMINGS] = "track_timings",
  [LS_TRACK_BATON] = "track_baton",                    [LS_TRACK_WAITS] = "track_waits",
  [LS_TRACK_PROMISES] = "track_promises",
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
 * Returns: the height of a row in the widget's font, in pixels
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
 * @left: (out): where the part that shows time begins, in pixels
 * @width: (out): the width of that part, in pixels
 *
 * Gets the part of each row that shows time. The names are on the side where lines of text begin. Time runs from left to right in
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
 * ls_timeline_to_time:
 * @widget: a part of a timeline
 * @scene: its scene
 * @x: pixels
 *
 * Returns: the time at @x, in µs, or at the edge of the part that shows time if @x is outside of it
 */
double
ls_timeline_to_time (GtkWidget       *widget,
                     LsTimelineScene *scene,
                     double           x)
{
  double left, width;

  ls_timeline_get_area (widget, &left, &width);
  return ls_time_axis_to_time (ls_timeline_scene_get_axis (scene), CLAMP (x - left, 0, width), width);
}

/* Where to go in the next frame. */
typedef struct
{
  LsTimelineScene *scene;
  double           time;
} Seek;

static void
seek_free (gpointer data)
{
  g_object_unref (((Seek *) data)->scene);
  g_free (data);
}

static gboolean
seek_cb (GtkWidget     *widget,
         GdkFrameClock *clock,
         gpointer       user_data)
{
  Seek *seek = user_data;

  g_object_set_data (G_OBJECT (widget), "seek", NULL);
  ls_timeline_scene_seek (seek->scene, seek->time);
  return G_SOURCE_REMOVE;
}

/**
 * ls_timeline_seek_soon:
 * @widget: a part of a timeline
 * @scene: its scene
 * @time: time in µs
 *
 * Goes to @time in the next frame. A pointer reports more places than the player can go to.
 */
void
ls_timeline_seek_soon (GtkWidget       *widget,
                       LsTimelineScene *scene,
                       double           time)
{
  Seek *seek = g_object_get_data (G_OBJECT (widget), "seek");

  if (seek == NULL)
    {
      seek = g_new0 (Seek, 1);
      seek->scene = g_object_ref (scene);
      g_object_set_data (G_OBJECT (widget), "seek", seek);
      gtk_widget_add_tick_callback (widget, seek_cb, seek, seek_free);
    }
  seek->time = time;
}

/**
 * ls_timeline_zoom:
 * @scene: a scene
 * @factor: by how much
 *
 * Zooms. If the playhead is visible, it keeps its place on screen.
 */
void
ls_timeline_zoom (LsTimelineScene *scene,
                  double           factor)
{
  LsTimeAxis *axis = ls_timeline_scene_get_axis (scene);
  double now = ls_timeline_scene_get_now (scene);
  double from = ls_time_axis_get_from (axis);
  double span = ls_time_axis_get_span (axis);

  ls_time_axis_zoom (axis, factor, now >= from && now <= from + span ? now : from + span / 2);
}

/**
 * ls_timeline_painter_init:
 * @self: a painter
 * @widget: the widget to draw
 * @snapshot: the snapshot to draw to
 * @scene: the scene to draw
 * @texts: a cache of texts in @widget's style
 *
 * Prepares a painter for a frame.
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
 * @time: time in µs
 *
 * Returns: the place of @time in the widget, in pixels. A time far outside of the widget gets a place that is only somewhat
 * outside, because renderers cannot handle numbers as large as times
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
 * @x: where the text begins, in pixels
 * @y: the top of the area for the text, in pixels
 * @width: the most width that the text may take, in pixels, -1 for no limit
 * @height: the height of the area for the text, in pixels
 * @color: the colour of the text
 *
 * Draws a line of text, vertically centred in its area. Text that does not fit is shortened.
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

/**
 * ls_timeline_painter_draw_label:
 * @self: a painter
 * @text: a text
 * @x: where the text begins, in pixels
 * @y: the top of the area for the text, in pixels
 * @width: the width of the area, in pixels
 * @height: the height of the area, in pixels
 * @color: the colour of the text
 *
 * Draws a line of text that ends in “…” if it is too long. Draws nothing if not even a letter and “…” fit.
 *
 * Returns: whether the text was drawn
 */
gboolean
ls_timeline_painter_draw_label (LsTimelinePainter *self,
                                const char        *text,
                                double             x,
                                double             y,
                                double             width,
                                double             height,
                                const GdkRGBA     *color)
{
  int whole, shown, least;

  if (width <= 0)
    return FALSE;
  ls_layout_cache_get (self->texts, self->widget, text, -1, &whole, NULL);
  if (whole > width)
    {
      const char *second = g_utf8_find_next_char (text, NULL);
      g_autofree char *shortest = NULL;

      while (g_unichar_ismark (g_utf8_get_char (second)))
        second = g_utf8_find_next_char (second, NULL);
      shortest = g_strdup_printf ("%.*s…", (int) (second - text), text);
      ls_layout_cache_get (self->texts, self->widget, shortest, -1, &least, NULL);
      ls_layout_cache_get (self->texts, self->widget, text, width, &shown, NULL);
      /* Pango leaves “…” alone where no letter fits beside it. */
      if (least > width || shown < least || shown > width)
        return FALSE;
    }
  ls_timeline_painter_draw_text (self, text, x, y, width, height, color);
  return TRUE;
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
 * @cr: the context to draw to
 * @x1: where the arrow begins
 * @y1: the top of the row where the arrow begins
 * @x2: where the arrow ends
 * @y2: the top of the row where the arrow ends
 * @is_dashed: whether the line is dashed
 *
 * Draws an arrow, unless it lies outside the visible area.
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

      /* The line goes straight to the edge of the other row. */
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
