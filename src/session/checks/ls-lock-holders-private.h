/* ls-lock-holders-private.h: who has a lock
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-trace.h"

G_BEGIN_DECLS

/* Who has the lock at a place in shared memory, as a trace tells it. */
typedef struct
{
  const char *memory;    /* its name; belongs to who counts */
  guint64     index;
  guint32     id;        /* of the memory, 0 until it is known */
  guint32     agent;     /* whose records these are */
  GArray     *holders;   /* guint32: agents */
} LsLockHolders;

void     ls_lock_holders_init  (LsLockHolders  *self,
                                const char     *memory,
                                guint64         index);
void     ls_lock_holders_clear (LsLockHolders  *self);
gboolean ls_lock_holders_read  (LsLockHolders  *self,
                                LsTrace        *trace,
                                const LsRecord *record);

G_END_DECLS
