/* fuzz-live.c: gives what watches programs and pages what no program and no browser tells
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * See fuzz-run.c and fuzz-libfuzzer.c.
 */

#include "config.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fuzz-run.h"

#include "ls-live-writer-private.h"
#include "ls-page-batch-private.h"
#include "ls-page-photograph-private.h"
#include "ls-page-writer-private.h"
#include "ls-record-format.h"
#include "ls-ring-reader-private.h"
#include "ls-state.h"
#include "ls-trace.h"

#define STAMP "stamp:"

/* A state can be made of whatever was written, at each moment, and records can be shown. */
static void
check_trace (LsTrace *trace)
{
  g_autoptr (LsState) state = ls_state_new (trace);
  guint64 last = 0;

  for (gsize i = 0; i < ls_trace_get_length (trace); i++)
    {
      g_autofree char *line = NULL;
      LsRecord record;

      ls_trace_get_record (trace, i, &record);
      g_assert_cmpuint (record.time, >=, last);
      g_assert_cmpint (record.kind, >, LS_RECORD_NONE);
      g_assert_cmpint (record.kind, <, LS_N_RECORD_KINDS);
      g_assert_cmpint (record.clause, <, LS_N_CLAUSES);
      g_assert_cmpuint (record.text, <=, ls_trace_get_n_texts (trace));
      last = record.time;
      if (i >= 50)
        continue;
      ls_state_seek (state, i + 1);
      line = ls_trace_format_record (trace, i, state);
      g_assert_true (g_utf8_validate (line, -1, NULL));
    }
  ls_state_seek (state, ls_trace_get_length (trace));
  ls_state_seek (state, 0);
}

