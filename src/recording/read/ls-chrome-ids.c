/* ls-chrome-ids.c: ids of a file that are used twice, or before their time
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-chrome-pairs-private.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "ls-recording-sort-private.h"

/* Tasks and yields have ids of their process, flows of the whole file. */
static gboolean
is_flow (const LsRecordingEvent *event)
{
  return event->kind == LS_RECORDING_EVENT_FLOW_BEGIN || event->kind == LS_RECORDING_EVENT_FLOW_END;
}

static gboolean
has_id (const LsRecordingEvent *event)
{
  return is_flow (event) ||
         (event->id != 0 && (event->kind == LS_RECORDING_EVENT_POST || event->kind == LS_RECORDING_EVENT_YIELD));
}

/* Orders what can be used twice: flows, then the tasks of one process after those of another. */
static int
compare_ids (LsRecordingBuilder     *builder,
             const LsRecordingEvent *a,
             const LsRecordingEvent *b)
{
  if (is_flow (a) != is_flow (b))
    return is_flow (a) ? -1 : 1;
  if (!is_flow (a))
    {
      guint64 pid = ls_recording_builder_get_pid (builder, a->thread), other = ls_recording_builder_get_pid (builder, b->thread);

      if (pid != other)
        return pid < other ? -1 : 1;
    }

  return a->id < b->id ? -1 : a->id > b->id;
}

static int
compare_uses (gconstpointer a,
              gconstpointer b,
              gpointer      data)
{
  LsRecordingBuilder *builder = data;
  const LsRecordingEvent *x = ls_recording_builder_peek_event (builder, *(const guint32 *) a);
  const LsRecordingEvent *y = ls_recording_builder_peek_event (builder, *(const guint32 *) b);
  int order = compare_ids (builder, x, y);

  if (order != 0)
    return order;

  return (gint64) x->time < (gint64) y->time ? -1 : (gint64) x->time > (gint64) y->time;
}

/* Returns (transfer full) (element-type guint32): what begins and ends flows, or posts tasks and continuations, by their ids */
static GArray *
list_uses (LsRecordingBuilder *builder)
{
  GArray *uses = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 i = 0; i < ls_recording_builder_get_n_events (builder); i++)
    if (has_id (ls_recording_builder_peek_event (builder, i)))
      g_array_append_val (uses, i);
  ls_recording_sort (uses->data, uses->len, sizeof (guint32), compare_uses, builder);

  return uses;
}

static gboolean
runs (const LsRecordingEvent *event)
{
  return (event->kind == LS_RECORDING_EVENT_RUN || event->kind == LS_RECORDING_EVENT_CONTINUE) && event->id != 0;
}

/* Finds (nullable) the first post of the id that @event, which runs, has in its process. */
static const LsRecordingEvent *
find_first (GArray                 *uses,
            LsRecordingBuilder     *builder,
            const LsRecordingEvent *event)
{
  guint from = 0, to = uses->len;
  const LsRecordingEvent *found;

  while (from < to)
    {
      const guint middle = from + (to - from) / 2;

      if (compare_ids (builder, ls_recording_builder_peek_event (builder, g_array_index (uses, guint32, middle)), event) < 0)
        from = middle + 1;
      else
        to = middle;
    }
  if (from == uses->len)
    return NULL;
  found = ls_recording_builder_peek_event (builder, g_array_index (uses, guint32, from));
  return compare_ids (builder, found, event) == 0 ? found : NULL;
}

/* Returns how many tasks run before they are posted, though the recording has their posts. */
static guint64
count_early_runs (GArray             *uses,
                  LsRecordingBuilder *builder)
{
  guint64 n_early = 0;

  for (gsize i = 0; i < ls_recording_builder_get_n_events (builder); i++)
    {
      const LsRecordingEvent *event = ls_recording_builder_peek_event (builder, i);
      const LsRecordingEvent *post = runs (event) ? find_first (uses, builder, event) : NULL;

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
  g_autoptr (GArray) uses = list_uses (builder);
  const LsRecordingEvent *before = NULL;
  gboolean is_open = FALSE;
  guint64 n_flows = 0, n_posts = 0, n_early;

  for (guint i = 0; i < uses->len; i++)
    {
      const LsRecordingEvent *event = ls_recording_builder_peek_event (builder, g_array_index (uses, guint32, i));
      const gboolean is_again = before != NULL && compare_ids (builder, before, event) == 0;
      const gboolean begins = event->kind != LS_RECORDING_EVENT_FLOW_END;

      if (is_again && !is_flow (event))
        n_posts++;
      else if (is_again && is_open && begins)
        n_flows++;
      is_open = begins;
      before = event;
    }

  n_early = count_early_runs (uses, builder);
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
