/* ls-recording-event.h: one event of a recording, whatever tool made it
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-types.h"

G_BEGIN_DECLS

/**
 * LS_RECORDING_UNKNOWN:
 *
 * The queue or the value of an event, if the recording does not say it.
 */
#define LS_RECORDING_UNKNOWN G_MAXUINT8

/**
 * LS_RECORDING_NO_END:
 *
 * The duration of an event that lasts to the end of the recording: the end is not in it.
 */
#define LS_RECORDING_NO_END G_MAXUINT64

/**
 * LsRecordingEventKind:
 * @LS_RECORDING_EVENT_NONE: no event
 * @LS_RECORDING_EVENT_TASK: an outermost task of the thread's loop. text = name of the queue as recorded, or 0; queue = that as
 *   [enum@QueueType] or %LS_RECORDING_UNKNOWN; priority = the queue's rank in Chromium (0 highest) or %LS_RECORDING_UNKNOWN;
 *   place = who posted it, "file function" of the browser's source, or 0
 * @LS_RECORDING_EVENT_POST: `postTask()`. id = task, 0 if the recording has none (Chromium counts from 0, this is one more);
 *   priority; value = delay in µs; text = function that posted, place = where
 * @LS_RECORDING_EVENT_RUN: the callback of postTask() runs. id = task or 0; priority at that moment; value = delay in µs
 * @LS_RECORDING_EVENT_ABORT: a task is aborted. id = task; text, place = who aborted
 * @LS_RECORDING_EVENT_YIELD: `yield()`. id = task; priority; text, place = who yields
 * @LS_RECORDING_EVENT_CONTINUE: a yield's continuation is resolved. id = task; priority
 * @LS_RECORDING_EVENT_ABORT_YIELD: a yield's continuation is aborted. id = task
 * @LS_RECORDING_EVENT_TIMER_INSTALL: id = timer; value = timeout in µs, after the clamp; other = frame; flags: REPEATING;
 *   text, place
 * @LS_RECORDING_EVENT_TIMER_REMOVE: id = timer; other = frame
 * @LS_RECORDING_EVENT_TIMER_FIRE: id = timer; other = frame
 * @LS_RECORDING_EVENT_FRAME_REQUEST: requestAnimationFrame(). id; other = frame; text, place
 * @LS_RECORDING_EVENT_FRAME_CANCEL: id; other = frame
 * @LS_RECORDING_EVENT_FRAME_FIRE: the callback runs. id; other = frame
 * @LS_RECORDING_EVENT_IDLE_REQUEST: requestIdleCallback(). id; value = timeout in µs, 0 for none; other = frame; text, place
 * @LS_RECORDING_EVENT_IDLE_CANCEL: id; other = frame
 * @LS_RECORDING_EVENT_IDLE_FIRE: id; value = time allotted in µs; other = frame; flags: TIMED_OUT
 * @LS_RECORDING_EVENT_MESSAGE_POST: postMessage() across loops or frames. id = trace id
 * @LS_RECORDING_EVENT_MESSAGE: the message is handled. id = trace id
 * @LS_RECORDING_EVENT_MICROTASKS: microtasks run. value = how many, or 0 if unknown
 * @LS_RECORDING_EVENT_FUNCTION: a function of the program is called by the browser. text = name, place
 * @LS_RECORDING_EVENT_INVOKER: a script of a long animation frame. text = source function, place, other = who called it, such as
 *   "Scheduler.postTask"
 * @LS_RECORDING_EVENT_SCRIPT: a script is evaluated or compiled. text = event's name, place = its URL
 * @LS_RECORDING_EVENT_LOADING: parsing, resources, XHR. text = event's name, place = URL
 * @LS_RECORDING_EVENT_DISPATCH: an event is dispatched. text = type
 * @LS_RECORDING_EVENT_INPUT: an input event, from its arrival to the next frame that shows its effect. text = type; id =
 *   interaction or 0; value = µs until its listeners began; other = µs until they were done
 * @LS_RECORDING_EVENT_RENDERING: style, layout, paint, commit. text = event's name
 * @LS_RECORDING_EVENT_GC: garbage collection. text = event's name
 * @LS_RECORDING_EVENT_LONG_FRAME: an animation frame. value = µs for which it blocked
 * @LS_RECORDING_EVENT_MARK: the program's mark. text = name, place = its detail (JSON text) or 0
 * @LS_RECORDING_EVENT_MEASURE: the program's measure. text = name, place = its detail or 0
 * @LS_RECORDING_EVENT_SIGNAL: the helper says which signal the task has that is posted next on the thread. id = signal; flags:
 *   NO_SIGNAL_PRIORITY if the options have a priority of their own; text = label or 0; value = 1: the helper marks controllers,
 *   too, so that a signal of which it has said nothing is an AbortController's
 * @LS_RECORDING_EVENT_PRIORITY: the helper says that the program changes a signal's priority. id = signal; priority
 * @LS_RECORDING_EVENT_ANY: the helper says that TaskSignal.any() or AbortSignal.any() has made a signal. id = signal; value = the
 *   signal whose priority it follows or 0; priority = its own if it follows none, %LS_TASK_PRIORITY_NONE if it has none; place =
 *   "1,2,3": the signals that it depends on for abort; text = label
 * @LS_RECORDING_EVENT_CONTROLLER: the helper says that there is a new controller. id = its signal; priority; text = label
 * @LS_RECORDING_EVENT_FLOW_BEGIN: id = flow (one number for category, name and id of the file); text = name
 * @LS_RECORDING_EVENT_FLOW_STEP: likewise
 * @LS_RECORDING_EVENT_FLOW_END: likewise
 * @LS_RECORDING_EVENT_WORK: any other slice that is worth a look. text = its name
 * @LS_RECORDING_EVENT_RESOURCE: an asynchronous resource of Node.js, from its making to its destruction. id = its async id; value =
 *   async id of the resource in whose callback it was made; other = async id of what caused it; text = type, such as "Timeout"
 * @LS_RECORDING_EVENT_RESOURCE_CALLBACK: a callback of such a resource runs. id; text = type
 * @LS_RECORDING_EVENT_ANNOTATION: a label that somebody wrote in DevTools. text = label
 *
 * What an event is. Times of all kinds begin at the event's time.
 */
