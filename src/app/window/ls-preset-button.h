/* ls-preset-button.h: the preset of a session, in the header bar
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "ls-settings.h"

G_BEGIN_DECLS

#define LS_TYPE_PRESET_BUTTON (ls_preset_button_get_type ())
G_DECLARE_FINAL_TYPE (LsPresetButton, ls_preset_button, LS, PRESET_BUTTON, AdwBin)

void ls_preset_button_update (LsPresetButton   *self,
                              const LsSettings *settings);
void ls_preset_button_show_recorded (LsPresetButton *self,
                                     const char     *preset);

G_END_DECLS
