/* ls-span-list.h: what ran from when to when
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-trace.h"

G_BEGIN_DECLS

/** LsTrack: where a span is drawn. */
typedef enum
{
  LS_TRACK_USER_BLOCKING,
  LS_TRACK_USER_VISIBLE,
  LS_TRACK_BACKGROUND,
  LS_TRACK_OTHER,
  LS_TRACK_MICROTASKS,
  LS_N_TRACKS
} LsTrack;

/** LsSpan: something that ran. */
typedef struct
{
  guint64 start, end;      /* µs */
  guint32 task;            /* 0 for a microtask */
  LsTrack track;
} LsSpan;

typedef struct _LsSpanList LsSpanList;

LsSpanList   *ls_span_list_new   (void);
void          ls_span_list_free  (LsSpanList *self);
void          ls_span_list_clear (LsSpanList *self);
void          ls_span_list_read  (LsSpanList *self,
                                  LsTrace    *trace,
                                  gsize       length);
const LsSpan *ls_span_list_get   (LsSpanList *self,
                                  guint      *n_spans);

G_END_DECLS
