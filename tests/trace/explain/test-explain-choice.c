/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "explain-fixture.h"

static void
run_task (LsTrace *trace,
          guint32  task,
          guint32  turn,
          guint8   flags)
{
  write_record (trace, TASK_SELECTED, .subject = task, .value = turn, .flags = flags);
  write_record (trace, TASK_STARTED, .subject = task);
  writer_time += 1000;
  write_record (trace, TASK_FINISHED, .subject = task);
  write_record (trace, TURN_ENDED, .value = turn);
}

static void
check_before (LsTrace           *trace,
              guint32            task,
              guint32            other,
              LsExplanationKind  kind,
              guint32            first,
              const char        *contains)
{
  g_autoptr (LsExplanation) explanation = NULL;

  publish (trace);
  explanation = ls_explain_before (trace, task, other);
  check (explanation, kind, first, 0);
  g_assert_cmpuint (explanation->other, ==, first == task ? other : task);
  if (strstr (explanation->text, contains) == NULL)
    g_error ("“%s” does not say: %s", explanation->text, contains);
  g_assert_true (g_str_has_prefix (explanation->text, "It was the other way round.") == (first != task));
}

/* 17 runs, then 8 and 11, then 30, which 11 has posted; 12 is removed, and 9 waits. */
static void
test_before (void)
{
  g_autoptr (LsTrace) trace = write_gallery ();
  g_autoptr (LsExplanation) unknown = NULL;
  g_autoptr (LsExplanation) same = NULL;
  g_autoptr (LsExplanation) neither = NULL;
  g_autoptr (LsExplanation) then = NULL;
  g_autoptr (LsState) state = NULL;
  gsize selected;

  write_record (trace, TASK_POSTED, .subject = 40, .text = text_of (trace, "late"), .value = 20);
  write_record (trace, TASK_DELAYED, .subject = 40, .value = 20000);
  run_task (trace, 17, 1, 0);
  run_task (trace, 8, 2, 0);
  write_record (trace, QUEUE_PRIORITY, .subject = 3, .priority = LS_TASK_PRIORITY_USER_BLOCKING);
  run_task (trace, 9, 3, 0);
  write_record (trace, TASK_REMOVED, .subject = 12, .object = 1);
  write_record (trace, TASK_SELECTED, .subject = 11, .value = 4);
  write_record (trace, TASK_STARTED, .subject = 11);
  write_record (trace, TASK_POSTED, .subject = 30, .text = text_of (trace, "posted"));
  write_record (trace, TASK_QUEUED, .subject = 30, .object = 1, .value = 30);
  write_record (trace, TASK_FINISHED, .subject = 11);
  write_record (trace, TURN_ENDED, .value = 4);
  run_task (trace, 30, 5, 0);
  publish (trace);

  check_before (trace, 17, 8, LS_EXPLANATION_BEFORE_PRIORITY, 17, "had effective priority 5, and the queue of task 8 “decode 1”, "
                "(c1.signal, task), had 4. Age counts only among queues of the same effective priority. Task 8 “decode 1” was "
                "selected at 1 ms, in turn 2.");
  check_before (trace, 17, 3, LS_EXPLANATION_BEFORE_PRIORITY, 17,
                "Age counts only among queues of the same effective priority. Task 3 “prefetch” has not run yet.");
  check_before (trace, 9, 8, LS_EXPLANATION_BEFORE_ORDER, 8, "Both were in the same queue, and it was older: its enqueue "
                "order is 8, that of task 9 “decode 2” is 9.");
  check_before (trace, 9, 11, LS_EXPLANATION_BEFORE_ORDER, 9, "Their queues had the same effective priority");
  check_before (trace, 11, 30, LS_EXPLANATION_BEFORE_POSTED, 11, "it was posted at 3 ms, by this very task");
  check_before (trace, 11, 12, LS_EXPLANATION_BEFORE_REMOVED, 11, "There was nothing to choose. Task 12 was removed");
  check_before (trace, 40, 8, LS_EXPLANATION_BEFORE_QUEUED, 8, "it was due 19 ms later");

  unknown = ls_explain_before (trace, 8, 99);
  check (unknown, LS_EXPLANATION_UNKNOWN_TASK, 99, 0);
  same = ls_explain_before (trace, 8, 8);
  check (same, LS_EXPLANATION_NEITHER_RAN, 8, 0);
  neither = ls_explain_before (trace, 10, 12);
  check (neither, LS_EXPLANATION_NEITHER_RAN, 10, 0);
  g_assert_nonnull (strstr (neither->text, "task 10 “decode 3” has not run yet, and task 12 was removed before it could run"));

  /* It is explained just before the turn. */
  then = ls_explain_then (trace, 9);
  check (then, LS_EXPLANATION_NEXT, 9, 0);
  g_assert_cmpstr (then->title, ==, "Why did task 9 “decode 2” run at 2 ms?");
  g_assert_cmpuint (then->position, ==, ls_explain_find_selection (trace, 9));
  selected = ls_explain_find_selection (trace, 9);
  state = ls_state_new (trace);
  ls_state_seek (state, selected);
  g_assert_cmpuint (ls_state_get_next_task (state), ==, 9);
  g_assert_cmpuint (ls_explain_find_selection (trace, 10), ==, G_MAXSIZE);
}

