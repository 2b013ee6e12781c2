/* ls-class-vote.c: the hands that a class raises for the answers to a question
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-class-vote.h"

/* Counts as they stand: for each round one number for each answer. The round stands behind them. */
struct _LsClassVote
{
  guint      n_answers;
  GArray    *counts;   /* guint */
  GPtrArray *before;   /* GArray: the counts before each change, which undo brings back */
};

static guint *
get_round (LsClassVote *self)
{
  return &g_array_index (self->counts, guint, LS_CLASS_VOTE_ROUNDS * self->n_answers);
}

static guint *
get_count (LsClassVote *self,
           guint        round,
           guint        answer)
{
  return &g_array_index (self->counts, guint, round * self->n_answers + answer);
}

static void
clear (gpointer data)
{
  LsClassVote *self = data;

  g_array_unref (self->counts);
  g_ptr_array_unref (self->before);
}

/**
 * ls_class_vote_new:
 * @n_answers: how many answers there are
 *
 * Returns: (transfer full): a vote for which nobody has raised a hand
 */
LsClassVote *
ls_class_vote_new (guint n_answers)
{
  LsClassVote *self = g_rc_box_new0 (LsClassVote);

  self->n_answers = n_answers;
  self->counts = g_array_new (FALSE, TRUE, sizeof (guint));
  g_array_set_size (self->counts, LS_CLASS_VOTE_ROUNDS * n_answers + 1);
  self->before = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  return self;
}

/**
 * ls_class_vote_ref:
 * @self: a vote
 *
 * Returns: (transfer full): @self with one reference more
 */
LsClassVote *
ls_class_vote_ref (LsClassVote *self)
{
  return g_rc_box_acquire (self);
}

/**
 * ls_class_vote_unref:
 * @self: (transfer full): a vote
 *
 * Gives a reference back.
 */
void
ls_class_vote_unref (LsClassVote *self)
{
  g_rc_box_release_full (self, clear);
}

/**
 * ls_class_vote_get_round:
 * @self: a vote
 *
 * Returns: the round that is counted: 0, or 1 after the class has talked about it
 */
guint
ls_class_vote_get_round (LsClassVote *self)
{
  return *get_round (self);
}

/**
 * ls_class_vote_get:
 * @self: a vote
 * @round: a round
 * @answer: the index of an answer
 *
 * Returns: how many hands were raised
 */
guint
ls_class_vote_get (LsClassVote *self,
                   guint        round,
                   guint        answer)
{
  g_return_val_if_fail (round < LS_CLASS_VOTE_ROUNDS && answer < self->n_answers, 0);

  return *get_count (self, round, answer);
}

/**
 * ls_class_vote_get_total:
 * @self: a vote
 * @round: a round
 *
 * Returns: how many hands were raised for all answers
 */
guint
ls_class_vote_get_total (LsClassVote *self,
                         guint        round)
{
  guint total = 0;

  for (guint i = 0; i < self->n_answers; i++)
    total += ls_class_vote_get (self, round, i);
  return total;
}

/**
 * ls_class_vote_get_most:
 * @self: a vote
 *
 * Returns: the most hands that an answer has in any round
 */
guint
ls_class_vote_get_most (LsClassVote *self)
{
  guint most = 0;

  for (guint i = 0; i < LS_CLASS_VOTE_ROUNDS * self->n_answers; i++)
    most = MAX (most, g_array_index (self->counts, guint, i));
  return most;
}

/**
 * ls_class_vote_get_leader:
 * @self: a vote
 *
 * Returns: the index of the answer for which most hands were raised in this round, %LS_CLASS_VOTE_NONE if there is not just one
 */
guint
ls_class_vote_get_leader (LsClassVote *self)
{
  const guint round = ls_class_vote_get_round (self);
  guint leader = LS_CLASS_VOTE_NONE, most = 0;

  for (guint i = 0; i < self->n_answers; i++)
    {
      const guint count = ls_class_vote_get (self, round, i);

      if (count > most)
        leader = i;
      else if (count == most)
        leader = LS_CLASS_VOTE_NONE;
      most = MAX (most, count);
    }
  return leader;
}

static void
remember (LsClassVote *self)
{
  g_ptr_array_add (self->before, g_array_copy (self->counts));
}

/**
 * ls_class_vote_count:
 * @self: a vote
 * @answer: the index of an answer
 *
 * Counts a hand.
 */
void
ls_class_vote_count (LsClassVote *self,
                     guint        answer)
{
  g_return_if_fail (answer < self->n_answers);

  remember (self);
  (*get_count (self, ls_class_vote_get_round (self), answer))++;
}

/**
 * ls_class_vote_vote_again:
 * @self: a vote
 *
 * Begins the second round, if it has not begun.
 */
void
ls_class_vote_vote_again (LsClassVote *self)
{
  if (ls_class_vote_get_round (self) + 1 >= LS_CLASS_VOTE_ROUNDS)
    return;
  remember (self);
  (*get_round (self))++;
}

/**
 * ls_class_vote_reset:
 * @self: a vote
 *
 * Begins again.
 */
void
ls_class_vote_reset (LsClassVote *self)
{
  remember (self);
  for (guint i = 0; i < self->counts->len; i++)
    g_array_index (self->counts, guint, i) = 0;
}

/**
 * ls_class_vote_can_undo:
 * @self: a vote
 *
 * Returns: whether there is anything to undo
 */
gboolean
ls_class_vote_can_undo (LsClassVote *self)
{
  return self->before->len > 0;
}

/**
 * ls_class_vote_undo:
 * @self: a vote
 *
 * Takes the last change back, if there is one.
 */
void
ls_class_vote_undo (LsClassVote *self)
{
  if (self->before->len == 0)
    return;
  g_array_unref (self->counts);
  self->counts = g_ptr_array_steal_index (self->before, self->before->len - 1);
}
