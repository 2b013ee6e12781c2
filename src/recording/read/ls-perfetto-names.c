/* ls-perfetto-names.c: names that Chromium's JSON has as text and its protobuf as numbers
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-perfetto-events-private.h"

/* SequenceManagerTask.QueueName */
static const char * const queues[] = {
  "UNKNOWN_TQ",
  "DEFAULT_TQ",
  "TASK_ENVIRONMENT_DEFAULT_TQ",
  "TEST2_TQ",
  "TEST_TQ",
  "CONTROL_TQ",
  "SUBTHREAD_CONTROL_TQ",
  "SUBTHREAD_DEFAULT_TQ",
  "SUBTHREAD_INPUT_TQ",
  "UI_BEST_EFFORT_TQ",
  "UI_BOOTSTRAP_TQ",
  "UI_CONTROL_TQ",
  "UI_DEFAULT_TQ",
  "UI_NAVIGATION_NETWORK_RESPONSE_TQ",
  "UI_RUN_ALL_PENDING_TQ",
  "UI_SERVICE_WORKER_STORAGE_CONTROL_RESPONSE_TQ",
  "UI_THREAD_TQ",
  "UI_USER_BLOCKING_TQ",
  "UI_USER_INPUT_TQ",
  "UI_USER_VISIBLE_TQ",
  "IO_BEST_EFFORT_TQ",
  "IO_BOOTSTRAP_TQ",
  "IO_CONTROL_TQ",
  "IO_DEFAULT_TQ",
  "IO_NAVIGATION_NETWORK_RESPONSE_TQ",
  "IO_RUN_ALL_PENDING_TQ",
  "IO_SERVICE_WORKER_STORAGE_CONTROL_RESPONSE_TQ",
  "IO_THREAD_TQ",
  "IO_USER_BLOCKING_TQ",
  "IO_USER_INPUT_TQ",
  "IO_USER_VISIBLE_TQ",
  "COMPOSITOR_TQ",
  "DETACHED_TQ",
  "FRAME_DEFERRABLE_TQ",
  "FRAME_LOADING_CONTROL_TQ",
  "FRAME_LOADING_TQ",
  "FRAME_PAUSABLE_TQ",
  "FRAME_THROTTLEABLE_TQ",
  "FRAME_UNPAUSABLE_TQ",
  "IDLE_TQ",
  "INPUT_TQ",
  "IPC_TRACKING_FOR_CACHED_PAGES_TQ",
  "NON_WAKING_TQ",
  "OTHER_TQ",
  "V8_TQ",
  "WEB_SCHEDULING_TQ",
  "WORKER_IDLE_TQ",
  "WORKER_PAUSABLE_TQ",
  "WORKER_THREAD_INTERNAL_TQ",
  "WORKER_THROTTLEABLE_TQ",
  "WORKER_UNPAUSABLE_TQ",
  "WORKER_WEB_SCHEDULING_TQ",
  "UI_USER_BLOCKING_DEFERRABLE_TQ",
  "IO_USER_BLOCKING_DEFERRABLE_TQ",
  "UI_BEFORE_UNLOAD_BROWSER_RESPONSE_TQ",
  "IO_BEFORE_UNLOAD_BROWSER_RESPONSE_TQ",
  "V8_USER_VISIBLE_TQ",
  "V8_BEST_EFFORT_TQ",
};

/* SequenceManagerTask.Priority */
static const char * const ranks[] = {
  "UNKNOWN",
  "CONTROL_PRIORITY",
  "HIGHEST_PRIORITY",
  "VERY_HIGH_PRIORITY",
  "HIGH_PRIORITY",
  "NORMAL_PRIORITY",
  "LOW_PRIORITY",
  "BEST_EFFORT_PRIORITY",
  "HIGH_PRIORITY_CONTINUATION",
  "NORMAL_PRIORITY_CONTINUATION",
  "LOW_PRIORITY_CONTINUATION",
  "EXTREMELY_HIGH_PRIORITY",
};

/* AnimationFrameScriptTimingInfo.InvokerType */
static const char * const invokers[] = {
  "UNDEFINED",
  "CLASSIC_SCRIPT",
  "MODULE_SCRIPT",
  "USER_CALLBACK",
  "EVENT_HANDLER",
  "PROMISE_RESOLVE",
  "PROMISE_REJECT",
};

/* EventTiming.EventType, by the names that events have in the DOM. */
static const char * const event_types[] = {
  NULL,
  "auxclick",
  "click",
  "contextmenu",
  "dblclick",
  "mousedown",
  "mouseenter",
  "mouseleave",
  NULL,
  "mouseout",
  "mouseover",
  "mouseup",
  "pointerover",
  "pointerenter",
  "pointerdown",
  "pointerup",
  "pointercancel",
  "pointerout",
  "pointerleave",
  "gotpointercapture",
  "lostpointercapture",
  "touchstart",
  "touchend",
  "touchcancel",
  "keydown",
  "keypress",
  "keyup",
  "beforeinput",
  "input",
  "compositionstart",
  "compositionupdate",
  "compositionend",
  "dragstart",
  "dragend",
  "dragenter",
  "dragleave",
  "dragover",
  "drop",
};

const char *
ls_perfetto_get_queue_name (guint64 queue)
{
  return queue < G_N_ELEMENTS (queues) ? queues[queue] : NULL;
}

const char *
ls_perfetto_get_rank_name (guint64 priority)
{
  return priority < G_N_ELEMENTS (ranks) ? ranks[priority] : NULL;
}

const char *
ls_perfetto_get_invoker (guint64 invoker)
{
  return invoker < G_N_ELEMENTS (invokers) ? invokers[invoker] : NULL;
}

const char *
ls_perfetto_get_event_type (guint64 type)
{
  return type < G_N_ELEMENTS (event_types) ? event_types[type] : NULL;
}
