/* ls-record-filter.h: finds the records of a trace that have something in common
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <gio/gio.h>

#include "ls-trace.h"

G_BEGIN_DECLS

/**
 * LS_RECORD_FILTER_ALL_KINDS:
 *
 * The set of all kinds of records.
 */
#define LS_RECORD_FILTER_ALL_KINDS G_MAXUINT64

/**
 * LS_RECORD_FILTER_KIND:
 * @kind: a #LsRecordKind
 *
 * The set that has this kind of record alone.
 */
#define LS_RECORD_FILTER_KIND(kind) (G_GUINT64_CONSTANT (1) << (kind))

/**
 * LS_RECORD_FILTER_ALL_PRIORITIES:
 *
 * The set of all priorities, and of records without one.
 */
#define LS_RECORD_FILTER_ALL_PRIORITIES 15u

/**
 * LS_RECORD_FILTER_NO_PRIORITY:
 *
 * The set of records that have nothing to do with a priority.
 */
#define LS_RECORD_FILTER_NO_PRIORITY 8u

/**
 * LsRecordFilterSpec:
 * @kinds: set of kinds, a bit for each: 1 << #LsRecordKind
 * @priorities: set of priorities: 1 << #LsTaskPriority, and %LS_RECORD_FILTER_NO_PRIORITY. The priority of a record is its
 *   own or, where it bears none, that of the scheduler task in whose turn it was made
 * @task: records about this task and, unless @task_only is set, all that were made in its turn; 0 for any
 * @task_only: leaves those of its turn out
 * @signal: records about this signal, about queues that follow it and tasks that were posted with it; 0 for any
 * @text: (nullable): records whose line, as ls_trace_format_record() with names has it, contains this text. Letters A to Z
 *   are equal to a to z; other letters are compared as g_utf8_casefold() makes them
 * @from_time: records of this loop time (µs) and later
 * @to_time: and not later than this; %LS_TIME_NEVER for no end
 *
 * What records are looked for: those that meet all of these.
 */
typedef struct
{
  guint64     kinds;
  guint8      priorities;
  guint8      task_only;
  guint32     task;
  guint32     signal;
  const char *text;
  guint64     from_time;
  guint64     to_time;
} LsRecordFilterSpec;

#define LS_RECORD_FILTER_SPEC_INIT \
  { \
    .kinds = LS_RECORD_FILTER_ALL_KINDS, .priorities = LS_RECORD_FILTER_ALL_PRIORITIES, .to_time = LS_TIME_NEVER, \
  }

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
G_DECLARE_FINAL_TYPE (LsRecordFilter, ls_record_filter, LS, RECORD_FILTER, GObject)

LsRecordFilter *ls_record_filter_new           (LsTrace                  *trace,
                                                const LsRecordFilterSpec *spec);
LsTrace        *ls_record_filter_get_trace     (LsRecordFilter           *self);
void            ls_record_filter_get_spec      (LsRecordFilter           *self,
                                                LsRecordFilterSpec       *spec);
gboolean        ls_record_filter_is_everything (LsRecordFilter           *self);
gboolean        ls_record_filter_advance       (LsRecordFilter           *self,
                                                gsize                     max_records,
                                                GCancellable             *cancellable);
void            ls_record_filter_forget        (LsRecordFilter           *self,
                                                gsize                     position);
gsize           ls_record_filter_get_position  (LsRecordFilter           *self);
gsize           ls_record_filter_get_n_matches (LsRecordFilter           *self);
gsize           ls_record_filter_get_count     (LsRecordFilter           *self,
                                                LsRecordKind              kind);
gboolean        ls_record_filter_get_match     (LsRecordFilter           *self,
                                                gsize                     n,
                                                gsize                    *position);
gsize           ls_record_filter_get_matches   (LsRecordFilter           *self,
                                                gsize                     n,
                                                gsize                    *positions,
                                                gsize                     n_positions);
gsize           ls_record_filter_get_matches_from (LsRecordFilter        *self,
                                                gsize                     position,
                                                gsize                    *positions,
                                                gsize                     n_positions);
gsize           ls_record_filter_find          (LsRecordFilter           *self,
                                                gsize                     position,
                                                gboolean                 *is_match);
gboolean        ls_record_filter_export        (LsRecordFilter           *self,
                                                LsRecordFormat            format,
                                                GOutputStream            *stream,
                                                GCancellable             *cancellable,
                                                GError                  **error);
void            ls_record_filter_export_async  (LsRecordFilter           *self,
                                                LsRecordFormat            format,
                                                GOutputStream            *stream,
                                                int                       io_priority,
                                                GCancellable             *cancellable,
                                                LsRecordFilterProgress    progress,
                                                gpointer                  progress_data,
                                                GAsyncReadyCallback       callback,
                                                gpointer                  user_data);
gboolean        ls_record_filter_export_finish (LsRecordFilter           *self,
                                                GAsyncResult             *result,
                                                GError                  **error);
const char     *ls_record_format_to_string     (LsRecordFormat            format);
gboolean        ls_record_format_from_string   (const char               *string,
                                                LsRecordFormat           *format);

G_END_DECLS
