/* ls-task-queue-selector.c: the choice of the next task queue, §4.1.3 step 2.1 and the table of the preset
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-event-loop-private.h"

/* The best candidates so far. All have one rank; they are the oldest task of immediate and of delayed work. */
typedef struct
{
  guint8           rank;
  gboolean         is_worse_waiting;
  guint64          immediate_order, delayed_order;
  LsRunnableQueue *scheduler_queue;   /* if it has the oldest immediate task */
  LsQueueType      immediate_type, delayed_type;
  gboolean         delayed_keeps_place; /* the oldest delayed task was posted without delay */
} LsCandidates;

static gboolean
candidates_admit (LsCandidates *self,
                  guint8        rank)
{
  if (rank > self->rank)
    {
      self->is_worse_waiting = TRUE;
      return FALSE;
    }
  if (rank < self->rank)
    {
      const gboolean had_any = self->rank != LS_NO_RANK;

      *self = (LsCandidates) { .rank = rank,
                               .is_worse_waiting = self->is_worse_waiting || had_any,
                               .immediate_order = LS_TIME_NEVER,
                               .delayed_order = LS_TIME_NEVER };
    }
  return TRUE;
}

static void
candidates_add_scheduler_queue (LsCandidates    *self,
                                guint8           rank,
                                LsRunnableQueue *queue)
{
  if (!candidates_admit (self, rank) || queue->tasks.head->order > self->immediate_order)
    return;
  self->immediate_order = queue->tasks.head->order;
  self->scheduler_queue = queue;
  self->immediate_type = LS_QUEUE_TYPE_WEB_SCHEDULING;
}

static void
candidates_add_loop_queue (LsCandidates      *self,
                           const LsLoopQueue *queue,
                           LsQueueType        type)
{
  const LsTask *immediate = queue->immediate_work.head;
  const LsTask *delayed = queue->delayed_work.head;

  if (!candidates_admit (self, queue->rank))
    return;
  if (immediate != NULL && immediate->order < self->immediate_order)
    {
      self->immediate_order = immediate->order;
      self->scheduler_queue = NULL;
      self->immediate_type = type;
    }
  if (delayed != NULL && delayed->order < self->delayed_order)
    {
      self->delayed_order = delayed->order;
      self->delayed_type = type;
      self->delayed_keeps_place = delayed->keeps_place;
    }
}

/* Returns the queue that the schedulers offer, or NULL. */
static LsRunnableQueue *
task_queue_selector_peek_scheduler_queue (LsEventLoop *self)
{
  return ls_discrete_input_is_queue_enabled (self, LS_QUEUE_TYPE_WEB_SCHEDULING) ? ls_runnable_queues_peek (&self->scheduler_queues)
                                                                                 : NULL;
}

/* Returns the best candidates of @first_rank and worse ranks. */
static LsCandidates
task_queue_selector_gather (LsEventLoop *self,
                            guint8       first_rank)
{
  LsCandidates candidates = { .rank = LS_NO_RANK, .immediate_order = LS_TIME_NEVER, .delayed_order = LS_TIME_NEVER };
  LsRunnableQueue *queue = task_queue_selector_peek_scheduler_queue (self);

  if (queue != NULL && self->preset.effective_priority_ranks[queue->effective_priority] >= first_rank)
    candidates_add_scheduler_queue (&candidates, self->preset.effective_priority_ranks[queue->effective_priority],
                                    queue);
  for (guint32 ready = self->ready_queues; ready != 0; ready &= ready - 1)
    {
      const LsQueueType type = __builtin_ctz (ready);

      if (self->queues[type].rank < first_rank || !ls_discrete_input_is_queue_enabled (self, type))
        continue;
      ls_loop_queue_reload (self, type);
      candidates_add_loop_queue (&candidates, &self->queues[type], type);
    }
  return candidates;
}

/* The compositor rules of Blink: raises the queue once it has starved, and for the frame after discrete input. */
void
ls_task_queue_selector_update_compositor (LsEventLoop *self)
{
  const LsPreset *preset = &self->preset;
  LsLoopQueue *queue = &self->queues[LS_QUEUE_TYPE_COMPOSITOR];
  const gboolean waits = (self->ready_queues & (1u << LS_QUEUE_TYPE_COMPOSITOR)) != 0;
  const guint64 waited = waits ? self->now - self->compositor_waits_since : 0;
  guint8 rank = preset->queue_ranks[LS_QUEUE_TYPE_COMPOSITOR];

  if (preset->compositor_starved_after_ms > 0 && waited >= preset->compositor_starved_after_ms * G_GUINT64_CONSTANT (1000))
    rank = MIN (rank, preset->compositor_starved_rank);
  if (self->compositor_after_input)
    rank = MIN (rank, preset->compositor_after_input_rank);
  if (rank == queue->rank)
    return;

  queue->rank = rank;
  ls_event_loop_emit (self, .kind = LS_RECORD_QUEUE_STARVED, .value = ls_saturate (waited / 1000),
                      .queue = LS_QUEUE_TYPE_COMPOSITOR, .level = rank, .clause = LS_CLAUSE_PRESET);
}

