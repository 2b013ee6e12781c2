/* record-writer.h: writes records into a trace, as an engine would
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-explain.h"

/* Time in µs of the records that follow; each test program has one. */
static guint64 writer_time G_GNUC_UNUSED;

/* write_record (trace, TASK_POSTED, .subject = 1, …): the members that are not named are 0, the priority is none. */
#define write_record(trace, record_kind, ...) \
  write_full (trace, (LsRecord) { .time = writer_time, .kind = LS_RECORD_##record_kind, \
                                  .priority = LS_TASK_PRIORITY_NONE, __VA_ARGS__ })

#pragma GCC diagnostic ignored "-Woverride-init"

G_GNUC_UNUSED static void
write_full (LsTrace  *trace,
            LsRecord  record)
{
  ls_probe_emit (ls_trace_get_probe (trace), &record);
}

G_GNUC_UNUSED static guint32
text_of (LsTrace    *trace,
         const char *string)
{
  return ls_probe_intern (ls_trace_get_probe (trace), string);
}

G_GNUC_UNUSED static void
publish (LsTrace *trace)
{
  ls_probe_publish (ls_trace_get_probe (trace));
}

/* Publishes, and returns a state at the end. */
G_GNUC_UNUSED static LsState *
state_at_end (LsTrace *trace)
{
  LsState *state = ls_state_new (trace);

  publish (trace);
  ls_state_seek (state, G_MAXSIZE);
  return state;
}
