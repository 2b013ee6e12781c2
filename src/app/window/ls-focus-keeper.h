/* ls-focus-keeper.h: moves the focus between the panes of a window
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define LS_TYPE_FOCUS_KEEPER (ls_focus_keeper_get_type ())
G_DECLARE_FINAL_TYPE (LsFocusKeeper, ls_focus_keeper, LS, FOCUS_KEEPER, GObject)

/**
 * LsFocusKeeperPanes:
 * @user_data: what was given
 *
 * Returns: (transfer container) (element-type GtkWidget): the panes that the focus goes to, in their order; the first one gets a
 *   focus that was lost with its pane
 */
typedef GPtrArray *(*LsFocusKeeperPanes) (gpointer user_data);

LsFocusKeeper *ls_focus_keeper_new      (GtkWindow          *window,
                                         LsFocusKeeperPanes  list_panes,
                                         gpointer            user_data);
void           ls_focus_keeper_next     (LsFocusKeeper      *self,
                                         gboolean            back);
gboolean       ls_focus_keeper_move_tab (LsFocusKeeper      *self,
                                         GtkDirectionType    direction);
void           ls_focus_keeper_leave    (LsFocusKeeper      *self);

G_END_DECLS
