/* ls-agent.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-agent-private.h"

#include "ls-agent-cluster-private.h"
#include "ls-agent-records-private.h"
#include "ls-agent-threads-private.h"
#include "ls-event-loop-private.h"
#include "ls-plain-type-private.h"

LS_DEFINE_PLAIN_TYPE (LsAgentMark, ls_agent_mark)
LS_DEFINE_PLAIN_TYPE (LsOperation, ls_operation)

/**
 * LsAgent:
 *
 * An agent of ECMAScript, one of those that share memory. It can block or not. It may have an event loop, on which the promises
 * of its `Atomics.waitAsync()` are resolved.
 *
 * An [class@AgentCluster] makes the agents of a model: only one of them runs at a time, and each operation on shared memory is a
 * place where another may go on. An agent of [ctor@Agent.new] stands for a thread that calls [method@Agent.enter]. A thread may
 * also use shared memory without an agent.
 */
G_DEFINE_FINAL_TYPE (LsAgent, ls_agent, G_TYPE_OBJECT)

static _Thread_local LsAgent *current_agent;

static void
ls_agent_dispose (GObject *object)
{
  LsAgent *self = LS_AGENT (object);

  ls_agent_forget_waiters (self);
  g_clear_object (&self->loop);

  G_OBJECT_CLASS (ls_agent_parent_class)->dispose (object);
}

static void
ls_agent_finalize (GObject *object)
{
  LsAgent *self = LS_AGENT (object);

  if (self->coroutine != NULL)
    ls_coroutine_free (self->coroutine);
  g_clear_pointer (&self->early_posts, g_ptr_array_unref);
  if (self->func_destroy != NULL)
    self->func_destroy (self->func_data);
  g_free (self->name);

  G_OBJECT_CLASS (ls_agent_parent_class)->finalize (object);
}

static void
ls_agent_class_init (LsAgentClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = ls_agent_dispose;
  object_class->finalize = ls_agent_finalize;
}

static void
ls_agent_init (LsAgent *self)
{
}

/**
 * ls_agent_new:
 * @name: (nullable): the name of the agent
 * @can_block: whether `Atomics.wait()` may suspend it
 * @loop: (nullable): the event loop of its thread; an agent without a loop cannot wait asynchronously
 *
 * Makes an agent for a thread. If the loop has a probe, the agent reports its operations on shared memory there. Drop the last
 * reference on that thread, before the loop ends.
 *
 * Returns: (transfer full): an agent
 */
LsAgent *
ls_agent_new (const char  *name,
              gboolean     can_block,
              LsEventLoop *loop)
{
  LsAgent *self;

  g_return_val_if_fail (loop == NULL || LS_IS_EVENT_LOOP (loop), NULL);

  self = g_object_new (LS_TYPE_AGENT, NULL);
  self->name = g_strdup (name);
  self->can_block = can_block;
  self->loop = loop != NULL ? g_object_ref (loop) : NULL;
  self->probe = loop != NULL ? ls_event_loop_get_probe (loop) : NULL;
  self->is_watched = self->probe != NULL;
  return self;
}

/**
 * ls_agent_get_name:
 * @self: an agent
 *
 * Gets the name of the agent.
 *
 * Returns: (transfer none) (nullable): the name of the agent
 */
const char *
ls_agent_get_name (LsAgent *self)
{
  g_return_val_if_fail (LS_IS_AGENT (self), NULL);

  return self->name;
}

/**
 * ls_agent_get_id:
 * @self: an agent
 *
 * Gets the number of the agent in its cluster.
 *
 * Returns: the number of the agent in its cluster, from 1 in the order in which the agents were made; 0 without a cluster
 */
guint32
ls_agent_get_id (LsAgent *self)
{
  g_return_val_if_fail (LS_IS_AGENT (self), 0);

  return self->id;
}

/**
 * ls_agent_get_can_block:
 * @self: an agent
 *
 * Tells whether the agent may wait in `Atomics.wait()`, as the main thread of a page may not.
 *
 * Returns: its [[CanBlock]]
 */
