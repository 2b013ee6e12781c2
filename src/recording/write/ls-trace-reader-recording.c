/* ls-trace-reader-recording.c: reads the recording that a trace is of from the lines of a trace file
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-trace-reader-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "ls-trace-file.h"

#define GO_ON 1

/* All flags that a recording's events can have. */
#define ALL_FLAGS (LS_RECORDING_EVENT_FLAG_REPEATING | LS_RECORDING_EVENT_FLAG_TIMED_OUT | LS_RECORDING_EVENT_FLAG_NO_BEGINNING | \
                   LS_RECORDING_EVENT_FLAG_NO_SIGNAL_PRIORITY | LS_RECORDING_EVENT_FLAG_DELAY_UNKNOWN)

/* Whether this is about a line of the recording. */
gboolean
ls_trace_reader_is_recording (const LsTraceReader *self)
{
  return self->line >= LS_TRACE_LINE_RECORDING && self->in_arguments;
}

/* Whether the parser is in a list of lists of numbers of the recording. */
gboolean
ls_trace_reader_in_rows (const LsTraceReader *self,
                         guint                depth)
{
  return ls_trace_reader_in_member (self, LS_TRACE_LINE_RECORDING_THREADS, "threads", depth) ||
         ls_trace_reader_in_member (self, LS_TRACE_LINE_RECORDING_EVENTS, "events", depth);
}

/* A line has begun. That which says what the recording is comes before the others. */
int
ls_trace_reader_begin_recording (LsTraceReader *self)
{
  if (self->line < LS_TRACE_LINE_RECORDING)
    return GO_ON;
  if ((self->line == LS_TRACE_LINE_RECORDING) != (self->builder == NULL))
    return ls_trace_reader_stop_at_damage (self, _("its recording has no beginning, or two"));
  if (self->builder == NULL)
    {
      self->builder = ls_recording_builder_new (LS_RECORDING_FORMAT_NONE);
      self->event_kinds = g_array_new (FALSE, FALSE, sizeof (guint8));
      self->shown = g_array_new (FALSE, FALSE, sizeof (guint));
    }
  return GO_ON;
}

int
ls_trace_reader_recording_number (LsTraceReader *self,
                                  gint64         number)
{
  if (ls_trace_reader_in_member (self, LS_TRACE_LINE_RECORDING, "shown", 3))
    {
      const guint thread = (guint) CLAMP (number, 0, G_MAXUINT32);

      if (self->shown->len < G_MAXUINT16)
        g_array_append_val (self->shown, thread);
    }
  else if (ls_trace_reader_in_member (self, LS_TRACE_LINE_RECORDING, "duration", 2))
    ls_recording_builder_set_duration (self->builder, (guint64) number);
  else if (ls_trace_reader_in_member (self, LS_TRACE_LINE_RECORDING, "events", 2))
    self->n_events_said = MAX (number, 0);
  else if (ls_trace_reader_in_member (self, LS_TRACE_LINE_RECORDING, "cut", 2) && number != 0)
    ls_recording_builder_set_cut (self->builder);
  else if (self->depth == self->event_depth + 2 && strcmp (self->member, "first") == 0)
    self->first = MAX (number, 0);
  else if (ls_trace_reader_in_member (self, LS_TRACE_LINE_RECORDING_EVENTS, "thread", 2))
    self->thread = MAX (number, 0);
  else if (ls_trace_reader_in_member (self, LS_TRACE_LINE_RECORDING_EVENTS, "time", 2))
    self->time = MAX (number, 0);
  return GO_ON;
}

/* A kind that is not known here has the number 0: events of it are left out. */
static void
take_kind (LsTraceReader *self,
           const char    *name)
{
  guint8 number = LS_RECORDING_EVENT_NONE;

  for (guint i = 1; i < LS_N_RECORDING_EVENT_KINDS; i++)
    if (strcmp (ls_recording_event_kind_to_string (i), name) == 0)
      number = i;
  if (self->event_kinds->len < G_MAXUINT8)
    g_array_append_val (self->event_kinds, number);
}

static void
take_info (LsTraceReader *self,
           const char    *text)
{
  if (self->info_key == NULL)
    {
      self->info_key = g_strdup (text);
      return;
    }
  ls_recording_builder_set_info (self->builder, self->info_key, text);
  g_clear_pointer (&self->info_key, g_free);
}

