/* ls-whole-run.c: runs a session from its beginning to its end
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-whole-run.h"

/**
 * ls_whole_run:
 * @session: a session, which nobody changes meanwhile
 * @cancellable: (nullable): cancels it
 * @error: return location for an error
 *
 * Runs a session to its end, or until a budget stops it, on the calling thread. A run that is shown stays where it is.
 *
 * Returns: (transfer full): the runner at its end; %NULL with @error set if the program could not be run, or was cancelled
 */
LsRunner *
ls_whole_run (LsSession     *session,
              GCancellable  *cancellable,
              GError       **error)
{
  g_autoptr (LsRunner) runner = ls_runner_new (session, NULL, error);

  if (runner == NULL)
    return NULL;
  ls_runner_run_to_end (runner, cancellable);
  return g_cancellable_set_error_if_cancelled (cancellable, error) ? NULL : g_steal_pointer (&runner);
}
