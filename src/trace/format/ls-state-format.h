/* ls-state-format.h: the whole state as text and as JSON
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-state.h"

G_BEGIN_DECLS

LS_AVAILABLE_IN_1_0
char       *ls_state_to_text          (LsState      *state);
LS_AVAILABLE_IN_1_0
char       *ls_state_to_json          (LsState      *state);
LS_AVAILABLE_IN_1_0
const char *ls_task_status_to_string  (LsTaskStatus  status);

G_END_DECLS
