/* ls-numbers-private.h: a number for each of the things that are counted from 1 on
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

static inline GArray *
ls_numbers_new (void)
{
  return g_array_new (FALSE, TRUE, sizeof (guint32));
}

static inline void
ls_numbers_set (GArray  *numbers,
                guint32  id,
                guint32  number)
{
  if (id >= numbers->len)
    g_array_set_size (numbers, id + 1);
  g_array_index (numbers, guint32, id) = number;
}

/* Returns the number of a thing, 0 where it has none. */
static inline guint32
ls_numbers_get (GArray  *numbers,
                guint32  id)
{
  return id < numbers->len ? g_array_index (numbers, guint32, id) : 0;
}

G_END_DECLS
