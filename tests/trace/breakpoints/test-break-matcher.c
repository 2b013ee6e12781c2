/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "break-rules.h"
#include "ls-break-matcher.h"
#include "random-trace.h"

static GPtrArray *
rules_of (LsBreakRule *first,
          ...)
{
  GPtrArray *rules = g_ptr_array_new_with_free_func ((GDestroyNotify) ls_break_rule_free);
  va_list args;

  va_start (args, first);
  for (LsBreakRule *rule = first; rule != NULL; rule = va_arg (args, LsBreakRule *))
    g_ptr_array_add (rules, rule);
  va_end (args);
  return rules;
}

/* All positions that are found forwards, as “3 7 12”; asserts that those found backwards are the same. */
static char *
positions (LsBreakMatcher *matcher,
           gsize           max_records)
{
  GString *out = g_string_new (NULL);
  GString *back = g_string_new (NULL);
  gsize length = ls_trace_get_length (ls_break_matcher_get_trace (matcher));
  gsize position = 0, found;
  LsBreakResult result;

  while ((result = ls_break_matcher_forward (matcher, position, G_MAXSIZE, max_records, &found)) != LS_BREAK_NOT_FOUND)
    if (result == LS_BREAK_FOUND)
      {
        g_assert_cmpuint (found, >, position);
        g_string_append_printf (out, "%s%" G_GSIZE_FORMAT, out->len > 0 ? " " : "", found);
        position = found;
      }
  g_assert_cmpuint (ls_break_matcher_is_active (matcher) ? ls_break_matcher_get_next (matcher) : length, ==, length);

  position = length + 1;
  while ((result = ls_break_matcher_backward (matcher, position, max_records, &found)) != LS_BREAK_NOT_FOUND)
    if (result == LS_BREAK_FOUND)
      {
        g_autofree char *text = g_strdup_printf ("%" G_GSIZE_FORMAT "%s", found, back->len > 0 ? " " : "");

        g_assert_cmpuint (found, <, position);
        g_string_prepend (back, text);
        position = found;
      }
  g_assert_cmpstr (out->str, ==, back->str);
  g_string_free (back, TRUE);
  return g_string_free (out, FALSE);
}

static void
assert_positions (LsTrace     *trace,
                  LsBreakRule *rule,
                  const char  *expected)
{
  g_autoptr (GPtrArray) rules = rules_of (rule, NULL);

  for (gsize n = 1; n <= 1000; n *= 10)
    {
      g_autoptr (LsBreakMatcher) matcher = ls_break_matcher_new (trace, rules);
      g_autofree char *found = positions (matcher, n);

      g_assert_cmpstr (found, ==, expected);
    }
}

