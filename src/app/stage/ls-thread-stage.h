/* ls-thread-stage.h: the task queues of the loop, by rank
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "ls-player.h"

G_BEGIN_DECLS

#define LS_TYPE_THREAD_STAGE (ls_thread_stage_get_type ())
G_DECLARE_FINAL_TYPE (LsThreadStage, ls_thread_stage, LS, THREAD_STAGE, GtkBox)

void ls_thread_stage_update (LsThreadStage *self,
                             LsPlayer      *player);

G_END_DECLS
