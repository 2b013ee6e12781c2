/* ls-shared-memory.h: bytes that agents share
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-types.h"

G_BEGIN_DECLS

/**
 * LS_ATOMICS_ERROR:
 *
 * Error domain of shared memory: of [class@SharedMemory], of the functions that wait, of locks, agents and [class@Explorer].
 */
#define LS_ATOMICS_ERROR (ls_atomics_error_quark ())

/**
 * LsAtomicsError:
 * @LS_ATOMICS_ERROR_TYPE: a TypeError of ECMAScript: an agent that cannot block, an array that agents cannot wait on
 * @LS_ATOMICS_ERROR_RANGE: a RangeError of ECMAScript: an index, an offset or a length
 * @LS_ATOMICS_ERROR_NOT_OWNED: an agent unlocked a lock that is not locked
 * @LS_ATOMICS_ERROR_TERMINATED: the agent has been terminated, and has to return
 * @LS_ATOMICS_ERROR_CHECKPOINT: the data is no checkpoint of this explorer
 *
 * Errors of shared memory, of the functions that wait, of locks, agents and [class@Explorer].
 */
typedef enum
{
  LS_ATOMICS_ERROR_TYPE,
  LS_ATOMICS_ERROR_RANGE,
  LS_ATOMICS_ERROR_NOT_OWNED,
  LS_ATOMICS_ERROR_TERMINATED,
  LS_ATOMICS_ERROR_CHECKPOINT
} LsAtomicsError;

/**
 * LS_SHARED_MEMORY_MAX_LENGTH:
 *
 * The highest length of a block, in bytes.
 */
#define LS_SHARED_MEMORY_MAX_LENGTH (G_GUINT64_CONSTANT (1) << 32)

typedef struct _LsSharedMemory LsSharedMemory;

#define LS_TYPE_SHARED_MEMORY (ls_shared_memory_get_type ())

LS_AVAILABLE_IN_1_0
GQuark          ls_atomics_error_quark          (void);

LS_AVAILABLE_IN_1_0
GType           ls_shared_memory_get_type       (void) G_GNUC_CONST;
LS_AVAILABLE_IN_1_0
LsSharedMemory *ls_shared_memory_new            (guint64         length,
                                                 const char     *name,
                                                 GError        **error);
LS_AVAILABLE_IN_1_0
LsSharedMemory *ls_shared_memory_new_growable   (guint64         length,
                                                 guint64         max_length,
                                                 const char     *name,
                                                 GError        **error);
LS_AVAILABLE_IN_1_0
LsSharedMemory *ls_shared_memory_ref            (LsSharedMemory *self);
LS_AVAILABLE_IN_1_0
void            ls_shared_memory_unref          (LsSharedMemory *self);
LS_AVAILABLE_IN_1_0
const char     *ls_shared_memory_get_name       (LsSharedMemory *self);
LS_AVAILABLE_IN_1_0
guint32         ls_shared_memory_get_id         (LsSharedMemory *self);
LS_AVAILABLE_IN_1_0
gsize           ls_shared_memory_get_length     (LsSharedMemory *self);
LS_AVAILABLE_IN_1_0
gsize           ls_shared_memory_get_max_length (LsSharedMemory *self);
LS_AVAILABLE_IN_1_0
gboolean        ls_shared_memory_is_growable    (LsSharedMemory *self);
LS_AVAILABLE_IN_1_0
gboolean        ls_shared_memory_grow           (LsSharedMemory *self,
                                                 guint64         length,
                                                 GError        **error);
LS_AVAILABLE_IN_1_0
guint8         *ls_shared_memory_get_bytes      (LsSharedMemory *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsSharedMemory, ls_shared_memory_unref)

G_END_DECLS
