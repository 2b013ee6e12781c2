/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "source-writer.h"

#include "ls-linter.h"

#define MS 1000

/* Checks the lints: "kind source amount duration/µs cost/µs" for each. */
static void
assert_lints (LsTrace    *trace,
              const char *expected)
{
  g_autoptr (LsLinter) linter = ls_linter_new (trace, NULL);
  g_autoptr (GString) found = g_string_new (NULL);

  publish (trace);
  while (ls_linter_advance (linter, 3))
    ;
  ls_linter_finish (linter);
  for (guint i = 0; i < ls_linter_get_n_lints (linter); i++)
    {
      const LsLint *lint = ls_linter_get_lint (linter, i);
      g_autofree char *text = ls_lint_get_explanation (lint, trace);

      g_assert_cmpint (lint->subject_kind, ==, LS_LINT_SUBJECT_SOURCE);
      g_assert_null (strstr (text, "suspicious"));
      g_test_message ("%s", text);
      g_string_append_printf (found, "%s%s %u %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT, i > 0 ? ", " : "",
                              ls_lint_kind_to_string (lint->kind), lint->id, lint->amount, lint->duration, ls_lint_get_cost (lint));
    }
  g_assert_cmpstr (found->str, ==, expected);
}

/* One of a frame is no problem; what is beyond counts. A loop that sleeps within a dispatch is none either. */
static void
test_long (void)
{
  g_autoptr (LsTrace) trace = begin_sources ();

  attach (trace, 1, 0, LS_SOURCE_IDLE, "short");
  be_ready (trace, 1, 1, 0, "short");
  dispatch (trace, 1, 0, 16667);
  be_ready (trace, 2, 1, 0, "short");
  begin_dispatch (trace, 2, 0);
  sleep_for (trace, 5000 * MS);
  end_dispatch (trace, 2);
  attach (trace, 2, 0, LS_SOURCE_IDLE, "long");
  be_ready (trace, 3, 2, 0, "long");
  dispatch (trace, 3, 0, 20 * MS);
  assert_lints (trace, "long-dispatch 2 0 20000 3333");
}

/* A frame is late because of what was dispatched since it was due, or because of what draws it. */
static void
test_frames (void)
{
  g_autoptr (LsTrace) trace = begin_sources ();

  attach (trace, 1, 120, LS_SOURCE_TIMEOUT, "paint");
  attach (trace, 2, 0, LS_SOURCE_IDLE, "work");
  be_ready (trace, 1, 1, 120, "paint");
  be_ready (trace, 2, 2, 0, "work");
  dispatch (trace, 2, 0, 16 * MS);
  begin_dispatch (trace, 1, 120);
  writer_time += 500;
  write_record (trace, FRAME, .subject = 1, .object = 16667, .value = 16500);
  end_dispatch (trace, 1);
  be_ready (trace, 3, 1, 120, "paint");
  be_ready (trace, 4, 2, 0, "work");
  dispatch (trace, 4, 0, 16 * MS);
  begin_dispatch (trace, 3, 120);
  writer_time += 10 * MS;
  write_record (trace, FRAME, .subject = 1, .object = 10 * MS, .value = 26 * MS, .level = 2);
  end_dispatch (trace, 3);
  assert_lints (trace, "missed-frames 1 2 16000 16000");
  be_ready (trace, 5, 1, 120, "paint");
  begin_dispatch (trace, 5, 120);
  writer_time += 40 * MS;
  write_record (trace, FRAME, .subject = 1, .object = 10 * MS, .value = 40 * MS, .level = 4);
  end_dispatch (trace, 5);
  assert_lints (trace, "missed-frames 1 4 30000 46000, long-dispatch 1 0 40000 23333");
}

