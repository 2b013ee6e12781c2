/* ls-lock-attempt-private.h: what both kinds of locks share
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-agent-cluster.h"
#include "ls-agent-private.h"
#include "ls-atomics-private.h"

G_BEGIN_DECLS

/* LsLock: what both kinds of locks are: an element of shared memory. */
typedef struct
{
  gatomicrefcount ref_count;
  LsTypedArray    array;
  guint64         index;
  guint32        *place;
  LsWaiterList    list;     /* of threads outside any model */
} LsLock;

/**
 * LsLockClass:
 * @attempt: tries to get the lock for the agent; @woken: a promise of the agent was resolved with "ok". Returns %LS_WAIT_OK
 *   without a promise where the agent has the lock; %LS_WAIT_OK with a promise where it waits; %LS_WAIT_NOT_EQUAL where it should
 *   try again; %LS_WAIT_FAILED
 * @unlock: unlocks it
 */
typedef struct
{
  LsWaitResult (*attempt) (LsLock     *lock,
                           gboolean    woken,
                           LsPromise **promise,
                           GError    **error);
  gboolean     (*unlock)  (LsLock     *lock,
                           GError    **error);
} LsLockClass;

gpointer   ls_lock_new           (LsSharedMemory    *memory,
                                  guint64            index,
                                  GError           **error);
gpointer   ls_lock_ref           (gpointer           lock);
void       ls_lock_unref         (gpointer           lock);
gint64     ls_lock_notify        (LsLock            *self,
                                  GError           **error);
LsPromise *ls_lock_attempt_start (const LsLockClass *klass,
                                  gpointer           lock,
                                  LsCallback         callback,
                                  gpointer           user_data,
                                  GDestroyNotify     destroy);

/* Compares and exchanges the element. @flags: what that does to the lock, 0 for nothing. Returns the element before, or -1 with
 * @error. */
static inline gint64
ls_lock_compare_exchange (LsLock   *self,
                          guint32   from,
                          guint32   to,
                          guint8    flags,
                          GError  **error)
{
  GError *local_error = NULL;
  gint64 old;

  if (G_LIKELY (ls_agent_get_watched () == NULL))
    {
      __atomic_compare_exchange_n (self->place, &from, to, FALSE, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
      return from;
    }
  if (flags != 0)
    ls_agent_announce_lock (flags);
  old = ls_atomics_compare_exchange (&self->array, self->index, from, to, &local_error);
  if (local_error == NULL)
    return old;
  g_propagate_error (error, local_error);
  return -1;
}

G_END_DECLS
