/* ls-log-view.h: what the program printed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "ls-player.h"

G_BEGIN_DECLS

#define LS_TYPE_LOG_VIEW (ls_log_view_get_type ())
G_DECLARE_FINAL_TYPE (LsLogView, ls_log_view, LS, LOG_VIEW, GtkBox)

void ls_log_view_set_player (LsLogView *self,
                             LsPlayer  *player);

guint ls_log_view_get_n_lines (LsLogView *self);

void ls_log_view_set_past_only (LsLogView *self,
                                gboolean   is_past_only);

G_END_DECLS
