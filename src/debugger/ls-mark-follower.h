/* ls-mark-follower.h: takes bookmarks and notes along when a session runs in another way
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-engine-thread.h"
#include "ls-player.h"

G_BEGIN_DECLS

typedef struct _LsMarkFollower LsMarkFollower;

LsMarkFollower *ls_mark_follower_new     (LsPlayer       *player,
                                          LsEngineThread *thread);
void            ls_mark_follower_free    (LsMarkFollower *self);
void            ls_mark_follower_set_session (LsMarkFollower *self,
                                          LsSession      *session);
void            ls_mark_follower_set_active (LsMarkFollower *self,
                                          gboolean        active);
void            ls_mark_follower_wake    (LsMarkFollower *self);
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
