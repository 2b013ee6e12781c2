/* ls-turn-tracker-private.h: says of each step of a run what it is a step of, in words that hold for other runs
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-agent-slots-private.h"
#include "ls-trace.h"

G_BEGIN_DECLS

typedef struct _LsPostedGroup LsPostedGroup;

/* What the steps of a run are steps of: the turn of a task, or an action. */
typedef struct
{
  guint64 identity;     /* 0 before the first turn */
  guint32 index;        /* as which one of the turn's the step ended, from 1; 0 for an action */
} LsStepOrigin;

/* What is going on in the loop of an agent. */
typedef struct
{
  LsStepOrigin   origin;        /* of the step of a turn that ended last */
  guint32        running;       /* a task, or 0 between turns */
  guint64        poster;        /* what it is known by while it runs */
  LsPostedGroup *posted;        /* by it */
} LsTrackedLoop;

/* Reads a run from its beginning. Its memory follows what is alive in the run and how many names there are. */
typedef struct
{
  LsTrace       *trace;
  GHashTable    *groups;        /* (element-type LsPostedGroup): how many were posted by whom under which name */
  LsIdMap        tasks;         /* guint64: what those that have not run yet are known by */
  guint64        action;        /* what the last one is known by */
  LsTrackedLoop  loop;
  LsAgentSlots   loops;         /* of the other agents */
} LsTurnTracker;

void     ls_turn_tracker_init  (LsTurnTracker  *self,
                                LsTrace        *trace);
void     ls_turn_tracker_clear (LsTurnTracker  *self);
gboolean ls_turn_tracker_read  (LsTurnTracker  *self,
                                const LsRecord *record,
                                LsStepOrigin   *origin);

G_END_DECLS
