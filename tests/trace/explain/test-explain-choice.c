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
  /* Whoever asks may look at a moment before that. */
  g_assert_true (g_str_has_prefix (explanation->title, "Why does "));
  if (strstr (explanation->text, contains) == NULL)
    g_error ("“%s” does not say: %s", explanation->text, contains);
  g_assert_true ((strstr (explanation->text, " So it is the other way round. ") != NULL) == (first != task));
  g_assert_null (strstr (explanation->sentence, "the other way round"));
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

  check_before (trace, 17, 8, LS_EXPLANATION_BEFORE_PRIORITY, 17, "Task 17 “decode ↻” runs first: user-blocking continuations come "
                "before user-blocking tasks (task 8 “decode 1”). It is selected at 0 ms, the other at 1 ms.");
  check_before (trace, 17, 3, LS_EXPLANATION_BEFORE_PRIORITY, 17,
                "Task 17 “decode ↻” runs first: user-blocking comes before background (task 3 “prefetch”). It is selected at 0 ms; the "
                "other does not run before the trace ends.");
  check_before (trace, 9, 8, LS_EXPLANATION_BEFORE_ORDER, 8, "Task 8 “decode 1” runs first: it was queued before task 9 "
                "“decode 2”, which is also user-blocking.");
  check_before (trace, 9, 11, LS_EXPLANATION_BEFORE_ORDER, 9, "Task 9 “decode 2” runs first: it was queued before task 11 "
                "“layout”, which is also user-blocking.");
  check_before (trace, 11, 30, LS_EXPLANATION_BEFORE_POSTED, 11, "Task 11 “layout” runs first: it posts task 30 “posted” "
                "itself, at 3 ms.");
  check_before (trace, 11, 12, LS_EXPLANATION_BEFORE_REMOVED, 11, "Only task 11 “layout” runs: task 12 has been removed by then.");
  check_before (trace, 40, 8, LS_EXPLANATION_BEFORE_QUEUED, 8, "Task 8 “decode 1” runs first: the delay of task 40 “late” ends "
                "19 ms later.");

  unknown = ls_explain_before (trace, 8, 99);
  check (unknown, LS_EXPLANATION_UNKNOWN_TASK, 99, 0);
  same = ls_explain_before (trace, 8, 8);
  g_assert_cmpstr (same->title, ==, "Why does task 8 “decode 1” run before itself?");
  check (same, LS_EXPLANATION_NEITHER_RAN, 8, 0);
  neither = ls_explain_before (trace, 10, 12);
  check (neither, LS_EXPLANATION_NEITHER_RAN, 10, 0);
  g_assert_cmpstr (neither->text, ==, "Neither has run: task 12 was removed, and task 10 “decode 3” has not run yet.");

  /* It is explained just before the turn. */
  then = ls_explain_then (trace, 9);
  check (then, LS_EXPLANATION_NEXT, 9, 0);
  g_assert_cmpstr (then->title, ==, "Why does task 9 “decode 2” run at 2 ms?");
  g_assert_cmpstr (then->text, ==, "“decode 2” runs first: it was queued before “decode 3”, which is also user-blocking.");
  g_assert_cmpuint (then->position, ==, ls_explain_find_selection (trace, 9));
  selected = ls_explain_find_selection (trace, 9);
  state = ls_state_new (trace);
  ls_state_seek (state, selected);
  g_assert_cmpuint (ls_state_get_next_task (state), ==, 9);
  g_assert_cmpuint (ls_explain_find_selection (trace, 10), ==, G_MAXSIZE);
}

