/* ls-page-watch-acts.c: holds pages that are watched, and acts on them
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "config.h"

#include "ls-page-watch-private.h"

#include <glib/gi18n-lib.h>

/* Returns the number of the act, 0 where nobody is there any more. */
static guint64
act (LsPageWatch     *self,
     const LsPageAct *what)
{
  LsPageClient *client = ls_page_watch_get_client (self);
  LsPageAct *copy;
  guint64 number;

  if (client == NULL)
    {
      g_free (what->text);
      g_strfreev (what->names);
      return 0;
    }
  copy = g_memdup2 (what, sizeof *what);
  number = copy->number = ls_page_watch_count_act (self);
  ls_page_client_act (client, copy);
  return number;
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
  ls_page_watch_tell_acted (self, ls_page_watch_count_act (self), _("Firefox cannot hold a page"));
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
  task = report->n_held > 0 ? report->held.task : 0;
  g_mutex_unlock (&report->lock);
  return task;
}

/* Returns (transfer full) that a microtask is next, in words. @name: (nullable): as the trace has it, where ticks say so */
static char *
describe_microtask (const char *name,
                    gboolean    is_node)
{
  if (is_node && g_strcmp0 (name, "nextTick") == 0)
    return g_strdup (_("Held before a callback of process.nextTick()"));
  if (is_node && name != NULL && g_str_has_prefix (name, "nextTick "))
    return g_strdup_printf (_("Held before “%s” of process.nextTick()"), name + strlen ("nextTick "));
  return name != NULL ? g_strdup_printf (_("Held before the microtask “%s”"), name) : g_strdup (_("Held before a microtask"));
}

/* Returns (transfer none) what is next of which only the kind is known, in words. */
static const char *
describe_kind (LsPageTaskKind kind)
{
  switch (kind)
    {
    case LS_PAGE_TASK_SCHEDULER:
      return _("Held before a task that was posted before the watch began");
    case LS_PAGE_TASK_CONTINUATION:
      return _("Held before the code after a yield");
    case LS_PAGE_TASK_TIMER:
    case LS_PAGE_TASK_INTERVAL:
      return _("Held before the callback of a timer");
    case LS_PAGE_TASK_FRAME:
      return _("Held before the callback of a frame");
    case LS_PAGE_TASK_IDLE:
      return _("Held before an idle callback");
    case LS_PAGE_TASK_MESSAGE:
      return _("Held before the callback of a message");
    case LS_PAGE_TASK_IMMEDIATE:
      return _("Held before an immediate");
    default:
      return _("Held before something that it has not told of");
    }
}

/**
 * ls_page_watch_describe_held:
 * @self: a watch
 *
 * Says in words before what the page, program or worker is held that stands first in the trace. What is no task of the trace has no
 * name elsewhere: a microtask, a callback of process.nextTick(), a message, and what was posted before the watch began.
 *
 * Returns: (transfer full) (nullable): a sentence without a full stop; %NULL where nothing is held
 */
char *
ls_page_watch_describe_held (LsPageWatch *self)
{
  LsTrace *trace = ls_live_run_get_trace (LS_LIVE_RUN (self));
  LsPageReport *report = ls_page_watch_get_report (self);
  const char *name;
  LsPageHeld held;
  gboolean is_held, is_node;

  g_mutex_lock (&report->lock);
  is_held = report->n_held > 0;
  is_node = report->is_node;
  held = report->held;
  g_mutex_unlock (&report->lock);
  if (!is_held)
    return NULL;
  name = held.text != 0 ? ls_trace_get_text (trace, held.text) : NULL;
  if (name != NULL && *name == '\0')
    name = NULL;
  if (held.kind == LS_PAGE_TASK_MICROTASK)
    return describe_microtask (name, is_node);
  /* Translators: %s is what the program is about to run */
  return name != NULL ? g_strdup_printf (_("Held before “%s”"), name) : g_strdup (describe_kind (held.kind));
}

/**
 * ls_page_watch_set_breakpoints:
 * @self: a watch
 * @names: (nullable) (array zero-terminated=1): names of functions, 100 at most; %NULL for none
 *
 * Holds pages and workers before callbacks of these names. Where nothing can be held, [signal@PageWatch::acted] says so.
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
 * keeps its priority: [signal@PageWatch::acted] says so.
 *
 * Returns: the number of the act for [signal@PageWatch::acted], 0 if the watch has ended
 */
guint64
ls_page_watch_set_priority (LsPageWatch    *self,
                            guint32         task,
                            LsTaskPriority  priority)
{
  g_return_val_if_fail (LS_IS_PAGE_WATCH (self), 0);
  g_return_val_if_fail (task != 0 && ls_task_priority_is_valid (priority), 0);

  return act (self, &(const LsPageAct) { .kind = LS_PAGE_ACT_PRIORITY, .task = task, .priority = priority });
}

/**
 * ls_page_watch_set_signal_priority:
 * @self: a watch
 * @signal: a signal of the trace
 * @priority: a priority
 *
 * Has the controller of a signal change its priority.
 *
 * Returns: as ls_page_watch_set_priority() does
 */
guint64
ls_page_watch_set_signal_priority (LsPageWatch    *self,
                                   guint32         signal,
                                   LsTaskPriority  priority)
{
  g_return_val_if_fail (LS_IS_PAGE_WATCH (self), 0);
  g_return_val_if_fail (signal != 0 && ls_task_priority_is_valid (priority), 0);

  return act (self, &(const LsPageAct) { .kind = LS_PAGE_ACT_PRIORITY, .signal = signal, .priority = priority });
}

