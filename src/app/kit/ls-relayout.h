/* ls-relayout.h: lays out again what the toolkit forgot
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void ls_relayout_watch (GtkWindow *window);

G_END_DECLS
