/* ls-runner-agents.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-runner-private.h"

#include <glib/gi18n-lib.h>

#include "ls-agent-private.h"
#include "ls-event-loop-private.h"
#include "ls-session-private.h"

/* A run with several agents: a cluster, the main agent of which runs the program and the user's actions, and workers that it makes.
 * A step of the runner is one of the cluster then: what an agent does until it gives the baton back. */

/* A worker with a realm of its own. */
typedef struct
{
  LsRunner               *runner;       /* (unowned): ends its agents before it goes */
  LsProgramHost           host;
  const LsProgramRuntime *runtime;
  gpointer                run;          /* (nullable) */
  GDestroyNotify          destroy;      /* of what it was given */
} Realm;

/* Whether the session's program or actions need agents. */
gboolean
ls_runner_needs_agents (LsRunner *self)
{
  return ls_session_has_agents (self->session) ||
         (self->is_test262 && ls_program_get_kind (ls_session_get_program (self->session)) == LS_PROGRAM_JAVASCRIPT);
}

/* Who goes next, as the session says as long as it does. An agent that cannot go does not: the program is another one than it
 * was. */
static guint
decide (LsAgentCluster      *cluster,
        const LsChoicePoint *choices,
        guint                n_choices,
        gpointer             user_data)
{
  LsRunner *self = user_data;
  const GArray *schedule = ls_session_get_document (self->session)->schedule;
  const guint64 point = ls_agent_cluster_get_n_choice_points (cluster);

  if (n_choices > 1 && schedule != NULL && point < schedule->len)
    {
      guint chosen;

      for (guint i = 0; i < n_choices; i++)
        if (ls_agent_get_id (choices[i].agent) == g_array_index (schedule, guint32, point))
          return i;
      chosen = ls_agent_cluster_decide_by_default (cluster, choices, n_choices);
      if (self->n_unscheduled++ == 0)
        ls_runner_note_unscheduled (self, point, g_array_index (schedule, guint32, point), ls_agent_get_id (choices[chosen].agent));
      return chosen;
    }
  return ls_agent_cluster_decide_by_default (cluster, choices, n_choices);
}

static LsEventLoop *
make_loop (LsAgentCluster *cluster,
           LsAgent        *agent,
           gpointer        user_data)
{
  LsRunner *self = user_data;

  return ls_agent_cluster_create_loop (cluster, &self->preset, self->settings->edition,
                                       self->without_trace ? NULL : ls_trace_get_probe (self->trace));
}

/* Whether the run goes on. */
static gboolean
is_on (LsRunner *self)
{
  return self->threaded != NULL ? !ls_runner_is_thread_over (self) : self->state <= LS_RUNNER_RUNNING;
}

static void
note_step (gpointer user_data)
{
  LsRunner *self = user_data;

  if (self->threaded != NULL)
    ls_runner_note_thread_step (self);
  else
    self->n_steps++;
}

/* The runtime wants no more of the program. */
static void
stop (LsRunner   *self,
      const char *message)
{
  if (self->threaded != NULL)
    ls_runner_ask_to_stop (self, message);
  else
    ls_runner_stop (self, message);
}

/* An action that is to be done now, though the loop has nothing to do. */
static gboolean
main_has_work (LsAgent  *agent,
               gpointer  user_data)
{
  LsRunner *self = user_data;

  return is_on (self) && ls_runner_has_due_action (self);
}

static void
take_turn (gpointer data)
{
  LsRunner *self = data;
  LsStepResult result;

  do
    {
      ls_runner_apply_actions (self, 0, NULL);
      if (!is_on (self))
        return;
      result = ls_event_loop_step (self->loop);
      if (result == LS_STEP_TASK || result == LS_STEP_MICROTASK)
        note_step (self);
      if (self->program_run != NULL && is_on (self) && self->runtime->get_stop_message != NULL)
        {
          g_autofree char *message = self->runtime->get_stop_message (self->program_run);

          if (message != NULL)
            stop (self, message);
        }
    }
  while (ls_event_loop_has_microtasks (self->loop) && result != LS_STEP_NOTHING && is_on (self) && !self->interpreter->stopped);
  ls_event_loop_finish_turn (self->loop);
}

static void
main_run_turn (LsAgent  *agent,
               gpointer  user_data)
{
  LsRunner *self = user_data;

  if (!is_on (self))
    return;
  if (self->runtime != NULL && self->runtime->enter != NULL)
    self->runtime->enter (self->program_run, take_turn, self);
  else
    take_turn (self);
}

/* On the agent's thread: a runtime's machine belongs to it. */
static void
main_ended (LsAgent  *agent,
            gpointer  user_data)
{
  ls_runner_free_program (user_data);
}

/* What the main agent begins with. */
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

/* Makes the cluster, with the main agent and its loop. */
void
ls_runner_create_agents (LsRunner *self)
{
  LsAgentFlags flags = LS_AGENT_NONE;

  if (ls_runner_needs_runtime (self))
    flags |= LS_AGENT_OWN_THREAD;
  if (self->main_can_block)
    flags |= LS_AGENT_CAN_BLOCK;
  self->cluster = ls_agent_cluster_new (self->without_trace ? NULL : ls_trace_get_probe (self->trace));
  ls_agent_cluster_set_loop_func (self->cluster, make_loop, self, NULL);
  ls_agent_cluster_set_decider (self->cluster, decide, self, NULL);
  self->agent = ls_agent_cluster_add_agent (self->cluster, "main", flags, ls_runner_start_main, self, NULL);
  self->loop = g_object_ref (ls_agent_get_loop (self->agent));
}

