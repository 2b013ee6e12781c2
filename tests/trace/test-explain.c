/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "record-writer.h"

#include <json-glib/json-glib.h>

/* What the window's mock-up shows: queue 1 holds continuations of c1, 2 its tasks, 3 static user-visible tasks, 4
 * background tasks of c2; there are a timer's task and an input task as well. */
static LsTrace *
write_gallery (void)
{
  LsTrace *trace = ls_trace_new ();
  static const struct
  {
    guint32 signal;
    guint8 priority, flags;
  } queues[] = {
    { 1, LS_TASK_PRIORITY_USER_BLOCKING, LS_RECORD_FLAG_CONTINUATION },
    { 1, LS_TASK_PRIORITY_USER_BLOCKING, 0 },
    { 0, LS_TASK_PRIORITY_USER_VISIBLE, 0 },
    { 2, LS_TASK_PRIORITY_BACKGROUND, 0 },
  };
  static const struct
  {
    guint32 task, queue, order;
    const char *name;
  } tasks[] = {
    { 3, 4, 3, "prefetch" }, { 8, 2, 8, "decode 1" }, { 9, 2, 9, "decode 2" }, { 10, 2, 10, "decode 3" },
    { 11, 3, 11, "layout" }, { 12, 3, 12, NULL }, { 17, 1, 17, "decode" },
  };

  writer_time = 0;
  write_record (trace, LOOP_STARTED, .text = text_of (trace, "spec"));
  for (guint i = 0; i < LS_N_EFFECTIVE_PRIORITIES; i++)
    write_record (trace, PRESET_PRIORITY, .value = i, .level = i >= 3 ? 0 : i == 2 ? 1 : 2,
                  .text = text_of (trace, i >= 3 ? "before" : i == 2 ? "with" : "after"));
  write_record (trace, PRESET_QUEUE, .queue = LS_QUEUE_TYPE_INPUT, .level = 1);
  write_record (trace, PRESET_QUEUE, .queue = LS_QUEUE_TYPE_FRAME_THROTTLEABLE, .level = 1);
  write_record (trace, SIGNAL_CREATED, .subject = 1, .text = text_of (trace, "c1.signal"),
                .priority = LS_TASK_PRIORITY_USER_BLOCKING, .flags = LS_RECORD_FLAG_TASK_SIGNAL);
  write_record (trace, SIGNAL_CREATED, .subject = 2, .text = text_of (trace, "c2.signal"),
                .priority = LS_TASK_PRIORITY_BACKGROUND, .flags = LS_RECORD_FLAG_TASK_SIGNAL);
  for (guint i = 0; i < G_N_ELEMENTS (queues); i++)
    write_record (trace, QUEUE_CREATED, .subject = i + 1, .object = queues[i].signal, .value = 1,
                  .priority = queues[i].priority, .flags = queues[i].flags);
  for (guint i = 0; i < G_N_ELEMENTS (tasks); i++)
    {
      guint8 flags = tasks[i].queue == 1 ? LS_RECORD_FLAG_CONTINUATION : 0;

      write_record (trace, TASK_POSTED, .subject = tasks[i].task, .text = text_of (trace, tasks[i].name),
                    .object = queues[tasks[i].queue - 1].signal, .flags = flags);
      write_record (trace, TASK_QUEUED, .subject = tasks[i].task, .object = tasks[i].queue, .value = tasks[i].order,
                    .flags = flags, .queue = LS_QUEUE_TYPE_WEB_SCHEDULING);
    }
  publish (trace);

  return trace;
}

static void
check (const LsExplanation *explanation,
       LsExplanationKind    kind,
       guint32              task,
       guint32              blocker)
{
  g_autofree char *json = ls_explanation_to_json (explanation);
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (GError) error = NULL;
  JsonObject *object;

  g_assert_cmpstr (ls_explanation_kind_to_string (explanation->kind), ==, ls_explanation_kind_to_string (kind));
  g_assert_cmpuint (explanation->task, ==, task);
  g_assert_cmpuint (explanation->blocker, ==, blocker);
  g_assert_nonnull (explanation->title);
  g_assert_cmpstr (explanation->text, !=, "");
  g_assert_nonnull (explanation->reference);

  json_parser_load_from_data (parser, json, -1, &error);
  g_assert_no_error (error);
  g_assert_null (strchr (json, '\n'));
  object = json_node_get_object (json_parser_get_root (parser));
  g_assert_cmpstr (json_object_get_string_member (object, "text"), ==, explanation->text);
  g_assert_cmpint (json_object_get_int_member (object, "task"), ==, task);
  g_assert_cmpstr (json_object_get_string_member (object, "kind"), ==, ls_explanation_kind_to_string (kind));
}

