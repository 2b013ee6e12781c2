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
    N_("A task handle identifies a task. Aborting its signal removes the task from its queue; a queue that "
       "becomes empty is removed from the scheduler’s map."),
  [LS_CLAUSE_QUEUE_SCHEDULER_TASK] =
    N_("Appends a task to a scheduler task queue and gives it the next enqueue order. The lower the number, the "
       "older the task."),
  [LS_CLAUSE_SET_SCHEDULING_STATE] =
    N_("The running task’s abort source and priority source become the current scheduling state, which yield() "
       "inherits."),
  [LS_CLAUSE_SCHEDULE_POST_TASK] =
    N_("Determines the task’s priority and signal. A delayed task gets its queue and enqueue order only when the "
       "delay ends."),
  [LS_CLAUSE_SCHEDULE_YIELD] =
    N_("Schedules the rest of the caller as a continuation, with the signal and the priority that it inherits."),
  [LS_CLAUSE_SELECT_SCHEDULER_TASK_QUEUE] =
    N_("A signal whose priority can change has its own queue for tasks and another for continuations; all other "
       "tasks share one static queue per priority."),
  [LS_CLAUSE_SCHEDULE_TASK] =
    N_("Adds the task to the selected queue, with the steps to run and the promise to settle."),
  [LS_CLAUSE_SELECT_NEXT_QUEUE] =
    N_("Among the runnable queues of all schedulers, those with the highest effective priority remain; of these, "
       "the queue with the oldest first task is selected. A continuation’s effective priority is one higher than "
       "that of a task of the same priority."),
  [LS_CLAUSE_CREATE_DEPENDENT_TASK_SIGNAL] =
    N_("A signal from TaskSignal.any() follows the priority of one signal and is aborted with any of its sources."),
  [LS_CLAUSE_SIGNAL_PRIORITY_CHANGE] =
    N_("Sets the signal’s priority, moves its queues and dispatches a prioritychange event; then does the same "
       "for each dependent signal, in the order of their creation. Another change in the meantime throws a "
       "NotAllowedError."),
  [LS_CLAUSE_FIXED_PRIORITY_SIGNAL] =
    N_("Represents a priority given as an option: it never changes and is never aborted."),
  [LS_CLAUSE_GARBAGE_COLLECTION] =
    N_("A dependent signal is kept while its sources are alive and it has listeners. After that it is "
       "garbage-collected, which no program can observe."),
  [LS_CLAUSE_TASK_CONTROLLER] =
    N_("Creates a controller and its signal with the given priority, or user-visible by default."),
  [LS_CLAUSE_CONTINUATION_STATE] =
    N_("What a callback passes on to the promise jobs that it creates, so that yield() in them inherits the same "
       "state."),
  [LS_CLAUSE_EVENT_LOOP] =
    N_("Each turn runs the oldest task of one queue. The loop chooses the queue, here by its preset. Scheduler "
       "tasks count as one queue: the one that §2.4.3 selects."),
  [LS_CLAUSE_QUEUE_MICROTASK] =
    N_("The microtask keeps the continuation state of its caller."),
  [LS_CLAUSE_HOST_MAKE_JOB_CALLBACK] =
    N_("The callback of a promise reaction keeps the continuation state from the time when it was registered."),
  [LS_CLAUSE_HOST_CALL_JOB_CALLBACK] =
    N_("Restores the saved continuation state, calls the callback and clears the state again."),
  [LS_CLAUSE_HOST_ENQUEUE_PROMISE_JOB] =
    N_("Promise jobs are microtasks: they run before the next task."),
  [LS_CLAUSE_IDLE_CALLBACK] =
    N_("Idle callbacks run with a background continuation state, so yield() in one continues with that priority."),
  [LS_CLAUSE_TIMING_SIDE_CHANNEL] =
    N_("What the order and timing of tasks can reveal to other code."),
  [LS_CLAUSE_COMPUTE_STATE_FROM_OPTIONS] =
    N_("In the 2023 edition, yield() takes options that name the signal and priority, or say that they are "
       "inherited."),
  [LS_CLAUSE_DOM_SIGNAL_ABORT] =
    N_("First marks the signal and all its dependents as aborted with the reason; then runs the abort steps of "
       "each and dispatches its abort event."),
  [LS_CLAUSE_DOM_DEPENDENT_SIGNAL] =
    N_("A dependent signal is aborted when one of its sources is. In place of a source that is itself dependent, "
       "it uses that signal’s sources."),
  [LS_CLAUSE_DOM_ABORT_TIMEOUT] =
    N_("A signal that aborts with a TimeoutError when the time is up."),
  [LS_CLAUSE_DOM_DISPATCH] =
    N_("Calls the listeners in the order in which they were added, with a microtask checkpoint after each if no "
       "script is running."),
  [LS_CLAUSE_HTML_TIMER_INITIALIZATION] =
    N_("Timeouts below 4 ms become 4 ms when timers are nested more than five levels deep."),
  [LS_CLAUSE_HTML_RUN_AFTER_TIMEOUT] =
    N_("Waits until the time is up and all earlier timers with the same or a shorter timeout are done."),
  [LS_CLAUSE_HTML_CLEAR_TIMER] =
    N_("Removes the timer and its task."),
  [LS_CLAUSE_HTML_MICROTASK_CHECKPOINT] =
    N_("Runs microtasks, including newly queued ones, until none are left. Endless microtasks leave no room for "
       "tasks."),
  [LS_CLAUSE_HTML_UNHANDLED_REJECTION] =
    N_("Reports rejected promises that have no handler at the end of the checkpoint."),
  [LS_CLAUSE_HTML_REPORT_EXCEPTION] =
    N_("Reports an uncaught exception. The next task runs as usual."),
  [LS_CLAUSE_ECMA_PROMISE_RESOLVE] =
    N_("Settles a promise: at once with a value, in a separate job with a thenable."),
  [LS_CLAUSE_ECMA_PROMISE_REACTION_JOB] =
    N_("Calls a handler with the value, and settles the promise that then() returned."),
  [LS_CLAUSE_ECMA_THENABLE_JOB] =
    N_("Calls then() of the thenable that a promise was resolved with: one microtask more than many expect."),
  [LS_CLAUSE_BLINK_TASK_QUEUE] =
    N_("Each queue has four parts: new immediate tasks; immediate work, which takes all of these over when it is "
       "empty; delayed tasks; and delayed work that is due."),
  [LS_CLAUSE_BLINK_WAKE_UP_QUEUE] =
    N_("Delayed tasks that are due move to delayed work and get their enqueue order."),
  [LS_CLAUSE_BLINK_SELECTOR] =
    N_("From the best rank that has work, takes the older of immediate and delayed work; after several delayed "
       "tasks in a row, immediate work goes first."),
  [LS_CLAUSE_BLINK_DOM_TIMER] =
    N_("Timers count their nesting level, are clamped from level five on, and post to the queue for their delay and "
       "level."),
  [LS_CLAUSE_PRESET] =
    N_("The preset’s table gives each queue of the loop its rank, and has the rules that override this order."),
  [LS_CLAUSE_SESSION] =
    N_("The session’s own program, or an action of the user."),
  [LS_CLAUSE_ECMA_AGENT_CLUSTER] =
    N_("Agents that can share memory. Each has its own stack, jobs, promises and event loop."),
  [LS_CLAUSE_ECMA_FORWARD_PROGRESS] =
    N_("Which agent continues, and when, is left open: a program must be correct in every order."),
  [LS_CLAUSE_ECMA_SHARED_MEMORY] =
    N_("Creates memory that several agents can use at once. All its bytes are 0."),
  [LS_CLAUSE_ECMA_ATOMIC_READ_MODIFY_WRITE] =
    N_("Reads an element and writes its new value in one step: no other agent can intervene."),
  [LS_CLAUSE_ECMA_ATOMICS_LOAD] =
    N_("Reads an element, in an order on which all agents agree."),
  [LS_CLAUSE_ECMA_ATOMICS_STORE] =
    N_("Writes an element, in an order on which all agents agree."),
  [LS_CLAUSE_ECMA_ATOMICS_COMPARE_EXCHANGE] =
    N_("Writes an element only if it has the expected value, and returns the value that it had."),
  [LS_CLAUSE_ECMA_ATOMICS_PAUSE] =
    N_("Tells the processor that the agent is spinning, which no program can observe."),
  [LS_CLAUSE_ECMA_ATOMICS_NOTIFY] =
    N_("Wakes the agents that have waited longest at an element. Agents that start to wait later are not woken."),
  [LS_CLAUSE_ECMA_DO_WAIT] =
    N_("If the element has the expected value, the agent joins the end of the element’s list of waiters. Checking "
       "and joining are one step: no notification can come in between."),
  [LS_CLAUSE_ECMA_SUSPEND_THIS_AGENT] =
    N_("The agent is suspended until it is notified or its timeout ends. Until then, none of its tasks and "
       "microtasks run."),
  [LS_CLAUSE_ECMA_NOTIFY_WAITER] =
    N_("Wakes one waiter: a suspended agent continues; a promise is resolved by a job of its agent."),
  [LS_CLAUSE_ECMA_WAIT_ASYNC_TIMEOUT] =
    N_("When the timeout ends, resolves the promise with “timed-out”, unless a notification came first."),
  [LS_CLAUSE_HTML_POST_MESSAGE] =
    N_("Queues a task on the event loop of the agent that receives the message."),
  [LS_CLAUSE_HTML_TERMINATE_WORKER] =
    N_("Ends an agent wherever it is. What it holds, such as a lock, stays held."),
  [LS_CLAUSE_EXPERIMENT_WAIT] =
    N_("Schedules the rest of the caller as a task after a delay, with the signal and the priority that it inherits."),
  [LS_CLAUSE_EXPERIMENT_RENDER] =
    N_("Schedules the rest of the caller as a continuation after the next frame, or at once if no frame is "
       "coming."),
  [LS_CLAUSE_EXPERIMENT_CURRENT_TASK_SIGNAL] =
    N_("The signal that yield() in the running task inherits, as one object."),
  [LS_CLAUSE_EXPERIMENT_PRIORITY_INHERITANCE] =
    N_("A task whose result a task of higher priority awaits rises to that priority and keeps its enqueue order."),
  [LS_CLAUSE_RECORDED] =
    N_("The recording says so."),
  [LS_CLAUSE_INFERRED_POSTER] =
    N_("The recording does not say who posted the task. Loopscope assumes the task that ran at that moment, if one ran."),
  [LS_CLAUSE_INFERRED_QUEUE] =
    N_("The recording does not name the queue. Loopscope infers it from what the task did."),
  [LS_CLAUSE_INFERRED_DUE] =
    N_("The recording does not say when the task was queued. Loopscope only knows that it was runnable when it ran."),
  [LS_CLAUSE_INFERRED_PRIORITY] =
    N_("The task ran with a different priority from the one it was posted with. The recording does not say when it changed."),
  [LS_CLAUSE_INFERRED_SIGNAL] =
    N_("Browsers do not record signals. Loopscope assumes that tasks whose priority changed in the same way share one."),
  [LS_CLAUSE_INFERRED_CONTINUATION] =
    N_("The recording does not link a yield’s continuation to its code. Loopscope assumes the microtasks that follow are that "
       "code."),
  [LS_CLAUSE_INFERRED_TASK_PRIORITY] =
    N_("The recording does not say which priority the task was posted with. Loopscope assumes the one it ran with, or user-visible, "
       "which tasks have if nobody gives them another one."),
  [LS_CLAUSE_INFERRED_GONE] =
    N_("The recording does not say what became of the task. Tasks ran that come after it, so Loopscope assumes that its page or "
       "frame was gone."),
  [LS_CLAUSE_GLIB_ITERATION] =
    N_("Each iteration of a main loop dispatches the ready sources of the best priority, and no others. These wait for an iteration "
       "in which theirs is the best."),
};

/**
 * ls_clause_get_text:
 * @clause: a clause
 *
 * Tells what a clause does.
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
