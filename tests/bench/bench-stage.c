/* bench-stage.c: a frame of the stage
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "bench-app.h"

#include "ls-stage.h"

/* Processors have days that are better than others, which last for seconds. */
#define N_ROUNDS 5

static void
step_to_and_fro (gpointer data,
                 guint    frame)
{
  LsPlayer *player = data;

  ls_player_seek (player, ls_player_get_length (player) - frame % 2);
}

typedef struct
{
  double frame, memory;
} Cost;

static Cost
measure_stage (LsTrace *trace)
{
  g_autoptr (LsPlayer) player = bench_new_player (trace);
  GtkWidget *stage = g_object_new (LS_TYPE_STAGE, NULL);
  gsize before = bench_memory ();
  GtkWindow *window;
  Cost cost;

  ls_stage_set_player (LS_STAGE (stage), player);
  window = test_ui_new_window (stage, BENCH_WIDTH, BENCH_HEIGHT);
  cost.frame = bench_frames (GTK_WIDGET (window), step_to_and_fro, player);
  cost.memory = bench_memory () > before ? bench_memory () - before : 0;
  gtk_window_destroy (window);
  return cost;
}

/* In turn, and the best of each. The memory is that of the first: the others find what it has left. */
static void
compare_stages (LsTrace *few,
                LsTrace *many,
                Cost    *cost_few,
                Cost    *cost_many)
{
  for (guint i = 0; i < N_ROUNDS; i++)
    {
      Cost cost = measure_stage (few);

      cost_few->frame = i == 0 ? cost.frame : MIN (cost.frame, cost_few->frame);
      cost_few->memory = i == 0 ? cost.memory : cost_few->memory;
      cost = measure_stage (many);
      cost_many->frame = i == 0 ? cost.frame : MIN (cost.frame, cost_many->frame);
      cost_many->memory = i == 0 ? cost.memory : cost_many->memory;
    }
  g_object_unref (few);
  g_object_unref (many);
}

void
bench_stage (Bench *bench)
{
  Cost few, many, few_queues, queues;

  compare_stages (test_trace_new_queued (1000), test_trace_new_queued (100000), &few, &many);
  compare_stages (test_trace_new_queues (100), test_trace_new_queues (10000), &few_queues, &queues);

  bench_report (bench, "a step and a frame of the stage with 100,000 queued tasks", BENCH_NANOSECONDS, many.frame,
                "with 1,000", few.frame, "at most 1.3×", many.frame <= 1.3 * few.frame);
  bench_report (bench, "with 10,000 queues", BENCH_NANOSECONDS, queues.frame, "with 100", few_queues.frame,
                "at most 1.3×", queues.frame <= 1.3 * few_queues.frame);
  bench_report (bench, "memory for the stage with 100,000 queued tasks", BENCH_BYTES, many.memory,
                "the first stage, with 1,000", MAX (few.memory, 1), "–", TRUE);
}
