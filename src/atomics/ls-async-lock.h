/* ls-async-lock.h: a lock in shared memory, for agents that may block and agents that may not
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-agent.h"

G_BEGIN_DECLS

typedef struct _LsAsyncLock LsAsyncLock;

#define LS_TYPE_ASYNC_LOCK (ls_async_lock_get_type ())

/**
 * LsAsyncLockState:
 * @LS_ASYNC_LOCK_UNLOCKED: no agent has it
 * @LS_ASYNC_LOCK_LOCKED: an agent has it
 *
 * The element of a [struct@AsyncLock].
 */
typedef enum
{
  LS_ASYNC_LOCK_UNLOCKED = 0,
  LS_ASYNC_LOCK_LOCKED = 1
} LsAsyncLockState;

LS_AVAILABLE_IN_1_0
GType        ls_async_lock_get_type       (void) G_GNUC_CONST;
LS_AVAILABLE_IN_1_0
LsAsyncLock *ls_async_lock_new            (LsSharedMemory  *memory,
                                           guint64          index,
                                           GError         **error);
LS_AVAILABLE_IN_1_0
LsAsyncLock *ls_async_lock_ref            (LsAsyncLock     *self);
LS_AVAILABLE_IN_1_0
void         ls_async_lock_unref          (LsAsyncLock     *self);
LS_AVAILABLE_IN_1_0
gboolean     ls_async_lock_lock           (LsAsyncLock     *self,
                                           GError         **error);
LS_AVAILABLE_IN_1_0
gboolean     ls_async_lock_unlock         (LsAsyncLock     *self,
                                           GError         **error);
LS_AVAILABLE_IN_1_0
LsPromise   *ls_async_lock_execute_locked (LsAsyncLock     *self,
                                           LsCallback       callback,
                                           gpointer         user_data,
                                           GDestroyNotify   destroy);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsAsyncLock, ls_async_lock_unref)

G_END_DECLS
