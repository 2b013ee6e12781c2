/* test-preset.c: the tables of the presets, a test for each row
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <ls-event-loop.h>
#include <ls-scheduler.h>

#include "test-probe.h"

/* A row: a task queue of the loop, by its number, or the scheduler task queues of an effective priority. */
#define EP(effective_priority) (100 + (effective_priority))
#define END (-1)
#define LAST { END }
#define BACKGROUND EP (0)
#define BACKGROUND_CONTINUATION EP (1)
#define VISIBLE EP (2)
#define VISIBLE_CONTINUATION EP (3)
#define BLOCKING EP (4)
#define BLOCKING_CONTINUATION EP (5)

enum
{
  CONTROL = 0,
  DEFAULT = 1,
  LOADING = 5,
  COMPOSITOR = 8,
  IDLE = 9,
  TEST = 10,
  LOADING_CONTROL = 11,
  TIMERS = 12,
  DEFERRABLE = 13,
  PAUSABLE = 14,
  UNPAUSABLE = 15,
  V8 = 16,
  INPUT = 18,
  DETACHED = 19,
  OTHER = 23,
  NON_WAKING = 25,
  IPC = 26,
};

#define SOME_OTHERS DEFAULT, TEST, DEFERRABLE, PAUSABLE, UNPAUSABLE, V8, DETACHED, OTHER, NON_WAKING, IPC

typedef struct
{
  const char *preset;
  int         ranks[16][24];    /* the best first; tasks of one rank go by age */
} Order;

/* The expected order. Nothing may take it from src/loop/ls-preset.c. */
static const Order orders[] = {
  /* The note in 4.1.3: effective priorities from 3 on before other sources, 2 with timers by age, 0 and 1 when nothing else is
   * runnable. */
  { "spec",
    { { CONTROL, INPUT, COMPOSITOR, END },
      { BLOCKING_CONTINUATION, END },
      { BLOCKING, END },
      { VISIBLE_CONTINUATION, END },
      { SOME_OTHERS, LOADING, LOADING_CONTROL, END },
      { VISIBLE, TIMERS, END },
      { BACKGROUND_CONTINUATION, END },
      { BACKGROUND, END },
      { IDLE, END },
      LAST } },
  { "blink",
    { { CONTROL, END },                                                          /* Control 0 */
      { INPUT, END },                                                            /* Highest 1 */
      { BLOCKING_CONTINUATION, END },                                            /* HighContinuation 4 */
      { BLOCKING, LOADING_CONTROL, END },                                        /* High 5 */
      { VISIBLE_CONTINUATION, END },                                             /* NormalContinuation 6 */
      { VISIBLE, TIMERS, COMPOSITOR, SOME_OTHERS, LOADING, END },                /* Normal 7 */
      { BACKGROUND_CONTINUATION, END },                                          /* LowContinuation 8 */
      { BACKGROUND, END },                                                       /* Low 9 */
      { IDLE, END },                                                             /* BestEffort 10 */
      LAST } },
  /* The article's numbers, 10 first. */
  { "blink-2021",
    { { CONTROL, END },
      { INPUT, END },                                                            /* 10 */
      { COMPOSITOR, END },                                                       /* 9 */
      { BLOCKING, BLOCKING_CONTINUATION, END },                                  /* 8 */
      { TIMERS, END },                                                           /* 7 */
      { LOADING_CONTROL, END },                                                  /* 4 */
      { LOADING, END },                                                          /* 3 */
      { VISIBLE, VISIBLE_CONTINUATION, SOME_OTHERS, END },                       /* 2 */
      { BACKGROUND, BACKGROUND_CONTINUATION, IDLE, END },                        /* 1 */
      LAST } },
  { "gecko",
    { { CONTROL, END },
      { INPUT, END },
      { BLOCKING, BLOCKING_CONTINUATION, VISIBLE_CONTINUATION, END },
      { VISIBLE, TIMERS, COMPOSITOR, SOME_OTHERS, LOADING, LOADING_CONTROL, END },
      { BACKGROUND, BACKGROUND_CONTINUATION, END },
      { IDLE, END },
      LAST } },
  { "fair",
    { { CONTROL, INPUT, COMPOSITOR, END },
      { BLOCKING_CONTINUATION, END },
      { BLOCKING, END },
      { VISIBLE_CONTINUATION, END },
      { SOME_OTHERS, LOADING, LOADING_CONTROL, END },
      { VISIBLE, TIMERS, END },
      { BACKGROUND_CONTINUATION, END },
      { BACKGROUND, END },
      { IDLE, END },
      LAST } },
};

