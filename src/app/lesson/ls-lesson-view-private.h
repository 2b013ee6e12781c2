/* ls-lesson-view-private.h: what the files of the lesson view share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-lesson-answers.h"
#include "ls-lesson-notes.h"
#include "ls-lesson-private.h"
#include "ls-lesson-results.h"
#include "ls-lesson-runs.h"
#include "ls-lesson-view.h"
#include "ls-lesson-writer.h"

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

struct _LsLessonView
{
  GtkBox              parent_instance;

  GtkWidget          *lesson_title;
  GtkWidget          *progress;
  GtkWidget          *scroller;
  GtkWidget          *notice;
  GtkWidget          *title;
  GtkWidget          *text;
  GtkWidget          *posted;
  GtkWidget          *places;
  GtkWidget          *question;
  GtkWidget          *order;
  GtkWidget          *bars;
  GtkWidget          *pick;
  GtkWidget          *presets;
  GtkWidget          *exercise;
  GtkWidget          *task;
  GtkWidget          *recap;
  GtkWidget          *course_note;
  GtkWidget          *next;
  GtkWidget          *write;
  GtkWidget          *writing;     /* has the writer, from when it is wanted */
  LsLessonWriter     *writer;      /* or NULL */

  GSettings          *settings;
  LsDebugger         *debugger;
  LsPlayer           *player;
  LsSession          *session;     /* the session with the displayed lesson */
  LsLesson           *lesson;      /* NULL without a lesson, or after the user left it */
  GArray             *answers;     /* (element-type LsPageAnswer): of each page */
  LsLessonRuns       *runs;        /* of the pages */
  guint               page;
  gboolean            reveals;     /* the player goes to where the answer shows */
  guint32             explained;   /* the task that is explained there, 0 for none */
  LsCourse           *course;      /* that the lesson is of, or NULL */
  guint               course_lesson; /* which of its lessons */
  gboolean            is_writing;
  JsonNode           *json;        /* (nullable): the lesson as the session had it when it was read */
  LsSession          *before;      /* the session before a page whose run it has now, which is the learner's to change; or NULL */
  guint               begin_depth; /* with fewer changes to be undone the run is what it was before the page, if there is @before */
  guint               run_page;    /* without @before: another page whose run the session has, or had before the user changed it */
  GtkWidget          *focus_before; /* (unowned, weak): had the focus before the page had to wait for its run; or NULL */
  guint               run_depth;   /* how many changes could be undone then */
};

/* Returns (nullable) the displayed page. */
static inline const LsLessonPage *
ls_lesson_view_peek_page (LsLessonView *self)
{
  return self->lesson != NULL ? ls_lesson_get_page (self->lesson, self->page) : NULL;
}

/* Returns what has been done on the displayed page. */
static inline LsPageAnswer *
ls_lesson_view_get_answer (LsLessonView *self)
{
  return &g_array_index (self->answers, LsPageAnswer, self->page);
}

/* ls-lesson-view-run.c: the run that the learner changes to answer a page */
void     ls_lesson_view_begin_run   (LsLessonView *self);
void     ls_lesson_view_end_run     (LsLessonView *self);
void     ls_lesson_view_follow_run  (LsLessonView *self);
void     ls_lesson_view_check_run   (LsLessonView *self);
void     ls_lesson_view_replace_run (LsLessonView *self,
                                     gboolean      is_solution);
gboolean ls_lesson_view_apply       (LsLessonView *self,
                                     LsSession    *run,
                                     const char   *label,
                                     const char   *told);

/* ls-lesson-view-keep.c: what the file of the session has meanwhile */
void     ls_lesson_view_follow_program (LsLessonView *self);
gboolean ls_lesson_view_shows_program  (LsLessonView *self);
void     ls_lesson_view_keep           (LsLessonView *self,
                                        gboolean      keeps);

/* ls-lesson-view-results.c: what comes of the questions and tasks of the lesson */
void     ls_lesson_view_begin_results  (LsLessonView *self);
void     ls_lesson_view_note_answer    (LsLessonView *self,
                                        LsLessonOutcome outcome,
                                        guint         choice,
                                        const char   *text);
void     ls_lesson_view_note_shown     (LsLessonView *self);
void     ls_lesson_view_follow_solution (LsLessonView *self);
gboolean ls_lesson_view_is_shown_solution (LsLessonView *self);
gboolean ls_lesson_view_note_done      (LsLessonView *self,
                                        const char   *text);
void     ls_lesson_view_show_recap     (LsLessonView *self);
guint    ls_lesson_view_finish_results (LsLessonView *self);
void     ls_lesson_view_hold_vote      (LsLessonView *self);

/* ls-lesson-view-course.c: the course that the lesson is of */
char    *ls_lesson_view_make_title     (LsLessonView *self);
void     ls_lesson_view_show_course    (LsLessonView *self);
gboolean ls_lesson_view_has_next       (LsLessonView *self);

/* ls-lesson-view-notes.c: what is saved of the learner's answers */
char    *ls_lesson_view_describe_order   (LsLessonView *self);
char    *ls_lesson_view_describe_bars    (LsLessonView *self);
char    *ls_lesson_view_describe_presets (LsLessonView *self);
void     ls_lesson_view_note             (LsLessonView *self,
                                          const LsLessonNote *note);
void     ls_lesson_view_note_help        (LsLessonView *self,
                                          gboolean      is_solution);
void     ls_lesson_view_save_answers     (LsLessonView *self);

/* ls-lesson-view-writing.c: the lesson is written, and not read */
gboolean ls_lesson_view_act_as_writer    (LsLessonView *self,
                                          const char   *verb);
gboolean ls_lesson_view_follow_writing   (LsLessonView *self);
void     ls_lesson_view_abandon_writing  (LsLessonView *self);
void     ls_lesson_view_take_run_back    (LsLessonView *self);
void     ls_lesson_view_bind_writing     (GtkWidgetClass *widget_class);

/* ls-lesson-view-focus.c: where the keyboard goes on */
gboolean ls_lesson_view_has_focus        (LsLessonView *self);
gboolean ls_lesson_view_has_focus_in     (LsLessonView *self,
                                          GtkWidget    *asked);
void     ls_lesson_view_focus_page       (LsLessonView *self);
void     ls_lesson_view_focus_on         (LsLessonView *self,
                                          GtkWidget    *asked);
gboolean ls_lesson_view_grab_focus       (GtkWidget    *widget);

/* ls-lesson-view.c */
void     ls_lesson_view_read_lesson    (LsLessonView *self,
                                        gboolean      is_again);
void     ls_lesson_view_stop_reading   (LsLessonView *self);
void     ls_lesson_view_update_curtain (LsLessonView *self);
void     ls_lesson_view_follow_reveal  (LsLessonView *self);

/* ls-lesson-view-keyed.c: the questions of a page that the run itself can answer */
void     ls_lesson_view_show_keyed (LsLessonView       *self,
                                    const LsLessonPage *page);
void     ls_lesson_view_bind_keyed (GtkWidgetClass     *widget_class);

G_END_DECLS
