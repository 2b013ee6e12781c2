/* ls-shared-memory.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-shared-memory-private.h"

#define SMALL (64 * 1024)   /* bytes */

/**
 * LsSharedMemory:
 *
 * A block of bytes that several agents use at once, as that of a SharedArrayBuffer (a Shared Data Block in ECMAScript). A block
 * never moves. Any thread may take and drop references.
 *
 * Use a block through a [struct@TypedArray]: the functions of `ls-atomics.h` work on those.
 */
G_DEFINE_BOXED_TYPE (LsSharedMemory, ls_shared_memory, ls_shared_memory_ref, ls_shared_memory_unref)

/**
 * ls_atomics_error_quark:
 *
 * Gets the domain of errors of shared memory, agents and locks.
 *
 * Returns: the number of the domain
 */
G_DEFINE_QUARK (ls-atomics-error-quark, ls_atomics_error)

/**
 * ls_shared_memory_new:
 * @length: the length in bytes; all bytes are 0
 * @name: (nullable): the name of the block
 * @error: return location for an error
 *
 * Makes a block of shared memory of fixed length, as `new SharedArrayBuffer()` does. All bytes are 0.
 *
 * Returns: (transfer full) (nullable): a block, or %NULL with %LS_ATOMICS_ERROR_RANGE where the machine has not so much memory
 */
LsSharedMemory *
ls_shared_memory_new (guint64      length,
                      const char  *name,
                      GError     **error)
{
  LsSharedMemory *self = ls_shared_memory_new_growable (length, length, name, error);

  if (self != NULL)
    self->is_growable = FALSE;
  return self;
}

/**
 * ls_shared_memory_new_growable:
 * @length: the length in bytes at first
 * @max_length: the highest length in bytes
 * @name: (nullable): the name of the block
 * @error: return location for an error
 *
 * Makes a block of shared memory that can grow, as `new SharedArrayBuffer()` with `maxByteLength` does.
 *
 * Returns: (transfer full) (nullable): a block that [method@SharedMemory.grow] makes longer, or %NULL with
 *   %LS_ATOMICS_ERROR_RANGE where @length is more than @max_length or the machine has not so much memory
 */
LsSharedMemory *
ls_shared_memory_new_growable (guint64      length,
                               guint64      max_length,
                               const char  *name,
                               GError     **error)
{
  LsSharedMemory *self;
  guint8 *bytes = NULL;

  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  if (length > max_length)
    {
      g_set_error (error, LS_ATOMICS_ERROR, LS_ATOMICS_ERROR_RANGE,
                   "Shared memory of %" G_GUINT64_FORMAT " bytes cannot have %" G_GUINT64_FORMAT " at most", length, max_length);
      return NULL;
    }
  /* A program catches that a large block cannot be had. Where there is no memory even for a small one, an exploration would show
   * findings that are the machine's: the process ends, as everywhere else. */
  if (max_length <= SMALL)
    bytes = g_malloc0 (MAX (max_length, 1));
  else if (max_length <= LS_SHARED_MEMORY_MAX_LENGTH && max_length <= G_MAXSIZE - 1)
    bytes = g_try_malloc0 (max_length);
  if (bytes == NULL)
    {
      g_set_error (error, LS_ATOMICS_ERROR, LS_ATOMICS_ERROR_RANGE,
                   "There is no room for %" G_GUINT64_FORMAT " bytes of shared memory", max_length);
      return NULL;
    }

  self = g_new0 (LsSharedMemory, 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->is_growable = TRUE;
  self->length = length;
  self->max_length = max_length;
  self->name = g_strdup (name);
  self->bytes = bytes;
  return self;
}

/**
 * ls_shared_memory_ref:
 * @self: a block
 *
 * Takes a reference.
 *
 * Returns: (transfer full): @self
 */
LsSharedMemory *
ls_shared_memory_ref (LsSharedMemory *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/**
 * ls_shared_memory_unref:
 * @self: (transfer full): a block
 *
 * Drops a reference. The last one frees the block.
 */
void
ls_shared_memory_unref (LsSharedMemory *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_free (self->bytes);
  g_free (self->name);
  g_free (self);
}

/**
 * ls_shared_memory_get_name:
 * @self: a block
 *
 * Gets the name of the block.
 *
 * Returns: (transfer none) (nullable): the name of the block
 */
const char *
ls_shared_memory_get_name (LsSharedMemory *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->name;
}

/**
 * ls_shared_memory_get_id:
 * @self: a block
 *
 * Gets the number of the block.
 *
 * Returns: the number of the block within its cluster of agents, from 1; 0 without a cluster
 */
guint32
ls_shared_memory_get_id (LsSharedMemory *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->id;
}

/**
 * ls_shared_memory_get_length:
 * @self: a block
 *
 * Gets the current length.
 *
 * Returns: the current length in bytes
 */
gsize
ls_shared_memory_get_length (LsSharedMemory *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return __atomic_load_n (&self->length, __ATOMIC_SEQ_CST);
}

/**
 * ls_shared_memory_get_max_length:
 * @self: a block
 *
 * Gets the length to which the block can grow.
 *
 * Returns: the highest length in bytes
 */
gsize
ls_shared_memory_get_max_length (LsSharedMemory *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->max_length;
}

/**
 * ls_shared_memory_is_growable:
 * @self: a block
 *
 * Tells whether the block can grow.
 *
 * Returns: whether the block can grow
 */
gboolean
ls_shared_memory_is_growable (LsSharedMemory *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->is_growable;
}

/**
 * ls_shared_memory_get_bytes: (skip)
 * @self: a block
 *
 * Gets the bytes.
 *
 * Returns: (transfer none): the bytes of the block, up to its highest length; read and write them with atomic operations where
 *   other threads use them
 */
guint8 *
ls_shared_memory_get_bytes (LsSharedMemory *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->bytes;
}