gboolean
ls_agent_get_can_block (LsAgent *self)
{
  g_return_val_if_fail (LS_IS_AGENT (self), FALSE);

  return self->can_block;
}

/**
 * ls_agent_get_loop:
 * @self: an agent
 *
 * Gets the event loop of the agent.
 *
 * Returns: (transfer none) (nullable): the event loop of the agent. An agent of a model makes it at the first call of this
 */
LsEventLoop *
ls_agent_get_loop (LsAgent *self)
{
  g_return_val_if_fail (LS_IS_AGENT (self), NULL);

  if (self->loop == NULL && self->cluster != NULL && self->state != LS_AGENT_STATE_ENDED)
    self->loop = ls_agent_cluster_make_loop (self->cluster, self);
  return self->loop;
}

/**
 * ls_agent_get_cluster:
 * @self: an agent
 *
 * Gets the model that the agent belongs to.
 *
 * Returns: (transfer none) (nullable): the model that the agent belongs to
 */
LsAgentCluster *
ls_agent_get_cluster (LsAgent *self)
{
  g_return_val_if_fail (LS_IS_AGENT (self), NULL);

  return self->cluster;
}

/**
 * ls_agent_get_state:
 * @self: an agent
 *
 * Gets the state of the agent.
 *
 * Returns: the state of the agent
 */
LsAgentState
ls_agent_get_state (LsAgent *self)
{
  g_return_val_if_fail (LS_IS_AGENT (self), LS_AGENT_STATE_ENDED);

  if (self->thread != NULL)
    return ls_agent_thread_get_state (self);
  return self->state;
}

/**
 * ls_agent_peek_operation:
 * @self: an agent of a model
 * @operation: (out caller-allocates): its next operation; or, while it waits, the wait
 *
 * Tells whether the agent is about to do something, or waits.
 *
 * Returns: whether the agent is about to do something, or waits
 */
gboolean
ls_agent_peek_operation (LsAgent     *self,
                         LsOperation *operation)
{
  g_return_val_if_fail (LS_IS_AGENT (self), FALSE);
  g_return_val_if_fail (operation != NULL, FALSE);

  *operation = self->pending;
  return self->state == LS_AGENT_STATE_RUNNABLE || self->state == LS_AGENT_STATE_WAITING;
}

/**
 * ls_agent_is_terminated:
 * @self: an agent
 *
 * Tells whether the agent has to end, or has ended.
 *
 * Returns: whether the agent has to end, or has ended. Then each of its operations fails at once with
 *   %LS_ATOMICS_ERROR_TERMINATED, and its function has to return
 */
gboolean
ls_agent_is_terminated (LsAgent *self)
{
  g_return_val_if_fail (LS_IS_AGENT (self), TRUE);

  return __atomic_load_n (&self->is_terminated, __ATOMIC_ACQUIRE);
}

/**
 * ls_agent_get_n_async_waits:
 * @self: an agent
 *
 * Gets the number of promises of its `Atomics.waitAsync()` that are not resolved.
 *
 * Returns: the number of promises of its `Atomics.waitAsync()` that are not resolved
 */
guint
ls_agent_get_n_async_waits (LsAgent *self)
{
  g_return_val_if_fail (LS_IS_AGENT (self), 0);

  return self->n_async_waiters;
}

/**
 * ls_agent_get_current:
 *
 * Gets the agent that runs on this thread.
 *
 * Returns: (transfer none) (nullable): the agent that runs on this thread: the surrounding agent of ECMAScript
 */
LsAgent *
ls_agent_get_current (void)
{
  return current_agent;
}

/**
 * ls_agent_enter:
 * @self: (nullable): an agent; the caller keeps a reference until it leaves
 *
 * Makes @self the agent of this thread.
 *
 * Returns: (transfer none) (nullable): the agent before, for [method@Agent.leave]
 */