/* Two signals, four tasks. The comments are the positions after the records. */
static LsTrace *
small_trace (void)
{
  LsTrace *trace = ls_trace_new ();

  writer_time = 0;
  write_record (trace, SIGNAL_CREATED, .subject = 1, .priority = BG, .flags = LS_RECORD_FLAG_TASK_SIGNAL);     /* 1 */
  write_record (trace, SIGNAL_NAMED, .subject = 1, .text = text_of (trace, "gallery"));                        /* 2 */
  write_record (trace, SIGNAL_CREATED, .subject = 2, .priority = UV, .text = text_of (trace, "fixed"),
                .flags = LS_RECORD_FLAG_INTERNAL);                                                             /* 3 */
  write_record (trace, TASK_POSTED, .subject = 1, .object = 1, .text = text_of (trace, "decode 1"));           /* 4 */
  write_record (trace, QUEUE_CREATED, .subject = 1, .object = 1, .priority = BG);                              /* 5 */
  write_record (trace, TASK_QUEUED, .subject = 1, .object = 1, .priority = BG);                                /* 6 */
  write_record (trace, TASK_POSTED, .subject = 2, .text = text_of (trace, "click"));                           /* 7 */
  write_record (trace, QUEUE_CREATED, .subject = 2, .object = 2, .priority = UV);                              /* 8 */
  write_record (trace, TASK_QUEUED, .subject = 2, .object = 2, .priority = UV);                                /* 9 */
  write_record (trace, TASK_POSTED, .subject = 3, .object = 1, .text = text_of (trace, "decode 2"));           /* 10 */
  write_record (trace, TASK_QUEUED, .subject = 3, .object = 1, .priority = BG);                                /* 11 */
  write_record (trace, TASK_INCOMING, .subject = 4, .text = text_of (trace, "key"), .queue = LS_QUEUE_TYPE_INPUT); /* 12 */
  write_record (trace, TASK_SELECTED, .subject = 2, .object = 2, .value = 1, .priority = UV,
                .queue = LS_QUEUE_TYPE_WEB_SCHEDULING);                                                        /* 13 */
  write_record (trace, TASK_STARTED, .subject = 2);                                                            /* 14 */
  write_record (trace, LOG, .text = text_of (trace, "clicked at 3"));                                          /* 15 */
  writer_time = 30000;
  write_record (trace, WORK, .value = 30000);                                                                  /* 16 */
  write_record (trace, SIGNAL_PRIORITY, .subject = 1, .value = BG, .priority = UB);                            /* 17 */
  write_record (trace, QUEUE_PRIORITY, .subject = 1, .priority = UB);                                          /* 18 */
  write_record (trace, TASK_FINISHED, .subject = 2);                                                           /* 19 */
  write_record (trace, TASK_SELECTED, .subject = 1, .object = 1, .value = 2, .priority = UB,
                .queue = LS_QUEUE_TYPE_WEB_SCHEDULING);                                                        /* 20 */
  write_record (trace, TASK_STARTED, .subject = 1, .object = 1, .value = 1, .priority = UB);                  /* 21 */
  write_record (trace, LOG, .text = text_of (trace, "decoded"));                                               /* 22 */
  writer_time = 60000;
  write_record (trace, SIGNAL_ABORTED, .subject = 1, .text = text_of (trace, "AbortError: gone"));             /* 23 */
  write_record (trace, TASK_REMOVED, .subject = 3, .object = 1);                                               /* 24 */
  write_record (trace, SIGNAL_ABORTED, .subject = 2, .text = text_of (trace, "never"));                        /* 25 */
  write_record (trace, TASK_FINISHED, .subject = 1);                                                           /* 26 */
  write_record (trace, TURN_ENDED, .value = 2);                                                                /* 27 */
  write_record (trace, LOG, .text = text_of (trace, "after all"));                                             /* 28 */
  publish (trace);
  return trace;
}

