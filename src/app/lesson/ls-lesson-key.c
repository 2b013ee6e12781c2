/* ls-lesson-key.c: finds the order, or the places in time, that a page of a lesson asks for
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-lesson-key.h"

#include "ls-whole-run.h"

typedef struct
{
  LsSession  *run;
  char      **rows;
  gboolean    rows_are_tasks;
  gboolean    rows_are_bars;
  LsLessonMoment at;
} Search;

static void
search_free (gpointer data)
{
  Search *self = data;

  g_object_unref (self->run);
  g_strfreev (self->rows);
  g_free (self);
}

static LsBarsKey *
find_bars (Search  *self,
           LsTrace *trace)
{
  gsize position = 0, scanned = 0;

  ls_lesson_moment_find (&self->at, trace, &scanned, &position);
  return ls_bars_key_new ((const char *const *) self->rows, trace, position);
}

static void
search_thread (GTask        *task,
               gpointer      source,
               gpointer      data,
               GCancellable *cancellable)
{
  Search *self = data;
  GError *error = NULL;
  g_autoptr (LsRunner) runner = ls_whole_run (self->run, cancellable, &error);

  if (runner == NULL)
    g_task_return_error (task, error);
  else if (self->rows_are_bars)
    g_task_return_pointer (task, find_bars (self, ls_runner_get_trace (runner)), (GDestroyNotify) ls_bars_key_free);
  else
    g_task_return_pointer (task, ls_order_key_new ((const char *const *) self->rows, self->rows_are_tasks,
                                                   ls_runner_get_trace (runner)), (GDestroyNotify) ls_order_key_free);
}

/**
 * ls_lesson_key_find_async:
 * @page: a page that asks for an order, or for places in time
 * @run: the run of the page, as the lesson has it
 * @cancellable: (nullable): cancels it
 * @callback: called when it is done
 * @user_data: goes to @callback
 *
 * Runs the program of a page to its end, to see in which order, or when, it has what the page asks for. The run that is shown stays
 * where it is.
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
  search->at = page->at;
  g_task_set_task_data (task, search, search_free);
  g_task_run_in_thread (task, search_thread);
}

/**
 * ls_lesson_key_find_finish:
 * @result: the result
 * @error: return location for an error
 *
 * Returns: (transfer full): the order; %NULL with @error set if the program could not be run
 */
LsOrderKey *
ls_lesson_key_find_finish (GAsyncResult  *result,
                           GError       **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

/**
 * ls_lesson_key_find_bars_finish:
 * @result: the result, for a page that asks for places in time
 * @error: return location for an error
 *
 * Returns: (transfer full): the places; %NULL with @error set if the program could not be run
 */
LsBarsKey *
ls_lesson_key_find_bars_finish (GAsyncResult  *result,
                                GError       **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
