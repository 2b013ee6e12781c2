/* ls-lesson-results.h: what has come of the questions and tasks of lessons
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* What a page of a lesson asks for, and what has come of it. */
typedef enum
{
  LS_LESSON_RESULT_ASKS = 1 << 0,       /* a question */
  LS_LESSON_RESULT_ANSWERED = 1 << 1,
  LS_LESSON_RESULT_RIGHT = 1 << 2,      /* at the first try */
  LS_LESSON_RESULT_WANTS = 1 << 3,      /* something to be done */
  LS_LESSON_RESULT_DONE = 1 << 4,
  LS_LESSON_RESULT_SHOWN = 1 << 5       /* its solution, before the learner had one */
} LsLessonResult;

/* How a learner has done in a lesson. */
typedef struct
{
  guint n_questions;
  guint n_answered;
  guint n_right;      /* at the first try */
  guint n_tasks;
  guint n_done;
  guint first_open;   /* the index of a page; G_MAXUINT if nothing is open */
} LsLessonScore;

void   ls_lesson_results_begin     (GSettings      *settings,
                                    const char     *id,
                                    const guint8   *asked,
                                    gsize           n_pages);
void   ls_lesson_results_forget    (GSettings      *settings,
                                    const char     *id);
void   ls_lesson_results_note      (GSettings      *settings,
                                    const char     *id,
                                    guint           page,
                                    LsLessonResult  result);
guint8 ls_lesson_results_get       (GSettings      *settings,
                                    const char     *id,
                                    guint           page);
void   ls_lesson_results_get_score (GSettings      *settings,
                                    const char     *id,
                                    LsLessonScore  *score);
char  *ls_lesson_score_say         (const LsLessonScore *score);

G_END_DECLS
