/* ls-agent-thread.c: an agent on a thread of its own
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-agent-records-private.h"
#include "ls-agent-threads-private.h"
#include "ls-probe-merger-private.h"

LsAgentThreads *
ls_agent_get_threads (LsAgent *agent)
{
  return agent->thread != NULL ? agent->thread->threads : NULL;
}

void
ls_agent_enter_trace (LsAgent *agent)
{
  if (agent != NULL && agent->thread != NULL && agent->probe != NULL)
    ls_merged_probe_enter (agent->probe);
}

void
ls_agent_leave_trace (LsAgent *agent)
{
  if (agent != NULL && agent->thread != NULL && agent->probe != NULL)
    ls_merged_probe_leave (agent->probe);
}

/* Going to sleep and waking. The caller holds the mutex. */

static void
agent_thread_deactivate (LsAgent      *agent,
                         LsAgentState  state,
                         guint64       deadline)
{
  LsAgentThread *thread = agent->thread;
  LsAgentThreads *self = thread->threads;

  agent->state = state;
  thread->is_timed = deadline != LS_TIME_NEVER;
  thread->deadline = deadline;
  self->n_active--;
  self->n_timed += thread->is_timed;
  if (self->n_active == 0)
    pthread_cond_broadcast (&self->changed);
}

/* Returns FALSE where the agent is active already. */
static gboolean
agent_thread_activate (LsAgent *agent)
{
  LsAgentThread *thread = agent->thread;
  LsAgentThreads *self = thread->threads;

  if (agent->state != LS_AGENT_STATE_WAITING && agent->state != LS_AGENT_STATE_IDLE)
    return FALSE;
  self->n_active++;
  self->n_timed -= thread->is_timed;
  thread->is_timed = FALSE;
  if (agent->state == LS_AGENT_STATE_IDLE)
    pthread_cond_signal (&thread->woken);
  agent->state = LS_AGENT_STATE_RUNNABLE;
  return TRUE;
}

/* Counts the agent as ended. */
static void
agent_thread_uncount (LsAgent *agent)
{
  LsAgentThread *thread = agent->thread;

  thread->threads->n_alive -= thread->is_alive;
  thread->is_alive = FALSE;
}

static void
agent_thread_end (LsAgent *agent)
{
  agent_thread_deactivate (agent, LS_AGENT_STATE_ENDED, LS_TIME_NEVER);
  agent_thread_uncount (agent);
  g_ptr_array_add (agent->thread->threads->ended, agent);
}

/* Wakes an agent that is about to be notified, or whose loop has got a task. */
void
ls_agent_thread_wake (gpointer agent)
{
  LsAgentThreads *self = ((LsAgent *) agent)->thread->threads;

  pthread_mutex_lock (&self->mutex);
  agent_thread_activate (agent);
  pthread_mutex_unlock (&self->mutex);
}

/* Puts the agent to sleep. The caller is in the critical section of the list of @waiter. */
void
ls_agent_thread_begin_wait (LsAgent  *agent,
                            LsWaiter *waiter)
{
  LsAgentThreads *self = agent->thread->threads;

  pthread_mutex_lock (&self->mutex);
  if (agent->is_terminated)
    ls_parker_unpark (&waiter->parker, LS_PARKER_CANCELLED);
  else
    {
      agent->thread->waiter = waiter;
      agent_thread_deactivate (agent, LS_AGENT_STATE_WAITING,
                               waiter->timeout_time >= 0 ? (guint64) MAX (waiter->timeout_time - self->start, 0) : LS_TIME_NEVER);
    }
  pthread_mutex_unlock (&self->mutex);
}

/* Ends the sleep of the agent. */
void
ls_agent_thread_end_wait (LsAgent *agent)
{
  LsAgentThreads *self = agent->thread->threads;

  pthread_mutex_lock (&self->mutex);
  agent_thread_activate (agent);
  agent->thread->waiter = NULL;
  agent->state = LS_AGENT_STATE_RUNNING;
  pthread_mutex_unlock (&self->mutex);
}

gboolean
ls_agent_thread_may_operate (LsAgent  *agent,
                             GError  **error)
{
  if (!ls_agent_is_terminated (agent))
    return TRUE;
  g_set_error_literal (error, LS_ATOMICS_ERROR, LS_ATOMICS_ERROR_TERMINATED, "The agent has been terminated");
  return FALSE;
}

LsAgentState
ls_agent_thread_get_state (LsAgent *agent)
{
  LsAgentThreads *self = agent->thread->threads;
  LsAgentState state;

  pthread_mutex_lock (&self->mutex);
  state = agent->state;
  pthread_mutex_unlock (&self->mutex);
  return state;
}

/* Terminates the agent: its operations fail from here on. */
void
ls_agent_thread_terminate (LsAgent *agent)
{
  LsAgentThread *thread = agent->thread;
  LsAgentThreads *self = thread->threads;

  pthread_mutex_lock (&self->mutex);
  __atomic_store_n (&agent->is_terminated, TRUE, __ATOMIC_RELEASE);
  if (agent->state == LS_AGENT_STATE_WAITING)
    ls_parker_unpark (&thread->waiter->parker, LS_PARKER_CANCELLED);
  agent_thread_activate (agent);
  agent_thread_uncount (agent);
  pthread_mutex_unlock (&self->mutex);
}

/* Keeps a post that comes before the agent has posted its own first tasks: it comes after those. Takes over @message and returns
 * TRUE in that case. */
