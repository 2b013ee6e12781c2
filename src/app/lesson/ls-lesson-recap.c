/* ls-lesson-recap.c: how a learner has done in a lesson
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-lesson-recap.h"

#include <glib/gi18n.h>

#include "ls-lesson-results.h"
#include "ls-widget.h"
#include "ls-wrap-box.h"

/**
 * LsLessonRecap:
 *
 * Says how many questions of a lesson were answered rightly at the first try, and lists the pages that ask for something: each goes
 * to its page by “lesson.go-to”.
 */
struct _LsLessonRecap
{
  GtkBox     parent_instance;

  GtkWidget *score;
  GtkWidget *pages;
};

G_DEFINE_FINAL_TYPE (LsLessonRecap, ls_lesson_recap, GTK_TYPE_BOX)

static gboolean
is_missing (guint8         result,
            LsLessonResult asked,
            LsLessonResult came)
{
  return (result & asked) != 0 && (result & came) == 0;
}

/* A page may ask something and have something to do. */
static const char *
say_result (guint8 result)
{
  if (is_missing (result, LS_LESSON_RESULT_ASKS, LS_LESSON_RESULT_ANSWERED))
    return _("Not answered");
  if (is_missing (result, LS_LESSON_RESULT_WANTS, LS_LESSON_RESULT_DONE))
    return result & LS_LESSON_RESULT_SHOWN ? _("Solution shown") : _("To do");
  if (result & LS_LESSON_RESULT_SHOWN)
    return _("Solution shown");
  if (!(result & LS_LESSON_RESULT_ASKS))
    return _("Done");
  return result & LS_LESSON_RESULT_RIGHT ? _("Right at the first try") : _("Answered, not right at the first try");
}

static void
add_page (LsLessonRecap *self,
          guint          index,
          const char    *title,
          guint8         result)
{
  const gboolean is_open = is_missing (result, LS_LESSON_RESULT_ASKS, LS_LESSON_RESULT_ANSWERED) ||
                           is_missing (result, LS_LESSON_RESULT_WANTS, LS_LESSON_RESULT_DONE);
  const gboolean is_good = !is_open && !(result & LS_LESSON_RESULT_SHOWN) &&
                           !is_missing (result, LS_LESSON_RESULT_ASKS, LS_LESSON_RESULT_RIGHT);
  GtkWidget *box = g_object_new (GTK_TYPE_BOX, "spacing", 8, NULL);
  GtkWidget *button = g_object_new (GTK_TYPE_BUTTON, "child", box, NULL);
  GtkWidget *icon = gtk_image_new_from_icon_name (is_good ? "object-select-symbolic" : is_open ? "go-next-symbolic" : "window-close-symbolic");
  GtkWidget *label = g_object_new (GTK_TYPE_LABEL, "xalign", 0.0, "hexpand", TRUE, NULL);
  g_autofree char *text = NULL, *name = NULL;

  ls_widget_wrap (label);
  /* Translators: the number and the title of a page */
  text = g_strdup_printf (_("%u. %s"), index + 1, title);
  ls_widget_show_prose (label, text);
  /* Translators: the title of a page of a lesson, and what has come of what it asks */
  name = g_strdup_printf (_("%s: %s"), gtk_label_get_text (GTK_LABEL (label)), say_result (result));
  gtk_box_append (GTK_BOX (box), icon);
  gtk_box_append (GTK_BOX (box), label);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "lesson-result");
  ls_widget_set_class (button, "right", is_good);
  ls_widget_set_class (button, "wrong", !is_good && !is_open);
  ls_widget_set_tooltip (button, say_result (result));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "u", index);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "lesson.go-to");
  gtk_box_append (GTK_BOX (self->pages), button);
}

/**
 * ls_lesson_recap_show:
 * @self: a recap
 * @settings: the application's settings
 * @lesson: (nullable): the lesson to sum up
 *
 * Shows how the learner has done, and nothing in a lesson that asks for nothing.
 */
void
ls_lesson_recap_show (LsLessonRecap *self,
                      GSettings     *settings,
                      LsLesson      *lesson)
{
  LsLessonScore score = { 0 };
  g_autofree char *text = NULL;

  g_return_if_fail (LS_IS_LESSON_RECAP (self));

  ls_widget_remove_children (self->pages);
  if (lesson != NULL)
    ls_lesson_results_get_score (settings, ls_lesson_get_id (lesson), &score);
  text = ls_lesson_score_say (&score);
  gtk_widget_set_visible (GTK_WIDGET (self), text != NULL);
  if (text == NULL)
    return;
  gtk_label_set_label (GTK_LABEL (self->score), text);
  for (guint i = 0; i < ls_lesson_get_n_pages (lesson); i++)
    {
      const guint8 result = ls_lesson_results_get (settings, ls_lesson_get_id (lesson), i);

      if (result & (LS_LESSON_RESULT_ASKS | LS_LESSON_RESULT_WANTS))
        add_page (self, i, ls_lesson_get_page (lesson, i)->title, result);
    }
}

static void
ls_lesson_recap_dispose (GObject *object)
{
  gtk_widget_dispose_template (GTK_WIDGET (object), LS_TYPE_LESSON_RECAP);

  G_OBJECT_CLASS (ls_lesson_recap_parent_class)->dispose (object);
}

static void
ls_lesson_recap_class_init (LsLessonRecapClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_lesson_recap_dispose;

  g_type_ensure (LS_TYPE_WRAP_BOX);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-lesson-recap.ui");
  gtk_widget_class_bind_template_child (widget_class, LsLessonRecap, score);
  gtk_widget_class_bind_template_child (widget_class, LsLessonRecap, pages);
}

static void
ls_lesson_recap_init (LsLessonRecap *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
