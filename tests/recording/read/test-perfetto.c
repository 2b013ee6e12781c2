/* test-perfetto.c: what Perfetto's protobuf says, message by message
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <zlib.h>

#include "perfetto-fixture.h"

static void
test_slices (void)
{
  g_autoptr (GByteArray) trace = message_new ();
  g_autoptr (LsRecording) recording = NULL;
  const LsRecordingEvent *event;

  describe (trace);
  add_event (trace, 1000, event_new (BEGIN, THREAD, "RunTask", "x"));
  add_event (trace, 2000, event_new (BEGIN, THREAD, "of no interest", "x"));
  add_slice (trace, 3000, 4000, THREAD, "TimerFire", "x");
  add_slice (trace, 3500, 9000, ASYNC, "my measure", "blink.user_timing");
  add_event (trace, 5000, event_new (END, THREAD, NULL, NULL));
  add_event (trace, 6000, event_new (END, THREAD, NULL, NULL));
  add_event (trace, 7000, event_new (END, THREAD, NULL, NULL));
  add_event (trace, 8000, event_new (BEGIN, THREAD, "FireAnimationFrame", "x"));

  recording = load (trace);
  event = find (recording, LS_RECORDING_EVENT_TASK);
  g_assert_cmpuint (event->time, ==, 0);
  g_assert_cmpuint (event->duration, ==, 5000);
  event = find (recording, LS_RECORDING_EVENT_TIMER_FIRE);
  g_assert_cmpuint (event->time, ==, 2000);
  g_assert_cmpuint (event->duration, ==, 1000);
  event = find (recording, LS_RECORDING_EVENT_MEASURE);
  g_assert_cmpuint (event->duration, ==, 5500);
  g_assert_cmpstr (ls_recording_get_text (recording, event->text), ==, "my measure");
  g_assert_cmpuint (ls_recording_get_thread (recording, event->thread)->tid, ==, TID);
  event = find (recording, LS_RECORDING_EVENT_FRAME_FIRE);
  g_assert_cmpuint (event->duration, ==, LS_RECORDING_NO_END);
  g_assert_null (find (recording, LS_RECORDING_EVENT_WORK));
}

static void
test_interned (void)
{
  g_autoptr (GByteArray) trace = message_new ();
  g_autoptr (LsRecording) recording = NULL;
  Facts facts;

  describe (trace);
  for (guint i = 0; i < 3; i++)
    {
      Message *packet = packet_new (1000 * (i + 1));
      Message *interned = message_new ();
      Message *entry = message_new ();
      Message *event = event_new (INSTANT, THREAD, NULL, NULL);

      /* The first packet says what 1 and 2 are, the second one uses it, before the third it is forgotten. */
      if (i == 0)
        {
          put_number (entry, 1, 1);
          put_text (entry, 2, "SchedulePostTaskCallback");
          put_message (interned, 2, entry);
          entry = message_new ();
          put_number (entry, 1, 2);
          put_text (entry, 2, "data");
          put_message (interned, 3, entry);
          entry = message_new ();
          put_number (entry, 1, 3);
          put_text (entry, 2, "priority");
          put_message (interned, 3, entry);
          entry = message_new ();
          put_number (entry, 1, 4);
          put_text (entry, 2, "user-blocking");
          put_message (interned, 29, entry);
          entry = message_new ();
        }
      g_byte_array_unref (entry);
      if (i == 2)
        put_number (packet, 13, 1);

      put_number (event, 10, 1);
      entry = message_new ();
      put_number (entry, 1, 3);
      put_number (entry, 17, 4);
      {
        Message *data = message_new ();

        put_message (data, 11, entry);
        put_number (data, 1, 2);
        put_message (event, 4, data);
      }
      put_message (packet, 11, event);
      put_message (packet, 12, interned);
      add_packet (trace, packet);
    }

  recording = load (trace);
  facts = count_facts (recording);
  g_assert_cmpuint (facts.n_posts, ==, 2);
  g_assert_cmpint (find (recording, LS_RECORDING_EVENT_POST)->priority, ==, LS_TASK_PRIORITY_USER_BLOCKING);
}

