/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ls-break-matcher.h"
#include "random-trace.h"

#define UV LS_TASK_PRIORITY_USER_VISIBLE

/* All positions that are found forwards, as “3 7 12”. */
static char *
positions (LsTrace           *trace,
           const LsBreakRule *rule,
           gsize              max_records)
{
  g_autoptr (GPtrArray) rules = g_ptr_array_new ();
  g_autoptr (LsBreakMatcher) matcher = NULL;
  GString *out = g_string_new (NULL);
  gsize position = 0;
  LsBreakResult result;

  g_ptr_array_add (rules, (gpointer) rule);
  matcher = ls_break_matcher_new (trace, rules);
  while ((result = ls_break_matcher_forward (matcher, position, G_MAXSIZE, max_records, &position)) != LS_BREAK_NOT_FOUND)
    if (result == LS_BREAK_FOUND)
      g_string_append_printf (out, "%s%" G_GSIZE_FORMAT, out->len > 0 ? " " : "", position);
  return g_string_free (out, FALSE);
}

static void
assert_positions (LsTrace     *trace,
                  LsBreakRule *rule,
                  const char  *expected)
{
  for (gsize n = 1; n <= 100; n *= 10)
    {
      g_autofree char *found = positions (trace, rule, n);

      g_assert_cmpstr (found, ==, expected);
    }
  ls_break_rule_free (rule);
}

static LsBreakRule *
rule_of (LsBreakKind  kind,
         const char  *agent)
{
  LsBreakRule *rule = ls_break_rule_new (kind);

  rule->agent = g_strdup (agent);
  return rule;
}

static LsBreakRule *
place_rule (LsBreakKind  kind,
            const char  *agent,
            const char  *memory,
            guint32      index,
            const char  *value)
{
  LsBreakRule *rule = rule_of (kind, agent);

  rule->memory = g_strdup (memory);
  rule->index = index;
  rule->value = g_strdup (value);
  return rule;
}

#define ANY LS_BREAK_INDEX_ANY