static void
test_kinds (void)
{
  g_autoptr (LsTrace) trace = small_trace ();
  LsBreakRule *rule;

  assert_positions (trace, rule_of (LS_BREAK_TASK_START, NULL, NULL, ANY), "14 21");
  assert_positions (trace, rule_of (LS_BREAK_TASK_START, "decode*", NULL, ANY), "21");
  assert_positions (trace, rule_of (LS_BREAK_TASK_START, "clic?", NULL, ANY), "14");
  assert_positions (trace, rule_of (LS_BREAK_TASK_START, "decode", NULL, ANY), "");
  assert_positions (trace, rule_of (LS_BREAK_TASK_START, NULL, "gallery", ANY), "21");
  assert_positions (trace, rule_of (LS_BREAK_TASK_START, NULL, NULL, UB), "21");
  assert_positions (trace, rule_of (LS_BREAK_PRIORITY, NULL, NULL, UV), "14");
  assert_positions (trace, rule_of (LS_BREAK_PRIORITY, NULL, NULL, BG), "");
  assert_positions (trace, rule_of (LS_BREAK_PRIORITY, NULL, NULL, ANY), "");   /* not complete */
  assert_positions (trace, rule_of (LS_BREAK_PRIORITY_CHANGE, NULL, NULL, ANY), "17");
  assert_positions (trace, rule_of (LS_BREAK_PRIORITY_CHANGE, NULL, "gall*", UB), "17");
  assert_positions (trace, rule_of (LS_BREAK_PRIORITY_CHANGE, NULL, NULL, BG), "");
  assert_positions (trace, rule_of (LS_BREAK_PRIORITY_CHANGE, "click", NULL, ANY), "17");
  assert_positions (trace, rule_of (LS_BREAK_PRIORITY_CHANGE, "decode*", NULL, ANY), "");
  assert_positions (trace, rule_of (LS_BREAK_ABORT, NULL, NULL, ANY), "23");
  assert_positions (trace, rule_of (LS_BREAK_ABORT, NULL, "other", ANY), "");
  rule = rule_of (LS_BREAK_ABORT, NULL, NULL, ANY);
  rule->text = g_strdup ("gone");
  assert_positions (trace, rule, "23");
  rule = rule_of (LS_BREAK_ABORT, NULL, NULL, ANY);
  rule->text = g_strdup ("Gone");
  assert_positions (trace, rule, "");
  /* Its creation comes before it has a name. */
  assert_positions (trace, rule_of (LS_BREAK_SIGNAL, NULL, "gallery", ANY), "2 17 23");
  assert_positions (trace, rule_of (LS_BREAK_SIGNAL, NULL, "*", ANY), "2 17 23");

  rule = rule_of (LS_BREAK_LOG, NULL, NULL, ANY);
  rule->text = g_strdup ("ed");
  assert_positions (trace, rule, "15 22");
  rule = rule_of (LS_BREAK_LOG, "decode*", NULL, ANY);
  rule->text = g_strdup ("ed");
  assert_positions (trace, rule, "22");
  rule = rule_of (LS_BREAK_LOG, NULL, NULL, UV);
  rule->text = g_strdup ("c");
  assert_positions (trace, rule, "15");
  /* Nothing runs after the last turn. */
  rule = rule_of (LS_BREAK_LOG, "*", NULL, ANY);
  rule->text = g_strdup ("a");
  assert_positions (trace, rule, "15");
  rule = rule_of (LS_BREAK_LOG, NULL, NULL, ANY);
  rule->text = g_strdup ("after");
  assert_positions (trace, rule, "28");
}

static void
test_time (void)
{
  g_autoptr (LsTrace) trace = small_trace ();
  LsBreakRule *rule;

  assert_positions (trace, time_rule (LS_BREAK_TIME, 0), "1");
  assert_positions (trace, time_rule (LS_BREAK_TIME, 1), "16");
  assert_positions (trace, time_rule (LS_BREAK_TIME, 30000), "16");
  assert_positions (trace, time_rule (LS_BREAK_TIME, 30001), "23");
  assert_positions (trace, time_rule (LS_BREAK_TIME, 60001), "");

  assert_positions (trace, time_rule (LS_BREAK_WAIT, 0), "16");
  assert_positions (trace, time_rule (LS_BREAK_WAIT, 29999), "16");
  assert_positions (trace, time_rule (LS_BREAK_WAIT, 30000), "23");
  assert_positions (trace, time_rule (LS_BREAK_WAIT, 60000), "");
  rule = time_rule (LS_BREAK_WAIT, 10000);
  rule->task = g_strdup ("key");
  assert_positions (trace, rule, "16");
  rule = time_rule (LS_BREAK_WAIT, 10000);
  rule->priority = LS_TASK_PRIORITY_USER_VISIBLE;
  assert_positions (trace, rule, "");
  rule = time_rule (LS_BREAK_WAIT, 10000);
  rule->priority = LS_TASK_PRIORITY_BACKGROUND;
  assert_positions (trace, rule, "16");
}

