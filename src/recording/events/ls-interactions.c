/* ls-interactions.c: how long a page took to answer people
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-interactions.h"

#include <stdlib.h>

#include "ls-event-id-private.h"
#include "ls-plain-type-private.h"

LS_DEFINE_PLAIN_TYPE (LsInteraction, ls_interaction)

/* Of so many interactions, the slowest one is taken for an accident. */
#define INTERACTIONS_PER_OUTLIER 50

/* ns: what is beyond is nonsense, as it is with events that have no end. */
#define MAX_TIME (G_MAXUINT64 / 4)

/* Two events whose effects a frame shows end within so many ns of each other. */
#define FRAME_TOLERANCE (8 * 1000 * 1000)

static guint64
get_end (const LsRecordingEvent *event)
{
  return event->time + event->duration;
}

static int
compare_ends (gconstpointer a,
              gconstpointer b)
{
  const LsRecordingEvent *const *x = a, *const *y = b;

  return get_end (*x) < get_end (*y) ? -1 : get_end (*x) > get_end (*y);
}

/* Divides the time of the slowest event of an interaction: listeners of all input that the same frame shows held it up. @inputs: in
 * the order of their ends */
static void
set_parts (LsInteraction          *self,
           const LsRecordingEvent *slowest,
           const GPtrArray        *inputs)
{
  const guint64 begin = slowest->time, end = get_end (slowest);
  guint64 from = end, to = begin;
  guint low = 0, high = inputs->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (get_end (g_ptr_array_index (inputs, middle)) + FRAME_TOLERANCE < end)
        low = middle + 1;
      else
        high = middle;
    }
  for (; low < inputs->len; low++)
    {
      const LsRecordingEvent *input = g_ptr_array_index (inputs, low);

      if (get_end (input) > end + FRAME_TOLERANCE)
        break;
      from = MIN (from, input->time + input->value * G_GUINT64_CONSTANT (1000));
      to = MAX (to, input->time + input->other * G_GUINT64_CONSTANT (1000));
    }
  from = CLAMP (from, begin, end);
  to = CLAMP (to, from, end);
  self->time = begin / 1000;
  self->type = slowest->text;
  self->duration = (end - begin) / 1000;
  self->input_delay = (from - begin) / 1000;
  self->processing = (to - begin) / 1000 - self->input_delay;
  self->presentation = self->duration - self->input_delay - self->processing;
}

static int
compare_interactions (gconstpointer a,
                      gconstpointer b)
{
  const LsInteraction *x = a, *y = b;

  if (x->time != y->time)
    return x->time < y->time ? -1 : 1;
  return x->id < y->id ? -1 : x->id > y->id;
}

/* The slowest event of an interaction. */
typedef struct
{
  const LsRecordingEvent *slowest;
  guint                   n_events;
} Found;

/* Adds the interactions of a thread. */
static void
read_thread (LsRecording *recording,
             guint        thread,
             GArray      *interactions)
{
  g_autoptr (GHashTable) by_id = g_hash_table_new_full (ls_event_id_hash, ls_event_id_equal, NULL, g_free);
  g_autoptr (GPtrArray) inputs = g_ptr_array_new ();
  gsize n_events;
  const LsRecordingEvent *events = ls_recording_peek_events (recording, thread, &n_events);
  GHashTableIter iter;
  gpointer value;

  for (gsize i = 0; i < n_events; i++)
    {
      Found *found;

      /* Without an end it is not known how long people waited; and no time is that long. */
      if (events[i].kind != LS_RECORDING_EVENT_INPUT || events[i].duration > MAX_TIME || events[i].time > MAX_TIME)
        continue;
      g_ptr_array_add (inputs, (gpointer) &events[i]);
      if (events[i].id == 0)
        continue;
      found = g_hash_table_lookup (by_id, &events[i].id);
      if (found == NULL)
        {
          found = g_new0 (Found, 1);
          g_hash_table_insert (by_id, (gpointer) &events[i].id, found);
        }
      found->n_events++;
      if (found->slowest == NULL || events[i].duration > found->slowest->duration)
        found->slowest = &events[i];
    }

  g_ptr_array_sort (inputs, compare_ends);
  g_hash_table_iter_init (&iter, by_id);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      const Found *found = value;
      LsInteraction interaction = { .id = found->slowest->id, .thread = thread, .n_events = found->n_events };

      set_parts (&interaction, found->slowest, inputs);
      g_array_append_val (interactions, interaction);
    }
}

/**
 * ls_recording_list_interactions: (skip)
 * @recording: a recording
 * @threads: (array length=n_threads): threads of it
 * @n_threads: how many
 * @n_interactions: (out): how many interactions there are
 *
 * Puts the input events of each interaction together: its latency is that of the slowest one. Its processing reaches from the first
 * to the last listener of all input that the same frame shows. Input events that belong to no interaction, such as moves, are none
 * by themselves, nor are those whose end is not in the recording.
 *
 * Returns: (transfer full) (array length=n_interactions): the interactions in the order of their times; free with g_free()
 */
LsInteraction *
ls_recording_list_interactions (LsRecording *recording,
                                const guint *threads,
                                guint        n_threads,
                                guint       *n_interactions)
{
  GArray *interactions = g_array_new (TRUE, FALSE, sizeof (LsInteraction));

  *n_interactions = 0;
  g_return_val_if_fail (LS_IS_RECORDING (recording), (LsInteraction *) (gpointer) g_array_free (interactions, FALSE));

  for (guint i = 0; i < n_threads; i++)
    read_thread (recording, threads[i], interactions);
  g_array_sort (interactions, compare_interactions);
  *n_interactions = interactions->len;
  return (LsInteraction *) (gpointer) g_array_free (interactions, FALSE);
}

static int
compare_slowest (gconstpointer a,
                 gconstpointer b)
{
  const LsInteraction *const *x = a, *const *y = b;

  if ((*x)->duration != (*y)->duration)
    return (*x)->duration > (*y)->duration ? -1 : 1;
  return *x < *y ? -1 : *x > *y;
}

/**
 * ls_interactions_find_inp: (skip)
 * @interactions: (array length=n_interactions): the interactions of a page
 * @n_interactions: how many there are
 * @index: (out): which one it is
 *
 * Interaction to Next Paint: the slowest interaction, but for one of every 50.
 *
 * Returns: whether there are interactions at all
 */
gboolean
ls_interactions_find_inp (const LsInteraction *interactions,
                          guint                n_interactions,
                          guint               *index)
{
  g_autofree const LsInteraction **slowest = g_new (const LsInteraction *, n_interactions + 1);

  *index = 0;
  if (n_interactions == 0)
    return FALSE;
  for (guint i = 0; i < n_interactions; i++)
    slowest[i] = &interactions[i];
  qsort (slowest, n_interactions, sizeof *slowest, compare_slowest);
  *index = slowest[n_interactions / INTERACTIONS_PER_OUTLIER] - interactions;
  return TRUE;
}
