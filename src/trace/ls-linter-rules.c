/* ls-linter-rules.c: what each record tells about the lints
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-linter-private.h"

#include <string.h>

#include "ls-state.h"

/* So many microtasks of a turn in which a budget ran out count as endless, too. */
#define LIMIT_MICROTASKS 100

void
ls_linter_init_rules (LsLinter *self)
{
  ls_id_map_init (&self->tasks, sizeof (LsLintTask));
  ls_id_map_init (&self->signals, sizeof (LsLintSignal));
  ls_id_map_init (&self->promises, sizeof (LsLintPromise));
  ls_id_map_init (&self->microtasks, sizeof (LsLintMicrotask));
  ls_id_map_init (&self->unhandled, sizeof (LsLint *));
  ls_agent_slots_init (&self->loops, sizeof (LsLintLoop));
  ls_linter_init_memory (self);
  self->starved_queue = -1;
}

/* The loops of the other agents, of whom nothing is known then. */
static void
clear_loops (LsLinter *self)
{
  LsLintLoop *loop;
  guint32 i = 0, agent;

  while ((loop = ls_id_map_next (&self->loops.map, &i, &agent)) != NULL)
    if (agent != self->loops.agent)
      {
        ls_sums_clear (&loop->sums);
        ls_sums_clear (&loop->continuation_sums);
      }
  ls_agent_slots_clear (&self->loops);
}

/* Goes on with the loop of another agent. */
static void
show_agent (LsLinter *self,
            guint32   agent)
{
  if (agent == self->loops.agent || agent == 0 || agent >= LS_AGENT_SLOTS_MAX)
    return;
  if (!ls_agent_slots_switch (&self->loops, agent, &self->loop))
    self->starved_queue = -1;
}

void
ls_linter_clear_rules (LsLinter *self)
{
  ls_id_map_clear (&self->tasks);
  ls_id_map_clear (&self->signals);
  ls_id_map_clear (&self->promises);
  ls_id_map_clear (&self->microtasks);
  ls_id_map_clear (&self->unhandled);
  clear_loops (self);
  ls_linter_clear_memory (self);
  ls_sums_clear (&self->sums);
  ls_sums_clear (&self->continuation_sums);
}

static guint64
since (guint64 now,
       guint64 then)
{
  return now > then ? now - then : 0;
}

/* A lint at the record that is being read. */
static LsLint
begin_lint (LsLinter       *self,
            LsLintKind      kind,
            const LsRecord *record,
            LsLintSubject   subject,
            guint32         id)
{
  return (LsLint) {
    .kind = kind,
    .subject_kind = subject,
    .id = id,
    .priority = LS_TASK_PRIORITY_NONE,
    .other_priority = LS_TASK_PRIORITY_NONE,
    .position = self->position,
    .since = self->position,
    .time = record->time,
  };
}

/* Signals */

static LsLintSignal *
use_signal (LsLinter *self,
            guint32   id)
{
  LsLintSignal *signal = ls_id_map_get (&self->signals, id);

  if (signal != NULL)
    signal->is_used = TRUE;
  return signal;
}

static void
release_signal (LsLinter *self,
                guint32   id)
{
  LsLintSignal *signal = ls_id_map_get (&self->signals, id);

  if (signal != NULL && signal->n_active > 0)
    signal->n_active--;
}

static void
on_signal_created (LsLinter       *self,
                   const LsRecord *record)
{
  LsLintSignal *signal;

  if (record->subject == 0)
    return;
  signal = ls_id_map_add (&self->signals, record->subject);
  *signal = (LsLintSignal) {
    .name = record->text,
    .flags = record->flags,
    .priority = record->priority,
    .created_position = self->position,
    .created_at = record->time,
  };
  use_signal (self, record->object);
}

static void
report_unused_signal (LsLinter           *self,
                      guint32             id,
                      const LsLintSignal *signal,
                      guint64             position,
                      guint64             time)
{
  LsLint lint = {
    .kind = LS_LINT_UNUSED_SIGNAL,
    .subject_kind = LS_LINT_SUBJECT_SIGNAL,
    .id = id,
    .name = signal->name,
    .priority = signal->priority,
    .other_priority = LS_TASK_PRIORITY_NONE,
    .position = position,
    .since = signal->created_position,
    .time = time,
  };

  if (!signal->is_used && (signal->flags & LS_RECORD_FLAG_INTERNAL) == 0)
    ls_linter_add (self, &lint);
}

