/* ls-comparison.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-comparison-private.h"

#include "ls-bisection-private.h"
#include "ls-plain-type-private.h"
#include "ls-task-thread-private.h"

LS_DEFINE_PLAIN_TYPE (LsComparedTask, ls_compared_task)
LS_DEFINE_PLAIN_TYPE (LsComparisonLog, ls_comparison_log)
LS_DEFINE_PLAIN_TYPE (LsComparisonRow, ls_comparison_row)
LS_DEFINE_PLAIN_TYPE (LsComparisonTotals, ls_comparison_totals)
LS_DEFINE_PLAIN_TYPE (LsComparisonWaits, ls_comparison_waits)

G_DEFINE_BOXED_TYPE (LsComparison, ls_comparison, ls_comparison_ref, ls_comparison_unref)

static LsComparedRun *
get_run (LsComparison *self,
         guint         side,
         guint32       index)
{
  return &g_array_index (self->sides[side].runs, LsComparedRun, index);
}

static void
get_row (LsComparison    *self,
         guint32          index,
         LsComparisonRow *data)
{
  static const LsComparedTask none = { .index = LS_COMPARISON_NONE, .priority = LS_TASK_PRIORITY_NONE };
  const LsComparedPlaces *row = &g_array_index (self->rows, LsComparedPlaces, index);
  const LsComparedRun *left = NULL, *right = NULL;

  if (row->places[0] != LS_COMPARISON_NONE)
    left = get_run (self, LS_COMPARISON_LEFT, row->places[0]);
  if (row->places[1] != LS_COMPARISON_NONE)
    right = get_run (self, LS_COMPARISON_RIGHT, row->places[1]);
  *data = (LsComparisonRow) {
    .left = left != NULL ? left->data : none,
    .right = right != NULL ? right->data : none,
    .other_row = LS_COMPARISON_NONE,
  };

  if (left == NULL || right == NULL)
    {
      const LsComparedRun *one = left != NULL ? left : right;

      if (one->match == LS_COMPARISON_NONE)
        {
          data->kind = left != NULL ? LS_COMPARISON_ONLY_LEFT : LS_COMPARISON_ONLY_RIGHT;
          return;
        }
      data->kind = LS_COMPARISON_MOVED;
      if (left != NULL)
        right = get_run (self, LS_COMPARISON_RIGHT, one->match);
      else
        left = get_run (self, LS_COMPARISON_LEFT, one->match);
      data->other_row = (one == left ? right : left)->row;
      data->moved_by = (gint64) right->data.index - left->data.index;
    }

  data->priority_differs = left->data.priority != right->data.priority;
  data->time_differs = left->data.started_at != right->data.started_at;
  if (data->kind == LS_COMPARISON_MOVED)
    return;
  data->kind = data->priority_differs ? LS_COMPARISON_PRIORITY
               : data->time_differs ? LS_COMPARISON_TIME : LS_COMPARISON_SAME;
}

static void
find_first (LsComparison *self)
{
  guint32 n_left = self->sides[LS_COMPARISON_LEFT].runs->len;
  guint32 first_in_time = LS_COMPARISON_NONE;

  while (self->n_same < n_left && get_run (self, LS_COMPARISON_LEFT, self->n_same)->match == self->n_same)
    self->n_same++;

  self->first = LS_COMPARISON_NONE;
  for (guint32 i = 0; i < self->rows->len; i++)
    {
      LsComparisonRow row;

      get_row (self, i, &row);
      /* A task that has moved has two rows. The left one is counted. */
      if (row.kind != LS_COMPARISON_MOVED || row.left.index != LS_COMPARISON_NONE)
        self->counts[row.kind]++;
      if (row.kind == LS_COMPARISON_TIME)
        first_in_time = MIN (first_in_time, i);
      else if (row.kind != LS_COMPARISON_SAME)
        self->first = MIN (self->first, i);
    }
  if (self->first == LS_COMPARISON_NONE)
    self->first = first_in_time;
}

static void
find_line (LsComparedSide  *side,
           guint32          index,
           const char     **text,
           gsize           *position)
{
  const LsComparedLine *line = &g_array_index (side->lines, LsComparedLine, index);

  *text = ls_trace_get_text (side->trace, line->text);
  *position = line->position;
}

