/* ls-state.h: what the world looked like at a position of a trace
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-state-types.h"
#include "ls-trace.h"

G_BEGIN_DECLS

#define LS_TYPE_STATE (ls_state_get_type ())

/**
 * LsState:
 *
 * A view of the world at a position of a trace, which can be moved to any other position. It belongs to one thread at
 * a time; several states of the same trace, on any threads, share what they have in common.
 *
 * Structs that its functions return are plain data owned by the state, and valid until ls_state_seek() moves it.
 */
typedef struct _LsState LsState;

/**
 * LsNextBasis:
 * @LS_NEXT_RECORDED: the trace goes on, and has it
 * @LS_NEXT_CERTAIN: no callback and no microtask runs before the choice, so only somebody from outside can change it
 * @LS_NEXT_SO_FAR: a callback, a microtask or another agent runs first, and may change it
 * @LS_NEXT_HELD: what is watched is held before it
 *
 * How sure it is what is next.
 */
typedef enum
{
  LS_NEXT_RECORDED,
  LS_NEXT_CERTAIN,
  LS_NEXT_SO_FAR,
  LS_NEXT_HELD
} LsNextBasis;

LS_AVAILABLE_IN_1_0
GType                   ls_state_get_type             (void);
LS_AVAILABLE_IN_1_0
LsState                *ls_state_new                  (LsTrace        *trace);
LS_AVAILABLE_IN_1_0
LsState                *ls_state_ref                  (LsState        *self);
LS_AVAILABLE_IN_1_0
void                    ls_state_unref                (LsState        *self);
LS_AVAILABLE_IN_1_0
LsTrace                *ls_state_get_trace            (LsState        *self);

/* Position n means: after the first n records. 0 is the beginning. */
LS_AVAILABLE_IN_1_0
gsize                   ls_state_get_position         (LsState        *self);
LS_AVAILABLE_IN_1_0
void                    ls_state_seek                 (LsState        *self,
                                                       gsize           position);
LS_AVAILABLE_IN_1_0
guint64                 ls_state_get_time             (LsState        *self);
LS_AVAILABLE_IN_1_0
guint32                 ls_state_get_turn             (LsState        *self);
LS_AVAILABLE_IN_1_0
guint32                 ls_state_get_microtask        (LsState        *self);
LS_AVAILABLE_IN_1_0
guint32                 ls_state_get_statement        (LsState        *self);
LS_AVAILABLE_IN_1_0
guint32                 ls_state_get_step             (LsState        *self);
LS_AVAILABLE_IN_1_0
const char             *ls_state_get_preset           (LsState        *self);
LS_AVAILABLE_IN_1_0
LsEdition               ls_state_get_edition          (LsState        *self);
LS_AVAILABLE_IN_1_0
LsExperiments           ls_state_get_experiments      (LsState        *self);
LS_AVAILABLE_IN_1_0
gboolean                ls_state_is_recorded          (LsState        *self);
LS_AVAILABLE_IN_1_0
gboolean                ls_state_is_live              (LsState        *self);
LS_AVAILABLE_IN_1_0
gboolean                ls_state_is_of_glib           (LsState        *self);
LS_AVAILABLE_IN_1_0
gboolean                ls_state_is_of_node           (LsState        *self);
LS_AVAILABLE_IN_1_0
gboolean                ls_state_infers_signal        (LsState        *self,
                                                       guint32         signal);
LS_AVAILABLE_IN_1_0
gboolean                ls_state_infers_queue         (LsState        *self,
                                                       guint32         task);
LS_AVAILABLE_IN_1_0
gboolean                ls_state_infers_wait          (LsState        *self,
                                                       guint32         task);
LS_AVAILABLE_IN_1_0
gboolean                ls_state_infers_due           (LsState        *self,
                                                       guint32         task);
LS_AVAILABLE_IN_1_0
gboolean                ls_state_find_place           (LsState        *self,
                                                       guint32         task,
                                                       LsTaskPlace    *place);
LS_AVAILABLE_IN_1_0
guint32                 ls_state_get_running_task     (LsState        *self);
LS_AVAILABLE_IN_1_0
guint32                 ls_state_get_running_microtask (LsState       *self);
LS_AVAILABLE_IN_1_0
gboolean                ls_state_get_scheduling_state (LsState        *self,
                                                       guint32        *abort_source,
                                                       guint32        *priority_source);
