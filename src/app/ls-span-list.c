/* ls-span-list.c: what ran from when to when
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-span-list.h"

/**
 * LsSpanList:
 *
 * The tasks and microtasks of a trace as spans of time, read as the trace grows.
 */
struct _LsSpanList
{
  GArray *spans;             /* (element-type LsSpan) */
  gsize   read;              /* records */
  LsTrack track;             /* of the task that is running */
  guint   task;              /* index of its span plus 1, 0 for none */
  guint   microtask;
};

LsSpanList *
ls_span_list_new (void)
{
  LsSpanList *self = g_new0 (LsSpanList, 1);

  self->spans = g_array_new (FALSE, FALSE, sizeof (LsSpan));
  return self;
}

void
ls_span_list_free (LsSpanList *self)
{
  g_array_unref (self->spans);
  g_free (self);
}

/**
 * ls_span_list_clear:
 * @self: a list
 *
 * Forgets everything, for another trace.
 */
void
ls_span_list_clear (LsSpanList *self)
{
  g_array_set_size (self->spans, 0);
  self->read = 0;
  self->task = 0;
  self->microtask = 0;
}

static guint
begin (LsSpanList *self,
       guint64     time,
       guint32     task,
       LsTrack     track)
{
  LsSpan span = { time, time, task, track };

  g_array_append_val (self->spans, span);
  return self->spans->len;
}

static void
end (LsSpanList *self,
     guint      *span,
     guint64     time)
{
  if (*span != 0)
    g_array_index (self->spans, LsSpan, *span - 1).end = time;
  *span = 0;
}

static LsTrack
get_track (const LsRecord *record)
{
  if (record->queue != LS_QUEUE_TYPE_WEB_SCHEDULING)
    return LS_TRACK_OTHER;
  switch (record->priority)
    {
    case LS_TASK_PRIORITY_USER_BLOCKING:
      return LS_TRACK_USER_BLOCKING;
    case LS_TASK_PRIORITY_USER_VISIBLE:
      return LS_TRACK_USER_VISIBLE;
    case LS_TASK_PRIORITY_BACKGROUND:
      return LS_TRACK_BACKGROUND;
    default:
      return LS_TRACK_OTHER;
    }
}

static void
read_record (LsSpanList     *self,
             const LsRecord *record)
{
  switch ((LsRecordKind) record->kind)
    {
    case LS_RECORD_TASK_SELECTED:
      self->track = get_track (record);
      break;
    case LS_RECORD_TASK_STARTED:
      self->task = begin (self, record->time, record->subject, self->track);
      break;
    case LS_RECORD_TASK_FINISHED:
      end (self, &self->task, record->time);
      break;
    case LS_RECORD_MICROTASK_STARTED:
      self->microtask = begin (self, record->time, 0, LS_TRACK_MICROTASKS);
      break;
    case LS_RECORD_MICROTASK_FINISHED:
      end (self, &self->microtask, record->time);
      break;
    default:
      break;
    }
}

/**
 * ls_span_list_read:
 * @self: a list
 * @trace: the trace
 * @length: how many of its records to know
 *
 * Reads what it has not read yet.
 */
void
ls_span_list_read (LsSpanList *self,
                   LsTrace    *trace,
                   gsize       length)
{
  while (self->read < length)
    {
      gsize n_records = 0;
      const LsRecord *records = ls_trace_peek_records (trace, self->read, &n_records);

      n_records = MIN (n_records, length - self->read);
      if (n_records == 0)
        break;
      for (gsize i = 0; i < n_records; i++)
        read_record (self, &records[i]);
      self->read += n_records;
      if (self->task != 0)
        g_array_index (self->spans, LsSpan, self->task - 1).end = records[n_records - 1].time;
    }
}

/**
 * ls_span_list_get:
 * @self: a list
 * @n_spans: (out): how many
 *
 * Returns: (array length=n_spans): the spans, by their start
 */
const LsSpan *
ls_span_list_get (LsSpanList *self,
                  guint      *n_spans)
{
  *n_spans = self->spans->len;
  return (const LsSpan *) self->spans->data;
}
