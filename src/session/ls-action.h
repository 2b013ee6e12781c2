/* ls-action.h: something that the user did to a running session
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-step.h"

G_BEGIN_DECLS

typedef struct _LsStamp LsStamp;

/**
 * LsStamp:
 * @turn: how many turns had begun
 * @microtask: how many microtasks had begun in that turn
 * @statement: 0 between callbacks; else how many statements had begun in the running callback: the action comes before
 *   the last of these does anything
 *
 * When an action was made, in words that do not depend on the trace. The members are those of an #LsState at the
 * position: ls_state_get_turn(), ls_state_get_microtask(), ls_state_get_statement().
 */
struct _LsStamp
{
  guint32 turn;
  guint32 microtask;
  guint32 statement;
};

/**
 * LsAction:
 *
 * A step that the user inserted into a run. Actions do not change; they may be used from any thread.
 */
typedef struct _LsAction LsAction;

#define LS_TYPE_ACTION (ls_action_get_type ())

int         ls_stamp_compare    (const LsStamp *a,
                                 const LsStamp *b);
char       *ls_stamp_to_string  (const LsStamp *self);

GType       ls_action_get_type  (void);
LsAction   *ls_action_ref       (LsAction      *self);
void        ls_action_unref     (LsAction      *self);
void        ls_action_get_stamp (LsAction      *self,
                                 LsStamp       *stamp);
LsStep     *ls_action_get_step  (LsAction      *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsAction, ls_action_unref)

G_END_DECLS
