/* ls-cli-matrix.h: runs of a session with each preset, or with several seeds
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-cli-session.h"

G_BEGIN_DECLS

/* The seeds of an option; none where @is_given is FALSE. */
typedef struct
{
  gboolean is_given;
  guint32  first;
  guint32  last;
} LsCliSeeds;

gboolean ls_cli_parse_seeds (const LsCliCommand *command,
                             const char         *string,
                             LsCliSeeds         *seeds);
gboolean ls_cli_set_seed    (const LsCliCommand *command,
                             LsSession          *session,
                             const char         *argument,
                             const LsCliRunOptions *options,
                             guint32             seed);
int      ls_cli_run_matrix  (const LsCliCommand *command,
                             char              **arguments,
                             LsCliRunOptions    *options,
                             const LsCliSeeds   *seeds,
                             gboolean            keeps_going);

G_END_DECLS
