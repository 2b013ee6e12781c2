/* ls-runner-agents.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-runner-private.h"

#include <glib/gi18n-lib.h>

#include "ls-agent-private.h"
#include "ls-event-loop-private.h"
#include "ls-session-private.h"

/* What the agents of a cluster and those on threads have in common: the main agent runs the program and the user's actions, and
 * makes workers with realms. */

/* How many workers with a realm a run may make. Each takes some 10 ms and keeps some kilobytes once it has ended. */
#define MAX_REALMS 1000

/* A worker with a realm of its own. */
typedef struct
{
  LsRunner               *runner;       /* (unowned): outlives its agents */
  LsProgramHost           host;
  const LsProgramRuntime *runtime;
  gpointer                run;          /* (nullable) */
  GDestroyNotify          destroy;      /* of the host's agent_data */
} Realm;

/* Returns whether the present agent may go on. */
gboolean
ls_runner_is_running (LsRunner *self)
{
  const LsRunnerDriverClass *klass = self->driver->klass;

  return klass->is_running != NULL ? klass->is_running (self->driver) : self->state <= LS_RUNNER_RUNNING;
}

static void
note_step (gpointer user_data)
{
  LsRunner *self = user_data;

  if (self->driver->klass->note_step != NULL)
    self->driver->klass->note_step (self->driver);
  else
    self->n_steps++;
}

/* Ends the run from an agent. */
static void
stop_from_agent (LsRunner   *self,
                 const char *message)
{
  if (self->driver->klass->stop_program != NULL)
    self->driver->klass->stop_program (self->driver, message);
  else
    ls_runner_stop (self, message);
}

/* Counts a step of a loop, and ends the run where the runtime wants no more of the program. @run: (nullable): of the runtime */
static void
finish_step (LsRunner               *self,
             LsStepResult            result,
             const LsProgramRuntime *runtime,
             gpointer                run)
{
  g_autofree char *message = NULL;

  if (result == LS_STEP_TASK || result == LS_STEP_MICROTASK)
    note_step (self);
  if (run == NULL || !ls_runner_is_running (self) || runtime->get_stop_message == NULL)
    return;
  message = runtime->get_stop_message (run);
  if (message != NULL)
    stop_from_agent (self, message);
}

/* An action may be due though the loop has nothing to do. */
static gboolean
main_has_work (LsAgent  *agent,
               gpointer  user_data)
{
  LsRunner *self = user_data;

  return ls_runner_is_running (self) && ls_runner_has_due_action (self);
}

static void
take_turn (gpointer data)
{
  LsRunner *self = data;
  LsStepResult result;

  do
    {
      ls_runner_apply_actions (self, 0, NULL);
      if (!ls_runner_is_running (self))
        return;
      result = ls_event_loop_step (self->loop);
      finish_step (self, result, self->runtime, self->program_run);
    }
  while (ls_event_loop_has_microtasks (self->loop) && result != LS_STEP_NOTHING && ls_runner_is_running (self) &&
         !self->interpreter->stopped);
  ls_event_loop_finish_turn (self->loop);
}

static void
main_run_turn (LsAgent  *agent,
               gpointer  user_data)
{
  LsRunner *self = user_data;

  if (!ls_runner_is_running (self))
    return;
  if (self->runtime != NULL && self->runtime->enter != NULL)
    self->runtime->enter (self->program_run, take_turn, self);
  else
    take_turn (self);
}

/* Runs on the agent's thread, to which the machine of a runtime belongs. */
static void
main_ended (LsAgent  *agent,
            gpointer  user_data)
{
  ls_runner_free_program (user_data);
}

/* Runs first on the main agent: posts what the program begins with. */
void
ls_runner_start_main (LsAgent  *agent,
                      gpointer  user_data)
{
  LsRunner *self = user_data;

  if (ls_runner_needs_runtime (self) && !ls_runner_create_program (self, &self->start_error))
    {
      if (self->is_explored)
        ls_agent_report (agent, LS_FINDING_TOO_LONG, self->start_error->message);
      return;
    }
  if (ls_program_get_kind (self->interpreter->program) == LS_PROGRAM_STEPS)
    ls_interpreter_start (self->interpreter, "main");
}

