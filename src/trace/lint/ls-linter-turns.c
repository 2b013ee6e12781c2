/* ls-linter-turns.c: what tasks that wait, and turns, tell about the lints
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-linter-private.h"

/* Tasks in queues */

static void
forget_queueing (LsLinter   *self,
                 LsLintTask *task)
{
  if (task->sequence == 0)
    return;
  task->sequence = 0;
  /* Only a corrupt trace speaks of a task in another agent's records. */
  if (task->agent != self->loops.agent || self->n_waiting == 0)
    return;
  if (--self->n_waiting == 0)
    {
      ls_sums_reset (&self->sums, self->sequence);
      ls_sums_reset (&self->continuation_sums, self->sequence);
    }
}

void
ls_linter_remove_task (LsLinter *self,
                       guint32   id)
{
  LsLintTask *task = ls_id_map_get (&self->tasks, id);

  if (task == NULL)
    return;
  forget_queueing (self, task);
  if (task->signal != 0)
    ls_linter_release_signal (self, task->signal);
  ls_id_map_remove (&self->tasks, id);
}

LsLintTask *
ls_linter_know_task (LsLinter       *self,
                     const LsRecord *record)
{
  LsLintTask *task = ls_id_map_get (&self->tasks, record->subject);

  if (task != NULL || record->subject == 0)
    return task;
  task = ls_id_map_add (&self->tasks, record->subject);
  task->name = record->text;
  task->agent = self->loops.agent;
  task->queue = record->queue;
  task->priority = record->priority;
  task->is_continuation = record->kind != LS_RECORD_TASK_DELAYED && record->kind != LS_RECORD_TASK_INCOMING
                          && (record->flags & LS_RECORD_FLAG_CONTINUATION) != 0;
  return task;
}

static void
queue_task (LsLinter       *self,
            LsLintTask     *task,
            const LsRecord *record)
{
  forget_queueing (self, task);
  task->agent = self->loops.agent;
  task->sequence = ++self->sequence;
  task->queued_at = record->time;
  task->queued_position = self->position;
  task->queue = record->queue;
  if (record->kind == LS_RECORD_TASK_QUEUED)
    task->priority = record->priority;
  if (task->priority < LS_N_TASK_PRIORITIES)
    {
      const LsLintRun *run = &self->runs[task->priority];

      task->run = run->serial;
      task->run_count = run->count;
      task->run_duration = run->duration;
    }
  self->n_waiting++;
}

void
ls_linter_on_task_posted (LsLinter       *self,
                          const LsRecord *record)
{
  LsLintTask *task;
  LsLintSignal *signal;
  gboolean is_continuation = (record->flags & LS_RECORD_FLAG_CONTINUATION) != 0;

  if (record->subject == 0)
    return;
  ls_linter_remove_task (self, record->subject);
  task = ls_linter_know_task (self, record);
  if (is_continuation && self->turn.task != 0)
    self->turn.has_yielded = TRUE;

  signal = ls_linter_use_signal (self, record->object);
  if (signal != NULL)
    {
      task->signal = record->object;
      signal->n_active++;
      signal->n_posted += !is_continuation;
    }
  if (self->task_of_promise == record->subject && (signal != NULL || is_continuation))
    {
      LsLintPromise *promise = ls_id_map_add (&self->promises, self->promise_of_task);

      if (promise->signal != 0)
        ls_linter_release_signal (self, promise->signal);
      *promise = (LsLintPromise) { .task = is_continuation ? record->subject : 0,
                                   .signal = signal != NULL ? record->object : 0 };
      if (signal != NULL)
        signal->n_active++;
    }
  self->task_of_promise = 0;

  if (record->level == 1)
    {
      LsLint lint = ls_linter_begin_lint (self, LS_LINT_SHORT_DELAY, record, LS_LINT_SUBJECT_TASK, record->subject);

      lint.name = record->text;
      lint.queue = LS_QUEUE_TYPE_WEB_SCHEDULING;
      ls_linter_add (self, &lint);
    }
}

void
ls_linter_on_task_refused (LsLinter       *self,
                           const LsRecord *record)
{
  LsLint lint = ls_linter_begin_lint (self, LS_LINT_ABORTED_POST, record, LS_LINT_SUBJECT_TASK, record->subject);
  const LsLintSignal *signal = ls_linter_use_signal (self, record->object);

  self->task_of_promise = 0;
  /* That a yield throws is how an abort ends a task. */
  if ((record->flags & LS_RECORD_FLAG_CONTINUATION) != 0)
    return;
  lint.name = record->text;
  lint.queue = LS_QUEUE_TYPE_WEB_SCHEDULING;
  lint.other_kind = LS_LINT_SUBJECT_SIGNAL;
  lint.other = record->object;
  lint.other_name = signal != NULL ? signal->name : 0;
  ls_linter_add (self, &lint);
}

