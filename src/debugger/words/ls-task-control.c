/* ls-task-control.c: finds the controller of a task or a queue
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-task-control.h"

#include <glib/gi18n.h>

#include "ls-action.h"
#include "ls-text.h"

#define MAX_DEPTH 64
#define MAX_SIGNALS 256

/* Returns @signal if an action can name its controller, else 0 with a reason. What is watched is acted on without a name. */
static guint32
check_name (LsState  *state,
            guint32   signal,
            char    **reason)
{
  g_autoptr (GError) error = NULL;

  if (ls_trace_get_controllable (ls_state_get_trace (state)))
    return signal;
  if (ls_action_name_signal (state, signal, &error) != NULL)
    return signal;
  if (reason != NULL)
    *reason = g_strdup (error->message);
  return 0;
}

static guint32
refuse (char **reason,
        char  *text)
{
  if (reason != NULL)
    *reason = text;
  else
    g_free (text);
  return 0;
}

/* Returns the signal that sets the priority of the task or the queue; 0 if the priority is fixed. */
static guint32
find_priority_signal (LsState *state,
                      guint32  task,
                      guint32  queue)
{
  const LsTaskState *data = task != 0 ? ls_state_get_task (state, task) : NULL;
  const LsQueueState *queue_data;
  const LsSignalState *signal;

  if (data != NULL && data->priority_source != 0)
    return data->priority_source;
  if (data != NULL && data->queue != 0)
    queue = data->queue;
  queue_data = queue != 0 ? ls_state_get_queue (state, queue) : NULL;
  if (queue_data != NULL)
    return queue_data->signal;

  /* The task is not queued yet. A priority among its options wins, else the task follows its TaskSignal. */
  signal = data != NULL && data->signal != 0 && data->priority == LS_TASK_PRIORITY_NONE
             ? ls_state_get_signal (state, data->signal) : NULL;
  return signal != NULL && signal->flags & LS_RECORD_FLAG_TASK_SIGNAL ? data->signal : 0;
}

/**
 * ls_task_control_find_priority:
 * @state: a state
 * @task: a task, or 0
 * @queue: a scheduler task queue if there is no task
 * @reason: (out) (optional) (nullable): why there is no such signal
 *
 * Returns: the signal of the controller that sets the priority of @task or @queue, 0 if there is none
 */
guint32
ls_task_control_find_priority (LsState  *state,
                               guint32   task,
                               guint32   queue,
                               char    **reason)
{
  const LsTaskState *data = task != 0 ? ls_state_get_task (state, task) : NULL;
  guint32 signal = find_priority_signal (state, task, queue);
  const LsSignalState *signal_data = signal != 0 ? ls_state_get_signal (state, signal) : NULL;
  g_autofree char *name = NULL;

  if (reason != NULL)
    *reason = NULL;
  if (data != NULL && !data->is_scheduler_task)
    return refuse (reason, g_strdup (_("Only tasks of postTask() and yield() have a priority")));
  if (data != NULL && (data->status == LS_TASK_STATUS_FINISHED || data->status == LS_TASK_STATUS_REMOVED))
    return refuse (reason, g_strdup (_("The task has ended")));

  for (guint depth = 0; signal_data != NULL && signal_data->source != 0 && depth < MAX_DEPTH; depth++)
    {
      signal = signal_data->source;
      signal_data = ls_state_get_signal (state, signal);
    }
  if (signal_data == NULL && ls_state_is_recorded (state))
    return refuse (reason, g_strdup (_("The recording tells of no signal that could change its priority")));
  if (signal_data == NULL || signal_data->flags & LS_RECORD_FLAG_INTERNAL)
    return refuse (reason, g_strdup (_("Static queue: no controller can change its priority")));
  name = ls_text_format_signal (state, signal);
  if (signal_data->flags & LS_RECORD_FLAG_FIXED)
    return refuse (reason, g_strdup_printf (_("The priority of “%s” is fixed"), name));
  if (!(signal_data->flags & LS_RECORD_FLAG_CONTROLLER))
    return refuse (reason, g_strdup_printf (_("“%s” has no controller"), name));
  if (!signal_data->exists)
    return refuse (reason, g_strdup_printf (_("The controller of “%s” no longer exists"), name));
  return check_name (state, signal, reason);
}

