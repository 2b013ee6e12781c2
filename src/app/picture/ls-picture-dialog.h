/* ls-picture-dialog.h: asks what picture to make
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-picture.h"
#include "ls-picture-studio.h"

G_BEGIN_DECLS

#define LS_TYPE_PICTURE_DIALOG (ls_picture_dialog_get_type ())
G_DECLARE_FINAL_TYPE (LsPictureDialog, ls_picture_dialog, LS, PICTURE_DIALOG, GtkBox)

GtkWidget *ls_picture_dialog_new       (LsDebugger       *debugger,
                                        LsTimelineScene  *scene,
                                        const char       *name,
                                        const int        *widths);
void       ls_picture_dialog_set_page  (LsPictureDialog  *self,
                                        const char       *page);
void       ls_picture_dialog_export_to (LsPictureDialog  *self,
                                        GFile            *file);

G_END_DECLS
