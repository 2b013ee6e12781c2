/* ls-signal-tree.h: signals and what depends on them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "ls-player.h"

G_BEGIN_DECLS

#define LS_TYPE_SIGNAL_TREE (ls_signal_tree_get_type ())
G_DECLARE_FINAL_TYPE (LsSignalTree, ls_signal_tree, LS, SIGNAL_TREE, GtkBox)

void ls_signal_tree_set_player (LsSignalTree *self,
                                LsPlayer     *player);

G_END_DECLS
