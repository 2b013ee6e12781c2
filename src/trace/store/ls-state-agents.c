/* ls-state-agents.c: the agents of a state, and the memory that they share
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-state-private.h"

/**
 * ls_state_get_n_agents:
 * @self: a state
 *
 * Gets the highest number of an agent so far.
 *
 * Returns: the highest number of an agent so far; 0 where there was never a second one
 */
guint32
ls_state_get_n_agents (LsState *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return ls_state_count_things (&ls_state_get_world (self)->agents);
}

/**
 * ls_state_get_agent:
 * @self: a state
 * @id: number of an agent
 *
 * Gets an agent at this position.
 *
 * Returns: (transfer none) (nullable): the agent; %NULL where none of that number is known at this position
 */
const LsAgentTraceState *
ls_state_get_agent (LsState *self,
                    guint32  id)
{
  g_return_val_if_fail (self != NULL, NULL);

  return ls_state_peek_thing (&ls_state_get_world (self)->agents, id);
}

/**
 * ls_state_get_current_agent:
 * @self: a state
 *
 * Tells whose records are being made at this position.
 *
 * Returns: the agent whose records are being made at this position: who has the baton, or whose loop takes something in; 1 where
 *   there was never a second one
 */
guint32
ls_state_get_current_agent (LsState *self)
{
  g_return_val_if_fail (self != NULL, 1);

  return ls_state_get_world (self)->current_agent;
}

/**
 * ls_state_get_shown_agent:
 * @self: a state
 *
 * Tells of which agent the state's functions speak.
 *
 * Returns: the agent that functions speak of: the current one, or what ls_state_set_agent() has asked for
 */
guint32
ls_state_get_shown_agent (LsState *self)
{
  g_return_val_if_fail (self != NULL, 1);

  return ls_state_get_world (self)->agent;
}

/**
 * ls_state_get_n_choices:
 * @self: a state
 *
 * Counts the choice points so far.
 *
 * Returns: how many choice points there were so far: which choice of the schedule is the next
 */
guint32
ls_state_get_n_choices (LsState *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return ls_state_get_world (self)->n_choices;
}

/**
 * ls_state_get_n_memories:
 * @self: a state
 *
 * Gets the highest number of a block of shared memory so far.
 *
 * Returns: the highest number of a block of shared memory so far
 */
guint32
ls_state_get_n_memories (LsState *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return ls_state_count_things (&ls_state_get_world (self)->memories);
}

/**
 * ls_state_get_memory:
 * @self: a state
 * @id: number of a block of shared memory
 *
 * Gets a block of shared memory at this position.
 *
 * Returns: (transfer none) (nullable): the block; %NULL where none of that number is known
 */
const LsMemoryState *
ls_state_get_memory (LsState *self,
                     guint32  id)
{
  g_return_val_if_fail (self != NULL, NULL);

  return ls_state_peek_thing (&ls_state_get_world (self)->memories, id);
}

/**
 * ls_state_get_cell:
 * @self: a state
 * @memory: number of a block of shared memory
 * @byte_index: where in it
 *
 * Takes a time that grows with the logarithm of how many there are.
 *
 * Returns: (transfer none) (nullable): the element that begins there; %NULL where nobody has used one
 */
const LsCellState *
ls_state_get_cell (LsState *self,
                   guint32  memory,
                   guint32  byte_index)
{
  const LsWorld *world;
  guint32 cell;

  g_return_val_if_fail (self != NULL, NULL);

  world = ls_state_get_world (self);
  cell = ls_world_find_cell (world, memory, byte_index);
  return cell != 0 ? ls_cow_table_peek (&world->cells, cell) : NULL;
}

static int
compare_numbers (gconstpointer a,
                 gconstpointer b)
{
  const guint32 *x = a, *y = b;

  return *x < *y ? -1 : *x > *y;
}

/**
 * ls_state_list_cells:
 * @self: a state
 * @memory: number of a block of shared memory
 * @n_cells: (out): how many of its elements somebody has used
 *
 * Goes over all elements of all blocks.
 *
 * Returns: (transfer none) (array length=n_cells): where they begin, for ls_state_get_cell(), in their order; valid until the
 *   function is called again
 */
const guint32 *
ls_state_list_cells (LsState *self,
                     guint32  memory,
                     guint   *n_cells)
{
  const LsWorld *world;
  GArray *list;

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (n_cells != NULL, NULL);

  world = ls_state_get_world (self);
  list = ls_state_get_list (self);
  g_array_set_size (list, 0);
  for (guint32 i = 1; i < world->cells.n_items; i++)
    {
      const LsCellState *cell = ls_cow_table_peek (&world->cells, i);

      if (cell->memory == memory)
        g_array_append_val (list, cell->byte_index);
    }
  g_array_sort (list, compare_numbers);
  *n_cells = list->len;
  return (const guint32 *) list->data;
}

/**
 * ls_state_get_waiter:
 * @self: a state
 * @id: number of a waiter
 *
 * Gets one who waits for shared memory, or has waited, at this position.
 *
 * Returns: (transfer none) (nullable): the waiter, which may wait no more; %NULL where none of that number is known
 */
const LsWaiterState *
ls_state_get_waiter (LsState *self,
                     guint32  id)
{
  g_return_val_if_fail (self != NULL, NULL);

  return ls_state_peek_thing (&ls_state_get_world (self)->waiters, id);
}

/**
 * ls_state_find_next_waiter:
 * @self: a state
 * @id: number of a waiter, or 0
 *
 * Goes over all that are known: for (id = 0; (id = find_next (self, id)) != 0;).
 *
 * Returns: the next higher number of a waiter that ls_state_get_waiter() knows, 0 where there is none
 */
guint32
ls_state_find_next_waiter (LsState *self,
                           guint32  id)
{
  g_return_val_if_fail (self != NULL, 0);

  return ls_state_find_next_thing (&ls_state_get_world (self)->waiters, id);
}
