/* ls-mark-follower.h: takes bookmarks and notes along when a session runs in another way
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-debugger.h"

G_BEGIN_DECLS

typedef struct _LsMarkFollower LsMarkFollower;

LsMarkFollower *ls_mark_follower_new     (LsDebugger     *debugger);
void            ls_mark_follower_free    (LsMarkFollower *self);
void            ls_mark_follower_clear   (LsMarkFollower *self);
void            ls_mark_follower_leave   (LsMarkFollower *self,
                                          LsTrace        *trace);
GPtrArray      *ls_mark_follower_dup     (LsMarkFollower *self);
void            ls_mark_follower_take    (LsMarkFollower *self,
                                          GPtrArray      *marks);
gboolean        ls_mark_follower_is_lost (LsMarkFollower *self,
                                          const LsMark   *mark,
                                          gboolean        is_note);
gboolean        ls_mark_follower_is_busy (LsMarkFollower *self);

G_END_DECLS
