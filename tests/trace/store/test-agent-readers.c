/* test-agent-readers.c: lints, statistics, filters and explanations of traces that several agents have made
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "ls-break-matcher.h"
#include "ls-comparison.h"
#include "ls-linter.h"
#include "ls-record-filter.h"
#include "ls-statistics.h"
#include "record-writer.h"

static LsTrace *
begin (void)
{
  LsTrace *trace = ls_trace_new ();

  writer_time = 0;
  write_record (trace, MEMORY_CREATED, .subject = 1, .value = 64, .text = text_of (trace, "m"));
  write_record (trace, AGENT_CREATED, .subject = 1, .text = text_of (trace, "main"));
  write_record (trace, AGENT_CREATED, .subject = 2, .object = 1, .level = 1, .text = text_of (trace, "worker"));
  return trace;
}

static void
run (LsTrace *trace,
     guint32  agent)
{
  write_record (trace, AGENT_RUN, .subject = agent, .level = 2);
}

static void
operate (LsTrace         *trace,
         LsOperationKind  kind,
         guint32          byte_index,
         guint32          value,
         guint8           flags)
{
  write_record (trace, ATOMIC_OPERATION, .subject = 1, .object = byte_index, .value = value, .level = kind,
                .queue = LS_ELEMENT_INT32, .flags = flags);
}

/* A line for each lint: kind, agent, element, amount */
static char *
lint (LsTrace *trace)
{
  g_autoptr (LsLinter) linter = ls_linter_new (trace, NULL);
  GString *text = g_string_new (NULL);

  publish (trace);
  while (ls_linter_advance (linter, 37))
    ;
  ls_linter_finish (linter);
  for (guint i = 0; i < ls_linter_get_n_lints (linter); i++)
    {
      const LsLint *found = ls_linter_get_lint (linter, i);
      g_autofree char *explanation = ls_lint_get_explanation (found, trace);
      g_autofree char *json = ls_lint_to_json (found, trace);

      g_assert_nonnull (explanation);
      g_assert_nonnull (json);
      if (found->other_kind == LS_LINT_SUBJECT_MEMORY)
        {
          g_assert_cmpstr (ls_trace_get_text (trace, found->name), ==, found->id == 1 ? "main" : "worker");
          g_assert_cmpstr (ls_trace_get_text (trace, found->other_name), ==, "m");
        }
      g_string_append_printf (text, "%s %u[%u] %" G_GUINT64_FORMAT "\n", ls_lint_kind_to_string (found->kind), found->id,
                              found->element, found->amount);
    }
  return g_string_free (text, FALSE);
}

static void
assert_lints (LsTrace    *trace,
              const char *expected)
{
  g_autofree char *found = lint (trace);

  g_assert_cmpstr (found, ==, expected);
}

/* Only who does the same again and again, and nothing else, spins. */
static void
test_spinning (void)
{
  g_autoptr (LsTrace) spins = begin ();
  g_autoptr (LsTrace) counts = begin ();
  g_autoptr (LsTrace) polls = begin ();
  g_autoptr (LsTrace) sees = begin ();

  run (spins, 2);
  for (guint i = 0; i < 700; i++)
    {
      operate (spins, LS_OPERATION_LOAD, 8, 0, 0);
      operate (spins, LS_OPERATION_COMPARE_EXCHANGE, 12, 1, 0);
      /* What others do is no excuse. */
      if (i % 100 == 0)
        {
          run (spins, 1);
          operate (spins, LS_OPERATION_STORE, 40, i, LS_RECORD_FLAG_WROTE);
          run (spins, 2);
        }
    }
  assert_lints (spins, "spinning 2[3] 1398\n");

  for (guint i = 0; i < 2000; i++)
    {
      operate (counts, LS_OPERATION_LOAD, 8, 0, 0);
      operate (counts, LS_OPERATION_ADD, 12, i, LS_RECORD_FLAG_WROTE);
      operate (polls, LS_OPERATION_LOAD, 8, 0, 0);
      write_record (polls, TASK_SELECTED, .subject = i + 1, .value = i + 1);
      operate (sees, LS_OPERATION_LOAD, 8, i, 0);
    }
  assert_lints (counts, "");
  assert_lints (polls, "");
  assert_lints (sees, "");
}

