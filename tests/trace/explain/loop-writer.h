/* loop-writer.h: writes the turns of a loop with a few queues
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "record-writer.h"

/* The enqueue order that was given last. */
static guint32 order G_GNUC_UNUSED;

/* A loop of the preset “blink” with queues 1 to 3: tasks that are user-blocking, user-visible and background, and 4: continuations that
 * are user-visible. */
G_GNUC_UNUSED static LsTrace *
begin_trace (guint flags)
{
  static const guint8 ranks[] = { 9, 8, 7, 6, 5, 4 };
  LsTrace *trace = ls_trace_new ();

  writer_time = order = 0;
  write_record (trace, LOOP_STARTED, .text = text_of (trace, "blink"), .flags = flags);
  for (guint i = 0; i < G_N_ELEMENTS (ranks); i++)
    write_record (trace, PRESET_PRIORITY, .value = i, .level = ranks[i]);
  write_record (trace, PRESET_QUEUE, .queue = LS_QUEUE_TYPE_INPUT, .level = 1, .text = text_of (trace, "Highest"));
  write_record (trace, PRESET_QUEUE, .queue = LS_QUEUE_TYPE_DEFAULT, .level = 7, .text = text_of (trace, "Normal"));
  write_record (trace, PRESET_QUEUE, .queue = LS_QUEUE_TYPE_FRAME_THROTTLEABLE, .level = 7);
  for (guint i = 1; i <= 3; i++)
    write_record (trace, QUEUE_CREATED, .subject = i, .value = 1, .priority = LS_TASK_PRIORITY_USER_BLOCKING + 1 - i);
  write_record (trace, QUEUE_CREATED, .subject = 4, .value = 1, .priority = LS_TASK_PRIORITY_USER_VISIBLE,
                .flags = LS_RECORD_FLAG_CONTINUATION);
  return trace;
}

G_GNUC_UNUSED static void
queue (LsTrace    *trace,
       guint32     task,
       guint32     queue,
       const char *name)
{
  guint8 flags = queue == 4 ? LS_RECORD_FLAG_CONTINUATION : 0;

  write_record (trace, TASK_POSTED, .subject = task, .text = text_of (trace, name), .flags = flags);
  write_record (trace, TASK_QUEUED, .subject = task, .object = queue, .value = ++order, .flags = flags,
                .priority = queue == 4 ? LS_TASK_PRIORITY_USER_VISIBLE : LS_TASK_PRIORITY_USER_BLOCKING + 1 - queue, .queue = LS_QUEUE_TYPE_WEB_SCHEDULING);
}

G_GNUC_UNUSED static void
queue_in_loop (LsTrace    *trace,
               guint32     task,
               guint8      type,
               const char *name)
{
  write_record (trace, TASK_INCOMING, .subject = task, .value = ++order, .queue = type, .text = text_of (trace, name));
}

G_GNUC_UNUSED static void
begin_turn (LsTrace *trace,
            guint32  task,
            guint32  queue,
            guint8   type)
{
  guint8 flags = queue == 4 ? LS_RECORD_FLAG_CONTINUATION : 0;

  write_record (trace, TASK_SELECTED, .subject = task, .object = queue, .queue = type, .flags = flags,
                .priority = queue == 0 ? LS_TASK_PRIORITY_NONE : queue == 4 ? LS_TASK_PRIORITY_USER_VISIBLE : LS_TASK_PRIORITY_USER_BLOCKING + 1 - queue);
  write_record (trace, TASK_STARTED, .subject = task);
}

G_GNUC_UNUSED static void
end_turn (LsTrace *trace,
          guint32  task,
          guint64  duration)
{
  writer_time += duration;
  write_record (trace, TASK_FINISHED, .subject = task);
  write_record (trace, TURN_ENDED);
}

G_GNUC_UNUSED static void
run (LsTrace *trace,
     guint32  task,
     guint32  queue,
     guint64  duration)
{
  begin_turn (trace, task, queue, LS_QUEUE_TYPE_WEB_SCHEDULING);
  end_turn (trace, task, duration);
}

G_GNUC_UNUSED static void
run_in_loop (LsTrace *trace,
             guint32  task,
             guint8   type,
             guint64  duration)
{
  begin_turn (trace, task, 0, type);
  end_turn (trace, task, duration);
}
