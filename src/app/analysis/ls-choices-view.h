/* ls-choices-view.h: where a recorded loop chose otherwise than its preset
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "ls-player.h"

G_BEGIN_DECLS

#define LS_TYPE_CHOICES_VIEW (ls_choices_view_get_type ())
G_DECLARE_FINAL_TYPE (LsChoicesView, ls_choices_view, LS, CHOICES_VIEW, GtkBox)

void  ls_choices_view_set_player (LsChoicesView *self,
                                  LsPlayer      *player);
void ls_choices_view_set_is_elsewhere (LsChoicesView *self,
                                       gboolean       is_elsewhere);

G_END_DECLS
