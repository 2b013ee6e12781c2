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
  if (task->agent != self->cursor.agent || self->loop.n_waiting == 0)
    return;
  if (--self->loop.n_waiting == 0)
    {
      ls_sums_reset (&self->loop.sums, self->loop.sequence);
      for (guint i = 0; i < G_N_ELEMENTS (self->loop.continuation_sums); i++)
        ls_sums_reset (&self->loop.continuation_sums[i], self->loop.sequence);
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
  task->agent = self->cursor.agent;
  task->queue = record->queue;
  task->priority = record->priority;
  task->is_continuation = record->kind != LS_RECORD_TASK_DELAYED && record->kind != LS_RECORD_TASK_INCOMING
                          && (record->flags & LS_RECORD_FLAG_CONTINUATION) != 0;
  task->is_inferred = record->clause == LS_CLAUSE_INFERRED_DUE;
  if (record->subject == self->loop.timer_task)
    task->nesting_level = self->loop.timer_nesting_level;
  return task;
}

static void
queue_task (LsLinter       *self,
            LsLintTask     *task,
            const LsRecord *record)
{
  forget_queueing (self, task);
  task->agent = self->cursor.agent;
  task->sequence = ++self->loop.sequence;
  task->queued_at = record->time;
  /* A recording says when a delay was over, not when the loop noticed. */
  if (ls_linter_is_measured (self) && task->due_at != 0)
    task->queued_at = MIN (task->queued_at, task->due_at);
  task->queued_position = self->position;
  task->queued_turn = self->loop.n_turns + (self->cursor.turn.task == 0);
  task->queue = record->queue;
  if (record->kind == LS_RECORD_TASK_INCOMING)
    task->source = record->object;
  if (record->kind == LS_RECORD_TASK_QUEUED)
    task->priority = record->priority;
  task->own_queue = record->kind == LS_RECORD_TASK_QUEUED ? record->object : 0;
  task->has_changed = FALSE;
  task->least_priority = task->priority;
  if (ls_task_priority_is_valid (task->priority))
    {
      const LsLintRun *run = &self->loop.runs[task->priority];

      task->run = run->serial;
      task->run_count = run->count;
      task->run_duration = run->duration;
    }
  self->loop.n_waiting++;
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
  if (is_continuation && self->cursor.turn.task != 0)
    {
      self->loop.turn.has_yielded = TRUE;
      self->loop.turn.continuation = record->subject;
    }

  signal = ls_linter_use_signal (self, record->object);
  if (signal != NULL)
    {
      task->signal = record->object;
      signal->n_active++;
      signal->n_posted += !is_continuation;
    }
  if (self->loop.task_of_promise == record->subject && (signal != NULL || is_continuation))
    {
      LsLintPromise *promise = ls_id_map_add (&self->promises, self->loop.promise_of_task);

      if (promise->signal != 0)
        ls_linter_release_signal (self, promise->signal);
      *promise = (LsLintPromise) { .task = is_continuation ? record->subject : 0,
                                   .signal = signal != NULL ? record->object : 0 };
      if (signal != NULL)
        signal->n_active++;
    }
  self->loop.task_of_promise = 0;

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

  self->loop.task_of_promise = 0;
  /* A yield that throws is the way in which an abort ends a task. */
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
ls_linter_on_task_delayed (LsLinter       *self,
                           const LsRecord *record)
{
  LsLintTask *task = ls_linter_know_task (self, record);

  if (task == NULL)
    return;
  if (ls_queue_type_is_of_sources (record->queue))
    task->source = record->object;
  task->due_at = record->value != G_MAXUINT32 ? record->time + record->value : 0;
  task->is_inferred |= record->clause == LS_CLAUSE_INFERRED_DUE;
}

void
ls_linter_on_task_queued (LsLinter       *self,
                          const LsRecord *record)
{
  LsLintTask *task;

  /* Another record says when a scheduler queues a task whose delay has ended. */
  if (record->kind == LS_RECORD_TASK_DUE && record->queue == LS_QUEUE_TYPE_WEB_SCHEDULING)
    return;
  if ((task = ls_linter_know_task (self, record)) == NULL)
    return;
  /* When a source became ready whose event has come, may be unknown. */
  if (record->kind == LS_RECORD_TASK_DUE && ls_queue_type_is_of_sources (record->queue))
    task->is_inferred |= record->clause == LS_CLAUSE_INFERRED_DUE;
  queue_task (self, task, record);
  if (task->is_continuation && self->loop.is_recorded)
    ls_linter_look_for_recorded_inversion (self, record, task->name);
}

/* Tasks that waited too long */

guint64
ls_linter_get_starved_limit (LsLinter         *self,
                             const LsLintTask *task)
{
  const guint8 priority = ls_linter_is_measured (self) ? task->least_priority : task->priority;

  if (priority == LS_TASK_PRIORITY_BACKGROUND && task->queue == LS_QUEUE_TYPE_WEB_SCHEDULING)
    return self->limits.starved_background;
  return ls_linter_is_measured (self) ? self->limits.starved_recorded : self->limits.starved;
}

static guint64
get_continuations_limit (LsLinter         *self,
                         const LsLintTask *task)
{
  return task->priority == LS_TASK_PRIORITY_BACKGROUND ? self->limits.continuations_background : self->limits.continuations;
}

/* Reports a task that later ones let wait; says so where most of what they took was that of continuations of its own priority.
 * Returns whether it did. */
gboolean
ls_linter_report_starved (LsLinter         *self,
                          guint32           id,
                          const LsLintTask *task,
                          guint64           position,
                          guint64           time,
                          guint64           waited,
                          gboolean          is_preset_rule)
{
  const guint64 limit = ls_linter_get_starved_limit (self, task);
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
  guint64 own_duration;
  guint32 count, own_count;

  if (waited < limit || task->queue == LS_QUEUE_TYPE_IDLE || ls_queue_type_is_of_sources (task->queue) || task->is_inferred)
    return FALSE;
  ls_sums_after (&self->loop.sums, task->sequence, &lint.other_duration, &count);
  /* Tasks that were queued before it would have come first anyway. */
  if (lint.other_duration < limit / 2 && !is_preset_rule)
    return FALSE;
  if (ls_task_priority_is_valid (task->priority) && !task->is_continuation && ls_linter_has_kept_priority (self, task))
    {
      ls_sums_after (&self->loop.continuation_sums[task->priority], task->sequence, &own_duration, &own_count);
      if (own_count > 1 && own_duration >= get_continuations_limit (self, task) && own_duration > lint.other_duration / 2)
        {
          lint.kind = LS_LINT_CONTINUATION_STARVATION;
          lint.other_duration = own_duration;
          count = own_count;
        }
    }

  lint.amount = count;
  if (lint.kind == LS_LINT_CONTINUATION_STARVATION)
    {
      lint.other_kind = LS_LINT_SUBJECT_TASK;
      lint.other = self->loop.runs[task->priority].last_task;
      lint.other_name = self->loop.runs[task->priority].last_name;
    }
  else if (count > 0 && self->loop.last.sequence > task->sequence)
    {
      lint.other_kind = LS_LINT_SUBJECT_TASK;
      lint.other = self->loop.last.task;
      lint.other_name = self->loop.last.name;
    }
  ls_linter_add (self, &lint);
  return TRUE;
}

/* Reports how long continuations kept a task of the same priority waiting, when it is selected or the run ends. */
void
ls_linter_report_continuations (LsLinter         *self,
                                guint32           id,
                                const LsLintTask *task,
                                guint64           position,
                                guint64           time,
                                guint64           waited)
{
  LsLintRun *run = &self->loop.runs[task->priority];
  const guint64 limit = get_continuations_limit (self, task);
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

  /* Some of them ran while the task had another priority. */
  if (duration < limit || !ls_linter_has_kept_priority (self, task))
    return;
  if (task->run == run->serial)
    {
      duration = ls_linter_since (duration, task->run_duration);
      count -= MIN (count, task->run_count);
    }
  /* Some continuations may have been queued before the task. */
  ls_sums_after (&self->loop.continuation_sums[task->priority], task->sequence, &later_duration, &later_count);
  lint.other_duration = MIN (duration, later_duration);
  lint.amount = MIN (count, later_count);
  if (lint.other_duration >= limit && lint.amount > 1)
    ls_linter_add (self, &lint);
}

/* Drops the durations of turns that no waiting task waited for, so that long runs do not take much memory. */
static void
drop_sums (LsLinter *self)
{
  guint32 least = self->loop.sequence + 1, i = 0, id;
  const LsLintTask *task;

  if (self->loop.sequence - self->loop.dropped < LS_SUMS_MAX_ITEMS / 4)
    return;
  self->loop.dropped = self->loop.sequence;
  while ((task = ls_id_map_next (&self->tasks, &i, &id)) != NULL)
    if (task->sequence != 0 && task->agent == self->cursor.agent)
      least = MIN (least, task->sequence);
  ls_sums_drop (&self->loop.sums, least - 1);
  for (guint priority = 0; priority < G_N_ELEMENTS (self->loop.continuation_sums); priority++)
    ls_sums_drop (&self->loop.continuation_sums[priority], least - 1);
}

/* Turns */

static guint64
get_turn_duration (const LsCursorTurn *turn,
                   guint64             ended_at)
{
  return ls_linter_since (ls_linter_since (ended_at, turn->began_at), turn->elsewhere);
}

/* A lint about the task of a turn. LsLintLoop.turn is still of that turn. */
LsLint
ls_linter_begin_turn_lint (LsLinter           *self,
                           LsLintKind          kind,
                           const LsCursorTurn *turn,
                           guint64             time)
{
  return (LsLint) {
    .kind = kind,
    .subject_kind = LS_LINT_SUBJECT_TASK,
    .id = turn->task,
    .name = self->loop.turn.name,
    .priority = turn->priority,
    .other_priority = LS_TASK_PRIORITY_NONE,
    .queue = turn->queue,
    .is_continuation = turn->is_continuation,
    .position = self->position,
    .since = turn->position,
    .time = time,
  };
}

void
ls_linter_report_long_turn (LsLinter           *self,
                            const LsCursorTurn *turn,
                            guint64             ended_at)
{
  LsLint lint;

  if (get_turn_duration (turn, ended_at) <= self->limits.long_task || ls_queue_type_is_of_sources (turn->queue))
    return;
  lint = ls_linter_begin_turn_lint (self, LS_LINT_LONG_TASK, turn, ended_at);
  lint.duration = get_turn_duration (turn, ended_at);
  lint.amount = self->loop.lacks_yields ? LS_LINT_YIELD_UNKNOWN : self->loop.turn.has_yielded;
  ls_linter_add (self, &lint);
}

void
ls_linter_update_endless (LsLinter *self,
                          guint32   task)
{
  LsLintTurn *turn = &self->loop.turn;
  guint64 duration = ls_linter_since (self->now, turn->microtasks_at);

  if (turn->endless == NULL || turn->endless->worst_id != task)
    return;
  turn->endless->amount = turn->n_microtasks;
  turn->endless->total_duration += ls_linter_since (duration, turn->endless->duration);
  turn->endless->duration = MAX (duration, turn->endless->duration);
  self->serial++;
}

/* Called after a record that ended a turn: the cursor has it in @over. */
void
ls_linter_end_turn (LsLinter *self)
{
  const LsCursorTurn *turn = &self->cursor.over;
  const guint64 duration = get_turn_duration (turn, turn->ended_at);
  const guint32 sequence = self->loop.turn.sequence, name = self->loop.turn.name;
  LsLintTask *continuation = ls_id_map_get (&self->tasks, self->loop.turn.continuation);

  if (G_UNLIKELY (self->locks->len > 0))
    ls_linter_end_turn_with_locks (self);
  if (continuation != NULL)
    continuation->worked = self->loop.turn.worked + duration;
  drop_sums (self);
  if (ls_queue_type_is_of_sources (turn->queue))
    ls_linter_end_dispatch (self, turn, duration);
  else
    ls_linter_remember_turn (self, turn, duration);
  ls_linter_report_long_turn (self, turn, turn->ended_at);
  ls_linter_update_endless (self, turn->task);
  if (self->loop.n_waiting > 0 && sequence > 0)
    {
      ls_sums_add (&self->loop.sums, sequence, duration);
      if (turn->is_continuation && ls_task_priority_is_valid (turn->priority))
        ls_sums_add (&self->loop.continuation_sums[turn->priority], sequence, duration);
    }
  if (turn->is_continuation && ls_task_priority_is_valid (turn->priority))
    {
      LsLintRun *run = &self->loop.runs[turn->priority];

      run->count++;
      run->duration += duration;
      run->last_task = turn->task;
      run->last_name = name;
    }
  self->loop.last = (LsLintLast) { .task = turn->task, .name = name, .sequence = sequence };
  ls_linter_remove_task (self, turn->task);
  self->loop.turn = (LsLintTurn) { 0 };
}

void
ls_linter_on_task_selected (LsLinter       *self,
                            const LsRecord *record)
{
  LsLintTask *task;
  guint64 waited;
  gboolean is_continuation = (record->flags & LS_RECORD_FLAG_CONTINUATION) != 0;

  self->loop.n_turns++;
  if ((task = ls_linter_know_task (self, record)) == NULL)
    return;

  waited = task->sequence != 0 ? ls_linter_since (record->time, task->queued_at) : 0;
  task->queue = record->queue;
  task->has_changed = ls_task_priority_is_valid (task->priority) && task->priority != record->priority;
  task->priority = record->priority;
  if (!ls_task_priority_is_valid (task->least_priority))
    task->least_priority = task->priority;
  else if (ls_task_priority_is_valid (task->priority))
    task->least_priority = MIN (task->least_priority, task->priority);
  if (ls_queue_type_is_of_sources (record->queue))
    ls_linter_on_source_selected (self, task, record);
  else if (task->sequence != 0)
    {
      /* One for each wait. */
      if (!ls_linter_report_late (self, record->subject, task, self->position, record->time, waited, self->loop.n_turns - 1) &&
          !ls_linter_report_starved (self, record->subject, task, self->position, record->time, waited,
                                     self->loop.raised_queue == record->queue + 1u) &&
          ls_task_priority_is_valid (record->priority) && !is_continuation)
        ls_linter_report_continuations (self, record->subject, task, self->position, record->time, waited);
    }
  if (ls_task_priority_is_valid (task->priority) && task->least_priority == task->priority)
    self->loop.latest_run[task->priority][is_continuation] = MAX (self->loop.latest_run[task->priority][is_continuation],
                                                                  task->sequence);
  if (self->loop.raised_queue == record->queue + 1u)
    self->loop.raised_queue = 0;
  if (ls_task_priority_is_valid (record->priority) && !is_continuation)
    {
      LsLintRun *run = &self->loop.runs[record->priority];

      *run = (LsLintRun) { .serial = run->serial + 1, .last_task = run->last_task, .last_name = run->last_name };
    }

  self->loop.turn = (LsLintTurn) {
    .name = task->name,
    .sequence = task->sequence,
    .waited = waited,
    .worked = task->worked,
    .was_inverted = task->is_old,
    .nesting_level = task->nesting_level,
  };
  forget_queueing (self, task);
}
