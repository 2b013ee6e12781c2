/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "random-trace.h"

#include "ls-keyframes-private.h"
#include "ls-state-format.h"
#include "ls-state-private.h"
#include "ls-trace-private.h"
#include "sanitized.h"

#define N_RECORDS 250000
#define N_KEPT 30000
#define PIECE 1000

/* After so many pieces a state is compared. */
#define N_PIECES TIMES (20, 60)

static LsTrace *whole;

/* Writes what is in @whole into @trace, up to a length. */
static void
copy_until (LsTrace *trace,
            gsize    length)
{
  const LsRecord *records;
  gsize n_records;

  if (ls_trace_get_n_texts (trace) == 0)
    for (guint i = 1; i <= ls_trace_get_n_texts (whole); i++)
      text_of (trace, ls_trace_get_text (whole, i));
  for (gsize position = ls_trace_get_length (trace); position < length; position += n_records)
    {
      records = ls_trace_peek_records (whole, position, &n_records);
      n_records = MIN (n_records, length - position);
      for (gsize i = 0; i < n_records; i++)
        write_full (trace, records[i]);
    }
  publish (trace);
}

/* What is next can be recorded in one of two traces and foreseen in the other. */
static char *
describe_without_next (LsState *state)
{
  g_autofree char *json = ls_state_to_json (state);
  const char *next = strstr (json, "  \"next\":");

  g_assert_nonnull (next);
  return g_strdup_printf ("%.*s%s", (int) (next - json), json, strchr (next, '\n'));
}

static void
assert_same_at (LsState *state,
                LsState *expected,
                gsize    position)
{
  g_autofree char *json = NULL;
  g_autofree char *expected_json = NULL;

  ls_state_seek (state, position);
  ls_state_seek (expected, position);
  g_assert_cmpuint (ls_state_get_position (state), ==, position);
  json = describe_without_next (state);
  expected_json = describe_without_next (expected);
  g_assert_cmpstr (json, ==, expected_json);
  g_assert_cmpuint (ls_state_get_n_tasks (state), ==, ls_state_get_n_tasks (expected));
}

/* What is left is what it was, for states that looked before and for new ones. */
static void
test_same (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();
  g_autoptr (LsState) state = ls_state_new (trace);
  g_autoptr (LsState) expected = ls_state_new (whole);
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);
  guint n_forgotten = 0;

  for (gsize length = PIECE; length <= N_RECORDS; length += PIECE)
    {
      gsize start;

      copy_until (trace, length);
      n_forgotten += ls_trace_forget (trace, N_KEPT);
      start = ls_trace_get_start (trace);
      g_assert_cmpuint (start % LS_TRACE_CHUNK, ==, 0);
      g_assert_cmpuint (length - start, <=, N_KEPT + N_KEPT / 4 + LS_TRACE_CHUNK + PIECE);
      if (length > N_KEPT)
        g_assert_cmpuint (length - start, >=, N_KEPT);
      if (length % (N_PIECES * PIECE) != 0)
        continue;
      assert_same_at (state, expected, start);
      assert_same_at (state, expected, g_rand_int_range (rand, start, length));
      assert_same_at (state, expected, length);
      assert_same_at (state, expected, g_rand_int_range (rand, start, length));
    }
  g_assert_cmpuint (n_forgotten, >=, 15);
}