static void
test_next (void)
{
  g_autoptr (LsTrace) trace = write_gallery ();
  g_autoptr (LsState) state = state_at_end (trace);
  g_autoptr (LsExplanation) explanation = ls_explain_next (state);
  g_autoptr (LsExplanation) task = ls_explain_task (state, 17);

  check (explanation, LS_EXPLANATION_NEXT, 17, 0);
  g_assert_cmpstr (explanation->title, ==, "Why is “decode ↻” next?");
  g_assert_cmpstr (explanation->text, ==,
                   "Its queue (c1.signal, continuation) has effective priority 5, the highest of 4 runnable queues. "
                   "It is the oldest runnable task there (enqueue order 17).");
  g_assert_cmpstr (explanation->reference, ==,
                   "§2.4.3 select the next scheduler task queue from all schedulers, steps 5–6");
  g_assert_cmpint (explanation->effective_priority, ==, 5);
  g_assert_cmpuint (explanation->n_candidates, ==, 4);
  g_assert_cmpuint (explanation->n_before, ==, 0);
  g_assert_cmpuint (explanation->queue, ==, 1);
  g_assert_cmpuint (explanation->rank, ==, 0);
  g_assert_cmpstr (task->text, ==, explanation->text);
  g_assert_cmpstr (task->title, ==, explanation->title);
}

static void
test_next_shares_priority (void)
{
  g_autoptr (LsTrace) trace = write_gallery ();
  g_autoptr (LsState) state = NULL;
  g_autoptr (LsExplanation) explanation = NULL;

  write_record (trace, TASK_REMOVED, .subject = 17);
  write_record (trace, QUEUE_PRIORITY, .subject = 3, .priority = LS_TASK_PRIORITY_USER_BLOCKING);
  state = state_at_end (trace);
  explanation = ls_explain_next (state);

  check (explanation, LS_EXPLANATION_NEXT, 8, 0);
  g_assert_cmpstr (explanation->text, ==,
                   "Its queue (c1.signal, task) has effective priority 4, the highest of 3 runnable queues. Of the 2 "
                   "queues that have it, this one holds the oldest runnable task (enqueue order 8).");
}

static void
test_next_only_one (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();
  g_autoptr (LsState) state = NULL;
  g_autoptr (LsExplanation) explanation = NULL;

  write_record (trace, TASK_INCOMING, .subject = 1, .value = 3, .queue = LS_QUEUE_TYPE_INPUT);
  state = state_at_end (trace);
  explanation = ls_explain_next (state);

  check (explanation, LS_EXPLANATION_NEXT, 1, 0);
  g_assert_cmpstr (explanation->title, ==, "Why is task 1 next?");
  g_assert_cmpstr (explanation->text, ==, "Its queue (input) has rank 3 and is the only runnable queue. It is the oldest "
                   "runnable task there (enqueue order 3).");
  g_assert_cmpint (explanation->effective_priority, ==, -1);
  g_assert_cmpstr (explanation->reference, ==, "§4.1.3 event loop: processing model, step 2");
}

static void
test_next_against_the_loop (void)
{
  g_autoptr (LsTrace) trace = write_gallery ();
  g_autoptr (LsState) state = NULL;
  g_autoptr (LsExplanation) explanation = NULL;

  write_record (trace, TASK_INCOMING, .subject = 20, .value = 1, .queue = LS_QUEUE_TYPE_INPUT);
  state = state_at_end (trace);
  explanation = ls_explain_next (state);

  check (explanation, LS_EXPLANATION_NEXT, 17, 0);
  g_assert_true (g_str_has_suffix (explanation->text,
                                   " The loop serves its rank 0 (before) before the rank 1 (with) of (input)."));
}

