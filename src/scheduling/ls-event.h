/* ls-event.h: events and their listeners, as DOM has them
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-types.h"
#include "ls-value.h"
#include "ls-version.h"

G_BEGIN_DECLS

typedef struct _LsAbortSignal LsAbortSignal;

/**
 * LsEvent:
 * @type: "abort" or "prioritychange"
 * @target: the signal at which the event is dispatched
 * @previous_priority: for "prioritychange", the priority before (TaskPriorityChangeEvent.previousPriority)
 * @stop_immediate_propagation: a listener sets it to keep the engine from calling later listeners
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

#define LS_TYPE_EVENT (ls_event_get_type ())
LS_AVAILABLE_IN_1_0
GType ls_event_get_type (void);

/**
 * LsEventListener:
 * @event: the event
 * @result: `undefined` at the call; the exception, where it throws one
 * @user_data: the data that was given with it
 *
 * A listener or handler. The loop reports an exception that it throws. The code that caused the event does not see it.
 *
 * Returns: how the listener ended
 */
typedef LsCompletion (*LsEventListener) (LsEvent  *event,
                                         LsValue  *result,
                                         gpointer  user_data);

/**
 * LsListenerFlags:
 * @LS_LISTENER_NONE: none
 * @LS_LISTENER_ONCE: the engine removes the listener before its first call
 *
 * How the engine calls a listener.
 */
typedef enum
{
  LS_LISTENER_NONE = 0,
  LS_LISTENER_ONCE = 1 << 0
} LsListenerFlags;

G_END_DECLS
