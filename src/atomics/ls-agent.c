/* ls-agent.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-agent-private.h"

#include "ls-agent-cluster-private.h"
#include "ls-agent-records-private.h"
#include "ls-agent-threads-private.h"
#include "ls-event-loop-private.h"

/* An agent of a model that has been terminated has to return; where it does not after so many operations, its stack is left. */
#define MAX_REFUSED_OPERATIONS 1000

/**
 * LsAgent:
 *
 * One of those who share memory: ECMAScript's agent. It can block or not, and it may have an event loop, on which the promises
 * of its `Atomics.waitAsync()` are resolved.
 *
 * An agent of a model belongs to an #LsAgentCluster, which makes it: there only one runs at a time, and each operation on shared
 * memory is a place where another may go on. An agent made with ls_agent_new() stands for a thread that calls ls_agent_enter().
 * A thread may also use shared memory without an agent.
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

  if (self->vehicle != NULL)
    ls_vehicle_free (self->vehicle);
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
 * @name: (nullable): what to call it
 * @can_block: whether `Atomics.wait()` may suspend it
 * @loop: (nullable): the event loop of its thread; without one it cannot wait asynchronously
 *
 * Makes an agent for a thread. If the loop has a probe, what the agent does with shared memory is reported there. Drop the last
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
 * Returns: (transfer none) (nullable): what it is called
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
 * Returns: its number in its cluster, from 1 in the order in which they were made; 0 without a cluster
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
 * Returns: (transfer none) (nullable): its event loop. An agent of a model has one from the first time that it is asked for.
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
 * Returns: (transfer none) (nullable): the model that it is part of
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
 * Returns: what it is doing
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
 * @operation: (out caller-allocates): what it is about to do, or, while it waits, what it was suspended in
 *
 * Returns: whether it is about to do something, or waits
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
 * Returns: whether it is to end, or has ended. Every operation of it fails with %LS_ATOMICS_ERROR_TERMINATED then, at once,
 *   and its function has to return.
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
 * Returns: how many promises of its `Atomics.waitAsync()` are not resolved
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
 * Returns: (transfer none) (nullable): the agent that runs on this thread: ECMAScript's surrounding agent
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
 * Makes it the agent of this thread.
 *
 * Returns: (transfer none) (nullable): the one before, for ls_agent_leave()
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
 * @previous: (nullable): what ls_agent_enter() has returned
 *
 * Undoes ls_agent_enter().
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
 *   is the one that runs the default main context: there it would block the user's events.
 */
gboolean
ls_agent_can_suspend (void)
{
  if (current_agent != NULL)
    return current_agent->can_block;
  return !g_main_context_is_owner (g_main_context_default ());
}

/* The table of the agent cluster that @self, which may be NULL, is part of. */
LsWaiterTable *
ls_agent_get_table (LsAgent *self)
{
  if (self != NULL && self->cluster != NULL)
    return ls_agent_cluster_get_table (self->cluster);
  if (self != NULL && self->thread != NULL)
    return ls_agent_thread_get_table (self);
  return ls_waiter_table_get_shared ();
}

/* In µs: the cluster's time, or that of the monotonic clock. */
gint64
ls_agent_get_now (LsAgent *self)
{
  if (self != NULL && self->cluster != NULL)
    return (gint64) ls_agent_cluster_get_time (self->cluster);
  return g_get_monotonic_time ();
}

static gboolean
agent_refuse (LsAgent  *self,
              GError  **error)
{
  if (++self->n_refused > MAX_REFUSED_OPERATIONS && self->vehicle->can_be_abandoned)
    {
      g_warning ("Agent “%s” was terminated and did not return: what it holds is lost", self->name != NULL ? self->name : "");
      self->state = LS_AGENT_STATE_ENDED;
      ls_vehicle_yield (self->vehicle);
      g_assert_not_reached ();
    }
  g_set_error_literal (error, LS_ATOMICS_ERROR, LS_ATOMICS_ERROR_TERMINATED, "The agent has been terminated");
  return FALSE;
}

