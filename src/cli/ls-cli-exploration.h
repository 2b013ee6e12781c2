/* ls-cli-exploration.h: checkpoints of explorations, and what these have come to
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-explorer.h"
#include "ls-session.h"

G_BEGIN_DECLS

GBytes   *ls_cli_read_checkpoint    (LsSession              *session,
                                     const char             *file);
gboolean  ls_cli_write_checkpoint   (LsExplorer             *explorer,
                                     LsSession              *session,
                                     const char             *file);
int       ls_cli_report_exploration (LsExplorer             *explorer,
                                     LsSession              *session,
                                     const LsExploreOptions *options,
                                     const char             *save,
                                     gboolean                is_json);

G_END_DECLS
