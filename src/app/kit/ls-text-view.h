/* ls-text-view.h: lets a view of source go
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtksourceview/gtksource.h>

G_BEGIN_DECLS

void ls_text_view_drop_source (GtkScrolledWindow *scrolled);

G_END_DECLS