static void
on_signal_finalized (LsLinter       *self,
                     const LsRecord *record)
{
  const LsLintSignal *signal = ls_id_map_get (&self->signals, record->subject);

  if (signal == NULL)
    return;
  report_unused_signal (self, record->subject, signal, self->position, record->time);
  ls_id_map_remove (&self->signals, record->subject);
}

static void
on_signal_listeners (LsLinter       *self,
                     const LsRecord *record)
{
  LsLintSignal *signal = ls_id_map_get (&self->signals, record->subject);

  if (signal == NULL)
    return;
  if (record->value > 0)
    signal->is_used = TRUE;
  if (g_strcmp0 (ls_trace_get_text (self->trace, record->text), "abort") == 0)
    signal->n_listeners = record->value;
}

static void
end_abort (LsLinter *self)
{
  self->is_aborting = FALSE;
  if (self->abort_is_late && self->abort.amount > 0)
    ls_linter_add (self, &self->abort);
}

/* Dependents are marked right after the signal that they follow, before anything else happens. */
static void
on_signal_aborted (LsLinter       *self,
                   const LsRecord *record)
{
  const LsLintSignal *signal = ls_id_map_get (&self->signals, record->subject);
  gboolean is_hit = signal == NULL || signal->n_active > 0 || signal->n_listeners > 0;

  if (record->object != 0 && self->is_aborting && record->object == self->abort.id)
    {
      if (is_hit)
        self->abort_is_late = FALSE;
      if (signal != NULL)
        self->abort.amount += signal->n_posted;
      return;
    }
  if (self->is_aborting)
    end_abort (self);
  if (record->object != 0 || signal == NULL || (signal->flags & LS_RECORD_FLAG_CONTROLLER) == 0)
    return;

  self->abort = begin_lint (self, LS_LINT_LATE_ABORT, record, LS_LINT_SUBJECT_SIGNAL, record->subject);
  self->abort.name = signal->name;
  self->abort.since = signal->created_position;
  self->abort.amount = signal->n_posted;
  self->abort.message = record->text;
  self->is_aborting = TRUE;
  self->abort_is_late = !is_hit;
}

static void
on_signal_priority (LsLinter       *self,
                    const LsRecord *record)
{
  LsLintSignal *signal = ls_id_map_get (&self->signals, record->subject);

  if (signal == NULL)
    return;
  signal->priority = record->priority;
  signal->changed_turn = self->n_turns;
}

static void
on_priority_refused (LsLinter       *self,
                     const LsRecord *record)
{
  const LsLintSignal *signal = ls_id_map_get (&self->signals, record->subject);
  LsLint lint = begin_lint (self, LS_LINT_RECURSIVE_SET_PRIORITY, record, LS_LINT_SUBJECT_SIGNAL, record->subject);

  lint.name = signal != NULL ? signal->name : 0;
  lint.priority = record->priority;
  if (self->turn.task != 0)
    {
      lint.other_kind = LS_LINT_SUBJECT_TASK;
      lint.other = self->turn.task;
      lint.other_name = self->turn.name;
    }
  ls_linter_add (self, &lint);
}

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

static void
remove_task (LsLinter *self,
             guint32   id)
{
  LsLintTask *task = ls_id_map_get (&self->tasks, id);

  if (task == NULL)
    return;
  forget_queueing (self, task);
  if (task->signal != 0)
    release_signal (self, task->signal);
  ls_id_map_remove (&self->tasks, id);
}

static LsLintTask *
know_task (LsLinter       *self,
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

static void
on_task_posted (LsLinter       *self,
                const LsRecord *record)
{
  LsLintTask *task;
  LsLintSignal *signal;
  gboolean is_continuation = (record->flags & LS_RECORD_FLAG_CONTINUATION) != 0;

  if (record->subject == 0)
    return;
  remove_task (self, record->subject);
  task = know_task (self, record);
  if (is_continuation && self->turn.task != 0)
    self->turn.has_yielded = TRUE;

  signal = use_signal (self, record->object);
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
        release_signal (self, promise->signal);
      *promise = (LsLintPromise) { .task = is_continuation ? record->subject : 0,
                                   .signal = signal != NULL ? record->object : 0 };
      if (signal != NULL)
        signal->n_active++;
    }
  self->task_of_promise = 0;

  if (record->level == 1)
    {
      LsLint lint = begin_lint (self, LS_LINT_SHORT_DELAY, record, LS_LINT_SUBJECT_TASK, record->subject);

      lint.name = record->text;
      lint.queue = LS_QUEUE_TYPE_WEB_SCHEDULING;
      ls_linter_add (self, &lint);
    }
}

