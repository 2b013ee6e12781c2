/* ls-trace-part-private.h: a part of a trace, as a trace
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-trace.h"

G_BEGIN_DECLS

void     ls_trace_copy_texts     (LsTrace  *self,
                                  LsProbe  *probe,
                                  guint     first);
void     ls_trace_copy_records   (LsTrace  *self,
                                  LsProbe  *probe,
                                  gsize     first,
                                  gsize     end);
LsTrace *ls_trace_new_part       (LsTrace  *self,
                                  gboolean  hides_next);
void     ls_trace_extend_part    (LsTrace  *self,
                                  LsTrace  *part,
                                  gsize     end);
gboolean ls_trace_get_hides_next (LsTrace  *self);

G_END_DECLS
