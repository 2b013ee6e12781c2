/* ls-task-summary-reader.c: what each record tells of what became of tasks
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-task-summary-private.h"

#define LONG_TASK 50000
#define UNKNOWN LS_TASK_PRIORITY_NONE
#define CHANGED LS_TASK_PRIORITY_NONE

static guint64
since (guint64 now,
       guint64 then)
{
  return now > then ? now - then : 0;
}

static LsLoopSummary *
get_loop (LsTaskSummary *self,
          guint32        agent)
{
  LsLoopSummary *loop = ls_id_map_add (&self->agents, agent);

  loop->agent = agent;
  return loop;
}

/* Chains */

static void
end_chain (LsTaskSummary *self,
           guint32        id)
{
  const SummaryChain *chain = ls_id_map_get (&self->chains, id);

  if (chain == NULL || chain->n_waiting > 0)
    return;
  ls_id_map_remove (&self->chains, id);
}

/* A task, or one of its continuations, yields. */
static void
add_piece (LsTaskSummary *self,
           guint32        id)
{
  SummaryChain *chain = ls_id_map_add (&self->chains, id);

  if (chain->n_pieces == 0)
    {
      chain->n_pieces = 1;
      self->yields.n_chains++;
      self->yields.n_pieces++;
    }
  chain->n_waiting++;
}

static void
run_piece (LsTaskSummary *self,
           guint32        id)
{
  SummaryChain *chain = ls_id_map_get (&self->chains, id);

  if (chain == NULL)
    return;
  chain->n_waiting -= chain->n_waiting > 0;
  chain->n_pieces++;
  self->yields.n_pieces++;
  if (chain->n_pieces > self->yields.most_pieces)
    {
      self->yields.most_pieces = chain->n_pieces;
      self->yields.most_pieces_task = id;
    }
}

/* Tasks */

static guint8
get_signal_priority (LsTaskSummary *self,
                     guint32        signal)
{
  const guint8 *priority = ls_id_map_get (&self->signals, signal);

  return priority != NULL && ls_task_priority_is_valid (*priority) ? *priority : UNKNOWN;
}

static SummaryTask *
know_task (LsTaskSummary  *self,
           const LsRecord *record)
{
  SummaryTask *task = ls_id_map_get (&self->tasks, record->subject);

  if (task != NULL || record->subject == 0)
    return task;
  task = ls_id_map_add (&self->tasks, record->subject);
  *task = (SummaryTask) {
    .posted_at = record->time,
    .due_at = LS_TIME_NEVER,
    .queued_at = LS_TIME_NEVER,
    .name = record->text,
    .posted_priority = UNKNOWN,
    .is_inferred = record->clause == LS_CLAUSE_INFERRED_DUE,
  };
  return task;
}

static void
set_posted_priority (LsTaskSummary *self,
                     SummaryTask   *task,
                     guint8         priority)
{
  if (!task->is_scheduler_task || task->posted_priority != UNKNOWN || !ls_task_priority_is_valid (priority))
    return;
  task->posted_priority = priority;
  self->counts[task->is_continuation].n_posted[UNKNOWN]--;
  self->counts[task->is_continuation].n_posted[priority]++;
}

static void
on_task_posted (LsTaskSummary  *self,
                const LsRecord *record)
{
  SummaryTask *task;

  ls_id_map_remove (&self->tasks, record->subject);
  if ((task = know_task (self, record)) == NULL)
    return;
  task->is_scheduler_task = TRUE;
  task->is_continuation = (record->flags & LS_RECORD_FLAG_CONTINUATION) != 0;
  self->counts[task->is_continuation].n_posted[UNKNOWN]++;
  set_posted_priority (self, task, ls_task_priority_is_valid (record->priority) ? record->priority
                                                                           : get_signal_priority (self, record->object));
  if (task->is_continuation && self->cursor.turn.task != 0 && (record->flags & LS_RECORD_FLAG_OUTSIDE) == 0)
    {
      task->chain = self->loop.chain;
      add_piece (self, task->chain);
    }
}

static void
on_task_delayed (LsTaskSummary  *self,
                 const LsRecord *record)
{
  SummaryTask *task = know_task (self, record);

  if (task == NULL)
    return;
  task->due_at = record->value != G_MAXUINT32 ? record->time + record->value : LS_TIME_NEVER;
  if (ls_queue_type_is_of_sources (record->queue))
    task->source = record->object;
  task->is_timer = (record->flags & LS_RECORD_FLAG_TIMER) != 0;
  task->is_inferred |= record->clause == LS_CLAUSE_INFERRED_DUE;
}

