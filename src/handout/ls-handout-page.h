/* ls-handout-page.h: a page of a lesson on its way to paper
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-handout-block.h"
#include "ls-lesson.h"
#include "ls-runner.h"
#include "ls-state.h"

G_BEGIN_DECLS

/* A page whose run is over. */
typedef struct
{
  const LsLessonPage *page;
  guint               number;     /* from 1 */
  LsLesson           *lesson;     /* with all pages, in the user's language */
  LsSession          *whole;      /* with the lesson as its file has it */
  LsSession          *session;    /* for this one */
  LsRunner           *runner;
  gsize               position;   /* of the moment that the page is about */
  LsState            *state;      /* there */
  gboolean            shuffles;   /* answers; what is to be put into order is always shuffled */
  guint32             seed;
  gboolean            is_apart;   /* begins a sheet */
  GCancellable       *cancellable;
  GPtrArray          *blocks;     /* LsHandoutBlock: where to write what is asked */
  GPtrArray          *answers;    /* likewise what is right */
} LsHandoutPage;

/* Both have functions of these names, which write to @blocks and to @answers. */
gboolean ls_handout_page_add_question (LsHandoutPage  *self,
                                       GError        **error);
void     ls_handout_page_add_work     (LsHandoutPage  *self);
void     ls_handout_page_add_solution (LsHandoutPage  *self,
                                       LsSession      *solved);
void     ls_handout_page_add_goals    (LsHandoutPage  *self);
void     ls_handout_page_add_hints    (LsHandoutPage  *self);
char    *ls_handout_write_program     (LsSession      *session,
                                       guint           script);
void     ls_handout_add_changes       (GPtrArray      *blocks,
                                       const char     *from,
                                       const char     *to);

G_END_DECLS