static void
test_next_same_rank_as_the_loop (void)
{
  g_autoptr (LsTrace) trace = write_gallery ();
  g_autoptr (LsState) state = NULL;
  g_autoptr (LsExplanation) explanation = NULL;

  for (guint id = 8; id <= 17; id++)
    write_record (trace, TASK_REMOVED, .subject = id);
  write_record (trace, TASK_QUEUED, .subject = 21, .object = 3, .value = 21);
  write_record (trace, TASK_INCOMING, .subject = 20, .value = 1, .queue = LS_QUEUE_TYPE_INPUT);
  state = state_at_end (trace);
  explanation = ls_explain_next (state);

  check (explanation, LS_EXPLANATION_NEXT, 20, 0);
  g_assert_true (g_str_has_suffix (explanation->text, " The queue (user-visible, task) has the same rank 1 (with), but its "
                                   "oldest task is younger (enqueue order 21)."));
}

static void
test_waits_priority (void)
{
  g_autoptr (LsTrace) trace = write_gallery ();
  g_autoptr (LsState) state = state_at_end (trace);
  g_autoptr (LsExplanation) explanation = ls_explain_task (state, 12);

  check (explanation, LS_EXPLANATION_WAITS_PRIORITY, 12, 17);
  g_assert_cmpuint (explanation->n_before, ==, 5);
  g_assert_cmpint (explanation->effective_priority, ==, 2);
  g_assert_cmpstr (explanation->title, ==, "What does task 12 wait for?");
  g_assert_cmpstr (explanation->text, ==,
                   "Its queue (user-visible, task) has effective priority 2; its enqueue order is 12. 5 tasks come before "
                   "it as things stand, first “decode ↻”, whose queue has effective priority 5.");
}

/* The preset gives both queues the same rank; the effective priority decides between a scheduler's queues. */
static void
test_waits_priority_of_same_rank (void)
{
  g_autoptr (LsTrace) trace = write_gallery ();
  g_autoptr (LsState) state = state_at_end (trace);
  g_autoptr (LsExplanation) explanation = ls_explain_task (state, 9);

  check (explanation, LS_EXPLANATION_WAITS_PRIORITY, 9, 17);
  g_assert_cmpuint (explanation->rank, ==, 0);
  g_assert_cmpuint (explanation->n_before, ==, 2);
}

static void
test_loop_task_waits_priority (void)
{
  g_autoptr (LsTrace) trace = write_gallery ();
  g_autoptr (LsState) state = NULL;
  g_autoptr (LsExplanation) explanation = NULL;

  write_record (trace, TASK_INCOMING, .subject = 20, .value = 1, .queue = LS_QUEUE_TYPE_INPUT);
  state = state_at_end (trace);
  explanation = ls_explain_task (state, 20);

  check (explanation, LS_EXPLANATION_WAITS_PRIORITY, 20, 17);
  g_assert_cmpuint (explanation->n_before, ==, 4);
  g_assert_nonnull (strstr (explanation->text, "the immediate incoming queue"));
  g_assert_nonnull (strstr (explanation->text, "whose queue has rank 0 (before); the loop serves that before rank 1 (with)."));
}

static void
test_waits_order (void)
{
  g_autoptr (LsTrace) trace = write_gallery ();
  g_autoptr (LsState) state = NULL;
  g_autoptr (LsExplanation) explanation = NULL;

  write_record (trace, TASK_REMOVED, .subject = 17);
  state = state_at_end (trace);
  explanation = ls_explain_task (state, 10);

  check (explanation, LS_EXPLANATION_WAITS_ORDER, 10, 8);
  g_assert_cmpuint (explanation->n_before, ==, 2);
  g_assert_true (g_str_has_suffix (explanation->text,
                                   " 2 tasks come before it as things stand, first “decode 1”, which is older (enqueue order 8)."));
}

static void
test_waits_incoming (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();
  g_autoptr (LsState) state = NULL;
  g_autoptr (LsExplanation) explanation = NULL;
  g_autoptr (LsExplanation) posted = NULL;

  write_record (trace, TASK_INCOMING, .subject = 1, .value = 1, .queue = LS_QUEUE_TYPE_INPUT);
  write_record (trace, QUEUE_RELOADED, .value = 1, .queue = LS_QUEUE_TYPE_INPUT);
  write_record (trace, TASK_INCOMING, .subject = 2, .value = 2, .queue = LS_QUEUE_TYPE_INPUT);
  write_record (trace, TASK_POSTED, .subject = 3);
  state = state_at_end (trace);
  explanation = ls_explain_task (state, 2);
  posted = ls_explain_task (state, 3);

  check (explanation, LS_EXPLANATION_WAITS_INCOMING, 2, 1);
  g_assert_cmpuint (explanation->n_before, ==, 1);
  g_assert_true (g_str_has_suffix (explanation->text,
                                   " Only task 1 comes before it as things stand, which is older (enqueue order 1)."));
  check (posted, LS_EXPLANATION_WAITS_INCOMING, 3, 0);
}

