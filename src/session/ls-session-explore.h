/* ls-session-explore.h: sessions under all interleavings of their agents
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-explorer.h"
#include "ls-session.h"

G_BEGIN_DECLS

#ifndef __GI_SCANNER__
LsExplorer *ls_session_explorer_new           (LsSession               *session,
                                               const LsExploreOptions  *options,
                                               GError                 **error);
GArray     *ls_session_explorer_get_schedule  (LsExplorer              *explorer,
                                               guint                    index,
                                               GPtrArray              **lines);
LsSession  *ls_session_explorer_make_session  (LsExplorer              *explorer,
                                               LsSession               *session,
                                               guint                    index,
                                               GError                 **error);
char       *ls_session_explorer_get_key       (LsSession               *session);
#endif

G_END_DECLS
