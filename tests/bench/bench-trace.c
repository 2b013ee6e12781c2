/* bench-trace.c: what it costs to write a trace, to move about in it and to analyse it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <stdlib.h>
#include <time.h>

#include "ls-break-matcher.h"
#include "ls-comparison.h"
#include "ls-explain.h"
#include "ls-linter.h"
#include "ls-record-filter.h"
#include "ls-statistics.h"
#include "ls-trace-private.h"
#include "ls-turn-tracker-private.h"

#define N_SEEKS 400

typedef struct
{
  LsTrace *trace;
  LsProbe *probe;
  GRand *rand;
  gsize n_records;
  guint32 order, turn;
} Writer;

#define emit(self, record_kind, ...) \
  G_STMT_START { \
    (self)->n_records++; \
    ls_probe_emit ((self)->probe, &(LsRecord) { .time = (self)->n_records, .kind = LS_RECORD_##record_kind, __VA_ARGS__ }); \
  } G_STMT_END

static void
post (Writer  *self,
      guint32  task,
      guint32  queue)
{
  emit (self, TASK_POSTED, .subject = task);
  emit (self, TASK_QUEUED, .subject = task, .object = queue, .value = ++self->order);
}

static void
run (Writer  *self,
     guint32  task)
{
  emit (self, TASK_SELECTED, .subject = task, .object = 1, .value = ++self->turn);
  emit (self, TASK_STARTED, .subject = task);
  emit (self, TASK_FINISHED, .subject = task);
  emit (self, TURN_ENDED, .value = self->turn);
}

static void
create_queues (Writer *self,
               guint   n_queues)
{
  for (guint i = 1; i <= n_queues; i++)
    emit (self, QUEUE_CREATED, .subject = i, .value = 1, .priority = LS_TASK_PRIORITY_BACKGROUND + i % 3);
}

/* Tasks are posted and run in turn. */
static void
write_steady (Writer *self,
              gsize   n_records)
{
  guint32 task = 0;

  create_queues (self, 1);
  while (self->n_records < n_records)
    {
      post (self, ++task, 1);
      run (self, task);
    }
}

/* Each task posts the next ones, which have names. */
static void
write_chained (Writer *self,
               gsize   n_records)
{
  const guint32 names[] = { ls_probe_intern (self->probe, "first"), ls_probe_intern (self->probe, "second") };
  guint32 task = 1, last = 1;

  create_queues (self, 1);
  post (self, 1, 1);
  for (; self->n_records < n_records; task++)
    {
      emit (self, TASK_SELECTED, .subject = task, .object = 1, .value = ++self->turn);
      emit (self, TASK_STARTED, .subject = task);
      for (guint i = 0; i < 1 + task % 2; i++)
        {
          emit (self, TASK_POSTED, .subject = ++last, .text = names[i]);
          emit (self, TASK_QUEUED, .subject = last, .object = 1, .value = ++self->order);
        }
      emit (self, TASK_FINISHED, .subject = task);
      emit (self, TURN_ENDED, .value = self->turn);
    }
}

/* Tasks in turn under the rules of a preset that look at the past. */
static void
write_rules (Writer *self,
             gsize   n_records)
{
  emit (self, PRESET_RULE, .subject = LS_PRESET_RULE_MAX_DELAYED_PICKS, .value = 3);
  emit (self, PRESET_RULE, .subject = LS_PRESET_RULE_FAIR_AFTER, .value = 4);
  write_steady (self, n_records);
}

/* Three tenths of the records' number in queued tasks, then they run. */
static void
write_queued (Writer *self,
              gsize   n_records)
{
  guint32 n_tasks = n_records * 3 / 10, task = 0;

  create_queues (self, 1);
  for (guint32 i = 1; i <= n_tasks; i++)
    post (self, i, 1);
  while (self->n_records < n_records)
    run (self, ++task);
}

/* As many queued tasks over 10,000 queues, which are aborted in no order: no two records touch the same place. */
static void
write_scattered (Writer *self,
                 gsize   n_records)
{
  guint32 n_tasks = n_records * 3 / 10;
  g_autofree guint32 *tasks = g_new (guint32, n_tasks);
  guint32 n = 0;

  create_queues (self, 10000);
  for (guint32 i = 0; i < n_tasks; i++)
    {
      guint32 other = g_rand_int_range (self->rand, 0, i + 1);

      tasks[i] = tasks[other];
      tasks[other] = i + 1;
      post (self, i + 1, 1 + i % 10000);
    }
  while (self->n_records < n_records)
    if (n < n_tasks)
      emit (self, TASK_REMOVED, .subject = tasks[n++]);
    else
      emit (self, WORK, .value = 1);
}

/* As many delayed tasks, due in no order. */
static void
write_delayed (Writer *self,
               gsize   n_records)
{
  guint32 task = 0;

  while (self->n_records < n_records)
    {
      emit (self, TASK_DELAYED, .subject = ++task, .value = g_rand_int_range (self->rand, 1, 1000000),
            .queue = LS_QUEUE_TYPE_FRAME_THROTTLEABLE);
      emit (self, WORK, .value = 1);
    }
}

