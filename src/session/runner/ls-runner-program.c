/* ls-runner-program.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-runner-private.h"

#include <glib/gi18n-lib.h>

#include "ls-names-private.h"
#include "ls-session-private.h"

#include <string.h>

/* What the runner gives to a program that a runtime runs. */

static const char *const levels[] = { "log", "info", "warn", "error", "debug" };

void
ls_runner_show (LsRunner       *self,
                LsRunnerOutput  kind,
                const char     *text)
{
  if (self->output != NULL)
    self->output (self, kind, text, self->output_data);
}

void
ls_runner_log (const char *text,
               gpointer    runner)
{
  ls_runner_show (runner, LS_RUNNER_OUTPUT_LOG, text);
}

LsRunnerOutput
ls_runner_output_of_level (const char *level)
{
  guint kind = LS_RUNNER_OUTPUT_LOG;

  ls_find_name (levels, G_N_ELEMENTS (levels), level, &kind);
  return kind;
}

static void
on_log (LsProgramHost *host,
        const char    *level,
        const char    *text)
{
  LsRunner *self = host->user_data;
  LsInterpreter *interpreter = self->interpreter;
  const LsRunnerOutput kind = ls_runner_output_of_level (level);

  interpreter->n_text_bytes += strlen (text) + 1;
  /* A caller that has the output streamed does not ask for it again. */
  if (self->output == NULL || interpreter->probe != NULL)
    g_ptr_array_add (interpreter->log, g_strdup (text));
  if (interpreter->probe != NULL)
    ls_runner_emit (self, &(LsRecord) { .kind = LS_RECORD_LOG, .level = kind,
                                        .object = ls_probe_intern (interpreter->probe, host->place) }, text);
  ls_runner_show (self, kind, text);
}

static void
on_report (LsProgramHost *host,
           gboolean       is_rejection,
           guint32        promise,
           const char    *text)
{
  LsRunner *self = host->user_data;
  LsRecord record = {
    .kind = is_rejection ? LS_RECORD_PROMISE_UNHANDLED : LS_RECORD_EXCEPTION,
    .subject = is_rejection ? promise : 0,
    .level = 1,
    .clause = LS_CLAUSE_HTML_REPORT_EXCEPTION,
  };

  self->interpreter->n_text_bytes += strlen (text) + 1;
  self->interpreter->n_statements += LS_RUNNER_REPORT_STATEMENTS;
  ls_runner_emit (self, &record, text);
  ls_runner_show (self, LS_RUNNER_OUTPUT_UNCAUGHT, text);
}

/* Only the user's actions need names, which keep what they name alive. In a program of steps the steps give the names. */
static gboolean
needs_names (LsRunner *self)
{
  return ls_program_get_kind (self->interpreter->program) == LS_PROGRAM_JAVASCRIPT && ls_runner_has_actions (self);
}

static void
on_name_controller (LsProgramHost     *host,
                    const char        *name,
                    LsAbortController *controller)
{
  LsRunner *self = host->user_data;
  LsNamedKind kind = LS_IS_TASK_CONTROLLER (controller) ? LS_NAMED_CONTROLLER : LS_NAMED_ABORT_CONTROLLER;

  if (needs_names (self))
    g_set_object (&ls_program_scope_set (self->interpreter, name, kind)->controller, controller);
}

static void
on_name_signal (LsProgramHost *host,
                const char    *name,
                LsAbortSignal *signal)
{
  LsRunner *self = host->user_data;

  if (needs_names (self))
    g_set_object (&ls_program_scope_set (self->interpreter, name, LS_NAMED_SIGNAL)->signal, signal);
}

static guint32
on_statement (LsProgramHost *host,
              guint32        n)
{
  LsRunner *self = host->user_data;

  if (!ls_runner_has_actions (self) || !ls_runner_is_running (self))
    return G_MAXUINT32;

  ls_runner_apply_actions (self, n, NULL);
  return ls_runner_next_statement (self, n);
}

