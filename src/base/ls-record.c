/* ls-record.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-record.h"

#include "ls-names-private.h"

static gpointer
record_copy (gpointer self)
{
  return g_memdup2 (self, sizeof (LsRecord));
}

G_DEFINE_BOXED_TYPE (LsRecord, ls_record, record_copy, g_free)

static const char *const kind_names[LS_N_RECORD_KINDS] = {
  [LS_RECORD_NONE] = "none",
  [LS_RECORD_LOOP_STARTED] = "loop-started",
  [LS_RECORD_PRESET_QUEUE] = "preset-queue",
  [LS_RECORD_PRESET_PRIORITY] = "preset-priority",
  [LS_RECORD_PRESET_RULE] = "preset-rule",
  [LS_RECORD_SCHEDULER_CREATED] = "scheduler-created",
  [LS_RECORD_TASK_POSTED] = "task-posted",
  [LS_RECORD_TASK_QUEUED] = "task-queued",
  [LS_RECORD_TASK_INCOMING] = "task-incoming",
  [LS_RECORD_TASK_DELAYED] = "task-delayed",
  [LS_RECORD_TASK_DUE] = "task-due",
  [LS_RECORD_QUEUE_RELOADED] = "queue-reloaded",
  [LS_RECORD_TASK_SELECTED] = "task-selected",
  [LS_RECORD_TASK_STARTED] = "task-started",
  [LS_RECORD_TASK_FINISHED] = "task-finished",
  [LS_RECORD_TASK_REMOVED] = "task-removed",
  [LS_RECORD_TURN_ENDED] = "turn-ended",
  [LS_RECORD_QUEUE_CREATED] = "queue-created",
  [LS_RECORD_QUEUE_REMOVED] = "queue-removed",
  [LS_RECORD_QUEUE_PRIORITY] = "queue-priority",
  [LS_RECORD_SIGNAL_CREATED] = "signal-created",
  [LS_RECORD_SIGNAL_ABORT_SOURCE] = "signal-abort-source",
  [LS_RECORD_SIGNAL_NAMED] = "signal-named",
  [LS_RECORD_SIGNAL_PRIORITY] = "signal-priority",
  [LS_RECORD_SIGNAL_PRIORITY_REFUSED] = "signal-priority-refused",
  [LS_RECORD_SIGNAL_ABORTED] = "signal-aborted",
  [LS_RECORD_SIGNAL_FINALIZED] = "signal-finalized",
  [LS_RECORD_SIGNAL_LISTENERS] = "signal-listeners",
  [LS_RECORD_EVENT_BEGIN] = "event-begin",
  [LS_RECORD_EVENT_END] = "event-end",
  [LS_RECORD_MICROTASK_QUEUED] = "microtask-queued",
  [LS_RECORD_MICROTASK_STARTED] = "microtask-started",
  [LS_RECORD_MICROTASK_FINISHED] = "microtask-finished",
  [LS_RECORD_PROMISE_CREATED] = "promise-created",
  [LS_RECORD_PROMISE_FULFILLED] = "promise-fulfilled",
  [LS_RECORD_PROMISE_REJECTED] = "promise-rejected",
  [LS_RECORD_PROMISE_UNHANDLED] = "promise-unhandled",
  [LS_RECORD_PROMISE_HANDLED] = "promise-handled",
  [LS_RECORD_TIMER_INSTALLED] = "timer-installed",
  [LS_RECORD_TIMER_FIRED] = "timer-fired",
  [LS_RECORD_TIMER_CLEARED] = "timer-cleared",
  [LS_RECORD_IDLE_REQUESTED] = "idle-requested",
  [LS_RECORD_IDLE_FIRED] = "idle-fired",
  [LS_RECORD_IDLE_CANCELLED] = "idle-cancelled",
  [LS_RECORD_QUEUE_STARVED] = "queue-starved",
  [LS_RECORD_WORK] = "work",
  [LS_RECORD_CLOCK_ADVANCED] = "clock-advanced",
  [LS_RECORD_STATEMENT] = "statement",
  [LS_RECORD_LOG] = "log",
  [LS_RECORD_EXCEPTION] = "exception",
  [LS_RECORD_ACTION] = "action",
  [LS_RECORD_ACTION_FINISHED] = "action-finished",
  [LS_RECORD_LIMIT] = "limit",
  [LS_RECORD_BREAKPOINT] = "breakpoint",
  [LS_RECORD_TASK_REFUSED] = "task-refused",
  [LS_RECORD_AGENT_CREATED] = "agent-created",
  [LS_RECORD_AGENT_RUN] = "agent-run",
  [LS_RECORD_AGENT_STATE] = "agent-state",
  [LS_RECORD_MEMORY_CREATED] = "memory-created",
  [LS_RECORD_ATOMIC_OPERATION] = "atomic-operation",
  [LS_RECORD_WAITER_ADDED] = "waiter-added",
  [LS_RECORD_WAITER_REMOVED] = "waiter-removed",
  [LS_RECORD_NOTIFY] = "notify",
  [LS_RECORD_TASK_RAISED] = "task-raised",
  [LS_RECORD_OPTION_UNKNOWN] = "option-unknown",
  [LS_RECORD_SOURCE_ATTACHED] = "source-attached",
  [LS_RECORD_SOURCE_DESTROYED] = "source-destroyed",
  [LS_RECORD_TASK_ORIGIN] = "task-origin",
  [LS_RECORD_FRAME] = "frame",
  [LS_RECORD_TASK_PLACE] = "task-place",
  [LS_RECORD_TASKS_DEFERRED] = "tasks-deferred",
};

static const char *const preset_rule_names[] = { "none", "max-delayed-picks", "fair-after" };

static const char *const microtask_kind_names[] = { "callback", "reaction", "await", "thenable" };

static const char *const options_owner_names[LS_N_OPTIONS_OWNERS] = {
  [LS_OPTIONS_POST_TASK] = "scheduler.postTask()",
  [LS_OPTIONS_YIELD] = "scheduler.yield()",
  [LS_OPTIONS_TASK_CONTROLLER] = "new TaskController()",
  [LS_OPTIONS_TASK_SIGNAL_ANY] = "TaskSignal.any()",
  [LS_OPTIONS_REQUEST_IDLE_CALLBACK] = "requestIdleCallback()",
  [LS_OPTIONS_ADD_EVENT_LISTENER] = "addEventListener()",
};

static const char *const source_sort_names[LS_N_SOURCE_SORTS] = {
  [LS_SOURCE_OTHER] = "source", [LS_SOURCE_IDLE] = "idle", [LS_SOURCE_TIMEOUT] = "timeout", [LS_SOURCE_CHILD] = "child",
  [LS_SOURCE_CHANNEL] = "channel", [LS_SOURCE_DESCRIPTOR] = "descriptor", [LS_SOURCE_SIGNAL] = "signal",
};

/**
 * ls_record_kind_to_string:
 * @kind: a kind of record
 *
 * Gets the name of a kind of record.
 *
 * Returns: (transfer none): the name of @kind in text and JSON, stable over releases
 */
