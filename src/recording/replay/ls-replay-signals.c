/* ls-replay-signals.c: signals, those that the recording tells of and those that are inferred, and their queues
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-replay-private.h"

/* A mark may tell of many signals. All marks together tell of so many more than they are, at most: no page has as many. */
#define MAX_MORE_SIGNALS 100000

/* Counts one more signal that a mark tells of. */
static gboolean
may_go_on (LsReplay *self)
{
  return ++self->n_more_signals <= MAX_MORE_SIGNALS + self->n_events;
}

static LsReplaySignal *
get_signal (LsReplay *self,
            guint32   signal)
{
  return ls_id_map_get (&self->signals, signal);
}

static guint32
add_signal (LsReplay       *self,
            LsReplayThread *thread,
            guint8          priority,
            guint32         source,
            guint32         name,
            guint8          flags,
            LsClause        clause)
{
  const guint32 id = ++self->n_signals;
  LsReplaySignal *signal;

  *(LsReplaySignal *) ls_id_map_add (&self->signals, id) = (LsReplaySignal) { .priority = priority, .source = source };
  signal = source != 0 ? get_signal (self, source) : NULL;
  if (signal != NULL)
    {
      const guint32 next = signal->first_dependent;

      signal->first_dependent = id;
      get_signal (self, id)->next_dependent = next;
    }
  ls_replay_emit (self, thread, .kind = LS_RECORD_SIGNAL_CREATED, .subject = id, .object = source, .text = name,
                  .priority = priority, .clause = clause,
                  .flags = flags | (ls_task_priority_is_valid (priority) ? LS_RECORD_FLAG_TASK_SIGNAL : 0));
  return id;
}

/* The queue of a priority, which stays once it is there. */
static guint32
get_static_queue (LsReplay       *self,
                  LsReplayThread *thread,
                  guint8          priority,
                  gboolean        is_continuation)
{
  guint32 *queue = &thread->static_queues[priority][is_continuation];

  if (*queue == 0)
    {
      *queue = ++self->n_queues;
      ls_replay_emit (self, thread, .kind = LS_RECORD_QUEUE_CREATED, .subject = *queue, .value = thread->agent,
                      .priority = priority, .flags = is_continuation ? LS_RECORD_FLAG_CONTINUATION : 0,
                      .clause = LS_CLAUSE_RECORDED);
    }
  return *queue;
}

/* The scheduler task queue that a task enters now. */
guint32
ls_replay_get_queue (LsReplay       *self,
                     LsReplayThread *thread,
                     LsReplayTask   *task,
                     guint8         *priority)
{
  LsReplaySignal *signal = task->follows_signal ? get_signal (self, task->signal) : NULL;
  guint32 *queue;

  *priority = signal != NULL ? signal->priority : task->priority;
  if (signal == NULL || signal->is_fixed)
    return get_static_queue (self, thread, *priority, task->is_continuation);
  queue = &signal->queues[task->is_continuation];
  if (*queue == 0)
    {
      *queue = ++self->n_queues;
      ls_replay_emit (self, thread, .kind = LS_RECORD_QUEUE_CREATED, .subject = *queue, .object = task->signal,
                      .value = thread->agent, .priority = *priority,
                      .flags = task->is_continuation ? LS_RECORD_FLAG_CONTINUATION : 0,
                      .clause = signal->is_inferred ? LS_CLAUSE_INFERRED_SIGNAL : LS_CLAUSE_RECORDED);
    }
  return *queue;
}

static void
change (LsReplay       *self,
        LsReplayThread *thread,
        guint32         id,
        LsReplaySignal *signal,
        guint32         source,
        guint8          priority,
        LsClause        clause)
{
  const guint8 previous = signal->priority;

  signal->priority = priority;
  ls_replay_emit (self, thread, .kind = LS_RECORD_SIGNAL_PRIORITY, .subject = id, .object = source, .value = previous,
                  .priority = priority, .clause = clause);
  for (guint i = 0; i < G_N_ELEMENTS (signal->queues); i++)
    if (signal->queues[i] != 0)
      ls_replay_emit (self, thread, .kind = LS_RECORD_QUEUE_PRIORITY, .subject = signal->queues[i], .priority = priority,
                      .clause = clause);
}

