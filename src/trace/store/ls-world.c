/* ls-world.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-world-private.h"

#define NO_BOOST 255

/* Ranks of a trace that brings no preset of its own (an imported recording): those of the preset "spec", which has no
 * further rules. */
void
ls_world_reset_ranks (LsWorld *self)
{
  static const guint8 priority_ranks[LS_N_EFFECTIVE_PRIORITIES] = { 5, 4, 3, 2, 1, 0 };

  for (guint i = 0; i < LS_N_EFFECTIVE_PRIORITIES; i++)
    {
      self->loop.priority_ranks[i] = priority_ranks[i];
      self->loop.priority_rank_names[i] = 0;
    }
  for (guint i = 0; i < LS_N_TRACE_QUEUE_TYPES; i++)
    {
      self->loop.queue_ranks[i] = priority_ranks[2];
      self->loop.queue_rank_names[i] = 0;
      self->loop.loop_queues[i].type = i;
      self->loop.loop_queues[i].boosted_rank = NO_BOOST;
      self->loop.loop_queues[i].starved_ms = 0;
    }
  self->loop.max_delayed_picks = 0;
  self->loop.fair_after = 0;
  self->loop.delayed_picks = 0;
  self->loop.picks_in_a_row = 0;
  self->loop.last_fair_rank = 0;
  self->loop.deferred_until = 0;
  self->loop.deferred_by = 0;
}

/* The state before the first record. */
void
ls_world_init (LsWorld *self,
               LsTextTable *texts,
               gsize   *account)
{
  *self = (LsWorld) { .texts = texts, .agent = 1, .current_agent = 1 };
  ls_world_reset_ranks (self);
  ls_cow_table_init (&self->tasks, sizeof (LsTaskState), 5, account);
  ls_cow_table_init (&self->delays, sizeof (LsDelay), 6, account);
  ls_cow_table_init (&self->queues, sizeof (LsQueueState), 5, account);
  ls_cow_table_init (&self->signals, sizeof (LsSignalState), 5, account);
  ls_cow_table_init (&self->abort_sources, sizeof (LsAbortSource), 6, account);
  ls_cow_table_init (&self->timers, sizeof (LsTimerState), 6, account);
  ls_cow_table_init (&self->microtasks, sizeof (LsMicrotaskState), 6, account);
  ls_cow_table_init (&self->sources, sizeof (LsSourceState), 6, account);
  ls_cow_table_init (&self->schedulers, sizeof (guint32), 3, account);
  ls_cow_table_init (&self->agents, sizeof (LsAgentTraceState), 3, account);
  ls_cow_table_init (&self->loops, sizeof (LsWorldLoop), 0, account);
  ls_cow_table_init (&self->memories, sizeof (LsMemoryState), 3, account);
  ls_cow_table_init (&self->cells, sizeof (LsCellState), 4, account);
  ls_cow_table_init (&self->waiters, sizeof (LsWaiterState), 4, account);
}

void
ls_world_init_copy (LsWorld       *self,
                    const LsWorld *other)
{
  *self = *other;
  ls_cow_table_init_copy (&self->tasks, &other->tasks);
  ls_cow_table_init_copy (&self->delays, &other->delays);
  ls_cow_table_init_copy (&self->queues, &other->queues);
  ls_cow_table_init_copy (&self->signals, &other->signals);
  ls_cow_table_init_copy (&self->abort_sources, &other->abort_sources);
  ls_cow_table_init_copy (&self->timers, &other->timers);
  ls_cow_table_init_copy (&self->microtasks, &other->microtasks);
  ls_cow_table_init_copy (&self->sources, &other->sources);
  ls_cow_table_init_copy (&self->schedulers, &other->schedulers);
  ls_cow_table_init_copy (&self->agents, &other->agents);
  ls_cow_table_init_copy (&self->loops, &other->loops);
  ls_cow_table_init_copy (&self->memories, &other->memories);
  ls_cow_table_init_copy (&self->cells, &other->cells);
  ls_cow_table_init_copy (&self->waiters, &other->waiters);
}

void
ls_world_clear (LsWorld *self)
{
  ls_cow_table_clear (&self->tasks);
  ls_cow_table_clear (&self->delays);
  ls_cow_table_clear (&self->queues);
  ls_cow_table_clear (&self->signals);
  ls_cow_table_clear (&self->abort_sources);
  ls_cow_table_clear (&self->timers);
  ls_cow_table_clear (&self->microtasks);
  ls_cow_table_clear (&self->sources);
  ls_cow_table_clear (&self->schedulers);
  ls_cow_table_clear (&self->agents);
  ls_cow_table_clear (&self->loops);
  ls_cow_table_clear (&self->memories);
  ls_cow_table_clear (&self->cells);
  ls_cow_table_clear (&self->waiters);
}

/* The bytes that the state takes, whether or not others share them. */
gsize
ls_world_get_bytes (const LsWorld *self)
{
  return sizeof *self
         + ls_cow_table_get_bytes (&self->tasks)
         + ls_cow_table_get_bytes (&self->delays)
         + ls_cow_table_get_bytes (&self->queues)
         + ls_cow_table_get_bytes (&self->signals)
         + ls_cow_table_get_bytes (&self->abort_sources)
         + ls_cow_table_get_bytes (&self->timers)
         + ls_cow_table_get_bytes (&self->microtasks)
         + ls_cow_table_get_bytes (&self->sources)
         + ls_cow_table_get_bytes (&self->schedulers)
         + ls_cow_table_get_bytes (&self->agents)
         + ls_cow_table_get_bytes (&self->loops)
         + ls_cow_table_get_bytes (&self->memories)
         + ls_cow_table_get_bytes (&self->cells)
         + ls_cow_table_get_bytes (&self->waiters);
}
