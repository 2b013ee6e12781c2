/* test-chrome-nonsense.c: what cannot be gets a line, and what is written in an odd way is read
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <gio/gio.h>

#include "chrome-fixture.h"
#include "sanitized.h"

#define EVENT(name, phase, ts, more) \
  "{\"name\":\"" name "\",\"ph\":\"" phase "\",\"pid\":1,\"tid\":1,\"ts\":" #ts ",\"cat\":\"devtools.timeline\"" more "}"
#define TASK(phase, ts, more) EVENT ("RunTask", phase, ts, more)
#define POST(id, ts) EVENT ("SchedulePostTaskCallback", "I", ts, ",\"args\":{\"data\":{\"taskId\":" #id ",\"priority\":\"background\"}}")
#define RUN(id, ts) \
  EVENT ("RunPostTaskCallback", "X", ts, ",\"dur\":5,\"args\":{\"data\":{\"taskId\":" #id ",\"priority\":\"background\"}}")

/* What has no line, and what has one. */
static void
test_lines (void)
{
  static const struct
  {
    const char *events;
    const char *problem;   /* NULL for none */
  } cases[] = {
    { TASK ("X", 10, ",\"dur\":0"), NULL },
    { TASK ("X", 10, ",\"dur\":-1"), "1 event has a duration below 0. Loopscope shows it without one. It is at byte" },
    { TASK ("X", 10, ",\"dur\":-0.001") "," TASK ("X", 20, ",\"dur\":\"-5\""), "2 events have durations below 0." },
    /* What such a phase has for a duration means nothing. */
    { EVENT ("Scheduler", "I", 10, ",\"dur\":-1") "," TASK ("X", 20, ",\"dur\":1"), NULL },
    { TASK ("X", 10, ""), "1 event does not say how long it takes. It is at byte" },
    { TASK ("X", 10, ",\"dur\":0x10") "," TASK ("X", 20, ",\"dur\":1"), "1 event is not JSON. Loopscope leaves it out. It is at byte" },
    { TASK ("X", 0x10, ",\"dur\":1") "," TASK ("X", 20, ",\"dur\":1"), "1 event is not JSON. Loopscope leaves it out. It is at byte" },
    { POST (1, 10) "," RUN (1, 10), NULL },
    { POST (1, 10) "," RUN (1, 20), NULL },
    { RUN (1, 20) "," POST (1, 10), NULL },
    { RUN (1, 20), NULL },
    { POST (1, 21) "," RUN (1, 20), "1 task runs before it is posted." },
    { POST (1, 21) "," RUN (1, 20) "," POST (2, 30) "," RUN (2, 22) "," POST (3, 40) "," RUN (3, 41), "2 tasks run before they are posted." },
    /* The other process has ids of its own. */
    { POST (1, 21) ",{\"name\":\"RunPostTaskCallback\",\"ph\":\"X\",\"pid\":2,\"tid\":1,\"ts\":20,\"dur\":1,\"cat\":\"devtools.timeline\","
      "\"args\":{\"data\":{\"taskId\":1}}}", NULL },
    { TASK ("B", 10, "") "," EVENT ("FunctionCall", "B", 11, "") "," TASK ("E", 20, ""), "1 event has a beginning, but no end." },
    { TASK ("B", 10, "") "," EVENT ("FunctionCall", "B", 11, ""), NULL },
    { TASK ("B", 10, "") "," TASK ("E", 20, "") "," TASK ("B", 30, ""), NULL },
    { EVENT ("FunctionCall", "B", 10, "") "," EVENT ("FunctionCall", "B", 20, "") "," EVENT ("FunctionCall", "B", 30, ""),
      "2 events have beginnings, but no ends." },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (LsRecording) recording = load_events (cases[i].events);

      g_test_message ("%s", cases[i].events);
      if (cases[i].problem != NULL)
        assert_problem (recording, cases[i].problem);
      else
        assert_no_problem (recording);
    }
}

