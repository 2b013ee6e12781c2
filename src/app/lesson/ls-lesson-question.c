/* ls-lesson-question.c: the question of a page of a lesson
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-lesson-question.h"

#include <glib/gi18n.h>

#include "ls-compat.h"
#include "ls-lesson-clause.h"
#include "ls-lesson-scroll.h"
#include "ls-widget.h"
#include "ls-wrap-box.h"

/**
 * LsLessonQuestion:
 *
 * Asks a question, and tells nothing before an answer was given. To choose one is not to give it, so with the keyboard one can go
 * from one to the next. “answered”, with the index of the answer, is emitted once. Then the learner's own answer and the right one
 * are marked, with what the author says of the chosen one, and the others can be chosen to read what is said of them.
 */
struct _LsLessonQuestion
{
  GtkBox              parent_instance;

  GtkWidget          *question;
  GtkWidget          *answers;
  GtkWidget          *commit;
  GtkWidget          *feedback_box;
  GtkWidget          *feedback_icon;
  GtkWidget          *feedback;
  GtkWidget          *right;
  GtkWidget          *reason;
  GtkWidget          *clause;

  const LsLessonPage *page;     /* NULL for none */
  guint               answer;   /* that was given, or LS_LESSON_NO_ANSWER */
};

G_DEFINE_FINAL_TYPE (LsLessonQuestion, ls_lesson_question, GTK_TYPE_BOX)

static guint
get_index (GtkWidget *button)
{
  return GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "answer"));
}

static const LsLessonAnswer *
get_answer (LsLessonQuestion *self,
            guint             index)
{
  return g_ptr_array_index (self->page->answers, index);
}

/* Returns the button of the answer that is chosen, or NULL. */
static GtkWidget *
find_chosen (LsLessonQuestion *self)
{
  GtkWidget *row = gtk_widget_get_first_child (self->answers);

  while (row != NULL && !gtk_check_button_get_active (GTK_CHECK_BUTTON (row)))
    row = gtk_widget_get_next_sibling (row);
  return row;
}

static const LsLessonAnswer *
find_right (LsLessonQuestion *self)
{
  for (guint i = 0; i < self->page->answers->len; i++)
    if (get_answer (self, i)->is_right)
      return get_answer (self, i);
  return NULL;
}

/* Marks the learner's own answer and the right one, for eyes and for assistive technology. */
static void
mark_answers (LsLessonQuestion *self)
{
  for (GtkWidget *row = gtk_widget_get_first_child (self->answers); row != NULL; row = gtk_widget_get_next_sibling (row))
    {
      const LsLessonAnswer *answer = get_answer (self, get_index (row));
      const gboolean is_own = get_index (row) == self->answer;
      /* Translators: what assistive technology says of the learner's answer to a question */
      const char *text = is_own && answer->is_right ? _("Your answer, correct")
                         : is_own                   ? _("Your answer, not correct")
                         : answer->is_right         ? _("The correct answer")
                                                    : NULL;

      ls_widget_set_class (row, "right", answer->is_right);
      ls_widget_set_class (row, "wrong", is_own && !answer->is_right);
      ls_widget_set_tooltip (row, text);
      if (text != NULL)
        gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
    }
}

/* Says what the author says of an answer, and beside a wrong one what is right. */
static void
show_feedback (LsLessonQuestion *self,
               guint             index)
{
  const LsLessonAnswer *answer = get_answer (self, index);
  const LsLessonAnswer *right = find_right (self);
  g_autofree char *text = NULL, *correction = NULL;

  /* Translators: %s explains why an answer is right */
  text = g_strdup_printf (answer->is_right ? _("Correct. %s")
                          /* Translators: %s explains why an answer is wrong */
                                           : _("Not quite. %s"), answer->because);
  if (!answer->is_right && right != NULL)
    /* Translators: the correct answer to a question, and why it is correct */
    correction = g_strdup_printf (_("Correct is “%s”. %s"), right->text, right->because);
  ls_widget_show_prose (self->feedback, text);
  ls_widget_show_prose (self->right, correction);
  gtk_widget_set_visible (self->right, correction != NULL);
  gtk_image_set_from_icon_name (GTK_IMAGE (self->feedback_icon),
                                answer->is_right ? "object-select-symbolic" : "window-close-symbolic");
  ls_widget_set_class (self->feedback_box, "right", answer->is_right);
  ls_widget_set_class (self->feedback_box, "wrong", !answer->is_right);
  gtk_widget_set_visible (self->feedback_box, TRUE);
  ls_lesson_clause_show (self->clause, self->page->clause, self->page->clause_step);
}

