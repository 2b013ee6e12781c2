/* ls-cli-grade.h: what loopscope-cli grade knows of the answers of learners
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-answer-sheet-private.h"
#include "ls-cli.h"

G_BEGIN_DECLS

/* What has come of a question, or of something to be done. */
typedef enum
{
  LS_CLI_GRADE_FIRST_TRY,   /* right at the first try; done without the solution */
  LS_CLI_GRADE_LATER,
  LS_CLI_GRADE_WRONG,
  LS_CLI_GRADE_SOLUTION,    /* the solution was shown before there was a right answer */
  LS_CLI_GRADE_OPEN
} LsCliGrade;

/* Who says which answers are right. */
typedef enum
{
  LS_CLI_CHECKED,             /* the lesson */
  LS_CLI_CHECKED_CORRECTED,   /* likewise, and the file says something else */
  LS_CLI_CHECKED_RECORDED,    /* the file */
  LS_CLI_CHECKED_CHANGED      /* the file, and the lesson asks for something else now */
} LsCliChecked;

/* What has come of one thing that a page asks for. */
typedef struct
{
  const LsSheetExercise *exercise;   /* as it is in the lesson, if that is known */
  GPtrArray             *attempts;   /* (element-type LsSheetAttempt): of the learner, checked */
  guint                  n_hints;
  gboolean               has_solution;
  LsCliGrade             grade;
  guint                  n_tries;    /* up to the first right one; all if there is none */
  LsCliChecked           checked;
} LsCliMark;

/* The file of a learner. */
typedef struct
{
  char          *file;      /* its name, as it can be printed */
  char          *learner;   /* the name in it, or that of the file where there is none */
  LsAnswerSheet *sheet;
  LsAnswerSheet *blank;     /* (nullable): the lesson, with nothing answered; NULL where it is not known */
  GArray        *marks;     /* LsCliMark */
  guint          n_right;   /* of them at the first try */
} LsCliPaper;

typedef struct _LsCliLessons LsCliLessons;

/* ls-cli-grade-lessons.c: the lessons with which answers are checked */
LsCliLessons *ls_cli_lessons_new      (void);
void          ls_cli_lessons_free     (LsCliLessons    *self);
gboolean      ls_cli_lessons_add      (LsCliLessons    *self,
                                       const char      *argument);
LsSession    *ls_cli_lessons_find     (LsCliLessons    *self,
                                       const char      *id);

/* ls-cli-grade-paper.c: the answers of a learner, checked */
LsCliPaper   *ls_cli_paper_new        (const char      *file,
                                       LsAnswerSheet   *sheet,
                                       LsCliLessons    *lessons);
void          ls_cli_paper_free       (LsCliPaper      *self);
const char   *ls_cli_paper_get_title  (LsCliPaper      *self);
char         *ls_cli_paper_dup_key    (LsCliPaper      *self);
char         *ls_cli_paper_dup_answers (LsCliPaper     *self);
int           ls_cli_paper_compare    (gconstpointer    a,
                                       gconstpointer    b);
const char   *ls_cli_mark_get_answer  (const LsCliMark *self,
                                       gboolean         is_last);
const char   *ls_cli_grade_to_string  (LsCliGrade       grade);
const char   *ls_cli_checked_to_string (LsCliChecked    checked);

/* ls-cli-grade-questions.c: how all learners have done with each question */
typedef struct
{
  LsCliPaper            *paper;       /* one of those who were asked */
  const LsSheetExercise *exercise;
  guint                  n_learners;
  guint                  n_answered;
  guint                  n_right;     /* at the first try */
  GHashTable            *wrong;       /* (element-type utf8 uint): how many have begun with each wrong answer */
} LsCliQuestion;

GPtrArray    *ls_cli_questions_gather (GPtrArray           *papers);
const char   *ls_cli_question_find_wrong (const LsCliQuestion *self,
                                       guint               *n_times);

/* ls-cli-grade-output.c: all of it, written */
void          ls_cli_grades_write_text (GPtrArray      *papers);
void          ls_cli_grades_write_csv (GPtrArray       *papers);
void          ls_cli_grades_write_json (GPtrArray      *papers,
                                       GPtrArray       *failed);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsCliLessons, ls_cli_lessons_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsCliPaper, ls_cli_paper_free)

G_END_DECLS
