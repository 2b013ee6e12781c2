/* ls-probe-outlet-private.h: who else gets what engines report
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-probe.h"

G_BEGIN_DECLS

/*< private >
 * LsProbeOutlet:
 * @open: called for each loop that is made. @probe (nullable) is what it is to report to, @start the system's monotonic time in µs
 *   when the loop's was 0, or -1 if its clock is virtual. Returns the probe that it reports to instead, or the same
 * @close: a loop is gone for which @open made a probe where there was none
 *
 * What engines report can go out of the process. The room that does that says so here, as engines do not know it. */
typedef struct
{
  LsProbe *(*open)  (LsProbe *probe,
                     gint64   start);
  void     (*close) (LsProbe *probe);
} LsProbeOutlet;

extern const LsProbeOutlet *ls_probe_outlet;   /* NULL where nothing goes out */

G_END_DECLS
