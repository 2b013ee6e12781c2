/* ls-handout-figure-draw.c: draws a picture of a moment in black and white
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-handout-figure.h"

#include <math.h>
#include <pango/pangocairo.h>

#include "ls-trace-names-private.h"

/* Points */
#define TITLE_WIDTH 104.0
#define PADDING 5.0
#define GAP 4.0
#define CHIP_HEIGHT 15.0
#define EMPTY_HEIGHT 17.0
#define MAX_NAME 130.0
#define TRACK_HEIGHT 15.0
#define DRAWN_TRACK_HEIGHT 24.0   /* where the reader draws */
#define AXIS_HEIGHT 14.0
#define LEAST_SPAN 1.2

#define FINE_LINES 5   /* for each of the axis */

#define NORMAL_FONT "Sans 8.5"
#define BOLD_FONT "Sans Bold 8.5"
#define SMALL_FONT "Sans 7.5"

#define GREY 0.38

/* Nothing is drawn where @cr is NULL: then it is only measured. */
typedef struct
{
  PangoContext *context;
  cairo_t      *cr;
  double        width;
} Pen;

static PangoLayout *
make_layout (const Pen  *pen,
             const char *font,
             const char *text,
             double      max_width)
{
  PangoLayout *layout = pango_layout_new (pen->context);
  PangoFontDescription *description = pango_font_description_from_string (font);

  pango_layout_set_font_description (layout, description);
  pango_font_description_free (description);
  pango_layout_set_single_paragraph_mode (layout, TRUE);
  pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_END);
  pango_layout_set_text (layout, text, -1);
  if (max_width > 0)
    {
      int width;

      pango_layout_get_size (layout, &width, NULL);
      if (width > max_width * PANGO_SCALE)
        pango_layout_set_width (layout, max_width * PANGO_SCALE);
    }
  return layout;
}

static double
get_width (PangoLayout *layout)
{
  int width;

  pango_layout_get_size (layout, &width, NULL);
  return ceil ((double) width / PANGO_SCALE);
}

/* Draws a text with its middle at @y. */
static void
show (const Pen   *pen,
      PangoLayout *layout,
      double       x,
      double       y,
      double       grey)
{
  int height;

  if (pen->cr == NULL)
    return;
  pango_layout_get_size (layout, NULL, &height);
  cairo_set_source_rgb (pen->cr, grey, grey, grey);
  cairo_move_to (pen->cr, x, y - (double) height / PANGO_SCALE / 2);
  pango_cairo_show_layout (pen->cr, layout);
}

static double
write_text (const Pen  *pen,
            const char *font,
            const char *text,
            double      max_width,
            double      x,
            double      y,
            double      grey)
{
  g_autoptr (PangoLayout) layout = make_layout (pen, font, text, max_width);

  show (pen, layout, x, y, grey);
  return get_width (layout);
}

static void
trace_box (const Pen *pen,
           double     x,
           double     y,
           double     width,
           double     height,
           double     radius)
{
  cairo_t *cr = pen->cr;

  cairo_new_sub_path (cr);
  cairo_arc (cr, x + width - radius, y + radius, radius, -G_PI_2, 0);
  cairo_arc (cr, x + width - radius, y + height - radius, radius, 0, G_PI_2);
  cairo_arc (cr, x + radius, y + height - radius, radius, G_PI_2, G_PI);
  cairo_arc (cr, x + radius, y + radius, radius, G_PI, 3 * G_PI_2);
  cairo_close_path (cr);
}

static void
draw_box (const Pen *pen,
          double     x,
          double     y,
          double     width,
          double     height,
          double     radius,
          double     fill,
          double     grey)
{
  if (pen->cr == NULL)
    return;
  trace_box (pen, x, y, width, height, MIN (radius, MIN (width, height) / 2));
  cairo_set_source_rgb (pen->cr, fill, fill, fill);
  cairo_fill_preserve (pen->cr);
  cairo_set_source_rgb (pen->cr, grey, grey, grey);
  cairo_set_line_width (pen->cr, 0.6);
  cairo_stroke (pen->cr);
}

static void
draw_line (const Pen *pen,
           double     x1,
           double     y1,
           double     x2,
           double     y2,
           double     grey,
           double     thickness)
{
  if (pen->cr == NULL)
    return;
  cairo_set_source_rgb (pen->cr, grey, grey, grey);
  cairo_set_line_width (pen->cr, thickness);
  cairo_move_to (pen->cr, x1, y1);
  cairo_line_to (pen->cr, x2, y2);
  cairo_stroke (pen->cr);
}

