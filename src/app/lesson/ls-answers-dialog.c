/* ls-answers-dialog.c: saves what the learner has answered in a lesson
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-answers-dialog.h"

#include <glib/gi18n.h>
#include <string.h>

#include "ls-compat.h"
#include "ls-lesson-notes.h"
#include "ls-lesson-results.h"
#include "ls-widget.h"

#define SUFFIX ".answers.json"
#define NAME_KEY "learner-name"

/**
 * LsAnswersDialog:
 *
 * Saves a file with the learner's answers to a lesson, for a teacher, and asks for the name that is to be in it. “done”, with what
 * to tell the learner, is emitted once it is saved.
 */
struct _LsAnswersDialog
{
  GtkBox         parent_instance;

  GtkWidget     *accept;
  GtkWidget     *score;
  GtkWidget     *name;
  GtkWidget     *error;

  GSettings     *settings;
  LsAnswerSheet *sheet;
  GCancellable  *cancellable;   /* NULL while nothing is written */
};

G_DEFINE_FINAL_TYPE (LsAnswersDialog, ls_answers_dialog, GTK_TYPE_BOX)

/* Returns (transfer full) the name that is typed, as long as it may be. */
static char *
dup_name (LsAnswersDialog *self)
{
  g_autofree char *typed = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->name))));

  return g_utf8_substring (typed, 0, MIN (g_utf8_strlen (typed, -1), LS_SHEET_MAX_NAME));
}

static void
on_edited (LsAnswersDialog *self)
{
  ls_widget_show_text (self->error, NULL);
}

static void
written_cb (GObject      *object,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (LsAnswersDialog) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autofree char *name = g_file_get_basename (G_FILE (object)), *text = NULL;

  g_file_replace_contents_finish (G_FILE (object), result, NULL, &error);
  g_clear_object (&self->cancellable);
  /* The dialog is gone. */
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || self->sheet == NULL)
    return;
  gtk_widget_set_sensitive (self->accept, TRUE);
  if (error != NULL)
    {
      text = g_strdup_printf (_("%s: Could not save the file: %s"), name, error->message);
      ls_widget_show_text (self->error, text);
      ls_compat_announce (GTK_WIDGET (self), text);
      return;
    }
  text = g_strdup_printf (_("Saved %s"), name);
  ls_compat_close_dialog (GTK_WIDGET (self));
  g_signal_emit_by_name (self, "done", text);
}

/**
 * ls_answers_dialog_save_to:
 * @self: a dialog
 * @file: the file to write
 *
 * Writes the answers, and closes the dialog if that succeeds. It replaces an existing file.
 */
void
ls_answers_dialog_save_to (LsAnswersDialog *self,
                           GFile           *file)
{
  g_autoptr (GBytes) bytes = NULL;
  char *text;

  g_return_if_fail (LS_IS_ANSWERS_DIALOG (self));

  if (self->cancellable != NULL || self->sheet == NULL)
    return;
  g_free (self->sheet->learner);
  self->sheet->learner = dup_name (self);
  g_settings_set (self->settings, NAME_KEY, "ms", self->sheet->learner);
  text = ls_answer_sheet_to_json (self->sheet);
  bytes = g_bytes_new_take (text, strlen (text));
  self->cancellable = g_cancellable_new ();
  gtk_widget_set_sensitive (self->accept, FALSE);
  g_file_replace_contents_bytes_async (file, bytes, NULL, FALSE, G_FILE_CREATE_NONE, self->cancellable, written_cb,
                                       g_object_ref (self));
}

static void
on_file_chosen (GFile    *file,
                gpointer  user_data)
{
  g_autoptr (LsAnswersDialog) self = user_data;

  if (file != NULL)
    ls_answers_dialog_save_to (self, file);
}

