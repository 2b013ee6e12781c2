/* ls-timeline-model-private.h: what the files of the model share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-state.h"
#include "ls-time-axis.h"
#include "ls-timeline-model.h"

G_BEGIN_DECLS

struct _LsTimelineModel
{
  GObject     parent_instance;

  LsTrace    *trace;
  gsize       start;              /* the first record that it knows */
  guint64     start_time;         /* µs */
  gsize       n_read;             /* records */
  guint64     end;                /* µs */
  GPtrArray  *tracks;             /* (element-type LsTrack) */
  GHashTable *signals;            /* the number of its track, by signal */
  GArray     *signal_marks;       /* (element-type LsTimeMark): of all signals */
  guint32     first_task;         /* of those in @tasks that are left */
  guint32     n_gone;             /* those before it that still take memory */
  guint32     n_unswept;          /* tasks that went since @old_tasks was gone through */
  gboolean    is_behind;          /* there are more tasks to drop */
  GArray     *tasks;              /* (element-type LsTimelineTask): by task */
  GHashTable *old_tasks;          /* (element-type LsTimelineTask): those before that are not over, by task */
  LsSpanList *gaps;               /* when nothing was to be done */

  guint32     task;               /* whose turn it is, 0 for none */
  LsTrackKind track;              /* of that task */
  gboolean    started;            /* whether it has a span */
};

void ls_timeline_model_add_track   (LsTimelineModel *self,
                                    LsTrackKind      kind,
                                    guint32          signal);

LsTimelineTask *ls_timeline_model_find_task (LsTimelineModel *self,
                                             guint32          task);

/* ls-timeline-reader.c */
void ls_timeline_model_begin_at    (LsTimelineModel *self,
                                    gsize            start);
void ls_timeline_model_read_record (LsTimelineModel *self,
                                    const LsRecord  *record,
                                    guint32          position);

G_END_DECLS
