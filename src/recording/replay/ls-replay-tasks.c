/* ls-replay-tasks.c: tasks on their way from the post to their turn
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-replay-private.h"

/* Returns (nullable) what becomes of what an event posts. Events have to come in order. */
const LsReplayLink *
ls_replay_take_link (LsReplayThread *thread,
                     guint32         event)
{
  const GArray *links = thread->plan->links;

  while (thread->next_link < links->len && g_array_index (links, LsReplayLink, thread->next_link).from < event)
    thread->next_link++;
  if (thread->next_link == links->len || g_array_index (links, LsReplayLink, thread->next_link).from != event)
    return NULL;
  return &g_array_index (links, LsReplayLink, thread->next_link++);
}

/* Remembers a task until it runs. */
void
ls_replay_keep_task (LsReplayThread     *thread,
                     const LsReplayTask *task)
{
  *(LsReplayTask *) ls_id_map_add (&thread->tasks, task->id) = *task;
  if (task->run != LS_REPLAY_NOTHING)
    *(guint32 *) ls_id_map_add (&thread->runs, task->run + 1) = task->id;
}

static guint8
get_outside (const LsReplayThread *thread)
{
  return thread->in_turn ? 0 : LS_RECORD_FLAG_OUTSIDE;
}

/* Puts a task into the delayed incoming queue. @delay: µs, from now on; @task->due says when that is */
void
ls_replay_delay_task (LsReplay       *self,
                      LsReplayThread *thread,
                      LsReplayTask   *task,
                      guint64         delay,
                      guint8          flags,
                      LsClause        clause)
{
  task->stage = LS_REPLAY_STAGE_DELAYED;
  /* A task without delay keeps its place among what is posted meanwhile. */
  if (delay == 0 && task->kind != LS_REPLAY_TASK_SCHEDULER && task->type != LS_QUEUE_TYPE_WEB_SCHEDULING &&
      task->type != LS_QUEUE_TYPE_IDLE)
    task->order = ++thread->last_order;
  ls_replay_emit (self, thread, .kind = LS_RECORD_TASK_DELAYED, .subject = task->id,
                  .object = task->kind == LS_REPLAY_TASK_TIMER ? task->thing : 0, .value = ls_replay_saturate (delay),
                  .text = task->name, .queue = task->type, .flags = flags, .clause = clause);
  ls_replay_heap_push (&thread->delays, task->due, task->id);
}

/* Puts a task into the queue from which it is taken when it runs. */
void
ls_replay_enqueue (LsReplay       *self,
                   LsReplayThread *thread,
                   LsReplayTask   *task,
                   guint8          flags,
                   LsClause        clause)
{
  guint8 priority;

  task->stage = LS_REPLAY_STAGE_QUEUED;
  if (task->kind == LS_REPLAY_TASK_SCHEDULER)
    {
      task->queue = ls_replay_get_queue (self, thread, task, &priority);
      task->order = ++thread->last_order;
      if (clause == LS_CLAUSE_RECORDED && task->guesses_priority)
        clause = LS_CLAUSE_INFERRED_TASK_PRIORITY;
      ls_replay_emit (self, thread, .kind = LS_RECORD_TASK_QUEUED, .subject = task->id, .object = task->queue, .value = task->order,
                      .text = task->name, .priority = priority, .queue = LS_QUEUE_TYPE_WEB_SCHEDULING,
                      .flags = task->is_continuation ? LS_RECORD_FLAG_CONTINUATION : 0, .clause = clause);
    }
  else
    {
      task->order = ++thread->last_order;
      thread->n_incoming[task->type]++;
      ls_replay_emit (self, thread, .kind = LS_RECORD_TASK_INCOMING, .subject = task->id, .value = task->order, .text = task->name,
                      .queue = task->type, .flags = flags, .clause = clause);
    }
  thread->n_ready++;
  ls_replay_watch_task (self, thread, task);
}

