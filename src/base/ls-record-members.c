/* ls-record-members.c: what the numbers in records are of
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-record-members-private.h"

static const LsRecordMembers members[LS_N_RECORD_KINDS] = {
  [LS_RECORD_SCHEDULER_CREATED] = { LS_RECORD_MEMBER_SCHEDULER },
  [LS_RECORD_TASK_POSTED] = { LS_RECORD_MEMBER_TASK, LS_RECORD_MEMBER_SIGNAL },
  [LS_RECORD_TASK_QUEUED] = { LS_RECORD_MEMBER_TASK, LS_RECORD_MEMBER_QUEUE },
  [LS_RECORD_TASK_INCOMING] = { LS_RECORD_MEMBER_TASK, LS_RECORD_MEMBER_SOURCE },
  [LS_RECORD_TASK_DELAYED] = { LS_RECORD_MEMBER_TASK, LS_RECORD_MEMBER_TIMER },
  [LS_RECORD_TASK_DUE] = { LS_RECORD_MEMBER_TASK },
  [LS_RECORD_TASK_SELECTED] = { LS_RECORD_MEMBER_TASK, LS_RECORD_MEMBER_QUEUE },
  [LS_RECORD_TASK_STARTED] = { LS_RECORD_MEMBER_TASK, LS_RECORD_MEMBER_SIGNAL, LS_RECORD_MEMBER_SIGNAL },
  [LS_RECORD_TASK_FINISHED] = { LS_RECORD_MEMBER_TASK },
  [LS_RECORD_TASK_REMOVED] = { LS_RECORD_MEMBER_TASK, LS_RECORD_MEMBER_SIGNAL },
  [LS_RECORD_TASK_REFUSED] = { LS_RECORD_MEMBER_TASK, LS_RECORD_MEMBER_SIGNAL },
  [LS_RECORD_TASK_RAISED] = { LS_RECORD_MEMBER_TASK, LS_RECORD_MEMBER_QUEUE, LS_RECORD_MEMBER_TASK },
  [LS_RECORD_QUEUE_CREATED] = { LS_RECORD_MEMBER_QUEUE, LS_RECORD_MEMBER_SIGNAL, LS_RECORD_MEMBER_SCHEDULER },
  [LS_RECORD_QUEUE_REMOVED] = { LS_RECORD_MEMBER_QUEUE },
  [LS_RECORD_QUEUE_PRIORITY] = { LS_RECORD_MEMBER_QUEUE },
  [LS_RECORD_SIGNAL_CREATED] = { LS_RECORD_MEMBER_SIGNAL, LS_RECORD_MEMBER_SIGNAL },
  [LS_RECORD_SIGNAL_ABORT_SOURCE] = { LS_RECORD_MEMBER_SIGNAL, LS_RECORD_MEMBER_SIGNAL },
  [LS_RECORD_SIGNAL_NAMED] = { LS_RECORD_MEMBER_SIGNAL },
  [LS_RECORD_SIGNAL_PRIORITY] = { LS_RECORD_MEMBER_SIGNAL, LS_RECORD_MEMBER_SIGNAL },
  [LS_RECORD_SIGNAL_PRIORITY_REFUSED] = { LS_RECORD_MEMBER_SIGNAL },
  [LS_RECORD_SIGNAL_ABORTED] = { LS_RECORD_MEMBER_SIGNAL, LS_RECORD_MEMBER_SIGNAL },
  [LS_RECORD_SIGNAL_FINALIZED] = { LS_RECORD_MEMBER_SIGNAL },
  [LS_RECORD_SIGNAL_LISTENERS] = { LS_RECORD_MEMBER_SIGNAL },
  [LS_RECORD_EVENT_BEGIN] = { LS_RECORD_MEMBER_SIGNAL },
  [LS_RECORD_EVENT_END] = { LS_RECORD_MEMBER_SIGNAL },
  [LS_RECORD_MICROTASK_QUEUED] = { LS_RECORD_MEMBER_MICROTASK, LS_RECORD_MEMBER_PROMISE },
  [LS_RECORD_MICROTASK_STARTED] = { LS_RECORD_MEMBER_MICROTASK, LS_RECORD_MEMBER_SIGNAL, LS_RECORD_MEMBER_SIGNAL },
  [LS_RECORD_MICROTASK_FINISHED] = { LS_RECORD_MEMBER_MICROTASK },
  [LS_RECORD_PROMISE_CREATED] = { LS_RECORD_MEMBER_PROMISE, LS_RECORD_MEMBER_TASK },
  [LS_RECORD_PROMISE_FULFILLED] = { LS_RECORD_MEMBER_PROMISE },
  [LS_RECORD_PROMISE_REJECTED] = { LS_RECORD_MEMBER_PROMISE },
  [LS_RECORD_PROMISE_UNHANDLED] = { LS_RECORD_MEMBER_PROMISE },
  [LS_RECORD_PROMISE_HANDLED] = { LS_RECORD_MEMBER_PROMISE },
  [LS_RECORD_TIMER_INSTALLED] = { LS_RECORD_MEMBER_TIMER, LS_RECORD_MEMBER_TASK },
  [LS_RECORD_TIMER_FIRED] = { LS_RECORD_MEMBER_TIMER, LS_RECORD_MEMBER_TASK },
  [LS_RECORD_TIMER_CLEARED] = { LS_RECORD_MEMBER_TIMER },
  [LS_RECORD_IDLE_REQUESTED] = { LS_RECORD_MEMBER_IDLE_CALLBACK, LS_RECORD_MEMBER_TASK },
  [LS_RECORD_IDLE_FIRED] = { LS_RECORD_MEMBER_IDLE_CALLBACK, LS_RECORD_MEMBER_TASK },
  [LS_RECORD_IDLE_CANCELLED] = { LS_RECORD_MEMBER_IDLE_CALLBACK },
  [LS_RECORD_WORK] = { LS_RECORD_MEMBER_NUMBER, LS_RECORD_MEMBER_TEXT },
  [LS_RECORD_LOG] = { LS_RECORD_MEMBER_NUMBER, LS_RECORD_MEMBER_TEXT },
  [LS_RECORD_OPTION_UNKNOWN] = { LS_RECORD_MEMBER_NUMBER, LS_RECORD_MEMBER_TEXT, LS_RECORD_MEMBER_TEXT },
  [LS_RECORD_AGENT_CREATED] = { LS_RECORD_MEMBER_AGENT, LS_RECORD_MEMBER_AGENT },
  [LS_RECORD_AGENT_RUN] = { LS_RECORD_MEMBER_AGENT },
  [LS_RECORD_AGENT_STATE] = { LS_RECORD_MEMBER_AGENT, LS_RECORD_MEMBER_MEMORY },
  [LS_RECORD_MEMORY_CREATED] = { LS_RECORD_MEMBER_MEMORY },
  [LS_RECORD_ATOMIC_OPERATION] = { LS_RECORD_MEMBER_MEMORY },
  [LS_RECORD_WAITER_ADDED] = { LS_RECORD_MEMBER_WAITER, LS_RECORD_MEMBER_MEMORY },
  [LS_RECORD_WAITER_REMOVED] = { LS_RECORD_MEMBER_WAITER, LS_RECORD_MEMBER_MEMORY },
  [LS_RECORD_NOTIFY] = { LS_RECORD_MEMBER_NUMBER, LS_RECORD_MEMBER_MEMORY },
  [LS_RECORD_TASK_PLACE] = { LS_RECORD_MEMBER_TASK, LS_RECORD_MEMBER_TEXT, LS_RECORD_MEMBER_TEXT },
  [LS_RECORD_TASKS_DEFERRED] = { LS_RECORD_MEMBER_TASK },
  [LS_RECORD_SOURCE_ATTACHED] = { LS_RECORD_MEMBER_SOURCE },
  [LS_RECORD_SOURCE_DESTROYED] = { LS_RECORD_MEMBER_SOURCE },
};

/* Returns what the members of a record are; its kind has to be a kind. */
LsRecordMembers
ls_record_get_members (const LsRecord *record)
{
  LsRecordMembers found = members[record->kind];

  if (record->kind == LS_RECORD_TASK_DELAYED && ls_queue_type_is_of_sources (record->queue))
    found.object = LS_RECORD_MEMBER_SOURCE;
  if (record->kind == LS_RECORD_ATOMIC_OPERATION && record->subject == 0)
    found.object = LS_RECORD_MEMBER_AGENT;
  return found;
}