static void
test_idle_notify (void)
{
  g_autoptr (LsTrace) idle = begin ();
  g_autoptr (LsTrace) unlocks = begin ();
  g_autoptr (LsTrace) wakes = begin ();

  for (guint i = 0; i < 12; i++)
    {
      write_record (idle, NOTIFY, .object = 1, .value = 4);
      operate (idle, LS_OPERATION_LOAD, 4, 0, 0);
      /* A lock that nobody else wants */
      operate (unlocks, LS_OPERATION_STORE, 4, 0, LS_RECORD_FLAG_WROTE);
      write_record (unlocks, NOTIFY, .object = 1, .value = 4);
      write_record (wakes, NOTIFY, .object = 1, .value = 4, .subject = 1);
    }
  assert_lints (idle, "idle-notify 1[1] 12\n");
  assert_lints (unlocks, "");
  assert_lints (wakes, "");
}

static void
test_lock_across_yield (void)
{
  g_autoptr (LsTrace) trace = begin ();

  /* Got and released in a task, beside another agent's whole turn */
  write_record (trace, TASK_SELECTED, .subject = 1, .value = 1);
  operate (trace, LS_OPERATION_COMPARE_EXCHANGE, 0, 1, LS_RECORD_FLAG_WROTE | LS_RECORD_FLAG_LOCKED);
  run (trace, 2);
  write_record (trace, TASK_SELECTED, .subject = 2, .value = 1);
  write_record (trace, TASK_FINISHED, .subject = 2);
  write_record (trace, TURN_ENDED, .value = 1);
  run (trace, 1);
  operate (trace, LS_OPERATION_COMPARE_EXCHANGE, 0, 0, LS_RECORD_FLAG_WROTE | LS_RECORD_FLAG_UNLOCKED);
  write_record (trace, TASK_FINISHED, .subject = 1);
  write_record (trace, TURN_ENDED, .value = 1);
  assert_lints (trace, "");

  /* Released in another task; and by another notification, and never */
  write_record (trace, TASK_SELECTED, .subject = 3, .value = 2);
  operate (trace, LS_OPERATION_COMPARE_EXCHANGE, 0, 1, LS_RECORD_FLAG_WROTE | LS_RECORD_FLAG_LOCKED);
  operate (trace, LS_OPERATION_STORE, 8, 2, LS_RECORD_FLAG_WROTE | LS_RECORD_FLAG_LOCKED);
  operate (trace, LS_OPERATION_STORE, 12, 2, LS_RECORD_FLAG_WROTE | LS_RECORD_FLAG_LOCKED);
  write_record (trace, TASK_FINISHED, .subject = 3);
  write_record (trace, TASK_SELECTED, .subject = 4, .value = 3);
  writer_time = 7000;
  operate (trace, LS_OPERATION_COMPARE_EXCHANGE, 0, 0, LS_RECORD_FLAG_WROTE | LS_RECORD_FLAG_UNLOCKED);
  write_record (trace, NOTIFY, .object = 1, .value = 8, .subject = 1, .flags = LS_RECORD_FLAG_UNLOCKED);
  assert_lints (trace, "lock-across-yield 1[0] 0\nlock-across-yield 1[2] 0\nlock-across-yield 1[3] 1\n");
}

static void
test_unnotified (void)
{
  g_autoptr (LsTrace) trace = begin ();

  run (trace, 2);
  write_record (trace, NOTIFY, .object = 1, .value = 8);
  write_record (trace, WAITER_ADDED, .subject = 1, .object = 1, .value = 8, .queue = LS_ELEMENT_BIGINT64);
  write_record (trace, WAITER_ADDED, .subject = 2, .object = 1, .value = 8, .queue = LS_ELEMENT_BIGINT64,
                .text = text_of (trace, "5 ms"));
  write_record (trace, WAITER_ADDED, .subject = 3, .object = 1, .value = 16, .queue = LS_ELEMENT_BIGINT64);
  write_record (trace, WAITER_REMOVED, .subject = 3, .object = 1, .value = 16);
  assert_lints (trace, "unnotified-waiter 2[1] 1\n");
  /* It may have been woken yet. */
  write_record (trace, LIMIT, .text = text_of (trace, "turns"));
  assert_lints (trace, "");
}

