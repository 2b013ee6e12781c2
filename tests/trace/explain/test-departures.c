/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "random-trace.h"
#include "explain/loop-writer.h"

#include <json-glib/json-glib.h>

#include "ls-departures.h"
#include "ls-task-summary.h"
#include "ls-wait-causes.h"

static LsDepartures *
read_departures (LsTrace *trace)
{
  LsDepartures *self = ls_departures_new (trace);

  publish (trace);
  while (ls_departures_advance (self, 7))
    ;
  return self;
}

static void
check_counts (LsDepartures *self,
              guint64       n_choices,
              guint64       n_departures,
              guint64       n_unknown)
{
  guint64 sum = 0;

  g_assert_cmpuint (ls_departures_get_n_choices (self), ==, n_choices);
  g_assert_cmpuint (ls_departures_get_n_departures (self), ==, n_departures);
  g_assert_cmpuint (ls_departures_get_n_unknown (self), ==, n_unknown);
  for (guint i = 0; i < LS_N_DEPARTURE_REASONS; i++)
    sum += ls_departures_get_n_of_reason (self, i);
  g_assert_cmpuint (sum, ==, n_departures);
}

static void
check_departure (LsDepartures      *self,
                 guint32            chosen,
                 guint32            expected,
                 LsDepartureReason  reason)
{
  const LsDeparture *departure = ls_departures_get (self, 0);

  g_assert_nonnull (departure);
  g_assert_cmpuint (departure->chosen, ==, chosen);
  g_assert_cmpuint (departure->expected, ==, expected);
  g_assert_cmpstr (ls_departure_reason_to_string (departure->reason), ==, ls_departure_reason_to_string (reason));
  g_assert_cmpuint (ls_departures_get_n_of_reason (self, reason), ==, 1);
}

/* An engine does as its preset says. */
static void
test_engine (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();
  g_autoptr (LsDepartures) departures = NULL;

  write_random_trace (trace, 20000, 3);
  departures = read_departures (trace);
  g_assert_cmpuint (ls_departures_get_n_choices (departures), >, 100);
  check_counts (departures, ls_departures_get_n_choices (departures), 0, 0);
  g_assert_null (ls_departures_get (departures, 0));
  g_assert_null (ls_departures_get_sentence (departures, 0));
}

/* Background work runs though a user-blocking task waits, and nothing says why. */
static void
test_priority (void)
{
  g_autoptr (LsTrace) trace = begin_trace (LS_RECORD_FLAG_RECORDED);
  g_autoptr (LsDepartures) departures = NULL;
  g_autofree char *sentence = NULL, *text = NULL;

  queue (trace, 1, 1, "urgent");
  queue (trace, 2, 3, "prefetch");
  writer_time += 5000;
  run (trace, 2, 3, 100);
  run (trace, 1, 1, 100);
  departures = read_departures (trace);
  check_counts (departures, 1, 1, 0);
  check_departure (departures, 2, 1, LS_DEPARTURE_OTHER);
  sentence = ls_departures_get_sentence (departures, 0);
  g_assert_cmpstr (sentence, ==,
                   "Task 2 “prefetch” of rank 9 ran at 5 ms; by the preset, task 1 “urgent” of rank 5 would have run first.");
  text = ls_departures_to_text (departures);
  g_assert_true (g_str_has_prefix (text, "1 time, the loop selected a task while it could have selected another one.\n"
                                         "1 time, the preset would have chosen another task.\n"));
}

