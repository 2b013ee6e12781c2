/* ls-statistics-private.h: what the statistics keep in mind while they read
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-durations-private.h"
#include "ls-statistics.h"
#include "ls-trace-cursor-private.h"

G_BEGIN_DECLS

typedef struct
{
  LsDurations of[LS_N_DURATION_KINDS];
} LsStatisticsSums;

/* A task that has not been selected. */
typedef struct
{
  guint64 posted_at;
  guint64 due_at;        /* when the delay ends; LS_TIME_NEVER: no delay, or one that is too long to be known */
  guint64 queued_at;     /* LS_TIME_NEVER: not yet */
  guint32 signal;        /* abort source or 0 */
  guint32 delay;         /* of postTask(), ms */
  guint32 name;          /* text of a GLib source, or 0 */
  gboolean is_inferred;  /* a recording does not say since when it could run */
  gboolean awaits_event; /* a GLib source that is ready when something happens, not at a time */
} LsStatisticsTask;

/* Of the task whose turn it is in a loop. */
typedef struct
{
  guint32 signal;        /* or 0 */
  guint32 name;          /* text of a GLib source, or 0 */
} LsStatisticsLoop;

/* A stretch of time in which a loop, or several, ran turns. */
typedef struct
{
  guint64 from, to;
} LsStatisticsStretch;

/* A signal that is over. */
typedef struct
{
  guint64 position;
  guint32 signal;
} LsStatisticsGone;

struct _LsStatistics
{
  GObject             parent_instance;

  LsTrace            *trace;
  LsState            *before;     /* nullable: at the beginning of the range */
  gsize               position, to;
  guint64             now, serial;
  guint64             until;      /* the range's end in time, or LS_TIME_NEVER */
  gboolean            has_begun;
  gboolean            is_overtaken;   /* the writer may have dropped the records that were read last */
  LsStatisticsTotals  totals;     /* without the turn that is going on */
  gboolean            is_parallel;   /* loops run at the same time, as those of a recording do */
  GArray             *stretches;  /* LsStatisticsStretch, one after the other: the last ones that count in the totals */
  LsStatisticsLoop    loop;
  LsTraceCursor       cursor;     /* with @loop for each loop */
  LsIdMap             tasks;      /* LsStatisticsTask */
  LsIdMap             queues;     /* guint32: signal */
  LsIdMap             context_names;   /* guint32: text, by agent */
  LsIdMap             names;      /* guint32: text, by signal */
  LsIdMap             inferred;   /* guint32: signals that a recording does not tell of */
  gboolean            infers_queue[LS_N_TRACE_QUEUE_TYPES];   /* of some of its tasks a recording does not name the queue */
  GArray             *gone;       /* LsStatisticsGone, by position: groups that are dropped together with the records up to there */
  guint32             removed_queue, removed_queue_signal;   /* the queue that was removed last: its task may be selected later */

  LsStatisticsSums    all;
  LsStatisticsSums   *priorities[LS_N_TASK_PRIORITIES + 1];
  LsStatisticsSums   *queue_types[LS_N_TRACE_QUEUE_TYPES];
  LsIdMap             signals;    /* LsStatisticsSums * */
  LsIdMap             contexts;   /* LsStatisticsSums *: of GLib programs, by agent */
  LsIdMap             sources;    /* LsStatisticsSums *: by text */
};

static inline guint64
ls_statistics_since (guint64 now,
                     guint64 then)
{
  return now > then ? now - then : 0;
}

void ls_statistics_sums_free (LsStatisticsSums *self);

/* ls-statistics-reader.c */
void ls_statistics_count_open_turn (const LsCursorTurn *turn,
                                    LsStatisticsTotals *totals,
                                    GArray             *stretches,
                                    guint64             end);

G_END_DECLS
