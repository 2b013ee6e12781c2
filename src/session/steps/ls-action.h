/* ls-action.h: something that the user did to a running session
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-action-outcome.h"
#include "ls-step.h"

G_BEGIN_DECLS

/**
 * LsAction:
 *
 * A step that the user inserted into a run. Actions do not change; they may be used from any thread.
 */
typedef struct _LsAction LsAction;

#define LS_TYPE_ACTION (ls_action_get_type ())

LS_AVAILABLE_IN_1_0
GType       ls_action_get_type  (void);
LS_AVAILABLE_IN_1_0
LsAction   *ls_action_ref       (LsAction      *self);
LS_AVAILABLE_IN_1_0
void        ls_action_unref     (LsAction      *self);
LS_AVAILABLE_IN_1_0
void        ls_action_get_stamp (LsAction      *self,
                                 LsStamp       *stamp);
LS_AVAILABLE_IN_1_0
LsStep     *ls_action_get_step  (LsAction      *self);
LS_AVAILABLE_IN_1_0
gboolean    ls_action_get_enabled (LsAction    *self,
                                 LsActionResult *because);
LS_AVAILABLE_IN_1_0
gboolean    ls_action_can_yield (LsState       *state,
                                 GError       **error);
LS_AVAILABLE_IN_1_0
const char *ls_action_name_signal (LsState     *state,
                                   guint32      signal,
                                   GError     **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsAction, ls_action_unref)

G_END_DECLS