/* Has assistive technology say what is said of the answer. */
static void
announce (LsLessonQuestion *self)
{
  GtkWidget *const parts[] = { self->feedback, self->right, self->reason };
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (gtk_widget_get_visible (parts[i]))
      g_string_append_printf (text, "%s%s", text->len > 0 ? " " : "", gtk_label_get_text (GTK_LABEL (parts[i])));
  ls_compat_announce (self->feedback, text->str);
}

static void
commit (LsLessonQuestion *self)
{
  GtkWidget *chosen = find_chosen (self);

  if (self->page == NULL || self->answer != LS_LESSON_NO_ANSWER || chosen == NULL)
    return;
  self->answer = get_index (chosen);
  gtk_widget_set_visible (self->commit, FALSE);
  mark_answers (self);
  show_feedback (self, self->answer);
  g_signal_emit_by_name (self, "answered", self->answer);
  announce (self);
  ls_lesson_scroll_to (self->feedback_box, GTK_WIDGET (self));
}

static void
on_toggled (LsLessonQuestion *self,
            GtkCheckButton   *button)
{
  if (self->page == NULL || !gtk_check_button_get_active (button))
    return;
  ls_widget_set_obstacle (self->commit, NULL);
  if (self->answer == LS_LESSON_NO_ANSWER)
    return;
  show_feedback (self, get_index (GTK_WIDGET (button)));
  announce (self);
}

/* Enter chooses an answer, and gives the one that is chosen. */
static gboolean
on_key (LsLessonQuestion *self,
        guint             keyval)
{
  GtkWidget *chosen = find_chosen (self);

  if ((keyval != GDK_KEY_Return && keyval != GDK_KEY_KP_Enter && keyval != GDK_KEY_ISO_Enter) || chosen == NULL ||
      !gtk_widget_is_focus (chosen) || self->answer != LS_LESSON_NO_ANSWER)
    return GDK_EVENT_PROPAGATE;
  commit (self);
  return GDK_EVENT_STOP;
}

static GtkCheckButton *
add_answer (LsLessonQuestion *self,
            guint             index,
            GtkCheckButton   *group)
{
  GtkWidget *label = g_object_new (GTK_TYPE_LABEL, "xalign", 0.0, NULL);
  GtkWidget *button = g_object_new (GTK_TYPE_CHECK_BUTTON, "child", label, NULL);

  ls_widget_wrap (label);
  ls_widget_show_prose (label, get_answer (self, index)->text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  gtk_label_get_text (GTK_LABEL (label)), -1);
  gtk_check_button_set_group (GTK_CHECK_BUTTON (button), group);
  g_object_set_data (G_OBJECT (button), "answer", GUINT_TO_POINTER (index));
  gtk_check_button_set_active (GTK_CHECK_BUTTON (button), index == self->answer);
  g_signal_connect_swapped (button, "toggled", G_CALLBACK (on_toggled), self);
  gtk_box_append (GTK_BOX (self->answers), button);
  return GTK_CHECK_BUTTON (button);
}

/**
 * ls_lesson_question_show:
 * @self: a question
 * @page: (nullable): the page whose question to ask; it must stay there until another one is shown
 * @order: (element-type guint): in which order to show its answers
 * @answer: the index of the answer that was given before, or %LS_LESSON_NO_ANSWER
 *
 * Asks the question of a page. A page without one, or one that asks for an order, shows nothing here.
 */
