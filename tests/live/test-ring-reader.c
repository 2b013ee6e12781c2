/* test-ring-reader.c: rings with everything in them that a program can write there
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "ls-live-writer-private.h"
#include "ls-record.h"
#include "ls-ring-reader-private.h"
#include "ls-state.h"
#include "ls-trace.h"

#define N_UNITS 64

typedef struct
{
  int         fd;
  LsWireRing *ring;
  guint8     *units;
} Fixture;

static void
set_up (Fixture       *self,
        gconstpointer  data)
{
  const gsize n_bytes = LS_WIRE_HEADER_BYTES + N_UNITS * LS_WIRE_UNIT_BYTES;

  self->fd = memfd_create ("test", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  g_assert_cmpint (self->fd, >=, 0);
  g_assert_cmpint (ftruncate (self->fd, n_bytes), ==, 0);
  self->ring = mmap (NULL, n_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, self->fd, 0);
  g_assert_true (self->ring != MAP_FAILED);
  self->units = (guint8 *) self->ring + LS_WIRE_HEADER_BYTES;
  self->ring->magic = LS_WIRE_MAGIC;
  self->ring->n_units = N_UNITS;
}

static void
tear_down (Fixture       *self,
           gconstpointer  data)
{
  munmap (self->ring, LS_WIRE_HEADER_BYTES + N_UNITS * LS_WIRE_UNIT_BYTES);
  close (self->fd);
}

static LsRingReader *
open_ring (Fixture *self)
{
  g_autoptr (GError) error = NULL;
  LsRingReader *reader;

  g_assert_cmpint (fcntl (self->fd, F_ADD_SEALS, F_SEAL_SHRINK), ==, 0);
  reader = ls_ring_reader_new (self->fd, &error);
  g_assert_no_error (error);
  return reader;
}

static void
test_refused (Fixture       *self,
              gconstpointer  data)
{
  g_autoptr (GError) error = NULL;
  static const guint32 sizes[] = { 0, 1, 4, 63, 65, 128, G_MAXUINT32, 1u << 31 };

  /* It could shrink under the reader. */
  g_assert_null (ls_ring_reader_new (self->fd, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA);
  g_assert_cmpint (fcntl (self->fd, F_ADD_SEALS, F_SEAL_SHRINK), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      self->ring->n_units = sizes[i];
      g_assert_null (ls_ring_reader_new (self->fd, NULL));
    }
  self->ring->n_units = N_UNITS;
  self->ring->magic = 0;
  g_assert_null (ls_ring_reader_new (self->fd, NULL));
  g_assert_null (ls_ring_reader_new (-1, NULL));
  g_assert_null (ls_ring_reader_new (STDERR_FILENO, NULL));
}

/* Writes @record where the ring's @place is, and makes it known. */
static void
put (Fixture            *self,
     guint64             place,
     const LsWireHead   *record,
     guint               n_units)
{
  memcpy (self->units + (place & (N_UNITS - 1)) * LS_WIRE_UNIT_BYTES, record, (gsize) n_units * LS_WIRE_UNIT_BYTES);
  atomic_store (&self->ring->head, place + n_units);
}

