/* ls-chrome-writer.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-chrome-writer-private.h"

#include <string.h>

#include "ls-json-writer-private.h"
#include "ls-recording-lines-private.h"
#include "ls-story-private.h"
#include "ls-trace-lines-private.h"
#include "ls-version.h"

#define BUFFER_SIZE (64 * 1024)

#define TIMELINE_MORE "disabled-by-default-devtools.timeline"
#define USER_TIMING "blink.user_timing"

/* Names in DevTools' tracks are cut to this many characters. */
#define NAME_LENGTH 200

typedef struct
{
  LsTrace       *trace;
  GOutputStream *stream;
  GString       *buffer;
  gboolean       with_records;
  LsTraceLines   lines;
  guint64        n_waits;
} Writer;

/* Appends a time or duration of ns as µs. */
static void
append_time (GString *string,
             guint64  time)
{
  guint rest = time % 1000;

  ls_trace_lines_number (string, time / 1000);
  if (rest != 0)
    {
      const char digits[] = { '.', '0' + rest / 100, '0' + rest / 10 % 10, '0' + rest % 10 };

      g_string_append_len (string, digits, sizeof digits);
    }
}

/* Appends a text as JSON, but not all of it if it is long. */
static void
quote_short (GString    *string,
             const char *text)
{
  g_autofree char *begin = NULL;

  if (strlen (text) > NAME_LENGTH && g_utf8_strlen (text, -1) > NAME_LENGTH)
    begin = g_utf8_substring (text, 0, NAME_LENGTH);
  ls_trace_lines_quote (string, begin != NULL ? begin : text);
}

/* Begins an event up to its arguments. */
static void
begin_event (Writer     *self,
             const char *name,
             const char *phase,
             const char *category,
             guint32     thread,
             guint64     time)
{
  g_string_append (self->buffer, "{\"name\":");
  quote_short (self->buffer, name);
  g_string_append (self->buffer, ",\"ph\":\"");
  g_string_append (self->buffer, phase);
  g_string_append (self->buffer, "\",\"cat\":\"");
  g_string_append (self->buffer, category);
  g_string_append (self->buffer, "\",\"pid\":" G_STRINGIFY (LS_CHROME_PID) ",\"tid\":");
  ls_trace_lines_number (self->buffer, thread);
  g_string_append (self->buffer, ",\"ts\":");
  append_time (self->buffer, time + LS_CHROME_TIME_BASE);
  if (phase[0] == 'I')
    g_string_append (self->buffer, ",\"s\":\"t\"");
}

/* Ends an event. @format makes the members of its arguments. */
static void G_GNUC_PRINTF (2, 3)
end_event (Writer     *self,
           const char *format,
           ...)
{
  va_list args;

  g_string_append (self->buffer, ",\"args\":{");
  va_start (args, format);
  g_string_append_vprintf (self->buffer, format, args);
  va_end (args);
  g_string_append (self->buffer, "}},\n");
}

static void G_GNUC_PRINTF (4, 5)
add_metadata (Writer     *self,
              const char *name,
              guint32     thread,
              const char *format,
              ...)
{
  va_list args;

  g_string_append_printf (self->buffer, "{\"name\":\"%s\",\"ph\":\"M\",\"cat\":\"__metadata\",\"pid\":%d,\"tid\":%u,\"ts\":0,\"args\":{", name,
                          LS_CHROME_PID, thread);
  va_start (args, format);
  g_string_append_vprintf (self->buffer, format, args);
  va_end (args);
  g_string_append (self->buffer, "}},\n");
}

