/* ls-javascript-editor.h: an editor for the body of a task in JavaScript
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define LS_TYPE_JAVASCRIPT_EDITOR (ls_javascript_editor_get_type ())
G_DECLARE_FINAL_TYPE (LsJavascriptEditor, ls_javascript_editor, LS, JAVASCRIPT_EDITOR, GtkBox)

char       *ls_javascript_editor_get_text    (LsJavascriptEditor *self);
void        ls_javascript_editor_set_text    (LsJavascriptEditor *self,
                                              const char         *text);
gboolean    ls_javascript_editor_get_pending (LsJavascriptEditor *self);
const char *ls_javascript_editor_get_error   (LsJavascriptEditor *self);
void        ls_javascript_editor_go_to_error (LsJavascriptEditor *self);

G_END_DECLS
