/* ls-trace-private.h
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-keyframes-private.h"
#include "ls-trace.h"

G_BEGIN_DECLS

LsKeyframes *ls_trace_get_keyframes (LsTrace *self);
guint        ls_trace_get_n_forgotten_worlds (LsTrace *self);

/* Whether a step ends with a record of this kind. */
static inline gboolean
ls_record_kind_ends_step (guint kind)
{
  return kind == LS_RECORD_TASK_FINISHED || kind == LS_RECORD_MICROTASK_FINISHED || kind == LS_RECORD_ACTION_FINISHED;
}

G_END_DECLS
