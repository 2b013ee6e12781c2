/* ls-record-format.h: records as text and as JSON
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-state.h"

G_BEGIN_DECLS

LS_AVAILABLE_IN_1_0
char *ls_trace_format_record  (LsTrace *trace,
                               gsize    position,
                               LsState *names);
LS_AVAILABLE_IN_1_0
char *ls_trace_record_to_json (LsTrace *trace,
                               gsize    position);

G_END_DECLS
