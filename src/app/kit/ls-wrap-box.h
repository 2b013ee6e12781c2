/* ls-wrap-box.h: lays small children out in lines, as words in a text
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define LS_TYPE_WRAP_BOX (ls_wrap_box_get_type ())
G_DECLARE_FINAL_TYPE (LsWrapBox, ls_wrap_box, LS, WRAP_BOX, GtkWidget)

void ls_wrap_box_append (LsWrapBox *self,
                         GtkWidget *child);

G_END_DECLS