LS_AVAILABLE_IN_1_0
guint32                 ls_state_get_statement_text   (LsState        *self);

LS_AVAILABLE_IN_1_0
guint32                 ls_state_get_n_tasks          (LsState        *self);
LS_AVAILABLE_IN_1_0
guint32                 ls_state_find_next_task       (LsState        *self,
                                                       guint32         id);
LS_AVAILABLE_IN_1_0
const LsTaskState      *ls_state_get_task             (LsState        *self,
                                                       guint32         id);
LS_AVAILABLE_IN_1_0
guint32                 ls_state_get_n_queues         (LsState        *self);
LS_AVAILABLE_IN_1_0
guint32                 ls_state_find_next_queue      (LsState        *self,
                                                       guint32         id);
LS_AVAILABLE_IN_1_0
const LsQueueState     *ls_state_get_queue            (LsState        *self,
                                                       guint32         id);
LS_AVAILABLE_IN_1_0
guint32                 ls_state_get_first_runnable_queue (LsState    *self,
                                                       guint           effective_priority);
LS_AVAILABLE_IN_1_0
guint                   ls_state_find_oldest_queues   (LsState        *self,
                                                       guint           effective_priority,
                                                       guint32        *queues,
                                                       guint           max_queues,
                                                       guint          *n_queues,
                                                       guint          *n_tasks);
LS_AVAILABLE_IN_1_0
guint32                 ls_state_get_n_signals        (LsState        *self);
LS_AVAILABLE_IN_1_0
guint32                 ls_state_find_next_signal     (LsState        *self,
                                                       guint32         id);
LS_AVAILABLE_IN_1_0
const LsSignalState    *ls_state_get_signal           (LsState        *self,
                                                       guint32         id);
LS_AVAILABLE_IN_1_0
const guint32          *ls_state_get_abort_sources    (LsState        *self,
                                                       guint32         signal,
                                                       guint          *n_sources);
LS_AVAILABLE_IN_1_0
guint32                 ls_state_get_n_sources        (LsState        *self);
LS_AVAILABLE_IN_1_0
const LsSourceState    *ls_state_get_source           (LsState        *self,
                                                       guint32         id);
LS_AVAILABLE_IN_1_0
guint32                 ls_state_get_n_timers         (LsState        *self);
LS_AVAILABLE_IN_1_0
const LsTimerState     *ls_state_get_timer            (LsState        *self,
                                                       guint32         id);
LS_AVAILABLE_IN_1_0
const LsMicrotaskState *ls_state_get_microtask_state  (LsState        *self,
                                                       guint32         id);
LS_AVAILABLE_IN_1_0
guint32                 ls_state_get_first_microtask  (LsState        *self,
                                                       guint32        *n_queued);
LS_AVAILABLE_IN_1_0
const LsLoopQueueState *ls_state_get_loop_queue       (LsState        *self,
                                                       LsQueueType     type);
LS_AVAILABLE_IN_1_0
const LsTaskList       *ls_state_get_delayed_tasks    (LsState        *self);
LS_AVAILABLE_IN_1_0
guint32                 ls_state_get_scheduler_name   (LsState        *self,
                                                       guint32         id);
LS_AVAILABLE_IN_1_0
guint                   ls_state_get_rank             (LsState        *self,
                                                       LsQueueType     type);
LS_AVAILABLE_IN_1_0
gboolean                ls_state_has_loop_queue       (LsState        *self,
                                                       guint           type);
LS_AVAILABLE_IN_1_0
guint                   ls_state_get_effective_priority_rank (LsState *self,
                                                       guint           effective_priority);
LS_AVAILABLE_IN_1_0
const char             *ls_state_get_rank_name        (LsState        *self,
                                                       guint           rank);
LS_AVAILABLE_IN_1_0
guint32                 ls_state_get_next_queue       (LsState        *self);
LS_AVAILABLE_IN_1_0
guint32                 ls_state_get_next_task        (LsState        *self);
LS_AVAILABLE_IN_1_0
LsNextBasis             ls_state_get_next_basis       (LsState        *self);
LS_AVAILABLE_IN_1_0
guint32                 ls_state_get_expected_task    (LsState        *self);
LS_AVAILABLE_IN_1_0
LsState                *ls_state_get_ahead            (LsState        *self);
LS_AVAILABLE_IN_1_0
gboolean                ls_state_is_between_turns     (LsState        *self);
LS_AVAILABLE_IN_1_0
guint32                 ls_state_get_busy_task        (LsState        *self);
LS_AVAILABLE_IN_1_0
gboolean                ls_state_has_runnable_task    (LsState        *self);

