/* ls-class-vote.h: the hands that a class raises for the answers to a question
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** LS_CLASS_VOTE_ROUNDS: how often a class votes: before it has talked about the question, and after. */
#define LS_CLASS_VOTE_ROUNDS 2

/** LS_CLASS_VOTE_NONE: no answer. */
#define LS_CLASS_VOTE_NONE G_MAXUINT

typedef struct _LsClassVote LsClassVote;

LsClassVote *ls_class_vote_new        (guint        n_answers);
LsClassVote *ls_class_vote_ref        (LsClassVote *self);
void         ls_class_vote_unref      (LsClassVote *self);
guint        ls_class_vote_get_round  (LsClassVote *self);
guint        ls_class_vote_get        (LsClassVote *self,
                                       guint        round,
                                       guint        answer);
guint        ls_class_vote_get_total  (LsClassVote *self,
                                       guint        round);
guint        ls_class_vote_get_most   (LsClassVote *self);
guint        ls_class_vote_get_leader (LsClassVote *self);
void         ls_class_vote_count      (LsClassVote *self,
                                       guint        answer);
void         ls_class_vote_vote_again (LsClassVote *self);
void         ls_class_vote_reset      (LsClassVote *self);
gboolean     ls_class_vote_can_undo   (LsClassVote *self);
void         ls_class_vote_undo       (LsClassVote *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsClassVote, ls_class_vote_unref)

G_END_DECLS
