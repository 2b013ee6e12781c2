/* ls-course-lesson-private.h: the lessons of a course
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-course-private.h"
#include "ls-json-private.h"

G_BEGIN_DECLS

void      ls_course_lesson_free  (LsCourseLesson *self);
gpointer  ls_course_lesson_read  (LsJsonReader   *reader,
                                  JsonNode       *node);
void      ls_course_lesson_take  (LsCourseLesson *self,
                                  const char     *name,
                                  LsSession      *session);
JsonNode *ls_course_lesson_write (LsCourseLesson *self,
                                  gboolean        is_whole);

G_END_DECLS
