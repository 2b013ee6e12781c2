/* ls-record-matcher-private.h: whether a record is what is looked for
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-record-filter-spec.h"
#include "ls-trace-cursor-private.h"

G_BEGIN_DECLS

/* Reads the records of a trace one after the other. The caller looks at their kinds, as it counts them. */
typedef struct
{
  LsTrace           *trace;
  LsRecordFilterSpec spec;
  char              *text;               /* folded; NULL for any */
  gsize              text_length;
  gboolean           text_is_ascii;
  gboolean           follows_turns;      /* whether turns have to be known */
  LsState           *names;              /* for @text */
  GString           *line;
  LsTraceCursor      cursor;
  LsIdMap            queue_signals;      /* guint32: signal, of those that are looked for */
  LsIdMap            signal_tasks;       /* guint8: tasks posted with the signal, not finished */
} LsRecordMatcher;

void     ls_record_matcher_init  (LsRecordMatcher          *self,
                                  LsTrace                  *trace,
                                  const LsRecordFilterSpec *spec);
void     ls_record_matcher_clear (LsRecordMatcher          *self);
void     ls_record_matcher_begin_at (LsRecordMatcher       *self,
                                  gsize                     position);
gboolean ls_record_matcher_match (LsRecordMatcher          *self,
                                  const LsRecord           *record,
                                  gsize                     position,
                                  gboolean                  of_kind);

G_END_DECLS
