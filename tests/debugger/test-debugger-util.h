/* test-debugger-util.h: what tests of the debugger and of the application share; no toolkit
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-player.h"

G_BEGIN_DECLS

/* A trace without an engine: the photo gallery of the design, in the middle of its run. */
LsTrace    *test_trace_new_gallery   (void);
LsTrace    *test_trace_new_queued    (guint           n_tasks);
LsTrace    *test_trace_new_queues    (guint           n_queues);

LsPlayer   *test_player_new          (LsTrace        *trace);
gsize       test_player_find_record  (LsPlayer       *player,
                                      LsRecordKind    kind);

gboolean    test_has_logged          (LsTrace        *trace,
                                      const char     *text);


/* When waiting began, and when it is in vain, in µs */
typedef struct
{
  gint64 start, deadline;
} TestWait;

void        test_wait                (TestWait       *wait,
                                      const char     *file,
                                      int             line,
                                      const char     *expression);

/* What takes as long as a busy machine needs may take it: the deadline is there to say what was waited for. */
#define test_wait_for(expression)                                 \
  G_STMT_START                                                    \
  {                                                               \
    TestWait test_wait_ = { 0 };                                  \
                                                                  \
    while (!(expression))                                         \
      test_wait (&test_wait_, __FILE__, __LINE__, #expression);   \
  }                                                               \
  G_STMT_END

G_END_DECLS
