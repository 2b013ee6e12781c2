/* ls-statistics.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-statistics-private.h"

#include <stdlib.h>

#include "ls-plain-type-private.h"

LS_DEFINE_PLAIN_TYPE (LsStatisticsTotals, ls_statistics_totals)

/**
 * LsStatistics:
 *
 * How long the tasks of a trace, or of a range of it, were delayed, waited and ran: in all, and by priority, signal and
 * queue.
 *
 * It reads the trace a number of records at a time, so that an idle handler or a thread can drive it while the trace grows;
 * what it tells is right for what it has read. A range is read from where it begins: what was queued before is looked up.
 * Where ls_trace_forget() drops records, what they told is kept, but groups of signals go with the last record about them; what
 * is dropped before it is read is missing, and `n_forgotten` of [struct@StatisticsTotals] says how much that is. Statistics belong
 * to one thread at a time.
 */

G_DEFINE_FINAL_TYPE (LsStatistics, ls_statistics, G_TYPE_OBJECT)

static const char *const duration_names[] = { "delayed", "waiting", "running" };
static const char *const group_names[] = { "all", "priority", "signal", "queue", "context", "source" };

static void
clear_sums (LsStatisticsSums *self)
{
  for (guint i = 0; i < LS_N_DURATION_KINDS; i++)
    ls_durations_clear (&self->of[i]);
}

void
ls_statistics_sums_free (LsStatisticsSums *self)
{
  if (self == NULL)
    return;
  clear_sums (self);
  g_free (self);
}

static void
free_sums (LsIdMap *map)
{
  LsStatisticsSums **group;
  guint32 i = 0, id;

  while ((group = ls_id_map_next (map, &i, &id)) != NULL)
    ls_statistics_sums_free (*group);
  ls_id_map_clear (map);
}

static void
ls_statistics_finalize (GObject *object)
{
  LsStatistics *self = LS_STATISTICS (object);

  free_sums (&self->signals);
  free_sums (&self->contexts);
  free_sums (&self->sources);
  for (guint i = LS_TASK_PRIORITY_BACKGROUND; i <= LS_TASK_PRIORITY_USER_BLOCKING; i++)
    ls_statistics_sums_free (self->priorities[i]);
  for (guint i = 0; i < LS_N_TRACE_QUEUE_TYPES; i++)
    ls_statistics_sums_free (self->queue_types[i]);
  clear_sums (&self->all);
  ls_id_map_clear (&self->names);
  ls_id_map_clear (&self->context_names);
  ls_id_map_clear (&self->inferred);
  ls_id_map_clear (&self->queues);
  ls_id_map_clear (&self->tasks);
  ls_trace_cursor_clear (&self->cursor);
  g_array_unref (self->gone);
  g_array_unref (self->stretches);
  g_clear_pointer (&self->before, ls_state_unref);
  g_clear_object (&self->trace);

  G_OBJECT_CLASS (ls_statistics_parent_class)->finalize (object);
}

static void
ls_statistics_class_init (LsStatisticsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ls_statistics_finalize;
}

static void
ls_statistics_init (LsStatistics *self)
{
  ls_id_map_init (&self->tasks, sizeof (LsStatisticsTask));
  ls_trace_cursor_init (&self->cursor, &self->loop, sizeof self->loop);
  ls_id_map_init (&self->queues, sizeof (guint32));
  ls_id_map_init (&self->names, sizeof (guint32));
  ls_id_map_init (&self->context_names, sizeof (guint32));
  ls_id_map_init (&self->inferred, sizeof (guint32));
  ls_id_map_init (&self->signals, sizeof (LsStatisticsSums *));
  ls_id_map_init (&self->contexts, sizeof (LsStatisticsSums *));
  ls_id_map_init (&self->sources, sizeof (LsStatisticsSums *));
  self->gone = g_array_new (FALSE, FALSE, sizeof (LsStatisticsGone));
  self->stretches = g_array_new (FALSE, FALSE, sizeof (LsStatisticsStretch));
  self->until = LS_TIME_NEVER;
  self->to = G_MAXSIZE;
}

