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
G_DECLARE_FINAL_TYPE (LsTrace, ls_trace, LS, TRACE, GObject)

/* One thread writes (through the probe), any thread reads what has been published. A step ends after each record of kind
 * TASK_FINISHED, MICROTASK_FINISHED and ACTION_FINISHED, where an agent gets the baton (AGENT_RUN, unless its level is 0) and
 * where it is suspended (AGENT_STATE, waiting); ls_trace_find_step() gives the position after the step's last
 * record, step 0 is position 0. */

LsTrace        *ls_trace_new          (void);
LsProbe        *ls_trace_get_probe    (LsTrace         *self);
gsize           ls_trace_get_length   (LsTrace         *self);
gsize           ls_trace_get_start    (LsTrace         *self);
void            ls_trace_set_n_lost   (LsTrace         *self,
                                       gsize            n_lost);
gsize           ls_trace_get_n_lost   (LsTrace         *self);
gboolean        ls_trace_forget       (LsTrace         *self,
                                       gsize            n_kept);
void            ls_trace_get_record   (LsTrace         *self,
                                       gsize            position,
                                       LsRecord        *record);
const LsRecord *ls_trace_peek_records (LsTrace         *self,
                                       gsize            position,
                                       gsize           *n_records);
const char     *ls_trace_get_text     (LsTrace         *self,
                                       guint32          text);
guint           ls_trace_get_n_texts  (LsTrace         *self);
guint32         ls_trace_get_n_steps  (LsTrace         *self);
guint32         ls_trace_get_n_turns  (LsTrace         *self);
gsize           ls_trace_find_step    (LsTrace         *self,
                                       guint32          step);
guint32         ls_trace_get_step_at  (LsTrace         *self,
                                       gsize            position);
gsize           ls_trace_find_time    (LsTrace         *self,
                                       guint64          time);
char           *ls_trace_hash         (LsTrace         *self);

/* ls-trace-growth.c */
void            ls_trace_set_growing  (LsTrace         *self,
                                       gboolean         grows);
gboolean        ls_trace_get_growing  (LsTrace         *self);
void            ls_trace_set_controllable (LsTrace      *self,
                                       gboolean         is_controllable);
gboolean        ls_trace_get_controllable (LsTrace      *self);
void            ls_trace_tell_growth  (LsTrace         *self);
gboolean        ls_trace_wait         (LsTrace         *self,
                                       gsize            length,
                                       guint64          duration,
                                       GCancellable    *cancellable);

G_END_DECLS
