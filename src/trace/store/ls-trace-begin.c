/* ls-trace-begin.c: traces that begin where another one has forgotten what was before
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-state-private.h"
#include "ls-trace-private.h"
#include "ls-world-records-private.h"

/* Lists records that make the state where @self begins when they are applied to nothing. Any thread may call it. */
GArray *
ls_trace_list_before (LsTrace *self)
{
  g_autoptr (LsState) state = ls_state_new (self);

  ls_state_seek (state, ls_trace_get_start (self));
  return ls_world_list_records (ls_state_get_world (state));
}

/* Makes an empty trace, which has the texts of @other, begin as that one does: at the same position, with the same state. As much
 * is lost. Belongs to the writer's thread. */
void
ls_trace_begin_like (LsTrace *self,
                     LsTrace *other)
{
  const gsize start = ls_trace_get_start (other);
  g_autoptr (GArray) before = NULL;
  LsRecord first = { 0 };

  ls_trace_set_n_lost (self, ls_trace_get_n_lost (other));
  if (start == 0)
    return;
  before = ls_trace_list_before (other);
  if (ls_trace_get_length (other) > start)
    ls_trace_get_record (other, start, &first);
  ls_trace_begin_at (self, start, first.time, ls_trace_get_step_at (other, start), ls_trace_count_turns_before (other),
                     (const LsRecord *) before->data, before->len);
}