static void
test_waits_delay (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();
  g_autoptr (LsState) state = NULL;
  g_autoptr (LsExplanation) explanation = NULL;
  g_autoptr (LsExplanation) timer = NULL;

  writer_time = 36000;
  write_record (trace, TASK_POSTED, .subject = 1, .value = 20, .text = text_of (trace, "toast"));
  write_record (trace, TASK_DELAYED, .subject = 1, .value = 20000, .queue = LS_QUEUE_TYPE_WEB_SCHEDULING);
  write_record (trace, TASK_DELAYED, .subject = 2, .value = 500, .queue = LS_QUEUE_TYPE_FRAME_THROTTLEABLE,
                .flags = LS_RECORD_FLAG_TIMER);
  state = state_at_end (trace);
  explanation = ls_explain_task (state, 1);
  timer = ls_explain_task (state, 2);

  check (explanation, LS_EXPLANATION_WAITS_DELAY, 1, 0);
  g_assert_cmpstr (explanation->text, ==,
                   "Its delay has not ended: it is due in 20 ms (at 56 ms). It gets its queue, its priority and its "
                   "enqueue order when the delay ends.");
  check (timer, LS_EXPLANATION_WAITS_DELAY, 2, 0);
  g_assert_nonnull (strstr (timer->text, "due in 0.5 ms (at 36.5 ms)"));
  g_assert_cmpint (timer->clause, ==, LS_CLAUSE_BLINK_WAKE_UP_QUEUE);
}

static void
test_waits_turn (void)
{
  g_autoptr (LsTrace) trace = write_gallery ();
  g_autoptr (LsState) state = NULL;
  g_autoptr (LsExplanation) explanation = NULL;
  g_autoptr (LsExplanation) next = NULL;

  write_record (trace, TASK_SELECTED, .subject = 17, .object = 1, .value = 1);
  state = state_at_end (trace);
  explanation = ls_explain_task (state, 8);
  next = ls_explain_next (state);

  check (explanation, LS_EXPLANATION_WAITS_TURN, 8, 17);
  check (next, LS_EXPLANATION_NEXT, 8, 17);
  g_assert_true (g_str_has_suffix (explanation->text, " It starts when “decode ↻” and its microtasks are done."));
  g_assert_cmpstr (explanation->text, ==, next->text);
}

static void
test_running_and_finished (void)
{
  g_autoptr (LsTrace) trace = write_gallery ();
  g_autoptr (LsState) state = NULL;
  gsize length = ls_trace_get_length (trace);
  static const struct
  {
    gsize after;
    LsExplanationKind kind;
    const char *text;
  } expected[] = {
    { 1, LS_EXPLANATION_RUNNING, "It is running, in turn 1." },
    { 3, LS_EXPLANATION_RUNNING, "Its steps are done; turn 1 lasts until its microtasks are done as well." },
    { 4, LS_EXPLANATION_FINISHED, "It ran in turn 1, from 1 ms to 5.25 ms, and threw." },
  };

  write_record (trace, TASK_SELECTED, .subject = 17, .object = 1, .value = 1);
  writer_time = 1000;
  write_record (trace, TASK_STARTED, .subject = 17);
  writer_time = 5250;
  write_record (trace, TASK_FINISHED, .subject = 17, .flags = LS_RECORD_FLAG_THREW);
  write_record (trace, TURN_ENDED, .value = 1);
  state = state_at_end (trace);

  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      g_autoptr (LsExplanation) explanation = NULL;

      ls_state_seek (state, length + expected[i].after);
      explanation = ls_explain_task (state, 17);
      check (explanation, expected[i].kind, 17, 0);
      g_assert_cmpstr (explanation->text, ==, expected[i].text);
    }
}

