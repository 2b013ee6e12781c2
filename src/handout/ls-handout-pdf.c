/* ls-handout-pdf.c: a handout as a file
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-handout-layout.h"

#include <cairo-pdf.h>

/* Entries of the outline are as deep as their headings. */
#define MAX_DEPTH 3

static cairo_status_t
append_cb (void                *bytes,
           const unsigned char *data,
           unsigned int         length)
{
  if (length > G_MAXINT32 - ((GByteArray *) bytes)->len)
    return CAIRO_STATUS_WRITE_ERROR;
  g_byte_array_append (bytes, data, length);
  return CAIRO_STATUS_SUCCESS;
}

static void
set_metadata (LsHandout       *self,
              cairo_surface_t *surface)
{
  g_autofree char *title = ls_handout_dup_title (self);

  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_TITLE, title);
  if (self->author != NULL)
    cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_AUTHOR, self->author);
  if (self->subject != NULL)
    cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_SUBJECT, self->subject);
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_CREATOR, "Loopscope");
}

/* Returns what a block is to those who have the document read aloud. */
static const char *
get_tag (LsHandoutKind kind)
{
  switch (kind)
    {
    case LS_HANDOUT_TITLE:
      return "H1";
    case LS_HANDOUT_SUBTITLE:
    case LS_HANDOUT_HEADING:
      return "H2";
    case LS_HANDOUT_ANSWER_HEADING:
      return "H3";
    case LS_HANDOUT_LISTING:
      return "Code";
    case LS_HANDOUT_FIGURE:
      return "Figure";
    default:
      return "P";
    }
}

/* Returns how deep in the outline a block is, from 1; 0 for nowhere. */
static guint
get_depth (LsHandoutKind kind)
{
  return kind == LS_HANDOUT_TITLE                                          ? 1
         : kind == LS_HANDOUT_SUBTITLE || kind == LS_HANDOUT_HEADING       ? 2
         : kind == LS_HANDOUT_ANSWER_HEADING                               ? 3
                                                                           : 0;
}

static void
add_outline (cairo_surface_t      *surface,
             const LsHandoutPiece *piece,
             int                   parents[MAX_DEPTH + 1])
{
  const guint depth = get_depth (piece->block->kind);
  g_autofree char *target = NULL, *name = NULL;
  const char *text;

  if (depth == 0 || piece->first_line > 0 || piece->layout == NULL)
    return;
  text = pango_layout_get_text (piece->layout);
  /* Whole numbers: cairo reads others as the locale writes them. */
  target = g_strdup_printf ("page=%u pos=[%d %d]", piece->sheet + 1, (int) piece->x, (int) MAX (piece->y - 12, 0));
  name = piece->block->label != NULL ? g_strdup_printf ("%s  %s", piece->block->label, text)
                                     : g_strdup (text);
  parents[depth] = cairo_pdf_surface_add_outline (surface, parents[depth - 1], name, target,
                                                  depth == 1 ? CAIRO_PDF_OUTLINE_FLAG_OPEN : 0);
  for (guint i = depth + 1; i <= MAX_DEPTH; i++)
    parents[i] = parents[depth];
}

static cairo_status_t
draw (LsHandoutLayout *layout,
      cairo_surface_t *surface,
      GCancellable    *cancellable)
{
  const guint n_sheets = ls_handout_layout_get_n_sheets (layout);
  int parents[MAX_DEPTH + 1] = { CAIRO_PDF_OUTLINE_ROOT, CAIRO_PDF_OUTLINE_ROOT, CAIRO_PDF_OUTLINE_ROOT, CAIRO_PDF_OUTLINE_ROOT };
  cairo_t *cr = cairo_create (surface);
  cairo_status_t status;
  guint next = 0;

  cairo_tag_begin (cr, "Document", NULL);
  for (guint sheet = 0; sheet < n_sheets && !g_cancellable_is_cancelled (cancellable); sheet++)
    {
      ls_handout_layout_draw_frame (layout, sheet, cr);
      for (; next < layout->pieces->len; next++)
        {
          const LsHandoutPiece *piece = &g_array_index (layout->pieces, LsHandoutPiece, next);

          if (piece->sheet != sheet)
            break;
          add_outline (surface, piece, parents);
          cairo_tag_begin (cr, get_tag (piece->block->kind), NULL);
          ls_handout_layout_draw_piece (layout, piece, cr);
          cairo_tag_end (cr, get_tag (piece->block->kind));
        }
      if (sheet + 1 < n_sheets)
        cairo_show_page (cr);
    }
  cairo_tag_end (cr, "Document");
  cairo_show_page (cr);
  status = cairo_status (cr);
  cairo_destroy (cr);
  return status;
}

/* Makes the content of a PDF file. Returns (transfer full) (nullable): NULL with @error set if that was cancelled or is too much */
GBytes *
ls_handout_to_pdf (LsHandout     *self,
                   GCancellable  *cancellable,
                   GError       **error)
{
  g_autoptr (GPtrArray) blocks = ls_handout_list_blocks (self);
  g_autoptr (LsHandoutLayout) layout = ls_handout_layout_new (blocks, self->paper, cancellable, error);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  cairo_surface_t *surface;
  cairo_status_t status;

  if (layout == NULL)
    return NULL;
  surface = cairo_pdf_surface_create_for_stream (append_cb, bytes, layout->width, layout->height);
  set_metadata (self, surface);
  status = draw (layout, surface, cancellable);
  cairo_surface_finish (surface);
  if (status == CAIRO_STATUS_SUCCESS)
    status = cairo_surface_status (surface);
  cairo_surface_destroy (surface);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  if (status != CAIRO_STATUS_SUCCESS)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_FAILED, cairo_status_to_string (status));
      return NULL;
    }
  return g_byte_array_free_to_bytes (g_steal_pointer (&bytes));
}