/**
 * ls_page_watch_abort:
 * @self: a watch
 * @task: a task of the trace that waits
 * @reason: (nullable): why, a string for the page; %NULL for an AbortError
 *
 * Has the controller of a task's signal abort, and so all tasks that have it.
 *
 * Returns: as ls_page_watch_set_priority() does
 */
guint64
ls_page_watch_abort (LsPageWatch *self,
                     guint32      task,
                     const char  *reason)
{
  g_return_val_if_fail (LS_IS_PAGE_WATCH (self), 0);
  g_return_val_if_fail (task != 0, 0);

  return act (self, &(const LsPageAct) { .kind = LS_PAGE_ACT_ABORT, .task = task, .text = g_strdup (reason) });
}

/**
 * ls_page_watch_abort_signal:
 * @self: a watch
 * @signal: a signal of the trace
 * @reason: (nullable): why, a string for the page; %NULL for an AbortError
 *
 * Has the controller of a signal abort.
 *
 * Returns: as ls_page_watch_set_priority() does
 */
guint64
ls_page_watch_abort_signal (LsPageWatch *self,
                            guint32      signal,
                            const char  *reason)
{
  g_return_val_if_fail (LS_IS_PAGE_WATCH (self), 0);
  g_return_val_if_fail (signal != 0, 0);

  return act (self, &(const LsPageAct) { .kind = LS_PAGE_ACT_ABORT, .signal = signal, .text = g_strdup (reason) });
}

/**
 * ls_page_watch_post:
 * @self: a watch
 * @agent: a document or worker of the trace, from 1
 * @source: the body of a function, in JavaScript
 * @priority: a priority
 *
 * Posts a task in a page or worker.
 *
 * Returns: as ls_page_watch_set_priority() does
 */
guint64
ls_page_watch_post (LsPageWatch    *self,
                    guint32         agent,
                    const char     *source,
                    LsTaskPriority  priority)
{
  g_return_val_if_fail (LS_IS_PAGE_WATCH (self), 0);
  g_return_val_if_fail (agent != 0 && source != NULL && ls_task_priority_is_valid (priority), 0);

  return act (self, &(const LsPageAct) { .kind = LS_PAGE_ACT_POST, .agent = agent, .text = g_strdup (source),
                                         .priority = priority });
}

/* The owner's thread lets go of the task, as that may be the end of the watch, which ends this thread. */
typedef struct
{
  GTask            *task;
  LsPagePhotograph *photograph;
  GError           *error;
} Answer;

static void
answer_free (gpointer data)
{
  Answer *self = data;

  g_object_unref (self->task);
  g_clear_pointer (&self->photograph, ls_page_photograph_unref);
  g_clear_error (&self->error);
  g_free (self);
}

static gboolean
answer_cb (gpointer user_data)
{
  Answer *self = user_data;

  if (self->error != NULL)
    g_task_return_error (self->task, g_steal_pointer (&self->error));
  else
    g_task_return_pointer (self->task, g_steal_pointer (&self->photograph), (GDestroyNotify) ls_page_photograph_unref);
  return G_SOURCE_REMOVE;
}

/* Called by the thread: gives the owner what it has asked for.
 *
 * @task: (transfer full)
 * @photograph: (transfer full) (nullable): NULL with @error
 * @error: (transfer full) (nullable) */
void
ls_page_answer (GTask            *task,
                LsPagePhotograph *photograph,
                GError           *error)
{
  Answer *self = g_new (Answer, 1);
  g_autoptr (GSource) source = g_idle_source_new ();

  *self = (Answer) { .task = task, .photograph = photograph, .error = error };
  g_source_set_priority (source, g_task_get_priority (task));
  g_source_set_callback (source, answer_cb, self, answer_free);
  g_source_attach (source, g_task_get_context (task));
}

/**
 * ls_page_watch_photograph_async:
 * @self: a watch
 * @cancellable: (nullable): cancels it
 * @callback: called when it is there
 * @user_data: for @callback
 *
 * Has Chromium tell what is in its own queues, on all threads that have pages or workers that are watched, also if they are held.
 * It records itself for a moment, and the pages go on meanwhile. One photograph can be taken at a time, and none where something
 * else records the browser. Node.js and other browsers say nothing of their queues, which is an error.
 */
void
ls_page_watch_photograph_async (LsPageWatch         *self,
                                GCancellable        *cancellable,
                                GAsyncReadyCallback  callback,
                                gpointer             user_data)
{
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (LS_IS_PAGE_WATCH (self));

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, ls_page_watch_photograph_async);
  /* Where it was cancelled late, the photograph counts. */
  g_task_set_check_cancellable (task, FALSE);
  if (ls_page_watch_get_client (self) == NULL)
    g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_NOT_CONNECTED, "%s", _("No browser is there to look into"));
  else
    act (self, &(const LsPageAct) { .kind = LS_PAGE_ACT_PHOTOGRAPH, .answer = g_steal_pointer (&task) });
}

/**
 * ls_page_watch_photograph_finish:
 * @self: a watch
 * @result: what the callback got
 * @error: return location for an error
 *
 * Finishes what ls_page_watch_photograph_async() has begun.
 *
 * Returns: (transfer full): the photograph, or %NULL with @error set
 */
LsPagePhotograph *
ls_page_watch_photograph_finish (LsPageWatch   *self,
                                 GAsyncResult  *result,
                                 GError       **error)
{
  g_return_val_if_fail (LS_IS_PAGE_WATCH (self), NULL);
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
