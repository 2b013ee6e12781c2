/* ls-turn-tracker-private.h: says of each step of a run what it is a step of, in terms that hold for other runs
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-task-identity-private.h"
#include "ls-trace-cursor-private.h"

G_BEGIN_DECLS

/* What a step is a step of: the turn of a task, or an action. */
typedef struct
{
  guint64 identity;     /* 0 before the first turn */
  guint32 index;        /* which one of the turn's steps it is, from 1; 0 for an action */
} LsStepOrigin;

/* The loop of an agent. */
typedef struct
{
  LsStepOrigin origin;  /* of the step of a turn that ended last */
  LsTaskPoster poster;  /* the task whose turn it is */
} LsTrackedLoop;

/* Reads a run from its beginning. Its memory follows what is alive in the run and how many names there are. */
typedef struct
{
  LsTrace          *trace;
  gsize             position;
  LsTaskIdentities  identities;
  LsIdMap           tasks;      /* guint64: the identities of tasks that have not run yet */
  guint64           action;     /* the identity of the last action */
  LsTrackedLoop     loop;       /* of the agent whose records go by */
  LsTraceCursor     cursor;
} LsTurnTracker;

void     ls_turn_tracker_init  (LsTurnTracker  *self,
                                LsTrace        *trace);
void     ls_turn_tracker_clear (LsTurnTracker  *self);
gboolean ls_turn_tracker_read  (LsTurnTracker  *self,
                                const LsRecord *record,
                                LsStepOrigin   *origin);

G_END_DECLS