static void
test_before_start (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();
  g_autoptr (LsState) old = ls_state_new (trace);
  g_autoptr (LsState) fresh = NULL;
  g_autoptr (LsState) expected = ls_state_new (whole);
  gsize start;
  LsRecord record;

  copy_until (trace, N_RECORDS);
  ls_state_seek (old, 1000);
  g_assert_false (ls_trace_forget (trace, N_RECORDS));
  g_assert_cmpuint (ls_trace_get_start (trace), ==, 0);
  /* Fewer are to be kept now: that takes a while. */
  g_assert_true (ls_trace_forget (trace, N_KEPT));
  g_assert_cmpuint (ls_trace_get_start (trace), ==, LS_TRACE_CHUNK);
  while (ls_trace_forget (trace, N_KEPT))
    ;
  start = ls_trace_get_start (trace);
  g_assert_cmpuint (start, ==, (N_RECORDS - N_KEPT) / LS_TRACE_CHUNK * LS_TRACE_CHUNK);

  /* A state stays where it is until it is moved. */
  g_assert_cmpuint (ls_state_get_position (old), ==, 1000);
  ls_state_seek (old, 2000);
  g_assert_cmpuint (ls_state_get_position (old), ==, start);
  assert_same_at (old, expected, start);
  ls_state_seek (old, 0);
  g_assert_cmpuint (ls_state_get_position (old), ==, start);

  fresh = ls_state_new (trace);
  ls_state_seek (fresh, 1);
  g_assert_cmpuint (ls_state_get_position (fresh), ==, start);

  ls_trace_get_record (trace, 50000, &record);
  g_assert_cmpuint (record.kind, ==, LS_RECORD_NONE);
  ls_trace_get_record (trace, start, &record);
  g_assert_cmpuint (record.kind, !=, LS_RECORD_NONE);
}

/* Who wants to go to what is forgotten in that moment begins with what is left, and goes over nothing that is gone. */
static void
test_just_forgotten (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();
  LsKeyframes *keyframes = ls_trace_get_keyframes (trace);
  LsWorld world;
  gsize start;

  copy_until (trace, N_RECORDS);
  g_assert_false (ls_keyframes_load (keyframes, N_RECORDS, 0, &world));
  while (ls_trace_forget (trace, N_KEPT))
    ;
  start = ls_trace_get_start (trace);
  g_assert_true (ls_keyframes_load (keyframes, start - 1, 0, &world));
  g_assert_cmpuint (world.position, ==, start);
  ls_world_clear (&world);
  g_assert_true (ls_keyframes_load (keyframes, 0, 0, &world));
  g_assert_cmpuint (world.position, ==, start);
  ls_world_clear (&world);
  g_assert_false (ls_keyframes_load (keyframes, start - 1, start, &world));
}

static void
test_lookups (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();
  guint32 n_steps = ls_trace_get_step_at (whole, N_RECORDS);
  LsRecord first;
  gsize start;

  copy_until (trace, N_RECORDS);
  ls_trace_forget (trace, N_KEPT);
  start = ls_trace_get_start (trace);
  g_assert_cmpuint (ls_trace_get_n_steps (trace), ==, n_steps);
  g_assert_cmpuint (ls_trace_find_step (trace, 0), ==, start);
  for (guint32 step = 1; step <= n_steps; step += 211)
    g_assert_cmpuint (ls_trace_find_step (trace, step), ==, MAX (ls_trace_find_step (whole, step), start));
  for (gsize position = start; position < N_RECORDS; position += 317)
    g_assert_cmpuint (ls_trace_get_step_at (trace, position), ==, ls_trace_get_step_at (whole, position));

  ls_trace_get_record (whole, start, &first);
  g_assert_cmpuint (ls_trace_find_time (trace, 0), ==, start);
  g_assert_cmpuint (ls_trace_find_time (trace, first.time + 1), ==, ls_trace_find_time (whole, first.time + 1));
}

