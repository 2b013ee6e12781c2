/* SPDX-License-Identifier: GPL-3.0-or-later */

#include <string.h>

#include "ls-break-matcher.h"
#include "ls-undo.h"
#include "ls-state.h"
#include "session-util.h"

#define EACH_KIND \
  "{ \"on\": \"line\", \"script\": \"main.js\", \"line\": 12, \"condition\": \"i > 3\" }," \
  "{ \"on\": \"task-start\", \"enabled\": false, \"task\": \"thumb*\", \"from\": 3, \"every\": 2 }," \
  "{ \"on\": \"prioritychange\", \"signal\": \"gallery\", \"priority\": \"user-blocking\" }," \
  "{ \"on\": \"abort\", \"text\": \"gone\" }," \
  "{ \"on\": \"signal\", \"signal\": \"gallery\", \"x\": 1 }," \
  "{ \"on\": \"priority\", \"priority\": \"background\" }," \
  "{ \"on\": \"time\", \"ms\": 12.5 }," \
  "{ \"on\": \"log\", \"text\": \"done\" }," \
  "{ \"on\": \"queue-length\", \"signal\": \"gallery\", \"length\": 10 }," \
  "{ \"on\": \"queue-length\", \"queue\": \"all\", \"length\": 0 }," \
  "{ \"on\": \"queue-length\", \"queue\": \"input\", \"length\": 4294967295 }," \
  "{ \"on\": \"wait\", \"task\": \"a\", \"priority\": \"user-visible\", \"ms\": 100 }"

static void
test_round_trip (void)
{
  g_autoptr (LsSession) session = session_new ("", "", "\"breakpoints\": [" EACH_KIND "]");
  const LsBreakRule *rule;

  g_assert_cmpuint (ls_session_get_n_breakpoints (session), ==, 12);
  rule = ls_session_get_breakpoint (session, 0);
  g_assert_cmpint (rule->kind, ==, LS_BREAK_LINE);
  g_assert_cmpstr (rule->script, ==, "main.js");
  g_assert_cmpuint (rule->line, ==, 12);
  g_assert_cmpstr (rule->condition, ==, "i > 3");
  g_assert_true (rule->enabled);
  rule = ls_session_get_breakpoint (session, 1);
  g_assert_false (rule->enabled);
  g_assert_cmpuint (rule->from, ==, 3);
  g_assert_cmpuint (rule->every, ==, 2);
  g_assert_cmpuint (ls_session_get_breakpoint (session, 6)->time, ==, 12500);
  g_assert_cmpint (ls_session_get_breakpoint (session, 8)->queue, ==, LS_BREAK_QUEUE_ANY);
  g_assert_cmpint (ls_session_get_breakpoint (session, 9)->queue, ==, LS_BREAK_QUEUE_ALL);
  g_assert_cmpint (ls_session_get_breakpoint (session, 10)->queue, ==, LS_QUEUE_TYPE_INPUT);
  g_assert_null (ls_session_get_breakpoint (session, 12));

  /* Each one as JSON and back; in a session it stays as it was written. */
  for (guint i = 0; i < 12; i++)
    {
      g_autofree char *json = NULL;
      g_autofree char *sentence = NULL;
      g_autoptr (LsBreakRule) again = NULL;

      rule = ls_session_get_breakpoint (session, i);
      json = ls_break_rule_to_json (rule);
      again = break_rule_new (json);
      sentence = ls_break_rule_to_sentence (rule);
      g_assert_true (ls_break_rule_equal (rule, again));
      g_assert_true (ls_break_rule_is_complete (rule));
      g_assert_true (g_str_has_prefix (sentence, "Break "));
      if (i != 4)
        {
          g_autofree char *data = ls_session_to_data (session, NULL);

          g_assert_nonnull (strstr (data, json));
        }
    }
}

