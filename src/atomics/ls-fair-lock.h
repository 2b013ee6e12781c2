/* ls-fair-lock.h: a lock in shared memory that is handed over in the order of waiting
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-agent.h"

G_BEGIN_DECLS

typedef struct _LsFairLock LsFairLock;

#define LS_TYPE_FAIR_LOCK (ls_fair_lock_get_type ())

/**
 * LsFairLockState:
 * @LS_FAIR_LOCK_UNLOCKED: no agent has it
 * @LS_FAIR_LOCK_LOCKED: an agent has it, and no other one wants it
 * @LS_FAIR_LOCK_CONTENDED: an agent has it, and others may wait for it
 *
 * The element of a [struct@FairLock].
 */
typedef enum
{
  LS_FAIR_LOCK_UNLOCKED = 0,
  LS_FAIR_LOCK_LOCKED = 1,
  LS_FAIR_LOCK_CONTENDED = 2
} LsFairLockState;

LS_AVAILABLE_IN_1_0
GType       ls_fair_lock_get_type       (void) G_GNUC_CONST;
LS_AVAILABLE_IN_1_0
LsFairLock *ls_fair_lock_new            (LsSharedMemory  *memory,
                                         guint64          index,
                                         GError         **error);
LS_AVAILABLE_IN_1_0
LsFairLock *ls_fair_lock_ref            (LsFairLock      *self);
LS_AVAILABLE_IN_1_0
void        ls_fair_lock_unref          (LsFairLock      *self);
LS_AVAILABLE_IN_1_0
gboolean    ls_fair_lock_lock           (LsFairLock      *self,
                                         GError         **error);
LS_AVAILABLE_IN_1_0
gboolean    ls_fair_lock_unlock         (LsFairLock      *self,
                                         GError         **error);
LS_AVAILABLE_IN_1_0
LsPromise  *ls_fair_lock_execute_locked (LsFairLock      *self,
                                         LsCallback       callback,
                                         gpointer         user_data,
                                         GDestroyNotify   destroy);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsFairLock, ls_fair_lock_unref)

G_END_DECLS
