/* ls-cli-options.h: the options of the commands as a table
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-cli.h"

G_BEGIN_DECLS

/* An option of a command. Texts are translated. */
typedef struct
{
  char *name;           /* without its dashes */
  char  letter;         /* 0 for none */
  char *value;          /* what its value is called; NULL if it takes none */
  gboolean is_file;     /* whether that is the name of a file */
  char *description;
} LsCliOption;

GPtrArray *ls_cli_list_options (const LsCliCommand *command);

G_END_DECLS
