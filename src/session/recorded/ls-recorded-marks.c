/* ls-recorded-marks.c: reads what the recording helper tells of signals
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-recorded-finder-private.h"

#define MAX_SOURCES 1000

/* Returns the controller of a signal that the recording helper tells of. It is made where it is first heard of. */
guint32
ls_finder_find_signal (LsRecordedFinder *self,
                       guint64           id,
                       LsTaskPriority    priority,
                       guint32           label)
{
  const guint32 found = GPOINTER_TO_UINT (g_hash_table_lookup (self->signals, &id));
  const char *text = label != 0 ? ls_recording_get_text (self->thread->recording, label) : NULL;
  LsRecordedController *controller;
  guint64 *key;
  guint32 index;

  self->thread->has_marks = TRUE;
  if (found != 0)
    {
      controller = ls_recorded_controller (self->thread, found - 1);
      if (controller->priority == LS_TASK_PRIORITY_NONE)
        controller->priority = priority;
      return found - 1;
    }
  index = ls_recorded_add_controller (self->thread, text != NULL && *text != '\0' ? g_strdup (text) : NULL, priority, FALSE);
  key = g_new (guint64, 1);
  *key = id;
  g_hash_table_insert (self->signals, key, GUINT_TO_POINTER (index + 1));
  return index;
}

void
ls_finder_make_dependent (LsRecordedFinder       *self,
                          const LsRecordingEvent *event)
{
  const char *sources = event->place != 0 ? ls_recording_get_text (self->thread->recording, event->place) : NULL;
  g_auto (GStrv) parts = g_strsplit (sources != NULL ? sources : "", ",", MAX_SOURCES);
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 follows = LS_RECORDED_NONE;
  guint32 index;

  /* What a signal depends on is older, and made before it. */
  if (event->value != 0)
    follows = ls_finder_find_signal (self, event->value, LS_TASK_PRIORITY_NONE, 0);
  for (guint i = 0; parts[i] != NULL; i++)
    {
      const guint64 id = g_ascii_strtoull (parts[i], NULL, 10);
      const guint32 source = id != 0 ? ls_finder_find_signal (self, id, LS_TASK_PRIORITY_NONE, 0) : LS_RECORDED_NONE;

      if (source != LS_RECORDED_NONE)
        g_array_append_val (found, source);
    }
  index = ls_finder_find_signal (self, event->id, event->priority, event->text);
  if (ls_recorded_controller (self->thread, index)->sources != NULL)
    return;
  for (guint i = found->len; i > 0; i--)
    if (g_array_index (found, guint32, i - 1) >= index)
      g_array_remove_index (found, i - 1);
  ls_recorded_controller (self->thread, index)->sources = g_steal_pointer (&found);
  ls_recorded_controller (self->thread, index)->follows = follows < index ? follows : LS_RECORDED_NONE;
}

void
ls_finder_change_priority (LsRecordedFinder       *self,
                           const LsRecordingEvent *event)
{
  const guint32 controller = ls_finder_find_signal (self, event->id, LS_TASK_PRIORITY_NONE, 0);

  if (self->unit != LS_RECORDED_NONE && ls_task_priority_is_valid (event->priority))
    ls_recorded_add_op (self->thread, LS_OP_SET_PRIORITY, self->unit, ls_recorded_to_us (event->time), controller, event->priority);
}