static Message *
clock_new (guint   id,
           guint64 timestamp,
           guint   incremental,
           guint   unit)
{
  Message *clock = message_new ();

  put_number (clock, 1, id);
  put_number (clock, 2, timestamp);
  put_number (clock, 3, incremental);
  put_number (clock, 4, unit);
  return clock;
}

static void
add_on_clock (Message    *trace,
              guint64     clock,
              guint64     timestamp,
              const char *name)
{
  Message *packet = packet_new (timestamp);

  if (clock != 0)
    put_number (packet, 58, clock);
  put_message (packet, 11, event_new (INSTANT, THREAD, name, NULL));
  add_packet (trace, packet);
}

static void
test_clocks (void)
{
  static const LsRecordingEventKind kinds[] = {
    LS_RECORDING_EVENT_TIMER_INSTALL, LS_RECORDING_EVENT_TIMER_FIRE, LS_RECORDING_EVENT_FRAME_REQUEST, LS_RECORDING_EVENT_FRAME_FIRE,
    LS_RECORDING_EVENT_IDLE_REQUEST, LS_RECORDING_EVENT_POST,
  };
  static const guint64 times[] = { 0, 7000, 10000, 20000, 2000, 30000 };
  g_autoptr (GByteArray) trace = message_new ();
  g_autoptr (LsRecording) recording = NULL;
  Message *packet = packet_new (0);
  Message *snapshot = message_new ();
  Message *defaults = message_new ();

  describe (trace);

  /* At one moment the monotonic clock shows 1 s, the time since boot 5 s; the writer's own clocks count µs. */
  put_message (snapshot, 1, clock_new (3, 1000000832, 0, 1));
  put_message (snapshot, 1, clock_new (6, 5000000832, 0, 1));
  put_message (snapshot, 1, clock_new (64, 1000000, 1, 1000));
  put_message (snapshot, 1, clock_new (65, 1000000, 0, 1000));
  put_number (snapshot, 2, 3);
  put_message (packet, 6, snapshot);
  put_number (defaults, 58, 64);
  put_message (packet, 59, defaults);
  add_packet (trace, packet);

  add_on_clock (trace, 0, 1, "TimerInstall");                    /* 1.000001 */
  add_on_clock (trace, 0, 7, "TimerFire");                       /* 1.000008 */
  add_on_clock (trace, 65, 1000011, "RequestAnimationFrame");    /* absolute */
  add_on_clock (trace, 6, 5000021000, "FireAnimationFrame");     /* of everybody */
  add_on_clock (trace, 3, 1000003000, "RequestIdleCallback");
  add_on_clock (trace, 64, 23, "SchedulePostTaskCallback");      /* goes on from 8 µs */
  add_on_clock (trace, 70, 1, "RunPostTaskCallback");            /* nobody explains it */

  recording = load (trace);
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    g_assert_cmpuint (find (recording, kinds[i])->time, ==, times[i]);
  g_assert_null (find (recording, LS_RECORDING_EVENT_RUN));
  g_assert_true (has_problem (recording, "clock"));
}

