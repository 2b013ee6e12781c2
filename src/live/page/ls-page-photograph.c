/* ls-page-photograph.c: the queues of a browser at one moment
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "config.h"

#include "ls-page-photograph-private.h"

#include "ls-plain-type-private.h"
#include "ls-preset.h"

G_DEFINE_BOXED_TYPE (LsPagePhotograph, ls_page_photograph, ls_page_photograph_ref, ls_page_photograph_unref)

static void
clear_task (LsPhotographTask *self)
{
  g_free (self->posted_from);
  g_free (self->name);
}

LS_DEFINE_COUNTED_TYPE (LsPhotographTask, ls_photograph_task, clear_task)

static void
clear_queue (LsPhotographQueue *self)
{
  g_ptr_array_unref (self->tasks);
  g_free (self->name);
}

LS_DEFINE_COUNTED_TYPE (LsPhotographQueue, ls_photograph_queue, clear_queue)

static void
clear_missing (LsPhotographMissing *self)
{
  g_free (self->name);
}

LS_DEFINE_COUNTED_TYPE (LsPhotographMissing, ls_photograph_missing, clear_missing)

static void
clear_thread (LsPhotographThread *self)
{
  g_ptr_array_unref (self->queues);
  g_ptr_array_unref (self->missing);
  g_strfreev (self->names);
  g_free (self->held_name);
}

LS_DEFINE_COUNTED_TYPE (LsPhotographThread, ls_photograph_thread, clear_thread)

static void
clear (gpointer data)
{
  LsPagePhotograph *self = data;

  g_ptr_array_unref (self->threads);
}

/* Returns (transfer full) a photograph of nothing. */
LsPagePhotograph *
ls_page_photograph_new (void)
{
  LsPagePhotograph *self = g_atomic_rc_box_new0 (LsPagePhotograph);

  self->threads = g_ptr_array_new_with_free_func ((GDestroyNotify) ls_photograph_thread_release);
  return self;
}

/* Returns (transfer none) a thread of which nothing is known. */
LsPhotographThread *
ls_page_photograph_add_thread (LsPagePhotograph *self)
{
  LsPhotographThread *thread = g_atomic_rc_box_new0 (LsPhotographThread);

  thread->names = g_new0 (char *, 1);
  thread->held_name = g_strdup ("");
  thread->queues = g_ptr_array_new_with_free_func ((GDestroyNotify) ls_photograph_queue_release);
  thread->missing = g_ptr_array_new_with_free_func ((GDestroyNotify) ls_photograph_missing_release);
  g_ptr_array_add (self->threads, thread);
  return thread;
}

/* Returns (transfer none) a queue without tasks. @name: (transfer full) */
LsPhotographQueue *
ls_photograph_thread_add_queue (LsPhotographThread *self,
                                char               *name)
{
  LsPhotographQueue *queue = g_atomic_rc_box_new0 (LsPhotographQueue);

  queue->name = name;
  queue->tasks = g_ptr_array_new_with_free_func ((GDestroyNotify) ls_photograph_task_release);
  g_ptr_array_add (self->queues, queue);
  return queue;
}

/**
 * ls_page_photograph_ref:
 * @self: a photograph
 *
 * Takes a reference.
 *
 * Returns: (transfer full): @self
 */
LsPagePhotograph *
ls_page_photograph_ref (LsPagePhotograph *self)
{
  return g_atomic_rc_box_acquire (self);
}

/**
 * ls_page_photograph_unref:
 * @self: (transfer full): a photograph
 *
 * Lets go of a photograph.
 */
void
ls_page_photograph_unref (LsPagePhotograph *self)
{
  g_atomic_rc_box_release_full (self, clear);
}

/**
 * ls_photograph_place_to_string:
 * @place: a place
 *
 * Gets the name of a place.
 *
 * Returns: its name in files
 */
const char *
ls_photograph_place_to_string (LsPhotographPlace place)
{
  static const char *const names[LS_N_PHOTOGRAPH_PLACES] = { "immediate", "incoming", "due", "delayed" };

  return place < LS_N_PHOTOGRAPH_PLACES ? names[place] : "unknown";
}

/**
 * ls_photograph_priority_to_string:
 * @priority: of a queue of Chromium
 *
 * Gets the name of a priority of Chromium's own queues.
 *
 * Returns: what Chromium calls it, or an empty string if it has no such priority
 */
const char *
ls_photograph_priority_to_string (guint priority)
{
  const LsPreset *preset = ls_preset_lookup ("blink");

  return priority < LS_PRESET_MAX_RANKS && preset->rank_names[priority] != NULL ? preset->rank_names[priority] : "";
}

/**
 * ls_photograph_queue_get_n_tasks:
 * @self: a queue
 *
 * Counts the tasks of a queue.
 *
 * Returns: how many tasks are in it, those included that the photograph leaves out
 */
guint
ls_photograph_queue_get_n_tasks (const LsPhotographQueue *self)
{
  guint n = 0;

  for (guint i = 0; i < LS_N_PHOTOGRAPH_PLACES; i++)
    n += self->sizes[i];
  return n;
}

/**
 * ls_photograph_task_differs:
 * @self: a task
 *
 * Tells whether browser and model disagree about a task.
 *
 * Returns: whether a page has posted it, and the model does not have it
 */
gboolean
ls_photograph_task_differs (const LsPhotographTask *self)
{
  return self->task == 0 && !self->is_cancelled && ls_photograph_task_get_source (self) != LS_PHOTOGRAPH_SOURCE_OTHER;
}

/**
 * ls_photograph_queue_differs:
 * @self: a queue
 *
 * Tells whether browser and model disagree about a queue.
 *
 * Returns: whether it has tasks of the page that the model does not have
 */
gboolean
ls_photograph_queue_differs (const LsPhotographQueue *self)
{
  for (guint i = 0; i < self->tasks->len; i++)
    if (ls_photograph_task_differs (g_ptr_array_index (self->tasks, i)))
      return TRUE;
  return FALSE;
}
