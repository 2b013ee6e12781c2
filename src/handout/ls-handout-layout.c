/* ls-handout-layout.c: puts blocks on sheets
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-handout-layout.h"

#include <glib/gi18n.h>
#include <pango/pangocairo.h>

#include "ls-prose-private.h"
#include "ls-session-error.h"

/* A text that breaks has so many lines on either sheet at least. */
#define MIN_LINES 2
#define MIN_LISTING_LINES 4

/* A listing of so many lines stays on one sheet. */
#define WHOLE_LINES 14

/* What is left above a picture that has a sheet of its own */
#define CAPTION_ROOM 24.0

/* How a block of a kind is set. */
typedef struct
{
  const char *font;
  double      before, after;    /* points above and below; the greater one counts where two meet */
  double      indent;           /* of the text */
  double      spacing;          /* of its lines, as a factor */
  gboolean    breaks;           /* over sheets */
} Style;

static const Style styles[LS_HANDOUT_N_KINDS] = {
  [LS_HANDOUT_TITLE] = { "Sans Bold 20", 0, 10, 0, 1.1, FALSE },
  [LS_HANDOUT_SUBTITLE] = { "Sans Bold 13", 18, 6, 0, 1.1, FALSE },
  [LS_HANDOUT_HEADING] = { "Sans Bold 13", 22, 7, 0, 1.1, FALSE },
  [LS_HANDOUT_ANSWER_HEADING] = { "Sans Bold 10.5", 15, 4, 0, 1.1, FALSE },
  [LS_HANDOUT_TEXT] = { "Sans 10", 6, 6, 0, 1.25, TRUE },
  [LS_HANDOUT_QUESTION] = { "Sans Bold 10", 11, 5, 0, 1.2, FALSE },
  [LS_HANDOUT_CAPTION] = { "Sans 8.5", 9, 5, 0, 1.1, FALSE },
  [LS_HANDOUT_CHOICE] = { "Sans 10", 5, 5, 40, 1.2, FALSE },
  [LS_HANDOUT_PLACE] = { "Sans 10", 5, 5, 30, 1.2, FALSE },
  [LS_HANDOUT_LISTING] = { "Monospace 8.5", 4, 8, 28, 1.15, TRUE },
  [LS_HANDOUT_FIGURE] = { NULL, 4, 10, 0, 1, FALSE },
  [LS_HANDOUT_LINES] = { "Sans 9", 8, 8, 0, 1, FALSE },
  [LS_HANDOUT_SMALL] = { "Sans 8.5", 4, 4, 0, 1.2, TRUE },
};

typedef struct
{
  LsHandoutLayout *self;
  GPtrArray       *blocks;
  double           y;        /* where the next block may begin */
  double           after;    /* the space below the last block */
  const char      *header;   /* of sheets that begin now: of the layout of a piece */
} Setter;

static double
get_bottom (LsHandoutLayout *self)
{
  return self->height - LS_HANDOUT_BOTTOM;
}

static double
get_indent (const LsHandoutBlock *block)
{
  /* Numbers of lines, and letters before answers, are beside the text. */
  if (block->kind == LS_HANDOUT_LISTING)
    return block->number > 0 ? styles[block->kind].indent : 8;
  if (block->kind == LS_HANDOUT_CHOICE && block->label == NULL)
    return 20;
  if (block->kind == LS_HANDOUT_HEADING || block->kind == LS_HANDOUT_ANSWER_HEADING || block->kind == LS_HANDOUT_QUESTION ||
      block->kind == LS_HANDOUT_SMALL)
    return block->label != NULL ? 20 : 0;
  return styles[block->kind].indent;
}

/* Shows a text as a person has written it, or as it is where Pango takes none of the markup. */
static void
set_prose (PangoLayout *layout,
           const char  *text)
{
  g_autofree char *markup = ls_prose_to_markup (text);

  if (pango_parse_markup (markup, -1, 0, NULL, NULL, NULL, NULL))
    pango_layout_set_markup (layout, markup, -1);
  else
    pango_layout_set_text (layout, text, -1);
}

/* Returns (transfer full) (nullable) the text of a block, NULL if it has none. */
static PangoLayout *
make_layout (LsHandoutLayout      *self,
             const LsHandoutBlock *block)
{
  const Style *style = &styles[block->kind];
  const double width = self->width - 2 * LS_HANDOUT_SIDE - get_indent (block);
  PangoFontDescription *description;
  PangoLayout *layout;

  if (style->font == NULL || *block->text == '\0')
    return NULL;
  layout = pango_layout_new (self->context);
  description = pango_font_description_from_string (style->font);
  pango_layout_set_font_description (layout, description);
  pango_font_description_free (description);
  pango_layout_set_wrap (layout, PANGO_WRAP_WORD_CHAR);
  pango_layout_set_width (layout, width * PANGO_SCALE);
  pango_layout_set_line_spacing (layout, style->spacing);
  if (block->kind == LS_HANDOUT_LISTING)
    {
      /* What is left of a long line stands a little further in. */
      pango_layout_set_indent (layout, -20 * PANGO_SCALE);
      pango_layout_set_text (layout, block->text, -1);
    }
  else
    set_prose (layout, block->text);
  return layout;
}

