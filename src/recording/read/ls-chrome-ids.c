/* ls-chrome-ids.c: ids of a file that are used twice
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

/* Returns (transfer full) (element-type Use): what begins and ends flows, or posts tasks and continuations */
static GArray *
list_uses (LsRecordingBuilder *builder)
{
  g_autoptr (GHashTable) groups = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);   /* process → its group */
  GArray *uses = g_array_new (FALSE, FALSE, sizeof (Use));

  for (gsize i = 0; i < ls_recording_builder_get_n_events (builder) && i < G_MAXUINT32; i++)
    {
      const LsRecordingEvent *event = ls_recording_builder_peek_event (builder, i);
      Use use = { .id = event->id, .time = event->time, .group = GROUP_FLOWS, .index = (guint32) i };

      switch (event->kind)
        {
        case LS_RECORDING_EVENT_FLOW_BEGIN:
        case LS_RECORDING_EVENT_FLOW_END:
          g_array_append_val (uses, use);
          break;
        case LS_RECORDING_EVENT_POST:
        case LS_RECORDING_EVENT_YIELD:
          {
            const guint64 pid = ls_recording_builder_get_pid (builder, event->thread);

            use.group = GPOINTER_TO_UINT (g_hash_table_lookup (groups, &pid));
            if (use.group == 0)
              {
                use.group = GROUP_OF_FIRST_PROCESS + g_hash_table_size (groups);
                g_hash_table_insert (groups, g_memdup2 (&pid, sizeof pid), GUINT_TO_POINTER (use.group));
              }
            if (event->id != 0)
              g_array_append_val (uses, use);
            break;
          }
        default:
          break;
        }
    }
  g_array_sort_with_data (uses, compare_uses, NULL);
  return uses;
}

/* Says which ids are used again, so that it cannot be known what belongs together. @n_async: for how many asynchronous events */
void
ls_chrome_check_ids (LsRecordingBuilder *builder,
                     guint64             n_async)
{
  g_autoptr (GArray) uses = list_uses (builder);
  gboolean is_open = FALSE;
  guint64 n_flows = 0, n_posts = 0;

  for (guint i = 0; i < uses->len; i++)
    {
      const Use *use = &g_array_index (uses, Use, i);
      const gboolean is_again = i > 0 && use[-1].group == use->group && use[-1].id == use->id;
      const gboolean begins = ls_recording_builder_peek_event (builder, use->index)->kind != LS_RECORDING_EVENT_FLOW_END;

      if (is_again && use->group != GROUP_FLOWS)
        n_posts++;
      else if (is_again && is_open && begins)
        n_flows++;
      is_open = begins;
    }

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
