/* ls-drop.h: frees what is large
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-session.h"
#include "ls-trace.h"

G_BEGIN_DECLS

void ls_trace_drop   (LsTrace   *trace);
void ls_session_drop (LsSession *session);

G_END_DECLS
