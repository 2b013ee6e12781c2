/* ls-clause.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-clause.h"

#include <glib/gi18n-lib.h>

typedef struct
{
  const char *nick;
  const char *number;
  const char *title;
} LsClauseInfo;

static const LsClauseInfo clauses[LS_N_CLAUSES] = {
  [LS_CLAUSE_NONE] = { "none", "", "" },
  [LS_CLAUSE_CREATE_TASK_HANDLE] = { "create-task-handle", "§2.4", "create a task handle" },
  [LS_CLAUSE_QUEUE_SCHEDULER_TASK] = { "queue-scheduler-task", "§2.4.1", "queue a scheduler task" },
  [LS_CLAUSE_SET_SCHEDULING_STATE] = { "set-scheduling-state", "§2.4.2", "set the current scheduling state" },
  [LS_CLAUSE_SCHEDULE_POST_TASK] = { "schedule-post-task", "§2.4.2", "schedule a postTask task" },
  [LS_CLAUSE_SCHEDULE_YIELD] = { "schedule-yield", "§2.4.2", "schedule a yield continuation" },
  [LS_CLAUSE_SELECT_SCHEDULER_TASK_QUEUE] = { "select-scheduler-task-queue", "§2.4.2",
                                              "select the scheduler task queue" },
  [LS_CLAUSE_SCHEDULE_TASK] = { "schedule-task", "§2.4.2", "schedule a task to invoke an algorithm" },
  [LS_CLAUSE_SELECT_NEXT_QUEUE] = { "select-next-queue", "§2.4.3",
                                    "select the next scheduler task queue from all schedulers" },
  [LS_CLAUSE_CREATE_DEPENDENT_TASK_SIGNAL] = { "create-dependent-task-signal", "§3.3",
                                               "create a dependent task signal" },
  [LS_CLAUSE_SIGNAL_PRIORITY_CHANGE] = { "signal-priority-change", "§3.3", "signal priority change" },
  [LS_CLAUSE_FIXED_PRIORITY_SIGNAL] = { "fixed-priority-signal", "§3.3",
                                        "create a fixed priority unabortable task signal" },
  [LS_CLAUSE_GARBAGE_COLLECTION] = { "garbage-collection", "§3.3.1", "garbage collection" },
  [LS_CLAUSE_TASK_CONTROLLER] = { "task-controller", "§3.2", "the TaskController constructor" },
  [LS_CLAUSE_CONTINUATION_STATE] = { "continuation-state", "§4.1.2", "the continuation state value" },
  [LS_CLAUSE_EVENT_LOOP] = { "event-loop", "§4.1.3", "event loop: processing model" },
  [LS_CLAUSE_QUEUE_MICROTASK] = { "queue-microtask", "§4.1.4", "queue a microtask" },
  [LS_CLAUSE_HOST_MAKE_JOB_CALLBACK] = { "host-make-job-callback", "§4.1.5", "HostMakeJobCallback" },
  [LS_CLAUSE_HOST_CALL_JOB_CALLBACK] = { "host-call-job-callback", "§4.1.6", "HostCallJobCallback" },
  [LS_CLAUSE_HOST_ENQUEUE_PROMISE_JOB] = { "host-enqueue-promise-job", "§4.1.7", "HostEnqueuePromiseJob" },
  [LS_CLAUSE_IDLE_CALLBACK] = { "idle-callback", "§4.2.1", "invoke idle callbacks" },
  [LS_CLAUSE_TIMING_SIDE_CHANNEL] = { "timing-side-channel", "§5", "security considerations" },
  [LS_CLAUSE_COMPUTE_STATE_FROM_OPTIONS] = { "compute-state-from-options", "§2.4.2",
                                             "compute the scheduling state from options" },
  [LS_CLAUSE_DOM_SIGNAL_ABORT] = { "dom-signal-abort", "DOM", "signal abort" },
  [LS_CLAUSE_DOM_DEPENDENT_SIGNAL] = { "dom-dependent-signal", "DOM", "create a dependent abort signal" },
  [LS_CLAUSE_DOM_ABORT_TIMEOUT] = { "dom-abort-timeout", "DOM", "AbortSignal.timeout" },
  [LS_CLAUSE_DOM_DISPATCH] = { "dom-dispatch", "DOM", "dispatch an event" },
  [LS_CLAUSE_HTML_TIMER_INITIALIZATION] = { "html-timer-initialization", "HTML", "timer initialization steps" },
  [LS_CLAUSE_HTML_RUN_AFTER_TIMEOUT] = { "html-run-after-timeout", "HTML", "run steps after a timeout" },
  [LS_CLAUSE_HTML_CLEAR_TIMER] = { "html-clear-timer", "HTML", "clearTimeout and clearInterval" },
  [LS_CLAUSE_HTML_MICROTASK_CHECKPOINT] = { "html-microtask-checkpoint", "HTML", "perform a microtask checkpoint" },
  [LS_CLAUSE_HTML_UNHANDLED_REJECTION] = { "html-unhandled-rejection", "HTML", "notify about rejected promises" },
  [LS_CLAUSE_HTML_REPORT_EXCEPTION] = { "html-report-exception", "HTML", "report an exception" },
  [LS_CLAUSE_ECMA_PROMISE_RESOLVE] = { "ecma-promise-resolve", "ECMAScript", "promise resolve functions" },
  [LS_CLAUSE_ECMA_PROMISE_REACTION_JOB] = { "ecma-promise-reaction-job", "ECMAScript", "NewPromiseReactionJob" },
  [LS_CLAUSE_ECMA_THENABLE_JOB] = { "ecma-thenable-job", "ECMAScript", "NewPromiseResolveThenableJob" },
  [LS_CLAUSE_BLINK_TASK_QUEUE] = { "blink-task-queue", "Chromium", N_("task queues and their work queues") },
  [LS_CLAUSE_BLINK_WAKE_UP_QUEUE] = { "blink-wake-up-queue", "Chromium", N_("delayed tasks that become due") },
  [LS_CLAUSE_BLINK_SELECTOR] = { "blink-selector", "Chromium", N_("task queue selector") },
  [LS_CLAUSE_BLINK_DOM_TIMER] = { "blink-dom-timer", "Chromium", "DOMTimer" },
  [LS_CLAUSE_PRESET] = { "preset", N_("Preset"), N_("the loop preset's table") },
  [LS_CLAUSE_SESSION] = { "session", N_("Session"), N_("the program and the actions") },
  [LS_CLAUSE_ECMA_AGENT_CLUSTER] = { "ecma-agent-cluster", "ECMAScript 9.7", "agent clusters" },
  [LS_CLAUSE_ECMA_FORWARD_PROGRESS] = { "ecma-forward-progress", "ECMAScript 9.8", "forward progress" },
  [LS_CLAUSE_ECMA_SHARED_MEMORY] = { "ecma-shared-memory", "ECMAScript 25.2.2.1", "AllocateSharedArrayBuffer" },
  [LS_CLAUSE_ECMA_ATOMIC_READ_MODIFY_WRITE] = { "ecma-atomic-read-modify-write", "ECMAScript 25.4.3.17", "AtomicReadModifyWrite" },
  [LS_CLAUSE_ECMA_ATOMICS_LOAD] = { "ecma-atomics-load", "ECMAScript 25.4.9", "Atomics.load" },
  [LS_CLAUSE_ECMA_ATOMICS_STORE] = { "ecma-atomics-store", "ECMAScript 25.4.12", "Atomics.store" },
  [LS_CLAUSE_ECMA_ATOMICS_COMPARE_EXCHANGE] = { "ecma-atomics-compare-exchange", "ECMAScript 25.4.6", "Atomics.compareExchange" },
  [LS_CLAUSE_ECMA_ATOMICS_PAUSE] = { "ecma-atomics-pause", "ECMAScript 25.4.11", "Atomics.pause" },
  [LS_CLAUSE_ECMA_ATOMICS_NOTIFY] = { "ecma-atomics-notify", "ECMAScript 25.4.16", "Atomics.notify" },
  [LS_CLAUSE_ECMA_DO_WAIT] = { "ecma-do-wait", "ECMAScript 25.4.3.14", "DoWait" },
  [LS_CLAUSE_ECMA_SUSPEND_THIS_AGENT] = { "ecma-suspend-this-agent", "ECMAScript 25.4.3.11", "SuspendThisAgent" },
  [LS_CLAUSE_ECMA_NOTIFY_WAITER] = { "ecma-notify-waiter", "ECMAScript 25.4.3.12", "NotifyWaiter" },
  [LS_CLAUSE_ECMA_WAIT_ASYNC_TIMEOUT] = { "ecma-wait-async-timeout", "ECMAScript 25.4.3.15", "EnqueueAtomicsWaitAsyncTimeoutJob" },
  [LS_CLAUSE_HTML_POST_MESSAGE] = { "html-post-message", "HTML", "post a message" },
  [LS_CLAUSE_HTML_TERMINATE_WORKER] = { "html-terminate-worker", "HTML", "terminate a worker" },
  [LS_CLAUSE_EXPERIMENT_WAIT] = { "experiment-wait", N_("Experiment"), "scheduler.wait()" },
  [LS_CLAUSE_EXPERIMENT_RENDER] = { "experiment-render", N_("Experiment"), "scheduler.render()" },
  [LS_CLAUSE_EXPERIMENT_CURRENT_TASK_SIGNAL] = { "experiment-current-task-signal", N_("Experiment"),
                                                 "scheduler.currentTaskSignal" },
  [LS_CLAUSE_EXPERIMENT_PRIORITY_INHERITANCE] = { "experiment-priority-inheritance", N_("Experiment"),
                                                  N_("priority inheritance") },
  [LS_CLAUSE_RECORDED] = { "recorded", N_("Recording"), N_("recorded") },
  [LS_CLAUSE_INFERRED_POSTER] = { "inferred-poster", N_("Recording"), N_("inferred: who posted") },
  [LS_CLAUSE_INFERRED_QUEUE] = { "inferred-queue", N_("Recording"), N_("inferred: the queue") },
  [LS_CLAUSE_INFERRED_DUE] = { "inferred-due", N_("Recording"), N_("inferred: since when it waited") },
  [LS_CLAUSE_INFERRED_PRIORITY] = { "inferred-priority", N_("Recording"), N_("inferred: when the priority changed") },
  [LS_CLAUSE_INFERRED_SIGNAL] = { "inferred-signal", N_("Recording"), N_("inferred: the signal") },
  [LS_CLAUSE_INFERRED_CONTINUATION] = { "inferred-continuation", N_("Recording"), N_("inferred: the continuation’s code") },
  [LS_CLAUSE_INFERRED_TASK_PRIORITY] = { "inferred-task-priority", N_("Recording"), N_("inferred: the priority") },
  [LS_CLAUSE_INFERRED_GONE] = { "inferred-gone", N_("Recording"), N_("inferred: that it never ran") },
  [LS_CLAUSE_GLIB_ITERATION] = { "glib-iteration", "GLib", "g_main_context_iteration()" },
};

static const LsClauseInfo *
ls_clause_get_info (LsClause clause)
{
  return &clauses[(guint) clause < LS_N_CLAUSES ? clause : LS_CLAUSE_NONE];
}

/**
 * ls_clause_get_number:
 * @clause: a clause
 *
 * Gets the number of a clause.
 *
 * Returns: (transfer none): the clause's section ("§2.4.3") or its specification ("DOM", "ECMAScript 25.4.16")
 */
