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

/** LS_MAX_SIGNAL_TRACKS: how many controllers have a track, below those of #LsTrack. */
#define LS_MAX_SIGNAL_TRACKS 6

/** LsSpan: something that ran, or the time for which a controller's signal had a priority. */
typedef struct
{
  guint64 start, end;      /* µs */
  guint32 task;            /* 0 for a microtask and for a signal */
  guint8  track;           /* #LsTrack, or LS_N_TRACKS and more for a signal */
  guint8  priority;        /* of a signal */
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
guint         ls_span_list_get_n_signals (LsSpanList *self);
guint32       ls_span_list_get_signal    (LsSpanList *self,
                                          guint       index);

G_END_DECLS
