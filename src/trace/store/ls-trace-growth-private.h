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
 * @lock: protects @grows, @is_controllable and @held; tools that look for races know pthread's locks
 * @grown: the trace has more records, or will get none
 * @grows: the writer has said that more comes
 * @is_controllable: and that the controllers in it can be used
 * @held: (element-type guint32) (nullable): the tasks before which what is watched is held
 * @held_serial: how often that has changed; atomic
 * @hides_next: nobody is to suppose what follows the last record; set before it is read
 *
 * How those who go through a trace wait for more of it. */
typedef struct
{
  pthread_mutex_t lock;
  pthread_cond_t  grown;
  gboolean        grows;
  gboolean        is_controllable;
  GArray         *held;
  guint           held_serial;
  gboolean        hides_next;
} LsTraceGrowth;

void           ls_trace_growth_init  (LsTraceGrowth *self);
void           ls_trace_growth_clear (LsTraceGrowth *self);
LsTraceGrowth *ls_trace_get_growth   (LsTrace       *self);
gboolean       ls_trace_is_of_page   (LsTrace       *self);

gboolean       ls_trace_set_held        (LsTrace       *self,
                                         const guint32 *tasks,
                                         guint          n_tasks);
GArray        *ls_trace_list_held       (LsTrace       *self);
guint          ls_trace_get_held_serial (LsTrace       *self);

G_END_DECLS