static void
test_changes (void)
{
  g_autoptr (LsSession) session = session_new ("", "", "\"breakpoints\": [{\"on\":\"signal\",\"signal\":\"s\",\"x\":[1]}]");
  g_autoptr (LsUndo) undo = ls_undo_new (session);
  g_autoptr (LsBreakRule) rule = break_rule_new ("{\"on\":\"time\",\"ms\":5}");
  g_autoptr (LsBreakRule) line = ls_break_rule_new_for_line ("a.js", 3, NULL);
  g_autoptr (LsBreakRule) signal = break_rule_new ("{\"on\":\"signal\",\"signal\":\"t\"}");
  g_autoptr (LsBreakRule) bad = ls_break_rule_new (LS_BREAK_LOG);
  g_autoptr (GPtrArray) copies = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *before = ls_session_to_data (session, NULL);
  g_autofree char *data = NULL;
  g_autofree char *after = NULL;

  ls_undo_push (undo, "Add a breakpoint", LS_SESSION_PART_BREAKPOINTS);
  g_assert_true (ls_session_insert_breakpoint (session, 0, rule, &error));
  g_assert_no_error (error);
  g_assert_true (ls_session_get_modified (session));
  g_assert_true (ls_session_insert_breakpoint (session, 100, line, &error));
  g_assert_cmpint (ls_session_find_line_breakpoint (session, "a.js", 3), ==, 2);
  g_assert_cmpint (ls_session_find_line_breakpoint (session, "a.js", 4), ==, -1);
  g_assert_cmpint (ls_session_find_line_breakpoint (session, "b.js", 3), ==, -1);

  /* What nobody knows stays. */
  g_assert_true (ls_session_replace_breakpoint (session, 1, signal, &error));
  data = ls_session_to_data (session, NULL);
  g_assert_nonnull (strstr (data, "{ \"on\": \"signal\", \"signal\": \"t\", \"x\": [1] }"));

  g_assert_false (ls_session_insert_breakpoint (session, 0, bad, &error));
  g_assert_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_INVALID);
  g_assert_cmpuint (ls_session_get_n_breakpoints (session), ==, 3);

  ls_session_set_modified (session, FALSE);
  g_assert_true (ls_session_replace_breakpoint (session, 1, signal, NULL));
  copies = ls_session_dup_breakpoints (session);
  g_assert_true (ls_session_set_breakpoints (session, copies, NULL));
  g_assert_true (ls_session_set_breakpoint_enabled (session, 1, TRUE));
  g_assert_false (ls_session_get_modified (session));
  g_assert_true (ls_session_set_breakpoint_enabled (session, 1, FALSE));
  g_assert_false (ls_session_get_breakpoint (session, 1)->enabled);
  g_assert_false (ls_session_set_breakpoint_enabled (session, 3, FALSE));
  g_assert_true (ls_session_remove_breakpoint (session, 0));
  g_assert_false (ls_session_remove_breakpoint (session, 2));
  g_assert_cmpuint (ls_session_get_n_breakpoints (session), ==, 2);

  after = ls_session_to_data (session, NULL);
  g_assert_cmpint (ls_undo_get_undo_parts (undo), ==, LS_SESSION_PART_BREAKPOINTS);
  g_assert_true (ls_undo_undo (undo));
  g_free (data);
  data = ls_session_to_data (session, NULL);
  g_assert_cmpstr (data, ==, before);
  g_assert_cmpint (ls_undo_get_undo_parts (undo), ==, 0);
  g_assert_cmpint (ls_undo_get_redo_parts (undo), ==, LS_SESSION_PART_BREAKPOINTS);
  g_assert_true (ls_undo_redo (undo));
  g_free (data);
  data = ls_session_to_data (session, NULL);
  g_assert_cmpstr (data, ==, after);
}

/* Undo of one part leaves the others as they are now. */
static void
assert_lines (LsSession   *session,
              const guint *lines,
              guint        n_lines)
{
  g_assert_cmpuint (ls_session_get_n_breakpoints (session), ==, n_lines);
  for (guint i = 0; i < n_lines; i++)
    g_assert_cmpuint (ls_session_get_breakpoint (session, i)->line, ==, lines[i]);
}

#define ASSERT_LINES(session, ...) assert_lines (session, (guint[]) { __VA_ARGS__ }, sizeof ((guint[]) { __VA_ARGS__ }) / sizeof (guint))

