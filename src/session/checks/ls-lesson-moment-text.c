/* ls-lesson-moment-text.c: what a page of a lesson says of a moment of a run
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-lesson-moment-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "ls-trace-names-private.h"

/* What has happened, and what waits: nothing of it tells what comes next. */

#define MAX_LISTED 8        /* tasks that the text names */
#define MAX_LINES 3         /* of the log */

/* Returns (transfer full) the name of a task as lessons have it: as code. */
char *
ls_lesson_moment_say_task (LsState *state,
                           guint32  id)
{
  const LsTaskState *task = ls_state_get_task (state, id);
  const char *text = task != NULL && task->name != 0 ? ls_trace_get_text (ls_state_get_trace (state), task->name) : NULL;
  g_autofree char *name = NULL;

  if (text == NULL || *text == '\0' || strchr (text, '`') != NULL)
    return ls_names_say_task (state, id);
  name = ls_names_shorten (g_strdup (text));
  return g_strdup_printf (task->is_continuation ? "`%s` ↻" : "`%s`", name);
}

/* Returns the priority of a task that waits: its queue's, or the one that its queue will have. */
static LsTaskPriority
get_priority (LsState           *state,
              const LsTaskState *task)
{
  const LsQueueState *queue = task->queue != 0 ? ls_state_get_queue (state, task->queue) : NULL;
  const LsSignalState *signal = task->signal != 0 ? ls_state_get_signal (state, task->signal) : NULL;

  if (queue != NULL)
    return queue->priority;
  if (task->priority != LS_TASK_PRIORITY_NONE)
    return task->priority;
  return signal != NULL && signal->priority != LS_TASK_PRIORITY_NONE ? signal->priority : LS_TASK_PRIORITY_USER_VISIBLE;
}

/* Returns (transfer full) what decides when a task that waits can run: its priority or its queue, and its delay. */
static char *
say_standing (LsState           *state,
              const LsTaskState *task,
              gboolean           has_times)
{
  const guint64 now = ls_state_get_time (state);
  g_autofree char *place = NULL, *left = NULL;

  if (!task->is_scheduler_task)
    place = g_strdup_printf ("*%s*", ls_names_say_queue_type (task->queue_type));
  else
    /* Translators: “%s” is “user-blocking”, “user-visible” or “background”; keep the signs around it */
    place = g_strdup_printf (task->is_continuation ? _("continuation, `%s`") : "`%s`",
                             ls_task_priority_to_string (get_priority (state, task)));
  if (task->status != LS_TASK_STATUS_DELAYED)
    return g_steal_pointer (&place);
  if (!has_times || task->awaits_event || task->due_at == LS_TIME_NEVER || task->due_at <= now)
    /* Translators: the priority or the queue of a task */
    return g_strdup_printf (_("%s, delayed"), place);
  left = ls_names_say_duration (task->due_at - now);
  /* Translators: the priority or the queue of a task, and a time such as “50 ms” */
  return g_strdup_printf (_("%s, due in %s"), place, left);
}

static char *
say_waiting_task (LsState *state,
                  guint32  id,
                  gboolean has_times)
{
  g_autofree char *name = ls_lesson_moment_say_task (state, id);
  g_autofree char *standing = say_standing (state, ls_state_get_task (state, id), has_times);

  /* Translators: a task, and its priority or its queue */
  return g_strdup_printf (_("%s (%s)"), name, standing);
}

/* Returns (transfer full) what waits. @waiting: (element-type guint32): tasks, the oldest first */
char *
ls_lesson_moment_say_waiting (LsState *state,
                              GArray  *waiting,
                              gboolean has_times)
{
  g_autoptr (GString) list = g_string_new (NULL);
  const guint n_listed = MIN (waiting->len, MAX_LISTED);

  if (waiting->len == 0)
    return g_strdup (_("Nothing waits."));
  for (guint i = 0; i < n_listed; i++)
    {
      g_autofree char *task = say_waiting_task (state, g_array_index (waiting, guint32, i), has_times);

      g_string_append_printf (list, "%s%s", i > 0 ? C_("list", ", ") : "", task);
    }
  if (waiting->len == 1)
    /* Translators: a task with its priority */
    return g_strdup_printf (_("One task waits: %s."), list->str);
  if (waiting->len > n_listed)
    /* Translators: a number, and the first tasks with their priorities */
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u task waits. The oldest is %s.", "%u tasks wait. The oldest are %s.",
                                         waiting->len), waiting->len, list->str);
  /* Translators: a number, and tasks with their priorities */
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u task waits: %s.", "%u tasks wait, the oldest first: %s.", waiting->len),
                          waiting->len, list->str);
}

