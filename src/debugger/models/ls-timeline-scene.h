/* ls-timeline-scene.h: the state that the parts of a timeline share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "ls-player.h"
#include "ls-time-axis.h"
#include "ls-timeline-model.h"

G_BEGIN_DECLS

/** LS_TIMELINE_ROW_SIGNALS: the track number of the row that stands for all signals. */
#define LS_TIMELINE_ROW_SIGNALS G_MAXUINT

/**
 * LsTimelineUnit:
 * @LS_TIMELINE_UNIT_AUTO: steps if most steps of the run share one instant, otherwise time
 * @LS_TIMELINE_UNIT_TIME: time
 * @LS_TIMELINE_UNIT_STEP: steps, each equally wide
 *
 * The unit of the axis.
 */
typedef enum
{
  LS_TIMELINE_UNIT_AUTO,
  LS_TIMELINE_UNIT_TIME,
  LS_TIMELINE_UNIT_STEP
} LsTimelineUnit;

/**
 * LsTimelineRow:
 * @track: a track of the model, or %LS_TIMELINE_ROW_SIGNALS
 * @pinned: whether the row stays at the top, with the arrows of all its tasks
 */
typedef struct
{
  guint    track;
  gboolean pinned;
} LsTimelineRow;

/**
 * LsTimelineTotals:
 * @n_tasks: number of tasks that ran during some of the time
 * @busy: µs
 * @idle: µs in which there was nothing to do
 * @microtasks: µs
 * @ran: µs in which an agent had the baton; @busy if there is only one agent
 * @waited: µs in which the agent was suspended in `Atomics.wait()`
 * @n_by_track: number of tasks by track
 * @busy_by_track: µs by track
 * @longest: the longest task that began in the range, 0 for none
 * @longest_duration: µs
 *
 * The totals of a range of time. If there are several agents, @busy and @idle are sums over all of them.
 */
typedef struct
{
  guint   n_tasks;
  guint64 busy, idle, microtasks;
  guint64 ran, waited;
  guint   n_by_track[LS_N_TRACKS];
  guint64 busy_by_track[LS_N_TRACKS];
  guint32 longest;
  guint64 longest_duration;
} LsTimelineTotals;

#define LS_TYPE_TIMELINE_SCENE (ls_timeline_scene_get_type ())
G_DECLARE_FINAL_TYPE (LsTimelineScene, ls_timeline_scene, LS, TIMELINE_SCENE, GObject)

LsTimelineScene     *ls_timeline_scene_new          (void);
void                 ls_timeline_scene_set_player   (LsTimelineScene  *self,
                                                     LsPlayer         *player);
void                 ls_timeline_scene_set_trace    (LsTimelineScene  *self,
                                                     LsTrace          *trace,
                                                     LsTimeAxis       *axis,
                                                     gboolean          by_step);
gboolean             ls_timeline_scene_goes_by_step (LsTimelineScene  *self,
                                                     LsTrace          *trace);
LsPlayer            *ls_timeline_scene_get_player   (LsTimelineScene  *self);
LsTimelineModel     *ls_timeline_scene_get_model    (LsTimelineScene  *self);
LsTimeAxis          *ls_timeline_scene_get_axis     (LsTimelineScene  *self);
LsTimelineUnit       ls_timeline_scene_get_unit     (LsTimelineScene  *self);
void                 ls_timeline_scene_set_unit     (LsTimelineScene  *self,
                                                     LsTimelineUnit    unit);
void                 ls_timeline_scene_set_in_lesson (LsTimelineScene *self,
                                                     gboolean          in_lesson);
const char          *ls_timeline_scene_get_note     (LsTimelineScene  *self);
void                 ls_timeline_scene_set_note     (LsTimelineScene  *self,
                                                     const char       *note);
gboolean             ls_timeline_scene_read         (LsTimelineScene  *self);
double               ls_timeline_scene_get_now      (LsTimelineScene  *self);
void                 ls_timeline_scene_seek         (LsTimelineScene  *self,
                                                     double            time);

const LsTimelineRow *ls_timeline_scene_get_rows     (LsTimelineScene  *self,
                                                     guint            *n_rows);
char                *ls_timeline_scene_format_row   (LsTimelineScene  *self,
                                                     guint             track);
gboolean             ls_timeline_scene_is_hidden    (LsTimelineScene  *self,
                                                     guint             track);
void                 ls_timeline_scene_set_hidden   (LsTimelineScene  *self,
                                                     guint             track,
                                                     gboolean          hidden);
gboolean             ls_timeline_scene_is_pinned    (LsTimelineScene  *self,
                                                     guint             track);
void                 ls_timeline_scene_set_pinned   (LsTimelineScene  *self,
                                                     guint             track,
                                                     gboolean          pinned);
gboolean             ls_timeline_scene_has_row      (LsTimelineScene  *self,
                                                     guint             track);
gboolean             ls_timeline_scene_is_folded    (LsTimelineScene  *self,
                                                     guint32           agent);
void                 ls_timeline_scene_set_folded   (LsTimelineScene  *self,
                                                     guint32           agent,
                                                     gboolean          folded);
gboolean             ls_timeline_scene_can_move     (LsTimelineScene  *self,
                                                     guint             track);
gboolean             ls_timeline_scene_is_expanded  (LsTimelineScene  *self);
void                 ls_timeline_scene_set_expanded (LsTimelineScene  *self,
                                                     gboolean          expanded);
void                 ls_timeline_scene_move         (LsTimelineScene  *self,
                                                     guint             track,
                                                     int               direction);
void                 ls_timeline_scene_reset_rows   (LsTimelineScene  *self);

gboolean             ls_timeline_scene_get_range    (LsTimelineScene  *self,
                                                     guint64          *from,
                                                     guint64          *to);
void                 ls_timeline_scene_set_range    (LsTimelineScene  *self,
                                                     double            anchor,
                                                     double            other);
void                 ls_timeline_scene_clear_range  (LsTimelineScene  *self);
void                 ls_timeline_scene_extend_range (LsTimelineScene  *self,
                                                     double            time);
void                 ls_timeline_scene_step_range   (LsTimelineScene  *self,
                                                     gboolean          back);
void                 ls_timeline_scene_get_totals   (LsTimelineScene  *self,
                                                     guint64           from,
                                                     guint64           to,
                                                     LsTimelineTotals *totals);
void                 ls_timeline_scene_get_agent_totals (LsTimelineScene *self,
                                                     guint32           agent,
                                                     guint64           from,
                                                     guint64           to,
                                                     LsTimelineTotals *totals);
char                *ls_timeline_scene_describe_range (LsTimelineScene *self);
void                 ls_timeline_scene_zoom_to_selection (LsTimelineScene *self);

G_END_DECLS
