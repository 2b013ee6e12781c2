/* ls-step-workers.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-agent-program-private.h"

/* Steps on workers and messages. */

LsOutcome
ls_step_run_worker (const LsStepRun *run)
{
  const char *name = ls_step_get_text (run->step, LS_MEMBER_NAME);
  LsBody *body = ls_step_find_body (run, LS_MEMBER_BODY);
  LsAgentProgram *agents = run->interpreter->agents;
  LsNamed *named;
  LsAgent *agent;

  if (ls_agent_program_is_full (agents))
    return ls_step_throw (run, "RangeError", "A run may have 256 agents at once, and 4095 in all");
  ls_interpreter_report_state (run->interpreter, run->activation);
  agent = ls_agent_program_spawn (agents, run->interpreter, name, body);
  if (agent == NULL && !ls_agent_is_terminated (run->interpreter->agent))
    return ls_step_throw (run, "RangeError", "There is no room for another agent");
  if (agent == NULL)
    {
      run->interpreter->stopped = TRUE;
      return LS_OUTCOME_STOP;
    }
  named = ls_program_scope_set (run->interpreter, name, LS_NAMED_WORKER);
  named->agent = agent;
  return LS_OUTCOME_NORMAL;
}

LsOutcome
ls_step_run_terminate (const LsStepRun *run)
{
  LsNamed *named = ls_step_find (run, LS_MEMBER_WORKER, LS_NAMED_WORKER);
  g_autoptr (GError) error = NULL;

  if (named == NULL)
    return LS_OUTCOME_THROW;
  ls_interpreter_report_state (run->interpreter, run->activation);
  if (!ls_agent_terminate (named->agent, &error))
    return ls_step_fail (run, error);
  return LS_OUTCOME_NORMAL;
}

/* A message on its way to another agent. */
typedef struct
{
  LsAgentProgram *agents;     /* (owned) */
  LsAgent        *to;
  LsValue         data;
} Message;

static void
message_free (gpointer data)
{
  Message *message = data;

  ls_value_clear (&message->data);
  ls_agent_program_unref (message->agents);
  g_free (message);
}

static void
message_arrive (gpointer data)
{
  Message *message = data;
  LsInterpreter *interpreter = ls_agent_program_find (message->agents, message->to);
  g_auto (LsValue) result = LS_VALUE_INIT;

  if (interpreter == NULL || interpreter->on_message == NULL || interpreter->stopped)
    return;
  if (ls_interpreter_call (interpreter, interpreter->on_message, FALSE, &message->data, &result) == LS_COMPLETION_THROW)
    ls_event_loop_report_exception (interpreter->loop, &result);
}

LsOutcome
ls_step_run_post_message (const LsStepRun *run)
{
  const char *to = ls_step_get_text (run->step, LS_MEMBER_TO);
  LsAgentProgram *agents = run->interpreter->agents;
  g_autoptr (GError) error = NULL;
  g_auto (LsValue) data = LS_VALUE_INIT;
  Message *message;
  LsNamed *named;
  LsAgent *agent;

  if (g_str_equal (to, "main"))
    agent = ls_agent_program_get_main (agents);
  else
    {
      named = ls_program_scope_find (run->interpreter, to, LS_NAMED_WORKER, run->value);
      if (named == NULL)
        return LS_OUTCOME_THROW;
      agent = named->agent;
    }
  if (!ls_step_get_scalar (run, LS_MEMBER_VALUE, run->value))
    return LS_OUTCOME_THROW;
  message = g_new0 (Message, 1);
  message->agents = ls_agent_program_ref (agents);
  message->to = agent;
  ls_value_copy (run->value, &message->data);
  ls_value_clear (run->value);
  ls_interpreter_report_state (run->interpreter, run->activation);
  if (!ls_agent_post (agent, LS_QUEUE_TYPE_OTHER, message_arrive, message, message_free, &error))
    return ls_step_fail (run, error);
  return LS_OUTCOME_NORMAL;
}

LsOutcome
ls_step_run_on_message (const LsStepRun *run)
{
  run->interpreter->on_message = ls_step_find_body (run, LS_MEMBER_BODY);
  return LS_OUTCOME_NORMAL;
}
