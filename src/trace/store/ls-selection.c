/* ls-selection.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-selection-private.h"

#include <stdlib.h>
#include <string.h>

#include "ls-queue-type-private.h"

#define NO_BOOST 255
#define NO_RANK G_MAXUINT

/* The tasks of one rank that the engine's selector compares: the oldest immediate and the oldest delayed one. */
typedef struct
{
  guint      rank;
  gboolean   is_worse_waiting;
  LsNextTask immediate, delayed;   /* task is 0 where there is none */
} LsRankHeads;

/* The work queues whose tasks can be selected. The incoming queue is one of them, as an empty immediate work queue takes it over
 * before the selection. */
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
  guint boosted_rank = world->loop.loop_queues[queue_type].boosted_rank;

  return boosted_rank != NO_BOOST ? boosted_rank : world->loop.queue_ranks[queue_type];
}

/* Whether the tasks of a queue wait for the frame after a discrete input event. */
static gboolean
is_deferred (const LsWorld *world,
             guint          queue_type)
{
  return world->loop.deferred_until > 0 && ls_queue_type_is_deferrable (queue_type);
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
    .rank = world->loop.priority_ranks[queue->effective_priority],
    .effective_priority = queue->effective_priority,
    .is_deferred = is_deferred (world, LS_QUEUE_TYPE_WEB_SCHEDULING),
  };
}

/* §2.4.3: of the runnable queues of the highest effective priority, the one whose first task is oldest. */
static void
select_scheduler_queue (const LsWorld *world,
                        LsNextTask    *best)
{
  const LsQueueState *oldest = NULL;
  guint32 id = 0;

  for (int i = LS_N_EFFECTIVE_PRIORITIES - 1; i >= 0 && id == 0; i--)
    id = world->loop.runnable_queues[i];

  while (id != 0)
    {
      const LsQueueState *queue = peek_queue (world, id);

      if (oldest == NULL || queue->first_order < oldest->first_order)
        oldest = queue;
      id = queue->next_runnable;
    }
  if (oldest != NULL && (best->task == 0 || oldest->first_order < best->order))
    *best = describe_queue_head (world, oldest);
}

static LsNextTask
describe_loop_queue (const LsWorld *world,
                     guint          queue_type)
{
  return (LsNextTask) {
    .queue_type = queue_type,
    .rank = ls_selection_get_loop_rank (world, queue_type),
    .effective_priority = -1,
    .is_deferred = is_deferred (world, queue_type),
  };
}

/* Makes the first task of a work queue the head if it is older. */
static void
take_older (const LsWorld   *world,
            LsNextTask      *head,
            LsWorkQueueKind  kind)
{
  guint32 first = world->loop.loop_queues[head->queue_type].work_queues[kind].first;

  if (first != 0 && (head->task == 0 || get_order (world, first) < head->order))
    {
      head->task = first;
      head->order = get_order (world, first);
    }
}

/* The oldest task of a queue of the loop that can be selected; task is 0 where there is none. */
static LsNextTask
describe_loop_queue_head (const LsWorld *world,
                          guint          queue_type)
{
  LsNextTask head = describe_loop_queue (world, queue_type);

  for (guint i = 0; i < G_N_ELEMENTS (runnable_kinds); i++)
    take_older (world, &head, runnable_kinds[i]);

  return head;
}

static guint32
count_loop_tasks (const LsWorld *world,
                  guint          queue_type)
{
  guint32 n_tasks = 0;

  for (guint i = 0; i < G_N_ELEMENTS (runnable_kinds); i++)
    n_tasks += world->loop.loop_queues[queue_type].work_queues[runnable_kinds[i]].length;
  return n_tasks;
}

/* Whether one task comes before another by rank and age alone, without the rules that look at the past. */
gboolean
ls_selection_comes_before (const LsNextTask *a,
                           const LsNextTask *b)
{
  if (a->is_deferred != b->is_deferred)
    return b->is_deferred;
  if (a->rank != b->rank)
    return a->rank < b->rank;
  if (a->queue != 0 && b->queue != 0 && a->effective_priority != b->effective_priority)
    return a->effective_priority > b->effective_priority;
  return a->order < b->order;
}