static void
compare_logs (LsComparison *self)
{
  GArray *lines[LS_COMPARISON_N_SIDES];
  guint32 i = 0;

  for (guint side = 0; side < LS_COMPARISON_N_SIDES; side++)
    lines[side] = self->sides[side].lines;
  while (i < lines[0]->len && i < lines[1]->len &&
         g_array_index (lines[0], LsComparedLine, i).name == g_array_index (lines[1], LsComparedLine, i).name)
    i++;

  self->logs_differ = i < lines[0]->len || i < lines[1]->len;
  self->log.line = i;
  self->log.left_position = self->sides[0].end;
  self->log.right_position = self->sides[1].end;
  if (i < lines[0]->len)
    find_line (&self->sides[0], i, &self->log.left, &self->log.left_position);
  if (i < lines[1]->len)
    find_line (&self->sides[1], i, &self->log.right, &self->log.right_position);
}

/* Returns a comparison that has read nothing yet. */
static LsComparison *
comparison_begin (LsTrace *left,
                  gsize    left_start,
                  gsize    left_end,
                  LsTrace *right,
                  gsize    right_start,
                  gsize    right_end)
{
  LsComparison *self = g_new0 (LsComparison, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->sides[0] = (LsComparedSide) { .trace = g_object_ref (left), .start = left_start, .end = left_end };
  self->sides[1] = (LsComparedSide) { .trace = g_object_ref (right), .start = right_start, .end = right_end };
  return self;
}

static gboolean
compare (LsComparison  *self,
         GCancellable  *cancellable,
         GError       **error)
{
  LsComparisonNames names;
  gboolean ok = TRUE;

  ls_comparison_names_init (&names);
  for (guint i = 0; i < LS_COMPARISON_N_SIDES && ok; i++)
    ok = ls_compared_side_read (&self->sides[i], &names, cancellable, error);
  if (ok)
    {
      ls_comparison_align (self, names.n_identities);
      find_first (self);
      compare_logs (self);
    }
  ls_comparison_names_clear (&names);
  return ok;
}

/**
 * ls_comparison_new:
 * @left: a trace
 * @right: another
 *
 * Compares all that is in two traces now.
 *
 * Returns: (transfer full): the comparison
 */
LsComparison *
ls_comparison_new (LsTrace *left,
                   LsTrace *right)
{
  return ls_comparison_new_of_ranges (left, 0, G_MAXSIZE, right, 0, G_MAXSIZE, NULL, NULL);
}

/**
 * ls_comparison_new_of_ranges:
 * @left: a trace
 * @left_start: the position from which on tasks of it count
 * @left_end: the position up to which they count; %G_MAXSIZE for its end
 * @right: another trace, or the same one
 * @right_start: likewise
 * @right_end: likewise
 * @cancellable: (nullable): ends it
 * @error: return location for an error of %G_IO_ERROR
 *
 * Compares parts of two traces, which may still grow. What comes before a part is read as well, to know who posted what. May
 * be called on any thread; ls_comparison_compare_async() does it on one of its own.
 *
 * Returns: (transfer full): the comparison, %NULL with @error set if it was cancelled
 */
LsComparison *
ls_comparison_new_of_ranges (LsTrace       *left,
                             gsize          left_start,
                             gsize          left_end,
                             LsTrace       *right,
                             gsize          right_start,
                             gsize          right_end,
                             GCancellable  *cancellable,
                             GError       **error)
{
  g_autoptr (LsComparison) self = NULL;

  g_return_val_if_fail (LS_IS_TRACE (left), NULL);
  g_return_val_if_fail (LS_IS_TRACE (right), NULL);

  self = comparison_begin (left, left_start, left_end, right, right_start, right_end);
  return compare (self, cancellable, error) ? g_steal_pointer (&self) : NULL;
}

static void
compare_in_thread (GTask        *task,
                   gpointer      source,
                   gpointer      task_data,
                   GCancellable *cancellable)
{
  GError *error = NULL;

  if (compare (task_data, cancellable, &error))
    g_task_return_pointer (task, ls_comparison_ref (task_data), (GDestroyNotify) ls_comparison_unref);
  else
    g_task_return_error (task, error);
}

/**
 * ls_comparison_compare_async:
 * @left: a trace
 * @left_start: the position from which on tasks of it count
 * @left_end: the position up to which they count; %G_MAXSIZE for its end
 * @right: another trace, or the same one
 * @right_start: likewise
 * @right_end: likewise
 * @cancellable: (nullable): ends it
 * @callback: called when it is done
 * @user_data: goes to @callback
 *
 * Compares parts of two traces on another thread.
 */
void
ls_comparison_compare_async (LsTrace             *left,
                             gsize                left_start,
                             gsize                left_end,
                             LsTrace             *right,
                             gsize                right_start,
                             gsize                right_end,
                             GCancellable        *cancellable,
                             GAsyncReadyCallback  callback,
                             gpointer             user_data)
{
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (LS_IS_TRACE (left));
  g_return_if_fail (LS_IS_TRACE (right));

  task = g_task_new (NULL, cancellable, callback, user_data);
  g_task_set_source_tag (task, ls_comparison_compare_async);
  g_task_set_task_data (task, comparison_begin (left, left_start, left_end, right, right_start, right_end),
                        (GDestroyNotify) ls_comparison_unref);
  ls_task_run_in_thread (task, compare_in_thread);
}

/**
 * ls_comparison_compare_finish:
 * @result: the result
 * @error: return location for an error of %G_IO_ERROR
 *
 * Finishes what ls_comparison_compare_async() has begun.
 *
 * Returns: (transfer full): the comparison, %NULL with @error set if it was cancelled
 */
LsComparison *
ls_comparison_compare_finish (GAsyncResult  *result,
                              GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/**
 * ls_comparison_ref:
 * @self: a comparison
 *
 * Takes a reference.
 *
 * Returns: (transfer full): @self with one reference more
 */
LsComparison *
ls_comparison_ref (LsComparison *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/**
 * ls_comparison_unref:
 * @self: (transfer full): a comparison
 *
 * Gives a reference back.
 */
void
ls_comparison_unref (LsComparison *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  for (guint i = 0; i < LS_COMPARISON_N_SIDES; i++)
    {
      g_clear_object (&self->sides[i].trace);
      g_clear_pointer (&self->sides[i].runs, g_array_unref);
      g_clear_pointer (&self->sides[i].lines, g_array_unref);
    }
  g_clear_pointer (&self->rows, g_array_unref);
  g_free (self);
}

const LsComparedRun *
ls_comparison_get_run (LsComparison     *self,
                       LsComparisonSide  side,
                       guint32           index)
{
  return index < self->sides[side].runs->len ? get_run (self, side, index) : NULL;
}

/* How many tasks come before the orders part. */
guint32
ls_comparison_get_n_same (LsComparison *self)
{
  return self->n_same;
}

/**
 * ls_comparison_get_trace:
 * @self: a comparison
 * @side: which run
 *
 * Gets the trace of a run.
 *
 * Returns: (transfer none): its trace
 */
LsTrace *
ls_comparison_get_trace (LsComparison     *self,
                         LsComparisonSide  side)
{
  g_return_val_if_fail (self != NULL && (guint) side < LS_COMPARISON_N_SIDES, NULL);

  return self->sides[side].trace;
}

/**
 * ls_comparison_is_same:
 * @self: a comparison
 *
 * Tells whether the runs are the same.
 *
 * Returns: whether both ran the same tasks in the same order, at the same priorities and times, and printed the same
 */
gboolean
ls_comparison_is_same (LsComparison *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->first == LS_COMPARISON_NONE && !self->logs_differ;
}

/**
 * ls_comparison_get_n_rows:
 * @self: a comparison
 *
 * Counts the rows.
 *
 * Returns: how many rows it has
 */
guint32
ls_comparison_get_n_rows (LsComparison *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->rows->len;
}

/**
 * ls_comparison_get_row:
 * @self: a comparison
 * @row: less than ls_comparison_get_n_rows()
 * @data: (out caller-allocates): the row
 *
 * Both orders can be read down the rows: what is on a side is in its order. What both ran in the same order is in one row.
 */
void
ls_comparison_get_row (LsComparison    *self,
                       guint32          row,
                       LsComparisonRow *data)
{
  g_return_if_fail (self != NULL && data != NULL);
  g_return_if_fail (row < self->rows->len);

  get_row (self, row, data);
}

/**
 * ls_comparison_count:
 * @self: a comparison
 * @kind: a kind of row
 *
 * Counts the tasks that differ in one way.
 *
 * Returns: of how many tasks rows say so; one that has moved counts once
 */
guint32
ls_comparison_count (LsComparison     *self,
                     LsComparisonKind  kind)
{
  g_return_val_if_fail (self != NULL && (guint) kind < LS_N_COMPARISON_KINDS, 0);

  return self->counts[kind];
}

/**
 * ls_comparison_get_first_difference:
 * @self: a comparison
 *
 * Finds the first row in which the runs differ.
 *
 * Returns: the first row that is about the order or a priority, or if there is none the first one about a time;
 *   %LS_COMPARISON_NONE if the orders are the same
 */
guint32
ls_comparison_get_first_difference (LsComparison *self)
{
  g_return_val_if_fail (self != NULL, LS_COMPARISON_NONE);

  return self->first;
}

/**
 * ls_comparison_find_next_difference:
 * @self: a comparison
 * @row: a row
 *
 * Finds the next row that is about the order or a priority.
 *
 * Returns: the first row after @row that is about the order or a priority, %LS_COMPARISON_NONE if there is none
 */
guint32
ls_comparison_find_next_difference (LsComparison *self,
                                    guint32       row)
{
  g_return_val_if_fail (self != NULL, LS_COMPARISON_NONE);

  for (guint64 i = (guint64) row + 1; i < self->rows->len; i++)
    {
      LsComparisonRow data;

      get_row (self, i, &data);
      if (data.kind != LS_COMPARISON_SAME && data.kind != LS_COMPARISON_TIME)
        return i;
    }
  return LS_COMPARISON_NONE;
}

/**
 * ls_comparison_get_n_tasks:
 * @self: a comparison
 * @side: which run
 *
 * Counts the tasks of a run.
 *
 * Returns: how many tasks it ran
 */
guint32
ls_comparison_get_n_tasks (LsComparison     *self,
                           LsComparisonSide  side)
{
  g_return_val_if_fail (self != NULL && (guint) side < LS_COMPARISON_N_SIDES, 0);

  return self->sides[side].runs->len;
}

/**
 * ls_comparison_find_row:
 * @self: a comparison
 * @side: which run
 * @index: a place in its order
 *
 * Finds the row of a task by its place in a run.
 *
 * Returns: the row that this place is in, %LS_COMPARISON_NONE if there is no such place
 */
guint32
ls_comparison_find_row (LsComparison     *self,
                        LsComparisonSide  side,
                        guint32           index)
{
  g_return_val_if_fail (self != NULL && (guint) side < LS_COMPARISON_N_SIDES, LS_COMPARISON_NONE);

  return index < self->sides[side].runs->len ? get_run (self, side, index)->row : LS_COMPARISON_NONE;
}

/**
 * ls_comparison_find_row_at:
 * @self: a comparison
 * @side: which run
 * @position: a position of its trace
 *
 * Finds the row of the task that runs there, or ran last.
 *
 * Returns: the row of the task that runs there, or ran last; %LS_COMPARISON_NONE if none has run yet
 */
guint32
ls_comparison_find_row_at (LsComparison     *self,
                           LsComparisonSide  side,
                           gsize             position)
{
  LsBisection search = { 0 };

  g_return_val_if_fail (self != NULL && (guint) side < LS_COMPARISON_N_SIDES, LS_COMPARISON_NONE);

  search.high = self->sides[side].runs->len;
  while (ls_bisection_next (&search))
    ls_bisection_tell (&search, get_run (self, side, search.middle)->data.position <= position);
  return search.low > 0 ? get_run (self, side, search.low - 1)->row : LS_COMPARISON_NONE;
}

/**
 * ls_comparison_get_totals:
 * @self: a comparison
 * @side: which run
 * @totals: (out caller-allocates): what it comes to
 *
 * Gets the sums of a run.
 */
void
ls_comparison_get_totals (LsComparison       *self,
                          LsComparisonSide    side,
                          LsComparisonTotals *totals)
{
  g_return_if_fail (self != NULL && (guint) side < LS_COMPARISON_N_SIDES);
  g_return_if_fail (totals != NULL);

  *totals = self->sides[side].totals;
}

/**
 * ls_comparison_get_log_difference:
 * @self: a comparison
 * @log: (out caller-allocates): where the logs part; where they do not, their end
 *
 * Tells where the logs of both runs part.
 *
 * Returns: whether the logs differ
 */
gboolean
ls_comparison_get_log_difference (LsComparison    *self,
                                  LsComparisonLog *log)
{
  g_return_val_if_fail (self != NULL && log != NULL, FALSE);

  *log = self->log;
  return self->logs_differ;
}

/**
 * ls_comparison_kind_to_string:
 * @kind: a kind of row
 *
 * Gets the name of a kind of row.
 *
 * Returns: (transfer none): its name in JSON
 */
const char *
ls_comparison_kind_to_string (LsComparisonKind kind)
{
  static const char *const names[LS_N_COMPARISON_KINDS] = {
    [LS_COMPARISON_SAME] = "same",
    [LS_COMPARISON_TIME] = "time",
    [LS_COMPARISON_PRIORITY] = "priority",
    [LS_COMPARISON_MOVED] = "moved",
    [LS_COMPARISON_ONLY_LEFT] = "only-left",
    [LS_COMPARISON_ONLY_RIGHT] = "only-right",
  };

  return (guint) kind < LS_N_COMPARISON_KINDS ? names[kind] : "unknown";
}