/* Tables of things that were over do not grow, in the state that looks on either. */
static void
test_memory (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();
  g_autoptr (LsState) state = ls_state_new (trace);
  LsKeyframes *keyframes = ls_trace_get_keyframes (trace);
  gsize after_a_while = 0, account_after_a_while = 0;
  guint32 id = 0;

  ls_keyframes_set_budget (keyframes, 1024 * 1024);
  for (guint round = 0; round < 100; round++)
    {
      for (guint i = 0; i < 2000; i++)
        {
          id++;
          writer_time += 10;
          write_record (trace, TASK_POSTED, .subject = id);
          write_record (trace, TASK_INCOMING, .subject = id, .queue = LS_QUEUE_TYPE_DEFAULT, .value = id);
          write_record (trace, TASK_SELECTED, .subject = id);
          write_record (trace, TASK_STARTED, .subject = id);
          write_record (trace, MICROTASK_QUEUED, .subject = id);
          write_record (trace, MICROTASK_STARTED, .subject = id);
          write_record (trace, MICROTASK_FINISHED, .subject = id);
          write_record (trace, SIGNAL_CREATED, .subject = id, .flags = LS_RECORD_FLAG_CONTROLLER);
          write_record (trace, SIGNAL_ABORT_SOURCE, .subject = id, .object = 1);
          if (i % 4 != 0 || i == 0)
            write_record (trace, SIGNAL_FINALIZED, .subject = id);
          if (i % 4 == 3)
            write_record (trace, SIGNAL_FINALIZED, .subject = id - 3);
          write_record (trace, TASK_FINISHED, .subject = id);
          write_record (trace, TURN_ENDED, .value = id);
        }
      publish (trace);
      ls_trace_forget (trace, N_KEPT);
      ls_state_seek (state, G_MAXSIZE);
      if (round == 20)
        {
          after_a_while = ls_world_get_bytes (ls_state_get_world (state));
          account_after_a_while = *ls_keyframes_get_account (keyframes);
        }
    }
  g_assert_cmpuint (ls_state_get_n_tasks (state), ==, id);
  g_assert_cmpuint (ls_cow_table_get_bytes (&ls_state_get_world (state)->abort_sources), <, 256 * 1024);
  g_assert_null (ls_state_get_task (state, 1));
  g_assert_nonnull (ls_state_get_task (state, id));
  g_assert_cmpuint (ls_world_get_bytes (ls_state_get_world (state)), <, after_a_while + after_a_while / 2);
  g_assert_cmpuint (*ls_keyframes_get_account (keyframes), <, 2 * account_after_a_while);
}

/* What is over goes, of every kind of thing; what is not stays, between things that go. */
static void
test_things (void)
{
  const guint32 alive = 5000, idle = 2500, n = 10000;
  g_autoptr (LsTrace) trace = ls_trace_new ();
  g_autoptr (LsState) state = ls_state_new (trace);

  write_record (trace, AGENT_CREATED, .subject = 1);
  write_record (trace, MEMORY_CREATED, .subject = 1, .value = 8);
  for (guint32 id = 1; id <= n; id++)
    {
      write_record (trace, SIGNAL_CREATED, .subject = id, .flags = LS_RECORD_FLAG_TASK_SIGNAL);
      write_record (trace, QUEUE_CREATED, .subject = id, .object = id);
      write_record (trace, TASK_POSTED, .subject = id, .object = id);
      write_record (trace, TASK_QUEUED, .subject = id, .object = id, .value = id);
      write_record (trace, TIMER_INSTALLED, .subject = id, .object = id);
      write_record (trace, MICROTASK_QUEUED, .subject = id);
      write_record (trace, WAITER_ADDED, .subject = id, .object = 1, .queue = LS_ELEMENT_INT32);
      if (id == alive)
        continue;
      write_record (trace, WAITER_REMOVED, .subject = id, .object = 1);
      write_record (trace, MICROTASK_STARTED, .subject = id);
      write_record (trace, MICROTASK_FINISHED, .subject = id);
      write_record (trace, TASK_SELECTED, .subject = id, .object = id);
      write_record (trace, TASK_FINISHED, .subject = id);
      writer_time += 10;
      /* Its task is over, but there may be others. */
      if (id == idle)
        continue;
      write_record (trace, TIMER_FIRED, .subject = id, .object = id);
      write_record (trace, QUEUE_REMOVED, .subject = id);
      write_record (trace, SIGNAL_FINALIZED, .subject = id);
    }
  publish (trace);
  while (ls_trace_forget (trace, N_KEPT))
    ;

  /* The state begins with what is left. */
  ls_state_seek (state, ls_trace_get_start (trace));
  g_assert_null (ls_state_get_signal (state, 1));
  g_assert_null (ls_state_get_queue (state, 1));
  g_assert_null (ls_state_get_task (state, 1));
  g_assert_null (ls_state_get_timer (state, 1));
  g_assert_null (ls_state_get_microtask_state (state, 1));
  g_assert_null (ls_state_get_waiter (state, 1));
  ls_state_seek (state, G_MAXSIZE);
  g_assert_true (ls_state_get_signal (state, idle)->exists);
  g_assert_true (ls_state_get_queue (state, idle)->exists);
  g_assert_true (ls_state_get_timer (state, idle)->active);
  g_assert_true (ls_state_get_signal (state, alive)->exists);
  g_assert_true (ls_state_get_queue (state, alive)->exists);
  g_assert_cmpint (ls_state_get_task (state, alive)->status, ==, LS_TASK_STATUS_QUEUED);
  g_assert_true (ls_state_get_timer (state, alive)->active);
  g_assert_cmpint (ls_state_get_microtask_state (state, alive)->status, ==, LS_TASK_STATUS_QUEUED);
  g_assert_true (ls_state_get_waiter (state, alive)->is_waiting);
  g_assert_nonnull (ls_state_get_signal (state, n));
  g_assert_nonnull (ls_state_get_queue (state, n));
  g_assert_nonnull (ls_state_get_task (state, n));
  g_assert_nonnull (ls_state_get_timer (state, n));
  g_assert_nonnull (ls_state_get_microtask_state (state, n));
  g_assert_nonnull (ls_state_get_waiter (state, n));
}