/* A delay is over. */
void
ls_replay_end_delay (LsReplay       *self,
                     LsReplayThread *thread,
                     LsReplayTask   *task,
                     LsClause        clause)
{
  const gboolean is_scheduler = task->kind == LS_REPLAY_TASK_SCHEDULER;

  if (!is_scheduler && task->order == 0)
    task->order = ++thread->last_order;
  ls_replay_emit (self, thread, .kind = LS_RECORD_TASK_DUE, .subject = task->id, .value = is_scheduler ? 0 : task->order,
                  .queue = task->type, .clause = clause);
  if (is_scheduler)
    {
      ls_replay_enqueue (self, thread, task, 0, clause);
      return;
    }
  task->stage = LS_REPLAY_STAGE_QUEUED;
  task->is_delayed_work = TRUE;
  thread->n_ready++;
  ls_replay_watch_task (self, thread, task);
}

/* Ends the delays that are over, in the order of their times. */
void
ls_replay_end_delays (LsReplay       *self,
                      LsReplayThread *thread,
                      guint64         time)
{
  while (ls_replay_heap_get_time (&thread->delays) <= time)
    {
      LsReplayTask *task = ls_id_map_get (&thread->tasks, ls_replay_heap_get_value (&thread->delays));
      const guint64 due = ls_replay_heap_get_time (&thread->delays);

      ls_replay_heap_pop (&thread->delays);
      /* Some have run or been removed before their time. */
      if (task != NULL && task->stage == LS_REPLAY_STAGE_DELAYED && task->due == due)
        ls_replay_end_delay (self, thread, task, task->guesses_due ? LS_CLAUSE_INFERRED_DUE : LS_CLAUSE_RECORDED);
    }
}

static guint8
get_recorded_queue (const LsReplayThread *thread,
                    guint32               first)
{
  const LsRecordingEvent *event = ls_replay_get_event (thread, first);

  return event->kind == LS_RECORDING_EVENT_TASK && event->queue != LS_RECORDING_UNKNOWN && ls_queue_type_is_valid (event->queue)
           ? event->queue : LS_RECORDING_UNKNOWN;
}

/* A task of the loop as a turn shows it. */
static void
init_from_unit (LsReplay           *self,
                LsReplayThread     *thread,
                const LsReplayUnit *unit,
                LsReplayTask       *task,
                gboolean           *is_discrete)
{
  const LsRecordingEvent *primary = unit->primary != LS_REPLAY_NOTHING ? ls_replay_get_event (thread, unit->primary) : NULL;
  const guint8 guess = ls_replay_guess_queue (self, thread, unit, is_discrete);

  *task = (LsReplayTask) { .id = ++self->n_tasks, .kind = LS_REPLAY_TASK_LOOP, .run = unit->first,
                           .priority = LS_TASK_PRIORITY_NONE };
  task->name = ls_replay_name_unit (self, thread, unit);
  task->type = get_recorded_queue (thread, unit->first);
  task->guesses_queue = task->type == LS_RECORDING_UNKNOWN;
  if (task->guesses_queue)
    task->type = guess;
  if (primary == NULL)
    return;
  switch (primary->kind)
    {
    case LS_RECORDING_EVENT_RUN:
    case LS_RECORDING_EVENT_CONTINUE:
      task->kind = LS_REPLAY_TASK_SCHEDULER;
      task->type = LS_QUEUE_TYPE_WEB_SCHEDULING;
      task->guesses_queue = FALSE;
      task->is_continuation = primary->kind == LS_RECORDING_EVENT_CONTINUE;
      task->guesses_priority = !ls_task_priority_is_valid (primary->priority);
      task->priority = task->guesses_priority ? LS_TASK_PRIORITY_USER_VISIBLE : primary->priority;
      task->delay = primary->value;
      break;
    case LS_RECORDING_EVENT_TIMER_FIRE:
      task->kind = LS_REPLAY_TASK_TIMER;
      task->thing = ++self->n_timers;
      break;
    case LS_RECORDING_EVENT_IDLE_FIRE:
      task->kind = LS_REPLAY_TASK_IDLE;
      task->thing = ++self->n_idle_callbacks;
      break;
    default:
      break;
    }
}

