/* ls-linter-promises.c: what microtasks and promises tell about the lints
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-linter-private.h"

/* Where a budget stops a turn, so many microtasks in it count as endless. */
#define LIMIT_MICROTASKS 100

void
ls_linter_on_microtask_queued (LsLinter       *self,
                               const LsRecord *record)
{
  LsLintMicrotask *microtask;

  /* Other microtasks cannot show an inversion. */
  if (record->value != LS_MICROTASK_AWAIT || record->subject == 0)
    return;
  microtask = ls_id_map_add (&self->microtasks, record->subject);
  *microtask = (LsLintMicrotask) { .promise = record->object, .name = record->text };
}

/* A function that awaited goes on in the turn of the task that settled the promise, with its own priority. */
static void
look_for_inversion (LsLinter              *self,
                    const LsRecord        *record,
                    const LsLintMicrotask *microtask)
{
  LsLintTurn *turn = &self->loop.turn;
  const LsLintSignal *source = ls_id_map_get (&self->signals, record->value);
  LsLint lint = ls_linter_begin_turn_lint (self, LS_LINT_PRIORITY_INVERSION, &self->cursor.turn, record->time);

  if (lint.id == 0 || turn->was_inverted || !ls_task_priority_is_valid (record->priority)
      || !ls_task_priority_is_valid (lint.priority) || record->priority <= lint.priority)
    return;
  /* The task waited for its own yield, to which it gave a lower priority. */
  if (microtask->promise != 0 && microtask->promise == turn->own_promise)
    return;
  /* It is the same work: its priority was raised in this turn. */
  if (source != NULL && source->changed_turn == self->loop.n_turns)
    return;
  if (record->value != 0 && record->value == turn->priority_source)
    return;

  turn->was_inverted = TRUE;
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
  LsLintTurn *turn = &self->loop.turn;
  LsLint lint = ls_linter_begin_turn_lint (self, LS_LINT_ENDLESS_MICROTASKS, &self->cursor.turn, record->time);

  lint.duration = ls_linter_since (record->time, turn->microtasks_at);
  lint.amount = turn->n_microtasks;
  turn->endless = ls_linter_add (self, &lint);
}

void
ls_linter_on_microtask_started (LsLinter       *self,
                                const LsRecord *record)
{
  const LsLintMicrotask *microtask = ls_id_map_get (&self->microtasks, record->subject);
  LsLintTurn *turn = &self->loop.turn;

  if (microtask != NULL)
    {
      look_for_inversion (self, record, microtask);
      ls_id_map_remove (&self->microtasks, record->subject);
    }
  if (self->cursor.turn.task == 0)
    return;
  if (turn->n_microtasks == 0)
    turn->microtasks_at = record->time;
  if (turn->n_microtasks < G_MAXUINT32)
    turn->n_microtasks++;
  if (turn->n_microtasks == self->limits.microtasks)
    report_endless (self, record);
}

void
ls_linter_on_promise_settled (LsLinter       *self,
                              const LsRecord *record)
{
  LsLintPromise *promise = ls_id_map_get (&self->promises, record->subject);

  if (promise == NULL)
    return;
  if (promise->signal != 0)
    ls_linter_release_signal (self, promise->signal);
  if (promise->task != 0 && promise->task == self->cursor.turn.task)
    self->loop.turn.own_promise = record->subject;
  ls_id_map_remove (&self->promises, record->subject);
}

void
ls_linter_on_promise_unhandled (LsLinter       *self,
                                const LsRecord *record)
{
  LsLint lint = ls_linter_begin_lint (self, LS_LINT_UNHANDLED_REJECTION, record, LS_LINT_SUBJECT_PROMISE, record->subject);
  LsLint *added;

  lint.message = record->text;
  added = ls_linter_add (self, &lint);
  if (added != NULL && added->position == self->position && record->subject != 0)
    *(LsLint **) ls_id_map_add (&self->unhandled, record->subject) = added;
}

void
ls_linter_on_promise_handled (LsLinter       *self,
                              const LsRecord *record)
{
  LsLint **lint = ls_id_map_get (&self->unhandled, record->subject);

  if (lint == NULL)
    return;
  (*lint)->amount = 1;
  self->serial++;
  ls_id_map_remove (&self->unhandled, record->subject);
}

void
ls_linter_on_limit (LsLinter       *self,
                    const LsRecord *record)
{
  const LsLintTurn *turn = &self->loop.turn;

  if (self->cursor.turn.task != 0 && turn->endless == NULL && turn->is_task_finished && turn->n_microtasks >= LIMIT_MICROTASKS)
    report_endless (self, record);
}
