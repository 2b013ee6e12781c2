/* ls-handout-block.h: what a handout consists of, before it is put on sheets
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-handout-figure.h"

G_BEGIN_DECLS

/** LsHandoutKind: how a block looks. */
typedef enum
{
  LS_HANDOUT_TITLE,       /* of a lesson, or of all answers: begins a sheet */
  LS_HANDOUT_SUBTITLE,    /* of a lesson among the answers */
  LS_HANDOUT_HEADING,     /* of a page */
  LS_HANDOUT_ANSWER_HEADING,
  LS_HANDOUT_TEXT,
  LS_HANDOUT_QUESTION,
  LS_HANDOUT_CAPTION,     /* above what comes next */
  LS_HANDOUT_CHOICE,      /* with a box to tick, and a letter */
  LS_HANDOUT_PLACE,       /* with a box for a number */
  LS_HANDOUT_LISTING,
  LS_HANDOUT_FIGURE,
  LS_HANDOUT_LINES,       /* to write on */
  LS_HANDOUT_SMALL,       /* what is said beside the point */
  LS_HANDOUT_N_KINDS
} LsHandoutKind;

/** LsHandoutBlock: a part of a handout. Plain data. */
typedef struct
{
  LsHandoutKind    kind;
  char            *text;          /* prose with “`” and “*”; as it is in a listing */
  char            *label;         /* (nullable): a letter or a number before it */
  LsHandoutFigure *figure;        /* (nullable) */
  guint            number;        /* how many lines to write on; the first line’s number in a listing, 0 for none */
  gboolean         keeps_next;    /* stays on one sheet with the beginning of the next one */
  gboolean         begins_sheet;
} LsHandoutBlock;

void            ls_handout_block_free (LsHandoutBlock  *self);
LsHandoutBlock *ls_handout_add        (GPtrArray       *blocks,
                                       LsHandoutKind    kind,
                                       const char      *text);
void            ls_handout_add_figure (GPtrArray       *blocks,
                                       const char      *caption,
                                       LsHandoutFigure *figure);
void            ls_handout_add_lines  (GPtrArray       *blocks,
                                       const char      *label,
                                       guint            n_lines);
void            ls_handout_add_listing (GPtrArray      *blocks,
                                       const char      *text,
                                       guint            first_line);

G_END_DECLS
