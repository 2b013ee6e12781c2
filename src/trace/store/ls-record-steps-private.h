/* ls-record-steps-private.h: where the steps of a run end
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-record.h"

G_BEGIN_DECLS

/* Whether a step ends with a record: a callback ends, its agent is suspended in it, or another agent may go on. */
static inline gboolean
ls_record_ends_step (const LsRecord *record)
{
  return record->kind == LS_RECORD_TASK_FINISHED || record->kind == LS_RECORD_MICROTASK_FINISHED ||
         record->kind == LS_RECORD_ACTION_FINISHED ||
         (G_UNLIKELY (record->kind == LS_RECORD_AGENT_RUN) && record->level > 0) ||
         (G_UNLIKELY (record->kind == LS_RECORD_AGENT_STATE) && record->level == LS_AGENT_STATE_WAITING);
}

/* Whether a record begins something of its own. Others that follow the end of a step belong to it: rejections that nobody handles,
 * delays that are over. */
static inline gboolean
ls_record_begins_anew (const LsRecord *record)
{
  switch ((guint) record->kind)
    {
    case LS_RECORD_NONE:
    case LS_RECORD_TASK_SELECTED:
    case LS_RECORD_TASK_STARTED:
    case LS_RECORD_MICROTASK_STARTED:
    case LS_RECORD_QUEUE_RELOADED:
    case LS_RECORD_CLOCK_ADVANCED:
    case LS_RECORD_ACTION:
    case LS_RECORD_LIMIT:
    case LS_RECORD_AGENT_CREATED:
    case LS_RECORD_AGENT_RUN:
    case LS_RECORD_AGENT_STATE:
    case LS_RECORD_MEMORY_CREATED:
    case LS_RECORD_ATOMIC_OPERATION:
    case LS_RECORD_WAITER_ADDED:
    case LS_RECORD_WAITER_REMOVED:
    case LS_RECORD_NOTIFY:
      return TRUE;
    default:
      return FALSE;
    }
}

G_END_DECLS
