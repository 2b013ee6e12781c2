/* ls-queue-type-private.h: what kinds of task queues have in common
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-types.h"

G_BEGIN_DECLS

/*< private >
 * ls_queue_type_is_foreseen:
 * @type: a task queue
 *
 * Whether a browser knows of the delayed tasks of a queue before they are due: of timers and frames, but not of what comes from
 * outside of the page. There a delay stands for the user, or the network, who takes that long.
 *
 * Returns: whether it does */
static inline gboolean
ls_queue_type_is_foreseen (LsQueueType type)
{
  return type != LS_QUEUE_TYPE_INPUT && type != LS_QUEUE_TYPE_FRAME_LOADING && type != LS_QUEUE_TYPE_FRAME_LOADING_CONTROL;
}

/*< private >
 * ls_queue_type_is_deferrable:
 * @type: a task queue
 *
 * Chromium's CanBeDeferredForRendering() with the policy `all-types`: the queues of frames and of schedulers, and idle callbacks;
 * not input, the compositor, nor what the browser does for itself.
 *
 * Returns: whether the tasks of the queue can wait for the frame after a discrete input event */
static inline gboolean
ls_queue_type_is_deferrable (LsQueueType type)
{
  switch (type)
    {
    case LS_QUEUE_TYPE_WEB_SCHEDULING:
    case LS_QUEUE_TYPE_FRAME_LOADING:
    case LS_QUEUE_TYPE_FRAME_LOADING_CONTROL:
    case LS_QUEUE_TYPE_FRAME_THROTTLEABLE:
    case LS_QUEUE_TYPE_FRAME_DEFERRABLE:
    case LS_QUEUE_TYPE_FRAME_PAUSABLE:
    case LS_QUEUE_TYPE_FRAME_UNPAUSABLE:
    case LS_QUEUE_TYPE_IDLE:
      return TRUE;
    default:
      return FALSE;
    }
}

G_END_DECLS
