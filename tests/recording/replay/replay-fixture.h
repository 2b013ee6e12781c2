/* replay-fixture.h: small recordings made by hand, and their traces as lines
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <string.h>

#include "ls-recording-builder-private.h"
#include "ls-replay.h"
#include "ls-state-format.h"
#include "ls-trace.h"

#pragma GCC diagnostic ignored "-Woverride-init"

#define US 1000   /* ns */

typedef struct
{
  LsRecordingBuilder *builder;
  guint32 thread;
} Fixture;

/* Thread @tid of process 1 is the one that events go to. */
G_GNUC_UNUSED static void
fixture_thread (Fixture *self,
                guint64  tid)
{
  self->thread = ls_recording_builder_get_thread (self->builder, 1, tid);
}

G_GNUC_UNUSED static void
fixture_begin (Fixture           *self,
               LsRecordingFormat  format)
{
  *self = (Fixture) { .builder = ls_recording_builder_new (format) };
  fixture_thread (self, 1);
  ls_recording_builder_set_thread_kind (self->builder, self->thread, LS_RECORDING_THREAD_MAIN);
}

G_GNUC_UNUSED static guint32
fixture_text (Fixture    *self,
              const char *text)
{
  return ls_recording_builder_intern (self->builder, text, -1);
}

/* add (&f, TASK, 100, 20, …): an event that begins at 100 µs and lasts 20 µs. The builder counts from the first event. */
#define add(self, event_kind, start, lasts, ...) \
  add_event (self, (LsRecordingEvent) { .kind = LS_RECORDING_EVENT_##event_kind, .time = (start) * US, .duration = (lasts) * US, \
                                        .priority = LS_TASK_PRIORITY_NONE, .queue = LS_RECORDING_UNKNOWN, __VA_ARGS__ })

/* A task of the loop, which says nothing of itself. */
#define add_task(self, start, lasts, ...) \
  add (self, TASK, start, lasts, .priority = LS_RECORDING_UNKNOWN, ##__VA_ARGS__)

G_GNUC_UNUSED static void
add_event (Fixture          *self,
           LsRecordingEvent  event)
{
  event.thread = self->thread;
  ls_recording_builder_add (self->builder, &event);
}

G_GNUC_UNUSED static LsRecording *
fixture_end (Fixture *self)
{
  LsRecording *recording = ls_recording_builder_end (self->builder);

  g_clear_pointer (&self->builder, ls_recording_builder_free);
  return recording;
}

/* The whole trace of these threads; all the loops that belong to the first one for none. */
G_GNUC_UNUSED static LsTrace *
replay (LsRecording *recording,
        const guint *threads,
        guint        n_threads)
{
  LsTrace *trace = ls_trace_new ();
  LsReplay *self;

  if (threads == NULL)
    {
      const guint *loops = ls_recording_list_loops (recording, &n_threads);

      if (n_threads > 0)
        threads = ls_recording_list_agents_of (recording, loops[0], &n_threads);
    }
  self = ls_replay_new (recording, threads, n_threads, ls_trace_get_probe (trace));
  while (ls_replay_step (self))
    ;
  g_assert_true (n_threads == 0 || ls_replay_get_done (self) == 1);
  ls_replay_free (self);
  return trace;
}

static inline void
describe_number (GString    *line,
                 const char *name,
                 guint64     number)
{
  if (number != 0)
    g_string_append_printf (line, " %s=%" G_GUINT64_FORMAT, name, number);
}

/* "time kind what it says [clause]". The preset's rows are left out, the trace's first records. */
G_GNUC_UNUSED static char *
describe (LsTrace *trace)
{
  GString *lines = g_string_new (NULL);

  for (gsize i = 0; i < ls_trace_get_length (trace); i++)
    {
      LsRecord record;

      ls_trace_get_record (trace, i, &record);
      if (record.kind <= LS_RECORD_SCHEDULER_CREATED)
        continue;
      g_string_append_printf (lines, "%" G_GUINT64_FORMAT " %s", record.time, ls_record_kind_to_string (record.kind));
      describe_number (lines, "s", record.subject);
      describe_number (lines, "o", record.object);
      describe_number (lines, "v", record.value);
      if (record.text != 0)
        g_string_append_printf (lines, " “%s”", ls_trace_get_text (trace, record.text));
      if (ls_task_priority_is_valid (record.priority))
        g_string_append_printf (lines, " %s", ls_task_priority_to_string (record.priority));
      if (record.queue != 0 && record.queue != LS_QUEUE_TYPE_WEB_SCHEDULING)
        g_string_append_printf (lines, " %s", ls_queue_type_to_string (record.queue));
      describe_number (lines, "l", record.level);
      describe_number (lines, "f", record.flags);
      if (record.clause != LS_CLAUSE_RECORDED)
        g_string_append_printf (lines, " [%s]", ls_clause_get_nick (record.clause));
      g_string_append_c (lines, '\n');
    }
  return g_string_free (lines, FALSE);
}

G_GNUC_UNUSED static void
assert_trace (LsTrace    *trace,
              const char *expected)
{
  g_autofree char *lines = describe (trace);

  g_assert_cmpstr (lines, ==, expected);
}

/* Ends a recording of one page, and compares its trace. */
G_GNUC_UNUSED static void
assert_replay (Fixture    *self,
               const char *expected)
{
  g_autoptr (LsRecording) recording = fixture_end (self);
  g_autoptr (LsTrace) trace = replay (recording, NULL, 0);

  assert_trace (trace, expected);
}
