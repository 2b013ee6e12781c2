/* ls-break-matcher-private.h: what a matcher remembers
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-break-matcher.h"
#include "ls-break-tracker-private.h"

G_BEGIN_DECLS

/* So many tasks that came to wait are remembered before those that do not wait any more are dropped. */
#define LS_BREAK_WAITING 65536

/* Remembers of each text whether a pattern or the place of a line matches it. */
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
  guint64      n_hits;     /* including those that "from" and "every" leave out */
  guint        n_stops;
  gsize        next_wait;  /* WAIT: in the list of those that came to wait */
  gboolean     is_over;    /* TIME */
  LsBreakCache task;
  LsBreakCache signal;
  LsBreakCache text;
  LsBreakCache place;
  LsBreakCache agent;
  LsBreakCache memory;
} LsBreakMatched;

/* A task that came to wait. */
typedef struct
{
  guint64 queued_at;
  guint32 task;
} LsBreakWaiting;

struct _LsBreakMatcher
{
  gatomicrefcount  ref_count;
  LsTrace         *trace;
  LsBreakMatched  *rules;
  guint            n_rules;
  GPtrArray       *by_kind[LS_N_BREAK_KINDS];   /* LsBreakMatched that are enabled and complete */
  gboolean         is_active;
  gboolean         is_overtaken;   /* the writer may have dropped the records that were read last */
  LsBreakTracker   tracker;
  GArray          *waiting;      /* LsBreakWaiting */
  gsize            max_waiting;  /* the length of @waiting at which it drops tasks that do not wait any more */
  GArray          *hits;         /* LsBreakHit, by position and rule */
  gboolean         has_agent_rules;
};

/* Whether a breakpoint looks for a text, as far as that has been found out. */
enum
{
  LS_BREAK_UNKNOWN = 0,
  LS_BREAK_YES,
  LS_BREAK_NO
};

gboolean ls_break_parse_place (const char *text,
                               gsize      *script_length,
                               guint      *line,
                               guint      *column);
void ls_break_matcher_match (LsBreakMatcher *self,
                             const LsRecord *record);
void ls_break_matcher_hit   (LsBreakMatcher *self,
                             LsBreakMatched *matched,
                             guint32         subject,
                             int             queue);
gboolean ls_break_matcher_match_name (LsBreakMatcher *self,
                                      LsBreakCache   *cache,
                                      const char     *pattern,
                                      guint32         text);

/* ls-break-match-agents.c */
gboolean ls_break_matcher_match_agent (LsBreakMatcher *self,
                                       LsBreakMatched *matched,
                                       guint32         agent);
void ls_break_matcher_match_agents (LsBreakMatcher *self,
                                    const LsRecord *record);

G_END_DECLS
