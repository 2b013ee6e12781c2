/* ls-script-view.h: a script as text, with its breakpoints and the current line
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "ls-find-bar.h"
#include "ls-script-buffer.h"

G_BEGIN_DECLS

#define LS_TYPE_SCRIPT_VIEW (ls_script_view_get_type ())
G_DECLARE_FINAL_TYPE (LsScriptView, ls_script_view, LS, SCRIPT_VIEW, GtkBox)

void            ls_script_view_set_breakpoints   (LsScriptView   *self,
                                                  LsBreakpoints  *breakpoints);
void            ls_script_view_set_buffer        (LsScriptView   *self,
                                                  LsScriptBuffer *buffer);
LsScriptBuffer *ls_script_view_get_buffer        (LsScriptView   *self);
GtkWidget      *ls_script_view_get_text_view     (LsScriptView   *self);
guint           ls_script_view_get_cursor_line   (LsScriptView   *self);
void            ls_script_view_show_line         (LsScriptView   *self,
                                                  guint           line);
void            ls_script_view_show_from         (LsScriptView   *self,
                                                  guint           line);
void            ls_script_view_go_to             (LsScriptView   *self,
                                                  guint           line,
                                                  guint           column);
void            ls_script_view_toggle_breakpoint (LsScriptView   *self,
                                                  guint           line);
void            ls_script_view_edit_breakpoint   (LsScriptView   *self,
                                                  guint           line);
LsFindBar      *ls_script_view_get_find_bar      (LsScriptView   *self);

G_END_DECLS
