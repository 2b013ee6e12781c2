/* test-trace-cursor.c: whose turn it is, and by what tasks are known again
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "ls-task-identity-private.h"
#include "ls-trace-cursor-private.h"
#include "ls-turn-tracker-private.h"
#include "record-writer.h"

/* One record more, at a time in µs. */
#define advance(self, position, at, record_kind, ...) \
  ls_trace_cursor_advance (self, &(LsRecord) { .kind = LS_RECORD_##record_kind, .time = at, __VA_ARGS__ }, position)

static void
test_turn (void)
{
  LsTraceCursor cursor;

  ls_trace_cursor_init (&cursor, NULL, 0);
  g_assert_cmpuint (cursor.turn.task, ==, 0);
  g_assert_cmpuint (cursor.turn.priority, ==, LS_TASK_PRIORITY_NONE);
  g_assert_false (advance (&cursor, 0, 5, TASK_POSTED, .subject = 3));
  g_assert_cmpuint (cursor.turn.task, ==, 0);

  g_assert_false (advance (&cursor, 7, 10, TASK_SELECTED, .subject = 3, .priority = LS_TASK_PRIORITY_BACKGROUND,
                           .queue = LS_QUEUE_TYPE_V8, .flags = LS_RECORD_FLAG_CONTINUATION));
  g_assert_cmpuint (cursor.turn.task, ==, 3);
  g_assert_cmpuint (cursor.turn.priority, ==, LS_TASK_PRIORITY_BACKGROUND);
  g_assert_cmpuint (cursor.turn.queue, ==, LS_QUEUE_TYPE_V8);
  g_assert_cmpuint (cursor.turn.position, ==, 7);
  g_assert_cmpuint (cursor.turn.began_at, ==, 10);
  g_assert_cmpuint (cursor.turn.ended_at, ==, 10);
  g_assert_true (cursor.turn.is_continuation);
  g_assert_true (cursor.turn.is_whole);
  g_assert_false (cursor.turn.in_callback);

  g_assert_false (advance (&cursor, 8, 10, TASK_STARTED, .subject = 3));
  g_assert_true (cursor.turn.in_callback);
  g_assert_false (advance (&cursor, 9, 20, TASK_FINISHED, .subject = 3));
  g_assert_false (cursor.turn.in_callback);
  g_assert_cmpuint (cursor.turn.ended_at, ==, 20);
  advance (&cursor, 10, 21, MICROTASK_STARTED, .subject = 1);
  g_assert_true (cursor.turn.in_callback);
  advance (&cursor, 11, 25, MICROTASK_FINISHED, .subject = 1);
  g_assert_false (cursor.turn.in_callback);
  g_assert_cmpuint (cursor.turn.ended_at, ==, 25);

  g_assert_true (advance (&cursor, 12, 30, TURN_ENDED));
  g_assert_cmpuint (cursor.over.task, ==, 3);
  g_assert_cmpuint (cursor.over.ended_at, ==, 25);
  g_assert_cmpuint (cursor.turn.task, ==, 0);
  g_assert_cmpuint (cursor.turn.priority, ==, LS_TASK_PRIORITY_NONE);
  g_assert_false (advance (&cursor, 13, 30, TURN_ENDED));
  ls_trace_cursor_clear (&cursor);
}

/* A task that is selected ends the turn of the one before, which may not say so itself. */
static void
test_turn_without_end (void)
{
  LsTraceCursor cursor;

  ls_trace_cursor_init (&cursor, NULL, 0);
  advance (&cursor, 0, 1, TASK_SELECTED, .subject = 1);
  g_assert_true (advance (&cursor, 1, 2, TASK_SELECTED, .subject = 2));
  g_assert_cmpuint (cursor.over.task, ==, 1);
  g_assert_cmpuint (cursor.turn.task, ==, 2);
  g_assert_cmpuint (cursor.turn.began_at, ==, 2);
  ls_trace_cursor_clear (&cursor);
}

static void
test_elsewhere (void)
{
  LsTraceCursor cursor;

  ls_trace_cursor_init (&cursor, NULL, 0);
  advance (&cursor, 0, 100, TASK_SELECTED, .subject = 1);
  advance (&cursor, 1, 140, CLOCK_ADVANCED, .value = 30);
  g_assert_cmpuint (cursor.turn.elsewhere, ==, 0);
  g_assert_cmpuint (cursor.turn.elsewhere_after, ==, 30);
  advance (&cursor, 2, 150, TASK_FINISHED, .subject = 1);
  g_assert_cmpuint (cursor.turn.elsewhere, ==, 30);
  g_assert_cmpuint (cursor.turn.elsewhere_after, ==, 0);
  /* No more than has passed since the turn began. */
  advance (&cursor, 3, 160, CLOCK_ADVANCED, .value = 1000);
  g_assert_cmpuint (cursor.turn.elsewhere_after, ==, 60);
  ls_trace_cursor_clear (&cursor);
}

static void
test_agents (void)
{
  LsTraceCursor cursor;
  LsCursorTurn *other;
  guint32 block[2] = { 11, 12 }, i = 0;
  gpointer other_block;

  ls_trace_cursor_init (&cursor, block, sizeof block);
  advance (&cursor, 0, 1, TASK_SELECTED, .subject = 1);
  advance (&cursor, 1, 2, AGENT_RUN, .subject = 2);
  g_assert_cmpuint (cursor.agent, ==, 2);
  g_assert_cmpuint (cursor.turn.task, ==, 0);
  g_assert_cmpuint (cursor.turn.priority, ==, LS_TASK_PRIORITY_NONE);
  g_assert_cmpuint (block[0], ==, 0);
  block[0] = 21;
  advance (&cursor, 2, 3, TASK_SELECTED, .subject = 2);

  other = ls_trace_cursor_next_other (&cursor, &i, &other_block);
  g_assert_cmpuint (other->task, ==, 1);
  g_assert_cmpuint (other->left_at, ==, 2);
  g_assert_cmpuint (*(guint32 *) other_block, ==, 11);
  g_assert_null (ls_trace_cursor_next_other (&cursor, &i, &other_block));

  /* What is said of no agent, or of one that cannot be, changes nothing. */
  advance (&cursor, 3, 4, AGENT_RUN, .subject = 0);
  advance (&cursor, 4, 4, AGENT_RUN, .subject = LS_TRACE_CURSOR_MAX_AGENTS);
  g_assert_cmpuint (cursor.turn.task, ==, 2);

  advance (&cursor, 5, 5, AGENT_RUN, .subject = 1);
  g_assert_cmpuint (cursor.turn.task, ==, 1);
  g_assert_cmpuint (cursor.turn.left_at, ==, 2);
  g_assert_cmpuint (block[0], ==, 11);
  g_assert_cmpuint (block[1], ==, 12);
  advance (&cursor, 6, 6, LOG);
  g_assert_cmpuint (cursor.turn.left_at, ==, LS_TIME_NEVER);

  ls_trace_cursor_clear (&cursor);
  g_assert_cmpuint (cursor.agent, ==, 1);
  g_assert_cmpuint (cursor.turn.task, ==, 0);
}

/* The beginning of a trace may be gone. */
static void
test_begin_at (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();
  g_autoptr (LsState) state = ls_state_new (trace);
  LsTraceCursor cursor;
  LsCursorTurn *other;
  guint32 i = 0;

  writer_time = 10;
  write_record (trace, AGENT_CREATED, .subject = 1, .text = text_of (trace, "main"));
  write_record (trace, AGENT_CREATED, .subject = 2, .object = 1, .text = text_of (trace, "worker"));
  write_record (trace, TASK_INCOMING, .subject = 1, .queue = LS_QUEUE_TYPE_INPUT);
  write_record (trace, TASK_SELECTED, .subject = 1, .queue = LS_QUEUE_TYPE_INPUT);
  write_record (trace, TASK_STARTED, .subject = 1);
  writer_time = 20;
  write_record (trace, AGENT_RUN, .subject = 2, .level = 1);
  write_record (trace, TASK_POSTED, .subject = 2, .priority = LS_TASK_PRIORITY_BACKGROUND);
  write_record (trace, TASK_SELECTED, .subject = 2, .priority = LS_TASK_PRIORITY_BACKGROUND);
  publish (trace);

  ls_trace_cursor_init (&cursor, NULL, 0);
  ls_state_seek (state, 8);
  ls_trace_cursor_begin_at (&cursor, state, 25);
  g_assert_cmpuint (cursor.agent, ==, 2);
  g_assert_cmpuint (cursor.turn.task, ==, 2);
  g_assert_cmpuint (cursor.turn.priority, ==, LS_TASK_PRIORITY_BACKGROUND);
  g_assert_cmpuint (cursor.turn.began_at, ==, 25);
  g_assert_cmpuint (cursor.turn.left_at, ==, LS_TIME_NEVER);
  g_assert_false (cursor.turn.is_whole);
  other = ls_trace_cursor_next_other (&cursor, &i, NULL);
  g_assert_cmpuint (other->task, ==, 1);
  g_assert_cmpuint (other->priority, ==, LS_TASK_PRIORITY_NONE);
  g_assert_cmpuint (other->queue, ==, LS_QUEUE_TYPE_INPUT);
  g_assert_cmpuint (other->left_at, ==, 25);
  g_assert_true (other->in_callback);
  ls_trace_cursor_clear (&cursor);
}

static void
test_identity (void)
{
  LsTaskIdentities identities[2];
  LsTaskPoster posters[2] = { { 0 } }, nobody = { 0 };
  guint64 first, second, ids[2];

  for (guint run = 0; run < 2; run++)
    {
      ls_task_identities_init (&identities[run]);
      first = ls_task_identities_add (&identities[run], 5, &nobody);
      second = ls_task_identities_add (&identities[run], 5, &nobody);
      g_assert_cmpuint (first, !=, second);
      g_assert_cmpuint (first, !=, ls_task_identities_add (&identities[run], 6, &nobody));

      posters[run].identity = first;
      ids[run] = ls_task_identities_add (&identities[run], 5, &posters[run]);
      g_assert_cmpuint (ids[run], !=, first);
      g_assert_cmpuint (ids[run], !=, second);
      g_assert_cmpuint (ids[run], !=, ls_task_identities_add (&identities[run], 5, &posters[run]));
      g_assert_cmpuint (g_hash_table_size (identities[run].groups), ==, 3);
      ls_task_identities_end_poster (&identities[run], &posters[run]);
      g_assert_cmpuint (posters[run].identity, ==, 0);
      g_assert_cmpuint (g_hash_table_size (identities[run].groups), ==, 2);
    }
  g_assert_cmpuint (ids[0], ==, ids[1]);
  ls_task_identities_clear (&identities[0]);
  ls_task_identities_clear (&identities[1]);
}

static gboolean
read_record (LsTurnTracker *tracker,
             LsStepOrigin  *origin,
             LsRecord       record)
{
  *origin = (LsStepOrigin) { 0 };
  return ls_turn_tracker_read (tracker, &record, origin);
}

#define read_kind(record_kind, ...) \
  read_record (&tracker, &origin, (LsRecord) { .kind = LS_RECORD_##record_kind, __VA_ARGS__ })

/* A step ends with each callback and each action. The steps of a turn are counted, and an action between them is not. */
static void
test_steps (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();
  const guint32 name = text_of (trace, "task");
  LsTurnTracker tracker;
  LsStepOrigin origin;
  guint64 first;

  ls_turn_tracker_init (&tracker, trace);
  g_assert_false (read_kind (TASK_POSTED, .subject = 1, .text = name));
  g_assert_false (read_kind (TASK_POSTED, .subject = 2, .text = name));
  g_assert_false (read_kind (TASK_SELECTED, .subject = 1));
  g_assert_false (read_kind (TASK_STARTED, .subject = 1));
  g_assert_true (read_kind (TASK_FINISHED, .subject = 1));
  g_assert_cmpuint (origin.identity, !=, 0);
  g_assert_cmpuint (origin.index, ==, 1);
  first = origin.identity;

  g_assert_false (read_kind (ACTION, .text = name));
  g_assert_true (read_kind (ACTION_FINISHED));
  g_assert_cmpuint (origin.identity, !=, 0);
  g_assert_cmpuint (origin.identity, !=, first);
  g_assert_cmpuint (origin.index, ==, 0);

  g_assert_false (read_kind (MICROTASK_STARTED, .subject = 1));
  g_assert_true (read_kind (MICROTASK_FINISHED, .subject = 1));
  g_assert_cmpuint (origin.identity, ==, first);
  g_assert_cmpuint (origin.index, ==, 2);
  g_assert_false (read_kind (TURN_ENDED));

  g_assert_false (read_kind (TASK_SELECTED, .subject = 2));
  g_assert_true (read_kind (TASK_FINISHED, .subject = 2));
  g_assert_cmpuint (origin.identity, !=, first);
  g_assert_cmpuint (origin.index, ==, 1);
  ls_turn_tracker_clear (&tracker);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/trace-cursor/turn", test_turn);
  g_test_add_func ("/trace-cursor/turn-without-end", test_turn_without_end);
  g_test_add_func ("/trace-cursor/elsewhere", test_elsewhere);
  g_test_add_func ("/trace-cursor/agents", test_agents);
  g_test_add_func ("/trace-cursor/begin-at", test_begin_at);
  g_test_add_func ("/trace-cursor/identity", test_identity);
  g_test_add_func ("/trace-cursor/steps", test_steps);

  return g_test_run ();
}
