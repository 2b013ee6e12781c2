/* ls-linter-waits.c: what waits of tasks and continuations tell about the lints
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-linter-private.h"

/* So many turns are remembered, each of which was longer than all that came after it. */
#define MAX_LONGEST 1024

/* Turns: which one was the longest since a task was queued */

static LsLintLongTurn *
get_long_turn (const LsLintLoop *loop,
               guint             index)
{
  return &g_array_index (loop->longest, LsLintLongTurn, index);
}

/* Remembers a turn that has ended, and forgets the shorter ones before it: nobody asks for these any more. */
void
ls_linter_remember_turn (LsLinter           *self,
                         const LsCursorTurn *turn,
                         guint64             duration)
{
  LsLintLoop *loop = &self->loop;
  const LsLintLongTurn added = {
    .number = loop->n_turns, .ended_at = turn->ended_at, .duration = duration, .task = turn->task, .name = loop->turn.name,
  };

  if (loop->n_waiting == 0)
    {
      if (loop->longest != NULL)
        g_array_set_size (loop->longest, 0);
      return;
    }
  if (loop->longest == NULL)
    loop->longest = g_array_new (FALSE, FALSE, sizeof (LsLintLongTurn));
  while (loop->longest->len > 0 && get_long_turn (loop, loop->longest->len - 1)->duration <= duration)
    g_array_set_size (loop->longest, loop->longest->len - 1);
  if (loop->longest->len == MAX_LONGEST)
    g_array_remove_range (loop->longest, 0, MAX_LONGEST / 2);
  g_array_append_val (loop->longest, added);
}

/* The turn that took most of the wait of a task: the first one there is since it was queued, unless most of that was over then. */
static LsLintLongTurn
find_longest (LsLinter         *self,
              const LsLintTask *task)
{
  const LsLintLoop *loop = &self->loop;
  guint low = 0, high = loop->longest != NULL ? loop->longest->len : 0;
  LsLintLongTurn found = { 0 };

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (get_long_turn (loop, middle)->number < task->queued_turn)
        low = middle + 1;
      else
        high = middle;
    }
  for (guint i = low; loop->longest != NULL && i < loop->longest->len && i < low + 2; i++)
    {
      LsLintLongTurn turn = *get_long_turn (loop, i);

      turn.duration = MIN (turn.duration, ls_linter_since (turn.ended_at, task->queued_at));
      if (found.task == 0 || turn.duration > found.duration)
        found = turn;
    }
  return found;
}

/* Lints */

static LsLint
begin_wait_lint (LsLinter         *self,
                 LsLintKind        kind,
                 guint32           id,
                 const LsLintTask *task,
                 guint64           position,
                 guint64           time,
                 guint64           waited,
                 guint64           n_turns)
{
  const LsLintLongTurn longest = find_longest (self, task);
  LsLint lint = {
    .kind = kind,
    .subject_kind = LS_LINT_SUBJECT_TASK,
    .id = id,
    .name = task->name,
    .priority = task->priority,
    .other_priority = LS_TASK_PRIORITY_NONE,
    .queue = task->queue,
    .is_continuation = task->is_continuation,
    .position = position,
    .since = task->queued_position,
    .time = time,
    .duration = waited,
    .amount = n_turns + 1 > task->queued_turn ? n_turns + 1 - task->queued_turn : 0,
  };

  if (longest.task != 0)
    {
      lint.other_kind = LS_LINT_SUBJECT_TASK;
      lint.other = longest.task;
      lint.other_name = longest.name;
      lint.other_duration = longest.duration;
    }
  return lint;
}

/* Reports a continuation or a user-blocking task of a recording that waited too long, when it is selected after @n_turns turns.
 * Returns whether it did. Programs that are run here may make their tasks wait in line. */
gboolean
ls_linter_report_late (LsLinter         *self,
                       guint32           id,
                       const LsLintTask *task,
                       guint64           position,
                       guint64           time,
                       guint64           waited,
                       guint64           n_turns)
{
  LsLintKind kind = task->is_continuation ? LS_LINT_LATE_CONTINUATION : LS_LINT_LATE_USER_BLOCKING;
  const guint8 priority = task->least_priority;
  const guint64 limit = priority == LS_TASK_PRIORITY_USER_BLOCKING && !task->is_continuation ? self->limits.user_blocking
                        : priority == LS_TASK_PRIORITY_BACKGROUND ? self->limits.starved_background
                                                                  : self->limits.late_continuation;
  LsLint lint;

  if (!ls_linter_is_measured (self) || task->queue != LS_QUEUE_TYPE_WEB_SCHEDULING || task->is_inferred ||
      !ls_task_priority_is_valid (priority) || waited <= limit ||
      (!task->is_continuation && priority != LS_TASK_PRIORITY_USER_BLOCKING))
    return FALSE;
  lint = begin_wait_lint (self, kind, id, task, position, time, waited, n_turns);
  ls_linter_add (self, &lint);
  return TRUE;
}