/* An input task of rank 0, against tasks of schedulers of the same rank and of a worse one. It goes before 17, the task that the
 * schedulers offer, by its age, and before 8, which is older but not offered. */
static void
test_before_of_other_queues (void)
{
  g_autoptr (LsTrace) trace = write_gallery ();
  g_autoptr (LsExplanation) of_others = NULL, of_schedulers = NULL;

  write_record (trace, PRESET_QUEUE, .queue = LS_QUEUE_TYPE_INPUT, .level = 0);
  for (guint32 task = 20; task <= 21; task++)
    write_record (trace, TASK_INCOMING, .subject = task, .value = task - 8, .queue = LS_QUEUE_TYPE_INPUT);
  run_task (trace, 20, 1, 0);
  run_task (trace, 21, 2, 0);
  run_task (trace, 17, 3, 0);
  check_before (trace, 20, 8, LS_EXPLANATION_BEFORE_PRIORITY, 20,
                " Task 8 “decode 1” was older (enqueue order 8, after 12), but its queue was not the best one of the schedulers, so "
                "it did not take part. Task 8 “decode 1” has not run yet.");
  check_before (trace, 17, 20, LS_EXPLANATION_BEFORE_ORDER, 20,
                " Their queues had the same rank, and it was older: its enqueue order is 12, that of task 17 “decode ↻” is 17. ");
  check_before (trace, 20, 21, LS_EXPLANATION_BEFORE_ORDER, 20,
                " Both were in the same queue, and it was older: its enqueue order is 12, that of task 21 is 13. ");
  check_before (trace, 20, 11, LS_EXPLANATION_BEFORE_PRIORITY, 20,
                " Its queue had rank 0 (before), and that of task 11 “layout” had rank 1 (with): the loop serves the lower rank first. ");

  of_others = ls_explain_before (trace, 20, 11);
  of_schedulers = ls_explain_before (trace, 20, 8);
  g_assert_cmpstr (of_others->reference, ==, "§4.1.3 event loop: processing model, step 2");
  g_assert_cmpstr (of_schedulers->reference, ==, "§2.4.3 select the next scheduler task queue from all schedulers, steps 5–6");
}

