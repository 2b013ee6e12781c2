/* ls-shared-memory-grow.c: SharedArrayBuffer.prototype.grow(), which agents report
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-agent-records-private.h"
#include "ls-shared-memory-private.h"

/**
 * ls_shared_memory_grow:
 * @self: a block
 * @length: the new length in bytes
 * @error: return location for an error
 *
 * Makes the block longer (`SharedArrayBuffer.prototype.grow()`). Any thread may call this. Of two calls at once each sees the
 * length of the other, or fails.
 *
 * Returns: whether the block has @length bytes now; else @error is %LS_ATOMICS_ERROR_TYPE for a block that cannot grow, and
 *   %LS_ATOMICS_ERROR_RANGE for a length below the current one or above the highest one
 */
gboolean
ls_shared_memory_grow (LsSharedMemory  *self,
                       guint64          length,
                       GError         **error)
{
  gsize old;

  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  if (!self->is_growable)
    {
      g_set_error_literal (error, LS_ATOMICS_ERROR, LS_ATOMICS_ERROR_TYPE, "The shared memory is not growable");
      return FALSE;
    }
  old = __atomic_load_n (&self->length, __ATOMIC_SEQ_CST);
  do
    if (length < old || length > self->max_length)
      {
        g_set_error (error, LS_ATOMICS_ERROR, LS_ATOMICS_ERROR_RANGE,
                     "Shared memory of %" G_GSIZE_FORMAT " bytes cannot grow to %" G_GUINT64_FORMAT
                     ": it may have %" G_GSIZE_FORMAT,
                     old, length, self->max_length);
        return FALSE;
      }
  while (!__atomic_compare_exchange_n (&self->length, &old, (gsize) length, FALSE, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
  ls_agent_report_growth (self);
  return TRUE;
}
