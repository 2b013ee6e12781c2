/* ls-rerun-task.c: runs a recording twice, as it was and with a change, on a thread
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-rerun-task-private.h"

#include "ls-task-thread-private.h"
#include "ls-whole-run.h"

/* Returns (transfer full) a question in which nothing is different yet. */
LsRerunTask *
ls_rerun_task_new (LsRecording *recording,
                   const guint *threads,
                   guint        n_threads)
{
  LsRerunTask *self = g_new0 (LsRerunTask, 1);

  self->recording = g_object_ref (recording);
  self->threads = g_array_sized_new (FALSE, FALSE, sizeof (guint), n_threads);
  g_array_append_vals (self->threads, threads, n_threads);
  self->work_scale = 1;
  return self;
}

void
ls_rerun_task_free (LsRerunTask *self)
{
  g_object_unref (self->recording);
  g_array_unref (self->threads);
  g_strfreev (self->priorities);
  g_strfreev (self->without);
  g_strfreev (self->yields);
  g_free (self->preset);
  g_clear_pointer (&self->rerun, ls_rerun_free);
  g_clear_object (&self->before);
  g_clear_object (&self->after);
  g_clear_object (&self->session);
  g_clear_pointer (&self->report, ls_conversion_report_free);
  g_free (self->problem);
  g_free (self);
}

/* Makes a program of the recording and runs it. Returns (transfer full) what it did, and the program in @made. */
static LsTrace *
run (LsRerunTask                *self,
     const LsConversionOptions  *options,
     LsSession                 **made,
     char                      **problem,
     GCancellable               *cancellable,
     GError                    **error)
{
  g_autoptr (LsConversionReport) report = NULL;
  g_autoptr (LsSession) session = ls_recording_to_session_with_report (self->recording,
                                                                       (const guint *) (gpointer) self->threads->data,
                                                                       self->threads->len, options, &report, cancellable, error);
  g_autoptr (LsRunner) runner = session != NULL ? ls_whole_run (session, cancellable, error) : NULL;

  if (runner == NULL)
    return NULL;
  if (ls_runner_get_state (runner) != LS_RUNNER_FINISHED)
    *problem = g_strdup (ls_runner_get_message (runner));
  if (made != NULL)
    {
      *made = g_steal_pointer (&session);
      self->report = g_steal_pointer (&report);
    }
  return g_object_ref (ls_runner_get_trace (runner));
}

static void
run_thread (GTask        *task,
            gpointer      source,
            gpointer      task_data,
            GCancellable *cancellable)
{
  LsRerunTask *self = task_data;
  const LsConversionOptions same = LS_CONVERSION_OPTIONS_INIT;
  const LsConversionOptions changed = {
    .priorities = (const char *const *) self->priorities,
    .without = (const char *const *) self->without,
    .yields = (const char *const *) self->yields,
    .preset = self->preset,
    .yield_every = self->yield_every,
    .longer_than = self->longer_than,
    .work_scale = self->work_scale,
  };
  g_autofree char *ignored = NULL;
  GError *error = NULL;

  if (!ls_conversion_options_check (&changed, &error))
    {
      g_task_return_error (task, error);
      return;
    }
  /* What is the same for each question about a recording may be there already. */
  if (self->rerun == NULL)
    self->rerun = ls_rerun_new (self->recording, (const guint *) (gpointer) self->threads->data, self->threads->len, &same,
                                cancellable, &error);
  if (self->rerun != NULL && self->before == NULL)
    self->before = run (self, &same, NULL, &ignored, cancellable, &error);
  if (self->rerun != NULL && self->before != NULL && !self->is_check)
    self->after = run (self, &changed, &self->session, &self->problem, cancellable, &error);

  if (self->after != NULL || (self->is_check && self->before != NULL))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

/* Answers the question @self (transfer full), which is the task's data then. */
void
ls_rerun_task_start (LsRerunTask         *self,
                     GObject             *source,
                     GCancellable        *cancellable,
                     GAsyncReadyCallback  callback)
{
  g_autoptr (GTask) task = g_task_new (source, cancellable, callback, NULL);

  g_task_set_source_tag (task, ls_rerun_task_start);
  g_task_set_task_data (task, self, (GDestroyNotify) ls_rerun_task_free);
  ls_task_run_in_thread (task, run_thread);
}
