/* ls-window.h: a window with sessions in tabs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "ls-session-view.h"

G_BEGIN_DECLS

#define LS_TYPE_WINDOW (ls_window_get_type ())
G_DECLARE_FINAL_TYPE (LsWindow, ls_window, LS, WINDOW, AdwApplicationWindow)

LsWindow      *ls_window_new             (GtkApplication *application);
LsWindow      *ls_window_start           (GtkApplication *application,
                                          GFile         **files,
                                          guint           n_files);
void           ls_window_finish_start    (LsWindow       *self);
LsSessionView *ls_window_get_view        (LsWindow       *self);
LsSessionView *ls_window_add_view        (LsWindow       *self);
LsDebugger    *ls_window_get_debugger    (LsWindow       *self);
gboolean       ls_window_has_session     (LsWindow       *self);
void           ls_window_open            (LsWindow       *self,
                                          GFile          *file);
void           ls_window_open_files      (LsWindow       *self,
                                          GFile         **files,
                                          guint           n_files);
gboolean       ls_window_drop_files      (LsWindow       *self,
                                          GSList         *files);
GtkWidget     *ls_window_get_dialog      (LsWindow       *self);
gboolean       ls_window_has_changes     (LsWindow       *self);
gboolean       ls_window_is_asking       (LsWindow       *self);
void           ls_window_keep_journals   (LsWindow       *self);

/* Its tabs */
int            ls_window_get_n_views     (LsWindow       *self);
LsSessionView *ls_window_get_nth_view    (LsWindow       *self,
                                          int             index);
void           ls_window_show_view       (LsWindow       *self,
                                          LsSessionView  *view);

G_END_DECLS