/**
 * ls_statistics_new:
 * @trace: a trace
 *
 * Prepares statistics of a whole trace.
 *
 * Returns: (transfer full): statistics of all of @trace, that have read nothing yet
 */
LsStatistics *
ls_statistics_new (LsTrace *trace)
{
  return ls_statistics_new_for_range (trace, 0, G_MAXSIZE);
}

/**
 * ls_statistics_new_for_range:
 * @trace: a trace
 * @from: position of the first record of the range
 * @to: position after the last one; %G_MAXSIZE for a range that grows with @trace
 *
 * Prepares statistics of the turns that begin in a range of a trace.
 *
 * Returns: (transfer full): statistics of the turns that begin in a range of @trace, that have read nothing yet
 */
LsStatistics *
ls_statistics_new_for_range (LsTrace *trace,
                             gsize    from,
                             gsize    to)
{
  LsStatistics *self;

  g_return_val_if_fail (LS_IS_TRACE (trace), NULL);

  self = g_object_new (LS_TYPE_STATISTICS, NULL);
  self->trace = g_object_ref (trace);
  self->position = from;
  self->to = MAX (from, to);
  return self;
}

/**
 * ls_statistics_new_for_times:
 * @trace: a trace
 * @from: loop time in µs at which the range begins
 * @to: loop time before which it ends; %LS_TIME_NEVER for a range that grows with @trace
 *
 * Turns that reach over an end of the range count in the totals with what is within; those that begin before it, not in
 * the durations of tasks.
 *
 * Returns: (transfer full): statistics of a stretch of time, that have read nothing yet
 */
LsStatistics *
ls_statistics_new_for_times (LsTrace *trace,
                             guint64  from,
                             guint64  to)
{
  LsStatistics *self;

  g_return_val_if_fail (LS_IS_TRACE (trace), NULL);

  to = MAX (from, to);
  self = ls_statistics_new_for_range (trace, ls_trace_find_time (trace, from), G_MAXSIZE);
  self->until = to;
  self->totals.start = self->now = from;
  self->has_begun = from > 0;
  if (self->position > 0)
    {
      self->before = ls_state_new (trace);
      ls_state_seek (self->before, self->position);
    }
  return self;
}

/**
 * ls_statistics_get_trace:
 * @self: statistics
 *
 * Gets the trace.
 *
 * Returns: (transfer none): their trace
 */
LsTrace *
ls_statistics_get_trace (LsStatistics *self)
{
  g_return_val_if_fail (LS_IS_STATISTICS (self), NULL);

  return self->trace;
}

/**
 * ls_statistics_get_position:
 * @self: statistics
 *
 * Tells how far the trace has been read.
 *
 * Returns: the position after the last record that was read
 */
gsize
ls_statistics_get_position (LsStatistics *self)
{
  g_return_val_if_fail (LS_IS_STATISTICS (self), 0);

  return self->position;
}

/**
 * ls_statistics_get_serial:
 * @self: statistics
 *
 * Gets a number that tells whether the statistics have changed.
 *
 * Returns: a number that grows whenever something was read, so that a view knows when to look again
 */
guint64
ls_statistics_get_serial (LsStatistics *self)
{
  g_return_val_if_fail (LS_IS_STATISTICS (self), 0);

  return self->serial;
}

/**
 * ls_statistics_get_totals:
 * @self: statistics
 * @totals: (out caller-allocates): what happened in the range as far as it has been read
 *
 * Gets the sums of the range.
 */
void
ls_statistics_get_totals (LsStatistics       *self,
                          LsStatisticsTotals *totals)
{
  g_autoptr (GArray) stretches = NULL;
  const LsCursorTurn *turn;
  guint32 i = 0;
  gboolean is_cut;

  g_return_if_fail (LS_IS_STATISTICS (self));
  g_return_if_fail (totals != NULL);

  *totals = self->totals;
  /* A turn that the range cuts off counts up to the end of the range. */
  is_cut = self->position == self->to && self->until != LS_TIME_NEVER;
  totals->end = is_cut ? self->until : self->now;
  if (self->is_parallel)
    stretches = g_array_copy (self->stretches);
  ls_statistics_count_open_turn (&self->cursor.turn, totals, stretches, totals->end);
  while ((turn = ls_trace_cursor_next_other (&self->cursor, &i, NULL)) != NULL)
    ls_statistics_count_open_turn (turn, totals, stretches, totals->end);
  totals->idle = ls_statistics_since (ls_statistics_since (totals->end, totals->start), totals->busy);
  totals->idle = ls_statistics_since (totals->idle, totals->forgotten);
}

