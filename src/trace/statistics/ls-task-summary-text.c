/* ls-task-summary-text.c: what became of the tasks of a trace, as text and as JSON
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-task-summary.h"

#include "ls-json-writer-private.h"

/* Reports are tables that programs may read: their words are the same in each language. */

/* Priorities from the highest one, after those without: the n-th one. */
static guint
get_priority_down (guint n)
{
  return n == 0 ? LS_TASK_PRIORITY_NONE : LS_N_TASK_PRIORITIES + 1 - n;
}

/* Priorities from the lowest one, before those without: the n-th one. */
static guint
get_priority_up (guint n)
{
  return n == LS_N_TASK_PRIORITIES ? LS_TASK_PRIORITY_NONE : n + 1;
}

static const char *
say_priority (guint priority)
{
  return ls_task_priority_is_valid (priority) ? ls_task_priority_to_string (priority) : "unknown";
}

static guint64
sum (const guint64 *counts)
{
  guint64 n = 0;

  for (guint i = 0; i <= LS_N_TASK_PRIORITIES; i++)
    n += counts[i];
  return n;
}

static void
append_time (GString *string,
             guint64  microseconds)
{
  g_string_append_printf (string, "  %10" G_GUINT64_FORMAT ".%03u", microseconds / 1000, (guint) (microseconds % 1000));
}

static void
append_durations (GString                    *string,
                  const char                 *what,
                  const char                 *of,
                  const LsDurationStatistics *durations)
{
  g_string_append_printf (string, "%-14s  %-13s  %8" G_GUINT64_FORMAT, what, of, durations->count);
  append_time (string, durations->median);
  append_time (string, durations->p95);
  append_time (string, durations->max);
  g_string_append_printf (string, "  %8u\n", durations->max_task);
}

static void
append_counts (LsTaskSummary *self,
               gboolean       continuations,
               GString       *string)
{
  const char *what = continuations ? "continuations" : "tasks";
  LsTaskCounts counts;

  ls_task_summary_get_counts (self, continuations, &counts);
  g_string_append_printf (string, "%s: %" G_GUINT64_FORMAT " posted, %" G_GUINT64_FORMAT " run, %" G_GUINT64_FORMAT " removed, %"
                          G_GUINT64_FORMAT " waiting, %" G_GUINT64_FORMAT " changed priority, %" G_GUINT64_FORMAT
                          " waits unknown\n", what, sum (counts.n_posted), sum (counts.n_run), counts.n_removed, counts.n_waiting,
                          counts.n_changed, counts.n_unknown_waits);
  for (guint n = 0; n <= LS_N_TASK_PRIORITIES; n++)
    {
      const guint i = get_priority_down (n);

      if (counts.n_posted[i] + counts.n_run[i] > 0)
        g_string_append_printf (string, "    %-13s  %8" G_GUINT64_FORMAT " posted  %8" G_GUINT64_FORMAT " run\n", say_priority (i),
                                counts.n_posted[i], counts.n_run[i]);
    }
}

static void
append_waits (LsTaskSummary *self,
              GString       *string)
{
  LsDurationStatistics durations;

  g_string_append_printf (string, "%-14s  %-13s  %8s  %14s  %14s  %14s  %8s\n", "wait", "priority", "tasks", "median/ms", "p95/ms",
                          "max/ms", "longest");
  for (guint continuations = 0; continuations < 2; continuations++)
    for (guint n = 0; n <= LS_N_TASK_PRIORITIES; n++)
      {
        const guint i = get_priority_down (n);

        if (ls_task_summary_get_waits (self, continuations, i, &durations))
          append_durations (string, continuations ? "continuations" : "tasks",
                            ls_task_priority_is_valid (i) ? say_priority (i) : "changed", &durations);
      }
  if (ls_task_summary_get_late_delays (self, &durations))
    append_durations (string, "late delays", "", &durations);
  if (ls_task_summary_get_late_timers (self, &durations))
    append_durations (string, "late timers", "", &durations);
}