/* A thread with a context of its own may work for long, unless it draws. */
static void
test_threads (void)
{
  for (guint draws = 0; draws < 2; draws++)
    {
      g_autoptr (LsTrace) trace = begin_sources ();

      write_record (trace, AGENT_CREATED, .subject = 1, .text = text_of (trace, "program: worker"));
      attach (trace, 1, 120, LS_SOURCE_IDLE, "paint");
      if (draws)
        {
          be_ready (trace, 1, 1, 120, "paint");
          dispatch (trace, 1, 120, 10);
        }
      attach (trace, 2, 0, LS_SOURCE_IDLE, "work");
      be_ready (trace, 2, 2, 0, "work");
      dispatch (trace, 2, 0, 30 * MS);
      assert_lints (trace, draws ? "long-dispatch 2 0 30000 13333" : "");
    }
}

static void
test_starved (void)
{
  for (guint n = 4; n <= 12; n += 8)
    {
      g_autoptr (LsTrace) trace = begin_sources ();

      attach (trace, 1, 200, LS_SOURCE_IDLE, "lazy");
      attach (trace, 2, 0, LS_SOURCE_OTHER, "greedy");
      be_ready (trace, 1, 1, 200, "lazy");
      for (guint i = 0; i < n; i++)
        {
          be_ready (trace, 2 + i, 2, 0, "greedy");
          dispatch (trace, 2 + i, 0, 10 * MS);
        }
      dispatch (trace, 1, 200, 10);
      assert_lints (trace, n == 12 ? "starved-source 1 12 120000 120000" : "");
    }
}

/* It still waits when the recording ends. */
static void
test_never_dispatched (void)
{
  g_autoptr (LsTrace) trace = begin_sources ();

  attach (trace, 1, 200, LS_SOURCE_IDLE, "lazy");
  attach (trace, 2, 0, LS_SOURCE_OTHER, "greedy");
  be_ready (trace, 1, 1, 200, "lazy");
  for (guint i = 0; i < 12; i++)
    {
      be_ready (trace, 2 + i, 2, 0, "greedy");
      dispatch (trace, 2 + i, 0, 10 * MS);
    }
  assert_lints (trace, "starved-source 1 12 120000 120000");
}

/* A source that waits for an event starves from the event on, where it is known when that came: at the end of a dispatch. */
static void
test_events (void)
{
  for (guint known = 0; known < 2; known++)
    {
      g_autoptr (LsTrace) trace = begin_sources ();

      attach (trace, 1, 200, LS_SOURCE_DESCRIPTOR, "input");
      attach (trace, 2, 0, LS_SOURCE_OTHER, "greedy");
      wait_for_event (trace, 1, 1, 200, "input");
      for (guint i = 0; i < 24; i++)
        {
          if (i == 12)
            have_event (trace, 1, 200, known);
          be_ready (trace, 2 + i, 2, 0, "greedy");
          dispatch (trace, 2 + i, 0, 10 * MS);
        }
      dispatch (trace, 1, 200, 10);
      wait_for_event (trace, 100, 1, 200, "input");
      for (guint i = 0; i < 24; i++)
        {
          be_ready (trace, 101 + i, 2, 0, "greedy");
          dispatch (trace, 101 + i, 0, 10 * MS);
        }
      assert_lints (trace, known ? "starved-source 1 13 120000 120000" : "");
    }
}

/* Where the loop slept, nothing was ready. */
static void
test_not_starved (void)
{
  g_autoptr (LsTrace) trace = begin_sources ();

  attach (trace, 1, 200, LS_SOURCE_IDLE, "lazy");
  attach (trace, 2, 0, LS_SOURCE_OTHER, "greedy");
  be_ready (trace, 1, 1, 200, "lazy");
  for (guint i = 0; i < 12; i++)
    {
      be_ready (trace, 2 + i, 2, 0, "greedy");
      dispatch (trace, 2 + i, 0, 10 * MS);
      if (i == 6)
        sleep_for (trace, 10);
    }
  dispatch (trace, 1, 200, 10);
  assert_lints (trace, "");
}

static void
tick_late (LsTrace *trace,
           guint    n,
           guint32  work)
{
  for (guint i = 0; i < n; i++)
    {
      wait_for_time (trace, 1 + i, 1, 0, 8 * MS, "tick");
      writer_time += 8 * MS;
      be_due (trace, 1 + i, 0);
      writer_time += work;
      dispatch (trace, 1 + i, 0, MS);
    }
}

