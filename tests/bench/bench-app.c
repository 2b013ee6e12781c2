/* bench-app.c: how long the window takes for a frame
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

#include "bench-util.h"
#include "test-window-util.h"

#include "ls-events-table.h"
#include "ls-stage.h"
#include "ls-timeline-chart.h"
#include "ls-timeline.h"
#include "ls-window-private.h"

#ifdef LS_HAVE_SCRIPT
#include "ls-script.h"
#endif

#define WIDTH 1360
#define HEIGHT 860
#define N_FRAMES 60
/* Processors have days that are better than others, which last for seconds. */
#define N_ROUNDS 5
#define START_RUNS 9
#define MS 1e6
/* How long what never ends is watched, in µs. */
#define WATCHED (3 * G_USEC_PER_SEC)
#define DEADLINE (60 * G_USEC_PER_SEC)
/* As many as a day has, and more. */
#define LONG_TASKS 50000000

/* A frame's computing: what the frame clock does from the moment at which it begins. Neither waiting for it counts, nor that
 * other programs want the processor. */

typedef struct
{
  gint64  begun;
  GArray *frames;        /* (element-type double): ns */
} Watch;

/* The processor time of this thread, ns. */
static gint64
get_work (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return now.tv_sec * G_GINT64_CONSTANT (1000000000) + now.tv_nsec;
}

/* That of all threads. */
static gint64
get_process_work (void)
{
  struct timespec now;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &now);
  return now.tv_sec * G_GINT64_CONSTANT (1000000000) + now.tv_nsec;
}

static void
on_begin (Watch *watch)
{
  watch->begun = get_work ();
}

static void
on_end (Watch *watch)
{
  double elapsed = get_work () - watch->begun;

  if (watch->begun != 0)
    g_array_append_val (watch->frames, elapsed);
  watch->begun = 0;
}

static void
watch_begin (Watch     *watch,
             GtkWidget *widget)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (widget);

  watch->begun = 0;
  watch->frames = g_array_new (FALSE, FALSE, sizeof (double));
  g_signal_connect_swapped (clock, "before-paint", G_CALLBACK (on_begin), watch);
  g_signal_connect_swapped (clock, "after-paint", G_CALLBACK (on_end), watch);
}

static int
compare_doubles (const void *a,
                 const void *b)
{
  const double x = *(const double *) a;
  const double y = *(const double *) b;

  return (x > y) - (x < y);
}

static void
watch_end (Watch     *watch,
           GtkWidget *widget,
           double    *median,
           double    *longest)
{
  g_signal_handlers_disconnect_by_data (gtk_widget_get_frame_clock (widget), watch);
  if (watch->frames->len == 0)
    g_error ("Nothing has been drawn");
  qsort (watch->frames->data, watch->frames->len, sizeof (double), compare_doubles);
  *median = g_array_index (watch->frames, double, watch->frames->len / 2);
  *longest = g_array_index (watch->frames, double, watch->frames->len - 1);
  g_array_unref (watch->frames);
}

