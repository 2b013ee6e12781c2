/* ls-page-photograph-text.c: the queues of a browser as text and JSON
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "config.h"

#include "ls-page-photograph.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "ls-json-writer-private.h"

static const char *
describe_place (LsPhotographPlace place)
{
  static const char *const names[LS_N_PHOTOGRAPH_PLACES] = {
    [LS_PHOTOGRAPH_IMMEDIATE] = NULL, [LS_PHOTOGRAPH_INCOMING] = N_("just posted"), [LS_PHOTOGRAPH_DUE] = N_("its delay is over"),
    [LS_PHOTOGRAPH_DELAYED] = NULL,
  };

  return names[place] != NULL ? _(names[place]) : NULL;
}

/**
 * ls_photograph_task_to_text:
 * @self: a task
 *
 * Describes a task in a line.
 *
 * Returns: (transfer full): what is known of it, in a line
 */
char *
ls_photograph_task_to_text (const LsPhotographTask *self)
{
  g_autoptr (GString) text = g_string_new (NULL);
  const char *place = describe_place (self->place);

  if (self->task != 0 && *self->name != '\0')
    /* Translators: the name and number of a task */
    g_string_append_printf (text, _("“%s” (task %u)"), self->name, self->task);
  else if (self->task != 0)
    g_string_append_printf (text, _("Task %u"), self->task);
  else
    g_string_append (text, *self->posted_from != '\0' ? self->posted_from : _("Task of the browser"));
  if (self->age >= 0)
    /* Translators: since a task was posted */
    g_string_append_printf (text, _(", posted %.1f ms ago"), self->age);
  if (self->place == LS_PHOTOGRAPH_DELAYED)
    /* Translators: until the delay of a task is over */
    g_string_append_printf (text, _(", due in %.1f ms"), self->due_in);
  else if (place != NULL)
    g_string_append_printf (text, ", %s", place);
  if (self->is_cancelled)
    g_string_append_printf (text, ", %s", _("cancelled"));
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/**
 * ls_photograph_queue_to_text:
 * @self: a queue
 *
 * Describes a queue in a line.
 *
 * Returns: (transfer full): its name and what holds it up, in a line
 */
char *
ls_photograph_queue_to_text (const LsPhotographQueue *self)
{
  g_autoptr (GString) text = g_string_new (self->name);

  if (!self->is_enabled)
    g_string_append_printf (text, ", %s", _("blocked"));
  if (self->is_fenced)
    g_string_append_printf (text, ", %s", _("behind a fence"));
  if (self->is_selected)
    g_string_append_printf (text, ", %s", _("selected at this moment"));
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/**
 * ls_photograph_thread_to_text:
 * @self: a thread
 *
 * Describes a thread in sentences.
 *
 * Returns: (transfer full): what runs on it, and how browser and model agree, in sentences
 */
char *
ls_photograph_thread_to_text (const LsPhotographThread *self)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (!self->has_answered)
    return g_strdup (_("It did not say what is in its queues: a task ran there the whole time."));
  if (self->is_held && *self->held_name != '\0')
    g_string_append_printf (text, _("Held before “%s”."), self->held_name);
  else if (self->is_held)
    g_string_append (text, _("Held."));
  if (self->is_interrupted)
    g_string_append (text, _("Interrupted within a task, as it did not rest: what this task has posted may be missing."));
  if (text->len > 0)
    g_string_append_c (text, ' ');
  g_string_append_printf (text, ngettext ("Browser and model both have %u task.", "Browser and model both have %u tasks.",
                                          self->n_joined), self->n_joined);
  if (self->n_unknown > 0)
    g_string_append_printf (text, ngettext (" The model does not have %u task of the page.",
                                            " The model does not have %u tasks of the page.",
                                            self->n_unknown), self->n_unknown);
  if (self->missing->len > 0)
    g_string_append_printf (text, ngettext (" The browser does not have %u task of the model.",
                                            " The browser does not have %u tasks of the model.", self->missing->len),
                            self->missing->len);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
append_queue (GString                 *text,
              const LsPhotographQueue *queue)
{
  g_autofree char *title = ls_photograph_queue_to_text (queue);
  const guint n_tasks = ls_photograph_queue_get_n_tasks (queue);

  g_string_append_printf (text, "  %2u %-18s %s\n", queue->priority, ls_photograph_priority_to_string (queue->priority), title);
  for (guint i = 0; i < queue->tasks->len; i++)
    {
      const LsPhotographTask *task = g_ptr_array_index (queue->tasks, i);
      g_autofree char *line = ls_photograph_task_to_text (task);

      g_string_append_printf (text, "       %c %s\n", ls_photograph_task_differs (task) ? '!' : ' ', line);
    }
  if (n_tasks > queue->tasks->len)
    g_string_append (text, "         …\n");
}

static void
append_thread (GString                  *text,
               const LsPhotographThread *thread)
{
  g_autofree char *names = g_strjoinv (", ", thread->names);
  g_autofree char *summary = ls_photograph_thread_to_text (thread);
  guint n_empty = 0;

  g_string_append_printf (text, "%s\n  %s\n", names, summary);
  for (guint i = 0; i < thread->queues->len; i++)
    {
      const LsPhotographQueue *queue = g_ptr_array_index (thread->queues, i);

      if (ls_photograph_queue_get_n_tasks (queue) == 0)
        n_empty++;
      else
        append_queue (text, queue);
    }
  for (guint i = 0; i < thread->missing->len; i++)
    {
      const LsPhotographMissing *missing = g_ptr_array_index (thread->missing, i);

      g_string_append (text, "       ! ");
      g_string_append_printf (text, _("Only the model has “%s” (task %u)"), missing->name, missing->task);
      g_string_append_c (text, '\n');
    }
  if (n_empty > 0)
    g_string_append_printf (text, ngettext ("  %u queue is empty\n", "  %u queues are empty\n", n_empty), n_empty);
}

/**
 * ls_page_photograph_to_text:
 * @self: a photograph
 *
 * Writes the photograph as lines for people.
 *
 * Returns: (transfer full): the queues that have tasks, and all tasks in them, each in a line. An exclamation mark is before those
 *   that only the browser or only the model has
 */
char *
ls_page_photograph_to_text (const LsPagePhotograph *self)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < self->threads->len; i++)
    {
      if (i > 0)
        g_string_append_c (text, '\n');
      append_thread (text, g_ptr_array_index (self->threads, i));
    }
  if (self->threads->len == 0)
    g_string_append_printf (text, "%s\n", _("No page or worker is there that runs a script."));
  return g_string_free (text, FALSE);
}

