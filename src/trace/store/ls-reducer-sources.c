/* ls-reducer-sources.c: what the records about sources of GLib programs do to the state
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-world-private.h"

static void
on_source (LsWorld        *self,
           const LsRecord *record)
{
  LsSourceState *source;

  if (!ls_world_accepts_id (self, record->subject))
    return;

  source = ls_cow_table_edit (&self->sources, record->subject);
  if (record->kind == LS_RECORD_SOURCE_DESTROYED)
    {
      source->exists = FALSE;
      return;
    }
  *source = (LsSourceState) {
    .id = record->subject,
    .name = record->text,
    .priority = (gint32) record->value,
    .interval = record->object,
    .agent = self->agent,
    .attached_at = record->time,
    .sort = record->level < LS_N_SOURCE_SORTS ? record->level : LS_SOURCE_OTHER,
    .is_found = record->clause == LS_CLAUSE_INFERRED_DUE,
    .is_from_outside = (record->flags & LS_RECORD_FLAG_OUTSIDE) != 0,
    .exists = TRUE,
  };
}

/* Whether a source was certainly attached before another one, so that it is dispatched first where both have one priority. A thread
 * tells of a source, then attaches it, and may have to wait in between. */
gboolean
ls_source_precedes (const LsSourceState *self,
                    const LsSourceState *other)
{
  const guint64 doubt = self->is_from_outside || other->is_from_outside ? LS_ATTACHING_TAKES : 0;

  if (self->is_found || other->is_found)
    return FALSE;
  return self->attached_at + doubt < other->attached_at || (doubt == 0 && self->attached_at == other->attached_at &&
                                                            self->id < other->id);
}

/* Returns the iteration that dispatches this source at @time. It may be the one that goes on, unless the loop has slept, or the
 * source has another priority or comes before the last one in the list. Else it began after the last dispatch. */
LsIteration
ls_world_get_iteration (const LsWorld       *self,
                        const LsSourceState *source,
                        guint64              time)
{
  const LsSourceState *last = ls_cow_table_peek (&self->sources, self->loop.iteration.source);
  LsIteration iteration = self->loop.iteration;

  if (iteration.source == 0 || last == NULL || iteration.woke_at > iteration.ended_at || source->id == last->id ||
      source->priority != last->priority || ls_source_precedes (source, last))
    {
      iteration.earliest = MAX (iteration.ended_at, iteration.woke_at);
      iteration.first_at = time;
    }
  iteration.source = source->id;
  return iteration;
}

static void
on_selected (LsWorld        *self,
             const LsRecord *record)
{
  const LsTaskState *task = ls_world_peek_task (self, record->subject);
  const LsSourceState *source = task != NULL ? ls_cow_table_peek (&self->sources, task->source) : NULL;

  if (source == NULL || source->id == 0)
    self->loop.iteration.source = 0;
  else
    self->loop.iteration = ls_world_get_iteration (self, source, record->time);
  self->loop.iteration.ended_at = record->time;
}

static void
on_origin (LsWorld        *self,
           const LsRecord *record)
{
  const LsTaskState *known = ls_world_peek_task (self, record->subject);
  LsTaskState *task;

  if (known == NULL || known->id == 0 || known->agent != self->agent)
    return;
  task = ls_world_edit_task (self, record->subject);
  task->posted_by = record->object;
  task->origin = record->text;
  task->origin_thread = record->value;
}

void
ls_world_apply_sources (LsWorld        *self,
                        const LsRecord *record)
{
  switch (record->kind)
    {
    case LS_RECORD_SOURCE_ATTACHED:
    case LS_RECORD_SOURCE_DESTROYED:
      on_source (self, record);
      break;
    case LS_RECORD_TASK_ORIGIN:
      on_origin (self, record);
      break;
    case LS_RECORD_TASK_SELECTED:
      on_selected (self, record);
      break;
    case LS_RECORD_TURN_ENDED:
      self->loop.iteration.ended_at = record->time;
      break;
    case LS_RECORD_CLOCK_ADVANCED:
      /* Within a dispatch, a loop of its own has slept. */
      self->loop.iteration.woke_at = record->time;
      break;
    default:
      break;
    }
}