/* It runs again, and may see what time it is and what has been posted to it. */
void
ls_agent_take_baton (LsAgent *self)
{
  const guint64 now = ls_agent_cluster_get_time (self->cluster);

  if (self->loop != NULL)
    {
      self->loop->thread = pthread_self ();
      ls_event_loop_update_clock (self->loop);
    }
  if (self->observed_time != now)
    ls_agent_observe (self, now);
  if (self->observed_messages != self->messages.a)
    ls_agent_observe (self, self->messages.a);
  self->observed_time = now;
  self->observed_messages = self->messages.a;
}

/* The agent of a model that runs is about to do something: others may go first. */
gboolean
ls_agent_begin_operation (LsAgent            *self,
                          const LsOperation  *operation,
                          GError            **error)
{
  if (G_UNLIKELY (self->is_terminated))
    return agent_refuse (self, error);
  self->pending = *operation;
  self->state = LS_AGENT_STATE_RUNNABLE;
  ls_vehicle_yield (self->vehicle);
  ls_agent_take_baton (self);
  if (G_UNLIKELY (self->is_terminated))
    return agent_refuse (self, error);
  return TRUE;
}

/* Has it done this since anything changed, with the same outcome? */
static gboolean
agent_has_seen (LsAgent *self,
                guint64  signature)
{
  const guint64 change = ls_agent_cluster_get_n_changes (self->cluster);

  if (self->seen_change != change)
    {
      self->seen_change = change;
      self->n_seen = 0;
      self->n_stutters = 0;
    }
  for (guint i = 0; i < self->n_seen; i++)
    if (self->seen[i] == signature)
      return TRUE;
  if (self->n_seen < LS_AGENT_N_SEEN)
    self->seen[self->n_seen++] = signature;
  return FALSE;
}

/* It has done it. @outcome is all that its program learns of it; @now_there is what the element is now. */
void
ls_agent_end_operation (LsAgent            *self,
                        const LsOperation  *operation,
                        gint64              outcome,
                        gint64              now_there,
                        gboolean            has_changed)
{
  LsHash signature = { 0, 0 };

  self->n_operations++;
  ls_hash_mix (&self->history, (guint64) operation->kind << 32 | 1);
  ls_hash_mix (&self->history, outcome);
  if (has_changed)
    {
      ls_agent_cluster_note_change (self->cluster);
      self->seen_change = ls_agent_cluster_get_n_changes (self->cluster);
      self->n_seen = 0;
      self->n_stutters = 0;
    }
  else
    {
      ls_hash_mix (&signature, operation->kind);
      ls_hash_mix (&signature, operation->memory != NULL ? operation->memory->id : 0);
      ls_hash_mix (&signature, operation->byte_index);
      ls_hash_mix (&signature, operation->value);
      ls_hash_mix (&signature, operation->replacement);
      ls_hash_mix (&signature, outcome);
      if (agent_has_seen (self, signature.a))
        self->n_stutters++;
    }
  ls_agent_cluster_note_operation (self->cluster, self, operation, outcome, now_there, has_changed);
}

/* Until the cluster lets it go on: another agent has taken the waiter out of its list, or its time has come. */
void
ls_agent_suspend (LsAgent  *self,
                  LsWaiter *waiter)
{
  self->waiter = waiter;
  self->state = LS_AGENT_STATE_WAITING;
  if (!self->is_terminated)
    {
      ls_agent_report_state (self);
      ls_vehicle_yield (self->vehicle);
    }
  ls_agent_take_baton (self);
  self->waiter = NULL;
}

void
ls_agent_wake (LsAgent *self)
{
  self->pending.kind = LS_OPERATION_RESUME;
  self->state = LS_AGENT_STATE_RUNNABLE;
  ls_agent_report_state (self);
}

