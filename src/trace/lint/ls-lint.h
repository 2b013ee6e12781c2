/* ls-lint.h: what is suspicious in a trace
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-trace.h"

G_BEGIN_DECLS

/**
 * LS_LINT_LONG_TASK_LIMIT:
 *
 * How long a task may take before others are held up, in µs: 50 ms, as in the Long Tasks API.
 */
#define LS_LINT_LONG_TASK_LIMIT G_GUINT64_CONSTANT (50000)

/**
 * LS_LINT_LONG_DISPATCH_LIMIT:
 *
 * How long the dispatch of a source may take before a frame is missed, in µs.
 */
#define LS_LINT_LONG_DISPATCH_LIMIT G_GUINT64_CONSTANT (16667)

/**
 * LsLintKind:
 * @LS_LINT_STARVED_TASK: a queued task waited while tasks that were queued after it ran. duration = how long it waited,
 *   amount = how many went before it; other = the last of them; other_duration = how long they ran. Also a queue of the
 *   loop that the preset itself calls starved
 * @LS_LINT_PRIORITY_INVERSION: code of a higher priority awaited what a task of a lower one settled. subject = the lower
 *   task; other = the microtask that goes on; duration = how long the lower task had waited to be run
 * @LS_LINT_CONTINUATION_STARVATION: continuations kept a task of their own priority waiting that had not started. duration
 *   = how long it waited, amount = how many continuations ran meanwhile, other = the task of the last of them,
 *   other_duration = how long they ran
 * @LS_LINT_LONG_TASK: a turn held the thread for more than 50 ms without a break. duration = how long, amount = 1 if it
 *   yields afterwards, %LS_LINT_YIELD_UNKNOWN if the recording is of a tool that does not record yields
 * @LS_LINT_UNUSED_SIGNAL: nothing was posted with a signal, nothing depends on it and nobody listens to it
 * @LS_LINT_LATE_ABORT: a controller was aborted when all that was posted with its signal had completed. amount = how many
 *   tasks there were. Of a recording, which does not say that: a continuation was aborted whose task had worked for long;
 *   duration = how long
 * @LS_LINT_ABORTED_POST: postTask() with a signal that is aborted already. other = the signal
 * @LS_LINT_UNHANDLED_REJECTION: a rejected promise without a handler. amount = 1 if it got one later
 * @LS_LINT_RECURSIVE_SET_PRIORITY: setPriority() while the signal's priority is changing. other = the task
 * @LS_LINT_SHORT_DELAY: a delay above 0 and below 1 ms, which acts as 0, or an interval below 1 ms
 * @LS_LINT_CLAMPED_TIMER: a nested timer's timeout was raised to 4 ms. amount = its nesting level, duration = the timeout
 *   that it got
 * @LS_LINT_ENDLESS_MICROTASKS: microtasks that go on queueing microtasks, so that no other task runs. amount = how many in
 *   one turn, duration = how long they took
 * @LS_LINT_UNNOTIFIED_WAITER: an agent, or a promise of it, waits for ever in shared memory: it has no timeout, and nobody has
 *   notified it. subject = agent; other = the memory. amount = how many notifications have found nobody there before
 * @LS_LINT_IDLE_NOTIFY: an agent notifies at a place again and again, where nobody waits and nothing has changed. subject = agent;
 *   other = the memory; amount = how often in a row, duration = for how long
 * @LS_LINT_LOCK_ACROSS_YIELD: a task of an agent has ended, with its microtasks, while it held a lock of the library: all others
 *   wait for it. subject = agent; other = the memory; duration = how long it has held it since. amount = 1: it holds it still
 * @LS_LINT_SPINNING: an agent does the same operations again and again, with the same outcome, without waiting. subject = agent;
 *   other = the memory; amount = how many there were, duration = how long it took
 * @LS_LINT_UNKNOWN_OPTION: a call with a member in its options that the function does not have, and ignores. name = the member,
 *   other_name = the one that was probably meant, or 0; message = the place of the call, or 0; amount = [enum@OptionsOwner]
 * @LS_LINT_LATE_CONTINUATION: a yield of a recording came back late. duration = how long it waited, amount = how many turns there
 *   were meanwhile, other = the one that took longest, other_duration = how long
 * @LS_LINT_LATE_USER_BLOCKING: a user-blocking task of a recording waited so long that people notice; the rest as for a late
 *   continuation
 * @LS_LINT_NEVER_RAN: a task had not run when a recording ended. duration = how long it waited; the rest likewise
 * @LS_LINT_LONG_DISPATCH: the dispatch of a GLib source held up its context for more than a frame, sleep in loops of its own left
 *   out. Not of contexts that other threads have for themselves and that draw nothing. duration = how long
 * @LS_LINT_STARVED_SOURCE: a GLib source was ready, and waited while another one of no worse priority was dispatched again and
 *   again. duration = how long it waited, other = the other source, amount = how often that was dispatched, other_duration = how
 *   long this took
 * @LS_LINT_LATE_TIMEOUT: a GLib timeout was late by more than its interval, again and again. duration = how late, other_duration =
 *   its interval, amount = how often in a row
 * @LS_LINT_ENDLESS_IDLE: a GLib idle source was dispatched again and again, and the loop never slept. duration = for how long,
 *   amount = how often
 * @LS_LINT_WAKE_UPS: a GLib timeout woke a loop at rest many times a second, and nothing was done. duration = how long the loop was
 *   awake for it in that second, amount = how often, other_duration = its interval
 * @LS_LINT_LEAKED_SOURCES: GLib sources of one name are attached again and again, and neither dispatched nor destroyed. amount =
 *   how many there are
 * @LS_LINT_MISSED_FRAMES: a frame of a GTK program was painted so late that the display had been refreshed without it. duration =
 *   how much later than the first refresh after it was due, amount = how many refreshes, other = the source whose dispatch took
 *   most of that time, the same one if drawing took longest; other_duration = how long
 *
 * What may be wrong with a program.
 */
