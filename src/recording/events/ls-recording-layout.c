/* ls-recording-layout.c: brings events into their order
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include <string.h>

#include "ls-recording-private.h"

/* Whether @a stands after @b: it is later, or begins together with it and is shorter. */
static inline gboolean
is_after (const LsRecordingEvent *a,
          const LsRecordingEvent *b)
{
  return a->time != b->time ? a->time > b->time : a->duration < b->duration;
}

/* Finds the end of what is in order from @from on. */
static gsize
find_run (const LsRecordingEvent *events,
          const guint32          *order,
          gsize                   from,
          gsize                   end)
{
  gsize i = from + 1;

  while (i < end && !is_after (&events[order[i - 1]], &events[order[i]]))
    i++;

  return i;
}

static void
merge (const LsRecordingEvent *events,
       guint32                *order,
       gsize                   from,
       gsize                   middle,
       gsize                   end,
       guint32                *left)
{
  gsize n_left = middle - from;
  gsize i = 0, j = middle, to = from;

  memcpy (left, order + from, n_left * sizeof (guint32));
  while (i < n_left && j < end)
    {
      if (is_after (&events[left[i]], &events[order[j]]))
        order[to++] = order[j++];
      else
        order[to++] = left[i++];
    }
  memcpy (order + to, left + i, (n_left - i) * sizeof (guint32));
}

/* Sorts by merging what is in order already: files are nearly sorted, and take one look. Keeps the order of what is equal. */
static void
sort (const LsRecordingEvent *events,
      guint32                *order,
      gsize                   from,
      gsize                   end,
      guint32                *scratch)
{
  g_autoptr (GArray) ends = NULL;   /* gsize: of the runs */

  if (end - from < 2 || find_run (events, order, from, end) == end)
    return;

  ends = g_array_new (FALSE, FALSE, sizeof (gsize));
  for (gsize i = from; i < end;)
    {
      i = find_run (events, order, i, end);
      g_array_append_val (ends, i);
    }

  while (ends->len > 1)
    {
      guint n_kept = 0;

      for (guint run = 0; run < ends->len; run += 2)
        {
          gsize begin = run > 0 ? g_array_index (ends, gsize, run - 1) : from;
          gsize last = g_array_index (ends, gsize, MIN (run + 1, ends->len - 1));

          if (run + 1 < ends->len)
            merge (events, order, begin, g_array_index (ends, gsize, run), last, scratch);
          g_array_index (ends, gsize, run) = last;
        }
      for (guint run = 0; run < ends->len; run += 2)
        g_array_index (ends, gsize, n_kept++) = g_array_index (ends, gsize, run);
      g_array_set_size (ends, n_kept);
    }
}

/* Puts each event where @order says, going round the circles of the permutation, so that it takes no second copy. Spoils @order. */
static void
permute (LsRecordingEvent *events,
         guint32          *order,
         gsize             n_events)
{
  for (gsize i = 0; i < n_events; i++)
    {
      LsRecordingEvent first = events[i];
      gsize to = i;

      if (order[i] == i)
        continue;

      while (order[to] != i)
        {
          gsize from = order[to];

          events[to] = events[from];
          order[to] = to;
          to = from;
        }
      events[to] = first;
      order[to] = to;
    }
}

/* Sorts @events by thread, time, and the longer first. What is equal keeps its order. @first gets, for each of @n_threads, where
 * its events begin, and as its last element the end. It takes 8 bytes for each event while it works. Returns FALSE if there are
 * none. */
gboolean
ls_recording_layout (LsRecordingEvent *events,
                     gsize             n_events,
                     gsize            *first,
                     guint             n_threads)
{
  g_autofree guint32 *order = NULL;
  g_autofree guint32 *scratch = NULL;
  g_autofree gsize *next = NULL;

  memset (first, 0, (n_threads + 1) * sizeof (gsize));
  for (gsize i = 0; i < n_events; i++)
    first[events[i].thread + 1]++;
  for (guint i = 0; i < n_threads; i++)
    first[i + 1] += first[i];

  if (n_events == 0)
    return TRUE;

  order = g_try_new (guint32, n_events);
  scratch = g_try_new (guint32, n_events);
  if (order == NULL || scratch == NULL)
    return FALSE;

  next = g_memdup2 (first, (n_threads + 1) * sizeof (gsize));
  for (gsize i = 0; i < n_events; i++)
    order[next[events[i].thread]++] = i;

  for (guint i = 0; i < n_threads; i++)
    sort (events, order, first[i], first[i + 1], scratch);
  permute (events, order, n_events);

  return TRUE;
}
