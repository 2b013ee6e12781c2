/* ls-statistics.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-statistics.h"

#include <stdlib.h>

#include "ls-agent-slots-private.h"
#include "ls-durations-private.h"
#include "ls-id-map-private.h"
#include "ls-json-append-private.h"
#include "ls-state.h"

/**
 * LsStatistics:
 *
 * How long the tasks of a trace, or of a range of it, were delayed, waited and ran: in all, and by priority, signal and
 * queue.
 *
 * It reads the trace a number of records at a time, so that an idle handler or a thread can drive it while the trace grows;
 * what it tells is right for what it has read. A range is read from where it begins: what was queued before is looked up.
 * Where ls_trace_forget() drops records, what they told is kept, but groups of signals go with the last record about them; what
 * is dropped before it is read is missing, and #LsStatisticsTotals.n_forgotten says how much that is. Statistics belong to one thread at a time.
 */

typedef struct
{
  LsDurations of[LS_N_DURATION_KINDS];
} Group;

/* A task that has not been selected. */
typedef struct
{
  guint64 posted_at;
  guint64 queued_at;     /* LS_TIME_NEVER: not yet */
  guint32 signal;        /* abort source or 0 */
} Task;

/* The turn that is going on; task is 0 outside. */
typedef struct
{
  guint32  task;
  guint32  signal;
  guint64  position;
  guint64  started_at;
  guint64  ended_at;         /* the last callback so far that has ended */
  guint64  elsewhere;        /* other loops of the thread, µs */
  guint64  elsewhere_after;  /* the same, after ended_at */
  guint64  left_at;          /* another agent has run since, or LS_TIME_NEVER */
  guint8   priority;
  guint8   queue;
  gboolean is_whole;         /* it began within the range */
  gboolean in_callback;
} Turn;

/* A signal that is over. */
typedef struct
{
  guint64 position;
  guint32 signal;
} Gone;

struct _LsStatistics
{
  GObject             parent_instance;

  LsTrace            *trace;
  LsState            *before;     /* nullable: at the beginning of the range */
  gsize               position, to;
  guint64             now, serial;
  guint64             until;      /* the range's end in time, or LS_TIME_NEVER */
  gboolean            has_begun;
  gboolean            is_overtaken;   /* what was read last may have been forgotten meanwhile */
  LsStatisticsTotals  totals;     /* without the turn that is going on */
  Turn                turn;
  LsAgentSlots        turns;      /* of the other agents */
  LsIdMap             tasks;      /* Task */
  LsIdMap             queues;     /* guint32: signal */
  LsIdMap             names;      /* guint32: text, by signal */
  GArray             *gone;       /* Gone, by position: groups to drop when that is forgotten */
  guint32             removed_queue, removed_queue_signal;   /* the last one, whose task may be selected yet */

  Group               all;
  Group              *priorities[LS_N_TASK_PRIORITIES];
  Group              *queue_types[LS_N_QUEUE_TYPES];
  LsIdMap             signals;    /* Group * */
};

G_DEFINE_FINAL_TYPE (LsStatistics, ls_statistics, G_TYPE_OBJECT)

static const char *const duration_names[] = { "delayed", "waiting", "running" };
static const char *const group_names[] = { "all", "priority", "signal", "queue" };

static void
group_clear (Group *self)
{
  for (guint i = 0; i < LS_N_DURATION_KINDS; i++)
    ls_durations_clear (&self->of[i]);
}

static void
group_free (Group *self)
{
  if (self == NULL)
    return;
  group_clear (self);
  g_free (self);
}

