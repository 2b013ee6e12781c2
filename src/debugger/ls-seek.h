/* ls-seek.h: a move of the player that may take more than one frame
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-stepping.h"

G_BEGIN_DECLS

/* How many records all views together look at in one frame, which takes some milliseconds. */
#define LS_RECORDS_EACH_FRAME 100000

/**
 * LsMoment:
 * @step: steps that have ended
 * @n_records: records after that, those of breakpoints not counted
 *
 * A position in words that hold for another run of the same session with other breakpoints: plain data.
 */
typedef struct
{
  guint32 step;
  guint32 n_records;
} LsMoment;

/**
 * LsSeekMoreFunc:
 * @step: the step that is wanted
 * @user_data: what was given
 *
 * Asks the writer of the trace to go on to @step at least.
 *
 * Returns: %TRUE if there will be more; %FALSE if the trace is at its end
 */
typedef gboolean (*LsSeekMoreFunc) (guint32  step,
                                    gpointer user_data);

/**
 * LsSeekFindFunc:
 * @trace: the trace, of which more may be recorded later
 * @position: (out): what was looked for
 * @user_data: what was given
 *
 * Looks for a position.
 *
 * Returns: whether it is there already
 */
typedef gboolean (*LsSeekFindFunc) (LsTrace  *trace,
                                    gsize    *position,
                                    gpointer  user_data);

/**
 * LsSeekContext:
 * @trace: where to look
 * @position: where the player is
 * @length: how much of the trace views know of
 * @matcher: (nullable): the breakpoints that stop a move; for a move with ls_seek_stops_at_breakpoints()
 * @more: (nullable): asks for more of the trace
 * @more_data: goes to @more
 *
 * What a move sees of the player.
 */
typedef struct
{
  LsTrace        *trace;
  gsize           position;
  gsize           length;
  LsBreakMatcher *matcher;
  LsSeekMoreFunc  more;
  gpointer        more_data;
} LsSeekContext;

/**
 * LsSeekResult:
 * @LS_SEEK_PENDING: the move goes on in another frame, from the same position
 * @LS_SEEK_MOVING: the move goes on in another frame, from a new position
 * @LS_SEEK_ARRIVED: the move ends at a position
 * @LS_SEEK_AT_BREAKPOINT: a breakpoint ends the move at a position
 * @LS_SEEK_LOST: the run ended without what the move looks for
 *
 * What has become of a move.
 */
typedef enum
{
  LS_SEEK_PENDING,
  LS_SEEK_MOVING,
  LS_SEEK_ARRIVED,
  LS_SEEK_AT_BREAKPOINT,
  LS_SEEK_LOST
} LsSeekResult;

/**
 * LsSeek:
 *
 * A move to a position that may not be recorded yet, or that takes longer to find than a frame has time for. There is a class for
 * each kind of move.
 */
typedef struct _LsSeek LsSeek;

/* ls-seek.c */
void          ls_seek_free                  (LsSeek              *self);
LsSeekResult  ls_seek_advance               (LsSeek              *self,
                                             const LsSeekContext *context,
                                             gsize               *position);
gboolean      ls_seek_get_moment            (LsSeek              *self,
                                             LsMoment            *moment);
gboolean      ls_seek_stops_at_breakpoints  (LsSeek              *self);
LsSeek       *ls_seek_new_for_position      (gsize                position);
LsSeek       *ls_seek_new_for_step          (guint32              step);
LsSeek       *ls_seek_new_for_moment        (const LsMoment      *moment);
LsSeek       *ls_seek_new_for_end           (void);

/* ls-seek-search.c */
LsSeek       *ls_seek_new_for_record        (LsRecordKind         kind,
                                             guint32              subject);
gboolean      ls_seek_get_action            (LsSeek              *seek,
                                             guint               *action);
LsSeek       *ls_seek_new_for_found         (LsSeekFindFunc       find,
                                             gpointer             user_data,
                                             GDestroyNotify       destroy);
LsSeek       *ls_seek_new_for_stepping      (LsStepping          *stepping,
                                             gboolean             backwards,
                                             gboolean             stops_at_breakpoints);
LsSeek       *ls_seek_new_for_breakpoint    (gboolean             backwards);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsSeek, ls_seek_free)

G_END_DECLS