void
ls_linter_on_task_queued (LsLinter       *self,
                          const LsRecord *record)
{
  LsLintTask *task;

  /* A scheduler task whose delay has ended is queued by a record of its own. */
  if (record->kind == LS_RECORD_TASK_DUE && record->queue == LS_QUEUE_TYPE_WEB_SCHEDULING)
    return;
  if ((task = ls_linter_know_task (self, record)) != NULL)
    queue_task (self, task, record);
}

/* What waited longer than it should have */

void
ls_linter_report_starved (LsLinter         *self,
                          guint32           id,
                          const LsLintTask *task,
                          guint64           position,
                          guint64           time,
                          guint64           waited,
                          gboolean          is_preset_rule)
{
  guint64 limit = task->priority == LS_TASK_PRIORITY_BACKGROUND && task->queue == LS_QUEUE_TYPE_WEB_SCHEDULING
                    ? self->limits.starved_background : self->limits.starved;
  LsLint lint = {
    .kind = LS_LINT_STARVED_TASK,
    .subject_kind = LS_LINT_SUBJECT_TASK,
    .id = id,
    .name = task->name,
    .priority = task->queue == LS_QUEUE_TYPE_WEB_SCHEDULING ? task->priority : LS_TASK_PRIORITY_NONE,
    .other_priority = LS_TASK_PRIORITY_NONE,
    .queue = task->queue,
    .is_continuation = task->is_continuation,
    .position = position,
    .since = task->queued_position,
    .time = time,
    .duration = waited,
  };
  guint32 count;

  if (waited < limit || task->queue == LS_QUEUE_TYPE_IDLE)
    return;
  ls_sums_after (&self->sums, task->sequence, &lint.other_duration, &count);
  /* What was queued before it would have come first anyway. */
  if (lint.other_duration < limit / 2 && !is_preset_rule)
    return;

  lint.amount = count;
  if (count > 0 && self->last.sequence > task->sequence)
    {
      lint.other_kind = LS_LINT_SUBJECT_TASK;
      lint.other = self->last.task;
      lint.other_name = self->last.name;
    }
  ls_linter_add (self, &lint);
}

/* A task that has not started is selected, or none is any more: how long continuations of its priority kept it waiting. */
void
ls_linter_report_continuations (LsLinter         *self,
                                guint32           id,
                                const LsLintTask *task,
                                guint64           position,
                                guint64           time,
                                guint64           waited)
{
  LsLintRun *run = &self->runs[task->priority];
  guint64 limit = task->priority == LS_TASK_PRIORITY_BACKGROUND ? self->limits.continuations_background
                                                                : self->limits.continuations;
  guint64 duration = run->duration, later_duration;
  guint32 count = run->count, later_count;
  LsLint lint = {
    .kind = LS_LINT_CONTINUATION_STARVATION,
    .subject_kind = LS_LINT_SUBJECT_TASK,
    .id = id,
    .name = task->name,
    .priority = task->priority,
    .other_priority = LS_TASK_PRIORITY_NONE,
    .queue = task->queue,
    .other_kind = LS_LINT_SUBJECT_TASK,
    .other = run->last_task,
    .other_name = run->last_name,
    .position = position,
    .since = task->queued_position,
    .time = time,
    .duration = waited,
  };

  if (duration < limit)
    return;
  if (task->run == run->serial)
    {
      duration = ls_linter_since (duration, task->run_duration);
      count -= MIN (count, task->run_count);
    }
  /* Some may have been in the queue before it. */
  ls_sums_after (&self->continuation_sums, task->sequence, &later_duration, &later_count);
  lint.other_duration = MIN (duration, later_duration);
  lint.amount = MIN (count, later_count);
  if (lint.other_duration >= limit && lint.amount > 1)
    ls_linter_add (self, &lint);
}

/* A long run forgets how long everything ran that nobody can have waited for, before it takes much memory. */
static void
drop_sums (LsLinter *self)
{
  guint32 least = self->sequence + 1, i = 0, id;
  const LsLintTask *task;

  if (self->sequence - self->dropped < LS_SUMS_MAX_ITEMS / 4)
    return;
  self->dropped = self->sequence;
  while ((task = ls_id_map_next (&self->tasks, &i, &id)) != NULL)
    if (task->sequence != 0 && task->agent == self->loops.agent)
      least = MIN (least, task->sequence);
  ls_sums_drop (&self->sums, least - 1);
  ls_sums_drop (&self->continuation_sums, least - 1);
}

