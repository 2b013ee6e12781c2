/* bench-engine.c: what the engine costs, each figure beside a baseline measured in the same run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "bench-util.h"

#include <ls-scheduler.h>
#include <ls-state.h>
#include <ls-task-controller.h>

#define N_TASKS 1000000
#define RUNS 5

static guint64 counter;

static void
count (gpointer data)
{
  counter++;
}

static LsCompletion
count_callback (const LsValue *argument,
                LsValue       *result,
                gpointer       data)
{
  counter++;
  return LS_COMPLETION_NORMAL;
}

/* Baselines */

typedef struct _Node Node;

struct _Node
{
  Node      *next;
  LsTaskFunc func;
  gpointer   data;
};

/* A plain FIFO of malloc'd nodes with an indirect call each. */
static double
run_fifo (gconstpointer data)
{
  Node *head = NULL;
  Node **tail = &head;
  const gint64 start = bench_now ();

  for (guint i = 0; i < N_TASKS; i++)
    {
      Node *node = malloc (sizeof *node);

      node->next = NULL;
      node->func = count;
      node->data = NULL;
      *tail = node;
      tail = &node->next;
    }
  while (head != NULL)
    {
      Node *node = head;

      head = node->next;
      node->func (node->data);
      free (node);
    }
  return (bench_now () - start) / (double) N_TASKS;
}

static gboolean
count_idle (gpointer data)
{
  counter++;
  return G_SOURCE_REMOVE;
}

static double
run_g_idle_add (gconstpointer data)
{
  const guint n = N_TASKS / 10;
  const gint64 start = bench_now ();

  for (guint i = 0; i < n; i++)
    g_idle_add (count_idle, NULL);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  return (bench_now () - start) / (double) n;
}

/* The engine */

typedef struct
{
  LsTrace     *trace;
  LsEventLoop *loop;
  LsScheduler *scheduler;
} Engine;

static Engine
engine_new (gboolean with_trace)
{
  Engine engine = { NULL };

  if (with_trace)
    engine.trace = ls_trace_new ();
  engine.loop = ls_event_loop_new_with_preset (LS_CLOCK_VIRTUAL, NULL, LS_EDITION_2025,
                                               with_trace ? ls_trace_get_probe (engine.trace) : NULL);
  engine.scheduler = ls_scheduler_new (engine.loop, NULL);
  return engine;
}

static void
engine_clear (Engine *engine)
{
  g_clear_object (&engine->scheduler);
  g_clear_object (&engine->loop);
  g_clear_object (&engine->trace);
}

static double
run_static_tasks (gconstpointer with_trace)
{
  Engine engine = engine_new (GPOINTER_TO_INT (with_trace));
  const gint64 start = bench_now ();
  double each;

  for (guint i = 0; i < N_TASKS; i++)
    ls_scheduler_post (engine.scheduler, LS_TASK_PRIORITY_USER_VISIBLE, count, NULL, NULL);
  ls_event_loop_run (engine.loop, G_MAXUINT64);
  each = (bench_now () - start) / (double) N_TASKS;
  engine_clear (&engine);
  return each;
}

static double
run_tasks_with_promise (gconstpointer with_trace)
{
  Engine engine = engine_new (GPOINTER_TO_INT (with_trace));
  const gint64 start = bench_now ();
  double each;

  for (guint i = 0; i < N_TASKS; i++)
    ls_promise_unref (ls_scheduler_post_task (engine.scheduler, count_callback, NULL, NULL, NULL));
  ls_event_loop_run (engine.loop, G_MAXUINT64);
  each = (bench_now () - start) / (double) N_TASKS;
  engine_clear (&engine);
  return each;
}

static double
run_set_priority (gconstpointer n_queued)
{
  const guint n = 100000;
  Engine engine = engine_new (FALSE);
  g_autoptr (LsTaskController) controller = ls_task_controller_new (engine.loop, LS_TASK_PRIORITY_BACKGROUND, NULL);
  gint64 start;
  double each;

  for (guint i = 0; i < GPOINTER_TO_UINT (n_queued); i++)
    ls_scheduler_post_with_signal (engine.scheduler, ls_task_controller_get_task_signal (controller), count, NULL, NULL);
  start = bench_now ();
  for (guint i = 0; i < n; i++)
    ls_task_controller_set_priority (controller, i % 2 ? LS_TASK_PRIORITY_BACKGROUND : LS_TASK_PRIORITY_USER_BLOCKING,
                                     NULL);
  each = (bench_now () - start) / (double) n;
  engine_clear (&engine);
  return each;
}

