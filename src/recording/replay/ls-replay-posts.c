/* ls-replay-posts.c: events that post tasks, set timers and ask for frames
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-replay-private.h"

static guint8
get_outside (const LsReplayThread *thread)
{
  return thread->in_turn ? 0 : LS_RECORD_FLAG_OUTSIDE;
}

/* The signal of a continuation is that of the task which yields. */
static void
inherit_signal (LsReplay               *self,
                LsReplayThread         *thread,
                const LsRecordingEvent *event,
                LsReplayTask           *task)
{
  const LsReplayTask *running = thread->in_turn ? &thread->task : NULL;
  const LsReplaySignal *signal = running != NULL && running->signal != 0 ? ls_id_map_get (&self->signals, running->signal) : NULL;

  if (signal == NULL || signal->is_inferred)
    return;
  task->signal = running->signal;
  task->follows_signal = running->follows_signal && signal->priority == event->priority;
}

/* The priority that a task is posted with. If the recording does not say it, it is that with which the task runs, or the usual
 * one. */
static void
set_priority (LsReplayThread         *thread,
              const LsRecordingEvent *event,
              const LsReplayLink     *link,
              LsReplayTask           *task)
{
  const LsRecordingEvent *run = link != NULL && link->unit != LS_REPLAY_NOTHING ? ls_replay_get_event (thread, link->to) : NULL;

  task->guesses_priority = !ls_task_priority_is_valid (event->priority);
  if (!task->guesses_priority)
    task->priority = event->priority;
  else if (run != NULL && ls_task_priority_is_valid (run->priority))
    task->priority = run->priority;
  else
    task->priority = LS_TASK_PRIORITY_USER_VISIBLE;
}

/* postTask() or yield() */
void
ls_replay_on_post (LsReplay       *self,
                   LsReplayThread *thread,
                   guint32         i)
{
  const LsRecordingEvent *event = ls_replay_get_event (thread, i);
  const LsReplayLink *link = ls_replay_take_link (thread, i);
  const gboolean is_yield = event->kind == LS_RECORDING_EVENT_YIELD;
  gboolean follows = FALSE;
  guint32 group;
  guint64 delay = is_yield ? 0 : event->value;
  LsReplayTask task = { .id = ++self->n_tasks, .kind = LS_REPLAY_TASK_SCHEDULER, .type = LS_QUEUE_TYPE_WEB_SCHEDULING,
                        .is_continuation = is_yield, .run = link != NULL ? link->to : LS_REPLAY_NOTHING };

  set_priority (thread, event, link, &task);
  if (is_yield)
    {
      task.name = ls_replay_name_function (self, event);
      /* Without the stack of the yield: a continuation goes on with the task that it is of. */
      if (task.name == 0 && thread->in_turn)
        task.name = thread->task.name;
    }
  else if (link != NULL && link->unit != LS_REPLAY_NOTHING)
    task.name = ls_replay_name_run (self, thread, link->to);

  if (is_yield)
    inherit_signal (self, thread, event, &task);
  else
    {
      task.signal = ls_replay_take_pending_signal (self, thread, event->priority, &follows);
      task.follows_signal = follows;
    }
  group = ls_replay_get_group_signal (self, thread, i);
  if (group != 0 && task.signal == 0)
    {
      task.signal = group;
      task.follows_signal = TRUE;
    }
  if (task.follows_signal)
    task.guesses_priority = FALSE;
  ls_replay_emit (self, thread, .kind = LS_RECORD_TASK_POSTED, .subject = task.id, .object = task.signal,
                  .value = ls_replay_saturate (delay / 1000), .text = task.name,
                  .priority = task.follows_signal ? LS_TASK_PRIORITY_NONE : task.priority, .queue = LS_QUEUE_TYPE_WEB_SCHEDULING,
                  .level = delay > 0 && delay < 1000, .flags = get_outside (thread) | (is_yield ? LS_RECORD_FLAG_CONTINUATION : 0),
                  .clause = task.guesses_priority ? LS_CLAUSE_INFERRED_TASK_PRIORITY
                            : thread->in_turn ? LS_CLAUSE_INFERRED_POSTER : LS_CLAUSE_RECORDED);
  if ((event->flags & LS_RECORDING_EVENT_FLAG_DELAY_UNKNOWN) != 0 && link != NULL && link->unit != LS_REPLAY_NOTHING)
    {
      task.due = ls_replay_get_event (thread, link->unit)->time;
      task.guesses_due = TRUE;
      ls_replay_delay_task (self, thread, &task, task.due / 1000 - MIN (self->now, task.due / 1000), 0, LS_CLAUSE_INFERRED_DUE);
    }
  else if (delay > 0)
    {
      task.due = event->time + delay * 1000;
      ls_replay_delay_task (self, thread, &task, delay, 0, LS_CLAUSE_RECORDED);
    }
  else
    ls_replay_enqueue (self, thread, &task, 0, LS_CLAUSE_RECORDED);
  ls_replay_keep_task (thread, &task);
}