static void
test_removed (void)
{
  g_autoptr (LsTrace) trace = write_gallery ();
  g_autoptr (LsState) state = NULL;
  g_autoptr (LsExplanation) aborted = NULL;
  g_autoptr (LsExplanation) cleared = NULL;
  g_autoptr (LsExplanation) cancelled = NULL;

  writer_time = 2000;
  write_record (trace, SIGNAL_ABORTED, .subject = 2, .text = text_of (trace, "scrolled away"));
  write_record (trace, TASK_REMOVED, .subject = 3, .object = 2);
  write_record (trace, TASK_DELAYED, .subject = 20, .value = 9, .queue = LS_QUEUE_TYPE_DEFAULT,
                .flags = LS_RECORD_FLAG_TIMER);
  write_record (trace, TASK_REMOVED, .subject = 20);
  write_record (trace, TASK_INCOMING, .subject = 21, .queue = LS_QUEUE_TYPE_IDLE);
  write_record (trace, TASK_REMOVED, .subject = 21);
  state = state_at_end (trace);
  aborted = ls_explain_task (state, 3);
  cleared = ls_explain_task (state, 20);
  cancelled = ls_explain_task (state, 21);

  check (aborted, LS_EXPLANATION_REMOVED, 3, 0);
  g_assert_cmpstr (aborted->text, ==, "It was removed before it ran, at 2 ms, because c2.signal was aborted with the "
                   "reason “scrolled away”.");
  g_assert_cmpstr (aborted->title, ==, "Why did “prefetch” not run?");
  check (cleared, LS_EXPLANATION_REMOVED, 20, 0);
  g_assert_nonnull (strstr (cleared->text, "its timer was cleared"));
  check (cancelled, LS_EXPLANATION_REMOVED, 21, 0);
  g_assert_nonnull (strstr (cancelled->text, "it was cancelled"));
}

static void
test_unknown (void)
{
  g_autoptr (LsTrace) trace = write_gallery ();
  g_autoptr (LsState) state = state_at_end (trace);

  for (guint i = 0; i < 3; i++)
    {
      guint32 ids[] = { 0, 99, G_MAXUINT32 };
      g_autoptr (LsExplanation) explanation = ls_explain_task (state, ids[i]);

      check (explanation, LS_EXPLANATION_UNKNOWN_TASK, ids[i], 0);
    }
}

static void
test_nothing_runnable (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();
  g_autoptr (LsState) state = ls_state_new (trace);
  g_autoptr (LsExplanation) done = ls_explain_next (state);
  g_autoptr (LsExplanation) waits = NULL;
  g_autoptr (LsExplanation) runs = NULL;

  check (done, LS_EXPLANATION_NOTHING_RUNNABLE, 0, 0);
  g_assert_nonnull (strstr (done->text, "the loop is done"));

  writer_time = 0;
  write_record (trace, TASK_POSTED, .subject = 1, .text = text_of (trace, "toast"), .value = 20);
  write_record (trace, TASK_DELAYED, .subject = 1, .value = 20000, .queue = LS_QUEUE_TYPE_WEB_SCHEDULING);
  publish (trace);
  ls_state_seek (state, G_MAXSIZE);
  waits = ls_explain_next (state);
  check (waits, LS_EXPLANATION_NOTHING_RUNNABLE, 0, 1);
  g_assert_cmpstr (waits->text, ==, "No queue has a runnable task. The delayed task “toast” is due in 20 ms.");

  write_record (trace, TASK_SELECTED, .subject = 2, .value = 1);
  publish (trace);
  ls_state_seek (state, G_MAXSIZE);
  runs = ls_explain_next (state);
  check (runs, LS_EXPLANATION_NOTHING_RUNNABLE, 0, 2);
  g_assert_nonnull (strstr (runs->text, "Only task 2 is running."));
}