typedef struct
{
  TestProbe   *probe;
  LsEventLoop *loop;
  LsScheduler *scheduler;
} Fixture;

typedef struct
{
  const Order *order;
  guint        rank;
  int          row;
} Row;

/* The 2023 edition: its yield() makes a continuation of any priority without a task. */
static void
fixture_init (Fixture        *f,
              const LsPreset *preset)
{
  f->probe = test_probe_new ();
  f->loop = ls_event_loop_new_with_preset (LS_CLOCK_VIRTUAL, preset, LS_EDITION_2023_YIELD_OPTIONS, &f->probe->base);
  f->scheduler = ls_scheduler_new (f->loop, NULL);
  test_probe_clear (f->probe);
}

static void
fixture_clear (Fixture *f)
{
  g_object_unref (f->scheduler);
  g_assert_finalize_object (f->loop);
  test_probe_free (f->probe);
}

static LsCompletion
nothing (const LsValue *argument,
         LsValue       *result,
         gpointer       user_data)
{
  return LS_COMPLETION_NORMAL;
}

static void
nothing_much (gpointer user_data)
{
}

static guint32
post_continuation (Fixture        *f,
                   LsTaskPriority  priority)
{
  const guint n = test_probe_count (f->probe, LS_RECORD_TASK_POSTED);
  LsYieldOptions options = LS_YIELD_OPTIONS_INIT;
  g_autoptr (LsPromise) promise = NULL;

  options.priority = priority;
  promise = ls_scheduler_yield (f->scheduler, &options);
  return test_probe_nth (f->probe, LS_RECORD_TASK_POSTED, n)->subject;
}

/* Returns the number of the task. */
static guint32
post_to_row (Fixture *f,
             int      row)
{
  if (row < EP (0))
    return ls_event_loop_post (f->loop, row, 0, LS_POST_NONE, NULL, nothing, NULL, NULL);
  else if ((row - EP (0)) % 2 == 0)
    return ls_scheduler_post (f->scheduler, ls_task_priority_from_effective (row - EP (0)), nothing_much, NULL, NULL);
  else
    return post_continuation (f, ls_task_priority_from_effective (row - EP (0)));
}

/* Posts to two rows, first to @a. Returns which the loop selected first. */
static gboolean
first_goes_first (const LsPreset *preset,
                  int             a,
                  int             b)
{
  Fixture f;
  guint32 task_a, task_b;
  gboolean result;

  fixture_init (&f, preset);
  task_a = post_to_row (&f, a);
  task_b = post_to_row (&f, b);
  g_assert_cmpuint (ls_event_loop_run (f.loop, 10), ==, 2);
  result = test_probe_nth (f.probe, LS_RECORD_TASK_SELECTED, 0)->subject == task_a;
  g_assert_cmpuint (test_probe_nth (f.probe, LS_RECORD_TASK_SELECTED, 1)->subject, ==, result ? task_b : task_a);
  fixture_clear (&f);
  return result;
}

