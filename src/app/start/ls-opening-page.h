/* ls-opening-page.h: the page that a window shows while it reads a session
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "ls-opening.h"

G_BEGIN_DECLS

#define LS_TYPE_OPENING_PAGE (ls_opening_page_get_type ())
G_DECLARE_FINAL_TYPE (LsOpeningPage, ls_opening_page, LS, OPENING_PAGE, AdwBin)

void ls_opening_page_set_opening (LsOpeningPage *self,
                                  LsOpening     *opening);
void ls_opening_page_reveal      (LsOpeningPage *self);

G_END_DECLS