static void
write_chunks (LsTrace *trace,
              guint    n)
{
  for (gsize i = 0; i < n * LS_TRACE_CHUNK; i++)
    write_record (trace, WORK);
  publish (trace);
}

/* How much goes at once depends on how many records came, and on how many are to be left. */
static void
test_amounts (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();

  write_chunks (trace, 2);
  g_assert_false (ls_trace_forget (trace, LS_TRACE_CHUNK));
  write_record (trace, WORK);
  publish (trace);
  g_assert_true (ls_trace_forget (trace, LS_TRACE_CHUNK));
  g_assert_cmpuint (ls_trace_get_start (trace), ==, LS_TRACE_CHUNK);

  /* Many came: all go that may. */
  write_chunks (trace, 98);
  g_assert_true (ls_trace_forget (trace, 80 * LS_TRACE_CHUNK));
  g_assert_cmpuint (ls_trace_get_start (trace), ==, 20 * LS_TRACE_CHUNK);
  /* Twice as many as came, although more may go. */
  write_chunks (trace, 10);
  g_assert_true (ls_trace_forget (trace, LS_TRACE_CHUNK));
  g_assert_cmpuint (ls_trace_get_start (trace), ==, 40 * LS_TRACE_CHUNK);
  /* None came: one step. */
  g_assert_true (ls_trace_forget (trace, LS_TRACE_CHUNK));
  g_assert_cmpuint (ls_trace_get_start (trace), ==, 41 * LS_TRACE_CHUNK);
  /* A record is left even where none is to be kept. */
  write_chunks (trace, 100);
  g_assert_true (ls_trace_forget (trace, 0));
  g_assert_cmpuint (ls_trace_get_start (trace), ==, 210 * LS_TRACE_CHUNK);
  g_assert_false (ls_trace_forget (trace, 0));
}

/* Where there are only whole chunks, the last one stays. */
static void
test_keep_nothing (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();

  write_chunks (trace, 3);
  g_assert_true (ls_trace_forget (trace, 0));
  g_assert_cmpuint (ls_trace_get_start (trace), ==, 2 * LS_TRACE_CHUNK);
  g_assert_false (ls_trace_forget (trace, 0));
}

