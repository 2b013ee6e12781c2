/* ls-poster.h: says who has posted a task
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-state.h"

G_BEGIN_DECLS

char *ls_poster_describe (LsState *state,
                          guint32  task);

G_END_DECLS
