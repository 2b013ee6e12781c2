/* ls-lesson-view-results.c: what comes of the questions and tasks of a lesson
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-lesson-view-private.h"

#include "ls-lesson-question.h"
#include "ls-lesson-recap.h"
#include "ls-lessons.h"
#include "ls-vote-dialog.h"

static guint8
get_asked (const LsLessonPage *page)
{
  return (page->question != NULL ? LS_LESSON_RESULT_ASKS : 0) |
         (page->task != NULL || page->exercise != NULL ? LS_LESSON_RESULT_WANTS : 0);
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
static gboolean
is_shown_solution (LsLessonView *self)
{
  LsSession *solution = ls_lesson_view_get_answer (self)->is_shown ? ls_lesson_runs_get (self->runs, self->page, TRUE) : NULL;

  return solution != NULL && ls_session_runs_like (self->session, solution);
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

/* The learner has done what the page asks for. @text: (nullable): how */
void
ls_lesson_view_note_done (LsLessonView *self,
                          const char   *text)
{
  const LsLessonNote note = { .page = self->page, .is_to_do = TRUE, .choice = LS_LESSON_NO_ANSWER, .is_right = TRUE, .text = text };

  if (is_shown_solution (self))
    return;
  /* A run is looked at whenever its page is turned to. */
  if ((ls_lesson_results_get (self->settings, ls_lesson_get_id (self->lesson), self->page) & LS_LESSON_RESULT_DONE) == 0)
    ls_lesson_view_note (self, &note);
  ls_lesson_results_note (self->settings, ls_lesson_get_id (self->lesson), self->page, LS_LESSON_RESULT_DONE);
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