static void
on_task_queued (LsTaskSummary  *self,
                const LsRecord *record)
{
  SummaryTask *task = know_task (self, record);

  if (task == NULL)
    return;
  task->queued_at = MIN (task->queued_at, record->time);
  if (record->kind == LS_RECORD_TASK_INCOMING)
    task->source = record->object;
  /* What a signal's priority was when a delayed task was posted, its queue does not tell. */
  if (record->kind == LS_RECORD_TASK_QUEUED &&
      (task->due_at == LS_TIME_NEVER || ls_id_map_get (&self->dynamic_queues, record->object) == NULL))
    set_posted_priority (self, task, record->priority);
}

static void
count_run (LsTaskSummary     *self,
           const SummaryTask *task,
           const LsRecord    *record)
{
  LsTaskCounts *counts = &self->counts[task->is_continuation];
  const guint8 priority = ls_task_priority_is_valid (record->priority) ? record->priority : UNKNOWN;
  const guint64 ready_at = MIN (MIN (task->due_at, task->queued_at), record->time);
  const gboolean has_changed = priority != UNKNOWN && task->posted_priority != UNKNOWN && priority != task->posted_priority;

  counts->n_run[priority]++;
  counts->n_changed += has_changed;
  if (task->is_inferred)
    counts->n_unknown_waits++;
  else if (priority != UNKNOWN)
    ls_durations_add (&self->waits[task->is_continuation][has_changed ? CHANGED : priority], record->time - ready_at,
                      record->subject, self->position);
}

/* All sources of an iteration have one priority. It dispatches each once, in the order in which they were attached. */
static void
count_iteration (LsTaskSummary  *self,
                 guint32         source,
                 const LsRecord *record)
{
  SummaryLoop *loop = &self->loop;

  if (loop->has_slept || source <= loop->source || record->queue != loop->queue)
    get_loop (self, self->cursor.agent)->n_iterations++;
  loop->has_slept = FALSE;
  loop->source = source;
  loop->queue = record->queue;
}

static void
count_wake_up (LsTaskSummary  *self,
               const LsRecord *record)
{
  LsLoopSummary *loop = get_loop (self, self->cursor.agent);

  loop->n_wake_ups++;
  loop->asleep += record->value;
  self->loop.has_slept = TRUE;
}

static void
count_frame (LsTaskSummary  *self,
             const LsRecord *record)
{
  LsLoopSummary *loop = get_loop (self, self->cursor.agent);

  loop->n_frames++;
  loop->n_missed_frames += record->level;
}

static void
on_task_selected (LsTaskSummary  *self,
                  const LsRecord *record)
{
  const SummaryTask *task = know_task (self, record);
  guint64 due_at;

  get_loop (self, self->cursor.agent)->n_turns++;
  self->loop.chain = record->subject;
  if (ls_queue_type_is_of_sources (record->queue))
    count_iteration (self, task != NULL ? task->source : 0, record);
  if (task == NULL)
    return;
  self->loop.name = task->name;
  if (task->chain != 0)
    {
      self->loop.chain = task->chain;
      run_piece (self, task->chain);
    }
  if (task->is_scheduler_task)
    count_run (self, task, record);
  /* A timeout of GLib was not ready where its loop slept. */
  due_at = ls_queue_type_is_of_sources (record->queue) ? MAX (task->due_at, self->cursor.turn.woke_at) : task->due_at;
  if (task->due_at != LS_TIME_NEVER && !task->is_inferred && (task->is_timer || task->is_scheduler_task))
    ls_durations_add (task->is_timer ? &self->late_timers : &self->late_delays, since (record->time, due_at), record->subject,
                      self->position);
  ls_id_map_remove (&self->tasks, record->subject);
}

static void
on_task_removed (LsTaskSummary  *self,
                 const LsRecord *record)
{
  const SummaryTask *task = ls_id_map_get (&self->tasks, record->subject);
  SummaryChain *chain;

  if (task == NULL)
    return;
  if (task->is_scheduler_task)
    self->counts[task->is_continuation].n_removed++;
  chain = ls_id_map_get (&self->chains, task->chain);
  if (chain != NULL)
    {
      chain->n_waiting -= chain->n_waiting > 0;
      if (self->loop.chain != task->chain)
        end_chain (self, task->chain);
    }
  ls_id_map_remove (&self->tasks, record->subject);
}

/* Turns */

static void
add_long_task (LsTaskSummary      *self,
               const LsCursorTurn *turn,
               guint64             duration)
{
  guint32 name = self->loop.name;
  LsLongTasks *found = g_hash_table_lookup (self->long_tasks, GUINT_TO_POINTER (name));

  if (found == NULL && g_hash_table_size (self->long_tasks) >= LS_TASK_SUMMARY_MAX_NAMES - 1)
    {
      name = G_MAXUINT32;
      found = g_hash_table_lookup (self->long_tasks, GUINT_TO_POINTER (name));
    }
  if (found == NULL)
    {
      found = g_new0 (LsLongTasks, 1);
      found->is_rest = name == G_MAXUINT32;
      found->name = found->is_rest ? 0 : name;
      g_hash_table_insert (self->long_tasks, GUINT_TO_POINTER (name), found);
    }
  found->count++;
  found->total += duration;
  if (duration > found->longest)
    {
      found->longest = duration;
      found->task = turn->task;
      found->queue = turn->queue;
      found->position = turn->position;
    }
}

