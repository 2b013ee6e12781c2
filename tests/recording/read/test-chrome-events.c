/* test-chrome-events.c: what each of Chromium's events becomes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "chrome-fixture.h"

#define AT "\"pid\": 1, \"tid\": 2, \"ts\": 100"
#define STACK "\"stackTrace\": [{\"functionName\": \"f\", \"url\": \"u.js\", \"lineNumber\": 3, \"columnNumber\": 4}, {\"url\": \"other\"}]"
#define SLICE(name, data) "{\"name\": \"" name "\", \"ph\": \"X\", " AT ", \"dur\": 7, \"args\": {\"data\": {" data "}}}"
#define INSTANT(name, data) "{\"name\": \"" name "\", \"ph\": \"I\", " AT ", \"args\": {\"data\": {" data "}}}"
#define MARK(name, data) \
  "{\"name\": \"" name "\", \"cat\": \"blink.user_timing\", \"ph\": \"I\", " AT ", \"args\": {\"data\": {\"startTime\": 1.5, " data "}}}"
#define PAIR(category, name, args) \
  "{\"name\": \"" name "\", \"cat\": \"" category "\", \"ph\": \"b\", \"id\": \"0x1\", " AT ", \"args\": {" args "}}," \
  "{\"name\": \"" name "\", \"cat\": \"" category "\", \"ph\": \"e\", \"id\": \"0x1\", \"pid\": 1, \"tid\": 9, \"ts\": 107}"
#define FLOW(phase) \
  "{\"name\": \"SequenceManager PostTask\", \"cat\": \"toplevel.flow\", \"ph\": \"" phase "\", \"id\": 5, " AT "}"

typedef struct
{
  const char           *json;
  LsRecordingEventKind  kind;
  guint64               duration;
  guint64               id;
  const char           *text;
  const char           *place;
  guint32               value;
  const char           *other;      /* a text, or: */
  guint32               number;     /* a number */
  guint8                priority;   /* LsTaskPriority */
  guint8                flags;
} Case;

