/* ls-engine-thread.h: runs a session on a thread of its own, ahead of who looks at it
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-runner.h"

G_BEGIN_DECLS

/**
 * LS_ENGINE_THREAD_DEFAULT_AHEAD:
 *
 * How many steps an engine thread runs beyond what was asked for, unless it is told otherwise.
 */
#define LS_ENGINE_THREAD_DEFAULT_AHEAD 10000

#define LS_TYPE_ENGINE_THREAD (ls_engine_thread_get_type ())
LS_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (LsEngineThread, ls_engine_thread, LS, ENGINE_THREAD, GObject)

/* All functions are called from the thread that made the object; its main context gets the signals.
 *
 * Properties: trace (LsTrace, readable), n-steps (uint), running (boolean), state (LsRunnerState), message (string).
 * notify is emitted together with the signals below.
 * Signals: progress () – the trace has grown; at most one each 16 ms. finished () – the run has ended: state and message
 * say how; not emitted for ls_engine_thread_stop(). */

LS_AVAILABLE_IN_1_0
LsEngineThread *ls_engine_thread_new           (void);
LS_AVAILABLE_IN_1_0
gboolean        ls_engine_thread_start         (LsEngineThread        *self,
                                                LsSession             *session,
                                                const LsRunnerOptions *options,
                                                GError               **error);
LS_AVAILABLE_IN_1_0
void            ls_engine_thread_stop          (LsEngineThread        *self);
LS_AVAILABLE_IN_1_0
void            ls_engine_thread_interrupt     (LsEngineThread        *self);
LS_AVAILABLE_IN_1_0
gboolean        ls_engine_thread_get_working   (LsEngineThread        *self);
LS_AVAILABLE_IN_1_0
void            ls_engine_thread_ensure        (LsEngineThread        *self,
                                                guint32                step);
LS_AVAILABLE_IN_1_0
void            ls_engine_thread_set_ahead     (LsEngineThread        *self,
                                                guint32                n_steps);
LS_AVAILABLE_IN_1_0
guint32         ls_engine_thread_get_ahead     (LsEngineThread        *self);
LS_AVAILABLE_IN_1_0
void            ls_engine_thread_set_paused    (LsEngineThread        *self,
                                                gboolean               paused);
LS_AVAILABLE_IN_1_0
gboolean        ls_engine_thread_get_paused    (LsEngineThread        *self);
LS_AVAILABLE_IN_1_0
LsTrace        *ls_engine_thread_get_trace     (LsEngineThread        *self);
LS_AVAILABLE_IN_1_0
guint32         ls_engine_thread_get_n_steps   (LsEngineThread        *self);
LS_AVAILABLE_IN_1_0
gboolean        ls_engine_thread_get_running   (LsEngineThread        *self);
LS_AVAILABLE_IN_1_0
LsRunnerState   ls_engine_thread_get_state     (LsEngineThread        *self);
LS_AVAILABLE_IN_1_0
const char     *ls_engine_thread_get_message   (LsEngineThread        *self);
LS_AVAILABLE_IN_1_0
const char     *ls_engine_thread_get_breakpoint_error (LsEngineThread *self,
                                                guint                  index);
LS_AVAILABLE_IN_1_0
gboolean        ls_engine_thread_get_place     (LsEngineThread        *self,
                                                LsScript             **script,
                                                guint                 *line,
                                                guint                 *column);
LS_AVAILABLE_IN_1_0
GPtrArray      *ls_engine_thread_get_unapplied_actions (LsEngineThread *self);
LS_AVAILABLE_IN_1_0
GArray         *ls_engine_thread_get_action_outcomes (LsEngineThread *self);
LS_AVAILABLE_IN_1_0
const char     *ls_engine_thread_get_schedule_problem (LsEngineThread *self);

G_END_DECLS
