/* ls-steps-editor.h: edits a body, as rows or as JSON
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-step-list.h"

G_BEGIN_DECLS

#define LS_TYPE_STEPS_EDITOR (ls_steps_editor_get_type ())
G_DECLARE_FINAL_TYPE (LsStepsEditor, ls_steps_editor, LS, STEPS_EDITOR, GtkBox)

void          ls_steps_editor_set_model   (LsStepsEditor *self,
                                           LsStepsModel  *model);
LsStepsModel *ls_steps_editor_get_model   (LsStepsEditor *self);
gboolean      ls_steps_editor_finish      (LsStepsEditor *self);
gboolean      ls_steps_editor_get_pending (LsStepsEditor *self);
gboolean      ls_steps_editor_go_to_wrong (LsStepsEditor *self);
gboolean      ls_steps_editor_show_error  (LsStepsEditor *self,
                                           const char    *pointer,
                                           const char    *message);

G_END_DECLS
