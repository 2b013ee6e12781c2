/* ls-player-private.h: what the files of the player share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-player.h"

G_BEGIN_DECLS

/* A call that waits until the player is back at the moment that it showed before another run replaced its trace. */
typedef struct
{
  LsPlayerFunc    func;
  gpointer        data;
  GDestroyNotify  destroy;
} LsDeferred;

struct _LsPlayer
{
  GObject           parent_instance;

  LsTrace          *trace;             /* what is shown: all of @whole, or what is not behind the curtain */
  LsTrace          *whole;             /* of the run */
  LsState          *state;
  LsState          *names;             /* goes forwards only, and knows names that @state does not know yet */
  LsSeekMoreFunc    more;
  gpointer          more_data;

  guint             curtain;           /* LsCurtain: what the curtain hides, 0 without one */
  gboolean          carries;           /* the next move to a moment takes the curtain along */
  gboolean          is_carrying;       /* the move that is under way does */

  gsize             start, length;     /* as last announced */
  LsSeek           *seek;              /* the move that is under way, NULL for none */

  LsBreakpoints    *breakpoints;       /* where a run stops, NULL for nowhere */
  LsBreakMatcher   *matcher;           /* looks for them in the trace, NULL before the first look */
  guint             matcher_serial;    /* of @breakpoints, when @matcher was made */
  gsize             break_position;    /* where breakpoints stopped last, G_MAXSIZE for nowhere */

  gboolean          restarted;         /* the trace is another one, in which the player has not moved yet */
  GQueue            deferred;          /* (element-type LsDeferred) */

  gboolean          running;
  gboolean          follows;           /* the run shows what a program does elsewhere, as it comes */
  double            speed;
  gint64            last_frame;        /* frame time of the last tick of a run, 0 before the first */
  double            step_rate;         /* steps in a second; 0 for loop time at @speed */
  double            target;            /* µs of loop time that the run has reached */
  double            due_steps;         /* how many steps the run is behind, with @step_rate */
  guint             frame_source;      /* notes when the frame was drawn, 0 if there is no frame to draw */
  gint64            frame_begun;       /* µs of processor time: when the last frame that shows something new began */
  gint64            rest_until;        /* µs, monotonic: until then a run at full speed shows nothing new */
  gsize             records_each_frame;/* how much of the trace may be announced at once */

  gboolean          watched;           /* a user sees its views */
  gboolean          held_grew;         /* signals that are held back while it is not watched */
  gboolean          held_changed;

  LsRecording      *recording;         /* that the trace was made of, or NULL */
  GArray           *threads;           /* (element-type guint): of the recording, by agent; NULL without one */

  LsSelectionKind   selection_kind;
  guint32           selection_id;
  guint32           agent;             /* whose queues are shown, 0 for the agent that has the baton */
};

void     ls_player_move_to        (LsPlayer *self,
                                   gsize     position);
void     ls_player_note_running   (LsPlayer *self,
                                   gboolean  running);
void     ls_player_note_length    (LsPlayer *self,
                                   gsize     length);
void     ls_player_note_start     (LsPlayer *self);
LsBreakMatcher *ls_player_get_matcher (LsPlayer *self);
void     ls_player_stop_at_break  (LsPlayer *self,
                                   gsize     position);

void     ls_player_show_trace     (LsPlayer *self,
                                   LsTrace  *trace,
                                   gsize     position);

/* ls-player-deferred.c */
void     ls_player_do_deferred    (LsPlayer *self);
void     ls_player_clear_deferred (LsPlayer *self);

/* ls-player-curtain.c */
gboolean ls_player_hides_future   (LsPlayer *self);
LsTrace *ls_player_make_part      (LsPlayer *self);
void     ls_player_show_part      (LsPlayer *self,
                                   gsize     position);

/* ls-player-run.c */
void     ls_player_stop_running   (LsPlayer *self);

/* ls-player-seek.c */
gboolean ls_player_request_step   (LsPlayer *self,
                                   guint32   step);
void     ls_player_cancel_seek    (LsPlayer *self);
void     ls_player_advance_seek   (LsPlayer *self);

G_END_DECLS
