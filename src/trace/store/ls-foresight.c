/* ls-foresight.c: finds the next selection in a trace, or goes on without one as the engine will
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-foresight-private.h"

#include "ls-queue-type-private.h"
#include "ls-trace-private.h"

/* Blink's idle period: idle callbacks wait once more where a delayed task is due within so many µs. */
#define IDLE_PERIOD_MIN 1000
#define IDLE_PERIOD_RETRY 1000

/* How often ls_world_foresee() lets time go on: idle callbacks that make way for timers take two rounds each. */
#define MAX_ROUNDS 4096

/* Looks at the records that are there from self->to on. Stops at @end, or at a selection. */
static void
search_on (LsSelectionSearch *self,
           LsTrace           *trace,
           gsize              end)
{
  const LsRecord *records;
  gsize n_records;

  while (self->to < end && (records = ls_trace_peek_records (trace, self->to, &n_records)) != NULL)
    {
      n_records = MIN (n_records, end - self->to);
      for (gsize i = 0; i < n_records; i++)
        {
          if (records[i].kind == LS_RECORD_AGENT_RUN)
            self->agent_at_end = records[i].subject;
          else if (records[i].kind == LS_RECORD_TASK_SELECTED && (self->agent == 0 || self->agent == self->agent_at_end))
            {
              self->to += i;
              self->found = TRUE;
              return;
            }
        }
      self->to += n_records;
    }
}

/* Finds the first record from @from on that selects a task of @agent, or of any agent for 0. @current_agent made the record at
 * @from, if that begins with no other. Remembers what was searched, so that a reader who follows a growing trace reads each record
 * once. Returns whether there is one; it is at self->to. */
gboolean
ls_selection_search_run (LsSelectionSearch *self,
                         LsTrace           *trace,
                         gsize              from,
                         guint32            current_agent,
                         guint32            agent)
{
  const LsSelectionSearch before = *self;
  const gboolean is_same = self->agent == agent;

  if (!is_same || from < self->from || from > self->to)
    {
      *self = (LsSelectionSearch) { .agent = agent, .from = from, .to = from, .agent_at_end = current_agent };
      if (is_same && from < before.from)
        {
          search_on (self, trace, before.from);
          if (self->found || self->to < before.from)
            return self->found;
          *self = before;
          self->from = from;
        }
    }
  if (!self->found)
    search_on (self, trace, G_MAXSIZE);
  return self->found;
}

/* Whether no callback runs or is due in the turn: what comes next is a selection. */
gboolean
ls_world_is_between_turns (const LsWorld *self)
{
  const LsTaskState *running = ls_world_peek_task (self, self->loop.running_task);

  return self->loop.callback == LS_CALLBACK_NONE && self->loop.n_microtasks == 0 &&
         (self->loop.running_task == 0 || running == NULL || running->finished_at != LS_TIME_NEVER);
}

/* Applies a record that nobody has made. */
static void
suppose (LsWorld  *self,
         LsRecord  record)
{
  record.time = self->time;
  ls_world_apply (self, &record, 1);
  self->position--;
}

/* The scheduler task queue for a task whose delay is over, made if there is none with tasks. §2.4.2, select the scheduler task
 * queue. A task that was raised while it was delayed has the fixed priority that it was raised to. */
static guint32
select_queue (LsWorld     *self,
              LsTaskState  task)
{
  const LsSignalState *signal = ls_cow_table_peek (&self->signals, task.signal);
  const gboolean has_priority = signal != NULL && signal->id != 0 && ls_task_priority_is_valid (signal->priority);
  const gboolean follows = !task.is_raised && !ls_task_priority_is_valid (task.priority) && has_priority &&
                           (signal->flags & LS_RECORD_FLAG_FIXED) == 0;
  const guint32 key = follows ? task.signal : 0;
  const guint32 id = MAX (self->queues.n_items, 1);
  guint8 priority = task.is_raised ? task.raised_to : task.priority;

  if (!ls_task_priority_is_valid (priority))
    priority = has_priority ? signal->priority : LS_TASK_PRIORITY_USER_VISIBLE;
  for (guint32 i = self->loop.runnable_queues[ls_effective_priority (priority, FALSE)]; i != 0;)
    {
      const LsQueueState *queue = ls_cow_table_peek (&self->queues, i);

      if (queue->signal == key)
        return i;
      i = queue->next_runnable;
    }
  suppose (self, (LsRecord) { .kind = LS_RECORD_QUEUE_CREATED, .subject = id, .object = key, .value = 1, .priority = priority,
                              .queue = LS_QUEUE_TYPE_WEB_SCHEDULING });
  return id;
}

