/* test-timeline-agents.h: what the tests of several agents on the timeline share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "test-timeline-util.h"

G_BEGIN_DECLS

#define PUT_AGENT(agent, ...) PUT (AGENT_RUN, .subject = agent, .level = 2, __VA_ARGS__)

const LsSpanList *test_timeline_agents_get_spans (LsTimelineModel *model,
                                                  guint32          agent,
                                                  LsTrackKind      kind);
void test_timeline_agents_put_two (TestTimelineWriter *to);

void test_timeline_agents_add_time (void);

G_END_DECLS