/* After a click, tasks of pages wait for the frame; a browser's own do not. */
static void
test_deferred (void)
{
  g_autoptr (LsTrace) trace = write_gallery ();
  g_autoptr (LsState) state = ls_state_new (trace);
  g_autoptr (LsExplanation) next = NULL, waiting = NULL;

  write_record (trace, TASK_INCOMING, .subject = 50, .value = 90, .queue = LS_QUEUE_TYPE_COMPOSITOR, .text = text_of (trace, "frame"));
  write_record (trace, TASKS_DEFERRED, .value = 50000);
  publish (trace);
  ls_state_seek (state, G_MAXSIZE);
  next = ls_explain_next (state);
  check (next, LS_EXPLANATION_NEXT, 50, 0);
  g_assert_true (g_str_has_prefix (next->text, "“frame” runs next: it is the only task that can run. "));
  g_assert_nonnull (strstr (next->text, " tasks are held back until the frame after the input is drawn."));
  g_assert_cmpuint (next->n_candidates, ==, 1);
  waiting = ls_explain_task (state, 8);
  check (waiting, LS_EXPLANATION_WAITS_PRIORITY, 8, 50);
  g_assert_true (g_str_has_prefix (waiting->text, "“decode 1” waits for “frame”: it is held back until the frame after the input is "
                                                  "drawn."));
  g_assert_cmpint (waiting->clause, ==, LS_CLAUSE_PRESET);

  write_record (trace, TASK_SELECTED, .subject = 50, .value = 1, .queue = LS_QUEUE_TYPE_COMPOSITOR);
  write_record (trace, TASK_STARTED, .subject = 50);
  write_record (trace, TASK_FINISHED, .subject = 50);
  write_record (trace, TASKS_DEFERRED);
  write_record (trace, TURN_ENDED, .value = 1);
  run_task (trace, 17, 2, 0);
  run_task (trace, 8, 3, 0);
  publish (trace);
  check_before (trace, 50, 8, LS_EXPLANATION_BEFORE_PRIORITY, 50, "Task 50 “frame” runs first: task 8 “decode 1” is held back until "
                "the frame after the input is drawn. It is selected at 0 ms, the other at 1 ms.");
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
                "Task 20 runs first: task 8 “decode 1” is older, but another scheduler queue comes before its own.");
  check_before (trace, 17, 20, LS_EXPLANATION_BEFORE_ORDER, 20,
                "Task 20 runs first: it was queued before task 17 “decode ↻”, whose queue has the same rank.");
  check_before (trace, 20, 21, LS_EXPLANATION_BEFORE_ORDER, 20,
                "Task 20 runs first: it was queued before task 21 in the same queue.");
  check_before (trace, 20, 11, LS_EXPLANATION_BEFORE_PRIORITY, 20,
                "Task 20 runs first: rank 0 (before) comes before rank 1 (with), the rank of task 11 “layout”.");

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
  check_before (trace, 4, 2, LS_EXPLANATION_BEFORE_RULE, 4, "Task 4 runs before the older task 2: after 1 delayed task in a row, "
                "immediate work goes first.");
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
  g_assert_cmpstr (next->text, ==, "Task 6 runs next, before the older task 4: after 3 delayed tasks in a row, immediate work "
                   "goes first.");
  g_assert_cmpstr (next->reference, ==, "Chromium task queue selector");
  check (waiting, LS_EXPLANATION_WAITS_ORDER, 4, 6);
  g_assert_cmpstr (waiting->text, ==, "Task 4 waits for task 6: after 3 delayed tasks in a row, immediate work goes first.");
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
  g_assert_cmpstr (next->text, ==, "Task 2 runs next, before task 5: after 2 picks in a row, the preset gives rank 4 (other "
                   "sources) a turn.");
  g_assert_cmpstr (next->reference, ==, "Preset: the loop preset's table");
  check (waiting, LS_EXPLANATION_WAITS_PRIORITY, 5, 2);
  g_assert_cmpuint (waiting->n_before, ==, 1);
  g_assert_cmpstr (waiting->sentence, ==, "Task 5 waits for task 2: after 2 picks in a row, the preset gives rank 4 (other sources) "
                   "a turn.");
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

