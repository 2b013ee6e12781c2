/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "replay-fixture.h"

static void
test_timers (void)
{
  Fixture f;

  fixture_begin (&f, LS_RECORDING_FORMAT_CHROME);
  add_task (&f, 0, 10);
  add (&f, TIMER_INSTALL, 1, 0, .id = 1, .other = 5, .value = 2000);
  add (&f, TIMER_INSTALL, 2, 0, .id = 2, .other = 5, .value = 0);
  add (&f, TIMER_INSTALL, 3, 0, .id = 3, .other = 5, .value = 1000, .flags = LS_RECORDING_EVENT_FLAG_REPEATING);
  add (&f, TIMER_INSTALL, 4, 0, .id = 1, .other = 6, .value = 3000);
  add_task (&f, 20, 10, .queue = LS_QUEUE_TYPE_FRAME_DEFERRABLE);
  add (&f, TIMER_FIRE, 21, 8, .id = 2, .other = 5);
  add (&f, FUNCTION, 22, 6, .text = fixture_text (&f, "tick"));
  add (&f, TIMER_REMOVE, 23, 0, .id = 1, .other = 6);
  add_task (&f, 1010, 10);
  add (&f, TIMER_FIRE, 1011, 8, .id = 3, .other = 5);
  add_task (&f, 1990, 10);
  add (&f, TIMER_FIRE, 1991, 8, .id = 1, .other = 5);
  add_task (&f, 3100, 10);
  add (&f, TIMER_FIRE, 3101, 8, .id = 3, .other = 5);
  add (&f, TIMER_REMOVE, 3102, 0, .id = 3, .other = 5);
  add_task (&f, 4100, 10);
  add (&f, TIMER_FIRE, 4101, 8, .id = 77, .other = 5);
  assert_replay (&f,
                 "0 task-incoming s=1 v=1 other f=16 [inferred-due]\n"
                 "0 queue-reloaded v=1 other\n"
                 "0 task-selected s=1 v=1 other l=7 [inferred-queue]\n"
                 "0 task-started s=1 other\n"
                 "1 timer-installed s=1 o=2 v=2 frame-throttleable\n"
                 "1 task-delayed s=2 o=1 v=2000 frame-throttleable f=64 [inferred-queue]\n"
                 "2 timer-installed s=2 o=3 “tick” frame-deferrable\n"
                 "2 task-delayed s=3 o=2 “tick” frame-deferrable f=64\n"
                 "3 timer-installed s=3 o=4 v=1 frame-throttleable f=64\n"
                 "3 task-delayed s=4 o=3 v=1000 frame-throttleable f=64 [inferred-queue]\n"
                 "4 timer-installed s=4 o=5 v=3 frame-throttleable\n"
                 "4 task-delayed s=5 o=4 v=3000 frame-throttleable f=64 [inferred-queue]\n"
                 "10 task-finished s=1\n"
                 "10 turn-ended v=1\n"
                 "10 task-due s=3 v=2 frame-deferrable\n"
                 "20 task-selected s=3 v=2 frame-deferrable l=7 f=8\n"
                 "21 task-started s=3 frame-deferrable\n"
                 "21 timer-fired s=2 o=3\n"
                 "23 timer-cleared s=4\n"
                 "23 task-removed s=5 frame-throttleable\n"
                 "28 work v=6 “tick”\n"
                 "29 task-finished s=3\n"
                 "30 turn-ended v=2\n"
                 "1003 clock-advanced v=973\n"
                 "1003 task-due s=4 v=3 frame-throttleable\n"
                 "1010 task-selected s=4 v=3 frame-throttleable l=7 f=8 [inferred-queue]\n"
                 "1011 task-started s=4 frame-throttleable\n"
                 "1011 timer-fired s=3 o=4\n"
                 "1011 timer-installed s=3 o=6 v=1 frame-throttleable f=64\n"
                 "1011 task-delayed s=6 o=3 v=992 frame-throttleable f=64 [inferred-queue]\n"
                 "1019 task-finished s=4\n"
                 "1020 turn-ended v=3\n"
                 "1990 clock-advanced v=970\n"
                 "1990 task-due s=2 v=4 frame-throttleable [inferred-due]\n"
                 "1990 task-selected s=2 v=4 frame-throttleable l=7 f=8 [inferred-queue]\n"
                 "1991 task-started s=2 frame-throttleable\n"
                 "1991 timer-fired s=1 o=2\n"
                 "1999 task-finished s=2\n"
                 "2000 turn-ended v=4\n"
                 "2003 clock-advanced v=3\n"
                 "2003 task-due s=6 v=5 frame-throttleable\n"
                 "3100 task-selected s=6 v=5 frame-throttleable l=7 f=8 [inferred-queue]\n"
                 "3101 task-started s=6 frame-throttleable\n"
                 "3101 timer-fired s=3 o=6\n"
                 "3101 timer-installed s=3 o=7 v=1 frame-throttleable f=64\n"
                 "3101 task-delayed s=7 o=3 v=902 frame-throttleable f=64 [inferred-queue]\n"
                 "3102 timer-cleared s=3\n"
                 "3102 task-removed s=7 frame-throttleable\n"
                 "3109 task-finished s=6\n"
                 "3110 turn-ended v=5\n"
                 "4100 clock-advanced v=990\n"
                 "4100 task-incoming s=8 v=6 frame-throttleable f=16 [inferred-due]\n"
                 "4100 queue-reloaded v=1 frame-throttleable\n"
                 "4100 task-selected s=8 v=6 frame-throttleable l=7 [inferred-queue]\n"
                 "4101 task-started s=8 frame-throttleable\n"
                 "4101 timer-fired s=5 o=8\n"
                 "4109 task-finished s=8\n"
                 "4110 turn-ended v=6\n");
}

