/* ls-inferred.h: says what a recording does not say, and what is inferred
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-state.h"

G_BEGIN_DECLS

char  *ls_inferred_of_task   (LsState  *state,
                              guint32   task,
                              char    **explanation);
char  *ls_inferred_of_signal (LsState  *state,
                              guint32   signal,
                              char    **explanation);

G_END_DECLS
