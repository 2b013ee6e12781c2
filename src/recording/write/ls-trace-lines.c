/* ls-trace-lines.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-trace-lines-private.h"

#include "ls-json-writer-private.h"
#include "ls-record-members-private.h"
#include "ls-trace-private.h"
#include "ls-version.h"

/* Texts in one line. */
#define MAX_TEXTS 256

/* Appends a text as JSON. Most texts have nothing to escape. */
void
ls_trace_lines_quote (GString    *string,
                      const char *text)
{
  LsJsonWriter writer = { .string = string, .is_file = TRUE };
  const guchar *end = (const guchar *) text;

  while (*end >= 0x20 && *end != '"' && *end != '\\')
    end++;
  if (*end == '\0')
    {
      g_string_append_c (string, '"');
      g_string_append_len (string, text, (const char *) end - text);
      g_string_append_c (string, '"');
      return;
    }
  ls_json_string (&writer, NULL, text);
}

/* Begins a line: an event that only Loopscope reads. */
void
ls_trace_lines_open (GString    *string,
                     const char *name)
{
  g_string_append_printf (string, "{\"name\":\"%s\",\"ph\":\"M\",\"cat\":\"__metadata\",\"pid\":1,\"tid\":1,\"ts\":0,\"args\":{", name);
}

void
ls_trace_lines_close (GString *string)
{
  g_string_append (string, "}},\n");
}

/* Appends the texts that have come since the last time, up to number @n_texts. */
static void
append_texts (LsTraceLines *self,
              guint32       n_texts,
              GString      *string)
{
  while (self->n_texts < n_texts)
    {
      guint32 last = MIN (n_texts, self->n_texts + MAX_TEXTS);

      ls_trace_lines_open (string, LS_TRACE_LINES_TEXTS);
      g_string_append_printf (string, "\"first\":%u,\"texts\":[", self->n_texts + 1);
      for (guint32 text = self->n_texts + 1; text <= last; text++)
        {
          if (text > self->n_texts + 1)
            g_string_append_c (string, ',');
          ls_trace_lines_quote (string, ls_trace_get_text (self->trace, text));
        }
      g_string_append_c (string, ']');
      ls_trace_lines_close (string);
      self->n_texts = last;
    }
}

static char *
put_number (char    *end,
            guint64  number)
{
  char digits[20];
  guint n = 0;

  do
    digits[n++] = '0' + number % 10;
  while ((number /= 10) > 0);
  while (n > 0)
    *end++ = digits[--n];
  return end;
}

/* Appends a number. */
void
ls_trace_lines_number (GString *string,
                       guint64  number)
{
  char digits[20];

  g_string_append_len (string, digits, put_number (digits, number) - digits);
}

/* Appends a list of numbers, without those at the end that are 0. */
void
ls_trace_lines_row (GString      *string,
                    const gint64 *members,
                    guint         n_members)
{
  char buffer[LS_TRACE_LINES_N_MEMBERS * 22 + 4];
  char *end = buffer;

  g_return_if_fail (n_members <= LS_TRACE_LINES_N_MEMBERS);

  while (n_members > 1 && members[n_members - 1] == 0)
    n_members--;
  *end++ = '[';
  for (guint i = 0; i < n_members; i++)
    {
      if (i > 0)
        *end++ = ',';
      if (members[i] < 0)
        *end++ = '-';
      end = put_number (end, members[i] < 0 ? -(guint64) members[i] : (guint64) members[i]);
    }
  *end++ = ']';
  g_string_append_len (string, buffer, end - buffer);
}

static void
append_record (const LsRecord *record,
               guint64         before,
               GString        *string)
{
  LsRecord saved = *record;

  ls_record_encode_priorities (&saved);
  /* The priority comes with an offset, so that none is the default 0. */
  ls_trace_lines_row (string, (const gint64[LS_TRACE_LINES_N_MEMBERS]) {
    saved.kind, (gint64) (saved.time - before), saved.clause, saved.subject, saved.object, saved.value,
    saved.text, saved.step, saved.level, saved.flags, saved.queue, (guint8) (saved.priority + 1)
  }, LS_TRACE_LINES_N_MEMBERS);
}

/* The greatest number of a text that a record has. */
static guint32
get_last_text (const LsRecord *record)
{
  guint32 texts[LS_RECORD_MAX_TEXTS], last = 0;
  const guint n = ls_record_get_texts (record, texts);

  for (guint i = 0; i < n; i++)
    last = MAX (last, texts[i]);
  return last;
}