static void
test_round (Fixture       *self,
            gconstpointer  data)
{
  g_autoptr (LsRingReader) reader = open_ring (self);
  guint64 place = 0;

  for (guint i = 0; i < 1000; i++)
    {
      const LsWireSource source = { .head = { .kind = LS_WIRE_ATTACHED, .n_units = 2, .source = i + 1, .time = i } };
      const LsWireHead skip = { .kind = LS_WIRE_SKIP };
      LsRingRecord record;
      guint64 time;

      if ((place & (N_UNITS - 1)) == N_UNITS - 1)
        {
          memcpy (self->units + (N_UNITS - 1) * LS_WIRE_UNIT_BYTES, &skip, sizeof skip);
          place++;
        }
      put (self, place, &source.head, 2);
      place += 2;
      /* An odd one now and then, so that the end of the ring is met in both ways. */
      if (i % 7 == 0)
        {
          const LsWireChange change = { .head = { .kind = LS_WIRE_DESTROYED, .n_units = 1, .time = i } };

          put (self, place, &change.head, 1);
          place++;
        }
      ls_ring_reader_look (reader);
      g_assert_true (ls_ring_reader_peek (reader, &time));
      g_assert_cmpuint (time, ==, i);
      ls_ring_reader_take (reader, &record);
      g_assert_cmpuint (record.head.source, ==, i + 1);
      if (i % 7 == 0)
        {
          g_assert_true (ls_ring_reader_peek (reader, &time));
          ls_ring_reader_take (reader, &record);
          g_assert_cmpint (record.head.kind, ==, LS_WIRE_DESTROYED);
        }
      g_assert_false (ls_ring_reader_peek (reader, &time));
      ls_ring_reader_release (reader);
      g_assert_cmpuint (atomic_load (&self->ring->tail), ==, place);
    }
  g_assert_false (ls_ring_reader_is_broken (reader));
  g_assert_false (ls_ring_reader_is_closed (reader));
  atomic_store (&self->ring->is_closed, 1);
  g_assert_true (ls_ring_reader_is_closed (reader));
}

