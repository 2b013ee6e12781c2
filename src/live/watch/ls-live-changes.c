/* ls-live-changes.c: what becomes of sources while they wait
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "config.h"

#include "ls-live-writer-types-private.h"

/* More of them are not remembered. */
#define MAX_EARLY 10000

/* Returns the time of the trace that is @time µs of the system's monotonic clock, now where that is over. */
guint64
ls_live_writer_convert_time (LsLiveWriter *self,
                             guint64       time)
{
  return MAX (time - MIN (time, self->start), self->now);
}

/* The flag of what a thread does to a context's sources: whether it is outside of the context's dispatches. */
guint8
ls_live_thread_get_outside (LsLiveThread  *thread,
                            LsLiveContext *context)
{
  const guint n = thread->dispatches->len;

  return n > 0 && g_array_index (thread->dispatches, LsLiveDispatch, n - 1).context == context ? 0 : LS_RECORD_FLAG_OUTSIDE;
}

/* The source is gone. */
void
ls_live_writer_end_source (LsLiveWriter  *self,
                           LsLiveContext *context,
                           guint32        id,
                           LsLiveSource  *source)
{
  if ((source->is_found || source->is_lost) && context->early.n_items < MAX_EARLY)
    ls_id_map_add (&context->early, id);
  ls_live_writer_tell_end (self, context, source);
  ls_id_map_remove (&context->sources, id);
}

/* A task keeps its name, so a source that waits goes on as another task. A task that others have queued up behind would lose its
 * place, and keeps its old name instead. */
static void
rename_task (LsLiveWriter  *self,
             LsLiveThread  *thread,
             LsLiveContext *context,
             guint32        id,
             LsLiveSource  *source)
{
  const guint8 outside = ls_live_thread_get_outside (thread, context);

  ls_live_writer_tell_source (self, context, source, outside);
  if (source->task == 0)
    return;
  if (source->is_delayed)
    ls_live_writer_move_task (self, context, id, source, source->due, outside);
  else if (source->order == context->last_order && !source->is_delayed_work)
    ls_live_writer_move_task (self, context, id, source, self->now, outside);
}

/* Somebody has changed or destroyed a source. */
void
ls_live_writer_change_source (LsLiveWriter       *self,
                              LsLiveThread       *thread,
                              LsLiveContext      *context,
                              const LsWireChange *record)
{
  LsLiveSource *source = ls_id_map_get (&context->sources, record->head.source);
  guint64 due;
  guint32 name;

  if (source == NULL)
    return;
  switch (record->head.kind)
    {
    case LS_WIRE_DESTROYED:
      ls_live_writer_end_source (self, context, record->head.source, source);
      break;
    case LS_WIRE_PRIORITY:
      due = source->is_delayed ? source->due : self->now;
      if (source->priority == record->value)
        break;
      source->priority = record->value;
      ls_live_writer_tell_source (self, context, source, ls_live_thread_get_outside (thread, context));
      if (source->task != 0 && source->queue == ls_queue_type_for_source_priority (record->value))
        ls_live_targets_set_priority (&self->targets, source->task, record->value);
      else if (source->task != 0)
        ls_live_writer_move_task (self, context, record->head.source, source, due, ls_live_thread_get_outside (thread, context));
      break;
    case LS_WIRE_NAMED:
      name = ls_live_process_get_text (thread->process, record->text);
      if (name == 0 || name == source->name)
        break;
      source->name = name;
      rename_task (self, thread, context, record->head.source, source);
      break;
    default:
      break;
    }
}

/* A source is due at a time of its own. */
void
ls_live_writer_set_ready_time (LsLiveWriter          *self,
                               LsLiveThread          *thread,
                               LsLiveContext         *context,
                               const LsWireReadyTime *record)
{
  LsLiveSource *source = ls_id_map_get (&context->sources, record->head.source);
  const guint64 due = record->ready_time < 0 ? LS_LIVE_NEVER : ls_live_writer_convert_time (self, record->ready_time);

  if (source == NULL || source->sort == LS_WIRE_SORT_IDLE)
    return;
  /* While it is dispatched, it does not wait yet. */
  if (source->task == 0 && due == LS_LIVE_NEVER)
    return;
  if (source->task == 0)
    ls_live_writer_add_task (self, context, record->head.source, source, due, ls_live_thread_get_outside (thread, context));
  else if (due != LS_LIVE_NEVER || source->due != LS_LIVE_NEVER)
    ls_live_writer_move_task (self, context, record->head.source, source, due, ls_live_thread_get_outside (thread, context));
}

/* What a source has waited for has come, or had before. */
void
ls_live_writer_tell_ready (LsLiveWriter      *self,
                           LsLiveContext     *context,
                           const LsWireReady *record)
{
  LsLiveSource *source = ls_id_map_get (&context->sources, record->head.source);

  if (source != NULL && source->task != 0 && source->is_delayed)
    ls_live_writer_end_delay (self, context, source, record->is_exact != 0);
}
