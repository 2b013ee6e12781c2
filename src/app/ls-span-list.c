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
  guint32 signals[LS_MAX_SIGNAL_TRACKS];
  guint   signal_spans[LS_MAX_SIGNAL_TRACKS];   /* as task */
  guint   n_signals;
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
  self->n_signals = 0;
}

static guint
begin (LsSpanList *self,
       guint64     time,
       guint32     task,
       guint       track,
       guint       priority)
{
  LsSpan span = { time, time, task, track, priority };

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
read_signal_record (LsSpanList     *self,
                    const LsRecord *record)
{
  const guint wanted = LS_RECORD_FLAG_CONTROLLER | LS_RECORD_FLAG_TASK_SIGNAL;
  guint index = 0;

  if (record->kind == LS_RECORD_SIGNAL_CREATED)
    {
      if ((record->flags & wanted) != wanted || self->n_signals == LS_MAX_SIGNAL_TRACKS)
        return;
      self->signals[self->n_signals] = record->subject;
      self->signal_spans[self->n_signals] = 0;
      self->n_signals++;
    }

  while (index < self->n_signals && self->signals[index] != record->subject)
    index++;
  if (index == self->n_signals)
    return;
  end (self, &self->signal_spans[index], record->time);
  if (record->kind != LS_RECORD_SIGNAL_ABORTED)
    self->signal_spans[index] = begin (self, record->time, 0, LS_N_TRACKS + index, record->priority);
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
      self->task = begin (self, record->time, record->subject, self->track, LS_TASK_PRIORITY_NONE);
      break;
    case LS_RECORD_TASK_FINISHED:
      end (self, &self->task, record->time);
      break;
    case LS_RECORD_MICROTASK_STARTED:
      self->microtask = begin (self, record->time, 0, LS_TRACK_MICROTASKS, LS_TASK_PRIORITY_NONE);
      break;
    case LS_RECORD_MICROTASK_FINISHED:
      end (self, &self->microtask, record->time);
      break;
    case LS_RECORD_SIGNAL_CREATED:
    case LS_RECORD_SIGNAL_PRIORITY:
    case LS_RECORD_SIGNAL_ABORTED:
      read_signal_record (self, record);
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
      for (guint i = 0; i < self->n_signals; i++)
        if (self->signal_spans[i] != 0)
          g_array_index (self->spans, LsSpan, self->signal_spans[i] - 1).end = records[n_records - 1].time;
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

guint
ls_span_list_get_n_signals (LsSpanList *self)
{
  return self->n_signals;
}

/**
 * ls_span_list_get_signal:
 * @self: a list
 * @index: below ls_span_list_get_n_signals()
 *
 * Returns: the signal whose track is LS_N_TRACKS + @index
 */
guint32
ls_span_list_get_signal (LsSpanList *self,
                         guint       index)
{
  return self->signals[index];
}
