/* ls-lesson-view-run.c: the run that the learner changes to answer a page of a lesson
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-lesson-view-private.h"

#include <glib/gi18n.h>

#include "ls-lesson-exercise.h"
#include "ls-lesson-reveal.h"

/* Keeps what the learner has made of the run of another page, to which undo has led. */
static void
end_other_run (LsLessonView *self)
{
  const guint page = self->run_page;

  if (page == LS_LESSON_NO_PAGE)
    return;
  g_signal_emit_by_name (self, "flush");
  if (!ls_lesson_runs_has (self->runs, self->session))
    ls_lesson_runs_keep (self->runs, page, self->session);
}

/* From here on, changes of the run are the learner's answer, if the page asks for one. */
void
ls_lesson_view_begin_run (LsLessonView *self)
{
  const guint depth = ls_debugger_get_undo_depth (self->debugger) + 1;
  LsPageAnswer *answer;

  if (self->before != NULL)
    return;
  end_other_run (self);
  if (!ls_lesson_page_is_learners (ls_lesson_view_peek_page (self)))
    return;
  self->before = ls_session_copy (self->session);
  self->begin_depth = depth;
  answer = ls_lesson_view_get_answer (self);
  answer->run_depth = answer->run_depth > 0 ? MIN (answer->run_depth, depth) : depth;
}

/* Keeps what the learner has made of the run. It is part of the lesson: nobody is asked to save it, unless there is more. */
void
ls_lesson_view_end_run (LsLessonView *self)
{
  g_autoptr (LsSession) before = g_steal_pointer (&self->before);

  if (before == NULL)
    {
      end_other_run (self);
      return;
    }
  g_signal_emit_by_name (self, "flush");
  /* A task that is turned to once more begins without the solution. */
  if (ls_lesson_view_peek_page (self)->solution != NULL && ls_lesson_view_peek_page (self)->task != NULL &&
      ls_lesson_view_is_shown_solution (self))
    ls_lesson_runs_forget (self->runs, self->page);
  else
    ls_lesson_runs_keep (self->runs, self->page, self->session);
  if (!ls_session_get_modified (before) && ls_lesson_runs_is_all_that_differs (before, self->session))
    ls_session_set_modified (self->session, FALSE);
}

/* The session has another run. On a page that asks for one that is the learner's answer, unless undo has gone back beyond it. What
 * the learner makes may be the run of another page, on the way to what this one asks for. */
void
ls_lesson_view_follow_run (LsLessonView *self)
{
  const LsLessonPage *page = ls_lesson_view_peek_page (self);

  ls_lesson_view_follow_solution (self);
  if (page == NULL || !ls_lesson_page_is_learners (page))
    {
      ls_lesson_view_follow_program (self);
      return;
    }
  if (ls_lesson_runs_is_of_page (self->runs, self->page, self->session))
    ls_lesson_view_begin_run (self);
  else if (ls_debugger_get_undo_depth (self->debugger) < self->begin_depth)
    g_clear_object (&self->before);
  if (self->before != NULL)
    ls_lesson_runs_keep (self->runs, self->page, self->session);
  ls_lesson_view_follow_program (self);
  ls_lesson_exercise_check (LS_LESSON_EXERCISE (self->exercise), self->debugger, ls_lesson_runs_get_given (self->runs, self->page));
}

/* The session has the run of the page already, which an author tries. */
static void
keep_run (LsLessonView *self)
{
  g_autoptr (LsSession) kept = ls_debugger_dup_kept (self->debugger);

  ls_debugger_keep_run (self->debugger, kept, ls_lesson_view_has_program (self));
}

/* Gives the session the run of a page. @label: what undo is to call it; @told (nullable): what to tell the user, who may undo it,
 * where work of the user's is replaced. */
gboolean
ls_lesson_view_apply (LsLessonView *self,
                      LsSession    *run,
                      const char   *label,
                      const char   *told)
{
  gboolean applied = TRUE;

  if (run != NULL && !ls_session_runs_like (self->session, run))
    g_signal_emit_by_name (self, "apply", run, label, told, &applied);
  else if (run != NULL && ls_debugger_keeps_run (self->debugger, NULL))
    keep_run (self);
  return applied;
}

/* Has the program run as the learner has it now. At the moment of the page no statement draws the editor away from the change. */
void
ls_lesson_view_check_run (LsLessonView *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "win.run-again", NULL);
  ls_lesson_view_show_moment (self);
}

/* Goes to where a task is done in the solution's run. */
static void
show_solution (LsLessonView *self)
{
  if (ls_lesson_view_apply (self, ls_lesson_runs_get (self->runs, self->page, TRUE), _("show the solution"), _("This is the solution")) &&
      ls_lesson_view_peek_page (self)->task != NULL)
    ls_lesson_reveal_task (self->player, ls_lesson_view_peek_page (self));
}

/* Puts the lesson's solution in the place of the learner's run, or the run that the page began with. */
void
ls_lesson_view_replace_run (LsLessonView *self,
                            gboolean      is_solution)
{
  const LsLessonPage *page = ls_lesson_view_peek_page (self);

  if (page->exercise == NULL && page->task == NULL)
    return;
  g_signal_emit_by_name (self, "flush");
  ls_lesson_view_begin_run (self);
  if (is_solution)
    {
      ls_lesson_view_note_shown (self);
      show_solution (self);
      return;
    }
  ls_lesson_runs_forget (self->runs, self->page);
  ls_lesson_view_apply (self, ls_lesson_runs_get (self->runs, self->page, FALSE), _("start the exercise over"),
                        page->exercise != NULL && page->par == 0 ? _("This is the program that the exercise begins with")
                                                                 : _("This is the run that the page begins with"));
  if (page->task != NULL)
    ls_lesson_view_show_moment (self);
}

/**
 * ls_lesson_view_set_waiting:
 * @self: a view with a lesson
 * @is_waiting: whether the run of the page is not there yet
 *
 * Takes no answer as long as the window cannot show what the page asks about.
 */
void
ls_lesson_view_set_waiting (LsLessonView *self,
                            gboolean      is_waiting)
{
  GtkWidget *asking[] = { self->question, self->order, self->bars, self->pick, self->presets, self->exercise, self->task };
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  /* What is not sensitive loses the focus. */
  if (is_waiting && focus != NULL && gtk_widget_is_ancestor (focus, self->scroller))
    g_set_weak_pointer (&self->focus_before, focus);
  for (guint i = 0; i < G_N_ELEMENTS (asking); i++)
    gtk_widget_set_sensitive (asking[i], !is_waiting);
  if (is_waiting)
    return;
  /* The window may have moved the focus to “Next”. */
  if (self->focus_before != NULL && gtk_widget_get_mapped (self->focus_before) && (focus == NULL || focus == self->next))
    gtk_widget_grab_focus (self->focus_before);
  g_clear_weak_pointer (&self->focus_before);
}