/* Returns where line @line of a layout begins, in points; the height of all for one behind the last. */
static double
get_line_top (PangoLayout *layout,
              guint        line)
{
  PangoLayoutIter *iter = pango_layout_get_iter (layout);
  PangoRectangle rectangle;
  int top = 0, bottom;

  for (guint i = 0; i < line; i++)
    if (!pango_layout_iter_next_line (iter))
      {
        pango_layout_get_extents (layout, NULL, &rectangle);
        pango_layout_iter_free (iter);
        return (double) (rectangle.y + rectangle.height) / PANGO_SCALE;
      }
  pango_layout_iter_get_line_yrange (iter, &top, &bottom);
  pango_layout_iter_free (iter);
  return (double) top / PANGO_SCALE;
}

static double
get_height (LsHandoutLayout      *self,
            const LsHandoutBlock *block,
            PangoLayout          *layout)
{
  /* What is too high for a sheet is drawn smaller. */
  if (block->kind == LS_HANDOUT_FIGURE)
    return MIN (ls_handout_figure_draw (block->figure, self->context, NULL, self->width - 2 * LS_HANDOUT_SIDE),
                get_bottom (self) - LS_HANDOUT_TOP - CAPTION_ROOM);
  if (block->kind == LS_HANDOUT_LINES)
    return block->number * LS_HANDOUT_RULE;
  if (block->kind == LS_HANDOUT_PLACE)
    return MAX (layout != NULL ? get_line_top (layout, G_MAXUINT) : 0, 16);
  return layout != NULL ? get_line_top (layout, G_MAXUINT) : 0;
}

static guint
count_lines (PangoLayout *layout)
{
  return layout != NULL ? pango_layout_get_line_count (layout) : 0;
}

static guint
get_min_lines (const LsHandoutBlock *block)
{
  return block->kind == LS_HANDOUT_LISTING ? MIN_LISTING_LINES : MIN_LINES;
}

static gboolean
may_break (LsHandoutLayout      *self,
           const LsHandoutBlock *block,
           PangoLayout          *layout)
{
  /* What has no room on a sheet has to break, whatever it is. */
  if (layout != NULL && get_height (self, block, layout) > get_bottom (self) - LS_HANDOUT_TOP)
    return TRUE;
  return styles[block->kind].breaks && layout != NULL &&
         count_lines (layout) >= (block->kind == LS_HANDOUT_LISTING ? WHOLE_LINES + 1 : 2 * MIN_LINES);
}

static void
begin_sheet (Setter *setter)
{
  g_ptr_array_add (setter->self->headers, g_strdup (setter->header));
  setter->y = LS_HANDOUT_TOP;
  setter->after = 0;
}

/* Returns how much room a block needs where it begins, together with those that it must not be parted from. */
static double
measure_group (Setter *setter,
               guint   index)
{
  LsHandoutLayout *self = setter->self;
  double height = 0, after = 0;

  for (; index < setter->blocks->len; index++)
    {
      const LsHandoutBlock *block = g_ptr_array_index (setter->blocks, index);
      const Style *style = &styles[block->kind];
      g_autoptr (PangoLayout) layout = make_layout (self, block);

      if (height > 0)
        height += MAX (after, style->before);
      after = style->after;
      if (may_break (self, block, layout))
        return height + get_line_top (layout, get_min_lines (block));
      height += get_height (self, block, layout);
      if (!block->keeps_next || height > self->height)
        break;
    }
  return height;
}

static void
add_piece (Setter               *setter,
           const LsHandoutBlock *block,
           PangoLayout          *layout,
           guint                 first_line,
           guint                 n_lines,
           double                height)
{
  LsHandoutLayout *self = setter->self;
  LsHandoutPiece piece = {
    .block = block, .sheet = self->headers->len - 1, .x = LS_HANDOUT_SIDE, .y = setter->y,
    .width = self->width - 2 * LS_HANDOUT_SIDE, .height = height, .layout = layout != NULL ? g_object_ref (layout) : NULL,
    .first_line = first_line, .n_lines = n_lines,
  };

  g_array_append_val (self->pieces, piece);
  setter->y += height;
}

/* Returns whether a line is the first of a paragraph, or of a line of a listing. */
static gboolean
begins_line (PangoLayout *layout,
             guint        line)
{
  const int start = pango_layout_get_line_readonly (layout, line)->start_index;

  return start == 0 || pango_layout_get_text (layout)[start - 1] == '\n';
}