/* Posts a scheduler task whose post is not in the recording. */
static void
post_unknown (LsReplay       *self,
              LsReplayThread *thread,
              LsReplayTask   *task,
              guint8          outside,
              LsClause        clause)
{
  if (clause == LS_CLAUSE_RECORDED && task->guesses_priority)
    clause = LS_CLAUSE_INFERRED_TASK_PRIORITY;
  ls_replay_emit (self, thread, .kind = LS_RECORD_TASK_POSTED, .subject = task->id,
                  .value = ls_replay_saturate (task->delay / 1000), .text = task->name, .priority = task->priority,
                  .queue = LS_QUEUE_TYPE_WEB_SCHEDULING, .clause = clause, .level = task->delay > 0 && task->delay < 1000,
                  .flags = outside | (task->is_continuation ? LS_RECORD_FLAG_CONTINUATION : 0));
}

/* Whether the task of a turn to come, of which @unit is the first event, has been posted. @is_due: the recording says that it
 * enters its queue now: then a frame that the program had asked for does so */
gboolean
ls_replay_is_announced (LsReplay       *self,
                        LsReplayThread *thread,
                        guint32         unit,
                        gboolean        is_due)
{
  const guint32 *known = ls_id_map_get (&thread->runs, unit + 1);
  LsReplayTask *task = known != NULL ? ls_id_map_get (&thread->tasks, *known) : NULL;

  if (task != NULL && is_due && task->stage == LS_REPLAY_STAGE_DELAYED && task->guesses_due)
    ls_replay_end_delay (self, thread, task, LS_CLAUSE_RECORDED);
  return known != NULL;
}

/* A task is posted that will run in a turn to come, and has not been. @due: ns: when it enters its queue, 0 for now; @is_own:
 * whether this thread posts it, and not somebody else */
void
ls_replay_announce_unit (LsReplay           *self,
                         LsReplayThread     *thread,
                         const LsReplayUnit *unit,
                         guint64             due,
                         gboolean            is_own,
                         LsClause            clause)
{
  const guint8 outside = is_own ? get_outside (thread) : LS_RECORD_FLAG_OUTSIDE;
  gboolean is_discrete;
  LsReplayTask task;

  init_from_unit (self, thread, unit, &task, &is_discrete);
  if (task.kind == LS_REPLAY_TASK_SCHEDULER)
    {
      post_unknown (self, thread, &task, outside, clause);
      if (task.delay > 0)
        {
          task.due = self->now * 1000 + task.delay * 1000;
          ls_replay_delay_task (self, thread, &task, task.delay, 0, LS_CLAUSE_RECORDED);
        }
      else
        ls_replay_enqueue (self, thread, &task, 0, clause);
    }
  else if (due > 0)
    {
      task.due = due;
      task.guesses_due = TRUE;
      ls_replay_delay_task (self, thread, &task, due / 1000 - MIN (self->now, due / 1000), outside, LS_CLAUSE_INFERRED_DUE);
    }
  else
    ls_replay_enqueue (self, thread, &task, outside | (is_discrete ? LS_RECORD_FLAG_DISCRETE : 0),
                       task.guesses_queue && clause == LS_CLAUSE_RECORDED ? LS_CLAUSE_INFERRED_QUEUE : clause);
  ls_replay_keep_task (thread, &task);
}

/* The task of a turn whose post is not in the recording: all that is known is that it runs. */
static void
post_now (LsReplay           *self,
          LsReplayThread     *thread,
          const LsReplayUnit *unit,
          LsReplayTask       *task)
{
  gboolean is_discrete;

  init_from_unit (self, thread, unit, task, &is_discrete);
  if (task->kind == LS_REPLAY_TASK_SCHEDULER)
    post_unknown (self, thread, task, LS_RECORD_FLAG_OUTSIDE, LS_CLAUSE_INFERRED_DUE);
  ls_replay_enqueue (self, thread, task, LS_RECORD_FLAG_OUTSIDE | (is_discrete ? LS_RECORD_FLAG_DISCRETE : 0),
                     LS_CLAUSE_INFERRED_DUE);
}

