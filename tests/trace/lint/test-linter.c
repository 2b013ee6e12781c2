/* SPDX-License-Identifier: GPL-3.0-or-later */

#include <string.h>

#include "ls-linter.h"
#include "random-trace.h"
#include "explain/loop-writer.h"

/* The linter as a reader: in pieces, at an end that was none, with hostile records. What it finds is tested where programs
 * run. */

static char *
describe (LsLinter *linter)
{
  GString *string = g_string_new (NULL);
  guint n = 0;

  for (guint i = 0; i < ls_linter_get_n_lints (linter); i++)
    {
      g_autofree char *json = ls_lint_to_json (ls_linter_get_lint (linter, i), ls_linter_get_trace (linter));

      g_string_append_printf (string, "%s\n", json);
    }
  for (guint kind = 0; kind < LS_N_LINT_KINDS; kind++)
    n += ls_linter_get_n_of_kind (linter, kind);
  g_assert_cmpuint (n, ==, ls_linter_get_n_lints (linter));
  return g_string_free (string, FALSE);
}

static void
test_pieces (void)
{
  LsLintLimits limits = LS_LINT_LIMITS_INIT;

  limits.starved = 200;
  limits.starved_background = 2000;
  limits.continuations = 100;
  limits.long_task = 250;
  for (guint seed = 1; seed < 5; seed++)
    {
      g_autoptr (LsTrace) trace = ls_trace_new ();
      g_autoptr (LsLinter) whole = NULL, pieces = NULL;
      g_autofree char *expected = NULL, *found = NULL;
      guint64 serial = 0, last = 0;

      write_random_trace (trace, 20000, seed);
      whole = ls_linter_new (trace, &limits);
      g_assert_false (ls_linter_advance (whole, G_MAXSIZE));
      ls_linter_finish (whole);
      expected = describe (whole);
      g_assert_cmpuint (strlen (expected), >, 100);

      pieces = ls_linter_new (trace, &limits);
      while (ls_linter_advance (pieces, 333))
        {
          g_assert_cmpuint (ls_linter_get_serial (pieces), >=, serial);
          serial = ls_linter_get_serial (pieces);
          /* Looking at the end in between changes nothing. */
          if (ls_linter_get_position (pieces) % 5 == 0)
            ls_linter_finish (pieces);
        }
      for (guint i = 0; i < ls_linter_get_n_lints (pieces); i++)
        {
          g_assert_cmpuint (ls_linter_get_lint (pieces, i)->position, >=, last);
          last = ls_linter_get_lint (pieces, i)->position;
        }
      ls_linter_finish (pieces);
      g_assert_true (ls_linter_get_finished (pieces));
      found = describe (pieces);
      g_assert_cmpstr (found, ==, expected);
    }
}

static void
on_notify (GObject    *object,
           GParamSpec *property,
           gpointer    data)
{
  ++*(guint *) data;
}

static void
test_end_taken_back (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();
  g_autoptr (LsLinter) linter = ls_linter_new (trace, NULL);
  guint n_notified = 0;

  g_signal_connect (linter, "notify::n-lints", G_CALLBACK (on_notify), &n_notified);
  write_record (trace, SIGNAL_CREATED, .subject = 1, .flags = LS_RECORD_FLAG_CONTROLLER);
  publish (trace);
  g_assert_false (ls_linter_advance (linter, 10));
  g_assert_cmpuint (ls_linter_get_n_lints (linter), ==, 0);
  g_assert_cmpuint (n_notified, ==, 0);
  ls_linter_finish (linter);
  g_assert_cmpuint (ls_linter_get_n_lints (linter), ==, 1);
  g_assert_cmpuint (n_notified, ==, 1);
  g_assert_cmpuint (ls_linter_get_lint (linter, 0)->kind, ==, LS_LINT_UNUSED_SIGNAL);
  g_assert_null (ls_linter_get_lint (linter, 1));

  write_record (trace, TASK_POSTED, .subject = 1, .object = 1);
  publish (trace);
  g_assert_false (ls_linter_advance (linter, 10));
  g_assert_cmpuint (ls_linter_get_n_lints (linter), ==, 0);
  g_assert_cmpuint (ls_linter_get_n_of_kind (linter, LS_LINT_UNUSED_SIGNAL), ==, 0);
  g_assert_cmpuint (n_notified, ==, 2);
  ls_linter_finish (linter);
  g_assert_cmpuint (ls_linter_get_n_lints (linter), ==, 0);
}

