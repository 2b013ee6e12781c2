/* ls-agent-program.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-agent-program-private.h"

#include "ls-agent-private.h"
#include "ls-event-loop-private.h"

/* A worker runs its steps as the first task of its loop, and then what comes. What it knows of the run's shared memory, locks and
 * other workers is what its creator knew when it made it: nothing goes from one agent to another but through operations, messages
 * and that. */

/* What a worker is made with. */
typedef struct
{
  LsAgentProgram *program;      /* (owned) */
  LsInterpreter  *interpreter;  /* (owned): once it has begun */
  LsBody         *body;
  GHashTable     *names;        /* (owned) (nullable): what it knows, until it has begun */
} Worker;

LsAgentProgram *
ls_agent_program_new (LsAgentCluster          *cluster,
                      LsProgram               *program,
                      const LsInterpreterHost *host)
{
  LsAgentProgram *self = g_new0 (LsAgentProgram, 1);

  self->ref_count = 1;
  self->cluster = cluster;
  self->program = ls_program_ref (program);
  self->host = host;
  self->interpreters = g_ptr_array_new ();
  self->log = g_ptr_array_new_with_free_func (g_free);
  self->places = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  return self;
}

LsAgentProgram *
ls_agent_program_ref (LsAgentProgram *self)
{
  self->ref_count++;
  return self;
}

void
ls_agent_program_unref (LsAgentProgram *self)
{
  if (--self->ref_count > 0)
    return;
  ls_program_unref (self->program);
  g_ptr_array_unref (self->interpreters);
  g_ptr_array_unref (self->log);
  g_hash_table_unref (self->places);
  g_free (self);
}

/* Runs a turn with all its microtasks: that is what an agent does at once. */
static void
run_turn (LsAgent  *agent,
          gpointer  user_data)
{
  LsInterpreter *interpreter = user_data;
  LsEventLoop *loop = interpreter->loop;
  LsAgentProgram *self = interpreter->agents;
  LsStepResult result;

  do
    {
      result = ls_event_loop_step (loop);
      if (self->step_done != NULL && (result == LS_STEP_TASK || result == LS_STEP_MICROTASK))
        self->step_done (self->host->user_data);
    }
  while (ls_event_loop_has_microtasks (loop) && result != LS_STEP_NOTHING && !interpreter->stopped);
  ls_event_loop_finish_turn (loop);
  ls_interpreter_tell_state (interpreter, NULL);
}

/* The interpreter is that of @agent, which has its loop, and shares with the others. */
void
ls_agent_program_add (LsAgentProgram *self,
                      LsInterpreter  *interpreter,
                      LsAgent        *agent)
{
  interpreter->agents = self;
  interpreter->agent = agent;
  g_ptr_array_unref (interpreter->log);
  interpreter->log = g_ptr_array_ref (self->log);
  g_ptr_array_add (self->interpreters, interpreter);
  agent->run_turn = run_turn;
  agent->hook_data = interpreter;
}

void
ls_agent_program_remove (LsAgentProgram *self,
                         LsInterpreter  *interpreter)
{
  g_ptr_array_remove (self->interpreters, interpreter);
}

/* NULL where it has not begun, or runs no steps. */
LsInterpreter *
ls_agent_program_find (LsAgentProgram *self,
                       LsAgent        *agent)
{
  for (guint i = 0; i < self->interpreters->len; i++)
    {
      LsInterpreter *interpreter = g_ptr_array_index (self->interpreters, i);

      if (interpreter->agent == agent)
        return interpreter;
    }
  return NULL;
}

/* For those who ask what becomes of it. */
void
ls_agent_program_note_place (LsAgentProgram     *self,
                             const char         *name,
                             const LsTypedArray *array,
                             guint64             index,
                             gboolean            is_lock)
{
  LsNamedPlace *place = g_new (LsNamedPlace, 1);

  *place = (LsNamedPlace) { ls_shared_memory_get_id (array->memory), array->type, index, is_lock };
  g_hash_table_insert (self->places, g_strdup (name), place);
}

/* Nothing of the program runs any more. */
void
ls_agent_program_stop (LsAgentProgram *self)
{
  for (guint i = 0; i < self->interpreters->len; i++)
    ((LsInterpreter *) g_ptr_array_index (self->interpreters, i))->stopped = TRUE;
}

static void
worker_free (gpointer data)
{
  Worker *worker = data;

  if (worker->interpreter != NULL)
    {
      ls_agent_program_remove (worker->program, worker->interpreter);
      ls_interpreter_free (worker->interpreter);
    }
  g_clear_pointer (&worker->names, g_hash_table_unref);
  ls_agent_program_unref (worker->program);
  g_free (worker);
}

static void
worker_main (LsAgent  *agent,
             gpointer  user_data)
{
  Worker *worker = user_data;
  LsAgentProgram *program = worker->program;
  LsInterpreter *interpreter = ls_interpreter_new (ls_agent_get_loop (agent), program->program, program->host);

  worker->interpreter = interpreter;
  ls_agent_program_add (program, interpreter, agent);
  interpreter->main = worker->body;
  g_hash_table_unref (interpreter->names);
  interpreter->names = g_steal_pointer (&worker->names);
  ls_agent_remember (agent, &interpreter->mark);
  if (program->host->report != NULL)
    ls_event_loop_set_report_func (interpreter->loop, program->host->report, program->host->user_data, NULL);
  ls_interpreter_start (interpreter, ls_agent_get_name (agent));
  ls_agent_take_early_posts (agent);
  run_turn (agent, interpreter);
}

static LsAgent *
add_agent (LsAgentProgram *self,
           const char     *name,
           LsAgentFlags    flags,
           LsBody         *body,
           GHashTable     *names)
{
  Worker *worker = g_new0 (Worker, 1);

  worker->program = ls_agent_program_ref (self);
  worker->body = body;
  worker->names = names;
  return ls_agent_cluster_add_agent (self->cluster, name, flags, worker_main, worker, worker_free);
}

/* Makes the main agent, which cannot block, where nobody else does. */
LsAgent *
ls_agent_program_add_main (LsAgentProgram *self)
{
  return add_agent (self, "main", LS_AGENT_NONE, self->program->main,
                    g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) ls_named_free));
}

/* Makes an agent that can block and runs @body. Returns NULL where the agent that runs was terminated. */
LsAgent *
ls_agent_program_spawn (LsAgentProgram *self,
                        LsInterpreter  *creator,
                        const char     *name,
                        LsBody         *body)
{
  LsAgent *agent = add_agent (self, name, LS_AGENT_CAN_BLOCK, body, ls_program_scope_copy_shared (creator));

  return ls_agent_get_state (agent) != LS_AGENT_STATE_ENDED ? agent : NULL;
}