/* What undo and redo bring back is at the lines where it is in the text as it is then, with all that nobody knows of it. */
static void
test_lines (void)
{
  g_autoptr (LsSession) session = session_new ("", "",
                                               "\"breakpoints\": ["
                                               "{ \"on\": \"line\", \"script\": \"main.js\", \"line\": 3, \"x\": 1 },"
                                               "{ \"on\": \"line\", \"script\": \"main.js\", \"line\": 9 },"
                                               "{ \"on\": \"line\", \"script\": \"other.js\", \"line\": 9 }]");
  g_autoptr (LsUndo) undo = ls_undo_new (session);
  g_autofree char *data = NULL;

  ls_undo_push (undo, "Remove a breakpoint", LS_SESSION_PART_BREAKPOINTS);
  ls_session_remove_breakpoint (session, 1);
  ASSERT_LINES (session, 3, 9);

  /* Two lines more from line 5 on, and then one from line 2 on. */
  ls_undo_move_lines (undo, "main.js", 5, 0, 2);
  ls_session_move_breakpoints (session, "main.js", 5, 0, 2);
  ls_undo_move_lines (undo, "main.js", 2, 0, 1);
  ls_session_move_breakpoints (session, "main.js", 2, 0, 1);
  ASSERT_LINES (session, 4, 9);
  g_assert_true (ls_undo_undo (undo));
  ASSERT_LINES (session, 4, 12, 9);
  data = ls_session_to_data (session, NULL);
  g_assert_nonnull (strstr (data, "\"x\""));

  /* Lines that are gone: those in them go to the line above, and of two there one stays. */
  ls_undo_move_lines (undo, "main.js", 4, 3, 0);
  ls_session_move_breakpoints (session, "main.js", 4, 3, 0);
  ASSERT_LINES (session, 3, 9, 9);
  ls_session_move_breakpoints (session, "main.js", 3, 7, 0);
  ASSERT_LINES (session, 2, 9);
  g_assert_true (ls_undo_redo (undo));
  ASSERT_LINES (session, 3, 9);
  g_assert_true (ls_undo_undo (undo));
  ASSERT_LINES (session, 2, 9);

  /* Others in their place: what was among them stays among them. */
  ls_session_move_breakpoints (session, "other.js", 5, 5, 3);
  ASSERT_LINES (session, 2, 7);
  ls_session_move_breakpoints (session, "other.js", 1, 0, 0);
  ls_session_move_breakpoints (session, "none.js", 1, 5, 0);
  ASSERT_LINES (session, 2, 7);
  ls_session_move_breakpoints (session, "other.js", 5, 5, 4);
  ASSERT_LINES (session, 2, 7);
  ls_session_move_breakpoints (session, "other.js", 5, 5, 2);
  ASSERT_LINES (session, 2, 6);
  /* Nothing is above the first line. */
  ls_session_move_breakpoints (session, "main.js", 1, 3, 0);
  ASSERT_LINES (session, 1, 6);
}

static void
test_parts (void)
{
  g_autoptr (LsSession) session = session_new ("", "", "\"settings\":{\"preset\":\"spec\"}");
  g_autoptr (LsUndo) undo = ls_undo_new (session);
  g_autoptr (LsBreakRule) rule = break_rule_new ("{\"on\":\"time\",\"ms\":5}");
  g_autoptr (LsSettings) settings = ls_settings_copy (ls_session_get_settings (session));

  ls_undo_push (undo, "Settings", LS_SESSION_PART_SETTINGS);
  settings->queue_ranks[LS_QUEUE_TYPE_INPUT] = 3;
  ls_session_set_settings (session, settings);
  ls_undo_push (undo, "Bookmark", LS_SESSION_PART_MARKS);
  ls_session_set_bookmark (session, 3, "here");
  ls_session_set_note (session, 4, "there");
  g_assert_true (ls_session_insert_breakpoint (session, 0, rule, NULL));

  g_assert_true (ls_undo_undo (undo));
  g_assert_cmpuint (ls_session_get_n_bookmarks (session), ==, 0);
  g_assert_cmpuint (ls_session_get_n_notes (session), ==, 0);
  g_assert_cmpuint (ls_session_get_n_breakpoints (session), ==, 1);
  g_assert_cmpuint (ls_session_get_settings (session)->queue_ranks[LS_QUEUE_TYPE_INPUT], ==, 3);
  g_assert_true (ls_undo_undo (undo));
  g_assert_cmpuint (ls_session_get_settings (session)->queue_ranks[LS_QUEUE_TYPE_INPUT], ==, LS_SETTINGS_RANK_OF_PRESET);
  g_assert_cmpstr (ls_session_get_settings (session)->preset, ==, "spec");
  g_assert_cmpuint (ls_session_get_n_breakpoints (session), ==, 1);
  g_assert_true (ls_undo_redo (undo));
  g_assert_true (ls_undo_redo (undo));
  g_assert_cmpuint (ls_session_get_n_bookmarks (session), ==, 1);
  g_assert_cmpuint (ls_session_get_settings (session)->queue_ranks[LS_QUEUE_TYPE_INPUT], ==, 3);
}

