/* ls-parker-private.h: a word on which a thread sleeps until another one wakes it
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * LsParkerBits:
 * @LS_PARKER_NOTIFIED: another thread has notified the thread, and touches the parker no more
 * @LS_PARKER_CANCELLED: the thread should wake for another reason
 * @LS_PARKER_SLEEPING: the thread sleeps, or is about to
 */
typedef enum
{
  LS_PARKER_NOTIFIED = 1 << 0,
  LS_PARKER_CANCELLED = 1 << 1,
  LS_PARKER_SLEEPING = 1 << 2
} LsParkerBits;

/** LsParker: lies on the stack of the thread that sleeps on it. Zeroed memory is a parker. */
typedef struct
{
  guint32 bits;     /* atomic: LsParkerBits */
} LsParker;

guint ls_parker_wait   (LsParker     *self,
                        guint         mask,
                        gint64        deadline);
void  ls_parker_unpark (LsParker     *self,
                        LsParkerBits  bit);

G_END_DECLS
