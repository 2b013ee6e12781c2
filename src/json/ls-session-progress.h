/* ls-session-progress.h: the callback of those who wait for a session
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
 * Tells how far work has come. It is called on the thread that does the work.
 */
typedef void (*LsSessionProgressFunc) (double   fraction,
                                       gpointer user_data);

G_END_DECLS