static void
test_conditions (void)
{
  g_autoptr (LsSession) session = session_new ("", "", "\"breakpoints\": [" EACH_KIND
                                               ",{\"on\":\"line\",\"script\":\"a\",\"line\":1}"
                                               ",{\"on\":\"line\",\"script\":\"a\",\"line\":2,\"condition\":\"x\",\"enabled\":false}"
                                               ",{\"on\":\"line\",\"script\":\"b\",\"line\":2,\"condition\":\"y\"}]");
  g_autoptr (LsSession) none = session_new ("", "", "");
  g_autoptr (GArray) indices = NULL;
  g_autoptr (GArray) empty = NULL;
  g_autoptr (LsProgramOptions) options = ls_session_get_conditions (session, &indices);

  g_assert_cmpuint (options->n_breakpoints, ==, 2);
  g_assert_cmpstr (options->breakpoints[1].script, ==, "b");
  g_assert_cmpstr (options->breakpoints[1].condition, ==, "y");
  g_assert_cmpuint (g_array_index (indices, guint, 0), ==, 0);
  g_assert_cmpuint (g_array_index (indices, guint, 1), ==, 14);
  g_assert_null (ls_session_get_conditions (none, &empty));
  g_assert_cmpuint (empty->len, ==, 0);
}

static void
test_agents_round_trip (void)
{
  static const char *const kinds[] = {
    "{ \"on\": \"task-start\", \"task\": \"a\", \"agent\": \"T1\" }",
    "{ \"on\": \"agent-run\", \"from\": 2, \"agent\": \"T*\" }",
    "{ \"on\": \"agent-wait\", \"agent\": \"T1\", \"memory\": \"lock\", \"index\": 0 }",
    "{ \"on\": \"agent-notified\", \"enabled\": false, \"memory\": \"lock\" }",
    "{ \"on\": \"memory\", \"memory\": \"count\", \"index\": 4294967294, \"value\": -5 }",
    "{ \"on\": \"memory\", \"value\": \"18446744073709551615\" }",
    "{ \"on\": \"memory\", \"value\": \"-9223372036854775808\" }",
    "{ \"on\": \"memory\", \"value\": 9007199254740992 }",
    "{ \"on\": \"lock\", \"every\": 3, \"index\": 7 }",
  };
  g_autoptr (LsBreakRule) digits = break_rule_new ("{\"on\":\"memory\",\"value\":\"12\"}");
  g_autoptr (LsBreakRule) number = break_rule_new ("{\"on\":\"memory\",\"value\":12}");

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autoptr (LsBreakRule) rule = break_rule_new (kinds[i]);
      g_autofree char *json = ls_break_rule_to_json (rule);

      g_assert_true (ls_break_rule_is_complete (rule));
      g_assert_cmpstr (json, ==, kinds[i]);
    }
  g_assert_true (ls_break_rule_equal (digits, number));
}

/* The value of an element that @state knows, as breakpoints have it. */
static gboolean
has_value (LsState    *state,
           guint32     memory,
           guint32     byte_index,
           const char *value)
{
  const LsCellState *cell = ls_state_get_cell (state, memory, byte_index);

  return cell != NULL && cell->value == g_ascii_strtoll (value, NULL, 10);
}