/**
 * ls_task_control_can_change:
 * @state: a state
 * @task: a task, or 0
 * @queue: a scheduler task queue if there is no task
 * @priority: the new priority
 * @reason: (out) (optional) (nullable): why the priority cannot change
 *
 * Checks whether a controller can set the priority of @task or @queue to @priority. The priority of an aborted signal can change
 * too, because §3.2 has no condition on that.
 *
 * Returns: the signal of the controller that can do it, 0 if none can or the priority would not change
 */
guint32
ls_task_control_can_change (LsState         *state,
                            guint32          task,
                            guint32          queue,
                            LsTaskPriority   priority,
                            char           **reason)
{
  guint32 signal = ls_task_control_find_priority (state, task, queue, reason);
  g_autofree char *name = NULL;

  if (signal == 0 || ls_state_get_signal (state, signal)->priority != priority)
    return signal;
  name = ls_text_format_signal (state, signal);
  /* Translators: a controller, then a priority */
  return refuse (reason, g_strdup_printf (_("“%s” is already %s"), name, ls_task_priority_to_string (priority)));
}

/* Returns the first signal with a controller among @signal and the signals that it follows. It searches only the beginning of a
 * graph without end. */
static guint32
find_aborting_signal (LsState *state,
                      guint32  signal,
                      guint    depth,
                      guint   *n_seen)
{
  const LsSignalState *data = ls_state_get_signal (state, signal);
  const guint32 *sources;
  guint n_sources = 0;

  if (data == NULL || depth > MAX_DEPTH || ++*n_seen > MAX_SIGNALS)
    return 0;
  if (data->flags & LS_RECORD_FLAG_CONTROLLER && data->exists && !data->aborted)
    return signal;
  for (guint i = 0;; i++)
    {
      guint32 found;

      /* The array is valid only until the next call for another signal, which the recursion makes. */
      sources = ls_state_get_abort_sources (state, signal, &n_sources);
      if (i >= n_sources)
        return 0;
      found = find_aborting_signal (state, sources[i], depth + 1, n_seen);
      if (found != 0)
        return found;
    }
}

/**
 * ls_task_control_find_abort:
 * @state: a state
 * @task: a task, or 0
 * @queue: a scheduler task queue if there is no task
 * @reason: (out) (optional) (nullable): why there is no such signal
 *
 * Returns: the signal of a controller that can abort @task or the tasks of @queue, 0 if there is none
 */
guint32
ls_task_control_find_abort (LsState  *state,
                            guint32   task,
                            guint32   queue,
                            char    **reason)
{
  const LsTaskState *data = task != 0 ? ls_state_get_task (state, task) : NULL;
  const LsQueueState *queue_data = queue != 0 ? ls_state_get_queue (state, queue) : NULL;
  guint32 signal = data != NULL ? data->signal : queue_data != NULL && task == 0 ? queue_data->signal : 0;
  const LsSignalState *signal_data = signal != 0 ? ls_state_get_signal (state, signal) : NULL;
  g_autofree char *name = NULL;
  guint n_seen = 0;
  guint32 found;

  if (reason != NULL)
    *reason = NULL;
  if (data != NULL && data->is_timer)
    return refuse (reason, g_strdup (_("Timers are cleared, not aborted")));
  if (data != NULL && (data->status == LS_TASK_STATUS_FINISHED || data->status == LS_TASK_STATUS_REMOVED))
    return refuse (reason, g_strdup (_("The task has ended")));
  if (signal_data == NULL && ls_state_is_recorded (state))
    return refuse (reason, g_strdup (_("The recording tells of no signal that could abort it")));
  if (signal_data == NULL || signal_data->flags & LS_RECORD_FLAG_INTERNAL)
    return refuse (reason, g_strdup (_("No signal: it cannot be aborted")));
  name = ls_text_format_signal (state, signal);
  if (signal_data->aborted)
    return refuse (reason, g_strdup_printf (_("“%s” is already aborted"), name));
  found = find_aborting_signal (state, signal, 0, &n_seen);
  if (found == 0)
    return refuse (reason, g_strdup_printf (_("“%s” has no controller"), name));
  return check_name (state, found, reason);
}