/* Frames, idle callbacks, input with its arrival, messages, loading, collections. */
static void
test_loop_tasks (void)
{
  Fixture f;

  fixture_begin (&f, LS_RECORDING_FORMAT_CHROME);
  add_task (&f, 0, 10);
  add (&f, FRAME_REQUEST, 1, 0, .id = 1);
  add (&f, FRAME_REQUEST, 2, 0, .id = 2);
  add (&f, IDLE_REQUEST, 3, 0, .id = 1, .value = 100000);
  add (&f, IDLE_REQUEST, 4, 0, .id = 2);
  add (&f, IDLE_REQUEST, 5, 0, .id = 3);
  add (&f, MESSAGE_POST, 6, 0, .id = 99);
  add (&f, INPUT, 15, 60, .text = fixture_text (&f, "click"), .value = 25, .other = 30, .id = 4);
  add_task (&f, 20, 10);
  add (&f, FRAME_FIRE, 21, 2, .id = 1);
  add (&f, FUNCTION, 21, 1, .text = fixture_text (&f, "draw"));
  add (&f, MICROTASKS, 23, 1);
  add (&f, FRAME_FIRE, 25, 1, .id = 2);
  add (&f, RENDERING, 27, 2, .text = fixture_text (&f, "Layout"));
  add_task (&f, 35, 20);
  add (&f, DISPATCH, 40, 6, .text = fixture_text (&f, "click"));
  add (&f, IDLE_CANCEL, 41, 0, .id = 2);
  add_task (&f, 60, 20);
  add (&f, IDLE_FIRE, 61, 5, .id = 1, .value = 12000);
  add (&f, IDLE_FIRE, 68, 5, .id = 3, .value = 9000, .flags = LS_RECORDING_EVENT_FLAG_TIMED_OUT);
  add_task (&f, 90, 5);
  add (&f, MESSAGE, 91, 3, .id = 99);
  add_task (&f, 100, 5);
  add (&f, LOADING, 101, 3, .text = fixture_text (&f, "ParseHTML"));
  add_task (&f, 110, 5);
  add (&f, GC, 111, 3, .text = fixture_text (&f, "MinorGC"));
  add_task (&f, 120, 5, .queue = LS_QUEUE_TYPE_COMPOSITOR, .priority = 3);
  assert_replay (&f,
                 "0 task-incoming s=1 v=1 other f=16 [inferred-due]\n"
                 "0 queue-reloaded v=1 other\n"
                 "0 task-selected s=1 v=1 other l=7 [inferred-queue]\n"
                 "0 task-started s=1 other\n"
                 "1 task-delayed s=2 v=19 “draw” compositor [inferred-due]\n"
                 "3 idle-requested s=1 o=3 v=100\n"
                 "3 task-incoming s=3 v=2 idle [inferred-queue]\n"
                 "4 idle-requested s=2 o=4\n"
                 "4 task-incoming s=4 v=3 idle [inferred-queue]\n"
                 "5 idle-requested s=3 o=5\n"
                 "5 task-incoming s=5 v=4 idle [inferred-queue]\n"
                 "6 task-incoming s=6 v=5 frame-pausable [inferred-queue]\n"
                 "10 task-finished s=1\n"
                 "10 turn-ended v=1\n"
                 "15 task-incoming s=7 v=6 “click” input f=18 [inferred-queue]\n"
                 "20 task-due s=2 v=7 compositor [inferred-due]\n"
                 "20 task-selected s=2 v=2 compositor l=7 f=8 [inferred-queue]\n"
                 "20 task-started s=2 compositor\n"
                 "22 work v=1 “draw”\n"
                 "23 microtask-queued s=1 v=1\n"
                 "23 microtask-started s=1\n"
                 "24 microtask-finished s=1\n"
                 "29 work v=2 “Layout”\n"
                 "30 task-finished s=2\n"
                 "30 turn-ended v=2\n"
                 "35 queue-reloaded v=1 input\n"
                 "35 task-selected s=7 v=3 input l=1 [inferred-queue]\n"
                 "35 task-started s=7 input\n"
                 "41 idle-cancelled s=2\n"
                 "41 task-removed s=4 idle\n"
                 "55 task-finished s=7\n"
                 "55 turn-ended v=3\n"
                 "60 queue-reloaded v=2 idle\n"
                 "60 task-selected s=3 v=4 idle l=10 [inferred-queue]\n"
                 "61 task-started s=3 idle\n"
                 "61 idle-fired s=1 o=3 v=12\n"
                 "66 task-finished s=3\n"
                 "68 turn-ended v=4\n"
                 "68 task-selected s=5 v=5 idle l=10 [inferred-queue]\n"
                 "68 task-started s=5 idle\n"
                 "68 idle-fired s=3 o=5 v=9 f=128\n"
                 "73 task-finished s=5\n"
                 "80 turn-ended v=5\n"
                 "90 queue-reloaded v=1 frame-pausable\n"
                 "90 task-selected s=6 v=6 frame-pausable l=7 [inferred-queue]\n"
                 "90 task-started s=6 frame-pausable\n"
                 "95 task-finished s=6\n"
                 "95 turn-ended v=6\n"
                 "100 clock-advanced v=5\n"
                 "100 task-incoming s=8 v=8 “ParseHTML” frame-loading f=16 [inferred-due]\n"
                 "100 queue-reloaded v=1 frame-loading\n"
                 "100 task-selected s=8 v=7 frame-loading l=7 [inferred-queue]\n"
                 "100 task-started s=8 frame-loading\n"
                 "104 work v=3 “ParseHTML”\n"
                 "105 task-finished s=8\n"
                 "105 turn-ended v=7\n"
                 "110 clock-advanced v=5\n"
                 "110 task-incoming s=9 v=9 “MinorGC” v8 f=16 [inferred-due]\n"
                 "110 queue-reloaded v=1 v8\n"
                 "110 task-selected s=9 v=8 v8 l=7 [inferred-queue]\n"
                 "110 task-started s=9 v8\n"
                 "114 work v=3 “MinorGC”\n"
                 "115 task-finished s=9\n"
                 "115 turn-ended v=8\n"
                 "120 clock-advanced v=5\n"
                 "120 task-incoming s=10 v=10 compositor f=16 [inferred-due]\n"
                 "120 queue-reloaded v=1 compositor\n"
                 "120 queue-starved compositor l=3 [inferred-priority]\n"
                 "120 task-selected s=10 v=9 compositor l=3\n"
                 "120 queue-starved compositor l=7 [inferred-priority]\n"
                 "120 task-started s=10 compositor\n"
                 "125 task-finished s=10\n"
                 "125 turn-ended v=9\n");
}

