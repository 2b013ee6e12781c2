/* ls-lesson-answer-field.c: an answer to a question, as its author types it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-lesson-answer-field.h"

#include <glib/gi18n.h>

#include "ls-json-private.h"
#include "ls-lesson-edit-private.h"
#include "ls-lesson-field.h"
#include "ls-widget.h"

/**
 * LsLessonAnswerField:
 *
 * An answer, whether it is the right one, why, and what the run does if it is. “edited” is emitted when the user has changed any
 * of it, “remove” when the answer is to go.
 */
struct _LsLessonAnswerField
{
  GtkBox      parent_instance;

  GtkWidget  *right;
  GtkWidget  *remove;
  GtkWidget  *text;
  GtkWidget  *because;
  GtkWidget  *holds;

  JsonNode   *answer;       /* as it was shown, with what is not known here */
  GtkWidget  *edited;       /* where the user typed last, or NULL */
  gboolean    is_showing;
};

G_DEFINE_FINAL_TYPE (LsLessonAnswerField, ls_lesson_answer_field, GTK_TYPE_BOX)

static void
on_edited (LsLessonAnswerField *self,
           GtkWidget           *field)
{
  if (self->is_showing)
    return;
  self->edited = field;
  g_signal_emit_by_name (self, "edited");
}

/* Of a group, the button that is no longer active tells as well. */
static void
on_toggled (LsLessonAnswerField *self)
{
  if (gtk_check_button_get_active (GTK_CHECK_BUTTON (self->right)))
    on_edited (self, self->text);
}

static void
on_remove (LsLessonAnswerField *self)
{
  g_signal_emit_by_name (self, "remove");
}

static void
ls_lesson_answer_field_dispose (GObject *object)
{
  LsLessonAnswerField *self = LS_LESSON_ANSWER_FIELD (object);

  g_clear_pointer (&self->answer, json_node_unref);
  gtk_widget_dispose_template (GTK_WIDGET (self), LS_TYPE_LESSON_ANSWER_FIELD);

  G_OBJECT_CLASS (ls_lesson_answer_field_parent_class)->dispose (object);
}

static void
ls_lesson_answer_field_class_init (LsLessonAnswerFieldClass *klass)
{
  static const char *const names[] = { "edited", "remove" };
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_lesson_answer_field_dispose;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_signal_new (names[i], LS_TYPE_LESSON_ANSWER_FIELD, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);

  g_type_ensure (LS_TYPE_LESSON_FIELD);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-lesson-answer-field.ui");
  gtk_widget_class_bind_template_child (widget_class, LsLessonAnswerField, right);
  gtk_widget_class_bind_template_child (widget_class, LsLessonAnswerField, remove);
  gtk_widget_class_bind_template_child (widget_class, LsLessonAnswerField, text);
  gtk_widget_class_bind_template_child (widget_class, LsLessonAnswerField, because);
  gtk_widget_class_bind_template_child (widget_class, LsLessonAnswerField, holds);
  gtk_widget_class_bind_template_callback (widget_class, on_edited);
  gtk_widget_class_bind_template_callback (widget_class, on_toggled);
  gtk_widget_class_bind_template_callback (widget_class, on_remove);
}

static void
ls_lesson_answer_field_init (LsLessonAnswerField *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * ls_lesson_answer_field_new:
 * @number: which of the answers it is, from 1
 * @first: (nullable): the first answer to the question; one of both is right
 *
 * Returns: (transfer floating): an answer
 */
GtkWidget *
ls_lesson_answer_field_new (guint                number,
                            LsLessonAnswerField *first)
{
  LsLessonAnswerField *self = g_object_new (LS_TYPE_LESSON_ANSWER_FIELD, NULL);
  /* Translators: one of several answers to a question, with its number */
  g_autofree char *caption = g_strdup_printf (_("Answer %u"), number);

  g_object_set (self->text, "caption", caption, NULL);
  ls_widget_name (self->right, _("Answer %u is right"), number);
  ls_widget_name (self->remove, _("Remove Answer %u"), number);
  if (first != NULL)
    gtk_check_button_set_group (GTK_CHECK_BUTTON (self->right), GTK_CHECK_BUTTON (first->right));
  return GTK_WIDGET (self);
}

/**
 * ls_lesson_answer_field_show:
 * @self: an answer
 * @answer: what the file has
 *
 * Shows it.
 */
void
ls_lesson_answer_field_show (LsLessonAnswerField *self,
                             JsonNode            *answer)
{
  GtkWidget *const fields[] = { self->text, self->because, self->holds };

  g_clear_pointer (&self->answer, json_node_unref);
  self->answer = json_node_ref (answer);
  self->is_showing = TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    {
      LsLessonField *field = LS_LESSON_FIELD (fields[i]);

      ls_lesson_field_show (field, ls_lesson_page_peek (answer, ls_lesson_field_get_path (field)));
    }
  if (ls_json_peek_boolean (json_node_get_object (answer), "right", FALSE))
    gtk_check_button_set_active (GTK_CHECK_BUTTON (self->right), TRUE);
  self->is_showing = FALSE;
}

/* Returns (transfer full) an answer with what a field has. One that cannot be understood says so, and is as it was. */
static JsonNode *
take_field (LsLessonAnswerField *self,
            JsonNode            *answer,
            GtkWidget           *widget)
{
  LsLessonField *field = LS_LESSON_FIELD (widget);
  g_autoptr (JsonNode) before = answer;
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) value = ls_lesson_field_read (field, &error);
  g_autofree char *reason = error != NULL ? ls_lesson_edit_dup_reason (error) : NULL;

  ls_lesson_field_set_problem (field, reason);
  return error != NULL ? g_steal_pointer (&before) : ls_lesson_page_with (before, ls_lesson_field_get_path (field), value);
}