static void
test_length (void)
{
  g_autoptr (LsTrace) trace = small_trace ();

  assert_positions (trace, length_rule (LS_BREAK_QUEUE_ALL, 0, NULL, ANY), "6");
  assert_positions (trace, length_rule (LS_BREAK_QUEUE_ALL, 2, NULL, ANY), "11");
  assert_positions (trace, length_rule (LS_BREAK_QUEUE_ALL, 3, NULL, ANY), "12");
  assert_positions (trace, length_rule (LS_BREAK_QUEUE_ALL, 4, NULL, ANY), "");
  assert_positions (trace, length_rule (LS_QUEUE_TYPE_WEB_SCHEDULING, 2, NULL, ANY), "11");
  assert_positions (trace, length_rule (LS_QUEUE_TYPE_INPUT, 0, NULL, ANY), "12");
  assert_positions (trace, length_rule (LS_QUEUE_TYPE_INPUT, 1, NULL, ANY), "");
  assert_positions (trace, length_rule (LS_BREAK_QUEUE_ANY, 0, NULL, ANY), "6 9 12");
  assert_positions (trace, length_rule (LS_BREAK_QUEUE_ANY, 1, NULL, ANY), "11");
  assert_positions (trace, length_rule (LS_BREAK_QUEUE_ANY, 1, "gallery", ANY), "11");
  assert_positions (trace, length_rule (LS_BREAK_QUEUE_ANY, 1, NULL, BG), "11");
  /* A queue that is too long becomes one of this priority. */
  assert_positions (trace, length_rule (LS_BREAK_QUEUE_ANY, 1, NULL, UB), "18");
  assert_positions (trace, length_rule (LS_BREAK_QUEUE_ANY, 1, NULL, UV), "");
}

/* The statements of lines of a script. */
static void
statement (LsTrace    *trace,
           guint32     function,
           guint32     value,
           const char *place,
           guint8      level)
{
  write_record (trace, STATEMENT, .subject = function, .value = value, .text = text_of (trace, place), .level = level);
}

static void
test_lines (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();
  g_autoptr (GPtrArray) rules = rules_of (ls_break_rule_new_for_line ("a:b.js", 7, NULL),
                                          ls_break_rule_new_for_line ("a:b.js", 7, "x > 1"), NULL);
  g_autoptr (LsBreakMatcher) matcher = NULL;
  g_autofree char *found = NULL;
  g_autofree char *moved = NULL;
  const LsBreakHit *hits;
  guint n_hits;

  statement (trace, 1, 1, "a:b.js:7:1", 0);    /* 1: hit */
  statement (trace, 1, 2, "a:b.js:7:9", 0);    /* 2: goes on in the line */
  statement (trace, 1, 3, "a:b.js:7:5", 0);    /* 3: comes back: hit */
  statement (trace, 2, 4, "a:b.js:7:6", 1);    /* 4: in a call: hit */
  statement (trace, 1, 5, "a:b.js:8:1", 0);    /* 5 */
  statement (trace, 1, 6, "b.js:7:1", 0);      /* 6: another script */
  statement (trace, 1, 7, "a:b.js:7", 0);      /* 7: hit */
  statement (trace, 1, 1, "a:b.js:7:20", 0);   /* 8: another callback: hit */
  statement (trace, 1, 2, "/program/main/0", 0);
  statement (trace, 1, 3, "a:b.js:77:1", 0);
  write_record (trace, BREAKPOINT, .subject = 3, .text = text_of (trace, "a:b.js:7:1"));   /* 11 */
  statement (trace, 1, 1, "a:b.js:7:", 0);     /* 12: no place */
  publish (trace);

  matcher = ls_break_matcher_new (trace, rules);
  found = positions (matcher, 3);
  g_assert_cmpstr (found, ==, "1 3 4 7 8");
  g_assert_cmpuint (ls_break_matcher_count_hits (matcher, 0), ==, 5);
  g_assert_cmpuint (ls_break_matcher_count_hits (matcher, 1), ==, 0);

  /* In the text that runs, the line is another one; and the run knows the condition as its third. */
  ls_break_matcher_set_place (matcher, 0, 8, -1);
  ls_break_matcher_set_place (matcher, 1, 7, 3);
  g_assert_cmpuint (ls_break_matcher_get_next (matcher), ==, 0);
  moved = positions (matcher, 100);
  g_assert_cmpstr (moved, ==, "5 11");
  hits = ls_break_matcher_get_hits (matcher, 11, &n_hits);
  g_assert_cmpuint (n_hits, ==, 1);
  g_assert_cmpuint (hits[0].rule, ==, 1);
  g_assert_null (ls_break_matcher_get_hits (matcher, 10, &n_hits));
  g_assert_cmpuint (n_hits, ==, 0);
}

