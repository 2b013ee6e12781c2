/* ls-welcome.h: the page that a window starts with
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "ls-debugger.h"

G_BEGIN_DECLS

#define LS_TYPE_WELCOME (ls_welcome_get_type ())
G_DECLARE_FINAL_TYPE (LsWelcome, ls_welcome, LS, WELCOME, AdwBin)

void ls_welcome_set_programs (LsWelcome  *self,
                              GMenuModel *programs);
void ls_welcome_set_unsaved  (LsWelcome  *self,
                              GPtrArray  *entries);
void ls_welcome_show_error   (LsWelcome  *self,
                              const char *heading,
                              const char *message);
void ls_welcome_search       (LsWelcome  *self,
                              const char *text);

void ls_welcome_show_lessons (LsWelcome  *self);

G_END_DECLS
