/* ls-session-check-private.h
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-session-check.h"

G_BEGIN_DECLS

GPtrArray *ls_runner_check_all (LsRunner  *runner,
                                GPtrArray *expectations,
                                gsize      position);

G_END_DECLS
