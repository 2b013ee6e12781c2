/* ls-trace-growth-private.h: a trace that others follow while it grows
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <pthread.h>

#include "ls-trace.h"

G_BEGIN_DECLS

/*< private >
 * LsTraceGrowth:
 * @lock: protects @grows and @is_controllable; tools that look for races know pthread's locks
 * @grown: the trace has more records, or will get none
 * @grows: the writer has said that more comes
 * @is_controllable: and that the controllers in it can be used
 * @hides_next: nobody is to suppose what follows the last record; set before it is read
 *
 * How those who go through a trace wait for more of it. */
typedef struct
{
  pthread_mutex_t lock;
  pthread_cond_t  grown;
  gboolean        grows;
  gboolean        is_controllable;
  gboolean        hides_next;
} LsTraceGrowth;

void           ls_trace_growth_init  (LsTraceGrowth *self);
void           ls_trace_growth_clear (LsTraceGrowth *self);
LsTraceGrowth *ls_trace_get_growth   (LsTrace       *self);
gboolean       ls_trace_is_of_page   (LsTrace       *self);

G_END_DECLS