/* What states say before and after each record of the examples with agents is what breakpoints stop at. */
static void
test_agents_examples (void)
{
  static const char *const names[] = { "barging", "condition", "fair-lock", "lock", "lost-wake-up", "not-equal", "shared-with-main" };
  guint n_hits[5] = { 0 };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *name = g_strdup_printf ("atomics-%s.loopscope", names[i]);
      g_autofree char *path = g_build_filename (g_getenv ("LS_TEST_SOURCE_ROOT"), "data/sessions", name, NULL);
      g_autoptr (GError) error = NULL;
      g_autoptr (LsSession) session = ls_session_new_from_path (path, &error);
      g_autoptr (LsRunner) runner = NULL;
      g_autoptr (GPtrArray) rules = g_ptr_array_new_with_free_func ((GDestroyNotify) ls_break_rule_free);
      g_autoptr (LsBreakMatcher) matcher = NULL;
      g_autoptr (LsState) before = NULL;
      g_autoptr (LsState) after = NULL;
      LsTrace *trace;
      gsize none;

      g_assert_no_error (error);
      runner = runner_new (session);
      ls_runner_run_to_end (runner, NULL);
      trace = ls_runner_get_trace (runner);
      g_ptr_array_add (rules, break_rule_new ("{\"on\":\"agent-wait\"}"));
      g_ptr_array_add (rules, break_rule_new ("{\"on\":\"agent-notified\"}"));
      g_ptr_array_add (rules, break_rule_new ("{\"on\":\"memory\",\"value\":1}"));
      g_ptr_array_add (rules, break_rule_new ("{\"on\":\"lock\"}"));
      g_ptr_array_add (rules, break_rule_new ("{\"on\":\"agent-run\"}"));
      matcher = ls_break_matcher_new (trace, rules);
      while (ls_break_matcher_forward (matcher, G_MAXSIZE, G_MAXSIZE, 1000, &none) == LS_BREAK_MORE ||
             ls_break_matcher_backward (matcher, ls_trace_get_length (trace) + 1, 1000, &none) == LS_BREAK_MORE)
        ;
      before = ls_state_new (trace);
      after = ls_state_new (trace);
      for (gsize position = 1; position <= ls_trace_get_length (trace); position++)
        {
          guint n_found;
          const LsBreakHit *hits = ls_break_matcher_get_hits (matcher, position, &n_found);
          gboolean is_hit[5] = { FALSE };
          gboolean expected[5] = { FALSE };
          LsRecord record;

          for (guint k = 0; k < n_found; k++)
            {
              is_hit[hits[k].rule] = TRUE;
              n_hits[hits[k].rule]++;
            }
          ls_trace_get_record (trace, position - 1, &record);
          ls_state_seek (before, position - 1);
          ls_state_seek (after, position);
          expected[0] = record.kind == LS_RECORD_WAITER_ADDED;
          expected[1] = record.kind == LS_RECORD_WAITER_REMOVED && ls_state_get_waiter (after, record.subject)->ending == 0;
          if (record.kind == LS_RECORD_ATOMIC_OPERATION)
            {
              const LsCellState *cell = ls_state_get_cell (after, record.subject, record.object);
              const LsCellState *was = ls_state_get_cell (before, record.subject, record.object);

              expected[2] = (record.flags & LS_RECORD_FLAG_WROTE) && has_value (after, record.subject, record.object, "1") &&
                            !has_value (before, record.subject, record.object, "1");
              expected[3] = cell != NULL && cell->lock_owner != 0 && (was == NULL || was->lock_owner != cell->lock_owner ||
                                                                      record.flags & LS_RECORD_FLAG_LOCKED);
            }
          for (guint k = 0; k < 4; k++)
            if (is_hit[k] != expected[k])
              g_error ("%s: rule %u at %" G_GSIZE_FORMAT, name, k, position);
          if (is_hit[4])
            g_assert_cmpuint (hits[n_found - 1].subject, ==, ls_state_get_current_agent (after));
        }
    }
  for (guint k = 0; k < G_N_ELEMENTS (n_hits); k++)
    g_assert_cmpuint (n_hits[k], >, 2);
}