static void
ls_statistics_finalize (GObject *object)
{
  LsStatistics *self = LS_STATISTICS (object);
  Group **group;
  guint32 i = 0, id;

  while ((group = ls_id_map_next (&self->signals, &i, &id)) != NULL)
    group_free (*group);
  for (i = 0; i < LS_N_TASK_PRIORITIES; i++)
    group_free (self->priorities[i]);
  for (i = 0; i < LS_N_QUEUE_TYPES; i++)
    group_free (self->queue_types[i]);
  group_clear (&self->all);
  ls_id_map_clear (&self->signals);
  ls_id_map_clear (&self->names);
  ls_id_map_clear (&self->queues);
  ls_id_map_clear (&self->tasks);
  ls_agent_slots_clear (&self->turns);
  g_array_unref (self->gone);
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
  ls_id_map_init (&self->tasks, sizeof (Task));
  ls_agent_slots_init (&self->turns, sizeof (Turn));
  ls_id_map_init (&self->queues, sizeof (guint32));
  ls_id_map_init (&self->names, sizeof (guint32));
  ls_id_map_init (&self->signals, sizeof (Group *));
  self->gone = g_array_new (FALSE, FALSE, sizeof (Gone));
  self->until = LS_TIME_NEVER;
  self->to = G_MAXSIZE;
}

/**
 * ls_statistics_new:
 * @trace: a trace
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
 * Returns: (transfer none): their trace
 */
LsTrace *
ls_statistics_get_trace (LsStatistics *self)
{
  g_return_val_if_fail (LS_IS_STATISTICS (self), NULL);

  return self->trace;
}

static guint64
since (guint64 now,
       guint64 then)
{
  return now > then ? now - then : 0;
}

/* The turn of the agent that @state looks at. */
static void
begin_turn (LsStatistics *self,
            LsState      *state,
            gboolean      is_current)
{
  const guint32 id = ls_state_get_running_task (state);
  const LsTaskState *task = ls_state_get_task (state, id);

  self->turn = (Turn) { .task = 0 };
  if (id == 0 || task == NULL)
    return;
  self->turn = (Turn) {
    .task = id,
    .started_at = self->now,
    .ended_at = self->now,
    .left_at = is_current ? LS_TIME_NEVER : self->now,
    .priority = task->is_scheduler_task ? task->priority : LS_TASK_PRIORITY_NONE,
    .queue = task->queue_type,
    .in_callback = task->finished_at == LS_TIME_NEVER || ls_state_get_running_microtask (state) != 0,
  };
}

/* The state before the range, and the turns that are going on there. */
static void
begin (LsStatistics *self)
{
  guint32 current;

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
  ls_agent_slots_clear (&self->turns);
  current = ls_state_get_current_agent (self->before);
  for (guint32 agent = 1; agent <= ls_state_get_n_agents (self->before); agent++)
    if (agent != current && ls_state_get_agent (self->before, agent) != NULL)
      {
        ls_agent_slots_switch (&self->turns, agent, &self->turn);
        ls_state_set_agent (self->before, agent);
        begin_turn (self, self->before, FALSE);
      }
  ls_state_set_agent (self->before, 0);
  if (self->turns.agent != current)
    ls_agent_slots_switch (&self->turns, current, &self->turn);
  begin_turn (self, self->before, TRUE);
}

/* Tasks */

static Task *
know_task (LsStatistics   *self,
           const LsRecord *record)
{
  Task *task = ls_id_map_get (&self->tasks, record->subject);
  const LsTaskState *known;

  if (task != NULL || record->subject == 0)
    return task;

  known = self->before != NULL ? ls_state_get_task (self->before, record->subject) : NULL;
  task = ls_id_map_add (&self->tasks, record->subject);
  if (known != NULL && known->status >= LS_TASK_STATUS_POSTED && known->status <= LS_TASK_STATUS_INCOMING)
    {
      *task = (Task) { .posted_at = known->posted_at, .queued_at = known->queued_at, .signal = known->signal };
      return task;
    }
  *task = (Task) { .posted_at = record->time, .queued_at = LS_TIME_NEVER };
  if (record->kind != LS_RECORD_TASK_SELECTED)
    self->totals.n_posted++;
  return task;
}

static void
on_task_record (LsStatistics   *self,
                const LsRecord *record)
{
  Task *task = know_task (self, record);

  if (task == NULL)
    return;
  if (record->kind == LS_RECORD_TASK_POSTED)
    task->signal = record->object;
  else if (record->kind != LS_RECORD_TASK_DELAYED
           && (record->kind != LS_RECORD_TASK_DUE || record->queue != LS_QUEUE_TYPE_WEB_SCHEDULING))
    task->queued_at = record->time;
}

