/* ls-seek-private.h: what kinds of moves are made of
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-seek.h"

G_BEGIN_DECLS

/*< private >
 * LsSeekClass:
 * @advance: goes on for a frame; see ls_seek_advance()
 * @clear: (nullable): frees what the move has beside itself
 * @get_moment: (nullable): where the move ends, of a kind that knows it at its beginning
 */
typedef struct
{
  LsSeekResult (*advance)    (LsSeek              *self,
                              const LsSeekContext *context,
                              gsize               *position);
  void         (*clear)      (LsSeek              *self);
  gboolean     (*get_moment) (LsSeek              *self,
                              LsMoment            *moment);
} LsSeekClass;

/*< private >
 * LsSeek:
 * @klass: what kind of move it is
 * @stops_at_breakpoints: whether a breakpoint on the way ends it
 *
 * Each kind has this at its beginning. */
struct _LsSeek
{
  const LsSeekClass *klass;
  gboolean           stops_at_breakpoints;
};

gboolean ls_seek_request_more (const LsSeekContext *context);

G_END_DECLS