/* Changes the priority of a signal, and of those that follow it. */
void
ls_replay_set_priority (LsReplay       *self,
                        LsReplayThread *thread,
                        guint32         id,
                        guint8          priority,
                        LsClause        clause)
{
  LsReplaySignal *signal = get_signal (self, id);

  if (signal == NULL || signal->priority == priority)
    return;
  change (self, thread, id, signal, 0, priority, clause);
  for (guint32 i = signal->first_dependent; i != 0 && may_go_on (self);)
    {
      LsReplaySignal *dependent = get_signal (self, i);

      if (dependent == NULL)
        break;
      if (dependent->priority != priority)
        change (self, thread, i, dependent, id, priority, clause);
      i = dependent->next_dependent;
    }
}

/* Inferred signals */

/* The signal of a task whose priority changes while it waits, 0 for any other task. Events have to come in order. */
guint32
ls_replay_get_group_signal (LsReplay       *self,
                            LsReplayThread *thread,
                            guint32         event)
{
  const GArray *members = thread->plan->members;
  const LsReplayMember *member;
  const LsReplayGroup *group;
  guint32 *signal;

  while (thread->next_member < members->len && g_array_index (members, LsReplayMember, thread->next_member).from < event)
    thread->next_member++;
  if (thread->next_member == members->len)
    return 0;
  member = &g_array_index (members, LsReplayMember, thread->next_member);
  if (member->from != event)
    return 0;
  thread->next_member++;
  group = &g_array_index (thread->plan->groups, LsReplayGroup, member->group);
  signal = &thread->groups[member->group];
  if (*signal == 0)
    {
      LsReplaySignal *made;

      *signal = add_signal (self, thread, group->posted, 0, 0, LS_RECORD_FLAG_CONTROLLER, LS_CLAUSE_INFERRED_SIGNAL);
      made = get_signal (self, *signal);
      made->is_inferred = TRUE;
      made->n_left = group->n_members;
    }
  return *signal;
}

/* Makes the changes of priority that must have been made by @time, in ns. */
void
ls_replay_change_priorities (LsReplay       *self,
                             LsReplayThread *thread,
                             guint64         time)
{
  const LsReplayPlan *plan = thread->plan;

  for (; thread->next_change < plan->changes->len; thread->next_change++)
    {
      const guint32 i = g_array_index (plan->changes, guint32, thread->next_change);
      const LsReplayGroup *group = &g_array_index (plan->groups, LsReplayGroup, i);

      if (group->time > time)
        break;
      if (thread->groups[i] != 0)
        ls_replay_set_priority (self, thread, thread->groups[i], group->run, LS_CLAUSE_INFERRED_PRIORITY);
    }
}

/* A task has run or is aborted. An aborted task says that its signal is. An inferred signal goes with its last task. */
void
ls_replay_leave_signal (LsReplay           *self,
                        LsReplayThread     *thread,
                        const LsReplayTask *task,
                        gboolean            was_aborted)
{
  LsReplaySignal *signal = task->signal != 0 ? get_signal (self, task->signal) : NULL;

  if (was_aborted)
    {
      const gboolean knows_signal = signal != NULL && !signal->is_inferred;

      if (knows_signal && !signal->is_aborted)
        {
          signal->is_aborted = TRUE;
          ls_replay_emit (self, thread, .kind = LS_RECORD_SIGNAL_ABORTED, .subject = task->signal,
                          .clause = LS_CLAUSE_INFERRED_SIGNAL);
        }
      ls_replay_emit (self, thread, .kind = LS_RECORD_TASK_REMOVED, .subject = task->id, .object = knows_signal ? task->signal : 0,
                      .queue = task->type, .clause = LS_CLAUSE_RECORDED);
    }
  if (signal == NULL || !signal->is_inferred || --signal->n_left > 0)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (signal->queues); i++)
    if (signal->queues[i] != 0)
      ls_replay_emit (self, thread, .kind = LS_RECORD_QUEUE_REMOVED, .subject = signal->queues[i],
                      .clause = LS_CLAUSE_INFERRED_SIGNAL);
  ls_replay_emit (self, thread, .kind = LS_RECORD_SIGNAL_FINALIZED, .subject = task->signal, .clause = LS_CLAUSE_INFERRED_SIGNAL);
  ls_id_map_remove (&self->signals, task->signal);
}

/* What the helper says */

/* The signal of a number of the helper; one that it has not told of is a controller's. */
static guint32
look_up (LsReplay       *self,
         LsReplayThread *thread,
         guint64         number,
         guint8          priority,
         guint32         name)
{
  const LsReplayKey *posted;
  LsReplayKey *key;

  if (number == 0)
    return 0;
  posted = ls_replay_keys_get (&thread->plan->signals, LS_REPLAY_KEY_SIGNAL, number, 0);
  if (!ls_task_priority_is_valid (priority))
    priority = posted != NULL && posted->more ? posted->value : LS_TASK_PRIORITY_NONE;
  key = ls_replay_keys_add (&thread->signals, LS_REPLAY_KEY_SIGNAL, number, 0);
  if (key->value == 0)
    key->value = add_signal (self, thread, priority, 0, name, LS_RECORD_FLAG_CONTROLLER, LS_CLAUSE_RECORDED);
  return key->value;
}

