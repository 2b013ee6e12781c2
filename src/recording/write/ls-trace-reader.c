/* ls-trace-reader.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-trace-reader-private.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

#include "ls-json-memory-private.h"
#include "ls-json-writer-private.h"
#include "ls-record-members-private.h"
#include "ls-trace-private.h"

/* Why the parser was stopped. */
#define GO_ON 1
#define STOP 0

/* Loop times beyond this are not times: it is 292,000 years. */
#define MAX_TIME ((guint64) G_MAXINT64 / 1000)

/* Members of a row. */
enum
{
  ROW_KIND,
  ROW_SINCE,
  ROW_CLAUSE,
  ROW_SUBJECT,
  ROW_OBJECT,
  ROW_VALUE,
  ROW_TEXT,
  ROW_STEP,
  ROW_LEVEL,
  ROW_FLAGS,
  ROW_QUEUE,
  ROW_PRIORITY
};

static int G_GNUC_PRINTF (2, 3)
stop (LsTraceReader *self,
      const char    *format,
      ...)
{
  va_list args;

  va_start (args, format);
  if (self->problem == NULL)
    self->problem = g_strdup_vprintf (format, args);
  va_end (args);
  return STOP;
}

int
ls_trace_reader_stop_at_damage (LsTraceReader *self,
                                const char    *what)
{
  /* Translators: where a trace file is damaged: after how many records; and what is wrong there */
  return stop (self, _("The file is damaged after record %" PRIu64 ": %s"), self->n_records, what);
}

gboolean
ls_trace_reader_in_member (const LsTraceReader *self,
                           LsTraceLine          line,
                           const char          *member,
                           guint                depth)
{
  return self->line == line && self->in_arguments && self->depth == self->event_depth + depth && strcmp (self->member, member) == 0;
}

/* Two kinds of lines have records. */
static gboolean
has_records (const LsTraceReader *self)
{
  return (self->line == LS_TRACE_LINE_RECORDS || self->line == LS_TRACE_LINE_BEFORE) && self->in_arguments;
}

static gboolean
in_records (const LsTraceReader *self,
            guint                depth)
{
  return has_records (self) && ls_trace_reader_in_member (self, self->line, "records", depth);
}

/* Numbers */

static gboolean
parse_integer (const char *digits,
               size_t      length,
               gint64     *number)
{
  const gboolean is_negative = length > 0 && digits[0] == '-';
  guint64 sum = 0;

  if (length > 19 + (gsize) is_negative)
    return FALSE;
  for (size_t i = is_negative; i < length; i++)
    {
      if (!g_ascii_isdigit (digits[i]))
        return FALSE;
      sum = sum * 10 + (digits[i] - '0');
    }
  if (sum > (guint64) G_MAXINT64 + is_negative)
    return FALSE;
  *number = is_negative ? (gint64) -sum : (gint64) sum;
  return TRUE;
}

static int
take_number (LsTraceReader *self,
             gint64         number)
{
  if (in_records (self, 4) || ls_trace_reader_in_rows (self, 4))
    {
      if (self->n_row == LS_TRACE_LINES_N_MEMBERS)
        return ls_trace_reader_stop_at_damage (self, _("a record has too many members"));
      self->row[self->n_row++] = number;
      return GO_ON;
    }
  if (ls_trace_reader_is_recording (self))
    return ls_trace_reader_recording_number (self, number);
  if (self->depth != self->event_depth + 2 || number < 0)
    return GO_ON;
  if (ls_trace_reader_in_member (self, LS_TRACE_LINE_TRACE, "version", 2) && number != LS_TRACE_LINES_VERSION)
    {
      self->is_foreign = TRUE;
      return stop (self, _("The trace file is of version %" PRId64 ", expected %d"), number, LS_TRACE_LINES_VERSION);
    }
  if (ls_trace_reader_in_member (self, LS_TRACE_LINE_TRACE, "start", 2))
    {
      self->start = number;
      if (self->start > LS_TRACE_LINES_MAX_START || self->start % LS_TRACE_CHUNK != 0)
        return ls_trace_reader_stop_at_damage (self, _("it cannot begin with that record"));
    }
  else if (ls_trace_reader_in_member (self, LS_TRACE_LINE_BEFORE, "steps", 2))
    self->n_steps = MIN (number, G_MAXUINT32);
  else if (ls_trace_reader_in_member (self, LS_TRACE_LINE_BEFORE, "turns", 2))
    self->n_turns = MIN (number, G_MAXUINT32);
  else if (strcmp (self->member, "first") == 0)
    self->first = number;
  else if (strcmp (self->member, "time") == 0)
    self->time = number;
  else if (ls_trace_reader_in_member (self, LS_TRACE_LINE_END, "records", 2))
    self->n_records_said = number;
  else if (ls_trace_reader_in_member (self, LS_TRACE_LINE_END, "texts", 2))
    self->n_texts_said = number;
  else if (ls_trace_reader_in_member (self, LS_TRACE_LINE_END, "lost", 2))
    ls_trace_set_n_lost (self->trace, MIN ((guint64) number, G_MAXSIZE));
  return GO_ON;
}