/* Limits that are zeroed are those without any: nothing is a lint that is not one then. */
static void
test_zeroed_limits (void)
{
  const LsLintLimits zeroed = { 0 };
  g_autoptr (LsTrace) trace = begin_trace (0);
  g_autoptr (LsLinter) linter = NULL, plain = NULL;

  queue (trace, 1, 1, "short");
  queue (trace, 2, 3, "long");
  run (trace, 1, 1, 40000);
  run (trace, 2, 3, 60000);
  publish (trace);
  linter = ls_linter_new (trace, &zeroed);
  plain = ls_linter_new (trace, NULL);
  ls_linter_advance (linter, G_MAXSIZE);
  ls_linter_advance (plain, G_MAXSIZE);
  g_assert_cmpuint (ls_linter_get_n_lints (linter), ==, ls_linter_get_n_lints (plain));
  g_assert_cmpuint (ls_linter_get_n_of_kind (linter, LS_LINT_LONG_TASK), ==, 1);
}

static void
test_too_many (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();
  LsLintLimits limits = LS_LINT_LIMITS_INIT;
  g_autoptr (LsLinter) linter = NULL;

  limits.lints_per_kind = 10;
  for (guint i = 1; i <= 30; i++)
    {
      g_autofree char *reason = g_strdup_printf ("reason %u", i);

      write_record (trace, PROMISE_UNHANDLED, .subject = i, .text = text_of (trace, reason));
      write_record (trace, PROMISE_UNHANDLED, .subject = 100 + i, .text = text_of (trace, "reason 1"));
    }
  write_record (trace, PROMISE_HANDLED, .subject = 1);
  publish (trace);
  linter = ls_linter_new (trace, &limits);
  ls_linter_advance (linter, G_MAXSIZE);
  g_assert_cmpuint (ls_linter_get_n_lints (linter), ==, 10);
  g_assert_cmpuint (ls_linter_get_lint (linter, 0)->count, ==, 31);
  g_assert_cmpuint (ls_linter_get_lint (linter, 0)->amount, ==, 1);
  g_assert_cmpuint (ls_linter_get_lint (linter, 1)->amount, ==, 0);
  g_assert_cmpuint (ls_linter_get_n_left_out (linter), ==, 20);
}

/* Records that no engine would write. */
static void
test_hostile (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);

  for (guint round = 0; round < 40; round++)
    {
      g_autoptr (LsTrace) trace = ls_trace_new ();
      g_autoptr (LsLinter) linter = ls_linter_new (trace, NULL);
      g_autofree char *text = NULL;
      guint range = round % 2 == 0 ? 6 : 1000;

      for (guint i = 0; i < 4000; i++)
        {
          LsRecord record = {
            .time = g_rand_int_range (rand, 0, 10) == 0 ? g_rand_int (rand) : i * 1000,
            .subject = g_rand_int_range (rand, 0, 30) == 0 ? g_rand_int (rand) : g_rand_int_range (rand, 0, range),
            .object = g_rand_int_range (rand, 0, range),
            .value = g_rand_int_range (rand, 0, range),
            .text = g_rand_int_range (rand, 0, 3) == 0 ? g_rand_int (rand) : 0,
            .kind = g_rand_int_range (rand, 0, LS_N_RECORD_KINDS + 2),
            .clause = g_rand_int (rand),
            .step = g_rand_int (rand),
            .priority = g_rand_int_range (rand, 0, LS_N_TASK_PRIORITIES + 2),
            .queue = g_rand_int_range (rand, 0, 30),
            .level = g_rand_int_range (rand, 0, 3),
            .flags = g_rand_int (rand),
          };

          write_full (trace, record);
        }
      publish (trace);
      while (ls_linter_advance (linter, 100))
        if (g_rand_boolean (rand))
          ls_linter_finish (linter);
      ls_linter_finish (linter);
      text = describe (linter);
    }
}