/* The signal's priority changed nobody knows when. */
static void
test_priority_change (void)
{
  g_autoptr (LsTrace) trace = begin_trace (LS_RECORD_FLAG_RECORDED);
  g_autoptr (LsDepartures) departures = NULL;

  write_record (trace, SIGNAL_CREATED, .subject = 1, .priority = LS_TASK_PRIORITY_BACKGROUND,
                .flags = LS_RECORD_FLAG_TASK_SIGNAL);
  write_record (trace, QUEUE_CREATED, .subject = 5, .object = 1, .value = 1, .priority = LS_TASK_PRIORITY_BACKGROUND);
  write_record (trace, TASK_POSTED, .subject = 1, .object = 1);
  write_record (trace, TASK_QUEUED, .subject = 1, .object = 5, .value = ++order, .queue = LS_QUEUE_TYPE_WEB_SCHEDULING);
  queue (trace, 2, 2, "visible");
  writer_time += 5000;
  write_record (trace, SIGNAL_PRIORITY, .subject = 1, .priority = LS_TASK_PRIORITY_USER_BLOCKING,
                .clause = LS_CLAUSE_INFERRED_PRIORITY);
  write_record (trace, QUEUE_PRIORITY, .subject = 5, .priority = LS_TASK_PRIORITY_USER_BLOCKING);
  run (trace, 2, 2, 100);
  departures = read_departures (trace);
  check_counts (departures, 1, 1, 0);
  check_departure (departures, 2, 1, LS_DEPARTURE_PRIORITY_CHANGE);
}

static void
test_delay_late (void)
{
  g_autoptr (LsTrace) trace = begin_trace (LS_RECORD_FLAG_RECORDED);
  g_autoptr (LsDepartures) departures = NULL;

  write_record (trace, TASK_POSTED, .subject = 1, .value = 8);
  write_record (trace, TASK_DELAYED, .subject = 1, .value = 8000, .queue = LS_QUEUE_TYPE_WEB_SCHEDULING);
  queue (trace, 2, 3, "prefetch");
  writer_time += 8000;
  write_record (trace, TASK_DUE, .subject = 1, .queue = LS_QUEUE_TYPE_WEB_SCHEDULING);
  write_record (trace, TASK_QUEUED, .subject = 1, .object = 1, .value = ++order, .queue = LS_QUEUE_TYPE_WEB_SCHEDULING);
  writer_time += 2500;
  run (trace, 2, 3, 100);
  departures = read_departures (trace);
  check_counts (departures, 1, 1, 0);
  check_departure (departures, 2, 1, LS_DEPARTURE_DELAY_LATE);
}

static void
test_just_queued (void)
{
  g_autoptr (LsTrace) trace = begin_trace (LS_RECORD_FLAG_RECORDED);
  g_autoptr (LsDepartures) departures = NULL;

  queue (trace, 2, 3, "prefetch");
  writer_time += 5000;
  queue (trace, 1, 1, "urgent");
  writer_time += 300;
  run (trace, 2, 3, 100);
  departures = read_departures (trace);
  check_departure (departures, 2, 1, LS_DEPARTURE_JUST_QUEUED);
}

static void
test_queues (void)
{
  static const struct
  {
    guint8 queue, reason;
  } cases[] = {
    { LS_QUEUE_TYPE_COMPOSITOR, LS_DEPARTURE_FRAME },
    { LS_QUEUE_TYPE_IDLE, LS_DEPARTURE_IDLE_PERIOD },
    { LS_QUEUE_TYPE_OTHER, LS_DEPARTURE_INTERNAL },
    { LS_QUEUE_TYPE_FRAME_LOADING, LS_DEPARTURE_OTHER },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (LsTrace) trace = begin_trace (LS_RECORD_FLAG_RECORDED);
      g_autoptr (LsDepartures) departures = NULL;

      write_record (trace, PRESET_QUEUE, .queue = cases[i].queue, .level = 10);
      queue (trace, 1, 1, "urgent");
      queue_in_loop (trace, 2, cases[i].queue, NULL);
      writer_time += 5000;
      run_in_loop (trace, 2, cases[i].queue, 100);
      departures = read_departures (trace);
      check_departure (departures, 2, 1, cases[i].reason);
    }
}

