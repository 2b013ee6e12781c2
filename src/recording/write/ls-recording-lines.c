/* ls-recording-lines.c: writes the recording that a trace is of
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-recording-lines-private.h"

#include <string.h>

#include "ls-names-private.h"
#include "ls-recording-private.h"
#include "ls-trace-file.h"
#include "ls-trace-lines-private.h"

/* How much one line has at most. */
#define MAX_TEXTS 256
#define MAX_THREADS 256
#define MAX_EVENTS 1024

static const char *const format_names[] = {
  [LS_RECORDING_FORMAT_NONE] = "none",
  [LS_RECORDING_FORMAT_CHROME] = "chrome",
  [LS_RECORDING_FORMAT_NODE] = "node",
  [LS_RECORDING_FORMAT_PERFETTO] = "perfetto",
  [LS_RECORDING_FORMAT_FIREFOX] = "firefox",
  [LS_RECORDING_FORMAT_LOOPSCOPE] = "loopscope",
};

/* Returns LS_RECORDING_FORMAT_NONE for a name that is none. */
LsRecordingFormat
ls_recording_lines_find_format (const char *name)
{
  guint index;

  return ls_find_name (format_names, G_N_ELEMENTS (format_names), name, &index) ? index : LS_RECORDING_FORMAT_NONE;
}

static void
begin_list (GString    *string,
            const char *name)
{
  g_string_append_printf (string, "%s\"%s\":[", string->str[string->len - 1] == '{' ? "" : ",", name);
}

static void
append_item (GString    *string,
             const char *text)
{
  if (string->str[string->len - 1] != '[')
    g_string_append_c (string, ',');
  ls_trace_lines_quote (string, text != NULL ? text : "");
}

static void
append_list (GString           *string,
             const char        *name,
             const char *const *texts)
{
  begin_list (string, name);
  for (guint i = 0; texts != NULL && texts[i] != NULL; i++)
    append_item (string, texts[i]);
  g_string_append_c (string, ']');
}

static int
compare_texts (gconstpointer a,
               gconstpointer b)
{
  return strcmp (a, b);
}

static void
append_infos (GString     *string,
              LsRecording *recording)
{
  g_autoptr (GList) keys = g_list_sort (g_hash_table_get_keys (recording->infos), compare_texts);

  begin_list (string, "infos");
  for (GList *l = keys; l != NULL; l = l->next)
    {
      append_item (string, l->data);
      append_item (string, ls_recording_get_info (recording, l->data));
    }
  g_string_append_c (string, ']');
}

static void
append_head (GString     *string,
             LsRecording *recording,
             const guint *threads,
             guint        n_threads)
{
  ls_trace_lines_open (string, LS_TRACE_LINES_RECORDING);
  g_string_append_printf (string, "\"format\":\"%s\",\"events\":%" G_GSIZE_FORMAT ",\"duration\":%" G_GINT64_FORMAT ",\"cut\":%d",
                          format_names[recording->format], recording->n_events, (gint64) recording->duration,
                          ls_recording_is_cut (recording));
  begin_list (string, "kinds");
  for (guint i = 0; i < LS_N_RECORDING_EVENT_KINDS; i++)
    append_item (string, i > 0 ? ls_recording_event_kind_to_string (i) : "");
  g_string_append_c (string, ']');
  begin_list (string, "shown");
  for (guint i = 0; i < n_threads; i++)
    g_string_append_printf (string, "%s%u", i > 0 ? "," : "", threads[i]);
  g_string_append_c (string, ']');
  append_infos (string, recording);
  append_list (string, "problems", ls_recording_list_problems (recording));
  append_list (string, "lacks", ls_recording_list_lacks (recording));
  ls_trace_lines_close (string);
}

/* Texts are numbered from 1. */
static void
append_texts (GString     *string,
              LsRecording *recording,
              guint        first)
{
  const guint last = MIN (first + MAX_TEXTS, ls_recording_get_n_texts (recording));

  ls_trace_lines_open (string, LS_TRACE_LINES_RECORDING_TEXTS);
  g_string_append_printf (string, "\"first\":%u", first);
  begin_list (string, "texts");
  for (guint i = first; i < last; i++)
    append_item (string, ls_recording_get_text (recording, i));
  g_string_append_c (string, ']');
  ls_trace_lines_close (string);
}

