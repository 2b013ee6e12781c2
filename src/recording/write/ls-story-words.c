/* ls-story-words.c: what Chrome calls what a story tells
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-story-private.h"

#define TIMELINE "devtools.timeline"

/* The members of an event's arguments, as a set of bits. */
enum
{
  HAS_TASK_ID = 1 << 0,
  HAS_PRIORITY = 1 << 1,
  HAS_DELAY = 1 << 2,
  HAS_TIMER_ID = 1 << 3,
  HAS_ID = 1 << 4,
  HAS_TIMEOUT = 1 << 5,
  HAS_SINGLE_SHOT = 1 << 6,
  HAS_ALLOTTED = 1 << 7,
  HAS_TYPE = 1 << 8,
  HAS_MESSAGE = 1 << 9,
  HAS_FRAME = 1 << 10
};

typedef struct
{
  const char *name;
  const char *category;
  guint       members;
} Words;

static const Words slice_words[] = {
  [LS_STORY_SLICE_TURN] = { "RunTask", "disabled-by-default-" TIMELINE },
  [LS_STORY_SLICE_TASK] = { "RunPostTaskCallback", TIMELINE, HAS_TASK_ID | HAS_PRIORITY | HAS_DELAY | HAS_FRAME },
  [LS_STORY_SLICE_CONTINUATION] = { "RunYieldContinuation", TIMELINE, HAS_TASK_ID | HAS_PRIORITY | HAS_FRAME },
  [LS_STORY_SLICE_TIMER] = { "TimerFire", TIMELINE, HAS_TIMER_ID | HAS_FRAME },
  [LS_STORY_SLICE_FRAME] = { "FireAnimationFrame", TIMELINE, HAS_ID | HAS_FRAME },
  [LS_STORY_SLICE_IDLE] = { "FireIdleCallback", TIMELINE, HAS_ID | HAS_ALLOTTED | HAS_FRAME },
  [LS_STORY_SLICE_INPUT] = { "EventDispatch", TIMELINE, HAS_TYPE },
  [LS_STORY_SLICE_CALLBACK] = { NULL },
  [LS_STORY_SLICE_MICROTASK] = { "RunMicrotasks", "v8.execute" },
  [LS_STORY_SLICE_EVENT] = { "EventDispatch", TIMELINE, HAS_TYPE },
};

static const Words instant_words[] = {
  [LS_STORY_POST] = { "SchedulePostTaskCallback", TIMELINE, HAS_TASK_ID | HAS_PRIORITY | HAS_DELAY | HAS_FRAME },
  [LS_STORY_YIELD] = { "ScheduleYieldContinuation", TIMELINE, HAS_TASK_ID | HAS_PRIORITY | HAS_FRAME },
  [LS_STORY_TIMER_INSTALL] = { "TimerInstall", TIMELINE, HAS_TIMER_ID | HAS_TIMEOUT | HAS_SINGLE_SHOT | HAS_FRAME },
  [LS_STORY_TIMER_REMOVE] = { "TimerRemove", TIMELINE, HAS_TIMER_ID | HAS_FRAME },
  [LS_STORY_FRAME_REQUEST] = { "RequestAnimationFrame", TIMELINE, HAS_ID | HAS_FRAME },
  [LS_STORY_IDLE_REQUEST] = { "RequestIdleCallback", TIMELINE, HAS_ID | HAS_TIMEOUT | HAS_FRAME },
  [LS_STORY_IDLE_CANCEL] = { "CancelIdleCallback", TIMELINE, HAS_ID | HAS_FRAME },
  [LS_STORY_ABORT] = { "AbortPostTaskCallback", TIMELINE, HAS_TASK_ID | HAS_FRAME },
  [LS_STORY_LOG] = { "TimeStamp", TIMELINE, HAS_MESSAGE | HAS_FRAME },
};

static const Words *
find_words (const LsStoryEvent *event)
{
  if (event->kind == LS_STORY_BEGIN || event->kind == LS_STORY_END)
    return &slice_words[event->slice];
  return (guint) event->kind < G_N_ELEMENTS (instant_words) ? &instant_words[event->kind] : NULL;
}

/* The name of Chrome's event, NULL where it has none of its own. */
const char *
ls_story_get_event_name (const LsStoryEvent *event)
{
  const Words *words = find_words (event);

  if (event->kind == LS_STORY_ABORT && event->is_continuation)
    return "AbortYieldContinuation";
  return words != NULL ? words->name : NULL;
}

const char *
ls_story_get_event_category (const LsStoryEvent *event)
{
  const Words *words = find_words (event);

  return words != NULL && words->category != NULL ? words->category : TIMELINE;
}

/* Chrome has no task without a priority. */
const char *
ls_story_get_priority_name (const LsStoryEvent *event)
{
  return ls_task_priority_to_string (ls_task_priority_is_valid (event->priority) ? event->priority : LS_TASK_PRIORITY_USER_VISIBLE);
}

/* Lists the members of the arguments' member "data". Returns how many there are. */
guint
ls_story_list_arguments (const LsStoryEvent *event,
                         LsStoryArgument     arguments[LS_STORY_MAX_ARGUMENTS])
{
  const Words *words = find_words (event);
  const guint members = words != NULL ? words->members : 0;
  guint n = 0;

  if (members & HAS_TASK_ID)
    arguments[n++] = (LsStoryArgument) { "taskId", .number = event->task };
  if (members & HAS_PRIORITY)
    arguments[n++] = (LsStoryArgument) { "priority", ls_story_get_priority_name (event) };
  if (members & HAS_DELAY)
    arguments[n++] = (LsStoryArgument) { "delay", .number = event->value };
  if (members & HAS_TIMER_ID)
    arguments[n++] = (LsStoryArgument) { "timerId", .number = event->id };
  if (members & HAS_ID)
    arguments[n++] = (LsStoryArgument) { "id", .number = event->id };
  if (members & HAS_TIMEOUT)
    arguments[n++] = (LsStoryArgument) { "timeout", .number = event->value };
  if (members & HAS_SINGLE_SHOT)
    arguments[n++] = (LsStoryArgument) { "singleShot", .number = !event->repeats, .is_boolean = TRUE };
  if (members & HAS_ALLOTTED)
    {
      arguments[n++] = (LsStoryArgument) { "allottedMilliseconds", .number = event->value };
      arguments[n++] = (LsStoryArgument) { "timedOut", .number = event->timed_out, .is_boolean = TRUE };
    }
  if (members & HAS_TYPE)
    arguments[n++] = (LsStoryArgument) { "type", event->name != NULL ? event->name : "input" };
  if (members & HAS_MESSAGE)
    arguments[n++] = (LsStoryArgument) { "message", event->name };
  if (members & HAS_FRAME)
    arguments[n++] = (LsStoryArgument) { "frame", LS_STORY_FRAME };
  return n;
}