static void
on_any (LsReplay               *self,
        LsReplayThread         *thread,
        const LsRecordingEvent *event)
{
  const char *sources = ls_recording_get_text (self->recording, event->place);
  guint32 source = look_up (self, thread, event->value, LS_TASK_PRIORITY_NONE, 0);
  guint8 priority = ls_task_priority_is_valid (event->priority) ? event->priority : LS_TASK_PRIORITY_NONE;
  const LsReplaySignal *followed = source != 0 ? get_signal (self, source) : NULL;
  gboolean is_fixed;
  LsReplayKey *key;
  guint32 id;

  /* A signal follows the source of one that follows itself. */
  if (followed != NULL && ls_task_priority_is_valid (followed->priority))
    {
      priority = followed->priority;
      if (followed->is_fixed)
        source = 0;
      else if (followed->source != 0)
        source = followed->source;
    }
  is_fixed = source == 0 && ls_task_priority_is_valid (priority);
  id = add_signal (self, thread, priority, source, ls_replay_intern (self, event->text),
                   LS_RECORD_FLAG_DEPENDENT | (is_fixed ? LS_RECORD_FLAG_FIXED : 0), LS_CLAUSE_RECORDED);
  get_signal (self, id)->is_fixed = is_fixed;
  if (event->id != 0)
    {
      key = ls_replay_keys_add (&thread->signals, LS_REPLAY_KEY_SIGNAL, event->id, 0);
      key->value = id;
    }
  while (sources != NULL && may_go_on (self))
    {
      char *rest = NULL;
      const guint64 number = g_ascii_strtoull (sources, &rest, 10);

      if (rest == sources)
        break;
      source = look_up (self, thread, number, LS_TASK_PRIORITY_NONE, 0);
      if (source != 0)
        ls_replay_emit (self, thread, .kind = LS_RECORD_SIGNAL_ABORT_SOURCE, .subject = id, .object = source,
                        .clause = LS_CLAUSE_RECORDED);
      sources = *rest == ',' ? rest + 1 : rest;
    }
}

/* The helper has marked something about signals. */
void
ls_replay_on_signal (LsReplay               *self,
                     LsReplayThread         *thread,
                     const LsRecordingEvent *event)
{
  LsReplayKey *key;

  switch (event->kind)
    {
    case LS_RECORDING_EVENT_CONTROLLER:
      look_up (self, thread, event->id, event->priority, ls_replay_intern (self, event->text));
      break;
    case LS_RECORDING_EVENT_SIGNAL:
      thread->pending_signal = event->id;
      thread->pending_name = event->text;
      thread->pending_own_priority = (event->flags & LS_RECORDING_EVENT_FLAG_NO_SIGNAL_PRIORITY) != 0;
      break;
    case LS_RECORDING_EVENT_PRIORITY:
      if (!ls_task_priority_is_valid (event->priority))
        break;
      key = ls_replay_keys_get (&thread->signals, LS_REPLAY_KEY_SIGNAL, event->id, 0);
      if (key != NULL)
        ls_replay_set_priority (self, thread, key->value, event->priority, LS_CLAUSE_RECORDED);
      else
        look_up (self, thread, event->id, event->priority, 0);
      break;
    case LS_RECORDING_EVENT_ANY:
      on_any (self, thread, event);
      break;
    default:
      break;
    }
}

/* The signal that the helper has said for the next post, 0 for none. @priority: that of the post */
guint32
ls_replay_take_pending_signal (LsReplay       *self,
                               LsReplayThread *thread,
                               guint8          priority,
                               gboolean       *follows)
{
  const guint64 number = thread->pending_signal;
  LsReplaySignal *signal;
  guint32 id;

  *follows = FALSE;
  thread->pending_signal = 0;
  if (number == 0)
    return 0;
  id = look_up (self, thread, number, LS_TASK_PRIORITY_NONE, ls_replay_intern (self, thread->pending_name));
  signal = get_signal (self, id);
  if (signal == NULL)
    return 0;
  if (thread->pending_own_priority)
    return id;
  /* A task of another priority has one of its own. */
  *follows = ls_task_priority_is_valid (signal->priority) &&
             (signal->priority == priority || !ls_task_priority_is_valid (priority));
  return id;
}
