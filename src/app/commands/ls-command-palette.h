/* ls-command-palette.h: every command of the window, by name
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define LS_TYPE_COMMAND_PALETTE (ls_command_palette_get_type ())
G_DECLARE_FINAL_TYPE (LsCommandPalette, ls_command_palette, LS, COMMAND_PALETTE, GtkBox)

/* Signals: command (const char *action): the user chose a command; the palette has closed. */

GtkWidget *ls_command_palette_new (GtkWidget  *owner,
                                   const char *yield_problem);

G_END_DECLS