LsAgent *
ls_agent_enter (LsAgent *self)
{
  LsAgent *previous = current_agent;

  g_return_val_if_fail (self == NULL || LS_IS_AGENT (self), NULL);

  current_agent = self;
  return previous;
}

/**
 * ls_agent_leave:
 * @previous: (nullable): what [method@Agent.enter] has returned
 *
 * Undoes [method@Agent.enter].
 */
void
ls_agent_leave (LsAgent *previous)
{
  current_agent = previous;
}

/**
 * ls_agent_can_suspend:
 *
 * ECMAScript 9.6.4 AgentCanSuspend.
 *
 * Returns: whether `Atomics.wait()` may suspend the agent of this thread. A thread without an agent may be suspended unless it
 *   runs the default main context: a wait there would block the events of the user
 */
gboolean
ls_agent_can_suspend (void)
{
  if (current_agent != NULL)
    return current_agent->can_block;
  return !g_main_context_is_owner (g_main_context_default ());
}

/* Returns the waiter table of the agent cluster of @self (nullable). */
LsWaiterTable *
ls_agent_get_table (LsAgent *self)
{
  if (self != NULL && self->cluster != NULL)
    return self->cluster->table;
  if (self != NULL && self->thread != NULL)
    return self->thread->threads->table;
  return ls_waiter_table_get_shared ();
}

/* Returns the time in µs: that of the cluster, or of the monotonic clock. */
gint64
ls_agent_get_now (LsAgent *self)
{
  if (self != NULL && self->cluster != NULL)
    return (gint64) ls_agent_cluster_get_time (self->cluster);
  return g_get_monotonic_time ();
}

/* Drops the asynchronous waiters of the agent: nobody resolves their promises any more. */
void
ls_agent_forget_waiters (LsAgent *self)
{
  LsWaiterTable *table = ls_agent_get_table (self);

  while (self->async_waiters != NULL)
    ls_waiter_forget (self->async_waiters, table);
}

static gboolean
agent_terminate_thread (LsAgent  *self,
                        GError  **error)
{
  LsAgent *caller = ls_agent_get_threaded ();
  const LsOperation operation = { .kind = LS_OPERATION_TERMINATE, .replacement = self->id };

  if (caller != NULL && !ls_agent_thread_may_operate (caller, error))
    return FALSE;
  if (caller != NULL)
    {
      ls_agent_enter_trace (caller);
      ls_agent_report_other (caller, &operation);
      ls_agent_leave_trace (caller);
    }
  ls_agent_thread_terminate (self);
  return TRUE;
}

/**
 * ls_agent_terminate:
 * @self: an agent of a model
 * @error: return location for an error
 *
 * Ends an agent, as `Worker.terminate()` does. From its next turn of the baton on its operations fail, and its function has to
 * return. For an agent of a model it is an operation of the calling agent. An agent may end itself.
 *
 * Returns: %FALSE with %LS_ATOMICS_ERROR_TERMINATED where the calling agent has been terminated
 */
gboolean
ls_agent_terminate (LsAgent  *self,
                    GError  **error)
{
  LsAgent *caller = ls_agent_get_modelled ();
  const LsOperation operation = { .kind = LS_OPERATION_TERMINATE, .replacement = self->id };

  g_return_val_if_fail (LS_IS_AGENT (self), FALSE);
  g_return_val_if_fail (self->cluster != NULL || self->thread != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  if (self->thread != NULL)
    return agent_terminate_thread (self, error);
  if (caller != NULL && !ls_agent_begin_operation (caller, &operation, error))
    return FALSE;
  if (self->state != LS_AGENT_STATE_ENDED)
    {
      self->is_terminated = TRUE;
      if (self != caller)
        {
          ls_agent_wake (self);
          self->pending.memory = NULL;
        }
    }
  if (caller != NULL)
    {
      ls_agent_report_other (caller, &operation);
      ls_agent_end_operation (caller, &operation, 0, TRUE);
    }
  return TRUE;
}