static gboolean
heads_admit (LsRankHeads *self,
             guint        rank)
{
  if (rank > self->rank)
    {
      self->is_worse_waiting = TRUE;
      return FALSE;
    }
  if (rank < self->rank)
    *self = (LsRankHeads) { .rank = rank, .is_worse_waiting = self->is_worse_waiting || self->rank != NO_RANK };
  return TRUE;
}

static void
heads_add (LsNextTask       *head,
           const LsNextTask *task)
{
  if (task->task != 0 && (head->task == 0 || task->order < head->order))
    *head = *task;
}

/* Finds the best task of @first_rank or a worse rank. The schedulers offer one queue, that of @scheduler_head. */
static LsRankHeads
gather_heads (const LsWorld    *world,
              const LsNextTask *scheduler_head,
              guint             first_rank)
{
  LsRankHeads heads = { .rank = NO_RANK };

  if (scheduler_head->task != 0 && !scheduler_head->is_deferred && scheduler_head->rank >= first_rank &&
      heads_admit (&heads, scheduler_head->rank))
    heads_add (&heads.immediate, scheduler_head);
  for (guint i = 0; i < LS_N_TRACE_QUEUE_TYPES; i++)
    {
      LsNextTask immediate = describe_loop_queue (world, i), delayed = immediate;

      take_older (world, &immediate, LS_WORK_QUEUE_IMMEDIATE_WORK);
      take_older (world, &immediate, LS_WORK_QUEUE_IMMEDIATE_INCOMING);
      take_older (world, &delayed, LS_WORK_QUEUE_DELAYED_WORK);
      if ((immediate.task == 0 && delayed.task == 0) || immediate.is_deferred || immediate.rank < first_rank
          || !heads_admit (&heads, immediate.rank))
        continue;
      heads_add (&heads.immediate, &immediate);
      heads_add (&heads.delayed, &delayed);
    }

  return heads;
}

/* Whether a task of delayed work counts as immediate: it was posted without delay. */
static gboolean
keeps_place (const LsWorld *world,
             guint32        task)
{
  const LsTaskState *state = ls_world_peek_task (world, task);

  return state != NULL && state->keeps_place;
}

/* Immediate or delayed work of the rank: the older one, but immediate work after too many delayed picks. */
static LsNextTask
choose_head (const LsWorld     *world,
             const LsRankHeads *heads)
{
  LsNextTask next = heads->immediate;

  if (heads->delayed.task == 0 || (next.task != 0 && next.order <= heads->delayed.order))
    return next;
  if (next.task == 0 || world->loop.max_delayed_picks == 0 || world->loop.delayed_picks < world->loop.max_delayed_picks
      || keeps_place (world, heads->delayed.task))
    return heads->delayed;

  next.flags = LS_RECORD_FLAG_STARVATION_GUARD;
  next.instead_of = heads->delayed.task;
  return next;
}

/* The task that will be selected next, as the engine's selector does; next->task is 0 where nothing is runnable. */
void
ls_selection_find_next (const LsWorld *world,
                        LsNextTask    *next)
{
  LsNextTask scheduler_head = { .effective_priority = -1 };
  LsRankHeads heads, fair;
  guint32 instead_of;

  select_scheduler_queue (world, &scheduler_head);
  heads = gather_heads (world, &scheduler_head, 0);
  *next = choose_head (world, &heads);
  if (next->task == 0)
    next->effective_priority = -1;
  if (world->loop.fair_after == 0 || !heads.is_worse_waiting || world->loop.picks_in_a_row < world->loop.fair_after)
    return;

  fair = gather_heads (world, &scheduler_head, MAX (heads.rank, world->loop.last_fair_rank) + 1);
  if (fair.rank == NO_RANK)
    fair = gather_heads (world, &scheduler_head, heads.rank + 1);
  instead_of = next->task;
  *next = choose_head (world, &fair);
  next->flags |= LS_RECORD_FLAG_FAIR_TURN;
  next->instead_of = instead_of;
}

