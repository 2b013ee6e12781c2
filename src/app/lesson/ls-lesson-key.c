/* ls-lesson-key.c: finds the answer to a question of a lesson in the runs of its page
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-lesson-key.h"

#include "ls-task-thread-private.h"
#include "ls-whole-run.h"

/* What a page asks: the page itself may be gone when the answer is known. */
typedef struct
{
  LsSession       *run;
  char           **rows;
  gboolean         rows_are_tasks;
  gboolean         rows_are_bars;
  gboolean         picks_next;
  LsLessonMoment   at;
  char           **presets;
} Search;

static void
search_free (gpointer data)
{
  Search *self = data;

  g_object_unref (self->run);
  g_strfreev (self->rows);
  g_strfreev (self->presets);
  g_free (self);
}

/* Returns the position at which the page begins: the end if its moment does not come. */
static gsize
find_moment (Search  *self,
             LsTrace *trace)
{
  gsize position = 0, scanned = 0;

  return ls_lesson_moment_find (&self->at, trace, &scanned, &position) ? position : ls_trace_get_length (trace);
}

static LsBarsKey *
make_bars_key (Search  *self,
               LsTrace *trace)
{
  return ls_bars_key_new ((const char *const *) self->rows, trace, find_moment (self, trace));
}

static LsPickKey *
make_pick_key (Search  *self,
               LsTrace *trace)
{
  return ls_pick_key_new (trace, find_moment (self, trace));
}

static void
search_thread (GTask        *task,
               gpointer      source,
               gpointer      data,
               GCancellable *cancellable)
{
  Search *self = data;
  GError *error = NULL;
  const char *const *names = (const char *const *) self->presets;
  LsPresetKey *presets = names[0] != NULL ? ls_preset_key_new (self->run, names, NULL, cancellable, &error) : NULL;
  g_autoptr (LsRunner) runner = names[0] == NULL ? ls_whole_run (self->run, cancellable, &error) : NULL;

  if (error != NULL)
    g_task_return_error (task, error);
  else if (presets != NULL)
    g_task_return_pointer (task, presets, (GDestroyNotify) ls_preset_key_free);
  else if (self->rows_are_bars)
    g_task_return_pointer (task, make_bars_key (self, ls_runner_get_trace (runner)), (GDestroyNotify) ls_bars_key_free);
  else if (self->picks_next)
    g_task_return_pointer (task, make_pick_key (self, ls_runner_get_trace (runner)), (GDestroyNotify) ls_pick_key_free);
  else
    g_task_return_pointer (task, ls_order_key_new ((const char *const *) self->rows, self->rows_are_tasks,
                                                   ls_runner_get_trace (runner)), (GDestroyNotify) ls_order_key_free);
}

/**
 * ls_lesson_key_find_async:
 * @page: a page that asks for an order, for places in time, for the task that is next, or for presets
 * @run: the run of the page, as the lesson has it
 * @cancellable: (nullable): cancels it
 * @callback: called when it is done
 * @user_data: goes to @callback
 *
 * Runs the program of a page to its end, to see in which order, or when, it has what the page asks for, what is next at the moment
 * of the page, or what it prints with each preset. The run that is shown stays where it is.
 */
void
ls_lesson_key_find_async (const LsLessonPage  *page,
                          LsSession           *run,
                          GCancellable        *cancellable,
                          GAsyncReadyCallback  callback,
                          gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  Search *search = g_new0 (Search, 1);

  search->run = ls_session_copy (run);
  search->rows = g_strdupv (page->rows);
  search->rows_are_tasks = page->rows_are_tasks;
  search->rows_are_bars = page->rows_are_bars;
  search->picks_next = page->picks_next;
  search->at = page->at;
  search->presets = g_strdupv (page->presets);
  g_task_set_task_data (task, search, search_free);
  ls_task_run_in_thread (task, search_thread);
}

/**
 * ls_lesson_key_find_finish:
 * @result: the result
 * @error: return location for an error
 *
 * Returns: (transfer full): an LsOrderKey, LsBarsKey, LsPickKey or LsPresetKey, as the page asks; %NULL with @error set if the
 * program could not be run
 */
gpointer
ls_lesson_key_find_finish (GAsyncResult  *result,
                           GError       **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