typedef enum
{
  LS_RECORDING_EVENT_NONE = 0,
  LS_RECORDING_EVENT_TASK,
  LS_RECORDING_EVENT_POST,
  LS_RECORDING_EVENT_RUN,
  LS_RECORDING_EVENT_ABORT,
  LS_RECORDING_EVENT_YIELD,
  LS_RECORDING_EVENT_CONTINUE,
  LS_RECORDING_EVENT_ABORT_YIELD,
  LS_RECORDING_EVENT_TIMER_INSTALL,
  LS_RECORDING_EVENT_TIMER_REMOVE,
  LS_RECORDING_EVENT_TIMER_FIRE,
  LS_RECORDING_EVENT_FRAME_REQUEST,
  LS_RECORDING_EVENT_FRAME_CANCEL,
  LS_RECORDING_EVENT_FRAME_FIRE,
  LS_RECORDING_EVENT_IDLE_REQUEST,
  LS_RECORDING_EVENT_IDLE_CANCEL,
  LS_RECORDING_EVENT_IDLE_FIRE,
  LS_RECORDING_EVENT_MESSAGE_POST,
  LS_RECORDING_EVENT_MESSAGE,
  LS_RECORDING_EVENT_MICROTASKS,
  LS_RECORDING_EVENT_FUNCTION,
  LS_RECORDING_EVENT_INVOKER,
  LS_RECORDING_EVENT_SCRIPT,
  LS_RECORDING_EVENT_LOADING,
  LS_RECORDING_EVENT_DISPATCH,
  LS_RECORDING_EVENT_INPUT,
  LS_RECORDING_EVENT_RENDERING,
  LS_RECORDING_EVENT_GC,
  LS_RECORDING_EVENT_LONG_FRAME,
  LS_RECORDING_EVENT_MARK,
  LS_RECORDING_EVENT_MEASURE,
  LS_RECORDING_EVENT_SIGNAL,
  LS_RECORDING_EVENT_PRIORITY,
  LS_RECORDING_EVENT_ANY,
  LS_RECORDING_EVENT_CONTROLLER,
  LS_RECORDING_EVENT_FLOW_BEGIN,
  LS_RECORDING_EVENT_FLOW_STEP,
  LS_RECORDING_EVENT_FLOW_END,
  LS_RECORDING_EVENT_WORK,
  LS_RECORDING_EVENT_RESOURCE,
  LS_RECORDING_EVENT_RESOURCE_CALLBACK,
  LS_RECORDING_EVENT_ANNOTATION
} LsRecordingEventKind;

