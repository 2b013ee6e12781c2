/* ls-replay-thread.c: the turns of one thread's loop
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-replay-private.h"

/* What comes next in the loop of a thread. Of what happens at the same time, the first one of these comes first. */
typedef enum
{
  ACTION_WORK_ENDS,
  ACTION_MICROTASK_ENDS,
  ACTION_TASK_FINISHES,
  ACTION_TURN_ENDS,
  ACTION_DELAY_ENDS,
  ACTION_TASK_ARRIVES,
  ACTION_EVENT,
  ACTION_PRIORITY_CHANGES,
  ACTION_NOTHING
} Action;

static void
consider (guint64 *time,
          Action  *action,
          guint64  other_time,
          Action   other)
{
  if (other_time >= *time)
    return;
  *time = other_time;
  *action = other;
}

static guint64
choose (const LsReplayThread *thread,
        Action               *action)
{
  const LsReplayPlan *plan = thread->plan;
  const gboolean has_event = thread->next < thread->units.n_events;
  guint64 time = LS_REPLAY_NEVER;

  *action = ACTION_NOTHING;
  if (thread->in_turn)
    {
      consider (&time, action, thread->work_end, ACTION_WORK_ENDS);
      consider (&time, action, thread->microtask_end, ACTION_MICROTASK_ENDS);
      if (thread->has_started && !thread->has_finished)
        consider (&time, action, thread->finish_at, ACTION_TASK_FINISHES);
      if (thread->next >= thread->unit.last)
        consider (&time, action, thread->unit.end, ACTION_TURN_ENDS);
    }
  else
    {
      /* What must have changed before a turn begins has. */
      if (has_event && thread->has_unit && thread->next == thread->unit.first && thread->next_change < plan->changes->len)
        consider (&time, action, g_array_index (plan->groups, LsReplayGroup, g_array_index (plan->changes, guint32,
                                                                                            thread->next_change)).time,
                  ACTION_PRIORITY_CHANGES);
      consider (&time, action, ls_replay_heap_get_time (&thread->delays), ACTION_DELAY_ENDS);
    }
  if (thread->next_arrival < plan->arrivals->len)
    consider (&time, action, g_array_index (plan->arrivals, LsReplayArrival, thread->next_arrival).time, ACTION_TASK_ARRIVES);
  if (has_event && (!thread->in_turn || thread->next < thread->unit.last))
    {
      const guint64 at = ls_replay_get_event (thread, thread->next)->time;

      consider (&time, action, thread->in_turn ? MIN (at, thread->unit.end) : at, ACTION_EVENT);
    }
  return time;
}

/* Returns the time in ns at which something happens next, LS_REPLAY_NEVER where nothing does any more. */
guint64
ls_replay_thread_get_next (LsReplayThread *thread)
{
  Action action;
  const guint64 time = choose (thread, &action);

  /* Delays that end after the last event are not waited for: the recording does not say that they end. */
  if (!thread->in_turn && thread->next >= thread->units.n_events && time > thread->units.duration)
    return LS_REPLAY_NEVER;
  return time;
}

static void
take_unit (LsReplayThread *thread)
{
  thread->has_unit = ls_replay_units_next (&thread->units, &thread->unit);
}

void
ls_replay_thread_begin (LsReplay       *self,
                        LsReplayThread *thread)
{
  const LsPreset *preset = self->preset;

  ls_replay_emit (self, thread, .kind = LS_RECORD_LOOP_STARTED, .text = ls_probe_intern (self->probe, preset->name),
                  .value = LS_EDITION_2025, .level = LS_CLOCK_MONOTONIC, .flags = LS_RECORD_FLAG_RECORDED,
                  .clause = LS_CLAUSE_PRESET);
  for (guint i = 0; i < LS_N_QUEUE_TYPES; i++)
    if (ls_queue_type_is_valid (i))
      ls_replay_emit (self, thread, .kind = LS_RECORD_PRESET_QUEUE, .queue = i, .level = preset->queue_ranks[i],
                      .text = ls_probe_intern (self->probe, preset->rank_names[preset->queue_ranks[i]]),
                      .clause = LS_CLAUSE_PRESET);
  for (guint i = 0; i < LS_N_EFFECTIVE_PRIORITIES; i++)
    {
      const guint8 rank = preset->effective_priority_ranks[i];

      ls_replay_emit (self, thread, .kind = LS_RECORD_PRESET_PRIORITY, .value = i, .level = rank,
                      .text = ls_probe_intern (self->probe, preset->rank_names[rank]), .clause = LS_CLAUSE_PRESET);
    }
  if (preset->max_delayed_picks > 0)
    ls_replay_emit (self, thread, .kind = LS_RECORD_PRESET_RULE, .subject = LS_PRESET_RULE_MAX_DELAYED_PICKS,
                    .value = preset->max_delayed_picks, .clause = LS_CLAUSE_PRESET,
                    .text = ls_probe_intern (self->probe, ls_preset_rule_to_string (LS_PRESET_RULE_MAX_DELAYED_PICKS)));
  ls_replay_emit (self, thread, .kind = LS_RECORD_SCHEDULER_CREATED, .subject = thread->agent);
  take_unit (thread);
}

