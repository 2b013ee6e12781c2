/* ls-handout-draw.c: draws the blocks of a handout
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-handout-layout.h"

#include <glib/gi18n.h>
#include <pango/pangocairo.h>

#define BOX 10.0          /* to tick, or to write a number in: so high */
#define PLACE_WIDTH 20.0
#define GREY 0.4

static void
set_grey (cairo_t *cr,
          double   grey)
{
  cairo_set_source_rgb (cr, grey, grey, grey);
}

/* Writes a short text with its baseline at @y. @align: 0 from @x on, 1 up to it, 0.5 around it. Returns its width */
static double
write_at (LsHandoutLayout *self,
          cairo_t         *cr,
          const char      *font,
          const char      *text,
          double           x,
          double           y,
          double           align)
{
  g_autoptr (PangoLayout) layout = pango_layout_new (self->context);
  PangoFontDescription *description = pango_font_description_from_string (font);
  double width;
  int units;

  pango_layout_set_font_description (layout, description);
  pango_font_description_free (description);
  pango_layout_set_single_paragraph_mode (layout, TRUE);
  pango_layout_set_text (layout, text, -1);
  pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_END);
  pango_layout_get_size (layout, &units, NULL);
  if (units > (self->width - 2 * LS_HANDOUT_SIDE) * PANGO_SCALE)
    pango_layout_set_width (layout, (self->width - 2 * LS_HANDOUT_SIDE) * PANGO_SCALE);
  pango_layout_get_size (layout, &units, NULL);
  width = (double) units / PANGO_SCALE;
  cairo_move_to (cr, x - align * width, y - (double) pango_layout_get_baseline (layout) / PANGO_SCALE);
  pango_cairo_show_layout (cr, layout);
  return width;
}

static void
draw_rule (cairo_t *cr,
           double   x1,
           double   x2,
           double   y,
           double   grey,
           double   thickness)
{
  set_grey (cr, grey);
  cairo_set_line_width (cr, thickness);
  cairo_move_to (cr, x1, y);
  cairo_line_to (cr, x2, y);
  cairo_stroke (cr);
}

static void
draw_box (cairo_t *cr,
          double   x,
          double   y,
          double   width,
          double   height)
{
  set_grey (cr, 0.15);
  cairo_set_line_width (cr, 0.9);
  cairo_rectangle (cr, x, y, width, height);
  cairo_stroke (cr);
}

/* Returns the baseline of the first line of a piece. */
static double
get_baseline (const LsHandoutPiece *piece)
{
  return piece->y + (double) pango_layout_get_baseline (piece->layout) / PANGO_SCALE;
}

/* Draws lines of a text from @x on, and the numbers of the lines of a listing beside them. */
static void
draw_lines (LsHandoutLayout      *self,
            const LsHandoutPiece *piece,
            cairo_t              *cr,
            double                x)
{
  PangoLayoutIter *iter = pango_layout_get_iter (piece->layout);
  guint number = piece->block->kind == LS_HANDOUT_LISTING ? piece->block->number : 0;
  const char *text = pango_layout_get_text (piece->layout);
  int top = 0;

  for (guint i = 0; i < piece->first_line + piece->n_lines; i++)
    {
      PangoLayoutLine *line = pango_layout_iter_get_line_readonly (iter);
      const gboolean begins = line->start_index == 0 || text[line->start_index - 1] == '\n';
      PangoRectangle logical;
      double y;

      if (i == piece->first_line)
        {
          int bottom;

          pango_layout_iter_get_line_yrange (iter, &top, &bottom);
        }
      if (i >= piece->first_line)
        {
          y = piece->y + (double) (pango_layout_iter_get_baseline (iter) - top) / PANGO_SCALE;
          pango_layout_iter_get_line_extents (iter, NULL, &logical);
          if (number > 0 && begins)
            {
              g_autofree char *digits = g_strdup_printf ("%u", number);

              set_grey (cr, GREY);
              write_at (self, cr, "Monospace 7", digits, x - 9, y, 1);
            }
          set_grey (cr, 0);
          cairo_move_to (cr, x + (double) logical.x / PANGO_SCALE, y);
          pango_cairo_show_layout_line (cr, line);
        }
      if (number > 0 && begins)
        number++;
      pango_layout_iter_next_line (iter);
    }
  pango_layout_iter_free (iter);
}

