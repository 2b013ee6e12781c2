/* ls-trace-drop.h: frees traces
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-trace.h"

G_BEGIN_DECLS

void ls_trace_drop (LsTrace *trace);

G_END_DECLS