static void
test_late (void)
{
  g_autoptr (LsTrace) trace = begin_sources (), other = NULL;

  write_record (trace, SOURCE_ATTACHED, .subject = 1, .object = 8, .level = LS_SOURCE_TIMEOUT, .text = text_of (trace, "tick"),
                .queue = ls_queue_type_for_source_priority (0));
  tick_late (trace, 4, 9 * MS);
  assert_lints (trace, "late-timeout 1 3 10000 20000");

  /* The callback itself takes longer than the interval. */
  other = begin_sources ();
  write_record (other, SOURCE_ATTACHED, .subject = 1, .object = 8, .level = LS_SOURCE_TIMEOUT, .text = text_of (other, "tick"),
                .queue = ls_queue_type_for_source_priority (0));
  for (guint i = 0; i < 4; i++)
    {
      writer_time += 1;
      be_ready (other, 1 + i, 1, 0, "tick");
      dispatch (other, 1 + i, 0, 20 * MS);
    }
  assert_lints (other, "long-dispatch 1 0 20000 13332, late-timeout 1 3 12001 12001");
  g_object_unref (other);

  other = begin_sources ();
  write_record (other, SOURCE_ATTACHED, .subject = 1, .object = 8, .level = LS_SOURCE_TIMEOUT, .text = text_of (other, "tick"),
                .queue = ls_queue_type_for_source_priority (0));
  tick_late (other, 40, 7 * MS);
  assert_lints (other, "");
}

static void
test_endless (void)
{
  for (guint sleeps = 0; sleeps < 2; sleeps++)
    {
      g_autoptr (LsTrace) trace = begin_sources ();

      attach (trace, 1, 300, LS_SOURCE_IDLE, "forever");
      for (guint i = 0; i < 151; i++)
        {
          be_ready (trace, 1 + i, 1, 300, "forever");
          dispatch (trace, 1 + i, 300, 10 * MS);
          if (sleeps && i == 75)
            sleep_for (trace, 10);
        }
      assert_lints (trace, sleeps ? "" : "endless-idle 1 151 1500000 1500000");
    }
}

static void
test_wake_ups (void)
{
  for (guint work = 20; work <= 200; work += 180)
    {
      g_autoptr (LsTrace) trace = begin_sources ();

      attach (trace, 1, 0, LS_SOURCE_TIMEOUT, "poll");
      for (guint i = 0; i < 51; i++)
        {
          wait_for_time (trace, 1 + i, 1, 0, 20 * MS, "poll");
          sleep_for (trace, 20 * MS);
          be_due (trace, 1 + i, 0);
          dispatch (trace, 1 + i, 0, work);
        }
      sleep_for (trace, 1000 * MS);
      assert_lints (trace, work == 20 ? "wake-ups 1 48 960 960" : "");
    }
}

static void
test_leaked (void)
{
  for (guint dispatched = 0; dispatched < 2; dispatched++)
    {
      g_autoptr (LsTrace) trace = begin_sources ();

      for (guint i = 1; i <= 20; i++)
        {
          sleep_for (trace, 500 * MS);
          attach (trace, i, 0, LS_SOURCE_DESCRIPTOR, "on_reply");
          if (dispatched)
            write_record (trace, SOURCE_DESTROYED, .subject = i);
        }
      assert_lints (trace, dispatched ? "" : "leaked-sources 1 20 0 0");
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/linter-sources/long", test_long);
  g_test_add_func ("/linter-sources/frames", test_frames);
  g_test_add_func ("/linter-sources/threads", test_threads);
  g_test_add_func ("/linter-sources/starved", test_starved);
  g_test_add_func ("/linter-sources/events", test_events);
  g_test_add_func ("/linter-sources/not-starved", test_not_starved);
  g_test_add_func ("/linter-sources/never-dispatched", test_never_dispatched);
  g_test_add_func ("/linter-sources/late", test_late);
  g_test_add_func ("/linter-sources/endless", test_endless);
  g_test_add_func ("/linter-sources/wake-ups", test_wake_ups);
  g_test_add_func ("/linter-sources/leaked", test_leaked);

  return g_test_run ();
}
