/* ls-break-matcher.h: finds where breakpoints stop in a trace
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-break-rule.h"
#include "ls-trace.h"

G_BEGIN_DECLS

/**
 * LsBreakMatcher:
 *
 * Finds the positions of a trace at which breakpoints stop. It reads the trace once, from its beginning, some records a call,
 * and remembers what it found: so looking forwards and looking backwards agree, how often a breakpoint has hit does not
 * depend on where one looks from, and a trace may still be growing. It belongs to one thread at a time.
 *
 * Breakpoints that have changed need another one.
 */
typedef struct _LsBreakMatcher LsBreakMatcher;

/**
 * LsBreakHit:
 * @position: the position, after the record that made it stop; for %LS_BREAK_WAIT and %LS_BREAK_TIME the first one whose
 *   time has passed
 * @rule: the breakpoint's place among those that were given
 * @subject: what it is about: a task, a signal, or a scheduler task queue; 0 for none
 * @queue: for %LS_BREAK_QUEUE_LENGTH where @subject is 0: an [enum@QueueType], or %LS_BREAK_QUEUE_ALL
 *
 * That a breakpoint stops: plain data.
 */
typedef struct
{
  gsize   position;
  guint32 rule;
  guint32 subject;
  int     queue;
} LsBreakHit;

#define LS_TYPE_BREAK_HIT (ls_break_hit_get_type ())
LS_AVAILABLE_IN_1_0
GType ls_break_hit_get_type (void);

/**
 * LsBreakResult:
 * @LS_BREAK_FOUND: a position was found
 * @LS_BREAK_NOT_FOUND: there is none in what is to be looked at
 * @LS_BREAK_MORE: there was not time enough: ask again
 *
 * What came out of a look for the next or the previous position.
 */
typedef enum
{
  LS_BREAK_FOUND,
  LS_BREAK_NOT_FOUND,
  LS_BREAK_MORE
} LsBreakResult;

#define LS_TYPE_BREAK_MATCHER (ls_break_matcher_get_type ())

LS_AVAILABLE_IN_1_0
GType             ls_break_matcher_get_type     (void);
LS_AVAILABLE_IN_1_0
LsBreakMatcher   *ls_break_matcher_new          (LsTrace           *trace,
                                                 GPtrArray         *rules);
LS_AVAILABLE_IN_1_0
LsBreakMatcher   *ls_break_matcher_ref          (LsBreakMatcher    *self);
LS_AVAILABLE_IN_1_0
void              ls_break_matcher_unref        (LsBreakMatcher    *self);
LS_AVAILABLE_IN_1_0
LsTrace          *ls_break_matcher_get_trace    (LsBreakMatcher    *self);
LS_AVAILABLE_IN_1_0
guint             ls_break_matcher_get_n_rules  (LsBreakMatcher    *self);
LS_AVAILABLE_IN_1_0
const LsBreakRule *ls_break_matcher_get_rule    (LsBreakMatcher    *self,
                                                 guint              rule);
LS_AVAILABLE_IN_1_0
gboolean          ls_break_matcher_is_active    (LsBreakMatcher    *self);
LS_AVAILABLE_IN_1_0
void              ls_break_matcher_set_place    (LsBreakMatcher    *self,
                                                 guint              rule,
                                                 guint              run_line,
                                                 int                run_index);
LS_AVAILABLE_IN_1_0
LsBreakResult     ls_break_matcher_forward      (LsBreakMatcher    *self,
                                                 gsize              position,
                                                 gsize              end,
                                                 gsize              max_records,
                                                 gsize             *found);
LS_AVAILABLE_IN_1_0
LsBreakResult     ls_break_matcher_backward     (LsBreakMatcher    *self,
                                                 gsize              position,
                                                 gsize              max_records,
                                                 gsize             *found);
LS_AVAILABLE_IN_1_0
gsize             ls_break_matcher_get_next     (LsBreakMatcher    *self);
LS_AVAILABLE_IN_1_0
const LsBreakHit *ls_break_matcher_get_hits     (LsBreakMatcher    *self,
                                                 gsize              position,
                                                 guint             *n_hits);
LS_AVAILABLE_IN_1_0
guint             ls_break_matcher_count_hits   (LsBreakMatcher    *self,
                                                 guint              rule);
LS_AVAILABLE_IN_1_0
char             *ls_break_matcher_describe     (LsBreakMatcher    *self,
                                                 const LsBreakHit  *hit);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsBreakMatcher, ls_break_matcher_unref)

G_END_DECLS
