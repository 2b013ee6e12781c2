/* ls-expectation-watch-private.h: why what is expected does not come true
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-expectation-watch.h"

G_BEGIN_DECLS

char *ls_expectation_watch_find_mistake (LsExpectationWatch *self,
                                         LsState            *state,
                                         gboolean            is_over);

G_END_DECLS
