/* ls-async-lock.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-async-lock.h"

#include "ls-agent-private.h"
#include "ls-atomics-private.h"
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
  gatomicrefcount ref_count;
  LsTypedArray    array;
  guint64         index;
  guint32        *place;
  LsWaiterList    list;     /* of threads outside any model */
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
  LsAsyncLock *self;
  LsTypedArray array;
  gsize byte_index;

  g_return_val_if_fail (memory != NULL, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  if (!ls_typed_array_init (&array, memory, LS_ELEMENT_INT32, 0, ls_shared_memory_get_length (memory) / 4, error) ||
      !ls_validate_atomic_access (&array, index, &byte_index, error))
    return NULL;
  self = g_new0 (LsAsyncLock, 1);
  g_atomic_ref_count_init (&self->ref_count);
  ls_shared_memory_ref (memory);
  self->array = array;
  self->index = index;
  self->place = (guint32 *) (gpointer) (memory->bytes + byte_index);
  self->list = ls_get_waiter_list (ls_waiter_table_get_shared (), memory, byte_index);
  return self;
}

/**
 * ls_async_lock_ref:
 * @self: a lock
 *
 * Returns: (transfer full): @self
 */
LsAsyncLock *
ls_async_lock_ref (LsAsyncLock *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);
  return self;
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
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  ls_shared_memory_unref (self->array.memory);
  g_free (self);
}

/* Compares and exchanges the element. Returns the element before, or -1 with @error. */
static gint64
async_lock_compare_exchange (LsAsyncLock       *self,
                             LsAsyncLockState   from,
                             LsAsyncLockState   to,
                             GError           **error)
{
  g_autoptr (GError) local_error = NULL;
  guint32 state = from;
  gint64 old;

  if (G_LIKELY (ls_agent_get_watched () == NULL))
    {
      __atomic_compare_exchange_n (self->place, &state, to, FALSE, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
      return state;
    }
  ls_agent_announce_lock (to == LS_ASYNC_LOCK_LOCKED ? LS_RECORD_FLAG_LOCKED : LS_RECORD_FLAG_UNLOCKED);
  old = ls_atomics_compare_exchange (&self->array, self->index, from, to, &local_error);
  if (local_error == NULL)
    return old;
  g_propagate_error (error, g_steal_pointer (&local_error));
  return -1;
}

static gboolean
async_lock_wait (LsAsyncLock  *self,
                 GError      **error)
{
  return ls_atomics_wait (&self->array, self->index, LS_ASYNC_LOCK_LOCKED, G_MAXDOUBLE, NULL, error) != LS_WAIT_FAILED;
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
      old = async_lock_compare_exchange (self, LS_ASYNC_LOCK_UNLOCKED, LS_ASYNC_LOCK_LOCKED, error);
      if (old == LS_ASYNC_LOCK_UNLOCKED)
        return ls_agent_end_scope (agent, &mark, TRUE);
      if (old < 0 || !async_lock_wait (self, error))
        return FALSE;
      ls_agent_repeat_scope (agent, &mark);
    }
}

static gboolean
async_lock_unlock_and_notify (LsAsyncLock  *self,
                              GError      **error)
{
  gint64 old;

  old = async_lock_compare_exchange (self, LS_ASYNC_LOCK_LOCKED, LS_ASYNC_LOCK_UNLOCKED, error);
  if (old < 0)
    return FALSE;
  if (old != LS_ASYNC_LOCK_LOCKED)
    {
      g_set_error_literal (error, LS_ATOMICS_ERROR, LS_ATOMICS_ERROR_NOT_OWNED, "Tried to unlock while not holding the lock");
      return FALSE;
    }
  if (G_LIKELY (ls_agent_get_watched () == NULL))
    {
      ls_notify_list (&self->list, 1, NULL);
      return TRUE;
    }
  else
    {
      g_autoptr (GError) local_error = NULL;

      ls_atomics_notify (&self->array, self->index, 1, &local_error);
      if (local_error == NULL)
        return TRUE;
      g_propagate_error (error, g_steal_pointer (&local_error));
      return FALSE;
    }
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
async_lock_attempt (gpointer    lock,
                    gboolean    woken,
                    LsPromise **promise,
                    GError    **error)
{
  LsAsyncLock *self = lock;
  const gint64 old = async_lock_compare_exchange (self, LS_ASYNC_LOCK_UNLOCKED, LS_ASYNC_LOCK_LOCKED, error);

  if (old == LS_ASYNC_LOCK_UNLOCKED)
    return LS_WAIT_OK;
  if (old < 0)
    return LS_WAIT_FAILED;
  return ls_atomics_wait_async (&self->array, self->index, LS_ASYNC_LOCK_LOCKED, G_MAXDOUBLE, promise, error);
}

static gboolean
async_lock_unlock (gpointer   lock,
                   GError   **error)
{
  return ls_async_lock_unlock (lock, error);
}

static const LsLockClass async_lock_class = {
  (gpointer (*) (gpointer)) ls_async_lock_ref,
  (void (*) (gpointer)) ls_async_lock_unref,
  async_lock_attempt,
  async_lock_unlock,
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
