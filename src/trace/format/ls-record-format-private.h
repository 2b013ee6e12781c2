/* ls-record-format-private.h
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-record-format.h"

G_BEGIN_DECLS

/* The line of ls_trace_format_record() in the place of what @line has, without a new string for each. */
void ls_trace_write_line    (GString        *line,
                             LsTrace        *trace,
                             gsize           position,
                             const LsRecord *record,
                             LsState        *names);

/* The words of a record's flags, and whether its member "queue" says something. */
guint    ls_record_list_flags (const LsRecord *record,
                               const char     *words[8]);
gboolean ls_record_has_queue  (const LsRecord *record);

G_END_DECLS
