/* ls-handout-private.h: what a handout has in it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-handout-block.h"
#include "ls-handout.h"

G_BEGIN_DECLS

struct _LsHandout
{
  LsHandoutPaper  paper;
  char           *author;     /* NULL for none */
  gboolean        shuffles;
  gboolean        is_apart;   /* each page has sheets of its own */
  guint32         seed;
  GPtrArray      *titles;     /* char *: of the lessons */
  char           *subject;    /* NULL where the first lesson says nothing about itself */
  GPtrArray      *blocks;     /* LsHandoutBlock: what is asked */
  GPtrArray      *answers;    /* LsHandoutBlock: what is right */
};

GPtrArray *ls_handout_list_blocks (LsHandout *self);
char      *ls_handout_dup_title   (LsHandout *self);

G_END_DECLS
