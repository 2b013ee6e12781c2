/* test-gtk-frames.c: what is seen of the frames of a GTK program
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "ls-linter.h"
#include "ls-record.h"
#include "watch-util.h"

static LsWatch *
watch_frames (void)
{
  const char *const arguments[] = { g_getenv ("LS_TEST_WATCHED_FRAMES"), NULL };

  return watch_to_end (arguments, 0);
}

/* Each phase is work within the turn, in GTK's order, and the frame is painted before its last phase. */
static void
check_phases (LsTrace *trace)
{
  static const char *const names[] = { "before-paint", "update", "layout", "paint", "after-paint" };
  guint n_of[G_N_ELEMENTS (names)] = { 0 }, last = 0;
  guint n_frames = 0, n_blocked = 0, n_slow = 0;
  guint64 slowest = 0;

  for (gsize i = 0; i < ls_trace_get_length (trace); i++)
    {
      const char *text;
      LsRecord record;

      ls_trace_get_record (trace, i, &record);
      text = ls_trace_get_text (trace, record.text);
      if (record.kind == LS_RECORD_TASK_STARTED)
        last = 0;
      for (guint phase = 0; record.kind == LS_RECORD_WORK && phase < G_N_ELEMENTS (names); phase++)
        if (g_strcmp0 (text, names[phase]) == 0)
          {
            g_assert_cmpuint (phase, >=, last);
            last = phase;
            n_of[phase]++;
            slowest = phase == 1 ? record.value : slowest;
          }
      if (record.kind != LS_RECORD_FRAME)
        continue;
      g_assert_cmpuint (last, ==, 3);
      g_assert_cmpuint (record.subject, ==, 1);
      g_assert_cmpuint (record.object, >, 1000);
      g_assert_cmpuint (record.level, ==, MIN (record.value / record.object, G_MAXUINT8));
      n_frames++;
      n_slow += slowest >= 60000 && record.level >= 1;
      n_blocked += slowest < 60000 && record.value >= 500000;
    }
  for (guint phase = 0; phase < G_N_ELEMENTS (names); phase++)
    g_assert_cmpuint (n_of[phase], >=, phase == 2 ? 1 : 20);
  g_assert_cmpuint (n_frames, >=, 20);
  g_assert_cmpuint (n_slow, >=, 1);
  g_assert_cmpuint (n_blocked, >=, 1);
}

static void
check_lint (LsTrace *trace)
{
  g_autoptr (LsLinter) linter = ls_linter_new (trace, NULL);
  const LsLint *missed = NULL;

  while (ls_linter_advance (linter, 4096))
    ;
  ls_linter_finish (linter);
  for (guint i = 0; i < ls_linter_get_n_lints (linter); i++)
    if (ls_linter_get_lint (linter, i)->kind == LS_LINT_MISSED_FRAMES)
      missed = ls_linter_get_lint (linter, i);
  g_assert_nonnull (missed);
  g_assert_nonnull (strstr (ls_trace_get_text (trace, missed->name), "gdk_frame_clock_paint_idle"));
  g_assert_cmpuint (missed->count, >=, 2);
  g_assert_cmpuint (missed->amount, >=, 25);
  g_assert_cmpstr (ls_trace_get_text (trace, missed->other_name), ==, "blocker");
  g_assert_cmpuint (missed->other_duration, >=, 500000);
}

static void
test_frames (void)
{
  g_autoptr (LsWatch) watch = watch_frames ();

  check_phases (ls_live_run_get_trace (LS_LIVE_RUN (watch)));
  check_lint (ls_live_run_get_trace (LS_LIVE_RUN (watch)));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/gtk-frames/missed", test_frames);

  return g_test_run ();
}
