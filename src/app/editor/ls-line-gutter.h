/* ls-line-gutter.h: line numbers, with the breakpoints and the current line
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-breakpoints.h"
#include "ls-script-buffer.h"

G_BEGIN_DECLS

#define LS_TYPE_LINE_GUTTER (ls_line_gutter_get_type ())
G_DECLARE_FINAL_TYPE (LsLineGutter, ls_line_gutter, LS, LINE_GUTTER, GtkSourceGutterRendererText)

GtkSourceGutterRenderer *ls_line_gutter_new (LsBreakpoints *breakpoints);

G_END_DECLS
