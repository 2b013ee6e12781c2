/* ls-recording-flows.c: which events of a flow begin and end it
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-recording-flows-private.h"

#include "ls-recording-sort-private.h"

/* While the file is read, an event of a flow that ends it is marked so in the member that flows do not use. */
#define ENDS 1

struct _LsRecordingFlows
{
  LsRecordingBuilder *builder;

  /* guint32: the flows' events, as their numbers in the builder. */
  GArray *indices;
};

LsRecordingFlows *
ls_recording_flows_new (LsRecordingBuilder *builder)
{
  LsRecordingFlows *self = g_new0 (LsRecordingFlows, 1);

  self->builder = builder;
  self->indices = g_array_new (FALSE, FALSE, sizeof (guint32));

  return self;
}

void
ls_recording_flows_free (LsRecordingFlows *self)
{
  g_array_unref (self->indices);
  g_free (self);
}

/*< private >
 * ls_recording_flows_add:
 * @self: flows
 * @flow: a flow
 * @time: when the event begins that it touches
 * @thread: on which thread
 * @name: the event's name
 * @ends: whether it ends there
 *
 * An event says that a flow touches it.
 */
void
ls_recording_flows_add (LsRecordingFlows *self,
                       guint64          flow,
                       gint64           time,
                       guint32          thread,
                       guint32          name,
                       gboolean         ends)
{
  LsRecordingEvent event = {
    .time = (guint64) time,
    .id = flow,
    .text = name,
    .thread = thread,
    .kind = LS_RECORDING_EVENT_FLOW_STEP,
    .priority = LS_TASK_PRIORITY_NONE,
    .queue = LS_RECORDING_UNKNOWN,
    .other = ends ? ENDS : 0,
  };
  guint32 index = (guint32) ls_recording_builder_get_n_events (self->builder);

  ls_recording_builder_add (self->builder, &event);
  if (ls_recording_builder_get_n_events (self->builder) > index)
    g_array_append_val (self->indices, index);
}

static int
compare_events (gconstpointer a,
                gconstpointer b,
                gpointer      user_data)
{
  LsRecordingBuilder *builder = user_data;
  guint32 first = *(const guint32 *) a;
  guint32 second = *(const guint32 *) b;
  const LsRecordingEvent *event = ls_recording_builder_peek_event (builder, first);
  const LsRecordingEvent *other = ls_recording_builder_peek_event (builder, second);

  if (event->id != other->id)
    return event->id < other->id ? -1 : 1;
  if (event->time != other->time)
    return (gint64) event->time < (gint64) other->time ? -1 : 1;
  return first < second ? -1 : first > second;
}

static gboolean
is_kept (LsRecordingFlows    *self,
         guint32              name,
         LsRecordingFlowFunc  keep,
         gpointer             user_data)
{
  const char *text = ls_recording_builder_get_text (self->builder, name);

  return text != NULL && (keep == NULL || keep (text, user_data));
}

/*< private >
 * ls_recording_flows_end:
 * @self: flows
 * @keep: (nullable): says which flows are kept; all if it is %NULL
 * @user_data: for @keep
 *
 * Says of each flow's events which one begins and which one ends it. All get the name of the first.
 */
void
ls_recording_flows_end (LsRecordingFlows    *self,
                        LsRecordingFlowFunc  keep,
                        gpointer             user_data)
{
  const guint32 *indices = (const guint32 *) (gconstpointer) self->indices->data;
  gboolean is_open = FALSE;
  guint64 flow = 0;
  guint32 name = 0;
  gboolean is_wanted = FALSE;

  ls_recording_sort (self->indices->data, self->indices->len, sizeof *indices, compare_events, self->builder);
  for (guint i = 0; i < self->indices->len; i++)
    {
      LsRecordingEvent *event = ls_recording_builder_peek_event (self->builder, indices[i]);
      const LsRecordingEvent *after = i + 1 < self->indices->len
                                      ? ls_recording_builder_peek_event (self->builder, indices[i + 1])
                                      : NULL;
      gboolean is_first = !is_open || flow != event->id;
      gboolean is_last = event->other == ENDS || after == NULL || after->id != event->id;

      if (is_first)
        {
          flow = event->id;
          name = event->text;
          is_wanted = is_kept (self, name, keep, user_data);
        }
      is_open = !is_last;
      event->kind = !is_wanted                           ? LS_RECORDING_EVENT_NONE
                    : is_first && event->other != ENDS ? LS_RECORDING_EVENT_FLOW_BEGIN
                    : is_last                            ? LS_RECORDING_EVENT_FLOW_END
                                                         : LS_RECORDING_EVENT_FLOW_STEP;
      event->text = name;
      event->other = 0;
    }
}