static const Case cases[] = {
  { SLICE ("RunTask", ""), LS_RECORDING_EVENT_TASK, 7000 },
  { INSTANT ("SchedulePostTaskCallback", "\"taskId\": 0, \"priority\": \"user-visible\", \"delay\": 2.5, " STACK),
    LS_RECORDING_EVENT_POST, 0, 1, "f", "u.js:3:4", 2500, .priority = 2 },
  { INSTANT ("SchedulePostTaskCallback", "\"taskId\": 8, \"priority\": \"background\""), LS_RECORDING_EVENT_POST, 0, 9,
    .priority = 1, .flags = LS_RECORDING_EVENT_FLAG_DELAY_UNKNOWN },
  { SLICE ("RunPostTaskCallback", "\"taskId\": 8, \"priority\": \"user-blocking\", \"delay\": 0"), LS_RECORDING_EVENT_RUN, 7000, 9,
    .priority = 3 },
  { INSTANT ("RunPostTaskCallback", "\"taskId\": 8, \"priority\": \"nonsense\", \"delay\": 1e30"), LS_RECORDING_EVENT_RUN, 0, 9,
    .value = G_MAXUINT32 },
  { SLICE ("RunPostTaskCallback", "\"priority\": \"user-blocking\", \"delay\": -5"), LS_RECORDING_EVENT_RUN, 7000, 0, .priority = 3 },
  { SLICE ("AbortPostTaskCallback", "\"taskId\": 8, " STACK), LS_RECORDING_EVENT_ABORT, 7000, 9, "f", "u.js:3:4" },
  { INSTANT ("ScheduleYieldContinuation", "\"taskId\": 8, \"priority\": \"user-visible\""), LS_RECORDING_EVENT_YIELD, 0, 9,
    .priority = 2 },
  { SLICE ("RunYieldContinuation", "\"taskId\": 8, \"priority\": \"user-visible\""), LS_RECORDING_EVENT_CONTINUE, 7000, 9,
    .priority = 2 },
  { SLICE ("AbortYieldContinuation", "\"taskId\": 8"), LS_RECORDING_EVENT_ABORT_YIELD, 7000, 9 },

  { INSTANT ("TimerInstall", "\"timerId\": 3, \"timeout\": 4, \"singleShot\": false, \"frame\": \"F\", " STACK),
    LS_RECORDING_EVENT_TIMER_INSTALL, 0, 3, "f", "u.js:3:4", 4000, "F", .flags = LS_RECORDING_EVENT_FLAG_REPEATING },
  { INSTANT ("TimerInstall", "\"timerId\": 3, \"timeout\": 4, \"singleShot\": true"), LS_RECORDING_EVENT_TIMER_INSTALL, 0, 3,
    .value = 4000 },
  { INSTANT ("TimerRemove", "\"timerId\": 3, \"frame\": \"F\""), LS_RECORDING_EVENT_TIMER_REMOVE, 0, 3, .other = "F" },
  { SLICE ("TimerFire", "\"timerId\": 3, \"frame\": \"F\""), LS_RECORDING_EVENT_TIMER_FIRE, 7000, 3, .other = "F" },
  { INSTANT ("RequestAnimationFrame", "\"id\": 4, \"frame\": \"F\", " STACK), LS_RECORDING_EVENT_FRAME_REQUEST, 0, 4, "f",
    "u.js:3:4", .other = "F" },
  { INSTANT ("CancelAnimationFrame", "\"id\": 4"), LS_RECORDING_EVENT_FRAME_CANCEL, 0, 4 },
  { SLICE ("FireAnimationFrame", "\"id\": 4"), LS_RECORDING_EVENT_FRAME_FIRE, 7000, 4 },
  { INSTANT ("RequestIdleCallback", "\"id\": 5, \"timeout\": 200"), LS_RECORDING_EVENT_IDLE_REQUEST, 0, 5, .value = 200000 },
  { INSTANT ("CancelIdleCallback", "\"id\": 5"), LS_RECORDING_EVENT_IDLE_CANCEL, 0, 5 },
  { SLICE ("FireIdleCallback", "\"id\": 5, \"allottedMilliseconds\": 0.296, \"timedOut\": true"), LS_RECORDING_EVENT_IDLE_FIRE,
    7000, 5, .value = 296, .flags = LS_RECORDING_EVENT_FLAG_TIMED_OUT },
  { INSTANT ("SchedulePostMessage", "\"traceId\": \"12172789551586782136\", " STACK), LS_RECORDING_EVENT_MESSAGE_POST, 0,
    G_GUINT64_CONSTANT (12172789551586782136), "f", "u.js:3:4" },
  { SLICE ("HandlePostMessage", "\"traceId\": \"17\""), LS_RECORDING_EVENT_MESSAGE, 7000, 17 },
  { "{\"name\": \"RunMicrotasks\", \"ph\": \"I\", " AT ", \"args\": {\"microtask_count\": 6}}", LS_RECORDING_EVENT_MICROTASKS,
    .value = 6 },

  { SLICE ("FunctionCall", "\"functionName\": \"g\", \"url\": \"u.js\", \"lineNumber\": 40, \"columnNumber\": 68"),
    LS_RECORDING_EVENT_FUNCTION, 7000, 0, "g", "u.js:40:68" },
  { SLICE ("EvaluateScript", "\"url\": \"u.js\", \"lineNumber\": 1"), LS_RECORDING_EVENT_SCRIPT, 7000, 0, "EvaluateScript",
    "u.js:1" },
  { "{\"name\": \"v8.compile\", \"ph\": \"X\", " AT ", \"dur\": 7, \"args\": {\"fileName\": \"x.js\"}}", LS_RECORDING_EVENT_SCRIPT,
    7000, 0, "v8.compile", "x.js" },
  { INSTANT ("ResourceFinish", "\"requestId\": \"5\""), LS_RECORDING_EVENT_LOADING, 0, 0, "ResourceFinish" },
  { "{\"name\": \"ParseHTML\", \"ph\": \"X\", " AT ", \"dur\": 7, \"args\": {\"beginData\": {\"url\": \"p.html\"}}}",
    LS_RECORDING_EVENT_LOADING, 7000, 0, "ParseHTML", "p.html" },
  { SLICE ("EventDispatch", "\"type\": \"click\""), LS_RECORDING_EVENT_DISPATCH, 7000, 0, "click" },
  { SLICE ("Layout", ""), LS_RECORDING_EVENT_RENDERING, 7000, 0, "Layout" },
  { SLICE ("V8.GCScavenger", ""), LS_RECORDING_EVENT_GC, 7000, 0, "V8.GCScavenger" },
  { SLICE ("DoDigest", ""), LS_RECORDING_EVENT_WORK, 7000, 0, "DoDigest" },

  { PAIR ("devtools.timeline", "EventTiming", "\"data\": {\"type\": \"keyup\", \"interactionId\": 77, \"timeStamp\": 10.5,"
          "\"processingStart\": 12, \"processingEnd\": 12.75}"), LS_RECORDING_EVENT_INPUT, 7000, 77, "keyup", .value = 1500,
    .number = 2250 },
  { PAIR ("devtools.timeline", "AnimationFrame", "\"animation_frame_timing_info\": {\"blocking_duration_ms\": 25}"),
    LS_RECORDING_EVENT_LONG_FRAME, 7000, .value = 25000 },
  { PAIR ("devtools.timeline", "AnimationFrame::Script::Execute", "\"animation_frame_script_timing_info\": {\"class_like_name\": "
          "\"Scheduler\", \"property_like_name\": \"yield\", \"source_location_function_name\": \"h\", \"source_location_url\": \"u\"}"),
    LS_RECORDING_EVENT_INVOKER, 7000, 0, "h", "u", .other = "Scheduler.yield" },
  { PAIR ("blink.user_timing", "my measure", "\"detail\": \"{}\""), LS_RECORDING_EVENT_MEASURE, 7000, 0, "my measure", "{}" },
  { PAIR ("blink.console", "my timer", ""), LS_RECORDING_EVENT_MEASURE, 7000, 0, "my timer" },

  { MARK ("my mark", "\"detail\": \"{\\\"a\\\":1}\""), LS_RECORDING_EVENT_MARK, 0, 0, "my mark", "{\"a\":1}" },
  { MARK ("my \\u00e4\\\"mark", "\"x\": 1"), LS_RECORDING_EVENT_MARK, 0, 0, "my ä\"mark" },
  { INSTANT ("TimeStamp", "\"message\": \"here\""), LS_RECORDING_EVENT_MARK, 0, 0, "here" },
  { INSTANT ("firstContentfulPaint", ""), LS_RECORDING_EVENT_MARK, 0, 0, "firstContentfulPaint" },
  { MARK ("loopscope.signal", "\"detail\": \"{\\\"signal\\\":3,\\\"label\\\":\\\"search\\\"}\""), LS_RECORDING_EVENT_SIGNAL, 0, 3,
    "search" },
  { MARK ("loopscope.signal", "\"detail\": \"{\\\"signal\\\":3,\\\"priority\\\":\\\"background\\\"}\""), LS_RECORDING_EVENT_SIGNAL, 0,
    3, .priority = 1, .flags = LS_RECORDING_EVENT_FLAG_NO_SIGNAL_PRIORITY },
  { MARK ("loopscope.priority", "\"detail\": \"{\\\"signal\\\":3,\\\"priority\\\":\\\"user-blocking\\\"}\""),
    LS_RECORDING_EVENT_PRIORITY, 0, 3, .priority = 3 },
  { MARK ("loopscope.any", "\"detail\": \"{\\\"signal\\\":4,\\\"from\\\":[2,3],\\\"priority\\\":3}\""), LS_RECORDING_EVENT_ANY, 0, 4,
    NULL, "2,3", 3 },
  { MARK ("loopscope.any", "\"detail\": \"{\\\"signal\\\":4,\\\"from\\\":[2],\\\"priority\\\":\\\"user-visible\\\"}\""),
    LS_RECORDING_EVENT_ANY, 0, 4, NULL, "2", .priority = 2 },
  { MARK ("loopscope.controller", "\"detail\": \"{\\\"signal\\\":4,\\\"priority\\\":\\\"user-visible\\\"}\""),
    LS_RECORDING_EVENT_CONTROLLER, 0, 4, .priority = 2 },
  { MARK ("loopscope.signal", "\"detail\": \"nonsense\""), LS_RECORDING_EVENT_MARK, 0, 0, "loopscope.signal", "nonsense" },
};