/* The recording tells the rank, for this choice alone. */
static void
test_rank (void)
{
  static const struct
  {
    guint8 queue, reason;
  } cases[] = {
    { LS_QUEUE_TYPE_COMPOSITOR, LS_DEPARTURE_FRAME },
    { LS_QUEUE_TYPE_FRAME_LOADING, LS_DEPARTURE_RANK },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (LsTrace) trace = begin_trace (LS_RECORD_FLAG_RECORDED);
      g_autoptr (LsDepartures) departures = NULL;

      write_record (trace, PRESET_QUEUE, .queue = cases[i].queue, .level = 7);
      queue (trace, 1, 1, "urgent");
      queue_in_loop (trace, 2, cases[i].queue, NULL);
      writer_time += 5000;
      write_record (trace, QUEUE_STARVED, .queue = cases[i].queue, .level = 1, .clause = LS_CLAUSE_INFERRED_PRIORITY);
      begin_turn (trace, 2, 0, cases[i].queue);
      write_record (trace, QUEUE_STARVED, .queue = cases[i].queue, .level = 7, .clause = LS_CLAUSE_INFERRED_PRIORITY);
      end_turn (trace, 2, 100);
      run (trace, 1, 1, 100);
      departures = read_departures (trace);
      check_counts (departures, 1, 1, 0);
      check_departure (departures, 2, 1, cases[i].reason);
      g_assert_cmpuint (ls_departures_get (departures, 0)->chosen_rank, ==, 7);
    }
}

/* A timer and an immediate task of the same rank. */
static void
test_anti_starvation (void)
{
  g_autoptr (LsTrace) trace = begin_trace (LS_RECORD_FLAG_RECORDED);
  g_autoptr (LsDepartures) departures = NULL;

  write_record (trace, TASK_DELAYED, .subject = 1, .value = 1000, .queue = LS_QUEUE_TYPE_FRAME_THROTTLEABLE,
                .flags = LS_RECORD_FLAG_TIMER);
  writer_time += 1000;
  write_record (trace, TASK_DUE, .subject = 1, .value = ++order, .queue = LS_QUEUE_TYPE_FRAME_THROTTLEABLE);
  queue (trace, 2, 2, "visible");
  writer_time += 5000;
  run (trace, 2, 2, 100);
  departures = read_departures (trace);
  check_departure (departures, 2, 1, LS_DEPARTURE_ANTI_STARVATION);
}

/* What waited is not known: no departure. */
static void
test_unknown (void)
{
  g_autoptr (LsTrace) trace = begin_trace (LS_RECORD_FLAG_RECORDED);
  g_autoptr (LsDepartures) departures = NULL;

  /* Since when the expected one could run. */
  write_record (trace, TASK_INCOMING, .subject = 1, .value = ++order, .queue = LS_QUEUE_TYPE_INPUT,
                .clause = LS_CLAUSE_INFERRED_DUE);
  queue (trace, 2, 3, "prefetch");
  writer_time += 5000;
  run (trace, 2, 3, 100);
  run_in_loop (trace, 1, LS_QUEUE_TYPE_INPUT, 100);
  /* The queue of the one that ran. */
  write_record (trace, TASK_INCOMING, .subject = 3, .value = ++order, .queue = LS_QUEUE_TYPE_DEFAULT,
                .clause = LS_CLAUSE_INFERRED_QUEUE);
  queue (trace, 4, 1, "urgent");
  writer_time += 5000;
  run_in_loop (trace, 3, LS_QUEUE_TYPE_DEFAULT, 100);
  run (trace, 4, 1, 100);
  /* How old the one that ran is, where age decides. */
  queue (trace, 5, 2, "visible");
  write_record (trace, TASK_INCOMING, .subject = 6, .value = ++order, .queue = LS_QUEUE_TYPE_DEFAULT,
                .clause = LS_CLAUSE_INFERRED_DUE);
  writer_time += 5000;
  run_in_loop (trace, 6, LS_QUEUE_TYPE_DEFAULT, 100);
  run (trace, 5, 2, 100);
  departures = read_departures (trace);
  check_counts (departures, 3, 0, 3);
}