static void
on_accept (LsAnswersDialog *self)
{
  g_autofree char *learner = dup_name (self), *name = NULL;

  if (!gtk_widget_get_sensitive (self->accept))
    return;
  /* A name may have anything in it that a name of a file may not. */
  g_strdelimit (learner, "/\\:*?\"<>|. ", '-');
  name = g_strconcat (self->sheet->id, *learner != '\0' ? "-" : "", learner, SUFFIX, NULL);
  ls_compat_save_file (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))), _("Save Answers"), name, NULL, on_file_chosen,
                       g_object_ref (self));
}

static void
ls_answers_dialog_dispose (GObject *object)
{
  LsAnswersDialog *self = LS_ANSWERS_DIALOG (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->settings);
  g_clear_pointer (&self->sheet, ls_answer_sheet_free);
  gtk_widget_dispose_template (GTK_WIDGET (object), LS_TYPE_ANSWERS_DIALOG);

  G_OBJECT_CLASS (ls_answers_dialog_parent_class)->dispose (object);
}

static void
ls_answers_dialog_class_init (LsAnswersDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_answers_dialog_dispose;

  /**
   * LsAnswersDialog::done:
   * @self: a dialog
   * @text: what to tell the learner
   *
   * The answers are saved.
   */
  g_signal_new ("done", LS_TYPE_ANSWERS_DIALOG, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);

  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-answers-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, LsAnswersDialog, accept);
  gtk_widget_class_bind_template_child (widget_class, LsAnswersDialog, score);
  gtk_widget_class_bind_template_child (widget_class, LsAnswersDialog, name);
  gtk_widget_class_bind_template_child (widget_class, LsAnswersDialog, error);
  gtk_widget_class_bind_template_callback (widget_class, on_accept);
  gtk_widget_class_bind_template_callback (widget_class, on_edited);
  gtk_widget_class_bind_template_callback (widget_class, ls_compat_close_dialog);
}

static void
ls_answers_dialog_init (LsAnswersDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/* Returns whether there is anything to save. */
static gboolean
has_attempts (LsAnswersDialog *self)
{
  for (guint i = 0; i < self->sheet->exercises->len; i++)
    {
      const LsSheetExercise *exercise = g_ptr_array_index (self->sheet->exercises, i);

      if (exercise->attempts->len > 0 || exercise->solution_after != LS_SHEET_NONE)
        return TRUE;
    }
  return FALSE;
}

/* Returns (transfer full) the name that the learner has given before, if only to have none, or else the one that the system has. */
static char *
propose_name (LsAnswersDialog *self)
{
  const char *real = g_get_real_name ();
  char *before;

  g_settings_get (self->settings, NAME_KEY, "ms", &before);
  if (before != NULL)
    return before;
  return g_strdup (real != NULL && !g_str_equal (real, "Unknown") && g_utf8_validate (real, -1, NULL) ? real : "");
}

/**
 * ls_answers_dialog_new:
 * @settings: the application's settings
 * @lesson: a lesson
 * @title: its title
 *
 * Returns: (transfer floating): a dialog that saves what the learner has answered in @lesson
 */
GtkWidget *
ls_answers_dialog_new (GSettings  *settings,
                       LsLesson   *lesson,
                       const char *title)
{
  LsAnswersDialog *self = g_object_new (LS_TYPE_ANSWERS_DIALOG, NULL);
  LsLessonScore score;
  g_autofree char *text = NULL, *name = NULL;
  gboolean can_save;

  self->settings = g_object_ref (settings);
  self->sheet = ls_lesson_notes_get (settings, lesson, title);
  can_save = has_attempts (self);
  gtk_widget_set_sensitive (self->accept, can_save);
  ls_lesson_results_get_score (settings, self->sheet->id, &score);
  text = can_save ? ls_lesson_score_say (&score) : g_strdup (_("Nothing has been answered yet."));
  ls_widget_show_text (self->score, text);
  name = propose_name (self);
  gtk_editable_set_text (GTK_EDITABLE (self->name), name);
  return GTK_WIDGET (self);
}
