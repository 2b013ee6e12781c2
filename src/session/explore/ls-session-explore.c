/* ls-session-explore.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-session-explore.h"

#include "ls-agent-program-private.h"
#include "ls-expectation-private.h"
#include "ls-exploration.h"
#include "ls-explorer-private.h"
#include "ls-runner-private.h"
#include "ls-session-private.h"
#include "ls-settings-private.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

/* Runs a session's agents again and again. Nothing is recorded, and what they print is not kept. The user's actions are left out,
 * since they are about one run. */
typedef struct
{
  LsSession        *session;
  LsInterpreterHost host;
  GHashTable       *observed;     /* names whose values make a difference */
  LsPreset          preset;
  LsEdition         edition;
  guint64           n_calls;      /* calls of may_go_on() in this run */
  guint64           max_calls;

  LsExplorer       *explorer;     /* (unowned) */

  /* Where the program is JavaScript, whose agents a runtime runs */
  gboolean          is_javascript;
  LsTrace          *trace;        /* which stays empty */
  LsRunner         *runner;       /* of the last run */
} Exploration;

/* How many statements there are between two calls of may_go_on(). */
#define STATEMENTS_OF_CALL 64

/* The explorer can be cancelled only between two runs, so none may take long, whatever the session's budget is. */
#define MAX_STATEMENTS 10000000

static void
exploration_free (gpointer data)
{
  Exploration *self = data;

  g_clear_object (&self->runner);
  g_clear_object (&self->trace);
  g_clear_pointer (&self->observed, g_hash_table_unref);
  g_object_unref (self->session);
  g_free (self);
}

static LsPromise *
on_statement (LsActivation *activation,
              gpointer      user_data)
{
  return NULL;
}

/* A program may loop for ever without an operation. */
static gboolean
may_go_on (gpointer user_data)
{
  Exploration *self = user_data;
  LsAgent *agent = ls_agent_get_current ();

  if (agent != NULL && ls_agent_is_terminated (agent))
    return FALSE;
  if (ls_explorer_must_stop (self->explorer))
    return FALSE;
  if (++self->n_calls < self->max_calls)
    return TRUE;
  if (agent != NULL)
    ls_agent_report (agent, LS_FINDING_TOO_LONG, N_("The agents run more statements than the session's budget allows"));
  return FALSE;
}

static void
drop_log (const char *text,
          gpointer    user_data)
{
}

static void
post_javascript (LsStep                  *step,
                 const LsPostTaskOptions *options,
                 LsPromise               *result,
                 gpointer                 user_data)
{
  g_return_if_reached ();
}

static LsEventLoop *
make_loop (LsAgentCluster *cluster,
           LsAgent        *agent,
           gpointer        user_data)
{
  Exploration *self = user_data;

  return ls_agent_cluster_create_loop (cluster, &self->preset, self->edition, NULL);
}

static LsAgentProgram *
get_agents (LsAgentCluster *cluster)
{
  return g_object_get_data (G_OBJECT (cluster), "ls-agent-program");
}

/* Makes the cluster of a runner. The runner is kept as long as its agents run: until the next one is made. */
static LsAgentCluster *
make_runner (Exploration *self)
{
  g_autoptr (GError) error = NULL;
  LsAgentCluster *cluster;

  g_clear_object (&self->runner);
  self->runner = ls_runner_new_explored (self->session, self->trace, &error);
  if (self->runner == NULL)
    g_error ("A session cannot be run any more: %s", error->message);
  self->runner->cancellable = self->explorer->cancellable;
  self->runner->deadline = self->explorer->deadline;
  cluster = ls_cluster_driver_get_cluster (self->runner->driver);
  g_object_set_data_full (G_OBJECT (cluster), "ls-agent-program", ls_agent_program_ref (self->runner->agents),
                          (GDestroyNotify) ls_agent_program_unref);
  return g_object_ref (cluster);
}