/* Two agents, a third without a name. The comments are the positions after the records. */
static LsTrace *
agents_trace (void)
{
  LsTrace *trace = ls_trace_new ();

  writer_time = 0;
  write_record (trace, MEMORY_CREATED, .subject = 1, .value = 64, .text = text_of (trace, "cells"));           /* 1 */
  write_record (trace, TASK_POSTED, .subject = 1, .text = text_of (trace, "first"));                           /* 2 */
  write_record (trace, TASK_SELECTED, .subject = 1, .priority = UV);                                           /* 3 */
  write_record (trace, TASK_STARTED, .subject = 1);                                                            /* 4 */
  write_record (trace, AGENT_CREATED, .subject = 1, .text = text_of (trace, "boss"));                          /* 5 */
  write_record (trace, AGENT_CREATED, .subject = 2, .object = 1, .text = text_of (trace, "T1"));               /* 6 */
  write_record (trace, AGENT_CREATED, .subject = 3, .object = 1);                                              /* 7 */
  write_record (trace, STATEMENT, .subject = 1, .value = 1, .text = text_of (trace, "a.js:3:1"));              /* 8 */
  write_record (trace, AGENT_RUN, .subject = 1, .level = 2);                                                   /* 9 */
  write_record (trace, AGENT_RUN, .subject = 2, .level = 2);                                                   /* 10 */
  write_record (trace, TASK_SELECTED, .subject = 2, .priority = UV, .text = text_of (trace, "second"));        /* 11 */
  write_record (trace, TASK_STARTED, .subject = 2);                                                            /* 12 */
  write_record (trace, STATEMENT, .subject = 1, .value = 2, .text = text_of (trace, "a.js:3:5"));              /* 13 */
  write_record (trace, LOG, .text = text_of (trace, "hello"));                                                 /* 14 */
  write_record (trace, ATOMIC_OPERATION, .subject = 1, .object = 8, .value = 1, .queue = LS_ELEMENT_INT32,
                .level = LS_OPERATION_COMPARE_EXCHANGE, .text = text_of (trace, "compareExchange 0 → 1: was 0, is 1"),
                .flags = LS_RECORD_FLAG_WROTE | LS_RECORD_FLAG_LOCKED);                                        /* 15 */
  write_record (trace, AGENT_RUN, .subject = 1, .level = 2);                                                   /* 16 */
  write_record (trace, STATEMENT, .subject = 1, .value = 2, .text = text_of (trace, "a.js:3:9"));              /* 17 */
  write_record (trace, ATOMIC_OPERATION, .subject = 1, .object = 8, .value = 1, .queue = LS_ELEMENT_INT32,
                .level = LS_OPERATION_COMPARE_EXCHANGE, .text = text_of (trace, "compareExchange 0 → 1: is 1"));  /* 18 */
  write_record (trace, WAITER_ADDED, .subject = 1, .object = 1, .value = 8, .queue = LS_ELEMENT_INT32, .level = 1); /* 19 */
  write_record (trace, LOG, .text = text_of (trace, "hello"));                                                 /* 20 */
  write_record (trace, ATOMIC_OPERATION, .subject = 1, .object = 16, .value = 7, .queue = LS_ELEMENT_BIGINT64,
                .level = LS_OPERATION_STORE, .text = text_of (trace, "store 7: was 7, is 7"),
                .flags = LS_RECORD_FLAG_WROTE);                                                                /* 21 */
  write_record (trace, ATOMIC_OPERATION, .subject = 1, .object = 16, .queue = LS_ELEMENT_BIGINT64, .level = LS_OPERATION_STORE,
                .text = text_of (trace, "store 9007199254740993: was 7, is 9007199254740993"),
                .flags = LS_RECORD_FLAG_WROTE | LS_RECORD_FLAG_WIDE);                                          /* 22 */
  write_record (trace, AGENT_RUN, .subject = 2);                                                               /* 23 */
  write_record (trace, TASK_INCOMING, .subject = 3, .queue = LS_QUEUE_TYPE_INPUT, .text = text_of (trace, "third")); /* 24 */
  write_record (trace, AGENT_RUN, .subject = 3, .level = 1);                                                   /* 25 */
  write_record (trace, WAITER_ADDED, .subject = 2, .object = 1, .value = 16, .queue = LS_ELEMENT_BIGINT64);    /* 26 */
  write_record (trace, AGENT_STATE, .subject = 3, .level = LS_AGENT_STATE_WAITING, .object = 1, .value = 16);  /* 27 */
  write_record (trace, AGENT_RUN, .subject = 2);                                                               /* 28 */
  write_record (trace, STATEMENT, .subject = 1, .value = 3, .text = text_of (trace, "a.js:3:6"));              /* 29 */
  write_record (trace, NOTIFY, .subject = 1, .object = 1, .value = 16);                                        /* 30 */
  write_record (trace, WAITER_REMOVED, .subject = 2, .object = 1, .value = 16);                                /* 31 */
  write_record (trace, NOTIFY, .subject = 1, .object = 1, .value = 8);                                         /* 32 */
  write_record (trace, WAITER_REMOVED, .subject = 1, .object = 1, .value = 8);                                 /* 33 */
  write_record (trace, TURN_ENDED, .value = 1);                                                                /* 34 */
  writer_time = 5000;
  write_record (trace, CLOCK_ADVANCED, .value = 5000);                                                         /* 35 */
  publish (trace);
  return trace;
}

