/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "record-writer.h"

#include "ls-record-format.h"
#include "ls-state-format.h"
#include "ls-trace-private.h"

#define N_TASKS 20000
#define RECORDS_A_TASK 7
#define N_RECORDS (1 + N_TASKS * RECORDS_A_TASK)
#define N_READERS 3

static gpointer
write_trace (gpointer data)
{
  LsTrace *trace = data;

  write_record (trace, QUEUE_CREATED, .subject = 1, .value = 1, .priority = LS_TASK_PRIORITY_USER_VISIBLE);
  for (guint i = 1; i <= N_TASKS; i++)
    {
      g_autofree char *name = g_strdup_printf ("task %u", i);

      write_record (trace, TASK_POSTED, .subject = i, .text = text_of (trace, name));
      write_record (trace, TASK_QUEUED, .subject = i, .object = 1, .value = i);
      write_record (trace, TASK_SELECTED, .subject = i, .object = 1, .value = i);
      write_record (trace, TASK_STARTED, .subject = i);
      write_record (trace, WORK, .value = i);
      write_record (trace, TASK_FINISHED, .subject = i);
      write_record (trace, TURN_ENDED, .value = i);
      if (i % 3 == 0)
        publish (trace);
      if (i % 500 == 0)
        g_usleep (1000);
    }
  publish (trace);

  return NULL;
}

static void
check_state (LsState *state,
             gsize    position)
{
  guint32 n_tasks = (position + RECORDS_A_TASK - 2) / RECORDS_A_TASK;
  const LsTaskState *task = ls_state_get_task (state, n_tasks);
  g_autofree char *name = g_strdup_printf ("task %u", n_tasks);

  g_assert_cmpuint (ls_state_get_position (state), ==, position);
  g_assert_cmpuint (ls_state_get_n_tasks (state), ==, n_tasks);
  if (n_tasks == 0)
    return;
  g_assert_cmpuint (task->posted_record, ==, 1 + (n_tasks - 1) * (gsize) RECORDS_A_TASK);
  g_assert_cmpstr (ls_trace_get_text (ls_state_get_trace (state), task->name), ==, name);
}

static gpointer
read_trace (gpointer data)
{
  LsTrace *trace = data;
  g_autoptr (LsState) state = ls_state_new (trace);
  g_autoptr (GRand) rand = g_rand_new_with_seed (GPOINTER_TO_UINT (g_thread_self ()) >> 4);
  gsize length;

  do
    {
      gsize position;
      g_autoptr (LsExplanation) explanation = NULL;

      length = ls_trace_get_length (trace);
      if (length < 2)
        continue;

      position = g_rand_int_range (rand, 0, 3) == 0 ? length : (gsize) g_rand_int_range (rand, 1, length);
      ls_state_seek (state, position);
      check_state (state, position);
      explanation = ls_explain_next (state);
      if (position < length)
        {
          g_autofree char *line = ls_trace_format_record (trace, position, state);

          g_assert_nonnull (strstr (line, " ms  #"));
        }
      g_assert_cmpuint (ls_trace_get_step_at (trace, position), ==, ls_state_get_step (state));
      g_assert_cmpuint (ls_trace_get_n_steps (trace), >=, ls_state_get_step (state));
    }
  while (length < N_RECORDS);

  return NULL;
}

/* One writes, several read and seek. */
static void
test_write_and_read (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();
  GThread *readers[N_READERS];
  GThread *writer;

  /* So that keyframes are dropped while they are in use. */
  ls_keyframes_set_budget (ls_trace_get_keyframes (trace), 0);
  for (guint i = 0; i < N_READERS; i++)
    readers[i] = g_thread_new ("reader", read_trace, trace);
  writer = g_thread_new ("writer", write_trace, trace);
  g_thread_join (writer);
  for (guint i = 0; i < N_READERS; i++)
    g_thread_join (readers[i]);

  g_assert_cmpuint (ls_trace_get_length (trace), ==, N_RECORDS);
  g_assert_cmpuint (ls_trace_get_n_steps (trace), ==, N_TASKS);
}

static gpointer
seek_around (gpointer data)
{
  LsTrace *trace = data;
  g_autoptr (LsState) state = ls_state_new (trace);

  for (guint i = 0; i < 60; i++)
    {
      gsize position = ((gsize) i * 7919 * 13 + GPOINTER_TO_SIZE (g_thread_self ()) / 64) % N_RECORDS;

      ls_state_seek (state, position);
      if (position > 1)
        check_state (state, position);
    }

  return NULL;
}

/* Pages are shared and given back by several threads at once. */
static void
test_seek_at_once (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();
  gsize *account = ls_keyframes_get_account (ls_trace_get_keyframes (trace));
  GThread *readers[N_READERS];
  gsize bytes;

  write_trace (trace);
  seek_around (trace);
  ls_state_unref (state_at_end (trace));
  bytes = *account;

  for (guint i = 0; i < N_READERS; i++)
    readers[i] = g_thread_new ("reader", seek_around, trace);
  for (guint i = 0; i < N_READERS; i++)
    g_thread_join (readers[i]);

  g_assert_cmpuint (*account, ==, bytes);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/threads/write-and-read", test_write_and_read);
  g_test_add_func ("/threads/seek-at-once", test_seek_at_once);

  return g_test_run ();
}
