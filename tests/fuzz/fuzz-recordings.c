/* fuzz-recordings.c: gives the readers of recordings and traces what nobody wrote
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * See fuzz-run.c and fuzz-libfuzzer.c.
 */

#include "ls-record-format.h"
#include "ls-recording-reader.h"
#include "ls-replay.h"
#include "ls-trace.h"
#include "ls-trace-file.h"
#include "ls-wait-causes.h"

#include "fuzz-run.h"

static void
check_thread (LsRecording *recording,
              guint        index)
{
  const LsRecordingThread *thread = ls_recording_get_thread (recording, index);
  g_autofree char *title = ls_recording_dup_thread_title (recording, index);
  guint64 duration = ls_recording_get_duration (recording);
  guint n_texts = ls_recording_get_n_texts (recording);
  gsize n_events;
  const LsRecordingEvent *events = ls_recording_peek_events (recording, index, &n_events);

  g_assert_cmpuint (thread->n_events, ==, n_events);
  g_assert_true (g_utf8_validate (title, -1, NULL));
  for (gsize i = 0; i < n_events; i++)
    {
      g_assert_cmpuint (events[i].thread, ==, index);
      g_assert_cmpuint (events[i].kind, >, LS_RECORDING_EVENT_NONE);
      g_assert_cmpuint (events[i].kind, <, LS_N_RECORDING_EVENT_KINDS);
      g_assert_cmpuint (events[i].time, <=, duration);
      if (i > 0)
        g_assert_cmpuint (events[i].time, >=, events[i - 1].time);
      if (events[i].duration != LS_RECORDING_NO_END)
        g_assert_cmpuint (events[i].duration, <=, duration - events[i].time);
      g_assert_cmpuint (events[i].text, <, n_texts + 1);
      g_assert_cmpuint (events[i].place, <, n_texts + 1);
      if (events[i].text != 0)
        g_assert_true (g_utf8_validate (ls_recording_get_text (recording, events[i].text), -1, NULL));
    }
}

/* What is read must hold together; and what is shown of it is its replay. */
static void
check_recording (LsRecording *recording)
{
  guint n_loops;
  const guint *loops = ls_recording_list_loops (recording, &n_loops);

  for (guint i = 0; i < ls_recording_get_n_threads (recording); i++)
    check_thread (recording, i);

  for (guint i = 0; i < MIN (n_loops, 2); i++)
    {
      g_autoptr (LsTrace) trace = ls_trace_new ();
      guint n_agents;
      const guint *agents = ls_recording_list_agents_of (recording, loops[i], &n_agents);
      g_autoptr (LsReplay) replay = ls_replay_new (recording, agents, n_agents, ls_trace_get_probe (trace));

      while (ls_replay_step (replay))
        ;
    }
}

static int
read_recording (const guint8 *bytes,
                size_t        n_bytes)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LsRecording) recording = ls_recording_load_data (bytes, n_bytes, &error);

  g_assert_true ((recording == NULL) == (error != NULL));
  if (recording != NULL)
    check_recording (recording);

  return 0;
}

/* What the first tasks of a trace waited for. */
static void
check_waits (LsTrace *trace)
{
  guint n = 0;

  for (gsize i = ls_trace_get_start (trace); i < ls_trace_get_length (trace) && n < 8; i++)
    {
      g_autoptr (LsWaitCauses) causes = NULL;
      g_autofree char *text = NULL;
      guint64 sum = 0;
      LsRecord record;

      ls_trace_get_record (trace, i, &record);
      if (record.kind != LS_RECORD_TASK_SELECTED || (causes = ls_wait_causes_new (trace, record.subject)) == NULL)
        continue;
      n++;
      text = ls_wait_causes_to_text (causes);
      g_assert_true (g_utf8_validate (text, -1, NULL));
      for (guint kind = 0; kind < LS_N_WAIT_CAUSE_KINDS; kind++)
        sum += ls_wait_causes_get_total (causes, kind, NULL);
      g_assert_cmpuint (sum, ==, ls_wait_causes_get_wait (causes));
    }
}

