/* ls-wait-find.c: finds the task of a name that waited longest
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-wait-causes.h"

#include <string.h>

#include "ls-id-map-private.h"
#include "ls-record-format-private.h"
#include "ls-record-walk-private.h"

/* What is shown after the name of a continuation. */
#define CONTINUATION " ↻"

static guint64
since (guint64 now,
       guint64 then)
{
  return now > then ? now - then : 0;
}

/* Where a name is looked for: the waits of tasks of this name. */
typedef struct
{
  guint64 longest;
  guint32 task;
  guint32 n_tasks;
} NameSearch;

static void
count_wait (NameSearch     *self,
            const LsRecord *record,
            guint64         from)
{
  const guint64 wait = since (record->time, from);

  self->n_tasks++;
  if (self->task == 0 || wait > self->longest)
    {
      self->task = record->subject;
      self->longest = wait;
    }
}

/* Returns the number of a text, 0 if the trace does not have it. */
static guint32
find_text (LsTrace    *trace,
           const char *name,
           gsize       length)
{
  for (guint i = 1; i <= ls_trace_get_n_texts (trace); i++)
    {
      const char *text = ls_trace_get_text (trace, i);

      if (strncmp (text, name, length) == 0 && text[length] == '\0')
        return i;
    }
  return 0;
}

/**
 * ls_wait_causes_find_task:
 * @trace: a trace
 * @name: what tasks are called; with “ ↻” at its end, as continuations are shown, it stands for continuations alone
 * @n_tasks: (out) (optional): how many tasks of this name have run
 *
 * Finds the task of a name that waited longest.
 *
 * Returns: of the tasks of this name that have run, the one that waited longest; if none has run, the first; 0 if there is none
 */
guint32
ls_wait_causes_find_task (LsTrace    *trace,
                          const char *name,
                          guint32    *n_tasks)
{
  LsRecordWalk walk = { .trace = trace, .end = G_MAXSIZE };
  NameSearch search = { 0 };
  const LsRecord *record;
  LsIdMap from;                  /* guint64: µs since when the task can run */
  guint32 first = 0, text;
  gboolean is_continuation;
  guint64 *runnable;

  g_return_val_if_fail (LS_IS_TRACE (trace), 0);
  g_return_val_if_fail (name != NULL, 0);

  walk.position = ls_trace_get_start (trace);
  text = find_text (trace, name, strlen (name));
  is_continuation = text == 0 && g_str_has_suffix (name, CONTINUATION);
  if (is_continuation)
    text = find_text (trace, name, strlen (name) - strlen (CONTINUATION));
  ls_id_map_init (&from, sizeof (guint64));
  while (text != 0 && (record = ls_record_walk_next (&walk)) != NULL)
    switch (record->kind)
      {
      case LS_RECORD_TASK_POSTED:
      case LS_RECORD_TASK_INCOMING:
      case LS_RECORD_TASK_DELAYED:
      case LS_RECORD_TASK_QUEUED:
        if (record->subject == 0 || ((record->text != text || (is_continuation && !ls_record_is_continuation (record))) &&
                                     ls_id_map_get (&from, record->subject) == NULL))
          break;
        first = first != 0 ? first : record->subject;
        runnable = ls_id_map_add (&from, record->subject);
        /* A delay may be noticed late. */
        if (record->kind != LS_RECORD_TASK_QUEUED || record->time < *runnable || *runnable == 0)
          *runnable = record->time + (record->kind == LS_RECORD_TASK_DELAYED ? record->value : 0);
        break;
      case LS_RECORD_TASK_DUE:
        /* A source may have waited for an event. */
        runnable = ls_id_map_get (&from, record->subject);
        if (runnable != NULL)
          *runnable = MIN (*runnable, record->time);
        break;
      case LS_RECORD_TASK_SELECTED:
      case LS_RECORD_TASK_REMOVED:
        if (record->kind == LS_RECORD_TASK_SELECTED && ls_id_map_get (&from, record->subject) != NULL)
          count_wait (&search, record, *(guint64 *) ls_id_map_get (&from, record->subject));
        ls_id_map_remove (&from, record->subject);
        break;
      default:
        break;
      }
  ls_id_map_clear (&from);

  if (n_tasks != NULL)
    *n_tasks = search.n_tasks;
  return search.task != 0 ? search.task : first;
}
