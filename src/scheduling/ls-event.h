/* ls-event.h: DOM's events and their listeners
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-types.h"
#include "ls-value.h"

G_BEGIN_DECLS

typedef struct _LsAbortSignal LsAbortSignal;

/**
 * LsEvent:
 * @type: "abort" or "prioritychange"
 * @target: the signal it is dispatched at
 * @previous_priority: for "prioritychange", what the priority was (TaskPriorityChangeEvent.previousPriority)
 * @stop_immediate_propagation: a listener sets it to keep the later ones from being called
 *
 * An event, as its listeners see it.
 */
typedef struct
{
  const char     *type;
  LsAbortSignal  *target;
  LsTaskPriority  previous_priority;
  gboolean        stop_immediate_propagation;
} LsEvent;

/**
 * LsEventListener:
 * @event: the event
 * @result: (out): what it throws
 * @user_data: what was given with it
 *
 * A listener or handler. What it throws is reported and does not reach who caused the event.
 *
 * Returns: how it ended
 */
typedef LsCompletion (*LsEventListener) (LsEvent  *event,
                                         LsValue  *result,
                                         gpointer  user_data);

/**
 * LsListenerFlags:
 * @LS_LISTENER_NONE: none
 * @LS_LISTENER_ONCE: removed before its first call
 *
 * How a listener is added.
 */
typedef enum
{
  LS_LISTENER_NONE = 0,
  LS_LISTENER_ONCE = 1 << 0
} LsListenerFlags;

G_END_DECLS