/* Where the recording says from where a task of the loop was posted. */
static void
test_flows (void)
{
  Fixture f;

  fixture_begin (&f, LS_RECORDING_FORMAT_CHROME);
  add_task (&f, 0, 30);
  add (&f, FLOW_BEGIN, 5, 0, .id = 1, .text = fixture_text (&f, "SequenceManager PostTask"));
  add (&f, FLOW_BEGIN, 6, 0, .id = 3, .text = fixture_text (&f, "another flow"));
  add_task (&f, 40, 10, .queue = LS_QUEUE_TYPE_DEFAULT);
  add (&f, FLOW_END, 40, 0, .id = 1, .text = fixture_text (&f, "SequenceManager PostTask"));
  add_task (&f, 60, 10);
  add (&f, FLOW_END, 60, 0, .id = 2, .text = fixture_text (&f, "SequenceManager PostTask"));
  add (&f, RUN, 61, 5, .priority = LS_TASK_PRIORITY_BACKGROUND);
  add_task (&f, 80, 10);
  add (&f, FLOW_END, 80, 0, .id = 3, .text = fixture_text (&f, "another flow"));
  fixture_thread (&f, 2);
  add (&f, FLOW_BEGIN, 35, 0, .id = 2, .text = fixture_text (&f, "SequenceManager PostTask"));
  assert_replay (&f,
                 "0 task-incoming s=1 v=1 other f=16 [inferred-due]\n"
                 "0 queue-reloaded v=1 other\n"
                 "0 task-selected s=1 v=1 other l=7 [inferred-queue]\n"
                 "0 task-started s=1 other\n"
                 "5 task-incoming s=2 v=2 default\n"
                 "30 task-finished s=1\n"
                 "30 turn-ended v=1\n"
                 "35 task-posted s=3 background f=16\n"
                 "35 queue-created s=1 v=1 background\n"
                 "35 task-queued s=3 o=1 v=3 background\n"
                 "40 queue-reloaded v=1 default\n"
                 "40 task-selected s=2 v=2 default l=7\n"
                 "40 task-started s=2 default\n"
                 "50 task-finished s=2\n"
                 "50 turn-ended v=2\n"
                 "60 task-selected s=3 o=1 v=3 background l=9\n"
                 "61 task-started s=3 background\n"
                 "66 task-finished s=3\n"
                 "70 turn-ended v=3\n"
                 "80 clock-advanced v=10\n"
                 "80 task-incoming s=4 v=4 other f=16 [inferred-due]\n"
                 "80 queue-reloaded v=1 other\n"
                 "80 task-selected s=4 v=4 other l=7 [inferred-queue]\n"
                 "80 task-started s=4 other\n"
                 "90 task-finished s=4\n"
                 "90 turn-ended v=4\n");
}

