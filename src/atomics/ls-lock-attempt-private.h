/* ls-lock-attempt-private.h: executeLocked() for both kinds of locks
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-agent-cluster.h"
#include "ls-promise.h"
#include "ls-wait-result.h"

G_BEGIN_DECLS

typedef struct _LsLockAttempt LsLockAttempt;

/**
 * LsLockClass:
 * @ref: takes a reference of a lock
 * @unref: drops it
 * @attempt: tries to get the lock for the agent; @woken: a promise of the agent was resolved with "ok". Returns %LS_WAIT_OK
 *   without a promise where the agent has the lock; %LS_WAIT_OK with a promise where it waits; %LS_WAIT_NOT_EQUAL where it should
 *   try again; %LS_WAIT_FAILED
 * @unlock: unlocks it
 */
typedef struct
{
  gpointer     (*ref)     (gpointer    lock);
  void         (*unref)   (gpointer    lock);
  LsWaitResult (*attempt) (gpointer    lock,
                           gboolean    woken,
                           LsPromise **promise,
                           GError    **error);
  gboolean     (*unlock)  (gpointer    lock,
                           GError    **error);
} LsLockClass;

LsPromise *ls_lock_attempt_start (const LsLockClass *klass,
                                  gpointer           lock,
                                  LsCallback         callback,
                                  gpointer           user_data,
                                  GDestroyNotify     destroy);

G_END_DECLS
