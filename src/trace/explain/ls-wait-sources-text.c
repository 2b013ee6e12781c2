/* ls-wait-sources-text.c: what a source of a GLib program waited for, in sentences
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-wait-causes-private.h"

#include <glib/gi18n-lib.h>
#include <stdlib.h>

#include "ls-trace-names-private.h"

/* What was dispatched instead: how often, of which priorities, and the dispatch that took longest. */
typedef struct
{
  guint32 n_tasks;
  guint8  best, worst;    /* queues */
  const LsWaitCause *longest;
} Dispatched;

static Dispatched
sum_up (const LsWaitCauses *self)
{
  Dispatched sum = { .best = G_MAXUINT8 };

  for (guint i = 0; i < self->causes->len; i++)
    {
      const LsWaitCause *group = &g_array_index (self->causes, LsWaitCause, i);

      if (group->kind == LS_WAIT_CAUSE_RUNNING || !ls_queue_type_is_of_sources (group->queue))
        continue;
      sum.n_tasks += group->n_tasks;
      sum.best = MIN (sum.best, group->queue);
      sum.worst = MAX (sum.worst, group->queue);
      if (sum.longest == NULL || group->longest > sum.longest->longest)
        sum.longest = group;
    }
  return sum;
}

/* "0 to 110", where a queue may be that of some priorities. */
static char *
say_priorities (guint best,
                guint worst)
{
  g_auto (GStrv) first = g_strsplit (ls_queue_type_get_source_priority (best), "..", 2);
  g_auto (GStrv) last = g_strsplit (ls_queue_type_get_source_priority (worst), "..", 2);
  const char *from = first[0], *to = last[g_strv_length (last) - 1];

  if (best == worst && first[1] == NULL)
    return g_strdup (from);
  if (*from == '\0' || *to == '\0')
    return best == worst ? g_strdup (ls_queue_type_get_source_priority (best))
                         : g_strdup_printf ("%s, %s", ls_queue_type_get_source_priority (best), ls_queue_type_get_source_priority (worst));
  /* Translators: two priorities of GLib */
  return g_strdup_printf (_("%s to %s"), from, to);
}

/* "14 sources of priority 0 to 110 were dispatched first, the longest of them “on_row_activated”, for 83 ms." (transfer full)
 * (nullable) */
char *
ls_wait_causes_say_dispatched (const LsWaitCauses *self)
{
  const Dispatched sum = sum_up (self);
  g_autofree char *priorities = NULL, *name = NULL, *longest = NULL;

  if (sum.n_tasks == 0)
    return NULL;
  priorities = say_priorities (sum.best, sum.worst);
  name = ls_names_say_task (self->end, sum.longest->task);
  longest = ls_names_say_duration (sum.longest->longest);
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                       "Meanwhile, %u source of priority %s was dispatched: %s, for %s.",
                                       "Meanwhile, %u sources of priority %s were dispatched, the longest of them %s, for %s.", sum.n_tasks),
                          sum.n_tasks, priorities, name, longest);
}

/* Says who has posted the task, where that was not done in a dispatch of its own loop. (transfer full) (nullable) */
char *
ls_wait_causes_say_origin (const LsWaitCauses *self)
{
  const LsTaskState *task = ls_state_get_task (self->end, self->task);
  LsTrace *trace = ls_state_get_trace (self->end);
  const char *function = task != NULL && task->origin != 0 ? ls_trace_get_text (trace, task->origin) : NULL;
  const char *thread = task != NULL && task->origin_thread != 0 ? ls_trace_get_text (trace, task->origin_thread) : NULL;

  if (thread == NULL)
    return NULL;
  if (function == NULL)
    /* Translators: the name of a thread */
    return g_strdup_printf (_("The thread “%s” has posted it."), thread);
  /* Translators: a function, the name of a thread */
  return g_strdup_printf (_("“%s” in the thread “%s” has posted it."), function, thread);
}

static char *
say_running (const LsWaitCauses *self,
             const char         *duration)
{
  const LsTaskState *task = ls_state_get_task (self->end, self->task);
  g_autofree char *name = NULL;
  guint32 running = 0;

  for (guint i = 0; i < self->causes->len; i++)
    if (g_array_index (self->causes, LsWaitCause, i).kind == LS_WAIT_CAUSE_RUNNING)
      running = g_array_index (self->causes, LsWaitCause, i).task;
  name = ls_names_say_task (self->end, running);
  if (task != NULL && running != 0 && task->posted_by == running)
    /* Translators: how long, a source of GLib */
    return g_strdup_printf (_("%s until the callback of %s returned: it attached this source, or was its previous dispatch."), duration, name);
  /* Translators: how long, a source of GLib */
  return g_strdup_printf (_("%s until the callback of %s returned: no dispatch is interrupted."), duration, name);
}

/* Says what a source waited @duration for. */
char *
ls_wait_causes_say_of_source (const LsWaitCauses *self,
                              LsWaitCauseKind     kind,
                              const char         *duration)
{
  const guint32 n = self->n_tasks[kind];

  switch (kind)
    {
    case LS_WAIT_CAUSE_RUNNING:
      return say_running (self, duration);
    case LS_WAIT_CAUSE_RANK:
      return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s behind %u source of a better priority.",
                                           "%s behind %u sources of better priorities.", n), duration, n);
    case LS_WAIT_CAUSE_ORDER:
      return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s behind %u source of the same priority that was attached before.",
                                           "%s behind %u sources of the same priority that were attached before.", n), duration, n);
    case LS_WAIT_CAUSE_ITERATION:
      return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                           "%s behind %u source of an iteration that had begun when it became ready.",
                                           "%s behind %u sources of iterations that had begun when it became ready.", n), duration, n);
    case LS_WAIT_CAUSE_DELAY_LATE:
      return g_strdup_printf (_("%s until the loop saw that its interval was over."), duration);
    case LS_WAIT_CAUSE_ELSEWHERE:
      return g_strdup_printf (_("%s between dispatches: the loop looked for ready sources, or the program did not run it."), duration);
    case LS_WAIT_CAUSE_UNKNOWN:
    default:
      return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s behind %u source: the recording does not say why it came first.",
                                           "%s behind %u sources: the recording does not say why they came first.", n), duration, n);
    }
}
