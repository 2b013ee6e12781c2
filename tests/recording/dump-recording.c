/* dump-recording.c: what the library reads of a recording, as JSON lines for count-recording
 *
 * dump-recording FILE…: for each file a line {"file", "format", "cut", "duration", "problems", "lacks", "infos", "threads", "kinds"}, or
 * {"file", "error"}. With --events, a line for each event before it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <json-glib/json-glib.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>

#include "ls-recording-reader.h"

static const char *const formats[] = { "none", "chrome", "node", "perfetto", "firefox", "loopscope" };

static void
add_text (JsonBuilder *json,
          const char  *name,
          const char  *text)
{
  json_builder_set_member_name (json, name);
  if (text != NULL)
    json_builder_add_string_value (json, text);
  else
    json_builder_add_null_value (json);
}

static void
add_number (JsonBuilder *json,
            const char  *name,
            gint64       number)
{
  json_builder_set_member_name (json, name);
  json_builder_add_int_value (json, number);
}

static void
add_lines (JsonBuilder        *json,
           const char         *name,
           const char * const *lines)
{
  json_builder_set_member_name (json, name);
  json_builder_begin_array (json);
  for (guint i = 0; lines[i] != NULL; i++)
    json_builder_add_string_value (json, lines[i]);
  json_builder_end_array (json);
}

static void
print (JsonBuilder *json)
{
  g_autoptr (JsonNode) root = json_builder_get_root (json);
  g_autofree char *line = json_to_string (root, FALSE);

  puts (line);
}

static void
print_event (LsRecording            *recording,
             const LsRecordingEvent *event)
{
  const LsRecordingThread *thread = ls_recording_get_thread (recording, event->thread);
  g_autoptr (JsonBuilder) json = json_builder_new ();

  json_builder_begin_object (json);
  add_text (json, "kind", ls_recording_event_kind_to_string (event->kind));
  add_number (json, "pid", (gint64) thread->pid);
  add_number (json, "tid", (gint64) thread->tid);
  add_number (json, "time", (gint64) event->time);
  add_number (json, "duration", (gint64) event->duration);
  add_number (json, "id", (gint64) event->id);
  add_text (json, "text", ls_recording_get_text (recording, event->text));
  add_text (json, "place", ls_recording_get_text (recording, event->place));
  add_number (json, "value", event->value);
  add_number (json, "other", event->other);
  add_number (json, "priority", event->priority);
  add_number (json, "queue", event->queue);
  add_number (json, "flags", event->flags);
  json_builder_end_object (json);
  print (json);
}

static void
add_threads (JsonBuilder *json,
             LsRecording *recording)
{
  guint n_loops;
  const guint *loops = ls_recording_list_loops (recording, &n_loops);

  json_builder_set_member_name (json, "threads");
  json_builder_begin_array (json);
  for (guint i = 0; i < n_loops; i++)
    {
      const LsRecordingThread *thread = ls_recording_get_thread (recording, loops[i]);
      g_autofree char *title = ls_recording_dup_thread_title (recording, loops[i]);
      guint n_agents;

      ls_recording_list_agents_of (recording, loops[i], &n_agents);
      json_builder_begin_object (json);
      add_number (json, "pid", (gint64) thread->pid);
      add_number (json, "tid", (gint64) thread->tid);
      add_number (json, "kind", thread->kind);
      add_text (json, "name", thread->name);
      add_text (json, "process", thread->process_name);
      add_text (json, "shown", title);
      add_text (json, "url", thread->url);
      add_number (json, "events", (gint64) thread->n_events);
      add_number (json, "scheduler", (gint64) thread->n_scheduler_tasks);
      add_number (json, "busy", (gint64) thread->busy);
      add_number (json, "agents", n_agents);
      json_builder_end_object (json);
    }
  json_builder_end_array (json);
}

static void
print_recording (const char  *file,
                 LsRecording *recording,
                 gboolean     with_events)
{
  static const char *const infos[] = { "source", "time", "browser", "title", "url", "os", "cpu-throttling", "network-throttling" };
  guint64 n_kinds[LS_N_RECORDING_EVENT_KINDS] = { 0 };
  g_autoptr (JsonBuilder) json = json_builder_new ();

  for (guint i = 0; i < ls_recording_get_n_threads (recording); i++)
    {
      gsize n_events;
      const LsRecordingEvent *events = ls_recording_peek_events (recording, i, &n_events);

      for (gsize j = 0; j < n_events; j++)
        {
          g_assert_cmpuint (events[j].kind, <, LS_N_RECORDING_EVENT_KINDS);
          g_assert_cmpuint (events[j].thread, ==, i);
          g_assert_true (j == 0 || events[j - 1].time <= events[j].time);
          n_kinds[events[j].kind]++;
          if (with_events)
            print_event (recording, &events[j]);
        }
    }

  json_builder_begin_object (json);
  add_text (json, "file", file);
  add_text (json, "format", formats[ls_recording_get_format (recording)]);
  json_builder_set_member_name (json, "cut");
  json_builder_add_boolean_value (json, ls_recording_is_cut (recording));
  add_number (json, "duration", (gint64) ls_recording_get_duration (recording));
  add_lines (json, "problems", ls_recording_list_problems (recording));
  add_lines (json, "lacks", ls_recording_list_lacks (recording));

  json_builder_set_member_name (json, "infos");
  json_builder_begin_object (json);
  for (guint i = 0; i < G_N_ELEMENTS (infos); i++)
    if (ls_recording_get_info (recording, infos[i]) != NULL)
      add_text (json, infos[i], ls_recording_get_info (recording, infos[i]));
  json_builder_end_object (json);

  add_threads (json, recording);
  json_builder_set_member_name (json, "kinds");
  json_builder_begin_object (json);
  for (guint i = 0; i < LS_N_RECORDING_EVENT_KINDS; i++)
    if (n_kinds[i] > 0)
      add_number (json, ls_recording_event_kind_to_string (i), (gint64) n_kinds[i]);
  json_builder_end_object (json);
  json_builder_end_object (json);
  print (json);
}

int
main (int    argc,
      char **argv)
{
  gboolean with_events = FALSE;

  setlocale (LC_ALL, "");
  for (int i = 1; i < argc; i++)
    {
      g_autoptr (GFile) file = NULL;
      g_autoptr (LsRecording) recording = NULL;
      g_autoptr (GError) error = NULL;

      if (strcmp (argv[i], "--events") == 0)
        {
          with_events = TRUE;
          continue;
        }

      file = g_file_new_for_commandline_arg (argv[i]);
      recording = ls_recording_load (file, NULL, NULL, NULL, &error);
      if (recording != NULL)
        print_recording (argv[i], recording, with_events);
      else
        {
          g_autoptr (JsonBuilder) json = json_builder_new ();

          json_builder_begin_object (json);
          add_text (json, "file", argv[i]);
          add_text (json, "error", error->message);
          json_builder_end_object (json);
          print (json);
        }
    }

  return 0;
}
