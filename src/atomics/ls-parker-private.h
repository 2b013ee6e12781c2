/* ls-parker-private.h: where a thread sleeps until another wakes it
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * LsParkerBits:
 * @LS_PARKER_NOTIFIED: whoever is to wake the thread has done so, and touches the parker no more
 * @LS_PARKER_CANCELLED: it is to wake for another reason
 * @LS_PARKER_SLEEPING: the thread is asleep, or about to be
 */
typedef enum
{
  LS_PARKER_NOTIFIED = 1 << 0,
  LS_PARKER_CANCELLED = 1 << 1,
  LS_PARKER_SLEEPING = 1 << 2
} LsParkerBits;

/** LsParker: lives on the stack of the thread that sleeps on it. Zeroed memory is one. */
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
