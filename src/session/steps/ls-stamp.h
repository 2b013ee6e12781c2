/* ls-stamp.h: a moment of a run
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-state.h"

G_BEGIN_DECLS

typedef struct _LsStamp LsStamp;

/**
 * LsStamp:
 * @turn: how many turns had begun
 * @microtask: how many microtasks had begun in that turn
 * @statement: 0 between callbacks; else how many statements had begun in the running callback: the moment is before the
 *   last of these does anything
 *
 * A moment of a run in words that do not depend on the trace: plain data. [func@Stamp.init_from_state] says which one a
 * position of a trace is, [func@Stamp.init_for_action] when an action is done that is made there.
 */
struct _LsStamp
{
  guint32 turn;
  guint32 microtask;
  guint32 statement;
};

#define LS_TYPE_STAMP (ls_stamp_get_type ())
LS_AVAILABLE_IN_1_0
GType ls_stamp_get_type (void);

LS_AVAILABLE_IN_1_0
void  ls_stamp_init_from_state (LsStamp       *self,
                                LsState       *state);
LS_AVAILABLE_IN_1_0
void  ls_stamp_init_for_action (LsStamp       *self,
                                LsState       *state);
LS_AVAILABLE_IN_1_0
int   ls_stamp_compare         (const LsStamp *a,
                                const LsStamp *b);
LS_AVAILABLE_IN_1_0
char *ls_stamp_to_string       (const LsStamp *self);

G_END_DECLS
