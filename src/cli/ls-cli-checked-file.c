/* ls-cli-checked-file.c: what “check” reads
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-cli-checked-file.h"

#include <glib/gi18n.h>

#include "ls-cli-course.h"
#include "ls-cli-session.h"
#include "ls-lesson-check.h"
#include "ls-script-expectations.h"

static void
checked_file_free (LsCliCheckedFile *self)
{
  g_free (self->argument);
  g_free (self->name);
  g_clear_object (&self->session);
  g_clear_pointer (&self->expectations, g_ptr_array_unref);
  g_clear_error (&self->error);
  g_clear_error (&self->run_error);
  g_free (self);
}

/* Takes @name and @error. @session: (nullable): NULL with an error */
static LsCliCheckedFile *
checked_file_new_take (const char *argument,
                       char       *name,
                       LsSession  *session,
                       GError     *error)
{
  LsCliCheckedFile *self = g_new0 (LsCliCheckedFile, 1);

  self->argument = g_strdup (argument);
  self->name = name;
  g_set_object (&self->session, session);
  self->error = error;
  if (self->session != NULL)
    self->expectations = ls_session_read_script_expectations (self->session, &self->error);
  if (self->expectations == NULL)
    g_clear_object (&self->session);

  return self;
}

static LsCliCheckedFile *
checked_file_new (const char *argument)
{
  GError *error = NULL;
  g_autoptr (LsSession) session = ls_session_new_from_path (argument, &error);

  return checked_file_new_take (argument, ls_cli_display_name (argument), session, error);
}

/* A file that cannot be loaded, or that has nothing to check, counts as one test. */
guint
ls_cli_checked_file_count_tests (LsCliCheckedFile *self)
{
  LsLesson *lesson = self->session != NULL ? ls_session_get_lesson (self->session) : NULL;
  guint n_tests = lesson != NULL ? ls_lesson_count_checks (lesson) : 0;

  return self->session != NULL ? MAX (ls_session_get_n_expectations (self->session) + self->expectations->len + n_tests, 1) : 1;
}

/* Adds each lesson of a course. */
static void
load_course (GPtrArray  *files,
             const char *argument)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LsCourse) course = ls_cli_read_course (argument, &error);
  g_autofree char *name = ls_cli_display_name (argument);

  if (course == NULL)
    {
      g_ptr_array_add (files, checked_file_new_take (argument, g_strdup (name), NULL, g_steal_pointer (&error)));
      return;
    }
  if (ls_course_get_minutes (course) < ls_course_count_minutes (course))
    /* Translators: a course, how long it takes according to itself, and what its lessons take together */
    ls_cli_message (_("%s: it says %u minutes, but its lessons take %u"), name, ls_course_get_minutes (course),
                    ls_course_count_minutes (course));
  for (guint i = 0; i < ls_course_get_n_lessons (course); i++)
    {
      const LsCourseLesson *lesson = ls_course_get_lesson (course, i);
      GError *missing = NULL;

      ls_course_check_lesson (course, i, &missing);
      g_ptr_array_add (files, checked_file_new_take (argument, g_strdup_printf ("%s: %s", name, lesson->id), lesson->session, missing));
    }
}

/* Reads what the command line names: sessions, and the lessons of courses.
 *
 * Returns (transfer full) (element-type LsCliCheckedFile) them */
GPtrArray *
ls_cli_checked_files_load (char **arguments)
{
  GPtrArray *files = g_ptr_array_new_with_free_func ((GDestroyNotify) checked_file_free);

  for (guint i = 0; arguments[i] != NULL; i++)
    if (ls_cli_is_course (arguments[i]))
      load_course (files, arguments[i]);
    else
      g_ptr_array_add (files, checked_file_new (arguments[i]));

  return files;
}
