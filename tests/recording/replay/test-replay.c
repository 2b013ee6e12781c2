/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "replay-fixture.h"

static void
test_posted (void)
{
  Fixture f;

  fixture_begin (&f, LS_RECORDING_FORMAT_CHROME);
  add_task (&f, 0, 20);
  add (&f, FUNCTION, 2, 10, .text = fixture_text (&f, "main"));
  add (&f, POST, 5, 0, .id = 1, .priority = LS_TASK_PRIORITY_USER_BLOCKING);
  add (&f, POST, 6, 0, .id = 2, .priority = LS_TASK_PRIORITY_USER_BLOCKING, .value = 1500);
  add (&f, POST, 7, 0, .id = 3, .priority = LS_TASK_PRIORITY_BACKGROUND);
  add_task (&f, 30, 12);
  add (&f, RUN, 31, 10, .id = 1, .priority = LS_TASK_PRIORITY_USER_BLOCKING);
  add (&f, FUNCTION, 32, 5, .text = fixture_text (&f, "first"));
  add (&f, YIELD, 33, 0, .id = 4, .priority = LS_TASK_PRIORITY_USER_BLOCKING, .text = fixture_text (&f, "first"));
  add (&f, ABORT, 35, 1, .id = 3);
  add (&f, MICROTASKS, 38, 1);
  add_task (&f, 50, 20);
  add (&f, CONTINUE, 51, 2, .id = 4, .priority = LS_TASK_PRIORITY_USER_BLOCKING);
  add (&f, MICROTASKS, 54, 8, .value = 2);
  add_task (&f, 2000, 10);
  add (&f, RUN, 2001, 8, .id = 2, .priority = LS_TASK_PRIORITY_USER_BLOCKING, .value = 1500);
  add (&f, FUNCTION, 2002, 5, .place = fixture_text (&f, "https://a.example/x/app.js:12:3"));
  assert_replay (&f,
                 "0 task-incoming s=1 v=1 “main” other f=16 [inferred-due]\n"
                 "0 queue-reloaded v=1 other\n"
                 "0 task-selected s=1 v=1 other l=7 [inferred-queue]\n"
                 "0 task-started s=1 other\n"
                 "5 task-posted s=2 “first” user-blocking [inferred-poster]\n"
                 "5 queue-created s=1 v=1 user-blocking\n"
                 "5 task-queued s=2 o=1 v=2 “first” user-blocking\n"
                 "6 task-posted s=3 v=1 “app.js:12” user-blocking [inferred-poster]\n"
                 "6 task-delayed s=3 v=1500 “app.js:12”\n"
                 "7 task-posted s=4 background [inferred-poster]\n"
                 "7 queue-created s=2 v=1 background\n"
                 "7 task-queued s=4 o=2 v=3 background\n"
                 "12 work v=10 “main”\n"
                 "20 task-finished s=1\n"
                 "20 turn-ended v=1\n"
                 "30 task-selected s=2 o=1 v=2 user-blocking l=5\n"
                 "31 task-started s=2 user-blocking\n"
                 "33 task-posted s=5 “first” user-blocking f=1 [inferred-poster]\n"
                 "33 queue-created s=3 v=1 user-blocking f=1\n"
                 "33 task-queued s=5 o=3 v=4 “first” user-blocking f=1\n"
                 "35 task-removed s=4\n"
                 "37 work v=5 “first”\n"
                 "38 task-finished s=2\n"
                 "38 microtask-queued s=1 v=1\n"
                 "38 microtask-started s=1\n"
                 "39 microtask-finished s=1\n"
                 "42 turn-ended v=2\n"
                 "50 task-selected s=5 o=3 v=3 user-blocking l=4 f=1\n"
                 "51 task-started s=5\n"
                 "53 task-finished s=5\n"
                 "54 microtask-queued s=2 v=2 “first” [inferred-continuation]\n"
                 "54 microtask-started s=2 user-blocking [inferred-continuation]\n"
                 "62 microtask-finished s=2\n"
                 "70 turn-ended v=3\n"
                 "1506 clock-advanced v=1436\n"
                 "1506 task-due s=3\n"
                 "1506 task-queued s=3 o=1 v=5 “app.js:12” user-blocking\n"
                 "2000 task-selected s=3 o=1 v=4 user-blocking l=5\n"
                 "2001 task-started s=3 user-blocking\n"
                 "2007 work o=15 v=5\n"
                 "2009 task-finished s=3\n"
                 "2010 turn-ended v=4\n");
}

