/* ls-lesson-view-focus.c: where the keyboard goes on in a lesson
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-lesson-view-private.h"

#include "ls-lesson-verdict.h"

/* Returns what the page asks for that is open, or NULL. */
static GtkWidget *
find_open (LsLessonView *self)
{
  const LsLessonPage *page = ls_lesson_view_peek_page (self);
  const LsPageAnswer *answer = page != NULL ? ls_lesson_view_get_answer (self) : NULL;
  GtkWidget *const asks[] = { self->question, self->order, self->bars, self->pick, self->presets };

  if (page == NULL)
    return NULL;
  for (guint i = 0; page->question != NULL && answer->answer == LS_LESSON_NO_ANSWER && i < G_N_ELEMENTS (asks); i++)
    if (gtk_widget_get_visible (asks[i]))
      return asks[i];
  if (page->exercise != NULL)
    return ls_lesson_results_get (self->settings, ls_lesson_get_id (self->lesson), self->page) & LS_LESSON_RESULT_DONE
             ? NULL : self->exercise;
  return page->task != NULL && !answer->is_done ? self->task : NULL;
}

/* Returns whether what is to be done next in the lesson gets the focus: it was here, or nowhere. */
gboolean
ls_lesson_view_has_focus (LsLessonView *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  return root != NULL && (focus == NULL || gtk_widget_is_ancestor (focus, GTK_WIDGET (self)));
}

/* Returns whether the focus is in @asked, or was there before the page began to wait for its run. */
gboolean
ls_lesson_view_has_focus_in (LsLessonView *self,
                             GtkWidget    *asked)
{
  return gtk_widget_get_focus_child (asked) != NULL ||
         (self->focus_before != NULL && gtk_widget_is_ancestor (self->focus_before, asked));
}

/* Goes to the first thing that can be used of what the page asks for, or else to what goes on. */
void
ls_lesson_view_focus_page (LsLessonView *self)
{
  GtkWidget *open = find_open (self);

  gtk_widget_grab_focus (self->next);
  /* Bars take it from there as soon as there are any. */
  if (open != NULL && !gtk_widget_grab_focus (open) && open != self->bars)
    gtk_widget_child_focus (open, GTK_DIR_TAB_FORWARD);
}

static LsLessonVerdict *
find_verdict (GtkWidget *asked)
{
  GtkWidget *child = asked != NULL ? gtk_widget_get_first_child (asked) : NULL;

  while (child != NULL && !LS_IS_LESSON_VERDICT (child))
    child = gtk_widget_get_next_sibling (child);
  return (LsLessonVerdict *) child;
}

/* The page is answered or done, and the button for it may be gone: the keyboard goes on from there. After a wrong answer to @asked
 * (nullable) it goes to what leads to another one. It stays on the stage if it was there. */
void
ls_lesson_view_focus_on (LsLessonView *self,
                         GtkWidget    *asked)
{
  LsLessonVerdict *verdict = find_verdict (asked);

  g_clear_weak_pointer (&self->focus_before);
  if (ls_lesson_view_has_focus (self) && (verdict == NULL || !ls_lesson_verdict_focus (verdict)))
    gtk_widget_grab_focus (self->next);
}

/* Whoever comes to the lesson comes to what is to be done. While it is written, each field keeps its place. */
gboolean
ls_lesson_view_grab_focus (GtkWidget *widget)
{
  LsLessonView *self = LS_LESSON_VIEW (widget);

  if (self->is_writing || self->lesson == NULL)
    return FALSE;
  ls_lesson_view_focus_page (self);
  return ls_lesson_view_has_focus (self);
}

/**
 * ls_lesson_view_focus:
 * @self: a view with a lesson
 *
 * Gives the focus to the button that goes on to the next page.
 */
void
ls_lesson_view_focus (LsLessonView *self)
{
  gtk_widget_grab_focus (self->next);
}