/* Whether anything can be selected that is immediate work of this rank, or, with @worse, any work of a worse one. */
static gboolean
has_work_of_rank (const LsWorld *world,
                  guint          rank,
                  gboolean       worse)
{
  int priority = LS_N_EFFECTIVE_PRIORITIES - 1;

  while (priority >= 0 && (world->loop.runnable_queues[priority] == 0 || is_deferred (world, LS_QUEUE_TYPE_WEB_SCHEDULING)))
    priority--;
  if (priority >= 0 && (worse ? world->loop.priority_ranks[priority] > rank : world->loop.priority_ranks[priority] == rank))
    return TRUE;

  for (guint i = 0; i < LS_N_TRACE_QUEUE_TYPES; i++)
    {
      const LsTaskList *work_queues = world->loop.loop_queues[i].work_queues;
      guint own_rank = ls_selection_get_loop_rank (world, i);

      if (is_deferred (world, i) || (worse ? own_rank <= rank : own_rank != rank))
        continue;
      if (work_queues[LS_WORK_QUEUE_IMMEDIATE_WORK].first != 0
          || work_queues[LS_WORK_QUEUE_IMMEDIATE_INCOMING].first != 0
          || (worse && work_queues[LS_WORK_QUEUE_DELAYED_WORK].first != 0))
        return TRUE;
    }

  return FALSE;
}

/* Counts what the rules of the preset ask for, as the engine's selector does. Callers pass a TASK_SELECTED record and the state
 * just before it. */
void
ls_selection_count_pick (LsWorld        *world,
                         const LsRecord *record)
{
  if ((record->flags & LS_RECORD_FLAG_DELAYED_WORK) != 0 && !keeps_place (world, record->subject)
      && has_work_of_rank (world, record->level, FALSE))
    world->loop.delayed_picks++;
  else
    world->loop.delayed_picks = 0;

  if (world->loop.fair_after == 0)
    return;
  if ((record->flags & LS_RECORD_FLAG_FAIR_TURN) != 0)
    {
      world->loop.picks_in_a_row = 0;
      world->loop.last_fair_rank = record->level;
    }
  else if (has_work_of_rank (world, record->level, TRUE))
    world->loop.picks_in_a_row = MIN (world->loop.picks_in_a_row + 1, world->loop.fair_after);
  else
    world->loop.picks_in_a_row = 0;
}

/* Describes what decides about a task that waits in a queue. Returns FALSE for any other task. */
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
  described->is_deferred = is_deferred (world, task->queue_type);
  if (task->place == LS_PLACE_SCHEDULER_QUEUE)
    {
      described->queue = task->queue;
      described->effective_priority = peek_queue (world, task->queue)->effective_priority;
      described->rank = world->loop.priority_ranks[described->effective_priority];
    }
  else
    described->rank = ls_selection_get_loop_rank (world, task->queue_type);

  return TRUE;
}

/* Counts the tasks of a list that come before another one. The list begins with @first and is in the order of selection, so the
 * search ends with the first task that comes after. */
static guint32
count_list_before (const LsWorld    *world,
                   const LsTaskList *list,
                   LsNextTask        head,
                   const LsNextTask *than)
{
  guint32 n_before = 0, id = list->first;

  /* A different rank or effective priority decides for the whole list. */
  head.order = G_MAXUINT32;
  if (ls_selection_comes_before (&head, than))
    return list->length;

  for (; id != 0; id = ls_world_peek_task (world, id)->next)
    {
      head.order = get_order (world, id);
      if (id == than->task || !ls_selection_comes_before (&head, than))
        break;
      n_before++;
    }

  return n_before;
}

/* Counts the queued tasks that come before a described one as things stand. Rules that look at the past are applied to @next alone.
 * */
