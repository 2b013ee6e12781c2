/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "break-rules.h"

#include "ls-break-matcher-private.h"

static void
test_patterns (void)
{
  static const struct
  {
    const char *pattern, *name;
    gboolean    matches;
  } cases[] = {
    { "", "", TRUE }, { "", "a", FALSE }, { "a", "", FALSE }, { "*", "", TRUE }, { "*", "anything", TRUE },
    { "a*", "a", TRUE }, { "a*", "ba", FALSE }, { "*a", "ba", TRUE }, { "*a", "bab", FALSE }, { "*a*", "bab", TRUE },
    { "a?c", "abc", TRUE }, { "a?c", "aéc", TRUE }, { "a?c", "ac", FALSE }, { "?", "漢", TRUE }, { "?", "漢字", FALSE },
    { "??", "漢字", TRUE }, { "a\\*", "a*", TRUE }, { "a\\*", "ab", FALSE }, { "a\\?", "a?", TRUE }, { "a\\", "a\\", TRUE },
    { "\\\\", "\\", TRUE }, { "*.signal", "c1.signal", TRUE }, { "*aab", "aaaab", TRUE }, { "a*b*c", "a-b-b-c", TRUE },
    { "a*b*c", "a-c-b", FALSE }, { "**", "x", TRUE }, { "A", "a", FALSE }, { "[a]", "a", FALSE },
  };
  g_autofree char *name = g_strnfill (20000, 'a');

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    if (ls_break_pattern_match (cases[i].pattern, cases[i].name) != cases[i].matches)
      g_error ("%s ~ %s", cases[i].pattern, cases[i].name);
  /* This takes no time that is felt. */
  g_assert_false (ls_break_pattern_match ("*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*b", name));
}