/* Lists the texts of a record, LS_RECORD_MAX_TEXTS at most. Returns how many. */
guint
ls_record_get_texts (const LsRecord *record,
                     guint32        *texts)
{
  const LsRecordMembers found = ls_record_get_members (record);
  guint n = 0;

  if (record->text != 0)
    texts[n++] = record->text;
  if (found.object == LS_RECORD_MEMBER_TEXT && record->object != 0)
    texts[n++] = record->object;
  if (found.value == LS_RECORD_MEMBER_TEXT && record->value != 0)
    texts[n++] = record->value;
  return n;
}

/* In files and on wires priorities have other numbers: 0 is background, 1 user-visible, 2 user-blocking, and 255 none. */
#define NO_PRIORITY 255u

static guint32
encode_priority (guint32 priority)
{
  return priority == LS_TASK_PRIORITY_NONE ? NO_PRIORITY : priority <= NO_PRIORITY ? priority - 1 : priority;
}

static guint32
decode_priority (guint32 number)
{
  return number == NO_PRIORITY ? LS_TASK_PRIORITY_NONE : number < NO_PRIORITY ? number + 1 : number;
}

static void
map_priorities (LsRecord *record,
                guint32 (*map) (guint32 number))
{
  record->priority = map (record->priority);
  if (record->kind == LS_RECORD_SIGNAL_PRIORITY)
    record->value = map (record->value);
  else if (record->kind == LS_RECORD_TASK_RAISED)
    record->level = map (record->level);
}

/* Gives the priorities of a record the numbers that they have in files and on wires. */
void
ls_record_encode_priorities (LsRecord *record)
{
  map_priorities (record, encode_priority);
}

/* Gives the priorities of a record from a file or a wire their numbers here. */
void
ls_record_decode_priorities (LsRecord *record)
{
  map_priorities (record, decode_priority);
}
