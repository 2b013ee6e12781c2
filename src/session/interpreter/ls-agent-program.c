/* ls-agent-program.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-agent-program-private.h"

#include "ls-agent-private.h"
#include "ls-event-loop-private.h"

/* A worker runs its steps as the first task of its loop, and then whatever tasks follow. It begins with the names of shared memory,
 * locks and other workers that its creator had at that time. After that agents learn of each other only by operations and
 * messages. */

/* What a worker is made with. */
typedef struct
{
  LsAgentProgram *program;      /* (owned) */
  LsInterpreter  *interpreter;  /* (owned) (nullable): of an agent that has begun */
  LsBody         *body;
  GHashTable     *names;        /* (owned) (nullable): what the creator shares, until the worker begins */
} Worker;

LsAgentProgram *
ls_agent_program_new (LsAgentCluster          *cluster,
                      LsAgentThreads          *threads,
                      LsProgram               *program,
                      const LsInterpreterHost *host)
{
  LsAgentProgram *self = g_new0 (LsAgentProgram, 1);

  self->ref_count = 1;
  pthread_mutex_init (&self->mutex, NULL);
  self->cluster = cluster;
  self->threads = threads;
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
  pthread_mutex_lock (&self->mutex);
  self->ref_count++;
  pthread_mutex_unlock (&self->mutex);
  return self;
}

void
ls_agent_program_unref (LsAgentProgram *self)
{
  guint ref_count;

  pthread_mutex_lock (&self->mutex);
  ref_count = --self->ref_count;
  pthread_mutex_unlock (&self->mutex);
  if (ref_count > 0)
    return;
  pthread_mutex_destroy (&self->mutex);
  ls_program_unref (self->program);
  g_ptr_array_unref (self->interpreters);
  g_ptr_array_unref (self->log);
  g_hash_table_unref (self->places);
  g_free (self);
}

/* Runs a turn with all its microtasks, which an agent does in one step. */
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
  ls_interpreter_report_state (interpreter, NULL);
}

/* Makes @interpreter the one of @agent, which has its loop. It shares names with the other agents from now on. */
void
ls_agent_program_add (LsAgentProgram *self,
                      LsInterpreter  *interpreter,
                      LsAgent        *agent)
{
  interpreter->agents = self;
  interpreter->share_line = ls_agent_program_log;
  interpreter->agent = agent;
  g_ptr_array_unref (interpreter->log);
  interpreter->log = g_ptr_array_ref (self->log);
  /* Agents on threads have no limit of their own: their driver adds up what they count. */
  if (self->threads != NULL)
    interpreter->statement_limit = G_MAXUINT64;
  pthread_mutex_lock (&self->mutex);
  g_ptr_array_add (self->interpreters, interpreter);
  pthread_mutex_unlock (&self->mutex);
  agent->run_turn = run_turn;
  agent->hook_data = interpreter;
}

/* Returns: (nullable): the interpreter of @agent, NULL if it has not begun or runs no steps */
LsInterpreter *
ls_agent_program_find (LsAgentProgram *self,
                       LsAgent        *agent)
{
  LsInterpreter *found = NULL;

  pthread_mutex_lock (&self->mutex);
  for (guint i = 0; i < self->interpreters->len && found == NULL; i++)
    {
      LsInterpreter *interpreter = g_ptr_array_index (self->interpreters, i);

      if (interpreter->agent == agent)
        found = interpreter;
    }
  pthread_mutex_unlock (&self->mutex);
  return found;
}

/* Keeps a line that an agent prints. */
void
ls_agent_program_log (LsAgentProgram *self,
                      const char     *text)
{
  pthread_mutex_lock (&self->mutex);
  g_ptr_array_add (self->log, g_strdup (text));
  pthread_mutex_unlock (&self->mutex);
}

LsAgent *
ls_agent_program_get_main (LsAgentProgram *self)
{
  return self->threads != NULL ? ls_agent_threads_get_agent (self->threads, 0) : ls_agent_cluster_get_agent (self->cluster, 0);
}

/* Agents that have ended do not count, but nobody gets their numbers again. */
static gboolean
is_cluster_full (LsAgentCluster *cluster)
{
  const guint n_agents = ls_agent_cluster_get_n_agents (cluster);

  return n_agents >= LS_SESSION_MAX_AGENT_NUMBER ||
         (n_agents >= LS_AGENT_PROGRAM_MAX_AGENTS && ls_agent_cluster_count_alive (cluster) >= LS_AGENT_PROGRAM_MAX_AGENTS);
}

