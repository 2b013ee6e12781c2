/* ls-forgotten.h: tells which records of a run the player has dropped
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "ls-player.h"

G_BEGIN_DECLS

char       *ls_forgotten_describe   (LsPlayer *player);
const char *ls_forgotten_get_record (void);
void        ls_forgotten_show       (LsPlayer  *player,
                                     GtkWidget *label);

G_END_DECLS