static const struct
{
  const char *name;
  void (*write) (Writer *self, gsize n_records);
} scenarios[] = {
  { "steady", write_steady },
  { "chained", write_chained },
  { "rules", write_rules },
  { "queued", write_queued },
  { "scattered", write_scattered },
  { "delayed", write_delayed },
};

/* Processor time of this thread, so that what else the machine does is not counted. */
static double
now_ms (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return time.tv_sec * 1e3 + time.tv_nsec / 1e6;
}

static int
compare_doubles (gconstpointer a,
                 gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return x < y ? -1 : x > y;
}

static void
measure (guint    scenario,
         gsize    n_records,
         gboolean json)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();
  g_autoptr (LsState) state = ls_state_new (trace);
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  LsKeyframes *keyframes = ls_trace_get_keyframes (trace);
  Writer writer = { .trace = trace, .probe = ls_trace_get_probe (trace), .rand = rand };
  double written, built, back, next, ms[N_SEEKS], total = 0;
  g_autoptr (LsExplanation) explanation = NULL;

  written = now_ms ();
  scenarios[scenario].write (&writer, n_records);
  ls_probe_publish (writer.probe);
  written = now_ms () - written;
  n_records = writer.n_records;

  built = now_ms ();
  ls_state_seek (state, n_records);
  built = now_ms () - built;

  for (guint i = 0; i < N_SEEKS; i++)
    {
      gsize position = (gsize) (g_rand_double (rand) * n_records);

      ms[i] = now_ms ();
      ls_state_seek (state, position);
      ls_state_get_next_task (state);
      ms[i] = now_ms () - ms[i];
      total += ms[i];
    }
  qsort (ms, N_SEEKS, sizeof *ms, compare_doubles);

  back = now_ms ();
  for (guint i = 1; i <= 50; i++)
    ls_state_seek (state, n_records / 2 - i);
  back = (now_ms () - back) / 50;

  next = now_ms ();
  explanation = ls_explain_next (state);
  next = now_ms () - next;

  g_print (json ? "{\"scenario\": \"%s\", \"records\": %zu, \"writeNs\": %.1f, \"buildNs\": %.1f, \"seekMeanMs\": %.2f, "
                  "\"seekMaxMs\": %.2f, \"stepBackMs\": %.2f, \"explainMs\": %.2f, \"keyframes\": %zu, \"stateMb\": %.0f}\n"
                : "%-10s %9zu records  write %5.1f ns  build %5.1f ns  seek %5.2f ms, at most %5.2f ms  step back %5.2f ms  "
                  "explain %5.2f ms  %3zu keyframes, %4.0f MB\n",
           scenarios[scenario].name, n_records, written * 1e6 / n_records, built * 1e6 / n_records, total / N_SEEKS,
           ms[N_SEEKS - 1], back, next, ls_keyframes_get_n_frames (keyframes),
           *ls_keyframes_get_account (keyframes) / 1e6);
}

/* How long what reads the whole trace takes for each record, in ns. */

static double
measure_plain (LsTrace *trace)
{
  const LsRecord *records;
  gsize position = 0, n_records;
  volatile guint64 sum = 0;
  double ms = now_ms ();

  for (; (records = ls_trace_peek_records (trace, position, &n_records)) != NULL; position += n_records)
    {
      guint64 part = 0;

      for (gsize i = 0; i < n_records; i++)
        part += records[i].kind;
      sum += part;
    }
  return (now_ms () - ms) * 1e6 / position;
}

static double
measure_linter (LsTrace *trace,
                guint   *n_lints)
{
  g_autoptr (LsLinter) linter = ls_linter_new (trace, NULL);
  double ms = now_ms ();

  while (ls_linter_advance (linter, 100000))
    ;
  ls_linter_finish (linter);
  *n_lints = ls_linter_get_n_lints (linter);
  return (now_ms () - ms) * 1e6 / ls_trace_get_length (trace);
}

static double
measure_statistics (LsTrace *trace)
{
  g_autoptr (LsStatistics) statistics = ls_statistics_new (trace);
  double ms = now_ms ();

  while (ls_statistics_advance (statistics, 100000))
    ;
  return (now_ms () - ms) * 1e6 / ls_trace_get_length (trace);
}

/* What follows marks into another run reads. */
static double
measure_turns (LsTrace *trace)
{
  LsTurnTracker tracker;
  LsStepOrigin origin;
  const LsRecord *records;
  gsize position = 0, n_records;
  double ms = now_ms ();

  ls_turn_tracker_init (&tracker, trace);
  for (; (records = ls_trace_peek_records (trace, position, &n_records)) != NULL; position += n_records)
    for (gsize i = 0; i < n_records; i++)
      ls_turn_tracker_read (&tracker, &records[i], &origin);
  ls_turn_tracker_clear (&tracker);
  return (now_ms () - ms) * 1e6 / position;
}

