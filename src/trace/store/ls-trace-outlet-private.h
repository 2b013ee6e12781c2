/* ls-trace-outlet-private.h: who hears of each record of a trace at once
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-trace.h"

G_BEGIN_DECLS

/*< private >
 * LsTraceOutlet:
 * @publish: there may be more records; on the writer's thread
 * @close: the trace goes. It can still be read
 * @data: for both
 *
 * One listener that wants each record as soon as others may read it. */
typedef struct
{
  void   (*publish) (gpointer data);
  void   (*close)   (gpointer data);
  gpointer data;
} LsTraceOutlet;

LsTrace             *ls_trace_from_probe (LsProbe             *probe);
const LsTraceOutlet *ls_trace_get_outlet (LsTrace             *self);
void                 ls_trace_set_outlet (LsTrace             *self,
                                          const LsTraceOutlet *outlet);

G_END_DECLS