static void
test_default_track (void)
{
  g_autoptr (GByteArray) trace = message_new ();
  g_autoptr (LsRecording) recording = NULL;
  Message *packet = packet_new (0);
  Message *defaults = message_new ();
  Message *event_defaults = message_new ();
  const LsRecordingEvent *event;

  describe (trace);
  put_number (event_defaults, 11, THREAD);
  put_message (defaults, 11, event_defaults);
  put_message (packet, 59, defaults);
  add_packet (trace, packet);
  add_slice (trace, 1000, 3000, 0, "RunTask", NULL);

  /* A legacy event names no track either, or track 0. */
  {
    Message *mark = event_new (0, 0, "loadEventEnd", "blink.user_timing");
    Message *legacy = message_new ();

    put_number (legacy, 2, 'R');
    put_message (mark, 6, legacy);
    put_number (mark, 11, 0);
    add_event (trace, 2000, mark);

    mark = event_new (0, 0, "TimerFire", "x");
    legacy = message_new ();
    put_number (legacy, 2, 'X');
    put_number (legacy, 3, 12);
    put_message (mark, 6, legacy);
    add_event (trace, 2500, mark);
  }

  recording = load (trace);
  event = find (recording, LS_RECORDING_EVENT_TASK);
  g_assert_cmpuint (event->duration, ==, 2000);
  g_assert_cmpuint (ls_recording_get_thread (recording, event->thread)->tid, ==, TID);
  event = find (recording, LS_RECORDING_EVENT_MARK);
  g_assert_cmpuint (ls_recording_get_thread (recording, event->thread)->tid, ==, TID);
  g_assert_cmpuint (find (recording, LS_RECORDING_EVENT_TIMER_FIRE)->duration, ==, 12000);
}

static void
test_queues (void)
{
  g_autoptr (GByteArray) trace = message_new ();
  g_autoptr (LsRecording) recording = NULL;
  Message *event = event_new (BEGIN, THREAD, "ThreadControllerImpl::RunTask", "toplevel");
  Message *task = message_new ();
  const LsRecordingEvent *found;

  describe (trace);
  put_number (task, 1, 8);
  put_number (task, 2, 45);
  put_message (event, 1040, task);
  {
    Message *location = message_new ();

    put_text (location, 2, "dom_scheduler.cc");
    put_text (location, 3, "PostTask");
    put_message (event, 34, location);
  }
  add_event (trace, 1000, event);
  add_event (trace, 2000, event_new (END, THREAD, NULL, NULL));

  recording = load (trace);
  found = find (recording, LS_RECORDING_EVENT_TASK);
  g_assert_cmpstr (ls_recording_get_text (recording, found->text), ==, "WEB_SCHEDULING_TQ");
  g_assert_cmpint (found->queue, ==, LS_QUEUE_TYPE_WEB_SCHEDULING);
  g_assert_cmpint (found->priority, ==, 4);
  g_assert_cmpstr (ls_recording_get_text (recording, found->place), ==, "dom_scheduler.cc PostTask");
}

static void
test_flows (void)
{
  g_autoptr (GByteArray) trace = message_new ();
  g_autoptr (LsRecording) recording = NULL;
  Message *run = event_new (BEGIN, THREAD, "ThreadControllerImpl::RunTask", "toplevel");
  Message *post = event_new (INSTANT, THREAD, "SequenceManager PostTask", "toplevel.flow");
  Message *other = event_new (INSTANT, THREAD, "CommitLoad", "x");
  const LsRecordingEvent *begin;
  const LsRecordingEvent *end;

  describe (trace);

  /* The run is written before the posting, by another writer; flows of other events mean nothing. */
  put_fixed64 (run, 48, 0xfeed);
  add_event (trace, 9000, run);
  add_event (trace, 9500, event_new (END, THREAD, NULL, NULL));
  put_fixed64 (post, 47, 0xfeed);
  add_event (trace, 1000, post);
  put_fixed64 (other, 47, 0xbeef);
  add_event (trace, 2000, other);

  recording = load (trace);
  begin = find (recording, LS_RECORDING_EVENT_FLOW_BEGIN);
  end = find (recording, LS_RECORDING_EVENT_FLOW_END);
  g_assert_cmpuint (begin->time, ==, 0);
  g_assert_cmpuint (end->time, ==, 8000);
  g_assert_cmpuint (begin->id, ==, end->id);
  g_assert_cmpuint (begin->text, ==, end->text);
  g_assert_cmpstr (ls_recording_get_text (recording, begin->text), ==, "SequenceManager PostTask");
  g_assert_cmpuint (ls_recording_get_n_events (recording), ==, 3);
}

