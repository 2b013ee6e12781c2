/* ls-find-bar.h: finds text and lines in a script
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>
#include <gtksourceview/gtksource.h>

G_BEGIN_DECLS

#define LS_TYPE_FIND_BAR (ls_find_bar_get_type ())
G_DECLARE_FINAL_TYPE (LsFindBar, ls_find_bar, LS, FIND_BAR, AdwBin)

void ls_find_bar_set_view   (LsFindBar     *self,
                             GtkSourceView *view);
void ls_find_bar_find       (LsFindBar     *self);
void ls_find_bar_find_next  (LsFindBar     *self,
                             gboolean       backwards);
void ls_find_bar_replace    (LsFindBar     *self);
void ls_find_bar_go_to_line (LsFindBar     *self);
void ls_find_bar_close      (LsFindBar     *self);

G_END_DECLS
