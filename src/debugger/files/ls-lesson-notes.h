/* ls-lesson-notes.h: each answer that the learner has given in lessons
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-answer-sheet-private.h"

G_BEGIN_DECLS

/* What is noted. */
typedef enum
{
  LS_LESSON_NOTE_ANSWER,
  LS_LESSON_NOTE_HINT,
  LS_LESSON_NOTE_SOLUTION
} LsLessonNoteKind;

/* What the learner has done on a page. */
typedef struct
{
  LsLessonNoteKind  kind;
  guint             page;       /* its index */
  gboolean          is_to_do;   /* about something to be done, and not about a question */
  guint             choice;     /* of a question with choices, the index of the answer; LS_SHEET_NONE for none */
  gboolean          is_right;
  const char       *text;       /* (nullable): an answer that is no choice */
} LsLessonNote;

void           ls_lesson_notes_add        (GSettings          *settings,
                                           LsLesson           *lesson,
                                           const LsLessonNote *note);
void           ls_lesson_notes_begin_again (GSettings         *settings,
                                           LsLesson           *lesson);
LsAnswerSheet *ls_lesson_notes_get        (GSettings          *settings,
                                           LsLesson           *lesson,
                                           const char         *title);

G_END_DECLS
