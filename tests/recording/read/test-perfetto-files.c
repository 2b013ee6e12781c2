/* test-perfetto-files.c: whole traces of Chromium's, parts of them, and nonsense
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "perfetto-fixture.h"
#include "test-gzip.h"

static void
check_page (LsRecording *recording)
{
  Facts facts = count_facts (recording);
  guint n_loops;
  const LsRecordingThread *thread = ls_recording_get_thread (recording, ls_recording_list_loops (recording, &n_loops)[0]);

  g_assert_cmpint (ls_recording_get_format (recording), ==, LS_RECORDING_FORMAT_PERFETTO);
  g_assert_cmpuint (facts.n_posts, ==, 46);
  g_assert_cmpuint (facts.n_runs, ==, 41);
  g_assert_cmpuint (facts.n_aborts, ==, 5);
  g_assert_cmpuint (facts.n_changes, ==, 6);
  g_assert_cmpuint (facts.n_yields, ==, 13);
  g_assert_cmpuint (facts.n_continues, ==, 12);
  g_assert_cmpuint (facts.n_aborted_yields, ==, 1);
  g_assert_cmpuint (facts.n_linked, ==, 12);

  g_assert_cmpstr (thread->name, ==, "CrRendererMain");
  g_assert_cmpstr (thread->url, ==, "http://localhost:8128/page.html");
  g_assert_cmpint (thread->kind, ==, LS_RECORDING_THREAD_MAIN);
  g_assert_false (ls_recording_is_cut (recording));
}

static void
test_sample (void)
{
  g_autoptr (GBytes) packed = load_sample ("page.pftrace.gz");
  g_autoptr (GBytes) bytes = test_gunzip (packed);
  g_autoptr (LsRecording) recording = NULL;
  g_autoptr (LsRecording) plain = NULL;
  g_autoptr (GError) error = NULL;

  recording = ls_recording_load_data (g_bytes_get_data (packed, NULL), g_bytes_get_size (packed), &error);
  g_assert_no_error (error);
  check_page (recording);

  plain = ls_recording_load_data (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), &error);
  g_assert_no_error (error);
  check_page (plain);
  g_assert_cmpuint (ls_recording_get_n_events (plain), ==, ls_recording_get_n_events (recording));
}

/* Both recordings are of the same page. What it asked for itself is the same in both, whatever the machine did. */
static void
test_like_json (void)
{
  static const LsRecordingEventKind kinds[] = {
    LS_RECORDING_EVENT_POST, LS_RECORDING_EVENT_RUN, LS_RECORDING_EVENT_ABORT, LS_RECORDING_EVENT_YIELD, LS_RECORDING_EVENT_CONTINUE,
    LS_RECORDING_EVENT_ABORT_YIELD, LS_RECORDING_EVENT_IDLE_REQUEST, LS_RECORDING_EVENT_IDLE_FIRE,
  };
  guint counts[2][LS_N_RECORDING_EVENT_KINDS] = { { 0 } };

  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (GBytes) bytes = load_sample (i == 0 ? "page.pftrace.gz" : "real-page.json.gz");
      g_autoptr (GError) error = NULL;
      g_autoptr (LsRecording) recording = ls_recording_load_data (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), &error);

      g_assert_no_error (error);
      for (guint j = 0; j < ls_recording_get_n_threads (recording); j++)
        {
          gsize n_events;
          const LsRecordingEvent *events = ls_recording_peek_events (recording, j, &n_events);

          for (gsize k = 0; k < n_events; k++)
            counts[i][events[k].kind]++;
        }
    }

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    g_assert_cmpuint (counts[0][kinds[i]], ==, counts[1][kinds[i]]);
}

/* A file that ends anywhere has what is before that. */
static void
test_cut (void)
{
  g_autoptr (GBytes) packed = load_sample ("page.pftrace.gz");
  g_autoptr (GBytes) bytes = test_gunzip (packed);
  gsize size = g_bytes_get_size (bytes);
  guint n_posts = 0;
  guint n_cut = 0;

  for (guint i = 1; i <= 30; i++)
    {
      gsize n = i == 30 ? size - 1 : size * i / 31 + (gsize) g_test_rand_int_range (0, 10000);
      g_autoptr (GError) error = NULL;
      g_autoptr (LsRecording) recording = ls_recording_load_data (g_bytes_get_data (bytes, NULL), n, &error);
      Facts facts;

      g_assert_no_error (error);
      facts = count_facts (recording);
      g_assert_cmpuint (facts.n_posts, >=, n_posts);
      g_assert_true (ls_recording_is_cut (recording) == has_problem (recording, "is cut"));
      n_posts = facts.n_posts;
      n_cut += ls_recording_is_cut (recording);
    }

  /* Hardly ever is a packet whole there. */
  g_assert_cmpuint (n_cut, >=, 25);
  g_assert_cmpuint (n_posts, ==, 46);
}