typedef enum
{
  LS_LINT_STARVED_TASK,
  LS_LINT_PRIORITY_INVERSION,
  LS_LINT_CONTINUATION_STARVATION,
  LS_LINT_LONG_TASK,
  LS_LINT_UNUSED_SIGNAL,
  LS_LINT_LATE_ABORT,
  LS_LINT_ABORTED_POST,
  LS_LINT_UNHANDLED_REJECTION,
  LS_LINT_RECURSIVE_SET_PRIORITY,
  LS_LINT_SHORT_DELAY,
  LS_LINT_CLAMPED_TIMER,
  LS_LINT_ENDLESS_MICROTASKS,
  LS_LINT_UNNOTIFIED_WAITER,
  LS_LINT_IDLE_NOTIFY,
  LS_LINT_LOCK_ACROSS_YIELD,
  LS_LINT_SPINNING,
  LS_LINT_UNKNOWN_OPTION,
  LS_LINT_LATE_CONTINUATION,
  LS_LINT_LATE_USER_BLOCKING,
  LS_LINT_NEVER_RAN,
  LS_LINT_LONG_DISPATCH,
  LS_LINT_STARVED_SOURCE,
  LS_LINT_LATE_TIMEOUT,
  LS_LINT_ENDLESS_IDLE,
  LS_LINT_WAKE_UPS,
  LS_LINT_LEAKED_SOURCES,
  LS_LINT_MISSED_FRAMES
} LsLintKind;

/**
 * LS_N_LINT_KINDS:
 *
 * How many values [enum@LintKind] has.
 */
#define LS_N_LINT_KINDS (LS_LINT_MISSED_FRAMES + 1)

/**
 * LsLintSubject:
 * @LS_LINT_SUBJECT_NONE: of nothing
 * @LS_LINT_SUBJECT_TASK: a task
 * @LS_LINT_SUBJECT_SIGNAL: a signal
 * @LS_LINT_SUBJECT_TIMER: a timer
 * @LS_LINT_SUBJECT_PROMISE: a promise
 * @LS_LINT_SUBJECT_MICROTASK: a microtask
 * @LS_LINT_SUBJECT_AGENT: an agent
 * @LS_LINT_SUBJECT_MEMORY: a block of shared memory
 * @LS_LINT_SUBJECT_OPTION: a member of an options object
 * @LS_LINT_SUBJECT_SOURCE: a source of a GLib program
 *
 * What kind of thing a number in a lint is of. Identifiers are those of the trace (see [enum@RecordKind]).
 */
