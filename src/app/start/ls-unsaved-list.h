/* ls-unsaved-list.h: lets the user choose which unsaved sessions to save
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define LS_TYPE_UNSAVED_LIST (ls_unsaved_list_get_type ())
G_DECLARE_FINAL_TYPE (LsUnsavedList, ls_unsaved_list, LS, UNSAVED_LIST, AdwBin)

void     ls_unsaved_list_append      (LsUnsavedList *self,
                                      const char    *title,
                                      const char    *place);
gboolean ls_unsaved_list_get_checked (LsUnsavedList *self,
                                      guint          index);

G_END_DECLS
