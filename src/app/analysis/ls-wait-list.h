/* ls-wait-list.h: what the selected task waited for
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "ls-player.h"

G_BEGIN_DECLS

#define LS_TYPE_WAIT_LIST (ls_wait_list_get_type ())
G_DECLARE_FINAL_TYPE (LsWaitList, ls_wait_list, LS, WAIT_LIST, GtkBox)

void  ls_wait_list_set_player (LsWaitList *self,
                               LsPlayer   *player);

G_END_DECLS
