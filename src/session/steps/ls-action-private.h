/* ls-action-private.h
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-action.h"
#include "ls-json-private.h"

G_BEGIN_DECLS

gpointer  ls_action_read (LsJsonReader  *reader,
                          JsonNode      *node);
char     *ls_action_quote_signal (LsState             *state,
                                  const LsSignalState *signal);
JsonNode *ls_action_make (const LsStamp *stamp,
                          LsStep        *step);
JsonNode *ls_action_make_other (LsAction       *self,
                                const LsStamp  *stamp,
                                LsStep         *step,
                                LsActionResult  because);
JsonNode *ls_action_get_json (LsAction *self);

G_END_DECLS