static void
assert_same_lint (LsLinter *linter,
                  LsLinter *expected,
                  guint     i)
{
  LsTrace *trace = ls_linter_get_trace (linter);
  g_autofree char *json = ls_lint_to_json (ls_linter_get_lint (linter, i), trace);
  g_autofree char *expected_json = ls_lint_to_json (ls_linter_get_lint (expected, i), trace);

  g_assert_cmpstr (json, ==, expected_json);
}

/* A linter that begins after agents have come to wait says of them what it would have said, had it seen them come. */
static void
test_unnotified_before (void)
{
  g_autoptr (LsTrace) trace = begin ();
  g_autoptr (LsLinter) linter = ls_linter_new (trace, NULL);
  g_autoptr (LsLinter) late = ls_linter_new (trace, NULL);

  write_record (trace, WAITER_ADDED, .subject = 1, .object = 1, .value = 4, .queue = LS_ELEMENT_INT32, .level = 1);
  run (trace, 2);
  writer_time = 3000;
  write_record (trace, WAITER_ADDED, .subject = 2, .object = 1, .value = 16, .queue = LS_ELEMENT_BIGINT64);
  write_record (trace, WAITER_ADDED, .subject = 3, .object = 1, .value = 24, .queue = LS_ELEMENT_INT32, .level = 1,
                .text = text_of (trace, "5 ms"));
  write_record (trace, WAITER_ADDED, .subject = 4, .object = 1, .value = 32, .queue = LS_ELEMENT_INT32, .level = 1);
  write_record (trace, WAITER_REMOVED, .subject = 4, .object = 1, .value = 32);
  run (trace, 1);
  for (guint i = 0; i < 2 * LS_TRACE_CHUNK; i++)
    write_record (trace, WORK, .value = 1);
  publish (trace);
  ls_linter_advance (linter, G_MAXSIZE);
  ls_linter_finish (linter);
  g_assert_cmpuint (ls_linter_get_n_of_kind (linter, LS_LINT_UNNOTIFIED_WAITER), ==, 2);

  g_assert_true (ls_trace_forget (trace, 1));
  ls_linter_advance (late, G_MAXSIZE);
  ls_linter_finish (late);
  g_assert_cmpuint (ls_linter_get_n_forgotten (late), ==, ls_trace_get_start (trace));
  g_assert_cmpuint (ls_linter_get_n_lints (late), ==, 2);
  assert_same_lint (late, linter, 0);
  assert_same_lint (late, linter, 1);
}

/* A task of one agent is interrupted by a task of another one. */
static LsTrace *
interrupt (void)
{
  LsTrace *trace = begin ();

  write_record (trace, TASK_INCOMING, .subject = 1, .value = 1, .queue = LS_QUEUE_TYPE_DEFAULT, .text = text_of (trace, "a"));
  write_record (trace, TASK_SELECTED, .subject = 1, .value = 1, .queue = LS_QUEUE_TYPE_DEFAULT);
  write_record (trace, TASK_STARTED, .subject = 1);
  writer_time = 2000;
  run (trace, 2);
  write_record (trace, TASK_INCOMING, .subject = 2, .value = 1, .queue = LS_QUEUE_TYPE_DEFAULT, .text = text_of (trace, "b"));
  write_record (trace, TASK_INCOMING, .subject = 3, .value = 2, .queue = LS_QUEUE_TYPE_DEFAULT, .text = text_of (trace, "c"));
  write_record (trace, TASK_SELECTED, .subject = 2, .value = 1, .queue = LS_QUEUE_TYPE_DEFAULT);
  write_record (trace, TASK_STARTED, .subject = 2);
  write_record (trace, LOG, .text = text_of (trace, "of b"));
  writer_time = 902000;
  write_record (trace, TASK_FINISHED, .subject = 2);
  write_record (trace, TURN_ENDED, .value = 1);
  run (trace, 1);
  write_record (trace, CLOCK_ADVANCED, .value = 900000);
  write_record (trace, LOG, .text = text_of (trace, "of a"));
  writer_time = 903000;
  write_record (trace, TASK_FINISHED, .subject = 1);
  write_record (trace, TURN_ENDED, .value = 1);
  publish (trace);
  return trace;
}

