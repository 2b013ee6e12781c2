/* ls-keyframes-private.h: states kept with a trace, so that any position is near one
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-world-private.h"

G_BEGIN_DECLS

/* Keyframes are taken at the frontier, as the first reader passes it: one for every so many records. When they take
 * too much memory every other one is dropped, and from then on they are taken half as often. May be used by any
 * thread. */
typedef struct _LsKeyframes LsKeyframes;

LsKeyframes *ls_keyframes_new             (void);
void         ls_keyframes_free            (LsKeyframes *self);
gsize       *ls_keyframes_get_account     (LsKeyframes *self);
gsize        ls_keyframes_get_n_frames    (LsKeyframes *self);
void         ls_keyframes_set_budget      (LsKeyframes *self,
                                           gsize        n_bytes);
gsize        ls_keyframes_get_due         (LsKeyframes *self);
void         ls_keyframes_take            (LsKeyframes *self,
                                           const LsWorld *world,
                                           gsize        begin);
guint        ls_keyframes_forget          (LsKeyframes *self,
                                           const LsWorld *start,
                                           guint64      time);
void         ls_keyframes_get_start_extent (LsKeyframes   *self,
                                            LsWorldExtent *extent);
gboolean     ls_keyframes_load            (LsKeyframes *self,
                                           gsize        position,
                                           gsize        not_before,
                                           LsWorld     *world);

G_END_DECLS
