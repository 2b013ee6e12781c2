/* ls-abort-signal-private.h: the inside of abort signals, for src/scheduling
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-abort-signal.h"
#include "ls-event-listeners-private.h"
#include "ls-loop-space-private.h"
#include "ls-signal-link-private.h"

G_BEGIN_DECLS

typedef struct _LsAbortAlgorithmNode LsAbortAlgorithmNode;

/**
 * LsAbortAlgorithmNode:
 *
 * An abort algorithm of a signal, embedded in its owner. So a task handle needs no allocation for it, and removing it costs O(1),
 * however many others there are. The signal takes the node out and then calls @run, once.
 */
struct _LsAbortAlgorithmNode
{
  LsAbortAlgorithmNode *next, *previous;
  void                (*run) (LsAbortSignal        *signal,
                              LsAbortAlgorithmNode *node);
};

typedef struct
{
  LsLoopSpace          *space;
  char                 *name;
  LsValue               reason;
  LsEventListeners      listeners;
  LsSignalLinks         links;            /* its sources and dependents for abort */
  LsAbortAlgorithmNode *first_algorithm, *last_algorithm;
  guint                 last_algorithm_id;
  guint32               id;
  gboolean              is_aborted;
  gboolean              is_dependent;     /* "dependent" in DOM */
  gboolean              is_kept_alive;
} LsAbortSignalPrivate;

LsAbortSignalPrivate *ls_abort_signal_get_private (LsAbortSignal       *self);
LsAbortSignal *ls_abort_signal_new_internal      (LsEventLoop          *loop,
                                                  GType                 type);
void           ls_abort_signal_report_creation   (LsAbortSignal        *self,
                                                  guint8                flags,
                                                  LsTaskPriority        priority,
                                                  LsAbortSignal        *priority_source,
                                                  LsClause              clause);
void           ls_abort_signal_depend_on         (LsAbortSignal        *self,
                                                  LsAbortSignal       **signals,
                                                  gsize                 n_signals);
gboolean       ls_abort_signal_are_of_loop       (LsAbortSignal       **signals,
                                                  gsize                 n_signals,
                                                  LsEventLoop          *loop);
LsEventLoop   *ls_abort_signal_get_running_loop  (LsAbortSignal        *self);
void           ls_abort_signal_add_node          (LsAbortSignal        *self,
                                                  LsAbortAlgorithmNode *node);
void           ls_abort_signal_remove_node       (LsAbortSignal        *self,
                                                  LsAbortAlgorithmNode *node);
void           ls_abort_signal_drop_algorithms   (LsAbortSignal        *self);
void           ls_abort_signal_compute_reason    (const LsValue        *reason,
                                                  const char           *name,
                                                  const char           *message,
                                                  LsValue              *copy);
void           ls_abort_signal_signal_abort      (LsAbortSignal        *self,
                                                  const LsValue        *reason);
void           ls_abort_signal_fire              (LsAbortSignal        *self,
                                                  LsEvent              *event,
                                                  LsClause              clause,
                                                  guint                 step);
void           ls_abort_signal_emit_abort        (LsAbortSignal        *self,
                                                  gboolean              is_stopped);
guint          ls_abort_signal_count_listeners   (LsAbortSignal        *self,
                                                  const char           *type);
void           ls_abort_signal_update_keep_alive (LsAbortSignal        *self);

G_END_DECLS
