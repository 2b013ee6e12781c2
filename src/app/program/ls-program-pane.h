/* ls-program-pane.h: a session's program
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-debugger.h"
#include "ls-script-view.h"

G_BEGIN_DECLS

#define LS_TYPE_PROGRAM_PANE (ls_program_pane_get_type ())
G_DECLARE_FINAL_TYPE (LsProgramPane, ls_program_pane, LS, PROGRAM_PANE, GtkWidget)

void          ls_program_pane_set_debugger  (LsProgramPane  *self,
                                             LsDebugger     *debugger);
void          ls_program_pane_set_lines     (LsProgramPane  *self,
                                             guint           first,
                                             guint           last);
int           ls_program_pane_measure_lines (LsProgramPane  *self,
                                             guint           n_lines);
void          ls_program_pane_set_low       (LsProgramPane  *self,
                                             gboolean        is_low);
LsScriptView *ls_program_pane_get_view      (LsProgramPane  *self);
gboolean      ls_program_pane_has_focus     (LsProgramPane  *self);
gboolean      ls_program_pane_get_unsaved   (LsProgramPane  *self);
gboolean      ls_program_pane_get_differs   (LsProgramPane  *self);
GPtrArray    *ls_program_pane_list_texts    (LsProgramPane  *self);
gboolean      ls_program_pane_flush         (LsProgramPane  *self,
                                             GError        **error);

G_END_DECLS
