/* ls-agent-threads.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-agent-threads-private.h"

#include <time.h>

#include "ls-agent-records-private.h"
#include "ls-probe-merger-private.h"

/* Each agent has a thread, which runs its function and then the tasks of its loop as they come. The clock is the monotonic one.
 * Nobody chooses the next agent: a wait sleeps, a notification wakes, and posts arrive through the incoming queue of the loop.
 *
 * Nothing is left to do where every agent is suspended or idle and none waits for a time. An agent that wakes another one counts
 * it as awake while it is awake itself (ls_agent_thread_wake()). So this cannot be so for a moment while somebody is on the way.
 *
 * Threads take locks in this order: the critical section of a waiter list, the trace, the mutex here. */

#define N_BUCKETS 16

static void
init_cond (pthread_cond_t *cond)
{
  pthread_condattr_t attributes;

  pthread_condattr_init (&attributes);
#ifdef __linux__
  pthread_condattr_setclock (&attributes, CLOCK_MONOTONIC);
#endif
  pthread_cond_init (cond, &attributes);
  pthread_condattr_destroy (&attributes);
}

/* Waits for @cond. @until is in µs of the monotonic clock. Returns FALSE where that time has come. */
gboolean
ls_cond_wait_until (pthread_cond_t  *cond,
                    pthread_mutex_t *mutex,
                    gint64           until)
{
  struct timespec time;

#ifndef __linux__
  until += g_get_real_time () - g_get_monotonic_time ();
#endif
  time.tv_sec = until / G_USEC_PER_SEC;
  time.tv_nsec = until % G_USEC_PER_SEC * 1000;
  return pthread_cond_timedwait (cond, mutex, &time) == 0;
}

/* @probe: (nullable): the probe that all agents report to; it must outlive them. @max_alive: how many may live at once.
 * @max_agents: how many there may be with those that have ended. */
LsAgentThreads *
ls_agent_threads_new (LsProbe           *probe,
                      guint              max_alive,
                      guint              max_agents,
                      LsThreadsLoopFunc  loop_func,
                      gpointer           loop_data)
{
  LsAgentThreads *self = g_new0 (LsAgentThreads, 1);

  self->merger = probe != NULL ? ls_probe_merger_new (probe) : NULL;
  self->table = ls_waiter_table_new (N_BUCKETS);
  self->loop_func = loop_func;
  self->loop_data = loop_data;
  self->start = g_get_monotonic_time ();
  self->max_alive = max_alive;
  self->max_agents = max_agents;
  pthread_mutex_init (&self->mutex, NULL);
  init_cond (&self->changed);
  self->agents = g_ptr_array_new_with_free_func (g_object_unref);
  self->ended = g_ptr_array_new ();
  self->memories = g_ptr_array_new_with_free_func ((GDestroyNotify) ls_shared_memory_unref);
  return self;
}

/* Ends all agents and frees them. */
void
ls_agent_threads_free (LsAgentThreads *self)
{
  ls_agent_threads_kill (self);
  for (guint i = 0; i < self->agents->len; i++)
    {
      LsAgent *agent = g_ptr_array_index (self->agents, i);
      LsAgentThread *thread = agent->thread;

      /* The loop of an agent that was never started still runs. */
      ls_event_loop_shut_down (agent->loop);
      agent->loop->probe = NULL;
      agent->loop->wake = NULL;
      agent->probe = NULL;
      agent->is_watched = FALSE;
      agent->thread = NULL;
      pthread_cond_destroy (&thread->woken);
      g_free (thread);
    }
  g_ptr_array_unref (self->agents);
  g_ptr_array_unref (self->ended);
  g_ptr_array_unref (self->memories);
  ls_waiter_table_free (self->table);
  g_clear_pointer (&self->merger, ls_probe_merger_free);
  pthread_cond_destroy (&self->changed);
  pthread_mutex_destroy (&self->mutex);
  g_free (self);
}

/* Whether there may be no more agents. The caller holds the mutex. */
static gboolean
agent_threads_is_full (LsAgentThreads *self)
{
  return self->n_alive >= self->max_alive || self->agents->len >= self->max_agents;
}