static void
add_agent (Writer             *self,
           const LsStoryEvent *event)
{
  if (event->agent == 1)
    {
      add_metadata (self, "process_name", 1, "\"name\":\"Renderer\"");
      add_metadata (self, "process_labels", 1, "\"labels\":\"Loopscope\"");
      add_metadata (self, "thread_name", 1, "\"name\":\"CrRendererMain\"");
      add_metadata (self, "thread_sort_index", 1, "\"sort_index\":1");
      begin_event (self, "TracingStartedInBrowser", "I", TIMELINE_MORE, 1, event->time);
      end_event (self, "\"data\":{\"frameTreeNodeId\":1,\"persistentIds\":true,\"frames\":[{\"frame\":\"" LS_STORY_FRAME "\",\"url\":\"loopscope:trace\","
                 "\"name\":\"\",\"processId\":%d,\"isOutermostMainFrame\":true,\"isInPrimaryMainFrame\":true}]}", LS_CHROME_PID);
      return;
    }
  add_metadata (self, "thread_name", event->agent, "\"name\":\"DedicatedWorker thread\"");
  add_metadata (self, "thread_sort_index", event->agent, "\"sort_index\":%u", event->agent);
  begin_event (self, "TracingSessionIdForWorker", "I", TIMELINE_MORE, event->agent, event->time);
  g_string_append_printf (self->buffer, ",\"args\":{\"data\":{\"frame\":\"" LS_STORY_FRAME "\",\"workerId\":\"%u\",\"workerThreadId\":%u,\"url\":",
                          event->agent, event->agent);
  quote_short (self->buffer, event->name != NULL ? event->name : "worker");
  g_string_append (self->buffer, "}}},\n");
}

/* The end of a flow, whose beginning is written now that it has one: none is without its end. */
static void
add_flow (Writer             *self,
          const LsStoryEvent *event)
{
  if (event->flow == 0 || !event->posted_in_slice || event->since >= event->time)
    return;
  begin_event (self, "post", "s", "loopscope.flow", event->since_agent, event->since);
  g_string_append_printf (self->buffer, ",\"id\":\"0x%" G_GINT64_MODIFIER "x\"", event->flow);
  end_event (self, "%s", "");
  begin_event (self, "post", "f", "loopscope.flow", event->agent, event->time);
  g_string_append_printf (self->buffer, ",\"id\":\"0x%" G_GINT64_MODIFIER "x\",\"bp\":\"e\"", event->flow);
  end_event (self, "%s", "");
}

static void
begin_slice (Writer             *self,
             const LsStoryEvent *event,
             const char         *name,
             const char         *category)
{
  begin_event (self, name, "X", category, event->agent, event->since);
  g_string_append (self->buffer, ",\"dur\":");
  append_time (self->buffer, event->time - event->since);
}

static void
add_arguments (Writer             *self,
               const LsStoryEvent *event)
{
  LsStoryArgument arguments[LS_STORY_MAX_ARGUMENTS];
  const guint n_arguments = ls_story_list_arguments (event, arguments);
  GString *string = self->buffer;

  g_string_append (string, ",\"args\":{\"data\":{");
  for (guint i = 0; i < n_arguments; i++)
    {
      g_string_append (string, i > 0 ? ",\"" : "\"");
      g_string_append (string, arguments[i].name);
      g_string_append (string, "\":");
      if (arguments[i].text != NULL)
        quote_short (string, arguments[i].text);
      else if (arguments[i].is_boolean)
        g_string_append (string, arguments[i].number ? "true" : "false");
      else
        ls_trace_lines_number (string, arguments[i].number);
    }
  g_string_append (string, "}}},\n");
}

/* A slice that is over, under the name that Chrome has for it, and within it what the program calls it, as Chrome's events have no
 * room for that. */
static void
add_slice (Writer             *self,
           const LsStoryEvent *event)
{
  const char *name = ls_story_get_event_name (event);

  if (name != NULL)
    {
      begin_slice (self, event, name, ls_story_get_event_category (event));
      if (event->slice == LS_STORY_SLICE_MICROTASK)
        end_event (self, "\"microtask_count\":1");
      else if (event->slice == LS_STORY_SLICE_TURN)
        end_event (self, "%s", "");
      else
        add_arguments (self, event);
    }
  if (event->slice == LS_STORY_SLICE_TURN || event->slice == LS_STORY_SLICE_EVENT || (name != NULL && event->name == NULL))
    return;
  begin_slice (self, event, "FunctionCall", "devtools.timeline");
  g_string_append (self->buffer, ",\"args\":{\"data\":{\"functionName\":");
  quote_short (self->buffer, event->name != NULL ? event->name : "task");
  g_string_append (self->buffer, ",\"frame\":\"" LS_STORY_FRAME "\"}}},\n");
}

static const char *
get_color (const LsStoryEvent *event)
{
  switch ((LsTaskPriority) event->priority)
    {
    case LS_TASK_PRIORITY_USER_BLOCKING:
      return "error";
    case LS_TASK_PRIORITY_USER_VISIBLE:
      return "primary";
    case LS_TASK_PRIORITY_BACKGROUND:
      return "tertiary";
    default:
      return "secondary";
    }
}