/* A name becomes the pattern that no other name matches, whatever signs it has. */
static void
test_escaped_names (void)
{
  static const char *const names[] = { "", "draw", "a*b", "a?", "\\", "\\*", "漢*字", "*" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *pattern = ls_break_pattern_escape (names[i]);

      for (guint j = 0; j < G_N_ELEMENTS (names); j++)
        g_assert_cmpint (ls_break_pattern_match (pattern, names[j]), ==, i == j);
      g_assert_false (ls_break_pattern_match (pattern, "a-b"));
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
  copy->from++;
  g_assert_false (ls_break_rule_equal (copy, rule));
  ls_break_rule_free (rule);
}

static void
test_sentences (void)
{
  LsBreakRule *rule = rule_of (LS_BREAK_LOG, "load*", NULL, BG);

  rule->text = g_strdup ("done");
  rule->from = 3;
  rule->every = 2;
  assert_sentence (rule, "Break when “done” is printed, in a task named “load*” with priority background, starting with hit 3, once every 2 hits");
  assert_sentence (ls_break_rule_new_for_line ("main.js", 12, NULL), "Break at line 12 of main.js");
  assert_sentence (ls_break_rule_new_for_line ("main.js", 12, "i > 3"), "Break at line 12 of main.js if i > 3");
  assert_sentence (ls_break_rule_new (LS_BREAK_TASK_START), "Break when a task starts");
  assert_sentence (rule_of (LS_BREAK_TASK_START, "a", "s", UV),
                   "Break when a task named “a” with priority user-visible and signal “s” starts");
  assert_sentence (rule_of (LS_BREAK_PRIORITY, NULL, NULL, UB), "Break when a task with priority user-blocking starts");
  assert_sentence (rule_of (LS_BREAK_PRIORITY_CHANGE, NULL, NULL, ANY), "Break when the priority of any signal changes");
  assert_sentence (rule_of (LS_BREAK_PRIORITY_CHANGE, "a", "s", UB),
                   "Break when the priority of “s” changes to user-blocking, in a task named “a”");
  assert_sentence (rule_of (LS_BREAK_ABORT, NULL, "s", ANY), "Break when “s” is aborted");
  assert_sentence (rule_of (LS_BREAK_SIGNAL, NULL, "s", UV),
                   "Break when anything happens to “s”, in a task with priority user-visible");
  assert_sentence (time_rule (LS_BREAK_TIME, 12500), "Break at 12.5 ms");
  assert_sentence (time_rule (LS_BREAK_WAIT, 100000), "Break when a task has waited longer than 100 ms");
  assert_sentence (length_rule (LS_BREAK_QUEUE_ANY, 10, NULL, BG),
                   "Break when a queue with priority background holds more than 10 tasks");
  assert_sentence (length_rule (LS_BREAK_QUEUE_ALL, 1, NULL, ANY), "Break when all queues together hold more than 1 task");
  assert_sentence (length_rule (LS_QUEUE_TYPE_INPUT, 2, NULL, ANY), "Break when the input queue holds more than 2 tasks");
  assert_sentence (length_rule (LS_BREAK_QUEUE_ANY, 1, "s", ANY), "Break when a queue with signal “s” holds more than 1 task");
  assert_sentence (length_rule (LS_QUEUE_TYPE_WEB_SCHEDULING, 2, NULL, ANY),
                   "Break when all scheduler queues together hold more than 2 tasks");
  assert_sentence (rule_of (LS_BREAK_PRIORITY_CHANGE, NULL, NULL, BG),
                   "Break when the priority of any signal changes to background");
  assert_sentence (rule_of (LS_BREAK_PRIORITY_CHANGE, NULL, "s", ANY), "Break when the priority of “s” changes");
  assert_sentence (rule_of (LS_BREAK_ABORT, NULL, NULL, ANY), "Break when any signal is aborted");
  for (guint i = 0; i < 2; i++)
    {
      rule = rule_of (LS_BREAK_ABORT, NULL, i == 0 ? "s" : NULL, ANY);
      rule->text = g_strdup ("gone");
      assert_sentence (rule, i == 0 ? "Break when “s” is aborted because of “gone”"
                                    : "Break when any signal is aborted because of “gone”");
    }
}

/* A breakpoint that lacks what its kind needs never stops. */
static void
test_complete (void)
{
  static const gboolean complete_at_once[LS_N_BREAK_KINDS] = {
    [LS_BREAK_TASK_START] = TRUE, [LS_BREAK_PRIORITY_CHANGE] = TRUE, [LS_BREAK_ABORT] = TRUE, [LS_BREAK_QUEUE_LENGTH] = TRUE,
    [LS_BREAK_WAIT] = TRUE, [LS_BREAK_TIME] = TRUE, [LS_BREAK_AGENT_RUN] = TRUE, [LS_BREAK_AGENT_WAIT] = TRUE,
    [LS_BREAK_AGENT_NOTIFIED] = TRUE, [LS_BREAK_MEMORY] = TRUE, [LS_BREAK_LOCK] = TRUE,
  };

  for (guint kind = 0; kind < LS_N_BREAK_KINDS; kind++)
    {
      g_autoptr (LsBreakRule) rule = ls_break_rule_new (kind);

      g_assert_cmpint (ls_break_rule_is_complete (rule), ==, complete_at_once[kind]);
      rule->script = g_strdup ("a.js");
      rule->signal = g_strdup ("");
      rule->text = g_strdup ("");
      g_assert_cmpint (ls_break_rule_is_complete (rule), ==, complete_at_once[kind]);
      rule->line = 1;
      rule->priority = LS_TASK_PRIORITY_USER_BLOCKING;
      *rule->script = kind == LS_BREAK_LINE ? 'a' : '\0';
      g_free (rule->signal);
      rule->signal = g_strdup ("s");
      g_free (rule->text);
      rule->text = g_strdup ("t");
      g_assert_true (ls_break_rule_is_complete (rule));

      rule->from = 0;
      g_assert_false (ls_break_rule_is_complete (rule));
      rule->from = 1;
      rule->every = 0;
      g_assert_false (ls_break_rule_is_complete (rule));
      rule->every = 1;
      rule->value = g_strdup ("x");
      rule->queue = LS_QUEUE_TYPE_INPUT;
      g_assert_cmpint (ls_break_rule_is_complete (rule), ==, kind != LS_BREAK_MEMORY);
      *rule->value = '7';
      g_assert_true (ls_break_rule_is_complete (rule));
      rule->queue = 200;
      g_assert_cmpint (ls_break_rule_is_complete (rule), ==, kind != LS_BREAK_QUEUE_LENGTH);
      rule->queue = LS_BREAK_QUEUE_ALL;
      rule->line = 0;
      g_assert_cmpint (ls_break_rule_is_complete (rule), ==, kind != LS_BREAK_LINE);
    }
}

/* Breakpoints are equal if all that they say is. */
static void
test_equal (void)
{
  static const gsize numbers[] = {
    G_STRUCT_OFFSET (LsBreakRule, enabled), G_STRUCT_OFFSET (LsBreakRule, line), G_STRUCT_OFFSET (LsBreakRule, priority),
    G_STRUCT_OFFSET (LsBreakRule, queue), G_STRUCT_OFFSET (LsBreakRule, count), G_STRUCT_OFFSET (LsBreakRule, from),
    G_STRUCT_OFFSET (LsBreakRule, every), G_STRUCT_OFFSET (LsBreakRule, index), G_STRUCT_OFFSET (LsBreakRule, kind),
  };
  static const gsize texts[] = {
    G_STRUCT_OFFSET (LsBreakRule, script), G_STRUCT_OFFSET (LsBreakRule, condition), G_STRUCT_OFFSET (LsBreakRule, task),
    G_STRUCT_OFFSET (LsBreakRule, signal), G_STRUCT_OFFSET (LsBreakRule, text), G_STRUCT_OFFSET (LsBreakRule, agent),
    G_STRUCT_OFFSET (LsBreakRule, memory), G_STRUCT_OFFSET (LsBreakRule, value),
  };
  g_autoptr (LsBreakRule) rule = ls_break_rule_new (LS_BREAK_LINE);
  g_autoptr (LsBreakRule) later = ls_break_rule_copy (rule);

  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      g_autoptr (LsBreakRule) other = ls_break_rule_copy (rule);

      g_assert_true (ls_break_rule_equal (rule, other));
      G_STRUCT_MEMBER (guint32, other, numbers[i]) ^= 1;
      g_assert_false (ls_break_rule_equal (rule, other));
    }
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (LsBreakRule) other = ls_break_rule_copy (rule);
      g_autoptr (LsBreakRule) third = NULL;

      G_STRUCT_MEMBER (char *, other, texts[i]) = g_strdup ("x");
      third = ls_break_rule_copy (other);
      g_assert_false (ls_break_rule_equal (rule, other));
      g_assert_true (ls_break_rule_equal (other, third));
      g_assert_cmpstr (G_STRUCT_MEMBER (char *, third, texts[i]), ==, "x");
    }
  later->time++;
  g_assert_false (ls_break_rule_equal (rule, later));
}

