/* ls-linter-signals.c: what signals tell about the lints
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-linter-private.h"

LsLintSignal *
ls_linter_use_signal (LsLinter *self,
                      guint32   id)
{
  LsLintSignal *signal = ls_id_map_get (&self->signals, id);

  if (signal != NULL)
    signal->is_used = TRUE;
  return signal;
}

void
ls_linter_release_signal (LsLinter *self,
                          guint32   id)
{
  LsLintSignal *signal = ls_id_map_get (&self->signals, id);

  if (signal != NULL && signal->n_active > 0)
    signal->n_active--;
}

void
ls_linter_on_signal_created (LsLinter       *self,
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
    /* The program has only asked for it. It may be content with the priority. */
    .is_used = record->clause == LS_CLAUSE_EXPERIMENT_CURRENT_TASK_SIGNAL,
  };
  ls_linter_use_signal (self, record->object);
}

void
ls_linter_report_unused_signal (LsLinter           *self,
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

void
ls_linter_on_signal_finalized (LsLinter       *self,
                               const LsRecord *record)
{
  const LsLintSignal *signal = ls_id_map_get (&self->signals, record->subject);

  if (signal == NULL)
    return;
  ls_linter_report_unused_signal (self, record->subject, signal, self->position, record->time);
  ls_id_map_remove (&self->signals, record->subject);
}

void
ls_linter_on_signal_listeners (LsLinter       *self,
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

void
ls_linter_end_abort (LsLinter *self)
{
  self->is_aborting = FALSE;
  if (self->abort_is_late && self->abort.amount > 0)
    ls_linter_add (self, &self->abort);
}

/* The records of dependent signals follow right after that of their source. */
void
ls_linter_on_signal_aborted (LsLinter       *self,
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
    ls_linter_end_abort (self);
  if (record->object != 0 || signal == NULL || (signal->flags & LS_RECORD_FLAG_CONTROLLER) == 0)
    return;

  self->abort = ls_linter_begin_lint (self, LS_LINT_LATE_ABORT, record, LS_LINT_SUBJECT_SIGNAL, record->subject);
  self->abort.name = signal->name;
  self->abort.since = signal->created_position;
  self->abort.amount = signal->n_posted;
  self->abort.message = record->text;
  self->is_aborting = TRUE;
  self->abort_is_late = !is_hit;
}

void
ls_linter_on_signal_priority (LsLinter       *self,
                              const LsRecord *record)
{
  LsLintSignal *signal = ls_id_map_get (&self->signals, record->subject);

  if (signal == NULL)
    return;
  signal->priority = record->priority;
  signal->changed_turn = self->loop.n_turns;
}

void
ls_linter_on_priority_refused (LsLinter       *self,
                               const LsRecord *record)
{
  const LsLintSignal *signal = ls_id_map_get (&self->signals, record->subject);
  LsLint lint = ls_linter_begin_lint (self, LS_LINT_RECURSIVE_SET_PRIORITY, record, LS_LINT_SUBJECT_SIGNAL, record->subject);

  lint.name = signal != NULL ? signal->name : 0;
  lint.priority = record->priority;
  if (self->cursor.turn.task != 0)
    {
      lint.other_kind = LS_LINT_SUBJECT_TASK;
      lint.other = self->cursor.turn.task;
      lint.other_name = self->loop.turn.name;
    }
  ls_linter_add (self, &lint);
}