static void
test_case (gconstpointer data)
{
  const Case *self = data;
  g_autoptr (LsRecording) recording = load_events (self->json);
  const LsRecordingEvent *event = find_event (recording, self->kind, 0);

  assert_no_problem (recording);
  g_assert_cmpuint (ls_recording_get_n_events (recording), ==, 1);
  g_assert_nonnull (event);
  g_assert_cmpuint (event->time, ==, 0);
  g_assert_cmpuint (event->duration, ==, self->duration);
  g_assert_cmpuint (event->id, ==, self->id);
  g_assert_cmpstr (ls_recording_get_text (recording, event->text), ==, self->text);
  g_assert_cmpstr (ls_recording_get_text (recording, event->place), ==, self->place);
  g_assert_cmpuint (event->value, ==, self->value);
  if (self->other != NULL)
    g_assert_cmpstr (ls_recording_get_text (recording, event->other), ==, self->other);
  else
    g_assert_cmpuint (event->other, ==, self->number);
  g_assert_cmpuint (event->priority, ==, self->kind == LS_RECORDING_EVENT_TASK ? LS_RECORDING_UNKNOWN : self->priority);
  g_assert_cmpuint (event->queue, ==, LS_RECORDING_UNKNOWN);
  g_assert_cmpuint (event->flags, ==, self->flags);
}

