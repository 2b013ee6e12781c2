/* ls-reducer-agents.c: what the records about agents and shared memory do to the state
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-world-private.h"

#include <string.h>

#define NO_RECORD G_MAXUINT64

/* Agents */

static gboolean
accepts_agent (const LsWorld *self,
               guint32        id)
{
  return ls_world_accepts_id (self, id) && id < LS_WORLD_MAX_AGENTS;
}

/* Makes another agent's loop the one that LsWorld.loop has. */
void
ls_world_show_agent (LsWorld *self,
                     guint32  agent)
{
  const LsWorldLoop *loop;

  if (agent == self->agent)
    return;
  self->loop.is_known = TRUE;
  *(LsWorldLoop *) ls_cow_table_edit (&self->loops, self->agent) = self->loop;
  loop = ls_cow_table_peek (&self->loops, agent);
  if (loop != NULL && loop->is_known)
    self->loop = *loop;
  else
    {
      self->loop = (LsWorldLoop) { 0 };
      ls_world_reset_ranks (self);
    }
  self->agent = agent;
}

/* An agent that has been created, to write; NULL for another one. */
static LsAgentTraceState *
edit_agent (LsWorld *self,
            guint32  id)
{
  const LsAgentTraceState *known = ls_cow_table_peek (&self->agents, id);

  return known != NULL && known->id != 0 ? ls_cow_table_edit (&self->agents, id) : NULL;
}

static void
set_state (LsAgentTraceState *agent,
           LsAgentState       state,
           guint64            time)
{
  if (agent->state == state)
    return;
  agent->state = state;
  agent->since = time;
}

/* Sets the state of an agent that stops to run and has not said that it waits or has ended. */
static void
rest (LsAgentTraceState *agent,
      guint64            time)
{
  if (agent != NULL && agent->state == LS_AGENT_STATE_RUNNING)
    set_state (agent, agent->has_returned && !agent->in_turn ? LS_AGENT_STATE_IDLE : LS_AGENT_STATE_RUNNABLE, time);
}

static void
on_agent_created (LsWorld        *self,
                  const LsRecord *record)
{
  LsAgentTraceState *agent;

  if (!accepts_agent (self, record->subject))
    return;

  agent = edit_agent (self, record->subject);
  if (agent != NULL && record->clause == LS_CLAUSE_RECORDED)
    {
      agent->name = record->text;
      return;
    }
  agent = ls_cow_table_edit (&self->agents, record->subject);
  *agent = (LsAgentTraceState) {
    .id = record->subject,
    .name = record->text,
    .creator = record->object,
    .can_block = record->level != 0,
    .state = LS_AGENT_STATE_RUNNABLE,
    .since = record->time,
    .created_record = self->position,
    .run_record = NO_RECORD,
    .operation_record = NO_RECORD,
  };
  /* The agent that makes the second one has run since the beginning. */
  agent = record->object != record->subject ? edit_agent (self, record->object) : NULL;
  if (agent != NULL && self->running_agent == 0)
    {
      self->running_agent = record->object;
      set_state (agent, LS_AGENT_STATE_RUNNING, record->time);
      /* An agent that is in a turn of its loop has returned from its function. */
      agent->has_returned = agent->in_turn = self->loop.running_task != 0;
    }
}

static void
on_agent_run (LsWorld        *self,
              const LsRecord *record)
{
  LsAgentTraceState *agent;

  if (!accepts_agent (self, record->subject))
    return;

  ls_world_show_agent (self, record->subject);
  self->current_agent = record->subject;
  self->n_choices = record->value + (record->level > 1 && record->value < G_MAXUINT32);
  if (record->level == 0)
    return;
  if (self->running_agent != record->subject)
    rest (edit_agent (self, self->running_agent), record->time);
  self->running_agent = record->subject;
  agent = edit_agent (self, record->subject);
  if (agent == NULL)
    return;
  agent->run_record = self->position;
  agent->memory = agent->byte_index = 0;
  set_state (agent, LS_AGENT_STATE_RUNNING, record->time);
}

static void
on_agent_state (LsWorld        *self,
                const LsRecord *record)
{
  LsAgentTraceState *agent = edit_agent (self, record->subject);

  if (agent == NULL || record->level > LS_AGENT_STATE_ENDED)
    return;
  set_state (agent, record->level, record->time);
  agent->has_returned |= record->level == LS_AGENT_STATE_IDLE;
  agent->memory = record->level == LS_AGENT_STATE_WAITING ? record->object : 0;
  agent->byte_index = record->level == LS_AGENT_STATE_WAITING ? record->value : 0;
}

