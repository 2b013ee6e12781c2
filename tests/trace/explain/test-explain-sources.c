/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "source-writer.h"

#include "ls-departures.h"
#include "ls-wait-causes.h"

static void
check_departures (LsTrace *trace,
                  guint64  n_choices,
                  guint64  n_departures,
                  guint64  n_unknown)
{
  g_autoptr (LsDepartures) departures = ls_departures_new (trace);

  publish (trace);
  while (ls_departures_advance (departures, 5))
    ;
  g_assert_cmpuint (ls_departures_get_n_choices (departures), ==, n_choices);
  g_assert_cmpuint (ls_departures_get_n_departures (departures), ==, n_departures);
  g_assert_cmpuint (ls_departures_get_n_unknown (departures), ==, n_unknown);
}

static void
check_next (LsTrace    *trace,
            gsize       position,
            const char *text)
{
  g_autoptr (LsState) state = ls_state_new (trace);
  g_autoptr (LsExplanation) explanation = NULL;

  publish (trace);
  ls_state_seek (state, position);
  explanation = ls_explain_next (state);
  g_assert_cmpstr (explanation->sentence, ==, text);
  g_assert_cmpint (explanation->clause, ==, LS_CLAUSE_GLIB_ITERATION);
}

/* Two idle sources of one priority, and one of a better one that is attached while they are dispatched. */
static void
test_iteration (void)
{
  g_autoptr (LsTrace) trace = begin_sources ();
  gsize first, second;

  attach (trace, 1, 200, LS_SOURCE_IDLE, "first");
  be_ready (trace, 1, 1, 200, "first");
  attach (trace, 2, 200, LS_SOURCE_IDLE, "second");
  be_ready (trace, 2, 2, 200, "second");
  writer_time += 1000;
  publish (trace);
  first = ls_trace_get_length (trace);
  begin_dispatch (trace, 1, 200);
  writer_time += 500;
  attach (trace, 3, 0, LS_SOURCE_IDLE, "urgent");
  be_ready (trace, 3, 3, 0, "urgent");
  writer_time += 500;
  end_dispatch (trace, 1);
  publish (trace);
  second = ls_trace_get_length (trace);
  dispatch (trace, 2, 200, 1000);
  dispatch (trace, 3, 0, 1000);

  check_departures (trace, 2, 0, 0);
  check_next (trace, first, "“first” is dispatched next: it was attached before “second”, which has the same priority.");
  check_next (trace, second,
              "“second” is dispatched next: “urgent” became ready after this iteration had begun, and waits for the next one.");
}

/* At the end of what is known, GLib may find more sources ready than those that a watcher knows of. */
static void
test_end (void)
{
  static const char *const sentences[] = {
    "No source is known to be ready.",
    "“first” is ready. GLib may find more sources ready when it looks again.",
    "2 sources are known to be ready. GLib may find more when it looks again.",
  };
  g_autoptr (LsTrace) trace = begin_sources ();

  for (guint i = 0; i < G_N_ELEMENTS (sentences); i++)
    {
      g_autoptr (LsState) state = NULL;
      g_autoptr (LsExplanation) explanation = NULL;

      if (i > 0)
        {
          attach (trace, i, 200, LS_SOURCE_IDLE, i == 1 ? "first" : "second");
          be_ready (trace, i, i, 200, i == 1 ? "first" : "second");
        }
      publish (trace);
      state = ls_state_new (trace);
      ls_state_seek (state, ls_trace_get_length (trace));
      explanation = ls_explain_next (state);
      g_assert_cmpstr (explanation->sentence, ==, sentences[i]);
      g_assert_cmpstr (explanation->title, ==, i == 0 ? "Nothing to run" : "Nobody knows");
    }
}

/* A source that stays is dispatched in its place, not after those that became ready before it did. */
static void
test_order (void)
{
  g_autoptr (LsTrace) trace = begin_sources ();

  attach (trace, 1, 200, LS_SOURCE_IDLE, "first");
  be_ready (trace, 1, 1, 200, "first");
  begin_dispatch (trace, 1, 200);
  writer_time += 100;
  attach (trace, 2, 200, LS_SOURCE_IDLE, "second");
  be_ready (trace, 2, 2, 200, "second");
  writer_time += 100;
  be_ready (trace, 3, 1, 200, "first");
  end_dispatch (trace, 1);
  writer_time += 100;
  dispatch (trace, 3, 200, 10);
  dispatch (trace, 2, 200, 10);

  check_departures (trace, 1, 0, 0);
}

/* By GLib's rule, a source that was ready before the loop slept comes before one of a worse priority. */
static void
test_broken (void)
{
  g_autoptr (LsTrace) trace = begin_sources ();
  g_autoptr (LsDepartures) departures = NULL;
  g_autofree char *text = NULL;

  attach (trace, 1, 0, LS_SOURCE_IDLE, "urgent");
  be_ready (trace, 1, 1, 0, "urgent");
  attach (trace, 2, 200, LS_SOURCE_IDLE, "lazy");
  be_ready (trace, 2, 2, 200, "lazy");
  sleep_for (trace, 100);
  dispatch (trace, 2, 200, 10);
  check_departures (trace, 1, 1, 0);

  departures = ls_departures_new (trace);
  while (ls_departures_advance (departures, 100))
    ;
  text = ls_departures_get_sentence (departures, 0);
  g_assert_cmpstr (text, ==, "Idle source “lazy” (task 2) was dispatched at 0.1 ms; by GLib's rule, idle source “urgent” (task 1) "
                             "would have been first.");
}

