/* ls-names.h: the names that steps can refer to
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-state.h"

G_BEGIN_DECLS

char **ls_names_list_signals (LsState    *state,
                              gboolean    only_controllers);
char  *ls_names_make_unused  (LsState    *state,
                              const char *prefix);

G_END_DECLS
