/* ls-selection.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-selection-private.h"

#include <stdlib.h>

#define NO_BOOST 255

/* The work queues of the loop's queues whose tasks can be selected. The incoming queue is one: an empty immediate
 * work queue takes it over before the selection looks. */
static const LsWorkQueueKind runnable_kinds[] = {
  LS_WORK_QUEUE_IMMEDIATE_WORK, LS_WORK_QUEUE_DELAYED_WORK, LS_WORK_QUEUE_IMMEDIATE_INCOMING
};

static const LsQueueState *
peek_queue (const LsWorld *world,
            guint32        id)
{
  return ls_cow_table_peek (&world->queues, id);
}

static guint32
get_order (const LsWorld *world,
           guint32        task)
{
  return ls_world_peek_task (world, task)->enqueue_order;
}

/* The rank of a queue of the loop, raised or not. */
guint
ls_selection_get_loop_rank (const LsWorld *world,
                            guint          queue_type)
{
  guint boosted_rank = world->loop_queues[queue_type].boosted_rank;

  return boosted_rank != NO_BOOST ? boosted_rank : world->queue_ranks[queue_type];
}

static LsNextTask
describe_queue_head (const LsWorld      *world,
                     const LsQueueState *queue)
{
  return (LsNextTask) {
    .task = queue->tasks.first,
    .queue = queue->id,
    .order = get_order (world, queue->tasks.first),
    .queue_type = LS_QUEUE_TYPE_WEB_SCHEDULING,
    .rank = world->priority_ranks[queue->effective_priority],
    .effective_priority = queue->effective_priority,
  };
}

/* §2.4.3: of the runnable queues of the highest effective priority, the one whose first task is oldest. */
static void
select_scheduler_queue (const LsWorld *world,
                        LsNextTask    *best)
{
  guint32 id = 0;

  for (int i = LS_N_EFFECTIVE_PRIORITIES - 1; i >= 0 && id == 0; i--)
    id = world->runnable_queues[i];

  for (; id != 0; id = peek_queue (world, id)->next_runnable)
    {
      const LsQueueState *queue = peek_queue (world, id);
      guint32 order = get_order (world, queue->tasks.first);

      if (best->task == 0 || order < best->order)
        *best = describe_queue_head (world, queue);
    }
}

/* The oldest task of a queue of the loop that can be selected; task is 0 where there is none. */
static LsNextTask
describe_loop_queue_head (const LsWorld *world,
                          guint          queue_type)
{
  LsNextTask head = {
    .queue_type = queue_type,
    .rank = ls_selection_get_loop_rank (world, queue_type),
    .effective_priority = -1,
  };

  for (guint i = 0; i < G_N_ELEMENTS (runnable_kinds); i++)
    {
      guint32 first = world->loop_queues[queue_type].work_queues[runnable_kinds[i]].first;

      if (first != 0 && (head.task == 0 || get_order (world, first) < head.order))
        {
          head.task = first;
          head.order = get_order (world, first);
        }
    }

  return head;
}

static guint32
count_loop_tasks (const LsWorld *world,
                  guint          queue_type)
{
  guint32 n_tasks = 0;

  for (guint i = 0; i < G_N_ELEMENTS (runnable_kinds); i++)
    n_tasks += world->loop_queues[queue_type].work_queues[runnable_kinds[i]].length;
  return n_tasks;
}

/* Whether one task comes before another as things stand. */
static gboolean
comes_before (const LsNextTask *a,
              const LsNextTask *b)
{
  if (a->rank != b->rank)
    return a->rank < b->rank;
  if (a->queue != 0 && b->queue != 0 && a->effective_priority != b->effective_priority)
    return a->effective_priority > b->effective_priority;
  return a->order < b->order;
}

/* The task that will be selected next; next->task is 0 where nothing is runnable. */
void
ls_selection_find_next (const LsWorld *world,
                        LsNextTask    *next)
{
  *next = (LsNextTask) { .effective_priority = -1 };
  select_scheduler_queue (world, next);
  for (guint i = 0; i < LS_N_QUEUE_TYPES; i++)
    {
      LsNextTask head = describe_loop_queue_head (world, i);

      if (head.task != 0 && (next->task == 0 || comes_before (&head, next)))
        *next = head;
    }
}

/* What decides about a task that waits in a queue. Returns FALSE for any other task. */
gboolean
ls_selection_describe (const LsWorld     *world,
                       const LsTaskState *task,
                       LsNextTask        *described)
{
  *described = (LsNextTask) { .effective_priority = -1 };
  if (task->status != LS_TASK_STATUS_QUEUED && task->status != LS_TASK_STATUS_INCOMING)
    return FALSE;

  described->task = task->id;
  described->order = task->enqueue_order;
  described->queue_type = task->queue_type;
  if (task->place == LS_PLACE_SCHEDULER_QUEUE)
    {
      described->queue = task->queue;
      described->effective_priority = peek_queue (world, task->queue)->effective_priority;
      described->rank = world->priority_ranks[described->effective_priority];
    }
  else
    described->rank = ls_selection_get_loop_rank (world, task->queue_type);

  return TRUE;
}

/* How many tasks of a list, which begins with @first, come before another one. They stand in the order in which they
 * will be taken, so the first that does not ends the search. */