/* Returns (nullable) the groups that have numbers of their own. */
static LsIdMap *
get_map (LsStatistics      *self,
         LsStatisticsGroup  group)
{
  return group == LS_STATISTICS_SIGNAL    ? &self->signals
         : group == LS_STATISTICS_CONTEXT ? &self->contexts
         : group == LS_STATISTICS_SOURCE  ? &self->sources
                                          : NULL;
}

static LsStatisticsSums *
get_group (LsStatistics      *self,
           LsStatisticsGroup  group,
           guint32            key)
{
  LsStatisticsSums **found;

  switch (group)
    {
    case LS_STATISTICS_ALL:
      return key == 0 ? &self->all : NULL;
    case LS_STATISTICS_PRIORITY:
      return ls_task_priority_is_valid (key) ? self->priorities[key] : NULL;
    case LS_STATISTICS_QUEUE:
      return key < LS_N_TRACE_QUEUE_TYPES ? self->queue_types[key] : NULL;
    case LS_STATISTICS_SIGNAL:
    case LS_STATISTICS_CONTEXT:
    case LS_STATISTICS_SOURCE:
      found = ls_id_map_get (get_map (self, group), key);
      return found != NULL ? *found : NULL;
    default:
      return NULL;
    }
}

static int
compare_keys (gconstpointer a,
              gconstpointer b)
{
  const guint32 *x = a, *y = b;

  return *x < *y ? -1 : *x > *y;
}

/**
 * ls_statistics_list_keys:
 * @self: statistics
 * @group: by what tasks are put together
 * @n_keys: (out): how many keys there are
 *
 * The keys of @group of which there are tasks, in ascending order. Give them to ls_statistics_get().
 *
 * Returns: (transfer full) (array length=n_keys): the keys; free with g_free()
 */
guint32 *
ls_statistics_list_keys (LsStatistics      *self,
                         LsStatisticsGroup  group,
                         guint             *n_keys)
{
  GArray *keys = g_array_new (TRUE, FALSE, sizeof (guint32));
  guint32 limit = group == LS_STATISTICS_QUEUE ? LS_N_TRACE_QUEUE_TYPES : LS_N_TASK_PRIORITIES + 1, i = 0, id;

  *n_keys = 0;
  g_return_val_if_fail (LS_IS_STATISTICS (self), (guint32 *) (gpointer) g_array_free (keys, FALSE));

  if (get_map (self, group) != NULL)
    {
      while (ls_id_map_next (get_map (self, group), &i, &id) != NULL)
        g_array_append_val (keys, id);
      g_array_sort (keys, compare_keys);
    }
  else
    for (i = 0; i < limit; i++)
      {
        const LsStatisticsSums *found = get_group (self, group, i);

        if (found != NULL && found->of[LS_DURATION_WAITING].count + found->of[LS_DURATION_RUNNING].count > 0)
          g_array_append_val (keys, i);
      }
  *n_keys = keys->len;

  return (guint32 *) (gpointer) g_array_free (keys, FALSE);
}

/**
 * ls_statistics_get:
 * @self: statistics
 * @group: by what tasks are put together
 * @key: which of them, see [enum@StatisticsGroup]
 * @duration: what is measured
 * @statistics: (out caller-allocates): the summary; zeros where there is no such task
 *
 * Gets the summary of one duration for some tasks.
 *
 * Returns: whether there are such tasks
 */