/* Where a statement stands: the name of a script, a line and perhaps a column. */
static void
test_places (void)
{
  static const struct
  {
    const char *text;
    gsize       script_length;   /* 0: no place */
    guint       line, column;
  } cases[] = {
    { "a.js:7", 4, 7, 0 }, { "a.js:7:12", 4, 7, 12 }, { "a:b.js:7:12", 6, 7, 12 }, { "a:1:2:3", 3, 2, 3 }, { "a:5:0", 1, 5, 0 },
    { "a:123456789:987654321", 1, 123456789, 987654321 }, { "a:1234567890", 0 }, { "a:1234567890:5", 12, 5, 0 },
    { "12:34", 2, 34, 0 }, { "a::3", 2, 3, 0 }, { "a:b3:4", 4, 4, 0 }, { "a/b:1", 3, 1, 0 },
    { NULL, 0 }, { "", 0 }, { "7", 0 }, { ":7", 0 }, { ":7:8", 0 }, { "a", 0 }, { "a7", 0 }, { "a:", 0 }, { "a:7:", 0 },
    { "a:7x", 0 }, { "a:0", 0 }, { "a:0:5", 0 }, { "a.js:-1", 0 }, { "/a:1:2", 0 }, { "/program/main/0", 0 },
  };
  static const char digits_before[] = "a:345:7";

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      gsize script_length = 0;
      guint line = 0, column = 0;

      g_assert_cmpint (ls_break_parse_place (cases[i].text, &script_length, &line, &column), ==, cases[i].script_length > 0);
      if (cases[i].script_length == 0)
        continue;
      g_assert_cmpuint (script_length, ==, cases[i].script_length);
      g_assert_cmpuint (line, ==, cases[i].line);
      g_assert_cmpuint (column, ==, cases[i].column);
    }

  /* What stands before the text is none of it. */
  for (gsize i = 2; i < 4; i++)
    {
      gsize script_length;
      guint line, column;

      g_assert_true (ls_break_parse_place (&digits_before[i], &script_length, &line, &column));
      g_assert_cmpuint (script_length, ==, 5 - i);
      g_assert_cmpuint (line, ==, 7);
      g_assert_cmpuint (column, ==, 0);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/break-rule/patterns", test_patterns);
  g_test_add_func ("/break-rule/escaped-names", test_escaped_names);
  g_test_add_func ("/break-rule/sentences", test_sentences);
  g_test_add_func ("/break-rule/complete", test_complete);
  g_test_add_func ("/break-rule/equal", test_equal);
  g_test_add_func ("/break-rule/places", test_places);

  return g_test_run ();
}
