/* ls-comparison.h: the orders in which two runs ran their tasks, side by side
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <gio/gio.h>

#include "ls-state.h"

G_BEGIN_DECLS

/**
 * LsComparisonKind:
 * @LS_COMPARISON_SAME: both ran the task here, at the same priority and time
 * @LS_COMPARISON_TIME: both ran it here, at another time
 * @LS_COMPARISON_PRIORITY: both ran it here, at another priority, perhaps at another time as well
 * @LS_COMPARISON_MOVED: both ran it, but elsewhere in the order: there is a row for each of the two places
 * @LS_COMPARISON_ONLY_LEFT: only the left one ran it
 * @LS_COMPARISON_ONLY_RIGHT: only the right one ran it
 *
 * What a row of a comparison says.
 */
typedef enum
{
  LS_COMPARISON_SAME,
  LS_COMPARISON_TIME,
  LS_COMPARISON_PRIORITY,
  LS_COMPARISON_MOVED,
  LS_COMPARISON_ONLY_LEFT,
  LS_COMPARISON_ONLY_RIGHT
} LsComparisonKind;

/**
 * LS_N_COMPARISON_KINDS:
 *
 * How many values [enum@ComparisonKind] has.
 */
#define LS_N_COMPARISON_KINDS (LS_COMPARISON_ONLY_RIGHT + 1)

/**
 * LsComparisonSide:
 * @LS_COMPARISON_LEFT: the first of the two runs
 * @LS_COMPARISON_RIGHT: the second one
 *
 * One of the two runs.
 */
typedef enum
{
  LS_COMPARISON_LEFT,
  LS_COMPARISON_RIGHT
} LsComparisonSide;

/**
 * LS_COMPARISON_NONE:
 *
 * The number of a row or a task that there is not.
 */
#define LS_COMPARISON_NONE G_MAXUINT32

/**
 * LsComparedTask:
 * @task: the task's number in its trace; 0 if this side has none
 * @index: its place in the order of this side, from 0; %LS_COMPARISON_NONE if there is none
 * @name: its name as a text of its trace, 0 for none
 * @priority: the priority at which it was taken, or %LS_TASK_PRIORITY_NONE for a task of the loop
 * @queue_type: the queue that it was taken from
 * @is_continuation: whether it is a continuation
 * @position: the position in its trace at which it has just started
 * @posted_at: when it was posted, in µs
 * @started_at: when it started, in µs
 * @wait: how long it had been ready to run, in µs
 *
 * A task that ran: plain data.
 */
typedef struct
{
  guint32 task;
  guint32 index;
  guint32 name;
  guint8  priority;
  guint8  queue_type;
  guint8  is_continuation;
  gsize   position;
  guint64 posted_at;
  guint64 started_at;
  guint64 wait;
} LsComparedTask;

#define LS_TYPE_COMPARED_TASK (ls_compared_task_get_type ())
LS_AVAILABLE_IN_1_0
GType ls_compared_task_get_type (void);

/**
 * LsComparisonRow:
 * @kind: what it says
 * @left: what the left run ran here
 * @right: what the right run ran here
 * @other_row: %LS_COMPARISON_MOVED: the row of the task's other place, else %LS_COMPARISON_NONE
 * @moved_by: %LS_COMPARISON_MOVED: how many places later it ran on the right than on the left, less than 0 for earlier
 * @priority_differs: whether both ran it, here or elsewhere, at different priorities
 * @time_differs: likewise for when it started
 *
 * A row of a comparison: plain data. A task that has moved is on one side of a row; @other_row has the other.
 */
typedef struct
{
  LsComparisonKind kind;
  LsComparedTask   left;
  LsComparedTask   right;
  guint32          other_row;
  gint64           moved_by;
  gboolean         priority_differs;
  gboolean         time_differs;
} LsComparisonRow;

#define LS_TYPE_COMPARISON_ROW (ls_comparison_row_get_type ())
LS_AVAILABLE_IN_1_0
GType ls_comparison_row_get_type (void);

/**
 * LsComparisonWaits:
 * @n_tasks: how many tasks ran
 * @total: how long they were ready before they started, together, in µs
 * @longest: the longest of these waits, in µs
 * @longest_task: whose it was; 0 for none
 * @longest_position: where that one has just started
 *
 * How long tasks waited: plain data.
 */
typedef struct
{
  guint32 n_tasks;
  guint64 total;
  guint64 longest;
  guint32 longest_task;
  gsize   longest_position;
} LsComparisonWaits;

#define LS_TYPE_COMPARISON_WAITS (ls_comparison_waits_get_type ())
LS_AVAILABLE_IN_1_0
GType ls_comparison_waits_get_type (void);

/**
 * LsComparisonTotals:
 * @waits: by [enum@TaskPriority]; that of %LS_TASK_PRIORITY_NONE is of tasks of the loop, which have none
 * @all: of all tasks
 * @time: from the beginning to the end, in µs
 * @n_log_lines: how many lines were printed
 * @n_removed: how many tasks were taken away before they ran
 *
 * What a run comes to: plain data.
 */
typedef struct
{
  LsComparisonWaits waits[LS_N_TASK_PRIORITIES + 1];
  LsComparisonWaits all;
  guint64           time;
  guint32           n_log_lines;
  guint32           n_removed;
} LsComparisonTotals;