static void
test_kinds (void)
{
  g_autoptr (LsTrace) trace = agents_trace ();
  LsBreakRule *rule;

  /* Who only takes in what was posted to it does not go on, and who goes on without a choice does. */
  assert_positions (trace, rule_of (LS_BREAK_AGENT_RUN, NULL), "10 16 25 29");
  assert_positions (trace, rule_of (LS_BREAK_AGENT_RUN, "T*"), "10 29");
  assert_positions (trace, rule_of (LS_BREAK_AGENT_RUN, "boss"), "16");
  assert_positions (trace, rule_of (LS_BREAK_AGENT_RUN, "3"), "25");
  assert_positions (trace, rule_of (LS_BREAK_AGENT_RUN, "2"), "");
  rule = rule_of (LS_BREAK_AGENT_RUN, "T1");
  rule->from = 2;
  assert_positions (trace, rule, "29");

  assert_positions (trace, rule_of (LS_BREAK_AGENT_WAIT, NULL), "19 26");
  assert_positions (trace, rule_of (LS_BREAK_AGENT_WAIT, "boss"), "19");
  assert_positions (trace, place_rule (LS_BREAK_AGENT_WAIT, NULL, "cell?", 2, NULL), "19 26");
  assert_positions (trace, place_rule (LS_BREAK_AGENT_WAIT, "3", "cells", 2, NULL), "26");
  assert_positions (trace, place_rule (LS_BREAK_AGENT_WAIT, NULL, "other", ANY, NULL), "");
  assert_positions (trace, place_rule (LS_BREAK_AGENT_WAIT, NULL, NULL, 1, NULL), "");

  assert_positions (trace, rule_of (LS_BREAK_AGENT_NOTIFIED, NULL), "31 33");
  assert_positions (trace, rule_of (LS_BREAK_AGENT_NOTIFIED, "boss"), "33");
  assert_positions (trace, rule_of (LS_BREAK_AGENT_NOTIFIED, "T1"), "");
  assert_positions (trace, place_rule (LS_BREAK_AGENT_NOTIFIED, "3", "cells", 2, NULL), "31");

  /* An operation that leaves the element as it was does not change it. */
  assert_positions (trace, rule_of (LS_BREAK_MEMORY, NULL), "15 22");
  assert_positions (trace, place_rule (LS_BREAK_MEMORY, NULL, "cells", 2, "1"), "15");
  assert_positions (trace, place_rule (LS_BREAK_MEMORY, NULL, "cells", 2, "9007199254740993"), "22");
  assert_positions (trace, place_rule (LS_BREAK_MEMORY, NULL, "cells", 1, NULL), "");
  assert_positions (trace, place_rule (LS_BREAK_MEMORY, "T1", NULL, ANY, NULL), "15");
  assert_positions (trace, place_rule (LS_BREAK_MEMORY, NULL, NULL, ANY, "one"), "");   /* not complete */

  assert_positions (trace, rule_of (LS_BREAK_LOCK, NULL), "15");
  assert_positions (trace, place_rule (LS_BREAK_LOCK, "T1", "cells", 2, NULL), "15");
  assert_positions (trace, rule_of (LS_BREAK_LOCK, "boss"), "");
}

/* The kinds that there were before, where there are several agents. */
static void
test_others (void)
{
  g_autoptr (LsTrace) trace = agents_trace ();
  LsBreakRule *rule;

  /* What another agent runs of a line is not the rest of what this one runs of it. */
  assert_positions (trace, ls_break_rule_new_for_line ("a.js", 3, NULL), "8 13");
  rule = ls_break_rule_new_for_line ("a.js", 3, NULL);
  rule->agent = g_strdup ("T1");
  assert_positions (trace, rule, "13");
  rule = ls_break_rule_new_for_line ("a.js", 3, NULL);
  rule->task = g_strdup ("second");
  assert_positions (trace, rule, "13");

  assert_positions (trace, rule_of (LS_BREAK_TASK_START, NULL), "4 12");
  assert_positions (trace, rule_of (LS_BREAK_TASK_START, "T1"), "12");
  assert_positions (trace, rule_of (LS_BREAK_TASK_START, "boss"), "");   /* it had no name yet */
  assert_positions (trace, rule_of (LS_BREAK_TASK_START, "main"), "4");
  rule = rule_of (LS_BREAK_LOG, "boss");
  rule->text = g_strdup ("hell");
  assert_positions (trace, rule, "20");
  rule = rule_of (LS_BREAK_LOG, NULL);
  rule->text = g_strdup ("hell");
  rule->task = g_strdup ("first");
  assert_positions (trace, rule, "20");

  /* A task waits on the loop of its agent, whoever does something when the time has come. */
  rule = rule_of (LS_BREAK_WAIT, "T1");
  rule->time = 1000;
  assert_positions (trace, rule, "35");
  rule = rule_of (LS_BREAK_WAIT, "boss");
  rule->time = 1000;
  assert_positions (trace, rule, "");
  assert_positions (trace, rule_of (LS_BREAK_QUEUE_LENGTH, NULL), "24");
  assert_positions (trace, rule_of (LS_BREAK_QUEUE_LENGTH, "T1"), "24");
  assert_positions (trace, rule_of (LS_BREAK_QUEUE_LENGTH, "boss"), "");
}