/**
 * LS_N_RECORDING_EVENT_KINDS:
 *
 * How many values [enum@RecordingEventKind] has.
 */
#define LS_N_RECORDING_EVENT_KINDS (LS_RECORDING_EVENT_ANNOTATION + 1)

/**
 * LsRecordingEventFlags:
 * @LS_RECORDING_EVENT_FLAG_NONE: none
 * @LS_RECORDING_EVENT_FLAG_REPEATING: an interval
 * @LS_RECORDING_EVENT_FLAG_TIMED_OUT: an idle callback ran because its timeout was over
 * @LS_RECORDING_EVENT_FLAG_NO_BEGINNING: the event's beginning is not in the recording
 * @LS_RECORDING_EVENT_FLAG_NO_SIGNAL_PRIORITY: the task's own priority counts, not the signal's
 * @LS_RECORDING_EVENT_FLAG_DELAY_UNKNOWN: the recording does not say the delay
 *
 * What else is to be said of an event.
 */
typedef enum
{
  LS_RECORDING_EVENT_FLAG_NONE = 0,
  LS_RECORDING_EVENT_FLAG_REPEATING = 1 << 0,
  LS_RECORDING_EVENT_FLAG_TIMED_OUT = 1 << 1,
  LS_RECORDING_EVENT_FLAG_NO_BEGINNING = 1 << 2,
  LS_RECORDING_EVENT_FLAG_NO_SIGNAL_PRIORITY = 1 << 3,
  LS_RECORDING_EVENT_FLAG_DELAY_UNKNOWN = 1 << 4
} LsRecordingEventFlags;

/**
 * LsRecordingEvent:
 * @time: ns since the beginning of the recording
 * @duration: ns; 0 for what has none; %LS_RECORDING_NO_END
 * @id: a number of the tool's (see [enum@RecordingEventKind]); the numbers of two processes, and of two kinds, have nothing to do
 *   with each other
 * @text: a text of the recording, 0 for none
 * @place: likewise; where it says so, "url:line:column", counted from 1
 * @value: a number; 32 bits, saturated
 * @other: another number or text
 * @thread: which thread of the recording, from 0
 * @kind: [enum@RecordingEventKind]
 * @priority: [enum@TaskPriority], %LS_TASK_PRIORITY_NONE if it is unknown
 * @queue: [enum@QueueType] or %LS_RECORDING_UNKNOWN
 * @flags: [flags@RecordingEventFlags]
 *
 * An event has 46 bytes, for there may be millions. Language bindings know no packed structures, so they get no arrays of events.
 */
#ifndef __GI_SCANNER__
#pragma pack(push, 2)
#endif
typedef struct
{
  guint64 time;
  guint64 duration;
  guint64 id;
  guint32 text;
  guint32 place;
  guint32 value;
  guint32 other;
  guint16 thread;
  guint8 kind;
  guint8 priority;
  guint8 queue;
  guint8 flags;
} LsRecordingEvent;

#define LS_TYPE_RECORDING_EVENT (ls_recording_event_get_type ())
LS_AVAILABLE_IN_1_0
GType ls_recording_event_get_type (void);

#ifndef __GI_SCANNER__
#pragma pack(pop)
G_STATIC_ASSERT (sizeof (LsRecordingEvent) == 46);
#endif

LS_AVAILABLE_IN_1_0
const char *ls_recording_event_kind_to_string (LsRecordingEventKind kind);

G_END_DECLS