const char *
ls_clause_get_number (LsClause clause)
{
  return ls_clause_get_info (clause)->number;
}

/**
 * ls_clause_get_title:
 * @clause: a clause
 *
 * Gets the title of a clause.
 *
 * Returns: (transfer none): the name of the algorithm in its specification
 */
const char *
ls_clause_get_title (LsClause clause)
{
  return ls_clause_get_info (clause)->title;
}

/**
 * ls_clause_get_nick:
 * @clause: a clause
 *
 * Gets the name of a clause for machines.
 *
 * Returns: (transfer none): a name for machines, stable over releases
 */
const char *
ls_clause_get_nick (LsClause clause)
{
  return ls_clause_get_info (clause)->nick;
}

/**
 * ls_clause_is_inferred:
 * @clause: a clause
 *
 * Tells whether a clause stands for something that Loopscope infers from a recording.
 *
 * Returns: whether it says that a recording does not tell something, and that Loopscope infers it from something else
 */
gboolean
ls_clause_is_inferred (LsClause clause)
{
  return clause >= LS_CLAUSE_INFERRED_POSTER && clause <= LS_CLAUSE_INFERRED_GONE;
}

/* Whether a clause is in no specification, so that a word stands where others have a section. */
static gboolean
is_of_loopscope (LsClause clause)
{
  return clause == LS_CLAUSE_PRESET || clause == LS_CLAUSE_SESSION || clause == LS_CLAUSE_RECORDED ||
         ls_clause_is_inferred (clause);
}

