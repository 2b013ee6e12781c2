/* ls-lesson-view-private.h: what the files of the view of a lesson share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-lesson-answers.h"
#include "ls-lesson-runs.h"
#include "ls-lesson-view.h"

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
  GtkWidget          *places;
  GtkWidget          *question;
  GtkWidget          *order;
  GtkWidget          *bars;
  GtkWidget          *pick;
  GtkWidget          *presets;
  GtkWidget          *exercise;
  GtkWidget          *task;
  GtkWidget          *next;

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
  LsSession          *before;      /* the session before an exercise whose program it has now; or NULL */
};

/* ls-lesson-view.c */
LsPageAnswer *ls_lesson_view_get_answer     (LsLessonView       *self);
void          ls_lesson_view_update_curtain (LsLessonView       *self);
void          ls_lesson_view_follow_reveal  (LsLessonView       *self);

/* ls-lesson-view-keyed.c */
void          ls_lesson_view_show_keyed     (LsLessonView       *self,
                                             const LsLessonPage *page);
void          ls_lesson_view_bind_keyed     (GtkWidgetClass     *widget_class);

G_END_DECLS
