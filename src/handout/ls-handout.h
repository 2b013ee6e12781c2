/* ls-handout.h: lessons on paper
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-session.h"

G_BEGIN_DECLS

/** LsHandoutPaper: what a handout is printed on. */
typedef enum
{
  LS_HANDOUT_A4,
  LS_HANDOUT_LETTER
} LsHandoutPaper;

/** LsHandout: the pages of lessons for a workshop, with what is asked, room to write, and all answers at the end. */
typedef struct _LsHandout LsHandout;

LsHandout *ls_handout_new             (LsHandoutPaper   paper);
void       ls_handout_free            (LsHandout       *self);
void       ls_handout_set_author      (LsHandout       *self,
                                       const char      *author);
void       ls_handout_set_seed        (LsHandout       *self,
                                       guint32          seed);
void       ls_handout_set_apart       (LsHandout       *self);
gboolean   ls_handout_add_lesson      (LsHandout       *self,
                                       LsSession       *session,
                                       GCancellable    *cancellable,
                                       GError         **error);
GBytes    *ls_handout_to_pdf          (LsHandout       *self,
                                       GCancellable    *cancellable,
                                       GError         **error);
gboolean   ls_handout_paper_from_string (const char     *string,
                                       LsHandoutPaper  *paper);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsHandout, ls_handout_free)

G_END_DECLS
