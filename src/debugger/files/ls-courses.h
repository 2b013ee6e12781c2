/* ls-courses.h: how far the user has come in courses
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-course-private.h"

G_BEGIN_DECLS

gboolean   ls_courses_is_finished     (GSettings            *settings,
                                       const LsCourseLesson *lesson);
guint      ls_courses_count_finished  (GSettings            *settings,
                                       LsCourse             *course);
guint      ls_courses_find_unfinished (GSettings            *settings,
                                       LsCourse             *course,
                                       guint                 except);

G_END_DECLS
