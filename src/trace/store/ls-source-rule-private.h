/* ls-source-rule-private.h: which of two sources of a GLib program comes first
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-world-private.h"

G_BEGIN_DECLS

/*
 * LsSourceRule:
 * @LS_SOURCE_RULE_PRIORITY: the winner has a better priority
 * @LS_SOURCE_RULE_ORDER: both have one priority, and the winner was attached first
 * @LS_SOURCE_RULE_ITERATION: the loser became ready when the iteration had begun, and waits for the next one
 * @LS_SOURCE_RULE_OPEN: the trace does not say whether it did
 * @LS_SOURCE_RULE_BROKEN: by the rule, the loser comes first
 *
 * What decides between two sources of a loop that wait for their dispatch.
 */
typedef enum
{
  LS_SOURCE_RULE_PRIORITY,
  LS_SOURCE_RULE_ORDER,
  LS_SOURCE_RULE_ITERATION,
  LS_SOURCE_RULE_OPEN,
  LS_SOURCE_RULE_BROKEN
} LsSourceRule;

LsSourceRule ls_source_rule_compare (const LsWorld     *world,
                                     const LsTaskState *winner,
                                     const LsTaskState *loser);
LsSourceRule ls_source_rule_judge   (const LsWorld     *world,
                                     const LsTaskState *chosen,
                                     guint32           *expected);

G_END_DECLS
