/* ls-trace-private.h
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <pthread.h>

#include "ls-keyframes-private.h"
#include "ls-text-table-private.h"
#include "ls-trace.h"

G_BEGIN_DECLS

/*< private >
 * LsTraceSteps:
 * @lock: protects what follows; tools that look for races know pthread's locks
 * @before: (element-type guint32): how many steps end before each of the chunks known so far
 * @tail_position: how many records are counted, which may be some of the last chunk
 * @n_steps: how many steps end before @tail_position
 * @n_turns: how many turns begin there
 *
 * Where the steps of a trace end. */
typedef struct
{
  pthread_mutex_t lock;
  GArray         *before;
  gsize           tail_position;
  guint32         n_steps;
  guint32         n_turns;
} LsTraceSteps;

void          ls_trace_steps_init  (LsTraceSteps *self);
void          ls_trace_steps_clear (LsTraceSteps *self);
LsTraceSteps *ls_trace_get_steps   (LsTrace      *self);

void          ls_trace_steps_begin_at (LsTraceSteps *self,
                                       gsize         start,
                                       guint32       n_steps,
                                       guint32       n_turns);

guint32      ls_trace_count_turns_before (LsTrace *self);
void         ls_trace_begin_at (LsTrace        *self,
                                gsize           start,
                                guint64         time,
                                guint32         n_steps,
                                guint32         n_turns,
                                const LsRecord *before,
                                gsize           n_before);

GArray      *ls_trace_list_before (LsTrace *self);
void         ls_trace_begin_like  (LsTrace *self,
                                   LsTrace *other);

LsKeyframes *ls_trace_get_keyframes (LsTrace *self);
LsTextTable *ls_trace_get_texts (LsTrace *self);
guint        ls_trace_get_n_forgotten_worlds (LsTrace *self);

G_END_DECLS