static guint64
get_busy (LsStatistics *statistics)
{
  LsStatisticsTotals totals;

  while (ls_statistics_advance (statistics, 3))
    ;
  ls_statistics_get_totals (statistics, &totals);
  return totals.busy;
}

static void
test_statistics (void)
{
  g_autoptr (LsTrace) trace = interrupt ();
  g_autoptr (LsStatistics) statistics = ls_statistics_new (trace);
  LsDurationStatistics running;

  g_assert_cmpuint (get_busy (statistics), ==, 903000);
  g_assert_true (ls_statistics_get (statistics, LS_STATISTICS_ALL, 0, LS_DURATION_RUNNING, &running));
  g_assert_cmpuint (running.count, ==, 2);
  g_assert_cmpuint (running.min, ==, 3000);
  g_assert_cmpuint (running.max, ==, 900000);

  /* From any record on, the time that is left is somebody's. */
  for (gsize from = 0; from < ls_trace_get_length (trace); from++)
    {
      g_autoptr (LsStatistics) rest = ls_statistics_new_for_range (trace, from, G_MAXSIZE);
      g_autoptr (LsStatistics) head = ls_statistics_new_for_range (trace, 0, from);

      g_assert_cmpuint (get_busy (rest) + get_busy (head), ==, 903000);
    }
}

/* Time in which others ran does not make a task long, nor one starve that waits for its own agent alone. */
static void
test_time_of_others (void)
{
  g_autoptr (LsTrace) trace = interrupt ();

  assert_lints (trace, "long-task 2[0] 0\n");
}

/* A linter that is late knows whose loop is whose. */
static void
test_late (void)
{
  g_autoptr (LsTrace) trace = interrupt ();
  g_autoptr (LsRecordFilter) filter = NULL;
  LsRecordFilterSpec spec = LS_RECORD_FILTER_SPEC_INIT;
  gsize found;

  spec.task = 1;
  spec.without_kinds = ~LS_RECORD_FILTER_KIND (LS_RECORD_LOG);
  filter = ls_record_filter_new (trace, &spec);
  while (ls_record_filter_advance (filter, 5, NULL))
    ;
  g_assert_cmpuint (ls_record_filter_get_n_matches (filter), ==, 1);
  g_assert_true (ls_record_filter_get_match (filter, 0, &found));
  g_assert_cmpuint (found, ==, 16);
}

static void
test_explanations (void)
{
  g_autoptr (LsTrace) trace = interrupt ();
  g_autoptr (LsState) state = ls_state_new (trace);
  g_autoptr (LsExplanation) running = NULL;
  g_autoptr (LsExplanation) waiting = NULL;
  g_autoptr (LsExplanation) before = NULL;
  guint n_candidates;

  ls_state_seek (state, 12);
  g_assert_cmpuint (ls_state_get_current_agent (state), ==, 2);
  g_assert_cmpuint (ls_state_get_running_task (state), ==, 2);
  g_assert_cmpuint (ls_state_get_next_task (state), ==, 3);
  running = ls_explain_task (state, 1);
  g_assert_cmpint (running->kind, ==, LS_EXPLANATION_RUNNING);
  g_assert_nonnull (strstr (running->text, "“main”"));
  waiting = ls_explain_task (state, 3);
  g_assert_cmpint (waiting->kind, ==, LS_EXPLANATION_WAITS_TURN);
  g_assert_null (strstr (waiting->text, "“main”"));
  /* To ask for another agent's task leaves the state as it is. */
  g_assert_cmpuint (ls_state_get_shown_agent (state), ==, 2);
  ls_state_set_agent (state, 1);
  g_assert_cmpuint (ls_state_get_running_task (state), ==, 1);
  g_assert_cmpuint (ls_state_get_next_task (state), ==, 0);
  g_free (ls_explain_candidates (state, &n_candidates));
  g_assert_cmpuint (n_candidates, ==, 0);

  before = ls_explain_before (trace, 1, 2);
  g_assert_cmpuint (before->task, ==, 1);
  g_assert_cmpint (before->clause, ==, LS_CLAUSE_ECMA_FORWARD_PROGRESS);
}

