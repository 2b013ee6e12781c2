/* ls-explain-change.c: what becomes of a task's priority before it is selected
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-explain-private.h"

#include <glib/gi18n-lib.h>

#include "ls-foresight-private.h"

/* The reason holds for the moment of the choice. Says so where the queue of the next task has another priority now: the callback
 * that runs, or an action, is still to change it. */
void
ls_explanation_add_change (LsExplanation *self,
                           LsState       *state)
{
  const guint32 queue = ls_state_get_next_queue (state);
  const LsTaskState *task = ls_state_get_task (state, self->task);
  const LsQueueState *now = ls_state_get_queue (state, queue), *then;

  if (ls_state_get_next_basis (state) != LS_NEXT_RECORDED || now == NULL || task == NULL || task->queue != queue)
    return;
  then = ls_state_get_queue (ls_state_get_choice (state), queue);
  if (then == NULL || then->priority == now->priority)
    return;
  /* Translators: a priority, such as user-visible, which a task gets before it runs */
  ls_explanation_add (self, g_strdup_printf (_("Before that its priority becomes %s."),
                                             ls_task_priority_to_string (then->priority)));
}