/* A property is a pair of texts that need no escape. */
static void
append_property (GString    *string,
                 const char *name,
                 const char *value)
{
  if (string->str[string->len - 1] == ']')
    g_string_append_c (string, ',');
  g_string_append (string, "[\\\"");
  g_string_append (string, name);
  g_string_append (string, "\\\",\\\"");
  g_string_append (string, value);
  g_string_append (string, "\\\"]");
}

/* Appends what DevTools needs to make an entry of its track “Waiting”: JSON as a text in JSON, with its quotation marks escaped. */
static void
append_detail (GString            *string,
               const LsStoryEvent *event)
{
  g_string_append (string, "\"{\\\"devtools\\\":{\\\"dataType\\\":\\\"track-entry\\\",\\\"track\\\":\\\"Waiting\\\","
                   "\\\"trackGroup\\\":\\\"Loopscope\\\",\\\"color\\\":\\\"");
  g_string_append (string, get_color (event));
  g_string_append (string, "\\\",\\\"properties\\\":[");
  if (event->task != 0)
    {
      char task[11];

      g_snprintf (task, sizeof task, "%u", event->task);
      append_property (string, "Task", task);
      append_property (string, "Queue", ls_queue_type_to_string (event->queue));
    }
  if (ls_task_priority_is_valid (event->priority))
    append_property (string, "Priority", ls_task_priority_to_string (event->priority));
  if (event->is_open)
    append_property (string, "End", "still waits");
  g_string_append (string, "]}}\"");
}

/* Tools know some events by their names alone, and expect arguments that a wait lacks if its task is called Layout or
 * ResourceFinish. None of these names has a space. */
static void
add_wait (Writer             *self,
          const LsStoryEvent *event)
{
  g_autofree char *task = ls_story_dup_name (event);
  g_autofree char *name = g_strconcat ("waiting: ", task, NULL);

  self->n_waits++;
  begin_event (self, name, "b", USER_TIMING, event->agent, event->since);
  g_string_append_printf (self->buffer, ",\"id2\":{\"local\":\"0x%" G_GINT64_MODIFIER "x\"}", self->n_waits);
  g_string_append (self->buffer, ",\"args\":{\"detail\":");
  append_detail (self->buffer, event);
  g_string_append (self->buffer, "}},\n");
  begin_event (self, name, "e", USER_TIMING, event->agent, event->time);
  g_string_append_printf (self->buffer, ",\"id2\":{\"local\":\"0x%" G_GINT64_MODIFIER "x\"}", self->n_waits);
  end_event (self, "%s", "");
}

/* The marks of the recording helper: which signal the next task has, and changes of priority. */
static void
add_mark (Writer             *self,
          const LsStoryEvent *event,
          const char         *name)
{
  guint64 time = event->time + LS_CHROME_TIME_BASE;

  begin_event (self, name, "I", USER_TIMING, event->agent, event->time);
  if (event->kind == LS_STORY_PRIORITY)
    end_event (self, "\"data\":{\"detail\":\"{\\\"signal\\\":%u,\\\"priority\\\":\\\"%s\\\"}\",\"startTime\":%" G_GUINT64_FORMAT ".%06u}",
               event->signal, ls_story_get_priority_name (event), time / 1000000, (guint) (time % 1000000));
  else
    end_event (self, "\"data\":{\"detail\":\"{\\\"signal\\\":%u}\",\"startTime\":%" G_GUINT64_FORMAT ".%06u}", event->signal,
               time / 1000000, (guint) (time % 1000000));
}

static void
add_instant (Writer             *self,
             const LsStoryEvent *event)
{
  const char *name = ls_story_get_event_name (event);

  if (event->kind == LS_STORY_PRIORITY)
    add_mark (self, event, "loopscope.priority");
  if (event->kind == LS_STORY_POST && event->signal != 0)
    add_mark (self, event, "loopscope.signal");
  if (name == NULL)
    return;
  begin_event (self, name, event->kind == LS_STORY_ABORT ? "X" : "I", ls_story_get_event_category (event), event->agent, event->time);
  if (event->kind == LS_STORY_ABORT)
    g_string_append (self->buffer, ",\"dur\":0");
  add_arguments (self, event);
}