/* "kind subject: explanation", one to a line. */
static char *
lints_of (LsTrace *trace)
{
  g_autoptr (LsLinter) linter = ls_linter_new (trace, NULL);
  GString *string = g_string_new (NULL);

  publish (trace);
  while (ls_linter_advance (linter, 3))
    ;
  ls_linter_finish (linter);
  for (guint i = 0; i < ls_linter_get_n_lints (linter); i++)
    {
      const LsLint *lint = ls_linter_get_lint (linter, i);
      g_autofree char *text = ls_lint_get_explanation (lint, trace);

      g_string_append_printf (string, "%s, %u µs: %s\n", ls_lint_kind_to_string (lint->kind), (guint) ls_lint_get_cost (lint), text);
    }
  return g_string_free (string, FALSE);
}

static void
assert_lints (LsTrace    *trace,
              const char *expected)
{
  g_autofree char *found = lints_of (trace);

  g_assert_cmpstr (found, ==, expected);
}

/* A yield that comes back late, and user-blocking tasks that wait long: only recordings have such lints. */
static void
test_recorded_waits (void)
{
  for (guint recorded = 0; recorded < 2; recorded++)
    {
      g_autoptr (LsTrace) trace = begin_trace (recorded ? LS_RECORD_FLAG_RECORDED : 0);

      queue (trace, 1, 2, "search");
      begin_turn (trace, 1, 2, LS_QUEUE_TYPE_WEB_SCHEDULING);
      writer_time += 1000;
      queue (trace, 2, 4, "search");
      queue (trace, 3, 1, "sort");
      queue (trace, 4, 1, "filter");
      queue (trace, 5, 1, "paint");
      end_turn (trace, 1, 2000);
      run (trace, 3, 1, 45000);
      run (trace, 4, 1, 48000);
      run (trace, 5, 1, 10000);
      run (trace, 2, 4, 10);
      queue (trace, 6, 1, "click");
      writer_time += 100001;
      run (trace, 6, 1, 10);
      assert_lints (trace, recorded ? "late-continuation, 105000 µs: Task 2 “search ↻” came back 105 ms after the yield. Meanwhile, 4 "
                                      "turns took place; the longest was task 4 “filter”, for 48 ms. It occurred at 106 ms.\n"
                                      "late-user-blocking, 100001 µs: Task 6 “click” is user-blocking, and waited 100.001 ms. "
                                      "It occurred at 206.011 ms.\n"
                                    : "starved-task, 105000 µs: Task 2 “search ↻” waited 105 ms in the queue while 3 later tasks ran "
                                      "first for 103 ms; the last one was task 5 “paint”. Its queue is web-scheduling, its priority "
                                      "user-visible. It occurred at 106 ms.\n");
    }
}

/* What runs when the wait begins counts from there on only. */
static void
test_longest_turn (void)
{
  g_autoptr (LsTrace) trace = begin_trace (LS_RECORD_FLAG_RECORDED);

  queue (trace, 1, 1, "first");
  begin_turn (trace, 1, 1, LS_QUEUE_TYPE_WEB_SCHEDULING);
  writer_time += 45000;
  queue (trace, 2, 1, "second");
  queue (trace, 3, 1, "third");
  queue (trace, 4, 1, "fourth");
  queue (trace, 5, 1, "last");
  end_turn (trace, 1, 5000);
  run (trace, 2, 1, 40000);
  run (trace, 3, 1, 39000);
  run (trace, 4, 1, 30000);
  run (trace, 5, 1, 30000);
  assert_lints (trace, "late-user-blocking, 114000 µs: Task 5 “last” is user-blocking, and waited 114 ms. Meanwhile, 4 turns took "
                       "place; the longest was task 2 “second”, for 40 ms. It occurred at 159 ms.\n");
}