/* The fair preset: after so many picks while a worse rank waits, gives a turn to each of the waiting ranks, in a cycle. */
static gboolean
task_queue_selector_take_fair_turn (LsEventLoop  *self,
                                    LsCandidates *candidates)
{
  LsCandidates fair;

  if (self->preset.fair_after == 0)
    return FALSE;
  if (!candidates->is_worse_waiting)
    {
      self->picks_in_a_row = 0;
      return FALSE;
    }
  if (self->picks_in_a_row < self->preset.fair_after)
    {
      self->picks_in_a_row++;
      return FALSE;
    }
  fair = task_queue_selector_gather (self, MAX (candidates->rank, self->last_fair_rank) + 1);
  if (fair.rank == LS_NO_RANK)
    fair = task_queue_selector_gather (self, candidates->rank + 1);
  self->picks_in_a_row = 0;
  self->last_fair_rank = fair.rank;
  *candidates = fair;
  return TRUE;
}

/* Chooses between immediate and delayed work of the rank: the older one, but immediate work after too many delayed picks. Tasks
 * without delay starve nobody: Chromium has them in the immediate queue. */
static gboolean
task_queue_selector_prefers_delayed (LsEventLoop        *self,
                                     const LsCandidates *candidates,
                                     LsChoice           *choice)
{
  const gboolean has_immediate = candidates->immediate_order != LS_TIME_NEVER;
  const gboolean delayed_is_older = candidates->delayed_order < candidates->immediate_order;
  gboolean delayed = delayed_is_older;

  if (delayed && candidates->delayed_keeps_place)
    {
      self->delayed_picks = 0;
      return TRUE;
    }
  if (delayed && has_immediate && self->preset.max_delayed_picks > 0 &&
      self->delayed_picks >= self->preset.max_delayed_picks)
    {
      delayed = FALSE;
      choice->flags |= LS_RECORD_FLAG_STARVATION_GUARD;
    }
  self->delayed_picks = delayed && has_immediate ? self->delayed_picks + 1 : 0;
  return delayed;
}

/* Whether there is a task to choose. */
gboolean
ls_task_queue_selector_has_runnable (LsEventLoop *self)
{
  if (!self->awaits_discrete_input_response)
    return self->ready_queues != 0 || self->scheduler_queues.non_empty != 0;
  for (guint32 ready = self->ready_queues; ready != 0; ready &= ready - 1)
    if (ls_discrete_input_is_queue_enabled (self, __builtin_ctz (ready)))
      return TRUE;
  return FALSE;
}

/* Returns the rank of the next choice, without fair turns; LS_NO_RANK where nothing is runnable. */
guint8
ls_task_queue_selector_peek_rank (LsEventLoop *self)
{
  const LsRunnableQueue *queue = task_queue_selector_peek_scheduler_queue (self);

  if (self->ready_queues == 0)
    return queue != NULL ? self->preset.effective_priority_ranks[queue->effective_priority] : LS_NO_RANK;
  ls_task_queue_selector_update_compositor (self);
  return task_queue_selector_gather (self, 0).rank;
}

/* Chooses the next queue. Returns FALSE where nothing is runnable. */
gboolean
ls_task_queue_selector_choose (LsEventLoop *self,
                               LsChoice    *choice)
{
  LsCandidates candidates;

  *choice = (LsChoice) { .type = LS_QUEUE_TYPE_WEB_SCHEDULING };
  if (self->ready_queues == 0)
    {
      /* Only scheduler tasks are runnable: there are no ranks to compare. */
      choice->scheduler_queue = task_queue_selector_peek_scheduler_queue (self);
      if (choice->scheduler_queue == NULL)
        return FALSE;
      choice->rank = self->preset.effective_priority_ranks[choice->scheduler_queue->effective_priority];
      self->delayed_picks = 0;
      self->picks_in_a_row = 0;
      return TRUE;
    }

  ls_task_queue_selector_update_compositor (self);
  candidates = task_queue_selector_gather (self, 0);
  if (candidates.rank == LS_NO_RANK)
    return FALSE;
  if (task_queue_selector_take_fair_turn (self, &candidates))
    choice->flags |= LS_RECORD_FLAG_FAIR_TURN;
  choice->rank = candidates.rank;
  if (task_queue_selector_prefers_delayed (self, &candidates, choice))
    {
      choice->type = candidates.delayed_type;
      choice->fifo = &self->queues[candidates.delayed_type].delayed_work;
      choice->flags |= LS_RECORD_FLAG_DELAYED_WORK;
    }
  else if (candidates.scheduler_queue != NULL)
    choice->scheduler_queue = candidates.scheduler_queue;
  else
    {
      choice->type = candidates.immediate_type;
      choice->fifo = &self->queues[candidates.immediate_type].immediate_work;
    }
  return TRUE;
}

/* Notes for the compositor rules that the loop has taken a task of its own. */
void
ls_task_queue_selector_note_taken (LsEventLoop *self,
                                   LsTask      *task)
{
  if (task->queue_type == LS_QUEUE_TYPE_COMPOSITOR)
    {
      /* A frame ends the idle period. Another period begins after the frame. */
      self->idle_wants_period = self->preset.has_idle_periods;
      self->compositor_after_input = FALSE;
      self->compositor_waits_since = self->now;
      ls_task_queue_selector_update_compositor (self);
    }
  else if (task->is_discrete)
    self->compositor_after_input = TRUE;
}
