/* ls-explain-raise.c: whose priority a task has because of who awaits its result
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-explain-private.h"

#include <glib/gi18n-lib.h>

#include "ls-trace-names-private.h"

/* Says whether the task of an explanation was raised, and by whom. */
void
ls_explanation_add_raise (LsExplanation *self,
                          LsState       *state)
{
  const LsTaskState *task = self->task != 0 ? ls_state_get_task (state, self->task) : NULL;
  g_autofree char *awaiter = NULL;
  const char *from, *to;

  if (task == NULL || !task->is_raised || task->status == LS_TASK_STATUS_REMOVED)
    return;
  from = ls_task_priority_to_string (task->raised_from);
  to = ls_task_priority_to_string (task->raised_to);
  if (task->raised_by != 0)
    {
      awaiter = ls_names_say_task (state, task->raised_by);
      ls_explanation_add (self,
                          /* Translators: two priorities, such as background and user-visible, and a task */
                          g_strdup_printf (_("It was raised from %s to %s because %s awaits its result."), from, to, awaiter));
    }
  else
    ls_explanation_add (self,
                        /* Translators: two priorities, such as background and user-visible */
                        g_strdup_printf (_("It was raised from %s to %s because code of that priority awaits its result."), from,
                                         to));
}
