/* ls-recording-event.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-recording-event.h"

#include "ls-plain-type-private.h"

LS_DEFINE_PLAIN_TYPE (LsRecordingEvent, ls_recording_event)

static const char *const kind_names[LS_N_RECORDING_EVENT_KINDS] = {
  [LS_RECORDING_EVENT_NONE] = "none",
  [LS_RECORDING_EVENT_TASK] = "task",
  [LS_RECORDING_EVENT_POST] = "post",
  [LS_RECORDING_EVENT_RUN] = "run",
  [LS_RECORDING_EVENT_ABORT] = "abort",
  [LS_RECORDING_EVENT_YIELD] = "yield",
  [LS_RECORDING_EVENT_CONTINUE] = "continue",
  [LS_RECORDING_EVENT_ABORT_YIELD] = "abort-yield",
  [LS_RECORDING_EVENT_TIMER_INSTALL] = "timer-install",
  [LS_RECORDING_EVENT_TIMER_REMOVE] = "timer-remove",
  [LS_RECORDING_EVENT_TIMER_FIRE] = "timer-fire",
  [LS_RECORDING_EVENT_FRAME_REQUEST] = "frame-request",
  [LS_RECORDING_EVENT_FRAME_CANCEL] = "frame-cancel",
  [LS_RECORDING_EVENT_FRAME_FIRE] = "frame-fire",
  [LS_RECORDING_EVENT_IDLE_REQUEST] = "idle-request",
  [LS_RECORDING_EVENT_IDLE_CANCEL] = "idle-cancel",
  [LS_RECORDING_EVENT_IDLE_FIRE] = "idle-fire",
  [LS_RECORDING_EVENT_MESSAGE_POST] = "message-post",
  [LS_RECORDING_EVENT_MESSAGE] = "message",
  [LS_RECORDING_EVENT_MICROTASKS] = "microtasks",
  [LS_RECORDING_EVENT_FUNCTION] = "function",
  [LS_RECORDING_EVENT_INVOKER] = "invoker",
  [LS_RECORDING_EVENT_SCRIPT] = "script",
  [LS_RECORDING_EVENT_LOADING] = "loading",
  [LS_RECORDING_EVENT_DISPATCH] = "dispatch",
  [LS_RECORDING_EVENT_INPUT] = "input",
  [LS_RECORDING_EVENT_RENDERING] = "rendering",
  [LS_RECORDING_EVENT_GC] = "gc",
  [LS_RECORDING_EVENT_LONG_FRAME] = "long-frame",
  [LS_RECORDING_EVENT_MARK] = "mark",
  [LS_RECORDING_EVENT_MEASURE] = "measure",
  [LS_RECORDING_EVENT_SIGNAL] = "signal",
  [LS_RECORDING_EVENT_PRIORITY] = "priority",
  [LS_RECORDING_EVENT_ANY] = "any",
  [LS_RECORDING_EVENT_CONTROLLER] = "controller",
  [LS_RECORDING_EVENT_FLOW_BEGIN] = "flow-begin",
  [LS_RECORDING_EVENT_FLOW_STEP] = "flow-step",
  [LS_RECORDING_EVENT_FLOW_END] = "flow-end",
  [LS_RECORDING_EVENT_WORK] = "work",
  [LS_RECORDING_EVENT_RESOURCE] = "resource",
  [LS_RECORDING_EVENT_RESOURCE_CALLBACK] = "resource-callback",
  [LS_RECORDING_EVENT_ANNOTATION] = "annotation",
};

/**
 * ls_recording_event_kind_to_string:
 * @kind: a kind of event
 *
 * Gets the name of a kind of event.
 *
 * Returns: (transfer none): its name in English, for tests and tools
 */
const char *
ls_recording_event_kind_to_string (LsRecordingEventKind kind)
{
  return (guint) kind < G_N_ELEMENTS (kind_names) ? kind_names[kind] : "unknown";
}