/* A task posted before the recording, one that never runs, a task that aborts itself while it runs, an aborted yield. */
static void
test_edges (void)
{
  Fixture f;

  fixture_begin (&f, LS_RECORDING_FORMAT_CHROME);
  add_task (&f, 0, 10);
  add (&f, RUN, 1, 8, .id = 7, .priority = LS_TASK_PRIORITY_BACKGROUND);
  add (&f, POST, 2, 0, .id = 8, .priority = LS_TASK_PRIORITY_USER_VISIBLE);
  add (&f, YIELD, 3, 0, .id = 9, .priority = LS_TASK_PRIORITY_BACKGROUND);
  add (&f, ABORT, 4, 0, .id = 7);
  add (&f, POST, 5, 0, .id = 10, .priority = LS_TASK_PRIORITY_USER_BLOCKING, .value = 50000);
  add_task (&f, 20, 5);
  add (&f, ABORT_YIELD, 21, 0, .id = 9);
  add (&f, CONTINUE, 22, 1, .id = 9, .priority = LS_TASK_PRIORITY_BACKGROUND);
  add (&f, POST, 30, 0, .id = 11, .priority = LS_TASK_PRIORITY_USER_VISIBLE, .value = 5);
  add_task (&f, 60, 5);
  assert_replay (&f,
                 "0 task-posted s=1 background f=16 [inferred-due]\n"
                 "0 queue-created s=1 v=1 background\n"
                 "0 task-queued s=1 o=1 v=1 background [inferred-due]\n"
                 "0 task-selected s=1 o=1 v=1 background l=9\n"
                 "1 task-started s=1 background\n"
                 "2 task-posted s=2 user-visible [inferred-poster]\n"
                 "2 queue-created s=2 v=1 user-visible\n"
                 "2 task-queued s=2 o=2 v=2 user-visible\n"
                 "3 task-posted s=3 background f=1 [inferred-poster]\n"
                 "3 queue-created s=3 v=1 background f=1\n"
                 "3 task-queued s=3 o=3 v=3 background f=1\n"
                 "5 task-posted s=4 v=50 user-blocking [inferred-poster]\n"
                 "5 task-delayed s=4 v=50000\n"
                 "9 task-finished s=1\n"
                 "10 turn-ended v=1\n"
                 "20 task-posted s=5 background f=17 [inferred-due]\n"
                 "20 task-queued s=5 o=3 v=4 background f=1 [inferred-due]\n"
                 "20 task-selected s=5 o=3 v=2 background l=8 f=1\n"
                 "21 task-removed s=3\n"
                 "22 task-started s=5\n"
                 "23 task-finished s=5\n"
                 "25 turn-ended v=2\n"
                 "30 task-posted s=6 user-visible l=1 f=16\n"
                 "30 task-delayed s=6 v=5\n"
                 "35 task-due s=6\n"
                 "35 task-queued s=6 o=2 v=5 user-visible\n"
                 "60 task-incoming s=7 v=6 other f=16 [inferred-due]\n"
                 "60 queue-reloaded v=1 other\n"
                 "60 task-selected s=7 v=3 other l=7 [inferred-queue]\n"
                 "60 task-started s=7 other\n"
                 "65 task-finished s=7\n"
                 "65 turn-ended v=3\n");
}