/* stackTrace: [{functionName: NAME, url, lineNumber, columnNumber}] in annotations, or as the values of older versions. */
static Message *
stack_new (void)
{
  Message *data = message_new ();
  Message *stack = message_new ();
  Message *frame = message_new ();
  Message *entry = message_new ();

  put_text (entry, 10, "functionName");
  put_text (entry, 6, "start");
  put_message (frame, 11, entry);
  entry = message_new ();
  put_text (entry, 10, "url");
  put_text (entry, 6, "http://x/app.js");
  put_message (frame, 11, entry);
  entry = message_new ();
  put_text (entry, 10, "lineNumber");
  put_number (entry, 4, 12);
  put_message (frame, 11, entry);
  entry = message_new ();
  put_text (entry, 10, "columnNumber");
  put_double (entry, 5, 7);
  put_message (frame, 11, entry);
  put_message (stack, 12, frame);
  put_text (stack, 10, "stackTrace");
  put_message (data, 11, stack);
  put_text (data, 10, "data");
  return data;
}

static Message *
nested_stack_new (void)
{
  static const char * const names[] = { "functionName", "url" };
  static const char * const values[] = { "start", "http://x/app.js" };
  Message *data = message_new ();
  Message *top = message_new ();
  Message *stack = message_new ();
  Message *frame = message_new ();
  Message *value;

  for (guint i = 0; i < 2; i++)
    {
      value = message_new ();
      put_text (value, 8, values[i]);
      put_text (frame, 2, names[i]);
      put_message (frame, 3, value);
    }
  value = message_new ();
  put_number (value, 5, 12);
  put_text (frame, 2, "lineNumber");
  put_message (frame, 3, value);
  value = message_new ();
  put_double (value, 6, 7);
  put_message (frame, 3, value);
  put_text (frame, 2, "columnNumber");
  put_message (stack, 4, frame);
  put_text (top, 2, "stackTrace");
  put_message (top, 3, stack);
  put_text (data, 10, "data");
  put_message (data, 8, top);
  return data;
}

static void
test_arguments (void)
{
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (GByteArray) trace = message_new ();
      g_autoptr (LsRecording) recording = NULL;
      Message *event = event_new (INSTANT, THREAD, "SchedulePostTaskCallback", "x");
      const LsRecordingEvent *post;

      describe (trace);
      put_message (event, 4, i == 0 ? stack_new () : nested_stack_new ());
      put_message (event, 4, data_new ("taskId", 41));
      put_message (event, 4, data_new ("delay", 5));
      add_event (trace, 1000, event);

      recording = load (trace);
      post = find (recording, LS_RECORDING_EVENT_POST);
      g_assert_cmpuint (post->id, ==, 42);
      g_assert_cmpuint (post->value, ==, 5000);
      g_assert_cmpstr (ls_recording_get_text (recording, post->text), ==, "start");
      g_assert_cmpstr (ls_recording_get_text (recording, post->place), ==, "http://x/app.js:12:7");
    }
}

static void
test_typed_arguments (void)
{
  g_autoptr (GByteArray) trace = message_new ();
  g_autoptr (LsRecording) recording = NULL;
  Message *event = event_new (BEGIN, ASYNC, "AnimationFrame::Script::Execute", "devtools.timeline");
  Message *info = message_new ();
  const LsRecordingEvent *found;

  describe (trace);
  put_text (info, 4, "Scheduler");
  put_text (info, 5, "yield");
  put_text (info, 6, "http://x/");
  put_text (info, 7, "work");
  put_number (info, 9, 5);
  put_message (event, 1065, info);
  add_event (trace, 1000, event);
  event = event_new (BEGIN, ASYNC, "AnimationFrame", "devtools.timeline");
  info = message_new ();
  put_number (info, 1, 30);
  put_message (event, 1064, info);
  add_event (trace, 2000, event);

  /* The number of microtasks is known when they have run. */
  add_event (trace, 3000, event_new (BEGIN, THREAD, "RunMicrotasks", "v8.execute"));
  event = event_new (END, THREAD, NULL, NULL);
  info = message_new ();
  put_text (info, 10, "microtask_count");
  put_number (info, 3, 17);
  put_message (event, 4, info);
  add_event (trace, 4000, event);

  recording = load (trace);
  found = find (recording, LS_RECORDING_EVENT_INVOKER);
  g_assert_cmpstr (ls_recording_get_text (recording, found->other), ==, "Scheduler.yield");
  g_assert_cmpstr (ls_recording_get_text (recording, found->text), ==, "work");
  g_assert_cmpuint (find (recording, LS_RECORDING_EVENT_LONG_FRAME)->value, ==, 30000);
  g_assert_cmpuint (find (recording, LS_RECORDING_EVENT_MICROTASKS)->value, ==, 17);
}