/* The queue of what runs in a turn to come, if the recording has it; else the one that such tasks have. */
static void
set_queue (LsReplayThread     *thread,
           const LsReplayLink *link,
           LsReplayTask       *task,
           guint8              usual)
{
  const LsRecordingEvent *unit = link != NULL && link->unit != LS_REPLAY_NOTHING ? ls_replay_get_event (thread, link->unit) : NULL;

  task->guesses_queue = unit == NULL || unit->kind != LS_RECORDING_EVENT_TASK || unit->queue == LS_RECORDING_UNKNOWN ||
                        !ls_queue_type_is_valid (unit->queue);
  task->type = task->guesses_queue ? usual : unit->queue;
}

static void
install_timer (LsReplay       *self,
               LsReplayThread *thread,
               LsReplayTask   *task,
               guint64         delay)
{
  ls_replay_emit (self, thread, .kind = LS_RECORD_TIMER_INSTALLED, .subject = task->thing, .object = task->id,
                  .value = task->timeout, .text = task->name, .queue = task->type,
                  .flags = task->repeats ? LS_RECORD_FLAG_REPEATING : 0, .clause = LS_CLAUSE_RECORDED);
  ls_replay_delay_task (self, thread, task, delay, LS_RECORD_FLAG_TIMER | get_outside (thread),
                        task->guesses_queue ? LS_CLAUSE_INFERRED_QUEUE : LS_CLAUSE_RECORDED);
  ls_replay_keep_task (thread, task);
}

/* setTimeout() or setInterval() */
void
ls_replay_on_timer (LsReplay       *self,
                    LsReplayThread *thread,
                    guint32         i)
{
  const LsRecordingEvent *event = ls_replay_get_event (thread, i);
  const LsReplayLink *link = ls_replay_take_link (thread, i);
  LsReplayTask task = { .id = ++self->n_tasks, .thing = ++self->n_timers, .kind = LS_REPLAY_TASK_TIMER,
                        .priority = LS_TASK_PRIORITY_NONE, .run = link != NULL ? link->to : LS_REPLAY_NOTHING,
                        .timeout = event->value / 1000, .base = event->time, .delay = event->value };

  task.repeats = (event->flags & LS_RECORDING_EVENT_FLAG_REPEATING) != 0;
  set_queue (thread, link, &task, LS_QUEUE_TYPE_FRAME_THROTTLEABLE);
  if (link != NULL && link->unit != LS_REPLAY_NOTHING)
    task.name = ls_replay_name_run (self, thread, link->to);
  task.due = event->time + event->value * G_GUINT64_CONSTANT (1000);
  install_timer (self, thread, &task, event->value);
}