static int
take_name (LsTraceReader *self,
           const char    *text)
{
  const guint64 thread = self->first + self->n_names / LS_RECORDING_THREAD_N_TEXTS;
  const guint kind = self->n_names % LS_RECORDING_THREAD_N_TEXTS;

  self->n_names++;
  if (thread >= self->n_threads)
    return ls_trace_reader_stop_at_damage (self, _("its recording has names of threads that are missing"));
  if (*text == '\0')
    return GO_ON;
  if (kind == LS_RECORDING_THREAD_NAME)
    ls_recording_builder_set_thread_name (self->builder, thread, text);
  else if (kind == LS_RECORDING_THREAD_PROCESS)
    ls_recording_builder_set_thread_process (self->builder, thread, text);
  else
    ls_recording_builder_set_thread_page (self->builder, thread, kind == LS_RECORDING_THREAD_TITLE ? text : NULL,
                                          kind == LS_RECORDING_THREAD_URL ? text : NULL);
  return GO_ON;
}

/* Takes a text of the recording's events, of which none is there twice. */
static int
take_event_text (LsTraceReader *self,
                 const char    *text,
                 gsize          length)
{
  const guint32 number = self->n_recording_texts + 1;

  if (self->first++ != number || ls_recording_builder_intern (self->builder, text, length) != number)
    return ls_trace_reader_stop_at_damage (self, _("a text occurs twice, or is missing"));
  self->n_recording_texts = number;
  return GO_ON;
}

int
ls_trace_reader_recording_text (LsTraceReader *self,
                                const char    *text,
                                gsize          length)
{
  g_autofree char *string = g_strndup (text, length);

  self->n_text_bytes += length + 64;
  if (self->n_text_bytes > LS_TRACE_READER_FREE_TEXT && self->n_text_bytes / LS_TRACE_READER_TEXT_PER_BYTE > self->n_bytes)
    return ls_trace_reader_stop_at_damage (self, _("it has far more text than a file of its size can have"));
  if (ls_trace_reader_in_rows (self, 3) || ls_trace_reader_in_rows (self, 4))
    return ls_trace_reader_stop_at_damage (self, _("a record is not a list of numbers"));
  if (ls_trace_reader_in_member (self, LS_TRACE_LINE_RECORDING_TEXTS, "texts", 3))
    return take_event_text (self, text, length);
  if (ls_trace_reader_in_member (self, LS_TRACE_LINE_RECORDING_THREADS, "names", 3))
    return take_name (self, string);
  if (ls_trace_reader_in_member (self, LS_TRACE_LINE_RECORDING, "format", 2))
    ls_recording_builder_set_format (self->builder, ls_recording_lines_find_format (string));
  else if (ls_trace_reader_in_member (self, LS_TRACE_LINE_RECORDING, "kinds", 3))
    take_kind (self, string);
  else if (ls_trace_reader_in_member (self, LS_TRACE_LINE_RECORDING, "infos", 3))
    take_info (self, string);
  else if (ls_trace_reader_in_member (self, LS_TRACE_LINE_RECORDING, "problems", 3))
    ls_recording_builder_complain (self->builder, "%s", string);
  else if (ls_trace_reader_in_member (self, LS_TRACE_LINE_RECORDING, "lacks", 3))
    ls_recording_builder_add_lack (self->builder, string);
  return GO_ON;
}

static int
take_thread (LsTraceReader *self)
{
  const gint64 *row = self->row;
  const guint32 number = ls_recording_builder_get_thread (self->builder, (guint64) row[LS_RECORDING_THREAD_PID],
                                                          (guint64) row[LS_RECORDING_THREAD_TID]);

  if (number != self->n_threads || row[LS_RECORDING_THREAD_KIND] < 0 || row[LS_RECORDING_THREAD_KIND] > LS_RECORDING_THREAD_WORKER)
    return ls_trace_reader_stop_at_damage (self, _("its recording has a thread that is there twice, or is not valid"));
  ls_recording_builder_set_thread_kind (self->builder, number, row[LS_RECORDING_THREAD_KIND]);
  self->n_threads++;
  self->n_names = 0;
  return GO_ON;
}

static gboolean
is_number (gint64 number,
           gint64 max)
{
  return number >= 0 && number <= max;
}

