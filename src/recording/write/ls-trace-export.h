/* ls-trace-export.h: writes traces for other tools
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <gio/gio.h>

#include "ls-session-progress.h"
#include "ls-trace.h"

G_BEGIN_DECLS

/**
 * LsTraceExportFormat:
 * @LS_TRACE_EXPORT_TRACE: a trace file, as ls_trace_save() writes it: gzipped Chrome trace events with the records
 * @LS_TRACE_EXPORT_CHROME: Chrome's trace events as JSON, without the records, for DevTools, Perfetto, speedscope
 * @LS_TRACE_EXPORT_CHROME_GZIP: the same, gzipped
 * @LS_TRACE_EXPORT_PERFETTO: Perfetto's protocol buffers
 * @LS_TRACE_EXPORT_SYSPROF: a capture of Sysprof, with marks and counters
 *
 * What a trace can be written as.
 */
typedef enum
{
  LS_TRACE_EXPORT_TRACE = 0,
  LS_TRACE_EXPORT_CHROME,
  LS_TRACE_EXPORT_CHROME_GZIP,
  LS_TRACE_EXPORT_PERFETTO,
  LS_TRACE_EXPORT_SYSPROF
} LsTraceExportFormat;

/**
 * LS_N_TRACE_EXPORT_FORMATS:
 *
 * How many values [enum@TraceExportFormat] has.
 */
#define LS_N_TRACE_EXPORT_FORMATS (LS_TRACE_EXPORT_SYSPROF + 1)

LS_AVAILABLE_IN_1_0
const char *ls_trace_export_format_to_string   (LsTraceExportFormat     format);
LS_AVAILABLE_IN_1_0
gboolean    ls_trace_export_format_from_string (const char             *string,
                                                LsTraceExportFormat    *format);
LS_AVAILABLE_IN_1_0
const char *ls_trace_export_format_get_suffix  (LsTraceExportFormat     format);
LS_AVAILABLE_IN_1_0
gboolean    ls_trace_export                    (LsTrace                *self,
                                                LsTraceExportFormat     format,
                                                const char             *session,
                                                GFile                  *file,
                                                LsSessionProgressFunc   progress,
                                                gpointer                user_data,
                                                GCancellable           *cancellable,
                                                GError                **error);
LS_AVAILABLE_IN_1_0
gboolean    ls_trace_export_to_stream          (LsTrace                *self,
                                                LsTraceExportFormat     format,
                                                const char             *session,
                                                GOutputStream          *stream,
                                                GCancellable           *cancellable,
                                                GError                **error);

G_END_DECLS
