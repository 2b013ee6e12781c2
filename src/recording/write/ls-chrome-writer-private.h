/* ls-chrome-writer-private.h: writes a trace as Chrome's trace events
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-load-watch-private.h"
#include "ls-trace.h"

G_BEGIN_DECLS

/* The process and, of agent n, the thread that events are of. */
#define LS_CHROME_PID 1

/* The time 0 of a trace, in ns: tools take a time of 0 for none. */
#define LS_CHROME_TIME_BASE G_GUINT64_CONSTANT (1000000000)

gboolean ls_chrome_write (LsTrace        *trace,
                          gboolean        with_records,
                          const char     *session,
                          GOutputStream  *stream,
                          LsLoadWatch    *watch,
                          GError        **error);

G_END_DECLS
