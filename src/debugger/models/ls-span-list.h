/* ls-span-list.h: spans of time in order
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-trace.h"

G_BEGIN_DECLS

/**
 * LsSpan:
 * @start: µs
 * @end: µs; %LS_TIME_NEVER while it has not ended
 * @before: the total duration of the spans before it in its list, in µs, including dropped ones
 * @record: position of the record that begins it
 * @subject: the task, microtask or signal that it is about
 *
 * A period of time. It is plain data, valid until its list gets another span.
 */
typedef struct
{
  guint64 start, end;
  guint64 before;
  guint32 record;
  guint32 subject;
} LsSpan;

/** LS_SPAN_NONE: the index that stands for no span. */
#define LS_SPAN_NONE G_MAXUINT

typedef struct _LsSpanList LsSpanList;

LsSpanList   *ls_span_list_new            (void);
void          ls_span_list_free           (LsSpanList       *self);
guint         ls_span_list_begin          (LsSpanList       *self,
                                           guint64           time,
                                           guint32           record,
                                           guint32           subject);
void          ls_span_list_end            (LsSpanList       *self,
                                           guint64           time);
gboolean      ls_span_list_is_open        (const LsSpanList *self);
void          ls_span_list_end_open       (LsSpanList       *self,
                                           guint64           time);
gboolean      ls_span_list_take_last      (LsSpanList       *self,
                                           LsSpan           *span);
void          ls_span_list_drop           (LsSpanList       *self,
                                           gsize             record,
                                           guint64           time);
guint         ls_span_list_get_first      (const LsSpanList *self);
gboolean      ls_span_list_is_empty       (const LsSpanList *self);
guint         ls_span_list_get_n          (const LsSpanList *self);
const LsSpan *ls_span_list_get            (const LsSpanList *self,
                                           guint             index);
guint         ls_span_list_find           (const LsSpanList *self,
                                           guint64           time);
guint         ls_span_list_find_starting  (const LsSpanList *self,
                                           guint64           time,
                                           guint             first);
guint64       ls_span_list_sum            (const LsSpanList *self,
                                           guint64           from,
                                           guint64           to);
guint         ls_span_list_find_longest   (const LsSpanList *self,
                                           guint64           from,
                                           guint64           to);

G_END_DECLS