static gboolean
event_is_valid (const LsTraceReader *self)
{
  const gint64 *row = self->row;
  const guint8 queue = row[LS_RECORDING_ROW_QUEUE] - 1;

  if (!is_number (row[LS_RECORDING_ROW_KIND], (gint64) self->event_kinds->len - 1) || self->thread >= self->n_threads ||
      self->time > (guint64) G_MAXINT64 || !is_number (row[LS_RECORDING_ROW_TEXT], self->n_recording_texts) ||
      !is_number (row[LS_RECORDING_ROW_PLACE], self->n_recording_texts) || !is_number (row[LS_RECORDING_ROW_VALUE], G_MAXUINT32) ||
      !is_number (row[LS_RECORDING_ROW_OTHER], G_MAXUINT32) || !is_number (row[LS_RECORDING_ROW_QUEUE], G_MAXUINT8) ||
      !is_number (row[LS_RECORDING_ROW_PRIORITY], G_MAXUINT8) || !is_number (row[LS_RECORDING_ROW_FLAGS], ALL_FLAGS))
    return FALSE;
  if (row[LS_RECORDING_ROW_DURATION] < -1)
    return FALSE;
  /* The priority of a task of the loop is the browser's rank. */
  return (queue < LS_N_QUEUE_TYPES || queue == LS_RECORDING_UNKNOWN) &&
         (g_array_index (self->event_kinds, guint8, row[LS_RECORDING_ROW_KIND]) == LS_RECORDING_EVENT_TASK ||
          row[LS_RECORDING_ROW_PRIORITY] <= LS_N_TASK_PRIORITIES);
}

static int
take_event (LsTraceReader *self)
{
  const gint64 *row = self->row;
  guint8 kind;

  self->time += (guint64) row[LS_RECORDING_ROW_SINCE];
  if (!event_is_valid (self))
    return ls_trace_reader_stop_at_damage (self, _("a member of an event of its recording is out of range"));
  if (self->n_events >= LS_TRACE_READER_FREE_RECORDS && self->n_events / LS_TRACE_READER_RECORDS_PER_BYTE >= self->n_bytes)
    return ls_trace_reader_stop_at_damage (self, _("it has far more records than a file of its size can have"));
  self->n_events++;
  kind = g_array_index (self->event_kinds, guint8, row[LS_RECORDING_ROW_KIND]);
  ls_recording_builder_add (self->builder, &(LsRecordingEvent) {
    .time = self->time,
    .duration = row[LS_RECORDING_ROW_DURATION] < 0 ? LS_RECORDING_NO_END : (guint64) row[LS_RECORDING_ROW_DURATION],
    .id = (guint64) row[LS_RECORDING_ROW_ID],
    .text = row[LS_RECORDING_ROW_TEXT],
    .place = row[LS_RECORDING_ROW_PLACE],
    .value = row[LS_RECORDING_ROW_VALUE],
    .other = row[LS_RECORDING_ROW_OTHER],
    .thread = self->thread,
    .kind = kind,
    /* A rank has an offset. */
    .priority = kind == LS_RECORDING_EVENT_TASK ? (guint8) (row[LS_RECORDING_ROW_PRIORITY] - 1) : row[LS_RECORDING_ROW_PRIORITY],
    .queue = (guint8) (row[LS_RECORDING_ROW_QUEUE] - 1),
    .flags = row[LS_RECORDING_ROW_FLAGS],
  });
  return GO_ON;
}

/* A list of numbers is over. */
int
ls_trace_reader_recording_row (LsTraceReader *self)
{
  return self->line == LS_TRACE_LINE_RECORDING_THREADS ? take_thread (self) : take_event (self);
}

/* The file is over. Gives the trace the recording, or what there is of it. */
void
ls_trace_reader_end_recording (LsTraceReader *self)
{
  g_autoptr (LsRecording) recording = NULL;

  if (self->builder == NULL || self->n_events == 0 || self->shown->len == 0)
    return;
  if (self->n_events < self->n_events_said)
    ls_recording_builder_set_cut (self->builder);
  for (guint i = 0; i < self->shown->len; i++)
    if (g_array_index (self->shown, guint, i) >= self->n_threads)
      return;
  if (self->problem != NULL)
    ls_recording_builder_complain (self->builder, "%s", self->problem);
  recording = ls_recording_builder_end (self->builder);
  if (recording != NULL)
    ls_trace_set_recording (self->trace, recording, (const guint *) (gpointer) self->shown->data, self->shown->len);
}