/* With a breakpoint that never stops. */
static double
measure_breakpoints (LsTrace *trace)
{
  g_autoptr (GPtrArray) rules = g_ptr_array_new_with_free_func ((GDestroyNotify) ls_break_rule_free);
  LsBreakRule *rule = ls_break_rule_new (LS_BREAK_TASK_START);
  g_autoptr (LsBreakMatcher) matcher = NULL;
  gsize found;
  double ms;

  rule->task = g_strdup ("no such task");
  g_ptr_array_add (rules, rule);
  matcher = ls_break_matcher_new (trace, rules);
  ms = now_ms ();
  ls_break_matcher_forward (matcher, 0, G_MAXSIZE, G_MAXSIZE, &found);
  return (now_ms () - ms) * 1e6 / ls_trace_get_length (trace);
}

/* A run with itself, for each record of the two. */
static double
measure_comparison (LsTrace *trace)
{
  g_autoptr (LsComparison) comparison = NULL;
  double ms = now_ms ();

  comparison = ls_comparison_new (trace, trace);
  return (now_ms () - ms) * 1e6 / (2 * ls_trace_get_length (trace));
}

static double
measure_filter (LsTrace            *trace,
                LsRecordFilterSpec  spec,
                double             *match_ns)
{
  g_autoptr (LsRecordFilter) filter = ls_record_filter_new (trace, &spec);
  double ms = now_ms (), ns;
  gsize n, position;

  while (ls_record_filter_advance (filter, 100000, NULL))
    ;
  ns = (now_ms () - ms) * 1e6 / ls_trace_get_length (trace);

  n = MAX (ls_record_filter_get_n_matches (filter), 1);
  ms = now_ms ();
  for (guint i = 0; i < 100000; i++)
    ls_record_filter_get_match (filter, i * 7919u % n, &position);
  *match_ns = (now_ms () - ms) * 1e6 / 100000;
  return ns;
}

static void
measure_analysis (guint    scenario,
                  gsize    n_records,
                  gboolean json)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  Writer writer = { .trace = trace, .probe = ls_trace_get_probe (trace), .rand = rand };
  LsRecordFilterSpec kinds = LS_RECORD_FILTER_SPEC_INIT, task = kinds, text = kinds;
  double plain, lint, statistics, turns, breakpoints, comparison, by_kind, by_task, by_text, match_ns;
  guint n_lints;

  scenarios[scenario].write (&writer, n_records);
  ls_probe_publish (writer.probe);
  kinds.without_kinds = ~LS_RECORD_FILTER_KIND (LS_RECORD_TASK_QUEUED);
  task.task = 1000;
  task.without_priorities = LS_RECORD_FILTER_ALL_PRIORITIES & ~(1 << LS_TASK_PRIORITY_BACKGROUND);
  text.text = "no such text";

  plain = measure_plain (trace);
  lint = measure_linter (trace, &n_lints);
  statistics = measure_statistics (trace);
  turns = measure_turns (trace);
  breakpoints = measure_breakpoints (trace);
  comparison = measure_comparison (trace);
  by_task = measure_filter (trace, task, &match_ns);
  by_text = measure_filter (trace, text, &match_ns);
  by_kind = measure_filter (trace, kinds, &match_ns);
  g_print (json ? "{\"scenario\": \"%s\", \"records\": %zu, \"readNs\": %.1f, \"lintNs\": %.1f, \"lints\": %u, "
                  "\"statisticsNs\": %.1f, \"turnsNs\": %.1f, \"breakpointsNs\": %.1f, \"comparisonNs\": %.1f, "
                  "\"filterKindNs\": %.1f, \"filterTaskNs\": %.1f, \"filterTextNs\": %.1f, \"matchNs\": %.1f}\n"
                : "%-10s %9zu records  read %4.1f ns  lint %5.1f ns (%u lints)  statistics %5.1f ns  turns %5.1f ns  "
                  "breakpoints %5.1f ns  comparison %5.1f ns  filter by kind %4.1f ns, "
                  "task and priority %4.1f ns, text %5.1f ns  n-th match %5.1f ns\n",
           scenarios[scenario].name, ls_trace_get_length (trace), plain, lint, n_lints, statistics, turns, breakpoints, comparison,
           by_kind, by_task, by_text, match_ns);
}

int
main (int   argc,
      char *argv[])
{
  gboolean json = FALSE;
  g_autofree char *only = NULL;
  int n_records = 1000000;
  const GOptionEntry entries[] = {
    { "json", 0, 0, G_OPTION_ARG_NONE, &json, "Print an object a line", NULL },
    { "only", 0, 0, G_OPTION_ARG_STRING, &only, "Measure one kind of runs, such as “delayed”", "KIND" },
    { "records", 0, 0, G_OPTION_ARG_INT, &n_records, "Length of the traces", "N" },
    { NULL }
  };
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (GError) error = NULL;

  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error) || n_records < 1000)
    {
      g_printerr ("bench-trace: %s\n", error != NULL ? error->message : "--records must be 1000 or more");
      return 2;
    }

  for (guint i = 0; i < G_N_ELEMENTS (scenarios); i++)
    if (only == NULL || g_str_equal (only, scenarios[i].name))
      measure (i, n_records, json);
  for (guint i = 0; i < G_N_ELEMENTS (scenarios); i++)
    if (only == NULL || g_str_equal (only, scenarios[i].name))
      measure_analysis (i, n_records, json);

  return 0;
}
