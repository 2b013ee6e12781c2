/* test-conversion.c: how small recordings become programs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "ls-rerun.h"
#include "ls-runner.h"
#include "ls-session-error.h"
#include "made-program.h"

#include <string.h>

static LsRerun *
rerun (LsRecording *recording)
{
  const guint thread = 0;
  g_autoptr (GError) error = NULL;
  LsRerun *result = ls_rerun_new (recording, &thread, 1, NULL, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (result->n_missing, ==, 0);
  return result;
}

static void
assert_exact (LsRecording *recording)
{
  g_autoptr (LsRerun) result = rerun (recording);

  g_assert_cmpuint (result->all.n_adjacent_kept, ==, result->all.n_adjacent);
  g_assert_cmpuint (result->all.n_pairs_kept, ==, result->all.n_pairs);
}

/* A unit works up to each post and then the rest; a gap while something waits is work, too. */
static LsRecording *
make_posts (void)
{
  Made made;

  made_begin (&made);
  add (&made, 100, 400, TASK);
  add (&made, 100, 390, FUNCTION, .text = made_text (&made, "start"));
  add (&made, 200, 0, POST, .id = 1);
  add (&made, 300, 0, POST, .id = 2, .priority = LS_TASK_PRIORITY_BACKGROUND, .value = 2000);
  add_run (&made, 510, 1000, 1, LS_TASK_PRIORITY_USER_VISIBLE, "decode");
  add_run (&made, 2400, 600, 2, LS_TASK_PRIORITY_BACKGROUND, "tidy");
  return made_end (&made);
}

static void
test_posts (void)
{
  g_autoptr (LsRecording) recording = make_posts ();

  assert_program (recording, NULL,
                  "\"main\":[{\"op\":\"post\",\"queue\":\"control\",\"body\":\"start\",\"name\":\"start\"}],"
                  "\"bodies\":{"
                  "\"start\":["
                  "{\"op\":\"work\",\"ms\":0.1},"
                  "{\"op\":\"postTask\",\"body\":\"decode\",\"name\":\"decode\",\"priority\":\"user-visible\"},"
                  "{\"op\":\"work\",\"ms\":0.1},"
                  "{\"op\":\"postTask\",\"body\":\"tidy\",\"name\":\"tidy\",\"priority\":\"background\",\"delay\":2},"
                  "{\"op\":\"work\",\"ms\":0.21}],"
                  "\"decode\":[{\"op\":\"work\",\"ms\":1}],"
                  /* Due at 2.2 ms: the thread had something else to do for 0.1 ms. */
                  "\"tidy\":[{\"op\":\"work\",\"ms\":0.7}]}},");
  assert_exact (recording);
}

/* Another priority, another scale, a yield in the middle, a task less. */
static void
test_options (void)
{
  const char *rules[] = { "nothing=user-visible", "dec?de=user-blocking", "*=background", NULL };
  const char *without[] = { "star*", NULL };
  LsConversionOptions options = LS_CONVERSION_OPTIONS_INIT;
  g_autoptr (LsRecording) recording = make_posts ();
  g_autoptr (LsSession) session = NULL;

  options.priorities = rules;
  options.work_scale = 2;
  options.yield_every = 800;
  options.longer_than = 900;
  options.preset = "gecko";
  assert_program (recording, &options,
                  "\"main\":[{\"op\":\"post\",\"queue\":\"control\",\"body\":\"start\",\"name\":\"start\"}],"
                  "\"bodies\":{"
                  "\"start\":["
                  "{\"op\":\"work\",\"ms\":0.2},"
                  "{\"op\":\"postTask\",\"body\":\"decode\",\"name\":\"decode\",\"priority\":\"user-blocking\"},"
                  "{\"op\":\"work\",\"ms\":0.2},"
                  "{\"op\":\"postTask\",\"body\":\"tidy\",\"name\":\"tidy\",\"priority\":\"background\",\"delay\":2},"
                  "{\"op\":\"work\",\"ms\":0.41}],"
                  "\"decode\":[{\"op\":\"work\",\"ms\":0.8},{\"op\":\"yield\"},{\"op\":\"work\",\"ms\":0.8},{\"op\":\"yield\"},"
                  "{\"op\":\"work\",\"ms\":0.4}],"
                  "\"tidy\":[{\"op\":\"work\",\"ms\":1.3}]}},");
  session = convert (recording, &options);
  g_assert_cmpstr (ls_session_get_settings (session)->preset, ==, "gecko");

  options.without = without;
  assert_program (recording, &options, "\"main\":[],\"bodies\":{}},");
}

