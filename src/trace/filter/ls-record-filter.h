/* ls-record-filter.h: finds the records of a trace that have something in common
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <gio/gio.h>

#include "ls-record-filter-spec.h"
#include "ls-trace.h"

G_BEGIN_DECLS

/**
 * LsRecordFormat:
 * @LS_RECORD_FORMAT_CSV: comma-separated values (RFC 4180) in UTF-8, lines ended by CR LF, with a line of names first:
 *   position, time_ms, kind, subject, object, value, text, priority, queue, level, flags (separated by spaces), clause,
 *   step, line (as in the table, names included)
 * @LS_RECORD_FORMAT_JSON: one JSON array of the objects that ls_trace_record_to_json() makes, one a line
 * @LS_RECORD_FORMAT_JSON_LINES: these objects, each in a line of its own, and nothing else
 *
 * How records are written out.
 */
typedef enum
{
  LS_RECORD_FORMAT_CSV,
  LS_RECORD_FORMAT_JSON,
  LS_RECORD_FORMAT_JSON_LINES
} LsRecordFormat;

/**
 * LsRecordFilterProgress:
 * @done: records written so far
 * @total: records to write
 * @user_data: what was passed along
 *
 * Called now and then while records are written, on the thread that asked for it.
 */
typedef void (*LsRecordFilterProgress) (guint64  done,
                                        guint64  total,
                                        gpointer user_data);

#define LS_TYPE_RECORD_FILTER (ls_record_filter_get_type ())
LS_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (LsRecordFilter, ls_record_filter, LS, RECORD_FILTER, GObject)

LS_AVAILABLE_IN_1_0
LsRecordFilter *ls_record_filter_new           (LsTrace                  *trace,
                                                const LsRecordFilterSpec *spec);
LS_AVAILABLE_IN_1_0
LsTrace        *ls_record_filter_get_trace     (LsRecordFilter           *self);
LS_AVAILABLE_IN_1_0
void            ls_record_filter_get_spec      (LsRecordFilter           *self,
                                                LsRecordFilterSpec       *spec);
LS_AVAILABLE_IN_1_0
gboolean        ls_record_filter_is_everything (LsRecordFilter           *self);
LS_AVAILABLE_IN_1_0
gboolean        ls_record_filter_advance       (LsRecordFilter           *self,
                                                gsize                     max_records,
                                                GCancellable             *cancellable);
LS_AVAILABLE_IN_1_0
void            ls_record_filter_forget        (LsRecordFilter           *self,
                                                gsize                     position);
LS_AVAILABLE_IN_1_0
gsize           ls_record_filter_get_position  (LsRecordFilter           *self);
LS_AVAILABLE_IN_1_0
gsize           ls_record_filter_get_n_matches (LsRecordFilter           *self);
LS_AVAILABLE_IN_1_0
gsize           ls_record_filter_get_count     (LsRecordFilter           *self,
                                                LsRecordKind              kind);
LS_AVAILABLE_IN_1_0
gboolean        ls_record_filter_get_match     (LsRecordFilter           *self,
                                                gsize                     n,
                                                gsize                    *position);
LS_AVAILABLE_IN_1_0
gsize           ls_record_filter_get_matches   (LsRecordFilter           *self,
                                                gsize                     n,
                                                gsize                    *positions,
                                                gsize                     n_positions);
LS_AVAILABLE_IN_1_0
gsize           ls_record_filter_get_matches_from (LsRecordFilter        *self,
                                                gsize                     position,
                                                gsize                    *positions,
                                                gsize                     n_positions);
LS_AVAILABLE_IN_1_0
gsize           ls_record_filter_find          (LsRecordFilter           *self,
                                                gsize                     position,
                                                gboolean                 *is_match);
LS_AVAILABLE_IN_1_0
gboolean        ls_record_filter_export        (LsRecordFilter           *self,
                                                LsRecordFormat            format,
                                                GOutputStream            *stream,
                                                GCancellable             *cancellable,
                                                GError                  **error);
LS_AVAILABLE_IN_1_0
void            ls_record_filter_export_async  (LsRecordFilter           *self,
                                                LsRecordFormat            format,
                                                GOutputStream            *stream,
                                                int                       io_priority,
                                                GCancellable             *cancellable,
                                                LsRecordFilterProgress    progress,
                                                gpointer                  progress_data,
                                                GAsyncReadyCallback       callback,
                                                gpointer                  user_data);
LS_AVAILABLE_IN_1_0
gboolean        ls_record_filter_export_finish (LsRecordFilter           *self,
                                                GAsyncResult             *result,
                                                GError                  **error);
LS_AVAILABLE_IN_1_0
const char     *ls_record_format_to_string     (LsRecordFormat            format);
LS_AVAILABLE_IN_1_0
gboolean        ls_record_format_from_string   (const char               *string,
                                                LsRecordFormat           *format);

G_END_DECLS
