/* ls-debugger-check.c: holds the program as it is now against expectations
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-debugger-private.h"

#include <glib/gi18n.h>

#include "ls-session-check.h"
#include "ls-session-error.h"
#include "ls-task-thread-private.h"
#include "ls-whole-run.h"

/* A run of its own: the run that is shown may be anywhere, and drops its oldest records. */
typedef struct
{
  LsSession *session;        /* a copy */
  GPtrArray *expectations;
  char      *problem;        /* (nullable): why the run did not come to its end */
} Checking;

static void
checking_free (gpointer data)
{
  Checking *self = data;

  g_object_unref (self->session);
  g_ptr_array_unref (self->expectations);
  g_free (self->problem);
  g_free (self);
}

static void
check_thread (GTask        *task,
              gpointer      source,
              gpointer      data,
              GCancellable *cancellable)
{
  Checking *self = data;
  GError *error = NULL;
  g_autoptr (LsRunner) runner = ls_whole_run (self->session, cancellable, &error);

  if (runner == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  if (ls_runner_get_script_error (runner) != NULL)
    self->problem = g_strdup (ls_runner_get_script_error (runner));
  else if (ls_runner_get_state (runner) != LS_RUNNER_FINISHED)
    self->problem = g_strdup (ls_runner_get_message (runner));
  g_task_return_pointer (task, ls_runner_check_expectations (runner, self->expectations), (GDestroyNotify) g_ptr_array_unref);
}

/**
 * ls_debugger_check_async:
 * @self: a debugger
 * @expectations: (element-type LsExpectation): what is expected
 * @cancellable: (nullable): cancels it
 * @callback: called when it is done
 * @user_data: goes to @callback
 *
 * Runs the program once more, to its end and within the same budgets, and holds what happens against @expectations. The run that is
 * shown stays where it is.
 */
void
ls_debugger_check_async (LsDebugger          *self,
                         GPtrArray           *expectations,
                         GCancellable        *cancellable,
                         GAsyncReadyCallback  callback,
                         gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  Checking *checking;

  if (self->running == NULL)
    {
      g_task_return_new_error (task, LS_SESSION_ERROR, LS_SESSION_ERROR_RUN, "%s", _("Nothing runs yet."));
      return;
    }
  checking = g_new0 (Checking, 1);
  checking->session = ls_session_copy (self->running);
  checking->expectations = g_ptr_array_ref (expectations);
  g_task_set_task_data (task, checking, checking_free);
  ls_task_run_in_thread (task, check_thread);
}

/**
 * ls_debugger_check_finish:
 * @self: a debugger
 * @result: the result
 * @problem: (out) (transfer full) (nullable): why the run did not come to its end, %NULL if it did
 * @error: return location for an error
 *
 * Returns: (transfer full) (element-type LsCheckResult): what came of each expectation; %NULL with @error set if the program could
 *   not be run
 */
GPtrArray *
ls_debugger_check_finish (LsDebugger    *self,
                          GAsyncResult  *result,
                          char         **problem,
                          GError       **error)
{
  Checking *checking = g_task_get_task_data (G_TASK (result));

  *problem = checking != NULL ? g_strdup (checking->problem) : NULL;
  return g_task_propagate_pointer (G_TASK (result), error);
}
