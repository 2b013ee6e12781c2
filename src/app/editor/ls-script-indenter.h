/* ls-script-indenter.h: indents JavaScript while it is typed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtksourceview/gtksource.h>

G_BEGIN_DECLS

#define LS_TYPE_SCRIPT_INDENTER (ls_script_indenter_get_type ())
G_DECLARE_FINAL_TYPE (LsScriptIndenter, ls_script_indenter, LS, SCRIPT_INDENTER, GObject)

void ls_script_indenter_attach (GtkSourceView *view);

G_END_DECLS
