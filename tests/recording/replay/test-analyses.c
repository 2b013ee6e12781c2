/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "replay-fixture.h"

#include "ls-departures.h"
#include "ls-interactions.h"
#include "ls-linter.h"
#include "ls-recording-reader.h"
#include "ls-statistics.h"
#include "ls-task-summary.h"
#include "ls-wait-causes.h"

/* Analyses of recordings: what they say of the samples, each of which was looked at by eye. */

typedef struct
{
  const char *name;
  const char *lints;         /* kinds of lints, with how many of each */
  guint64     n_departures;  /* at most, of n_choices at least */
  guint64     n_choices;
} Sample;

static const Sample samples[] = {
  { "real-page.json.gz", "clamped-timer 3", 0, 60 },
  { "page-signals.json.gz", "clamped-timer 3", 1, 60 },
  { "page.pftrace.gz", "clamped-timer 3", 2, 60 },
  { "shop-devtools.json.gz", "long-task 2, clamped-timer 3", 2, 200 },
  { "shop-cut.json.gz", "starved-task 3, continuation-starvation 1, long-task 4, clamped-timer 3, late-continuation 2, "
                        "late-user-blocking 1", 3, 150 },
  { "workers.json.gz", "long-task 4, late-user-blocking 1", 3, 60 },
  { "gallery.json.gz", "long-task 1", 0, 90 },
  { "whatif-plain.json.gz", "starved-task 8, continuation-starvation 2, long-task 1", 0, 80 },
  { "whatif-background.json.gz", "continuation-starvation 1, long-task 1", 0, 80 },
};

