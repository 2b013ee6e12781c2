/* ls-handout-block.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-handout-block.h"

#include <glib/gi18n.h>
#include <string.h>

/* What is longer is cut. */
#define MAX_TEXT 8000         /* bytes */
#define MAX_LISTING 60000
#define MAX_LISTING_LINES 500

void
ls_handout_block_free (LsHandoutBlock *self)
{
  g_free (self->text);
  g_free (self->label);
  g_clear_pointer (&self->figure, ls_handout_figure_free);
  g_free (self);
}

/* Returns (transfer full) @text, or so much of it as has room in @max bytes. */
static char *
cut (const char *text,
     gsize       max)
{
  const char *end;

  if (strlen (text) <= max)
    return g_strdup (text);
  end = g_utf8_find_prev_char (text, text + max);
  return g_strdup_printf ("%.*s…", (int) (end != NULL ? end - text : 0), text);
}

/* Adds a block at the end, without a text for NULL. Headings stay with what they are of. Returns (transfer none): it */
LsHandoutBlock *
ls_handout_add (GPtrArray     *blocks,
                LsHandoutKind  kind,
                const char    *text)
{
  LsHandoutBlock *block = g_new0 (LsHandoutBlock, 1);

  block->kind = kind;
  block->text = cut (text != NULL ? text : "", kind == LS_HANDOUT_LISTING ? MAX_LISTING : MAX_TEXT);
  block->keeps_next = kind == LS_HANDOUT_TITLE || kind == LS_HANDOUT_SUBTITLE || kind == LS_HANDOUT_HEADING ||
                      kind == LS_HANDOUT_ANSWER_HEADING || kind == LS_HANDOUT_CAPTION || kind == LS_HANDOUT_QUESTION;
  block->begins_sheet = kind == LS_HANDOUT_TITLE;
  g_ptr_array_add (blocks, block);
  return block;
}

/* Adds a picture (transfer full), below its caption. */
void
ls_handout_add_figure (GPtrArray       *blocks,
                       const char      *caption,
                       LsHandoutFigure *figure)
{
  if (caption != NULL)
    ls_handout_add (blocks, LS_HANDOUT_CAPTION, caption);
  ls_handout_add (blocks, LS_HANDOUT_FIGURE, NULL)->figure = figure;
}

/* Adds lines to write on; @label (nullable) is before the first one. */
void
ls_handout_add_lines (GPtrArray  *blocks,
                      const char *label,
                      guint       n_lines)
{
  ls_handout_add (blocks, LS_HANDOUT_LINES, label)->number = n_lines;
}

/* Adds a program, or a part of one. @first_line: the number of its first line, 0 for no numbers */
void
ls_handout_add_listing (GPtrArray  *blocks,
                        const char *text,
                        guint       first_line)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  guint n_lines = g_strv_length (lines);
  g_autofree char *shown = NULL, *left_out = NULL;

  while (n_lines > 0 && *g_strchomp (lines[n_lines - 1]) == '\0')
    n_lines--;
  for (guint i = MIN (n_lines, MAX_LISTING_LINES); lines[i] != NULL; i++)
    g_clear_pointer (&lines[i], g_free);
  shown = g_strjoinv ("\n", lines);
  ls_handout_add (blocks, LS_HANDOUT_LISTING, shown)->number = first_line;
  if (n_lines <= MAX_LISTING_LINES)
    return;
  left_out = g_strdup_printf (ngettext ("%u more line", "%u more lines", n_lines - MAX_LISTING_LINES), n_lines - MAX_LISTING_LINES);
  ls_handout_add (blocks, LS_HANDOUT_SMALL, left_out);
}