static void
test_row (gconstpointer data)
{
  const Row *row = data;
  const LsPreset *preset = ls_preset_lookup (row->order->preset);

  /* Tasks of the next worse rank wait, though they are older. */
  for (const int *worse = row->order->ranks[row->rank + 1]; *worse != END; worse++)
    {
      g_assert_false (first_goes_first (preset, *worse, row->row));
      g_assert_true (first_goes_first (preset, row->row, *worse));
    }
  /* Tasks of the same rank go by age. Among scheduler tasks the effective priority counts first (§2.4.3). */
  for (const int *equal = row->order->ranks[row->rank]; *equal != END; equal++)
    {
      const gboolean both_schedulers = *equal >= EP (0) && row->row >= EP (0);

      g_assert_cmpint (first_goes_first (preset, *equal, row->row), ==, !both_schedulers || *equal >= row->row);
      g_assert_cmpint (first_goes_first (preset, row->row, *equal), ==, !both_schedulers || row->row >= *equal);
    }
}

/* Every row is in the expected order once: no queue is forgotten. */
static void
test_complete (gconstpointer data)
{
  const Order *order = data;
  guint n[EP (6)] = { 0 };

  for (guint rank = 0; order->ranks[rank][0] != END; rank++)
    for (const int *row = order->ranks[rank]; *row != END; row++)
      n[*row]++;
  for (int row = 0; row < EP (6); row++)
    {
      const gboolean is_row = row >= EP (0) || (ls_queue_type_is_valid (row) && row != LS_QUEUE_TYPE_WEB_SCHEDULING);

      g_assert_cmpuint (n[row], ==, is_row ? 1 : 0);
    }
}

/* The loop reports a rule once, or not at all where the preset does not have it. */
static void
check_reported_rule (TestProbe    *probe,
                     LsPresetRule  rule,
                     const char   *name,
                     guint         number)
{
  guint n_found = 0;

  for (guint i = 0; i < test_probe_count (probe, LS_RECORD_PRESET_RULE); i++)
    {
      const LsRecord *record = test_probe_nth (probe, LS_RECORD_PRESET_RULE, i);

      if (record->subject != rule)
        continue;
      n_found++;
      g_assert_cmpuint (record->value, ==, number);
      g_assert_cmpstr (test_probe_text (probe, record->text), ==, name);
    }
  g_assert_cmpuint (n_found, ==, number > 0 ? 1 : 0);
}

/* A new loop reports its table with the names of the ranks. */
static void
test_reported (gconstpointer data)
{
  const Order *order = data;
  g_autoptr (TestProbe) probe = test_probe_new ();
  g_autoptr (LsEventLoop) loop = NULL;
  const LsRecord *started;

  loop = ls_event_loop_new_with_preset (LS_CLOCK_VIRTUAL, ls_preset_lookup (order->preset), LS_EDITION_2025,
                                        &probe->base);
  started = test_probe_nth (probe, LS_RECORD_LOOP_STARTED, 0);
  g_assert_cmpstr (test_probe_text (probe, started->text), ==, order->preset);
  g_assert_cmpuint (test_probe_count (probe, LS_RECORD_PRESET_QUEUE), ==, 18);
  g_assert_cmpuint (test_probe_count (probe, LS_RECORD_PRESET_PRIORITY), ==, 6);
  check_reported_rule (probe, LS_PRESET_RULE_MAX_DELAYED_PICKS, "max-delayed-picks",
                       ls_event_loop_get_preset (loop)->max_delayed_picks);
  check_reported_rule (probe, LS_PRESET_RULE_FAIR_AFTER, "fair-after", ls_event_loop_get_preset (loop)->fair_after);
  for (guint i = 0; i < 18; i++)
    {
      const LsRecord *row = test_probe_nth (probe, LS_RECORD_PRESET_QUEUE, i);

      g_assert_cmpuint (row->level, ==, ls_event_loop_get_preset (loop)->queue_ranks[row->queue]);
      g_assert_cmpstr (test_probe_text (probe, row->text), !=, "");
    }
}

