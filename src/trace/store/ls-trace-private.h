/* ls-trace-private.h
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-keyframes-private.h"
#include "ls-text-table-private.h"
#include "ls-trace.h"

G_BEGIN_DECLS

LsKeyframes *ls_trace_get_keyframes (LsTrace *self);
LsTextTable *ls_trace_get_texts (LsTrace *self);
guint        ls_trace_get_n_forgotten_worlds (LsTrace *self);

G_END_DECLS
