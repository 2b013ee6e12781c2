/* ls-clause-text.c: what each clause does, in short
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-clause.h"

#include <glib/gi18n-lib.h>

static const char *const texts[LS_N_CLAUSES] = {
  [LS_CLAUSE_NONE] =
    "",
  [LS_CLAUSE_CREATE_TASK_HANDLE] =
    N_("What a task is known by. Aborting its signal removes the task from its queue; when a queue has become "
       "empty, its entry in the scheduler’s map goes with it."),
  [LS_CLAUSE_QUEUE_SCHEDULER_TASK] =
    N_("Appends a task to a scheduler task queue and gives it the next enqueue order, which tells later how old it "
       "is."),
  [LS_CLAUSE_SET_SCHEDULING_STATE] =
    N_("The running task’s abort source and priority source become the current scheduling state, which a yield() in "
       "it inherits."),
  [LS_CLAUSE_SCHEDULE_POST_TASK] =
    N_("Finds out priority and signal of the task. With a delay it waits for that first, and only then gets a queue "
       "and an enqueue order."),
  [LS_CLAUSE_SCHEDULE_YIELD] =
    N_("Schedules the rest of the caller as a continuation, with the signal and the priority that it inherits."),
  [LS_CLAUSE_SELECT_SCHEDULER_TASK_QUEUE] =
    N_("A signal whose priority can change has a queue of its own for tasks and one for continuations; all others "
       "share a static queue for each priority."),
  [LS_CLAUSE_SCHEDULE_TASK] =
    N_("Queues the task in the queue that was selected for it, with the steps to run and the promise to settle."),
  [LS_CLAUSE_SELECT_NEXT_QUEUE] =
    N_("Of all runnable queues of all schedulers, those of the highest effective priority are kept; of these the "
       "one whose first task is oldest is selected. Continuations count one more than tasks of the same priority."),
  [LS_CLAUSE_CREATE_DEPENDENT_TASK_SIGNAL] =
    N_("A signal made by TaskSignal.any() follows one signal for its priority, and all that it was made from for "
       "abort."),
  [LS_CLAUSE_SIGNAL_PRIORITY_CHANGE] =
    N_("The signal gets the priority, its queues move with it, and a prioritychange event is dispatched at it; then "
       "the same is done to each signal that depends on it, in the order in which they were made. To ask for "
       "another change meanwhile is a NotAllowedError."),
  [LS_CLAUSE_FIXED_PRIORITY_SIGNAL] =
    N_("Stands for a priority that was named in options: it never changes and is never aborted."),
  [LS_CLAUSE_GARBAGE_COLLECTION] =
    N_("A dependent signal lives as long as its sources do and somebody listens to it; then it disappears without a "
       "trace."),
  [LS_CLAUSE_TASK_CONTROLLER] =
    N_("Makes a controller and its signal, which has the priority that was asked for, or user-visible."),
  [LS_CLAUSE_CONTINUATION_STATE] =
    N_("What a callback hands on to the promise jobs that it makes, so that a yield() in them inherits the same."),
  [LS_CLAUSE_EVENT_LOOP] =
    N_("A turn takes the oldest task of one queue. Which queue is up to the loop, here its preset; scheduler tasks "
       "are offered as one queue, the one that §2.4.3 selects."),
  [LS_CLAUSE_QUEUE_MICROTASK] =
    N_("The microtask keeps the continuation state of its caller."),
  [LS_CLAUSE_HOST_MAKE_JOB_CALLBACK] =
    N_("The callback of a promise reaction keeps the continuation state at the time it was registered."),
  [LS_CLAUSE_HOST_CALL_JOB_CALLBACK] =
    N_("Sets the continuation state that was kept, calls the callback, and clears it again."),
  [LS_CLAUSE_HOST_ENQUEUE_PROMISE_JOB] =
    N_("Promise jobs are microtasks: they run before the next task does."),
  [LS_CLAUSE_IDLE_CALLBACK] =
    N_("Idle callbacks run with a background continuation state, so a yield() in one comes back at that priority."),
  [LS_CLAUSE_TIMING_SIDE_CHANNEL] =
    N_("What order and timing of tasks may tell to others."),
  [LS_CLAUSE_COMPUTE_STATE_FROM_OPTIONS] =
    N_("In the edition of 2023 yield() takes options, from which signal and priority are found, or inherited."),
  [LS_CLAUSE_DOM_SIGNAL_ABORT] =
    N_("Marks the signal and all its dependents as aborted with the reason first; then runs the abort steps and "
       "dispatches the event at each."),
  [LS_CLAUSE_DOM_DEPENDENT_SIGNAL] =
    N_("A dependent signal is aborted when one of its sources is. It depends on the sources of dependent signals "
       "directly."),
  [LS_CLAUSE_DOM_ABORT_TIMEOUT] =
    N_("A signal that aborts itself with a TimeoutError after the time."),
  [LS_CLAUSE_DOM_DISPATCH] =
    N_("Calls the listeners in the order in which they were added, with a microtask checkpoint after each when no "
       "script is running."),
  [LS_CLAUSE_HTML_TIMER_INITIALIZATION] =
    N_("Timeouts below 4 ms become 4 ms when timers are nested more than five levels deep."),
  [LS_CLAUSE_HTML_RUN_AFTER_TIMEOUT] =
    N_("Waits for the time, and for the timers before it that have the same time or less."),
  [LS_CLAUSE_HTML_CLEAR_TIMER] =
    N_("The timer is forgotten, and its task with it."),
  [LS_CLAUSE_HTML_MICROTASK_CHECKPOINT] =
    N_("Runs microtasks until there are none, those that are queued meanwhile as well. Endless microtasks leave no "
       "room for tasks."),
  [LS_CLAUSE_HTML_UNHANDLED_REJECTION] =
    N_("Promises that were rejected without a handler by the end of the checkpoint are reported."),
  [LS_CLAUSE_HTML_REPORT_EXCEPTION] =
    N_("An exception that nobody caught is reported, and the next task runs as if nothing had happened."),
  [LS_CLAUSE_ECMA_PROMISE_RESOLVE] =
    N_("Settles a promise: with a value at once, with a thenable in a job of its own."),
  [LS_CLAUSE_ECMA_PROMISE_REACTION_JOB] =
    N_("Calls a handler with the value, and settles the promise that then() returned."),
  [LS_CLAUSE_ECMA_THENABLE_JOB] =
    N_("Calls then() of what a promise was resolved with: one microtask more than one may expect."),
  [LS_CLAUSE_BLINK_TASK_QUEUE] =
    N_("Each queue has four: what was just posted, the immediate work that takes it over whole when empty, what is "
       "delayed, and delayed work that is due."),
  [LS_CLAUSE_BLINK_WAKE_UP_QUEUE] =
    N_("When the time of delayed tasks has come they move to delayed work, and get their enqueue order then."),
  [LS_CLAUSE_BLINK_SELECTOR] =
    N_("Of the best rank that has work, the older of immediate and delayed work is taken; after several delayed "
       "ones in a row, immediate work goes first."),
  [LS_CLAUSE_BLINK_DOM_TIMER] =
    N_("Timers count their nesting level, are clamped from level five on, and post to the queue for their delay and "
       "level."),
  [LS_CLAUSE_PRESET] =
    N_("Which queue of the loop has which rank, and which rules break that order, is in the table of the preset."),
  [LS_CLAUSE_SESSION] =
    N_("The session’s own program, or something that the user did."),
  [LS_CLAUSE_ECMA_AGENT_CLUSTER] =
    N_("Agents that can share memory. Each has its own stack, jobs and promises, and its own event loop."),
  [LS_CLAUSE_ECMA_FORWARD_PROGRESS] =
    N_("Which agent goes on, and when, is left open: a program has to be right in every order."),
  [LS_CLAUSE_ECMA_SHARED_MEMORY] =
    N_("Makes memory that several agents use at once. Its bytes are 0."),
  [LS_CLAUSE_ECMA_ATOMIC_READ_MODIFY_WRITE] =
    N_("Reads an element and writes what becomes of it, and nobody else comes in between."),
  [LS_CLAUSE_ECMA_ATOMICS_LOAD] =
    N_("Reads an element, in an order on which all agents agree."),
  [LS_CLAUSE_ECMA_ATOMICS_STORE] =
    N_("Writes an element, in an order on which all agents agree."),
  [LS_CLAUSE_ECMA_ATOMICS_COMPARE_EXCHANGE] =
    N_("Writes an element only if it is what was expected, and tells what it was."),
  [LS_CLAUSE_ECMA_ATOMICS_PAUSE] =
    N_("Tells the processor that the agent spins. Nothing can be observed of it."),
  [LS_CLAUSE_ECMA_ATOMICS_NOTIFY] =
    N_("Wakes those who have waited longest at an element. Who comes to wait later is not woken by it."),
  [LS_CLAUSE_ECMA_DO_WAIT] =
    N_("If the element is what was expected, the agent joins the list of those who wait there, at its end. Looking "
       "and joining are one step: no notification falls in between."),
  [LS_CLAUSE_ECMA_SUSPEND_THIS_AGENT] =
    N_("The agent stands still until it is notified or its time is over. None of its tasks and microtasks run "
       "meanwhile."),
  [LS_CLAUSE_ECMA_NOTIFY_WAITER] =
    N_("Wakes one who waits: an agent that is suspended goes on, a promise is resolved by a job of its agent."),
  [LS_CLAUSE_ECMA_WAIT_ASYNC_TIMEOUT] =
    N_("When the time of a promise is over, it is resolved with “timed-out”, unless a notification came first."),
  [LS_CLAUSE_HTML_POST_MESSAGE] =
    N_("Queues a task on the event loop of the agent that gets the message."),
  [LS_CLAUSE_HTML_TERMINATE_WORKER] =
    N_("Ends an agent wherever it is. What it holds, such as a lock, stays held."),
  [LS_CLAUSE_EXPERIMENT_WAIT] =
    N_("Schedules the rest of the caller as a task after a delay, with the signal and the priority that it inherits."),
  [LS_CLAUSE_EXPERIMENT_RENDER] =
    N_("Schedules the rest of the caller as a continuation after the next frame, if one is on its way, and at once "
       "if none is."),
  [LS_CLAUSE_EXPERIMENT_CURRENT_TASK_SIGNAL] =
    N_("The signal that a yield() of the running task inherits, as one object."),
  [LS_CLAUSE_EXPERIMENT_PRIORITY_INHERITANCE] =
    N_("A task whose result a task of higher priority awaits moves to that priority and keeps its enqueue order."),
};

/**
 * ls_clause_get_text:
 * @clause: a clause
 *
 * Returns: (transfer none): what the clause does, in one to three sentences, translated; "" for %LS_CLAUSE_NONE
 */
const char *
ls_clause_get_text (LsClause clause)
{
  const char *text = texts[(guint) clause < LS_N_CLAUSES ? clause : LS_CLAUSE_NONE];

  /* gettext returns the header of the catalogue for the empty text. */
  return *text != '\0' ? _(text) : text;
}
