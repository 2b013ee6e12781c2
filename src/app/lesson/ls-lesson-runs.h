/* ls-lesson-runs.h: the runs that the pages of a lesson are about
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-lesson.h"

G_BEGIN_DECLS

/** LS_LESSON_NO_PAGE: no page of a lesson. */
#define LS_LESSON_NO_PAGE G_MAXUINT

/* Returns whether the learner answers a page by changing its run: the program, the actions, or which agent goes first. */
static inline gboolean
ls_lesson_page_is_learners (const LsLessonPage *page)
{
  return page->exercise != NULL || page->is_solved_by_schedule || (page->task != NULL && page->solution != NULL);
}

typedef struct _LsLessonRuns LsLessonRuns;

LsLessonRuns *ls_lesson_runs_new         (LsSession    *session);
void          ls_lesson_runs_free        (LsLessonRuns *self);
LsSession    *ls_lesson_runs_get         (LsLessonRuns *self,
                                          guint         page,
                                          gboolean      is_solved);
LsSession    *ls_lesson_runs_get_given   (LsLessonRuns *self,
                                          guint         page);
gboolean      ls_lesson_runs_is_of_page  (LsLessonRuns *self,
                                          guint         page,
                                          LsSession    *session);
gboolean      ls_lesson_runs_has         (LsLessonRuns *self,
                                          LsSession    *session);
gboolean      ls_lesson_runs_has_program (LsLessonRuns *self,
                                          LsSession    *session);
void          ls_lesson_runs_keep        (LsLessonRuns *self,
                                          guint         page,
                                          LsSession    *session);
void          ls_lesson_runs_forget      (LsLessonRuns *self,
                                          guint         page);
guint         ls_lesson_runs_find_learners (LsLessonRuns *self,
                                          LsSession    *session);
LsSession    *ls_lesson_runs_dup_kept    (LsLessonRuns *self,
                                          LsSession    *shown,
                                          LsSession    *base,
                                          guint         page);
gboolean      ls_lesson_runs_is_all_that_differs (LsSession *before,
                                          LsSession    *session);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsLessonRuns, ls_lesson_runs_free)

G_END_DECLS