/* 200,000 tasks over so many live signals, all queued; selecting and running them. */
static double
run_selection (gconstpointer n_signals)
{
  const guint n = GPOINTER_TO_UINT (n_signals);
  const guint n_tasks = 200000;
  Engine engine = engine_new (FALSE);
  g_autoptr (GPtrArray) controllers = g_ptr_array_new_with_free_func (g_object_unref);
  gint64 start;
  double each;

  for (guint i = 0; i < n; i++)
    g_ptr_array_add (controllers, ls_task_controller_new (engine.loop, LS_TASK_PRIORITY_USER_VISIBLE, NULL));
  for (guint i = 0; i < n_tasks; i++)
    ls_scheduler_post_with_signal (engine.scheduler, ls_task_controller_get_task_signal (controllers->pdata[i % n]), count,
                                   NULL, NULL);
  start = bench_now ();
  ls_event_loop_run (engine.loop, G_MAXUINT64);
  each = (bench_now () - start) / (double) n_tasks;
  engine_clear (&engine);
  return each;
}

typedef struct
{
  LsScheduler *scheduler;
  guint        left;
} Yielder;

static LsCompletion
yield_again (const LsValue *argument,
             LsValue       *result,
             gpointer       data)
{
  Yielder *yielder = data;

  if (yielder->left-- > 0)
    {
      g_autoptr (LsPromise) promise = ls_scheduler_yield (yielder->scheduler, NULL);

      ls_promise_await (promise, yield_again, yield_again, yielder, NULL);
    }
  return LS_COMPLETION_NORMAL;
}

static double
run_yields (gconstpointer data)
{
  const guint n = 300000;
  Engine engine = engine_new (FALSE);
  Yielder yielder = { engine.scheduler, n };
  const gint64 start = bench_now ();
  double each;

  ls_promise_unref (ls_scheduler_post_task (engine.scheduler, yield_again, &yielder, NULL, NULL));
  ls_event_loop_run (engine.loop, G_MAXUINT64);
  each = (bench_now () - start) / (double) n;
  engine_clear (&engine);
  return each;
}

/* Aborts 1,000 of so many queued tasks, each with a signal of its own, from the middle of one queue. */
static double
run_abort (gconstpointer n_queued)
{
  const guint n = GPOINTER_TO_UINT (n_queued);
  Engine engine = engine_new (FALSE);
  g_autoptr (GPtrArray) controllers = g_ptr_array_new_with_free_func (g_object_unref);
  gint64 start;
  double each;

  for (guint i = 0; i < n; i++)
    {
      LsPostTaskOptions options = LS_POST_TASK_OPTIONS_INIT;

      g_ptr_array_add (controllers, ls_abort_controller_new (engine.loop, NULL));
      options.signal = ls_abort_controller_get_signal (controllers->pdata[i]);
      ls_promise_unref (ls_scheduler_post_task (engine.scheduler, count_callback, NULL, NULL, &options));
    }
  start = bench_now ();
  for (guint i = 0; i < 1000; i++)
    ls_abort_controller_abort (controllers->pdata[n / 2 - 500 + i], NULL);
  each = (bench_now () - start) / 1000.;
  engine_clear (&engine);
  return each;
}

static double
measure_memory (gconstpointer with_promise)
{
  Engine engine = engine_new (FALSE);
  const gsize before = bench_memory ();
  double each;

  for (guint i = 0; i < N_TASKS; i++)
    if (with_promise != NULL)
      ls_promise_unref (ls_scheduler_post_task (engine.scheduler, count_callback, NULL, NULL, NULL));
    else
      ls_scheduler_post (engine.scheduler, LS_TASK_PRIORITY_USER_VISIBLE, count, NULL, NULL);
  each = (bench_memory () - before) / (double) N_TASKS;
  engine_clear (&engine);
  return each;
}

/* The trace */

