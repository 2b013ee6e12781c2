/* ls-lesson-view-results.c: what comes of the questions and tasks of a lesson
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-lesson-view-private.h"

#include "ls-lesson-question.h"
#include "ls-lesson-recap.h"
#include "ls-lesson-task.h"
#include "ls-lessons.h"
#include "ls-vote-dialog.h"

static guint8
get_asked (const LsLessonPage *page)
{
  return (page->question != NULL ? LS_LESSON_RESULT_ASKS : 0) |
         (page->task != NULL || page->exercise != NULL ? LS_LESSON_RESULT_WANTS : 0);
}

/* Whether the run of a page is the solution that the learner had asked for when the lesson was saved. */
static gboolean
has_left_solution (LsLessonView *self,
                   guint         page)
{
  const guint8 result = ls_lesson_results_get (self->settings, ls_lesson_get_id (self->lesson), page);
  LsSession *run, *solution;

  if (!(result & LS_LESSON_RESULT_SHOWN) || (result & LS_LESSON_RESULT_DONE))
    return FALSE;
  run = ls_lesson_runs_get (self->runs, page, FALSE);
  solution = ls_lesson_runs_get (self->runs, page, TRUE);
  return run != NULL && solution != NULL && ls_session_runs_like (run, solution);
}

/* The lesson is opened, or begun again. */
void
ls_lesson_view_begin_results (LsLessonView *self)
{
  const guint n_pages = ls_lesson_get_n_pages (self->lesson);
  g_autofree guint8 *asked = g_new (guint8, n_pages);

  for (guint i = 0; i < n_pages; i++)
    asked[i] = get_asked (ls_lesson_get_page (self->lesson, i));
  ls_lesson_results_begin (self->settings, ls_lesson_get_id (self->lesson), asked, n_pages);
  for (guint i = 0; i < n_pages; i++)
    g_array_index (self->answers, LsPageAnswer, i).is_shown = has_left_solution (self, i);
}

/* The learner has given an answer to the question of the page, or seen the right one. @choice: the index of an answer, or
 * LS_LESSON_NO_ANSWER; @text: (nullable): the answer, if it is none of those */
void
ls_lesson_view_note_answer (LsLessonView    *self,
                            LsLessonOutcome  outcome,
                            guint            choice,
                            const char      *text)
{
  const LsLessonNote note = {
    .kind = outcome == LS_LESSON_SOLUTION ? LS_LESSON_NOTE_SOLUTION : LS_LESSON_NOTE_ANSWER,
    .page = self->page,
    .choice = choice,
    .is_right = outcome == LS_LESSON_RIGHT,
    .text = outcome != LS_LESSON_SOLUTION ? text : NULL,
  };

  ls_lesson_view_note (self, &note);
  ls_lesson_results_note (self->settings, ls_lesson_get_id (self->lesson), self->page,
                          LS_LESSON_RESULT_ANSWERED | (outcome == LS_LESSON_RIGHT ? LS_LESSON_RESULT_RIGHT : 0));
  if (outcome == LS_LESSON_SOLUTION)
    ls_lesson_results_note (self->settings, ls_lesson_get_id (self->lesson), self->page, LS_LESSON_RESULT_SHOWN);
}

/* Whether the page's run is the solution that the learner has asked for, and not what the learner has made. */
gboolean
ls_lesson_view_is_shown_solution (LsLessonView *self)
{
  LsSession *solution = ls_lesson_view_get_answer (self)->is_shown ? ls_lesson_runs_get (self->runs, self->page, TRUE) : NULL;

  return solution != NULL && ls_session_runs_like (self->session, solution);
}

/* The session has another run. Whoever takes the solution back may do without it what the page wants; whoever brings it back has
 * it. The debugger knows a solution that was shown from the same run of the learner's own by its mark, which goes with undo. */
void
ls_lesson_view_follow_solution (LsLessonView *self)
{
  const LsLessonPage *page = ls_lesson_view_peek_page (self);
  LsSession *solution = page != NULL && (page->task != NULL || page->exercise != NULL)
                          ? ls_lesson_runs_get (self->runs, self->page, TRUE) : NULL;
  const guint mark = self->page + 1;
  LsPageAnswer *answer;

  if (solution == NULL)
    return;
  answer = ls_lesson_view_get_answer (self);
  if (ls_session_runs_like (self->session, solution))
    {
      answer->is_shown |= ls_debugger_get_run_mark (self->debugger) == mark;
      if (answer->is_shown)
        ls_debugger_set_run_mark (self->debugger, mark);
    }
  else if (answer->is_shown)
    {
      answer->is_shown = FALSE;
      ls_lesson_task_set_done (LS_LESSON_TASK (self->task), answer->is_done);
      ls_lesson_view_update_curtain (self);
    }
}