/* Two loops are two agents. */
static void
test_agents (void)
{
  Fixture f;

  fixture_begin (&f, LS_RECORDING_FORMAT_CHROME);
  add_task (&f, 0, 30);
  add (&f, MESSAGE_POST, 5, 0, .id = 1);
  add (&f, POST, 6, 0, .id = 1, .priority = LS_TASK_PRIORITY_USER_VISIBLE);
  add_task (&f, 40, 30);
  add (&f, RUN, 41, 20, .id = 1, .priority = LS_TASK_PRIORITY_USER_VISIBLE);
  fixture_thread (&f, 2);
  ls_recording_builder_set_thread_kind (f.builder, f.thread, LS_RECORDING_THREAD_WORKER);
  ls_recording_builder_set_thread_name (f.builder, f.thread, "DedicatedWorker thread");
  add_task (&f, 20, 30);
  add (&f, MESSAGE, 21, 10, .id = 1);
  add (&f, POST, 22, 0, .id = 2, .priority = LS_TASK_PRIORITY_BACKGROUND);
  add_task (&f, 55, 30);
  add (&f, RUN, 56, 10, .id = 2, .priority = LS_TASK_PRIORITY_BACKGROUND);
  assert_replay (&f,
                 "0 agent-created s=1 “Thread 1 of process 1”\n"
                 "0 agent-state s=1 l=3\n"
                 "0 agent-created s=2 “Worker, thread 2”\n"
                 "0 agent-state s=2 l=3\n"
                 "0 agent-run s=2\n"
                 "0 agent-run s=1\n"
                 "0 task-incoming s=1 v=1 other f=16 [inferred-due]\n"
                 "0 queue-reloaded v=1 other\n"
                 "0 task-selected s=1 v=1 other l=7 [inferred-queue]\n"
                 "0 task-started s=1 other\n"
                 "5 agent-run s=2\n"
                 "5 clock-advanced v=5\n"
                 "5 task-incoming s=2 v=1 frame-pausable f=16 [inferred-queue]\n"
                 "6 agent-run s=1\n"
                 "6 task-posted s=3 user-visible [inferred-poster]\n"
                 "6 queue-created s=1 v=1 user-visible\n"
                 "6 task-queued s=3 o=1 v=2 user-visible\n"
                 "20 agent-run s=2\n"
                 "20 queue-reloaded v=1 frame-pausable\n"
                 "20 task-selected s=2 v=1 frame-pausable l=7 [inferred-queue]\n"
                 "20 task-started s=2 frame-pausable\n"
                 "22 task-posted s=4 background [inferred-poster]\n"
                 "22 queue-created s=2 v=2 background\n"
                 "22 task-queued s=4 o=2 v=2 background\n"
                 "30 agent-run s=1\n"
                 "30 task-finished s=1\n"
                 "30 turn-ended v=1\n"
                 "40 task-selected s=3 o=1 v=2 user-visible l=7\n"
                 "41 task-started s=3 user-visible\n"
                 "50 agent-run s=2\n"
                 "50 task-finished s=2\n"
                 "50 turn-ended v=1\n"
                 "55 task-selected s=4 o=2 v=2 background l=9\n"
                 "56 task-started s=4 background\n"
                 "61 agent-run s=1\n"
                 "61 task-finished s=3\n"
                 "66 agent-run s=2\n"
                 "66 task-finished s=4\n"
                 "70 agent-run s=1\n"
                 "70 turn-ended v=2\n"
                 "85 agent-run s=2\n"
                 "85 turn-ended v=2\n");
}