static void
test_never_ran (void)
{
  for (guint recorded = 0; recorded < 2; recorded++)
    {
      g_autoptr (LsTrace) trace = begin_trace (recorded ? LS_RECORD_FLAG_RECORDED : 0);

      queue (trace, 1, 2, "forgotten");
      queue (trace, 2, 3, "background");
      queue (trace, 3, 3, "removed");
      /* Its page went away: a later task of its priority runs. */
      if (recorded)
        queue (trace, 20, 1, "lost");
      write_record (trace, TASK_POSTED, .subject = 4, .value = 5000, .text = text_of (trace, "later"));
      write_record (trace, TASK_DELAYED, .subject = 4, .value = 5000000, .queue = LS_QUEUE_TYPE_WEB_SCHEDULING);
      write_record (trace, TASK_REMOVED, .subject = 3);
      queue (trace, 5, 1, "work");
      run (trace, 5, 1, 30000);
      for (guint i = 6; i < 10; i++)
        {
          queue (trace, i, 1, "work");
          run (trace, i, 1, i == 8 ? 50000 : 40000);
        }
      queue (trace, 10, 1, "new");
      assert_lints (trace, recorded ? "never-ran, 200000 µs: Task 1 “forgotten” had waited 200 ms when the recording ended, and had "
                                      "not run. Meanwhile, 5 turns took place; the longest was task 8 “work”, for 50 ms. It occurred "
                                      "at 0 ms.\n"
                                    : "starved-task, 200000 µs: Task 1 “forgotten” waited 200 ms in the queue while 5 later tasks ran "
                                      "first for 200 ms; the last one was task 9 “work”. Its queue is web-scheduling, its priority "
                                      "user-visible. It occurred at 0 ms.\n");
    }
}

/* Code of a higher priority goes on in the microtasks of a task: its yield tells the priority. */
static void
test_recorded_inversion (void)
{
  g_autoptr (LsTrace) trace = begin_trace (LS_RECORD_FLAG_RECORDED);

  queue (trace, 1, 3, "measure");
  writer_time += 7000;
  begin_turn (trace, 1, 3, LS_QUEUE_TYPE_WEB_SCHEDULING);
  writer_time += 1000;
  write_record (trace, TASK_FINISHED, .subject = 1);
  queue (trace, 2, 4, "checkout");
  write_record (trace, TURN_ENDED);
  run (trace, 2, 4, 100);
  /* A task that yields in its own callback has its own priority. */
  queue (trace, 3, 3, "raised");
  begin_turn (trace, 3, 3, LS_QUEUE_TYPE_WEB_SCHEDULING);
  queue (trace, 4, 4, "raised");
  end_turn (trace, 3, 100);
  run (trace, 4, 4, 100);
  assert_lints (trace, "priority-inversion, 7000 µs: Code with priority user-visible, which continues in task 2 “checkout”, awaited a "
                       "result of task 1 “measure” with priority background. That task had waited 7 ms behind all work of higher "
                       "priority. It occurred at 8 ms.\n");
}