static int
on_number (void       *data,
           const char *digits,
           size_t      length)
{
  LsTraceReader *self = data;
  gint64 number;

  self->last_token = self->n_parsed;
  if (self->line == LS_TRACE_LINE_OTHER || !self->in_arguments)
    return GO_ON;
  if (!parse_integer (digits, length, &number))
    return ls_trace_reader_stop_at_damage (self, _("a number is not an integer, or is too large"));
  return take_number (self, number);
}

/* Records */

static gboolean
row_is_valid (const LsTraceReader *self)
{
  const gint64 *row = self->row;

  return self->n_row >= 1 && row[ROW_KIND] > 0 && row[ROW_KIND] < self->kinds->len &&
         row[ROW_CLAUSE] >= 0 && row[ROW_CLAUSE] < self->clauses->len &&
         row[ROW_SUBJECT] >= 0 && row[ROW_SUBJECT] <= G_MAXUINT32 && row[ROW_OBJECT] >= 0 && row[ROW_OBJECT] <= G_MAXUINT32 &&
         row[ROW_VALUE] >= 0 && row[ROW_VALUE] <= G_MAXUINT32 &&
         row[ROW_TEXT] >= 0 && row[ROW_TEXT] <= ls_trace_get_n_texts (self->trace) &&
         row[ROW_STEP] >= 0 && row[ROW_STEP] <= G_MAXUINT8 && row[ROW_LEVEL] >= 0 && row[ROW_LEVEL] <= G_MAXUINT8 &&
         row[ROW_FLAGS] >= 0 && row[ROW_FLAGS] <= G_MAXUINT8 && row[ROW_QUEUE] >= 0 && row[ROW_QUEUE] <= G_MAXUINT8 &&
         (row[ROW_QUEUE] < LS_N_QUEUE_TYPES || ls_queue_type_is_of_sources (row[ROW_QUEUE])) &&
         row[ROW_PRIORITY] >= 0 && row[ROW_PRIORITY] <= LS_N_TASK_PRIORITIES;
}

static int
take_record (LsTraceReader *self)
{
  const gint64 *row = self->row;
  guint64 n_records;
  LsRecord record;
  guint16 kind;

  if (!row_is_valid (self))
    return ls_trace_reader_stop_at_damage (self, _("a member of a record is out of range"));
  kind = g_array_index (self->kinds, guint16, row[ROW_KIND]);
  if (kind == LS_RECORD_NONE)
    return ls_trace_reader_stop_at_damage (self, _("a record is of a kind that only a later version of Loopscope knows"));
  /* Both are at most G_MAXINT64 in size, so the sum tells by itself whether it is a time. */
  self->time += (guint64) row[ROW_SINCE];
  if (self->time > MAX_TIME)
    return ls_trace_reader_stop_at_damage (self, _("the time of a record is out of range"));
  n_records = self->n_records + self->before->len;
  if (n_records >= LS_TRACE_READER_FREE_RECORDS && n_records / LS_TRACE_READER_RECORDS_PER_BYTE >= self->n_bytes)
    return ls_trace_reader_stop_at_damage (self, _("it has far more records than a file of its size can have"));

  record = (LsRecord) {
    .time = self->time,
    .subject = row[ROW_SUBJECT],
    .object = row[ROW_OBJECT],
    .value = row[ROW_VALUE],
    .text = row[ROW_TEXT],
    .kind = kind,
    .clause = g_array_index (self->clauses, guint8, row[ROW_CLAUSE]),
    .step = row[ROW_STEP],
    .priority = (guint8) (row[ROW_PRIORITY] - 1),
    .queue = row[ROW_QUEUE],
    .level = row[ROW_LEVEL],
    .flags = row[ROW_FLAGS],
  };
  ls_record_decode_priorities (&record);
  if (self->line == LS_TRACE_LINE_BEFORE)
    g_array_append_val (self->before, record);
  else
    {
      *ls_probe_reserve (ls_trace_get_probe (self->trace)) = record;
      self->n_records++;
    }
  return GO_ON;
}