/* Options that are zeroed change nothing: work takes as long as it took. */
static void
test_zeroed_options (void)
{
  const LsConversionOptions zeroed = { NULL }, given = LS_CONVERSION_OPTIONS_INIT;
  g_autoptr (LsRecording) recording = make_posts ();
  g_autoptr (LsSession) session = convert (recording, &zeroed), plain = convert (recording, NULL);
  g_autofree char *data = ls_session_to_data (session, NULL), *plain_data = ls_session_to_data (plain, NULL);

  g_assert_cmpmem (&zeroed, sizeof zeroed, &given, sizeof given);
  g_assert_true (ls_conversion_options_check (&zeroed, NULL));
  g_assert_cmpstr (data, ==, plain_data);
  g_assert_nonnull (strstr (data, "0.7"));
}

static void
test_wrong_options (void)
{
  static const char *const rules[] = { "decode", "=background", "decode=urgent", "" };
  static const char *const yields[] = { "decode", "=5", "decode=", "decode=0", "decode=-5", "decode=0x5", "decode=5ms", "decode=nan",
                                        "decode=1e99" };
  const char *empty[] = { "", NULL };
  g_autoptr (LsRecording) recording = make_posts ();
  LsConversionOptions options = LS_CONVERSION_OPTIONS_INIT;
  const guint thread = 0;

  for (guint i = 0; i < G_N_ELEMENTS (rules); i++)
    {
      const char *list[] = { rules[i], NULL };
      g_autoptr (GError) error = NULL;

      options.priorities = list;
      g_assert_null (ls_recording_to_session (recording, &thread, 1, &options, NULL, &error));
      g_assert_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_INVALID);
    }
  options.priorities = NULL;
  for (guint i = 0; i < G_N_ELEMENTS (yields); i++)
    {
      const char *list[] = { yields[i], NULL };
      g_autoptr (GError) error = NULL;

      options.yields = list;
      g_assert_false (ls_conversion_options_check (&options, &error));
      g_assert_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_INVALID);
    }
  for (guint i = 0; i < 4; i++)
    {
      LsConversionOptions wrong = LS_CONVERSION_OPTIONS_INIT;
      g_autoptr (GError) error = NULL;

      if (i == 0)
        wrong.without = empty;
      else if (i == 1)
        wrong.preset = "netscape";
      else
        wrong.work_scale = i == 2 ? -1 : LS_CONVERSION_MAX_SCALE * 2;
      g_assert_false (ls_conversion_options_check (&wrong, &error));
      g_assert_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_INVALID);
    }
}

/* A chain of yields is one body; a yield before another post goes on by itself. */
static void
test_yields (void)
{
  g_autoptr (LsRecording) recording = NULL;
  Made made;

  made_begin (&made);
  add (&made, 0, 100, TASK);
  add (&made, 50, 0, POST, .id = 1);
  add_run (&made, 100, 100, 1, LS_TASK_PRIORITY_USER_VISIBLE, "hydrate");
  add (&made, 150, 0, YIELD, .id = 2, .text = made_text (&made, "hydrate"));
  add (&made, 200, 100, TASK);
  add (&made, 200, 10, CONTINUE, .id = 2);
  add (&made, 220, 0, YIELD, .id = 3, .text = made_text (&made, "hydrate"));
  add (&made, 260, 0, POST, .id = 4);
  add (&made, 300, 100, TASK);
  add (&made, 300, 10, CONTINUE, .id = 3);
  add_run (&made, 400, 100, 4, LS_TASK_PRIORITY_USER_VISIBLE, "more");
  recording = made_end (&made);
  assert_program (recording, NULL,
                  "\"main\":[{\"op\":\"post\",\"queue\":\"control\",\"body\":\"other\",\"name\":\"other\"}],"
                  "\"bodies\":{"
                  "\"other\":[{\"op\":\"work\",\"ms\":0.05},"
                  "{\"op\":\"postTask\",\"body\":\"hydrate\",\"name\":\"hydrate\",\"priority\":\"user-visible\"},"
                  "{\"op\":\"work\",\"ms\":0.05}],"
                  "\"hydrate\":[{\"op\":\"work\",\"ms\":0.1},{\"op\":\"yield\"},{\"op\":\"work\",\"ms\":0.02},"
                  "{\"op\":\"async\",\"body\":\"hydrate2\"},{\"op\":\"work\",\"ms\":0.04},"
                  "{\"op\":\"postTask\",\"body\":\"more\",\"name\":\"more\",\"priority\":\"user-visible\"},"
                  "{\"op\":\"work\",\"ms\":0.04}],"
                  "\"hydrate2\":[{\"op\":\"yield\"},{\"op\":\"work\",\"ms\":0.1}],"
                  "\"more\":[{\"op\":\"work\",\"ms\":0.1}]}},");
  assert_exact (recording);
}

