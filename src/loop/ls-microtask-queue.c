/* ls-microtask-queue.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-microtask-queue-private.h"

void
ls_microtask_queue_clear (LsMicrotaskQueue *self)
{
  g_free (self->items);
  *self = (LsMicrotaskQueue) { 0 };
}

void
ls_microtask_queue_grow (LsMicrotaskQueue *self)
{
  gsize size = MAX (16, self->size * 2);
  LsMicrotask *items = g_new (LsMicrotask, size);

  for (gsize i = 0; i < self->length; i++)
    items[i] = self->items[(self->first + i) & (self->size - 1)];
  g_free (self->items);
  self->items = items;
  self->size = size;
  self->first = 0;
}
