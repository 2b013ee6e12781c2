/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "explain-fixture.h"

#include "ls-scheduler.h"
#include "ls-task-controller.h"

static void
test_next (void)
{
  g_autoptr (LsTrace) trace = write_gallery ();
  g_autoptr (LsState) state = state_at_end (trace);
  g_autoptr (LsExplanation) explanation = ls_explain_next (state);
  g_autoptr (LsExplanation) task = ls_explain_task (state, 17);

  check (explanation, LS_EXPLANATION_NEXT, 17, 0);
  g_assert_cmpstr (explanation->title, ==, "Next: “decode ↻”");
  g_assert_cmpstr (explanation->text, ==,
                   "“decode ↻” runs next: user-blocking continuations come before user-blocking tasks (“decode 1”).");
  g_assert_cmpstr (explanation->sentence, ==, explanation->text);
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
  g_assert_cmpstr (explanation->text, ==, "“decode 1” runs next: it was queued before “decode 2”, which is also user-blocking.");
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
  g_assert_cmpstr (explanation->title, ==, "Next: task 1");
  g_assert_cmpstr (explanation->text, ==, "Task 1 runs next: it is the only task that can run.");
  g_assert_cmpint (explanation->effective_priority, ==, -1);
  g_assert_cmpstr (explanation->reference, ==, "§4.1.3 event loop: processing model, step 2");
}

static void
test_next_against_the_loop (void)
{
  g_autoptr (LsTrace) trace = write_gallery ();
  g_autoptr (LsState) state = NULL;
  g_autoptr (LsExplanation) explanation = NULL;

  for (guint id = 8; id <= 10; id++)
    write_record (trace, TASK_REMOVED, .subject = id);
  write_record (trace, TASK_INCOMING, .subject = 20, .value = 1, .queue = LS_QUEUE_TYPE_INPUT);
  state = state_at_end (trace);
  explanation = ls_explain_next (state);

  check (explanation, LS_EXPLANATION_NEXT, 17, 0);
  g_assert_cmpstr (explanation->text, ==, "“decode ↻” runs next: rank 0 (before) comes before rank 1 (with), the rank of task 20.");
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
  g_assert_cmpstr (explanation->text, ==, "Task 20 runs next: it was queued before task 21, whose queue has the same rank.");
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
                   "Task 12 waits for “decode ↻”: user-blocking comes before user-visible. As things stand, 5 tasks come before it.");
}

