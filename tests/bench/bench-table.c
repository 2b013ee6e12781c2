/* bench-table.c: a frame of a long table
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "bench-app.h"

#include "ls-events-table.h"

#define N_TASKS 1250000

static void
emit (LsProbe      *probe,
      LsRecordKind  kind,
      LsRecord      record,
      const char   *text)
{
  record.kind = kind;
  record.text = ls_probe_intern (probe, text);
  ls_probe_emit (probe, &record);
}

#define EMIT(name, string, ...) \
  emit (probe, LS_RECORD_ ## name, (LsRecord) { .time = i * 1000, .priority = LS_TASK_PRIORITY_NONE, __VA_ARGS__ }, string)

static LsTrace *
make_long_trace (void)
{
  LsTrace *trace = ls_trace_new ();
  LsProbe *probe = ls_trace_get_probe (trace);
  guint64 i = 0;

  EMIT (LOOP_STARTED, "spec", .value = LS_EDITION_2025, .level = LS_CLOCK_VIRTUAL);
  EMIT (SCHEDULER_CREATED, "main", .subject = 1);
  EMIT (QUEUE_CREATED, NULL, .subject = 1, .object = 0, .priority = LS_TASK_PRIORITY_USER_VISIBLE);
  for (i = 1; i <= N_TASKS; i++)
    {
      const LsTaskPriority priority = LS_TASK_PRIORITY_USER_VISIBLE;
      const LsQueueType queue = LS_QUEUE_TYPE_WEB_SCHEDULING;

      EMIT (TASK_POSTED, "task", .subject = i, .queue = queue, .priority = priority);
      EMIT (TASK_QUEUED, "task", .subject = i, .object = 1, .value = i, .queue = queue, .priority = priority);
      EMIT (TASK_SELECTED, NULL, .subject = i, .object = 1, .value = i, .queue = queue, .priority = priority);
      EMIT (TASK_STARTED, NULL, .subject = i);
      EMIT (WORK, NULL, .value = 1000);
      EMIT (LOG, "worked", .clause = LS_CLAUSE_SESSION);
      EMIT (TASK_FINISHED, NULL, .subject = i);
      EMIT (TURN_ENDED, NULL, .value = i);
    }
  ls_probe_publish (probe);
  return trace;
}

static void
scroll (gpointer data,
        guint    frame)
{
  GtkAdjustment *adjustment = data;

  /* The wheel, and once in a while the whole bar. */
  if (frame % 10 == 9)
    gtk_adjustment_set_value (adjustment, gtk_adjustment_get_upper (adjustment) * (frame * 7 % BENCH_FRAMES) / BENCH_FRAMES);
  else
    gtk_adjustment_set_value (adjustment, gtk_adjustment_get_value (adjustment) + 57);
}

typedef struct
{
  double frame, memory;
} Cost;

static Cost
measure_table (LsTrace *trace)
{
  g_autoptr (LsPlayer) player = bench_new_player (trace);
  GtkWidget *table = g_object_new (LS_TYPE_EVENTS_TABLE, NULL);
  gsize before = bench_memory ();
  GtkAdjustment *adjustment;
  GtkWindow *window;
  Cost cost;

  ls_events_table_set_player (LS_EVENTS_TABLE (table), player);
  window = test_ui_new_window (table, BENCH_WIDTH, 400);
  adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (test_ui_find (table, GTK_TYPE_COLUMN_VIEW, NULL)));
  bench_wait_for (gtk_adjustment_get_upper (adjustment) > gtk_adjustment_get_page_size (adjustment));
  cost.frame = bench_frames (GTK_WIDGET (window), scroll, adjustment);
  cost.memory = bench_memory () > before ? bench_memory () - before : 0;
  gtk_window_destroy (window);
  return cost;
}

void
bench_table (Bench *bench)
{
  g_autoptr (LsTrace) few = test_trace_new_queued (1000);
  Cost short_table = measure_table (few);
  g_autoptr (LsTrace) many = make_long_trace ();
  Cost long_table = measure_table (many);

  bench_report (bench, "scrolling a table of 10,000,000 records, each frame", BENCH_NANOSECONDS, long_table.frame,
                "of 2,000", short_table.frame, "at most 8 ms", long_table.frame <= 8 * BENCH_MS);
  bench_report (bench, "memory for that table", BENCH_BYTES, long_table.memory, "its records",
                (double) sizeof (LsRecord) * ls_trace_get_length (many), "–", TRUE);
}
