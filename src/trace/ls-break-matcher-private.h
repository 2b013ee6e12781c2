/* ls-break-matcher-private.h: what a matcher remembers
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-break-matcher.h"
#include "ls-break-tracker-private.h"

G_BEGIN_DECLS

/* How many that came to wait are remembered whether they still wait or not. */
#define LS_BREAK_WAITING 65536

/* Which texts a pattern, or the place of a line, is one for. */
typedef struct
{
  guint8 *known;    /* by text */
  gsize   length;
} LsBreakCache;

typedef struct
{
  LsBreakRule *rule;
  guint        run_line;
  int          run_index;
  guint64      n_hits;     /* before those that "from" and "every" leave out */
  guint        n_stops;
  gsize        next_wait;  /* WAIT: in the list of those that came to wait */
  gboolean     is_over;    /* TIME */
  LsBreakCache task;
  LsBreakCache signal;
  LsBreakCache text;
  LsBreakCache place;
} LsBreakMatched;

/* A task that came to wait. */
typedef struct
{
  guint64 queued_at;
  guint32 task;
} LsBreakWaiting;

/* A statement that ran; value 0 for none. */
typedef struct
{
  guint32 function;
  guint32 value;
  guint32 text;
  guint8  level;
} LsBreakStatement;

struct _LsBreakMatcher
{
  gatomicrefcount  ref_count;
  LsTrace         *trace;
  LsBreakMatched  *rules;
  guint            n_rules;
  GPtrArray       *by_kind[LS_N_BREAK_KINDS];   /* LsBreakMatched that are enabled and complete */
  gboolean         is_active;
  gboolean         is_overtaken;   /* what was read last may have been forgotten meanwhile */
  LsBreakTracker   tracker;
  GArray          *waiting;      /* LsBreakWaiting */
  gsize            max_waiting;  /* of them, until those are dropped that wait no more */
  GArray          *hits;         /* LsBreakHit, by position and rule */
  LsBreakStatement last;
};

void ls_break_matcher_match (LsBreakMatcher *self,
                             const LsRecord *record);

G_END_DECLS