/* Rows */

/* Draws a chip in the line around @y, and returns how wide it is. */
static double
draw_chip (const Pen           *pen,
           const LsHandoutChip *chip,
           double               x,
           double               y)
{
  g_autoptr (PangoLayout) name = make_layout (pen, NORMAL_FONT, chip->name, MAX_NAME);
  g_autoptr (PangoLayout) note = chip->note != NULL ? make_layout (pen, SMALL_FONT, chip->note, MAX_NAME) : NULL;
  const double note_width = note != NULL ? get_width (note) + GAP : 0;
  const double width = get_width (name) + note_width + 2 * PADDING;

  draw_box (pen, x, y - CHIP_HEIGHT / 2, width, CHIP_HEIGHT, CHIP_HEIGHT / 2, 1, 0.25);
  show (pen, name, x + PADDING, y, 0);
  if (note != NULL)
    show (pen, note, x + PADDING + get_width (name) + GAP, y, GREY);
  return width;
}

/* Draws what a group has in one line, as far as there is room for it. Returns how wide that is. */
static double
draw_group (const Pen            *pen,
            const LsHandoutGroup *group,
            double                x,
            double                y,
            double                room)
{
  const Pen measure = { pen->context, NULL, pen->width };
  const double padding = group->title != NULL ? PADDING : 0;
  guint n_more = group->n_more;
  double width = padding;

  if (group->title != NULL)
    width += write_text (pen, SMALL_FONT, group->title, MAX_NAME, x + width, y, GREY) + GAP;
  for (guint i = 0; i < group->chips->len; i++)
    {
      const LsHandoutChip *chip = g_ptr_array_index (group->chips, i);

      /* The number of those that are left out needs room as well. */
      if (i > 0 && width + draw_chip (&measure, chip, 0, 0) + padding + 24 > room)
        {
          n_more += group->chips->len - i;
          break;
        }
      width += draw_chip (pen, chip, x + width, y) + (i + 1 < group->chips->len ? GAP : 0);
    }
  if (n_more > 0)
    {
      g_autofree char *text = g_strdup_printf ("+%u", n_more);

      width += write_text (pen, SMALL_FONT, text, 0, x + width + GAP, y, GREY) + GAP;
    }
  return width + padding;
}

/* Returns how high a line of a row is: frames need the most. */
static double
get_step (const LsHandoutRow *row)
{
  const LsHandoutGroup *group = row->groups->len > 0 ? g_ptr_array_index (row->groups, 0) : NULL;

  return group == NULL ? EMPTY_HEIGHT : group->title != NULL ? CHIP_HEIGHT + 12 : CHIP_HEIGHT + 6;
}

/* Draws a row, and returns its height. */
static double
draw_row (const Pen          *pen,
          const LsHandoutRow *row,
          double              top)
{
  const Pen measure = { pen->context, NULL, pen->width };
  const double left = TITLE_WIDTH, room = pen->width - left - PADDING, step = get_step (row);
  double x = left, y = top + step / 2;

  write_text (pen, BOLD_FONT, row->title, TITLE_WIDTH - 2 * PADDING, PADDING + 2, y, 0);
  if (row->groups->len == 0)
    write_text (pen, NORMAL_FONT, row->empty, room, left, y, GREY);
  for (guint i = 0; i < row->groups->len; i++)
    {
      const LsHandoutGroup *group = g_ptr_array_index (row->groups, i);
      const double width = draw_group (&measure, group, 0, 0, room);

      if (x > left && x + width > pen->width - PADDING)
        {
          x = left;
          y += step;
        }
      if (group->title != NULL)
        draw_box (pen, x, y - CHIP_HEIGHT / 2 - 3, width, CHIP_HEIGHT + 6, 4, 0.94, 0.6);
      draw_group (pen, group, x, y, room);
      x += width + 6;
    }
  return y + step / 2 - top;
}

static double
draw_rows (const LsHandoutFigure *self,
           const Pen             *pen)
{
  double y = 0;

  for (guint i = 0; i < self->rows->len; i++)
    {
      if (i > 0)
        draw_line (pen, 0, y, pen->width, y, 0.75, 0.5);
      y += draw_row (pen, g_ptr_array_index (self->rows, i), y);
    }
  if (pen->cr != NULL)
    {
      trace_box (pen, 0, 0, pen->width, y, 5);
      cairo_set_source_rgb (pen->cr, 0.4, 0.4, 0.4);
      cairo_set_line_width (pen->cr, 0.7);
      cairo_stroke (pen->cr);
    }
  return y;
}

