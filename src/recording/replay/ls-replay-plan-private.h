/* ls-replay-plan-private.h: what a replay has to know beforehand
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-replay-keys-private.h"
#include "ls-replay-units-private.h"

G_BEGIN_DECLS

/* The browser's name for what leads from a post to its task. */
#define LS_REPLAY_POST_FLOW "SequenceManager PostTask"

/* An event that posts something, what becomes of it, and the first event of the turn in which it runs. */
typedef struct
{
  guint32 from, to, unit;  /* LS_REPLAY_NOTHING: none */
} LsReplayLink;

/* A turn's task is posted, by somebody else or by this very thread. */
typedef struct
{
  guint64 time;            /* ns */
  guint32 unit;            /* its first event */
  guint32 is_own;
} LsReplayArrival;

/* An event that posts a task whose priority changes while it waits. */
typedef struct
{
  guint32 from, group;
} LsReplayMember;

/* Tasks whose priorities changed alike: for all that the recording tells they have one signal. */
typedef struct
{
  guint64 time;            /* ns: when it changed, at the latest */
  guint32 n_members;
  guint8  posted, run;     /* LsTaskPriority */
} LsReplayGroup;

/* Of one thread. Memory: 12 bytes for each event that posts something, and 16 for what comes from elsewhere. */
typedef struct
{
  GArray *links;           /* LsReplayLink, by from */
  GArray *arrivals;        /* LsReplayArrival, by time */
  GArray *members;         /* LsReplayMember, by from */
  GArray *groups;          /* LsReplayGroup, in the order of their first members */
  GArray *changes;         /* guint32: groups, by time */
  LsReplayKeys signals;    /* of the helper; value: the priority of the first task posted with it; more: it has one */
} LsReplayPlan;

LsReplayPlan *ls_replay_plans_make (LsRecording   *recording,
                                    const guint   *threads,
                                    guint          n_threads);
void          ls_replay_plans_free (LsReplayPlan  *plans,
                                    guint          n_threads);

G_END_DECLS
