/* ls-text-view.h: releases a view of source
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtksourceview/gtksource.h>

G_BEGIN_DECLS

void ls_text_view_drop_source (GtkScrolledWindow *scrolled);

G_END_DECLS