/* Timers, intervals on their grid, messages, idle callbacks, frames and input. */
static void
test_kinds (void)
{
  g_autoptr (LsRecording) recording = NULL;
  Made made;

  made_begin (&made);
  add (&made, 0, 100, TASK);
  add (&made, 10, 0, TIMER_INSTALL, .id = 1, .value = 4000);
  add (&made, 10, 0, TIMER_INSTALL, .id = 2, .value = 3000, .flags = LS_RECORDING_EVENT_FLAG_REPEATING);
  add (&made, 20, 0, MESSAGE_POST, .id = 7);
  add (&made, 30, 0, IDLE_REQUEST, .id = 9);
  add (&made, 100, 50, TASK);
  add (&made, 100, 50, MESSAGE, .id = 7);
  add (&made, 2000, 1500, TASK);
  add (&made, 2000, 1500, FRAME_FIRE, .id = 1);
  /* The first firing ends after the second one was due, at 6.01 ms; that begins after 9.01 ms, so the third is due at 12.01 ms. */
  add (&made, 3500, 2600, TASK);
  add (&made, 3500, 2600, TIMER_FIRE, .id = 2);
  add (&made, 6100, 3000, TASK);
  add (&made, 6100, 3000, TIMER_FIRE, .id = 1);
  add (&made, 9100, 100, TASK);
  add (&made, 9100, 100, TIMER_FIRE, .id = 2);
  add (&made, 9500, 100, TASK);
  add (&made, 9500, 100, IDLE_FIRE, .id = 9, .value = 5000);
  add (&made, 12010, 100, TASK);
  add (&made, 12010, 100, TIMER_FIRE, .id = 2);
  add (&made, 12700, 100, TASK);
  add (&made, 12700, 100, DISPATCH, .text = made_text (&made, "click"));
  recording = made_end (&made);
  assert_program (recording, NULL,
                  "\"main\":["
                  "{\"op\":\"post\",\"queue\":\"control\",\"body\":\"other\",\"name\":\"other\"},"
                  "{\"op\":\"post\",\"queue\":\"control\",\"delay\":2,\"body\":\"frame\",\"name\":\"frame\"},"
                  "{\"op\":\"post\",\"queue\":\"input\",\"delay\":12.7,\"discrete\":true,\"body\":\"click\",\"name\":\"click\"}],"
                  "\"bodies\":{"
                  "\"other\":[{\"op\":\"work\",\"ms\":0.01},"
                  "{\"op\":\"timer\",\"ms\":4,\"body\":\"timer\",\"name\":\"timer\"},"
                  "{\"op\":\"post\",\"queue\":\"frame-throttleable\",\"delay\":3,\"body\":\"timer2\",\"name\":\"timer\"},"
                  "{\"op\":\"post\",\"queue\":\"frame-throttleable\",\"delay\":6,\"body\":\"timer3\",\"name\":\"timer\"},"
                  "{\"op\":\"post\",\"queue\":\"frame-throttleable\",\"delay\":12,\"body\":\"timer4\",\"name\":\"timer\"},"
                  "{\"op\":\"work\",\"ms\":0.01},"
                  "{\"op\":\"post\",\"queue\":\"frame-pausable\",\"body\":\"message\",\"name\":\"message\"},"
                  "{\"op\":\"work\",\"ms\":0.01},"
                  "{\"op\":\"post\",\"queue\":\"idle\",\"delay\":9.47,\"body\":\"idlecallback\",\"name\":\"idlecallback\"},"
                  "{\"op\":\"work\",\"ms\":0.07}],"
                  "\"frame\":[{\"op\":\"work\",\"ms\":1.5}],"
                  "\"click\":[{\"op\":\"work\",\"ms\":0.1}],"
                  "\"timer\":[{\"op\":\"work\",\"ms\":3}],"
                  "\"timer2\":[{\"op\":\"work\",\"ms\":2.6}],"
                  "\"timer3\":[{\"op\":\"work\",\"ms\":0.1}],"
                  "\"timer4\":[{\"op\":\"work\",\"ms\":0.1}],"
                  "\"message\":[{\"op\":\"work\",\"ms\":0.05}],"
                  "\"idlecallback\":[{\"op\":\"work\",\"ms\":0.1}]}},");
  assert_exact (recording);
}

