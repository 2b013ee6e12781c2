/* ls-lesson-runs.c: the runs that the pages of a lesson are about
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-lesson-runs.h"

#include "ls-lesson-private.h"

/* Of each page the run that the lesson has for it, that of its solution, and what the learner has made of it in an exercise, which
 * then is the run of the page. They are made when they are asked for. */
typedef enum
{
  RUN_GIVEN,
  RUN_SOLVED,
  RUN_OWN,
  N_RUNS
} RunKind;

struct _LsLessonRuns
{
  LsSession *original;   /* as the file had it */
  guint      n_pages;
  GPtrArray *runs;       /* (nullable elements) LsSession: N_RUNS for each page */
};

static LsSession **
get_place (LsLessonRuns *self,
           guint         page,
           RunKind       kind)
{
  return (LsSession **) &self->runs->pdata[page * N_RUNS + kind];
}

/**
 * ls_lesson_runs_new:
 * @session: a session with a lesson, as its file has it
 *
 * Returns: (transfer full): the runs of its lesson, with what the file says that the learner has made of them
 */
LsLessonRuns *
ls_lesson_runs_new (LsSession *session)
{
  LsLessonRuns *self = g_new0 (LsLessonRuns, 1);

  self->original = ls_session_copy (session);
  self->n_pages = ls_lesson_get_n_pages (ls_session_get_lesson (session));
  self->runs = g_ptr_array_new ();
  g_ptr_array_set_size (self->runs, self->n_pages * N_RUNS);
  for (guint i = 0; i < self->n_pages; i++)
    if (ls_lesson_page_is_learners (ls_lesson_get_page (ls_session_get_lesson (session), i)))
      *get_place (self, i, RUN_OWN) = ls_session_new_for_learner (session, i);
  return self;
}

/**
 * ls_lesson_runs_free:
 * @self: (transfer full): runs
 *
 * Frees them.
 */
void
ls_lesson_runs_free (LsLessonRuns *self)
{
  for (guint i = 0; i < self->runs->len; i++)
    g_clear_object (&self->runs->pdata[i]);
  g_ptr_array_unref (self->runs);
  g_object_unref (self->original);
  g_free (self);
}

/* Returns (nullable) a run of a page; NULL where it does not fit the program, or where the learner has made nothing of it. */
static LsSession *
get_run (LsLessonRuns *self,
         guint         page,
         RunKind       kind)
{
  LsSession **run = get_place (self, page, kind);

  if (*run == NULL && kind != RUN_OWN)
    *run = ls_session_new_for_page (self->original, page, kind == RUN_SOLVED, NULL);
  return *run;
}

static gboolean
is_run (LsLessonRuns *self,
        guint         page,
        RunKind       kind,
        LsSession    *session)
{
  LsSession *run = get_run (self, page, kind);

  return run != NULL && ls_session_runs_like (session, run);
}

/**
 * ls_lesson_runs_get:
 * @self: runs
 * @page: a page
 * @is_solved: whether what is to be done there has been done, as the lesson does it
 *
 * Returns: (nullable): the run of a page, with what the learner has made of it; %NULL if it does not fit the program
 */
LsSession *
ls_lesson_runs_get (LsLessonRuns *self,
                    guint         page,
                    gboolean      is_solved)
{
  LsSession *own = get_run (self, page, RUN_OWN);

  return own != NULL && !is_solved ? own : get_run (self, page, is_solved ? RUN_SOLVED : RUN_GIVEN);
}

/**
 * ls_lesson_runs_get_given:
 * @self: runs
 * @page: a page
 *
 * Returns: (nullable): the run of a page, as the lesson has it; %NULL if it does not fit the program
 */
LsSession *
ls_lesson_runs_get_given (LsLessonRuns *self,
                          guint         page)
{
  return get_run (self, page, RUN_GIVEN);
}

/**
 * ls_lesson_runs_is_of_page:
 * @self: runs
 * @page: a page
 * @session: a session
 *
 * Returns: whether @session runs as the page is, or as the lesson has it, or as its solution
 */
gboolean
ls_lesson_runs_is_of_page (LsLessonRuns *self,
                           guint         page,
                           LsSession    *session)
{
  return is_run (self, page, RUN_GIVEN, session) || is_run (self, page, RUN_OWN, session) ||
         is_run (self, page, RUN_SOLVED, session);
}

/**
 * ls_lesson_runs_has:
 * @self: runs
 * @session: a session
 *
 * Returns: whether @session runs as one of the pages, so that nothing is lost if it gets another run
 */
gboolean
ls_lesson_runs_has (LsLessonRuns *self,
                    LsSession    *session)
{
  if (ls_session_runs_like (session, self->original))
    return TRUE;
  for (guint i = 0; i < self->n_pages; i++)
    if (ls_lesson_runs_is_of_page (self, i, session))
      return TRUE;
  return FALSE;
}

