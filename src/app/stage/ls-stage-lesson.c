/* ls-stage-lesson.c: what the stage leaves out for a page of a lesson
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-stage-private.h"

#include "ls-priority-card.h"
#include "ls-source-card.h"

/**
 * ls_stage_fold_queues:
 * @self: a stage
 * @is_folded: whether no task of the scheduler is expected
 *
 * Shows the priorities as one line each, until a task of the scheduler comes.
 */
void
ls_stage_fold_queues (LsStage  *self,
                      gboolean  is_folded)
{
  GtkWidget *cards[] = { self->background, self->user_visible, self->user_blocking };

  for (guint i = 0; i < G_N_ELEMENTS (cards); i++)
    ls_priority_card_set_folded (LS_PRIORITY_CARD (cards[i]), is_folded);
}

/**
 * ls_stage_set_hides_yield:
 * @self: a stage
 * @hides_yield: whether to keep back how `yield()` would go on where a task runs
 *
 * Says whether that is of use, as it is not to a learner who has not come to `yield()`.
 */
void
ls_stage_set_hides_yield (LsStage  *self,
                          gboolean  hides_yield)
{
  g_return_if_fail (LS_IS_STAGE (self));

  ls_source_card_set_hides_yield (LS_SOURCE_CARD (self->running), hides_yield);
  if (self->player != NULL)
    ls_source_card_show_running (LS_SOURCE_CARD (self->running), self->player);
}
