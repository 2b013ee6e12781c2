/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "random-trace.h"

#include <json-glib/json-glib.h>

#include "ls-record-format.h"
#include "ls-selection-private.h"
#include "ls-state-format.h"
#include "ls-state-private.h"
#include "ls-trace-private.h"
#include "sanitized.h"

#define N_RECORDS 200000

static LsTrace *random_trace;

/* Any positions in any order give what going forwards from the beginning gives. */
static void
test_any_position (void)
{
  g_autoptr (LsTrace) copy = copy_trace (random_trace);
  g_autoptr (LsState) forwards = ls_state_new (copy);
  g_autoptr (LsState) state = ls_state_new (random_trace);
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);
  gsize length = ls_trace_get_length (random_trace);
  gsize positions[25];
  char *expected[G_N_ELEMENTS (positions)];

  for (guint i = 0; i < G_N_ELEMENTS (positions); i++)
    {
      gsize base = i == 0 ? 0 : positions[i - 1];

      positions[i] = MIN (length, base + g_rand_int_range (rand, 1, 2 * length / G_N_ELEMENTS (positions)));
      while (ls_state_get_position (forwards) < positions[i])
        ls_state_seek (forwards, MIN (positions[i], ls_state_get_position (forwards) + 1000));
      expected[i] = ls_state_to_json (forwards);
    }

  for (guint i = 0; i < TIMES (60, 15); i++)
    {
      guint n = g_rand_int_range (rand, 0, G_N_ELEMENTS (positions));
      g_autofree char *json = NULL;

      ls_state_seek (state, positions[n]);
      g_assert_cmpuint (ls_state_get_position (state), ==, positions[n]);
      json = ls_state_to_json (state);
      g_assert_cmpstr (json, ==, expected[n]);
    }

  for (guint i = 0; i < G_N_ELEMENTS (positions); i++)
    g_free (expected[i]);
}

/* What a state says that it takes is what it has asked for, where nobody shares it: that is what keyframes are measured by. */
static void
test_bytes (void)
{
  static const guint kinds[] = {
    LS_RECORD_TASK_POSTED, LS_RECORD_QUEUE_CREATED, LS_RECORD_SIGNAL_CREATED, LS_RECORD_SIGNAL_ABORT_SOURCE, LS_RECORD_TIMER_INSTALLED,
    LS_RECORD_MICROTASK_QUEUED, LS_RECORD_SCHEDULER_CREATED, LS_RECORD_AGENT_CREATED, LS_RECORD_MEMORY_CREATED,
    LS_RECORD_ATOMIC_OPERATION, LS_RECORD_WAITER_ADDED,
  };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autoptr (LsTrace) trace = ls_trace_new ();
      g_autoptr (LsState) state = NULL;
      LsKeyframes *keyframes = ls_trace_get_keyframes (trace);
      gsize bytes;

      write_record (trace, MEMORY_CREATED, .subject = 1, .value = 4096);
      for (guint32 id = 1; id <= 300; id++)
        write_full (trace, (LsRecord) { .kind = kinds[i], .subject = kinds[i] == LS_RECORD_ATOMIC_OPERATION ? 1 : id, .object = id * 4,
                                        .value = 1, .priority = 1, .flags = LS_RECORD_FLAG_TASK_SIGNAL });
      state = state_at_end (trace);
      bytes = ls_world_get_bytes (ls_state_get_world (state)) - sizeof (LsWorld);
      g_assert_cmpuint (bytes, ==, *ls_keyframes_get_account (keyframes));
      g_assert_cmpuint (bytes, >, 300);
    }
}

/* One record back and forth, as a person steps. */
static void
test_single_steps (void)
{
  g_autoptr (LsState) state = ls_state_new (random_trace);
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;

  ls_state_seek (state, 50000);
  before = ls_state_to_json (state);
  for (guint i = 1; i <= 40; i++)
    ls_state_seek (state, 50000 - i);
  for (guint i = 40; i-- > 0;)
    ls_state_seek (state, 50000 - i);
  after = ls_state_to_json (state);

  g_assert_cmpstr (before, ==, after);
}

static void
test_ends (void)
{
  g_autoptr (LsState) state = ls_state_new (random_trace);
  g_autoptr (LsState) fresh = ls_state_new (random_trace);
  g_autofree char *expected = ls_state_to_json (fresh);
  g_autofree char *json = NULL;

  ls_state_seek (state, G_MAXSIZE);
  g_assert_cmpuint (ls_state_get_position (state), ==, ls_trace_get_length (random_trace));
  g_assert_cmpuint (ls_state_get_step (state), ==, ls_trace_get_n_steps (random_trace));
  ls_state_seek (state, 0);
  json = ls_state_to_json (state);
  g_assert_cmpstr (json, ==, expected);
}