static void
on_task_refused (LsLinter       *self,
                 const LsRecord *record)
{
  LsLint lint = begin_lint (self, LS_LINT_ABORTED_POST, record, LS_LINT_SUBJECT_TASK, record->subject);
  const LsLintSignal *signal = use_signal (self, record->object);

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

static void
on_task_queued (LsLinter       *self,
                const LsRecord *record)
{
  LsLintTask *task;

  /* A scheduler task whose delay has ended is queued by a record of its own. */
  if (record->kind == LS_RECORD_TASK_DUE && record->queue == LS_QUEUE_TYPE_WEB_SCHEDULING)
    return;
  if ((task = know_task (self, record)) != NULL)
    queue_task (self, task, record);
}

/* What waited longer than it should have */

static void
report_starved (LsLinter         *self,
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
static void
report_continuations (LsLinter         *self,
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
      duration = since (duration, task->run_duration);
      count -= MIN (count, task->run_count);
    }
  /* Some may have been in the queue before it. */
  ls_sums_after (&self->continuation_sums, task->sequence, &later_duration, &later_count);
  lint.other_duration = MIN (duration, later_duration);
  lint.amount = MIN (count, later_count);
  if (lint.other_duration >= limit && lint.amount > 1)
    ls_linter_add (self, &lint);
}

/* A long run forgets how long everything ran that nobody can have waited for. */
static void
drop_sums (LsLinter *self)
{
  guint32 least = self->sequence + 1, i = 0, id;
  const LsLintTask *task;

  if (self->sequence - self->dropped < LS_SUMS_MAX_ITEMS / 2)
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
  return since (since (self->turn.ended_at, self->turn.started_at), self->turn.elsewhere);
}

static void
report_long_turn (LsLinter *self)
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

static void
update_endless (LsLinter *self)
{
  LsLintTurn *turn = &self->turn;
  guint64 duration = since (self->now, turn->microtasks_at);

  if (turn->endless == NULL || turn->endless->worst_id != turn->task)
    return;
  turn->endless->amount = turn->n_microtasks;
  turn->endless->total_duration += since (duration, turn->endless->duration);
  turn->endless->duration = MAX (duration, turn->endless->duration);
  self->serial++;
}

static void
end_turn (LsLinter *self)
{
  LsLintTurn *turn = &self->turn;
  guint64 duration;

  if (turn->task == 0)
    return;

  if (G_UNLIKELY (self->locks->len > 0))
    ls_linter_end_turn_with_locks (self);
  duration = get_turn_duration (self);
  drop_sums (self);
  report_long_turn (self);
  update_endless (self);
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
  remove_task (self, turn->task);
  *turn = (LsLintTurn) { .task = 0 };
}

static void
on_task_selected (LsLinter       *self,
                  const LsRecord *record)
{
  LsLintTask *task;
  guint64 waited;
  gboolean is_continuation = (record->flags & LS_RECORD_FLAG_CONTINUATION) != 0;

  end_turn (self);
  self->n_turns++;
  if ((task = know_task (self, record)) == NULL)
    return;

  waited = task->sequence != 0 ? since (record->time, task->queued_at) : 0;
  task->queue = record->queue;
  task->priority = record->priority;
  if (task->sequence != 0)
    {
      report_starved (self, record->subject, task, self->position, record->time, waited,
                      self->starved_queue == record->queue);
      if (record->priority < LS_N_TASK_PRIORITIES && !is_continuation)
        report_continuations (self, record->subject, task, self->position, record->time, waited);
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

static void
on_callback_ended (LsLinter       *self,
                   const LsRecord *record)
{
  if (self->turn.task == 0)
    return;
  self->turn.ended_at = record->time;
  self->turn.elsewhere += self->turn.elsewhere_after;
  self->turn.elsewhere_after = 0;
}

/* Microtasks and promises */

static void
on_microtask_queued (LsLinter       *self,
                     const LsRecord *record)
{
  LsLintMicrotask *microtask;

  /* Only those that can tell of an inversion. */
  if (record->value != LS_MICROTASK_AWAIT || record->subject == 0)
    return;
  microtask = ls_id_map_add (&self->microtasks, record->subject);
  *microtask = (LsLintMicrotask) { .promise = record->object, .name = record->text };
}

/* What awaited goes on in the turn of the task that settled what it awaited, with the state that it had before. */
static void
look_for_inversion (LsLinter              *self,
                    const LsRecord        *record,
                    const LsLintMicrotask *microtask)
{
  LsLintTurn *turn = &self->turn;
  const LsLintSignal *source = ls_id_map_get (&self->signals, record->value);
  LsLint lint = begin_lint (self, LS_LINT_PRIORITY_INVERSION, record, LS_LINT_SUBJECT_TASK, turn->task);

  if (turn->task == 0 || turn->was_inverted || record->priority >= LS_N_TASK_PRIORITIES
      || turn->priority >= LS_N_TASK_PRIORITIES || record->priority <= turn->priority)
    return;
  /* It waited for its own yield, which was to have a lower priority. */
  if (microtask->promise != 0 && microtask->promise == turn->own_promise)
    return;
  /* It is the same work, whose priority was raised meanwhile. */
  if (source != NULL && source->changed_turn == self->n_turns)
    return;
  if (record->value != 0 && record->value == turn->priority_source)
    return;

  turn->was_inverted = TRUE;
  lint.name = turn->name;
  lint.priority = turn->priority;
  lint.queue = turn->queue;
  lint.is_continuation = turn->is_continuation;
  lint.since = turn->position;
  lint.duration = turn->waited;
  lint.other_kind = LS_LINT_SUBJECT_MICROTASK;
  lint.other = record->subject;
  lint.other_name = microtask->name;
  lint.other_priority = record->priority;
  ls_linter_add (self, &lint);
}

static void
report_endless (LsLinter       *self,
                const LsRecord *record)
{
  LsLintTurn *turn = &self->turn;
  LsLint lint = begin_lint (self, LS_LINT_ENDLESS_MICROTASKS, record, LS_LINT_SUBJECT_TASK, turn->task);

  lint.name = turn->name;
  lint.priority = turn->priority;
  lint.queue = turn->queue;
  lint.is_continuation = turn->is_continuation;
  lint.since = turn->position;
  lint.duration = since (record->time, turn->microtasks_at);
  lint.amount = turn->n_microtasks;
  turn->endless = ls_linter_add (self, &lint);
}

static void
on_microtask_started (LsLinter       *self,
                      const LsRecord *record)
{
  const LsLintMicrotask *microtask = ls_id_map_get (&self->microtasks, record->subject);
  LsLintTurn *turn = &self->turn;

  if (microtask != NULL)
    {
      look_for_inversion (self, record, microtask);
      ls_id_map_remove (&self->microtasks, record->subject);
    }
  if (turn->task == 0)
    return;
  if (turn->n_microtasks == 0)
    turn->microtasks_at = record->time;
  if (turn->n_microtasks < G_MAXUINT32)
    turn->n_microtasks++;
  if (turn->n_microtasks == self->limits.microtasks)
    report_endless (self, record);
}

static void
on_promise_settled (LsLinter       *self,
                    const LsRecord *record)
{
  LsLintPromise *promise = ls_id_map_get (&self->promises, record->subject);

  if (promise == NULL)
    return;
  if (promise->signal != 0)
    release_signal (self, promise->signal);
  if (promise->task != 0 && promise->task == self->turn.task)
    self->turn.own_promise = record->subject;
  ls_id_map_remove (&self->promises, record->subject);
}

static void
on_promise_unhandled (LsLinter       *self,
                      const LsRecord *record)
{
  LsLint lint = begin_lint (self, LS_LINT_UNHANDLED_REJECTION, record, LS_LINT_SUBJECT_PROMISE, record->subject);
  LsLint *added;

  lint.message = record->text;
  added = ls_linter_add (self, &lint);
  if (added != NULL && added->position == self->position && record->subject != 0)
    *(LsLint **) ls_id_map_add (&self->unhandled, record->subject) = added;
}

static void
on_promise_handled (LsLinter       *self,
                    const LsRecord *record)
{
  LsLint **lint = ls_id_map_get (&self->unhandled, record->subject);

  if (lint == NULL)
    return;
  (*lint)->amount = 1;
  self->serial++;
  ls_id_map_remove (&self->unhandled, record->subject);
}

static void
on_timer_installed (LsLinter       *self,
                    const LsRecord *record)
{
  LsLint lint = begin_lint (self, LS_LINT_CLAMPED_TIMER, record, LS_LINT_SUBJECT_TIMER, record->subject);

  lint.name = record->text;
  lint.queue = record->queue;
  if ((record->flags & LS_RECORD_FLAG_CLAMPED) != 0)
    {
      lint.duration = (guint64) record->value * 1000;
      lint.amount = record->level;
      ls_linter_add (self, &lint);
    }
  else if ((record->flags & LS_RECORD_FLAG_REPEATING) != 0 && record->value == 0 && record->subject > self->last_timer)
    {
      lint.kind = LS_LINT_SHORT_DELAY;
      ls_linter_add (self, &lint);
    }
  /* An interval is installed again each time. */
  self->last_timer = MAX (self->last_timer, record->subject);
}

static void
on_limit (LsLinter       *self,
          const LsRecord *record)
{
  const LsLintTurn *turn = &self->turn;

  if (turn->task != 0 && turn->endless == NULL && turn->is_task_finished && turn->n_microtasks >= LIMIT_MICROTASKS)
    report_endless (self, record);
}

static void
on_queue_starved (LsLinter       *self,
                  const LsRecord *record)
{
  if (!ls_queue_type_is_valid (record->queue) || record->level == self->queue_ranks[record->queue])
    return;
  if (record->value >= self->limits.starved / 1000)
    self->starved_queue = record->queue;
}

/* Goes on at @position, since the records before it were forgotten before they were read. Of what is alive there it is not known
 * what it was used for: nothing that is wrong is told of that. */
void
ls_linter_begin_at (LsLinter *self,
                    gsize     position)
{
  g_autoptr (LsState) state = ls_state_new (self->trace);

  ls_state_seek (state, position);
  ls_linter_clear_rules (self);
  self->turn = (LsLintTurn) { .task = 0 };
  self->last = (LsLintLast) { .task = 0 };
  memset (self->runs, 0, sizeof self->runs);
  self->n_waiting = self->sequence = self->dropped = 0;
  ls_sums_reset (&self->sums, 0);
  ls_sums_reset (&self->continuation_sums, 0);
  self->is_aborting = FALSE;
  self->promise_of_task = self->task_of_promise = 0;
  self->starved_queue = -1;
  self->last_timer = ls_state_get_n_timers (state);
  ls_linter_begin_memory_at (self, state);
  self->position = ls_state_get_position (state);
  self->now = ls_state_get_time (state);
  for (guint32 agent = 1; agent <= MAX (ls_state_get_n_agents (state), 1); agent++)
    {
      ls_state_set_agent (state, agent);
      show_agent (self, agent);
      for (guint i = 0; i < LS_N_QUEUE_TYPES; i++)
        if (ls_queue_type_is_valid (i))
          self->queue_ranks[i] = ls_state_get_rank (state, i);
    }
  ls_state_set_agent (state, 0);

  for (guint32 id = 0; (id = ls_state_find_next_signal (state, id)) != 0;)
    {
      const LsSignalState *known = ls_state_get_signal (state, id);

      if (known->exists)
        *(LsLintSignal *) ls_id_map_add (&self->signals, id) = (LsLintSignal) {
          .name = known->name,
          .n_listeners = known->n_listeners,
          .created_position = known->created_record,
          .priority = known->priority,
          .flags = known->flags,
          .is_used = TRUE,
        };
    }
  for (guint32 id = 0; (id = ls_state_find_next_task (state, id)) != 0;)
    {
      const LsTaskState *known = ls_state_get_task (state, id);
      LsLintSignal *signal;
      LsLintTask *task;

      if (known->status < LS_TASK_STATUS_POSTED || known->status > LS_TASK_STATUS_INCOMING)
        continue;
      show_agent (self, known->agent);
      task = ls_id_map_add (&self->tasks, id);
      signal = ls_id_map_get (&self->signals, known->signal);
      *task = (LsLintTask) {
        .name = known->name,
        .agent = self->loops.agent,
        .signal = signal != NULL ? known->signal : 0,
        .queued_at = known->queued_at,
        .queued_position = self->position,
        .queue = known->queue_type,
        .priority = known->priority,
        .is_continuation = known->is_continuation,
        .is_old = TRUE,
      };
      if (signal != NULL)
        signal->n_active++;
      if (known->queued_at == LS_TIME_NEVER)
        continue;
      task->sequence = ++self->sequence;
      self->n_waiting++;
    }
  show_agent (self, ls_state_get_current_agent (state));
}

/* What a record means, before the linter's position is after it. */
void
ls_linter_apply (LsLinter       *self,
                 const LsRecord *record)
{
  if (G_UNLIKELY (self->is_aborting) && record->kind != LS_RECORD_SIGNAL_ABORTED)
    end_abort (self);

  switch (record->kind)
    {
    case LS_RECORD_PRESET_QUEUE:
      if (ls_queue_type_is_valid (record->queue))
        self->queue_ranks[record->queue] = record->level;
      break;
    case LS_RECORD_TASK_POSTED:
      on_task_posted (self, record);
      break;
    case LS_RECORD_TASK_REFUSED:
      on_task_refused (self, record);
      break;
    case LS_RECORD_TASK_DELAYED:
      know_task (self, record);
      break;
    case LS_RECORD_TASK_QUEUED:
    case LS_RECORD_TASK_INCOMING:
    case LS_RECORD_TASK_DUE:
      on_task_queued (self, record);
      break;
    case LS_RECORD_TASK_SELECTED:
      on_task_selected (self, record);
      if (G_UNLIKELY (self->agents.n_items > 0))
        ls_linter_end_spin (self);
      break;
    case LS_RECORD_TASK_STARTED:
      if (record->subject == self->turn.task)
        self->turn.priority_source = record->value;
      break;
    case LS_RECORD_TASK_FINISHED:
      self->turn.is_task_finished = TRUE;
      on_callback_ended (self, record);
      break;
    case LS_RECORD_TASK_REMOVED:
      if (record->subject != self->turn.task)
        remove_task (self, record->subject);
      break;
    case LS_RECORD_TURN_ENDED:
      end_turn (self);
      break;
    case LS_RECORD_CLOCK_ADVANCED:
      self->turn.elsewhere_after += record->value;
      break;
    case LS_RECORD_QUEUE_CREATED:
      use_signal (self, record->object);
      break;
    case LS_RECORD_QUEUE_STARVED:
      on_queue_starved (self, record);
      break;
    case LS_RECORD_SIGNAL_CREATED:
      on_signal_created (self, record);
      break;
    case LS_RECORD_SIGNAL_ABORT_SOURCE:
      use_signal (self, record->object);
      break;
    case LS_RECORD_SIGNAL_NAMED:
      {
        LsLintSignal *signal = ls_id_map_get (&self->signals, record->subject);

        if (signal != NULL)
          signal->name = record->text;
        break;
      }
    case LS_RECORD_SIGNAL_PRIORITY:
      on_signal_priority (self, record);
      break;
    case LS_RECORD_SIGNAL_PRIORITY_REFUSED:
      on_priority_refused (self, record);
      break;
    case LS_RECORD_SIGNAL_ABORTED:
      on_signal_aborted (self, record);
      break;
    case LS_RECORD_SIGNAL_FINALIZED:
      on_signal_finalized (self, record);
      break;
    case LS_RECORD_SIGNAL_LISTENERS:
      on_signal_listeners (self, record);
      break;
    case LS_RECORD_MICROTASK_QUEUED:
      on_microtask_queued (self, record);
      break;
    case LS_RECORD_MICROTASK_STARTED:
      on_microtask_started (self, record);
      break;
    case LS_RECORD_MICROTASK_FINISHED:
      on_callback_ended (self, record);
      break;
    case LS_RECORD_PROMISE_CREATED:
      if (record->object != 0)
        {
          self->promise_of_task = record->subject;
          self->task_of_promise = record->object;
        }
      break;
    case LS_RECORD_PROMISE_FULFILLED:
    case LS_RECORD_PROMISE_REJECTED:
      on_promise_settled (self, record);
      break;
    case LS_RECORD_PROMISE_UNHANDLED:
      on_promise_unhandled (self, record);
      break;
    case LS_RECORD_PROMISE_HANDLED:
      on_promise_handled (self, record);
      break;
    case LS_RECORD_TIMER_INSTALLED:
      on_timer_installed (self, record);
      break;
    case LS_RECORD_LIMIT:
      self->is_limited = TRUE;
      on_limit (self, record);
      break;
    case LS_RECORD_AGENT_RUN:
      if (ls_agent_slots_wants_switch (&self->loops, record))
        {
          self->turn.left_at = record->time;
          show_agent (self, record->subject);
        }
      break;
    case LS_RECORD_AGENT_CREATED:
    case LS_RECORD_AGENT_STATE:
    case LS_RECORD_MEMORY_CREATED:
    case LS_RECORD_ATOMIC_OPERATION:
    case LS_RECORD_WAITER_ADDED:
    case LS_RECORD_WAITER_REMOVED:
    case LS_RECORD_NOTIFY:
      ls_linter_apply_memory (self, record);
      break;
    default:
      break;
    }
}

/* The end */

static int
compare_sequence (gconstpointer a,
                  gconstpointer b)
{
  const guint64 *x = a, *y = b;

  return *x < *y ? -1 : *x > *y;
}

/* Numbers of the items in the order of what @order says of them; 0 leaves one out. Free with g_array_unref(). */
static GArray *
list_in_order (const LsIdMap *map,
               guint64      (*order) (gconstpointer item))
{
  GArray *pairs = g_array_new (FALSE, FALSE, 2 * sizeof (guint64));
  gconstpointer item;
  guint32 i = 0, id;

  while ((item = ls_id_map_next (map, &i, &id)) != NULL)
    {
      guint64 pair[2] = { order (item), id };

      if (pair[0] != 0)
        g_array_append_vals (pairs, pair, 1);
    }
  g_array_sort (pairs, compare_sequence);
  return pairs;
}

static guint64
order_of_task (gconstpointer item)
{
  return ((const LsLintTask *) item)->sequence;
}

static guint64
order_of_signal (gconstpointer item)
{
  return ((const LsLintSignal *) item)->created_position + 1;
}

/* A turn that goes on, or has until then. What another agent's runs is not of it. */
static void
report_open_turn (LsLinter *self,
                  guint64   end)
{
  const guint64 ended_at = self->turn.ended_at;

  if (self->turn.task == 0)
    return;
  self->turn.ended_at = MAX (since (end, self->turn.elsewhere_after), ended_at);
  report_long_turn (self);
  self->turn.ended_at = ended_at;
  update_endless (self);
}

/* Adds what only the end can tell: what waits for its turn still, the turn that has not ended, signals nobody used. */
void
ls_linter_look_at_end (LsLinter *self)
{
  g_autoptr (GArray) tasks = list_in_order (&self->tasks, order_of_task);
  g_autoptr (GArray) signals = list_in_order (&self->signals, order_of_signal);
  const guint32 current = self->loops.agent, n_agents = self->loops.map.n_items;
  guint32 n_seen = 0;

  if (self->is_aborting && self->abort_is_late && self->abort.amount > 0)
    ls_linter_add (self, &self->abort);
  report_open_turn (self, self->now);
  for (guint32 agent = 1; agent < LS_AGENT_SLOTS_MAX && n_agents > n_seen; agent++)
    if (ls_id_map_get (&self->loops.map, agent) != NULL)
      {
        n_seen++;
        if (agent == current)
          continue;
        show_agent (self, agent);
        report_open_turn (self, MIN (self->turn.left_at, self->now));
      }
  show_agent (self, current);
  for (guint i = 0; i < tasks->len; i++)
    {
      guint32 id = ((const guint64 *) (gpointer) tasks->data)[2 * i + 1];
      const LsLintTask *task = ls_id_map_get (&self->tasks, id);
      guint64 waited = since (self->now, task->queued_at);

      show_agent (self, task->agent);

      report_starved (self, id, task, task->queued_position, task->queued_at, waited, FALSE);
      if (task->priority < LS_N_TASK_PRIORITIES && !task->is_continuation)
        report_continuations (self, id, task, task->queued_position, task->queued_at, waited);
    }
  for (guint i = 0; i < signals->len; i++)
    {
      guint32 id = ((const guint64 *) (gpointer) signals->data)[2 * i + 1];
      const LsLintSignal *signal = ls_id_map_get (&self->signals, id);

      report_unused_signal (self, id, signal, signal->created_position, signal->created_at);
    }
  show_agent (self, current);
  ls_linter_look_at_memory (self);
}