/* Connects the interpreter with the main agent of @cluster or of @threads, of which one is NULL. */
void
ls_runner_set_up_main (LsRunner       *self,
                       LsAgentCluster *cluster,
                       LsAgentThreads *threads)
{
  self->agents = ls_agent_program_new (cluster, threads, self->interpreter->program, &self->host);
  self->agents->step_done = note_step;
  ls_agent_program_add (self->agents, self->interpreter, self->agent);
  self->agent->has_work = main_has_work;
  self->agent->run_turn = main_run_turn;
  self->agent->ended = main_ended;
  self->agent->hook_data = self;
}

/**
 * ls_runner_is_suspended:
 * @self: a runner
 *
 * Tells whether the main agent is suspended in `Atomics.wait()`.
 *
 * Returns: whether the main agent is suspended in `Atomics.wait()`; at the end of the run, that it would be for ever
 */
gboolean
ls_runner_is_suspended (LsRunner *self)
{
  g_return_val_if_fail (LS_IS_RUNNER (self), FALSE);

  return self->agent != NULL && ls_agent_get_state (self->agent) == LS_AGENT_STATE_WAITING;
}

/* Returns: how many statements all agents have run */
guint64
ls_runner_get_n_statements (LsRunner *self)
{
  guint64 n_statements = 0;

  if (self->agents == NULL)
    return self->interpreter->n_statements;
  for (guint i = 0; i < self->agents->interpreters->len; i++)
    n_statements += ((LsInterpreter *) g_ptr_array_index (self->agents->interpreters, i))->n_statements;
  return n_statements;
}

guint64
ls_runner_get_n_text_bytes (LsRunner *self)
{
  guint64 n_bytes = 0;

  if (self->agents == NULL)
    return self->interpreter->n_text_bytes;
  for (guint i = 0; i < self->agents->interpreters->len; i++)
    n_bytes += ((LsInterpreter *) g_ptr_array_index (self->agents->interpreters, i))->n_text_bytes;
  return n_bytes;
}

/* Holds the run against the expectations that are to hold always, after a step of @agent. */
void
ls_runner_watch_expectations (LsRunner *self,
                              LsAgent  *agent)
{
  GPtrArray *expectations = ls_session_get_document (self->session)->expectations;

  for (guint i = 0; i < expectations->len; i++)
    {
      LsExpectation *expectation = g_ptr_array_index (expectations, i);
      g_autofree char *message = NULL;

      if (!ls_expectation_is_invariant (expectation) || (self->broken != NULL && g_ptr_array_index (self->broken, i) != NULL))
        continue;
      message = ls_expectation_check_agents (expectation, self->agents, FALSE);
      if (message == NULL)
        continue;
      if (self->broken == NULL)
        {
          self->broken = g_ptr_array_new_with_free_func (g_free);
          g_ptr_array_set_size (self->broken, expectations->len);
        }
      /* Translators: what was found instead of what a session expects, such as “found 3”; the name of an agent */
      self->broken->pdata[i] = g_strdup_printf (_("%s once agent “%s” had run"), message, ls_agent_get_name (agent));
    }
}

/* Returns: (transfer full) (nullable): why an expectation about agents does not hold, NULL if it does */
char *
ls_runner_check_agents (LsRunner      *self,
                        LsExpectation *expectation)
{
  GPtrArray *expectations = ls_session_get_document (self->session)->expectations;
  guint place;

  if (self->agents == NULL)
    return g_strdup (_("the run has no shared memory"));
  if (self->broken != NULL && g_ptr_array_find (expectations, expectation, &place) &&
      g_ptr_array_index (self->broken, place) != NULL)
    return g_strdup (g_ptr_array_index (self->broken, place));
  return ls_expectation_check_agents (expectation, self->agents, TRUE);
}

/* Workers with realms */

