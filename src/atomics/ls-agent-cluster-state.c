/* ls-agent-cluster-state.c: the state of a cluster, for the explorer
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-agent-cluster-private.h"

#include <string.h>

static void
agent_cluster_forget_missed (LsAgentCluster    *self,
                             guint32            agent,
                             const LsOperation *operation)
{
  for (guint i = 0; i < self->missed->len; i++)
    {
      const LsMissedPlace *place = &g_array_index (self->missed, LsMissedPlace, i);

      if (place->agent == agent && place->memory == operation->memory->id && place->byte_index == operation->byte_index)
        {
          g_array_remove_index_fast (self->missed, i);
          return;
        }
    }
}

/* Notes for all other agents that a notification found no waiter: an agent that comes now has missed it. */
static void
agent_cluster_note_missed (LsAgentCluster    *self,
                           LsAgent           *notifier,
                           const LsOperation *operation)
{
  for (guint i = 0; i < self->agents->len; i++)
    {
      const LsMissedPlace place = { i + 1, operation->memory->id, operation->byte_index };

      if (i + 1 == notifier->id)
        continue;
      agent_cluster_forget_missed (self, place.agent, operation);
      g_array_append_val (self->missed, place);
    }
}

/* Counts how often an agent that was woken waits again at the same place: others have overtaken it. */
static void
agent_note_overtaking (LsAgent           *agent,
                       const LsOperation *operation,
                       gint64             outcome,
                       gboolean           has_changed)
{
  const gboolean is_same = agent->woken_memory == operation->memory && agent->woken_index == operation->byte_index;

  if (operation->kind == LS_OPERATION_WAIT || operation->kind == LS_OPERATION_WAIT_ASYNC)
    {
      if (outcome == 0)
        return;
      agent->n_overtaken = is_same ? agent->n_overtaken + 1 : 0;
      agent->woken_memory = operation->memory;
      agent->woken_index = operation->byte_index;
    }
  /* An agent that stores the present value has got what it wants: a lock that was handed over. */
  else if (is_same && (has_changed || operation->kind == LS_OPERATION_STORE || operation->kind == LS_OPERATION_EXCHANGE))
    {
      agent->woken_memory = NULL;
      agent->n_overtaken = 0;
    }
}

void
ls_agent_cluster_note_operation (LsAgentCluster    *self,
                                 LsAgent           *agent,
                                 const LsOperation *operation,
                                 gint64             outcome,
                                 gboolean           has_changed)
{
  if (operation->memory != NULL)
    {
      if (operation->kind == LS_OPERATION_NOTIFY)
        {
          if (outcome == 0 && operation->value > 0)
            agent_cluster_note_missed (self, agent, operation);
        }
      else
        {
          agent_note_overtaking (agent, operation, outcome, has_changed);
          /* A missed notification counts as long as the wait lasts. */
          if ((operation->kind != LS_OPERATION_WAIT && operation->kind != LS_OPERATION_WAIT_ASYNC) || outcome == 0)
            agent_cluster_forget_missed (self, agent->id, operation);
        }
    }
  if (self->observer != NULL)
    self->observer (self, agent, operation, outcome, has_changed, self->observer_data);
}

/* Whether a notification found no waiter at the place where @agent waits, after the agent last looked and before it began to
 * wait. */
gboolean
ls_agent_cluster_has_missed (LsAgentCluster *self,
                             LsAgent        *agent)
{
  for (guint i = 0; i < self->missed->len; i++)
    {
      const LsMissedPlace *place = &g_array_index (self->missed, LsMissedPlace, i);

      if (place->agent != agent->id)
        continue;
      if (agent->waiter != NULL && place->memory == agent->pending.memory->id && place->byte_index == agent->pending.byte_index)
        return TRUE;
      for (const LsWaiter *waiter = agent->async_waiters; waiter != NULL; waiter = waiter->next_of_agent)
        if (place->memory == waiter->memory->id && place->byte_index == waiter->byte_index)
          return TRUE;
    }
  return FALSE;
}

static void
hash_list (LsWaiterNode *node,
           gpointer      data)
{
  LsHash list = { 0, 0 };

  ls_hash_mix (&list, node->memory->id);
  ls_hash_mix (&list, node->byte_index);
  for (const LsWaiter *waiter = node->first; waiter != NULL; waiter = waiter->next)
    {
      ls_hash_mix (&list, waiter->agent->id << 1 | waiter->is_async);
      if (waiter->is_async)
        ls_hash_mix_hash (&list, &waiter->serial);
      ls_hash_mix (&list, waiter->timeout_time);
    }
  ls_hash_add (data, &list);
}

static void
hash_bytes (LsHash       *hash,
            const guint8 *bytes,
            gsize         length)
{
  for (gsize i = 0; i < length; i += sizeof (guint64))
    {
      guint64 word = 0;

      memcpy (&word, bytes + i, MIN (sizeof word, length - i));
      /* Most of the memory is 0. */
      if (word != 0)
        {
          ls_hash_mix (hash, i);
          ls_hash_mix (hash, word);
        }
    }
}

/* Returns a hash of the whole state: what each agent has learned, which decides where it is; memory; the waiters of each place in
 * order; the messages and promises that are on their way; time. Each agent stands between two operations. */
LsHash
ls_agent_cluster_hash (LsAgentCluster *self)
{
  LsHash hash = { 0, 0 }, lists = { 0, 0 }, missed = { 0, 0 };

  ls_hash_mix (&hash, self->now);
  for (guint i = 0; i < self->agents->len; i++)
    {
      const LsAgent *agent = g_ptr_array_index (self->agents, i);

      ls_hash_mix_hash (&hash, &agent->history);
      ls_hash_mix_hash (&hash, &agent->messages);
      ls_hash_mix (&hash, agent->pending.kind << 8 | agent->state << 1 | agent->is_terminated);
    }
  for (guint i = 0; i < self->memories->len; i++)
    {
      LsSharedMemory *memory = g_ptr_array_index (self->memories, i);

      ls_hash_mix (&hash, memory->length);
      hash_bytes (&hash, memory->bytes, memory->length);
    }
  ls_waiter_table_foreach (self->table, hash_list, &lists);
  ls_hash_mix_hash (&hash, &lists);
  for (guint i = 0; i < self->missed->len; i++)
    {
      const LsMissedPlace *place = &g_array_index (self->missed, LsMissedPlace, i);
      LsHash one = { 0, 0 };

      ls_hash_mix (&one, place->agent);
      ls_hash_mix (&one, place->memory);
      ls_hash_mix (&one, place->byte_index);
      ls_hash_add (&missed, &one);
    }
  ls_hash_mix_hash (&hash, &missed);
  return hash;
}
