/* ls-lint.c: kinds of lints
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-lint.h"

#include <glib/gi18n-lib.h>

G_DEFINE_BOXED_TYPE (LsLint, ls_lint, ls_lint_copy, ls_lint_free)

static const struct
{
  const char *name;
  const char *title;
  const char *advice;
  const char *reference;
} kinds[LS_N_LINT_KINDS] = {
  [LS_LINT_STARVED_TASK] = {
    "starved-task", N_("Starved task"),
    N_("Raise its priority, or lower the priority of the work before it."),
    N_("§2.4.3 select the next scheduler task queue; the preset's table"),
  },
  [LS_LINT_PRIORITY_INVERSION] = {
    "priority-inversion", N_("Priority inversion"),
    N_("Post the awaited task with the priority or signal of the code that awaits it, or raise it with setPriority() first."),
    N_("§2.4 effective priority; §4.1.5 HostMakeJobCallback"),
  },
  [LS_LINT_CONTINUATION_STARVATION] = {
    "continuation-starvation", N_("Continuations starve tasks"),
    N_("What has begun is done first, so that its like does not overtake it. If this task cannot wait so long, raise its priority, or lower that of the long work."),
    N_("§2.4 effective priority: a continuation's is above that of a task of the same priority"),
  },
  [LS_LINT_LONG_TASK] = {
    "long-task", N_("Long task"),
    N_("Split it, and await scheduler.yield() between the parts."),
    N_("Long Tasks API: a long task takes more than 50 ms"),
  },
  [LS_LINT_UNUSED_SIGNAL] = {
    "unused-signal", N_("Signal never used"),
    N_("Pass it to postTask(), TaskSignal.any() or another abortable operation, or remove it. Code that only reads “aborted” leaves no record."),
    N_("§3.2 the TaskController interface"),
  },
  [LS_LINT_LATE_ABORT] = {
    "late-abort", N_("Abort after completion"),
    N_("Abort earlier, or skip the abort once the work is done."),
    N_("§2.4 create a task handle: abort steps end with the task"),
  },
  [LS_LINT_ABORTED_POST] = {
    "aborted-post", N_("Posted to an aborted signal"),
    N_("Check the signal's “aborted” first, or create a new controller."),
    N_("§2.4.2 schedule a postTask task, step 3"),
  },
  [LS_LINT_UNHANDLED_REJECTION] = {
    "unhandled-rejection", N_("Unhandled rejection"),
    N_("Await the promise in a try block, or add catch()."),
    N_("HTML: notify about rejected promises"),
  },
  [LS_LINT_RECURSIVE_SET_PRIORITY] = {
    "recursive-set-priority", N_("Recursive setPriority()"),
    N_("Do not call setPriority() in a “prioritychange” listener of the same signal; post a task that calls it."),
    N_("§3.3 signal priority change, step 1"),
  },
  [LS_LINT_SHORT_DELAY] = {
    "short-delay", N_("Delay below 1 ms"),
    N_("Use whole milliseconds. To continue soon, await scheduler.yield() or post a task without a delay."),
    N_("§2.3 SchedulerPostTaskOptions: a delay is a whole number of milliseconds; HTML: timer initialization steps"),
  },
  [LS_LINT_CLAMPED_TIMER] = {
    "clamped-timer", N_("Timer clamped"),
    N_("Replace the timer with scheduler.yield() or postTask(), which have no such limit."),
    N_("HTML: timer initialization steps, step 11"),
  },
  [LS_LINT_ENDLESS_MICROTASKS] = {
    "endless-microtasks", N_("Endless microtasks"),
    N_("Await scheduler.yield() from time to time: microtasks block all other tasks."),
    N_("HTML: perform a microtask checkpoint"),
  },
  [LS_LINT_UNNOTIFIED_WAITER] = {
    "unnotified-waiter", N_("Waits forever"),
    N_("Change the element before notifying, and notify after each change; or wait with a timeout and check again."),
    N_("ECMAScript 25.4.3.14 DoWait"),
  },
  [LS_LINT_IDLE_NOTIFY] = {
    "idle-notify", N_("Repeatedly notifies nobody"),
    N_("Notify once, after changing the element: an agent that checks later sees the change and does not wait."),
    N_("ECMAScript 25.4.16 Atomics.notify"),
  },
  [LS_LINT_LOCK_ACROSS_YIELD] = {
    "lock-across-yield", N_("Lock held across a yield"),
    N_("Release the lock before yielding or awaiting, and acquire it again afterwards. Other agents wait while it is held."),
    N_("ECMAScript 25.4.3.11 SuspendThisAgent"),
  },
  [LS_LINT_SPINNING] = {
    "spinning", N_("Agent spins"),
    N_("Wait with Atomics.wait() or Atomics.waitAsync() until the element changes."),
    N_("ECMAScript 9.8 forward progress; 25.4.11 Atomics.pause"),
  },
  [LS_LINT_UNKNOWN_OPTION] = {
    "unknown-option", N_("Unknown option"),
    N_("Check the spelling. The call ignores unknown options."),
    N_("Web IDL: convert to a dictionary; members that the dictionary does not have are not read"),
  },
  [LS_LINT_LATE_CONTINUATION] = {
    "late-continuation", N_("Yield came back late"),
    N_("Split the work that came before it, lower its priority, or raise the priority of the task that yields."),
    N_("§2.4 effective priority; a turn is never interrupted"),
  },
  [LS_LINT_LATE_USER_BLOCKING] = {
    "late-user-blocking", N_("User-blocking task waited long"),
    N_("Split the work that came before it, or give less of it this priority: user-blocking tasks wait for one another."),
    N_("§2.1 user-blocking: tasks that keep people from using the page"),
  },
  [LS_LINT_NEVER_RAN] = {
    "never-ran", N_("Task never ran"),
    N_("Raise its priority, or split the work that came before it. Record for longer to see whether it runs later."),
    N_("§2.4.3 select the next scheduler task queue; the preset's table"),
  },
  [LS_LINT_LONG_DISPATCH] = {
    "long-dispatch", N_("Dispatch longer than a frame"),
    N_("Split the callback's work, do it in a thread with GTask, or in an idle source that does a little each time."),
    N_("GTK: a frame has 16.7 ms at 60 Hz"),
  },
  [LS_LINT_STARVED_SOURCE] = {
    "starved-source", N_("Source starves others"),
    N_("Give the source that is dispatched so often a worse priority, or let it wait between dispatches."),
    N_("GLib: an iteration dispatches only the ready sources of the best priority"),
  },
  [LS_LINT_LATE_TIMEOUT] = {
    "late-timeout", N_("Timeout never catches up"),
    N_("Make the interval longer or the callbacks shorter: the loop cannot keep this pace."),
    N_("GLib: g_timeout_add(): timeouts may be delayed by the processing of other sources"),
  },
  [LS_LINT_ENDLESS_IDLE] = {
    "endless-idle", N_("Idle source never ends"),
    N_("Return G_SOURCE_REMOVE when there is nothing to do, and add the source again when there is."),
    N_("GLib: g_idle_add(): the function is called until it returns G_SOURCE_REMOVE"),
  },
  [LS_LINT_WAKE_UPS] = {
    "wake-ups", N_("Wakes up for nothing"),
    N_("Wait for the event itself instead of polling, or use g_timeout_add_seconds(), which wakes up together with others."),
    N_("GLib: g_timeout_add_seconds(): saves power"),
  },
  [LS_LINT_LEAKED_SOURCES] = {
    "leaked-sources", N_("Sources leaked"),
    N_("Destroy each source when it is not needed any more, or keep one and use it again."),
    N_("GLib: g_source_destroy(): a source stays with its context until then"),
  },
  [LS_LINT_MISSED_FRAMES] = {
    "missed-frames", N_("Frames missed"),
    N_("Do less in the callbacks that run before a frame, or split their work; draw less, or only what has changed."),
    N_("GTK: GdkFrameClock: a frame is painted for each refresh of the display"),
  },
};

static const char *const subject_names[] = {
  [LS_LINT_SUBJECT_NONE] = "none",
  [LS_LINT_SUBJECT_TASK] = "task",
  [LS_LINT_SUBJECT_SIGNAL] = "signal",
  [LS_LINT_SUBJECT_TIMER] = "timer",
  [LS_LINT_SUBJECT_PROMISE] = "promise",
  [LS_LINT_SUBJECT_MICROTASK] = "microtask",
  [LS_LINT_SUBJECT_AGENT] = "agent",
  [LS_LINT_SUBJECT_MEMORY] = "memory",
  [LS_LINT_SUBJECT_OPTION] = "option",
  [LS_LINT_SUBJECT_SOURCE] = "source",
};

/**
 * ls_lint_copy:
 * @self: a lint
 *
 * Makes a copy.
 *
 * Returns: (transfer full): a copy
 */
