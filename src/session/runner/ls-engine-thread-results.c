/* ls-engine-thread-results.c: how a run on a thread of its own has ended
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-engine-thread-private.h"

#include "ls-program-private.h"

/**
 * ls_engine_thread_get_state:
 * @self: an engine thread
 *
 * Gets the state of the run.
 *
 * Returns: the state of the run
 */
LsRunnerState
ls_engine_thread_get_state (LsEngineThread *self)
{
  g_return_val_if_fail (LS_IS_ENGINE_THREAD (self), LS_RUNNER_READY);

  return self->state;
}

/**
 * ls_engine_thread_get_message:
 * @self: an engine thread
 *
 * Tells why the run was stopped.
 *
 * Returns: (transfer none) (nullable): why the run was stopped, one sentence
 */
const char *
ls_engine_thread_get_message (LsEngineThread *self)
{
  g_return_val_if_fail (LS_IS_ENGINE_THREAD (self), NULL);

  return self->message;
}

/**
 * ls_engine_thread_get_breakpoint_error:
 * @self: an engine thread
 * @index: the place of a breakpoint among those of the run's options
 *
 * Tells what is wrong with the condition of a breakpoint.
 *
 * Returns: (transfer none) (nullable): what is wrong with the breakpoint's condition, which never holds then
 */
const char *
ls_engine_thread_get_breakpoint_error (LsEngineThread *self,
                                       guint           index)
{
  g_return_val_if_fail (LS_IS_ENGINE_THREAD (self), NULL);

  return self->refused != NULL && index < self->refused->len ? g_ptr_array_index (self->refused, index) : NULL;
}

/**
 * ls_engine_thread_get_place:
 * @self: an engine thread
 * @script: (out) (transfer full) (optional): the script
 * @line: (out) (optional): the line, from 1
 * @column: (out) (optional): the column, from 1
 *
 * Where in the program the reason lies for which the run failed or was stopped.
 *
 * Returns: whether the message names such a place
 */
gboolean
ls_engine_thread_get_place (LsEngineThread  *self,
                            LsScript       **script,
                            guint           *line,
                            guint           *column)
{
  LsScript *found;

  g_return_val_if_fail (LS_IS_ENGINE_THREAD (self), FALSE);

  if (self->run == NULL || self->message == NULL ||
      !ls_program_parse_place (ls_session_get_program (ls_engine_run_get_session (self->run)), self->message, &found, line, column,
                               NULL))
    return FALSE;

  if (script != NULL)
    *script = ls_script_ref (found);
  return TRUE;
}

/**
 * ls_engine_thread_get_schedule_problem:
 * @self: an engine thread
 *
 * Tells where the session's schedule did not fit the run.
 *
 * Returns: (transfer none) (nullable): after the end of a run, what [method@Runner.dup_schedule_problem] says of it
 */
const char *
ls_engine_thread_get_schedule_problem (LsEngineThread *self)
{
  g_return_val_if_fail (LS_IS_ENGINE_THREAD (self), NULL);

  return self->problem;
}

/**
 * ls_engine_thread_get_unapplied_actions:
 * @self: an engine thread
 *
 * Gets the actions that could not be done.
 *
 * Returns: (transfer none) (nullable) (element-type LsAction): after the end of a run, the actions that could not be done
 */
GPtrArray *
ls_engine_thread_get_unapplied_actions (LsEngineThread *self)
{
  g_return_val_if_fail (LS_IS_ENGINE_THREAD (self), NULL);

  return self->unapplied;
}

/**
 * ls_engine_thread_get_action_outcomes:
 * @self: an engine thread
 *
 * Tells what has become of each action of the session, as of the last progress.
 *
 * Returns: (transfer none) (nullable) (element-type LsActionOutcome): what has become of each action of the session, as of the last
 *   progress; another array whenever that has changed, and %NULL before it has for the first time
 */
GArray *
ls_engine_thread_get_action_outcomes (LsEngineThread *self)
{
  g_return_val_if_fail (LS_IS_ENGINE_THREAD (self), NULL);

  return self->outcomes;
}