/* A trace file of this program. It may have any records, and they are shown. */
static int
read_trace (const guint8 *bytes,
            size_t        n_bytes)
{
  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data (bytes, (gssize) n_bytes, NULL);
  g_autoptr (GError) error = NULL;
  g_autofree char *session = NULL;
  g_autofree char *problem = NULL;
  g_autoptr (LsTrace) trace = ls_trace_load_from_stream (stream, &session, &problem, NULL, &error);

  g_assert_true ((trace == NULL) == (error != NULL));
  if (trace == NULL)
    return 0;

  for (gsize i = ls_trace_get_start (trace); i < MIN (ls_trace_get_length (trace), 500); i++)
    {
      g_autofree char *line = ls_trace_record_to_json (trace, i);

      g_assert_true (g_utf8_validate (line, -1, NULL));
    }
  check_waits (trace);
  return 0;
}

static const char * const json_words[] = {
  "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u0000", "\\ud800", "null", "true", "{}", "[]", "\"ts\":", "\"dur\":", "\"ph\":\"B\"",
  "\"ph\":\"E\"", "\"ph\":\"b\"", "\"ph\":\"e\"", "\"ph\":\"X\"", "\"ph\":\"s\"", "\"ph\":\"f\"", "\"ph\":\"M\"", "\"ph\":\"I\"",
  "\"pid\":", "\"tid\":", "\"id\":", "\"args\":{\"data\":{", "\"traceEvents\":[", "\"metadata\":{", "\"taskId\":", "\"priority\":",
  "RunTask", "SchedulePostTaskCallback", "RunPostTaskCallback", "RunMicrotasks", "Timeout_CALLBACK", "\"loopscope\":",
  "\"loopscope.signal\"", "blink.user_timing", "node.async_hooks", "\r\n", "\xef\xbb\xbf", "\xff",
  "\"shared\":{\"stringArray\":[", "\"processes\":[{", NULL
};

static const char * const firefox_words[] = {
  "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u0000", "null", "{}", "[]", "\"threads\":[", "\"markers\":{", "\"schema\":{",
  "\"data\":[", "\"stringTable\":[", "\"stringArray\":[", "\"processes\":[{", "\"shared\":{", "\"meta\":{\"startTime\":", "\"pages\":[",
  "\"innerWindowID\":", "\"embedderInnerWindowID\":", "\"flow\":", "\"name\":[", "\"startTime\":[", "\"endTime\":[", "\"phase\":[",
  "\"latency\":", "\"type\":\"Terminating\"", "\"status\":\"STATUS_STOP\"", "Perform microtasks", "setTimeout callback", "LongTask",
  "DOMEvent", "UserTiming", " (", ")", "://", "\xff", NULL
};

static const char * const perfetto_words[] = {
  "\x08\x40", "\x50\x07", "\x5a\x04", "\x48\x01", "\x48\x02", "\x48\x03", "\x58\x65", "\x0a\x02", "\x62\x06", "\x68\x01", "\x32\x04",
  "\xda\x03\x02", "\xe2\x03\x06", "\x92\x03\x04", "\xf9\x02", "\x81\x03", "\x82\x41\x04", "\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01",
  "\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01", "\xff\xff\xff\xff\x0f", "RunTask", "RunMicrotasks", "RunPostTaskCallback",
  "SequenceManager PostTask", "\x22\x06\x52\x04" "data", NULL
};

const char *const fuzz_name = "recordings";

const FuzzTarget fuzz_targets[] = {
  { "chrome", { "chrome.json", "chrome-array.json", "chrome-pairs.json" }, json_words, FALSE, read_recording },
  { "node", { "node.json" }, json_words, FALSE, read_recording },
  { "firefox", { "firefox-raw.json", "firefox-processed.json" }, firefox_words, FALSE, read_recording },
  { "perfetto", { "perfetto.pftrace.gz" }, perfetto_words, FALSE, read_recording },
  { "gzip", { "perfetto.pftrace.gz" }, perfetto_words, TRUE, read_recording },
  { "trace", { "trace.json.gz" }, json_words, FALSE, read_trace },
};

const gsize fuzz_n_targets = G_N_ELEMENTS (fuzz_targets);
