/* ls-record-matcher.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-record-matcher-private.h"

#include <string.h>

#include "ls-record-format-private.h"

static gboolean
is_ascii (const char *text)
{
  for (; *text != '\0'; text++)
    if ((guchar) *text >= 0x80)
      return FALSE;
  return TRUE;
}

void
ls_record_matcher_init (LsRecordMatcher          *self,
                        LsTrace                  *trace,
                        const LsRecordFilterSpec *spec)
{
  *self = (LsRecordMatcher) { .trace = trace, .spec = *spec };
  self->spec.text = NULL;
  ls_trace_cursor_init (&self->cursor, NULL, 0);
  ls_id_map_init (&self->queue_signals, sizeof (guint32));
  ls_id_map_init (&self->signal_tasks, sizeof (guint8));
  self->follows_turns = spec->task != 0 || (spec->without_priorities & LS_RECORD_FILTER_ALL_PRIORITIES) != 0;

  if (spec->text != NULL && *spec->text != '\0')
    {
      g_autofree char *valid = g_utf8_make_valid (spec->text, -1);

      self->text_is_ascii = is_ascii (valid);
      self->text = self->text_is_ascii ? g_ascii_strdown (valid, -1) : g_utf8_casefold (valid, -1);
      self->text_length = strlen (self->text);
      self->names = ls_state_new (trace);
      self->line = g_string_new (NULL);
    }
}

void
ls_record_matcher_clear (LsRecordMatcher *self)
{
  g_clear_pointer (&self->names, ls_state_unref);
  g_clear_pointer (&self->text, g_free);
  if (self->line != NULL)
    g_string_free (self->line, TRUE);
  self->line = NULL;
  ls_trace_cursor_clear (&self->cursor);
  ls_id_map_clear (&self->queue_signals);
  ls_id_map_clear (&self->signal_tasks);
}

/* Begins at @position, as the records before it are gone. The state there says what they would have said. */
void
ls_record_matcher_begin_at (LsRecordMatcher *self,
                            gsize            position)
{
  guint32 signal = self->spec.signal;
  g_autoptr (LsState) state = NULL;

  ls_trace_cursor_clear (&self->cursor);
  ls_id_map_clear (&self->queue_signals);
  ls_id_map_clear (&self->signal_tasks);
  if (!self->follows_turns && signal == 0)
    return;

  state = ls_state_new (self->trace);
  ls_state_seek (state, position);
  ls_trace_cursor_begin_at (&self->cursor, state, ls_state_get_time (state));
  if (signal == 0)
    return;
  for (guint32 id = 0; (id = ls_state_find_next_queue (state, id)) != 0;)
    {
      const LsQueueState *queue = ls_state_get_queue (state, id);

      if (queue->exists && queue->signal == signal)
        *(guint32 *) ls_id_map_add (&self->queue_signals, id) = signal;
    }
  for (guint32 id = 0; (id = ls_state_find_next_task (state, id)) != 0;)
    {
      const LsTaskState *task = ls_state_get_task (state, id);

      if ((task->signal == signal || ls_id_map_get (&self->queue_signals, task->queue) != NULL)
          && task->status >= LS_TASK_STATUS_POSTED && task->status < LS_TASK_STATUS_FINISHED)
        ls_id_map_add (&self->signal_tasks, id);
    }
}

/* Whether a record names a task, as its subject or as what it belongs to. */
static gboolean
is_about_task (const LsRecord *record,
               guint32         task)
{
  switch (record->kind)
    {
    case LS_RECORD_TASK_POSTED:
    case LS_RECORD_TASK_REFUSED:
    case LS_RECORD_TASK_QUEUED:
    case LS_RECORD_TASK_INCOMING:
    case LS_RECORD_TASK_DELAYED:
    case LS_RECORD_TASK_DUE:
    case LS_RECORD_TASK_SELECTED:
    case LS_RECORD_TASK_STARTED:
    case LS_RECORD_TASK_FINISHED:
    case LS_RECORD_TASK_REMOVED:
    case LS_RECORD_TASK_PLACE:
      return record->subject == task;
    case LS_RECORD_TASK_ORIGIN:
      return record->subject == task || record->object == task;
    case LS_RECORD_TASK_RAISED:
      return record->subject == task || record->value == task;
    case LS_RECORD_PROMISE_CREATED:
    case LS_RECORD_TIMER_INSTALLED:
    case LS_RECORD_TIMER_FIRED:
    case LS_RECORD_IDLE_REQUESTED:
    case LS_RECORD_IDLE_FIRED:
      return record->object == task;
    default:
      return FALSE;
    }
}