/* An agent whose function has returned is idle between the tasks of its loop. */
void
ls_world_note_turn (LsWorld *self,
                    gboolean begins,
                    guint64  time)
{
  LsAgentTraceState *agent = edit_agent (self, self->agent);

  if (agent == NULL)
    return;
  agent->in_turn = begins;
  if (agent->has_returned && agent->state == (begins ? LS_AGENT_STATE_IDLE : LS_AGENT_STATE_RUNNING))
    set_state (agent, begins ? LS_AGENT_STATE_RUNNING : LS_AGENT_STATE_IDLE, time);
}

static void
note_operation (LsWorld *self)
{
  LsAgentTraceState *agent = edit_agent (self, self->agent);

  if (agent == NULL)
    return;
  agent->operation_record = self->position;
  agent->n_operations++;
}

/* Memory */

static void
on_memory_created (LsWorld        *self,
                   const LsRecord *record)
{
  LsMemoryState *memory;

  if (!ls_world_accepts_id (self, record->subject))
    return;

  memory = ls_cow_table_edit (&self->memories, record->subject);
  memory->id = record->subject;
  memory->length = record->value;
  memory->name = record->text;
}

/* Programs choose places in memory. The seed keeps them from choosing the shape of the tree. */
static guint64
get_key (guint32 memory,
         guint32 byte_index)
{
  static gsize seed;
  guint64 key = (guint64) memory << 32 | byte_index;

  if (g_once_init_enter (&seed))
    g_once_init_leave (&seed, (gsize) ((guint64) g_random_int () << 32 | g_random_int ()) | 1);
  key = (key ^ seed) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  key = (key ^ key >> 31) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  key = (key ^ key >> 29) * (seed | 1);
  return key ^ key >> 32;
}

/* The number of the cell at a place, 0 where nobody has used it. */
guint32
ls_world_find_cell (const LsWorld *self,
                    guint32        memory,
                    guint32        byte_index)
{
  const guint64 key = get_key (memory, byte_index);
  guint32 i = self->cell_root;

  while (i != 0)
    {
      const LsCellState *cell = ls_cow_table_peek (&self->cells, i);

      if (cell->key == key && cell->memory == memory && cell->byte_index == byte_index)
        break;
      i = key < cell->key ? cell->left : cell->right;
    }
  return i;
}

static guint
get_size (guint type)
{
  return type < LS_N_ELEMENT_TYPES ? 1u << (type / 2) : 1;
}

static void
write_bytes (guint8  *place,
             guint    size,
             gint64   value)
{
  const guint8 one = value;
  const guint16 two = value;
  const guint32 four = value;
  const guint64 eight = value;

  memcpy (place,
          size == 1   ? (gconstpointer) &one
          : size == 2 ? (gconstpointer) &two
          : size == 4 ? (gconstpointer) &four
                      : &eight,
          size);
}

static gint64
read_bytes (const guint8 *place,
            guint         type)
{
  guint8 one;
  guint16 two;
  guint32 four;
  guint64 eight;

  switch (get_size (type))
    {
    case 1:
      memcpy (&one, place, sizeof one);
      return type == LS_ELEMENT_INT8 ? (gint64) (gint8) one : (gint64) one;
    case 2:
      memcpy (&two, place, sizeof two);
      return type == LS_ELEMENT_INT16 ? (gint64) (gint16) two : (gint64) two;
    case 4:
      memcpy (&four, place, sizeof four);
      return type == LS_ELEMENT_INT32 ? (gint64) (gint32) four : (gint64) four;
    default:
      memcpy (&eight, place, sizeof eight);
      return (gint64) eight;
    }
}

/* Gathers the eight bytes around a place from the cells, which have different sizes. No element crosses such a block. */
static void
gather_bytes (const LsWorld *self,
              guint32        memory,
              guint32        byte_index,
              guint8         bytes[8])
{
  memset (bytes, 0, 8);
  for (guint i = 0; i < 8; i++)
    {
      const LsCellState *cell = ls_cow_table_peek (&self->cells, ls_world_find_cell (self, memory, (byte_index & ~7u) + i));

      if (cell != NULL && cell->memory == memory && i + get_size (cell->type) <= 8)
        write_bytes (bytes + i, get_size (cell->type), cell->value);
    }
}

