/* ls-explore-pane.h: explores the schedules of the session and shows what goes wrong
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "ls-debugger.h"
#include "ls-exploration.h"

G_BEGIN_DECLS

#define LS_TYPE_EXPLORE_PANE (ls_explore_pane_get_type ())
G_DECLARE_FINAL_TYPE (LsExplorePane, ls_explore_pane, LS, EXPLORE_PANE, GtkBox)

/* Properties: n-findings (guint).
 *
 * Signals: open-session (LsSession) – the window shows this session beside the present one. used (string) – the session has
 * another schedule now; the string names it. saved () – the pane saved a finding. report (string) – something went wrong; the
 * string says what. */

void           ls_explore_pane_set_debugger    (LsExplorePane *self,
                                                LsDebugger    *debugger);
void           ls_explore_pane_start           (LsExplorePane *self);
guint          ls_explore_pane_get_n_findings  (LsExplorePane *self);
LsExploration *ls_explore_pane_get_exploration (LsExplorePane *self);
void           ls_explore_pane_save_to         (LsExplorePane *self,
                                                guint          index,
                                                GFile         *file);

G_END_DECLS