static void
append_threads (GString     *string,
                LsRecording *recording,
                guint        first)
{
  const guint last = MIN (first + MAX_THREADS, ls_recording_get_n_threads (recording));

  ls_trace_lines_open (string, LS_TRACE_LINES_RECORDING_THREADS);
  g_string_append_printf (string, "\"first\":%u", first);
  begin_list (string, "threads");
  for (guint i = first; i < last; i++)
    {
      const LsRecordingThread *thread = ls_recording_get_thread (recording, i);
      const gint64 members[LS_RECORDING_THREAD_N_MEMBERS] = { (gint64) thread->pid, (gint64) thread->tid, thread->kind };

      if (i > first)
        g_string_append_c (string, ',');
      ls_trace_lines_row (string, members, LS_RECORDING_THREAD_N_MEMBERS);
    }
  g_string_append_c (string, ']');
  begin_list (string, "names");
  for (guint i = first; i < last; i++)
    {
      const LsRecordingThread *thread = ls_recording_get_thread (recording, i);

      append_item (string, thread->name);
      append_item (string, thread->process_name);
      append_item (string, thread->title);
      append_item (string, thread->url);
    }
  g_string_append_c (string, ']');
  ls_trace_lines_close (string);
}

static void
append_events (GString                *string,
               guint                   thread,
               const LsRecordingEvent *events,
               gsize                   n_events)
{
  guint64 time = events[0].time;

  ls_trace_lines_open (string, LS_TRACE_LINES_RECORDING_EVENTS);
  g_string_append_printf (string, "\"thread\":%u,\"time\":%" G_GUINT64_FORMAT, thread, time);
  begin_list (string, "events");
  for (gsize i = 0; i < n_events; i++)
    {
      const LsRecordingEvent *event = &events[i];
      /* An unknown queue or rank is 255, and 0 with an offset; an unknown priority is 0. */
      const guint8 priority = event->kind == LS_RECORDING_EVENT_TASK ? event->priority + 1 : event->priority;
      const gint64 members[LS_RECORDING_ROW_N_MEMBERS] = {
        event->kind, (gint64) (event->time - time), (gint64) event->duration, (gint64) event->id, event->text, event->place,
        event->value, event->other, (guint8) (event->queue + 1), priority, event->flags
      };

      if (i > 0)
        g_string_append_c (string, ',');
      ls_trace_lines_row (string, members, LS_RECORDING_ROW_N_MEMBERS);
      time = event->time;
    }
  g_string_append_c (string, ']');
  ls_trace_lines_close (string);
}

/* Appends the recording that the trace is of, if it is of one; @flush writes what there is now and then. */
gboolean
ls_recording_lines_write (LsTrace                *trace,
                          GString                *string,
                          LsRecordingLinesFlush   flush,
                          gpointer                data,
                          GError                **error)
{
  guint n_shown;
  const guint *shown;
  LsRecording *recording = ls_trace_get_recording (trace, &shown, &n_shown);

  if (recording == NULL)
    return TRUE;
  append_head (string, recording, shown, n_shown);
  for (guint i = 1; i < ls_recording_get_n_texts (recording); i += MAX_TEXTS)
    {
      append_texts (string, recording, i);
      if (!flush (data, error))
        return FALSE;
    }
  for (guint i = 0; i < ls_recording_get_n_threads (recording); i += MAX_THREADS)
    {
      append_threads (string, recording, i);
      if (!flush (data, error))
        return FALSE;
    }
  for (guint i = 0; i < ls_recording_get_n_threads (recording); i++)
    {
      gsize n_events;
      const LsRecordingEvent *events = ls_recording_peek_events (recording, i, &n_events);

      for (gsize j = 0; j < n_events; j += MAX_EVENTS)
        {
          append_events (string, i, events + j, MIN (n_events - j, MAX_EVENTS));
          if (!flush (data, error))
            return FALSE;
        }
    }
  return TRUE;
}