static LsAgentCluster *
make_cluster (gpointer user_data)
{
  Exploration *self = user_data;
  LsProgram *program = ls_session_get_program (self->session);
  LsAgentCluster *cluster;
  LsAgentProgram *agents;

  if (self->is_javascript)
    return make_runner (self);
  cluster = ls_agent_cluster_new (NULL);
  agents = ls_agent_program_new (cluster, NULL, program, &self->host);
  self->n_calls = 0;
  agents->is_explored = TRUE;
  agents->observed = self->observed;
  g_object_set_data_full (G_OBJECT (cluster), "ls-agent-program", agents, (GDestroyNotify) ls_agent_program_unref);
  ls_agent_cluster_set_loop_func (cluster, make_loop, self, NULL);
  ls_agent_program_add_main (agents);
  return cluster;
}

/* Holds memory against the session's expectations, at each moment or at the end. */
static gboolean
check_expectations (LsAgentCluster  *cluster,
                    gpointer         user_data,
                    GError         **error)
{
  Exploration *self = user_data;
  GPtrArray *expectations = ls_session_get_document (self->session)->expectations;
  LsAgentProgram *agents = get_agents (cluster);
  int is_end = -1;

  if (self->is_javascript && !ls_runner_check_budgets (self->runner))
    return TRUE;
  for (guint i = 0; i < expectations->len; i++)
    {
      LsExpectation *expectation = g_ptr_array_index (expectations, i);
      g_autofree char *message = NULL;
      g_autofree char *title = NULL;

      if (!ls_expectation_is_about_agents (expectation))
        continue;
      if (is_end < 0)
        is_end = ls_agent_cluster_get_next_time (cluster) == LS_TIME_NEVER;
      message = ls_expectation_check_agents (expectation, agents, is_end);
      if (message == NULL)
        continue;
      title = ls_expectation_describe (expectation);
      g_set_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_RUN, "%s: %s", title, message);
      return FALSE;
    }
  return TRUE;
}

static gboolean
has_javascript (LsBody *body)
{
  for (guint i = 0; i < body->steps->len; i++)
    {
      LsStep *step = g_ptr_array_index (body->steps, i);

      if (ls_step_get_javascript (step) != NULL)
        return TRUE;
      for (guint j = 0; j < step->n_values; j++)
        if (step->values[j].body != NULL && has_javascript (step->values[j].body))
          return TRUE;
    }
  return FALSE;
}

/* Returns: whether the agents run without a runtime; a runtime cannot tell the state of its agents */
static gboolean
is_of_steps (LsProgram *program)
{
  if (ls_program_get_kind (program) != LS_PROGRAM_STEPS || has_javascript (program->main))
    return FALSE;
  for (guint i = 0; i < program->bodies->len; i++)
    if (has_javascript (g_ptr_array_index (program->bodies, i)))
      return FALSE;
  return TRUE;
}

/* Each run has a runner with realms of its own, so that it does what “loopscope-cli run” does. */
static LsExplorer *
new_of_javascript (LsSession               *session,
                   const LsExploreOptions  *options,
                   GError                 **error)
{
  g_autoptr (LsSession) copy = ls_session_copy (session);
  g_autoptr (LsTrace) trace = ls_trace_new ();
  g_autoptr (LsRunner) runner = NULL;
  Exploration *self;

  if (!ls_session_remove_actions (copy, 0, NULL, error))
    return NULL;
  /* Nothing of it runs here. */
  runner = ls_runner_new_explored (copy, trace, error);
  if (runner == NULL)
    return NULL;
  self = g_new0 (Exploration, 1);
  self->is_javascript = TRUE;
  self->session = g_steal_pointer (&copy);
  self->trace = g_steal_pointer (&trace);
  self->explorer = ls_explorer_new (make_cluster, self, exploration_free, options);
  self->explorer->ends_too_long = TRUE;
  ls_explorer_set_invariant (self->explorer, check_expectations, self, NULL);
  return self->explorer;
}

/**
 * ls_session_can_explore: (skip)
 * @session: a session
 * @error: return location for an error of %LS_SESSION_ERROR
 *
 * Tells whether a session can be explored.
 *
 * Returns: whether its agents can be run under other schedules; %FALSE with @error set if it has no agents, or this build cannot
 *   run its program
 */