/* After two delayed tasks immediate work goes first, though it is younger. */
static void
test_before_by_rule (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();
  g_autoptr (LsExplanation) explanation = NULL;

  writer_time = 0;
  write_record (trace, PRESET_RULE, .subject = LS_PRESET_RULE_MAX_DELAYED_PICKS, .value = 1);
  write_record (trace, PRESET_QUEUE, .queue = LS_QUEUE_TYPE_INPUT);
  for (guint i = 1; i <= 3; i++)
    {
      write_record (trace, TASK_DELAYED, .subject = i, .value = 1000, .queue = LS_QUEUE_TYPE_INPUT);
      write_record (trace, TASK_DUE, .subject = i, .value = i, .queue = LS_QUEUE_TYPE_INPUT);
    }
  write_record (trace, TASK_INCOMING, .subject = 4, .value = 4, .queue = LS_QUEUE_TYPE_INPUT);
  run_task (trace, 1, 1, LS_RECORD_FLAG_DELAYED_WORK);
  run_task (trace, 4, 2, LS_RECORD_FLAG_STARVATION_GUARD);
  check_before (trace, 4, 2, LS_EXPLANATION_BEFORE_RULE, 4, "By rank and age task 2 would have been first, but after 1 ");
  explanation = ls_explain_before (trace, 4, 2);
  g_assert_cmpstr (explanation->reference, ==, "Chromium task queue selector");
}

static void
select_task (LsTrace *trace,
             guint32  task,
             guint    rank,
             guint    flags)
{
  write_record (trace, TASK_SELECTED, .subject = task, .queue = LS_QUEUE_TYPE_DEFAULT, .level = rank, .flags = flags);
  write_record (trace, TASK_FINISHED, .subject = task);
  write_record (trace, TURN_ENDED);
}

/* Blink's guard: younger immediate work before older delayed work. */
static void
test_immediate_after_delayed_picks (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();
  g_autoptr (LsState) state = NULL;
  g_autoptr (LsExplanation) before = NULL;
  g_autoptr (LsExplanation) next = NULL;
  g_autoptr (LsExplanation) waiting = NULL;
  g_autoptr (LsExplanation) last = NULL;
  g_autofree LsCandidate *candidates = NULL;
  guint n_candidates;
  gsize position;

  write_record (trace, PRESET_QUEUE, .queue = LS_QUEUE_TYPE_DEFAULT, .level = 7, .text = text_of (trace, "Normal"));
  write_record (trace, PRESET_RULE, .subject = LS_PRESET_RULE_MAX_DELAYED_PICKS, .value = 3);
  for (guint i = 1; i <= 5; i++)
    write_record (trace, TASK_DUE, .subject = i, .value = i, .queue = LS_QUEUE_TYPE_DEFAULT);
  write_record (trace, TASK_INCOMING, .subject = 6, .value = 6, .queue = LS_QUEUE_TYPE_DEFAULT);
  select_task (trace, 1, 7, LS_RECORD_FLAG_DELAYED_WORK);
  select_task (trace, 2, 7, LS_RECORD_FLAG_DELAYED_WORK);
  publish (trace);
  position = ls_trace_get_length (trace);
  select_task (trace, 3, 7, LS_RECORD_FLAG_DELAYED_WORK);
  state = state_at_end (trace);
  next = ls_explain_next (state);
  waiting = ls_explain_task (state, 4);
  last = ls_explain_task (state, 5);
  candidates = ls_explain_candidates (state, &n_candidates);

  check (next, LS_EXPLANATION_NEXT, 6, 0);
  g_assert_cmpstr (next->text, ==, "Its queue (default) has rank 7 (Normal). It goes first although task 4, from "
                   "delayed work, is older (enqueue order 4): after 3 delayed tasks in a row immediate work of rank 7 "
                   "(Normal) goes first.");
  g_assert_cmpstr (next->reference, ==, "Chromium task queue selector");
  check (waiting, LS_EXPLANATION_WAITS_ORDER, 4, 6);
  g_assert_true (g_str_has_suffix (waiting->text,
                                   "Only task 6 comes before it as things stand: after 3 delayed tasks in a row "
                                   "immediate work of rank 7 (Normal) goes first."));
  g_assert_cmpuint (waiting->n_before, ==, 1);
  g_assert_cmpuint (last->n_before, ==, 2);
  g_assert_cmpuint (n_candidates, ==, 1);
  g_assert_cmpuint (candidates[0].oldest_task, ==, 6);
  g_assert_cmpuint (candidates[0].n_tasks, ==, 3);

  ls_state_seek (state, position);
  before = ls_explain_next (state);
  check (before, LS_EXPLANATION_NEXT, 3, 0);
}