#define wait_for(expression)                                                  \
  G_STMT_START                                                                \
  {                                                                           \
    gint64 wait_deadline = g_get_monotonic_time () + DEADLINE;                \
    while (!(expression))                                                     \
      {                                                                       \
        if (g_get_monotonic_time () > wait_deadline)                          \
          g_error ("waited in vain for: %s", #expression);                    \
        g_main_context_iteration (NULL, TRUE);                                \
      }                                                                       \
  }                                                                           \
  G_STMT_END

typedef void (*ChangeFunc) (gpointer data,
                            guint    frame);

/* Changes something for each frame; the change counts, the wait does not. Returns the median. */
static double
measure_frames (GtkWidget  *window,
                ChangeFunc  change,
                gpointer    data)
{
  Watch watch;
  g_autofree double *changes = g_new (double, N_FRAMES);
  double median, longest;

  test_ui_settle (window);
  watch_begin (&watch, window);
  for (guint i = 0; i < N_FRAMES; i++)
    {
      guint n = watch.frames->len;
      gint64 begun = get_work ();

      change (data, i);
      changes[i] = get_work () - begun;
      gtk_widget_queue_draw (window);
      wait_for (watch.frames->len > n);
    }
  watch_end (&watch, window, &median, &longest);
  qsort (changes, N_FRAMES, sizeof *changes, compare_doubles);
  return median + changes[N_FRAMES / 2];
}

/* Queued tasks */

static void
step_to_and_fro (gpointer data,
                 guint    frame)
{
  LsPlayer *player = data;

  ls_player_seek (player, ls_player_get_length (player) - frame % 2);
}

static LsPlayer *
make_player (LsTrace *trace)
{
  LsPlayer *player = ls_player_new ();

  ls_player_set_trace (player, trace, NULL, NULL);
  wait_for (!ls_player_tick (player, 0));
  return player;
}

typedef struct
{
  double frame, memory;
} Cost;

static Cost
measure_stage (LsTrace *trace)
{
  g_autoptr (LsPlayer) player = make_player (trace);
  GtkWidget *stage = g_object_new (LS_TYPE_STAGE, NULL);
  gsize before = bench_memory ();
  GtkWindow *window;
  Cost cost;

  ls_stage_set_player (LS_STAGE (stage), player);
  window = test_ui_new_window (stage, WIDTH, HEIGHT);
  cost.frame = measure_frames (GTK_WIDGET (window), step_to_and_fro, player);
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

static void
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

/* A long table */

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
    gtk_adjustment_set_value (adjustment, gtk_adjustment_get_upper (adjustment) * (frame * 7 % N_FRAMES) / N_FRAMES);
  else
    gtk_adjustment_set_value (adjustment, gtk_adjustment_get_value (adjustment) + 57);
}

static Cost
measure_table (LsTrace *trace)
{
  g_autoptr (LsPlayer) player = make_player (trace);
  GtkWidget *table = g_object_new (LS_TYPE_EVENTS_TABLE, NULL);
  gsize before = bench_memory ();
  GtkAdjustment *adjustment;
  GtkWindow *window;
  Cost cost;

  ls_events_table_set_player (LS_EVENTS_TABLE (table), player);
  window = test_ui_new_window (table, WIDTH, 400);
  adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (test_ui_find (table, GTK_TYPE_COLUMN_VIEW, NULL)));
  wait_for (gtk_adjustment_get_upper (adjustment) > gtk_adjustment_get_page_size (adjustment));
  cost.frame = measure_frames (GTK_WIDGET (window), scroll, adjustment);
  cost.memory = bench_memory () > before ? bench_memory () - before : 0;
  gtk_window_destroy (window);
  return cost;
}

static void
bench_table (Bench *bench)
{
  g_autoptr (LsTrace) few = test_trace_new_queued (1000);
  Cost short_table = measure_table (few);
  g_autoptr (LsTrace) many = make_long_trace ();
  Cost long_table = measure_table (many);

  bench_report (bench, "scrolling a table of 10,000,000 records, each frame", BENCH_NANOSECONDS, long_table.frame,
                "of 2,000", short_table.frame, "at most 8 ms", long_table.frame <= 8 * MS);
  bench_report (bench, "memory for that table", BENCH_BYTES, long_table.memory, "its records",
                (double) sizeof (LsRecord) * ls_trace_get_length (many), "–", TRUE);
}

/* Programs */

static const char steps[] =
  "{ \"format\": \"loopscope-session\", \"version\": 1, \"title\": \"bench\","
  "  \"settings\": { \"budget\": { \"steps\": 100000000, \"records\": 100000000 } }, \"program\": { \"kind\": \"steps\","
  "  \"main\": [ { \"op\": \"repeat\", \"times\": 100, \"body\": [ { \"op\": \"postTask\", \"body\": \"again\" } ] } ],"
  "  \"bodies\": { \"again\": [ { \"op\": \"work\", \"ms\": 1 }, { \"op\": \"postTask\", \"body\": \"again\" } ] } } }";

#ifdef LS_HAVE_SCRIPT
static const char javascript[] =
  "{ \"format\": \"loopscope-session\", \"version\": 1, \"title\": \"bench\","
  "  \"settings\": { \"budget\": { \"steps\": 100000000, \"records\": 100000000 } }, \"program\": { \"kind\": \"javascript\","
  "  \"scripts\": [ { \"name\": \"main.js\", \"source\":"
  "  \"const f = () => { scheduler.postTask (f); }; for (let i = 0; i < 100; i++) f ();\" } ] } }";
#endif

