/* ls-statistics-reader.c: what each record tells about how long tasks were delayed, waited and ran
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-statistics-private.h"

/* How many stretches of time are kept at most. */
#define MAX_STRETCHES 4096

/* Looks up the state before the range and the turns that go on there. */
static void
begin (LsStatistics *self)
{
  if (self->before == NULL && self->position > 0)
    {
      self->before = ls_state_new (self->trace);
      ls_state_seek (self->before, self->position);
    }
  if (self->before == NULL)
    {
      self->has_begun = TRUE;
      return;
    }

  if (!self->has_begun)
    self->totals.start = self->now = ls_state_get_time (self->before);
  self->has_begun = TRUE;
  self->is_parallel |= ls_state_is_recorded (self->before);
  ls_trace_cursor_begin_at (&self->cursor, self->before, self->now);
}

/* Tasks */

static LsStatisticsTask *
know_task (LsStatistics   *self,
           const LsRecord *record)
{
  LsStatisticsTask *task = ls_id_map_get (&self->tasks, record->subject);
  const LsTaskState *known;

  if (task != NULL || record->subject == 0)
    return task;

  known = self->before != NULL ? ls_state_get_task (self->before, record->subject) : NULL;
  task = ls_id_map_add (&self->tasks, record->subject);
  if (known != NULL && known->status >= LS_TASK_STATUS_POSTED && known->status <= LS_TASK_STATUS_INCOMING)
    {
      *task = (LsStatisticsTask) { .posted_at = known->posted_at, .due_at = known->due_at, .queued_at = known->queued_at,
                                   .signal = known->signal, .delay = known->delay, .awaits_event = known->awaits_event,
                                   .is_inferred = known->is_wait_unknown };
      return task;
    }
  *task = (LsStatisticsTask) { .posted_at = record->time, .due_at = LS_TIME_NEVER, .queued_at = LS_TIME_NEVER,
                               .is_inferred = record->clause == LS_CLAUSE_INFERRED_DUE };
  if (record->kind != LS_RECORD_TASK_SELECTED)
    self->totals.n_posted++;
  return task;
}

/* When a delay ends. A record's microseconds saturate after 71 minutes, the milliseconds of postTask() after 49 days. */
static guint64
get_due_time (const LsStatisticsTask *task,
              const LsRecord         *record)
{
  if (record->value != G_MAXUINT32)
    return record->time + record->value;
  return task->delay > 0 && task->delay != G_MAXUINT32 ? record->time + task->delay * G_GUINT64_CONSTANT (1000) : LS_TIME_NEVER;
}

static void
on_task_record (LsStatistics   *self,
                const LsRecord *record)
{
  LsStatisticsTask *task = know_task (self, record);

  if (task == NULL)
    return;
  switch (record->kind)
    {
    case LS_RECORD_TASK_POSTED:
      task->signal = record->object;
      task->delay = record->value;
      break;
    case LS_RECORD_TASK_DELAYED:
      task->name = ls_queue_type_is_of_sources (record->queue) ? record->text : 0;
      task->due_at = get_due_time (task, record);
      task->awaits_event = (record->flags & LS_RECORD_FLAG_EVENT) != 0;
      task->is_inferred |= record->clause == LS_CLAUSE_INFERRED_DUE;
      break;
    case LS_RECORD_TASK_DUE:
      /* The loop may see late that a delay has ended, and early that an idle callback need not wait. */
      task->due_at = MIN (task->due_at, record->time);
      if (task->awaits_event)
        {
          /* Nobody was to run it before. */
          task->posted_at = record->time;
          task->is_inferred |= record->clause == LS_CLAUSE_INFERRED_DUE;
        }
      if (record->queue != LS_QUEUE_TYPE_WEB_SCHEDULING)
        task->queued_at = record->time;
      break;
    default:
      task->name = ls_queue_type_is_of_sources (record->queue) ? record->text : 0;
      task->queued_at = record->time;
      break;
    }
}

static void
on_task_removed (LsStatistics   *self,
                 const LsRecord *record)
{
  const LsTaskState *known = self->before != NULL ? ls_state_get_task (self->before, record->subject) : NULL;
  gboolean was_waiting = known != NULL && known->status >= LS_TASK_STATUS_POSTED
                         && known->status <= LS_TASK_STATUS_INCOMING;

  if (record->subject != 0 && record->subject == self->cursor.turn.task)
    return;
  if (ls_id_map_remove (&self->tasks, record->subject) || was_waiting)
    self->totals.n_removed++;
}

