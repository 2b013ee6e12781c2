/* ls-cli-validate.c: loopscope-cli validate
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>

#include "ls-cli-course.h"
#include "ls-cli-session.h"
#include "ls-lesson.h"
#include "ls-runner.h"
#include "ls-session-recording.h"

/* Returns whether the FILE @argument is a script alone, so that places in it are those of its one script. */
static gboolean
is_script (const char *argument,
           const char *mistake)
{
  return ls_session_path_is_script (argument) || (g_str_equal (argument, "-") && g_str_has_prefix (mistake, "standard input:"));
}

/* Reads JavaScript as a run would, without running any of it. */
static char *
find_mistake (const char *argument,
              LsSession  *session)
{
  LsProgram *program = ls_session_get_program (session);
  g_autofree char *name = ls_cli_display_name (argument);
  g_autoptr (GError) error = NULL;
  g_autoptr (LsRunner) runner = NULL;
  const char *text, *message;
  guint line, column;

  /* Steps may post tasks that are written in JavaScript. */
  if (ls_program_runtime_lookup (ls_program_kind_to_string (LS_PROGRAM_JAVASCRIPT)) == NULL)
    return NULL;
  runner = ls_runner_new (session, NULL, &error);
  text = runner != NULL ? ls_runner_get_script_error (runner) : error->message;
  if (text == NULL)
    return NULL;

  if (is_script (argument, text) && ls_program_parse_place (program, text, NULL, &line, &column, &message))
    return g_strdup_printf ("%s:%u:%u: %s", name, line, column, message);
  return g_strdup_printf ("%s: %s", name, text);
}

/* The actions of a lesson's pages must go with the program, as those of the session do. */
static char *
find_lesson_mistake (const char *argument,
                     LsSession  *session)
{
  LsLesson *lesson = ls_session_get_lesson (session);

  for (guint i = 0; lesson != NULL && i < ls_lesson_get_n_pages (lesson); i++)
    for (guint is_solved = 0; is_solved <= 1; is_solved++)
      {
        g_autoptr (GError) error = NULL;
        g_autoptr (LsSession) page = ls_session_new_for_page (session, i, is_solved, &error);
        g_autofree char *name = ls_cli_display_name (argument);

        if (page == NULL)
          return g_strdup_printf ("%s: /lesson/pages/%u: %s", name, i, error->message);
      }
  return NULL;
}

/* Returns (transfer full) (nullable) the first thing that is wrong with a session. */
static char *
find_session_mistake (const char *argument,
                      LsSession  *session)
{
  char *message = find_mistake (argument, session);

  if (message == NULL && ls_session_is_recorded (session))
    {
      g_autofree char *name = ls_cli_display_name (argument);

      message = g_strdup_printf (_("%s: This is a recording or a trace; expected a session"), name);
    }
  return message != NULL ? message : find_lesson_mistake (argument, session);
}

/* The same of a course. */
static char *
find_course_mistake (const char *argument)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LsCourse) course = ls_cli_read_course (argument, &error);
  char *message = NULL;

  for (guint i = 0; course != NULL && error == NULL && message == NULL && i < ls_course_get_n_lessons (course); i++)
    {
      const LsCourseLesson *lesson = ls_course_get_lesson (course, i);

      /* A lesson that the course only names is checked where it is. */
      if (ls_course_check_lesson (course, i, &error) && lesson->is_embedded)
        message = find_session_mistake (argument, lesson->session);
    }
  return error != NULL ? g_strdup (error->message) : message;
}

/* The same of any file. */
static char *
find_file_mistake (const char *argument)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LsSession) session = NULL;

  if (ls_cli_is_course (argument))
    return find_course_mistake (argument);
  session = ls_session_new_from_path (argument, &error);
  return session != NULL ? find_session_mistake (argument, session) : g_strdup (error->message);
}

/* Loads sessions and courses, and prints a line for each that cannot be: these lines are what is asked for, so they go to standard
 * output. */
int
ls_cli_command_validate (const LsCliCommand *command,
                         char              **arguments)
{
  g_autoptr (GOptionContext) context = NULL;
  g_auto (GStrv) rest = g_strdupv (arguments);
  int exit_status;

  context = ls_cli_context_new (command, _("Prints a line for each error: the file, a JSON pointer, and what was expected\nthere. Prints nothing for valid files."));
  if (!ls_cli_parse (command, context, &rest, &exit_status))
    return exit_status;

  if (!ls_cli_need_files (command, rest))
    return LS_CLI_BAD_USAGE;

  for (guint i = 0; rest[i] != NULL && !ls_cli_write_failed (); i++)
    {
      g_autofree char *message = find_file_mistake (rest[i]);

      if (message != NULL)
        {
          g_autofree char *line = ls_cli_escape (message, -1);

          ls_cli_write_text (line);
          exit_status = LS_CLI_BAD_INPUT;
        }
    }

  return exit_status;
}
