/* ls-shortcuts.h: lists the keyboard shortcuts
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "ls-debugger.h"

G_BEGIN_DECLS

#define LS_TYPE_SHORTCUTS (ls_shortcuts_get_type ())
G_DECLARE_FINAL_TYPE (LsShortcuts, ls_shortcuts, LS, SHORTCUTS, GtkBox)

G_END_DECLS