static guint32
get_queue_signal (LsStatistics *self,
                  guint32       id)
{
  const guint32 *signal = ls_id_map_get (&self->queues, id);
  const LsQueueState *queue = signal == NULL && self->before != NULL ? ls_state_get_queue (self->before, id) : NULL;

  if (signal != NULL)
    return *signal;
  if (id == self->removed_queue)
    return self->removed_queue_signal;
  return queue != NULL ? queue->signal : 0;
}

static void
group_add (LsStatisticsSums  **group,
           LsDurationKind       kind,
           guint64              duration,
           const LsCursorTurn  *turn)
{
  if (*group == NULL)
    *group = g_new0 (LsStatisticsSums, 1);
  ls_durations_add (&(*group)->of[kind], duration, turn->task, turn->position);
}

/* Adds a duration of a turn to all groups that the turn is in. */
static void
add_duration (LsStatistics       *self,
              LsDurationKind      kind,
              guint64             duration,
              const LsCursorTurn *turn)
{
  ls_durations_add (&self->all.of[kind], duration, turn->task, turn->position);
  if (ls_task_priority_is_valid (turn->priority))
    group_add (&self->priorities[turn->priority], kind, duration, turn);
  if (turn->queue < LS_N_TRACE_QUEUE_TYPES)
    group_add (&self->queue_types[turn->queue], kind, duration, turn);
  if (ls_queue_type_is_of_sources (turn->queue))
    group_add (ls_id_map_add (&self->contexts, self->cursor.agent), kind, duration, turn);
  if (self->loop.name != 0)
    group_add (ls_id_map_add (&self->sources, self->loop.name), kind, duration, turn);
  if (self->loop.signal != 0)
    group_add (ls_id_map_add (&self->signals, self->loop.signal), kind, duration, turn);
}

/* Turns */

/* Adds a stretch of time to those there are. Returns how much of it is not in any of them. Turns come in the order in which they
 * end, so few stretches have to be kept: a new one meets the last ones, if any. */
static guint64
add_stretch (GArray  *stretches,
             guint64  from,
             guint64  to)
{
  LsStatisticsStretch added = { from, MAX (from, to) };
  guint64 known = 0;
  guint at = stretches->len;

  while (at > 0 && g_array_index (stretches, LsStatisticsStretch, at - 1).to >= added.from)
    {
      const LsStatisticsStretch *last = &g_array_index (stretches, LsStatisticsStretch, at - 1);

      /* A turn that ended before others have been counted. */
      if (last->from > added.to)
        {
          at--;
          continue;
        }
      known += last->to - last->from;
      added = (LsStatisticsStretch) { MIN (added.from, last->from), MAX (added.to, last->to) };
      g_array_remove_index (stretches, --at);
    }
  if (stretches->len >= MAX_STRETCHES)
    {
      g_array_remove_range (stretches, 0, MAX_STRETCHES / 2);
      at -= MIN (at, MAX_STRETCHES / 2);
    }
  g_array_insert_val (stretches, at, added);
  return added.to - added.from - known;
}

/* Adds a turn to totals, up to @end. @stretches: (nullable): where loops run at the same time, when they did. Returns how long it
 * was. */
static guint64
count_turn (const LsCursorTurn *turn,
            LsStatisticsTotals *totals,
            GArray             *stretches,
            guint64             end)
{
  guint64 duration = ls_statistics_since (ls_statistics_since (end, turn->began_at), turn->elsewhere);

  totals->busy += stretches != NULL ? add_stretch (stretches, turn->began_at, end) : duration;
  if (ls_task_priority_is_valid (turn->priority))
    totals->busy_of_priority[turn->priority] += duration;
  if (duration > totals->longest_turn || totals->longest_task == 0)
    {
      totals->longest_turn = duration;
      totals->longest_task = turn->task;
    }
  return duration;
}

static void
count_turn_that_ended (LsStatistics *self)
{
  const LsCursorTurn *turn = &self->cursor.over;
  const guint64 duration = count_turn (turn, &self->totals, self->is_parallel ? self->stretches : NULL, turn->ended_at);

  if (turn->is_whole)
    add_duration (self, LS_DURATION_RUNNING, duration, turn);
  self->loop = (LsStatisticsLoop) { 0 };
}

