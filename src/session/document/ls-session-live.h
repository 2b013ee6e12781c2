/* ls-session-live.h: a session that shows a program that runs elsewhere
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-session.h"
#include "ls-watch.h"

G_BEGIN_DECLS

LsSession *ls_session_new_for_watch (LsWatch    *watch,
                                     const char *title);
LsWatch   *ls_session_get_watch     (LsSession  *self);

G_END_DECLS