/* Texts */

static int
take_text (LsTraceReader *self,
           const guchar  *text,
           size_t         length)
{
  g_autofree char *string = g_strndup ((const char *) text, length);
  const guint32 number = ls_trace_get_n_texts (self->trace) + 1;

  if (strlen (string) != length)
    return ls_trace_reader_stop_at_damage (self, _("a text has an invalid character"));
  self->n_text_bytes += length + 64;
  if (self->n_text_bytes > LS_TRACE_READER_FREE_TEXT && self->n_text_bytes / LS_TRACE_READER_TEXT_PER_BYTE > self->n_bytes)
    return ls_trace_reader_stop_at_damage (self, _("it has far more text than a file of its size can have"));
  if (self->first++ != number || ls_probe_intern (ls_trace_get_probe (self->trace), string) != number)
    return ls_trace_reader_stop_at_damage (self, _("a text occurs twice, or is missing"));
  return GO_ON;
}

/* A name of a table in the header gets the number that it has here. */
static void
take_kind (LsTraceReader *self,
           const char    *name)
{
  LsRecordKind kind = LS_RECORD_NONE;
  guint16 number = ls_record_kind_from_string (name, &kind) ? kind : LS_RECORD_NONE;

  if (self->kinds->len < G_MAXUINT8 * 4)
    g_array_append_val (self->kinds, number);
}

static void
take_clause (LsTraceReader *self,
             const char    *nick)
{
  guint8 number = LS_CLAUSE_NONE;

  for (guint i = 0; i < LS_N_CLAUSES; i++)
    if (strcmp (ls_clause_get_nick (i), nick) == 0)
      number = i;
  if (self->clauses->len < G_MAXUINT8)
    g_array_append_val (self->clauses, number);
}

static LsTraceLine
find_line (const guchar *name,
           size_t        length)
{
  static const char *const names[] = {
    [LS_TRACE_LINE_TRACE] = LS_TRACE_LINES_TRACE,
    [LS_TRACE_LINE_SESSION] = LS_TRACE_LINES_SESSION,
    [LS_TRACE_LINE_TEXTS] = LS_TRACE_LINES_TEXTS,
    [LS_TRACE_LINE_BEFORE] = LS_TRACE_LINES_BEFORE,
    [LS_TRACE_LINE_RECORDS] = LS_TRACE_LINES_RECORDS,
    [LS_TRACE_LINE_END] = LS_TRACE_LINES_END,
    [LS_TRACE_LINE_RECORDING] = LS_TRACE_LINES_RECORDING,
    [LS_TRACE_LINE_RECORDING_TEXTS] = LS_TRACE_LINES_RECORDING_TEXTS,
    [LS_TRACE_LINE_RECORDING_THREADS] = LS_TRACE_LINES_RECORDING_THREADS,
    [LS_TRACE_LINE_RECORDING_EVENTS] = LS_TRACE_LINES_RECORDING_EVENTS,
  };

  for (guint i = 1; i < G_N_ELEMENTS (names); i++)
    if (strlen (names[i]) == length && memcmp (names[i], name, length) == 0)
      return i;
  return LS_TRACE_LINE_OTHER;
}

static int
on_string (void         *data,
           const guchar *text,
           size_t        length)
{
  LsTraceReader *self = data;

  self->last_token = self->n_parsed;
  if (self->event_depth > 0 && self->expects_name && self->depth == self->event_depth + 1)
    {
      self->expects_name = FALSE;
      self->line = find_line (text, length);
      if (self->line != LS_TRACE_LINE_OTHER && self->had_arguments)
        {
          self->is_foreign = TRUE;
          return stop (self, _("Another program has written the trace file anew: found the arguments of an event before its name, "
                               "expected the name first"));
        }
      if (self->line == LS_TRACE_LINE_TRACE && self->has_header)
        return ls_trace_reader_stop_at_damage (self, _("it has two beginnings"));
      if (self->line != LS_TRACE_LINE_OTHER && self->line != LS_TRACE_LINE_TRACE && !self->has_header)
        return ls_trace_reader_stop_at_damage (self, _("the line that says what the numbers mean is missing"));
      self->has_header |= self->line == LS_TRACE_LINE_TRACE;
      return ls_trace_reader_begin_recording (self);
    }
  if (self->line == LS_TRACE_LINE_OTHER || !self->in_arguments)
    return GO_ON;
  if (ls_trace_reader_in_member (self, LS_TRACE_LINE_TEXTS, "texts", 3))
    return take_text (self, text, length);
  if (ls_trace_reader_is_recording (self))
    return ls_trace_reader_recording_text (self, (const char *) text, length);
  if (ls_trace_reader_in_member (self, LS_TRACE_LINE_SESSION, "session", 2))
    {
      if (length > LS_JSON_MAX_SIZE)
        return ls_trace_reader_stop_at_damage (self, _("its session is too large"));
      g_free (self->session);
      self->session = g_strndup ((const char *) text, length);
    }
  else if (ls_trace_reader_in_member (self, LS_TRACE_LINE_TRACE, "kinds", 3) || ls_trace_reader_in_member (self, LS_TRACE_LINE_TRACE, "clauses", 3))
    {
      g_autofree char *name = g_strndup ((const char *) text, length);

      if (self->member[0] == 'k')
        take_kind (self, name);
      else
        take_clause (self, name);
    }
  else if (has_records (self) && self->depth >= self->event_depth + 3)
    return ls_trace_reader_stop_at_damage (self, _("a record is not a list of numbers"));
  return GO_ON;
}

