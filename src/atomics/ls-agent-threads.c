/* ls-agent-threads.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-agent-threads-private.h"

#include <pthread.h>
#include <time.h>

#include "ls-agent-records-private.h"
#include "ls-probe-merger-private.h"

/* Each agent has a thread, which runs its function and then the tasks of its loop as they come; the clock is the monotonic one.
 * Nobody says who goes next. What each does at its own pace is what the library does on threads: a wait sleeps, a notification
 * wakes, what is posted arrives through the loop's incoming queue.
 *
 * Nothing is left to do where every agent is suspended or idle and none has a time to wait for. Whoever wakes another one says so
 * for it (ls_agent_thread_wake()) while it is awake itself, so this is not so for a moment only because somebody is on the way.
 *
 * Locks are taken in this order: a waiter list's critical section, the trace, the mutex here. */

#define N_BUCKETS 16

struct _LsAgentThreads
{
  LsProbeMerger     *merger;    /* (nullable) */
  LsWaiterTable     *table;
  LsThreadsLoopFunc  loop_func;
  gpointer           loop_data;
  LsAgentMain        change_func;   /* (nullable) */
  gpointer           change_data;
  gint64             start;     /* of the monotonic clock, µs */
  guint              max_alive;
  guint              max_agents;
  guint32            last_waiter;   /* atomic */

  pthread_mutex_t    mutex;     /* of all that follows; no GMutex: the thread sanitizer knows this one */
  pthread_cond_t     changed;   /* for who waits for all of them */
  GPtrArray         *agents;    /* LsAgent */
  GPtrArray         *ended;     /* LsAgent (unowned): whose threads are to be joined */
  GPtrArray         *memories;  /* LsSharedMemory */
  guint              n_alive;   /* those that have not ended, nor are about to */
  guint              n_active;  /* those that run, or are about to */
  guint              n_timed;   /* of the others, those that go on at a time */
  gboolean           is_attracted;
  gboolean           is_stopping;
  gboolean           has_several;   /* atomic */
};

/* LsAgentThread: an agent's part. state, takes_posts and early_posts of the agent are guarded by the mutex as well. */
struct _LsAgentThread
{
  LsAgentThreads *threads;
  GThread        *thread;       /* (nullable): it was started */
  LsWaiter       *waiter;       /* while it is suspended: on its stack */
  pthread_cond_t  woken;        /* while it is idle */
  gboolean        is_alive;     /* it counts as such */
  gboolean        is_timed;
  guint64         deadline;     /* µs, if it is */
};

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

