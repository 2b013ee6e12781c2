/* ls-trace-cursor.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-trace-cursor-private.h"

#define ALIGNMENT G_ALIGNOF (LsCursorTurn)

#include <string.h>

static void
reset (LsTraceCursor *self)
{
  self->agent = 1;
  self->turn = self->over = (LsCursorTurn) { .priority = LS_TASK_PRIORITY_NONE, .left_at = LS_TIME_NEVER };
}

/* The cursor is to be told of all records of a trace, from the first one on or from where ls_trace_cursor_begin_at() says. @block:
 * (nullable): what the reader keeps for the loop of the agent whose records go by, of @block_size bytes */
void
ls_trace_cursor_init (LsTraceCursor *self,
                      gpointer       block,
                      gsize          block_size)
{
  *self = (LsTraceCursor) { .block = block, .block_size = block_size };
  /* The items lie next to each other: a block of any size leaves the turn behind it aligned. */
  ls_id_map_init (&self->loops, (sizeof (LsCursorTurn) + block_size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT);
  reset (self);
}

/* Forgets all loops, so that the cursor can begin anew. The reader's block for the present agent stays as it is. */
void
ls_trace_cursor_clear (LsTraceCursor *self)
{
  ls_id_map_clear (&self->loops);
  reset (self);
}

/* Goes on with the loop of another agent. Does nothing for a number that no agent can have. */
void
ls_trace_cursor_show_agent (LsTraceCursor *self,
                            guint32        agent)
{
  guint8 *item;

  if (agent == self->agent || agent == 0 || agent >= LS_TRACE_CURSOR_MAX_AGENTS)
    return;

  item = ls_id_map_add (&self->loops, self->agent);
  memcpy (item, &self->turn, sizeof self->turn);
  if (self->block_size > 0)
    memcpy (item + sizeof self->turn, self->block, self->block_size);

  self->agent = agent;
  item = ls_id_map_get (&self->loops, agent);
  if (item != NULL)
    memcpy (&self->turn, item, sizeof self->turn);
  else
    self->turn = (LsCursorTurn) { .priority = LS_TASK_PRIORITY_NONE, .left_at = LS_TIME_NEVER };
  if (item != NULL && self->block_size > 0)
    memcpy (self->block, item + sizeof self->turn, self->block_size);
  else if (self->block_size > 0)
    memset (self->block, 0, self->block_size);
}

/* The turn that goes on in the loop that @state shows. */
static LsCursorTurn
find_turn (LsState  *state,
           guint64   time,
           gboolean  is_current)
{
  const LsTaskState *task = ls_state_get_task (state, ls_state_get_running_task (state));

  if (task == NULL)
    return (LsCursorTurn) { .priority = LS_TASK_PRIORITY_NONE, .left_at = LS_TIME_NEVER };
  return (LsCursorTurn) {
    .task = task->id,
    .priority = task->is_scheduler_task ? task->priority : LS_TASK_PRIORITY_NONE,
    .queue = task->queue_type,
    .is_continuation = task->is_continuation,
    .in_callback = task->finished_at == LS_TIME_NEVER || ls_state_get_running_microtask (state) != 0,
    .began_at = time,
    .ended_at = time,
    .left_at = is_current ? LS_TIME_NEVER : time,
  };
}

/* Begins anew with the turns that go on in @state, the state after the records that the cursor does not read. @state shows its
 * current agent afterwards. @time: loop time in µs from when on these turns are counted */
void
ls_trace_cursor_begin_at (LsTraceCursor *self,
                          LsState       *state,
                          guint64        time)
{
  const guint32 current = ls_state_get_current_agent (state);

  ls_trace_cursor_clear (self);
  for (guint32 agent = 1; agent <= ls_state_get_n_agents (state); agent++)
    if (agent != current && ls_state_get_agent (state, agent) != NULL)
      {
        ls_trace_cursor_show_agent (self, agent);
        ls_state_set_agent (state, agent);
        self->turn = find_turn (state, time, FALSE);
      }
  ls_state_set_agent (state, 0);
  ls_trace_cursor_show_agent (self, current);
  self->turn = find_turn (state, time, TRUE);
}

/* Goes over the loops of all agents but the one whose records go by, in no order. @i: 0 at first; @block: (out) (optional): what
 * the reader has for that loop. Returns (nullable) the turn of the next one. */
LsCursorTurn *
ls_trace_cursor_next_other (LsTraceCursor *self,
                            guint32       *i,
                            gpointer      *block)
{
  guint32 agent;
  guint8 *item;

  while ((item = ls_id_map_next (&self->loops, i, &agent)) != NULL)
    if (agent != self->agent)
      {
        if (block != NULL)
          *block = item + sizeof self->turn;
        return (LsCursorTurn *) (gpointer) item;
      }
  return NULL;
}
