/* ls-timeline-scene-private.h: what the files of the scene share
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
  LsTimelineModel *model;
  LsTimeAxis      *axis;
  GSettings       *settings;
  double           now;          /* the position's time before the last change */

  GArray          *rows;         /* (element-type LsTimelineRow) */
  GPtrArray       *hidden;       /* (element-type utf8) */
  GPtrArray       *pinned;       /* (element-type utf8) */
  GPtrArray       *order;        /* (element-type utf8): all of default_order */
  gboolean         expanded;
  guint            n_tracks;     /* that the rows were made for */
  guint            used;         /* tracks of the main agent with something on them, a bit each */
  guint            used_hash;    /* of those of all agents */
  LsTimelineUnit   unit;         /* that the user wants */
  GHashTable      *folded;       /* names of agents: folded or not, if the user said so; plus 1 */

  gboolean         has_range;
  guint64          anchor, other;
  gboolean         extending;    /* up to the position, when it is there */
};

/* ls-timeline-rows.c */
void ls_timeline_scene_load_rows   (LsTimelineScene *self);
void ls_timeline_scene_make_rows   (LsTimelineScene *self);
void ls_timeline_scene_update_rows (LsTimelineScene *self);

G_END_DECLS
