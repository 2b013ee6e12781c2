/* ls-reducer-signals.c: what the records about signals do to the state
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-world-private.h"

#define NO_RECORD G_MAXUINT64

static void
on_signal_created (LsWorld        *self,
                   LsSignalState  *signal,
                   const LsRecord *record)
{
  *signal = (LsSignalState) {
    .id = record->subject,
    .name = record->text,
    .flags = record->flags,
    .exists = TRUE,
    .priority = record->priority,
    .previous_priority = LS_TASK_PRIORITY_NONE,
    .source = record->object,
    .created_record = self->position,
    .aborted_record = NO_RECORD,
    .priority_record = NO_RECORD,
    .agent = self->agent,
  };
}

static void
add_abort_source (LsWorld       *self,
                  LsSignalState *signal,
                  guint32        source)
{
  guint32 place = MAX (self->abort_sources.n_items, 1);
  LsAbortSource *element = ls_cow_table_edit (&self->abort_sources, place);

  *element = (LsAbortSource) { .signal = source, .owner = signal->id };
  if (signal->last_source != 0)
    ((LsAbortSource *) ls_cow_table_edit (&self->abort_sources, signal->last_source))->next = place;
  else
    signal->first_source = place;
  signal->last_source = place;
  signal->n_abort_sources++;
}

/* Signals count listeners to two types of events. */
static void
set_listeners (LsSignalState *signal,
               guint32        type,
               guint32        n_listeners)
{
  guint i = signal->listener_types[0] == type || signal->listener_types[0] == 0 ? 0 : 1;

  signal->listener_types[i] = type;
  signal->listener_counts[i] = n_listeners;
  signal->n_listeners = signal->listener_counts[0] + signal->listener_counts[1];
}

/* Returns FALSE where the record is not about a signal that is known. */
gboolean
ls_world_apply_signal (LsWorld        *self,
                       const LsRecord *record)
{
  LsSignalState *signal;

  if (record->kind < LS_RECORD_SIGNAL_CREATED || record->kind > LS_RECORD_EVENT_END ||
      !ls_world_accepts_id (self, record->subject))
    return FALSE;

  signal = ls_cow_table_edit (&self->signals, record->subject);
  if (record->kind == LS_RECORD_SIGNAL_CREATED)
    {
      on_signal_created (self, signal, record);
      return TRUE;
    }
  if (signal->id == 0)
    return FALSE;

  switch (record->kind)
    {
    case LS_RECORD_SIGNAL_ABORT_SOURCE:
      add_abort_source (self, signal, record->object);
      break;
    case LS_RECORD_SIGNAL_NAMED:
      signal->name = record->text;
      break;
    case LS_RECORD_SIGNAL_PRIORITY:
      signal->previous_priority = ls_task_priority_is_valid (record->value) ? record->value : LS_TASK_PRIORITY_NONE;
      signal->priority = record->priority;
      signal->priority_record = self->position;
      break;
    case LS_RECORD_SIGNAL_ABORTED:
      signal->aborted = TRUE;
      signal->reason = record->text;
      signal->aborted_by = record->object;
      signal->aborted_record = self->position;
      break;
    case LS_RECORD_SIGNAL_FINALIZED:
      signal->exists = FALSE;
      break;
    case LS_RECORD_SIGNAL_LISTENERS:
      set_listeners (signal, record->text, record->value);
      break;
    case LS_RECORD_EVENT_BEGIN:
      signal->dispatching += signal->dispatching < G_MAXUINT8;
      break;
    case LS_RECORD_EVENT_END:
      signal->dispatching -= signal->dispatching > 0;
      break;
    default:
      break;
    }

  return TRUE;
}
