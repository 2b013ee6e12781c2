/* ls-stepping.h: looks in a trace for where a step ends
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-breakpoints.h"
#include "ls-state.h"

G_BEGIN_DECLS

/**
 * LsSteppingKind:
 * @LS_STEPPING_INTO: the next statement
 * @LS_STEPPING_OVER: the next statement that is not in a function that the present one calls; if the present function is suspended,
 *   the statement with which it goes on
 * @LS_STEPPING_OUT: the next statement of a caller, also of one that is suspended meanwhile
 * @LS_STEPPING_TURN: the end of a turn: its microtasks are done, and the delays that were over have ended. With several agents, the
 *   end of a step of any of them
 * @LS_STEPPING_BREAKPOINT: a breakpoint
 *
 * How far a step goes. Over and out go on to the next callback where the present one ends. They are about one agent, and so is into
 * until the callback of that agent ends: statements of other agents are skipped, to the end of the run if that agent does nothing
 * more. While no callback of the agent runs, the next statement of any agent is the next one.
 */
typedef enum
{
  LS_STEPPING_INTO,
  LS_STEPPING_OVER,
  LS_STEPPING_OUT,
  LS_STEPPING_TURN,
  LS_STEPPING_BREAKPOINT
} LsSteppingKind;

/**
 * LsStepping:
 *
 * Finds the position at which a step from another position ends, forwards also in a trace that is still being written.
 */
typedef struct _LsStepping LsStepping;

LsStepping *ls_stepping_new         (LsSteppingKind  kind,
                                     LsState        *state,
                                     LsBreakpoints  *breakpoints);
void        ls_stepping_free        (LsStepping     *self);
gsize       ls_stepping_forward     (LsStepping     *self,
                                     gsize           end);
gsize       ls_stepping_finish      (LsStepping     *self);
gsize       ls_stepping_backward    (LsStepping     *self);
gsize       ls_stepping_get_next    (LsStepping     *self);
gsize       ls_stepping_get_certain (LsStepping     *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsStepping, ls_stepping_free)

G_END_DECLS