/* Who sets a breakpoint in a script need not make a session of it. */
static void
test_script (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LsSession) session = ls_session_new_for_text ("a.js", "1", &error);
  g_autoptr (LsBreakRule) rule = ls_break_rule_new_for_line ("a.js", 1, NULL);
  g_autoptr (LsSession) copy = NULL;

  g_assert_no_error (error);
  g_assert_true (ls_session_insert_breakpoint (session, 0, rule, &error));
  g_assert_no_error (error);
  g_assert_true (ls_session_is_plain_script (session));
  copy = ls_session_copy (session);
  g_assert_cmpint (ls_session_find_line_breakpoint (copy, "a.js", 1), ==, 0);
}

#define VALUE \
  "a whole number that an element can be, or one as text: in an Int32Array from -2147483648 to 2147483647, " \
  "in a BigInt64Array from -9223372036854775808 to 9223372036854775807, in a BigUint64Array from 0 to 18446744073709551615"

static const struct
{
  const char *json, *message;
} bad[] = {
  { "[]", "breakpoint: /: found an array, expected a breakpoint: an object with “on”" },
  { "{}", "breakpoint: /on: found nothing, expected what the breakpoint looks for" },
  { "{\"on\":\"x\"}", "breakpoint: /on: found “x”, expected one of line, task-start, prioritychange, abort, signal, priority, "
                      "time, log, queue-length, wait, agent-run, agent-wait, agent-notified, memory, lock" },
  { "{\"on\":\"line\",\"line\":1}", "breakpoint: /script: found nothing, expected the name of a script" },
  { "{\"on\":\"line\",\"script\":\"\",\"line\":1}", "breakpoint: /script: found “”, expected the name of a script" },
  { "{\"on\":\"line\",\"script\":\"a\"}", "breakpoint: /line: found nothing, expected a whole number from 1 to 4294967295" },
  { "{\"on\":\"line\",\"script\":\"a\",\"line\":0}",
    "breakpoint: /line: found 0, expected a whole number from 1 to 4294967295" },
  { "{\"on\":\"task-start\",\"condition\":\"x\"}",
    "breakpoint: /condition: found “condition” in a breakpoint on “task-start”, which does not take it" },
  { "{\"on\":\"task-start\",\"task\":3}",
    "breakpoint: /task: found 3, expected the name of a task, perhaps with “*” and “?”" },
  { "{\"on\":\"task-start\",\"enabled\":1}", "breakpoint: /enabled: found 1, expected true or false" },
  { "{\"on\":\"task-start\",\"from\":0}", "breakpoint: /from: found 0, expected a whole number from 1 to 4294967295" },
  { "{\"on\":\"task-start\",\"every\":1.5}", "breakpoint: /every: found 1.5, expected a whole number from 1 to 4294967295" },
  { "{\"on\":\"time\",\"ms\":1,\"every\":2}",
    "breakpoint: /every: found “every” in a breakpoint on “time”, which does not take it" },
  { "{\"on\":\"time\",\"ms\":-1}", "breakpoint: /ms: found -1, expected a number, 0 or more" },
  { "{\"on\":\"time\"}", "breakpoint: /ms: found nothing, expected a number, 0 or more" },
  { "{\"on\":\"signal\"}", "breakpoint: /signal: found nothing, expected the name of a signal, perhaps with “*” and “?”" },
  { "{\"on\":\"priority\"}",
    "breakpoint: /priority: found nothing, expected “user-blocking”, “user-visible” or “background”" },
  { "{\"on\":\"priority\",\"priority\":\"high\"}",
    "breakpoint: /priority: found “high”, expected “user-blocking”, “user-visible” or “background”" },
  { "{\"on\":\"log\",\"text\":\"\"}", "breakpoint: /text: found “”, expected text that is not empty" },
  { "{\"on\":\"queue-length\"}", "breakpoint: /length: found nothing, expected a whole number from 0 to 4294967295" },
  { "{\"on\":\"queue-length\",\"length\":1,\"queue\":\"inputs\"}",
    "breakpoint: /queue: found “inputs”, expected “any”, “all” or the name of a queue such as “input” or “web-scheduling”" },
  { "{\"on\":\"queue-length\",\"length\":1,\"queue\":\"all\",\"signal\":\"a\"}",
    "breakpoint: /signal: found “signal” although “queue” names a queue, expected at most one of them" },
  { "{\"on\":\"agent-run\",\"task\":\"a\"}",
    "breakpoint: /task: found “task” in a breakpoint on “agent-run”, which does not take it" },
  { "{\"on\":\"time\",\"ms\":1,\"agent\":\"a\"}",
    "breakpoint: /agent: found “agent” in a breakpoint on “time”, which does not take it" },
  { "{\"on\":\"agent-wait\",\"agent\":1}",
    "breakpoint: /agent: found 1, expected the name of an agent, perhaps with “*” and “?”" },
  { "{\"on\":\"lock\",\"memory\":[]}",
    "breakpoint: /memory: found an array, expected the name of shared memory, perhaps with “*” and “?”" },
  { "{\"on\":\"memory\",\"index\":-1}", "breakpoint: /index: found -1, expected a whole number from 0 to 4294967294" },
  { "{\"on\":\"memory\",\"index\":4294967295}",
    "breakpoint: /index: found 4294967295, expected a whole number from 0 to 4294967294" },
  { "{\"on\":\"memory\",\"value\":1.5}", "breakpoint: /value: found 1.5, expected " VALUE },
  { "{\"on\":\"memory\",\"value\":\"-0\"}", "breakpoint: /value: found “-0”, expected " VALUE },
  { "{\"on\":\"memory\",\"value\":\"18446744073709551616\"}",
    "breakpoint: /value: found “18446744073709551616”, expected " VALUE },
  { "{\"on\":\"memory\",\"value\":\"-9223372036854775809\"}",
    "breakpoint: /value: found “-9223372036854775809”, expected " VALUE },
  { "{\"on\":\"memory\",\"value\":18446744073709551616}",
    "breakpoint: /value: found 1.8446744073709552e+19, expected " VALUE },
  { "{\"on\":\"memory\",\"value\":null}", "breakpoint: /value: found null, expected " VALUE },
  { "{\"on\":\"lock\",\"value\":1}",
    "breakpoint: /value: found “value” in a breakpoint on “lock”, which does not take it" },
  { "{\"on\":", "breakpoint: /on: line 1, column 7: found the end of the file, expected a value" },
};