/* Takes a task that has waited out of the tables. */
static gboolean
take (LsReplayThread *thread,
      guint32         event,
      LsReplayTask   *task)
{
  const guint32 *id = ls_id_map_get (&thread->runs, event + 1);
  const LsReplayTask *known = id != NULL ? ls_id_map_get (&thread->tasks, *id) : NULL;

  if (known == NULL)
    return FALSE;
  *task = *known;
  ls_id_map_remove (&thread->tasks, task->id);
  ls_id_map_remove (&thread->runs, event + 1);
  return TRUE;
}

/* Takes a task out of its queue. If it is still in the incoming one, an empty immediate work queue first takes over that. */
void
ls_replay_leave_queue (LsReplay       *self,
                       LsReplayThread *thread,
                       LsReplayTask   *task,
                       gboolean        runs)
{
  if (task->stage != LS_REPLAY_STAGE_QUEUED)
    return;
  /* Until now the loop was not idle. */
  thread->quiet_since = self->now;
  thread->n_ready--;
  if (task->kind == LS_REPLAY_TASK_SCHEDULER || task->is_delayed_work)
    return;
  if (task->order <= thread->reloaded[task->type])
    {
      thread->n_work[task->type]--;
      return;
    }
  if (!runs || thread->n_work[task->type] > 0)
    {
      thread->n_incoming[task->type]--;
      return;
    }
  ls_replay_emit (self, thread, .kind = LS_RECORD_QUEUE_RELOADED, .value = thread->n_incoming[task->type], .queue = task->type,
                  .clause = LS_CLAUSE_RECORDED);
  thread->n_work[task->type] = thread->n_incoming[task->type] - 1;
  thread->n_incoming[task->type] = 0;
  thread->reloaded[task->type] = thread->last_order;
}

/* The task ran with another priority than its queue has. */
static void
set_right (LsReplay       *self,
           LsReplayThread *thread,
           LsReplayTask   *task,
           guint8         *priority)
{
  const LsRecordingEvent *run = ls_replay_get_event (thread, thread->unit.primary);
  const LsReplaySignal *signal = task->follows_signal ? ls_id_map_get (&self->signals, task->signal) : NULL;

  if (!ls_task_priority_is_valid (run->priority))
    return;
  task->guesses_priority = FALSE;
  if (run->priority == *priority)
    return;
  *priority = run->priority;
  if (signal != NULL)
    ls_replay_set_priority (self, thread, task->signal, run->priority, LS_CLAUSE_INFERRED_PRIORITY);
}

static void
select_scheduler_task (LsReplay       *self,
                       LsReplayThread *thread)
{
  LsReplayTask *task = &thread->task;
  const LsReplaySignal *signal = task->follows_signal ? ls_id_map_get (&self->signals, task->signal) : NULL;
  guint8 priority = signal != NULL ? signal->priority : task->priority;

  set_right (self, thread, task, &priority);
  task->priority = priority;
  ls_replay_emit (self, thread, .kind = LS_RECORD_TASK_SELECTED, .subject = task->id, .object = task->queue, .value = thread->turn,
                  .queue = LS_QUEUE_TYPE_WEB_SCHEDULING, .priority = priority,
                  .level = self->preset->effective_priority_ranks[ls_effective_priority (priority, task->is_continuation)],
                  .flags = task->is_continuation ? LS_RECORD_FLAG_CONTINUATION : 0,
                  .clause = task->guesses_priority ? LS_CLAUSE_INFERRED_TASK_PRIORITY : LS_CLAUSE_RECORDED);
}

