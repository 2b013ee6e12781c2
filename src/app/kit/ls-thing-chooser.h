/* ls-thing-chooser.h: chooses a task or a signal by name or number
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "ls-player.h"

G_BEGIN_DECLS

#define LS_TYPE_THING_CHOOSER (ls_thing_chooser_get_type ())
G_DECLARE_FINAL_TYPE (LsThingChooser, ls_thing_chooser, LS, THING_CHOOSER, GtkBox)

/* Signals: chosen (LsSelectionKind, guint). LS_SELECTION_NONE means everything. */

void ls_thing_chooser_set_player (LsThingChooser *self,
                                  LsPlayer       *player,
                                  gboolean        only_tasks);

G_END_DECLS
