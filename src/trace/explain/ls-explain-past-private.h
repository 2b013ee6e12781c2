/* ls-explain-past-private.h: explanations for those who have seen what came
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-state.h"

G_BEGIN_DECLS

char *ls_explain_say_ran (LsState *state);

G_END_DECLS