static guint32
count_list_before (const LsWorld    *world,
                   const LsTaskList *list,
                   LsNextTask        head,
                   const LsNextTask *than)
{
  guint32 n_before = 0, id = list->first;

  /* A different rank or effective priority decides for the whole list. */
  head.order = G_MAXUINT32;
  if (comes_before (&head, than))
    return list->length;

  for (; id != 0; id = ls_world_peek_task (world, id)->next)
    {
      head.order = get_order (world, id);
      if (id == than->task || !comes_before (&head, than))
        break;
      n_before++;
    }

  return n_before;
}

/* How many queued tasks come before a described one as things stand. */
guint32
ls_selection_count_before (const LsWorld    *world,
                           const LsNextTask *described)
{
  guint32 n_before = 0;

  for (guint i = 0; i < LS_N_EFFECTIVE_PRIORITIES; i++)
    for (guint32 id = world->runnable_queues[i]; id != 0; id = peek_queue (world, id)->next_runnable)
      {
        const LsQueueState *queue = peek_queue (world, id);

        n_before += count_list_before (world, &queue->tasks, describe_queue_head (world, queue), described);
      }

  for (guint i = 0; i < LS_N_QUEUE_TYPES; i++)
    for (guint k = 0; k < G_N_ELEMENTS (runnable_kinds); k++)
      n_before += count_list_before (world, &world->loop_queues[i].work_queues[runnable_kinds[k]],
                                     describe_loop_queue_head (world, i), described);

  return n_before;
}

guint
ls_selection_count_queues (const LsWorld *world)
{
  guint n_queues = world->n_runnable_queues;

  for (guint i = 0; i < LS_N_QUEUE_TYPES; i++)
    n_queues += count_loop_tasks (world, i) > 0;
  return n_queues;
}

static LsCandidate
make_candidate (const LsNextTask *head,
                guint32           n_tasks)
{
  return (LsCandidate) {
    .queue = head->queue,
    .queue_type = head->queue_type,
    .rank = head->rank,
    .effective_priority = head->effective_priority,
    .oldest_task = head->task,
    .oldest_order = head->order,
    .n_tasks = n_tasks,
    .turn_order = head->order,
  };
}

/* A scheduler offers its best queue only, so one of lower effective priority, but the same rank, comes after the ones
 * above it however old its task is. */
static void
set_turn_orders (const LsWorld *world,
                 LsCandidate   *candidates,
                 guint          n_candidates)
{
  guint32 latest[LS_N_EFFECTIVE_PRIORITIES] = { 0 };
  gboolean present[LS_N_EFFECTIVE_PRIORITIES] = { FALSE };

  for (guint i = 0; i < n_candidates; i++)
    if (candidates[i].queue != 0)
      {
        guint priority = candidates[i].effective_priority;

        latest[priority] = MAX (latest[priority], candidates[i].oldest_order);
        present[priority] = TRUE;
      }

  for (guint i = 0; i < n_candidates; i++)
    for (int p = candidates[i].effective_priority + 1; candidates[i].queue != 0 && p < LS_N_EFFECTIVE_PRIORITIES; p++)
      if (present[p] && world->priority_ranks[p] == candidates[i].rank)
        candidates[i].turn_order = MAX (candidates[i].turn_order, latest[p]);
}

static int
compare_candidates (gconstpointer a,
                    gconstpointer b)
{
  const LsCandidate *x = a, *y = b;

  if (x->rank != y->rank)
    return x->rank < y->rank ? -1 : 1;
  if (x->turn_order != y->turn_order)
    return x->turn_order < y->turn_order ? -1 : 1;
  if (x->effective_priority != y->effective_priority)
    return x->effective_priority > y->effective_priority ? -1 : 1;
  if (x->oldest_order != y->oldest_order)
    return x->oldest_order < y->oldest_order ? -1 : 1;
  return x->oldest_task < y->oldest_task ? -1 : x->oldest_task > y->oldest_task;
}

/* Every queue with a task that could be selected, the best first. Free with g_free(). */
LsCandidate *
ls_selection_list_candidates (const LsWorld *world,
                              guint         *n_candidates)
{
  guint n_allocated = ls_selection_count_queues (world);
  LsCandidate *candidates = g_new0 (LsCandidate, n_allocated + 1);
  guint n = 0;

  for (int i = LS_N_EFFECTIVE_PRIORITIES - 1; i >= 0; i--)
    for (guint32 id = world->runnable_queues[i]; id != 0; id = peek_queue (world, id)->next_runnable)
      {
        const LsQueueState *queue = peek_queue (world, id);
        LsNextTask head = describe_queue_head (world, queue);

        candidates[n++] = make_candidate (&head, queue->tasks.length);
      }
  for (guint i = 0; i < LS_N_QUEUE_TYPES; i++)
    {
      LsNextTask head = describe_loop_queue_head (world, i);

      if (head.task != 0)
        candidates[n++] = make_candidate (&head, count_loop_tasks (world, i));
    }

  set_turn_orders (world, candidates, n);
  qsort (candidates, n, sizeof *candidates, compare_candidates);
  *n_candidates = n;

  return candidates;
}