/* A recording has timeouts after the clamp, and says since when a task could run or does not. */
static void
test_recorded_doubts (void)
{
  g_autoptr (LsTrace) trace = begin_trace (LS_RECORD_FLAG_RECORDED);

  write_record (trace, TIMER_INSTALLED, .subject = 1, .object = 1, .value = 4, .level = 5, .text = text_of (trace, "poll"));
  write_record (trace, TIMER_INSTALLED, .subject = 2, .object = 2, .value = 4, .level = 4, .text = text_of (trace, "poll"));
  write_record (trace, TIMER_INSTALLED, .subject = 3, .object = 3, .value = 5, .level = 9, .text = text_of (trace, "poll"));
  write_record (trace, SIGNAL_CREATED, .subject = 1, .flags = LS_RECORD_FLAG_CONTROLLER);
  write_record (trace, TASK_INCOMING, .subject = 4, .value = ++order, .queue = LS_QUEUE_TYPE_DEFAULT,
                .clause = LS_CLAUSE_INFERRED_DUE);
  queue (trace, 5, 1, "work");
  run (trace, 5, 1, 49000);
  queue (trace, 6, 1, "work");
  run (trace, 6, 1, 49000);
  run_in_loop (trace, 4, LS_QUEUE_TYPE_DEFAULT, 100);
  /* A chain of timers, as recordings have it. */
  for (guint i = 11; i <= 17; i++)
    {
      write_record (trace, TIMER_INSTALLED, .subject = i, .object = i, .value = i < 16 ? 1 : 4, .text = text_of (trace, "chain"));
      write_record (trace, TASK_DELAYED, .subject = i, .value = i < 16 ? 1000 : 4000, .queue = LS_QUEUE_TYPE_FRAME_THROTTLEABLE,
                    .flags = LS_RECORD_FLAG_TIMER);
      if (i > 11)
        end_turn (trace, i - 1, 10);
      writer_time += i < 16 ? 1000 : 4000;
      write_record (trace, TASK_DUE, .subject = i, .value = ++order, .queue = LS_QUEUE_TYPE_FRAME_THROTTLEABLE);
      begin_turn (trace, i, 0, LS_QUEUE_TYPE_FRAME_THROTTLEABLE);
    }
  assert_lints (trace, "clamped-timer, 4000 µs: Timer 1 “poll” was set in a chain of timers: at nesting level 5 it got the "
                       "shortest timeout there is, 4 ms. It occurred at 0 ms.\n"
                       "clamped-timer, 8000 µs: Timer 16 “chain” was set in a chain of timers: at nesting level 6 it got the shortest "
                       "timeout there is, 4 ms. It occurred 2 times, first at 103.14 ms, for 8 ms in total; this is the longest.\n");
}

/* A task that is raised waited for continuations of the priority that it has then, but not because they had the same. */
static void
test_recorded_raise (void)
{
  for (guint raised = 0; raised < 2; raised++)
    {
      g_autoptr (LsTrace) trace = begin_trace (LS_RECORD_FLAG_RECORDED);
      guint32 own = raised ? 3 : 2;

      queue (trace, 1, own, "decode");
      for (guint i = 0; i < 3; i++)
        {
          queue (trace, 2 + i, 4, "layout");
          run (trace, 2 + i, 4, 10000);
        }
      write_record (trace, QUEUE_PRIORITY, .subject = own, .priority = LS_TASK_PRIORITY_USER_VISIBLE);
      write_record (trace, TASK_SELECTED, .subject = 1, .object = own, .queue = LS_QUEUE_TYPE_WEB_SCHEDULING,
                    .priority = LS_TASK_PRIORITY_USER_VISIBLE);
      write_record (trace, TASK_STARTED, .subject = 1);
      end_turn (trace, 1, 10);
      assert_lints (trace, raised ? ""
                                  : "continuation-starvation, 30000 µs: Task 1 “decode” waited 30 ms while 3 continuations of the same "
                                    "priority, user-visible, ran first for 30 ms; the last one was task 4 “layout”. A continuation has "
                                    "a higher effective priority than a task that has not started. It occurred at 30 ms.\n");
    }
}

static void
select_as (LsTrace *trace,
           guint32  queue,
           guint8   priority)
{
  write_record (trace, QUEUE_PRIORITY, .subject = queue, .priority = priority);
  write_record (trace, TASK_SELECTED, .subject = 1, .object = queue, .queue = LS_QUEUE_TYPE_WEB_SCHEDULING, .priority = priority);
  write_record (trace, TASK_STARTED, .subject = 1);
  end_turn (trace, 1, 10);
}

/* A task that waits for long has the priority of the continuations before it for the whole wait, or is raised at its end, or is
 * lowered for most of it: only in the first case do they come first as its like. So it is in a recording too. */
static void
test_changed_priority (void)
{
  enum { SAME, RAISED, LOWERED };

  for (guint i = 0; i < 6; i++)
    {
      const guint way = i / 2;
      g_autoptr (LsTrace) trace = begin_trace (i % 2 != 0 ? LS_RECORD_FLAG_RECORDED : 0);
      const guint32 own = way == RAISED ? 3 : 2;
      g_autofree char *found = NULL;

      queue (trace, 1, own, "low");
      if (way == LOWERED)
        write_record (trace, QUEUE_PRIORITY, .subject = own, .priority = LS_TASK_PRIORITY_BACKGROUND);
      for (guint32 task = 2; task < 32; task++)
        {
          queue (trace, task, 4, "worker");
          run (trace, task, 4, 40000);
        }
      select_as (trace, own, LS_TASK_PRIORITY_USER_VISIBLE);
      found = lints_of (trace);
      g_assert_true (g_str_has_prefix (found, way == SAME ? "continuation-starvation, 1200000 µs: " : "starved-task, 1200000 µs: "));
      g_assert_true (g_str_has_suffix (found, "It occurred at 1200 ms.\n"));
    }
}

