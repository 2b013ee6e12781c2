/* ls-turn-tracker.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-turn-tracker-private.h"

#include "ls-record-steps-private.h"

typedef enum
{
  KIND_TASK = 1,
  KIND_CONTINUATION,
  KIND_ACTION
} Kind;

/* A name and what has it, as a number that holds for other runs. */
static guint64
get_kind (LsTurnTracker *self,
          guint32        text,
          Kind           kind)
{
  const char *string = text != 0 ? ls_trace_get_text (self->trace, text) : NULL;
  guint64 hash = kind;

  for (; string != NULL && *string != '\0'; string++)
    hash = (hash ^ (guint8) *string) * G_GUINT64_CONSTANT (0x100000001b3) + 1;
  return hash;
}

/* The identity of the task that a record is about, which may be the first to name it; 0 for one that runs, or cannot be. */
static guint64
take_task (LsTurnTracker  *self,
           const LsRecord *record)
{
  const Kind kind = (record->flags & LS_RECORD_FLAG_CONTINUATION) != 0 ? KIND_CONTINUATION : KIND_TASK;
  const gboolean is_outside = record->kind != LS_RECORD_TASK_SELECTED && record->kind != LS_RECORD_TASK_QUEUED &&
                              record->kind != LS_RECORD_TASK_DUE && (record->flags & LS_RECORD_FLAG_OUTSIDE) != 0;
  LsTaskPoster nobody = { 0 };
  const guint64 *known;
  guint64 identity;

  if (record->subject == 0 || (record->subject == self->cursor.turn.task && record->kind != LS_RECORD_TASK_SELECTED))
    return 0;
  known = ls_id_map_get (&self->tasks, record->subject);
  if (known != NULL && record->kind != LS_RECORD_TASK_POSTED)
    return *known;
  identity = ls_task_identities_add (&self->identities, get_kind (self, record->text, kind),
                                     is_outside ? &nobody : &self->loop.poster);
  *(guint64 *) ls_id_map_add (&self->tasks, record->subject) = identity;
  return identity;
}

static void
on_selected (LsTurnTracker  *self,
             const LsRecord *record)
{
  const guint64 identity = take_task (self, record);

  ls_id_map_remove (&self->tasks, record->subject);
  self->loop.poster.identity = identity;
  self->loop.origin = (LsStepOrigin) { .identity = identity };
}

/* Begins to track @trace, all records of which the tracker has to be told of, from the first one on. It may not move until
 * ls_turn_tracker_clear(). */
void
ls_turn_tracker_init (LsTurnTracker *self,
                      LsTrace       *trace)
{
  *self = (LsTurnTracker) { .trace = g_object_ref (trace) };
  ls_task_identities_init (&self->identities);
  ls_id_map_init (&self->tasks, sizeof (guint64));
  ls_trace_cursor_init (&self->cursor, &self->loop, sizeof self->loop);
}

void
ls_turn_tracker_clear (LsTurnTracker *self)
{
  ls_task_identities_clear (&self->identities);
  ls_id_map_clear (&self->tasks);
  ls_trace_cursor_clear (&self->cursor);
  g_clear_object (&self->trace);
}

/* Reads the next record. Returns whether a step ends with it; @origin is then what it is a step of. */
gboolean
ls_turn_tracker_read (LsTurnTracker  *self,
                      const LsRecord *record,
                      LsStepOrigin   *origin)
{
  LsTaskPoster nobody = { 0 };

  if (ls_trace_cursor_advance (&self->cursor, record, self->position++))
    ls_task_identities_end_poster (&self->identities, &self->loop.poster);
  switch (record->kind)
    {
    case LS_RECORD_TASK_POSTED:
    case LS_RECORD_TASK_QUEUED:
    case LS_RECORD_TASK_INCOMING:
    case LS_RECORD_TASK_DELAYED:
    case LS_RECORD_TASK_DUE:
      take_task (self, record);
      break;
    case LS_RECORD_TASK_REMOVED:
      ls_id_map_remove (&self->tasks, record->subject);
      break;
    case LS_RECORD_TASK_SELECTED:
      on_selected (self, record);
      break;
    case LS_RECORD_ACTION:
      /* What the user does between the steps of a turn does not change how these are counted. */
      self->action = ls_task_identities_add (&self->identities, get_kind (self, record->text, KIND_ACTION), &nobody);
      break;
    default:
      break;
    }

  if (!ls_record_ends_step (record))
    return FALSE;
  if (record->kind == LS_RECORD_ACTION_FINISHED)
    *origin = (LsStepOrigin) { .identity = self->action };
  else
    {
      self->loop.origin.index++;
      *origin = self->loop.origin;
    }
  return TRUE;
}