/* What the browser does besides, and phases that mean nothing here, are skipped without complaint. */
static void
test_skipped (void)
{
  static const char *const names[] = { "Screenshot", "v8.run", "BeginFrame", "domLoading", "AnimationFrame::Render" };
  g_autoptr (GString) json = g_string_new (NULL);
  g_autoptr (LsRecording) recording = NULL;

  for (const char *phase = "XIbenNODCPMv()stf"; *phase != '\0'; phase++)
    for (guint i = 0; i < G_N_ELEMENTS (names); i++)
      g_string_append_printf (json, "%s{\"name\": \"%s\", \"cat\": \"some\", \"ph\": \"%c\", " AT "}", json->len > 0 ? "," : "",
                              names[i], *phase);
  recording = load_events (json->str);
  assert_no_problem (recording);
  g_assert_cmpuint (ls_recording_get_n_events (recording), ==, 0);
}

/* The inner task knows the queue, the outer one is the task. */
static void
test_queues (void)
{
  static const struct
  {
    const char *name;
    guint8      queue;
  } queues[] = {
    { "FRAME_THROTTLEABLE_TQ", LS_QUEUE_TYPE_FRAME_THROTTLEABLE },
    { "WORKER_THROTTLEABLE_TQ", LS_QUEUE_TYPE_FRAME_THROTTLEABLE },
    { "WORKER_WEB_SCHEDULING_TQ", LS_QUEUE_TYPE_WEB_SCHEDULING },
    { "SUBTHREAD_DEFAULT_TQ", LS_QUEUE_TYPE_DEFAULT },
    { "V8_USER_VISIBLE_TQ", LS_QUEUE_TYPE_V8 },
    { "IPC_TRACKING_FOR_CACHED_PAGES_TQ", LS_QUEUE_TYPE_IPC_TRACKING_FOR_CACHED_PAGES },
    { "UI_NAVIGATION_NETWORK_RESPONSE_TQ", LS_RECORDING_UNKNOWN },
    { "", LS_RECORDING_UNKNOWN },
  };

  for (guint i = 0; i < G_N_ELEMENTS (queues); i++)
    {
      g_autofree char *json = g_strdup_printf (
        "{\"name\": \"ThreadControllerImpl::RunTask\", \"ph\": \"X\", \"pid\": 1, \"tid\": 2, \"ts\": 101, \"dur\": 5, \"args\": {"
        "\"src_file\": \"a.cc\", \"src_func\": \"Post\", \"sequence_manager_task\": {\"priority\": \"HIGH_PRIORITY_CONTINUATION\","
        "\"queue_name\": \"%s\"}}}," SLICE ("RunTask", "") ","
        "{\"name\": \"RunTask\", \"ph\": \"X\", \"pid\": 1, \"tid\": 2, \"ts\": 103, \"dur\": 1},"
        "{\"name\": \"RunTask\", \"ph\": \"X\", \"pid\": 1, \"tid\": 2, \"ts\": 107, \"dur\": 1}", queues[i].name);
      g_autoptr (LsRecording) recording = load_events (json);
      const LsRecordingEvent *event = find_event (recording, LS_RECORDING_EVENT_TASK, 0);

      g_assert_cmpuint (count_events (recording, LS_RECORDING_EVENT_TASK), ==, 2);
      g_assert_cmpuint (event->duration, ==, 7000);
      g_assert_cmpuint (event->queue, ==, queues[i].queue);
      g_assert_cmpuint (event->flags, ==, 0);
      g_assert_cmpstr (ls_recording_get_text (recording, event->place), ==, "a.cc Post");
      g_assert_cmpuint (event->priority, ==, 4);
    }
}

