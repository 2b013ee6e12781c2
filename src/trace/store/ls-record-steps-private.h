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

G_END_DECLS
