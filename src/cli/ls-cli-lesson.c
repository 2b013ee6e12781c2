/* ls-cli-lesson.c: loopscope-cli lesson
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>

#include "ls-cli-session.h"

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
  ls_cli_write_text (line);
  return LS_CLI_OK;
}

/* Writes what a lesson begins with. */
int
ls_cli_command_lesson (const LsCliCommand *command,
                       char              **arguments)
{
  g_autoptr (GOptionContext) context = NULL;
  g_auto (GStrv) rest = g_strdupv (arguments);
  g_autofree char *title = NULL;
  const GOptionEntry entries[] = {
    { "title", 0, 0, G_OPTION_ARG_STRING, &title, N_("Call the lesson this"), N_("TITLE") },
    { NULL }
  };
  int exit_status;

  context = ls_cli_context_new (command, _("Writes a lesson with one question, to be made into one of your own."));
  ls_cli_context_add (context, entries);
  if (!ls_cli_parse (command, context, &rest, &exit_status))
    return exit_status;

  if (g_strcmp0 (rest[0], "new") != 0)
    return ls_cli_usage_error (command, _("Expected “new” and the name of a file"));
  if (rest[1] == NULL || rest[2] != NULL || !g_str_has_suffix (rest[1], SUFFIX))
    return ls_cli_usage_error (command, _("Expected one name of a file that ends with %s"), SUFFIX);
  return write_lesson (rest[1], title);
}
