/* ls-step-workers.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-agent-program-private.h"

/* Steps on workers and messages. */

static LsOutcome
run_worker (LsStep        *self,
            LsInterpreter *interpreter,
            LsActivation  *activation,
            LsValue       *value)
{
  const char *name = ls_step_get_text (self, LS_MEMBER_NAME);
  LsBody *body = ls_interpreter_find_body (interpreter, self, LS_MEMBER_BODY);
  LsAgentProgram *agents = interpreter->agents;
  LsNamed *named;
  LsAgent *agent;

  if (ls_agent_program_is_full (agents))
    return ls_step_throw (value, "RangeError", "A run may have 256 agents at once, and 4095 in all");
  ls_interpreter_report_state (interpreter, activation);
  agent = ls_agent_program_spawn (agents, interpreter, name, body);
  if (agent == NULL && !ls_agent_is_terminated (interpreter->agent))
    return ls_step_throw (value, "RangeError", "There is no room for another agent");
  if (agent == NULL)
    {
      interpreter->stopped = TRUE;
      return LS_OUTCOME_STOP;
    }
  named = ls_program_scope_set (interpreter, name, LS_NAMED_WORKER);
  named->agent = agent;
  return LS_OUTCOME_NORMAL;
}

static LsOutcome
run_terminate (LsStep        *self,
               LsInterpreter *interpreter,
               LsActivation  *activation,
               LsValue       *value)
{
  LsNamed *named = ls_program_scope_find (interpreter, ls_step_get_text (self, LS_MEMBER_WORKER), LS_NAMED_WORKER, value);
  g_autoptr (GError) error = NULL;

  if (named == NULL)
    return LS_OUTCOME_THROW;
  ls_interpreter_report_state (interpreter, activation);
  if (!ls_agent_terminate (named->agent, &error))
    return ls_step_fail (interpreter, error, value);
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

static LsOutcome
run_post_message (LsStep        *self,
                  LsInterpreter *interpreter,
                  LsActivation  *activation,
                  LsValue       *value)
{
  const char *to = ls_step_get_text (self, LS_MEMBER_TO);
  LsAgentProgram *agents = interpreter->agents;
  g_autoptr (GError) error = NULL;
  g_auto (LsValue) data = LS_VALUE_INIT;
  Message *message;
  LsNamed *named;
  LsAgent *agent;

  if (g_str_equal (to, "main"))
    agent = ls_agent_program_get_main (agents);
  else
    {
      named = ls_program_scope_find (interpreter, to, LS_NAMED_WORKER, value);
      if (named == NULL)
        return LS_OUTCOME_THROW;
      agent = named->agent;
    }
  if (!ls_step_get_scalar (self, LS_MEMBER_VALUE, activation, value))
    return LS_OUTCOME_THROW;
  message = g_new0 (Message, 1);
  message->agents = ls_agent_program_ref (agents);
  message->to = agent;
  ls_value_copy (value, &message->data);
  ls_value_clear (value);
  ls_interpreter_report_state (interpreter, activation);
  if (!ls_agent_post (agent, LS_QUEUE_TYPE_OTHER, message_arrive, message, message_free, &error))
    return ls_step_fail (interpreter, error, value);
  return LS_OUTCOME_NORMAL;
}

/* Runs a step on workers or messages; see ls_step_run(). */
LsOutcome
ls_step_run_on_workers (LsStep        *self,
                        LsInterpreter *interpreter,
                        LsActivation  *activation,
                        LsValue       *value)
{
  g_return_val_if_fail (interpreter->agents != NULL, LS_OUTCOME_STOP);

  switch ((guint) self->op)
    {
    case LS_STEP_OP_WORKER:
      return run_worker (self, interpreter, activation, value);
    case LS_STEP_OP_TERMINATE:
      return run_terminate (self, interpreter, activation, value);
    case LS_STEP_OP_POST_MESSAGE:
      return run_post_message (self, interpreter, activation, value);
    case LS_STEP_OP_ON_MESSAGE:
    default:
      interpreter->on_message = ls_interpreter_find_body (interpreter, self, LS_MEMBER_BODY);
      return LS_OUTCOME_NORMAL;
    }
}
