/* ls-cli-handout.c: loopscope-cli handout
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>

#include "ls-cli-course.h"
#include "ls-cli-export.h"
#include "ls-cli-session.h"
#include "ls-handout.h"

/* The options, as the user gave them. */
typedef struct
{
  char     *output;
  char     *paper;
  char     *seed;
  char     *author;
  gboolean  is_apart;
} Options;

static gboolean
is_stopped (void)
{
  return g_cancellable_is_cancelled (ls_cli_watch_interrupt ());
}

/* Returns whether the lesson is in the handout; if not, the user has been told. @name: where it is from */
static gboolean
add_lesson (LsHandout  *handout,
            const char *name,
            LsSession  *session)
{
  g_autoptr (GError) error = NULL;

  if (ls_handout_add_lesson (handout, session, ls_cli_watch_interrupt (), &error))
    return TRUE;
  if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    ls_cli_message ("%s: %s", name, error->message);
  return FALSE;
}

/* Adds each lesson of a course, or those of its pages that are to be read. */
static gboolean
add_course (LsHandout  *handout,
            const char *argument)
{
  g_autofree char *name = ls_cli_display_name (argument);
  g_autoptr (GError) error = NULL;
  g_autoptr (LsCourse) course = ls_cli_read_course (argument, &error);

  for (guint i = 0; course != NULL && i < ls_course_get_n_lessons (course) && ls_course_check_lesson (course, i, &error); i++)
    {
      const LsCourseLesson *lesson = ls_course_get_lesson (course, i);
      g_autofree char *part = g_strdup_printf ("%s: %s", name, lesson->id);

      if (!add_lesson (handout, part, lesson->session))
        return FALSE;
    }
  if (error != NULL)
    ls_cli_message ("%s", error->message);
  return error == NULL;
}

static gboolean
add_file (LsHandout  *handout,
          const char *argument)
{
  g_autofree char *name = ls_cli_display_name (argument);
  g_autoptr (LsSession) session = NULL;

  if (ls_cli_is_course (argument))
    return add_course (handout, argument);
  session = ls_cli_read (argument, ls_cli_watch_interrupt ());
  return session != NULL && add_lesson (handout, name, session);
}

/* Nothing is written unless all of it can be made. */
static int
write_handout (LsHandout   *handout,
               char       **files,
               LsCliExport *export)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = NULL;

  for (guint i = 0; files[i] != NULL; i++)
    if (!add_file (handout, files[i]))
      return is_stopped () ? LS_CLI_OK : LS_CLI_BAD_INPUT;
  bytes = ls_handout_to_pdf (handout, ls_cli_watch_interrupt (), &error);
  if (bytes == NULL)
    {
      if (!is_stopped ())
        ls_cli_message ("%s", error->message);
      return is_stopped () ? LS_CLI_OK : LS_CLI_BAD_INPUT;
    }
  g_output_stream_write_all (export->stream, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), NULL,
                             ls_cli_watch_interrupt (), &export->error);
  return ls_cli_export_end (export) ? LS_CLI_OK : LS_CLI_OUTPUT_FAILED;
}

static int
make_handout (const LsCliCommand *command,
              char              **files,
              const Options      *options)
{
  LsHandoutPaper paper = LS_HANDOUT_A4;
  g_autoptr (LsHandout) handout = NULL;
  g_autoptr (LsCliExport) export = NULL;
  guint64 seed = 0;

  if (!ls_cli_need_files (command, files))
    return LS_CLI_BAD_USAGE;
  if (options->output == NULL)
    return ls_cli_usage_error (command, _("Expected --output and the name of a PDF file"));
  if (options->paper != NULL && !ls_handout_paper_from_string (options->paper, &paper))
    return ls_cli_refuse_value (command, ls_cli_list_values (command, "paper"), _("“%s” is not a paper size"), options->paper);
  if (!ls_cli_parse_number (command, "--seed", options->seed, 0, G_MAXUINT32, &seed))
    return LS_CLI_BAD_USAGE;

  handout = ls_handout_new (paper);
  ls_handout_set_author (handout, options->author);
  if (options->seed != NULL)
    ls_handout_set_seed (handout, seed);
  if (options->is_apart)
    ls_handout_set_apart (handout);
  export = ls_cli_export_begin (options->output);
  return export != NULL ? write_handout (handout, files, export) : LS_CLI_OUTPUT_FAILED;
}

/* Writes lessons as a PDF to be printed. */
int
ls_cli_command_handout (const LsCliCommand *command,
                        char              **arguments)
{
  g_autoptr (GOptionContext) context = NULL;
  g_auto (GStrv) rest = g_strdupv (arguments);
  Options options = { NULL };
  const GOptionEntry entries[] = {
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &options.output, N_("Write the PDF to this file; “-” is standard output"), N_("FILE") },
    { "paper", 0, 0, G_OPTION_ARG_STRING, &options.paper, N_("Print on a4 or letter; a4 is the default"), N_("SIZE") },
    { "seed", 0, 0, G_OPTION_ARG_STRING, &options.seed, N_("Shuffle the answers, always in the same way for this number"), N_("N") },
    { "apart", 0, 0, G_OPTION_ARG_NONE, &options.is_apart, N_("Begin each page of a lesson on a new sheet, to hand out one by one"), NULL },
    { "author", 0, 0, G_OPTION_ARG_STRING, &options.author, N_("Name the author of the PDF"), N_("NAME") },
    { NULL }
  };
  int exit_status;

  context = ls_cli_context_new (command, _("Writes lessons as a PDF to be printed: text, programs, pictures, and questions with room\nfor answers. What is right is at the end, under “Answers”."));
  ls_cli_context_add (context, entries);
  if (ls_cli_parse (command, context, &rest, &exit_status))
    exit_status = make_handout (command, rest, &options);
  g_free (options.output);
  g_free (options.paper);
  g_free (options.seed);
  g_free (options.author);
  return exit_status;
}