/* Tracks */

static double
get_x (const LsHandoutFigure *self,
       const Pen             *pen,
       guint64                time)
{
  const double room = pen->width - TITLE_WIDTH - 18;

  return TITLE_WIDTH + room * ((double) (time - self->begin) / (double) (self->end - self->begin));
}

/* Lines between those of the axis help to draw. */
static void
draw_fine_lines (const LsHandoutFigure *self,
                 const Pen             *pen,
                 double                 bottom)
{
  const guint64 unit = MAX (self->unit / FINE_LINES, 1);

  for (guint64 time = self->begin; time < self->end && self->is_empty_grid && self->end - time > unit; time += unit)
    {
      const double x = get_x (self, pen, time);

      draw_line (pen, x, AXIS_HEIGHT, x, bottom, 0.9, 0.3);
    }
}

static void
draw_axis (const LsHandoutFigure *self,
           const Pen             *pen,
           double                 bottom)
{
  for (guint64 time = self->begin; time <= self->end && pen->cr != NULL; time += self->unit)
    {
      g_autofree char *text = ls_names_say_duration (time);
      g_autoptr (PangoLayout) layout = make_layout (pen, SMALL_FONT, text, 0);
      const double x = get_x (self, pen, time);

      show (pen, layout, x - get_width (layout) / 2, AXIS_HEIGHT / 2 - 1, GREY);
      draw_line (pen, x, AXIS_HEIGHT, x, bottom, 0.8, 0.4);
      if (self->end - time < self->unit)
        break;
    }
}

static void
draw_track (const LsHandoutFigure *self,
            const Pen             *pen,
            const LsHandoutTrack  *track,
            double                 top,
            double                 height)
{
  const double middle = top + height / 2;
  const double width = write_text (pen, NORMAL_FONT, track->title, TITLE_WIDTH - 12 - (track->note != NULL ? 34 : 0), 2, middle, 0);

  if (track->note != NULL)
    write_text (pen, SMALL_FONT, track->note, TITLE_WIDTH - width - 14, width + 6, middle, GREY);
  draw_line (pen, 0, top + height, pen->width, top + height, 0.8, 0.4);
  for (guint i = 0; i < track->spans->len; i++)
    {
      const LsHandoutSpan *span = &g_array_index (track->spans, LsHandoutSpan, i);
      const double x = get_x (self, pen, CLAMP (span->start, self->begin, self->end));
      const double end = get_x (self, pen, CLAMP (span->end, self->begin, self->end));

      draw_box (pen, x, top + 2, MAX (end - x, LEAST_SPAN), height - 4, 1.5, 0.72, 0.2);
    }
}

/* Marks the moment, by a line and an arrow below it. */
static void
draw_now (const LsHandoutFigure *self,
          const Pen             *pen,
          double                 bottom)
{
  g_autofree char *text = ls_names_say_duration (self->now);
  g_autoptr (PangoLayout) layout = make_layout (pen, BOLD_FONT, text, 0);
  const double x = get_x (self, pen, CLAMP (self->now, self->begin, self->end));

  draw_line (pen, x, AXIS_HEIGHT - 1, x, bottom + 3, 0, 1.2);
  show (pen, layout, CLAMP (x - get_width (layout) / 2, 0, pen->width - get_width (layout)), bottom + 9, 0);
}

static double
draw_tracks (const LsHandoutFigure *self,
             const Pen             *pen)
{
  const double height = self->is_empty_grid ? DRAWN_TRACK_HEIGHT : TRACK_HEIGHT;
  const double bottom = AXIS_HEIGHT + self->tracks->len * height;

  draw_fine_lines (self, pen, bottom);
  draw_axis (self, pen, bottom);
  draw_line (pen, 0, AXIS_HEIGHT, pen->width, AXIS_HEIGHT, 0.5, 0.6);
  for (guint i = 0; i < self->tracks->len; i++)
    draw_track (self, pen, g_ptr_array_index (self->tracks, i), AXIS_HEIGHT + i * height, height);
  if (self->now == LS_TIME_NEVER)
    return bottom;
  if (pen->cr != NULL)
    draw_now (self, pen, bottom);
  return bottom + 15;
}

/* Draws the picture from the origin of @cr (nullable) on. Returns its height, in points. */
double
ls_handout_figure_draw (LsHandoutFigure *self,
                        PangoContext    *context,
                        cairo_t         *cr,
                        double           width)
{
  const Pen pen = { context, cr, width };

  return self->tracks->len > 0 ? draw_tracks (self, &pen) : draw_rows (self, &pen);
}
