/* ls-why-chooser.h: chooses a task by name or number
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "ls-player.h"

G_BEGIN_DECLS

#define LS_TYPE_WHY_CHOOSER (ls_why_chooser_get_type ())
G_DECLARE_FINAL_TYPE (LsWhyChooser, ls_why_chooser, LS, WHY_CHOOSER, GtkWidget)

GtkWidget *ls_why_chooser_new (LsPlayer *player);

G_END_DECLS