/* The learner has asked for the solution of what the page wants done. That counts if it was not done before. */
void
ls_lesson_view_note_shown (LsLessonView *self)
{
  const char *id = ls_lesson_get_id (self->lesson);

  ls_lesson_view_get_answer (self)->is_shown = TRUE;
  ls_lesson_view_note_help (self, TRUE);
  if ((ls_lesson_results_get (self->settings, id, self->page) & LS_LESSON_RESULT_DONE) == 0)
    ls_lesson_results_note (self->settings, id, self->page, LS_LESSON_RESULT_SHOWN);
}

/* What the page asks for has been done. @text: (nullable): how. Returns whether the learner has done it, and not the solution. */
gboolean
ls_lesson_view_note_done (LsLessonView *self,
                          const char   *text)
{
  const LsLessonNote note = { .page = self->page, .is_to_do = TRUE, .choice = LS_LESSON_NO_ANSWER, .is_right = TRUE, .text = text };

  if (ls_lesson_view_is_shown_solution (self))
    return FALSE;
  /* A run is looked at whenever its page is turned to. */
  if ((ls_lesson_results_get (self->settings, ls_lesson_get_id (self->lesson), self->page) & LS_LESSON_RESULT_DONE) == 0)
    ls_lesson_view_note (self, &note);
  ls_lesson_results_note (self->settings, ls_lesson_get_id (self->lesson), self->page, LS_LESSON_RESULT_DONE);
  return TRUE;
}

/* Sums the lesson up on its last page, if that asks for nothing itself. */
void
ls_lesson_view_show_recap (LsLessonView *self)
{
  const LsLessonPage *page = ls_lesson_view_peek_page (self);
  const gboolean is_recap = page != NULL && self->page + 1 == ls_lesson_get_n_pages (self->lesson) && get_asked (page) == 0;

  ls_lesson_recap_show (LS_LESSON_RECAP (self->recap), self->settings, is_recap ? self->lesson : NULL);
}

/* The learner has read the last page. The lesson is finished if nothing is open: who opens it again begins at its first page, else
 * at the first one that is open. Returns how much is open. */
guint
ls_lesson_view_finish_results (LsLessonView *self)
{
  const char *id = ls_lesson_get_id (self->lesson);
  LsLessonScore score;
  gboolean is_finished;

  ls_lesson_results_get_score (self->settings, id, &score);
  is_finished = score.first_open == G_MAXUINT;
  ls_lessons_set_progress (self->settings, id, is_finished ? 0 : score.first_open, is_finished);
  return score.n_questions - score.n_answered + score.n_tasks - score.n_done;
}

/* The class answers the question for which it has voted. */
static void
on_vote_answer (LsLessonView *self,
                guint         answer,
                LsVoteDialog *dialog)
{
  if (self->lesson != NULL && ls_lesson_view_get_answer (self)->vote == ls_vote_dialog_get_vote (dialog))
    ls_lesson_question_give (LS_LESSON_QUESTION (self->question), answer);
}

/* Counts hands for the choices of the page. */
void
ls_lesson_view_hold_vote (LsLessonView *self)
{
  const LsLessonPage *page = ls_lesson_view_peek_page (self);
  g_autoptr (GArray) order = NULL;
  LsPageAnswer *answer;
  GtkWidget *dialog;

  if (page == NULL || page->answers->len == 0)
    return;
  answer = ls_lesson_view_get_answer (self);
  if (answer->vote == NULL)
    answer->vote = ls_class_vote_new (page->answers->len);
  order = ls_lessons_shuffle (self->settings, ls_lesson_get_id (self->lesson), self->page, page->answers->len);
  dialog = ls_vote_dialog_new (page, order, answer->vote, answer->answer);
  g_signal_connect_object (dialog, "answer", G_CALLBACK (on_vote_answer), self, G_CONNECT_SWAPPED);
  g_signal_emit_by_name (self, "dialog", dialog);
}