static gboolean
lacks (LsRecording *recording,
       const char  *part)
{
  g_autofree char *all = g_strjoinv ("\n", (GStrv) ls_recording_list_lacks (recording));

  return strstr (all, part) != NULL;
}

/* A page need not yield: that nobody could see it is said of browsers alone that may not record it. */
static void
test_yields (void)
{
  static const struct
  {
    const char *metadata;
    gboolean    lacks_yields;
  } cases[] = {
    { "{}", TRUE },
    { "{\"product-version\":\"Chrome/118.0.1\"}", TRUE },
    { "{\"product-version\":\"Chrome/156.0.1\"}", FALSE },
    { "{\"product-version\":\"HeadlessChrome/156.0.1\"}", FALSE },
    { "{\"user-agent\":\"Mozilla/5.0 (X11) AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36 Edg/156.0.0.0\"}", FALSE },
    { "{\"user-agent\":\"Mozilla/5.0 (X11) AppleWebKit/537.36 Chrome/120.0.0.0 Safari/537.36 OPR/156.0.0.0\"}", TRUE },
    { "{\"product-version\":\"Chrome/\"}", TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strdup_printf ("{\"traceEvents\":[%s],\"metadata\":%s}", POST (1, 10) "," RUN (1, 20),
                                               cases[i].metadata);
      g_autoptr (LsRecording) recording = load_text (text);

      g_test_message ("%s", cases[i].metadata);
      g_assert_cmpint (lacks (recording, "no yields"), ==, cases[i].lacks_yields);
    }
}

/* Priorities that are not there, or are none. */
static void
test_priorities (void)
{
  static const struct
  {
    const char *post;
    const char *run;
    gboolean    lacks_priority;
  } cases[] = {
    { "\"taskId\":1,\"priority\":\"background\"", "\"taskId\":1,\"priority\":\"background\"", FALSE },
    { "\"taskId\":1", "\"taskId\":1,\"priority\":\"background\"", TRUE },
    { "\"taskId\":1,\"priority\":\"background\"", "\"taskId\":1", TRUE },
    { "\"taskId\":1,\"priority\":\"urgent\"", "\"taskId\":1,\"priority\":\"urgent\"", TRUE },
    { "\"taskId\":1,\"priority\":7", "\"taskId\":1,\"priority\":null", TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *events = g_strdup_printf (
        "{\"name\":\"SchedulePostTaskCallback\",\"ph\":\"I\",\"ts\":10,\"cat\":\"devtools.timeline\",\"args\":{\"data\":{%s}}},"
        "{\"name\":\"RunPostTaskCallback\",\"ph\":\"X\",\"ts\":20,\"dur\":5,\"cat\":\"devtools.timeline\",\"args\":{\"data\":{%s}}}",
        cases[i].post, cases[i].run);
      g_autoptr (LsRecording) recording = load_events (events);

      g_test_message ("%s", events);
      g_assert_cmpint (lacks (recording, "does not say the priority of every task"), ==, cases[i].lacks_priority);
    }
}

/* A recording without any ends: each task ends where the next one begins, and that is said. */
static void
test_no_ends (void)
{
  guint n = TIMES (200000, 20000);
  g_autoptr (GString) json = g_string_new (NULL);
  g_autoptr (LsRecording) recording = NULL;
  g_autofree char *lost = g_strdup_printf ("%u events have beginnings, but no ends.", n - 1);
  g_autofree char *cut = g_strdup_printf ("%u tasks lack their beginning or end.", n - 1);
  gsize n_events;
  const LsRecordingEvent *events;

  for (guint i = 0; i < n; i++)
    g_string_append_printf (json, "%s{\"name\":\"RunTask\",\"ph\":\"B\",\"ts\":%u}", i > 0 ? "," : "", i + 1);
  recording = load_events (json->str);
  assert_problem (recording, lost);
  assert_problem (recording, cut);
  events = ls_recording_peek_events (recording, 0, &n_events);
  g_assert_cmpuint (n_events, ==, n);
  g_assert_cmpuint (events[0].duration, ==, 1000);
}

/* Names of threads without events are of no use, however many come first, and leave room for those that have events. */
static void
test_many_names (void)
{
  static const guint numbers[] = { 100, 10001, 150000 };

  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      g_autoptr (GString) json = g_string_new (NULL);
      g_autoptr (LsRecording) recording = NULL;
      const LsRecordingThread *thread;
      guint n_loops;
      const guint *loops;
      gsize n_events;

      for (guint j = 0; j < numbers[i]; j++)
        g_string_append_printf (json, "{\"name\":\"thread_name\",\"ph\":\"M\",\"ts\":0,\"pid\":%u,\"tid\":%u,\"args\":{\"name\":\"T\"}},",
                                j + 10, j + 10);
      g_string_append (json, POST (1, 10) "," RUN (1, 20)
                       ",{\"name\":\"thread_name\",\"ph\":\"M\",\"ts\":0,\"pid\":1,\"tid\":1,\"args\":{\"name\":\"CrRendererMain\"}}");
      recording = load_events (json->str);
      assert_no_problem (recording);
      loops = ls_recording_list_loops (recording, &n_loops);
      g_assert_cmpuint (n_loops, ==, 1);
      thread = ls_recording_get_thread (recording, loops[0]);
      g_assert_cmpuint (thread->pid, ==, 1);
      g_assert_cmpuint (thread->n_events, ==, 2);
      ls_recording_peek_events (recording, loops[0], &n_events);
      g_assert_cmpuint (n_events, ==, 2);
      g_assert_cmpuint (find_event (recording, LS_RECORDING_EVENT_RUN, 0)->thread, ==, loops[0]);
      g_assert_cmpuint (ls_recording_get_n_threads (recording), <=, 10001);
      if (i < 2)
        g_assert_cmpstr (thread->name, ==, "CrRendererMain");
    }
}

/* Whatever escapes the names have, an event is what it is. */
static void
test_escapes (void)
{
  static const char *const events[] = {
    "{\"name\":\"SchedulePostTaskCallback\",\"ph\":\"I\",\"ts\":10,\"cat\":\"devtools.timeline\",\"args\":{\"data\":{\"taskId\":3}}}",
    "{\"n\\u0061me\":\"SchedulePostTaskCallback\",\"ph\":\"I\",\"ts\":10,\"c\\u0061t\":\"devtools.timeline\",\"args\":{\"data\":{\"taskId\":3}}}",
    "{\"name\":\"Schedule\\u0050ostTaskCallback\",\"ph\":\"I\",\"ts\":10,\"cat\":\"devtools.timeline\",\"args\":{\"data\":{\"taskId\":3}}}",
    "{\"name\":\"SchedulePostTaskCallback\",\"\\u0070\\u0068\":\"\\u0049\",\"ts\":10,\"cat\":\"devtools\\u002etimeline\",\"args\":{\"data\":{\"taskId\":3}}}",
    "{\"name\":\"SchedulePostTaskCallback\",\"ph\":\"I\",\"t\\u0073\":10,\"cat\":\"devtools.timeline\",\"\\u0061rgs\":{\"d\\u0061ta\":{\"t\\u0061skId\":3}}}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (events); i++)
    {
      g_autoptr (LsRecording) recording = load_events (events[i]);
      const LsRecordingEvent *post = find_event (recording, LS_RECORDING_EVENT_POST, 0);

      g_test_message ("%s", events[i]);
      assert_no_problem (recording);
      g_assert_nonnull (post);
      g_assert_cmpuint (post->id, ==, 4);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/recording/chrome/lines", test_lines);
  g_test_add_func ("/recording/chrome/yields", test_yields);
  g_test_add_func ("/recording/chrome/priorities", test_priorities);
  g_test_add_func ("/recording/chrome/no-ends", test_no_ends);
  g_test_add_func ("/recording/chrome/many-names", test_many_names);
  g_test_add_func ("/recording/chrome/escapes", test_escapes);

  return g_test_run ();
}
