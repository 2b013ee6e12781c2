/* test-cuts.c: yields in what was recorded
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "made-program.h"

/* A click, a frame and a script that was loaded: what is the program's yields, what is the browser's does not. */
static LsRecording *
make_browser_work (void)
{
  Made made;

  made_begin (&made);
  add (&made, 0, 30000, TASK);
  add (&made, 1000, 10000, DISPATCH, .text = made_text (&made, "click"));
  add (&made, 1000, 9000, FUNCTION, .text = made_text (&made, "onClick"));
  add (&made, 3000, 4500, RENDERING, .text = made_text (&made, "Layout"));
  add (&made, 12000, 18000, RENDERING, .text = made_text (&made, "PrePaint"));
  add (&made, 40000, 20000, TASK);
  add (&made, 40000, 6000, FRAME_FIRE, .id = 1);
  add (&made, 40000, 6000, FUNCTION, .text = made_text (&made, "draw"));
  add (&made, 45000, 0, POST, .id = 1);
  add (&made, 46000, 3000, FRAME_FIRE, .id = 2);
  add (&made, 50000, 10000, RENDERING, .text = made_text (&made, "Paint"));
  add_run (&made, 60000, 1000, 1, LS_TASK_PRIORITY_USER_VISIBLE, "later");
  add (&made, 70000, 9000, TASK);
  add (&made, 70000, 5000, SCRIPT, .text = made_text (&made, "v8.compile"));
  add (&made, 75000, 2000, SCRIPT, .text = made_text (&made, "EvaluateScript"));
  return made_end (&made);
}

/* The code after a yield is a continuation, and what the browser does in the turn does not wait for it. */
static void
test_cuts (void)
{
  g_autoptr (LsRecording) recording = make_browser_work ();
  LsConversionOptions options = LS_CONVERSION_OPTIONS_INIT;
  g_autoptr (LsConversionReport) report = NULL;
  g_autoptr (LsSession) session = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  const guint thread = 0;
  guint64 n_yields;

  options.yield_every = 4000;
  assert_program (recording, &options,
                  "\"main\":[{\"op\":\"post\",\"queue\":\"input\",\"discrete\":true,\"body\":\"onClick\",\"name\":\"onClick\"},"
                  "{\"op\":\"post\",\"queue\":\"control\",\"delay\":40,\"body\":\"draw\",\"name\":\"draw\"},"
                  "{\"op\":\"post\",\"queue\":\"control\",\"delay\":70,\"body\":\"v8.compile\",\"name\":\"v8.compile\"}],"
                  "\"bodies\":{"
                  /* 1 ms before, 2 ms of code, 4.5 ms of layout that it waits for, 19 ms of the browser's. */
                  "\"onClick\":[{\"op\":\"work\",\"ms\":26.5},{\"op\":\"yield\"},{\"op\":\"work\",\"ms\":3.5}],"
                  /* Both callbacks go on later, the second one from its beginning: the code before it took its time. */
                  "\"draw\":[{\"op\":\"async\",\"body\":\"draw2\"},{\"op\":\"work\",\"ms\":11},{\"op\":\"yield\"},"
                  "{\"op\":\"work\",\"ms\":3}],"
                  "\"v8.compile\":[{\"op\":\"work\",\"ms\":9}],"
                  "\"draw2\":[{\"op\":\"work\",\"ms\":4},{\"op\":\"yield\"},{\"op\":\"work\",\"ms\":1},"
                  "{\"op\":\"postTask\",\"body\":\"later\",\"name\":\"later\",\"priority\":\"user-visible\"},"
                  "{\"op\":\"work\",\"ms\":1}],"
                  "\"later\":[{\"op\":\"work\",\"ms\":1}]}},");

  session = ls_recording_to_session_with_report (recording, &thread, 1, &options, &report, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (ls_conversion_report_get_n_yielding (report, &n_yields), ==, 2);
  g_assert_cmpuint (n_yields, ==, 3);
  text = ls_conversion_report_describe (report);
  g_assert_cmpstr (text, ==,
                   "Tasks that yield now: 2; yields in them: 3.\n"
                   "Cannot yield, because it is the frame’s own rendering work: “onClick” (20.0 ms), “draw” (11.0 ms).\n"
                   "Cannot yield, because a script waits for this style and layout: “onClick” (4.5 ms).\n"
                   "Cannot yield, because it is the browser’s own work, or the recording names no script: “v8.compile” (7.0 ms).\n");
}

/* In tasks of some name alone; the first rule that fits holds. What fits nothing is said. */
static void
test_cuts_by_name (void)
{
  const char *yields[] = { "on.Click=1", "nobody=2", "onCl*=8", "on*=1", NULL };
  const char *priorities[] = { "nobody*=background", "onClick=background", "later=background", NULL };
  const char *without[] = { "a*", "onClick=1", NULL };
  g_autoptr (LsRecording) recording = make_browser_work ();
  LsConversionOptions options = LS_CONVERSION_OPTIONS_INIT;
  g_autoptr (LsConversionReport) report = NULL;
  g_autoptr (LsConversionReport) copy = NULL;
  g_autoptr (LsSession) session = NULL;
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) warnings = NULL;
  g_autofree char *text = NULL;
  const guint thread = 0;

  options.yields = yields;
  options.priorities = priorities;
  options.without = without;
  session = ls_recording_to_session_with_report (recording, &thread, 1, &options, &report, NULL, &error);
  g_assert_no_error (error);
  text = ls_conversion_report_describe (report);
  g_assert_cmpstr (text, ==,
                   "Tasks that yield now: 1; yields in them: 1.\n"
                   "Cannot yield, because it is the frame’s own rendering work: “onClick” (20.0 ms).\n");
  copy = ls_conversion_report_copy (report);
  warnings = ls_conversion_report_list_warnings (copy);
  g_assert_cmpuint (g_strv_length (warnings), ==, 6);
  g_assert_cmpstr (warnings[0], ==, "No task in the recording has a name that matches “nobody*”: nothing changes.");
  g_assert_cmpstr (warnings[1], ==, "No task whose name matches “onClick” was posted with a priority: nothing changes.");
  g_assert_nonnull (strstr (warnings[2], "“on.Click”"));
  g_assert_nonnull (strstr (warnings[3], "“nobody”"));
  g_assert_nonnull (strstr (warnings[4], "“a*”"));
  g_assert_nonnull (strstr (warnings[5], "“onClick=1”"));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/cuts/kinds", test_cuts);
  g_test_add_func ("/cuts/by-name", test_cuts_by_name);

  return g_test_run ();
}
