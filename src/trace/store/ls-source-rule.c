/* ls-source-rule.c: the order in which an iteration of a GLib loop dispatches sources
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-source-rule-private.h"

/* An iteration looks once at what is ready, takes the sources of the best priority, and dispatches them in the order in which they
 * were attached. What becomes ready meanwhile waits for the next one, whatever its priority. Of idle sources it is known
 * when they are ready; of a timeout it is not: g_source_set_ready_time() may have changed that. */

/* How many sources of a queue are looked at. */
#define MAX_LOOKS 64

static const LsSourceState *
get_source (const LsWorld     *world,
            const LsTaskState *task)
{
  const LsSourceState *source = ls_cow_table_peek (&world->sources, task->source);

  return source != NULL && source->id != 0 ? source : NULL;
}

/* Why @winner is dispatched and @loser is not, both of which wait in @world. */
LsSourceRule
ls_source_rule_compare (const LsWorld     *world,
                        const LsTaskState *winner,
                        const LsTaskState *loser)
{
  const LsSourceState *first = get_source (world, winner), *second = get_source (world, loser);
  LsIteration iteration;

  if (first == NULL || second == NULL)
    return winner->queue_type < loser->queue_type ? LS_SOURCE_RULE_PRIORITY : LS_SOURCE_RULE_OPEN;
  if (first->priority < second->priority)
    return LS_SOURCE_RULE_PRIORITY;
  if (first->priority == second->priority && ls_source_precedes (first, second))
    return LS_SOURCE_RULE_ORDER;
  iteration = ls_world_get_iteration (world, first, world->time);
  if (loser->queued_at > iteration.first_at)
    return LS_SOURCE_RULE_ITERATION;
  if (loser->queued_at > iteration.earliest || second->sort != LS_SOURCE_IDLE ||
      (first->priority == second->priority && !ls_source_precedes (second, first)) ||
      (second->is_from_outside && second->attached_at + LS_ATTACHING_TAKES > iteration.earliest))
    return LS_SOURCE_RULE_OPEN;
  return LS_SOURCE_RULE_BROKEN;
}

/* Judges the choice of @chosen among all that waits in @world. Returns LS_SOURCE_RULE_BROKEN, LS_SOURCE_RULE_OPEN, or another one
 * if it is right. @expected: (out): the source's task that was to be first, else 0 */
LsSourceRule
ls_source_rule_judge (const LsWorld     *world,
                      const LsTaskState *chosen,
                      guint32           *expected)
{
  LsSourceRule worst = LS_SOURCE_RULE_PRIORITY;

  *expected = 0;
  for (guint type = LS_QUEUE_TYPE_SOURCES; type <= chosen->queue_type && type < LS_N_TRACE_QUEUE_TYPES; type++)
    for (guint kind = 0; kind < LS_N_WORK_QUEUES; kind++)
      {
        guint32 id = kind != LS_WORK_QUEUE_DELAYED_INCOMING ? world->loop.loop_queues[type].work_queues[kind].first : 0;

        for (guint i = 0; i < MAX_LOOKS && id != 0; i++)
          {
            const LsTaskState *task = ls_world_peek_task (world, id);
            LsSourceRule rule = id != chosen->id ? ls_source_rule_compare (world, chosen, task) : LS_SOURCE_RULE_PRIORITY;

            if (rule > worst)
              {
                worst = rule;
                *expected = id;
              }
            id = task->next;
          }
      }
  return worst;
}