/* An idle callback whose timeout is over stands among the tasks. */
static void
test_timed_out (void)
{
  g_autoptr (LsRecording) recording = NULL;
  g_autofree char *text = NULL;
  Made made;

  made_begin (&made);
  add (&made, 0, 9000, TASK);
  add (&made, 10, 0, IDLE_REQUEST, .id = 3, .value = 5000);
  add (&made, 20, 0, POST, .id = 1);
  add (&made, 8000, 0, POST, .id = 2);
  add_run (&made, 9000, 100, 1, LS_TASK_PRIORITY_USER_VISIBLE, "first");
  add_run (&made, 9100, 100, 2, LS_TASK_PRIORITY_USER_VISIBLE, "second");
  add (&made, 9200, 100, TASK);
  add (&made, 9200, 100, IDLE_FIRE, .id = 3, .flags = LS_RECORDING_EVENT_FLAG_TIMED_OUT);
  recording = made_end (&made);
  text = dup_program (recording, NULL);
  g_assert_nonnull (strstr (text, "{\"op\":\"post\",\"queue\":\"default\",\"delay\":5,\"body\":\"idlecallback\""));
  assert_exact (recording);
}

/* A timer that is 300 ms late on an idle thread was throttled: nobody worked meanwhile. */
static void
test_throttled (void)
{
  g_autoptr (LsRecording) recording = NULL;
  Made made;

  made_begin (&made);
  add (&made, 0, 100, TASK);
  add (&made, 10, 0, TIMER_INSTALL, .id = 1, .value = 10000);
  add (&made, 20, 0, TIMER_INSTALL, .id = 2, .value = 10000);
  add (&made, 200000, 5000, TASK);
  add (&made, 205000, 100, TASK);
  add (&made, 205000, 100, TIMER_FIRE, .id = 2);
  add (&made, 310000, 100, TASK);
  add (&made, 310000, 100, TIMER_FIRE, .id = 1);
  recording = made_end (&made);
  assert_program (recording, NULL,
                  "\"main\":[{\"op\":\"post\",\"queue\":\"control\",\"body\":\"other\",\"name\":\"other\"},"
                  "{\"op\":\"post\",\"queue\":\"control\",\"delay\":200,\"body\":\"other2\",\"name\":\"other\"}],"
                  "\"bodies\":{\"other\":[{\"op\":\"work\",\"ms\":0.01},"
                  "{\"op\":\"post\",\"queue\":\"frame-throttleable\",\"delay\":309.99,\"body\":\"timer\",\"name\":\"timer\"},"
                  "{\"op\":\"work\",\"ms\":0.01},"
                  "{\"op\":\"post\",\"queue\":\"frame-throttleable\",\"delay\":204.98,\"body\":\"timer2\",\"name\":\"timer\"},"
                  "{\"op\":\"work\",\"ms\":0.08}],"
                  "\"other2\":[{\"op\":\"work\",\"ms\":5}],"
                  "\"timer\":[{\"op\":\"work\",\"ms\":0.1}],\"timer2\":[{\"op\":\"work\",\"ms\":0.1}]}},");
  assert_exact (recording);
}

