/* ls-async-lock.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-async-lock.h"

#include "ls-lock-attempt-private.h"

/**
 * LsAsyncLock:
 *
 * A lock on top of `Atomics.wait()`, `Atomics.notify()` and `Atomics.waitAsync()`: an element of shared memory with a
 * [enum@AsyncLockState]. [method@AsyncLock.lock] blocks, [method@AsyncLock.execute_locked] does not.
 *
 * The lock is not fair: an agent that comes right after an unlock gets it, though others have waited for it and are being woken.
 * Use [struct@FairLock] where that matters. The lock does not know who holds it: any agent may unlock it.
 */
struct _LsAsyncLock
{
  LsLock lock;
};

G_DEFINE_BOXED_TYPE (LsAsyncLock, ls_async_lock, ls_async_lock_ref, ls_async_lock_unref)

/**
 * ls_async_lock_new:
 * @memory: the memory that has the lock; the lock takes a reference
 * @index: the index of its 32-bit integer, which has to be 0 at first
 * @error: return location for an error
 *
 * Makes a lock. Any number of [struct@AsyncLock] may share an element: they are the same lock.
 *
 * Returns: (transfer full) (nullable): a lock, or %NULL with %LS_ATOMICS_ERROR_RANGE where there is no such element
 */
LsAsyncLock *
ls_async_lock_new (LsSharedMemory  *memory,
                   guint64          index,
                   GError         **error)
{
  return ls_lock_new (memory, index, error);
}

/**
 * ls_async_lock_ref:
 * @self: a lock
 *
 * Takes a reference.
 *
 * Returns: (transfer full): @self
 */
LsAsyncLock *
ls_async_lock_ref (LsAsyncLock *self)
{
  return ls_lock_ref (self);
}

/**
 * ls_async_lock_unref:
 * @self: (transfer full): a lock
 *
 * Drops a reference. The element keeps its value.
 */
void
ls_async_lock_unref (LsAsyncLock *self)
{
  ls_lock_unref (self);
}

/* Gets a free lock. Returns the state before, or -1 with @error. */
static inline gint64
async_lock_try_lock (LsLock  *lock,
                     GError **error)
{
  return ls_lock_compare_exchange (lock, LS_ASYNC_LOCK_UNLOCKED, LS_ASYNC_LOCK_LOCKED, LS_RECORD_FLAG_LOCKED, error);
}

/**
 * ls_async_lock_lock:
 * @self: a lock
 * @error: return location for an error
 *
 * Blocks until the agent has the lock.
 *
 * Returns: whether the agent has the lock; else @error is as that of [func@atomics_wait]. An agent that cannot block still gets a
 *   free lock
 */
gboolean
ls_async_lock_lock (LsAsyncLock  *self,
                    GError      **error)
{
  LsAgentMark mark;
  LsAgent *agent;
  gint64 old;

  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  agent = ls_agent_begin_scope (&mark);
  for (;;)
    {
      old = async_lock_try_lock (&self->lock, error);
      if (old == LS_ASYNC_LOCK_UNLOCKED)
        return ls_agent_end_scope (agent, &mark, TRUE);
      if (old < 0 || ls_atomics_wait (&self->lock.array, self->lock.index, LS_ASYNC_LOCK_LOCKED, G_MAXDOUBLE, NULL, error) ==
                       LS_WAIT_FAILED)
        return FALSE;
      ls_agent_repeat_scope (agent, &mark);
    }
}

static gboolean
async_lock_unlock_and_notify (LsAsyncLock  *self,
                              GError      **error)
{
  const gint64 old = ls_lock_compare_exchange (&self->lock, LS_ASYNC_LOCK_LOCKED, LS_ASYNC_LOCK_UNLOCKED,
                                               LS_RECORD_FLAG_UNLOCKED, error);

  if (old < 0)
    return FALSE;
  if (old != LS_ASYNC_LOCK_LOCKED)
    {
      g_set_error_literal (error, LS_ATOMICS_ERROR, LS_ATOMICS_ERROR_NOT_OWNED, "Tried to unlock while not holding the lock");
      return FALSE;
    }
  if (G_LIKELY (ls_agent_get_watched () == NULL))
    {
      ls_notify_list (&self->lock.list, 1, NULL);
      return TRUE;
    }
  return ls_lock_notify (&self->lock, error) >= 0;
}

/**
 * ls_async_lock_unlock:
 * @self: a lock
 * @error: return location for an error
 *
 * Unlocks the lock and wakes the agent that has waited longest.
 *
 * Returns: %FALSE with %LS_ATOMICS_ERROR_NOT_OWNED where the lock is not locked, or %LS_ATOMICS_ERROR_TERMINATED
 */
gboolean
ls_async_lock_unlock (LsAsyncLock  *self,
                      GError       **error)
{
  LsAgentMark mark;
  LsAgent *agent;

  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  agent = ls_agent_begin_scope (&mark);
  return ls_agent_end_scope (agent, &mark, async_lock_unlock_and_notify (self, error));
}

static LsWaitResult
async_lock_attempt (LsLock     *self,
                    gboolean    woken,
                    LsPromise **promise,
                    GError    **error)
{
  const gint64 old = async_lock_try_lock (self, error);

  if (old == LS_ASYNC_LOCK_UNLOCKED)
    return LS_WAIT_OK;
  if (old < 0)
    return LS_WAIT_FAILED;
  return ls_atomics_wait_async (&self->array, self->index, LS_ASYNC_LOCK_LOCKED, G_MAXDOUBLE, promise, error);
}

static const LsLockClass async_lock_class = {
  async_lock_attempt,
  (gboolean (*) (LsLock *, GError **)) ls_async_lock_unlock,
};

/**
 * ls_async_lock_execute_locked:
 * @self: a lock
 * @callback: (scope notified): a function that runs while the lock is held
 * @user_data: data for @callback
 * @destroy: (nullable): called with @user_data when nobody needs it any more
 *
 * Calls @callback once the agent has the lock, and then unlocks it. The function does not block: if the lock is free it calls
 * @callback at once, otherwise the current agent goes on. The agent must have an event loop.
 *
 * As in the article, an exception of the callback leaves the lock held, and a callback that returns a promise is not waited for:
 * the lock is unlocked at once.
 *
 * Returns: (transfer full): a promise, resolved when @callback was called and the lock was unlocked, and rejected with an
 *   exception of @callback. The article drops it: then an exception is a rejection that nobody handles
 */
LsPromise *
ls_async_lock_execute_locked (LsAsyncLock    *self,
                              LsCallback      callback,
                              gpointer        user_data,
                              GDestroyNotify  destroy)
{
  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (callback != NULL, NULL);
  g_return_val_if_fail (ls_agent_get_current () != NULL && ls_agent_get_loop (ls_agent_get_current ()) != NULL, NULL);

  return ls_lock_attempt_start (&async_lock_class, self, callback, user_data, destroy);
}