/**
 * ls_lesson_answer_field_read:
 * @self: an answer
 *
 * Returns: (transfer full): what the user has made of it
 */
JsonNode *
ls_lesson_answer_field_read (LsLessonAnswerField *self)
{
  g_autoptr (JsonNode) right = NULL;
  g_autoptr (JsonNode) answer = json_node_ref (self->answer);

  answer = take_field (self, g_steal_pointer (&answer), self->text);
  answer = take_field (self, g_steal_pointer (&answer), self->because);
  answer = take_field (self, g_steal_pointer (&answer), self->holds);
  if (gtk_check_button_get_active (GTK_CHECK_BUTTON (self->right)))
    right = json_node_init_boolean (json_node_alloc (), TRUE);
  return ls_lesson_page_with (answer, "right", right);
}

/**
 * ls_lesson_answer_field_set_removable:
 * @self: an answer
 * @is_removable: whether there are enough others
 *
 * Says whether it can be removed.
 */
void
ls_lesson_answer_field_set_removable (LsLessonAnswerField *self,
                                      gboolean             is_removable)
{
  gtk_widget_set_sensitive (self->remove, is_removable);
}

/**
 * ls_lesson_answer_field_set_problem:
 * @self: an answer
 * @problem: (nullable): what is wrong with it, or with another
 *
 * Says why it is not part of the lesson where something is missing, and its fields do not say so already.
 */
void
ls_lesson_answer_field_set_problem (LsLessonAnswerField *self,
                                    const char          *problem)
{
  GtkWidget *const fields[] = { self->text, self->because };

  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    {
      g_autoptr (JsonNode) value = ls_lesson_field_read (LS_LESSON_FIELD (fields[i]), NULL);

      ls_lesson_field_set_problem (LS_LESSON_FIELD (fields[i]), value == NULL && problem != NULL ? problem : NULL);
    }
}

/**
 * ls_lesson_answer_field_blame:
 * @self: the answer that the user has changed
 * @problem: what is wrong with it
 *
 * Says so where the user typed last.
 */
void
ls_lesson_answer_field_blame (LsLessonAnswerField *self,
                              const char          *problem)
{
  ls_lesson_field_set_problem (LS_LESSON_FIELD (self->edited != NULL ? self->edited : self->text), problem);
}

/**
 * ls_lesson_answer_field_clear:
 * @self: an answer
 *
 * Forgets what is typed in it and is not part of the lesson.
 */
void
ls_lesson_answer_field_clear (LsLessonAnswerField *self)
{
  ls_lesson_answer_field_set_problem (self, NULL);
  ls_lesson_field_set_problem (LS_LESSON_FIELD (self->holds), NULL);
}

/**
 * ls_lesson_answer_field_has_problem:
 * @self: an answer
 *
 * Returns: whether something of it is not part of the lesson
 */
gboolean
ls_lesson_answer_field_has_problem (LsLessonAnswerField *self)
{
  return ls_lesson_field_has_problem (LS_LESSON_FIELD (self->text)) ||
         ls_lesson_field_has_problem (LS_LESSON_FIELD (self->because)) ||
         ls_lesson_field_has_problem (LS_LESSON_FIELD (self->holds));
}

/**
 * ls_lesson_answer_field_focus:
 * @self: an answer
 *
 * Gives it the focus.
 */
void
ls_lesson_answer_field_focus (LsLessonAnswerField *self)
{
  ls_lesson_field_focus (LS_LESSON_FIELD (self->text));
}
