/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "record-writer.h"

#include "ls-record-format.h"

#define BG LS_TASK_PRIORITY_BACKGROUND
#define UV LS_TASK_PRIORITY_USER_VISIBLE
#define UB LS_TASK_PRIORITY_USER_BLOCKING

/* What each kind of record says in a line, with and without what it may lack. */

typedef struct
{
  LsRecord    record;
  const char *text;   /* NULL: none */
  const char *line;   /* after the kind */
} Case;

#define C(record_kind, text, line, ...) \
  { { .kind = LS_RECORD_##record_kind, .priority = LS_TASK_PRIORITY_NONE, __VA_ARGS__ }, text, line }

/* The signals, queues and tasks that the records name. */
static const Case story[] = {
  C (SIGNAL_CREATED, "c1", "  signal 1 “c1”  priority background  task-signal  controller", .subject = 1, .priority = BG,
     .flags = LS_RECORD_FLAG_TASK_SIGNAL | LS_RECORD_FLAG_CONTROLLER),
  C (SIGNAL_CREATED, NULL, "  signal 2  priority user-visible  fixed  internal", .subject = 2, .priority = UV,
     .flags = LS_RECORD_FLAG_FIXED | LS_RECORD_FLAG_INTERNAL),
  C (SIGNAL_CREATED, NULL, "  signal 3  source signal 1 “c1”  dependent", .subject = 3, .object = 1,
     .flags = LS_RECORD_FLAG_DEPENDENT),
  C (QUEUE_CREATED, NULL, "  queue 1 (c1, task)  signal 1 “c1”  scheduler 1  priority background", .subject = 1, .object = 1,
     .value = 1, .priority = BG),
  C (QUEUE_CREATED, NULL, "  queue 2 (fixed user-visible, continuation)  signal 2  scheduler 2  priority user-visible", .subject = 2,
     .object = 2, .value = 2, .priority = UV, .flags = LS_RECORD_FLAG_CONTINUATION),
  C (QUEUE_CREATED, NULL, "  queue 3 (signal 3, task)  signal 3  scheduler 1  priority user-blocking", .subject = 3, .object = 3,
     .value = 1, .priority = UB),
  C (QUEUE_CREATED, NULL, "  queue 4 (user-blocking, continuation)  scheduler 1  priority user-blocking", .subject = 4, .value = 1,
     .priority = UB, .flags = LS_RECORD_FLAG_CONTINUATION),
  C (TASK_POSTED, "decode", "  task 1 “decode”  signal 1 “c1”  priority user-blocking  delay 7 ms", .subject = 1, .object = 1,
     .value = 7, .level = 1, .priority = UB),
  C (TASK_POSTED, NULL, "  task 2 ↻", .subject = 2, .flags = LS_RECORD_FLAG_CONTINUATION),
};

static const Case cases[] = {
  C (LOOP_STARTED, "gecko", "  preset gecko  edition 2023-yield-options  monotonic clock", .value = 1, .level = 1),
  C (LOOP_STARTED, "spec", "  preset spec  edition 2025  experiments wait, priorityInheritance  virtual clock", .object = 9),
  C (PRESET_QUEUE, "Highest", "  input  rank 2 (Highest)", .queue = LS_QUEUE_TYPE_INPUT, .level = 2),
  C (PRESET_QUEUE, NULL, "  input  rank 2", .queue = LS_QUEUE_TYPE_INPUT, .level = 2),
  C (PRESET_PRIORITY, "Low", "  effective priority 4  rank 3 (Low)", .value = 4, .level = 3),
  C (PRESET_RULE, NULL, "  fair-after  3", .subject = 2, .value = 3),
  C (SCHEDULER_CREATED, "s", "  scheduler 4 “s”", .subject = 4),
  C (SCHEDULER_CREATED, NULL, "  scheduler 4", .subject = 4),
  C (TASK_POSTED, "a", "  task 9 “a”  delay below 1 ms", .subject = 9, .level = 1),
  C (TASK_POSTED, "a", "  task 9 “a”", .subject = 9),
  C (TASK_QUEUED, "b", "  task 1 “b”  queue 1 (c1, task)  enqueue order 5", .subject = 1, .object = 1, .value = 5),
  C (TASK_QUEUED, NULL, "  task 1 “decode”  queue 3 (signal 3, task)  enqueue order 5", .subject = 1, .object = 3, .value = 5),
  C (TASK_QUEUED, NULL, "  task 2 ↻  queue 9  enqueue order 0", .subject = 2, .object = 9),
  C (TASK_INCOMING, "c", "  task 1 “c”  input  enqueue order 6  discrete", .subject = 1, .value = 6, .queue = LS_QUEUE_TYPE_INPUT,
     .flags = LS_RECORD_FLAG_DISCRETE),
  C (TASK_INCOMING, NULL, "  task 1 “decode”  input", .subject = 1, .queue = LS_QUEUE_TYPE_INPUT),
  C (TASK_DELAYED, "d", "  task 1 “d”  input  timer 3  in 1.5 ms  timer", .subject = 1, .object = 3, .value = 1500,
     .queue = LS_QUEUE_TYPE_INPUT, .flags = LS_RECORD_FLAG_TIMER),
  C (TASK_DELAYED, NULL, "  task 7  input  in 0 ms", .subject = 7, .queue = LS_QUEUE_TYPE_INPUT),
  C (TASK_INCOMING, "i", "  task 9 “i”  glib:200  source 4  enqueue order 6", .subject = 9, .object = 4, .value = 6,
     .queue = LS_QUEUE_TYPE_SOURCES + 11),
  C (TASK_DELAYED, "i", "  task 9 “i”  glib:0  source 4  in 3 ms", .subject = 9, .object = 4, .value = 3000,
     .queue = LS_QUEUE_TYPE_SOURCES + 3),
  C (TASK_DUE, "e", "  task 1 “decode”  input  enqueue order 6", .subject = 1, .value = 6, .queue = LS_QUEUE_TYPE_INPUT),
  C (TASK_DUE, NULL, "  task 7  input", .subject = 7, .queue = LS_QUEUE_TYPE_INPUT),
  C (QUEUE_RELOADED, NULL, "  input  1 task", .value = 1, .queue = LS_QUEUE_TYPE_INPUT),
  C (QUEUE_RELOADED, NULL, "  input  2 tasks", .value = 2, .queue = LS_QUEUE_TYPE_INPUT),
  C (TASK_SELECTED, NULL, "  task 1 “decode”  queue 1 (c1, task)  effective priority 4  rank 3  turn 8", .subject = 1, .object = 1,
     .value = 8, .level = 3, .priority = UB),
  C (TASK_SELECTED, NULL, "  task 1 “decode ↻”  queue 4 (user-blocking, continuation)  effective priority 1  rank 3  turn 8",
     .subject = 1, .object = 4, .value = 8, .level = 3, .priority = BG, .flags = LS_RECORD_FLAG_CONTINUATION),
  C (TASK_SELECTED, NULL, "  task 1 “decode”  queue 1 (c1, task)  rank 3  turn 8", .subject = 1, .object = 1, .value = 8, .level = 3),
  C (TASK_SELECTED, NULL, "  task 1 “decode”  input  rank 3  turn 8  delayed-work  starvation-guard  fair-turn", .subject = 1,
     .value = 8, .level = 3, .priority = UB, .queue = LS_QUEUE_TYPE_INPUT,
     .flags = LS_RECORD_FLAG_DELAYED_WORK | LS_RECORD_FLAG_STARVATION_GUARD | LS_RECORD_FLAG_FAIR_TURN),
  C (TASK_STARTED, NULL, "  task 1 “decode”  abort ← signal 1 “c1”  priority ← signal 3", .subject = 1, .object = 1, .value = 3),
  C (TASK_STARTED, NULL, "  task 1 “decode”", .subject = 1),
  C (TASK_FINISHED, NULL, "  task 1 “decode”  threw", .subject = 1, .flags = LS_RECORD_FLAG_THREW),
  C (TASK_FINISHED, NULL, "  task 2 ↻", .subject = 2),
  C (TASK_REMOVED, NULL, "  task 1 “decode”  by signal 1 “c1”", .subject = 1, .object = 1),
  C (TASK_REMOVED, NULL, "  task 1 “decode”", .subject = 1),
  C (TASK_REFUSED, "f", "  task 9 “f ↻”  aborted signal 1 “c1”", .subject = 9, .object = 1, .flags = LS_RECORD_FLAG_CONTINUATION),
  C (TURN_ENDED, NULL, "  turn 8", .value = 8),
  C (QUEUE_REMOVED, NULL, "  queue 2 (fixed user-visible, continuation)", .subject = 2, .object = 1, .value = 1),
  C (QUEUE_PRIORITY, NULL, "  queue 1 (c1, task)  priority user-blocking", .subject = 1, .object = 1, .value = 1, .priority = UB),
  C (SIGNAL_ABORT_SOURCE, NULL, "  signal 3  depends on signal 1 “c1”", .subject = 3, .object = 1),
  C (SIGNAL_NAMED, "new", "  signal 3 “new”", .subject = 3),
  C (SIGNAL_PRIORITY, NULL, "  signal 1 “c1”  background → user-blocking", .subject = 1, .value = BG, .priority = UB),
  C (SIGNAL_PRIORITY, NULL, "  signal 3  background → user-blocking  follows signal 1 “c1”", .subject = 3, .object = 1,
     .value = BG, .priority = UB),
  C (SIGNAL_PRIORITY_REFUSED, NULL, "  signal 1 “c1”  priority user-visible", .subject = 1, .priority = UV),
  C (SIGNAL_ABORTED, "why", "  signal 3  reason “why”  follows signal 1 “c1”", .subject = 3, .object = 1),
  C (SIGNAL_ABORTED, NULL, "  signal 3  reason “”", .subject = 3),
  C (SIGNAL_FINALIZED, NULL, "  signal 1 “c1”", .subject = 1, .object = 1),
  C (SIGNAL_LISTENERS, "abort", "  signal 1 “c1”  2 for abort", .subject = 1, .value = 2),
  C (EVENT_BEGIN, "abort", "  signal 1 “c1”  abort", .subject = 1),
  C (EVENT_END, "abort", "  signal 1 “c1”  abort", .subject = 1),
  C (MICROTASK_QUEUED, "then", "  microtask 3 “then”  reaction  promise 4", .subject = 3, .object = 4, .value = 1),
  C (MICROTASK_QUEUED, NULL, "  microtask 3  callback", .subject = 3),
  C (MICROTASK_STARTED, "then", "  microtask 3  abort ← signal 1 “c1”  priority ← signal 3", .subject = 3, .object = 1, .value = 3),
  C (MICROTASK_FINISHED, NULL, "  microtask 3  threw", .subject = 3, .object = 1, .flags = LS_RECORD_FLAG_THREW),
  C (PROMISE_CREATED, "p", "  promise 5 “p”  of task 1", .subject = 5, .object = 1),
  C (PROMISE_CREATED, NULL, "  promise 5", .subject = 5),
  C (PROMISE_FULFILLED, "1", "  promise 5  “1”", .subject = 5, .object = 1),
  C (PROMISE_REJECTED, NULL, "  promise 5", .subject = 5),
  C (PROMISE_UNHANDLED, "x", "  promise 5  “x”", .subject = 5),
  C (PROMISE_HANDLED, NULL, "  promise 5", .subject = 5),
  C (TIMER_INSTALLED, "t", "  timer 6 “t”  task 1  timeout 20 ms  nesting level 5  repeating  clamped", .subject = 6, .object = 1,
     .value = 20, .level = 5, .flags = LS_RECORD_FLAG_REPEATING | LS_RECORD_FLAG_CLAMPED),
  C (TIMER_FIRED, NULL, "  timer 6  nesting level 5", .subject = 6, .value = 20, .level = 5),
  C (TIMER_CLEARED, NULL, "  timer 6", .subject = 6, .value = 20, .level = 5),
  C (IDLE_REQUESTED, "i", "  idle callback 7 “i”  task 1  timeout 100 ms", .subject = 7, .object = 1, .value = 100, .level = 5),
  C (IDLE_REQUESTED, NULL, "  idle callback 7", .subject = 7),
  C (IDLE_FIRED, NULL, "  idle callback 7  0 ms remaining  timed-out", .subject = 7, .flags = LS_RECORD_FLAG_TIMED_OUT),
  C (IDLE_CANCELLED, NULL, "  idle callback 7", .subject = 7, .value = 100),
  C (QUEUE_STARVED, NULL, "  input  waited 12 ms  rank 4", .value = 12, .level = 4, .queue = LS_QUEUE_TYPE_INPUT),
  C (WORK, NULL, "  2.25 ms", .value = 2250),
  C (CLOCK_ADVANCED, NULL, "  3 ms", .value = 3000),
  C (STATEMENT, "a.js:3:1", "  statement 2  a.js:3:1", .value = 2),
  C (LOG, "hello", "  hello"),
  C (LOG, "hello", "  info  hello", .level = 1),
  C (LOG, "hello", "  debug  hello", .level = 4),
  C (LOG, "hello", "  hello", .level = 5),
  C (LOG, "a\x7f" "b\x1f" "c d\xc2\x9b" "e\xe2\x80\xa8" "f\xc2\xa0g…", "  a b c d e f\xc2\xa0g…"),
  C (EXCEPTION, "boom", "  boom", .subject = 3, .value = 2),
  C (ACTION, "abort", "  action 2 “abort”", .subject = 2),
  C (ACTION_FINISHED, "abort", "  action 2", .subject = 2),
  C (LIMIT, "too much", "  too much"),
  C (BREAKPOINT, "here", "  here"),
  C (AGENT_CREATED, "worker", "  agent 2 “worker”  by agent 1  can block", .subject = 2, .object = 1, .level = 1),
  C (AGENT_CREATED, NULL, "  agent 1  cannot block", .subject = 1),
  C (AGENT_RUN, NULL, "  agent 2", .subject = 2, .value = 3),
  C (AGENT_RUN, NULL, "  agent 2  choice 0  of 1", .subject = 2, .level = 1),
  C (AGENT_RUN, NULL, "  agent 2  choice 3  of 254", .subject = 2, .value = 3, .level = 254),
  C (AGENT_RUN, NULL, "  agent 2  choice 3  of 255 or more", .subject = 2, .value = 3, .level = 255),
  C (AGENT_STATE, NULL, "  agent 2  waiting  memory 3  byte 8", .subject = 2, .object = 3, .value = 8, .level = LS_AGENT_STATE_WAITING),
  C (AGENT_STATE, NULL, "  agent 2  ended", .subject = 2, .object = 3, .value = 8, .level = LS_AGENT_STATE_ENDED),
  C (MEMORY_CREATED, "m", "  memory 3 “m”  16 bytes", .subject = 3, .value = 16),
  C (MEMORY_CREATED, NULL, "  memory 3  1 byte", .subject = 3, .value = 1),
  C (ATOMIC_OPERATION, "store 1", "  memory 3  byte 8  Int32Array  store 1  wrote  wide  locked  unlocked", .subject = 3, .object = 8,
     .queue = LS_ELEMENT_INT32, .flags = LS_RECORD_FLAG_WROTE | LS_RECORD_FLAG_WIDE | LS_RECORD_FLAG_LOCKED | LS_RECORD_FLAG_UNLOCKED),
  C (ATOMIC_OPERATION, "terminate", "  agent 2  terminate", .object = 2),
  C (ATOMIC_OPERATION, "fence", "  fence"),
  C (WAITER_ADDED, "5 ms", "  waiter 4  memory 3  byte 8  Int32Array  timeout 5 ms", .subject = 4, .object = 3, .value = 8,
     .queue = LS_ELEMENT_INT32),
  C (WAITER_ADDED, NULL, "  waiter 4 (promise)  memory 3  byte 8  Int32Array", .subject = 4, .object = 3, .value = 8, .level = 1,
     .queue = LS_ELEMENT_INT32),
  C (WAITER_REMOVED, NULL, "  waiter 4  memory 3  byte 8  notified", .subject = 4, .object = 3, .value = 8),
  C (WAITER_REMOVED, NULL, "  waiter 4  memory 3  byte 8  timed out", .subject = 4, .object = 3, .value = 8, .level = 1),
  C (WAITER_REMOVED, NULL, "  waiter 4  memory 3  byte 8  agent ended", .subject = 4, .object = 3, .value = 8, .level = 2),
  C (WAITER_REMOVED, NULL, "  waiter 4  memory 3  byte 8  unknown", .subject = 4, .object = 3, .value = 8, .level = 3),
  C (NOTIFY, "3", "  memory 3  byte 8  wakes 2 of 3", .subject = 2, .object = 3, .value = 8),
  C (NOTIFY, NULL, "  memory 3  byte 8  wakes 2  unlocked", .subject = 2, .object = 3, .value = 8, .flags = LS_RECORD_FLAG_UNLOCKED),
  C (TASK_RAISED, NULL, "  task 1 “decode”  priority user-blocking  queue 3 (signal 3, task)  awaited by task 2 ↻", .subject = 1,
     .object = 3, .value = 2, .priority = UB),
  C (TASK_RAISED, NULL, "  task 1 “decode”  priority background", .subject = 1, .priority = BG),
  C (OPTION_UNKNOWN, "prio", "  scheduler.postTask()  “prio”"),
  C (OPTION_UNKNOWN, "Timeout", "  requestIdleCallback()  “Timeout”", .level = LS_OPTIONS_REQUEST_IDLE_CALLBACK),
  C (OPTION_UNKNOWN, "x", "  unknown  “x”", .level = LS_N_OPTIONS_OWNERS),
  C (SOURCE_ATTACHED, "tick", "  source 4 “tick”  timeout  priority -20  interval 50 ms", .subject = 4, .object = 50,
     .value = (guint32) -20, .level = LS_SOURCE_TIMEOUT),
  C (SOURCE_ATTACHED, NULL, "  source 4  unknown  priority 200", .subject = 4, .value = 200, .level = LS_N_SOURCE_SORTS),
  C (SOURCE_DESTROYED, NULL, "  source 4", .subject = 4),
  C (TASK_ORIGIN, "load", "  task 1 “decode”  by task 2 ↻  in load", .subject = 1, .object = 2),
  C (TASK_ORIGIN, NULL, "  task 1 “decode”", .subject = 1),
  C (TASK_PLACE, "load", "  task 1 “decode”  in load", .subject = 1),
  C (TASK_PLACE, NULL, "  task 1 “decode”", .subject = 1),
  C (FRAME, NULL, "  clock 1  40 ms since it was due  2 missed", .subject = 1, .object = 16667, .value = 40000, .level = 2),
  C (FRAME, NULL, "  clock 2", .subject = 2),
  C (TASKS_DEFERRED, NULL, "  task 1 “decode”  for 50 ms", .subject = 1, .value = 50000),
  C (TASKS_DEFERRED, NULL, "  over"),
};

static void
write_cases (LsTrace    *trace,
             const Case *those,
             guint       n)
{
  for (guint i = 0; i < n; i++)
    {
      LsRecord record = those[i].record;

      record.text = those[i].text != NULL ? text_of (trace, those[i].text) : 0;
      write_full (trace, record);
    }
}

static void
assert_lines (LsTrace    *trace,
              LsState    *names,
              gsize       position,
              const Case *those,
              guint       n)
{
  for (guint i = 0; i < n; i++, position++)
    {
      g_autofree char *line = ls_trace_format_record (trace, position, names);
      g_autofree char *expected = g_strdup_printf ("0.000 ms  #%zu  %s%s", position, ls_record_kind_to_string (those[i].record.kind),
                                                   those[i].line);

      g_assert_cmpstr (line, ==, expected);
    }
}

static void
test_lines (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();
  g_autoptr (LsState) names = NULL;
  gboolean is_there[LS_N_RECORD_KINDS] = { 0 };

  write_cases (trace, story, G_N_ELEMENTS (story));
  write_cases (trace, cases, G_N_ELEMENTS (cases));
  publish (trace);
  names = ls_state_new (trace);
  ls_state_seek (names, G_N_ELEMENTS (story));
  assert_lines (trace, names, 0, story, G_N_ELEMENTS (story));
  assert_lines (trace, names, G_N_ELEMENTS (story), cases, G_N_ELEMENTS (cases));

  for (guint i = 0; i < G_N_ELEMENTS (story); i++)
    is_there[story[i].record.kind] = TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    is_there[cases[i].record.kind] = TRUE;
  for (guint kind = 1; kind < LS_N_RECORD_KINDS; kind++)
    g_assert_true (is_there[kind]);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/record-lines/every-kind", test_lines);

  return g_test_run ();
}