/* The task's steps begin. @i: the event that says so, or LS_REPLAY_NOTHING */
static void
start_task (LsReplay       *self,
            LsReplayThread *thread,
            guint32         i)
{
  const LsReplayTask *task = &thread->task;
  const LsRecordingEvent *event = i != LS_REPLAY_NOTHING ? ls_replay_get_event (thread, i) : NULL;
  const gboolean has_state = task->kind == LS_REPLAY_TASK_SCHEDULER && !task->is_continuation;

  thread->has_started = TRUE;
  ls_replay_emit (self, thread, .kind = LS_RECORD_TASK_STARTED, .subject = task->id, .object = has_state ? task->signal : 0,
                  .value = has_state && task->follows_signal ? task->signal : 0, .queue = task->type,
                  .priority = has_state ? task->priority : LS_TASK_PRIORITY_NONE,
                  .clause = has_state && task->guesses_priority ? LS_CLAUSE_INFERRED_TASK_PRIORITY : LS_CLAUSE_RECORDED);
  if (event == NULL)
    return;
  thread->resumes = event->kind == LS_RECORDING_EVENT_CONTINUE;
  if (task->kind == LS_REPLAY_TASK_TIMER)
    ls_replay_emit (self, thread, .kind = LS_RECORD_TIMER_FIRED, .subject = task->thing, .object = task->id,
                    .clause = LS_CLAUSE_RECORDED);
  else if (task->kind == LS_REPLAY_TASK_IDLE)
    ls_replay_emit (self, thread, .kind = LS_RECORD_IDLE_FIRED, .subject = task->thing, .object = task->id,
                    .value = event->value / 1000, .clause = LS_CLAUSE_RECORDED,
                    .flags = (event->flags & LS_RECORDING_EVENT_FLAG_TIMED_OUT) != 0 ? LS_RECORD_FLAG_TIMED_OUT : 0);
  ls_replay_rearm (self, thread, i);
}

static void
finish_task (LsReplay       *self,
             LsReplayThread *thread)
{
  thread->has_finished = TRUE;
  ls_replay_emit (self, thread, .kind = LS_RECORD_TASK_FINISHED, .subject = thread->task.id, .clause = LS_CLAUSE_RECORDED);
}

/* What microtasks are there runs at once: a recording does not tell them apart. */
static void
start_microtask (LsReplay       *self,
                 LsReplayThread *thread,
                 guint32         i)
{
  const LsRecordingEvent *event = ls_replay_get_event (thread, i);
  const LsReplayTask *task = &thread->task;
  const gboolean resumes = thread->resumes && thread->has_started;
  const LsClause clause = resumes ? LS_CLAUSE_INFERRED_CONTINUATION : LS_CLAUSE_RECORDED;
  const gboolean has_state = resumes && task->signal != 0;

  if (thread->microtask != 0 || !thread->in_turn)
    return;
  if (thread->has_started && !thread->has_finished && event->time >= thread->finish_at)
    finish_task (self, thread);
  thread->microtask = ++self->n_microtasks;
  thread->microtask_end = MIN (ls_replay_units_get_end (&thread->units, event), thread->unit.end);
  ls_replay_emit (self, thread, .kind = LS_RECORD_MICROTASK_QUEUED, .subject = thread->microtask,
                  .value = resumes ? LS_MICROTASK_AWAIT : LS_MICROTASK_REACTION, .text = resumes ? task->name : 0,
                  .clause = clause);
  ls_replay_emit (self, thread, .kind = LS_RECORD_MICROTASK_STARTED, .subject = thread->microtask,
                  .object = has_state ? task->signal : 0, .value = has_state && task->follows_signal ? task->signal : 0,
                  .priority = resumes ? task->priority : LS_TASK_PRIORITY_NONE, .clause = clause);
  if (resumes)
    thread->resumes = FALSE;
}

