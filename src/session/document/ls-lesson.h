/* ls-lesson.h: what a session teaches, page by page
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-clause.h"
#include "ls-expectation.h"
#include "ls-session.h"
#include "ls-trace.h"

G_BEGIN_DECLS

/**
 * LS_LESSON_MAX_PAGES:
 *
 * How many pages a lesson has at most.
 */
#define LS_LESSON_MAX_PAGES 100

/**
 * LsLessonPlaces:
 * @LS_LESSON_PLACE_STAGE: the queues of the scheduler
 * @LS_LESSON_PLACE_MAIN_THREAD: all queues of the main thread
 * @LS_LESSON_PLACE_SIGNALS: the tree of signals
 * @LS_LESSON_PLACE_WHY: why the next task is next
 * @LS_LESSON_PLACE_INSPECTOR: what is selected
 * @LS_LESSON_PLACE_TIMELINE: the timeline
 * @LS_LESSON_PLACE_EVENTS: the records
 * @LS_LESSON_PLACE_LOG: what the program printed
 * @LS_LESSON_PLACE_PROGRAM: the program
 *
 * Where in a window to look.
 */
typedef enum
{
  LS_LESSON_PLACE_STAGE = 1 << 0,
  LS_LESSON_PLACE_MAIN_THREAD = 1 << 1,
  LS_LESSON_PLACE_SIGNALS = 1 << 2,
  LS_LESSON_PLACE_WHY = 1 << 3,
  LS_LESSON_PLACE_INSPECTOR = 1 << 4,
  LS_LESSON_PLACE_TIMELINE = 1 << 5,
  LS_LESSON_PLACE_EVENTS = 1 << 6,
  LS_LESSON_PLACE_LOG = 1 << 7,
  LS_LESSON_PLACE_PROGRAM = 1 << 8
} LsLessonPlaces;

/**
 * LsLessonHides:
 * @LS_LESSON_HIDES_NEXT: which task is next
 * @LS_LESSON_HIDES_WHY: why a task is next, or waits
 * @LS_LESSON_HIDES_FUTURE: what happens after the moment of the page
 *
 * What a page with a question hides until it is answered.
 */
typedef enum
{
  LS_LESSON_HIDES_NEXT = 1 << 0,
  LS_LESSON_HIDES_WHY = 1 << 1,
  LS_LESSON_HIDES_FUTURE = 1 << 2
} LsLessonHides;

/**
 * LS_LESSON_HIDES_ALL:
 *
 * All that a page can hide: what it hides if it says nothing about that.
 */
#define LS_LESSON_HIDES_ALL (LS_LESSON_HIDES_NEXT | LS_LESSON_HIDES_WHY | LS_LESSON_HIDES_FUTURE)

/**
 * LsLessonMomentKind:
 * @LS_LESSON_MOMENT_NONE: it names none
 * @LS_LESSON_MOMENT_STEP: after so many steps
 * @LS_LESSON_MOMENT_TURN: after so many turns, with all their microtasks
 * @LS_LESSON_MOMENT_TIME: after all that happened up to this time, in µs
 *
 * How a lesson names a moment.
 */
typedef enum
{
  LS_LESSON_MOMENT_NONE,
  LS_LESSON_MOMENT_STEP,
  LS_LESSON_MOMENT_TURN,
  LS_LESSON_MOMENT_TIME
} LsLessonMomentKind;

typedef struct _LsLessonMoment LsLessonMoment;
typedef struct _LsLessonAnswer LsLessonAnswer;
typedef struct _LsLessonPage LsLessonPage;

/**
 * LsLessonMoment:
 * @kind: how it is named
 * @value: a number of steps or turns, or a time
 *
 * A moment of a run: plain data.
 */
struct _LsLessonMoment
{
  LsLessonMomentKind kind;
  guint64            value;
};

#define LS_TYPE_LESSON_MOMENT (ls_lesson_moment_get_type ())
LS_AVAILABLE_IN_1_0
GType ls_lesson_moment_get_type (void);

/**
 * LsLessonAnswer:
 * @text: what can be chosen
 * @is_right: whether it is right
 * @because: why it is right or wrong
 * @holds: (nullable): what holds only if this answer is right
 *
 * An answer to a question: plain data, owned by a lesson.
 */
struct _LsLessonAnswer
{
  char          *text;
  gboolean       is_right;
  char          *because;
  LsExpectation *holds;
};

#define LS_TYPE_LESSON_ANSWER (ls_lesson_answer_get_type ())
LS_AVAILABLE_IN_1_0
GType ls_lesson_answer_get_type (void);

