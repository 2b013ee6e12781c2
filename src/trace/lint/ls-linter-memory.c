/* ls-linter-memory.c: lints about agents and the memory that they share
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-linter-private.h"

#define NOT_YIELDED G_MAXUINT64

/* A place in memory at which an agent has notified. */
typedef struct
{
  guint32 n_changes;       /* changes of the element and of its waiters */
  guint32 n_missed;        /* notifications that found nobody since an agent last waited here */
} Place;

void
ls_linter_init_memory (LsLinter *self)
{
  ls_id_map_init (&self->agents, sizeof (LsLintAgent));
  ls_id_map_init (&self->waiters, sizeof (LsLintWaiter));
  ls_id_map_init (&self->memories, sizeof (guint32));
  ls_id_map_init (&self->places, sizeof (Place));
  if (self->locks == NULL)
    self->locks = g_array_new (FALSE, FALSE, sizeof (LsLintLock));
}

void
ls_linter_clear_memory (LsLinter *self)
{
  ls_id_map_clear (&self->agents);
  ls_id_map_clear (&self->waiters);
  ls_id_map_clear (&self->memories);
  ls_id_map_clear (&self->places);
  g_array_set_size (self->locks, 0);
}

/* Two places may get the same number. The cost is one lint that is not found. */
static guint32
number_place (guint32 memory,
              guint32 byte_index)
{
  const guint32 number = (memory * 0x9e3779b1u ^ byte_index) * 0x85ebca6bu;

  return (number ^ number >> 15) | 1;
}

static guint32
get_element (guint32 byte_index,
             guint   type)
{
  return type < LS_N_ELEMENT_TYPES ? byte_index >> (type / 2) : byte_index;
}

static LsLintAgent *
get_agent (LsLinter *self,
           guint32   id)
{
  return id != 0 ? ls_id_map_add (&self->agents, id) : NULL;
}

static LsLint
begin_lint (LsLinter   *self,
            LsLintKind  kind,
            guint32     agent,
            guint32     memory,
            guint32     element,
            guint64     position,
            guint64     time)
{
  const LsLintAgent *known = ls_id_map_get (&self->agents, agent);
  const guint32 *name = ls_id_map_get (&self->memories, memory);

  return (LsLint) {
    .kind = kind,
    .subject_kind = LS_LINT_SUBJECT_AGENT,
    .priority = LS_TASK_PRIORITY_NONE,
    .other_priority = LS_TASK_PRIORITY_NONE,
    .id = agent,
    .name = known != NULL ? known->name : 0,
    .other_kind = LS_LINT_SUBJECT_MEMORY,
    .other = memory,
    .other_name = name != NULL ? *name : 0,
    .element = element,
    .position = position,
    .since = position,
    .time = time,
  };
}

/* Spinning */

static void
update_amount (LsLinter *self,
               LsLint   *lint,
               guint64   amount,
               guint64   duration)
{
  if (lint == NULL || (amount <= lint->amount && duration <= lint->duration))
    return;
  lint->total_duration += ls_linter_since (duration, lint->duration);
  lint->amount = MAX (lint->amount, amount);
  lint->duration = MAX (lint->duration, duration);
  self->serial++;
}

/* The agent has changed something, waits, or has done something else: it does not spin. */
static void
end_spin (LsLinter    *self,
          LsLintAgent *agent)
{
  update_amount (self, agent->spinning, agent->n_repeats, ls_linter_since (self->now, agent->spins_since));
  agent->spinning = NULL;
  agent->n_repeats = 0;
  agent->n_seen = 0;
}

void
ls_linter_end_spin (LsLinter *self)
{
  LsLintAgent *agent = ls_id_map_get (&self->agents, self->cursor.agent);

  if (agent != NULL)
    end_spin (self, agent);
}

