/* ls-lesson-places.h: the parts of the window that a page of a lesson points to
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "ls-lesson.h"

G_BEGIN_DECLS

void ls_lesson_places_show (GtkWidget      *box,
                            LsLessonPlaces  places);

G_END_DECLS