static LsRecording *
load (const char *name)
{
  const char *folder = g_str_equal (name, "gallery.json.gz") ? "pages" : "samples";
  g_autofree char *path = g_build_filename (g_getenv ("LS_TEST_SOURCE_ROOT"), "tests", "recording", folder, name, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;
  LsRecording *recording = ls_recording_load (file, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  return recording;
}

/* The busiest page with its workers. */
static LsTrace *
replay_page (LsRecording *recording)
{
  guint n_loops, n_threads;
  const guint *loops = ls_recording_list_loops (recording, &n_loops), *threads;
  guint i = 0;

  while (i + 1 < n_loops && ls_recording_get_thread (recording, loops[i])->kind != LS_RECORDING_THREAD_MAIN)
    i++;
  threads = ls_recording_list_agents_of (recording, loops[i], &n_threads);
  return replay (recording, threads, n_threads);
}

static void
test_lints (gconstpointer data)
{
  const Sample *sample = data;
  g_autoptr (LsRecording) recording = load (sample->name);
  g_autoptr (LsTrace) trace = replay_page (recording);
  g_autoptr (LsLinter) linter = ls_linter_new (trace, NULL);
  g_autoptr (GString) found = g_string_new (NULL);
  guint n_of_kind[LS_N_LINT_KINDS] = { 0 };

  while (ls_linter_advance (linter, 1000))
    ;
  ls_linter_finish (linter);
  for (guint i = 0; i < ls_linter_get_n_lints (linter); i++)
    {
      const LsLint *lint = ls_linter_get_lint (linter, i);

      n_of_kind[lint->kind] += lint->count;
      g_assert_cmpuint (ls_lint_get_cost (lint), >, 0);
    }
  for (guint kind = 0; kind < LS_N_LINT_KINDS; kind++)
    if (n_of_kind[kind] > 0)
      g_string_append_printf (found, "%s%s %u", found->len > 0 ? ", " : "", ls_lint_kind_to_string (kind), n_of_kind[kind]);
  g_assert_cmpstr (found->str, ==, sample->lints);
}

static void
test_departures (gconstpointer data)
{
  const Sample *sample = data;
  g_autoptr (LsRecording) recording = load (sample->name);
  g_autoptr (LsTrace) trace = replay_page (recording);
  g_autoptr (LsDepartures) departures = ls_departures_new (trace);

  while (ls_departures_advance (departures, 100))
    ;
  g_assert_cmpuint (ls_departures_get_n_choices (departures), >=, sample->n_choices);
  g_assert_cmpuint (ls_departures_get_n_departures (departures), <=, sample->n_departures);
  g_assert_cmpuint (ls_departures_get_n_of_reason (departures, LS_DEPARTURE_OTHER), ==, 0);
}

/* Whatever a task waited for adds up to its wait, which is that of the statistics. */
static void
test_waits (gconstpointer data)
{
  const Sample *sample = data;
  g_autoptr (LsRecording) recording = load (sample->name);
  g_autoptr (LsTrace) trace = replay_page (recording);
  g_autoptr (LsState) state = ls_state_new (trace);
  g_autoptr (LsStatistics) statistics = ls_statistics_new (trace);
  LsDurationStatistics waiting;
  guint64 sum = 0;

  while (ls_statistics_advance (statistics, G_MAXSIZE))
    ;
  ls_statistics_get (statistics, LS_STATISTICS_ALL, 0, LS_DURATION_WAITING, &waiting);
  ls_state_seek (state, G_MAXSIZE);
  for (guint32 id = 0; (id = ls_state_find_next_task (state, id)) != 0;)
    {
      g_autoptr (LsWaitCauses) causes = ls_wait_causes_new (trace, id);
      guint64 total = 0;

      for (guint kind = 0; kind < LS_N_WAIT_CAUSE_KINDS; kind++)
        total += ls_wait_causes_get_total (causes, kind, NULL);
      g_assert_cmpuint (total, ==, ls_wait_causes_get_wait (causes));
      if (ls_wait_causes_get_status (causes) == LS_WAIT_RAN && !ls_wait_causes_is_inferred (causes))
        sum += total;
    }
  g_assert_cmpuint (sum, ==, waiting.sum);
}

/* What was read off the recording in DevTools. */
static void
test_sample_interactions (void)
{
  g_autoptr (LsRecording) recording = load ("shop-devtools.json.gz");
  guint n_loops, n, inp;
  const guint *loops = ls_recording_list_loops (recording, &n_loops);
  g_autofree LsInteraction *interactions = ls_recording_list_interactions (recording, loops, 1, &n);

  g_assert_cmpuint (n, ==, 5);
  g_assert_true (ls_interactions_find_inp (interactions, n, &inp));
  g_assert_cmpuint (inp, ==, 1);
  g_assert_cmpstr (ls_recording_get_text (recording, interactions[inp].type), ==, "pointerup");
  g_assert_cmpuint (interactions[inp].duration, ==, 105194);
  g_assert_cmpuint (interactions[inp].input_delay, ==, 738);
  g_assert_cmpuint (interactions[inp].processing, ==, 71878);
  g_assert_cmpuint (interactions[inp].presentation, ==, 32578);
}

/* Events of one interaction, moves, one without an end, and a frame that shows what another event did. */
static void
test_interactions (void)
{
  g_autoptr (LsRecording) recording = NULL;
  g_autofree LsInteraction *interactions = NULL;
  Fixture f;
  guint n, inp, thread = 0;

  fixture_begin (&f, LS_RECORDING_FORMAT_CHROME);
  add_task (&f, 0, 10);
  add (&f, INPUT, 1000, 30000, .id = 7, .text = fixture_text (&f, "pointerdown"), .value = 500, .other = 800);
  add (&f, INPUT, 100000, 120000, .id = 7, .text = fixture_text (&f, "pointerup"), .value = 2000, .other = 2500);
  /* The frame at 220 ms shows these as well. */
  add (&f, INPUT, 100500, 121000, .id = 0, .text = fixture_text (&f, "mouseup"), .value = 3000, .other = 80000);
  add (&f, INPUT, 100700, 119000, .id = 7, .text = fixture_text (&f, "click"), .value = 80100, .other = 90000);
  add (&f, INPUT, 300000, 5000, .id = 0, .text = fixture_text (&f, "pointermove"), .value = 1, .other = 2);
  add (&f, INPUT, 400000, 40000, .id = 8, .text = fixture_text (&f, "keydown"), .value = 50000, .other = 60000);
  add_event (&f, (LsRecordingEvent) { .kind = LS_RECORDING_EVENT_INPUT, .time = 500000 * US, .duration = LS_RECORDING_NO_END,
                                      .id = 9, .priority = LS_TASK_PRIORITY_NONE });
  recording = fixture_end (&f);
  interactions = ls_recording_list_interactions (recording, &thread, 1, &n);
  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpuint (interactions[0].id, ==, 7);
  g_assert_cmpuint (interactions[0].n_events, ==, 3);
  g_assert_cmpuint (interactions[0].time, ==, 100000);
  g_assert_cmpuint (interactions[0].duration, ==, 120000);
  g_assert_cmpuint (interactions[0].input_delay, ==, 2000);
  g_assert_cmpuint (interactions[0].processing, ==, 88700);
  g_assert_cmpuint (interactions[0].presentation, ==, 29300);
  /* Parts beyond the end are cut. */
  g_assert_cmpuint (interactions[1].input_delay, ==, 40000);
  g_assert_cmpuint (interactions[1].processing + interactions[1].presentation, ==, 0);
  g_assert_true (ls_interactions_find_inp (interactions, n, &inp));
  g_assert_cmpuint (inp, ==, 0);
  g_assert_false (ls_interactions_find_inp (interactions, 0, &inp));
}

/* Of 50 interactions and more, the slowest does not count. */
static void
test_outliers (void)
{
  LsInteraction interactions[100];
  guint inp;

  for (guint i = 0; i < G_N_ELEMENTS (interactions); i++)
    interactions[i] = (LsInteraction) { .duration = 1000 * (i + 1) };
  ls_interactions_find_inp (interactions, 49, &inp);
  g_assert_cmpuint (inp, ==, 48);
  ls_interactions_find_inp (interactions, 50, &inp);
  g_assert_cmpuint (inp, ==, 48);
  ls_interactions_find_inp (interactions, 100, &inp);
  g_assert_cmpuint (inp, ==, 97);
}

/* A page and its workers run at the same time. */
static void
test_parallel (void)
{
  g_autoptr (LsRecording) recording = load ("workers.json.gz");
  g_autoptr (LsTrace) trace = replay_page (recording);
  g_autoptr (LsStatistics) statistics = ls_statistics_new (trace);
  g_autoptr (LsTaskSummary) summary = ls_task_summary_new (trace);
  g_autofree LsLoopSummary *loops = NULL;
  LsStatisticsTotals totals;
  guint64 sum = 0;
  guint n;

  while (ls_statistics_advance (statistics, 999) || ls_task_summary_advance (summary, 999))
    ;
  ls_statistics_get_totals (statistics, &totals);
  loops = ls_task_summary_list_loops (summary, &n);
  g_assert_cmpuint (n, ==, 3);
  for (guint i = 0; i < n; i++)
    {
      g_assert_cmpuint (loops[i].busy, <, totals.busy);
      sum += loops[i].busy;
    }
  g_assert_cmpuint (totals.busy, <, sum);
  g_assert_cmpuint (totals.busy + totals.idle, ==, totals.end - totals.start);
}

/* Posts and runs background tasks of 20 ms one after the other from @start on, in µs. */
static void
run_background (Fixture *f,
                guint    n_tasks,
                guint64  start)
{
  for (guint i = 0; i < n_tasks; i++)
    add (f, POST, start + i, 0, .id = 100 + i, .priority = LS_TASK_PRIORITY_BACKGROUND);
  for (guint i = 0; i < n_tasks; i++)
    {
      add_task (f, start + 1000 + i * 20000, 19000);
      add (f, RUN, start + 1000 + i * 20000 + 10, 18000, .id = 100 + i, .priority = LS_TASK_PRIORITY_BACKGROUND);
    }
}

static void
check_lost (Fixture     *f,
            guint        n_departures,
            const char  *lints,
            guint        n_gone)
{
  g_autoptr (LsRecording) recording = fixture_end (f);
  g_autoptr (LsTrace) trace = replay (recording, NULL, 0);
  g_autoptr (LsLinter) linter = ls_linter_new (trace, NULL);
  g_autoptr (LsDepartures) departures = ls_departures_new (trace);
  g_autoptr (GString) found = g_string_new (NULL);

  while (ls_departures_advance (departures, 1000))
    ;
  while (ls_linter_advance (linter, 1000))
    ;
  ls_linter_finish (linter);
  for (guint i = 0; i < ls_linter_get_n_lints (linter); i++)
    g_string_append_printf (found, "%s ", ls_lint_kind_to_string (ls_linter_get_lint (linter, i)->kind));
  for (gsize i = 0; i < ls_trace_get_length (trace); i++)
    {
      LsRecord record;

      ls_trace_get_record (trace, i, &record);
      n_gone -= record.kind == LS_RECORD_TASK_REMOVED && record.clause == LS_CLAUSE_INFERRED_GONE;
    }
  g_assert_cmpuint (n_gone, ==, 0);
  g_assert_cmpuint (ls_departures_get_n_departures (departures), ==, n_departures);
  g_assert_cmpstr (found->str, ==, lints);
}

/* A timer of a frame that is gone: background tasks run, though the timer would come before each of them. */
static void
test_lost_timer (void)
{
  Fixture f;

  fixture_begin (&f, LS_RECORDING_FORMAT_CHROME);
  add_task (&f, 0, 500);
  add (&f, TIMER_INSTALL, 10, 0, .id = 1, .other = 9, .value = 5000);
  run_background (&f, 50, 100);
  check_lost (&f, 0, "", 1);
}

/* A page is loaded again: what it had posted never runs, and the tasks of the new one do. */
static void
test_lost_page (void)
{
  Fixture f;

  fixture_begin (&f, LS_RECORDING_FORMAT_CHROME);
  add_task (&f, 0, 500);
  for (guint i = 0; i < 5; i++)
    {
      add (&f, POST, 10 + i, 0, .id = 1 + i, .priority = LS_TASK_PRIORITY_USER_VISIBLE);
      add (&f, POST, 20 + i, 0, .id = 11 + i, .priority = LS_TASK_PRIORITY_BACKGROUND);
    }
  run_background (&f, 50, 100);
  check_lost (&f, 0, "", 10);
}

/* Tasks that the ones that run come before just wait: nobody knows whether they would have run after the end. */
static void
test_not_lost (void)
{
  Fixture f;

  fixture_begin (&f, LS_RECORDING_FORMAT_CHROME);
  add_task (&f, 0, 500);
  run_background (&f, 60, 100);
  add (&f, POST, 400, 0, .id = 1, .priority = LS_TASK_PRIORITY_BACKGROUND);
  check_lost (&f, 0, "never-ran ", 0);

  /* The recording ends too soon to tell. */
  fixture_begin (&f, LS_RECORDING_FORMAT_CHROME);
  add_task (&f, 0, 500);
  add (&f, POST, 60, 0, .id = 1, .priority = LS_TASK_PRIORITY_USER_VISIBLE);
  run_background (&f, 3, 100);
  check_lost (&f, 3, "", 0);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      g_autofree char *lints = g_strdup_printf ("/analyses/lints/%s", samples[i].name);
      g_autofree char *departures = g_strdup_printf ("/analyses/departures/%s", samples[i].name);
      g_autofree char *waits = g_strdup_printf ("/analyses/waits/%s", samples[i].name);

      g_test_add_data_func (lints, &samples[i], test_lints);
      g_test_add_data_func (departures, &samples[i], test_departures);
      g_test_add_data_func (waits, &samples[i], test_waits);
    }
  g_test_add_func ("/analyses/interactions/sample", test_sample_interactions);
  g_test_add_func ("/analyses/interactions/parts", test_interactions);
  g_test_add_func ("/analyses/interactions/outliers", test_outliers);
  g_test_add_func ("/analyses/parallel", test_parallel);
  g_test_add_func ("/analyses/lost/timer", test_lost_timer);
  g_test_add_func ("/analyses/lost/page", test_lost_page);
  g_test_add_func ("/analyses/lost/not", test_not_lost);

  return g_test_run ();
}
