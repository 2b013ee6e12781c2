/* test-debugger-util.h: what tests of the debugger and of the application share; no toolkit
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-player.h"

G_BEGIN_DECLS

void        test_remove_tree         (const char     *path);

/* A trace without an engine: the photo gallery of the design, in the middle of its run. */
LsTrace    *test_trace_new_gallery   (void);
LsTrace    *test_trace_new_queued    (guint           n_tasks);
LsTrace    *test_trace_new_queues    (guint           n_queues);

LsPlayer   *test_player_new          (LsTrace        *trace);
gsize       test_player_find_record  (LsPlayer       *player,
                                      LsRecordKind    kind);

/* What takes as long as a busy machine needs may take it: the deadline is there to say what was waited for. */
#define test_wait_for(expression)                                             \
  G_STMT_START                                                                \
  {                                                                           \
    gint64 test_deadline = g_get_monotonic_time () + 60 * G_USEC_PER_SEC;     \
    while (!(expression))                                                     \
      {                                                                       \
        if (g_get_monotonic_time () > test_deadline)                          \
          g_error ("%s:%d: waited in vain for: %s", __FILE__, __LINE__, #expression); \
        g_main_context_iteration (NULL, TRUE);                                \
      }                                                                       \
  }                                                                           \
  G_STMT_END

G_END_DECLS