/* Returns the task that runs or, between turns, that has run last; 0 for none. */
static guint32
find_last (LsState *state)
{
  const guint32 busy = ls_state_get_busy_task (state);
  const guint32 turn = ls_state_get_turn (state);

  if (busy != 0)
    return busy;
  for (guint32 id = 0; turn > 0 && (id = ls_state_find_next_task (state, id)) != 0;)
    if (ls_state_get_task (state, id)->turn == turn)
      return id;
  return 0;
}

/* Returns (transfer full) (nullable) the last lines that the turn of a task has printed. With several agents, nobody knows whose
 * lines they are. */
static char *
quote_log (LsState *state,
           guint32  task)
{
  LsTrace *trace = ls_state_get_trace (state);
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);

  if (ls_state_get_n_agents (state) > 1)
    return NULL;
  for (gsize i = ls_state_get_position (state); i > ls_trace_get_start (trace) && lines->len < MAX_LINES; i--)
    {
      LsRecord record;

      ls_trace_get_record (trace, i - 1, &record);
      if (record.kind == LS_RECORD_TASK_SELECTED && record.subject == task)
        break;
      if (record.kind == LS_RECORD_LOG && record.text != 0)
        g_ptr_array_insert (lines, 0, ls_json_quote (ls_trace_get_text (trace, record.text)));
    }
  if (lines->len == 0)
    return NULL;
  g_ptr_array_add (lines, NULL);
  return g_strjoinv (C_("list", ", "), (char **) lines->pdata);
}

/* Makes a sentence of its beginning. Takes @text. */
static char *
capitalize (char *text)
{
  GString *sentence = g_string_new (text);

  ls_names_capitalize (sentence, 0);
  g_free (text);
  return g_string_free (sentence, FALSE);
}

/* Returns (transfer full) what has happened. @title: (out) (transfer full): the title of a page about it */
char *
ls_lesson_moment_say_past (LsState  *state,
                           char    **title)
{
  const guint32 last = find_last (state);
  g_autofree char *name = last != 0 ? ls_lesson_moment_say_task (state, last) : NULL;
  g_autofree char *plain = last != 0 ? ls_names_say_task (state, last) : NULL;
  g_autofree char *lines = last != 0 ? quote_log (state, last) : NULL;

  if (last == 0)
    {
      *title = g_strdup (_("The start"));
      return g_strdup (_("Nothing has run yet."));
    }
  if (ls_state_get_busy_task (state) != 0)
    {
      /* Translators: a task */
      *title = g_strdup_printf (_("While %s runs"), plain);
      if (lines == NULL)
        /* Translators: a task */
        return capitalize (g_strdup_printf (_("%s is running."), name));
      /* Translators: a task, and lines in quotation marks */
      return capitalize (g_strdup_printf (_("%s is running. It has printed %s."), name, lines));
    }
  /* Translators: a task */
  *title = g_strdup_printf (_("After %s"), plain);
  if (lines == NULL)
    /* Translators: a task */
    return capitalize (g_strdup_printf (_("%s has run."), name));
  /* Translators: a task, and lines in quotation marks */
  return capitalize (g_strdup_printf (_("%s has run. It has printed %s."), name, lines));
}

static gboolean
is_of_word (char letter)
{
  return g_ascii_isalnum (letter) || letter == '-' || letter == '_';
}

/* Returns the length of the priority that begins at a place of a text; 0 for none. */
static gsize
find_priority (const char *text,
               const char *at)
{
  if (at > text && is_of_word (at[-1]))
    return 0;
  for (LsTaskPriority priority = LS_TASK_PRIORITY_BACKGROUND; priority <= LS_TASK_PRIORITY_USER_BLOCKING; priority++)
    {
      const char *word = ls_task_priority_to_string (priority);

      if (g_str_has_prefix (at, word) && !is_of_word (at[strlen (word)]))
        return strlen (word);
    }
  return 0;
}

/* Returns (transfer full) a sentence of the engine as lessons have it: names of tasks and priorities are code. */
char *
ls_lesson_moment_to_prose (LsState    *state,
                           const char *sentence,
                           GArray     *tasks)
{
  g_autoptr (GString) text = g_string_new (sentence);
  GString *prose = g_string_new (NULL);

  for (guint i = 0; i < tasks->len; i++)
    {
      g_autofree char *quoted = ls_names_say_task (state, g_array_index (tasks, guint32, i));
      g_autofree char *code = ls_lesson_moment_say_task (state, g_array_index (tasks, guint32, i));

      if (*code == '`')
        g_string_replace (text, quoted, code, 0);
    }
  for (const char *at = text->str; *at != '\0';)
    {
      const char *end = *at == '`' ? strchr (at + 1, '`') : NULL;
      const gsize length = end != NULL ? (gsize) (end + 1 - at) : find_priority (text->str, at);

      if (length > 0)
        g_string_append_printf (prose, end != NULL ? "%.*s" : "`%.*s`", (int) length, at);
      else
        g_string_append_c (prose, *at);
      at += MAX (length, 1);
    }
  return g_string_free (prose, FALSE);
}
