/* ls-statistics.h: how long tasks were queued, waited and ran
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-durations.h"
#include "ls-trace.h"

G_BEGIN_DECLS

/**
 * LsDurationKind:
 * @LS_DURATION_DELAYED: from a task's posting until its delay ends, and no longer where a busy loop sees this late. 0 for a task
 *   without delay
 * @LS_DURATION_WAITING: from entering the queue, or from the end of the delay, until it is selected. A GLib source was not ready
 *   where its loop slept: it waits from the last wake-up on
 * @LS_DURATION_RUNNING: from being selected until the last of its turn's microtasks is done, without what other loops of
 *   the thread took meanwhile
 *
 * What is measured of a task, in µs of loop time. A task counts once it has been selected; its running time once its turn
 * is over. One that is removed before it runs counts nowhere but in `n_removed` of [struct@StatisticsTotals].
 */
typedef enum
{
  LS_DURATION_DELAYED,
  LS_DURATION_WAITING,
  LS_DURATION_RUNNING
} LsDurationKind;

/**
 * LS_N_DURATION_KINDS:
 *
 * How many values [enum@DurationKind] has.
 */
#define LS_N_DURATION_KINDS (LS_DURATION_RUNNING + 1)

/**
 * LsStatisticsGroup:
 * @LS_STATISTICS_ALL: all tasks; key 0
 * @LS_STATISTICS_PRIORITY: scheduler tasks and continuations by the priority that they were selected with; key =
 *   [enum@TaskPriority]
 * @LS_STATISTICS_SIGNAL: tasks by the signal whose priority their queue follows or, where it is a fixed one, whose abort
 *   removes them; key = signal
 * @LS_STATISTICS_QUEUE: tasks by queue of the loop; key = [enum@QueueType], of scheduler tasks
 *   %LS_QUEUE_TYPE_WEB_SCHEDULING
 * @LS_STATISTICS_CONTEXT: dispatches of a GLib program by context; key = agent
 * @LS_STATISTICS_SOURCE: the same by what sources are called; key = text of the trace
 *
 * By what tasks are put together.
 */
typedef enum
{
  LS_STATISTICS_ALL,
  LS_STATISTICS_PRIORITY,
  LS_STATISTICS_SIGNAL,
  LS_STATISTICS_QUEUE,
  LS_STATISTICS_CONTEXT,
  LS_STATISTICS_SOURCE
} LsStatisticsGroup;

/**
 * LS_N_STATISTICS_GROUPS:
 *
 * How many values [enum@StatisticsGroup] has.
 */
#define LS_N_STATISTICS_GROUPS (LS_STATISTICS_SOURCE + 1)

/**
 * LsStatisticsTotals:
 * @start: loop time at the beginning of the range
 * @end: loop time at its end, as far as it has been read
 * @busy: how much of it turns took; turns that reach over an end of the range count with what is within. Where the loops of a
 *   recording ran at the same time, this time counts once
 * @idle: the rest
 * @forgotten: how much of it was not looked at, since its records were forgotten before they were read; neither busy nor idle
 * @n_forgotten: how many records that were
 * @n_turns: turns that began
 * @n_posted: tasks that were posted, installed or requested
 * @n_removed: tasks that were removed before they ran
 * @n_microtasks: microtasks that ran
 * @n_threw: tasks whose callback threw
 * @n_unknown_waits: tasks that were selected and of which a recording does not say since when they could run: they count neither
 *   as delayed nor as waiting
 * @busy_of_priority: @busy of scheduler tasks, by the priority they were selected with
 * @turns_of_priority: their number
 * @longest_turn: the longest turn, within the range
 * @longest_task: its task
 *
 * What happened in a range, times in µs.
 */
typedef struct
{
  guint64 start;
  guint64 end;
  guint64 busy;
  guint64 idle;
  guint64 forgotten;
  guint64 n_forgotten;
  guint64 n_turns;
  guint64 n_posted;
  guint64 n_removed;
  guint64 n_microtasks;
  guint64 n_threw;
  guint64 n_unknown_waits;
  guint64 busy_of_priority[LS_N_TASK_PRIORITIES + 1];
  guint64 turns_of_priority[LS_N_TASK_PRIORITIES + 1];
  guint64 longest_turn;
  guint32 longest_task;
} LsStatisticsTotals;

#define LS_TYPE_STATISTICS_TOTALS (ls_statistics_totals_get_type ())
LS_AVAILABLE_IN_1_0
GType ls_statistics_totals_get_type (void);

#define LS_TYPE_STATISTICS (ls_statistics_get_type ())
LS_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (LsStatistics, ls_statistics, LS, STATISTICS, GObject)

LS_AVAILABLE_IN_1_0
LsStatistics *ls_statistics_new            (LsTrace              *trace);
LS_AVAILABLE_IN_1_0
LsStatistics *ls_statistics_new_for_range  (LsTrace              *trace,
                                            gsize                 from,
                                            gsize                 to);
LS_AVAILABLE_IN_1_0
LsStatistics *ls_statistics_new_for_times  (LsTrace              *trace,
                                            guint64               from,
                                            guint64               to);
LS_AVAILABLE_IN_1_0
LsTrace      *ls_statistics_get_trace      (LsStatistics         *self);
LS_AVAILABLE_IN_1_0
gboolean      ls_statistics_advance        (LsStatistics         *self,
                                            gsize                 max_records);
LS_AVAILABLE_IN_1_0
gsize         ls_statistics_get_position   (LsStatistics         *self);
LS_AVAILABLE_IN_1_0
guint64       ls_statistics_get_serial     (LsStatistics         *self);
LS_AVAILABLE_IN_1_0
void          ls_statistics_get_totals     (LsStatistics         *self,
                                            LsStatisticsTotals   *totals);
LS_AVAILABLE_IN_1_0
guint32      *ls_statistics_list_keys      (LsStatistics         *self,
                                            LsStatisticsGroup     group,
                                            guint                *n_keys);
LS_AVAILABLE_IN_1_0
gboolean      ls_statistics_get            (LsStatistics         *self,
                                            LsStatisticsGroup     group,
                                            guint32               key,
                                            LsDurationKind        duration,
                                            LsDurationStatistics *statistics);
LS_AVAILABLE_IN_1_0
char         *ls_statistics_get_key_name   (LsStatistics         *self,
                                            LsStatisticsGroup     group,
                                            guint32               key);
LS_AVAILABLE_IN_1_0
gboolean      ls_statistics_is_inferred    (LsStatistics         *self,
                                            LsStatisticsGroup     group,
                                            guint32               key);
LS_AVAILABLE_IN_1_0
char         *ls_statistics_to_json        (LsStatistics         *self);
LS_AVAILABLE_IN_1_0
const char   *ls_duration_kind_to_string   (LsDurationKind        kind);
LS_AVAILABLE_IN_1_0
const char   *ls_statistics_group_to_string (LsStatisticsGroup    group);

G_END_DECLS
