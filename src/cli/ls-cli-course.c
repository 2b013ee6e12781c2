/* ls-cli-course.c: courses on the command line
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-cli-course.h"

/**
 * ls_cli_is_course:
 * @argument: what the command line names
 *
 * Returns: whether it is the file of a course
 */
gboolean
ls_cli_is_course (const char *argument)
{
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (argument);

  return !g_str_equal (argument, "-") && ls_course_is_file (file, NULL);
}

/**
 * ls_cli_read_course:
 * @argument: the file of a course
 * @error: return location for an error of %LS_SESSION_ERROR
 *
 * Reads a course, and looks for its lessons: beside it, among those that are installed, and among the user's own.
 *
 * Returns: (transfer full): the course, or %NULL with @error set
 */
LsCourse *
ls_cli_read_course (const char  *argument,
                    GError     **error)
{
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (argument);
  LsCourse *course = ls_course_new_from_file (file, argument, NULL, error);
  g_auto (GStrv) folders = ls_course_list_folders ();

  if (course != NULL)
    ls_course_find_lessons (course, (const char *const *) folders, NULL);
  return course;
}