/* A breakpoint stops anew where its line is come back to, in whatever way. */
static void
test_line_again (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();

  statement (trace, 1, 1, "a.js:7:1", 0);    /* 1: the first statement of all */
  statement (trace, 1, 2, "a.js:7:5", 0);
  statement (trace, 1, 3, "a.js:7:9", 1);    /* 3: the function calls itself */
  statement (trace, 2, 4, "a.js:7:12", 1);   /* 4: another function */
  statement (trace, 2, 4, "a.js:7:15", 1);   /* 5: another callback that is as far */
  statement (trace, 2, 5, "a.js:7:15", 1);   /* 6: the same statement again */
  statement (trace, 2, 6, "a.js:7:16", 1);
  statement (trace, 2, 7, "a.js:8:1", 1);
  statement (trace, 2, 8, "a.js:7:20", 1);   /* 9: from another line */
  statement (trace, 2, 9, "a.js", 1);
  statement (trace, 2, 10, "a.js:7:25", 1);  /* 11: from nowhere */
  publish (trace);
  assert_positions (trace, ls_break_rule_new_for_line ("a.js", 7, NULL), "1 3 4 5 6 9 11");
}

static void
test_hits (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();
  LsBreakRule *rule;

  for (guint i = 0; i < 10; i++)
    write_record (trace, LOG, .text = text_of (trace, "line"));
  publish (trace);

  for (guint disabled = 0; disabled < 2; disabled++)
    {
      rule = ls_break_rule_new (LS_BREAK_LOG);
      rule->text = g_strdup ("line");
      rule->from = 3;
      rule->every = 4;
      rule->enabled = !disabled;
      assert_positions (trace, rule, disabled ? "" : "3 7");
    }
  rule = ls_break_rule_new (LS_BREAK_LOG);
  rule->text = g_strdup ("line");
  rule->from = G_MAXUINT32;
  rule->every = G_MAXUINT32;
  assert_positions (trace, rule, "");
}

/* Several at one position are told in their order, whatever they look for. */
static void
test_several (void)
{
  g_autoptr (LsTrace) trace = small_trace ();
  g_autoptr (GPtrArray) rules = rules_of (time_rule (LS_BREAK_TIME, 20000), ls_break_rule_new (LS_BREAK_TASK_START),
                                          time_rule (LS_BREAK_WAIT, 100), NULL);
  g_autoptr (LsBreakMatcher) matcher = ls_break_matcher_new (trace, rules);
  g_autofree char *found = positions (matcher, 1);
  g_autofree char *why = NULL;
  g_autofree char *wait = NULL;
  const LsBreakHit *hits;
  guint n_hits;

  g_assert_cmpstr (found, ==, "14 16 21");
  hits = ls_break_matcher_get_hits (matcher, 16, &n_hits);
  g_assert_cmpuint (n_hits, ==, 2);
  g_assert_cmpuint (hits[0].rule, ==, 0);
  g_assert_cmpuint (hits[1].rule, ==, 2);
  why = ls_break_matcher_describe (matcher, &hits[0]);
  g_assert_cmpstr (why, ==, "The time is 30 ms");
  wait = ls_break_matcher_describe (matcher, &hits[1]);
  g_assert_cmpstr (wait, ==, "Task “decode 1” has waited 30 ms");
}