/* Without tasks of the loop, what runs is its own task, with the microtasks that follow. */
static void
test_without_tasks (void)
{
  Fixture f;

  fixture_begin (&f, LS_RECORDING_FORMAT_CHROME);
  add (&f, POST, 0, 0, .id = 1, .priority = LS_TASK_PRIORITY_USER_VISIBLE);
  add (&f, RUN, 10, 10, .id = 1, .priority = LS_TASK_PRIORITY_USER_VISIBLE);
  add (&f, YIELD, 12, 0, .id = 2, .priority = LS_TASK_PRIORITY_USER_VISIBLE);
  add (&f, MICROTASKS, 25, 5);
  add (&f, CONTINUE, 40, 0, .id = 2, .priority = LS_TASK_PRIORITY_USER_VISIBLE);
  add (&f, MICROTASKS, 5000, 5);
  add (&f, RUN, 6000, 3, .priority = LS_TASK_PRIORITY_BACKGROUND, .value = 40000);
  add (&f, DISPATCH, 6010, 3, .text = fixture_text (&f, "click"));
  assert_replay (&f,
                 "0 task-posted s=1 user-visible f=16\n"
                 "0 queue-created s=1 v=1 user-visible\n"
                 "0 task-queued s=1 o=1 v=1 user-visible\n"
                 "10 task-selected s=1 o=1 v=1 user-visible l=7\n"
                 "10 task-started s=1 user-visible\n"
                 "12 task-posted s=2 user-visible f=1 [inferred-poster]\n"
                 "12 queue-created s=2 v=1 user-visible f=1\n"
                 "12 task-queued s=2 o=2 v=2 user-visible f=1\n"
                 "20 task-finished s=1\n"
                 "25 microtask-queued s=1 v=1\n"
                 "25 microtask-started s=1\n"
                 "30 microtask-finished s=1\n"
                 "30 turn-ended v=1\n"
                 "40 task-selected s=2 o=2 v=2 user-visible l=6 f=1\n"
                 "40 task-started s=2\n"
                 "40 task-finished s=2\n"
                 "5000 microtask-queued s=2 v=2 [inferred-continuation]\n"
                 "5000 microtask-started s=2 user-visible [inferred-continuation]\n"
                 "5005 microtask-finished s=2\n"
                 "5005 turn-ended v=2\n"
                 "6000 clock-advanced v=995\n"
                 "6000 task-posted s=3 v=40 background f=16 [inferred-due]\n"
                 "6000 queue-created s=3 v=1 background\n"
                 "6000 task-queued s=3 o=3 v=3 background [inferred-due]\n"
                 "6000 task-selected s=3 o=3 v=3 background l=9\n"
                 "6000 task-started s=3 background\n"
                 "6003 task-finished s=3\n"
                 "6003 turn-ended v=3\n"
                 "6010 clock-advanced v=7\n"
                 "6010 task-incoming s=4 v=4 “click” input f=18 [inferred-due]\n"
                 "6010 queue-reloaded v=1 input\n"
                 "6010 task-selected s=4 v=4 input l=1 [inferred-queue]\n"
                 "6010 task-started s=4 input\n"
                 "6013 task-finished s=4\n"
                 "6013 turn-ended v=4\n");
}

