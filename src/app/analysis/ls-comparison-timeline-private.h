/* ls-comparison-timeline-private.h: what the files of the timeline of two runs share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-comparison-timeline.h"
#include "ls-timeline-layers.h"

G_BEGIN_DECLS

#define LS_COMPARISON_TIMELINE_N_SIDES 2

/* A row of both runs. */
typedef struct
{
  guint32     agent;
  LsTrackKind kind;
} LsComparisonTimelineRow;

/* When a task ran that is not at the same place in the other run, in µs. */
typedef struct
{
  guint64 start, end;
} LsComparisonTimelineMark;

/* One of the runs. */
typedef struct
{
  LsTimelineScene *scene;
  GPtrArray       *marks;      /* (element-type GArray): for each row its marks, in the order of time */
  guint            n_marked;
} LsComparisonTimelineSide;

struct _LsComparisonTimeline
{
  GtkWidget      parent_instance;

  LsComparison  *comparison;
  LsTimeAxis    *axis;
  LsComparisonTimelineSide sides[LS_COMPARISON_TIMELINE_N_SIDES];
  GArray        *rows;         /* (element-type LsComparisonTimelineRow) */
  LsLayoutCache *texts;
  guint32        selected;     /* row of the comparison, or LS_COMPARISON_NONE */
  guint32        n_looked;     /* rows of the comparison whose tasks have marks if they need some */
  gboolean       has_rows;
  guint          tick;
  double         pointer_x;
};

static inline LsTimelineModel *
get_model (LsComparisonTimeline *self,
           LsComparisonSide      side)
{
  return ls_timeline_scene_get_model (self->sides[side].scene);
}

static inline LsComparisonTimelineRow *
get_row (LsComparisonTimeline *self,
         guint                 index)
{
  return &g_array_index (self->rows, LsComparisonTimelineRow, index);
}

double           ls_comparison_timeline_get_row_y    (LsComparisonTimeline *self,
                                                      LsComparisonSide      side,
                                                      guint                 row);
const LsTrack   *ls_comparison_timeline_get_track    (LsComparisonTimeline *self,
                                                      LsComparisonSide      side,
                                                      guint                 index);
void             ls_comparison_timeline_get_selected (LsComparisonTimeline *self,
                                                      guint32               tasks[LS_COMPARISON_TIMELINE_N_SIDES]);

/* ls-comparison-timeline-draw.c */
void             ls_comparison_timeline_snapshot     (GtkWidget            *widget,
                                                      GtkSnapshot          *snapshot);

G_END_DECLS
