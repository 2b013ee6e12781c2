/* ls-recording-lines-private.h: the lines of a trace file that have the recording which the trace is of
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-recording-builder-private.h"
#include "ls-trace.h"

G_BEGIN_DECLS

/* The members of an event, in their order. Those at the end that are 0 are left out. */
enum
{
  LS_RECORDING_ROW_KIND,
  LS_RECORDING_ROW_SINCE,
  LS_RECORDING_ROW_DURATION,
  LS_RECORDING_ROW_ID,
  LS_RECORDING_ROW_TEXT,
  LS_RECORDING_ROW_PLACE,
  LS_RECORDING_ROW_VALUE,
  LS_RECORDING_ROW_OTHER,
  LS_RECORDING_ROW_QUEUE,
  LS_RECORDING_ROW_PRIORITY,
  LS_RECORDING_ROW_FLAGS,
  LS_RECORDING_ROW_N_MEMBERS
};

/* The members of a thread, and its texts. */
enum
{
  LS_RECORDING_THREAD_PID,
  LS_RECORDING_THREAD_TID,
  LS_RECORDING_THREAD_KIND,
  LS_RECORDING_THREAD_N_MEMBERS
};

enum
{
  LS_RECORDING_THREAD_NAME,
  LS_RECORDING_THREAD_PROCESS,
  LS_RECORDING_THREAD_TITLE,
  LS_RECORDING_THREAD_URL,
  LS_RECORDING_THREAD_N_TEXTS
};

typedef gboolean (*LsRecordingLinesFlush) (gpointer   data,
                                           GError   **error);

gboolean          ls_recording_lines_write       (LsTrace                *trace,
                                                  GString                *string,
                                                  LsRecordingLinesFlush   flush,
                                                  gpointer                data,
                                                  GError                **error);
LsRecordingFormat ls_recording_lines_find_format (const char             *name);

G_END_DECLS