/* Appends the texts that records have and that are new. */
static void
append_texts_of (LsTraceLines   *self,
                 const LsRecord *records,
                 gsize           n_records,
                 GString        *string)
{
  const guint32 n_texts = ls_trace_get_n_texts (self->trace);
  guint32 last_text = self->n_texts;

  for (gsize i = 0; i < n_records; i++)
    {
      const guint32 text = get_last_text (&records[i]);

      if (text > last_text && text <= n_texts)
        last_text = text;
    }
  append_texts (self, last_text, string);
}

/* Ends a line with records, the first of which follows @time. */
static void
append_records (const LsRecord *records,
                gsize           n_records,
                guint64         time,
                GString        *string)
{
  g_string_append_printf (string, "\"time\":%" G_GUINT64_FORMAT ",\"records\":[", time);
  for (gsize i = 0; i < n_records; i++)
    {
      if (i > 0)
        g_string_append_c (string, ',');
      append_record (&records[i], time, string);
      time = records[i].time;
    }
  g_string_append_c (string, ']');
  ls_trace_lines_close (string);
}

/* Appends records that make the state where a trace begins that has forgotten what was before. */
static void
append_before (LsTraceLines *self,
               gsize         start,
               GString      *string)
{
  g_autoptr (GArray) records = ls_trace_list_before (self->trace);
  LsRecord first = { 0 };

  if (ls_trace_get_length (self->trace) > start)
    ls_trace_get_record (self->trace, start, &first);
  append_texts_of (self, (const LsRecord *) records->data, records->len, string);
  ls_trace_lines_open (string, LS_TRACE_LINES_BEFORE);
  g_string_append_printf (string, "\"steps\":%u,\"turns\":%u,", ls_trace_get_step_at (self->trace, start),
                          ls_trace_count_turns_before (self->trace));
  append_records ((const LsRecord *) records->data, records->len, first.time, string);
}

/* Appends records, and before them the texts that are new. */
void
ls_trace_lines_records (LsTraceLines   *self,
                        gsize           position,
                        const LsRecord *records,
                        gsize           n_records,
                        GString        *string)
{
  append_texts_of (self, records, n_records, string);
  ls_trace_lines_open (string, LS_TRACE_LINES_RECORDS);
  g_string_append_printf (string, "\"first\":%" G_GSIZE_FORMAT ",", position);
  append_records (records, n_records, records[0].time, string);
  self->n_records += n_records;
}

/* Appends the line that says what the numbers in the others mean, and that of the session if there is one. */
void
ls_trace_lines_begin (LsTraceLines *self,
                      LsTrace      *trace,
                      const char   *session,
                      GString      *string)
{
  const gsize start = ls_trace_get_start (trace);

  *self = (LsTraceLines) { .trace = trace };
  ls_trace_lines_open (string, LS_TRACE_LINES_TRACE);
  g_string_append_printf (string, "\"loopscope\":\"trace\",\"version\":%d,\"writer\":\"Loopscope %s\",\"start\":%" G_GSIZE_FORMAT ",\"kinds\":[",
                          LS_TRACE_LINES_VERSION, ls_get_version (), start);
  for (guint i = 0; i < LS_N_RECORD_KINDS; i++)
    g_string_append_printf (string, "%s\"%s\"", i > 0 ? "," : "", i > 0 ? ls_record_kind_to_string (i) : "");
  g_string_append (string, "],\"clauses\":[");
  for (guint i = 0; i < LS_N_CLAUSES; i++)
    g_string_append_printf (string, "%s\"%s\"", i > 0 ? "," : "", ls_clause_get_nick (i));
  g_string_append_c (string, ']');
  ls_trace_lines_close (string);
  if (session != NULL)
    {
      ls_trace_lines_open (string, LS_TRACE_LINES_SESSION);
      g_string_append (string, "\"session\":");
      ls_trace_lines_quote (string, session);
      ls_trace_lines_close (string);
    }
  if (start > 0)
    append_before (self, start, string);
}

/* Appends the texts that no record has had, and the line that says that the file is whole. No event comes after it. */
void
ls_trace_lines_end (LsTraceLines *self,
                    GString      *string)
{
  append_texts (self, ls_trace_get_n_texts (self->trace), string);
  ls_trace_lines_open (string, LS_TRACE_LINES_END);
  g_string_append_printf (string, "\"records\":%" G_GSIZE_FORMAT ",\"texts\":%u", self->n_records, self->n_texts);
  if (ls_trace_get_n_lost (self->trace) > 0)
    g_string_append_printf (string, ",\"lost\":%" G_GSIZE_FORMAT, ls_trace_get_n_lost (self->trace));
  g_string_append (string, "}}\n");
}