static void
on_count (LsProgramHost *host,
          guint64        n_statements)
{
  LsRunner *self = host->user_data;

  self->interpreter->n_statements += n_statements;
}

static gboolean
on_may_go_on (LsProgramHost *host)
{
  LsRunner *self = host->user_data;

  if (!ls_runner_may_go_on (self))
    self->interpreter->stopped = TRUE;
  return !self->interpreter->stopped;
}

/* Expectations of memory name it. The first memory that gets a name keeps it. */
static void
on_name_memory (LsProgramHost      *host,
                const char         *name,
                const LsTypedArray *array)
{
  LsRunner *self = host->user_data;
  LsSharedMemory *memory;
  LsNamedPlace place;

  if (self->agents != NULL && !ls_agent_program_find_place (self->agents, name, &place, &memory))
    ls_agent_program_note_place (self->agents, name, array, array->byte_offset / ls_element_type_get_size (array->type), FALSE);
}

/* Returns: whether an exploration, which records nothing, needs the names of memory for expectations */
static gboolean
needs_memory_names (LsRunner *self)
{
  GPtrArray *expectations = ls_session_get_document (self->session)->expectations;

  for (guint i = 0; self->is_explored && i < expectations->len; i++)
    if (ls_expectation_is_about_agents (g_ptr_array_index (expectations, i)))
      return TRUE;
  return FALSE;
}

/* Ends a run whose only purpose was the value of an expression. */
static void
on_probed (LsProgramHost *host,
           guint          index,
           gboolean       threw,
           const char    *text)
{
  LsRunner *self = host->user_data;

  if (self->was_probed)
    return;

  self->was_probed = TRUE;
  self->probe_threw = threw;
  self->probed = g_strdup (text);
  self->interpreter->stopped = TRUE;
  ls_runner_end (self, LS_RUNNER_CANCELLED);
}

static void
on_refuse_breakpoint (LsProgramHost *host,
                      guint          index,
                      const char    *text)
{
  LsRunner *self = host->user_data;
  char *copy = g_strdup (text);

  g_assert (self->program_options != NULL && index < self->program_options->n_breakpoints);

  /* Agents on threads may all have something to say; the first text stays, since other threads may be reading it. */
  if (g_atomic_pointer_compare_and_exchange (&self->refused[index], NULL, copy))
    g_atomic_int_set (&self->has_refused, TRUE);
  else
    g_free (copy);
}

static void
on_refuse_script (LsProgramHost *host,
                  const char    *text)
{
  LsRunner *self = host->user_data;

  if (self->script_error == NULL)
    self->script_error = g_strdup (text);
}

/**
 * ls_runner_get_script_error:
 * @self: a runner
 *
 * Where a program has several scripts, those that can be read run; the error of another one is reported in its turn, as in a
 * browser.
 *
 * Returns: (transfer none) (nullable): what is wrong with the first script that cannot be read, with its place
 */
const char *
ls_runner_get_script_error (LsRunner *self)
{
  g_return_val_if_fail (LS_IS_RUNNER (self), NULL);

  return self->script_error;
}

/**
 * ls_runner_get_breakpoint_error:
 * @self: a runner
 * @index: the place of a breakpoint among those of the options
 *
 * A condition that is no expression, or throws, does not hold; the program runs nevertheless.
 *
 * Returns: (transfer none) (nullable): what is wrong with the breakpoint's condition, or what it has thrown first
 */
const char *
ls_runner_get_breakpoint_error (LsRunner *self,
                                guint     index)
{
  g_return_val_if_fail (LS_IS_RUNNER (self), NULL);

  if (self->refused == NULL || index >= self->program_options->n_breakpoints)
    return NULL;
  return g_atomic_pointer_get (&self->refused[index]);
}