static void
test_node (void)
{
  Fixture f;

  fixture_begin (&f, LS_RECORDING_FORMAT_NODE);
  add (&f, RESOURCE, 0, 900, .id = 5, .value = 1, .text = fixture_text (&f, "Timeout"));
  add (&f, RESOURCE, 1, 900, .id = 6, .value = 1, .text = fixture_text (&f, "Immediate"));
  add (&f, RESOURCE, 2, 900, .id = 7, .value = 1, .text = fixture_text (&f, "TickObject"));
  add (&f, RESOURCE_CALLBACK, 10, 5, .id = 7, .text = fixture_text (&f, "TickObject"));
  add (&f, RESOURCE_CALLBACK, 20, 5, .id = 6, .text = fixture_text (&f, "Immediate"));
  add (&f, RESOURCE, 21, 5, .id = 8, .value = 6, .text = fixture_text (&f, "FSREQCALLBACK"));
  add (&f, RESOURCE_CALLBACK, 1020, 5, .id = 5, .text = fixture_text (&f, "Timeout"));
  add (&f, RESOURCE_CALLBACK, 1040, 5, .id = 8, .text = fixture_text (&f, "FSREQCALLBACK"));
  add (&f, RESOURCE_CALLBACK, 2020, 5, .id = 5, .text = fixture_text (&f, "Timeout"));
  assert_replay (&f,
                 "0 task-delayed s=1 v=1020 “Timeout” frame-throttleable f=16 [inferred-due]\n"
                 "1 clock-advanced v=1\n"
                 "1 task-incoming s=2 v=1 “Immediate” default f=16 [inferred-queue]\n"
                 "10 task-incoming s=3 v=2 “TickObject” default f=16 [inferred-due]\n"
                 "10 queue-reloaded v=2 default\n"
                 "10 task-selected s=3 v=1 default l=7 [inferred-queue]\n"
                 "10 task-started s=3 default\n"
                 "10 task-finished s=3\n"
                 "10 microtask-queued s=1 v=1\n"
                 "10 microtask-started s=1\n"
                 "15 microtask-finished s=1\n"
                 "15 turn-ended v=1\n"
                 "20 task-selected s=2 v=2 default l=7 [inferred-queue]\n"
                 "20 task-started s=2 default\n"
                 "21 task-delayed s=4 v=1019 “FSREQCALLBACK” default [inferred-due]\n"
                 "25 task-finished s=2\n"
                 "25 turn-ended v=2\n"
                 "1020 clock-advanced v=995\n"
                 "1020 task-due s=1 v=3 frame-throttleable [inferred-due]\n"
                 "1020 task-selected s=1 v=3 frame-throttleable l=7 f=8 [inferred-queue]\n"
                 "1020 task-started s=1 frame-throttleable\n"
                 "1020 task-delayed s=5 v=1000 “Timeout” frame-throttleable [inferred-due]\n"
                 "1025 task-finished s=1\n"
                 "1025 turn-ended v=3\n"
                 "1040 clock-advanced v=15\n"
                 "1040 task-due s=4 v=4 default [inferred-due]\n"
                 "1040 task-selected s=4 v=4 default l=7 f=8 [inferred-queue]\n"
                 "1040 task-started s=4 default\n"
                 "1045 task-finished s=4\n"
                 "1045 turn-ended v=4\n"
                 "2020 clock-advanced v=975\n"
                 "2020 task-due s=5 v=5 frame-throttleable [inferred-due]\n"
                 "2020 task-selected s=5 v=5 frame-throttleable l=7 f=8 [inferred-queue]\n"
                 "2020 task-started s=5 frame-throttleable\n"
                 "2025 task-finished s=5\n"
                 "2025 turn-ended v=5\n");
}