/**
 * ls_clause_get_source:
 * @clause: a clause
 *
 * Tells in a word or two where something is from.
 *
 * Returns: (transfer none): in a word or two where something is from: the number of a clause of a specification, and of what a
 *   recording tells whether that is recorded or what is inferred; not translated
 */
const char *
ls_clause_get_source (LsClause clause)
{
  if (clause == LS_CLAUSE_RECORDED || ls_clause_is_inferred (clause))
    return ls_clause_get_title (clause);
  return ls_clause_get_number (clause);
}

/**
 * ls_clause_format:
 * @clause: a clause
 * @step: a step of @clause, or 0 for the whole clause
 *
 * Formats a clause for people. The name of an algorithm is the same in each language; the rest is translated.
 *
 * Returns: (transfer full): a text such as "§2.4.3 select the next scheduler task queue from all schedulers, step 6"
 */
char *
ls_clause_format (LsClause clause,
                  guint    step)
{
  const LsClauseInfo *info = ls_clause_get_info (clause);

  if (*info->title == '\0')
    return g_strdup ("");
  /* The catalogue has no names of algorithms: gettext returns them as they are. */
  if (step > 0)
    /* Translators: where an algorithm is, such as “§2.4.3”, its name, and one of its steps */
    return g_strdup_printf (_("%s %s, step %u"), _(info->number), _(info->title), step);
  return g_strdup_printf (is_of_loopscope (clause) ? "%s: %s" : "%s %s", _(info->number), _(info->title));
}