static LsTrace *
record_trace (gsize n_records)
{
  Engine engine = engine_new (TRUE);
  LsTrace *trace = g_object_ref (engine.trace);
  g_autoptr (LsTaskController) controller = ls_task_controller_new (engine.loop, LS_TASK_PRIORITY_BACKGROUND, "c");
  guint i = 0;

  while (ls_trace_get_length (trace) < n_records)
    {
      /* Three posts for two turns: the queues grow all the time. */
      ls_scheduler_post (engine.scheduler, LS_TASK_PRIORITY_BACKGROUND + i % 3, count, NULL, NULL);
      ls_scheduler_post_with_signal (engine.scheduler, ls_task_controller_get_task_signal (controller), count, NULL, NULL);
      ls_promise_unref (ls_scheduler_post_task (engine.scheduler, count_callback, NULL, NULL, NULL));
      ls_event_loop_run (engine.loop, 2);
      if (++i % 1000 == 0)
        ls_task_controller_set_priority (controller, LS_TASK_PRIORITY_BACKGROUND + i / 1000 % 3, NULL);
    }
  engine_clear (&engine);
  return trace;
}

static double
seek_worst (LsState *state,
            gsize    length,
            gboolean from_the_beginning)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  double worst = 0;

  for (guint i = 0; i < 200; i++)
    {
      const gsize position = g_rand_double (rand) * length;
      gint64 start;

      if (from_the_beginning)
        ls_state_seek (state, 0);
      start = bench_now ();
      ls_state_seek (state, position);
      worst = MAX (worst, bench_now () - start);
    }
  return worst;
}

static void
bench_trace (Bench *bench)
{
  const gsize n_records = 1000000;
  g_autoptr (LsTrace) trace = record_trace (n_records);
  g_autoptr (LsState) state = ls_state_new (trace);
  const gint64 start = bench_now ();
  double first, worst;

  ls_state_seek (state, n_records);
  first = bench_now () - start;
  worst = seek_worst (state, n_records, FALSE);
  bench_report (bench, "seek to any position of 1,000,000 records, worst of 200", BENCH_NANOSECONDS, worst,
                "reading all records once", first, "at most 50 ms", worst <= 50e6);
}

/* A main context: a source of 60 Hz at GDK's redraw priority while 100,000 tasks of 50 µs are queued. Like a frame clock
 * it has a time for each frame and leaves out those that it has missed. */

#define FRAME_INTERVAL 16667

typedef struct
{
  GSource source;
  gint64  next;
  guint   frames;
} FrameSource;

static gboolean
frame_source_dispatch (GSource     *source,
                       GSourceFunc  callback,
                       gpointer     user_data)
{
  FrameSource *self = (FrameSource *) source;
  const gint64 now = g_get_monotonic_time ();

  self->frames++;
  while (self->next <= now)
    self->next += FRAME_INTERVAL;
  g_source_set_ready_time (source, self->next);
  return G_SOURCE_CONTINUE;
}

static GSourceFuncs frame_source_funcs = { .dispatch = frame_source_dispatch };

static void
busy_task (gpointer loop)
{
  ls_event_loop_work (loop, 50);
}

static double
run_frames (gconstpointer n_queued)
{
  const guint n = GPOINTER_TO_UINT (n_queued);
  g_autoptr (GMainContext) context = g_main_context_new ();
  g_autoptr (LsEventLoop) loop = ls_event_loop_new (LS_CLOCK_MONOTONIC);
  g_autoptr (LsScheduler) scheduler = ls_scheduler_new (loop, NULL);
  GSource *source = g_source_new (&frame_source_funcs, sizeof (FrameSource));
  const gint64 start = g_get_monotonic_time ();
  double rate;

  ls_event_loop_attach (loop, context);
  g_source_set_priority (source, G_PRIORITY_HIGH_IDLE + 20);
  g_source_set_ready_time (source, ((FrameSource *) source)->next = start + FRAME_INTERVAL);
  g_source_attach (source, context);
  for (guint i = 0; i < n; i++)
    ls_scheduler_post (scheduler, LS_TASK_PRIORITY_BACKGROUND + i % 3, busy_task, loop, NULL);
  while (n > 0 ? !ls_event_loop_is_idle (loop) : g_get_monotonic_time () - start < 2000000)
    g_main_context_iteration (context, TRUE);
  rate = ((FrameSource *) source)->frames / ((g_get_monotonic_time () - start) / 1e6);
  g_source_destroy (source);
  g_source_unref (source);
  return rate;
}

