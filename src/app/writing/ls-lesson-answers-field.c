/* ls-lesson-answers-field.c: the answers to a question, as its author types them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-lesson-answers-field.h"

#include <glib/gi18n.h>

#include "ls-compat.h"
#include "ls-json-private.h"
#include "ls-lesson-answer-field.h"

#define MIN_ANSWERS 2
#define MAX_ANSWERS 10

/**
 * LsLessonAnswersField:
 *
 * The answers to a question. One of them is right. “edited” is emitted when the user has changed, added or removed one.
 */
struct _LsLessonAnswersField
{
  GtkBox      parent_instance;

  GtkWidget  *list;
  GtkWidget  *add;

  GPtrArray  *answers;   /* LsLessonAnswerField, owned by the list */
  guint       edited;    /* the one that the user changed last */
};

G_DEFINE_FINAL_TYPE (LsLessonAnswersField, ls_lesson_answers_field, GTK_TYPE_BOX)

static void
on_edited (LsLessonAnswersField *self,
           LsLessonAnswerField  *answer)
{
  if (!g_ptr_array_find (self->answers, answer, &self->edited))
    self->edited = 0;
  g_signal_emit_by_name (self, "edited");
}

static void on_remove (LsLessonAnswersField *self,
                       LsLessonAnswerField  *answer);

/* Makes as many fields as there are answers. */
static void
set_length (LsLessonAnswersField *self,
            guint                 length)
{
  while (self->answers->len > length)
    {
      gtk_box_remove (GTK_BOX (self->list), g_ptr_array_index (self->answers, self->answers->len - 1));
      g_ptr_array_remove_index (self->answers, self->answers->len - 1);
    }
  while (self->answers->len < length)
    {
      GtkWidget *answer = ls_lesson_answer_field_new (self->answers->len + 1,
                                                      self->answers->len > 0 ? g_ptr_array_index (self->answers, 0) : NULL);

      g_signal_connect_object (answer, "edited", G_CALLBACK (on_edited), self, G_CONNECT_SWAPPED);
      g_signal_connect_object (answer, "remove", G_CALLBACK (on_remove), self, G_CONNECT_SWAPPED);
      gtk_box_append (GTK_BOX (self->list), answer);
      g_ptr_array_add (self->answers, answer);
    }
  for (guint i = 0; i < length; i++)
    ls_lesson_answer_field_set_removable (g_ptr_array_index (self->answers, i), length > MIN_ANSWERS);
  gtk_widget_set_sensitive (self->add, length < MAX_ANSWERS);
}

/* Shows other answers, in the fields that there are: a text that cannot be kept is not to stay where another answer is now. */
static void
show_others (LsLessonAnswersField *self,
             JsonNode             *answers,
             guint                 focused)
{
  g_ptr_array_foreach (self->answers, (GFunc) ls_lesson_answer_field_clear, NULL);
  ls_lesson_answers_field_show (self, answers);
  ls_lesson_answer_field_focus (g_ptr_array_index (self->answers, focused));
  on_edited (self, g_ptr_array_index (self->answers, focused));
}

/* The field that goes is the last one: the others show what came after it. */
static void
on_remove (LsLessonAnswersField *self,
           LsLessonAnswerField  *answer)
{
  g_autoptr (JsonNode) read = ls_lesson_answers_field_read (self);
  JsonArray *array = json_node_get_array (read);
  gboolean has_right = FALSE;
  guint index;

  if (!g_ptr_array_find (self->answers, answer, &index) || self->answers->len <= MIN_ANSWERS)
    return;
  json_array_remove_element (array, index);
  for (guint i = 0; i < json_array_get_length (array); i++)
    has_right |= ls_json_peek_boolean (json_array_get_object_element (array, i), "right", FALSE);
  /* There is always one. */
  if (!has_right)
    {
      JsonObject *first = ls_json_copy_object (json_array_get_object_element (array, 0));
      JsonArray *rest = json_array_new ();

      json_object_set_boolean_member (first, "right", TRUE);
      json_array_add_object_element (rest, first);
      ls_json_add_elements (rest, array, 1, G_MAXUINT);
      g_clear_pointer (&read, json_node_unref);
      read = ls_json_take_array (rest);
    }
  show_others (self, read, MIN (index, json_array_get_length (json_node_get_array (read)) - 1));
}