/* Containers */

static int
on_key (void         *data,
        const guchar *key,
        size_t        length)
{
  LsTraceReader *self = data;

  self->last_token = self->n_parsed;
  if (self->event_depth == 0)
    self->expects_events = self->depth == 1 && length == strlen ("traceEvents") && memcmp (key, "traceEvents", length) == 0;
  else if (self->depth == self->event_depth + 1)
    {
      self->expects_name = length == 4 && memcmp (key, "name", 4) == 0;
      self->expects_arguments = length == 4 && memcmp (key, "args", 4) == 0;
    }
  else if (self->in_arguments && self->depth == self->event_depth + 2)
    {
      length = MIN (length, sizeof self->member - 1);
      memcpy (self->member, key, length);
      self->member[length] = '\0';
      self->expects_arguments = FALSE;
    }
  return GO_ON;
}

static int
begin_container (LsTraceReader *self)
{
  self->last_token = self->n_parsed;
  if (++self->depth > LS_JSON_MAX_DEPTH)
    return ls_trace_reader_stop_at_damage (self, _("brackets are nested too deeply"));
  if (has_records (self) && self->depth > self->event_depth + 4)
    return ls_trace_reader_stop_at_damage (self, _("a record is not a list of numbers"));
  return GO_ON;
}

static int
on_start_map (void *data)
{
  LsTraceReader *self = data;

  if (self->event_depth > 0 && self->depth == self->event_depth)
    {
      self->line = LS_TRACE_LINE_OTHER;
      self->expects_name = self->expects_arguments = self->had_arguments = FALSE;
    }
  if (self->event_depth > 0 && self->depth == self->event_depth + 1 && self->expects_arguments)
    {
      self->in_arguments = self->had_arguments = TRUE;
      self->first = self->time = 0;
      self->member[0] = '\0';
    }
  return begin_container (self);
}

/* What a line has counts once it is over; its records may be looked at then. */
static int
end_line (LsTraceReader *self)
{
  const LsTraceLine line = self->line;

  self->line = LS_TRACE_LINE_OTHER;
  switch (line)
    {
    case LS_TRACE_LINE_BEFORE:
      ls_trace_begin_at (self->trace, self->start, self->time_of_line, self->n_steps, self->n_turns,
                         (const LsRecord *) self->before->data, self->before->len);
      self->has_begun = TRUE;
      break;
    case LS_TRACE_LINE_RECORDS:
      ls_probe_publish (ls_trace_get_probe (self->trace));
      break;
    case LS_TRACE_LINE_END:
      self->has_end = TRUE;
      if (self->n_records_said != self->n_records || self->n_texts_said != ls_trace_get_n_texts (self->trace))
        return ls_trace_reader_stop_at_damage (self, _("it should have more or fewer records"));
      break;
    default:
      break;
    }
  return GO_ON;
}

static int
on_end_map (void *data)
{
  LsTraceReader *self = data;

  self->last_token = self->n_parsed;
  self->depth--;
  if (self->event_depth == 0)
    return GO_ON;
  if (self->in_arguments && self->depth == self->event_depth + 1)
    {
      self->in_arguments = FALSE;
      return end_line (self);
    }
  return GO_ON;
}

/* Whether the records of this line go on where those before end. */
static gboolean
records_may_follow (const LsTraceReader *self)
{
  if (self->line == LS_TRACE_LINE_BEFORE)
    return self->start > 0 && !self->has_begun;
  return self->first == self->start + self->n_records && (self->start == 0 || self->has_begun);
}

