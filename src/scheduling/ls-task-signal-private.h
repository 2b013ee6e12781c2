/* ls-task-signal-private.h: the inside of task signals, for src/scheduling
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-abort-signal-private.h"
#include "ls-task-signal.h"

G_BEGIN_DECLS

typedef struct _LsPriorityAlgorithm LsPriorityAlgorithm;

/** LsPriorityAlgorithm: a priority change algorithm of a task signal (§3.3), embedded in its owner. */
struct _LsPriorityAlgorithm
{
  LsPriorityAlgorithm *next, *previous;
  void               (*run) (LsTaskSignal        *signal,
                             LsPriorityAlgorithm *algorithm);
};

/**
 * LsTaskSignal:
 * @priority: the priority of the specification
 * @priority_changing: the flag priority changing of the specification
 * @dependent: the flag dependent of the specification
 * @priority_links: its source signal (one at most) and its dependent signals, weak both ways
 */
struct _LsTaskSignal
{
  LsAbortSignal        parent_instance;

  LsTaskPriority       priority;
  gboolean             priority_changing;
  gboolean             dependent;
  LsSignalLinks        priority_links;
  LsPriorityAlgorithm *first_algorithm, *last_algorithm;
};

/* The default of TaskControllerInit, TaskSignalAnyInit and SchedulerPostTaskOptions is user-visible. */
static inline LsTaskPriority
ls_task_priority_or_default (LsTaskPriority priority)
{
  return priority == LS_TASK_PRIORITY_NONE ? LS_TASK_PRIORITY_USER_VISIBLE : priority;
}

/* Returns the priority without a type check: it is needed for each task that starts. */
static inline LsTaskPriority
ls_task_signal_peek_priority (const LsTaskSignal *self)
{
  return self->priority;
}

LsTaskSignal *ls_task_signal_new_for_controller                 (LsEventLoop         *loop,
                                                                 LsTaskPriority       priority,
                                                                 const char          *name);
LsTaskSignal *ls_task_signal_new_fixed_priority_unabortable     (LsEventLoop         *loop,
                                                                 LsTaskPriority       priority);
LsTaskSignal *ls_task_signal_new_for_state                      (LsEventLoop         *loop,
                                                                 LsAbortSignal       *abort_source,
                                                                 LsTaskSignal        *priority_source);
void          ls_task_signal_add_priority_change_algorithm      (LsTaskSignal        *self,
                                                                 LsPriorityAlgorithm *algorithm);
void          ls_task_signal_remove_priority_change_algorithm   (LsTaskSignal        *self,
                                                                 LsPriorityAlgorithm *algorithm);
gboolean      ls_task_signal_signal_priority_change             (LsTaskSignal        *self,
                                                                 LsTaskPriority       priority,
                                                                 GError             **error);

G_END_DECLS