static gpointer
read_trace (gpointer data)
{
  LsTrace *trace = data;
  g_autoptr (LsState) state = ls_state_new (trace);
  g_autoptr (LsState) expected = ls_state_new (whole);
  g_autoptr (GRand) rand = g_rand_new_with_seed (11);
  guint n_compared = 0;
  gsize length;

  do
    {
      gsize position;

      length = ls_trace_get_length (trace);
      ls_state_seek (state, g_rand_boolean (rand) ? length : (gsize) g_rand_int_range (rand, 0, N_RECORDS));
      position = ls_state_get_position (state);
      if (n_compared++ % 8 == 0)
        {
          g_autofree char *json = describe_without_next (state);
          g_autofree char *expected_json = NULL;

          ls_state_seek (expected, position);
          expected_json = describe_without_next (expected);
          g_assert_cmpstr (json, ==, expected_json);
        }
    }
  while (length < N_RECORDS);

  return NULL;
}

/* Where records are forgotten as they are written, little is forgotten at once: as many as came, from a few keyframes. */
static void
test_steps (void)
{
  const gsize n_kept = 40 * LS_TRACE_CHUNK;
  g_autoptr (LsTrace) trace = ls_trace_new ();
  g_autoptr (LsState) state = ls_state_new (trace);
  gsize start = 0, n_most = 0;
  guint n_worlds = 0, n_most_worlds = 0;

  for (gsize length = PIECE; length <= N_RECORDS; length += PIECE)
    {
      copy_until (trace, length);
      ls_state_seek (state, length);
      if (ls_trace_forget (trace, n_kept))
        {
          n_worlds += ls_trace_get_n_forgotten_worlds (trace);
          n_most_worlds = MAX (n_most_worlds, ls_trace_get_n_forgotten_worlds (trace));
        }
      n_most = MAX (n_most, ls_trace_get_start (trace) - start);
      start = ls_trace_get_start (trace);
      g_assert_cmpuint (length - start, <=, n_kept + 2 * LS_TRACE_CHUNK + PIECE);
    }
  g_assert_cmpuint (n_most, ==, LS_TRACE_CHUNK);
  g_assert_cmpuint (n_worlds, >, 0);
  g_assert_cmpuint (n_most_worlds, <=, 32);

  /* Nor where fewer are to be kept all of a sudden. */
  for (guint i = 0; i < 3; i++)
    {
      g_assert_true (ls_trace_forget (trace, LS_TRACE_CHUNK));
      g_assert_cmpuint (ls_trace_get_start (trace) - start, ==, LS_TRACE_CHUNK);
      start = ls_trace_get_start (trace);
    }
}

/* Others read while records are forgotten. */
static void
test_threads (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();
  GThread *readers[2];

  copy_until (trace, PIECE);
  for (guint i = 0; i < G_N_ELEMENTS (readers); i++)
    readers[i] = g_thread_new ("reader", read_trace, trace);
  for (gsize length = PIECE; length <= N_RECORDS; length += PIECE)
    {
      copy_until (trace, length);
      ls_trace_forget (trace, 5000);
    }
  for (guint i = 0; i < G_N_ELEMENTS (readers); i++)
    g_thread_join (readers[i]);
}

int
main (int   argc,
      char *argv[])
{
  int result;

  g_test_init (&argc, &argv, NULL);
  whole = ls_trace_new ();
  write_random_trace (whole, N_RECORDS, 7);

  g_test_add_func ("/forget/same", test_same);
  g_test_add_func ("/forget/before-start", test_before_start);
  g_test_add_func ("/forget/just-forgotten", test_just_forgotten);
  g_test_add_func ("/forget/lookups", test_lookups);
  g_test_add_func ("/forget/memory", test_memory);
  g_test_add_func ("/forget/things", test_things);
  g_test_add_func ("/forget/amounts", test_amounts);
  g_test_add_func ("/forget/keep-nothing", test_keep_nothing);
  g_test_add_func ("/forget/steps", test_steps);
  g_test_add_func ("/forget/threads", test_threads);

  result = g_test_run ();
  g_object_unref (whole);
  return result;
}