static void
test_names (void)
{
  const char *const *names = ls_preset_get_names ();

  g_assert_cmpuint (g_strv_length ((char **) names), ==, G_N_ELEMENTS (orders));
  for (guint i = 0; names[i] != NULL; i++)
    {
      const LsPreset *preset = ls_preset_lookup (names[i]);

      g_assert_cmpstr (preset->name, ==, names[i]);
      g_assert_nonnull (preset->title);
      g_assert_nonnull (preset->description);
      g_assert_true (g_strv_contains (names, orders[i].preset));
    }
  g_assert_cmpstr (ls_preset_lookup (NULL)->name, ==, "blink");
  g_assert_null (ls_preset_lookup ("netscape"));
}

static void
test_override (void)
{
  LsPreset preset = *ls_preset_lookup ("blink");

  preset.queue_ranks[LS_QUEUE_TYPE_IDLE] = 0;
  preset.effective_priority_ranks[4] = 12;
  g_assert_false (first_goes_first (&preset, INPUT, IDLE));
  g_assert_false (first_goes_first (&preset, BLOCKING, TIMERS));
  /* The loop has not changed the presets themselves. */
  g_assert_true (first_goes_first (ls_preset_lookup ("blink"), INPUT, IDLE));
}

/* Ranks come from files. A rank out of range counts as the worst one, and no task is lost. */
static void
test_invalid_ranks (void)
{
  LsPreset preset = *ls_preset_lookup ("blink");
  Fixture f;

  preset.queue_ranks[LS_QUEUE_TYPE_INPUT] = 255;
  preset.queue_ranks[LS_QUEUE_TYPE_V8] = LS_PRESET_MAX_RANKS;
  preset.effective_priority_ranks[4] = 200;
  preset.compositor_starved_rank = 255;
  preset.compositor_after_input_rank = 255;
  g_assert_false (first_goes_first (&preset, INPUT, IDLE));
  g_assert_false (first_goes_first (&preset, BLOCKING, IDLE));
  g_assert_true (first_goes_first (&preset, BLOCKING, INPUT));
  g_assert_true (first_goes_first (&preset, V8, INPUT));

  fixture_init (&f, &preset);
  g_assert_cmpuint (ls_event_loop_get_preset (f.loop)->queue_ranks[LS_QUEUE_TYPE_INPUT], ==, LS_PRESET_MAX_RANKS - 1);
  g_assert_cmpuint (ls_event_loop_get_preset (f.loop)->effective_priority_ranks[4], ==, LS_PRESET_MAX_RANKS - 1);
  ls_event_loop_post (f.loop, COMPOSITOR, 0, LS_POST_NONE, NULL, nothing, NULL, NULL);
  ls_event_loop_post (f.loop, INPUT, 0, LS_POST_DISCRETE, NULL, nothing, NULL, NULL);
  g_assert_cmpuint (ls_event_loop_run (f.loop, 10), ==, 2);
  fixture_clear (&f);
}

static void
add_rows (const Order *order)
{
  for (guint rank = 0; order->ranks[rank][0] != END; rank++)
    for (const int *row = order->ranks[rank]; *row != END; row++)
      {
        const char *name = *row < EP (0) ? ls_queue_type_to_string (*row) : "effective-priority";
        g_autofree char *path = g_strdup_printf ("/preset/%s/%s-%d", order->preset, name, *row % 100);
        Row *data = g_new (Row, 1);

        *data = (Row) { order, rank, *row };
        g_test_add_data_func_full (path, data, test_row, g_free);
      }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (orders); i++)
    {
      g_autofree char *complete = g_strdup_printf ("/preset/%s/complete", orders[i].preset);
      g_autofree char *reported = g_strdup_printf ("/preset/%s/reported", orders[i].preset);

      g_test_add_data_func (complete, &orders[i], test_complete);
      g_test_add_data_func (reported, &orders[i], test_reported);
      add_rows (&orders[i]);
    }
  g_test_add_func ("/preset/names", test_names);
  g_test_add_func ("/preset/override", test_override);
  g_test_add_func ("/preset/invalid-ranks", test_invalid_ranks);
  return g_test_run ();
}