LsLint *
ls_lint_copy (const LsLint *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return g_memdup2 (self, sizeof *self);
}

/**
 * ls_lint_free:
 * @self: (transfer full) (nullable): a lint
 *
 * Frees it.
 */
void
ls_lint_free (LsLint *self)
{
  g_free (self);
}

/**
 * ls_lint_kind_to_string:
 * @kind: a kind of lint
 *
 * Gets the name of a kind of lint.
 *
 * Returns: (transfer none): its name in files and on the command line, such as "long-task"; stable over releases
 */
const char *
ls_lint_kind_to_string (LsLintKind kind)
{
  return (guint) kind < LS_N_LINT_KINDS ? kinds[kind].name : "unknown";
}

/**
 * ls_lint_kind_from_string:
 * @string: (nullable): a name
 * @kind: (out): the kind
 *
 * Looks up a name, as ls_lint_kind_to_string() has it.
 *
 * Returns: whether @string is the name of a kind
 */
gboolean
ls_lint_kind_from_string (const char *string,
                          LsLintKind *kind)
{
  g_return_val_if_fail (kind != NULL, FALSE);

  for (guint i = 0; i < LS_N_LINT_KINDS; i++)
    if (g_strcmp0 (string, kinds[i].name) == 0)
      {
        *kind = i;
        return TRUE;
      }
  return FALSE;
}

