/* ls-others-line.h: the tasks that the loop could take beside those of the scheduler
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "ls-player.h"

G_BEGIN_DECLS

#define LS_TYPE_OTHERS_LINE (ls_others_line_get_type ())
G_DECLARE_FINAL_TYPE (LsOthersLine, ls_others_line, LS, OTHERS_LINE, AdwBin)

void  ls_others_line_update     (LsOthersLine *self,
                                 LsPlayer     *player);
char *ls_others_line_format_due (LsState      *state,
                                 guint32       task);

G_END_DECLS
