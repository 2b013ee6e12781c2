/* ls-inspector.h: describes the selected item
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "ls-debugger.h"
#include "ls-sources.h"

G_BEGIN_DECLS

#define LS_TYPE_INSPECTOR (ls_inspector_get_type ())
G_DECLARE_FINAL_TYPE (LsInspector, ls_inspector, LS, INSPECTOR, GtkBox)

void ls_inspector_set_player   (LsInspector *self,
                                LsPlayer    *player);
void ls_inspector_set_debugger (LsInspector *self,
                                LsDebugger  *debugger);
void ls_inspector_set_sources  (LsInspector *self,
                                LsSources   *sources);

G_END_DECLS