/* What stopped it, in words. */
static void
test_why (void)
{
  static const struct
  {
    LsBreakKind kind;
    const char *text;
  } cases[] = {
    { LS_BREAK_AGENT_RUN, "“T1” continues" },
    { LS_BREAK_AGENT_WAIT, "“boss” starts to wait at cells[2]" },
    { LS_BREAK_AGENT_NOTIFIED, "agent 3 is notified at cells[2]" },
    { LS_BREAK_MEMORY, "“T1” changes cells[2]: compareExchange 0 → 1: was 0, is 1" },
    { LS_BREAK_LOCK, "“T1” acquires the lock at cells[2]" },
  };
  g_autoptr (LsTrace) trace = agents_trace ();

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GPtrArray) rules = g_ptr_array_new_with_free_func ((GDestroyNotify) ls_break_rule_free);
      g_autoptr (LsBreakMatcher) matcher = NULL;
      g_autofree char *text = NULL;
      const LsBreakHit *hits;
      gsize position;
      guint n_hits;

      g_ptr_array_add (rules, ls_break_rule_new (cases[i].kind));
      matcher = ls_break_matcher_new (trace, rules);
      g_assert_cmpint (ls_break_matcher_forward (matcher, 0, G_MAXSIZE, 1000, &position), ==, LS_BREAK_FOUND);
      hits = ls_break_matcher_get_hits (matcher, position, &n_hits);
      g_assert_cmpuint (n_hits, ==, 1);
      text = ls_break_matcher_describe (matcher, hits);
      g_assert_cmpstr (text, ==, cases[i].text);
    }
}

static void
assert_sentence (LsBreakRule *rule,
                 const char  *expected)
{
  g_autofree char *sentence = ls_break_rule_to_sentence (rule);
  g_autoptr (LsBreakRule) copy = ls_break_rule_copy (rule);

  g_assert_cmpstr (sentence, ==, expected);
  g_assert_true (ls_break_rule_equal (copy, rule));
  g_free (copy->agent);
  copy->agent = g_strdup ("another");
  g_assert_false (ls_break_rule_equal (copy, rule));
  ls_break_rule_free (rule);
}

static void
test_sentences (void)
{
  static const char *const valid[] = { "0", "-1", "12", "18446744073709551615", "-9223372036854775808" };
  static const char *const invalid[] = { "", "-", "-0", "00", "01", "1.5", " 1", "1 ", "+1", "0x1", "123456789012345678901",
                                         "18446744073709551616", "-9223372036854775809", "99999999999999999999" };

  assert_sentence (rule_of (LS_BREAK_AGENT_RUN, NULL), "Break when another agent continues");
  assert_sentence (rule_of (LS_BREAK_AGENT_RUN, "T1"), "Break when agent “T1” continues");
  assert_sentence (place_rule (LS_BREAK_AGENT_WAIT, "T1", "lock", 0, NULL), "Break when agent “T1” starts to wait at lock[0]");
  assert_sentence (place_rule (LS_BREAK_AGENT_NOTIFIED, NULL, "lock", ANY, NULL), "Break when an agent is notified at lock[*]");
  assert_sentence (place_rule (LS_BREAK_MEMORY, "T1", "count", 2, "7"), "Break when count[2] becomes 7, in agent “T1”");
  assert_sentence (place_rule (LS_BREAK_MEMORY, NULL, NULL, ANY, NULL), "Break when *[*] changes");
  assert_sentence (rule_of (LS_BREAK_LOCK, NULL), "Break when an agent acquires a lock");
  assert_sentence (rule_of (LS_BREAK_TASK_START, "T1"), "Break when a task starts, in agent “T1”");
  for (guint i = 0; i < G_N_ELEMENTS (valid); i++)
    g_assert_true (ls_break_value_is_valid (valid[i]));
  for (guint i = 0; i < G_N_ELEMENTS (invalid); i++)
    g_assert_false (ls_break_value_is_valid (invalid[i]));
}

