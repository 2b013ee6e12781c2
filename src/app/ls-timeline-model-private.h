/* ls-timeline-model-private.h: what the files of the model share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-time-axis.h"
#include "ls-timeline-model.h"

G_BEGIN_DECLS

struct _LsTimelineModel
{
  GObject     parent_instance;

  LsTrace    *trace;
  gsize       n_read;             /* records */
  guint64     end;                /* µs */
  GPtrArray  *tracks;             /* (element-type LsTrack) */
  GArray     *signals;            /* (element-type guint32): by signal, the number of its track, 0 for none */
  GArray     *names;              /* (element-type guint32): by signal, the text that is its name */
  GArray     *signal_marks;       /* (element-type LsTimeMark): of all signals */
  GArray     *tasks;              /* (element-type LsTimelineTask): by task */
  LsSpanList *gaps;               /* when nothing was to be done */

  guint32     task;               /* whose turn it is, 0 for none */
  LsTrackKind track;              /* of that task */
  gboolean    started;            /* whether it has a span */
};

void ls_timeline_model_add_track   (LsTimelineModel *self,
                                    LsTrackKind      kind,
                                    guint32          signal);

/* ls-timeline-reader.c */
void ls_timeline_model_read_record (LsTimelineModel *self,
                                    const LsRecord  *record,
                                    guint32          position);

G_END_DECLS