/* Tasks that changed alike have a signal, which changes at the end of the last script before the first of them runs. */
static void
test_changes (void)
{
  Fixture f;

  fixture_begin (&f, LS_RECORDING_FORMAT_CHROME);
  add_task (&f, 0, 30);
  add (&f, FUNCTION, 1, 20);
  add (&f, POST, 5, 0, .id = 1, .priority = LS_TASK_PRIORITY_BACKGROUND);
  add (&f, POST, 6, 0, .id = 2, .priority = LS_TASK_PRIORITY_BACKGROUND);
  add (&f, POST, 7, 0, .id = 3, .priority = LS_TASK_PRIORITY_BACKGROUND, .value = 10);
  add (&f, POST, 8, 0, .id = 4, .priority = LS_TASK_PRIORITY_USER_VISIBLE);
  add_task (&f, 40, 10);
  add (&f, RUN, 41, 8, .id = 4, .priority = LS_TASK_PRIORITY_USER_VISIBLE);
  add (&f, FUNCTION, 42, 3, .text = fixture_text (&f, "raise"));
  add_task (&f, 52, 2);
  add_task (&f, 60, 10);
  add (&f, RUN, 61, 8, .id = 2, .priority = LS_TASK_PRIORITY_USER_BLOCKING);
  add (&f, POST, 62, 0, .id = 5, .priority = LS_TASK_PRIORITY_BACKGROUND);
  add_task (&f, 80, 10);
  add (&f, RUN, 81, 8, .id = 3, .priority = LS_TASK_PRIORITY_USER_BLOCKING);
  add_task (&f, 90, 10);
  add (&f, RUN, 91, 8, .id = 5, .priority = LS_TASK_PRIORITY_USER_BLOCKING);
  add_task (&f, 100, 10);
  add (&f, RUN, 101, 8, .id = 1, .priority = LS_TASK_PRIORITY_BACKGROUND);
  assert_replay (&f,
                 "0 task-incoming s=1 v=1 other f=16 [inferred-due]\n"
                 "0 queue-reloaded v=1 other\n"
                 "0 task-selected s=1 v=1 other l=7 [inferred-queue]\n"
                 "0 task-started s=1 other\n"
                 "5 task-posted s=2 background [inferred-poster]\n"
                 "5 queue-created s=1 v=1 background\n"
                 "5 task-queued s=2 o=1 v=2 background\n"
                 "6 signal-created s=1 background f=18 [inferred-signal]\n"
                 "6 task-posted s=3 o=1 [inferred-poster]\n"
                 "6 queue-created s=2 o=1 v=1 background [inferred-signal]\n"
                 "6 task-queued s=3 o=2 v=3 background\n"
                 "7 task-posted s=4 o=1 l=1 [inferred-poster]\n"
                 "7 task-delayed s=4 v=10\n"
                 "8 task-posted s=5 “raise” user-visible [inferred-poster]\n"
                 "8 queue-created s=3 v=1 user-visible\n"
                 "8 task-queued s=5 o=3 v=4 “raise” user-visible\n"
                 "21 work v=20\n"
                 "30 task-finished s=1\n"
                 "30 turn-ended v=1\n"
                 "30 task-due s=4\n"
                 "30 task-queued s=4 o=2 v=5 background\n"
                 "40 task-selected s=5 o=3 v=2 user-visible l=7\n"
                 "41 task-started s=5 user-visible\n"
                 "45 work v=3 “raise”\n"
                 "49 task-finished s=5\n"
                 "50 signal-priority s=1 v=1 user-blocking [inferred-priority]\n"
                 "50 queue-priority s=2 user-blocking [inferred-priority]\n"
                 "50 turn-ended v=2\n"
                 "52 task-incoming s=6 v=6 other f=16 [inferred-due]\n"
                 "52 queue-reloaded v=1 other\n"
                 "52 task-selected s=6 v=3 other l=7 [inferred-queue]\n"
                 "52 task-started s=6 other\n"
                 "54 task-finished s=6\n"
                 "54 turn-ended v=3\n"
                 "60 task-selected s=3 o=2 v=4 user-blocking l=5\n"
                 "61 task-started s=3 o=1 v=1 user-blocking\n"
                 "62 signal-created s=2 background f=18 [inferred-signal]\n"
                 "62 task-posted s=7 o=2 [inferred-poster]\n"
                 "62 queue-created s=4 o=2 v=1 background [inferred-signal]\n"
                 "62 task-queued s=7 o=4 v=7 background\n"
                 "69 task-finished s=3\n"
                 "70 turn-ended v=4\n"
                 "80 task-selected s=4 o=2 v=5 user-blocking l=5\n"
                 "81 task-started s=4 o=1 v=1 user-blocking\n"
                 "89 task-finished s=4\n"
                 "90 queue-removed s=2 [inferred-signal]\n"
                 "90 signal-finalized s=1 [inferred-signal]\n"
                 "90 signal-priority s=2 v=1 user-blocking [inferred-priority]\n"
                 "90 queue-priority s=4 user-blocking [inferred-priority]\n"
                 "90 turn-ended v=5\n"
                 "90 task-selected s=7 o=4 v=6 user-blocking l=5\n"
                 "91 task-started s=7 o=2 v=2 user-blocking\n"
                 "99 task-finished s=7\n"
                 "100 queue-removed s=4 [inferred-signal]\n"
                 "100 signal-finalized s=2 [inferred-signal]\n"
                 "100 turn-ended v=6\n"
                 "100 task-selected s=2 o=1 v=7 background l=9\n"
                 "101 task-started s=2 background\n"
                 "109 task-finished s=2\n"
                 "110 turn-ended v=7\n");
}

