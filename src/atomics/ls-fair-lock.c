/* ls-fair-lock.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-fair-lock.h"

#include "ls-lock-attempt-private.h"

/**
 * LsFairLock:
 *
 * A lock like [struct@AsyncLock] with a third state, "contended". While others wait for it, the owner does not unlock it but
 * hands it over to the agent that has waited longest: so no later agent gets it first. The agent that is woken has the lock. The
 * lock is made of the same operations, so programs can make one too.
 *
 * Handing over costs a switch of agents each time. Use [struct@AsyncLock] where that matters more than the order.
 */
struct _LsFairLock
{
  LsLock lock;
};

G_DEFINE_BOXED_TYPE (LsFairLock, ls_fair_lock, ls_fair_lock_ref, ls_fair_lock_unref)

/**
 * ls_fair_lock_new:
 * @memory: the memory that has the lock; the lock takes a reference
 * @index: the index of its 32-bit integer, which has to be 0 at first
 * @error: return location for an error
 *
 * Makes a fair lock of an element of shared memory.
 *
 * Returns: (transfer full) (nullable): a lock, or %NULL with %LS_ATOMICS_ERROR_RANGE where there is no such element
 */
LsFairLock *
ls_fair_lock_new (LsSharedMemory  *memory,
                  guint64          index,
                  GError         **error)
{
  return ls_lock_new (memory, index, error);
}

/**
 * ls_fair_lock_ref:
 * @self: a lock
 *
 * Takes a reference.
 *
 * Returns: (transfer full): @self
 */
LsFairLock *
ls_fair_lock_ref (LsFairLock *self)
{
  return ls_lock_ref (self);
}

/**
 * ls_fair_lock_unref:
 * @self: (transfer full): a lock
 *
 * Drops a reference. The element keeps its value.
 */
void
ls_fair_lock_unref (LsFairLock *self)
{
  ls_lock_unref (self);
}

/* Takes a lock that was handed over. Others may have waited behind this agent since before the last change of the state. So an
 * agent that gets the lock by being woken marks it as contended: it does not unlock it without a look. */
static gboolean
fair_lock_accept (LsLock  *self,
                  GError **error)
{
  g_autoptr (GError) local_error = NULL;

  ls_agent_announce_lock (LS_RECORD_FLAG_LOCKED);
  ls_atomics_store (&self->array, self->index, LS_FAIR_LOCK_CONTENDED, &local_error);
  if (local_error == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&local_error));
  return FALSE;
}

/* Gets a free lock, or marks the lock as contended. Returns the state before, or -1 with @error. */
static gint64
fair_lock_try_lock (LsLock  *self,
                    GError **error)
{
  const gint64 old = ls_lock_compare_exchange (self, LS_FAIR_LOCK_UNLOCKED, LS_FAIR_LOCK_LOCKED, LS_RECORD_FLAG_LOCKED, error);

  if (old == LS_FAIR_LOCK_LOCKED && ls_lock_compare_exchange (self, LS_FAIR_LOCK_LOCKED, LS_FAIR_LOCK_CONTENDED, 0, error) < 0)
    return -1;
  return old;
}

/**
 * ls_fair_lock_lock:
 * @self: a lock
 * @error: return location for an error
 *
 * Blocks until the agent has the lock.
 *
 * Returns: whether the agent has the lock; else @error is as that of [func@atomics_wait]
 */
gboolean
ls_fair_lock_lock (LsFairLock  *self,
                   GError     **error)
{
  LsAgentMark mark;
  LsAgent *agent;

  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  agent = ls_agent_begin_scope (&mark);
  for (;;)
    {
      const gint64 old = fair_lock_try_lock (&self->lock, error);

      if (old == LS_FAIR_LOCK_UNLOCKED)
        return ls_agent_end_scope (agent, &mark, TRUE);
      if (old < 0)
        return FALSE;
      switch (ls_atomics_wait (&self->lock.array, self->lock.index, LS_FAIR_LOCK_CONTENDED, G_MAXDOUBLE, NULL, error))
        {
        case LS_WAIT_OK:
          return ls_agent_end_scope (agent, &mark, fair_lock_accept (&self->lock, error));
        case LS_WAIT_FAILED:
          return FALSE;
        case LS_WAIT_NOT_EQUAL:
        case LS_WAIT_TIMED_OUT:
        default:
          break;
        }
      ls_agent_repeat_scope (agent, &mark);
    }
}

