/* ls-session-progress.h: who is told how far reading a session is
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * LsSessionProgressFunc:
 * @fraction: how much of the work is done, from 0 to 1
 * @user_data: what was given
 *
 * Is told how far something is, on the thread that does it.
 */
typedef void (*LsSessionProgressFunc) (double   fraction,
                                       gpointer user_data);

G_END_DECLS