static guint32
realm_statement (LsProgramHost *host,
                 guint32        n)
{
  return G_MAXUINT32;
}

static void
realm_name_controller (LsProgramHost     *host,
                       const char        *name,
                       LsAbortController *controller)
{
}

static void
realm_name_signal (LsProgramHost *host,
                   const char    *name,
                   LsAbortSignal *signal)
{
}

static void
realm_take_turn (gpointer data)
{
  Realm *realm = data;
  LsRunner *self = realm->runner;
  LsEventLoop *loop = realm->host.loop;
  LsStepResult result;

  do
    {
      result = ls_event_loop_step (loop);
      finish_step (self, result, realm->runtime, realm->run);
    }
  while (ls_event_loop_has_microtasks (loop) && result != LS_STEP_NOTHING && ls_runner_is_running (self));
  ls_event_loop_finish_turn (loop);
}

static void
realm_run_turn (LsAgent  *agent,
                gpointer  user_data)
{
  Realm *realm = user_data;

  if (!ls_runner_is_running (realm->runner))
    return;
  if (realm->run != NULL && realm->runtime->enter != NULL)
    realm->runtime->enter (realm->run, realm_take_turn, realm);
  else
    realm_take_turn (realm);
}

static void
realm_ended (LsAgent  *agent,
             gpointer  user_data)
{
  Realm *realm = user_data;

  if (realm->run != NULL)
    realm->runtime->free (g_steal_pointer (&realm->run));
  g_clear_object (&realm->host.scheduler);
}

static void
realm_free (gpointer data)
{
  Realm *realm = data;

  if (realm->destroy != NULL)
    realm->destroy (realm->host.agent_data);
  g_free (realm);
}

static void
realm_start (LsAgent  *agent,
             gpointer  user_data)
{
  Realm *realm = user_data;
  LsRunner *self = realm->runner;
  g_autoptr (GError) error = NULL;

  realm->host.loop = ls_agent_get_loop (agent);
  realm->host.scheduler = ls_scheduler_new (realm->host.loop, "scheduler");
  realm->host.agent = agent;
  agent->run_turn = realm_run_turn;
  agent->ended = realm_ended;
  agent->hook_data = realm;
  ls_event_loop_set_report_func (realm->host.loop, self->host.report, self, NULL);
  realm->run = realm->runtime->create (&realm->host, &error);
  if (realm->run != NULL)
    realm->runtime->start (realm->run);
  else if (!ls_agent_is_terminated (agent))
    realm->host.report (&realm->host, FALSE, 0, error != NULL ? error->message : "the worker could not be run");
}

/* Makes a worker whose realm is the runtime's. */
LsAgent *
ls_runner_spawn (LsProgramHost  *host,
                 const char     *name,
                 gpointer        agent_data,
                 GDestroyNotify  destroy)
{
  LsRunner *self = host->user_data;
  Realm *realm;

  if (self->agents == NULL || ls_agent_program_is_full (self->agents))
    {
      if (destroy != NULL)
        destroy (agent_data);
      return NULL;
    }
  if (__atomic_add_fetch (&self->n_realms, 1, __ATOMIC_RELAXED) > MAX_REALMS)
    {
      g_autofree char *message = g_strdup_printf (_("The run was stopped: it made more than %d workers"), MAX_REALMS);

      stop_from_agent (self, message);
      if (destroy != NULL)
        destroy (agent_data);
      return NULL;
    }

  realm = g_new0 (Realm, 1);
  realm->runner = self;
  realm->runtime = self->runtime;
  realm->destroy = destroy;
  realm->host = *host;
  realm->host.scheduler = NULL;
  realm->host.codes = NULL;
  realm->host.n_codes = 0;
  realm->host.agent_data = agent_data;
  realm->host.statement = realm_statement;
  realm->host.name_controller = realm_name_controller;
  realm->host.name_signal = realm_name_signal;
  return self->driver->klass->add_worker (self->driver, name, LS_AGENT_CAN_BLOCK | LS_AGENT_OWN_THREAD, realm_start, realm,
                                          realm_free);
}
