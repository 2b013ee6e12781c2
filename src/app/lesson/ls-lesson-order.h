/* ls-lesson-order.h: what a page of a lesson asks to put into order
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "ls-lesson.h"

G_BEGIN_DECLS

#define LS_TYPE_LESSON_ORDER (ls_lesson_order_get_type ())
G_DECLARE_FINAL_TYPE (LsLessonOrder, ls_lesson_order, LS, LESSON_ORDER, GtkBox)

void    ls_lesson_order_show  (LsLessonOrder      *self,
                               const LsLessonPage *page,
                               LsSession          *run,
                               GArray             *order,
                               gboolean            is_answered);
GArray *ls_lesson_order_get   (LsLessonOrder      *self);

G_END_DECLS
