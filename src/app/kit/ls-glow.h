/* ls-glow.h: points at a part of a window for a moment
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void ls_glow (GtkWidget *widget);

G_END_DECLS