/* When a timeout is ready is not certain, nor the order of sources that threads attach at about the same time. */
static void
test_open (void)
{
  g_autoptr (LsTrace) trace = begin_sources ();

  attach (trace, 1, 0, LS_SOURCE_TIMEOUT, "tick");
  wait_for_time (trace, 1, 1, 0, 50, "tick");
  attach (trace, 2, 200, LS_SOURCE_IDLE, "lazy");
  be_ready (trace, 2, 2, 200, "lazy");
  writer_time += 50;
  be_due (trace, 1, 0);
  sleep_for (trace, 5000);
  dispatch (trace, 2, 200, 10);
  dispatch (trace, 1, 0, 10);
  check_departures (trace, 1, 0, 1);
}

static void
test_wait (void)
{
  g_autoptr (LsTrace) trace = begin_sources ();
  g_autoptr (LsWaitCauses) causes = NULL;
  g_autofree char *title = NULL, *sentence = NULL;

  attach (trace, 1, 200, LS_SOURCE_IDLE, "load");
  be_ready (trace, 1, 1, 200, "load");
  for (guint i = 0; i < 3; i++)
    {
      attach (trace, 2 + i, i == 2 ? 110 : 0, LS_SOURCE_IDLE, i == 1 ? "on_row_activated" : "other");
      be_ready (trace, 2 + i, 2 + i, i == 2 ? 110 : 0, i == 1 ? "on_row_activated" : "other");
      dispatch (trace, 2 + i, i == 2 ? 110 : 0, i == 1 ? 83000 : 10000);
    }
  dispatch (trace, 1, 200, 10);
  publish (trace);

  causes = ls_wait_causes_new (trace, 1);
  title = ls_wait_causes_get_title (causes);
  g_assert_cmpstr (title, ==, "Idle source “load” (task 1) waited 103 ms, from 0 ms to 103 ms. Meanwhile, 3 sources of priority 0 to "
                              "110 were dispatched, the longest of them “on_row_activated”, for 83 ms.");
  sentence = ls_wait_causes_get_sentence (causes, LS_WAIT_CAUSE_RANK);
  g_assert_cmpstr (sentence, ==, "103 ms behind 3 sources of better priorities.");
}

/* A loop that sleeps has nothing that is ready. */
static void
test_sleep (void)
{
  g_autoptr (LsTrace) trace = begin_sources ();
  g_autoptr (LsWaitCauses) causes = NULL;

  attach (trace, 1, 0, LS_SOURCE_TIMEOUT, "tick");
  wait_for_time (trace, 1, 1, 0, 1000, "tick");
  writer_time += 1000;
  be_due (trace, 1, 0);
  sleep_for (trace, 9000);
  attach (trace, 2, 0, LS_SOURCE_IDLE, "other");
  be_ready (trace, 2, 2, 0, "other");
  dispatch (trace, 2, 0, 500);
  dispatch (trace, 1, 0, 10);
  publish (trace);

  causes = ls_wait_causes_new (trace, 1);
  g_assert_cmpuint (ls_wait_causes_get_wait (causes), ==, 500);
  g_assert_cmpuint (ls_wait_causes_get_from (causes), ==, 10000);
}

/* A source that waits for an event has no place among those that are ready, and nobody says when it will have. */
static void
test_event (void)
{
  g_autoptr (LsTrace) trace = begin_sources ();
  g_autoptr (LsState) state = NULL;
  g_autoptr (LsExplanation) task = NULL, next = NULL, before = NULL;
  g_autoptr (LsWaitCauses) causes = NULL;
  g_autofree char *title = NULL;
  gsize first, second;

  attach (trace, 1, 0, LS_SOURCE_DESCRIPTOR, "input");
  wait_for_event (trace, 1, 1, 0, "input");
  attach (trace, 2, 200, LS_SOURCE_IDLE, "lazy");
  be_ready (trace, 2, 2, 200, "lazy");
  publish (trace);
  first = ls_trace_get_length (trace);
  dispatch (trace, 2, 200, 1000);
  publish (trace);
  second = ls_trace_get_length (trace);
  sleep_for (trace, 500);
  have_event (trace, 1, 0, TRUE);
  writer_time += 20;
  dispatch (trace, 1, 0, 100);
  wait_for_event (trace, 3, 1, 0, "input");

  check_departures (trace, 0, 0, 0);
  state = ls_state_new (trace);
  ls_state_seek (state, first);
  task = ls_explain_task (state, 1);
  g_assert_cmpstr (task->sentence, ==,
                   "“input” waits for an event, such as data at a descriptor. Nobody knows when it will come.");
  before = ls_explain_before (trace, 2, 1);
  g_assert_cmpstr (before->sentence, ==, "Idle source “lazy” (task 2) is dispatched first: source “input” (task 1) is not ready yet.");
  ls_state_seek (state, second);
  next = ls_explain_next (state);
  g_assert_cmpstr (next->text, ==, "“input” is dispatched next: nothing else is ready before it.");
  ls_state_seek (state, ls_trace_get_length (trace));
  g_assert_cmpuint (ls_state_get_next_task (state), ==, 0);
  g_assert_false (ls_state_has_runnable_task (state));
  causes = ls_wait_causes_new (trace, 1);
  title = ls_wait_causes_get_title (causes);
  g_assert_true (g_str_has_prefix (title, "Source “input” (task 1) waited 0.02 ms"));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/explain-sources/iteration", test_iteration);
  g_test_add_func ("/explain-sources/order", test_order);
  g_test_add_func ("/explain-sources/end", test_end);
  g_test_add_func ("/explain-sources/broken", test_broken);
  g_test_add_func ("/explain-sources/open", test_open);
  g_test_add_func ("/explain-sources/wait", test_wait);
  g_test_add_func ("/explain-sources/sleep", test_sleep);
  g_test_add_func ("/explain-sources/event", test_event);

  return g_test_run ();
}
