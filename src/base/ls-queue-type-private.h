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

G_END_DECLS
