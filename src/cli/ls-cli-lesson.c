/* ls-cli-lesson.c: loopscope-cli lesson
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>

#include "ls-cli-course.h"
#include "ls-cli-session.h"
#include "ls-session-private.h"

#define SUFFIX ".loopscope"
#define MAX_ID 64

/* What a lesson has that nobody has written yet: a page with a question, whose answers the run decides, and one that says what to
 * remember. It is in English, as the lessons are. %s: its identifier */
static const char skeleton[] =
  "{ \"format\": \"loopscope-session\", \"version\": 1, \"title\": \"A new lesson\","
  " \"description\": \"What one knows after it, in one sentence.\","
  " \"program\": { \"kind\": \"javascript\", \"source\": \""
  "scheduler.postTask(function save() { work(5); console.log('saved'); });\\n"
  "scheduler.postTask(function tap() { work(2); console.log('tapped'); }, { priority: 'user-blocking' });\\n\" },"
  " \"expectations\": [{ \"finished\": true }],"
  " \"lesson\": { \"id\": \"%s\", \"minutes\": 5, \"pages\": ["
  "  { \"title\": \"Two tasks wait\","
  "    \"text\": [\"The script has posted `save`, and then `tap`, which is `user-blocking`. Neither has begun.\"],"
  "    \"look\": [\"stage\", \"program\"], \"at\": { \"turn\": 1 },"
  "    \"question\": { \"text\": \"Which line does the log have first?\", \"answers\": ["
  "      { \"text\": \"“saved”: it was posted first\","
  "        \"because\": \"Age decides among tasks of one priority. These two have different ones.\","
  "        \"holds\": { \"log\": [\"saved\", \"tapped\"] } },"
  "      { \"text\": \"“tapped”\", \"right\": true,"
  "        \"because\": \"`user-blocking` is above `user-visible`, which `save` has as none was given.\","
  "        \"holds\": { \"log\": [\"tapped\", \"saved\"] } } ] } },"
  "  { \"title\": \"What you know now\","
  "    \"text\": [\"The most urgent task that can run is the next one. Age decides among equals.\"] } ] } }";

/* Returns (transfer full) an identifier made of the name of a file. */
static char *
make_id (const char *path)
{
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *lower = g_ascii_strdown (name, -1);
  GString *id = g_string_new (NULL);

  for (const char *c = lower; *c != '\0' && !g_str_equal (c, SUFFIX) && id->len < MAX_ID; c++)
    if (g_ascii_isalnum (*c))
      g_string_append_c (id, *c);
    else if (id->len > 0 && id->str[id->len - 1] != '-')
      g_string_append_c (id, '-');
  while (id->len > 0 && id->str[id->len - 1] == '-')
    g_string_truncate (id, id->len - 1);
  if (id->len == 0)
    g_string_append (id, "lesson");
  return g_string_free (id, FALSE);
}

static int
write_lesson (const char *path,
              const char *title)
{
  g_autofree char *id = make_id (path), *text = g_strdup_printf (skeleton, id), *name = ls_cli_display_name (path);
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (path);
  g_autoptr (LsSession) session = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *line = NULL, *quoted = NULL;

  if (g_file_query_exists (file, NULL))
    {
      ls_cli_message (_("%s: There is such a file already; expected the name of a new one"), name);
      return LS_CLI_BAD_INPUT;
    }
  session = ls_session_new_from_data (name, text, -1, &error);
  g_return_val_if_fail (session != NULL, LS_CLI_BAD_INPUT);
  if (title != NULL)
    ls_session_set_title (session, title);
  if (!ls_session_save (session, file, &error))
    {
      ls_cli_message ("%s", error->message);
      return LS_CLI_OUTPUT_FAILED;
    }
  /* A name that begins like an option is not to be one. */
  if (*path == '-')
    {
      g_autofree char *place = g_strconcat ("./", name, NULL);

      quoted = g_shell_quote (place);
    }
  else
    quoted = g_shell_quote (name);
  line = g_strdup_printf (_("%s: a lesson with one question. While you write: loopscope-cli check --watch %s\n"), name, quoted);
  ls_cli_write_lines (line);
  return LS_CLI_OK;
}

/* Writes a course with its lessons in it. */
static int
pack_course (const char *path,
             const char *output)
{
  g_autofree char *text = NULL, *name = ls_cli_display_name (output);
  g_autoptr (GError) error = NULL;
  g_autoptr (LsCourse) course = ls_cli_read_course (path, &error);
  g_autofree char *line = NULL;
  gsize length;

  text = course != NULL ? ls_course_pack (course, &length, &error) : NULL;
  if (text == NULL)
    {
      ls_cli_message ("%s", error->message);
      return LS_CLI_BAD_INPUT;
    }
  if (!ls_session_write_file (output, text, length, &error))
    {
      ls_cli_message ("%s", error->message);
      return LS_CLI_OUTPUT_FAILED;
    }
  line = g_strdup_printf (ngettext ("%s: a course with %u lesson in it\n", "%s: a course with %u lessons in it\n",
                                    ls_course_get_n_lessons (course)), name, ls_course_get_n_lessons (course));
  ls_cli_write_lines (line);
  return LS_CLI_OK;
}

/* Writes what a lesson begins with, or a course to give away. */
int
ls_cli_command_lesson (const LsCliCommand *command,
                       char              **arguments)
{
  g_autoptr (GOptionContext) context = NULL;
  g_auto (GStrv) rest = g_strdupv (arguments);
  g_autofree char *title = NULL, *output = NULL;
  const GOptionEntry entries[] = {
    { "title", 0, 0, G_OPTION_ARG_STRING, &title, N_("Call the lesson this"), N_("TITLE") },
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &output, N_("Write the packed course to this file"), N_("FILE") },
    { NULL }
  };
  int exit_status;

  context = ls_cli_context_new (command, _("new writes a lesson with one question, to be made into one of your own.\npack writes a course with its lessons in it: one file to give away."));
  ls_cli_context_add (context, entries);
  if (!ls_cli_parse (command, context, &rest, &exit_status))
    return exit_status;

  if (g_strcmp0 (rest[0], "pack") == 0)
    {
      if (title != NULL)
        return ls_cli_usage_error (command, _("%s cannot be combined with %s"), "pack", "--title");
      if (rest[1] == NULL || rest[2] != NULL || output == NULL || !g_str_has_suffix (output, LS_COURSE_SUFFIX))
        return ls_cli_usage_error (command, _("Expected one course, and --output with the name of a file that ends with %s"),
                                   LS_COURSE_SUFFIX);
      return pack_course (rest[1], output);
    }
  if (g_strcmp0 (rest[0], "new") != 0)
    return ls_cli_usage_error (command, _("Expected “new” or “pack”, and the name of a file"));
  if (output != NULL)
    return ls_cli_usage_error (command, _("%s cannot be combined with %s"), "new", "--output");
  if (rest[1] == NULL || rest[2] != NULL || !g_str_has_suffix (rest[1], SUFFIX))
    return ls_cli_usage_error (command, _("Expected one name of a file that ends with %s"), SUFFIX);
  return write_lesson (rest[1], title);
}
