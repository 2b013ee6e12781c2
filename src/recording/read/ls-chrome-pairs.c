/* ls-chrome-pairs.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "ls-chrome-pairs-private.h"
#include "ls-recording-sort-private.h"

/* 168 MB. Chromium writes whole slices: begins without ends are those that were open in the end. */
#define MAX_MARKERS 7000000

/* How deep the begin of an end is looked for. */
#define MAX_OPEN 200

struct _LsChromePairs
{
  GArray   *markers;
  gboolean  is_full;
};

LsChromePairs *
ls_chrome_pairs_new (void)
{
  LsChromePairs *self = g_new0 (LsChromePairs, 1);

  self->markers = g_array_new (FALSE, FALSE, sizeof (LsChromeMarker));

  return self;
}

void
ls_chrome_pairs_free (LsChromePairs *self)
{
  g_array_unref (self->markers);
  g_free (self);
}

/* Adds a copy of @marker. */
void
ls_chrome_pairs_add (LsChromePairs        *self,
                     const LsChromeMarker *marker)
{
  if (self->markers->len < MAX_MARKERS)
    g_array_append_vals (self->markers, marker, 1);
  else
    self->is_full = TRUE;
}

/* What has the same time keeps the order of the file, for this sort is stable. */
static int
compare_markers (gconstpointer a,
                 gconstpointer b,
                 gpointer      data)
{
  const LsChromeMarker *x = a, *y = b;

  if (x->key != y->key)
    return x->key < y->key ? -1 : 1;

  return x->time < y->time ? -1 : x->time > y->time;
}

static void
end_event (LsRecordingBuilder   *builder,
           const LsChromeMarker *begin,
           gint64                time)
{
  if (begin->event != LS_CHROME_NO_EVENT)
    ls_recording_builder_peek_event (builder, begin->event)->duration = (guint64) (time - begin->time);
}

/* Finds the innermost that is open and has the end's name. Returns the length of the stack if there is none. */
static guint
find_begin (GArray               *open,
            const LsChromeMarker *end)
{
  if (end->name == 0)
    return open->len > 0 ? open->len - 1 : 0;

  for (guint i = open->len; i > 0 && open->len - i < MAX_OPEN; i--)
    {
      const LsChromeMarker *begin = &g_array_index (open, LsChromeMarker, i - 1);

      if (begin->name == end->name || begin->name == 0)
        return i - 1;
    }

  return open->len;
}

/* Chromium gives several events of one input the same id. They are one within the other. */
static gboolean
is_input (LsRecordingBuilder   *builder,
          const LsChromeMarker *begin)
{
  return begin->event != LS_CHROME_NO_EVENT &&
         ls_recording_builder_peek_event (builder, begin->event)->kind == LS_RECORDING_EVENT_INPUT;
}

/* Events that are still open may just be cut off by the end of the recording. That holds only for the innermost event of each name:
 * the others should have ended before it began. Returns how many those are. */
static guint64
count_lost_ends (GArray *open)
{
  g_autoptr (GHashTable) names = NULL;

  if (open->len < 2)
    return 0;

  names = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < open->len; i++)
    g_hash_table_add (names, GUINT_TO_POINTER (g_array_index (open, LsChromeMarker, i).name));
  return open->len - g_hash_table_size (names);
}

/* Pairs everything: gives events that have an end their duration, and adds those that have an end only.
 *
 * @n_within: (out): how many events begin while another one of their key is open, which should be one only
 *
 * Returns: how many events must have had an end that is not there */
guint64
ls_chrome_pairs_end (LsChromePairs      *self,
                     LsRecordingBuilder *builder,
                     guint64            *n_within)
{
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (LsChromeMarker));
  guint64 n_without_beginning = 0, n_without_end = 0;

  *n_within = 0;

  ls_recording_sort (self->markers->data, self->markers->len, sizeof (LsChromeMarker), compare_markers, NULL);

  for (guint i = 0; i < self->markers->len; i++)
    {
      const LsChromeMarker *marker = &g_array_index (self->markers, LsChromeMarker, i);
      guint begin;

      if (i > 0 && marker->key != marker[-1].key)
        {
          n_without_end += count_lost_ends (open);
          g_array_set_size (open, 0);
        }

      if (!marker->is_end)
        {
          *n_within += open->len > 0 && !is_input (builder, marker);
          g_array_append_vals (open, marker, 1);
          continue;
        }

      begin = find_begin (open, marker);
      if (begin < open->len)
        {
          /* What is within and still open has lost its end. */
          for (guint j = begin; j < open->len; j++)
            end_event (builder, &g_array_index (open, LsChromeMarker, j), marker->time);
          n_without_end += open->len - begin - 1;
          g_array_set_size (open, begin);
          continue;
        }

      n_without_beginning++;
      if (marker->kind != LS_RECORDING_EVENT_NONE)
        ls_recording_builder_add (builder, &(LsRecordingEvent) {
          .time = (guint64) marker->time,
          .thread = marker->event,
          .kind = marker->kind,
          .priority = marker->kind == LS_RECORDING_EVENT_TASK ? LS_RECORDING_UNKNOWN : LS_TASK_PRIORITY_NONE,
          .queue = LS_RECORDING_UNKNOWN,
          .flags = LS_RECORDING_EVENT_FLAG_NO_BEGINNING | (marker->is_inner ? LS_RECORDING_EVENT_FLAG_INNER : 0),
        });
    }

  n_without_end += count_lost_ends (open);

  if (n_without_beginning > 0)
    ls_recording_builder_complain (builder, ngettext ("%" PRIu64 " event has an end, but no beginning.",
                                                      "%" PRIu64 " events have ends, but no beginnings.", n_without_beginning),
                                   n_without_beginning);
  if (self->is_full)
    ls_recording_builder_complain (builder, _("There are more than %d beginnings and ends of events. Loopscope leaves out the "
                                              "others."),
                                   MAX_MARKERS);

  /* What comes next needs memory, too. */
  g_array_unref (self->markers);
  self->markers = g_array_new (FALSE, FALSE, sizeof (LsChromeMarker));
  return n_without_end;
}