/* Begins and ends belong together however the file has them; what has no end lasts, what has no beginning says so. */
static void
test_pairs (void)
{
#define ON "\"pid\": 1, \"tid\": 2"
  g_autoptr (LsRecording) recording = load_events (
    "{\"ph\": \"E\", \"ts\": 130, " ON "}, {\"name\": \"FunctionCall\", \"ph\": \"B\", \"ts\": 110, " ON "},"
    "{\"name\": \"x\", \"ph\": \"B\", \"ts\": 120, " ON "}, {\"ph\": \"E\", \"name\": \"FunctionCall\", \"ts\": 140.5, " ON "},"
    "{\"name\": \"Layout\", \"ph\": \"B\", \"ts\": 200, " ON "}, {\"name\": \"TimerFire\", \"ph\": \"E\", \"ts\": 105, " ON "},"
    "{\"name\": \"EventDispatch\", \"ph\": \"I\", \"ts\": 100, " ON "}");
  const LsRecordingEvent *event = find_event (recording, LS_RECORDING_EVENT_FUNCTION, 0);

  g_assert_cmpuint (event->time, ==, 10000);
  g_assert_cmpuint (event->duration, ==, 30500);
  event = find_event (recording, LS_RECORDING_EVENT_RENDERING, 0);
  g_assert_cmpuint (event->duration, ==, LS_RECORDING_NO_END);
  event = find_event (recording, LS_RECORDING_EVENT_TIMER_FIRE, 0);
  g_assert_cmpuint (event->time, ==, 0);
  g_assert_cmpuint (event->duration, ==, 5000);
  g_assert_cmpuint (event->flags, ==, LS_RECORDING_EVENT_FLAG_NO_BEGINNING);
  g_assert_cmpuint (ls_recording_get_n_events (recording), ==, 4);
  assert_problem (recording, "1 event has an end, but no beginning.");
}

