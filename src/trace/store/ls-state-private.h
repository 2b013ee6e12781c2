/* ls-state-private.h
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-state.h"
#include "ls-world-private.h"

G_BEGIN_DECLS

const LsWorld *ls_state_get_world (LsState *self);
GArray        *ls_state_get_list  (LsState *self);
void           ls_state_forget    (LsState *self,
                                   gsize    start,
                                   guint64  time);

G_END_DECLS