/* What cannot be a record breaks the ring, and is not believed. */
static void
test_broken (Fixture       *self,
             gconstpointer  data)
{
  static const LsWireHead heads[] = {
    { .kind = LS_WIRE_N_KINDS, .n_units = 1 }, { .kind = 255, .n_units = 1 }, { .kind = LS_WIRE_BEGIN, .n_units = 0 },
    { .kind = LS_WIRE_BEGIN, .n_units = 2 }, { .kind = LS_WIRE_ATTACHED, .n_units = 1 }, { .kind = LS_WIRE_TEXT, .n_units = 255 },
    { .kind = LS_WIRE_TEXT, .n_units = 9 }, { .kind = LS_WIRE_TEXT, .n_units = 8 }, { .kind = LS_WIRE_SKIP, .n_units = 1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (heads); i++)
    {
      g_autoptr (LsRingReader) reader = open_ring (self);
      LsWireChange change = { .head = heads[i] };
      LsRingRecord record;
      guint64 time;

      put (self, 0, &change.head, 1);
      ls_ring_reader_look (reader);
      g_assert_true (ls_ring_reader_peek (reader, &time));
      ls_ring_reader_take (reader, &record);
      g_assert_cmpint (record.head.kind, ==, LS_WIRE_SKIP);
      g_assert_true (ls_ring_reader_is_broken (reader));
      g_assert_false (ls_ring_reader_peek (reader, &time));
    }
  {
    g_autoptr (LsRingReader) reader = open_ring (self);
    guint64 time;

    atomic_store (&self->ring->head, N_UNITS + 1);
    ls_ring_reader_look (reader);
    g_assert_true (ls_ring_reader_is_broken (reader));
    g_assert_false (ls_ring_reader_peek (reader, &time));
  }
}

static void
test_text (Fixture       *self,
           gconstpointer  data)
{
  LsRingRecord record = { .head = { .kind = LS_WIRE_TEXT, .n_units = 1 } };
  char *text = (char *) record.bytes + sizeof record.head;

  strcpy (text, "paint");
  g_assert_cmpstr (ls_ring_record_get_text (&record), ==, "paint");
  memset (text, 'x', 16);
  g_assert_null (ls_ring_record_get_text (&record));
  strcpy (text, "\377");
  g_assert_null (ls_ring_record_get_text (&record));
}

/* Makes what a stream of a program's own tells: mostly what could be, of few things, so that much of it belongs together. */
static void
make_stream_record (GRand        *rand,
                    LsRingRecord *record)
{
  record->head.n_units = record->head.kind == LS_WIRE_STREAM ? 1 : 8;
  if (record->head.kind == LS_WIRE_STREAM)
    {
      record->stream.start = g_rand_boolean (rand) ? 0 : g_rand_boolean (rand) ? G_MAXUINT64 : g_rand_int (rand);
      record->stream.n_kinds = LS_N_RECORD_KINDS + (g_rand_int_range (rand, 0, 9) == 0);
      record->stream.n_clauses = LS_N_CLAUSES;
    }
  else if (record->head.kind == LS_WIRE_STRING)
    {
      record->head.context = g_rand_int_range (rand, 0, 2);
      if (g_rand_boolean (rand))
        strcpy ((char *) record->bytes + sizeof record->head, "text");
    }
  else
    {
      record->records.n_records = g_rand_int_range (rand, 0, 10) == 0 ? g_rand_int (rand) : (guint32) g_rand_int_range (rand, 0, 8);
      record->records.flags = g_rand_int_range (rand, 0, 20) == 0 ? g_rand_int (rand) : 0;
      for (guint i = 1; i <= LS_WIRE_MAX_RECORDS; i++)
        {
          LsRecord one;

          memcpy (&one, record->bytes + i * LS_WIRE_UNIT_BYTES, sizeof one);
          one.kind = g_rand_int_range (rand, 0, LS_N_RECORD_KINDS + 1);
          one.clause %= LS_N_CLAUSES + 1;
          if (g_rand_int_range (rand, 0, 10) > 0)
            {
              one.queue %= LS_N_QUEUE_TYPES;
              /* On the wire they count from 0, and -1 is none. */
              one.priority = g_rand_int_range (rand, -1, LS_N_TASK_PRIORITIES);
              one.subject %= 5;
              one.object %= 5;
              one.value %= 5;
              one.text %= 5;
            }
          memcpy (record->bytes + i * LS_WIRE_UNIT_BYTES, &one, sizeof one);
        }
    }
}

/* A state can be made of all that was written. */
static void
read_whole (LsTrace *trace)
{
  g_autoptr (LsState) state = ls_state_new (trace);
  guint64 last = 0;

  ls_state_seek (state, ls_trace_get_length (trace));
  for (gsize i = 0; i < ls_trace_get_length (trace); i++)
    {
      LsRecord record;

      ls_trace_get_record (trace, i, &record);
      g_assert_cmpuint (record.time, >=, last);
      g_assert_cmpint (record.kind, >, LS_RECORD_NONE);
      g_assert_cmpint (record.kind, <, LS_N_RECORD_KINDS);
      g_assert_cmpint (record.clause, <, LS_N_CLAUSES);
      g_assert_cmpuint (record.text, <=, ls_trace_get_n_texts (trace));
      last = record.time;
    }
}

/* Whatever records come, a trace comes of them. */
static void
test_random (void)
{
  for (guint seed = 0; seed < 300; seed++)
    {
      g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
      g_autoptr (LsTrace) trace = ls_trace_new ();
      g_autoptr (LsLiveWriter) writer = ls_live_writer_new (ls_trace_get_probe (trace));
      LsLiveProcess *process = ls_live_writer_add_process (writer, "random", NULL, NULL);
      LsLiveThread *threads[3];

      for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
        threads[i] = ls_live_process_add_thread (process, "thread");
      for (guint i = 0; i < 400; i++)
        {
          LsRingRecord record;

          for (guint j = 0; j < sizeof record; j++)
            record.bytes[j] = g_rand_int_range (rand, 0, 256);
          record.head.kind = g_rand_int_range (rand, 0, LS_WIRE_N_KINDS);
          record.head.n_units = record.head.kind == LS_WIRE_TEXT ? 8 : 2;
          record.head.source = g_rand_int_range (rand, 0, 6);
          record.head.context = g_rand_int_range (rand, 0, 20) == 0 ? g_rand_int_range (rand, 0, 65536) : g_rand_int_range (rand, 0, 3);
          if (g_rand_boolean (rand) && (record.head.kind == LS_WIRE_ATTACHED || record.head.kind == LS_WIRE_FOUND))
            {
              record.source.interval = g_rand_int_range (rand, 0, 3);
              record.source.sort = g_rand_int_range (rand, 0, LS_WIRE_N_SORTS + 1);
              record.source.priority = g_rand_int_range (rand, -2, 3) * 100;
            }
          if (record.head.kind >= LS_WIRE_STREAM)
            make_stream_record (rand, &record);
          ls_live_writer_write (writer, threads[g_rand_int_range (rand, 0, 3)], &record, g_rand_int_range (rand, i, i + 20));
        }
      ls_live_writer_flush (writer, G_MAXUINT64);
      ls_probe_publish (ls_trace_get_probe (trace));
      read_whole (trace);
    }
}

/* A stream alone, which is in the trace from its first record on. */
static void
test_random_streams (void)
{
  for (guint seed = 0; seed < 300; seed++)
    {
      g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
      g_autoptr (LsTrace) trace = ls_trace_new ();
      g_autoptr (LsLiveWriter) writer = ls_live_writer_new (ls_trace_get_probe (trace));
      LsLiveProcess *process = ls_live_writer_add_process (writer, "random", NULL, NULL);
      LsLiveThread *threads[2];

      for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
        threads[i] = ls_live_process_add_thread (process, "thread");
      for (guint i = 0; i < 400; i++)
        {
          LsRingRecord record;

          for (guint j = 0; j < sizeof record; j++)
            record.bytes[j] = g_rand_int_range (rand, 0, 256);
          record.head.kind = i < 2 ? LS_WIRE_STREAM : g_rand_int_range (rand, LS_WIRE_STRING, LS_WIRE_N_KINDS);
          record.head.source = g_rand_int_range (rand, 0, 6);
          make_stream_record (rand, &record);
          ls_live_writer_write (writer, threads[i < 2 ? i : (guint) g_rand_int_range (rand, 0, 2)], &record, i);
        }
      ls_live_writer_flush (writer, G_MAXUINT64);
      ls_probe_publish (ls_trace_get_probe (trace));
      read_whole (trace);
    }
}

static void
write_text (LsLiveWriter *writer,
            LsLiveThread *thread,
            guint32       number,
            const char   *text)
{
  LsRingRecord record = { .head = { .kind = LS_WIRE_TEXT, .n_units = 2, .source = number } };

  g_strlcpy ((char *) record.bytes + sizeof record.head, text, 2 * LS_WIRE_UNIT_BYTES - sizeof record.head);
  ls_live_writer_write (writer, thread, &record, 0);
}

/* One round of a timeout whose dispatch ends at @time. */
static void
write_round (LsLiveWriter *writer,
             LsLiveThread *thread,
             guint64       time)
{
  const LsRingRecord begin = { .dispatch = { .head = { .kind = LS_WIRE_BEGIN, .n_units = 1, .source = 1 }, .stays = TRUE } };
  const LsRingRecord end = { .dispatch = { .head = { .kind = LS_WIRE_END, .n_units = 1, .source = 1 }, .due = time + 10,
                                           .stays = TRUE } };

  ls_live_writer_write (writer, thread, &begin, time - 5);
  ls_live_writer_write (writer, thread, &end, time);
}

/* A source that has run already when its program tells what it is: from then on it is known. */
static void
test_found_late (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();
  g_autoptr (LsLiveWriter) writer = ls_live_writer_new (ls_trace_get_probe (trace));
  LsLiveThread *thread = ls_live_process_add_thread (ls_live_writer_add_process (writer, "program", NULL, NULL), "thread");
  const LsRingRecord context = { .context = { .head = { .kind = LS_WIRE_CONTEXT, .n_units = 1 }, .pointer = 1, .is_default = TRUE } };
  const LsRingRecord found = { .source = { .head = { .kind = LS_WIRE_FOUND, .n_units = 2, .source = 1 }, .name = 7,
                                           .interval = LS_WIRE_NO_INTERVAL, .sort = LS_WIRE_SORT_TIMEOUT } };
  g_autoptr (GString) names = g_string_new (NULL);
  LsRecord last = { 0 };

  ls_live_writer_write (writer, thread, &context, 0);
  write_round (writer, thread, 10);
  write_text (writer, thread, 7, "tick");
  ls_live_writer_write (writer, thread, &found, 12);
  write_round (writer, thread, 25);
  /* A second watcher's thread may tell of it again. */
  ls_live_writer_write (writer, thread, &found, 26);
  write_round (writer, thread, 40);
  ls_live_writer_flush (writer, G_MAXUINT64);
  ls_probe_publish (ls_trace_get_probe (trace));
  for (gsize i = 0; i < ls_trace_get_length (trace); i++)
    {
      LsRecord record;

      ls_trace_get_record (trace, i, &record);
      if (record.kind != LS_RECORD_SOURCE_ATTACHED && record.kind != LS_RECORD_TASK_DELAYED)
        continue;
      g_string_append_printf (names, "%s%s", record.kind == LS_RECORD_SOURCE_ATTACHED ? "; " : ", ",
                              ls_trace_get_text (trace, record.text));
      last = record;
    }
  g_assert_cmpstr (names->str, ==, "; source, source, source; tick, tick, tick");
  /* It is a timeout by now, whose time the end of its dispatch tells. */
  g_assert_cmpuint (last.flags & LS_RECORD_FLAG_TIMER, ==, LS_RECORD_FLAG_TIMER);
  g_assert_cmpuint (last.value, ==, 10);
}

static void
write_attached (LsLiveWriter *writer,
                LsLiveThread *thread,
                guint32       id,
                guint64       time)
{
  const LsRingRecord attached = { .source = { .head = { .kind = LS_WIRE_ATTACHED, .n_units = 2, .source = id },
                                              .interval = LS_WIRE_NO_INTERVAL, .sort = LS_WIRE_SORT_IDLE } };

  ls_live_writer_write (writer, thread, &attached, time);
  ls_live_writer_flush (writer, G_MAXUINT64);
}

static void
write_name (LsLiveWriter *writer,
            LsLiveThread *thread,
            guint32       id,
            guint32       text,
            guint64       time)
{
  const LsRingRecord named = { .change = { .head = { .kind = LS_WIRE_NAMED, .n_units = 1, .source = id }, .text = text } };

  ls_live_writer_write (writer, thread, &named, time);
  ls_live_writer_flush (writer, G_MAXUINT64);
}

/* A source gets its name after the watcher has looked: the task that waits has it nonetheless, but does not lose its place for it. */
static void
test_named_late (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();
  g_autoptr (LsLiveWriter) writer = ls_live_writer_new (ls_trace_get_probe (trace));
  LsLiveThread *thread = ls_live_process_add_thread (ls_live_writer_add_process (writer, "program", NULL, NULL), "thread");
  const LsRingRecord context = { .context = { .head = { .kind = LS_WIRE_CONTEXT, .n_units = 1 }, .pointer = 1, .is_default = TRUE } };
  g_autoptr (GString) tasks = g_string_new (NULL);
  g_autoptr (LsState) state = NULL;
  const LsLoopQueueState *queue;

  ls_live_writer_write (writer, thread, &context, 0);
  write_text (writer, thread, 7, "first");
  write_text (writer, thread, 8, "second");
  write_text (writer, thread, 9, "later");
  write_attached (writer, thread, 1, 1);
  write_name (writer, thread, 1, 7, 2);
  write_attached (writer, thread, 2, 3);
  write_name (writer, thread, 2, 8, 4);
  write_name (writer, thread, 1, 9, 5);
  ls_probe_publish (ls_trace_get_probe (trace));

  state = ls_state_new (trace);
  ls_state_seek (state, ls_trace_get_length (trace));
  queue = ls_state_get_loop_queue (state, ls_queue_type_for_source_priority (0));
  for (guint32 id = queue->work_queues[LS_WORK_QUEUE_IMMEDIATE_INCOMING].first; id != 0; id = ls_state_get_task (state, id)->next)
    g_string_append_printf (tasks, "%s%s", tasks->len > 0 ? ", " : "", ls_trace_get_text (trace, ls_state_get_task (state, id)->name));
  g_assert_cmpstr (tasks->str, ==, "first, second");
}

/* A program that writes what it likes over its ring, while it is read. */
static void
test_hostile (Fixture       *self,
              gconstpointer  data)
{
  for (guint seed = 0; seed < 500; seed++)
    {
      g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
      g_autoptr (LsTrace) trace = ls_trace_new ();
      g_autoptr (LsLiveWriter) writer = ls_live_writer_new (ls_trace_get_probe (trace));
      LsLiveProcess *process = ls_live_writer_add_process (writer, "hostile", NULL, NULL);
      LsLiveThread *thread = ls_live_process_add_thread (process, "thread");
      g_autoptr (LsRingReader) reader = NULL;
      guint64 time;

      memset (self->ring, 0, LS_WIRE_HEADER_BYTES);
      self->ring->magic = LS_WIRE_MAGIC;
      self->ring->n_units = N_UNITS;
      reader = open_ring (self);
      for (guint i = 0; i < 200 && !ls_ring_reader_is_broken (reader); i++)
        {
          LsRingRecord record;

          for (guint j = 0; j < N_UNITS * LS_WIRE_UNIT_BYTES; j += LS_WIRE_UNIT_BYTES)
            {
              const LsWireHead head = { .kind = g_rand_int_range (rand, 0, LS_WIRE_N_KINDS + (seed % 8 == 0)),
                                        .n_units = g_rand_int_range (rand, seed % 3 != 0, 3), .context = g_rand_int_range (rand, 0, 3),
                                        .source = g_rand_int_range (rand, 0, 9), .time = g_rand_int (rand) };

              memcpy (self->units + j, &head, sizeof head);
            }
          /* The header of the ring is the program's as well. */
          self->ring->n_units = g_rand_int (rand);
          atomic_store (&self->ring->head, atomic_load (&self->ring->head) + g_rand_int_range (rand, 0, 70));
          atomic_store (&self->ring->held, ((guint64) g_rand_int (rand) << 32) | g_rand_int_range (rand, 0, 9));
          ls_ring_reader_look (reader);
          while (ls_ring_reader_peek (reader, &time))
            {
              ls_ring_reader_take (reader, &record);
              ls_live_writer_write (writer, thread, &record, time);
            }
          if (ls_ring_reader_get_held (reader) != 0)
            ls_live_writer_hold (writer, thread, ls_ring_reader_get_held (reader), i);
          ls_ring_reader_release (reader);
        }
      ls_live_writer_flush (writer, G_MAXUINT64);
      ls_probe_publish (ls_trace_get_probe (trace));
      for (guint task = 0; task < 50; task++)
        {
          LsLiveTarget target;

          if (ls_live_writer_find_target (writer, task, &target, NULL))
            g_assert_true (target.process == process);
        }
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add ("/ring-reader/refused", Fixture, NULL, set_up, test_refused, tear_down);
  g_test_add ("/ring-reader/round", Fixture, NULL, set_up, test_round, tear_down);
  g_test_add ("/ring-reader/broken", Fixture, NULL, set_up, test_broken, tear_down);
  g_test_add ("/ring-reader/text", Fixture, NULL, set_up, test_text, tear_down);
  g_test_add ("/ring-reader/hostile", Fixture, NULL, set_up, test_hostile, tear_down);
  g_test_add_func ("/live-writer/random", test_random);
  g_test_add_func ("/live-writer/found-late", test_found_late);
  g_test_add_func ("/live-writer/named-late", test_named_late);
  g_test_add_func ("/live-writer/random-streams", test_random_streams);

  return g_test_run ();
}