/* Joins the threads of agents that have ended: a thread keeps memory until somebody joins it. The caller holds the mutex. */
static void
agent_threads_join_ended (LsAgentThreads *self)
{
  g_autoptr (GPtrArray) threads = g_ptr_array_new ();

  for (guint i = 0; i < self->ended->len;)
    {
      LsAgentThread *thread = ((LsAgent *) g_ptr_array_index (self->ended, i))->thread;

      /* The function that starts the thread may not have noted it yet. */
      if (thread->thread == NULL)
        {
          i++;
          continue;
        }
      g_ptr_array_add (threads, g_steal_pointer (&thread->thread));
      g_ptr_array_remove_index_fast (self->ended, i);
    }
  if (threads->len == 0)
    return;
  pthread_mutex_unlock (&self->mutex);
  for (guint i = 0; i < threads->len; i++)
    g_thread_join (g_ptr_array_index (threads, i));
  pthread_mutex_lock (&self->mutex);
}

/* Adds an agent. One of the agents may call this: then it is an operation of that agent. The new agent begins with
 * ls_agent_thread_start().
 *
 * Returns: (transfer none) (nullable): the agent; NULL where there are too many agents, or the threads are about to stop */
LsAgent *
ls_agent_threads_add_agent (LsAgentThreads *self,
                            const char     *name,
                            LsAgentFlags    flags,
                            LsAgentFunc     func,
                            gpointer        user_data,
                            GDestroyNotify  destroy)
{
  LsAgent *parent = ls_agent_get_threaded ();
  LsAgent *agent;

  pthread_mutex_lock (&self->mutex);
  if (!self->is_stopping)
    agent_threads_join_ended (self);
  if (self->is_stopping || agent_threads_is_full (self) || (parent != NULL && parent->is_terminated))
    {
      pthread_mutex_unlock (&self->mutex);
      if (destroy != NULL)
        destroy (user_data);
      return NULL;
    }
  agent = g_object_new (LS_TYPE_AGENT, NULL);
  agent->name = g_strdup (name);
  agent->can_block = (flags & LS_AGENT_CAN_BLOCK) != 0;
  agent->is_watched = TRUE;
  agent->func = func;
  agent->func_data = user_data;
  agent->func_destroy = destroy;
  agent->state = LS_AGENT_STATE_RUNNABLE;
  agent->thread = g_new0 (LsAgentThread, 1);
  agent->thread->threads = self;
  agent->thread->is_alive = TRUE;
  self->n_alive++;
  init_cond (&agent->thread->woken);
  g_ptr_array_add (self->agents, agent);
  agent->id = self->agents->len;
  pthread_mutex_unlock (&self->mutex);

  if (self->merger != NULL)
    agent->probe = ls_probe_merger_add (self->merger, agent->id);
  if (agent->id > 1)
    {
      ls_agent_enter_trace (parent);
      __atomic_store_n (&self->has_several, TRUE, __ATOMIC_RELEASE);
      ls_agent_report_thread_created (ls_agent_threads_get_agent (self, 0), agent, parent);
      ls_agent_leave_trace (parent);
    }
  agent->loop = self->loop_func (agent, agent->probe, self->loop_data);
  agent->loop->clock_start = self->start;
  agent->loop->wake = ls_agent_thread_wake;
  agent->loop->wake_data = agent;
  ls_probe_publish (agent->probe);
  return agent;
}

/* Makes shared memory and gives it a number. */
LsSharedMemory *
ls_agent_threads_create_memory (LsAgentThreads  *self,
                                guint64          length,
                                const char      *name,
                                GError         **error)
{
  LsSharedMemory *memory = ls_shared_memory_new (length, name, error);

  if (memory != NULL)
    ls_agent_threads_add_memory (self, memory);
  return memory;
}

/* Gives @memory a number, unless it has one. The current agent reports it. */
void
ls_agent_threads_add_memory (LsAgentThreads *self,
                             LsSharedMemory *memory)
{
  LsAgent *agent = ls_agent_get_threaded ();
  gboolean is_new;

  pthread_mutex_lock (&self->mutex);
  is_new = memory->id == 0;
  if (is_new)
    {
      g_ptr_array_add (self->memories, ls_shared_memory_ref (memory));
      __atomic_store_n (&memory->id, self->memories->len, __ATOMIC_RELAXED);
    }
  pthread_mutex_unlock (&self->mutex);
  if (is_new && agent != NULL)
    ls_agent_report_new_memory (agent, memory);
}

/* Returns: (transfer none) (nullable): the agent whose number is @index + 1 */
LsAgent *
ls_agent_threads_get_agent (LsAgentThreads *self,
                            guint           index)
{
  LsAgent *agent;

  pthread_mutex_lock (&self->mutex);
  agent = index < self->agents->len ? g_ptr_array_index (self->agents, index) : NULL;
  pthread_mutex_unlock (&self->mutex);
  return agent;
}