static void
finish_microtask (LsReplay       *self,
                  LsReplayThread *thread)
{
  ls_replay_emit (self, thread, .kind = LS_RECORD_MICROTASK_FINISHED, .subject = thread->microtask, .clause = LS_CLAUSE_RECORDED);
  thread->microtask = 0;
  thread->microtask_end = LS_REPLAY_NEVER;
}

/* A slice that says what the time goes into: the outermost one counts. Of one that has lost its end nobody knows how long it took,
 * unless the recording ends before it. */
static void
start_work (LsReplayThread         *thread,
            const LsRecordingEvent *event)
{
  if (thread->work_end != LS_REPLAY_NEVER || !thread->in_turn || event->duration == 0)
    return;
  if (event->duration == LS_RECORDING_NO_END && thread->unit.end < thread->units.duration)
    return;
  thread->work_start = event->time;
  thread->work_end = MIN (ls_replay_units_get_end (&thread->units, event), thread->unit.end);
  thread->work_text = event->text;
  thread->work_place = event->place;
}

static void
finish_work (LsReplay       *self,
             LsReplayThread *thread)
{
  ls_replay_emit (self, thread, .kind = LS_RECORD_WORK, .object = ls_replay_intern (self, thread->work_place),
                  .value = ls_replay_saturate (thread->work_end / 1000 - thread->work_start / 1000),
                  .text = ls_replay_intern (self, thread->work_text), .clause = LS_CLAUSE_RECORDED);
  thread->work_end = LS_REPLAY_NEVER;
}

static void
begin_turn (LsReplay       *self,
            LsReplayThread *thread)
{
  const LsReplayUnit *unit = &thread->unit;

  ls_replay_select (self, thread);
  thread->has_started = thread->has_finished = thread->resumes = FALSE;
  thread->finish_at = ls_replay_find_finish (thread, unit);
  if (unit->primary == LS_REPLAY_NOTHING)
    start_task (self, thread, LS_REPLAY_NOTHING);
}

static void
end_turn (LsReplay       *self,
          LsReplayThread *thread,
          guint64         time)
{
  if (thread->work_end != LS_REPLAY_NEVER)
    {
      thread->work_end = MAX (MIN (thread->work_end, time), thread->work_start);
      finish_work (self, thread);
    }
  if (thread->microtask != 0)
    finish_microtask (self, thread);
  if (!thread->has_started)
    start_task (self, thread, LS_REPLAY_NOTHING);
  if (!thread->has_finished)
    finish_task (self, thread);
  ls_replay_leave_signal (self, thread, &thread->task, FALSE);
  ls_replay_change_priorities (self, thread, time);
  ls_replay_emit (self, thread, .kind = LS_RECORD_TURN_ENDED, .value = thread->turn, .clause = LS_CLAUSE_RECORDED);
  thread->in_turn = FALSE;
  thread->quiet_since = self->now;
}

/* The posted task that the turn is for begins. */
static void
on_primary (LsReplay       *self,
            LsReplayThread *thread,
            guint32         i)
{
  if (thread->has_started)
    return;
  /* It was posted in the very turn in which it runs: then what ran until now is another task. */
  if (ls_id_map_get (&thread->runs, i + 1) != NULL)
    {
      end_turn (self, thread, ls_replay_get_event (thread, i)->time);
      thread->unit.first = i;
      begin_turn (self, thread);
    }
  start_task (self, thread, i);
}

