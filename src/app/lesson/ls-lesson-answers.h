/* ls-lesson-answers.h: what the learner has done on the pages of a lesson
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

#include "ls-class-vote.h"
#include "ls-lesson.h"

G_BEGIN_DECLS

/** LS_LESSON_NO_ANSWER: no answer has been given. */
#define LS_LESSON_NO_ANSWER G_MAXUINT

/* What an answer is. */
typedef enum
{
  LS_LESSON_WRONG,
  LS_LESSON_RIGHT,
  LS_LESSON_SOLUTION   /* it is right, and not the learner's own */
} LsLessonOutcome;

/* What the learner has done on a page. */
typedef struct
{
  guint        answer;    /* to its question, or LS_LESSON_NO_ANSWER; 0 once there is an order */
  GArray      *order;     /* (nullable): guint: in which its rows were put; of bars, guint64: where each was put */
  guint        n_hints;   /* that were asked for */
  gboolean     is_done;   /* its task */
  guint        run_depth; /* with as many changes to be undone, or more, the run is the learner's; 0 if it was never */
  gboolean     is_shown;  /* the solution of what is to be done there, in the place of the learner's */
  LsClassVote *vote;      /* (nullable): for the answers to its question */
} LsPageAnswer;

LsLessonOutcome ls_lesson_outcome (gboolean is_right,
                                   gboolean is_solution);

GArray *ls_lesson_answers_new       (void);
void    ls_lesson_answers_forget    (GArray         *self,
                                     guint           n_pages);
void    ls_lesson_answers_take_order (LsPageAnswer   *self,
                                     GArray         *order);

G_END_DECLS
