/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "record-writer.h"

#include <json-glib/json-glib.h>

#include "ls-record-format.h"
#include "ls-state-format.h"

#define N_RECORDS 1000000

/* Everything that looks at a state. */
static void
look (LsState *state)
{
  g_autofree char *json = ls_state_to_json (state);
  g_autofree char *text = ls_state_to_text (state);
  g_autofree LsCandidate *candidates = NULL;
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (LsExplanation) next = ls_explain_next (state);
  guint n_candidates;

  candidates = ls_explain_candidates (state, &n_candidates);
  g_assert_true (next->n_candidates == n_candidates || next->n_candidates == 0);
  for (guint32 id = 0; id < 40; id++)
    {
      g_autoptr (LsExplanation) explanation = ls_explain_task (state, id * id);

      g_assert_nonnull (explanation->text);
    }
  json_parser_load_from_data (parser, json, -1, &error);
  g_assert_no_error (error);
}

static void
check_trace (LsTrace *trace)
{
  g_autoptr (LsState) state = ls_state_new (trace);
  gsize length = ls_trace_get_length (trace);
  g_autofree char *hash = ls_trace_hash (trace);

  ls_state_seek (state, length / 20);
  look (state);
  ls_state_seek (state, length / 3);
  ls_state_seek (state, length);
  ls_state_seek (state, length / 30);
  look (state);

  for (gsize position = 0; position < length; position += length / 2000)
    {
      g_autofree char *line = ls_trace_format_record (trace, position, state);
      g_autofree char *json = ls_trace_record_to_json (trace, position);

      g_assert_null (strchr (line, '\n'));
      g_assert_null (strchr (json, '\n'));
      ls_state_get_task (state, position);
    }
}

/* Nothing but noise. */
static void
test_random_bytes (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);

  for (guint i = 0; i < N_RECORDS; i++)
    {
      union { guint32 words[8]; LsRecord record; } noise;

      for (guint k = 0; k < G_N_ELEMENTS (noise.words); k++)
        noise.words[k] = g_rand_int (rand);
      write_full (trace, noise.record);
    }
  publish (trace);

  check_trace (trace);
}

/* Kinds that exist, and numbers so small that they meet: every contradiction there can be. */
static void
write_nonsense (LsTrace *trace,
                guint32  seed,
                guint    n_records,
                guint    n_ids)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);

  for (guint i = 0; i < 20; i++)
    {
      g_autofree char *text = g_strdup_printf ("text \"%u\"\n\t\\", i);

      text_of (trace, text);
    }
  for (guint i = 0; i < n_records; i++)
    write_full (trace, (LsRecord) {
      .time = g_rand_int_range (rand, 0, 100000),
      .kind = g_rand_int_range (rand, 0, LS_N_RECORD_KINDS + 1),
      .subject = g_rand_int_range (rand, 0, n_ids),
      .object = g_rand_int_range (rand, 0, n_ids),
      .value = g_rand_int_range (rand, 0, n_ids * 2),
      .text = g_rand_int_range (rand, 0, 25),
      .priority = g_rand_int_range (rand, 0, 5),
      .queue = g_rand_int_range (rand, 0, LS_N_QUEUE_TYPES + 2),
      .level = g_rand_int_range (rand, 0, 12),
      .flags = g_rand_int_range (rand, 0, 256),
      .clause = g_rand_int_range (rand, 0, 256),
      .step = g_rand_int_range (rand, 0, 20),
    });
  publish (trace);
}

static void
test_nonsense (void)
{
  for (guint seed = 0; seed < 20; seed++)
    {
      g_autoptr (LsTrace) trace = ls_trace_new ();

      write_nonsense (trace, seed, 20000, 8 << (seed / 2));
      check_trace (trace);
    }
}

/* Lists are what breaks first: what they link must be what the tasks say. */
static void
check_list (LsState          *state,
            const LsTaskList *list,
            LsTaskStatus      status)
{
  guint32 previous = 0, n_tasks = 0;

  for (guint32 id = list->first; id != 0; id = ls_state_get_task (state, id)->next)
    {
      const LsTaskState *task = ls_state_get_task (state, id);

      g_assert_cmpuint (task->previous, ==, previous);
      g_assert_cmpuint (task->status, ==, status);
      previous = id;
      g_assert_cmpuint (++n_tasks, <=, list->length);
    }
  g_assert_cmpuint (n_tasks, ==, list->length);
  g_assert_cmpuint (list->last, ==, previous);
}

static void
test_lists_stay_consistent (void)
{
  static const LsTaskStatus statuses[LS_N_WORK_QUEUES] = {
    LS_TASK_STATUS_INCOMING, LS_TASK_STATUS_QUEUED, LS_TASK_STATUS_DELAYED, LS_TASK_STATUS_QUEUED
  };

  for (guint seed = 100; seed < 110; seed++)
    {
      g_autoptr (LsTrace) trace = ls_trace_new ();
      g_autoptr (LsState) state = ls_state_new (trace);

      write_nonsense (trace, seed, 20000, 100);
      for (gsize position = 0; position <= 20000; position += 97)
        {
          ls_state_seek (state, position);
          for (guint32 id = 1; id <= ls_state_get_n_queues (state); id++)
            if (ls_state_get_queue (state, id) != NULL)
              check_list (state, &ls_state_get_queue (state, id)->tasks, LS_TASK_STATUS_QUEUED);
          for (guint type = 0; type < LS_N_QUEUE_TYPES; type++)
            for (guint k = 0; ls_queue_type_is_valid (type) && k < LS_N_WORK_QUEUES; k++)
              check_list (state, &ls_state_get_loop_queue (state, type)->work_queues[k], statuses[k]);
        }
    }
}

/* Backwards and forwards agree even then. */
static void
test_seeking_nonsense (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();
  g_autoptr (LsState) state = ls_state_new (trace);
  g_autofree char *first = NULL;
  g_autofree char *again = NULL;

  write_nonsense (trace, 77, 60000, 300);
  ls_state_seek (state, 40000);
  first = ls_state_to_json (state);
  ls_state_seek (state, 60000);
  ls_state_seek (state, 7);
  ls_state_seek (state, 40000);
  again = ls_state_to_json (state);
  g_assert_cmpstr (first, ==, again);
}

/* A number that no trace of this length can contain takes no memory. */
static void
test_huge_numbers (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();
  g_autoptr (LsState) state = NULL;

  for (guint kind = 0; kind < LS_N_RECORD_KINDS; kind++)
    write_full (trace, (LsRecord) { .kind = kind, .subject = G_MAXUINT32, .object = G_MAXUINT32, .value = G_MAXUINT32,
                                    .text = G_MAXUINT32, .time = G_MAXUINT64, .priority = 255, .queue = 255,
                                    .level = 255, .flags = 255, .clause = 255, .step = 255 });
  state = state_at_end (trace);

  g_assert_cmpuint (ls_state_get_n_tasks (state), ==, 0);
  g_assert_cmpuint (ls_state_get_n_queues (state), ==, 0);
  g_assert_cmpuint (ls_state_get_n_signals (state), ==, 0);
  g_assert_cmpuint (ls_state_get_n_timers (state), ==, 0);
  look (state);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/corrupt/random-bytes", test_random_bytes);
  g_test_add_func ("/corrupt/nonsense", test_nonsense);
  g_test_add_func ("/corrupt/lists-stay-consistent", test_lists_stay_consistent);
  g_test_add_func ("/corrupt/seeking-nonsense", test_seeking_nonsense);
  g_test_add_func ("/corrupt/huge-numbers", test_huge_numbers);

  return g_test_run ();
}