static void
test_steps_agree (void)
{
  g_autoptr (LsState) state = ls_state_new (random_trace);
  guint32 n_steps = ls_trace_get_n_steps (random_trace);

  for (guint32 step = 0; step <= n_steps; step += 371)
    {
      gsize position = ls_trace_find_step (random_trace, step);

      ls_state_seek (state, position);
      g_assert_cmpuint (ls_state_get_step (state), ==, step);
      g_assert_cmpuint (ls_trace_get_step_at (random_trace, position), ==, step);
    }
}

/* Counts what the lists hold, the slow way: by the status of every task. */
/* The task that the loop would choose at this very position. */
static guint32
choose_now (LsState *state)
{
  LsNextTask next;

  ls_selection_find_next (ls_state_get_world (state), &next);
  return next.task;
}

static void
check_lists (LsState *state)
{
  guint32 n_delayed = 0, n_queued = 0, n_listed = 0, n_found = 0, next = 0;
  guint64 due_at = 0;
  int best = -1;
  guint rank = 256;

  for (guint32 id = 1; id <= ls_state_get_n_tasks (state); id++)
    {
      const LsTaskState *task = ls_state_get_task (state, id);
      const LsQueueState *queue = task != NULL ? ls_state_get_queue (state, task->queue) : NULL;

      n_delayed += task != NULL && task->status == LS_TASK_STATUS_DELAYED;
      if (task == NULL || (task->status != LS_TASK_STATUS_QUEUED && task->status != LS_TASK_STATUS_INCOMING))
        continue;
      n_queued++;
      if (queue != NULL && (queue->effective_priority > best
                            || (queue->effective_priority == best
                                && task->enqueue_order < ls_state_get_task (state, next)->enqueue_order)))
        {
          best = queue->effective_priority;
          rank = ls_state_get_effective_priority_rank (state, best);
          next = id;
        }
    }
  for (guint32 id = 1; id <= ls_state_get_n_tasks (state); id++)
    {
      const LsTaskState *task = ls_state_get_task (state, id);
      guint own_rank = task != NULL ? ls_state_get_rank (state, task->queue_type) : 0;

      if (task == NULL || task->queue != 0
          || (task->status != LS_TASK_STATUS_QUEUED && task->status != LS_TASK_STATUS_INCOMING))
        continue;
      if (own_rank < rank
          || (own_rank == rank && task->enqueue_order < ls_state_get_task (state, next)->enqueue_order))
        {
          rank = own_rank;
          next = id;
        }
    }
  g_assert_cmpuint (choose_now (state), ==, next);

  g_assert_cmpuint (ls_state_get_delayed_tasks (state)->length, ==, n_delayed);
  for (guint32 id = ls_state_get_delayed_tasks (state)->first; id != 0; n_found++)
    {
      const LsTaskState *task = ls_state_get_task (state, id);

      g_assert_cmpuint (task->due_at, >=, due_at);
      due_at = task->due_at;
      id = task->next_delayed;
    }
  g_assert_cmpuint (n_found, ==, n_delayed);

  for (guint32 id = 1; id <= ls_state_get_n_queues (state); id++)
    n_listed += ls_state_get_queue (state, id)->tasks.length;
  for (guint type = 0; type < LS_N_QUEUE_TYPES; type++)
    for (guint k = 0; ls_queue_type_is_valid (type) && k < LS_N_WORK_QUEUES; k++)
      if (k != LS_WORK_QUEUE_DELAYED_INCOMING)
        n_listed += ls_state_get_loop_queue (state, type)->work_queues[k].length;
  g_assert_cmpuint (n_listed, ==, n_queued);
}

static void
test_lists_agree (void)
{
  g_autoptr (LsState) state = ls_state_new (random_trace);

  for (gsize position = 0; position < ls_trace_get_length (random_trace); position += 4999)
    {
      ls_state_seek (state, position);
      check_lists (state);
    }
}