/* The interpreter has been made. @threads: (nullable): instead of the cluster */
void
ls_runner_set_up_main (LsRunner       *self,
                       LsAgentThreads *threads)
{
  self->agents = ls_agent_program_new (self->cluster, threads, self->interpreter->program, &self->host);
  self->agents->step_done = note_step;
  ls_agent_program_add (self->agents, self->interpreter, self->agent);
  self->agent->has_work = main_has_work;
  self->agent->run_turn = main_run_turn;
  self->agent->ended = main_ended;
  self->agent->hook_data = self;
}

/* Posts what the program begins with. */
gboolean
ls_runner_start_agents (LsRunner  *self,
                        GError   **error)
{
  ls_runner_set_up_main (self, NULL);
  if (!self->is_explored)
    ls_agent_cluster_step (self->cluster);
  if (self->start_error == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&self->start_error));
  return FALSE;
}

/* All agents return, each on its thread. */
void
ls_runner_free_agents (LsRunner *self)
{
  if (self->cluster == NULL)
    return;

  if (self->state <= LS_RUNNER_RUNNING)
    self->state = LS_RUNNER_CANCELLED;
  if (self->agents != NULL)
    ls_agent_program_stop (self->agents);
  ls_agent_cluster_kill (self->cluster);
}

/**
 * ls_runner_is_suspended:
 * @self: a runner
 *
 * Returns: whether the main agent is suspended in `Atomics.wait()`; at the end of the run, that it would be for ever
 */
gboolean
ls_runner_is_suspended (LsRunner *self)
{
  g_return_val_if_fail (LS_IS_RUNNER (self), FALSE);

  return self->agent != NULL && ls_agent_get_state (self->agent) == LS_AGENT_STATE_WAITING;
}

/* Statements of all agents. */
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

/* What is left of the budget is whoever's runs next. */
static void
limit_statements (LsRunner *self)
{
  const guint64 used = self->n_steps + ls_runner_get_n_statements (self);
  const guint64 left = self->settings->step_budget - MIN (used, self->settings->step_budget);

  for (guint i = 0; i < self->agents->interpreters->len; i++)
    {
      LsInterpreter *interpreter = g_ptr_array_index (self->agents->interpreters, i);

      interpreter->statement_limit = interpreter->n_statements + left;
      interpreter->check_at = MIN (interpreter->check_at, interpreter->statement_limit);
    }
}

/* What is to hold always is looked at after each step, which @agent has done. */
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

/* Why an expectation about agents has not come true; NULL if it has. */
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

/* A step of the cluster. FALSE if there was none. */
gboolean
ls_runner_step_agents (LsRunner *self)
{
  LsClusterStatus status;

  limit_statements (self);
  if (!ls_runner_check_next_wake_up (self))
    return FALSE;
  status = ls_agent_cluster_step (self->cluster);
  ls_probe_publish (ls_event_loop_get_probe (self->loop));
  ls_runner_watch_expectations (self, ls_agent_cluster_get_last (self->cluster));
  if (self->state > LS_RUNNER_RUNNING)
    return TRUE;
  if (status != LS_CLUSTER_RUNNING)
    {
      ls_runner_end (self, LS_RUNNER_FINISHED);
      return FALSE;
    }
  ls_runner_check_budgets (self);
  return TRUE;
}

/* Realms */

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
      if (result == LS_STEP_TASK || result == LS_STEP_MICROTASK)
        note_step (self);
      if (realm->run != NULL && is_on (self) && realm->runtime->get_stop_message != NULL)
        {
          g_autofree char *message = realm->runtime->get_stop_message (realm->run);

          if (message != NULL)
            stop (self, message);
        }
    }
  while (ls_event_loop_has_microtasks (loop) && result != LS_STEP_NOTHING && is_on (self));
  ls_event_loop_finish_turn (loop);
}

static void
realm_run_turn (LsAgent  *agent,
                gpointer  user_data)
{
  Realm *realm = user_data;

  if (!is_on (realm->runner))
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
  if (self->host.report != NULL)
    ls_event_loop_set_report_func (realm->host.loop, self->host.report, self, NULL);
  realm->run = realm->runtime->create (&realm->host, &error);
  if (realm->run != NULL)
    realm->runtime->start (realm->run);
  else if (!ls_agent_is_terminated (agent))
    realm->host.report (&realm->host, FALSE, 0, error != NULL ? error->message : "the worker could not be run");
}

static LsAgent *
add_worker (LsRunner   *self,
            const char *name,
            Realm      *realm)
{
  const LsAgentFlags flags = LS_AGENT_CAN_BLOCK | LS_AGENT_OWN_THREAD;
  LsAgent *agent;

  if (self->threaded != NULL)
    return ls_runner_add_thread (self, name, flags, realm_start, realm, realm_free);
  agent = ls_agent_cluster_add_agent (self->cluster, name, flags, realm_start, realm, realm_free);
  return ls_agent_get_state (agent) != LS_AGENT_STATE_ENDED ? agent : NULL;
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
  return add_worker (self, name, realm);
}
