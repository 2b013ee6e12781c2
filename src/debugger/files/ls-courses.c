/* ls-courses.c: how far the user has come in courses
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-courses.h"

#include "ls-lessons.h"

/**
 * ls_courses_is_finished:
 * @settings: the application's settings
 * @lesson: a lesson of a course
 *
 * Returns: whether the user has finished it. Who has finished a lesson has finished each part of it.
 */
gboolean
ls_courses_is_finished (GSettings            *settings,
                        const LsCourseLesson *lesson)
{
  return ls_lessons_get_finished (settings, lesson->id) || ls_lessons_get_finished (settings, lesson->lesson);
}

/**
 * ls_courses_count_finished:
 * @settings: the application's settings
 * @course: a course
 *
 * Returns: how many of its lessons the user has finished
 */
guint
ls_courses_count_finished (GSettings *settings,
                           LsCourse  *course)
{
  guint n_finished = 0;

  for (guint i = 0; i < ls_course_get_n_lessons (course); i++)
    n_finished += ls_courses_is_finished (settings, ls_course_get_lesson (course, i));
  return n_finished;
}

/**
 * ls_courses_find_unfinished:
 * @settings: the application's settings
 * @course: a course
 * @except: the index of a lesson that does not count, %G_MAXUINT for none
 *
 * Returns: the index of the first lesson that the user has not finished, %G_MAXUINT if there is none
 */
guint
ls_courses_find_unfinished (GSettings *settings,
                            LsCourse  *course,
                            guint      except)
{
  for (guint i = 0; i < ls_course_get_n_lessons (course); i++)
    if (i != except && !ls_courses_is_finished (settings, ls_course_get_lesson (course, i)))
      return i;
  return G_MAXUINT;
}
