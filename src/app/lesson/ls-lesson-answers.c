/* ls-lesson-answers.c: what the learner has done on the pages of a lesson
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-lesson-answers.h"

static void
clear_answer (gpointer data)
{
  LsPageAnswer *self = data;

  g_clear_pointer (&self->order, g_array_unref);
  g_clear_pointer (&self->vote, ls_class_vote_unref);
}

/**
 * ls_lesson_outcome:
 * @is_right: whether an answer is right
 * @is_solution: whether the learner has asked for it
 *
 * Returns: what the answer is
 */
LsLessonOutcome
ls_lesson_outcome (gboolean is_right,
                   gboolean is_solution)
{
  if (is_solution)
    return LS_LESSON_SOLUTION;
  return is_right ? LS_LESSON_RIGHT : LS_LESSON_WRONG;
}

/**
 * ls_lesson_answers_new:
 *
 * Returns: (transfer full) (element-type LsPageAnswer): what has been done on no pages yet
 */
GArray *
ls_lesson_answers_new (void)
{
  GArray *self = g_array_new (FALSE, FALSE, sizeof (LsPageAnswer));

  g_array_set_clear_func (self, clear_answer);
  return self;
}

/**
 * ls_lesson_answers_forget:
 * @self: (element-type LsPageAnswer): what has been done
 * @n_pages: how many pages there are
 *
 * Has nothing done on any page.
 */
void
ls_lesson_answers_forget (GArray *self,
                          guint   n_pages)
{
  const LsPageAnswer none = { .answer = LS_LESSON_NO_ANSWER };

  g_array_set_size (self, 0);
  for (guint i = 0; i < n_pages; i++)
    g_array_append_val (self, none);
}

/**
 * ls_lesson_answers_take_order:
 * @self: what has been done on a page
 * @order: (transfer full) (element-type guint): in which its rows were put; of bars (element-type guint64) where
 *
 * Remembers the order, or the places, that are the answer to a page.
 */
void
ls_lesson_answers_take_order (LsPageAnswer *self,
                              GArray       *order)
{
  g_clear_pointer (&self->order, g_array_unref);
  self->order = order;
  self->answer = 0;
}