/* The helper's marks: signals, a signal that follows, changes; a task with a priority of its own; an
 * AbortController's signal, and an abort. */
static void
test_marks (void)
{
  Fixture f;

  fixture_begin (&f, LS_RECORDING_FORMAT_CHROME);
  add_task (&f, 0, 30);
  add (&f, CONTROLLER, 1, 0, .id = 10, .priority = LS_TASK_PRIORITY_BACKGROUND, .text = fixture_text (&f, "list"));
  add (&f, ANY, 2, 0, .id = 11, .value = 10, .place = fixture_text (&f, "10,12"));
  add (&f, SIGNAL, 3, 0, .id = 10);
  add (&f, POST, 3, 0, .id = 1, .priority = LS_TASK_PRIORITY_BACKGROUND);
  add (&f, SIGNAL, 4, 0, .id = 11);
  add (&f, POST, 4, 0, .id = 2, .priority = LS_TASK_PRIORITY_BACKGROUND);
  add (&f, SIGNAL, 5, 0, .id = 10, .flags = LS_RECORDING_EVENT_FLAG_NO_SIGNAL_PRIORITY);
  add (&f, POST, 5, 0, .id = 3, .priority = LS_TASK_PRIORITY_USER_VISIBLE);
  add (&f, SIGNAL, 6, 0, .id = 20, .value = 1);
  add (&f, POST, 6, 0, .id = 4, .priority = LS_TASK_PRIORITY_USER_VISIBLE);
  add (&f, POST, 7, 0, .id = 5, .priority = LS_TASK_PRIORITY_USER_VISIBLE);
  add (&f, PRIORITY, 10, 0, .id = 10, .priority = LS_TASK_PRIORITY_USER_BLOCKING);
  add (&f, ABORT, 12, 0, .id = 4);
  add_task (&f, 40, 10);
  add (&f, RUN, 41, 8, .id = 2, .priority = LS_TASK_PRIORITY_USER_BLOCKING);
  add (&f, YIELD, 42, 0, .id = 6, .priority = LS_TASK_PRIORITY_USER_BLOCKING);
  add_task (&f, 60, 10);
  add (&f, CONTINUE, 61, 1, .id = 6, .priority = LS_TASK_PRIORITY_USER_BLOCKING);
  add (&f, MICROTASKS, 62, 4);
  add_task (&f, 80, 10);
  add (&f, RUN, 81, 8, .id = 1, .priority = LS_TASK_PRIORITY_USER_BLOCKING);
  assert_replay (&f,
                 "0 task-incoming s=1 v=1 other f=16 [inferred-due]\n"
                 "0 queue-reloaded v=1 other\n"
                 "0 task-selected s=1 v=1 other l=7 [inferred-queue]\n"
                 "0 task-started s=1 other\n"
                 "1 signal-created s=1 “list” background f=18\n"
                 "2 signal-created s=2 o=1 background f=6\n"
                 "2 signal-abort-source s=2 o=1\n"
                 "2 signal-created s=3 f=16\n"
                 "2 signal-abort-source s=2 o=3\n"
                 "3 task-posted s=2 o=1 [inferred-poster]\n"
                 "3 queue-created s=1 o=1 v=1 background\n"
                 "3 task-queued s=2 o=1 v=2 background\n"
                 "4 task-posted s=3 o=2 [inferred-poster]\n"
                 "4 queue-created s=2 o=2 v=1 background\n"
                 "4 task-queued s=3 o=2 v=3 background\n"
                 "5 task-posted s=4 o=1 user-visible [inferred-poster]\n"
                 "5 queue-created s=3 v=1 user-visible\n"
                 "5 task-queued s=4 o=3 v=4 user-visible\n"
                 "6 signal-created s=4 f=16\n"
                 "6 task-posted s=5 o=4 user-visible [inferred-poster]\n"
                 "6 task-queued s=5 o=3 v=5 user-visible\n"
                 "7 task-posted s=6 user-visible [inferred-poster]\n"
                 "7 task-queued s=6 o=3 v=6 user-visible\n"
                 "10 signal-priority s=1 v=1 user-blocking\n"
                 "10 queue-priority s=1 user-blocking\n"
                 "10 signal-priority s=2 o=1 v=1 user-blocking\n"
                 "10 queue-priority s=2 user-blocking\n"
                 "12 signal-aborted s=4 [inferred-signal]\n"
                 "12 task-removed s=5 o=4\n"
                 "30 task-finished s=1\n"
                 "30 turn-ended v=1\n"
                 "40 task-selected s=3 o=2 v=2 user-blocking l=5\n"
                 "41 task-started s=3 o=2 v=2 user-blocking\n"
                 "42 task-posted s=7 o=2 f=1 [inferred-poster]\n"
                 "42 queue-created s=4 o=2 v=1 user-blocking f=1\n"
                 "42 task-queued s=7 o=4 v=7 user-blocking f=1\n"
                 "49 task-finished s=3\n"
                 "50 turn-ended v=2\n"
                 "60 task-selected s=7 o=4 v=3 user-blocking l=4 f=1\n"
                 "61 task-started s=7\n"
                 "62 task-finished s=7\n"
                 "62 microtask-queued s=1 v=2 [inferred-continuation]\n"
                 "62 microtask-started s=1 o=2 v=2 user-blocking [inferred-continuation]\n"
                 "66 microtask-finished s=1\n"
                 "70 turn-ended v=3\n"
                 "80 task-selected s=2 o=1 v=4 user-blocking l=5\n"
                 "81 task-started s=2 o=1 v=1 user-blocking\n"
                 "89 task-finished s=2\n"
                 "90 turn-ended v=4\n");
}

