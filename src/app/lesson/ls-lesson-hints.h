/* ls-lesson-hints.h: hints of a page of a lesson, one by one
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void  ls_lesson_hints_show (GtkWidget   *box,
                            GtkWidget   *button,
                            char       **hints,
                            guint        n_shown);
guint ls_lesson_hints_next (GtkWidget   *box,
                            GtkWidget   *button,
                            char       **hints,
                            guint        n_shown);

G_END_DECLS