static void
note_repeat (LsLinter       *self,
             LsLintAgent    *agent,
             const LsRecord *record)
{
  LsLint lint;

  if (agent->n_repeats++ == 0)
    {
      agent->spins_since = record->time;
      agent->spins_position = self->position;
    }
  if (agent->n_repeats != self->limits.spins)
    return;
  lint = begin_lint (self, LS_LINT_SPINNING, self->cursor.agent, record->subject, get_element (record->object, record->queue),
                     self->position, record->time);
  lint.since = agent->spins_position;
  lint.amount = agent->n_repeats;
  lint.duration = ls_linter_since (record->time, agent->spins_since);
  agent->spinning = ls_linter_add (self, &lint);
}

/* Looks at an operation that has written nothing: an agent that only reads may spin. */
static void
look_for_spin (LsLinter       *self,
               LsLintAgent    *agent,
               const LsRecord *record)
{
  const guint64 signature = (((guint64) record->subject * 31 + record->object) << 32 | record->value) * 31 + record->level;

  for (guint i = 0; i < agent->n_seen; i++)
    if (agent->seen[i] == signature)
      {
        note_repeat (self, agent, record);
        return;
      }
  /* Something new: it gets on. */
  if (agent->n_repeats > 0 || agent->n_seen == LS_LINT_N_SEEN)
    end_spin (self, agent);
  agent->seen[agent->n_seen++] = signature;
}

/* Locks */

static void
report_lock (LsLinter         *self,
             const LsLintLock *lock,
             gboolean          is_held)
{
  LsLint lint;

  if (lock->yielded_position == NOT_YIELDED)
    return;
  lint = begin_lint (self, LS_LINT_LOCK_ACROSS_YIELD, lock->agent, lock->memory, get_element (lock->byte_index, lock->type),
                     lock->yielded_position, lock->yielded_at);
  lint.since = lock->position;
  lint.duration = ls_linter_since (self->now, lock->yielded_at);
  lint.amount = is_held;
  ls_linter_add (self, &lint);
}

static void
release_lock (LsLinter *self,
              guint32   memory,
              guint32   byte_index,
              guint64   time)
{
  for (guint i = 0; i < self->locks->len; i++)
    {
      const LsLintLock *lock = &g_array_index (self->locks, LsLintLock, i);

      if (lock->memory != memory || lock->byte_index != byte_index)
        continue;
      self->now = MAX (self->now, time);
      report_lock (self, lock, FALSE);
      g_array_remove_index_fast (self->locks, i);
      return;
    }
}

/* Programs hold few locks at a time. Further ones are not looked at. */
#define MAX_LOCKS 256

static void
take_lock (LsLinter       *self,
           const LsRecord *record)
{
  const LsLintLock lock = {
    .agent = self->cursor.agent,
    .memory = record->subject,
    .byte_index = record->object,
    .type = record->queue,
    .position = self->position,
    .time = record->time,
    .yielded_position = NOT_YIELDED,
  };

  release_lock (self, record->subject, record->object, record->time);
  if (self->locks->len < MAX_LOCKS)
    g_array_append_val (self->locks, lock);
}

/* Notes for the locks of the agent whose records go by that its turn, or its function, has ended. */
void
ls_linter_end_turn_with_locks (LsLinter *self)
{
  for (guint i = 0; i < self->locks->len; i++)
    {
      LsLintLock *lock = &g_array_index (self->locks, LsLintLock, i);

      if (lock->agent != self->cursor.agent || lock->yielded_position != NOT_YIELDED)
        continue;
      lock->yielded_position = self->position;
      lock->yielded_at = self->now;
    }
}

/* Notifications */

static void
note_change (LsLinter *self,
             guint32   memory,
             guint32   byte_index)
{
  Place *place = ls_id_map_get (&self->places, number_place (memory, byte_index));

  if (place != NULL)
    place->n_changes++;
}

