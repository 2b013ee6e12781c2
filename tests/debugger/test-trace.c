/* test-trace.c: traces without an engine
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "test-debugger-util.h"

typedef struct
{
  LsProbe *probe;
  guint64  now;
  guint32  order;
} Writer;

static void
put (Writer      *writer,
     LsRecordKind kind,
     LsRecord     record,
     const char  *text)
{
  record.kind = kind;
  record.time = writer->now;
  record.text = ls_probe_intern (writer->probe, text);
  ls_probe_emit (writer->probe, &record);
}

#define PUT(kind, string, ...) put (writer, LS_RECORD_ ## kind, (LsRecord) { .priority = LS_TASK_PRIORITY_NONE, __VA_ARGS__ }, string)

static void
start (Writer *writer)
{
  static const char *const ranks[] = { "high-continuation", "high", "normal-continuation", "normal",
                                       "low-continuation", "low" };

  PUT (LOOP_STARTED, "spec", .value = LS_EDITION_2025, .level = LS_CLOCK_VIRTUAL);
  for (guint i = 0; i < LS_N_EFFECTIVE_PRIORITIES; i++)
    PUT (PRESET_PRIORITY, ranks[i], .value = 5 - i, .level = i);
  for (guint i = 0; i < LS_N_QUEUE_TYPES; i++)
    if (ls_queue_type_is_valid (i))
      PUT (PRESET_QUEUE, ranks[3], .queue = i, .level = 3);
  PUT (SCHEDULER_CREATED, "main", .subject = 1);
}

static void
make_signal (Writer     *writer,
             guint32     id,
             const char *name,
             guint       priority,
             guint32     source,
             guint       flags)
{
  PUT (SIGNAL_CREATED, name, .subject = id, .object = source, .priority = priority, .flags = flags);
}

static void
make_queue (Writer  *writer,
            guint32  id,
            guint32  signal,
            guint    priority,
            gboolean is_continuation)
{
  PUT (QUEUE_CREATED, NULL, .subject = id, .object = signal, .value = 1, .priority = priority,
       .flags = is_continuation ? LS_RECORD_FLAG_CONTINUATION : 0);
}

static void
post (Writer     *writer,
      guint32     task,
      const char *name,
      guint32     queue,
      guint32     signal,
      guint       priority,
      gboolean    is_continuation)
{
  guint flags = is_continuation ? LS_RECORD_FLAG_CONTINUATION : 0;

  PUT (TASK_POSTED, name, .subject = task, .object = signal, .flags = flags,
       .clause = LS_CLAUSE_SCHEDULE_POST_TASK, .step = 1, .queue = LS_QUEUE_TYPE_WEB_SCHEDULING,
       .priority = signal != 0 ? LS_TASK_PRIORITY_NONE : priority);
  PUT (TASK_QUEUED, name, .subject = task, .object = queue, .value = ++writer->order, .priority = priority,
       .queue = LS_QUEUE_TYPE_WEB_SCHEDULING, .flags = flags, .clause = LS_CLAUSE_QUEUE_SCHEDULER_TASK, .step = 2);
}

static void
run (Writer  *writer,
     guint32  task,
     guint32  queue,
     guint    priority,
     guint32  turn,
     guint    ms)
{
  PUT (TASK_SELECTED, NULL, .subject = task, .object = queue, .value = turn, .priority = priority,
       .queue = LS_QUEUE_TYPE_WEB_SCHEDULING, .clause = LS_CLAUSE_SELECT_NEXT_QUEUE, .step = 6);
  PUT (TASK_STARTED, NULL, .subject = task);
  writer->now += ms * 1000;
  PUT (WORK, NULL, .value = ms * 1000);
  PUT (LOG, "worked", .clause = LS_CLAUSE_SESSION);
  PUT (TASK_FINISHED, NULL, .subject = task);
  PUT (TURN_ENDED, NULL, .value = turn);
}

enum { BACKGROUND = LS_TASK_PRIORITY_BACKGROUND, VISIBLE = LS_TASK_PRIORITY_USER_VISIBLE,
       BLOCKING = LS_TASK_PRIORITY_USER_BLOCKING };

/* Signals c1 (gallery), c2 (prefetch), c3 (upload, aborted) and two dependents; queues as in the design. */
LsTrace *
test_trace_new_gallery (void)
{
  LsTrace *trace = ls_trace_new ();
  Writer w = { .probe = ls_trace_get_probe (trace) };
  Writer *writer = &w;
  const guint controller = LS_RECORD_FLAG_TASK_SIGNAL | LS_RECORD_FLAG_CONTROLLER;
  const guint dependent = LS_RECORD_FLAG_TASK_SIGNAL | LS_RECORD_FLAG_DEPENDENT;
  guint32 task = 9;

  start (writer);
  make_signal (writer, 1, "c1", BACKGROUND, 0, controller);
  make_signal (writer, 2, "c2", BACKGROUND, 0, controller);
  make_signal (writer, 3, "c3", VISIBLE, 0, controller);
  make_signal (writer, 4, "any(c1, timeout)", BACKGROUND, 1, dependent);
  PUT (SIGNAL_ABORT_SOURCE, NULL, .subject = 4, .object = 1);
  make_signal (writer, 5, "any(page, {priority: c1})", BACKGROUND, 1, dependent);
  PUT (SIGNAL_ABORT_SOURCE, NULL, .subject = 5, .object = 2);
  PUT (SIGNAL_LISTENERS, "prioritychange", .subject = 1, .value = 2);

  make_queue (writer, 1, 1, BACKGROUND, FALSE);
  make_queue (writer, 2, 0, BLOCKING, FALSE);
  make_queue (writer, 3, 0, VISIBLE, FALSE);
  make_queue (writer, 4, 2, BACKGROUND, FALSE);
  make_queue (writer, 5, 0, BACKGROUND, FALSE);
  post (writer, 1, "decode 0", 1, 1, BACKGROUND, FALSE);
  post (writer, 2, "prefetch", 4, 2, BACKGROUND, FALSE);
  post (writer, 3, "click", 2, 0, BLOCKING, FALSE);
  post (writer, 4, "layout", 3, 0, VISIBLE, FALSE);
  run (writer, 3, 2, BLOCKING, 1, 6);
  run (writer, 4, 3, VISIBLE, 2, 8);
  run (writer, 1, 1, BACKGROUND, 3, 6);
  run (writer, 2, 4, BACKGROUND, 4, 7);

  post (writer, 8, "decode 1", 1, 1, BACKGROUND, FALSE);
  for (guint i = 0; i < 38; i++)
    post (writer, ++task, "prefetch", 4, 2, BACKGROUND, FALSE);
  post (writer, ++task, "decode 2", 1, 1, BACKGROUND, FALSE);
  post (writer, ++task, "decode 3", 1, 1, BACKGROUND, FALSE);
  post (writer, ++task, "click", 2, 0, BLOCKING, FALSE);
  post (writer, ++task, "layout", 3, 0, VISIBLE, FALSE);
  post (writer, ++task, "avatar", 3, 0, VISIBLE, FALSE);
  post (writer, ++task, "save draft", 3, 0, VISIBLE, FALSE);
  post (writer, ++task, "metrics", 5, 0, BACKGROUND, FALSE);
  make_queue (writer, 6, 2, BACKGROUND, TRUE);
  post (writer, ++task, "prefetch", 6, 2, BACKGROUND, TRUE);
  PUT (TASK_POSTED, "toast", .subject = ++task, .value = 20, .priority = VISIBLE);
  PUT (TASK_DELAYED, "toast", .subject = task, .value = 20000, .queue = LS_QUEUE_TYPE_WEB_SCHEDULING);

  PUT (SIGNAL_ABORTED, "AbortError: upload cancelled", .subject = 3);
  PUT (SIGNAL_PRIORITY, NULL, .subject = 1, .value = BACKGROUND, .priority = BLOCKING,
       .clause = LS_CLAUSE_SIGNAL_PRIORITY_CHANGE, .step = 5);
  PUT (QUEUE_PRIORITY, NULL, .subject = 1, .priority = BLOCKING);
  PUT (SIGNAL_PRIORITY, NULL, .subject = 4, .object = 1, .value = BACKGROUND, .priority = BLOCKING);
  PUT (SIGNAL_PRIORITY, NULL, .subject = 5, .object = 1, .value = BACKGROUND, .priority = BLOCKING);

  PUT (TASK_SELECTED, NULL, .subject = 8, .object = 1, .value = 5, .priority = BLOCKING,
       .queue = LS_QUEUE_TYPE_WEB_SCHEDULING);
  PUT (TASK_STARTED, NULL, .subject = 8, .object = 1, .value = 1, .priority = BLOCKING);
  writer->now += 4000;
  PUT (WORK, NULL, .value = 4000);
  make_queue (writer, 7, 1, BLOCKING, TRUE);
  post (writer, ++task, "decode", 7, 1, BLOCKING, TRUE);
  PUT (MICROTASK_QUEUED, "then", .subject = 1, .value = LS_MICROTASK_REACTION);
  PUT (MICROTASK_QUEUED, NULL, .subject = 2, .value = LS_MICROTASK_AWAIT);
  ls_probe_publish (writer->probe);

  return trace;
}

