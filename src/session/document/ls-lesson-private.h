/* ls-lesson-private.h
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-json-private.h"
#include "ls-lesson.h"

G_BEGIN_DECLS

struct _LsLesson
{
  gatomicrefcount  ref_count;
  char            *id;
  guint            number;    /* 0 for none */
  guint            minutes;   /* 0 for none */
  GPtrArray       *pages;     /* LsLessonPage */
};

/* Returns whether a page has a program of its own, in the place of the lesson's. */
static inline gboolean
ls_lesson_page_has_program (const LsLessonPage *page)
{
  return page->source != NULL || page->solved_source != NULL;
}

LsLesson       *ls_lesson_read        (LsJsonReader *reader,
                                       JsonNode     *node,
                                       JsonNode     *session);
void            ls_lesson_page_unref  (LsLessonPage *self);
void            ls_lesson_answer_unref (LsLessonAnswer *self);
gboolean        ls_lesson_place_from_string (const char     *string,
                                             LsLessonPlaces *place);

gboolean ls_session_take_base (LsSession *session,
                               LsSession *base,
                               gboolean   has_program);

/* ls-lesson-learner.c: what a learner has made of the pages, a member of the session */
#define LS_LESSON_LEARNER "learner"

JsonNode  *ls_session_peek_learner    (LsSession *session);
void       ls_session_set_learner     (LsSession *session,
                                       GPtrArray *runs);
LsSession *ls_session_new_for_learner (LsSession *session,
                                       guint      page);

G_END_DECLS