/* Where the oldest records are gone, names and those who wait are known all the same. */
static void
test_forgotten (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();
  g_autofree char *found = NULL;
  gsize end;
  g_autofree char *expected = NULL;
  g_autoptr (LsBreakRule) rule = place_rule (LS_BREAK_AGENT_NOTIFIED, "T1", "cells", 3, NULL);

  writer_time = 0;
  write_record (trace, MEMORY_CREATED, .subject = 1, .value = 64, .text = text_of (trace, "cells"));
  write_record (trace, AGENT_CREATED, .subject = 1, .text = text_of (trace, "boss"));
  write_record (trace, AGENT_CREATED, .subject = 2, .object = 1, .text = text_of (trace, "T1"));
  write_record (trace, AGENT_RUN, .subject = 2, .level = 1);
  write_record (trace, WAITER_ADDED, .subject = 1, .object = 1, .value = 12, .queue = LS_ELEMENT_INT32);
  write_record (trace, AGENT_STATE, .subject = 2, .level = LS_AGENT_STATE_WAITING, .object = 1, .value = 12);
  write_record (trace, AGENT_RUN, .subject = 1, .level = 1);
  for (guint i = 0; i < 20 * LS_TRACE_CHUNK; i++)
    write_record (trace, LOG, .text = text_of (trace, "x"));
  write_record (trace, NOTIFY, .subject = 1, .object = 1, .value = 12);
  write_record (trace, WAITER_REMOVED, .subject = 1, .object = 1, .value = 12);
  publish (trace);
  end = ls_trace_get_length (trace);
  ls_trace_forget (trace, LS_TRACE_CHUNK);
  g_assert_cmpuint (ls_trace_get_start (trace), >, 10);
  found = positions (trace, rule, 1000);
  expected = g_strdup_printf ("%" G_GSIZE_FORMAT, end);
  g_assert_cmpstr (found, ==, expected);
}

/* Nothing that a file may say makes it do anything worse than not to stop. */
static void
test_corrupt (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);

  for (guint round = 0; round < 50; round++)
    {
      g_autoptr (LsTrace) trace = ls_trace_new ();

      writer_time = 0;
      for (guint i = 0; i < 500; i++)
        {
          LsRecord record = { .kind = g_rand_int_range (rand, LS_RECORD_BREAKPOINT, LS_N_RECORD_KINDS),
                              .subject = g_rand_int_range (rand, 0, 4), .object = g_rand_int_range (rand, 0, 4),
                              .value = g_rand_int (rand), .queue = g_rand_int_range (rand, 0, 256),
                              .level = g_rand_int_range (rand, 0, 4), .flags = g_rand_int_range (rand, 0, 256),
                              .text = g_rand_int_range (rand, 0, 4) };

          if (g_rand_int_range (rand, 0, 10) == 0)
            record.subject = record.object = record.text = g_rand_int (rand);
          ls_probe_emit (ls_trace_get_probe (trace), &record);
        }
      publish (trace);
      for (LsBreakKind kind = LS_BREAK_AGENT_RUN; kind < LS_N_BREAK_KINDS; kind++)
        {
          g_autoptr (LsBreakRule) rule = place_rule (kind, "*", NULL, ANY, NULL);
          g_autofree char *found = positions (trace, rule, 100);

          g_assert_nonnull (found);
        }
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/break-agents/kinds", test_kinds);
  g_test_add_func ("/break-agents/others", test_others);
  g_test_add_func ("/break-agents/why", test_why);
  g_test_add_func ("/break-agents/sentences", test_sentences);
  g_test_add_func ("/break-agents/forgotten", test_forgotten);
  g_test_add_func ("/break-agents/corrupt", test_corrupt);

  return g_test_run ();
}