/* Follows which queues belong to the signal and which tasks were posted with it. Whether the record is about one of them. */
static gboolean
is_about_signal (LsRecordMatcher *self,
                 const LsRecord  *record)
{
  guint32 signal = self->spec.signal;
  gboolean found;

  switch (record->kind)
    {
    case LS_RECORD_QUEUE_CREATED:
      if (record->object != signal || record->subject == 0)
        return FALSE;
      *(guint32 *) ls_id_map_add (&self->queue_signals, record->subject) = signal;
      return TRUE;
    case LS_RECORD_QUEUE_REMOVED:
      return ls_id_map_remove (&self->queue_signals, record->subject);
    case LS_RECORD_QUEUE_PRIORITY:
      return ls_id_map_get (&self->queue_signals, record->subject) != NULL;
    case LS_RECORD_TASK_POSTED:
      if (record->object != signal || record->subject == 0)
        return FALSE;
      ls_id_map_add (&self->signal_tasks, record->subject);
      return TRUE;
    case LS_RECORD_TASK_REFUSED:
      return record->object == signal;
    case LS_RECORD_TASK_QUEUED:
    case LS_RECORD_TASK_SELECTED:
      found = ls_id_map_get (&self->queue_signals, record->object) != NULL
              || ls_id_map_get (&self->signal_tasks, record->subject) != NULL;
      if (found && record->subject != 0)
        ls_id_map_add (&self->signal_tasks, record->subject);
      return found;
    case LS_RECORD_TASK_DELAYED:
    case LS_RECORD_TASK_DUE:
    case LS_RECORD_TASK_RAISED:
      return ls_id_map_get (&self->signal_tasks, record->subject) != NULL;
    case LS_RECORD_TASK_STARTED:
      return record->object == signal || record->value == signal
             || ls_id_map_get (&self->signal_tasks, record->subject) != NULL;
    case LS_RECORD_TASK_FINISHED:
      return ls_id_map_remove (&self->signal_tasks, record->subject);
    case LS_RECORD_TASK_REMOVED:
      return ls_id_map_remove (&self->signal_tasks, record->subject) || record->object == signal;
    case LS_RECORD_MICROTASK_STARTED:
      return record->object == signal || record->value == signal;
    case LS_RECORD_SIGNAL_CREATED:
    case LS_RECORD_SIGNAL_ABORT_SOURCE:
    case LS_RECORD_SIGNAL_PRIORITY:
    case LS_RECORD_SIGNAL_ABORTED:
      return record->subject == signal || record->object == signal;
    case LS_RECORD_SIGNAL_NAMED:
    case LS_RECORD_SIGNAL_PRIORITY_REFUSED:
    case LS_RECORD_SIGNAL_FINALIZED:
    case LS_RECORD_SIGNAL_LISTENERS:
    case LS_RECORD_EVENT_BEGIN:
    case LS_RECORD_EVENT_END:
      return record->subject == signal;
    default:
      return FALSE;
    }
}

static gboolean
has_priority (LsRecordMatcher    *self,
              const LsRecord     *record,
              const LsCursorTurn *turn)
{
  guint priority = ls_task_priority_is_valid (record->priority) ? record->priority : turn->priority;
  guint bit = ls_task_priority_is_valid (priority) ? 1u << priority : LS_RECORD_FILTER_NO_PRIORITY;

  return (self->spec.without_priorities & bit) == 0;
}

static gboolean
has_text (LsRecordMatcher *self,
          const LsRecord  *record,
          gsize            position)
{
  g_autofree char *folded = NULL;

  ls_state_seek (self->names, position + 1);
  ls_trace_write_line (self->line, self->trace, position, record, self->names);
  if (!self->text_is_ascii)
    {
      folded = g_utf8_casefold (self->line->str, self->line->len);
      return strstr (folded, self->text) != NULL;
    }

  for (gsize i = 0; i < self->line->len; i++)
    {
      guchar c = self->line->str[i];

      self->line->str[i] = c + ((guchar) (c - 'A') < 26) * ('a' - 'A');
    }
  return memmem (self->line->str, self->line->len, self->text, self->text_length) != NULL;
}

/* Callers pass every record in turn. @of_kind: whether its kind is looked for. Where it is not, a record does not match
 * if a text is looked for, as that costs most. */
gboolean
ls_record_matcher_match (LsRecordMatcher *self,
                         const LsRecord  *record,
                         gsize            position,
                         gboolean         of_kind)
{
  const LsRecordFilterSpec *spec = &self->spec;
  gboolean matches = record->time >= spec->from_time && (spec->end_time == 0 || record->time < spec->end_time);

  if (self->follows_turns)
    {
      const gboolean has_ended = ls_trace_cursor_advance (&self->cursor, record, position);
      /* The record that ends a turn is still of it. */
      const LsCursorTurn *turn = has_ended && record->kind == LS_RECORD_TURN_ENDED ? &self->cursor.over : &self->cursor.turn;

      if (matches && spec->task != 0)
        matches = is_about_task (record, spec->task) || (!spec->task_only && turn->task == spec->task);
      if (matches)
        matches = has_priority (self, record, turn);
    }
  if (spec->signal != 0 && !is_about_signal (self, record))
    matches = FALSE;

  return matches && (self->text == NULL || (of_kind && has_text (self, record, position)));
}
