/* ls-record-filter-spec.h: what records are looked for
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-record.h"
#include "ls-types.h"
#include "ls-version.h"

G_BEGIN_DECLS

/**
 * LS_RECORD_FILTER_ALL_KINDS:
 *
 * The set of all kinds of records.
 */
#define LS_RECORD_FILTER_ALL_KINDS G_MAXUINT64

/**
 * LS_RECORD_FILTER_KIND:
 * @kind: a [enum@RecordKind], not %LS_RECORD_NONE
 *
 * The set that has this kind of record alone. The kinds from %LS_RECORD_OPTION_UNKNOWN on are one: scripts have options, GLib
 * programs sources, and no trace has both.
 */
#define LS_RECORD_FILTER_KIND(kind) (G_GUINT64_CONSTANT (1) << (MIN ((guint) (kind), 64u) - 1))

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
#define LS_RECORD_FILTER_NO_PRIORITY 1u

/**
 * LsRecordFilterSpec:
 * @without_kinds: the kinds that are left out: a set, each with the bit of LS_RECORD_FILTER_KIND()
 * @without_priorities: the priorities that are left out: a set of 1 << [enum@TaskPriority], and %LS_RECORD_FILTER_NO_PRIORITY. The
 *   priority of a record is its own or, where it bears none, that of the scheduler task in whose turn it was made
 * @task: records about this task and, unless @task_only is set, all that were made in its turn; 0 for any
 * @task_only: leaves those of its turn out
 * @signal: records about this signal, about queues that follow it and tasks that were posted with it; 0 for any
 * @text: (nullable): records whose line, as ls_trace_format_record() with names has it, contains this text. Letters A to Z
 *   are equal to a to z; other letters are compared as g_utf8_casefold() makes them
 * @from_time: records of this loop time (µs) and later
 * @end_time: and earlier than this; 0 for no end
 *
 * What records are looked for: those that meet all of these. What is zeroed leaves nothing out. The structure may grow into its
 * padding, which is to be zeroed.
 */
typedef struct
{
  guint64     without_kinds;
  guint8      without_priorities;
  guint8      task_only;
  guint32     task;
  guint32     signal;
  const char *text;
  guint64     from_time;
  guint64     end_time;

  /*< private >*/
  gpointer    padding[4];
} LsRecordFilterSpec;

#define LS_TYPE_RECORD_FILTER_SPEC (ls_record_filter_spec_get_type ())
LS_AVAILABLE_IN_1_0
GType ls_record_filter_spec_get_type (void);

/**
 * LS_RECORD_FILTER_SPEC_INIT: (skip)
 *
 * Nothing is left out, as in zeroed memory.
 */
#define LS_RECORD_FILTER_SPEC_INIT { 0 }

G_END_DECLS
