/* ls-appearance.h: how the user wants windows to look
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define LS_TYPE_APPEARANCE (ls_appearance_get_type ())
G_DECLARE_FINAL_TYPE (LsAppearance, ls_appearance, LS, APPEARANCE, GObject)

LsAppearance *ls_appearance_new (GSettings *settings);
void          ls_appearance_set_scale (LsAppearance *self,
                                       double        scale);

G_END_DECLS
