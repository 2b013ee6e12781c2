/* ls-reading-bar.h: tells that the rest of a recording is still being read
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "ls-opening.h"

G_BEGIN_DECLS

#define LS_TYPE_READING_BAR (ls_reading_bar_get_type ())
G_DECLARE_FINAL_TYPE (LsReadingBar, ls_reading_bar, LS, READING_BAR, AdwBin)

void ls_reading_bar_set_opening (LsReadingBar *self,
                                 LsOpening    *opening);

G_END_DECLS
