/* ls-lesson-view-keep.c: what the file of a session has while its lesson is read
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-lesson-view-private.h"

/* What the learner makes of an exercise is the run of its page. The file has it beside the lesson, whose own program stays what
 * it is. Undo can bring the run of such a page back while another page is displayed, or after the lesson was left: what the
 * user makes of it then is made of that page too. */

/* Returns a page with a program of its own, if there is one: better the one that was displayed than another. */
static guint
guess_page (LsLessonView *self)
{
  LsLesson *lesson = ls_session_get_lesson (self->session);
  guint found = LS_LESSON_NO_PAGE;

  for (guint i = 0; i < ls_lesson_get_n_pages (lesson); i++)
    {
      const LsLessonPage *page = ls_lesson_get_page (lesson, i);

      if (ls_lesson_page_is_learners (page) && ls_lesson_page_has_program (page) && (found == LS_LESSON_NO_PAGE || i == self->page))
        found = i;
    }
  return found;
}

/* The session has another run, or another page is displayed. Notes which page the program is of, if it is not that of the
 * displayed one. */
void
ls_lesson_view_follow_program (LsLessonView *self)
{
  const guint depth = ls_debugger_get_undo_depth (self->debugger);
  gboolean has_program;
  guint page;

  if (self->runs == NULL || self->before != NULL || ls_session_get_lesson (self->session) == NULL)
    {
      self->run_page = LS_LESSON_NO_PAGE;
      return;
    }
  page = ls_lesson_runs_find_learners (self->runs, self->session);
  if (page != LS_LESSON_NO_PAGE)
    self->run_page = page;
  /* Undo has gone back beyond it. */
  else if (ls_lesson_runs_has (self->runs, self->session) || depth < self->run_depth)
    self->run_page = LS_LESSON_NO_PAGE;
  if (self->run_page == LS_LESSON_NO_PAGE && !ls_debugger_keeps_run (self->debugger, &has_program) && has_program)
    page = self->run_page = guess_page (self);
  if (page != LS_LESSON_NO_PAGE)
    {
      const guint begin = g_array_index (self->answers, LsPageAnswer, page).run_depth;

      self->run_depth = begin > 0 ? MIN (begin, depth) : depth;
    }
}

/* Returns the page whose run the learner is changing in @shown. What is just the run of another page than the displayed one is
 * nothing that the learner has made. */
static guint
find_changed (LsLessonView *self,
              LsSession    *shown)
{
  if (self->before != NULL)
    return self->page;
  return self->run_page != LS_LESSON_NO_PAGE && !ls_lesson_runs_has (self->runs, shown) ? self->run_page : LS_LESSON_NO_PAGE;
}

static LsSession *
dup_kept (LsSession *shown,
          LsSession *base,
          gpointer   user_data)
{
  LsLessonView *self = user_data;

  if (self->runs == NULL || self->session != ls_debugger_get_session (self->debugger) || ls_session_get_lesson (shown) == NULL)
    return g_object_ref (shown);
  return ls_lesson_runs_dup_kept (self->runs, shown, base, find_changed (self, shown));
}

/* Returns whether the session has the program of a page, and not the lesson's. */
gboolean
ls_lesson_view_shows_program (LsLessonView *self)
{
  guint page;

  if (self->runs == NULL)
    return FALSE;
  page = find_changed (self, self->session);
  return page != LS_LESSON_NO_PAGE ? ls_lesson_page_has_program (ls_lesson_get_page (ls_session_get_lesson (self->session), page))
                                   : ls_lesson_runs_has_program (self->runs, self->session);
}

/* Has the file of the session have what the lesson has. @keeps: whether to begin with that, or to end it */
void
ls_lesson_view_keep (LsLessonView *self,
                     gboolean      keeps)
{
  ls_debugger_set_keep (self->debugger, keeps ? dup_kept : NULL, keeps ? self : NULL);
}
