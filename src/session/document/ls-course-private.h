/* ls-course-private.h: lessons in an order, in one file
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-session.h"

G_BEGIN_DECLS

#define LS_COURSE_SUFFIX ".loopscope-course"
#define LS_COURSE_MIME_TYPE "application/vnd.loopscope.course+json"

/*< private >
 * LsCourse:
 *
 * A course: which lessons to take, one after the other. A lesson is in the course's file, or is looked for by its id. */
typedef struct _LsCourse LsCourse;

/*< private >
 * LsCourseLesson:
 * @lesson: the id of the lesson
 * @id: by which a reader's progress is remembered: that of the lesson, or one of its own if the course has a part of the lesson
 * @first: the first page to read, from 1; 0 for all pages
 * @last: the last page to read, 0 for all pages
 * @minutes: how long it takes, 0 if nobody says
 * @pointer: where in the course's file it is
 * @is_embedded: whether the lesson is in the course's file
 * @whole: (nullable): the session with the lesson, %NULL if it was not found
 * @session: (nullable): the session with the pages to read
 * @error: (nullable): why the lesson that was found cannot be read
 *
 * A lesson of a course. */
typedef struct
{
  char      *lesson;
  char      *id;
  guint32    first;
  guint32    last;
  guint32    minutes;
  char      *pointer;
  gboolean   is_embedded;
  LsSession *whole;
  LsSession *session;
  GError    *error;
} LsCourseLesson;

LsCourse             *ls_course_new_from_data   (const char         *name,
                                                 const char         *data,
                                                 gsize               length,
                                                 GError            **error);
LsCourse             *ls_course_new_from_file   (GFile              *file,
                                                 const char         *called,
                                                 GCancellable       *cancellable,
                                                 GError            **error);
gboolean              ls_course_is_file         (GFile              *file,
                                                 GCancellable       *cancellable);
LsCourse             *ls_course_ref             (LsCourse           *self);
void                  ls_course_unref           (LsCourse           *self);

GFile                *ls_course_get_file        (LsCourse           *self);
const char           *ls_course_get_title       (LsCourse           *self);
const char           *ls_course_get_description (LsCourse           *self);
guint                 ls_course_get_minutes     (LsCourse           *self);
guint                 ls_course_count_minutes   (LsCourse           *self);
guint                 ls_course_get_n_lessons   (LsCourse           *self);
const LsCourseLesson *ls_course_get_lesson      (LsCourse           *self,
                                                 guint               index);

void                  ls_course_offer           (LsCourse           *self,
                                                 LsSession          *session);
char                **ls_course_list_folders    (void);
void                  ls_course_find_lessons    (LsCourse           *self,
                                                 const char *const  *folders,
                                                 GCancellable       *cancellable);
gboolean              ls_course_check_lesson    (LsCourse           *self,
                                                 guint               index,
                                                 GError            **error);
char                 *ls_course_pack            (LsCourse           *self,
                                                 gsize              *length,
                                                 GError            **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsCourse, ls_course_unref)

G_END_DECLS