/* Each task that waits, as it stands, with the loop's tasks before it, between and after it, and with the next one gone. */
static void
test_texts (void)
{
  static const struct
  {
    guint32     task;
    gboolean    with_loop, without_next;
    const char *text;
  } expected[] = {
    { 8, FALSE, FALSE, "“decode 1” waits for “decode ↻”: user-blocking continuations come before user-blocking tasks." },
    { 3, FALSE, FALSE,
      "“prefetch” waits for “decode ↻”: user-blocking comes before background. As things stand, 6 tasks come before it." },
    { 9, FALSE, TRUE, "“decode 2” waits for “decode 1”: both are user-blocking, and “decode 1” was queued first." },
    { 11, FALSE, TRUE,
      "“layout” waits for “decode 1”: user-blocking comes before user-visible. As things stand, 3 tasks come before it." },
    { 20, TRUE, FALSE,
      "Task 20 waits for “decode ↻”: rank 0 (before) comes before rank 1 (with). As things stand, 7 tasks come before it. It is "
      "still in the immediate incoming queue. The loop takes that over when immediate work is empty." },
    { 21, TRUE, FALSE,
      "Task 21 waits for “decode ↻”: rank 0 (before) comes before rank 1 (with). As things stand, 8 tasks come before it. It is "
      "still in the immediate incoming queue. The loop takes that over when immediate work is empty." },
    { 22, TRUE, FALSE,
      "Task 22 waits for “decode ↻”: rank 0 (before) comes before rank 1 (with). As things stand, 4 tasks come before it. It is "
      "still in the immediate incoming queue. The loop takes that over when immediate work is empty." },
    { 11, TRUE, TRUE,
      "“layout” waits for “decode 1”: user-blocking comes before user-visible. As things stand, 4 tasks come before it." },
    { 3, TRUE, FALSE,
      "“prefetch” waits for “decode ↻”: user-blocking comes before background. As things stand, 9 tasks come before it." },
  };

  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      g_autoptr (LsTrace) trace = write_gallery ();
      g_autoptr (LsState) state = NULL;
      g_autoptr (LsExplanation) explanation = NULL;

      if (expected[i].without_next)
        write_record (trace, TASK_REMOVED, .subject = 17);
      if (expected[i].with_loop)
        {
          write_record (trace, TASK_INCOMING, .subject = 20, .value = 20, .queue = LS_QUEUE_TYPE_INPUT);
          write_record (trace, TASK_INCOMING, .subject = 21, .value = 21, .queue = LS_QUEUE_TYPE_INPUT);
          write_record (trace, TASK_INCOMING, .subject = 22, .value = 1, .queue = LS_QUEUE_TYPE_FRAME_THROTTLEABLE);
        }
      state = state_at_end (trace);
      explanation = ls_explain_task (state, expected[i].task);
      g_assert_cmpstr (explanation->text, ==, expected[i].text);
    }
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
  g_assert_cmpstr (explanation->sentence, ==, "Task 20 waits for “decode ↻”: rank 0 (before) comes before rank 1 (with).");
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
  g_assert_cmpstr (explanation->text, ==,
                   "“decode 3” waits for “decode 1”: both are user-blocking, and “decode 1” was queued first. As things stand, 2 tasks "
                   "come before it.");
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
  g_assert_cmpstr (explanation->sentence, ==, "Task 2 waits for task 1: both are in the same queue, and task 1 was queued first.");
  check (posted, LS_EXPLANATION_WAITS_INCOMING, 3, 0);
  g_assert_cmpstr (posted->text, ==, "Task 3 has been posted and is on its way to a queue.");
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
                   "“toast” waits for its delay to end, in 20 ms (at 56 ms). It gets its queue, priority and enqueue order then.");
  check (timer, LS_EXPLANATION_WAITS_DELAY, 2, 0);
  g_assert_nonnull (strstr (timer->text, "waits for its delay to end, in 0.5 ms (at 36.5 ms)"));
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
  check (next, LS_EXPLANATION_NEXT_SO_FAR, 8, 17);
  g_assert_cmpstr (explanation->text, ==,
                   "“decode 1” waits until “decode ↻” and its microtasks are done. “decode 1” is next so far: it was queued before "
                   "“decode 2”, which is also user-blocking. What runs first may change this.");
  g_assert_cmpstr (next->text, ==,
                   "“decode 1” is next so far: it was queued before “decode 2”, which is also user-blocking. It starts when "
                   "“decode ↻” and its microtasks are done. What runs first may change this.");
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
    { 1, LS_EXPLANATION_RUNNING, "“decode ↻” is running, in turn 1." },
    { 4, LS_EXPLANATION_RUNNING, "“decode ↻” has returned; turn 1 ends after its microtasks." },
    { 5, LS_EXPLANATION_RUNNING, "“decode ↻” has returned; turn 1 ends after its microtasks." },
    { 6, LS_EXPLANATION_RUNNING, "“decode ↻” has run, and turn 1 is over." },
    { 7, LS_EXPLANATION_FINISHED, "“decode ↻” ran in turn 1, from 1 ms to 5.25 ms, and threw." },
  };

  write_record (trace, TASK_SELECTED, .subject = 17, .object = 1, .value = 1);
  writer_time = 1000;
  write_record (trace, TASK_STARTED, .subject = 17);
  writer_time = 5250;
  write_record (trace, MICROTASK_QUEUED, .subject = 1);
  write_record (trace, TASK_FINISHED, .subject = 17, .flags = LS_RECORD_FLAG_THREW);
  write_record (trace, MICROTASK_STARTED, .subject = 1);
  write_record (trace, MICROTASK_FINISHED, .subject = 1);
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
  g_assert_cmpstr (aborted->text, ==, "“prefetch” never ran: c2.signal was aborted at 2 ms with the reason “scrolled "
                   "away”.");
  g_assert_cmpstr (aborted->title, ==, "Why did “prefetch” not run?");
  check (cleared, LS_EXPLANATION_REMOVED, 20, 0);
  g_assert_cmpstr (cleared->text, ==, "Task 20 never ran: its timer was cleared at 2 ms.");
  check (cancelled, LS_EXPLANATION_REMOVED, 21, 0);
  g_assert_cmpstr (cancelled->text, ==, "Task 21 never ran: it was cancelled at 2 ms.");
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

