/* test-timeline-util.h: a window with a timeline, for tests
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "test-window-util.h"

#include "ls-timeline-chart.h"
#include "ls-timeline.h"

G_BEGIN_DECLS

/* Writes records at a time that is set between them. */
typedef struct
{
  LsTrace *trace;
  LsProbe *probe;
  guint64  now;
} TestTimelineWriter;

#define PUT(what, ...) \
  test_timeline_put (&writer, (LsRecord) { .kind = LS_RECORD_ ## what, .priority = LS_TASK_PRIORITY_NONE, __VA_ARGS__ })

/* A window that shows a session, and what its timeline is made of. */
typedef struct
{
  LsWindow        *window;
  LsTimeline      *timeline;
  LsTimelineScene *scene;
  LsTimelineModel *model;
  LsTimeAxis      *axis;
  LsTimelineChart *chart;
  LsPlayer        *player;
} TestTimeline;

void               test_timeline_count      (guint              *n);
void               test_timeline_put        (TestTimelineWriter *writer,
                                             LsRecord            record);
TestTimelineWriter test_timeline_new_writer (void);
const LsSpanList  *test_timeline_get_spans  (LsTimelineModel    *model,
                                             guint               track);
TestTimeline       test_timeline_show       (const char         *example,
                                             int                 width,
                                             int                 height);
int                test_timeline_find_row   (TestTimeline       *shown,
                                             guint               track);
void               test_timeline_get_place  (TestTimeline       *shown,
                                             guint               track,
                                             double              time,
                                             double             *x,
                                             double             *y);
gboolean           test_timeline_press      (TestTimeline       *shown,
                                             guint               keyval,
                                             GdkModifierType     modifiers);

G_END_DECLS