void
ls_lesson_question_show (LsLessonQuestion   *self,
                         const LsLessonPage *page,
                         GArray             *order,
                         guint               answer)
{
  GtkCheckButton *last = NULL;

  g_return_if_fail (LS_IS_LESSON_QUESTION (self));

  self->page = page != NULL && page->answers->len > 0 ? page : NULL;
  self->answer = LS_LESSON_NO_ANSWER;
  ls_widget_remove_children (self->answers);
  gtk_widget_set_visible (GTK_WIDGET (self), self->page != NULL);
  gtk_widget_set_visible (self->feedback_box, FALSE);
  gtk_widget_set_visible (self->right, FALSE);
  gtk_widget_set_visible (self->reason, FALSE);
  gtk_widget_set_visible (self->clause, FALSE);
  gtk_widget_set_visible (self->commit, answer == LS_LESSON_NO_ANSWER);
  ls_widget_set_obstacle (self->commit, _("Choose an answer first"));
  if (self->page == NULL)
    return;

  self->answer = answer;
  ls_widget_show_prose (self->question, page->question);
  for (guint i = 0; i < order->len; i++)
    last = add_answer (self, g_array_index (order, guint, i), last);
  if (answer == LS_LESSON_NO_ANSWER)
    return;
  mark_answers (self);
  show_feedback (self, answer);
}

/**
 * ls_lesson_question_give:
 * @self: a question that has not been answered
 * @answer: the index of an answer
 *
 * Gives an answer, as if it had been chosen and given here.
 */
void
ls_lesson_question_give (LsLessonQuestion *self,
                         guint             answer)
{
  g_return_if_fail (LS_IS_LESSON_QUESTION (self));

  for (GtkWidget *row = gtk_widget_get_first_child (self->answers); row != NULL; row = gtk_widget_get_next_sibling (row))
    if (get_index (row) == answer)
      gtk_check_button_set_active (GTK_CHECK_BUTTON (row), TRUE);
  commit (self);
}

/**
 * ls_lesson_question_set_reason:
 * @self: a question that was answered
 * @reason: (nullable): what the run itself says about it
 *
 * Shows why it is so, from the run, below what the author says.
 */
void
ls_lesson_question_set_reason (LsLessonQuestion *self,
                               const char       *reason)
{
  g_return_if_fail (LS_IS_LESSON_QUESTION (self));

  ls_widget_show_text (self->reason, reason);
}

static void
ls_lesson_question_dispose (GObject *object)
{
  gtk_widget_dispose_template (GTK_WIDGET (object), LS_TYPE_LESSON_QUESTION);

  G_OBJECT_CLASS (ls_lesson_question_parent_class)->dispose (object);
}

static void
ls_lesson_question_class_init (LsLessonQuestionClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_lesson_question_dispose;

  /**
   * LsLessonQuestion::answered:
   * @self: a question
   * @answer: the index of the answer
   *
   * The learner has given an answer.
   */
  g_signal_new ("answered", LS_TYPE_LESSON_QUESTION, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);

  g_type_ensure (LS_TYPE_WRAP_BOX);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-lesson-question.ui");
  gtk_widget_class_bind_template_child (widget_class, LsLessonQuestion, question);
  gtk_widget_class_bind_template_child (widget_class, LsLessonQuestion, answers);
  gtk_widget_class_bind_template_child (widget_class, LsLessonQuestion, commit);
  gtk_widget_class_bind_template_child (widget_class, LsLessonQuestion, feedback_box);
  gtk_widget_class_bind_template_child (widget_class, LsLessonQuestion, feedback_icon);
  gtk_widget_class_bind_template_child (widget_class, LsLessonQuestion, feedback);
  gtk_widget_class_bind_template_child (widget_class, LsLessonQuestion, right);
  gtk_widget_class_bind_template_child (widget_class, LsLessonQuestion, reason);
  gtk_widget_class_bind_template_child (widget_class, LsLessonQuestion, clause);
  gtk_widget_class_bind_template_callback (widget_class, commit);
  gtk_widget_class_bind_template_callback (widget_class, on_key);
}

static void
ls_lesson_question_init (LsLessonQuestion *self)
{
  self->answer = LS_LESSON_NO_ANSWER;
  gtk_widget_init_template (GTK_WIDGET (self));
}