/* A turn that is still going on. */
void
ls_statistics_count_open_turn (const LsCursorTurn *turn,
                               LsStatisticsTotals *totals,
                               GArray             *stretches,
                               guint64             end)
{
  if (turn->task == 0)
    return;
  if (!turn->in_callback)
    count_turn (turn, totals, stretches, turn->ended_at);
  else if (stretches != NULL)
    count_turn (turn, totals, stretches, end);
  else
    count_turn (turn, totals, NULL, ls_statistics_since (MIN (end, turn->left_at), turn->elsewhere_after));
}

static void
on_task_selected (LsStatistics   *self,
                  const LsRecord *record)
{
  const LsStatisticsTask *task;
  guint64 ready_at;
  guint32 signal;

  self->totals.n_turns++;
  if (ls_task_priority_is_valid (record->priority))
    self->totals.turns_of_priority[record->priority]++;
  if (record->clause == LS_CLAUSE_INFERRED_QUEUE && record->queue < LS_N_TRACE_QUEUE_TYPES)
    self->infers_queue[record->queue] = TRUE;
  if ((task = know_task (self, record)) == NULL)
    return;

  signal = record->object != 0 ? get_queue_signal (self, record->object) : 0;
  self->loop.signal = signal != 0 ? signal : task->signal;
  self->loop.name = task->name;
  /* A task waits from the end of its delay on, also where the loop is busy then and queues it later. */
  ready_at = MIN (task->due_at, MIN (task->queued_at, record->time));
  if (ls_queue_type_is_of_sources (record->queue))
    ready_at = MAX (ready_at, self->cursor.turn.woke_at);
  if (task->is_inferred)
    {
      self->totals.n_unknown_waits++;
      ls_id_map_remove (&self->tasks, record->subject);
      return;
    }
  add_duration (self, LS_DURATION_DELAYED, ls_statistics_since (ready_at, task->posted_at), &self->cursor.turn);
  add_duration (self, LS_DURATION_WAITING, ls_statistics_since (record->time, ready_at), &self->cursor.turn);
  ls_id_map_remove (&self->tasks, record->subject);
}

static void
on_queue_removed (LsStatistics   *self,
                  const LsRecord *record)
{
  const guint32 *signal = ls_id_map_get (&self->queues, record->subject);

  if (signal == NULL)
    return;
  self->removed_queue = record->subject;
  self->removed_queue_signal = *signal;
  ls_id_map_remove (&self->queues, record->subject);
}

static void
on_signal_finalized (LsStatistics   *self,
                     const LsRecord *record)
{
  LsStatisticsGone gone = { .position = self->position, .signal = record->subject };

  if (ls_id_map_get (&self->signals, record->subject) != NULL)
    g_array_append_val (self->gone, gone);
  else
    {
      ls_id_map_remove (&self->names, record->subject);
      ls_id_map_remove (&self->inferred, record->subject);
    }
}

/* Drops the groups of signals that ended before @start. */
static void
drop_signals (LsStatistics *self,
              gsize         start)
{
  guint n_gone = 0;

  for (; n_gone < self->gone->len && g_array_index (self->gone, LsStatisticsGone, n_gone).position < start; n_gone++)
    {
      guint32 signal = g_array_index (self->gone, LsStatisticsGone, n_gone).signal;
      LsStatisticsSums **group = ls_id_map_get (&self->signals, signal);

      if (group != NULL)
        ls_statistics_sums_free (*group);
      ls_id_map_remove (&self->signals, signal);
      ls_id_map_remove (&self->names, signal);
      ls_id_map_remove (&self->inferred, signal);
    }
  if (n_gone > 0)
    {
      g_array_remove_range (self->gone, 0, n_gone);
      self->serial++;
    }
}

/* Goes on at @start, as the records before it are gone. Looks up what goes on there as for a range. */
static void
skip_forgotten (LsStatistics *self,
                gsize         start)
{
  LsStatisticsSums **group;
  guint32 i = 0, id;
  guint64 then = self->now;
  gsize position = self->position;
  gboolean had_begun = self->has_begun;

  self->is_overtaken = FALSE;
  self->loop.signal = 0;
  self->removed_queue = 0;
  ls_id_map_clear (&self->tasks);
  ls_id_map_clear (&self->queues);
  g_clear_pointer (&self->before, ls_state_unref);
  self->before = ls_state_new (self->trace);
  ls_state_seek (self->before, start);
  start = ls_state_get_position (self->before);
  /* Time that passed in records that are gone counts neither as busy nor as idle. */
  self->totals.n_forgotten += start - position;
  self->position = start;
  self->now = MAX (self->now, ls_state_get_time (self->before));
  if (had_begun)
    self->totals.forgotten += self->now - then;
  begin (self);

  g_array_set_size (self->gone, 0);
  while ((group = ls_id_map_next (&self->signals, &i, &id)) != NULL)
    {
      const LsSignalState *signal = ls_state_get_signal (self->before, id);

      if (signal == NULL || !signal->exists)
        g_array_append_vals (self->gone, &(LsStatisticsGone) { .position = start, .signal = id }, 1);
    }
}

