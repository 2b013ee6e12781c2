/* ls-speed.h: the speeds of a run that the user can choose
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-player.h"

G_BEGIN_DECLS

const char *const *ls_speed_list     (void);
char              *ls_speed_describe (const char *speed);
void               ls_speed_apply    (const char *speed,
                                      LsPlayer   *player);
char              *ls_speed_get      (LsPlayer   *player);

G_END_DECLS