static void
assert_why (LsTrace     *trace,
            LsBreakRule *rule,
            const char  *expected)
{
  g_autoptr (GPtrArray) rules = rules_of (rule, NULL);
  g_autoptr (LsBreakMatcher) matcher = ls_break_matcher_new (trace, rules);
  g_autofree char *why = NULL;
  const LsBreakHit *hits;
  gsize position;
  guint n_hits;

  g_assert_cmpint (ls_break_matcher_forward (matcher, 0, G_MAXSIZE, 1000, &position), ==, LS_BREAK_FOUND);
  hits = ls_break_matcher_get_hits (matcher, position, &n_hits);
  why = ls_break_matcher_describe (matcher, hits);
  g_assert_cmpstr (why, ==, expected);
}

static void
test_why (void)
{
  g_autoptr (LsTrace) trace = small_trace ();
  LsBreakRule *rule = ls_break_rule_new (LS_BREAK_LOG);

  rule->text = g_strdup ("dec");
  assert_why (trace, rule, "“decoded” is printed");
  assert_why (trace, ls_break_rule_new (LS_BREAK_TASK_START), "Task “click” with priority user-visible starts");
  assert_why (trace, ls_break_rule_new (LS_BREAK_PRIORITY_CHANGE),
              "The priority of “gallery” changes from background to user-blocking");
  assert_why (trace, ls_break_rule_new (LS_BREAK_ABORT), "“gallery” is aborted");
  assert_why (trace, rule_of (LS_BREAK_SIGNAL, NULL, "gallery", ANY), "Something happens to “gallery”: signal-named");
  assert_why (trace, length_rule (LS_BREAK_QUEUE_ANY, 1, NULL, ANY),
              "The (gallery, task) queue with priority background holds 2 tasks");
  assert_why (trace, length_rule (LS_QUEUE_TYPE_INPUT, 0, NULL, ANY), "The input queue holds too many tasks");
  assert_why (trace, length_rule (LS_QUEUE_TYPE_WEB_SCHEDULING, 0, NULL, ANY),
              "The scheduler queues together hold too many tasks");
  assert_why (trace, length_rule (LS_BREAK_QUEUE_ALL, 0, NULL, ANY), "All queues together hold too many tasks");
  assert_why (trace, rule_of (LS_BREAK_PRIORITY, NULL, NULL, UV), "Task “click” with priority user-visible starts");
}

/* A trace that grows: what was not there is found once it is. */
static void
test_grows (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();
  g_autoptr (GPtrArray) rules = rules_of (time_rule (LS_BREAK_TIME, 5), NULL);
  g_autoptr (LsBreakMatcher) matcher = ls_break_matcher_new (trace, rules);
  gsize found;

  writer_time = 0;
  g_assert_cmpint (ls_break_matcher_forward (matcher, 0, G_MAXSIZE, 10, &found), ==, LS_BREAK_NOT_FOUND);
  for (guint i = 0; i < 100; i++)
    write_record (trace, WORK, .value = 1);
  publish (trace);
  g_assert_cmpint (ls_break_matcher_forward (matcher, 0, G_MAXSIZE, 10, &found), ==, LS_BREAK_MORE);
  g_assert_cmpuint (ls_break_matcher_get_next (matcher), ==, 10);
  g_assert_cmpint (ls_break_matcher_forward (matcher, 0, 20, 1000, &found), ==, LS_BREAK_NOT_FOUND);
  g_assert_cmpuint (ls_break_matcher_get_next (matcher), ==, 20);
  g_assert_cmpint (ls_break_matcher_backward (matcher, 50, 10, &found), ==, LS_BREAK_MORE);
  g_assert_cmpint (ls_break_matcher_backward (matcher, 50, 100, &found), ==, LS_BREAK_NOT_FOUND);
  writer_time = 5;
  write_record (trace, WORK, .value = 1);
  publish (trace);
  g_assert_cmpint (ls_break_matcher_forward (matcher, 0, G_MAXSIZE, 1000, &found), ==, LS_BREAK_FOUND);
  g_assert_cmpuint (found, ==, 101);
  g_assert_cmpint (ls_break_matcher_forward (matcher, 0, 100, 1000, &found), ==, LS_BREAK_NOT_FOUND);
  g_assert_cmpint (ls_break_matcher_forward (matcher, 101, G_MAXSIZE, 1000, &found), ==, LS_BREAK_NOT_FOUND);
  g_assert_cmpint (ls_break_matcher_forward (matcher, G_MAXSIZE, G_MAXSIZE, 1000, &found), ==, LS_BREAK_NOT_FOUND);
  g_assert_cmpint (ls_break_matcher_backward (matcher, 101, 1000, &found), ==, LS_BREAK_NOT_FOUND);
  g_assert_cmpint (ls_break_matcher_backward (matcher, G_MAXSIZE, 1000, &found), ==, LS_BREAK_FOUND);
  g_assert_cmpint (ls_break_matcher_backward (matcher, 0, 1000, &found), ==, LS_BREAK_NOT_FOUND);
}