/* Draws lines to write on, the first of them behind its label. */
static void
draw_write_lines (LsHandoutLayout      *self,
                  const LsHandoutPiece *piece,
                  cairo_t              *cr)
{
  double x = piece->x;

  set_grey (cr, 0);
  if (*piece->block->text != '\0')
    x += write_at (self, cr, "Sans 9", piece->block->text, x, piece->y + LS_HANDOUT_RULE - 5, 0) + 6;
  for (guint i = 0; i < piece->block->number; i++)
    {
      draw_rule (cr, x, piece->x + piece->width, piece->y + (i + 1) * LS_HANDOUT_RULE - 3, 0.5, 0.6);
      x = piece->x;
    }
}

static void
draw_label (LsHandoutLayout      *self,
            const LsHandoutPiece *piece,
            cairo_t              *cr)
{
  const char *label = piece->block->label;
  const double baseline = piece->layout != NULL ? get_baseline (piece) : piece->y + BOX;

  set_grey (cr, 0);
  switch (piece->block->kind)
    {
    case LS_HANDOUT_CHOICE:
      draw_box (cr, piece->x + 2, baseline - BOX + 1.5, BOX, BOX);
      if (label != NULL)
        write_at (self, cr, "Sans Bold 10", label, piece->x + 22, baseline, 0);
      break;
    case LS_HANDOUT_PLACE:
      if (label == NULL)
        draw_box (cr, piece->x + 2, baseline - BOX - 1, PLACE_WIDTH, BOX + 5);
      else
        write_at (self, cr, "Sans Bold 10", label, piece->x + 20, baseline, 1);
      break;
    case LS_HANDOUT_HEADING:
      write_at (self, cr, "Sans Bold 13", label, piece->x, baseline, 0);
      break;
    case LS_HANDOUT_ANSWER_HEADING:
      write_at (self, cr, "Sans Bold 10.5", label, piece->x, baseline, 0);
      break;
    case LS_HANDOUT_QUESTION:
      write_at (self, cr, "Sans Bold 10", label, piece->x, baseline, 0);
      break;
    case LS_HANDOUT_SMALL:
      write_at (self, cr, "Sans 8.5", label, piece->x, baseline, 0);
      break;
    default:
      break;
    }
}

/* A bar along the side of a listing shows where it goes on. */
static void
draw_side (const LsHandoutPiece *piece,
           cairo_t              *cr,
           double                x)
{
  set_grey (cr, 0.7);
  cairo_set_line_width (cr, 1);
  cairo_move_to (cr, x - 5, piece->y);
  cairo_line_to (cr, x - 5, piece->y + piece->height);
  cairo_stroke (cr);
}

/* Draws a piece on its sheet. */
void
ls_handout_layout_draw_piece (LsHandoutLayout      *self,
                              const LsHandoutPiece *piece,
                              cairo_t              *cr)
{
  const LsHandoutBlock *block = piece->block;
  const double text_width = piece->layout != NULL ? (double) pango_layout_get_width (piece->layout) / PANGO_SCALE : piece->width;
  const double x = piece->x + piece->width - text_width;

  if (block->kind == LS_HANDOUT_FIGURE)
    {
      const double scale = piece->height / ls_handout_figure_draw (block->figure, self->context, NULL, piece->width);

      cairo_save (cr);
      cairo_translate (cr, piece->x, piece->y);
      cairo_scale (cr, MIN (scale, 1), MIN (scale, 1));
      ls_handout_figure_draw (block->figure, self->context, cr, piece->width);
      cairo_restore (cr);
      return;
    }
  if (block->kind == LS_HANDOUT_LINES)
    {
      draw_write_lines (self, piece, cr);
      return;
    }
  if (piece->first_line == 0 && (block->label != NULL || block->kind == LS_HANDOUT_CHOICE || block->kind == LS_HANDOUT_PLACE))
    draw_label (self, piece, cr);
  if (piece->layout == NULL)
    return;
  if (block->kind == LS_HANDOUT_LISTING)
    draw_side (piece, cr, x);
  draw_lines (self, piece, cr, x);
}

/* Draws what is above and below the blocks of a sheet. */
void
ls_handout_layout_draw_frame (LsHandoutLayout *self,
                              guint            sheet,
                              cairo_t         *cr)
{
  /* Translators: the number of a sheet of paper, how many there are */
  g_autofree char *number = g_strdup_printf (_("%u of %u"), sheet + 1, self->headers->len);
  const char *header = g_ptr_array_index (self->headers, sheet);

  set_grey (cr, GREY);
  write_at (self, cr, "Sans 8.5", number, self->width / 2, self->height - 34, 0.5);
  if (header == NULL)
    return;
  write_at (self, cr, "Sans 8.5", header, LS_HANDOUT_SIDE, 42, 0);
  draw_rule (cr, LS_HANDOUT_SIDE, self->width - LS_HANDOUT_SIDE, 48, 0.7, 0.5);
}
