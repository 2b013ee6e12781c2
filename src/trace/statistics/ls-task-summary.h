/* ls-task-summary.h: what became of the tasks and continuations of a trace
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-durations.h"
#include "ls-trace.h"

G_BEGIN_DECLS

/**
 * LS_TASK_SUMMARY_MAX_NAMES:
 *
 * How many names of long tasks are told apart. Those of further names are put together.
 */
#define LS_TASK_SUMMARY_MAX_NAMES 256

/**
 * LsTaskCounts:
 * @n_posted: tasks that were posted, by the priority that they had then; that of %LS_TASK_PRIORITY_NONE: unknown
 * @n_run: tasks that ran, by the priority with which they did; likewise
 * @n_removed: tasks that were removed before they ran
 * @n_changed: tasks that ran with another priority than they were posted with
 * @n_waiting: tasks that have neither run nor been removed when the trace ends
 * @n_unknown_waits: tasks that ran, and of which a recording does not say since when they could run
 *
 * How many tasks of postTask(), or continuations of yield(), there are.
 */
typedef struct
{
  guint64 n_posted[LS_N_TASK_PRIORITIES + 1];
  guint64 n_run[LS_N_TASK_PRIORITIES + 1];
  guint64 n_removed;
  guint64 n_changed;
  guint64 n_waiting;
  guint64 n_unknown_waits;
} LsTaskCounts;

#define LS_TYPE_TASK_COUNTS (ls_task_counts_get_type ())
LS_AVAILABLE_IN_1_0
GType ls_task_counts_get_type (void);

/**
 * LsYieldChains:
 * @n_chains: tasks that yielded at least once
 * @n_pieces: pieces of all of them: the task, and each continuation
 * @most_pieces: of the one with the most
 * @most_pieces_task: that one's first task
 * @longest_piece: how long the longest piece took, in µs
 * @longest_piece_task: that piece
 * @n_long_pieces: pieces that took more than 50 ms all the same
 *
 * Tasks that yield, and what comes after.
 */
typedef struct
{
  guint64 n_chains;
  guint64 n_pieces;
  guint32 most_pieces;
  guint32 most_pieces_task;
  guint64 longest_piece;
  guint32 longest_piece_task;
  guint64 n_long_pieces;
} LsYieldChains;

#define LS_TYPE_YIELD_CHAINS (ls_yield_chains_get_type ())
LS_AVAILABLE_IN_1_0
GType ls_yield_chains_get_type (void);

/**
 * LsLongTasks:
 * @name: text of the trace: what they are called, 0 for nothing
 * @queue: [enum@QueueType] of the longest
 * @is_rest: whether these are tasks of several names, as there are too many to tell them apart
 * @task: the longest
 * @position: its TASK_SELECTED record
 * @count: how many there are
 * @total: µs that they took together
 * @longest: µs that @task took
 *
 * Tasks of one name that took more than 50 ms.
 */
typedef struct
{
  guint32 name;
  guint8 queue;
  guint8 is_rest;
  guint32 task;
  guint64 position;
  guint64 count;
  guint64 total;
  guint64 longest;
} LsLongTasks;

#define LS_TYPE_LONG_TASKS (ls_long_tasks_get_type ())
LS_AVAILABLE_IN_1_0
GType ls_long_tasks_get_type (void);

/**
 * LsLoopSummary:
 * @agent: whose loop it is
 * @name: text of the trace: the agent's name, 0 for none
 * @n_turns: how many turns there were
 * @busy: µs that they took together
 * @longest: µs that the longest of them took
 * @longest_task: its task
 * @n_iterations: of a GLib program: at least so many iterations dispatched something
 * @n_wake_ups: how often the loop slept in poll(), and woke up
 * @asleep: µs that it slept, turns that have loops of their own included
 * @n_frames: of a GTK program: how often a window was painted
 * @n_missed_frames: how many refreshes of the display have come and gone meanwhile
 * @from: loop time in µs of the first record about it
 * @until: of the last one
 *
 * The loop of one of several agents.
 */
typedef struct
{
  guint32 agent;
  guint32 name;
  guint64 n_turns;
  guint64 busy;
  guint64 longest;
  guint32 longest_task;
  guint64 n_iterations;
  guint64 n_wake_ups;
  guint64 asleep;
  guint64 n_frames;
  guint64 n_missed_frames;
  guint64 from, until;
} LsLoopSummary;

#define LS_TYPE_LOOP_SUMMARY (ls_loop_summary_get_type ())
LS_AVAILABLE_IN_1_0
GType ls_loop_summary_get_type (void);

#define LS_TYPE_TASK_SUMMARY (ls_task_summary_get_type ())
LS_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (LsTaskSummary, ls_task_summary, LS, TASK_SUMMARY, GObject)

LS_AVAILABLE_IN_1_0
LsTaskSummary *ls_task_summary_new             (LsTrace              *trace);
LS_AVAILABLE_IN_1_0
LsTrace       *ls_task_summary_get_trace       (LsTaskSummary        *self);
LS_AVAILABLE_IN_1_0
gboolean       ls_task_summary_advance         (LsTaskSummary        *self,
                                                gsize                 max_records);
LS_AVAILABLE_IN_1_0
void           ls_task_summary_get_counts      (LsTaskSummary        *self,
                                                gboolean              continuations,
                                                LsTaskCounts         *counts);
LS_AVAILABLE_IN_1_0
gboolean       ls_task_summary_get_waits       (LsTaskSummary        *self,
                                                gboolean              continuations,
                                                LsTaskPriority        priority,
                                                LsDurationStatistics *waits);
LS_AVAILABLE_IN_1_0
gboolean       ls_task_summary_get_late_delays (LsTaskSummary        *self,
                                                LsDurationStatistics *late);
LS_AVAILABLE_IN_1_0
gboolean       ls_task_summary_get_late_timers (LsTaskSummary        *self,
                                                LsDurationStatistics *late);
LS_AVAILABLE_IN_1_0
void           ls_task_summary_get_chains      (LsTaskSummary        *self,
                                                LsYieldChains        *chains);
LS_AVAILABLE_IN_1_0
LsLongTasks   *ls_task_summary_list_long       (LsTaskSummary        *self,
                                                guint                *n_names);
LS_AVAILABLE_IN_1_0
LsLoopSummary *ls_task_summary_list_loops      (LsTaskSummary        *self,
                                                guint                *n_loops);
LS_AVAILABLE_IN_1_0
char          *ls_task_summary_to_text         (LsTaskSummary        *self);
LS_AVAILABLE_IN_1_0
char          *ls_task_summary_to_json         (LsTaskSummary        *self);

G_END_DECLS
