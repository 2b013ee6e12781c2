/* ls-rerun-order.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-rerun-order-private.h"

#include <string.h>

/* Sorts and returns how many pairs were in the wrong order. */
static guint64
count_inversions (guint32 *places,
                  guint32 *spare,
                  guint    n)
{
  const guint half = n / 2;
  guint64 count;
  guint i = 0, j = half, k = 0;

  if (n < 2)
    return 0;
  count = count_inversions (places, spare, half) + count_inversions (places + half, spare, n - half);
  while (i < half && j < n)
    if (places[j] < places[i])
      {
        count += half - i;
        spare[k++] = places[j++];
      }
    else
      spare[k++] = places[i++];
  while (i < half)
    spare[k++] = places[i++];
  memcpy (places, spare, k * sizeof (guint32));
  return count;
}

/* Compares two orders: @places are those that the things have in the second one, in the order of the first; LS_RECORDED_NONE for
 * what the second lacks, whose pairs all count as lost. */
void
ls_rerun_order_compare (LsRerunOrder  *order,
                        const guint32 *places,
                        guint          n_places)
{
  g_autofree guint32 *present = g_new (guint32, n_places + 1);
  g_autofree guint32 *spare = g_new (guint32, n_places + 1);
  guint n_present = 0;

  *order = (LsRerunOrder) { .n_compared = n_places, .n_adjacent = n_places > 0 ? n_places - 1 : 0,
                            .n_pairs = (guint64) n_places * (n_places > 0 ? n_places - 1 : 0) / 2 };
  for (guint i = 0; i < n_places; i++)
    {
      if (i > 0 && places[i - 1] != LS_RECORDED_NONE && places[i] != LS_RECORDED_NONE && places[i - 1] < places[i])
        order->n_adjacent_kept++;
      if (places[i] != LS_RECORDED_NONE)
        present[n_present++] = places[i];
    }
  order->n_pairs_kept = (guint64) n_present * (n_present > 0 ? n_present - 1 : 0) / 2;
  order->n_pairs_kept -= count_inversions (present, spare, n_present);
}

static char *
make_key (LsRecordedThread *thread,
          guint32           piece)
{
  const guint32 unit = piece & ~LS_RERUN_PIECE;
  const guint kind = piece & LS_RERUN_PIECE ? LS_UNIT_CONTINUATION : ls_recorded_unit (thread, unit)->kind;

  return g_strdup_printf ("%u %s", kind, ls_recorded_get_name (thread, unit));
}

/* The places of units of one kind and name, and how many of them have been matched. */
typedef struct
{
  GArray *places;
  guint   n_used;
} Namesakes;

static void
namesakes_free (gpointer data)
{
  Namesakes *self = data;

  g_array_unref (self->places);
  g_free (self);
}

/* Compares the order of another recording with @units of this one. Units of a kind and name are matched one after the other; those
 * that only one of the two has are not compared. */
void
ls_rerun_order_match (LsRerunOrder     *order,
                      LsRecordedThread *thread,
                      const guint32    *units,
                      guint             n_units,
                      LsRecordedThread *other,
                      gboolean          only_tasks)
{
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, namesakes_free);
  g_autoptr (GArray) places = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 i = 0; i < n_units; i++)
    {
      g_autofree char *key = make_key (thread, units[i]);
      Namesakes *namesakes = g_hash_table_lookup (names, key);

      if (only_tasks && !(units[i] & LS_RERUN_PIECE) && !ls_recorded_unit_is_scheduled (ls_recorded_unit (thread, units[i])))
        continue;
      if (namesakes == NULL)
        {
          namesakes = g_new0 (Namesakes, 1);
          namesakes->places = g_array_new (FALSE, FALSE, sizeof (guint32));
          g_hash_table_insert (names, g_steal_pointer (&key), namesakes);
        }
      g_array_append_val (namesakes->places, i);
    }
  for (guint32 i = 0; i < other->units->len; i++)
    {
      g_autofree char *key = make_key (other, i);
      Namesakes *namesakes = g_hash_table_lookup (names, key);

      if (namesakes == NULL || namesakes->n_used == namesakes->places->len)
        continue;
      g_array_append_val (places, g_array_index (namesakes->places, guint32, namesakes->n_used));
      namesakes->n_used++;
    }
  ls_rerun_order_compare (order, (const guint32 *) (gpointer) places->data, places->len);
}