static LsWindow *
open_program (const char *text)
{
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "bench-app.loopscope", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;
  LsWindow *window;

  if (!g_file_set_contents (path, text, -1, &error))
    g_error ("%s", error->message);
  window = test_window_new (NULL, WIDTH, HEIGHT);
  if (!ls_debugger_open (ls_window_get_debugger (window), file, &error))
    g_error ("%s", error->message);
  g_unlink (path);
  wait_for (!ls_player_is_pending (test_window_get_player (window)));
  test_ui_settle (GTK_WIDGET (window));
  return window;
}

static void
run (LsWindow *window)
{
  LsPlayer *player = test_window_get_player (window);

  ls_player_set_speed (player, LS_SPEED_MAXIMUM);
  ls_player_set_running (player, TRUE);
}

/* How many tasks have run a second, when the window shows all that has happened. */
static void
measure_running (Bench      *bench,
                 const char *name,
                 const char *text)
{
  LsWindow *window = open_program (text);
  LsPlayer *player = test_window_get_player (window);
  g_autofree char *title = g_strdup_printf ("%s at full speed, each task", name);
  g_autofree char *work_title = g_strdup_printf ("%s at full speed, processor time of each task", name);
  g_autofree char *rate_title = g_strdup_printf ("%s at full speed, frames a second", name);
  g_autofree char *frame_title = g_strdup_printf ("%s at full speed, longest frame", name);
  g_autofree char *memory_title = g_strdup_printf ("%s at full speed, memory for each task", name);
  double median, longest, each, rate, work, own_work, size;
  gsize memory = bench_memory ();
  gint64 begun = bench_now ();
  gint64 all_begun = get_process_work ();
  gint64 own_begun = get_work ();
  gint64 end = g_get_monotonic_time () + WATCHED;
  guint32 first = ls_player_get_step (player);
  guint32 n_tasks;
  guint n_frames;
  Watch watch;

  watch_begin (&watch, GTK_WIDGET (window));
  run (window);
  while (g_get_monotonic_time () < end)
    g_main_context_iteration (NULL, TRUE);
  n_tasks = MAX (1, ls_player_get_step (player) - first);
  each = (double) (bench_now () - begun) / n_tasks;
  n_frames = watch.frames->len;
  own_work = (double) (get_work () - own_begun) / n_tasks;
  work = (double) (get_process_work () - all_begun) / n_tasks - own_work;
  size = (double) sizeof (LsRecord) * ls_trace_get_length (ls_player_get_trace (player)) / n_tasks;
  rate = n_frames * 1e9 / (bench_now () - begun);
  watch_end (&watch, GTK_WIDGET (window), &median, &longest);
  memory = bench_memory () > memory ? bench_memory () - memory : 0;
  ls_player_set_running (player, FALSE);
  ls_debugger_stop (ls_window_get_debugger (window));
  test_window_close (window);

  bench_report (bench, title, BENCH_NANOSECONDS, each, "goal", 5000, "200,000 a second", each <= 5000);
  bench_report (bench, work_title, BENCH_NANOSECONDS, work, "the window's", own_work, "5 µs", MAX (work, own_work) <= 5000);
  bench_report (bench, rate_title, BENCH_HERTZ, rate, "the screen", 60, "–", TRUE);
  bench_report (bench, frame_title, BENCH_NANOSECONDS, longest, "median", median, "at most 50 ms", longest <= 50 * MS);
  bench_report (bench, memory_title, BENCH_BYTES, (double) memory / n_tasks, "its records", size, "–", TRUE);
}

/* A run that is much longer than what is kept of it */

static const char endless[] =
  "{ \"format\": \"loopscope-session\", \"version\": 1, \"title\": \"bench\","
  "  \"settings\": { \"budget\": { \"steps\": 4000000000, \"records\": 4000000000 } }, \"program\": { \"kind\": \"steps\","
  "  \"main\": [ { \"op\": \"repeat\", \"times\": 100, \"body\": [ { \"op\": \"postTask\", \"body\": \"again\" } ] } ],"
  "  \"bodies\": { \"again\": [ { \"op\": \"work\", \"ms\": 1 }, { \"op\": \"postTask\", \"body\": \"again\" } ] } } }";