/* The cell at a place, to write. It is made where there is none. */
static LsCellState *
take_cell (LsWorld *self,
           guint32  memory_id,
           guint32  byte_index,
           guint    type)
{
  guint32 i = ls_world_find_cell (self, memory_id, byte_index), parent = self->cell_root, place;
  LsMemoryState *memory = ls_cow_table_edit (&self->memories, memory_id);
  LsCellState *cell;

  if (memory->element_size == 0)
    memory->element_size = get_size (type);
  memory->is_mixed |= memory->element_size != get_size (type);
  if (i != 0)
    return ls_cow_table_edit (&self->cells, i);

  memory->id = memory_id;
  memory->n_cells++;
  place = MAX (self->cells.n_items, 1);
  cell = ls_cow_table_edit (&self->cells, place);
  *cell = (LsCellState) {
    .memory = memory_id,
    .byte_index = byte_index,
    .type = type,
    .key = get_key (memory_id, byte_index),
    .written_record = NO_RECORD,
    .used_record = NO_RECORD,
  };
  if (memory->is_mixed && (byte_index & 7) + get_size (type) <= 8)
    {
      guint8 bytes[8];

      gather_bytes (self, memory_id, byte_index, bytes);
      cell->value = read_bytes (bytes + (byte_index & 7), type);
    }
  while (parent != 0)
    {
      const LsCellState *above = ls_cow_table_peek (&self->cells, parent);
      const gboolean goes_left = cell->key < above->key;
      const guint32 next = goes_left ? above->left : above->right;

      if (next == 0)
        {
          LsCellState *edited = ls_cow_table_edit (&self->cells, parent);

          *(goes_left ? &edited->left : &edited->right) = place;
          return ls_cow_table_edit (&self->cells, place);
        }
      parent = next;
    }
  self->cell_root = place;
  return cell;
}

/* A record has room for 32 bits of a value. The text of a wider one ends with the whole number. */
static gint64
get_value (const LsWorld  *self,
           const LsRecord *record)
{
  const char *text, *number;

  if ((record->flags & LS_RECORD_FLAG_WIDE) == 0)
    {
      const gboolean is_signed = record->queue % 2 == 0;

      return is_signed ? (gint64) (gint32) record->value : (gint64) record->value;
    }
  text = ls_text_table_lookup (self->texts, record->text);
  number = text != NULL ? strrchr (text, ' ') : NULL;
  if (number == NULL)
    return record->value;
  return number[1] == '-' ? g_ascii_strtoll (number + 1, NULL, 10) : (gint64) g_ascii_strtoull (number + 1, NULL, 10);
}

/* Updates cells of other sizes that overlap one that was written. */
static void
write_through (LsWorld           *self,
               const LsCellState *written)
{
  const guint32 memory = written->memory, first = written->byte_index & ~7u, writer = written->writer;
  const guint begin = written->byte_index & 7, end = begin + get_size (written->type);
  const gint64 value = written->value;
  const guint64 record = written->written_record;

  if (end > 8)
    return;
  for (guint i = 0; i < 8; i++)
    {
      const guint32 found = i != begin ? ls_world_find_cell (self, memory, first + i) : 0;
      const LsCellState *other = ls_cow_table_peek (&self->cells, found);
      LsCellState *cell;
      guint8 bytes[8] = { 0 };

      if (found == 0 || i >= end || i + get_size (other->type) <= begin || i + get_size (other->type) > 8)
        continue;
      cell = ls_cow_table_edit (&self->cells, found);
      write_bytes (bytes + i, get_size (cell->type), cell->value);
      write_bytes (bytes + begin, end - begin, value);
      cell->value = read_bytes (bytes + i, cell->type);
      cell->writer = writer;
      cell->written_record = record;
    }
}

static void
note_lock (LsWorld        *self,
           LsCellState    *cell,
           const LsRecord *record)
{
  if ((record->flags & (LS_RECORD_FLAG_LOCKED | LS_RECORD_FLAG_UNLOCKED)) != 0)
    cell->is_lock = TRUE;
  if ((record->flags & LS_RECORD_FLAG_LOCKED) != 0)
    cell->lock_owner = self->agent;
  else if ((record->flags & LS_RECORD_FLAG_UNLOCKED) != 0)
    cell->lock_owner = 0;
}

