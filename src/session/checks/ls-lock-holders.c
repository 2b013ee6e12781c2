/* ls-lock-holders.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-lock-holders-private.h"

#include "ls-types.h"

/* Who gets and who releases a lock is known of the library's locks only, whose operations say so. An agent that has got it holds it
 * until it releases it itself: whatever another one does to the element, it goes on as if the lock were its own. */

void
ls_lock_holders_init (LsLockHolders *self,
                      const char    *memory,
                      guint64        index)
{
  *self = (LsLockHolders) {
    .memory = memory, .index = index, .agent = 1, .holders = g_array_new (FALSE, FALSE, sizeof (guint32))
  };
}

void
ls_lock_holders_clear (LsLockHolders *self)
{
  g_clear_pointer (&self->holders, g_array_unref);
}

/* Returns: whether the lock has another holder, or one more */
static gboolean
note (LsLockHolders *self,
      guint32        memory,
      guint64        byte_index,
      guint          flags)
{
  guint i = 0;

  /* A lock is an element of an Int32Array. */
  if (memory == 0 || memory != self->id || byte_index / 4 != self->index)
    return FALSE;
  while (i < self->holders->len && g_array_index (self->holders, guint32, i) != self->agent)
    i++;
  if ((flags & LS_RECORD_FLAG_LOCKED) != 0 && i == self->holders->len)
    {
      g_array_append_val (self->holders, self->agent);
      return TRUE;
    }
  if ((flags & LS_RECORD_FLAG_UNLOCKED) != 0 && i < self->holders->len)
    g_array_remove_index (self->holders, i);
  return FALSE;
}

/* Reads the next record of @trace. Returns: whether an agent gets the lock by it */
gboolean
ls_lock_holders_read (LsLockHolders  *self,
                      LsTrace        *trace,
                      const LsRecord *record)
{
  switch (record->kind)
    {
    case LS_RECORD_AGENT_RUN:
      self->agent = record->subject;
      return FALSE;
    case LS_RECORD_MEMORY_CREATED:
      if (self->id == 0 && record->text != 0 && g_strcmp0 (ls_trace_get_text (trace, record->text), self->memory) == 0)
        self->id = record->subject;
      return FALSE;
    case LS_RECORD_ATOMIC_OPERATION:
      return note (self, record->subject, record->object, record->flags);
    case LS_RECORD_NOTIFY:
      return note (self, record->object, record->value, record->flags & LS_RECORD_FLAG_UNLOCKED);
    default:
      return FALSE;
    }
}