/* Agents, and the memory that they share. All functions that speak of a loop, its queues, tasks and microtasks, its turn, and what
 * runs or is next, speak of one agent: the one whose records are being made, or another one that was asked for. */
LS_AVAILABLE_IN_1_0
guint32                 ls_state_get_n_agents         (LsState        *self);
LS_AVAILABLE_IN_1_0
const LsAgentTraceState *ls_state_get_agent           (LsState        *self,
                                                       guint32         id);
LS_AVAILABLE_IN_1_0
guint32                 ls_state_get_current_agent    (LsState        *self);
LS_AVAILABLE_IN_1_0
guint32                 ls_state_get_shown_agent      (LsState        *self);
LS_AVAILABLE_IN_1_0
guint32                 ls_state_get_asked_agent      (LsState        *self);
LS_AVAILABLE_IN_1_0
void                    ls_state_set_agent            (LsState        *self,
                                                       guint32         agent);
LS_AVAILABLE_IN_1_0
guint32                 ls_state_get_n_choices        (LsState        *self);
LS_AVAILABLE_IN_1_0
guint32                 ls_state_get_n_memories       (LsState        *self);
LS_AVAILABLE_IN_1_0
const LsMemoryState    *ls_state_get_memory           (LsState        *self,
                                                       guint32         id);
LS_AVAILABLE_IN_1_0
const LsCellState      *ls_state_get_cell             (LsState        *self,
                                                       guint32         memory,
                                                       guint32         byte_index);
LS_AVAILABLE_IN_1_0
const guint32          *ls_state_list_cells           (LsState        *self,
                                                       guint32         memory,
                                                       guint          *n_cells);
LS_AVAILABLE_IN_1_0
const LsWaiterState    *ls_state_get_waiter           (LsState        *self,
                                                       guint32         id);
LS_AVAILABLE_IN_1_0
guint32                 ls_state_find_next_waiter     (LsState        *self,
                                                       guint32         id);

/* ls-state-copies.c: copies, which outlive ls_state_seek() */
LS_AVAILABLE_IN_1_0
LsTaskState       *ls_state_dup_task            (LsState *self,
                                                 guint32  id);
LS_AVAILABLE_IN_1_0
LsQueueState      *ls_state_dup_queue           (LsState *self,
                                                 guint32  id);
LS_AVAILABLE_IN_1_0
LsSignalState     *ls_state_dup_signal          (LsState *self,
                                                 guint32  id);
LS_AVAILABLE_IN_1_0
LsTimerState      *ls_state_dup_timer           (LsState *self,
                                                 guint32  id);
LS_AVAILABLE_IN_1_0
LsSourceState     *ls_state_dup_source          (LsState *self,
                                                 guint32  id);
LS_AVAILABLE_IN_1_0
LsMicrotaskState  *ls_state_dup_microtask_state (LsState *self,
                                                 guint32  id);
LS_AVAILABLE_IN_1_0
LsAgentTraceState *ls_state_dup_agent           (LsState *self,
                                                 guint32  id);
LS_AVAILABLE_IN_1_0
LsMemoryState     *ls_state_dup_memory          (LsState *self,
                                                 guint32  id);
LS_AVAILABLE_IN_1_0
LsWaiterState     *ls_state_dup_waiter          (LsState *self,
                                                 guint32  id);
LS_AVAILABLE_IN_1_0
LsLoopQueueState  *ls_state_dup_loop_queue      (LsState     *self,
                                                 LsQueueType  type);
LS_AVAILABLE_IN_1_0
LsTaskList        *ls_state_dup_delayed_tasks   (LsState *self);
LS_AVAILABLE_IN_1_0
LsCellState       *ls_state_dup_cell            (LsState *self,
                                                 guint32  memory,
                                                 guint32  byte_index);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsState, ls_state_unref)

G_END_DECLS
