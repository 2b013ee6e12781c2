/* ls-trace-lines-private.h: the lines of a trace file that have the records
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-trace.h"

G_BEGIN_DECLS

/* The version of the format, and the names of the events that only Loopscope reads. docs/trace-file.md describes both. */
#define LS_TRACE_LINES_VERSION 1
#define LS_TRACE_LINES_TRACE "loopscope.trace"
#define LS_TRACE_LINES_SESSION "loopscope.session"
#define LS_TRACE_LINES_TEXTS "loopscope.texts"
#define LS_TRACE_LINES_BEFORE "loopscope.before"
#define LS_TRACE_LINES_RECORDS "loopscope.records"
#define LS_TRACE_LINES_END "loopscope.end"
#define LS_TRACE_LINES_RECORDING "loopscope.recording"
#define LS_TRACE_LINES_RECORDING_TEXTS "loopscope.recording-texts"
#define LS_TRACE_LINES_RECORDING_THREADS "loopscope.recording-threads"
#define LS_TRACE_LINES_RECORDING_EVENTS "loopscope.recording-events"

/* Where a trace can begin at most. */
#define LS_TRACE_LINES_MAX_START (G_GUINT64_CONSTANT (1) << 32)

/* The members of a record, in their order. Those at the end that are as in LS_TRACE_LINES_DEFAULTS are left out. */
#define LS_TRACE_LINES_N_MEMBERS 12

/*< private >
 * LsTraceLines:
 * @n_texts: how many texts have been written
 * @n_records: how many records have been written
 *
 * Writes the lines. */
typedef struct
{
  LsTrace *trace;
  guint32  n_texts;
  gsize    n_records;
} LsTraceLines;

void ls_trace_lines_begin   (LsTraceLines   *self,
                             LsTrace        *trace,
                             const char     *session,
                             GString        *string);
void ls_trace_lines_records (LsTraceLines   *self,
                             gsize           position,
                             const LsRecord *records,
                             gsize           n_records,
                             GString        *string);
void ls_trace_lines_end     (LsTraceLines   *self,
                             GString        *string);
void ls_trace_lines_open    (GString        *string,
                             const char     *name);
void ls_trace_lines_close   (GString        *string);
void ls_trace_lines_row     (GString        *string,
                             const gint64   *members,
                             guint           n_members);
void ls_trace_lines_number  (GString        *string,
                             guint64         number);
void ls_trace_lines_quote   (GString        *string,
                             const char     *text);

G_END_DECLS
