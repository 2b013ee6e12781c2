/* ls-recording-layout.c: brings events into their order
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "ls-recording-pages-private.h"
#include "ls-recording-private.h"
#include "ls-recording-sort-private.h"

/* After this many events, the memory of those that have been moved goes back to the system. */
#define STEP 4096

/* What begins together has the longer one first. */
static int
compare_events (gconstpointer a,
                gconstpointer b,
                gpointer      user_data)
{
  const LsRecordingEvent *x = a, *y = b;

  if (x->time != y->time)
    return x->time < y->time ? -1 : 1;

  return x->duration > y->duration ? -1 : x->duration < y->duration;
}

static gsize
find_page (const LsRecordingEvent *event)
{
  return (gsize) event & ~((gsize) sysconf (_SC_PAGESIZE) - 1);
}

/* The first page that has nothing but events, and what follows them. */
static gsize
find_first_page (const LsRecordingEvent *events)
{
  return find_page (events) + (gsize) sysconf (_SC_PAGESIZE);
}

/* Pages from @page on up to @end, which nobody reads again, go back to the system. The allocation stays. Returns the next page. */
static gsize
give_back (gsize                   page,
           const LsRecordingEvent *end)
{
  const gsize last = find_page (end);

  if (last <= page)
    return page;

  madvise ((void *) page, last - page, MADV_DONTNEED);
  return last;
}

/* A page is taken when it is first written. Pages of megabytes would be taken for the few events of a thread. */
static void
take_small_pages (const LsRecordingEvent *events,
                  gsize                   n_events)
{
#ifdef MADV_NOHUGEPAGE
  const gsize begin = find_first_page (events), end = find_page (events + n_events);

  if (end > begin)
    madvise ((void *) begin, end - begin, MADV_NOHUGEPAGE);
#endif
}

/* Moves the events to where those of their thread are, in a new allocation that grows as fast as the old one shrinks. */
static LsRecordingEvent *
part (LsRecordingEvent *events,
      gsize             n_events,
      const gsize      *first,
      guint             n_threads)
{
  LsRecordingEvent *parted = ls_recording_pages_resize (NULL, 0, n_events * sizeof *events);
  g_autofree gsize *next = g_memdup2 (first, (n_threads + 1) * sizeof (gsize));
  gsize page = find_first_page (events);

  if (parted == NULL)
    {
      ls_recording_pages_free (events, n_events * sizeof *events);
      return NULL;
    }

  take_small_pages (parted, n_events);
  for (gsize i = 0; i < n_events; i++)
    {
      parted[next[events[i].thread]++] = events[i];
      if ((i + 1) % STEP == 0)
        page = give_back (page, events + i + 1);
    }
  ls_recording_pages_free (events, n_events * sizeof *events);

  return parted;
}

/* Sorts events by thread, time, and the longer first. What is equal keeps its order. @first gets, for each of @n_threads, where
 * its events begin, and as its last element the end. While it works, it takes little more memory than the events themselves.
 *
 * @events: (transfer full): of ls_recording_pages_resize(), @n_events and no more
 *
 * Returns: (transfer full): the events, perhaps in another place, or NULL if there is not enough memory */
LsRecordingEvent *
ls_recording_layout (LsRecordingEvent *events,
                     gsize             n_events,
                     gsize            *first,
                     guint             n_threads)
{
  gboolean is_parted = TRUE;

  memset (first, 0, (n_threads + 1) * sizeof (gsize));
  for (gsize i = 0; i < n_events; i++)
    {
      first[events[i].thread + 1]++;
      is_parted &= i == 0 || events[i - 1].thread <= events[i].thread;
    }
  for (guint i = 0; i < n_threads; i++)
    first[i + 1] += first[i];

  if (!is_parted && (events = part (events, n_events, first, n_threads)) == NULL)
    return NULL;

  for (guint i = 0; i < n_threads; i++)
    ls_recording_sort (events + first[i], first[i + 1] - first[i], sizeof *events, compare_events, NULL);

  return events;
}

/* Leaves out what has become LS_RECORDING_EVENT_NONE. Where nothing is left, there is memory for one event. Returns FALSE if there
 * is none. */
gboolean
ls_recording_pack (LsRecording *self)
{
  LsRecordingEvent *events;
  gsize to = 0;

  for (guint thread = 0; thread < self->threads->len; thread++)
    {
      gsize from = self->first[thread];

      self->first[thread] = to;
      for (gsize i = from; i < self->first[thread + 1]; i++)
        if (self->events[i].kind != LS_RECORDING_EVENT_NONE)
          self->events[to++] = self->events[i];
    }
  self->first[self->threads->len] = to;

  events = ls_recording_pages_resize (self->events, self->n_events * sizeof *events, MAX (to, 1) * sizeof *events);
  if (events == NULL)
    return FALSE;

  self->events = events;
  self->n_events = to;
  return TRUE;
}