/* A loop runs one task after the other, whatever has been lost. */
static void
test_lost_ends (void)
{
  g_autoptr (LsRecording) recording = load_events (
    "{\"name\": \"RunTask\", \"ph\": \"B\", \"ts\": 100, " ON "},"
    "{\"name\": \"ThreadControllerImpl::RunTask\", \"ph\": \"B\", \"ts\": 101, " ON "},"
    "{\"name\": \"RunTask\", \"ph\": \"X\", \"ts\": 150, \"dur\": 10, " ON "},"
    "{\"name\": \"RunTask\", \"ph\": \"B\", \"ts\": 200, " ON "},"
    "{\"name\": \"RunTask\", \"ph\": \"E\", \"ts\": 20, \"pid\": 1, \"tid\": 3},"
    "{\"name\": \"RunTask\", \"ph\": \"X\", \"ts\": 150, \"dur\": 10, \"pid\": 1, \"tid\": 4},"
    "{\"name\": \"RunTask\", \"ph\": \"E\", \"ts\": 500, \"pid\": 1, \"tid\": 4}");

  g_assert_cmpuint (count_events (recording, LS_RECORDING_EVENT_TASK), ==, 5);
  g_assert_cmpuint (find_event (recording, LS_RECORDING_EVENT_TASK, 0)->duration, ==, 50000);
  g_assert_cmpuint (find_event (recording, LS_RECORDING_EVENT_TASK, 1)->duration, ==, 10000);
  g_assert_cmpuint (find_event (recording, LS_RECORDING_EVENT_TASK, 2)->duration, ==, LS_RECORDING_NO_END);
  assert_problem (recording, "2 tasks lack their beginning or end");
}

/* Ids are of one process if they are local, and of the category. */
static void
test_ids (void)
{
#define EDGE(category, phase, scope, pid, ts) \
  "{\"name\": \"AnimationFrame\", \"cat\": \"" category "\", \"ph\": \"" phase "\", \"id2\": {\"" scope "\": \"0x7\"}, \"pid\": " pid \
  ", \"tid\": 1, \"ts\": " ts "}"
  g_autoptr (LsRecording) recording = load_events (
    EDGE ("a", "b", "local", "1", "10") "," EDGE ("a", "b", "local", "2", "11") "," EDGE ("b", "b", "local", "1", "12") ","
    EDGE ("a", "e", "local", "2", "21") "," EDGE ("b", "e", "local", "1", "32") "," EDGE ("a", "e", "local", "1", "40") ","
    EDGE ("a", "b", "global", "1", "50") "," EDGE ("a", "e", "global", "2", "60"));

  assert_no_problem (recording);
  g_assert_cmpuint (find_event (recording, LS_RECORDING_EVENT_LONG_FRAME, 0)->duration, ==, 30000);
  g_assert_cmpuint (find_event (recording, LS_RECORDING_EVENT_LONG_FRAME, 1)->duration, ==, 20000);
  g_assert_cmpuint (find_event (recording, LS_RECORDING_EVENT_LONG_FRAME, 2)->duration, ==, 10000);
  g_assert_cmpuint (find_event (recording, LS_RECORDING_EVENT_LONG_FRAME, 3)->duration, ==, 10000);
}

static void
test_flows (void)
{
  g_autoptr (LsRecording) recording = load_events (
    FLOW ("s") "," FLOW ("t") "," FLOW ("f") ",{\"name\": \"v8::Debugger::AsyncTaskRun\", \"cat\": \"toplevel.flow\", \"ph\": \"s\","
    "\"id\": 5, " AT "}");
  const LsRecordingEvent *begin = find_event (recording, LS_RECORDING_EVENT_FLOW_BEGIN, 0);

  g_assert_cmpstr (ls_recording_get_text (recording, begin->text), ==, "SequenceManager PostTask");
  g_assert_cmpuint (begin->id, ==, find_event (recording, LS_RECORDING_EVENT_FLOW_STEP, 0)->id);
  g_assert_cmpuint (begin->id, ==, find_event (recording, LS_RECORDING_EVENT_FLOW_END, 0)->id);
  g_assert_cmpuint (begin->id, !=, find_event (recording, LS_RECORDING_EVENT_FLOW_BEGIN, 1)->id);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/recording/chrome/events/%s-%u", ls_recording_event_kind_to_string (cases[i].kind), i);

      g_test_add_data_func (path, &cases[i], test_case);
    }
  g_test_add_func ("/recording/chrome/skipped", test_skipped);
  g_test_add_func ("/recording/chrome/queues", test_queues);
  g_test_add_func ("/recording/chrome/pairs", test_pairs);
  g_test_add_func ("/recording/chrome/lost-ends", test_lost_ends);
  g_test_add_func ("/recording/chrome/ids", test_ids);
  g_test_add_func ("/recording/chrome/flows", test_flows);

  return g_test_run ();
}