static GPtrArray *
all_rules (void)
{
  GPtrArray *rules = rules_of (ls_break_rule_new (LS_BREAK_TASK_START), rule_of (LS_BREAK_TASK_START, "job 1*", "c*", UV),
                               ls_break_rule_new (LS_BREAK_PRIORITY_CHANGE), ls_break_rule_new (LS_BREAK_ABORT),
                               rule_of (LS_BREAK_SIGNAL, NULL, "c?.signal", ANY),
                               rule_of (LS_BREAK_PRIORITY, NULL, NULL, UB), time_rule (LS_BREAK_TIME, 12345),
                               time_rule (LS_BREAK_WAIT, 2000), length_rule (LS_BREAK_QUEUE_ALL, 60, NULL, ANY),
                               length_rule (LS_BREAK_QUEUE_ANY, 5, NULL, BG), length_rule (LS_QUEUE_TYPE_INPUT, 0, NULL, ANY),
                               ls_break_rule_new_for_line ("main.js", 3, NULL), NULL);
  LsBreakRule *log = ls_break_rule_new (LS_BREAK_LOG);

  log->text = g_strdup ("x");
  g_ptr_array_add (rules, log);
  return rules;
}

/* Records that contradict each other, or name what cannot be. */
static void
test_corrupt (void)
{
  g_autoptr (GPtrArray) rules = all_rules ();
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);

  for (guint round = 0; round < 20; round++)
    {
      g_autoptr (LsTrace) trace = ls_trace_new ();
      g_autoptr (LsBreakMatcher) matcher = NULL;
      g_autofree char *found = NULL;
      gsize position;

      text_of (trace, "c1.signal");
      text_of (trace, "main.js:3");
      for (guint i = 0; i < 5000; i++)
        {
          LsRecord record = {
            .time = g_rand_int_range (rand, 0, 4) == 0 ? g_rand_int (rand) * (guint64) g_rand_int (rand)
                                                       : (guint64) g_rand_int_range (rand, 0, 30000),
            .subject = g_rand_int_range (rand, 0, 8) == 0 ? g_rand_int (rand) : (guint) g_rand_int_range (rand, 0, 20),
            .object = g_rand_int_range (rand, 0, 8) == 0 ? g_rand_int (rand) : (guint) g_rand_int_range (rand, 0, 10),
            .value = g_rand_int_range (rand, 0, 10),
            .text = g_rand_int_range (rand, 0, 8) == 0 ? g_rand_int (rand) : (guint) g_rand_int_range (rand, 0, 3),
            .kind = g_rand_int_range (rand, 0, LS_N_RECORD_KINDS + 3),
            .priority = g_rand_int_range (rand, 0, 5),
            .queue = g_rand_int_range (rand, 0, 30),
            .level = g_rand_int_range (rand, 0, 3),
            .flags = g_rand_int (rand),
          };

          write_full (trace, record);
        }
      publish (trace);
      matcher = ls_break_matcher_new (trace, rules);
      found = positions (matcher, 100);
      for (position = 0; ls_break_matcher_forward (matcher, position, G_MAXSIZE, 0, &position) == LS_BREAK_FOUND;)
        {
          guint n_hits;
          const LsBreakHit *hits = ls_break_matcher_get_hits (matcher, position, &n_hits);

          g_assert_cmpuint (n_hits, >, 0);
          for (guint i = 0; i < n_hits; i++)
            {
              g_autofree char *why = position % 50 == 0 ? ls_break_matcher_describe (matcher, &hits[i]) : NULL;

              if (i > 0)
                g_assert_cmpuint (hits[i].rule, >, hits[i - 1].rule);
            }
        }
    }
}