static int
on_start_array (void *data)
{
  LsTraceReader *self = data;

  if (self->event_depth == 0 && ((self->depth == 1 && self->expects_events) || self->depth == 0))
    self->event_depth = self->depth + 1;
  else if (in_records (self, 2))
    {
      if (!records_may_follow (self))
        return ls_trace_reader_stop_at_damage (self, _("records are missing"));
      self->time_of_line = self->time;
    }
  else if (in_records (self, 3) || ls_trace_reader_in_rows (self, 3))
    {
      memset (self->row, 0, sizeof self->row);
      self->n_row = 0;
    }
  return begin_container (self);
}

static int
on_end_array (void *data)
{
  LsTraceReader *self = data;

  self->last_token = self->n_parsed;
  self->depth--;
  if (self->event_depth > 0 && self->depth < self->event_depth)
    {
      self->event_depth = 0;
      self->expects_events = FALSE;
    }
  else if (in_records (self, 3))
    return take_record (self);
  else if (ls_trace_reader_in_rows (self, 3))
    return ls_trace_reader_recording_row (self);
  return GO_ON;
}

static int
on_other (LsTraceReader *self)
{
  self->last_token = self->n_parsed;
  if (has_records (self) && self->depth >= self->event_depth + 3)
    return ls_trace_reader_stop_at_damage (self, _("a record is not a list of numbers"));
  return GO_ON;
}

static int
on_null (void *data)
{
  return on_other (data);
}

static int
on_boolean (void *data,
            int   value)
{
  return on_other (data);
}

static const yajl_callbacks callbacks = {
  .yajl_null = on_null,
  .yajl_boolean = on_boolean,
  .yajl_number = on_number,
  .yajl_string = on_string,
  .yajl_start_map = on_start_map,
  .yajl_map_key = on_key,
  .yajl_end_map = on_end_map,
  .yajl_start_array = on_start_array,
  .yajl_end_array = on_end_array,
};

void
ls_trace_reader_init (LsTraceReader *self)
{
  *self = (LsTraceReader) { 0 };
  self->trace = ls_trace_new ();
  self->kinds = g_array_new (FALSE, FALSE, sizeof (guint16));
  self->clauses = g_array_new (FALSE, FALSE, sizeof (guint8));
  self->before = g_array_new (FALSE, FALSE, sizeof (LsRecord));
  self->parser = yajl_alloc (&callbacks, &ls_json_memory, self);
}

void
ls_trace_reader_clear (LsTraceReader *self)
{
  yajl_free (self->parser);
  g_array_unref (self->kinds);
  g_array_unref (self->clauses);
  g_array_unref (self->before);
  g_clear_pointer (&self->builder, ls_recording_builder_free);
  g_clear_pointer (&self->event_kinds, g_array_unref);
  g_clear_pointer (&self->shown, g_array_unref);
  g_clear_pointer (&self->info_key, g_free);
  g_clear_object (&self->trace);
  g_clear_pointer (&self->session, g_free);
  g_clear_pointer (&self->problem, g_free);
}

/* Takes the next bytes of the text. Returns FALSE where no more are wanted: there is a problem. */
gboolean
ls_trace_reader_parse (LsTraceReader *self,
                       const guint8  *bytes,
                       gsize          n_bytes)
{
  const yajl_status status = yajl_parse (self->parser, bytes, n_bytes);
  guint64 pending;

  if (status == yajl_status_error)
    ls_trace_reader_stop_at_damage (self, _("what follows is not JSON"));
  self->n_parsed += n_bytes;
  pending = self->n_parsed - self->last_token;
  if (status == yajl_status_ok && (pending > LS_TRACE_READER_MAX_TOKEN || (pending > LS_TRACE_READER_FREE_TOKEN &&
                                                                          pending / LS_TRACE_READER_TEXT_PER_BYTE > self->n_bytes)))
    ls_trace_reader_stop_at_damage (self, _("a text is too large"));
  return self->problem == NULL;
}

/* There is no more text. What is whole of the last line counts. */
void
ls_trace_reader_end (LsTraceReader *self,
                     gboolean       is_cut)
{
  ls_probe_publish (ls_trace_get_probe (self->trace));
  if (self->problem == NULL && self->has_header && (is_cut || !self->has_end))
    self->problem = g_strdup_printf (_("The file is cut: it ends after record %" PRIu64), self->n_records);
  ls_trace_reader_end_recording (self);
}
