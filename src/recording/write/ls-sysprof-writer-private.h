/* ls-sysprof-writer-private.h: writes a trace as marks for Sysprof
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-load-watch-private.h"
#include "ls-trace.h"

G_BEGIN_DECLS

gboolean ls_sysprof_write (LsTrace        *trace,
                           GOutputStream  *stream,
                           LsLoadWatch    *watch,
                           GError        **error);

G_END_DECLS
