/* ls-statistics-private.h: what the statistics keep in mind while they read
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-agent-slots-private.h"
#include "ls-durations-private.h"
#include "ls-id-map-private.h"
#include "ls-state.h"
#include "ls-statistics.h"

G_BEGIN_DECLS

typedef struct
{
  LsDurations of[LS_N_DURATION_KINDS];
} LsStatisticsSums;

/* A task that has not been selected. */
typedef struct
{
  guint64 posted_at;
  guint64 queued_at;     /* LS_TIME_NEVER: not yet */
  guint32 signal;        /* abort source or 0 */
} LsStatisticsTask;

/* The turn that is going on; task is 0 outside. */
typedef struct
{
  guint32  task;
  guint32  signal;
  guint64  position;
  guint64  started_at;
  guint64  ended_at;         /* the last callback so far that has ended */
  guint64  elsewhere;        /* other loops of the thread, µs */
  guint64  elsewhere_after;  /* the same, after ended_at */
  guint64  left_at;          /* another agent has run since, or LS_TIME_NEVER */
  guint8   priority;
  guint8   queue;
  gboolean is_whole;         /* it began within the range */
  gboolean in_callback;
} LsStatisticsTurn;

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
  gboolean            is_overtaken;   /* what was read last may have been forgotten meanwhile */
  LsStatisticsTotals  totals;     /* without the turn that is going on */
  LsStatisticsTurn    turn;
  LsAgentSlots        turns;      /* of the other agents */
  LsIdMap             tasks;      /* LsStatisticsTask */
  LsIdMap             queues;     /* guint32: signal */
  LsIdMap             names;      /* guint32: text, by signal */
  GArray             *gone;       /* LsStatisticsGone, by position: groups to drop when that is forgotten */
  guint32             removed_queue, removed_queue_signal;   /* the last one, whose task may be selected yet */

  LsStatisticsSums    all;
  LsStatisticsSums   *priorities[LS_N_TASK_PRIORITIES];
  LsStatisticsSums   *queue_types[LS_N_QUEUE_TYPES];
  LsIdMap             signals;    /* LsStatisticsSums * */
};

static inline guint64
ls_statistics_since (guint64 now,
                     guint64 then)
{
  return now > then ? now - then : 0;
}

void ls_statistics_sums_free (LsStatisticsSums *self);

/* ls-statistics-reader.c */
void ls_statistics_count_open_turn (const LsStatisticsTurn *turn,
                                    LsStatisticsTotals     *totals,
                                    guint64                 end);

G_END_DECLS