/* The answer first, then the queues, then the clause. */
static void
test_whole_text (void)
{
  g_autoptr (LsTrace) trace = write_gallery ();
  g_autoptr (LsState) state = NULL;
  g_autoptr (LsExplanation) next = NULL, unknown = NULL;
  g_autofree char *text = NULL, *alone = NULL, *expected = NULL;

  write_record (trace, TASK_INCOMING, .subject = 20, .value = 1, .queue = LS_QUEUE_TYPE_INPUT);
  state = state_at_end (trace);
  next = ls_explain_next (state);
  text = ls_explanation_to_text (next, state);
  expected = g_strdup_printf ("“decode ↻” runs next: user-blocking continuations come before user-blocking tasks (“decode 1”).\n"
                              "\n"
                              "  Queue         Rank  Effective priority  Enqueue order  Tasks\n"
                              "✓ c1.signal ↻      0                   5             17      1  chosen\n"
                              "  c1.signal        0                   4              8      3  effective priority 4, not 5\n"
                              "  input            1                   –              1      1  rank 1, after rank 0\n"
                              "  user-visible     1                   2             11      2  effective priority 2, not 5\n"
                              "  c2.signal        2                   0              3      1  effective priority 0, not 5\n"
                              "\n"
                              "§2.4.3 select the next scheduler task queue from all schedulers, steps 5–6\n"
                              "%s\n", ls_clause_get_text (LS_CLAUSE_SELECT_NEXT_QUEUE));
  g_assert_cmpstr (text, ==, expected);
  g_assert_true (ls_explanation_has_candidates (next));

  unknown = ls_explain_task (state, 99);
  alone = ls_explanation_to_text (unknown, state);
  g_assert_cmpstr (alone, ==, "No task 99 has been posted at this position yet.\n");
  g_assert_false (ls_explanation_has_candidates (unknown));
}

/* Tasks that are called alike have their numbers. */
static void
test_same_names (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();
  g_autoptr (LsState) state = NULL;
  g_autoptr (LsExplanation) next = NULL, waiting = NULL;

  for (guint32 task = 1; task <= 2; task++)
    {
      write_record (trace, TASK_POSTED, .subject = task, .text = text_of (trace, "prefetch"));
      write_record (trace, TASK_INCOMING, .subject = task, .value = task, .queue = LS_QUEUE_TYPE_INPUT);
    }
  state = state_at_end (trace);
  next = ls_explain_next (state);
  waiting = ls_explain_task (state, 2);
  g_assert_cmpstr (next->sentence, ==, "Task 1 “prefetch” runs next: it was queued before task 2 “prefetch” in the same queue.");
  g_assert_cmpstr (waiting->sentence, ==, "Task 2 “prefetch” waits for task 1 “prefetch”: both are in the same queue, and task 1 "
                   "“prefetch” was queued first.");
}

/* Where ranks and effective priorities contradict each other, a scheduler goes by its effective priorities. */
static void
test_ranks_upside_down (void)
{
  g_autoptr (LsTrace) trace = write_gallery ();
  g_autoptr (LsState) state = NULL;
  g_autoptr (LsExplanation) next = NULL, waiting = NULL;

  write_record (trace, PRESET_PRIORITY, .value = 5, .level = 9);
  state = state_at_end (trace);
  next = ls_explain_next (state);
  waiting = ls_explain_task (state, 8);
  check (next, LS_EXPLANATION_NEXT, 17, 0);
  g_assert_cmpstr (next->sentence, ==,
                   "“decode ↻” runs next: user-blocking continuations come before user-blocking tasks (“decode 1”).");
  g_assert_cmpstr (waiting->sentence, ==,
                   "“decode 1” waits for “decode ↻”: user-blocking continuations come before user-blocking tasks.");
}

/* A trace that was chosen otherwise than its preset says. */
static void
test_contradiction (void)
{
  g_autoptr (LsTrace) trace = write_gallery ();
  g_autoptr (LsState) state = NULL;
  g_autoptr (LsExplanation) next = NULL, before = NULL, unknown = NULL, waiting = NULL;
  const gsize position = ls_trace_get_length (trace);

  run_task (trace, 11, 1, 0);
  state = state_at_end (trace);
  ls_state_seek (state, position);
  next = ls_explain_next (state);
  before = ls_explain_before (trace, 11, 17);
  check (next, LS_EXPLANATION_NEXT, 11, 0);
  g_assert_cmpstr (next->sentence, ==, "“layout” runs next; the trace does not say why it comes before “decode ↻”.");
  g_assert_cmpstr (before->sentence, ==,
                   "Task 11 “layout” runs first; the trace does not say why it comes before task 17 “decode ↻”.");

  /* Nobody has posted this one. */
  run_task (trace, 50, 2, 0);
  publish (trace);
  ls_state_seek (state, position + 4);
  unknown = ls_explain_next (state);
  waiting = ls_explain_task (state, 17);
  check (unknown, LS_EXPLANATION_NEXT, 50, 0);
  g_assert_cmpstr (unknown->sentence, ==, "Task 50 runs next; the trace does not say why.");
  check (waiting, LS_EXPLANATION_WAITS_PRIORITY, 17, 50);
  g_assert_cmpstr (waiting->sentence, ==, "“decode ↻” waits for task 50; the trace does not say why.");
}