/* JSON */

/* Times are microseconds there, and have no sign. */
static void
write_ms (LsJsonWriter *json,
          const char   *name,
          double        ms)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  if (isfinite (ms))
    ls_json_raw (json, name, g_ascii_formatd (buffer, sizeof buffer, "%.3f", ms));
}

static void
write_task (LsJsonWriter           *json,
            const LsPhotographTask *task)
{
  ls_json_begin (json, NULL, '{', FALSE);
  ls_json_string (json, "place", ls_photograph_place_to_string (task->place));
  if (task->task != 0)
    {
      ls_json_id (json, "task", task->task);
      ls_json_string (json, "name", task->name);
    }
  if (task->age >= 0)
    write_ms (json, "age", task->age);
  ls_json_string (json, "postedFrom", task->posted_from);
  ls_json_int (json, "sequence", task->sequence);
  if (task->order != 0)
    ls_json_int (json, "order", task->order);
  if (task->place == LS_PHOTOGRAPH_DELAYED || task->place == LS_PHOTOGRAPH_DUE)
    write_ms (json, "dueIn", task->due_in);
  if (task->is_cancelled)
    ls_json_bool (json, "cancelled", TRUE);
  ls_json_bool (json, "differs", ls_photograph_task_differs (task));
  ls_json_end (json, '}');
}