static void
on_atomic_operation (LsWorld        *self,
                     const LsRecord *record)
{
  LsCellState *cell;

  if (!ls_world_accepts_id (self, record->subject) || record->queue >= LS_N_ELEMENT_TYPES)
    return;

  note_operation (self);
  cell = take_cell (self, record->subject, record->object, record->queue);
  cell->type = record->queue;
  cell->value = get_value (self, record);
  cell->is_known = TRUE;
  cell->used_record = self->position;
  if ((record->flags & LS_RECORD_FLAG_WROTE) == 0)
    return;
  cell->writer = self->agent;
  cell->written_record = self->position;
  note_lock (self, cell, record);
  if (((const LsMemoryState *) ls_cow_table_peek (&self->memories, record->subject))->is_mixed)
    write_through (self, cell);
}

/* Waiters */

static void
unlink_waiter (LsWorld       *self,
               LsWaiterState *waiter)
{
  const guint32 place = ls_world_find_cell (self, waiter->memory, waiter->byte_index);
  LsCellState *cell;
  LsAgentTraceState *agent;

  waiter->is_waiting = FALSE;
  agent = edit_agent (self, waiter->agent);
  if (agent != NULL && agent->waiter == waiter->id)
    agent->waiter = 0;
  if (place == 0)
    return;
  cell = ls_cow_table_edit (&self->cells, place);
  if (waiter->previous != 0)
    ((LsWaiterState *) ls_cow_table_edit (&self->waiters, waiter->previous))->next = waiter->next;
  else
    cell->first_waiter = waiter->next;
  if (waiter->next != 0)
    ((LsWaiterState *) ls_cow_table_edit (&self->waiters, waiter->next))->previous = waiter->previous;
  else
    cell->last_waiter = waiter->previous;
  waiter->next = waiter->previous = 0;
  cell->n_waiting--;
}

static void
on_waiter_added (LsWorld        *self,
                 const LsRecord *record)
{
  LsWaiterState *waiter;
  LsCellState *cell;
  LsAgentTraceState *agent;

  if (!ls_world_accepts_id (self, record->subject) || !ls_world_accepts_id (self, record->object) ||
      record->queue >= LS_N_ELEMENT_TYPES)
    return;

  note_operation (self);
  waiter = ls_cow_table_edit (&self->waiters, record->subject);
  if (waiter->is_waiting)
    unlink_waiter (self, waiter);
  cell = take_cell (self, record->object, record->value, record->queue);
  cell->used_record = self->position;
  *waiter = (LsWaiterState) {
    .id = record->subject,
    .agent = self->agent,
    .memory = record->object,
    .byte_index = record->value,
    .timeout = record->text,
    .is_async = record->level != 0,
    .is_waiting = TRUE,
    .previous = cell->last_waiter,
    .since = record->time,
    .added_record = self->position,
  };
  if (cell->last_waiter != 0)
    ((LsWaiterState *) ls_cow_table_edit (&self->waiters, cell->last_waiter))->next = record->subject;
  else
    cell->first_waiter = record->subject;
  cell->last_waiter = record->subject;
  cell->n_waiting++;
  agent = record->level == 0 ? edit_agent (self, self->agent) : NULL;
  if (agent != NULL)
    agent->waiter = record->subject;
}

static void
on_waiter_removed (LsWorld        *self,
                   const LsRecord *record)
{
  const LsWaiterState *known = ls_cow_table_peek (&self->waiters, record->subject);
  LsWaiterState *waiter;

  if (known == NULL || !known->is_waiting)
    return;
  waiter = ls_cow_table_edit (&self->waiters, record->subject);
  waiter->ending = record->level;
  unlink_waiter (self, waiter);
}

static void
on_notify (LsWorld        *self,
           const LsRecord *record)
{
  const guint32 place = ls_world_find_cell (self, record->object, record->value);

  note_operation (self);
  if (place != 0)
    note_lock (self, ls_cow_table_edit (&self->cells, place), record);
}

void
ls_world_apply_agent (LsWorld        *self,
                      const LsRecord *record)
{
  switch (record->kind)
    {
    case LS_RECORD_AGENT_CREATED:
      on_agent_created (self, record);
      break;
    case LS_RECORD_AGENT_RUN:
      on_agent_run (self, record);
      break;
    case LS_RECORD_AGENT_STATE:
      on_agent_state (self, record);
      break;
    case LS_RECORD_MEMORY_CREATED:
      on_memory_created (self, record);
      break;
    case LS_RECORD_ATOMIC_OPERATION:
      on_atomic_operation (self, record);
      break;
    case LS_RECORD_WAITER_ADDED:
      on_waiter_added (self, record);
      break;
    case LS_RECORD_WAITER_REMOVED:
      on_waiter_removed (self, record);
      break;
    case LS_RECORD_NOTIFY:
      on_notify (self, record);
      break;
    default:
      break;
    }
}
