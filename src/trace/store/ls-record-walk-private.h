/* ls-record-walk-private.h: goes over the records of a trace one by one
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-trace.h"

G_BEGIN_DECLS

/*< private >
 * LsRecordWalk:
 * @trace: the trace
 * @position: the record to begin with; while the walk goes on, the position after the record that was returned last
 * @end: the position to stop at, or more than the trace has
 *
 * A walk over records. The other members begin with zeros. */
typedef struct
{
  LsTrace        *trace;
  gsize           position;
  gsize           end;
  const LsRecord *next;
  gsize           n_left;
} LsRecordWalk;

/* Returns the next record, %NULL at the end. */
static inline const LsRecord *
ls_record_walk_next (LsRecordWalk *self)
{
  if (self->n_left == 0)
    {
      if (self->position >= self->end)
        return NULL;
      self->next = ls_trace_peek_records (self->trace, self->position, &self->n_left);
      self->n_left = MIN (self->n_left, self->end - self->position);
      if (self->n_left == 0)
        return NULL;
    }
  self->n_left--;
  self->position++;
  return self->next++;
}

G_END_DECLS
