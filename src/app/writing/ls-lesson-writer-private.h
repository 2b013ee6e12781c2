/* ls-lesson-writer-private.h: what the files of the writer share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-lesson-edit-private.h"
#include "ls-lesson-writer.h"

G_BEGIN_DECLS

struct _LsLessonWriter
{
  GtkBox      parent_instance;

  GtkWidget  *pages;           /* which of them is written */
  GtkWidget  *body;
  GtkWidget  *fields;          /* the members of a page, in boxes below each other */
  GtkWidget  *lesson_title;
  GtkWidget  *description;
  GtkWidget  *minutes;
  GtkWidget  *moment;
  GtkWidget  *places;
  GtkWidget  *asks;
  GtkWidget  *answers;
  GtkWidget  *program_box;     /* of an exercise */
  GtkWidget  *solution_box;    /* of what is done by actions */
  GtkWidget  *solution;
  GtkWidget  *state;
  GtkWidget  *problems;

  LsDebugger *debugger;        /* NULL while nobody writes */
  JsonNode   *shown;           /* the session's tree that is displayed */
  guint       page;
  guint       n_pages;         /* as displayed */
  gboolean    is_showing;
  gpointer    edited;          /* (nullable): the field that the last change was typed in, only compared */

  GSource    *waiting;         /* until the lesson is checked */
  GCancellable *checking;
};

/* ls-lesson-writer.c */
LsSession *ls_lesson_writer_get_session (LsLessonWriter     *self);
gboolean   ls_lesson_writer_edit        (LsLessonWriter     *self,
                                         const LsLessonEdit *edit,
                                         const char         *label,
                                         gpointer            field,
                                         char              **reason);
void       ls_lesson_writer_set_page    (LsLessonWriter     *self,
                                         JsonNode           *page,
                                         const char         *label);
void       ls_lesson_writer_tell        (LsLessonWriter     *self,
                                         const char         *text);
JsonNode  *ls_lesson_writer_peek_page   (LsLessonWriter     *self);
void       ls_lesson_writer_clear_fields (LsLessonWriter    *self);
gboolean   ls_lesson_writer_may_leave   (LsLessonWriter     *self);

/* ls-lesson-writer-pages.c: the list of pages, and what they take from the run */
void       ls_lesson_writer_act         (LsLessonWriter     *self,
                                         const char         *verb);

/* ls-lesson-writer-asks.c: what a page asks for */
void       ls_lesson_writer_show_asks   (LsLessonWriter     *self,
                                         JsonNode           *page);
void       ls_lesson_writer_set_asks    (LsLessonWriter     *self,
                                         guint               index);
void       ls_lesson_writer_init_asks   (LsLessonWriter     *self);

/* ls-lesson-writer-run.c: the runs of the pages, and their moments */
void       ls_lesson_writer_show_run    (LsLessonWriter     *self,
                                         gboolean            is_solved);
void       ls_lesson_writer_follow_run  (LsLessonWriter     *self);
void       ls_lesson_writer_show_moment (LsLessonWriter     *self,
                                         JsonNode           *page);
JsonNode  *ls_lesson_writer_make_moment (LsLessonWriter     *self);
JsonNode  *ls_lesson_writer_take_moment (LsLessonWriter     *self,
                                         JsonNode           *page);
JsonNode  *ls_lesson_writer_dup_actions (LsLessonWriter     *self,
                                         JsonNode           *page);
char      *ls_lesson_writer_dup_program (LsLessonWriter     *self);

/* ls-lesson-writer-check.c: holds the lesson against what the engine does */
void       ls_lesson_writer_check_soon  (LsLessonWriter     *self);
void       ls_lesson_writer_end_check   (LsLessonWriter     *self);

G_END_DECLS