static void
assert_next (LsState    *state,
             gsize       position,
             guint32     blocker,
             const char *expected)
{
  g_autoptr (LsExplanation) explanation = NULL;

  ls_state_seek (state, position);
  explanation = ls_explain_next (state);
  g_assert_cmpstr (explanation->text, ==, expected);
  g_assert_cmpuint (explanation->blocker, ==, blocker);
}

/* A task is compared with those of its own loop, and does not wait for the turn of another agent. */
static void
test_next (void)
{
  g_autoptr (LsTrace) trace = interrupt ();
  g_autoptr (LsState) state = ls_state_new (trace);

  assert_next (state, 4, 0, "“a” runs next: it is the only task in its loop that can run. It is a task of “main”.");
  assert_next (state, 6, 0, "“b” runs next: it was queued before “c” in the same queue. It is a task of “worker”; no other "
                            "agent starts a task before that. Neither “b” nor “c” is queued yet.");
  assert_next (state, 12, 2, "“c” is next so far: it is the only task in its loop that can run. It is a task of “worker”. It "
                             "starts when “b” and its microtasks are done. “main” can go on. “worker” is running. What runs "
                             "first may change this.");
}

static void
assert_nothing (LsState    *state,
                guint32     agent,
                const char *expected)
{
  g_autoptr (LsExplanation) explanation = NULL;

  ls_state_set_agent (state, agent);
  explanation = ls_explain_next (state);
  g_assert_cmpint (explanation->kind, ==, LS_EXPLANATION_NOTHING_RUNNABLE);
  g_assert_cmpstr (explanation->text, ==, expected);
}

/* That no task is there does not say that nobody does anything. */
static void
test_nothing_next (void)
{
  g_autoptr (LsTrace) trace = begin ();
  g_autoptr (LsState) state = ls_state_new (trace);

  write_record (trace, AGENT_STATE, .subject = 1, .level = LS_AGENT_STATE_IDLE);
  run (trace, 2);
  write_record (trace, AGENT_STATE, .subject = 2, .level = LS_AGENT_STATE_WAITING, .object = 1, .value = 8);
  write_record (trace, AGENT_STATE, .subject = 2, .level = LS_AGENT_STATE_ENDED);
  publish (trace);
  ls_state_seek (state, 5);
  assert_nothing (state, 2, "Nothing to run so far: no task is ready or delayed. “worker” is running: its loop goes on when "
                            "that is done.");
  assert_nothing (state, 1, "Nothing to run: no task is ready or delayed. This is the loop of “main”. Another agent is running, and "
                            "which one goes on is open.");
  ls_state_seek (state, 6);
  assert_nothing (state, 2, "“worker” is suspended in Atomics.wait() at m[8]: nothing runs on its loop until it is notified or its "
                            "time is over.");
  ls_state_seek (state, 7);
  assert_nothing (state, 2, "“worker” has ended: nothing runs on its loop any more.");
}

/* Each line is of the task in whose turn it was printed, and tasks run in the order of their selection. */
static void
test_comparison (void)
{
  g_autoptr (LsTrace) trace = interrupt ();
  g_autoptr (LsTrace) same = interrupt ();
  g_autoptr (LsComparison) comparison = ls_comparison_new (trace, same);

  LsComparisonTotals totals;

  ls_comparison_get_totals (comparison, LS_COMPARISON_LEFT, &totals);
  g_assert_cmpuint (totals.waits[LS_TASK_PRIORITY_NONE].n_tasks, ==, 2);
  g_assert_true (ls_comparison_is_same (comparison));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/agent-readers/spinning", test_spinning);
  g_test_add_func ("/agent-readers/idle-notify", test_idle_notify);
  g_test_add_func ("/agent-readers/lock-across-yield", test_lock_across_yield);
  g_test_add_func ("/agent-readers/unnotified", test_unnotified);
  g_test_add_func ("/agent-readers/unnotified-before", test_unnotified_before);
  g_test_add_func ("/agent-readers/statistics", test_statistics);
  g_test_add_func ("/agent-readers/time-of-others", test_time_of_others);
  g_test_add_func ("/agent-readers/filter", test_late);
  g_test_add_func ("/agent-readers/explanations", test_explanations);
  g_test_add_func ("/agent-readers/next", test_next);
  g_test_add_func ("/agent-readers/nothing-next", test_nothing_next);
  g_test_add_func ("/agent-readers/comparison", test_comparison);

  return g_test_run ();
}