/* The preset "fair": a worse rank gets a turn. */
static void
test_fair_turn (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();
  g_autoptr (LsState) state = NULL;
  g_autoptr (LsExplanation) next = NULL;
  g_autoptr (LsExplanation) waiting = NULL;
  g_autoptr (LsExplanation) worse = NULL;
  g_autofree LsCandidate *candidates = NULL;
  guint n_candidates;
  gsize position;

  write_record (trace, PRESET_QUEUE, .queue = LS_QUEUE_TYPE_INPUT, .level = 0, .text = text_of (trace, "urgent"));
  write_record (trace, PRESET_QUEUE, .queue = LS_QUEUE_TYPE_DEFAULT, .level = 4,
                .text = text_of (trace, "other sources"));
  write_record (trace, PRESET_QUEUE, .queue = LS_QUEUE_TYPE_IDLE, .level = 8, .text = text_of (trace, "idle"));
  write_record (trace, PRESET_RULE, .subject = LS_PRESET_RULE_FAIR_AFTER, .value = 2);
  write_record (trace, TASK_INCOMING, .subject = 1, .value = 1, .queue = LS_QUEUE_TYPE_IDLE);
  write_record (trace, TASK_INCOMING, .subject = 2, .value = 2, .queue = LS_QUEUE_TYPE_DEFAULT);
  for (guint i = 3; i <= 8; i++)
    write_record (trace, TASK_INCOMING, .subject = i, .value = i, .queue = LS_QUEUE_TYPE_INPUT);
  select_task (trace, 3, 0, 0);
  select_task (trace, 4, 0, 0);
  position = 12 + 2 * 3;
  select_task (trace, 2, 4, LS_RECORD_FLAG_FAIR_TURN);
  select_task (trace, 5, 0, 0);
  select_task (trace, 6, 0, 0);
  state = state_at_end (trace);

  /* The cycle goes on with the next worse rank. */
  g_assert_cmpuint (ls_state_get_next_task (state), ==, 1);

  ls_state_seek (state, position);
  next = ls_explain_next (state);
  waiting = ls_explain_task (state, 5);
  worse = ls_explain_task (state, 1);
  candidates = ls_explain_candidates (state, &n_candidates);
  check (next, LS_EXPLANATION_NEXT, 2, 0);
  g_assert_cmpstr (next->text, ==, "Its queue (default) has rank 4 (other sources). It goes before task 5, whose queue "
                   "has a better rank: the preset gives rank 4 (other sources) a turn after 2 picks in a row while a "
                   "worse rank waited.");
  g_assert_cmpstr (next->reference, ==, "Preset the loop preset's table");
  check (waiting, LS_EXPLANATION_WAITS_PRIORITY, 5, 2);
  g_assert_cmpuint (waiting->n_before, ==, 1);
  g_assert_true (g_str_has_suffix (waiting->text,
                                   "Only task 2 comes before it as things stand: the preset gives rank 4 (other "
                                   "sources) a turn after 2 picks in a row while a worse rank waited."));
  check (worse, LS_EXPLANATION_WAITS_PRIORITY, 1, 2);
  g_assert_cmpuint (worse->n_before, ==, 5);
  g_assert_cmpuint (n_candidates, ==, 3);
  g_assert_cmpuint (candidates[0].queue_type, ==, LS_QUEUE_TYPE_DEFAULT);
  g_assert_cmpuint (candidates[1].queue_type, ==, LS_QUEUE_TYPE_INPUT);
  g_assert_cmpuint (candidates[2].queue_type, ==, LS_QUEUE_TYPE_IDLE);

  ls_state_seek (state, position - 1);
  g_assert_cmpuint (ls_state_get_next_task (state), ==, 2);
  ls_state_seek (state, position - 3);
  g_assert_cmpuint (ls_state_get_next_task (state), ==, 4);
}