/* A reason may be anything. */
static void
test_odd_reason (void)
{
  g_autoptr (LsTrace) trace = write_gallery ();
  g_autofree char *reason = g_strnfill (5000, 'x');
  g_autofree char *beginning = g_strnfill (119, 'x');
  g_autofree char *expected = NULL;
  g_autoptr (LsState) state = NULL;
  g_autoptr (LsExplanation) aborted = NULL;

  reason[0] = '\n';
  beginning[0] = ' ';
  writer_time = 2000;
  write_record (trace, SIGNAL_ABORTED, .subject = 2, .text = text_of (trace, reason));
  write_record (trace, TASK_REMOVED, .subject = 3, .object = 2);
  state = state_at_end (trace);
  aborted = ls_explain_task (state, 3);
  expected = g_strdup_printf ("“prefetch” never ran: c2.signal was aborted at 2 ms with the reason “%s…”.", beginning);
  g_assert_cmpstr (aborted->text, ==, expected);
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
  g_assert_cmpstr (done->text, ==, "Nothing to run: no task has been posted yet.");

  writer_time = 0;
  write_record (trace, TASK_POSTED, .subject = 1, .text = text_of (trace, "toast"), .value = 20);
  write_record (trace, TASK_DELAYED, .subject = 1, .value = 20000, .queue = LS_QUEUE_TYPE_WEB_SCHEDULING);
  publish (trace);
  ls_state_seek (state, G_MAXSIZE);
  waits = ls_explain_next (state);
  check (waits, LS_EXPLANATION_NEXT, 1, 0);
  g_assert_cmpstr (waits->title, ==, "Next: “toast”");
  g_assert_cmpstr (waits->text, ==, "“toast” runs next: its delay ends first, in 20 ms.");

  write_record (trace, TASK_REMOVED, .subject = 1);
  write_record (trace, TASK_SELECTED, .subject = 2, .value = 1);
  publish (trace);
  ls_state_seek (state, G_MAXSIZE);
  runs = ls_explain_next (state);
  check (runs, LS_EXPLANATION_NOTHING_RUNNABLE, 0, 2);
  g_assert_cmpstr (runs->text, ==, "Nothing follows task 2 so far: no other task is ready or delayed.");
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
  g_assert_cmpstr (explanation->text, ==,
                   "“decode ↻” never runs: its queue (c1.signal, continuation) is no longer in its scheduler's map.");
  g_assert_cmpuint (ls_state_get_next_task (state), ==, 8);
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
test_clause_texts (void)
{
  for (guint i = LS_CLAUSE_NONE + 1; i < LS_N_CLAUSES; i++)
    {
      g_assert_cmpstr (ls_clause_get_text (i), !=, "");
      g_assert_true (g_str_has_suffix (ls_clause_get_text (i), "."));
    }
  g_assert_cmpstr (ls_clause_get_text (LS_CLAUSE_NONE), ==, "");
}

static LsCompletion
do_nothing (const LsValue *argument,
            LsValue       *result,
            gpointer       user_data)
{
  return LS_COMPLETION_NORMAL;
}

/* Between a moment and the choice a priority may change: the reason holds for the choice, and says so. */
static void
test_changes_before (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();
  g_autoptr (LsEventLoop) loop = ls_event_loop_new_with_preset (LS_CLOCK_VIRTUAL, ls_preset_lookup ("blink"), LS_EDITION_2025,
                                                                  ls_trace_get_probe (trace));
  g_autoptr (LsScheduler) scheduler = ls_scheduler_new (loop, NULL);
  g_autoptr (LsTaskController) controller = ls_task_controller_new (loop, LS_TASK_PRIORITY_BACKGROUND, "gallery");
  LsPostTaskOptions thumb = LS_POST_TASK_OPTIONS_INIT, chart = LS_POST_TASK_OPTIONS_INIT;
  g_autoptr (LsPromise) first = NULL, second = NULL;
  g_autoptr (LsExplanation) before = NULL, after = NULL;
  g_autoptr (LsState) state = ls_state_new (trace);
  gsize posted, changed;

  thumb.signal = LS_ABORT_SIGNAL (ls_task_controller_get_task_signal (controller));
  thumb.name = "thumb";
  chart.name = "chart";
  first = ls_scheduler_post_task (scheduler, do_nothing, NULL, NULL, &thumb);
  second = ls_scheduler_post_task (scheduler, do_nothing, NULL, NULL, &chart);
  ls_probe_publish (ls_trace_get_probe (trace));
  posted = ls_trace_get_length (trace);
  g_assert_true (ls_task_controller_set_priority (controller, LS_TASK_PRIORITY_USER_BLOCKING, NULL));
  ls_probe_publish (ls_trace_get_probe (trace));
  changed = ls_trace_get_length (trace);
  g_assert_true (ls_event_loop_run_turn (loop));

  ls_state_seek (state, posted);
  before = ls_explain_next (state);
  g_assert_cmpstr (before->text, ==,
                   "“thumb” runs next: user-blocking comes before user-visible (“chart”). Before that its priority becomes user-blocking.");
  ls_state_seek (state, changed);
  after = ls_explain_next (state);
  g_assert_cmpstr (after->text, ==, "“thumb” runs next: user-blocking comes before user-visible (“chart”).");
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
  g_test_add_func ("/explain/texts", test_texts);
  g_test_add_func ("/explain/waits-priority-of-same-rank", test_waits_priority_of_same_rank);
  g_test_add_func ("/explain/loop-task-waits-priority", test_loop_task_waits_priority);
  g_test_add_func ("/explain/waits-order", test_waits_order);
  g_test_add_func ("/explain/waits-incoming", test_waits_incoming);
  g_test_add_func ("/explain/waits-delay", test_waits_delay);
  g_test_add_func ("/explain/waits-turn", test_waits_turn);
  g_test_add_func ("/explain/running-and-finished", test_running_and_finished);
  g_test_add_func ("/explain/removed", test_removed);
  g_test_add_func ("/explain/unknown", test_unknown);
  g_test_add_func ("/explain/odd-reason", test_odd_reason);
  g_test_add_func ("/explain/nothing-runnable", test_nothing_runnable);
  g_test_add_func ("/explain/changes-before", test_changes_before);
  g_test_add_func ("/explain/lost", test_lost);
  g_test_add_func ("/explain/copy", test_copy);
  g_test_add_func ("/explain/clause-texts", test_clause_texts);

  return g_test_run ();
}
