/* ls-fair-lock.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-fair-lock.h"

#include "ls-agent-private.h"
#include "ls-atomics-private.h"
#include "ls-lock-attempt-private.h"

/**
 * LsFairLock:
 *
 * A lock like [struct@AsyncLock], with a third state, "contended": it is not unlocked while anybody waits for it, but handed over to who
 * has waited longest, so that nobody who comes later gets it first. Who is woken has it. Made of the same operations, so that
 * programs can have it too.
 *
 * Handing over costs a switch of agents each time: where that matters more than the order use #LsAsyncLock.
 */
struct _LsFairLock
{
  gatomicrefcount ref_count;
  LsTypedArray    array;
  guint64         index;
  guint32        *place;
};

G_DEFINE_BOXED_TYPE (LsFairLock, ls_fair_lock, ls_fair_lock_ref, ls_fair_lock_unref)

/**
 * ls_fair_lock_new:
 * @memory: where it lies; referenced
 * @index: of the 32-bit integer that it is, which has to be 0 at first
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): a lock, or %NULL with %LS_ATOMICS_ERROR_RANGE where there is no such element
 */
LsFairLock *
ls_fair_lock_new (LsSharedMemory  *memory,
                  guint64          index,
                  GError         **error)
{
  LsFairLock *self;
  LsTypedArray array;
  gsize byte_index;

  g_return_val_if_fail (memory != NULL, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  if (!ls_typed_array_init (&array, memory, LS_ELEMENT_INT32, 0, ls_shared_memory_get_length (memory) / 4, error) ||
      !ls_validate_atomic_access (&array, index, &byte_index, error))
    return NULL;
  self = g_new0 (LsFairLock, 1);
  g_atomic_ref_count_init (&self->ref_count);
  ls_shared_memory_ref (memory);
  self->array = array;
  self->index = index;
  self->place = (guint32 *) (gpointer) (memory->bytes + byte_index);
  return self;
}

/**
 * ls_fair_lock_ref:
 * @self: a lock
 *
 * Returns: (transfer full): @self
 */
LsFairLock *
ls_fair_lock_ref (LsFairLock *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/**
 * ls_fair_lock_unref:
 * @self: (transfer full): a lock
 *
 * Drops a reference. The element stays as it is.
 */
void
ls_fair_lock_unref (LsFairLock *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  ls_shared_memory_unref (self->array.memory);
  g_free (self);
}

/* Returns the element before, or -1 with @error. */
static gint64
fair_lock_compare_exchange (LsFairLock       *self,
                            LsFairLockState   from,
                            LsFairLockState   to,
                            GError          **error)
{
  g_autoptr (GError) local_error = NULL;
  guint32 state = from;
  gint64 old;

  if (G_LIKELY (ls_agent_get_watched () == NULL))
    {
      __atomic_compare_exchange_n (self->place, &state, to, FALSE, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
      return state;
    }
  if (from == LS_FAIR_LOCK_UNLOCKED)
    ls_agent_announce_lock (LS_RECORD_FLAG_LOCKED);
  else if (to == LS_FAIR_LOCK_UNLOCKED)
    ls_agent_announce_lock (LS_RECORD_FLAG_UNLOCKED);
  old = ls_atomics_compare_exchange (&self->array, self->index, from, to, &local_error);
  if (local_error == NULL)
    return old;
  g_propagate_error (error, g_steal_pointer (&local_error));
  return -1;
}

/* It was handed over. Others may have been waiting behind it since before the state was last changed: whoever has it by being
 * woken does not unlock it without a look. */
static gboolean
fair_lock_accept (LsFairLock  *self,
                  GError     **error)
{
  g_autoptr (GError) local_error = NULL;

  ls_agent_announce_lock (LS_RECORD_FLAG_LOCKED);
  ls_atomics_store (&self->array, self->index, LS_FAIR_LOCK_CONTENDED, &local_error);
  if (local_error == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&local_error));
  return FALSE;
}

/* Gets it if it is free, else says that it is wanted. Returns the state before, or -1 with @error. */
static gint64
fair_lock_try_lock (LsFairLock  *self,
                    GError     **error)
{
  const gint64 old = fair_lock_compare_exchange (self, LS_FAIR_LOCK_UNLOCKED, LS_FAIR_LOCK_LOCKED, error);

  if (old == LS_FAIR_LOCK_LOCKED && fair_lock_compare_exchange (self, LS_FAIR_LOCK_LOCKED, LS_FAIR_LOCK_CONTENDED, error) < 0)
    return -1;
  return old;
}

/**
 * ls_fair_lock_lock:
 * @self: a lock
 * @error: return location for an error
 *
 * Blocks until the lock is had.
 *
 * Returns: whether it is; else @error is as of [func@atomics_wait]
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
      const gint64 old = fair_lock_try_lock (self, error);

      if (old == LS_FAIR_LOCK_UNLOCKED)
        return ls_agent_end_scope (agent, &mark, TRUE);
      if (old < 0)
        return FALSE;
      switch (ls_atomics_wait (&self->array, self->index, LS_FAIR_LOCK_CONTENDED, G_MAXDOUBLE, NULL, error))
        {
        case LS_WAIT_OK:
          return ls_agent_end_scope (agent, &mark, fair_lock_accept (self, error));
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

/* Returns whether it was handed over, or -1 with @error. */
static int
fair_lock_hand_over (LsFairLock  *self,
                     GError     **error)
{
  g_autoptr (GError) local_error = NULL;
  guint64 n;

  ls_agent_announce_lock (LS_RECORD_FLAG_UNLOCKED);
  n = ls_atomics_notify (&self->array, self->index, 1, &local_error);

  if (local_error == NULL)
    return n > 0;
  g_propagate_error (error, g_steal_pointer (&local_error));
  return -1;
}

static gboolean
fair_lock_unlock_or_hand_over (LsFairLock         *self,
                               LsAgent            *agent,
                               const LsAgentMark  *mark,
                               GError            **error)
{
  for (;;)
    {
      const gint64 old = fair_lock_compare_exchange (self, LS_FAIR_LOCK_LOCKED, LS_FAIR_LOCK_UNLOCKED, error);
      int handed_over;

      if (old == LS_FAIR_LOCK_LOCKED)
        return TRUE;
      if (old == LS_FAIR_LOCK_UNLOCKED)
        g_set_error_literal (error, LS_ATOMICS_ERROR, LS_ATOMICS_ERROR_NOT_OWNED, "Tried to unlock while not holding the lock");
      if (old != LS_FAIR_LOCK_CONTENDED)
        return FALSE;
      handed_over = fair_lock_hand_over (self, error);
      if (handed_over != 0)
        return handed_over > 0;
      /* Those who want it have not come to waiting yet. From here on none of them does, before it has said again that it wants
       * it; the second look finds those who were just in time. */
      if (fair_lock_compare_exchange (self, LS_FAIR_LOCK_CONTENDED, LS_FAIR_LOCK_LOCKED, error) < 0)
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
 * Hands it over to who has waited longest, or unlocks it.
 *
 * Returns: %FALSE with %LS_ATOMICS_ERROR_NOT_OWNED where it is not locked, or %LS_ATOMICS_ERROR_TERMINATED
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
  return ls_agent_end_scope (agent, &mark, fair_lock_unlock_or_hand_over (self, agent, &mark, error));
}

static LsWaitResult
fair_lock_attempt (gpointer    lock,
                   gboolean    woken,
                   LsPromise **promise,
                   GError    **error)
{
  LsFairLock *self = lock;
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

static gboolean
fair_lock_unlock (gpointer   lock,
                  GError   **error)
{
  return ls_fair_lock_unlock (lock, error);
}

static const LsLockClass fair_lock_class = {
  (gpointer (*) (gpointer)) ls_fair_lock_ref,
  (void (*) (gpointer)) ls_fair_lock_unref,
  fair_lock_attempt,
  fair_lock_unlock,
};

/**
 * ls_fair_lock_execute_locked:
 * @self: a lock
 * @callback: (scope notified): what to do while the lock is held
 * @user_data: for @callback
 * @destroy: (nullable): called with @user_data when it is not needed any more
 *
 * As [method@AsyncLock.execute_locked].
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
