/* ls-cli-completion.h: what there is to complete
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-cli-options.h"

G_BEGIN_DECLS

/* ls-cli-completion-shells.c: the scripts, with a line end each */
char  *ls_cli_completion_bash  (void);
char  *ls_cli_completion_zsh   (void);
char  *ls_cli_completion_fish  (void);

G_END_DECLS