static void
test_bad (void)
{
  g_autoptr (GString) many = g_string_new ("\"breakpoints\": [");
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) wrong = NULL;

      g_assert_null (ls_break_rule_new_from_json (bad[i].json, &wrong));
      g_assert_nonnull (wrong);
      g_assert_cmpstr (wrong->message, ==, bad[i].message);
    }

  for (guint i = 0; i <= LS_SESSION_MAX_BREAKPOINTS; i++)
    g_string_append_printf (many, "%s{\"on\":\"abort\"}", i > 0 ? "," : "");
  g_string_append_c (many, ']');
  text = session_text ("", "", many->str);
  g_assert_null (ls_session_new_from_data ("test", text, -1, &error));
  g_assert_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_LIMIT);
  g_assert_cmpstr (error->message, ==, "test: /breakpoints: found 1001 breakpoints, expected at most 1000");
  g_clear_error (&error);

  g_free (text);
  text = session_text ("", "", "\"breakpoints\":[{\"on\":\"abort\"},{\"on\":\"log\"}]");
  g_assert_null (ls_session_new_from_data ("test", text, -1, &error));
  g_assert_cmpstr (error->message, ==, "test: /breakpoints/1/text: found nothing, expected text that is not empty");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/breakpoints/round-trip", test_round_trip);
  g_test_add_func ("/breakpoints/changes", test_changes);
  g_test_add_func ("/breakpoints/lines", test_lines);
  g_test_add_func ("/breakpoints/parts", test_parts);
  g_test_add_func ("/breakpoints/conditions", test_conditions);
  g_test_add_func ("/breakpoints/script", test_script);
  g_test_add_func ("/breakpoints/bad", test_bad);
  g_test_add_func ("/breakpoints/agents/round-trip", test_agents_round_trip);
  g_test_add_func ("/breakpoints/agents/examples", test_agents_examples);

  return g_test_run ();
}