typedef enum
{
  LS_LINT_SUBJECT_NONE,
  LS_LINT_SUBJECT_TASK,
  LS_LINT_SUBJECT_SIGNAL,
  LS_LINT_SUBJECT_TIMER,
  LS_LINT_SUBJECT_PROMISE,
  LS_LINT_SUBJECT_MICROTASK,
  LS_LINT_SUBJECT_AGENT,
  LS_LINT_SUBJECT_MEMORY,
  LS_LINT_SUBJECT_OPTION,
  LS_LINT_SUBJECT_SOURCE
} LsLintSubject;

/**
 * LS_LINT_YIELD_UNKNOWN:
 *
 * Nobody knows whether a long task yields; see [enum@LintKind].
 */
#define LS_LINT_YIELD_UNKNOWN 2

#define LS_TYPE_LINT (ls_lint_get_type ())

/**
 * LsLint:
 * @kind: [enum@LintKind]
 * @subject_kind: [enum@LintSubject]
 * @priority: [enum@TaskPriority] of the subject, or none
 * @other_priority: [enum@TaskPriority] of @other, or none
 * @queue: [enum@QueueType], for tasks
 * @other_kind: [enum@LintSubject]
 * @is_continuation: whether the subject is a continuation
 * @id: what it is about; where it repeats, the first one
 * @name: text of the trace: what that is called, 0 for nothing
 * @other: what else takes part, 0 for nothing
 * @other_name: text of the trace
 * @count: how often it was found for things of this name
 * @position: the record at which it was found first: where to go from the lint
 * @since: the record at which it began (a task's queueing, a signal's creation); @position where there is none
 * @time: loop time of that record in µs
 * @worst_position: the record of the occurrence with the greatest @duration; @position where there is but one
 * @worst_id: what that one is about
 * @duration: in µs, of the worst; see [enum@LintKind]
 * @other_duration: in µs, of the worst; see [enum@LintKind]
 * @total_duration: @duration of all occurrences together
 * @amount: of the worst; see [enum@LintKind]
 * @message: text of the trace: a reason or a message, 0 for none
 * @element: of a lint about shared memory, the index of the element; else 0
 *
 * Something found in a trace: plain data, to be copied by assignment. Several occurrences that differ in nothing but their
 * moment are one lint with a count.
 */
typedef struct
{
  guint8  kind;
  guint8  subject_kind;
  guint8  priority;
  guint8  other_priority;
  guint8  queue;
  guint8  other_kind;
  guint8  is_continuation;
  guint32 id;
  guint32 name;
  guint32 other;
  guint32 other_name;
  guint32 count;
  guint64 position;
  guint64 since;
  guint64 time;
  guint64 worst_position;
  guint32 worst_id;
  guint32 message;
  guint64 duration;
  guint64 other_duration;
  guint64 total_duration;
  guint64 amount;
  guint32 element;
} LsLint;

LS_AVAILABLE_IN_1_0
GType       ls_lint_get_type         (void);
LS_AVAILABLE_IN_1_0
LsLint     *ls_lint_copy             (const LsLint  *self);
LS_AVAILABLE_IN_1_0
void        ls_lint_free             (LsLint        *self);
LS_AVAILABLE_IN_1_0
const char *ls_lint_kind_to_string   (LsLintKind     kind);
LS_AVAILABLE_IN_1_0
gboolean    ls_lint_kind_from_string (const char    *string,
                                      LsLintKind    *kind);
LS_AVAILABLE_IN_1_0
const char *ls_lint_kind_get_title   (LsLintKind     kind);
LS_AVAILABLE_IN_1_0
const char *ls_lint_kind_get_advice  (LsLintKind     kind);
LS_AVAILABLE_IN_1_0
const char *ls_lint_kind_get_reference (LsLintKind   kind);
LS_AVAILABLE_IN_1_0
const char *ls_lint_subject_to_string (LsLintSubject subject);
LS_AVAILABLE_IN_1_0
char       *ls_lint_get_subject_name (const LsLint  *self,
                                      LsTrace       *trace);
LS_AVAILABLE_IN_1_0
char       *ls_lint_get_title        (const LsLint  *self,
                                      LsTrace       *trace);
LS_AVAILABLE_IN_1_0
char       *ls_lint_get_explanation  (const LsLint  *self,
                                      LsTrace       *trace);
LS_AVAILABLE_IN_1_0
guint64     ls_lint_get_cost         (const LsLint  *self);
LS_AVAILABLE_IN_1_0
char       *ls_lint_to_json          (const LsLint  *self,
                                      LsTrace       *trace);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsLint, ls_lint_free)

G_END_DECLS
