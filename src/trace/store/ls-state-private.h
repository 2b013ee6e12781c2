/* ls-state-private.h
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-state.h"
#include "ls-world-private.h"

G_BEGIN_DECLS

const LsWorld *ls_state_get_world (LsState *self);
GArray        *ls_state_get_list  (LsState *self);

/* Things begin with their number, which is 0 where a table has none. */
G_STATIC_ASSERT (G_STRUCT_OFFSET (LsTaskState, id) == 0 && G_STRUCT_OFFSET (LsQueueState, id) == 0 &&
                 G_STRUCT_OFFSET (LsSignalState, id) == 0 && G_STRUCT_OFFSET (LsTimerState, id) == 0 &&
                 G_STRUCT_OFFSET (LsMicrotaskState, id) == 0 && G_STRUCT_OFFSET (LsAgentTraceState, id) == 0 &&
                 G_STRUCT_OFFSET (LsMemoryState, id) == 0 && G_STRUCT_OFFSET (LsWaiterState, id) == 0);

static inline gconstpointer
ls_state_peek_thing (const LsCowTable *table,
                     guint32           id)
{
  const guint32 *thing = ls_cow_table_peek (table, id);

  return thing != NULL && *thing != 0 ? thing : NULL;
}

static inline guint32
ls_state_find_next_thing (const LsCowTable *table,
                          guint32           id)
{
  for (id++; id != 0 && (id = ls_cow_table_skip (table, id)) < table->n_items; id++)
    if (ls_state_peek_thing (table, id) != NULL)
      return id;
  return 0;
}

static inline guint32
ls_state_count_things (const LsCowTable *table)
{
  return table->n_items > 0 ? table->n_items - 1 : 0;
}

G_END_DECLS