const char *
ls_record_kind_to_string (LsRecordKind kind)
{
  return (guint) kind < LS_N_RECORD_KINDS ? kind_names[kind] : "unknown";
}

/**
 * ls_record_kind_from_string:
 * @string: (nullable): a name
 * @kind: (out): the kind of that name
 *
 * Looks up a name, as ls_record_kind_to_string() has it.
 *
 * Returns: %FALSE where no kind has the name @string
 */
gboolean
ls_record_kind_from_string (const char   *string,
                            LsRecordKind *kind)
{
  return ls_find_name (kind_names, LS_N_RECORD_KINDS, string, (guint *) kind);
}

/**
 * ls_preset_rule_to_string:
 * @rule: a rule of a preset
 *
 * Gets the name of a rule of a preset.
 *
 * Returns: (transfer none): the name
 */
const char *
ls_preset_rule_to_string (LsPresetRule rule)
{
  return (guint) rule < G_N_ELEMENTS (preset_rule_names) ? preset_rule_names[rule] : "unknown";
}

/**
 * ls_microtask_kind_to_string:
 * @kind: a kind of microtask
 *
 * Gets the name of a kind of microtask.
 *
 * Returns: (transfer none): the name
 */
const char *
ls_microtask_kind_to_string (LsMicrotaskKind kind)
{
  return (guint) kind < G_N_ELEMENTS (microtask_kind_names) ? microtask_kind_names[kind] : "unknown";
}

/**
 * ls_options_owner_to_string:
 * @owner: a function that takes an options object
 *
 * Gets the name of a function that takes options.
 *
 * Returns: (transfer none): what a program calls it, such as "scheduler.postTask()"
 */
const char *
ls_options_owner_to_string (LsOptionsOwner owner)
{
  return (guint) owner < LS_N_OPTIONS_OWNERS ? options_owner_names[owner] : "unknown";
}

/**
 * ls_source_sort_to_string:
 * @sort: what a source waits for
 *
 * Gets the name of a sort of source.
 *
 * Returns: (transfer none): the name in text and JSON, such as "idle", stable over releases
 */
const char *
ls_source_sort_to_string (LsSourceSort sort)
{
  return (guint) sort < LS_N_SOURCE_SORTS ? source_sort_names[sort] : "unknown";
}
