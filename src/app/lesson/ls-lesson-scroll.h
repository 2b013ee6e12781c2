/* ls-lesson-scroll.h: brings what has come on a page of a lesson into view
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void ls_lesson_scroll_to (GtkWidget *from,
                          GtkWidget *to);

G_END_DECLS
