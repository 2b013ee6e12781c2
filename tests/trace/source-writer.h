/* source-writer.h: writes what the main loop of a GLib program does, as its watcher would
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "record-writer.h"

static guint32 source_order G_GNUC_UNUSED, source_turn G_GNUC_UNUSED;

G_GNUC_UNUSED static LsTrace *
begin_sources (void)
{
  LsTrace *trace = ls_trace_new ();

  writer_time = source_order = source_turn = 0;
  write_record (trace, LOOP_STARTED, .text = text_of (trace, "glib"), .flags = LS_RECORD_FLAG_RECORDED);
  for (guint i = LS_QUEUE_TYPE_SOURCES; i < LS_N_TRACE_QUEUE_TYPES; i++)
    {
      const char *name = ls_queue_type_get_source_priority_name (i);

      write_record (trace, PRESET_QUEUE, .queue = i, .level = i - LS_QUEUE_TYPE_SOURCES, .text = name != NULL ? text_of (trace, name) : 0);
    }
  return trace;
}

G_GNUC_UNUSED static void
attach (LsTrace      *trace,
        guint32       source,
        int           priority,
        LsSourceSort  sort,
        const char   *name)
{
  write_record (trace, SOURCE_ATTACHED, .subject = source, .value = (guint32) priority, .level = sort, .text = text_of (trace, name),
                .queue = ls_queue_type_for_source_priority (priority), .clause = LS_CLAUSE_RECORDED);
}

/* The source is ready, and waits as @task. */
G_GNUC_UNUSED static void
be_ready (LsTrace    *trace,
          guint32     task,
          guint32     source,
          int         priority,
          const char *name)
{
  write_record (trace, TASK_INCOMING, .subject = task, .object = source, .value = ++source_order, .text = text_of (trace, name),
                .queue = ls_queue_type_for_source_priority (priority), .clause = LS_CLAUSE_RECORDED);
}

/* The source waits as @task for @delay µs. */
G_GNUC_UNUSED static void
wait_for_time (LsTrace    *trace,
               guint32     task,
               guint32     source,
               int         priority,
               guint32     delay,
               const char *name)
{
  write_record (trace, TASK_DELAYED, .subject = task, .object = source, .value = delay, .text = text_of (trace, name),
                .queue = ls_queue_type_for_source_priority (priority), .flags = LS_RECORD_FLAG_TIMER, .clause = LS_CLAUSE_RECORDED);
}

/* The source waits as @task for something that may happen at any time. */
G_GNUC_UNUSED static void
wait_for_event (LsTrace    *trace,
                guint32     task,
                guint32     source,
                int         priority,
                const char *name)
{
  write_record (trace, TASK_DELAYED, .subject = task, .object = source, .value = G_MAXUINT32, .text = text_of (trace, name),
                .queue = ls_queue_type_for_source_priority (priority), .flags = LS_RECORD_FLAG_EVENT, .clause = LS_CLAUSE_RECORDED);
}

/* It has happened, now or at some time before. */
G_GNUC_UNUSED static void
have_event (LsTrace  *trace,
            guint32   task,
            int       priority,
            gboolean  now)
{
  write_record (trace, TASK_DUE, .subject = task, .value = ++source_order, .queue = ls_queue_type_for_source_priority (priority),
                .clause = now ? LS_CLAUSE_RECORDED : LS_CLAUSE_INFERRED_DUE);
}

G_GNUC_UNUSED static void
be_due (LsTrace *trace,
        guint32  task,
        int      priority)
{
  write_record (trace, TASK_DUE, .subject = task, .value = ++source_order, .queue = ls_queue_type_for_source_priority (priority));
}

G_GNUC_UNUSED static void
sleep_for (LsTrace *trace,
           guint32  duration)
{
  writer_time += duration;
  write_record (trace, CLOCK_ADVANCED, .value = duration, .clause = LS_CLAUSE_RECORDED);
}

G_GNUC_UNUSED static void
begin_dispatch (LsTrace *trace,
                guint32  task,
                int      priority)
{
  write_record (trace, TASK_SELECTED, .subject = task, .value = ++source_turn, .queue = ls_queue_type_for_source_priority (priority),
                .level = ls_queue_type_for_source_priority (priority) - LS_QUEUE_TYPE_SOURCES, .clause = LS_CLAUSE_RECORDED);
  write_record (trace, TASK_STARTED, .subject = task);
}

G_GNUC_UNUSED static void
end_dispatch (LsTrace *trace,
              guint32  task)
{
  write_record (trace, TASK_FINISHED, .subject = task, .clause = LS_CLAUSE_RECORDED);
  write_record (trace, TURN_ENDED, .value = source_turn, .clause = LS_CLAUSE_RECORDED);
}

G_GNUC_UNUSED static void
dispatch (LsTrace *trace,
          guint32  task,
          int      priority,
          guint32  duration)
{
  begin_dispatch (trace, task, priority);
  writer_time += duration;
  end_dispatch (trace, task);
}