static void
on_add (LsLessonAnswersField *self)
{
  g_autoptr (JsonNode) read = ls_lesson_answers_field_read (self);
  JsonObject *answer = json_object_new ();

  json_object_set_string_member (answer, "text", _("Another answer"));
  json_object_set_string_member (answer, "because", _("Say why it is wrong."));
  json_array_add_object_element (json_node_get_array (read), answer);
  show_others (self, read, json_array_get_length (json_node_get_array (read)) - 1);
}

static void
ls_lesson_answers_field_dispose (GObject *object)
{
  LsLessonAnswersField *self = LS_LESSON_ANSWERS_FIELD (object);

  g_clear_pointer (&self->answers, g_ptr_array_unref);
  gtk_widget_dispose_template (GTK_WIDGET (self), LS_TYPE_LESSON_ANSWERS_FIELD);

  G_OBJECT_CLASS (ls_lesson_answers_field_parent_class)->dispose (object);
}

static void
ls_lesson_answers_field_class_init (LsLessonAnswersFieldClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_lesson_answers_field_dispose;

  /**
   * LsLessonAnswersField::edited:
   * @self: answers
   *
   * The user has changed them.
   */
  g_signal_new ("edited", LS_TYPE_LESSON_ANSWERS_FIELD, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);

  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-lesson-answers-field.ui");
  gtk_widget_class_bind_template_child (widget_class, LsLessonAnswersField, list);
  gtk_widget_class_bind_template_child (widget_class, LsLessonAnswersField, add);
  gtk_widget_class_bind_template_callback (widget_class, on_add);
}

static void
ls_lesson_answers_field_init (LsLessonAnswersField *self)
{
  self->answers = g_ptr_array_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  ls_compat_name_parts (GTK_WIDGET (self), _("Lesson"));
}

/**
 * ls_lesson_answers_field_show:
 * @self: answers
 * @answers: (nullable): what the file has; %NULL for a page without such a question
 *
 * Shows them.
 */
void
ls_lesson_answers_field_show (LsLessonAnswersField *self,
                              JsonNode             *answers)
{
  JsonArray *array = answers != NULL ? json_node_get_array (answers) : NULL;

  gtk_widget_set_visible (GTK_WIDGET (self), array != NULL);
  set_length (self, array != NULL ? json_array_get_length (array) : 0);
  for (guint i = 0; i < self->answers->len; i++)
    ls_lesson_answer_field_show (g_ptr_array_index (self->answers, i), json_array_get_element (array, i));
}

/**
 * ls_lesson_answers_field_read:
 * @self: answers
 *
 * Returns: (transfer full): what the user has made of them
 */
JsonNode *
ls_lesson_answers_field_read (LsLessonAnswersField *self)
{
  JsonArray *array = json_array_new ();

  for (guint i = 0; i < self->answers->len; i++)
    json_array_add_element (array, ls_lesson_answer_field_read (g_ptr_array_index (self->answers, i)));
  return ls_json_take_array (array);
}

static gboolean
has_problem (LsLessonAnswersField *self)
{
  for (guint i = 0; i < self->answers->len; i++)
    if (ls_lesson_answer_field_has_problem (g_ptr_array_index (self->answers, i)))
      return TRUE;
  return FALSE;
}

/**
 * ls_lesson_answers_field_set_problem:
 * @self: answers
 * @problem: (nullable): what is wrong with one of them
 *
 * Says why they are not part of the lesson.
 */
void
ls_lesson_answers_field_set_problem (LsLessonAnswersField *self,
                                     const char           *problem)
{
  for (guint i = 0; i < self->answers->len; i++)
    ls_lesson_answer_field_set_problem (g_ptr_array_index (self->answers, i), problem);
  if (problem != NULL && self->edited < self->answers->len && !has_problem (self))
    ls_lesson_answer_field_blame (g_ptr_array_index (self->answers, self->edited), problem);
}

/**
 * ls_lesson_answers_field_has_problem:
 * @self: answers
 *
 * Returns: whether something of them is not part of the lesson
 */
gboolean
ls_lesson_answers_field_has_problem (LsLessonAnswersField *self)
{
  return gtk_widget_get_visible (GTK_WIDGET (self)) && has_problem (self);
}

/**
 * ls_lesson_answers_field_focus:
 * @self: answers
 *
 * Gives the first one with a problem the focus, or the first.
 */
void
ls_lesson_answers_field_focus (LsLessonAnswersField *self)
{
  for (guint i = 0; i < self->answers->len; i++)
    if (i == 0 || ls_lesson_answer_field_has_problem (g_ptr_array_index (self->answers, i)))
      ls_lesson_answer_field_focus (g_ptr_array_index (self->answers, i));
}
