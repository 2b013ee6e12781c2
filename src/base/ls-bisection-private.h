/* ls-bisection-private.h: finds where something begins in what is sorted
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/*< private >
 * LsBisection:
 * @low: the first index to search, and in the end the first one that is not before what is searched for
 * @high: the index after the last one to search
 * @middle: the index to look at
 *
 * A search in a range that is sorted:
 *
 * |[
 * LsBisection search = { 0, array->len };
 *
 * while (ls_bisection_next (&search))
 *   ls_bisection_tell (&search, get (array, search.middle) < wanted);
 * ]| */
typedef struct
{
  gsize low, high, middle;
} LsBisection;

static inline gboolean
ls_bisection_next (LsBisection *self)
{
  self->middle = self->low + (self->high - self->low) / 2;
  return self->low < self->high;
}

static inline void
ls_bisection_tell (LsBisection *self,
                   gboolean     is_before)
{
  if (is_before)
    self->low = self->middle + 1;
  else
    self->high = self->middle;
}

G_END_DECLS
