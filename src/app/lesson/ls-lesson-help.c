/* ls-lesson-help.c: how a page of a lesson helps with what is to be done
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-lesson-help.h"

#include <glib/gi18n.h>

#include "ls-compat.h"
#include "ls-lesson-scroll.h"
#include "ls-widget.h"
#include "ls-wrap-box.h"

/**
 * LsLessonHelp:
 *
 * Hints, which come one by one; of what is to be done, also the solution, and a way back to the beginning. “hinted”, with how many
 * hints are shown, is emitted for each. The other buttons activate “lesson.solution” and “lesson.reset”.
 */
struct _LsLessonHelp
{
  GtkBox              parent_instance;

  GtkWidget          *buttons;
  GtkWidget          *hint;
  GtkWidget          *solution;
  GtkWidget          *reset;
  GtkWidget          *hints;

  const LsLessonPage *page;      /* NULL for none */
  guint               n_hints;   /* that are shown */
  gboolean            is_over;   /* nothing more helps */
  gboolean            is_done;   /* nothing but to start over */
};

G_DEFINE_FINAL_TYPE (LsLessonHelp, ls_lesson_help, GTK_TYPE_BOX)

static GtkWidget *
add_hint (LsLessonHelp *self)
{
  /* Translators: the number of a hint, and the hint */
  g_autofree char *text = g_strdup_printf (_("Hint %u: %s"), self->n_hints + 1, self->page->hints[self->n_hints]);
  GtkWidget *label = g_object_new (GTK_TYPE_LABEL, "xalign", 0.0, "hexpand", TRUE, NULL);

  ls_widget_wrap (label);
  gtk_widget_add_css_class (label, "lesson-hint");
  gtk_box_append (GTK_BOX (self->hints), label);
  ls_widget_show_prose (label, text);
  self->n_hints++;
  return label;
}

static void
update (LsLessonHelp *self)
{
  const guint n_hints = self->page != NULL ? g_strv_length (self->page->hints) : 0;
  const gboolean has_buttons = n_hints > 0 || gtk_widget_get_visible (self->reset);

  gtk_widget_set_visible (GTK_WIDGET (self), self->n_hints > 0 || (has_buttons && !self->is_over));
  gtk_widget_set_visible (self->buttons, has_buttons && !self->is_over);
  gtk_widget_set_visible (self->hints, self->n_hints > 0);
  gtk_widget_set_visible (self->hint, n_hints > 0);
  /* The keyboard goes on beside a button that has done all it can. */
  if (self->n_hints >= n_hints && gtk_widget_is_focus (self->hint))
    gtk_widget_child_focus (GTK_WIDGET (self), GTK_DIR_TAB_FORWARD);
  gtk_widget_set_sensitive (self->hint, self->n_hints < n_hints && !self->is_done);
  ls_widget_set_button_label (GTK_BUTTON (self->hint), self->n_hints == 0 ? _("_Hint") : _("Next _Hint"));
}

static void
on_hint (LsLessonHelp *self)
{
  GtkWidget *label;

  if (self->page == NULL || self->page->hints[self->n_hints] == NULL)
    return;
  label = add_hint (self);
  update (self);
  ls_compat_announce (self->hints, gtk_label_get_text (GTK_LABEL (label)));
  ls_lesson_scroll_to (label, label);
  g_signal_emit_by_name (self, "hinted", self->n_hints);
}

/**
 * ls_lesson_help_show:
 * @self: what helps
 * @page: (nullable): a page with something to do or to answer; it must stay there until another one is shown
 * @n_hints: how many of its hints the learner has asked for before
 *
 * Helps with what is to be done on a page, or answered.
 */