gboolean
ls_agent_thread_keep_post (LsAgent        *agent,
                           gpointer        message,
                           GDestroyNotify  destroy)
{
  LsAgentThreads *self = agent->thread->threads;
  gboolean is_early;

  pthread_mutex_lock (&self->mutex);
  is_early = !agent->takes_posts && agent->state != LS_AGENT_STATE_ENDED;
  if (is_early)
    {
      if (agent->early_posts == NULL)
        agent->early_posts = g_ptr_array_new_with_free_func (destroy);
      g_ptr_array_add (agent->early_posts, message);
    }
  pthread_mutex_unlock (&self->mutex);
  return is_early;
}

/* Takes the kept posts. Returns: (transfer full) (nullable) */
GPtrArray *
ls_agent_thread_take_posts (LsAgent *agent)
{
  LsAgentThreads *self = agent->thread->threads;
  GPtrArray *posts;

  pthread_mutex_lock (&self->mutex);
  posts = g_steal_pointer (&agent->early_posts);
  agent->takes_posts = posts == NULL;
  pthread_mutex_unlock (&self->mutex);
  return posts;
}

/* The thread of an agent */

/* Whether the agent has something to do now. */
static gboolean
agent_thread_has_work (LsAgent *agent)
{
  LsEventLoop *loop = agent->loop;

  if (agent->has_work != NULL && agent->has_work (agent, agent->hook_data))
    return TRUE;
  ls_event_loop_update_clock (loop);
  if (!ls_event_loop_has_news (loop))
    return ls_event_loop_has_work (loop);
  return ls_event_loop_peek_rank (loop) != LS_NO_RANK;
}

/* Sleeps until a task arrives or is due. */
static void
agent_thread_wait_for_work (LsAgent *agent)
{
  LsAgentThread *thread = agent->thread;
  LsAgentThreads *self = thread->threads;
  const guint64 next = ls_wake_up_queue_get_next (&agent->loop->wake_ups);

  ls_probe_publish (agent->probe);
  pthread_mutex_lock (&self->mutex);
  if (!agent->is_terminated && !ls_event_loop_has_incoming (agent->loop))
    {
      agent_thread_deactivate (agent, LS_AGENT_STATE_IDLE, next);
      while (agent->state == LS_AGENT_STATE_IDLE)
        if (next >= G_MAXINT64 / 2)
          pthread_cond_wait (&thread->woken, &self->mutex);
        else if (!ls_cond_wait_until (&thread->woken, &self->mutex, self->start + (gint64) next))
          break;
      agent_thread_activate (agent);
      agent->state = LS_AGENT_STATE_RUNNING;
    }
  pthread_mutex_unlock (&self->mutex);
}

static void
agent_thread_run_loop (LsAgent *agent)
{
  while (!ls_agent_is_terminated (agent))
    {
      if (!agent_thread_has_work (agent))
        agent_thread_wait_for_work (agent);
      else if (agent->run_turn != NULL)
        agent->run_turn (agent, agent->hook_data);
      else
        ls_event_loop_run_turn (agent->loop);
    }
}

static gpointer
agent_thread_main (gpointer data)
{
  LsAgent *agent = data;
  LsAgentThreads *self = agent->thread->threads;
  LsAgent *previous = ls_agent_enter (agent);

  agent->loop->thread = pthread_self ();
  agent->func (agent, agent->func_data);
  ls_agent_flush_early_posts (agent);
  if (!ls_agent_is_terminated (agent))
    {
      ls_event_loop_perform_microtask_checkpoint (agent->loop);
      ls_agent_report_thread_state (agent, agent, LS_AGENT_STATE_IDLE);
    }
  agent_thread_run_loop (agent);
  ls_agent_forget_waiters (agent);
  ls_event_loop_shut_down (agent->loop);
  if (agent->ended != NULL)
    agent->ended (agent, agent->hook_data);
  ls_agent_report_thread_state (agent, agent, LS_AGENT_STATE_ENDED);
  ls_probe_publish (agent->probe);
  ls_agent_leave (previous);

  pthread_mutex_lock (&self->mutex);
  __atomic_store_n (&agent->is_terminated, TRUE, __ATOMIC_RELEASE);
  agent_thread_end (agent);
  pthread_mutex_unlock (&self->mutex);
  return NULL;
}

/* Starts the thread of an agent. Returns FALSE where it does not start. */
gboolean
ls_agent_thread_start (LsAgent *agent)
{
  LsAgentThread *thread = agent->thread;
  LsAgentThreads *self = thread->threads;
  GThread *started;
  gboolean is_stopping;

  pthread_mutex_lock (&self->mutex);
  is_stopping = self->is_stopping;
  if (is_stopping)
    {
      agent->state = LS_AGENT_STATE_ENDED;
      agent_thread_uncount (agent);
    }
  else
    self->n_active++;
  pthread_mutex_unlock (&self->mutex);
  if (is_stopping)
    return FALSE;

  started = g_thread_try_new (agent->name, agent_thread_main, agent, NULL);
  pthread_mutex_lock (&self->mutex);
  thread->thread = started;
  if (started == NULL)
    agent_thread_end (agent);
  pthread_mutex_unlock (&self->mutex);
  return started != NULL;
}

void
ls_agent_thread_note_change (LsAgent *agent)
{
  LsAgentThreads *self = agent->thread->threads;

  if (self->change_func != NULL && self->merger != NULL)
    self->change_func (agent, self->change_data);
}