/* One queue with @n_tasks tasks. */
LsTrace *
test_trace_new_queued (guint n_tasks)
{
  LsTrace *trace = ls_trace_new ();
  Writer w = { .probe = ls_trace_get_probe (trace) };
  Writer *writer = &w;

  start (writer);
  make_queue (writer, 1, 0, VISIBLE, FALSE);
  for (guint i = 0; i < n_tasks; i++)
    post (writer, i + 1, "a task with a name that is much too long for the small place that it has", 1, 0, VISIBLE,
          FALSE);
  ls_probe_publish (writer->probe);

  return trace;
}

/* So many signals with a queue of one task each. */
LsTrace *
test_trace_new_queues (guint n_queues)
{
  LsTrace *trace = ls_trace_new ();
  Writer w = { .probe = ls_trace_get_probe (trace) };
  Writer *writer = &w;

  start (writer);
  for (guint i = 1; i <= n_queues; i++)
    {
      make_signal (writer, i, "some signal", VISIBLE, 0, LS_RECORD_FLAG_TASK_SIGNAL | LS_RECORD_FLAG_CONTROLLER);
      make_queue (writer, i, i, VISIBLE, FALSE);
      post (writer, i, "task", i, i, VISIBLE, FALSE);
    }
  ls_probe_publish (writer->probe);

  return trace;
}
