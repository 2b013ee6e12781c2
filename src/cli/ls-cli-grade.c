/* ls-cli-grade.c: loopscope-cli grade
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <gio/gunixinputstream.h>
#include <glib/gi18n.h>
#include <unistd.h>

#include "ls-cli-grade.h"
#include "ls-cli-session.h"

/* What has been read so far. */
typedef struct
{
  LsCliLessons *lessons;
  GPtrArray    *papers;       /* (element-type LsCliPaper) */
  GPtrArray    *failed;       /* (element-type utf8): files that could not be read */
  GHashTable   *by_learner;   /* (element-type utf8 LsCliPaper): of each learner and lesson */
  GHashTable   *by_answers;   /* (element-type utf8 LsCliPaper) */
} Grading;

/* Returns (transfer full) (nullable) the answers in a file. If %NULL, the user has been told. */
static LsAnswerSheet *
read_sheet (const char *argument,
            const char *name)
{
  g_autoptr (GInputStream) input = NULL;
  g_autoptr (GFile) file = NULL;
  g_autoptr (GError) error = NULL;
  LsAnswerSheet *sheet;

  if (g_str_equal (argument, "-"))
    {
      input = g_unix_input_stream_new (STDIN_FILENO, FALSE);
      sheet = ls_answer_sheet_read (name, input, ls_cli_watch_interrupt (), &error);
    }
  else
    {
      file = g_file_new_for_commandline_arg (argument);
      sheet = ls_answer_sheet_load (name, file, ls_cli_watch_interrupt (), &error);
    }
  if (sheet == NULL && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    ls_cli_message ("%s", error->message);
  return sheet;
}

/* One learner counts once in a lesson: what was saved last does. */
static void
add_paper (Grading    *self,
           LsCliPaper *paper)
{
  g_autofree char *key = ls_cli_paper_dup_key (paper);
  LsCliPaper *before = key != NULL ? g_hash_table_lookup (self->by_learner, key) : NULL;

  if (before != NULL && before->sheet->saved >= paper->sheet->saved)
    {
      /* Translators: two files */
      ls_cli_message (_("%s: left out; %s has the same learner and lesson, and was not saved earlier"), paper->file, before->file);
      ls_cli_paper_free (paper);
      return;
    }
  if (before != NULL)
    {
      ls_cli_message (_("%s: left out; %s has the same learner and lesson, and was saved later"), before->file, paper->file);
      g_ptr_array_remove (self->papers, before);
    }
  if (key != NULL)
    g_hash_table_insert (self->by_learner, g_steal_pointer (&key), paper);
  g_ptr_array_add (self->papers, paper);
}

/* Two learners do not answer all things in the same second. */
static void
look_for_copies (Grading *self)
{
  for (guint i = 0; i < self->papers->len; i++)
    {
      LsCliPaper *paper = g_ptr_array_index (self->papers, i), *other;
      g_autofree char *answers = ls_cli_paper_dup_answers (paper);

      if (answers == NULL)
        continue;
      other = g_hash_table_lookup (self->by_answers, answers);
      if (other != NULL)
        /* Translators: two files */
        ls_cli_message (_("%s: has the same answers at the same times as %s"), paper->file, other->file);
      else
        g_hash_table_insert (self->by_answers, g_steal_pointer (&answers), paper);
    }
}

static void
grade_file (Grading    *self,
            const char *argument)
{
  g_autofree char *name = ls_cli_display_name (argument);
  LsAnswerSheet *sheet = read_sheet (argument, name);

  if (sheet == NULL)
    g_ptr_array_add (self->failed, g_utf8_make_valid (name, -1));
  else
    add_paper (self, ls_cli_paper_new (name, sheet, self->lessons));
}

static void
grading_init (Grading *self)
{
  self->lessons = ls_cli_lessons_new ();
  self->papers = g_ptr_array_new_with_free_func ((GDestroyNotify) ls_cli_paper_free);
  self->failed = g_ptr_array_new_with_free_func (g_free);
  self->by_learner = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->by_answers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

static void
grading_clear (Grading *self)
{
  g_hash_table_unref (self->by_answers);
  g_hash_table_unref (self->by_learner);
  g_ptr_array_unref (self->failed);
  g_ptr_array_unref (self->papers);
  ls_cli_lessons_free (self->lessons);
}

static int
grade_all (char     **files,
           char     **lessons,
           gboolean   csv,
           gboolean   json)
{
  GCancellable *cancellable = ls_cli_watch_interrupt ();
  gboolean is_ready = TRUE;
  int exit_status = LS_CLI_BAD_INPUT;
  Grading grading;

  grading_init (&grading);
  for (guint i = 0; lessons != NULL && lessons[i] != NULL; i++)
    is_ready &= ls_cli_lessons_add (grading.lessons, lessons[i]);
  for (guint i = 0; is_ready && files[i] != NULL && !g_cancellable_is_cancelled (cancellable); i++)
    grade_file (&grading, files[i]);
  if (is_ready && !g_cancellable_is_cancelled (cancellable))
    {
      g_ptr_array_sort (grading.papers, ls_cli_paper_compare);
      look_for_copies (&grading);
      if (json)
        ls_cli_grades_write_json (grading.papers, grading.failed);
      else if (csv)
        ls_cli_grades_write_csv (grading.papers);
      else
        ls_cli_grades_write_text (grading.papers);
      exit_status = grading.failed->len > 0 ? LS_CLI_BAD_INPUT : LS_CLI_OK;
    }
  grading_clear (&grading);
  return exit_status;
}

/* Reads the answers that learners have saved, checks them, and prints how each has done. */
int
ls_cli_command_grade (const LsCliCommand *command,
                      char              **arguments)
{
  g_autoptr (GOptionContext) context = NULL;
  g_auto (GStrv) rest = g_strdupv (arguments), lessons = NULL;
  gboolean csv = FALSE, json = FALSE;
  const GOptionEntry entries[] = {
    { "lesson", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &lessons,
      N_("Check the answers with this lesson, which need not be installed; may be repeated"), N_("FILE") },
    { "csv", 0, 0, G_OPTION_ARG_NONE, &csv, N_("Print CSV, a line for each learner and question"), NULL },
    { "json", 0, 0, G_OPTION_ARG_NONE, &json, N_("Print JSON, with all attempts"), NULL },
    { NULL }
  };
  int exit_status;

  context = ls_cli_context_new (command, _("Each FILE is what a learner has saved with “Save Answers” in a lesson. What counts is what was right at the first\ntry, and what was done without looking at the solution. Choices are checked with the lesson, other answers count as\nrecorded. A FILE that makes no sense is named, and the others are graded."));
  ls_cli_context_add (context, entries);
  if (!ls_cli_parse (command, context, &rest, &exit_status))
    return exit_status;

  if (rest[0] == NULL)
    return ls_cli_usage_error (command, _("No file given; expected files with the answers of learners, or “-” for standard input"));
  if (!ls_cli_need_files (command, rest))
    return LS_CLI_BAD_USAGE;
  if (csv && json)
    return ls_cli_usage_error (command, _("--csv and --json are given; expected one of them"));
  return grade_all (rest, lessons, csv, json);
}