/* Tasks whose priority changed alike have one controller; a task that is aborted has another. */
static void
test_inferred (void)
{
  g_autoptr (LsRecording) recording = NULL;
  g_autoptr (LsRerun) result = NULL;
  Made made;

  made_begin (&made);
  add (&made, 0, 100, TASK);
  add (&made, 0, 100, FUNCTION, .text = made_text (&made, "start"));
  for (guint i = 1; i <= 4; i++)
    add (&made, 10 * i, 0, POST, .id = i, .priority = LS_TASK_PRIORITY_BACKGROUND);
  add (&made, 50, 0, POST, .id = 5);
  add_run (&made, 100, 100, 5, LS_TASK_PRIORITY_USER_VISIBLE, "raise");
  add (&made, 150, 0, ABORT, .id = 4);
  add_run (&made, 200, 100, 1, LS_TASK_PRIORITY_USER_BLOCKING, "a");
  add_run (&made, 300, 100, 3, LS_TASK_PRIORITY_USER_BLOCKING, "c");
  add_run (&made, 400, 100, 2, LS_TASK_PRIORITY_BACKGROUND, "b");
  recording = made_end (&made);
  assert_program (recording, NULL,
                  "\"main\":["
                  "{\"op\":\"controller\",\"name\":\"inferred\",\"priority\":\"background\"},"
                  "{\"op\":\"controller\",\"name\":\"inferred2\",\"priority\":\"background\"},"
                  "{\"op\":\"post\",\"queue\":\"control\",\"body\":\"start\",\"name\":\"start\"}],"
                  "\"bodies\":{\"start\":["
                  "{\"op\":\"work\",\"ms\":0.01},{\"op\":\"postTask\",\"body\":\"a\",\"name\":\"a\",\"signal\":\"inferred2\"},"
                  "{\"op\":\"work\",\"ms\":0.01},{\"op\":\"postTask\",\"body\":\"b\",\"name\":\"b\",\"priority\":\"background\"},"
                  "{\"op\":\"work\",\"ms\":0.01},{\"op\":\"postTask\",\"body\":\"c\",\"name\":\"c\",\"signal\":\"inferred2\"},"
                  "{\"op\":\"work\",\"ms\":0.01},{\"op\":\"postTask\",\"body\":[],\"name\":\"aborted\",\"signal\":\"inferred\","
                  "\"as\":\"aborted\"},{\"op\":\"then\",\"promise\":\"aborted\",\"rejected\":[]},"
                  "{\"op\":\"work\",\"ms\":0.01},"
                  "{\"op\":\"postTask\",\"body\":\"raise\",\"name\":\"raise\",\"priority\":\"user-visible\"},"
                  "{\"op\":\"work\",\"ms\":0.05}],"
                  "\"a\":[{\"op\":\"work\",\"ms\":0.1}],\"b\":[{\"op\":\"work\",\"ms\":0.1}],\"c\":[{\"op\":\"work\",\"ms\":0.1}],"
                  "\"raise\":[{\"op\":\"work\",\"ms\":0.05},{\"op\":\"abort\",\"controller\":\"inferred\"},"
                  "{\"op\":\"work\",\"ms\":0.05},"
                  "{\"op\":\"setPriority\",\"controller\":\"inferred2\",\"priority\":\"user-blocking\"}]}},");
  assert_exact (recording);
  result = rerun (recording);
  g_assert_cmpuint (result->n_inferred, ==, 2);
}

/* With the recording helper's marks nothing is inferred. */
static void
test_marks (void)
{
  g_autoptr (LsRecording) recording = NULL;
  g_autoptr (LsRerun) result = NULL;
  g_autofree char *text = NULL;
  Made made;

  made_begin (&made);
  add (&made, 0, 100, TASK);
  add (&made, 5, 0, CONTROLLER, .id = 4, .priority = LS_TASK_PRIORITY_BACKGROUND, .text = made_text (&made, "gallery"));
  add (&made, 6, 0, ANY, .id = 5, .value = 4, .priority = LS_TASK_PRIORITY_NONE, .place = made_text (&made, "4,6"));
  add (&made, 10, 0, SIGNAL, .id = 5);
  add (&made, 11, 0, POST, .id = 1, .priority = LS_TASK_PRIORITY_BACKGROUND);
  add (&made, 20, 0, POST, .id = 2);
  add (&made, 30, 0, POST, .id = 3);
  add_run (&made, 100, 100, 2, LS_TASK_PRIORITY_USER_VISIBLE, "raise");
  add (&made, 120, 0, PRIORITY, .id = 4, .priority = LS_TASK_PRIORITY_USER_BLOCKING);
  add_run (&made, 200, 100, 1, LS_TASK_PRIORITY_USER_BLOCKING, "thumb");
  add_run (&made, 300, 100, 3, LS_TASK_PRIORITY_USER_VISIBLE, "last");
  recording = made_end (&made);
  assert_exact (recording);
  result = rerun (recording);
  g_assert_cmpuint (result->n_inferred, ==, 0);
  g_assert_cmpuint (result->n_signals, ==, 3);
  text = dup_program (recording, NULL);
  g_assert_nonnull (strstr (text, "\"name\":\"gallery\",\"priority\":\"background\""));
  g_assert_nonnull (strstr (text, "\"signals\":[\"gallery\",\"signal\"],\"prioritySource\":\"gallery\""));
  g_assert_nonnull (strstr (text, "\"op\":\"setPriority\",\"controller\":\"gallery\",\"priority\":\"user-blocking\""));
}