static void
on_task_removed (LsStatistics   *self,
                 const LsRecord *record)
{
  const LsTaskState *known = self->before != NULL ? ls_state_get_task (self->before, record->subject) : NULL;
  gboolean was_waiting = known != NULL && known->status >= LS_TASK_STATUS_POSTED
                         && known->status <= LS_TASK_STATUS_INCOMING;

  if (record->subject != 0 && record->subject == self->turn.task)
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
group_add (Group          *self,
           LsDurationKind  kind,
           guint64         duration,
           const Turn     *turn)
{
  ls_durations_add (&self->of[kind], duration, turn->task, turn->position);
}

static Group *
get_group (LsStatistics      *self,
           LsStatisticsGroup  group,
           guint32            key)
{
  Group **found;

  switch (group)
    {
    case LS_STATISTICS_ALL:
      return key == 0 ? &self->all : NULL;
    case LS_STATISTICS_PRIORITY:
      return key < LS_N_TASK_PRIORITIES ? self->priorities[key] : NULL;
    case LS_STATISTICS_QUEUE:
      return key < LS_N_QUEUE_TYPES ? self->queue_types[key] : NULL;
    case LS_STATISTICS_SIGNAL:
      found = ls_id_map_get (&self->signals, key);
      return found != NULL ? *found : NULL;
    default:
      return NULL;
    }
}

static void
add_duration (LsStatistics   *self,
              LsDurationKind  kind,
              guint64         duration)
{
  const Turn *turn = &self->turn;

  group_add (&self->all, kind, duration, turn);
  if (turn->priority < LS_N_TASK_PRIORITIES)
    {
      Group **group = &self->priorities[turn->priority];

      if (*group == NULL)
        *group = g_new0 (Group, 1);
      group_add (*group, kind, duration, turn);
    }
  if (turn->queue < LS_N_QUEUE_TYPES)
    {
      Group **group = &self->queue_types[turn->queue];

      if (*group == NULL)
        *group = g_new0 (Group, 1);
      group_add (*group, kind, duration, turn);
    }
  if (turn->signal != 0)
    {
      Group **group = ls_id_map_add (&self->signals, turn->signal);

      if (*group == NULL)
        *group = g_new0 (Group, 1);
      group_add (*group, kind, duration, turn);
    }
}

/* Turns */

/* Adds a turn to totals, up to @end. Returns how long it was. */
static guint64
count_turn (const Turn         *turn,
            LsStatisticsTotals *totals,
            guint64             end)
{
  guint64 duration = since (since (end, turn->started_at), turn->elsewhere);

  totals->busy += duration;
  if (turn->priority < LS_N_TASK_PRIORITIES)
    totals->busy_of_priority[turn->priority] += duration;
  if (duration > totals->longest_turn || totals->longest_task == 0)
    {
      totals->longest_turn = duration;
      totals->longest_task = turn->task;
    }
  return duration;
}

static void
end_turn (LsStatistics *self)
{
  guint64 duration;

  if (self->turn.task == 0)
    return;
  duration = count_turn (&self->turn, &self->totals, self->turn.ended_at);
  if (self->turn.is_whole)
    add_duration (self, LS_DURATION_RUNNING, duration);
  self->turn = (Turn) { .task = 0 };
}

/* Another agent runs from here on; time that passes until it is this one's again is not of its turn. */
static void
switch_agent (LsStatistics   *self,
              const LsRecord *record)
{
  self->turn.left_at = record->time;
  ls_agent_slots_switch (&self->turns, record->subject, &self->turn);
}

/* A turn that is still going on. */
static void
count_open_turn (const Turn         *turn,
                 LsStatisticsTotals *totals,
                 guint64             end)
{
  if (turn->task == 0)
    return;
  if (!turn->in_callback)
    count_turn (turn, totals, turn->ended_at);
  else
    count_turn (turn, totals, since (MIN (end, turn->left_at), turn->elsewhere_after));
}

static void
on_task_selected (LsStatistics   *self,
                  const LsRecord *record)
{
  const Task *task;
  guint64 queued_at;
  guint32 signal;

  end_turn (self);
  self->totals.n_turns++;
  if (record->priority < LS_N_TASK_PRIORITIES)
    self->totals.turns_of_priority[record->priority]++;
  if ((task = know_task (self, record)) == NULL)
    return;

  signal = record->object != 0 ? get_queue_signal (self, record->object) : 0;
  self->turn = (Turn) {
    .task = record->subject,
    .signal = signal != 0 ? signal : task->signal,
    .position = self->position,
    .started_at = record->time,
    .ended_at = record->time,
    .priority = record->priority,
    .queue = record->queue,
    .left_at = LS_TIME_NEVER,
    .is_whole = TRUE,
  };
  queued_at = task->queued_at != LS_TIME_NEVER ? task->queued_at : record->time;
  add_duration (self, LS_DURATION_DELAYED, since (queued_at, task->posted_at));
  add_duration (self, LS_DURATION_WAITING, since (record->time, queued_at));
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
  Gone gone = { .position = self->position, .signal = record->subject };

  if (ls_id_map_get (&self->signals, record->subject) != NULL)
    g_array_append_val (self->gone, gone);
  else
    ls_id_map_remove (&self->names, record->subject);
}

/* Groups of signals whose end has been forgotten. */
static void
drop_signals (LsStatistics *self,
              gsize         start)
{
  guint n_gone = 0;

  for (; n_gone < self->gone->len && g_array_index (self->gone, Gone, n_gone).position < start; n_gone++)
    {
      guint32 signal = g_array_index (self->gone, Gone, n_gone).signal;
      Group **group = ls_id_map_get (&self->signals, signal);

      if (group != NULL)
        group_free (*group);
      ls_id_map_remove (&self->signals, signal);
      ls_id_map_remove (&self->names, signal);
    }
  if (n_gone > 0)
    {
      g_array_remove_range (self->gone, 0, n_gone);
      self->serial++;
    }
}

/* Goes on where records are left. What was known may be outdated; what is still going on is looked up as for a range. */
static void
skip_forgotten (LsStatistics *self,
                gsize         start)
{
  Group **group;
  guint32 i = 0, id;
  guint64 then = self->now;
  gsize position = self->position;
  gboolean had_begun = self->has_begun;

  self->is_overtaken = FALSE;
  self->turn = (Turn) { .task = 0 };
  ls_agent_slots_clear (&self->turns);
  self->removed_queue = 0;
  ls_id_map_clear (&self->tasks);
  ls_id_map_clear (&self->queues);
  g_clear_pointer (&self->before, ls_state_unref);
  self->before = ls_state_new (self->trace);
  ls_state_seek (self->before, start);
  start = ls_state_get_position (self->before);
  /* The time that passed is not to be looked for in what is left. */
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
        g_array_append_vals (self->gone, &(Gone) { .position = start, .signal = id }, 1);
    }
}