/* Whether there may be no more agents. Agents that have ended or are terminated count for @max_agents alone. */
gboolean
ls_agent_threads_is_full (LsAgentThreads *self)
{
  gboolean full;

  pthread_mutex_lock (&self->mutex);
  full = agent_threads_is_full (self);
  pthread_mutex_unlock (&self->mutex);
  return full;
}

/* Returns the number of agents that have not ended. */
guint
ls_agent_threads_count_alive (LsAgentThreads *self)
{
  guint n = 0;

  pthread_mutex_lock (&self->mutex);
  for (guint i = 0; i < self->agents->len; i++)
    n += ((LsAgent *) g_ptr_array_index (self->agents, i))->state != LS_AGENT_STATE_ENDED;
  pthread_mutex_unlock (&self->mutex);
  return n;
}

/* Returns: (transfer none) (nullable): the block whose number is @index + 1 */
LsSharedMemory *
ls_agent_threads_get_memory (LsAgentThreads *self,
                             guint           index)
{
  LsSharedMemory *memory;

  pthread_mutex_lock (&self->mutex);
  memory = index < self->memories->len ? g_ptr_array_index (self->memories, index) : NULL;
  pthread_mutex_unlock (&self->mutex);
  return memory;
}

/* Returns the time in µs since the threads were made. */
guint64
ls_agent_threads_get_time (LsAgentThreads *self)
{
  return g_get_monotonic_time () - self->start;
}

/* Returns the time in µs of the next event: 0 where an agent runs, LS_TIME_NEVER where nothing is left to do. */
guint64
ls_agent_threads_get_next_time (LsAgentThreads *self)
{
  guint64 next = LS_TIME_NEVER;

  pthread_mutex_lock (&self->mutex);
  if (self->n_active > 0)
    next = 0;
  else
    for (guint i = 0; i < self->agents->len; i++)
      {
        const LsAgentThread *thread = ((LsAgent *) g_ptr_array_index (self->agents, i))->thread;

        if (thread->is_timed)
          next = MIN (next, thread->deadline);
      }
  pthread_mutex_unlock (&self->mutex);
  return next;
}

static gboolean
agent_threads_has_suspended (LsAgentThreads *self)
{
  for (guint i = 0; i < self->agents->len; i++)
    if (((LsAgent *) g_ptr_array_index (self->agents, i))->state == LS_AGENT_STATE_WAITING)
      return TRUE;
  return FALSE;
}

/* Waits until nothing is left to do, another thread interrupts the wait, or the monotonic clock comes to @until. For the thread
 * that made the agents. */
LsThreadsStatus
ls_agent_threads_wait (LsAgentThreads *self,
                       gint64          until)
{
  LsThreadsStatus status = LS_THREADS_RUNNING;

  pthread_mutex_lock (&self->mutex);
  while (self->n_active + self->n_timed > 0 && !self->is_interrupted)
    if (!ls_cond_wait_until (&self->changed, &self->mutex, until) && g_get_monotonic_time () >= until)
      break;
  self->is_interrupted = FALSE;
  if (self->n_active + self->n_timed == 0)
    status = agent_threads_has_suspended (self) ? LS_THREADS_DEADLOCK : LS_THREADS_FINISHED;
  pthread_mutex_unlock (&self->mutex);
  return status;
}

/* Makes ls_agent_threads_wait() return. Any thread may call this. */
void
ls_agent_threads_interrupt (LsAgentThreads *self)
{
  pthread_mutex_lock (&self->mutex);
  self->is_interrupted = TRUE;
  pthread_cond_broadcast (&self->changed);
  pthread_mutex_unlock (&self->mutex);
}

/* Terminates all agents and waits until their threads have ended. For the thread that made the agents. From here on nobody
 * reports anything, and nothing runs. */
void
ls_agent_threads_kill (LsAgentThreads *self)
{
  LsAgent *agent;

  if (self->merger != NULL)
    ls_probe_merger_close (self->merger);
  pthread_mutex_lock (&self->mutex);
  self->is_stopping = TRUE;
  pthread_mutex_unlock (&self->mutex);
  for (guint i = 0; (agent = ls_agent_threads_get_agent (self, i)) != NULL; i++)
    ls_agent_thread_terminate (agent);
  /* Each agent was started by an agent that was made before it. */
  for (guint i = 0; (agent = ls_agent_threads_get_agent (self, i)) != NULL; i++)
    {
      GThread *thread;

      pthread_mutex_lock (&self->mutex);
      thread = g_steal_pointer (&agent->thread->thread);
      pthread_mutex_unlock (&self->mutex);
      if (thread != NULL)
        g_thread_join (thread);
      agent->loop->thread = pthread_self ();
    }
}
