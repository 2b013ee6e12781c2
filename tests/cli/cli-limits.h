/* cli-limits.h: runs loopscope-cli on files that mean no good
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

char *cli_read_all          (int         fd);
char *cli_run_within_limits (const char *command,
                             const char *path,
                             int         expected_status);

G_END_DECLS
