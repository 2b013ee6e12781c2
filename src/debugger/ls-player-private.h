/* ls-player-private.h: what the files of the player share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-player.h"

G_BEGIN_DECLS

/* How many records views look at in one frame: some milliseconds for all of them. */
#define LS_PLAYER_RECORDS_EACH_FRAME 100000

/* What is to be done when the player is where it was before another run took the place of its trace. */
typedef struct
{
  LsPlayerFunc    func;
  gpointer        data;
  GDestroyNotify  destroy;
} LsDeferred;

struct _LsPlayer
{
  GObject           parent_instance;

  LsTrace          *trace;
  LsState          *state;
  LsState          *names;             /* seeks forwards only: knows names that the position does not know yet */
  LsPlayerMoreFunc  more;
  gpointer          more_data;

  gsize             start, length;     /* as last announced */
  guint32           pending_step;      /* a step that was wanted before it was recorded, 0 for none */
  gboolean          pending_end;
  LsStepping       *pending_search;    /* looks for where a step ends, NULL for none */
  gsize             pending_target;    /* where it ends, G_MAXSIZE while that is not known */
  gboolean          pending_back;      /* whether it goes back in time */
  gboolean          pending_breaks;    /* whether breakpoints on its way stop it */
  LsRecordKind      pending_kind;      /* a record that is waited for, NONE for none */
  guint32           pending_subject;
  gsize             pending_scanned;
  gsize             pending_position;  /* a position that was wanted before it was recorded, 0 for none */
  gboolean          pending_moment;    /* whether @moment is waited for */
  LsPlayerFindFunc  pending_find;      /* looks for a position that is waited for, NULL for none */
  gpointer          pending_find_data;
  GDestroyNotify    pending_find_destroy;
  LsMoment          moment;

  LsBreakpoints    *breakpoints;       /* where a run stops, NULL for nowhere */
  LsBreakMatcher   *matcher;           /* looks for them in the trace, NULL before anybody asked */
  guint             matcher_serial;    /* of @breakpoints, when @matcher was made */
  int               pending_break;     /* 1 if the next breakpoint is looked for, -1 if the one before */
  gsize             break_position;    /* where breakpoints stopped last, G_MAXSIZE for nowhere */

  gboolean          restarted;         /* another trace, in which nothing has been moved to */
  GQueue            deferred;          /* (element-type LsDeferred) */

  gboolean          running;
  double            speed;
  gint64            last_frame;        /* frame time of the last tick of a run, 0 before the first */
  double            target;            /* µs of loop time that the run has come to */
  guint             frame_source;      /* notes when the frame has been drawn, 0 if it has or none was begun */
  gint64            frame_begun;       /* µs of processor time: when the last frame that shows something new began */
  gint64            rest_until;        /* µs, monotonic: until then a run at full speed shows nothing new */
  gsize             records_each_frame;/* how much of the trace may be announced at once */

  gboolean          watched;           /* by views that are seen */
  gboolean          held_grew;         /* while it was not, for when it is again */
  gboolean          held_changed;

  LsSelectionKind   selection_kind;
  guint32           selection_id;
  guint32           agent;             /* whose queues are shown, 0 for those of who has the baton */
};

void     ls_player_wake           (LsPlayer *self);
void     ls_player_move_to        (LsPlayer *self,
                                   gsize     position);
void     ls_player_do_deferred    (LsPlayer *self);
void     ls_player_note_running   (LsPlayer *self,
                                   gboolean  running);
void     ls_player_note_length    (LsPlayer *self,
                                   gsize     length);
void     ls_player_note_start     (LsPlayer *self);
LsBreakMatcher *ls_player_get_matcher (LsPlayer *self);
void     ls_player_stop_at_break  (LsPlayer *self,
                                   gsize     position);

/* ls-player-run.c */
void     ls_player_stop_running   (LsPlayer *self);

/* ls-player-seek.c */
gboolean ls_player_request_step   (LsPlayer *self,
                                   guint32   step);
void     ls_player_clear_pending  (LsPlayer *self);
void     ls_player_finish_pending (LsPlayer *self);

G_END_DECLS