/* Returns how many lines from @first on have room. Few are not left alone at the end of a sheet, or at the beginning of one. */
static guint
count_fitting (Setter               *setter,
               const LsHandoutBlock *block,
               PangoLayout          *layout,
               guint                 first)
{
  const guint n_lines = count_lines (layout) - first, min = get_min_lines (block);
  const double room = get_bottom (setter->self) - setter->y, top = get_line_top (layout, first);
  guint n = 0, n_whole;

  while (n < n_lines && get_line_top (layout, first + n + 1) - top <= room)
    n++;
  if (n < n_lines && n_lines - n < min && n > min)
    n = MAX (n_lines, 2 * min) - min;
  /* What is left of a long line of a program stays with it. */
  n_whole = n;
  while (block->kind == LS_HANDOUT_LISTING && n_whole > min && n_whole < n_lines && !begins_line (layout, first + n_whole))
    n_whole--;
  if (n_whole > min)
    n = n_whole;
  if (n < min && n < n_lines && setter->y > LS_HANDOUT_TOP)
    return 0;
  return MAX (n, setter->y > LS_HANDOUT_TOP ? 0 : 1);
}

static void
break_block (Setter               *setter,
             const LsHandoutBlock *block,
             PangoLayout          *layout)
{
  const guint n_lines = count_lines (layout);

  for (guint first = 0; first < n_lines && setter->self->headers->len <= LS_HANDOUT_MAX_SHEETS;)
    {
      const guint n = count_fitting (setter, block, layout, first);

      if (n > 0)
        add_piece (setter, block, layout, first, n, get_line_top (layout, first + n) - get_line_top (layout, first));
      first += n;
      if (first < n_lines)
        begin_sheet (setter);
    }
}

static void
set_block (Setter *setter,
           guint   index)
{
  LsHandoutLayout *self = setter->self;
  const LsHandoutBlock *block = g_ptr_array_index (setter->blocks, index);
  const Style *style = &styles[block->kind];
  g_autoptr (PangoLayout) layout = make_layout (self, block);
  double before;

  /* The title of a sheet needs no header above it. */
  if (block->kind == LS_HANDOUT_TITLE)
    setter->header = NULL;
  if (block->begins_sheet)
    begin_sheet (setter);
  if (block->kind == LS_HANDOUT_TITLE)
    setter->header = layout != NULL ? pango_layout_get_text (layout) : NULL;
  before = setter->y > LS_HANDOUT_TOP ? MAX (setter->after, style->before) : 0;
  if (setter->y > LS_HANDOUT_TOP && setter->y + before + measure_group (setter, index) > get_bottom (self))
    {
      begin_sheet (setter);
      before = 0;
    }
  setter->y += before;
  if (may_break (self, block, layout))
    break_block (setter, block, layout);
  else
    add_piece (setter, block, layout, 0, count_lines (layout), get_height (self, block, layout));
  setter->after = style->after;
}

static void
clear_piece (gpointer data)
{
  g_clear_object (&((LsHandoutPiece *) data)->layout);
}

/* One point of cairo is one of the paper, and no text is fitted to pixels. */
static PangoContext *
make_context (void)
{
  PangoContext *context = pango_font_map_create_context (pango_cairo_font_map_get_default ());
  cairo_font_options_t *options = cairo_font_options_create ();

  cairo_font_options_set_hint_style (options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics (options, CAIRO_HINT_METRICS_OFF);
  pango_cairo_context_set_font_options (context, options);
  cairo_font_options_destroy (options);
  pango_cairo_context_set_resolution (context, 72);
  pango_context_set_round_glyph_positions (context, FALSE);
  return context;
}

/* Puts blocks on sheets. They must stay as long as the layout does. Returns (transfer full) (nullable): NULL with @error set if
 * that was cancelled, or if there are too many sheets */
LsHandoutLayout *
ls_handout_layout_new (GPtrArray       *blocks,
                       LsHandoutPaper   paper,
                       GCancellable    *cancellable,
                       GError         **error)
{
  g_autoptr (LsHandoutLayout) self = g_new0 (LsHandoutLayout, 1);
  Setter setter = { self, blocks };

  self->context = make_context ();
  self->width = paper == LS_HANDOUT_LETTER ? 612 : 595.276;
  self->height = paper == LS_HANDOUT_LETTER ? 792 : 841.89;
  self->pieces = g_array_new (FALSE, FALSE, sizeof (LsHandoutPiece));
  g_array_set_clear_func (self->pieces, clear_piece);
  self->headers = g_ptr_array_new_with_free_func (g_free);
  setter.y = LS_HANDOUT_TOP;
  for (guint i = 0; i < blocks->len; i++)
    {
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;
      if (self->headers->len == 0 && !((LsHandoutBlock *) g_ptr_array_index (blocks, i))->begins_sheet)
        begin_sheet (&setter);
      set_block (&setter, i);
      if (self->headers->len <= LS_HANDOUT_MAX_SHEETS)
        continue;
      g_set_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_LIMIT, _("It takes more than %u sheets of paper"),
                   LS_HANDOUT_MAX_SHEETS);
      return NULL;
    }
  return g_steal_pointer (&self);
}

void
ls_handout_layout_free (LsHandoutLayout *self)
{
  g_array_unref (self->pieces);
  g_ptr_array_unref (self->headers);
  g_object_unref (self->context);
  g_free (self);
}

guint
ls_handout_layout_get_n_sheets (LsHandoutLayout *self)
{
  return self->headers->len;
}
