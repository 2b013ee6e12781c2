/* ls-signal-row.h: a signal in the tree of signals
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "ls-player.h"

G_BEGIN_DECLS

#define LS_TYPE_SIGNAL_ROW (ls_signal_row_get_type ())
G_DECLARE_FINAL_TYPE (LsSignalRow, ls_signal_row, LS, SIGNAL_ROW, GtkWidget)

GtkWidget *ls_signal_row_new    (void);
void       ls_signal_row_update (LsSignalRow *self,
                                 LsPlayer    *player,
                                 guint32      signal,
                                 guint        depth,
                                 gboolean     abort_only);

G_END_DECLS
