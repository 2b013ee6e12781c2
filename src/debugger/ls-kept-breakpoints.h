/* ls-kept-breakpoints.h: breakpoints of scripts, whose files have no place for them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-session.h"

G_BEGIN_DECLS

gboolean ls_kept_breakpoints_fit  (LsSession *session,
                                   GFile     *file);
void     ls_kept_breakpoints_save (LsSession *session,
                                   GFile     *file);
void     ls_kept_breakpoints_load (LsSession *session,
                                   GFile     *file);

G_END_DECLS
