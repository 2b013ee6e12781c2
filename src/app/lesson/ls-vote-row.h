/* ls-vote-row.h: an answer for which a class raises its hands
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "ls-class-vote.h"

G_BEGIN_DECLS

#define LS_TYPE_VOTE_ROW (ls_vote_row_get_type ())
G_DECLARE_FINAL_TYPE (LsVoteRow, ls_vote_row, LS, VOTE_ROW, GtkBox)

GtkWidget *ls_vote_row_new       (guint        index,
                                  guint        number,
                                  const char  *text,
                                  LsVoteRow   *group);
guint      ls_vote_row_get_index (LsVoteRow   *self);
gboolean   ls_vote_row_is_chosen (LsVoteRow   *self);
void       ls_vote_row_choose    (LsVoteRow   *self,
                                  gboolean     is_chosen);
void       ls_vote_row_mark      (LsVoteRow   *self,
                                  gboolean     is_right);
char      *ls_vote_row_update    (LsVoteRow   *self,
                                  LsClassVote *vote);

G_END_DECLS