static void
add_counters (Writer             *self,
              const LsStoryEvent *event)
{
  begin_event (self, "Waiting tasks", "C", "loopscope", event->agent, event->time);
  if (event->agent != 1)
    g_string_append_printf (self->buffer, ",\"id\":\"%u\"", event->agent);
  g_string_append (self->buffer, ",\"args\":{");
  for (guint i = 0; i < LS_N_STORY_COUNTS; i++)
    g_string_append_printf (self->buffer, "%s\"%s\":%u", i > 0 ? "," : "", ls_story_count_to_string (i), event->counts[i]);
  g_string_append (self->buffer, "}},\n");
}

static void
on_event (gpointer            data,
          const LsStoryEvent *event)
{
  Writer *self = data;

  switch (event->kind)
    {
    case LS_STORY_AGENT:
      add_agent (self, event);
      break;
    case LS_STORY_BEGIN:
      add_flow (self, event);
      break;
    case LS_STORY_END:
      add_slice (self, event);
      break;
    case LS_STORY_WAIT:
      add_wait (self, event);
      break;
    case LS_STORY_COUNTERS:
      add_counters (self, event);
      break;
    default:
      add_instant (self, event);
      break;
    }
}

static void
on_records (gpointer        data,
            gsize           position,
            const LsRecord *records,
            gsize           n_records)
{
  Writer *self = data;

  if (self->with_records)
    ls_trace_lines_records (&self->lines, position, records, n_records, self->buffer);
}

static gboolean
write_buffer (Writer        *self,
              GCancellable  *cancellable,
              GError       **error)
{
  gboolean written = g_output_stream_write_all (self->stream, self->buffer->str, self->buffer->len, NULL, cancellable, error);

  g_string_truncate (self->buffer, 0);
  return written;
}

static gboolean
on_flush (gpointer       data,
          GCancellable  *cancellable,
          GError       **error)
{
  Writer *self = data;

  return self->buffer->len < BUFFER_SIZE || write_buffer (self, cancellable, error);
}

typedef struct
{
  Writer      *writer;
  LsLoadWatch *watch;
} Flush;

static gboolean
flush_recording (gpointer   data,
                 GError   **error)
{
  const Flush *flush = data;

  return on_flush (flush->writer, flush->watch->cancellable, error);
}

/* Writes a trace as one JSON object with an event a line. @session: (nullable): goes with the records */
gboolean
ls_chrome_write (LsTrace        *trace,
                 gboolean        with_records,
                 const char     *session,
                 GOutputStream  *stream,
                 LsLoadWatch    *watch,
                 GError        **error)
{
  static const LsStoryListener listener = { .records = on_records, .event = on_event, .flush = on_flush };
  g_autoptr (GString) buffer = g_string_sized_new (2 * BUFFER_SIZE);
  Writer writer = { .trace = trace, .stream = stream, .buffer = buffer, .with_records = with_records };

  g_string_append_c (buffer, '{');
  if (with_records)
    g_string_append_printf (buffer, "\"loopscope\":{\"format\":\"loopscope-trace\",\"version\":%d},\n", LS_TRACE_LINES_VERSION);
  g_string_append_printf (buffer, "\"metadata\":{\"source\":\"Loopscope\",\"version\":\"%s\"},\n\"traceEvents\":[\n", ls_get_version ());
  if (with_records)
    {
      Flush flush = { &writer, watch };

      ls_trace_lines_begin (&writer.lines, trace, session, buffer);
      if (!ls_recording_lines_write (trace, buffer, flush_recording, &flush, error))
        return FALSE;
    }
  if (!ls_story_tell (trace, &listener, &writer, watch, error))
    return FALSE;
  if (with_records)
    ls_trace_lines_end (&writer.lines, buffer);
  else
    g_string_append_printf (buffer, "{\"name\":\"process_sort_index\",\"ph\":\"M\",\"cat\":\"__metadata\",\"pid\":%d,\"tid\":1,\"ts\":0,"
                            "\"args\":{\"sort_index\":1}}\n", LS_CHROME_PID);
  g_string_append (buffer, "]}\n");
  return write_buffer (&writer, watch->cancellable, error);
}