/* Passes a runtime's message on, in the domain that errors of a runner have. */
static void
propagate (GError  *local,
           GError **error)
{
  if (local->domain == LS_SESSION_ERROR)
    {
      g_propagate_error (error, local);
      return;
    }

  g_set_error_literal (error, LS_SESSION_ERROR, LS_SESSION_ERROR_PROGRAM, local->message);
  g_error_free (local);
}

/* Returns: whether the program, or a task of its steps, is JavaScript */
gboolean
ls_runner_needs_runtime (LsRunner *self)
{
  return ls_program_get_kind (ls_session_get_program (self->session)) != LS_PROGRAM_STEPS || self->codes->len > 0;
}

/* Makes a run of the session's program, and posts what it begins with. */
gboolean
ls_runner_create_program (LsRunner  *self,
                          GError   **error)
{
  /* A program of steps is run for its tasks in JavaScript. */
  const char *kind = ls_program_kind_to_string (LS_PROGRAM_JAVASCRIPT);
  const LsProgramRuntime *runtime = ls_program_runtime_lookup (kind);
  GError *local = NULL;

  if (runtime == NULL)
    {
      g_set_error_literal (error, LS_SESSION_ERROR, LS_SESSION_ERROR_RUN,
                           _("this build has no JavaScript (it was built without JavaScriptCore)"));
      return FALSE;
    }
  if (runtime->post == NULL && self->codes->len > 0)
    {
      g_set_error_literal (error, LS_SESSION_ERROR, LS_SESSION_ERROR_RUN,
                           _("steps with tasks in JavaScript are not supported here"));
      return FALSE;
    }

  self->program_host = (LsProgramHost) {
    .loop = self->loop,
    .scheduler = self->interpreter->scheduler,
    .program = self->interpreter->program,
    .codes = (const LsProgramCode *) self->codes->data,
    .n_codes = self->codes->len,
    .options = self->program_options,
    .agent = self->agent,
    .spawn = ls_runner_spawn,
    .is_explored = self->is_explored,
    .name_memory = on_name_memory,
    .seed = self->settings->seed,
    .max_memory = MIN (self->settings->memory_budget, G_MAXUINT32) * 1024 * 1024,
    /* Actions need names and statements too. */
    .counts_statements = self->settings->step_budget != LS_SETTINGS_DEFAULT_JAVASCRIPT_STEP_BUDGET ||
                         ls_runner_has_actions (self) || self->codes->len > 0 || needs_memory_names (self),
    .log = on_log,
    .report = on_report,
    .name_controller = on_name_controller,
    .name_signal = on_name_signal,
    .statement = on_statement,
    .count = on_count,
    .may_go_on = on_may_go_on,
    .probed = on_probed,
    .refuse_breakpoint = on_refuse_breakpoint,
    .refuse_script = on_refuse_script,
    .user_data = self,
  };
  if (self->driver->klass->adapt_program_host != NULL)
    self->driver->klass->adapt_program_host (self->driver, &self->program_host);
  self->program_run = runtime->create (&self->program_host, &local);
  if (self->program_run == NULL)
    {
      if (local == NULL)
        local = g_error_new_literal (LS_SESSION_ERROR, LS_SESSION_ERROR_PROGRAM, _("could not run the program"));
      propagate (local, error);
      return FALSE;
    }

  self->runtime = runtime;
  runtime->start (self->program_run);
  return TRUE;
}

void
ls_runner_free_program (LsRunner *self)
{
  if (self->runtime == NULL)
    return;

  /* What the loop frees may still ask the runtime. */
  self->interpreter->stopped = TRUE;
  ls_event_loop_shut_down (self->loop);
  self->runtime->free (g_steal_pointer (&self->program_run));
  self->runtime = NULL;
}

/* Called after a step, in which the runtime may have ended the program. */
void
ls_runner_check_program (LsRunner *self)
{
  g_autofree char *message = NULL;

  if (self->state > LS_RUNNER_RUNNING || self->runtime->get_stop_message == NULL)
    return;
  message = self->runtime->get_stop_message (self->program_run);
  if (message != NULL)
    ls_runner_stop (self, message);
}