/* The choice is explained as it will be: what is queued only then is not on the stage yet. */
static void
test_not_queued_yet (void)
{
  g_autoptr (LsTrace) trace = write_gallery ();
  g_autoptr (LsState) state = NULL;
  g_autoptr (LsExplanation) runner_up = NULL, both = NULL, winner = NULL, now = NULL;
  const gsize position = ls_trace_get_length (trace);

  write_record (trace, TASK_REMOVED, .subject = 17);
  write_record (trace, QUEUE_CREATED, .subject = 5, .object = 1, .value = 1, .priority = LS_TASK_PRIORITY_USER_BLOCKING,
                .flags = LS_RECORD_FLAG_CONTINUATION);
  for (guint32 id = 30; id <= 31; id++)
    {
      write_record (trace, TASK_POSTED, .subject = id, .object = 1, .flags = LS_RECORD_FLAG_CONTINUATION);
      write_record (trace, TASK_QUEUED, .subject = id, .object = 5, .value = id, .flags = LS_RECORD_FLAG_CONTINUATION,
                    .queue = LS_QUEUE_TYPE_WEB_SCHEDULING);
    }
  write_record (trace, TASK_SELECTED, .subject = 30, .object = 5, .value = 1);
  state = state_at_end (trace);

  ls_state_seek (state, position);
  both = ls_explain_next (state);
  check (both, LS_EXPLANATION_NEXT, 30, 0);
  g_assert_true (g_str_has_suffix (both->text, " Neither task 30 ↻ nor task 31 ↻ is queued yet."));

  ls_state_seek (state, position + 4);
  runner_up = ls_explain_next (state);
  g_assert_true (g_str_has_suffix (runner_up->text, " Task 31 ↻ is not queued yet."));

  ls_state_seek (state, position + 6);
  now = ls_explain_next (state);
  g_assert_null (strstr (now->text, "yet"));
  g_assert_cmpstr (now->text, ==, now->sentence);

  /* Against a task that waits already. */
  write_record (trace, TASK_FINISHED, .subject = 30);
  write_record (trace, TASK_REMOVED, .subject = 31);
  publish (trace);
  {
    const gsize second = ls_trace_get_length (trace);

    write_record (trace, TASK_POSTED, .subject = 40, .object = 1);
    write_record (trace, TASK_QUEUED, .subject = 40, .object = 5, .value = 40, .queue = LS_QUEUE_TYPE_WEB_SCHEDULING);
    write_record (trace, TASK_SELECTED, .subject = 40, .object = 5, .value = 2);
    publish (trace);
    ls_state_seek (state, second);
    winner = ls_explain_next (state);
    check (winner, LS_EXPLANATION_NEXT, 40, 0);
    g_assert_true (g_str_has_suffix (winner->text, " It is not queued yet."));
  }
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
  assert_candidate (later, 1, "enqueue order 11, after 8");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/explain/before", test_before);
  g_test_add_func ("/explain/deferred", test_deferred);
  g_test_add_func ("/explain/before-of-other-queues", test_before_of_other_queues);
  g_test_add_func ("/explain/before-by-rule", test_before_by_rule);
  g_test_add_func ("/explain/immediate-after-delayed-picks", test_immediate_after_delayed_picks);
  g_test_add_func ("/explain/fair-turn", test_fair_turn);
  g_test_add_func ("/explain/candidates", test_candidates);
  g_test_add_func ("/explain/candidates-of-one-rank", test_candidates_of_one_rank);
  g_test_add_func ("/explain/whole-text", test_whole_text);
  g_test_add_func ("/explain/same-names", test_same_names);
  g_test_add_func ("/explain/ranks-upside-down", test_ranks_upside_down);
  g_test_add_func ("/explain/contradiction", test_contradiction);
  g_test_add_func ("/explain/not-queued-yet", test_not_queued_yet);
  g_test_add_func ("/explain/candidate-reasons", test_candidate_reasons);

  return g_test_run ();
}
