/* ls-reducer-loop.c: what the records about presets, timers and schedulers do to the state
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-world-private.h"

static void
on_queue_starved (LsWorld        *self,
                  const LsRecord *record)
{
  LsLoopQueueState *queue;

  if (!ls_queue_type_is_known (record->queue))
    return;

  queue = &self->loop.loop_queues[record->queue];
  if (record->level == self->loop.queue_ranks[record->queue])
    {
      queue->boosted_rank = 255;
      queue->starved_ms = 0;
      return;
    }
  queue->boosted_rank = record->level;
  queue->starved_ms = record->value;
}

static void
on_tasks_deferred (LsWorld        *self,
                   const LsRecord *record)
{
  self->loop.deferred_until = record->value > 0 ? record->time + record->value : 0;
  self->loop.deferred_by = record->subject;
}

static void
on_preset (LsWorld        *self,
           const LsRecord *record)
{
  if (record->kind == LS_RECORD_LOOP_STARTED)
    {
      ls_world_reset_ranks (self);
      self->loop.preset = record->text;
      self->loop.is_recorded = (record->flags & LS_RECORD_FLAG_RECORDED) != 0;
      self->loop.experiments = record->object & LS_EXPERIMENTS_ALL;
      self->loop.edition = record->value <= LS_EDITION_2023_YIELD_OPTIONS ? record->value : LS_EDITION_2025;
    }
  else if (record->kind == LS_RECORD_PRESET_QUEUE && ls_queue_type_is_known (record->queue))
    {
      self->loop.queue_ranks[record->queue] = record->level;
      self->loop.queue_rank_names[record->queue] = record->text;
    }
  else if (record->kind == LS_RECORD_PRESET_PRIORITY && record->value < LS_N_EFFECTIVE_PRIORITIES)
    {
      self->loop.priority_ranks[record->value] = record->level;
      self->loop.priority_rank_names[record->value] = record->text;
    }
  else if (record->kind == LS_RECORD_PRESET_RULE && record->subject == LS_PRESET_RULE_MAX_DELAYED_PICKS)
    self->loop.max_delayed_picks = record->value;
  else if (record->kind == LS_RECORD_PRESET_RULE && record->subject == LS_PRESET_RULE_FAIR_AFTER)
    self->loop.fair_after = record->value;
}

static void
on_timer_installed (LsWorld        *self,
                    const LsRecord *record)
{
  LsTimerState *timer;

  if (!ls_world_accepts_id (self, record->subject))
    return;

  timer = ls_cow_table_edit (&self->timers, record->subject);
  *timer = (LsTimerState) {
    .id = record->subject,
    .task = record->object,
    .name = record->text,
    .timeout = record->value,
    .nesting_level = record->level,
    .repeating = (record->flags & LS_RECORD_FLAG_REPEATING) != 0,
    .clamped = (record->flags & LS_RECORD_FLAG_CLAMPED) != 0,
    .active = TRUE,
  };
}

static void
on_timer_ended (LsWorld        *self,
                const LsRecord *record)
{
  const LsTimerState *known = ls_cow_table_peek (&self->timers, record->subject);
  LsTimerState *timer;

  if (known == NULL || known->id == 0)
    return;

  timer = ls_cow_table_edit (&self->timers, record->subject);
  if (record->kind == LS_RECORD_TIMER_CLEARED || !timer->repeating)
    timer->active = FALSE;
  if (record->kind == LS_RECORD_TIMER_FIRED)
    timer->nesting_level = record->level;
}

static void
on_scheduler_created (LsWorld        *self,
                      const LsRecord *record)
{
  if (ls_world_accepts_id (self, record->subject))
    *(guint32 *) ls_cow_table_edit (&self->schedulers, record->subject) = record->text;
}

void
ls_world_apply_loop (LsWorld        *self,
                     const LsRecord *record)
{
  switch (record->kind)
    {
    case LS_RECORD_SCHEDULER_CREATED:
      on_scheduler_created (self, record);
      break;
    case LS_RECORD_TIMER_INSTALLED:
      on_timer_installed (self, record);
      break;
    case LS_RECORD_TIMER_FIRED:
    case LS_RECORD_TIMER_CLEARED:
      on_timer_ended (self, record);
      break;
    case LS_RECORD_QUEUE_STARVED:
      on_queue_starved (self, record);
      break;
    case LS_RECORD_TASKS_DEFERRED:
      on_tasks_deferred (self, record);
      break;
    default:
      on_preset (self, record);
      break;
    }
}