/* A turn is over: the cursor has it in @over. */
static void
end_turn (LsTaskSummary *self)
{
  const LsCursorTurn *turn = &self->cursor.over;
  LsLoopSummary *loop = get_loop (self, self->cursor.agent);
  const guint64 duration = since (since (turn->ended_at, turn->began_at), turn->elsewhere);

  loop->busy += duration;
  if (duration > loop->longest || loop->longest_task == 0)
    {
      loop->longest = duration;
      loop->longest_task = turn->task;
    }
  if (duration > LONG_TASK)
    add_long_task (self, turn, duration);
  if (ls_id_map_get (&self->chains, self->loop.chain) != NULL)
    {
      self->yields.n_long_pieces += duration > LONG_TASK;
      if (duration > self->yields.longest_piece || self->yields.longest_piece_task == 0)
        {
          self->yields.longest_piece = duration;
          self->yields.longest_piece_task = turn->task;
        }
      end_chain (self, self->loop.chain);
    }
  self->loop.chain = self->loop.name = 0;
}

static void
note_time (LsTaskSummary *self,
           guint64        time)
{
  LsLoopSummary *loop = ls_id_map_get (&self->agents, self->cursor.agent);

  if (loop == NULL)
    return;
  if (loop->until == 0)
    loop->from = time;
  loop->until = MAX (loop->until, time);
}

static void
apply (LsTaskSummary  *self,
       const LsRecord *record)
{
  if (ls_trace_cursor_advance (&self->cursor, record, self->position))
    end_turn (self);

  if (record->kind != LS_RECORD_AGENT_RUN)
    note_time (self, record->time);

  switch (record->kind)
    {
    case LS_RECORD_CLOCK_ADVANCED:
      count_wake_up (self, record);
      break;
    case LS_RECORD_FRAME:
      count_frame (self, record);
      break;
    case LS_RECORD_TASK_POSTED:
      on_task_posted (self, record);
      break;
    case LS_RECORD_TASK_DELAYED:
      on_task_delayed (self, record);
      break;
    case LS_RECORD_TASK_QUEUED:
    case LS_RECORD_TASK_INCOMING:
      on_task_queued (self, record);
      break;
    case LS_RECORD_TASK_SELECTED:
      on_task_selected (self, record);
      break;
    case LS_RECORD_TASK_REMOVED:
      on_task_removed (self, record);
      break;
    case LS_RECORD_QUEUE_CREATED:
      if (record->subject != 0 && record->object != 0)
        ls_id_map_add (&self->dynamic_queues, record->subject);
      break;
    case LS_RECORD_QUEUE_REMOVED:
      ls_id_map_remove (&self->dynamic_queues, record->subject);
      break;
    case LS_RECORD_SIGNAL_CREATED:
    case LS_RECORD_SIGNAL_PRIORITY:
      if (record->subject != 0)
        *(guint8 *) ls_id_map_add (&self->signals, record->subject) = record->priority;
      break;
    case LS_RECORD_SIGNAL_FINALIZED:
      ls_id_map_remove (&self->signals, record->subject);
      break;
    case LS_RECORD_AGENT_CREATED:
      if (record->subject != 0 && record->subject < LS_TRACE_CURSOR_MAX_AGENTS)
        get_loop (self, record->subject)->name = record->text;
      break;
    default:
      break;
    }
}

/**
 * ls_task_summary_advance:
 * @self: a summary
 * @max_records: how many records to read at most
 *
 * Reads on. What is forgotten before it is read is not looked at.
 *
 * Returns: whether there is more to read
 */
gboolean
ls_task_summary_advance (LsTaskSummary *self,
                         gsize          max_records)
{
  const LsRecord *records;
  gsize n_records;

  g_return_val_if_fail (LS_IS_TASK_SUMMARY (self), FALSE);

  while (max_records > 0)
    {
      self->position = MAX (self->position, ls_trace_get_start (self->trace));
      records = ls_trace_peek_records (self->trace, self->position, &n_records);
      if (records == NULL)
        break;
      n_records = MIN (n_records, max_records);
      for (gsize i = 0; i < n_records; i++)
        {
          apply (self, &records[i]);
          self->position++;
        }
      max_records -= n_records;
    }
  return self->position < ls_trace_get_length (self->trace);
}