gboolean
ls_statistics_get (LsStatistics         *self,
                   LsStatisticsGroup     group,
                   guint32               key,
                   LsDurationKind        duration,
                   LsDurationStatistics *statistics)
{
  LsStatisticsSums *found;

  g_return_val_if_fail (LS_IS_STATISTICS (self), FALSE);
  g_return_val_if_fail ((guint) duration < LS_N_DURATION_KINDS, FALSE);
  g_return_val_if_fail (statistics != NULL, FALSE);

  found = get_group (self, group, key);
  if (found == NULL || found->of[duration].count == 0)
    {
      *statistics = (LsDurationStatistics) { .count = 0 };
      return FALSE;
    }
  ls_durations_get (&found->of[duration], statistics);
  return TRUE;
}

/**
 * ls_statistics_get_key_name:
 * @self: statistics
 * @group: by what tasks are put together
 * @key: which of them
 *
 * Gets the name of a key.
 *
 * Returns: (transfer full): what a key is called: "user-visible", "input", "c1" or "signal 3"
 */
char *
ls_statistics_get_key_name (LsStatistics      *self,
                            LsStatisticsGroup  group,
                            guint32            key)
{
  const guint32 *text;
  const LsSignalState *signal;
  const char *name;

  g_return_val_if_fail (LS_IS_STATISTICS (self), NULL);

  switch (group)
    {
    case LS_STATISTICS_PRIORITY:
      return g_strdup (ls_task_priority_is_valid (key) ? ls_task_priority_to_string (key) : "none");
    case LS_STATISTICS_QUEUE:
      return g_strdup (ls_queue_type_is_known (key) ? ls_queue_type_to_string (key) : "none");
    case LS_STATISTICS_SIGNAL:
      text = ls_id_map_get (&self->names, key);
      signal = text == NULL && self->before != NULL ? ls_state_get_signal (self->before, key) : NULL;
      name = ls_trace_get_text (self->trace, text != NULL ? *text : signal != NULL ? signal->name : 0);
      return name != NULL ? g_strdup (name) : g_strdup_printf ("signal %u", key);
    case LS_STATISTICS_CONTEXT:
      text = ls_id_map_get (&self->context_names, key);
      name = text != NULL ? ls_trace_get_text (self->trace, *text) : NULL;
      return name != NULL ? g_strdup (name) : g_strdup_printf ("context %u", key);
    case LS_STATISTICS_SOURCE:
      name = ls_trace_get_text (self->trace, key);
      return g_strdup (name != NULL ? name : "none");
    case LS_STATISTICS_ALL:
    default:
      return g_strdup ("all");
    }
}

/**
 * ls_statistics_is_inferred:
 * @self: statistics
 * @group: by what tasks are put together
 * @key: which of them
 *
 * Tells whether Loopscope infers which tasks belong together.
 *
 * Returns: whether a recording does not tell of the signal, or does not name the queue of some of its tasks: Loopscope infers which
 *   tasks belong together then
 */
gboolean
ls_statistics_is_inferred (LsStatistics      *self,
                           LsStatisticsGroup  group,
                           guint32            key)
{
  g_return_val_if_fail (LS_IS_STATISTICS (self), FALSE);

  if (group == LS_STATISTICS_QUEUE)
    return key < LS_N_TRACE_QUEUE_TYPES && self->infers_queue[key];
  return group == LS_STATISTICS_SIGNAL && ls_id_map_get (&self->inferred, key) != NULL;
}

/**
 * ls_duration_kind_to_string:
 * @kind: what is measured
 *
 * Gets the name of a duration.
 *
 * Returns: (transfer none): its name in JSON
 */
const char *
ls_duration_kind_to_string (LsDurationKind kind)
{
  return (guint) kind < LS_N_DURATION_KINDS ? duration_names[kind] : "unknown";
}

/**
 * ls_statistics_group_to_string:
 * @group: by what tasks are put together
 *
 * Gets the name of a way to group tasks.
 *
 * Returns: (transfer none): its name in JSON
 */
const char *
ls_statistics_group_to_string (LsStatisticsGroup group)
{
  return (guint) group < LS_N_STATISTICS_GROUPS ? group_names[group] : "unknown";
}
