/* ls-preferences.h: what the user prefers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define LS_TYPE_PREFERENCES (ls_preferences_get_type ())
G_DECLARE_FINAL_TYPE (LsPreferences, ls_preferences, LS, PREFERENCES, GtkBox)

/* Signals: speed-chosen (const char *speed), for the windows that are open already. */

GtkWidget *ls_preferences_new (GSettings *settings);

G_END_DECLS