/**
 * ls_lesson_runs_has_program:
 * @self: runs
 * @session: a session
 *
 * Returns: whether @session has the run of a page with a program of its own, and not the lesson's
 */
gboolean
ls_lesson_runs_has_program (LsLessonRuns *self,
                            LsSession    *session)
{
  if (ls_session_runs_like (session, self->original))
    return FALSE;
  for (guint i = 0; i < self->n_pages; i++)
    if (ls_lesson_runs_is_of_page (self, i, session))
      return ls_lesson_page_has_program (ls_lesson_get_page (ls_session_get_lesson (self->original), i));
  return FALSE;
}

/**
 * ls_lesson_runs_keep:
 * @self: runs
 * @page: a page with an exercise
 * @session: what the learner has made of its run
 *
 * Takes the run of @session for that of the page.
 */
void
ls_lesson_runs_keep (LsLessonRuns *self,
                     guint         page,
                     LsSession    *session)
{
  LsSession *known = ls_lesson_runs_get (self, page, FALSE);
  LsSession **own = get_place (self, page, RUN_OWN);

  if (known != NULL && ls_session_runs_like (session, known))
    return;
  g_clear_object (own);
  *own = ls_session_copy (session);
}

/**
 * ls_lesson_runs_forget:
 * @self: runs
 * @page: a page
 *
 * Makes the run that the lesson has for a page that of the page again.
 */
void
ls_lesson_runs_forget (LsLessonRuns *self,
                       guint         page)
{
  g_clear_object (get_place (self, page, RUN_OWN));
}

/**
 * ls_lesson_runs_find_learners:
 * @self: runs
 * @session: a session
 *
 * Returns: the page that is the learner's to change and whose own run @session has; %LS_LESSON_NO_PAGE if it has another run, or
 *   that of the lesson
 */
guint
ls_lesson_runs_find_learners (LsLessonRuns *self,
                              LsSession    *session)
{
  if (ls_session_runs_like (session, self->original))
    return LS_LESSON_NO_PAGE;
  for (guint i = 0; i < self->n_pages; i++)
    {
      const LsLessonPage *page = ls_lesson_get_page (ls_session_get_lesson (self->original), i);

      if (!ls_lesson_page_is_learners (page))
        continue;
      /* Other pages may have the run of one that has no program of its own, unless the learner has made something of it. */
      if (ls_lesson_page_has_program (page) ? ls_lesson_runs_is_of_page (self, i, session)
                                            : is_run (self, i, RUN_OWN, session) && !is_run (self, i, RUN_GIVEN, session))
        return i;
    }
  return LS_LESSON_NO_PAGE;
}

/* Returns (transfer full) (element-type LsSession) (nullable elements): what the learner has made of each page. @shown:
 * (nullable): that of @page */
static GPtrArray *
list_own (LsLessonRuns *self,
          guint         page,
          LsSession    *shown)
{
  GPtrArray *own = g_ptr_array_new ();

  for (guint i = 0; i < self->n_pages; i++)
    {
      LsSession *run = i == page && shown != NULL ? shown : get_run (self, i, RUN_OWN);

      g_ptr_array_add (own, run != NULL && !is_run (self, i, RUN_GIVEN, run) ? run : NULL);
    }
  return own;
}

/**
 * ls_lesson_runs_dup_kept:
 * @self: runs
 * @shown: the session as it is now
 * @base: (nullable): the run that the lesson has, if that is not the one of its file
 * @page: the page whose run the learner is changing in @shown, or %LS_LESSON_NO_PAGE
 *
 * Returns: (transfer full): what the session's file is to have: the run of the lesson where @shown has that of a page, and beside
 *   it what the learner has made of its pages
 */
LsSession *
ls_lesson_runs_dup_kept (LsLessonRuns *self,
                         LsSession    *shown,
                         LsSession    *base,
                         guint         page)
{
  g_autoptr (LsSession) kept = ls_session_copy (shown);
  g_autoptr (GPtrArray) own = list_own (self, page, shown);

  if ((page != LS_LESSON_NO_PAGE || base != NULL || ls_lesson_runs_has (self, shown)) &&
      !ls_session_take_run (kept, base != NULL ? base : self->original, NULL))
    return g_object_ref (shown);
  ls_session_set_learner (kept, own);
  if (!ls_session_get_modified (shown))
    ls_session_set_modified (kept, FALSE);
  return g_steal_pointer (&kept);
}

/**
 * ls_lesson_runs_is_all_that_differs:
 * @before: a session as it was
 * @session: the session now
 *
 * Returns: whether its run is all that has changed, and nothing like its notes
 */
gboolean
ls_lesson_runs_is_all_that_differs (LsSession *before,
                                    LsSession *session)
{
  g_autoptr (LsSession) expected = ls_session_copy (before);
  g_autofree char *text = ls_session_to_data (session, NULL);
  g_autofree char *expected_text = ls_session_take_run (expected, session, NULL) ? ls_session_to_data (expected, NULL) : NULL;

  return g_strcmp0 (text, expected_text) == 0;
}