static void
test_lost (void)
{
  g_autoptr (LsTrace) trace = write_gallery ();
  g_autoptr (LsState) state = NULL;
  g_autoptr (LsExplanation) explanation = NULL;

  write_record (trace, QUEUE_REMOVED, .subject = 1);
  state = state_at_end (trace);
  explanation = ls_explain_task (state, 17);

  check (explanation, LS_EXPLANATION_WAITS_PRIORITY, 17, 0);
  g_assert_nonnull (strstr (explanation->text, "the task will never run"));
  g_assert_cmpuint (ls_state_get_next_task (state), ==, 8);
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
test_copy (void)
{
  g_autoptr (LsTrace) trace = write_gallery ();
  g_autoptr (LsState) state = state_at_end (trace);
  g_autoptr (LsExplanation) explanation = ls_explain_next (state);
  LsExplanation *copy = g_boxed_copy (LS_TYPE_EXPLANATION, explanation);

  g_assert_cmpstr (copy->text, ==, explanation->text);
  g_assert_true (copy->text != explanation->text);
  g_boxed_free (LS_TYPE_EXPLANATION, copy);
  ls_explanation_free (NULL);
}

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

/* After two delayed tasks immediate work goes first, though it is younger. */
static void
test_before_by_rule (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();

  writer_time = 0;
  write_record (trace, PRESET_RULE, .subject = LS_PRESET_RULE_MAX_DELAYED_PICKS, .value = 1);
  write_record (trace, PRESET_QUEUE, .queue = LS_QUEUE_TYPE_INPUT);
  for (guint i = 1; i <= 3; i++)
    {
      write_record (trace, TASK_DELAYED, .subject = i, .queue = LS_QUEUE_TYPE_INPUT);
      write_record (trace, TASK_DUE, .subject = i, .value = i, .queue = LS_QUEUE_TYPE_INPUT);
    }
  write_record (trace, TASK_INCOMING, .subject = 4, .value = 4, .queue = LS_QUEUE_TYPE_INPUT);
  run_task (trace, 1, 1, LS_RECORD_FLAG_DELAYED_WORK);
  run_task (trace, 4, 2, LS_RECORD_FLAG_STARVATION_GUARD);
  check_before (trace, 4, 2, LS_EXPLANATION_BEFORE_RULE, 4, "By rank and age task 2 would have been first, but after 1 ");
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

static void
test_clause_texts (void)
{
  for (guint i = LS_CLAUSE_NONE + 1; i < LS_N_CLAUSES; i++)
    {
      g_assert_cmpstr (ls_clause_get_text (i), !=, "");
      g_assert_true (g_str_has_suffix (ls_clause_get_text (i), "."));
    }
  g_assert_cmpstr (ls_clause_get_text (LS_CLAUSE_NONE), ==, "");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/explain/next", test_next);
  g_test_add_func ("/explain/next-shares-priority", test_next_shares_priority);
  g_test_add_func ("/explain/next-only-one", test_next_only_one);
  g_test_add_func ("/explain/next-against-the-loop", test_next_against_the_loop);
  g_test_add_func ("/explain/next-same-rank-as-the-loop", test_next_same_rank_as_the_loop);
  g_test_add_func ("/explain/waits-priority", test_waits_priority);
  g_test_add_func ("/explain/waits-priority-of-same-rank", test_waits_priority_of_same_rank);
  g_test_add_func ("/explain/loop-task-waits-priority", test_loop_task_waits_priority);
  g_test_add_func ("/explain/waits-order", test_waits_order);
  g_test_add_func ("/explain/waits-incoming", test_waits_incoming);
  g_test_add_func ("/explain/waits-delay", test_waits_delay);
  g_test_add_func ("/explain/waits-turn", test_waits_turn);
  g_test_add_func ("/explain/running-and-finished", test_running_and_finished);
  g_test_add_func ("/explain/removed", test_removed);
  g_test_add_func ("/explain/unknown", test_unknown);
  g_test_add_func ("/explain/nothing-runnable", test_nothing_runnable);
  g_test_add_func ("/explain/lost", test_lost);
  g_test_add_func ("/explain/candidates", test_candidates);
  g_test_add_func ("/explain/candidates-of-one-rank", test_candidates_of_one_rank);
  g_test_add_func ("/explain/immediate-after-delayed-picks", test_immediate_after_delayed_picks);
  g_test_add_func ("/explain/fair-turn", test_fair_turn);
  g_test_add_func ("/explain/copy", test_copy);

  g_test_add_func ("/explain/before", test_before);
  g_test_add_func ("/explain/before-by-rule", test_before_by_rule);
  g_test_add_func ("/explain/candidate-reasons", test_candidate_reasons);
  g_test_add_func ("/explain/clause-texts", test_clause_texts);

  return g_test_run ();
}
