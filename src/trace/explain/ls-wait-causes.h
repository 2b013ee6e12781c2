/* ls-wait-causes.h: what a task waited for, and how long for each
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-clause.h"
#include "ls-state.h"

G_BEGIN_DECLS

/**
 * LS_WAIT_CAUSES_MAX_GROUPS:
 *
 * How many groups of tasks are told apart. Those of further names are put together.
 */
#define LS_WAIT_CAUSES_MAX_GROUPS 256

/**
 * LsWaitCauseKind:
 * @LS_WAIT_CAUSE_RUNNING: the turn that went on when the wait began: none is interrupted
 * @LS_WAIT_CAUSE_PRIORITY: scheduler tasks of a higher priority
 * @LS_WAIT_CAUSE_CONTINUATION: continuations of the same priority
 * @LS_WAIT_CAUSE_RANK: tasks of queues that the preset ranks higher
 * @LS_WAIT_CAUSE_ORDER: older tasks of the same priority, or of the same queue of the loop
 * @LS_WAIT_CAUSE_SAME_RANK: older tasks of other queues of the same rank
 * @LS_WAIT_CAUSE_BEST_QUEUE: younger tasks of the same rank that ran while a better queue of the scheduler was not empty
 * @LS_WAIT_CAUSE_RULE: tasks to which a rule of the preset gave a turn
 * @LS_WAIT_CAUSE_DELAY_LATE: the delay was over, and the loop had not noticed yet
 * @LS_WAIT_CAUSE_UNKNOWN: tasks that would not have come first by the preset: the trace does not say why they did
 * @LS_WAIT_CAUSE_ELSEWHERE: no task of the loop ran: other loops of the thread did, or the thread did what is not in the trace.
 *   Where the trace has the main context that runs the loop, its dispatches are groups
 * @LS_WAIT_CAUSE_ITERATION: sources of GLib whose iteration had begun when this one became ready, or may have
 * @LS_WAIT_CAUSE_DEFERRED: the loop held the tasks of pages back until the frame after a discrete input event; its turn counts too
 *
 * Why a task did not run yet.
 */
typedef enum
{
  LS_WAIT_CAUSE_RUNNING,
  LS_WAIT_CAUSE_PRIORITY,
  LS_WAIT_CAUSE_CONTINUATION,
  LS_WAIT_CAUSE_RANK,
  LS_WAIT_CAUSE_ORDER,
  LS_WAIT_CAUSE_SAME_RANK,
  LS_WAIT_CAUSE_BEST_QUEUE,
  LS_WAIT_CAUSE_RULE,
  LS_WAIT_CAUSE_DELAY_LATE,
  LS_WAIT_CAUSE_UNKNOWN,
  LS_WAIT_CAUSE_ELSEWHERE,
  LS_WAIT_CAUSE_ITERATION,
  LS_WAIT_CAUSE_DEFERRED
} LsWaitCauseKind;

/**
 * LS_N_WAIT_CAUSE_KINDS:
 *
 * How many values [enum@WaitCauseKind] has.
 */
#define LS_N_WAIT_CAUSE_KINDS (LS_WAIT_CAUSE_DEFERRED + 1)

/**
 * LsWaitStatus:
 * @LS_WAIT_RAN: the task ran in the end
 * @LS_WAIT_REMOVED: it was removed before it ran
 * @LS_WAIT_WAITING: it still waits when the trace ends
 * @LS_WAIT_DELAYED: its delay goes on when the trace ends, or went on when it was removed: it has not waited yet
 *
 * How a wait ended.
 */
typedef enum
{
  LS_WAIT_RAN,
  LS_WAIT_REMOVED,
  LS_WAIT_WAITING,
  LS_WAIT_DELAYED
} LsWaitStatus;

/**
 * LsWaitCause:
 * @kind: [enum@WaitCauseKind]
 * @priority: [enum@TaskPriority] that these tasks were selected with, or none
 * @queue: [enum@QueueType] of these tasks
 * @is_continuation: whether they are continuations
 * @is_rest: whether these are tasks of several names, as there are too many to tell them apart
 * @is_inferred: whether a recording does not say which queue one of them was in: what it did tells
 * @name: text of the trace: what they are called, 0 for nothing
 * @task: the one that took longest, 0 if there is none
 * @n_tasks: how many there are
 * @duration: µs that all of them took from the wait
 * @longest: µs that @task took from it
 *
 * Tasks of one name that let another one wait for the same reason.
 */
