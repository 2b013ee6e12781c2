/* test-trace-times.h: whether time goes on in a trace
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-trace.h"

/* Agents share the time: nothing is earlier than what was told before, by whichever agent. */
static inline void
test_assert_times (LsTrace *trace)
{
  guint64 time = 0;

  for (gsize i = 0; i < ls_trace_get_length (trace); i++)
    {
      LsRecord record;

      ls_trace_get_record (trace, i, &record);
      g_assert_cmpuint (record.time, >=, time);
      time = record.time;
    }
}
