/* test-chrome-twice.c: files that say something twice
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "chrome-fixture.h"

#define TASK(time) "{\"name\": \"RunTask\", \"ph\": \"X\", \"pid\": 1, \"tid\": 1, \"ts\": " time ", \"dur\": 1}"

#define EVENT(phase, name, id, time, data) \
  "{\"name\": \"" name "\", \"cat\": \"c\", \"ph\": \"" phase "\", \"id\": \"" id "\", \"pid\": 1, \"tid\": 1, \"ts\": " time ", \"args\": {\"data\": {" data "}}}"

#define POST(pid, id, time) \
  "{\"name\": \"SchedulePostTaskCallback\", \"cat\": \"devtools.timeline\", \"ph\": \"I\", \"pid\": " pid ", \"tid\": 1, \"ts\": " time \
  ", \"args\": {\"data\": {\"taskId\": " id ", \"priority\": \"background\", \"delay\": 0}}}"

/* What has an id that is in use gets a line; ids of two processes, and those of what is over, may be the same. */
static void
test_ids (void)
{
  g_autoptr (LsRecording) posts = load_events (POST ("1", "7", "10") "," POST ("1", "8", "20") "," POST ("1", "7", "30"));
  g_autoptr (LsRecording) processes = load_events (POST ("1", "7", "10") "," POST ("2", "7", "20"));
  g_autoptr (LsRecording) flows = load_events (EVENT ("s", "SequenceManager PostTask", "1", "10", "") "," EVENT ("s", "SequenceManager PostTask", "1", "20", "") ","
                                               EVENT ("f", "SequenceManager PostTask", "1", "30", ""));
  g_autoptr (LsRecording) later = load_events (EVENT ("s", "SequenceManager PostTask", "1", "10", "") "," EVENT ("f", "SequenceManager PostTask", "1", "20", "") ","
                                               EVENT ("s", "SequenceManager PostTask", "1", "20", "") "," EVENT ("f", "SequenceManager PostTask", "1", "30", ""));
  g_autoptr (LsRecording) async = load_events (EVENT ("b", "AnimationFrame", "1", "10", "") "," EVENT ("b", "AnimationFrame", "1", "20", "")
                                               "," EVENT ("e", "AnimationFrame", "1", "30", "") "," EVENT ("e", "AnimationFrame", "1", "40", ""));
  g_autoptr (LsRecording) after = load_events (EVENT ("b", "AnimationFrame", "1", "10", "") "," EVENT ("e", "AnimationFrame", "1", "20", "")
                                               "," EVENT ("b", "AnimationFrame", "1", "30", "") "," EVENT ("e", "AnimationFrame", "1", "40", ""));

  g_autoptr (LsRecording) inputs = load_events (EVENT ("b", "EventTiming", "1", "10", "") "," EVENT ("b", "EventTiming", "1", "20", "")
                                                "," EVENT ("e", "EventTiming", "1", "30", "") "," EVENT ("e", "EventTiming", "1", "40", ""));

  assert_problem (posts, "1 task has the id of another one in its process.");
  assert_no_problem (processes);
  assert_problem (flows, "1 flow has the id of another one that goes on.");
  assert_no_problem (later);
  assert_problem (async, "1 asynchronous event has the id of another one that goes on.");
  assert_no_problem (after);
  assert_no_problem (inputs);
}

/* An object may have a member twice, in which case there is more than one list. */
static void
test_lists (void)
{
  static const char text[] = "{\"traceEvents\": [" TASK ("30") "], \"x\": 1, \"traceEvents\": [" TASK ("50") "," TASK ("60") "]}";
  g_autoptr (LsRecording) recording = ls_recording_load_data ((const guint8 *) text, strlen (text), NULL);

  g_assert_cmpuint (ls_recording_get_n_events (recording), ==, 3);
  assert_problem (recording, "The file has 1 more list of events. Loopscope shows those of both. It is at byte ");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/chrome-twice/ids", test_ids);
  g_test_add_func ("/chrome-twice/lists", test_lists);

  return g_test_run ();
}