static void
test_large_packet (void)
{
  g_autoptr (GByteArray) trace = message_new ();
  g_autoptr (LsRecording) recording = NULL;
  g_autofree guint8 *nothing = g_malloc0 (17 * 1024 * 1024);

  describe (trace);
  put_bytes (trace, 1, nothing, 17 * 1024 * 1024);
  add_slice (trace, 1000, 2000, THREAD, "RunTask", "x");

  recording = load (trace);
  g_assert_cmpuint (find (recording, LS_RECORDING_EVENT_TASK)->duration, ==, 1000);
  g_assert_true (has_problem (recording, "16 MiB"));
  g_assert_false (ls_recording_is_cut (recording));
}

static void
test_hostile (void)
{
  static const guint8 endless[] = { 0x08, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01 };
  static const guint8 huge[] = { 0x0a, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01, 0x08 };
  static const guint8 too_long[] = { 0x5a, 0xff, 0xff, 0xff, 0xff, 0x0f };
  static const guint8 group[] = { 0x0b, 0x0c };
  g_autoptr (GByteArray) trace = message_new ();
  g_autoptr (LsRecording) recording = NULL;
  Message *deep = message_new ();
  Message *event;
  Message *packet;

  describe (trace);

  /* A dictionary in a dictionary, and so on. */
  put_number (deep, 3, 1);
  for (guint i = 0; i < 500; i++)
    {
      Message *outer = message_new ();

      put_text (outer, 10, "data");
      put_message (outer, 11 + (i & 1), deep);
      deep = outer;
    }
  event = event_new (INSTANT, THREAD, "SchedulePostTaskCallback", "x");
  put_message (event, 4, deep);
  add_event (trace, 1000, event);

  /* Numbers that do not end, lengths beyond the packet, groups. */
  put_bytes (trace, 1, endless, sizeof endless);
  put_bytes (trace, 1, too_long, sizeof too_long);
  put_bytes (trace, 1, group, sizeof group);

  /* Tracks that are their own parents, and times that are far away. */
  {
    Message *descriptor = message_new ();

    put_number (descriptor, 1, 500);
    put_number (descriptor, 5, 500);
    add_descriptor (trace, descriptor);
  }
  add_slice (trace, 2000, 1500, 500, "my measure", "blink.user_timing");
  packet = packet_new (G_MAXUINT64);
  put_message (packet, 11, event_new (INSTANT, THREAD, "RunPostTaskCallback", "x"));
  add_packet (trace, packet);

  /* A packet of 2⁶⁴ bytes. */
  g_byte_array_append (trace, huge, sizeof huge);

  recording = load (trace);
  g_assert_nonnull (find (recording, LS_RECORDING_EVENT_POST));
  g_assert_nonnull (find (recording, LS_RECORDING_EVENT_RUN));
  g_assert_cmpuint (find (recording, LS_RECORDING_EVENT_MEASURE)->duration, ==, 0);
  g_assert_true (has_problem (recording, "does not understand 3 packets"));
  g_assert_true (ls_recording_is_cut (recording));
}

static void
test_nothing (void)
{
  static const guint8 bytes[] = { 0x0a, 0x04, 0x0b, 0x0b, 0x0b, 0x0b };
  g_autoptr (GError) error = NULL;

  g_assert_null (ls_recording_load_data (bytes, sizeof bytes, &error));
  g_assert_nonnull (error);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/recording/perfetto/sample", test_sample);
  g_test_add_func ("/recording/perfetto/like-json", test_like_json);
  g_test_add_func ("/recording/perfetto/cut", test_cut);
  g_test_add_func ("/recording/perfetto/large-packet", test_large_packet);
  g_test_add_func ("/recording/perfetto/hostile", test_hostile);
  g_test_add_func ("/recording/perfetto/nothing", test_nothing);

  return g_test_run ();
}