static void
append_chains (LsTaskSummary *self,
               GString       *string)
{
  LsYieldChains chains;

  ls_task_summary_get_chains (self, &chains);
  if (chains.n_chains == 0)
    return;
  g_string_append_printf (string, "%" G_GUINT64_FORMAT " tasks yield, in %" G_GUINT64_FORMAT " pieces; most: %u (task %u); longest "
                          "piece: %.3f ms (task %u); %" G_GUINT64_FORMAT " over 50 ms\n", chains.n_chains, chains.n_pieces,
                          chains.most_pieces, chains.most_pieces_task, chains.longest_piece / 1000., chains.longest_piece_task,
                          chains.n_long_pieces);
}

static void
append_long_tasks (LsTaskSummary *self,
                   GString       *string)
{
  guint n_names;
  g_autofree LsLongTasks *list = ls_task_summary_list_long (self, &n_names);

  for (guint i = 0; i < n_names; i++)
    {
      const char *name = ls_trace_get_text (ls_task_summary_get_trace (self), list[i].name);

      if (i == 0)
        g_string_append_printf (string, "%-14s  %8s  %14s  %14s  %8s  %s\n", "over 50 ms", "tasks", "sum/ms", "max/ms", "longest",
                                "of");
      g_string_append_printf (string, "%-14s  %8" G_GUINT64_FORMAT, ls_queue_type_to_string (list[i].queue), list[i].count);
      append_time (string, list[i].total);
      append_time (string, list[i].longest);
      g_string_append_printf (string, "  %8u  %s\n", list[i].task, list[i].is_rest ? "(other names)" : name != NULL ? name : "");
    }
}

/* How often a loop wakes up in a second. */
static double
get_wake_ups (const LsLoopSummary *loop)
{
  return loop->until > loop->from ? loop->n_wake_ups * 1e6 / (loop->until - loop->from) : 0;
}

/* Whether these are the main loops of GLib programs. */
static gboolean
are_contexts (const LsLoopSummary *loops,
              guint                n_loops)
{
  for (guint i = 0; i < n_loops; i++)
    if (loops[i].n_iterations > 0)
      return TRUE;
  return FALSE;
}

static void
append_contexts (LsTaskSummary       *self,
                 const LsLoopSummary *loops,
                 guint                n_loops,
                 GString             *string)
{
  g_string_append_printf (string, "%-10s  %10s  %14s  %14s  %10s  %14s  %8s  %s\n", "dispatches", "iterations", "busy/ms", "asleep/ms",
                          "wake-ups/s", "longest/ms", "of task", "context");
  for (guint i = 0; i < n_loops; i++)
    {
      const char *name = ls_trace_get_text (ls_task_summary_get_trace (self), loops[i].name);

      g_string_append_printf (string, "%10" G_GUINT64_FORMAT "  %10" G_GUINT64_FORMAT, loops[i].n_turns, loops[i].n_iterations);
      append_time (string, loops[i].busy);
      append_time (string, loops[i].asleep);
      g_string_append_printf (string, "  %10.1f", get_wake_ups (&loops[i]));
      append_time (string, loops[i].longest);
      g_string_append_printf (string, "  %8u  %s\n", loops[i].longest_task, name != NULL ? name : "default");
    }
}

static void
append_frames (LsTaskSummary       *self,
               const LsLoopSummary *loops,
               guint                n_loops,
               GString             *string)
{
  gboolean has_frames = FALSE;

  for (guint i = 0; i < n_loops; i++)
    {
      const char *name = ls_trace_get_text (ls_task_summary_get_trace (self), loops[i].name);

      if (loops[i].n_frames == 0)
        continue;
      if (!has_frames)
        g_string_append_printf (string, "%-10s  %10s  %s\n", "frames", "missed", "context");
      has_frames = TRUE;
      g_string_append_printf (string, "%10" G_GUINT64_FORMAT "  %10" G_GUINT64_FORMAT "  %s\n", loops[i].n_frames,
                              loops[i].n_missed_frames, name != NULL ? name : "default");
    }
}

static void
append_late_timeouts (LsTaskSummary *self,
                      GString       *string)
{
  LsDurationStatistics durations;

  if (!ls_task_summary_get_late_timers (self, &durations))
    return;
  g_string_append_printf (string, "%-14s  %-13s  %8s  %14s  %14s  %14s  %8s\n", "late", "", "timeouts", "median/ms", "p95/ms", "max/ms",
                          "longest");
  append_durations (string, "timeouts", "", &durations);
}