/* What was posted before the recording began comes when it ran, and can have another priority. */
static void
test_outside (void)
{
  const char *rules[] = { "old=background", NULL };
  LsConversionOptions options = LS_CONVERSION_OPTIONS_INIT;
  g_autoptr (LsRecording) recording = NULL;
  g_autoptr (LsRerun) result = NULL;
  Made made;

  made_begin (&made);
  add_run (&made, 100, 100, 77, LS_TASK_PRIORITY_USER_VISIBLE, "old");
  recording = made_end (&made);
  options.priorities = rules;
  assert_program (recording, &options,
                  "\"main\":[{\"op\":\"post\",\"queue\":\"control\",\"name\":\"outside\",\"body\":["
                  "{\"op\":\"postTask\",\"body\":\"old\",\"name\":\"old\",\"priority\":\"background\"}]}],"
                  "\"bodies\":{\"old\":[{\"op\":\"work\",\"ms\":0.1}]}},");
  result = rerun (recording);
  g_assert_cmpuint (result->n_outside, ==, 1);
}

static void
test_nothing (void)
{
  const guint thread = 0;
  g_autoptr (LsRecording) recording = NULL;
  g_autoptr (GError) error = NULL;
  Made made;

  made_begin (&made);
  add (&made, 5, 0, MARK, .text = made_text (&made, "lonely"));
  recording = made_end (&made);
  g_assert_null (ls_recording_to_session (recording, &thread, 1, NULL, NULL, &error));
  g_assert_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_INVALID);
}

/* Whatever a file says becomes a session that runs, or an error. */
static void
test_nonsense (void)
{
  const char *patterns[] = { "t*", NULL };
  const char *rules[] = { "a*=background", "*=user-blocking", NULL };
  for (guint seed = 1; seed <= 150; seed++)
    {
      g_autoptr (GRand) random = g_rand_new_with_seed (seed);
      g_autoptr (LsRecording) recording = NULL;
      g_autoptr (LsRerun) result = NULL;
      g_autoptr (GError) error = NULL;
      LsConversionOptions options = LS_CONVERSION_OPTIONS_INIT;
      const guint thread = 0;
      Made made;

      made_begin (&made);
      for (guint i = 0; i < 120; i++)
        {
          LsRecordingEvent event = {
            .kind = g_rand_int_range (random, 0, LS_N_RECORDING_EVENT_KINDS),
            .id = g_rand_int_range (random, 0, 6),
            .value = g_rand_int_range (random, 0, 9) == 0 ? G_MAXUINT32 : (guint32) g_rand_int_range (random, 0, 3000),
            .other = g_rand_int_range (random, 0, 2),
            .priority = g_rand_int_range (random, 0, 5) == 0 ? LS_TASK_PRIORITY_NONE : g_rand_int_range (random, 1, 4),
            .flags = g_rand_int_range (random, 0, 32),
            .text = made_text (&made, g_rand_boolean (random) ? "a/b~ \xff\"\\" : ""),
            .place = made_text (&made, g_rand_boolean (random) ? "1,2,5,99999999999999999999" : "x:y:z"),
          };

          if (g_rand_boolean (random))
            event.kind = g_rand_int_range (random, LS_RECORDING_EVENT_TASK, LS_RECORDING_EVENT_TIMER_FIRE + 1);
          made_add (&made, g_rand_int_range (random, 0, 5000), g_rand_int_range (random, 0, 400), event);
          if (g_rand_int_range (random, 0, 40) == 0)
            {
              event.time = G_GUINT64_CONSTANT (1000000000);
              event.duration = LS_RECORDING_NO_END;
              event.thread = made.thread;
              ls_recording_builder_add (made.builder, &event);
            }
        }
      recording = made_end (&made);
      options.yield_every = seed % 3 == 0 ? 50 : 0;
      options.work_scale = seed % 4;
      options.without = seed % 5 == 0 ? patterns : NULL;
      options.priorities = seed % 2 == 0 ? rules : NULL;
      result = ls_rerun_new (recording, &thread, 1, &options, NULL, &error);
      if (result == NULL)
        g_assert_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_INVALID);
      else
        g_assert_null (result->stopped);
    }
}