/* Turns */

static guint64
get_turn_duration (LsLinter *self)
{
  return ls_linter_since (ls_linter_since (self->turn.ended_at, self->turn.started_at), self->turn.elsewhere);
}

void
ls_linter_report_long_turn (LsLinter *self)
{
  const LsLintTurn *turn = &self->turn;
  guint64 duration = get_turn_duration (self);
  LsLint lint = {
    .kind = LS_LINT_LONG_TASK,
    .subject_kind = LS_LINT_SUBJECT_TASK,
    .id = turn->task,
    .name = turn->name,
    .priority = turn->priority,
    .other_priority = LS_TASK_PRIORITY_NONE,
    .queue = turn->queue,
    .is_continuation = turn->is_continuation,
    .position = self->position,
    .since = turn->position,
    .time = turn->ended_at,
    .duration = duration,
    .amount = turn->has_yielded,
  };

  if (duration > self->limits.long_task)
    ls_linter_add (self, &lint);
}

void
ls_linter_update_endless (LsLinter *self)
{
  LsLintTurn *turn = &self->turn;
  guint64 duration = ls_linter_since (self->now, turn->microtasks_at);

  if (turn->endless == NULL || turn->endless->worst_id != turn->task)
    return;
  turn->endless->amount = turn->n_microtasks;
  turn->endless->total_duration += ls_linter_since (duration, turn->endless->duration);
  turn->endless->duration = MAX (duration, turn->endless->duration);
  self->serial++;
}

void
ls_linter_end_turn (LsLinter *self)
{
  LsLintTurn *turn = &self->turn;
  guint64 duration;

  if (turn->task == 0)
    return;

  if (G_UNLIKELY (self->locks->len > 0))
    ls_linter_end_turn_with_locks (self);
  duration = get_turn_duration (self);
  drop_sums (self);
  ls_linter_report_long_turn (self);
  ls_linter_update_endless (self);
  if (self->n_waiting > 0 && turn->sequence > 0)
    {
      ls_sums_add (&self->sums, turn->sequence, duration);
      if (turn->is_continuation)
        ls_sums_add (&self->continuation_sums, turn->sequence, duration);
    }
  if (turn->is_continuation && turn->priority < LS_N_TASK_PRIORITIES)
    {
      LsLintRun *run = &self->runs[turn->priority];

      run->count++;
      run->duration += duration;
      run->last_task = turn->task;
      run->last_name = turn->name;
    }
  self->last = (LsLintLast) { .task = turn->task, .name = turn->name, .sequence = turn->sequence };
  ls_linter_remove_task (self, turn->task);
  *turn = (LsLintTurn) { .task = 0 };
}

void
ls_linter_on_task_selected (LsLinter       *self,
                            const LsRecord *record)
{
  LsLintTask *task;
  guint64 waited;
  gboolean is_continuation = (record->flags & LS_RECORD_FLAG_CONTINUATION) != 0;

  ls_linter_end_turn (self);
  self->n_turns++;
  if ((task = ls_linter_know_task (self, record)) == NULL)
    return;

  waited = task->sequence != 0 ? ls_linter_since (record->time, task->queued_at) : 0;
  task->queue = record->queue;
  task->priority = record->priority;
  if (task->sequence != 0)
    {
      ls_linter_report_starved (self, record->subject, task, self->position, record->time, waited,
                                self->starved_queue == record->queue);
      if (record->priority < LS_N_TASK_PRIORITIES && !is_continuation)
        ls_linter_report_continuations (self, record->subject, task, self->position, record->time, waited);
    }
  if (self->starved_queue == record->queue)
    self->starved_queue = -1;
  if (record->priority < LS_N_TASK_PRIORITIES && !is_continuation)
    self->runs[record->priority] = (LsLintRun) { .serial = self->runs[record->priority].serial + 1 };

  self->turn = (LsLintTurn) {
    .task = record->subject,
    .name = task->name,
    .sequence = task->sequence,
    .waited = waited,
    .started_at = record->time,
    .ended_at = record->time,
    .position = self->position,
    .priority = record->priority,
    .queue = record->queue,
    .is_continuation = is_continuation,
    .was_inverted = task->is_old,
  };
  forget_queueing (self, task);
}

void
ls_linter_on_callback_ended (LsLinter       *self,
                             const LsRecord *record)
{
  if (self->turn.task == 0)
    return;
  self->turn.ended_at = record->time;
  self->turn.elsewhere += self->turn.elsewhere_after;
  self->turn.elsewhere_after = 0;
}