static void
on_event (LsReplay       *self,
          LsReplayThread *thread)
{
  const guint32 i = thread->next++;
  const LsRecordingEvent *event = ls_replay_get_event (thread, i);

  if (!thread->in_turn && thread->has_unit && i == thread->unit.first)
    begin_turn (self, thread);
  if (thread->in_turn && i == thread->unit.primary)
    on_primary (self, thread, i);
  switch (event->kind)
    {
    case LS_RECORDING_EVENT_POST:
    case LS_RECORDING_EVENT_YIELD:
      ls_replay_on_post (self, thread, i);
      break;
    case LS_RECORDING_EVENT_ABORT:
    case LS_RECORDING_EVENT_ABORT_YIELD:
    case LS_RECORDING_EVENT_TIMER_REMOVE:
    case LS_RECORDING_EVENT_IDLE_CANCEL:
      ls_replay_remove_task (self, thread, i);
      break;
    case LS_RECORDING_EVENT_TIMER_INSTALL:
      ls_replay_on_timer (self, thread, i);
      break;
    case LS_RECORDING_EVENT_FRAME_REQUEST:
      ls_replay_on_frame (self, thread, i);
      break;
    case LS_RECORDING_EVENT_IDLE_REQUEST:
      ls_replay_on_idle (self, thread, i);
      break;
    case LS_RECORDING_EVENT_RESOURCE:
      ls_replay_on_resource (self, thread, i);
      break;
    case LS_RECORDING_EVENT_MICROTASKS:
      start_microtask (self, thread, i);
      break;
    case LS_RECORDING_EVENT_RESOURCE_CALLBACK:
      if (ls_replay_is_microtasks (self->recording, event))
        start_microtask (self, thread, i);
      break;
    case LS_RECORDING_EVENT_FUNCTION:
    case LS_RECORDING_EVENT_SCRIPT:
    case LS_RECORDING_EVENT_LOADING:
    case LS_RECORDING_EVENT_RENDERING:
    case LS_RECORDING_EVENT_GC:
    case LS_RECORDING_EVENT_WORK:
      start_work (thread, event);
      break;
    case LS_RECORDING_EVENT_MARK:
      ls_replay_emit (self, thread, .kind = LS_RECORD_LOG, .text = ls_replay_intern (self, event->text), .level = 1,
                      .clause = LS_CLAUSE_RECORDED);
      break;
    case LS_RECORDING_EVENT_SIGNAL:
    case LS_RECORDING_EVENT_PRIORITY:
    case LS_RECORDING_EVENT_ANY:
    case LS_RECORDING_EVENT_CONTROLLER:
      ls_replay_on_signal (self, thread, event);
      break;
    default:
      break;
    }
}

static void
on_arrival (LsReplay       *self,
            LsReplayThread *thread)
{
  const LsReplayArrival *arrival = &g_array_index (thread->plan->arrivals, LsReplayArrival, thread->next_arrival++);
  LsReplayUnit unit;

  /* A turn that has begun needs no task any more. */
  if (arrival->unit < thread->next)
    return;
  if (ls_replay_is_announced (self, thread, arrival->unit, TRUE) || !ls_replay_measure_unit (thread, arrival->unit, &unit))
    return;
  ls_replay_announce_unit (self, thread, &unit, 0, arrival->is_own, LS_CLAUSE_RECORDED);
}

/* Lets happen what comes next. */
void
ls_replay_thread_act (LsReplay       *self,
                      LsReplayThread *thread)
{
  Action action;
  const guint64 time = choose (thread, &action);

  self->now = MAX (self->now, time / 1000);
  switch (action)
    {
    case ACTION_WORK_ENDS:
      finish_work (self, thread);
      break;
    case ACTION_MICROTASK_ENDS:
      finish_microtask (self, thread);
      break;
    case ACTION_TASK_FINISHES:
      finish_task (self, thread);
      break;
    case ACTION_TURN_ENDS:
      end_turn (self, thread, time);
      take_unit (thread);
      break;
    case ACTION_PRIORITY_CHANGES:
      ls_replay_change_priorities (self, thread, time);
      break;
    case ACTION_DELAY_ENDS:
      ls_replay_end_delays (self, thread, time);
      break;
    case ACTION_TASK_ARRIVES:
      on_arrival (self, thread);
      break;
    case ACTION_EVENT:
      on_event (self, thread);
      self->n_done++;
      break;
    case ACTION_NOTHING:
    default:
      break;
    }
}
