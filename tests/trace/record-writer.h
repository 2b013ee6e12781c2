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

/* A copy with the same records and strings, but without keyframes. */
G_GNUC_UNUSED static LsTrace *
copy_trace (LsTrace *trace)
{
  LsTrace *copy = ls_trace_new ();
  const LsRecord *records;
  gsize position = 0, n_records;

  for (guint i = 1; i <= ls_trace_get_n_texts (trace); i++)
    text_of (copy, ls_trace_get_text (trace, i));
  while ((records = ls_trace_peek_records (trace, position, &n_records)) != NULL)
    {
      for (gsize i = 0; i < n_records; i++)
        write_full (copy, records[i]);
      position += n_records;
    }
  publish (copy);

  return copy;
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
