/* ls-lesson-shuffle.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-lesson-shuffle-private.h"

/* Draws the order of the answers on a page of the lesson called @id. It is always the same one for a seed. Returns (transfer full)
 * (element-type guint): the index of each answer, in that order */
GArray *
ls_lesson_shuffle (guint32     seed,
                   const char *id,
                   guint       page,
                   guint       n_answers)
{
  const guint32 seeds[] = { seed, g_str_hash (id), page };
  GRand *random = g_rand_new_with_seed_array (seeds, G_N_ELEMENTS (seeds));
  GArray *order = g_array_sized_new (FALSE, FALSE, sizeof (guint), n_answers);

  for (guint i = 0; i < n_answers; i++)
    {
      guint place = g_rand_int_range (random, 0, i + 1);

      g_array_insert_val (order, place, i);
    }
  g_rand_free (random);
  return order;
}