guint32
ls_selection_count_before (const LsWorld    *world,
                           const LsNextTask *described,
                           const LsNextTask *next)
{
  guint32 n_before = 0;

  if (next->task == described->task)
    return 0;
  if (next->task != 0 && !ls_selection_comes_before (next, described))
    n_before++;

  for (guint i = 0; i < LS_N_EFFECTIVE_PRIORITIES; i++)
    for (guint32 id = world->loop.runnable_queues[i]; id != 0; id = peek_queue (world, id)->next_runnable)
      {
        const LsQueueState *queue = peek_queue (world, id);

        n_before += count_list_before (world, &queue->tasks, describe_queue_head (world, queue), described);
      }

  for (guint i = 0; i < LS_N_TRACE_QUEUE_TYPES; i++)
    for (guint k = 0; k < G_N_ELEMENTS (runnable_kinds); k++)
      n_before += count_list_before (world, &world->loop.loop_queues[i].work_queues[runnable_kinds[k]],
                                     describe_loop_queue_head (world, i), described);

  return n_before;
}

guint
ls_selection_count_queues (const LsWorld *world)
{
  guint n_queues = is_deferred (world, LS_QUEUE_TYPE_WEB_SCHEDULING) ? 0 : world->loop.n_runnable_queues;

  for (guint i = 0; i < LS_N_TRACE_QUEUE_TYPES; i++)
    n_queues += !is_deferred (world, i) && count_loop_tasks (world, i) > 0;
  return n_queues;
}

/* How many tasks wait in queues for the frame after a discrete input event. */
guint
ls_selection_count_deferred (const LsWorld *world)
{
  guint n_tasks = 0;

  for (guint i = 0; i < LS_N_TRACE_QUEUE_TYPES; i++)
    if (is_deferred (world, i))
      n_tasks += count_loop_tasks (world, i);
  for (guint i = 0; i < LS_N_EFFECTIVE_PRIORITIES && is_deferred (world, LS_QUEUE_TYPE_WEB_SCHEDULING); i++)
    for (guint32 id = world->loop.runnable_queues[i]; id != 0; id = peek_queue (world, id)->next_runnable)
      n_tasks += peek_queue (world, id)->tasks.length;
  return n_tasks;
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

/* A scheduler offers its best queue only. So a queue of the same rank but lower effective priority comes later, however old its
 * task is. */
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
      if (present[p] && world->loop.priority_ranks[p] == candidates[i].rank)
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

/* A rule that looks at the past puts the queue of the next task first, and the task first there. */
static void
move_next_to_front (const LsWorld *world,
                    LsCandidate   *candidates,
                    guint          n_candidates)
{
  LsNextTask next;
  LsCandidate first;
  guint i = 0;

  ls_selection_find_next (world, &next);
  if (next.flags == 0)
    return;

  while (i + 1 < n_candidates && (candidates[i].queue != next.queue || candidates[i].queue_type != next.queue_type))
    i++;
  first = candidates[i];
  first.oldest_task = next.task;
  first.oldest_order = next.order;
  memmove (&candidates[1], &candidates[0], i * sizeof *candidates);
  candidates[0] = first;
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
    for (guint32 id = world->loop.runnable_queues[i]; id != 0; id = peek_queue (world, id)->next_runnable)
      {
        const LsQueueState *queue = peek_queue (world, id);
        LsNextTask head = describe_queue_head (world, queue);

        if (!head.is_deferred)
          candidates[n++] = make_candidate (&head, queue->tasks.length);
      }
  for (guint i = 0; i < LS_N_TRACE_QUEUE_TYPES; i++)
    {
      LsNextTask head = describe_loop_queue_head (world, i);

      if (head.task != 0 && !head.is_deferred)
        candidates[n++] = make_candidate (&head, count_loop_tasks (world, i));
    }

  set_turn_orders (world, candidates, n);
  qsort (candidates, n, sizeof *candidates, compare_candidates);
  move_next_to_front (world, candidates, n);
  *n_candidates = n;

  return candidates;
}
