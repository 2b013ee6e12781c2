/* ls-preset-pane.h: the table by which the loop chooses, explained and to be changed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "ls-debugger.h"

G_BEGIN_DECLS

#define LS_TYPE_PRESET_PANE (ls_preset_pane_get_type ())
G_DECLARE_FINAL_TYPE (LsPresetPane, ls_preset_pane, LS, PRESET_PANE, GtkBox)

void ls_preset_pane_show (LsPresetPane *self,
                          LsDebugger   *debugger);

G_END_DECLS
