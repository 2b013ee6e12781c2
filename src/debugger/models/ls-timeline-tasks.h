/* ls-timeline-tasks.h: the tasks of a timeline by number
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * LsTimelineTask:
 * @posted: position after the record of its posting, 0 if there is none or the trace has dropped it
 * @ready: position after the record that made it ready to run, 0 if it is not ready yet
 * @poster: the task that was running when it was posted, 0 for none
 * @span: index of its span plus 1, 0 if it has not run
 * @queue: the scheduler task queue that it is in, 0 for none
 * @agent: the agent of its span
 * @track: the kind of the track of the span
 * @is_removed: whether it will not run
 */
typedef struct
{
  guint32 posted, ready;
  guint32 poster;
  guint32 span;
  guint32 queue;
  guint16 agent;
  guint8  track;
  guint8  is_removed;
} LsTimelineTask;

typedef struct _LsTimelineTasks LsTimelineTasks;

LsTimelineTasks *ls_timeline_tasks_new       (void);
void             ls_timeline_tasks_free      (LsTimelineTasks       *self);
void             ls_timeline_tasks_clear     (LsTimelineTasks       *self,
                                              guint32                first);
guint32          ls_timeline_tasks_get_first (const LsTimelineTasks *self);
guint32          ls_timeline_tasks_get_n     (const LsTimelineTasks *self);
LsTimelineTask  *ls_timeline_tasks_get       (const LsTimelineTasks *self,
                                              guint32                task);
LsTimelineTask  *ls_timeline_tasks_add       (LsTimelineTasks       *self,
                                              guint32                task);
void             ls_timeline_tasks_drop      (LsTimelineTasks       *self,
                                              guint32                n_tasks);

G_END_DECLS
