/* ls-session-evaluate.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-session-evaluate.h"

#include <glib/gi18n-lib.h>

#include "ls-runner-private.h"
#include "ls-session-recording.h"
#include "ls-task-thread-private.h"

/* A run cannot go back to a moment that has passed. Another runner runs the session again up to there, and evaluates the
 * expression. */

typedef struct
{
  LsSession        *session;
  LsRunnerOptions   options;
  char             *preset;
  LsProgramOptions *program_options;
  gboolean          threw;
} Evaluation;

static void
evaluation_free (gpointer data)
{
  Evaluation *self = data;

  g_clear_object (&self->session);
  g_clear_pointer (&self->program_options, ls_program_options_free);
  g_free (self->preset);
  g_free (self);
}

static LsRunner *
run_to_probe (Evaluation    *self,
              GCancellable  *cancellable,
              GError       **error)
{
  guint32 turn = self->program_options->probes[0].stamp.turn;
  g_autoptr (LsTrace) trace = NULL;
  LsRunner *runner;

  if (ls_session_is_recorded (self->session))
    {
      g_set_error_literal (error, LS_SESSION_ERROR, LS_SESSION_ERROR_RUN,
                           _("A recording has no program that could run again to evaluate an expression"));
      return NULL;
    }
  if (!ls_runner_options_check (self->session, &self->options, error))
    return NULL;

  trace = ls_trace_new ();
  runner = ls_runner_new_with_trace (self->session, &self->options, trace, cancellable, error);
  while (runner != NULL && !runner->was_probed && ls_event_loop_get_turn (runner->loop) <= turn &&
         ls_runner_step (runner, cancellable))
    ;

  return runner;
}

static void
evaluate (GTask        *task,
          gpointer      source,
          gpointer      task_data,
          GCancellable *cancellable)
{
  Evaluation *self = task_data;
  g_autoptr (GMainContext) own = g_main_context_new ();
  g_autoptr (LsRunner) runner = NULL;
  GError *error = NULL;

  g_main_context_push_thread_default (own);
  runner = run_to_probe (self, cancellable, &error);
  if (runner == NULL)
    g_task_return_error (task, error);
  else if (runner->was_probed)
    {
      self->threw = runner->probe_threw;
      g_task_return_pointer (task, g_strdup (runner->probed), g_free);
    }
  else if (!g_task_return_error_if_cancelled (task))
    g_task_return_new_error (task, LS_SESSION_ERROR, LS_SESSION_ERROR_RUN, "%s",
                             runner->message != NULL ? runner->message : _("The run does not reach this statement"));
  g_clear_object (&runner);
  g_main_context_pop_thread_default (own);
}

/**
 * ls_session_evaluate_async:
 * @session: a session whose program is JavaScript; a copy is taken
 * @options: (nullable): how it is run
 * @stamp: when: a moment at a statement, as ls_stamp_init_from_state() finds it
 * @script: the name of the script that the statement is in
 * @line: its line, from 1
 * @column: its column, from 1
 * @expression: what to evaluate there
 * @cancellable: (nullable): cancels it
 * @callback: called when it is done
 * @user_data: goes to @callback
 *
 * Evaluates an expression at a moment of the session's run: runs the session up to there on another thread, with a trace that is
 * thrown away. Output of that run goes nowhere.
 */
void
ls_session_evaluate_async (LsSession             *session,
                           const LsRunnerOptions *options,
                           const LsStamp         *stamp,
                           const char            *script,
                           guint                  line,
                           guint                  column,
                           const char            *expression,
                           GCancellable          *cancellable,
                           GAsyncReadyCallback    callback,
                           gpointer               user_data)
{
  static const LsRunnerOptions defaults = LS_RUNNER_OPTIONS_INIT;
  g_autoptr (GTask) task = NULL;
  LsProgramProbe probe = { .script = script, .line = line, .column = column, .expression = expression };
  LsProgramOptions program_options = { .probes = &probe, .n_probes = 1 };
  Evaluation *self;

  g_return_if_fail (LS_IS_SESSION (session));
  g_return_if_fail (stamp != NULL);
  g_return_if_fail (script != NULL);
  g_return_if_fail (expression != NULL);

  probe.stamp = *stamp;
  self = g_new0 (Evaluation, 1);
  self->session = ls_session_copy (session);
  self->program_options = ls_program_options_copy (&program_options);
  self->options = options != NULL ? *options : defaults;
  self->preset = g_strdup (self->options.preset);
  self->options.preset = self->preset;
  self->options.program_options = self->program_options;
  self->options.without_trace = FALSE;
  self->options.output = NULL;

  task = g_task_new (session, cancellable, callback, user_data);
  g_task_set_source_tag (task, ls_session_evaluate_async);
  g_task_set_task_data (task, self, evaluation_free);
  ls_task_run_in_thread (task, evaluate);
}

/**
 * ls_session_evaluate_finish:
 * @session: the session
 * @result: the result
 * @threw: (out) (optional): whether the expression threw: then the text is what it threw
 * @error: return location for an error
 *
 * Finishes what ls_session_evaluate_async() has begun.
 *
 * Returns: (transfer full): what the expression is, as text; %NULL with @error set if the run does not come there or the
 *   program cannot be run
 */
char *
ls_session_evaluate_finish (LsSession     *session,
                            GAsyncResult  *result,
                            gboolean      *threw,
                            GError       **error)
{
  Evaluation *self;
  char *text;

  g_return_val_if_fail (g_task_is_valid (result, session), NULL);

  text = g_task_propagate_pointer (G_TASK (result), error);
  self = g_task_get_task_data (G_TASK (result));
  if (threw != NULL)
    *threw = text != NULL && self->threw;
  return text;
}
