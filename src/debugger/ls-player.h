/* ls-player.h: the position at which the window shows a trace
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib-object.h>

#include "ls-recording.h"
#include "ls-seek.h"
#include "ls-state.h"

G_BEGIN_DECLS

/**
 * LsSelectionKind:
 *
 * What kind of thing is selected.
 */
typedef enum
{
  LS_SELECTION_NONE = 0,
  LS_SELECTION_TASK,
  LS_SELECTION_QUEUE,
  LS_SELECTION_SIGNAL,
  LS_SELECTION_TIMER,
  LS_SELECTION_MICROTASK
} LsSelectionKind;

/**
 * LsCurtain:
 * @LS_CURTAIN_NEXT: which task is next
 * @LS_CURTAIN_WHY: why a task is next, or waits
 * @LS_CURTAIN_FUTURE: what comes after the position
 *
 * What a player hides while a question about the position is open: flags.
 */
typedef enum
{
  LS_CURTAIN_NEXT = 1 << 0,
  LS_CURTAIN_WHY = 1 << 1,
  LS_CURTAIN_FUTURE = 1 << 2
} LsCurtain;

/** LS_SPEED_MAXIMUM: as fast as frames come. */
#define LS_SPEED_MAXIMUM 0.0

#define LS_TYPE_PLAYER (ls_player_get_type ())
G_DECLARE_FINAL_TYPE (LsPlayer, ls_player, LS, PLAYER, GObject)

/**
 * LsPlayerFunc:
 * @player: a player
 * @user_data: what was given
 *
 * A call that had to wait.
 */
typedef void (*LsPlayerFunc) (LsPlayer *player,
                              gpointer  user_data);

LsPlayer       *ls_player_new                (void);
void            ls_player_set_trace          (LsPlayer         *self,
                                              LsTrace          *trace,
                                              LsSeekMoreFunc    more,
                                              gpointer          user_data);
LsTrace        *ls_player_get_trace          (LsPlayer         *self);
LsState        *ls_player_get_state          (LsPlayer         *self);
LsState        *ls_player_get_names          (LsPlayer         *self,
                                              gsize             position);
gsize           ls_player_get_position       (LsPlayer         *self);
guint32         ls_player_get_step           (LsPlayer         *self);
guint32         ls_player_get_wanted_step    (LsPlayer         *self);
gboolean        ls_player_get_wanted_action  (LsPlayer         *self,
                                              guint            *action);
gsize           ls_player_get_length         (LsPlayer         *self);
gsize            ls_player_get_start            (LsPlayer           *self);
guint64          ls_player_get_start_time       (LsPlayer           *self);
gboolean         ls_player_has_forgotten_step   (LsPlayer           *self,
                                                 guint32             step);
guint64         ls_player_get_end_time       (LsPlayer         *self);

void            ls_player_set_recording      (LsPlayer         *self,
                                              LsRecording      *recording,
                                              const guint      *threads,
                                              guint             n_threads);
LsRecording    *ls_player_get_recording      (LsPlayer         *self,
                                              const guint     **threads,
                                              guint            *n_threads);

void            ls_player_seek               (LsPlayer         *self,
                                              gsize             position);
void            ls_player_seek_when_reached  (LsPlayer         *self,
                                              LsRecordKind      kind,
                                              guint32           subject);
void            ls_player_seek_when_long     (LsPlayer         *self,
                                              gsize             position);
void            ls_player_seek_when_found    (LsPlayer         *self,
                                              LsSeekFindFunc    find,
                                              gpointer          user_data,
                                              GDestroyNotify    destroy);
void            ls_player_get_moment         (LsPlayer         *self,
                                              LsMoment         *moment);
void            ls_player_seek_moment        (LsPlayer         *self,
                                              const LsMoment   *moment);
void            ls_player_to_start           (LsPlayer         *self);
void            ls_player_to_end             (LsPlayer         *self);
void            ls_player_step               (LsPlayer         *self);
void            ls_player_step_to            (LsPlayer         *self,
                                              guint32           step);
void            ls_player_step_back          (LsPlayer         *self);
void            ls_player_step_by            (LsPlayer         *self,
                                              LsSteppingKind    kind,
                                              gboolean          backwards);
void            ls_player_run_to             (LsPlayer         *self,
                                              LsBreakpoints    *breakpoints,
                                              gboolean          backwards);
void            ls_player_set_breakpoints    (LsPlayer         *self,
                                              LsBreakpoints    *breakpoints);
char           *ls_player_get_break_reason   (LsPlayer         *self);
gboolean        ls_player_is_at_end          (LsPlayer         *self);
gboolean        ls_player_is_pending         (LsPlayer         *self);
gboolean        ls_player_is_returning       (LsPlayer         *self);
gboolean        ls_player_defer              (LsPlayer         *self,
                                              LsPlayerFunc      func,
                                              gpointer          user_data,
                                              GDestroyNotify    destroy);

void            ls_player_set_running        (LsPlayer         *self,
                                              gboolean          running);
gboolean        ls_player_get_running        (LsPlayer         *self);
void            ls_player_set_speed          (LsPlayer         *self,
                                              double            speed);
double          ls_player_get_speed          (LsPlayer         *self);
gboolean        ls_player_is_fast            (LsPlayer         *self);
void            ls_player_set_step_rate      (LsPlayer         *self,
                                              double            step_rate);
double          ls_player_get_step_rate      (LsPlayer         *self);
void            ls_player_wake               (LsPlayer         *self);
void            ls_player_look_ahead         (LsPlayer         *self);
gboolean        ls_player_tick               (LsPlayer         *self,
                                              gint64            frame_time);

void            ls_player_set_curtain        (LsPlayer         *self,
                                              guint             curtain);
guint           ls_player_get_curtain        (LsPlayer         *self);
void            ls_player_carry_curtain      (LsPlayer         *self);

void            ls_player_set_watched        (LsPlayer         *self,
                                              gboolean          watched);

void            ls_player_select             (LsPlayer         *self,
                                              LsSelectionKind   kind,
                                              guint32           id);
void            ls_player_show_agent         (LsPlayer         *self,
                                              guint32           agent);
guint32         ls_player_get_shown_agent    (LsPlayer         *self);
LsSelectionKind ls_player_get_selection      (LsPlayer         *self,
                                              guint32          *id);

G_END_DECLS