void
ls_lesson_help_show (LsLessonHelp       *self,
                     const LsLessonPage *page,
                     guint               n_hints)
{
  const gboolean is_golf = page != NULL && page->par > 0;
  const gboolean is_exercise = page != NULL && page->exercise != NULL;

  g_return_if_fail (LS_IS_LESSON_HELP (self));

  self->page = page;
  self->n_hints = 0;
  self->is_over = FALSE;
  self->is_done = FALSE;
  gtk_widget_set_sensitive (self->solution, TRUE);
  ls_widget_set_class (self->reset, "suggested-action", FALSE);
  ls_widget_set_class (self->reset, "flat", TRUE);
  ls_widget_remove_children (self->hints);
  while (page != NULL && self->n_hints < n_hints && page->hints[self->n_hints] != NULL)
    add_hint (self);
  gtk_widget_set_visible (self->solution,
                          is_exercise || (page != NULL && (page->solution != NULL || page->is_solved_by_schedule)));
  /* Whoever answers a question has changed nothing. */
  gtk_widget_set_visible (self->reset, is_exercise || (page != NULL && page->task != NULL));
  ls_widget_set_tooltip (self->solution, is_golf       ? _("Replace Your Actions with Those of the Solution")
                                         : is_exercise ? _("Put the Solution in the Place of Your Program")
                                                       : _("Show How It Is Done"));
  ls_widget_set_tooltip (self->reset, is_golf       ? _("Take Back All of Your Actions")
                                      : is_exercise ? _("Bring Back the Program That the Lesson Gave You")
                                                    : _("Bring Back the Run That the Lesson Gave You"));
  update (self);
}

/**
 * ls_lesson_help_set_outcome:
 * @self: what helps
 * @is_done: whether what is to be done has been done
 * @is_lost: whether it cannot be done any more without starting over
 *
 * Has only the way back to the beginning once nothing else helps, and suggests that where it is the only way.
 */
void
ls_lesson_help_set_outcome (LsLessonHelp *self,
                            gboolean      is_done,
                            gboolean      is_lost)
{
  g_return_if_fail (LS_IS_LESSON_HELP (self));

  /* The keyboard goes on beside what helps no more. */
  if (is_done && (gtk_widget_is_focus (self->solution) || gtk_widget_is_focus (self->hint)))
    gtk_widget_grab_focus (self->reset);
  gtk_widget_set_sensitive (self->solution, !is_done);
  self->is_done = is_done;
  ls_widget_set_class (self->reset, "suggested-action", is_lost);
  ls_widget_set_class (self->reset, "flat", !is_lost);
  update (self);
}

/**
 * ls_lesson_help_set_over:
 * @self: what helps
 * @is_over: whether the learner has answered
 *
 * Has no button while nothing more helps. Hints that are shown stay.
 */
void
ls_lesson_help_set_over (LsLessonHelp *self,
                         gboolean      is_over)
{
  g_return_if_fail (LS_IS_LESSON_HELP (self));

  self->is_over = is_over;
  update (self);
}

static void
ls_lesson_help_dispose (GObject *object)
{
  LS_LESSON_HELP (object)->page = NULL;
  gtk_widget_dispose_template (GTK_WIDGET (object), LS_TYPE_LESSON_HELP);

  G_OBJECT_CLASS (ls_lesson_help_parent_class)->dispose (object);
}

static void
ls_lesson_help_class_init (LsLessonHelpClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_lesson_help_dispose;

  /**
   * LsLessonHelp::hinted:
   * @self: what helps
   * @n_hints: how many hints are shown now
   *
   * The learner has asked for a hint.
   */
  g_signal_new ("hinted", LS_TYPE_LESSON_HELP, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);

  g_type_ensure (LS_TYPE_WRAP_BOX);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-lesson-help.ui");
  gtk_widget_class_bind_template_child (widget_class, LsLessonHelp, buttons);
  gtk_widget_class_bind_template_child (widget_class, LsLessonHelp, hint);
  gtk_widget_class_bind_template_child (widget_class, LsLessonHelp, solution);
  gtk_widget_class_bind_template_child (widget_class, LsLessonHelp, reset);
  gtk_widget_class_bind_template_child (widget_class, LsLessonHelp, hints);
  gtk_widget_class_bind_template_callback (widget_class, on_hint);
}

static void
ls_lesson_help_init (LsLessonHelp *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
