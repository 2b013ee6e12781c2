/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ls-explain.h"
#include "ls-state-format.h"
#include "replay-fixture.h"
#include "sanitized.h"
#include "test-records.h"

#define N_RECORDINGS TIMES (10000, 4000)
#define LOOK_EVERY 100

static LsRecording *
make_nonsense (guint32 seed)
{
  static const char *const texts[] = { "a", "click", "Timeout", "TickObject", "SequenceManager PostTask", "http://x/y.js:3:1", "1,2,3" };
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  const guint n_events = g_rand_int_range (rand, 1, 40), n_threads = g_rand_int_range (rand, 1, 4);
  const guint range = g_rand_int_range (rand, 1, 200);
  Fixture f;

  fixture_begin (&f, g_rand_int_range (rand, LS_RECORDING_FORMAT_NONE, LS_RECORDING_FORMAT_LOOPSCOPE + 1));
  for (guint i = 0; i < n_events; i++)
    {
      static const guint8 often[] = { LS_RECORDING_EVENT_TASK, LS_RECORDING_EVENT_POST, LS_RECORDING_EVENT_RUN,
                                      LS_RECORDING_EVENT_YIELD, LS_RECORDING_EVENT_CONTINUE, LS_RECORDING_EVENT_MICROTASKS,
                                      LS_RECORDING_EVENT_TIMER_INSTALL, LS_RECORDING_EVENT_TIMER_FIRE };
      const gboolean has_end = g_rand_int_range (rand, 0, 15) > 0;
      LsRecordingEvent event = {
        .kind = g_rand_boolean (rand) ? often[g_rand_int_range (rand, 0, G_N_ELEMENTS (often))]
                                      : (guint) g_rand_int_range (rand, 0, LS_N_RECORDING_EVENT_KINDS),
        .time = g_rand_int_range (rand, 0, range) * US,
        .duration = g_rand_boolean (rand) ? 0 : g_rand_int_range (rand, 0, range / 2 + 1) * US,
        .id = g_rand_int_range (rand, 0, 6),
        .other = g_rand_int_range (rand, 0, 3),
        .value = g_rand_int_range (rand, 0, 4) * g_rand_int_range (rand, 0, 30),
        .priority = g_rand_int_range (rand, 0, LS_N_TASK_PRIORITIES + 2),
        .queue = g_rand_boolean (rand) ? LS_RECORDING_UNKNOWN : (guint) g_rand_int_range (rand, 0, LS_N_QUEUE_TYPES + 1),
        .flags = g_rand_int_range (rand, 0, 32),
      };

      fixture_thread (&f, g_rand_int_range (rand, 1, n_threads + 1));
      if (!has_end)
        event.duration = LS_RECORDING_NO_END;
      event.text = fixture_text (&f, texts[g_rand_int_range (rand, 0, G_N_ELEMENTS (texts))]);
      event.place = fixture_text (&f, texts[g_rand_int_range (rand, 0, G_N_ELEMENTS (texts))]);
      add_event (&f, event);
    }
  return fixture_end (&f);
}

static guint
count_list (LsState          *state,
            const LsTaskList *list)
{
  guint n_tasks = 0;

  for (guint32 id = list->first; id != 0; id = ls_state_get_task (state, id)->next)
    g_assert_cmpuint (++n_tasks, <=, list->length);
  g_assert_cmpuint (n_tasks, ==, list->length);
  return n_tasks;
}

/* The state at the end agrees with the records; looking at any position and going back trips nothing. */
static void
check_state (LsTrace *trace,
             guint    n_waiting)
{
  g_autoptr (LsState) state = ls_state_new (trace);
  const gsize length = ls_trace_get_length (trace);
  const guint n_agents = MAX (1, ls_state_get_n_agents (state));
  g_autofree char *end = NULL, *again = NULL;
  guint n_listed = 0;

  ls_state_seek (state, G_MAXSIZE);
  for (guint agent = 1; agent <= MAX (n_agents, ls_state_get_n_agents (state)); agent++)
    {
      if (ls_state_get_n_agents (state) > 0)
        ls_state_set_agent (state, agent);
      for (guint type = 0; type < LS_N_QUEUE_TYPES; type++)
        for (guint k = 0; ls_queue_type_is_valid (type) && k < LS_N_WORK_QUEUES; k++)
          n_listed += count_list (state, &ls_state_get_loop_queue (state, type)->work_queues[k]);
    }
  ls_state_set_agent (state, 0);
  for (guint32 id = 1; id <= ls_state_get_n_queues (state); id++)
    if (ls_state_get_queue (state, id) != NULL)
      n_listed += count_list (state, &ls_state_get_queue (state, id)->tasks);
  g_assert_cmpuint (n_listed, ==, n_waiting);
  g_assert_cmpuint (ls_state_get_next_task (state), ==, 0);

  end = ls_state_to_json (state);
  for (gsize position = 0; position < length; position += MAX (1, length / 4))
    {
      g_autoptr (LsExplanation) explanation = NULL;

      ls_state_seek (state, position);
      explanation = ls_explain_next (state);
      g_assert_nonnull (explanation->text);
      for (guint32 id = 1; id < 10; id++)
        ls_explanation_free (ls_explain_task (state, id));
    }
  ls_state_seek (state, 0);
  ls_state_seek (state, G_MAXSIZE);
  again = ls_state_to_json (state);
  g_assert_cmpstr (end, ==, again);
}

static void
test_nonsense (void)
{
  for (guint32 seed = 0; seed < N_RECORDINGS; seed++)
    {
      g_autoptr (LsRecording) recording = make_nonsense (seed);
      const guint n_threads = ls_recording_get_n_threads (recording);
      const guint threads[] = { 0, 1, 2, 3 };
      g_autoptr (LsTrace) trace = replay (recording, threads, n_threads);
      const guint n_waiting = test_check_records (trace);

      if (seed % LOOK_EVERY == 0)
        check_state (trace, n_waiting);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/replay/hostile/nonsense", test_nonsense);

  return g_test_run ();
}