#define LS_TYPE_COMPARISON_TOTALS (ls_comparison_totals_get_type ())
LS_AVAILABLE_IN_1_0
GType ls_comparison_totals_get_type (void);

/**
 * LsComparisonLog:
 * @line: the first line that differs, from 0
 * @left: (nullable): the left one's line, %NULL if it has ended
 * @right: (nullable): the right one's line, %NULL if it has ended
 * @left_position: the position after the line's record, or the end
 * @right_position: likewise
 *
 * Where two logs part: plain data. Texts are their traces'.
 */
typedef struct
{
  guint32     line;
  const char *left;
  const char *right;
  gsize       left_position;
  gsize       right_position;
} LsComparisonLog;

#define LS_TYPE_COMPARISON_LOG (ls_comparison_log_get_type ())
LS_AVAILABLE_IN_1_0
GType ls_comparison_log_get_type (void);

/**
 * LsComparison:
 *
 * Two runs compared. Tasks are the same if they have the same name and were posted by the same task as the same one of
 * those; what is left then, if they have the same name and are of the same kind, in the order in which they were posted.
 *
 * It does not change, and may be used from any thread; rows are made when they are asked for, in constant time. Making one
 * takes time in proportion to the records, and n log n for n tasks that ran.
 */
typedef struct _LsComparison LsComparison;

#define LS_TYPE_COMPARISON (ls_comparison_get_type ())

LS_AVAILABLE_IN_1_0
GType               ls_comparison_get_type             (void);
LS_AVAILABLE_IN_1_0
LsComparison       *ls_comparison_new                  (LsTrace              *left,
                                                        LsTrace              *right);
LS_AVAILABLE_IN_1_0
LsComparison       *ls_comparison_new_of_ranges        (LsTrace              *left,
                                                        gsize                 left_start,
                                                        gsize                 left_end,
                                                        LsTrace              *right,
                                                        gsize                 right_start,
                                                        gsize                 right_end,
                                                        GCancellable         *cancellable,
                                                        GError              **error);
LS_AVAILABLE_IN_1_0
void                ls_comparison_compare_async        (LsTrace              *left,
                                                        gsize                 left_start,
                                                        gsize                 left_end,
                                                        LsTrace              *right,
                                                        gsize                 right_start,
                                                        gsize                 right_end,
                                                        GCancellable         *cancellable,
                                                        GAsyncReadyCallback   callback,
                                                        gpointer              user_data);
LS_AVAILABLE_IN_1_0
LsComparison       *ls_comparison_compare_finish       (GAsyncResult         *result,
                                                        GError              **error);
LS_AVAILABLE_IN_1_0
LsComparison       *ls_comparison_ref                  (LsComparison         *self);
LS_AVAILABLE_IN_1_0
void                ls_comparison_unref                (LsComparison         *self);

LS_AVAILABLE_IN_1_0
LsTrace            *ls_comparison_get_trace            (LsComparison         *self,
                                                        LsComparisonSide      side);
LS_AVAILABLE_IN_1_0
gboolean            ls_comparison_is_same              (LsComparison         *self);
LS_AVAILABLE_IN_1_0
guint32             ls_comparison_get_n_rows           (LsComparison         *self);
LS_AVAILABLE_IN_1_0
void                ls_comparison_get_row              (LsComparison         *self,
                                                        guint32               row,
                                                        LsComparisonRow      *data);
LS_AVAILABLE_IN_1_0
guint32             ls_comparison_count                (LsComparison         *self,
                                                        LsComparisonKind      kind);
LS_AVAILABLE_IN_1_0
guint32             ls_comparison_get_first_difference (LsComparison         *self);
LS_AVAILABLE_IN_1_0
guint32             ls_comparison_find_next_difference (LsComparison         *self,
                                                        guint32               row);
LS_AVAILABLE_IN_1_0
guint32             ls_comparison_get_n_tasks          (LsComparison         *self,
                                                        LsComparisonSide      side);
LS_AVAILABLE_IN_1_0
guint32             ls_comparison_find_row             (LsComparison         *self,
                                                        LsComparisonSide      side,
                                                        guint32               index);
LS_AVAILABLE_IN_1_0
guint32             ls_comparison_find_row_at          (LsComparison         *self,
                                                        LsComparisonSide      side,
                                                        gsize                 position);
LS_AVAILABLE_IN_1_0
char               *ls_comparison_dup_name             (LsComparison         *self,
                                                        LsComparisonSide      side,
                                                        const LsComparedTask *task);
LS_AVAILABLE_IN_1_0
void                ls_comparison_get_totals           (LsComparison         *self,
                                                        LsComparisonSide      side,
                                                        LsComparisonTotals   *totals);
LS_AVAILABLE_IN_1_0
gboolean            ls_comparison_get_log_difference   (LsComparison         *self,
                                                        LsComparisonLog      *log);
LS_AVAILABLE_IN_1_0
char               *ls_comparison_describe_first       (LsComparison         *self);
LS_AVAILABLE_IN_1_0
char               *ls_comparison_to_text              (LsComparison         *self,
                                                        const char           *left_title,
                                                        const char           *right_title);
LS_AVAILABLE_IN_1_0
char               *ls_comparison_to_json              (LsComparison         *self,
                                                        const char           *left_title,
                                                        const char           *right_title);
LS_AVAILABLE_IN_1_0
const char         *ls_comparison_kind_to_string       (LsComparisonKind      kind);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsComparison, ls_comparison_unref)

G_END_DECLS
