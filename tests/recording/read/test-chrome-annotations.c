/* test-chrome-annotations.c: what somebody wrote in DevTools
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "chrome-fixture.h"

/* The event of number 2 means nothing to Loopscope, and that of number 3 is no event. */
#define EVENTS \
  "[{\"name\":\"thread_name\",\"ph\":\"M\",\"pid\":1,\"tid\":1,\"ts\":0,\"args\":{\"name\":\"CrRendererMain\"}}," \
  "{\"name\":\"RunTask\",\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":5000000,\"dur\":100}," \
  "{\"name\":\"Nothing\",\"ph\":\"X\",\"pid\":9,\"tid\":9,\"ts\":5000300,\"dur\":1},7," \
  "{\"name\":\"RunTask\",\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":5000500,\"dur\":500}]"

static LsRecording *
load (const char *annotations,
      gboolean    is_first)
{
  g_autofree char *metadata = g_strdup_printf ("\"metadata\":{\"source\":\"DevTools\",\"modifications\":{\"annotations\":{%s}}}",
                                               annotations);
  g_autofree char *text = is_first ? g_strdup_printf ("{%s,\"traceEvents\":" EVENTS "}", metadata)
                                   : g_strdup_printf ("{\"traceEvents\":" EVENTS ",%s}", metadata);

  return load_text (text);
}

static void
expect (LsRecording *recording,
        guint        index,
        const char  *text,
        guint64      time,
        guint64      duration)
{
  const LsRecordingEvent *event = find_event (recording, LS_RECORDING_EVENT_ANNOTATION, index);

  g_assert_nonnull (event);
  g_assert_cmpstr (ls_recording_get_text (recording, event->text), ==, text);
  g_assert_cmpuint (event->time, ==, time * 1000);
  g_assert_cmpuint (event->duration, ==, duration * 1000);
}

static gboolean
lacks (LsRecording *recording,
       const char  *part)
{
  const char *const *texts = ls_recording_list_lacks (recording);

  for (guint i = 0; texts[i] != NULL; i++)
    if (strstr (texts[i], part) != NULL)
      return TRUE;
  return FALSE;
}

/* A label belongs to the event of its number among all of the file. */
static void
test_labels (void)
{
  g_autoptr (LsRecording) recording = load ("\"entryLabels\":[{\"entry\":\"s-4\",\"label\":\"late\"},{\"entry\":\"r-2\",\"label\":"
                                            "\"unread\"},{\"entry\":\"r-4\",\"label\":\"too\"},{\"entry\":\"r-3\",\"label\":\"none\"},"
                                            "{\"entry\":\"r-77\",\"label\":\"beyond\"}]", TRUE);

  g_assert_cmpuint (count_events (recording, LS_RECORDING_EVENT_ANNOTATION), ==, 3);
  expect (recording, 0, "unread", 300, 0);
  expect (recording, 1, "late", 500, 0);
  expect (recording, 2, "too", 500, 0);
  g_assert_cmpuint (ls_recording_get_duration (recording), ==, 1000 * 1000);
  g_assert_false (lacks (recording, "labels"));
}

/* What cannot be shown is told. */
static void
test_unknown (void)
{
  g_autoptr (LsRecording) samples = load ("\"entryLabels\":[{\"entry\":\"p-1-1-7-3\",\"label\":\"f\"}]", TRUE);
  g_autoptr (LsRecording) after = load ("\"entryLabels\":[{\"entry\":\"r-1\",\"label\":\"f\"}]", FALSE);

  g_assert_cmpuint (count_events (samples, LS_RECORDING_EVENT_ANNOTATION), ==, 0);
  g_assert_true (lacks (samples, "it reads no samples"));
  g_assert_cmpuint (count_events (after, LS_RECORDING_EVENT_ANNOTATION), ==, 0);
  g_assert_true (lacks (after, "after the events"));
}

/* Ranges reach beyond what was recorded, but do not make it longer. */
static void
test_ranges (void)
{
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (LsRecording) recording = load ("\"labelledTimeRanges\":[{\"label\":\"before\",\"bounds\":{\"min\":1000000,\"max\":"
                                                "5000200}},{\"label\":\"early\",\"bounds\":{\"min\":1000000,\"max\":2000000}},"
                                                "{\"label\":\"after\",\"bounds\":{\"min\":5000900,\"max\":9000000}},"
                                                "{\"label\":\"late\",\"bounds\":{\"min\":8000000,\"max\":9000000}}]", i == 0);

      g_assert_cmpuint (ls_recording_get_duration (recording), ==, 1000 * 1000);
      g_assert_cmpint (ls_recording_get_beginning (recording), ==, G_GINT64_CONSTANT (5000000) * 1000);
      expect (recording, 0, "before", 0, 200);
      expect (recording, 1, "early", 0, 0);
      expect (recording, 2, "after", 900, 100);
      expect (recording, 3, "late", 1000, 0);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/chrome-annotations/labels", test_labels);
  g_test_add_func ("/chrome-annotations/unknown", test_unknown);
  g_test_add_func ("/chrome-annotations/ranges", test_ranges);
  return g_test_run ();
}
