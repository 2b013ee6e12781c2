/* ls-loop-marks.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-loop-marks-private.h"

#include <sysprof-capture.h>

#define GROUP "Loopscope"

/* What a mark has room for, with the zero at the end */
#define NAME_SIZE sizeof ((SysprofCaptureMark *) NULL)->name

struct _LsLoopMarks
{
  GHashTable *texts;       /* number → text */
  GHashTable *numbers;     /* text → number, where no probe gives them out */
  gint64      began;       /* ns of Sysprof's clock, 0 between turns */
  char        name[NAME_SIZE];
  char        message[128];
};

/* Returns: (transfer full) (nullable): %NULL where no capture runs. Sysprof starts the programs that it takes marks from, so none
 * begins later. */
LsLoopMarks *
ls_loop_marks_new (void)
{
  LsLoopMarks *self;

  if (!sysprof_collector_is_active ())
    return NULL;
  self = g_new0 (LsLoopMarks, 1);
  self->texts = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->numbers = g_hash_table_new (g_str_hash, g_str_equal);
  return self;
}

void
ls_loop_marks_free (LsLoopMarks *self)
{
  g_hash_table_unref (self->numbers);
  g_hash_table_unref (self->texts);
  g_free (self);
}

/* Returns: the number of @string, as that of ls_probe_intern() where there is a probe */
guint32
ls_loop_marks_intern (LsLoopMarks *self,
                      LsProbe     *probe,
                      const char  *string)
{
  g_autofree char *text = NULL;
  guint32 number;

  if (string == NULL)
    return 0;
  /* The engine takes any bytes for a name, a capture has text. */
  text = g_utf8_make_valid (string, -1);
  number = GPOINTER_TO_UINT (g_hash_table_lookup (self->numbers, text));
  if (number != 0)
    return number;
  number = probe != NULL ? ls_probe_intern (probe, string) : g_hash_table_size (self->numbers) + 1;
  g_hash_table_insert (self->numbers, text, GUINT_TO_POINTER (number));
  g_hash_table_replace (self->texts, GUINT_TO_POINTER (number), g_steal_pointer (&text));
  return number;
}

/* Copies as many whole characters as there is room for. */
static void
copy_text (char       *to,
           gsize       size,
           const char *text)
{
  gsize length = strnlen (text, size);

  if (length == size)
    for (length--; length > 0 && ((guchar) text[length] & 0xc0) == 0x80;)
      length--;
  memcpy (to, text, length);
  to[length] = '\0';
}

/* The turn of @task begins. */
void
ls_loop_marks_begin (LsLoopMarks    *self,
                     LsEventLoop    *loop,
                     const LsTask   *task,
                     const LsChoice *choice)
{
  const LsRunnableQueue *queue = choice->scheduler_queue;
  const char *name = g_hash_table_lookup (self->texts, GUINT_TO_POINTER (task->name));
  const char *rank = loop->preset.rank_names[choice->rank];

  if (queue != NULL)
    g_snprintf (self->message, sizeof self->message, "task %u, %s%s, effective priority %u", task->id,
                ls_task_priority_to_string (queue->priority), queue->is_continuation ? " continuation" : "",
                queue->effective_priority);
  else
    g_snprintf (self->message, sizeof self->message, "task %u, queue %s, rank %u%s%s%s", task->id,
                ls_queue_type_to_string (choice->type), choice->rank, rank != NULL ? " (" : "", rank != NULL ? rank : "",
                rank != NULL ? ")" : "");
  if (name == NULL)
    name = queue == NULL ? ls_queue_type_to_string (choice->type) : queue->is_continuation ? "continuation" : "task";
  copy_text (self->name, sizeof self->name, name);
  self->began = SYSPROF_CAPTURE_CURRENT_TIME;
}

/* The turn ends. */
void
ls_loop_marks_end (LsLoopMarks *self)
{
  if (self->began == 0)
    return;
  sysprof_collector_mark (self->began, SYSPROF_CAPTURE_CURRENT_TIME - self->began, GROUP, self->name, self->message);
  self->began = 0;
}
