/* ls-record-format-private.h
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-record-format.h"

G_BEGIN_DECLS

/* Replaces what @line has by the line of ls_trace_format_record(), so that callers need no new string for each record. */
void ls_trace_write_line    (GString        *line,
                             LsTrace        *trace,
                             gsize           position,
                             const LsRecord *record,
                             LsState        *names);

/* The words of a record's flags, and whether its member "queue" says something. */
guint    ls_record_list_flags (const LsRecord *record,
                               const char     *words[8]);
gboolean ls_record_has_queue  (const LsRecord *record);

/* Whether a record is about a continuation, and says so. */
gboolean ls_record_is_continuation (const LsRecord *record);

/* Appends what a record says of its kind; two spaces go before each part. */
void ls_record_append_details (GString        *line,
                               LsTrace        *trace,
                               const LsRecord *record,
                               LsState        *names);
void ls_record_append_number  (GString        *line,
                               guint64         number);

G_END_DECLS