/* Hands the lock over. Returns whether a waiter got it, or -1 with @error. */
static gint64
fair_lock_hand_over (LsLock  *self,
                     GError **error)
{
  ls_agent_announce_lock (LS_RECORD_FLAG_UNLOCKED);
  return ls_lock_notify (self, error);
}

static gboolean
fair_lock_unlock_or_hand_over (LsLock             *self,
                               LsAgent            *agent,
                               const LsAgentMark  *mark,
                               GError            **error)
{
  for (;;)
    {
      const gint64 old = ls_lock_compare_exchange (self, LS_FAIR_LOCK_LOCKED, LS_FAIR_LOCK_UNLOCKED, LS_RECORD_FLAG_UNLOCKED,
                                                   error);
      gint64 handed_over;

      if (old == LS_FAIR_LOCK_LOCKED)
        return TRUE;
      if (old == LS_FAIR_LOCK_UNLOCKED)
        g_set_error_literal (error, LS_ATOMICS_ERROR, LS_ATOMICS_ERROR_NOT_OWNED, "Tried to unlock while not holding the lock");
      if (old != LS_FAIR_LOCK_CONTENDED)
        return FALSE;
      handed_over = fair_lock_hand_over (self, error);
      if (handed_over != 0)
        return handed_over > 0;
      /* The agents that want the lock do not wait yet. From here on none of them begins to wait before it has marked the lock
       * again. The second look finds those that were just in time. */
      if (ls_lock_compare_exchange (self, LS_FAIR_LOCK_CONTENDED, LS_FAIR_LOCK_LOCKED, 0, error) < 0)
        return FALSE;
      handed_over = fair_lock_hand_over (self, error);
      if (handed_over != 0)
        return handed_over > 0;
      ls_agent_repeat_scope (agent, mark);
    }
}

/**
 * ls_fair_lock_unlock:
 * @self: a lock
 * @error: return location for an error
 *
 * Hands the lock over to the agent that has waited longest, or unlocks it.
 *
 * Returns: %FALSE with %LS_ATOMICS_ERROR_NOT_OWNED where the lock is not locked, or %LS_ATOMICS_ERROR_TERMINATED
 */
gboolean
ls_fair_lock_unlock (LsFairLock  *self,
                     GError      **error)
{
  LsAgentMark mark;
  LsAgent *agent;

  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  agent = ls_agent_begin_scope (&mark);
  return ls_agent_end_scope (agent, &mark, fair_lock_unlock_or_hand_over (&self->lock, agent, &mark, error));
}

static LsWaitResult
fair_lock_attempt (LsLock     *self,
                   gboolean    woken,
                   LsPromise **promise,
                   GError    **error)
{
  gint64 old;

  if (woken)
    return fair_lock_accept (self, error) ? LS_WAIT_OK : LS_WAIT_FAILED;
  old = fair_lock_try_lock (self, error);
  if (old == LS_FAIR_LOCK_UNLOCKED)
    return LS_WAIT_OK;
  if (old < 0)
    return LS_WAIT_FAILED;
  return ls_atomics_wait_async (&self->array, self->index, LS_FAIR_LOCK_CONTENDED, G_MAXDOUBLE, promise, error);
}

static const LsLockClass fair_lock_class = {
  fair_lock_attempt,
  (gboolean (*) (LsLock *, GError **)) ls_fair_lock_unlock,
};

/**
 * ls_fair_lock_execute_locked:
 * @self: a lock
 * @callback: (scope notified): a function that runs while the lock is held
 * @user_data: data for @callback
 * @destroy: (nullable): called with @user_data when nobody needs it any more
 *
 * Calls a function with the lock held, as [method@AsyncLock.execute_locked] does.
 *
 * Returns: (transfer full): a promise
 */
LsPromise *
ls_fair_lock_execute_locked (LsFairLock     *self,
                             LsCallback      callback,
                             gpointer        user_data,
                             GDestroyNotify  destroy)
{
  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (callback != NULL, NULL);
  g_return_val_if_fail (ls_agent_get_current () != NULL && ls_agent_get_loop (ls_agent_get_current ()) != NULL, NULL);

  return ls_lock_attempt_start (&fair_lock_class, self, callback, user_data, destroy);
}