static void
append_loops (LsTaskSummary *self,
              GString       *string)
{
  guint n_loops;
  g_autofree LsLoopSummary *loops = ls_task_summary_list_loops (self, &n_loops);

  for (guint i = 0; i < n_loops && n_loops > 1; i++)
    {
      const char *name = ls_trace_get_text (ls_task_summary_get_trace (self), loops[i].name);

      g_string_append_printf (string, "agent %u %s: %" G_GUINT64_FORMAT " turns, %.3f ms busy\n", loops[i].agent,
                              name != NULL ? name : "", loops[i].n_turns, loops[i].busy / 1000.);
    }
}

/**
 * ls_task_summary_to_text:
 * @self: a summary
 *
 * Writes the summary as tables.
 *
 * Returns: (transfer full): tables, in lines with a line feed each
 */
char *
ls_task_summary_to_text (LsTaskSummary *self)
{
  GString *string = g_string_new (NULL);
  g_autofree LsLoopSummary *loops = NULL;
  guint n_loops;

  g_return_val_if_fail (LS_IS_TASK_SUMMARY (self), g_string_free (string, FALSE));

  loops = ls_task_summary_list_loops (self, &n_loops);
  if (are_contexts (loops, n_loops))
    {
      append_contexts (self, loops, n_loops, string);
      append_frames (self, loops, n_loops, string);
      append_late_timeouts (self, string);
      return g_string_free (string, FALSE);
    }
  append_loops (self, string);
  append_counts (self, FALSE, string);
  append_counts (self, TRUE, string);
  append_chains (self, string);
  append_waits (self, string);
  append_long_tasks (self, string);
  return g_string_free (string, FALSE);
}

static void
append_json_durations (LsJsonWriter               *json,
                       const char                 *name,
                       const LsDurationStatistics *durations)
{
  ls_json_begin (json, name, '{', FALSE);
  ls_json_int (json, "count", durations->count);
  ls_json_time (json, "sum", durations->sum);
  ls_json_time (json, "median", durations->median);
  ls_json_time (json, "p95", durations->p95);
  ls_json_time (json, "max", durations->max);
  ls_json_int (json, "maxTask", durations->max_task);
  ls_json_int (json, "maxPosition", durations->max_position);
  ls_json_end (json, '}');
}

static void
append_json_by_priority (LsJsonWriter  *json,
                         const char    *name,
                         const guint64 *counts)
{
  ls_json_begin (json, name, '{', FALSE);
  for (guint n = 0; n <= LS_N_TASK_PRIORITIES; n++)
    ls_json_int (json, say_priority (get_priority_up (n)), counts[get_priority_up (n)]);
  ls_json_end (json, '}');
}

static void
append_json_counts (LsTaskSummary *self,
                    LsJsonWriter  *json,
                    gboolean       continuations)
{
  LsTaskCounts counts;

  ls_task_summary_get_counts (self, continuations, &counts);
  ls_json_begin (json, continuations ? "continuations" : "tasks", '{', TRUE);
  append_json_by_priority (json, "posted", counts.n_posted);
  append_json_by_priority (json, "run", counts.n_run);
  ls_json_int (json, "removed", counts.n_removed);
  ls_json_int (json, "waiting", counts.n_waiting);
  ls_json_int (json, "changedPriority", counts.n_changed);
  ls_json_int (json, "unknownWaits", counts.n_unknown_waits);
  ls_json_begin (json, "waits", '{', FALSE);
  for (guint n = 0; n <= LS_N_TASK_PRIORITIES; n++)
    {
      const guint i = get_priority_up (n);
      LsDurationStatistics durations;

      if (ls_task_summary_get_waits (self, continuations, i, &durations))
        append_json_durations (json, ls_task_priority_is_valid (i) ? say_priority (i) : "changed", &durations);
    }
  ls_json_end (json, '}');
  ls_json_end (json, '}');
}