typedef struct
{
  guint8 kind;
  guint8 priority;
  guint8 queue;
  guint8 is_continuation;
  guint8 is_rest;
  guint8 is_inferred;
  guint32 name;
  guint32 task;
  guint32 n_tasks;
  guint64 duration;
  guint64 longest;
} LsWaitCause;

#define LS_TYPE_WAIT_CAUSE (ls_wait_cause_get_type ())
LS_AVAILABLE_IN_1_0
GType              ls_wait_cause_get_type         (void);

#define LS_TYPE_WAIT_CAUSES (ls_wait_causes_get_type ())

/**
 * LsWaitCauses:
 *
 * The wait of a task, with what it waited for. It does not change.
 */
typedef struct _LsWaitCauses LsWaitCauses;

LS_AVAILABLE_IN_1_0
GType              ls_wait_causes_get_type        (void);
LS_AVAILABLE_IN_1_0
LsWaitCauses      *ls_wait_causes_new             (LsTrace            *trace,
                                                   guint32             task);
LS_AVAILABLE_IN_1_0
LsWaitCauses      *ls_wait_causes_ref             (LsWaitCauses       *self);
LS_AVAILABLE_IN_1_0
void               ls_wait_causes_unref           (LsWaitCauses       *self);
LS_AVAILABLE_IN_1_0
guint32            ls_wait_causes_get_task        (const LsWaitCauses *self);
LS_AVAILABLE_IN_1_0
LsWaitStatus       ls_wait_causes_get_status      (const LsWaitCauses *self);
LS_AVAILABLE_IN_1_0
guint64            ls_wait_causes_get_from        (const LsWaitCauses *self);
LS_AVAILABLE_IN_1_0
guint64            ls_wait_causes_get_wait        (const LsWaitCauses *self);
LS_AVAILABLE_IN_1_0
guint64            ls_wait_causes_get_total       (const LsWaitCauses *self,
                                                   LsWaitCauseKind     kind,
                                                   guint32            *n_tasks);
LS_AVAILABLE_IN_1_0
guint              ls_wait_causes_get_n           (const LsWaitCauses *self);
LS_AVAILABLE_IN_1_0
const LsWaitCause *ls_wait_causes_get             (const LsWaitCauses *self,
                                                   guint               index);
LS_AVAILABLE_IN_1_0
LsWaitCause       *ls_wait_causes_dup             (const LsWaitCauses *self,
                                                   guint               index);
LS_AVAILABLE_IN_1_0
gboolean           ls_wait_causes_is_inferred     (const LsWaitCauses *self);
LS_AVAILABLE_IN_1_0
char              *ls_wait_causes_get_title       (const LsWaitCauses *self);
LS_AVAILABLE_IN_1_0
char              *ls_wait_causes_get_sentence    (const LsWaitCauses *self,
                                                   LsWaitCauseKind     kind);
LS_AVAILABLE_IN_1_0
char              *ls_wait_causes_name_group      (const LsWaitCauses *self,
                                                   guint               index);
LS_AVAILABLE_IN_1_0
char              *ls_wait_causes_to_text         (const LsWaitCauses *self);
LS_AVAILABLE_IN_1_0
char              *ls_wait_causes_to_json         (const LsWaitCauses *self);
LS_AVAILABLE_IN_1_0
guint32            ls_wait_causes_find_task       (LsTrace            *trace,
                                                   const char         *name,
                                                   guint32            *n_tasks);
LS_AVAILABLE_IN_1_0
const char        *ls_wait_cause_kind_to_string   (LsWaitCauseKind     kind);
LS_AVAILABLE_IN_1_0
char              *ls_wait_cause_kind_get_rule    (LsWaitCauseKind     kind);
LS_AVAILABLE_IN_1_0
const char        *ls_wait_status_to_string       (LsWaitStatus        status);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsWaitCauses, ls_wait_causes_unref)

G_END_DECLS
