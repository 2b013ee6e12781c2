/* ls-chrome-ids.c: ids of a file that are used twice, or before their time
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-chrome-pairs-private.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

typedef struct
{
  guint64 id;
  guint64 time;
  guint32 group;   /* ids of two groups have nothing to do with each other */
  guint32 index;
} Use;

typedef struct
{
  GArray     *uses;     /* Use, in order */
  GHashTable *groups;   /* guint64 *: process → its group */
} Uses;

/* Tasks and yields have ids of their process, flows of the whole file. */
enum
{
  GROUP_FLOWS,
  GROUP_OF_FIRST_PROCESS
};

static int
compare_uses (gconstpointer a,
              gconstpointer b,
              gpointer      data)
{
  const Use *x = a, *y = b;

  if (x->group != y->group)
    return x->group < y->group ? -1 : 1;
  if (x->id != y->id)
    return x->id < y->id ? -1 : 1;
  if (x->time != y->time)
    return (gint64) x->time < (gint64) y->time ? -1 : 1;
  return x->index < y->index ? -1 : x->index > y->index;
}

/* Lists what begins and ends flows, or posts tasks and continuations. */
static void
list_uses (Uses               *self,
           LsRecordingBuilder *builder)
{
  self->groups = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  self->uses = g_array_new (FALSE, FALSE, sizeof (Use));

  for (gsize i = 0; i < ls_recording_builder_get_n_events (builder) && i < G_MAXUINT32; i++)
    {
      const LsRecordingEvent *event = ls_recording_builder_peek_event (builder, i);
      Use use = { .id = event->id, .time = event->time, .group = GROUP_FLOWS, .index = (guint32) i };

      switch (event->kind)
        {
        case LS_RECORDING_EVENT_FLOW_BEGIN:
        case LS_RECORDING_EVENT_FLOW_END:
          g_array_append_val (self->uses, use);
          break;
        case LS_RECORDING_EVENT_POST:
        case LS_RECORDING_EVENT_YIELD:
          {
            const guint64 pid = ls_recording_builder_get_pid (builder, event->thread);

            use.group = GPOINTER_TO_UINT (g_hash_table_lookup (self->groups, &pid));
            if (use.group == 0)
              {
                use.group = GROUP_OF_FIRST_PROCESS + g_hash_table_size (self->groups);
                g_hash_table_insert (self->groups, g_memdup2 (&pid, sizeof pid), GUINT_TO_POINTER (use.group));
              }
            if (event->id != 0)
              g_array_append_val (self->uses, use);
            break;
          }
        default:
          break;
        }
    }
  g_array_sort_with_data (self->uses, compare_uses, NULL);
}

/* Finds (nullable) the first post of the id that @event has in its process. */
static const Use *
find_first (const Uses             *self,
            LsRecordingBuilder     *builder,
            const LsRecordingEvent *event)
{
  const guint64 pid = ls_recording_builder_get_pid (builder, event->thread);
  const guint group = GPOINTER_TO_UINT (g_hash_table_lookup (self->groups, &pid));
  guint from = 0, to = self->uses->len;
  const Use *found;

  while (from < to)
    {
      const guint middle = from + (to - from) / 2;
      const Use *use = &g_array_index (self->uses, Use, middle);

      if (use->group < group || (use->group == group && use->id < event->id))
        from = middle + 1;
      else
        to = middle;
    }
  if (group == 0 || from == self->uses->len)
    return NULL;
  found = &g_array_index (self->uses, Use, from);
  return found->group == group && found->id == event->id ? found : NULL;
}

static gboolean
runs (const LsRecordingEvent *event)
{
  return (event->kind == LS_RECORDING_EVENT_RUN || event->kind == LS_RECORDING_EVENT_CONTINUE) && event->id != 0;
}

/* Returns how many tasks run before they are posted, though the recording has their posts. */
static guint64
count_early_runs (const Uses         *self,
                  LsRecordingBuilder *builder)
{
  guint64 n_early = 0;

  for (gsize i = 0; i < ls_recording_builder_get_n_events (builder); i++)
    {
      const LsRecordingEvent *event = ls_recording_builder_peek_event (builder, i);
      const Use *post = runs (event) ? find_first (self, builder, event) : NULL;

      n_early += post != NULL && (gint64) post->time > (gint64) event->time;
    }
  return n_early;
}

/* Says which ids are used again or before their time, so that it cannot be known what belongs together. @n_async: for how many
 * asynchronous events */
void
ls_chrome_check_ids (LsRecordingBuilder *builder,
                     guint64             n_async)
{
  Uses self;
  gboolean is_open = FALSE;
  guint64 n_flows = 0, n_posts = 0, n_early;

  list_uses (&self, builder);
  for (guint i = 0; i < self.uses->len; i++)
    {
      const Use *use = &g_array_index (self.uses, Use, i);
      const gboolean is_again = i > 0 && use[-1].group == use->group && use[-1].id == use->id;
      const gboolean begins = ls_recording_builder_peek_event (builder, use->index)->kind != LS_RECORDING_EVENT_FLOW_END;

      if (is_again && use->group != GROUP_FLOWS)
        n_posts++;
      else if (is_again && is_open && begins)
        n_flows++;
      is_open = begins;
    }

  n_early = count_early_runs (&self, builder);
  g_array_unref (self.uses);
  g_hash_table_unref (self.groups);

  if (n_early > 0)
    ls_recording_builder_complain (builder, ngettext ("%" PRIu64 " task runs before it is posted. Loopscope shows both, but not that "
                                                      "they belong together.",
                                                      "%" PRIu64 " tasks run before they are posted. Loopscope shows both, but not "
                                                      "that they belong together.", n_early),
                                   n_early);
  if (n_posts > 0)
    ls_recording_builder_complain (builder, ngettext ("%" PRIu64 " task has the id of another one in its process.",
                                                      "%" PRIu64 " tasks have the ids of others in their processes.", n_posts),
                                   n_posts);
  if (n_flows > 0)
    ls_recording_builder_complain (builder, ngettext ("%" PRIu64 " flow has the id of another one that goes on.",
                                                      "%" PRIu64 " flows have the ids of others that go on.", n_flows), n_flows);
  if (n_async > 0)
    ls_recording_builder_complain (builder, ngettext ("%" PRIu64 " asynchronous event has the id of another one that goes on.",
                                                      "%" PRIu64 " asynchronous events have the ids of others that go on.", n_async),
                                   n_async);
}