gboolean
ls_session_can_explore (LsSession  *session,
                        GError    **error)
{
  LsProgram *program;
  gboolean is_javascript;

  g_return_val_if_fail (LS_IS_SESSION (session), FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  if (ls_session_refuse_recorded (session, error))
    return FALSE;
  program = ls_session_get_program (session);
  is_javascript = ls_program_get_kind (program) == LS_PROGRAM_JAVASCRIPT;
  if (is_javascript && ls_program_runtime_lookup (ls_program_kind_to_string (LS_PROGRAM_JAVASCRIPT)) == NULL)
    {
      g_set_error_literal (error, LS_SESSION_ERROR, LS_SESSION_ERROR_RUN,
                           _("This build has no JavaScript: it was built without JavaScriptCore"));
      return FALSE;
    }
  if (!is_javascript && !is_of_steps (program))
    {
      g_set_error_literal (error, LS_SESSION_ERROR, LS_SESSION_ERROR_RUN,
                           _("A program of steps with tasks in JavaScript cannot be explored"));
      return FALSE;
    }
  if (is_javascript ? !ls_session_has_agents (session) : !program->has_agents)
    {
      g_set_error_literal (error, LS_SESSION_ERROR, LS_SESSION_ERROR_RUN,
                           _("The program has no shared memory and no workers: there is only one way to run it"));
      return FALSE;
    }
  return TRUE;
}

/**
 * ls_session_explorer_new: (skip)
 * @session: a session; a copy is kept
 * @options: (nullable): what to explore, %NULL for all of it
 * @error: return location for an error of %LS_SESSION_ERROR
 *
 * Makes an explorer that runs the agents of a session under every schedule that makes a difference. Its invariant is what the
 * session expects of shared memory, of locks and of waiting agents. Other expectations, the user's actions and the session's own
 * schedule do not count. Interpreters of steps tell their state, so that two schedules can meet in one. The state of an agent that
 * runs JavaScript is all that it has read so far.
 *
 * Returns: (transfer full) (nullable): an explorer, or %NULL with @error set if the program has no agents, or has both steps and
 *   JavaScript
 */
LsExplorer *
ls_session_explorer_new (LsSession               *session,
                         const LsExploreOptions  *options,
                         GError                 **error)
{
  const LsSettings *settings;
  Exploration *self;
  LsExplorer *explorer;

  g_return_val_if_fail (LS_IS_SESSION (session), NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  if (!ls_session_can_explore (session, error))
    return NULL;
  if (ls_program_get_kind (ls_session_get_program (session)) == LS_PROGRAM_JAVASCRIPT)
    return new_of_javascript (session, options, error);

  settings = ls_session_get_settings (session);
  self = g_new0 (Exploration, 1);
  self->session = ls_session_copy (session);
  self->observed = ls_program_find_observed (ls_session_get_program (session));
  self->edition = settings->edition;
  ls_settings_get_preset (settings, &self->preset);
  self->max_calls = MAX (MIN (settings->step_budget, MAX_STATEMENTS) / STATEMENTS_OF_CALL, 1);
  self->host = (LsInterpreterHost) {
    .statement = on_statement,
    .may_go_on = may_go_on,
    .log = drop_log,
    .post_javascript = post_javascript,
    .user_data = self,
  };
  self->explorer = explorer = ls_explorer_new (make_cluster, self, exploration_free, options);
  ls_explorer_set_invariant (explorer, check_expectations, self, NULL);
  return explorer;
}

/* Follows a schedule of all steps, and notes the agent that goes at each choice. */
typedef struct
{
  const guint32 *steps;
  gsize          n_steps;
  GArray        *choices;
  GPtrArray     *lines;     /* (nullable) */
} Follower;

static char *
describe_choice (const LsChoicePoint *choice)
{
  g_autofree char *operation = ls_operation_to_string (&choice->operation);
  const char *name = ls_agent_get_name (choice->agent);

  return g_strdup_printf ("%s: %s", name != NULL ? name : "", operation);
}

static guint
follow (LsAgentCluster      *cluster,
        const LsChoicePoint *choices,
        guint                n_choices,
        gpointer             user_data)
{
  Follower *self = user_data;
  const guint64 step = ls_agent_cluster_get_n_steps (cluster);

  if (step >= self->n_steps)
    return LS_DECIDE_STOP;
  for (guint i = 0; i < n_choices; i++)
    if (ls_agent_get_id (choices[i].agent) == self->steps[step])
      {
        if (self->lines != NULL)
          g_ptr_array_add (self->lines, describe_choice (&choices[i]));
        if (n_choices > 1)
          g_array_append_val (self->choices, self->steps[step]);
        return i;
      }
  return LS_DECIDE_STOP;
}

/* Returns: (transfer full): the cluster after the schedule of a finding */
static LsAgentCluster *
run_schedule (LsExplorer  *explorer,
              guint        index,
              GArray     **schedule,
              GPtrArray  **lines)
{
  LsAgentCluster *cluster;
  Follower follower = { 0 };

  follower.choices = *schedule = g_array_new (FALSE, FALSE, sizeof (guint32));
  if (lines != NULL)
    follower.lines = *lines = g_ptr_array_new_with_free_func (g_free);
  follower.steps = ls_explorer_get_schedule (explorer, index, &follower.n_steps);
  cluster = make_cluster (explorer->factory_data);
  ls_agent_cluster_set_decider (cluster, follow, &follower, NULL);
  ls_agent_cluster_run (cluster, G_MAXUINT64);
  ls_agent_cluster_set_decider (cluster, NULL, NULL, NULL);
  return cluster;
}

/**
 * ls_session_explorer_get_schedule: (skip)
 * @explorer: an explorer of a session
 * @index: of a finding, from 0
 * @lines: (out) (optional) (transfer full) (element-type utf8): the agent and what it does, for each of its steps
 *
 * Gets the schedule that leads to a finding.
 *
 * Returns: (transfer full) (element-type guint32): the shortest known schedule that leads to it, in the form that sessions have:
 *   the agent that goes each time that two or more could
 */
GArray *
ls_session_explorer_get_schedule (LsExplorer *explorer,
                                  guint       index,
                                  GPtrArray **lines)
{
  g_autoptr (LsAgentCluster) cluster = NULL;
  GArray *schedule;

  g_return_val_if_fail (LS_IS_EXPLORER (explorer), NULL);
  g_return_val_if_fail (explorer->factory == make_cluster, NULL);

  cluster = run_schedule (explorer, index, &schedule, lines);
  ls_agent_cluster_kill (cluster);
  return schedule;
}

static void
found_schedule_free (gpointer data)
{
  LsFoundSchedule *found = data;

  g_free (found->agent_name);
  g_free (found->message);
  g_array_unref (found->schedule);
  g_ptr_array_unref (found->lines);
  g_free (found);
}

static guint
count_agents (const guint32 *steps,
              gsize          n_steps)
{
  g_autoptr (GHashTable) agents = g_hash_table_new (NULL, NULL);

  for (gsize i = 0; i < n_steps; i++)
    g_hash_table_add (agents, GUINT_TO_POINTER (steps[i]));
  return g_hash_table_size (agents);
}

static void
fill_found (LsFoundSchedule *found,
            LsExplorer      *explorer,
            guint            index)
{
  g_autoptr (LsAgentCluster) cluster = run_schedule (explorer, index, &found->schedule, &found->lines);
  const guint32 *steps = ls_explorer_get_schedule (explorer, index, &found->n_steps);
  const char *message;

  ls_explorer_get_finding (explorer, index, &found->finding, &found->agent, &message);
  found->message = g_strdup (message);
  found->n_agents = count_agents (steps, found->n_steps);
  for (guint i = 0; i < ls_agent_cluster_get_n_agents (cluster); i++)
    if (ls_agent_get_id (ls_agent_cluster_get_agent (cluster, i)) == found->agent)
      found->agent_name = g_strdup (ls_agent_get_name (ls_agent_cluster_get_agent (cluster, i)));
  /* A runner holds the cluster as well, and its realms are not to stay. */
  ls_agent_cluster_kill (cluster);
}

/**
 * ls_session_explorer_dup_findings: (skip)
 * @explorer: an explorer of a session, not running
 *
 * Runs each finding's schedule once more, so long schedules take long.
 *
 * Returns: (transfer full) (element-type LsFoundSchedule): what was found
 */
GPtrArray *
ls_session_explorer_dup_findings (LsExplorer *explorer)
{
  GPtrArray *findings;

  g_return_val_if_fail (LS_IS_EXPLORER (explorer), NULL);
  g_return_val_if_fail (explorer->factory == make_cluster, NULL);

  findings = g_ptr_array_new_with_free_func (found_schedule_free);
  for (guint i = 0; i < ls_explorer_get_n_findings (explorer); i++)
    {
      LsFoundSchedule *found = g_new0 (LsFoundSchedule, 1);

      g_ptr_array_add (findings, found);
      fill_found (found, explorer, i);
    }
  return findings;
}

/**
 * ls_session_new_with_schedule: (skip)
 * @session: a session
 * @agents: (array length=length): the agent that goes, each time that two or more could
 * @length: how many
 * @error: return location for an error of %LS_SESSION_ERROR
 *
 * Makes a session whose agents go in a given order.
 *
 * Returns: (transfer full) (nullable): a copy with that schedule, and without actions
 */
LsSession *
ls_session_new_with_schedule (LsSession      *session,
                              const guint32  *agents,
                              gsize           length,
                              GError        **error)
{
  g_autoptr (LsSession) copy = NULL;

  g_return_val_if_fail (LS_IS_SESSION (session), NULL);

  copy = ls_session_copy (session);
  if (!ls_session_remove_actions (copy, 0, NULL, error) || !ls_session_set_schedule (copy, agents, length, error))
    return NULL;
  return g_steal_pointer (&copy);
}

/**
 * ls_session_explorer_make_session: (skip)
 * @explorer: an explorer of @session
 * @session: the session
 * @index: of a finding, from 0
 * @error: return location for an error of %LS_SESSION_ERROR
 *
 * Makes a session that shows what was found, to be stepped through.
 *
 * Returns: (transfer full) (nullable): @session with the schedule that leads there, and without actions
 */
LsSession *
ls_session_explorer_make_session (LsExplorer  *explorer,
                                  LsSession   *session,
                                  guint        index,
                                  GError     **error)
{
  g_autoptr (GArray) schedule = NULL;

  g_return_val_if_fail (LS_IS_EXPLORER (explorer), NULL);
  g_return_val_if_fail (LS_IS_SESSION (session), NULL);

  schedule = ls_session_explorer_get_schedule (explorer, index, NULL);
  return ls_session_new_with_schedule (session, (const guint32 *) (gpointer) schedule->data, schedule->len, error);
}

/**
 * ls_session_explorer_get_key: (skip)
 * @session: a session
 *
 * Makes a text that tells explorations of different sessions apart.
 *
 * Returns: (transfer full): a text that two sessions share if their explorations are the same, so that a checkpoint of one fits the
 *   other
 */
char *
ls_session_explorer_get_key (LsSession *session)
{
  static const char *const members[] = { "settings", "program", "expectations" };
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  JsonObject *root;

  g_return_val_if_fail (LS_IS_SESSION (session), NULL);

  root = json_node_get_object (ls_session_get_document (session)->root);
  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    {
      JsonNode *node = json_object_get_member (root, members[i]);
      g_autofree char *text = node != NULL ? ls_json_format_compact (node) : g_strdup ("");

      g_checksum_update (checksum, (const guint8 *) text, strlen (text) + 1);
    }
  return g_strdup (g_checksum_get_string (checksum));
}

/**
 * ls_exploration_make_session:
 * @self: an exploration
 * @index: of a finding, from 0
 * @error: return location for an error of %LS_SESSION_ERROR
 *
 * Makes a session that shows what was found, to be stepped through.
 *
 * Returns: (transfer full) (nullable): the explored session with the schedule that leads there, and without actions
 */
LsSession *
ls_exploration_make_session (LsExploration  *self,
                             guint           index,
                             GError        **error)
{
  const LsFoundSchedule *found;

  g_return_val_if_fail (LS_IS_EXPLORATION (self), NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  found = ls_exploration_get_finding (self, index);
  g_return_val_if_fail (found != NULL, NULL);
  return ls_session_new_with_schedule (ls_exploration_get_session (self), (const guint32 *) (gpointer) found->schedule->data,
                                       found->schedule->len, error);
}