/* The memory each time that a fifth of @n_tasks has run, each fifth with another view. */
static void
bench_long (Bench   *bench,
            guint32  n_tasks)
{
  static const char *const views[] = { "timeline", "events", "statistics", "lints", "log" };
  LsWindow *window = open_program (endless);
  LsPlayer *player = test_window_get_player (window);
  gint64 begun = bench_now ();
  gsize first = 0;

  run (window);
  for (guint i = 1; i <= 5; i++)
    {
      g_autofree char *title = NULL;
      guint32 n = (guint64) n_tasks * i / 5;
      gsize memory;

      test_window_activate (window, "win.show-view", "s", views[i - 1]);
      while (ls_player_get_step (player) < n && ls_player_get_running (player))
        g_main_context_iteration (NULL, TRUE);
      memory = bench_memory ();
      first = i == 1 ? memory : first;
      title = g_strdup_printf ("memory when %u tasks have run", ls_player_get_step (player));
      g_printerr ("%s: %.1f MB, %.0f s\n", title, memory / 1e6, (bench_now () - begun) / 1e9);
      bench_report (bench, title, BENCH_BYTES, memory, "when the first fifth has", first, "at most 1 GB",
                    memory <= 1000 * 1000 * 1000);
    }
  bench_report (bench, "records that are kept of them", BENCH_BYTES,
                (double) sizeof (LsRecord) * (ls_player_get_length (player) - ls_player_get_start (player)),
                "all its records", (double) sizeof (LsRecord) * ls_player_get_length (player), "–", TRUE);
  ls_player_set_running (player, FALSE);
  ls_debugger_stop (ls_window_get_debugger (window));
  test_window_close (window);
}

/* Dragging the playhead */

static void
bench_drag (Bench *bench)
{
  LsWindow *window = open_program (steps);
  LsPlayer *player = test_window_get_player (window);
  LsTimelineChart *chart;
  LsTimelineScene *scene = ls_timeline_get_scene (LS_TIMELINE (window->view->timeline));
  Watch watch;
  double median, longest, rate;
  guint n_delivered = 0;
  gint64 begun;
  gsize length;

  chart = LS_TIMELINE_CHART (test_ui_find (window->view->timeline, LS_TYPE_TIMELINE_CHART, NULL));
  run (window);
  wait_for (ls_player_get_length (player) >= 1000000);
  ls_player_set_running (player, FALSE);
  length = ls_player_get_length (player);
  /* All that the timeline can show has been read. */
  wait_for (ls_timeline_model_get_n_read (ls_timeline_scene_get_model (scene)) >= length);
  test_ui_settle (GTK_WIDGET (window));

  watch_begin (&watch, GTK_WIDGET (window));
  begun = bench_now ();
  for (guint i = 0; i < 2 * N_FRAMES; i++)
    {
      gsize position = (gsize) (i * 7919u % 997) * length / 997;
      LsRecord record;
      guint n = watch.frames->len;

      ls_trace_get_record (ls_player_get_trace (player), position, &record);
      ls_timeline_chart_seek_soon (chart, record.time);
      gtk_widget_queue_draw (GTK_WIDGET (window));
      position = ls_player_get_position (player);
      wait_for (watch.frames->len > n + 1 || ls_player_get_position (player) != position);
      wait_for (watch.frames->len > n);
      n_delivered += ls_player_get_position (player) != position;
    }
  rate = n_delivered * 1e9 / (bench_now () - begun);
  watch_end (&watch, GTK_WIDGET (window), &median, &longest);
  ls_debugger_stop (ls_window_get_debugger (window));
  test_window_close (window);

  bench_report (bench, "dragging the playhead over 1,000,000 records, positions drawn", BENCH_HERTZ, rate, "the screen", 60,
                "at least 30 Hz", rate >= 30);
  bench_report (bench, "computing for each of them", BENCH_NANOSECONDS, median, "longest", longest, "–", TRUE);
}

/* The start: another process, from its first instruction to what the first frame has drawn */

static void
on_first_frame (GdkFrameClock *clock)
{
  _exit (0);
}

static void
on_window_mapped (GtkWidget *window)
{
  g_signal_connect (gtk_widget_get_frame_clock (window), "after-paint", G_CALLBACK (on_first_frame), NULL);
}

static void
on_window_added (GtkApplication *application,
                 GtkWindow      *window)
{
  g_signal_connect_after (window, "map", G_CALLBACK (on_window_mapped), NULL);
}