/* A scheduler's queue is made, changes its priority or is no more. */
void
ls_linter_on_queue (LsLinter       *self,
                    const LsRecord *record)
{
  LsLintQueue *queue = ls_id_map_get (&self->queues, record->subject);

  if (record->subject == 0)
    return;
  if (record->kind == LS_RECORD_QUEUE_REMOVED)
    {
      ls_id_map_remove (&self->queues, record->subject);
      return;
    }
  if (record->kind == LS_RECORD_QUEUE_PRIORITY && queue != NULL && queue->priority == record->priority)
    return;
  if (queue == NULL)
    queue = ls_id_map_add (&self->queues, record->subject);
  queue->priority = record->priority;
  queue->changed_position = record->kind == LS_RECORD_QUEUE_PRIORITY ? self->position : 0;
}

/* Whether a task has had its priority since it was queued. */
gboolean
ls_linter_has_kept_priority (LsLinter         *self,
                             const LsLintTask *task)
{
  const LsLintQueue *queue = ls_id_map_get (&self->queues, task->own_queue);

  return !task->has_changed && (queue == NULL || queue->changed_position <= task->queued_position);
}

/* Whether a task cannot run any more: a later one of its priority has. Then its page is gone, as after a reload; a recording does
 * not say that. */
static gboolean
is_lost (LsLinter         *self,
         const LsLintTask *task)
{
  return ls_task_priority_is_valid (task->priority) &&
         task->sequence < self->loop.latest_run[task->priority][task->is_continuation != FALSE];
}

/* Reports a task of a recording that still waits when that ends. One that was posted just before has nothing wrong with it. Returns
 * whether there is nothing else to say of it. */
gboolean
ls_linter_report_never_ran (LsLinter         *self,
                            guint32           id,
                            const LsLintTask *task,
                            guint64           waited)
{
  LsLint lint;

  if (!ls_linter_is_measured (self) || task->queue != LS_QUEUE_TYPE_WEB_SCHEDULING ||
      waited < ls_linter_get_starved_limit (self, task))
    return FALSE;
  if (is_lost (self, task))
    return TRUE;
  lint = begin_wait_lint (self, LS_LINT_NEVER_RAN, id, task, task->queued_position, task->queued_at, waited, self->loop.n_turns);
  ls_linter_add (self, &lint);
  return TRUE;
}

/* A continuation of a recording is aborted: what the pieces before it did was in vain. */
void
ls_linter_report_aborted (LsLinter       *self,
                          const LsRecord *record)
{
  const LsLintTask *task = ls_id_map_get (&self->tasks, record->subject);
  LsLint lint = ls_linter_begin_lint (self, LS_LINT_LATE_ABORT, record, LS_LINT_SUBJECT_TASK, record->subject);

  if (!ls_linter_is_measured (self) || task == NULL || !task->is_continuation || task->worked <= self->limits.long_task)
    return;
  lint.name = task->name;
  lint.priority = task->priority;
  lint.queue = task->queue;
  lint.is_continuation = TRUE;
  lint.since = task->queued_position;
  lint.duration = task->worked;
  ls_linter_add (self, &lint);
}

/* Called where the continuation of a yield is queued. A recording has no promises. But a yield inherits the priority of the code
 * that yields: where it is higher than that of the task whose microtasks run it, that code has awaited what the task settled. */
void
ls_linter_look_for_recorded_inversion (LsLinter       *self,
                                       const LsRecord *record,
                                       guint32         name)
{
  LsLintTurn *turn = &self->loop.turn;
  LsLint lint = ls_linter_begin_turn_lint (self, LS_LINT_PRIORITY_INVERSION, &self->cursor.turn, record->time);

  if (lint.id == 0 || !turn->is_task_finished || turn->was_inverted || lint.is_continuation ||
      !ls_task_priority_is_valid (lint.priority) || !ls_task_priority_is_valid (record->priority) ||
      record->priority <= lint.priority)
    return;
  turn->was_inverted = TRUE;
  lint.duration = turn->waited;
  lint.other_kind = LS_LINT_SUBJECT_TASK;
  lint.other = record->subject;
  lint.other_name = name;
  lint.other_priority = record->priority;
  ls_linter_add (self, &lint);
}