/* A timer that repeats has fired: its next time is on the grid that began when it was set. A resource may run again, too. */
void
ls_replay_rearm (LsReplay       *self,
                 LsReplayThread *thread,
                 guint32         i)
{
  const LsReplayLink *link = ls_replay_take_link (thread, i);
  const guint64 time = ls_replay_get_event (thread, i)->time;
  LsReplayTask task = thread->task;
  guint64 interval;

  if (link == NULL)
    return;
  if (ls_replay_get_event (thread, i)->kind == LS_RECORDING_EVENT_RESOURCE_CALLBACK)
    {
      ls_replay_wait_for_resource (self, thread, link);
      return;
    }
  if (task.kind != LS_REPLAY_TASK_TIMER)
    return;
  interval = MAX (task.delay, 1) * 1000;
  task.id = ++self->n_tasks;
  task.order = 0;
  task.is_delayed_work = FALSE;
  task.run = link->to;
  task.due = task.base + ((time - MIN (task.base, time)) / interval + 1) * interval;
  install_timer (self, thread, &task, (task.due - MIN (time, task.due)) / 1000);
}

/* requestAnimationFrame(): many of them may be for one frame. */
void
ls_replay_on_frame (LsReplay       *self,
                    LsReplayThread *thread,
                    guint32         i)
{
  const LsReplayLink *link = ls_replay_take_link (thread, i);
  LsReplayUnit unit;

  if (link == NULL || link->unit == LS_REPLAY_NOTHING || (thread->in_turn && link->unit == thread->unit.first) ||
      ls_replay_is_announced (self, thread, link->unit, FALSE) || !ls_replay_measure_unit (thread, link->unit, &unit) ||
      unit.primary != LS_REPLAY_NOTHING)
    return;
  ls_replay_announce_unit (self, thread, &unit, MAX (unit.start, 1), TRUE, LS_CLAUSE_RECORDED);
}

/* requestIdleCallback() */
void
ls_replay_on_idle (LsReplay       *self,
                   LsReplayThread *thread,
                   guint32         i)
{
  const LsRecordingEvent *event = ls_replay_get_event (thread, i);
  const LsReplayLink *link = ls_replay_take_link (thread, i);
  LsReplayTask task = { .id = ++self->n_tasks, .thing = ++self->n_idle_callbacks, .kind = LS_REPLAY_TASK_IDLE,
                        .priority = LS_TASK_PRIORITY_NONE, .run = link != NULL ? link->to : LS_REPLAY_NOTHING };

  set_queue (thread, link, &task, LS_QUEUE_TYPE_IDLE);
  if (link != NULL && link->unit != LS_REPLAY_NOTHING)
    task.name = ls_replay_name_run (self, thread, link->to);
  ls_replay_emit (self, thread, .kind = LS_RECORD_IDLE_REQUESTED, .subject = task.thing, .object = task.id,
                  .value = event->value / 1000, .text = task.name, .clause = LS_CLAUSE_RECORDED);
  ls_replay_enqueue (self, thread, &task, get_outside (thread),
                     task.guesses_queue ? LS_CLAUSE_INFERRED_QUEUE : LS_CLAUSE_RECORDED);
  ls_replay_keep_task (thread, &task);
}

/* A resource of Node.js is made, or has called back and goes on. Nobody says since when its next callback is ready, unless it is
 * an immediate. */
void
ls_replay_wait_for_resource (LsReplay           *self,
                             LsReplayThread     *thread,
                             const LsReplayLink *link)
{
  LsReplayUnit unit;

  if (link->unit == LS_REPLAY_NOTHING || (thread->in_turn && link->unit == thread->unit.first) ||
      ls_replay_is_announced (self, thread, link->unit, FALSE) || !ls_replay_measure_unit (thread, link->unit, &unit))
    return;
  if (g_strcmp0 (ls_recording_get_text (self->recording, ls_replay_get_event (thread, link->to)->text), "Immediate") == 0)
    ls_replay_announce_unit (self, thread, &unit, 0, TRUE, LS_CLAUSE_RECORDED);
  else
    ls_replay_announce_unit (self, thread, &unit, MAX (unit.start, 1), TRUE, LS_CLAUSE_RECORDED);
}

void
ls_replay_on_resource (LsReplay       *self,
                       LsReplayThread *thread,
                       guint32         i)
{
  const LsReplayLink *link = ls_replay_take_link (thread, i);

  if (link != NULL)
    ls_replay_wait_for_resource (self, thread, link);
}
