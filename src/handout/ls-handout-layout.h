/* ls-handout-layout.h: the blocks of a handout on sheets of paper
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-handout-private.h"

G_BEGIN_DECLS

/** LS_HANDOUT_MAX_SHEETS: a longer handout is an error. */
#define LS_HANDOUT_MAX_SHEETS 1000

/** LsHandoutLayout: which block, or which lines of it, is where on which sheet. */
typedef struct _LsHandoutLayout LsHandoutLayout;

/* A block, or some lines of it. Lengths are in points. */
typedef struct
{
  const LsHandoutBlock *block;
  guint                 sheet;      /* from 0 */
  double                x, y;
  double                width, height;
  PangoLayout          *layout;     /* NULL without text */
  guint                 first_line, n_lines;
} LsHandoutPiece;

struct _LsHandoutLayout
{
  PangoContext *context;
  double        width, height;  /* of a sheet */
  GArray       *pieces;         /* LsHandoutPiece */
  GPtrArray    *headers;        /* char *: what is at the top of each sheet, NULL for nothing */
};

LsHandoutLayout *ls_handout_layout_new  (GPtrArray        *blocks,
                                         LsHandoutPaper    paper,
                                         GCancellable     *cancellable,
                                         GError          **error);
void             ls_handout_layout_free (LsHandoutLayout  *self);
guint            ls_handout_layout_get_n_sheets (LsHandoutLayout *self);
void             ls_handout_layout_draw_piece (LsHandoutLayout      *self,
                                         const LsHandoutPiece *piece,
                                         cairo_t              *cr);
void             ls_handout_layout_draw_frame (LsHandoutLayout *self,
                                         guint             sheet,
                                         cairo_t          *cr);

/* Points: where blocks begin and end on a sheet */
#define LS_HANDOUT_SIDE 62.0
#define LS_HANDOUT_TOP 66.0
#define LS_HANDOUT_BOTTOM 60.0

/* The distance between lines to write on */
#define LS_HANDOUT_RULE 24.0

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsHandoutLayout, ls_handout_layout_free)

G_END_DECLS
