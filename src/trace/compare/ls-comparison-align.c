/* ls-comparison-align.c: which tasks of two runs are the same, and what stands in one row
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-comparison-private.h"

#include <stdlib.h>
#include <string.h>

#include "ls-bisection-private.h"

static LsComparedRun *
get_run (LsComparison *self,
         guint         side,
         guint32       index)
{
  return &g_array_index (self->sides[side].runs, LsComparedRun, index);
}

static void
match (LsComparison *self,
       guint32       left,
       guint32       right)
{
  get_run (self, LS_COMPARISON_LEFT, left)->match = right;
  get_run (self, LS_COMPARISON_RIGHT, right)->match = left;
}

static void
match_by_identity (LsComparison *self,
                   guint32       n_identities)
{
  g_autofree guint32 *by_identity = g_new (guint32, (gsize) n_identities + 1);
  GArray *left = self->sides[LS_COMPARISON_LEFT].runs;
  GArray *right = self->sides[LS_COMPARISON_RIGHT].runs;

  memset (by_identity, 0xff, ((gsize) n_identities + 1) * sizeof *by_identity);
  for (guint32 i = 0; i < left->len; i++)
    by_identity[g_array_index (left, LsComparedRun, i).identity] = i;
  for (guint32 i = 0; i < right->len; i++)
    {
      guint32 found = by_identity[g_array_index (right, LsComparedRun, i).identity];

      if (found != LS_COMPARISON_NONE)
        match (self, found, i);
    }
}

static int
compare_unmatched (gconstpointer a,
                   gconstpointer b)
{
  const LsComparedRun *first = *(const LsComparedRun *const *) a;
  const LsComparedRun *second = *(const LsComparedRun *const *) b;

  if (first->kind != second->kind)
    return first->kind < second->kind ? -1 : 1;
  return (first->sequence > second->sequence) - (first->sequence < second->sequence);
}

static GPtrArray *
list_unmatched (GArray *runs)
{
  GPtrArray *list = g_ptr_array_new ();

  for (guint32 i = 0; i < runs->len; i++)
    if (g_array_index (runs, LsComparedRun, i).match == LS_COMPARISON_NONE)
      g_ptr_array_add (list, &g_array_index (runs, LsComparedRun, i));
  if (list->len > 0)
    qsort (list->pdata, list->len, sizeof (gpointer), compare_unmatched);
  return list;
}

/* In another order other tasks may post the same work. So tasks without a partner are paired by name, in the order of posting. */
static void
match_by_name (LsComparison *self)
{
  g_autoptr (GPtrArray) left = list_unmatched (self->sides[LS_COMPARISON_LEFT].runs);
  g_autoptr (GPtrArray) right = list_unmatched (self->sides[LS_COMPARISON_RIGHT].runs);

  for (guint i = 0, j = 0; i < left->len && j < right->len;)
    {
      const LsComparedRun *a = g_ptr_array_index (left, i);
      const LsComparedRun *b = g_ptr_array_index (right, j);

      if (a->kind == b->kind)
        {
          match (self, a->data.index, b->data.index);
          i++;
          j++;
        }
      else if (a->kind < b->kind)
        i++;
      else
        j++;
    }
}

/* Finds the longest sequence of tasks that both sides ran in the same order. Returns their places on the left. */
static GArray *
find_common_order (LsComparison *self)
{
  GArray *left = self->sides[LS_COMPARISON_LEFT].runs;
  g_autoptr (GArray) tails = g_array_new (FALSE, FALSE, sizeof (guint32));   /* by length: where the least one ends */
  g_autofree guint32 *previous = g_new (guint32, left->len + 1);
  GArray *order = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 last;

  for (guint32 i = 0; i < left->len; i++)
    {
      guint32 place = g_array_index (left, LsComparedRun, i).match;
      LsBisection search = { 0, tails->len };

      if (place == LS_COMPARISON_NONE)
        continue;
      /* Most tasks continue the longest sequence. */
      if (tails->len > 0 && g_array_index (left, LsComparedRun, g_array_index (tails, guint32, tails->len - 1)).match < place)
        search.low = search.high;
      while (ls_bisection_next (&search))
        ls_bisection_tell (&search,
                           g_array_index (left, LsComparedRun, g_array_index (tails, guint32, search.middle)).match < place);
      previous[i] = search.low > 0 ? g_array_index (tails, guint32, search.low - 1) : LS_COMPARISON_NONE;
      if (search.low == tails->len)
        g_array_append_val (tails, i);
      else
        g_array_index (tails, guint32, search.low) = i;
    }

  g_array_set_size (order, tails->len);
  last = tails->len > 0 ? g_array_index (tails, guint32, tails->len - 1) : LS_COMPARISON_NONE;
  for (guint i = tails->len; i-- > 0; last = previous[last])
    g_array_index (order, guint32, i) = last;
  return order;
}

static void
add_row (LsComparison *self,
         guint32       left,
         guint32       right)
{
  LsComparedPlaces row = { .places = { left, right } };

  if (left != LS_COMPARISON_NONE)
    get_run (self, LS_COMPARISON_LEFT, left)->row = self->rows->len;
  if (right != LS_COMPARISON_NONE)
    get_run (self, LS_COMPARISON_RIGHT, right)->row = self->rows->len;
  g_array_append_val (self->rows, row);
}

static void
make_rows (LsComparison *self)
{
  g_autoptr (GArray) order = find_common_order (self);
  guint32 n_left = self->sides[LS_COMPARISON_LEFT].runs->len;
  guint32 n_right = self->sides[LS_COMPARISON_RIGHT].runs->len;
  guint32 left = 0, right = 0;

  self->rows = g_array_new (FALSE, FALSE, sizeof (LsComparedPlaces));
  for (guint i = 0; i <= order->len; i++)
    {
      guint32 next_left = i < order->len ? g_array_index (order, guint32, i) : n_left;
      guint32 next_right = i < order->len ? get_run (self, LS_COMPARISON_LEFT, next_left)->match : n_right;

      while (left < next_left)
        add_row (self, left++, LS_COMPARISON_NONE);
      while (right < next_right)
        add_row (self, LS_COMPARISON_NONE, right++);
      if (i < order->len)
        add_row (self, left++, right++);
    }
}

/* Pairs the tasks of both sides and makes the rows. */
void
ls_comparison_align (LsComparison *self,
                     guint32       n_identities)
{
  match_by_identity (self, n_identities);
  match_by_name (self);
  make_rows (self);
}