static void
apply (LsStatistics   *self,
       const LsRecord *record)
{
  if (ls_trace_cursor_advance (&self->cursor, record, self->position))
    count_turn_that_ended (self);

  switch (record->kind)
    {
    case LS_RECORD_LOOP_STARTED:
      self->is_parallel |= (record->flags & LS_RECORD_FLAG_RECORDED) != 0;
      break;
    case LS_RECORD_TASK_POSTED:
    case LS_RECORD_TASK_QUEUED:
    case LS_RECORD_TASK_INCOMING:
    case LS_RECORD_TASK_DELAYED:
    case LS_RECORD_TASK_DUE:
      on_task_record (self, record);
      break;
    case LS_RECORD_TASK_SELECTED:
      on_task_selected (self, record);
      break;
    case LS_RECORD_TASK_REMOVED:
      on_task_removed (self, record);
      break;
    case LS_RECORD_TASK_FINISHED:
      self->totals.n_threw += (record->flags & LS_RECORD_FLAG_THREW) != 0;
      break;
    case LS_RECORD_MICROTASK_STARTED:
      self->totals.n_microtasks++;
      break;
    case LS_RECORD_AGENT_CREATED:
      if (record->subject != 0 && record->subject < LS_TRACE_CURSOR_MAX_AGENTS)
        *(guint32 *) ls_id_map_add (&self->context_names, record->subject) = record->text;
      break;
    case LS_RECORD_QUEUE_CREATED:
      if (record->subject != 0)
        *(guint32 *) ls_id_map_add (&self->queues, record->subject) = record->object;
      break;
    case LS_RECORD_QUEUE_REMOVED:
      on_queue_removed (self, record);
      break;
    case LS_RECORD_SIGNAL_FINALIZED:
      on_signal_finalized (self, record);
      break;
    case LS_RECORD_SIGNAL_CREATED:
    case LS_RECORD_SIGNAL_NAMED:
      if (record->subject != 0 && record->text != 0)
        *(guint32 *) ls_id_map_add (&self->names, record->subject) = record->text;
      if (record->subject != 0 && record->kind == LS_RECORD_SIGNAL_CREATED && ls_clause_is_inferred (record->clause))
        *(guint32 *) ls_id_map_add (&self->inferred, record->subject) = TRUE;
      break;
    default:
      break;
    }
}

/**
 * ls_statistics_advance:
 * @self: statistics
 * @max_records: how many records to read at most
 *
 * Reads on. A million records take well under a second.
 *
 * Returns: whether there is more to read within the range
 */
gboolean
ls_statistics_advance (LsStatistics *self,
                       gsize         max_records)
{
  const LsRecord *records;
  gsize n_records, begun_at;

  g_return_val_if_fail (LS_IS_STATISTICS (self), FALSE);

  while (max_records > 0 && self->position < self->to)
    {
      gsize start = ls_trace_get_start (self->trace);

      /* The writer may drop records while they are read. */
      if (self->position < start || self->is_overtaken)
        skip_forgotten (self, MAX (start, self->position));
      if (self->gone->len > 0 && start > 0)
        drop_signals (self, start);
      records = self->position < self->to ? ls_trace_peek_records (self->trace, self->position, &n_records) : NULL;
      if (records == NULL)
        break;
      if (!self->has_begun || self->serial == 0)
        begin (self);
      begun_at = self->position;
      n_records = MIN (MIN (n_records, max_records), self->to - self->position);
      for (gsize i = 0; i < n_records; i++)
        {
          if (records[i].time >= self->until)
            {
              self->to = self->position;
              break;
            }
          apply (self, &records[i]);
          self->now = MAX (self->now, records[i].time);
          self->position++;
        }
      self->is_overtaken = ls_trace_get_start (self->trace) > begun_at;
      self->serial++;
      max_records -= n_records;
    }

  return self->position < self->to && self->position < ls_trace_get_length (self->trace);
}