/* The priority that a post does not say is that of the run, or the usual one. It is marked until the recording says one. */
static void
test_unknown_priorities (void)
{
  Fixture f;

  fixture_begin (&f, LS_RECORDING_FORMAT_CHROME);
  add (&f, POST, 0, 0, .id = 1);
  add (&f, POST, 1, 0, .id = 2);
  add_task (&f, 10, 10);
  add (&f, RUN, 11, 8, .id = 1, .priority = LS_TASK_PRIORITY_BACKGROUND);
  add_task (&f, 30, 10);
  add (&f, RUN, 31, 8, .id = 2);
  add_task (&f, 50, 10);
  add (&f, RUN, 51, 8, .id = 3);
  assert_replay (&f,
                 "0 task-posted s=1 background f=16 [inferred-task-priority]\n"
                 "0 queue-created s=1 v=1 background\n"
                 "0 task-queued s=1 o=1 v=1 background [inferred-task-priority]\n"
                 "1 task-posted s=2 user-visible f=16 [inferred-task-priority]\n"
                 "1 queue-created s=2 v=1 user-visible\n"
                 "1 task-queued s=2 o=2 v=2 user-visible [inferred-task-priority]\n"
                 "10 task-selected s=1 o=1 v=1 background l=9\n"
                 "11 task-started s=1 background\n"
                 "19 task-finished s=1\n"
                 "20 turn-ended v=1\n"
                 "30 task-selected s=2 o=2 v=2 user-visible l=7 [inferred-task-priority]\n"
                 "31 task-started s=2 user-visible [inferred-task-priority]\n"
                 "39 task-finished s=2\n"
                 "40 turn-ended v=2\n"
                 "50 clock-advanced v=10\n"
                 "50 task-posted s=3 user-visible f=16 [inferred-due]\n"
                 "50 task-queued s=3 o=2 v=3 user-visible [inferred-due]\n"
                 "50 task-selected s=3 o=2 v=3 user-visible l=7 [inferred-task-priority]\n"
                 "51 task-started s=3 user-visible [inferred-task-priority]\n"
                 "59 task-finished s=3\n"
                 "60 turn-ended v=3\n");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/replay/posted", test_posted);
  g_test_add_func ("/replay/edges", test_edges);
  g_test_add_func ("/replay/without-tasks", test_without_tasks);
  g_test_add_func ("/replay/changes", test_changes);
  g_test_add_func ("/replay/marks", test_marks);
  g_test_add_func ("/replay/unknown-priorities", test_unknown_priorities);

  return g_test_run ();
}
