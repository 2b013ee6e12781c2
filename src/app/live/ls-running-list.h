/* ls-running-list.h: programs that run and can be joined
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define LS_TYPE_RUNNING_LIST (ls_running_list_get_type ())
G_DECLARE_FINAL_TYPE (LsRunningList, ls_running_list, LS, RUNNING_LIST, AdwPreferencesGroup)

void ls_running_list_show   (LsRunningList *self,
                             GPtrArray     *programs,
                             const char    *problem);
void ls_running_list_filter (LsRunningList *self,
                             const char    *needle);

G_END_DECLS