static void
write_queue (LsJsonWriter            *json,
             const LsPhotographQueue *queue)
{
  ls_json_begin (json, NULL, '{', TRUE);
  ls_json_string (json, "name", queue->name);
  ls_json_int (json, "priority", queue->priority);
  ls_json_string (json, "priorityName", ls_photograph_priority_to_string (queue->priority));
  ls_json_bool (json, "enabled", queue->is_enabled);
  ls_json_bool (json, "fenced", queue->is_fenced);
  ls_json_bool (json, "selected", queue->is_selected);
  write_ms (json, "delayToNext", queue->delay_to_next);
  ls_json_begin (json, "sizes", '{', FALSE);
  for (guint i = 0; i < LS_N_PHOTOGRAPH_PLACES; i++)
    ls_json_int (json, ls_photograph_place_to_string (i), queue->sizes[i]);
  ls_json_end (json, '}');
  ls_json_begin (json, "tasks", '[', TRUE);
  for (guint i = 0; i < queue->tasks->len; i++)
    write_task (json, g_ptr_array_index (queue->tasks, i));
  ls_json_end (json, ']');
  ls_json_end (json, '}');
}

static void
write_missing (LsJsonWriter              *json,
               const LsPhotographMissing *missing)
{
  ls_json_begin (json, NULL, '{', FALSE);
  ls_json_id (json, "task", missing->task);
  ls_json_string (json, "name", missing->name);
  if (missing->effective_priority < LS_N_EFFECTIVE_PRIORITIES)
    ls_json_int (json, "effectivePriority", missing->effective_priority);
  ls_json_end (json, '}');
}

static void
write_thread (LsJsonWriter             *json,
              const LsPhotographThread *thread)
{
  ls_json_begin (json, NULL, '{', TRUE);
  ls_json_begin (json, "names", '[', FALSE);
  for (guint i = 0; thread->names[i] != NULL; i++)
    ls_json_string (json, NULL, thread->names[i]);
  ls_json_end (json, ']');
  ls_json_bool (json, "answered", thread->has_answered);
  ls_json_bool (json, "interrupted", thread->is_interrupted);
  ls_json_bool (json, "held", thread->is_held);
  if (thread->held_task != 0)
    {
      ls_json_id (json, "heldTask", thread->held_task);
      ls_json_string (json, "heldName", thread->held_name);
    }
  ls_json_int (json, "joined", thread->n_joined);
  ls_json_int (json, "unknown", thread->n_unknown);
  ls_json_begin (json, "missing", '[', TRUE);
  for (guint i = 0; i < thread->missing->len; i++)
    write_missing (json, g_ptr_array_index (thread->missing, i));
  ls_json_end (json, ']');
  ls_json_begin (json, "queues", '[', TRUE);
  for (guint i = 0; i < thread->queues->len; i++)
    write_queue (json, g_ptr_array_index (thread->queues, i));
  ls_json_end (json, ']');
  ls_json_end (json, '}');
}

/**
 * ls_page_photograph_to_json:
 * @self: a photograph
 *
 * Writes the photograph as JSON.
 *
 * Returns: (transfer full): all of it, empty queues as well. Times are milliseconds
 */
char *
ls_page_photograph_to_json (const LsPagePhotograph *self)
{
  LsJsonWriter json;

  ls_json_writer_init (&json);
  ls_json_begin (&json, NULL, '{', TRUE);
  write_ms (&json, "duration", self->duration / 1000.0);
  ls_json_begin (&json, "threads", '[', TRUE);
  for (guint i = 0; i < self->threads->len; i++)
    write_thread (&json, g_ptr_array_index (self->threads, i));
  ls_json_end (&json, ']');
  ls_json_end (&json, '}');
  return ls_json_writer_finish (&json);
}
