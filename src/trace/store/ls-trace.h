/* ls-trace.h: the append-only list of what an engine did
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <gio/gio.h>

#include "ls-probe.h"

G_BEGIN_DECLS

/**
 * LS_TRACE_CHUNK:
 *
 * How many records lie one after the other at least, from each multiple of it on; and what ls_trace_forget() drops is a
 * multiple of it.
 */
#define LS_TRACE_CHUNK 4096

/**
 * LS_TRACE_FORGET_STEP:
 *
 * How many records ls_trace_forget() drops at once at least, where many are kept.
 */
#define LS_TRACE_FORGET_STEP 65536

#define LS_TYPE_TRACE (ls_trace_get_type ())
LS_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (LsTrace, ls_trace, LS, TRACE, GObject)

/* One thread writes (through the probe), any thread reads what has been published. A step ends after each record of kind
 * TASK_FINISHED, MICROTASK_FINISHED and ACTION_FINISHED, where an agent gets the baton (AGENT_RUN, unless its level is 0) and
 * where it is suspended (AGENT_STATE, waiting); ls_trace_find_step() gives the position after the step's last
 * record, step 0 is position 0. */

LS_AVAILABLE_IN_1_0
LsTrace        *ls_trace_new          (void);
LS_AVAILABLE_IN_1_0
LsProbe        *ls_trace_get_probe    (LsTrace         *self);
LS_AVAILABLE_IN_1_0
LsProbe        *ls_trace_dup_probe    (LsTrace         *self);
LS_AVAILABLE_IN_1_0
gsize           ls_trace_get_length   (LsTrace         *self);
LS_AVAILABLE_IN_1_0
gsize           ls_trace_get_start    (LsTrace         *self);
LS_AVAILABLE_IN_1_0
void            ls_trace_set_n_lost   (LsTrace         *self,
                                       gsize            n_lost);
LS_AVAILABLE_IN_1_0
gsize           ls_trace_get_n_lost   (LsTrace         *self);
LS_AVAILABLE_IN_1_0
gboolean        ls_trace_forget       (LsTrace         *self,
                                       gsize            n_kept);
LS_AVAILABLE_IN_1_0
void            ls_trace_get_record   (LsTrace         *self,
                                       gsize            position,
                                       LsRecord        *record);
LS_AVAILABLE_IN_1_0
const LsRecord *ls_trace_peek_records (LsTrace         *self,
                                       gsize            position,
                                       gsize           *n_records);
LS_AVAILABLE_IN_1_0
const char     *ls_trace_get_text     (LsTrace         *self,
                                       guint32          text);
LS_AVAILABLE_IN_1_0
guint           ls_trace_get_n_texts  (LsTrace         *self);
LS_AVAILABLE_IN_1_0
guint32         ls_trace_get_n_steps  (LsTrace         *self);
LS_AVAILABLE_IN_1_0
guint32         ls_trace_get_n_turns  (LsTrace         *self);
LS_AVAILABLE_IN_1_0
gsize           ls_trace_find_step    (LsTrace         *self,
                                       guint32          step);
LS_AVAILABLE_IN_1_0
guint32         ls_trace_get_step_at  (LsTrace         *self,
                                       gsize            position);
LS_AVAILABLE_IN_1_0
gsize           ls_trace_find_time    (LsTrace         *self,
                                       guint64          time);
LS_AVAILABLE_IN_1_0
char           *ls_trace_hash         (LsTrace         *self);

/* ls-trace-growth.c */
LS_AVAILABLE_IN_1_0
void            ls_trace_set_growing  (LsTrace         *self,
                                       gboolean         grows);
LS_AVAILABLE_IN_1_0
gboolean        ls_trace_get_growing  (LsTrace         *self);
LS_AVAILABLE_IN_1_0
void            ls_trace_set_controllable (LsTrace      *self,
                                       gboolean         is_controllable);
LS_AVAILABLE_IN_1_0
gboolean        ls_trace_get_controllable (LsTrace      *self);
LS_AVAILABLE_IN_1_0
void            ls_trace_tell_growth  (LsTrace         *self);
LS_AVAILABLE_IN_1_0
gboolean        ls_trace_wait         (LsTrace         *self,
                                       gsize            length,
                                       guint64          duration,
                                       GCancellable    *cancellable);

G_END_DECLS