static void
test_json (void)
{
  g_autoptr (LsTrace) trace = begin_trace (LS_RECORD_FLAG_RECORDED);
  g_autoptr (LsDepartures) departures = NULL;
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autofree char *json = NULL;
  JsonObject *object, *first;

  queue (trace, 1, 1, "urgent");
  queue (trace, 2, 3, "prefetch");
  writer_time += 5000;
  run (trace, 2, 3, 100);
  departures = read_departures (trace);
  json = ls_departures_to_json (departures);
  g_assert_true (json_parser_load_from_data (parser, json, -1, NULL));
  object = json_node_get_object (json_parser_get_root (parser));
  g_assert_cmpint (json_object_get_int_member (json_object_get_object_member (object, "reasons"), "other"), ==, 1);
  first = json_array_get_object_element (json_object_get_array_member (object, "list"), 0);
  g_assert_cmpstr (json_object_get_string_member (json_object_get_object_member (first, "chosen"), "name"), ==, "prefetch");
  g_assert_cmpint (json_object_get_int_member (json_object_get_object_member (first, "expected"), "rank"), ==, 5);
}

/* Records that no engine and no recording would write, for all that looks at waits and choices. */
static void
test_hostile (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);

  for (guint round = 0; round < 20; round++)
    {
      g_autoptr (LsTrace) trace = begin_trace (LS_RECORD_FLAG_RECORDED);
      g_autoptr (LsDepartures) departures = NULL;
      g_autoptr (LsTaskSummary) summary = NULL;
      g_autofree char *text = NULL, *json = NULL, *summary_text = NULL;
      guint range = round % 2 == 0 ? 6 : 300;

      for (guint i = 0; i < 2000; i++)
        write_full (trace, (LsRecord) {
                             .time = g_rand_int_range (rand, 0, 10) == 0 ? g_rand_int (rand) : i * 1000,
                             .subject = g_rand_int_range (rand, 0, 30) == 0 ? g_rand_int (rand) : g_rand_int_range (rand, 0, range),
                             .object = g_rand_int_range (rand, 0, range),
                             .value = g_rand_int_range (rand, 0, 30) == 0 ? G_MAXUINT32 : g_rand_int_range (rand, 0, range),
                             .text = g_rand_int_range (rand, 0, 3) == 0 ? g_rand_int (rand) : 0,
                             .kind = g_rand_boolean (rand) ? g_rand_int_range (rand, LS_RECORD_TASK_POSTED, LS_RECORD_QUEUE_PRIORITY)
                                                           : g_rand_int_range (rand, 0, LS_N_RECORD_KINDS + 2),
                             .clause = g_rand_int (rand),
                             .priority = g_rand_int_range (rand, 0, 5),
                             .queue = g_rand_int_range (rand, 0, 30),
                             .level = g_rand_int_range (rand, 0, 3),
                             .flags = g_rand_int (rand),
                           });
      departures = read_departures (trace);
      text = ls_departures_to_text (departures);
      json = ls_departures_to_json (departures);
      summary = ls_task_summary_new (trace);
      while (ls_task_summary_advance (summary, 100))
        ;
      summary_text = ls_task_summary_to_text (summary);
      for (guint32 task = 0; task < 20; task++)
        {
          g_autoptr (LsWaitCauses) causes = ls_wait_causes_new (trace, task);
          g_autofree char *waited = causes != NULL ? ls_wait_causes_to_text (causes) : NULL;
          g_autofree char *waited_json = causes != NULL ? ls_wait_causes_to_json (causes) : NULL;
        }
      g_assert_nonnull (summary_text);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/departures/engine", test_engine);
  g_test_add_func ("/departures/priority", test_priority);
  g_test_add_func ("/departures/priority-change", test_priority_change);
  g_test_add_func ("/departures/delay-late", test_delay_late);
  g_test_add_func ("/departures/just-queued", test_just_queued);
  g_test_add_func ("/departures/queues", test_queues);
  g_test_add_func ("/departures/rank", test_rank);
  g_test_add_func ("/departures/anti-starvation", test_anti_starvation);
  g_test_add_func ("/departures/unknown", test_unknown);
  g_test_add_func ("/departures/json", test_json);
  g_test_add_func ("/departures/hostile", test_hostile);

  return g_test_run ();
}