/* All positions from which one can look agree with the list. */
static void
test_from_anywhere (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();
  g_autoptr (GPtrArray) rules = all_rules ();
  g_autoptr (LsBreakMatcher) matcher = NULL;
  g_autofree gboolean *stops = NULL;
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);
  gsize length;

  write_random_trace (trace, 20000, 5);
  length = ls_trace_get_length (trace);
  stops = g_new0 (gboolean, length + 2);
  matcher = ls_break_matcher_new (trace, rules);
  g_ptr_array_set_size (rules, 0);
  {
    g_autoptr (LsBreakMatcher) whole = ls_break_matcher_ref (matcher);
    gsize position = 0;

    while (ls_break_matcher_forward (whole, position, G_MAXSIZE, G_MAXSIZE, &position) == LS_BREAK_FOUND)
      stops[position] = TRUE;
  }
  for (guint i = 0; i < 2000; i++)
    {
      gsize start = g_rand_int_range (rand, 0, length + 1), found = G_MAXSIZE, expected;
      LsBreakResult result = ls_break_matcher_forward (matcher, start, G_MAXSIZE, 0, &found);

      for (expected = start + 1; expected <= length && !stops[expected];)
        expected++;
      g_assert_cmpint (result, ==, expected <= length ? LS_BREAK_FOUND : LS_BREAK_NOT_FOUND);
      if (expected <= length)
        g_assert_cmpuint (found, ==, expected);

      result = ls_break_matcher_backward (matcher, start, 0, &found);
      for (expected = start; expected > 0 && !stops[expected - 1];)
        expected--;
      g_assert_cmpint (result, ==, expected > 1 ? LS_BREAK_FOUND : LS_BREAK_NOT_FOUND);
      if (expected > 1)
        g_assert_cmpuint (found, ==, expected - 1);
    }
}

static void
test_fast (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();
  g_autoptr (GPtrArray) rules = all_rules ();
  g_autoptr (LsBreakMatcher) matcher = NULL;
  gsize position = 0, n = 0;
  double seconds;

  write_random_trace (trace, g_test_perf () ? 4000000 : 100000, 9);
  matcher = ls_break_matcher_new (trace, rules);
  g_test_timer_start ();
  while (ls_break_matcher_forward (matcher, position, G_MAXSIZE, G_MAXSIZE, &position) == LS_BREAK_FOUND)
    n++;
  seconds = g_test_timer_elapsed ();
  g_assert_cmpuint (n, >, 1000);
  g_test_maximized_result (ls_trace_get_length (trace) / seconds / 1e6, "%.1f million records a second",
                           ls_trace_get_length (trace) / seconds / 1e6);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/break-matcher/kinds", test_kinds);
  g_test_add_func ("/break-matcher/time", test_time);
  g_test_add_func ("/break-matcher/length", test_length);
  g_test_add_func ("/break-matcher/lines", test_lines);
  g_test_add_func ("/break-matcher/line-again", test_line_again);
  g_test_add_func ("/break-matcher/hits", test_hits);
  g_test_add_func ("/break-matcher/several", test_several);
  g_test_add_func ("/break-matcher/why", test_why);
  g_test_add_func ("/break-matcher/grows", test_grows);
  g_test_add_func ("/break-matcher/from-anywhere", test_from_anywhere);
  g_test_add_func ("/break-matcher/corrupt", test_corrupt);
  g_test_add_func ("/break-matcher/fast", test_fast);

  return g_test_run ();
}