/**
 * LsLessonPage:
 * @title: its title
 * @text: paragraphs; what stands between two “`” is code
 * @look: [flags@LessonPlaces]
 * @at: where it begins
 * @question: (nullable): what is asked
 * @answers: (element-type LsLessonAnswer): answers to @question, one of them right; none where the run knows the answer
 * @clause: the clause that decides it, or %LS_CLAUSE_NONE
 * @clause_step: a step of it, or 0
 * @task: (nullable): what is to be done
 * @hint: (nullable): a hint at how to do it
 * @until: (nullable): what holds once @task has been done
 * @solved_at: where @until holds after the lesson's own solution; none: at the end
 * @hides: [flags@LessonHides] until @question is answered; 0 without a question
 * @exercise: (nullable): what the program is to be made to do by changing it, or with few actions if there is a @par
 * @goals: (element-type LsExpectation): what holds of the run once it does; none without @exercise
 * @hints: (array zero-terminated=1): hints at how to do that, or @task, or at what @question asks, each of which says more than the
 *   one before
 * @rows: (array zero-terminated=1): what @question asks to put into the order in which it comes; some of it may never come
 * @rows_are_tasks: whether @rows are names of tasks, else they are lines of the log
 * @because: (nullable): what is to be learnt from the order or the places of @rows, from what is next, or from @presets
 * @rows_are_bars: whether @rows are names of tasks that are to be placed in time, and not just into order
 * @tolerance: how far from where the run has it a bar is still right, in µs
 * @par: in how many actions @goals can be reached, without changing the program; 0 if the program is to be changed
 * @picks_next: whether @question asks to pick the task that is next
 * @presets: (array zero-terminated=1): which preset had which log is what @question asks; none for another question
 * @is_solved_by_schedule: whether @task is done by letting one agent go before another: the lesson's solution has a schedule
 * @reveal: where the window goes once one of @answers is given; none: where the right one comes true
 * @first_line: the first line of the first script that the page is about, from 1; 0 for none
 * @last_line: the last one
 *
 * A page of a lesson: plain data, owned by it.
 */
struct _LsLessonPage
{
  char            *title;
  char           **text;
  guint            look;
  LsLessonMoment   at;
  char            *question;
  GPtrArray       *answers;
  LsClause         clause;
  guint            clause_step;
  char            *task;
  char            *hint;
  LsExpectation   *until;
  LsLessonMoment   solved_at;
  guint            hides;
  char            *exercise;
  GPtrArray       *goals;
  char           **hints;
  char           **rows;
  gboolean         rows_are_tasks;
  char            *because;
  gboolean         rows_are_bars;
  guint64          tolerance;
  guint            par;
  gboolean         picks_next;
  char           **presets;
  gboolean         is_solved_by_schedule;
  LsLessonMoment   reveal;
  guint            first_line;
  guint            last_line;
  /*< private >*/
  GPtrArray       *expectations;          /* LsExpectation */
  GPtrArray       *solved_expectations;
  gpointer         actions;               /* JsonNode, an array, NULL for none */
  gpointer         solution;              /* likewise */
  char            *pointer;               /* in the session's file */
  char            *source;                /* of the first script of the exercise or the task; NULL for the session's */
  char            *solved_source;         /* likewise once the exercise is done; NULL without one */
  GArray          *schedule;              /* guint32: numbers of agents; NULL for the session's, or none where it has a @source */
  GArray          *solved_schedule;       /* likewise once the task is done; NULL without one */
};

#define LS_TYPE_LESSON_PAGE (ls_lesson_page_get_type ())
LS_AVAILABLE_IN_1_0
GType ls_lesson_page_get_type (void);

/**
 * LsLesson:
 *
 * What a session teaches: pages, with questions and things to do. Lessons do not change; they may be used from any thread.
 */
typedef struct _LsLesson LsLesson;

#define LS_TYPE_LESSON (ls_lesson_get_type ())

LS_AVAILABLE_IN_1_0
GType               ls_lesson_get_type     (void);
LS_AVAILABLE_IN_1_0
LsLesson           *ls_lesson_ref          (LsLesson             *self);
LS_AVAILABLE_IN_1_0
void                ls_lesson_unref        (LsLesson             *self);
LS_AVAILABLE_IN_1_0
const char         *ls_lesson_get_id       (LsLesson             *self);
LS_AVAILABLE_IN_1_0
guint               ls_lesson_get_number   (LsLesson             *self);
LS_AVAILABLE_IN_1_0
guint               ls_lesson_get_minutes  (LsLesson             *self);
LS_AVAILABLE_IN_1_0
guint               ls_lesson_get_n_pages  (LsLesson             *self);
LS_AVAILABLE_IN_1_0
const LsLessonPage *ls_lesson_get_page     (LsLesson             *self,
                                            guint                 index);

LS_AVAILABLE_IN_1_0
gboolean            ls_lesson_moment_find  (const LsLessonMoment *self,
                                            LsTrace              *trace,
                                            gsize                *scanned,
                                            gsize                *position);
LS_AVAILABLE_IN_1_0
const char         *ls_lesson_place_to_string (LsLessonPlaces     place);

LS_AVAILABLE_IN_1_0
LsLesson           *ls_session_get_lesson  (LsSession            *session);
LS_AVAILABLE_IN_1_0
LsSession          *ls_session_new_for_page (LsSession           *session,
                                            guint                 page,
                                            gboolean              is_solved,
                                            GError              **error);
LS_AVAILABLE_IN_1_0
gboolean            ls_session_take_run    (LsSession            *session,
                                            LsSession            *from,
                                            GError              **error);
LS_AVAILABLE_IN_1_0
gboolean            ls_session_runs_like   (LsSession            *session,
                                            LsSession            *other);
LS_AVAILABLE_IN_1_0
gboolean            ls_session_count_own_actions (LsSession      *session,
                                            LsSession            *given,
                                            guint                *n_actions);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsLesson, ls_lesson_unref)

G_END_DECLS
