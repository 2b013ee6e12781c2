/* ls-lesson-verdict.c: what is said of an answer whose key is the run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-lesson-verdict.h"

#include "ls-compat.h"
#include "ls-lesson-clause.h"
#include "ls-lesson-scroll.h"
#include "ls-widget.h"
#include "ls-wrap-box.h"

/**
 * LsLessonVerdict:
 *
 * Says whether an answer is right, and why not; of a right one, what is to be learnt from it, and the clause that decides. Below a
 * wrong one there are buttons to try again and to see the solution, which emit “again” and “solution”. Where the text below a wrong
 * answer names the right one, the lesson explains that one as well, and there is no button for the solution.
 */
struct _LsLessonVerdict
{
  GtkBox     parent_instance;

  GtkWidget *feedback_box;
  GtkWidget *feedback_icon;
  GtkWidget *feedback;
  GtkWidget *reason;
  GtkWidget *others;
  GtkWidget *because;
  GtkWidget *clause;
  GtkWidget *again_box;
  GtkWidget *solution;
};

G_DEFINE_FINAL_TYPE (LsLessonVerdict, ls_lesson_verdict, GTK_TYPE_BOX)

static void
on_again (LsLessonVerdict *self)
{
  g_signal_emit_by_name (self, "again");
}

static void
on_solution (LsLessonVerdict *self)
{
  g_signal_emit_by_name (self, "solution");
}

/* What is to be learnt, unless the answer is still open. */
static void
show_moral (LsLessonVerdict    *self,
            const LsLessonPage *page,
            gboolean            is_told)
{
  ls_widget_show_prose (self->because, is_told ? page->because : NULL);
  gtk_widget_set_visible (self->because, is_told && page->because != NULL);
  gtk_widget_set_visible (self->clause, FALSE);
  if (is_told)
    ls_lesson_clause_show (self->clause, page->clause, page->clause_step);
}

/**
 * ls_lesson_verdict_show:
 * @self: a verdict
 * @page: the page that asks
 * @is_right: whether the answer is right
 * @text: (nullable): what is said of it, %NULL for nothing
 * @can_try: whether the learner can try again
 *
 * Shows what is said of an answer.
 */
void
ls_lesson_verdict_show (LsLessonVerdict    *self,
                        const LsLessonPage *page,
                        gboolean            is_right,
                        const char         *text,
                        gboolean            can_try)
{
  g_return_if_fail (LS_IS_LESSON_VERDICT (self));

  gtk_image_set_from_icon_name (GTK_IMAGE (self->feedback_icon), is_right ? "object-select-symbolic" : "window-close-symbolic");
  ls_widget_set_class (self->feedback_box, "right", is_right);
  ls_widget_set_class (self->feedback_box, "wrong", !is_right);
  gtk_label_set_label (GTK_LABEL (self->feedback), text != NULL ? text : "");
  gtk_widget_set_visible (self->feedback_box, text != NULL);
  ls_widget_show_text (self->reason, NULL);
  ls_widget_remove_children (self->others);
  gtk_widget_set_visible (self->others, FALSE);
  show_moral (self, page, is_right);
  gtk_widget_set_visible (self->again_box, can_try);
  gtk_widget_set_visible (self->solution, TRUE);
  gtk_widget_set_visible (GTK_WIDGET (self), text != NULL);
}

/**
 * ls_lesson_verdict_explain:
 * @self: a verdict that is shown
 * @page: the page that asks
 * @reason: (nullable): why the right answer is right
 * @others: (array zero-terminated=1) (nullable): why the others are not
 *
 * Tells the right answer with all that is to be learnt from it, also below a wrong one. Then there is no solution to be seen.
 */
void
ls_lesson_verdict_explain (LsLessonVerdict    *self,
                           const LsLessonPage *page,
                           const char         *reason,
                           char              **others)
{
  g_return_if_fail (LS_IS_LESSON_VERDICT (self));

  ls_widget_show_text (self->reason, reason);
  for (guint i = 0; others != NULL && others[i] != NULL; i++)
    {
      GtkWidget *label = g_object_new (GTK_TYPE_LABEL, "xalign", 0.0, "label", others[i], "accessible-role", GTK_ACCESSIBLE_ROLE_LIST_ITEM,
                                       NULL);

      ls_widget_wrap (label);
      gtk_widget_add_css_class (label, "caption");
      gtk_box_append (GTK_BOX (self->others), label);
    }
  gtk_widget_set_visible (self->others, gtk_widget_get_first_child (self->others) != NULL);
  show_moral (self, page, TRUE);
  gtk_widget_set_visible (self->solution, FALSE);
}

/**
 * ls_lesson_verdict_announce:
 * @self: a verdict
 * @question: all of the question
 *
 * Has assistive technology say it, and brings it into view with what it is about.
 */
void
ls_lesson_verdict_announce (LsLessonVerdict *self,
                            GtkWidget       *question)
{
  g_return_if_fail (LS_IS_LESSON_VERDICT (self));

  ls_compat_announce (self->feedback, gtk_label_get_label (GTK_LABEL (self->feedback)));
  ls_lesson_scroll_to (self->feedback_box, question);
}

/**
 * ls_lesson_verdict_focus:
 * @self: a verdict
 *
 * Gives the focus to what leads to another answer.
 *
 * Returns: whether there is such a thing
 */
gboolean
ls_lesson_verdict_focus (LsLessonVerdict *self)
{
  g_return_val_if_fail (LS_IS_LESSON_VERDICT (self), FALSE);

  return gtk_widget_get_visible (self->again_box) && gtk_widget_child_focus (self->again_box, GTK_DIR_TAB_FORWARD);
}

static void
ls_lesson_verdict_dispose (GObject *object)
{
  gtk_widget_dispose_template (GTK_WIDGET (object), LS_TYPE_LESSON_VERDICT);

  G_OBJECT_CLASS (ls_lesson_verdict_parent_class)->dispose (object);
}

static void
ls_lesson_verdict_class_init (LsLessonVerdictClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_lesson_verdict_dispose;

  /**
   * LsLessonVerdict::again:
   * @self: a verdict
   *
   * The learner wants to try again.
   */
  g_signal_new ("again", LS_TYPE_LESSON_VERDICT, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);

  /**
   * LsLessonVerdict::solution:
   * @self: a verdict
   *
   * The learner wants to see the solution.
   */
  g_signal_new ("solution", LS_TYPE_LESSON_VERDICT, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);

  g_type_ensure (LS_TYPE_WRAP_BOX);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-lesson-verdict.ui");
  gtk_widget_class_bind_template_child (widget_class, LsLessonVerdict, feedback_box);
  gtk_widget_class_bind_template_child (widget_class, LsLessonVerdict, feedback_icon);
  gtk_widget_class_bind_template_child (widget_class, LsLessonVerdict, feedback);
  gtk_widget_class_bind_template_child (widget_class, LsLessonVerdict, reason);
  gtk_widget_class_bind_template_child (widget_class, LsLessonVerdict, others);
  gtk_widget_class_bind_template_child (widget_class, LsLessonVerdict, because);
  gtk_widget_class_bind_template_child (widget_class, LsLessonVerdict, clause);
  gtk_widget_class_bind_template_child (widget_class, LsLessonVerdict, again_box);
  gtk_widget_class_bind_template_child (widget_class, LsLessonVerdict, solution);
  gtk_widget_class_bind_template_child_full (widget_class, "again", FALSE, 0);
  gtk_widget_class_bind_template_callback (widget_class, on_again);
  gtk_widget_class_bind_template_callback (widget_class, on_solution);
}

static void
ls_lesson_verdict_init (LsLessonVerdict *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