/* How long a slice took that has lost its end nobody knows, unless it goes on when the recording ends. */
static void
test_lost_ends (void)
{
  Fixture f;

  fixture_begin (&f, LS_RECORDING_FORMAT_CHROME);
  add_task (&f, 0, 10);
  add (&f, FUNCTION, 1, 0, .text = fixture_text (&f, "lost"), .duration = LS_RECORDING_NO_END);
  add (&f, FUNCTION, 3, 4, .text = fixture_text (&f, "inner"));
  add_task (&f, 20, 0, .duration = LS_RECORDING_NO_END);
  add (&f, FUNCTION, 21, 0, .text = fixture_text (&f, "open"), .duration = LS_RECORDING_NO_END);
  add (&f, MARK, 30, 0);
  assert_replay (&f,
                 "0 task-incoming s=1 v=1 “lost” other f=16 [inferred-due]\n"
                 "0 queue-reloaded v=1 other\n"
                 "0 task-selected s=1 v=1 other l=7 [inferred-queue]\n"
                 "0 task-started s=1 other\n"
                 "7 work v=4 “inner”\n"
                 "10 task-finished s=1\n"
                 "10 turn-ended v=1\n"
                 "20 clock-advanced v=10\n"
                 "20 task-incoming s=2 v=2 “open” other f=16 [inferred-due]\n"
                 "20 queue-reloaded v=1 other\n"
                 "20 task-selected s=2 v=2 other l=7 [inferred-queue]\n"
                 "20 task-started s=2 other\n"
                 "30 work v=9 “open”\n"
                 "30 task-finished s=2\n"
                 "30 log l=1\n"
                 "30 turn-ended v=2\n");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/replay/loop/timers", test_timers);
  g_test_add_func ("/replay/loop/loop-tasks", test_loop_tasks);
  g_test_add_func ("/replay/loop/flows", test_flows);
  g_test_add_func ("/replay/loop/agents", test_agents);
  g_test_add_func ("/replay/loop/node", test_node);
  g_test_add_func ("/replay/loop/lost-ends", test_lost_ends);

  return g_test_run ();
}
