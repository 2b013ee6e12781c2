/* ls-sums-private.h: how long what was queued later has run
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Durations by sequence number, with the sum of all from any number on in logarithmic time. Numbers come in ascending
 * order; those before @base can no longer be asked for. */
typedef struct
{
  guint64 *tree;          /* Fenwick: item i (from 1) has the sum of the i & -i items that end with it, packed */
  guint32  n, n_allocated;
  guint32  base;          /* the sequence number before item 1 */
  guint64  total;         /* packed */
} LsSums;

void ls_sums_clear (LsSums  *self);
void ls_sums_reset (LsSums  *self,
                    guint32  base);
void ls_sums_add   (LsSums  *self,
                    guint32  sequence,
                    guint64  duration);
void ls_sums_after (LsSums  *self,
                    guint32  sequence,
                    guint64 *duration,
                    guint32 *count);

G_END_DECLS