static void
bench_posting (Bench *bench)
{
  const double fifo = bench_measure (run_fifo, NULL, RUNS);
  const double idle = bench_measure (run_g_idle_add, NULL, 3);
  const double plain = bench_measure (run_static_tasks, GINT_TO_POINTER (FALSE), RUNS);
  const double traced = bench_measure (run_static_tasks, GINT_TO_POINTER (TRUE), RUNS);
  const double promised = bench_measure (run_tasks_with_promise, GINT_TO_POINTER (FALSE), RUNS);
  const double promised_traced = bench_measure (run_tasks_with_promise, GINT_TO_POINTER (TRUE), RUNS);

  bench_report (bench, "post and run a static task", BENCH_NANOSECONDS, plain, "FIFO of malloc'd nodes", fifo,
                "at most 1.5×", plain <= fifo * 1.5);
  bench_report (bench, "post and run a static task", BENCH_NANOSECONDS, plain, "g_idle_add()", idle, "at most ⅛",
                plain <= idle / 8);
  bench_report (bench, "post and run a task with a promise", BENCH_NANOSECONDS, promised, "FIFO of malloc'd nodes", fifo,
                "at most 3×", promised <= fifo * 3);
  bench_report (bench, "post and run a static task, traced", BENCH_NANOSECONDS, traced, "without trace", plain,
                "at most 2×", traced <= plain * 2);
  bench_report (bench, "post and run a task with a promise, traced", BENCH_NANOSECONDS, promised_traced, "without trace",
                promised, "at most 2×", promised_traced <= promised * 2);
}

static void
bench_queues (Bench *bench)
{
  const double few = bench_measure (run_set_priority, GUINT_TO_POINTER (1000), RUNS);
  const double many = bench_measure (run_set_priority, GUINT_TO_POINTER (1000000), RUNS);
  const double one = bench_measure (run_selection, GUINT_TO_POINTER (1), RUNS);
  const double hundred = bench_measure (run_selection, GUINT_TO_POINTER (100), RUNS);
  const double ten_thousand = bench_measure (run_selection, GUINT_TO_POINTER (10000), RUNS);
  const double yields = bench_measure (run_yields, NULL, RUNS);
  const double promised = bench_measure (run_tasks_with_promise, GINT_TO_POINTER (FALSE), 3);
  const double abort_few = bench_measure (run_abort, GUINT_TO_POINTER (1000), RUNS);
  const double abort_many = bench_measure (run_abort, GUINT_TO_POINTER (100000), RUNS);

  bench_report (bench, "setPriority with 1,000,000 queued tasks", BENCH_NANOSECONDS, many, "with 1,000", few,
                "at most 2 µs, no growth", many <= 2000 && many <= few * 2);
  bench_report (bench, "select and run with 100 live signals", BENCH_NANOSECONDS, hundred, "with 1", one, "at most 2×",
                hundred <= one * 2);
  bench_report (bench, "select and run with 10,000 live signals", BENCH_NANOSECONDS, ten_thousand, "with 1", one,
                "at most 2×", ten_thousand <= one * 2);
  bench_report (bench, "yield and come back", BENCH_NANOSECONDS, yields, "post and run with a promise", promised,
                "below Chromium's 3.7 µs", yields < 3700);
  bench_report (bench, "abort one of 100,000 queued tasks", BENCH_NANOSECONDS, abort_many, "one of 1,000", abort_few,
                "O(1)", abort_many <= abort_few * 3);
}

int
main (int   argc,
      char *argv[])
{
  Bench *bench = bench_new (&argc, &argv, "Engine");
  const double memory = measure_memory (NULL);
  const double memory_promised = measure_memory (GINT_TO_POINTER (TRUE));
  double free_running, loaded;

  bench_posting (bench);
  bench_queues (bench);
  bench_report (bench, "memory for a queued task", BENCH_BYTES, memory, "a FIFO node", sizeof (Node), "at most 128 B",
                memory <= 128);
  bench_report (bench, "memory for a queued task and its promise", BENCH_BYTES, memory_promised, "without promise", memory,
                "–", TRUE);
  bench_trace (bench);
  free_running = run_frames (GUINT_TO_POINTER (0));
  loaded = run_frames (GUINT_TO_POINTER (100000));
  bench_report (bench, "60 Hz source under 100,000 tasks of 50 µs", BENCH_HERTZ, loaded, "with nothing queued",
                free_running, "keeps its rate", loaded >= free_running * 0.95);
  return bench_finish (bench);
}
