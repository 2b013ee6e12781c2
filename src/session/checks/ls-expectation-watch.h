/* ls-expectation-watch.h: notices when what is expected comes true
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-expectation.h"
#include "ls-state.h"

G_BEGIN_DECLS

#define LS_TYPE_EXPECTATION_WATCH (ls_expectation_watch_get_type ())
LS_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (LsExpectationWatch, ls_expectation_watch, LS, EXPECTATION_WATCH, GObject)

/* A watch belongs to one thread at a time; the trace may grow on any. */

LS_AVAILABLE_IN_1_0
LsExpectationWatch *ls_expectation_watch_new           (LsExpectation      *expectation,
                                                        LsTrace            *trace);
LS_AVAILABLE_IN_1_0
LsTrace            *ls_expectation_watch_get_trace     (LsExpectationWatch *self);
LS_AVAILABLE_IN_1_0
gboolean            ls_expectation_watch_advance       (LsExpectationWatch *self,
                                                        gsize               max_records);
LS_AVAILABLE_IN_1_0
gboolean            ls_expectation_watch_holds         (LsExpectationWatch *self,
                                                        LsState            *state);

G_END_DECLS