/* Lets a delay end, as WakeUpQueue does. */
static void
end_delay (LsWorld *self,
           guint32  id)
{
  const LsTaskState task = *ls_world_peek_task (self, id);
  const guint32 order = task.keeps_place ? task.enqueue_order : self->loop.last_order + 1;

  suppose (self, (LsRecord) { .kind = LS_RECORD_TASK_DUE, .subject = id, .value = task.is_scheduler_task ? 0 : order,
                              .queue = task.queue_type });
  if (task.is_scheduler_task)
    {
      const guint32 queue = select_queue (self, task);

      suppose (self, (LsRecord) { .kind = LS_RECORD_TASK_QUEUED, .subject = id, .object = queue, .value = order,
                                  .priority = ((const LsQueueState *) ls_cow_table_peek (&self->queues, queue))->priority,
                                  .queue = LS_QUEUE_TYPE_WEB_SCHEDULING });
    }
}

/* Moves what is due. Returns whether idle callbacks are among it. */
static gboolean
move_due (LsWorld *self)
{
  g_autoptr (GArray) due = ls_world_list_due (self, self->time);
  gboolean has_idle = FALSE;

  for (guint i = 0; due != NULL && i < due->len; i++)
    {
      const guint32 id = g_array_index (due, guint32, i);

      has_idle = has_idle || (ls_world_peek_task (self, id)->is_idle_callback &&
                              ls_world_peek_task (self, id)->queue_type == LS_QUEUE_TYPE_IDLE);
      end_delay (self, id);
    }
  return has_idle;
}

/* Blink, EnableLongIdlePeriod: idle callbacks wait once more where the next delayed task is due at once. */
static void
put_off_idle_callbacks (LsWorld *self)
{
  for (LsWorkQueueKind kind = 0; kind < LS_N_WORK_QUEUES; kind++)
    for (guint32 id = self->loop.loop_queues[LS_QUEUE_TYPE_IDLE].work_queues[kind].first, next; id != 0; id = next)
      {
        const LsTaskState *task = ls_world_peek_task (self, id);

        next = task->next;
        if (task->is_idle_callback && kind != LS_WORK_QUEUE_DELAYED_INCOMING)
          suppose (self, (LsRecord) { .kind = LS_RECORD_TASK_DELAYED, .subject = id, .value = IDLE_PERIOD_RETRY,
                                      .queue = LS_QUEUE_TYPE_IDLE });
      }
}

/* Lets tasks of pages run that have waited in vain for the frame after input. Returns whether idle callbacks may be among them. */
static gboolean
end_deferral (LsWorld *self)
{
  if (self->loop.deferred_until == 0 || self->loop.deferred_until > self->time)
    return FALSE;
  suppose (self, (LsRecord) { .kind = LS_RECORD_TASKS_DEFERRED });
  return TRUE;
}

/* When something changes next. */
static guint64
get_next_wake_up (LsWorld *self)
{
  const guint64 due = ls_world_get_next_due (self, FALSE);

  return self->loop.deferred_until > 0 ? MIN (due, self->loop.deferred_until) : due;
}

/* Ends the turn and goes on to the moment before the next selection, as the engine would if nobody posted anything more: delays
 * end, and where nothing is runnable time goes on. */
void
ls_world_foresee (LsWorld *self)
{
  if (self->loop.running_task != 0)
    suppose (self, (LsRecord) { .kind = LS_RECORD_TURN_ENDED, .value = self->loop.turn });
  for (guint round = 0; round < MAX_ROUNDS; round++)
    {
      const gboolean moves_idle = move_due (self);
      const gboolean has_idle = end_deferral (self) || (moves_idle && self->loop.deferred_until == 0);
      const guint64 next_foreseen = has_idle ? ls_world_get_next_due (self, TRUE) : LS_TIME_NEVER;
      LsNextTask next;
      guint64 wake_up;

      if (next_foreseen != LS_TIME_NEVER && next_foreseen <= self->time + IDLE_PERIOD_MIN)
        put_off_idle_callbacks (self);
      ls_selection_find_next (self, &next);
      if (next.task != 0)
        return;
      wake_up = get_next_wake_up (self);
      if (wake_up == LS_TIME_NEVER)
        return;
      self->time = MAX (self->time, wake_up);
    }
}