static void
on_notify (LsLinter       *self,
           const LsRecord *record)
{
  LsLintAgent *agent = get_agent (self, self->cursor.agent);
  Place *place = ls_id_map_add (&self->places, number_place (record->object, record->value));
  LsLint lint;

  if ((record->flags & LS_RECORD_FLAG_UNLOCKED) != 0)
    release_lock (self, record->object, record->value, record->time);
  if (record->subject > 0)
    {
      end_spin (self, agent);
      agent->n_notified = 0;
      agent->notifying = NULL;
      place->n_missed = 0;
      return;
    }
  place->n_missed++;
  if (agent->n_notified == 0 || agent->notify_memory != record->object || agent->notify_index != record->value ||
      agent->notify_changes != place->n_changes)
    {
      agent->notify_memory = record->object;
      agent->notify_index = record->value;
      agent->notify_changes = place->n_changes;
      agent->n_notified = 1;
      agent->notified_since = record->time;
      agent->notified_position = self->position;
      agent->notifying = NULL;
      return;
    }
  agent->n_notified++;
  update_amount (self, agent->notifying, agent->n_notified, ls_linter_since (record->time, agent->notified_since));
  if (agent->n_notified != self->limits.notifications)
    return;
  /* Agents wait on elements of four or eight bytes. */
  lint = begin_lint (self, LS_LINT_IDLE_NOTIFY, self->cursor.agent, record->object, record->value / 4, self->position,
                     record->time);
  lint.since = agent->notified_position;
  lint.amount = agent->n_notified;
  lint.duration = ls_linter_since (record->time, agent->notified_since);
  agent->notifying = ls_linter_add (self, &lint);
}

/* Waiters */

static void
on_waiter_added (LsLinter       *self,
                 const LsRecord *record)
{
  LsLintAgent *agent = get_agent (self, self->cursor.agent);
  Place *place = ls_id_map_get (&self->places, number_place (record->object, record->value));
  LsLintWaiter *waiter;

  end_spin (self, agent);
  if (record->subject == 0)
    return;
  waiter = ls_id_map_add (&self->waiters, record->subject);
  *waiter = (LsLintWaiter) {
    .agent = self->cursor.agent,
    .memory = record->object,
    .byte_index = record->value,
    .position = self->position,
    .time = record->time,
    .is_async = record->level != 0,
    .has_timeout = record->text != 0,
    .type = record->queue,
    .n_missed = place != NULL ? place->n_missed : 0,
  };
  if (place == NULL)
    return;
  place->n_changes++;
  place->n_missed = 0;
}

static void
on_atomic_operation (LsLinter       *self,
                     const LsRecord *record)
{
  LsLintAgent *agent = get_agent (self, self->cursor.agent);

  if (record->level == LS_OPERATION_PAUSE)
    return;
  if (record->subject == 0)
    {
      end_spin (self, agent);
      return;
    }
  if ((record->flags & LS_RECORD_FLAG_WROTE) == 0)
    {
      look_for_spin (self, agent, record);
      return;
    }
  end_spin (self, agent);
  note_change (self, record->subject, record->object);
  if ((record->flags & LS_RECORD_FLAG_LOCKED) != 0)
    take_lock (self, record);
  else if ((record->flags & LS_RECORD_FLAG_UNLOCKED) != 0)
    release_lock (self, record->subject, record->object, record->time);
}

void
ls_linter_apply_memory (LsLinter       *self,
                        const LsRecord *record)
{
  LsLintAgent *agent;

  switch (record->kind)
    {
    case LS_RECORD_AGENT_CREATED:
      agent = get_agent (self, record->subject);
      if (agent != NULL)
        agent->name = record->text;
      break;
    case LS_RECORD_AGENT_STATE:
      if (record->subject == self->cursor.agent &&
          (record->level == LS_AGENT_STATE_IDLE || record->level == LS_AGENT_STATE_ENDED))
        {
          ls_linter_end_turn_with_locks (self);
          ls_linter_end_spin (self);
        }
      break;
    case LS_RECORD_MEMORY_CREATED:
      if (record->subject != 0)
        *(guint32 *) ls_id_map_add (&self->memories, record->subject) = record->text;
      break;
    case LS_RECORD_ATOMIC_OPERATION:
      on_atomic_operation (self, record);
      break;
    case LS_RECORD_WAITER_ADDED:
      on_waiter_added (self, record);
      break;
    case LS_RECORD_WAITER_REMOVED:
      note_change (self, record->object, record->value);
      ls_id_map_remove (&self->waiters, record->subject);
      break;
    case LS_RECORD_NOTIFY:
      on_notify (self, record);
      break;
    default:
      break;
    }
}

