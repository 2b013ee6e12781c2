/* ls-answer-sheet-private.h: what a learner has answered in a lesson, as a file
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <gio/gio.h>

#include "ls-json-writer-private.h"
#include "ls-lesson.h"

G_BEGIN_DECLS

#define LS_SHEET_FORMAT "loopscope-answers"
#define LS_SHEET_VERSION 1

/* How many characters texts have that are the learner's, and how many attempts are kept. */
#define LS_SHEET_MAX_NAME 200
#define LS_SHEET_MAX_ANSWER 1000
#define LS_SHEET_MAX_ATTEMPTS 1000

/* No answer was chosen, or no solution was seen. */
#define LS_SHEET_NONE G_MAXUINT

/* What a page asks for. */
typedef enum
{
  LS_SHEET_CHOICE,
  LS_SHEET_ORDER,
  LS_SHEET_BARS,
  LS_SHEET_PICK,
  LS_SHEET_PRESETS,
  LS_SHEET_TASK,
  LS_SHEET_EXERCISE,
  LS_SHEET_GOLF
} LsSheetKind;

/* An answer that was given. */
typedef struct
{
  gint64    time;       /* seconds since 1970; 0 if unknown */
  char     *answer;     /* as the learner has seen it; "" where there is nothing to show */
  guint     choice;     /* of a LS_SHEET_CHOICE, from 1, or LS_SHEET_NONE */
  gboolean  is_right;
  guint     n_hints;    /* that were shown before */
} LsSheetAttempt;

/* What a page asks for, and what has come of it. */
typedef struct
{
  guint        page;             /* from 1 */
  LsSheetKind  kind;
  char        *title;            /* of the page */
  char        *asked;            /* a mark of all that is asked: another one, another question */
  guint        n_hints;
  guint        solution_after;   /* how many attempts; LS_SHEET_NONE if the solution was not shown */
  GPtrArray   *attempts;         /* LsSheetAttempt */
} LsSheetExercise;

/* All of a lesson. Who reads it trusts nothing in it. */
typedef struct
{
  char      *learner;            /* "" if there is no name */
  char      *learner_id;         /* the same one for all lessons of a learner; "" for none */
  char      *id;                 /* of the lesson */
  guint      number;             /* likewise, 0 for none */
  char      *title;              /* likewise */
  gint64     saved;              /* seconds since 1970; 0 if unknown */
  guint      n_begun_again;      /* how often the learner has started the lesson again, forgetting all answers */
  GPtrArray *exercises;          /* LsSheetExercise */
} LsAnswerSheet;

const char      *ls_sheet_kind_to_string     (guint             kind);
gboolean         ls_sheet_kind_is_to_do      (LsSheetKind       kind);
char            *ls_sheet_mark               (const LsLessonPage *page,
                                              LsSheetKind       kind);

LsAnswerSheet   *ls_answer_sheet_new         (LsLesson         *lesson,
                                              const char       *title);
LsAnswerSheet   *ls_answer_sheet_new_empty   (void);
LsSheetExercise *ls_sheet_exercise_new       (void);
LsAnswerSheet   *ls_answer_sheet_read        (const char       *name,
                                              GInputStream     *stream,
                                              GCancellable     *cancellable,
                                              GError          **error);
LsAnswerSheet   *ls_answer_sheet_load        (const char       *name,
                                              GFile            *file,
                                              GCancellable     *cancellable,
                                              GError          **error);
void             ls_answer_sheet_free        (LsAnswerSheet    *self);
LsSheetExercise *ls_answer_sheet_find        (LsAnswerSheet    *self,
                                              guint             page,
                                              gboolean          is_to_do);
void             ls_sheet_exercise_add       (LsSheetExercise  *self,
                                              const LsSheetAttempt *attempt);
void             ls_sheet_attempt_write      (const LsSheetAttempt *attempt,
                                              LsJsonWriter     *json);
char            *ls_answer_sheet_to_json     (LsAnswerSheet    *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsAnswerSheet, ls_answer_sheet_free)

G_END_DECLS
