/* ls-vote-dialog.h: counts the hands that a class raises for the answers to a question
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "ls-class-vote.h"
#include "ls-lesson.h"

G_BEGIN_DECLS

#define LS_TYPE_VOTE_DIALOG (ls_vote_dialog_get_type ())
G_DECLARE_FINAL_TYPE (LsVoteDialog, ls_vote_dialog, LS, VOTE_DIALOG, GtkBox)

GtkWidget   *ls_vote_dialog_new      (const LsLessonPage *page,
                                      GArray             *order,
                                      LsClassVote        *vote,
                                      guint               answer);
LsClassVote *ls_vote_dialog_get_vote (LsVoteDialog       *self);

G_END_DECLS
