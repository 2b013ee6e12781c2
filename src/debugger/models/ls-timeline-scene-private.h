/* ls-timeline-scene-private.h: shared by the files of the scene
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-timeline-scene.h"

G_BEGIN_DECLS

struct _LsTimelineScene
{
  GObject          parent_instance;

  LsPlayer        *player;
  LsTrace         *trace;        /* what a scene without a player shows, or NULL */
  LsTimelineModel *model;
  LsTimeAxis      *axis;
  GSettings       *settings;
  double           now;          /* time of the position before the last change */

  char            *note;         /* what the marks at the position say, NULL for nothing */

  GArray          *rows;         /* (element-type LsTimelineRow) */
  GPtrArray       *hidden;       /* (element-type utf8) */
  GPtrArray       *pinned;       /* (element-type utf8) */
  GPtrArray       *order;        /* (element-type utf8): all of default_order */
  gboolean         expanded;
  guint            n_tracks;     /* number of tracks when the rows were made */
  guint            used;         /* tracks of the main agent with something on them, one bit each */
  guint            used_hash;    /* hash of the tracks of all agents with something on them */
  gboolean         in_lesson;    /* rows with nothing on them are left out, and time is shown wherever some passes */
  LsTimelineUnit   unit;         /* the user's choice */
  guint32          chosen_end;   /* the step after the last one of the run for which the unit was chosen */
  GHashTable      *folded;       /* by name of agent: whether the user folded it, plus 1 */

  gboolean         has_range;
  guint64          anchor, other;
  gboolean         extending;    /* the range follows the position when that changes */
};

/* ls-timeline-rows.c */
void ls_timeline_scene_load_rows   (LsTimelineScene *self);
void ls_timeline_scene_load_folded (LsTimelineScene *self);
void ls_timeline_scene_make_rows   (LsTimelineScene *self);
void ls_timeline_scene_update_rows (LsTimelineScene *self);

G_END_DECLS
