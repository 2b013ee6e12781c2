/* ls-lesson-view-course.c: a lesson that is one of a course
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-lesson-view-private.h"

#include <glib/gi18n.h>

#include "ls-lesson-translate-private.h"
#include "ls-widget.h"

/* Whether another lesson of the course comes after this one. */
gboolean
ls_lesson_view_has_next (LsLessonView *self)
{
  return self->lesson != NULL && self->course != NULL && self->course_lesson + 1 < ls_course_get_n_lessons (self->course);
}

/* Returns what the lesson is called above its pages. */
char *
ls_lesson_view_make_title (LsLessonView *self)
{
  const char *title = ls_session_translate_title (self->session);
  const guint number = ls_lesson_get_number (self->lesson);

  if (self->course != NULL)
    /* Translators: which lesson of a course it is, how many the course has, and the lesson's title */
    return g_strdup_printf (_("Lesson %u of %u: %s"), self->course_lesson + 1, ls_course_get_n_lessons (self->course), title);
  /* Translators: a lesson's number and title */
  return number > 0 ? g_strdup_printf (_("%u. %s"), number, title) : g_strdup (title);
}

/* Returns what comes after the lesson. */
static char *
describe_next (LsLessonView *self)
{
  const LsCourseLesson *next = ls_course_get_lesson (self->course, self->course_lesson + 1);
  const char *title;
  g_autofree char *time = NULL;

  if (next == NULL)
    return g_strdup (_("This is the last lesson of the course."));
  title = next->session != NULL ? ls_session_translate_title (next->session) : next->lesson;
  if (next->minutes == 0)
    /* Translators: the title of the next lesson of a course */
    return g_strdup_printf (_("Next: %s"), title);
  time = g_strdup_printf (ngettext ("%u minute", "%u minutes", next->minutes), next->minutes);
  /* Translators: the title of the next lesson of a course, and how long it takes */
  return g_strdup_printf (_("Next: %s · %s"), title, time);
}

/* The last page of a lesson leads to the next lesson of the course. */
void
ls_lesson_view_show_course (LsLessonView *self)
{
  const gboolean is_last = self->lesson != NULL && self->page + 1 == ls_lesson_get_n_pages (self->lesson);
  g_autofree char *next = NULL, *text = NULL;

  gtk_widget_set_visible (self->course_note, self->course != NULL && is_last);
  next = self->course != NULL && is_last ? describe_next (self) : NULL;
  ls_widget_set_tooltip (self->next, ls_lesson_view_has_next (self) ? next : NULL);
  if (next == NULL)
    return;
  /* Translators: the title of a course, which lesson of it has come to its end, how many it has, and what is next */
  text = g_strdup_printf (_("%s, lesson %u of %u\n%s"), ls_course_get_title (self->course), self->course_lesson + 1,
                          ls_course_get_n_lessons (self->course), next);
  gtk_label_set_label (GTK_LABEL (self->course_note), text);
  if (ls_lesson_view_has_next (self))
    ls_widget_set_button_label (GTK_BUTTON (self->next), _("_Next Lesson"));
}

/**
 * ls_lesson_view_set_course:
 * @self: a view with a lesson
 * @course: a course
 * @lesson: the index of the displayed lesson in @course
 *
 * Says which lesson of a course it is, and leads to the next one at its end.
 */
void
ls_lesson_view_set_course (LsLessonView *self,
                           LsCourse     *course,
                           guint         lesson)
{
  g_autofree char *title = NULL, *hint = NULL;

  if (self->lesson == NULL)
    return;
  g_clear_pointer (&self->course, ls_course_unref);
  self->course = ls_course_ref (course);
  self->course_lesson = lesson;
  title = ls_lesson_view_make_title (self);
  hint = g_strdup_printf ("%s\n%s", ls_course_get_title (course), title);
  gtk_label_set_label (GTK_LABEL (self->lesson_title), title);
  ls_widget_set_tooltip (self->lesson_title, hint);
  ls_lesson_view_show_course (self);
}

/**
 * ls_lesson_view_get_course:
 * @self: a view
 * @lesson: (out): which of its lessons is displayed
 *
 * Returns: (transfer none) (nullable): the course that the lesson is of
 */
LsCourse *
ls_lesson_view_get_course (LsLessonView *self,
                           guint        *lesson)
{
  *lesson = self->course_lesson;
  return self->course;
}
