/* ls-mark-follower-private.h: what the files of the follower of marks share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-mark-follower.h"

#include "ls-trace-reader.h"
#include "ls-turn-tracker-private.h"

G_BEGIN_DECLS

/* A trace that is not shown any more. */
typedef struct
{
  LsTrace *trace;
} LsMarkSource;

typedef enum
{
  LS_MARK_WANTED,
  LS_MARK_ARRIVED,            /* found, but not moved yet */
  LS_MARK_SETTLED             /* where it belongs, and not followed any more */
} LsFollowedState;

/* A mark that may not be where it belongs. */
typedef struct
{
  gboolean         is_note;
  guint32          step;      /* where it is */
  char            *text;
  LsMarkSource    *source;    /* the run in which it belonged there; NULL once @origin is known */
  LsStepOrigin     origin;
  LsFollowedState  state;     /* how far the search in the run that is shown is */
  guint32          found;     /* the step in the run that is shown; 0 for none so far */
} LsFollowedMark;

typedef enum
{
  LS_FOLLOWER_BEGIN,
  LS_FOLLOWER_COMPARE,        /* looks for the first difference between an earlier run and the one that is shown */
  LS_FOLLOWER_ASK,            /* looks in the earlier run for what its marks are about */
  LS_FOLLOWER_FIND,           /* looks in the run that is shown for where that is */
  LS_FOLLOWER_END
} LsFollowerStage;

struct _LsMarkFollower
{
  LsPlayer        *player;
  LsEngineThread  *thread;    /* makes the run */
  LsSession       *session;   /* (unowned) (nullable): whose marks these are */
  gboolean         is_active; /* marks go to the run that is shown */
  LsTraceReader   *reader;
  GPtrArray       *marks;     /* (element-type LsFollowedMark) */
  guint            n_wanted;  /* how many of them are looked for */
  guint            n_arrived;
  LsFollowerStage  stage;
  gboolean         is_over;   /* the run has ended: marks that were not found are lost */

  LsMarkSource    *source;    /* in LS_FOLLOWER_COMPARE and LS_FOLLOWER_ASK, the earlier run; NULL for none */
  GPtrArray       *asked;     /* (element-type LsFollowedMark): the marks of @source, by step */
  guint            n_asked;   /* how many of them were looked for */
  gsize            there;     /* position in @source */
  gsize            here;      /* position in the run that is shown */
  LsTurnTracker    tracker;   /* of the run that is read; without a trace while it is not in use */
  guint32          step;
  GHashTable      *wanted;    /* (element-type guint64 GPtrArray): marks by identity, in LS_FOLLOWER_FIND */
};

GPtrArray *ls_mark_list_new               (void);
void       ls_mark_source_release         (gpointer        data);

/* ls-mark-follower-search.c */
gboolean   ls_mark_follower_advance       (gsize           max_records,
                                           gpointer        user_data);
void       ls_mark_follower_clear_tracker (LsMarkFollower *self);

G_END_DECLS