/* @until: of the monotonic clock, µs. FALSE where that has come. */
static gboolean
wait_until (pthread_cond_t  *cond,
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

/* @probe: (nullable): where all of them report; it must outlive them. @max_alive: how many may be there at once; @max_agents: with
 * those that have ended. */
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

/* Ends all of them first. */
void
ls_agent_threads_free (LsAgentThreads *self)
{
  ls_agent_threads_kill (self);
  for (guint i = 0; i < self->agents->len; i++)
    {
      LsAgent *agent = g_ptr_array_index (self->agents, i);
      LsAgentThread *thread = agent->thread;

      /* One that was never started. */
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

LsAgentThreads *
ls_agent_get_threads (LsAgent *agent)
{
  return agent->thread != NULL ? agent->thread->threads : NULL;
}

LsWaiterTable *
ls_agent_thread_get_table (LsAgent *agent)
{
  return agent->thread->threads->table;
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

guint32
ls_agent_thread_number_waiter (LsAgent *agent)
{
  return __atomic_add_fetch (&agent->thread->threads->last_waiter, 1, __ATOMIC_RELAXED);
}

/* Going to sleep and waking, with the mutex */

static void
rest (LsAgent      *agent,
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

/* FALSE where it does not rest. */
static gboolean
rouse (LsAgent *agent)
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

/* It has ended, or does so now. */
static void
stop_counting (LsAgent *agent)
{
  LsAgentThread *thread = agent->thread;

  thread->threads->n_alive -= thread->is_alive;
  thread->is_alive = FALSE;
}

static void
end (LsAgent *agent)
{
  rest (agent, LS_AGENT_STATE_ENDED, LS_TIME_NEVER);
  stop_counting (agent);
  g_ptr_array_add (agent->thread->threads->ended, agent);
}

/* It is about to be notified, or its loop has got something to do. */
void
ls_agent_thread_wake (LsAgent *agent)
{
  LsAgentThreads *self = agent->thread->threads;

  pthread_mutex_lock (&self->mutex);
  rouse (agent);
  pthread_mutex_unlock (&self->mutex);
}

/* In the critical section of the list that @waiter is in. */
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
      rest (agent, LS_AGENT_STATE_WAITING,
            waiter->timeout_time >= 0 ? (guint64) MAX (waiter->timeout_time - self->start, 0) : LS_TIME_NEVER);
    }
  pthread_mutex_unlock (&self->mutex);
}

/* It does not sleep any more. */
void
ls_agent_thread_end_wait (LsAgent *agent)
{
  LsAgentThreads *self = agent->thread->threads;

  pthread_mutex_lock (&self->mutex);
  rouse (agent);
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

/* From here on its operations fail. */
void
ls_agent_thread_terminate (LsAgent *agent)
{
  LsAgentThread *thread = agent->thread;
  LsAgentThreads *self = thread->threads;

  pthread_mutex_lock (&self->mutex);
  __atomic_store_n (&agent->is_terminated, TRUE, __ATOMIC_RELEASE);
  if (agent->state == LS_AGENT_STATE_WAITING)
    ls_parker_unpark (&thread->waiter->parker, LS_PARKER_CANCELLED);
  rouse (agent);
  stop_counting (agent);
  pthread_mutex_unlock (&self->mutex);
}

/* What is posted before the agent has posted what it begins with comes after that. Takes @message and returns TRUE where it has
 * not. */
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

/* Returns: (transfer full) (nullable) */
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
is_ready (LsAgent *agent)
{
  LsEventLoop *loop = agent->loop;

  if (agent->has_work != NULL && agent->has_work (agent, agent->hook_data))
    return TRUE;
  ls_event_loop_update_clock (loop);
  if (!ls_event_loop_has_news (loop))
    return ls_event_loop_has_work (loop);
  return ls_event_loop_peek_rank (loop) != LS_NO_RANK;
}

/* Until something arrives, or something is due. */
static void
rest_until_news (LsAgent *agent)
{
  LsAgentThread *thread = agent->thread;
  LsAgentThreads *self = thread->threads;
  const guint64 next = ls_wake_up_queue_get_next (&agent->loop->wake_ups);

  ls_probe_publish (agent->probe);
  pthread_mutex_lock (&self->mutex);
  if (!agent->is_terminated && !ls_event_loop_has_incoming (agent->loop))
    {
      rest (agent, LS_AGENT_STATE_IDLE, next);
      while (agent->state == LS_AGENT_STATE_IDLE)
        if (next >= G_MAXINT64 / 2)
          pthread_cond_wait (&thread->woken, &self->mutex);
        else if (!wait_until (&thread->woken, &self->mutex, self->start + (gint64) next))
          break;
      rouse (agent);
      agent->state = LS_AGENT_STATE_RUNNING;
    }
  pthread_mutex_unlock (&self->mutex);
}

static void
run_loop (LsAgent *agent)
{
  while (!ls_agent_is_terminated (agent))
    {
      if (!is_ready (agent))
        rest_until_news (agent);
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
  ls_agent_take_early_posts (agent);
  if (!ls_agent_is_terminated (agent))
    {
      ls_event_loop_perform_microtask_checkpoint (agent->loop);
      ls_agent_report_thread_state (agent, agent, LS_AGENT_STATE_IDLE);
    }
  run_loop (agent);
  ls_agent_forget_waiters (agent);
  ls_event_loop_shut_down (agent->loop);
  if (agent->ended != NULL)
    agent->ended (agent, agent->hook_data);
  ls_agent_report_thread_state (agent, agent, LS_AGENT_STATE_ENDED);
  ls_probe_publish (agent->probe);
  ls_agent_leave (previous);

  pthread_mutex_lock (&self->mutex);
  __atomic_store_n (&agent->is_terminated, TRUE, __ATOMIC_RELEASE);
  end (agent);
  pthread_mutex_unlock (&self->mutex);
  return NULL;
}

static void
wake_for_loop (gpointer data)
{
  ls_agent_thread_wake (data);
}

/* With the mutex */
static gboolean
is_full (LsAgentThreads *self)
{
  return self->n_alive >= self->max_alive || self->agents->len >= self->max_agents;
}

/* With the mutex: what a thread keeps as long as nobody has joined it is not to add up. */
static void
join_ended (LsAgentThreads *self)
{
  g_autoptr (GPtrArray) threads = g_ptr_array_new ();

  for (guint i = 0; i < self->ended->len;)
    {
      LsAgentThread *thread = ((LsAgent *) g_ptr_array_index (self->ended, i))->thread;

      /* Who starts it may not have been told yet that it has. */
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

/* Adds an agent. One of them may call this; it is an operation of that one then. The agent begins with ls_agent_threads_start().
 *
 * Returns: (transfer none) (nullable): the agent; NULL where there are too many, or no more are wanted */
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
    join_ended (self);
  if (self->is_stopping || is_full (self) || (parent != NULL && parent->is_terminated))
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
  agent->loop->wake = wake_for_loop;
  agent->loop->wake_data = agent;
  ls_probe_publish (agent->probe);
  return agent;
}

/* FALSE where it does not begin. */
gboolean
ls_agent_threads_start (LsAgent *agent)
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
      stop_counting (agent);
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
    end (agent);
  pthread_mutex_unlock (&self->mutex);
  return started != NULL;
}

/* All of them */

/* Makes shared memory, which has a number from the beginning. */
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

/* Gives @memory its number, unless it has one. The agent that runs reports it. */
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

/* Whether there may be no more. Those that have ended, or are terminated, count for the run alone. */
gboolean
ls_agent_threads_is_full (LsAgentThreads *self)
{
  gboolean full;

  pthread_mutex_lock (&self->mutex);
  full = is_full (self);
  pthread_mutex_unlock (&self->mutex);
  return full;
}

/* Those that have not ended. */
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

/* Whether there have been two or more: else nothing is reported of agents. */
gboolean
ls_agent_threads_are_several (LsAgentThreads *self)
{
  return __atomic_load_n (&self->has_several, __ATOMIC_ACQUIRE);
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

guint64
ls_agent_threads_count_waiters (LsAgentThreads *self)
{
  return ls_waiter_table_count (self->table);
}

guint64
ls_agent_threads_count_records (LsAgentThreads *self)
{
  return self->merger != NULL ? ls_probe_merger_count (self->merger) : 0;
}

/* µs since they were made. */
guint64
ls_agent_threads_get_time (LsAgentThreads *self)
{
  return g_get_monotonic_time () - self->start;
}

/* At what time, in µs, something is done next: 0 where an agent runs, LS_TIME_NEVER where nothing is left to do. */
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

/* Called by the agent that has changed shared memory, which has the trace to itself; not where there is none. */
void
ls_agent_threads_set_change_func (LsAgentThreads *self,
                                  LsAgentMain     func,
                                  gpointer        user_data)
{
  self->change_func = func;
  self->change_data = user_data;
}

void
ls_agent_thread_note_change (LsAgent *agent)
{
  LsAgentThreads *self = agent->thread->threads;

  if (self->change_func != NULL && self->merger != NULL)
    self->change_func (agent, self->change_data);
}

static gboolean
is_anybody_suspended (LsAgentThreads *self)
{
  for (guint i = 0; i < self->agents->len; i++)
    if (((LsAgent *) g_ptr_array_index (self->agents, i))->state == LS_AGENT_STATE_WAITING)
      return TRUE;
  return FALSE;
}

/* For who has made them: until nothing is left to do, somebody attracts attention, or the monotonic clock comes to @until. */
LsThreadsStatus
ls_agent_threads_wait (LsAgentThreads *self,
                       gint64          until)
{
  LsThreadsStatus status = LS_THREADS_RUNNING;

  pthread_mutex_lock (&self->mutex);
  while (self->n_active + self->n_timed > 0 && !self->is_attracted)
    if (!wait_until (&self->changed, &self->mutex, until) && g_get_monotonic_time () >= until)
      break;
  self->is_attracted = FALSE;
  if (self->n_active + self->n_timed == 0)
    status = is_anybody_suspended (self) ? LS_THREADS_DEADLOCK : LS_THREADS_FINISHED;
  pthread_mutex_unlock (&self->mutex);
  return status;
}

/* ls_agent_threads_wait() is to return. On any thread. */
void
ls_agent_threads_attract (LsAgentThreads *self)
{
  pthread_mutex_lock (&self->mutex);
  self->is_attracted = TRUE;
  pthread_cond_broadcast (&self->changed);
  pthread_mutex_unlock (&self->mutex);
}

/* For who has made them. Terminates all agents and waits until their threads have ended. Nothing is reported any more, and nothing
 * runs. */
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
  /* An agent was started by one that was made before it. */
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