static void
test_candidates (void)
{
  g_autoptr (LsTrace) trace = write_gallery ();
  g_autoptr (LsState) state = NULL;
  g_autofree LsCandidate *candidates = NULL;
  guint32 queues[] = { 1, 2, 0, 3, 4 };
  guint n_candidates;

  write_record (trace, TASK_INCOMING, .subject = 20, .value = 1, .queue = LS_QUEUE_TYPE_INPUT);
  state = state_at_end (trace);
  candidates = ls_explain_candidates (state, &n_candidates);

  g_assert_cmpuint (n_candidates, ==, G_N_ELEMENTS (queues));
  for (guint i = 0; i < n_candidates; i++)
    g_assert_cmpuint (candidates[i].queue, ==, queues[i]);
  g_assert_cmpint (candidates[0].effective_priority, ==, 5);
  g_assert_cmpuint (candidates[1].n_tasks, ==, 3);
  g_assert_cmpuint (candidates[1].oldest_task, ==, 8);
  g_assert_cmpuint (candidates[1].oldest_order, ==, 8);
  g_assert_cmpuint (candidates[2].queue_type, ==, LS_QUEUE_TYPE_INPUT);
  g_assert_cmpint (candidates[2].effective_priority, ==, -1);
  g_assert_cmpuint (candidates[2].rank, ==, 1);
}

/* A scheduler offers its best queue only: an old task of effective priority 4 is behind effective priority 5 even if
 * both have the rank of a queue of the loop. */
static void
test_candidates_of_one_rank (void)
{
  g_autoptr (LsTrace) trace = write_gallery ();
  g_autoptr (LsState) state = NULL;
  g_autofree LsCandidate *candidates = NULL;
  guint32 queues[] = { 0, 1, 2 };
  guint n_candidates;

  write_record (trace, PRESET_QUEUE, .queue = LS_QUEUE_TYPE_INPUT, .level = 0);
  write_record (trace, TASK_INCOMING, .subject = 20, .value = 12, .queue = LS_QUEUE_TYPE_INPUT);
  state = state_at_end (trace);
  candidates = ls_explain_candidates (state, &n_candidates);

  for (guint i = 0; i < G_N_ELEMENTS (queues); i++)
    g_assert_cmpuint (candidates[i].queue, ==, queues[i]);
  g_assert_cmpuint (ls_state_get_next_task (state), ==, 20);
}

static void
assert_candidate (LsState    *state,
                  guint       index,
                  const char *expected)
{
  guint n_candidates;
  g_autofree LsCandidate *candidates = ls_explain_candidates (state, &n_candidates);
  g_autofree char *text = NULL;

  g_assert_cmpuint (index, <, n_candidates);
  text = ls_explain_candidate (state, candidates, n_candidates, index);
  g_assert_cmpstr (text, ==, expected);
}

static void
test_candidate_reasons (void)
{
  g_autoptr (LsTrace) trace = write_gallery ();
  g_autoptr (LsState) state = NULL;
  g_autoptr (LsState) later = NULL;

  write_record (trace, TASK_INCOMING, .subject = 20, .value = 1, .queue = LS_QUEUE_TYPE_INPUT);
  state = state_at_end (trace);
  assert_candidate (state, 0, "chosen");
  assert_candidate (state, 1, "effective priority 4, not 5");
  assert_candidate (state, 2, "rank 1, after rank 0");

  write_record (trace, TASK_REMOVED, .subject = 17);
  write_record (trace, QUEUE_PRIORITY, .subject = 3, .priority = LS_TASK_PRIORITY_USER_BLOCKING);
  later = state_at_end (trace);
  assert_candidate (later, 1, "younger: 11, after 8");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/explain/before", test_before);
  g_test_add_func ("/explain/before-of-other-queues", test_before_of_other_queues);
  g_test_add_func ("/explain/before-by-rule", test_before_by_rule);
  g_test_add_func ("/explain/immediate-after-delayed-picks", test_immediate_after_delayed_picks);
  g_test_add_func ("/explain/fair-turn", test_fair_turn);
  g_test_add_func ("/explain/candidates", test_candidates);
  g_test_add_func ("/explain/candidates-of-one-rank", test_candidates_of_one_rank);
  g_test_add_func ("/explain/candidate-reasons", test_candidate_reasons);

  return g_test_run ();
}
