/* ls-atomics-stage.h: agents, shared memory and who waits where
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "ls-player.h"
#include "ls-session.h"

G_BEGIN_DECLS

#define LS_TYPE_ATOMICS_STAGE (ls_atomics_stage_get_type ())
G_DECLARE_FINAL_TYPE (LsAtomicsStage, ls_atomics_stage, LS, ATOMICS_STAGE, GtkBox)

void ls_atomics_stage_update (LsAtomicsStage *self,
                              LsPlayer       *player,
                              LsSession      *session);

G_END_DECLS
