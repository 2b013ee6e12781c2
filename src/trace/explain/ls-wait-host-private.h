/* ls-wait-host-private.h
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-state.h"

G_BEGIN_DECLS

guint32 ls_wait_host_find (LsState *state,
                           guint32  agent,
                           gsize    position);

G_END_DECLS