/* Yields without end do not fit into a session. */
static void
test_too_many_yields (void)
{
  LsConversionOptions options = LS_CONVERSION_OPTIONS_INIT;
  const guint thread = 0;
  g_autoptr (LsRecording) recording = NULL;
  g_autoptr (GError) error = NULL;
  Made made;

  made_begin (&made);
  add_run (&made, 0, G_GUINT64_CONSTANT (10000000000), 1, LS_TASK_PRIORITY_USER_VISIBLE, "endless");
  recording = made_end (&made);
  options.yield_every = 1;
  g_assert_null (ls_recording_to_session (recording, &thread, 1, &options, NULL, &error));
  g_assert_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_LIMIT);
}

/* Thousands of tasks with one signal whose priority changes each time take time in proportion. */
static void
test_many (void)
{
  enum { N = 3000 };
  g_autoptr (LsRecording) recording = NULL;
  Made made;

  made_begin (&made);
  add (&made, 0, 10 * N, TASK);
  for (guint64 i = 0; i < N; i++)
    {
      add (&made, 10 * i, 0, SIGNAL, .id = 1);
      add (&made, 10 * i, 0, POST, .id = i + 1);
    }
  for (guint64 i = 0; i < N; i++)
    {
      add_run (&made, 10 * (N + i), 10, i + 1, LS_TASK_PRIORITY_USER_VISIBLE, "follower");
      add (&made, 10 * (N + i) + 5, 0, PRIORITY, .id = 1, .priority = LS_TASK_PRIORITY_BACKGROUND + i % LS_N_TASK_PRIORITIES);
    }
  recording = made_end (&made);
  assert_exact (recording);
}

/* A chain of yields is as long as it likes: it is a list, not a nest. */
static void
test_long_chain (void)
{
  enum { N = 2000 };
  g_autoptr (LsRecording) recording = NULL;
  Made made;

  made_begin (&made);
  add_run (&made, 0, 10, 1, LS_TASK_PRIORITY_USER_VISIBLE, "chain");
  add (&made, 5, 0, YIELD, .id = 2);
  add (&made, 6, 0, POST, .id = 1000002);
  for (guint64 i = 1; i <= N; i++)
    {
      add (&made, 10 * i, 10, TASK);
      add (&made, 10 * i, 1, CONTINUE, .id = i + 1);
      add (&made, 10 * i + 5, 0, YIELD, .id = i + 2);
      if (i % 2 == 0)
        add (&made, 10 * i + 6, 0, POST, .id = 1000002 + i);
    }
  recording = made_end (&made);
  assert_exact (recording);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/conversion/posts", test_posts);
  g_test_add_func ("/conversion/zeroed-options", test_zeroed_options);
  g_test_add_func ("/conversion/options", test_options);
  g_test_add_func ("/conversion/wrong-options", test_wrong_options);
  g_test_add_func ("/conversion/yields", test_yields);
  g_test_add_func ("/conversion/kinds", test_kinds);
  g_test_add_func ("/conversion/timed-out", test_timed_out);
  g_test_add_func ("/conversion/throttled", test_throttled);
  g_test_add_func ("/conversion/inferred", test_inferred);
  g_test_add_func ("/conversion/marks", test_marks);
  g_test_add_func ("/conversion/outside", test_outside);
  g_test_add_func ("/conversion/nothing", test_nothing);
  g_test_add_func ("/conversion/nonsense", test_nonsense);
  g_test_add_func ("/conversion/too-many-yields", test_too_many_yields);
  g_test_add_func ("/conversion/many", test_many);
  g_test_add_func ("/conversion/long-chain", test_long_chain);

  return g_test_run ();
}