static int
start (const char *file)
{
  char *arguments[] = { (char *) "loopscope", (char *) file, NULL };
  g_autoptr (LsApplication) application = NULL;

#ifdef LS_HAVE_SCRIPT
  g_setenv ("TZ", "UTC", TRUE);
  ls_script_register ();
#endif
  application = ls_application_new ();
  g_application_set_flags (G_APPLICATION (application), G_APPLICATION_NON_UNIQUE | G_APPLICATION_HANDLES_OPEN);
  g_signal_connect_after (application, "window-added", G_CALLBACK (on_window_added), NULL);
  return g_application_run (G_APPLICATION (application), file != NULL ? 2 : 1, arguments);
}

static double
get_children_work (void)
{
  struct rusage usage;

  getrusage (RUSAGE_CHILDREN, &usage);
  return (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1e9 + (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e3;
}

/* The smaller of the time that has passed and the processor time, if the processors were wanted by others. */
static double
measure_start (const char *const *arguments)
{
  double values[START_RUNS + 1];

  for (guint i = 0; i <= START_RUNS; i++)
    {
      gint64 begun = bench_now ();
      double work = get_children_work ();
      g_autoptr (GError) error = NULL;
      int status;

      if (!g_spawn_sync (NULL, (char **) arguments, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, &status, &error) ||
          !g_spawn_check_wait_status (status, &error))
        g_error ("%s", error->message);
      values[i] = MIN (bench_now () - begun, get_children_work () - work);
    }
  qsort (values + 1, START_RUNS, sizeof *values, compare_doubles);
  return values[1 + START_RUNS / 2];
}

static void
bench_start (Bench      *bench,
             const char *program)
{
  g_autoptr (GFile) example = test_window_get_example (TEST_EXAMPLE);
  g_autofree char *path = g_file_get_path (example);
  const char *const empty[] = { program, "--start", NULL };
  const char *const full[] = { program, "--start", path, NULL };
  const char *const nothing[] = { "true", NULL };
  double process = measure_start (nothing);
  double without = measure_start (empty);
  double with = measure_start (full);

  bench_report (bench, "start to the first frame", BENCH_NANOSECONDS, without, "a process that does nothing", process,
                "at most 0.4 s", without <= 400 * MS);
  bench_report (bench, "start to the first frame of an example", BENCH_NANOSECONDS, with, "without", without,
                "at most 0.4 s", with <= 400 * MS);
}

/* What the test library has to say is none of the results. */
static void
print (const char *text)
{
  fputs (text, *text == '#' ? stderr : stdout);
  fflush (stdout);
}

static void
tell_load (void)
{
  double load;

  if (getloadavg (&load, 1) == 1 && load > 0.5 * g_get_num_processors ())
    g_printerr ("The machine is busy (load %.1f): these figures say little.\n", load);
}

int
main (int   argc,
      char *argv[])
{
  guint64 n_long = 0;
  Bench *bench;
  gsize before;

  g_setenv ("LS_TEST_SOURCE_ROOT", LS_BENCH_SOURCE_ROOT, FALSE);
  g_setenv ("GSETTINGS_SCHEMA_DIR", LS_BENCH_SCHEMA_DIR, FALSE);
  g_setenv ("GSETTINGS_BACKEND", "memory", TRUE);
  if (argc >= 2 && g_str_equal (argv[1], "--start"))
    return start (argc > 2 ? argv[2] : NULL);

  if (argc >= 2 && g_str_has_prefix (argv[1], "--long"))
    {
      n_long = argv[1][6] == '=' ? g_ascii_strtoull (argv[1] + 7, NULL, 10) : LONG_TASKS;
      argv[1] = argv[0];
      argv++;
      argc--;
    }
  g_set_print_handler (print);
  bench = bench_new (&argc, &argv, "The window");
  tell_load ();
  if (n_long > 0)
    {
      test_window_init (&argc, &argv);
      bench_long (bench, CLAMP (n_long, 1000, 400000000));
      tell_load ();
      return bench_finish (bench);
    }
  bench_start (bench, argv[0]);
  test_window_init (&argc, &argv);
  before = bench_memory ();
  bench_stage (bench);
  bench_drag (bench);
  measure_running (bench, "a program of steps", steps);
#ifdef LS_HAVE_SCRIPT
  measure_running (bench, "JavaScript", javascript);
#endif
  bench_table (bench);
  bench_report (bench, "memory after everything", BENCH_BYTES, bench_memory (), "before", before, "–", TRUE);
  tell_load ();
  return bench_finish (bench);
}