/* The priority with which a scheduler task runs: the recording has it, or its signal does. */
static guint8
get_run_priority (LsReplay       *self,
                  LsReplayThread *thread)
{
  const LsReplayTask *task = &thread->task;
  const LsReplaySignal *signal = task->follows_signal ? ls_id_map_get (&self->signals, task->signal) : NULL;
  const guint8 recorded = thread->unit.primary != LS_REPLAY_NOTHING
                            ? ls_replay_get_event (thread, thread->unit.primary)->priority : LS_RECORDING_UNKNOWN;

  return ls_task_priority_is_valid (recorded) ? recorded : signal != NULL ? signal->priority : task->priority;
}

/* Selects a task of the loop. If the recording has its rank, and it is not that of its queue, the queue has it for this choice. */
static void
select_loop_task (LsReplay       *self,
                  LsReplayThread *thread)
{
  LsReplayTask *task = &thread->task;
  const LsRecordingEvent *event = ls_replay_get_event (thread, thread->unit.first);
  const guint8 usual = self->preset->queue_ranks[task->type];
  guint8 rank = usual;

  if (event->kind == LS_RECORDING_EVENT_TASK && event->priority < LS_PRESET_MAX_RANKS)
    rank = event->priority;
  if (rank != usual)
    ls_replay_emit (self, thread, .kind = LS_RECORD_QUEUE_STARVED, .queue = task->type, .level = rank,
                    .clause = LS_CLAUSE_INFERRED_PRIORITY);
  ls_replay_emit (self, thread, .kind = LS_RECORD_TASK_SELECTED, .subject = task->id, .value = thread->turn, .queue = task->type,
                  .level = rank, .flags = task->is_delayed_work ? LS_RECORD_FLAG_DELAYED_WORK : 0,
                  .clause = task->guesses_queue ? LS_CLAUSE_INFERRED_QUEUE : LS_CLAUSE_RECORDED);
  if (rank != usual)
    ls_replay_emit (self, thread, .kind = LS_RECORD_QUEUE_STARVED, .queue = task->type, .level = usual,
                    .clause = LS_CLAUSE_INFERRED_PRIORITY);
}

/* Begins the turn @thread->unit with its task. */
void
ls_replay_select (LsReplay       *self,
                  LsReplayThread *thread)
{
  const LsReplayUnit *unit = &thread->unit;
  LsReplayTask *task = &thread->task;

  if ((unit->primary == LS_REPLAY_NOTHING || !take (thread, unit->primary, task)) && !take (thread, unit->first, task))
    post_now (self, thread, unit, task);
  if (task->stage == LS_REPLAY_STAGE_DELAYED)
    ls_replay_end_delay (self, thread, task, LS_CLAUSE_INFERRED_DUE);
  ls_replay_pass_over (self, thread, task, get_run_priority (self, thread));
  ls_replay_leave_queue (self, thread, task, TRUE);
  thread->turn++;
  if (task->kind == LS_REPLAY_TASK_SCHEDULER)
    select_scheduler_task (self, thread);
  else
    select_loop_task (self, thread);
  thread->in_turn = TRUE;
}

/* An event takes away what has not run: it aborts, clears or cancels it. */
void
ls_replay_remove_task (LsReplay       *self,
                       LsReplayThread *thread,
                       guint32         event)
{
  LsReplayTask task;

  if (!take (thread, event, &task))
    return;
  if (task.kind == LS_REPLAY_TASK_TIMER)
    ls_replay_emit (self, thread, .kind = LS_RECORD_TIMER_CLEARED, .subject = task.thing, .clause = LS_CLAUSE_RECORDED);
  else if (task.kind == LS_REPLAY_TASK_IDLE)
    ls_replay_emit (self, thread, .kind = LS_RECORD_IDLE_CANCELLED, .subject = task.thing, .clause = LS_CLAUSE_RECORDED);
  ls_replay_leave_queue (self, thread, &task, FALSE);
  ls_replay_leave_signal (self, thread, &task, TRUE);
}
