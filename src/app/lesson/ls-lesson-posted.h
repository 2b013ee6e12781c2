/* ls-lesson-posted.h: the code of what a page of a lesson posts
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "ls-lesson.h"

G_BEGIN_DECLS

void ls_lesson_posted_show (GtkWidget          *box,
                            const LsLessonPage *page);

G_END_DECLS