static Message *
compress_trace (Message *trace)
{
  uLongf length = compressBound (trace->len);
  Message *packed = message_new ();

  g_byte_array_set_size (packed, (guint) length);
  g_assert_cmpint (compress (packed->data, &length, trace->data, trace->len), ==, Z_OK);
  g_byte_array_set_size (packed, (guint) length);
  return packed;
}

static void
test_compressed (void)
{
  g_autoptr (GByteArray) inner = message_new ();
  g_autoptr (GByteArray) trace = message_new ();
  g_autoptr (LsRecording) recording = NULL;
  Message *packet = message_new ();

  describe (inner);
  add_slice (inner, 1000, 2000, THREAD, "RunTask", "x");
  put_message (packet, 50, compress_trace (inner));
  add_packet (trace, packet);
  recording = load (trace);
  g_assert_cmpuint (find (recording, LS_RECORDING_EVENT_TASK)->duration, ==, 1000);

  /* Compressed twice, and not whole. */
  {
    g_autoptr (GByteArray) twice = message_new ();
    g_autoptr (LsRecording) other = NULL;
    Message *half = compress_trace (inner);

    describe (twice);
    packet = message_new ();
    put_message (packet, 50, compress_trace (trace));
    add_packet (twice, packet);
    packet = message_new ();
    g_byte_array_set_size (half, half->len - 20);
    put_message (packet, 50, half);
    add_packet (twice, packet);
    other = load (twice);
    g_assert_true (has_problem (other, "2 compressed packets"));
  }
}

/* Nothing but zeros, which become a thousand times as much. */
static void
test_compressed_bomb (void)
{
  g_autoptr (GByteArray) zeros = message_new ();
  g_autoptr (GByteArray) trace = message_new ();
  g_autoptr (LsRecording) recording = NULL;
  Message *packet = message_new ();

  describe (trace);
  g_byte_array_set_size (zeros, 70 * 1024 * 1024);
  memset (zeros->data, 0x0a, zeros->len);
  put_message (packet, 50, compress_trace (zeros));
  add_packet (trace, packet);
  add_slice (trace, 1000, 2000, THREAD, "RunTask", "x");

  recording = load (trace);
  g_assert_true (has_problem (recording, "of 1 compressed packet."));
  g_assert_cmpuint (find (recording, LS_RECORDING_EVENT_TASK)->duration, ==, 1000);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/recording/perfetto/slices", test_slices);
  g_test_add_func ("/recording/perfetto/interned", test_interned);
  g_test_add_func ("/recording/perfetto/clocks", test_clocks);
  g_test_add_func ("/recording/perfetto/default-track", test_default_track);
  g_test_add_func ("/recording/perfetto/queues", test_queues);
  g_test_add_func ("/recording/perfetto/flows", test_flows);
  g_test_add_func ("/recording/perfetto/arguments", test_arguments);
  g_test_add_func ("/recording/perfetto/typed-arguments", test_typed_arguments);
  g_test_add_func ("/recording/perfetto/compressed", test_compressed);
  g_test_add_func ("/recording/perfetto/compressed-bomb", test_compressed_bomb);

  return g_test_run ();
}