/* Returns: whether there is no room for another agent */
gboolean
ls_agent_program_is_full (LsAgentProgram *self)
{
  if (self->threads != NULL)
    return ls_agent_threads_is_full (self->threads);
  return is_cluster_full (self->cluster);
}

LsSharedMemory *
ls_agent_program_create_memory (LsAgentProgram  *self,
                                guint64          length,
                                const char      *name,
                                GError         **error)
{
  if (self->threads != NULL)
    return ls_agent_threads_create_memory (self->threads, length, name, error);
  return ls_agent_cluster_create_memory (self->cluster, length, name, error);
}

/* Counts shared memory that is about to be made. Returns FALSE if it is too much. */
gboolean
ls_agent_program_reserve (LsAgentProgram *self,
                          guint64         n_bytes)
{
  gboolean has_room;

  pthread_mutex_lock (&self->mutex);
  has_room = n_bytes <= LS_AGENT_PROGRAM_MAX_MEMORY - self->n_memory_bytes;
  /* An empty block takes some room as well. */
  if (has_room)
    self->n_memory_bytes = MIN (self->n_memory_bytes + n_bytes + 64, LS_AGENT_PROGRAM_MAX_MEMORY);
  pthread_mutex_unlock (&self->mutex);
  return has_room;
}

/* Returns: whether something of this name has been made */
gboolean
ls_agent_program_find_place (LsAgentProgram  *self,
                             const char      *name,
                             LsNamedPlace    *place,
                             LsSharedMemory **memory)
{
  const LsNamedPlace *found;

  pthread_mutex_lock (&self->mutex);
  found = g_hash_table_lookup (self->places, name);
  if (found != NULL)
    *place = *found;
  pthread_mutex_unlock (&self->mutex);
  if (found == NULL || place->memory == 0)
    return FALSE;
  *memory = self->threads != NULL ? ls_agent_threads_get_memory (self->threads, place->memory - 1)
                                  : ls_agent_cluster_get_memory (self->cluster, place->memory - 1);
  return *memory != NULL;
}

guint64
ls_agent_program_count_waiters (LsAgentProgram *self)
{
  return self->threads != NULL ? ls_waiter_table_count (self->threads->table) : ls_agent_cluster_get_n_waiters (self->cluster);
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
  pthread_mutex_lock (&self->mutex);
  g_hash_table_insert (self->places, g_strdup (name), place);
  pthread_mutex_unlock (&self->mutex);
}

/* Ends the program on all agents. */
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

  g_clear_pointer (&worker->interpreter, ls_interpreter_free);
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
  ls_event_loop_set_report_func (interpreter->loop, program->host->report, program->host->user_data, NULL);
  ls_interpreter_start (interpreter, ls_agent_get_name (agent));
  ls_agent_flush_early_posts (agent);
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
  LsAgent *agent;

  worker->program = ls_agent_program_ref (self);
  worker->body = body;
  worker->names = names;
  if (self->threads == NULL)
    return ls_agent_cluster_add_agent (self->cluster, name, flags, worker_main, worker, worker_free);
  agent = ls_agent_threads_add_agent (self->threads, name, flags, worker_main, worker, worker_free);
  return agent != NULL && ls_agent_thread_start (agent) ? agent : NULL;
}

/* Makes the main agent, which cannot block, where no runner makes it. */
LsAgent *
ls_agent_program_add_main (LsAgentProgram *self)
{
  return add_agent (self, "main", LS_AGENT_NONE, self->program->main,
                    g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) ls_named_free));
}

/* Makes an agent that can block and runs @body. Returns NULL if the present agent was terminated, or there is no room for
 * another. */
LsAgent *
ls_agent_program_spawn (LsAgentProgram *self,
                        LsInterpreter  *creator,
                        const char     *name,
                        LsBody         *body)
{
  LsAgent *agent = add_agent (self, name, LS_AGENT_CAN_BLOCK, body, ls_program_scope_copy_shared (creator));

  /* An agent on a thread may have ended by now. */
  return self->threads != NULL || ls_agent_get_state (agent) != LS_AGENT_STATE_ENDED ? agent : NULL;
}