static void
test_candidates_agree (void)
{
  g_autoptr (LsState) state = ls_state_new (random_trace);

  for (gsize position = 0; position < ls_trace_get_length (random_trace); position += 7919)
    {
      g_autofree LsCandidate *candidates = NULL;
      g_autoptr (LsExplanation) explanation = NULL;
      guint n_candidates;

      ls_state_seek (state, position);
      candidates = ls_explain_candidates (state, &n_candidates);
      explanation = ls_explain_next (state);
      g_assert_cmpuint (explanation->task, ==, ls_state_get_next_task (state));
      g_assert_cmpuint (explanation->n_candidates, ==, n_candidates);
      if (n_candidates == 0)
        continue;
      g_assert_cmpuint (candidates[0].oldest_task, ==, ls_state_get_next_task (state));
      g_assert_cmpuint (candidates[0].queue, ==, ls_state_get_next_queue (state));
    }
}

static void
test_json_is_valid (void)
{
  g_autoptr (LsState) state = ls_state_new (random_trace);
  g_autoptr (JsonParser) parser = json_parser_new ();

  for (gsize position = 0; position < ls_trace_get_length (random_trace); position += 50021)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *json = NULL;
      g_autofree char *text = NULL;

      ls_state_seek (state, position);
      json = ls_state_to_json (state);
      text = ls_state_to_text (state);
      json_parser_load_from_data (parser, json, -1, &error);
      g_assert_no_error (error);
      g_assert_true (g_utf8_validate (text, -1, NULL));
    }
}

/* Keyframes must not grow without bound, and seeking must still be right. */
static void
test_keyframes_are_bounded (void)
{
  g_autoptr (LsTrace) copy = copy_trace (random_trace);
  g_autoptr (LsState) state = ls_state_new (copy);
  LsKeyframes *keyframes = ls_trace_get_keyframes (copy);
  gsize *account = ls_keyframes_get_account (keyframes);
  g_autofree char *at_end = NULL;
  g_autofree char *again = NULL;
  gsize bytes, n_frames;

  ls_keyframes_set_budget (keyframes, 0);
  ls_state_seek (state, G_MAXSIZE);
  bytes = *account;
  at_end = ls_state_to_json (state);
  n_frames = ls_keyframes_get_n_frames (keyframes);
  g_test_message ("%" G_GSIZE_FORMAT " keyframes, %" G_GSIZE_FORMAT " bytes", n_frames, bytes);
  g_assert_cmpuint (n_frames, >=, 1);
  g_assert_cmpuint (n_frames, <, ls_trace_get_length (copy) / 16384);
  g_assert_cmpuint (bytes, <=, 3 * ls_world_get_bytes (ls_state_get_world (state)));

  for (guint i = 0; i < 50; i++)
    ls_state_seek (state, (gsize) i * 7919 % ls_trace_get_length (copy));
  g_assert_cmpuint (ls_keyframes_get_n_frames (keyframes), <=, n_frames + 1);
  ls_state_seek (state, G_MAXSIZE);
  again = ls_state_to_json (state);
  g_assert_cmpstr (at_end, ==, again);
}

/* The memory of all tables comes back. */
static void
test_memory_comes_back (void)
{
  g_autoptr (LsTrace) copy = copy_trace (random_trace);
  gsize *account = ls_keyframes_get_account (ls_trace_get_keyframes (copy));
  LsState *first = ls_state_new (copy);
  LsState *second;
  gsize bytes;

  ls_state_seek (first, G_MAXSIZE);
  ls_state_unref (first);
  bytes = *account;

  for (guint i = 0; i < 5; i++)
    {
      second = ls_state_new (copy);
      ls_state_seek (second, 150000);
      ls_state_seek (second, 3000 * i);
      g_assert_cmpuint (*account, >=, bytes);
      ls_state_unref (second);
      g_assert_cmpuint (*account, ==, bytes);
    }
}

int
main (int   argc,
      char *argv[])
{
  int result;

  g_test_init (&argc, &argv, NULL);
  random_trace = ls_trace_new ();
  write_random_trace (random_trace, N_RECORDS, 42);

  g_test_add_func ("/seek/any-position", test_any_position);
  g_test_add_func ("/seek/bytes", test_bytes);
  g_test_add_func ("/seek/single-steps", test_single_steps);
  g_test_add_func ("/seek/ends", test_ends);
  g_test_add_func ("/seek/steps-agree", test_steps_agree);
  g_test_add_func ("/seek/lists-agree", test_lists_agree);
  g_test_add_func ("/seek/candidates-agree", test_candidates_agree);
  g_test_add_func ("/seek/json-is-valid", test_json_is_valid);
  g_test_add_func ("/seek/keyframes-are-bounded", test_keyframes_are_bounded);
  g_test_add_func ("/seek/memory-comes-back", test_memory_comes_back);

  result = g_test_run ();
  g_object_unref (random_trace);
  return result;
}
