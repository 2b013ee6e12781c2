/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "random-trace.h"

#include "ls-break-matcher-private.h"

/* Breakpoints in a trace of which the oldest records are forgotten, beside those in one that keeps them all. */

#define N_RECORDS 120000
#define N_KEPT 20000
#define PIECE 1000

static gboolean
find_next (LsBreakMatcher *matcher,
           gsize           position,
           gsize          *found)
{
  return ls_break_matcher_forward (matcher, position, G_MAXSIZE, G_MAXSIZE, found) == LS_BREAK_FOUND;
}

static void
test_breakpoints (void)
{
  static const LsBreakKind kinds[] = { LS_BREAK_TASK_START, LS_BREAK_QUEUE_LENGTH, LS_BREAK_WAIT, LS_BREAK_PRIORITY_CHANGE };
  g_autoptr (LsTrace) whole = ls_trace_new ();
  g_autoptr (LsTrace) trace = ls_trace_new ();
  g_autoptr (GPtrArray) rules = g_ptr_array_new_with_free_func ((GDestroyNotify) ls_break_rule_free);
  g_autoptr (LsBreakMatcher) steady = NULL;
  g_autoptr (LsBreakMatcher) lazy = NULL;
  g_autoptr (LsBreakMatcher) expected = NULL;
  gsize start, at, expected_at, found, n_found = 0;

  write_random_trace (whole, N_RECORDS, 7);
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      LsBreakRule *rule = ls_break_rule_new (kinds[i]);

      rule->queue = kinds[i] == LS_BREAK_QUEUE_LENGTH ? LS_BREAK_QUEUE_ANY : rule->queue;
      rule->count = 5;
      rule->time = 2000;
      g_ptr_array_add (rules, rule);
    }
  steady = ls_break_matcher_new (trace, rules);
  lazy = ls_break_matcher_new (trace, rules);
  expected = ls_break_matcher_new (whole, rules);
  for (gsize length = PIECE; length <= N_RECORDS; length += PIECE)
    {
      copy_records (trace, whole, length);
      ls_trace_forget (trace, N_KEPT);
      ls_break_matcher_forward (steady, length - 1, G_MAXSIZE, G_MAXSIZE, &found);
    }
  start = ls_trace_get_start (trace);
  at = expected_at = start;
  while (find_next (steady, at, &at))
    {
      g_assert_true (find_next (expected, expected_at, &expected_at));
      g_assert_cmpuint (at, ==, expected_at);
      n_found++;
    }
  g_assert_cmpuint (n_found, >, 100);
  at = expected_at = start;
  while (find_next (lazy, at, &at))
    {
      g_assert_true (find_next (expected, expected_at, &expected_at));
      g_assert_cmpuint (at, ==, expected_at);
    }
  /* Nothing is found before what is left, from wherever it is looked for. */
  g_assert_true (find_next (steady, 0, &at));
  g_assert_cmpuint (at, >, start);
  at = N_RECORDS;
  while (ls_break_matcher_backward (steady, at, G_MAXSIZE, &at) == LS_BREAK_FOUND)
    {
      g_assert_cmpuint (at, >, start);
      n_found--;
    }
  g_assert_cmpuint (n_found, <=, 1);
  g_assert_cmpuint (steady->hits->len, <=, N_KEPT);
}

/* Tasks, queues and signals by the hundred thousand: what remembers them lets them go. */
static void
test_break_memory (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();
  g_autoptr (GPtrArray) rules = g_ptr_array_new_with_free_func ((GDestroyNotify) ls_break_rule_free);
  g_autoptr (LsBreakMatcher) matcher = NULL;
  LsBreakRule *rule = ls_break_rule_new (LS_BREAK_WAIT);
  gsize found;

  rule->time = LS_TIME_NEVER / 2;
  g_ptr_array_add (rules, rule);
  g_ptr_array_add (rules, ls_break_rule_new (LS_BREAK_TASK_START));
  matcher = ls_break_matcher_new (trace, rules);
  for (guint32 id = 1; id <= 200000; id++)
    {
      write_record (trace, SIGNAL_CREATED, .subject = id);
      write_record (trace, QUEUE_CREATED, .subject = id, .object = id);
      write_record (trace, TASK_POSTED, .subject = id, .object = id);
      write_record (trace, TASK_QUEUED, .subject = id, .object = id);
      write_record (trace, TASK_SELECTED, .subject = id, .object = id);
      write_record (trace, TASK_STARTED, .subject = id);
      write_record (trace, TURN_ENDED, .value = id);
      write_record (trace, QUEUE_REMOVED, .subject = id);
      write_record (trace, SIGNAL_FINALIZED, .subject = id);
      if (id % 1000 != 0)
        continue;
      publish (trace);
      ls_trace_forget (trace, N_KEPT);
      ls_break_matcher_forward (matcher, ls_trace_get_length (trace) - 1, G_MAXSIZE, G_MAXSIZE, &found);
    }
  g_assert_cmpuint (matcher->tracker.tasks.n_items, <=, 2);
  g_assert_cmpuint (matcher->tracker.queues.n_items, <=, 2);
  g_assert_cmpuint (matcher->tracker.signals.n_items, <=, 2);
  g_assert_cmpuint (matcher->waiting->len, <=, LS_BREAK_WAITING + 1);
  g_assert_cmpuint (matcher->hits->len, <=, 2 * N_KEPT);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/break-forget/breakpoints", test_breakpoints);
  g_test_add_func ("/break-forget/memory", test_break_memory);

  return g_test_run ();
}
