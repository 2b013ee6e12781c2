/* ls-recorded-place.h: where in the scripts of a recorded page a task is
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-state.h"

G_BEGIN_DECLS

const char *ls_recorded_place_of_code (LsState *state,
                                       guint32  task);
const char *ls_recorded_place_of_post (LsState *state,
                                       guint32  task);

G_END_DECLS