/* Returns the memory of a ring into which a program has written @bytes, as far as they are whole units. */
static int
make_ring (const guint8 *bytes,
           size_t        n_bytes)
{
  const int fd = memfd_create ("ring", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  guint32 n_units = LS_RING_MAX_RECORD_UNITS;
  LsWireRing *ring;
  gsize size;

  g_assert_cmpint (fd, >=, 0);
  while (n_units * LS_WIRE_UNIT_BYTES < n_bytes)
    n_units *= 2;
  size = LS_WIRE_HEADER_BYTES + (gsize) n_units * LS_WIRE_UNIT_BYTES;
  g_assert_cmpint (ftruncate (fd, size), ==, 0);
  g_assert_cmpint (fcntl (fd, F_ADD_SEALS, F_SEAL_SHRINK), ==, 0);
  ring = mmap (NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  g_assert_true (ring != MAP_FAILED);
  ring->magic = LS_WIRE_MAGIC;
  ring->n_units = n_units;
  ring->head = n_bytes / LS_WIRE_UNIT_BYTES;
  memcpy ((guint8 *) ring + LS_WIRE_HEADER_BYTES, bytes, n_bytes);
  munmap (ring, size);
  return fd;
}

static int
read_ring (const guint8 *bytes,
           size_t        n_bytes)
{
  const int fd = make_ring (bytes, n_bytes);
  g_autoptr (GError) error = NULL;
  g_autoptr (LsRingReader) reader = ls_ring_reader_new (fd, &error);
  g_autoptr (LsTrace) trace = ls_trace_new ();
  g_autoptr (LsLiveWriter) writer = ls_live_writer_new (ls_trace_get_probe (trace));
  LsLiveThread *thread = ls_live_process_add_thread (ls_live_writer_add_process (writer, "program", NULL, NULL), "thread");
  guint64 time;

  g_assert_no_error (error);
  ls_ring_reader_look (reader);
  while (ls_ring_reader_peek (reader, &time))
    {
      LsRingRecord record;

      ls_ring_reader_take (reader, &record);
      /* A seed does not know how many there are. */
      if (record.head.kind == LS_WIRE_STREAM && record.stream.n_kinds == 0)
        record.stream.n_kinds = LS_N_RECORD_KINDS;
      if (record.head.kind == LS_WIRE_STREAM && record.stream.n_clauses == 0)
        record.stream.n_clauses = LS_N_CLAUSES;
      ls_live_writer_write (writer, thread, &record, time);
    }
  ls_live_writer_flush (writer, G_MAXUINT64);
  ls_probe_publish (ls_trace_get_probe (trace));
  check_trace (trace);
  close (fd);
  return 0;
}

typedef struct
{
  LsPageWriter *writer;
  LsPageAgent  *agent;
} Page;

static gint64
text_cb (gpointer         user_data,
         LsPageEventKind  kind,
         guint            field,
         const char      *text,
         gsize            length)
{
  Page *self = user_data;

  if (ls_page_event_has_stack (kind, field))
    return ls_page_writer_take_stack (self->writer, text, length, TRUE);
  return ls_page_writer_intern (self->writer, text, length);
}

static void
event_cb (gpointer           user_data,
          const LsPageEvent *event)
{
  ls_page_agent_add_event (((Page *) user_data)->agent, event);
}

/* Batches of two agents in turn, a line each. */
static int
read_batches (const guint8 *bytes,
              size_t        n_bytes)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();
  g_autoptr (LsPageWriter) writer = ls_page_writer_new (ls_trace_get_probe (trace));
  LsPageAgent *agents[] = { ls_page_writer_add_agent (writer), ls_page_writer_add_agent (writer) };
  const guint8 *end = bytes + n_bytes;
  guint n_lines = 0;

  for (const guint8 *line = bytes; line < end; n_lines++)
    {
      const guint8 *next = memchr (line, '\n', end - line);
      Page page = { writer, agents[n_lines % 2] };
      guint64 first;

      if (next == NULL)
        next = end;
      if (ls_page_batch_read ((const char *) line, next - line, text_cb, event_cb, &page, &first) && n_lines % 5 == 4)
        ls_page_writer_write (writer, first);
      line = next + 1;
    }
  for (guint i = 0; i < G_N_ELEMENTS (agents); i++)
    {
      g_autoptr (GArray) waiting = g_array_new (FALSE, FALSE, sizeof (LsPageWaiting));
      LsPageHeld held;

      ls_page_agent_list_waiting (agents[i], waiting);
      ls_page_agent_get_held (agents[i], &held);
      ls_page_agent_name_signal (agents[i], 1, "name");
      ls_page_agent_rest (agents[i]);
      ls_page_agent_end (agents[i]);
    }
  ls_page_writer_write (writer, G_MAXUINT64);
  ls_probe_publish (ls_trace_get_probe (trace));
  check_trace (trace);
  return 0;
}

static int
read_message (const guint8 *bytes,
              size_t        n_bytes)
{
  g_auto (LsPageEnvelope) envelope = { 0 };

  if (ls_page_envelope_read (&envelope, (const char *) bytes, n_bytes))
    {
      g_assert_true (envelope.payload == NULL || strlen (envelope.payload) <= envelope.payload_length);
      g_assert_true (envelope.method == NULL || g_utf8_validate (envelope.method, -1, NULL));
    }
  return 0;
}

static int
read_photograph (const guint8 *bytes,
                 size_t        n_bytes)
{
  g_autoptr (LsPageSnapshots) snapshots = ls_page_snapshots_new (STAMP);
  g_autoptr (LsTrace) trace = ls_trace_new ();
  g_autoptr (LsPagePhotograph) photograph = ls_page_photograph_new ();
  LsPhotographThread *thread = ls_page_photograph_add_thread (photograph);
  const LsPageWaiting entry = { .task = 1, .effective_priority = 3 };
  g_autoptr (GArray) waiting = g_array_new (FALSE, FALSE, sizeof (LsPageWaiting));
  g_autofree char *text = NULL;
  g_autofree char *json = NULL;

  g_array_append_val (waiting, entry);
  for (size_t at = 0; at < n_bytes; at += 1000)
    ls_page_snapshots_feed (snapshots, bytes + at, MIN (1000, n_bytes - at));
  ls_page_snapshots_read_queues (snapshots, ls_page_snapshots_find_thread (snapshots, 1), thread);
  thread->has_answered = thread->queues->len > 0;
  ls_photograph_thread_join (thread, waiting, trace);
  ls_photograph_thread_sort (thread);
  text = ls_page_photograph_to_text (photograph);
  json = ls_page_photograph_to_json (photograph);
  g_assert_true (g_utf8_validate (text, -1, NULL));
  g_assert_true (g_utf8_validate (json, -1, NULL));
  return 0;
}

static const char * const batch_words[] = {
  "[1,", ",", "]", "\n", "[", "\"", "null", "-1", "-2", "-3", "-4", "-5", "-9", "0", "1,0,1000000,10,0,0,\"x\"", ",2,10,1,0,0,0,\"low\",0,0",
  ",3,11,6,-5,0", ",4,20,1,0", ",5,21,1,0,0,0,0", ",9,1,1,1,0,1,0", ",10,2,3,1,0,0,0", ",11,2,3,2", ",13,50,2,\"why\",4,0,0", ",14,50,2,0",
  ",15,4,1,2,0,0,0", ",16,4,1,1", ",19,4,1,1,0,0,0", ",20,4,1,\"x\"", ",21,4,1,0,0,0,0", ",22,20,1,0", ",23,10,1,\"plain\",0,0",
  ",29,10,1,0", "1e308", "9007199254740993", "\xff", NULL
};

static const char * const ring_words[] = {
  "\x01\x02", "\x02\x01", "\x03\x02", "\x05\x01", "\x06\x01", "\x07\x01", "\x0f\x02", "\x10\x01", "\x11\x01", "\x12\x02", "\x13\x08", "\xff\xff\xff\xff",
  "name", NULL
};

static const char * const message_words[] = {
  "{", "}", "[", "]", ",", ":", "\"", "null", "\"id\":1", "\"method\":\"Runtime.bindingCalled\"", "\"params\":{", "\"result\":{", "\"sessionId\":\"A\"",
  "\"error\":{", "\"exceptionDetails\":{", "\"payload\":\"", "\"value\":", "\"executionContextId\":3", "\\u0000", "\\ud800", "\xff", NULL
};

static const char * const photograph_words[] = {
  "\x0a\x02", "\x50\x01", "\x5a\x04", "\x22\x06\x5a\x04", "\x32\x01", "\x4a\x01", "active_queues", "selected_queue", "immediate_work_queue",
  "posted_from", "delayed_run_time_milliseconds_from_now", "enqueue_order", "stamp:1", "[", "]", "{", "}", "-1", "1e308", "\xff", NULL
};

const char *const fuzz_name = "live";

const FuzzTarget fuzz_targets[] = {
  { "ring", { "ring.bin" }, ring_words, FALSE, read_ring },
  { "batches", { "batches.txt" }, batch_words, FALSE, read_batches },
  { "messages", { "message-chromium.json", "message-node.json", "message-firefox.json" }, message_words, FALSE, read_message, FUZZ_JSON },
  { "photograph", { "photograph.pftrace" }, photograph_words, FALSE, read_photograph },
};

const gsize fuzz_n_targets = G_N_ELEMENTS (fuzz_targets);
