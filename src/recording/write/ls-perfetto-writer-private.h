/* ls-perfetto-writer-private.h: writes a trace as Perfetto's protocol buffers
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-load-watch-private.h"
#include "ls-trace.h"

G_BEGIN_DECLS

gboolean ls_perfetto_write (LsTrace        *trace,
                            GOutputStream  *stream,
                            LsLoadWatch    *watch,
                            GError        **error);

G_END_DECLS
