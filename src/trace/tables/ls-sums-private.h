/* ls-sums-private.h: how long what was queued later has run
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* At most so many items: to go over all of them, which is rare, takes two or three milliseconds. */
#define LS_SUMS_MAX_ITEMS (1u << 18)

typedef struct
{
  guint64 duration, count;
} LsSum;

/* Durations by sequence number. The sum of all from any number on takes logarithmic time. Readers cannot ask for numbers up to
 * @base. Where numbers are too far apart neighbours share an item: the sum after a number then leaves out its neighbours, some
 * 250,000th part of all. */
typedef struct
{
  LsSum   *tree;          /* Fenwick: item i (from 1) has the sum of the i & -i items that end with it */
  guint32  n, n_allocated;
  guint32  base;          /* the sequence number before item 1 */
  guint32  shift;         /* an item is for 1 << shift numbers */
  LsSum    total;
} LsSums;

void ls_sums_clear (LsSums  *self);
void ls_sums_reset (LsSums  *self,
                    guint32  base);
void ls_sums_drop  (LsSums  *self,
                    guint32  base);
void ls_sums_add   (LsSums  *self,
                    guint32  sequence,
                    guint64  duration);
void ls_sums_after (LsSums  *self,
                    guint32  sequence,
                    guint64 *duration,
                    guint32 *count);

G_END_DECLS