/* None of its promises will be resolved. */
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
 * Ends an agent, as `Worker.terminate()` does: from its next turn of the baton on its operations fail and its function has to
 * return. It is an operation of the agent that calls it, if that is one of a model. An agent may end itself.
 *
 * Returns: %FALSE with %LS_ATOMICS_ERROR_TERMINATED where the agent that calls has been terminated
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
      ls_agent_end_operation (caller, &operation, 0, 0, TRUE);
    }
  return TRUE;
}

/**
 * ls_agent_observe:
 * @self: an agent of a model
 * @value: a number
 *
 * Tells the explorer that the agent has learned something that no operation told it. Two runs in which all operations of an
 * agent had the same outcomes, and that told the same numbers here, must have left it in the same state.
 */
void
ls_agent_observe (LsAgent *self,
                  guint64  value)
{
  g_return_if_fail (LS_IS_AGENT (self));

  ls_hash_mix (&self->history, 2);
  ls_hash_mix (&self->history, value);
}

/**
 * ls_agent_remember:
 * @self: an agent of a model
 * @mark: (out caller-allocates): for ls_agent_forget()
 *
 * Remembers what the agent has learned so far.
 */
void
ls_agent_remember (LsAgent     *self,
                   LsAgentMark *mark)
{
  g_return_if_fail (LS_IS_AGENT (self));
  g_return_if_fail (mark != NULL);

  *mark = (LsAgentMark) { self->history.a, self->history.b };
}

/**
 * ls_agent_forget:
 * @self: an agent of a model
 * @mark: of ls_agent_remember()
 * @value: what the agent has kept of all that it has learned since then
 *
 * Tells the explorer that nothing of what the agent has learned since @mark makes a difference any more, but for @value: it is
 * in the state that it was in at @mark, or in one that follows from that and from @value. A lock that was got after many attempts
 * leaves its agent where it would be after one. Many schedules lead to the same states then.
 */
void
ls_agent_forget (LsAgent           *self,
                 const LsAgentMark *mark,
                 guint64            value)
{
  g_return_if_fail (LS_IS_AGENT (self));
  g_return_if_fail (mark != NULL);

  self->history = (LsHash) { mark->a, mark->b };
  /* It may know what time it is, and what has been posted to it. */
  self->observed_time = self->observed_messages = 0;
  if (value != 0)
    {
      ls_hash_mix (&self->history, 3);
      ls_hash_mix (&self->history, value);
    }
  if (self->cluster->now != 0 || self->messages.a != 0)
    ls_agent_take_baton (self);
}


/**
 * ls_operation_to_string:
 * @operation: an operation
 *
 * Returns: (transfer full): a description, such as "compareExchange lock[0] 0 → 1"
 */
char *
ls_operation_to_string (const LsOperation *operation)
{
  GString *text;
  gsize size;

  g_return_val_if_fail (operation != NULL, NULL);

  text = g_string_new (ls_operation_kind_to_string (operation->kind));
  if (operation->memory == NULL)
    {
      if (operation->replacement != 0)
        g_string_append_printf (text, " %" G_GINT64_FORMAT, operation->replacement);
      return g_string_free (text, FALSE);
    }
  size = ls_element_type_get_size (operation->type);
  g_string_append_printf (text, " %s[%zu]", operation->memory->name != NULL ? operation->memory->name : "",
                          operation->byte_index / size);
  switch (operation->kind)
    {
    case LS_OPERATION_LOAD:
    case LS_OPERATION_RESUME:
      break;
    case LS_OPERATION_COMPARE_EXCHANGE:
      g_string_append_printf (text, " %" G_GINT64_FORMAT " → %" G_GINT64_FORMAT, operation->value, operation->replacement);
      break;
    case LS_OPERATION_NOTIFY:
      if (operation->value < G_MAXINT64)
        g_string_append_printf (text, " %" G_GINT64_FORMAT, operation->value);
      break;
    default:
      g_string_append_printf (text, " %" G_GINT64_FORMAT, operation->value);
      break;
    }
  return g_string_free (text, FALSE);
}
