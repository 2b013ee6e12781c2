/* ls-timer-path.h: how far a timer has come
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "ls-player.h"

G_BEGIN_DECLS

/**
 * LsTimerStage:
 *
 * A stage on the path of a timer.
 */
typedef enum
{
  LS_TIMER_STAGE_INSTALLED,
  LS_TIMER_STAGE_DELAYED_INCOMING,
  LS_TIMER_STAGE_DUE,
  LS_TIMER_STAGE_DELAYED_WORK,
  LS_TIMER_STAGE_SELECTED,
  LS_TIMER_STAGE_FIRED,
  LS_N_TIMER_STAGES
} LsTimerStage;

#define LS_TYPE_TIMER_PATH (ls_timer_path_get_type ())
G_DECLARE_FINAL_TYPE (LsTimerPath, ls_timer_path, LS, TIMER_PATH, GtkBox)

void         ls_timer_path_update    (LsTimerPath *self,
                                      LsPlayer    *player);
guint32      ls_timer_path_get_timer (LsTimerPath *self);
LsTimerStage ls_timer_path_get_stage (LsTimerPath *self);

G_END_DECLS
