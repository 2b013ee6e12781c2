/* ls-moment-group.h: asks when an action is done
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "ls-stamp.h"

G_BEGIN_DECLS

#define LS_TYPE_MOMENT_GROUP (ls_moment_group_get_type ())
G_DECLARE_FINAL_TYPE (LsMomentGroup, ls_moment_group, LS, MOMENT_GROUP, AdwPreferencesGroup)

void     ls_moment_group_set_moments (LsMomentGroup *self,
                                      const LsStamp *own,
                                      const LsStamp *shown);
gboolean ls_moment_group_get_moment  (LsMomentGroup *self,
                                      LsStamp       *stamp);

G_END_DECLS