static void
end_callback (LsStatistics   *self,
              const LsRecord *record)
{
  if (self->turn.task == 0)
    return;
  self->turn.in_callback = FALSE;
  self->turn.ended_at = record->time;
  self->turn.elsewhere += self->turn.elsewhere_after;
  self->turn.elsewhere_after = 0;
}

static void
apply (LsStatistics   *self,
       const LsRecord *record)
{
  /* Of what has passed meanwhile the first record after the agent's own tells, if anything has. */
  if (record->kind != LS_RECORD_AGENT_RUN)
    self->turn.left_at = LS_TIME_NEVER;

  switch (record->kind)
    {
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
      end_callback (self, record);
      break;
    case LS_RECORD_MICROTASK_STARTED:
      self->totals.n_microtasks++;
      self->turn.in_callback = TRUE;
      break;
    case LS_RECORD_TASK_STARTED:
      self->turn.in_callback = TRUE;
      break;
    case LS_RECORD_MICROTASK_FINISHED:
      end_callback (self, record);
      break;
    case LS_RECORD_TURN_ENDED:
      end_turn (self);
      break;
    case LS_RECORD_AGENT_RUN:
      if (ls_agent_slots_wants_switch (&self->turns, record))
        switch_agent (self, record);
      break;
    case LS_RECORD_CLOCK_ADVANCED:
      /* What passed before the range is not of its turns. */
      self->turn.elsewhere_after += MIN (record->value, since (record->time, self->turn.started_at));
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

      /* Records may also be forgotten while they are read. */
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

/**
 * ls_statistics_get_position:
 * @self: statistics
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
 */
void
ls_statistics_get_totals (LsStatistics       *self,
                          LsStatisticsTotals *totals)
{
  const Turn *turn;
  guint32 i = 0, agent;
  gboolean is_cut;

  g_return_if_fail (LS_IS_STATISTICS (self));
  g_return_if_fail (totals != NULL);

  *totals = self->totals;
  /* What was cut off goes on to the end of the range. */
  is_cut = self->position == self->to && self->until != LS_TIME_NEVER;
  totals->end = is_cut ? self->until : self->now;
  count_open_turn (&self->turn, totals, totals->end);
  while ((turn = ls_id_map_next (&self->turns.map, &i, &agent)) != NULL)
    if (agent != self->turns.agent)
      count_open_turn (turn, totals, totals->end);
  totals->idle = since (since (since (totals->end, totals->start), totals->busy), totals->forgotten);
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
  guint32 limit = group == LS_STATISTICS_QUEUE ? LS_N_QUEUE_TYPES : LS_N_TASK_PRIORITIES, i = 0, id;

  *n_keys = 0;
  g_return_val_if_fail (LS_IS_STATISTICS (self), (guint32 *) (gpointer) g_array_free (keys, FALSE));

  if (group == LS_STATISTICS_SIGNAL)
    {
      while (ls_id_map_next (&self->signals, &i, &id) != NULL)
        g_array_append_val (keys, id);
      g_array_sort (keys, compare_keys);
    }
  else
    for (i = 0; i < limit; i++)
      {
        const Group *found = get_group (self, group, i);

        if (found != NULL && found->of[LS_DURATION_WAITING].count > 0)
          g_array_append_val (keys, i);
      }
  *n_keys = keys->len;

  return (guint32 *) (gpointer) g_array_free (keys, FALSE);
}

/**
 * ls_statistics_get:
 * @self: statistics
 * @group: by what tasks are put together
 * @key: which of them, see #LsStatisticsGroup
 * @duration: what is measured
 * @statistics: (out caller-allocates): the summary; zeros where there is no such task
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
  Group *found;

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
      return g_strdup (key < LS_N_TASK_PRIORITIES ? ls_task_priority_to_string (key) : "none");
    case LS_STATISTICS_QUEUE:
      return g_strdup (ls_queue_type_is_valid (key) ? ls_queue_type_to_string (key) : "none");
    case LS_STATISTICS_SIGNAL:
      text = ls_id_map_get (&self->names, key);
      signal = text == NULL && self->before != NULL ? ls_state_get_signal (self->before, key) : NULL;
      name = ls_trace_get_text (self->trace, text != NULL ? *text : signal != NULL ? signal->name : 0);
      return name != NULL ? g_strdup (name) : g_strdup_printf ("signal %u", key);
    case LS_STATISTICS_ALL:
    default:
      return g_strdup ("all");
    }
}

/**
 * ls_duration_kind_to_string:
 * @kind: what is measured
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
 * Returns: (transfer none): its name in JSON
 */
const char *
ls_statistics_group_to_string (LsStatisticsGroup group)
{
  return (guint) group < LS_N_STATISTICS_GROUPS ? group_names[group] : "unknown";
}

static void
append_durations (LsJson     *json,
                  const char *name,
                  Group      *group,
                  guint       kind)
{
  LsDurationStatistics statistics;

  ls_durations_get (&group->of[kind], &statistics);
  ls_json_begin (json, name, '{', FALSE);
  ls_json_int (json, "count", statistics.count);
  ls_json_time (json, "sum", statistics.sum);
  ls_json_time (json, "min", statistics.min);
  ls_json_time (json, "median", statistics.median);
  ls_json_time (json, "p95", statistics.p95);
  ls_json_time (json, "max", statistics.max);
  ls_json_int (json, "maxTask", statistics.max_task);
  ls_json_int (json, "maxPosition", statistics.max_position);
  ls_json_begin (json, "histogram", '[', FALSE);
  for (guint i = 0; i < LS_N_HISTOGRAM_BUCKETS; i++)
    if (statistics.buckets[i] > 0)
      {
        ls_json_begin (json, NULL, '{', FALSE);
        ls_json_time (json, "from", ls_histogram_get_bucket_start (i));
        ls_json_int (json, "count", statistics.buckets[i]);
        ls_json_end (json, '}');
      }
  ls_json_end (json, ']');
  ls_json_end (json, '}');
}

static void
append_totals (LsJson                   *json,
               const LsStatisticsTotals *totals)
{
  ls_json_begin (json, "totals", '{', FALSE);
  ls_json_time (json, "start", totals->start);
  ls_json_time (json, "end", totals->end);
  ls_json_time (json, "busy", totals->busy);
  ls_json_time (json, "idle", totals->idle);
  if (totals->n_forgotten > 0)
    {
      ls_json_time (json, "forgotten", totals->forgotten);
      ls_json_int (json, "forgottenRecords", totals->n_forgotten);
    }
  ls_json_int (json, "turns", totals->n_turns);
  ls_json_int (json, "posted", totals->n_posted);
  ls_json_int (json, "removed", totals->n_removed);
  ls_json_int (json, "microtasks", totals->n_microtasks);
  ls_json_int (json, "threw", totals->n_threw);
  ls_json_begin (json, "priorities", '{', FALSE);
  for (guint i = 0; i < LS_N_TASK_PRIORITIES; i++)
    {
      ls_json_begin (json, ls_task_priority_to_string (i), '{', FALSE);
      ls_json_time (json, "busy", totals->busy_of_priority[i]);
      ls_json_int (json, "turns", totals->turns_of_priority[i]);
      ls_json_end (json, '}');
    }
  ls_json_end (json, '}');
  ls_json_time (json, "longestTurn", totals->longest_turn);
  ls_json_int (json, "longestTask", totals->longest_task);
  ls_json_end (json, '}');
}

/**
 * ls_statistics_to_json:
 * @self: statistics
 *
 * An object with "totals" (see #LsStatisticsTotals; what was forgotten only where something was) and "groups": an array of objects, one for each key that there is, with
 * group (a word), key (a number), name, and delayed, waiting and running: objects with count, sum, min, median, p95, max,
 * maxTask, maxPosition and histogram, an array of the buckets that are not empty: from (where it begins) and count. All
 * times in milliseconds.
 *
 * Returns: (transfer full): JSON, with a line for each group, without a line feed at the end
 */
char *
ls_statistics_to_json (LsStatistics *self)
{
  LsStatisticsTotals totals;
  LsJson json;

  g_return_val_if_fail (LS_IS_STATISTICS (self), NULL);

  ls_statistics_get_totals (self, &totals);
  ls_json_init (&json);
  ls_json_begin (&json, NULL, '{', TRUE);
  append_totals (&json, &totals);
  ls_json_begin (&json, "groups", '[', TRUE);
  for (guint group = 0; group < LS_N_STATISTICS_GROUPS; group++)
    {
      guint n_keys;
      g_autofree guint32 *keys = ls_statistics_list_keys (self, group, &n_keys);

      for (guint i = 0; i < n_keys; i++)
        {
          g_autofree char *name = ls_statistics_get_key_name (self, group, keys[i]);

          ls_json_begin (&json, NULL, '{', FALSE);
          ls_json_string (&json, "group", ls_statistics_group_to_string (group));
          ls_json_int (&json, "key", keys[i]);
          ls_json_string (&json, "name", name);
          for (guint kind = 0; kind < LS_N_DURATION_KINDS; kind++)
            append_durations (&json, ls_duration_kind_to_string (kind), get_group (self, group, keys[i]), kind);
          ls_json_end (&json, '}');
        }
    }
  ls_json_end (&json, ']');
  ls_json_end (&json, '}');

  return ls_json_finish (&json);
}