/* Takes agents, memory and waiters from @state, as the records before it are gone. Locks that are held there are not looked at. */
void
ls_linter_begin_memory_at (LsLinter *self,
                           LsState  *state)
{
  for (guint32 id = 1; id <= ls_state_get_n_agents (state); id++)
    {
      const LsAgentTraceState *known = ls_state_get_agent (state, id);

      if (known != NULL)
        get_agent (self, id)->name = known->name;
    }
  for (guint32 id = 1; id <= ls_state_get_n_memories (state); id++)
    {
      const LsMemoryState *known = ls_state_get_memory (state, id);

      if (known != NULL)
        *(guint32 *) ls_id_map_add (&self->memories, id) = known->name;
    }
  for (guint32 id = 0; (id = ls_state_find_next_waiter (state, id)) != 0;)
    {
      const LsWaiterState *known = ls_state_get_waiter (state, id);
      const LsCellState *cell = ls_state_get_cell (state, known->memory, known->byte_index);

      if (known->is_waiting)
        *(LsLintWaiter *) ls_id_map_add (&self->waiters, id) = (LsLintWaiter) {
          .agent = known->agent,
          .memory = known->memory,
          .byte_index = known->byte_index,
          .position = known->added_record,
          .time = known->since,
          .is_async = known->is_async,
          .has_timeout = known->timeout != 0,
          .type = cell != NULL ? cell->type : LS_ELEMENT_INT32,
        };
    }
}

static int
compare_waiters (gconstpointer a,
                 gconstpointer b)
{
  const LsLintWaiter *x = a, *y = b;

  return x->position < y->position ? -1 : x->position > y->position;
}

/* Reports waiters that nobody wakes. A run that a budget stopped might still have woken them. */
static void
look_at_waiters (LsLinter *self)
{
  g_autoptr (GArray) waiting = g_array_new (FALSE, FALSE, sizeof (LsLintWaiter));
  const LsLintWaiter *waiter;
  guint32 i = 0, id;

  while ((waiter = ls_id_map_next (&self->waiters, &i, &id)) != NULL)
    if (!waiter->has_timeout)
      g_array_append_vals (waiting, waiter, 1);
  g_array_sort (waiting, compare_waiters);
  for (i = 0; i < waiting->len; i++)
    {
      LsLint lint;

      waiter = &g_array_index (waiting, LsLintWaiter, i);
      lint = begin_lint (self, LS_LINT_UNNOTIFIED_WAITER, waiter->agent, waiter->memory,
                         get_element (waiter->byte_index, waiter->type), waiter->position, waiter->time);
      lint.duration = ls_linter_since (self->now, waiter->time);
      lint.amount = waiter->n_missed;
      ls_linter_add (self, &lint);
    }
}

/* Reports what only the end of a run can tell. */
void
ls_linter_look_at_memory (LsLinter *self)
{
  LsLintAgent *agent;
  guint32 i = 0, id;

  while ((agent = ls_id_map_next (&self->agents, &i, &id)) != NULL)
    update_amount (self, agent->spinning, agent->n_repeats, ls_linter_since (self->now, agent->spins_since));
  for (i = 0; i < self->locks->len; i++)
    report_lock (self, &g_array_index (self->locks, LsLintLock, i), TRUE);
  if (!self->is_limited)
    look_at_waiters (self);
}
