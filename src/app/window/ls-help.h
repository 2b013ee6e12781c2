/* ls-help.h: the pages of the help
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void ls_help_show (GtkWindow *window);

G_END_DECLS
