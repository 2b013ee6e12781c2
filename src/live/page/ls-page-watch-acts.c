/* ls-page-watch-acts.c: holds pages that are watched, and acts on them
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "config.h"

#include "ls-page-watch-private.h"

#include <glib/gi18n-lib.h>

static void
act (LsPageWatch     *self,
     const LsPageAct *what)
{
  LsPageClient *client = ls_page_watch_get_client (self);

  if (client == NULL)
    {
      g_free (what->text);
      g_strfreev (what->names);
      return;
    }
  ls_page_client_act (client, g_memdup2 (what, sizeof *what));
}

gboolean
ls_page_watch_can_hold (LsLiveRun *run)
{
  LsPageReport *report = ls_page_watch_get_report (LS_PAGE_WATCH (run));
  gboolean can_hold;

  g_mutex_lock (&report->lock);
  can_hold = !report->cannot_hold;
  g_mutex_unlock (&report->lock);
  return can_hold;
}

/* Returns whether pages can be held; if not, the user is told. */
static gboolean
need_hold (LsPageWatch *self)
{
  if (ls_page_watch_can_hold (LS_LIVE_RUN (self)))
    return TRUE;
  ls_page_watch_tell_refused (self, _("Firefox cannot hold a page"));
  return FALSE;
}

void
ls_page_watch_hold (LsLiveRun *run)
{
  LsPageWatch *self = LS_PAGE_WATCH (run);

  if (!need_hold (self))
    return;
  act (self, &(const LsPageAct) { .kind = LS_PAGE_ACT_HOLD });
  ls_page_watch_set_to_hold (self, TRUE);
}

void
ls_page_watch_step (LsLiveRun *run)
{
  LsPageWatch *self = LS_PAGE_WATCH (run);

  if (!need_hold (self))
    return;
  act (self, &(const LsPageAct) { .kind = LS_PAGE_ACT_STEP });
  ls_page_watch_set_to_hold (self, TRUE);
}

void
ls_page_watch_let_go (LsLiveRun *run)
{
  LsPageWatch *self = LS_PAGE_WATCH (run);

  act (self, &(const LsPageAct) { .kind = LS_PAGE_ACT_LET_GO });
  ls_page_watch_set_to_hold (self, FALSE);
}

gboolean
ls_page_watch_is_held (LsLiveRun *run)
{
  LsPageWatch *self = LS_PAGE_WATCH (run);
  LsPageReport *report = ls_page_watch_get_report (self);
  gboolean is_held;

  g_mutex_lock (&report->lock);
  is_held = report->n_held > 0;
  g_mutex_unlock (&report->lock);
  return is_held;
}

guint32
ls_page_watch_get_held_task (LsLiveRun *run)
{
  LsPageWatch *self = LS_PAGE_WATCH (run);
  LsPageReport *report = ls_page_watch_get_report (self);
  guint32 task;

  g_mutex_lock (&report->lock);
  task = report->held_task;
  g_mutex_unlock (&report->lock);
  return task;
}

/**
 * ls_page_watch_set_breakpoints:
 * @self: a watch
 * @names: (nullable) (array zero-terminated=1): names of functions, 100 at most; %NULL for none
 *
 * Holds pages and workers before callbacks of these names. Where nothing can be held, [signal@PageWatch::refused] says so.
 */
void
ls_page_watch_set_breakpoints (LsPageWatch       *self,
                               const char *const *names)
{
  g_return_if_fail (LS_IS_PAGE_WATCH (self));

  if (names != NULL && names[0] != NULL && !need_hold (self))
    return;
  act (self, &(const LsPageAct) { .kind = LS_PAGE_ACT_BREAK, .names = g_strdupv ((char **) names) });
}

/**
 * ls_page_watch_set_priority:
 * @self: a watch
 * @task: a task of the trace that waits
 * @priority: a priority
 *
 * Has the controller of a task's signal change its priority, and so that of all tasks that have it. A task without such a signal
 * keeps its priority: [signal@PageWatch::refused] says so.
 */
void
ls_page_watch_set_priority (LsPageWatch    *self,
                            guint32         task,
                            LsTaskPriority  priority)
{
  g_return_if_fail (LS_IS_PAGE_WATCH (self));
  g_return_if_fail (task != 0 && priority < LS_N_TASK_PRIORITIES);

  act (self, &(const LsPageAct) { .kind = LS_PAGE_ACT_PRIORITY, .task = task, .priority = priority });
}

/**
 * ls_page_watch_set_signal_priority:
 * @self: a watch
 * @signal: a signal of the trace
 * @priority: a priority
 *
 * Has the controller of a signal change its priority.
 */
void
ls_page_watch_set_signal_priority (LsPageWatch    *self,
                                   guint32         signal,
                                   LsTaskPriority  priority)
{
  g_return_if_fail (LS_IS_PAGE_WATCH (self));
  g_return_if_fail (signal != 0 && priority < LS_N_TASK_PRIORITIES);

  act (self, &(const LsPageAct) { .kind = LS_PAGE_ACT_PRIORITY, .signal = signal, .priority = priority });
}

/**
 * ls_page_watch_abort:
 * @self: a watch
 * @task: a task of the trace that waits
 * @reason: (nullable): why, a string for the page; %NULL for an AbortError
 *
 * Has the controller of a task's signal abort, and so all tasks that have it.
 */
void
ls_page_watch_abort (LsPageWatch *self,
                     guint32      task,
                     const char  *reason)
{
  g_return_if_fail (LS_IS_PAGE_WATCH (self));
  g_return_if_fail (task != 0);

  act (self, &(const LsPageAct) { .kind = LS_PAGE_ACT_ABORT, .task = task, .text = g_strdup (reason) });
}

/**
 * ls_page_watch_abort_signal:
 * @self: a watch
 * @signal: a signal of the trace
 * @reason: (nullable): why, a string for the page; %NULL for an AbortError
 *
 * Has the controller of a signal abort.
 */
void
ls_page_watch_abort_signal (LsPageWatch *self,
                            guint32      signal,
                            const char  *reason)
{
  g_return_if_fail (LS_IS_PAGE_WATCH (self));
  g_return_if_fail (signal != 0);

  act (self, &(const LsPageAct) { .kind = LS_PAGE_ACT_ABORT, .signal = signal, .text = g_strdup (reason) });
}

/**
 * ls_page_watch_post:
 * @self: a watch
 * @agent: a document or worker of the trace, from 1
 * @source: the body of a function, in JavaScript
 * @priority: a priority
 *
 * Posts a task in a page or worker.
 */
void
ls_page_watch_post (LsPageWatch    *self,
                    guint32         agent,
                    const char     *source,
                    LsTaskPriority  priority)
{
  g_return_if_fail (LS_IS_PAGE_WATCH (self));
  g_return_if_fail (agent != 0 && source != NULL && priority < LS_N_TASK_PRIORITIES);

  act (self, &(const LsPageAct) { .kind = LS_PAGE_ACT_POST, .agent = agent, .text = g_strdup (source), .priority = priority });
}
