/* ls-loop-group.h: event loops that share a thread, §5.2
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-event-loop.h"

G_BEGIN_DECLS

#define LS_TYPE_LOOP_GROUP (ls_loop_group_get_type ())
LS_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (LsLoopGroup, ls_loop_group, LS, LOOP_GROUP, GObject)

/**
 * LsLoopGroupPolicy:
 * @LS_LOOP_GROUP_STRICT: the loop whose next task has the best rank; among equals the loop that has waited longest
 * @LS_LOOP_GROUP_ROUND_ROBIN: every loop that has something to run, in turn, whatever the priority of its tasks
 * @LS_LOOP_GROUP_CYCLE: as strict, but after %LS_LOOP_GROUP_CYCLE_AFTER turns in a row while a loop with a worse rank waits, the
 *   longest-waiting of these loops gets a turn
 *
 * The policy that chooses the next of the event loops of a thread. The specification leaves it open (§5.2). Under a strict order
 * a loop can post tasks of one priority without pause and look at the gaps between them: so it learns when a loop of another
 * origin runs tasks of that priority or a higher one, and nothing else. Round robin makes the same gaps for every task of the
 * other loop, so they tell nothing of its priority. A cycle makes gaps for every priority, and more of them for priorities no
 * worse than the first loop's: it tells less, but not nothing.
 */
typedef enum
{
  LS_LOOP_GROUP_STRICT = 0,
  LS_LOOP_GROUP_ROUND_ROBIN,
  LS_LOOP_GROUP_CYCLE
} LsLoopGroupPolicy;

/**
 * LS_LOOP_GROUP_CYCLE_AFTER:
 *
 * The number of turns in a row that %LS_LOOP_GROUP_CYCLE gives to better ranks while a worse one waits.
 */
#define LS_LOOP_GROUP_CYCLE_AFTER 4

LS_AVAILABLE_IN_1_0
LsLoopGroup       *ls_loop_group_new         (LsLoopGroupPolicy  policy);
LS_AVAILABLE_IN_1_0
LsLoopGroupPolicy  ls_loop_group_get_policy  (LsLoopGroup       *self);
LS_AVAILABLE_IN_1_0
void               ls_loop_group_add         (LsLoopGroup       *self,
                                              LsEventLoop       *loop);
LS_AVAILABLE_IN_1_0
void               ls_loop_group_remove      (LsLoopGroup       *self,
                                              LsEventLoop       *loop);
LS_AVAILABLE_IN_1_0
guint              ls_loop_group_get_n_loops (LsLoopGroup       *self);
LS_AVAILABLE_IN_1_0
gboolean           ls_loop_group_run_turn    (LsLoopGroup       *self);
LS_AVAILABLE_IN_1_0
LsEventLoop       *ls_loop_group_get_last    (LsLoopGroup       *self);
LS_AVAILABLE_IN_1_0
guint64            ls_loop_group_run         (LsLoopGroup       *self,
                                              guint64            max_turns);

G_END_DECLS