/**
 * ls_lint_kind_get_title:
 * @kind: a kind of lint
 *
 * Gets what people call a kind of lint.
 *
 * Returns: (transfer none): what it is called, such as "Long task"
 */
const char *
ls_lint_kind_get_title (LsLintKind kind)
{
  return (guint) kind < LS_N_LINT_KINDS ? _(kinds[kind].title) : _("Unknown");
}

/**
 * ls_lint_kind_get_advice:
 * @kind: a kind of lint
 *
 * Tells what to do about problems of a kind.
 *
 * Returns: (transfer none): what to do about it, in whole sentences
 */
const char *
ls_lint_kind_get_advice (LsLintKind kind)
{
  return (guint) kind < LS_N_LINT_KINDS ? _(kinds[kind].advice) : "";
}

/**
 * ls_lint_kind_get_reference:
 * @kind: a kind of lint
 *
 * Tells what a kind of lint follows from.
 *
 * Returns: (transfer none): the clause or other source that it follows from
 */
const char *
ls_lint_kind_get_reference (LsLintKind kind)
{
  return (guint) kind < LS_N_LINT_KINDS ? _(kinds[kind].reference) : "";
}

/**
 * ls_lint_subject_to_string:
 * @subject: a kind of thing
 *
 * Gets the name of a kind of thing.
 *
 * Returns: (transfer none): its name in JSON, such as "task"
 */
const char *
ls_lint_subject_to_string (LsLintSubject subject)
{
  return (guint) subject < G_N_ELEMENTS (subject_names) ? subject_names[subject] : "unknown";
}
