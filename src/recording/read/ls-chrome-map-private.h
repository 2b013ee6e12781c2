/* ls-chrome-map-private.h: one event of Chromium's as one of a recording
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-chrome-events-private.h"
#include "ls-chrome-specs-private.h"

G_BEGIN_DECLS

/*< private >
 * LsChromeCounts:
 *
 * What there is in a recording, to say what it lacks. */
typedef struct
{
  guint64 n_tasks;
  guint64 n_queues;
  guint64 n_posts;
  guint64 n_runs;
  guint64 n_runs_with_id;
  guint64 n_yields;
  guint64 n_without_priority;   /* posts, runs, yields and continuations */
  guint64 n_stacks;
  guint64 n_helper_marks;
  guint64 n_inputs;
  guint64 n_dispatches;
  guint64 n_flows;
} LsChromeCounts;

gboolean ls_chrome_map         (LsRecordingBuilder   *builder,
                                LsChromeCounts       *counts,
                                LsChromeEvent        *event,
                                const LsChromeSpec   *spec,
                                guint32               thread,
                                LsRecordingEvent     *made);
void     ls_chrome_list_lacks  (LsRecordingBuilder   *builder,
                                const LsChromeCounts *counts);

/* ls-chrome-marks.c */
gboolean ls_chrome_map_mark    (LsRecordingBuilder   *builder,
                                LsChromeEvent        *event,
                                LsRecordingEvent     *made);

G_END_DECLS