static void
append_json_lists (LsTaskSummary *self,
                   LsJsonWriter  *json)
{
  LsTrace *trace = ls_task_summary_get_trace (self);
  guint n_names, n_loops;
  g_autofree LsLongTasks *list = ls_task_summary_list_long (self, &n_names);
  g_autofree LsLoopSummary *loops = ls_task_summary_list_loops (self, &n_loops);

  ls_json_begin (json, "longTasks", '[', TRUE);
  for (guint i = 0; i < n_names; i++)
    {
      ls_json_begin (json, NULL, '{', FALSE);
      ls_json_string (json, "name", ls_trace_get_text (trace, list[i].name));
      ls_json_bool (json, "rest", list[i].is_rest);
      ls_json_string (json, "queue", ls_queue_type_to_string (list[i].queue));
      ls_json_int (json, "count", list[i].count);
      ls_json_time (json, "sum", list[i].total);
      ls_json_time (json, "max", list[i].longest);
      ls_json_int (json, "maxTask", list[i].task);
      ls_json_int (json, "maxPosition", list[i].position);
      ls_json_end (json, '}');
    }
  ls_json_end (json, ']');
  ls_json_begin (json, "loops", '[', TRUE);
  for (guint i = 0; i < n_loops; i++)
    {
      ls_json_begin (json, NULL, '{', FALSE);
      ls_json_int (json, "agent", loops[i].agent);
      ls_json_string (json, "name", ls_trace_get_text (trace, loops[i].name));
      ls_json_int (json, "turns", loops[i].n_turns);
      ls_json_time (json, "busy", loops[i].busy);
      ls_json_time (json, "longest", loops[i].longest);
      ls_json_int (json, "longestTask", loops[i].longest_task);
      if (are_contexts (loops, n_loops))
        {
          ls_json_int (json, "iterations", loops[i].n_iterations);
          ls_json_int (json, "wakeUps", loops[i].n_wake_ups);
          ls_json_time (json, "asleep", loops[i].asleep);
          ls_json_int (json, "frames", loops[i].n_frames);
          ls_json_int (json, "missedFrames", loops[i].n_missed_frames);
          ls_json_time (json, "duration", loops[i].until - loops[i].from);
        }
      ls_json_end (json, '}');
    }
  ls_json_end (json, ']');
}

/**
 * ls_task_summary_to_json:
 * @self: a summary
 *
 * An object with tasks and continuations (objects with posted and run: how many of each priority, "unknown" the last one; removed,
 * waiting, changedPriority, unknownWaits; waits: an object for each priority, and for tasks whose priority "changed" while they
 * waited, with count, sum, median, p95, max, maxTask and maxPosition), lateDelays and lateTimers (likewise, or absent), chains
 * (count, pieces, mostPieces, mostPiecesTask, longestPiece, longestPieceTask, longPieces), longTasks (by name: name, rest, queue,
 * count, sum, max, maxTask, maxPosition) and loops (agent, name, turns, busy, longest, longestTask, and of
 * GLib programs iterations, wakeUps, asleep, frames, missedFrames and duration). All times in milliseconds.
 *
 * Returns: (transfer full): JSON, without a line feed at the end
 */
char *
ls_task_summary_to_json (LsTaskSummary *self)
{
  LsDurationStatistics durations;
  LsYieldChains chains;
  LsJsonWriter json;

  g_return_val_if_fail (LS_IS_TASK_SUMMARY (self), NULL);

  ls_json_writer_init (&json);
  ls_json_begin (&json, NULL, '{', TRUE);
  append_json_counts (self, &json, FALSE);
  append_json_counts (self, &json, TRUE);
  if (ls_task_summary_get_late_delays (self, &durations))
    append_json_durations (&json, "lateDelays", &durations);
  if (ls_task_summary_get_late_timers (self, &durations))
    append_json_durations (&json, "lateTimers", &durations);
  ls_task_summary_get_chains (self, &chains);
  ls_json_begin (&json, "chains", '{', FALSE);
  ls_json_int (&json, "count", chains.n_chains);
  ls_json_int (&json, "pieces", chains.n_pieces);
  ls_json_int (&json, "mostPieces", chains.most_pieces);
  ls_json_int (&json, "mostPiecesTask", chains.most_pieces_task);
  ls_json_time (&json, "longestPiece", chains.longest_piece);
  ls_json_int (&json, "longestPieceTask", chains.longest_piece_task);
  ls_json_int (&json, "longPieces", chains.n_long_pieces);
  ls_json_end (&json, '}');
  append_json_lists (self, &json);
  ls_json_end (&json, '}');
  return ls_json_writer_finish (&json);
}