/* A rule of the preset lets a task run at last. Hardly anything of its wait was for continuations, or all that was later was. */
static void
test_preset_rule (void)
{
  for (guint long_work = 0; long_work < 2; long_work++)
    {
      g_autoptr (LsTrace) trace = begin_trace (0);
      const guint64 work = long_work ? 9000 : 600;

      queue (trace, 2, 1, "before");
      queue (trace, 1, 2, "low");
      for (guint i = 0; i < 2; i++)
        {
          queue (trace, 3 + i, 4, "worker");
          run (trace, 3 + i, 4, work);
        }
      run (trace, 2, 1, 49000);
      writer_time += 150000;
      write_record (trace, QUEUE_STARVED, .queue = LS_QUEUE_TYPE_WEB_SCHEDULING, .value = 200, .level = 1);
      run (trace, 1, 2, 10);
      assert_lints (trace, long_work ? "continuation-starvation, 217000 µs: Task 1 “low” waited 217 ms while 2 continuations of the same "
                                       "priority, user-visible, ran first for 18 ms; the last one was task 4 “worker”. A continuation "
                                       "has a higher effective priority than a task that has not started. It occurred at 217 ms.\n"
                                     : "starved-task, 200200 µs: Task 1 “low” waited 200.2 ms in the queue while 2 later tasks ran first "
                                       "for 1.2 ms. Its queue is web-scheduling, its priority user-visible. It occurred at 200.2 ms.\n");
    }
}

/* A search is aborted when most of it is done. */
static void
test_recorded_abort (void)
{
  g_autoptr (LsTrace) trace = begin_trace (LS_RECORD_FLAG_RECORDED);

  for (guint i = 0; i < 2; i++)
    {
      guint32 id = 10 * i + 1;

      queue (trace, id, 2, "search");
      begin_turn (trace, id, 2, LS_QUEUE_TYPE_WEB_SCHEDULING);
      queue (trace, id + 1, 4, "search");
      end_turn (trace, id, 30000);
      begin_turn (trace, id + 1, 4, LS_QUEUE_TYPE_WEB_SCHEDULING);
      writer_time += 10000;
      queue (trace, id + 2, 4, "search");
      end_turn (trace, id + 1, i == 0 ? 10000 : 20000);
      write_record (trace, TASK_REMOVED, .subject = id + 2);
    }
  assert_lints (trace, "late-abort, 60000 µs: Task 13 “search ↻” was aborted after the work before the yield had taken 60 ms: that work "
                       "was in vain. It occurred at 110 ms.\n");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/linter/pieces", test_pieces);
  g_test_add_func ("/linter/end-taken-back", test_end_taken_back);
  g_test_add_func ("/linter/zeroed-limits", test_zeroed_limits);
  g_test_add_func ("/linter/too-many", test_too_many);
  g_test_add_func ("/linter/hostile", test_hostile);

  g_test_add_func ("/linter/changed-priority", test_changed_priority);
  g_test_add_func ("/linter/preset-rule", test_preset_rule);
  g_test_add_func ("/linter/recorded/waits", test_recorded_waits);
  g_test_add_func ("/linter/recorded/longest-turn", test_longest_turn);
  g_test_add_func ("/linter/recorded/never-ran", test_never_ran);
  g_test_add_func ("/linter/recorded/raise", test_recorded_raise);
  g_test_add_func ("/linter/recorded/abort", test_recorded_abort);
  g_test_add_func ("/linter/recorded/inversion", test_recorded_inversion);
  g_test_add_func ("/linter/recorded/doubts", test_recorded_doubts);

  return g_test_run ();
}
